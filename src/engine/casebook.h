/*
 * casebook.h: what a case of the rulebook says, in our words, from data/<id>/rules.tsv; for players
 * who read "4.11" in a refusal and want to know more.
 */
#ifndef CASEBOOK_H
#define CASEBOOK_H

#include "kernel/box.h"

struct casebook {
    char *text; /* the file, cut into its fields */
    char *at;
    const char *id, *kind, *title, *requirement; /* the case found */
};

/* casebook_open(&b, box); while (casebook_next(&b, "4.11")) …; casebook_close(&b); */
void casebook_open(struct casebook *, const struct box *);
/* The next case of that number, or with a letter or word behind it (4.11a, 4.11-x). */
bool casebook_next(struct casebook *, const char *number);
/* The next case, whatever its number; the first is the line that names the columns. */
bool casebook_each(struct casebook *);
void casebook_close(struct casebook *);

#endif
