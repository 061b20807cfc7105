/*
 * courtesy.h: what a person means who names a far place, or a piece that is not the one marching.
 */
#ifndef COURTESY_H
#define COURTESY_H

#include "engine/known.h"
#include "match/match.h"

enum { COURTESY_FIRST = 2 };

/* How an action is done: a march ends, a piece is taken up; then the action, or many steps. */
struct courtesy {
    int n;
    struct action first[COURTESY_FIRST];
    bool far;
    char why[240]; /* it cannot be done; "": it can */
};

/* Looks for a way on copies of what the asked side knows; nothing is done. */
void courtesy_plan(struct known *, const struct action *, struct courtesy *);
/* Does what was planned for the action: NULL, or why it went no further. */
const char *courtesy_do(struct match *, const struct action *, const struct courtesy *);

/* Where the piece could march, after being taken up if need be; false: it cannot be moved now. */
bool courtesy_reach(struct known *, int piece, struct reach *);

#endif
