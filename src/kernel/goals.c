/*
 * goals.c: ground that decides a short scenario.
 */
#include "goals.h"

#include "read.h"

/* Among the first n. */
static bool named_before(const struct goals *g, int n, int cell)
{
    for (int i = 0; i < n; i++)
        if (g->cell[i] == cell)
            return true;
    return false;
}

bool goals_has(const struct goals *g, int cell)
{
    return named_before(g, g->n, cell);
}

int goals_over(const struct goals *g, const struct play *p, goals_held *held)
{
    int over = -g->needed;

    for (int i = 0; i < g->n; i++)
        over += held(p, g->cell[i]);
    return over;
}

void goals_save(const struct goals *g, const struct box *box, struct text *out)
{
    if (!g->needed)
        return;
    text_printf(out, "goal %d", g->needed);
    for (int i = 0; i < g->n; i++)
        text_printf(out, " %s", board_number(box->board, g->cell[i]));
    text_char(out, '\n');
}

void goals_read(struct goals *g, const struct box *box, struct lex *x)
{
    *g = (struct goals){ 0 };
    if (!lex_u8(x, "how many of them", 1, GOALS_MAX, &g->needed))
        return;
    while (!x->faulty && g->n < GOALS_MAX && lex_more(x)) {
        int cell = lex_cell(x, box);

        if (cell >= 0 && goals_has(g, cell))
            lex_complain(x, "%s is named twice", board_number(box->board, cell));
        else if (cell >= 0)
            g->cell[g->n++] = i16(cell);
    }
    if (!x->faulty && g->n < g->needed)
        lex_complain(x, "there are fewer %s than must be held",
                     box->board->hexes ? "hexes" : "areas");
}

void goals_json(const struct goals *g, const struct box *box, struct json *j)
{
    if (!g->needed)
        return;
    json_key_int(j, "goals_needed", g->needed);
    json_key(j, "goals");
    json_open(j, '[');
    for (int i = 0; i < g->n; i++)
        json_str(j, board_number(box->board, g->cell[i]));
    json_close(j);
}

const char *goals_broken(const struct goals *g, const struct box *box)
{
    if (g->n > GOALS_MAX || g->needed > g->n || (g->n && !g->needed))
        return "more goals are needed than there are";
    for (int i = 0; i < GOALS_MAX; i++) {
        if (i < g->n ? !board_is_cell(box->board, g->cell[i]) : g->cell[i] != 0)
            return "a goal is no cell";
        if (i < g->n && named_before(g, i, g->cell[i]))
            return "a goal is named twice";
    }
    return NULL;
}
