/*
 * former.c: veteran as it was in November 2026, frozen, to measure its successors by. A copy on purpose: whatever
 * is made better in veteran.c or think.c must not make the yardstick longer. Do not mend anything here, and do not
 * let it share what may change. It knows the contract alone (kernel/game.h).
 *
 * The policy is the game's, and is not copied. A mending of it that came later hangs on a weight whose name begins
 * with "mend-": those are 0 here, and the policy is as it was.
 *
 * THINK_PLAN: once a stint a search over plans by successive halving, generation by generation; THINK_CHOICE: the
 * actions that the policy likes best are compared; a departure from the policy needs a mean gain above 0.7 errors.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "former-think.h"

enum {
    STANDARD_EFFORT = 100, /* thousands of actions a stint */
    PLANS = 12,
    CHOICES = 6,
    ROUND = 4,    /* courses before a candidate is believed */
    PATIENCE = 8, /* and before it is given up, unless it makes no difference */
    ENOUGH = 6,   /* courses a candidate for a generation of plans to be worth it */
    GENERATIONS = 12,
    CHOICE_ACTIONS = 80,
    MOST_ACTIONS = 1200,
};
static const double doubt = 0.7; /* standard errors taken off a gain */
static const double sure = 2.5;  /* standard errors beyond which there is no doubt */
static const double plan_share = 0.6, choice_share = 0.2; /* of what is left of the budget */

struct former {
    struct former_thinker *thinker;
    int stint; /* that the rest is about; -1: none yet */
    bool planned;
    int weight[BOX_WEIGHTS]; /* the plan */
    uint64_t nodes;          /* thinker->nodes when the stint began */
    int64_t ns, since;       /* spent in this stint before this question; when that was asked */
    int stints;              /* before this one in which it thought */
    int base[BOX_WEIGHTS];   /* the weights as they would have been */
};

/* One candidate: an action with the plan's weights, or a plan alone. */
struct candidate {
    int action; /* index into the menu; -1: a plan */
    int weight[BOX_WEIGHTS];
    int n;
    double gain, squares; /* sums over courses: gain over the first candidate */
};

/* What is asked, with what is needed to play it on. */
struct thought {
    struct former *v;
    struct bot_question *q;
    uint64_t seed;
    struct former_horizon horizon;
    int number; /* of the next course: the same for all candidates */
    int rounds; /* of courses that the first candidate has played … */
    double sum; /* … and what they came to */
    int n;
    struct candidate c[PLANS > CHOICES ? PLANS : CHOICES];
};

/* ---- the budget ---- */

static int64_t ns_of(const struct bot_question *q)
{
    return (int64_t)q->budget.ms * 1000000;
}

/* How much of the stint's budget is spent; 1: all. */
static double spent(const struct former *v, const struct bot_question *q)
{
    int effort = q->budget.effort ? q->budget.effort : q->budget.ms ? 0 : STANDARD_EFFORT;
    double by_effort = effort ? (double)(v->thinker->nodes - v->nodes) / (1000.0 * effort) : 0;
    double by_clock =
        q->budget.ms ? (double)(v->ns + former_now() - v->since) / (double)ns_of(q) : 0;

    return by_effort > by_clock ? by_effort : by_clock;
}

static bool stopped(const struct bot_question *q)
{
    return q->stop && atomic_load_explicit(q->stop, memory_order_relaxed);
}

/* ---- a course ---- */

static void lay_plan(const struct box *box, const struct plan_def *plan, int *weight)
{
    for (int i = 0; i < mind_of(box->game)->orders; i++)
        weight[box->weights + i] = plan->order[i];
}

/* The enemy follows his policy in one course, and in the next ones the plans that the game knows for him. */
static void foresee(const struct thought *t, int *weight)
{
    const struct box *box = t->q->known->box;
    const struct plan_def *plans = mind_of(box->game)->plans;
    int n = 1, which;

    memcpy(weight, t->q->weight, BOX_WEIGHTS * sizeof *weight);
    for (int i = 0; plans && plans[i].name; i++)
        n += plans[i].side != t->q->side;
    which = t->number % n;
    for (int i = 0; which > 0; i++)
        if (plans[i].side != t->q->side && --which == 0)
            lay_plan(box, &plans[i], weight);
}

/* Plays the candidate on from one guess; false: broken off. The same number: the same luck. */
static bool course(struct thought *t, const struct candidate *c, int *worth)
{
    struct former_thinker *thinker = t->v->thinker;
    struct bot_question *q = t->q;
    const int *weight[SIDES_MAX];
    int enemy[BOX_WEIGHTS];
    struct rng luck;

    rng_seed(&luck, rng_branch(t->seed, (uint64_t)t->number));
    former_guess(thinker, q->known, q->side, &luck);
    former_begin_line(thinker);
    foresee(t, enemy);
    for (int i = 0; i < SIDES_MAX; i++)
        weight[i] = i == q->side ? c->weight : enemy;
    if (c->action >= 0) {
        struct action a = q->menu->a[c->action];

        play_menu(&thinker->line);
        play_apply_listed(&thinker->line, &a);
    }
    if (!former_play_on(thinker, weight, t->horizon, &luck))
        return false;
    *worth = former_judge(&thinker->line, q->side, q->weight);
    return true;
}

/* ---- comparing ---- */

/* One course of each of the first n candidates, on the same luck. */
static bool play_round(struct thought *t, int n)
{
    int base, worth;

    if (!course(t, &t->c[0], &base))
        return false;
    for (int k = 1; k < n; k++) {
        struct candidate *c = &t->c[k];

        if (!course(t, c, &worth))
            return false;
        c->n++;
        c->gain += worth - base;
        c->squares += (double)(worth - base) * (worth - base);
    }
    t->number++;
    t->rounds++;
    t->sum += base;
    return true;
}

static double mean_gain(const struct candidate *c)
{
    return c->n ? c->gain / c->n : 0;
}

static double error_of_gain(const struct candidate *c)
{
    double mean = mean_gain(c), variance = (c->squares / c->n - mean * mean) * c->n / (c->n - 1);

    return sqrt(variance > 0 ? variance / c->n : 0);
}

/* The gain that may be believed in. */
static double believed(const struct candidate *c)
{
    return c->n < ROUND ? -1 : mean_gain(c) - doubt * error_of_gain(c);
}

/* All but the first, which is the yardstick, by mean gain. */
static void rank(struct thought *t, int n)
{
    for (int i = 2; i < n; i++)
        for (int k = i; k > 1 && mean_gain(&t->c[k]) > mean_gain(&t->c[k - 1]); k--) {
            struct candidate c = t->c[k];

            t->c[k] = t->c[k - 1];
            t->c[k - 1] = c;
        }
}

static double at_least(const struct candidate *c)
{
    return mean_gain(c) - sure * error_of_gain(c);
}

/* Of n the one that is certainly best; 0: none is certainly better than the first. */
static int surest(const struct thought *t, int n)
{
    int best = 0;

    for (int k = 1; k < n; k++)
        if (at_least(&t->c[k]) > (best ? at_least(&t->c[best]) : 0))
            best = k;
    return best;
}

static bool hopeless(const struct candidate *c, double beat)
{
    double error = error_of_gain(c);

    return mean_gain(c) + sure * error <= beat && (c->n >= PATIENCE || error <= 0);
}

/* Those of n without hope go to the end; how many are left. Time saved is for later questions. */
static int drop_hopeless(struct thought *t, int n)
{
    int best = surest(t, n);
    double beat = best ? at_least(&t->c[best]) : 0;

    for (int k = n - 1; k > 0; k--) {
        struct candidate c = t->c[k];

        if (k == best || !hopeless(&c, beat))
            continue;
        t->c[k] = t->c[--n];
        t->c[n] = c;
    }
    return n;
}

/* The last rival is better or worse without doubt. */
static bool settled(const struct thought *t, int n)
{
    const struct candidate *rival = &t->c[1];

    return n == 1 ||
           (n == 2 && rival->n >= PATIENCE && mean_gain(rival) > sure * error_of_gain(rival));
}

/* Successive halving until so much of the budget is spent, the same on each stage. Then c[1] is the best. */
static void halve(struct thought *t, double until)
{
    int stages = 1;

    for (int n = t->n; n > 2; n = 1 + n / 2)
        stages++;
    for (int n = t->n; n > 1 && stages > 0; n = n > 2 ? 1 + n / 2 : 2, stages--) {
        double now = spent(t->v, t->q), end = now + (until - now) / stages;

        while (spent(t->v, t->q) < end) {
            if (stopped(t->q) || !play_round(t, n))
                return;
            if (t->c[1].n % ROUND == 0)
                n = drop_hopeless(t, n);
            if (settled(t, n))
                return;
        }
        rank(t, n);
    }
}

/* The candidate that has proved itself best, or the first. */
static const struct candidate *proved(const struct thought *t)
{
    int best = 0;

    for (int k = 1; k < t->n; k++)
        if (believed(&t->c[k]) > (best ? believed(&t->c[best]) : 0))
            best = k;
    return &t->c[best];
}

static double until(const struct thought *t, double share)
{
    double now = spent(t->v, t->q);

    return now + (1 - now) * share;
}

/* ---- plans ---- */

static void vary_weights(int *weight, int n, struct rng *rng)
{
    static const int tenths[] = { 5, 7, 14, 20 };

    for (int i = 0; i < n; i++)
        if (rng_below(rng, 6) == 0)
            weight[i] = weight[i] * tenths[rng_below(rng, COUNT(tenths))] / 10;
}

static void vary_order(const struct play *p, int side, int *weight, struct rng *rng)
{
    int heard[PLAN_ORDERS], n = 0, which;

    for (int i = 0; i < mind_of(p->game)->orders; i++)
        if (mind_of(p->game)->ways(p, side, i) > 0)
            heard[n++] = i;
    if (n > 0) {
        which = heard[rng_below(rng, (uint32_t)n)];
        weight[which] = (int)rng_below(rng, (uint32_t)mind_of(p->game)->ways(p, side, which));
    }
}

/* A few orders other than they were; every other time, some weights. */
static void vary(const struct play *p, int side, int *weight, struct rng *rng)
{
    int orders = 1 + (int)rng_below(rng, 3);

    for (int i = 0; i < orders; i++)
        vary_order(p, side, weight + p->box->weights, rng);
    if (!mind_of(p->game)->orders || rng_below(rng, 2) == 0)
        vary_weights(weight, box_policy_weights(p->box), rng);
}

static void set_plan(struct candidate *c, const int *weight)
{
    *c = (struct candidate){ .action = -1 };
    memcpy(c->weight, weight, sizeof c->weight);
}

/* The game's own plans for the side, from the n-th candidate on. */
static int add_known_plans(struct thought *t, int n)
{
    const struct box *box = t->q->known->box;

    for (const struct plan_def *plan = mind_of(box->game)->plans; plan && plan->name && n < t->n;
         plan++)
        if (plan->side == t->q->side) {
            set_plan(&t->c[n], t->q->weight);
            lay_plan(box, plan, t->c[n].weight);
            n++;
        }
    return n;
}

/* A generation: the policy, the best plan so far, those the game knows in the first one, and variations. */
static void breed(struct thought *t, const int *best, bool first)
{
    int n = 2;

    set_plan(&t->c[0], t->q->weight);
    set_plan(&t->c[1], best);
    if (first)
        n = add_known_plans(t, n);
    for (; n < t->n; n++) {
        set_plan(&t->c[n], best);
        vary(t->q->known, t->q->side, t->c[n].weight, t->q->rng);
    }
}

/* How many courses there is budget for, by what one costs. */
static int affordable(struct thought *t, double end)
{
    double before = spent(t->v, t->q), cost;
    int worth;

    set_plan(&t->c[0], t->q->weight);
    if (!course(t, &t->c[0], &worth))
        return 0;
    cost = spent(t->v, t->q) - before;
    return cost > 0 && end > before ? (int)((end - before) / cost) : 0;
}

static int between(int n, int least, int most)
{
    return n < least ? least : n > most ? most : n;
}

static void make_plan(struct former *v, struct bot_question *q)
{
    struct thought t = { .v = v,
                         .q = q,
                         .seed = rng_next(q->rng),
                         .horizon = { mind_of(q->known->game)->foresight, MOST_ACTIONS } };
    double end = until(&t, plan_share);
    int courses = affordable(&t, end),
        generations = between(courses / (PLANS * ENOUGH), 1, GENERATIONS);
    int best[BOX_WEIGHTS];

    memcpy(best, v->weight, sizeof best);
    t.n = between(courses / generations / ENOUGH, 2, PLANS);
    for (int i = 0; i < generations; i++) {
        double now = spent(v, q);

        breed(&t, best, i == 0);
        halve(&t, now + (end - now) / (generations - i));
        memcpy(best, t.c[mean_gain(&t.c[1]) > 0].weight, sizeof best);
    }
    memcpy(v->weight, proved(&t)->weight, sizeof v->weight);
}

/* ---- choices ---- */

/* The policy's choice first, then what it likes next best. */
static void pick_candidates(struct thought *t, int first)
{
    const int *urge = t->v->thinker->urge;
    bool taken[MENU_MAX] = { false };

    for (int at = first; at >= 0 && t->n < CHOICES;) {
        struct candidate *c = &t->c[t->n++];

        set_plan(c, t->v->weight);
        c->action = at;
        taken[at] = true;
        at = -1;
        for (int i = 0; i < t->q->menu->n; i++)
            if (!taken[i] && (at < 0 || urge[i] > urge[at]))
                at = i;
    }
}

static int think_over(struct former *v, struct bot_question *q, int first)
{
    struct thought t = {
        .v = v, .q = q, .seed = rng_next(q->rng), .horizon = { CHOICE_ACTIONS, MOST_ACTIONS }
    };

    pick_candidates(&t, first);
    halve(&t, until(&t, choice_share));
    return proved(&t)->action;
}

/* ---- the bot ---- */

/* What has been mended in the policy since is left out. */
static void unmend(const struct box *box, const int *weight, int *base)
{
    const struct weight *w = mind_of(box->game)->weights;

    memcpy(base, weight, BOX_WEIGHTS * sizeof *base);
    for (int i = 0; i < box->weights; i++)
        if (strncmp(w[i].name, "mend-", strlen("mend-")) == 0)
            base[i] = 0;
}

static void *open_former(const struct box *box, int side)
{
    struct former *v = base_alloc(sizeof *v);

    (void)side;
    v->thinker = former_open(box);
    v->stint = -1;
    unmend(box, box->weight, v->weight);
    return v;
}

static void close_former(void *memory)
{
    struct former *v = memory;

    former_close(v->thinker);
    free(v);
}

static void used(const void *memory, struct bot_use *use)
{
    const struct former *v = memory;

    use->nodes = v->thinker->nodes;
    use->stints = v->stints + (v->thinker->nodes > v->nodes);
}

/* A new stint has the whole budget before it; the plan stays until there is a better one. */
static void begin(struct former *v, const struct bot_question *q)
{
    int stint = former_stint(q->known);

    v->since = former_now();
    if (stint != v->stint) {
        v->stints += v->thinker->nodes > v->nodes;
        v->stint = stint;
        v->planned = false;
        v->nodes = v->thinker->nodes;
        v->ns = 0;
    }
    v->thinker->stop = q->stop;
    v->thinker->deadline = q->budget.ms ? v->since - v->ns + ns_of(q) : 0;
}

static int decide(struct former *v, struct bot_question *q)
{
    struct play known = *q->known;
    int thought = known.game->steps[agenda_top(&known)->op]->thought, first;

    if (q->menu->n == 1)
        return 0;
    if (thought & THINK_PLAN && !v->planned) {
        v->planned = true;
        make_plan(v, q);
    }
    first = former_choose(v->thinker, &known, false, q->side, v->weight, q->menu, q->rng);
    return thought & THINK_CHOICE ? think_over(v, q, first) : first;
}

static int choose(void *memory, struct bot_question *asked)
{
    struct former *v = memory;
    struct bot_question q = *asked;
    int choice;

    unmend(q.known->box, q.weight, v->base);
    q.weight = v->base;
    begin(v, &q);
    choice = decide(v, &q);
    v->ns += former_now() - v->since;
    return choice;
}

const struct bot former_bot = {
    .name = "former",
    .about = "veteran as it was in November 2026, to measure others by",
    .strength = "for measuring",
    .open = open_former,
    .close = close_former,
    .choose = choose,
    .used = used,
};
