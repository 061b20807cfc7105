/*
 * 14-entry.c: section 14: reinforcements, off the map one behind another, and how they come on.
 *
 * [14.15b] Of each area the first in the queue comes on; whoever has come on before it in this
 * phase has left it that many hexes of imagined road. Command units ride past them. [14.14]
 * [14.15a] Nobody is in another formation than column or limbered off the map. Coming on begins a
 * march (05-march.c).
 */
#include "nvw.h"

enum { ENTRY_REACH = 6 }; /* [14.12b] [14.13] */

/* [14.11] */
void begin_arrivals(struct play *p)
{
    for (int u = 0; u < p->box->pieces; u++)
        if (place_of(p, u) == COMING && def_at(p, u)->turn <= play_state(p)->turn)
            unit_at(p, u)->place = QUEUED;
}

static bool before_in_queue(const struct piece_def *a, const struct piece_def *b)
{
    return a->turn != b->turn ? a->turn < b->turn : a->order < b->order;
}

/* [14.15b] The head of the queue of its area; ruling 57: command units have no place in it. */
static bool is_first(const struct play *p, int u)
{
    const struct piece_def *d = def_at(p, u);

    for (int v = 0; v < nbox(p)->units; v++)
        if (v != u && place_of(p, v) == QUEUED && def_at(p, v)->side == d->side &&
            def_at(p, v)->area == d->area && before_in_queue(def_at(p, v), d))
            return false;
    return true;
}

/* [14.15b] Hexes of imagined road: as many as came on there before it in this phase. */
static int road_before(const struct play *p, int u)
{
    const struct piece_def *d = def_at(p, u);
    int n = 0;

    for (int v = 0; v < nbox(p)->units && !is_leader(p, u); v++)
        n += on_map(p, v) && has_flag(p, v, F_ENTERED) && def_at(p, v)->side == d->side &&
             def_at(p, v)->area == d->area;
    return n;
}

/* [14.2] */
static int entry_of(const struct play *p, int u)
{
    return nbox(p)->entry[def_at(p, u)->area];
}

static bool at_edge(const struct play *p, int h)
{
    for (int d = 0; d < HEX_SIDES; d++)
        if (p->box->board->cell[h].next[d] < 0)
            return true;
    return false;
}

/* [14.12b] How far from its entry hex it may come on: 0, or six and more if that is closed to
 * it. */
static int reach_of(const struct play *p, int u)
{
    int entry = entry_of(p, u), nearest = INT16_MAX;

    if (!refuse_hex(p, u, entry))
        return 0;
    for (int h = 0; h < p->box->board->cells; h++) {
        int distance = board_distance(p->box->board, entry, h);

        if (distance < nearest && at_edge(p, h) && !refuse_hex(p, u, h))
            nearest = distance;
    }
    return nearest > ENTRY_REACH ? nearest : ENTRY_REACH;
}

/* [10.21] [10.22] [5.22a] [12.41] The hex itself. */
static int entry_price(const struct play *p, int u, int h, bool road)
{
    int cost = nbox(p)->terrain[p->box->board->cell[h].terrain].cost[arm_of(p, u)], band;

    cost = road ? 1 : cost;
    return in_charge_zone(p, side_of(p, u), h, &band) ? 2 * cost : cost;
}

/* [14.13] [5.23] [5.21f] Ruling 85: six hexes are too near here. */
static const char *refuse_by_road(const struct play *p, int u, int h)
{
    if (is_leader(p, u))
        return "5.21b: a command unit marches by road with others only";
    if (!nbox(p)->wayed[h])
        return "5.21d: there is neither road nor trail";
    if (formed_enemy_within(p, side_of(p, u), entry_of(p, u), ENTRY_REACH) ||
        formed_enemy_within(p, side_of(p, u), h, ENTRY_REACH - 1))
        return "14.13: a formed enemy is within six hexes of the entry";
    return NULL;
}

/* [14.11] [14.15b] Who comes on next: the heads of the queues, and command units. */
static const char *refuse_next(const struct play *p, int side, int u)
{
    if (side_of(p, u) != side || place_of(p, u) != QUEUED)
        return "14.11: it does not come on in this phase";
    return is_leader(p, u) || is_first(p, u) ? NULL : "14.15b: others come on before it";
}

/* [14.12b] [14.15b] [9.44b] Where the next comes on. */
static const char *refuse_entry(const struct play *p, int u, int h, bool road, int reach)
{
    const char *why;
    int most = allowance(p, u) * (road ? 2 : 1);

    if (!at_edge(p, h) || board_distance(p->box->board, entry_of(p, u), h) > reach)
        return "14.12b: it comes on at its entry hex, or near it if that is the enemy's";
    if ((why = refuse_hex(p, u, h)) || (road && (why = refuse_by_road(p, u, h))))
        return why;
    if (road_before(p, u) + entry_price(p, u, h, road) > most)
        return "14.15b: it is too far back to come on in this turn";
    return NULL;
}

static void offer_entry(const struct play *p, int u, int h, int reach, struct menu *m)
{
    if (!refuse_entry(p, u, h, false, reach))
        menu_add(m, act2(V_ENTER, u, h));
    if (!refuse_entry(p, u, h, true, reach))
        menu_add(m, act2(V_ENTER_ROAD, u, h));
}

static void list_entries_of(const struct play *p, int u, struct menu *m)
{
    int reach = reach_of(p, u), entry = entry_of(p, u);

    if (!reach)
        offer_entry(p, u, entry, 0, m);
    for (int h = 0; reach && h < p->box->board->cells; h++)
        if (board_distance(p->box->board, entry, h) <= reach)
            offer_entry(p, u, h, reach, m);
}

/* [14.12a] Whoever can come on must. */
bool list_entries(const struct play *p, int side, struct menu *m)
{
    int before = m->n;

    for (int u = 0; u < nbox(p)->units + nbox(p)->leaders; u++)
        if (place_of(p, u) == QUEUED && !refuse_next(p, side, u))
            list_entries_of(p, u, m);
    return m->n > before;
}

/* [14.12a] Who keeps the phase from being ended, and where they are expected. */
void forecast_entries(const struct play *p, int side, struct forecast *f)
{
    struct forecast_line *waits = forecast_add(
        f, FORECAST_TELLS, "14.12a", "{n} [reinforcement waits|reinforcements wait]: {u*}");
    struct menu *m = menu_blank(p);

    list_entries(p, side, m);
    for (int i = 0; i < m->n; i++) {
        forecast_piece(waits, m->a[i].arg[0]);
        forecast_place(waits, entry_of(p, m->a[i].arg[0]));
    }
}

const char *why_entry(const struct play *p, int side, const struct action *a)
{
    int u = a->arg[0];
    const char *why = refuse_next(p, side, u);

    return why ? why : refuse_entry(p, u, a->arg[1], a->verb == V_ENTER_ROAD, reach_of(p, u));
}

/* [14.15a] [10.31] [9.13a] */
void take_entry(struct play *p, const struct action *a)
{
    int u = a->arg[0], h = a->arg[1];
    bool road = a->verb == V_ENTER_ROAD;

    unit_at(p, u)->spent = u8(road_before(p, u) + entry_price(p, u, h, road));
    set_flag(p, u, F_ENTERED);
    if (road)
        set_flag(p, u, F_ROAD);
    play_tell(p, EV_ENTERS, 0, 2, u, h);
    put_piece(p, u, h);
    begin_march(p, u);
    if (!crowd(p, h) && !road && is_obstructed(p, h))
        disorder_unit(p, u);
    offer_opportunity(p, u);
}
