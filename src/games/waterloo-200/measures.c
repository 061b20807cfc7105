/*
 * measures.c: what is worth following through a game of Waterloo 200: strength that the foot and
 * horse of corps and factions have lost, which corps are broken, blocks on the Morale Tracks, stars.
 * For statistics (src/sim); no rule reads it.
 *
 * The rulebook has no word for a broken corps: here it is one that has lost half the strength of
 * its foot and horse.
 */
#include <assert.h>

#include "w200.h"

enum {
    M_LOSSES,
    M_FACTION_LOSSES = M_LOSSES + CORPS,
    M_BROKEN = M_FACTION_LOSSES + FACTIONS,
    M_LOST = M_BROKEN + CORPS,
    M_STARS = M_LOST + FACTIONS
};

static const struct {
    uint8_t faction;
    const char *name; /* as counters.txt has it */
} corps[CORPS] = {
    { FRENCH, "I" },    { FRENCH, "II" }, { FRENCH, "VI" },  { FRENCH, "IIIC" },
    { FRENCH, "IVC" },  { FRENCH, "G" },  { BRITISH, "I" },  { BRITISH, "II" },
    { BRITISH, "R" },   { BRITISH, "C" }, { PRUSSIAN, "I" }, { PRUSSIAN, "II" },
    { PRUSSIAN, "IV" },
};

/* clang-format off */
#define OF_CORPS(n, word, heading, whose)                                                          \
    [M_LOSSES + (n)] = { "losses/" word, heading, whose, MEASURE_LOSSES, false },                  \
    [M_BROKEN + (n)] = { "broken/" word, heading, whose, MEASURE_BROKEN, false }
#define OF_FACTION(faction, side, id, title, all)                                                  \
    [M_FACTION_LOSSES + (faction)] = { "losses/" title, title, side, MEASURE_LOSSES, true },       \
    [M_LOST + (faction)] = { "blocks-lost/" title, title ", blocks eliminated", side,              \
                             MEASURE_STANDING, true },

const struct measure w200_measures[] = {
    OF_CORPS(0, "French-I", "French I Corps", S_FRENCH),
    OF_CORPS(1, "French-II", "French II Corps", S_FRENCH),
    OF_CORPS(2, "French-VI", "French VI Corps", S_FRENCH),
    OF_CORPS(3, "French-IIIC", "III Cavalry Corps", S_FRENCH),
    OF_CORPS(4, "French-IVC", "IV Cavalry Corps", S_FRENCH),
    OF_CORPS(5, "French-Guard", "Imperial Guard", S_FRENCH),
    OF_CORPS(6, "British-I", "British I Corps", S_ALLIED),
    OF_CORPS(7, "British-II", "British II Corps", S_ALLIED),
    OF_CORPS(8, "British-R", "British R Corps", S_ALLIED),
    OF_CORPS(9, "British-C", "British Cavalry", S_ALLIED),
    OF_CORPS(10, "Prussian-I", "Prussian I Corps", S_ALLIED),
    OF_CORPS(11, "Prussian-II", "Prussian II Corps", S_ALLIED),
    OF_CORPS(12, "Prussian-IV", "Prussian IV Corps", S_ALLIED),
    FACTION_LIST(OF_FACTION)
    [M_STARS + S_FRENCH] = { "stars/French", "French, stars held", S_FRENCH, MEASURE_STANDING, true },
    [M_STARS + S_ALLIED] = { "stars/Allied", "Allied, stars held", S_ALLIED, MEASURE_STANDING, true },
    { NULL, NULL, 0, 0, false },
};
/* clang-format on */

/* Leaders tire and guns spend their shot by acting: only foot and horse tell what the enemy has done. */
static bool counts(const struct play *p, int u, int which)
{
    const struct unit *k = unit_of(p, u);

    if (k->arm != INFANTRY && k->arm != CAVALRY)
        return false;
    if (which >= M_FACTION_LOSSES)
        return k->faction == which - M_FACTION_LOSSES;
    return k->faction == corps[which].faction &&
           strcmp(box_of(p)->corps_name[k->corps], corps[which].name) == 0;
}

static int strength_lost(const struct play *p, int which)
{
    int sum = 0;

    for (int u = 0; u < BLOCKS; u++)
        if (counts(p, u, which))
            sum += unit_of(p, u)->strength[0] -
                   (w200_of(p)->block[u].place == P_LOST ? 0 : strength_of(p, u));
    return sum;
}

int w200_whole(const struct play *p, int which)
{
    int of = which < M_BROKEN ? which : which - M_BROKEN, sum = 0;

    for (int u = 0; which < M_LOST && u < BLOCKS; u++)
        if (counts(p, u, of))
            sum += unit_of(p, u)->strength[0];
    return sum;
}

int w200_measure(const struct play *p, int which)
{
    assert(which >= 0 && which < M_STARS + SIDES);
    if (which < M_BROKEN)
        return strength_lost(p, which);
    if (which < M_LOST)
        return 2 * strength_lost(p, which - M_BROKEN) >= w200_whole(p, which);
    if (which < M_STARS)
        return w200_of(p)->lost[which - M_LOST];
    return areas_count(areas_and(controlled_by(p, which - M_STARS), box_of(p)->star));
}
