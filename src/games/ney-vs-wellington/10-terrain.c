/*
 * 10-terrain.c: cases 10.1 to 10.3: what hexes and hexsides cost, and which shelter.
 *
 * [10.11b] The map has one word for each hex, the strongest; [10.29] levels cost nothing.
 */
#include "nvw.h"

/* [10.53a] Some hedge points into the hex. */
bool is_protected(const struct play *p, int h)
{
    return nbox(p)->sheltered[h] != 0;
}

/* [10.21] [10.22] [10.23] [10.24a] [10.24b] [10.25] [10.26] [10.28] [8.45b] */
int entry_cost(const struct play *p, int u, int from, int direction)
{
    const struct nvw_box *box = nbox(p);
    const struct board *b = p->box->board;
    int to = b->cell[from].next[direction], cost;

    if (to < 0)
        return NO_ENTRY;
    cost = box->terrain[b->cell[to].terrain].cost[arm_of(p, u)];
    if (cost == NO_ENTRY || is_company(p, u) || is_leader(p, u))
        return cost;
    if (box->hedged[from] >> direction & 1)
        cost += box->hedge.cost;
    if (box->streamed[from] >> direction & 1)
        cost += box->stream.cost;
    return cost;
}

/* [10.24a] [10.28] Whatever side it comes from. */
bool entry_forbidden(const struct play *p, int u, int h)
{
    return nbox(p)->terrain[p->box->board->cell[h].terrain].cost[arm_of(p, u)] == NO_ENTRY;
}
