/*
 * 05-stacking.c: module 5: stacks, their limits and their order; strength and morale of a unit.
 *
 * [5.4] A stack is a list from the top down: the hex knows its top, each unit the one below. Two
 * Guard infantry brigades that lie directly on one another are one unit, pairs read from the top.
 * [5.2f] ruling A-56
 */
#include "dow.h"

#include <assert.h>

/* [12.2a] One less in a demoralized corps. */
int morale(const struct play *p, int u)
{
    return def_at(p, u)->morale - (dow(p)->corps[unit_at(p, u)->corps].demoralized ? 1 : 0);
}

/* ---- who is there ---- */

bool enemy_adjacent(const struct play *p, int h, int side)
{
    EACH_NEIGHBOUR (p->box->board, h, link)
        if (enemy_in_hex(p, link->cell, side))
            return true;
    return false;
}

/* ---- Guard pairs ---- */

/* [5.2f] From the top of its run of Guard brigades the counters pair off two by two. */
static int place_in_run(const struct play *p, int u)
{
    int at = 0;

    for (EACH_IN(p, i, unit_at(p, u)->place)) {
        if (i == u)
            return at;
        at = def_at(p, i)->guard ? at + 1 : 0;
    }
    return at;
}

static bool guard_below(const struct play *p, int u)
{
    return below(p, u) != NO_UNIT && def_at(p, below(p, u))->guard;
}

bool paired(const struct play *p, int u)
{
    return def_at(p, u)->guard && on_map(p, u) && guard_below(p, u) && place_in_run(p, u) % 2 == 0;
}

bool pair_above(const struct play *p, int u)
{
    return def_at(p, u)->guard && on_map(p, u) && place_in_run(p, u) % 2 == 1;
}

int unit_end(const struct play *p, int u)
{
    return paired(p, u) ? below(p, below(p, u)) : below(p, u);
}

/* ---- limits ---- */

int stack_points(const struct play *p, int h)
{
    int sum = 0;

    for (EACH_IN(p, u, h))
        sum += strength(p, u);
    return sum;
}

/* [5.2b] [5.2c] */
bool one_unit_hex(const struct play *p, int h)
{
    return dbox(p)->terrain[p->box->board->cell[h].terrain].one_unit;
}

/* [5.2f] A second Guard brigade joins the first as one unit. */
static bool completes_pair(const struct play *p, int h, int u)
{
    int top = top_of(p, h);

    return def_at(p, u)->guard && def_at(p, top)->guard && below(p, top) == NO_UNIT;
}

/* [5.2a] [5.2b] */
bool room_for(const struct play *p, int h, int u)
{
    if (top_of(p, h) == NO_UNIT)
        return true;
    if (one_unit_hex(p, h))
        return completes_pair(p, h, u);
    return stack_points(p, h) + strength(p, u) <= STACK_LIMIT;
}

/* ---- order ---- */

void lift(struct play *p, int u)
{
    stack_lift(&dow(p)->top[unit_at(p, u)->place], dow(p)->below, u);
    clear_flag(p, u, F_KNOWN);
}

static void leave(struct play *p, int u)
{
    if (on_map(p, u))
        lift(p, u);
}

void put_top(struct play *p, int u, int h)
{
    leave(p, u);
    stack_put_top(&dow(p)->top[h], dow(p)->below, u);
    unit_at(p, u)->place = i16(h);
}

void put_bottom(struct play *p, int u, int h)
{
    leave(p, u);
    stack_put_bottom(&dow(p)->top[h], dow(p)->below, u);
    unit_at(p, u)->place = i16(h);
}

void put_off_map(struct play *p, int piece, int place)
{
    if (is_leader(p, piece)) {
        dow(p)->leader[piece_leader(p, piece)].place = i16(place);
        return;
    }
    leave(p, piece);
    unit_at(p, piece)->place = i16(place);
}

void put_under(struct play *p, int u, int above)
{
    leave(p, u);
    stack_put_under(dow(p)->below, u, above);
    unit_at(p, u)->place = unit_at(p, above)->place;
}

/* [5.4.3] [6.2b] A pair stays together. */
void bring_to_top(struct play *p, int u)
{
    int h = unit_at(p, u)->place, partner = paired(p, u) ? below(p, u) : NO_UNIT;

    if (partner != NO_UNIT)
        put_top(p, partner, h);
    put_top(p, u, h);
}

/* The enemy has seen it; that cannot be taken back. */
void see(struct play *p, int u)
{
    if (!has_flag(p, u, F_KNOWN) && top_of(p, unit_at(p, u)->place) != u)
        play_tell(p, EV_SEEN, 0, 2, u, unit_at(p, u)->place);
    set_flag(p, u, F_KNOWN);
    play_reveal(p);
}

/* ---- what the enemy may suppose ---- */

static bool is_seen(const struct play *p, int u)
{
    return !dow_unseen(p, u, !side_of(p, u));
}

static bool room_beneath(const struct play *p, int h, int u)
{
    int seen = 0;

    if (one_unit_hex(p, h))
        return def_at(p, u)->guard && def_at(p, top_of(p, h))->guard;
    for (EACH_IN(p, above, h))
        seen += is_seen(p, above) ? strength(p, above) : 0;
    return seen < STACK_LIMIT;
}

/*
 * [5.4.2a] Is the unit in the hex, or could it be for all that the enemy knows? Who is asked by this
 * tells nothing by being asked.
 */
bool may_be_in(const struct play *p, int u, int h)
{
    if (is_leader(p, u) || !on_map(p, u))
        return false;
    if (is_seen(p, u))
        return unit_at(p, u)->place == h;
    return army_in_hex(p, h, def_at(p, u)->army) && room_beneath(p, h, u);
}

/* ---- who fights ---- */

/* Adds the counters of the unit that begins with u; returns the first counter below it. */
static int add_unit(const struct play *p, int u, int *list, int *n)
{
    int end = unit_end(p, u);

    for (; u != end; u = below(p, u))
        list[(*n)++] = u;
    return end;
}

/* [5.4.1a] The top unit; [5.4.1b] with artillery on top the next one as well. */
int defenders(const struct play *p, int h, int list[4])
{
    int n = 0, top = top_of(p, h), next;

    if (top == NO_UNIT)
        return 0;
    next = add_unit(p, top, list, &n);
    if (is_guns(arm_of(p, top)) && next != NO_UNIT)
        add_unit(p, next, list, &n);
    return n;
}

/* [5.4.1b] [10.0] The top unit, or the one in immediate support of guns; never guns. */
int attacker(const struct play *p, int h, int list[2])
{
    int n = 0, u = top_of(p, h);

    if (u != NO_UNIT && is_guns(arm_of(p, u)))
        u = below(p, u);
    if (u == NO_UNIT || is_guns(arm_of(p, u)))
        return 0;
    add_unit(p, u, list, &n);
    return n;
}
