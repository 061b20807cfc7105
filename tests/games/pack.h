/*
 * pack.h: the files of a game's data, or of a board's, for tests that change them line by line.
 */
#ifndef TEST_PACK_H
#define TEST_PACK_H

#include <stddef.h>

#include "kernel/text.h"

enum { PACK_FILES = 64 };

/* One file of the pack. */
struct paper {
    char name[300]; /* within the folder */
    char *text;
    size_t size;
};

struct pack {
    const char *folder;
    int papers;
    struct paper paper[PACK_FILES];
};

/* Every text that is read: the folder's own, and its scenarios. */
void pack_open(struct pack *, const char *folder);
void pack_close(struct pack *);

/* Each line that is not empty and no comment, from its first byte to the end of the line. */
struct pack_line {
    const char *begin, *end;
};
bool pack_line(const struct paper *, struct pack_line *); /* the next; begin NULL: the first */

/* The next word of a line from `at` on, quoted ones whole; false: there is none, or a comment. */
struct pack_word {
    const char *begin, *end;
};
bool pack_word(const struct pack_line *, struct pack_word *); /* begin NULL: the first */

/* The paper with what stands between the two replaced. */
void pack_replace(const struct paper *, const char *begin, const char *end, const char *by,
                  size_t n, struct text *out);

#endif
