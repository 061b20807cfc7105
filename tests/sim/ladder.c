/*
 * ladder.c: who is stronger: the same with any number of threads and on every build, down to what the bots have
 * played in the mind; ratings that follow from the games; scenarios that do not count.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "sim/sim.h"

static const char *const bots[] = { "random", "cadet", "flat:1",   "mcts:1",
                                    "oep:1",  "pgs:1", "former:1", "veteran:1" };

/* The first n of the bots. */
static void climb(const struct box *box, int n, int games, int jobs, struct sim_ladder *l)
{
    static struct sim_setup setup;
    struct text wrong = { 0 };

    setup = (struct sim_setup){ .box = box, .seed = 1815 };
    *l = (struct sim_ladder){ .setup = &setup, .games = games, .jobs = jobs, .bots = n };
    for (int i = 0; i < n; i++)
        CHECK(bot_parse_any(bots[i], &l->rung[i].player) == NULL);
    for (; l->grounds < box->scenarios; l->grounds++)
        l->ground[l->grounds].scenario = l->grounds;
    CHECK(sim_ladder(l, &wrong));
    CHECK_INT(l->errors, 0);
    text_free(&wrong);
}

/* Changes only when the bots or the null game do: then it is written anew. */
static const char kept[] = "random -14 -91 69, 20.0 of 42, 0 in 0\n"
                           "cadet -14 -63 40, 20.0 of 42, 0 in 0\n"
                           "flat -27 -76 20, 19.0 of 42, 29848 in 129\n"
                           "mcts 97 34 171, 28.0 of 42, 34661 in 152\n"
                           "oep -7 -48 34, 20.5 of 42, 71446 in 133\n"
                           "pgs -14 -69 34, 20.0 of 42, 1195 in 130\n"
                           "former -7 -73 62, 20.5 of 42, 59394 in 130\n"
                           "veteran -14 -69 41, 20.0 of 42, 54980 in 130\n"
                           "ground 0: 30.5 of 60, 1\n"
                           "ground 1: 4.5 of 60, 0\n";

/* All that does not hang on a clock, as text. */
static void tell(const struct sim_ladder *l, struct text *out)
{
    for (int i = 0; i < l->bots; i++) {
        const struct sim_rung *r = &l->rung[i];

        text_printf(out, "%s %.0f %.0f %.0f, %.1f of %d, %llu in %d\n", r->player.bot->name, r->elo,
                    r->low, r->high, r->points, r->games, (unsigned long long)r->use.nodes,
                    r->use.stints);
    }
    for (int i = 0; i < l->grounds; i++)
        text_printf(out, "ground %d: %.1f of %d, %d\n", l->ground[i].scenario, l->ground[i].first,
                    l->ground[i].games, l->ground[i].even);
}

TEST(ladder_is_the_same_everywhere)
{
    struct box *box = test_box("null");
    struct text one = { 0 }, two = { 0 };
    struct sim_ladder l;

    climb(box, COUNT(bots), 3, 1, &l);
    tell(&l, &one);
    free(l.bout);
    climb(box, COUNT(bots), 3, 2, &l);
    tell(&l, &two);
    free(l.bout);
    CHECK_STR(text_of(&one), text_of(&two));
    CHECK_STR(text_of(&one), kept);
    text_free(&one);
    text_free(&two);
    box_free(box);
}

/* Every pair has played its games on both sides; who wins more stands higher, within his interval. */
TEST(ladder_rates_by_the_games)
{
    struct box *box = test_box("null");
    struct sim_ladder l;
    double gap;

    climb(box, 3, 20, 1, &l);
    gap = l.rung[1].elo - l.rung[0].elo; /* cadet and random */
    CHECK(gap > 100 && l.rung[1].low < l.rung[1].elo && l.rung[1].elo < l.rung[1].high);
    for (int i = 0; i < l.bouts; i++) {
        const struct sim_bout *b = &l.bout[i];

        CHECK_INT(b->won[0] + b->drawn[0] + b->lost[0], l.games);
        CHECK_INT(b->won[1] + b->drawn[1] + b->lost[1], l.games);
    }
    CHECK_INT(l.bouts, 3); /* of one scenario: the other leans */
    free(l.bout);
    box_free(box);
}
