/*
 * overlays.c: ways of looking at the board: zones, command, supply, march orders; with the lines of
 * command and supply, drawn as the chapters trace them.
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

/* The hex that was named, if the side has anybody there; else all of them are meant. */
static int named(const struct play *p, int side, int from)
{
    return from >= 0 && side_in(p, from, side) ? from : -1;
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

/* ---- 7: who reaches whom by which road ---- */

enum { K_COMMANDER, K_OFFICER, K_OUT, K_POINT, K_THROUGH, K_COLUMN, K_COULD };
static const char *const command_keys[] = { "a Commander's range",
                                            "an officer's range",
                                            "a unit out of command",
                                            "put in command by a Commander",
                                            "in command through its officer",
                                            "in command along the road column",
                                            "in reach, not in command",
                                            NULL };

/* Command as it stands for a side; while it is given, as it would be if that ended now [7.12]. */
struct chain {
    const struct play *now;
    struct play play;
    struct ld_state state;
    int side, from;
    bool giving;
    struct overlay_pen *pen;
};

static void settle_chain(struct chain *c, const struct play *p, int side, int from)
{
    c->now = p, c->side = side, c->from = from, c->pen = NULL;
    c->state = *ld(p), c->play = *p;
    c->play.state = &c->state;
    c->giving = play_who(p) == side && agenda_top(p)->op == ST_COMMAND;
    if (c->giving)
        settle_command(&c->play, side);
}

static bool is_ours(const struct chain *c, int u)
{
    return on_map(c->now, u) && side_of(c->now, u) == c->side;
}

/* [7.2A] Of the leaders in the hex, or of all; roads and trails count half. */
static void mark_command(const struct play *p, int viewer, int from, uint8_t *marks)
{
    int side = side_shown(p, viewer);
    struct chain c;

    from = named(p, side, from);
    for (int u = lbox(p)->leaders; u < lbox(p)->pieces; u++) {
        uint8_t cost[CELLS_MAX];
        int at = place_of(p, u);

        if (at < 0 || side_of(p, u) != side || (from >= 0 && at != from))
            continue;
        command_reach(p, side, at, cost);
        for (int h = 0; h < p->box->board->cells; h++)
            if (cost[h] <= RANGE)
                set_key(marks, h, is_commander(p, u) ? K_COMMANDER : K_OFFICER);
    }
    settle_chain(&c, p, side, from);
    EACH_PIECE (p, u)
        if (is_ours(&c, u) && has_flag(&c.play, u, F_OUT))
            set_key(marks, place_of(p, u), K_OUT);
}

/* "1½ of 2 hexes": half hexes of the range. */
static void add_distance(const struct chain *c, int from, int to, struct text *out)
{
    int cost = command_cost(c->now, c->side, place_of(c->now, from), place_of(c->now, to));

    if (cost)
        text_printf(out, ", %.*d%s of %d hexes", cost >= 2, cost / 2, cost % 2 ? "½" : "",
                    RANGE / 2);
    else
        text_add(out, ", in the same hex");
}

/* From one piece to another; of a hex that was named only what begins or ends there, or comes from a Commander there. */
static void draw_bond(const struct chain *c, int key, int by, int u, const char *how)
{
    const struct play *p = c->now;
    int16_t way[COMMAND_WAY] = { i16(place_of(p, by)), i16(place_of(p, u)) };
    int chief = piece_at(&c->play, u)->chief;
    int above = chief ? place_of(p, lbox(p)->leaders + chief - 1) : -1;
    struct text words = { 0 };
    int n = place_of(p, by) == place_of(p, u) ? 1 : 2;

    if (c->from >= 0 && c->from != place_of(p, by) && c->from != place_of(p, u) && c->from != above)
        return;
    text_printf(&words, "%s: %s %s", p->box->piece[u].name, how, p->box->piece[by].name);
    if (key != K_COLUMN) {
        n = command_way(p, c->side, place_of(p, by), place_of(p, u), way);
        add_distance(c, by, u, &words);
    }
    if (n)
        c->pen->draw(c->pen, &(struct overlay_line){ key, u, n, way, text_of(&words) });
    text_free(&words);
}

static void say_of(const struct chain *c, int key, int u, const char *words)
{
    int16_t at = i16(place_of(c->now, u));

    if (c->from < 0 || c->from == at)
        c->pen->draw(c->pen, &(struct overlay_line){ key, u, 1, &at, words });
}

/* [7.12] Why a unit is in nobody's hand: its officers, and why they do not help. */
static void say_why_out(const struct chain *c, int u)
{
    const struct play *p = c->now;
    struct text words = { 0 };
    int officers = 0;

    text_printf(&words, "%s: out of command", p->box->piece[u].name);
    for (int leader = lbox(p)->leaders; leader < lbox(p)->pieces; leader++) {
        if (!is_ours(c, leader) || !is_officer_of(p, leader, u))
            continue;
        officers++;
        if (command_cost(p, c->side, place_of(p, leader), place_of(p, u)) > RANGE)
            text_printf(&words, "; %s is %d hexes away and reaches 2, or 4 by road",
                        p->box->piece[leader].name, apart(p, place_of(p, leader), place_of(p, u)));
        else if (!chain_of(&c->play, leader))
            text_printf(&words, "; %s reaches it, but is in nobody's command himself",
                        p->box->piece[leader].name);
        else
            text_printf(&words, "; %s reaches it now, but did not when command was given",
                        p->box->piece[leader].name);
    }
    if (has_flag(p, u, F_UNCHAINED))
        text_add(&words, ", because he has reorganized this turn");
    else if (is_leader(p, u))
        text_add(&words, "; no Commander has put him in command");
    else if (!officers)
        text_add(&words, "; no officer of its formation is on the map");
    say_of(c, K_OUT, u, text_of(&words));
    text_free(&words);
}

/* Through whom a piece is in command; a point given is told before the officer who reaches it too. */
static void draw_in_command(const struct chain *c, int u)
{
    int by, bond = bond_of(&c->play, u, &by);

    if (c->giving && piece_at(c->now, u)->chief) {
        by = lbox(c->now)->leaders + piece_at(c->now, u)->chief - 1;
        bond = BOND_POINT;
    }
    if (bond == BOND_POINT)
        draw_bond(c, K_POINT, by, u, "put in command by");
    else if (bond == BOND_OFFICER)
        draw_bond(c, K_THROUGH, by, u, "in command through");
    else if (bond == BOND_COLUMN)
        draw_bond(c, K_COLUMN, by, u, "in command along the road column, behind");
}

/* [7.13] [7.11b] Who reaches a piece that is not in command: a Commander who may still give it a point, or its officer. Single
 * units for whom it would be spent are many: they are drawn if a hex was named. */
static void draw_reach(const struct chain *c, int u)
{
    const struct play *p = c->now;

    for (int leader = lbox(p)->leaders; leader < lbox(p)->pieces; leader++) {
        bool officer = is_leader(p, u) && !has_flag(p, u, F_UNCHAINED);

        if (!is_ours(c, leader) || leader == u ||
            command_cost(p, c->side, place_of(p, leader), place_of(p, u)) > RANGE)
            continue;
        if (is_officer_of(p, leader, u))
            draw_bond(c, K_COULD, leader, u, "in reach of its officer");
        else if (is_commander(p, leader) && (officer || c->from >= 0) &&
                 (c->giving ? may_command(p, leader, u) : officer))
            draw_bond(c, K_COULD, leader, u,
                      c->giving ? "could be put in command by" : "in reach of");
    }
}

static void trace_command(const struct play *p, int viewer, int from, struct overlay_pen *pen)
{
    int side = side_shown(p, viewer);
    struct chain c;

    settle_chain(&c, p, side, named(p, side, from));
    c.pen = pen;
    if (play_option(p, OPT_NO_COMMAND) || play_option(p, OPT_NO_LEADERS))
        return;
    EACH_PIECE (p, u) {
        if (!is_ours(&c, u) || is_train(p, u))
            continue;
        if (piece_at(&c.play, u)->chief) {
            draw_in_command(&c, u);
            continue;
        }
        if (!is_commander(p, u))
            draw_reach(&c, u);
        if (has_flag(&c.play, u, F_OUT))
            say_why_out(&c, u);
    }
}

/* ---- 14: supply and its lines ---- */

enum { K_SUPPLIED, K_UNSUPPLIED, K_SOURCE, K_LINE, K_CUT };
static const char *const supply_keys[] = { "in supply now",
                                           "out of supply now",
                                           "a source",
                                           "the line by which they are supplied",
                                           "a line that enemies cut",
                                           NULL };

/* [14.0b] Who could draw a line if night fell now, and whence. */
static void mark_supply(const struct play *p, int viewer, int from, uint8_t *marks)
{
    int side = side_shown(p, viewer);

    (void)from;
    EACH_PIECE (p, u)
        if (on_map(p, u) && side_of(p, u) == side && is_combat_unit(p, u))
            set_key(marks, place_of(p, u), in_supply(p, u) ? K_SUPPLIED : K_UNSUPPLIED);
    for (int i = 0; i < ENTRIES; i++)
        for (int n = 0; n < ENTRY_HEXES && lbox(p)->entry[i][n] >= 0; n++)
            if (side_of_army(lbox(p)->entry_army[i]) == side)
                set_key(marks, lbox(p)->entry[i][n], K_SOURCE);
}

static void add_entry(const struct play *p, int army, int h, struct text *out)
{
    for (int i = 0; i < ENTRIES; i++)
        for (int n = 0; n < ENTRY_HEXES; n++)
            if (lbox(p)->entry[i][n] == h && lbox(p)->entry_army[i] == army) {
                text_printf(out, "entry %c, ", 'A' + i);
                n = ENTRY_HEXES, i = ENTRIES - 1;
            }
    place_print(p, h, out);
}

/* "3 hexes across country, then 12 by road from entry B, 0811" */
static void say_way(const struct play *p, int army, const struct supply_line *l, struct text *out)
{
    int country = l->n - 1 - l->roads;

    if (country)
        text_printf(out, "%d %s across country%s", country, country == 1 ? "hex" : "hexes",
                    l->roads ? ", then " : "");
    if (l->roads)
        text_printf(out, "%d %s by road", l->roads, l->roads == 1 ? "hex" : "hexes");
    text_add(out, l->n > 1 ? " to " : "at ");
    add_entry(p, army, l->way[0], out);
}

static void say_line(const struct play *p, int army, const struct supply_line *l, struct text *out)
{
    text_add(out,
             l->how == LINE_RUNS || l->how == LINE_NEEDLESS ? "in supply: " : "out of supply: ");
    switch (l->how) {
    case LINE_NEEDLESS: text_add(out, "it needs no line yet"); break;
    case LINE_CLOSED: text_add(out, "no entry of its army is open as a source yet"); break;
    case LINE_FAR:
        text_add(out, "no road to an open source within nine hexes, even if no enemy stood there");
        break;
    case LINE_CUT: text_add(out, "enemies cut its line, "); /* fallthrough */
    default: say_way(p, army, l, out);
    }
}

/* [14.1] The units of an army that stand in a hex share their line. */
static void draw_supply(const struct play *p, int army, int u, struct overlay_pen *pen)
{
    static const uint8_t key[] = { K_LINE, K_SUPPLIED, K_CUT, K_UNSUPPLIED, K_UNSUPPLIED };
    struct text words = { 0 };
    struct supply_line l;

    draw_line(p, army, place_of(p, u), &l);
    text_printf(&words, "%s: ", p->box->piece[u].name);
    say_line(p, army, &l, &words);
    pen->draw(pen, &(struct overlay_line){ key[l.how], u, l.n, l.way, text_of(&words) });
    text_free(&words);
}

/* [14.0a] [21.13a] */
static const char supply_is_not_settled[] =
    "14.0a: in this game supply is not settled at night, and nobody suffers from want of it";

static void trace_supply(const struct play *p, int viewer, int from, struct overlay_pen *pen)
{
    int side = side_shown(p, viewer);
    uint8_t drawn[ARMIES][CELLS_MAX] = { 0 };

    from = named(p, side, from);
    for (int u = 0; u < lbox(p)->trains; u++) {
        int army = def_of(p, u)->army, h = place_of(p, u);

        if (h < 0 || side_of_army(army) != side || drawn[army][h] || (from >= 0 && h != from))
            continue;
        drawn[army][h] = 1;
        draw_supply(p, army, u, pen);
    }
    if (!supply_counts(p))
        pen->draw(pen, &(struct overlay_line){ -1, -1, 0, NULL, supply_is_not_settled });
}

/* ---- 8.2: march orders ---- */

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
    { "zones", "Zones of control", "4.0a 4.0b", "Whoever enters an enemy zone goes no further and must attack; none reaches over rivers or into a chateau.", zone_keys, FROM_NOWHERE, mark_zones, NULL, 0 },
    { "command", "Command", "7.1 7.2A", "Who reaches whom by which way: two hexes from a leader, roads and trails counting half. While command is given, as it would be if that ended now. Of the pieces of one hex if you choose it.", command_keys, FROM_MAYBE, mark_command, trace_command, 1 << K_POINT | 1 << K_THROUGH | 1 << K_COLUMN | 1 << K_COULD },
    { "supply", "Supply", "14.0b 14.1 14.12", "By which line each force would be in supply if night fell now: nine hexes across country at most, then any length by road to a source. Of the forces of one hex if you choose it.", supply_keys, FROM_MAYBE, mark_supply, trace_supply, 1 << K_LINE | 1 << K_CUT },
    { "orders", "March orders", "8.24a 8.23a", "The way that each of your forces under a march order takes, and where it ends.", order_keys, FROM_NOWHERE, mark_orders, NULL, 0 },
    { .name = NULL },
};
/* clang-format on */
