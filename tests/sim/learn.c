/*
 * What is learnt from games: the same net with any number of threads, by signs whatever net there is, and one that is
 * told apart from chance.
 */
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "kernel/muster.h"
#include "sim/sim.h"

static struct sim_learn *learn(const struct box *box, int jobs, uint64_t seed)
{
    struct sim_learn *l = base_alloc(sizeof *l);
    struct text wrong = { 0 };

    *l = (struct sim_learn){
        .box = box, .seed = seed, .games_wanted = 10, .jobs = jobs, .effort = 1, .hidden = 4
    };
    CHECK(sim_learn(l, &wrong));
    CHECK_STR(text_of(&wrong), "");
    text_free(&wrong);
    return l;
}

/* The box with this net in place of its own. */
static struct box *box_with(const struct box *box, const struct net *net)
{
    struct text text = { 0 };
    struct box_paper paper = { .name = "net.txt" };
    struct errors e = { 0 };
    struct box *other;

    net_write(net, box, &text);
    paper.text = text_of(&text);
    paper.size = text.n;
    other = box_open_with(box->game, test_data(), &paper, 1, &e);
    CHECK_STR(text_of(&e.lines), "");
    errors_free(&e);
    text_free(&text);
    return other;
}

TEST(learn_comes_to_the_same_net_whoever_plays_and_whatever_net_there_is)
{
    struct box *box = test_box("waterloo-200"), *other;
    struct sim_learn *one = learn(box, 1, 3), *three;

    other = box_with(box, &one->net);
    three = learn(other, 3, 3);
    CHECK(one->positions > 200);
    CHECK_INT(one->positions, three->positions);
    CHECK(memcmp(&one->net, &three->net, sizeof one->net) == 0);
    CHECK_INT(one->net.inputs, muster_inputs(box));
    for (int i = 0; i < LEARN_KINDS; i++)
        CHECK(one->games[i] > 0);
    free(one);
    free(three);
    box_free(other);
    box_free(box);
}

/* ---- what a game keeps ---- */

TEST(learn_keeps_so_many_positions_of_a_game_at_most)
{
    enum { FEW = 2, KEPT = 8 };
    struct box *box = test_box("waterloo-200");
    struct sim_result result[FEW] = { 0 };
    struct sim_signs all[FEW] = { 0 }, some[FEW] = { 0 };
    struct sim_setup setup = { .box = box, .seed = 3, .keeps = 1000 };
    struct sim_run run = { .setup = &setup, .games = FEW, .jobs = 1, .result = result };
    int width = muster_inputs(box);
    struct text wrong = { 0 };

    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i].bot = bot_find("cadet");
    run.signs = all;
    CHECK(sim_run(&run, &wrong) == NULL);
    memset(result, 0, sizeof result);
    setup.keeps = KEPT;
    run.signs = some;
    CHECK(sim_run(&run, &wrong) == NULL);
    for (int i = 0; i < FEW; i++) {
        int stride = 1;

        while ((all[i].n + stride - 1) / stride > KEPT)
            stride *= 2;
        CHECK(all[i].n > KEPT && some[i].n <= KEPT && some[i].n > KEPT / 4);
        for (int j = 0; j < some[i].n; j++)
            CHECK(memcmp(some[i].value + j * width, all[i].value + j * stride * width,
                         (size_t)width * sizeof(int)) == 0);
        free(all[i].value);
        free(some[i].value);
    }
    box_free(box);
}
