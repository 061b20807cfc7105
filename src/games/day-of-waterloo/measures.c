/*
 * measures.c: what is worth following through a game of The Day of Waterloo: casualties of corps
 * and armies, and which of them are broken. For statistics (src/sim); no rule reads it.
 */
#include "dow.h"

enum {
    M_LOSSES,
    M_ARMY_LOSSES = M_LOSSES + CORPS,
    M_BROKEN = M_ARMY_LOSSES + ARMIES,
    M_ARMY_BROKEN = M_BROKEN + CORPS
};

#define OF_CORPS(corps, word, heading, whose)                                                      \
    [M_LOSSES + (corps)] = { "losses/" word, heading, whose, MEASURE_LOSSES, false },              \
                [M_BROKEN + (corps)] = { "broken/" word, heading, whose, MEASURE_BROKEN, false }
#define OF_ARMY(army, word, heading, whose)                                                        \
    [M_ARMY_LOSSES + (army)] = { "losses/" word, heading, whose, MEASURE_LOSSES, true },           \
                     [M_ARMY_BROKEN + (army)] = { "broken/" word, heading, whose, MEASURE_BROKEN,  \
                                                  true }

const struct measure dow_measures[] = {
    OF_CORPS(CORPS_F_I, "French-I", "French I Corps", FRENCH),
    OF_CORPS(CORPS_F_II, "French-II", "French II Corps", FRENCH),
    OF_CORPS(CORPS_F_VI, "French-VI", "French VI Corps", FRENCH),
    OF_CORPS(CORPS_F_IG, "French-Guard", "Imperial Guard", FRENCH),
    OF_CORPS(CORPS_F_IIIC, "French-IIIc", "III Cavalry Corps", FRENCH),
    OF_CORPS(CORPS_F_IVC, "French-IVc", "IV Cavalry Corps", FRENCH),
    OF_CORPS(CORPS_F_III, "French-III", "French III Corps", FRENCH),
    OF_CORPS(CORPS_A_I, "ADG-I", "ADG I Corps", ALLIED),
    OF_CORPS(CORPS_A_II, "ADG-II", "ADG II Corps", ALLIED),
    OF_CORPS(CORPS_A_R, "ADG-Reserve", "ADG Reserve", ALLIED),
    OF_CORPS(CORPS_A_C, "ADG-Cavalry", "ADG Cavalry", ALLIED),
    OF_CORPS(CORPS_P_I, "Prussian-I", "Prussian I Corps", ALLIED),
    OF_CORPS(CORPS_P_II, "Prussian-II", "Prussian II Corps", ALLIED),
    OF_CORPS(CORPS_P_IV, "Prussian-IV", "Prussian IV Corps", ALLIED),
    OF_ARMY(ARMY_FRENCH, "French", "French", FRENCH),
    OF_ARMY(ARMY_ADG, "ADG", "Anglo-Dutch-German", ALLIED),
    OF_ARMY(ARMY_PRUSSIAN, "Prussian", "Prussian", ALLIED),
    { NULL, NULL, 0, 0, false },
};

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
