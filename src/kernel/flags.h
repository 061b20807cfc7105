/*
 * flags.h: the flags of a piece or a place by name. One table serves positions, that write and read
 * the names, and views, that show the marks; bits that are not in it stay inside.
 *
 *     const struct flag_word unit_flags[] = {
 *         { "column", F_COLUMN, NULL, NULL },       // saved, but not shown
 *         { "blown", F_BLOWN, "blown", "blown after a charge" },
 *         { NULL, 0, NULL, NULL },
 *     };
 *
 * Small numbers of a struct are saved and read in the same way, within bounds; 0 is not saved:
 *
 *     const struct number_word unit_numbers[] = {
 *         { "spent", offsetof(struct unit, spent), 0, 40 },
 *         { NULL, 0, 0, 0 },
 *     };
 *
 * A position has the names in the order of the table, and so does its hash.
 */
#ifndef FLAGS_H
#define FLAGS_H

#include <stddef.h>

#include "json.h"
#include "lex.h"

struct flag_word {
    const char *name; /* as positions have it: one word; NULL ends the table */
    int bit;
    const char *mark;  /* as views show it; NULL: they do not */
    const char *title; /* what the mark means, for people: "has fired" */
};

/* The names of the flags that are set, each behind a blank. */
void flags_save(const struct flag_word *, int flags, struct text *out);

/* The bit of the next word, which is taken; 0: it is none of these, and nothing is taken. */
int flags_read(const struct flag_word *, struct lex *);

/* The marks of the flags that are set, into an array that is open; or as one array. */
void flags_add_marks(const struct flag_word *, int flags, struct json *);
void flags_show(const struct flag_word *, int flags, struct json *);

struct number_word {
    const char *name; /* one word; NULL ends the table */
    size_t offset;    /* of a uint8_t */
    int least, most;
};

/* Each that is not 0: a blank, its name, a blank, itself. */
void numbers_save(const struct number_word *, const void *of, struct text *out);
/* `NAME N`: false if the next word is no such name, which is left; complaints of N are the lexer's. */
bool numbers_read(const struct number_word *, struct lex *, void *of);

#endif
