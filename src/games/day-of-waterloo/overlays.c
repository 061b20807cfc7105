/*
 * overlays.c: ways of looking at the board: where orders reach, what guns see, the Zones of Influence and the
 * Movement Span of what has been seen; and the ground in words.
 *
 * The rules are those of chapters 6, 7, 8 and 10; here they are only asked. States come redacted:
 * cavalry that the viewer has not seen casts no zone.
 */
#include <stdlib.h>
#include <string.h>

#include "dow.h"
#include "kernel/sight.h"

/* Whose board it is: the viewer's; for those who only watch, that of the player whose turn it is. */
static int side_shown(const struct play *p, int viewer)
{
    return viewer < SIDES ? viewer : dow(p)->side;
}

static void set_key(uint8_t *marks, int h, int key)
{
    marks[h] = u8(marks[h] | 1 << key);
}

/* ---- command ---- */

enum { KEY_ARMY, KEY_CORPS, KEY_OUT, KEY_NEXT };
static const char *const command_keys[] = {
    "an Army leader's orders reach it", "a Corps leader's orders reach it", "a unit out of command",
    "a unit out of command if its status were set now", NULL
};

static void mark_orders(const struct play *p, int leader, uint8_t *marks)
{
    struct path path;

    trace_orders(p, leader, &path);
    for (int h = 0; h < p->box->board->cells; h++)
        if (path_reached(&path, h))
            set_key(marks, h, dbox(p)->leader[leader].chief ? KEY_ARMY : KEY_CORPS);
}

/* Of the leaders in the chosen hex, if there are any. */
static bool mark_leaders_in(const struct play *p, int h, uint8_t *marks)
{
    bool any = false;

    for (int i = 0; i < dbox(p)->leaders; i++)
        if (h >= 0 && dow(p)->leader[i].place == h) {
            mark_orders(p, i, marks);
            any = true;
        }
    return any;
}

static void mark_out(const struct play *p, int side, int key, uint8_t *marks)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (side_of(p, u) == side && on_map(p, u) && has_flag(p, u, F_OUT))
            set_key(marks, unit_at(p, u)->place, key);
}

/* Of all who give any: a Corps leader out of command does not. */
static void mark_all_orders(const struct play *p, int side, uint8_t *marks)
{
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (army_side(dbox(p)->leader[i].army) == side && dow(p)->leader[i].place >= 0 &&
            !(dow(p)->leader[i].flags & (L_OUT | L_RALLIES)))
            mark_orders(p, i, marks);
}

/* [7.3a] Where it is decided, in the Command Phase, all of it is as it will be when the phase ends. */
static void mark_command(const struct play *p, int viewer, int from, uint8_t *marks)
{
    struct foreseen *next = base_alloc(sizeof *next);
    int side = side_shown(p, viewer);
    bool decided = play_state(p)->phase == PH_COMMAND && dow(p)->side == side;

    foresee_command(p, side, -1, next);
    if (!mark_leaders_in(p, from, marks))
        mark_all_orders(decided ? &next->play : p, side, marks);
    mark_out(p, side, KEY_OUT, marks);
    mark_out(&next->play, side, KEY_NEXT, marks);
    free(next);
}

/* ---- sight ---- */

enum { KEY_SEEN, KEY_HALF, KEY_RANGE };
static const char *const sight_keys[] = { "in full sight", "past a half blocked spine: at half",
                                          "within two hexes", NULL };

static void mark_sight(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)viewer;
    for (int h = 0; h < p->box->board->cells; h++) {
        const char *why;
        int seen = h == from ? SIGHT_NONE : gun_sight(p, from, h, &why);

        if (seen != SIGHT_NONE)
            set_key(marks, h, seen == SIGHT_FULL ? KEY_SEEN : KEY_HALF);
        if (seen != SIGHT_NONE && board_distance(p->box->board, from, h) <= GUN_RANGE)
            set_key(marks, h, KEY_RANGE);
    }
}

/* ---- zones ---- */

static const char *const zone_keys[] = { "zones of French cavalry", "zones of Allied cavalry",
                                         NULL };

static void mark_zones(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)viewer, (void)from;
    for (int h = 0; h < p->box->board->cells; h++)
        for (int side = 0; side < SIDES; side++)
            if (pinned(p, h, !side))
                set_key(marks, h, side);
}

static const char *const span_keys[] = { "an enemy could come next to it", NULL };

static void mark_span(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)from;
    for (int h = 0; h < p->box->board->cells; h++)
        if (in_span(p, h, side_shown(p, viewer), true) != NO_UNIT)
            set_key(marks, h, 0);
}

const struct overlay dow_overlays[] = {
    { "command", "Command", "7.1a 7.5a",
      "Three movement points of a leader from where he stands, not through enemies; status is set "
      "when "
      "the Command Phase ends, and until then shown as it would be.",
      command_keys, FROM_MAYBE, mark_command, NULL, 0 },
    { "sight", "Sight", "10.2a 10.3a", "What guns in the chosen hex see.", sight_keys, FROM_PLACE,
      mark_sight, NULL, 0 },
    { "zones", "Zones", "6.0a 6.0f",
      "Zones of Influence of the cavalry that has been seen; rivers stop them.", zone_keys,
      FROM_NOWHERE, mark_zones, NULL, 0 },
    { "span", "Movement Span", "8.1b",
      "Nobody reorganizes where an enemy unit could come next to him in one move.", span_keys,
      FROM_NOWHERE, mark_span, NULL, 0 },
    { .name = NULL },
};

/* ---- the ground ---- */

void dow_ground(const struct box *box, int cell, struct text *out)
{
    const struct board *b = box->board;
    const char *terrain = b->terrain.word[b->cell[cell].terrain];

    text_printf(out, "%s, %s ground", strcmp(terrain, "farm") == 0 ? "grand farm" : terrain,
                b->cell[cell].level > 0 ? "high" : "low");
}
