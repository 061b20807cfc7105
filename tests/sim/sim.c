/*
 * sim.c: runs of many games: the same whatever the number of threads, errors counted, intervals right.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "match/match.h"
#include "sim/sim.h"

enum { GAMES = 300 };

static struct sim_setup setup_of(const struct box *box, uint64_t seed)
{
    struct sim_setup setup = { .box = box, .seed = seed };

    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i].bot = bot_find("random");
    return setup;
}

static void run(const struct sim_setup *setup, int jobs, uint64_t first,
                struct sim_result result[GAMES], struct sim_tally *tally)
{
    struct sim_run r = {
        .setup = setup, .jobs = jobs, .games = GAMES, .first = first, .result = result
    };
    struct text wrong = { 0 };

    CHECK(sim_run(&r, &wrong) == NULL);
    sim_tally(&r, tally);
    text_free(&wrong);
}

TEST(sim_is_the_same_with_any_number_of_threads)
{
    static struct sim_result one[GAMES], four[GAMES], later[GAMES], other[GAMES];
    struct box *box = test_box("null");
    struct sim_setup setup = setup_of(box, 7), another = setup_of(box, 8);
    struct sim_tally t, u;

    run(&setup, 1, 0, one, &t);
    run(&setup, 4, 0, four, &u);
    CHECK(memcmp(one, four, sizeof one) == 0);
    CHECK(t.actions == u.actions && t.draws == u.draws && t.length.mean == u.length.mean);
    CHECK_INT(t.games, GAMES);
    CHECK_INT(t.wins[0] + t.wins[1] + t.draws, GAMES);
    run(&setup, 2, 100, later, &u);
    CHECK(memcmp(one + 100, later, sizeof one - 100 * sizeof one[0]) == 0);
    run(&another, 2, 0, other, &u);
    CHECK(memcmp(one, other, sizeof one) != 0);
    box_free(box);
}

TEST(sim_stops_with_what_there_is)
{
    static struct sim_result result[GAMES];
    static const atomic_bool stop = true;
    struct box *box = test_box("null");
    struct sim_setup setup = setup_of(box, 7);
    struct sim_run r = {
        .setup = &setup, .jobs = 2, .games = GAMES, .result = result, .stop = &stop
    };
    struct sim_tally t;
    struct text wrong = { 0 };

    CHECK(sim_run(&r, &wrong) == NULL);
    sim_tally(&r, &t);
    CHECK_INT(t.games, 0);
    CHECK_INT(t.errors, 0);
    box_free(box);
}

/* ---- errors ---- */

static struct game spoiled;
static struct step_def rows[64];
static const struct step_def *steps[64];

static void spoil(void)
{
    spoiled = *game_find("null");
    for (int i = 0; spoiled.steps[i]; i++) {
        rows[i] = *spoiled.steps[i];
        steps[i] = &rows[i];
    }
    spoiled.steps = steps;
}

static void count_faults(enum sim_fault fault)
{
    static struct sim_result result[GAMES];
    struct box *box = test_box_of(&spoiled);
    struct sim_setup setup = setup_of(box, 7);
    struct sim_tally t;

    setup.check = true;
    run(&setup, 2, 0, result, &t);
    CHECK(t.faults[fault] > 0);
    CHECK_INT(t.errors, t.faults[fault]);
    CHECK_INT(t.games + t.errors, GAMES);
    CHECK(t.first_fault >= 0 && result[t.first_fault].fault == fault);
    box_free(box);
}

static void list_nothing(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p;
    (void)t;
    (void)m;
}

static const char *never_well(const struct play *p)
{
    return play_state(p)->turn == 2 ? "it is turn 2" : NULL;
}

TEST(sim_counts_dead_ends)
{
    spoil();
    for (int i = 0; rows[i].name; i++)
        if (strcmp(rows[i].name, "retreat") == 0)
            rows[i].list = list_nothing;
    count_faults(SIM_DEAD_END);
}

TEST(sim_counts_broken_invariants)
{
    spoil();
    spoiled.check = never_well;
    count_faults(SIM_BROKEN);
}

TEST(sim_counts_games_without_end)
{
    spoil();
    spoiled.longest = 28;
    count_faults(SIM_TOO_LONG);
}

TEST(sim_keeps_a_journal_that_replays)
{
    char path[] = "/tmp/grognard-sim-XXXXXX";
    struct box *box = test_box("null");
    struct sim_setup setup = setup_of(box, 7);
    struct sim_result r, again;
    struct sim_table *table;
    struct text wrong = { 0 };
    struct errors e = { 0 };
    struct match *m;
    int fd = mkstemp(path);

    CHECK(fd >= 0);
    CHECK(sim_record(&setup, 11, path, &r, &wrong));
    CHECK_STR(text_of(&wrong), "");
    m = match_load_file(path, test_data(), &e); /* with a box of its own */
    CHECK_STR(text_of(&e.lines), "");
    table = sim_table_new(&setup, &wrong);
    sim_game(table, 11, NULL, &again);
    CHECK(memcmp(&r, &again, sizeof r) == 0);
    CHECK(m && memcmp(match_play(m)->state, sim_play(table)->state, box->game->state_size) == 0);
    CHECK(!sim_record(&setup, 11, "/nowhere/at/all", &r, &wrong));
    remove(path);
    sim_table_free(table);
    match_free(m);
    text_free(&wrong);
    errors_free(&e);
    box_free(box);
}

/* ---- bots ---- */

/* It must be given what its side knows: in the null game, nothing of an unseen enemy's strength. */
static int look_and_choose(void *memory, struct bot_question *q)
{
    struct text strength = { 0 }, was_seen = { 0 };
    int enemy = box_piece_find(q->known->box, q->side == 0 ? "r1" : "b1");

    (void)memory;
    CHECK(piece_fact(q->known, REFEREE, enemy, "strength", &strength) &&
          piece_fact(q->known, REFEREE, enemy, "seen", &was_seen));
    if (strcmp(text_of(&was_seen), "false") == 0)
        CHECK_STR(text_of(&strength), "?");
    text_free(&strength);
    text_free(&was_seen);
    return (int)rng_below(q->rng, (uint32_t)q->menu->n);
}

TEST(a_bot_sees_what_its_side_knows)
{
    static const struct bot looker = { .name = "looker", .about = "", .choose = look_and_choose };
    static struct sim_result blind[GAMES], looking[GAMES];
    struct box *box = test_box("null");
    struct sim_setup setup = setup_of(box, 7);
    struct sim_tally t;

    run(&setup, 1, 0, blind, &t);
    setup.player[0].bot = setup.player[1].bot = &looker;
    run(&setup, 1, 0, looking, &t);
    CHECK_INT(t.errors, 0);
    CHECK(memcmp(blind, looking, sizeof blind) == 0); /* it chooses as the random one does */
    box_free(box);
}

TEST(bots_are_named_with_their_effort)
{
    struct bot_player player;

    CHECK(bot_parse("random", &player) == NULL && player.bot && player.budget.effort == 0);
    CHECK(bot_parse("random:250", &player) == NULL && player.budget.effort == 250);
    CHECK(bot_parse("random:", &player) != NULL);
    CHECK(bot_parse("random:0", &player) != NULL);
    CHECK(bot_parse("nobody", &player) != NULL);
    CHECK(bot_parse("", &player) != NULL);
}

/* ---- intervals ---- */

static bool near(double a, double b)
{
    return a - b < 0.0005 && b - a < 0.0005;
}

/* Values from the literature (Newcombe 1998, table I, method 3). */
TEST(intervals_are_wilsons)
{
    double low, high;

    sim_interval(81, 263, &low, &high);
    CHECK(near(low, 0.2553) && near(high, 0.3662));
    sim_interval(15, 148, &low, &high);
    CHECK(near(low, 0.0624) && near(high, 0.1605));
    sim_interval(0, 20, &low, &high);
    CHECK(near(low, 0.0000) && near(high, 0.1611));
    sim_interval(1, 29, &low, &high);
    CHECK(near(low, 0.0061) && near(high, 0.1718));
    sim_interval(29, 29, &low, &high);
    CHECK(near(high, 1.0));
    sim_interval(0, 0, &low, &high);
    CHECK(near(low, 0) && near(high, 1));
}
