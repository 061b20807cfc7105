/*
 * bot-attack.c: what stands where, as the computer opponent counts it; the sum of an attack as far as it
 * can be foreseen; and which areas are worth one. Concealed blocks count as average.
 */
#include "bot.h"

/* ---- what stands where ---- */

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
    const struct step *t = agenda_top(p);

    lay->ordered = w200_of(p)->action == DO_TACTICAL &&
                   (t->op == ST_MOVEMENT || (t->op == ST_MARCH && mover_of(p, t).mode == MODE_TACTICAL));
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

void lay_out(const struct play *p, int side, const int *weight, struct lay *lay)
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

int defence(const struct lay *lay, int area)
{
    return lay->foe[area] + 10 * box_of(lay->p)->bonus[area] +
           (ambush_looms(lay, area) ? lay->weight[WT_HIDDEN] : 0);
}

/* Active leaders beside the area, and guns there that can fire: all of the French, else the best. */
int support(const struct lay *lay, int area, int faction)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    const struct w200_state *s = w200_of(p);
    int sum = 0, guns = 0;

    for (int u = box->first[faction]; u < box->first[faction + 1]; u++) {
        const struct block *k = &s->block[u];
        bool active = k->shown & SHOWN_ACTIVE;
        int points;

        if (!in_area(p, u) || !areas_has(box->next[area], k->place) || enemy_in(p, lay->side, k->place))
            continue;
        points = 10 * value_of(p, u);
        if (unit_of(p, u)->arm == TACTICAL && active)
            sum += points;
        if (is_artillery(p, u) && (active || !(k->flags & F_MOVED)) && s->action != DO_PASS)
            guns = faction == FRENCH ? guns + points : guns > points ? guns : points;
    }
    return sum + guns;
}

/* Can it engage there in this impulse, as far as orders are known? */
bool can_strike(const struct lay *lay, int u, int area)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    const struct block *k = &w200_of(p)->block[u];
    int corps = unit_of(p, u)->corps, far = apart(p, k->place, area);
    int mp = unit_of(p, u)->mp + (w200_of(p)->action != DO_STRATEGIC);

    if (k->flags & F_MOVED || lay->foe[k->place])
        return false;
    if (far == 0 || far > 3 || far + (far == 3) + box->cost[area] > mp)
        return false;
    if (lay->ordered)
        return areas_has(lay->range[corps], k->place);
    return w200_of(p)->action == DO_STRATEGIC || areas_any(areas_and(lay->ride[corps], box->next[area])) ||
           (in_area(p, box->leader[corps]) && areas_has(range_of(p, box->leader[corps]), k->place));
}

/* The strongest that could still come in as well, as far as there is room. */
int followers(const struct lay *lay, int area, int faction, int besides)
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

int promise(const struct lay *lay, int area, int u)
{
    int faction = faction_of(lay->p, u);
    int attack = lay->own[area] + 10 * strength_of(lay->p, u) + support(lay, area, faction);

    return attack + followers(lay, area, faction, u) * 8 / 10 - defence(lay, area);
}

/* Whoever holds what wins lets the enemy come, and strikes only where much is to be gained. */
int margin(const struct lay *lay)
{
    return lay->weight[WT_MARGIN] + (behind(lay) ? 0 : lay->weight[WT_PATIENCE]);
}

/* ---- what to attack ---- */

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

void find_aims(struct lay *lay, bool strategic)
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
