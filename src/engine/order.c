/*
 * order.c: order lines over the protocol: what one would do, how it might go on, and played. The whole rest of
 * the request is the line, as a person types it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "match/order.h"
#include "session.h"

/* Longer lines are cut where order.c will complain of them. */
static void read_line(struct request *r, char line[ORDER_LINE + 1])
{
    size_t n;
    const char *rest = lex_rest(r->x, &n);

    snprintf(line, ORDER_LINE + 1, "%.*s", (int)(n > ORDER_LINE ? ORDER_LINE : n), rest);
}

void engine_plan(struct request *r)
{
    struct order_plan *plan = base_alloc(sizeof *plan);
    char line[ORDER_LINE + 1];

    read_line(r, line);
    order_plan(match_play(r->engine->match), r->viewer, line, plan);
    order_json(match_play(r->engine->match), line, plan, r->j);
    free(plan);
}

void engine_order(struct request *r)
{
    struct order_plan *done = base_alloc(sizeof *done);
    char line[ORDER_LINE + 1];
    int from = match_entries(r->engine->match);

    read_line(r, line);
    order_play(r->engine->match, r->viewer, line, done);
    if (done->end == ORDER_FAULT) {
        request_refuse(r, "%s", done->why);
    } else {
        order_json(match_play(r->engine->match), line, done, r->j);
        request_outcome(r, from);
    }
    free(done);
}

void engine_complete(struct request *r)
{
    struct order_words *words = base_alloc(sizeof *words);
    char line[ORDER_LINE + 1];

    read_line(r, line);
    order_complete(match_play(r->engine->match), r->viewer, line, words);
    order_words_json(line, words, r->j);
    free(words);
}
