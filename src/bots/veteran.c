/*
 * veteran.c: the bot that thinks ahead. It plays as cadet does, but where a step is marked as worth a thought
 * (struct step_def) it plays courses on in its mind: what it does not know filled in by guess(), both sides by
 * cadet's policy, dice by the generator, up to the end of a player turn or impulse some way ahead.
 *
 * THINK_PLAN: once a stint it looks for a better plan, a plan being the policy with other weights (bolder,
 * more careful, guns forward ...): local search by successive halving over courses on the same numbers.
 * THINK_CHOICE: it compares the actions that the policy likes best and commits to one, decision by decision.
 * A departure from the policy must prove itself: the mean gain, less a part of its error, must be above zero.
 *
 * The budget is for a stint: effort counts courses; with milliseconds alone courses are counted by the clock.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mind.h"

enum {
    STANDARD_EFFORT = 240,          /* courses a stint */
    PLANS = 10, CHOICES = 6,
    ROUND = 4,                      /* courses a candidate and round */
    LEAST_ACTIONS = 80, MOST_ACTIONS = 600,
    COURSE_NS = 8000000,            /* what a course may take before one was measured */
};
static const double doubt = 0.7;    /* standard errors taken off a gain */

struct veteran {
    struct mind *mind;
    int stint;                      /* that the rest is about; -1: none yet */
    bool planned;
    int weight[BOX_WEIGHTS];        /* the plan */
    int courses;                    /* played in this stint */
    int64_t ns;                     /* spent on them */
};

/* One candidate: an action with the policy's weights, or weights alone. */
struct candidate {
    int action;                     /* index into the menu; -1: a plan */
    int weight[BOX_WEIGHTS];
    int n;
    double gain, squares;           /* sums over courses: gain over the first candidate */
};

/* What is asked, with what is needed to play it on. */
struct thought {
    struct veteran *v;
    struct bot_question *q;
    uint64_t seed;
    int n;
    struct candidate c[PLANS > CHOICES ? PLANS : CHOICES];
};

static int64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool stopped(const struct bot_question *q)
{
    return q->stop && atomic_load_explicit(q->stop, memory_order_relaxed);
}

/* Courses that may still be played in this stint. */
static int left(const struct veteran *v, const struct bot_question *q)
{
    int effort = q->budget.effort ? q->budget.effort : q->budget.ms ? 1 << 20 : STANDARD_EFFORT, by_clock;
    int64_t each = v->courses ? v->ns / v->courses + 1 : COURSE_NS;

    effort -= v->courses;
    if (!q->budget.ms)
        return effort;
    by_clock = (int)(((int64_t)q->budget.ms * 1000000 - v->ns) / each);
    return by_clock < effort ? by_clock : effort;
}

/* ---- a course ---- */

/* Plays the candidate on from one guess, and says what it led to. The same `number`: the same luck. */
static int course(struct thought *t, const struct candidate *c, int number)
{
    struct mind *mind = t->v->mind;
    struct bot_question *q = t->q;
    const int *weight[SIDES_MAX];
    struct mind_horizon horizon = { LEAST_ACTIONS, MOST_ACTIONS };
    struct rng luck;
    int64_t start = now_ns();

    rng_seed(&luck, t->seed + (uint64_t)number * UINT64_C(0x9e3779b97f4a7c15));
    mind_guess(mind, q->known, q->side, &luck);
    mind_begin_line(mind);
    for (int i = 0; i < SIDES_MAX; i++)
        weight[i] = i == q->side ? c->weight : q->weight;
    if (c->action >= 0) {
        struct action a = q->menu->a[c->action];

        play_menu(&mind->line);
        play_apply_listed(&mind->line, &a);
    }
    mind_play_on(mind, weight, horizon, &luck, q->stop);
    t->v->courses++;
    t->v->ns += now_ns() - start;
    return mind_judge(&mind->line, q->side, q->weight);
}

/* ---- comparing ---- */

/* Another round for the first n candidates; false: the budget is spent. */
static bool compare(struct thought *t, int n, int rounds, int first)
{
    for (int i = first; i < first + rounds; i++) {
        int base;

        if (left(t->v, t->q) < n || stopped(t->q))
            return false;
        base = course(t, &t->c[0], i);
        for (int k = 1; k < n; k++) {
            double gain = course(t, &t->c[k], i) - base;

            t->c[k].n++;
            t->c[k].gain += gain;
            t->c[k].squares += gain * gain;
        }
    }
    return true;
}

/* The gain that may be believed in. */
static double believed(const struct candidate *c)
{
    double mean, variance;

    if (c->n < 2)
        return -1;
    mean = c->gain / c->n;
    variance = (c->squares / c->n - mean * mean) * c->n / (c->n - 1);
    return mean - doubt * sqrt(variance > 0 ? variance / c->n : 0);
}

/* All but the first, which is the yardstick, by mean gain. */
static void rank(struct thought *t, int n)
{
    for (int i = 2; i < n; i++)
        for (int k = i; k > 1 && t->c[k].gain / (t->c[k].n + 1) > t->c[k - 1].gain / (t->c[k - 1].n + 1); k--) {
            struct candidate c = t->c[k];

            t->c[k] = t->c[k - 1];
            t->c[k - 1] = c;
        }
}

/* Successive halving until the courses are spent; the candidate that has proved itself, or the first. */
static const struct candidate *best(struct thought *t, int courses)
{
    int n = t->n, number = 0, best = 0, until = t->v->courses + courses;

    while (n > 1) {
        int rounds = (until - t->v->courses) / n;

        if (rounds > ROUND && n > 2)
            rounds = rounds / 2 > ROUND ? rounds / 2 : ROUND;
        if (rounds < 1 || !compare(t, n, rounds, number))
            break;
        number += rounds;
        rank(t, n);
        n = n > 2 ? 1 + n / 2 : 0;
    }
    for (int k = 1; k < t->n; k++)
        if (t->c[k].n >= ROUND && believed(&t->c[k]) > (best ? believed(&t->c[best]) : 0))
            best = k;
    return &t->c[best];
}

/* ---- plans ---- */

/* Some of the weights, stronger or weaker. */
static void vary(int *weight, int n, struct rng *rng)
{
    static const int tenths[] = { 2, 5, 7, 14, 20, 40 };
    int changed = 0;

    for (int i = 0; i < n; i++)
        if (rng_below(rng, 4) == 0 || (i == n - 1 && !changed)) {
            weight[i] = weight[i] * tenths[rng_below(rng, COUNT(tenths))] / 10;
            changed++;
        }
}

static void make_plan(struct veteran *v, struct bot_question *q)
{
    struct thought t = { .v = v, .q = q, .seed = rng_next(q->rng), .n = PLANS };

    for (int i = 0; i < PLANS; i++) {
        t.c[i].action = -1;
        memcpy(t.c[i].weight, v->weight, sizeof v->weight);
        if (i > 0)
            vary(t.c[i].weight, q->known->box->weights, q->rng);
    }
    memcpy(v->weight, best(&t, left(v, q) / 2)->weight, sizeof v->weight);
}

/* ---- choices ---- */

/* The policy's choice first, then what it likes next best. */
static void pick_candidates(struct thought *t, int first)
{
    const int *urge = t->v->mind->urge;
    bool taken[MENU_MAX] = { false };

    for (int at = first; at >= 0 && t->n < CHOICES;) {
        struct candidate *c = &t->c[t->n++];

        c->action = at;
        memcpy(c->weight, t->v->weight, sizeof c->weight);
        taken[at] = true;
        at = -1;
        for (int i = 0; i < t->q->menu->n; i++)
            if (!taken[i] && (at < 0 || urge[i] > urge[at]))
                at = i;
    }
}

static int think_over(struct veteran *v, struct bot_question *q, int first)
{
    struct thought t = { .v = v, .q = q, .seed = rng_next(q->rng) };

    pick_candidates(&t, first);
    return best(&t, left(v, q) / 3)->action;
}

/* ---- the bot ---- */

static void *open_veteran(const struct box *box, int side)
{
    struct veteran *v = base_alloc(sizeof *v);

    (void)side;
    v->mind = mind_open(box);
    v->stint = -1;
    return v;
}

static void close_veteran(void *memory)
{
    struct veteran *v = memory;

    mind_close(v->mind);
    free(v);
}

static void begin_stint(struct veteran *v, const struct bot_question *q)
{
    int stint = mind_stint(q->known);

    if (stint == v->stint)
        return;
    v->stint = stint;
    v->planned = false;
    v->courses = 0;
    v->ns = 0;
    memcpy(v->weight, q->weight, (size_t)q->known->box->weights * sizeof *v->weight);
}

static int choose(void *memory, struct bot_question *q)
{
    struct veteran *v = memory;
    struct play known = *q->known;
    int thought = known.game->steps[agenda_top(&known)->op].thought, first;

    begin_stint(v, q);
    if (q->menu->n == 1)
        return 0;
    if (thought & THINK_PLAN && !v->planned) {
        v->planned = true;
        make_plan(v, q);
    }
    first = mind_choose(v->mind, &known, false, q->side, v->weight, q->menu, q->rng);
    return thought & THINK_CHOICE ? think_over(v, q, first) : first;
}

const struct bot veteran_bot = {
    .name = "veteran",
    .about = "plays courses on in its mind before it decides; the more time the better",
    .open = open_veteran,
    .close = close_veteran,
    .choose = choose,
};
