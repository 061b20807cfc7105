/*
 * measures.c: what is worth following through a game of The Day of Waterloo: casualties of corps
 * and armies, and which of them are broken. For statistics (src/sim); no rule reads it.
 */
#include <assert.h>

#include "dow.h"

enum {
    M_LOSSES,
    M_ARMY_LOSSES = M_LOSSES + CORPS,
    M_BROKEN = M_ARMY_LOSSES + ARMIES,
    M_ARMY_BROKEN = M_BROKEN + CORPS
};

/* clang-format off */
#define OF_CORPS(corps, id, label, news, word, heading)                                      \
    [M_LOSSES + corps] = { "losses/" word, heading, CORPS_SIDE(corps), MEASURE_LOSSES, false }, \
    [M_BROKEN + corps] = { "broken/" word, heading, CORPS_SIDE(corps), MEASURE_BROKEN, false },
#define OF_ARMY(army, side, id, title, news, word)                                                 \
    [M_ARMY_LOSSES + army] = { "losses/" word, title, side, MEASURE_LOSSES, true },                \
    [M_ARMY_BROKEN + army] = { "broken/" word, title, side, MEASURE_BROKEN, true },

const struct measure dow_measures[] = {
    CORPS_LIST(OF_CORPS)
    ARMY_LIST(OF_ARMY)
    { NULL, NULL, 0, 0, false },
};
/* clang-format on */

/* 12.7c 12.7d Who flees is lost to his army, as its Morale Track says, but history does not count him. */
static int casualties(const struct play *p, int army)
{
    int sum = 0;

    for (int c = 0; c < CORPS; c++)
        if (dbox(p)->corps[c].army == army)
            sum += dow(p)->corps[c].losses;
    return sum;
}

int dow_measure(const struct play *p, int which)
{
    assert(which >= 0 && which < M_ARMY_BROKEN + ARMIES);
    if (which < M_ARMY_LOSSES)
        return dow(p)->corps[which - M_LOSSES].losses;
    if (which < M_BROKEN)
        return casualties(p, which - M_ARMY_LOSSES);
    if (which < M_ARMY_BROKEN)
        return corps_is_broken(p, which - M_BROKEN);
    return army_is_broken(p, which - M_ARMY_BROKEN);
}

/* Strength points of all that are in this game, on the map or still to come. */
int dow_whole(const struct play *p, int which)
{
    int of = which < M_BROKEN ? which : which - M_BROKEN, sum = 0;

    for (int u = 0; u < dbox(p)->units; u++) {
        bool belongs = of < M_ARMY_LOSSES ? unit_at(p, u)->corps == of
                                          : def_at(p, u)->army == of - M_ARMY_LOSSES;

        if (belongs && unit_at(p, u)->place != ABSENT)
            sum += def_at(p, u)->strength;
    }
    return sum;
}
