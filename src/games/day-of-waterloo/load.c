/*
 * load.c: the box of The Day of Waterloo: counters, leaders, corps, turns, charts and the words of the map.
 */
#include <stdio.h>
#include <string.h>

#include "dow.h"
#include "kernel/table.h"

static const char *const variants[] = { "", "III", "joins", NULL };
enum { OF_III_CORPS = 1, JOINS_III_CORPS };
enum { COST_MOST = 12, DIE_MOST = 9, LOSS_MOST = 12 }; /* bounds of what charts may say */

static int optional_int(const struct table *t, int row, int column, int least, int most)
{
    return *table_cell(t, row, column) ? table_int(t, row, column, least, most) : 0;
}

/* ---- corps and armies ---- */

static int find_corps(const struct dow_box *own, int army, const char *name)
{
    for (int c = 0; c < CORPS; c++)
        if (own->corps[c].name && own->corps[c].army == army &&
            strcmp(own->corps[c].name, name) == 0)
            return c;
    return NO_CORPS;
}

static struct corps_def *corps_row(struct dow_box *own, int c)
{
    return c < CORPS ? &own->corps[c] : &own->recalled;
}

/* [12.1a] */
static void load_corps(struct box *box, struct dow_box *own, struct errors *e)
{
    struct table *t = table_load(box, "corps.txt", "corps", e);
    int id, army, name, total, demoralized, disintegrated;

    if (!t)
        return;
    id = table_column(t, "id"), army = table_column(t, "army"), name = table_column(t, "corps");
    total = table_column(t, "total");
    demoralized = table_column(t, "demoralization"),
    disintegrated = table_column(t, "disintegration");
    for (int row = 0; row < t->rows; row++) {
        struct corps_def *d = corps_row(own, table_choice(t, row, id, corps_ids));

        if (d->id)
            table_complain(t, row, "there is another corps %s", d->id);
        *d = (struct corps_def){
            .id = table_cell(t, row, id),
            .name = table_cell(t, row, name),
            .line = t->line[row],
            .army = fit_u8(table_choice(t, row, army, army_ids)),
            .total = fit_u8(table_int(t, row, total, 1, 200)),
            .demoralization = fit_u8(table_int(t, row, demoralized, 1, 200)),
            .disintegration = fit_u8(table_int(t, row, disintegrated, 0, 200)),
        };
    }
    for (int c = 0; corps_ids[c]; c++)
        if (!corps_row(own, c)->id)
            table_lacks(t, "there is no corps %s", corps_ids[c]);
}

static void load_armies(struct box *box, struct dow_box *own, struct errors *e)
{
    struct table *t = table_load(box, "armies.txt", "army", e);
    int id, level;

    if (!t)
        return;
    id = table_column(t, "id"), level = table_column(t, "disintegration");
    for (int row = 0; row < t->rows; row++) {
        uint8_t *at = &own->army_level[table_choice(t, row, id, army_ids)];

        if (*at)
            table_complain(t, row, "the army has a level above");
        *at = fit_u8(table_int(t, row, level, 1, 250));
    }
    for (int army = 0; army < ARMIES; army++)
        if (!own->army_level[army])
            table_lacks(t, "there is no army %s", army_ids[army]);
}

/* [15.0a] */
static void load_turns(struct box *box, struct dow_box *own, struct errors *e)
{
    struct table *t = table_load(box, "turns.txt", "turn", e);
    int turn, sky, hour;

    if (!t)
        return;
    turn = table_column(t, "turn"), sky = table_column(t, "weather"),
    hour = table_column(t, "hour");
    if (t->rows != TURNS)
        table_lacks(t, "there are %d turns, not %d", t->rows, TURNS);
    for (int row = 0; row < t->rows; row++) {
        int n = table_int(t, row, turn, 1, TURNS);

        if (own->hour[n])
            table_complain(t, row, "turn %d stands above", n);
        own->weather[n] = fit_u8(table_choice(t, row, sky, weather_ids));
        own->hour[n] = table_cell(t, row, hour);
    }
}

/* ---- pieces ---- */

struct columns {
    int army, corps, setup, radius, turn, entry, variant;
};

static struct columns find_columns(const struct table *t)
{
    return (struct columns){
        .army = table_column(t, "army"),
        .corps = table_column(t, "corps"),
        .setup = table_column(t, "setup"),
        .radius = table_column(t, "radius"),
        .turn = table_column(t, "turn"),
        .entry = table_column(t, "entry"),
        .variant = table_column(t, "variant"),
    };
}

/* [15.0c] The hexes of the set-up place. */
static int load_place(struct box *box, const struct table *t, int row, int column,
                      int16_t hexes[SETUP_HEXES])
{
    const char *name = table_cell(t, row, column);
    int n;

    if (!*name)
        return 0;
    n = board_named(box->board, name, hexes, SETUP_HEXES);
    if (n == 0)
        table_complain(t, row, "the map has no place \"%s\"", name);
    return n;
}

static void load_origin(struct box *box, struct origin *o, const struct table *t, int row,
                        const struct columns *c)
{
    o->place = table_cell(t, row, c->setup);
    o->setups = fit_u8(load_place(box, t, row, c->setup, o->setup));
    o->radius = fit_u8(optional_int(t, row, c->radius, 0, 9));
    o->turn = fit_u8(optional_int(t, row, c->turn, 1, TURNS));
    o->entry = fit_u8(optional_int(t, row, c->entry, 1, ENTRIES - 1));
    o->variant = table_choice(t, row, c->variant, variants) == OF_III_CORPS;
}

static struct origin *load_piece(struct box *box, struct dow_box *own, const struct table *t,
                                 int row, const struct columns *c)
{
    int army = table_choice(t, row, c->army, army_ids);
    int piece = table_add_piece(t, row, box, army_side(army));

    load_origin(box, &own->origin[piece], t, row, c);
    return &own->origin[piece];
}

static void load_unit(struct box *box, struct dow_box *own, const struct table *t, int row,
                      const struct columns *c)
{
    struct unit_def *d = &own->unit[own->units];
    const struct origin *o = load_piece(box, own, t, row, c);
    int corps;

    d->army = fit_u8(table_choice(t, row, c->army, army_ids));
    corps = find_corps(own, d->army, table_cell(t, row, c->corps));
    if (corps < 0)
        table_complain(t, row, "there is no corps \"%s\"", table_cell(t, row, c->corps));
    d->corps = fit_u8(corps < 0 ? 0 : corps);
    d->arm = fit_u8(table_choice(t, row, table_column(t, "arm"), arm_ids));
    d->nation = fit_u8(table_choice(t, row, table_column(t, "nation"), nation_ids));
    d->division = strcmp(table_cell(t, row, table_column(t, "size")), "XX") == 0;
    d->strength = fit_u8(table_int(t, row, table_column(t, "strength"), 1, 12));
    d->morale = fit_u8(table_int(t, row, table_column(t, "morale"), 1, 6));
    d->move = fit_u8(table_int(t, row, table_column(t, "move"), 1, 12));
    d->joins = table_choice(t, row, c->variant, variants) == JOINS_III_CORPS;
    d->guard = d->corps == CORPS_F_IG && d->arm == INFANTRY && !d->division; /* [5.2f] */
    if (!o->setups && !o->turn && !o->variant)
        table_complain(t, row, "the unit neither sets up nor arrives");
    own->units++;
}

/* [12.1b] What an army can lose has room on its track. [9.4.5e] Every Reaction Charge has French cavalry in it. */
static void check_units(const struct dow_box *own, const struct table *t)
{
    int points[ARMIES] = { 0 }, cavalry = 0;

    for (int u = 0; u < own->units; u++) {
        points[own->unit[u].army] += own->unit[u].strength;
        cavalry += own->unit[u].army == ARMY_FRENCH && own->unit[u].arm == CAVALRY;
    }
    for (int a = 0; a < ARMIES; a++)
        if (points[a] > LOSSES_MAX)
            table_lacks(t, "the %s army has %d points, more than %d", army_ids[a], points[a],
                        LOSSES_MAX);
    if (cavalry > REACTIONS_MAX)
        table_lacks(t, "more than %d French units of cavalry", REACTIONS_MAX);
}

static void load_units(struct box *box, struct dow_box *own, struct errors *e)
{
    struct table *t = table_load_pieces(box, "counters.txt", "unit", e);
    struct columns c;

    if (!t)
        return;
    c = find_columns(t);
    if (t->rows > UNITS_MAX)
        table_lacks(t, "more than %d units", UNITS_MAX);
    for (int row = 0; row < t->rows && row < UNITS_MAX; row++)
        load_unit(box, own, t, row, &c);
    check_units(own, t);
}

static void load_leader(struct box *box, struct dow_box *own, const struct table *t, int row,
                        const struct columns *c)
{
    static const char *const roles[] = { "corps", "army", NULL };
    struct leader_def *d = &own->leader[own->leaders];
    const char *corps = table_cell(t, row, c->corps);

    load_piece(box, own, t, row, c);
    d->army = fit_u8(table_choice(t, row, c->army, army_ids));
    d->chief = fit_u8(table_choice(t, row, table_column(t, "role"), roles));
    d->corps = i8(*corps ? find_corps(own, d->army, corps) : NO_CORPS);
    if (*corps && d->corps == NO_CORPS)
        table_complain(t, row, "there is no corps \"%s\"", corps);
    if (d->corps != NO_CORPS && own->corps_leader[d->corps] != NO_CORPS)
        table_complain(t, row, "the corps has a leader above");
    if (d->corps != NO_CORPS)
        own->corps_leader[d->corps] = i8(own->leaders);
    d->move = fit_u8(table_int(t, row, table_column(t, "move"), 1, 20));
    own->leaders++;
}

static int need_leader(const struct table *t, const struct box *box, const char *id)
{
    int piece = box_piece_find(box, id);

    if (piece < 0)
        table_lacks(t, "there is no leader \"%s\"", id);
    return piece;
}

/* [7.1d] [7.4a] Each corps has one, and each army. */
static void check_leaders(const struct table *t, struct dow_box *own, const struct box *box)
{
    for (int c = 0; c < CORPS; c++)
        if (own->corps_leader[c] == NO_CORPS)
            table_lacks(t, "corps %s has no leader", corps_ids[c]);
    own->napoleon = need_leader(t, box, "Napoleon");
    own->ney = need_leader(t, box, "Ney");
    own->wellington = need_leader(t, box, "Wellington");
    own->blucher = need_leader(t, box, "Blucher");
}

static void load_leaders(struct box *box, struct dow_box *own, struct errors *e)
{
    struct table *t = table_load_pieces(box, "leaders.txt", "leader", e);
    struct columns c;

    if (!t)
        return;
    memset(own->corps_leader, NO_CORPS, sizeof own->corps_leader);
    c = find_columns(t);
    if (t->rows > LEADERS_MAX)
        table_lacks(t, "more than %d leaders", LEADERS_MAX);
    for (int row = 0; row < t->rows && row < LEADERS_MAX; row++)
        load_leader(box, own, t, row, &c);
    check_leaders(t, own, box);
}

/* ---- charts and map ---- */

/* In half points; `no`: not to be entered. */
static uint8_t load_cost(const struct chart *c, int row, const char *column, struct errors *e)
{
    int at = chart_column_named(c, column);

    if (at >= 0 && strcmp(chart_word(c, row, at), "no") == 0)
        return NO_ENTRY;
    return fit_u8(2 * chart_int(c, row, column, 1, COST_MOST, e));
}

/* [TEC-0] One row for each terrain of the map. */
static void load_terrain(struct box *box, struct dow_box *own, struct errors *e)
{
    static const char *const sights[] = { "clear", "blocks", NULL };
    static const char *const stacks[] = { "points", "one", NULL };
    const struct chart *c = chart_need(box, "terrain", e);
    const struct board *b = box->board;

    own->terrain_chart = c;
    own->terrain = arena_alloc(&box->arena, sizeof *own->terrain * BOARD_WORDS);
    for (int i = 0; c && i < b->terrain.n; i++) {
        int row = chart_row_named(c, b->terrain.word[i]);
        struct terrain_def *d = &own->terrain[i];

        if (row < 0) {
            errors_add(e, c->file, c->line, "chart terrain has no row %s", b->terrain.word[i]);
            continue;
        }
        d->cost[INFANTRY] = load_cost(c, row, "infantry", e);
        d->cost[CAVALRY] = load_cost(c, row, "cavalry", e);
        d->cost[FOOT] = d->cost[HORSE] = d->cost[HEAVY] = load_cost(c, row, "artillery", e);
        /* [11.5b] [TEC-0] None helps the attacker. */
        d->combat = i8(chart_int(c, row, "combat", -DIE_MOST, 0, e));
        d->bombardment = i8(chart_int(c, row, "bombardment", 0, DIE_MOST, e));
        d->blocks_sight = fit_u8(chart_choice(c, row, "sight", sights, e));
        d->one_unit = fit_u8(chart_choice(c, row, "stack", stacks, e));
    }
}

/* [TEC-15] [TEC-16] One row for each weather; as ground it never helps whoever attacks. [11.5b] */
static void load_sky(struct box *box, struct dow_box *own, struct errors *e)
{
    const struct chart *c = own->sky = chart_need(box, "weather", e);

    for (int i = 0; c && i < WEATHERS; i++) {
        int row = chart_row_named(c, weather_ids[i]);

        if (row < 0) {
            errors_add(e, c->file, c->line, "chart weather has no row %s", weather_ids[i]);
            continue;
        }
        own->combat_sky[i] = i8(chart_int(c, row, "combat", -DIE_MOST, 0, e));
        own->bombardment_sky[i] = i8(chart_int(c, row, "bombardment", 0, DIE_MOST, e));
    }
}

/* [9.2c] [11.5a] A feature of a hex that is a terrain word counts as well as its terrain. Ruling A-34 */
static void add_features(const struct board *b, struct dow_box *own, int h)
{
    for (int f = 0; f < b->feature.n; f++) {
        int word = board_terrain(b, b->feature.word[f]);

        if (word < 0 || !board_has_feature(b, h, f))
            continue;
        for (int arm = 0; arm < ARMS; arm++) {
            int cost = own->terrain[word].cost[arm];

            own->cost[arm][h] = fit_u8(cost == NO_ENTRY || own->cost[arm][h] == NO_ENTRY
                                           ? NO_ENTRY
                                           : own->cost[arm][h] + cost - 2);
        }
        own->combat_die[h] = i8(own->combat_die[h] + own->terrain[word].combat);
        own->bombardment_die[h] = i8(own->bombardment_die[h] + own->terrain[word].bombardment);
    }
}

static void load_cells(const struct board *b, struct dow_box *own, struct errors *e)
{
    for (int h = 0; h < b->cells && h < CELLS_MAX; h++) {
        const struct terrain_def *d = &own->terrain[b->cell[h].terrain];

        if (b->cell[h].level < 0 || b->cell[h].level > 1) /* [10.3a] */
            errors_add(e, b->file, b->cell[h].line, "ground is low (0) or high (1)");
        for (int arm = 0; arm < ARMS; arm++)
            own->cost[arm][h] = d->cost[arm];
        own->cost[RIDER][h] = 2;
        own->combat_die[h] = d->combat;
        own->bombardment_die[h] = d->bombardment;
        add_features(b, own, h);
        for (int i = 0; i < HEX_SIDES; i++)
            own->edge[h] |= b->cell[h].next[i] == BOARD_NOWHERE;
    }
}

/* [10.1d] */
static void load_ranges(const struct board *b, struct dow_box *own)
{
    struct hex ring[HEX_SIDES * HEAVY_RANGE];

    for (int h = 0; h < b->cells; h++) {
        int16_t *next = own->in_range[h];

        for (int r = 1; r <= HEAVY_RANGE; r++)
            for (int i = 0, n = hex_ring(b->cell[h].hex, r, ring); i < n; i++)
                if (board_at(b, ring[i]) >= 0)
                    *next++ = fit_i16(board_at(b, ring[i]));
        *next = -1;
    }
}

static void load_distances(const struct board *b, struct dow_box *own)
{
    for (int h = 0; h < b->cells; h++)
        for (int to = 0; to < b->cells; to++)
            own->distance[h][to] = fit_u8(board_distance(b, h, to));
}

static bool is_within(const struct board *b, const int16_t *place, int n, int h, int radius)
{
    for (int i = 0; i < n; i++)
        if (board_distance(b, place[i], h) <= radius)
            return true;
    return false;
}

/* [4.1b] [15.0c] The hexes within the radius of the place, nearest first. */
static const int16_t *list_radius(struct box *box, const int16_t *place, int n, int radius)
{
    const struct board *b = box->board;
    int16_t found[CELLS_MAX + 1], *list;
    int count = 0;

    for (int r = 0; r <= radius; r++)
        for (int h = 0; h < b->cells; h++)
            if (is_within(b, place, n, h, r) && !is_within(b, place, n, h, r - 1))
                found[count++] = fit_i16(h);
    found[count++] = -1;
    list = arena_alloc(&box->arena, sizeof *list * (size_t)count);
    memcpy(list, found, sizeof *list * (size_t)count);
    return list;
}

static const int16_t *list_place(struct box *box, const char *name, int radius)
{
    int16_t hexes[SETUP_HEXES];

    return list_radius(box, hexes, board_named(box->board, name, hexes, SETUP_HEXES), radius);
}

/* [R-A22] A leader driven off comes back where he came from, or his army's reinforcements. Ruling B-23 */
static void let_leaders_return(struct dow_box *own)
{
    for (int i = 0; i < own->leaders; i++) {
        uint8_t *entry = &own->origin[own->units + i].entry;

        for (int u = 0; u < own->units && !*entry; u++)
            if (own->unit[u].army == own->leader[i].army)
                *entry = own->origin[u].entry;
    }
}

/* [9.2.2a] */
static void list_reinforcements(struct dow_box *own)
{
    int16_t *next = own->reinforcement;

    for (int piece = 0; piece < own->units + own->leaders; piece++)
        if (own->origin[piece].entry)
            *next++ = fit_i16(piece);
    *next = -1;
}

static void load_set_up(struct box *box, struct dow_box *own)
{
    own->rossomme = list_place(box, "Rossomme", 3);
    own->mont_saint_jean = list_place(box, "Mont-Saint-Jean", 2);
    for (int piece = 0; piece < own->units + own->leaders; piece++) {
        const struct origin *o = &own->origin[piece];

        own->set_up[piece] = list_radius(box, o->setup, o->setups, o->radius);
        while (own->set_up[piece][own->set_up_choices[piece]] >= 0)
            own->set_up_choices[piece]++;
    }
}

/* [3.3b] [3.3c] The six entry points, where a road or highway leaves the map. */
static void load_entries(struct box *box, struct dow_box *own, struct errors *e)
{
    const struct board *b = box->board;

    memset(own->entry, -1, sizeof own->entry);
    for (int i = 0; i < b->entries; i++) {
        int number = 0;

        lex_is_number(b->entry[i].label, &number);

        if (number < 1 || number >= ENTRIES) {
            errors_add(e, b->file, b->entry[i].line, "entry points are numbered 1 to 6");
            continue;
        }
        own->entry[number] = b->entry[i].cell;
        for (int x = 0; x < b->exits; x++)
            if (b->exit[x].cell == b->entry[i].cell && b->exit[x].way == own->highway)
                own->entry_highway[number] = 1;
    }
    for (int n = 1; n < ENTRIES; n++)
        if (own->entry[n] < 0)
            errors_add(e, b->file, 0, "there is no entry point %d", n);
}

/* [3.3a] The map: hexes numbered by column, then row. */
static void load_map(struct box *box, struct dow_box *own, struct errors *e)
{
    const struct board *b = box->board;

    own->village = board_terrain(b, "village"), own->town = board_terrain(b, "town");
    own->woods = board_terrain(b, "woods"), own->forest = board_terrain(b, "forest");
    own->swamp = board_terrain(b, "swamp"), own->farm = board_terrain(b, "farm");
    own->river = board_kind(b, "river"), own->stream = board_kind(b, "stream");
    own->pond = board_kind(b, "pond"), own->bridge = board_kind(b, "bridge");
    own->ford = board_kind(b, "ford"), own->slope = board_kind(b, "slope");
    own->crest = board_kind(b, "crest");
    own->road = board_way(b, "road"), own->highway = board_way(b, "highway");
    if (b->cells > CELLS_MAX)
        errors_add(e, b->file, 0, "more than %d hexes", CELLS_MAX);
    if (!b->hexes)
        errors_add(e, b->file, 0, "the map has areas, not hexes");
    load_terrain(box, own, e);
    if (b->hexes && b->cells <= CELLS_MAX) {
        load_cells(b, own, e);
        load_ranges(b, own);
        load_distances(b, own);
        weigh_hexsides(b, own);
    }
    load_entries(box, own, e);
}

static void check_total(struct box *box, const struct corps_def *c, int sum, struct errors *e)
{
    if (c->id && sum != c->total)
        errors_add(e, box_path(box, "corps.txt"), c->line,
                   "corps %s has %d points, its counters %d", c->id, c->total, sum);
}

/* The totals of the Morale Track agree with the counters. [15.1t] [15.2t] [15.3t] */
static void check_totals(struct box *box, const struct dow_box *own, struct errors *e)
{
    int sum[CORPS] = { 0 }, joining = 0;

    for (int u = 0; u < own->units; u++) {
        sum[own->unit[u].corps] += own->unit[u].strength;
        joining += own->unit[u].joins ? own->unit[u].strength : 0;
    }
    check_total(box, &own->recalled, sum[CORPS_F_III], e);
    sum[CORPS_F_III] += joining; /* [16.2a] */
    for (int c = 0; c < CORPS; c++)
        check_total(box, &own->corps[c], sum[c], e);
}

static void load_tables(struct box *box, struct dow_box *own, struct errors *e)
{
    static const char *const sides[] = { "stream", "river", "slope", "crest", NULL };
    static const char *const dice[] = { "combat", NULL }, *const die[] = { "die", NULL };
    static const char *const modifiers[] = { "surprise", "guns-only", "massed", "uphill", "water",
                                             "village",  "town",      "swamp",  "blown",  NULL };

    own->combat = chart_bind(box, "combat", result_names, e);
    own->charge = chart_bind(box, "charge", result_names, e);
    own->bombardment = chart_need_numbers(box, "bombardment", NULL, NULL, 0, LOSS_MOST, e);
    own->hexside = chart_need_numbers(box, "hexside", sides, dice, -DIE_MOST, 0, e);
    own->charge_modifiers =
        chart_need_numbers(box, "charge-modifiers", modifiers, die, -DIE_MOST, DIE_MOST, e);
}

void dow_load(struct box *box, struct errors *e)
{
    struct dow_box *own = arena_alloc(&box->arena, sizeof *own);

    box->own = own;
    if (!box->board) {
        errors_add(e, box_path(box, "map.txt"), 0, "cannot be read");
        return;
    }
    load_map(box, own, e);
    load_corps(box, own, e);
    load_armies(box, own, e);
    load_turns(box, own, e);
    load_units(box, own, e);
    load_leaders(box, own, e);
    load_sky(box, own, e);
    load_tables(box, own, e);
    check_totals(box, own, e);
    load_set_up(box, own);
    let_leaders_return(own);
    list_reinforcements(own);
}
