/*
 * plans.c: what a plan of a computer opponent consists of: orders and whims of corps, and single pieces that go or stay
 * where their formation does not.
 */
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "bots/think.h"
#include "kernel/board.h"
#include "kernel/muster.h"
#include "kernel/net.h"

/* ---- orders and whims ---- */

/* How many orders the side can give in the scenario as it begins. */
static int orders_heard(const struct box *box, const char *scenario, int side)
{
    struct play p;
    int n = 0;

    test_bind(&p, box);
    CHECK(play_begin(&p, box_scenario_find(box, scenario), NULL) == NULL);
    for (int i = 0; i < mind_of(box->game)->orders; i++) {
        int ways = mind_of(box->game)->ways(&p, side, i);

        CHECK(ways == 0 || (ways > 1 && ways <= PLAN_WHIMS));
        n += ways > 0;
    }
    test_unbind(&p);
    return n;
}

/* Before Hougoumont fight two French and three Allied corps: nobody else hears orders, nobody those of the enemy. */
TEST(bots_give_orders_to_whoever_hears_them)
{
    struct box *box = test_box("day-of-waterloo");

    CHECK_INT(orders_heard(box, "hougoumont", 0), 2 * 2);
    CHECK_INT(orders_heard(box, "hougoumont", 1), 2 * 3);
    box_free(box);
    box = test_box("waterloo-200");
    CHECK_INT(orders_heard(box, "crisis", 0), 6);
    CHECK_INT(orders_heard(box, "crisis", 1), 5); /* the set-up is dealt before Pirch arrives */
    box_free(box);
}

/* Every order that a side could give has its words. */
TEST(bots_put_every_order_into_words)
{
    const char *const games[] = { "day-of-waterloo", "waterloo-200", "march-into-battle",
                                  "ney-vs-wellington", "last-days" };

    for (int i = 0; i < COUNT(games); i++) {
        struct box *box = test_box(games[i]);
        const struct mind *mind = mind_of(box->game);
        struct play p;
        int heard = 0;

        test_bind(&p, box);
        CHECK(play_begin(&p, 0, NULL) == NULL);
        for (int k = 0; k < SIDES_MAX * mind->orders; k++) {
            int side = k / mind->orders, order = k % mind->orders;
            int ways = side < game_sides(box->game) ? mind->ways(&p, side, order) : 0;

            for (int way = 1; way < ways; way++) {
                struct text said = { 0 };

                mind->say(&p, side, order, way, &said);
                CHECK(said.n > 8 && !strstr(text_of(&said), "(null)"));
                text_free(&said);
                heard++;
            }
        }
        CHECK(heard > 0);
        test_unbind(&p);
        box_free(box);
    }
}

TEST(bots_have_whims)
{
    int most[] = { 0, 0, 0 };

    for (int place = 0; place < 500; place++) {
        CHECK_INT(plan_whim(0, 7, place, 10), 0);
        for (int way = 1; way <= 3; way++) {
            int liked = plan_whim(way, 7, place, 10);

            CHECK(liked >= 0);
            most[way % 3] = liked > most[way % 3] ? liked : most[way % 3];
        }
    }
    CHECK_INT(most[0], 9);
    CHECK(most[1] > 30 && most[1] < 40);
    CHECK(most[2] > 120 && most[2] < 160);
    CHECK(plan_whim(5, 7, 1, 1000) != plan_whim(5, 8, 1, 1000));
}

/* ---- single pieces of a plan ---- */

TEST(bots_plans_name_single_pieces)
{
    int weight[BOX_WEIGHTS] = { 0 };
    struct detachment d;

    for (int i = 0; i < DETACHED_MOST; i++)
        CHECK(!plan_detached(weight, i, &d) && plan_detach(weight, (struct detachment){ i, 3000 }));
    CHECK(!plan_detach(weight, (struct detachment){ 500, 1 }));
    CHECK(plan_detach(weight, (struct detachment){ 2, 0 })); /* it is told something else */
    CHECK(plan_detached(weight, 2, &d) && d.piece == 2 && d.place == 0);
    plan_recall(weight, 1);
    CHECK(!plan_detached(weight, 1, &d));
    CHECK(plan_detach(weight,
                      (struct detachment){ 4, 7 })); /* where it was, not where there is room */
    CHECK(plan_detached(weight, 4, &d) && d.place == 7 && !plan_detached(weight, 1, &d));
    CHECK(plan_detach(weight, (struct detachment){ 511, 7 }));
    CHECK(plan_detached(weight, 1, &d) && d.piece == 511);
}

static void find_units(const struct play *p, struct muster *m)
{
    int number[NET_INPUTS] = { 0 };

    memset(m, 0, sizeof *m);
    mind_of(p->game)->features->read(p, number, m);
}

static int place_of_piece(const struct play *p, int piece)
{
    struct muster m;

    find_units(p, &m);
    for (int i = 0; i < m.n; i++)
        if (m.unit[i].piece == piece)
            return m.unit[i].place;
    return -1;
}

/* How far from there the piece is some player turns on, if it is told so or not; -1: it is lost on the way. */
static int far_from(struct thinker *thinker, const struct box *box, struct detachment d, bool told)
{
    const int *plan[SIDES_MAX];
    int weight[BOX_WEIGHTS], at;
    struct rng luck;

    memcpy(weight, box->weight, sizeof weight);
    if (told)
        plan_detach(weight, d);
    for (int i = 0; i < SIDES_MAX; i++)
        plan[i] = weight;
    rng_seed(&luck, 5);
    think_begin_line(thinker);
    think_play_on(thinker, plan, (struct think_horizon){ 150, 600 }, &luck);
    at = place_of_piece(&thinker->line, d.piece);
    return at < 0 ? -1 : at == d.place ? 0 : board_distance(box->board, at, d.place);
}

/* What is dealt and set up first is on the map. */
static void begin_battle(struct thinker *thinker, const struct box *box, struct rng *luck)
{
    const int *plain[SIDES_MAX];

    for (int i = 0; i < SIDES_MAX; i++)
        plain[i] = box->weight;
    think_begin_line(thinker);
    think_play_on(thinker, plain, (struct think_horizon){ 40, 600 }, luck);
    memcpy(thinker->root.state, thinker->line.state, box->game->state_size);
    thinker->root.menu->fresh = false;
}

/* Pieces that are told to stay where they stand: they are nearer to it than without being told. */
TEST(bots_policies_hear_what_single_pieces_are_told)
{
    static const char *const games[][2] = {
        { "day-of-waterloo", "hougoumont" }, { "waterloo-200", "battle" },
        { "march-into-battle", "wavre" },    { "ney-vs-wellington", "kellermann" },
        { "last-days", "waterloo" },
    };

    for (int i = 0; i < COUNT(games); i++) {
        struct box *box = test_box(games[i][0]);
        struct thinker *thinker = think_open(box);
        int told = 0, untold = 0;
        struct muster m;
        struct rng luck;
        struct play p;

        test_bind(&p, box);
        rng_seed(&luck, 3);
        CHECK(play_begin(&p, box_scenario_find(box, games[i][1]), NULL) == NULL);
        think_guess(thinker, &p, 0, &luck);
        begin_battle(thinker, box, &luck);
        find_units(&thinker->root, &m);
        for (int k = 0; k < m.n; k++) {
            struct detachment d = { m.unit[k].piece, m.unit[k].place };
            int with = far_from(thinker, box, d, true), without = far_from(thinker, box, d, false);

            told += with < 0 || without < 0 ? 0 : with;
            untold += with < 0 || without < 0 ? 0 : without;
        }
        CHECK(told < untold);
        think_close(thinker);
        test_unbind(&p);
        box_free(box);
    }
}
