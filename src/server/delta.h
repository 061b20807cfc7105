/*
 * delta.h: a stream that tells what has changed in a state instead of the whole of it (docs/table-api.md).
 *
 * Edits are a list, done one after the other; a path is a list of names of members and numbers of elements:
 *
 *     [path, value]                  it is this now
 *     [path, at, gone, [values]]     of a list: from there so many go, and these come
 */
#ifndef DELTA_H
#define DELTA_H

#include "kernel/text.h"

/* The last state that was told, as hashes. Zeroed: none. */
struct delta {
    struct node *node;
    int n, room;
};

/*
 * Adds the edits that make this state of the last one; it is the last from now on. False: there was none before,
 * or the edits would not be much shorter: then the whole state is to be told.
 */
bool delta_make(struct delta *, const char *state, size_t size, struct text *edits);
void delta_free(struct delta *);

#endif
