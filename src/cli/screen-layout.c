/*
 * screen-layout.c: a board as letters: for each of them the cell it belongs to, and for each cell where something is
 * written in it. Hexes are bricks of a wall, half a brick apart as their columns or rows are; areas are the
 * letters within their outlines.
 */
#include <stdlib.h>
#include <string.h>

#include "screen-own.h"

enum { NEIGHBOURS = 1000, ACROSS = 866 }; /* see hex_centre() */

/* Of a brick. */
static const struct {
    int wide, high;
} bricks[ZOOMS] = { { 4, 2 }, { 6, 2 }, { 8, 4 }, { 12, 4 } };

/* Of a board of areas: letters across. */
static const int across[ZOOMS] = { 78, 118, 148, 220 };

static void room_for(struct layout *l, const struct board *b)
{
    l->cell = base_alloc((size_t)l->wide * (size_t)l->high * sizeof *l->cell);
    for (int i = 0; i < l->wide * l->high; i++)
        l->cell[i] = -1;
    l->spot = base_alloc((size_t)(b->cells + 1) * sizeof *l->spot);
}

static void fill(struct layout *l, int cell, int x, int y, int wide, int high)
{
    for (int line = y; line < y + high; line++)
        for (int column = x; column < x + wide; column++)
            if (line >= 0 && line < l->high && column >= 0 && column < l->wide)
                l->cell[line * l->wide + column] = i16(cell);
}

/* ---- hexes ---- */

static struct spot brick_of(const struct board *b, int cell, int zoom)
{
    struct hex_point at = hex_centre(&b->grid, b->cell[cell].hex);
    int x = b->grid.flat ? ACROSS : NEIGHBOURS, y = b->grid.flat ? NEIGHBOURS : ACROSS;

    return (struct spot){ i16((at.x * bricks[zoom].wide + (at.x < 0 ? -x / 2 : x / 2)) / x),
                          i16((at.y * bricks[zoom].high + (at.y < 0 ? -y / 2 : y / 2)) / y) };
}

static void lay_hexes(struct layout *l, const struct board *b)
{
    struct spot least = brick_of(b, 0, l->zoom), most = least;

    for (int i = 0; i < b->cells; i++) {
        struct spot at = brick_of(b, i, l->zoom);

        least.x = at.x < least.x ? at.x : least.x;
        least.y = at.y < least.y ? at.y : least.y;
        most.x = at.x > most.x ? at.x : most.x;
        most.y = at.y > most.y ? at.y : most.y;
    }
    l->block_wide = bricks[l->zoom].wide;
    l->block_high = bricks[l->zoom].high;
    l->wide = most.x - least.x + l->block_wide;
    l->high = most.y - least.y + l->block_high;
    room_for(l, b);
    for (int i = 0; i < b->cells; i++) {
        struct spot at = brick_of(b, i, l->zoom);

        l->spot[i] = (struct spot){ i16(at.x - least.x), i16(at.y - least.y) };
        fill(l, i, l->spot[i].x, l->spot[i].y, l->block_wide, l->block_high);
    }
}

/* ---- areas ---- */

/* The letters whose middle lies in the outline; where it is marked something is written. */
static void lay_area(struct layout *l, const struct ground *g, int cell, const struct line *ring,
                     const char *number, double unit)
{
    struct rect r = line_rect(ring);
    struct pt mark = { (r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2 };

    for (int y = (int)(r.y0 / unit / 2); y <= (int)(r.y1 / unit / 2) && y < l->high; y++)
        for (int x = (int)(r.x0 / unit); x <= (int)(r.x1 / unit) && x < l->wide; x++)
            if (x >= 0 && y >= 0 &&
                ring_holds(ring, (struct pt){ (x + .5) * unit, (y + .5) * unit * 2 }))
                l->cell[y * l->wide + x] = i16(cell);
    for (int i = 0; i < g->centres; i++)
        if (strcmp(g->centre[i].number, number) == 0)
            mark = g->centre[i].at;
    l->spot[cell] = (struct spot){ i16((int)(mark.x / unit) - l->block_wide / 2),
                                   i16((int)(mark.y / unit / 2) - l->block_high / 2) };
}

static void lay_areas(struct layout *l, const struct board *b, const struct ground *g)
{
    double unit;

    l->wide = across[l->zoom];
    unit = (g->frame.x1 - g->frame.x0) / l->wide;
    l->high = unit > 0 ? (int)((g->frame.y1 - g->frame.y0) / unit / 2) : 1;
    l->block_wide = l->zoom < 2 ? 5 : 8;
    l->block_high = 3;
    room_for(l, b);
    for (int i = 0; i < g->outlines && unit > 0; i++) {
        int cell = board_find(b, g->outline[i].number);

        if (cell >= 0 && g->outline[i].ring.n)
            lay_area(l, g, cell, &g->outline[i].ring, g->outline[i].number, unit);
    }
}

/* A board of areas without outlines: as many to a line as there is room for. */
static void lay_list(struct layout *l, const struct board *b)
{
    int columns = 6;

    l->block_wide = 12;
    l->block_high = 3;
    l->wide = columns * l->block_wide;
    l->high = (b->cells + columns - 1) / columns * l->block_high;
    room_for(l, b);
    for (int i = 0; i < b->cells; i++) {
        l->spot[i] =
            (struct spot){ i16(i % columns * l->block_wide), i16(i / columns * l->block_high) };
        fill(l, i, l->spot[i].x, l->spot[i].y, l->block_wide - 1, l->block_high);
    }
}

void layout_make(struct layout *l, const struct board *b, const struct ground *g, int zoom)
{
    layout_free(l);
    l->zoom = zoom;
    if (!b || !b->cells)
        return;
    if (b->hexes)
        lay_hexes(l, b);
    else if (g->outlines && g->framed)
        lay_areas(l, b, g);
    else
        lay_list(l, b);
}

void layout_free(struct layout *l)
{
    free(l->cell);
    free(l->spot);
    *l = (struct layout){ 0 };
}

int layout_cell(const struct layout *l, int x, int y)
{
    return x >= 0 && y >= 0 && x < l->wide && y < l->high ? l->cell[y * l->wide + x] : -1;
}

/* The nearest whose middle lies that way, rather ahead than aside. */
int layout_beside(const struct layout *l, const struct board *b, int cell, int dx, int dy)
{
    int best = cell, least = INT32_MAX;

    for (int i = 0; i < b->cells; i++) {
        int x = l->spot[i].x - l->spot[cell].x, y = 2 * (l->spot[i].y - l->spot[cell].y);
        int ahead = dx ? x * dx : y * dy, aside = abs(dx ? y : x), far = ahead + 2 * aside;

        if (ahead > 0 && aside <= 2 * ahead && far < least) {
            least = far;
            best = i;
        }
    }
    return best;
}
