/*
 * 05-orders.c: 5.0 command and orders: who is in command, orders given, pending, checked, taken on one's own; leaders lost.
 *
 * All of this chapter is ours [R]. What each order permits is refused where it would be done: 04-actions.c,
 * 06-movement.c, 07-combat.c.
 */
#include <stdio.h>
#include <string.h>

#include "mib.h"

/* ---- ratings ---- */

int commander_of(const struct play *p, int formation)
{
    int u = mbox(p)->commander[formation];

    return on_map(p, u) ? u : NO_PIECE;
}

/* [5.8r] Whoever takes over is one lower, though not below 1 and 0. */
int initiative_of(const struct play *p, int u)
{
    int rating = leader_at(p, u)->initiative - unit_at(p, u)->replaced;

    return rating < 1 ? 1 : rating;
}

int combat_rating(const struct play *p, int u)
{
    int rating = leader_at(p, u)->combat - unit_at(p, u)->replaced;

    return has_flag(p, u, U_CASUALTY) || rating < 0 ? 0 : rating;
}

int command_rating(const struct play *p, int u)
{
    return has_flag(p, u, U_CASUALTY) ? 1 : leader_at(p, u)->command;
}

/* [5.3r5] Who is of no formation has no order. */
int order_of(const struct play *p, int u)
{
    int f = unit_at(p, u)->formation;

    return f == F_NONE ? RESERVE : mib(p)->formation[f].order;
}

/* ---- command ---- */

/* Divisions of his formation near enough to be looked for. */
static int count_near(const struct play *p, int leader)
{
    int n = 0;

    EACH_PIECE (p, u)
        n += is_division(p, u) && on_map(p, u) &&
             unit_at(p, u)->formation == leader_at(p, leader)->formation &&
             board_distance(p->box->board, unit_at(p, u)->place, unit_at(p, leader)->place) <=
                 leader_at(p, leader)->range;
    return n;
}

static int count_here(const struct play *p, int leader, int h)
{
    int n = 0;

    EACH_AT (p, h, u)
        n += is_division(p, u) && unit_at(p, u)->formation == leader_at(p, leader)->formation;
    return n;
}

/* [5.1r] Hexes within the range, by ways that pass no enemy, nor his zone without a friend. */
void reach_command(const struct play *p, int leader, const uint8_t *zones, int wanted,
                   uint8_t *steps)
{
    const struct board *b = p->box->board;
    int side = side_of(p, leader), range = leader_at(p, leader)->range, head = 0, tail = 0;
    int16_t queue[CELLS_MAX];

    queue[tail++] = unit_at(p, leader)->place;
    steps[queue[0]] = 1;
    while (head < tail && wanted) {
        int h = queue[head++];

        wanted -= wanted > 0 ? count_here(p, leader, h) : 0;
        if (steps[h] > range)
            continue;
        EACH_NEIGHBOUR (b, h, link) {
            int holder = combat_side(p, link->cell);

            if (steps[link->cell] || (holder != NOBODY && holder != side) ||
                (holder == NOBODY && zones[link->cell]))
                continue;
            steps[link->cell] = u8(steps[h] + 1);
            queue[tail++] = fit_i16(link->cell);
        }
    }
}

/* In command again: what it set out with has not grown by that. Ruling 22 */
static void take_in_hand(struct play *p, int u)
{
    int left = points_left(p, u);

    clear_flag(p, u, U_OOC);
    if (has_flag(p, u, U_MOVED))
        unit_at(p, u)->spent = u8(unit_at(p, u)->spent + points_left(p, u) - left);
}

/* [5.1r] [5.2r] When it is selected, and again before its combats. Detachments are always in command. Ruling 5 */
void judge_command(struct play *p, int formation, const uint8_t *zones)
{
    uint8_t steps[CELLS_MAX] = { 0 };
    int leader = commander_of(p, formation);

    if (leader != NO_PIECE)
        reach_command(p, leader, zones, count_near(p, leader), steps);
    EACH_PIECE (p, u)
        if (on_map(p, u) && is_division(p, u) && unit_at(p, u)->formation == formation) {
            if (steps[unit_at(p, u)->place] || def_at(p, u)->detachment)
                take_in_hand(p, u);
            else
                set_flag(p, u, U_OOC);
        }
}

/* ---- giving orders ---- */

enum { ARMIES_ASKED };

/* [5.4r1] Who gives the order: an army commander to his army, a wing commander to a formation near him. */
static const char *refuse_giver(const struct play *p, int chief, int formation)
{
    int army = army_of(p, chief), leader = commander_of(p, formation);
    int near = mbox(p)->ours[O_WING];

    if (!on_map(p, chief))
        return "5.4r1: he is not on the map";
    if (formation_army[formation] != army)
        return "5.4r1: a commander gives orders to formations of his own army";
    if (leader == NO_PIECE)
        return "5.4r1: its commander is not on the map";
    if (unit_at(p, chief)->given >= command_rating(p, chief))
        return "5.4r1: he has given as many orders as his command rating allows";
    if (leader_at(p, chief)->role == OF_WING &&
        board_distance(p->box->board, unit_at(p, chief)->place, unit_at(p, leader)->place) > near)
        return "5.4r1: a wing commander gives orders within 12 hexes";
    return NULL;
}

static int chief_index(const struct play *p, int u)
{
    for (int i = 0; i < CHIEFS; i++)
        if (mbox(p)->chief[i] == u)
            return i;
    return -1;
}

/* [5.4r2] The current order need not be given, nor the one that is pending. */
static const char *refuse_order(const struct play *p, int armies, int chief, int formation,
                                int order)
{
    const struct formation_state *f;
    const char *why;

    if (formation < 0 || formation >= FORMATIONS || order < 0 || order >= ORDERS)
        return "5.4r1: orders are given to formations";
    if (chief_index(p, chief) < 0)
        return "5.4r1: orders are given by army and wing commanders";
    if (!(armies >> army_of(p, chief) & 1))
        return "3.2r: each side gives its own orders, the French first";
    if ((why = refuse_giver(p, chief, formation)))
        return why;
    f = &mib(p)->formation[formation];
    if (f->pending ? f->pending == order + 1 : f->order == order)
        return "5.4r2: it has that order";
    return NULL;
}

/* Ruling 4: an order that is current already cancels the pending one. */
static void give_order(struct play *p, int chief, int formation, int order)
{
    struct formation_state *f = &mib(p)->formation[formation];

    unit_at(p, chief)->given++;
    play_tell(p, EV_ORDER, 0, 3, chief, W_CHIT + formation, W_ORDER + order);
    f->pending = f->order == order ? NO_ORDER : u8(order + 1);
    f->giver = f->pending ? u8(chief_index(p, chief)) : 0;
}

static void list_orders(const struct play *p, const struct step *t, struct menu *m)
{
    for (int i = 0; i < CHIEFS; i++) {
        int chief = mbox(p)->chief[i];

        if (!on_map(p, chief) || !(t->v[ARMIES_ASKED] >> army_of(p, chief) & 1))
            continue;
        for (int f = 0; f < FORMATIONS; f++) {
            if (refuse_giver(p, chief, f))
                continue;
            for (int order = 0; order < ORDERS; order++)
                if (!refuse_order(p, t->v[ARMIES_ASKED], chief, f, order))
                    menu_add(m, act3(V_ORDER, chief, W_CHIT + f, W_ORDER + order));
        }
    }
    menu_add(m, act0(V_DONE));
}

static const char *why_orders(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_ORDER ? refuse_order(p, t->v[ARMIES_ASKED], a->arg[0], a->arg[1] - W_CHIT,
                                             a->arg[2] - W_ORDER)
                              : NULL;
}

static void take_orders(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    if (a->verb == V_ORDER)
        give_order(p, a->arg[0], a->arg[1] - W_CHIT, a->arg[2] - W_ORDER);
    else
        agenda_pop(p, 0);
}

static bool preview_orders(const struct play *p, const struct step *t, const struct action *a,
                           struct sheet *sheet)
{
    if (a->verb != V_ORDER || why_orders(p, t, a))
        return false;
    return preview_check(p, a->arg[1] - W_CHIT, a->arg[2] - W_ORDER, a->arg[0], false, sheet);
}

static bool orders_sound(const struct play *p, const struct step *t)
{
    int armies = t->v[ARMIES_ASKED];

    if (t[-1].op == ST_ORDERS)
        return play_option(p, OPT_THREE_SEATS) && t->who == ALLIED && armies == MASK_ANGLO &&
               t[-1].v[ARMIES_ASKED] == MASK_PRUSSIAN;
    if (t->who == FRENCH)
        return t[-1].pc == 2 && armies == MASK_FRENCH;
    if (t[-1].pc != 3)
        return false;
    return play_option(p, OPT_THREE_SEATS) ? armies == MASK_PRUSSIAN || armies == MASK_ANGLO
                                           : armies == (MASK_ANGLO | MASK_PRUSSIAN);
}

/* [3.2r] [SOP-2] */
const struct step_def step_orders = {
    .name = "orders",
    .cases = "3.2r 5.4r1",
    .vars = "armies:french+anglo+prussian",
    .on = "turn@allied,pool orders",
    .title = "Orders Phase",
    .prompt = "Give orders to your formations",
    .about = "order",
    .done = "End the Orders Phase",
    .forecast = forecast_orders,
    .phase = true,
    .list = list_orders,
    .take = take_orders,
    .why = why_orders,
    .preview = preview_orders,
    .seat = seat_by_armies,
    .sound = orders_sound,
};

/* ---- the check ---- */

static bool in_zone(const struct play *p, int formation)
{
    EACH_PIECE (p, u)
        if (on_map(p, u) && is_combat(p, u) && unit_at(p, u)->formation == formation &&
            in_enemy_zone(p, unit_at(p, u)->place, side_of(p, u)))
            return true;
    return false;
}

/* What is added to the die, line by line if there is a sheet. [5.5r2] [5.6r] */
static int check_modifier(const struct play *p, int formation, int order, int giver, bool own,
                          struct sheet *sheet)
{
    const struct mib_box *b = mbox(p);
    int leader = commander_of(p, formation), sum = 0, by = 0;

    if (own) {
        sum += b->ours[O_INITIATIVE];
        if (sheet)
            sheet_modifier(sheet, "5.6r", b->ours[O_INITIATIVE], "On its own initiative");
    } else if (on_map(p, giver)) {
        int d = board_distance(p->box->board, unit_at(p, leader)->place, unit_at(p, giver)->place);

        by = d <= b->ours[O_NEAR] ? -1 : d > b->ours[O_VERY_FAR] ? 2 : d > b->ours[O_FAR];
        sum += by;
        if (sheet && by)
            sheet_modifier(sheet, "5.5r2", by, "%s is %d %s away", p->box->piece[giver].name, d,
                           d == 1 ? "hex" : "hexes");
    }
    if ((order == MARCH || order == RESERVE) && in_zone(p, formation)) {
        sum += 1;
        if (sheet)
            sheet_modifier(sheet, "5.5r2", 1, "In an enemy zone, to %s", order_titles[order]);
    }
    return sum;
}

/* [5.5r1] [5.5r2] An unmodified 1 succeeds, an unmodified 6 fails. */
static bool check_passes(const struct play *p, int formation, int die, int modifier)
{
    if (die == 1 || die == 6)
        return die == 1;
    return die + modifier <= initiative_of(p, commander_of(p, formation));
}

/* [5.3r1] [5.3r2] [5.3r3] [5.3r4] [5.3r5] What the order permits, for whoever does not know it by heart. */
static void tell_order(struct sheet *sheet, int order)
{
    static const struct {
        const char *cites, *text;
    } what[ORDERS] = {
        [ATTACK] = { "5.3r1",
                     "ATTACK: everything is allowed, but only who is Tired, Spent, disorganized "
                     "or Smashed may rest" },
        [MARCH] = { "5.3r2", "MARCH: moves, rest and what is done in place; no attack, and into no "
                             "enemy zone" },
        [HOLD] = { "5.3r3",
                   "HOLD: rest, what is done in place, or one hex not into an enemy zone; no "
                   "attack; attacks on it have -1" },
        [RETREAT] = { "5.3r4",
                      "RETREAT: moves away from the enemy or towards supply alone; no attack; "
                      "attacks on it have +1" },
        [RESERVE] = { "5.3r5",
                      "RESERVE: as HOLD without the -1, but moves of any length that stay 3 "
                      "hexes from every enemy" },
    };

    sheet_note(sheet, what[order].cites, NULL, "%s", what[order].text);
}

bool preview_check(const struct play *p, int formation, int order, int giver, bool own,
                   struct sheet *sheet)
{
    int leader = commander_of(p, formation), modifier, passed = 0;

    if (leader == NO_PIECE)
        return false;
    sheet_begin(sheet, "Order Check of %s: %s", formation_titles[formation], order_titles[order]);
    sheet_number(sheet, "5.5r1", initiative_of(p, leader), "Initiative of %s",
                 p->box->piece[leader].name);
    modifier = check_modifier(p, formation, order, giver, own, sheet);
    for (int die = 1; die <= 6; die++)
        passed += check_passes(p, formation, die, modifier);
    sheet_fact(sheet, "modifier", "%d", modifier);
    sheet_head(sheet, passed, "%d of 6", passed);
    sheet_chance(sheet, "accepted", passed);
    if (passed < 6)
        sheet_chance(sheet, "refused", 6 - passed);
    tell_order(sheet, order);
    return true;
}

static void set_order(struct play *p, int formation, int order)
{
    struct formation_state *f = &mib(p)->formation[formation];

    f->order = u8(order);
    f->pending = f->giver = 0;
}

/* [5.5r1] Accepted it is current at once; else it stays pending. */
void end_order_check(struct play *p, int formation, int die)
{
    struct formation_state *f = &mib(p)->formation[formation];
    int order = f->pending - 1, giver = mbox(p)->chief[f->giver];

    if (!check_passes(p, formation, die, check_modifier(p, formation, order, giver, false, NULL))) {
        play_tell(p, EV_REFUSED, 0, 2, W_CHIT + formation, W_ORDER + order);
        return;
    }
    play_tell(p, EV_ACCEPTED, 0, 2, W_CHIT + formation, W_ORDER + order);
    set_order(p, formation, order);
}

/* ---- own initiative ---- */

enum { FORMATION, WANTED };

static const char *refuse_take(const struct play *p, const struct step *t, int order)
{
    if (order < 0 || order >= ORDERS)
        return "5.6r: there is no such order";
    return mib(p)->formation[t->v[FORMATION]].order == order ? "5.6r: it has that order" : NULL;
}

static void list_initiative(const struct play *p, const struct step *t, struct menu *m)
{
    for (int order = 0; order < ORDERS; order++)
        if (!refuse_take(p, t, order))
            menu_add(m, act1(V_TAKE, W_ORDER + order));
    menu_add(m, act0(V_DONE));
}

static const char *why_initiative(const struct play *p, const struct step *t,
                                  const struct action *a)
{
    return a->verb == V_TAKE ? refuse_take(p, t, a->arg[0] - W_ORDER) : NULL;
}

/* [5.6r] Once in an activation. */
static void take_initiative(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb != V_TAKE) {
        agenda_pop(p, 0);
        return;
    }
    t->v[WANTED] = i16(a->arg[0] - W_ORDER);
    t->who = NOBODY;
    agenda_roll(p, 1, 6, W_ROLL + R_INITIATIVE);
}

static void run_initiative(struct play *p, struct step *t)
{
    int f = t->v[FORMATION], order = t->v[WANTED], die = t->answer;
    bool passed = check_passes(p, f, die, check_modifier(p, f, order, NO_PIECE, true, NULL));

    agenda_pop(p, 0);
    play_tell(p, passed ? EV_TAKES : EV_NO_INITIATIVE, 0, 2, W_CHIT + f, W_ORDER + order);
    if (passed)
        set_order(p, f, order);
}

static bool preview_initiative(const struct play *p, const struct step *t, const struct action *a,
                               struct sheet *sheet)
{
    return a->verb == V_TAKE && !why_initiative(p, t, a) &&
           preview_check(p, t->v[FORMATION], a->arg[0] - W_ORDER, NO_PIECE, true, sheet);
}

static bool initiative_sound(const struct play *p, const struct step *t)
{
    int f = t->v[FORMATION];
    bool rolls = t != agenda_top(p);

    if (commander_of(p, f) == NO_PIECE || mib(p)->formation[f].pending || t[-1].v[0] != f)
        return false;
    return rolls ? t->who == NOBODY && mib(p)->formation[f].order != t->v[WANTED]
                 : t->who == chit_side(f) && !t->v[WANTED];
}

/* What it would keep. */
static const char *phrase_initiative(const struct play *p, const struct step *t)
{
#define PHRASE(name, id, title)                                                                    \
    "The order of {w0} is " title "; it may try to take another by itself",
    static const char *const phrase[ORDERS] = { ORDER_LIST(PHRASE) };

    return phrase[mib(p)->formation[t->v[0]].order];
}

const struct step_def step_initiative = {
    .name = "initiative",
    .cases = "5.6r",
    .vars = "formation:0..17 wanted:0..4",
    .points = "asked",
    .on = "activation@smashed",
    .rolls = "asked:6",
    .title = "Own initiative",
    .prompt = "It may try to give itself another order",
    .phrase = phrase_initiative,
    .no = "Keep the order",
    .run = run_initiative,
    .list = list_initiative,
    .take = take_initiative,
    .why = why_initiative,
    .preview = preview_initiative,
    .seat = seat_by_chit,
    .sound = initiative_sound,
};

/* ---- leaders in danger ---- */

/* [5.9r] The nearest combat unit of his army, if it is no farther than that. */
static int refuge(const struct play *p, int u, int most)
{
    int best = NO_PIECE, nearest = most + 1;

    EACH_PIECE (p, i)
        if (on_map(p, i) && is_combat(p, i) && army_of(p, i) == army_of(p, u)) {
            int d = board_distance(p->box->board, unit_at(p, u)->place, unit_at(p, i)->place);

            if (d < nearest && d > 0)
                best = i, nearest = d;
        }
    return best;
}

/* [AM-8] [AM-10] What it means for the army; [5.8r] who takes over. */
static void lose_leader(struct play *p, int u)
{
    const struct leader_def *d = leader_at(p, u);

    play_tell(p, EV_LEADER_LOST, 0, 1, u);
    if (d->role == OF_FORMATION) {
        unit_at(p, u)->replaced++;
        return;
    }
    if (has_flag(p, u, U_CASUALTY))
        return;
    set_flag(p, u, U_CASUALTY);
    if (u == mbox(p)->chief[CHIEF_NAPOLEON])
        shift_morale(p, FRENCH, AM_NAPOLEON);
    else if (d->role == OF_ARMY)
        shift_morale(p, ALLIED, AM_COMMANDER);
}

enum { WHO, LEAST }; /* of a check: the second die that is fatal */

/* [5.8r] [5.9r] On a 6 a second die: from `least` on he is lost. */
static void run_casualty(struct play *p, struct step *t)
{
    int u = t->v[WHO], least = t->v[LEAST], die = t->answer;

    switch (t->pc++) {
    case 0: agenda_roll(p, 1, 6, W_ROLL + R_LEADER); return;
    case 1:
        if (die == 6) {
            agenda_roll(p, 1, 6, W_ROLL + R_LEADER);
            return;
        }
        break;
    default:
        if (die >= least) {
            agenda_pop(p, 0);
            lose_leader(p, u);
            return;
        }
    }
    play_tell(p, EV_LEADER_SAFE, 0, 1, u);
    agenda_pop(p, 0);
}

static bool casualty_sound(const struct play *p, const struct step *t)
{
    return is_leader(p, t->v[WHO]) &&
           (t->pc == 1 || t->pc == 2 || (t->pc == 0 && t != agenda_top(p)));
}

const struct step_def step_casualty = {
    .name = "casualty",
    .cases = "5.8r 5.9r",
    .vars = "who:u least:4..5",
    .points = "begun first second",
    .rolls = "first:6 second:6",
    .run = run_casualty,
    .sound = casualty_sound,
};

/* [5.9r] To the nearest combat unit of his army within 6 hexes; without one he is taken. Ruling 12 */
static void flee(struct play *p, int u)
{
    int to = refuge(p, u, mbox(p)->ours[O_FLIGHT]);

    play_tell(p, EV_OVERRUN, 0, 2, u, unit_at(p, u)->place);
    clear_flag(p, u, U_MOVING);
    if (to == NO_PIECE)
        to = refuge(p, u, 99);
    if (to == NO_PIECE) {
        put_at(p, u, LOST);
        clear_flag(p, u, U_ACTIVATION);
        unit_at(p, u)->spent = 0;
        return;
    }
    put_at(p, u, unit_at(p, to)->place);
    play_tell(p, EV_LEADER_FLEES, 0, 2, u, unit_at(p, u)->place);
    agenda_push_with(p, ST_CASUALTY, NOBODY, u, 4, 0, 0);
}

/* [5.9r] [AM-7] Leaders flee, an army's headquarters costs morale, trains and engineers are lost. */
void overrun(struct play *p, int h, int by)
{
    int next;

    for (int u = mib(p)->top[h]; u != STACK_END && !play_state(p)->over; u = next) {
        next = mib(p)->below[u];
        if (side_of(p, u) == side_of(p, by))
            continue;
        if (!is_leader(p, u)) {
            play_tell(p, EV_CAPTURED, 0, 1, u);
            remove_unit(p, u);
            continue;
        }
        flee(p, u);
        if (leader_at(p, u)->role == OF_ARMY)
            shift_morale(p, side_of(p, u), AM_HQ);
    }
}
