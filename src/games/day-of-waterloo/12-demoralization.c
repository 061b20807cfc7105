/*
 * 12-demoralization.c: modules 12, 13 and 14 and case 11.10: losses, the Morale Track, demoralization and
 * disintegration of corps and armies, and victory.
 *
 * Every loss goes through lose(), so that levels take effect at once, even inside a combat. [11.10.3] The
 * game may end there: callers look at state.over afterwards.
 */
#include <assert.h>

#include "dow.h"

/* ---- losses ---- */

/* A counter off the map carries nothing but its losses. */
static void take_off(struct play *p, int u, int place)
{
    struct unit *k = unit_at(p, u);

    if (on_map(p, u))
        lift(p, u);
    *k = (struct unit){
        .place = i16(place), .began = ABSENT, .losses = k->losses, .corps = k->corps
    };
}

/* [8.2] [11.10.1] */
static void become_cadre(struct play *p, int u)
{
    play_tell(p, EV_CADRE, 0, 1, u);
    take_off(p, u, CADRE);
}

static void add_losses(struct play *p, int u, int n)
{
    struct dow_state *s = dow(p);
    struct corps_state *c = &s->corps[s->unit[u].corps];
    struct army_state *a = &s->army[def_at(p, u)->army];

    s->unit[u].losses = u8(s->unit[u].losses + n);
    c->losses = u8(c->losses + n); /* [12.1b] */
    a->losses = u8(a->losses + n);
}

/* [11.10] [11.10.3] */
void lose(struct play *p, int u, int points)
{
    int n = points < strength(p, u) ? points : strength(p, u);

    assert(is_unit(p, u));
    play_tell(p, EV_LOSES, 0, 2, u, n);
    add_losses(p, u, n);
    if (strength(p, u) == 0 && on_map(p, u))
        become_cadre(p, u);
    settle_levels(p);
}

/* [8.1i] [12.3] */
void recover(struct play *p, int u)
{
    struct dow_state *s = dow(p);
    int corps = s->unit[u].corps, army = def_at(p, u)->army;

    assert(is_unit(p, u) && unit_at(p, u)->losses > 0);
    add_losses(p, u, -1);
    play_tell(p, EV_RECOVERS, 0, 2, u, 1);
    if (s->corps[corps].demoralized && !s->army[army].demoralized &&
        s->corps[corps].losses < demoralization_level(p, corps)) {
        s->corps[corps].demoralized = 0;
        play_tell(p, EV_CORPS_RECOVERS, 0, 1, W_CORPS + corps);
    }
}

/* Its remaining points count as lost for its army, not for its corps. Ruling A-28 */
void remove_for_good(struct play *p, int u)
{
    struct army_state *a = &dow(p)->army[def_at(p, u)->army];

    assert(is_unit(p, u));
    a->losses = u8(a->losses + strength(p, u));
    take_off(p, u, GONE);
}

bool in_play(const struct play *p, int u)
{
    int place = unit_at(p, u)->place;

    return place >= 0 || place == WAITING || place == CADRE;
}

/* ---- demoralization ---- */

static void demoralize_corps(struct play *p, int c)
{
    if (dow(p)->corps[c].demoralized)
        return;
    dow(p)->corps[c].demoralized = 1;
    play_tell(p, EV_CORPS_DEMORALIZED, 0, 1, W_CORPS + c);
}

/* [12.7c] Landwehr: printed morale 1. [12.7d] Dutch-Belgians. Off the map or cadre, they go too. */
static bool flees(const struct play *p, int u, int army)
{
    const struct unit_def *d = def_at(p, u);

    if (d->army != army || !in_play(p, u))
        return false;
    return army == ARMY_PRUSSIAN ? d->morale == 1 : army == ARMY_ADG && d->nation == DUTCH;
}

/* [12.7a] For good, with all its corps. */
static void demoralize_army(struct play *p, int army)
{
    if (dow(p)->army[army].demoralized)
        return;
    dow(p)->army[army].demoralized = 1;
    play_tell(p, EV_ARMY_DEMORALIZED, 0, 1, W_ARMY + army);
    for (int c = 0; c < CORPS; c++)
        if (dbox(p)->corps[c].army == army)
            demoralize_corps(p, c);
    for (int u = 0; u < dbox(p)->units; u++)
        if (flees(p, u, army)) {
            play_tell(p, EV_FLEES, 0, 1, u);
            remove_for_good(p, u);
        }
}

/* Ruling A-29: a disintegrated corps counts as demoralized. */
bool corps_is_broken(const struct play *p, int c)
{
    return dow(p)->corps[c].demoralized || dow(p)->corps[c].disintegrated;
}

/* [12.4] Two Prussian corps. [12.5a] [12.5c] I and II of the Anglo-Dutch-Germans. [12.6] The Guard. */
static bool army_breaks(const struct play *p, int army)
{
    switch (army) {
    case ARMY_PRUSSIAN:
        return corps_is_broken(p, CORPS_P_I) + corps_is_broken(p, CORPS_P_II) +
                   corps_is_broken(p, CORPS_P_IV) >=
               2;
    case ARMY_ADG: return corps_is_broken(p, CORPS_A_I) && corps_is_broken(p, CORPS_A_II);
    default: return corps_is_broken(p, CORPS_F_IG);
    }
}

/* ---- disintegration ---- */

static void remove_leader(struct play *p, int i)
{
    dow(p)->leader[i] = (struct leader){ .place = GONE };
}

/* [13.1a] [13.1b] Rulings A-30: cadres and those still to come too; Wellington stays with the army. */
static void disintegrate_corps(struct play *p, int c)
{
    int leader = dbox(p)->corps_leader[c];

    dow(p)->corps[c].disintegrated = 1;
    play_tell(p, EV_CORPS_DISINTEGRATES, 0, 1, W_CORPS + c);
    for (int u = 0; u < dbox(p)->units; u++)
        if (unit_at(p, u)->corps == c && in_play(p, u))
            remove_for_good(p, u);
    if (leader != ABSENT && !dbox(p)->leader[leader].chief)
        remove_leader(p, leader);
}

/* [13.2a] */
static void disintegrate_army(struct play *p, int army)
{
    dow(p)->army[army].disintegrated = 1;
    play_tell(p, EV_ARMY_DISINTEGRATES, 0, 1, W_ARMY + army);
    for (int u = 0; u < dbox(p)->units; u++)
        if (def_at(p, u)->army == army && in_play(p, u))
            take_off(p, u, GONE);
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (dbox(p)->leader[i].army == army && dow(p)->leader[i].place != ABSENT)
            remove_leader(p, i);
}

/* [12.1c] [13.1a] [13.1c] French cavalry corps have no level of disintegration. */
static void settle_corps(struct play *p)
{
    for (int c = 0; c < CORPS; c++) {
        struct corps_state *k = &dow(p)->corps[c];
        int level = disintegration_level(p, c);

        if (k->losses >= demoralization_level(p, c))
            demoralize_corps(p, c);
        if (!k->disintegrated && level && k->losses >= level)
            disintegrate_corps(p, c);
    }
}

/* [12.7e] The flight may bring the army to its level. */
static void settle_armies(struct play *p)
{
    for (int a = 0; a < ARMIES; a++) {
        if (army_breaks(p, a))
            demoralize_army(p, a);
        if (!dow(p)->army[a].disintegrated && dow(p)->army[a].losses >= dbox(p)->army_level[a])
            disintegrate_army(p, a);
    }
}

bool army_is_broken(const struct play *p, int army)
{
    return dow(p)->army[army].demoralized || dow(p)->army[army].disintegrated;
}

/*
 * Corps may break armies, armies break no corps by losses. [12.7f] [14.1] The Allies win at once when the
 * French Army breaks, whatever their own state.
 */
void settle_levels(struct play *p)
{
    settle_corps(p);
    settle_armies(p);
    if (!play_state(p)->over && army_is_broken(p, ARMY_FRENCH)) {
        play_tell(p, EV_VICTORY, 0, 1, ALLIED);
        play_end(p, ALLIED, END_FRENCH_BROKEN);
    }
}

/* [12.5b] A French unit on the road to Brussels or Hal. Ruling A-31: no casualty, but out for good. */
void french_exit(struct play *p, int u)
{
    assert(on_map(p, u) && def_at(p, u)->army == ARMY_FRENCH);
    play_tell(p, EV_EXITS, 0, 2, u, unit_at(p, u)->place == dbox(p)->entry[1] ? 1 : 6);
    take_off(p, u, EXITED);
    demoralize_army(p, ARMY_ADG);
    settle_levels(p);
}

/* ---- the end ---- */

int last_turn(const struct play *p)
{
    return dow(p)->last ? dow(p)->last : TURNS;
}

static bool french_hold(const struct play *p, int h)
{
    return army_in_hex(p, h, ARMY_FRENCH);
}

int goals_margin(const struct play *p)
{
    return goals_over(&dow(p)->goals, p, french_hold);
}

/* A short scenario is decided by ground, because no army breaks in so few hours. */
static void decide_by_goals(struct play *p)
{
    if (goals_margin(p) >= 0)
        play_end(p, FRENCH, END_GOALS_TAKEN);
    else
        play_end(p, ALLIED, END_GOALS_HELD);
}

/* [14.2] [14.3] [14.4] The French can win only here. */
void decide_at_end(struct play *p)
{
    bool french = army_is_broken(p, ARMY_ADG) || army_is_broken(p, ARMY_PRUSSIAN);

    if (dow(p)->goals.needed && !french) {
        decide_by_goals(p);
        play_tell(p, EV_VICTORY, 0, 1, play_state(p)->winner);
        return;
    }
    play_tell(p, EV_VICTORY, 0, 1, french ? FRENCH : ALLIED);
    if (french)
        play_end(p, FRENCH, END_FRENCH_VICTORY);
    else
        play_end(p, ALLIED, END_ALLIES_HOLD);
}
