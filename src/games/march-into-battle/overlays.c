/*
 * overlays.c: ways of looking at the board: zones, Fields of Fire, command, supply, front and rear of a stack.
 *
 * The rules are those of the chapters; here they are only asked.
 */
#include "mib.h"

static void set_key(uint8_t *marks, int h, int key)
{
    marks[h] = u8(marks[h] | 1 << key);
}

static int side_shown(const struct play *p, int viewer)
{
    return viewer < SIDES ? viewer : play_who(p) == ALLIED ? ALLIED : FRENCH;
}

static const char *const zone_keys[] = { "zones of the French", "zones of the Allies", NULL };

static void mark_both_zones(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)viewer, (void)from;
    for (int side = 0; side < SIDES; side++) {
        uint8_t zones[CELLS_MAX] = { 0 };

        mark_zones(p, !side, zones);
        for (int h = 0; h < p->box->board->cells; h++)
            if (zones[h])
                set_key(marks, h, side);
    }
}

static const char *const fire_keys[] = { "under French guns", "under Allied guns", NULL };

static void mark_fire(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)viewer, (void)from;
    for (int h = 0; h < p->box->board->cells; h++)
        for (int side = 0; side < SIDES; side++)
            if (guns_on(p, h, side))
                set_key(marks, h, side);
}

static const char *const command_keys[] = { "a formation commander's range",
                                            "a unit out of command", NULL };

/* [5.1r] Of the commanders in the hex, or of all. */
static void mark_command(const struct play *p, int viewer, int from, uint8_t *marks)
{
    uint8_t zones[CELLS_MAX] = { 0 };
    int side = side_shown(p, viewer);

    mark_zones(p, side, zones);
    for (int f = 0; f < FORMATIONS; f++) {
        uint8_t steps[CELLS_MAX] = { 0 };
        int leader = commander_of(p, f);

        if (leader == NO_PIECE || side_of(p, leader) != side ||
            (from >= 0 && unit_at(p, leader)->place != from))
            continue;
        reach_command(p, leader, zones, -1, steps);
        for (int h = 0; h < p->box->board->cells; h++)
            if (steps[h])
                set_key(marks, h, 0);
    }
    EACH_PIECE (p, u)
        if (on_map(p, u) && side_of(p, u) == side && has_flag(p, u, U_OOC))
            set_key(marks, unit_at(p, u)->place, 1);
}

static const char *const supply_keys[] = { "a road that carries supply", "a train",
                                           "beyond the reach of supply", NULL };

static void mark_supply(const struct play *p, int viewer, int from, uint8_t *marks)
{
    int side = side_shown(p, viewer);

    (void)from;
    for (int army = 0; army < ARMIES; army++) {
        uint8_t reach[CELLS_MAX] = { 0 };

        if (army_side(army) != side)
            continue;
        trace_supply(p, army, reach);
        for (int h = 0; h < p->box->board->cells; h++)
            marks[h] |= reach[h];
    }
    for (int h = 0; h < p->box->board->cells; h++)
        marks[h] ^= SUPPLY_REACH;
}

static const char *const front_keys[] = { "front", "rear", NULL };

/* [6.6r1] [TEC-5] [TEC-6] In village and town there is no rear. */
static void mark_front(const struct play *p, int viewer, int from, uint8_t *marks)
{
    int facing = facing_at(p, from);

    (void)viewer;
    if (facing < 0)
        return;
    EACH_NEIGHBOUR (p->box->board, from, link)
        if (is_front(p, from, facing, link->cell))
            set_key(marks, link->cell, 0);
        else if (mbox(p)->terrain[p->box->board->cell[from].terrain].rear)
            set_key(marks, link->cell, 1);
}

const struct overlay mib_overlays[] = {
    { "zones", "Zones", "6.1a 6.1r1",
      "Zones of Control: hexes that cavalry, and infantry with guns, controls.", zone_keys,
      FROM_NOWHERE, mark_both_zones, NULL, 0 },
    { "fire", "Field of Fire", "7.9a 7.10r1", "Hexes on which guns bear.", fire_keys, FROM_NOWHERE,
      mark_fire, NULL, 0 },
    { "command", "Command", "5.1r 5.2r", "How far formation commanders reach.", command_keys,
      FROM_MAYBE, mark_command, NULL, 0 },
    { "supply", "Supply", "10.2r1", "Roads and trains that supply the army.", supply_keys,
      FROM_NOWHERE, mark_supply, NULL, 0 },
    { "front", "Front", "6.6r1 OCE-3", "Front and rear hexes of a stack.", front_keys, FROM_PLACE,
      mark_front, NULL, 0 },
    { .name = NULL },
};
