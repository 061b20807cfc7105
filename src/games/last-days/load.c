/*
 * load.c: the box of The Last Days: counters, leaders, casualty tracks, turns, reinforcement
 * tracks, charts and the words of the map, turned into what rules ask for by hex and hexside.
 */
#include <stdio.h>
#include <string.h>

#include "kernel/table.h"
#include "ld.h"

static const char *const guards[] = { "", "OG", "YG", NULL };

static int optional_int(const struct table *t, int row, int column, int least, int most)
{
    return *table_cell(t, row, column) ? table_int(t, row, column, least, most) : 0;
}

/* A word of a list, or `otherwise` if the cell is empty. */
static uint8_t optional_choice(const struct table *t, int row, int column, const char *const *words,
                               int otherwise)
{
    return fit_u8(*table_cell(t, row, column) ? table_choice(t, row, column, words) : otherwise);
}

/* ---- tracks and turns ---- */

/* [REC-3] [12.11] [12.15] */
static void load_tracks(struct box *box, struct ld_box *own, struct errors *e)
{
    struct table *t = table_load(box, "tracks.txt", "track", e);
    int id, army, total, level;

    if (!t)
        return;
    id = table_column(t, "id"), army = table_column(t, "army");
    total = table_column(t, "total"), level = table_column(t, "level");
    for (int row = 0; row < t->rows; row++) {
        int track = table_choice(t, row, id, track_ids);

        if (own->total[track])
            table_complain(t, row, "there is another track %s", track_ids[track]);
        own->total[track] = fit_u8(table_int(t, row, total, 1, 100));
        own->level[track] = fit_u8(optional_int(t, row, level, 1, own->total[track]));
        if (*army_ids[table_choice(t, row, army, army_ids)] != (*track_ids[track] == 'f'   ? 'f'
                                                                : *track_ids[track] == 'p' ? 'p'
                                                                                           : 'a'))
            table_complain(t, row, "track %s is another army's", track_ids[track]);
    }
    for (int track = 0; track < TRACKS; track++)
        if (!own->total[track])
            table_lacks(t, "there is no track %s", track_ids[track]);
    if (own->level[TR_FR_VI] != 8) /* the one that is printed */
        table_lacks(t, "VI Corps is demoralized at 8, as the book has it");
    if (own->level[TR_FR_GUARD])
        table_lacks(t, "the Guard is never demoralized");
}

/* [2.0] [REC-1] */
static void load_turns(struct box *box, struct ld_box *own, struct errors *e)
{
    struct table *t = table_load(box, "turns.txt", "turn", e);
    int turn, date, part, hour, weather;

    if (!t)
        return;
    turn = table_column(t, "turn"), date = table_column(t, "date"), part = table_column(t, "part");
    hour = table_column(t, "hour"), weather = table_column(t, "weather");
    if (t->rows != TURNS)
        table_lacks(t, "there are %d turns, not %d", t->rows, TURNS);
    for (int row = 0; row < t->rows; row++) {
        struct turn_def *d = &own->turn[table_int(t, row, turn, 1, TURNS)];

        if (d->date)
            table_complain(t, row, "this turn stands above");
        d->date = table_cell(t, row, date), d->hour = table_cell(t, row, hour);
        d->part = fit_u8(table_choice(t, row, part, part_ids));
        d->weather = fit_u8(table_choice(t, row, weather, weather_ids));
        snprintf(d->title, sizeof d->title, "%s %s", d->date, part_ids[d->part]);
        snprintf(d->brief, sizeof d->brief, "%.*s", (int)strcspn(d->hour, "."), d->hour);
    }
    for (int i = 1; i <= TURNS && t->rows == TURNS; i++)
        if (own->turn[i].part != (i - 1) % PARTS)
            table_lacks(t, "the parts of the day follow each other: turn %d does not", i);
}

/* ---- pieces ---- */

static const uint8_t mover_of_arm[ARMS] = {
    [INFANTRY] = MOVES_INFANTRY, [CAVALRY] = MOVES_CAVALRY, [VEDETTE] = MOVES_RIDER,
    [FOOT] = MOVES_ARTILLERY,    [HORSE] = MOVES_ARTILLERY, [TRAIN] = MOVES_TRAIN,
    [LEADER] = MOVES_RIDER,
};

/* Strength in half points: "½" or a whole number. */
static uint8_t load_strength(const struct table *t, int row, int column)
{
    if (strcmp(table_cell(t, row, column), "½") == 0)
        return 1;
    return fit_u8(2 * optional_int(t, row, column, 1, 12));
}

static void load_army(const struct table *t, int row, struct box *box, struct piece_def *d)
{
    d->army = fit_u8(table_choice(t, row, table_column(t, "army"), army_ids));
    d->formation =
        optional_choice(t, row, table_column(t, "formation"), formation_ids, NO_FORMATION);
    d->parent = d->child = -1;
    table_add_piece(t, row, box, side_of_army(d->army));
    if (d->formation != NO_FORMATION && *formation_ids[d->formation] != *army_ids[d->army])
        table_complain(t, row, "the formation is another army's");
}

static void load_unit(struct box *box, struct ld_box *own, const struct table *t, int row)
{
    struct piece_def *d = &own->piece[own->pieces++];

    load_army(t, row, box, d);
    d->arm = fit_u8(table_choice(t, row, table_column(t, "arm"), arm_ids));
    d->mover = mover_of_arm[d->arm];
    d->track = optional_choice(t, row, table_column(t, "track"), track_ids, NO_TRACK);
    d->nation = fit_u8(table_choice(t, row, table_column(t, "nation"), nation_ids));
    d->strength = load_strength(t, row, table_column(t, "strength"));
    d->reduced = fit_u8(2 * optional_int(t, row, table_column(t, "reduced"), 1, 12));
    d->rating = fit_u8(optional_int(t, row, table_column(t, "rating"), 1, 5));
    d->move = fit_u8(table_int(t, row, table_column(t, "move"), 1, 12));
    d->stars = fit_u8(optional_int(t, row, table_column(t, "stars"), 1, 3));
    d->guard = optional_choice(t, row, table_column(t, "guard"), guards, GUARD_NONE);
    if (d->arm == LEADER)
        table_complain(t, row, "leaders stand in leaders.txt");
    if ((d->arm == TRAIN) != (d->strength == 0))
        table_complain(t, row, "trains have no strength, all others have one [9.15]");
    if (d->reduced >= d->strength && d->reduced)
        table_complain(t, row, "the reduced side is weaker");
    if ((d->track == NO_TRACK) != (d->arm == VEDETTE || d->arm == TRAIN))
        table_complain(t, row, "vedettes and trains are on no track, all others on one [12.1c]");
    if (d->stars && d->arm != CAVALRY)
        table_complain(t, row, "only cavalry breaks down [13.1a]");
}

/* [13.1b] The vedettes of a unit stand together, as many as it has stars. */
static void load_parents(struct box *box, struct ld_box *own, const struct table *t)
{
    int column = table_column(t, "parent");

    for (int row = 0; row < t->rows && row < own->pieces; row++) {
        const char *name = table_cell(t, row, column);
        int parent = *name ? box_piece_find(box, name) : -1;
        struct piece_def *d = &own->piece[row];

        if (*name && parent < 0)
            table_complain(t, row, "there is no piece \"%s\"", name);
        if ((d->arm == VEDETTE) != (parent >= 0 && own->piece[parent].stars > 0)) {
            table_complain(t, row, "vedettes have a parent with stars, others none [13.1a]");
            continue;
        }
        d->parent = fit_i16(parent);
        if (parent >= 0 && own->piece[parent].child < 0)
            own->piece[parent].child = fit_i16(row);
    }
    for (int u = 0; u < own->pieces; u++) {
        int n = 0;

        for (int v = own->piece[u].child; v >= 0 && v < own->pieces && own->piece[v].parent == u;
             v++)
            n++;
        if (n != own->piece[u].stars)
            table_complain(t, u, "it has %d stars and %d vedettes below", own->piece[u].stars, n);
    }
}

/* [REC-3] The totals of the tracks agree with the counters. */
static void check_totals(const struct ld_box *own, const struct table *t)
{
    int sum[TRACKS] = { 0 };

    for (int u = 0; u < own->pieces; u++)
        if (own->piece[u].track != NO_TRACK)
            sum[own->piece[u].track] += own->piece[u].strength;
    for (int i = 0; i < TRACKS; i++)
        if (sum[i] != 2 * own->total[i])
            table_lacks(t, "track %s has %d points, its counters %d", track_ids[i], own->total[i],
                        sum[i] / 2);
}

/* Combat units, vedettes, trains, in this order. */
static void check_order(struct ld_box *own, const struct table *t)
{
    own->vedettes = own->trains = own->leaders = own->pieces;
    for (int u = own->pieces - 1; u >= 0; u--) {
        int arm = own->piece[u].arm;

        own->trains = arm == TRAIN ? u : own->trains;
        own->vedettes = arm == TRAIN || arm == VEDETTE ? u : own->vedettes;
    }
    for (int u = own->vedettes; u < own->trains; u++)
        if (own->piece[u].arm != VEDETTE)
            table_complain(t, u, "vedettes stand together, behind the other units");
    for (int u = own->trains; u < own->leaders; u++)
        if (own->piece[u].arm != TRAIN)
            table_complain(t, u, "trains stand last");
    if (own->leaders - own->trains != TRAINS)
        table_lacks(t, "there are %d pontoon trains, not %d", own->leaders - own->trains, TRAINS);
}

static void load_units(struct box *box, struct ld_box *own, struct errors *e)
{
    struct table *t = table_load_pieces(box, "counters.txt", "unit", e);

    if (!t)
        return;
    if (t->rows > PIECES_MAX - 40)
        table_lacks(t, "more than %d units", PIECES_MAX - 40);
    for (int row = 0; row < t->rows && row < PIECES_MAX - 40; row++)
        load_unit(box, own, t, row);
    load_parents(box, own, t);
    check_order(own, t);
    check_totals(own, t);
}

static void load_leader(struct box *box, struct ld_box *own, const struct table *t, int row)
{
    int u = own->pieces++;
    struct piece_def *d = &own->piece[u];

    load_army(t, row, box, d);
    d->arm = LEADER, d->mover = MOVES_RIDER, d->track = NO_TRACK, d->strength = 1;
    d->nation = d->army == ARMY_FRENCH     ? NATION_FRENCH
                : d->army == ARMY_PRUSSIAN ? NATION_PRUSSIAN
                                           : NATION_GB;
    d->role = fit_u8(table_choice(t, row, table_column(t, "role"), role_of_leader_ids));
    d->also = optional_choice(t, row, table_column(t, "also"), formation_ids, NO_FORMATION);
    d->rating = fit_u8(optional_int(t, row, table_column(t, "rating"), 1, 5));
    d->move = fit_u8(table_int(t, row, table_column(t, "move"), 1, 12));
    if ((d->rating > 0) == (d->role == LEADS_CORPS || d->role == LEADS_REPLACEMENT))
        table_complain(t, row, "Commanders have a rating, officers none [1.34]");
    if ((d->formation != NO_FORMATION) != (d->role >= LEADS_CORPS && d->role <= LEADS_RESERVE))
        table_complain(t, row, "officers have a formation, others none [1.34]");
    if (d->formation != NO_FORMATION && own->officer[d->formation])
        table_complain(t, row, "the formation has an officer above");
    if (d->formation != NO_FORMATION)
        own->officer[d->formation] = fit_u8(u);
    if (d->role == LEADS_REPLACEMENT)
        own->replacement[d->army] = u;
}

static int need_piece(const struct table *t, const struct box *box, const char *id)
{
    int u = box_piece_find(box, id);

    if (u < 0)
        table_lacks(t, "there is no piece \"%s\"", id);
    return u;
}

static void check_leaders(struct ld_box *own, const struct table *t, const struct box *box)
{
    for (int f = 0; f < FORMATIONS; f++)
        if (!own->officer[f])
            table_lacks(t, "formation %s has no officer", formation_ids[f]);
    for (int a = 0; a < ARMIES; a++)
        if (!own->replacement[a])
            table_lacks(t, "the %s army has no replacement [5.13a]", army_ids[a]);
    own->napoleon = need_piece(t, box, "fr.Napoleon"), own->ney = need_piece(t, box, "fr.Ney");
    own->grouchy = need_piece(t, box, "fr.Grouchy");
    own->wellington = need_piece(t, box, "aa.Wellington");
    own->blucher = need_piece(t, box, "pr.Blucher");
    own->friant = need_piece(t, box, "fr.Friant"), own->michel = need_piece(t, box, "fr.Michel");
    own->desnoettes = need_piece(t, box, "fr.Desnoettes");
}

static void load_leaders(struct box *box, struct ld_box *own, struct errors *e)
{
    struct table *t = table_load_pieces(box, "leaders.txt", "leader", e);

    if (!t)
        return;
    if (t->rows > 40)
        table_lacks(t, "more than 40 leaders");
    for (int row = 0; row < t->rows && row < 40 && own->pieces < PIECES_MAX; row++)
        load_leader(box, own, t, row);
    check_leaders(own, t, box);
}

/* [19.3a] [15.14] */
static void load_reinforcements(struct box *box, struct ld_box *own, struct errors *e)
{
    struct table *t = table_load(box, "reinforcements.txt", "force", e);
    static const char *const letters[] = { "A", "B", "C", "D", "E", "F", "G", "H", "I", NULL };
    int turn, entry, piece;

    if (!t)
        return;
    turn = table_column(t, "turn"), entry = table_column(t, "entry");
    piece = table_column(t, "piece");
    for (int row = 0; row < t->rows; row++) {
        int u = box_piece_find(box, table_cell(t, row, piece));
        struct piece_def *d = u < 0 ? NULL : &own->piece[u];

        if (!d) {
            table_complain(t, row, "there is no piece \"%s\"", table_cell(t, row, piece));
            continue;
        }
        if (d->turn)
            table_complain(t, row, "it stands above");
        d->turn = fit_u8(table_int(t, row, turn, 1, TURNS));
        d->entry = fit_u8(table_choice(t, row, entry, letters));
        if (own->entry_army[d->entry] != d->army)
            table_complain(t, row, "entry %s is another army's", letters[d->entry]);
        if (own->turn[d->turn].part == NIGHT)
            table_complain(t, row, "nobody enters at night");
    }
}

/* ---- the map ---- */

/* [MAP-2] [20.12a] [21.35] Whose entry it is follows from the edge. */
static const uint8_t army_of_edge[] = { [EDGE_EAST] = ARMY_PRUSSIAN,
                                        [EDGE_NORTH] = ARMY_ALLIED,
                                        [EDGE_WEST] = ARMY_ALLIED,
                                        [EDGE_SOUTH] = ARMY_FRENCH };
static const uint8_t edge_of_entry[ENTRIES] = { EDGE_EAST,  EDGE_EAST,  EDGE_NORTH,
                                                EDGE_WEST,  EDGE_WEST,  EDGE_SOUTH,
                                                EDGE_SOUTH, EDGE_SOUTH, EDGE_SOUTH };

static void load_entries(struct box *box, struct ld_box *own, struct errors *e)
{
    const struct board *b = box->board;
    int road = board_way(b, "road");

    memset(own->entry, -1, sizeof own->entry);
    for (int i = 0; i < ENTRIES; i++) {
        own->entry_edge[i] = edge_of_entry[i];
        own->entry_army[i] = army_of_edge[edge_of_entry[i]];
    }
    for (int i = 0; i < b->entries; i++) {
        int letter = *b->entry[i].label - 'A', n = 0;

        if (letter < 0 || letter >= ENTRIES || b->entry[i].label[1]) {
            errors_add(e, b->file, b->entry[i].line, "entries are lettered A to I");
            continue;
        }
        while (n < ENTRY_HEXES && own->entry[letter][n] >= 0)
            n++;
        if (n == ENTRY_HEXES)
            errors_add(e, b->file, b->entry[i].line, "an entry has at most %d hexes", ENTRY_HEXES);
        else
            own->entry[letter][n] = b->entry[i].cell;
        for (int x = 0; x < b->exits; x++)
            if (b->exit[x].cell == b->entry[i].cell && b->exit[x].way == road)
                own->entry_road[letter] = 1;
    }
    for (int i = 0; i < ENTRIES; i++)
        if (own->entry[i][0] < 0)
            errors_add(e, b->file, 0, "there is no entry %c", 'A' + i);
}

/* East and west beside the hex; above and below it north and south. */
static int edge_of_direction(const struct board *b, int h, int d)
{
    const char *name = board_facing_name(b, 2 * d);

    (void)h;
    return *name == 'e'   ? EDGE_EAST
           : *name == 'w' ? EDGE_WEST
           : *name == 'n' ? EDGE_NORTH
                          : EDGE_SOUTH;
}

static void load_cells(const struct board *b, struct ld_box *own)
{
    int town = board_terrain(b, "town"), village = board_terrain(b, "village");
    int chateau = board_terrain(b, "chateau"), clear = board_terrain(b, "clear");
    int marsh = board_terrain(b, "marsh"), slope = board_feature(b, "slope");

    for (int h = 0; h < b->cells; h++) {
        int terrain = b->cell[h].terrain;

        own->is_town[h] = terrain == town;
        own->is_chateau[h] = terrain == chateau;
        own->is_place[h] = terrain == town || terrain == village || terrain == chateau;
        own->is_clear[h] = terrain == clear;
        own->is_marsh[h] = terrain == marsh;
        own->is_slope[h] = board_has_feature(b, h, slope);
        for (int to = 0; to < b->cells; to++)
            own->distance[h][to] = fit_u8(board_distance(b, h, to));
        EACH_DIRECTION(d)
        {
            own->next[h * HEX_SIDES + d] = b->cell[h].next[d];
            if (b->cell[h].next[d] != BOARD_NOWHERE)
                continue;
            own->is_edge[h] = 1;
            own->edges[h] = fit_u8(own->edges[h] | 1 << edge_of_direction(b, h, d));
        }
    }
}

static bool has_row_for(const struct chart *c, int value)
{
    for (int row = 0; row < c->rows; row++)
        if (value >= c->row[row].least && value <= c->row[row].most)
            return true;
    return false;
}

/* Every number between these has a row. */
static void need_rows(const struct chart *c, int least, int most, struct errors *e)
{
    for (int value = least; c && value <= most; value++)
        if (!has_row_for(c, value)) {
            errors_add(e, c->file, c->line, "chart %s has no row for %d", c->id, value);
            return;
        }
}

/* [CRT-1] and those after it: twelve columns. */
static void need_odds(const struct chart *c, struct errors *e)
{
    static const char *const odds[] = { "1:5",  "1:4", "1:3", "1:2", "1:1½", "1:1",
                                        "1½:1", "2:1", "3:1", "4:1", "5:1",  "6:1" };

    for (int i = 0; c && i < COUNT(odds); i++)
        if (chart_column_named(c, odds[i]) != i)
            errors_add(e, c->file, c->line, "chart %s: column %d is not %s", c->id, i + 1, odds[i]);
}

static void load_charts(struct box *box, struct ld_box *own, struct errors *e)
{
    static const char *const halves[] = { "town", "barrier", "river", NULL };
    static const char *const grounds[] = { "clear", "town", "slope", NULL };

    own->combat = chart_bind(box, "combat", result_ids, e);
    own->elan = chart_need_numbers(box, "elan", NULL, NULL, 1, 9, e);
    own->movement = chart_need(box, "movement", e);
    own->defence = chart_need_numbers(box, "defence", halves, NULL, 2, 8, e);
    own->crossing = chart_need_numbers(box, "crossing", NULL, NULL, 1, 6, e);
    own->ground = chart_need_numbers(box, "ground", grounds, NULL, 1, 20, e);
    own->ratio = chart_need_numbers(box, "ratio", NULL, NULL, -9, 9, e);
    own->losses = chart_need_numbers(box, "losses", NULL, NULL, 0, 9, e);
    need_rows(own->combat, 1, 6, e);
    need_rows(own->elan, 1, 6, e);
    need_rows(own->crossing, 1, 6, e);
    need_rows(own->ratio, 0, 9, e);
    need_rows(own->losses, 0, 90, e);
    need_odds(own->combat, e);
    need_odds(own->elan, e);
}

void ld_load(struct box *box, struct errors *e)
{
    struct ld_box *own = arena_alloc(&box->arena, sizeof *own);

    box->own = own;
    if (!box->board || !box->board->hexes || box->board->cells > CELLS_MAX) {
        errors_add(e, box_path(box, "map.txt"), 0, "a map of at most %d hexes is needed",
                   CELLS_MAX);
        return;
    }
    load_charts(box, own, e);
    load_cells(box->board, own);
    if (own->movement)
        weigh_hexsides(box, own, e);
    load_entries(box, own, e);
    load_tracks(box, own, e);
    load_turns(box, own, e);
    load_units(box, own, e);
    load_leaders(box, own, e);
    load_reinforcements(box, own, e);
    if (e->n == 0)
        survey_map(own, box->board->cells);
}
