/*
 * 09-movement.c: module 9: pieces march one after another, hex by hex, alone, as a group, or by road
 * in column.
 *
 * The phase asks for a piece (ST_MOVEMENT); the piece is then asked hex by hex (ST_MARCH), so that zones,
 * charges and discoveries can interrupt it. What the ground costs is in 09-ground.c, entry and exit are
 * in 09-entry.c, charges in 09-charge.c. All costs are in half points.
 */
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "dow.h"

enum { LEAD, STEPS }; /* variables of a march */

static int piece_spent(const struct play *p, int piece)
{
    return is_leader(p, piece) ? dow(p)->leader[piece_leader(p, piece)].spent
                               : unit_at(p, piece)->spent;
}

static uint32_t ways_at(const struct play *p, int border)
{
    return board_border_at(p->box->board, border)->ways;
}

/* ---- the beginning and end of the phase ---- */

void begin_movement(struct play *p, int side)
{
    struct dow_state *s = dow(p);

    assert(is_side(side));
    for (int u = 0; u < dbox(p)->units; u++) {
        struct unit *k = &s->unit[u];

        if (side_of(p, u) != side)
            continue;
        k->spent = k->charges = k->topped = 0;
        k->began = k->place >= 0 ? k->place : ABSENT;
        clear_flag(p, u, F_DONE | F_MOVING | F_COLUMN | F_MARKED);
    }
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (army_side(dbox(p)->leader[i].army) == side) {
            s->leader[i].spent = 0;
            s->leader[i].flags = u8(s->leader[i].flags & ~(L_DONE | L_MOVING));
        }
}

/* [9.3.3] Nothing is saved up; [5.3b] columns dissolve; [11.9.3c] blown horses have rested. */
void end_movement(struct play *p, int side)
{
    struct dow_state *s = dow(p);

    assert(is_side(side));
    begin_movement(p, side);
    for (int u = 0; u < dbox(p)->units; u++)
        if (side_of(p, u) == side) {
            s->unit[u].began = ABSENT;
            clear_flag(p, u, F_BLOWN);
        }
    memset(s->column, 0, sizeof s->column);
}

/* ---- who may move ---- */

static bool in_mask(const struct play *p, int piece, int mask)
{
    return mask >> piece_army(p, piece) & 1;
}

/* [4.2Ba] [7.2a] [9.0b] In command, or come on this turn, and not reorganizing. */
static const char *refuse_unit(const struct play *p, int u)
{
    int flags = unit_at(p, u)->flags;

    if (!on_map(p, u))
        return "9.0a: it is not on the map";
    if ((flags & F_OUT) && !(flags & F_ENTERED))
        return "7.2a: a unit out of command may not move";
    if (flags & F_REORGANIZING) /* [8.1c] */
        return "8.1c: a unit that reorganizes may not move";
    if (flags & F_DONE)
        return "9.3.2: its move is finished";
    if (flags & F_BLOWN)
        return "11.9.3c: cavalry that has counter-charged rests in its next Movement Phase";
    if (dow(p)->hex[unit_at(p, u)->place] & H_REACTION)
        return "9.4.5h: nobody enters a hex with Cavalry Charge! markers";
    return NULL;
}

static const char *refuse_leader(const struct play *p, int i)
{
    const struct leader *l = &dow(p)->leader[i];

    if (l->place < 0)
        return "9.0a: it is not on the map";
    if ((l->flags & L_OUT) && !(l->flags & L_ENTERED))
        return "9.0b: a leader out of command may not move";
    if (l->flags & L_DONE)
        return "9.3.2: its move is finished";
    if (dow(p)->hex[l->place] & H_REACTION)
        return "9.4.5h: nobody enters a hex with Cavalry Charge! markers";
    return NULL;
}

static bool can_charge_from(const struct play *p, int u)
{
    if (arm_of(p, u) != CAVALRY)
        return false;
    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link)
        if (!refuse_charge(p, u, link->cell))
            return true;
    return false;
}

/* [6.1] [6.0d] A pinned unit stays, but cavalry may charge what pins it. */
static const char *refuse_move(const struct play *p, int mask, int piece)
{
    const char *why;

    if (!in_mask(p, piece, mask))
        return "9.3b: pieces move in their own side's Movement Phase";
    if (is_leader(p, piece))
        return refuse_leader(p, piece_leader(p, piece));
    why = refuse_unit(p, piece);
    if (why)
        return why;
    if (pair_above(p, piece))
        return "5.2f: two Guard brigades on one another move as one unit, named by the upper";
    if (known_pinned(p, unit_at(p, piece)->place, side_of(p, piece)) && !can_charge_from(p, piece))
        return "6.1: a unit in the zone of enemy cavalry may not leave its hex";
    return NULL;
}

/* [5.4.3] Each counter once between two arrivals, so that an end is in sight; any order can be had. */
static const char *refuse_top(const struct play *p, int mask, int u)
{
    if (is_leader(p, u) || !on_map(p, u) || !in_mask(p, u, mask))
        return "5.4.3: a side orders its own stacks, in its own Movement Phase";
    if (top_of(p, unit_at(p, u)->place) == u)
        return "5.4.3: it is on top already";
    if (unit_at(p, u)->topped)
        return "5.4.3: it has been brought to the top already";
    if (dow(p)->hex[unit_at(p, u)->place] & H_REACTION)
        return "9.4.5h: nobody enters a hex with Cavalry Charge! markers";
    return NULL;
}

/* ---- the group that moves ---- */

static bool is_moving(const struct play *p, int piece)
{
    return is_leader(p, piece) ? dow(p)->leader[piece_leader(p, piece)].flags & L_MOVING
                               : has_flag(p, piece, F_MOVING);
}

/* The units that move, from the top down. */
static int group_of(const struct play *p, int lead, int *list)
{
    int n = 0;

    if (is_leader(p, lead)) {
        list[n++] = lead;
        return n;
    }
    for (EACH_IN(p, u, unit_at(p, lead)->place))
        if (has_flag(p, u, F_MOVING))
            list[n++] = u;
    return n;
}

/* A pair counts once. [5.3c] */
static bool one_unit(const struct play *p, const int *list, int n)
{
    return n == 1 || (n == 2 && paired(p, list[0]) && below(p, list[0]) == list[1]);
}

static void start_moving(struct play *p, int piece)
{
    if (is_leader(p, piece)) {
        struct leader *l = &dow(p)->leader[piece_leader(p, piece)];

        l->flags = u8(l->flags | L_MOVING);
        return;
    }
    if (paired(p, piece))
        set_flag(p, below(p, piece), F_MOVING);
    set_flag(p, piece, F_MOVING);
}

/* [5.3b] A unit that stops in Road Column is marked. */
void stop_moving(struct play *p, int piece)
{
    assert(is_piece(p, piece));
    if (is_leader(p, piece)) {
        struct leader *l = &dow(p)->leader[piece_leader(p, piece)];

        l->flags = u8((l->flags & ~L_MOVING) | L_DONE);
        return;
    }
    set_flag(p, piece, has_flag(p, piece, F_COLUMN) ? F_DONE | F_MARKED : F_DONE);
    clear_flag(p, piece, F_MOVING | F_COLUMN);
}

/* ---- what binds it ---- */

/* [5.1c] Leaders of the two Allied armies may share a hex with units of either. */
const char *refuse_company(const struct play *p, int piece, int to)
{
    int side = army_side(piece_army(p, piece));

    if (enemy_in_hex(p, to, side))
        return "5.1a: enemies never share a hex";
    if (dow(p)->hex[to] & H_REACTION)
        return "9.4.5h: nobody enters a hex with Cavalry Charge! markers";
    if (!is_leader(p, piece)) {
        if (top_of(p, to) != NO_UNIT && !army_in_hex(p, to, piece_army(p, piece)))
            return "5.1b: units of the two Allied armies never share a hex";
        return NULL;
    }
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (dow(p)->leader[i].place == to && army_side(dbox(p)->leader[i].army) != side)
            return "5.1a: enemies never share a hex";
    return NULL;
}

/* [9.2.14b] [9.2.1b] Who must keep to the road. */
static const char *refuse_leaving_road(const struct play *p, const int *list, int n, int from)
{
    if (is_leader(p, list[0]))
        return NULL;
    for (int i = 0; i < n; i++) {
        if (weather(p) == SEVERE_MUD && is_guns(arm_of(p, list[i])))
            return "9.2.14b: in Severe Mud artillery moves by road only";
        if (dbox(p)->cost[arm_of(p, list[i])][from] == NO_ENTRY)
            return "9.2.1b: in ground closed to it a unit keeps to the road";
    }
    return NULL;
}

/* ---- where it may stop ---- */

/* [5.2e] Limits are tested where a move ends. */
static const char *refuse_stop(const struct play *p, const int *list, int n, int h, bool column)
{
    int points = 0, others = 0, guards = 0;

    if (is_leader(p, list[0]) || (n == 1 && top_of(p, h) == NO_UNIT))
        return NULL; /* [5.2d] */
    for (int i = 0; i < n; i++) {
        points += strength(p, list[i]);
        guards += def_at(p, list[i])->guard;
    }
    for (EACH_IN(p, u, h)) {
        if (has_flag(p, u, F_MOVING))
            continue;
        if (has_flag(p, u, F_MARKED))
            return "5.3b: no other unit stops with a unit in Road Column";
        others++;
        guards += def_at(p, u)->guard;
        points += strength(p, u);
    }
    if (others && column) /* [5.3a] */
        return "5.3a: a unit in Road Column does not stack";
    if (one_unit_hex(p, h) && others + n > 1 && !(others + n == 2 && guards == 2))
        return "5.2b: one unit only in a hex of this kind";
    if (!one_unit_hex(p, h) && points > STACK_LIMIT && others)
        return "5.2a: no more than twelve strength points in a hex";
    return NULL;
}

struct onward {
    const struct play *p;
    const int *list;
    int n;
    bool column; /* a single unit may use roads */
};

/* What the dearest member of the group pays, by the cheaper of ground and road. */
static int onward_price(const struct onward *o, int from, int to, int border)
{
    bool off_road = !refuse_leaving_road(o->p, o->list, o->n, from);
    bool by_road = o->column && top_of(o->p, to) == NO_UNIT;
    int most = 0;

    for (int i = 0; i < o->n; i++) {
        int cost = march_cost(o->p, o->list[i], to, border, off_road, by_road);

        most = cost > most ? cost : most;
    }
    return most;
}

static int onward_cost(void *ctx, int from, int to, int border)
{
    const struct onward *o = ctx;
    int side = side_of(o->p, o->list[0]), cost;

    if (refuse_company(o->p, o->list[0], to))
        return PATH_FORBIDDEN;
    if ((top_of(o->p, to) != NO_UNIT || !o->column) &&
        board_has_kind(o->p->box->board, border, dbox(o->p)->bridge))
        return PATH_FORBIDDEN;
    cost = onward_price(o, from, to, border);
    if (cost == NO_ENTRY)
        return PATH_FORBIDDEN;
    return enemy_adjacent(o->p, to, side) ? cost + PATH_STOP : cost;
}

static bool can_stop(void *ctx, int h)
{
    const struct onward *o = ctx;

    return !refuse_stop(o->p, o->list, o->n, h, false);
}

/* [5.2e] It may pass through a full hex only if it can come out again within its allowance. */
static bool can_go_on(const struct play *p, const int *list, int n, int h, int left)
{
    struct onward o = { p, list, n, one_unit(p, list, n) };
    struct path path;

    return path_first(p->box->board, h, left, onward_cost, can_stop, &o, &path) != BOARD_NOWHERE;
}

/* ---- one step ---- */

/* 5.3 What binds a step at the rate of the road, or over a bridge. Rulings A-33 */
static const char *refuse_column(const struct play *p, const int *list, int n, int to, int border,
                                 bool column)
{
    bool occupied = top_of(p, to) != NO_UNIT;
    bool bridge = board_has_kind(p->box->board, border, dbox(p)->bridge);

    if (is_leader(p, list[0]))
        return NULL;
    if ((column || bridge) && !one_unit(p, list, n))
        return column ? "5.3c: units move by road one at a time"
                      : "5.3d: units cross a bridge in Road Column, one at a time";
    if (column && occupied) /* [5.3f] */
        return has_flag(p, top_of(p, to), F_MARKED)
                   ? "5.3f: a unit in Road Column blocks the road"
                   : "5.3e: by road a unit enters no hex with another unit";
    if (occupied && bridge)
        return "5.3d: behind a bridge a unit is in Road Column and needs the hex for itself";
    return NULL;
}

static int step_cost(const struct play *p, int piece, int to, int border, bool column)
{
    return column ? way_cost(p, piece, border) : ground_cost(p, piece, to, border);
}

/* [9.1b] [9.3a] Every member of the group pays for itself. Ruling A-54 */
static const char *refuse_price(const struct play *p, const int *list, int n, int to, int border,
                                bool column)
{
    for (int i = 0; i < n; i++) {
        int cost = step_cost(p, list[i], to, border, column);

        if (cost == NO_ENTRY)
            return column ? "9.2.1a: no road leads there"
                          : refuse_ground(p, list[i], piece_place(p, list[i]), to);
        if (piece_spent(p, list[i]) + cost > allowance(p, list[i]))
            return "9.1b: it has not enough movement points left for that hex";
    }
    return NULL;
}

/* [5.2e] A step to where it cannot stop needs a way out, and no enemy near who might hold it there. */
static const char *refuse_transit(const struct play *p, const int *list, int n, int to, int border,
                                  bool column)
{
    const char *why = refuse_stop(p, list, n, to, false);
    int least = INT_MAX;

    if (!why)
        return NULL;
    if (enemy_adjacent(p, to, side_of(p, list[0])))
        return why;
    for (int i = 0; i < n; i++) {
        int left = allowance(p, list[i]) - piece_spent(p, list[i]) -
                   step_cost(p, list[i], to, border, column);

        if (left < least)
            least = left;
    }
    return can_go_on(p, list, n, to, least) ? NULL : why;
}

/* Charges alone cost a point each. */
static bool has_not_left(const struct play *p, int u)
{
    return unit_at(p, u)->spent == 2 * unit_at(p, u)->charges;
}

/* [6.0c] [6.1] Whatever hex it would step into. */
static const char *refuse_departure(const struct play *p, const int *list, int n, bool column)
{
    int from = piece_place(p, list[0]);

    if (!is_leader(p, list[0]) && known_pinned(p, from, side_of(p, list[0])))
        return has_not_left(p, list[0])
                   ? "6.1: a unit in the zone of enemy cavalry may not leave its hex"
                   : "6.0c: a unit in the zone of enemy cavalry must stop";
    return column ? NULL : refuse_leaving_road(p, list, n, from);
}

static const char *refuse_step(const struct play *p, const int *list, int n, int to, int border,
                               bool column)
{
    const char *why;

    if (border == BOARD_NOWHERE)
        return "9.0a: a march goes from a hex to the next";
    if ((why = refuse_company(p, list[0], to)))
        return why;
    if ((why = refuse_price(p, list, n, to, border, column)) ||
        (why = refuse_column(p, list, n, to, border, column)))
        return why;
    return is_leader(p, list[0]) ? NULL : refuse_transit(p, list, n, to, border, column);
}

/* ---- choosing a piece ---- */

static void list_movement(const struct play *p, const struct step *t, struct menu *m)
{
    int mask = t->v[0];

    list_entries(p, mask, m);
    for (int u = 0; u < dbox(p)->units; u++) {
        if (!on_map(p, u) || !in_mask(p, u, mask))
            continue;
        if (!refuse_move(p, mask, u))
            menu_add(m, act1(V_MOVE, u));
        if (!refuse_top(p, mask, u))
            menu_add(m, act1(V_TOP, u));
    }
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (!refuse_move(p, mask, leader_piece(p, i)))
            menu_add(m, act1(V_MOVE, leader_piece(p, i)));
    if (!refuse_end_movement(p, mask))
        menu_add(m, act0(V_DONE));
}

/* A march or charge of a piece that has not been chosen: why it could not be, or that it must be first. */
static const char *refuse_unchosen(const struct play *p, int mask, int piece)
{
    const char *why = refuse_move(p, mask, piece);

    return why ? why : "9.3.2: first choose the piece that moves";
}

/* [7.2b] [4.2Bb] [9.4.2a] */
static const char *refuse_charge_order(const struct play *p, int mask, int u)
{
    if (!is_leader(p, u) && in_mask(p, u, mask) && has_flag(p, u, F_OUT) &&
        !has_flag(p, u, F_ENTERED))
        return "7.2b: cavalry out of command may not charge";
    return refuse_unchosen(p, mask, u);
}

/* Of one that waits off the map: why it does not enter. */
static const char *refuse_choice(const struct play *p, int mask, int piece)
{
    const char *why = piece_place(p, piece) == WAITING ? refuse_enter(p, mask, piece) : NULL;

    return why ? why : refuse_move(p, mask, piece);
}

static const char *why_movement(const struct play *p, const struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_MOVE: return refuse_choice(p, t->v[0], a->arg[0]);
    case V_TOP: return refuse_top(p, t->v[0], a->arg[0]);
    case V_ENTER: return refuse_enter(p, t->v[0], a->arg[0]);
    case V_ENTER_AT: return refuse_enter_at(p, t->v[0], a->arg[0], a->arg[1]);
    case V_DONE: return refuse_end_movement(p, t->v[0]);
    case V_CHARGE: return refuse_charge_order(p, t->v[0], a->arg[1]);
    case V_MARCH:
    case V_COLUMN: return refuse_unchosen(p, t->v[0], a->arg[0]);
    default: return NULL;
    }
}

static void begin_march(struct play *p, int piece)
{
    start_moving(p, piece);
    agenda_push_with(p, ST_MARCH, army_side(piece_army(p, piece)), piece, 0, 0, 0);
}

static void take_movement(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    switch (a->verb) {
    case V_MOVE: begin_march(p, a->arg[0]); break;
    case V_TOP:
        bring_to_top(p, a->arg[0]);
        unit_at(p, a->arg[0])->topped = 1;
        play_tell(p, EV_TOP, 0, 2, a->arg[0], unit_at(p, a->arg[0])->place);
        play_reveal(p);
        break;
    case V_ENTER: enter_map(p, a->arg[0], NO_UNIT); break;
    case V_ENTER_AT: enter_map(p, a->arg[0], a->arg[1]); break;
    default: agenda_pop(p, 0); /* [9.3.1] [9.3.4] */
    }
}

/* [4.2D1c] [9.4.5e] What has been charged and answered is fought out in the Combat Phase. */
static void forecast_reactions(const struct play *p, int mask, struct forecast *f)
{
    struct forecast_line *l = forecast_add(
        f, FORECAST_TELLS, "4.2D1c", "{n} Reaction [Charge|Charges] must be fought out in combat");

    for (int h = 0; dow(p)->reactions && h < p->box->board->cells; h++)
        if (reaction_at(p, h, mask) >= 0)
            forecast_place(l, h);
}

static void forecast_movement(const struct play *p, const struct step *t, struct forecast *f)
{
    forecast_entries(p, t->v[0], f);
    forecast_reactions(p, t->v[0], f);
    forecast_next_command(p, t->who, f);
}

const struct step_def step_movement = {
    .name = "movement",
    .thought = THINK_PLAN,
    .cases = "9.0a",
    .vars = "armies:french+adg+prussian",
    .on = "player@movement",
    .title = "Movement Phase",
    .prompt = "Choose a piece to move",
    .about = "move",
    .done = "End movement",
    .phase = true,
    .list = list_movement,
    .take = take_movement,
    .why = why_movement,
    .forecast = forecast_movement,
    .seat = seat_by_armies,
};

/* ---- the march ---- */

/* A stack that recovered points may have grown beyond the limit where it stands. */
static int points_moving(const struct play *p, int lead)
{
    int sum = 0;

    for (EACH_IN(p, u, unit_at(p, lead)->place))
        sum += has_flag(p, u, F_MOVING) ? strength(p, u) : 0;
    return sum;
}

/* [R-A54] Others of the hex may join before it sets out. */
static const char *refuse_with(const struct play *p, const struct step *t, int u)
{
    int lead = t->v[LEAD];

    if (is_leader(p, u) || is_leader(p, lead) || piece_place(p, u) != piece_place(p, lead))
        return "R-A54: a group is formed of units in one hex";
    if (t->v[STEPS])
        return "R-A54: a group picks nobody up on its way";
    if (has_flag(p, u, F_MOVING))
        return "R-A54: it is in the group already";
    if (points_moving(p, lead) + strength(p, u) + (paired(p, u) ? strength(p, below(p, u)) : 0) >
        STACK_LIMIT)
        return "5.2a: a group of more than twelve strength points could stop nowhere";
    return refuse_move(p, 1 << def_at(p, u)->army, u);
}

/* [R-A54] Whoever is left behind must have room; the others go on. */
static const char *refuse_drop(const struct play *p, const struct step *t, int u)
{
    int list[UNITS_MAX], n = group_of(p, t->v[LEAD], list);

    if (is_leader(p, u) || !has_flag(p, u, F_MOVING) || !t->v[STEPS] || one_unit(p, list, n) ||
        pair_above(p, u))
        return "R-A54: only a member of a group on the march is left behind";
    list[0] = u;
    list[1] = paired(p, u) ? below(p, u) : NO_UNIT;
    return refuse_stop(p, list, list[1] == NO_UNIT ? 1 : 2, unit_at(p, u)->place, false);
}

/* Has it not left its hex? */
static bool has_stayed(const struct play *p, const struct step *t, int piece)
{
    return !t->v[STEPS] || (!is_leader(p, piece) && has_not_left(p, piece));
}

/* A stack that recovered points may be too large where it stands; whoever stays is not to blame. */
static const char *refuse_done(const struct play *p, const struct step *t, const int *list, int n)
{
    if (has_stayed(p, t, list[0]))
        return NULL;
    return refuse_stop(p, list, n, piece_place(p, list[0]),
                       !is_leader(p, list[0]) && has_flag(p, list[0], F_COLUMN));
}

static void list_steps(const struct play *p, int lead, const int *list, int n, struct menu *m)
{
    bool marches = !refuse_departure(p, list, n, false),
         by_road = !refuse_departure(p, list, n, true);

    EACH_NEIGHBOUR (p->box->board, piece_place(p, lead), link) {
        int to = link->cell;

        if (marches && !refuse_step(p, list, n, to, link->border, false))
            menu_add(m, act2(V_MARCH, lead, to));
        if (by_road && ways_at(p, link->border) && !refuse_step(p, list, n, to, link->border, true))
            menu_add(m, act2(V_COLUMN, lead, to));
        if (!is_leader(p, lead) && arm_of(p, lead) == CAVALRY && !refuse_charge(p, lead, to))
            menu_add(m, act2(V_CHARGE, to, lead));
    }
}

static void list_company(const struct play *p, const struct step *t, struct menu *m)
{
    if (is_leader(p, t->v[LEAD]))
        return;
    for (EACH_IN(p, u, unit_at(p, t->v[LEAD])->place)) {
        if (!t->v[STEPS] && !refuse_with(p, t, u))
            menu_add(m, act1(V_WITH, u));
        if (t->v[STEPS] && !refuse_drop(p, t, u))
            menu_add(m, act1(V_DROP, u));
    }
}

static void list_march(const struct play *p, const struct step *t, struct menu *m)
{
    int lead = t->v[LEAD], list[UNITS_MAX], n = group_of(p, lead, list);

    list_steps(p, lead, list, n, m);
    list_company(p, t, m);
    if (!refuse_exit(p, lead))
        menu_add(m, act1(V_EXIT, lead));
    if (!refuse_done(p, t, list, n))
        menu_add(m, act0(V_DONE));
}

static const char *why_march(const struct play *p, const struct step *t, const struct action *a)
{
    int list[UNITS_MAX], n = group_of(p, t->v[LEAD], list), border;
    const char *why;

    switch (a->verb) {
    case V_MARCH:
    case V_COLUMN:
        if (a->arg[0] != t->v[LEAD])
            return is_moving(p, a->arg[0]) ? "R-A54: the group marches when its first piece does"
                                           : "9.3.2: another piece is moving now";
        why = refuse_departure(p, list, n, a->verb == V_COLUMN);
        border = board_border(p->box->board, piece_place(p, list[0]), a->arg[1]);
        return why ? why : refuse_step(p, list, n, a->arg[1], border, a->verb == V_COLUMN);
    case V_CHARGE:
        if (a->arg[1] != t->v[LEAD] || is_leader(p, a->arg[1]))
            return "9.4: only the cavalry that is moving charges";
        return refuse_charge(p, a->arg[1], a->arg[0]);
    case V_WITH: return refuse_with(p, t, a->arg[0]);
    case V_DROP: return refuse_drop(p, t, a->arg[0]);
    case V_EXIT: return refuse_exit(p, a->arg[0]);
    case V_DONE: return refuse_done(p, t, list, n);
    default: return NULL;
    }
}

static bool preview_march(const struct play *p, const struct step *t, const struct action *a,
                          struct sheet *sheet)
{
    return a->verb == V_CHARGE && a->arg[1] == t->v[LEAD] && !is_leader(p, a->arg[1]) &&
           preview_charge(p, a->arg[1], a->arg[0], sheet);
}

/* The march is over when what moved has been driven off, destroyed or closed in. */
static bool moot_march(const struct play *p, const struct step *t)
{
    return piece_place(p, t->v[LEAD]) < 0 || !is_moving(p, t->v[LEAD]);
}

/* ---- taking the step ---- */

static void pay(struct play *p, int piece, int cost)
{
    if (is_leader(p, piece))
        dow(p)->leader[piece_leader(p, piece)].spent = u8(piece_spent(p, piece) + cost);
    else
        unit_at(p, piece)->spent = u8(piece_spent(p, piece) + cost);
}

/* [TEC-14] [5.3d] [5.3e] Road rate and bridges make a column; the full price of a later hex dissolves it. */
static void set_column(struct play *p, int u, int border, bool column)
{
    if (column || board_has_kind(p->box->board, border, dbox(p)->bridge))
        set_flag(p, u, F_COLUMN);
    else
        clear_flag(p, u, F_COLUMN);
}

/* A stack that gains or loses a counter may be put in order again. */
static void restack(struct play *p, int h)
{
    for (EACH_IN(p, u, h))
        unit_at(p, u)->topped = 0;
}

/* [6.0f] [6.0g] Whoever enters a zone is shown what holds it; [R-A22] lone enemy leaders make off. */
void after_arrival(struct play *p, int piece)
{
    int h = piece_place(p, piece);

    assert(is_piece(p, piece));
    if (is_leader(p, piece))
        return;
    scatter_leaders(p, h);
    if (show_pinners(p, h, army_side(piece_army(p, piece))))
        play_tell(p, EV_PINNED, 0, 2, piece, h);
}

void step_group(struct play *p, int lead, int to, bool column, int event)
{
    int list[UNITS_MAX], n = group_of(p, lead, list), from = piece_place(p, lead);
    int border = board_border(p->box->board, from, to);

    assert(is_piece(p, lead) && on_board(p, to));
    assert(n > 0);
    for (int i = 0; i < n; i++)
        pay(p, list[i], step_cost(p, list[i], to, border, column));
    play_tell(p, event, 0, 2, list[0], to);
    if (is_leader(p, lead)) {
        dow(p)->leader[piece_leader(p, lead)].place = i16(to);
        return;
    }
    for (int i = n - 1; i >= 0; i--) {
        put_top(p, list[i], to);
        set_column(p, list[i], border, column);
    }
    restack(p, from);
    restack(p, to);
    after_arrival(p, list[0]);
}

/* [6.0f] Trying to leave, a unit may find out that it cannot. It costs nothing. Ruling A-47 */
bool held_back(struct play *p, int lead)
{
    int h = piece_place(p, lead);

    if (is_leader(p, lead) || !pinned(p, h, side_of(p, lead)))
        return false;
    show_pinners(p, h, side_of(p, lead));
    play_tell(p, EV_PINNED, 0, 2, lead, h);
    return true;
}

static void finish_march(struct play *p, int lead)
{
    int list[UNITS_MAX], n = group_of(p, lead, list);

    for (int i = 0; i < n; i++)
        stop_moving(p, list[i]);
    agenda_pop(p, 0);
}

/* The march goes on with another of the group, the one on the agenda's top. */
void pass_lead(struct play *p, int u)
{
    assert(is_piece(p, u) && agenda_top(p)->op == ST_MARCH);
    agenda_top(p)->v[LEAD] = i16(u);
}

/* Another of the group goes on when its first is left behind. */
static int next_lead(const struct play *p, int left)
{
    for (EACH_IN(p, u, unit_at(p, left)->place))
        if (has_flag(p, u, F_MOVING))
            return u;
    return left;
}

static void take_march(struct play *p, struct step *t, const struct action *a)
{
    int lead = t->v[LEAD];

    switch (a->verb) {
    case V_MARCH:
    case V_COLUMN:
        if (held_back(p, lead))
            return;
        t->v[STEPS] = 1;
        step_group(p, lead, a->arg[1], a->verb == V_COLUMN, EV_MARCHES);
        break;
    case V_CHARGE:
        t->v[STEPS] = 1;
        begin_charge(p, a->arg[0]);
        break;
    case V_WITH: start_moving(p, a->arg[0]); break;
    case V_DROP:
        if (paired(p, a->arg[0]))
            stop_moving(p, below(p, a->arg[0]));
        stop_moving(p, a->arg[0]);
        if (a->arg[0] == lead)
            t->v[LEAD] = i16(next_lead(p, lead));
        break;
    case V_EXIT:
        if (held_back(p, lead))
            return;
        agenda_pop(p, 0);
        french_exit(p, lead);
        break;
    default: finish_march(p, lead);
    }
}

const struct step_def step_march = {
    .name = "march",
    .cases = "9.1a",
    .vars = "lead:u gone:no|yes",
    .on = "movement",
    .title = "Movement Phase",
    .prompt = "March hex by hex, then stop",
    .about = "march",
    .marches = true,
    .done = "Stop here",
    .list = list_march,
    .take = take_march,
    .why = why_march,
    .moot = moot_march,
    .preview = preview_march,
    .seat = seat_by_piece,
};

/* [9.3b] Half points that a piece has left to march. */
int dow_points_left(const struct play *p, int piece)
{
    return allowance(p, piece) - piece_spent(p, piece);
}

/* [5.3a] [5.3b] [5.3f] What stopping in Road Column means for the rest of the phase. */
const char *dow_strain(const struct play *p, int piece)
{
    return !is_leader(p, piece) && has_flag(p, piece, F_COLUMN) && has_flag(p, piece, F_MOVING)
               ? "5.3b: in Road Column: it blocks the road, and nobody stacks with it"
               : NULL;
}
