/*
 * 06-facing.c: section 6: front, flank and rear; who faces all around; turning in the
 * Facing/Formation Phase.
 *
 * [2.2f] A facing is towards a corner of the hex (odd numbers of hex.h); every piece always has
 * one, which counts only while it is formed. [6.0a] Paid turns are part of the march (05-march.c).
 */
#include "nvw.h"

/* [2.2i] [7.7] [2.2n] */
bool is_formed(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    return k->morale == GOOD && k->formation != SKIRMISH && k->formation != COMMAND;
}

/* [6.11a] [6.11b] [6.11c] [6.11d] [6.11e] [8.55]; [6.13] [7.65] a battery never does. */
bool faces_all(const struct play *p, int u)
{
    if (is_guns(p, u))
        return false;
    return !is_formed(p, u) || unit_at(p, u)->formation == SQUARE;
}

/* [6.0b] [6.12] */
bool faces(const struct play *p, int u, int from, int to)
{
    return faces_all(p, u) ||
           board_part(p->box->board, from, to, unit_at(p, u)->facing, HEX_CORNER_ARCS) == HEX_FRONT;
}

/* [6.0b] [6.51] [6.52] Through which part of a unit in h its neighbour `from` strikes. */
enum hex_part side_hit(const struct play *p, int u, int h, int from)
{
    if (faces_all(p, u))
        return HEX_FRONT;
    return board_part(p->box->board, h, from, unit_at(p, u)->facing, HEX_CORNER_ARCS);
}

/* [6.32] [9.3] */
void face_hex(struct play *p, int h, int facing)
{
    for (EACH_IN(p, u, h))
        unit_at(p, u)->facing = u8(facing);
}

/* 0: nobody there has one. */
int hex_facing(const struct play *p, int h)
{
    for (EACH_IN(p, u, h))
        if (!faces_all(p, u))
            return unit_at(p, u)->facing;
    return 0;
}

/* ---- turning ---- */

bool is_march(const struct play *p)
{
    return play_state(p)->phase == PH_A_MARCH || play_state(p)->phase == PH_F_MARCH;
}

bool is_shock(const struct play *p)
{
    return play_state(p)->phase == PH_F_SHOCK || play_state(p)->phase == PH_A_SHOCK;
}

/* [6.23] [12.41] A turn on the march costs a point, two in a charge zone; those who march turn, not
 * whom they pass. */
static void wheel(struct play *p, int u, int facing)
{
    int h = place_of(p, u), band;
    int cost = in_charge_zone(p, side_of(p, u), h, &band) ? 2 : 1;

    for (EACH_IN(p, v, h))
        if (has_flag(p, v, F_MOVING)) {
            unit_at(p, v)->facing = u8(facing);
            unit_at(p, v)->spent = u8(unit_at(p, v)->spent + cost);
        }
}

/* [6.2] [6.21] [6.32] [7.44b] [8.33d] [8.36c] */
void turn_done(struct play *p, int u, int facing)
{
    int h = place_of(p, u);

    play_tell(p, EV_TURNED, 0, 2, u, facing);
    for (EACH_IN(p, v, h))
        if (is_extended(p, v) && (!is_march(p) || has_flag(p, v, F_MOVING)))
            disorder_unit(p, v);
    if (is_march(p) && has_flag(p, u, F_MOVING)) {
        wheel(p, u, facing);
        return;
    }
    face_hex(p, h, facing);
    for (EACH_IN(p, v, h))
        set_flag(p, v, F_TURNED);
}
