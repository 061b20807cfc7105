/*
 * 12-shock.c: cases 12.0a, 12.2 and 12.33: the Shock Phase: who may attack whom, how often, and in
 * which order with the charges.
 *
 * An attack is 12-attack.c's business, a charge 12-ride.c's, which comes here to ask whom it may
 * attack.
 */
#include "shock.h"

/* ---- may it? ---- */

/* Does an enemy stand there, a command unit alone included? */
bool enemy_stands(const struct play *p, int side, int h)
{
    int u = target_of(p, h);

    return u != NO_PIECE && side_of(p, u) != side;
}

/* [12.23] [6.51] [6.52] From either hex of a line. */
bool faces_target(const struct play *p, int u, int target)
{
    const struct unit *k = unit_at(p, u);
    const struct board *b = p->box->board;

    if (board_distance(b, k->place, target) == 1 && faces(p, u, k->place, target))
        return true;
    return k->wing != NOWHERE && board_distance(b, k->wing, target) == 1 &&
           faces(p, u, k->wing, target);
}

/* [12.24a] Option: once in each direction from where it stands. */
bool has_attacked(const struct play *p, int u, int target)
{
    int direction = board_direction(p->box->board, place_of(p, u), target);

    return direction >= 0 && unit_at(p, u)->spent >> direction & 1;
}

/* [12.22] [12.3] [12.24b] [9.61] [13.27b] Who may attack at all. */
static const char *refuse_attacker(const struct play *p, int side, int u)
{
    if (side_of(p, u) != side || !on_map(p, u))
        return "12.0a: the phasing side's units on the map attack";
    if (is_leader(p, u) || is_guns(p, u) || is_routed(p, u))
        return "12.22: command units, guns and routed units do not attack";
    if (is_cavalry(p, u))
        return "12.3: horse attacks only when it charges";
    if (top_of(p, place_of(p, u)) != u)
        return "9.61: a hex attacks as one, under its top unit";
    if (has_flag(p, u, F_ENTERED))
        return "12.33: it has done with its attacks, for others have attacked since";
    return has_flag(p, u, F_BEATEN) ? "12.24b: it was beaten in this phase" : NULL;
}

/* [12.0a] [12.23] [8.47a] Ruling 77 */
const char *refuse_target(const struct play *p, int u, int target)
{
    if (!enemy_stands(p, side_of(p, u), target))
        return "12.0a: there is no enemy";
    if (!faces_target(p, u, target))
        return "12.23: it attacks an adjacent hex before it";
    if (is_company(p, u) && is_formed(p, target_of(p, target)))
        return "8.47a: skirmishers do not attack who is formed";
    if (play_option(p, OPT_ONE_ATTACK) && has_attacked(p, u, target))
        return "12.24a: it has attacked there in this phase";
    return NULL;
}

/* ---- the phase ---- */

static void list_attacks(const struct play *p, int u, struct menu *m)
{
    int wing = unit_at(p, u)->wing;

    EACH_NEIGHBOUR (p->box->board, place_of(p, u), link)
        if (!refuse_target(p, u, link->cell))
            menu_add(m, act2(V_ATTACK, link->cell, u));
    if (wing == NOWHERE)
        return;
    EACH_NEIGHBOUR (p->box->board, wing, link)
        if (board_distance(p->box->board, place_of(p, u), link->cell) > 1 &&
            !refuse_target(p, u, link->cell))
            menu_add(m, act2(V_ATTACK, link->cell, u));
}

static bool has_charges(const struct play *p, int side)
{
    for (int i = 0; i < nvw(p)->charges; i++)
        if (side_of(p, nvw(p)->charge[i].unit) == side)
            return true;
    return false;
}

/* [12.34a] [12.32c] A charge that has been initiated is ridden. */
static const char *refuse_end(const struct play *p, int side)
{
    return has_charges(p, side) ? "12.34a: a charge that was initiated must be ridden" : NULL;
}

static void list_shock(const struct play *p, const struct step *t, struct menu *m)
{
    for (int i = 0; i < nvw(p)->charges; i++)
        if (side_of(p, nvw(p)->charge[i].unit) == t->who)
            menu_add(m, act1(V_CHARGE, nvw(p)->charge[i].unit));
    for (int u = 0; t->who == phasing_side(p) && u < p->box->pieces; u++)
        if (on_map(p, u) && !refuse_attacker(p, t->who, u))
            list_attacks(p, u, m);
    if (!refuse_end(p, t->who)) /* [12.21] */
        menu_add(m, act0(V_DONE));
}

/* An enemy before it whom it may attack? */
static bool has_target(const struct play *p, int u, int from)
{
    EACH_NEIGHBOUR (p->box->board, from, link)
        if (!refuse_target(p, u, link->cell))
            return true;
    return false;
}

static bool has_attacks(const struct play *p, int side)
{
    for (int u = 0; u < p->box->pieces; u++)
        if (on_map(p, u) && !refuse_attacker(p, side, u) &&
            (has_target(p, u, place_of(p, u)) ||
             (is_extended(p, u) && has_target(p, u, unit_at(p, u)->wing))))
            return true;
    return false;
}

enum { PHASING, OTHERS };

/* Who has something to do is asked; [12.32e2] the other side has opportunity charges only,
 * afterwards. */
static void run_shock(struct play *p, struct step *t)
{
    int side = phasing_side(p);

    if (t->pc == PHASING && !has_charges(p, side) && !has_attacks(p, side))
        t->pc = OTHERS;
    if (t->pc == PHASING)
        t->who = u8(side);
    else if (has_charges(p, enemy_of(side)))
        t->who = u8(enemy_of(side));
    else
        agenda_pop(p, 0);
}

static const char *refuse_ride(const struct play *p, int side, int u)
{
    int i = on_map(p, u) ? charge_of(p, u) : -1;

    if (side_of(p, u) != side || i < 0)
        return "12.3: it has initiated no charge";
    return nvw(p)->charge[i].unit == u ? NULL : "12.32d: a stack charges as one";
}

static const char *why_shock(const struct play *p, const struct step *t, const struct action *a)
{
    const char *why;

    if (a->verb == V_DONE)
        return refuse_end(p, t->who);
    if (a->verb == V_CHARGE)
        return refuse_ride(p, t->who, a->arg[0]);
    if (a->verb != V_ATTACK)
        return NULL;
    if (t->who != phasing_side(p))
        return "12.0a: the phasing side attacks";
    why = refuse_attacker(p, t->who, a->arg[1]);
    return why ? why : refuse_target(p, a->arg[1], a->arg[0]);
}

/* [12.33] Who attacked before this one, from another hex, attacks no more in this phase. */
static void take_turn(struct play *p, int u)
{
    for (int v = 0; v < p->box->pieces; v++)
        if (on_map(p, v) && has_flag(p, v, F_TRIED) && side_of(p, v) == side_of(p, u) &&
            place_of(p, v) != place_of(p, u))
            set_flag(p, v, F_ENTERED);
    for (EACH_IN(p, v, place_of(p, u)))
        set_flag(p, v, F_TRIED);
}

/* [12.33] [12.32e2] */
static void take_shock(struct play *p, struct step *t, const struct action *a)
{
    t->who = NOBODY;
    if (a->verb != V_DONE)
        take_turn(p, a->verb == V_ATTACK ? a->arg[1] : a->arg[0]);
    switch (a->verb) {
    case V_ATTACK: begin_attack(p, a->arg[1], a->arg[0], SHOCK_FOOT); break;
    case V_CHARGE: begin_charge(p, a->arg[0]); break;
    default: t->pc = OTHERS;
    }
}

static bool preview_shock(const struct play *p, const struct step *t, const struct action *a,
                          struct sheet *s)
{
    (void)t;
    return a->verb == V_ATTACK && preview_attack(p, a->arg[1], a->arg[0], SHOCK_FOOT, s);
}

static bool shock_sound(const struct play *p, const struct step *t)
{
    int side = phasing_side(p);

    if (!is_side(side) || t->who == NOBODY)
        return is_side(side) && t != agenda_top(p);
    return t->who == (t->pc == PHASING ? side : enemy_of(side));
}

const struct step_def step_shock = {
    .name = "shock",
    .cases = "12.0a 12.33",
    .points = "phasing others",
    .on = "turn",
    .title = "Shock Phase",
    .prompt = "Attack with foot, ride your charges, or end the phase",
    .about = "attack",
    .done = "End the Shock Phase",
    .phase = true,
    .thought = THINK_CHOICE,
    .run = run_shock,
    .list = list_shock,
    .take = take_shock,
    .why = why_shock,
    .preview = preview_shock,
    .sound = shock_sound,
};
