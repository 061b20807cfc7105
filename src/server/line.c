/*
 * line.c: order lines: what one would do, how it might go on. Both are answered from what the seats of whoever
 * asks may know; act.c plays one.
 */
#include <stdio.h>
#include <stdlib.h>

#include "handlers.h"

void line_read(struct request *r, char line[ORDER_LINE + 1])
{
    size_t n;
    const char *rest = lex_rest(&r->x, &n);

    snprintf(line, ORDER_LINE + 1, "%.*s", (int)(n > ORDER_LINE ? ORDER_LINE : n), rest);
}

void line_json(struct request *r, struct table *t, const char *line, const struct order_plan *plan)
{
    json_key(&r->json, "order");
    json_open(&r->json, '{');
    order_json(match_play(t->match), line, plan, &r->json);
    json_close(&r->json);
}

/* Opens the table and reads the line; NULL: refused. */
static struct table *begin(struct request *r, int *side, char line[ORDER_LINE + 1])
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);

    if (!t)
        return NULL;
    *side = table_over(t) ? NOBODY : seats_side(t, seats);
    line[0] = '\0';
    if (lex_line(&r->x))
        line_read(r, line);
    return t;
}

void post_plan(struct request *r)
{
    char line[ORDER_LINE + 1];
    struct order_plan *plan;
    struct table *t;
    int side;

    t = begin(r, &side, line);
    if (!t)
        return;
    plan = base_alloc(sizeof *plan);
    order_plan(match_play(t->match), side, line, plan);
    line_json(r, t, line, plan);
    free(plan);
    http_done_with(r, t);
}

void post_complete(struct request *r)
{
    char line[ORDER_LINE + 1];
    struct order_words *words;
    struct table *t;
    int side;

    t = begin(r, &side, line);
    if (!t)
        return;
    words = base_alloc(sizeof *words);
    order_complete(match_play(t->match), side, line, words);
    order_words_json(line, words, &r->json);
    free(words);
    http_done_with(r, t);
}
