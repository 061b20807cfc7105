/*
 * 12-ride.c: cases 12.33 to 12.39, a charge is ridden: hex by hex in its zone, with the attacks
 * that it must make, and all that disorders it.
 *
 * Who rides carries F_MOVING, so that friends whom it passes stay apart; attacks are 12-attack.c's.
 */
#include "charge.h"

enum { WHO, SEEN }; /* who leads; where counter-charges have been asked for */

/* ---- setting out ---- */

struct charge *riding(const struct play *p, int u)
{
    int i = charge_of(p, u);

    return i < 0 ? NULL : &nvw(p)->charge[i];
}

/* [12.33] [12.32d] All of the hex, command units too. */
void set_out(struct play *p, int u)
{
    riding(p, u)->flags = u8(riding(p, u)->flags | C_BEGUN);
    for (EACH_IN(p, v, place_of(p, u))) {
        set_flag(p, v, F_MOVING);
        unit_at(p, v)->spent = 0;
    }
}

void begin_charge(struct play *p, int u)
{
    set_out(p, u);
    agenda_push_with(p, ST_CHARGE, NOBODY, u, place_of(p, u), 0, 0);
}

/* ---- what it may ---- */

/* [12.34b] An enemy whom it faces, not in cover; a command unit alone is no enemy that must be
 * attacked. */
static const char *refuse_charged(const struct play *p, int u, int h)
{
    const char *why;

    if (enemy_stands(p, side_of(p, u), h) && is_obstructed(p, h))
        return "12.37: horse does not charge into cover";
    why = refuse_target(p, u, h);
    return why;
}

/* [12.34b] Has it still to attack somebody here? */
static bool must_attack(const struct play *p, int u)
{
    if (unit_at(p, u)->spent)
        return false;
    EACH_NEIGHBOUR (p->box->board, place_of(p, u), link)
        if (occupier(p, link->cell) == enemy_of(side_of(p, u)) && !refuse_charged(p, u, link->cell))
            return true;
    return false;
}

/* [12.34a] [12.34d] [12.36] [12.37] [10.24a] [10.28] [12.32f4] [6.31] One hex on. */
static const char *refuse_ride(const struct play *p, int u, int to)
{
    const struct charge *c = riding(p, u);

    if (enemy_stands(p, side_of(p, u), to))
        return is_obstructed(p, to) ? "12.37: horse does not charge into cover"
                                    : "5.16: there is an enemy: ride up to him and attack";
    if (board_direction(p->box->board, place_of(p, u), to) < 0)
        return "5.0c: it rides from hex to neighbouring hex";
    if (must_attack(p, u))
        return "12.34b: it must attack an enemy whom it faces";
    if (c->flags & C_FROZEN)
        return "12.32f4: after a counter-charge it rides no further";
    if (c->moved >= CHARGE_RANGE)
        return "12.34d: it has ridden six hexes";
    if (!faces(p, u, place_of(p, u), to))
        return "6.31: it rides into a hex before it";
    if (is_obstructed(p, to))
        return "12.37: a charge does not enter cover";
    if (!in_triangle(p, c->start, c->facing, to))
        return "12.36: it stays in its charge zone";
    if (entry_forbidden(p, u, to))
        return "10.24a: horse enters neither swamp nor pond";
    return NULL;
}

static bool can_ride(const struct play *p, int u)
{
    EACH_NEIGHBOUR (p->box->board, place_of(p, u), link)
        if (!refuse_ride(p, u, link->cell))
            return true;
    return false;
}

/* [12.38d] A disordered one faces all around and need not. */
static const char *refuse_wheel(const struct play *p, int u, int facing)
{
    if (faces_all(p, u))
        return "6.12: it faces all around";
    if (facing % 2 == 0)
        return "2.2f: a unit faces a corner of its hex";
    if (must_attack(p, u))
        return "12.34b: it must attack an enemy whom it faces";
    if (riding(p, u)->flags & C_FROZEN)
        return "12.32f4: after a counter-charge it does not turn";
    return unit_at(p, u)->facing == facing ? "6.23: it faces that way already" : NULL;
}

/* [12.34a] [12.34c] Ruling 34: three hexes from where it began, or as far as it can. */
static const char *refuse_end(const struct play *p, int u)
{
    const struct charge *c = riding(p, u);

    if (must_attack(p, u))
        return "12.34b: it must attack an enemy whom it faces";
    if (c->flags & (C_LIFTED | C_FROZEN) || !can_ride(p, u))
        return NULL;
    return board_distance(p->box->board, c->start, place_of(p, u)) < CHARGE_LEAST
               ? "12.34a: it must ride three hexes from where it began"
               : NULL;
}

/* ---- one hex ---- */

/* Those who ride, the top first. */
static int riders(const struct play *p, int h, int16_t *list)
{
    int n = 0;

    for (EACH_IN(p, u, h))
        if (has_flag(p, u, F_MOVING))
            list[n++] = i16(u);
    return n;
}

/* [12.38c] Friends whom it rides through: guns do not mind, nobody runs for it (12.71). Ruling 36: nor
 * do they charge. */
static void ride_down(struct play *p, int h)
{
    for (EACH_IN(p, u, h)) {
        if (has_flag(p, u, F_MOVING) || is_guns(p, u))
            continue;
        if (is_formed(p, u))
            disorder_unit(p, u);
        else
            rout_unit(p, u);
    }
    cancel_charges(p, h);
    while (nvw(p)->wing[h])
        disorder_unit(p, nvw(p)->wing[h] - 1);
}

static bool friends_there(const struct play *p, int h)
{
    if (nvw(p)->wing[h])
        return true;
    for (EACH_IN(p, u, h))
        if (!has_flag(p, u, F_MOVING) && !is_leader(p, u))
            return true;
    return false;
}

/* [12.38a] [12.38c] [9.43] One hex, whatever kind of charge. */
void ride(struct play *p, int u, int to)
{
    int16_t list[PIECES_MAX];
    int from = place_of(p, u), n = riders(p, from, list);
    int direction = board_direction(p->box->board, from, to);
    bool disorders = nbox(p)->hedged[from] >> direction & 1, friends = friends_there(p, to);

    move_together(p, list, n, to, direction);
    play_untell(p, EV_RIDES, u);
    play_tell(p, EV_RIDES, 0, 2, u, to);
    for (int i = 0; i < n; i++)
        unit_at(p, list[i])->spent = 0;
    if (crowd(p, to))
        return;
    for (int i = 0; i < n && (disorders || friends); i++) /* [12.38f] once is enough */
        disorder_unit(p, list[i]);
    if (friends)
        ride_down(p, to);
}

void ride_done(struct play *p, int u, int to)
{
    riding(p, u)->moved++;
    ride(p, u, to);
}

/* [12.38d] Those who ride have turned (06-facing.c marks it): that breaks their ranks. */
static void wheel(struct play *p, int u)
{
    int16_t list[PIECES_MAX];
    int n = riders(p, place_of(p, u), list);

    for (int i = 0; i < n; i++) {
        clear_flag(p, list[i], F_TURNED);
        unit_at(p, list[i])->spent = 0;
        disorder_unit(p, list[i]);
    }
}

/* ---- the end ---- */

/* [12.38e] Ruling 38: of every kind. */
void finish_charge(struct play *p, int u)
{
    int i = charge_of(p, u), h = place_of(p, u);

    for (int v = 0; v < p->box->pieces; v++)
        if (side_of(p, v) == side_of(p, u))
            clear_flag(p, v, F_MOVING);
    if (i >= 0)
        end_charge(p, i);
    play_tell(p, EV_CHARGE_ENDS, 0, 1, u);
    disorder_hex(p, h);
}

/* The charge that is being ridden, if it is not over. */
int who_rides(const struct play *p, int side, int kind)
{
    const struct nvw_state *s = nvw(p);

    for (int i = 0; i < s->charges; i++)
        if (s->charge[i].flags & C_BEGUN && side_of(p, s->charge[i].unit) == side &&
            (s->charge[i].kind == CH_COUNTER) == (kind == CH_COUNTER))
            return s->charge[i].unit;
    return NO_PIECE;
}

void drop_riders(struct play *p, int side)
{
    for (int v = 0; v < p->box->pieces; v++)
        if (side_of(p, v) == side)
            clear_flag(p, v, F_MOVING);
}

/* [12.35] Beaten or routed, its charge is over. */
static bool ride_over(const struct play *p, int u)
{
    return is_routed(p, u) || has_flag(p, u, F_BEATEN);
}

/* ---- the step ---- */

static void list_charge(const struct play *p, const struct step *t, struct menu *m)
{
    int u = t->v[WHO];

    EACH_NEIGHBOUR (p->box->board, place_of(p, u), link) {
        if (!refuse_charged(p, u, link->cell))
            menu_add(m, act2(V_ATTACK, link->cell, u));
        if (!refuse_ride(p, u, link->cell))
            menu_add(m, act2(V_RIDE, u, link->cell));
    }
    for (int f = 1; f < HEX_FACINGS; f += 2)
        if (!refuse_wheel(p, u, f))
            menu_add(m, act2(V_TURN, u, f));
    if (!refuse_end(p, u))
        menu_add(m, act0(V_DONE));
}

static const char *why_charge(const struct play *p, const struct step *t, const struct action *a)
{
    int u = t->v[WHO], named = a->verb == V_ATTACK ? a->arg[1] : a->arg[0];

    if (a->verb == V_DONE)
        return refuse_end(p, u);
    if (named != u)
        return "12.33: the charge under way is finished first";
    switch (a->verb) {
    case V_ATTACK: return refuse_charged(p, u, a->arg[0]);
    case V_MARCH:
    case V_RIDE: return refuse_ride(p, u, a->arg[1]);
    case V_TURN: return refuse_wheel(p, u, a->arg[1]);
    default: return NULL;
    }
}

static void take_charge(struct play *p, struct step *t, const struct action *a)
{
    int u = t->v[WHO];

    t->who = NOBODY;
    switch (a->verb) {
    case V_ATTACK: begin_attack(p, u, a->arg[0], SHOCK_CHARGE); break;
    case V_RIDE: declare_deed(p, u, DEED_LEAVE, V_RIDE, a->arg[1]); break;
    case V_TURN: declare_deed(p, u, DEED_TURN, V_TURN, a->arg[1]); break;
    default: finish_charge(p, u); agenda_pop(p, 0);
    }
}

/* Nothing is left but to end it: it neither attacks nor rides on, and who faces all around does not
 * turn. */
static bool ridden_out(const struct play *p, int u)
{
    if (!faces_all(p, u) || can_ride(p, u) || refuse_end(p, u))
        return false;
    EACH_NEIGHBOUR (p->box->board, place_of(p, u), link)
        if (!refuse_charged(p, u, link->cell))
            return false;
    return true;
}

static void run_charge(struct play *p, struct step *t)
{
    int side = side_of(p, t->v[WHO]), u = who_rides(p, side, CH_DECLARED);

    if (u == NO_PIECE) {
        drop_riders(p, side);
        agenda_pop(p, 0);
        return;
    }
    t->v[WHO] = i16(u);
    if (has_flag(p, u, F_TURNED) && !ride_over(p, u))
        wheel(p, u);
    if (place_of(p, u) != t->v[SEEN] && !ride_over(p, u)) {
        t->v[SEEN] = i16(place_of(p, u));
        if (offer_counter(p, u))
            return;
    }
    if (ride_over(p, u) || ridden_out(p, u)) {
        finish_charge(p, u);
        agenda_pop(p, 0);
        return;
    }
    t->who = u8(side);
}

static bool preview_ride(const struct play *p, const struct step *t, const struct action *a,
                         struct sheet *s)
{
    return a->verb == V_ATTACK && a->arg[1] == t->v[WHO] &&
           preview_attack(p, a->arg[1], a->arg[0], SHOCK_CHARGE, s);
}

static bool charge_sound(const struct play *p, const struct step *t)
{
    int u = t->v[WHO];

    if (!is_cavalry(p, u))
        return false;
    if (t->who == NOBODY)
        return t != agenda_top(p);
    return t->who == side_of(p, u) && on_map(p, u) && riding(p, u) != NULL &&
           riding(p, u)->unit == u && riding(p, u)->flags & C_BEGUN && has_flag(p, u, F_MOVING) &&
           !is_routed(p, u);
}

const struct step_def step_charge = {
    .name = "charge",
    .cases = "12.34a 12.34b",
    .vars = "who:u seen:p",
    .on = "shock",
    .title = "Charge",
    .prompt = "{u0} [charges|charge]: ride three to six hexes and attack whom you come to face",
    .about = "ride",
    .done = "End the charge",
    .thought = THINK_CHOICE,
    .run = run_charge,
    .list = list_charge,
    .take = take_charge,
    .why = why_charge,
    .preview = preview_ride,
    .sound = charge_sound,
};
