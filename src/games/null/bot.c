/*
 * bot.c: what the outpost line is worth to a computer opponent: pickets, the strong one twice, and having
 * one on the crossroads or near it. There are no urges: where a game gives none, a bot tries every action
 * and judges what comes of it.
 */
#include "kernel/path.h"
#include "null.h"

enum { WT_PICKET, WT_CROSSROADS, WT_NEAR };
enum { FARTHEST = 10 }; /* half points: more makes no difference */

static const struct weight weights[] = {
    [WT_PICKET] = { "picket", 100, "a point of strength" },
    [WT_CROSSROADS] = { "crossroads", 150, "a picket on the crossroads" },
    [WT_NEAR] = { "near", 30, "half a point's march nearer to the crossroads" },
    { NULL, 0, NULL },
};

static int appraise(const struct play *p, int side, const int *weight)
{
    int sum = 0;
    struct path path;

    path_reach(p->box->board, box_of(p)->crossroads, FARTHEST, ground_cost, (void *)p, &path);
    for (int u = 0; u < PICKETS; u++) {
        int place = null_of(p)->picket[u].place, worth, far;

        if (place == NOWHERE)
            continue;
        far = path_spent(&path, place) < FARTHEST ? path_spent(&path, place) : FARTHEST;
        worth = weight[WT_PICKET] * (1 + null_of(p)->picket[u].strength) - weight[WT_NEAR] * far;
        worth += far == 0 ? weight[WT_CROSSROADS] : 0;
        sum += side_of(u) == side ? worth : -worth;
    }
    return sum;
}

const struct mind null_mind = {
    .weights = weights,
    .appraise = appraise,
};
