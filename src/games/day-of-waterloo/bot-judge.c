/*
 * bot-judge.c: what a position is worth: how likely the French are to win from it, by what is still to be
 * done to break an army, who stands before whom, and the hours that are left.
 *
 * The French must break an Allied army: by losses, or by getting out to Brussels or Hal; and must keep the
 * Guard. The Allies need only hold. The weights of the signs are the result of a regression (docs/bots.md).
 */
#include <string.h>

#include "bot.h"

/* ---- what matters ---- */

static bool allies_broken(const struct play *p)
{
    return dow(p)->army[ARMY_ADG].demoralized || dow(p)->army[ARMY_PRUSSIAN].demoralized;
}

/* A short scenario: how many more of its hexes the French have than they need; negative: fewer. */
static int goals_over(const struct play *p)
{
    int held = -dow(p)->goals;

    for (int i = 0; i < GOALS_MAX; i++)
        held += dow(p)->goal[i] >= 0 && army_in_hex(p, dow(p)->goal[i], ARMY_FRENCH);
    return held;
}

bool is_goal(const struct play *p, int h)
{
    for (int i = 0; dow(p)->goals && i < GOALS_MAX; i++)
        if (dow(p)->goal[i] == h)
            return true;
    return false;
}

bool holds(const struct play *p, int army)
{
    if (dow(p)->goals)
        return (goals_over(p) >= 0) == (army == ARMY_FRENCH);
    if (army == ARMY_FRENCH)
        return allies_broken(p);
    return !allies_broken(p) && army == ARMY_ADG;
}

int key_corps(int corps)
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
    return !dow(p)->army[ARMY_ADG].demoralized && !dow(p)->goals;
}

/* ---- signs of who will win ---- */

static int capped(int n, int most)
{
    return n < most ? n : most;
}

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

/* Strength by army; of the corps that matter most, how close the enemy is and how many. */
static void read_units(const struct play *p, int sign[SIGNS])
{
    static const int by_army[ARMIES] = { [ARMY_FRENCH] = SIGN_FRENCH, [ARMY_ADG] = SIGN_ADG,
                                         [ARMY_PRUSSIAN] = SIGN_PRUSSIAN };
    struct lay french, allied;

    lay_out(p, FRENCH, &french);
    lay_out(p, ALLIED, &allied);
    for (int u = 0; u < dbox(p)->units; u++) {
        int h = unit_at(p, u)->place, corps = unit_at(p, u)->corps;
        bool top = on_map(p, u) && top_of(p, h) == u;

        if (!on_map(p, u))
            continue;
        sign[by_army[def_at(p, u)->army]] += strength(p, u);
        if (corps == CORPS_A_I) {
            sign[SIGN_I_STANDS] += strength(p, u);
            sign[SIGN_I_FAR] += capped(nearest_foe(p, &allied, h), 8);
        }
        if (top && corps == CORPS_A_I)
            sign[SIGN_I_PRESSED] += capped(allied.near_foe[h], 12);
        if (top && corps == CORPS_A_II)
            sign[SIGN_II_PRESSED] += capped(allied.near_foe[h], 12);
        if (top && corps == CORPS_F_IG)
            sign[SIGN_GUARD_PRESSED] += capped(french.near_foe[h], 12);
    }
}

static void read_signs(const struct play *p, int sign[SIGNS])
{
    memset(sign, 0, SIGNS * sizeof *sign);
    sign[SIGN_ONE] = 1;
    sign[SIGN_LEFT] = 2 * (TURNS - play_state(p)->turn) + (dow(p)->side == ALLIED ? 2 : 1);
    sign[SIGN_I] = to_level(p, CORPS_A_I);
    sign[SIGN_II] = to_level(p, CORPS_A_II);
    sign[SIGN_PRUSSIANS] = to_break_prussians(p);
    sign[SIGN_GUARD] = to_level(p, CORPS_F_IG);
    sign[SIGN_EXIT] = exit_danger(p);
    read_units(p, sign);
}

/* ---- appraisal ---- */

/* The logistic curve, -1 to 1 as ten-thousandths, of a sum in thousandths: a table, to be the same everywhere. */
static int likely(int sum)
{
    static const int curve[] = { 0, 2449, 4621, 6351, 7616, 8483, 9051, 9414, 9640, 9781, 9866, 9918, 9951 };
    int far = sum < 0 ? -sum : sum, i = far / 500, value;

    if (i >= COUNT(curve) - 1)
        value = curve[COUNT(curve) - 1];
    else
        value = curve[i] + (curve[i + 1] - curve[i]) * (far % 500) / 500;
    return sum < 0 ? -value : value;
}

/* 14.0 How likely the French are to win the day: -10000 .. 10000. */
static int judge_day(const struct play *p, const int *weight)
{
    int sign[SIGNS], sum = 0;

    if (allies_broken(p))                   /* only the Guard can still lose it */
        return likely(weight[WT_BROKEN] + to_level(p, CORPS_F_IG) * weight[WT_SIGNS + SIGN_GUARD]);
    read_signs(p, sign);
    for (int i = 0; i < SIGNS; i++)
        sum += sign[i] * weight[WT_SIGNS + i];
    return likely(sum);
}

/* A short scenario: its hexes first, then losses. */
static int judge_goals(const struct play *p, const int *weight)
{
    int lost = dow(p)->army[ARMY_ADG].losses + dow(p)->army[ARMY_PRUSSIAN].losses - dow(p)->army[ARMY_FRENCH].losses;

    return likely(goals_over(p) * weight[WT_GOAL] + (goals_over(p) >= 0 ? 1000 : 0) + lost * weight[WT_LOSS]);
}

int dow_appraise(const struct play *p, int side, const int *weight)
{
    int french = (WORTH_GAME / 10000) * (dow(p)->goals ? judge_goals(p, weight) : judge_day(p, weight));

    return side == FRENCH ? french : -french;
}

int dow_stint(const struct play *p)
{
    return 2 * play_state(p)->turn + dow(p)->side;
}
