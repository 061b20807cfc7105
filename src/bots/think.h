/*
 * think.h: what computer opponents share: judging a state, choosing by policy, and playing on in the mind.
 *
 * All of it works on copies. A policy is a set of weights: the game's urges say what it would do; where
 * that is silent, every action is tried and the state after it is judged, dice as their expectation.
 */
#ifndef THINK_H
#define THINK_H

#include "bot.h"

/* What the enemies of a side do in a line before that side has a choice again in another stint. */
enum { WATCH_MOST = 12 };
struct think_watch {
    int side, stint;
    bool over;
    int n;
    struct why_aim aim[WATCH_MOST]; /* each once */
};

/* Room for thinking: plays with states and menus of their own. */
struct thinker {
    const struct box *box;
    struct play root;  /* what is known, the rest guessed */
    struct play line;  /* a course played on from there */
    struct play trial; /* one action tried */
    int urge[MENU_MAX];
    struct think_watch *watch; /* filled in while a line is played on, or NULL */
    uint64_t nodes;            /* actions played in the mind since it was opened */
    const atomic_bool *stop;   /* a line is broken off when it is set (NULL: never) */
    int64_t deadline;          /* and when think_now() has passed this (0: never) */
};

struct thinker *think_open(const struct box *);
void think_close(struct thinker *);

/* How good the state is for the side: -WORTH_GAME .. WORTH_GAME. */
int think_judge(const struct play *, int side, const int *weight);
/* Does a net judge, or do the signs? And how many actions a plan is played on then before it is judged. */
bool think_by_net(const struct box *, const int *weight);
int think_foresight(const struct box *, const int *weight);
/* The player turn or impulse that the state belongs to. */
int think_stint(const struct play *);

/* Root becomes what is known with the unknown filled in; line begins there. */
void think_guess(struct thinker *, const struct play *known, int side, struct rng *);
void think_begin_line(struct thinker *);

/*
 * The policy's choice from the menu of a play in which the side is asked; `guessed` says whether nothing in
 * it is hidden. The urges of the actions are left in thinker->urge.
 */
int think_choose(struct thinker *, struct play *, bool guessed, int side, const int *weight,
                 const struct menu *, struct rng *);

/* What the policy likes: its choice, then the next best by the urges that it has left. */
void think_tell(const struct thinker *, int first, int n, struct bot_advice *);

/* A line is played to the end of the stint in which it gets `least` actions long; never beyond `most`. */
struct think_horizon {
    int least, most;
};
/* So many actions, by how far the bot sees: at no sight to the end of the stint that goes on. */
struct think_horizon think_horizon(const struct bot_question *, int actions);

/* Both sides play the line on by their policies, chance by the generator. False: broken off. */
bool think_play_on(struct thinker *, const int *const weight[SIDES_MAX], struct think_horizon,
                   struct rng *);

/* The same, up to where the side makes a plan, in another stint than this one; false: it comes to that no more. */
bool think_play_to_plan(struct thinker *, const int *const weight[SIDES_MAX], int side, int stint,
                        struct rng *);

int64_t think_now(void); /* nanoseconds of a clock that never goes back */
bool think_out_of_time(const struct thinker *);

/* Ways in which the enemies are foreseen: their policy and the plans that the game knows for them. */
int think_foes(const struct bot_question *);
/*
 * Course `number` of a comparison: the enemies follow their policy in one and in the next ones each of the plans
 * that the game knows for them. Which of the game's plans that is; -1: none.
 */
int think_foresee(const struct bot_question *, int number, int *weight);
void think_lay_plan(const struct box *, const struct plan_def *, int *weight);

/* The budget of a stint, counted in the same way for whoever thinks. */
struct think_purse {
    int stint;         /* that it is for; -1: none yet */
    uint64_t nodes;    /* thinker->nodes when that began */
    int64_t ns, since; /* spent in it before this question; when that was asked */
    int stints;        /* before it in which something was played in the mind */
};
void think_purse_new(struct think_purse *);
/* At the head of a question; true: a new stint, with the whole budget before it. And at its end. */
bool think_purse_open(struct think_purse *, struct thinker *, const struct bot_question *);
void think_purse_close(struct think_purse *);
/* How much of the stint's budget is spent; 1: all. */
double think_spent(const struct think_purse *, const struct thinker *, const struct bot_question *);
void think_used(const struct think_purse *, const struct thinker *, struct bot_use *);

#endif
