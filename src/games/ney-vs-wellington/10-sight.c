/*
 * 10-sight.c: case 10.4, observation: what a hex sees, whichever way its units face.
 *
 * What the map alone hides is prepared when the box is loaded, up to eight hexes. Troops between
 * the two ends hide too, so a look is taken anew if there are any in the way. [10.44] Hexsides
 * never hide.
 */
#include <string.h>

#include "kernel/table.h"
#include "nvw.h"

enum { METRES = 5, SLACK = 3 }; /* [10.13]; [10.41] 1.5 m, in halves */

struct look {
    const struct nvw_box *box;
    const struct play *play; /* NULL: nobody stands anywhere, but for one hex */
    int occupied;            /* then this one; NOWHERE: none */
    int eye, high, low;      /* levels: by which troops hide; the higher end; the lower end */
};

static bool stands_there(void *ctx, int h)
{
    return occupier(ctx, h) != NOBODY;
}

static bool is_occupied(const struct look *k, int h)
{
    return k->play ? occupier(k->play, h) != NOBODY : h == k->occupied;
}

/* [10.4c] [10.45] */
static int blocks(void *ctx, int h)
{
    const struct look *k = ctx;
    int height = k->box->height[h];

    if (k->box->hard[h] || k->box->soft[h])
        return HIDES_COVER;
    if (height > k->high)
        return HIDES_HILL;
    return height == k->eye && is_occupied(k, h) ? HIDES_TROOPS : SIGHT_CLEAR;
}

/* [10.42a] [10.42b] [10.42c] [10.42d] In metres; of both kinds in one hex the second. */
static int obstacle(void *ctx, int h)
{
    const struct look *k = ctx;
    int height = k->box->height[h];

    if (height < k->eye && is_occupied(k, h))
        return METRES * (height + 1);
    return height > k->low ? METRES * height : SIGHT_NO_OBSTACLE;
}

/* [10.14] Ruling 4: a full wood at one end is on the other's level. */
static void set_levels(struct look *k, int from, int to, bool by_higher)
{
    int a = k->box->height[from], b = k->box->height[to];

    a = a == NO_HEIGHT ? b : a;
    b = b == NO_HEIGHT ? a : b;
    k->high = a == NO_HEIGHT ? INT8_MAX : a > b ? a : b;
    k->low = a == NO_HEIGHT ? INT8_MAX : a < b ? a : b;
    k->eye = a == NO_HEIGHT || by_higher ? k->high : a;
}

/* [10.4b] [10.4d] [10.41] [10.43] */
static bool looks(const struct board *b, struct look *k, int from, int to, bool by_higher,
                  struct sight_cover *cover)
{
    struct sight_relief relief = { blocks, obstacle, SLACK, k };
    int there = k->box->height[from];

    set_levels(k, from, to, by_higher);
    if (there == NO_HEIGHT || k->box->height[to] == NO_HEIGHT)
        return sight_over_ground(b, from, 0, to, 0, &relief, cover);
    return sight_over_ground(b, from, METRES * there, to, METRES * k->box->height[to], &relief,
                             cover);
}

/* ---- for the rules ---- */

/* [10.51] Ruling 2: by the level of who looks; the option has it by the higher end. */
bool sight_reason(const struct play *p, int from, int to, struct sight_cover *cover)
{
    struct look k = { .box = nbox(p), .play = p, .occupied = NOWHERE };

    if (board_distance(p->box->board, from, to) <= 1) /* [10.46] */
        return false;
    return !looks(p->box->board, &k, from, to, play_option(p, OPT_HIGHER_SIGHT), cover);
}

/* Troops between the two. At two hexes, where most looks go, those are their common neighbours. */
static bool troops_between(const struct play *p, int from, int to, int distance)
{
    const struct board *b = p->box->board;

    if (distance > 2)
        return sight_passes(b, from, to, stands_there, (void *)p);
    EACH_NEIGHBOUR (b, from, link)
        if (occupier(p, link->cell) != NOBODY && board_distance(b, link->cell, to) == 1)
            return true;
    return false;
}

bool observes(const struct play *p, int from, int to)
{
    int distance = board_distance(p->box->board, from, to);

    if (distance <= 1) /* [10.46] */
        return true;
    if (distance > GUN_RANGE || sight_prepared(nbox(p)->sight, from, to) == SIGHT_NONE)
        return false; /* troops only hide more */
    return !troops_between(p, from, to, distance) || !sight_reason(p, from, to, NULL);
}

/* [10.4a] [8.32a] */
bool sees(const struct play *p, int u, int to)
{
    const struct unit *k = unit_at(p, u);

    if (faces(p, u, k->place, to) && observes(p, k->place, to))
        return true;
    return k->wing != NOWHERE && faces(p, u, k->wing, to) && observes(p, k->wing, to);
}

/* ---- loading ---- */

struct preparation {
    const struct board *board;
    const struct nvw_box *box;
};

/* Without troops mutual: the formula has a lower and a higher end, not one who looks. */
static enum sight prepare(void *ctx, int from, int to)
{
    const struct preparation *s = ctx;
    struct look k = { .box = s->box, .occupied = NOWHERE };

    return looks(s->board, &k, from, to, false, NULL) ? SIGHT_FULL : SIGHT_NONE;
}

/* [10.42x1] [10.42x2] [10.43] The book's examples must hold on this map. */
static void check_examples(struct box *box, const struct nvw_box *own, struct errors *e)
{
    static const char *const doubts[] = { "no", "yes", NULL };
    struct table *t = table_load(box, "sights.txt", "sight", e);

    for (int row = 0; t && row < t->rows; row++) {
        const char *by = table_cell(t, row, table_column(t, "occupied"));
        int from = board_find(box->board, table_cell(t, row, table_column(t, "from")));
        int to = board_find(box->board, table_cell(t, row, table_column(t, "to")));
        struct look k = { .box = own, .occupied = *by ? board_find(box->board, by) : NOWHERE };
        bool seen = table_choice(t, row, table_column(t, "sees"), doubts);

        if (from < 0 || to < 0 || (*by && k.occupied < 0))
            table_complain(t, row, "a hex that is not on the map");
        else if (looks(box->board, &k, from, to, false, NULL) != seen)
            table_complain(t, row, "10.4: on this map it is otherwise");
    }
}

void load_sight(struct box *box, struct nvw_box *own, struct errors *e)
{
    struct preparation s = { box->board, own };

    own->sight = sight_prepare(&box->arena, box->board, GUN_RANGE, true, prepare, &s);
    check_examples(box, own, e);
}
