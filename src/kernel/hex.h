/*
 * hex.h: the geometry of hexagons, in whole numbers only; knows no board and no game.
 *
 * A hex is an axial pair (q, r). Directions 0..5 run clockwise, from N on a grid of flat tops and
 * from NE on a grid of pointed tops; the algebra is the same for both, and only struct hex_grid,
 * which ties hexes to the numbers printed on a map, knows the difference.
 *
 *     direction   0   1   2   3   4   5        corner k lies between directions k and k + 1
 *     flat top    N   NE  SE  S   SW  NW       corner 0 of a flat top is its north-eastern one
 *     point top   NE  E   SE  SW  W   NW       corner 5 of a pointed top is the point in the north
 *
 * Facings 0..11 take sides and corners together: facing 2k looks through side k, 2k + 1 at corner
 * k.
 */
#ifndef HEX_H
#define HEX_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { HEX_SIDES = 6, HEX_FACINGS = 12, HEX_BEARINGS = 24 };

struct hex {
    int16_t q, r;
};

bool hex_same(struct hex a, struct hex b);
struct hex hex_step(struct hex, int direction);
struct hex hex_walk(struct hex, int direction, int steps);
int hex_turn(int direction, int clockwise);        /* 0..5 whatever the sign of the turn */
int hex_direction(struct hex from, struct hex to); /* of neighbours; -1 if they are not */

static inline int hex_distance(struct hex a, struct hex b)
{
    int q = b.q - a.q, r = b.r - a.r;

    return (abs(q) + abs(r) + abs(q + r)) / 2;
}

/* The hexes at exactly this distance, clockwise from direction 0. Room for 6 * radius, 1 at 0. */
int hex_ring(struct hex centre, int radius, struct hex *out);

/*
 * Where `to` lies as seen from `from`, clockwise in 24 parts: an even bearing is exactly facing
 * bearing / 2, an odd one strictly between two facings. -1 if both are the same hex.
 */
int hex_bearing(struct hex from, struct hex to);

/* Is `to` within `half` 24ths of the circle either way of the facing, edges included? */
bool hex_in_arc(struct hex from, struct hex to, int facing, int half);

/*
 * The part of hex_ring() within the arc. The cone through the two front sides of a unit that faces
 * a corner has half = 2 and radius + 1 hexes at each distance.
 */
int hex_arc(struct hex centre, int radius, int facing, int half, struct hex *out);

/*
 * Front, flank and rear of a facing: half the width of front and rear in 24ths of the circle, edges
 * included; what is neither is flank. Of the neighbours a facing towards a corner has two 2, two 6
 * and two 10 parts off; towards a side one 0, two 4, two 8 and one 12.
 */
enum hex_part { HEX_FRONT, HEX_FLANK, HEX_REAR };
struct hex_arcs {
    int8_t front, rear;
};
#define HEX_CORNER_ARCS ((struct hex_arcs){ 2, 2 }) /* two sides each */
#define HEX_SIDE_ARCS   ((struct hex_arcs){ 4, 0 }) /* three sides, two, and the one behind */

/* How far off the facing `to` lies: -11 .. 12 in 24ths, clockwise; so left is less than 0. Not of
 * the same hex. */
int hex_off(struct hex from, struct hex to, int facing);
enum hex_part hex_part(struct hex from, struct hex to, int facing, struct hex_arcs);

int hex_facing_turn(int facing, int clockwise); /* 0..11 whatever the sign of the turn */
int hex_facing_apart(int facing, int other);    /* the shorter way round, 0..6 */

/*
 * The exact line between two centres. Each stage 0..length has the hexes at that distance from the
 * start whose inside the line cuts, in the order in which it cuts them; there are never more than
 * two. Or the line runs along the side between two hexes (a spine) and cuts neither.
 */
struct hex_line {
    struct hex from;
    int length;
    int side;         /* the line is `ahead` steps in this direction ... */
    int ahead, aside; /* ... and `aside` steps in the next one clockwise */
};

struct hex_stage {
    struct hex at[2];
    int n;      /* 1 or 2 */
    bool spine; /* the line runs between the two */
};

struct hex_line hex_line(struct hex from, struct hex to);
struct hex_stage hex_line_stage(const struct hex_line *, int stage);

/* A rectangle of printed numbers, two digits for the column and two for the row. */
struct hex_grid {
    bool flat;         /* flat tops in columns, else points on top in rows */
    bool shift_odd;    /* odd-numbered columns lie half a hex south (rows: half a hex east) */
    bool rows_first;   /* RRCC, else CCRR */
    bool columns_east; /* column numbers grow to the east */
    bool rows_south;   /* row numbers grow to the south */
    int column_first, column_last, row_first, row_last;
};

struct hex hex_of(const struct hex_grid *, int column, int row);
/* Column and row of a hex; false if it is outside the rectangle. */
bool hex_locate(const struct hex_grid *, struct hex, int *column, int *row);
/* Four digits into column and row; false if it is not such a number or outside the rectangle. */
bool hex_read(const struct hex_grid *, const char *number, int *column, int *row);
void hex_write(const struct hex_grid *, int column, int row, char number[5]);

const char *hex_direction_name(const struct hex_grid *, int direction); /* "n", "ne", ... */
int hex_direction_named(const struct hex_grid *, const char *name);     /* -1 if none */

/* Facings by the same words, those at corners between them: "n", "nne", "ne", "e", "se", ... of flat
 * tops, "ne", "ene", "e", "ese", "se", "s", ... of pointed ones. */
const char *hex_facing_name(const struct hex_grid *, int facing);
const char *hex_facing_title(const struct hex_grid *, int facing); /* for people: "north-east" */
int hex_facing_named(const struct hex_grid *, const char *name);   /* -1 if none */

/*
 * Points for drawing: neighbouring centres 1000 apart, x east, y south, the centre of the hex in
 * the north-western corner of the rectangle at 0, 0. A corner shared by three hexes is one point.
 */
struct hex_point {
    int x, y;
};

struct hex_point hex_centre(const struct hex_grid *, struct hex);
struct hex_point hex_corner(const struct hex_grid *, struct hex, int corner);

#endif
