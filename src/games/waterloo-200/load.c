/*
 * load.c: the box of Waterloo 200: map, blocks, icons and the places of the commands, read and
 * cross-checked.
 */
#include <stdio.h>

#include "kernel/table.h"
#include "w200.h"

const char *const language_names[] = { "english", "german", "dutch", NULL };
const char *const colour_names[] = { "none",  "orange", "green",      "yellow", "pink",
                                     "brown", "blue",   "light-blue", "red",    NULL };

/* ---- [1.0a] the map ---- */

static const char *const terrains[] = { "green", "yellow", "red", "black" };

static struct areas with_feature(const struct board *b, const char *word)
{
    struct areas set = NO_AREAS;
    int feature = board_feature(b, word);

    for (int a = 0; a < AREAS; a++)
        if (board_has_feature(b, a, feature))
            areas_add(&set, a);
    return set;
}

/* [1.0b] [1.1] [1.2a] [1.2b] [1.3a] [1.3b] [1.3c] [1.2d] Colour says cost and stacking; the map may
 * print its own stacking. */
static void load_area(const struct board *b, struct w200_box *own, int a)
{
    static const uint8_t cost[] = { 1, 2, 2, 1 }, limit[] = { 4, 2, 1, BLOCKS };
    int bonus = board_value(b, a, board_key(b, "bonus"), 0), colour = GREEN;

    while (colour < BLACK && b->cell[a].terrain != board_terrain(b, terrains[colour]))
        colour++;
    own->colour[a] = fit_u8(colour);
    own->cost[a] = cost[colour];
    own->limit[a] = fit_u8(
        colour == BLACK ? BLOCKS : board_value(b, a, board_key(b, "stacking"), limit[colour]));
    own->bonus[a] = fit_u8(bonus);
    if (colour == BLACK)
        areas_add(&own->black, a);
    if (colour == GREEN)
        areas_add(&own->green, a);
    if (own->cost[a] == 2)
        areas_add(&own->dear, a);
    EACH_NEIGHBOUR (b, a, link)
        areas_add(&own->next[a], link->cell);
}

static void load_rings(const struct board *b, struct w200_box *own, int a)
{
    for (int to = 0; to < AREAS; to++) {
        int far = board_distance(b, a, to);

        if (far >= 0 && far < RINGS)
            areas_add(&own->ring[a][far], to);
    }
}

static void check_area(const struct board *b, const struct w200_box *own, int a, struct errors *e)
{
    int line = b->cell[a].line, owners = 0;

    for (int f = 0; f < FACTIONS; f++)
        owners += areas_has(own->start[f], a);
    if (b->cell[a].terrain != board_terrain(b, terrains[own->colour[a]]))
        errors_add(e, b->file, line, "an area is green, yellow, red or black");
    if (own->bonus[a] > 7)
        errors_add(e, b->file, line, "a Terrain Bonus is from 0 to 7, not %d", own->bonus[a]);
    if (owners != 1 || areas_has(own->start[PRUSSIAN], a) != areas_has(own->black, a))
        errors_add(e, b->file, line,
                   "one faction begins in control; of the black areas the Prussians");
}

/* [CMP-1] [1.4a] [1.5.1] [1.6a] [1.7a] [4.0a] */
static void load_map(const struct box *box, struct w200_box *own)
{
    const struct board *b = box->board;

    for (int a = 0; a < AREAS; a++) {
        load_area(b, own, a);
        load_rings(b, own, a);
    }
    own->star = with_feature(b, "star");
    own->sunken = with_feature(b, "sunken-road");
    for (int f = 0; f < FACTIONS; f++)
        own->start[f] = with_feature(b, faction_names[f]);
}

static void check_map(const struct box *box, const struct w200_box *own, struct errors *e)
{
    const struct board *b = box->board;

    if (areas_count(own->star) != STARS)
        errors_add(e, b->file, 0, "there are %d stars, not %d", areas_count(own->star), STARS);
    for (int a = 0; a < AREAS; a++)
        check_area(b, own, a, e);
}

/* ---- the blocks ---- */

/* "4w", "3c", "2*", "P", "H": strength, hits for a damage, stars or cannonballs. */
static bool read_face(const char *cell, int arm, struct unit *k)
{
    static const char kinds[] = "bwrc*";
    static const uint8_t price[] = { 1, 2, 3, 1, 1 };
    const char *kind = cell[0] ? strchr(kinds, cell[1]) : NULL;
    int step = k->steps++;

    k->strength[step] = 1;
    if (strcmp(cell, "P") == 0 || strcmp(cell, "H") == 0) {
        k->price[step] = *cell == 'H' ? 3 : 1;
        k->value[step] = arm == STRATEGIC;
        return *cell == (arm <= TACTICAL ? 'H' : 'P') && (arm <= TACTICAL || arm >= FOOT);
    }
    if (*cell < '1' || *cell > '4' || !cell[1] || cell[2] || !kind)
        return false;
    k->strength[step] = fit_u8(*cell - '0');
    k->price[step] = price[kind - kinds];
    k->value[step] = *kind == 'c' || *kind == '*' ? k->strength[step] : 0;
    return (*kind == '*') == (arm <= TACTICAL) && (*kind == 'c') == (arm >= FOOT);
}

static void load_faces(const struct table *t, int row, int first, struct unit *k)
{
    for (int i = 0; first >= 0 && i < STEPS && *table_cell(t, row, first + i); i++)
        if (!read_face(table_cell(t, row, first + i), k->arm, k))
            table_complain(t, row, "\"%s\" is no side of such a block",
                           table_cell(t, row, first + i));
        else
            k->face[i] = table_cell(t, row, first + i);
    if (k->steps == 0)
        table_complain(t, row, "it has no sides");
    for (int i = 1; i < k->steps; i++)
        if (k->strength[i] > k->strength[i - 1])
            table_complain(t, row, "it grows stronger by losses");
}

static int find_corps(const struct w200_box *own, int faction, const char *name)
{
    for (int c = 0; c < CORPS; c++)
        if (own->corps_name[c] && own->corps_faction[c] == faction &&
            strcmp(own->corps_name[c], name) == 0)
            return c;
    return -1;
}

/* A corps is what follows its Tactical Leader. */
static void load_corps(struct box *box, struct w200_box *own, const struct table *t, int row,
                       int column, int u)
{
    struct unit *k = &own->unit[u];
    const char *name = table_cell(t, row, column);
    int c = find_corps(own, k->faction, name);

    k->corps = CORPS;
    if (k->arm == STRATEGIC) {
        own->commander[k->faction] = fit_u8(u);
        own->army_id[k->faction] = arena_printf(&box->arena, "%s.army", faction_names[k->faction]);
        return;
    }
    if (k->arm == TACTICAL && c < 0) {
        for (c = 0; c < CORPS && own->corps_name[c]; c++)
            continue;
        if (c < CORPS) {
            own->corps_name[c] = arena_copy(&box->arena, name);
            own->corps_id[c] = arena_printf(&box->arena, "%s.%s", faction_names[k->faction], name);
            own->corps_faction[c] = k->faction;
            own->leader[c] = fit_u8(u);
        }
    } else if (k->arm == TACTICAL) {
        table_complain(t, row, "corps %s has another Tactical Leader", name);
    }
    if (c < 0 || c == CORPS) {
        table_complain(t, row, "a corps begins with its Tactical Leader, and there are %d", CORPS);
        return;
    }
    k->corps = fit_u8(c);
    own->last[c] = fit_u8(u);
}

struct columns {
    int faction, corps, icon, colour, arm, side, mp, language, designation;
};

static void load_block(struct box *box, struct w200_box *own, const struct table *t, int row,
                       const struct columns *c)
{
    struct unit *k = &own->unit[row];

    k->faction = fit_u8(table_choice(t, row, c->faction, faction_names));
    k->arm = fit_u8(table_choice(t, row, c->arm, arm_names));
    k->colour = fit_u8(table_choice(t, row, c->colour, colour_names));
    k->mp = fit_u8(table_int(t, row, c->mp, 1, 5));
    k->language = NO_LANGUAGE;
    if (*table_cell(t, row, c->language))
        k->language = fit_u8(table_choice(t, row, c->language, language_names));
    k->brunswick = strcmp(table_cell(t, row, c->icon), "brunswick") == 0;
    k->designation = table_cell(t, row, c->designation);
    if (row && own->unit[row - 1].faction > k->faction)
        table_complain(t, row, "first the French blocks, then the British, then the Prussian");
    if ((k->language == NO_LANGUAGE) != (k->faction != BRITISH))
        table_complain(t, row, "the British blocks, and only they, have a language");
    load_faces(t, row, c->side, k);
    load_corps(box, own, t, row, c->corps, row);
    table_add_piece(t, row, box, side_of(k->faction));
}

/* 54, 42 and 20 blocks; each faction has its Strategic Leader, each corps its Tactical one. */
static void check_blocks(const struct table *t, struct w200_box *own)
{
    static const uint8_t wanted[] = { 54, 42, 20 };
    int n[FACTIONS] = { 0 }, commanders[FACTIONS] = { 0 };

    for (int u = 0; u < BLOCKS; u++) {
        n[own->unit[u].faction]++;
        commanders[own->unit[u].faction] += own->unit[u].arm == STRATEGIC;
    }
    for (int f = 0; f < FACTIONS; f++) {
        if (n[f] != wanted[f] || commanders[f] != 1)
            table_lacks(t, "the %s have %d blocks and %d Strategic Leaders, not %d and 1",
                        faction_names[f], n[f], commanders[f], wanted[f]);
        own->first[f + 1] = fit_u8(own->first[f] + n[f]);
    }
    if (!own->corps_name[CORPS - 1])
        table_lacks(t, "there are fewer than %d corps", CORPS);
}

static void load_counters(struct box *box, struct w200_box *own, struct errors *e)
{
    struct table *t = table_load_pieces(box, "counters.txt", "unit", e);
    struct columns c;

    if (!t)
        return;
    c = (struct columns){ table_column(t, "faction"),    table_column(t, "corps"),
                          table_column(t, "icon"),       table_column(t, "colour"),
                          table_column(t, "arm"),        table_column(t, "s1"),
                          table_column(t, "mp"),         table_column(t, "language"),
                          table_column(t, "designation") };
    if (t->rows != BLOCKS || e->n) {
        table_lacks(t, "there are %d blocks, not %d", t->rows, BLOCKS);
        return;
    }
    for (int row = 0; row < BLOCKS; row++)
        load_block(box, own, t, row, &c);
    check_blocks(t, own);
    own->uxbridge = fit_u8(box_piece_find(box, "uxbridge")); /* [3.9.5.2a] */
    if (box_piece_find(box, "uxbridge") < 0)
        table_lacks(t, "there is no block \"uxbridge\"");
}

enum { NO_HQ = UINT8_MAX }; /* not read yet */

/* ---- icons, headquarters, arrivals ---- */

/* A corps by name; "army" has none. */
static int need_corps(const struct w200_box *own, struct lex *x, int faction)
{
    const char *word = x->faulty ? NULL : lex_need(x, "the corps");
    int c = word ? find_corps(own, faction, word) : -1;

    if (word && strcmp(word, "army") == 0)
        return CORPS;
    if (word && c < 0)
        lex_complain(x, "the %s have no corps \"%s\"", faction_names[faction], word);
    return c;
}

static void need_source(struct box *box, struct lex *x)
{
    const char *word = lex_need(x, "the source");

    if (word)
        box_count_source(box, x, word);
    lex_word(x); /* a note */
    lex_end(x);
}

/* icon AREA FACTION CORPS ARM COUNT */
static void load_icon(struct box *box, struct w200_box *own, struct lex *x)
{
    static const char *const arms[] = { "leader", "infantry", "cavalry", "artillery", NULL };
    static const uint8_t arm_of[] = { TACTICAL, INFANTRY, CAVALRY, HORSE };
    struct icon *i = &own->icon[own->icons];
    int area = lex_cell(x, box), faction = lex_choice(x, "faction", faction_names), corps, arm;

    if (own->icons == ICONS_MAX)
        lex_complain(x, "more than %d lines of icons", ICONS_MAX);
    if (x->faulty)
        return;
    i->brunswick = lex_accept(x, "brunswick");
    corps = i->brunswick ? find_corps(own, BRITISH, "R") : need_corps(own, x, faction);
    arm = lex_choice(x, "arm", arms);
    if (!lex_u8(x, "how many icons", 1, 4, &i->count))
        return;
    i->line = x->line;
    i->area = fit_u8(area), i->faction = fit_u8(faction), i->corps = fit_u8(corps);
    i->arm = corps == CORPS ? STRATEGIC : arm_of[arm];
    for (int n = 0; n < i->count && own->slots < BLOCKS; n++)
        own->slot[own->slots++] = fit_u8(own->icons);
    own->icons++;
}

/* hq FACTION AREA */
static void load_hq(struct box *box, struct w200_box *own, struct lex *x)
{
    int faction = lex_choice(x, "faction", faction_names), area = lex_cell(x, box);

    if (!x->faulty && own->hq[faction] != NO_HQ)
        lex_complain(x, "the faction has another above");
    if (!x->faulty)
        own->hq[faction] = fit_u8(area);
}

/* arrival TURN CORPS AREA */
static void load_arrival(struct box *box, struct w200_box *own, struct lex *x)
{
    int corps, area;
    uint8_t turn;

    lex_u8(x, "the turn", 1, TURNS, &turn);
    corps = need_corps(own, x, PRUSSIAN);
    area = lex_cell(x, box);
    if (x->faulty || corps == CORPS)
        return;
    if (own->arrival[corps])
        lex_complain(x, "the corps arrives above");
    own->arrival[corps] = turn;
    own->home[corps] = fit_u8(area);
}

/* reserve AREA CORPS */
static void load_reserve(struct box *box, struct w200_box *own, struct lex *x)
{
    int area = lex_cell(x, box), corps = need_corps(own, x, BRITISH);

    if (!x->faulty)
        own->creux_corps[area] = fit_u8(corps);
}

/* Each ends with its source and perhaps a note. */
static void load_line(struct box *box, struct w200_box *own, struct lex *x)
{
    static const char *const lines[] = { "icon", "hq", "arrival", "reserve", NULL };
    static void (*const load[])(struct box *, struct w200_box *,
                                struct lex *) = { load_icon, load_hq, load_arrival, load_reserve };
    int line = lex_choice(x, "line", lines);

    if (line >= 0)
        load[line](box, own, x);
    if (!x->faulty)
        need_source(box, x);
}

static void load_lines(struct box *box, struct w200_box *own, const char *file, struct errors *e)
{
    const char *path, *text;
    size_t size;
    struct lex x;

    text = box_file(box, file, &size, &path);
    if (!text) {
        errors_add(e, path, 0, "cannot be read");
        return;
    }
    lex_begin_data(&x, path, text, size, e);
    while (lex_line(&x))
        load_line(box, own, &x);
}

static bool takes(const struct w200_box *own, int u, const struct icon *i)
{
    const struct unit *k = &own->unit[u];

    return k->faction == i->faction && k->corps == i->corps && k->brunswick == i->brunswick &&
           (k->arm == i->arm || (i->arm == HORSE && k->arm == FOOT));
}

/* Every icon must find its block, and stand where its faction begins: set-up cannot fail. */
static void check_icons(struct box *box, const struct w200_box *own, struct errors *e)
{
    for (int i = 0; i < own->icons; i++) {
        int icons = 0, blocks = 0;

        for (int j = 0; j < own->icons; j++)
            if (memcmp(&own->icon[i].faction, &own->icon[j].faction, 4) == 0)
                icons += own->icon[j].count;
        for (int u = 0; u < BLOCKS; u++)
            blocks += takes(own, u, &own->icon[i]);
        if (icons > blocks)
            errors_add(e, box_path(box, "icons.txt"), own->icon[i].line,
                       "%d icons like that, but %d blocks", icons, blocks);
        if (!areas_has(own->start[own->icon[i].faction], own->icon[i].area))
            errors_add(e, box_path(box, "icons.txt"), own->icon[i].line,
                       "the area of an icon is another faction's");
    }
}

/* More blocks of a kind than are placed: any of them may be left over. */
static void mark_reserves(struct w200_box *own)
{
    for (int u = 0; u < BLOCKS; u++) {
        struct unit *k = &own->unit[u];
        int placed = k->faction == PRUSSIAN, alike = 0;

        for (int i = 0; i < own->icons; i++)
            placed += takes(own, u, &own->icon[i]) ? own->icon[i].count : 0;
        for (int v = 0; v < BLOCKS; v++)
            alike += own->unit[v].faction == k->faction && own->unit[v].corps == k->corps &&
                     own->unit[v].brunswick == k->brunswick &&
                     (own->unit[v].arm == k->arm || (own->unit[v].arm >= FOOT && k->arm >= FOOT));
        k->reserve = alike > placed;
    }
}

static void check_places(struct box *box, const struct w200_box *own, struct errors *e)
{
    const char *file = box_path(box, "places.txt");

    for (int c = 0; c < CORPS; c++)
        if (own->corps_faction[c] == PRUSSIAN &&
            (!own->arrival[c] || !areas_has(own->black, own->home[c])))
            errors_add(e, file, 0, "the Prussian corps %s does not arrive in a black area",
                       own->corps_name[c]);
    for (int a = 0; a < AREAS; a++)
        if (areas_has(own->sunken, a) != (own->creux_corps[a] != CORPS))
            errors_add(e, file, 0, "area %s: a sunken road and a reserve go together",
                       board_number(box->board, a));
    for (int f = 0; f < FACTIONS; f++) /* [6.4c] */
        if (own->hq[f] == NO_HQ)
            errors_add(e, file, 0, "the %s have no General Headquarters", faction_names[f]);
}

void w200_load(struct box *box, struct errors *e)
{
    struct w200_box *own = arena_alloc(&box->arena, sizeof *own);
    int before = e->n;

    box->own = own;
    memset(own->creux_corps, CORPS, sizeof own->creux_corps);
    memset(own->hq, NO_HQ, sizeof own->hq);
    if (!box->board || box->board->cells != AREAS) {
        errors_add(e, box_path(box, "map.txt"), 0, "there are %d areas, not %d",
                   box->board ? box->board->cells : 0, AREAS);
        return;
    }
    load_map(box, own);
    check_map(box, own, e);
    if (e->n == before)
        load_counters(box, own, e);
    if (e->n > before)
        return;
    load_lines(box, own, "icons.txt", e);
    load_lines(box, own, "places.txt", e);
    if (e->n > before)
        return;
    check_icons(box, own, e);
    mark_reserves(own);
    check_places(box, own, e);
}
