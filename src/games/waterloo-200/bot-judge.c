/*
 * bot-judge.c: signs of who will win: Victory Areas, blocks lost, what stands on the map and in reserve,
 * battles begun, and the turns that are left.
 *
 * WIN-A, WIN-B: ten lost blocks or a dead commander end it at once, else Victory Areas count in the end. The
 * weights of the signs come from a regression over many games (docs/bots.md).
 */
#include "bot.h"

static void read_blocks(const struct play *p, int *sign)
{
    static const int strong[FACTIONS] = { SIGN_FRENCH, SIGN_BRITISH, SIGN_PRUSSIAN };
    struct areas contested = contested_now(p);

    for (int u = 0; u < BLOCKS; u++) {
        int faction = faction_of(p, u), points;

        if (!in_area(p, u) || w200_of(p)->block[u].step == STEP_HIDDEN)
            continue;
        points = strength_of(p, u);
        sign[strong[faction]] += points;
        if (areas_has(contested, w200_of(p)->block[u].place))
            sign[SIGN_MELEE] += faction == FRENCH ? points : -points;
        if (is_leader(p, u) && faction != PRUSSIAN)
            sign[faction == FRENCH ? SIGN_FRENCH_LEADERS : SIGN_BRITISH_LEADERS] += value_of(p, u);
    }
}

static int square(int n)
{
    return n * n;
}

/* WIN-B Victory Areas of the French beyond those of the Allies. */
static int stars_ahead(const struct play *p)
{
    return 2 * areas_count(areas_and(controlled_by(p, S_FRENCH), box_of(p)->star)) - STARS;
}

/* WIN-A2 Every block lost weighs more than the one before. */
static int morale_gone(int lost)
{
    return lost * (lost + 4);
}

void w200_signs(const struct play *p, int *sign)
{
    const struct w200_state *s = w200_of(p);

    memset(sign, 0, SIGNS * sizeof *sign);
    sign[SIGN_ONE] = 1;
    sign[SIGN_LEFT] = TURNS - play_state(p)->turn;
    sign[SIGN_FRENCH_LOST] = morale_gone(s->lost[FRENCH]);
    sign[SIGN_BRITISH_LOST] = morale_gone(s->lost[BRITISH]);
    sign[SIGN_FRENCH_POOL] = s->pool[FRENCH];
    sign[SIGN_BRITISH_POOL] = s->pool[BRITISH];
    sign[SIGN_PRUSSIAN_POOL] = s->pool[PRUSSIAN];
    read_blocks(p, sign);
    /* they count in the end, so the more the later it is */
    sign[SIGN_STARS] = stars_ahead(p) * square(play_state(p)->turn);
}
