/*
 * bot-judge.c: what a position is worth: how likely the French are to win from it, by Army Morale, places, what is
 * left of each army and in which condition.
 *
 * The weights of the signs are the result of a regression (docs/bots.md).
 */
#include <string.h>

#include "bot.h"

static const int army_sign[ARMIES] = {
    [ARMY_FRENCH] = SIGN_FRENCH, [ARMY_ANGLO] = SIGN_ANGLO, [ARMY_PRUSSIAN] = SIGN_PRUSSIAN
};

/* Of each division: its steps, its fatigue, disorder, and whether little is left of it. */
static void read_divisions(const struct play *p, int *sign)
{
    for (int u = 0; u < mbox(p)->units; u++) {
        const struct unit *k = unit_at(p, u);
        int way = side_of(p, u) == FRENCH ? 1 : -1, sp;

        if (k->place < 0 || !is_division(p, u))
            continue;
        sp = sp_of(p, u);
        sign[army_sign[army_of(p, u)]] += sp;
        sign[SIGN_FATIGUE] += way * (k->fatigue > 2 ? k->fatigue - 2 : 0);
        sign[SIGN_DISORDER] += way * ((k->flags & U_D) != 0);
        sign[SIGN_WEAK] += way * (arm_of(p, u) == INFANTRY && sp <= 2);
    }
}

/* How near each side is to places that the enemy holds: hexes up to six, by what hangs on them. */
static int nearness(const struct play *p)
{
    int sum = 0;

    for (int i = 0; i < mib(p)->places; i++) {
        const struct place *k = &mib(p)->place[i];
        int side = !k->holder, least = 6;

        for (int u = 0; u < mbox(p)->units; u++) {
            int d;

            if (!on_map(p, u) || !is_division(p, u) || side_of(p, u) != side)
                continue;
            d = board_distance(p->box->board, unit_at(p, u)->place, k->cell);
            least = d < least ? d : least;
        }
        sum += (side == FRENCH ? 1 : -1) * (6 - least) * (k->points[0] + k->points[1]);
    }
    return sum;
}

void mib_signs(const struct play *p, int *sign)
{
    int morale = mib(p)->morale[FRENCH] - mib(p)->morale[ALLIED];
    int lead = score_of(p, FRENCH) - score_of(p, ALLIED), left = mib(p)->last - play_state(p)->turn;

    memset(sign, 0, SIGNS * sizeof *sign);
    sign[SIGN_ONE] = 1;
    sign[SIGN_MORALE] = morale;
    sign[SIGN_PLACES] = lead - morale;
    sign[SIGN_LEAD] = left < 4 ? lead * (4 - left) : 0;
    sign[SIGN_NEAR] = nearness(p);
    read_divisions(p, sign);
}

/* Chit by chit; the Orders Phases before them. */
int mib_stint(const struct play *p)
{
    const struct state *s = p->state;
    int chits = 0, side = play_who(p) == ALLIED;

    for (uint32_t pool = mib(p)->pool; pool; pool &= pool - 1)
        chits++;
    if (s->phase != PH_OPERATIONS)
        chits = 30;
    return (s->turn * 32 + 31 - chits) * 2 + (s->phase != PH_OPERATIONS && side);
}
