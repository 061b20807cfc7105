/*
 * former-think.h: think.h as it was when former.c was frozen (there is said why).
 */
#ifndef FORMER_THINK_H
#define FORMER_THINK_H

#include "bot.h"

/* Room for thinking: plays with states and menus of their own. */
struct former_thinker {
    const struct box *box;
    struct play root;  /* what is known, the rest guessed */
    struct play line;  /* a course played on from there */
    struct play trial; /* one action tried */
    int urge[MENU_MAX];
    uint64_t nodes;          /* actions played in the mind since it was opened */
    const atomic_bool *stop; /* a line is broken off when it is set (NULL: never) */
    int64_t deadline;        /* and when former_now() has passed this (0: never) */
};

struct former_thinker *former_open(const struct box *);
void former_close(struct former_thinker *);

/* How good the state is for the side: -WORTH_GAME .. WORTH_GAME. */
int former_judge(const struct play *, int side, const int *weight);
/* The player turn or impulse that the state belongs to. */
int former_stint(const struct play *);

/* Root becomes what is known with the unknown filled in; line begins there. */
void former_guess(struct former_thinker *, const struct play *known, int side, struct rng *);
void former_begin_line(struct former_thinker *);

/*
 * The policy's choice from the menu of a play in which the side is asked; `guessed` says whether nothing in
 * it is hidden. The urges of the actions are left in thinker->urge.
 */
int former_choose(struct former_thinker *, struct play *, bool guessed, int side, const int *weight,
                  const struct menu *, struct rng *);

/* A line is played to the end of the stint in which it gets `least` actions long; never beyond `most`. */
struct former_horizon {
    int least, most;
};

/* Both sides play the line on by their policies, chance by the generator. False: broken off. */
bool former_play_on(struct former_thinker *, const int *const weight[SIDES_MAX],
                    struct former_horizon, struct rng *);

int64_t former_now(void); /* nanoseconds of a clock that never goes back */

#endif
