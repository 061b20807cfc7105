/*
 * Stacks of more pieces than a byte can number: against lists that are shuffled the slow way, and
 * what the check says of arrays that no game would make.
 */
#include "stack.h"
#include "../test.h"
#include "rng.h"

enum { CELLS = 5, PIECES = 300 };

static int16_t top[CELLS], below[PIECES], place[PIECES];

static int cell_of(const struct play *p, int u)
{
    (void)p;
    return place[u];
}

static const char *wrong(void)
{
    return stack_check(NULL, top, CELLS, below, PIECES, cell_of);
}

static void clear(void)
{
    stack_clear(top, CELLS);
    stack_clear(below, PIECES);
    stack_clear(place, PIECES);
}

/* The same stacks as plain lists, from the top down. */
struct plain {
    int n, u[PIECES];
};

static void plain_insert(struct plain *l, int at, int u)
{
    for (int i = l->n++; i > at; i--)
        l->u[i] = l->u[i - 1];
    l->u[at] = u;
}

static int plain_find(const struct plain *l, int u)
{
    int at = 0;

    while (at < l->n && l->u[at] != u)
        at++;
    return at;
}

static void plain_drop(struct plain *l, int at)
{
    for (l->n--; at < l->n; at++)
        l->u[at] = l->u[at + 1];
}

static void compare(const struct plain *list)
{
    for (int h = 0; h < CELLS; h++) {
        int n = 0;

        EACH_IN_STACK (top[h], below, u) {
            CHECK_INT(u, list[h].u[n]);
            n++;
        }
        CHECK_INT(n, list[h].n);
    }
    CHECK(wrong() == NULL);
}

static void put(struct plain *l, int h, int u, struct rng *rng)
{
    int other = l->n ? l->u[rng_below(rng, (uint32_t)l->n)] : STACK_END;

    place[u] = i16(h);
    switch (rng_below(rng, 3)) {
    case 0:
        stack_put_top(&top[h], below, u);
        plain_insert(l, 0, u);
        break;
    case 1:
        stack_put_bottom(&top[h], below, u);
        plain_insert(l, l->n, u);
        break;
    default:
        if (other == STACK_END) {
            place[u] = STACK_END;
            break;
        }
        stack_put_under(below, u, other);
        plain_insert(l, plain_find(l, other) + 1, u);
    }
}

static void lift_or_raise(struct plain *l, int h, int u, struct rng *rng)
{
    plain_drop(l, plain_find(l, u));
    if (rng_below(rng, 3) == 0) {
        stack_bring_up(&top[h], below, u);
        plain_insert(l, 0, u);
    } else {
        stack_lift(&top[h], below, u);
        place[u] = STACK_END;
    }
}

TEST(stacks_are_like_lists)
{
    static struct plain list[CELLS];
    struct rng rng;

    clear();
    rng_seed(&rng, 1815);
    for (int turn = 0; turn < 4000; turn++) {
        int u = (int)rng_below(&rng, PIECES), h = (int)rng_below(&rng, CELLS);

        if (place[u] == STACK_END)
            put(&list[h], h, u, &rng);
        else
            lift_or_raise(&list[place[u]], place[u], u, &rng);
        compare(list);
    }
}

TEST(sorted_stacks_are_the_same_however_they_grew)
{
    static const int16_t one[] = { 7, 299, 0, 150 }, other[] = { 150, 0, 299, 7 };
    int16_t first[PIECES];

    clear();
    for (int i = 0; i < 4; i++)
        stack_put_sorted(&top[1], below, one[i]);
    memcpy(first, below, sizeof first);
    CHECK_INT(top[1], 0);
    CHECK_INT(below[0], 7);
    CHECK_INT(below[299], STACK_END);
    clear();
    for (int i = 0; i < 4; i++)
        stack_put_sorted(&top[1], below, other[i]);
    CHECK(memcmp(first, below, sizeof first) == 0 && top[1] == 0);
}

/* 3 on 4 on 5 in cell 2. */
static void three(void)
{
    clear();
    for (int u = 5; u >= 3; u--) {
        stack_put_top(&top[2], below, u);
        place[u] = 2;
    }
    CHECK(wrong() == NULL);
}

TEST(broken_stacks_are_found)
{
    three();
    below[5] = 3;
    CHECK_STR(wrong(), "a stack runs in a circle");
    below[5] = 5;
    CHECK_STR(wrong(), "a stack runs in a circle");
    below[5] = PIECES;
    CHECK_STR(wrong(), "a stack holds a piece that is elsewhere");
    below[5] = -2;
    CHECK_STR(wrong(), "a stack holds a piece that is elsewhere");
    below[5] = 6;
    CHECK_STR(wrong(), "a stack holds a piece that is elsewhere");
    three();
    top[1] = 4;
    CHECK_STR(wrong(), "a stack holds a piece that is elsewhere");
    three();
    below[4] = STACK_END;
    CHECK_STR(wrong(), "a piece is in no stack");
    three();
    place[9] = CELLS;
    CHECK_STR(wrong(), "a piece is in no stack");
    three();
    below[9] = 10;
    CHECK_STR(wrong(), "something lies below a piece that is in no stack");
}
