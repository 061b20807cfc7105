/*
 * bot-judge.c: what a position is worth: how likely the French are to win from it, by the points of chapter 20, by what
 * either side has lost and by who stands before whom.
 */
#include <string.h>

#include "bot.h"

/* [20.13] How far corps that are not broken have come towards it; the French ones count twice. */
static int cracks(const struct play *p)
{
    int sum = 0;

    for (int track = 0; track < TRACKS; track++) {
        int level = lbox(p)->level[track];

        if (level && !track_broken(p, track))
            sum += (track < TR_PR_I ? -20 : 10) * ld(p)->lost[track] / level;
    }
    return sum;
}

/* [11.44b] French points less enemy ones that stand before the other and have nowhere to go. */
static int caught(const struct play *p)
{
    int sum = 0;

    for (int h = 0; h < p->box->board->cells; h++) {
        int side = side_in(p, h, FRENCH) ? FRENCH : side_in(p, h, ALLIED) ? ALLIED : -1, here = 0;

        if (side < 0 || !in_zone(p, h, side) || room_to_retreat(p, h, side, -1) > 0)
            continue;
        EACH_PIECE_AT(p, u, h)
        here += is_combat_unit(p, u) ? strength_of(p, u) : 0;
        sum += side == FRENCH ? here : -here;
    }
    return sum / 2;
}

enum { LATE = 4, DAY_TURNS = 3, COME = 6 }; /* turns; strength points a turn */

void ld_signs(const struct play *p, int *sign)
{
    int left = ld(p)->last - play_state(p)->turn, come = COME * (left + 1);
    struct points k;

    count_points(p, &k);
    memset(sign, 0, SIGNS * sizeof *sign);
    if (ld(p)->par) {
        sign[SIGN_LEAD] = k.total[FRENCH] - k.total[ALLIED];
        return;
    }
    sign += ld(p)->last - ld(p)->first < DAY_TURNS ? 0 : SIGNS_OF_DAY;
    sign[SIGN_ONE] = 1;
    sign[SIGN_LATE] = left < LATE ? (k.total[FRENCH] - 2 * k.total[ALLIED]) * (LATE - left) : 0;
    sign[SIGN_FRENCH] = k.lost[FRENCH];
    sign[SIGN_ALLIED] = k.lost[ALLIED];
    sign[SIGN_CORPS] = k.corps[FRENCH] - 2 * k.corps[ALLIED];
    sign[SIGN_HOPE] = blurred_lead(lbox(p), k.lost[FRENCH] + come, k.lost[ALLIED] + 2 * come);
    sign[SIGN_CRACK] = cracks(p);
    sign[SIGN_CAUGHT] = caught(p);
}

int ld_stint(const struct play *p)
{
    return play_state(p)->turn * 2 + (ld(p)->side != (is_night(p) ? ALLIED : FRENCH));
}
