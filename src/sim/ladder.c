/*
 * ladder.c: who is stronger. Which scenarios are even enough is found out by games between cadets; then every pair
 * of bots plays on both sides of each; ratings and their intervals are worked out from all of it (sim.h).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

static const double even_enough = 0.2;     /* points of the weaker side, by cadets */
static const double prior = 0.25;          /* of a pair: so many wins each that nobody has seen */
enum { SCALINGS = 400, DRAW_SEED = 1815 }; /* of the iteration; of the bootstrap */

/* ---- games ---- */

struct climb {
    struct sim_ladder *ladder;
    struct text *wrong;
    struct sim_result *result;
    struct sim_use *use;
    struct sim_progress all; /* before the run that is on */
};

static bool is_stopped(const struct sim_ladder *l)
{
    return l->stop && atomic_load_explicit(l->stop, memory_order_relaxed);
}

static void pass_on(void *self, const struct sim_progress *p)
{
    struct climb *c = self;
    struct sim_progress all = c->all;

    all.done += p->done;
    all.actions += p->actions;
    all.seconds += p->seconds;
    c->ladder->progress(c->ladder->self, &all);
}

/* So many games of two in a scenario. */
static bool play(struct climb *c, int scenario, int games, const struct bot_player *first,
                 const struct bot_player *second, struct sim_tally *tally)
{
    struct sim_ladder *l = c->ladder;
    struct sim_setup setup = *l->setup;
    struct sim_run run = { .setup = &setup,
                           .games = games,
                           .jobs = l->jobs,
                           .stop = l->stop,
                           .progress = l->progress ? pass_on : NULL,
                           .self = c,
                           .result = c->result,
                           .use = c->use };

    setup.scenario = scenario;
    setup.player[0] = *first;
    setup.player[1] = *second;
    memset(c->result, 0, (size_t)games * sizeof *c->result);
    memset(c->use, 0, (size_t)games * sizeof *c->use);
    if (sim_run(&run, c->wrong))
        return false;
    sim_tally(&run, tally);
    l->errors += tally->errors;
    c->all.done += games;
    c->all.actions += tally->actions;
    c->all.seconds += run.seconds;
    return true;
}

/* ---- which scenarios count ---- */

static bool weigh_ground(struct climb *c, struct sim_ground *g)
{
    struct bot_player cadet = { .bot = bot_find("cadet") };
    struct sim_tally tally;

    g->even = true;
    if (g->stated || is_stopped(c->ladder))
        return true;
    if (!play(c, g->scenario, LADDER_EVEN_GAMES, &cadet, &cadet, &tally))
        return false;
    g->games = tally.games;
    g->first = tally.wins[0] + tally.draws / 2.0;
    g->even = g->first >= even_enough * g->games && g->first <= (1 - even_enough) * g->games;
    return true;
}

/* ---- bouts ---- */

static void spend(struct sim_rung *rung, const struct sim_use *use, int side)
{
    rung->use.nodes += use->of[side].nodes;
    rung->use.stints += use->of[side].stints;
    rung->seconds += use->seconds[side];
}

/* The first bot has that side. */
static bool play_side(struct climb *c, struct sim_bout *b, int side)
{
    struct sim_ladder *l = c->ladder;
    struct sim_rung *one = &l->rung[b->bot[0]], *two = &l->rung[b->bot[1]];
    struct sim_tally t;

    if (!play(c, b->scenario, l->games, side ? &two->player : &one->player,
              side ? &one->player : &two->player, &t))
        return false;
    b->won[side] = t.wins[side];
    b->lost[side] = t.wins[1 - side];
    b->drawn[side] = t.draws;
    one->games += t.games;
    two->games += t.games;
    one->points += t.wins[side] + t.draws / 2.0;
    two->points += t.wins[1 - side] + t.draws / 2.0;
    for (int i = 0; i < l->games; i++) {
        spend(one, &c->use[i], side);
        spend(two, &c->use[i], 1 - side);
    }
    return true;
}

static void arrange_bouts(struct sim_ladder *l)
{
    l->bout = base_alloc((size_t)(l->bots * l->bots * l->grounds + 1) * sizeof *l->bout);
    for (int g = 0; g < l->grounds; g++)
        for (int i = 0; l->ground[g].even && i < l->bots; i++)
            for (int k = i + 1; k < l->bots; k++)
                l->bout[l->bouts++] =
                    (struct sim_bout){ .bot = { i, k }, .scenario = l->ground[g].scenario };
}

static bool play_bouts(struct climb *c)
{
    struct sim_ladder *l = c->ladder;

    for (int i = 0; i < l->bouts; i++)
        for (int side = 0; side < 2; side++)
            if (!is_stopped(l) && !play_side(c, &l->bout[i], side))
                return false;
    return true;
}

/* ---- ratings ---- */

/* Points of each against each. */
struct score {
    double of[LADDER_BOTS][LADDER_BOTS];
};

static void add(struct score *s, const struct sim_bout *b, int won, int drawn, int lost)
{
    s->of[b->bot[0]][b->bot[1]] += won + drawn / 2.0;
    s->of[b->bot[1]][b->bot[0]] += lost + drawn / 2.0;
}

/* One step of Zermelo's iteration, which never makes it worse (Hunter 2004). */
static void scale(const struct score *s, int n, double *strength)
{
    double next[LADDER_BOTS], sum = 0;

    for (int i = 0; i < n; i++) {
        double points = 0, expected = 0;

        for (int k = 0; k < n; k++)
            if (k != i) {
                double games = s->of[i][k] + s->of[k][i] + 2 * prior;

                points += s->of[i][k] + prior;
                expected += games / (strength[i] + strength[k]);
            }
        next[i] = points / expected;
        sum += next[i];
    }
    for (int i = 0; i < n; i++)
        strength[i] = next[i] * n / sum;
}

static void rate(const struct score *s, int n, double *elo)
{
    double strength[LADDER_BOTS], mean = 0;

    for (int i = 0; i < n; i++)
        strength[i] = 1;
    for (int i = 0; i < SCALINGS; i++)
        scale(s, n, strength);
    for (int i = 0; i < n; i++) {
        elo[i] = 400 * log10(strength[i]);
        mean += elo[i] / n;
    }
    for (int i = 0; i < n; i++)
        elo[i] -= mean;
}

/* The games of a bout drawn again, with replacement. */
static void draw_again(struct score *s, const struct sim_bout *b, int side, struct rng *rng)
{
    int won = 0, drawn = 0, lost = 0, games = b->won[side] + b->drawn[side] + b->lost[side];

    for (int i = 0; i < games; i++) {
        int at = (int)rng_below(rng, (uint32_t)games);

        if (at < b->won[side])
            won++;
        else if (at < b->won[side] + b->drawn[side])
            drawn++;
        else
            lost++;
    }
    add(s, b, won, drawn, lost);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void rate_all(struct sim_ladder *l)
{
    double *drawn = base_alloc((size_t)(l->bots * LADDER_DRAWS) * sizeof *drawn), elo[LADDER_BOTS];
    struct score score = { 0 };
    struct rng rng;

    for (int i = 0; i < 2 * l->bouts; i++) {
        const struct sim_bout *b = &l->bout[i / 2];

        add(&score, b, b->won[i % 2], b->drawn[i % 2], b->lost[i % 2]);
    }
    rate(&score, l->bots, elo);
    for (int i = 0; i < l->bots; i++)
        l->rung[i].elo = elo[i];
    rng_seed(&rng, DRAW_SEED);
    for (int d = 0; d < LADDER_DRAWS; d++) {
        memset(&score, 0, sizeof score);
        for (int i = 0; i < 2 * l->bouts; i++)
            draw_again(&score, &l->bout[i / 2], i % 2, &rng);
        rate(&score, l->bots, elo);
        for (int i = 0; i < l->bots; i++)
            drawn[i * LADDER_DRAWS + d] = elo[i];
    }
    for (int i = 0; i < l->bots; i++) {
        double *own = &drawn[i * LADDER_DRAWS];

        qsort(own, LADDER_DRAWS, sizeof *own, by_size);
        l->rung[i].low = own[LADDER_DRAWS / 40];
        l->rung[i].high = own[LADDER_DRAWS - 1 - LADDER_DRAWS / 40];
    }
    free(drawn);
}

/* ---- all of it ---- */

static int games_of_pairs(const struct sim_ladder *l, int grounds)
{
    return l->bots * (l->bots - 1) * grounds * l->games;
}

static bool climb(struct climb *c)
{
    struct sim_ladder *l = c->ladder;
    int unknown = 0;

    for (int i = 0; i < l->grounds; i++)
        unknown += !l->ground[i].stated;
    c->all.games = unknown * LADDER_EVEN_GAMES + games_of_pairs(l, l->grounds);
    for (int i = 0; i < l->grounds; i++) {
        if (!weigh_ground(c, &l->ground[i]))
            return false;
        if (!l->ground[i].even)
            c->all.games -= games_of_pairs(l, 1);
    }
    arrange_bouts(l);
    return play_bouts(c);
}

bool sim_ladder(struct sim_ladder *l, struct text *wrong)
{
    size_t room = (size_t)(l->games > LADDER_EVEN_GAMES ? l->games : LADDER_EVEN_GAMES);
    struct climb c = { .ladder = l, .wrong = wrong };
    bool done;

    if (game_sides(l->setup->box->game) != 2) {
        text_add(wrong, "a ladder needs a game of two sides");
        return false;
    }
    c.result = base_alloc(room * sizeof *c.result);
    c.use = base_alloc(room * sizeof *c.use);
    done = climb(&c);
    if (done)
        rate_all(l);
    free(c.result);
    free(c.use);
    return done;
}
