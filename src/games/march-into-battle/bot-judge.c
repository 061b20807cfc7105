/*
 * bot-judge.c: what a position is worth: how likely the French are to win from it, by Army Morale, places, what is
 * left of each army and in which condition.
 *
 * The weights of the signs are the result of a regression (docs/bots.md).
 */
#include <string.h>

#include "bot.h"
#include "kernel/muster.h"

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

/* ---- what a net is told beside them ---- */

enum {
    F_LEFT,
    F_CHITS,
    F_NIGHT,
    F_MUD,
    F_MORALE_FRENCH,
    F_MORALE_ALLIED,
    F_SCORE_FRENCH,
    F_SCORE_ALLIED,
    F_HELD,                          /* points of each place: to whoever holds it */
    F_FATIGUE = F_HELD + PLACES_MAX, /* mean of a formation, in tenths */
    F_NUMBERS = F_FATIGUE + FORMATIONS
};

static const char *const feature_numbers[] = { "turns-left",
                                               "chits-left",
                                               "night",
                                               "mud",
                                               "morale-French",
                                               "morale-Allied",
                                               "score-French",
                                               "score-Allied",
                                               "held-1",
                                               "held-2",
                                               "held-3",
                                               "held-4",
                                               "held-5",
                                               "held-6",
                                               "held-7",
                                               "held-8",
                                               "held-9",
                                               "held-10",
                                               "held-11",
                                               "held-12",
                                               "held-13",
                                               "held-14",
                                               "held-15",
                                               "held-16",
#define FATIGUE_NAME(name, id, ...) "fatigue-" id,
                                               FORMATION_LIST(FATIGUE_NAME) NULL };
_Static_assert(COUNT(feature_numbers) == F_NUMBERS + 1, "a name for each number");

static const char *const feature_formations[FORMATIONS + 1] = {
#define FORMATION_NAME(name, id, ...) id,
    FORMATION_LIST(FORMATION_NAME) NULL
};

static void read_fatigue(const struct play *p, int *mean)
{
    int units[FORMATIONS] = { 0 };

    for (int u = 0; u < mbox(p)->units; u++) {
        const struct unit *k = unit_at(p, u);

        if (!on_map(p, u) || !is_division(p, u) || k->formation >= FORMATIONS)
            continue;
        mean[k->formation] += 10 * k->fatigue;
        units[k->formation]++;
    }
    for (int i = 0; i < FORMATIONS; i++)
        mean[i] /= units[i] ? units[i] : 1;
}

static void read_numbers(const struct play *p, int *number)
{
    number[F_LEFT] = mib(p)->last - play_state(p)->turn;
    number[F_CHITS] = play_state(p)->phase == PH_OPERATIONS ? chits_left(p) : CHITS;
    number[F_NIGHT] = is_night(p);
    number[F_MUD] = is_mud(p);
    for (int side = 0; side < SIDES; side++) {
        number[F_MORALE_FRENCH + side] = mib(p)->morale[side];
        number[F_SCORE_FRENCH + side] = score_of(p, side);
    }
    for (int i = 0; i < mib(p)->places; i++) {
        const struct place *k = &mib(p)->place[i];

        number[F_HELD + i] = (k->holder == FRENCH ? 1 : -1) * (k->points[0] + k->points[1]);
    }
    read_fatigue(p, number + F_FATIGUE);
}

static void read_features(const struct play *p, int *number, struct muster *m)
{
    read_numbers(p, number);
    for (int u = 0; u < mbox(p)->units; u++)
        if (on_map(p, u) && is_combat(p, u))
            muster_add(m,
                       (struct muster_unit){ .piece = i16(u),
                                             .place = unit_at(p, u)->place,
                                             .points = i16(is_division(p, u) ? sp_of(p, u) : 1),
                                             .side = u8(side_of(p, u)),
                                             .formation = unit_at(p, u)->formation,
                                             .reach = is_guns(p, u) ? 2 : 0,
                                             .shaken = has_flag(p, u, U_D),
                                             .covered = place_swing(p, unit_at(p, u)->place) > 0 });
}

const struct feature_set mib_features = { .numbers = feature_numbers,
                                          .formations = feature_formations,
                                          .read = read_features };

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
