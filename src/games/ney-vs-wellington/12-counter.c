/*
 * 12-counter.c: case 12.32f, counter-charges: horse that sees a charge within two hexes may stop
 * it, by an attack of its own.
 */
#include "charge.h"

/* The charger; who answers; the hex by which it comes, or NOWHERE. */
enum { WHO, BY, VIA };
enum { ASKED, CHECKED, CHOSEN, FOUGHT };

/* ---- who may ---- */

/* [12.32f3] A hex by which it comes up to the charger. */
static bool leads_there(const struct play *p, int u, int to, int h)
{
    return board_distance(p->box->board, place_of(p, u), to) == 1 &&
           board_distance(p->box->board, to, h) == 1 && faces(p, u, place_of(p, u), to) &&
           !is_obstructed(p, to) && !enemy_stands(p, side_of(p, u), to) &&
           !entry_forbidden(p, u, to);
}

static int ways_up(const struct play *p, int u, int h, int16_t list[HEX_SIDES])
{
    int n = 0;

    EACH_NEIGHBOUR (p->box->board, place_of(p, u), link)
        if (leads_there(p, u, link->cell, h))
            list[n++] = link->cell;
    return n;
}

/* [12.32f1] [12.32f3] */
static const char *refuse_counter(const struct play *p, int side, int charger, int u)
{
    const char *why = refuse_charger(p, side, u);
    int16_t list[HEX_SIDES];
    int h = place_of(p, charger);

    if (why)
        return why;
    if (!has_before_it(p, u, h))
        return "12.32f1: it does not see the charge within two hexes before it";
    if (board_distance(p->box->board, place_of(p, u), h) > 1 && !ways_up(p, u, h, list))
        return "12.32f3: it cannot come up to the charge";
    return NULL;
}

/* [12.32f1] Only the phasing side's charges are answered, no opportunity charge of the other. */
static int next_counter(const struct play *p, int charger, int after)
{
    int best = NO_PIECE, side = enemy_of(side_of(p, charger));

    if (side == phasing_side(p) || nvw(p)->holds[side] || has_flag(p, charger, F_SPARED))
        return NO_PIECE;
    for (const int16_t *at = nbox(p)->near[place_of(p, charger)]; *at != NOWHERE; at++) {
        int u = top_of(p, *at);

        if (u != NO_PIECE && u > after && is_cavalry(p, u) && (best == NO_PIECE || u < best) &&
            !refuse_counter(p, side, charger, u))
            best = u;
    }
    return best;
}

bool offer_counter(struct play *p, int charger)
{
    if (riding(p, charger)->flags & C_FROZEN || next_counter(p, charger, NO_PIECE) == NO_PIECE)
        return false;
    agenda_push_with(p, ST_COUNTER, enemy_of(side_of(p, charger)), charger, NO_PIECE, NOWHERE, 0);
    return true;
}

/* ---- the question ---- */

static bool moot_counter(const struct play *p, const struct step *t)
{
    return t->pc == ASKED && (!on_map(p, t->v[WHO]) || charge_of(p, t->v[WHO]) < 0 ||
                              next_counter(p, t->v[WHO], NO_PIECE) == NO_PIECE);
}

static void list_counter(const struct play *p, const struct step *t, struct menu *m)
{
    int16_t list[HEX_SIDES];

    if (t->pc == CHOSEN) {
        for (int i = 0, n = ways_up(p, t->v[BY], place_of(p, t->v[WHO]), list); i < n; i++)
            menu_add(m, act2(V_RIDE, t->v[BY], list[i]));
        return;
    }
    for (int u = next_counter(p, t->v[WHO], NO_PIECE); u != NO_PIECE;
         u = next_counter(p, t->v[WHO], u))
        menu_add(m, act1(V_CHARGE, u));
    menu_add(m, act0(V_DONE));
}

static const char *why_counter(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_CHARGE && t->pc == ASKED)
        return refuse_counter(p, t->who, t->v[WHO], a->arg[0]);
    if (a->verb == V_RIDE && t->pc == CHOSEN)
        return "12.32f3: it comes up to the charge by the shortest way";
    return NULL;
}

static void take_counter(struct play *p, struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_DONE: agenda_pop(p, 0); return;
    case V_RIDE: t->v[VIA] = a->arg[1]; break;
    default:
        t->v[BY] = a->arg[0];
        t->pc = CHECKED;
        ask_check(p, a->arg[0], CH_COUNTER);
    }
    t->who = NOBODY;
}

/* ---- what comes of it ---- */

/* [12.32f2] [12.32f4] The check was passed: the charger moves no more. */
static void stop_charger(struct play *p, struct step *t)
{
    struct charge *c = riding(p, t->v[WHO]);

    c->flags = u8(c->flags | C_FROZEN);
    set_out(p, t->v[BY]);
    play_tell(p, EV_COUNTERS, 0, 2, t->v[BY], t->v[WHO]);
}

/* [12.32f3] Adjacent: at once; else by the one hex there is, or one of two. */
static void choose_way(struct play *p, struct step *t)
{
    int16_t list[HEX_SIDES];
    int n, h = place_of(p, t->v[WHO]);

    t->pc = CHOSEN;
    t->v[VIA] = NOWHERE;
    if (board_distance(p->box->board, place_of(p, t->v[BY]), h) == 1)
        return;
    n = ways_up(p, t->v[BY], h, list);
    if (n == 1)
        t->v[VIA] = list[0];
    else
        t->who = u8(side_of(p, t->v[BY]));
}

/* The counter-charge goes on if both are still there and it is not routed. */
static bool can_strike(const struct play *p, const struct step *t)
{
    int u = t->v[BY];

    return on_map(p, u) && on_map(p, t->v[WHO]) && !is_routed(p, u) && charge_of(p, u) >= 0;
}

/* [12.32f1] Ruling 37: other horse that has it before it may strike it there as well. */
static bool asks_others(const struct play *p, const struct step *t)
{
    int u = t->v[WHO];

    return on_map(p, u) && !is_routed(p, u) && !has_flag(p, u, F_BEATEN) && charge_of(p, u) >= 0 &&
           next_counter(p, u, NO_PIECE) != NO_PIECE;
}

static void ask_anew(const struct play *p, struct step *t)
{
    t->pc = ASKED;
    t->v[BY] = NO_PIECE;
    t->v[VIA] = NOWHERE;
    t->who = u8(enemy_of(side_of(p, t->v[WHO])));
}

/* [12.32f5] One attack, no further move; disordered at the end. */
static void end_counter(struct play *p, struct step *t)
{
    int side = enemy_of(side_of(p, t->v[WHO])), u = who_rides(p, side, CH_COUNTER);

    if (u != NO_PIECE)
        finish_charge(p, u);
    drop_riders(p, side);
    if (asks_others(p, t))
        ask_anew(p, t);
    else
        agenda_pop(p, 0);
}

static void run_counter(struct play *p, struct step *t)
{
    int u = t->v[BY];

    switch (t->pc) {
    case CHECKED:
        if (t->answer == 0) { /* it failed: another may try */
            ask_anew(p, t);
            return;
        }
        stop_charger(p, t);
        choose_way(p, t);
        return;
    case CHOSEN: /* its one hex is part of the attack, and fired at with that */
        t->pc = FOUGHT;
        if (!can_strike(p, t))
            return;
        if (t->v[VIA] != NOWHERE)
            ride(p, u, t->v[VIA]);
        if (!is_routed(p, u) &&
            board_distance(p->box->board, place_of(p, u), place_of(p, t->v[WHO])) == 1)
            begin_attack(p, u, place_of(p, t->v[WHO]), SHOCK_COUNTER);
        return;
    default: end_counter(p, t);
    }
}

/* [12.32f3] Whether, or which way. */
static const char *phrase_counter(const struct play *p, const struct step *t)
{
    (void)p;
    return t->pc == CHOSEN ? "{u1} [counter-charges|counter-charge] {u0}: by which hex?" : NULL;
}

static bool counter_sound(const struct play *p, const struct step *t)
{
    int side = enemy_of(side_of(p, t->v[WHO]));

    if (!is_cavalry(p, t->v[WHO]) || (t->pc != ASKED) != (t->v[BY] != NO_PIECE))
        return false;
    if (t->v[BY] != NO_PIECE && (!is_cavalry(p, t->v[BY]) || side_of(p, t->v[BY]) != side))
        return false;
    if (t->who == NOBODY)
        return t != agenda_top(p) && t->pc != ASKED;
    if (t->who != side || !on_map(p, t->v[WHO]) || charge_of(p, t->v[WHO]) < 0)
        return false;
    return t->pc == ASKED ||
           (t->pc == CHOSEN && on_map(p, t->v[BY]) && charge_of(p, t->v[BY]) >= 0);
}

const struct step_def step_counter = {
    .name = "counter",
    .cases = "12.32f1 12.32f3",
    .vars = "who:u by:U via:P",
    .points = "asked checked chosen fought",
    .on = "charge",
    .title = "Counter-charge",
    .prompt = "{u0} [charges|charge]: whose horse rides against [it|them]?",
    .phrase = phrase_counter,
    .no = "No counter-charge",
    .thought = THINK_CHOICE,
    .run = run_counter,
    .list = list_counter,
    .take = take_counter,
    .why = why_counter,
    .moot = moot_counter,
    .preview = preview_declare,
    .sound = counter_sound,
};
