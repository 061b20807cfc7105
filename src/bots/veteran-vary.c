/*
 * veteran-vary.c: a plan other than it was, by little: orders, whims, weights, and single pieces: one goes to a place near
 * by, one stays, two change places, one is back with its formation.
 */
#include <string.h>

#include "kernel/board.h"
#include "kernel/muster.h"
#include "kernel/net.h"
#include "veteran.h"

enum {
    STEPS_MOST = 4,
    SWAP_FAR = 6
}; /* how far a piece is sent; how far apart two may be that change places */

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

/* ---- single pieces ---- */

/* The side's pieces that are seen to march. */
static void find_pieces(const struct play *p, int side, struct muster *m)
{
    const struct feature_set *features = mind_of(p->game)->features;
    int number[NET_INPUTS] = { 0 }, n = 0;

    memset(m, 0, sizeof *m);
    if (!features)
        return;
    features->read(p, number, m);
    for (int i = 0; i < m->n; i++)
        if (m->unit[i].side == side)
            m->unit[n++] = m->unit[i];
    m->n = n;
}

static int stray(const struct board *b, int cell, struct rng *rng)
{
    int steps = 1 + (int)rng_below(rng, STEPS_MOST);

    for (int i = 0; i < steps && b->cell[cell].links; i++)
        cell = board_links(b, cell)[rng_below(rng, (uint32_t)b->cell[cell].links)].cell;
    return cell;
}

/* Another piece near by, in another place; NULL: there is none. */
static const struct muster_unit *neighbour_of(const struct play *p, const struct muster *m,
                                              const struct muster_unit *u, struct rng *rng)
{
    const struct muster_unit *chosen = NULL;
    int n = 0;

    for (int i = 0; i < m->n; i++) {
        int far = m->unit[i].place == u->place
                      ? 0
                      : board_distance(p->box->board, m->unit[i].place, u->place);

        if (far > 0 && far <= SWAP_FAR && rng_below(rng, (uint32_t)++n) == 0)
            chosen = &m->unit[i];
    }
    return chosen;
}

static void recall_one(int *weight, struct rng *rng)
{
    plan_recall(weight, (int)rng_below(rng, DETACHED_MOST));
}

static void vary_pieces(const struct play *p, int side, int *weight, struct rng *rng)
{
    enum { GO, GO_ON, STAY, SWAP, RECALL, KINDS };
    const struct muster_unit *u, *other;
    struct muster m;
    int kind = (int)rng_below(rng, KINDS), place;

    find_pieces(p, side, &m);
    if (!m.n)
        return;
    u = &m.unit[rng_below(rng, (uint32_t)m.n)];
    other = kind == SWAP ? neighbour_of(p, &m, u, rng) : NULL;
    place = other ? other->place : kind == STAY ? u->place : stray(p->box->board, u->place, rng);
    if (kind == RECALL)
        recall_one(weight, rng);
    else
        plan_detach(weight, (struct detachment){ u->piece, place });
    if (other)
        plan_detach(weight, (struct detachment){ other->piece, u->place });
}

/* A few orders other than they were; every other time, some weights; now and then, a piece or two. */
void plan_vary(const struct play *p, int side, int *weight, struct rng *rng)
{
    int orders = 1 + (int)rng_below(rng, 3);

    for (int i = 0; i < orders; i++)
        vary_order(p, side, weight + p->box->weights, rng);
    if (!mind_of(p->game)->orders || rng_below(rng, 2) == 0)
        vary_weights(weight, box_policy_weights(p->box), rng);
    if (weight[WEIGHT_DETACHES] && rng_below(rng, 3) == 0)
        vary_pieces(p, side, weight, rng);
}
