/*
 * path.h: where a piece can get to and the cheapest way there, on any board.
 *
 * Costs are in half movement points and come from the game, border by border; the kernel knows
 * neither terrain nor enemy. Nothing is allocated: struct path is the caller's, some 30 kB, and can
 * be used again and again. What depends on more than the border (a road column, a first hex) the
 * game searches for twice with different costs.
 */
#ifndef PATH_H
#define PATH_H

#include "board.h"

enum {
    PATH_FORBIDDEN = -1,
    PATH_STOP = 1 << 12,     /* added to a cost: whoever enters must stop there */
    PATH_BUDGET = 1023,      /* largest budget, in half points */
    PATH_UNREACHED = 0x1010, /* more than any budget */
};

/* What it costs to go from one cell to its neighbour: half points, also with PATH_STOP, or
 * PATH_FORBIDDEN. */
typedef int path_cost(void *ctx, int from, int to, int border);

/* Is this a cell that is looked for? */
typedef bool path_goal(void *ctx, int cell);
typedef bool path_wanted(void *ctx, int cell, int spent);

struct path {
    int start, budget;
    int n;                          /* cells reached, the start left out ... */
    int16_t cell[BOARD_CELLS];      /* ... in the order in which they were found */
    int16_t pass[BOARD_CELLS];      /* cheapest arrival by cell from which it can go on */
    int16_t pass_from[BOARD_CELLS]; /* and the cell before it */
    int16_t end[BOARD_CELLS];       /* cheapest arrival by cell at which it must stop */
    int16_t end_from[BOARD_CELLS];
    int16_t before[BOARD_CELLS], after[BOARD_CELLS]; /* the queue: a list for each cost */
    int16_t bucket[PATH_BUDGET + 1];
};

/* Everything within the budget. */
void path_reach(const struct board *, int start, int budget, path_cost *, void *ctx, struct path *);

/* No further than the cheapest cell that is wanted, of those from which it can go on, the start with
 * them; BOARD_NOWHERE if there is none. */
int path_nearest(const struct board *, int start, int budget, path_cost *, path_wanted *, void *ctx,
                 struct path *);

/* Some cell within the budget, the start left out, that is looked for; BOARD_NOWHERE if there is none. */
int path_first(const struct board *, int start, int budget, path_cost *, path_goal *, void *ctx,
               struct path *);

/*
 * The rule that a piece may always go one cell: after path_reach(), neighbours of the start that
 * cost too much, but are not forbidden, are reached with the whole budget, as the end of the move.
 */
void path_at_least_one(const struct board *, path_cost *, void *ctx, struct path *);

/* Half points to a cell, PATH_UNREACHED if it was not reached; 0 for the start. */
static inline int path_spent(const struct path *p, int cell)
{
    return p->pass[cell] <= p->end[cell] ? p->pass[cell] : p->end[cell];
}

static inline bool path_reached(const struct path *p, int cell)
{
    return path_spent(p, cell) < PATH_UNREACHED;
}

/* Having arrived as cheaply as possible, may it go on? */
static inline bool path_may_pass(const struct path *p, int cell)
{
    return p->pass[cell] <= p->end[cell] && p->pass[cell] < PATH_UNREACHED;
}

/* The cells of the way, the start left out; how many, -1 if not reached or there is no room. */
int path_route(const struct path *, int cell, int16_t *out, int room);

/* A cost for going along roads only: this much for a border that one of these ways crosses. */
struct path_road {
    const struct board *board;
    uint32_t ways;
    int cost;
};

int path_along_road(void *road, int from, int to, int border);
uint32_t path_ways_from(const struct board *, int way); /* this way and all better ones, as bits */

#endif
