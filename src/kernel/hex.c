/*
 * hex.c: the geometry of hexagons. Steps, distances, arcs and lines first, which hold for every
 * grid; then the numbers and points of a printed grid.
 */
#include "hex.h"

#include "base.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Each is the sum of its two neighbours in the list, which the line below relies on. */
static const struct hex steps[HEX_SIDES] = {
    { 0, -1 }, { 1, -1 }, { 1, 0 }, { 0, 1 }, { -1, 1 }, { -1, 0 },
};

bool hex_same(struct hex a, struct hex b)
{
    return a.q == b.q && a.r == b.r;
}

int hex_turn(int direction, int clockwise)
{
    int turned = (direction + clockwise) % HEX_SIDES;

    return turned < 0 ? turned + HEX_SIDES : turned;
}

struct hex hex_walk(struct hex h, int direction, int count)
{
    assert(direction >= 0 && direction < HEX_SIDES);
    return (struct hex){ i16(h.q + count * steps[direction].q),
                         i16(h.r + count * steps[direction].r) };
}

struct hex hex_step(struct hex h, int direction)
{
    return hex_walk(h, direction, 1);
}

int hex_direction(struct hex from, struct hex to)
{
    for (int d = 0; d < HEX_SIDES; d++)
        if (hex_same(hex_step(from, d), to))
            return d;
    return -1;
}

int hex_ring(struct hex centre, int radius, struct hex *out)
{
    struct hex at = hex_walk(centre, 0, radius);
    int n = 0;

    if (radius == 0)
        out[n++] = centre;
    for (int d = 0; d < HEX_SIDES; d++)
        for (int i = 0; i < radius; i++) {
            out[n++] = at;
            at = hex_step(at, hex_turn(d, 2));
        }
    return n;
}

/*
 * Every vector is `ahead` > 0 steps in exactly one direction and `aside` >= 0 in the next: with
 * determinants, since det(step d, step d + 1) = 1.
 */
static int det(struct hex a, struct hex b)
{
    return a.q * b.r - a.r * b.q;
}

struct hex_line hex_line(struct hex from, struct hex to)
{
    struct hex_line line = { .from = from, .length = hex_distance(from, to) };
    struct hex way = { i16(to.q - from.q), i16(to.r - from.r) };

    for (int d = 0; d < HEX_SIDES; d++) {
        int aside = det(steps[d], way), ahead;

        if (aside < 0 || (ahead = -det(steps[d < HEX_SIDES - 1 ? d + 1 : 0], way)) <= 0)
            continue;
        line.side = d;
        line.ahead = ahead;
        line.aside = aside;
        break;
    }
    return line;
}

int hex_bearing(struct hex from, struct hex to)
{
    struct hex_line line = hex_line(from, to);
    int part = line.aside == 0 ? 0 : line.aside < line.ahead ? 1 : line.aside == line.ahead ? 2 : 3;

    return line.length == 0 ? -1 : 4 * line.side + part;
}

int hex_off(struct hex from, struct hex to, int facing)
{
    int off = hex_bearing(from, to) - 2 * facing;

    assert(facing >= 0 && facing < HEX_FACINGS && !hex_same(from, to));
    if (off > HEX_BEARINGS / 2)
        return off - HEX_BEARINGS;
    return off <= -HEX_BEARINGS / 2 ? off + HEX_BEARINGS : off;
}

bool hex_in_arc(struct hex from, struct hex to, int facing, int half)
{
    return !hex_same(from, to) && abs(hex_off(from, to, facing)) <= half;
}

enum hex_part hex_part(struct hex from, struct hex to, int facing, struct hex_arcs arcs)
{
    int off = abs(hex_off(from, to, facing));

    if (off <= arcs.front)
        return HEX_FRONT;
    return HEX_BEARINGS / 2 - off <= arcs.rear ? HEX_REAR : HEX_FLANK;
}

int hex_facing_turn(int facing, int clockwise)
{
    int turned = (facing + clockwise) % HEX_FACINGS;

    return turned < 0 ? turned + HEX_FACINGS : turned;
}

int hex_facing_apart(int facing, int other)
{
    int turn = hex_facing_turn(other, -facing);

    return turn > HEX_FACINGS / 2 ? HEX_FACINGS - turn : turn;
}

int hex_arc(struct hex centre, int radius, int facing, int half, struct hex *out)
{
    int all = hex_ring(centre, radius, out), n = 0;

    for (int i = 0; i < all; i++)
        if (hex_in_arc(centre, out[i], facing, half))
            out[n++] = out[i];
    return n;
}

/*
 * Stage i holds the hexes (i - j) steps ahead and j aside. In units in which neighbours of a stage
 * are 3 * length apart, the middle of hex j is 3 * (j * length - i * aside) off the line, and the
 * hex reaches length + max(ahead, aside) to either side of its middle. So the line cuts it if the
 * former is less; if they are equal it touches only a corner, or, when ahead == aside, a whole
 * side.
 */
struct hex_stage hex_line_stage(const struct hex_line *line, int i)
{
    int reach = line->length + (line->ahead > line->aside ? line->ahead : line->aside);
    int low = line->length ? i * line->aside / line->length : 0;
    struct hex_stage stage = { .n = 0 };

    assert(i >= 0 && i <= line->length);
    stage.spine = line->ahead == line->aside && i % 2 == 1;
    for (int j = low; j <= low + 1 && j <= i; j++) {
        int off = 3 * abs(j * line->length - i * line->aside);

        if (off < reach || (stage.spine && off == reach) || line->length == 0)
            stage.at[stage.n++] =
                hex_walk(hex_walk(line->from, line->side, i - j), hex_turn(line->side, 1), j);
    }
    if (stage.n == 2 && line->ahead > line->aside) { /* the one further aside is met first */
        struct hex first = stage.at[1];

        stage.at[1] = stage.at[0];
        stage.at[0] = first;
    }
    assert(stage.n == 1 || stage.n == 2);
    return stage;
}

/* -- printed grids -- */

static bool shifted(const struct hex_grid *g, int number)
{
    return (number % 2 != 0) == g->shift_odd;
}

static int steps_east(const struct hex_grid *g, int column)
{
    return g->columns_east ? column - g->column_first : g->column_last - column;
}

static int steps_south(const struct hex_grid *g, int row)
{
    return g->rows_south ? row - g->row_first : g->row_last - row;
}

static int column_at(const struct hex_grid *g, int east)
{
    return g->columns_east ? g->column_first + east : g->column_last - east;
}

static int row_at(const struct hex_grid *g, int south)
{
    return g->rows_south ? g->row_first + south : g->row_last - south;
}

/* Is the westernmost column (northernmost row) a shifted one? Then axial zero is half a hex off. */
static int base_shift(const struct hex_grid *g)
{
    return shifted(g, g->flat ? column_at(g, 0) : row_at(g, 0));
}

/* The whole and the doubled coordinate: flat, x = q and 2y = q + 2r; pointed, y = q + r, 2x = q -
 * r. */
struct hex hex_of(const struct hex_grid *g, int column, int row)
{
    int x = steps_east(g, column), y = steps_south(g, row), base = base_shift(g);

    if (g->flat) {
        int y2 = 2 * y + shifted(g, column) + base;
        return (struct hex){ i16(x), i16((y2 - x) / 2) };
    }
    x = 2 * x + shifted(g, row) + base;
    return (struct hex){ i16((x + y) / 2), i16((y - x) / 2) };
}

bool hex_locate(const struct hex_grid *g, struct hex h, int *column, int *row)
{
    int x, y, base = base_shift(g);

    if (g->flat) {
        *column = column_at(g, h.q);
        y = h.q + 2 * h.r - shifted(g, *column) - base;
        *row = row_at(g, y / 2);
        return h.q >= 0 && y >= 0 && h.q <= g->column_last - g->column_first &&
               y / 2 <= g->row_last - g->row_first;
    }
    y = h.q + h.r;
    *row = row_at(g, y);
    x = h.q - h.r - shifted(g, *row) - base;
    *column = column_at(g, x / 2);
    return y >= 0 && x >= 0 && y <= g->row_last - g->row_first &&
           x / 2 <= g->column_last - g->column_first;
}

bool hex_read(const struct hex_grid *g, const char *number, int *column, int *row)
{
    int digits[4];

    for (int i = 0; i < 4; i++) {
        if (number[i] < '0' || number[i] > '9')
            return false;
        digits[i] = number[i] - '0';
    }
    *column = 10 * digits[g->rows_first ? 2 : 0] + digits[g->rows_first ? 3 : 1];
    *row = 10 * digits[g->rows_first ? 0 : 2] + digits[g->rows_first ? 1 : 3];
    return number[4] == '\0' && *column >= g->column_first && *column <= g->column_last &&
           *row >= g->row_first && *row <= g->row_last;
}

void hex_write(const struct hex_grid *g, int column, int row, char number[5])
{
    int first = g->rows_first ? row : column, second = g->rows_first ? column : row;

    assert(first >= 0 && first < 100 && second >= 0 && second < 100);
    number[0] = (char)('0' + first / 10);
    number[1] = (char)('0' + first % 10);
    number[2] = (char)('0' + second / 10);
    number[3] = (char)('0' + second % 10);
    number[4] = '\0';
}

static const char *const direction_names[2][HEX_SIDES] = {
    { "ne", "e", "se", "sw", "w", "nw" },
    { "n", "ne", "se", "s", "sw", "nw" },
};

const char *hex_direction_name(const struct hex_grid *g, int direction)
{
    return direction_names[g->flat][direction];
}

int hex_direction_named(const struct hex_grid *g, const char *name)
{
    for (int d = 0; d < HEX_SIDES; d++)
        if (strcmp(direction_names[g->flat][d], name) == 0)
            return d;
    return -1;
}

/* By facing: on flat tops and on pointed tops, as it is typed and for people. */
static const char *const facing_names[HEX_FACINGS][2][2] = {
    /* clang-format off */
    { { "n",   "north" },            { "ne",  "north-east" } },
    { { "nne", "north-north-east" }, { "ene", "east-north-east" } },
    { { "ne",  "north-east" },       { "e",   "east" } },
    { { "e",   "east" },             { "ese", "east-south-east" } },
    { { "se",  "south-east" },       { "se",  "south-east" } },
    { { "sse", "south-south-east" }, { "s",   "south" } },
    { { "s",   "south" },            { "sw",  "south-west" } },
    { { "ssw", "south-south-west" }, { "wsw", "west-south-west" } },
    { { "sw",  "south-west" },       { "w",   "west" } },
    { { "w",   "west" },             { "wnw", "west-north-west" } },
    { { "nw",  "north-west" },       { "nw",  "north-west" } },
    { { "nnw", "north-north-west" }, { "n",   "north" } },
    /* clang-format on */
};

static const char *facing_word(const struct hex_grid *g, int facing, int which)
{
    assert(facing >= 0 && facing < HEX_FACINGS);
    return facing_names[facing][!g->flat][which];
}

const char *hex_facing_name(const struct hex_grid *g, int facing)
{
    return facing_word(g, facing, 0);
}

const char *hex_facing_title(const struct hex_grid *g, int facing)
{
    return facing_word(g, facing, 1);
}

int hex_facing_named(const struct hex_grid *g, const char *name)
{
    for (int f = 0; f < HEX_FACINGS; f++)
        if (strcmp(hex_facing_name(g, f), name) == 0)
            return f;
    return -1;
}

/*
 * A point is counted across the columns (rows) in sixths of 1000 * sqrt 3, along them in halves of
 * 1000, so that each corner is exact before it is rounded, once.
 */
static struct hex_point point(const struct hex_grid *g, struct hex h, int sixths, int halves)
{
    int whole = g->flat ? h.q : h.q + h.r;
    int doubled = (g->flat ? h.q + 2 * h.r : h.q - h.r) - 2 * base_shift(g);
    int64_t far = (int64_t)(3 * whole + sixths) * 288675135;
    int across = (int)((far + (far < 0 ? -500000 : 500000)) / 1000000);
    int along = 500 * (doubled + halves);

    return g->flat ? (struct hex_point){ across, along } : (struct hex_point){ along, across };
}

struct hex_point hex_centre(const struct hex_grid *g, struct hex h)
{
    return point(g, h, 0, 0);
}

struct hex_point hex_corner(const struct hex_grid *g, struct hex h, int corner)
{
    static const int8_t flat[HEX_SIDES][2] = {
        { 1, -1 }, { 2, 0 }, { 1, 1 }, { -1, 1 }, { -2, 0 }, { -1, -1 },
    };
    static const int8_t pointed[HEX_SIDES][2] = {
        { -1, 1 }, { 1, 1 }, { 2, 0 }, { 1, -1 }, { -1, -1 }, { -2, 0 },
    };
    const int8_t *off = g->flat ? flat[corner] : pointed[corner];

    return point(g, h, off[0], off[1]);
}
