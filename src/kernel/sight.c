/*
 * sight.c: lines of sight. A line either cuts all its cells one after the other, or it runs in the
 * direction of a corner: then every second stage is a spine with a cell on either side, and the
 * stages between are single cells, so that the choices at the spines do not depend on one another.
 */
#include "sight.h"

#include <assert.h>

struct hex_line sight_line(const struct board *b, int from, int to)
{
    assert(b->hexes && board_is_cell(b, from) && board_is_cell(b, to));
    return hex_line(b->cell[from].hex, b->cell[to].hex);
}

struct sight_stage sight_stage(const struct board *b, const struct hex_line *line, int i)
{
    struct hex_stage at = hex_line_stage(line, i);
    struct sight_stage stage = { .n = at.n, .spine = at.spine };

    for (int k = 0; k < at.n; k++)
        stage.cell[k] = i16(board_at(b, at.at[k]));
    return stage;
}

static bool cell_blocks(const struct sight_rules *rules, int cell)
{
    return rules->cell && rules->cell(rules->ctx, cell);
}

static bool border_blocks(const struct board *b, const struct sight_rules *rules, int from, int to)
{
    return rules->border && rules->border(rules->ctx, board_border(b, from, to), from, to);
}

/* From cell to cell, the last of which is the target itself. A line over cells that are not on the
 * map is not clear. */
static enum sight look_straight(const struct board *b, const struct hex_line *line, int from,
                                const struct sight_rules *rules)
{
    for (int i = 1; i <= line->length; i++) {
        struct sight_stage stage = sight_stage(b, line, i);

        for (int k = 0; k < stage.n; k++) {
            int cell = stage.cell[k];

            if (cell < 0 || border_blocks(b, rules, from, cell) ||
                (i < line->length && cell_blocks(rules, cell)))
                return SIGHT_NONE;
            from = cell;
        }
    }
    return SIGHT_FULL;
}

/* One spine, from the single cell before it to the one behind it. Half of it may lie off the map:
 * then the other half is all there is. */
static enum sight look_past_spine(const struct board *b, const struct sight_stage *spine, int from,
                                  int to, const struct sight_rules *rules)
{
    int clear = 0, paths = 0;

    for (int k = 0; k < 2; k++) {
        int cell = spine->cell[k];

        if (cell < 0)
            continue;
        paths++;
        clear += !border_blocks(b, rules, from, cell) && !cell_blocks(rules, cell) &&
                 !border_blocks(b, rules, cell, to);
    }
    return clear == 0 ? SIGHT_NONE : clear < paths ? SIGHT_HALF : SIGHT_FULL;
}

static enum sight look_along_spines(const struct board *b, const struct hex_line *line, int from,
                                    const struct sight_rules *rules)
{
    enum sight worst = SIGHT_FULL;

    for (int i = 1; i < line->length; i += 2) {
        struct sight_stage spine = sight_stage(b, line, i), next = sight_stage(b, line, i + 1);
        enum sight seen;

        if (next.cell[0] < 0 || (i + 1 < line->length && cell_blocks(rules, next.cell[0])))
            return SIGHT_NONE;
        seen = look_past_spine(b, &spine, from, next.cell[0], rules);
        if (seen == SIGHT_NONE)
            return SIGHT_NONE;
        if (seen < worst)
            worst = seen;
        from = next.cell[0];
    }
    return worst;
}

enum sight sight_look(const struct board *b, int from, int to, const struct sight_rules *rules)
{
    struct hex_line line = sight_line(b, from, to);

    if (line.ahead == line.aside)
        return look_along_spines(b, &line, from, rules);
    return look_straight(b, &line, from, rules);
}

/* -- heights -- */

bool sight_over(int rise, int distance, int h, int d, int slack)
{
    return 2 * rise * d >= (2 * h - slack) * distance;
}

/* One look over ground: the heights, and whether the obstacle that counts has been met. */
struct look {
    const struct sight_relief *rules;
    int low, rise, distance;
    bool settled;
};

enum passing { HIDDEN, OPEN, CLEARED };

/* What a cell d steps from the lower end does: HIDDEN, or OPEN as if it were not there, or CLEARED
 * as the obstacle that counts. */
static enum passing pass_cell(const struct look *look, int cell, int d)
{
    const struct sight_relief *rules = look->rules;
    int top;

    if (cell < 0 || (rules->blocks && rules->blocks(rules->ctx, cell)))
        return HIDDEN;
    if (look->settled || look->rise == 0)
        return OPEN;
    top = rules->obstacle(rules->ctx, cell);
    if (top == SIGHT_NO_OBSTACLE)
        return OPEN;
    return sight_over(look->rise, look->distance, top - look->low, d, rules->slack) ? CLEARED
                                                                                    : HIDDEN;
}

/* At a spine the better of the two is chosen. An obstacle that is cleared is better than none: it
 * is the nearest one then, and those further on do not count. */
static enum passing pass_stage(struct look *look, const struct sight_stage *stage, int d)
{
    enum passing passed = stage->spine ? HIDDEN : OPEN;

    for (int k = 0; k < stage->n; k++) {
        enum passing one = pass_cell(look, stage->cell[k], d);

        if (stage->spine) {
            passed = one > passed ? one : passed;
            continue;
        }
        if (one == HIDDEN)
            return HIDDEN;
        look->settled = look->settled || one == CLEARED;
    }
    look->settled = look->settled || passed == CLEARED;
    return passed;
}

bool sight_over_ground(const struct board *b, int from, int from_height, int to, int to_height,
                       const struct sight_relief *rules)
{
    bool down = from_height >= to_height;
    struct hex_line line = down ? sight_line(b, to, from) : sight_line(b, from, to);
    struct look look = {
        .rules = rules,
        .low = down ? to_height : from_height,
        .rise = down ? from_height - to_height : to_height - from_height,
        .distance = line.length,
    };

    for (int i = 1; i < line.length; i++) {
        struct sight_stage stage = sight_stage(b, &line, i);

        if (pass_stage(&look, &stage, i) == HIDDEN)
            return false;
    }
    return true;
}

int sight_sides(const struct board *b, int from, int to, int16_t border[2])
{
    struct hex_line line = sight_line(b, from, to);
    struct hex_stage last;
    int n = 0;

    if (line.length == 0)
        return 0;
    last = hex_line_stage(&line, line.length - 1);
    for (int k = last.spine ? 0 : last.n - 1; k < last.n; k++)
        border[n++] = b->cell[to].side[hex_direction(b->cell[to].hex, last.at[k])];
    return n;
}
