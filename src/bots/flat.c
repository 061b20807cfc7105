/*
 * flat.c: flat Monte Carlo, a bot for measuring: at every decision UCB1 (Auer, Cesa-Bianchi, Fischer) over the
 * whole menu, each try a course by both policies. What the policy likes best is tried first.
 */
#include <math.h>
#include <stdlib.h>

#include "peer.h"

static const double share = 0.1;   /* of what is left of the budget, for a decision */
static const double explore = 0.7; /* of the spread of 0 to 1 */

struct arm {
    int action, n;
    double sum;
};

struct flat {
    struct peer peer; /* first */
    struct arm arm[MENU_MAX];
};

/* The n-th try: each once, in the order of liking, then by the bound. */
static struct arm *next_arm(struct flat *f, int arms, int n)
{
    double best = -1;
    int at = 0;

    if (n < arms)
        return &f->arm[n];
    for (int i = 0; i < arms; i++) {
        const struct arm *arm = &f->arm[i];
        double bound = arm->sum / arm->n + explore * sqrt(log(n) / arm->n);

        if (bound > best) {
            best = bound;
            at = i;
        }
    }
    return &f->arm[at];
}

/* The one tried most often; among those the best. */
static int most_tried(const struct flat *f, int arms)
{
    int best = 0;

    for (int i = 1; i < arms; i++)
        if (f->arm[i].n > f->arm[best].n ||
            (f->arm[i].n == f->arm[best].n && f->arm[i].sum > f->arm[best].sum))
            best = i;
    return f->arm[best].action;
}

static double try_it(struct flat *f, const struct bot_question *q, const struct arm *arm,
                     uint64_t seed)
{
    const int *weight[SIDES_MAX];
    int enemy[BOX_WEIGHTS];
    struct rng luck;

    think_foresee(q, arm->n, enemy);
    for (int i = 0; i < SIDES_MAX; i++)
        weight[i] = i == q->side ? q->weight : enemy;
    peer_begin_course(&f->peer, q, seed, arm->n, &luck);
    peer_play(&f->peer, &q->menu->a[arm->action]);
    return peer_finish(&f->peer, q, weight, (struct think_horizon){ PEER_ACTIONS, PEER_MOST },
                       &luck);
}

static int think_over(struct flat *f, struct bot_question *q)
{
    int liked[MENU_MAX],
        arms = peer_liked(f->peer.thinker, peer_policy(&f->peer, q), q->menu->n, q->menu->n, liked);
    double until = peer_until(&f->peer, q, share);
    uint64_t seed = rng_next(q->rng);

    for (int i = 0; i < arms; i++)
        f->arm[i] = (struct arm){ .action = liked[i] };
    for (int n = 0; peer_goes_on(&f->peer, q, until); n++) {
        struct arm *arm = next_arm(f, arms, n);
        double worth = try_it(f, q, arm, seed);

        if (worth < 0)
            break;
        arm->n++;
        arm->sum += worth;
    }
    return most_tried(f, arms);
}

static int choose(void *memory, struct bot_question *q)
{
    struct flat *f = memory;
    int choice;

    peer_begin(&f->peer, q);
    choice = q->menu->n == 1 ? 0 : f->peer.awake ? think_over(f, q) : peer_policy(&f->peer, q);
    peer_end(&f->peer);
    return choice;
}

static void *open_flat(const struct box *box, int side)
{
    struct flat *f = base_alloc(sizeof *f);

    (void)side;
    peer_open(&f->peer, box);
    return f;
}

static void close_flat(void *memory)
{
    struct flat *f = memory;

    peer_close(&f->peer);
    free(f);
}

const struct bot flat_bot = {
    .name = "flat",
    .about = "flat Monte Carlo over the whole menu, to measure others by",
    .strength = "for measuring",
    .open = open_flat,
    .close = close_flat,
    .choose = choose,
    .used = peer_used,
};
