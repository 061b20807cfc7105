/*
 * 10-supply.c: 10.2 supply by the road net and by trains; 10.3 trains.
 *
 * [10.2r1] The roads that hang together with a source are marked first; then each unit looks about for them or for a
 * train, hex by hex. Neither passes enemies, their zones without friends, nor rivers without a bridge.
 */
#include <string.h>

#include "mib.h"

/* What supply is traced over: zones of the enemy, and, once somebody needs it, all roads that hang together with a source. */
struct net {
    int army, side;
    bool whole; /* the roads have been followed */
    const uint8_t *zones;
    uint8_t roads[CELLS_MAX];
};

/* [10.2r1] Enemies close a hex, and so do their zones, unless a friendly combat unit is there. */
static bool is_closed(const struct play *p, const struct net *n, int h)
{
    int top = mib(p)->top[h];

    if (top == STACK_END)
        return n->zones[h];
    return side_of(p, top) != n->side || (n->zones[h] && !is_combat(p, top));
}

/* [10.2r1] Not over a river without a bridge. */
static bool crosses(const struct play *p, int border)
{
    return !is_river(p, border) || is_bridged(p, border);
}

/* From hex to hex along the roads, until they end or are cut. */
static void follow_roads(const struct play *p, struct net *n, int16_t *queue, int tail)
{
    const struct board *b = p->box->board;

    for (int head = 0; head < tail; head++) {
        int h = queue[head];

        for (int d = 0; d < HEX_SIDES; d++) {
            int to = mbox(p)->road_to[h] >> d & 1 ? b->cell[h].next[d] : -1;

            if (to < 0 || n->roads[to] || is_closed(p, n, to) || !crosses(p, b->cell[h].side[d]))
                continue;
            n->roads[to] = 1;
            queue[tail++] = fit_i16(to);
        }
    }
}

static void begin_net(struct net *n, int army, const uint8_t *zones)
{
    n->army = army, n->side = army_side(army);
    n->whole = false;
    n->zones = zones;
}

/* [10.2r2] */
static void build_net(const struct play *p, struct net *n)
{
    int16_t queue[CELLS_MAX];
    int tail = 0;

    n->whole = true;
    memset(n->roads, 0, sizeof n->roads);
    for (int i = 0; i < mbox(p)->gates; i++) {
        const struct gate *g = &mbox(p)->gate[i];

        if (!g->supply || g->army != n->army || is_closed(p, n, g->cell))
            continue;
        n->roads[g->cell] = 1;
        queue[tail++] = g->cell;
    }
    follow_roads(p, n, queue, tail);
}

/* Is the shortest way home along the roads free? Most are, and then the others need not be looked at. */
static bool leads_home(const struct play *p, const struct net *n, int h)
{
    const int8_t *home = mbox(p)->road_home[n->army];

    while (home[h] < HEX_SIDES) {
        const struct board_cell *c = &p->box->board->cell[h];

        if (home[h] < 0 || !crosses(p, c->side[home[h]]) || is_closed(p, n, c->next[home[h]]))
            return false;
        h = c->next[home[h]];
    }
    return true;
}

/* [10.2r1] Does the road hex hang together with a source of the army? */
static bool on_net(const struct play *p, struct net *n, int h)
{
    if (!mbox(p)->road_to[h])
        return false;
    if (leads_home(p, n, h))
        return true;
    if (!n->whole)
        build_net(p, n);
    return n->roads[h];
}

/* [10.2r1] [10.3r] So many hexes away: a road of the net, a train, a half train. */
static bool supplies(const struct play *p, struct net *n, int h, int away)
{
    if (away <= mbox(p)->ours[O_SUPPLY] && on_net(p, n, h))
        return true;
    EACH_AT (p, h, u)
        if (arm_of(p, u) == TRAIN && army_of(p, u) == n->army &&
            away <= mbox(p)->ours[has_flag(p, u, U_HALF) ? O_HALF_SUPPLY : O_SUPPLY])
            return true;
    return false;
}

/* Outwards from the hex, ring by ring, until there is something. */
static bool is_supplied(const struct play *p, struct net *n, int from)
{
    uint8_t away[CELLS_MAX] = { 0 };
    int16_t queue[CELLS_MAX];
    int tail = 0;

    queue[tail++] = i16(from);
    away[from] = 1;
    for (int head = 0; head < tail; head++) {
        int h = queue[head];

        if (supplies(p, n, h, away[h] - 1))
            return true;
        if (away[h] > mbox(p)->ours[O_SUPPLY])
            continue;
        EACH_NEIGHBOUR (p->box->board, h, link)
            if (!away[link->cell] && !is_closed(p, n, link->cell) && crosses(p, link->border)) {
                away[link->cell] = u8(away[h] + 1);
                queue[tail++] = link->cell;
            }
    }
    return false;
}

/* For looking at the board. */
void trace_supply(const struct play *p, int army, uint8_t *marks)
{
    uint8_t zones[CELLS_MAX] = { 0 };
    struct net n;

    mark_zones(p, army_side(army), zones);
    begin_net(&n, army, zones);
    build_net(p, &n);
    for (int h = 0; h < p->box->board->cells; h++) {
        if (n.roads[h])
            marks[h] |= SUPPLY_ROAD;
        if (!is_closed(p, &n, h) && is_supplied(p, &n, h))
            marks[h] |= SUPPLY_REACH;
    }
    EACH_PIECE (p, u)
        if (on_map(p, u) && arm_of(p, u) == TRAIN && army_of(p, u) == army)
            marks[unit_at(p, u)->place] |= SUPPLY_TRAIN;
}

/* [10.2r3] A unit that entered the map this turn is in supply. */
static void set_supply(struct play *p, int u, struct net *n)
{
    if (has_flag(p, u, U_ENTERED) || is_supplied(p, n, unit_at(p, u)->place))
        clear_flag(p, u, U_OOS);
    else
        set_flag(p, u, U_OOS);
}

/* [10.2r3] When its formation is selected. */
void judge_supply(struct play *p, int formation, const uint8_t *zones)
{
    struct net n;

    begin_net(&n, formation_army[formation], zones);
    EACH_PIECE (p, u)
        if (on_map(p, u) && is_division(p, u) && unit_at(p, u)->formation == formation)
            set_supply(p, u, &n);
}

/* [10.2r3] Of defenders when the combat begins. */
void judge_stack_supply(struct play *p, int h)
{
    uint8_t zones[CELLS_MAX] = { 0 };
    struct net n;
    int army = stack_army(p, h);

    if (army == ARMIES)
        return;
    mark_zones(p, army_side(army), zones);
    begin_net(&n, army, zones);
    EACH_AT (p, h, u)
        if (is_division(p, u))
            set_supply(p, u, &n);
}

/* [10.3r] At the end of a turn a train next to an enemy becomes half. */
void fray_trains(struct play *p)
{
    EACH_PIECE (p, u) {
        if (!on_map(p, u) || arm_of(p, u) != TRAIN || has_flag(p, u, U_HALF))
            continue;
        EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link) {
            int holder = combat_side(p, link->cell);

            if (holder == NOBODY || holder == side_of(p, u))
                continue;
            set_flag(p, u, U_HALF);
            play_tell(p, EV_HALF_TRAIN, 0, 1, u);
            break;
        }
    }
}
