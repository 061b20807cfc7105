/*
 * 08-movement.c: chapters 3.0, 4.1 and 8.3: who moves, and how, hex by hex.
 *
 * A piece is taken up, others of its hex join it before it leaves; then the group goes step by step
 * and halts. Everybody pays for himself. A step is legal only if the group can come to rest there
 * or further on, so nobody is caught in a full hex. Costs are those of 08-roads.c; entry is chapter
 * 15, repulse 10, vedettes 13.
 */
#include <assert.h>

#include "ld.h"

enum { SIDE, SHARE }; /* of the phase */
enum { GROUP_MAX = 40, DEPTH = 2 };

/* ---- what it costs ---- */

/* [8.51a] [9.2a] [9.2b] [9.24] [8.32a] What a pontoon bridge makes of a hexside: the ground, woods and slope, and the
 * bridge; beside a bridge nothing is added. */
static int over_pontoon(const struct play *p, int mover, int at, int pontoon, bool column)
{
    const struct pontoon *k = &ld(p)->pontoon[pontoon];
    int ground = lbox(p)->dry[mover][at];

    if (lbox(p)->side[at] & S_BRIDGE)
        return 2;
    if (k->fresh)
        return ground + (k->cost ? k->cost : 4); /* two points at least, whatever the die */
    return ground + (column ? 0 : lbox(p)->pontoon[mover]);
}

/* [1.4n] [1.4v] [9.11b] In mud artillery and trains pay double. */
int mover_cost(const struct play *p, int mover, int from, int direction, bool column)
{
    int at = from * HEX_SIDES + direction;
    int cost = column ? lbox(p)->column[mover][at] : lbox(p)->cost[mover][at];
    int pontoon = pontoon_on(p, from, direction);

    if (pontoon >= 0) {
        int over = over_pontoon(p, mover, at, pontoon, column);

        cost = over < cost ? over : cost;
    }
    if (cost == NO_ENTRY)
        return NO_ENTRY;
    return is_mud(p) && (mover == MOVES_ARTILLERY || mover == MOVES_TRAIN) ? 2 * cost : cost;
}

int step_cost(const struct play *p, int u, int from, int direction, bool column)
{
    return mover_cost(p, def_of(p, u)->mover, from, direction, column);
}

/* [8.34B] */
int points_left(const struct play *p, int u)
{
    int left = allowance(p, u) - piece_at(p, u)->spent;

    return left > 0 ? left : 0;
}

/* ---- one piece, one hex ---- */

static bool fighters_move(const struct play *p, int h)
{
    EACH_PIECE_AT(p, u, h)
    if (has_flag(p, u, F_MOVING) && is_combat_unit(p, u))
        return true;
    return false;
}

static bool fighter_in(const struct play *p, int h)
{
    EACH_PIECE_AT(p, u, h)
    if (is_combat_unit(p, u))
        return true;
    return false;
}

/* [4.12a] [8.34F2] [9.14] [5.3] Leaders and trains among enemies only with a friendly combat unit; [5.21] from
 * zone to zone where one is at either end. */
static const char *refuse_escort(const struct play *p, int u, int from, int to)
{
    if (is_leader(p, u) && from >= 0 && in_zone(p, from, side_of(p, u)) && !fighter_in(p, from))
        return "5.21: a leader goes from zone to zone only where friendly combat units are in both";
    if (is_combat_unit(p, u) || fighter_in(p, to) || (from >= 0 && fighters_move(p, from)))
        return NULL;
    return is_train(p, u)
               ? "9.14: a train enters an enemy zone only with a friendly combat unit"
               : "4.12a: a leader enters an enemy zone only where a friendly combat unit is";
}

/* [4.11] [8.34E] [2.21.C2] [2.21.C3] [4.12b] Out of an enemy zone. */
static const char *refuse_leave(const struct play *p, int u, int from, int to)
{
    int side = side_of(p, u);

    if (is_leader(p, u) || !in_zone(p, from, side))
        return NULL;
    if (!has_flag(p, u, F_ENGAGED))
        return "4.11: who has entered an enemy zone goes no further";
    if (!in_command(p, u))
        return "2.21.C2: who is out of command does not leave an enemy zone";
    return in_zone(p, to, side) ? "2.21.C3: not straight into another enemy zone" : NULL;
}

/* [8.34A1] [8.34A2] The printed allowance decides whether one hex is always possible (ruling 51). */
static const char *refuse_cost(const struct play *p, int u, int cost, int left)
{
    if (cost == NO_ENTRY) /* [8.51c] */
        return is_train(p, u) || is_guns(p, u)
                   ? "8.51c: artillery and trains need a bridge, road or trail there"
                   : "8.51a: there is no way across";
    if (cost <= left)
        return NULL;
    if (!piece_at(p, u)->spent && cost > 2 * def_of(p, u)->move && allowance(p, u) > 0)
        return NULL;
    return "8.34A1: it has not enough movement points left";
}

/* [13.14t] At any one time: those who are there, and all who come along. */
static const char *refuse_fourth(const struct play *p, int u, int to)
{
    int n;

    if (!is_vedette(p, u))
        return NULL;
    n = tally_all(p, to).vedettes;
    for (int v = lbox(p)->vedettes; v < lbox(p)->trains; v++)
        n += has_flag(p, v, F_MOVING);
    return n > 3 ? "13.14t: no more than three vedettes in a hex at any one time" : NULL;
}

/* [8.42E] No friendly unit in road march stands in the next hex of the road. */
static bool keeps_interval(const struct play *p, int u, int h)
{
    EACH_BESIDE (p, h, d, at) {
        if (!(side_between(p, h, d) & S_ROAD))
            continue;
        EACH_PIECE_AT(p, v, at)
        if (has_flag(p, v, F_COLUMN) && !has_flag(p, v, F_MOVING) && side_of(p, v) == side_of(p, u))
            return false;
    }
    return true;
}

/* [8.42D] [8.42G] [3.2b] Nobody who counts passes a unit in road march. [8.42E] The interval on
 * the road, which others do not keep [8.42F]. [8.42] [8.43b] Vedettes and leaders are no matter. */
static const char *refuse_columns(const struct play *p, int u, int to)
{
    bool column = has_flag(p, u, F_COLUMN);

    if (is_leader(p, u) || is_vedette(p, u))
        return NULL;
    EACH_PIECE_AT(p, v, to)
    if (has_flag(p, v, F_COLUMN) && !has_flag(p, v, F_MOVING))
        return column ? "8.42D: a unit in road march does not enter the hex of another"
                      : "8.42G: nobody moves through a unit in road march";
    return column && !keeps_interval(p, u, to)
               ? "8.42E: units in road march keep an interval on the road"
               : NULL;
}

/* Of one with so many half points left. */
static const char *refuse_step(const struct play *p, int u, int to, int left)
{
    int from = place_of(p, u), side = side_of(p, u), direction, cost;
    const char *why;

    if (from < 0) {
        why = refuse_enter(p, u, to);
        if (!why)
            why = refuse_fourth(p, u, to);
        return why ? why : refuse_columns(p, u, to);
    }
    direction = direction_to(p, from, to);
    if (direction < 0)
        return "8.3: one moves from hex to neighbouring hex";
    if (enemy_in(p, to, side))
        return "8.34F1: the enemy is there";
    why = refuse_leave(p, u, from, to);
    if (!why && in_zone(p, to, side))
        why = refuse_escort(p, u, from, to);
    cost = step_cost(p, u, from, direction, has_flag(p, u, F_COLUMN));
    if (!why && cost == NO_ENTRY && lbox(p)->is_marsh[to])
        why = "TEC-16: a marsh is entered by road or trail only";
    if (!why)
        why = refuse_cost(p, u, cost, left);
    if (!why)
        why = refuse_fourth(p, u, to);
    return why ? why : refuse_columns(p, u, to);
}

/* ---- the group ---- */

struct group {
    int n, at; /* at: where it is; below 0: to enter */
    int16_t u[GROUP_MAX];
    int16_t left[GROUP_MAX]; /* half points */
    bool fighters;           /* somebody whom enemy zones stop */
    bool bound;              /* it must come on, and may not be too many for that [15.22b] */
    struct tally tally;
    struct order_ways *ways; /* of those under a march order */
};

static void gather_one(const struct play *p, int u, struct group *g)
{
    if (!has_flag(p, u, F_MOVING) || g->n == GROUP_MAX)
        return;
    g->left[g->n] = i16(points_left(p, u));
    g->u[g->n++] = i16(u);
    g->fighters |= !is_leader(p, u);
    tally_add(p, &g->tally, u);
}

/* Those who move are all where their lead is. */
static void gather(const struct play *p, int lead, struct group *g)
{
    g->n = 0, g->at = place_of(p, lead), g->fighters = false, g->ways = NULL;
    g->tally = (struct tally){ 0 };
    if (g->at >= 0) {
        EACH_PIECE_AT(p, u, g->at)
        gather_one(p, u, g);
    } else {
        EACH_PIECE (p, u)
            gather_one(p, u, g);
    }
    g->bound = must_come_on(p, lead);
}

static struct tally sum_tally(struct tally a, struct tally b)
{
    return (struct tally){ u8(a.infantry + b.infantry), u8(a.mounted + b.mounted),
                           u8(a.foot + b.foot),         u8(a.trains + b.trains),
                           u8(a.vedettes + b.vedettes), u8(a.leaders + b.leaders),
                           u8(a.columns + b.columns) };
}

/* [3.0b] [TEC-17] Half a point to end with a combat unit that was there before: ruling 46. */
static bool can_pay_stacking(const struct play *p, const struct group *g, const struct tally *there,
                             const int16_t *left)
{
    for (int i = 0; i < g->n && combat_units_in(there); i++) {
        int arm = arm_of(p, g->u[i]);

        if (arm != VEDETTE && arm < TRAIN && left[i] < lbox(p)->stacking)
            return false;
    }
    return true;
}

/* [3.0a] [8.34D] May the group stay there, with so many points left? */
static const char *refuse_stay(const struct play *p, const struct group *g, int h,
                               const int16_t *left)
{
    struct tally there = tally_hex(p, h), all = sum_tally(there, g->tally);
    const char *why = refuse_tally(&all);

    if (why)
        return why;
    return can_pay_stacking(p, g, &there, left)
               ? NULL
               : "3.0b: to end with another combat unit costs half a movement point more";
}

const char *refuse_rest(const struct play *p, int h)
{
    struct group g = { .n = 0 };

    EACH_PIECE (p, u)
        gather_one(p, u, &g);
    return refuse_stay(p, &g, h, g.left);
}

/* [3.0c] Can the group, having come into a hex where it may not stay, go on to one where it may? */
static bool rests_beyond(const struct play *p, const struct group *g, int h, const int16_t *left,
                         int depth)
{
    int side = side_of(p, g->u[0]);

    EACH_BESIDE (p, h, d, to) {
        int16_t after[GROUP_MAX];
        int i;

        if (enemy_in(p, to, side) || in_zone(p, to, side))
            continue;
        for (i = 0; i < g->n; i++) {
            int cost = step_cost(p, g->u[i], h, d, has_flag(p, g->u[i], F_COLUMN));

            after[i] = i16(left[i] - cost);
            if (cost == NO_ENTRY || after[i] < 0 || refuse_columns(p, g->u[i], to) ||
                under_order(p, g->u[i]) || tally_all(p, to).vedettes + g->tally.vedettes > 3)
                break;
        }
        if (i == g->n && (!refuse_stay(p, g, to, after) ||
                          (depth > 1 && rests_beyond(p, g, to, after, depth - 1))))
            return true;
    }
    return false;
}

/* [3.11] [8.34D] Those who stay behind without their leader. */
static const char *refuse_remainder(const struct play *p, const struct group *g)
{
    struct tally rest = g->at < 0 ? (struct tally){ 0 } : tally_hex(p, g->at);

    return refuse_tally(&rest) ? "8.34D: those who stay would be too many without a leader" : NULL;
}

/* All but what a march order wants of its way, which takes long to find. */
static const char *refuse_there(const struct play *p, const struct step *t, const struct group *g,
                                int to)
{
    int16_t after[GROUP_MAX];
    const char *why = NULL;
    int direction, side = side_of(p, g->u[0]);
    bool zone;

    for (int i = 0; i < g->n && !why; i++)
        why = refuse_step(p, g->u[i], to, g->left[i]);
    zone = !why && in_zone(p, to, side);
    for (int i = 0; i < g->n && zone && !why; i++)
        if (under_order(p, g->u[i])) /* [8.24b] */
            why = "8.24b: under a march order it stops outside enemy zones";
    if (!why && !(t->v[HOW] & MARCH_GONE))
        why = refuse_remainder(p, g);
    if (why)
        return why;
    direction = g->at < 0 ? -1 : direction_to(p, g->at, to);
    for (int i = 0; i < g->n; i++) {
        int cost = direction < 0
                       ? entry_cost(p, g->u[i])
                       : step_cost(p, g->u[i], g->at, direction, has_flag(p, g->u[i], F_COLUMN));

        after[i] = i16(g->left[i] > cost ? g->left[i] - cost : 0);
    }
    if (g->tally.columns && zone &&
        (why = refuse_column_zone(p, to, side, g->left[0] - after[0])) != NULL)
        return why;
    why = refuse_stay(p, g, to, after);
    if (!why || (g->fighters && zone))
        return why;
    return rests_beyond(p, g, to, after, DEPTH) ? NULL : why;
}

static const char *refuse_march(const struct play *p, const struct step *t, const struct group *g,
                                int to)
{
    const char *why = refuse_there(p, t, g, to);

    for (int i = 0; i < g->n && !why; i++)
        why = refuse_off_route(p, g->u[i], to, g->ways);
    return why;
}

static void join_group(const struct play *p, struct group *g, int u)
{
    g->left[g->n] = i16(points_left(p, u));
    g->u[g->n++] = i16(u);
    g->fighters |= !is_leader(p, u);
    tally_add(p, &g->tally, u);
}

/* [15.14] [15.21] Where a group that is still to come may come on. */
static bool group_comes_on(const struct play *p, const struct step *march, const struct group *g)
{
    int16_t hex[CELLS_MAX];
    int n = entries_of(p, g->u[0], hex);

    for (int i = 0; i < n; i++)
        if (tally_all(p, hex[i]).vedettes + g->tally.vedettes <= 3 &&
            !refuse_march(p, march, g, hex[i]))
            return true;
    return false;
}

/* [15.22b] A piece of the track by itself. */
bool can_come_on(const struct play *p, int u)
{
    struct group g = { .n = 0, .at = -1 };
    struct step march = step_asked(u, 0);

    if (refuse_coming(p, u))
        return false;
    join_group(p, &g, u);
    return group_comes_on(p, &march, &g);
}

/* ---- the phase ---- */

/* [8.0a] [8.0b] [2.11.B2a] [2.11.B2b] [1.4p] Those on the map and those to come, in any order. */
static const char *refuse_take(const struct play *p, const struct step *t, int u)
{
    if (side_of(p, u) != t->v[SIDE])
        return "2.11.B2a: only the phasing player's pieces move";
    if (!is_mine(p, t, u))
        return "18.0: the other player of the side has it";
    if (place_of(p, u) == P_TRACK && has_flag(p, u, F_DONE) && !must_come_on(p, u)) /* ruling 138 */
        return "15.22a: it was told to wait, and nothing has moved since";
    if (place_of(p, u) == P_TRACK)
        return is_due(p, u) ? NULL : "15.0: it is not due yet";
    if (!on_map(p, u))
        return "8.0a: it is not on the map";
    if (has_flag(p, u, F_DONE))
        return "8.34C: its move is over";
    if (!may_move_at_all(p, u))
        return "2.2a: at night only march orders and leaders move";
    return allowance(p, u) > 0 ? NULL : "8.34A1: it has no movement points";
}

/* [15.3a] */
static void list_switches(const struct play *p, const struct step *t, struct menu *m)
{
    EACH_PIECE (p, u)
        if (is_due(p, u) && is_mine(p, t, u))
            for (int letter = piece_at(p, u)->entry - 1; letter <= piece_at(p, u)->entry + 1;
                 letter++)
                if (letter >= 0 && letter < ENTRIES && !refuse_switch(p, u, letter))
                    menu_add(m, act2(V_SWITCH, u, W_LETTER + letter));
}

/* Does one of these hexes lie on the way that its order leaves a piece? The first way that is found will do as a rule. */
static bool leads_on(const struct play *p, int u, const int16_t *to, int n, struct order_ways *ways)
{
    struct order_way *way = &ways->by[def_of(p, u)->mover];

    for (int one = 1; one >= 0; one--) {
        if (!one)
            way->known = false;
        way->one = one;
        for (int i = 0; i < n; i++)
            if (!refuse_off_route(p, u, to[i], ways))
                return true;
    }
    return false;
}

/* [8.24a] Could a piece under an order still set out by itself? */
static bool must_set_out(const struct play *p, const struct step *t, int u, struct order_ways *ways)
{
    struct group g = { .n = 1, .at = place_of(p, u), .u = { i16(u) }, .fighters = true };
    struct step march = step_asked(u, 0);
    int16_t open[HEX_SIDES];
    int n = 0;

    if (refuse_take(p, t, u))
        return false;
    g.left[0] = i16(points_left(p, u));
    tally_add(p, &g.tally, u);
    EACH_BESIDE (p, g.at, d, to)
        if (!refuse_there(p, &march, &g, to))
            open[n++] = i16(to);
    return leads_on(p, u, open, n, ways);
}

static const char *refuse_end(const struct play *p, const struct step *t)
{
    struct order_ways ways;

    forget_ways(&ways);
    EACH_PIECE (p, u)
        if (under_order(p, u) && must_set_out(p, t, u, &ways))
            return "8.24a: a force under a march order has yet to march";
    return refuse_partial(p, t->v[SIDE], t->v[SHARE]);
}

static void list_movement(const struct play *p, const struct step *t, struct menu *m)
{
    EACH_PIECE (p, u)
        if ((on_map(p, u) || is_due(p, u)) && !refuse_take(p, t, u))
            menu_add(m, act1(V_TAKE, u));
    list_switches(p, t, m);
    if (!refuse_end(p, t) || m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_movement(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_SWITCH)
        return !is_mine(p, t, a->arg[0]) ? "2.11.B2a: only the phasing player's pieces move"
               : a->arg[1] < W_LETTER || a->arg[1] >= W_LETTER + ENTRIES
                   ? "15.3a: there is no such entry"
                   : refuse_switch(p, a->arg[0], a->arg[1] - W_LETTER);
    if (a->verb == V_DONE)
        return refuse_end(p, t);
    return a->verb == V_TAKE || a->verb == V_MARCH ? refuse_take(p, t, a->arg[0]) : NULL;
}

static void take_movement(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_DONE) {
        agenda_pop(p, 0);
        return;
    }
    if (a->verb == V_SWITCH) {
        switch_entry(p, a->arg[0], a->arg[1] - W_LETTER);
        return;
    }
    set_flag(p, a->arg[0], F_MOVING);
    agenda_push_with(p, ST_MARCH, t->v[SIDE], a->arg[0], 0, 0, 0);
}

/* [8.24a] [4.31] [15.22a] [14.0b] Who must march, who must attack, who comes late, whom the night finds without
 * supply. */
static void forecast_movement(const struct play *p, const struct step *t, struct forecast *f)
{
    struct forecast_line *bound =
        forecast_add(f, FORECAST_TELLS, "8.24a",
                     "{n} [unit has|units have] a march order and still to go: {u*}");
    struct forecast_line *fight =
        forecast_add(f, FORECAST_TELLS, "4.31",
                     "{n} [unit stands|units stand] in enemy zones and must attack: {u*}");
    struct forecast_line *late = forecast_add(f, FORECAST_TELLS, "15.22a",
                                              "{n} [piece waits|pieces wait] off the map: {u*}");
    struct forecast_line *hungry = forecast_add(
        f, FORECAST_TELLS, "14.0b", "{n} [unit has|units have] no line of supply tonight: {u*}");
    bool combat = !is_night(p) && weather_of(p) != RAIN && !play_option(p, OPT_DISCRETIONARY);
    struct order_ways ways;

    forget_ways(&ways);
    EACH_PIECE (p, u) {
        if (!is_mine(p, t, u))
            continue;
        if (under_order(p, u) && must_set_out(p, t, u, &ways))
            forecast_piece(bound, u);
        if (combat && may_attack(p, u) && is_engaged(p, u))
            forecast_piece(fight, u);
        if (is_due(p, u))
            forecast_piece(late, u);
        if (is_night(p) && on_map(p, u) && is_combat_unit(p, u) && !in_supply(p, u))
            forecast_piece(hungry, u);
    }
}

/* [8.34E] The enemy's orders are in no redacted state. */
static const char *phrase_movement(const struct play *p, const struct step *t)
{
    struct order_ways ways;

    forget_ways(&ways);
    EACH_PIECE (p, u)
        if (is_mine(p, t, u) && under_order(p, u) && must_set_out(p, t, u, &ways))
            return "Move your forces; those under a march order must march";
    return NULL;
}

const struct step_def step_movement = {
    .name = "movement",
    .thought = THINK_PLAN,
    .cases = "8.0a",
    .vars = "side:s share:first+second",
    .on = "player@moved movement",
    .title = "Movement Phase",
    .prompt = "Move your forces",
    .phrase = phrase_movement,
    .about = "take",
    .done = "End movement",
    .phase = true,
    .list = list_movement,
    .take = take_movement,
    .why = why_movement,
    .forecast = forecast_movement,
    .seat = seat_by_share,
    .sound = phase_sound,
};

/* ---- the march ---- */

static bool counts_alone(const struct play *p, int u)
{
    return !is_leader(p, u) && !is_vedette(p, u);
}

/* [15.22b] Who must come on takes nobody along with whom he cannot. */
static const char *refuse_crowd(const struct play *p, const struct step *t, const struct group *g,
                                int u)
{
    struct group with;

    if (g->n == GROUP_MAX || !g->bound)
        return NULL;
    with = *g;
    join_group(p, &with, u);
    return group_comes_on(p, t, &with) || !group_comes_on(p, t, g)
               ? NULL
               : "15.22b: together they could not come on";
}

/* [8.24a] Leaders apart, one group is under orders or is not. */
static const char *refuse_company(const struct play *p, const struct group *g, int u)
{
    for (int i = 0; i < g->n && !is_leader(p, u); i++)
        if (!is_leader(p, g->u[i]) && under_order(p, g->u[i]) != under_order(p, u))
            return "8.24a: only leaders move with a force under a march order";
    return NULL;
}

/* [8.3] [8.42C] [15.11] Who stands, or comes on, with it and has not moved; of units that count
 * only one in road march. */
static const char *refuse_join(const struct play *p, const struct step *t, const struct group *g,
                               int u)
{
    int lead = t->v[LEAD];
    struct tally moving = g->tally;
    const char *why;

    if (t->v[HOW] & MARCH_GONE)
        return "8.3: the group has left";
    if (has_flag(p, u, F_MOVING) || side_of(p, u) != side_of(p, lead) ||
        share_of(p, u) != share_of(p, lead))
        return "8.3: it does not join";
    if (place_of(p, u) != place_of(p, lead) ||
        (place_of(p, u) == P_TRACK &&
         (!is_due(p, u) || piece_at(p, u)->entry != piece_at(p, lead)->entry)))
        return "8.3: only who is in the same hex moves with it";
    if (on_map(p, u) && (has_flag(p, u, F_DONE) || !may_move_at_all(p, u) || allowance(p, u) <= 0))
        return "8.34C: its move is over";
    tally_add(p, &moving, u);
    why = refuse_company(p, g, u);
    if (!why)
        why = refuse_tally(&moving);
    return why ? why : refuse_crowd(p, t, g, u);
}

static bool has_engaged(const struct play *p, const struct step *t, const struct group *g)
{
    return t->v[HOW] & MARCH_GONE && in_zone(p, g->at, side_of(p, g->u[0]));
}

/* [8.41a] At any point of its move; on the way only where it could stay so. Rulings 91, 147, 154 */
static const char *refuse_column(const struct play *p, const struct step *t, const struct group *g)
{
    struct tally here = t->v[HOW] & MARCH_GONE ? tally_all(p, g->at) : (struct tally){ 0 };

    if (play_option(p, OPT_NO_ROAD_MARCH))
        return "21.13a: road march is left out";
    if (g->tally.columns)
        return "8.41a: it is in road march";
    if (has_engaged(p, t, g))
        return "4.11: who has entered an enemy zone goes no further";
    if (t->v[HOW] & MARCH_GONE && !keeps_interval(p, g->u[0], g->at))
        return "8.42E: units in road march keep an interval on the road";
    here.columns++;
    return combat_units_in(&g->tally) + g->tally.trains == 1
               ? refuse_tally(&here)
               : "8.42C: one unit alone goes into road march";
}

/* [8.24a] Does somebody of the group obey an order, and could it go on? */
static bool must_go_on(const struct play *p, const struct step *t, const struct group *g)
{
    bool ordered = false;

    for (int i = 0; i < g->n; i++)
        ordered |= under_order(p, g->u[i]);
    if (!ordered || g->at < 0)
        return false;
    EACH_BESIDE (p, g->at, d, to)
        if (!refuse_march(p, t, g, to))
            return true;
    return false;
}

/* [8.43a] Where it can stay without the marker, having paid. [8.42B] Too late to be spared a repulse. */
static const char *refuse_deploy(const struct play *p, const struct step *t, const struct group *g)
{
    const char *why = "8.43a: it is not in road march";
    struct group after;

    if (!g->tally.columns)
        return why;
    if (has_engaged(p, t, g) && !refuse_repulse(p, t))
        return "8.42B: in road march it must try to repulse the enemy";
    if (must_go_on(p, t, g))
        return "8.24a: under a march order it goes on as far as it can";
    after = *g;
    after.tally.columns = 0;
    for (int i = 0; i < g->n; i++)
        if (has_flag(p, g->u[i], F_COLUMN)) {
            why = g->left[i] >= 2 ? NULL : "8.43a: to end road march costs a movement point";
            after.left[i] = i16(g->left[i] - 2);
        }
    return why || g->at < 0 ? why : refuse_stay(p, &after, g->at, after.left);
}

/* [8.42B] Whoever has set out can rest where it is. */
static const char *refuse_halt(const struct play *p, const struct step *t, const struct group *g)
{
    if (must_go_on(p, t, g))
        return "8.24a: under a march order it goes on as far as it can";
    if (g->bound && group_comes_on(p, t, g))
        return "15.22b: all of a force come on, or none: it still can";
    if (!(t->v[HOW] & MARCH_GONE))
        return NULL;
    if (g->tally.columns && !refuse_repulse(p, t))
        return "8.42B: in road march it must try to repulse the enemy";
    return refuse_stay(p, g, g->at, g->left);
}

/* [15.14] [15.21] */
static void list_entries(const struct play *p, const struct step *t, const struct group *g,
                         struct menu *m)
{
    int16_t hex[CELLS_MAX];
    int n = entries_of(p, t->v[LEAD], hex);

    for (int i = 0; i < n; i++)
        if (!refuse_march(p, t, g, hex[i]))
            menu_add(m, act2(V_MARCH, t->v[LEAD], hex[i]));
}

static void list_joins(const struct play *p, const struct step *t, const struct group *g,
                       struct menu *m)
{
    int at = place_of(p, t->v[LEAD]);

    if (at >= 0) {
        EACH_PIECE_AT(p, u, at)
        if (!refuse_join(p, t, g, u))
            menu_add(m, act1(V_JOIN, u));
    } else {
        EACH_PIECE (p, u)
            if (place_of(p, u) == at && !refuse_join(p, t, g, u))
                menu_add(m, act1(V_JOIN, u));
    }
}

static void list_march(const struct play *p, const struct step *t, struct menu *m)
{
    int lead = t->v[LEAD];
    struct order_ways ways;
    struct group g;

    forget_ways(&ways);
    gather(p, lead, &g);
    g.ways = &ways;
    if (g.at < 0)
        list_entries(p, t, &g, m);
    else
        EACH_BESIDE (p, g.at, d, to)
            if (!refuse_march(p, t, &g, to))
                menu_add(m, act2(V_MARCH, lead, to));
    if (!(t->v[HOW] & MARCH_GONE))
        list_joins(p, t, &g, m);
    if (!refuse_column(p, t, &g))
        menu_add(m, act0(V_COLUMN));
    if (!refuse_deploy(p, t, &g))
        menu_add(m, act0(V_DEPLOY));
    list_pontoon(p, t, m);
    if (!refuse_entry_order(p, t))
        menu_add(m, act0(V_ORDER));
    list_vedettes(p, t, m);
    if (!refuse_repulse(p, t))
        menu_add(m, act0(V_REPULSE));
    if (!refuse_halt(p, t, &g) || m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_march(const struct play *p, const struct step *t, const struct action *a)
{
    struct order_ways ways;
    struct group g;

    forget_ways(&ways);
    gather(p, t->v[LEAD], &g);
    g.ways = &ways;
    switch (a->verb) {
    case V_MARCH:
        return a->arg[0] == t->v[LEAD] ? refuse_march(p, t, &g, a->arg[1])
                                       : "8.3: one move is ended before the next";
    case V_JOIN: return refuse_join(p, t, &g, a->arg[0]);
    case V_COLUMN: return refuse_column(p, t, &g);
    case V_DEPLOY: return refuse_deploy(p, t, &g);
    case V_PONTOON: return why_pontoon(p, t, a);
    case V_ORDER: return refuse_entry_order(p, t);
    case V_BREAK:
    case V_REASSEMBLE: return why_vedettes(p, t, a);
    case V_REPULSE: return refuse_repulse(p, t);
    case V_DONE: return refuse_halt(p, t, &g);
    default: return NULL;
    }
}

/* Ruling 138: whoever was told to wait before the map may be asked again. */
static void recall(struct play *p, int side)
{
    EACH_PIECE (p, u)
        if (place_of(p, u) == P_TRACK && side_of(p, u) == side)
            clear_flag(p, u, F_DONE);
}

/* Who goes with the first is named with him, as far as the enemy knows as much of both. */
static void tell_march(struct play *p, const struct group *g, int lead, int from, int to)
{
    bool seen = is_seen(p, lead);
    int16_t news[5 + GROUP_MAX] = { i16(lead), i16(from < 0 ? to : from), i16(to),
                                    i16(W_ARMY + army_of(p, lead)), i16(lead) };
    int n = 5;

    for (int i = 0; i < g->n; i++)
        if (g->u[i] != lead && is_seen(p, g->u[i]) == seen)
            news[n++] = g->u[i];
    play_tell_list(p, from < 0 ? EV_ENTERS : EV_MARCH, seen ? 0 : veil(side_of(p, lead)), n, news);
}

/* [11.71b] [11.73a] [11.76] Whoever has moved is new to the zone that he enters, and remembers whence he came. */
static void note_engaging(struct play *p, int u, int from)
{
    clear_flag(p, u, F_ENGAGED);
    if (from >= 0 && is_engaged(p, u))
        piece_at(p, u)->left = i16(from);
    if (piece_at(p, u)->spent > regular_allowance(p, u))
        set_flag(p, u, F_FORCED);
}

/* The group goes into a hex; out of enemy zones it is hidden again. */
void go_into(struct play *p, int lead, int to)
{
    int from = place_of(p, lead);
    struct group g;

    gather(p, lead, &g);
    recall(p, side_of(p, lead));
    tell_march(p, &g, lead, from, to);
    for (int i = 0; i < g.n; i++) {
        move_piece(p, g.u[i], to);
        note_engaging(p, g.u[i], from);
    }
    for (int i = 0; i < g.n; i++) {
        left_zone(p, g.u[i]);
        note_sources(p, g.u[i], to);
    }
}

/* One hex: everybody pays. */
static void step_into(struct play *p, struct step *t, int to)
{
    int lead = t->v[LEAD], from = place_of(p, lead);
    struct group g;

    gather(p, lead, &g);
    for (int i = 0; i < g.n; i++) {
        struct piece_state *k = piece_at(p, g.u[i]);
        int cost = from < 0 ? entry_cost(p, g.u[i])
                            : step_cost(p, g.u[i], from, direction_to(p, from, to),
                                        has_flag(p, g.u[i], F_COLUMN));

        k->spent =
            u8(k->spent + cost > allowance(p, g.u[i]) ? allowance(p, g.u[i]) : k->spent + cost);
    }
    go_into(p, lead, to);
    if (from < 0)
        note_entry(p, lead);
    t->v[HOW] |= MARCH_GONE;
}

static void set_column(struct play *p, bool on)
{
    EACH_PIECE (p, u) {
        if (!has_flag(p, u, F_MOVING) || !counts_alone(p, u))
            continue;
        if (on) {
            set_flag(p, u, F_COLUMN);
        } else {
            clear_flag(p, u, F_COLUMN);
            piece_at(p, u)->spent = u8(piece_at(p, u)->spent + 2);
        }
    }
}

/* Rulings 147, 154: nor who has declared it among enemies, or next to a column, and stays there. */
static void stay_behind(struct play *p, const struct step *t)
{
    if (t->v[HOW] == MARCH_DECLARED)
        EACH_PIECE (p, u)
            if (has_flag(p, u, F_MOVING) && on_map(p, u) &&
                (is_engaged(p, u) || !keeps_interval(p, u, place_of(p, u))))
                clear_flag(p, u, F_COLUMN);
}

/* [8.42C] Who never left its stack, or never came on, is not in road march after all. */
static void stop_piece(struct play *p, int u)
{
    clear_flag(p, u, F_MOVING);
    set_flag(p, u, F_DONE);
    if (!on_map(p, u)) {
        clear_flag(p, u, F_COLUMN);
        piece_at(p, u)->spent = 0;
        return;
    }
    if (has_flag(p, u, F_COLUMN)) {
        struct tally t = tally_all(p, place_of(p, u));

        if (combat_units_in(&t) + t.trains > 1)
            clear_flag(p, u, F_COLUMN);
    }
}

void end_march(struct play *p)
{
    EACH_PIECE (p, u)
        if (has_flag(p, u, F_MOVING))
            stop_piece(p, u);
    agenda_pop(p, 0);
}

static void take_march(struct play *p, struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_MARCH:
        if (!ask_crossing(p, t->v[LEAD], a->arg[1]))
            step_into(p, t, a->arg[1]);
        break;
    case V_ORDER: ask_entry_order(p, t); break;
    case V_JOIN: set_flag(p, a->arg[0], F_MOVING); break;
    case V_COLUMN:
        set_column(p, true);
        t->v[HOW] |= MARCH_DECLARED;
        break;
    case V_DEPLOY: set_column(p, false); break;
    case V_PONTOON: take_pontoon(p, t, a); break;
    case V_BREAK:
    case V_REASSEMBLE: take_vedettes(p, t, a); break;
    case V_REPULSE: ask_repulse(p, t); break;
    default: stay_behind(p, t); end_march(p);
    }
}

static bool preview_march(const struct play *p, const struct step *t, const struct action *a,
                          struct sheet *s)
{
    if (a->verb == V_MARCH && t->v[LEAD] >= 0)
        return preview_crossing(p, t->v[LEAD], a->arg[1], s);
    return a->verb == V_REPULSE && preview_repulse(p, t, s);
}

static bool march_sound(const struct play *p, const struct step *t)
{
    int u = t->v[LEAD];

    return u >= 0 && has_flag(p, u, F_MOVING) && t->who == side_of(p, u) &&
           (on_map(p, u) || place_of(p, u) == P_TRACK);
}

const struct step_def step_march = {
    .name = "march",
    .cases = "8.3",
    .vars = "lead:U how:0..15",
    .on = "movement",
    .title = "Movement Phase",
    .prompt = "Where does {u0} go?",
    .about = "march",
    .marches = true,
    .done = "Halt here",
    .list = list_march,
    .take = take_march,
    .why = why_march,
    .preview = preview_march,
    .seat = seat_by_piece,
    .sound = march_sound,
};

int ld_points_left(const struct play *p, int u)
{
    const struct state *s = p->state;

    if (u < 0 || (!on_map(p, u) && place_of(p, u) != P_TRACK) || s->depth == 0 ||
        s->agenda[s->depth - 1].op != ST_MARCH)
        return 0;
    return has_flag(p, u, F_MOVING) ? points_left(p, u) : 0;
}
