/*
 * oep.c: online evolutionary planning (Justesen, Mahlmann, Risi, Togelius), a bot for measuring. A genome is what
 * the side decides in the rest of the stint; where that is not legal the policy repairs it. Sixteen of them, judged
 * by courses on the same luck, by their mean over the generations; the worse half gives way to children of the
 * better one: one-point crossover, and a decision changed to one of those that the policy likes best.
 */
#include <stdlib.h>
#include <string.h>

#include "peer.h"

enum { GENOMES = 16, GENES = 200, LIKED = 6 };
static const double first_share = 0.6, later_share = 0.2; /* of what is left, as veteran has it */

struct genome {
    int n, changed;   /* genes; the one to be changed when it is played, or -1 */
    int judged, born; /* on how many courses; which of all genomes it is */
    double sum;
    struct action gene[GENES];
};

struct oep {
    struct peer peer; /* first */
    bool planned;
    int born;
    int at; /* genes of the first genome that have been played */
    struct genome genome[GENOMES];
};

/* ---- a course ---- */

/* The side's decision: as the genome has it, or as the policy; what is done is written down. */
static struct action decide(struct oep *o, struct genome *g, int i, const struct bot_question *q,
                            struct rng *luck)
{
    struct play *line = &o->peer.thinker->line;
    const struct menu *menu = play_menu(line);
    struct action a;
    int first, liked[LIKED];

    if (i < g->n && i != g->changed && menu_has(menu, &g->gene[i]))
        return g->gene[i];
    first = think_choose(o->peer.thinker, line, true, q->side, q->weight, menu, luck);
    if (i == g->changed) {
        int n = peer_liked(o->peer.thinker, first, menu->n, LIKED, liked);

        first = liked[rng_below(luck, (uint32_t)n)];
        g->changed = -1;
    }
    a = menu->a[first];
    if (i < GENES) {
        g->gene[i] = a;
        g->n = i < g->n ? g->n : i + 1;
    }
    return a;
}

/* The rest of the stint by the genome, the enemy by his policy; how many actions. */
static int play_stint(struct oep *o, struct genome *g, const struct bot_question *q,
                      const int *enemy, struct rng *luck)
{
    struct thinker *thinker = o->peer.thinker;
    struct play *line = &thinker->line;
    int stint = think_stint(line), actions = 0;

    for (int i = o->at; peer_settle(&o->peer, luck, &actions) && think_stint(line) == stint;
         actions++) {
        int who = play_who(line);
        struct action a;

        if (who == q->side) {
            a = decide(o, g, i++, q, luck);
        } else {
            const struct menu *menu = play_menu(line);

            a = menu->a[think_choose(thinker, line, true, who, enemy, menu, luck)];
        }
        peer_play(&o->peer, &a);
    }
    return actions;
}

/* False: no time. */
static bool judge(struct oep *o, struct genome *g, const struct bot_question *q, uint64_t seed,
                  int number)
{
    int ahead = think_foresight(q->known->box, q->weight), enemy[BOX_WEIGHTS], actions;
    const int *weight[SIDES_MAX];
    struct rng luck;
    double worth;

    think_foresee(q, number, enemy);
    for (int i = 0; i < SIDES_MAX; i++)
        weight[i] = i == q->side ? q->weight : enemy;
    peer_begin_course(&o->peer, q, seed, number, &luck);
    actions = play_stint(o, g, q, enemy, &luck);
    ahead = ahead ? ahead : PEER_ACTIONS;
    worth = peer_finish(&o->peer, q, weight,
                        (struct think_horizon){ ahead > actions ? ahead - actions : 0, PEER_MOST },
                        &luck);
    if (worth < 0)
        return false;
    g->judged++;
    g->sum += worth;
    return true;
}

/* ---- evolution ---- */

static double mean(const struct genome *g)
{
    return g->judged ? g->sum / g->judged : -1;
}

static int by_mean(const void *a, const void *b)
{
    double x = mean(a), y = mean(b);

    return x < y   ? 1
           : x > y ? -1
                   : ((const struct genome *)a)->born - ((const struct genome *)b)->born;
}

/* Some decision from here on is to be another one. */
static void mutate(const struct oep *o, struct genome *g, struct rng *rng)
{
    int n = g->n - o->at;

    g->changed = o->at + (n > 0 ? (int)rng_below(rng, (uint32_t)n) : 0);
}

/* The first part of one, the rest of another. */
static void cross(struct oep *o, const struct genome *a, const struct genome *b,
                  struct genome *child, struct rng *rng)
{
    int n = a->n - o->at, cut = o->at + (n > 0 ? (int)rng_below(rng, (uint32_t)n + 1) : 0);

    *child = *b;
    memcpy(child->gene, a->gene, (size_t)cut * sizeof *child->gene);
    child->n = child->n > cut ? child->n : cut;
    child->judged = 0;
    child->born = o->born++;
    child->sum = 0;
    mutate(o, child, rng);
}

static void breed(struct oep *o, struct rng *rng)
{
    for (int i = GENOMES / 2; i < GENOMES; i++)
        cross(o, &o->genome[rng_below(rng, GENOMES / 2)], &o->genome[rng_below(rng, GENOMES / 2)],
              &o->genome[i], rng);
}

/* The first is what was planned, or in a new stint the policy; the others are its children. */
static bool begin(struct oep *o, struct bot_question *q, uint64_t seed)
{
    struct genome *first = &o->genome[0];

    if (!o->planned) {
        first->n = 0;
        o->at = 0;
    }
    o->planned = true;
    first->changed = -1;
    first->judged = 0;
    first->sum = 0;
    if (!judge(o, first, q, seed, 0))
        return false;
    for (int i = 1; i < GENOMES; i++)
        cross(o, first, first, &o->genome[i], q->rng);
    return true;
}

static void evolve(struct oep *o, struct bot_question *q)
{
    double until = peer_until(&o->peer, q, o->planned ? later_share : first_share);
    uint64_t seed = rng_next(q->rng);
    bool on = begin(o, q, seed);

    for (int generation = 1; on && peer_goes_on(&o->peer, q, until); generation++) {
        for (int i = 0; on && i < GENOMES; i++)
            on = peer_goes_on(&o->peer, q, until) && judge(o, &o->genome[i], q, seed, generation);
        if (!on)
            break;
        qsort(o->genome, GENOMES, sizeof *o->genome, by_mean);
        breed(o, q->rng);
    }
}

/* ---- the bot ---- */

/* The next decision of the plan, if it can be done. */
static int follow(struct oep *o, struct bot_question *q)
{
    struct genome *g = &o->genome[0];
    int choice = -1;

    for (int i = 0; o->at < g->n && i < q->menu->n && choice < 0; i++)
        if (peer_same(&q->menu->a[i], &g->gene[o->at]))
            choice = i;
    if (choice < 0)
        choice = peer_policy(&o->peer, q);
    if (o->at < GENES) {
        g->gene[o->at++] = q->menu->a[choice];
        g->n = g->n > o->at ? g->n : o->at;
    }
    return choice;
}

static int think_over(struct oep *o, struct bot_question *q)
{
    const struct play *known = q->known;

    if (known->game->steps[agenda_top(known)->op]->thought && peer_goes_on(&o->peer, q, 1))
        evolve(o, q);
    return o->planned ? follow(o, q) : peer_policy(&o->peer, q);
}

static int choose(void *memory, struct bot_question *q)
{
    struct oep *o = memory;
    int choice;

    if (peer_begin(&o->peer, q))
        o->planned = false;
    choice = q->menu->n == 1 ? 0 : think_over(o, q);
    peer_end(&o->peer);
    return choice;
}

static void *open_oep(const struct box *box, int side)
{
    struct oep *o = base_alloc(sizeof *o);

    (void)side;
    peer_open(&o->peer, box);
    return o;
}

static void close_oep(void *memory)
{
    struct oep *o = memory;

    peer_close(&o->peer);
    free(o);
}

const struct bot oep_bot = {
    .name = "oep",
    .about = "evolves the decisions of a whole turn, to measure others by",
    .strength = "for measuring",
    .open = open_oep,
    .close = close_oep,
    .choose = choose,
    .used = peer_used,
};
