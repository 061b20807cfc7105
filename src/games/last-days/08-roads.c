/*
 * 08-roads.c: chapter 8.3 to 8.5 and the Terrain Effects Chart [TEC-18]: what each hexside costs
 * each kind of mover, on and off road and trail, in road march or not. Worked out once when the box
 * is loaded; pontoon bridges, mud and who moves are for 08-movement.c.
 */
#include <string.h>

#include "ld.h"

/* Rows of the chart `movement`. */
enum {
    ROW_CLEAR,
    ROW_MARSH,
    ROW_UPHILL,
    ROW_WOODS,
    ROW_STREAM,
    ROW_BOTH_BANKS,
    ROW_RIVER,
    ROW_ROAD,
    ROW_ROAD_MARCH,
    ROW_TRAIL,
    ROW_BRIDGE,
    ROW_PONTOON,
    ROW_STACKING,
    ROWS
};
static const char *const row_names[ROWS] = { "clear",      "marsh",      "uphill", "woods",
                                             "stream",     "both-banks", "river",  "road",
                                             "road-march", "trail",      "bridge", "pontoon",
                                             "stacking" };
enum { MOST = 20 };

static void read_costs(const struct chart *c, uint8_t cost[ROWS][MOVERS], struct errors *e)
{
    for (int i = 0; i < ROWS; i++) {
        int row = chart_row_named(c, row_names[i]);

        if (row < 0)
            errors_add(e, c->file, c->line, "chart movement has no row %s", row_names[i]);
        for (int m = 0; m < MOVERS && row >= 0; m++) {
            int column = chart_column_named(c, mover_ids[m]);
            bool no = column >= 0 && strcmp(chart_word(c, row, column), "no") == 0;

            cost[i][m] = no ? NO_ENTRY : fit_u8(chart_int(c, row, mover_ids[m], 0, MOST, e));
        }
    }
}

static int bits_of(const struct board *b, int h, int d)
{
    const struct board_cell *cell = &b->cell[h];
    int border = cell->side[d], to = cell->next[d], bits = 0, slope = board_kind(b, "slope");

    bits |= board_has_kind(b, border, board_kind(b, "river")) ? S_RIVER : 0;
    bits |= board_has_kind(b, border, board_kind(b, "stream")) ? S_STREAM : 0;
    bits |= board_has_kind(b, border, board_kind(b, "bridge")) ? S_BRIDGE : 0;
    bits |= board_has_kind(b, border, board_kind(b, "woods")) ? S_WOODS : 0;
    bits |= board_has_way(b, border, board_way(b, "road")) ? S_ROAD : 0;
    bits |= board_has_way(b, border, board_way(b, "trail")) ? S_TRAIL : 0;
    if (to >= 0 && board_has_kind(b, border, slope))
        bits |= board_speaks_of(b, border, slope, to) ? S_UP : S_DOWN;
    return bits;
}

static int sum(int a, int b)
{
    return a == NO_ENTRY || b == NO_ENTRY ? NO_ENTRY : a + b;
}

static int cheaper(int a, int b)
{
    return a < b ? a : b;
}

/* [8.31] [8.32a] [8.32ex] [1.4z] Across country. [9.13] Trains keep off slope hexes there. */
static int off_road(const struct ld_box *own, uint8_t cost[ROWS][MOVERS], int m, int bits, int to)
{
    int points = cost[own->is_marsh[to] ? ROW_MARSH : ROW_CLEAR][m];

    if (m == MOVES_TRAIN && own->is_slope[to])
        return NO_ENTRY;
    if (bits & S_RIVER)
        points = sum(points, cost[ROW_RIVER][m]);
    if (bits & S_STREAM)
        points = sum(points, cost[ROW_STREAM][m]);
    if (bits & S_WOODS)
        points = sum(points, cost[ROW_WOODS][m]);
    if (bits & S_WOODS && bits & S_STREAM) /* ruling 35 */
        points = sum(points, cost[ROW_BOTH_BANKS][m]);
    if (bits & S_UP)
        points = sum(points, cost[ROW_UPHILL][m]);
    return points;
}

/* [8.44] [8.51a] [8.5a] Along road or trail, bridges being where they cross water: the ground
 * costs nothing more, a bridge does (ruling 36). */
static int by_way(uint8_t cost[ROWS][MOVERS], int m, int bits)
{
    int points = bits & S_ROAD ? cost[ROW_ROAD][m] : bits & S_TRAIL ? cost[ROW_TRAIL][m] : NO_ENTRY;

    return bits & S_BRIDGE ? sum(points, cost[ROW_BRIDGE][m]) : points;
}

/* [8.41b] [8.51b] [1.4t] [8.43ex] In road march: half a point by road, no cost of bridges; off
 * the road, where it stays in road march [8.41c] [8.42I], as elsewhere. */
static int by_column(uint8_t cost[ROWS][MOVERS], int m, int bits)
{
    return bits & S_ROAD ? cost[ROW_ROAD_MARCH][m] : bits & S_TRAIL ? cost[ROW_TRAIL][m] : NO_ENTRY;
}

void weigh_hexsides(struct box *box, struct ld_box *own, struct errors *e)
{
    const struct board *b = box->board;
    uint8_t cost[ROWS][MOVERS] = { { 0 } };

    read_costs(own->movement, cost, e);
    memcpy(own->pontoon, cost[ROW_PONTOON], sizeof own->pontoon);
    own->stacking = cost[ROW_STACKING][MOVES_INFANTRY];
    memset(own->cost, NO_ENTRY, sizeof own->cost);
    memset(own->column, NO_ENTRY, sizeof own->column);
    for (int h = 0; h < b->cells; h++)
        EACH_DIRECTION(d)
        {
            int bits = bits_of(b, h, d), at = h * HEX_SIDES + d, to = own->next[at];

            own->side[at] = fit_u8(bits);
            own->has_road[h] |= (bits & S_ROAD) != 0;
            own->has_way[h] |= (bits & (S_ROAD | S_TRAIL)) != 0;
            for (int m = 0; m < MOVERS && to >= 0; m++) {
                int across = off_road(own, cost, m, bits, to);
                int dry = off_road(own, cost, m, bits & ~(S_RIVER | S_STREAM), to);

                if (m == MOVES_TRAIN && own->is_slope[to]) /* [9.22b] there is a way in it */
                    dry = cost[ROW_CLEAR][m];
                own->dry[m][at] = fit_u8(dry);
                own->cost[m][at] = fit_u8(cheaper(across, by_way(cost, m, bits)));
                own->column[m][at] = fit_u8(cheaper(across, by_column(cost, m, bits)));
            }
        }
}
