/*
 * 09-ground.c: module 9.1 and 9.2: how many points a piece has, and what hexes, hexsides and roads cost it.
 *
 * How pieces march is in 09-movement.c. All costs are in half points.
 */
#include <assert.h>

#include "dow.h"

/* [9.2.13] [9.2.14a] Mud slows all but leaders. Ruling A-5 */
static int mud_loss(const struct play *p, int u)
{
    int arm = arm_of(p, u);

    switch (weather(p)) {
    case MUD: return 1;
    case SEVERE_MUD: return arm == CAVALRY || arm == HORSE ? 2 : 1;
    default: return 0;
    }
}

int printed_allowance(const struct play *p, int piece)
{
    return 2 * (is_leader(p, piece) ? dbox(p)->leader[piece_leader(p, piece)].move
                                    : def_at(p, piece)->move);
}

int allowance(const struct play *p, int piece)
{
    return printed_allowance(p, piece) - (is_leader(p, piece) ? 0 : 2 * mud_loss(p, piece));
}

/* [9.2.5a] [9.2.5b] [9.2.5c] What crossing the hexside costs besides; it is passable by road only. */
static int crossing_cost(const struct dow_box *own, const struct board *b, int mover, int border)
{
    if (mover == RIDER)
        return 0;
    if (board_has_kind(b, border, own->river))
        return 2;
    return board_has_kind(b, border, own->stream) && is_guns(mover) ? 2 : 0;
}

/* [9.2.4a] [9.2.4b] [9.2.12] */
static const char *refuse_border(const struct dow_box *own, const struct board *b, int mover,
                                 int border)
{
    if (board_has_kind(b, border, own->pond))
        return "9.2.12: nobody crosses a pond";
    if (board_border_at(b, border)->ways)
        return NULL;
    if (board_has_kind(b, border, own->river))
        return "9.2.4a: a river is crossed by road only";
    if (board_has_kind(b, border, own->stream) && is_guns(mover))
        return "9.2.4b: artillery crosses a stream by road only";
    return NULL;
}

/* [9.2.1a] [9.2.1b] [9.2.1c] Along a highway a half, along a road one, whatever the ground. */
static int road_rate(const struct dow_box *own, const struct board *b, int mover, int border)
{
    uint32_t ways = board_border_at(b, border)->ways;

    if (!ways)
        return NO_ENTRY;
    return (board_bit(ways, own->highway) ? 1 : 2) + crossing_cost(own, b, mover, border);
}

/* [9.2.9] Slopes and crests cost nothing. */
void weigh_hexsides(const struct board *b, struct dow_box *own)
{
    assert(b->borders <= HEXSIDES_MAX && b->cells <= CELLS_MAX);
    for (int mover = 0; mover < MOVERS; mover++)
        for (int i = 0; i < b->borders && i < HEXSIDES_MAX; i++) {
            int border = b->cells + i;
            bool closed = refuse_border(own, b, mover, border);

            own->crossing[mover][i] = u8(closed ? NO_ENTRY : crossing_cost(own, b, mover, border));
            own->by_road[mover][i] = u8(road_rate(own, b, mover, border));
        }
}

/* [9.2.6] [9.2.7] [9.2.8] [9.2.11] Which rule keeps the arm out of the hex off the road. */
static const char *refuse_hex(const struct play *p, int u, int to)
{
    if (dbox(p)->cost[arm_of(p, u)][to] != NO_ENTRY)
        return NULL;
    return p->box->board->cell[to].terrain == dbox(p)->swamp
               ? "9.2.8: artillery enters a swamp by road only"
               : "9.2.7: cavalry and artillery enter a forest by road only";
}

const char *refuse_ground(const struct play *p, int piece, int from, int to)
{
    int border = board_border(p->box->board, from, to);
    const char *why;

    if (border == BOARD_NOWHERE) /* [9.0a] */
        return "9.0a: a march goes from a hex to the next";
    why = refuse_border(dbox(p), p->box->board, mover_of(p, piece), border);
    return why || is_leader(p, piece) ? why : refuse_hex(p, piece, to);
}

int terrain_cost(const struct play *p, int piece, int from, int to)
{
    int border = board_border(p->box->board, from, to);

    return border == BOARD_NOWHERE ? NO_ENTRY : ground_cost(p, piece, to, border);
}

int road_cost(const struct play *p, int piece, int from, int to)
{
    int border = board_border(p->box->board, from, to);

    return border == BOARD_NOWHERE ? NO_ENTRY : way_cost(p, piece, border);
}

bool may_cross(const struct play *p, int u, int from, int to)
{
    return terrain_cost(p, u, from, to) != NO_ENTRY || road_cost(p, u, from, to) != NO_ENTRY;
}
