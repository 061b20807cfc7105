/*
 * mind.h: what computer opponents share: judging a state, choosing by policy, and playing on in the mind.
 *
 * All of it works on copies. A policy is a set of weights: the game's urge() says what it would do; where
 * that is silent, every action is tried and the state after it is judged, dice as their expectation.
 */
#ifndef MIND_H
#define MIND_H

#include "bot.h"

/* Room for thinking: plays with states and menus of their own. */
struct mind {
    const struct box *box;
    struct play root;  /* what is known, the rest guessed */
    struct play line;  /* a course played on from there */
    struct play trial; /* one action tried */
    int urge[MENU_MAX];
    uint64_t nodes;          /* actions played in the mind since it was opened */
    const atomic_bool *stop; /* a line is broken off when it is set (NULL: never) */
    int64_t deadline;        /* and when mind_now() has passed this (0: never) */
};

struct mind *mind_open(const struct box *);
void mind_close(struct mind *);

/* How good the state is for the side: -WORTH_GAME .. WORTH_GAME. */
int mind_judge(const struct play *, int side, const int *weight);
/* The player turn or impulse that the state belongs to. */
int mind_stint(const struct play *);

/* Root becomes what is known with the unknown filled in; line begins there. */
void mind_guess(struct mind *, const struct play *known, int side, struct rng *);
void mind_begin_line(struct mind *);

/*
 * The policy's choice from the menu of a play in which the side is asked; `guessed` says whether nothing in
 * it is hidden. The urges of the actions are left in mind->urge.
 */
int mind_choose(struct mind *, struct play *, bool guessed, int side, const int *weight,
                const struct menu *, struct rng *);

/* A line is played to the end of the stint in which it gets `least` actions long; never beyond `most`. */
struct mind_horizon {
    int least, most;
};

/* Both sides play the line on by their policies, chance by the generator. False: broken off. */
bool mind_play_on(struct mind *, const int *const weight[SIDES_MAX], struct mind_horizon,
                  struct rng *);

int64_t mind_now(void); /* nanoseconds of a clock that never goes back */

#endif
