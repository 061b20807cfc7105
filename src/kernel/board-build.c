/*
 * board-build.c: makes the graph of a board from the cells and links that board-load.c has read:
 * cells in the order of their numbers, the borders and corners of hexes, the borders and distances
 * of areas. After it every relation holds both ways.
 */
#include "board-load.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_number(const void *one, const void *two)
{
    const struct board_cell *a = one, *b = two;

    return board_order(a->number, b->number);
}

static void sort_areas(struct loader *l)
{
    qsort(l->draft, (size_t)l->slots, sizeof *l->draft, by_number);
    for (int i = 1; i < l->slots; i++)
        if (strcmp(l->draft[i].number, l->draft[i - 1].number) == 0) {
            int a = l->draft[i - 1].line, b = l->draft[i].line;

            errors_add(l->lex.errors, l->b->file, a > b ? a : b, "area %s was given in line %d",
                       l->draft[i].number, a > b ? b : a);
        }
}

/* Slots of the rectangle are in the order of printed numbers. */
static void number_slot(struct loader *l, int slot)
{
    const struct hex_grid *g = &l->b->grid;
    int columns = g->column_last - g->column_first + 1, rows = g->row_last - g->row_first + 1;
    int column = g->column_first + (g->rows_first ? slot % columns : slot / rows);
    int row = g->row_first + (g->rows_first ? slot / columns : slot % rows);
    struct board_cell *cell = &l->draft[slot];

    hex_write(g, column, row, cell->number);
    cell->hex = hex_of(g, column, row);
    if (cell->line == 0 && !l->absent[slot])
        errors_add(l->lex.errors, l->b->file, l->b->grid_line, "hex %s has no line", cell->number);
    if (cell->line > 0 && l->absent[slot])
        errors_add(l->lex.errors, l->b->file, cell->line, "hex %s is given both as hex and as void",
                   cell->number);
}

bool load_build_cells(struct loader *l)
{
    struct board *b = l->b;
    int16_t *rectangle = arena_alloc(&b->arena, (size_t)l->slots * sizeof *rectangle);
    int n = 0;

    for (int slot = 0; slot < l->slots; slot++)
        n += !l->absent[slot];
    if (n == 0 || n > BOARD_CELLS) {
        errors_add(l->lex.errors, b->file, b->grid_line, "a board has 1 to %d cells, this one %d",
                   BOARD_CELLS, n);
        return false;
    }
    if (!b->hexes)
        sort_areas(l);
    for (int slot = 0; b->hexes && slot < l->slots; slot++)
        number_slot(l, slot);
    b->cell = l->cell = arena_alloc(&b->arena, (size_t)n * sizeof *l->cell);
    b->rectangle = rectangle;
    for (int slot = 0; slot < l->slots; slot++) {
        rectangle[slot] = i16(l->absent[slot] ? BOARD_NOWHERE : b->cells);
        if (!l->absent[slot])
            l->cell[b->cells++] = l->draft[slot];
    }
    for (int c = 0; c < b->cells; c++)
        if (!l->cell[c].name)
            l->cell[c].name = "";
    return true;
}

/* -- hexes -- */

static void find_neighbours(struct loader *l)
{
    for (int c = 0; c < l->b->cells; c++)
        for (int d = 0; d < HEX_SIDES; d++) {
            l->cell[c].next[d] = i16(board_at(l->b, hex_step(l->cell[c].hex, d)));
            l->cell[c].side[d] = l->cell[c].corner[d] = BOARD_NOWHERE;
        }
}

static void label_border(struct loader *l, struct board_border *at)
{
    const struct board_cell *one = &l->cell[at->cell[0]];

    snprintf(at->number, sizeof at->number, "%s/%s", one->number,
             at->cell[1] >= 0 ? l->cell[at->cell[1]].number
                              : hex_direction_name(&l->b->grid, at->direction));
}

/* A border belongs to the cell that comes first; the other learns of it. */
static void make_hexsides(struct loader *l)
{
    struct board *b = l->b;

    b->border = l->border =
        arena_alloc(&b->arena, (size_t)b->cells * HEX_SIDES * sizeof *l->border);
    for (int c = 0; c < b->cells; c++)
        for (int d = 0; d < HEX_SIDES; d++) {
            struct board_border *at = &l->border[b->borders];
            int other = l->cell[c].next[d];

            if (l->cell[c].side[d] >= 0)
                continue;
            l->cell[c].side[d] = i16(b->cells + b->borders++);
            if (other >= 0)
                l->cell[other].side[hex_turn(d, 3)] = l->cell[c].side[d];
            *at = (struct board_border){ .cell = { i16(c), i16(other) }, .direction = i8(d) };
            label_border(l, at);
        }
}

/* A part of a corner's text: the neighbour, or the direction in which there is none. */
static const char *part_of_corner(const struct loader *l, int cell, int direction)
{
    int other = l->cell[cell].next[direction];

    return other >= 0 ? l->cell[other].number : hex_direction_name(&l->b->grid, direction);
}

/* Corner k of cell c: round it lie c, its neighbour k (whose corner k + 2 it is), its neighbour
 * k + 1 (k + 4); and the borders between them. */
static void make_corner(struct loader *l, int c, int k, struct board_corner *at)
{
    struct board_cell *cell = &l->cell[c];
    int after = hex_turn(k, 1), left = cell->next[k], right = cell->next[after];
    int16_t id = i16(l->b->cells + l->b->borders + l->b->corners);
    int beyond = left >= 0    ? l->cell[left].side[hex_turn(k, 2)]
                 : right >= 0 ? l->cell[right].side[hex_turn(k, 5)]
                              : BOARD_NOWHERE;

    *at = (struct board_corner){
        .cell = { i16(c), i16(left), i16(right) },
        .border = { cell->side[k], i16(beyond), cell->side[after] },
    };
    snprintf(at->number, sizeof at->number, "%s/%s/%s", cell->number, part_of_corner(l, c, k),
             part_of_corner(l, c, after));
    cell->corner[k] = id;
    if (left >= 0)
        l->cell[left].corner[hex_turn(k, 2)] = id;
    if (right >= 0)
        l->cell[right].corner[hex_turn(k, 4)] = id;
}

static void make_corners(struct loader *l)
{
    struct board *b = l->b;

    b->corner = l->corner =
        arena_alloc(&b->arena, (size_t)b->cells * HEX_SIDES * sizeof *l->corner);
    for (int c = 0; c < b->cells; c++)
        for (int k = 0; k < HEX_SIDES; k++)
            if (l->cell[c].corner[k] < 0) {
                make_corner(l, c, k, &l->corner[b->corners]);
                b->corners++;
            }
    for (int i = 0; i < b->borders; i++) {
        struct board_border *at = &l->border[i];
        const struct board_cell *cell = &l->cell[at->cell[0]];

        at->corner[0] = cell->corner[hex_turn(at->direction, -1)];
        at->corner[1] = cell->corner[at->direction];
    }
}

/* -- areas -- */

static int by_cells(const void *one, const void *two)
{
    const struct link_line *a = one, *b = two;

    if (a->a != b->a)
        return a->a - b->a;
    return a->b != b->b ? a->b - b->b : a->line - b->line;
}

static bool same_link(const struct link_line *a, const struct link_line *b)
{
    return a->a == b->a && a->b == b->b;
}

/* One border a pair of areas, in the order of their numbers, however many lines speak of it. */
static void make_area_borders(struct loader *l)
{
    struct board *b = l->b;
    struct link_line *sorted = base_alloc((size_t)l->link_lines * sizeof *sorted);

    for (int i = 0; i < l->link_lines; i++) {
        sorted[i] = l->links[i];
        if (sorted[i].a > sorted[i].b) {
            sorted[i].a = l->links[i].b;
            sorted[i].b = l->links[i].a;
        }
    }
    qsort(sorted, (size_t)l->link_lines, sizeof *sorted, by_cells);
    b->border = l->border = arena_alloc(&b->arena, (size_t)l->link_lines * sizeof *l->border);
    for (int i = 0; i < l->link_lines; i++) {
        if (i > 0 && same_link(&sorted[i], &sorted[i - 1]))
            continue;
        l->border[b->borders] = (struct board_border){
            .cell = { sorted[i].a, sorted[i].b },
            .corner = { BOARD_NOWHERE, BOARD_NOWHERE },
            .direction = -1,
        };
        label_border(l, &l->border[b->borders++]);
    }
    free(sorted);
    for (int c = 0; c < b->cells; c++)
        for (int d = 0; d < HEX_SIDES; d++)
            l->cell[c].next[d] = l->cell[c].side[d] = l->cell[c].corner[d] = BOARD_NOWHERE;
}

static void flood(const struct board *b, int from, uint16_t *steps, int16_t *queue)
{
    int head = 0, tail = 0;

    memset(steps, 0xff, (size_t)b->cells * sizeof *steps);
    steps[from] = 0;
    queue[tail++] = i16(from);
    while (head < tail) {
        int cell = queue[head++];

        EACH_NEIGHBOUR (b, cell, link)
            if (steps[link->cell] == UINT16_MAX) {
                steps[link->cell] = u16(steps[cell] + 1);
                queue[tail++] = link->cell;
            }
    }
}

static void measure_areas(struct loader *l)
{
    size_t n = (size_t)l->b->cells;
    uint16_t *steps = arena_alloc(&l->b->arena, n * n * sizeof *steps);
    int16_t *queue = base_alloc(n * sizeof *queue);

    for (int c = 0; c < l->b->cells; c++)
        flood(l->b, c, steps + (size_t)c * n, queue);
    l->b->steps = steps;
    free(queue);
}

/* -- both -- */

static struct board_link *link_hex(const struct loader *l, int c, struct board_link *to)
{
    for (int d = 0; d < HEX_SIDES; d++)
        if (l->cell[c].next[d] >= 0)
            *to++ = (struct board_link){ l->cell[c].next[d], l->cell[c].side[d] };
    return to;
}

/* Borders are sorted by their cells: those with a lower one first, then those with a higher one. */
static struct board_link *link_area(const struct loader *l, int c, struct board_link *to)
{
    for (int lower = 1; lower >= 0; lower--)
        for (int i = 0; i < l->b->borders; i++)
            if (l->border[i].cell[lower] == c)
                *to++ = (struct board_link){ l->border[i].cell[!lower], i16(l->b->cells + i) };
    return to;
}

static void make_links(struct loader *l)
{
    struct board *b = l->b;
    size_t room = 2 * (size_t)b->borders + (size_t)b->cells; /* both ways, and the ends */
    struct board_link *links = arena_alloc(&b->arena, room * sizeof *links), *to = links;

    b->link = links;
    for (int c = 0; c < b->cells; c++) {
        struct board_link *from = to;

        to = b->hexes ? link_hex(l, c, to) : link_area(l, c, to);
        l->cell[c].first_link = i16(from - links);
        l->cell[c].links = i16(to - from);
        *to++ = (struct board_link){ BOARD_NOWHERE, BOARD_NOWHERE };
    }
    assert(to <= links + room);
}

void load_build_graph(struct loader *l)
{
    if (l->b->hexes) {
        find_neighbours(l);
        make_hexsides(l);
        make_corners(l);
    } else {
        make_area_borders(l);
    }
    make_links(l);
    if (!l->b->hexes)
        measure_areas(l);
    l->b->places = l->b->cells + l->b->borders + l->b->corners;
    assert(l->b->places <= BOARD_PLACES);
}
