/*
 * overlays.c: ways of looking at the board: who controls what, where orders and lines of communication reach,
 * where enemies stand next door; and the ground in words.
 *
 * The rules are those of chapters 1, 3 and 6; here they are only asked. States come redacted: a
 * leader whom the viewer does not see gives no sign.
 */
#include "w200.h"

static void set_key(uint8_t *marks, struct areas set, int key)
{
    while (areas_any(set)) {
        int a = areas_take(&set);

        marks[a] = u8(marks[a] | 1 << key);
    }
}

/* Whose board it is: the viewer's; for those who only watch, that of the side with the disc. */
static int side_shown(const struct play *p, int viewer)
{
    return viewer < SIDES ? viewer : w200_of(p)->disc;
}

/* ---- control ---- */

static const char *const control_keys[] = { "controlled by the French", "controlled by the British",
                                            "controlled by the Prussians", "contested", NULL };

static void mark_control(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)viewer, (void)from;
    for (int f = 0; f < FACTIONS; f++)
        set_key(marks, w200_of(p)->control[f], f);
    set_key(marks, contested_now(p), FACTIONS);
}

/* ---- orders ---- */

static const char *const order_keys[] = { "a Tactical Leader's orders reach it", NULL };

static bool commands(const struct play *p, int u, int side, int from)
{
    const struct block *k = &w200_of(p)->block[u];

    return k->place < AREAS && k->step != STEP_HIDDEN &&
           (from >= 0 ? k->place == from : side_of(faction_of(p, u)) == side);
}

static bool mark_leaders(const struct play *p, int side, int from, uint8_t *marks)
{
    bool any = false;

    for (int c = 0; c < CORPS; c++) {
        int u = box_of(p)->leader[c];

        if (commands(p, u, side, from)) {
            set_key(marks, range_of(p, u), 0);
            any = true;
        }
    }
    return any;
}

/* Of the leaders in the chosen area, else of all. */
static void mark_orders(const struct play *p, int viewer, int from, uint8_t *marks)
{
    if (from < 0 || !mark_leaders(p, side_shown(p, viewer), from, marks))
        mark_leaders(p, side_shown(p, viewer), -1, marks);
}

/* ---- lines of communication ---- */

static const char *const line_keys[] = { "French line of communication",
                                         "British line of communication",
                                         "Prussian line of communication", NULL };

static void mark_lines(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)viewer, (void)from;
    for (int f = 0; f < FACTIONS; f++)
        set_key(marks, loc_of(p, f), f);
}

/* ---- enemies ---- */

static const char *const enemy_keys[] = { "enemy blocks stand there", "next to enemy blocks",
                                          NULL };

static void mark_enemies(const struct play *p, int viewer, int from, uint8_t *marks)
{
    struct areas there = occupied_by(p, !side_shown(p, viewer)), left = there, near = NO_AREAS;

    (void)from;
    while (areas_any(left))
        near = areas_or(near, box_of(p)->next[areas_take(&left)]);
    set_key(marks, there, 0);
    set_key(marks, areas_less(near, there), 1);
}

const struct overlay w200_overlays[] = {
    { "control", "Control", "1.5a 1.5c",
      "Whoever alone has blocks in an area controls it until another does.", control_keys,
      FROM_NOWHERE, mark_control, NULL, 0 },
    { "orders", "Orders", "3.9.5.1a 3.9.5.1b",
      "Blocks of his corps move in a Tactical Action within the range of their leader.", order_keys,
      FROM_MAYBE, mark_orders, NULL, 0 },
    { "lines", "Communications", "6.4.1a 6.4.1c",
      "Areas in communication with their Strategic Leader; beyond them blocks are isolated.",
      line_keys, FROM_NOWHERE, mark_lines, NULL, 0 },
    { "enemies", "Enemies", "6.2.2a", "Where enemy blocks stand, and the areas next to them.",
      enemy_keys, FROM_NOWHERE, mark_enemies, NULL, 0 },
    { .name = NULL },
};

/* ---- the ground ---- */

void w200_ground(const struct box *box, int cell, struct text *out)
{
    const struct w200_box *own = box->own;

    text_printf(out, "%s area, %d MP to enter",
                box->board->terrain.word[box->board->cell[cell].terrain], own->cost[cell]);
    if (own->colour[cell] != BLACK)
        text_printf(out, ", %d block%s a side", own->limit[cell], own->limit[cell] == 1 ? "" : "s");
    if (own->bonus[cell])
        text_printf(out, ", defence bonus %d", own->bonus[cell]);
    if (areas_has(own->star, cell))
        text_add(out, ", Victory Area");
    if (areas_has(own->sunken, cell))
        text_add(out, ", sunken road");
    for (int f = 0; f < FACTIONS; f++)
        if (own->hq[f] == cell)
            text_add(out, ", headquarters");
}
