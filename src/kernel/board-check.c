/*
 * board-check.c: holds a loaded map to what no map may break. Everything here needs the whole
 * board; what can be seen from one line is complained of while loading.
 */
#include "board.h"

#include <stdlib.h>
#include <string.h>

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

static void check_fact(const struct board *b, const struct board_fact *fact, struct errors *e)
{
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

int board_check(const struct board *b, struct errors *e)
{
    int before = e->n;

    for (int i = 0; i < b->facts; i++)
        check_fact(b, &b->fact[i], e);
    return e->n - before;
}
