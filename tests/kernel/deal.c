/*
 * Draws: a cup is drawn empty with the right chances; a deal hands out everything once, at random, and
 * what does not fit goes elsewhere.
 */
#include "kernel/deal.h"
#include "../test.h"

enum { V_DRAW = VERB_FIRST, KINDS = 4, ITEMS = 300, PLACES = 10 };

static uint32_t weight_of(const struct menu *m, int kind)
{
    for (int i = 0; i < m->n; i++)
        if (m->a[i].verb == V_DRAW && m->a[i].arg[0] == kind)
            return m->weight[i];
    return 0;
}

TEST(cups_are_drawn_empty)
{
    static struct menu m;
    uint8_t left[KINDS] = { 3, 0, 1, 2 };
    struct rng rng;

    rng_seed(&rng, 6);
    for (int drawn = 0; drawn < 6; drawn++) {
        m = (struct menu){ 0 };
        cup_list(left, KINDS, V_DRAW, &m);
        CHECK_INT(cup_left(left, KINDS), 6 - drawn);
        CHECK_INT(m.total, 6 - drawn);
        for (int kind = 0; kind < KINDS; kind++)
            CHECK_INT(weight_of(&m, kind), left[kind]);
        cup_take(left, menu_outcome(&m, rng_below(&rng, m.total))->arg[0]);
    }
    m = (struct menu){ 0 };
    cup_list(left, KINDS, V_DRAW, &m);
    CHECK_INT(m.n, 0);
}

static void fill(struct deal *d, int n)
{
    deal_begin(d);
    for (int i = 0; i < n; i++)
        deal_add(d, i);
}

/* Of three items every order comes about as often as any other. */
TEST(deals_are_shuffled_fairly)
{
    int times[3][3] = { { 0 } };
    struct deal d;
    struct rng rng;

    rng_seed(&rng, 7);
    for (int i = 0; i < 6000; i++) {
        fill(&d, 3);
        deal_shuffle(&d, &rng);
        times[d.item[0]][d.item[1]]++;
    }
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            CHECK(a == b ? times[a][b] == 0 : times[a][b] > 880 && times[a][b] < 1120);
}

static bool of_place(const struct play *p, int item, int place)
{
    (void)p;
    return item % PLACES == place;
}

TEST(deals_hand_out_everything_once)
{
    bool seen[ITEMS] = { false };
    struct deal d;
    struct rng rng;

    rng_seed(&rng, 8);
    fill(&d, ITEMS);
    deal_shuffle(&d, &rng);
    for (int i = 0; i < ITEMS / 2; i++) {
        int item = i % 3 ? deal_fitting(&d, NULL, of_place, i % PLACES) : deal_random(&d, &rng);

        if (item < 0)
            continue;
        CHECK(i % 3 == 0 || item % PLACES == i % PLACES);
        CHECK(!seen[item]);
        seen[item] = true;
    }
    for (int left = d.n; left > 0; left--) {
        int item = deal_take(&d, 0);

        CHECK(!seen[item]);
        seen[item] = true;
    }
    for (int i = 0; i < ITEMS; i++)
        CHECK(seen[i]);
    CHECK_INT(d.n, 0);
}

TEST(deals_keep_what_does_not_fit)
{
    struct deal d;

    fill(&d, 3);
    CHECK_INT(deal_fitting(&d, NULL, of_place, 7), -1);
    CHECK_INT(d.n, 3);
    CHECK_INT(deal_fitting(&d, NULL, of_place, 0), 0);
    CHECK_INT(d.item[0], 2); /* the last has come forward */
    CHECK_INT(deal_fitting(&d, NULL, of_place, 0), -1);
}
