/*
 * bot-move.c: where the computer opponent wants each block to be, and how it gets there: on good ground,
 * among friends, beside the battle; never alone before the enemy. What it attacks is bot-attack.c.
 */
#include "bot.h"

/* ---- where a block wants to be ---- */

static int engage_worth(struct lay *lay, int u, int area)
{
    int more = promise(lay, area, u) - margin(lay);

    if (more < 0)
        return 10 * more - 100;
    return (more < 100 ? more : 100) * lay->weight[WT_ATTACK] + 100 + star_bonus(lay, area) / 2;
}

/* Stars of the enemy draw it; but the British, while they hold what wins, stand on good ground before him. */
static int goal_worth(struct lay *lay, int u, int area)
{
    const struct play *p = lay->p;
    const struct ground *g = ground_of(lay, area);
    int far = g->to_goal, near = g->to_foe, sum;
    bool waits = faction_of(p, u) == BRITISH && !lay->behind;
    bool tenable = g->threat <= 10 * strength_of(p, u) + 10 * box_of(p)->bonus[area];

    sum = -lay->weight[WT_APPROACH] * (waits ? (near > 2 ? near - 2 : 0) : far) / (waits ? 2 : 1);
    if (waits)
        sum += 4 * box_of(p)->bonus[area];
    if (areas_has(lay->stars, area) && !lay->foe[area] && (!waits || tenable))
        sum += 20 * lay->weight[WT_GARRISON];
    else if (areas_has(lay->lost, area))
        sum += lay->weight[WT_GROUND];
    return sum;
}

/* The first block matters most. */
static int garrison_worth(struct lay *lay, int u, int area)
{
    const struct play *p = lay->p;
    const struct w200_state *s = w200_of(p);
    int others, enemy;

    if (!areas_has(box_of(p)->star, area) || !areas_has(lay->held, area))
        return 0;
    others = s->count[faction_of(p, u)][area] - (s->block[u].place == area);
    enemy = ground_of(lay, area)->to_foe;
    return lay->weight[WT_GARRISON] * (enemy <= 2 ? 4 : enemy <= 4 ? 2 : 1) / (others + 1) *
           (is_combat_unit(p, u) ? 2 : 1) / 2;
}

/*
 * Alone before the enemy. Whoever waits reckons with all that could come; whoever must attack comes on among
 * friends, but not where few of them are beside it.
 */
static int exposed(struct lay *lay, int u, int area)
{
    const struct ground *g = ground_of(lay, area);
    int stand = others(lay, lay->own, u, area) + 10 * strength_of(lay->p, u) +
                10 * box_of(lay->p)->bonus[area];
    int beside = g->near_foe / (g->near_own < 60 ? 1 : 2);
    int danger = (lay->behind ? beside : g->threat) - stand;

    return danger > 0 ? -danger * lay->weight[WT_PRESSURE] / 10 : 0;
}

/* A leader or guns before the enemy that nobody else covers. */
static int escort_worth(struct lay *lay, int u, int area)
{
    if (lay->own[area] <= lay->line[area] || !ground_of(lay, area)->near_foe)
        return 0;
    return others(lay, lay->line, u, area) > 0 ? 0 : 80;
}

/* Among enemies: as long as the fight goes well, or holds a star; otherwise it breaks off. */
static int stay_worth(struct lay *lay, int u, int area)
{
    int outlook = lay->own[area] + support(lay, area, faction_of(lay->p, u)) +
                  followers(lay, area, faction_of(lay->p, u), -1) / 2 - defence(lay, area);
    bool held = areas_has(lay->held, area);

    return 150 + (outlook < 0 ? 4 * outlook : 0) + (held ? star_bonus(lay, area) / 2 : 0);
}

/* Of its corps within its orders, and itself not in front of them. */
static int leader_worth(struct lay *lay, int u, int area)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    const struct ground *g = ground_of(lay, area);
    struct areas orders;
    int sum = 0;
    bool leads;

    if (unit_of(p, u)->arm == STRATEGIC)
        return -100 * apart(p, area, box->hq[faction_of(p, u)]);
    orders = range_from(p, u, area);
    EACH_BLOCK_OF(box, b, unit_of(p, u)->corps) {
        int at = w200_of(p)->block[b].place;

        if (b != u && in_area(p, b))
            sum += areas_has(orders, at) ? 30 : -apart(p, area, at);
    }
    if (lay->foe[area])
        sum -= 500;
    leads = value_of(p, u) > 0 && areas_any(areas_and(box->next[area], lay->aims));
    if (3 * lay->line[area] + (leads ? g->near_own : 0) < g->threat)
        sum -= g->near_foe ? 200 : 60;
    return sum + (leads ? 20 * value_of(p, u) : 0);
}

static int gun_worth(struct lay *lay, int u, int area)
{
    const struct ground *g = ground_of(lay, area);
    int sum = goal_worth(lay, u, area) / 2;

    if (lay->foe[area])
        return -300;
    if (2 * lay->line[area] < g->threat)
        sum -= 120;
    else if (g->near_foe)
        sum += 60;
    return sum;
}

int worth(struct lay *lay, int u, int area)
{
    bool here = w200_of(lay->p)->block[u].place == area;

    if (is_leader(lay->p, u))
        return leader_worth(lay, u, area);
    if (is_artillery(lay->p, u))
        return gun_worth(lay, u, area) + garrison_worth(lay, u, area) / 2;
    if (lay->foe[area])
        return here ? stay_worth(lay, u, area) : engage_worth(lay, u, area);
    return goal_worth(lay, u, area) + garrison_worth(lay, u, area) + exposed(lay, u, area) +
           escort_worth(lay, u, area);
}

/* ---- marches ---- */

/* The first area on the way to the best one within so many points, -1: here; and what that is worth. */
struct way {
    int first, worth;
};

/* The point that a leader keeps for being revealed. */
static int kept(const struct mover *m)
{
    return m->mode == MODE_LEADER || m->mode == MODE_HQ;
}

/* Areas by what it costs a block to enter them; only those where it may: free of enemies, or open to an
 * engagement. */
struct entries {
    struct areas at[4];
};

static struct entries entries_of(const struct lay *lay, const struct mover *m)
{
    const struct w200_box *box = box_of(lay->p);
    struct areas all = { { UINT64_MAX, UINT64_MAX } };
    struct areas free = areas_less(all, areas_or(box->black, lay->foes));
    struct areas foes = areas_less(lay->foes, box->black);

    if (m->mode == MODE_PASS)
        foes = NO_AREAS;
    else if (engagements_left(lay->p, m->faction) <= 0)
        foes = areas_and(foes, lay->mine);
    return (struct entries){ .at = {
        [1] = areas_less(free, box->dear),
        [2] = areas_or(areas_and(free, box->dear), areas_less(foes, box->dear)),
        [3] = areas_and(foes, box->dear),
    } };
}

/* A march as it spreads over the map: areas by the points that are left there, and how it began. */
struct fan {
    struct areas at[8], done;
    uint8_t first[AREAS];
};

/* On to some of the areas beside one. */
static void spread(struct fan *f, const struct entries *e, int from, int points, struct areas near, bool start)
{
    struct areas known = f->done;

    for (int cost = 1; cost < 4 && cost <= points; cost++) {
        int rest = points - cost;
        struct areas fresh;

        known = areas_or(known, areas_or(f->at[rest + 1], f->at[rest]));
        fresh = areas_less(areas_and(near, e->at[cost]), known);
        f->at[rest] = areas_or(f->at[rest], fresh);
        while (areas_any(fresh)) {
            int to = areas_take(&fresh);

            f->first[to] = start ? (uint8_t)to : f->first[from];
        }
    }
}

/*
 * The best area within reach, the nearest of several that are equally good, so that a march begun is not
 * thought better of; `start` is where the first step may lead.
 */
static struct way best_way(struct lay *lay, const struct mover *m, int mp, struct areas start)
{
    const struct play *p = lay->p;
    int here = w200_of(p)->block[m->u].place;
    bool may_halt = m->gone && !refuse_stack(p, m->u, here);
    struct way w = { -1, may_halt ? worth(lay, m->u, here) : -100000 };
    struct entries e = entries_of(lay, m);
    struct fan f = { .at = { NO_AREAS } };

    mp -= kept(m);
    areas_add(&f.done, here);
    spread(&f, &e, here, mp - areas_has(lay->foes, here), start, true);
    for (; mp >= 0; mp--)
        while (areas_any(f.at[mp])) {
            int a = areas_take(&f.at[mp]);

            if (areas_has(f.done, a))
                continue;
            areas_add(&f.done, a);
            if (!refuse_stack(p, m->u, a)) {
                int value = worth(lay, m->u, a);

                if (value > w.worth)
                    w = (struct way){ f.first[a], value };
            }
            if (!areas_has(lay->foes, a))
                spread(&f, &e, a, mp, box_of(p)->next[a], false);
        }
    return w;
}

/* What guns are worth where they stand if they are unmasked: much beside a battle of their own side. */
static int unmask_worth(struct lay *lay, int u)
{
    const struct play *p = lay->p;
    int here = w200_of(p)->block[u].place;
    struct areas battles = areas_and(box_of(p)->next[here], contested_now(p));

    if (lay->foe[here] || !ground_of(lay, here)->near_foe || value_of(p, u) == 0)
        return -100000;
    return worth(lay, u, here) + (areas_any(areas_and(battles, lay->mine)) ? 200 : 20);
}

/* Guns are unmasked where there is something to fire at. */
static int reveal_urge(struct lay *lay, int u, int gone)
{
    int here = w200_of(lay->p)->block[u].place, unmasked;

    if (is_leader(lay->p, u))
        return worth(lay, u, here) + 1;
    unmasked = unmask_worth(lay, u);
    return unmasked > -100000 ? unmasked : gone ? -1000 : -5000;
}

static int march_urge(struct lay *lay, const struct mover *k, struct way w, const struct action *a)
{
    switch (a->verb) {
    case V_MARCH: return a->arg[1] == w.first ? w.worth : -4000 + worth(lay, k->u, a->arg[1]);
    case V_REVEAL: return reveal_urge(lay, k->u, k->gone);
    case V_HALT: return w.first < 0 ? w.worth + 1 : worth(lay, k->u, w200_of(lay->p)->block[k->u].place);
    default: return -9000;
    }
}

void urge_march(struct lay *lay, const struct menu *m, int *urge)
{
    const struct step *t = agenda_top(lay->p);
    struct mover k = mover_of(lay->p, t);
    struct areas start = NO_AREAS;
    struct way w;

    if (k.mode == MODE_LEADER) {
        lay_rides(lay);
        find_aims(lay, false);
    }
    for (int i = 0; i < m->n; i++)
        if (m->a[i].verb == V_MARCH)
            areas_add(&start, m->a[i].arg[1]);
    w = best_way(lay, &k, t->v[2], start);
    for (int i = 0; i < m->n; i++)
        urge[i] = march_urge(lay, &k, w, &m->a[i]);
}

static int mode_now(const struct play *p)
{
    int action = w200_of(p)->action;

    return action == DO_TACTICAL ? MODE_TACTICAL : action == DO_STRATEGIC ? MODE_STRATEGIC : MODE_PASS;
}

static int take_urge(struct lay *lay, int u)
{
    const struct play *p = lay->p;
    int faction = faction_of(p, u), here = w200_of(p)->block[u].place;
    struct mover m = { .u = u, .faction = faction, .side = lay->side, .mode = mode_now(p) };
    int mp = unit_of(p, u)->mp + (m.mode == MODE_TACTICAL), best;
    struct areas start = NO_AREAS;

    for (struct areas near = box_of(p)->next[here]; areas_any(near);) {
        int to = areas_take(&near);

        if (!refuse_march(p, &m, mp, to))
            areas_add(&start, to);
    }
    best = best_way(lay, &m, mp, start).worth;

    if (is_artillery(p, u) && m.mode != MODE_PASS) {
        int unmasked = unmask_worth(lay, u);

        best = unmasked > best ? unmasked : best;
    }
    return best - worth(lay, u, here) - 10;
}

void urge_movement(struct lay *lay, const struct menu *m, int *urge)
{
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_TAKE ? take_urge(lay, m->a[i].arg[0]) : 0;
}
