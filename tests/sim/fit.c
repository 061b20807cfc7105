/*
 * fit.c: what --fit learns: on made-up positions whose odds are known, and that bots which stray still play
 * the same games whatever the number of threads.
 */
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "sim/sim.h"

enum { GAMES = 4000, POSITIONS = 3, FEW = 12 };
enum { ONE, GOOD, BAD, USELESS, NEVER, SIGNS };

/* Good is worth 0.4, as its standard says; bad as much (if at all), against its standard; useless nothing. */
static const struct weight weights[] = {
    { "policy", 7, "a weight of the policy" },
    { "one", 0, "by itself" },
    { "good", 1, "good" },
    { "bad", -1, "bad" },
    { "useless", 0, "nothing" },
    { "never", 5, "never seen" },
    { NULL, 0, NULL },
};

static void no_signs(const struct play *p, int *sign)
{
    (void)p;
    memset(sign, 0, SIGNS * sizeof *sign);
}

static const struct mind mind = { .weights = weights, .first_sign = 1, .signs = no_signs };

struct fixture {
    struct game game;
    struct box *box;
    struct sim_setup setup;
    struct sim_run run;
};

static void make_positions(struct sim_run *run, bool bad)
{
    /* The chance of winning at a sum of -1.6, -1.2 … 1.6, in thousandths. */
    static const uint32_t chance[] = { 168, 231, 310, 401, 500, 599, 690, 769, 832 };
    struct rng rng;

    rng_seed(&rng, 5);
    for (int i = 0; i < GAMES; i++) {
        int good = (int)rng_below(&rng, 5) - 2, other = (int)rng_below(&rng, 5) - 2;
        int sum = good + (bad ? other : 0);

        run->signs[i].n = POSITIONS;
        run->signs[i].value = base_alloc(POSITIONS * SIGNS * sizeof(int));
        for (int j = 0; j < POSITIONS; j++) {
            int *sign = run->signs[i].value + j * SIGNS;

            sign[ONE] = 1;
            sign[GOOD] = good;
            sign[BAD] = other;
            sign[USELESS] = (int)rng_below(&rng, 100);
        }
        run->result[i] = (struct sim_result){ .played = true, .turn = 3 };
        run->result[i].winner = rng_below(&rng, 1000) >= chance[sum + 4];
    }
}

static void make(struct fixture *f, bool bad)
{
    memset(f, 0, sizeof *f);
    f->game = *game_find("null");
    f->game.mind = &mind;
    f->box = base_alloc(sizeof *f->box);
    f->box->game = &f->game;
    f->box->weights = SIGNS + 1;
    for (int i = 0; i <= SIGNS; i++)
        f->box->weight[i] = weights[i].standard;
    f->setup.box = f->box;
    f->run = (struct sim_run){ .setup = &f->setup, .games = GAMES, .begun = GAMES };
    f->run.result = base_alloc(GAMES * sizeof *f->run.result);
    f->run.signs = base_alloc(GAMES * sizeof *f->run.signs);
    make_positions(&f->run, bad);
}

static void throw_away(struct fixture *f)
{
    for (int i = 0; i < GAMES; i++)
        free(f->run.signs[i].value);
    free(f->run.signs);
    free(f->run.result);
    free(f->box);
}

static bool about(int value, int want, int off)
{
    return value >= want - off && value <= want + off;
}

TEST(fit_finds_the_odds_that_positions_were_made_with)
{
    struct fixture f;
    struct sim_fit fit;

    make(&f, false);
    sim_fit(&f.run, &fit);
    CHECK_INT(fit.games, GAMES);
    CHECK_INT(fit.positions, GAMES * POSITIONS);
    CHECK(about(fit.weight[1 + ONE], 0, 120));
    CHECK(about(fit.weight[1 + GOOD], 400, 60));
    CHECK(about(fit.weight[1 + USELESS], 0, 3));
    CHECK(fit.after_loss < fit.share_loss && fit.after_loss < fit.before_loss);
    CHECK(fit.after_area > 0.6 && fit.after_area < 0.75);
    throw_away(&f);
}

TEST(fit_leaves_the_policy_and_what_it_never_saw_alone)
{
    struct fixture f;
    struct sim_fit fit;

    make(&f, false);
    sim_fit(&f.run, &fit);
    CHECK_INT(fit.weight[0], 7);
    CHECK_INT(fit.weight[1 + NEVER], 5);
    CHECK(!fit.found[0] && fit.found[1 + GOOD] && !fit.found[1 + NEVER]);
    throw_away(&f);
}

TEST(fit_leaves_out_what_comes_out_against_its_meaning)
{
    struct fixture f;
    struct sim_fit fit;

    make(&f, true);
    sim_fit(&f.run, &fit);
    CHECK_INT(fit.weight[1 + BAD], 0);
    CHECK(about(fit.weight[1 + GOOD], 370, 70));
    throw_away(&f);
}

/* ---- positions of real games ---- */

static void collect(const struct box *box, int jobs, double stray, struct sim_result *result,
                    struct sim_signs *signs)
{
    struct sim_setup setup = { .box = box, .seed = 3, .stray = stray };
    struct sim_run run = {
        .setup = &setup, .games = FEW, .jobs = jobs, .result = result, .signs = signs
    };
    struct text wrong = { 0 };

    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i].bot = bot_find("cadet");
    CHECK(sim_run(&run, &wrong) == NULL);
    text_free(&wrong);
}

static bool same_signs(const struct sim_signs *a, const struct sim_signs *b, int width)
{
    return a->n == b->n && memcmp(a->value, b->value, (size_t)(a->n * width) * sizeof(int)) == 0;
}

TEST(fit_collects_the_same_positions_with_any_number_of_threads)
{
    struct box *box = test_box("waterloo-200");
    struct sim_result one[FEW] = { 0 }, four[FEW] = { 0 }, straight[FEW] = { 0 };
    struct sim_signs a[FEW] = { 0 }, b[FEW] = { 0 }, c[FEW] = { 0 };
    int differ = 0;

    collect(box, 1, 0.4, one, a);
    collect(box, 4, 0.4, four, b);
    collect(box, 2, 0, straight, c);
    CHECK(memcmp(one, four, sizeof one) == 0);
    for (int i = 0; i < FEW; i++) {
        CHECK(a[i].n > 1 &&
              same_signs(&a[i], &b[i], box->weights - mind_of(box->game)->first_sign));
        differ += one[i].actions != straight[i].actions;
        free(a[i].value);
        free(b[i].value);
        free(c[i].value);
    }
    CHECK(differ > FEW / 2);
    box_free(box);
}
