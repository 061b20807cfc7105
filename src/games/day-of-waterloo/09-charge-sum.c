/*
 * 09-charge-sum.c: case 9.4.4, the sum of a Cavalry Charge: averaged morale on both sides, the
 * column, the modifiers of the die, and the sheet that shows it line by line.
 *
 * It works on a struct charge: who charges which hexes from where, proposed or under way. Nothing
 * here changes the state. The course of a charge is in 09-charge.c.
 */
#include <assert.h>

#include "dow.h"

/* ---- who is charged ---- */

/* [5.4.2a] A unit that its enemy does not see: under another, and never shown. */
static bool is_unseen(const struct play *p, int u)
{
    return unit_at(p, u)->place == HIDDEN ||
           (on_map(p, u) && top_of(p, unit_at(p, u)->place) != u && !has_flag(p, u, F_KNOWN));
}

/* Could units that its enemy does not see stand in the hex? [5.2f] A Guard brigade may have one. */
bool may_hide_units(const struct play *p, int h)
{
    int top = top_of(p, h);

    if (one_unit_hex(p, h) && !def_at(p, top)->guard)
        return false;
    for (int u = 0; u < dbox(p)->units; u++)
        if (def_at(p, u)->army == def_at(p, top)->army && is_unseen(p, u))
            return true;
    return false;
}

/* [9.4.4a] All units of the charged hex count, also those that do not defend it. */
void charge_on(const struct play *p, struct charge *c, int h, bool seen_only)
{
    c->hex[c->hexes++] = h;
    for (EACH_IN(p, u, h))
        if (c->charged < CHARGE_COUNTERS && (!seen_only || !is_unseen(p, u)))
            c->target[c->charged++] = u;
    c->uncertain |= seen_only && may_hide_units(p, h);
}

/* ---- the modifiers of the die ---- */

static int modifier_named(const struct play *p, const char *row)
{
    const struct chart *m = dbox(p)->charge_modifiers;
    int at = chart_row_named(m, row);

    return at < 0 ? 0 : chart_value(m, at, 0);
}

static bool uphill(const struct play *p, int from, int to)
{
    return p->box->board->cell[to].level > p->box->board->cell[from].level;
}

static bool over_water(const struct play *p, int from, int to)
{
    int border = board_border(p->box->board, from, to);

    return border >= 0 && (board_has_kind(p->box->board, border, dbox(p)->stream) ||
                           board_has_kind(p->box->board, border, dbox(p)->river));
}

static bool into_village(const struct play *p, int from, int to)
{
    (void)from;
    return p->box->board->cell[to].terrain == dbox(p)->village;
}

static bool into_town(const struct play *p, int from, int to)
{
    (void)from;
    return p->box->board->cell[to].terrain == dbox(p)->town;
}

static bool into_swamp(const struct play *p, int from, int to)
{
    (void)from;
    return p->box->board->cell[to].terrain == dbox(p)->swamp;
}

static const struct {
    const char *row, *cites, *what;
    bool (*applies)(const struct play *, int from, int to);
} ground[] = {
    { "uphill", "CCT-m4", "Uphill", uphill },
    { "water", "CCT-m5", "Across water", over_water },
    { "village", "CCT-m6", "Into a village", into_village },
    { "town", "CCT-m6", "Into a town", into_town },
    { "swamp", "CCT-m7", "Into a swamp", into_swamp },
};

/* [CCT-m4] [CCT-m5] [CCT-m6] [CCT-m7] ruling A-18: it must lie before every hex that is charged. */
static bool ground_counts(const struct play *p, const struct charge *c, int kind)
{
    for (int i = 0; i < c->hexes; i++)
        if (!ground[kind].applies(p, c->from, c->hex[i]))
            return false;
    return true;
}

/* [CCT-m2] */
static bool guns_only(const struct play *p, const struct charge *c)
{
    for (int i = 0; i < c->charged; i++)
        if (!is_guns(arm_of(p, c->target[i])))
            return false;
    return true;
}

/* One modifier: into the sum, and onto the sheet if there is one. */
static int count(struct sheet *s, const char *cites, int value, const char *what)
{
    if (s && value)
        sheet_modifier(s, cites, value, "%s", what);
    return value;
}

/* [9.4.4c] */
static int modifiers(const struct play *p, const struct charge *c, struct sheet *s)
{
    int sum = 0;

    if (c->surprise)
        sum += count(s, "CCT-m1", modifier_named(p, "surprise"), "Surprise"); /* [CCT-m1] */
    if (guns_only(p, c))
        sum += count(s, "CCT-m2", modifier_named(p, "guns-only"), "Guns without support");
    if (c->chargers > 1)
        sum += count(s, "CCT-m3", modifier_named(p, "massed"), "A massed charge"); /* [CCT-m3] */
    for (int i = 0; i < COUNT(ground); i++)
        if (ground_counts(p, c, i))
            sum += count(s, ground[i].cites, modifier_named(p, ground[i].row), ground[i].what);
    sum += count(s, "CCT-m8", c->earlier * modifier_named(p, "blown"),
                 "Horses blown by earlier charges"); /* [CCT-m8] */
    return sum;
}

/* ---- the column and the result ---- */

/* [9.4.4a] */
static int differential(const struct play *p, const struct charge *c)
{
    return average_morale(p, c->charger, c->chargers, true).morale -
           average_morale(p, c->target, c->charged, false).morale;
}

/* [9.4.4b] In Mud one column to the left. [CCT-0] The chart ends at -3 and +3. */
static int column_of(const struct play *p, const struct charge *c)
{
    const struct chart *table = dbox(p)->charge;

    return chart_shift(table, chart_column(table, differential(p, c)), weather(p) == MUD ? -1 : 0);
}

/* [9.4.4c] */
int charge_result(const struct play *p, const struct charge *c, int die)
{
    const struct chart *table = dbox(p)->charge;

    assert(die >= 1 && die <= DIE_FACES);
    assert(c->chargers > 0 && c->charged > 0);
    return chart_value(table, chart_row(table, die + modifiers(p, c, NULL)), column_of(p, c));
}

/* ---- the sheet ---- */

static void morale_line(struct sheet *s, const char *whose, struct average a)
{
    if (a.exact.den == 1)
        sheet_number(s, "9.4.4a", a.morale, "%s morale", whose);
    else
        sheet_ratio(s, "11.3b", a.exact, "%s morale, counts as %d", whose, a.morale);
}

void charge_sheet(const struct play *p, const struct charge *c, struct sheet *s)
{
    const struct chart *table = dbox(p)->charge;
    int lines;

    sheet_begin(s, "%s on %s", c->surprise ? "Surprise charge" : "Cavalry Charge",
                board_number(p->box->board, c->hex[0]));
    morale_line(s, "The chargers'", average_morale(p, c->charger, c->chargers, true));
    morale_line(s, "The charged units'", average_morale(p, c->target, c->charged, false));
    if (c->uncertain)
        sheet_line(s, "5.4.2a", "?", "Units not seen may change the average");
    sheet_modifier(s, "9.4.4a", differential(p, c), "Morale differential");
    if (weather(p) == MUD)
        sheet_modifier(s, "9.4.4b", -1, "Column: Mud");
    sheet_fact(s, "differential", "%d", differential(p, c));
    sheet_fact(s, "column", "%s", table->column[column_of(p, c)].label);
    lines = s->lines;
    sheet_fact(s, "modifier", "%d", modifiers(p, c, s));
    if (s->lines > lines)
        sheet_chart(s, dbox(p)->charge_modifiers);
    sheet_fact(s, "unseen", "%s", c->uncertain ? "?" : "none");
    sheet_chart(s, table);
    for (int die = 1; die <= 6; die++)
        sheet_chance(s, result_names[charge_result(p, c, die)], 1);
}
