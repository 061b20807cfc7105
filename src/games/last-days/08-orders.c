/*
 * 08-orders.c: chapters 8.2 and 19.3b: march orders with secret objectives.
 *
 * That an order is given is open; to whom and where to is asked in a step of its own, which the
 * enemy does not see (ruling 69). Orders of the night run from the morning on, those of forces that
 * have just come on at once. A force under an order has one duty: to go on by a cheapest way.
 */
#include "ld.h"

enum { SIDE, SHARE, WHO };
enum { NIGHT_RANGE = 2 * 24, START_RANGE = 2 * 27 }; /* half points [8.22] [19.3b] */

/* ---- who is under an order ---- */

/* [8.25n] To the end of the turn, once it ends. */
bool under_order(const struct play *p, int u)
{
    int order = piece_at(p, u)->order;

    return order && (ld(p)->order[order - 1].state == ORDER_RUNS ||
                     ld(p)->order[order - 1].state == ORDER_ENDS);
}

/* [2.2a] [1.4m] [8.14b] ruling 2 */
bool may_move_at_all(const struct play *p, int u)
{
    return !is_night(p) || is_leader(p, u) ||
           (play_option(p, OPT_NIGHT) == NIGHT_ORDERS && under_order(p, u));
}

static bool is_obeyed(const struct play *p, int i)
{
    EACH_PIECE (p, u)
        if (piece_at(p, u)->order == i + 1)
            return true;
    return false;
}

void drop_order(struct play *p, int u)
{
    int order = piece_at(p, u)->order;

    piece_at(p, u)->order = 0;
    if (order && !is_obeyed(p, order - 1))
        ld(p)->order[order - 1].state = ORDER_OVER;
}

/* ---- the way ---- */

/*
 * Points from hexes to the objective, searched from there until the unit is met: hexes are looked at in the order
 * of what lies behind them and what must at least lie before them, so most of the map never is (A*, in the manner
 * of Dial: a list for each sum).
 */
enum { SUMS = 1024, TRIES = HEX_SIDES * CELLS_MAX, UNKNOWN = INT16_MAX, BARRED = INT16_MIN };

struct search {
    const uint8_t *cost; /* by hexside: what stands in the box; NULL: mud matters */
    bool bridged;        /* a pontoon bridge may do what the box does not allow */
    bool measured;       /* ways of the box tell what is the least */
    int least;           /* half points a hex */
    int tries;
    int16_t first[SUMS];                /* by the sum: its list; -1 */
    int16_t cell[TRIES], points[TRIES]; /* what was found, */
    int16_t next[TRIES];                /* and the next of the same sum */
};

/* From the unit to a hex. */
static int least_points(const struct play *p, const struct search *k, const struct order_way *w,
                        int h)
{
    int by_hexes = apart(p, w->from, h) * k->least;
    int by_way = k->measured ? lbox(p)->way[h][w->from] : 0;

    return by_way > by_hexes ? by_way : by_hexes;
}

static void find(const struct play *p, struct search *k, struct order_way *w, int h, int points)
{
    int sum = points + least_points(p, k, w, h), n = k->tries;

    if (sum >= SUMS || n == TRIES)
        return;
    w->points[h] = i16(points);
    k->cell[n] = i16(h), k->points[n] = i16(points);
    k->next[n] = k->first[sum], k->first[sum] = i16(n);
    k->tries++;
}

static bool is_bridged(const struct play *p)
{
    for (int i = 0; i < TRAINS; i++)
        if (ld(p)->pontoon[i].border >= 0)
            return true;
    return false;
}

static void search_begin(const struct play *p, const struct order_way *w, struct search *k)
{
    bool mud = is_mud(p) && (w->mover == MOVES_ARTILLERY || w->mover == MOVES_TRAIN);

    k->cost = mud ? NULL : w->column ? lbox(p)->column[w->mover] : lbox(p)->cost[w->mover];
    k->bridged = is_bridged(p);
    k->measured = !k->bridged && lbox(p)->measured[w->mover];
    k->least = w->column || w->mover == MOVES_RIDER ? 1 : 2;
    k->tries = 0;
    memset(k->first, -1, sizeof k->first);
}

/* Pontoon bridges lie over water alone. */
static int search_cost(const struct play *p, const struct search *k, const struct order_way *w,
                       int from, int d)
{
    int at = from * HEX_SIDES + d;

    return k->cost && !(k->bridged && lbox(p)->side[at] & (S_RIVER | S_STREAM))
               ? k->cost[at]
               : mover_cost(p, w->mover, from, d, w->column);
}

/* What the unit pays into this hex from those around it; most of them have been reached for less. */
static void look_back(const struct play *p, struct search *k, struct order_way *w, int h)
{
    const int16_t *next = lbox(p)->next + h * HEX_SIDES;
    int points = w->points[h];

    EACH_DIRECTION(d)
    {
        int at = next[d], cost;

        if (at < 0 || points + k->least >= w->points[at])
            continue;
        cost = search_cost(p, k, w, at, (d + 3) % HEX_SIDES);
        if (cost != NO_ENTRY && points + cost < w->points[at])
            find(p, k, w, at, points + cost);
    }
}

/* Nothing is known yet; hexes with such bits are closed. */
static void clear_points(int16_t *restrict points, const uint16_t *restrict hex, int closed)
{
    for (int h = 0; h < CELLS_MAX; h++)
        points[h] = hex[h] & closed ? BARRED : UNKNOWN;
}

/* Round the hexes with such bits. */
static bool search(const struct play *p, struct order_way *w, int enemies)
{
    struct search k;

    search_begin(p, w, &k);
    clear_points(w->points, ld(p)->hex, enemies);
    find(p, &k, w, ld(p)->order[w->order - 1].objective, 0);
    for (int sum = 0; sum < SUMS && sum <= w->points[w->from]; sum++)
        while (k.first[sum] >= 0 && !(w->one && w->points[w->from] <= sum)) {
            int n = k.first[sum];

            k.first[sum] = k.next[n];
            if (k.points[n] == w->points[k.cell[n]])
                look_back(p, &k, w, k.cell[n]);
        }
    return w->points[w->from] != UNKNOWN;
}

static bool is_known(const struct play *p, int u, const struct order_way *w)
{
    return w->known && w->order == piece_at(p, u)->order && w->mover == def_of(p, u)->mover &&
           w->from == place_of(p, u) && w->column == has_flag(p, u, F_COLUMN);
}

/* [8.24a] [8.24c] ruling 98: round the enemy if there is a way. */
static void find_way(const struct play *p, int u, struct order_way *w)
{
    if (is_known(p, u, w))
        return;
    w->known = true;
    w->order = piece_at(p, u)->order, w->mover = def_of(p, u)->mover;
    w->from = place_of(p, u), w->column = has_flag(p, u, F_COLUMN);
    if (!search(p, w, side_bits(!side_of(p, u))))
        search(p, w, 0);
}

static bool is_on_way(const struct play *p, int u, const struct order_way *w, int to)
{
    int from = place_of(p, u), d = direction_to(p, from, to);
    int cost = d < 0 ? NO_ENTRY : step_cost(p, u, from, d, has_flag(p, u, F_COLUMN));

    return cost != NO_ENTRY && w->points[to] != UNKNOWN && w->points[to] + cost == w->points[from];
}

void forget_ways(struct order_ways *ways)
{
    for (int mover = 0; mover < MOVERS; mover++)
        ways->by[mover].known = ways->by[mover].one = false;
}

const char *refuse_off_route(const struct play *p, int u, int to, struct order_ways *ways)
{
    struct order_way *w;

    if (!under_order(p, u) || !on_map(p, u))
        return NULL;
    w = &ways->by[def_of(p, u)->mover];
    find_way(p, u, w);
    return is_on_way(p, u, w, to)
               ? NULL
               : "8.24a: under a march order it goes by a shortest way to its objective";
}

int way_of_order(const struct play *p, int u, int16_t *way)
{
    int order = piece_at(p, u)->order, at = place_of(p, u), n = 0;
    struct order_way w;

    if (!order || at < 0)
        return 0;
    w.known = w.one = false;
    find_way(p, u, &w);
    while (at != ld(p)->order[order - 1].objective && n < CELLS_MAX - 1) {
        int to = -1;

        EACH_BESIDE (p, at, d, next) {
            int cost = step_cost(p, u, at, d, has_flag(p, u, F_COLUMN));

            if (cost != NO_ENTRY && w.points[next] + cost == w.points[at])
                to = next;
        }
        way[n++] = i16(at);
        if (to < 0)
            return n;
        at = to;
    }
    way[n++] = i16(at);
    return n;
}

/* ---- how it ends ---- */

static void end_order(struct play *p, int i, bool arrived)
{
    struct order *o = &ld(p)->order[i];

    o->state = ORDER_OVER;
    if (o->unit >= 0)
        play_tell(p, EV_ORDER_ENDS, veil(o->side), 1, o->unit);
    EACH_PIECE (p, u)
        if (piece_at(p, u)->order == i + 1) {
            piece_at(p, u)->order = 0;
            if (arrived) /* [8.25.0] ruling 33 */
                set_flag(p, u, F_TIRED);
        }
}

static bool has_infantry(const struct play *p, int i)
{
    EACH_PIECE (p, u)
        if (piece_at(p, u)->order == i + 1 && arm_of(p, u) == INFANTRY)
            return true;
    return false;
}

/* [8.25A] Infantry; of a force without infantry anybody (ruling 103). */
static bool has_arrived(const struct play *p, int i)
{
    bool infantry = has_infantry(p, i);

    EACH_PIECE (p, u)
        if (piece_at(p, u)->order == i + 1 && place_of(p, u) == ld(p)->order[i].objective &&
            (!infantry || arm_of(p, u) == INFANTRY))
            return true;
    return false;
}

/* [8.25B] ruling 54 */
static bool has_met_enemy(const struct play *p, int i)
{
    EACH_PIECE (p, u)
        if (piece_at(p, u)->order == i + 1 && on_map(p, u) &&
            next_to_zone(p, place_of(p, u), side_of(p, u)))
            return true;
    return false;
}

static bool column_in(const struct play *p, int h, int side, int order)
{
    EACH_PIECE_AT(p, v, h)
    if (has_flag(p, v, F_COLUMN) && side_of(p, v) == side && piece_at(p, v)->order != order)
        return true;
    return false;
}

/* [8.25D] The next hex of the way holds a friendly unit in road march. */
static bool has_bumped(const struct play *p, int i)
{
    struct order_way way;

    way.known = way.one = false;
    EACH_PIECE (p, u) {
        if (piece_at(p, u)->order != i + 1 || !on_map(p, u))
            continue;
        EACH_BESIDE (p, place_of(p, u), d, to) {
            if (!column_in(p, to, side_of(p, u), i + 1))
                continue;
            find_way(p, u, &way);
            if (is_on_way(p, u, &way, to))
                return true;
        }
    }
    return false;
}

void end_orders(struct play *p, int side)
{
    for (int i = 0; i < ORDERS_MAX; i++) {
        const struct order *o = &ld(p)->order[i];

        if (o->side != side || o->state != ORDER_RUNS)
            continue;
        if (has_arrived(p, i))
            end_order(p, i, true);
        else if (has_met_enemy(p, i) || has_bumped(p, i))
            end_order(p, i, false);
    }
}

/* [8.25A] Who is driven back onto his objective, in whatever phase, or comes there when the enemy has gone. */
void end_arrivals(struct play *p)
{
    for (int i = 0; i < ORDERS_MAX; i++)
        if (ld(p)->order[i].state == ORDER_RUNS && has_arrived(p, i))
            end_order(p, i, true);
}

/* [2.21.A1] [8.24a] Given at night or before the start, it runs from the morning on. */
void begin_orders(struct play *p, int side)
{
    for (int i = 0; i < ORDERS_MAX; i++)
        if (ld(p)->order[i].side == side && ld(p)->order[i].state == ORDER_GIVEN && !is_night(p))
            ld(p)->order[i].state = ORDER_RUNS;
}

/* [8.25C] All of the force must be in command; its first unit is named. */
const char *refuse_cancel(const struct play *p, const struct step *t, int u)
{
    int order = piece_at(p, u)->order;

    if (!is_mine(p, t, u) || !order)
        return "8.25C: it has no march order";
    EACH_PIECE (p, v) {
        if (piece_at(p, v)->order != order)
            continue;
        if (v < u)
            return "8.25C: the first unit of the force is named for all of it";
        if (!in_command(p, v))
            return "8.25C: only a force in command is freed from its order";
    }
    return NULL;
}

void cancel_order(struct play *p, int u)
{
    end_order(p, piece_at(p, u)->order - 1, false);
}

/* [8.23c] */
void disclose_orders(struct play *p)
{
    for (int i = 0; i < ORDERS_MAX; i++) {
        const struct order *o = &ld(p)->order[i];

        if (o->state != ORDER_NONE && o->unit >= 0)
            play_tell(p, EV_OBJECTIVE, 0, 4, o->unit, o->objective, o->turn, o->side);
    }
}

/* ---- which force ---- */

static int free_order(const struct play *p)
{
    for (int i = 0; i < ORDERS_MAX; i++)
        if (ld(p)->order[i].state == ORDER_NONE)
            return i;
    return -1;
}

/* [1.4i] An officer stands for his formation without those out of command, a unit for its stack. Leaders and
 * trains are not bound (ruling 102). */
static bool in_force(const struct play *p, int named, int v)
{
    if (!on_map(p, v) || !is_combat_unit(p, v) || army_of(p, v) != army_of(p, named))
        return false;
    if (is_leader(p, named))
        return def_of(p, v)->formation == formation_led(p, named) && in_command(p, v);
    return place_of(p, v) == place_of(p, named);
}

/* [8.23b] */
static const char *refuse_members(const struct play *p, int named)
{
    int n = 0;

    if (is_leader(p, named) && formation_led(p, named) == NO_FORMATION)
        return "1.4i: he has no formation; name a unit for its stack";
    EACH_PIECE (p, v) {
        if (!in_force(p, named, v))
            continue;
        if (piece_at(p, v)->order)
            return "8.23b: a force has one objective at a time";
        if (!is_leader(p, named) && v < named)
            return "1.4i: the first unit of a stack is named for all of it";
        n++;
    }
    return n ? NULL : "1.4i: none of his units is on the map and in command";
}

struct reach {
    const struct play *p;
    int side;
};

/* [8.22] ruling 101: cavalry costs, where a supply line may run. */
static int courier_cost(void *ctx, int from, int to, int border)
{
    const struct reach *r = ctx;
    int d = direction_to(r->p, from, to);

    (void)border;
    return line_runs(r->p, r->side, from, d) ? lbox(r->p)->cost[MOVES_CAVALRY][from * HEX_SIDES + d]
                                             : PATH_FORBIDDEN;
}

static int army_commander(const struct play *p, int army)
{
    const int who[ARMIES] = { lbox(p)->napoleon, lbox(p)->blucher, lbox(p)->wellington };

    return who[army];
}

/* How far a Commander's aides ride; forces of one army share it. */
struct range {
    int commander; /* -1: not known yet */
    struct path path;
};

static bool within_reach(const struct play *p, int commander, int h, struct range *range)
{
    struct reach r = { p, side_of(p, commander) };

    if (range->commander != commander)
        path_reach(p->box->board, place_of(p, commander),
                   play_state(p)->phase == PH_SETUP ? START_RANGE : NIGHT_RANGE, courier_cost, &r,
                   &range->path);
    range->commander = commander;
    return path_reached(&range->path, h);
}

static const char *refuse_force(const struct play *p, const struct step *t, int u,
                                struct range *range)
{
    int commander;
    const char *why;

    if (!is_mine(p, t, u) || !on_map(p, u) || is_train(p, u))
        return "8.22: a force on the map";
    commander = army_commander(p, army_of(p, u));
    if (!on_map(p, commander))
        return "8.22: its army Commander is not on the map";
    why = refuse_members(p, u);
    if (why)
        return why;
    return within_reach(p, commander, place_of(p, u), range) ? NULL
           : play_state(p)->phase == PH_SETUP
               ? "19.3b: more than 27 movement points from its Commander"
               : "8.22: more than 24 movement points from its Commander";
}

static bool any_force(const struct play *p, const struct step *t)
{
    struct range range;

    range.commander = -1;
    EACH_PIECE (p, u)
        if (!refuse_force(p, t, u, &range))
            return true;
    return false;
}

/* ---- the order ---- */

static bool is_left_out(const struct play *p)
{
    return play_option(p, OPT_NO_ORDERS) || play_option(p, OPT_NO_LEADERS);
}

/* [8.22] [2.21.A1] [19.3b] */
static void list_orders(const struct play *p, const struct step *t, struct menu *m)
{
    if (!is_left_out(p) && free_order(p) >= 0 && any_force(p, t))
        menu_add(m, act0(V_ORDER));
    list_delegates(p, t, m);
    menu_add(m, act0(V_DONE));
}

static const char *why_orders(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_DELEGATE)
        return refuse_delegate(p, t, a->arg[0]);
    if (a->verb != V_ORDER)
        return NULL;
    return is_left_out(p)    ? "21.13a: march orders are left out"
           : any_force(p, t) ? NULL
                             : "8.22: no force is within reach of its army Commander on the map";
}

static void push_objective(struct play *p, int side, int share, int who)
{
    ld(p)->given[side]++;
    agenda_push_with(p, ST_OBJECTIVE, side, side, share, who, 0)->secret = veil(side);
}

/* Ruling 75: one for the side; who declines leaves it to the other seat. */
static void take_orders(struct play *p, struct step *t, const struct action *a)
{
    int side = t->v[SIDE], share = t->v[SHARE];

    if (a->verb == V_DELEGATE) {
        delegate(p, t, a->arg[0]);
        return;
    }
    agenda_pop(p, 0);
    if (a->verb != V_ORDER)
        return;
    if (agenda_top(p)->op == ST_ORDERS && agenda_top(p)->v[SIDE] == side)
        agenda_pop(p, 0);
    push_objective(p, side, share, -1);
}

/* [21.13a] */
static bool moot_orders(const struct play *p, const struct step *t)
{
    return is_left_out(p) && !(play_state(p)->phase == PH_SETUP && t->v[SIDE] == FRENCH &&
                               play_option(p, OPT_SPLIT_FRENCH));
}

const struct step_def step_orders = {
    .name = "orders",
    .cases = "8.22",
    .vars = "side:s share:first+second told:0..8191",
    .on = "player@command game@begin orders",
    .title = "March orders",
    .prompt = "Give one force a march order?",
    .done = "Give none",
    .phase = true,
    .list = list_orders,
    .take = take_orders,
    .why = why_orders,
    .moot = moot_orders,
    .seat = seat_by_share,
    .sound = phase_sound,
};

/* [19.3b] Before the start, where the Commander of an army is on the map; or to delegate [18.0b]. */
static void push_first_orders_of(struct play *p, int side, bool asked)
{
    for (int army = 0; army < ARMIES; army++)
        asked |= side_of_army(army) == side && on_map(p, army_commander(p, army));
    if (asked)
        push_phase(p, ST_ORDERS, side);
}

void push_first_orders(struct play *p)
{
    push_first_orders_of(p, ALLIED, false);
    push_first_orders_of(p, FRENCH, play_option(p, OPT_SPLIT_FRENCH));
}

/* ---- a force that has just come on ---- */

/* [8.21a] [8.21b] [15.1b] [8.13c] Only in its turn of entry; the stack that moves is the force
 * (ruling 102). */
const char *refuse_entry_order(const struct play *p, const struct step *march)
{
    int lead = march->v[0];
    bool any = false;

    if (is_left_out(p))
        return "21.13a: march orders are left out";
    if (!on_map(p, lead) || !has_flag(p, lead, F_ENTERED))
        return "8.21a: reinforcements are given an order in their turn of entry only";
    EACH_PIECE_AT(p, u, place_of(p, lead))
    {
        if (!has_flag(p, u, F_MOVING) || !is_combat_unit(p, u))
            continue;
        if (piece_at(p, u)->order)
            return "8.23b: a force has one objective at a time";
        any = true;
    }
    if (!any || free_order(p) < 0)
        return "1.4i: a force is of combat units";
    return refuse_rest(p, place_of(p, lead)); /* the order may hold it there */
}

void ask_entry_order(struct play *p, const struct step *march)
{
    int lead = march->v[0];

    push_objective(p, side_of(p, lead), share_of(p, lead), lead);
}

/* ---- the objective ---- */

static bool on_march(const struct step *t)
{
    return t[-1].op == ST_MARCH;
}

static bool is_given_to(const struct play *p, const struct step *t, int v)
{
    return on_march(t) ? has_flag(p, v, F_MOVING) && is_combat_unit(p, v)
                       : in_force(p, t->v[WHO], v);
}

/* [8.23a] A village, town or chateau. Of an enemy's order nothing is known: any will do. */
static void list_objective(const struct play *p, const struct step *t, struct menu *m)
{
    struct range range;

    range.commander = -1;
    if (t->v[WHO] < 0)
        EACH_PIECE (p, u)
            if (!refuse_force(p, t, u, &range))
                menu_add(m, act1(V_FORCE, u));
    for (int h = 0; h < p->box->board->cells && (t->v[WHO] >= 0 || !any_force(p, t)); h++)
        if (lbox(p)->is_place[h])
            menu_add(m, act1(V_OBJECTIVE, h));
}

static const char *why_objective(const struct play *p, const struct step *t, const struct action *a)
{
    struct range range;

    range.commander = -1;
    if (t->v[WHO] < 0)
        return a->verb == V_FORCE ? refuse_force(p, t, a->arg[0], &range)
                                  : "8.23b: the force is named first";
    return a->verb == V_OBJECTIVE ? "8.23a: an objective is a village, town or chateau" : NULL;
}

static void give_order(struct play *p, const struct step *t, int objective)
{
    int i = free_order(p), who = t->v[WHO];

    if (i < 0 || who < 0)
        return;
    ld(p)->order[i] =
        (struct order){ .objective = i16(objective),
                        .state = on_march(t) ? ORDER_RUNS : ORDER_GIVEN,
                        .side = u8(t->v[SIDE]),
                        .turn = play_state(p)->turn,
                        .unit = i16(who),
                        .formation = is_leader(p, who) && !on_march(t) ? u8(formation_led(p, who))
                                                                       : NO_FORMATION };
    EACH_PIECE (p, v)
        if (is_given_to(p, t, v))
            piece_at(p, v)->order = u8(i + 1);
    play_tell(p, EV_ORDER, veil(t->v[SIDE]), 3, who, objective, t->v[SIDE]);
}

static void take_objective(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_FORCE) {
        t->v[WHO] = a->arg[0];
        return;
    }
    give_order(p, t, a->arg[0]);
    agenda_pop(p, 0);
}

/* Of the enemy's the force is never known. */
static const char *phrase_objective(const struct play *p, const struct step *t)
{
    (void)p;
    return t->v[WHO] < 0 ? NULL : "Where is the force of {u2} to go? To a village, town or chateau";
}

const struct step_def step_objective = {
    .name = "objective",
    .cases = "8.23a",
    .vars = "side:s share:first+second who:U",
    .title = "March orders",
    .prompt =
        "Which force gets the order? A unit stands for its stack, an officer for his formation",
    .phrase = phrase_objective,
    .about = "objective",
    .list = list_objective,
    .take = take_objective,
    .why = why_objective,
    .seat = seat_by_share,
    .sound = phase_sound,
};
