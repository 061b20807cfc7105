/*
 * board-water.c: rivers and streams must flow: in chains of hexsides without a gap, each end at the
 * edge of the map, at a pond or at a spring, and each of them somehow out of the map.
 */
#include "board-check.h"

#include <stdlib.h>

static bool flows(const struct board *b, int border)
{
    return border >= 0 && board_border_at(b, border)->kinds & b->require.flow;
}

static bool is_wet(const struct board *b, int border)
{
    return border >= 0 && board_border_at(b, border)->kinds & (b->require.flow | b->require.still);
}

static bool at_edge(const struct board *b, int corner)
{
    const struct board_corner *at = board_corner_at(b, corner);

    return at->cell[0] < 0 || at->cell[1] < 0 || at->cell[2] < 0;
}

static bool is_spring(const struct board *b, int corner)
{
    for (int i = 0; i < b->springs; i++)
        if (b->spring[i].corner == corner)
            return true;
    return false;
}

/* Does the water of this border come to nothing at this corner of it? */
static bool ends_at(const struct board *b, int border, int corner)
{
    const struct board_corner *at = board_corner_at(b, corner);

    for (int i = 0; i < 3; i++)
        if (at->border[i] != border && is_wet(b, at->border[i]))
            return false;
    return !at_edge(b, corner) && !is_spring(b, corner);
}

static void check_ends(struct check *check, const struct board_mark *mark)
{
    const struct board *b = check->b;
    const struct board_border *at = board_border_at(b, mark->border);

    for (int i = 0; i < 2; i++)
        if (ends_at(b, mark->border, at->corner[i]))
            errors_add(check->errors, b->file, mark->line,
                       "the %s ends at %s: no water goes on and no spring is there",
                       b->kind.word[mark->kind], board_number(b, at->corner[i]));
}

static void check_springs(struct check *check)
{
    const struct board *b = check->b;

    for (int i = 0; i < b->springs; i++) {
        const struct board_corner *at = board_corner_at(b, b->spring[i].corner);
        bool found = false;

        for (int k = 0; k < 3; k++)
            found = found ||
                    (at->border[k] >= 0 && board_has_kind(b, at->border[k], b->spring[i].kind));
        if (!found)
            errors_add(check->errors, b->file, b->spring[i].line, "no %s begins at %s",
                       b->kind.word[b->spring[i].kind], at->number);
    }
}

static void join_waters(struct check *check)
{
    const struct board *b = check->b;

    check_separate(check);
    for (int border = b->cells; border < b->cells + b->borders; border++)
        if (is_wet(b, border)) {
            const struct board_border *at = board_border_at(b, border);

            check_join(check, border, at->corner[0]);
            check_join(check, border, at->corner[1]);
        }
}

/* Complains once of each piece, at the first line that speaks of it. */
static void check_outlets(struct check *check)
{
    const struct board *b = check->b;
    bool *leaves = base_alloc((size_t)b->places * sizeof *leaves);

    join_waters(check);
    for (int corner = b->cells + b->borders; corner < b->places; corner++)
        if (at_edge(b, corner))
            leaves[check_root(check, corner)] = true;
    for (int i = 0; i < b->sides; i++) {
        int root = check_root(check, b->side[i].border);

        if (leaves[root] || !flows(b, b->side[i].border))
            continue;
        leaves[root] = true;
        errors_add(check->errors, b->file, b->side[i].line,
                   "the %s never reaches the edge of the map", b->kind.word[b->side[i].kind]);
    }
    free(leaves);
}

void check_waters(struct check *check)
{
    const struct board *b = check->b;

    if (!b->hexes)
        return;
    for (int i = 0; i < b->sides; i++)
        if (board_bit(b->require.flow, b->side[i].kind))
            check_ends(check, &b->side[i]);
    check_springs(check);
    check_outlets(check);
}
