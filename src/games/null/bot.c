/*
 * bot.c: what the outpost line is worth to a computer opponent: pickets, and being near the crossroads. There
 * is no urge(): where a game gives none, a bot tries every action and judges what comes of it.
 */
#include "null.h"

enum { WT_PICKET, WT_NEAR };

const struct weight null_weights[] = {
    [WT_PICKET] = { "picket", 300, "a picket" },
    [WT_NEAR] = { "near", 40, "a hex nearer to the crossroads" },
    { NULL, 0, NULL },
};

int null_appraise(const struct play *p, int side, const int *weight)
{
    int sum = 0;

    for (int u = 0; u < PICKETS; u++) {
        int place = null_of(p)->picket[u].place, worth = weight[WT_PICKET];

        if (place == NOWHERE)
            continue;
        worth -= weight[WT_NEAR] * board_distance(p->box->board, place, box_of(p)->crossroads);
        sum += side_of(u) == side ? worth : -worth;
    }
    return sum;
}
