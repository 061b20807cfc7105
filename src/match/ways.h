/*
 * ways.h: all that a piece could come to by its own steps, from here, as its side knows the board.
 *
 * A way is a row of single decisions of one seat: steps of a march and, in a game with poses, turns
 * and changes of formation between them. Of all ways to a place in a pose the one with most points
 * left is kept, then the one with fewest steps; where resting there as it comes is a burden (the
 * game's strain()), or the enemy may interrupt it, the best without that as well. An interrupt that may be declined
 * and says so (`passed` of its step) is taken as declined. Places that can only be passed are on ways, not at their
 * ends. What marches, reach and refusals make of it is
 * march.c's business.
 */
#ifndef WAYS_H
#define WAYS_H

#include "kernel/trial.h"
#include "match.h"

enum {
    WAYS_NODES = 8192, /* after so many the search is cut short, and says so */
    WAYS_SLOTS = 8 * WAYS_NODES,
    ANY_POSE = -1, /* to rest there: unburdened if that can be paid for */
    CHEAPEST = -2, /* whatever it comes as */
};

struct way_node {
    struct action step;        /* that led here */
    int16_t place, pose, left; /* left: points, -1 where a game does not say */
    int16_t steps, parent;     /* parent -1: the beginning */
    int16_t wear;              /* what the march will have made of it here; -1: nothing */
    const char *threat;        /* what the enemy may do to it on the way; NULL: nothing */
    const char *strain; /* what it suffers if it rests here as it comes, or that; NULL: nothing */
    bool ends;          /* the way cannot go on: somebody else is asked, or something is seen */
    bool rests;         /* the march could end here, or do something else than march on */
    void *state;        /* until it has been expanded */
};

/* The best nodes of a place and pose: of those that can go on, and of all. */
struct way_slot {
    int32_t key; /* 0: free */
    int16_t going, best;
};

struct ways {
    struct play play; /* room to try a step in */
    int piece;
    bool open; /* its march had been begun */
    bool cut;  /* there was no room for all */
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
/* The best node at a place in a pose, ANY_POSE or CHEAPEST; -1: none. */
int ways_best(const struct ways *, int place, int pose);
extern const char ways_cheapest[]; /* as one types it */
/* The same in the pose of that name (pose_print()); NULL or "": in any. */
int ways_find(const struct ways *, int place, const char *pose);
/* The steps that lead to a node, first to last; returns how many. */
int ways_steps(const struct ways *, int node, struct action way[MENU_MAX]);
/* Takes one of these in the room, as if whoever may interrupt it let it pass. */
void ways_take(struct ways *, const struct action *, int seat);
bool ways_better(const struct way_node *, const struct way_node *); /* by what is left */
/* Is it a verb of single steps: of a march, or in a game with poses a turn? */
bool ways_march(const struct game *, int verb);
bool ways_turn(const struct game *, int verb);
/* Where a piece stands; -1: that is not known. */
int ways_standing(const struct play *, int piece);

/* ---- of a march that may have been begun: party.c ---- */

/* The piece whose march is being asked about; -1: none. */
int march_open(const struct play *);
/* Something can be done with whoever was chosen besides letting him go again: a step, or what else the rules have for him. */
bool march_can_act(struct play *, int piece);
/* A part of moving: a step, a choice, an end; not what else might be done. */
bool march_is_part(const struct play *, const struct action *);
/* Whoever marches could do something that is no part of it: charge, say. */
bool march_has_other(struct play *);
/* What ends the present step; NULL: nothing, or there are several. */
const struct action *march_ender(struct play *);
/* march.c: why it can take no step at all, as of one to a neighbour; NULL: that is not known. */
const char *march_refuse_all(struct play *, int piece);

#endif
