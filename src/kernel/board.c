/*
 * board.c: what is asked of a loaded board: places by number, neighbours, distances, words, ground.
 * Loading is in board-load.c and board-build.c, the checks of a map in board-check.c.
 */
#include "board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void board_free(struct board *b)
{
    if (!b)
        return;
    arena_free(&b->arena);
    free(b);
}

int board_order(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);

    return m != n ? (m < n ? -1 : 1) : strcmp(a, b);
}

static int find_area(const struct board *b, const char *number)
{
    int low = 0, high = b->cells;

    while (low < high) {
        int middle = (low + high) / 2, order = board_order(number, b->cell[middle].number);

        if (order == 0)
            return middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return BOARD_NOWHERE;
}

static int cell_in(const struct board *b, int column, int row)
{
    const struct hex_grid *g = &b->grid;
    int c = column - g->column_first, r = row - g->row_first;

    return b->rectangle[g->rows_first ? r * (g->column_last - g->column_first + 1) + c
                                      : c * (g->row_last - g->row_first + 1) + r];
}

int board_find(const struct board *b, const char *number)
{
    int column, row;

    if (!b->hexes)
        return find_area(b, number);
    return hex_read(&b->grid, number, &column, &row) ? cell_in(b, column, row) : BOARD_NOWHERE;
}

int board_at(const struct board *b, struct hex h)
{
    int column, row;

    return b->hexes && hex_locate(&b->grid, h, &column, &row) ? cell_in(b, column, row)
                                                              : BOARD_NOWHERE;
}

const char *board_number(const struct board *b, int place)
{
    if (board_is_cell(b, place))
        return b->cell[place].number;
    if (board_is_border(b, place))
        return board_border_at(b, place)->number;
    return board_is_corner(b, place) ? board_corner_at(b, place)->number : "-";
}

const char *board_name(const struct board *b, int cell)
{
    return board_is_cell(b, cell) ? b->cell[cell].name : "";
}

int board_named(const struct board *b, const char *name, int16_t *cells, int room)
{
    int n = 0;

    for (int i = 0; i < b->groups; i++)
        if (strcmp(b->group[i].name, name) == 0) {
            n = b->group[i].n < room ? b->group[i].n : room;
            memcpy(cells, b->group[i].cell, (size_t)n * sizeof *cells);
            return n;
        }
    for (int c = 0; c < b->cells && n < room; c++)
        if (strcmp(b->cell[c].name, name) == 0)
            cells[n++] = i16(c);
    return n;
}

/* -- places as text -- */

/* Cuts "a/b/c" into its parts; how many, 0 if one of them is empty or too long. */
static int cut_at_slashes(const char *text, char part[3][BOARD_NUMBER])
{
    for (int n = 0; n < 3; n++) {
        size_t size = strcspn(text, "/");

        if (size == 0 || size >= BOARD_NUMBER)
            return 0;
        memcpy(part[n], text, size);
        part[n][size] = '\0';
        if (!text[size])
            return n + 1;
        text += size + 1;
    }
    return 0;
}

/* The direction in which a part of a place lies: a neighbour's number or the name of a direction.
 */
static int direction_of(const struct board *b, int cell, const char *part)
{
    int other = board_find(b, part);

    return other >= 0 ? board_direction(b, cell, other) : hex_direction_named(&b->grid, part);
}

static int hex_place(const struct board *b, int cell, const char *second, const char *third)
{
    int one = direction_of(b, cell, second), two = third ? direction_of(b, cell, third) : -1;

    if (one < 0)
        return BOARD_NOWHERE;
    if (!third)
        return b->cell[cell].side[one];
    if (two < 0)
        return BOARD_NOWHERE;
    if (hex_turn(one, 1) == two)
        return b->cell[cell].corner[one];
    return hex_turn(two, 1) == one ? b->cell[cell].corner[two] : BOARD_NOWHERE;
}

int board_parse_place(const struct board *b, const char *text)
{
    char part[3][BOARD_NUMBER];
    int n = cut_at_slashes(text, part), cell = n ? board_find(b, part[0]) : BOARD_NOWHERE, other;

    if (n <= 1 || cell < 0)
        return cell;
    if (b->hexes)
        return hex_place(b, cell, part[1], n == 3 ? part[2] : NULL);
    other = board_find(b, part[1]);
    return n == 2 && other >= 0 ? board_border(b, cell, other) : BOARD_NOWHERE;
}

/* -- the graph -- */

int board_direction(const struct board *b, int from, int to)
{
    assert(board_is_cell(b, from) && board_is_cell(b, to));
    return b->hexes ? hex_direction(b->cell[from].hex, b->cell[to].hex) : -1;
}

int board_border(const struct board *b, int from, int to)
{
    assert(board_is_cell(b, from) && board_is_cell(b, to));
    EACH_NEIGHBOUR (b, from, link)
        if (link->cell == to)
            return link->border;
    return BOARD_NOWHERE;
}

int board_other(const struct board *b, int border, int cell)
{
    const struct board_border *at = board_border_at(b, border);

    assert(board_is_border(b, border) && (at->cell[0] == cell || at->cell[1] == cell));
    return at->cell[at->cell[0] == cell];
}

bool board_speaks_of(const struct board *b, int border, int kind, int cell)
{
    const struct board_border *at = board_border_at(b, border);

    return (at->cell[0] == cell && board_bit(at->named[0], kind)) ||
           (at->cell[1] == cell && board_bit(at->named[1], kind));
}

int board_value(const struct board *b, int cell, int key, int otherwise)
{
    if (key < 0 || b->value[key][cell] == BOARD_NO_VALUE)
        return otherwise;
    return b->value[key][cell];
}

/* -- words -- */

static int index_of(const char *const *words, int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

int board_terrain(const struct board *b, const char *word)
{
    return index_of(b->terrain.word, b->terrain.n, word);
}

int board_feature(const struct board *b, const char *word)
{
    return index_of(b->feature.word, b->feature.n, word);
}

int board_kind(const struct board *b, const char *word)
{
    return index_of(b->kind.word, b->kind.n, word);
}

int board_way(const struct board *b, const char *word)
{
    return index_of(b->way.word, b->way.n, word);
}

int board_key(const struct board *b, const char *word)
{
    return index_of(b->key.word, b->key.n, word);
}

static const char *const compass_names[] = { "n", "ne", "e", "se", "s", "sw", "w", "nw" };

int board_compass(const char *word)
{
    return index_of(compass_names, BOARD_COMPASS, word);
}

const char *board_compass_name(int compass)
{
    return compass_names[compass];
}

const char *board_source_name(int source)
{
    static const char *const names[BOARD_SOURCES] = { "rulebook", "geography", "judgement" };

    return names[source];
}

const char *board_sort_name(int sort)
{
    static const char *const names[BOARD_SORTS] = { "cell", "value", "void", "place", "link",
                                                    "side", "road",  "exit", "entry", "spring" };

    return names[sort];
}

/* -- facings -- */

static bool has_facing(const struct board *b, int facing)
{
    return b->hexes && facing >= 0 && facing < HEX_FACINGS;
}

const char *board_facing_name(const struct board *b, int facing)
{
    return has_facing(b, facing) ? hex_facing_name(&b->grid, facing) : "?";
}

const char *board_facing_title(const struct board *b, int facing)
{
    return has_facing(b, facing) ? hex_facing_title(&b->grid, facing) : "?";
}

int board_facing_named(const struct board *b, const char *word)
{
    return b->hexes ? hex_facing_named(&b->grid, word) : -1;
}

enum hex_part board_part(const struct board *b, int from, int to, int facing, struct hex_arcs arcs)
{
    assert(b->hexes && board_is_cell(b, from) && board_is_cell(b, to));
    return hex_part(b->cell[from].hex, b->cell[to].hex, facing, arcs);
}

int board_arc(const struct board *b, int from, int facing, struct hex_arcs arcs, enum hex_part part,
              int nearest, int farthest, int16_t *cells, int room)
{
    enum { FAR = 200 }; /* beyond any grid of two digits */
    struct hex ring[6 * FAR];
    int n = 0;

    assert(b->hexes && board_is_cell(b, from) && nearest >= 1);
    for (int d = nearest; d <= farthest && d <= FAR; d++) {
        int all = hex_ring(b->cell[from].hex, d, ring);

        for (int i = 0; i < all && n < room; i++) {
            int cell = board_at(b, ring[i]);

            if (cell >= 0 && board_part(b, from, cell, facing, arcs) == part)
                cells[n++] = i16(cell);
        }
    }
    return n;
}
