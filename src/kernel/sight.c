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

/* -- what blocks -- */

static void note(struct sight_cover *cover, int kind, int cell, int border)
{
    if (cover)
        *cover = (struct sight_cover){
            .kind = kind, .cell = cell, .beside = BOARD_NOWHERE, .border = border
        };
}

static bool cell_blocks(const struct sight_rules *rules, int cell, struct sight_cover *cover)
{
    int kind = rules->cell ? rules->cell(rules->ctx, cell) : SIGHT_CLEAR;

    if (kind)
        note(cover, kind, cell, BOARD_NOWHERE);
    return kind != SIGHT_CLEAR;
}

static bool border_blocks(const struct board *b, const struct sight_rules *rules, int from, int to,
                          struct sight_cover *cover)
{
    int border, kind;

    if (!rules->border)
        return false;
    border = board_border(b, from, to);
    kind = rules->border(rules->ctx, border, from, to);
    if (kind)
        note(cover, kind, BOARD_NOWHERE, border);
    return kind != SIGHT_CLEAR;
}

static bool off_map(int cell, struct sight_cover *cover)
{
    if (cell < 0)
        note(cover, SIGHT_OFF_MAP, BOARD_NOWHERE, BOARD_NOWHERE);
    return cell < 0;
}

/* From cell to cell, the last of which is the target itself. A line over cells that are not on the
 * map is not clear. */
static enum sight look_straight(const struct board *b, const struct hex_line *line, int from,
                                const struct sight_rules *rules, struct sight_cover *cover)
{
    for (int i = 1; i <= line->length; i++) {
        struct sight_stage stage = sight_stage(b, line, i);

        for (int k = 0; k < stage.n; k++) {
            int cell = stage.cell[k];

            if (off_map(cell, cover) || border_blocks(b, rules, from, cell, cover) ||
                (i < line->length && cell_blocks(rules, cell, cover)))
                return SIGHT_NONE;
            from = cell;
        }
    }
    return SIGHT_FULL;
}

/* One spine, from the single cell before it to the one behind it. Half of it may lie off the map:
 * then the other half is all there is. */
static enum sight look_past_spine(const struct board *b, const struct sight_stage *spine, int from,
                                  int to, const struct sight_rules *rules,
                                  struct sight_cover *cover)
{
    int clear = 0, paths = 0, hides = BOARD_NOWHERE;

    for (int k = 0; k < 2; k++) {
        int cell = spine->cell[k];

        if (cell < 0)
            continue;
        paths++;
        if (!border_blocks(b, rules, from, cell, cover) && !cell_blocks(rules, cell, cover) &&
            !border_blocks(b, rules, cell, to, cover))
            clear++;
        else if (cover && cover->cell >= 0 && hides >= 0)
            cover->beside = hides;
        else if (cover)
            hides = cover->cell;
    }
    return clear == 0 ? SIGHT_NONE : clear < paths ? SIGHT_HALF : SIGHT_FULL;
}

static enum sight look_along_spines(const struct board *b, const struct hex_line *line, int from,
                                    const struct sight_rules *rules, struct sight_cover *cover)
{
    enum sight worst = SIGHT_FULL;

    for (int i = 1; i < line->length; i += 2) {
        struct sight_stage spine = sight_stage(b, line, i), next = sight_stage(b, line, i + 1);
        enum sight seen;

        if (off_map(next.cell[0], cover) ||
            (i + 1 < line->length && cell_blocks(rules, next.cell[0], cover)))
            return SIGHT_NONE;
        seen = look_past_spine(b, &spine, from, next.cell[0], rules, cover);
        if (seen == SIGHT_NONE)
            return SIGHT_NONE;
        if (seen < worst)
            worst = seen;
        from = next.cell[0];
    }
    return worst;
}

enum sight sight_look(const struct board *b, int from, int to, const struct sight_rules *rules,
                      struct sight_cover *cover)
{
    struct hex_line line = sight_line(b, from, to);

    if (line.ahead == line.aside)
        return look_along_spines(b, &line, from, rules, cover);
    return look_straight(b, &line, from, rules, cover);
}

/* -- heights -- */

bool sight_over(int rise, int distance, int h, int d, int slack)
{
    return 2 * rise * d >= (2 * h - slack) * distance;
}

/* One look over ground: the heights, and whether the obstacle that counts has been met. */
struct look {
    const struct sight_relief *rules;
    struct sight_cover *cover; /* or NULL */
    int low, rise, distance;
    bool settled;
};

enum passing { HIDDEN, OPEN, CLEARED };

/* The highest that would be seen over, d cells from the lower end. */
static int clears(const struct look *look, int d)
{
    int twice = 2 * look->rise * d / look->distance + look->rules->slack;

    return look->low + (twice - (twice < 0)) / 2;
}

static enum passing hide(const struct look *look, int kind, int cell)
{
    note(look->cover, kind, cell, BOARD_NOWHERE);
    return HIDDEN;
}

static enum passing hide_by_height(const struct look *look, int cell, int top, int d)
{
    note(look->cover, SIGHT_TOO_HIGH, cell, BOARD_NOWHERE);
    if (look->cover) {
        look->cover->height = top;
        look->cover->most = clears(look, d);
    }
    return HIDDEN;
}

/* What a cell d steps from the lower end does: HIDDEN, or OPEN as if it were not there, or CLEARED
 * as the obstacle that counts. */
static enum passing pass_cell(const struct look *look, int cell, int d)
{
    const struct sight_relief *rules = look->rules;
    int kind, top;

    if (cell < 0)
        return hide(look, SIGHT_OFF_MAP, BOARD_NOWHERE);
    kind = rules->blocks ? rules->blocks(rules->ctx, cell) : SIGHT_CLEAR;
    if (kind)
        return hide(look, kind, cell);
    if (look->settled || look->rise == 0)
        return OPEN;
    top = rules->obstacle(rules->ctx, cell);
    if (top == SIGHT_NO_OBSTACLE)
        return OPEN;
    return sight_over(look->rise, look->distance, top - look->low, d, rules->slack)
               ? CLEARED
               : hide_by_height(look, cell, top, d);
}

/* At a spine the better of the two is chosen. An obstacle that is cleared is better than none: it
 * is the nearest one then, and those further on do not count. */
static enum passing pass_spine(const struct look *look, const struct sight_stage *spine, int d)
{
    struct sight_cover *cover = look->cover, first = { .cell = BOARD_NOWHERE };
    enum passing one = pass_cell(look, spine->cell[0], d), two;

    if (cover && one == HIDDEN)
        first = *cover;
    two = pass_cell(look, spine->cell[1], d);
    if (cover && one == HIDDEN && two == HIDDEN) {
        if (spine->cell[1] < 0)
            *cover = first;
        else
            cover->beside = first.cell;
    }
    return one > two ? one : two;
}

static enum passing pass_stage(struct look *look, const struct sight_stage *stage, int d)
{
    enum passing passed = OPEN;

    if (stage->spine)
        passed = pass_spine(look, stage, d);
    for (int k = 0; k < stage->n && !stage->spine; k++) {
        enum passing one = pass_cell(look, stage->cell[k], d);

        if (one == HIDDEN)
            return HIDDEN;
        look->settled = look->settled || one == CLEARED;
    }
    look->settled = look->settled || passed == CLEARED;
    return passed;
}

bool sight_over_ground(const struct board *b, int from, int from_height, int to, int to_height,
                       const struct sight_relief *rules, struct sight_cover *cover)
{
    bool down = from_height >= to_height;
    struct hex_line line = down ? sight_line(b, to, from) : sight_line(b, from, to);
    struct look look = {
        .rules = rules,
        .cover = cover,
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

/* -- prepared -- */

static void keep(const struct sight_table *t, uint8_t *bit, int from, int to, enum sight seen)
{
    bit[(size_t)from * t->row + (size_t)to / 4] |= u8((unsigned)seen << to % 4 * 2);
}

/* All that the cell sees; of mutual sight, what those with higher numbers see of it too. */
static void prepare_cell(const struct sight_table *t, uint8_t *bit, const struct board *b, int from,
                         bool mutual, sight_asked *look, void *ctx)
{
    for (int to = mutual ? from : 0; to < b->cells; to++) {
        enum sight seen;

        if (board_distance(b, from, to) > t->range)
            continue;
        seen = look(ctx, from, to);
        keep(t, bit, from, to, seen);
        if (mutual && to != from)
            keep(t, bit, to, from, seen);
    }
}

const struct sight_table *sight_prepare(struct arena *arena, const struct board *b, int range,
                                        bool mutual, sight_asked *look, void *ctx)
{
    struct sight_table *t = arena_alloc(arena, sizeof *t);
    uint8_t *bit;

    *t = (struct sight_table){ .cells = b->cells,
                               .range = range,
                               .row = (size_t)(b->cells + 3) / 4 };
    bit = arena_alloc(arena, t->row * (size_t)b->cells);
    for (int from = 0; from < b->cells; from++)
        prepare_cell(t, bit, b, from, mutual, look, ctx);
    t->bit = bit;
    return t;
}

bool sight_passes(const struct board *b, int from, int to, bool (*holds)(void *ctx, int cell),
                  void *ctx)
{
    struct hex_line line = sight_line(b, from, to);

    for (int i = 1; i < line.length; i++) {
        struct sight_stage stage = sight_stage(b, &line, i);

        for (int k = 0; k < stage.n; k++)
            if (stage.cell[k] >= 0 && holds(ctx, stage.cell[k]))
                return true;
    }
    return false;
}
