/*
 * ways.h: all that a piece could come to by its own steps, from here, as its side knows the board.
 *
 * A way is a row of single decisions of one seat: steps of a march and, in a game with poses, turns
 * and changes of formation between them. Of all ways to a place in a pose the one with most points
 * left is kept, then the one with fewest steps. What marches, reach and refusals make of it is
 * march.c's business.
 */
#ifndef WAYS_H
#define WAYS_H

#include "match.h"

enum {
    WAYS_NODES = 8192, /* after so many the search is cut short, and says so */
    WAYS_SLOTS = 4 * WAYS_NODES,
    ANY_POSE = -1,
};

struct way_node {
    struct action step;        /* that led here */
    int16_t place, pose, left; /* left: points, -1 where a game does not say */
    int16_t steps, parent;     /* parent -1: the beginning */
    bool ends;   /* the way cannot go on: somebody else is asked, or something is seen */
    void *state; /* until it has been expanded */
};

/* The best nodes of a place and pose: of those that can go on, and of all. */
struct way_slot {
    int32_t key; /* 0: free */
    int16_t going, best;
};

struct ways {
    struct play play; /* room to try a step in */
    int piece;
    bool cut; /* there was no room for all */
    int n;
    struct way_node node[WAYS_NODES];
    struct way_slot slot[WAYS_SLOTS];
    int waiting;
    int16_t frontier[WAYS_NODES]; /* a heap of those to be expanded, the best first */
    int steps;
    struct action step[MENU_MAX];
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

/* NULL: the side is not asked now. */
struct ways *ways_from(const struct play *, int by, int piece);
/* The best node at a place in a pose; -1: none. */
int ways_best(const struct ways *, int place, int pose);
/* The steps that lead to a node, first to last; returns how many. */
int ways_steps(const struct ways *, int node, struct action way[MENU_MAX]);
bool ways_better(const struct way_node *, const struct way_node *);
/* Is it a verb of single steps: of a march, or in a game with poses a turn? */
bool ways_march(const struct game *, int verb);
bool ways_turn(const struct game *, int verb);

#endif
