/*
 * veteran-answer.c: what the enemy would do about a plan. His plans are bred against it, on guesses at what the side
 * does not know, and the best of them joins those that its candidates are played against: a best response to each side
 * in turn. He is not thought to know more than one course tells, nor is anything told of who he is in it.
 */
#include <string.h>

#include "veteran.h"

/* Those that the game knows, what he answered before, and variations of this. */
static void breed(struct thought *t, int foe, int tried)
{
    const struct bot_question *q = t->q;
    const struct veteran *v = t->v;
    const struct plan_def *plan = mind_of(q->known->game)->plans;
    const int *base = v->answers ? v->answer[v->answers - 1] : q->plain;

    candidate_plan(&t->c[0], q->plain);
    t->n = 1;
    for (; plan && plan->name && 2 * t->n < tried; plan++)
        if (plan->side == foe) {
            candidate_plan(&t->c[t->n], q->plain);
            think_lay_plan(q->known->box, plan, t->c[t->n++].weight);
        }
    for (; t->n < tried; t->n++) {
        candidate_plan(&t->c[t->n], base);
        t->c[t->n].weight[WEIGHT_DETACHES] = 0; /* of his pieces it is only guessed who is where */
        plan_vary(&v->thinker->root, foe, t->c[t->n].weight, q->rng);
    }
}

static void keep(struct veteran *v, const int *answer)
{
    int at = v->answers < ANSWERS_MOST ? v->answers++ : ANSWERS_MOST - 1;

    memcpy(v->answer[at], answer, sizeof v->answer[at]);
}

void answer_seek(struct thought *t, const int *plan, int tried, double until)
{
    const struct bot_question *q = t->q;
    int rounds = t->rounds, best;
    double sum = t->sum;

    if (!q->plain[WEIGHT_ANSWERS] || game_sides(q->known->game) != 2)
        return;
    think_guess(t->v->thinker, q->known, q->side, q->rng);
    t->against = plan;
    breed(t, 1 - q->side, tried);
    compare_halve(t, until);
    best = compare_survivor(t);
    if (best)
        keep(t->v, t->c[best].weight);
    t->against = NULL;
    t->rounds = best ? 0 : rounds; /* of other enemies than before */
    t->sum = best ? 0 : sum;
}
