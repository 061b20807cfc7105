/*
 * overlays.c: ways of looking at the board: levels, sight, fire zones in their bands, charge zones,
 * command. The rules are those of chapters 10, 11, 12 and 13; here they are only asked.
 */
#include <stdio.h>

#include "nvw.h"

static const char *const level_keys[] = { "level 0", "level 1", "level 2", "level 3",
                                          "level 4", "level 5", "level 6", NULL };

static void mark_levels(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)viewer;
    (void)from;
    for (int h = 0; h < p->box->board->cells; h++)
        if (nbox(p)->height[h] != NO_HEIGHT)
            marks[h] = u8(1 << nbox(p)->height[h]);
}

enum { KEY_SEEN, KEY_COVER, KEY_HILL, KEY_TROOPS, KEY_CREST, KEY_HIDES };
static const char *const sight_keys[] = { "seen",
                                          "hidden by a wood or a building (10.4c)",
                                          "hidden by higher ground (10.4c)",
                                          "hidden by troops (10.4c)",
                                          "hidden behind a crest or troops below (10.42a)",
                                          "here sight ends: it hides what lies behind",
                                          NULL };

static int hidden_key(int kind)
{
    switch (kind) {
    case HIDES_COVER: return KEY_COVER;
    case HIDES_HILL: return KEY_HILL;
    case HIDES_TROOPS: return KEY_TROOPS;
    default: return KEY_CREST;
    }
}

static void set_key(uint8_t *marks, int h, int key)
{
    marks[h] = u8(marks[h] | 1 << key);
}

/* The hex at which sight ends, not those further on that would hide it too. */
static void mark_hiding(const struct play *p, int from, int h, uint8_t *marks)
{
    if (h >= 0 && !sight_reason(p, from, h, NULL))
        set_key(marks, h, KEY_HIDES);
}

/* [10.4b] [10.41] And by which hex what is not. */
static void mark_sight(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)viewer;
    for (int h = 0; h < p->box->board->cells; h++) {
        struct sight_cover cover;

        if (h == from || board_distance(p->box->board, from, h) > GUN_RANGE)
            continue;
        if (!sight_reason(p, from, h, &cover)) {
            set_key(marks, h, KEY_SEEN);
            continue;
        }
        set_key(marks, h, hidden_key(cover.kind));
        mark_hiding(p, from, cover.cell, marks);
        mark_hiding(p, from, cover.beside, marks);
    }
}

/* Who is hidden by the same hex for the same reason is told of together. */
struct hidden {
    int16_t hex;
    struct sight_cover cover;
    bool told;
};

enum { HIDDEN_MOST = 3 * GUN_RANGE * (GUN_RANGE + 1) };

static int list_hidden(const struct play *p, int from, struct hidden *list)
{
    int n = 0;

    for (int h = 0; h < p->box->board->cells; h++)
        if (h != from && board_distance(p->box->board, from, h) <= GUN_RANGE) {
            list[n] = (struct hidden){ .hex = i16(h) };
            n += sight_reason(p, from, h, &list[n].cover);
        }
    return n;
}

static bool same_cover(const struct sight_cover *a, const struct sight_cover *b)
{
    return a->kind == b->kind && a->cell == b->cell && a->beside == b->beside;
}

static void tell_cover(const struct play *p, int from, const struct sight_cover *c, char *words,
                       size_t room)
{
    static const char *const by[] = {
        [KEY_COVER] = "wood or building in",
        [KEY_HILL] = "higher ground of",
        [KEY_TROOPS] = "troops in",
        [KEY_CREST] = "crest of",
    };
    int key = hidden_key(c->kind);
    const struct board *b = p->box->board;
    bool two = c->cell >= 0 && c->beside >= 0;

    if (occupier(p, c->cell) != NOBODY && nbox(p)->height[c->cell] < nbox(p)->height[from])
        key = KEY_TROOPS; /* [10.42b] lower, but with troops on it */
    snprintf(words, room, "hidden by the %s %s%s%s", by[key], board_number(b, c->cell),
             two ? " and " : "", two ? board_number(b, c->beside) : "");
}

/* [10.4c] [10.42a] Which hex hides it. */
static void trace_sight(const struct play *p, int viewer, int from, struct overlay_pen *pen)
{
    struct hidden list[HIDDEN_MOST];
    int n = list_hidden(p, from, list);
    char words[120];

    (void)viewer;
    for (int i = 0; i < n; i++) {
        if (list[i].told || list[i].cover.cell < 0)
            continue;
        tell_cover(p, from, &list[i].cover, words, sizeof words);
        for (int j = i; j < n; j++) {
            int16_t way[] = { i16(list[i].cover.cell), list[j].hex };

            if (!same_cover(&list[i].cover, &list[j].cover))
                continue;
            list[j].told = true;
            pen->draw(pen, &(struct overlay_line){ hidden_key(list[i].cover.kind), NO_PIECE,
                                                   COUNT(way), way, words });
        }
    }
}

/* Whose enemies are meant: the viewer's; for those who only watch, those of the side whose phase it
 * is. */
static int side_shown(const struct play *p, int viewer)
{
    int side = is_side(viewer) ? viewer : phasing_side(p);

    return is_side(side) ? side : FRENCH;
}

/* ---- fire zones ---- */

enum { BANDS = BAND_MAXIMUM };
static const char *const fire_keys[] = { "minimum range: who manoeuvres here is fired at",
                                         "medium range of guns", "maximum range", NULL };

/* The nearest band in which the hex lies. */
static void set_band(uint8_t *marks, int h, int band)
{
    int mark = 1 << (band - BAND_MINIMUM);

    if (!marks[h] || marks[h] > mark)
        marks[h] = u8(mark);
}

/* [11.21] [11.22] Only what can fire has a zone. */
static void mark_fire_of(const struct play *p, int u, uint8_t *marks)
{
    for (int h = 0; can_fire(p, u) && h < p->box->board->cells; h++)
        for (int band = BAND_MINIMUM; band <= BAND_MAXIMUM; band++)
            if (in_fire_zone(p, u, h, band)) {
                set_band(marks, h, band);
                break;
            }
}

/* Of who fires from the hex, in the stack or as the wing of a long line; false: nobody does. */
static bool mark_fire_from(const struct play *p, int h, uint8_t *marks)
{
    bool any = false;

    if (h < 0)
        return false;
    if (top_of(p, h) != NO_PIECE && can_fire(p, top_of(p, h))) {
        mark_fire_of(p, top_of(p, h), marks);
        any = true;
    }
    for (EACH_WING(p, u, h)) {
        mark_fire_of(p, u, marks);
        any = true;
    }
    return any;
}

static void mark_fire(const struct play *p, int viewer, int from, uint8_t *marks)
{
    int side = side_shown(p, viewer);

    if (mark_fire_from(p, from, marks))
        return;
    for (int u = 0; u < p->box->pieces; u++)
        if (side_of(p, u) != side && on_map(p, u))
            mark_fire_of(p, u, marks);
}

/* ---- charge zones ---- */

static const char *const charge_keys[] = { "French charge: minimum range, +3 on checks",
                                           "French charge: medium range, +2",
                                           "French charge: maximum range, +1",
                                           "Allied charge: minimum range, +3 on checks",
                                           "Allied charge: medium range, +2",
                                           "Allied charge: maximum range, +1",
                                           NULL };

/* [12.32b] [12.41] [13.16f] */
static void mark_charges(const struct play *p, int viewer, int from, uint8_t *marks)
{
    (void)viewer;
    (void)from;
    for (int h = 0; h < p->box->board->cells; h++)
        for (int side = 0; side < SIDES; side++) {
            int band;

            if (in_charge_zone(p, enemy_of(side), h, &band))
                set_key(marks, h, side * BANDS + band - BAND_MINIMUM);
        }
}

/* ---- command ---- */

enum { KEY_FRENCH, KEY_ALLIED, KEY_HELPED, KEY_IDLE };
static const char *const command_keys[] = {
    "within a French command radius", "within an Allied command radius", "troops that it helps",
    "a command unit that helps nobody: reduced or alone", NULL
};

/* [12.14a] [12.14b] */
static void mark_radius(const struct play *p, int leader, uint8_t *marks)
{
    const struct board *b = p->box->board;
    int at = place_of(p, leader), side = side_of(p, leader);

    if (has_flag(p, leader, F_REDUCED) || !holds_troops(p, at, side)) {
        set_key(marks, at, KEY_IDLE);
        return;
    }
    for (int h = 0; h < b->cells; h++)
        if (board_distance(b, at, h) <= def_at(p, leader)->radius)
            set_key(marks, h, side == FRENCH ? KEY_FRENCH : KEY_ALLIED);
}

/* Of the leaders of the chosen hex, if any are there; else of all. */
static bool is_asked(const struct play *p, int from, int leader)
{
    int first = nbox(p)->units, last = first + nbox(p)->leaders;
    bool chosen = false;

    for (int u = first; u < last; u++)
        chosen |= from >= 0 && place_of(p, u) == from;
    return on_map(p, leader) && (!chosen || place_of(p, leader) == from);
}

/* [13.16c] [13.16h] [12.19] */
static void mark_command(const struct play *p, int viewer, int from, uint8_t *marks)
{
    int first = nbox(p)->units, last = first + nbox(p)->leaders;

    (void)viewer;
    for (int leader = first; leader < last; leader++) {
        if (!is_asked(p, from, leader))
            continue;
        mark_radius(p, leader, marks);
        for (int u = 0; u < p->box->pieces; u++)
            if (on_map(p, u) && !is_leader(p, u) && commands(p, leader, u))
                set_key(marks, place_of(p, u), KEY_HELPED);
    }
}

/* Whom it helps, hex by hex from the leader's. */
static void trace_command(const struct play *p, int viewer, int from, struct overlay_pen *pen)
{
    int first = nbox(p)->units, last = first + nbox(p)->leaders;
    char words[160];

    (void)viewer;
    for (int leader = first; leader < last; leader++)
        for (int u = 0; is_asked(p, from, leader) && u < p->box->pieces; u++) {
            int16_t way[] = { i16(place_of(p, leader)), i16(place_of(p, u)) };

            if (!on_map(p, u) || is_leader(p, u) || !commands(p, leader, u))
                continue;
            snprintf(words, sizeof words, "%s %s %s", p->box->piece[leader].name,
                     verb_of(p, leader, "helps", "help"), p->box->piece[u].name);
            pen->draw(pen, &(struct overlay_line){ KEY_HELPED, u, COUNT(way), way, words });
        }
}

const struct overlay nvw_overlays[] = {
    { "levels", "Levels", "10.13", "Ground in seven levels of five metres.", level_keys,
      FROM_NOWHERE, mark_levels, NULL, 0 },
    { "sight", "Sight", "10.4b",
      "What a hex sees, up to eight hexes, facing apart; what it does not see, and which hexes "
      "hide it.",
      sight_keys, FROM_PLACE, mark_sight, trace_sight, 0 },
    { "fire", "Fire zones", "11.21 11.22 11.0f2b",
      "Where the enemy's fire reaches, by the nearest band; of a chosen hex, where those in it "
      "fire. "
      "Who turns, forms, leaves or attacks at minimum range is fired at.",
      fire_keys, FROM_MAYBE, mark_fire, NULL, 0 },
    { "charges", "Charge zones", "12.32b 12.41 13.16f",
      "Before declared charges, up to six hexes: movement costs double, and who is no square "
      "checks "
      "his morale.",
      charge_keys, FROM_NOWHERE, mark_charges, NULL, 0 },
    { "command", "Command", "12.14a 12.14b 13.16c",
      "Radii of command units that are whole and with troops: formed units there check and fight "
      "better by one.",
      command_keys, FROM_MAYBE, mark_command, trace_command, 0 },
    { .name = NULL },
};
