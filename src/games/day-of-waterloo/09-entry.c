/*
 * 09-entry.c: cases 9.2.2 and 9.2.3: reinforcements, blocked entry, the edge of the map; and the French
 * who leave it for Brussels or Hal. When Prussians must come is 15.3.
 */
#include <assert.h>
#include <limits.h>

#include "dow.h"

/* [15.3a] The listed turn; [16.1] [16.2a] [16.2b] variants shift it. */
int due_turn(const struct play *p, int piece)
{
    const struct dow_state *s = dow(p);
    int turn = origin_of(p, piece)->turn;

    if (origin_of(p, piece)->variant)
        return s->late_french ? 2 : 13;
    if (!turn && is_leader(p, piece) && s->base.phase != PH_SETUP)
        return s->base.turn; /* driven off. Ruling B-23 */
    if (s->late_french && piece_army(p, piece) == ARMY_FRENCH)
        return turn ? 2 : 0;
    return piece_army(p, piece) == ARMY_PRUSSIAN ? turn + s->prussian_shift : turn;
}

/* ---- where and for how much ---- */

/* [9.2.3a] A: an enemy in the hex; B: in an enemy zone; C: next to an enemy. B is always C as well. */
static bool blocked(const struct play *p, int h, int side)
{
    return enemy_in_hex(p, h, side) || enemy_adjacent(p, h, side);
}

static int rate_of(const struct play *p, int entry)
{
    return dbox(p)->entry_highway[entry] ? 1 : 2;
}

static bool enters_stacked(const struct play *p, int piece, int h)
{
    return !is_leader(p, piece) && top_of(p, h) != NO_UNIT;
}

/*
 * [9.2.2c] [9.2.2x] The first of a column pays once, each later one that much more; leaders take no
 * place in it. A-52 [9.2.2b] The entry hex itself costs the rate of its road, or, if it is occupied,
 * what its ground does.
 */
static int entry_cost(const struct play *p, int piece, int entry)
{
    int h = dbox(p)->entry[entry], rate = rate_of(p, entry);
    int ahead = is_leader(p, piece) ? 0 : dow(p)->column[entry];

    return ahead * rate + (enters_stacked(p, piece, h) ? dbox(p)->cost[arm_of(p, piece)][h] : rate);
}

/* ---- who ---- */

#define EACH_REINFORCEMENT(p, at)                                                                  \
    const int16_t *at = dbox(p)->reinforcement;                                                    \
    *(at) >= 0;                                                                                    \
    (at)++

/* [15.3c] No group of Prussians passes an earlier one: the turn of the next at each entry point. */
struct queue {
    int turn[ENTRIES];
};

static struct queue prussian_queue(const struct play *p)
{
    struct queue q;

    for (int n = 0; n < ENTRIES; n++)
        q.turn[n] = INT_MAX;
    for (EACH_REINFORCEMENT(p, next))
        if (piece_place(p, *next) == WAITING && piece_army(p, *next) == ARMY_PRUSSIAN) {
            int turn = due_turn(p, *next), *first = &q.turn[origin_of(p, *next)->entry];

            *first = turn < *first ? turn : *first;
        }
    return q;
}

static const char *refuse_arrival(const struct play *p, int mask, int piece, const struct queue *q)
{
    int turn = due_turn(p, piece);

    if (!(mask >> piece_army(p, piece) & 1))
        return "9.3b: pieces move in their own side's Movement Phase";
    if (piece_place(p, piece) != WAITING || !origin_of(p, piece)->entry)
        return "9.2.2a: it is no reinforcement that waits to enter";
    if (turn > play_state(p)->turn)
        return "9.2.2a: its turn of entry has not come";
    if (piece_army(p, piece) == ARMY_PRUSSIAN && turn > q->turn[origin_of(p, piece)->entry])
        return "15.3c: earlier groups enter first";
    return NULL;
}

static const char *refuse_entry_hex(const struct play *p, int piece, int h)
{
    const char *why;

    if (enemy_in_hex(p, h, army_side(piece_army(p, piece))))
        return "9.2.3a: an enemy stands in the entry hex";
    if ((why = refuse_company(p, piece, h)) || is_leader(p, piece))
        return why;
    if (top_of(p, h) != NO_UNIT && has_flag(p, top_of(p, h), F_MARKED))
        return "5.3f: a unit in Road Column blocks the road";
    if (enters_stacked(p, piece, h) && weather(p) == SEVERE_MUD && is_guns(arm_of(p, piece)))
        return "9.2.14b: in Severe Mud artillery moves by road only";
    if (!room_for(p, h, piece))
        return "9.2.2b: there is no room in the entry hex";
    return NULL;
}

/* [9.2.2a] By the road of its entry point. */
static const char *refuse_entry_road(const struct play *p, int piece)
{
    int entry = origin_of(p, piece)->entry;
    const char *why = refuse_entry_hex(p, piece, dbox(p)->entry[entry]);

    if (why)
        return why;
    if (entry_cost(p, piece, entry) > allowance(p, piece))
        return "9.2.2c: it stands too far back in the column to come in this turn";
    return NULL;
}

const char *refuse_enter(const struct play *p, int mask, int piece)
{
    struct queue q = prussian_queue(p);
    const char *why = refuse_arrival(p, mask, piece, &q);

    return why ? why : refuse_entry_road(p, piece);
}

/* [9.2.3c] [9.2.3x] Off the map every hex is clear. */
static int edge_cost(const struct play *p, int piece, int h)
{
    int away = board_distance(p->box->board, dbox(p)->entry[origin_of(p, piece)->entry], h);
    int ground = is_leader(p, piece) ? 2 : dbox(p)->cost[arm_of(p, piece)][h];

    return ground == NO_ENTRY ? NO_ENTRY : 2 * away + ground;
}

/* [9.2.3b] Along the edge, if the entry hex is blocked. Ruling A-51 */
static const char *refuse_edge(const struct play *p, int piece)
{
    if (!blocked(p, dbox(p)->entry[origin_of(p, piece)->entry], army_side(piece_army(p, piece))))
        return "9.2.3b: its entry hex is not blocked";
    if (!is_leader(p, piece) && weather(p) == SEVERE_MUD && is_guns(arm_of(p, piece)))
        return "9.2.14b: in Severe Mud artillery moves by road only";
    return NULL;
}

static const char *refuse_edge_hex(const struct play *p, int piece, int h)
{
    const char *why;

    if (!dbox(p)->edge[h] || h == dbox(p)->entry[origin_of(p, piece)->entry])
        return "9.2.3b: it enters at another hex of the edge";
    if ((why = refuse_entry_hex(p, piece, h)))
        return why;
    if (edge_cost(p, piece, h) == NO_ENTRY)
        return "9.2.7: that ground is closed to it off the road";
    return edge_cost(p, piece, h) > allowance(p, piece)
               ? "9.2.3c: its movement points do not reach that hex"
               : NULL;
}

const char *refuse_enter_at(const struct play *p, int mask, int piece, int h)
{
    struct queue q = prussian_queue(p);
    const char *why = refuse_arrival(p, mask, piece, &q);

    if (!why)
        why = refuse_edge(p, piece);
    return why ? why : refuse_edge_hex(p, piece, h);
}

static void list_edge(const struct play *p, int piece, struct menu *m)
{
    if (refuse_edge(p, piece))
        return;
    for (int h = 0; h < p->box->board->cells; h++)
        if (dbox(p)->edge[h] && !refuse_edge_hex(p, piece, h))
            menu_add(m, act2(V_ENTER_AT, piece, h));
}

static bool can_enter_at_edge(const struct play *p, int piece)
{
    for (int h = 0; h < p->box->board->cells && !refuse_edge(p, piece); h++)
        if (dbox(p)->edge[h] && !refuse_edge_hex(p, piece, h))
            return true;
    return false;
}

/* [9.2.2a] [9.2.3d] */
void forecast_entries(const struct play *p, int mask, struct forecast *f)
{
    struct forecast_line *l =
        forecast_add(f, FORECAST_LOSES, "9.2.2a", "{n} [reinforcement waits|reinforcements wait]");
    struct queue q = prussian_queue(p);

    for (EACH_REINFORCEMENT(p, next))
        if (!refuse_arrival(p, mask, *next, &q) &&
            (!refuse_entry_road(p, *next) || can_enter_at_edge(p, *next)))
            forecast_piece(l, *next);
}

/* [9.2.3d] Whoever may enter; nobody has to, but see 15.3b. */
void list_entries(const struct play *p, int mask, struct menu *m)
{
    struct queue q = prussian_queue(p);

    for (EACH_REINFORCEMENT(p, next)) {
        if (refuse_arrival(p, mask, *next, &q))
            continue;
        if (!refuse_entry_road(p, *next))
            menu_add(m, act1(V_ENTER, *next));
        list_edge(p, *next, m);
    }
}

static bool prussians_can_enter(const struct play *p)
{
    struct queue q = prussian_queue(p);

    for (EACH_REINFORCEMENT(p, next))
        if (!refuse_arrival(p, MASK_PRUSSIAN, *next, &q) && !refuse_entry_road(p, *next))
            return true;
    return false;
}

/* [15.3b] Once the Prussians have begun to come, all that are due must. Ruling A-32 */
const char *refuse_end_movement(const struct play *p, int mask)
{
    if ((mask & MASK_PRUSSIAN) && dow(p)->army[ARMY_PRUSSIAN].entry_begun && prussians_can_enter(p))
        return "15.3b: the Prussians have begun to enter: all that are due must come";
    return NULL;
}

/* ---- coming on ---- */

/* 16.2b: forced march costs each Prussian infantry unit a point on the way. */
static bool force_marched(const struct play *p, int piece)
{
    return dow(p)->posture[ALLIED] == POSTURE_SHOWN + 2 && piece_army(p, piece) == ARMY_PRUSSIAN &&
           !is_leader(p, piece) && arm_of(p, piece) == INFANTRY && unit_at(p, piece)->losses == 0;
}

/* [4.2Ab] It counts as in command this turn. */
static void arrive(struct play *p, int piece, int h, int cost, bool column)
{
    if (is_leader(p, piece)) {
        struct leader *l = &dow(p)->leader[piece_leader(p, piece)];

        l->place = i16(h);
        l->spent = u8(cost);
        l->flags |= L_ENTERED | L_MOVING;
        return;
    }
    put_top(p, piece, h);
    unit_at(p, piece)->spent = u8(cost);
    set_flag(p, piece, column ? F_ENTERED | F_MOVING | F_COLUMN : F_ENTERED | F_MOVING);
}

void enter_map(struct play *p, int piece, int edge)
{
    int entry = origin_of(p, piece)->entry, h = edge < 0 ? dbox(p)->entry[entry] : edge;
    int cost = edge < 0 ? entry_cost(p, piece, entry) : edge_cost(p, piece, edge);
    bool column = edge < 0 && !enters_stacked(p, piece, h);

    assert(is_piece(p, piece) && piece_place(p, piece) == WAITING);
    arrive(p, piece, h, cost, column);
    if (!is_leader(p, piece) && edge < 0)
        dow(p)->column[entry]++;
    if (piece_army(p, piece) == ARMY_PRUSSIAN)
        dow(p)->army[ARMY_PRUSSIAN].entry_begun = 1;
    play_tell(p, EV_ENTERS, 0, 2, piece, h);
    agenda_push_with(p, ST_MARCH, army_side(piece_army(p, piece)), piece, 1, 0, 0);
    after_arrival(p, piece);
    if (force_marched(p, piece))
        lose(p, piece, 1);
}

/* ---- leaving ---- */

static int moving_in(const struct play *p, int h)
{
    int n = 0;

    for (EACH_IN(p, u, h))
        n += has_flag(p, u, F_MOVING);
    return n;
}

/* [12.5b] [3.3d] From the hexes of Brussels and Hal, by the road. Ruling A-31 */
const char *refuse_exit(const struct play *p, int piece)
{
    int h = piece_place(p, piece), entry;

    if (is_leader(p, piece) || def_at(p, piece)->army != ARMY_FRENCH)
        return "12.5b: only French combat units leave the map";
    entry = h == dbox(p)->entry[1] ? 1 : h == dbox(p)->entry[6] ? 6 : 0;
    if (!entry)
        return "12.5b: units leave the map only towards Brussels or Hal";
    if (moving_in(p, h) > 1)
        return "5.3c: units move by road one at a time";
    if (known_pinned(p, h, FRENCH))
        return "6.1: a unit in the zone of enemy cavalry may not leave its hex";
    return unit_at(p, piece)->spent + rate_of(p, entry) > allowance(p, piece)
               ? "9.1b: it has not enough movement points left"
               : NULL;
}
