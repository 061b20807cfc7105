/*
 * veteran-plan.c: the plan of a stint: orders, whims and weights (mind.h), by local search, generation by generation, each
 * by successive halving over courses on the same numbers.
 */
#include <string.h>

#include "veteran.h"

enum {
    ENOUGH = 6, /* courses a candidate for a generation of plans to be worth it */
    GENERATIONS = 12,
};
static const double plan_share =
    0.6; /* of what is left of the budget; all, if nothing is weighed after it */
static const double search_share = 0.75; /* of that, to find the best; the rest, to check it */

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

/* The game's own plans for the side, from the n-th candidate on. */
static int add_known_plans(struct thought *t, int n)
{
    const struct box *box = t->q->known->box;

    for (const struct plan_def *plan = mind_of(box->game)->plans; plan && plan->name && n < t->n;
         plan++)
        if (plan->side == t->q->side) {
            candidate_plan(&t->c[n], t->q->weight);
            think_lay_plan(box, plan, t->c[n].weight);
            n++;
        }
    return n;
}

/* A generation: the policy, the best plan so far, in the first one what was thought of before and those the game knows,
 * and variations. */
static void breed(struct thought *t, const int *best, bool first)
{
    int n = 2;

    candidate_plan(&t->c[0], t->q->weight);
    candidate_plan(&t->c[1], best);
    if (first && t->v->hinted && n < t->n)
        candidate_plan(&t->c[n++], t->v->hint);
    if (first)
        n = add_known_plans(t, n);
    for (; n < t->n; n++) {
        candidate_plan(&t->c[n], best);
        vary(t->q->known, t->q->side, t->c[n].weight, t->q->rng);
    }
}

/* How many courses there is budget for, by what one costs. */
static int affordable(struct thought *t, double end)
{
    double before = veteran_spent(t->v, t->q), cost;

    candidate_plan(&t->c[0], t->q->weight);
    if (!course_try(t, &t->c[0]))
        return 0;
    cost = veteran_spent(t->v, t->q) - before;
    return cost > 0 && end > before ? (int)((end - before) / cost) : 0;
}

static int between(int n, int least, int most)
{
    return n < least ? least : n > most ? most : n;
}

static void search(struct thought *t, double end, double last)
{
    struct veteran *v = t->v;
    int courses = affordable(t, end),
        generations = between(courses / (PLANS * ENOUGH), 1, GENERATIONS);
    const struct candidate *chosen;
    int best[BOX_WEIGHTS];

    memcpy(best, v->weight, sizeof best);
    t->n = between(courses / generations / ENOUGH, 2, PLANS);
    for (int i = 0; i < generations; i++) {
        double now = veteran_spent(v, t->q);

        breed(t, best, i == 0);
        compare_halve(t, now + (end - now) / (generations - i));
        memcpy(best, t->c[gain_mean(&t->c[1]) > 0].weight, sizeof best);
    }
    chosen = compare_proved(t, last);
    if (t->q->why)
        tell_plans(t, chosen, t->q->why);
    memcpy(v->weight, chosen->weight, sizeof v->weight);
}

/* Does anything else want a part of the budget? */
static bool choices_follow(const struct game *game)
{
    for (int i = 0; game->steps[i]; i++)
        if (game->steps[i]->thought & THINK_CHOICE)
            return true;
    return false;
}

void plan_stint(struct veteran *v, struct bot_question *q)
{
    double share = choices_follow(q->known->game) ? plan_share : 1;
    struct thought t;

    thought_begin(&t, v, q, think_foresight(q->known->box, q->weight));
    search(&t, thought_until(&t, share * search_share), thought_until(&t, share));
    thought_end(&t);
    v->hinted = false;
}
