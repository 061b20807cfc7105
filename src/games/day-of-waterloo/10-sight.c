/*
 * 10-sight.c: cases 10.1.1b to 10.3: what guns see over ground of two levels.
 *
 * The kernel draws the line and keeps the two ways past a spine apart; here is what blocks. Next to
 * each other only a crest does. Further off, between equal levels what stands on that level or
 * above it blocks; between the two levels high ground does, and nothing else. [10.3a] ruling A-20b
 * The worked examples: [10.3x1] [10.3x2] [10.3x3] [10.3x4] [10.3x5] [10.3x6].
 */
#include <assert.h>

#include "dow.h"
#include "kernel/sight.h"

struct look {
    const struct play *p;
    bool from_high, to_high;
    const char *why; /* what blocked last */
};

static bool is_high(const struct play *p, int h)
{
    return p->box->board->cell[h].level > 0;
}

/* [10.2b] Friend or foe. [10.2c] [10.2d] A village does not block. */
static const char *obstruction(const struct play *p, int h)
{
    int terrain = p->box->board->cell[h].terrain;

    if (top_of(p, h) != NO_UNIT)
        return "10.2b: combat units stand in the line of sight";
    if (!dbox(p)->terrain[terrain].blocks_sight)
        return NULL;
    return terrain == dbox(p)->woods || terrain == dbox(p)->forest
               ? "10.2c: woods block the line of sight"
               : "10.2d: buildings block the line of sight";
}

static int cell_blocks(void *ctx, int h)
{
    struct look *look = ctx;
    bool high = is_high(look->p, h);
    const char *why = NULL;

    if (look->from_high && look->to_high)
        why = high ? obstruction(look->p, h) : NULL; /* [10.3b] */
    else if (high)                                   /* [10.2f] [10.3c] */
        why = look->from_high || look->to_high ? "10.3c: high ground lies between"
                                               : "10.2f: high ground lies between";
    else if (!look->from_high && !look->to_high)
        why = obstruction(look->p, h);
    if (why)
        look->why = why;
    return why != NULL;
}

/* [10.2e] A crest blocks between low hexes only; [10.3b] [10.3c] high ground looks over it. */
static int border_blocks(void *ctx, int border, int from, int to)
{
    struct look *look = ctx;

    (void)from, (void)to;
    if (look->from_high || look->to_high ||
        !board_has_kind(look->p->box->board, border, dbox(look->p)->crest))
        return false;
    look->why = "10.2e: a crest blocks the line of sight";
    return true;
}

/* [10.1.2b] [10.2a] The hexes of gun and target are not asked about. */
static int far_sight(const struct play *p, int from, int to, const char **why)
{
    struct look look = { .p = p, .from_high = is_high(p, from), .to_high = is_high(p, to) };
    struct sight_rules rules = { .cell = cell_blocks, .border = border_blocks, .ctx = &look };
    int seen = (int)sight_look(p->box->board, from, to, &rules, NULL);

    assert(seen != SIGHT_NONE || look.why); /* of a spine at most one side is off the map */
    if (seen == SIGHT_NONE)
        *why = look.why;
    return seen;
}

/* [10.1.1b] */
int gun_sight(const struct play *p, int from, int to, const char **why)
{
    int border = board_border(p->box->board, from, to);

    if (!adjacent(p, from, to))
        return far_sight(p, from, to, why);
    if (!board_has_kind(p->box->board, border, dbox(p)->crest))
        return SIGHT_FULL;
    *why = "10.1.1b: a crest blocks fire at a neighbouring hex";
    return SIGHT_NONE;
}
