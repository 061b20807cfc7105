/*
 * 11-retreat.c: module 11.9: retreats after combat, hex by hex, the points paid for hexes not
 * retreated, horse artillery that goes along, and the displacement of friends who are in the way.
 *
 * A retreat is one step for a unit (a Guard pair is one unit). It is judged anew whenever it comes
 * to the top: without a hex to go to the unit pays. Where a side may go it knows by what it sees;
 * cavalry that shows itself on the way ends the retreat, but never in contact. [11.9.4] [11.9e]
 */
#include <string.h>

#include "dow.h"

enum { WHO, LEFT, STAND, ORIGIN, PARTNER }; /* variables of a retreat */
enum { ASKED, AWAITS_ROOM, ARRIVED };       /* its pc */
enum { CHAIN = 4 }; /* [11.9.5c] friends that may have to make room one after another */

/* ---- units and their room ---- */

int partner_of(const struct play *p, int u)
{
    return paired(p, u) ? below(p, u) : NO_UNIT;
}

static int unit_points(const struct play *p, int u, int partner)
{
    return strength(p, u) + (partner == NO_UNIT ? 0 : strength(p, partner));
}

/* [11.9.1] Within the limits of 5.2; a Guard pair is one unit but needs room for both. */
bool has_room(const struct play *p, int h, int u, int partner)
{
    if (partner == NO_UNIT || top_of(p, h) == NO_UNIT)
        return room_for(p, h, u);
    return !one_unit_hex(p, h) && stack_points(p, h) + unit_points(p, u, partner) <= STACK_LIMIT;
}

/* Ruling A-21: to the bottom of the stack they join, their own order kept. All have seen it. */
static void shift_unit(struct play *p, int u, int partner, int to)
{
    put_bottom(p, u, to);
    set_flag(p, u, F_KNOWN);
    if (partner != NO_UNIT) {
        put_bottom(p, partner, to);
        set_flag(p, partner, F_KNOWN);
    }
    play_reveal(p);
}

/* ---- where to ---- */

/* [11.9e] ruling A-20: next to an enemy unit that fought in this combat? */
static bool next_to_foe(const struct play *p, int h, int side)
{
    EACH_NEIGHBOUR (p->box->board, h, link) {
        if (!enemy_in_hex(p, link->cell, side))
            continue;
        for (EACH_IN(p, u, link->cell))
            if (has_flag(p, u, F_ATTACKS | F_DEFENDS))
                return true;
    }
    return false;
}

/* [9.4.5h] By Cavalry Charge! markers, while the Movement Phase lasts. */
static bool closed(const struct play *p, int h)
{
    return play_state(p)->phase == PH_MOVEMENT && hex_is(p, h, H_REACTION);
}

const char *refuse_crossing(const struct play *p, int u, int from, int to)
{
    if (top_of(p, to) != NO_UNIT && !army_in_hex(p, to, def_at(p, u)->army))
        return "5.1b: units of the other Allied army stand there";
    return may_cross(p, u, from, to) ? NULL : refuse_ground(p, u, from, to);
}

/* What bars the way whatever the room. Ruling A-20 */
static const char *refuse_way(const struct play *p, int u, int from, int to)
{
    const char *why;

    if (!adjacent(p, from, to))
        return "11.9a: a retreat goes from a hex to the next";
    if (enemy_in_hex(p, to, side_of(p, u)))
        return "5.1a: enemies stand there";
    if ((why = refuse_crossing(p, u, from, to)))
        return why;
    return closed(p, to) ? "9.4.5h: nobody enters a hex with a Cavalry Charge! marker" : NULL;
}

/* A hex in which the retreat could end. */
static bool ends_well(const struct play *p, int u, int partner, int from, int to)
{
    return !refuse_way(p, u, from, to) && has_room(p, to, u, partner) &&
           !next_to_foe(p, to, side_of(p, u));
}

static bool goes_on_well(const struct play *p, int u, int partner, int from)
{
    EACH_NEIGHBOUR (p->box->board, from, link)
        if (link->cell != unit_at(p, u)->place && ends_well(p, u, partner, from, link->cell))
            return true;
    return false;
}

/* [11.9e] Out of contact at the end; [11.9.4] not through a zone to get there. */
static const char *refuse_contact(const struct play *p, const struct step *t, int to)
{
    int u = t->v[WHO], side = side_of(p, u);

    if (!next_to_foe(p, to, side))
        return NULL;
    if (t->v[LEFT] < 2)
        return "11.9e: the hex is next to a unit of the enemy that fought";
    if (known_pinned(p, to, side))
        return "11.9.4: it could not go on through the enemy's Zone of Influence";
    return goes_on_well(p, u, t->v[PARTNER], to) ? NULL
                                                 : "11.9e: from there it could not break contact";
}

static const char *refuse_hex(const struct play *p, const struct step *t, int to)
{
    const char *why = refuse_way(p, t->v[WHO], unit_at(p, t->v[WHO])->place, to);

    return why ? why : refuse_contact(p, t, to);
}

static bool goes_directly(const struct play *p, const struct step *t, int to)
{
    return !refuse_hex(p, t, to) && has_room(p, to, t->v[WHO], t->v[PARTNER]);
}

/* ---- who can make room ---- */

/*
 * [11.9.5b] One hex back, as if retreating, not into prohibited ground, nor where room is being
 * made already.
 */
static bool may_be_displaced_to(const struct play *p, int u, int to)
{
    int from = unit_at(p, u)->place;

    return !hex_is(p, to, H_ROOM) && !refuse_way(p, u, from, to) &&
           !next_to_foe(p, to, side_of(p, u));
}

/* Would those of the hex who can go (level at most `most`) leave room enough? */
static bool can_make_room(const struct play *p, int h, int u, int partner, const int8_t *level,
                          int most)
{
    int free = 0;

    for (int w = top_of(p, h); w != NO_UNIT; w = unit_end(p, w)) {
        bool goes = level[w] > 0 && level[w] <= most;

        if (one_unit_hex(p, h) && !goes)
            return false;
        free += goes ? unit_points(p, w, partner_of(p, w)) : 0;
    }
    return one_unit_hex(p, h) ||
           stack_points(p, h) - free + unit_points(p, u, partner) <= STACK_LIMIT;
}

static bool finds_place(const struct play *p, int u, const int8_t *level, int most)
{
    int partner = partner_of(p, u);

    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link)
        if (may_be_displaced_to(p, u, link->cell) &&
            (has_room(p, link->cell, u, partner) ||
             can_make_room(p, link->cell, u, partner, level, most)))
            return true;
    return false;
}

/*
 * [11.9.5c] For every unit of the army how many must shift, itself included, if it is displaced: 1,
 * if there is room next to it; 0, if it cannot be.
 */
static void find_levels(const struct play *p, int army, int8_t level[UNITS_MAX])
{
    memset(level, 0, UNITS_MAX);
    for (int k = 1; k <= CHAIN; k++)
        for (int u = 0; u < dbox(p)->units; u++)
            if (def_at(p, u)->army == army && on_map(p, u) && !level[u] && !pair_above(p, u) &&
                !closed(p, unit_at(p, u)->place) && finds_place(p, u, level, k - 1))
                level[u] = i8(k);
}

/* ---- the step ---- */

static bool any_direct(const struct play *p, const struct step *t)
{
    EACH_NEIGHBOUR (p->box->board, unit_at(p, t->v[WHO])->place, link)
        if (goes_directly(p, t, link->cell))
            return true;
    return false;
}

/* [11.9.1] Only a unit without any other hex displaces. */
static int list_hexes(const struct play *p, const struct step *t, int hexes[BATTLE_HEXES])
{
    int found = 0, u = t->v[WHO];
    bool direct = any_direct(p, t);
    int8_t level[UNITS_MAX];

    if (!direct)
        find_levels(p, def_at(p, u)->army, level);
    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link) {
        int to = link->cell;

        if (goes_directly(p, t, to) || (!direct && !refuse_hex(p, t, to) &&
                                        can_make_room(p, to, u, t->v[PARTNER], level, CHAIN)))
            hexes[found++] = to;
    }
    return found;
}

/* [9.4.5d] The retreats of cavalry that failed to react stand on the charge itself. */
static bool failed_to_react(const struct play *p)
{
    const struct step *t = agenda_top(p);

    while (t->op == ST_RETREAT)
        t--;
    return t->op == ST_CHARGE;
}

/*
 * [11.9c] A unit may lose a point for every hex; ruling A-11: also after the first of two, once
 * out of contact.
 */
static const char *refuse_stand(const struct play *p, const struct step *t)
{
    int u = t->v[WHO];

    if (!t->v[STAND])
        return failed_to_react(p)
                   ? "9.4.5d: cavalry whose reaction failed must retreat and takes no loss instead"
                   : "11.9.2b: the unit must retreat and may not take a loss instead";
    if (unit_at(p, u)->place != t->v[ORIGIN] && next_to_foe(p, unit_at(p, u)->place, side_of(p, u)))
        return "11.9e: a unit that retreats must break contact";
    return NULL;
}

/* [11.9c] How far, and what it costs to stay. */
static const char *phrase_retreat(const struct play *p, const struct step *t)
{
    return refuse_stand(p, t) ? "{u0} must retreat {n1} [hex|hexes]"
                              : "{u0} must retreat {n1} [hex|hexes], or lose {n1} SP";
}

void ask_retreat(struct play *p, int u, int hexes, bool may_stand)
{
    struct step *t =
        agenda_push_with(p, ST_RETREAT, NOBODY, u, hexes, may_stand, unit_at(p, u)->place);

    t->v[PARTNER] = i16(partner_of(p, u));
}

static bool moot_retreat(const struct play *p, const struct step *t)
{
    return !on_map(p, t->v[WHO]) && (t->v[PARTNER] == NO_UNIT || !on_map(p, t->v[PARTNER]));
}

/* Of a pair one may have become a cadre. */
static void settle_pair(const struct play *p, struct step *t)
{
    int u = t->v[WHO], partner = t->v[PARTNER];

    if (partner == NO_UNIT)
        return;
    if (!on_map(p, u))
        t->v[WHO] = i16(partner);
    if (!on_map(p, u) || !on_map(p, partner))
        t->v[PARTNER] = NO_UNIT;
}

/* [9.4.3c] Those who stand beside a charger are not touched by its fate. */
static bool leaves_the_rest_behind(const struct play *p, int u)
{
    if (dow(p)->fight.kind == FIGHT_CHARGE)
        return has_flag(p, u, F_DEFENDS);
    return has_flag(p, u, F_ATTACKS | F_DEFENDS) &&
           !(dow(p)->fight.surprise && has_flag(p, u, F_MOVING));
}

static void finish(struct play *p, const struct step *ended)
{
    struct step t = *ended;
    int to = unit_at(p, t.v[WHO])->place, from = t.v[ORIGIN];

    agenda_pop(p, 0);
    if (to == from)
        return;
    if (t.v[STAND] && leaves_the_rest_behind(p, t.v[WHO])) {
        mark_hex(p, from, H_FLED);
        if (!is_guns(arm_of(p, t.v[WHO])))
            agenda_push_with(p, ST_ALONG, side_of(p, t.v[WHO]), from, to, 0, 0);
    }
    ask_leaders(p, from, to);
}

/* [11.9c] [11.9g] A point for every hex not retreated. */
static void pay(struct play *p, struct step *t)
{
    struct step ended = *t;

    finish(p, &ended);
    take_loss(p, ended.v[WHO], ended.v[LEFT]);
}

/* [11.9.4] Into a zone, but not through it; [11.9g] without a hex it pays. */
static void go_on(struct play *p, struct step *t)
{
    int u = t->v[WHO], side = side_of(p, u), here = unit_at(p, u)->place, hexes[BATTLE_HEXES];

    if (t->v[LEFT] == 0) {
        finish(p, t);
    } else if (here != t->v[ORIGIN] && pinned(p, here, side)) {
        show_pinners(p, here, side);
        pay(p, t);
    } else if (list_hexes(p, t, hexes) == 0) {
        pay(p, t);
    } else {
        t->who = u8(side);
    }
}

static void run_retreat(struct play *p, struct step *t)
{
    int pc = t->pc;

    settle_pair(p, t);
    t->pc = ASKED;
    if (pc == ASKED) {
        go_on(p, t);
    } else if (pc == AWAITS_ROOM && !t->answer) { /* [11.9.5b] nobody could be displaced */
        pay(p, t);
    } else {
        t->v[LEFT]--;
        play_tell(p, EV_RETREATS, 0, 2, t->v[WHO], unit_at(p, t->v[WHO])->place);
        scatter_leaders(p, unit_at(p, t->v[WHO])->place);
    }
}

static void list_retreat(const struct play *p, const struct step *t, struct menu *m)
{
    int hexes[BATTLE_HEXES], n = list_hexes(p, t, hexes);

    for (int i = 0; i < n; i++)
        menu_add(m, act2(V_RETREAT, t->v[WHO], hexes[i]));
    if (!refuse_stand(p, t))
        menu_add(m, act1(V_LOSE, t->v[WHO]));
}

static const char *why_retreat(const struct play *p, const struct step *t, const struct action *a)
{
    const char *why;

    if (a->arg[0] != t->v[WHO])
        return NULL;
    if (a->verb == V_LOSE)
        return refuse_stand(p, t);
    if (a->verb != V_RETREAT)
        return NULL;
    why = refuse_hex(p, t, a->arg[1]);
    if (why)
        return why;
    return any_direct(p, t) ? "11.9.1: the hex is full, and it could go where there is room"
                            : "11.9.5b: those who stand there could not make room";
}

static void ask_room(struct play *p, int h, int u, int partner, int most)
{
    mark_hex(p, h, H_ROOM);
    agenda_push_with(p, ST_DISPLACE, NOBODY, h, u, partner, most)->v[4] = NO_UNIT;
}

/* [11.9e] [11.9.4] ruling B-13: cavalry not seen before would hold it in contact with those who fought. */
static bool caught_in_contact(const struct play *p, int u, int to)
{
    return next_to_foe(p, to, side_of(p, u)) && pinned(p, to, side_of(p, u));
}

static void take_retreat(struct play *p, struct step *t, const struct action *a)
{
    int u = t->v[WHO], partner = t->v[PARTNER], to = a->arg[1];

    if (a->verb == V_LOSE) {
        pay(p, t);
        return;
    }
    t->who = NOBODY; /* if it is shown what would hold it, it is asked again */
    if (caught_in_contact(p, u, to)) {
        show_pinners(p, to, side_of(p, u));
    } else if (has_room(p, to, u, partner)) {
        t->pc = ARRIVED;
        shift_unit(p, u, partner, to);
    } else {
        t->pc = AWAITS_ROOM;
        ask_room(p, to, u, partner, CHAIN);
    }
}

static bool retreat_sound(const struct play *p, const struct step *t)
{
    return is_unit(p, t->v[WHO]) && is_unit_or_none(p, t->v[PARTNER]);
}

const struct step_def step_retreat = {
    .name = "retreat",
    .cases = "11.9",
    .vars = "who:u left:0..2 stand:no|yes origin:p partner:U",
    .points = "asked awaits-room arrived",
    .on = "charge@regroup result exchange retreat surprise",
    .title = "Combat Phase",
    .prompt = "{u0} must retreat, or take a loss instead where that is allowed",
    .about = "retreat",
    .phrase = phrase_retreat,
    .run = run_retreat,
    .list = list_retreat,
    .take = take_retreat,
    .why = why_retreat,
    .moot = moot_retreat,
    .seat = seat_by_piece,
    .sound = retreat_sound,
};

/* ---- [11.9f] horse artillery goes along ---- */

enum { FROM, TO };

/* By the same way: one hex, or two by any hex between. */
static bool can_follow(const struct play *p, int u, int from, int to)
{
    if (adjacent(p, from, to))
        return !refuse_way(p, u, from, to);
    EACH_NEIGHBOUR (p->box->board, from, link)
        if (!refuse_way(p, u, from, link->cell) && !refuse_way(p, u, link->cell, to))
            return true;
    return false;
}

static bool is_companion(const struct play *p, int u)
{
    return !is_leader(p, u) && arm_of(p, u) == HORSE;
}

static const char *refuse_along(const struct play *p, const struct step *t, int u)
{
    if (!is_companion(p, u) || unit_at(p, u)->place != t->v[FROM])
        return "11.9f: only horse artillery of the hex goes along with the retreat";
    if (has_flag(p, u, F_ATTACKS | F_DEFENDS))
        return "11.9f: it fought, and has decided for itself";
    if (!has_room(p, t->v[TO], u, NO_UNIT))
        return "11.9.1: there is no room for it";
    return can_follow(p, u, t->v[FROM], t->v[TO]) ? NULL
                                                  : "11.9f: it cannot follow over this ground";
}

static void list_along(const struct play *p, const struct step *t, struct menu *m)
{
    for (EACH_IN(p, u, t->v[FROM]))
        if (!refuse_along(p, t, u))
            menu_add(m, act2(V_ALONG, u, t->v[TO]));
    menu_add(m, act0(V_DONE));
}

/* [5.4.2a] Asked if a battery may be there, whatever room it would find: that depends on what is unseen. */
static bool moot_along(const struct play *p, const struct step *t)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (is_companion(p, u) && may_be_in(p, u, t->v[FROM]) &&
            !has_flag(p, u, F_ATTACKS | F_DEFENDS) && can_follow(p, u, t->v[FROM], t->v[TO]))
            return false;
    return true;
}

static const char *why_along(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_ALONG ? refuse_along(p, t, a->arg[0]) : NULL;
}

static void take_along(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_DONE) {
        agenda_pop(p, 0);
        return;
    }
    shift_unit(p, a->arg[0], NO_UNIT, t->v[TO]);
    play_tell(p, EV_RETREATS, 0, 2, a->arg[0], t->v[TO]);
}

const struct step_def step_along = {
    .name = "along",
    .cases = "11.9f",
    .vars = "from:p to:p",
    .on = "result exchange retreat surprise charge along",
    .title = "Combat Phase",
    .prompt = "Does horse artillery go along from {p0} to {p1}?",
    .no = "It stays",
    .list = list_along,
    .take = take_along,
    .why = why_along,
    .moot = moot_along,
    .seat = seat_by_hex,
};

/* ---- [11.9.5a] displacement ---- */

/*
 * Variables: room at HEX for a unit (and its partner), by chains of MOST; who waits for room
 * elsewhere meanwhile.
 */
enum { HEX, FOR, FOR_TOO, MOST, WAITS };

/* Why the unit does not make room by going there; `level` as found. */
static const char *refuse_displace(const struct play *p, const struct step *t, const int8_t *level,
                                   int u, int to)
{
    int partner;

    if (is_leader(p, u) || unit_at(p, u)->place != t->v[HEX] || pair_above(p, u))
        return "11.9.5a: only units of the hex make room";
    if (level[u] == 0 || level[u] > t->v[MOST])
        return "11.9.5b: there is nowhere this unit could be displaced to";
    if (!adjacent(p, t->v[HEX], to))
        return "11.9.5a: a displaced unit goes one hex back";
    if (!may_be_displaced_to(p, u, to))
        return "11.9.5b: a displaced unit retreats like any other";
    partner = partner_of(p, u);
    if (has_room(p, to, u, partner))
        return NULL;
    if (level[u] == 1)
        return "11.9.5c: the hex is full, and it could go where there is room";
    return can_make_room(p, to, u, partner, level, level[u] - 1)
               ? NULL
               : "11.9.5b: those who stand there cannot make room";
}

static void levels_at(const struct play *p, const struct step *t, int8_t level[UNITS_MAX])
{
    find_levels(p, def_at(p, t->v[FOR])->army, level);
}

static void list_displace(const struct play *p, const struct step *t, struct menu *m)
{
    int8_t level[UNITS_MAX];

    levels_at(p, t, level);
    for (EACH_IN(p, u, t->v[HEX]))
        EACH_NEIGHBOUR (p->box->board, t->v[HEX], link)
            if (!refuse_displace(p, t, level, u, link->cell))
                menu_add(m, act2(V_DISPLACE, u, link->cell));
}

static const char *why_displace(const struct play *p, const struct step *t, const struct action *a)
{
    int8_t level[UNITS_MAX];

    if (a->verb != V_DISPLACE)
        return NULL;
    levels_at(p, t, level);
    return refuse_displace(p, t, level, a->arg[0], a->arg[1]);
}

static bool anybody_goes(const struct play *p, const struct step *t)
{
    int8_t level[UNITS_MAX];

    levels_at(p, t, level);
    for (EACH_IN(p, u, t->v[HEX]))
        if (level[u] > 0 && level[u] <= t->v[MOST])
            return true;
    return false;
}

/* The unit comes in; who retreats (it has the whole chain before it) says so itself. */
static void close_room(struct play *p, const struct step *t, bool made)
{
    int h = t->v[HEX], u = t->v[FOR], partner = t->v[FOR_TOO];

    clear_hex(p, h, H_ROOM);
    if (made) {
        shift_unit(p, u, partner, h);
        if (t->v[MOST] < CHAIN)
            play_tell(p, EV_DISPLACED, 0, 2, u, h);
    }
    agenda_pop(p, made);
}

/* The unit that waited for room elsewhere has found it; lone leaders of the enemy give way. */
static void end_wait(struct play *p, struct step *t)
{
    int u = t->v[WAITS];

    t->v[WAITS] = NO_UNIT;
    scatter_leaders(p, unit_at(p, u)->place);
}

static void run_displace(struct play *p, struct step *t)
{
    if (t->v[WAITS] != NO_UNIT && t->answer)
        end_wait(p, t);
    else if (t->v[WAITS] != NO_UNIT)
        close_room(p, t, false);
    else if (has_room(p, t->v[HEX], t->v[FOR], t->v[FOR_TOO]))
        close_room(p, t, true);
    else if (!anybody_goes(p, t))
        close_room(p, t, false);
    else
        t->who = u8(side_of(p, t->v[FOR]));
}

static void take_displace(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0], to = a->arg[1], partner = partner_of(p, u);
    int8_t level[UNITS_MAX];

    t->who = NOBODY;
    if (has_room(p, to, u, partner)) {
        shift_unit(p, u, partner, to);
        play_tell(p, EV_DISPLACED, 0, 2, u, to);
        scatter_leaders(p, to);
        return;
    }
    levels_at(p, t, level);
    t->v[WAITS] = i16(u);
    ask_room(p, to, u, partner, level[u] - 1);
}

static bool displace_sound(const struct play *p, const struct step *t)
{
    return is_unit(p, t->v[FOR]) && on_map(p, t->v[FOR]) && is_unit_or_none(p, t->v[FOR_TOO]) &&
           is_unit_or_none(p, t->v[WAITS]);
}

const struct step_def step_displace = {
    .name = "displace",
    .cases = "11.9.5a",
    .vars = "hex:p for:u too:U most:0..12 waits:U",
    .on = "retreat@awaits-room displace",
    .title = "Combat Phase",
    .prompt = "Who makes room for {u1} at {p0}?",
    .run = run_displace,
    .list = list_displace,
    .take = take_displace,
    .why = why_displace,
    .seat = seat_by_hex,
    .sound = displace_sound,
};
