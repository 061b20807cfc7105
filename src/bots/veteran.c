/*
 * veteran.c: the bot that thinks ahead. It plays as cadet does, but where a step is marked as worth a
 * thought (struct step_def) it plays courses on in its mind: what it does not know filled in by guess(),
 * both sides by cadet's policy, the enemy also by the plans that the game knows for him, dice by the
 * generator, up to the end of a player turn or impulse some way ahead.
 *
 * THINK_PLAN: once a stint it looks for a better plan, a plan being orders (mind.h) and the policy
 * with other weights: local search, generation by generation, by successive halving over courses on the
 * same numbers.
 * THINK_CHOICE: it compares the actions that the policy likes best and commits to one, decision by decision.
 * Whoever asks for advice is told what was compared: then every step is worth a choice, with all that is left.
 * A departure from the policy must prove itself: the mean gain, less a part of its error, must be above zero; and
 * of what has survived the comparison of many, again on fresh luck, where it is one against one.
 *
 * Whoever wants to know why (bot_why) is told from the courses that it plays anyway; nothing is played for that.
 *
 * The budget is for a stint: effort is thousands of actions played in the mind; milliseconds are wall time.
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/urge.h"
#include "veteran.h"

enum { JUDGED_LEAST = 16 };              /* courses before a verdict */
static const double choice_share = 0.2;  /* of what is left of the budget */
static const double search_share = 0.75; /* of that, to find the best; the rest, to check it */
static const double judge_share = 0.5;   /* of all, to find what is better than somebody's action */

/* ---- the budget ---- */

double veteran_spent(const struct veteran *v, const struct bot_question *q)
{
    return think_spent(&v->purse, v->thinker, q);
}

bool veteran_stopped(const struct bot_question *q)
{
    return q->stop && atomic_load_explicit(q->stop, memory_order_relaxed);
}

double thought_until(const struct thought *t, double share)
{
    double now = veteran_spent(t->v, t->q);

    return now + (1 - now) * share;
}

/* ---- choices ---- */

/* The policy's choice first, then what it likes next best. */
static void pick_candidates(struct thought *t, int first)
{
    const int *urge = t->v->thinker->urge;
    bool taken[MENU_MAX] = { false };

    for (int at = first; at >= 0 && t->n < CHOICES;) {
        struct candidate *c = &t->c[t->n++];

        candidate_plan(c, t->v->weight);
        c->action = at;
        taken[at] = true;
        at = -1;
        for (int i = 0; i < t->q->menu->n; i++)
            if (!taken[i] && urge[i] > URGE_NEVER && (at < 0 || urge[i] > urge[at]))
                at = i;
    }
}

static int think_over(struct veteran *v, struct bot_question *q, int first)
{
    const struct candidate *best;
    double share = q->advice ? 1 : choice_share, last;
    struct thought t;

    thought_begin(&t, v, q, CHOICE_ACTIONS);
    last = thought_until(&t, share);
    pick_candidates(&t, first);
    compare_halve(&t, thought_until(&t, share * search_share));
    best = compare_proved(&t, last);
    if (q->advice)
        tell_advice(&t, best, q->advice);
    if (q->why)
        tell_choice(&t, best, q->why);
    thought_end(&t);
    return best->action;
}

/* Before there was a plan: the policy. */
static void begin(struct veteran *v, const struct bot_question *q)
{
    if (!v->begun)
        memcpy(v->weight, q->weight, sizeof v->weight);
    v->begun = true;
}

/* ---- judging ---- */

/* The action is one of those that are compared. */
static void add_candidate(struct thought *t, int action)
{
    for (int i = 0; i < t->n; i++)
        if (t->c[i].action == action)
            return;
    candidate_plan(&t->c[t->n], t->v->weight);
    t->c[t->n++].action = action;
}

/* It and the best that was found, alone, on luck that has chosen nobody. */
static void duel(struct thought *t, int action, int best)
{
    candidate_plan(&t->c[0], t->v->weight);
    candidate_plan(&t->c[1], t->v->weight);
    t->c[0].action = action;
    t->c[1].action = best;
    t->n = 2;
    t->rounds = 0;
    t->sum = 0;
    compare_duel(t, JUDGED_LEAST);
}

static void judge(void *memory, struct bot_question *q, int action, struct bot_verdict *verdict)
{
    struct veteran *v = memory;
    struct play known = *q->known;
    struct bot_view mine, other;
    struct thought t;
    int best;

    begin(v, q);
    think_purse_open(&v->purse, v->thinker, q);
    thought_begin(&t, v, q, CHOICE_ACTIONS);
    pick_candidates(&t,
                    think_choose(v->thinker, &known, false, q->side, v->weight, q->menu, q->rng));
    add_candidate(&t, action);
    compare_halve(&t, thought_until(&t, judge_share));
    best = t.c[compare_survivor(&t)].action;
    duel(&t, action, best);
    mine = tell_view(&t, &t.c[0]);
    other = tell_view(&t, &t.c[1]);
    *verdict = (struct bot_verdict){ .best = q->menu->a[best],
                                     .courses = t.rounds,
                                     .chance = mine.chance,
                                     .perhaps = other.chance,
                                     .left = other.chance - mine.chance,
                                     .doubt = other.doubt };
    thought_end(&t);
    think_purse_close(&v->purse);
}

/* ---- the bot ---- */

static void *open_veteran(const struct box *box, int side)
{
    struct veteran *v = base_alloc(sizeof *v);

    (void)side;
    v->thinker = think_open(box);
    think_purse_new(&v->purse);
    return v;
}

static void close_veteran(void *memory)
{
    struct veteran *v = memory;

    think_close(v->thinker);
    free(v);
}

static void used(const void *memory, struct bot_use *use)
{
    const struct veteran *v = memory;

    think_used(&v->purse, v->thinker, use);
}

static int decide(struct veteran *v, struct bot_question *q)
{
    struct play known = *q->known;
    int thought = known.game->steps[agenda_top(&known)->op]->thought, first;

    if (q->menu->n == 1)
        return 0;
    if (thought & THINK_PLAN && !v->planned) {
        v->planned = true;
        plan_stint(v, q);
    }
    first = think_choose(v->thinker, &known, false, q->side, v->weight, q->menu, q->rng);
    return thought & THINK_CHOICE || q->advice ? think_over(v, q, first) : first;
}

static void ponder(void *memory, struct bot_question *q)
{
    struct veteran *v = memory;

    begin(v, q);
    ponder_next(v, q);
}

/* The plan stays until there is a better one. */
static void begin_stint(struct veteran *v)
{
    double wanted = v->spent - v->planned_up_to;

    if (v->planned) {
        v->wanted = wanted > v->wanted ? wanted : (wanted + v->wanted) / 2;
        v->tells_wanted = true;
    }
    v->planned = false;
}

static int choose(void *memory, struct bot_question *q)
{
    struct veteran *v = memory;
    int choice;

    begin(v, q);
    if (think_purse_open(&v->purse, v->thinker, q))
        begin_stint(v);
    choice = decide(v, q);
    v->spent = veteran_spent(v, q);
    think_purse_close(&v->purse);
    return choice;
}

const struct bot veteran_bot = {
    .name = "veteran",
    .about = "plays courses on in its mind before it decides; the more time the better",
    .level = 5,
    .strength = "the hardest: thinks as long as it may, tries whole plans against your answers",
    .open = open_veteran,
    .close = close_veteran,
    .choose = choose,
    .used = used,
    .ponder = ponder,
    .judge = judge,
};
