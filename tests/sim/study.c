/*
 * study.c: what a run is said to show: quartiles by turn, who broke and what that meant,
 * differences between runs; on made-up results, so that every number can be worked out by hand. And
 * history, of every game.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "sim/sim.h"

enum { GAMES = 8 };
enum { LOSSES, BROKEN };

static const struct measure measures[] = {
    { "losses/Blue", "Blue", 0, MEASURE_LOSSES, true },
    { "broken/Blue", "Blue", 0, MEASURE_BROKEN, true },
    { NULL, NULL, 0, 0, false },
};

/* Games 0 to 3 are lost by blue (side 0), which broke in turn 2 of the first three; 4 to 7 are won,
 * one broken. */
struct fixture {
    struct game game;
    struct box *box;
    struct sim_setup setup;
    struct sim_result result[GAMES];
    struct sim_trace trace[GAMES];
    struct sim_run run;
};

static void make(struct fixture *f)
{
    memset(f, 0, sizeof *f);
    f->game = *game_find("null");
    f->game.measures = measures;
    f->box = base_alloc(sizeof *f->box);
    f->box->game = &f->game;
    f->setup.box = f->box;
    f->run = (struct sim_run){ .setup = &f->setup,
                               .games = GAMES,
                               .begun = GAMES,
                               .result = f->result,
                               .trace = f->trace,
                               .whole = { 20, 20 } };
    for (int i = 0; i < GAMES; i++) {
        bool broke = i < 3 || i == 7;

        f->result[i] = (struct sim_result){ .played = true, .winner = i < 4, .turn = 3 };
        f->trace[i].first = 1;
        f->trace[i].turns = i == 5 ? 2 : 3;
        for (int turn = 1; turn <= 3; turn++) {
            f->trace[i].value[turn][LOSSES] = (int16_t)(turn * i);
            f->trace[i].value[turn][BROKEN] = broke && turn >= 2;
        }
    }
}

static bool near(double a, double b)
{
    return a - b < 0.0005 && b - a < 0.0005;
}

TEST(study_quartiles_by_turn)
{
    struct fixture f;
    struct sim_spread q;
    int room[GAMES];

    make(&f);
    CHECK_INT(sim_first_turn(&f.run), 1);
    CHECK_INT(sim_last_turn(&f.run), 3);
    q = sim_at_turn(&f.run, LOSSES, 1, room); /* 0 1 2 … 7 */
    CHECK_INT(q.n, GAMES);
    CHECK(near(q.mean, 3.5));
    CHECK(q.lower == 2 && q.median == 4 && q.upper == 6);
    q = sim_at_turn(&f.run, LOSSES, 3, room); /* 0 3 … 21; game 5 was over with 10 */
    CHECK(near(q.mean, (0 + 3 + 6 + 9 + 12 + 10 + 18 + 21) / 8.0));
    f.result[7].fault = SIM_BROKEN; /* errors are no games */
    f.result[6].played = false;
    CHECK_INT(sim_at_turn(&f.run, LOSSES, 1, room).n, 6);
    free(f.box);
}

TEST(study_who_broke_and_what_it_meant)
{
    struct sim_break b[SIM_MEASURES];
    struct fixture f;

    make(&f);
    CHECK_INT(sim_broke(&f.run, BROKEN, 0), 2);
    CHECK_INT(sim_broke(&f.run, BROKEN, 3), 0);
    CHECK_INT(sim_breaks(&f.run, b), 1);
    CHECK_INT(b[0].measure, BROKEN);
    CHECK_INT(b[0].games, 8);
    CHECK_INT(b[0].broke, 4);
    CHECK_INT(b[0].won_broken, 1);
    CHECK_INT(b[0].won_whole, 3);
    CHECK(b[0].turn.lower == 2 && b[0].turn.upper == 2);
    CHECK(near(b[0].bearing, 0.5));                /* phi of 3 1 / 1 3 */
    CHECK(sim_foretells(&f.run, LOSSES, 1) > 0.8); /* here blue wins where it loses more */
    f.run.whole[BROKEN] = 0;                       /* it is not in this game */
    CHECK_INT(sim_breaks(&f.run, b), 0);
    free(f.box);
}

/* ---- differences ---- */

TEST(study_differences_game_by_game)
{
    struct fixture from, to;
    struct sim_difference d;

    make(&from);
    make(&to);
    d = sim_differ_wins(&from.run, &to.run, 0);
    CHECK(d.games == GAMES && near(d.mean, 0) && d.low < 0 &&
          d.high > 0); /* 8 games prove little */
    to.result[0].winner = to.result[1].winner = 0;
    d = sim_differ_wins(&from.run, &to.run, 0);
    CHECK(near(d.mean, 0.25));
    CHECK(near(d.low, 0.2 - 1.95996 * 0.161245) &&
          near(d.high, 0.2 + 1.95996 * 0.161245)); /* by hand: Agresti and Min 2005 */
    CHECK(near(sim_differ_wins(&from.run, &to.run, 1).mean, -0.25));
    for (int i = 0; i < GAMES; i++)
        to.result[i].turn = (uint8_t)(3 + i % 2);
    d = sim_differ_turns(&from.run, &to.run);
    CHECK(near(d.mean, 0.5) && near(d.high - d.mean, 1.95996 * 0.188982));
    d = sim_differ_measure(&from.run, &to.run, LOSSES);
    CHECK(near(d.mean, 0) && near(d.low, 0) && near(d.high, 0));
    to.result[3].played = false; /* stopped meanwhile: counted in neither */
    CHECK_INT(sim_differ_turns(&from.run, &to.run).games, GAMES - 1);
    to.run.begun = 0;
    CHECK_INT(sim_differ_turns(&from.run, &to.run).games, 0);
    free(from.box);
    free(to.box);
}

/* ---- charts ---- */

static const char null_chart[] = "chart combat reconstructed \"Another\"\n%s";

/* What is said of a file with this in it; NULL: it is taken. */
static const char *complaint(const char *lines, char room[400])
{
    char path[] = "/tmp/grognard-chart-XXXXXX";
    struct box *box = test_box("null"), *changed;
    struct errors e = { 0 };
    FILE *file = fdopen(mkstemp(path), "w");

    fprintf(file, null_chart, lines);
    fclose(file);
    changed = sim_box_with_chart(box, test_data(), "combat", path, &e);
    CHECK((changed == NULL) == (e.n > 0));
    snprintf(room, 400, "%s", text_of(&e.lines) + (e.n ? strlen(path) : 0));
    if (changed) {
        CHECK(changed->digest != box->digest);
        CHECK_STR(chart_find(changed, "combat")->title, "Another");
        CHECK_INT(changed->charts, box->charts);
    }
    box_free(changed);
    box_free(box);
    errors_free(&e);
    remove(path);
    return *room ? room : NULL;
}

/* The game's own chart again, its cells from a printed form. */
static void print_chart(const struct chart *c, int rows, const char *cell, struct text *out)
{
    text_add(out, "columns");
    for (int i = 0; i < c->columns; i++)
        text_printf(out, " %s", c->column[i].label);
    for (int r = 0; r < rows; r++) {
        text_printf(out, "\nrow %s", c->row[r].label);
        for (int i = 0; i < c->columns; i++)
            text_printf(out, " %s", cell ? cell : chart_word(c, r, i));
    }
}

TEST(study_charts_are_tried_out)
{
    struct box *box = test_box("null");
    const struct chart *c = chart_find(box, "combat");
    struct text same = { 0 }, odd = { 0 }, small = { 0 };
    struct errors e = { 0 };
    char room[400];

    print_chart(c, c->rows, NULL, &same);
    print_chart(c, c->rows, "moon", &odd);
    print_chart(c, c->rows - 1, NULL, &small);
    CHECK(complaint(text_of(&same), room) == NULL);
    CHECK(strstr(complaint(text_of(&odd), room), ":1: chart combat: \"moon\"") != NULL);
    CHECK(strstr(complaint(text_of(&small), room),
                 ":1: chart combat has another shape: its rows must be") != NULL);
    CHECK(strstr(complaint("columns 1:1\nrow 1 x y\n", room),
                 ":3: row 1 has more cells than columns") != NULL);
    CHECK(strstr(
              complaint("columns 1:1\nrow 1 x\nchart moon reconstructed \"\"\ncolumns 1\nrow 1 x\n",
                        room),
              ":4: only chart combat is looked for here, not moon") != NULL);
    CHECK(sim_box_with_chart(box, test_data(), "moon", "/nowhere", &e) == NULL && e.n == 1);
    CHECK(sim_box_with_chart(box, test_data(), "combat", "/nowhere", &e) == NULL && e.n == 2);
    errors_free(&e);
    text_free(&same);
    text_free(&odd);
    text_free(&small);
    box_free(box);
}

/* ---- history ---- */

TEST(study_history_is_there)
{
    struct box *box = test_box("day-of-waterloo");
    struct sim_history h;
    struct errors e = { 0 };

    CHECK(sim_history(box, box_scenario_find(box, "day"), &h, &e));
    CHECK_INT(h.facts, 16);
    CHECK_STR(box->game->measures[h.fact[0].measure].name, "losses/French");
    CHECK_INT(h.fact[0].strength, 71947);
    CHECK_INT(h.fact[0].losses, 32000);
    CHECK_STR(h.fact[0].sure, "medium");
    for (int i = 0; i < h.facts; i++)
        if (strcmp(box->game->measures[h.fact[i].measure].name, "losses/ADG-II") == 0) {
            CHECK_INT(h.fact[i].losses, 690 + 480 + 200 + 182); /* brigades are added up */
            CHECK_STR(h.fact[i].sure, "low");                   /* as sure as the least of them */
        }
    CHECK(sim_history(box, box_scenario_find(box, "hougoumont"), &h, &e));
    CHECK_INT(h.facts, 0);
    errors_free(&e);
    box_free(box);
}

/* Every line of every game's history.txt leads to rows of losses.csv. */
TEST(study_history_of_every_game)
{
    for (int i = 0; all_games[i]; i++) {
        struct box *box = test_box(all_games[i]->id);
        struct sim_history h;
        struct errors e = { 0 };

        for (int s = 0; s < box->scenarios; s++)
            CHECK(sim_history(box, s, &h, &e));
        CHECK_STR(text_of(&e.lines), "");
        errors_free(&e);
        box_free(box);
    }
}

static int measured(const struct play *p, const char *name)
{
    int m = 0;

    while (p->game->measures[m].name && strcmp(p->game->measures[m].name, name) != 0)
        m++;
    CHECK_STR(p->game->measures[m].name, name);
    return p->game->measure(p, m);
}

/* 12.7d The Dutch-Belgians who fled are on the Morale Track of their army, but history counts who fell. */
TEST(study_counts_nobody_who_fled)
{
    static const char position[] =
        "turn 8  phase french combat\nat 1118 Jerome\nat 1119 Best\n"
        "army adg losses 54 demoralized\ncorps a.I losses 20\ncorps a.II losses 10\n";
    struct box *box = test_box("day-of-waterloo");
    struct errors e = { 0 };
    struct play p;
    struct lex x;

    play_bind(&p, box->game, box, base_alloc(box->game->state_size), base_alloc(sizeof *p.menu));
    lex_begin(&x, "position", position, strlen(position), &e);
    CHECK(position_restore(&p, &x));
    CHECK_INT(measured(&p, "losses/ADG"), 30);
    errors_free(&e);
    free(p.state);
    free(p.menu);
    box_free(box);
}

/* What a game measures holds together: it can be followed, compared and drawn. */
TEST(study_measures_of_every_game)
{
    for (int i = 0; all_games[i]; i++) {
        const struct game *g = all_games[i];

        for (int m = 0; m < sim_measures(g); m++) {
            CHECK(g->measure && g->whole && g->measures[m].title);
            CHECK(g->measures[m].side < game_sides(g));
            CHECK(!strpbrk(g->measures[m].name, " ,\""));
            for (int k = 0; k < m; k++)
                CHECK(strcmp(g->measures[m].name, g->measures[k].name) != 0);
        }
    }
}
