/*
 * 13-rally.c: case 13.2, the Rally Phase in its four steps: disorder goes, skirmishers rally,
 * command units rally the others, and who is still routed runs on.
 *
 * [13.24] A battalion that rallies is disordered, and no longer asked about disorder in this phase.
 * Retreats are 12-retreat.c's.
 */
#include "nvw.h"

enum { RALLY_HEXES = 6 }; /* [13.26] [12.72] */

static int rallying_side(const struct play *p)
{
    return phasing_side(p);
}

/* ---- disorder goes ---- */

/* [13.21a] [13.21b] [10.33] */
static bool may_recover(const struct play *p, int u)
{
    int h = place_of(p, u);

    return h >= 0 && is_disordered(p, u) && !is_obstructed(p, h) &&
           !in_enemy_zone(p, side_of(p, u), h, BAND_MINIMUM);
}

/* [13.21c] Ruling 74: a square where none may stand is what it was before. */
static void restore_formation(struct play *p, int u)
{
    struct unit *k = unit_at(p, u);

    k->morale = GOOD;
    if (k->formation == SQUARE && is_protected(p, k->place)) {
        k->formation = k->before;
        k->before = 0;
    }
    play_tell(p, EV_RECOVERS, 0, 1, u);
}

/* The whole of a hex at once; F_FORMED marks who may still be turned. */
static bool recover_all(struct play *p, int side)
{
    bool any = false;

    for (int u = 0; u < nbox(p)->units; u++)
        if (side_of(p, u) == side && may_recover(p, u)) {
            restore_formation(p, u);
            set_flag(p, u, F_FORMED);
            any = true;
        }
    return any;
}

/* ---- how they stand now ---- */

/* [8.31] [8.3d] */
static bool needs_marker(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    return on_map(p, u) && has_flag(p, u, F_FORMED) && k->formation == LINE && k->morale == GOOD &&
           k->wing == NOWHERE && needs_wing(p, u);
}

static const char *refuse_marker(const struct play *p, int u, int to)
{
    if (!on_map(p, u) || !needs_marker(p, u))
        return "8.3a: it needs no marker";
    return refuse_wing(p, u, unit_at(p, u)->facing, place_of(p, u), to);
}

/* [13.21c] Once each, before its marker is laid; [6.32] the hex turns together. */
static const char *refuse_facing(const struct play *p, int side, int u, int facing)
{
    if (side_of(p, u) != side || !on_map(p, u) || !has_flag(p, u, F_FORMED))
        return "13.21c: who has recovered may turn";
    if (facing % 2 == 0)
        return "2.2f: a unit faces a corner of its hex";
    if (top_of(p, place_of(p, u)) != u)
        return "6.32: the top unit of a hex is turned, and the others with it";
    if (faces_all(p, u))
        return "6.12: it faces all around";
    if (has_flag(p, u, F_TURNED))
        return "13.21c: it has its facing";
    for (EACH_IN(p, v, place_of(p, u)))
        if (is_extended(p, v))
            return "8.33d: an extended line stays as it is";
    return unit_at(p, u)->facing == facing ? "13.21c: it faces that way already" : NULL;
}

static void list_recover(const struct play *p, const struct step *t, struct menu *m)
{
    for (int u = 0; u < nbox(p)->units; u++) {
        if (!has_flag(p, u, F_FORMED) || side_of(p, u) != t->who)
            continue;
        for (int f = 1; f < HEX_FACINGS; f += 2)
            if (!refuse_facing(p, t->who, u, f))
                menu_add(m, act2(V_TURN, u, f));
        if (needs_marker(p, u))
            EACH_NEIGHBOUR (p->box->board, place_of(p, u), link)
                if (!refuse_marker(p, u, link->cell))
                    menu_add(m, act2(V_EXTEND, u, link->cell));
    }
    menu_add(m, act0(V_DONE));
}

static const char *why_recover(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_TURN)
        return refuse_facing(p, t->who, a->arg[0], a->arg[1]);
    if (a->verb != V_EXTEND)
        return NULL;
    if (side_of(p, a->arg[0]) != t->who)
        return "13.21c: who has recovered forms up";
    return refuse_marker(p, a->arg[0], a->arg[1]);
}

/* Ruling 15: a line that has no room is a column. */
static void form_up(struct play *p, int u)
{
    EACH_NEIGHBOUR (p->box->board, place_of(p, u), link)
        if (!refuse_marker(p, u, link->cell)) {
            set_wing(p, u, link->cell);
            play_tell(p, EV_EXTENDS, 0, 2, u, link->cell);
            return;
        }
    unit_at(p, u)->formation = COLUMN;
    play_tell(p, EV_FORMS, 0, 2, u, W_FORMATION + COLUMN);
}

/* Does anybody who has recovered still have a facing or a marker to be chosen? */
static bool chooses(const struct play *p, int side)
{
    for (int u = 0; u < nbox(p)->units; u++) {
        if (!has_flag(p, u, F_FORMED) || side_of(p, u) != side)
            continue;
        if (!refuse_facing(p, side, u, unit_at(p, u)->facing == 1 ? 3 : 1))
            return true;
        if (needs_marker(p, u))
            EACH_NEIGHBOUR (p->box->board, place_of(p, u), link)
                if (!refuse_marker(p, u, link->cell))
                    return true;
    }
    return false;
}

enum { CHOOSING, CHOSEN };

static void run_recover(struct play *p, struct step *t)
{
    if (t->pc == CHOOSING && chooses(p, rallying_side(p))) {
        t->who = u8(rallying_side(p));
        return;
    }
    for (int u = 0; u < nbox(p)->units; u++)
        if (needs_marker(p, u))
            form_up(p, u);
    agenda_pop(p, 0);
}

static void take_recover(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0];

    t->who = NOBODY;
    switch (a->verb) {
    case V_TURN:
        face_hex(p, place_of(p, u), a->arg[1]);
        set_flag(p, u, F_TURNED);
        play_tell(p, EV_TURNED, 0, 2, u, a->arg[1]);
        break;
    case V_EXTEND:
        set_wing(p, u, a->arg[1]);
        play_tell(p, EV_EXTENDS, 0, 2, u, a->arg[1]);
        break;
    default: t->pc = CHOSEN;
    }
}

static bool recover_sound(const struct play *p, const struct step *t)
{
    return t->who == rallying_side(p);
}

const struct step_def step_recover = {
    .name = "recover",
    .cases = "13.21a 13.21c",
    .on = "rally@skirmishers",
    .title = "Recovery",
    .prompt = "Face those who have recovered as you like",
    .done = "As they stand",
    .points = "choosing chosen",
    .run = run_recover,
    .list = list_recover,
    .take = take_recover,
    .why = why_recover,
    .sound = recover_sound,
};

/* ---- rout goes ---- */

/* [13.22] [8.48a] Ruling 52; ruling 84: in a demoralized army too. */
static void rally_skirmishers(struct play *p, int side)
{
    for (int u = nbox(p)->units + nbox(p)->leaders; u < p->box->pieces; u++)
        if (on_map(p, u) && side_of(p, u) == side && is_routed(p, u) &&
            !in_enemy_zone(p, side, place_of(p, u), BAND_MAXIMUM)) {
            unit_at(p, u)->morale = GOOD;
            clear_flag(p, u, F_EDGE);
            play_tell(p, EV_RALLIES, 0, 1, u);
        }
}

/* [13.23a] [13.23c] Stacked or adjacent, reduced or not; [13.23b] Wellington farther. */
static bool can_rally(const struct play *p, int leader, int u)
{
    int distance, reach = 1;

    if (!is_leader(p, leader) || !on_map(p, leader) || side_of(p, leader) != side_of(p, u))
        return false;
    distance = board_distance(p->box->board, place_of(p, leader), place_of(p, u));
    if (leader == nbox(p)->wellington)
        reach =
            has_flag(p, leader, F_REDUCED) ? def_at(p, leader)->reduced : def_at(p, leader)->radius;
    return distance <= reach;
}

static bool beside(const struct play *p, int leader, int u)
{
    return can_rally(p, leader, u) &&
           board_distance(p->box->board, place_of(p, leader), place_of(p, u)) <= 1;
}

/* How many of them; the last found, if there is one. */
static int rallying(const struct play *p, int u, bool near, int *found)
{
    int n = 0, first = nbox(p)->units;

    for (int leader = first; leader < first + nbox(p)->leaders; leader++)
        if (near ? beside(p, leader, u) : can_rally(p, leader, u)) {
            *found = leader;
            n++;
        }
    return n;
}

/* [13.23a] [13.24] [13.25] The whole hex is disordered now; its companies have rallied before. */
static void rally_hex(struct play *p, int h)
{
    for (EACH_IN(p, u, h))
        if (is_routed(p, u)) {
            unit_at(p, u)->morale = DISORDERED;
            clear_flag(p, u, F_EDGE);
            play_tell(p, EV_RALLIES, 0, 1, u);
        }
}

/* The next hex of routed troops whom a command unit could rally; NO_PIECE: none is left. */
static int next_routed(const struct play *p, int side)
{
    int leader;

    for (int u = 0; u < nbox(p)->units; u++)
        if (on_map(p, u) && side_of(p, u) == side && is_routed(p, u) && !has_flag(p, u, F_TRIED) &&
            rallying(p, u, false, &leader) && !in_enemy_zone(p, side, place_of(p, u), BAND_MAXIMUM))
            return u;
    return NO_PIECE;
}

enum { WHO, BY };

/* [13.23a] Compulsory, and nothing to choose, unless the army is demoralized [13.35b] or
 * Wellington alone could do it. */
static bool rally_next(struct play *p, int side)
{
    int u = next_routed(p, side), leader = NO_PIECE, near;

    if (u == NO_PIECE)
        return false;
    for (EACH_IN(p, v, place_of(p, u)))
        set_flag(p, v, F_TRIED);
    near = rallying(p, u, true, &leader);
    if (near && !nvw(p)->demoralized[side])
        rally_hex(p, place_of(p, u));
    else
        agenda_push_with(p, ST_RALLY_BY, side, u, NOWHERE, 0, 0);
    return true;
}

static void list_rally_by(const struct play *p, const struct step *t, struct menu *m)
{
    int first = nbox(p)->units, found;

    for (int leader = first; leader < first + nbox(p)->leaders; leader++)
        if (can_rally(p, leader, t->v[WHO]))
            menu_add(m, act2(V_RALLY, t->v[WHO], leader));
    if (!rallying(p, t->v[WHO], true, &found))
        menu_add(m, act0(V_DONE));
}

static const char *why_rally_by(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p;
    if (a->verb == V_DONE)
        return "13.23a: a command unit beside it must rally it";
    if (a->verb != V_RALLY)
        return NULL;
    if (a->arg[0] != t->v[WHO])
        return "13.23a: another hex is rallied now";
    return "13.23a: that command unit is not beside it";
}

/* [13.35b] */
static void take_rally_by(struct play *p, struct step *t, const struct action *a)
{
    int u = t->v[WHO];

    if (a->verb == V_RALLY && nvw(p)->demoralized[side_of(p, u)]) {
        t->v[BY] = a->arg[1];
        t->who = NOBODY;
        agenda_roll(p, 1, 6, W_RALLY);
        return;
    }
    agenda_pop(p, 0);
    if (a->verb == V_RALLY)
        rally_hex(p, place_of(p, u));
}

/* [13.35b] One die for the hex: no more than the radius. */
static void run_rally_by(struct play *p, struct step *t)
{
    int u = t->v[WHO], leader = t->v[BY], die = t->answer;
    int radius =
        has_flag(p, leader, F_REDUCED) ? def_at(p, leader)->reduced : def_at(p, leader)->radius;

    agenda_pop(p, 0);
    if (die <= radius)
        rally_hex(p, place_of(p, u));
    else
        play_tell(p, EV_RALLY_FAILS, 0, 1, u);
}

static bool preview_rally_by(const struct play *p, const struct step *t, const struct action *a,
                             struct sheet *s)
{
    int leader = a->arg[1], radius;

    if (a->verb != V_RALLY || !nvw(p)->demoralized[t->who])
        return false;
    radius =
        has_flag(p, leader, F_REDUCED) ? def_at(p, leader)->reduced : def_at(p, leader)->radius;
    sheet_begin(s, "%s rallies %s", p->box->piece[leader].name, p->box->piece[a->arg[0]].name);
    sheet_number(s, "13.35b", radius, "Command radius: the die may not be higher");
    for (int die = 1; die <= 6; die++)
        sheet_chance(s, die <= radius ? "rallies" : "does not rally", 1);
    return true;
}

static bool rally_by_sound(const struct play *p, const struct step *t)
{
    int u = t->v[WHO];

    if (!on_map(p, u) || side_of(p, u) != rallying_side(p))
        return false;
    if (t->who != NOBODY)
        return t->who == side_of(p, u);
    return t->v[BY] >= 0 && can_rally(p, t->v[BY], u) && t != agenda_top(p);
}

const struct step_def step_rally_by = {
    .name = "rally-by",
    .cases = "13.23a 13.23b",
    .vars = "who:u by:U",
    .points = "asked",
    .on = "rally@command",
    .rolls = "asked:6",
    .title = "Rally",
    .prompt = "Who rallies {u0}?",
    .no = "Nobody",
    .run = run_rally_by,
    .list = list_rally_by,
    .take = take_rally_by,
    .why = why_rally_by,
    .preview = preview_rally_by,
    .sound = rally_by_sound,
};

/* ---- the rest runs on ---- */

/* [13.26] [12.72] One hex after another; F_DONE: it has run in this phase. */
static bool flee_next(struct play *p, int side)
{
    for (int u = 0; u < p->box->pieces; u++) {
        if (!on_map(p, u) || side_of(p, u) != side || !is_routed(p, u) || has_flag(p, u, F_DONE))
            continue;
        for (EACH_IN(p, v, place_of(p, u)))
            set_flag(p, v, F_DONE);
        retreat_now(p, u, RALLY_HEXES, FLEES_RALLY);
        return true;
    }
    return false;
}

/* ---- the phase ---- */

enum { DISORDER, SKIRMISHERS, LEADERS, FLIGHT };

/* [13.2] In this order. */
static void run_rally(struct play *p, struct step *t)
{
    int side = rallying_side(p);

    switch (t->pc) {
    case DISORDER:
        t->pc++;
        if (recover_all(p, side))
            agenda_push(p, ST_RECOVER, NOBODY);
        break;
    case SKIRMISHERS:
        t->pc++;
        rally_skirmishers(p, side);
        break;
    case LEADERS:
        if (!rally_next(p, side))
            t->pc++;
        break;
    default:
        if (!flee_next(p, side))
            agenda_pop(p, 0);
    }
}

const struct step_def step_rally = {
    .name = "rally",
    .cases = "13.2",
    .points = "disorder skirmishers command flight",
    .on = "turn",
    .run = run_rally,
};
