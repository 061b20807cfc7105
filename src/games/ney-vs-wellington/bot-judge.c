/*
 * bot-judge.c: signs of who will win: army morale and ground in the whole battle, losses or hexes in a short scenario, and in all
 * of them who has run, who is shaken, and the turns that are left.
 *
 * Each of the three ways to win has a set of its own; those of the others are 0. Their weights come from regressions over many
 * games (docs/bots.md).
 */
#include <string.h>

#include "bot.h"
#include "kernel/muster.h"

enum { SOON = 12, NEAR_ENOUGH = 12 };

static int between(int n, int least, int most)
{
    return n < least ? least : n > most ? most : n;
}

/* [13.33b] What the Allies will be given in turns to come. */
static int to_come(const struct play *p)
{
    int sum = 0;

    for (int t = play_state(p)->turn + 1; t <= last_turn(p); t++)
        sum += nbox(p)->added[t];
    return sum;
}

/* [15.0b] [15.0e] */
static void read_war(const struct play *p, int *sign)
{
    const struct nvw_state *s = nvw(p);
    int allied = s->demoralized[ALLIED] ? 0 : s->level[ALLIED] + to_come(p);

    sign[SIGN_LEAD] = s->level[FRENCH] - allied;
    sign[SIGN_DONE] = s->demoralized[ALLIED] - s->demoralized[FRENCH];
    sign[SIGN_NEAR] = between(points_north(p), 0, 60);
}

/* Of hexes that are to be taken how many are; and how far the French foot has to go for the others. */
static void read_ground(const struct play *p, int *sign)
{
    const struct goals *g = &nvw(p)->goals;

    for (int i = 0; i < g->n; i++) {
        int nearest = NEAR_ENOUGH;

        for (int u = 0; u < nbox(p)->units; u++)
            if (side_of(p, u) == FRENCH && on_map(p, u) && is_battalion(p, u) && !is_routed(p, u)) {
                int far = board_distance(p->box->board, place_of(p, u), g->cell[i]);

                nearest = far < nearest ? far : nearest;
            }
        sign[SIGN_LEAD] += holds_troops(p, g->cell[i], FRENCH);
        sign[SIGN_NEAR] -= nearest;
    }
    sign[SIGN_LEAD] -= g->needed;
    sign[SIGN_DONE] = sign[SIGN_LEAD] >= 0 ? 1 : -1;
}

static void read_harvest(const struct play *p, int *sign)
{
    const struct nvw_state *s = nvw(p);

    sign[SIGN_LEAD] = between(s->lost[ALLIED] - s->lost[FRENCH], -8, 8);
    sign[SIGN_DONE] = sign[SIGN_LEAD] > 0 && s->lost[ALLIED] >= s->harvest ? 1 : -1;
}

/* Points that have run, and points in the open that have lost their order. */
static void read_order(const struct play *p, int *sign)
{
    for (int u = 0; u < nbox(p)->units; u++) {
        int side = side_of(p, u), points = unit_at(p, u)->points;

        if (!on_map(p, u))
            continue;
        if (is_routed(p, u))
            sign[side == FRENCH ? SIGN_FRENCH_RAN : SIGN_ALLIED_RAN] += points;
        else if (is_disordered(p, u) && !is_obstructed(p, place_of(p, u)))
            sign[side == FRENCH ? SIGN_FRENCH_SHAKEN : SIGN_ALLIED_SHAKEN] += points;
    }
}

void nvw_signs(const struct play *p, int *sign)
{
    const struct nvw_state *s = nvw(p);
    int left = last_turn(p) - play_state(p)->turn;

    memset(sign, 0, ISSUES * SIGNS * sizeof *sign);
    sign += SIGNS * (s->harvest ? ISSUE_LOSSES : s->goals.n ? ISSUE_GROUND : ISSUE_WAR);
    if (s->harvest)
        read_harvest(p, sign);
    else if (s->goals.n)
        read_ground(p, sign);
    else
        read_war(p, sign);
    read_order(p, sign);
    sign[SIGN_ONE] = 1;
    sign[SIGN_LEFT] = left;
    sign[SIGN_DUE] = SOON * sign[SIGN_LEAD] / (left + 1); /* it counts in the end */
}

/* ---- what a net is told beside them ---- */

enum {
    F_PHASE,
    F_LEFT,
    F_HARVEST,
    F_NEEDED,
    F_LEVEL_FRENCH,
    F_LEVEL_ALLIED,
    F_BROKEN_FRENCH,
    F_BROKEN_ALLIED,
    F_LOST_FRENCH,
    F_LOST_ALLIED,
    F_TO_COME,
    F_NORTH,
    F_HELD,                             /* of hexes that decide, one by one */
    F_NEAR_FRENCH = F_HELD + GOALS_MAX, /* how near either side is to them */
    F_NEAR_ALLIED = F_NEAR_FRENCH + GOALS_MAX,
    F_NUMBERS = F_NEAR_ALLIED + GOALS_MAX
};

static const char *const feature_numbers[] = { "phase",
                                               "turns-left",
                                               "harvest",
                                               "goals-needed",
                                               "level-French",
                                               "level-Allied",
                                               "broken-French",
                                               "broken-Allied",
                                               "lost-French",
                                               "lost-Allied",
                                               "to-come",
                                               "north",
                                               "held-1",
                                               "held-2",
                                               "held-3",
                                               "held-4",
                                               "held-5",
                                               "held-6",
                                               "held-7",
                                               "held-8",
                                               "near-French-1",
                                               "near-French-2",
                                               "near-French-3",
                                               "near-French-4",
                                               "near-French-5",
                                               "near-French-6",
                                               "near-French-7",
                                               "near-French-8",
                                               "near-Allied-1",
                                               "near-Allied-2",
                                               "near-Allied-3",
                                               "near-Allied-4",
                                               "near-Allied-5",
                                               "near-Allied-6",
                                               "near-Allied-7",
                                               "near-Allied-8",
                                               NULL };
_Static_assert(COUNT(feature_numbers) == F_NUMBERS + 1, "a name for each number");

/* Of each army its parts on foot, then its horse and its guns. */
enum { FOOT_PARTS = 4, PARTS_OF_ARMY = FOOT_PARTS + 2 };
static const char *const feature_formations[] = {
    "french-1", "french-2", "french-3", "french-4",     "french-horse", "french-guns", "allied-1",
    "allied-2", "allied-3", "allied-4", "allied-horse", "allied-guns",  NULL
};

/* Foot by its division. */
static int foot_part(const struct play *p, int u)
{
    const char *division = def_at(p, u)->division;

    return division ? division[0] % FOOT_PARTS : 0;
}

static int formation_of(const struct play *p, int u)
{
    int part = is_guns(p, u) ? FOOT_PARTS + 1 : is_cavalry(p, u) ? FOOT_PARTS : foot_part(p, u);

    return PARTS_OF_ARMY * side_of(p, u) + part;
}

static void read_goals(const struct play *p, int *number)
{
    const struct goals *g = &nvw(p)->goals;

    for (int i = 0; i < g->n; i++) {
        int nearest[SIDES] = { NEAR_ENOUGH, NEAR_ENOUGH };

        for (int u = 0; u < nbox(p)->units; u++)
            if (on_map(p, u) && is_battalion(p, u) && !is_routed(p, u)) {
                int far = board_distance(p->box->board, place_of(p, u), g->cell[i]);
                int *least = &nearest[side_of(p, u)];

                *least = far < *least ? far : *least;
            }
        number[F_HELD + i] = holds_troops(p, g->cell[i], FRENCH)   ? 1
                             : holds_troops(p, g->cell[i], ALLIED) ? -1
                                                                   : 0;
        number[F_NEAR_FRENCH + i] = NEAR_ENOUGH - nearest[FRENCH];
        number[F_NEAR_ALLIED + i] = NEAR_ENOUGH - nearest[ALLIED];
    }
}

static void read_numbers(const struct play *p, int *number)
{
    const struct nvw_state *s = nvw(p);

    number[F_PHASE] = play_state(p)->phase;
    number[F_LEFT] = last_turn(p) - play_state(p)->turn;
    number[F_HARVEST] = s->harvest;
    number[F_NEEDED] = s->goals.needed;
    for (int side = 0; side < SIDES; side++) {
        number[F_LEVEL_FRENCH + side] = s->level[side];
        number[F_BROKEN_FRENCH + side] = s->demoralized[side];
        number[F_LOST_FRENCH + side] = s->lost[side];
    }
    number[F_TO_COME] = to_come(p);
    number[F_NORTH] = points_north(p);
    read_goals(p, number);
}

enum { GUNS_REACH = 5 }; /* hexes at which they are to be feared */

static void read_features(const struct play *p, int *number, struct muster *m)
{
    read_numbers(p, number);
    for (int u = 0; u < nbox(p)->units; u++)
        if (on_map(p, u) && !is_leader(p, u))
            muster_add(m, (struct muster_unit){
                              .piece = i16(u),
                              .place = i16(place_of(p, u)),
                              .points = unit_at(p, u)->points,
                              .side = u8(side_of(p, u)),
                              .formation = u8(formation_of(p, u)),
                              .reach = is_guns(p, u) && !is_routed(p, u) ? GUNS_REACH : 0,
                              .shaken = unit_at(p, u)->morale != GOOD,
                              .covered = is_obstructed(p, place_of(p, u)) });
}

const struct feature_set nvw_features = { .numbers = feature_numbers,
                                          .formations = feature_formations,
                                          .read = read_features };
