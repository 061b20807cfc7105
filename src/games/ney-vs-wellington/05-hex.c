/*
 * 05-hex.c: case 5.1, one hex of a march: what it costs, whether it may be entered, what follows
 * from entering it; extended lines (8.36).
 *
 * Who marches together carries F_MOVING; each of them pays for himself. What the ground costs is
 * 10-terrain.c's business, what happens in a hex that is left 11-reaction.c's, roads are
 * 05-road.c's.
 */
#include "march.h"

/* ---- those who march ---- */

void gather(const struct play *p, int u, struct group *g)
{
    g->n = 0;
    g->lead = u;
    g->side = side_of(p, u);
    g->from = place_of(p, u);
    g->road = has_flag(p, u, F_ROAD);
    for (EACH_IN(p, v, g->from))
        if (has_flag(p, v, F_MOVING))
            g->unit[g->n++] = i16(v);
}

/* [6.31] The one facing that counts of those who march; 0: they face all around. */
int group_facing(const struct play *p, const struct group *g)
{
    for (int i = 0; i < g->n; i++)
        if (!faces_all(p, g->unit[i]))
            return unit_at(p, g->unit[i])->facing;
    return 0;
}

/* [6.33a] Of those in their hex who do not march with them; 0: nobody has one. */
int facing_of_others(const struct play *p, int h)
{
    for (EACH_IN(p, u, h))
        if (!has_flag(p, u, F_MOVING) && !faces_all(p, u))
            return unit_at(p, u)->facing;
    return 0;
}

/* ---- costs ---- */

/* [5.12a] [5.21a] */
int points_left(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    int most = allowance(p, u) * (k->flags & F_ROAD ? 2 : 1);

    return k->spent >= most ? 0 : most - k->spent;
}

void pay(struct play *p, int u, int points)
{
    unit_at(p, u)->spent = u8(unit_at(p, u)->spent + points);
}

/* [12.41] Twice as much in the zone of a declared charge. */
int in_zone(const struct play *p, int side, int h)
{
    int band;

    return nvw(p)->charges && in_charge_zone(p, side, h, &band) ? 2 : 1;
}

/* [6.23] [7.42b] [8.36b] To turn or unlimber where it stands. */
int turn_price(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (k->wing != NOWHERE && in_zone(p, side_of(p, u), k->wing) == 2)
        return 2;
    return in_zone(p, side_of(p, u), k->place);
}

/* [5.13] [5.22a] [8.36b] The dearer of the two hexes of an extended line. NO_ENTRY: it cannot be
 * entered. */
int step_price(const struct play *p, int u, int direction, bool road)
{
    const struct board *b = p->box->board;
    const struct unit *k = unit_at(p, u);
    int cost = entry_cost(p, u, k->place, direction), beside;

    if (cost == NO_ENTRY)
        return NO_ENTRY;
    cost = road ? 1 : cost;
    cost *= in_zone(p, side_of(p, u), b->cell[k->place].next[direction]);
    if (k->wing == NOWHERE)
        return cost;
    beside = entry_cost(p, u, k->wing, direction);
    if (beside == NO_ENTRY)
        return NO_ENTRY;
    beside *= in_zone(p, side_of(p, u), b->cell[k->wing].next[direction]);
    return cost > beside ? cost : beside;
}

/* ---- may it be entered? ---- */

/* [5.16] Ruling 20: not even to a command unit alone. */
static bool enemy_there(const struct play *p, int side, int h)
{
    int u = top_of(p, h);

    return (u != NO_PIECE && side_of(p, u) != side) || occupier(p, h) == enemy_of(side);
}

/* [9.44b] */
static bool holds_arm(const struct play *p, int h, bool horse)
{
    if (!horse && nvw(p)->wing[h])
        return true;
    for (EACH_IN(p, u, h))
        if (horse ? is_cavalry(p, u) : is_infantry(p, u))
            return true;
    return false;
}

/* [8.45a] A formed battalion has the hex before its muskets. */
static bool under_muskets(const struct play *p, int side, int h)
{
    int16_t list[NEAR_MOST];
    int n = reactors(p, side, h, list);

    while (n-- > 0)
        if (is_battalion(p, list[n]) && is_formed(p, list[n]))
            return true;
    return false;
}

/* [10.24a] [10.28] [5.16] [9.44b] [8.45a] Whatever it costs. */
const char *refuse_hex(const struct play *p, int u, int to)
{
    if (enemy_there(p, side_of(p, u), to))
        return "5.16: there is an enemy";
    if (entry_forbidden(p, u, to))
        return p->box->board->cell[to].terrain == nbox(p)->pond
                   ? "10.28: nobody enters a pond"
                   : "10.24a: neither horse nor guns enter a swamp";
    if ((is_cavalry(p, u) && holds_arm(p, to, false)) ||
        (is_infantry(p, u) && holds_arm(p, to, true)))
        return "9.44b: horse and foot do not pass through each other";
    if (is_company(p, u) && !is_obstructed(p, to) && !is_protected(p, to) &&
        under_muskets(p, side_of(p, u), to))
        return "8.45a: skirmishers keep from the front of a formed battalion in the open";
    return NULL;
}

/* [8.36a] [8.36d] The other half of an extended line. */
static const char *refuse_wing_step(const struct play *p, int u, int to, int direction)
{
    const struct board *b = p->box->board;
    int wing = unit_at(p, u)->wing, beside = b->cell[wing].next[direction];
    int across = board_direction(b, unit_at(p, u)->place, wing);

    if (beside < 0)
        return "8.36a: both halves of the line go along, and the map ends there";
    if ((nbox(p)->hedged[to] | nbox(p)->streamed[to]) >> across & 1)
        return "8.36d: a hedge or stream would part the line";
    return refuse_hex(p, u, beside);
}

/* [5.12a] [6.33b] Can each pay, and what it takes to face as the others there do? */
static const char *refuse_price(const struct play *p, const struct group *g, int direction, int to,
                                bool road)
{
    int there = road ? 0 : hex_facing(p, to), own = group_facing(p, g);
    int extra = there && own && there != own ? in_zone(p, g->side, to) : 0;

    for (int i = 0; i < g->n; i++) {
        int u = g->unit[i], left = points_left(p, u), cost = step_price(p, u, direction, road);

        if (road && !g->road)
            left += allowance(p, u);
        if (cost == NO_ENTRY)
            return "10.28: nobody enters a pond";
        if (cost > left)
            return "5.12a: it has not points enough left";
        if (cost + extra > left && !is_leader(p, u))
            return "6.33b: it has no point left to face as the others there do";
    }
    return NULL;
}

/* [5.0c] [6.31] [5.25] [5.15] [9.44a] [9.17] */
const char *refuse_step(const struct play *p, const struct group *g, int direction, bool road)
{
    int to = direction < 0 ? NOWHERE : p->box->board->cell[g->from].next[direction];
    int facing = group_facing(p, g);
    const char *why;

    if (to < 0)
        return "5.0c: a march goes from hex to neighbouring hex";
    if (g->road && !road)
        return "5.21d: who has marched by road stays on it in this phase";
    for (int i = 0; i < g->n; i++) {
        if ((why = refuse_hex(p, g->unit[i], to)))
            return why;
        if (is_extended(p, g->unit[i]) && (why = refuse_wing_step(p, g->unit[i], to, direction)))
            return why;
    }
    if (road && (why = refuse_road(p, g, direction, to)))
        return why;
    if (!road && facing &&
        board_part(p->box->board, g->from, to, facing, HEX_CORNER_ARCS) != HEX_FRONT)
        return "6.31: it marches into a hex before it; it must turn first";
    return refuse_price(p, g, direction, to, road);
}

/* Any hex that they could still enter, after a turn if need be. */
bool could_go_on(const struct play *p, const struct group *g)
{
    int facing = group_facing(p, g);

    for (int d = 0; d < HEX_SIDES; d++) {
        int to = p->box->board->cell[g->from].next[d];
        const char *why = NULL;

        if (to < 0)
            continue;
        if (!refuse_step(p, g, d, false) || !refuse_step(p, g, d, true))
            return true;
        if (g->road || !facing ||
            board_part(p->box->board, g->from, to, facing, HEX_CORNER_ARCS) == HEX_FRONT)
            continue;
        for (int i = 0; i < g->n && !why;
             i++) { /* it would have to turn; then it faces as nobody there might */
            int u = g->unit[i], price = step_price(p, u, d, false);

            why = refuse_hex(p, u, to);
            if (!why && (price == NO_ENTRY || is_extended(p, u) ||
                         price + 2 * turn_price(p, u) > points_left(p, u)))
                why = "5.12a";
        }
        if (!why)
            return true;
    }
    return false;
}

/* ---- what follows ---- */

/* [10.31] [10.11c] [8.33b] Cover; [10.34] [10.12b] [10.35] a hedge under fire, but no stream;
 * of a line either half. */
static bool ground_disorders(const struct play *p, int u, int from, int direction, bool road)
{
    const struct unit *k = unit_at(p, u);
    int back = (direction + HEX_SIDES / 2) % HEX_SIDES;

    if (!road && (is_obstructed(p, k->place) || (k->wing != NOWHERE && is_obstructed(p, k->wing))))
        return true;
    if (!(nbox(p)->hedged[from] >> direction & 1) &&
        !(k->wing != NOWHERE && nbox(p)->hedged[k->wing] >> back & 1))
        return false;
    return (in_enemy_zone(p, side_of(p, u), k->place, BAND_MINIMUM) ||
            (k->wing != NOWHERE && in_enemy_zone(p, side_of(p, u), k->wing, BAND_MINIMUM)));
}

/* [9.12] [9.13a] [9.44c] Too many in a hex: all of them suffer, the line whose wing it is too. */
bool crowd(struct play *p, int h)
{
    if (!over_stacked(p, h))
        return false;
    play_tell(p, EV_CROWDED, 0, 1, h);
    worsen_hex(p, h);
    while (nvw(p)->wing[h])
        disorder_unit(p, nvw(p)->wing[h] - 1);
    return true;
}

static void suffer_step(struct play *p, const struct group *g, int from, int direction, bool road)
{
    int wing = unit_at(p, g->lead)->wing, h = place_of(p, g->lead);
    bool disorders[PIECES_MAX], crowded;

    for (int i = 0; i < g->n; i++)
        disorders[i] = ground_disorders(p, g->unit[i], from, direction, road);
    crowded = crowd(p, h);
    if (wing != NOWHERE)
        crowded |= crowd(p, wing);
    for (int i = 0; i < g->n && !crowded; i++) /* entry and crowding are one moment */
        if (disorders[i])
            disorder_unit(p, g->unit[i]);
}

/* [8.36a] In their order onto whoever is there; the halves of a line keep their places. [9.0] */
void move_together(struct play *p, const int16_t *list, int n, int to, int direction)
{
    for (int i = n - 1; i >= 0; i--) {
        int wing = unit_at(p, list[i])->wing;

        put_piece(p, list[i], to);
        if (wing != NOWHERE)
            set_wing(p, list[i], p->box->board->cell[wing].next[direction]);
    }
}

void march_done(struct play *p, int u, int verb, int to)
{
    bool road = verb == V_ROAD;
    struct group g;
    int direction;

    gather(p, u, &g);
    direction = board_direction(p->box->board, g.from, to);
    cancel_charges(p, g.from);
    for (int i = 0; i < g.n; i++) {
        pay(p, g.unit[i], step_price(p, g.unit[i], direction, road));
        if (road)
            set_flag(p, g.unit[i], F_ROAD);
    }
    if (road)
        face_ahead(p, &g, direction);
    move_together(p, g.unit, g.n, to, direction);
    play_untell(p, road ? EV_ROAD : EV_MARCHES, u);
    play_tell(p, road ? EV_ROAD : EV_MARCHES, 0, 2, u, to);
    suffer_step(p, &g, g.from, direction, road);
}
