/*
 * mind.h: what a game knows for its computer opponents (src/bots); a table in its bot.c, game->mind.
 *
 * All members may be NULL or 0. Functions are given what the side may know, or a guess at the rest, and
 * weights in the order of the table, orders behind them. How bots think with it is in docs/bots.md.
 */
#ifndef MIND_H
#define MIND_H

#include "base.h"

struct feature_set;
struct game;
struct menu;
struct play;
struct text;

enum { WORTH_GAME = 100000 }; /* what a bot thinks a won game worth */

/* A number that the judgement is made of; `data/<id>/bot.txt` may set it. */
struct weight {
    const char *name; /* one word */
    int standard;
    const char *about;
};

/* A plan that is worth a look whatever the position, by its orders; those not named are left to the policy. */
enum { PLAN_ORDERS = 32, PLAN_WHIMS = 256 };
struct plan_def {
    const char *name;
    uint8_t side, order[PLAN_ORDERS];
};

/*
 * An order that needs no thought: which of places that are about as good a piece likes better. How much it likes
 * this one, 0 up to `small`, 4 or 16 times as much, by the way; 0 if the way is 0.
 */
int plan_whim(int way, int piece, int place, int small);
void plan_say_whim(const char *who, struct text *); /* in words: it has no meaning of its own */

/*
 * Exceptions of a plan: a piece that is told where to go, or to stay, whatever its formation does. They stand among the
 * weights, in no order; a piece has one at most.
 */
struct detachment {
    int piece, place;
};
bool plan_detached(const int *weight, int i, struct detachment *); /* the i-th; false: none */
/* False: there is no room for one more. */
bool plan_detach(int *weight, struct detachment);
void plan_recall(int *weight, int i);

/* What a policy adds for a place at which a piece may end a march: its whim, and how near that is to where it is detached
 * to. A policy that asks for it hears both. */
int plan_liking(const struct play *, const int *weight, int way, struct detachment, int small);

/* What the policy is asked: which action of the menu is to be done at the step on top of the agenda. */
struct choice {
    const struct play *p;
    int side;
    const int *weight;
    const struct menu *menu;
    int what; /* of the row that answers */
};

/*
 * The policy at one kind of step: how much each action of the menu is to be done, by somebody who looks at nothing
 * twice. A row without a function: all actions are the same to it; `tried`: each of them is tried instead, and
 * the state after it judged.
 */
struct urge_def {
    void (*urge)(const struct choice *, int *urge);
    int what; /* for the function: which verb, which kind of fight */
    bool tried;
};

struct mind {
    const struct weight *weights; /* the last one's name is NULL */

    /*
     * Numbers of the state that foretell the winner, a weight for each from `first_sign` on: their sum is how likely
     * the first side is to win, in thousandths on a logistic scale. `grognard sim --fit` finds those weights, none
     * against the sign of its standard, unless that is 0. The weights before are the policy's, and a plan may
     * change them.
     */
    void (*signs)(const struct play *, int *sign);
    int first_sign; /* 0: no signs, and all weights are the policy's */
    /* What a net is told beside the signs (muster.h, net.h). NULL: the game has no net. */
    const struct feature_set *features;
    /* For a game without signs: how good the state is for the side: 0 even, WORTH_GAME won. */
    int (*appraise)(const struct play *, int side, const int *weight);

    /* By the step's index in game->steps, so many; what is not in it is a row of nothing. NULL: all are tried. */
    const struct urge_def *urges;
    int urge_rows;

    /*
     * Choices that a plan consists of: what a corps is to do. An order is 0 .. ways() - 1, of which 0 leaves it to
     * the policy. No ways: there is nobody of the side to hear it.
     */
    int orders;
    int (*ways)(const struct play *, int side, int order);
    /* An order that is heard, other than 0, in words: "French II Corps holds". */
    void (*say)(const struct play *, int side, int order, int way, struct text *);
    const struct plan_def *plans; /* the last one's name is NULL */
    int foresight;                /* actions that a plan is played on before it is judged */
    int glance;                   /* the same where a net judges; 0: no fewer */

    /*
     * A number that stays the same as long as one player turn, or one impulse, lasts: a bot's budget is for that
     * long. NULL: the turn.
     */
    int (*stint)(const struct play *);
};

/* The game's; one that knows nothing if it has none. */
const struct mind *mind_of(const struct game *);
/* The policy's urges at the present step; false: it has no opinion, every action is to be tried. */
bool mind_urge(const struct choice *, int *urge);

#endif
