/*
 * bot.c: the computer opponent's knowledge of this game: what a position is worth, and what a sensible
 * general does at every small decision.
 *
 * Stars decide, and ten lost blocks. An area is attacked where the blocks that can come, the leaders beside it
 * and the guns that bear promise more than its defence; stars of one's own are garrisoned; leaders follow
 * their corps, Strategic Leaders stay at headquarters. Concealed blocks count as average. Values are in tenths
 * of a strength point; weights are in data/<id>/bot.txt.
 */
#include <stdlib.h>

#include "w200.h"

enum { WT_STAR, WT_GROUND, WT_BLOCK, WT_MORALE, WT_STRENGTH, WT_LEADER_STAR, WT_HIDDEN, WT_MARGIN, WT_ATTACK, WT_APPROACH,
       WT_GARRISON, WT_REINFORCE, WT_STRATEGIC, WT_PASS, WT_PRESSURE, WT_FRONT, WT_URGENT, WT_PATIENCE };

const struct weight w200_weights[] = {
    [WT_STAR] = { "star", 900, "a Victory Area" },
    [WT_GROUND] = { "ground", 12, "any other area" },
    [WT_BLOCK] = { "block", 120, "a block lost" },
    [WT_MORALE] = { "morale", 60, "the more for every one lost before" },
    [WT_STRENGTH] = { "strength", 30, "a point of strength on the map" },
    [WT_LEADER_STAR] = { "leader-star", 25, "a star of a leader" },
    [WT_HIDDEN] = { "hidden", 26, "strength of a block not seen, in tenths" },
    [WT_MARGIN] = { "margin", 10, "an attack must promise so much more than the defence, in tenths" },
    [WT_ATTACK] = { "attack", 7, "a tenth of a point by which an attack promises more" },
    [WT_APPROACH] = { "approach", 30, "an area nearer to the goal" },
    [WT_GARRISON] = { "garrison", 78, "a block in a Victory Area of one's own, with the enemy near" },
    [WT_REINFORCE] = { "reinforce", 59, "calling reserves, by the block" },
    [WT_STRATEGIC] = { "strategic", 60, "a Strategic Action to move up" },
    [WT_PASS] = { "pass", 40, "passing" },
    [WT_PRESSURE] = { "pressure", 15, "a tenth of a point of enemies beside an area" },
    [WT_FRONT] = { "front", 25, "what a leader with a corps before the enemy is activated for" },
    [WT_URGENT] = { "urgent", 187, "for the side that is behind, what speaks against passing" },
    [WT_PATIENCE] = { "patience", 110, "by how much more an attack must promise to the side that need not attack, in tenths" },
    { NULL, 0, NULL },
};

/* ---- appraisal ---- */

int w200_appraise(const struct play *p, int side, const int *weight)
{
    const struct w200_state *s = w200_of(p);
    int sum = 0;

    for (int f = 0; f < FACTIONS; f++) {
        int sign = side_of(f) == side ? 1 : -1;

        sum += sign * weight[WT_STAR] * areas_count(areas_and(s->control[f], box_of(p)->star));
        sum += sign * weight[WT_GROUND] * areas_count(s->control[f]);
        sum -= sign * (weight[WT_BLOCK] + (f == PRUSSIAN ? 0 : weight[WT_MORALE] * s->lost[f] / 2)) * s->lost[f];
        sum += sign * weight[WT_STRENGTH] * 2 * s->pool[f];
    }
    for (int u = 0; u < BLOCKS; u++) {
        int sign = side_of(faction_of(p, u)) == side ? 1 : -1;

        if (!in_area(p, u) || s->block[u].step == STEP_HIDDEN)
            continue;
        sum += sign * strength_of(p, u) * weight[is_leader(p, u) ? WT_LEADER_STAR : WT_STRENGTH];
    }
    return sum;
}

int w200_stint(const struct play *p)
{
    return 128 * play_state(p)->turn + w200_of(p)->impulse;
}

/* ---- what stands where ---- */

struct lay {
    const struct play *p;
    const int *weight;
    int side;
    int16_t own[AREAS], foe[AREAS];     /* strength in tenths; combat units, guns and leaders there */
    int16_t line[AREAS];                /* of one's own combat units alone */
    int16_t near_own[AREAS], near_foe[AREAS];   /* in the areas beside it */
    int16_t threat[AREAS];              /* what the enemy could throw against it */
    struct areas range[CORPS];          /* of leaders whose orders have been given */
    bool ordered;                       /* this is a Tactical Action, and its leaders are chosen */
    uint8_t to_foe[AREAS], to_goal[AREAS];      /* areas away from the nearest enemies; from a star of theirs */
    struct areas foes, mine, stars;     /* occupied by enemies, friends; stars that the enemy controls */
    struct areas ride[CORPS];           /* where leaders can be revealed */
    struct areas aims;                  /* worth an attack; worked out while actions and leaders are chosen */
    int hope;                           /* what the best of them promises */
};

static void lay_count(struct lay *lay, int16_t *sum, int faction)
{
    const struct w200_state *s = w200_of(lay->p);

    for (struct areas at = s->occupied[faction]; areas_any(at);) {
        int a = areas_take(&at), seen = 0;

        EACH_BLOCK_AT(s, u, a)
            if (faction_of(lay->p, u) == faction && s->block[u].step != STEP_HIDDEN) {
                sum[a] = (int16_t)(sum[a] + 10 * strength_of(lay->p, u));
                seen++;
            }
        sum[a] = (int16_t)(sum[a] + (s->count[faction][a] - seen) * lay->weight[WT_HIDDEN]);
    }
}

static void lay_line(struct lay *lay)
{
    for (int u = 0; u < BLOCKS; u++)
        if (side_of(faction_of(lay->p, u)) == lay->side && in_area(lay->p, u) &&
            is_combat_unit(lay->p, u)) {
            int16_t *at = &lay->line[w200_of(lay->p)->block[u].place];

            *at = (int16_t)(*at + 10 * strength_of(lay->p, u));
        }
}

/* Adds what stands in each area to all areas beside it. */
static void lay_near(const struct play *p, struct areas at, const int16_t *sum, int16_t *near_sum)
{
    while (areas_any(at)) {
        int a = areas_take(&at);

        for (struct areas near = box_of(p)->next[a]; areas_any(near);) {
            int b = areas_take(&near);

            near_sum[b] = (int16_t)(near_sum[b] + sum[a]);
        }
    }
}

/* Who stands beside an area and half of those a march farther, as many as find room; and leaders or guns. */
static void lay_threat(struct lay *lay)
{
    const struct w200_box *box = box_of(lay->p);

    for (struct areas at = lay->foes; areas_any(at);) {
        int a = areas_take(&at);
        struct areas ring = NO_AREAS;

        for (struct areas near = box->next[a]; areas_any(near);)
            ring = areas_or(ring, box->next[areas_take(&near)]);
        for (ring = areas_less(ring, box->next[a]); areas_any(ring);) {
            int b = areas_take(&ring);

            if (b != a)
                lay->threat[b] = (int16_t)(lay->threat[b] + lay->foe[a] / 2);
        }
    }
    for (int a = 0; a < AREAS; a++) {
        int force = lay->threat[a] + lay->near_foe[a], room = 30 * box->limit[a];

        lay->threat[a] = (int16_t)(force == 0 ? 0 : (force < room ? force : room) + 20);
    }
}

static void lay_orders(struct lay *lay)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    int op = agenda_top(p)->op;

    lay->ordered = w200_of(p)->action == DO_TACTICAL &&
                   (op == ST_MOVEMENT || (op == ST_MARCH && mover_of(p, agenda_top(p)).mode == MODE_TACTICAL));
    for (int c = 0; c < CORPS && lay->ordered; c++)
        if (side_of(box->corps_faction[c]) == lay->side &&
            w200_of(p)->block[box->leader[c]].shown & SHOWN_ACTIVE)
            lay->range[c] = range_of(p, box->leader[c]);
}

/* How far every area is from the nearest of a set. */
static void flood(const struct play *p, struct areas from, uint8_t far[AREAS])
{
    struct areas reached = from, edge = from;

    memset(far, 99, AREAS);
    for (uint8_t d = 0; areas_any(edge); d++) {
        struct areas near = { { 0, 0 } };

        while (areas_any(edge)) {
            int a = areas_take(&edge);

            far[a] = d;
            near = areas_or(near, box_of(p)->next[a]);
        }
        edge = areas_less(near, reached);
        reached = areas_or(reached, edge);
    }
}

static void lay_out(const struct play *p, int side, const int *weight, struct lay *lay)
{
    memset(lay, 0, sizeof *lay);
    lay->p = p;
    lay->weight = weight;
    lay->side = side;
    for (int f = 0; f < FACTIONS; f++)
        lay_count(lay, side_of(f) == side ? lay->own : lay->foe, f);
    lay->foes = occupied_by(p, !side);
    lay->mine = occupied_by(p, side);
    lay->stars = areas_and(controlled_by(p, !side), box_of(p)->star);
    flood(p, lay->foes, lay->to_foe);
    flood(p, areas_any(lay->stars) ? lay->stars : lay->foes, lay->to_goal);
    lay_line(lay);
    lay_near(p, lay->mine, lay->own, lay->near_own);
    lay_near(p, lay->foes, lay->foe, lay->near_foe);
    lay_threat(lay);
    lay_orders(lay);
}

/* Strength of one's own in an area, without the block itself. */
static int others(const struct lay *lay, const int16_t *sum, int u, int area)
{
    bool counted = w200_of(lay->p)->block[u].place == area &&
                   (sum == lay->own || is_combat_unit(lay->p, u));

    return sum[area] - (counted ? 10 * strength_of(lay->p, u) : 0);
}

static int apart(const struct play *p, int a, int b)
{
    return board_distance(p->box->board, a, b);
}

/* ---- the sum of an attack, in tenths, as far as it can be foreseen ---- */

/* A block may rise from the sunken road. */
static bool ambush_looms(const struct lay *lay, int area)
{
    const struct play *p = lay->p;
    const struct w200_state *s = w200_of(p);

    return lay->side == S_FRENCH && areas_has(box_of(p)->sunken, area) && s->pool[BRITISH] > 0 &&
           areas_has(s->control[BRITISH], area) && !areas_has(s->contested_before, area) &&
           s->count[BRITISH][area] > 0 && s->count[BRITISH][area] < box_of(p)->limit[area];
}

static int defence(const struct lay *lay, int area)
{
    return lay->foe[area] + 10 * box_of(lay->p)->bonus[area] +
           (ambush_looms(lay, area) ? lay->weight[WT_HIDDEN] : 0);
}

/* Leaders activated, or who may be, and guns beside the area. */
static int support(const struct lay *lay, int area, int faction)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    const struct w200_state *s = w200_of(p);
    int sum = 0, guns = 0;

    for (int u = box->first[faction]; u < box->first[faction + 1]; u++) {
        if (!in_area(p, u) || !areas_has(box->next[area], s->block[u].place) || enemy_in(p, lay->side, s->block[u].place))
            continue;
        if (unit_of(p, u)->arm == TACTICAL && s->block[u].shown & SHOWN_ACTIVE)
            sum += 10 * value_of(p, u);
        if (is_artillery(p, u) && (s->block[u].shown & SHOWN_ACTIVE || !(s->block[u].flags & F_MOVED)) && s->action != DO_PASS)
            guns = faction == FRENCH ? guns + 10 * value_of(p, u) : guns > 10 * value_of(p, u) ? guns : 10 * value_of(p, u);
    }
    return sum + guns;
}

/* Can it engage there in this impulse, as far as orders are known? */
static bool can_strike(const struct lay *lay, int u, int area)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    const struct block *k = &w200_of(p)->block[u];
    int corps = unit_of(p, u)->corps, far = apart(p, k->place, area);
    int mp = unit_of(p, u)->mp + (w200_of(p)->action != DO_STRATEGIC);

    if (far == 0 || far > 3 || far + (far == 3) + box->cost[area] > mp || k->flags & F_MOVED || lay->foe[k->place])
        return false;
    if (lay->ordered)
        return areas_has(lay->range[corps], k->place);
    return w200_of(p)->action == DO_STRATEGIC || areas_any(areas_and(lay->ride[corps], box->next[area])) ||
           (in_area(p, box->leader[corps]) && areas_has(range_of(p, box->leader[corps]), k->place));
}

/* The strongest that could still come in as well, as far as there is room. */
static int followers(const struct lay *lay, int area, int faction, int besides)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    const struct w200_state *s = w200_of(p);
    int room = box->limit[area] - s->count[faction][area] - (besides >= 0), best[4] = { 0 }, sum = 0;

    if (s->action == DO_STRATEGIC) {
        int left = strategic_value(p, faction) - s->moved[faction] - (besides >= 0);

        room = left < room ? left : room;
    }

    for (int u = box->first[faction]; u < box->first[faction + 1] && room > 0; u++) {
        int points;

        if (u == besides || !in_area(p, u) || !is_combat_unit(p, u) || !can_strike(lay, u, area))
            continue;
        points = 10 * strength_of(p, u);
        for (int i = 0; i < room && i < 4; i++)
            if (points > best[i]) {
                int was = best[i];

                best[i] = points;
                points = was;
            }
    }
    for (int i = 0; i < 4; i++)
        sum += best[i];
    return sum;
}

static int promise(const struct lay *lay, int area, int u)
{
    int faction = faction_of(lay->p, u);
    int attack = lay->own[area] + 10 * strength_of(lay->p, u) + support(lay, area, faction);

    return attack + followers(lay, area, faction, u) * 8 / 10 - defence(lay, area);
}

/* Fewer Victory Areas than the enemy: it loses if nothing happens. */
static bool behind(const struct lay *lay)
{
    return 2 * areas_count(lay->stars) > STARS;
}

/* Whoever holds what wins lets the enemy come, and strikes only where much is to be gained. */
static int margin(const struct lay *lay)
{
    return lay->weight[WT_MARGIN] + (behind(lay) ? 0 : lay->weight[WT_PATIENCE]);
}

/* ---- what to attack ---- */

static int star_bonus(const struct lay *lay, int area)
{
    return areas_has(box_of(lay->p)->star, area) ? 10 * lay->weight[WT_GARRISON] : 0;
}

/* Areas to which a leader can ride and be revealed there. */
static struct areas ride_of(const struct play *p, int leader)
{
    const struct w200_box *box = box_of(p);
    int faction = faction_of(p, leader), side = side_of(faction);
    struct areas at[8] = { NO_AREAS }, reached = NO_AREAS;

    areas_add(&at[unit_of(p, leader)->mp - 1], w200_of(p)->block[leader].place);
    for (int mp = unit_of(p, leader)->mp - 1; mp >= 0; mp--)
        while (areas_any(at[mp])) {
            int a = areas_take(&at[mp]);
            struct areas near = areas_less(box->next[a], areas_or(reached, box->black));

            for (areas_add(&reached, a); areas_any(near);) {
                int b = areas_take(&near);

                if (box->cost[b] <= mp && !enemy_in(p, side, b))
                    areas_add(&at[mp - box->cost[b]], b);
            }
        }
    return reached;
}

/* Stars of leaders who can ride beside it: as many as are well spent on one battle. */
static int lead(const struct lay *lay, int area, int faction)
{
    const struct w200_box *box = box_of(lay->p);
    int sum = 0;

    for (int c = 0; c < CORPS; c++)
        if (box->corps_faction[c] == faction &&
            !(w200_of(lay->p)->block[box->leader[c]].shown & SHOWN_ACTIVE) &&
            areas_any(areas_and(lay->ride[c], box->next[area])))
            sum += 10 * value_of(lay->p, box->leader[c]);
    return sum < 40 ? sum : 40;
}

/* What an attack of a faction promises beyond what it must. */
static int hope(const struct lay *lay, int area, int faction, bool strategic)
{
    int come = followers(lay, area, faction, -1), force;

    if (come == 0 && w200_of(lay->p)->count[faction][area] == 0)
        return -1000;
    force = lay->own[area] + come * 9 / 10 + support(lay, area, faction) - defence(lay, area) - margin(lay) +
            (strategic ? 0 : lead(lay, area, faction));
    force = force > 80 ? 80 : force;
    return force + (force > 0 ? star_bonus(lay, area) / 10 : 0);
}

static int best_hope(const struct lay *lay, int area, bool strategic)
{
    int british, prussian;

    if (lay->side == S_FRENCH)
        return hope(lay, area, FRENCH, strategic);
    british = hope(lay, area, BRITISH, strategic);
    prussian = hope(lay, area, PRUSSIAN, strategic);
    return british > prussian ? british : prussian;
}

static void find_aims(struct lay *lay, bool strategic)
{
    const struct w200_box *box = box_of(lay->p);

    for (int c = 0; c < CORPS; c++)
        if (side_of(box->corps_faction[c]) == lay->side && in_area(lay->p, box->leader[c]))
            lay->ride[c] = ride_of(lay->p, box->leader[c]);
    lay->aims = NO_AREAS;
    lay->hope = -1000;
    for (struct areas at = lay->foes; areas_any(at);) {
        int a = areas_take(&at), force = best_hope(lay, a, strategic);

        if (force > 0)
            areas_add(&lay->aims, a);
        lay->hope = force > lay->hope ? force : lay->hope;
    }
}

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

static int worth(const struct lay *lay, int u, int area)
{
    if (is_leader(lay->p, u))
        return leader_worth(lay, u, area);
    if (is_artillery(lay->p, u))
        return gun_worth(lay, u, area) + garrison_worth(lay, u, area) / 2;
    if (lay->foe[area])
        return w200_of(lay->p)->block[u].place == area ? stay_worth(lay, u, area) : engage_worth(lay, u, area);
    return goal_worth(lay, u, area) + garrison_worth(lay, u, area) + exposed(lay, u, area) +
           escort_worth(lay, u, area);
}

/* ---- marches ---- */

/* The best area within so many points and the first area on the way to it; -1: here. */
struct way {
    int best, first, worth;
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
    struct way w = { here, -1, may_halt ? worth(lay, m.u, here) : -100000 };
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
                    w = (struct way){ a, first[a], value };
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

static void urge_march(struct lay *lay, const struct menu *m, int *urge)
{
    const struct step *t = agenda_top(lay->p);
    struct mover k = mover_of(lay->p, t);
    struct way w;

    if (k.mode == MODE_LEADER)
        find_aims(lay, false);
    w = best_way(lay, k, t->v[2]);

    for (int i = 0; i < m->n; i++)
        switch (m->a[i].verb) {
        case V_MARCH: urge[i] = m->a[i].arg[1] == w.first ? w.worth : -4000 + worth(lay, k.u, m->a[i].arg[1]); break;
        case V_REVEAL: urge[i] = reveal_urge(lay, k.u, k.gone); break;
        case V_HALT: urge[i] = w.first < 0 ? w.worth + 1 : worth(lay, k.u, w200_of(lay->p)->block[k.u].place); break;
        default: urge[i] = -9000; break;
        }
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

static void urge_movement(const struct lay *lay, const struct menu *m, int *urge)
{
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_TAKE ? take_urge(lay, m->a[i].arg[0]) : 0;
}

/* ---- which action, which leaders ---- */

/* Would a block of the reserve find an icon of its own with room for it? */
static bool finds_place(const struct play *p, int u)
{
    const struct w200_box *box = box_of(p);
    int faction = faction_of(p, u);

    for (int i = 0; i < box->icons; i++) {
        int area = box->icon[i].area;

        if (fits_icon(p, u, i) && holder_of(p, area) == faction &&
            !enemy_in(p, side_of(faction), area) && !refuse_stack(p, u, area))
            return true;
    }
    return faction == PRUSSIAN;
}

/* Tenths of blocks that a call may be expected to bring: what is drawn and finds no place goes back. */
static int reserves(const struct lay *lay)
{
    const struct play *p = lay->p;
    const struct w200_state *s = w200_of(p);
    int sum = 0;

    for (int f = 0; f < FACTIONS; f++) {
        int value = strategic_value(p, f), welcome = 0;

        if (side_of(f) != lay->side || refuse_call(p, f))
            continue;
        for (int u = box_of(p)->first[f]; u < box_of(p)->first[f + 1]; u++)
            welcome += s->block[u].place == P_POOL && finds_place(p, u);
        sum += 10 * (value < s->pool[f] ? value : s->pool[f]) * welcome / s->pool[f];
    }
    return sum;
}

/* Whoever is ahead may pass as soon as nothing calls; whoever is behind only when he has tried for some time. */
static int pass_urge(const struct lay *lay)
{
    return lay->weight[WT_PASS] - (behind(lay) ? lay->weight[WT_URGENT] - 10 * w200_of(lay->p)->impulse : 0);
}

/* Blocks of a corps within their leader's reach that stand too far back to be of use. */
static int laggards(const struct lay *lay, int leader)
{
    const struct play *p = lay->p;
    int n = 0;

    for (int u = 0; u < BLOCKS; u++)
        n += unit_of(p, u)->corps == unit_of(p, leader)->corps && in_area(p, u) && is_combat_unit(p, u) &&
             lay->to_foe[w200_of(p)->block[u].place] > 2 &&
             apart(p, w200_of(p)->block[u].place, w200_of(p)->block[leader].place) <= 3;
    return n;
}

/* A leader's star is well spent on bringing up a corps, if nothing can be attacked; not on standing about. */
static int bring_up_urge(const struct lay *lay)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    int most = 0;

    for (int c = 0; c < CORPS; c++)
        if (side_of(box->corps_faction[c]) == lay->side && in_area(p, box->leader[c]) &&
            (behind(lay) || box->corps_faction[c] == PRUSSIAN) && !at_heart(p, box->leader[c])) {
            int n = laggards(lay, box->leader[c]);

            most = n > most ? n : most;
        }
    return most > 2 ? 10 * most : -1000;
}

static int tactical_urge(struct lay *lay)
{
    int attack, bring_up = bring_up_urge(lay);

    find_aims(lay, false);
    attack = 4 * lay->hope;
    return attack > bring_up ? attack : bring_up;
}

static int strategic_urge(struct lay *lay)
{
    find_aims(lay, true);
    return lay->weight[WT_STRATEGIC] + 2 * lay->hope / (w200_of(lay->p)->impulse > 20 ? 4 : 2);
}

static void urge_action(struct lay *lay, const struct menu *m, int *urge)
{
    const int *weight = lay->weight;

    for (int i = 0; i < m->n; i++)
        switch (m->a[i].verb) {
        case V_TACTICAL: urge[i] = tactical_urge(lay); break;
        case V_STRATEGIC: urge[i] = strategic_urge(lay); break;
        case V_REINFORCE: urge[i] = weight[WT_REINFORCE] * reserves(lay) / 10; break;
        case V_PASS: urge[i] = pass_urge(lay); break;
        default: urge[i] = 0; break;
        }
}

static bool strikes(const struct lay *lay, int u)
{
    for (struct areas at = lay->aims; areas_any(at);)
        if (can_strike(lay, u, areas_take(&at)))
            return true;
    return false;
}

/*
 * A leader is worth activating for the blocks that he can throw at the enemy, and for his stars beside them: two
 * to a battle. At Heart it costs him nothing.
 */
static int activate_urge(const struct lay *lay, int leader)
{
    const struct play *p = lay->p;
    int front = 0, faction = faction_of(p, leader), battles = areas_count(lay->aims);
    bool enough = w200_of(p)->leaders[faction] >= 2 * (battles > 0 ? battles : 1);

    for (int u = 0; u < BLOCKS; u++) {
        int a = w200_of(p)->block[u].place;

        if (unit_of(p, u)->corps == unit_of(p, leader)->corps && in_area(p, u) && is_combat_unit(p, u) &&
            (lay->foe[a] ? apart(p, a, w200_of(p)->block[leader].place) <= 4 : strikes(lay, u)))
            front += strength_of(p, u);
    }
    if (at_heart(p, leader))
        return 4 * front + 5 * laggards(lay, leader) - 10;
    if (front)
        return 4 * front + 8 * value_of(p, leader) - lay->weight[WT_FRONT] - (enough ? 100 : 0);
    return 5 * laggards(lay, leader) - lay->weight[WT_FRONT];
}

static void urge_activation(const struct lay *lay, const struct menu *m, int *urge)
{
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_ACTIVATE ? activate_urge(lay, m->a[i].arg[0]) : 0;
}

/* ---- battles ---- */

static int foreseen(const struct lay *lay, int area)
{
    const struct play *p = lay->p;
    int faction = defender_in(p, area, !lay->side);

    return lay->own[area] + support(lay, area, faction) - defence(lay, area);
}

static void urge_combat(const struct lay *lay, const struct menu *m, int *urge)
{
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_BATTLE ? foreseen(lay, m->a[i].arg[0]) : 0;
}

/* Guns are spent where they turn the scale, not where it is turned already. */
static void urge_commit(const struct lay *lay, const struct menu *m, int *urge)
{
    const struct play *p = lay->p;
    const struct step *t = agenda_top(p);
    struct fire f = { .area = t->v[0], .attacker = t->v[1] };
    int sure;

    f.defender = defender_in(p, f.area, side_of(f.attacker));
    fire_sum(p, &f, NULL);
    sure = 10 * f.of - defence(lay, f.area);
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb != V_COMMIT ? 0 : sure > 60 ? -1 : sure < -80 ? -1 : value_of(p, m->a[i].arg[0]);
}

/* Whoever bears most for the least, and is no leader. */
static void urge_hits(const struct lay *lay, const struct menu *m, int *urge)
{
    const struct play *p = lay->p;

    for (int i = 0; i < m->n; i++) {
        int u = m->a[i].arg[0];

        urge[i] = 10 * price_of(p, u) + 3 * capacity_of(p, u) - (is_leader(p, u) ? 25 : 0) -
                  (unit_of(p, u)->arm == STRATEGIC ? 100 : 0);
    }
}

static void urge_withdraw(const struct lay *lay, const struct menu *m, int *urge)
{
    const struct step *t = agenda_top(lay->p);
    int danger = lay->foe[t->v[0]] + 20 - lay->own[t->v[0]] - 10 * box_of(lay->p)->bonus[t->v[0]];

    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_WITHDRAW ? danger - 50 : 0;
}

/* ---- between turns ---- */

/* Hearts first: the first step gives two stars and the range of his orders. */
static int restore_urge(const struct lay *lay, int leader)
{
    return 100 + activate_urge(lay, leader) - 16 * value_of(lay->p, leader);
}

static void urge_restore(const struct lay *lay, const struct menu *m, int *urge)
{
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_RESTORE ? restore_urge(lay, m->a[i].arg[0]) : 0;
}

static void urge_numbers(const struct menu *m, int *urge)
{
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].n ? m->a[i].arg[0] : 0;
}

static void urge_places(const struct lay *lay, const struct menu *m, int *urge)
{
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].n > 1 ? worth(lay, m->a[i].arg[0], m->a[i].arg[1]) : -10000;
}

static void urge_verb(const struct menu *m, int verb, int *urge)
{
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == verb;
}

bool w200_urge(const struct play *p, int side, const int *weight, const struct menu *m, int *urge)
{
    struct lay lay;

    lay_out(p, side, weight, &lay);
    switch (agenda_top(p)->op) {
    case ST_ACTION: urge_action(&lay, m, urge); return true;
    case ST_ACTIVATION: find_aims(&lay, false); urge_activation(&lay, m, urge); return true;
    case ST_MOVEMENT: urge_movement(&lay, m, urge); return true;
    case ST_MARCH: urge_march(&lay, m, urge); return true;
    case ST_COMBAT: urge_combat(&lay, m, urge); return true;
    case ST_COMMIT: urge_commit(&lay, m, urge); return true;
    case ST_CREUX: urge_verb(m, V_RESERVE, urge); return true;
    case ST_WITHDRAW: urge_withdraw(&lay, m, urge); return true;
    case ST_RETREAT: case ST_PLACE: urge_places(&lay, m, urge); return true;
    case ST_HITS: urge_hits(&lay, m, urge); return true;
    case ST_HQ: urge_verb(m, V_REORGANIZE, urge); return true;
    case ST_RESTORE: urge_restore(&lay, m, urge); return true;
    case ST_CALL: urge_numbers(m, urge); return true;
    default: memset(urge, 0, (size_t)m->n * sizeof *urge); return true;
    }
}
