/*
 * sight.h: lines of sight over a board of hexes, from centre to centre, exact.
 *
 * The kernel walks the line, keeps the two ways past a spine apart and counts them; what blocks is
 * for the game to say, cell by cell and border by border. The two ends are never asked about. A
 * spine is a stretch along the side between two hexes: the line can be drawn through either of
 * them, and each choice is a path of its own.
 *
 * Every look can say what hides the target. What depends on the map alone can be looked at once, when
 * the box is loaded: sight_prepare().
 */
#ifndef SIGHT_H
#define SIGHT_H

#include "board.h"

enum sight {
    SIGHT_NONE, /* no path is clear */
    SIGHT_HALF, /* some paths are clear: "the observer chooses" sees, "partly blocked" is half */
    SIGHT_FULL, /* every path is clear */
};

/* What hides a target, as a number: the game's own from 1 on, or one of these. */
enum { SIGHT_CLEAR = 0, SIGHT_OFF_MAP = -1, SIGHT_TOO_HIGH = -2 };

struct sight_cover {
    int kind;
    int cell;   /* the hex that hides, or BOARD_NOWHERE: a border does, or the edge of the map */
    int beside; /* the other hex of a spine, if both hide; BOARD_NOWHERE: none */
    int border; /* the border that hides, or BOARD_NOWHERE */
    int height, most; /* SIGHT_TOO_HIGH: how high it is there, and how high it might be */
};

/* What blocks there, SIGHT_CLEAR if nothing does. Either may be NULL: then nothing of the sort blocks. */
struct sight_rules {
    int (*cell)(void *ctx, int cell);
    int (*border)(void *ctx, int border, int from, int to);
    void *ctx;
};

/* The cover is filled unless it is SIGHT_FULL; NULL: nobody asks. */
enum sight sight_look(const struct board *, int from, int to, const struct sight_rules *,
                      struct sight_cover *);

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
    int (*blocks)(void *ctx, int cell);   /* what does at any height, or SIGHT_CLEAR; may be NULL */
    int (*obstacle)(void *ctx, int cell); /* how high it is there, or SIGHT_NO_OBSTACLE */
    int slack;                            /* in halves of the unit of height */
    void *ctx;
};

/* Is there a path on which nothing blocks and, if the heights differ, the obstacle is cleared? The cover is
 * filled if there is none; NULL: nobody asks. */
bool sight_over_ground(const struct board *, int from, int from_height, int to, int to_height,
                       const struct sight_relief *, struct sight_cover *);

/*
 * Every look within a range, prepared: two bits a pair of cells, so cells * cells / 4 bytes; of a map of
 * 1,599 hexes that is 640 kB and, up to 8 hexes, 0.05 s, over the whole map 1.2 s. `look` is asked once for every pair, by what is printed on the map
 * only; of mutual sight, where to look back is the same, in one direction. Where pieces hide, too, ask sight_passes() whether any is in the way, and look anew if so.
 */
typedef enum sight sight_asked(void *ctx, int from, int to);
struct sight_table {
    int cells, range;
    size_t row;         /* bytes */
    const uint8_t *bit; /* cells * row */
};

const struct sight_table *sight_prepare(struct arena *, const struct board *, int range,
                                        bool mutual, sight_asked *, void *ctx);

/* As it was prepared; beyond the range SIGHT_NONE. */
static inline enum sight sight_prepared(const struct sight_table *t, int from, int to)
{
    assert(from >= 0 && from < t->cells && to >= 0 && to < t->cells);
    return (enum sight)(t->bit[(size_t)from * t->row + (size_t)to / 4] >> to % 4 * 2 & 3);
}

/* Is there a cell between the two, on either side of a spine, for which this holds? */
bool sight_passes(const struct board *, int from, int to, bool (*holds)(void *ctx, int cell),
                  void *ctx);

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
