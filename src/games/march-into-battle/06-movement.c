/*
 * 06-movement.c: 6.0 movement: pieces march one at a time, hex by hex; stacking, roads, bridges, forced marches, exits.
 *
 * A piece is chosen in ST_ACTIONS (04-actions.c) and then asked hex by hex in ST_MARCH. What orders forbid is asked of
 * 05-orders.c, zones of 06-zones.c. Entry is in 12-setup.c. Fatigue and the check of a forced march come when the march ends.
 */
#include <limits.h>
#include <stdio.h>

#include "mib.h"

enum { LEAD }; /* variables of a march */

/* ---- stacks ---- */

void put_at(struct play *p, int u, int h)
{
    struct mib_state *s = mib(p);
    struct unit *k = &s->unit[u];

    if (k->place >= 0)
        stack_lift(&s->top[k->place], s->below, u);
    k->place = i16(h);
    if (h >= 0)
        stack_put_sorted(&s->top[h], s->below, u);
    else { /* who is not on the map looks nowhere and does nothing */
        k->facing = k->spent = k->extra = 0;
        k->flags &= ~(uint32_t)(U_ACTIVATION | U_COMBAT | U_ENTERED);
    }
}

int stack_army(const struct play *p, int h)
{
    return mib(p)->top[h] == STACK_END ? ARMIES : army_of(p, mib(p)->top[h]);
}

bool friend_stays(const struct play *p, int h, int u)
{
    EACH_AT (p, h, i)
        if (i != u && is_combat(p, i) && side_of(p, i) == side_of(p, u) &&
            !has_flag(p, i, U_MOVING))
            return true;
    return false;
}

/* [6.8b] [2.4r] [2.5r] */
int stack_value(const struct play *p, int u)
{
    switch (arm_of(p, u)) {
    case INFANTRY:
    case CAVALRY: return sp_of(p, u);
    case FOOT:
    case HORSE: return mbox(p)->ours[O_ARTILLERY];
    case TRAIN: return has_flag(p, u, U_HALF) ? mbox(p)->ours[O_HALF_TRAIN] : mbox(p)->num[N_TRAIN];
    case ENGINEERS: return mbox(p)->ours[O_ENGINEERS];
    default: return 0;
    }
}

int stack_total(const struct play *p, int h)
{
    int sum = 0;

    EACH_AT (p, h, u)
        sum += stack_value(p, u);
    return sum;
}

/* [6.8a] [6.8r] May it end its move, retreat or advance there? Leaders may always. */
const char *refuse_company(const struct play *p, int u, int h)
{
    int sum = stack_value(p, u);

    if (is_leader(p, u))
        return NULL;
    EACH_AT (p, h, i) {
        if (i == u || is_leader(p, i) || side_of(p, i) != side_of(p, u))
            continue;
        if (army_of(p, i) != army_of(p, u))
            return "6.8r: Anglo-Netherlands and Prussian units do not stack";
        sum += stack_value(p, i);
    }
    return sum > mbox(p)->num[N_STACK] && sum > stack_value(p, u)
               ? "6.8a: no more than 10 SP end their move in a hex"
               : NULL;
}

/* [6.6r1] One facing a stack. */
void set_facing(struct play *p, int h, int facing)
{
    EACH_AT (p, h, u)
        if (is_combat(p, u))
            unit_at(p, u)->facing = u8(facing);
}

int facing_at(const struct play *p, int h)
{
    int top = mib(p)->top[h];

    return top == STACK_END || !is_combat(p, top) ? -1 : unit_at(p, top)->facing;
}

/* The facing of another combat unit in the hex: whoever comes adopts it. -1: none is there. */
static int facing_of_others(const struct play *p, int h, int u)
{
    EACH_AT (p, h, i)
        if (i != u && is_combat(p, i))
            return unit_at(p, i)->facing;
    return -1;
}

/* [11.2r1] A place belongs to the side whose combat unit was in it last. */
void take_place(struct play *p, int u)
{
    struct mib_state *s = mib(p);

    for (int i = 0; is_combat(p, u) && i < s->places; i++)
        if (s->place[i].cell == s->unit[u].place && s->place[i].holder != side_of(p, u)) {
            s->place[i].holder = u8(side_of(p, u));
            play_tell(p, EV_PLACE, 0, 2, side_of(p, u), s->place[i].cell);
        }
}

/* ---- what the ground costs ---- */

bool is_river(const struct play *p, int border)
{
    return mbox(p)->river_of[border - p->box->board->cells] >= 0;
}

/* [6.7r] Printed and not broken, or built. */
bool is_bridged(const struct play *p, int border)
{
    int i = mbox(p)->river_of[border - p->box->board->cells];

    return i >= 0 && (mib(p)->changed[i / 8] >> i % 8 & 1) != mbox(p)->printed_bridge[i];
}

static int rate_of(const struct play *p, int u)
{
    int arm = arm_of(p, u);

    return arm == TRAIN || arm == ENGINEERS ? TRAIN_RATE : FOOT_RATE;
}

/* [TEC-1] to [TEC-10] [6.11r] The ground alone. */
static int ground_cost(const struct play *p, int u, const struct board_link *link)
{
    int mud = is_mud(p), rate = rate_of(p, u);
    int cost = mbox(p)->cost[mud][rate][link - p->box->board->link];

    if (cost != OVER_RIVER)
        return cost;
    if (!is_bridged(p, link->border)) /* [TEC-8] */
        return NO_ENTRY;
    return mbox(p)->bridge_cost[mud][rate][mbox(p)->river_of[link->border - p->box->board->cells]];
}

/* [OME-3] [6.1r2] [6.1r3] Leaving a zone costs 2 more, unless a friend stays behind. */
static int leaving_cost(const struct play *p, int u, int from)
{
    return in_enemy_zone(p, from, side_of(p, u)) && !friend_stays(p, from, u)
               ? mbox(p)->move[MV_LEAVE]
               : 0;
}

int step_cost(const struct play *p, int u, const struct board_link *link)
{
    int cost = ground_cost(p, u, link);

    return cost == NO_ENTRY ? NO_ENTRY : cost + leaving_cost(p, u, unit_at(p, u)->place);
}

/* [OME-4] [8.0c] [5.2r] One half, however many reasons there are. Ruling 11 */
static bool is_slow(const struct play *p, int u, int level)
{
    int order = order_of(p, u);

    if (!is_division(p, u))
        return false;
    return level >= mbox(p)->track[TR_TIRED] || has_flag(p, u, U_OOS | U_D) ||
           (has_flag(p, u, U_OOC) && order != MARCH && order != RETREAT);
}

static int halved(int points)
{
    return (points + 1) / 2; /* [1.3r] */
}

/* [6.2r] [4.3r2] */
static int allowance_at(const struct play *p, int u, int level)
{
    int points = is_leader(p, u) ? leader_at(p, u)->move : def_at(p, u)->move;

    if (is_slow(p, u, level))
        points = halved(points);
    return is_night(p) ? halved(points) : points;
}

int allowance(const struct play *p, int u)
{
    return allowance_at(p, u, unit_at(p, u)->fatigue);
}

static bool has_marched(const struct play *p, int u)
{
    return has_flag(p, u, U_ACTED) && has_flag(p, u, U_MOVED);
}

/* What it has for its march; afterwards, what it had before that tired it. Ruling 22 */
int march_points(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    int rise = mbox(p)->fat[FAT_MOVE] + (k->extra ? mbox(p)->fat[FAT_FORCED] : 0);

    return allowance_at(p, u, k->fatigue - (has_marched(p, u) ? rise : 0)) + k->extra;
}

int points_left(const struct play *p, int u)
{
    return march_points(p, u) - unit_at(p, u)->spent;
}

/* ---- one step ---- */

/* [5.9r] [6.0r1] Enemies: a combat unit may enter only where there are none but leaders, trains and engineers. */
static const char *refuse_enemies(const struct play *p, int u, int to)
{
    int top = mib(p)->top[to];

    if (top == STACK_END || side_of(p, top) == side_of(p, u))
        return NULL;
    if (is_combat(p, top))
        return "6.0r1: there are enemies in that hex";
    return is_combat(p, u) ? NULL : "5.9r: only a combat unit enters a hex with enemies in it";
}

/* [8.0d] [4.3r2] [5.7r] [5.3r2] [5.3r3] [5.3r4] Why it does not enter a zone. */
static const char *refuse_zone(const struct play *p, int u, int to)
{
    if (has_flag(p, u, U_D))
        return "8.0d: a disorganized unit does not enter an enemy zone";
    if (is_night(p))
        return "4.3r2: nobody enters an enemy zone by night";
    if (is_leader(p, u))
        return friend_stays(p, to, u)
                   ? NULL
                   : "5.7r: a leader does not enter an enemy zone without a friendly combat unit";
    switch (order_of(p, u)) {
    case MARCH: return "5.3r2: under MARCH nobody enters an enemy zone";
    case HOLD: return "5.3r3: under HOLD nobody enters an enemy zone";
    default: return "5.3r4: under RETREAT nobody enters an enemy zone";
    }
}

/* [5.3r4] Farther from the nearest enemy, or nearer to a source of supply. */
static const char *refuse_retreating(const struct play *p, int u, int to)
{
    const uint8_t *source = mbox(p)->to_source[army_of(p, u)];
    int from = unit_at(p, u)->place, side = side_of(p, u);

    if (source[to] < source[from] || nearest_enemy(p, to, side) > nearest_enemy(p, from, side))
        return NULL;
    return "5.3r4: under RETREAT each hex is farther from the enemy or nearer to supply";
}

/* [6.1r2] Entering is free for whom nothing forbids it: trains, engineers, and units under ATTACK by day. */
static bool shuns_zones(const struct play *p, int u)
{
    if (is_leader(p, u) || is_night(p) || has_flag(p, u, U_D))
        return true;
    return is_combat(p, u) && order_of(p, u) != ATTACK;
}

/* What its order and condition say about the hex. */
static const char *refuse_order(const struct play *p, int u, int to)
{
    int side = side_of(p, u), order = order_of(p, u);
    const char *why = NULL;

    if (is_combat(p, u) && order == RESERVE && enemy_within_two(p, to, side))
        return "5.3r5: in RESERVE nobody comes within 2 hexes of an enemy";
    if (shuns_zones(p, u) && in_enemy_zone(p, to, side))
        why = refuse_zone(p, u, to);
    return !why && is_combat(p, u) && order == RETREAT ? refuse_retreating(p, u, to) : why;
}

/* [OME-5] [5.3r3] [5.2r] Who goes one hex only. */
static const char *one_hex_only(const struct play *p, int u)
{
    int order = order_of(p, u);

    if (is_division(p, u) && is_spent(p, u))
        return "OME-5: a Spent unit moves one hex only";
    if (is_combat(p, u) && order == HOLD)
        return "5.3r3: under HOLD a unit moves one hex only";
    if (is_division(p, u) && def_at(p, u)->detachment && order != MARCH && order != RETREAT)
        return "5.2r: a detachment moves one hex only";
    return NULL;
}

static const char *refuse_points(const struct play *p, int u, const struct board_link *link,
                                 int cost, int left)
{
    const char *one = one_hex_only(p, u);

    if (cost == NO_ENTRY) {
        if (is_river(p, link->border))
            return "TEC-8: a river is crossed by a bridge only";
        return board_has_kind(p->box->board, link->border, mbox(p)->stream)
                   ? "TEC-10: trains and bridge engineers cross no stream off the roads"
                   : "TEC-9: trains and bridge engineers do not enter a swamp";
    }
    if (one && has_flag(p, u, U_MOVED))
        return one;
    if (is_division(p, u) && is_spent(p, u)) /* [OME-5] [10.1b] any hex */
        return NULL;
    return cost > left ? "6.0r1: it has not enough movement points left" : NULL;
}

/* ---- hexes that are full may be passed ---- */

struct onward {
    const struct play *p;
    int u;
};

/* Orders forbid no less on the way; the ways are short, and the last hex is tested again when it is entered. */
static int link_cost(const struct onward *o, int from, const struct board_link *link)
{
    int cost = ground_cost(o->p, o->u, link), to = link->cell;

    if (cost == NO_ENTRY || refuse_enemies(o->p, o->u, to) || refuse_order(o->p, o->u, to))
        return PATH_FORBIDDEN;
    return cost + (in_enemy_zone(o->p, from, side_of(o->p, o->u)) ? mbox(o->p)->move[MV_LEAVE] : 0);
}

static int onward_cost(void *ctx, int from, int to, int border)
{
    const struct board_link *link = board_links(((const struct onward *)ctx)->p->box->board, from);

    (void)border;
    while (link->cell != to)
        link++;
    return link_cost(ctx, from, link);
}

static bool can_stop(void *ctx, int h)
{
    const struct onward *o = ctx;

    return !refuse_company(o->p, o->u, h);
}

/* Is there room in a hex next to it that can be reached? */
static bool goes_on(const struct onward *o, int from, int left)
{
    EACH_NEIGHBOUR (o->p->box->board, from, link)
        if (!refuse_company(o->p, o->u, link->cell)) {
            int cost = link_cost(o, from, link);

            if (cost >= 0 && cost <= left)
                return true;
        }
    return false;
}

/* [6.8r] Limits are tested at the end of a move: a full hex may be passed if it can be left again. */
static const char *refuse_transit(const struct play *p, int u, int to, int left)
{
    const char *why = refuse_company(p, u, to);
    struct onward o = { p, u };
    struct path path;

    if (!why || one_hex_only(p, u))
        return why;
    if (order_of(p, u) == RETREAT) /* where it may go on depends on where it stands */
        return why;
    if (goes_on(&o, to, left)) /* as a rule the next hex has room */
        return NULL;
    return path_first(p->box->board, to, left, onward_cost, can_stop, &o, &path) == BOARD_NOWHERE
               ? why
               : NULL;
}

/* What it has left, and what leaving its hex costs whichever way it goes. */
struct stride {
    int left, leave;
};

static struct stride stride_of(const struct play *p, int u, int left)
{
    return (struct stride){ left, leaving_cost(p, u, unit_at(p, u)->place) };
}

static const char *refuse_step(const struct play *p, int u, const struct board_link *link,
                               struct stride s)
{
    int cost = ground_cost(p, u, link);
    const char *why = refuse_enemies(p, u, link->cell);

    cost += cost == NO_ENTRY ? 0 : s.leave;
    if (!why)
        why = refuse_points(p, u, link, cost, s.left);
    if (!why)
        why = refuse_order(p, u, link->cell);
    return why ? why : refuse_transit(p, u, link->cell, s.left - cost);
}

/* [3.1r2] At the edge of the map: what orders say of the hex, and whether it can go on if the hex is full. */
const char *refuse_arrival(const struct play *p, int u, int h, int left)
{
    const char *why = NULL;

    if (shuns_zones(p, u) && in_enemy_zone(p, h, side_of(p, u)))
        why = refuse_zone(p, u, h);
    return why ? why : refuse_transit(p, u, h, left);
}

/* By a road that comes in from beyond the map; off the roads. */
int gate_cost(const struct play *p, int u, bool highway)
{
    return mbox(p)->gate_cost[is_mud(p)][rate_of(p, u)][highway];
}

int terrain_cost(const struct play *p, int u, int h)
{
    return mbox(p)->ground[is_mud(p)][rate_of(p, u)][p->box->board->cell[h].terrain];
}

/* [6.0r1] To the hex, which may be anywhere. */
static const char *refuse_march(const struct play *p, int u, int to)
{
    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link)
        if (link->cell == to)
            return refuse_step(p, u, link, stride_of(p, u, points_left(p, u)));
    return "6.0r1: it is too far or closed to it: a march goes from a hex to the next";
}

/* Is there any hex that it could step into? */
bool can_step(const struct play *p, int u, int left)
{
    struct stride s = stride_of(p, u, left);

    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link)
        if (!refuse_step(p, u, link, s))
            return true;
    return false;
}

/* ---- forced march ---- */

/* [6.9r1] [6.9r2] [8.0e] [4.3r2] Who may not; then, whether it has gone as far as it can without. */
static const char *refuse_force(const struct play *p, int u, int n)
{
    const char *why;

    if (!is_division(p, u))
        return "6.9r1: only infantry and cavalry force-march";
    if (n < 1 || n > mbox(p)->ours[O_FORCED])
        return "6.9r1: a forced march is of 1 to 4 points";
    if (has_flag(p, u, U_D))
        return "8.0e: a disorganized unit does not force-march";
    if (is_tired(p, u) || has_flag(p, u, U_OOS | U_SMASHED))
        return "6.9r2: who is Tired, Spent or out of supply does not force-march";
    if (is_night(p))
        return "4.3r2: nobody force-marches by night";
    if ((why = one_hex_only(p, u)))
        return why;
    if (unit_at(p, u)->extra)
        return "6.9r1: a forced march is declared once";
    return NULL;
}

/* After its normal allowance: with these points, and not without, it can go on. */
static const char *refuse_more(const struct play *p, int u, int n)
{
    const char *why = refuse_force(p, u, n);
    int left = points_left(p, u);

    if (why)
        return why;
    if (!has_flag(p, u, U_MOVED) || can_step(p, u, left))
        return "6.9r1: first it uses its normal allowance";
    return can_step(p, u, left + n) ? NULL : "6.9r1: that many points take it no farther";
}

/* ---- the march ---- */

void begin_march(struct play *p, int u)
{
    set_flag(p, u, U_MOVING);
    agenda_push_with(p, ST_MARCH, side_of(p, u), u, 0, 0, 0);
}

/* Leaders that go along. */
static bool goes_along(const struct play *p, int u, int lead)
{
    return u != lead && has_flag(p, u, U_MOVING) && unit_at(p, u)->place == unit_at(p, lead)->place;
}

/* [6.6r2] It faces as it went; [6.6r1] where others stand, as they do. */
static void step_into(struct play *p, int u, int to)
{
    int from = unit_at(p, u)->place, facing = 2 * board_direction(p->box->board, from, to);
    int next;

    for (int i = mib(p)->top[from]; i != STACK_END; i = next) {
        next = mib(p)->below[i];
        if (goes_along(p, i, u))
            put_at(p, i, to);
    }
    put_at(p, u, to);
    set_flag(p, u, U_MOVED);
    if (is_combat(p, u)) {
        int others = facing_of_others(p, to, u);

        unit_at(p, u)->facing = u8(others >= 0 ? others : facing);
    }
    play_tell(p, EV_MARCHES, 0, 2, u, to);
}

static void take_step(struct play *p, struct step *t, int to)
{
    int u = t->v[LEAD], from = unit_at(p, u)->place;

    EACH_NEIGHBOUR (p->box->board, from, link)
        if (link->cell == to) {
            unit_at(p, u)->spent = u8(unit_at(p, u)->spent + step_cost(p, u, link));
            break;
        }
    if (is_combat(p, u))
        overrun(p, to, u);
    if (play_state(p)->over)
        return;
    step_into(p, u, to);
    take_place(p, u);
}

static void stop_moving(struct play *p, int u)
{
    int h = unit_at(p, u)->place, next;

    for (int i = h >= 0 ? mib(p)->top[h] : STACK_END; i != STACK_END; i = next) {
        next = mib(p)->below[i];
        if (goes_along(p, i, u)) {
            clear_flag(p, i, U_MOVING);
            set_flag(p, i, U_ACTED | U_MOVED);
        }
    }
    clear_flag(p, u, U_MOVING);
    set_flag(p, u, U_ACTED);
}

/* [6.0-F] [6.9a] The level, or two, that a march costs. */
static int march_levels(const struct play *p, int u)
{
    return mbox(p)->fat[FAT_MOVE] + (unit_at(p, u)->extra ? mbox(p)->fat[FAT_FORCED] : 0);
}

/* [6.0-F] [6.9a] Who has moved rises a level, by a forced march another; [6.9b] then it is checked. */
void end_march(struct play *p, int u, int facing)
{
    struct unit *k = unit_at(p, u);
    int forced = k->extra;

    stop_moving(p, u);
    if (facing >= 0)
        set_facing(p, k->place, facing);
    agenda_pop(p, 0);
    if (!has_flag(p, u, U_MOVED))
        return;
    add_fatigue(p, u, march_levels(p, u));
    if (forced && on_map(p, u) && !play_state(p)->over)
        agenda_push_with(p, ST_FORCED, NOBODY, u, forced, 0, 0);
}

/* ---- what else may be done on a march ---- */

/* [5.7r] [5.10r] Leaders go along with a unit they start stacked with. */
static const char *refuse_with(const struct play *p, int lead, int u)
{
    if (!is_leader(p, u))
        return "5.7r: only leaders go along; other units move one after the other";
    if (is_leader(p, lead) || !is_combat(p, lead) || army_of(p, u) != army_of(p, lead) ||
        unit_at(p, u)->place != unit_at(p, lead)->place)
        return "5.7r: leaders of the army go along with a unit they start stacked with";
    if (has_flag(p, lead, U_MOVED) || has_flag(p, u, U_MOVING | U_MOVED | U_ACTED))
        return "5.7r: he goes along from the beginning of the move, or not at all";
    if (leader_at(p, u)->role == OF_FORMATION && chit_of(p, u) != chit_of(p, lead))
        return "5.7r: a formation commander moves in his formation's activation";
    return NULL;
}

/* [OME-1] [6.6r1] [6.6r2] At the end of a move, for 1 point. */
static const char *refuse_face(const struct play *p, int u, int facing)
{
    if (!is_combat(p, u) || facing % 2)
        return "OME-1: combat units face one of six hexsides";
    if (!has_flag(p, u, U_MOVED))
        return "OME-1: a unit turns after its move";
    if (facing_of_others(p, unit_at(p, u)->place, u) >= 0)
        return "6.6r1: it has the facing of the units that it finds in the hex";
    if (unit_at(p, u)->facing == facing)
        return "6.6r2: it faces there already";
    return points_left(p, u) < mbox(p)->move[MV_TURN] ? "OME-1: to turn after a move costs 1 point"
                                                      : NULL;
}

/* [6.10r] [OME-3] It costs a point, out of an enemy zone as much more as any other way out of it; [OME-5] Spent units go. */
static const char *refuse_way_out(const struct play *p, int u)
{
    const char *one = one_hex_only(p, u);
    int leave = leaving_cost(p, u, unit_at(p, u)->place), left = points_left(p, u);

    if (one && has_flag(p, u, U_MOVED))
        return one;
    if (left >= 1 + leave || (is_division(p, u) && is_spent(p, u)))
        return NULL;
    return left < 1 ? "6.10r: to leave the map costs 1 point"
                    : "OME-3: to leave an enemy zone costs 2 points more";
}

static const char *refuse_exit(const struct play *p, int u)
{
    int h = unit_at(p, u)->place;

    if (side_of(p, u) != FRENCH)
        return "6.10r: only French units leave the map";
    for (int i = 0; i < mbox(p)->gates; i++)
        if (mbox(p)->gate[i].exit && mbox(p)->gate[i].cell == h)
            return refuse_way_out(p, u);
    return "6.10r: the map is left by the roads of its northern edge";
}

static void take_off(struct play *p, int u)
{
    clear_flag(p, u, U_OOS | U_OOC);
    put_at(p, u, EXITED);
}

/* [6.10r] [6.0-F] It has marched; exited units do not return. [5.7r] Leaders that go along leave with them. Ruling 23 */
static void leave_map(struct play *p, int u)
{
    int h = unit_at(p, u)->place, next;

    play_tell(p, EV_EXITS, 0, 2, u, h);
    add_fatigue(p, u, march_levels(p, u));
    if (play_state(p)->over)
        return;
    for (int i = mib(p)->top[h]; i != STACK_END; i = next) {
        next = mib(p)->below[i];
        if (goes_along(p, i, u))
            take_off(p, i);
    }
    take_off(p, u);
    agenda_pop(p, 0);
    if (is_division(p, u))
        corps_exits(p, u);
}

/* Could it leave the map from here, though it can step nowhere? */
bool can_leave(const struct play *p, int u)
{
    return !refuse_exit(p, u);
}

static const char *refuse_halt(const struct play *p, int u)
{
    return refuse_company(p, u, unit_at(p, u)->place);
}

/* ---- the step ---- */

static void list_march(const struct play *p, const struct step *t, struct menu *m)
{
    int u = t->v[LEAD], h = unit_at(p, u)->place;
    struct stride s = stride_of(p, u, points_left(p, u));
    bool more = false;

    EACH_NEIGHBOUR (p->box->board, h, link)
        if (!refuse_step(p, u, link, s)) {
            menu_add(m, act2(V_STEP, u, link->cell));
            more = true;
        }
    if (!has_flag(p, u, U_MOVED))
        EACH_AT (p, h, i)
            if (is_leader(p, i) && !refuse_with(p, u, i))
                menu_add(m, act1(V_WITH, i));
    if (!more && has_flag(p, u, U_MOVED) && !refuse_force(p, u, 1))
        for (int n = 1; n <= mbox(p)->ours[O_FORCED]; n++)
            if (!refuse_more(p, u, n))
                menu_add(m, act2(V_FORCE, u, n));
    if (side_of(p, u) == FRENCH && !refuse_exit(p, u))
        menu_add(m, act1(V_EXIT, u));
    if (refuse_halt(p, u))
        return;
    for (int f = 0; f < HEX_FACINGS; f += 2)
        if (!refuse_face(p, u, f))
            menu_add(m, act2(V_FACE, u, f));
    menu_add(m, act0(V_HALT));
}

static const char *why_march(const struct play *p, const struct step *t, const struct action *a)
{
    int u = t->v[LEAD];

    if (a->verb == V_HALT)
        return refuse_halt(p, u);
    if (a->verb == V_WITH)
        return refuse_with(p, u, a->arg[0]);
    if (a->n && a->arg[0] != u)
        return "6.0r1: units move one at a time";
    switch (a->verb) {
    case V_STEP: return refuse_march(p, u, a->arg[1]);
    case V_FORCE: return refuse_more(p, u, a->arg[1]);
    case V_FACE: return refuse_halt(p, u) ? refuse_halt(p, u) : refuse_face(p, u, a->arg[1]);
    case V_EXIT: return refuse_exit(p, u);
    default: return NULL;
    }
}

static void take_march(struct play *p, struct step *t, const struct action *a)
{
    int u = t->v[LEAD];

    switch (a->verb) {
    case V_STEP: take_step(p, t, a->arg[1]); break;
    case V_WITH: set_flag(p, a->arg[0], U_MOVING); break;
    case V_FORCE: unit_at(p, u)->extra = u8(a->arg[1]); break;
    case V_FACE:
        play_tell(p, EV_TURNS, 0, 2, u, a->arg[1]);
        unit_at(p, u)->spent = u8(unit_at(p, u)->spent + mbox(p)->move[MV_TURN]);
        end_march(p, u, a->arg[1]);
        break;
    case V_EXIT: leave_map(p, u); break;
    default: end_march(p, u, -1);
    }
}

/* [6.9a] The level to which a forced march leads: nobody who is Tired begins one [6.9r2]. */
static void tell_level(const struct play *p, int u, struct sheet *sheet)
{
    const int8_t *track = mbox(p)->track, *fat = mbox(p)->fat;
    int level = unit_at(p, u)->fatigue + fat[FAT_MOVE] + fat[FAT_FORCED];

    sheet_fact(sheet, "level", "%d", level);
    sheet_note(sheet, "6.9a", NULL, "it will be at level %d%s", level,
               level >= track[TR_SPENT]   ? ": Spent"
               : level >= track[TR_TIRED] ? ": Tired"
                                          : "");
}

/* [6.9b] [6.9r2] The check that a forced march will bring. */
static bool preview_march(const struct play *p, const struct step *t, const struct action *a,
                          struct sheet *sheet)
{
    int u = t->v[LEAD], target, passed;

    if (a->verb != V_FORCE || why_march(p, t, a))
        return false;
    target = forced_target(p, u, a->arg[1]);
    passed = target < 0 ? 0 : target > 6 ? 6 : target;
    sheet_begin(sheet, "Forced march of %s", p->box->piece[u].name);
    sheet_number(sheet, "6.9b", target + a->arg[1], "%s",
                 arm_of(p, u) == CAVALRY ? "Twice its morale" : "Morale");
    sheet_modifier(sheet, "6.9b", -a->arg[1], "Extra points");
    sheet_fact(sheet, "target", "%d", target);
    tell_level(p, u, sheet);
    sheet_head(sheet, passed, "%d of 6", passed);
    if (passed)
        sheet_chance(sheet, "no loss", passed);
    if (passed < 6)
        sheet_chance(sheet, target <= 0 ? "2s" : "1s", 6 - passed);
    return true;
}

static bool march_sound(const struct play *p, const struct step *t)
{
    int u = t->v[LEAD];

    return on_map(p, u) && has_flag(p, u, U_MOVING) && t->who == side_of(p, u) &&
           chit_of(p, u) == t[-1].v[0];
}

/* Says that only more points, or halting, is left. */
static const char *phrase_march(const struct play *p, const struct step *t)
{
    int u = t->v[LEAD], h = unit_at(p, u)->place;
    struct stride s = stride_of(p, u, points_left(p, u));

    if (!has_flag(p, u, U_MOVED) || refuse_force(p, u, 1))
        return NULL;
    EACH_NEIGHBOUR (p->box->board, h, link)
        if (!refuse_step(p, u, link, s))
            return NULL;
    return "{u0} [has|have] no points for another hex: halt, or force the march";
}

const struct step_def step_march = {
    .name = "march",
    .cases = "6.0r1",
    .vars = "who:u",
    .on = "actions",
    .title = "Movement",
    .prompt = "{u0} [marches|march]: hex by hex, then halt",
    .phrase = phrase_march,
    .about = "march",
    .done = "Halt",
    .marches = true,
    .list = list_march,
    .take = take_march,
    .why = why_march,
    .preview = preview_march,
    .seat = seat_by_piece,
    .sound = march_sound,
};

int mib_points_left(const struct play *p, int u)
{
    int left = points_left(p, u);

    if (!on_map(p, u) || (has_flag(p, u, U_ACTED) && (is_leader(p, u) || !has_marched(p, u))))
        return 0; /* a leader attacks nobody, and one who went along has paid nothing */
    return left < 0 ? 0 : 2 * left;
}

/* [6.6r1] Which of the six hexsides a combat unit faces. */
int mib_pose(const struct play *p, int u)
{
    return on_map(p, u) && is_combat(p, u) ? unit_at(p, u)->facing + 1 : 0;
}

void mib_pose_name(const struct play *p, int pose, struct text *out)
{
    text_add(out, board_facing_name(p->box->board, pose - 1));
}

/* ---- the check of a forced march ---- */

/* [6.9b] [12.8r-5] Morale, for cavalry twice that, less the extra points. */
int forced_target(const struct play *p, int u, int extra)
{
    int morale = def_at(p, u)->morale;

    return (arm_of(p, u) == CAVALRY ? 2 * morale : morale) - extra;
}

/* [6.9c] [6.9r2] */
static void run_forced(struct play *p, struct step *t)
{
    int u = t->v[0], extra = t->v[1], die = t->answer, target = forced_target(p, u, extra);

    if (t->pc++ == 0) {
        agenda_roll(p, 1, 6, W_ROLL + R_FORCED);
        return;
    }
    agenda_pop(p, 0);
    play_tell(p, EV_FORCED, 0, 2, u, extra);
    if (die > target)
        lose_steps(p, u, 0, target <= 0 ? 2 : 1);
}

static bool forced_sound(const struct play *p, const struct step *t)
{
    return on_map(p, t->v[0]) && is_division(p, t->v[0]) && t->pc == 1;
}

const struct step_def step_forced = {
    .name = "forced-march",
    .cases = "6.9b",
    .vars = "who:u extra:1..4",
    .points = "begun rolled",
    .on = "actions",
    .rolls = "rolled:6",
    .run = run_forced,
    .sound = forced_sound,
};
