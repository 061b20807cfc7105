/*
 * overlays.c: ways of looking at the board: zones, command, supply, march orders.
 *
 * The rules are those of the chapters; here they are only asked, of a state already redacted.
 */
#include "ld.h"

enum { RANGE = 4 }; /* half points */

static void set_key(uint8_t *marks, int h, int key)
{
    marks[h] = u8(marks[h] | 1 << key);
}

static int side_shown(const struct play *p, int viewer)
{
    return viewer < SIDES ? viewer : play_who(p) == ALLIED ? ALLIED : FRENCH;
}

static const char *const zone_keys[] = { "zones of the French", "zones of the Anglo-Prussians",
                                         NULL };

/* [4.0a] By the bits of hexes, which both sides know. */
static void mark_zones(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)viewer, (void)from;
    for (int h = 0; h < p->box->board->cells; h++)
        for (int side = 0; side < SIDES; side++)
            if (in_zone(p, h, !side))
                set_key(marks, h, side);
}

static const char *const command_keys[] = { "a Commander's range", "an officer's range",
                                            "a unit out of command", NULL };

/* [7.12] While command is given: who would be in nobody's hand if it ended now. */
static void mark_out(const struct play *p, int side, uint8_t *marks)
{
    struct ld_state after = *ld(p);
    struct play then = *p;

    then.state = &after;
    if (play_who(p) == side && agenda_top(p)->op == ST_COMMAND)
        settle_command(&then, side);
    EACH_PIECE (p, u)
        if (on_map(p, u) && side_of(p, u) == side && has_flag(&then, u, F_OUT))
            set_key(marks, place_of(p, u), 2);
}

/* [7.2A] Of the leaders in the hex, or of all; roads and trails count half. */
static void mark_command(const struct play *p, int viewer, int from, uint8_t *marks)
{
    int side = side_shown(p, viewer);

    for (int u = lbox(p)->leaders; u < lbox(p)->pieces; u++) {
        int at = place_of(p, u);

        if (at < 0 || side_of(p, u) != side || (from >= 0 && at != from))
            continue;
        for (int h = 0; h < p->box->board->cells; h++)
            if (apart(p, at, h) <= RANGE && command_cost(p, side, at, h) <= RANGE)
                set_key(marks, h, is_commander(p, u) ? 0 : 1);
    }
    mark_out(p, side, marks);
}

static const char *const supply_keys[] = { "in supply now", "out of supply now", "a source", NULL };

/* [14.0b] Who could draw a line if night fell now, and whence. */
static void mark_supply(const struct play *p, int viewer, int from, uint8_t *marks)
{
    int side = side_shown(p, viewer);

    (void)from;
    EACH_PIECE (p, u)
        if (on_map(p, u) && side_of(p, u) == side && is_combat_unit(p, u))
            set_key(marks, place_of(p, u), in_supply(p, u) ? 0 : 1);
    for (int i = 0; i < ENTRIES; i++)
        for (int n = 0; n < ENTRY_HEXES && lbox(p)->entry[i][n] >= 0; n++)
            if (side_of_army(lbox(p)->entry_army[i]) == side)
                set_key(marks, lbox(p)->entry[i][n], 2);
}

static const char *const order_keys[] = { "the way of a march order", "its objective", NULL };

/* [8.24a] One of the shortest ways of each force that obeys; the enemy's orders are not in a redacted state. */
static void mark_orders(const struct play *p, int viewer, int from, uint8_t *marks)
{
    int side = side_shown(p, viewer);
    int16_t way[CELLS_MAX];

    (void)from;
    EACH_PIECE (p, u) {
        int n = on_map(p, u) && side_of(p, u) == side ? way_of_order(p, u, way) : 0;

        for (int i = 0; i < n; i++)
            set_key(marks, way[i], i + 1 < n ? 0 : 1);
    }
}

/* clang-format off */
const struct overlay ld_overlays[] = {
    { "zones", "Zones of control", "4.0a 4.0b", "Whoever enters an enemy zone goes no further and must attack; none reaches over rivers or into a chateau.", zone_keys, FROM_NOWHERE, mark_zones },
    { "command", "Command", "7.1 7.2A", "Two hexes from a leader, roads and trails counting half; of the leaders of one hex if you name it.", command_keys, FROM_MAYBE, mark_command },
    { "supply", "Supply", "14.0b 14.12", "Who could draw a line of supply to a source if night fell now.", supply_keys, FROM_NOWHERE, mark_supply },
    { "orders", "March orders", "8.24a 8.23a", "The way that each of your forces under a march order takes, and where it ends.", order_keys, FROM_NOWHERE, mark_orders },
    { .name = NULL },
};
/* clang-format on */
