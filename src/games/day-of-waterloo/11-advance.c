/*
 * 11-advance.c: module 11.11: the advance after combat of either side, supporting units that follow
 * by a morale check, the pursuit of British cavalry, marks for Breakthrough Attacks.
 *
 * Who may advance stands on the board: F_ATTACKS in H_SOURCE hexes into H_TARGET hexes without
 * enemies, F_DEFENDS the other way. F_MOVING marks here who has tried to follow in vain.
 */
#include <assert.h>

#include "dow.h"

enum { SIDE, MUST }; /* variables of an advance */

static bool attacks(const struct play *p, int side)
{
    return side == dow(p)->fight.side;
}

/* The hexes that this side may take: those of its enemies in this fight. */
static int goal_flag(const struct play *p, int side)
{
    return attacks(p, side) ? H_TARGET : H_SOURCE;
}

static int home_flag(const struct play *p, int side)
{
    return attacks(p, side) ? H_SOURCE : H_TARGET;
}

/* ---- who may advance ---- */

/* The hex was attacked; otherwise guns have cleared it, or its units left before they fired. */
static bool was_attacked(const struct play *p, int to)
{
    return dow(p)->fight.kind != FIGHT_ATTACK || hex_is(p, to, H_ATTACKED);
}

/* [10.6c] [11.1.1c] Into a hex left before the blow only cavalry may go. Ruling A-36 */
static const char *refuse_after_slip(const struct play *p, int u, int to)
{
    if (!dow(p)->fight.slipped || arm_of(p, u) == CAVALRY)
        return NULL;
    return was_attacked(p, to)
               ? "11.1.1c: into a hex left before combat only cavalry advances"
               : "10.6c: into a hex left before the bombardment only cavalry advances";
}

static const char *refuse_ground_ahead(const struct play *p, int side, int u, int to)
{
    int from = unit_at(p, u)->place;
    const char *why;

    if (!hex_is(p, to, goal_flag(p, side)) || enemy_in_hex(p, to, side))
        return "11.11a: an advance goes into a hex that the combat has left empty";
    if (!hex_is(p, from, home_flag(p, side)))
        return "11.11a: an advance goes from a hex of this combat into the next";
    if ((why = refuse_crossing(p, u, from, to)))
        return why;
    return has_room(p, to, u, partner_of(p, u)) ? NULL : "11.11a: there is no room for it";
}

static const char *refuse_hex_ahead(const struct play *p, int side, int u, int to)
{
    const char *why = refuse_after_slip(p, u, to);

    return why ? why : refuse_ground_ahead(p, side, u, to);
}

/* A unit of the side on the map, a Guard pair named by its upper counter. */
static bool is_unit_of(const struct play *p, int side, int u)
{
    return !is_leader(p, u) && on_map(p, u) && side_of(p, u) == side && !pair_above(p, u);
}

/* [11.11a] of the attackers, [11.11e] [7.2e] of the defenders. */
static const char *refuse_advance(const struct play *p, int side, int u, int to)
{
    if (!is_unit_of(p, side, u))
        return "11.11a: only the units that fought advance";
    if (!has_flag(p, u, attacks(p, side) ? F_ATTACKS : F_DEFENDS))
        return attacks(p, side) ? "11.11b: a unit that did not attack must try to follow"
                                : "11.11e: only a unit that defended advances";
    if (!attacks(p, side) && out_of_command(p, u))
        return "7.2e: a unit out of command does not advance";
    return refuse_hex_ahead(p, side, u, to);
}

/* [11.11b] Those beneath the attackers accompany them, if they pass a check. */
static const char *refuse_follow(const struct play *p, int side, int u, int to)
{
    if (!is_unit_of(p, side, u) || !attacks(p, side))
        return "11.11b: only units of the attacking stacks follow";
    if (has_flag(p, u, F_ATTACKS))
        return "11.11a: a unit that attacked advances without a check";
    if (in_reaction(p, u))
        return "9.4.5e: it has a Reaction Charge to fight";
    if (!was_attacked(p, to) && !has_flag(p, u, F_SUPPORTS))
        return "10.4c: after a bombardment only declared supporters advance";
    if (has_flag(p, u, F_MOVING))
        return "11.11b: it has tried already";
    if (holds_flag(p, unit_at(p, u)->place, F_ATTACKS))
        return "11.11b: the unit that attacked has not advanced";
    if (!holds_flag(p, to, F_ATTACKS))
        return "11.11b: no attacking unit has advanced there";
    return refuse_hex_ahead(p, side, u, to);
}

/*
 * [11.13a] [11.13b] [11.11d] Those that advanced after their own side's attack, in Clear weather.
 */
static const char *refuse_mark(const struct play *p, int side, int u)
{
    if (weather(p) != CLEAR)
        return "11.13a: there are Breakthrough Attacks on Clear turns only";
    if (dow(p)->fight.kind != FIGHT_ATTACK || !attacks(p, side))
        return "11.13c: this advance gives no Breakthrough Attack";
    if (!is_unit_of(p, side, u) || !hex_is(p, unit_at(p, u)->place, H_TARGET))
        return "11.11d: only a unit that has advanced is marked";
    if (is_guns(arm_of(p, u)))
        return "10.0: artillery never attacks";
    return has_flag(p, u, F_BREAKTHROUGH) ? "11.13b: the unit is marked already" : NULL;
}

/* ---- the step ---- */

static void list_of_stack(const struct play *p, int side, int from, int to, struct menu *m)
{
    for (EACH_IN(p, u, from)) {
        if (!refuse_advance(p, side, u, to))
            menu_add(m, act2(V_ADVANCE, u, to));
        if (!refuse_follow(p, side, u, to))
            menu_add(m, act2(V_FOLLOW, u, to));
    }
}

static void list_moves(const struct play *p, int side, int to, struct menu *m)
{
    if (!hex_is(p, to, goal_flag(p, side)) || enemy_in_hex(p, to, side))
        return;
    EACH_NEIGHBOUR (p->box->board, to, link)
        if (hex_is(p, link->cell, home_flag(p, side)))
            list_of_stack(p, side, link->cell, to, m);
    for (EACH_IN(p, u, to))
        if (!refuse_mark(p, side, u))
            menu_add(m, act1(V_MARK, u));
}

static bool somebody_advances(const struct play *p, int side, int to)
{
    EACH_NEIGHBOUR (p->box->board, to, link)
        for (EACH_IN(p, u, link->cell))
            if (!refuse_advance(p, side, u, to))
                return true;
    return false;
}

/* [11.11a] One unit must go into every hex that was vacated. */
static const char *refuse_stay(const struct play *p, const struct step *t)
{
    for (int h = 0; h < p->box->board->cells && t->v[MUST]; h++)
        if (hex_is(p, h, goal_flag(p, t->v[SIDE])) && top_of(p, h) == NO_UNIT &&
            somebody_advances(p, t->v[SIDE], h))
            return "11.11a: one of the attacking units must advance";
    return NULL;
}

static void list_advance(const struct play *p, const struct step *t, struct menu *m)
{
    for (int h = 0; h < p->box->board->cells; h++)
        list_moves(p, t->v[SIDE], h, m);
    if (!refuse_stay(p, t))
        menu_add(m, act0(V_DONE));
}

/* [5.4.2a] Beneath the attackers there may be somebody to follow, for all that the enemy knows. */
static bool somebody_may_follow(const struct play *p, int from, int to)
{
    if (!was_attacked(p, to) || holds_flag(p, from, F_ATTACKS) || !holds_flag(p, to, F_ATTACKS) ||
        stack_points(p, to) >= STACK_LIMIT)
        return false;
    for (int u = 0; u < dbox(p)->units; u++)
        if (may_be_in(p, u, from) && top_of(p, from) != u && !has_flag(p, u, F_KNOWN))
            return true;
    return false;
}

static bool anything_left(const struct play *p, int side, int to)
{
    EACH_NEIGHBOUR (p->box->board, to, link) {
        if (attacks(p, side) && hex_is(p, link->cell, H_SOURCE) &&
            somebody_may_follow(p, link->cell, to))
            return true;
        for (EACH_IN(p, u, link->cell))
            if (!refuse_advance(p, side, u, to) || !refuse_follow(p, side, u, to))
                return true;
    }
    for (EACH_IN(p, u, to))
        if (!refuse_mark(p, side, u))
            return true;
    return false;
}

static bool moot_advance(const struct play *p, const struct step *t)
{
    for (int h = 0; h < p->box->board->cells; h++)
        if (hex_is(p, h, goal_flag(p, t->v[SIDE])) && !enemy_in_hex(p, h, t->v[SIDE]) &&
            anything_left(p, t->v[SIDE], h))
            return false;
    return true;
}

static const char *why_advance(const struct play *p, const struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_ADVANCE: return refuse_advance(p, t->v[SIDE], a->arg[0], a->arg[1]);
    case V_FOLLOW: return refuse_follow(p, t->v[SIDE], a->arg[0], a->arg[1]);
    case V_MARK: return refuse_mark(p, t->v[SIDE], a->arg[0]);
    case V_DONE: return refuse_stay(p, t);
    default: return NULL;
    }
}

/* [11.11c] Attackers on top, those who accompany them beneath. */
static void put_advanced(struct play *p, int u, int to)
{
    int above = NO_UNIT;

    for (EACH_IN(p, i, to))
        if (has_flag(p, i, F_ATTACKS))
            above = i;
    if (!has_flag(p, u, F_ATTACKS))
        put_bottom(p, u, to);
    else if (above == NO_UNIT)
        put_top(p, u, to);
    else
        put_under(p, u, above);
    set_flag(p, u, F_KNOWN);
}

static void advance(struct play *p, int u, int to)
{
    int from = unit_at(p, u)->place, partner = partner_of(p, u);
    /* also a supporter of guns that cleared the hex */
    int spent = dow(p)->fight.kind == FIGHT_ATTACK && has_flag(p, u, F_ATTACKS) ? F_FOUGHT : 0;

    put_advanced(p, u, to);
    set_flag(p, u, spent);
    if (partner != NO_UNIT) {
        put_under(p, partner, u);
        set_flag(p, partner, F_KNOWN | spent);
    }
    play_reveal(p);
    play_tell(p, EV_ADVANCES, 0, 2, u, to);
    ask_leaders(p, from, to);
    scatter_leaders(p, to);
}

static void take_advance(struct play *p, struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_ADVANCE: advance(p, a->arg[0], a->arg[1]); break;
    case V_FOLLOW: agenda_push_with(p, ST_ADVANCE_CHECK, NOBODY, a->arg[0], a->arg[1], 0, 0); break;
    case V_MARK:
        set_flag(p, a->arg[0], F_BREAKTHROUGH);
        if (partner_of(p, a->arg[0]) != NO_UNIT)
            set_flag(p, partner_of(p, a->arg[0]), F_BREAKTHROUGH);
        play_tell(p, EV_BREAKTHROUGH, 0, 1, a->arg[0]);
        break;
    default: agenda_pop(p, 0);
    }
    (void)t;
}

const struct step_def step_advance = {
    .name = "advance",
    .cases = "11.11a",
    .vars = "side:s must:no|yes",
    .on = "fight@concluded advance",
    .title = "Combat Phase",
    .prompt = "Who advances after combat?",
    .about = "advance",
    .done = "No more advances",
    .list = list_advance,
    .take = take_advance,
    .why = why_advance,
    .moot = moot_advance,
    .seat = seat_by_fight,
};

enum { IMPETUS = 1 };

/* [11.11b] One off the die for impetus. */
static void run_advance_check(struct play *p, struct step *t)
{
    int u = t->v[0], to = t->v[1], die = t->answer;

    if (t->pc++ == 0) {
        agenda_roll(p, 1, 6, W_ADVANCE_CHECK);
        return;
    }
    agenda_pop(p, 0);
    if (passes(p, u, die - IMPETUS))
        advance(p, u, to);
    else
        set_flag(p, u, F_MOVING);
}

static bool advance_check_sound(const struct play *p, const struct step *t)
{
    return is_unit(p, t->v[0]) && on_map(p, t->v[0]);
}

const struct step_def step_advance_check = {
    .name = "advance-check",
    .cases = "11.11b",
    .vars = "who:u to:p",
    .points = "begun rolled",
    .on = "advance",
    .rolls = "rolled:6",
    .run = run_advance_check,
    .sound = advance_check_sound,
};

/* ---- what the fight asks for ---- */

static bool any_target_vacated(const struct play *p)
{
    for (int h = 0; h < p->box->board->cells; h++)
        if (hex_is(p, h, H_TARGET) && !enemy_in_hex(p, h, dow(p)->fight.side))
            return true;
    return false;
}

/*
 * [11.11f] Every British cavalry unit of the defending stacks that is in command. Ruling A-25; what
 * has charged the attackers advances as it likes, ruling A-43.
 */
static bool must_check(const struct play *p, int u)
{
    return arm_of(p, u) == CAVALRY && def_at(p, u)->army == ARMY_ADG &&
           def_at(p, u)->nation == BRITISH && !out_of_command(p, u) && !has_flag(p, u, F_BLOWN);
}

static void ask_pursuits(struct play *p, int side)
{
    for (int h = p->box->board->cells; h-- > 0;) {
        if (!hex_is(p, h, H_TARGET) || top_of(p, h) == NO_UNIT || side_of(p, top_of(p, h)) != side)
            continue;
        for (EACH_IN(p, u, h))
            if (must_check(p, u))
                agenda_push_with(p, ST_PURSUIT, NOBODY, u, 0, 0, 0);
    }
}

/* [11.11a] The attackers; or, if they have left their hexes, [11.11e] the defenders. */
void ask_advances(struct play *p, bool cleared)
{
    const struct fight *f = &dow(p)->fight;
    bool must = !cleared && !f->slipped;

    assert(dow(p)->fight.kind != FIGHT_NONE);
    if (any_target_vacated(p)) {
        agenda_push_with(p, ST_ADVANCE, f->side, f->side, must, 0, 0);
    } else {
        agenda_push_with(p, ST_ADVANCE, !f->side, !f->side, 0, 0, 0);
        ask_pursuits(p, !f->side);
    }
}

/* ---- [11.11f] pursuit ---- */

/* Whoever belongs to the stack goes, whether it was engaged or not. */
static int pursuit_hexes(const struct play *p, int u, int hexes[BATTLE_HEXES])
{
    int found = 0;

    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link)
        if (hex_is(p, link->cell, H_SOURCE) &&
            !refuse_ground_ahead(p, side_of(p, u), u, link->cell))
            hexes[found++] = link->cell;
    return found;
}

static bool moot_pursuit(const struct play *p, const struct step *t)
{
    int hexes[BATTLE_HEXES];

    return !on_map(p, t->v[0]) || pursuit_hexes(p, t->v[0], hexes) == 0;
}

static void run_pursuit(struct play *p, struct step *t)
{
    int u = t->v[0], hexes[BATTLE_HEXES], n = pursuit_hexes(p, u, hexes), die = t->answer;

    if (t->pc++ == 0) {
        see(p, u); /* that it must check tells that it is there */
        agenda_roll(p, 1, 6, W_PURSUIT);
    } else if (passes(p, u, die)) {
        agenda_pop(p, 0);
    } else if (n == 1) {
        agenda_pop(p, 0);
        advance(p, u, hexes[0]);
    } else {
        t->who = u8(side_of(p, u));
    }
}

static void list_pursuit(const struct play *p, const struct step *t, struct menu *m)
{
    int hexes[BATTLE_HEXES], n = pursuit_hexes(p, t->v[0], hexes);

    for (int i = 0; i < n; i++)
        menu_add(m, act2(V_ADVANCE, t->v[0], hexes[i]));
}

static const char *why_pursuit(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_DONE)
        return "11.11f: British cavalry that fails its check must advance";
    if (a->verb != V_ADVANCE || a->arg[0] != t->v[0])
        return NULL;
    return refuse_ground_ahead(p, side_of(p, t->v[0]), t->v[0], a->arg[1]);
}

static void take_pursuit(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    agenda_pop(p, 0);
    advance(p, a->arg[0], a->arg[1]);
}

const struct step_def step_pursuit = {
    .name = "pursuit",
    .cases = "11.11f",
    .vars = "who:u",
    .points = "begun rolled asked",
    .on = "advance pursuit",
    .rolls = "rolled:6",
    .title = "Combat Phase",
    .prompt = "{u0} must pursue: to which hex?",
    .run = run_pursuit,
    .list = list_pursuit,
    .take = take_pursuit,
    .why = why_pursuit,
    .moot = moot_pursuit,
    .seat = seat_by_piece,
    .sound = sound_unit,
};
