/*
 * pgs.c: portfolio greedy search (Churchill, Buro), a bot for measuring. A plan is an order or whim for each corps
 * (mind.h); it begins with the best of the plans that the game knows and is improved corps by corps, then the
 * enemy's answer to it in the same way, then the plan against that answer. No thought at single choices.
 */
#include <stdlib.h>
#include <string.h>

#include "peer.h"

enum { WAYS = 4, COURSES = 4 }; /* that are compared for a corps, and on how many courses */
static const double share_of[] = { 0.45, 0.35, 0.8 }; /* of what is left: mine, his, mine again */

struct pgs {
    struct peer peer; /* first */
    bool planned;
    int mine[BOX_WEIGHTS], his[BOX_WEIGHTS];
};

/* A comparison: of whose plan, on which luck. */
struct trial {
    struct pgs *b;
    struct bot_question *q;
    bool mine;
    uint64_t seed;
    int number;
};

/* The mean worth to him whose plan is tried; below 0: broken off. */
static double judge(struct trial *t, const int *plan)
{
    struct think_horizon horizon = { think_foresight(t->q->known->box, t->q->weight), PEER_MOST };
    const int *weight[SIDES_MAX];
    double sum = 0;

    horizon.least = horizon.least ? horizon.least : PEER_ACTIONS;
    for (int i = 0; i < SIDES_MAX; i++)
        weight[i] = (i == t->q->side) == t->mine ? plan : t->mine ? t->b->his : t->b->mine;
    for (int i = 0; i < COURSES; i++) {
        struct rng luck;
        double worth;

        peer_begin_course(&t->b->peer, t->q, t->seed, t->number + i, &luck);
        worth = peer_finish(&t->b->peer, t->q, weight, horizon, &luck);
        if (worth < 0)
            return -1;
        sum += t->mine ? worth : 1 - worth;
    }
    return sum / COURSES;
}

static int side_of(const struct trial *t)
{
    return t->mine ? t->q->side : (t->q->side + 1) % game_sides(t->q->known->game);
}

/* The best of the game's own plans and none, on the same luck. */
static void begin_with(struct trial *t, int *plan, double until)
{
    const struct box *box = t->q->known->box;
    double best = judge(t, plan);

    for (const struct plan_def *d = mind_of(box->game)->plans; d && d->name; d++) {
        int tried[BOX_WEIGHTS];
        double worth;

        if (d->side != side_of(t) || !peer_goes_on(&t->b->peer, t->q, until))
            continue;
        memcpy(tried, t->q->weight, sizeof tried);
        think_lay_plan(box, d, tried);
        worth = judge(t, tried);
        if (worth > best) {
            best = worth;
            memcpy(plan, tried, sizeof tried);
        }
    }
    t->number += COURSES;
}

/* One corps: what it is told now against a few other ways. False: nobody hears this order. */
static bool improve_order(struct trial *t, int *plan, int order, double until)
{
    const struct box *box = t->q->known->box;
    int *told = &plan[box->weights + order], keep = *told, best = keep,
        ways = mind_of(box->game)->ways(&t->b->peer.thinker->root, side_of(t), order);
    double most;

    if (ways < 1)
        return false;
    most = judge(t, plan);
    for (int i = 1; i < WAYS && peer_goes_on(&t->b->peer, t->q, until); i++) {
        double worth;

        *told = (int)rng_below(t->q->rng, (uint32_t)ways);
        worth = *told == keep ? -1 : judge(t, plan);
        if (worth > most) {
            most = worth;
            best = *told;
        }
    }
    *told = best;
    t->number += COURSES;
    return true;
}

static void improve(struct trial *t, int *plan, double until)
{
    int orders = mind_of(t->q->known->game)->orders, heard = 1;

    while (heard > 0) {
        heard = 0;
        for (int i = 0; i < orders; i++) {
            if (!peer_goes_on(&t->b->peer, t->q, until))
                return;
            heard += improve_order(t, plan, i, until);
        }
    }
}

static void make_plan(struct pgs *b, struct bot_question *q)
{
    memcpy(b->mine, q->weight, sizeof b->mine);
    memcpy(b->his, q->weight, sizeof b->his);
    for (int i = 0; i < COUNT(share_of); i++) {
        struct trial t = { .b = b, .q = q, .mine = i != 1, .seed = rng_next(q->rng) };
        int *plan = t.mine ? b->mine : b->his;
        double until = peer_until(&b->peer, q, share_of[i]);

        if (i < 2)
            begin_with(&t, plan, until);
        improve(&t, plan, until);
    }
}

static int decide(struct pgs *b, struct bot_question *q)
{
    struct play known = *q->known;

    if (q->menu->n == 1)
        return 0;
    if (known.game->steps[agenda_top(&known)->op]->thought & THINK_PLAN && !b->planned) {
        b->planned = true;
        make_plan(b, q);
    }
    return think_choose(b->peer.thinker, &known, false, q->side, b->mine, q->menu, q->rng);
}

static int choose(void *memory, struct bot_question *q)
{
    struct pgs *b = memory;
    int choice;

    if (peer_begin(&b->peer, q))
        b->planned = false; /* the plan stays until there is a better one */
    choice = decide(b, q);
    peer_end(&b->peer);
    return choice;
}

static void *open_pgs(const struct box *box, int side)
{
    struct pgs *b = base_alloc(sizeof *b);

    (void)side;
    peer_open(&b->peer, box);
    memcpy(b->mine, box->weight, sizeof b->mine);
    return b;
}

static void close_pgs(void *memory)
{
    struct pgs *b = memory;

    peer_close(&b->peer);
    free(b);
}

const struct bot pgs_bot = {
    .name = "pgs",
    .about = "portfolio greedy search, corps by corps, to measure others by",
    .strength = "for measuring",
    .open = open_pgs,
    .close = close_pgs,
    .choose = choose,
    .used = peer_used,
};
