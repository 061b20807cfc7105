/*
 * flags.h: the flags of a piece or a place by name. One table serves positions, that write and read
 * the names, and views, that show the marks; bits that are not in it stay inside.
 *
 *     const struct flag_word unit_flags[] = {
 *         { "out", F_OUT, NULL },          // saved, but not shown
 *         { "blown", F_BLOWN, "blown" },
 *         { NULL, 0, NULL },
 *     };
 *
 * A position has the names in the order of the table, and so does its hash.
 */
#ifndef FLAGS_H
#define FLAGS_H

#include "json.h"
#include "lex.h"

struct flag_word {
    const char *name; /* as positions have it: one word; NULL ends the table */
    int bit;
    const char *mark; /* as views show it; NULL: they do not */
};

/* The names of the flags that are set, each behind a blank. */
void flags_save(const struct flag_word *, int flags, struct text *out);

/* The bit of the next word, which is taken; 0: it is none of these, and nothing is taken. */
int flags_read(const struct flag_word *, struct lex *);

/* The marks of the flags that are set, into an array that is open; or as one array. */
void flags_add_marks(const struct flag_word *, int flags, struct json *);
void flags_show(const struct flag_word *, int flags, struct json *);

#endif
