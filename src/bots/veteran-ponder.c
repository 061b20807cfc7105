/*
 * veteran-ponder.c: thinking in the enemy's time. What is not known is guessed, both sides play on by their policies to where
 * the side plans its next stint, and a plan is looked for there as if it were so. It is one candidate more when the
 * stint really begins, and has to prove itself like any other: until then nothing is decided otherwise.
 */
#include <string.h>

#include "veteran.h"

/* To the head of the next stint, as it may be; false: it does not come to that, or it was stopped. */
static bool foresee_stint(struct veteran *v, const struct bot_question *q)
{
    const int *weight[SIDES_MAX];

    v->thinker->stop = q->stop;
    v->thinker->deadline = 0;
    think_guess(v->thinker, q->known, q->side, q->rng);
    think_begin_line(v->thinker);
    for (int i = 0; i < SIDES_MAX; i++)
        weight[i] = i == q->side ? v->weight : q->plain;
    return think_play_to_plan(v->thinker, weight, q->side, v->purse.stint, q->rng);
}

/* The plan for a position that its own thinker has in mind; with a purse of its own. */
static void plan_ahead(struct veteran *dream, const struct bot_question *q, struct play *then)
{
    struct bot_question at = *q;

    at.known = then;
    at.menu = play_menu(then);
    think_purse_new(&dream->purse);
    think_purse_open(&dream->purse, dream->thinker, &at);
    plan_stint(dream, &at);
}

void ponder_next(struct veteran *v, const struct bot_question *q)
{
    struct thinker *room;
    struct veteran dream = { .begun = true };
    uint64_t before = v->thinker->nodes;

    if (foresee_stint(v, q)) {
        room = think_open(q->known->box);
        dream.thinker = think_open(q->known->box);
        memcpy(dream.weight, v->weight, sizeof dream.weight);
        play_redact(&v->thinker->line, q->side, &room->root);
        plan_ahead(&dream, q, &room->root);
        memcpy(v->hint, dream.weight, sizeof v->hint);
        v->hinted = true;
        think_close(dream.thinker);
        think_close(room);
    }
    v->thinker->nodes = before; /* the next stint's budget is its own */
}
