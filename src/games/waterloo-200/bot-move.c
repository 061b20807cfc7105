/*
 * bot-move.c: where the computer opponent wants each block to be, and how it gets there: on good ground,
 * among friends, beside the battle; never alone before the enemy. What it attacks is bot-attack.c.
 */
#include "bot.h"

/* ---- where a block wants to be ---- */

static int engage_worth(const struct lay *lay, int u, int area)
{
    int more = promise(lay, area, u) - margin(lay);

    if (!is_combat_unit(lay->p, u))
        return -200;
    if (more < 0)
        return 10 * more - 100;
    return (more < 100 ? more : 100) * lay->weight[WT_ATTACK] + 100 + star_bonus(lay, area) / 2;
}

/* Stars of the enemy draw it; but the British, while they hold what wins, stand on good ground before him. */
static int goal_worth(const struct lay *lay, int u, int area)
{
    const struct play *p = lay->p;
    int far = lay->to_goal[area], near = lay->to_foe[area], sum;
    bool waits = faction_of(p, u) == BRITISH && !behind(lay);
    bool tenable = lay->threat[area] <= 10 * strength_of(p, u) + 10 * box_of(p)->bonus[area];

    sum = -lay->weight[WT_APPROACH] * (waits ? (near > 2 ? near - 2 : 0) : far) / (waits ? 2 : 1);
    if (waits)
        sum += 4 * box_of(p)->bonus[area];
    if (areas_has(lay->stars, area) && !lay->foe[area] && (!waits || tenable))
        sum += 20 * lay->weight[WT_GARRISON];
    else if (areas_has(controlled_by(p, !lay->side), area))
        sum += lay->weight[WT_GROUND];
    return sum;
}

/* The first block matters most. */
static int garrison_worth(const struct lay *lay, int u, int area)
{
    const struct play *p = lay->p;
    const struct w200_state *s = w200_of(p);
    int others = s->count[faction_of(p, u)][area] - (s->block[u].place == area), enemy = lay->to_foe[area];

    if (!areas_has(box_of(p)->star, area) || !areas_has(controlled_by(p, lay->side), area))
        return 0;
    return lay->weight[WT_GARRISON] * (enemy <= 2 ? 4 : enemy <= 4 ? 2 : 1) / (others + 1) *
           (is_combat_unit(p, u) ? 2 : 1) / 2;
}

/*
 * Alone before the enemy. Whoever waits reckons with all that could come; whoever must attack comes on among
 * friends, but not where few of them are beside it.
 */
static int exposed(const struct lay *lay, int u, int area)
{
    int stand = others(lay, lay->own, u, area) + 10 * strength_of(lay->p, u) +
                10 * box_of(lay->p)->bonus[area];
    int beside = lay->near_foe[area] / (lay->near_own[area] < 60 ? 1 : 2);
    int danger = (behind(lay) ? beside : lay->threat[area]) - stand;

    return danger > 0 ? -danger * lay->weight[WT_PRESSURE] / 10 : 0;
}

/* A leader or guns before the enemy that nobody else covers. */
static int escort_worth(const struct lay *lay, int u, int area)
{
    bool covered = others(lay, lay->line, u, area) > 0;

    return lay->own[area] > lay->line[area] && lay->near_foe[area] && !covered ? 80 : 0;
}

/* Among enemies: as long as the fight goes well, or holds a star; otherwise it breaks off. */
static int stay_worth(const struct lay *lay, int u, int area)
{
    int outlook = lay->own[area] + support(lay, area, faction_of(lay->p, u)) +
                  followers(lay, area, faction_of(lay->p, u), -1) / 2 - defence(lay, area);
    bool held = areas_has(controlled_by(lay->p, lay->side), area);

    return 150 + (outlook < 0 ? 4 * outlook : 0) + (held ? star_bonus(lay, area) / 2 : 0);
}

/* Of its corps within its orders, and itself not in front of them. */
static int leader_worth(const struct lay *lay, int u, int area)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    int corps = unit_of(p, u)->corps, sum = 0;
    struct areas orders = range_from(p, u, area);
    bool leads;

    if (unit_of(p, u)->arm == STRATEGIC)
        return -100 * apart(p, area, box->hq[faction_of(p, u)]);
    for (int b = box->first[faction_of(p, u)]; b < box->first[faction_of(p, u) + 1]; b++) {
        int at = w200_of(p)->block[b].place;

        if (unit_of(p, b)->corps == corps && b != u && in_area(p, b))
            sum += areas_has(orders, at) ? 30 : -apart(p, area, at);
    }
    if (lay->foe[area])
        sum -= 500;
    leads = value_of(p, u) > 0 && areas_any(areas_and(box->next[area], lay->aims));
    if (3 * lay->line[area] + (leads ? lay->near_own[area] : 0) < lay->threat[area])
        sum -= lay->near_foe[area] ? 200 : 60;
    return sum + (leads ? 20 * value_of(p, u) : 0);
}

static int gun_worth(const struct lay *lay, int u, int area)
{
    int sum = goal_worth(lay, u, area) / 2;

    if (lay->foe[area])
        return -300;
    if (2 * lay->line[area] < lay->threat[area])
        sum -= 120;
    else if (lay->near_foe[area])
        sum += 60;
    return sum;
}

int worth(const struct lay *lay, int u, int area)
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

/* Free of enemies, or open to an engagement. */
static bool may_enter(const struct play *p, const struct mover *m, int area)
{
    return !enemy_in(p, m->side, area) ||
           (m->mode != MODE_PASS && (is_contested(p, area) || engagements_left(p, m->faction) > 0));
}

/* On to the areas beside one, each with the points that are left there. */
static void spread(const struct play *p, const struct mover *m, int from, int mp, struct areas done,
                   struct areas at[8], int first[AREAS])
{
    bool start = from == w200_of(p)->block[m->u].place;
    struct areas near = areas_less(box_of(p)->next[from], areas_or(box_of(p)->black, done));

    while (areas_any(near)) {
        int to = areas_take(&near), rest = mp - cost_of_entry(p, m, from, to), best = 7;

        if (rest < 0 || !may_enter(p, m, to) || (start && refuse_march(p, m, mp + kept(m), to)))
            continue;
        while (best > rest && !areas_has(at[best], to))
            best--;
        if (best > rest || areas_has(at[rest], to))
            continue;
        areas_add(&at[rest], to);
        first[to] = start ? to : first[from];
    }
}

/* The nearest of several that are equally good, so that a march begun is not thought better of. */
static struct way best_way(const struct lay *lay, struct mover m, int mp)
{
    const struct play *p = lay->p;
    int here = w200_of(p)->block[m.u].place, first[AREAS];
    bool may_halt = m.gone && !refuse_stack(p, m.u, here);
    struct way w = { -1, may_halt ? worth(lay, m.u, here) : -100000 };
    struct areas at[8] = { NO_AREAS }, done = NO_AREAS;

    mp -= kept(&m);
    first[here] = -1;
    for (areas_add(&at[mp], here); mp >= 0; mp--)
        while (areas_any(at[mp])) {
            int a = areas_take(&at[mp]);

            if (areas_has(done, a))
                continue;
            areas_add(&done, a);
            if (a != here && !refuse_stack(p, m.u, a)) {
                int value = worth(lay, m.u, a);

                if (value > w.worth)
                    w = (struct way){ first[a], value };
            }
            if (a == here || !enemy_in(p, m.side, a))
                spread(p, &m, a, mp, done, at, first);
        }
    return w;
}

/* What guns are worth where they stand if they are unmasked: much beside a battle of their own side. */
static int unmask_worth(const struct lay *lay, int u)
{
    const struct play *p = lay->p;
    int here = w200_of(p)->block[u].place;
    struct areas battles = areas_and(box_of(p)->next[here], contested_now(p));

    if (lay->foe[here] || !lay->near_foe[here] || value_of(p, u) == 0)
        return -100000;
    return worth(lay, u, here) + (areas_any(areas_and(battles, lay->mine)) ? 200 : 20);
}

/* Guns are unmasked where there is something to fire at. */
static int reveal_urge(const struct lay *lay, int u, int gone)
{
    int here = w200_of(lay->p)->block[u].place, unmasked;

    if (is_leader(lay->p, u))
        return worth(lay, u, here) + 1;
    unmasked = unmask_worth(lay, u);
    return unmasked > -100000 ? unmasked : gone ? -1000 : -5000;
}

static int march_urge(const struct lay *lay, const struct mover *k, struct way w, const struct action *a)
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
    struct way w;

    if (k.mode == MODE_LEADER)
        find_aims(lay, false);
    w = best_way(lay, k, t->v[2]);
    for (int i = 0; i < m->n; i++)
        urge[i] = march_urge(lay, &k, w, &m->a[i]);
}

static int mode_now(const struct play *p)
{
    int action = w200_of(p)->action;

    return action == DO_TACTICAL ? MODE_TACTICAL : action == DO_STRATEGIC ? MODE_STRATEGIC : MODE_PASS;
}

static int take_urge(const struct lay *lay, int u)
{
    const struct play *p = lay->p;
    int faction = faction_of(p, u), here = w200_of(p)->block[u].place;
    struct mover m = { .u = u, .faction = faction, .side = lay->side, .mode = mode_now(p) };
    int mp = unit_of(p, u)->mp + (m.mode == MODE_TACTICAL);
    int best = best_way(lay, m, mp).worth;

    if (is_artillery(p, u) && m.mode != MODE_PASS) {
        int unmasked = unmask_worth(lay, u);

        best = unmasked > best ? unmasked : best;
    }
    return best - worth(lay, u, here) - 10;
}

void urge_movement(const struct lay *lay, const struct menu *m, int *urge)
{
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_TAKE ? take_urge(lay, m->a[i].arg[0]) : 0;
}
