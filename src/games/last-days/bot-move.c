/*
 * bot-move.c: marches. A group looks at every hex it can reach with what it has left and goes a step towards the best:
 * nearer to where its army wants to be, where an attack promises something, on good ground among friends, out of
 * danger. What it will do next it works out again at the next step.
 */
#include <string.h>

#include "bot.h"

enum { NOWHERE = -30000, HEARERS = 20 };

/* ---- leaders by themselves ---- */

/* For leaders by themselves: by hex the strength there, that of their own, and of the rest of their army, other leaders; who
 * would hear a commander. */
struct staff {
    int hearers, rally; /* rally: what he could bring back in the morning */
    struct camp {
        int16_t strength, own, army, leaders;
    } camp[CELLS_MAX];
    struct hearer {
        int16_t at;
        uint8_t half_hexes[CELLS_MAX];
    } hearer[HEARERS];
};

/* 6.14: at night and before it, what he could bring back in the morning, four hexes from the enemy. */
static int rally_of(const struct lay *lay, int u)
{
    const struct play *p = lay->p;
    int men = 0, units = 0, part = part_of_day(p);

    if (part != NIGHT && part != EVENING)
        return 0;
    for (int v = 0; v < lbox(p)->vedettes && units < 2; v++)
        if ((place_of(p, v) == P_NIGHT || place_of(p, v) == P_DAY) &&
            side_of_army(def_of(p, v)->army) == lay->side && def_of(p, v)->reduced &&
            (is_officer_of(p, u, v) || is_commander(p, u)))
            units++, men += def_of(p, v)->strength;
    return men * (part == NIGHT ? 20 : 4);
}

enum { COMMAND_FAR = 4 }; /* hexes, all by road [7.2A] */

/* 7.2: what officers who would hear a commander in each hex bring along; they hear as far as they are heard. */
static void add_hearers(const struct lay *lay, struct staff *staff, int u)
{
    const struct play *p = lay->p;

    for (int v = lbox(p)->leaders; v < lbox(p)->pieces; v++) {
        int at = on_map(p, v) ? place_of(p, v) : -1;

        if (v == u || at < 0 || side_of(p, v) != lay->side || army_of(p, v) != army_of(p, u) ||
            formation_led(p, v) == NO_FORMATION || staff->hearers == COUNT(staff->hearer))
            continue;
        staff->hearer[staff->hearers].at = i16(at);
        command_reach(p, lay->side, at, staff->hearer[staff->hearers++].half_hexes);
    }
}

static void add_camp(const struct lay *lay, struct staff *staff, int u, int v)
{
    const struct play *p = lay->p;
    struct camp *camp = &staff->camp[place_of(p, v)];
    int strength = strength_of(p, v);

    camp->strength = i16(camp->strength + strength);
    if (is_officer_of(p, u, v))
        camp->own = i16(camp->own + strength);
    else if (is_commander(p, u) && def_of(p, v)->army == army_of(p, u))
        camp->army = i16(camp->army + strength);
}

static void staff_of(const struct lay *lay, int u, struct staff *staff)
{
    const struct play *p = lay->p;

    staff->hearers = 0;
    memset(staff->camp, 0, sizeof staff->camp);
    for (int v = 0; v < lbox(p)->vedettes; v++)
        if (on_map(p, v) && side_of_army(def_of(p, v)->army) == lay->side)
            add_camp(lay, staff, u, v);
    for (int v = lbox(p)->leaders; v < lbox(p)->pieces; v++)
        if (v != u && on_map(p, v) && side_of(p, v) == lay->side)
            staff->camp[place_of(p, v)].leaders++;
    if (is_commander(p, u))
        add_hearers(lay, staff, u);
    staff->rally = rally_of(lay, u);
}

/* ---- the group ---- */

struct party {
    int lead, at, n, strength, points, army, formation;
    int dear;           /* see value_of() */
    bool column, alone; /* alone: leaders only */
    bool escorted;      /* somebody who is no battery */
    bool vedettes;
    struct tally tally;
    const struct staff *staff; /* of leaders only */
};

static void add_member(const struct lay *lay, struct party *g, int u)
{
    const struct play *p = lay->p;
    int left = points_left(p, u);

    if (!has_flag(p, u, F_MOVING))
        return;
    g->n++;
    tally_add(p, &g->tally, u);
    if (is_leader(p, u))
        return;
    g->points = g->alone || left < g->points ? left : g->points;
    g->alone = false;
    g->vedettes |= is_vedette(p, u);
    g->column |= has_flag(p, u, F_COLUMN);
    if (is_combat_unit(p, u)) {
        g->escorted |= !is_guns(p, u);
        g->strength += strength_of(p, u);
        g->dear += strength_of(p, u) * value_of(lay, u);
    }
}

static int price_of(const struct party *g)
{
    return g->strength ? g->dear / g->strength : VALUE;
}

static void party_of(const struct lay *lay, int lead, struct party *g, struct staff *staff)
{
    const struct play *p = lay->p;

    *g = (struct party){ .lead = lead,
                         .at = place_of(p, lead),
                         .army = army_of(p, lead),
                         .formation = def_of(p, lead)->formation,
                         .points = points_left(p, lead),
                         .alone = true };
    if (g->at >= 0) {
        EACH_PIECE_AT(p, u, g->at)
        add_member(lay, g, u);
    } else {
        EACH_PIECE (p, u)
            add_member(lay, g, u);
    }
    g->staff = staff;
    if (g->alone)
        staff_of(lay, lead, staff);
}

/* ---- how good it is to come to rest there ---- */

/* [4.31] Enemies next to a hex whom nobody else holds must be attacked from there, as one; the others may be. */
struct contacts {
    int16_t mine[HEX_SIDES], shared[HEX_SIDES];
    int n, others;
};

static void find_contacts(const struct lay *lay, int h, struct contacts *k)
{
    const struct play *p = lay->p;

    k->n = k->others = 0;
    EACH_DIRECTION(d)
    {
        int at = next_of(p, h, d);

        if (at < 0 || !enemy_in(p, at, lay->side) || !may_cross(p, h, d))
            continue;
        if (zones_meet(p, h, at) && !committed(lay, at))
            k->mine[k->n++] = i16(at);
        else
            k->shared[k->others++] = i16(at);
    }
}

/* The best of those who are attacked anyhow, or whom one need not attack. */
static int best_shared(struct lay *lay, const struct contacts *k, int h, int strength, int price)
{
    int best = 0;

    for (int i = 0; i < k->others; i++) {
        int gain = contact_gain(lay, h, &k->shared[i], 1, strength, price);

        best = gain > best ? gain : best;
    }
    return best;
}

/* Enemies whom whoever stands there must attack. */
static int foes_faced(const struct lay *lay, int h)
{
    const struct play *p = lay->p;
    int n = 0;

    EACH_DIRECTION(d)
    {
        int at = next_of(p, h, d);

        n += at >= 0 && enemy_in(p, at, lay->side) && may_cross(p, h, d) && zones_meet(p, h, at);
    }
    return n;
}

/* [4.31] All who face an enemy share out what attacking him would cost, each divided among those whom he faces. */
static int duty_share(struct lay *lay, const struct party *g, int h, int target, int faced)
{
    const struct play *p = lay->p;
    int16_t from[HEX_SIDES];
    int n = 0, mine = (g->strength + (h == g->at ? 0 : lay->own[h])) / faced, all = mine;

    from[n++] = i16(h);
    EACH_DIRECTION(d)
    {
        int at = next_of(p, target, d), others;

        if (at < 0 || at == h || !lay->own[at] || !may_cross(p, target, d))
            continue;
        others = foes_faced(lay, at);
        all += lay->own[at] / (others ? others : 1);
        from[n++] = i16(at);
    }
    return all ? forced_worth(lay, target, from, n, all, price_of(g)) * mine / all : 0;
}

static int duty_worth(struct lay *lay, const struct party *g, int h)
{
    const struct play *p = lay->p;
    int faced = foes_faced(lay, h), sum = 0;

    EACH_DIRECTION(d)
    {
        int at = next_of(p, h, d);

        if (at >= 0 && enemy_in(p, at, lay->side) && may_cross(p, h, d) && zones_meet(p, h, at))
            sum += duty_share(lay, g, h, at, faced);
    }
    return sum * lay->weight[WT_MEND_DUTY] / 10;
}

static int contact_worth(struct lay *lay, const struct party *g, int h)
{
    struct contacts k;
    int sum = 0, worth;

    if (is_night(lay->p) || weather_of(lay->p) == RAIN)
        return 0;
    find_contacts(lay, h, &k);
    if (!k.n && !k.others)
        return 0;
    if (g->column)
        return -400;
    sum = lay->weight[WT_MEND_DUTY] ? duty_worth(lay, g, h) : 0;
    if (k.n) {
        worth = contact_gain(lay, h, k.mine, k.n, g->strength, price_of(g));
        sum += worth >= lay->weight[WT_MIN_ATTACK] ? lay->weight[WT_CONTACT] * 5 + worth
                                                   : 2 * worth - 100;
    }
    worth = best_shared(lay, &k, h, k.n ? 0 : g->strength, price_of(g));
    sum += worth > 0 ? worth + (k.n ? 0 : lay->weight[WT_CONTACT] * 2) : 0;
    if (told(lay->weight, g->formation) == DO_PRESS)
        sum += 100;
    if (told(lay->weight, g->formation) == DO_SPARE)
        sum -= 200;
    return sum;
}

/* [20.12b] Lines of communication: to take them, or not to let them be taken. */
static int source_worth(const struct lay *lay, const struct party *g, int h)
{
    static const uint8_t letter[] = { 7, 0, 2 };
    const struct play *p = lay->p;

    for (int i = 0; i < ARMIES; i++) {
        int at = lbox(p)->entry[letter[i]][0], mine = side_of_army(i) == lay->side;

        if (at != h || g->alone)
            continue;
        if (mine ? ld(p)->source[letter[i]].lost : !ld(p)->source[letter[i]].lost)
            return lay->weight[WT_SOURCE] * 10;
        return mine && foes_within(lay, h, 6) && !lay->own[h] ? lay->weight[WT_SOURCE] * 5 : 0;
    }
    return 0;
}

/* Vedettes are to be two or three hexes before the enemy, each on a way of its own. */
static int screen_worth(struct lay *lay, int h)
{
    const struct play *p = lay->p;
    int d = foe_distance(lay, h), worth = d == 3 || d == 4 ? 60 : d == 2 ? 40 : d < 2 ? -60 : -d;

    worth += lbox(p)->has_road[h] ? 20 : 0;
    EACH_DIRECTION(k)
    if (next_of(p, h, k) >= 0 && side_in(p, next_of(p, h, k), lay->side))
        worth -= 10;
    return worth - (lay->own[h] ? 30 : 0);
}

enum { AFAR = 3 }; /* hexes between Napoleon and an enemy who may drive his troops back */

static int hearers_worth(const struct lay *lay, const struct staff *staff, int h)
{
    int sum = 0;

    for (int i = 0; i < staff->hearers; i++) {
        int at = staff->hearer[i].at, d = apart(lay->p, at, h);

        if (d <= 2 || (d <= COMMAND_FAR && staff->hearer[i].half_hexes[h] <= COMMAND_FAR))
            sum += 40 + (lay->own[at] < 40 ? lay->own[at] : 40);
    }
    return sum;
}

/* Leaders ride with the strongest of their own, commanders where most officers hear them. */
static int company_worth(const struct lay *lay, const struct staff *staff, int h)
{
    const struct camp *here = &staff->camp[h];
    int sum = 4 * here->own + here->army - 10 * here->leaders - (here->strength ? 0 : 200);

    for (const int16_t *at = lbox(lay->p)->around[h]; *at >= 0; at++)
        if (staff->camp[*at].strength)
            sum += staff->camp[*at].own * (4 - apart(lay->p, *at, h)) + staff->camp[*at].army;
    return sum + hearers_worth(lay, staff, h);
}

static int company_at(struct lay *lay, const struct staff *staff, int h)
{
    if (lay->held[h] == NOWHERE)
        lay->held[h] = company_worth(lay, staff, h);
    return lay->held[h];
}

static int leader_worth(struct lay *lay, const struct staff *staff, int u, int h)
{
    int sum = company_at(lay, staff, h), own = staff->camp[h].strength;

    if (u == lbox(lay->p)->napoleon && foe_distance(lay, h) < AFAR) /* [20.3] */
        sum -= 8 * lay->weight[WT_NAPOLEON];
    if (u == lbox(lay->p)->napoleon)
        sum -= lay->weight[WT_NAPOLEON] * danger_at(lay, h, own + 4) / 10 + (own < 8 ? 200 : 0);
    return sum - danger_at(lay, h, own + 2) + (foe_distance(lay, h) >= 4 ? staff->rally : 0);
}

/* Near to it, and there; [20.15] a line is taken by coming, and kept by staying. */
static int errand_worth(struct lay *lay, const struct party *g, int h, int army)
{
    const int *w = lay->weight;
    int at = source_hex(lay->p, army);

    return (h == at ? 10 * w[WT_SOURCE] : 0) - w[WT_RAID] * lay->way[h] / 2 +
           contact_worth(lay, g, h) -
           danger_at(lay, h, g->strength + lay->own[h]) * price_of(g) / VALUE;
}

/* By road or not, the same hexes are looked at. */
static int held_worth(struct lay *lay, int h, int strength)
{
    if (lay->held[h] == NOWHERE)
        lay->held[h] = hold_worth(lay, h, strength);
    return lay->held[h];
}

enum { WHIM = 12, LONE_GUNS = 150 }; /* against batteries by themselves before the enemy */

/* What its plan adds. A stack goes by the first of it. */
static int liking(const struct lay *lay, const struct party *g, int h)
{
    return plan_liking(lay->p, lay->weight, whim_of(lay->weight, g->formation),
                       (struct detachment){ g->lead, h }, WHIM);
}

static int rest_worth(struct lay *lay, const struct party *g, int h)
{
    const int *w = lay->weight;
    int strength = g->strength + (h == g->at ? 0 : lay->own[h]), worth;
    bool holds = told(w, g->formation) == DO_HOLD;

    if (g->alone)
        return leader_worth(lay, g->staff, g->lead, h);
    if (g->vedettes)
        return screen_worth(lay, h);
    worth = -w[WT_APPROACH] * (holds ? 0 : field_at(lay, g->army, h)) + source_worth(lay, g, h);
    if (g->tally.trains)
        return worth - foes_within(lay, h, 4) * 10;
    if (errand_of(lay, g->lead) >= 0)
        return errand_worth(lay, g, h, errand_of(lay, g->lead));
    worth += held_worth(lay, h, strength) + contact_worth(lay, g, h);
    if (lay->back[g->army])
        worth += foe_distance(lay, h) < 3 ? -w[WT_KEEP] : 0;
    if (g->column && foe_distance(lay, h) < 4)
        worth -= 60;
    if (!g->escorted && foe_distance(lay, h) < 3 && !lay->own[h])
        worth -= LONE_GUNS;
    return worth + liking(lay, g, h);
}

/* ---- no better than that ---- */

enum { NO_CEILING = 32000 };

static bool touches_enemy(const struct lay *lay, int h)
{
    EACH_DIRECTION(d)
    {
        int at = next_of(lay->p, h, d);

        if (at >= 0 && enemy_in(lay->p, at, lay->side))
            return true;
    }
    return false;
}

/* What rest_worth() cannot exceed, without looking at friends and dangers: most hexes are out of the question. */
static int ceiling_of(struct lay *lay, const struct party *g, int h)
{
    const int *w = lay->weight;
    bool holds = told(w, g->formation) == DO_HOLD;
    int errand = errand_of(lay, g->lead);

    if (w[WT_EXPOSURE] < 0 || w[WT_SUPPORT] < 0)
        return NO_CEILING;
    if (g->alone)
        return company_at(lay, g->staff, h) + g->staff->rally;
    if (g->vedettes || g->tally.trains || touches_enemy(lay, h))
        return NO_CEILING;
    if (errand >= 0)
        return (h == source_hex(lay->p, errand) ? 10 * w[WT_SOURCE] : 0) -
               w[WT_RAID] * lay->way[h] / 2;
    return -w[WT_APPROACH] * (holds ? 0 : field_at(lay, g->army, h)) + source_worth(lay, g, h) +
           lbox(lay->p)->cover[h] * w[WT_TERRAIN] + SUPPORT_MOST * w[WT_SUPPORT] / 10 +
           liking(lay, g, h);
}

/* ---- the hexes in reach ---- */

struct reach {
    int n;
    int16_t hex[CELLS_MAX], cost[CELLS_MAX], first[CELLS_MAX];
    bool weighed[CELLS_MAX];
    int16_t best[CELLS_MAX]; /* by first step: the best of the hexes behind it */
};

static void reach_add(struct reach *r, int h, int cost, int first)
{
    if (cost >= r->cost[h])
        return;
    if (r->n < CELLS_MAX)
        r->hex[r->n++] = i16(h);
    r->cost[h] = i16(cost), r->first[h] = i16(first);
    r->best[first] = NOWHERE;
}

/* Hexes where others of the side are in road march. */
static bool find_columns(const struct play *p, const struct party *g, bool column[CELLS_MAX])
{
    bool any = false;

    memset(column, 0, CELLS_MAX * sizeof *column);
    EACH_PIECE (p, u)
        if (on_map(p, u) && has_flag(p, u, F_COLUMN) && place_of(p, u) != g->at &&
            side_of(p, u) == side_of(p, g->lead))
            any = column[place_of(p, u)] = true;
    return any;
}

/* [8.42D] [8.42E] Is another in road march there, or next to it on the road? */
static bool column_near(const struct play *p, const bool *column, int h)
{
    if (column[h])
        return true;
    EACH_DIRECTION(d)
    if (side_between(p, h, d) & S_ROAD && next_of(p, h, d) >= 0 && column[next_of(p, h, d)])
        return true;
    return false;
}

/* step_cost() of its lead, looked up. */
struct pace {
    const uint8_t *cost;
    int mover, times;
    bool column, bridged; /* bridged: a pontoon lies somewhere */
};

static struct pace pace_of(const struct play *p, int lead, bool column)
{
    int mover = def_of(p, lead)->mover;
    struct pace pace = { .cost = column ? lbox(p)->column[mover] : lbox(p)->cost[mover],
                         .mover = mover,
                         .times = 1,
                         .column = column };

    if (is_mud(p) && (mover == MOVES_ARTILLERY || mover == MOVES_TRAIN))
        pace.times = 2;
    for (int i = 0; i < TRAINS; i++)
        pace.bridged |= ld(p)->pontoon[i].border >= 0;
    return pace;
}

static inline int pace_cost(const struct play *p, const struct pace *pace, int h, int d)
{
    int cost = pace->cost[h * HEX_SIDES + d];

    if (pace->bridged)
        return mover_cost(p, pace->mover, h, d, pace->column);
    return cost == NO_ENTRY ? NO_ENTRY : cost * pace->times;
}

/* From the first steps that are on the menu on; as if the group were its lead. */
static void reach_out(const struct play *p, const struct party *g, bool column, int points,
                      struct reach *r)
{
    int side = side_of(p, g->lead);
    struct pace pace = pace_of(p, g->lead, column);
    bool columns[CELLS_MAX], wary = column && find_columns(p, g, columns);

    for (int i = 0; i < r->n; i++) {
        int h = r->hex[i];

        if (!g->alone && in_zone(p, h, side))
            continue;
        EACH_DIRECTION(d)
        {
            int to = next_of(p, h, d), cost = pace_cost(p, &pace, h, d);

            if (to < 0 || cost == NO_ENTRY || r->cost[h] + cost > points ||
                r->cost[h] + cost >= r->cost[to] || enemy_in(p, to, side) ||
                (wary && column_near(p, columns, to)))
                continue;
            reach_add(r, to, r->cost[h] + cost, r->first[h]);
        }
    }
}

static bool may_rest(const struct play *p, const struct party *g, int h)
{
    struct tally t = tally_hex(p, h);

    t.infantry = u8(t.infantry + g->tally.infantry), t.mounted = u8(t.mounted + g->tally.mounted);
    t.foot = u8(t.foot + g->tally.foot), t.trains = u8(t.trains + g->tally.trains);
    t.vedettes = u8(t.vedettes + g->tally.vedettes);
    t.leaders = u8(t.leaders + g->tally.leaders), t.columns = u8(t.columns + g->tally.columns);
    return !refuse_tally(&t);
}

static int weigh_hex(struct lay *lay, const struct party *g, struct reach *r, int h)
{
    int first = r->first[h], worth;

    if (r->weighed[h] || !may_rest(lay->p, g, h))
        return NOWHERE;
    r->weighed[h] = true;
    worth = rest_worth(lay, g, h) - r->cost[h] / 2;
    if (worth > r->best[first])
        r->best[first] = i16(worth > 30000 ? 30000 : worth);
    return worth;
}

/* The best of the hexes for each first step; the best of all. What seems best is looked at first, and then what may be better. */
static int weigh_reach(struct lay *lay, const struct party *g, struct reach *r)
{
    int16_t ceiling[CELLS_MAX], promising[CELLS_MAX];
    int most = NOWHERE, worth;

    for (int i = 0; i < r->n; i++)
        promising[r->first[r->hex[i]]] = -1;
    for (int i = 0; i < r->n; i++) {
        int h = r->hex[i], first = r->first[h];

        ceiling[h] = i16(ceiling_of(lay, g, h) - r->cost[h] / 2);
        if (promising[first] < 0 || ceiling[h] > ceiling[promising[first]])
            promising[first] = i16(h);
    }
    for (int i = 0; i < r->n; i++) {
        worth = weigh_hex(lay, g, r, promising[r->first[r->hex[i]]]);
        most = worth > most ? worth : most;
    }
    for (int i = 0; i < r->n; i++) {
        int h = r->hex[i];

        if (ceiling[h] <= r->best[r->first[h]])
            continue;
        worth = weigh_hex(lay, g, r, h);
        most = worth > most ? worth : most;
    }
    return most;
}

static void reach_begin(struct reach *r)
{
    r->n = 0;
    memset(r->cost, 127, sizeof r->cost);
    memset(r->weighed, 0, sizeof r->weighed);
}

static int best_by_menu(struct lay *lay, const struct party *g, const struct menu *m,
                        struct reach *r)
{
    const struct play *p = lay->p;

    reach_begin(r);
    for (int i = 0; i < m->n; i++) {
        int to = m->a[i].arg[1];

        if (m->a[i].verb != V_MARCH)
            continue;
        r->best[to] = NOWHERE;
        reach_add(r, to,
                  g->at < 0 ? entry_cost(p, g->lead)
                            : step_cost(p, g->lead, g->at, direction_to(p, g->at, to), g->column),
                  to);
    }
    reach_out(p, g, g->column, g->points, r);
    return weigh_reach(lay, g, r);
}

/* What it could do in road march, or out of it, instead. */
static int best_if(struct lay *lay, struct party g, bool column, int points)
{
    struct reach r;

    if (g.at < 0)
        return NOWHERE;
    reach_begin(&r);
    g.column = column;
    reach_add(&r, g.at, 0, g.at);
    reach_out(lay->p, &g, column, points, &r);
    return weigh_reach(lay, &g, &r);
}

/* ---- a march ---- */

/* [10.0] Five to one, as far as one can know. */
static int repulse_urge(const struct lay *lay, const struct party *g, int here)
{
    const struct play *p = lay->p;
    int foes = 0, halves = 2;
    bool unseen = false;

    EACH_DIRECTION(d)
    {
        int at = next_of(p, g->at, d);

        if (at < 0 || !enemy_in(p, at, lay->side) || !hex_is(p, at, H_ZONE))
            continue;
        foes += lay->foe[at];
        unseen |= hex_is(p, at, H_UNSEEN);
        halves = lbox(p)->is_town[at] ? 3 : halves;
    }
    return g->strength * 2 >= 5 * foes * halves && !unseen ? here + 120 : here - 200;
}

/* [15.12] [3.0b] Into an empty hex that all can pay for: whoever finds no room would be taken up again and again. */
static bool fits_at_entry(const struct play *p, struct party g, int u, const struct menu *m)
{
    tally_add(p, &g.tally, u);
    for (int i = 0; i < m->n; i++) {
        int to = m->a[i].arg[1];
        struct tally there;

        if (m->a[i].verb != V_MARCH)
            continue;
        there = tally_all(p, to);
        if (!combat_units_in(&there) && !there.trains && !there.vedettes && may_rest(p, &g, to) &&
            !refuse_enter(p, u, to))
            return true;
    }
    return false;
}

/* Napoleon follows his troops where it is safe, but does not go with them into battle [20.3]. */
static bool rides_after(struct lay *lay, int u)
{
    return u == lbox(lay->p)->napoleon && place_of(lay->p, u) >= 0 &&
           foe_distance(lay, place_of(lay->p, u)) < 8;
}

/* Who is to come along: all of the hex who are no slower, unless the lead goes by road alone. */
static int join_urge(const struct choice *c, struct lay *lay, const struct party *g, int u,
                     int most, int road)
{
    const struct play *p = c->p;

    if (errand_of(lay, u) != errand_of(lay, g->lead) && (errand_of(lay, u) >= 0 || !lay->late))
        return NOWHERE;
    if (is_train(p, u) || (is_guns(p, u) && is_mud(p)) || is_vedette(p, u) || g->vedettes ||
        g->tally.trains || (g->at < 0 && !fits_at_entry(p, *g, u, c->menu)))
        return NOWHERE;
    if (is_leader(p, u))
        return g->tally.leaders || g->alone || rides_after(lay, u) ? NOWHERE
               : is_officer_of(p, u, g->lead)                      ? most + 50
               : formation_led(p, u) == NO_FORMATION
                   ? NOWHERE /* commanders ride where they are heard */
                   : most + 20;
    if (g->alone || g->column || (g->at >= 0 && road > most) || points_left(p, u) < g->points)
        return NOWHERE;
    if (arm_of(p, u) == CAVALRY && g->tally.infantry && g->tally.mounted)
        return NOWHERE; /* one for Combined Arms: the others ride around the enemy */
    return most + 40;
}

enum { SCREEN_FAR = 8 };

/* 13.1: a screen for an army that waits or gives ground. */
static int break_urge(struct lay *lay, const struct party *g, int here)
{
    int d = g->at < 0 ? 99 : foe_distance(lay, g->at), army = g->army;

    if (army == ARMY_FRENCH || d < 4 || d > SCREEN_FAR || g->strength > 4 || lay->late)
        return NOWHERE;
    return here + lay->weight[WT_SCREEN] / (lay->back[army] ? 1 : 3);
}

/* 13.12: when there is nothing more to be screened, or all are needed. */
static int gather_urge(struct lay *lay, const struct party *g, int most)
{
    bool needed = lay->late || (g->at >= 0 && foe_distance(lay, g->at) > SCREEN_FAR);

    return needed ? most + 10 : NOWHERE;
}

/* [9.2a] Where it brings the army nearer by half a march. */
static int pontoon_urge(struct lay *lay, const struct party *g, int place, int here)
{
    const struct play *p = lay->p;

    EACH_DIRECTION(d)
    {
        int to = next_of(p, g->at, d);

        if (to >= 0 && board_border(p->box->board, g->at, to) == place)
            return field_at(lay, g->army, to) + 8 < field_at(lay, g->army, g->at) ? here + 100
                                                                                  : NOWHERE;
    }
    return NOWHERE;
}

/* [8.42C] Whoever is still among others was not in road march before: to end it would cost a point for nothing. */
static bool has_just_formed(const struct play *p, const struct party *g)
{
    struct tally t = tally_hex(p, g->at);

    return combat_units_in(&t) > 1;
}

/* Whoever stands off the map is to come on, whatever it is like there. */
static int march_urge(const struct party *g, int best)
{
    return best + (g->at < 0 && best == NOWHERE);
}

void urge_march(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    struct reach r;
    struct staff staff;
    struct party g;
    struct lay lay;
    int most, here, road = NOWHERE;

    lay_out(p, c->side, c->weight, &lay);
    for (int h = 0; h < p->box->board->cells; h++)
        lay.held[h] = NOWHERE;
    lay_fields(&lay, agenda_top(p)->v[0]);
    party_of(&lay, agenda_top(p)->v[0], &g, &staff);
    if (g.at >= 0)
        lay.own[g.at] = i16(lay.own[g.at] > g.strength ? lay.own[g.at] - g.strength : 0);
    most = best_by_menu(&lay, &g, m, &r);
    here = g.at < 0 ? NOWHERE : rest_worth(&lay, &g, g.at) + 3;
    most = most > here ? most : here;
    for (int i = 0; i < m->n; i++)
        if (m->a[i].verb == V_COLUMN && !piece_at(p, g.lead)->spent)
            road = g.at < 0 ? NOWHERE : best_if(&lay, g, true, g.points) - 20;
    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];

        switch (a->verb) {
        case V_MARCH: urge[i] = march_urge(&g, r.best[a->arg[1]]); break;
        case V_DONE: urge[i] = here; break;
        case V_COLUMN: urge[i] = road; break;
        case V_DEPLOY:
            urge[i] = has_just_formed(p, &g) ? NOWHERE : best_if(&lay, g, false, g.points - 2) - 5;
            break;
        case V_JOIN: urge[i] = join_urge(c, &lay, &g, a->arg[0], most, road); break;
        case V_REPULSE: urge[i] = repulse_urge(&lay, &g, here); break;
        case V_BREAK: urge[i] = break_urge(&lay, &g, here); break;
        case V_REASSEMBLE: urge[i] = gather_urge(&lay, &g, most); break;
        case V_PONTOON: urge[i] = pontoon_urge(&lay, &g, a->arg[1], here); break;
        default: urge[i] = NOWHERE;
        }
    }
}

/* ---- who moves next ---- */

/* Whoever is nearest to the goal first, so that the road is free; guns and leaders last. */
static int take_urge(struct lay *lay, int u)
{
    const struct play *p = lay->p;
    int h = place_of(p, u), far;

    if (h < 0 && !can_come_on(p, u))
        return -1;
    if (h < 0)
        return is_leader(p, u) ? 40 : is_guns(p, u) || is_train(p, u) ? 45 : 50;
    far = field_at(lay, army_of(p, u), h);
    if (is_leader(p, u))
        return 20 + (u == lbox(p)->napoleon ? -5 : 0);
    if (is_train(p, u))
        return 30;
    return 700 - far + lay->own[h] / 4 - (is_guns(p, u) ? 5 : 0) -
           (arm_of(p, u) == CAVALRY ? 4 : 0);
}

void urge_movement(const struct choice *c, int *urge)
{
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    lay_fields(&lay, -1);
    for (int i = 0; i < c->menu->n; i++)
        urge[i] = c->menu->a[i].verb == V_TAKE   ? take_urge(&lay, c->menu->a[i].arg[0])
                  : c->menu->a[i].verb == V_DONE ? 0
                                                 : -1;
}

/* [10.21a] */
void urge_occupy(const struct choice *c, int *urge)
{
    struct staff staff;
    struct party g;
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    lay_fields(&lay, agenda_top(c->p)[-1].v[0]);
    party_of(&lay, agenda_top(c->p)[-1].v[0], &g, &staff);
    for (int i = 0; i < c->menu->n; i++)
        urge[i] = c->menu->a[i].verb == V_OCCUPY ? rest_worth(&lay, &g, c->menu->a[i].arg[0]) : 0;
}
