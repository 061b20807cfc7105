/*
 * sight.h: lines of sight over a board of hexes, from centre to centre, exact.
 *
 * The kernel walks the line, keeps the two ways past a spine apart and counts them; what blocks is
 * for the game to say, cell by cell and border by border. The two ends are never asked about. A
 * spine is a stretch along the side between two hexes: the line can be drawn through either of
 * them, and each choice is a path of its own.
 */
#ifndef SIGHT_H
#define SIGHT_H

#include "board.h"

enum sight {
    SIGHT_NONE, /* no path is clear */
    SIGHT_HALF, /* some paths are clear: "the observer chooses" sees, "partly blocked" is half */
    SIGHT_FULL, /* every path is clear */
};

/* True if it blocks. Either may be NULL: then nothing of the sort blocks. */
struct sight_rules {
    bool (*cell)(void *ctx, int cell);
    bool (*border)(void *ctx, int border, int from, int to);
    void *ctx;
};

enum sight sight_look(const struct board *, int from, int to, const struct sight_rules *);

/*
 * Looking over ground from one height to another, where only the obstacle nearest to the lower end
 * counts. With all heights above that of the lower end, the view from `rise` over `distance` cells
 * clears an obstacle of height h, d cells from the lower end, if
 *     rise / distance >= (h - slack / 2) / d
 * in whole numbers: 2 * rise * d >= (2 * h - slack) * distance.
 */
bool sight_over(int rise, int distance, int h, int d, int slack);

enum { SIGHT_NO_OBSTACLE = -1000000 };

struct sight_relief {
    bool (*blocks)(void *ctx, int cell);  /* at any height; may be NULL */
    int (*obstacle)(void *ctx, int cell); /* how high it is there, or SIGHT_NO_OBSTACLE */
    int slack;                            /* in halves of the unit of height */
    void *ctx;
};

/* Is there a path on which nothing blocks and, if the heights differ, the obstacle is cleared? */
bool sight_over_ground(const struct board *, int from, int from_height, int to, int to_height,
                       const struct sight_relief *);

/* The sides through which the line enters its target: one, or two if it comes through a corner. */
int sight_sides(const struct board *, int from, int to, int16_t border[2]);

/* The cells of a stage of the line, BOARD_NOWHERE off the map; see hex_line_stage(). */
struct sight_stage {
    int n;
    int16_t cell[2];
    bool spine;
};

struct hex_line sight_line(const struct board *, int from, int to);
struct sight_stage sight_stage(const struct board *, const struct hex_line *, int stage);

#endif
