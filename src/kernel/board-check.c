/*
 * board-check.c: holds a loaded map to what no map may break: the facts it states, its levels, its
 * hanging together. Waters are in board-water.c, roads in board-roads.c. Everything here needs the
 * whole board; what can be seen from one line is complained of while loading.
 */
#include "board-check.h"

#include <stdlib.h>

/* -- facts the rulebook establishes -- */

/* Does the straight line between the first two cells pass exactly the others? */
static bool passes_exactly(const struct board *b, const struct board_fact *fact)
{
    struct hex_line line = hex_line(b->cell[fact->cell[0]].hex, b->cell[fact->cell[1]].hex);
    int passed = 0;

    for (int i = 1; i < line.length; i++) {
        struct hex_stage stage = hex_line_stage(&line, i);

        for (int k = 0; k < stage.n; k++, passed++) {
            bool listed = false;

            for (int j = 2; j < fact->n; j++)
                listed = listed || fact->cell[j] == board_at(b, stage.at[k]);
            if (!listed)
                return false;
        }
    }
    return passed == fact->n - 2;
}

static bool runs_between(const struct board *b, const struct board_fact *fact)
{
    struct hex_line line = hex_line(b->cell[fact->cell[0]].hex, b->cell[fact->cell[1]].hex);

    for (int i = 1; i < line.length; i += 2) {
        struct hex_stage stage = hex_line_stage(&line, i);
        int one = board_at(b, stage.at[0]), two = stage.spine ? board_at(b, stage.at[1]) : -1;

        if (stage.spine && ((one == fact->cell[2] && two == fact->cell[3]) ||
                            (one == fact->cell[3] && two == fact->cell[2])))
            return true;
    }
    return false;
}

static bool has_exactly(const struct board *b, const struct board_fact *fact)
{
    int16_t cells[BOARD_CELLS];
    int n = board_named(b, fact->name, cells, BOARD_CELLS);

    for (int i = 0; i < fact->n; i++) {
        bool found = false;

        for (int k = 0; k < n; k++)
            found = found || cells[k] == fact->cell[i];
        if (!found)
            return false;
    }
    return n == fact->n;
}

static void check_fact(const struct check *check, const struct board_fact *fact)
{
    const struct board *b = check->b;
    struct errors *e = check->errors;
    const char *one = board_number(b, fact->cell[0]);
    const char *two = fact->n > 1 ? board_number(b, fact->cell[1]) : "";
    const struct board_cell *cell = &b->cell[fact->cell[0]];
    int distance = fact->n > 1 ? board_distance(b, fact->cell[0], fact->cell[1]) : 0;

    switch (fact->sort) {
    case BOARD_FACT_ADJACENT:
        if (distance != 1)
            errors_add(e, b->file, fact->line, "%s and %s do not touch", one, two);
        break;
    case BOARD_FACT_APART:
        if (distance == 1)
            errors_add(e, b->file, fact->line, "%s and %s touch", one, two);
        break;
    case BOARD_FACT_NAME:
        if (!has_exactly(b, fact))
            errors_add(e, b->file, fact->line, "\"%s\" is not exactly these cells", fact->name);
        break;
    case BOARD_FACT_DISTANCE:
        if (distance != fact->number)
            errors_add(e, b->file, fact->line, "from %s to %s it is %d", one, two, distance);
        break;
    case BOARD_FACT_LEVEL:
        if (cell->level != fact->number)
            errors_add(e, b->file, fact->line, "%s has level %d", one, cell->level);
        break;
    case BOARD_FACT_TERRAIN:
        if (cell->terrain != fact->number)
            errors_add(e, b->file, fact->line, "%s is %s", one, b->terrain.word[cell->terrain]);
        break;
    case BOARD_FACT_BETWEEN:
        if (!passes_exactly(b, fact))
            errors_add(e, b->file, fact->line, "the line from %s to %s passes others", one, two);
        break;
    case BOARD_FACT_SPINE:
        if (!runs_between(b, fact))
            errors_add(e, b->file, fact->line, "the line from %s to %s does not run there", one,
                       two);
        break;
    }
}

/* -- levels -- */

static void check_slope(const struct check *check, const struct board_mark *mark)
{
    const struct board *b = check->b;
    int other = board_other(b, mark->border, mark->from);

    if (other >= 0 && b->cell[mark->from].level <= b->cell[other].level)
        errors_add(check->errors, b->file, mark->line,
                   "%s: %s (level %d) is not higher than %s (level %d)", b->kind.word[mark->kind],
                   board_number(b, mark->from), b->cell[mark->from].level, board_number(b, other),
                   b->cell[other].level);
}

static void check_step(const struct check *check, const struct board_border *at)
{
    const struct board *b = check->b;
    const struct board_cell *one = &b->cell[at->cell[0]], *two;

    if (at->cell[1] < 0 || at->kinds & b->require.step)
        return;
    two = &b->cell[at->cell[1]];
    if (one->level != two->level)
        errors_add(check->errors, b->file, one->line,
                   "%s has level %d and %s level %d, but nothing lies between them", one->number,
                   one->level, two->number, two->level);
}

static void check_levels(const struct check *check)
{
    const struct board *b = check->b;

    for (int i = 0; i < b->sides; i++)
        if (board_bit(b->require.uphill, b->side[i].kind))
            check_slope(check, &b->side[i]);
    for (int i = 0; i < b->borders && b->require.step; i++)
        check_step(check, &b->border[i]);
}

/* -- one piece -- */

void check_separate(struct check *check)
{
    for (int place = 0; place < check->b->places; place++)
        check->root[place] = i16(place);
}

int check_root(struct check *check, int place)
{
    while (check->root[place] != place) {
        check->root[place] = check->root[check->root[place]];
        place = check->root[place];
    }
    return place;
}

void check_join(struct check *check, int place, int other)
{
    int one = check_root(check, place), two = check_root(check, other);

    check->root[one < two ? two : one] = i16(one < two ? one : two);
}

/* Every cell can be reached from every other; complains once of each piece that is cut off. */
static void check_one_piece(struct check *check)
{
    const struct board *b = check->b;

    check_separate(check);
    for (int i = 0; i < b->borders; i++)
        if (b->border[i].cell[1] >= 0)
            check_join(check, b->border[i].cell[0], b->border[i].cell[1]);
    for (int c = 1; c < b->cells; c++)
        if (check_root(check, c) == c)
            errors_add(check->errors, b->file, b->cell[c].line, "%s cannot be reached from %s",
                       b->cell[c].number, b->cell[0].number);
}

int board_check(const struct board *b, struct errors *e)
{
    struct check check = { b, e, base_alloc((size_t)b->places * sizeof *check.root) };
    int before = e->n;

    for (int i = 0; i < b->facts; i++)
        check_fact(&check, &b->fact[i]);
    check_one_piece(&check);
    check_levels(&check);
    check_waters(&check);
    check_roads(&check);
    free(check.root);
    return e->n - before;
}
