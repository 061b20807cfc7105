/*
 * 11-results.c: module 11: what a combat result does: exchanges, grand farms, losses and their
 * overflow, who has to retreat, the morale check of those left behind and the surprise charge of
 * cavalry that passes it.
 *
 * Results of charges mean the same and come through here, too (9.4.4c, rulings ).
 * Retreats are made in 11-retreat.c; points are taken off and levels settled by lose() of module
 * 12, after which the game may be over.
 */
#include <assert.h>

#include "dow.h"

enum { LIST = 32 }; /* units that one result can touch */

/* ---- losses ---- */

/*
 * [12.2c] [12.2x] ruling A-59: a unit of a demoralized corps suffers twice; units are judged
 * singly.
 */
static int doubled(const struct play *p, int u, int points)
{
    return dow(p)->corps[unit_at(p, u)->corps].demoralized ? 2 * points : points;
}

/* A loss may have ended the game, or swept a whole corps off the map. */
static bool still_in(const struct play *p, int u, int h)
{
    return u != NO_UNIT && unit_at(p, u)->place == h && !play_state(p)->over;
}

/* [11.10.2b] The rest falls on the next unit down; what finds none is ignored. */
void take_loss(struct play *p, int u, int points)
{
    int h = unit_at(p, u)->place;

    assert(is_unit(p, u) && points >= 0);
    assert(on_map(p, u));
    while (points > 0 && still_in(p, u, h)) {
        int next = below(p, u), bears = strength(p, u) < points ? strength(p, u) : points;

        lose(p, u, bears);
        points -= bears;
        u = next;
    }
}

/* ---- who is engaged ---- */

/*
 * With a surprise charge the cavalry (F_MOVING) attacks those that attacked. [11.9.3b] ruling A-43
 */
static int striking_flag(const struct play *p)
{
    return dow(p)->fight.surprise ? F_MOVING : F_ATTACKS;
}

static int struck_flag(const struct play *p)
{
    return dow(p)->fight.surprise ? F_ATTACKS : F_DEFENDS;
}

static int add(int list[LIST], int n, int u)
{
    assert(n < LIST);
    list[n] = u;
    return n + 1;
}

/* [11.9b] Of the fight only what still stands on the map; a Guard pair by its upper counter. */
static int engaged_in(const struct play *p, int h, int flag, int list[LIST], int n)
{
    for (int u = top_of(p, h); u != NO_UNIT; u = unit_end(p, u))
        if (flag == F_MOVING ? counter_charges(p, u) : has_flag(p, u, flag))
            n = add(list, n, u);
    return n;
}

static int engaged(const struct play *p, int flag, int list[LIST])
{
    int n = 0;

    for (int h = 0; h < p->box->board->cells; h++)
        n = engaged_in(p, h, flag, list, n);
    return n;
}

/* [CRT-Ex] [11.10.2a] The top-most engaged unit of every hex. */
static int front(const struct play *p, int flag, int list[LIST])
{
    int n = 0, one[LIST];

    for (int h = 0; h < p->box->board->cells; h++)
        if (engaged_in(p, h, flag, one, 0))
            n = add(list, n, one[0]);
    return n;
}

/* ---- [CRT-Ex] exchange ---- */

enum { SIDE, POINTS }; /* variables */

static int flag_of_side(const struct play *p, int side)
{
    bool strikes = (side == dow(p)->fight.side) != dow(p)->fight.surprise;

    return strikes ? striking_flag(p) : struck_flag(p);
}

/* Ruling A-10: the owner picks the hex; with one only there is nothing to pick. */
static void exchange(struct play *p, int flag, int points)
{
    int list[LIST], n = front(p, flag, list);

    if (n == 1)
        take_loss(p, list[0], doubled(p, list[0], points));
    else if (n > 1)
        agenda_push_with(p, ST_EXCHANGE, side_of(p, list[0]), side_of(p, list[0]), points, 0, 0);
}

static bool moot_exchange(const struct play *p, const struct step *t)
{
    int list[LIST];

    return t->v[POINTS] == 0 || front(p, flag_of_side(p, t->v[SIDE]), list) == 0;
}

static void list_exchange(const struct play *p, const struct step *t, struct menu *m)
{
    int list[LIST], n = front(p, flag_of_side(p, t->v[SIDE]), list);

    for (int i = 0; i < n; i++)
        menu_add(m, act1(V_LOSE, list[i]));
}

static const char *why_exchange(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t, (void)a;
    return "11.10.2a: the top-most unit that fought in one of the hexes loses";
}

static void take_exchange(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0];

    t->v[POINTS]--;
    take_loss(p, u, doubled(p, u, 1));
}

const struct step_def step_exchange = {
    .name = "exchange",
    .cases = "CRT-Ex 11.10.2a",
    .vars = "side:s points:0..12",
    .on = "result exchange",
    .title = "Combat Phase",
    .prompt = "Which unit takes the loss?",
    .list = list_exchange,
    .take = take_exchange,
    .why = why_exchange,
    .moot = moot_exchange,
    .seat = seat_by_fight,
};

/* ---- Ar and Dr ---- */

/* [11.9d] 12-pounders are foot artillery as well. */
static bool on_foot(const struct play *p, int u)
{
    return arm_of(p, u) == FOOT || arm_of(p, u) == HEAVY;
}

/*
 * [11.9c] Each retreats `hexes` or pays; [12.2c] in a demoralized corps it pays once in any case,
 * and the retreat is not lengthened; [11.9d] foot artillery pays and stays. Ruling A-10: every unit
 * for itself.
 */
static void drive_back(struct play *p, const int *list, int n, int hexes)
{
    for (int i = 0; i < n && !play_state(p)->over; i++) {
        int extra = doubled(p, list[i], hexes) - hexes;

        if (on_map(p, list[i]))
            take_loss(p, list[i], extra + (on_foot(p, list[i]) ? hexes : 0));
    }
    for (int i = n - 1; i >= 0 && !play_state(p)->over; i--)
        if (on_map(p, list[i]) && !on_foot(p, list[i]))
            ask_retreat(p, list[i], hexes, true);
}

static bool in_farm(const struct play *p, int u)
{
    return on_map(p, u) && p->box->board->cell[unit_at(p, u)->place].terrain == dbox(p)->farm;
}

/*
 * [11.9.6a] [11.9.6b] [11.9.6c] Against a grand farm both sides lose instead; the attacker's loss
 * is taken once.
 */
static void storm_farms(struct play *p, int points)
{
    int list[LIST], n = front(p, struck_flag(p), list), farms = 0;

    for (int i = 0; i < n && !play_state(p)->over; i++)
        if (in_farm(p, list[i])) {
            farms++;
            play_tell(p, EV_STORMED, 0, 1, unit_at(p, list[i])->place);
            take_loss(p, list[i], doubled(p, list[i], points));
        }
    if (farms && !play_state(p)->over)
        exchange(p, striking_flag(p), points);
}

/* The defenders outside grand farms; [11.4b] the result is applied hex by hex, ruling A-17. */
static int in_the_open(const struct play *p, int list[LIST])
{
    int all[LIST], n = engaged(p, struck_flag(p), all), kept = 0;

    for (int i = 0; i < n; i++)
        if (!in_farm(p, all[i]))
            kept = add(list, kept, all[i]);
    return kept;
}

static void repel_defenders(struct play *p, int hexes)
{
    int list[LIST], n = in_the_open(p, list);

    storm_farms(p, hexes);
    if (!play_state(p)->over)
        drive_back(p, list, n, hexes);
}

static void repel_attackers(struct play *p, int hexes)
{
    int list[LIST], n = engaged(p, striking_flag(p), list);

    drive_back(p, list, n, hexes);
}

static void exchange_both(struct play *p)
{
    int other = striking_flag(p);

    exchange(p, struck_flag(p), 1);
    if (!play_state(p)->over)
        exchange(p, other, 1);
}

static void carry_out(struct play *p, int result)
{
    switch (result) {
    case RES_AR: repel_attackers(p, 1); break;  /* [CRT-Ar] [11.9a] */
    case RES_AR2: repel_attackers(p, 2); break; /* [CRT-Ar2] */
    case RES_EX: exchange_both(p); break;       /* [CRT-Ex] */
    case RES_DR:
    case RES_DRC: repel_defenders(p, 1); break; /* [CRT-Dr] [CRT-DrC] */
    default: repel_defenders(p, 2);             /* [CRT-Dr2] */
    }
}

void apply_result(struct play *p, int result)
{
    assert(result >= 0 && result < RESULTS);
    agenda_push_with(p, ST_RESULT, NOBODY, result, 0, 0, 0);
}

/* The result itself; then hex by hex those who are left. */
static void run_result(struct play *p, struct step *t)
{
    if (t->pc == 0) {
        t->pc = 1;
        carry_out(p, t->v[0]);
        return;
    }
    for (int h = 0; h < p->box->board->cells; h++)
        if (hex_is(p, h, H_FLED)) {
            clear_hex(p, h, H_FLED);
            check_rest(p, h);
            return;
        }
    agenda_pop(p, 0);
}

const struct step_def step_result = {
    .name = "result",
    .cases = "11.9",
    .vars = "result:Ar2|Ar|Ex|DrC|Dr|Dr2",
    .points = "begun checks",
    .on = "charge@finish fight@read surprise-charge@struck",
    .run = run_result,
};

/* ---- 11.9.2: the rest ---- */

static bool left_behind(const struct play *p, int u)
{
    return !has_flag(p, u, F_ATTACKS | F_DEFENDS);
}

void check_rest(struct play *p, int h)
{
    assert(on_board(p, h));
    agenda_push_with(p, ST_CHECK, NOBODY, h, 0, 0, 0);
}

/* [5.2f] A pair checks as one unit. */
static int unit_morale(const struct play *p, int u)
{
    int list[] = { u, partner_of(p, u) };

    return average_morale(p, list, list[1] == NO_UNIT ? 1 : 2, false).morale;
}

/* [11.12] */
bool passes(struct play *p, int u, int die)
{
    bool good = die <= unit_morale(p, u);

    assert(is_unit(p, u) && die <= DIE_FACES);
    see(p, u);
    play_tell(p, good ? EV_PASSES : EV_FAILS, 0, 1, u);
    return good;
}

static bool list_rest(const struct play *p, int h, int list[LIST], int *n)
{
    *n = 0;
    for (int u = top_of(p, h); u != NO_UNIT; u = unit_end(p, u))
        if (left_behind(p, u))
            *n = add(list, *n, u);
    return *n > 0;
}

/*
 * [11.9.2b] Who fails goes, without a choice; ruling A-19: foot artillery stays and loses a point.
 */
static void sort_rest(struct play *p, const int *list, int n, int die)
{
    int flees[LIST], charges[LIST], gone = 0, riders = 0;

    for (int i = 0; i < n && !play_state(p)->over; i++) {
        if (!on_map(p, list[i]))
            continue;
        if (!passes(p, list[i], die)) {
            if (on_foot(p, list[i]))
                take_loss(p, list[i], 1);
            else
                flees[gone++] = list[i];
        } else if (arm_of(p, list[i]) == CAVALRY) { /* [11.9.3a] if it can: moot_surprise() */
            charges[riders++] = list[i];
        }
    }
    for (int i = riders - 1; i >= 0 && !play_state(p)->over; i--)
        agenda_push_with(p, ST_SURPRISE, side_of(p, charges[i]), charges[i], 0, 0, 0);
    for (int i = gone - 1; i >= 0 && !play_state(p)->over; i--)
        if (on_map(p, flees[i]))
            ask_retreat(p, flees[i], 1, false);
}

/* [11.9.2a] One die for all of them. */
static void run_check(struct play *p, struct step *t)
{
    int list[LIST], n, die = t->answer;

    if (!list_rest(p, t->v[0], list, &n)) {
        agenda_pop(p, 0);
    } else if (t->pc++ == 0) {
        agenda_roll(p, 1, 6, W_MORALE_CHECK);
    } else {
        agenda_pop(p, 0);
        sort_rest(p, list, n, die);
    }
}

const struct step_def step_check = {
    .name = "check",
    .cases = "11.9.2a",
    .vars = "hex:p",
    .points = "begun rolled",
    .on = "result",
    .rolls = "rolled:6",
    .run = run_check,
};

/* ---- 11.9.3: the surprise charge ---- */

/* Ruling A-43: as any charge, not in Severe Mud nor into ground that bars it; once. */
const char *refuse_surprise(const struct play *p, int u)
{
    const char *why = "11.9.3b: no unit that attacked stands next to it";

    if (!on_map(p, u) || arm_of(p, u) != CAVALRY)
        return "11.9.3a: only cavalry left in the hex charges";
    if (weather(p) == SEVERE_MUD)
        return "9.2.14c: nobody charges in Severe Mud";
    if (has_flag(p, u, F_BLOWN))
        return "11.9.3c: the cavalry carries a Cavalry Charge! marker";
    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link) {
        int list[LIST];

        if (!enemy_in_hex(p, link->cell, side_of(p, u)) ||
            !engaged_in(p, link->cell, F_ATTACKS, list, 0))
            continue;
        why = refuse_charge_ground(p, u, unit_at(p, u)->place, link->cell);
        if (!why)
            return NULL;
    }
    return why;
}

static bool moot_surprise(const struct play *p, const struct step *t)
{
    return refuse_surprise(p, t->v[0]) != NULL;
}

static void list_surprise(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p;
    menu_add(m, act1(V_COUNTERCHARGE, t->v[0]));
    menu_add(m, act0(V_DONE));
}

static const char *why_surprise(const struct play *p, const struct step *t, const struct action *a)
{
    (void)t;
    return a->verb == V_COUNTERCHARGE && !is_leader(p, a->arg[0]) ? refuse_surprise(p, a->arg[0])
                                                                  : NULL;
}

static void take_surprise(struct play *p, struct step *t, const struct action *a)
{
    int u = t->v[0];

    agenda_pop(p, 0);
    if (a->verb == V_COUNTERCHARGE)
        run_surprise_charge(p, u);
}

const struct step_def step_surprise = {
    .name = "surprise",
    .cases = "11.9.3a",
    .vars = "who:u",
    .on = "result surprise",
    .title = "Counter-charge",
    .prompt = "Shall {u0} charge the attackers?",
    .no = "No charge",
    .list = list_surprise,
    .take = take_surprise,
    .why = why_surprise,
    .moot = moot_surprise,
    .preview = preview_surprise,
    .seat = seat_by_piece,
    .sound = sound_unit,
};
