/*
 * 04-zones.c: chapter 4: zones of control. What is asked most is asked of the bits of hexes, which both sides
 * know; whether a zone is a vedette's only where the stack is seen.
 */
#include "ld.h"

/* [4.0a] [4.0b] [1.4aa] [8.52b] Into this hex from the one in that direction: not across a river, bridged or
 * not, and never into a chateau (ruling 23). */
bool zone_between(const struct play *p, int h, int direction)
{
    return !(side_between(p, h, direction) & S_RIVER) && !lbox(p)->is_chateau[h];
}

/* [4.0c] [4.0e] At all times, whoever stands there. [1.35] Trains exert none. */
bool in_zone(const struct play *p, int h, int side)
{
    const struct ld_state *s = ld(p);
    const int16_t *next = &lbox(p)->next[h * HEX_SIDES];
    int enemies = side_bits(!side);

    if (lbox(p)->is_chateau[h])
        return false;
    EACH_DIRECTION(d)
    if (next[d] >= 0 && s->hex[next[d]] & H_ZONE && s->hex[next[d]] & enemies &&
        !(side_between(p, h, d) & S_RIVER))
        return true;
    return false;
}

/* [4.4a] [5.2] Nobody exerts the zone but vedettes, or a leader alone. */
bool is_flexible(const struct play *p, int h)
{
    EACH_PIECE_AT(p, u, h)
    if (arm_of(p, u) == INFANTRY || arm_of(p, u) == CAVALRY ||
        (is_guns(p, u) && play_option(p, OPT_GUN_ZONES)))
        return false;
    return true;
}

bool in_firm_zone(const struct play *p, int h, int side)
{
    if (!in_zone(p, h, side))
        return false;
    EACH_BESIDE (p, h, d, at)
        if (enemy_in(p, at, side) && hex_is(p, at, H_ZONE) && zone_between(p, h, d) &&
            !is_flexible(p, at))
            return true;
    return false;
}

/* [8.25B] ruling 54 */
bool next_to_zone(const struct play *p, int h, int side)
{
    EACH_BESIDE (p, h, d, at)
        if (in_zone(p, at, side))
            return true;
    return in_zone(p, h, side);
}

/* [4.1] [1.4h] */
bool is_engaged(const struct play *p, int u)
{
    return on_map(p, u) && in_zone(p, place_of(p, u), side_of(p, u));
}

/* [6.11B] [13.13a] On every side an enemy, an enemy zone, a river or the edge of the map. */
bool is_surrounded(const struct play *p, int h, int side)
{
    EACH_BESIDE (p, h, d, at)
        if (!(side_between(p, h, d) & S_RIVER) && !enemy_in(p, at, side) && !in_zone(p, at, side))
            return false;
    return true;
}
