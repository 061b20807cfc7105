/*
 * veteran.h: what the chapters of veteran share: veteran-course.c plays one candidate on, veteran-compare.c finds the
 * best of several, veteran-plan.c breeds plans, veteran-vary.c varies them, veteran-answer.c finds what the enemy would do
 * about one, veteran-ponder.c plans in the enemy's time, veteran-tell.c says why, veteran.c chooses and is the bot.
 */
#ifndef VETERAN_H
#define VETERAN_H

#include "crew.h"
#include "think.h"

enum {
    PLANS = 12,
    CHOICES = 6,
    CANDIDATES = PLANS > CHOICES + 1 ? PLANS : CHOICES + 1, /* one more is judged */
    ROUND = 4, /* courses before a candidate is believed */
    CHOICE_ACTIONS = 80,
};

enum { ANSWERS_MOST = 2, ANSWERS_TRIED = 8 };

struct veteran {
    struct thinker *thinker;
    struct think_purse purse;
    bool begun, planned;         /* it was asked before; in this stint it has planned */
    int weight[BOX_WEIGHTS];     /* the plan */
    double planned_up_to, spent; /* of the stint's budget, when the plan was made, and by now */
    bool tells_wanted;           /* it is known … */
    double wanted;               /* … what choices after a plan have spent of a budget lately */
    int answers;                 /* of the enemy to what it planned in this stint */
    int answer[ANSWERS_MOST][BOX_WEIGHTS];
    bool hinted;           /* it has thought of its next stint in the enemy's time … */
    int hint[BOX_WEIGHTS]; /* … and found this plan */
};

/* What was seen of the enemy in a candidate's courses, for who wants to know why. */
enum { SEEN_MOST = 16, FOES_KNOWN = 12, FOES_MOST = FOES_KNOWN + ANSWERS_MOST };
struct seen {
    int courses, aims;
    struct why_aim aim[SEEN_MOST]; /* what he goes against, and in how many courses */
    struct {
        int n;
        double sum;
    } foe[FOES_MOST]; /* by which of the game's plans he followed; behind them his answers */
};

/* One candidate: an action with the plan's weights, or a plan alone. */
struct candidate {
    int action; /* index into the menu; -1: a plan */
    int weight[BOX_WEIGHTS];
    int n;
    double gain, squares; /* sums over courses: gain over the first candidate */
    struct seen seen;
};

/* What came of a candidate in one course. */
struct course {
    bool whole; /* not broken off */
    int worth;  /* to the side, at its end */
    int foe;    /* which plan the enemy followed; -1: none */
    uint64_t nodes;
    struct think_watch watch; /* if somebody wants to know why */
};

/* What is asked, with what is needed to play it on. */
struct thought {
    struct veteran *v;
    struct bot_question *q;
    uint64_t seed;
    struct think_horizon horizon;
    struct thinker *hand[CREW_MOST]; /* room for each who helps; the first is veteran's own */
    int hands;
    int number; /* of the next course: the same for all candidates */
    int rounds; /* of courses that the first candidate has played … */
    double sum; /* … and what they came to */
    const int
        *against; /* the side's plan, if candidates are the enemy's answers to it; else NULL */
    int n, left;  /* candidates; those that have survived the comparison so far */
    struct candidate c[CANDIDATES];
    int ahead; /* rounds played before it was known that they are wanted, from `number` on … */
    struct course stock[ROUND * CANDIDATES]; /* … and the last of them, by round and candidate */
    int stocked;
};

/* A question begins, and ends: then its room is given back. */
void thought_begin(struct thought *, struct veteran *, struct bot_question *, int least_actions);
void thought_end(struct thought *);

double veteran_spent(const struct veteran *, const struct bot_question *);
bool veteran_stopped(const struct bot_question *);
/* Where the budget stands when this share of what is left is spent. */
double thought_until(const struct thought *, double share);

/* ---- veteran-course.c ---- */

void candidate_plan(struct candidate *, const int *weight);
/* One course of a candidate that counts for nothing but its cost; false: broken off. */
bool course_try(struct thought *, const struct candidate *);
/* One course of each of the first n candidates, on the same luck, put into c[0 .. n-1]; false: broken off. */
bool course_round(struct thought *, int n);
/* Candidates are others from here on, or in another order. */
void course_anew(struct thought *);

/* ---- veteran-compare.c ---- */

double gain_mean(const struct candidate *);
double gain_error(const struct candidate *);
/* Successive halving until so much of the budget is spent, the same on each stage. Then c[1] is the best. */
void compare_halve(struct thought *, double until);
/* The survivor that has proved itself best, or 0. */
int compare_survivor(const struct thought *);
/* The same, checked on fresh luck up to there; or the first candidate. */
const struct candidate *compare_proved(struct thought *, double end);
/* The first two, from now on, until they can be told apart, for so many rounds at least. */
void compare_duel(struct thought *, int least);

/* ---- veteran-plan.c ---- */

void plan_stint(struct veteran *, struct bot_question *);

/* ---- veteran-vary.c ---- */

void plan_vary(const struct play *, int side, int *weight, struct rng *);

/* ---- veteran-answer.c ---- */

/* What the enemy would do against that plan, the best of so many, looked for up to there: if it is bad for the side, it is
 * one of the enemy's plans from here on. */
void answer_seek(struct thought *, const int *plan, int tried, double until);

/* ---- veteran-ponder.c ---- */

/* Of a position in which somebody else is asked: a plan for the stint that follows, as a hint. */
void ponder_next(struct veteran *, const struct bot_question *);

/* ---- veteran-tell.c ---- */

struct bot_view tell_view(const struct thought *, const struct candidate *);
/* Of a comparison of plans, or of actions, that has decided for this candidate. */
void tell_plans(const struct thought *, const struct candidate *best, struct bot_why *);
void tell_choice(const struct thought *, const struct candidate *best, struct bot_why *);
void tell_advice(const struct thought *, const struct candidate *best, struct bot_advice *);

#endif
