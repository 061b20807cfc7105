/*
 * bot-judge.c: what a position is worth: how likely the French are to win from it, by the points of chapter 20, by what
 * either side has lost and by who stands before whom.
 */
#include <string.h>

#include "bot.h"

/* Reduced divisions. */
static int worn(const struct play *p)
{
    int sum = 0;

    for (int u = 0; u < lbox(p)->vedettes; u++)
        if (on_map(p, u) && has_flag(p, u, F_REDUCED))
            sum += side_of(p, u) == FRENCH ? 1 : -1;
    return sum;
}

/* How many French points are near enemies, that could do something. */
static int nearness(const struct play *p)
{
    int sum = 0;

    for (int u = 0; u < lbox(p)->vedettes; u++) {
        int h = place_of(p, u);

        if (h < 0 || side_of(p, u) != FRENCH)
            continue;
        for (int at = 0; at < p->box->board->cells; at++)
            if (apart(p, h, at) <= 3 && enemy_in(p, at, FRENCH)) {
                sum += strength_of(p, u);
                break;
            }
    }
    return sum / 2;
}

void ld_signs(const struct play *p, int *sign)
{
    int left = ld(p)->last - play_state(p)->turn;
    struct points k;

    count_points(p, &k);
    memset(sign, 0, SIGNS * sizeof *sign);
    sign[SIGN_ONE] = 1;
    sign[SIGN_LEAD] = k.total[FRENCH] - 2 * k.total[ALLIED];
    sign[SIGN_LATE] = left < 4 ? sign[SIGN_LEAD] * (4 - left) : 0;
    sign[SIGN_FRENCH] = k.lost[FRENCH];
    sign[SIGN_ALLIED] = k.lost[ALLIED];
    sign[SIGN_CORPS] = k.corps[FRENCH] - k.corps[ALLIED];
    sign[SIGN_WORN] = worn(p);
    sign[SIGN_NEAR] = nearness(p);
}

int ld_stint(const struct play *p)
{
    return play_state(p)->turn * 2 + (ld(p)->side != (is_night(p) ? ALLIED : FRENCH));
}
