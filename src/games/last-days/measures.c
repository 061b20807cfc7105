/*
 * measures.c: what is worth following through a game of The Last Days: strength that casualty tracks and armies have lost,
 * victory points, how many are demoralized. For statistics (src/sim); no rule reads it.
 */
#include <assert.h>

#include "ld.h"

enum {
    M_LOSSES,
    M_ARMY_LOSSES = M_LOSSES + TRACKS,
    M_POINTS = M_ARMY_LOSSES + ARMIES,
    M_BROKEN = M_POINTS + SIDES,
    MEASURES = M_BROKEN + SIDES
};

/* clang-format off */
#define TRACK_LOSSES(t, id, title, word) [M_LOSSES + t] = { "losses/" word, title, t < TR_PR_I || t == TR_FR_GUARD ? FRENCH : ALLIED, MEASURE_LOSSES, false },

const struct measure ld_measures[] = {
    TRACK_LIST(TRACK_LOSSES)
    [M_ARMY_LOSSES + ARMY_FRENCH] = { "losses/French", "French", FRENCH, MEASURE_LOSSES, true },
    [M_ARMY_LOSSES + ARMY_PRUSSIAN] = { "losses/Prussian", "Prussian", ALLIED, MEASURE_LOSSES, true },
    [M_ARMY_LOSSES + ARMY_ALLIED] = { "losses/Allied", "Anglo-Allied", ALLIED, MEASURE_LOSSES, true },
    [M_POINTS + FRENCH] = { "points/French", "French victory points", FRENCH, MEASURE_STANDING, true },
    [M_POINTS + ALLIED] = { "points/Allied", "Anglo-Prussian victory points", ALLIED, MEASURE_STANDING, true },
    [M_BROKEN + FRENCH] = { "broken/French", "French corps demoralized", FRENCH, MEASURE_STANDING, false },
    [M_BROKEN + ALLIED] = { "broken/Allied", "Anglo-Prussian corps and nations demoralized", ALLIED, MEASURE_STANDING, false },
    [MEASURES] = { NULL, NULL, 0, 0, false },
};
/* clang-format on */

static bool counts(const struct play *p, int u, int which)
{
    const struct piece_def *d = def_of(p, u);

    if (d->track == NO_TRACK || place_of(p, u) == ABSENT || has_flag(p, u, F_PRIOR))
        return false;
    return which < M_ARMY_LOSSES ? d->track == which - M_LOSSES : d->army == which - M_ARMY_LOSSES;
}

/* In whole points, whoever lies in the boxes, as 20.11b counts them. */
static int strength_lost(const struct play *p, int which)
{
    int sum = 0;

    for (int u = 0; u < lbox(p)->vedettes; u++) {
        int place = place_of(p, u);

        if (counts(p, u, which) && (place == P_DAY || place == P_NIGHT || place == P_PEU))
            sum += def_of(p, u)->strength;
    }
    return sum / 2;
}

int ld_measure(const struct play *p, int which)
{
    struct points k;

    assert(which >= 0 && which < MEASURES);
    if (which < M_POINTS)
        return strength_lost(p, which);
    count_points(p, &k);
    return which < M_BROKEN ? k.total[which - M_POINTS] : k.corps[!(which - M_BROKEN)];
}

/* The strength with which the game begins, reinforcements to come included. */
int ld_whole(const struct play *p, int which)
{
    int sum = 0;

    for (int u = 0; which < M_POINTS && u < lbox(p)->vedettes; u++)
        sum += counts(p, u, which) ? def_of(p, u)->strength : 0;
    return sum / 2;
}
