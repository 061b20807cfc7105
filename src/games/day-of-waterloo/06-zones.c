/*
 * 06-zones.c: module 6: Zones of Influence of cavalry, and how hidden cavalry is discovered.
 *
 * What a side may do is judged by the cavalry it has seen (known_pinned); what happens to it by the
 * cavalry that is there (pinned). The difference is made good by showing a unit. [6.0f] [6.0g] ruling A-47
 * A zone holds units; it makes nobody fight. [6.0e]
 */
#include <assert.h>

#include "dow.h"

/* [6.0b] Rivers and ponds stop it, bridged or not. */
static bool zone_crosses(const struct play *p, int border)
{
    const struct board *b = p->box->board;

    return !board_has_kind(b, border, dbox(p)->river) && !board_has_kind(b, border, dbox(p)->pond);
}

/* The first cavalry of the stack from the top, seen or not. [6.2a] Its place in the stack does not matter. */
static int cavalry_in(const struct play *p, int h, bool known_only)
{
    for (EACH_IN(p, u, h))
        if (arm_of(p, u) == CAVALRY &&
            (!known_only || u == top_of(p, h) || has_flag(p, u, F_KNOWN)))
            return u;
    return NO_UNIT;
}

/* [6.0a] */
bool exerts_zone(const struct play *p, int from, int onto, int side)
{
    int border = board_border(p->box->board, from, onto);

    return border != BOARD_NOWHERE && top_of(p, from) != NO_UNIT &&
           side_of(p, top_of(p, from)) == side && zone_crosses(p, border) &&
           cavalry_in(p, from, false) != NO_UNIT;
}

/* [6.0f] */
bool known_zone(const struct play *p, int from, int onto, int side)
{
    return exerts_zone(p, from, onto, side) && cavalry_in(p, from, true) != NO_UNIT;
}

static bool pinned_by(const struct play *p, int h, int side, bool known_only)
{
    EACH_NEIGHBOUR (p->box->board, h, link)
        if (enemy_in_hex(p, link->cell, side) && zone_crosses(p, link->border) &&
            cavalry_in(p, link->cell, known_only) != NO_UNIT)
            return true;
    return false;
}

bool pinned(const struct play *p, int h, int side)
{
    return pinned_by(p, h, side, false);
}

bool known_pinned(const struct play *p, int h, int side)
{
    return pinned_by(p, h, side, true);
}

/* [6.0g] One of the cavalry units whose zone covers the hex; NO_UNIT: there is none. */
int pinner(const struct play *p, int h, int side)
{
    EACH_NEIGHBOUR (p->box->board, h, link)
        if (enemy_in_hex(p, link->cell, side) && zone_crosses(p, link->border) &&
            cavalry_in(p, link->cell, false) != NO_UNIT)
            return cavalry_in(p, link->cell, false);
    return NO_UNIT;
}

/* [6.0g] One cavalry unit of every stack that claims a zone over h is shown to `side`. */
bool show_pinners(struct play *p, int h, int side)
{
    bool any = false;

    assert(on_board(p, h) && is_side(side));
    EACH_NEIGHBOUR (p->box->board, h, link) {
        int from = link->cell;

        if (!enemy_in_hex(p, from, side) || !zone_crosses(p, link->border))
            continue;
        any |= cavalry_in(p, from, false) != NO_UNIT;
        if (cavalry_in(p, from, true) == NO_UNIT && cavalry_in(p, from, false) != NO_UNIT)
            see(p, cavalry_in(p, from, false));
    }
    return any;
}
