/*
 * load.c: the box of Ney vs. Wellington: counters, command units, companies, arrivals, turns,
 * charts, and what the map says hex by hex. Sight is prepared in 10-sight.c.
 */
#include <stdio.h>
#include <string.h>

#include "kernel/table.h"
#include "nvw.h"

enum { COST_MOST = 9, POINTS_MOST = 40, ROUNDS_MOST = 12, LEVEL_MOST = 6 };

static int optional_int(const struct table *t, int row, int column, int least, int most)
{
    return *table_cell(t, row, column) ? table_int(t, row, column, least, most) : 0;
}

/* ---- pieces ---- */

static int nation_side(int nation)
{
    return nation == N_FRENCH ? FRENCH : ALLIED;
}

/* What all tables of pieces have in common. */
static struct piece_def *load_piece(struct box *box, struct nvw_box *own, const struct table *t,
                                    int row)
{
    int side = table_choice(t, row, table_column(t, "side"), box->game->sides);
    struct piece_def *d = &own->piece[table_add_piece(t, row, box, side)];

    d->side = u8(side);
    d->option = -1;
    d->division = "";
    return d;
}

static void load_nation(const struct table *t, int row, struct piece_def *d)
{
    d->nation = fit_u8(table_choice(t, row, table_column(t, "nation"), nation_ids));
    if (nation_side(d->nation) != d->side)
        table_complain(t, row, "a %s unit on the wrong side", nation_ids[d->nation]);
}

static void load_option(const struct box *box, const struct table *t, int row, struct piece_def *d)
{
    const char *name = table_cell(t, row, table_column(t, "option"));

    if (!*name)
        return;
    d->option = i8(game_option_find(box->game, name));
    if (d->option < 0)
        table_complain(t, row, "there is no option \"%s\"", name);
}

static void load_battery(const struct table *t, int row, struct piece_def *d)
{
    d->guns = fit_u8(table_int(t, row, table_column(t, "guns"), 1, FIRE_MOST));
    d->firepower = fit_u8(table_int(t, row, table_column(t, "firepower"), 1, 3)); /* [11.0f4a] */
    d->rounds = fit_u8(table_int(t, row, table_column(t, "rounds"), 1, ROUNDS_MOST));
    if (d->strength != 1 || d->effectiveness != 5)
        table_complain(t, row, "12.15c: the crew of a battery is 1-5");
}

/* [2.11b] What only batteries have. */
static void load_no_guns(const struct table *t, int row)
{
    static const char *const columns[] = { "guns", "firepower", "rounds", NULL };

    for (int i = 0; columns[i]; i++)
        if (*table_cell(t, row, table_column(t, columns[i])))
            table_complain(t, row, "only batteries have %s", columns[i]);
}

/* [2.13b] LI in the designation is light infantry; [9.11d] G in a British one the Guards. */
static void load_infantry(const struct table *t, int row, struct piece_def *d)
{
    const char *id = table_cell(t, row, table_column(t, "id"));

    d->guards = d->nation == N_BRITISH && strstr(id, "G/") != NULL;
    if ((d->arm == LIGHT) != (strstr(id, "LI") != NULL))
        table_complain(t, row, "2.13b: light infantry has LI in its designation, others have not");
    if (d->back + 1 != d->front)
        table_complain(t, row, "8.1: a column marches one point farther than a line");
}

/* [2.11a] [2.11b] */
static void load_unit(struct box *box, struct nvw_box *own, const struct table *t, int row)
{
    struct piece_def *d = load_piece(box, own, t, row);

    load_nation(t, row, d);
    load_option(box, t, row, d);
    d->division = table_cell(t, row, table_column(t, "division"));
    d->arm = fit_u8(table_choice(t, row, table_column(t, "arm"), arm_ids));
    d->strength = fit_u8(table_int(t, row, table_column(t, "strength"), 1, STRENGTH_MOST));
    d->effectiveness =
        fit_u8(table_int(t, row, table_column(t, "effectiveness"), 0, EFFECTIVENESS_MOST));
    d->front = fit_u8(table_int(t, row, table_column(t, "front"), 1, MOVE_MOST));
    d->back = fit_u8(optional_int(t, row, table_column(t, "back"), 0, MOVE_MOST));
    if (d->arm >= LEADER)
        table_complain(t, row, "command units and companies have tables of their own");
    else if (d->arm == FOOT_GUNS || d->arm == HORSE_GUNS)
        load_battery(t, row, d);
    else
        load_no_guns(t, row);
    if (d->arm == INFANTRY || d->arm == LIGHT)
        load_infantry(t, row, d);
    own->units++;
}

/* [2.11c] [2.2d] */
static void load_leader(struct box *box, struct nvw_box *own, const struct table *t, int row)
{
    struct piece_def *d = load_piece(box, own, t, row);

    load_nation(t, row, d);
    load_option(box, t, row, d);
    d->division = table_cell(t, row, table_column(t, "division"));
    d->arm = LEADER;
    d->radius = fit_u8(table_int(t, row, table_column(t, "radius"), 1, RADIUS_MOST));
    d->reduced = fit_u8(table_int(t, row, table_column(t, "reduced"), 1, d->radius));
    d->front = fit_u8(table_int(t, row, table_column(t, "move"), 1, MOVE_MOST));
    d->price = fit_u8(table_int(t, row, table_column(t, "morale"), 1, 9));
    own->leaders++;
}

/* [8.46a] [11.43a] */
static void load_company(struct box *box, struct nvw_box *own, const struct table *t, int row)
{
    struct piece_def *d = load_piece(box, own, t, row);

    d->nation = d->side == FRENCH ? N_FRENCH : N_BRITISH; /* 8.49b: one colour a side */
    d->arm = fit_u8(table_choice(t, row, table_column(t, "kind"), arm_ids));
    if (d->arm < COMPANY)
        table_complain(t, row, "a company is skirmish or rifle");
    d->strength = 1;
    d->effectiveness =
        fit_u8(table_int(t, row, table_column(t, "effectiveness"), 0, EFFECTIVENESS_MOST));
    d->front = fit_u8(table_int(t, row, table_column(t, "move"), 1, MOVE_MOST));
    if (!own->first_company[d->side])
        own->first_company[d->side] = box->pieces - 1;
    own->companies++;
}

static void load_pieces(struct box *box, struct nvw_box *own, struct errors *e)
{
    static const struct {
        const char *file, *row;
        int most;
        void (*load)(struct box *, struct nvw_box *, const struct table *, int);
    } tables[] = {
        { "counters.txt", "unit", UNITS_MAX, load_unit },
        { "leaders.txt", "leader", 20, load_leader },
        { "skirmishers.txt", "company", PIECES_MAX - UNITS_MAX - 20 + 6, load_company },
    };

    for (int i = 0; i < COUNT(tables); i++) {
        struct table *t = table_load_pieces(box, tables[i].file, tables[i].row, e);

        if (!t)
            continue;
        if (t->rows > tables[i].most || t->rows + box->pieces > PIECES_MAX)
            table_lacks(t, "more than %d rows", tables[i].most);
        for (int row = 0; row < t->rows && row < tables[i].most && box->pieces < PIECES_MAX; row++)
            tables[i].load(box, own, t, row);
    }
    own->wellington = box_piece_find(box, "Wellington");
    if (own->wellington < 0)
        errors_add(e, box_path(box, "leaders.txt"), 0,
                   "13.23: there is no command unit Wellington");
}

/* [3.0b] [14.0] [14.2] */
static void load_arrivals(struct box *box, struct nvw_box *own, struct errors *e)
{
    static const char *const areas[] = { "A", "B", "C", NULL };
    struct table *t = table_load(box, "reinforcements.txt", "arrival", e);
    int unit;

    if (!t)
        return;
    unit = table_column(t, "unit");
    for (int row = 0; row < t->rows; row++) {
        int u = box_piece_find(box, table_cell(t, row, unit));
        struct piece_def *d = &own->piece[u < 0 ? 0 : u];

        if (u < 0 || d->arm >= COMPANY) {
            table_complain(t, row, "there is no unit \"%s\" that could arrive",
                           table_cell(t, row, unit));
            continue;
        }
        if (d->turn)
            table_complain(t, row, "%s arrives above", box->piece[u].id);
        d->turn = fit_u8(table_int(t, row, table_column(t, "turn"), 1, TURNS));
        d->area = fit_u8(table_choice(t, row, table_column(t, "area"), areas));
        d->order = fit_u8(table_int(t, row, table_column(t, "order"), 1, 99));
        for (int v = 0; v < box->pieces; v++)
            if (v != u && own->piece[v].turn == d->turn && own->piece[v].area == d->area &&
                own->piece[v].order == d->order)
                table_complain(t, row, "%s has that place in the queue", box->piece[v].id);
    }
    for (int u = 0; u < box->pieces; u++)
        if (own->piece[u].option >= 0 && !own->piece[u].turn)
            table_lacks(t, "%s, of an option, never arrives", box->piece[u].id);
}

/* [TRK-1] [13.33b] */
static void load_turns(struct box *box, struct nvw_box *own, struct errors *e)
{
    struct table *t = table_load(box, "turns.txt", "turn", e);

    if (!t)
        return;
    if (t->rows != TURNS)
        table_lacks(t, "there are %d turns, not %d", t->rows, TURNS);
    for (int row = 0; row < t->rows; row++) {
        int n = table_int(t, row, table_column(t, "turn"), 1, TURNS);

        if (own->hour[n])
            table_complain(t, row, "turn %d stands above", n);
        own->hour[n] = table_cell(t, row, table_column(t, "hour"));
        own->added[n] = fit_u8(table_int(t, row, table_column(t, "allied"), 0, 50));
    }
}

/* ---- charts ---- */

/* `no`: never entered. */
static uint8_t load_cost(const struct chart *c, int row, const char *column, struct errors *e)
{
    int at = chart_column_named(c, column);

    if (at >= 0 && strcmp(chart_word(c, row, at), "no") == 0)
        return NO_ENTRY;
    return fit_u8(chart_int(c, row, column, 1, COST_MOST, e));
}

static const char *const doubts[] = { "no", "yes", NULL };

/* [7.47] [10.11c] [TEC-1] [TEC-2] [9.11a] [9.11b] [9.11c] */
static void load_ground(const struct chart *c, int row, struct terrain_def *d, struct errors *e)
{
    d->cost[INFANTRY] = d->cost[LIGHT] = load_cost(c, row, "infantry", e);
    d->cost[CAVALRY] = load_cost(c, row, "cavalry", e);
    d->cost[FOOT_GUNS] = d->cost[HORSE_GUNS] = load_cost(c, row, "artillery", e);
    d->cost[COMPANY] = d->cost[RIFLES] = load_cost(c, row, "skirmish", e);
    d->cost[LEADER] = load_cost(c, row, "command", e);
    d->obstructed = fit_u8(chart_choice(c, row, "obstructed", doubts, e));
    d->class = fit_u8(chart_int(c, row, "class", 0, 5, e));
    d->shock = i8(chart_int(c, row, "shock", 0, 6, e));
    d->morale = i8(chart_int(c, row, "morale", -6, 0, e));
    d->foot = fit_u8(chart_int(c, row, "foot", 1, POINTS_MOST, e));
    d->horse = fit_u8(chart_int(c, row, "horse", 1, POINTS_MOST, e));
}

static void load_terrain(struct box *box, struct nvw_box *own, struct errors *e)
{
    const struct chart *c = own->terrain_chart = chart_need(box, "terrain", e);
    const struct board *b = box->board;

    for (int i = 0; c && i < b->terrain.n; i++) {
        int row = chart_row_named(c, b->terrain.word[i]);

        if (row < 0)
            errors_add(e, c->file, c->line, "chart terrain has no row %s", b->terrain.word[i]);
        else
            load_ground(c, row, &own->terrain[i], e);
    }
}

/* [10.12b] [10.23] [10.53a] */
static void load_hexside(const struct chart *c, const char *name, struct hexside_def *d,
                         struct errors *e)
{
    int row = c ? chart_row_named(c, name) : -1;

    if (row < 0) {
        if (c)
            errors_add(e, c->file, c->line, "chart hexsides has no row %s", name);
        return;
    }
    d->cost = fit_u8(chart_int(c, row, "cost", 0, COST_MOST, e));
    d->obstructed = fit_u8(chart_choice(c, row, "obstructed", doubts, e));
    d->class = fit_u8(chart_int(c, row, "class", 0, 5, e));
    d->shock = i8(chart_int(c, row, "shock", 0, 6, e));
    d->morale = i8(chart_int(c, row, "morale", -6, 0, e));
}

/* [11.0f2b] [12.32b] */
static void load_ranges(struct box *box, struct nvw_box *own, struct errors *e)
{
    static const char *const rows[] = { "infantry", "artillery", "charge", NULL };
    static const int most[] = { MUSKET_RANGE, GUN_RANGE, CHARGE_RANGE };
    const struct chart *c = own->ranges =
        chart_need_numbers(box, "ranges", rows, NULL, 1, GUN_RANGE, e);

    for (int i = 0; c && i < RANGES; i++) {
        int row = chart_row_named(c, rows[i]);

        if (row < 0)
            continue;
        own->range[i].minimum = fit_u8(chart_int(c, row, "minimum", 1, 2, e));
        own->range[i].medium = fit_u8(chart_int(c, row, "medium", 1, most[i], e));
        own->range[i].maximum = fit_u8(chart_int(c, row, "maximum", 1, most[i], e));
    }
}

/* What the six dice of a column kill of a class together: for those who weigh fire. */
static void add_up_fire(struct nvw_box *own)
{
    const struct chart *c = own->fire;

    for (int class = 1; c && class <= CLASSES; class ++)
        for (int column = 0; column < FIRE_COLUMNS && column < c->columns; column++)
            for (int die = 1; die <= 6 && die + 4 - class < c->rows; die++)
                own->toll[class][column] =
                    u8(own->toll[class][column] + (chart_value(c, die + 4 - class, column) & 15));
}

/* [11.7] */
static void load_fire(struct box *box, struct nvw_box *own, struct errors *e)
{
    static const char *const strengths[] = { "1", "2", "3", "4",  "5",  "6",
                                             "7", "8", "9", "10", "11", NULL };
    static const char *const rows[] = { "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", NULL };
    const struct chart *c = own->fire_lines =
        chart_need_numbers(box, "fire-lines", fire_line_ids, strengths, 0, 14, e);

    own->fire = chart_need_numbers(box, "fire", rows, NULL, 0, STRENGTH_MOST, e);
    for (int line = 0; c && line < FIRE_LINES; line++) {
        int row = chart_row_named(c, fire_line_ids[line]);

        for (int n = 1; row >= 0 && n <= FIRE_MOST && n <= c->columns; n++)
            own->column[line][n] = u8(chart_value(c, row, n - 1) & 15);
    }
    add_up_fire(own);
}

/* "Dr1/0": the attacker's result and the defender's. */
static void load_cell(const struct chart *c, int row, int column, uint8_t result[2],
                      struct errors *e)
{
    const char *word = chart_word(c, row, column), *slash = strchr(word, '/');

    for (int i = 0; i < 2; i++) {
        int found = -1;

        for (int r = 0; slash && r < RESULTS; r++) {
            const char *from = i ? slash + 1 : word;
            size_t n = i ? strlen(from) : (size_t)(slash - word);

            if (strlen(result_ids[r]) == n && strncmp(from, result_ids[r], n) == 0)
                found = r;
        }
        if (found < 0)
            errors_add(e, c->file, c->line, "chart shock has a cell \"%s\"", word);
        result[i] = u8(found < 0 ? 0 : found);
    }
}

/* [12.5] */
static void load_shock(struct box *box, struct nvw_box *own, struct errors *e)
{
    static const char *const places[] = { "0", "1", "2", "3", "4", "5", "6", "7", "8", NULL };
    const struct chart *c = own->shock = chart_need(box, "shock", e);

    own->percentages = chart_need_numbers(box, "percentages", places, NULL, 1, 1000, e);
    for (int i = 0; own->percentages && i < PERCENTAGES && i < own->percentages->rows; i++)
        own->percent[i] = u16(chart_value(own->percentages, i, 0) & 1023);
    if (c && (c->rows != SHOCK_ROWS || c->columns != SHOCK_COLUMNS)) {
        errors_add(e, c->file, c->line, "chart shock has %d rows and %d columns, not %d and %d",
                   c->rows, c->columns, SHOCK_ROWS, SHOCK_COLUMNS);
        return;
    }
    for (int row = 0; c && row < SHOCK_ROWS; row++)
        for (int column = 0; column < SHOCK_COLUMNS; column++)
            load_cell(c, row, column, own->shock_result[row][column], e);
}

/* ---- the map ---- */

/* [10.53a] A hedge shelters the hex that it is named with. Bits by direction. */
static void load_sides(const struct board *b, struct nvw_box *own, int h)
{
    for (int d = 0; d < HEX_SIDES; d++) {
        int border = b->cell[h].side[d];

        if (border < 0)
            continue;
        if (board_has_kind(b, border, own->hedge_kind))
            own->hedged[h] = u8(own->hedged[h] | 1 << d);
        if (board_speaks_of(b, border, own->hedge_kind, h))
            own->sheltered[h] = u8(own->sheltered[h] | 1 << d);
        if (board_has_kind(b, border, own->stream_kind))
            own->streamed[h] = u8(own->streamed[h] | 1 << d);
        if (board_has_way(b, border, own->road) || board_has_way(b, border, own->trail))
            own->wayed[h] = u8(own->wayed[h] | 1 << d);
    }
}

/* [12.76a] North is the Allies' edge, south the French. */
static void load_cell_of_map(const struct board *b, struct nvw_box *own, int h, struct errors *e)
{
    const struct board_cell *c = &b->cell[h];
    const struct terrain_def *d = &own->terrain[c->terrain];
    struct hex ring[HEX_SIDES * 2];
    int16_t *near = own->near[h];
    int column, row;

    if (c->level < 0 || c->level > LEVEL_MOST) /* [10.13] */
        errors_add(e, b->file, c->line, "10.13: levels are 0 to %d", LEVEL_MOST);
    own->height[h] = c->terrain == own->woods ? NO_HEIGHT : c->level; /* [10.14] */
    own->hard[h] = d->obstructed && d->class == 5;
    own->soft[h] = d->obstructed && d->class != 5;
    load_sides(b, own, h);
    hex_locate(&b->grid, c->hex, &column, &row);
    own->row[h] = u8(row);
    own->x2[h] = i16(hex_centre(&b->grid, c->hex).x / 500);
    own->edge[FRENCH][h] = row == b->grid.row_first;
    own->edge[ALLIED][h] = row == b->grid.row_last;
    for (int r = 1; r <= 2; r++)
        for (int i = 0, n = hex_ring(c->hex, r, ring); i < n; i++)
            if (board_at(b, ring[i]) >= 0)
                *near++ = fit_i16(board_at(b, ring[i]));
    *near = NOWHERE;
}

/* [15.0c] Ruling 54: of every hex of the Namur road all that lies north of it; road hexes are not
 * north. */
static void load_north(const struct board *b, struct nvw_box *own)
{
    int16_t limit[256];

    for (int x = 0; x < 256; x++)
        limit[x] = -1;
    for (int i = 0; i < b->roads; i++) {
        const struct board_border *border = board_border_at(b, b->road[i].border);

        if (b->road[i].kind != own->road || !strstr(b->road[i].name, "Namur"))
            continue;
        for (int j = 0; j < 2; j++) {
            int h = border->cell[j], x = h < 0 ? -1 : own->x2[h];

            for (int k = x - 1; h >= 0 && k <= x + 1; k++)
                if (k >= 0 && k < 256 && own->row[h] > limit[k])
                    limit[k] = own->row[h];
        }
    }
    for (int h = 0; h < b->cells; h++) {
        int x = own->x2[h] < 256 ? own->x2[h] : 255;

        own->north[h] = limit[x] >= 0 && own->row[h] > limit[x];
    }
}

static void load_places(struct box *box, struct nvw_box *own, struct errors *e)
{
    static const char *const areas[] = { "A", "B", "C" };
    const struct board *b = box->board;

    if (board_named(b, "Quatre-Bras", own->quatre_bras, 4) != 4)
        errors_add(e, b->file, 0, "15.0d: four hexes must be the place \"Quatre-Bras\"");
    for (int a = 0; a < AREAS; a++) {
        own->entry[a] = NOWHERE;
        for (int i = 0; i < b->entries; i++)
            if (strcmp(b->entry[i].label, areas[a]) == 0)
                own->entry[a] = b->entry[i].cell;
        if (own->entry[a] == NOWHERE)
            errors_add(e, b->file, 0, "14.2: there is no entry %s", areas[a]);
    }
}

static void load_map(struct box *box, struct nvw_box *own, struct errors *e)
{
    const struct board *b = box->board;

    if (b->cells > CELLS_MAX || !b->hexes) {
        errors_add(e, b->file, 0, "the map has more than %d hexes, or none", CELLS_MAX);
        return;
    }
    own->woods = board_terrain(b, "woods"), own->pond = board_terrain(b, "pond");
    own->swamp = board_terrain(b, "swamp");
    own->hedge_kind = board_kind(b, "hedge"), own->stream_kind = board_kind(b, "stream");
    own->road = board_way(b, "road"), own->trail = board_way(b, "trail");
    load_terrain(box, own, e);
    for (int h = 0; h < b->cells; h++)
        load_cell_of_map(b, own, h, e);
    load_north(b, own);
    load_places(box, own, e);
    load_arcs(box, own);
    load_sight(box, own, e);
}

void nvw_load(struct box *box, struct errors *e)
{
    struct nvw_box *own = arena_alloc(&box->arena, sizeof *own);

    box->own = own;
    load_pieces(box, own, e);
    load_arrivals(box, own, e);
    load_turns(box, own, e);
    load_ranges(box, own, e);
    load_fire(box, own, e);
    load_shock(box, own, e);
    chart_need_numbers(box, "morale", box->game->sides, NULL, 1, 120, e); /* [13.33a] [13.33b] */
    own->hexsides = chart_need(box, "hexsides", e);
    load_hexside(own->hexsides, "stream", &own->stream, e);
    load_hexside(own->hexsides, "hedge", &own->hedge, e);
    if (box->board)
        load_map(box, own, e);
    else
        errors_add(e, box_path(box, "map.txt"), 0, "cannot be read");
}
