/*
 * path.c: reach and cheapest ways: Dijkstra's search with a list of cells for each cost, so that
 * taking the cheapest and making one cheaper are a few assignments.
 *
 * A cell can be reached in two manners, able to go on or forced to stop. The cheaper of them need
 * not be the better, so both are kept; only the first kind is searched from.
 */
#include "path.h"

#include <assert.h>
#include <string.h>

enum { NONE = -1, UNREACHED_BYTE = 0x10 };

_Static_assert(PATH_UNREACHED == UNREACHED_BYTE * 0x101, "both bytes of it are the same");

static void queue_put(struct path *p, int cell)
{
    int16_t *head = &p->bucket[p->pass[cell]];

    p->before[cell] = NONE;
    p->after[cell] = *head;
    if (*head != NONE)
        p->before[*head] = i16(cell);
    *head = i16(cell);
}

static void queue_take(struct path *p, int cell)
{
    if (p->before[cell] != NONE)
        p->after[p->before[cell]] = p->after[cell];
    else
        p->bucket[p->pass[cell]] = p->after[cell];
    if (p->after[cell] != NONE)
        p->before[p->after[cell]] = p->before[cell];
}

static void note_found(struct path *p, int cell)
{
    if (p->pass[cell] == PATH_UNREACHED && p->end[cell] == PATH_UNREACHED)
        p->cell[p->n++] = i16(cell);
}

static void arrive(struct path *p, int from, int to, int spent, bool stop)
{
    if (spent >= (stop ? p->end[to] : p->pass[to]))
        return;
    note_found(p, to);
    if (stop) {
        p->end[to] = i16(spent);
        p->end_from[to] = i16(from);
        return;
    }
    if (p->pass[to] != PATH_UNREACHED)
        queue_take(p, to);
    p->pass[to] = i16(spent);
    p->pass_from[to] = i16(from);
    queue_put(p, to);
}

static void go_on(const struct board *b, struct path *p, int cell, path_cost *cost, void *ctx)
{
    int spent = p->pass[cell];

    EACH_NEIGHBOUR (b, cell, link) {
        int step;

        if (p->pass[link->cell] <= spent) /* it can only become dearer */
            continue;
        step = cost(ctx, cell, link->cell, link->border);
        if (step < 0)
            continue;
        if (spent + (step & ~PATH_STOP) <= p->budget)
            arrive(p, cell, link->cell, spent + (step & ~PATH_STOP), step & PATH_STOP);
    }
}

static void begin(const struct board *b, int start, int budget, struct path *p)
{
    assert(board_is_cell(b, start) && budget >= 0 && budget <= PATH_BUDGET);
    p->start = start;
    p->budget = budget;
    p->n = 0;
    memset(p->pass, UNREACHED_BYTE, (size_t)b->cells * sizeof *p->pass);
    memset(p->end, UNREACHED_BYTE, (size_t)b->cells * sizeof *p->end);
    for (int i = 0; i <= budget; i++)
        p->bucket[i] = NONE;
    p->pass[start] = 0;
    p->pass_from[start] = NONE;
    queue_put(p, start);
}

/* The cheapest cell not yet searched from, NONE if there is none; `spent` is what it costs. */
static int next_cell(struct path *p, int *spent)
{
    int cell;

    while (*spent <= p->budget && p->bucket[*spent] == NONE)
        ++*spent;
    if (*spent > p->budget)
        return NONE;
    cell = p->bucket[*spent];
    queue_take(p, cell);
    return cell;
}

/* Searches until nothing is left, or up to the first cell that is wanted. */
static int search(const struct board *b, path_cost *cost, path_wanted *wanted, void *ctx,
                  struct path *p)
{
    int spent = 0;

    for (int cell = next_cell(p, &spent); cell != NONE; cell = next_cell(p, &spent)) {
        if (wanted && wanted(ctx, cell, spent))
            return cell;
        go_on(b, p, cell, cost, ctx);
    }
    return BOARD_NOWHERE;
}

void path_reach(const struct board *b, int start, int budget, path_cost *cost, void *ctx,
                struct path *p)
{
    begin(b, start, budget, p);
    search(b, cost, NULL, ctx, p);
}

int path_nearest(const struct board *b, int start, int budget, path_cost *cost, path_wanted *wanted,
                 void *ctx, struct path *p)
{
    begin(b, start, budget, p);
    return search(b, cost, wanted, ctx, p);
}

int path_first(const struct board *b, int start, int budget, path_cost *cost, path_goal *goal,
               void *ctx, struct path *p)
{
    int spent = 0, seen = 0;

    begin(b, start, budget, p);
    for (int cell = next_cell(p, &spent); cell != NONE; cell = next_cell(p, &spent)) {
        go_on(b, p, cell, cost, ctx);
        for (; seen < p->n; seen++)
            if (goal(ctx, p->cell[seen]))
                return p->cell[seen];
    }
    return BOARD_NOWHERE;
}

void path_at_least_one(const struct board *b, path_cost *cost, void *ctx, struct path *p)
{
    EACH_NEIGHBOUR (b, p->start, link)
        if (!path_reached(p, link->cell) && cost(ctx, p->start, link->cell, link->border) >= 0)
            arrive(p, p->start, link->cell, p->budget, true);
}

int path_route(const struct path *p, int cell, int16_t *out, int room)
{
    int n = 0, at;

    if (!path_reached(p, cell))
        return -1;
    at = path_may_pass(p, cell) ? p->pass_from[cell] : p->end_from[cell];
    for (int c = at; c != NONE; c = p->pass_from[c])
        n++;
    if (n > room)
        return -1;
    for (int i = n; i > 0; at = p->pass_from[at]) {
        out[--i] = i16(cell);
        cell = at;
    }
    return n;
}

int path_along_road(void *ctx, int from, int to, int border)
{
    const struct path_road *road = ctx;

    (void)from;
    (void)to;
    return board_border_at(road->board, border)->ways & road->ways ? road->cost : PATH_FORBIDDEN;
}

uint32_t path_ways_from(const struct board *b, int way)
{
    return way < 0 ? 0 : (uint32_t)((1ull << b->way.n) - (1ull << way));
}
