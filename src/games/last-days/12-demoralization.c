/*
 * 12-demoralization.c: chapters 6.1, 11.41 and 12: where eliminated pieces go, casualty tracks,
 * demoralization.
 */
#include "ld.h"

/* [12.1a] By full strength; [12.1c] vedettes, trains and leaders are on no track. */
void enter_loss(struct play *p, int u, int sign)
{
    const struct piece_def *d = def_of(p, u);

    if (d->track != NO_TRACK)
        ld(p)->lost[d->track] = u8(ld(p)->lost[d->track] + sign * d->strength / 2);
}

/* [12.11] [12.12] At once, and both sides hear of it. */
void count_loss(struct play *p, int u, int sign)
{
    int track = def_of(p, u)->track;
    bool before = track_broken(p, track);

    enter_loss(p, u, sign);
    if (track_broken(p, track) != before)
        play_tell(p, before ? EV_RALLIED : EV_DEMORALIZED, 0, 1, W_TRACK + track);
}

/* [12.11] [12.15] [16.31] With the Guard's recoil at two thirds of the level. */
bool track_broken(const struct play *p, int track)
{
    int level = track == NO_TRACK ? 0 : lbox(p)->level[track];
    bool cut = ld(p)->recule && track <= TR_FR_IVCAV;

    return level && (cut ? 3 * ld(p)->lost[track] >= 2 * level : ld(p)->lost[track] >= level);
}

/* [16.31] Whoever is demoralized by it, or no longer, is told of as always [12.11]. */
void cut_levels(struct play *p, bool cut)
{
    bool before[TRACKS];

    if (ld(p)->recule == cut)
        return;
    for (int track = 0; track < TRACKS; track++)
        before[track] = track_broken(p, track);
    if (cut)
        play_tell(p, EV_RECOIL, 0, 0);
    ld(p)->recule = cut;
    for (int track = 0; track < TRACKS; track++)
        if (track_broken(p, track) != before[track])
            play_tell(p, cut ? EV_DEMORALIZED : EV_RALLIED, 0, 1, W_TRACK + track);
}

/* [12.14b] [12.14] ruling 66: the track of an officer's own troops; of Wellington's corps the British. */
static int track_of_officer(const struct play *p, int leader)
{
    static const uint8_t track[FORMATIONS] = {
        [FR_I] = TR_FR_I,         [FR_II] = TR_FR_II,       [FR_III] = TR_FR_III,
        [FR_IV] = TR_FR_IV,       [FR_VI] = TR_FR_VI,       [FR_GUARD] = TR_FR_GUARD,
        [FR_ICAV] = TR_FR_ICAV,   [FR_IICAV] = TR_FR_IICAV, [FR_IIICAV] = TR_FR_IIICAV,
        [FR_IVCAV] = TR_FR_IVCAV, [PR_I] = TR_PR_I,         [PR_II] = TR_PR_II,
        [PR_III] = TR_PR_III,     [PR_IV] = TR_PR_IV,       [AA_I] = TR_GB_I,
        [AA_II] = TR_GB_II,       [AA_IIDB] = TR_DB,        [AA_RES] = TR_GB_RES,
        [AA_CAV] = TR_GB_CAV,     [AA_DBCAV] = TR_DB,
    };
    int formation = formation_led(p, leader);

    return formation == NO_FORMATION ? NO_TRACK : track[formation];
}

/* [12.0] [12.13] [12.31] [8.25.0] [12.21] Commanders never are. [12.22] Marching it does not hinder. */
bool is_demoralized(const struct play *p, int u)
{
    if (is_leader(p, u))
        return !is_commander(p, u) && track_broken(p, track_of_officer(p, u));
    return track_broken(p, def_of(p, u)->track) || has_flag(p, u, F_UNSUPPLIED | F_TIRED);
}

void lose_for_good(struct play *p, int u)
{
    int h = place_of(p, u);

    put_off(p, u, P_PEU);
    count_loss(p, u, 1);
    play_tell(p, EV_PEU, 0, 2, u, h);
}

/* [11.41a] [6.11B] ruling 148: who could have retreated a hex was not surrounded. */
static bool is_cut_off(struct play *p, int u)
{
    int h = place_of(p, u), side = side_of(p, u);

    if (is_vedette(p, u))
        return is_surrounded(p, h, side);
    EACH_BESIDE (p, h, d, to)
        if (!enemy_in(p, to, side) && !in_zone(p, to, side) &&
            step_cost(p, u, h, d, false) != NO_ENTRY)
            return false;
    reveal_around(p, h, 1, side); /* ruling 68: zones decide */
    EACH_BESIDE (p, h, d, to)
        if (!enemy_in(p, to, side) && !in_firm_zone(p, to, side) &&
            step_cost(p, u, h, d, false) != NO_ENTRY)
            return false;
    return true;
}

/* [11.41a] [11.41b] [6.11A] [6.11B] [6.11D] [6.12] [1.4y] By day; vedettes at once by night
 * [6.32], or surrounded for good [6.31] [13.13a]. */
void eliminate(struct play *p, int u)
{
    int h = place_of(p, u);
    bool cut_off = is_cut_off(p, u);

    if (cut_off || (!is_vedette(p, u) && (has_flag(p, u, F_REDUCED) || !def_of(p, u)->reduced))) {
        lose_for_good(p, u);
        return;
    }
    put_off(p, u, is_vedette(p, u) ? P_NIGHT : P_DAY);
    count_loss(p, u, 1);
    play_tell(p, is_vedette(p, u) ? EV_NIGHT : EV_DAY, 0, 2, u, h);
}
