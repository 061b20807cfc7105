/*
 * load.c: the box of March into Battle: counters, leaders, gates, turns, charts and the words of the map.
 */
#include <stdio.h>
#include <string.h>

#include "kernel/table.h"
#include "mib.h"

static const char *const yes[] = { "", "yes", NULL };
static const char *const yes_no[] = { "no", "yes", NULL };
static const char *const kinds[] = { "", "guard", "detachment", "hal", NULL };
enum { COST_MOST = 20, RATING_MOST = 6, STEPS_MOST = 10, GUNS_MOST = 9 };

static int optional_int(const struct table *t, int row, int column, int least, int most)
{
    return *table_cell(t, row, column) ? table_int(t, row, column, least, most) : 0;
}

static int read_formation(const struct table *t, int row, int army)
{
    int column = table_column(t, "formation"), f;

    if (!*table_cell(t, row, column))
        return F_NONE;
    f = table_choice(t, row, column, formation_ids);
    if (f < FORMATIONS && formation_army[f] != army)
        table_complain(t, row, "%s is a formation of another army", formation_ids[f]);
    return f;
}

/* ---- pieces ---- */

/* [2.2r] [2.3r] Divisions have steps and morale, the others neither. */
static void check_unit(const struct table *t, int row, const struct unit_def *d)
{
    bool division = d->arm <= CAVALRY, guns = d->arm == FOOT || d->arm == HORSE;

    if (division != (d->steps > 0) || division != (d->morale > 0))
        table_complain(t, row, "divisions, and only they, have steps and morale");
    if (d->organic && d->arm != INFANTRY)
        table_complain(t, row, "only infantry has organic cavalry");
    if (guns ? !d->guns : !division && d->guns)
        table_complain(t, row, "artillery has guns, trains and engineers have none");
    if (d->heavy && !guns)
        table_complain(t, row, "only artillery is heavy");
    if ((d->arm == TRAIN || d->arm == ENGINEERS) != (d->formation == F_NONE))
        table_complain(t, row, "trains and engineers, and only they, are of no formation");
}

static void load_unit(struct box *box, struct mib_box *own, const struct table *t, int row)
{
    struct unit_def *d = &own->unit[own->units++];
    int kind = table_choice(t, row, table_column(t, "kind"), kinds);

    d->army = fit_u8(table_choice(t, row, table_column(t, "army"), army_ids));
    d->formation = fit_u8(read_formation(t, row, d->army));
    d->arm = fit_u8(table_choice(t, row, table_column(t, "arm"), arm_ids));
    d->steps = fit_u8(optional_int(t, row, table_column(t, "steps"), 1, STEPS_MOST));
    d->morale = fit_u8(optional_int(t, row, table_column(t, "morale"), 1, RATING_MOST));
    d->move = fit_u8(table_int(t, row, table_column(t, "move"), 1, COST_MOST));
    d->guns = fit_u8(table_int(t, row, table_column(t, "guns"), 0, GUNS_MOST));
    d->organic = fit_u8(table_int(t, row, table_column(t, "organic"), 0, GUNS_MOST));
    d->heavy = table_choice(t, row, table_column(t, "heavy"), yes) != 0;
    d->guard = kind == 1, d->detachment = kind == 2, d->hal = kind == 3;
    check_unit(t, row, d);
    if (own->units > 1 && d->arm < TRAIN && d[-1].arm >= TRAIN)
        table_complain(t, row, "trains and engineers stand behind all other units");
    table_add_piece(t, row, box, army_side(d->army));
}

static void load_units(struct box *box, struct mib_box *own, struct errors *e)
{
    struct table *t = table_load_pieces(box, "counters.txt", "unit", e);

    if (!t)
        return;
    if (t->rows > UNITS_MAX)
        table_lacks(t, "more than %d units", UNITS_MAX);
    for (int row = 0; row < t->rows && row < UNITS_MAX; row++)
        load_unit(box, own, t, row);
}

static void load_leader(struct box *box, struct mib_box *own, const struct table *t, int row)
{
    struct leader_def *d = &own->leader[own->leaders++];
    int piece;

    d->army = fit_u8(table_choice(t, row, table_column(t, "army"), army_ids));
    d->role = fit_u8(table_choice(t, row, table_column(t, "role"), role_ids));
    d->formation = fit_u8(read_formation(t, row, d->army));
    d->command = fit_u8(optional_int(t, row, table_column(t, "command"), 1, RATING_MOST));
    d->initiative = fit_u8(optional_int(t, row, table_column(t, "initiative"), 1, RATING_MOST));
    d->combat = fit_u8(table_int(t, row, table_column(t, "combat"), 0, RATING_MOST));
    d->range = fit_u8(optional_int(t, row, table_column(t, "range"), 1, COST_MOST));
    d->move = fit_u8(table_int(t, row, table_column(t, "move"), 1, COST_MOST));
    piece = table_add_piece(t, row, box, army_side(d->army));
    if ((d->role == OF_FORMATION) != (d->formation < FORMATIONS))
        table_complain(t, row, "a formation commander, and only he, has a formation");
    else if (d->role == OF_FORMATION && own->commander[d->formation] != NO_PIECE)
        table_complain(t, row, "the formation has a commander above");
    else if (d->role == OF_FORMATION)
        own->commander[d->formation] = fit_i16(piece);
    if (d->role == OF_FORMATION ? !d->initiative || !d->range : !d->command)
        table_complain(t, row, "a rating of his is missing");
}

/* [12.3r] Everybody who has a chit, and a commander for every formation. */
static void find_chiefs(const struct box *box, struct mib_box *own, const struct table *t)
{
    for (int i = 0; i < CHIEFS; i++) {
        int piece = box_piece_find(box, chief_ids[i]);

        if (piece < own->units || own->leader[piece - own->units].role == OF_FORMATION)
            table_lacks(t, "there is no army or wing commander \"%s\"", chief_ids[i]);
        own->chief[i] = fit_i16(piece < own->units ? own->units : piece);
    }
    for (int f = 0; f < FORMATIONS; f++)
        if (own->commander[f] == NO_PIECE)
            table_lacks(t, "%s has no commander", formation_ids[f]);
    for (int i = 0, n = 0; i < own->leaders; i++)
        if (own->leader[i].role != OF_FORMATION && ++n > CHIEFS)
            table_lacks(t, "there are more than %d army and wing commanders", CHIEFS);
}

static void load_leaders(struct box *box, struct mib_box *own, struct errors *e)
{
    struct table *t = table_load_pieces(box, "leaders.txt", "leader", e);

    memset(own->commander, 0xff, sizeof own->commander); /* NO_PIECE */
    if (!t)
        return;
    if (t->rows > LEADERS_MAX)
        table_lacks(t, "more than %d leaders", LEADERS_MAX);
    for (int row = 0; row < t->rows && row < LEADERS_MAX; row++)
        load_leader(box, own, t, row);
    find_chiefs(box, own, t);
}

/* ---- gates and turns ---- */

static int find_entry(const struct board *b, const char *label)
{
    for (int i = 0; i < b->entries; i++)
        if (strcmp(b->entry[i].label, label) == 0)
            return b->entry[i].cell;
    return -1;
}

static bool comes_by_highway(const struct board *b, const struct mib_box *own, int cell)
{
    for (int i = 0; i < b->exits; i++)
        if (b->exit[i].cell == cell && b->exit[i].way == own->highway)
            return true;
    return false;
}

static void load_gate(const struct board *b, struct mib_box *own, const struct table *t, int row)
{
    struct gate *g = &own->gate[own->gates];
    int cell;

    g->label = table_cell(t, row, table_column(t, "label"));
    g->army = fit_u8(table_choice(t, row, table_column(t, "army"), army_ids));
    g->supply = table_choice(t, row, table_column(t, "supply"), yes) != 0;
    g->entry = table_choice(t, row, table_column(t, "entry"), yes) != 0;
    g->exit = table_choice(t, row, table_column(t, "exit"), yes) != 0;
    if ((cell = find_entry(b, g->label)) < 0) {
        table_complain(t, row, "the map has no entry %s", g->label);
        return;
    }
    for (int i = 0; i < own->gates; i++)
        if (own->gate[i].cell == cell)
            table_complain(t, row, "there is another line for it");
    g->cell = fit_i16(cell);
    g->highway = comes_by_highway(b, own, cell);
    own->gates++;
}

static void measure_sources(const struct board *b, struct mib_box *own)
{
    memset(own->to_source, 99, sizeof own->to_source);
    for (int i = 0; i < own->gates; i++)
        for (int h = 0; own->gate[i].supply && h < b->cells; h++) {
            uint8_t *at = &own->to_source[own->gate[i].army][h];
            int d = board_distance(b, own->gate[i].cell, h);

            *at = fit_u8(d < *at ? d : *at);
        }
}

/* The shortest way to a source along the roads, hex by hex: from the sources outwards. */
static void find_ways_home(const struct board *b, struct mib_box *own, int army)
{
    int8_t *home = own->road_home[army];
    int16_t queue[CELLS_MAX];
    int tail = 0;

    memset(home, -1, CELLS_MAX);
    for (int i = 0; i < own->gates; i++)
        if (own->gate[i].supply && own->gate[i].army == army) {
            home[own->gate[i].cell] = HEX_SIDES;
            queue[tail++] = own->gate[i].cell;
        }
    for (int head = 0; head < tail; head++)
        for (int d = 0; d < HEX_SIDES; d++) {
            int h = own->road_to[queue[head]] >> d & 1 ? b->cell[queue[head]].next[d] : -1;

            if (h < 0 || home[h] >= 0)
                continue;
            home[h] = i8((d + HEX_SIDES / 2) % HEX_SIDES);
            queue[tail++] = fit_i16(h);
        }
}

/* [10.2r2] Every army has a source. */
static void load_gates(struct box *box, struct mib_box *own, struct errors *e)
{
    struct table *t = table_load(box, "gates.txt", "gate", e);
    int sources[ARMIES] = { 0 };

    if (!t)
        return;
    if (t->rows > GATES_MAX)
        table_lacks(t, "more than %d gates", GATES_MAX);
    for (int row = 0; row < t->rows && own->gates < GATES_MAX; row++)
        load_gate(box->board, own, t, row);
    for (int i = 0; i < own->gates; i++)
        sources[own->gate[i].army] += own->gate[i].supply;
    for (int a = 0; a < ARMIES; a++)
        if (!sources[a])
            table_lacks(t, "the %s army has no source of supply", army_ids[a]);
    measure_sources(box->board, own);
    for (int a = 0; a < ARMIES; a++)
        find_ways_home(box->board, own, a);
}

/* [3.0r] */
static void load_turns(struct box *box, struct mib_box *own, struct errors *e)
{
    struct table *t = table_load(box, "turns.txt", "turn", e);
    int turn, hour, night, mud;

    if (!t)
        return;
    turn = table_column(t, "turn"), hour = table_column(t, "hour");
    night = table_column(t, "night"), mud = table_column(t, "mud");
    if (t->rows != TURNS)
        table_lacks(t, "there are %d turns, not %d", t->rows, TURNS);
    for (int row = 0; row < t->rows; row++) {
        int n = table_int(t, row, turn, 1, TURNS);

        if (own->hour[n])
            table_complain(t, row, "turn %d stands above", n);
        own->hour[n] = table_cell(t, row, hour);
        own->night[n] = table_choice(t, row, night, yes) != 0;
        own->mud[n] = table_choice(t, row, mud, yes) != 0;
    }
}

/* ---- charts ---- */

/* A fraction: 3/4, or 1. */
static struct ratio read_factor(const struct chart *c, int row, const char *column,
                                struct errors *e)
{
    static const char *const words[] = { "1", "3/4", "1/2", "1/4", NULL };
    static const int quarters[] = { 4, 3, 2, 1 };

    return ratio_of(quarters[chart_choice(c, row, column, words, e)], 4);
}

static int read_cost(const struct chart *c, int row, const char *column, struct errors *e)
{
    int at = chart_column_named(c, column);

    if (at >= 0 && strcmp(chart_word(c, row, at), "no") == 0)
        return NO_ENTRY;
    return chart_int(c, row, column, 1, COST_MOST, e);
}

static int need_row(const struct chart *c, const char *name, struct errors *e)
{
    int row = chart_row_named(c, name);

    if (row < 0)
        errors_add(e, c->file, c->line, "chart %s has no row %s", c->id, name);
    return row;
}

static const char *const rates[] = { "foot", "train" };

/* What a step costs by terrain, by hexside and way, before they are put together. */
struct costs {
    int terrain[BOARD_WORDS][RATES], highway[RATES], road[RATES], bridge[RATES], stream[RATES];
};

/* [TEC-3] to [TEC-9]: a row for each terrain of the map. */
static void load_terrain(struct box *box, struct mib_box *own, struct costs *k, struct errors *e)
{
    const struct chart *c = own->terrain_chart = chart_need(box, "terrain", e);
    const struct board *b = box->board;

    for (int i = 0; c && i < b->terrain.n; i++) {
        int row = need_row(c, b->terrain.word[i], e);

        if (row < 0)
            continue;
        for (int r = 0; r < RATES; r++)
            k->terrain[i][r] = read_cost(c, row, rates[r], e);
        own->terrain[i] = (struct terrain_def){
            .attack = read_factor(c, row, "attack", e),
            .rear = chart_choice(c, row, "rear", yes_no, e) != 0,
            .charge = chart_choice(c, row, "charge", yes_no, e) != 0,
            .guns = chart_choice(c, row, "guns", yes_no, e) != 0,
        };
    }
}

/* [TEC-1] [TEC-2] [TEC-7] [TEC-10] */
static void load_sides(struct box *box, struct mib_box *own, struct costs *k, struct errors *e)
{
    static const char *const names[] = { "highway", "road", "bridge", "stream" };
    int(*to[])[RATES] = { &k->highway, &k->road, &k->bridge, &k->stream };
    const struct chart *c = chart_need(box, "sides", e);

    own->over_bridge = ratio_of(1, 1);
    for (int i = 0; c && i < COUNT(names); i++) {
        int row = need_row(c, names[i], e);

        for (int r = 0; row >= 0 && r < RATES; r++)
            (*to[i])[r] = read_cost(c, row, rates[r], e);
        if (row >= 0 && i == 2)
            own->over_bridge = read_factor(c, row, "attack", e);
    }
}

/* [6.0r2] The road replaces terrain and streams. [6.11r] Mud adds 1 off the main roads. */
static int link_cost(const struct board *b, const struct mib_box *own, const struct costs *k,
                     const struct board_link *link, int rate, int mud)
{
    const struct board_border *side = board_border_at(b, link->border);
    int cost = k->terrain[b->cell[link->cell].terrain][rate];

    if (board_bit(side->kinds, own->river))
        return OVER_RIVER;
    if (board_bit(side->ways, own->highway))
        return k->highway[rate];
    if (board_bit(side->ways, own->road))
        return k->road[rate] + mud;
    if (cost == NO_ENTRY)
        return NO_ENTRY;
    if (board_bit(side->kinds, own->stream))
        cost = k->stream[rate] == NO_ENTRY ? NO_ENTRY : cost + k->stream[rate];
    return cost == NO_ENTRY ? NO_ENTRY : cost + mud;
}

static void weigh_ground(const struct board *b, struct mib_box *own, const struct costs *k)
{
    for (int mud = 0; mud < 2; mud++)
        for (int rate = 0; rate < RATES; rate++) {
            for (int i = 0; i < b->terrain.n; i++) {
                int cost = k->terrain[i][rate];

                own->ground[mud][rate][i] = fit_u8(cost == NO_ENTRY ? NO_ENTRY : cost + mud);
            }
            own->gate_cost[mud][rate][0] = fit_u8(k->road[rate] + mud);
            own->gate_cost[mud][rate][1] = fit_u8(k->highway[rate]);
        }
}

static void weigh_links(const struct board *b, struct mib_box *own, const struct costs *k)
{
    for (int h = 0; h < b->cells; h++)
        EACH_NEIGHBOUR (b, h, link)
            for (int mud = 0; mud < 2; mud++)
                for (int rate = 0; rate < RATES; rate++)
                    own->cost[mud][rate][link - b->link] =
                        fit_u8(link_cost(b, own, k, link, rate, mud));
}

/* [TEC-7] [TEC-8] River hexsides: where a bridge is printed, what crossing costs once there is one. */
static void load_rivers(struct box *box, struct mib_box *own, const struct costs *k,
                        struct errors *e)
{
    const struct board *b = box->board;

    own->river_of = arena_alloc(&box->arena, sizeof *own->river_of * (size_t)b->borders);
    for (int i = 0; i < b->borders; i++) {
        bool highway = board_bit(b->border[i].ways, own->highway);

        own->river_of[i] = -1;
        if (!board_bit(b->border[i].kinds, own->river) || b->border[i].cell[1] < 0)
            continue;
        if (own->rivers == RIVERS_MAX) {
            errors_add(e, b->file, 0, "more than %d river hexsides", RIVERS_MAX);
            return;
        }
        for (int mud = 0; mud < 2; mud++)
            for (int rate = 0; rate < RATES; rate++)
                own->bridge_cost[mud][rate][own->rivers] =
                    fit_u8(k->bridge[rate] + (highway ? 0 : mud));
        own->river_side[own->rivers] = fit_i16(b->cells + i);
        own->printed_bridge[own->rivers] = board_bit(b->border[i].kinds, own->bridge);
        own->river_of[i] = fit_i16(own->rivers++);
    }
}

/* Its rows in this order, each a number within bounds, into a row of bytes. */
static void load_numbers(struct box *box, const char *id, const char *const *rows, int least,
                         int most, int8_t *to, struct errors *e)
{
    const struct chart *c = chart_need_numbers(box, id, rows, NULL, least, most, e);

    for (int i = 0; c && rows[i]; i++) {
        int row = chart_row_named(c, rows[i]);
        int value = row < 0 ? least : chart_value(c, row, 0);

        to[i] = i8(value < least || value > most ? least : value);
    }
}

static const char *const ratio_rows[] = { "below-half", "half",  "below-one",   "one", "above-one",
                                          "two",        "three", "above-three", NULL };
static const char *const mod_rows[] = { "three-hexes", "mixed", "hold", "retreat", NULL };
static const char *const fat_rows[] = { "move",    "forced-march",  "evade",   "cavalry",
                                        "charge",  "countercharge", "pursuit", "field-of-fire",
                                        "smashed", "day-rest",      NULL };
static const char *const track_rows[] = { "ready", "worn", "tired", "spent", "night-rest", NULL };
static const char *const shift_rows[] = { "breakthrough", "broken-through", "division",
                                          "guard",        "recovery",       "guard-recovery",
                                          "five-guns",    "headquarters",   "allied-commander",
                                          "corps-exits",  "napoleon",       NULL };
static const char *const move_rows[] = { "turn", "attack", "leave-zone", NULL };
static const char *const number_rows[] = { "stack",
                                           "full-train",
                                           "evasion",
                                           "guns-for-a-shift",
                                           "blocked-casualties",
                                           "river-casualties",
                                           "smashed-retreat",
                                           "small-division",
                                           NULL };
static const char *const our_rows[] = { "half-train",
                                        "artillery",
                                        "engineers",
                                        "forced-march",
                                        "gun-limit",
                                        "doubled-limit",
                                        "activation-distance",
                                        "wing-distance",
                                        "near",
                                        "far",
                                        "very-far",
                                        "own-initiative",
                                        "reserve-distance",
                                        "retreat-distance",
                                        "supply",
                                        "half-supply",
                                        "recovery-train",
                                        "entry-distance",
                                        "flight",
                                        "morale-track",
                                        "decisive",
                                        "arrival",
                                        NULL };

static void load_charts(struct box *box, struct mib_box *own, struct errors *e)
{
    load_numbers(box, "ratio", ratio_rows, -9, 9, own->ratio, e);
    own->ratio_chart = chart_find(box, "ratio");
    load_numbers(box, "modifiers", mod_rows, -9, 9, own->mod, e);
    load_numbers(box, "fatigue", fat_rows, -3, 3, own->fat, e);
    load_numbers(box, "track", track_rows, -6, 6, own->track, e);
    load_numbers(box, "morale", shift_rows, -9, 9, own->shift, e);
    load_numbers(box, "movement", move_rows, 0, 9, own->move, e);
    load_numbers(box, "numbers", number_rows, 1, 20, own->num, e);
    load_numbers(box, "ours", our_rows, 1, 40, own->ours, e);
    if (!(own->track[TR_READY] < own->track[TR_WORN] &&
          own->track[TR_WORN] < own->track[TR_TIRED] &&
          own->track[TR_TIRED] < own->track[TR_SPENT] && own->track[TR_READY] > 0))
        errors_add(e, box_path(box, "charts.txt"), 0,
                   "the levels of the fatigue track do not rise");
}

/* [CRT-1] to [CRT-8] */
static void load_crt(struct box *box, struct mib_box *own, struct errors *e)
{
    static const char *const advance[] = { "Engaged", "Advance-1", "Advance-2", "Advance-3", NULL };
    static const char *const retreat[] = { "Engaged", "Retreat-1", "Retreat-2", "Retreat-3", NULL };
    const struct chart *c = own->crt_chart = chart_need(box, "crt", e);

    if (c && c->rows != CRT_ROWS)
        errors_add(e, c->file, c->line, "chart crt has %d rows, not %d", c->rows, CRT_ROWS);
    for (int i = 0; c && i < CRT_ROWS && i < c->rows; i++)
        own->crt[i] = (struct result){
            .hexes = { fit_u8(chart_choice(c, i, "attacker", advance, e)),
                       fit_u8(chart_choice(c, i, "defender", retreat, e)) },
            .die = { i8(chart_int(c, i, "attacker-die", -9, 9, e)),
                     i8(chart_int(c, i, "defender-die", -9, 9, e)) },
        };
}

/* One part of a cell: D, D4, D4L, 2s, 1c, F, 3F. */
static bool read_part(const char *at, struct effect *to)
{
    int n = at[0] >= '1' && at[0] <= '9' ? *at++ - '0' : 0;

    if (at[0] == 'D' && !n) {
        to->n = u8(at[1] >= '1' && at[1] <= '9' ? *++at - '0' : 0);
        to->d = u8(!to->n ? D_ALL : at[1] == 'L' ? D_LEVEL : D_MORALE);
        return at[1 + (to->d == D_LEVEL)] == 0;
    }
    if (at[0] && at[1])
        return false;
    switch (at[0]) {
    case 'c': to->c = u8(n); return n > 0;
    case 's': to->s = u8(n); return n > 0;
    case 'F': to->f = u8(n ? n : 1); return true;
    case '-': return n == 0;
    default: return false;
    }
}

/* [CET-A0] to [CET-R6] */
static struct effect read_effect(const struct chart *c, int row, int column, struct errors *e)
{
    struct effect to = { 0 };
    char word[40], *part = word;

    snprintf(word, sizeof word, "%s", chart_word(c, row, column));
    while (part) {
        char *end = strchr(part, ' ');

        if (end)
            *end++ = 0;
        if (!read_part(part, &to))
            errors_add(e, c->file, c->line, "\"%s\" is no effect", part);
        part = end;
    }
    return to;
}

static void load_cet(struct box *box, struct mib_box *own, struct errors *e)
{
    static const char *const names[] = { "Advance", "Engaged", "Retreat" };
    const struct chart *c = own->cet_chart = chart_need(box, "cet", e);

    if (c && c->rows != CET_ROWS)
        errors_add(e, c->file, c->line, "chart cet has %d rows, not %d", c->rows, CET_ROWS);
    for (int i = 0; c && i < CET_COLUMNS; i++) {
        int column = chart_column_named(c, names[i]);

        if (column < 0)
            errors_add(e, c->file, c->line, "chart cet has no column %s", names[i]);
        for (int row = 0; column >= 0 && row < CET_ROWS && row < c->rows; row++)
            own->cet[row][i] = read_effect(c, row, column, e);
    }
}

/* ---- the map ---- */

static int need_word(const struct board *b, int index, const char *word, struct errors *e)
{
    if (index < 0)
        errors_add(e, b->file, 0, "the map does not know the word %s", word);
    return index < 0 ? 0 : index;
}

static void find_words(const struct board *b, struct mib_box *own, struct errors *e)
{
    own->clear = need_word(b, board_terrain(b, "clear"), "clear", e);
    own->village = need_word(b, board_terrain(b, "village"), "village", e);
    own->town = need_word(b, board_terrain(b, "town"), "town", e);
    own->forest = need_word(b, board_terrain(b, "forest"), "forest", e);
    own->swamp = need_word(b, board_terrain(b, "swamp"), "swamp", e);
    own->river = need_word(b, board_kind(b, "river"), "river", e);
    own->stream = need_word(b, board_kind(b, "stream"), "stream", e);
    own->bridge = need_word(b, board_kind(b, "bridge"), "bridge", e);
    own->slope = need_word(b, board_kind(b, "slope"), "slope", e);
    own->road = need_word(b, board_way(b, "road"), "road", e);
    own->highway = need_word(b, board_way(b, "highway"), "highway", e);
}

/* The hexes about each: the hex, its neighbours, those two away. */
static void load_rings(const struct board *b, struct mib_box *own)
{
    struct hex ring[FAR_MAX];

    for (int h = 0; h < b->cells; h++) {
        int n = 0;

        for (int d = 0; d < HEX_SIDES; d++)
            if (b->cell[h].next[d] >= 0 && board_border_at(b, b->cell[h].side[d])->ways)
                own->road_to[h] = u8(own->road_to[h] | 1 << d);
        own->near[h][n++] = fit_i16(h);
        hex_ring(b->cell[h].hex, 2, ring);
        for (int i = 0; i < HEX_SIDES; i++)
            if (b->cell[h].next[i] >= 0)
                own->near[h][n++] = b->cell[h].next[i];
        for (int i = 0; i < FAR_MAX; i++) {
            own->far[h][i] = fit_i16(board_at(b, ring[i]));
            if (own->far[h][i] >= 0)
                own->near[h][n++] = own->far[h][i];
        }
        while (n < NEAR_MAX)
            own->near[h][n++] = -1;
    }
}

/* Of each side, the enemies that hold hexes: who is nearest is asked often. */
static void list_foes(struct mib_box *own)
{
    for (int side = 0; side < SIDES; side++) {
        int n = 0;

        for (int u = 0; u < own->units; u++)
            if (own->unit[u].arm <= HORSE && army_side(own->unit[u].army) != side)
                own->foe[side][n++] = fit_i16(u);
        own->foe[side][n] = -1;
    }
}

/* [2.1r] */
static bool load_map(struct box *box, struct mib_box *own, struct errors *e)
{
    const struct board *b = box->board;
    struct costs k;

    memset(&k, 0, sizeof k);
    if (!b->hexes || b->cells > CELLS_MAX) {
        errors_add(e, b->file, 0, "the map has areas, or more than %d hexes", CELLS_MAX);
        return false;
    }
    find_words(b, own, e);
    load_terrain(box, own, &k, e);
    load_sides(box, own, &k, e);
    load_rivers(box, own, &k, e);
    weigh_ground(b, own, &k);
    weigh_links(b, own, &k);
    load_rings(b, own);
    return true;
}

/* With how many stragglers and casualties each unit begins each scenario; whatever is wrong there the scenario's own reader tells. */
static void load_stragglers(const struct box *box, struct mib_box *own)
{
    for (int i = 0; i < box->scenarios; i++) {
        struct lex x;
        int u, n;

        lex_begin(&x, box->scenario[i].file, box->scenario[i].text, box->scenario[i].size, NULL);
        while (lex_line(&x)) {
            if (!lex_accept(&x, "unit") || !lex_more(&x))
                continue;
            u = box_piece_find(box, lex_word(&x));
            for (const char *word = lex_word(&x); word && u >= 0 && u < own->units;) {
                bool is_s = strcmp(word, "s") == 0; /* as a facing it has no number behind it */
                bool is_c = strcmp(word, "c") == 0;

                word = lex_word(&x);
                if ((is_s || is_c) && word && lex_is_number(word, &n) && n >= 0 && n <= UINT8_MAX)
                    (is_s ? own->straggled : own->fallen)[i][u] = u8(n);
            }
        }
    }
}

void mib_load(struct box *box, struct errors *e)
{
    struct mib_box *own = arena_alloc(&box->arena, sizeof *own);

    box->own = own;
    if (!box->board) {
        errors_add(e, box_path(box, "map.txt"), 0, "cannot be read");
        return;
    }
    if (!load_map(box, own, e))
        return;
    load_units(box, own, e);
    list_foes(own);
    load_leaders(box, own, e);
    load_gates(box, own, e);
    load_turns(box, own, e);
    load_charts(box, own, e);
    load_crt(box, own, e);
    load_cet(box, own, e);
    load_stragglers(box, own);
}
