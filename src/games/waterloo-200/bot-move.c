/*
 * bot-move.c: where the computer opponent wants each block to be, and how it gets there: on good ground,
 * among friends, beside the battle; never alone before the enemy. What it attacks is bot-attack.c.
 */
#include <assert.h>

#include "bot.h"

enum { LIKING = 30 }; /* of an area by a small whim: as much as being an area nearer */

/* ---- where a block wants to be ---- */

static int engage_worth(struct lay *lay, int u, int area)
{
    int more = promise(lay, area, u) - margin(lay);

    if (more < 0)
        return 10 * more - 100;
    return (more < 100 ? more : 100) * lay->weight[WT_ATTACK] + 100 + star_bonus(lay, area) / 2;
}

/* Stars of the enemy draw it; but the British, while they hold what wins, stand on good ground before him. */
static int goal_worth(const struct lay *lay, const struct ground *g, int u, int area)
{
    const struct play *p = lay->p;
    int bonus = box_of(p)->bonus[area], sum;
    bool waits = faction_of(p, u) == BRITISH && !lay->behind;

    if (waits)
        sum = -lay->weight[WT_APPROACH] * (g->to_foe > 2 ? g->to_foe - 2 : 0) / 2 + 4 * bonus;
    else
        sum = -lay->weight[WT_APPROACH] * g->to_goal;
    if (!areas_has(lay->lost, area))
        return sum;
    if (areas_has(lay->stars, area) && !lay->foe[area] &&
        (!waits || g->threat <= 10 * strength_of(p, u) + 10 * bonus))
        return sum + 20 * lay->weight[WT_GARRISON];
    return sum + lay->weight[WT_GROUND];
}

/* The first block matters most. */
static int garrison_worth(const struct lay *lay, const struct ground *g, int u, int area)
{
    const struct play *p = lay->p;
    const struct w200_state *s = w200_of(p);
    int others;

    if (!areas_has(box_of(p)->star, area) || !areas_has(lay->held, area))
        return 0;
    others = s->count[faction_of(p, u)][area] - (s->block[u].place == area);
    return lay->weight[WT_GARRISON] *
           (g->to_foe <= 2   ? 4
            : g->to_foe <= 4 ? 2
                             : 1) /
           (others + 1) * (is_combat_unit(p, u) ? 2 : 1) / 2;
}

/*
 * Alone before the enemy. Whoever waits reckons with all that could come; whoever must attack comes on among
 * friends, but not where few of them are beside it.
 */
static int exposed(const struct lay *lay, const struct ground *g, int u, int area)
{
    int stand = others(lay, lay->own, u, area) + 10 * strength_of(lay->p, u) +
                10 * box_of(lay->p)->bonus[area];
    int beside = g->near_own < 60 ? g->near_foe : g->near_foe / 2;
    int danger = (lay->behind ? beside : g->threat) - stand;

    return danger > 0 ? -danger * lay->weight[WT_PRESSURE] / 10 : 0;
}

/* A leader or guns before the enemy that nobody else covers. */
static int escort_worth(const struct lay *lay, const struct ground *g, int u, int area)
{
    bool alone = lay->own[area] > lay->line[area] && g->near_foe;

    return alone && others(lay, lay->line, u, area) <= 0 ? 80 : 0;
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
static int leader_worth(const struct lay *lay, const struct ground *g, int u, int area)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    struct areas orders;
    int sum = 0;
    bool leads;

    if (unit_of(p, u)->arm == STRATEGIC)
        return -100 * apart(p, area, box->hq[faction_of(p, u)]);
    orders = range_from(p, u, area);
    EACH_BLOCK_OF (box, b, unit_of(p, u)->corps) {
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

static int gun_worth(const struct lay *lay, const struct ground *g, int u, int area)
{
    int sum = goal_worth(lay, g, u, area) / 2;

    if (lay->foe[area])
        return -300;
    if (2 * lay->line[area] < g->threat)
        sum -= 120;
    else if (g->near_foe)
        sum += 60;
    return sum;
}

static int sober_worth(struct lay *lay, int u, int area)
{
    bool here = w200_of(lay->p)->block[u].place == area;
    const struct ground *g = ground_of(lay, area);

    if (is_leader(lay->p, u))
        return leader_worth(lay, g, u, area);
    if (is_artillery(lay->p, u))
        return gun_worth(lay, g, u, area) + garrison_worth(lay, g, u, area) / 2;
    if (lay->foe[area])
        return here ? stay_worth(lay, u, area) : engage_worth(lay, u, area);
    return goal_worth(lay, g, u, area) + garrison_worth(lay, g, u, area) +
           exposed(lay, g, u, area) + escort_worth(lay, g, u, area);
}

int worth(struct lay *lay, int u, int area)
{
    int way = whim_of(lay->weight, unit_of(lay->p, u)->corps);

    return sober_worth(lay, u, area) +
           plan_liking(lay->p, lay->weight, way, (struct detachment){ u, area }, LIKING);
}

/* ---- marches ---- */

/* The point that a leader keeps for being revealed. */
static int kept(const struct mover *m)
{
    return m->mode == MODE_LEADER || m->mode == MODE_HQ;
}

/* A march as far as it can go: where its first step may lead, and areas by the points that are left there. */
enum { DEAREST = 3, POINTS_MOST = 7 }; /* the most that an area costs; that a block has */
struct fan {
    struct areas start;
    struct areas entry[DEAREST + 1]; /* areas that it may enter, by what that costs */
    struct areas at[POINTS_MOST + 1];
};

/* Only where it is free of enemies, or open to an engagement: that costs a point more. */
static void find_entries(const struct lay *lay, const struct mover *m, struct fan *f)
{
    const struct w200_box *box = box_of(lay->p);
    struct areas all = { { UINT64_MAX, UINT64_MAX } };
    struct areas free = areas_less(all, areas_or(box->black, lay->foes));
    struct areas foes = areas_less(lay->foes, box->black);

    if (m->mode == MODE_PASS)
        foes = NO_AREAS;
    else if (engagements_left(lay->p, m->faction) <= 0)
        foes = areas_and(foes, lay->mine);
    f->entry[1] = areas_less(free, box->dear);
    f->entry[2] = areas_or(areas_and(free, box->dear), areas_less(foes, box->dear));
    f->entry[3] = areas_and(foes, box->dear);
}

/* On to areas beside those where so many points are left. */
static void spread(struct fan *f, int points, struct areas near)
{
    for (int cost = 1; cost <= DEAREST && cost <= points; cost++)
        f->at[points - cost] = areas_or(f->at[points - cost], areas_and(near, f->entry[cost]));
}

static struct fan fan_out(const struct lay *lay, const struct mover *m, int mp, struct areas start)
{
    struct fan f = { .start = start };
    int here = w200_of(lay->p)->block[m->u].place;
    struct areas done = NO_AREAS;

    find_entries(lay, m, &f);
    areas_add(&done, here);
    mp -= kept(m);
    spread(&f, mp - areas_has(lay->foes, here), start);
    for (mp--; mp >= 0; mp--) {
        struct areas near = NO_AREAS;

        f.at[mp] = areas_less(f.at[mp], done);
        done = areas_or(done, f.at[mp]);
        for (struct areas from = areas_less(f.at[mp], lay->foes); areas_any(from);)
            near = areas_or(near, box_of(lay->p)->next[areas_take(&from)]);
        spread(&f, mp, near);
    }
    return f;
}

/* The best area within reach, -1: here; how many points are left there, and what it is worth. */
struct way {
    int to, left, worth;
};

/* The nearest of several that are equally good, so that a march begun is not thought better of. */
static struct way best_way(struct lay *lay, const struct mover *m, const struct fan *f)
{
    const struct play *p = lay->p;
    int here = w200_of(p)->block[m->u].place;
    bool may_halt = m->gone && !refuse_stack(p, m->u, here);
    struct way w = { -1, 0, may_halt ? worth(lay, m->u, here) : -100000 };

    for (int left = POINTS_MOST; left >= 0; left--)
        for (struct areas at = f->at[left]; areas_any(at);) {
            int a = areas_take(&at), value;

            if (areas_has(lay->mine, a) && refuse_stack(p, m->u, a))
                continue;
            value = worth(lay, m->u, a);
            if (value > w.worth)
                w = (struct way){ a, left, value };
        }
    return w;
}

/* The first area on the way, -1: none. Traced back from its end, by the points that each area cost. */
static int first_step(const struct lay *lay, const struct fan *f, struct way w)
{
    while (w.to >= 0 && !areas_has(f->start, w.to)) {
        struct areas from;
        int cost = 1;

        while (!areas_has(f->entry[cost], w.to))
            cost++;
        w.left += cost;
        from = areas_less(areas_and(f->at[w.left], box_of(lay->p)->next[w.to]), lay->foes);
        assert(areas_any(from));
        w.to = areas_take(&from);
    }
    return w.to;
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

static int march_urge(struct lay *lay, const struct mover *k, struct way w, int first,
                      const struct action *a)
{
    switch (a->verb) {
    case V_MARCH: return a->arg[1] == first ? w.worth : -4000 + worth(lay, k->u, a->arg[1]);
    case V_REVEAL: return reveal_urge(lay, k->u, k->gone);
    case V_HALT:
        return first < 0 ? w.worth + 1 : worth(lay, k->u, w200_of(lay->p)->block[k->u].place);
    default: return -9000;
    }
}

void urge_march(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    const struct step *t = agenda_top(c->p);
    struct mover k = mover_of(c->p, t);
    struct areas start = NO_AREAS;
    struct fan f;
    struct way w;
    int first;
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    if (k.mode == MODE_LEADER) {
        lay_rides(&lay);
        find_aims(&lay, false);
    }
    for (int i = 0; i < m->n; i++)
        if (m->a[i].verb == V_MARCH)
            areas_add(&start, m->a[i].arg[1]);
    f = fan_out(&lay, &k, t->v[2], start);
    w = best_way(&lay, &k, &f);
    first = first_step(&lay, &f, w);
    for (int i = 0; i < m->n; i++)
        urge[i] = march_urge(&lay, &k, w, first, &m->a[i]);
}

static int mode_now(const struct play *p)
{
    int action = w200_of(p)->action;

    return action == DO_TACTICAL    ? MODE_TACTICAL
           : action == DO_STRATEGIC ? MODE_STRATEGIC
                                    : MODE_PASS;
}

static int take_urge(struct lay *lay, int u)
{
    const struct play *p = lay->p;
    int faction = faction_of(p, u), here = w200_of(p)->block[u].place;
    struct mover m = { .u = u, .faction = faction, .side = lay->side, .mode = mode_now(p) };
    int mp = unit_of(p, u)->mp + (m.mode == MODE_TACTICAL), best;
    struct areas start = NO_AREAS;
    struct fan f;

    for (struct areas near = box_of(p)->next[here]; areas_any(near);) {
        int to = areas_take(&near);

        if (!refuse_march(p, &m, mp, to))
            areas_add(&start, to);
    }
    f = fan_out(lay, &m, mp, start);
    best = best_way(lay, &m, &f).worth;

    if (is_artillery(p, u) && m.mode != MODE_PASS) {
        int unmasked = unmask_worth(lay, u);

        best = unmasked > best ? unmasked : best;
    }
    return best - worth(lay, u, here) - 10;
}

void urge_movement(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_TAKE ? take_urge(&lay, m->a[i].arg[0]) : 0;
}
