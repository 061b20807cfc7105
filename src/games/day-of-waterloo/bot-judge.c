/*
 * bot-judge.c: what a position is worth: how likely the French are to win from it, by what is still to be
 * done to break an army, what is left of each, open ways out, and the hours that are left.
 *
 * The French must break an Allied army: by losses, or by getting out to Brussels or Hal; and must keep the
 * Guard. The Allies need only hold. The weights of the signs are the result of a regression (docs/bots.md).
 */
#include <assert.h>
#include <string.h>

#include "bot.h"
#include "kernel/muster.h"

/* ---- what matters ---- */

static bool allies_broken(const struct play *p)
{
    return dow(p)->army[ARMY_ADG].demoralized || dow(p)->army[ARMY_PRUSSIAN].demoralized;
}

bool is_goal(const struct play *p, int h)
{
    return goals_has(&dow(p)->goals, h);
}

bool holds(const struct play *p, int army)
{
    if (dow(p)->goals.needed)
        return (goals_margin(p) >= 0) == (army == ARMY_FRENCH);
    if (army == ARMY_FRENCH)
        return allies_broken(p);
    return !allies_broken(p) && army == ARMY_ADG;
}

bool key_corps(int corps)
{
    return corps == CORPS_F_IG || corps == CORPS_A_I || corps == CORPS_A_II || corps == CORPS_P_I ||
           corps == CORPS_P_II || corps == CORPS_P_IV;
}

int exit_hex(const struct play *p, int i)
{
    return dbox(p)->entry[i ? 6 : 1];
}

bool exit_matters(const struct play *p)
{
    return !dow(p)->army[ARMY_ADG].demoralized && !dow(p)->goals.needed;
}

/* ---- signs of who will win ---- */

static int to_level(const struct play *p, int corps)
{
    int left = demoralization_level(p, corps) - dow(p)->corps[corps].losses;

    return left > 0 ? left : 0;
}

/* 12.4 Two of three corps. */
static int to_break_prussians(const struct play *p)
{
    int a = to_level(p, CORPS_P_I), b = to_level(p, CORPS_P_II), c = to_level(p, CORPS_P_IV);
    int most = a > b ? a : b;

    return a + b + c - (c > most ? c : most);
}

/* How near a French unit is to a way out that nobody guards. */
static int exit_danger(const struct play *p)
{
    int sum = 0;

    for (int i = 0; i < EXITS && exit_matters(p); i++) {
        int h = exit_hex(p, i), french = 99, allied = 99;

        for (int u = 0; u < dbox(p)->units; u++) {
            int d = on_map(p, u) ? board_distance(p->box->board, unit_at(p, u)->place, h) : 99;
            int *least = side_of(p, u) == FRENCH ? &french : &allied;

            if (d < *least)
                *least = d;
        }
        if (french < 14 && allied > 0)
            sum += 3 * (14 - french) / (allied < 3 ? 3 : 1);
    }
    return sum;
}

static void read_armies(const struct play *p, int sign[SIGNS])
{
    static const int by_army[ARMIES] = {
        [ARMY_FRENCH] = SIGN_FRENCH, [ARMY_ADG] = SIGN_ADG, [ARMY_PRUSSIAN] = SIGN_PRUSSIAN
    };

    for (int u = 0; u < dbox(p)->units; u++)
        if (on_map(p, u))
            sign[by_army[def_at(p, u)->army]] += strength(p, u);
}

static void read_day(const struct play *p, int sign[SIGNS])
{
    sign[SIGN_ONE] = 1;
    sign[SIGN_LEFT] = 2 * (TURNS - play_state(p)->turn) + (dow(p)->side == ALLIED ? 2 : 1);
    sign[SIGN_I] = to_level(p, CORPS_A_I);
    sign[SIGN_II] = to_level(p, CORPS_A_II);
    sign[SIGN_PRUSSIANS] = to_break_prussians(p);
    sign[SIGN_GUARD] = to_level(p, CORPS_F_IG);
    sign[SIGN_EXIT] = exit_danger(p);
    read_armies(p, sign);
}

/* A short scenario: its hexes first, then losses. */
static void read_goals(const struct play *p, int sign[SIGNS])
{
    sign[SIGN_GOALS] = goals_margin(p);
    sign[SIGN_HELD] = goals_margin(p) >= 0;
    sign[SIGN_LOSSES] = dow(p)->army[ARMY_ADG].losses + dow(p)->army[ARMY_PRUSSIAN].losses -
                        dow(p)->army[ARMY_FRENCH].losses;
}

/* 14.0 Once an Allied army is broken only the Guard can still lose the day. */
void dow_signs(const struct play *p, int *sign)
{
    memset(sign, 0, SIGNS * sizeof *sign);
    if (dow(p)->goals.needed) {
        read_goals(p, sign);
    } else if (allies_broken(p)) {
        sign[SIGN_BROKEN] = 1;
        sign[SIGN_GUARD] = to_level(p, CORPS_F_IG);
    } else {
        read_day(p, sign);
    }
}

/* ---- what a net is told beside them ---- */

enum {
    F_SIDE_TO_MOVE,
    F_TURNS_LEFT,
    F_NEEDED,
    F_MARGIN,
    F_LOST_FRENCH,
    F_LOST_ADG,
    F_LOST_PRUSSIAN,
    F_BROKEN, /* armies and corps: a bit each is a number of its own */
    F_CORPS = F_BROKEN + ARMIES,
    F_LOSSES = F_CORPS + CORPS,
    F_NUMBERS = F_LOSSES + CORPS
};

static const char *const feature_numbers[] = { "side-to-move",
                                               "turns-left",
                                               "goals-needed",
                                               "goals-margin",
                                               "lost-French",
                                               "lost-ADG",
                                               "lost-Prussian",
                                               "broken-French",
                                               "broken-ADG",
                                               "broken-Prussian",
#define BROKEN_NAME(name, id, ...) "broken-" id,
                                               CORPS_LIST(BROKEN_NAME)
#define TO_LEVEL_NAME(name, id, ...) "left-" id,
                                                   CORPS_LIST(TO_LEVEL_NAME) NULL };
_Static_assert(COUNT(feature_numbers) == F_NUMBERS + 1, "a name for each number");

static const char *const feature_formations[CORPS + 1] = {
#define FORMATION_NAME(name, id, ...) id,
    CORPS_LIST(FORMATION_NAME) NULL
};

static void read_numbers(const struct play *p, int *number)
{
    const struct dow_state *s = dow(p);

    number[F_SIDE_TO_MOVE] = s->side;
    number[F_TURNS_LEFT] = (s->last ? s->last : TURNS) - play_state(p)->turn;
    number[F_NEEDED] = s->goals.needed;
    number[F_MARGIN] = s->goals.needed ? goals_margin(p) : 0;
    for (int i = 0; i < ARMIES; i++) {
        number[F_LOST_FRENCH + i] = s->army[i].losses;
        number[F_BROKEN + i] = s->army[i].demoralized;
    }
    for (int i = 0; i < CORPS; i++) {
        number[F_CORPS + i] = corps_is_broken(p, i);
        number[F_LOSSES + i] = to_level(p, i);
    }
}

/* Guns reach as far as most of them fire [10.1d]. */
static void read_features(const struct play *p, int *number, struct muster *m)
{
    read_numbers(p, number);
    for (int u = 0; u < dbox(p)->units; u++)
        if (on_map(p, u))
            muster_add(m, (struct muster_unit){ .piece = i16(u),
                                                .place = unit_at(p, u)->place,
                                                .points = i16(strength(p, u)),
                                                .side = u8(side_of(p, u)),
                                                .formation = unit_at(p, u)->corps,
                                                .reach = is_guns(arm_of(p, u)) ? GUN_RANGE : 0,
                                                .shaken = has_flag(p, u, F_OUT | F_REORGANIZING),
                                                .covered = cover(p, unit_at(p, u)->place) > 0 });
}

const struct feature_set dow_features = { .numbers = feature_numbers,
                                          .formations = feature_formations,
                                          .read = read_features };

int dow_stint(const struct play *p)
{
    return 2 * play_state(p)->turn + dow(p)->side;
}
