/*
 * measures.c: what is worth following through a game: losses of the armies, and whether they break.
 * For statistics (src/sim); no rule reads it.
 */
#include "nvw.h"

enum { M_LOSSES, M_BROKEN = M_LOSSES + SIDES, M_NORTH = M_BROKEN + SIDES, M_LEVEL };

const struct measure nvw_measures[] = {
    [M_LOSSES + FRENCH] = { "losses/French", "French", FRENCH, MEASURE_LOSSES, true },
    [M_LOSSES + ALLIED] = { "losses/Allied", "Allied", ALLIED, MEASURE_LOSSES, true },
    [M_BROKEN + FRENCH] = { "broken/French", "French", FRENCH, MEASURE_BROKEN, true },
    [M_BROKEN + ALLIED] = { "broken/Allied", "Allied", ALLIED, MEASURE_BROKEN, true },
    [M_NORTH] = { "north/French", "French points north of the road", FRENCH, MEASURE_STANDING,
                  true },
    [M_LEVEL + FRENCH] = { "morale/French", "French army morale", FRENCH, MEASURE_STANDING, true },
    [M_LEVEL + ALLIED] = { "morale/Allied", "Allied army morale", ALLIED, MEASURE_STANDING, true },
    { NULL, NULL, 0, 0, false },
};

int nvw_measure(const struct play *p, int which)
{
    const struct nvw_state *s = nvw(p);

    if (which < M_BROKEN)
        return s->lost[which];
    if (which < M_NORTH)
        return s->demoralized[which - M_BROKEN];
    return which == M_NORTH ? points_north(p) : s->level[which - M_LEVEL];
}

/* Troop points and batteries of those who take part. */
int nvw_whole(const struct play *p, int which)
{
    int sum = 0;

    for (int u = 0; which < M_BROKEN && u < nbox(p)->units; u++)
        if (side_of(p, u) == which && place_of(p, u) != ABSENT)
            sum += is_guns(p, u) ? 1 : def_at(p, u)->strength;
    return sum;
}
