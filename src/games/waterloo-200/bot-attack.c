/*
 * bot-attack.c: what stands where, as the computer opponent counts it; who can come to an attack and what
 * its sum is, as far as it can be foreseen; and which areas are worth one. Concealed blocks count as average.
 *
 * The policy is asked hundreds of thousands of times for one impulse of a bot that thinks ahead, so all this
 * is done with sets of areas, and not before it is needed.
 */
#include "bot.h"

/* ---- what stands where ---- */

static void lay_count(struct lay *lay, int faction)
{
    const struct play *p = lay->p;
    const struct w200_state *s = w200_of(p);
    bool ours = side_of(faction) == lay->side;
    int16_t *sum = ours ? lay->own : lay->foe;

    for (struct areas at = s->occupied[faction]; areas_any(at);) {
        int a = areas_take(&at), hidden = s->count[faction][a], points = 0, line = 0;

        EACH_BLOCK_AT (s, u, a)
            if (faction_of(p, u) == faction && s->block[u].step != STEP_HIDDEN) {
                points += 10 * strength_of(p, u);
                line += is_combat_unit(p, u) ? 10 * strength_of(p, u) : 0;
                hidden--;
            }
        sum[a] = i16(sum[a] + points + hidden * lay->weight[WT_HIDDEN]);
        if (ours)
            lay->line[a] = i16(lay->line[a] + line);
    }
}

void lay_out(const struct play *p, int side, const int *weight, struct lay *lay)
{
    memset(lay, 0, sizeof *lay);
    lay->p = p;
    lay->weight = weight;
    lay->side = side;
    for (int f = 0; f < FACTIONS; f++)
        lay_count(lay, f);
    lay->foes = occupied_by(p, !side);
    lay->mine = occupied_by(p, side);
    lay->held = controlled_by(p, side);
    lay->lost = controlled_by(p, !side);
    lay->stars = areas_and(lay->lost, box_of(p)->star);
    lay->behind = 2 * areas_count(lay->stars) > STARS;
}

/* ---- what lies around an area ---- */

static int sum_over(const int16_t *sum, struct areas at)
{
    int total = 0;

    while (areas_any(at))
        total += sum[areas_take(&at)];
    return total;
}

/* Who stands beside an area and half of those a march farther, as many as find room; and leaders or guns. */
static int threat_to(const struct lay *lay, int area, int near_foe)
{
    const struct w200_box *box = box_of(lay->p);
    int force = near_foe, room = 30 * box->limit[area];

    for (struct areas at = areas_and(box->ring[area][2], lay->foes); areas_any(at);)
        force += lay->foe[areas_take(&at)] / 2;
    return force == 0 ? 0 : (force < room ? force : room) + 20;
}

/* How far the nearest of a set is. */
static uint8_t nearest(const struct play *p, struct areas set, int area)
{
    const struct areas *ring = box_of(p)->ring[area];

    for (uint8_t far = 0; far < RINGS; far++)
        if (areas_any(areas_and(ring[far], set)))
            return far;
    return 99;
}

void survey(struct lay *lay, int area)
{
    struct ground *g = &lay->ground[area];
    struct areas next = box_of(lay->p)->next[area];

    areas_add(&lay->surveyed, area);
    g->near_own = i16(sum_over(lay->own, areas_and(next, lay->mine)));
    g->near_foe = i16(sum_over(lay->foe, areas_and(next, lay->foes)));
    g->threat = i16(threat_to(lay, area, g->near_foe));
    g->to_foe = nearest(lay->p, lay->foes, area);
    g->to_goal = areas_any(lay->stars) ? nearest(lay->p, lay->stars, area) : g->to_foe;
}

/* ---- who can come ---- */

/* Orders as far as they are known: of leaders activated in a Tactical Action, else of all. */
static void lay_orders(struct lay *lay)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    const struct step *t = agenda_top(p);
    bool ordered =
        w200_of(p)->action == DO_TACTICAL &&
        (t->op == ST_MOVEMENT || (t->op == ST_MARCH && mover_of(p, t).mode == MODE_TACTICAL));

    for (int c = 0; c < CORPS; c++) {
        int u = box->leader[c];

        if (side_of(box->corps_faction[c]) == lay->side &&
            (ordered ? w200_of(p)->block[u].shown & SHOWN_ACTIVE : in_area(p, u)))
            lay->range[c] = range_of(p, u);
    }
}

/* Areas of a ring that can be entered for so many points. */
static struct areas affordable(const struct w200_box *box, struct areas ring, int points)
{
    return points >= 2 ? ring : points == 1 ? areas_less(ring, box->dear) : NO_AREAS;
}

/* Where it can engage in this impulse, as far as its points and orders let it. */
static struct areas within_strike(const struct lay *lay, int u)
{
    const struct play *p = lay->p;
    const struct w200_box *box = box_of(p);
    const struct block *k = &w200_of(p)->block[u];
    const struct areas *ring = box->ring[k->place];
    int corps = unit_of(p, u)->corps, mp = unit_of(p, u)->mp + (w200_of(p)->action != DO_STRATEGIC);
    struct areas at;

    if (k->flags & F_MOVED || lay->foe[k->place])
        return NO_AREAS;
    at = areas_or(affordable(box, ring[1], mp - 1),
                  areas_or(affordable(box, ring[2], mp - 2), affordable(box, ring[3], mp - 4)));
    if (w200_of(p)->action == DO_STRATEGIC || areas_has(lay->range[corps], k->place))
        return at;
    return areas_and(at, lay->beside[corps]);
}

static void add_striker(struct lay *lay, int u)
{
    int faction = faction_of(lay->p, u);

    lay->strikes[u] = areas_and(within_strike(lay, u), lay->foes);
    for (struct areas at = lay->strikes[u]; areas_any(at);) {
        uint8_t *best = lay->force[faction][areas_take(&at)].striker;
        uint8_t points = u8(strength_of(lay->p, u));

        for (int i = 0; i < STRIKERS; i++)
            if (points > best[i]) {
                uint8_t was = best[i];

                best[i] = points;
                points = was;
            }
    }
}

/* An active leader, or guns that can fire: all of the French, else the best. */
static void add_support(struct lay *lay, int u)
{
    const struct play *p = lay->p;
    const struct block *k = &w200_of(p)->block[u];
    bool active = k->shown & SHOWN_ACTIVE, guns = is_artillery(p, u);
    int faction = faction_of(p, u), points = 10 * value_of(p, u);

    if (guns ? w200_of(p)->action == DO_PASS || (!active && k->flags & F_MOVED)
             : !active || unit_of(p, u)->arm != TACTICAL)
        return;
    if (areas_has(lay->foes, k->place))
        return;
    for (struct areas at = areas_and(box_of(p)->next[k->place], lay->foes); areas_any(at);) {
        struct force *f = &lay->force[faction][areas_take(&at)];

        if (!guns)
            f->leaders = i16(f->leaders + points);
        else
            f->guns = i16(faction == FRENCH  ? f->guns + points
                          : f->guns > points ? f->guns
                                             : points);
    }
}

static void muster(struct lay *lay)
{
    const struct w200_box *box = box_of(lay->p);
    int first = box->first[lay->side == S_FRENCH ? FRENCH : BRITISH];
    int end = lay->side == S_FRENCH ? box->first[BRITISH] : BLOCKS;

    if (lay->mustered)
        return;
    lay->mustered = true;
    lay_orders(lay);
    for (int u = first; u < end; u++) {
        if (!in_area(lay->p, u))
            continue;
        if (is_combat_unit(lay->p, u))
            add_striker(lay, u);
        else
            add_support(lay, u);
    }
}

struct areas strikes_of(struct lay *lay, int u)
{
    muster(lay);
    return lay->strikes[u];
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

int support(struct lay *lay, int area, int faction)
{
    muster(lay);
    return lay->force[faction][area].leaders + lay->force[faction][area].guns;
}

/* The strongest that could still come in as well, as far as there is room. */
int followers(struct lay *lay, int area, int faction, int besides)
{
    const struct play *p = lay->p;
    const struct w200_state *s = w200_of(p);
    const uint8_t *best = lay->force[faction][area].striker;
    int room = box_of(p)->limit[area] - s->count[faction][area] - (besides >= 0), left_out = 0,
        sum = 0;

    muster(lay);
    if (s->action == DO_STRATEGIC) {
        int left = strategic_value(p, faction) - s->moved[faction] - (besides >= 0);

        room = left < room ? left : room;
    }
    room = room < STRIKERS - 1 ? room : STRIKERS - 1;
    if (besides >= 0 && areas_has(lay->strikes[besides], area))
        left_out = strength_of(p, besides);
    for (int i = 0; i < STRIKERS && room > 0; i++)
        if (best[i] == left_out) {
            left_out = 0;
        } else {
            sum += 10 * best[i];
            room--;
        }
    return sum;
}

int promise(struct lay *lay, int area, int u)
{
    int faction = faction_of(lay->p, u);
    int attack = lay->own[area] + 10 * strength_of(lay->p, u) + support(lay, area, faction);

    return attack + followers(lay, area, faction, u) * 8 / 10 - defence(lay, area);
}

/* Whoever holds what wins lets the enemy come, and strikes only where much is to be gained. */
int margin(const struct lay *lay)
{
    return lay->weight[WT_MARGIN] + (lay->behind ? 0 : lay->weight[WT_PATIENCE]);
}

/* ---- what to attack ---- */

/* Areas beside those to which a leader can ride and be revealed there. */
static struct areas beside_ride(const struct lay *lay, int leader)
{
    const struct w200_box *box = box_of(lay->p);
    struct areas closed = areas_or(box->black, lay->foes), beside = NO_AREAS;
    struct areas edge = NO_AREAS,
                 soon = NO_AREAS; /* where he has so many points left, or one less */

    areas_add(&edge, w200_of(lay->p)->block[leader].place);
    for (int mp = unit_of(lay->p, leader)->mp - 1; mp >= 0; mp--) {
        struct areas near = NO_AREAS;

        while (areas_any(edge))
            near = areas_or(near, box->next[areas_take(&edge)]);
        beside = areas_or(beside, near);
        near = areas_less(near, closed);
        closed = areas_or(closed, near);
        edge = areas_or(soon, areas_less(near, box->dear));
        soon = areas_and(near, box->dear);
    }
    return beside;
}

/* Stars of leaders who can ride beside it: as many as are well spent on one battle. */
static int lead(const struct lay *lay, int area, int faction)
{
    const struct w200_box *box = box_of(lay->p);
    int sum = 0;

    for (int c = 0; c < CORPS; c++)
        if (areas_has(lay->beside[c], area) && box->corps_faction[c] == faction &&
            !(w200_of(lay->p)->block[box->leader[c]].shown & SHOWN_ACTIVE))
            sum += 10 * value_of(lay->p, box->leader[c]);
    return sum < 40 ? sum : 40;
}

/* What an attack of a faction promises beyond what it must. */
static int hope(struct lay *lay, int area, int faction, bool strategic)
{
    int come = followers(lay, area, faction, -1), force;

    if (come == 0 && w200_of(lay->p)->count[faction][area] == 0)
        return -1000;
    force = lay->own[area] + come * 9 / 10 + support(lay, area, faction) - defence(lay, area) -
            margin(lay) + (strategic ? 0 : lead(lay, area, faction));
    force = force > 80 ? 80 : force;
    return force + (force > 0 ? star_bonus(lay, area) / 10 : 0);
}

static int best_hope(struct lay *lay, int area, bool strategic)
{
    int british, prussian;

    if (lay->side == S_FRENCH)
        return hope(lay, area, FRENCH, strategic);
    british = hope(lay, area, BRITISH, strategic);
    prussian = hope(lay, area, PRUSSIAN, strategic);
    return british > prussian ? british : prussian;
}

void lay_rides(struct lay *lay)
{
    const struct w200_box *box = box_of(lay->p);

    for (int c = 0; c < CORPS; c++)
        if (side_of(box->corps_faction[c]) == lay->side && in_area(lay->p, box->leader[c]))
            lay->beside[c] = beside_ride(lay, box->leader[c]);
}

void find_aims(struct lay *lay, bool strategic)
{
    lay->aims = NO_AREAS;
    lay->hope = -1000;
    for (struct areas at = lay->foes; areas_any(at);) {
        int a = areas_take(&at), force = best_hope(lay, a, strategic);

        if (force > 0)
            areas_add(&lay->aims, a);
        lay->hope = force > lay->hope ? force : lay->hope;
    }
}
