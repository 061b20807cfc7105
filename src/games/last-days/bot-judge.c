/*
 * bot-judge.c: what a position is worth: how likely the French are to win from it, by the points of chapter 20, by what
 * either side has lost and by who stands before whom.
 */
#include <string.h>

#include "bot.h"
#include "kernel/muster.h"

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
    struct rooms rooms;
    int sum = 0;

    rooms_begin(&rooms, p);
    for (int h = 0; h < p->box->board->cells; h++) {
        int side = side_in(p, h, FRENCH) ? FRENCH : side_in(p, h, ALLIED) ? ALLIED : -1, here = 0;

        if (side < 0 || !in_zone(p, h, side) || room_to_retreat(&rooms, h, side, -1) > 0)
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

/* ---- what a net is told beside them ---- */

enum {
    F_SIDE_TO_MOVE,
    F_LEFT,
    F_NIGHT,
    F_MUD,
    F_PAR, /* that the French must come to in a scenario of ours */
    F_POINTS_FRENCH,
    F_POINTS_ALLIED,
    F_RATIO,
    F_LINES_FRENCH,
    F_LINES_ALLIED,
    F_LOST_FRENCH,
    F_LOST_ALLIED,
    F_NAPOLEON, /* hexes to the enemy */
    F_CRACKS,   /* what is left to the level of each track, in tenths of it */
    F_NUMBERS = F_CRACKS + TRACKS
};

static const char *const feature_numbers[] = { "side-to-move",
                                               "turns-left",
                                               "night",
                                               "mud",
                                               "par",
                                               "points-French",
                                               "points-Allied",
                                               "ratio",
                                               "lines-French",
                                               "lines-Allied",
                                               "lost-French",
                                               "lost-Allied",
                                               "Napoleon",
#define TRACK_NAME(name, id, ...) "left-" id,
                                               TRACK_LIST(TRACK_NAME) NULL };
_Static_assert(COUNT(feature_numbers) == F_NUMBERS + 1, "a name for each number");

static const char *const feature_formations[FORMATIONS + 1] = {
#define FORMATION_NAME(name, id, ...) id,
    FORMATION_LIST(FORMATION_NAME) NULL
};

static void read_score(const struct play *p, int *number)
{
    struct points k;

    count_points(p, &k);
    number[F_POINTS_FRENCH] = k.total[FRENCH];
    number[F_POINTS_ALLIED] = k.total[ALLIED];
    number[F_RATIO] = k.ratio;
    number[F_LINES_FRENCH] = k.sources[FRENCH];
    number[F_LINES_ALLIED] = k.sources[ALLIED];
    number[F_LOST_FRENCH] = k.lost[FRENCH];
    number[F_LOST_ALLIED] = k.lost[ALLIED];
}

static void read_numbers(const struct play *p, int *number)
{
    number[F_SIDE_TO_MOVE] = ld(p)->side;
    number[F_LEFT] = ld(p)->last - play_state(p)->turn;
    number[F_NIGHT] = is_night(p);
    number[F_MUD] = is_mud(p);
    number[F_PAR] = ld(p)->par;
    read_score(p, number);
    for (int i = 0; i < TRACKS; i++) {
        int level = lbox(p)->level[i], left = level - ld(p)->lost[i];

        number[F_CRACKS + i] = level && left > 0 ? 10 * left / level : 0;
    }
}

/* [20.3] His capture ends it. */
static int napoleon_gap(const struct play *p)
{
    int place = place_of(p, lbox(p)->napoleon), gap = MUSTER_FAR;

    for (int h = 0; place >= 0 && h < p->box->board->cells; h++)
        if (side_in(p, h, ALLIED) && apart(p, place, h) < gap)
            gap = apart(p, place, h);
    return gap;
}

/* Guns bombard from the next hex. */
static void read_features(const struct play *p, int *number, struct muster *m)
{
    read_numbers(p, number);
    number[F_NAPOLEON] = napoleon_gap(p);
    for (int u = 0; u < lbox(p)->pieces; u++)
        if (on_map(p, u) && is_combat_unit(p, u))
            muster_add(
                m, (struct muster_unit){ .piece = i16(u),
                                         .place = i16(place_of(p, u)),
                                         .points = i16(strength_of(p, u)),
                                         .side = u8(side_of(p, u)),
                                         .formation = def_of(p, u)->formation,
                                         .reach = is_guns(p, u) ? 2 : 0,
                                         .shaken = has_flag(p, u, F_OUT | F_TIRED | F_UNSUPPLIED),
                                         .covered = lbox(p)->is_town[place_of(p, u)] ||
                                                    lbox(p)->is_chateau[place_of(p, u)] });
}

const struct feature_set ld_features = { .numbers = feature_numbers,
                                         .formations = feature_formations,
                                         .read = read_features };
