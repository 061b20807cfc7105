/*
 * bot-look.c: one look over the field: who stands where and what he is good for, where fire falls, and what a shock attack
 * promises.
 */
#include <string.h>

#include "bot.h"

/* ---- parties ---- */

/* Points that count twice in order, once in disorder, not at all in rout. */
static int might_of(const struct party *a)
{
    if (a->routed)
        return 0;
    if (a->guns)
        return 16;
    return a->points * (a->effectiveness + 1) * (a->disordered ? 1 : 2) / 2;
}

void party_of(const struct play *p, int h, struct party *a)
{
    int u = target_of(p, h);

    *a = (struct party){ .hex = i16(h), .unit = i16(u) };
    for (EACH_IN(p, v, h))
        a->points = u8(a->points + (is_guns(p, v) ? 1 : unit_at(p, v)->points));
    for (EACH_WING(p, v, h))
        a->points = u8(a->points + unit_at(p, v)->points);
    a->effectiveness = u8(effectiveness(p, u));
    a->routed = is_routed(p, u);
    a->guns = is_guns(p, u);
    a->horse = is_cavalry(p, u);
    a->square = unit_at(p, u)->formation == SQUARE && is_formed(p, u);
    a->disordered = !is_formed(p, u) && !a->routed;
    a->might = i16(might_of(a));
}

static void add_party(struct field *f, int h)
{
    int u = target_of(f->p, h);
    struct party *a;

    if (u == NO_PIECE || is_leader(f->p, u))
        return;
    a = side_of(f->p, u) == f->side ? &f->friend[f->friends++] : &f->foe[f->foes++];
    party_of(f->p, h, a);
}

/* Every hex once: that of the top of its stack, and those of wings where nobody else stands. */
void look(struct field *f, const struct choice *c)
{
    const struct play *p = c->p;

    f->p = p;
    f->weight = c->weight;
    f->side = c->side;
    f->foes = f->friends = 0;
    memset(f->apart, 0, sizeof f->apart);
    memset(f->hits, 0, sizeof f->hits);
    for (int u = 0; u < p->box->pieces; u++) {
        if (!on_map(p, u) || is_leader(p, u))
            continue;
        if (top_of(p, place_of(p, u)) == u)
            add_party(f, place_of(p, u));
        if (is_extended(p, u) && target_of(p, unit_at(p, u)->wing) == u)
            add_party(f, unit_at(p, u)->wing);
    }
}

int nearest_foe(const struct field *f, int hex, int *distance)
{
    int best = -1;

    *distance = FAR_AWAY;
    for (int i = 0; i < f->foes; i++) {
        int far = board_distance(f->p->box->board, hex, f->foe[i].hex) + (f->foe[i].routed ? 2 : 0);

        if (far < *distance) {
            *distance = far;
            best = i;
        }
    }
    return best;
}

int foe_distance(struct field *f, int hex)
{
    int distance = f->apart[hex] - 1;

    if (distance < 0) {
        nearest_foe(f, hex, &distance);
        f->apart[hex] = u8(distance + 1);
    }
    return distance;
}

int foe_at(const struct field *f, int hex)
{
    for (int i = 0; i < f->foes; i++)
        if (f->foe[i].hex == hex)
            return i;
    return -1;
}

int might_within(const struct party *list, int n, const struct board *b, int hex, int distance)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        if (board_distance(b, hex, list[i].hex) <= distance)
            sum += list[i].might;
    return sum;
}

/* ---- fire ---- */

/* [11.0f1a] … [11.0f1c] In the open. */
int class_of(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (is_guns(p, u))
        return 4;
    if (k->morale == ROUTED || k->formation == SKIRMISH)
        return 3;
    return k->formation == COLUMN || k->formation == SQUARE ? 1 : 2;
}

static int musket_line(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (is_company(p, u))
        return FL_SKIRMISH;
    if (k->morale != GOOD)
        return FL_DISORDERED;
    if (k->formation == LINE)
        return two_ranks(p, u) ? FL_TWO_RANK : FL_THREE_RANK;
    return k->formation == SQUARE ? FL_SQUARE : FL_COLUMN;
}

static int rating(const struct play *p, int u)
{
    int quality = def_at(p, u)->effectiveness;

    if (is_guns(p, u))
        return def_at(p, u)->firepower;
    return is_company(p, u) || quality >= 5 ? 1 : quality >= 3 ? 2 : 3;
}

static int fire_strength(const struct play *p, int u)
{
    int sum = 0;

    if (is_guns(p, u))
        return unit_at(p, u)->guns;
    if (!is_company(p, u))
        return unit_at(p, u)->points;
    for (EACH_IN(p, v, place_of(p, u)))
        sum += is_company(p, v);
    return sum;
}

/* What the unit kills of that class at that distance, on the six dice together. */
int toll_of(const struct play *p, int u, int distance, int class)
{
    int band = band_of(p, fire_range(p, u), distance), line, column;
    int strength = fire_strength(p, u);

    if (band == BAND_NONE)
        return 0;
    if (is_guns(p, u))
        line = band == BAND_MINIMUM  ? FL_GUNS_NEAR
               : band == BAND_MEDIUM ? FL_GUNS_MEDIUM
                                     : FL_GUNS_FAR;
    else
        line = band == BAND_MINIMUM ? musket_line(p, u) : FL_FAR;
    strength = strength > FIRE_MOST ? FIRE_MOST : strength;
    column = nbox(p)->column[line][strength] - rating(p, u) + 1;
    return nbox(p)->toll[class][column < 0 ? 0 : column];
}

static int class_there(const struct play *p, int h, int class)
{
    int cover = nbox(p)->terrain[p->box->board->cell[h].terrain].class;

    return cover > class ? cover : class;
}

static void add_fire(struct field *f, int u, int from, int class, int centre, int radius)
{
    const struct play *p = f->p;
    const int16_t *at =
        is_guns(p, u) ? nbox(p)->arc[from][unit_at(p, u)->facing / 2] : nbox(p)->near[from];

    for (; *at != NOWHERE; at++) {
        int distance, toll;

        if (board_distance(p->box->board, centre, *at) > radius)
            continue;
        distance = board_distance(p->box->board, from, *at);
        toll = toll_of(p, u, distance, class_there(p, *at, class));
        if (!toll || (!is_guns(p, u) && !faces(p, u, from, *at)) || !observes(p, from, *at))
            continue;
        f->fire[*at] = i16(f->fire[*at] + toll);
        if (band_of(p, fire_range(p, u), distance) == BAND_MINIMUM)
            f->near[*at] = i16(f->near[*at] + toll);
    }
}

void look_fire(struct field *f, int class, int centre, int radius)
{
    memset(f->fire, 0, sizeof f->fire);
    memset(f->near, 0, sizeof f->near);
    for (int i = 0; i < f->foes; i++) {
        int u = f->foe[i].unit;

        if (can_fire(f->p, u) &&
            board_distance(f->p->box->board, centre, f->foe[i].hex) <= radius + GUN_RANGE)
            add_fire(f, u, f->foe[i].hex, class, centre, radius);
    }
}

/* ---- shock ---- */

/* What a result costs, in halves of a point: what is lost, and the disorder or rout. */
static int cost_of(int result, const struct party *a)
{
    bool flees = result >= RES_DR && (a->disordered || a->routed); /* [12.66a] */

    if (a->guns)
        return result == RES_NONE ? 0 : 6;
    if (a->routed && result != RES_NONE) /* [12.66b] */
        return 10;
    if (flees)
        return 8;
    switch (result) {
    case RES_D1: return 3;
    case RES_DR: return 3;
    case RES_DR1: return 5;
    case RES_R: return 8;
    default: return 0;
    }
}

static int percent_place(const struct play *p, int attack, int defence)
{
    int place = 0, percent = 100 * attack / (defence ? defence : 1);

    while (place + 1 < PERCENTAGES && percent >= nbox(p)->percent[place + 1])
        place++;
    return place;
}

/* What an attack promises less what it may cost, in sixths of a point. [12.5] [12.67a] … [12.67d] Effectiveness is already
 * modified; it may be below 0. */
static int clash_at(const struct play *p, const struct party *a, const struct party *d,
                    int differential)
{
    int place = percent_place(p, a->points, d->points), sum = 0;

    if (differential < -2)
        return -3 * cost_of(RES_DR, a);
    if (place == PERCENTAGES - 1)
        return 3 * cost_of(RES_R, d);
    differential = differential > 6 ? 6 : differential;
    for (int die = 0; die < 6; die++) {
        const uint8_t *result = nbox(p)->shock_result[die + place][differential + 2];
        int theirs = d->routed ? RES_R : result[1];

        sum += cost_of(theirs, d) - cost_of(result[0], a);
    }
    return sum / 2;
}

int clash(const struct play *p, const struct party *a, const struct party *d)
{
    int own = a->effectiveness - (a->disordered ? 2 : 0);
    int other = d->effectiveness - (d->routed ? 6 : d->disordered && !d->guns ? 2 : 0);

    return clash_at(p, a, d, own - other);
}

/* [11.23a] Fire on those who do something there, under the muzzles of the enemy. */
int reaction(const struct play *p, int side, int hex, int class)
{
    int16_t list[NEAR_MOST];
    int n = reactors(p, side, hex, list), sum = 0;

    for (int i = 0; i < n; i++) {
        int distance = board_distance(p->box->board, place_of(p, list[i]), hex);

        sum += toll_of(p, list[i], distance > 1 && is_infantry(p, list[i]) ? 1 : distance,
                       class_there(p, hex, class));
    }
    return sum;
}

/* [12.12b3] [12.12b5] */
static int ground_for_defender(const struct play *p, int from, int target)
{
    const struct nvw_box *box = nbox(p);
    int cover = box->terrain[p->box->board->cell[target].terrain].shock;
    int direction = board_direction(p->box->board, target, from);
    int above = box->height[target], below_it = box->height[from];

    if (!cover && direction >= 0 && box->sheltered[target] >> direction & 1)
        cover = box->hedge.shock;
    if (box->soft[target] || above == NO_HEIGHT || below_it == NO_HEIGHT)
        return cover;
    return cover + (above > below_it) - (above < below_it);
}

/* As the defender will stand when he is struck from there. [6.53] */
static struct party struck(const struct field *f, int target, int from)
{
    struct party d;

    party_of(f->p, target, &d);
    if (!d.routed && !d.disordered && side_hit(f->p, d.unit, target, from) != HEX_FRONT)
        d.disordered = true;
    return d;
}

/* [10.61] [12.17a] [12.38b] */
static bool breaks_up(const struct play *p, const struct party *a, const struct party *d, int from)
{
    int direction = board_direction(p->box->board, from, d->hex);

    if (is_obstructed(p, d->hex) || (a->horse && (d->square || d->guns)))
        return true;
    return direction >= 0 && nbox(p)->hedged[from] >> direction & 1;
}

/* Fire first: it may cost a point, and order; then the shock, in each case. */
int assault(const struct field *f, const struct party *attacker, int from, int target)
{
    const struct play *p = f->p;
    struct party a = *attacker, d = struck(f, target, from);
    int class = a.points > 9 || unit_at(p, a.unit)->formation == COLUMN ? 1 : 2;
    int toll = reaction(p, f->side, from, class), hit = toll > 6 ? 6 : toll, firm, shaken, broken,
        doubt;
    int ground = ground_for_defender(p, from, target) + (d.square && a.horse ? 2 : 0);
    int lead = is_commanded(p, a.unit) - (!d.disordered && !d.routed && is_commanded(p, d.unit));
    int other = d.effectiveness - (d.routed ? 6 : d.disordered && !d.guns ? 2 : 0) + ground;

    a.disordered |= breaks_up(p, &a, &d, from);
    lead += a.horse && !a.disordered;
    firm = clash_at(p, &a, &d, a.effectiveness + lead - (a.disordered ? 2 : 0) - other);
    shaken = clash_at(p, &a, &d, a.effectiveness - 1 + lead - (a.disordered ? 2 : 0) - other);
    doubt = a.disordered ? 0 : 7 - a.effectiveness;
    a.disordered = true;
    broken = clash_at(p, &a, &d, a.effectiveness - 3 - other);
    doubt = doubt < 0 ? 0 : doubt > 6 ? 6 : doubt;
    return (firm * (6 - hit) * 6 + shaken * hit * (6 - doubt) + broken * hit * doubt) / 36 - toll;
}

/* ---- horse, time, the armies ---- */

/* Formed enemy horse that could soon charge it: it is in the zone of a charge, or near and in sight. */
bool horse_threatens(const struct play *p, int u, int distance)
{
    int band, side = side_of(p, u);

    if (in_charge_zone(p, side, place_of(p, u), &band))
        return true;
    for (int v = 0; v < nbox(p)->units; v++)
        if (on_map(p, v) && is_cavalry(p, v) && side_of(p, v) != side && is_formed(p, v) &&
            board_distance(p->box->board, place_of(p, u), place_of(p, v)) <= distance &&
            observes(p, place_of(p, v), place_of(p, u)))
            return true;
    return false;
}

bool is_late(const struct field *f, int weight)
{
    return play_state(f->p)->turn >= last_turn(f->p) - f->weight[weight];
}

/* [13.34] [13.33b] An army may break before its next reinforcements come, or after: at so many points a turn. */
bool may_break(const struct field *f, int side, int pace)
{
    const struct nvw_state *s = nvw(f->p);
    int need = s->level[side], now = play_state(f->p)->turn, last = last_turn(f->p);

    for (int t = now; t <= last; t++) {
        int more = t < last && side == ALLIED ? nbox(f->p)->added[t + 1] : 0;

        if ((more || t == last) && need <= pace * (t - now + 1))
            return true;
        need += more;
    }
    return false;
}

/* [15.0b] [15.0e] Who must break the other to win strikes when that is near; the Allies win if nothing happens. */
bool is_eager(const struct field *f)
{
    const struct nvw_state *s = nvw(f->p);

    return f->side == FRENCH && s->level[ALLIED] != NO_LEVEL && !s->demoralized[ALLIED] &&
           !s->demoralized[FRENCH] && may_break(f, ALLIED, f->weight[WT_PACE]);
}

/* [13.33b] The Allies, who win if nothing happens, are careful sooner. */
static bool is_brittle(const struct field *f, int side)
{
    int level = nvw(f->p)->level[side];

    return level <= f->weight[WT_BRITTLE] ||
           (side == ALLIED && level <= f->weight[WT_MEND_BRITTLE]);
}

/* [13.34] Its army would break soon, or one has broken: then what there is is not to be risked, unless the other may still break
 * too. */
bool is_spared(const struct field *f)
{
    const struct nvw_state *s = nvw(f->p);
    int enemy = enemy_of(f->side);

    if (s->level[f->side] == NO_LEVEL || is_eager(f))
        return false;
    if (s->demoralized[f->side] || s->demoralized[enemy])
        return s->demoralized[enemy] || s->level[enemy] > f->weight[WT_BRITTLE];
    return is_brittle(f, f->side);
}

/* What an attack or a charge of the unit must promise. Who has broken the enemy has what he wants. */
int price_of(const struct field *f, int u, int weight)
{
    int order = order_told(f, u);

    if (order == DO_SPARE || (order == DO_HOLD && weight == WT_CHARGE) ||
        (nvw(f->p)->demoralized[enemy_of(f->side)] && !nvw(f->p)->demoralized[f->side]))
        return -BAD;
    if (order == DO_PRESS)
        return 0;
    if (nvw(f->p)->harvest) /* losses are all that counts */
        return f->weight[weight] / 2;
    return is_spared(f) ? 4 * f->weight[weight] : is_eager(f) ? 0 : f->weight[weight];
}

int rally_reach(const struct play *p, int leader)
{
    if (leader != nbox(p)->wellington)
        return 1;
    return has_flag(p, leader, F_REDUCED) ? def_at(p, leader)->reduced : def_at(p, leader)->radius;
}
