/*
 * 07-artillery.c: 7.9 to 7.11: Fields of Fire and the guns that bear on a hex.
 *
 * A field is the three front hexes; 12-pounders reach two. The combat modifier made of it is in 07-combat.c.
 */
#include "mib.h"

/* [7.9r1] Whose guns count: not of disorganized or Smashed owners, nor under the order RETREAT. */
static bool fires(const struct play *p, int u)
{
    return is_combat(p, u) && guns_of(p, u) > 0 && !has_flag(p, u, U_D | U_SMASHED) &&
           order_of(p, u) != RETREAT;
}

/* [7.10r2] Does a field end in this hex, entered over that border? */
static bool stops_fire(const struct play *p, int side, int mid, int border)
{
    const struct mib_box *b = mbox(p);
    int terrain = p->box->board->cell[mid].terrain, holder = combat_side(p, mid);

    return terrain == b->forest || terrain == b->town || terrain == b->village ||
           (holder != NOBODY && holder != side) ||
           board_speaks_of(p->box->board, border, b->slope, mid);
}

/* [7.10r2] The ring of twelve: an odd one lies behind two hexes, and one that is free is enough. Ruling 8 */
static bool reaches_far(const struct play *p, int from, int around, int side)
{
    const struct board_cell *c = &p->box->board->cell[from];

    for (int d = around / 2; d <= (around + 1) / 2; d++) {
        int way = d % HEX_SIDES, mid = c->next[way];

        if (mid >= 0 && !stops_fire(p, side, mid, c->side[way]))
            return true;
    }
    return false;
}

/* [7.10r1] At distance 2 within the front arc: two twelfths either way. */
static bool in_far_arc(int around, int facing)
{
    int off = (around - facing + FAR_MAX) % FAR_MAX;

    return off <= 2 || off >= FAR_MAX - 2;
}

static int ring_index(const struct play *p, int from, int to)
{
    for (int i = 0; i < FAR_MAX; i++)
        if (mbox(p)->far[from][i] == to)
            return i;
    return -1;
}

/* [7.9a] [7.10r1] [7.10r2] */
bool bears_on(const struct play *p, int u, int h)
{
    const struct unit *k = unit_at(p, u);
    int around;

    if (k->place < 0 || !fires(p, u))
        return false;
    if (board_border(p->box->board, k->place, h) >= 0)
        return is_front(p, k->place, k->facing, h);
    if (!def_at(p, u)->heavy || (around = ring_index(p, k->place, h)) < 0)
        return false;
    return in_far_arc(around, k->facing) && reaches_far(p, k->place, around, side_of(p, u));
}

/* [7.9r1] */
int guns_on(const struct play *p, int h, int side)
{
    const int16_t *near = mbox(p)->near[h];
    int sum = 0;

    for (int i = 1; i < NEAR_MAX && near[i] >= 0; i++)
        EACH_AT (p, near[i], u)
            if (is_combat(p, u) && side_of(p, u) == side && bears_on(p, u, h))
                sum += guns_of(p, u);
    return sum;
}

bool in_enemy_field(const struct play *p, int h, int side)
{
    return guns_on(p, h, !side) > 0;
}
