/*
 * bot-judge.c: signs of who will win: army morale and ground in the whole battle, losses or hexes in a short scenario, and in all
 * of them who has run, who is shaken, and the turns that are left.
 *
 * Each of the three ways to win has a set of its own; those of the others are 0. Their weights come from regressions over many
 * games (docs/bots.md).
 */
#include <string.h>

#include "bot.h"

enum { SOON = 12, NEAR_ENOUGH = 12 };

static int between(int n, int least, int most)
{
    return n < least ? least : n > most ? most : n;
}

/* [13.33b] What the Allies will be given in turns to come. */
static int to_come(const struct play *p)
{
    int sum = 0;

    for (int t = play_state(p)->turn + 1; t <= last_turn(p); t++)
        sum += nbox(p)->added[t];
    return sum;
}

/* [15.0b] [15.0e] */
static void read_war(const struct play *p, int *sign)
{
    const struct nvw_state *s = nvw(p);
    int allied = s->demoralized[ALLIED] ? 0 : s->level[ALLIED] + to_come(p);

    sign[SIGN_LEAD] = s->level[FRENCH] - allied;
    sign[SIGN_DONE] = s->demoralized[ALLIED] - s->demoralized[FRENCH];
    sign[SIGN_NEAR] = between(points_north(p), 0, 60);
}

/* Of hexes that are to be taken how many are; and how far the French foot has to go for the others. */
static void read_ground(const struct play *p, int *sign)
{
    const struct goals *g = &nvw(p)->goals;

    for (int i = 0; i < g->n; i++) {
        int nearest = NEAR_ENOUGH;

        for (int u = 0; u < nbox(p)->units; u++)
            if (side_of(p, u) == FRENCH && on_map(p, u) && is_battalion(p, u) && !is_routed(p, u)) {
                int far = board_distance(p->box->board, place_of(p, u), g->cell[i]);

                nearest = far < nearest ? far : nearest;
            }
        sign[SIGN_LEAD] += holds_troops(p, g->cell[i], FRENCH);
        sign[SIGN_NEAR] -= nearest;
    }
    sign[SIGN_LEAD] -= g->needed;
    sign[SIGN_DONE] = sign[SIGN_LEAD] >= 0 ? 1 : -1;
}

static void read_harvest(const struct play *p, int *sign)
{
    const struct nvw_state *s = nvw(p);

    sign[SIGN_LEAD] = between(s->lost[ALLIED] - s->lost[FRENCH], -8, 8);
    sign[SIGN_DONE] = sign[SIGN_LEAD] > 0 && s->lost[ALLIED] >= s->harvest ? 1 : -1;
}

/* Points that have run, and points in the open that have lost their order. */
static void read_order(const struct play *p, int *sign)
{
    for (int u = 0; u < nbox(p)->units; u++) {
        int side = side_of(p, u), points = unit_at(p, u)->points;

        if (!on_map(p, u))
            continue;
        if (is_routed(p, u))
            sign[side == FRENCH ? SIGN_FRENCH_RAN : SIGN_ALLIED_RAN] += points;
        else if (is_disordered(p, u) && !is_obstructed(p, place_of(p, u)))
            sign[side == FRENCH ? SIGN_FRENCH_SHAKEN : SIGN_ALLIED_SHAKEN] += points;
    }
}

void nvw_signs(const struct play *p, int *sign)
{
    const struct nvw_state *s = nvw(p);
    int left = last_turn(p) - play_state(p)->turn;

    memset(sign, 0, ISSUES * SIGNS * sizeof *sign);
    sign += SIGNS * (s->harvest ? ISSUE_LOSSES : s->goals.n ? ISSUE_GROUND : ISSUE_WAR);
    if (s->harvest)
        read_harvest(p, sign);
    else if (s->goals.n)
        read_ground(p, sign);
    else
        read_war(p, sign);
    read_order(p, sign);
    sign[SIGN_ONE] = 1;
    sign[SIGN_LEFT] = left;
    sign[SIGN_DUE] = SOON * sign[SIGN_LEAD] / (left + 1); /* it counts in the end */
}
