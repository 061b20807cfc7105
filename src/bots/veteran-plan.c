/*
 * veteran-plan.c: the plan of a stint: orders, whims and weights (mind.h), by local search, generation by generation, each
 * by successive halving over courses on the same numbers.
 */
#include <string.h>

#include "veteran.h"

enum {
    ENOUGH = 6, /* courses a candidate for a generation of plans to be worth it */
    GENERATIONS = 12,
    GENERATIONS_LAST = 40,
    ANSWERED = 3, /* generations without which there is no time for the enemy's answers */
};
static const double plan_share =
    0.6; /* of what is left of the budget, at least; all, if nothing … */
static const double plan_most =
    0.95; /* … is weighed after it; so much, if that has wanted little lately */
static const double margin = 1.5;        /* choices may want so many times as much as they did */
static const double search_share = 0.75; /* of that, to find the best; the rest, to check it */
static const double answer_share = 0.2;  /* of what is left of the search, for the enemy */

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
        plan_vary(t->q->known, t->q->side, t->c[n].weight, t->q->rng);
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

/* After the first generation and in the middle: the rest is played against what he would do then. */
static bool answers_are_due(int generation, int generations)
{
    return generations >= ANSWERED &&
           (generation == 1 || (generation > 2 && generation == generations / 2));
}

/*
 * Generations that were settled soon leave time for more; as long as there is nothing to be checked, a part of what was
 * kept for that, too.
 */
static bool is_time_left(const struct thought *t, int generation, double end, double last)
{
    double until = compare_survivor(t) ? end : end + (last - end) / 2;

    return generation < GENERATIONS_LAST && !veteran_stopped(t->q) &&
           veteran_spent(t->v, t->q) < until;
}

struct search {
    int courses, generations, width; /* that there is budget for; candidates of a generation */
    double end, each;                /* of the budget: where it ends, what a generation has */
};

static void answer(struct thought *t, const struct search *s, int generation, const int *best)
{
    double now = veteran_spent(t->v, t->q);
    int left = s->courses * (s->generations - generation) / s->generations,
        tried = between((int)(answer_share * left) / ENOUGH, 3, ANSWERS_TRIED);

    answer_seek(t, best, tried, now + answer_share * (s->end - now));
}

static void generation(struct thought *t, const struct search *s, int number, int *best)
{
    int left = s->generations - number;
    double now;

    if (answers_are_due(number, s->generations))
        answer(t, s, number, best);
    now = veteran_spent(t->v, t->q);
    t->n = s->width;
    breed(t, best, number == 0);
    compare_halve(t, left > 0 ? now + (s->end - now) / left : now + s->each);
    memcpy(best, t->c[gain_mean(&t->c[1]) > 0].weight, sizeof t->c[0].weight);
}

static void search(struct thought *t, double end, double last)
{
    struct veteran *v = t->v;
    struct search s = { .courses = affordable(t, end), .end = end };
    const struct candidate *chosen;
    int best[BOX_WEIGHTS];

    memcpy(best, v->weight, sizeof best);
    s.generations = between(s.courses / (PLANS * ENOUGH), 1, GENERATIONS);
    s.each = (end - veteran_spent(v, t->q)) / s.generations;
    s.width = between(s.courses / s.generations / ENOUGH, 2, PLANS);
    for (int i = 0; i < s.generations || is_time_left(t, i, end, last); i++)
        generation(t, &s, i, best);
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

/* What choices do not want is the plan's. */
static double share_of_plan(const struct veteran *v, const struct game *game)
{
    double rest = 1 - margin * v->wanted;

    if (!choices_follow(game))
        return 1;
    return !v->tells_wanted || rest < plan_share ? plan_share : rest < plan_most ? rest : plan_most;
}

void plan_stint(struct veteran *v, struct bot_question *q)
{
    double share = share_of_plan(v, q->known->game);
    struct thought t;

    v->answers = 0;
    thought_begin(&t, v, q, think_foresight(q->known->box, q->weight));
    search(&t, thought_until(&t, share * search_share), thought_until(&t, share));
    thought_end(&t);
    v->planned_up_to = veteran_spent(v, q);
    v->hinted = false;
}
