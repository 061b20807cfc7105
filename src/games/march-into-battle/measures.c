/*
 * measures.c: what is worth following through a game of March into Battle: steps that formations and armies have lost,
 * Army Morale, divisions Smashed, how near Bülow is to Plancenoit. For statistics (src/sim); no rule reads it.
 */
#include <assert.h>

#include "mib.h"

/* Formations that fought on one field, where the board has several. */
enum { AT_WATERLOO, AT_WAVRE, AT_QUATRE_BRAS, WINGS };

static const uint32_t wing[WINGS] = {
    [AT_WATERLOO] = 1u << F_I | 1u << F_II | 1u << F_VI | 1u << F_G | 1u << F_IIIC | 1u << F_IVC,
    [AT_WAVRE] = 1u << F_III | 1u << F_IV | 1u << F_IC | 1u << F_IIC,
    [AT_QUATRE_BRAS] = 1u << A_I | 1u << A_R,
};

enum {
    M_LOSSES,
    M_ARMY_LOSSES = M_LOSSES + FORMATIONS,
    M_WING_LOSSES = M_ARMY_LOSSES + ARMIES,
    M_MORALE = M_WING_LOSSES + WINGS,
    M_SMASHED = M_MORALE + SIDES,
    M_FATIGUE = M_SMASHED + SIDES,
    M_BULOW = M_FATIGUE + SIDES,
    MEASURES
};

/* clang-format off */
#define OF_FORMATION_LOSSES(f, id, army, title, word) \
    [M_LOSSES + f] = { word, title, army == ARMY_FRENCH ? FRENCH : ALLIED, MEASURE_LOSSES, false },

const struct measure mib_measures[] = {
    FORMATION_LIST(OF_FORMATION_LOSSES)
    [M_ARMY_LOSSES + ARMY_FRENCH] = { "losses/French", "French", FRENCH, MEASURE_LOSSES, true },
    [M_ARMY_LOSSES + ARMY_ANGLO] = { "losses/Anglo", "Anglo-Netherlands", ALLIED, MEASURE_LOSSES, true },
    [M_ARMY_LOSSES + ARMY_PRUSSIAN] = { "losses/Prussian", "Prussian", ALLIED, MEASURE_LOSSES, true },
    [M_WING_LOSSES + AT_WATERLOO] = { "losses/Napoleon", "French I, II, VI Corps, Guard, III and IV Cavalry", FRENCH, MEASURE_LOSSES, false },
    [M_WING_LOSSES + AT_WAVRE] = { "losses/Grouchy", "French III, IV Corps, I and II Cavalry", FRENCH, MEASURE_LOSSES, false },
    [M_WING_LOSSES + AT_QUATRE_BRAS] = { "losses/Quatre-Bras", "Anglo-Netherlands I Corps and Reserve", ALLIED, MEASURE_LOSSES, false },
    [M_MORALE + FRENCH] = { "morale/French", "French Army Morale", FRENCH, MEASURE_STANDING, true },
    [M_MORALE + ALLIED] = { "morale/Allied", "Allied Army Morale", ALLIED, MEASURE_STANDING, true },
    [M_SMASHED + FRENCH] = { "smashed/French", "French divisions Smashed or gone", FRENCH, MEASURE_STANDING, false },
    [M_SMASHED + ALLIED] = { "smashed/Allied", "Allied divisions Smashed or gone", ALLIED, MEASURE_STANDING, false },
    [M_FATIGUE + FRENCH] = { "fatigue/French", "French fatigue, tenths of a level", FRENCH, MEASURE_STANDING, false },
    [M_FATIGUE + ALLIED] = { "fatigue/Allied", "Allied fatigue, tenths of a level", ALLIED, MEASURE_STANDING, false },
    [M_BULOW] = { "bulow/hexes", "Hexes from Bülow's corps to Plancenoit (99: not on the map)", ALLIED, MEASURE_STANDING, false },
    [MEASURES] = { NULL, NULL, 0, 0, false },
};
/* clang-format on */

/* Whoever is due after the last turn, or with an option that is off, has no part in it. */
static bool takes_part(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (k->place == WAITING)
        return k->due <= mib(p)->last && (!def_at(p, u)->hal || play_option(p, OPT_HAL));
    return k->place != ABSENT;
}

/* Divisions of a formation, of an army, or of formations that fought together. */
static bool counts(const struct play *p, int u, int which)
{
    int formation = unit_at(p, u)->formation;

    if (!is_division(p, u) || !takes_part(p, u))
        return false;
    if (which >= M_WING_LOSSES)
        return formation < FORMATIONS && wing[which - M_WING_LOSSES] >> formation & 1;
    return which < M_ARMY_LOSSES ? formation == which - M_LOSSES
                                 : army_of(p, u) == which - M_ARMY_LOSSES;
}

static int gain(int now, int before)
{
    return now > before ? now - before : 0;
}

/* Since the first turn: who was missing then is not lost in it, and if he comes back that is no gain against what is. */
static int steps_of(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    int c = mbox(p)->fallen[play_state(p)->scenario][u];
    int s = mbox(p)->straggled[play_state(p)->scenario][u];

    return k->place == LOST ? gain(def_at(p, u)->steps, c + s) : gain(k->c, c) + gain(k->s, s);
}

static int steps_lost(const struct play *p, int which)
{
    int sum = 0;

    for (int u = 0; u < mbox(p)->units; u++)
        if (counts(p, u, which))
            sum += steps_of(p, u);
    return sum;
}

static int divisions_lost(const struct play *p, int side)
{
    int n = 0;

    for (int u = 0; u < mbox(p)->units; u++)
        n += arm_of(p, u) == INFANTRY && side_of(p, u) == side &&
             (unit_at(p, u)->place == LOST || has_flag(p, u, U_SMASHED));
    return n;
}

static int mean_fatigue(const struct play *p, int side)
{
    int n = 0, sum = 0;

    for (int u = 0; u < mbox(p)->units; u++)
        if (on_map(p, u) && is_division(p, u) && side_of(p, u) == side) {
            sum += 10 * unit_at(p, u)->fatigue;
            n++;
        }
    return n ? sum / n : 0;
}

/* Of the nearest of its divisions; 99 while none is on the map. */
static int bulow_to_plancenoit(const struct play *p)
{
    int to = board_find(p->box->board, "1309"), least = 99;

    for (int u = 0; u < mbox(p)->units; u++)
        if (to >= 0 && on_map(p, u) && is_division(p, u) && unit_at(p, u)->formation == P_IV) {
            int d = board_distance(p->box->board, unit_at(p, u)->place, to);

            least = d < least ? d : least;
        }
    return least;
}

int mib_measure(const struct play *p, int which)
{
    assert(which >= 0 && which < MEASURES);
    if (which < M_MORALE)
        return steps_lost(p, which);
    if (which < M_SMASHED)
        return mib(p)->morale[which - M_MORALE];
    if (which < M_FATIGUE)
        return divisions_lost(p, which - M_SMASHED);
    return which < M_BULOW ? mean_fatigue(p, which - M_FATIGUE) : bulow_to_plancenoit(p);
}

/* Steps with which the game begins. */
int mib_whole(const struct play *p, int which)
{
    int sum = 0;

    for (int u = 0; which < M_MORALE && u < mbox(p)->units; u++)
        if (counts(p, u, which))
            sum += sp_of(p, u);
    return sum;
}
