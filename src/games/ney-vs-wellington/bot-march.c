/*
 * bot-march.c: where troops march. Who marches looks at every hex and facing that it can reach in this phase and takes the
 * first step towards the best: nearer to what it is after, out of fire, beside somebody whom it can beat, with friends, and
 * not into a crowd.
 */
#include <string.h>

#include "bot.h"

enum { REACH_MOST = 1200, POINTS_MOST = 24 };

/* Those who march together, as far as it matters where to. */
struct mover {
    struct party party;
    int lead, class, from, wanted; /* how near it would go to the enemy */
    int goal;                      /* hex that it is after; NOWHERE: none */
    bool foot, company;
    int count; /* how many troops there are */
};

/* A hex and a facing that can be reached, and the first step to it: a verb and its argument. */
struct stop {
    int16_t hex, next;                 /* of the same price; -1: the last */
    uint8_t facing, spent, verb, toll; /* what fire may cost on the way */
    int16_t arg;
};

struct reach {
    int n, most;
    int16_t head[POINTS_MOST + 1];
    uint8_t best[CELLS_MAX][HEX_SIDES + 1]; /* points spent + 1; 0: not reached; 6: any facing */
    struct stop stop[REACH_MOST];
};

/* ---- what it is after ---- */

static int strongest(const struct play *p, int h, int side)
{
    int best = NO_PIECE;

    for (EACH_IN(p, u, h))
        if (side_of(p, u) == side && !is_leader(p, u) &&
            (best == NO_PIECE || effectiveness(p, u) > effectiveness(p, best)))
            best = u;
    return best;
}

/* A hex that decides a short scenario: to be taken, or to be kept from an enemy who is near. */
static int goal_hex(const struct field *f, const struct mover *m)
{
    const struct goals *g = &nvw(f->p)->goals;
    int best = NOWHERE, least = FAR_AWAY;

    for (int i = 0; i < g->n; i++) {
        int far = board_distance(f->p->box->board, m->from, g->cell[i]);

        if (g->cell[i] == m->from)
            return m->from;
        if (occupier(f->p, g->cell[i]) == f->side)
            continue;
        if (far < least) {
            least = far;
            best = g->cell[i];
        }
    }
    return best;
}

static int nearest_house(const struct field *f, int from)
{
    const int16_t *house = nbox(f->p)->quatre_bras;
    int best = house[0];

    for (int i = 1; i < 4; i++)
        if (board_distance(f->p->box->board, from, house[i]) <
            board_distance(f->p->box->board, from, best))
            best = house[i];
    return best;
}

/* The enemy whom it would rather meet: near, weak, few beside him, not yet everybody's aim. */
static int prey(const struct field *f, const struct mover *m)
{
    const struct board *b = f->p->box->board;
    int best = -1, least = 32767;

    for (int i = 0; i < f->foes; i++) {
        const struct party *d = &f->foe[i];
        int price = 10 * board_distance(b, m->from, d->hex);

        price += d->routed ? 15 : 3 * d->effectiveness - (d->disordered ? 6 : 0);
        price += is_obstructed(f->p, d->hex) ? 8 : 0;
        if (f->side == ALLIED)
            price += 5 * board_distance(b, d->hex, nbox(f->p)->quatre_bras[0]);
        if (price < least) {
            least = price;
            best = i;
        }
    }
    return best;
}

/* In hundredths: friends around an enemy against him and those beside him. */
static int odds(const struct field *f, int hex)
{
    const struct board *b = f->p->box->board;
    int theirs = might_within(f->foe, f->foes, b, hex, 3);
    int ours = might_within(f->friend, f->friends, b, hex, 5);

    return theirs ? 100 * ours / theirs : 999;
}

/* [15.0b] [15.0c] [15.0e] The crossroads are worth a fight while the Allies may break in it; late in the day in any case, if
 * they still stand: a draw at least. */
static bool goes_for_ground(const struct field *f)
{
    const struct nvw_state *s = nvw(f->p);

    if (f->side != FRENCH || s->goals.n || s->harvest || s->demoralized[ALLIED] ||
        s->level[FRENCH] <= f->weight[WT_BRITTLE])
        return false;
    return is_late(f, WT_LATE) ||
           (is_late(f, WT_PRESS) && may_break(f, ALLIED, f->weight[WT_HOPE]));
}

/* [15.0e] [15.0f] A hex of Quatre Bras that the Allies miss: one that nobody holds, or late in the day one that the French
 * hold; the nearest. Who holds one alone stays. */
static int house_to_hold(const struct field *f, const struct mover *m)
{
    const int16_t *house = nbox(f->p)->quatre_bras;
    int best = NOWHERE, least = 8;

    if (f->side != ALLIED || nvw(f->p)->level[ALLIED] == NO_LEVEL ||
        nvw(f->p)->demoralized[ALLIED] || !m->foot || m->company)
        return NOWHERE;
    for (int i = 0; i < 4; i++) {
        int far = board_distance(f->p->box->board, m->from, house[i]);
        int holder = occupier(f->p, house[i]);

        if (far == 0)
            return m->from;
        if (holder == ALLIED || (holder == FRENCH && !is_late(f, WT_RETAKE)) || far >= least)
            continue;
        least = far;
        best = house[i];
    }
    return best;
}

static int bold_enough(const struct field *f)
{
    int least = f->weight[f->side == FRENCH ? WT_MASS : WT_HOLD];

    return is_spared(f) ? 3 * least : is_eager(f) ? least / 2 : least;
}

/* It has given what it has to give: two points, and a battalion is good for little. [12.11a] */
static bool is_worn(const struct field *f, const struct mover *m)
{
    const struct play *p = f->p;
    int lost = def_at(p, m->lead)->strength - unit_at(p, m->lead)->points;

    return is_battalion(p, m->lead) && (lost >= f->weight[WT_WORN] || m->party.effectiveness == 0);
}

/* [13.21a] In the open it finds its order again, if the enemy leaves it alone. */
static bool is_shaken(const struct field *f, const struct mover *m)
{
    return is_disordered(f->p, m->lead) && !is_obstructed(f->p, m->from);
}

static void find_aim(const struct field *f, struct mover *m)
{
    int i = prey(f, m), distance;

    m->goal = i < 0 ? NOWHERE : f->foe[i].hex;
    m->wanted = f->weight[WT_STANDOFF];
    if (m->goal != NOWHERE && odds(f, m->goal) >= bold_enough(f))
        m->wanted = 1;
    if (m->foot && (is_worn(f, m) || is_shaken(f, m) || is_spared(f)))
        m->wanted = f->weight[WT_STANDOFF] + 2;
    if (m->party.horse || m->party.guns)
        m->wanted = m->party.guns ? 3 : 5;
    nearest_foe(f, m->from, &distance);
    if (nvw(f->p)->harvest && f->side == ALLIED) { /* it is for the French to come */
        m->goal = NOWHERE;
        m->wanted = f->weight[WT_STANDOFF];
    } else if (nvw(f->p)->goals.n && m->foot && goal_hex(f, m) != NOWHERE) {
        m->goal = goal_hex(f, m);
        m->wanted = 0;
    } else if (house_to_hold(f, m) != NOWHERE) {
        m->goal = house_to_hold(f, m);
        m->wanted = occupier(f->p, m->goal) == FRENCH;
    } else if (goes_for_ground(f) && m->foot && distance > 2) {
        m->goal = nearest_house(f, m->from);
        m->wanted = 0;
    } else if (m->goal == NOWHERE && f->side == FRENCH)
        m->goal = nearest_house(f, m->from);
}

/* What its division has been told goes before what it would do by itself. */
static void obey(const struct field *f, struct mover *m)
{
    int order = order_told(f, m->lead), near = m->party.guns ? 3 : m->party.horse ? 4 : 1;

    switch (order) {
    case DO_NONE: return;
    case DO_HOLD:
        m->goal = m->from;
        m->wanted = 0;
        return;
    case DO_PRESS: m->wanted = m->wanted < near ? m->wanted : near; return;
    case DO_SPARE: m->wanted = f->weight[WT_STANDOFF] + 3; return;
    default:
        m->goal = order == DO_CROSSROADS ? nearest_house(f, m->from)
                                         : nvw(f->p)->goals.cell[order - DO_GOAL];
        m->wanted = m->foot ? 0 : near;
    }
}

static void set_mover(const struct field *f, int u, struct mover *m)
{
    const struct play *p = f->p;

    *m = (struct mover){ .lead = u, .from = place_of(p, u), .class = class_of(p, u) };
    m->foot = is_infantry(p, u);
    m->company = is_company(p, u);
    party_of(p, m->from, &m->party);
    m->party.points = 0;
    for (EACH_IN(p, v, m->from))
        if (has_flag(p, v, F_MOVING) && !is_leader(p, v)) {
            m->party.points =
                u8(m->party.points + (is_guns(p, v) ? unit_at(p, v)->guns : unit_at(p, v)->points));
            m->count++;
        }
    m->party.unit = i16(u);
    m->party.effectiveness = u8(effectiveness(p, u));
    if (m->party.points > 9 && !is_guns(p, u))
        m->class = 1;
}

/* ---- how far it comes ---- */

static int doubled(const struct field *f, int h)
{
    int band;

    return nvw(f->p)->charges && in_charge_zone(f->p, f->side, h, &band) ? 2 : 1;
}

/* [9.12] [9.13a] Others stand there with whom it would be too many. */
static bool would_crowd(const struct field *f, const struct mover *m, int h)
{
    int there = stack_points(f->p, h, m->party.horse);

    if (h == m->from)
        return false;
    if (def_at(f->p, m->lead)->guards && m->count == 1 && !there)
        return false;
    return there + m->party.points > stack_limit(f->p, h, m->party.horse);
}

static void add_stop(const struct field *f, struct reach *r, const struct stop *from, int hex,
                     int facing, int spent, int verb, int arg)
{
    int slot = facing ? facing / 2 : HEX_SIDES;
    struct stop *s = &r->stop[r->n];

    if (spent > r->most || r->n == REACH_MOST ||
        (r->best[hex][slot] && r->best[hex][slot] <= spent + 1))
        return;
    r->best[hex][slot] = u8(spent + 1);
    *s = (struct stop){ .hex = i16(hex), .facing = u8(facing), .spent = u8(spent) };
    s->verb = from && from->verb ? from->verb : u8(verb);
    s->arg = from && from->verb ? from->arg : i16(arg);
    if (from) {
        int toll = from->toll + f->near[from->hex];

        s->toll = u8(toll > 255 ? 255 : toll);
    }
    s->next = r->head[spent];
    r->head[spent] = i16(r->n++);
}

/* The hexes before it. */
static void go_on(const struct field *f, const struct mover *m, struct reach *r, int at)
{
    const struct play *p = f->p;
    const struct stop s = r->stop[at];

    for (int d = 0; d < HEX_SIDES; d++) {
        int to = p->box->board->cell[s.hex].next[d], cost;

        if (to < 0 || (s.facing && d != s.facing / 2 && d != (s.facing / 2 + 1) % HEX_SIDES))
            continue;
        cost = entry_cost(p, m->lead, s.hex, d);
        if (cost == NO_ENTRY || refuse_hex(p, m->lead, to) || would_crowd(f, m, to))
            continue;
        cost *= doubled(f, to);
        add_stop(f, r, &s, to, is_obstructed(p, to) && !m->party.guns ? 0 : s.facing,
                 s.spent + cost, V_MARCH, to);
    }
}

static void turn_about(const struct field *f, struct reach *r, int at)
{
    const struct stop s = r->stop[at];

    for (int facing = 1; s.facing && facing < HEX_FACINGS; facing += 2)
        if (facing != s.facing)
            add_stop(f, r, &s, s.hex, facing, s.spent + doubled(f, s.hex), V_TURN, facing);
}

/* Cheapest first; what is found cheaper later counts twice, which does no harm. */
static void find_reach(const struct field *f, const struct mover *m, struct reach *r)
{
    const struct play *p = f->p;
    int facing = faces_all(p, m->lead) ? 0 : unit_at(p, m->lead)->facing;
    int spent = unit_at(p, m->lead)->spent, most = allowance(p, m->lead);

    memset(r->best, 0, sizeof r->best);
    r->n = 0;
    r->most = most > POINTS_MOST ? POINTS_MOST : most;
    for (int i = 0; i <= POINTS_MOST; i++)
        r->head[i] = -1;
    add_stop(f, r, NULL, m->from, facing, spent > r->most ? r->most : spent, 0, NOWHERE);
    for (int c = 0; c <= r->most; c++)
        for (int at = r->head[c]; at >= 0; at = r->stop[at].next) {
            go_on(f, m, r, at);
            turn_about(f, r, at);
        }
}

/* ---- what a place is worth ---- */

static bool in_front(const struct play *p, const struct stop *s, int hex)
{
    return !s->facing ||
           board_part(p->box->board, s->hex, hex, s->facing, HEX_CORNER_ARCS) == HEX_FRONT;
}

/* Enemies beside it: whom it could beat or shoot, and who would take it in the flank. */
static int contact(const struct field *f, const struct mover *m, const struct stop *s)
{
    int best = BAD, sum = 0;
    struct party a = m->party;

    a.disordered |= is_obstructed(f->p, s->hex);
    EACH_NEIGHBOUR (f->p->box->board, s->hex, link) {
        int i = occupier(f->p, link->cell) == enemy_of(f->side) ? foe_at(f, link->cell) : -1, worth;

        if (i < 0)
            continue;
        if (!in_front(f->p, s, link->cell)) {
            sum -= f->foe[i].routed ? 0 : 12;
            continue;
        }
        worth = m->company ? 0 : assault(f, &a, s->hex, link->cell);
        if (worth < f->weight[WT_ATTACK])
            worth = toll_of(f->p, m->lead, 1, class_of(f->p, f->foe[i].unit)) - 2;
        best = worth > best ? worth : best;
    }
    return sum + (best == BAD ? 0 : best);
}

static int friends_beside(const struct field *f, int hex)
{
    int n = 0;

    EACH_NEIGHBOUR (f->p->box->board, hex, link)
        n += occupier(f->p, link->cell) == f->side;
    return n > 2 ? 2 : n;
}

/* The best that guns could hit from there, whichever way they unlimber. */
static int best_hits(struct field *f, const struct mover *m, int hex)
{
    int best = 0, distance;

    if (f->hits[hex])
        return f->hits[hex] - 1;
    for (int facing = 1; facing < HEX_FACINGS && foe_distance(f, hex) <= GUN_RANGE; facing += 2) {
        int worth = gun_worth(f->p, m->lead, hex, facing, &distance);

        best = worth > best ? worth : best;
    }
    f->hits[hex] = u8(best + 1);
    return best;
}

/* Guns like an enemy at the right distance and friends beside them. [7.42b] */
static int gun_place(struct field *f, const struct mover *m, const struct stop *s)
{
    int nearest = foe_distance(f, s->hex), worth = 0;

    if (s->spent < allowance(f->p, m->lead))
        worth = 4 * best_hits(f, m, s->hex);
    if (nearest <= 2 && friends_beside(f, s->hex) < 2)
        worth -= 10;
    return worth - (is_obstructed(f->p, s->hex) ? 30 : 0) - (nearest <= 1 ? 20 : 0);
}

static bool has_prey(const struct field *f, int from, int facing)
{
    if (!facing)
        return false;
    for (const int16_t *at = nbox(f->p)->arc[from][facing / 2];
         *at != NOWHERE && board_distance(f->p->box->board, from, *at) < CHARGE_RANGE; at++) {
        int i = occupier(f->p, *at) == enemy_of(f->side) ? foe_at(f, *at) : -1;

        if (i >= 0 && !f->foe[i].guns && !f->foe[i].square && !is_obstructed(f->p, *at) &&
            observes(f->p, from, *at))
            return true;
    }
    return false;
}

static int horse_place(struct field *f, const struct mover *m, const struct stop *s)
{
    int nearest, worth = 0;

    nearest = foe_distance(f, s->hex);
    if (nearest < 3)
        worth -= 12 * (3 - nearest);
    if (is_obstructed(f->p, s->hex))
        worth -= 15;
    if (m->party.disordered) /* [13.21a] */
        return worth + 4 * (nearest > 6 ? 6 : nearest);
    return worth + (has_prey(f, s->hex, s->facing) ? 8 : 0);
}

static int foot_place(struct field *f, const struct mover *m, const struct stop *s)
{
    int worth = contact(f, m, s), nearest;

    nearest = foe_distance(f, s->hex);
    if (nearest < m->wanted)
        worth -= 6 * (m->wanted - nearest);
    if (is_obstructed(f->p, s->hex))
        worth += nearest <= 4 ? f->weight[WT_COVER] : -6;
    return worth;
}

/* [15.0c] [15.0d] [15.0e] */
static int ground_worth(const struct field *f, int hex)
{
    const struct goals *g = &nvw(f->p)->goals;

    for (int i = 0; i < g->n; i++)
        if (g->cell[i] == hex)
            return f->weight[WT_GOAL];
    return goes_for_ground(f) && nbox(f->p)->north[hex] ? 8 : 0;
}

/* The Allies do not run after the enemy into the plain. */
static int strays(const struct field *f, int hex)
{
    int far = board_distance(f->p->box->board, hex, nbox(f->p)->quatre_bras[0]);

    return f->side == ALLIED && nvw(f->p)->level[ALLIED] != NO_LEVEL && far > 13 ? far - 13 : 0;
}

/* [12.76a] Rows that are missing between it and the edge of the map behind it: who runs from there is lost. */
static int cornered(const struct field *f, int hex)
{
    const struct nvw_box *box = nbox(f->p);
    int row = box->row[hex], south = box->row[box->entry[0]], north = box->row[box->entry[2]];
    int behind = f->side == FRENCH ? row - south : north - row; /* [14.2] A and C lie there */

    return behind < f->weight[WT_EDGE] ? f->weight[WT_EDGE] - behind : 0;
}

/* Formed horse that may be there soon: skirmishers do not stand in the open before it. */
static int horse_fear(const struct field *f, const struct mover *m, int hex)
{
    int worst = 0;

    if (!m->foot || is_obstructed(f->p, hex) || !m->company)
        return 0;
    for (int i = 0; i < f->foes; i++) {
        int far = board_distance(f->p->box->board, hex, f->foe[i].hex);

        if (f->foe[i].horse && !f->foe[i].disordered && !f->foe[i].routed &&
            far <= CHARGE_RANGE + 2)
            worst = CHARGE_RANGE + 3 - far > worst ? CHARGE_RANGE + 3 - far : worst;
    }
    return worst;
}

static int stop_worth(struct field *f, const struct mover *m, const struct stop *s)
{
    int worth = 0, far;

    if (m->goal != NOWHERE) {
        far = board_distance(f->p->box->board, s->hex, m->goal) - m->wanted;
        worth -= f->weight[WT_APPROACH] * (far > 0 ? far : 0);
    }
    worth -= f->weight[WT_FEAR] * f->fire[s->hex] * (m->wanted > 1 ? 2 : 1) / 10;
    worth -= 3 * strays(f, s->hex);
    worth -= 2 * cornered(f, s->hex) + horse_fear(f, m, s->hex);
    worth += m->party.guns    ? gun_place(f, m, s)
             : m->party.horse ? horse_place(f, m, s)
                              : foot_place(f, m, s) + ground_worth(f, s->hex);
    if (!m->party.horse)
        worth += f->weight[WT_SUPPORT] * friends_beside(f, s->hex);
    worth -= 2 * s->toll;
    return 4 * worth - s->spent +
           plan_liking(f->p, f->weight, whim_told(f, m->lead),
                       (struct detachment){ m->lead, s->hex }, 2);
}

/* [9.41] [9.42] Others share its hex with whom it does not go together. */
static bool is_out_of_place(const struct field *f, int u)
{
    for (EACH_IN(f->p, v, place_of(f->p, u)))
        if (v != u && !is_leader(f->p, v) && !has_flag(f->p, v, F_MOVING) && unlike(f->p, u, v))
            return true;
    return false;
}

/* It may not stay among others: [9.41] [9.42] */
static bool may_stay(const struct field *f, const struct mover *m, int hex)
{
    if (hex == m->from)
        return !is_out_of_place(f, m->lead);
    if (nvw(f->p)->wing[hex])
        return false;
    for (EACH_IN(f->p, u, hex))
        if (!is_leader(f->p, u))
            return false;
    return true;
}

/* ---- the march ---- */

static int action_of(const struct menu *m, int verb, int arg)
{
    for (int i = 0; i < m->n; i++)
        if (m->a[i].verb == verb && (verb == V_DONE || m->a[i].arg[1] == arg))
            return i;
    return -1;
}

/* What each first step leads to at best. */
static void weigh_steps(const struct choice *c, struct field *f, const struct mover *m,
                        const struct reach *r, int *urge)
{
    for (int i = 0; i < r->n; i++) {
        const struct stop *s = &r->stop[i];
        int at = s->verb ? action_of(c->menu, s->verb, s->arg) : action_of(c->menu, V_DONE, 0);
        int worth;

        if (at < 0 || !may_stay(f, m, s->hex))
            continue;
        worth = stop_worth(f, m, s) + (s->verb ? 0 : 2);
        if (worth > urge[at])
            urge[at] = worth;
    }
}

/* A line of two hexes is moved one step at a time. */
static void weigh_long_line(const struct choice *c, struct field *f, const struct mover *m,
                            int *urge)
{
    int facing = unit_at(f->p, m->lead)->facing;

    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];
        struct stop s = { .hex = i16(m->from), .facing = u8(facing) };

        if (a->verb == V_MARCH) {
            s.hex = a->arg[1];
            s.toll = u8(f->near[m->from] & 255);
        }
        if (a->verb == V_DONE || (a->verb == V_MARCH && may_stay(f, m, s.hex)))
            urge[i] = stop_worth(f, m, &s) + (a->verb == V_DONE ? 6 : 0);
    }
}

/* [5.21d] [5.21e] May the march by road go on over that hex? */
static bool road_is_open(struct field *f, const struct mover *m, int hex, int direction, int to)
{
    return to >= 0 && nbox(f->p)->wayed[hex] >> direction & 1 && !would_crowd(f, m, to) &&
           !refuse_hex(f->p, m->lead, to) && foe_distance(f, to) >= 6;
}

/* The roads and trails that it can still go: for each hex the one before it, and how far. The end that is nearest to the goal. */
static int end_of_road(struct field *f, const struct mover *m, int16_t *before, int most)
{
    const struct board *b = f->p->box->board;
    int16_t list[REACH_MOST], far[REACH_MOST];
    int n = 0, best = m->from, least = board_distance(b, m->from, m->goal);

    before[m->from] = i16(m->from);
    list[n] = i16(m->from);
    far[n++] = 0;
    for (int i = 0; i < n; i++) {
        int left = board_distance(b, list[i], m->goal);

        if (left < least && may_stay(f, m, list[i]) && !is_obstructed(f->p, list[i])) {
            least = left;
            best = list[i];
        }
        for (int d = 0; d < HEX_SIDES && far[i] < most && n < REACH_MOST; d++) {
            int to = b->cell[list[i]].next[d];

            if (!road_is_open(f, m, list[i], d, to) || before[to] != NOWHERE)
                continue;
            before[to] = list[i];
            list[n] = i16(to);
            far[n++] = i16(far[i] + 1);
        }
    }
    return best;
}

/* [5.21a] Grand Tactical Movement, if it brings it farther than its own legs would. */
static void weigh_road(const struct choice *c, struct field *f, const struct mover *m, int *urge)
{
    const struct board *b = c->p->box->board;
    int16_t before[CELLS_MAX];
    int legs = allowance(c->p, m->lead), hex, gain;
    bool begun = has_flag(c->p, m->lead, F_ROAD);

    if (m->goal == NOWHERE || !nbox(c->p)->wayed[m->from])
        return;
    for (int h = 0; h < b->cells; h++)
        before[h] = NOWHERE;
    hex = end_of_road(f, m, before, 2 * legs - unit_at(c->p, m->lead)->spent);
    gain = board_distance(b, m->from, m->goal) - board_distance(b, hex, m->goal);
    if (hex == m->from || (!begun && gain <= legs))
        return;
    while (before[hex] != m->from)
        hex = before[hex];
    for (int i = 0; i < c->menu->n; i++)
        if (c->menu->a[i].verb == V_ROAD && c->menu->a[i].arg[1] == hex)
            urge[i] = 9000;
}

/* Guns that have come where they want to be unlimber towards what they can hit. */
static void weigh_unlimbering(const struct choice *c, int u, int *urge)
{
    int stay = action_of(c->menu, V_DONE, 0), distance;

    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];
        int worth;

        if (a->verb != V_UNLIMBER || stay < 0)
            continue;
        worth = gun_worth(c->p, u, place_of(c->p, u), a->arg[1], &distance);
        urge[i] = worth > 0 ? urge[stay] + worth : 2 * BAD;
    }
}

/* [13.23a] Another command unit is beside them already. */
static bool is_helped(const struct field *f, int leader, int hex)
{
    const struct play *p = f->p;

    for (int u = nbox(p)->units; u < nbox(p)->units + nbox(p)->leaders; u++) {
        if (u != leader && on_map(p, u) && side_of(p, u) == f->side &&
            board_distance(p->box->board, place_of(p, u), hex) <= rally_reach(p, u))
            return true;
    }
    return false;
}

/* [13.23a] Routed, out of the enemy's fire, and nobody else is there to rally them. */
static bool wants_rally(const struct field *f, int leader, const struct party *a)
{
    return a->routed && !is_company(f->p, a->unit) &&
           !in_enemy_zone(f->p, f->side, a->hex, BAND_MAXIMUM) && !is_helped(f, leader, a->hex);
}

/* [12.72] [13.23a] Who runs from the front comes by here, and can be rallied before he runs on. */
static int catches(struct field *f, int hex, int reach)
{
    int sum = 0;

    for (int i = 0; i < f->friends; i++) {
        const struct party *a = &f->friend[i];
        int back = nbox(f->p)->row[hex] - nbox(f->p)->row[a->hex], foe;

        back = f->side == FRENCH ? -back : back;
        if (a->guns || a->routed || back < 3 - reach || back > 3 + reach ||
            board_distance(f->p->box->board, hex, a->hex) > 3 + reach)
            continue;
        foe = foe_distance(f, a->hex);
        sum += foe <= 3 ? f->weight[WT_CATCH] : 0;
    }
    return sum;
}

/* Command units ride where most troops are within reach, above all those who have to be rallied. [13.23b] [12.76b] */
static int post_worth(struct field *f, int u, int hex)
{
    const struct board *b = f->p->box->board;
    int radius = has_flag(f->p, u, F_REDUCED) ? 0 : def_at(f->p, u)->radius, sum = 0, distance;
    int reach = u == nbox(f->p)->wellington && radius ? radius : 1;

    distance = foe_distance(f, hex);
    for (int i = 0; i < f->friends; i++) {
        const struct party *a = &f->friend[i];
        int far = board_distance(b, hex, a->hex), foe;

        if (far <= reach && wants_rally(f, u, a))
            sum += f->weight[WT_RALLY] * (a->points + (has_flag(f->p, a->unit, F_EDGE) ? 6 : 0));
        if (a->guns || a->routed || far > radius)
            continue;
        foe = foe_distance(f, a->hex);
        sum += foe <= 3 ? 6 : foe <= 6 ? 3 : 1;
    }
    return sum + catches(f, hex, reach) - (distance <= 2 ? 8 : 0) - f->fire[hex];
}

/* [12.14b] With whom a command unit stays: no skirmishers and no guns, who go or are gone. */
static bool steadies(const struct play *p, int u)
{
    return is_battalion(p, u) || is_cavalry(p, u);
}

static void weigh_ride(const struct choice *c, struct field *f, int u, int *urge)
{
    const struct board *b = c->p->box->board;
    int best = place_of(c->p, u), most = -1000, from = best;

    for (int i = 0; i < f->friends; i++) {
        int far = board_distance(b, from, f->friend[i].hex), worth;

        if (far > 3 * MOVE_MOST || (!f->friend[i].routed && !steadies(c->p, f->friend[i].unit)))
            continue;
        worth = post_worth(f, u, f->friend[i].hex) - far / 2;
        if (worth > most) {
            most = worth;
            best = f->friend[i].hex;
        }
    }
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];

        urge[i] = a->verb == V_DONE ? 0 : BAD;
        if (a->verb == V_MARCH)
            urge[i] = 10 * (board_distance(b, from, best) - board_distance(b, a->arg[1], best));
    }
}

/* Skirmishers go together, as many as a wood holds. */
static bool gathers(const struct choice *c, const struct mover *m, int *urge)
{
    enum { SWARM = 9 };
    int at = -1;

    for (int i = 0; i < c->menu->n; i++)
        if (c->menu->a[i].verb == V_WITH && is_company(c->p, c->menu->a[i].arg[0]))
            at = i;
    if (!m->company || at < 0 || m->count >= SWARM)
        return false;
    urge[at] = 9500;
    return true;
}

void urge_march(const struct choice *c, int *urge)
{
    int u = agenda_top(c->p)->v[0];
    struct field f;
    struct mover m;
    struct reach r;

    look(&f, c);
    for (int i = 0; i < c->menu->n; i++)
        urge[i] = c->menu->a[i].verb == V_DONE ? BAD : 2 * BAD;
    if (is_leader(c->p, u)) {
        look_fire(&f, 1, 0, FAR_AWAY);
        weigh_ride(c, &f, u, urge);
        return;
    }
    set_mover(&f, u, &m);
    if (gathers(c, &m, urge))
        return;
    look_fire(&f, m.class, m.from, allowance(c->p, u) + 1);
    find_aim(&f, &m);
    obey(&f, &m);
    if (has_flag(c->p, u, F_ROAD)) {
        weigh_road(c, &f, &m, urge);
        return;
    }
    if (is_extended(c->p, u)) {
        weigh_long_line(c, &f, &m, urge);
        return;
    }
    find_reach(&f, &m, &r);
    weigh_steps(c, &f, &m, &r, urge);
    if (m.party.guns)
        weigh_unlimbering(c, u, urge);
    weigh_road(c, &f, &m, urge);
}

/* ---- who marches next ---- */

/* Somebody whom it could rally, and nobody else would. */
static bool is_needed(const struct field *f, int u)
{
    for (int i = 0; i < f->friends; i++)
        if (board_distance(f->p->box->board, place_of(f->p, u), f->friend[i].hex) <= MOVE_MOST &&
            wants_rally(f, u, &f->friend[i]))
            return true;
    return false;
}

/* Those in front first, so that others find room; command units last. */
static int turn_to_march(struct field *f, int u)
{
    int distance;

    if (is_leader(f->p, u))
        return is_needed(f, u) ? 300 : 1;
    distance = foe_distance(f, place_of(f->p, u));
    return 200 - distance + (is_out_of_place(f, u) ? 400 : 0);
}

/* It stays where it is whatever it might find. */
static bool is_content(struct field *f, int u)
{
    const struct unit *k = unit_at(f->p, u);
    int distance;

    if (is_out_of_place(f, u) && allowance(f->p, u))
        return false;
    if (is_guns(f->p, u) && k->formation == UNLIMBERED)
        return true;
    if (is_leader(f->p, u))
        return false;
    distance = foe_distance(f, k->place);
    return distance == FAR_AWAY && f->side == ALLIED;
}

/* One with a better unit under it. [9.21] */
static bool wants_top(const struct field *f, int u)
{
    int h = place_of(f->p, u), top = top_of(f->p, h);
    int16_t list[NEAR_MOST];

    return !is_guns(f->p, u) && u == strongest(f->p, h, f->side) &&
           effectiveness(f->p, u) > effectiveness(f->p, top) && !reactors(f->p, f->side, h, list);
}

/* [9.11c] No deeper than what is to be taken has room for. */
static int deepest_stack(const struct field *f)
{
    const struct goals *g = &nvw(f->p)->goals;
    int most = f->weight[WT_STACK];

    for (int i = 0; i < g->n; i++)
        if (stack_limit(f->p, g->cell[i], false) < most)
            most = stack_limit(f->p, g->cell[i], false);
    return most;
}

static bool keeps_together(struct field *f, int u)
{
    int distance;

    distance = foe_distance(f, place_of(f->p, u));
    if (is_company(f->p, u) || stack_mixed(f->p, place_of(f->p, u))) /* [9.42] [9.41] */
        return false;
    if (distance > 8 || is_cavalry(f->p, u))
        return true;
    return f->side == FRENCH && stack_points(f->p, place_of(f->p, u), false) <= deepest_stack(f);
}

void urge_marches(const struct choice *c, int *urge)
{
    struct field f;

    look(&f, c);
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];
        int u = a->arg[0];

        switch (a->verb) {
        case V_ENTER: urge[i] = 1000; break;
        case V_ENTER_ROAD: urge[i] = 1010; break;
        case V_TOP: urge[i] = wants_top(&f, u) ? 500 : BAD; break;
        case V_STACK:
        case V_MOVE:
            urge[i] = is_content(&f, u) ? BAD : turn_to_march(&f, u);
            if (is_leader(c->p, u)) {
                urge[i] = a->verb == V_STACK ? BAD : urge[i];
                break;
            }
            if (a->verb == V_STACK)
                urge[i] += keeps_together(&f, u) ? 1 : -1;
            else if (top_of(c->p, place_of(c->p, u)) != u)
                urge[i] = BAD;
            break;
        case V_DONE: urge[i] = 0; break;
        default: urge[i] = BAD;
        }
    }
}
