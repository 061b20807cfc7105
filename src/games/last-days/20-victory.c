/*
 * 20-victory.c: chapter 20: points, levels of victory, the capture of Napoleon.
 */
#include "ld.h"

static int strength_lost(const struct play *p, int side)
{
    int lost = 0;

    EACH_PIECE (p, u) { /* [20.11b] */
        int place = place_of(p, u);

        if ((place == P_DAY || place == P_NIGHT || place == P_PEU) &&
            def_of(p, u)->track != NO_TRACK && side_of(p, u) == side && !has_flag(p, u, F_PRIOR))
            lost += def_of(p, u)->strength;
    }
    return lost / 2;
}

/* [20.1] The same awards in every scenario, once, at the end. */
/* [20.11a] ruling 134: to the nearest whole number, three halves to two. */
static int whole_ratio(int allied, int french)
{
    return french ? (2 * allied + french) / (2 * french) : allied ? 3 : 1;
}

enum { GOAL_POINTS = 3 };

/* The short scenarios are ours: places where the French stand, and what either side has lost. */
static void count_goals(const struct play *p, struct points *k)
{
    for (int i = 0; i < ld(p)->goals; i++)
        k->goals += side_in(p, ld(p)->goal[i], FRENCH);
    k->total[FRENCH] = GOAL_POINTS * k->goals + k->lost[ALLIED];
    k->total[ALLIED] = ld(p)->par + k->lost[FRENCH];
}

void count_points(const struct play *p, struct points *k)
{
    static const uint8_t main_lines[] = { 7, 2, 0 }; /* [20.12a] H, C, A */
    int french, allied;

    *k = (struct points){ 0 };
    for (int side = 0; side < SIDES; side++)
        k->lost[side] = strength_lost(p, side);
    french = k->lost[FRENCH], allied = k->lost[ALLIED];
    k->ratio =
        chart_value(lbox(p)->ratio, chart_row(lbox(p)->ratio, whole_ratio(allied, french)), 0);
    k->losses = chart_value(lbox(p)->losses, chart_row(lbox(p)->losses, allied), 0);
    for (int i = 0; i < COUNT(main_lines); i++)
        if (!ld(p)->source[main_lines[i]].lost)
            k->sources[side_of_army(lbox(p)->entry_army[main_lines[i]])] += 2;
    for (int track = 0; track < TRACKS; track++) /* [20.13] */
        if (track_broken(p, track))
            k->corps[*track_ids[track] == 'f' ? ALLIED : FRENCH]++;
    k->total[FRENCH] = k->ratio + k->sources[FRENCH] + k->corps[FRENCH];
    k->total[ALLIED] = k->losses + k->sources[ALLIED] + k->corps[ALLIED];
    if (ld(p)->par)
        count_goals(p, k);
}

/* [20.2] The Anglo-Prussians have none at least. */
static int level_of(int french, int allied)
{
    if (french <= allied)
        return END_ALLIED_DECISIVE;
    if (french >= 5 * allied)
        return END_FRENCH_CRUSHING;
    return french < 2 * allied   ? END_ALLIED
           : french < 3 * allied ? END_FRENCH_MARGINAL
           : french < 4 * allied ? END_FRENCH
                                 : END_FRENCH_DECISIVE;
}

/* [20.1] What each has been awarded for what. */
static void tell_account(struct play *p, const struct points *k)
{
    if (ld(p)->par) {
        play_tell(p, EV_GOALS_FRENCH, 0, 4, k->total[FRENCH], k->goals, GOAL_POINTS,
                  k->lost[ALLIED]);
        play_tell(p, EV_GOALS_ALLIED, 0, 3, k->total[ALLIED], ld(p)->par, k->lost[FRENCH]);
        return;
    }
    play_tell(p, EV_ACCOUNT_FRENCH, 0, 6, k->total[FRENCH], k->ratio, k->lost[ALLIED],
              k->lost[FRENCH], k->sources[FRENCH], k->corps[FRENCH]);
    play_tell(p, EV_ACCOUNT_ALLIED, 0, 5, k->total[ALLIED], k->losses, k->lost[ALLIED],
              k->sources[ALLIED], k->corps[ALLIED]);
}

/* [20.0] */
void verdict(struct play *p)
{
    struct points k;
    int ending;

    count_points(p, &k);
    ending = ld(p)->par ? (k.total[FRENCH] >= k.total[ALLIED] ? END_FRENCH : END_ALLIED)
                        : level_of(k.total[FRENCH], k.total[ALLIED]);
    disclose_orders(p);
    tell_account(p, &k);
    play_tell(p, EV_POINTS, 0, 2, k.total[FRENCH], k.total[ALLIED]);
    play_end(p, ending >= END_FRENCH_MARGINAL ? FRENCH : ALLIED, ending);
}

void napoleon_captured(struct play *p)
{
    disclose_orders(p);
    play_end(p, ALLIED, END_CAPTURED);
}

void ld_score(const struct play *p, int points[SIDES_MAX])
{
    struct points k;

    count_points(p, &k);
    points[FRENCH] = k.total[FRENCH], points[ALLIED] = k.total[ALLIED];
}
