/*
 * bot-move.c: where a sensible general sends his brigades, guns, horse and staff.
 *
 * Every piece has a goal; every hex within reach has a worth: nearer to the goal, on good ground, among
 * friends, not alone before many enemies, next to an enemy only where the odds promise something. The piece
 * goes to the best one, a step at a time, and thinks again at each step.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "kernel/sight.h"

enum {
    LIKING = 6,   /* of a hex by a small whim: half as much as being a hex nearer */
    ORDERED = 40, /* what orders to go for a corps count for: ten hexes */
    SAFE = 5,     /* so far from all enemies a corps that is spared is safe */
    EXPOSED = 4,  /* guns so near to an enemy may be reached by him */
    ENOUGH = 40,  /* targets count for no more once they come to so much */
    FAIR = 20,    /* odds so many tenths better or worse count for no more or less */
    ALONE = 40,   /* against guns without foot or horse in such a place */
    STRONG = 2,   /* cover that makes a hex a post by itself: a farm, a town */
    REACH = 3,    /* 7.1 of a leader; by road it may be more */
};

_Static_assert(REACH == (int)HEAVY_RANGE,
               "whom a leader reaches is within the range of heavy guns");

/* ---- who guards, who raids ---- */

/* The unit of the side that is nearest to the hex: on its way there it stays the nearest. */
static int nearest_unit(const struct play *p, int army, int h, bool horse)
{
    const uint8_t *far = distances(p, h);
    int best = NO_UNIT, least = 9999;

    for (int u = 0; u < dbox(p)->units; u++) {
        int d;

        if (def_at(p, u)->army != army || !on_map(p, u) || is_guns(arm_of(p, u)) ||
            (horse && arm_of(p, u) != CAVALRY))
            continue;
        d = 16 * far[unit_at(p, u)->place] + strength(p, u);
        if (d < least) {
            least = d;
            best = u;
        }
    }
    return best;
}

/* Who guards each exit or, French, makes for it if it is open; NO_UNIT: nobody. Prussians do not. */
struct runners {
    int unit[EXITS];
};

static struct runners runners_of(const struct play *p, int side)
{
    struct runners r = { { NO_UNIT, NO_UNIT } };

    for (int i = 0; i < EXITS && exit_matters(p); i++) {
        int h = exit_hex(p, i);

        if (side == ALLIED)
            r.unit[i] = nearest_unit(p, ARMY_ADG, h, false);
        else if (!enemy_in_hex(p, h, FRENCH))
            r.unit[i] = nearest_unit(p, ARMY_FRENCH, h, true);
    }
    return r;
}

/* The exit that is a unit's errand; -1: none. */
static int errand(const struct play *p, const struct runners *r, int u)
{
    for (int i = 0; i < EXITS; i++)
        if (r->unit[i] == u)
            return exit_hex(p, i);
    return -1;
}

/* ---- goals ---- */

static int corps_centre(const struct play *p, int u, const int *weight)
{
    int leader = dbox(p)->corps_leader[unit_at(p, u)->corps];

    if (leader >= 0 && dow(p)->leader[leader].place >= 0)
        return dow(p)->leader[leader].place;
    return weight[WT_MEND_WAY] && unit_at(p, u)->began >= 0 ? unit_at(p, u)->began
                                                            : unit_at(p, u)->place;
}

/* Corps whose breaking breaks an army, while they have not broken. */
static int wanted(const struct play *p, int corps, const int *weight)
{
    return key_corps(corps) && !dow(p)->corps[corps].demoralized ? weight[WT_FOCUS] : 0;
}

/* Does the unit's corps hold its ground, by its orders, or if it has none because its army does? */
static bool stands(const struct play *p, int u, const int *weight)
{
    int order = order_of(weight, unit_at(p, u)->corps);

    return order == ORDER_NONE ? holds(p, def_at(p, u)->army)
                               : order == ORDER_HOLD || order == ORDER_SPARE;
}

/* A corps goes for the enemy who is near and weak, all of it for the same one; orders may name whom. */
static int corps_target(const struct play *p, const struct lay *lay, int u, const int *weight)
{
    const uint8_t *far = distances(p, corps_centre(p, u, weight));
    int best = -1, least = 9999;
    int named = order_of(weight, unit_at(p, u)->corps) - ORDER_CORPS;

    named = named < 0 ? NO_CORPS : lay->side == FRENCH ? CORPS_A_I + named : named;
    for (int i = 0; i < lay->foes; i++) {
        int h = lay->foe_hex[i], corps = unit_at(p, top_of(p, h))->corps;
        int d = 4 * far[h] + lay->foe[h] - 2 * dbox(p)->combat_die[h] - lay->near_own[h] / 2 -
                (is_goal(p, h) ? 16 : 0) - wanted(p, corps, weight) -
                (corps == named ? ORDERED : 0);

        if (d < least) {
            least = d;
            best = h;
        }
    }
    return best;
}

struct wish {
    const struct play *p;
    const struct lay *lay;
    const int *weight;
    int u, goal, close;  /* close: how near to the goal it wants to be */
    int at, arm, points; /* of the unit: where it is, what it counts for around a hex */
    const uint8_t *far;  /* from where it is; NULL: the lie of the armies is without it */
    bool holds, errand, spared;
};

static struct wish wish_of(const struct play *p, const struct lay *lay, int u, const int *weight)
{
    struct runners r = runners_of(p, lay->side);
    int at = unit_at(p, u)->place;
    struct wish w = { .p = p,
                      .lay = lay,
                      .weight = weight,
                      .u = u,
                      .goal = errand(p, &r, u),
                      .at = at,
                      .arm = arm_of(p, u),
                      .points = reach_points(p, u),
                      .far = lay->without == u ? NULL : distances(p, at),
                      .holds = stands(p, u, weight) };

    w.errand = w.goal >= 0;
    if (w.errand)
        return w;
    w.spared = order_of(weight, unit_at(p, u)->corps) == ORDER_SPARE;
    w.goal = w.holds ? unit_at(p, u)->began : corps_target(p, lay, u, weight);
    if (!w.holds)
        w.close = w.arm == INFANTRY ? 1 : 2;
    return w;
}

/* ---- the worth of a hex ---- */

/* Odds in tenths against the hex if u comes as well, with half of those who may still come. */
static int odds_on(const struct wish *w, int target)
{
    const struct play *p = w->p;
    int list[4], n = defenders(p, target, list), defence = 1;
    int attack = strength(p, w->u), mine = w->lay->near_own[target];

    for (int i = 0; i < n; i++)
        defence += strength(p, list[i]) + (is_guns(arm_of(p, list[i])) ? morale(p, list[i]) : 0);
    if (w->arm == CAVALRY)
        attack += morale(p, w->u);
    if (w->far && w->far[target] == 1)
        mine -= attack; /* counted already */
    return 10 * (attack + (mine > 0 ? mine : 0)) / defence + 3 * dbox(p)->combat_die[target];
}

static int later_comers(const struct wish *w, int target)
{
    const struct play *p = w->p;
    const uint8_t *far = distances(p, target);
    int sum = 0;

    for (int u = 0; u < dbox(p)->units; u++)
        if (u != w->u && on_map(p, u) && far[unit_at(p, u)->place] > 1 &&
            far[unit_at(p, u)->place] <= 3 && side_of(p, u) == w->lay->side &&
            !has_flag(p, u, F_DONE | F_OUT) && !is_guns(arm_of(p, u)))
            sum += strength(p, u);
    return sum;
}

/* Next to enemies: good where together they can be thrown back, bad where it would be alone. */
static int contact(const struct wish *w, int h)
{
    const struct play *p = w->p;
    int best = -99;
    int brave = w->weight[w->holds ? WT_HOLD_BRAVE : WT_BRAVE];

    EACH_NEIGHBOUR (p->box->board, h, link) {
        int t = link->cell, odds;

        if (!w->lay->foe[t] || !may_cross(p, w->u, h, t))
            continue;
        odds = odds_on(w, t) + 5 * later_comers(w, t) / (w->lay->foe[t] + 1);
        if (odds - brave > best)
            best = odds - brave;
    }
    if (best == -99)
        return 0;
    return (best > FAIR ? FAIR : best < -FAIR ? -FAIR : best) * w->weight[WT_CONTACT] / 5;
}

/* What contact() can say at best. */
static int contact_at_best(const struct wish *w, int h)
{
    return w->lay->front[h] ? FAIR * abs(w->weight[WT_CONTACT]) / 5 : 0;
}

/* Friends around a hex: the unit itself, who may now stand there, is none. */
static int friends_around(const struct wish *w, int h)
{
    return w->lay->near_own[h] - (w->far && w->far[h] == 1 && !is_guns(w->arm) ? w->points : 0);
}

static int company(const struct wish *w, int friends)
{
    return w->weight[WT_SUPPORT] * (friends < 12 ? friends : 12);
}

static int exposure(const struct wish *w, int h, int friends)
{
    const struct play *p = w->p;
    int own = strength(p, w->u) + (w->far && w->at == h ? 0 : w->lay->own[h]);
    int danger = w->lay->near_foe[h] - 2 * own + 2 * dbox(p)->combat_die[h] - friends / 4;

    return danger > 0 ? -danger * w->weight[WT_EXPOSURE] : 0;
}

static bool escorted(const struct wish *w, int h)
{
    if (w->lay->near_own[h] > 0)
        return true;
    for (EACH_IN(w->p, u, h))
        if (!is_guns(arm_of(w->p, u)))
            return true;
    return false;
}

/* Enemies around guns in a hex, in the order of the lie of the armies: those within range or next to it. */
struct targets {
    int n, touching, nearest; /* touching: next to it; nearest: of all enemies */
    int16_t hex[UNITS_MAX];
    bool touches[UNITS_MAX];
};

static void find_targets(const struct wish *w, int h, struct targets *t)
{
    const uint8_t *far = distances(w->p, h);
    int range = w->arm == HEAVY ? 3 : 2;

    t->n = t->touching = 0;
    t->nearest = 99;
    for (int i = 0; i < w->lay->foes; i++) {
        int d = far[w->lay->foe_hex[i]];

        t->nearest = d < t->nearest ? d : t->nearest;
        if (d > range)
            continue;
        t->hex[t->n] = w->lay->foe_hex[i];
        t->touches[t->n++] = d == 1;
        t->touching += d == 1;
    }
}

/* What there is to fire at is worth something until it is ENOUGH; enemies next to guns are bad. */
static int fire_worth(const struct wish *w, const struct targets *t, int h, int danger)
{
    const char *why;
    int worth = 0;

    for (int i = 0; i < t->n; i++)
        if (t->touches[i])
            worth -= danger;
        else if (worth < ENOUGH && gun_sight(w->p, h, t->hex[i], &why) != SIGHT_NONE)
            worth += w->weight[WT_GUNS];
    return worth;
}

/*
 * Guns want a target and a clear view; within the enemy's reach they want company, and on the march nothing
 * but to come up: friends whom they would stay with go on without them. Where the clearest view would not
 * make up for the rest it is not looked for.
 */
static int gunnery(const struct wish *w, int h, int rest, int best)
{
    int gain = w->weight[WT_GUNS] > 0 ? w->weight[WT_GUNS] : 0, danger, most;
    struct targets t;

    find_targets(w, h, &t);
    if (t.nearest <= EXPOSED)
        rest += company(w, friends_around(w, h)) - (escorted(w, h) ? 0 : ALONE);
    danger = w->lay->own[h] > 0 && (!w->far || w->at != h) ? 10 : 40;
    most = (t.n - t.touching) * gain - t.touching * danger;
    most = most < ENOUGH + gain ? most : ENOUGH + gain;
    return rest + most <= best ? best : rest + fire_worth(w, &t, h, danger);
}

static int distance_worth(const struct wish *w, int h)
{
    int d = w->goal >= 0 ? distances(w->p, w->goal)[h] : 0;

    if (w->errand)
        return -4 * w->weight[WT_APPROACH] * d;
    if (w->spared) {
        int far = nearest_foe(w->p, w->lay, h);

        return w->weight[WT_APPROACH] * (far < SAFE ? far : SAFE);
    }
    if (w->holds) /* a farm or a town is held even by one alone */
        return w->weight[WT_POST] * ((cover(w->p, h) >= STRONG ? 4 : 0) - d);
    return -w->weight[WT_APPROACH] * (d > w->close ? d - w->close : 0);
}

/* Of a hex that is not better than `best`, anything up to that: whom it would fight there does not matter. */
static int worth(const struct wish *w, int h, int best)
{
    const struct play *p = w->p;
    int sum = distance_worth(w, h), friends;

    sum += plan_liking(p, w->weight, whim_of(w->weight, unit_at(p, w->u)->corps),
                       (struct detachment){ w->u, h }, LIKING);
    if (w->lay->near_foe[h] || w->lay->foes == 0)
        sum += w->weight[WT_TERRAIN] * cover(p, h);
    if (is_goal(p, h) && !is_guns(w->arm))
        sum += w->weight[WT_GOAL] / (w->lay->own[h] && (!w->far || w->at != h) ? 8 : 3);
    if (is_guns(w->arm))
        return gunnery(w, h, sum, best);
    friends = friends_around(w, h);
    sum += company(w, friends) + exposure(w, h, friends);
    return sum + contact_at_best(w, h) <= best ? best : sum + contact(w, h);
}

/* ---- the way ---- */

struct way {
    const struct play *p;
    const struct lay *lay;
    int piece, army;
    bool leader;
};

static bool may_pass(const struct way *w, int other)
{
    int army = def_at(w->p, other)->army;

    return army == w->army || (w->leader && army_side(army) == army_side(w->army));
}

static int way_price(void *ctx, int from, int to, int border)
{
    const struct way *w = ctx;
    const struct play *p = w->p;
    int top = top_of(p, to), cost;

    (void)from;
    if (top != NO_UNIT && !may_pass(w, top))
        return PATH_FORBIDDEN;
    cost = march_cost(p, w->piece, to, border, true, top == NO_UNIT || w->leader);
    if (cost == NO_ENTRY)
        return PATH_FORBIDDEN;
    return !w->leader && w->lay->zone[to] ? cost + PATH_STOP : cost;
}

static void reach(const struct play *p, const struct lay *lay, int piece, struct path *path)
{
    struct way w = { p, lay, piece, piece_army(p, piece), is_leader(p, piece) };
    int left = dow_points_left(p, piece);

    if (!w.leader && lay->zone[piece_place(p, piece)])
        left = 0;
    path_reach(p->box->board, piece_place(p, piece), left, way_price, &w, path);
}

/* The first hex of the way to the best one; -1: stay. */
static int first_step(const struct path *path, int h)
{
    int16_t route[CELLS_MAX];
    int n = path_route(path, h, route, COUNT(route));

    return n > 0 ? route[0] : -1;
}

static int best_hex(const struct wish *w, const struct path *path)
{
    bool on_its_way = !w->far && unit_at(w->p, w->u)->began != w->at;
    int at = w->at, best = worth(w, at, INT_MIN) + (w->holds && !on_its_way ? 4 : 0);

    for (int i = 0; i < path->n; i++) {
        int h = path->cell[i], value;

        if (top_of(w->p, h) != NO_UNIT && !room_for(w->p, h, w->u))
            continue;
        value = worth(w, h, best);
        if (value > best) {
            best = value;
            at = h;
        }
    }
    return at;
}

/* ---- staff ---- */

/* Whom a leader has to reach: units of his corps (none: of his army), and the staff above or below him. */
struct staff {
    int units, leaders, each;                     /* each: what a unit counts for */
    int16_t unit[UNITS_MAX], leader[LEADERS_MAX]; /* their hexes */
    int16_t led_points[LEADERS_MAX];              /* what a Corps leader's corps has on the map */
    int16_t reached[CELLS_MAX]; /* by hex: what the units count for whom he would reach */
    uint32_t orders[CELLS_MAX]; /* by hex, a bit for each of those leaders whom orders reach, 7.5 */
    bool led[LEADERS_MAX]; /* a Corps leader whom another Army leader reaches: he is cared for */
    bool chief, drawn;     /* drawn: to units of his, however far they are */
};

/* The horse that makes for an open exit: NO_UNIT if there is none. */
static int raider(const struct play *p)
{
    struct runners r = runners_of(p, FRENCH);
    int best = NO_UNIT, least = 99;

    for (int i = 0; i < EXITS; i++) {
        int u = r.unit[i],
            d = u == NO_UNIT ? 99 : distances(p, exit_hex(p, i))[unit_at(p, u)->place];

        if (d < least) {
            least = d;
            best = u;
        }
    }
    return best;
}

/* Do the orders of an Army leader other than this one reach the i-th of them? */
static bool led_by_other(const struct play *p, const struct staff *s, int chief, int i)
{
    const struct leader_def *def = dbox(p)->leader;

    for (int l = 0; l < dbox(p)->leaders; l++) {
        int h = dow(p)->leader[l].place;

        if (l != chief && def[l].chief && def[l].army == def[chief].army && h >= 0 &&
            (s->orders[h] >> i & 1))
            return true;
    }
    return false;
}

static void add_leader(const struct play *p, struct staff *s, int self, int leader)
{
    int i = s->leaders++;
    struct path path;

    s->leader[i] = dow(p)->leader[leader].place;
    trace_orders(p, leader, &path);
    s->orders[path.start] |= 1u << i;
    for (int k = 0; k < path.n; k++)
        s->orders[path.cell[k]] |= 1u << i;
    s->led[i] = s->chief && led_by_other(p, s, self, i);
    s->led_points[i] = i16(s->chief ? corps_points(p, dbox(p)->leader[leader].corps) : 0);
}

/* A unit of his corps that has fallen behind: the way orders go is looked for, which may be by road. */
static void add_stray(const struct play *p, struct staff *s, int u)
{
    struct path path;

    trace_between(p, side_of(p, u), unit_at(p, u)->place, &path);
    for (int k = 0; k < path.n; k++)
        s->reached[path.cell[k]] = i16(s->reached[path.cell[k]] + s->each);
}

/* One who is with him: he is reached from all hexes around, hardly from the last. */
static void add_near(const struct play *p, struct staff *s, int u)
{
    int at = unit_at(p, u)->place;
    const uint8_t *far = distances(p, at);

    s->unit[s->units++] = i16(at);
    s->reached[at] = i16(s->reached[at] + s->each);
    for (const int16_t *h = dbox(p)->in_range[at]; *h >= 0; h++)
        s->reached[*h] = i16(s->reached[*h] + (far[*h] < REACH ? s->each : s->each * 4 / 5));
}

static void add_unit(const struct play *p, struct staff *s, int piece, int u)
{
    if (s->each > 1 && distances(p, piece_place(p, piece))[unit_at(p, u)->place] > REACH)
        add_stray(p, s, u);
    else
        add_near(p, s, u);
}

static bool commands(const struct play *p, const struct leader_def *d, int u)
{
    return def_at(p, u)->army == d->army &&
           (d->corps == NO_CORPS || unit_at(p, u)->corps == d->corps);
}

static void staff_of(const struct play *p, int piece, struct staff *s)
{
    const struct leader_def *def = dbox(p)->leader, *d = &def[piece_leader(p, piece)];

    memset(s, 0, sizeof *s);
    s->each = d->corps == NO_CORPS ? 1 : 10;
    s->chief = d->chief;
    for (int u = 0; u < dbox(p)->units; u++)
        if (on_map(p, u) && commands(p, d, u))
            add_unit(p, s, piece, u);
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (def[i].army == d->army && def[i].chief != d->chief && dow(p)->leader[i].place >= 0)
            add_leader(p, s, piece_leader(p, piece), i);
    s->drawn = d->corps != NO_CORPS || s->leaders == 0;
}

/*
 * 7.1 An Army leader goes where he reaches Corps leaders whom nobody else does, lest their corps stand idle:
 * the stronger their corps, the more so.
 */
static int chief_worth(const struct staff *s, int h, const uint8_t *far)
{
    int sum = 0;

    for (int i = 0; i < s->leaders; i++) {
        bool reached = s->orders[h] >> i & 1;

        if (s->led[i])
            sum += reached ? 8 : 0;
        else
            sum += reached ? 15 + 2 * s->led_points[i] : -4 * far[s->leader[i]];
    }
    return sum;
}

/* A Corps leader stays within reach of the nearest Army leader if he can. */
static int subordinate_worth(const struct staff *s, int h, const uint8_t *far)
{
    int least = 99;

    for (int i = 0; i < s->leaders; i++)
        least = far[s->leader[i]] < least ? far[s->leader[i]] : least;
    return s->orders[h] ? 25 : least == 99 ? 0 : -3 * least;
}

/* And each where he reaches most of those whom he commands himself. */
static int staff_worth(const struct play *p, const struct lay *lay, const struct staff *s, int h)
{
    const uint8_t *far = distances(p, h);
    int sum = (lay->own[h] > 0 ? 3 : 0) +
              (s->chief ? chief_worth(s, h, far) : subordinate_worth(s, h, far));

    sum += s->reached[h];
    for (int i = 0; s->drawn && i < s->units; i++)
        sum -= far[s->unit[i]] / 3;
    return sum - (lay->near_foe[h] && !lay->own[h] ? 40 : 0);
}

/* Ney rides with the raider, to command it himself. */
static void follow_raider(const struct play *p, int u, struct staff *s)
{
    memset(s, 0, sizeof *s);
    s->chief = s->drawn = true;
    s->each = 100;
    add_near(p, s, u);
}

static int best_for_staff(const struct play *p, const struct lay *lay, int piece,
                          const struct path *path)
{
    int at = piece_place(p, piece), best, horse = piece == dbox(p)->ney ? raider(p) : NO_UNIT;
    struct staff s;

    if (horse != NO_UNIT)
        follow_raider(p, horse, &s);
    else
        staff_of(p, piece, &s);
    best = staff_worth(p, lay, &s, at) + 2;
    for (int i = 0; i < path->n; i++) {
        int value = staff_worth(p, lay, &s, path->cell[i]);

        if (value > best) {
            best = value;
            at = path->cell[i];
        }
    }
    return at;
}

/* R-A22 A leader goes along with an advance or retreat only if his orders reach as much from there. */
void urge_leaders(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    int piece = agenda_top(p)->v[0];
    struct staff s;
    struct lay lay;

    lay_out(p, c->side, &lay);
    staff_of(p, piece, &s);
    for (int i = 0; i < m->n; i++)
        urge[i] = staff_worth(p, &lay, &s,
                              m->a[i].verb == V_LEADER ? m->a[i].arg[1] : piece_place(p, piece));
}

/* ---- the phase ---- */

/* Who ought to bear the brunt: the strong, foot rather than horse, and of a corps on which nothing hangs. */
static int front_rank(const struct play *p, int u)
{
    int corps = unit_at(p, u)->corps;
    bool dear =
        key_corps(corps) && !dow(p)->corps[corps].demoralized && holds(p, def_at(p, u)->army);

    return strength(p, u) + (arm_of(p, u) == INFANTRY ? 3 : 0) - (dear ? 3 : 0);
}

/* Which unit ought to be on top: guns that can fire over somebody's shoulder, else who bears the brunt. */
static int top_wanted(const struct play *p, const struct lay *lay, int h)
{
    int guns = NO_UNIT, foot = NO_UNIT, first = INT_MIN;

    for (EACH_IN(p, u, h)) {
        int rank = front_rank(p, u);

        if (is_guns(arm_of(p, u))) {
            if (guns == NO_UNIT || strength(p, u) > strength(p, guns))
                guns = u;
        } else if (rank > first) {
            first = rank;
            foot = u;
        }
    }
    if (guns != NO_UNIT && foot != NO_UNIT)
        return nearest_foe(p, lay, h) <= 3 ? guns : foot;
    return guns != NO_UNIT ? guns : foot;
}

/* Has it anything to do, so far from the enemy? Who holds far from all enemies stays where he is. */
static bool restless(const struct play *p, const struct runners *r, int u, int far,
                     const int *weight)
{
    int exit;

    if (!stands(p, u, weight))
        return true;
    exit = errand(p, r, u);
    return exit >= 0 ? exit != unit_at(p, u)->place : far <= 4;
}

/* Those in front first, so that those behind find the road free; guns after foot, staff last. */
static int turn_to_move(const struct play *p, const struct lay *lay, const struct runners *r,
                        int piece, const int *weight)
{
    int far;

    if (is_leader(p, piece))
        return dbox(p)->leader[piece_leader(p, piece)].chief ? 10 : 20;
    far = nearest_foe(p, lay, unit_at(p, piece)->place);
    if (!restless(p, r, piece, far, weight))
        return -1;
    return 1000 - 4 * far - (is_guns(arm_of(p, piece)) ? 2 : 0) -
           (arm_of(p, piece) == CAVALRY ? 1 : 0);
}

void urge_movement(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    struct runners r = runners_of(p, c->side);
    struct lay lay;

    lay_out(p, c->side, &lay);
    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];

        switch (a->verb) {
        case V_MOVE: urge[i] = turn_to_move(p, &lay, &r, a->arg[0], c->weight); break;
        case V_ENTER: urge[i] = 500 - a->arg[0]; break;
        case V_ENTER_AT:
            urge[i] = 400 - board_distance(p->box->board, a->arg[1], dbox(p)->entry[3]);
            break;
        case V_TOP:
            urge[i] = top_wanted(p, &lay, unit_at(p, a->arg[0])->place) == a->arg[0] &&
                              top_of(p, unit_at(p, a->arg[0])->place) != a->arg[0]
                          ? 100
                          : -1;
            break;
        default: urge[i] = 0; break;
        }
    }
}

/* By road if that is cheaper. */
static int step_urge(const struct play *p, const struct action *a, int to)
{
    int border;

    if (a->arg[1] != to)
        return -1;
    border = board_border(p->box->board, piece_place(p, a->arg[0]), to);
    if (a->verb == V_COLUMN)
        return way_cost(p, a->arg[0], border) < ground_cost(p, a->arg[0], to, border) ? 60 : 40;
    return 50;
}

static int march_urge(const struct play *p, const struct action *a, int to, const int *weight)
{
    switch (a->verb) {
    case V_MARCH:
    case V_COLUMN: return step_urge(p, a, to);
    case V_CHARGE:
        return 10 * (charge_worth(p, a->arg[1], a->arg[0], weight) - weight[WT_MIN_CHARGE]) + 60;
    case V_EXIT: return exit_matters(p) ? 9000 : -9000;
    case V_DONE: return 10;
    default: return -2;
    }
}

static bool lists_steps(const struct menu *m)
{
    for (int i = 0; i < m->n; i++)
        if (m->a[i].verb == V_MARCH || m->a[i].verb == V_COLUMN)
            return true;
    return false;
}

/* Nobody on his way comes back towards where he has set out: he has arrived. */
static bool turns_back(const struct play *p, int piece, int step, const int *weight)
{
    int began = is_leader(p, piece) ? -1 : unit_at(p, piece)->began;

    return weight[WT_MEND_WAY] && began >= 0 && step >= 0 &&
           distances(p, began)[step] < distances(p, began)[piece_place(p, piece)];
}

/* The next hex on its way; -1: none. */
static int next_hex(const struct play *p, int side, int piece, const int *weight)
{
    struct path path;
    struct lay lay;
    int to;

    /* What a hex is worth must not hang on where the unit is on its way, or it would turn back. */
    lay_out_without(p, side, weight[WT_MEND_WAY] && !is_leader(p, piece) ? piece : NO_UNIT, &lay);
    reach(p, &lay, piece, &path);
    if (is_leader(p, piece)) {
        to = best_for_staff(p, &lay, piece, &path);
    } else {
        struct wish w = wish_of(p, &lay, piece, weight);

        to = best_hex(&w, &path);
    }
    to = to == piece_place(p, piece) ? -1 : first_step(&path, to);
    return turns_back(p, piece, to, weight) ? -1 : to;
}

void urge_march(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    const int *weight = c->weight;
    int to = lists_steps(m) ? next_hex(p, c->side, agenda_top(p)->v[0], weight) : -1;

    for (int i = 0; i < m->n; i++)
        urge[i] = march_urge(p, &m->a[i], to, weight);
}
