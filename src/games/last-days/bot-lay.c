/*
 * bot-lay.c: the lie of the land as a computer opponent sees it: who stands where, who is likely to, where each army
 * wants to be, and what a place or an attack is worth.
 */
#include <string.h>

#include "bot.h"

/* ---- who stands where ---- */

static int points_of(const struct play *p, int u)
{
    return is_combat_unit(p, u) ? strength_of(p, u) : 0;
}

/* ---- what losses are worth ---- */

/* [20.11a] What the losses come to, as points that the French have more than they need. */
static int lead_by_losses(const struct ld_box *box, int french, int allied)
{
    int whole = french > 0 ? (2 * allied + french) / (2 * french) : allied > 0 ? 3 : 1;

    return chart_value(box->ratio, chart_row(box->ratio, whole), 0) -
           2 * chart_value(box->losses, chart_row(box->losses, allied), 0);
}

enum { BLUR = 3, BLUR_STEP = 3, BLUR_ALL = (2 * BLUR + 1) * (2 * BLUR + 1) };

/* Marks and ratios are steps: the mean around where the losses stand says how near the next one is. */
int blurred_lead(const struct ld_box *box, int french, int allied)
{
    int sum = 0;

    for (int i = -BLUR; i <= BLUR; i++)
        for (int k = -BLUR; k <= BLUR; k++) {
            int f = french + i * BLUR_STEP, a = allied + 2 * k * BLUR_STEP;

            sum += lead_by_losses(box, f < 0 ? 0 : f, a < 0 ? 0 : a);
        }
    return sum * 10 / BLUR_ALL;
}

enum { STAKE_LEAST = 5, STAKE_MOST = 30, NUDGE = 4 };

/* [20.11a] A loss is dear where the ratio, or the number, is about to pass a mark. */
static void find_stakes(struct lay *lay)
{
    const struct play *p = lay->p;
    const int *w = lay->weight;
    int left = ld(p)->last - play_state(p)->turn + 1, come = left * w[WT_COME], up[SIDES];
    struct points k;

    lay->stake[FRENCH] = lay->stake[ALLIED] = VALUE;
    if (!w[WT_MEND_STAKES] || ld(p)->par)
        return;
    count_points(p, &k);
    k.lost[FRENCH] += come, k.lost[ALLIED] += 2 * come;
    up[FRENCH] = blurred_lead(lbox(p), k.lost[FRENCH] - NUDGE, k.lost[ALLIED]) -
                 blurred_lead(lbox(p), k.lost[FRENCH] + NUDGE, k.lost[ALLIED]);
    up[ALLIED] = blurred_lead(lbox(p), k.lost[FRENCH], k.lost[ALLIED] + NUDGE) -
                 blurred_lead(lbox(p), k.lost[FRENCH], k.lost[ALLIED] - NUDGE);
    for (int side = 0; side < SIDES; side++) {
        int stake = STAKE_LEAST + w[WT_CORPS] * up[side] / (4 * NUDGE * 10);

        lay->stake[side] = stake < STAKE_LEAST  ? STAKE_LEAST
                           : stake > STAKE_MOST ? STAKE_MOST
                                                : stake;
    }
}

/* [20.13] A corps is a point to the enemy: who belongs to a small one that is not yet broken is dear. */
static int plain_value(const struct lay *lay, int u)
{
    const struct play *p = lay->p;
    int track = def_of(p, u)->track, level;

    if (track == NO_TRACK || !(level = lbox(p)->level[track]) || track_broken(p, track))
        return VALUE;
    return VALUE + lay->weight[WT_CORPS] / (2 * level);
}

/* The part of the corps that is lost with it, by what that can still bear; one of theirs is two points to the French. */
static int corps_share(const struct lay *lay, int u)
{
    const struct play *p = lay->p;
    int track = def_of(p, u)->track, level = track == NO_TRACK ? 0 : lbox(p)->level[track];
    int full = def_of(p, u)->strength, left = level ? 2 * (level - ld(p)->lost[track]) : 0;

    if (!level || track_broken(p, track))
        return 0;
    left = left < 1 ? 1 : left;
    return lay->weight[WT_CORPS] * (side_of_army(def_of(p, u)->army) == FRENCH ? 2 : 1) *
           (full < left ? full : left) / left;
}

enum { VALUE_MOST = 200 };

/* [11.41a] Whoever is reduced counts in full. */
int value_of(const struct lay *lay, int u)
{
    const struct piece_def *d = def_of(lay->p, u);
    int now = place_of(lay->p, u) >= 0 ? strength_of(lay->p, u) : d->strength, value;

    if (!lay->weight[WT_MEND_STAKES] || now <= 0)
        return plain_value(lay, u);
    value = (d->strength * lay->stake[side_of_army(d->army)] + corps_share(lay, u)) / now;
    return value > VALUE_MOST ? VALUE_MOST : value;
}

int value_at(const struct lay *lay, int h)
{
    int strength = lay->own[h] + lay->foe[h];

    return strength ? lay->dear[h] / strength : VALUE;
}

static void add_dear(struct lay *lay, int h, int dear)
{
    dear += lay->dear[h];
    lay->dear[h] = i16(dear < INT16_MAX ? dear : INT16_MAX);
}

static void count_pieces(struct lay *lay)
{
    const struct play *p = lay->p;

    for (int u = 0; u < lbox(p)->pieces; u++) {
        int h = place_of(p, u);

        if (h < 0)
            continue;
        add_dear(lay, h, points_of(p, u) * value_of(lay, u));
        if (side_of(p, u) == lay->side)
            lay->own[h] = i16(lay->own[h] + points_of(p, u));
        else
            lay->foe[h] = i16(lay->foe[h] + points_of(p, u));
    }
}

/* What an unseen hex of an army holds: those who are not seen and may be there, over the hexes where somebody is. */
static int likely_strength(const struct lay *lay, int army, int *value)
{
    const struct play *p = lay->p;
    int strength = 0, hexes = 0, dear = 0, side = lay->side;

    for (int u = 0; u < lbox(p)->trains; u++)
        if (place_of(p, u) == P_HIDDEN && def_of(p, u)->army == army && !is_vedette(p, u) &&
            def_of(p, u)->turn <= play_state(p)->turn) {
            strength += def_of(p, u)->strength;
            dear += def_of(p, u)->strength * value_of(lay, u);
        }
    *value = lay->weight[WT_MEND_STAKES] && strength ? dear / strength : VALUE;
    for (int h = 0; h < p->box->board->cells; h++)
        hexes += hex_is(p, h, H_UNSEEN) && hex_is(p, h, H_ARMY(army)) && enemy_in(p, h, side);
    strength = hexes ? strength / hexes : 0;
    return strength < 3 ? 3 : strength > 24 ? 24 : strength;
}

static void add_unseen(struct lay *lay, int h, int strength, int value)
{
    lay->foe[h] = i16(lay->foe[h] + strength);
    add_dear(lay, h, value * strength);
}

static void add_likely(struct lay *lay)
{
    const struct play *p = lay->p;
    int likely[ARMIES] = { 0 }, value[ARMIES] = { 0 };

    for (int army = 0; army < ARMIES; army++)
        if (side_of_army(army) != lay->side)
            likely[army] = likely_strength(lay, army, &value[army]);
    for (int h = 0; h < p->box->board->cells; h++) {
        if (hex_is(p, h, H_UNSEEN) && enemy_in(p, h, lay->side))
            for (int army = 0; army < ARMIES; army++)
                if (hex_is(p, h, H_ARMY(army)))
                    add_unseen(lay, h, hex_is(p, h, H_ZONE) ? likely[army] : 3, value[army]);
        if (enemy_in(p, h, lay->side)) {
            lay->foe[h] = i16(lay->foe[h] ? lay->foe[h] : 1);
            if (lay->foes < STACKS_MAX)
                lay->foe_hex[lay->foes++] = i16(h);
        } else if (lay->own[h] && lay->friends < STACKS_MAX) {
            lay->own_hex[lay->friends++] = i16(h);
        }
    }
}

void lay_out(const struct play *p, int side, const int *weight, struct lay *lay)
{
    lay->p = p, lay->side = side, lay->weight = weight;
    memset(lay->own, 0, sizeof lay->own);
    memset(lay->foe, 0, sizeof lay->foe);
    memset(lay->dear, 0, sizeof lay->dear);
    memset(lay->muster, -1, sizeof lay->muster);
    lay->foes = lay->friends = 0;
    find_stakes(lay);
    count_pieces(lay);
    add_likely(lay);
}

int foe_distance(const struct lay *lay, int h)
{
    int least = 99;

    for (int i = 0; i < lay->foes; i++) {
        int d = apart(lay->p, h, lay->foe_hex[i]);

        least = d < least ? d : least;
    }
    return least;
}

int foes_within(const struct lay *lay, int h, int hexes)
{
    int sum = 0;

    for (int i = 0; i < lay->foes; i++)
        if (apart(lay->p, h, lay->foe_hex[i]) <= hexes)
            sum += lay->foe[lay->foe_hex[i]];
    return sum;
}

int friends_within(const struct lay *lay, int h, int hexes)
{
    int sum = 0;

    for (int i = 0; i < lay->friends; i++)
        if (lay->own_hex[i] != h && apart(lay->p, h, lay->own_hex[i]) <= hexes)
            sum += lay->own[lay->own_hex[i]];
    return sum;
}

/* ---- where an army wants to be ---- */

/* Its own units and what they weigh around their middle. */
static int find_centre(struct lay *lay, int army)
{
    const struct play *p = lay->p;
    int best = -1, most = -1;

    for (int i = 0; i < lay->friends; i++) {
        int h = lay->own_hex[i], sum;

        if (!hex_is(p, h, H_ARMY(army)))
            continue;
        sum = lay->own[h] + friends_within(lay, h, 3);
        if (sum > most)
            most = sum, best = h;
    }
    return best;
}

/* [20.12a] The sources that count, by letter. */
static const uint8_t main_source[ARMIES] = { 7, 0, 2 };

int source_hex(const struct play *p, int army)
{
    return lbox(p)->entry[main_source[army]][0];
}

/* Hexes yet to be spread from, by how far they are: the nearest first, so that each is done once. */
enum { ROAM = 4 * CELLS_MAX };
struct front {
    int16_t head[FIELD_FAR], next[ROAM], hex[ROAM];
    int n;
};

static void front_begin(struct front *f)
{
    f->n = 0;
    memset(f->head, -1, sizeof f->head);
}

static void seed(int16_t *field, struct front *f, int h, int at)
{
    at = at < 0 ? 0 : at;
    if (h < 0 || at >= field[h] || f->n == ROAM)
        return;
    field[h] = i16(at);
    f->hex[f->n] = i16(h);
    f->next[f->n] = f->head[at];
    f->head[at] = i16(f->n++);
}

static void spread_from(const struct ld_box *box, int16_t *field, struct front *f, int h, int toll)
{
    EACH_DIRECTION(d)
    {
        int to = box->next[h * HEX_SIDES + d], cost;

        if (to < 0)
            continue;
        cost = box->side[h * HEX_SIDES + d] & S_ROAD
                   ? 1
                   : box->cost[MOVES_INFANTRY][to * HEX_SIDES + (d + 3) % HEX_SIDES];
        if (cost != NO_ENTRY && field[h] + cost + toll < FIELD_FAR)
            seed(field, f, to, field[h] + cost + toll);
    }
}

/* By road in half points, for infantry that need not keep together; from the seeds on. */
static void spread(const struct lay *lay, int16_t *field, struct front *f, const uint8_t *toll)
{
    for (int at = 0; at < FIELD_FAR; at++)
        for (int i; (i = f->head[at]) >= 0;) {
            int h = f->hex[i];

            f->head[at] = f->next[i];
            if (field[h] == at)
                spread_from(lbox(lay->p), field, f, h, toll ? toll[h] : 0);
        }
}

enum { STRAY = 14 };

/* One enemy army after the other: first the one whose line of communication is nearest and can still be taken. */
static int main_enemy(const struct lay *lay, int centre)
{
    const struct play *p = lay->p;
    int best = -1, least = 999;

    for (int army = 0; army < ARMIES && centre >= 0; army++) {
        int far = apart(p, centre, source_hex(p, army)) +
                  (ld(p)->source[main_source[army]].lost ? 100 : 0);

        if (side_of_army(army) != lay->side && far < least)
            least = far, best = army;
    }
    return best;
}

/* The French go where the enemy is, and not all to the same, nor after every patrol. */
static int enemy_seems(const struct lay *lay, int h, int aim)
{
    const int *w = lay->weight;
    int foe = lay->foe[h], far = foe < STRAY ? STRAY - foe : 0;

    far += friends_within(lay, h, 2) > w[WT_ENOUGH] * foe ? w[WT_CROWDED] : 0;
    return far + (aim >= 0 && !hex_is(lay->p, h, H_ARMY(aim)) ? w[WT_ASIDE] : 0);
}

static void seed_enemies(struct lay *lay, int16_t *field, struct front *f)
{
    const struct play *p = lay->p;
    int aim = ld(p)->par ? -1 : main_enemy(lay, lay->centre[ARMY_FRENCH]);

    for (int i = 0; i < lay->foes; i++)
        if (lay->foe[lay->foe_hex[i]] > 2)
            seed(field, f, lay->foe_hex[i], enemy_seems(lay, lay->foe_hex[i], aim));
    for (int army = 0; army < ARMIES && !ld(p)->par; army++)
        if (side_of_army(army) != lay->side && !ld(p)->source[main_source[army]].lost)
            seed(field, f, source_hex(p, army),
                 lay->weight[WT_LINE] + (army == aim ? 0 : lay->weight[WT_ASIDE]));
}

/* Is the enemy around its middle too strong? */
static bool gives_ground(const struct lay *lay, int army)
{
    int h = lay->centre[army];
    int foes = foes_within(lay, h, 7), own = lay->own[h] + friends_within(lay, h, 5);

    return foes * 10 > own * lay->weight[WT_HOLD];
}

static void army_field(struct lay *lay, int army)
{
    const struct play *p = lay->p;
    int16_t *field = lay->field[army];
    struct front f;

    front_begin(&f);
    for (int h = 0; h < p->box->board->cells; h++)
        field[h] = FIELD_FAR;
    lay->centre[army] = find_centre(lay, army);
    lay->back[army] = army != ARMY_FRENCH && lay->centre[army] >= 0 && gives_ground(lay, army);
    if (army == ARMY_FRENCH)
        seed_enemies(lay, field, &f);
    else if (lay->back[army])
        seed(field, &f, source_hex(p, army), 0);
    else
        seed(field, &f, lay->centre[army], 0);
    if (f.n == 0)
        seed(field, &f, source_hex(p, army == ARMY_FRENCH ? ARMY_ALLIED : army), 0);
    spread(lay, field, &f, NULL);
}

/* ---- lines of communication ---- */

enum { TOLL_ZONE = 6, TOLL_ENEMY = 24, NEAR_LINE = 13, WALK = 6, RIDE = 9, LATE = 2 };

/* The way to a line of communication leads around the enemy. */
static void line_way(struct lay *lay, int army)
{
    const struct play *p = lay->p;
    uint8_t toll[CELLS_MAX];
    struct front f;

    front_begin(&f);
    for (int h = 0; h < p->box->board->cells; h++) {
        toll[h] = enemy_in(p, h, lay->side) ? TOLL_ENEMY : in_zone(p, h, lay->side) ? TOLL_ZONE : 0;
        lay->way[h] = FIELD_FAR;
    }
    toll[source_hex(p, army)] = 0;
    seed(lay->way, &f, source_hex(p, army), 0);
    spread(lay, lay->way, &f, toll);
}

int errand_of(const struct lay *lay, int u)
{
    for (int i = 0; i < lay->errands; i++)
        if (lay->errand[i].who == u)
            return lay->errand[i].army;
    return -1;
}

/* Whoever is nearest: horse to take it, and whatever there is to keep it, foot before horse. */
static int find_messenger(const struct lay *lay, int army, bool rides)
{
    const struct play *p = lay->p;
    int best = -1, line = source_hex(p, army), far = FIELD_FAR;
    int turns = ld(p)->last - play_state(p)->turn + 1;

    for (int u = 0; u < lbox(p)->vedettes; u++) {
        int h = place_of(p, u), way;

        if (h < 0 || side_of_army(def_of(p, u)->army) != lay->side || is_guns(p, u) ||
            strength_of(p, u) < 2 || (rides && arm_of(p, u) != CAVALRY) || errand_of(lay, u) >= 0)
            continue;
        way = apart(p, h, line) + (!rides && arm_of(p, u) == CAVALRY ? 2 : 0);
        if (way < far && way <= turns * (arm_of(p, u) == CAVALRY ? RIDE : WALK))
            far = way, best = u;
    }
    return best;
}

static void send(struct lay *lay, int army, bool rides, int number)
{
    for (int i = 0; i < number && lay->errands < ERRANDS; i++) {
        int u = find_messenger(lay, army, rides);

        if (u >= 0)
            lay->errand[lay->errands++] = (struct errand){ i16(u), (int8_t)army };
    }
}

/* [20.12b] Two points each: nobody leaves a line open to the enemy, and what is open is taken; what counts is who has it in
 * the end. */
static void send_errands(struct lay *lay)
{
    const struct play *p = lay->p;
    int left = ld(p)->last - play_state(p)->turn;
    int whole = ld(p)->last - ld(p)->first;
    bool late = left <= (whole < 2 * LATE ? whole / 2 : LATE);

    lay->late = late;
    lay->errands = 0;
    for (int army = 0; army < ARMIES && !ld(p)->par; army++) {
        bool own = side_of_army(army) == lay->side, lost = ld(p)->source[main_source[army]].lost;

        if (own == lost)
            send(lay, army, !late, late ? 7 : 2);
        else if (!own || foe_distance(lay, source_hex(p, army)) < NEAR_LINE)
            send(lay, army, false, late ? 2 : 1);
    }
}

void lay_fields(struct lay *lay, int lead)
{
    send_errands(lay);
    if (lead >= 0 && errand_of(lay, lead) >= 0)
        line_way(lay, errand_of(lay, lead));
    for (int army = 0; army < ARMIES; army++)
        if (side_of_army(army) == lay->side && (lead < 0 || army == army_of(lay->p, lead)))
            army_field(lay, army);
}

/* ---- attacks ---- */

/* [4.0a] Would a stack in that hex bar it by itself or by its zone? */
static bool is_shut(const struct play *p, int h, int by)
{
    return by >= 0 &&
           (h == by || (apart(p, h, by) == 1 && zone_between(p, h, direction_to(p, h, by))));
}

/* [20.12b] Whoever drives the enemy out of the hex has it. */
int prize_of(const struct lay *lay, int h)
{
    const struct play *p = lay->p;
    int left = ld(p)->last - play_state(p)->turn;

    for (int army = 0; army < ARMIES && !ld(p)->par; army++)
        if (source_hex(p, army) == h &&
            ld(p)->source[main_source[army]].lost == (side_of_army(army) == lay->side))
            return lay->weight[WT_SOURCE] * (left < 2 ? 20 : left < 4 ? 10 : 5);
    return 0;
}

/* [11.42a] [4.32a] Is there a way of so many hexes, each further from where it begins? */
static bool leads_away(const struct play *p, int origin, int from, int side, int left, int shut)
{
    EACH_DIRECTION(d)
    {
        int to = next_of(p, from, d);

        if (to < 0 || apart(p, origin, to) <= apart(p, origin, from) || enemy_in(p, to, side) ||
            lbox(p)->cost[MOVES_INFANTRY][from * HEX_SIDES + d] == NO_ENTRY ||
            is_shut(p, to, shut) || in_firm_zone(p, to, side))
            continue;
        if (left == 1 || leads_away(p, origin, to, side, left - 1, shut))
            return true;
    }
    return false;
}

int room_to_retreat(const struct play *p, int h, int side, int shut)
{
    int room = 0;

    while (room < ROOM_MOST && leads_away(p, h, h, side, room + 1, shut))
        room++;
    return room;
}

/* 11.4D: the weaker loses all, the stronger half as much. */
static int exchange_worth(int attack, int defence, int gain, int price)
{
    if (attack == defence)
        return attack * (gain - price) / 2;
    return attack > defence ? defence * gain - defence * price / 2
                            : attack * gain / 2 - attack * price;
}

/* What a result means to whoever attacks, in half points times ten. [11.44b] Who cannot retreat is lost, often for good. */
static int result_worth(const struct lay *lay, int result, const struct bout *b)
{
    int gain = lay->weight[WT_LOSS] * (b->gain ? b->gain : VALUE) / VALUE;
    int price = lay->weight[WT_PRICE] * (b->price ? b->price : VALUE) / VALUE *
                (lay->side == FRENCH ? lay->weight[WT_CARE] : 10) / 10;
    int back = lay->weight[WT_RETREAT], hexes = retreat_of(result);

    switch (result) {
    case RES_AE: return -b->attack * price;
    case RES_AH: return -b->attack * price / 2;
    case RES_AR:
    case RES_AR2:
    case RES_AR3:
    case RES_AR4: return hexes > b->own_room ? -b->attack * price : -back - b->attack * price / 20;
    case RES_EX: return exchange_worth(b->attack, b->defence, gain, price);
    case RES_DH: return b->defence * gain / 2;
    case RES_DE: return b->defence * gain + b->prize;
    default:
        return (hexes > b->room ? b->defence * gain * 5 / 4 : back + b->defence * gain / 10) +
               b->prize;
    }
}

/* [11.32a] The column and what lies beyond the ends, as a number to be taken from the die. */
static int column_of(const struct chart *chart, const struct bout *b, int *beyond)
{
    int attack = b->attack > 0 ? b->attack : 1, defence = b->defence > 0 ? b->defence : 1;
    int column =
        chart_odds(chart, ratio_of(attack, 2), ratio_of(defence * b->halves, 4)) + b->shift;

    *beyond = column >= chart->columns ? column - chart->columns + 1 : column < 0 ? column : 0;
    return column - *beyond;
}

static int mean_worth(const struct lay *lay, const struct bout *b, bool fire)
{
    const struct chart *chart = lbox(lay->p)->combat;
    int beyond, column = column_of(chart, b, &beyond), sum = 0;

    for (int die = 1; die <= 6; die++) {
        int at = die - beyond, result;

        at = at < 1 ? 1 : at > 6 ? 6 : at;
        result = chart_value(chart, at - 1, column);
        sum += fire && result <= RES_EX ? 0 : result_worth(lay, result, b);
    }
    return sum / 6;
}

int fight_worth(const struct lay *lay, const struct bout *b)
{
    return mean_worth(lay, b, false);
}

int fire_worth(const struct lay *lay, const struct bout *b)
{
    return mean_worth(lay, b, true);
}

/* Could it still come next to the hex, or is it there? In half points, less for those who must march first. */
static int could_bring(const struct lay *lay, int u, int target)
{
    const struct play *p = lay->p;
    int d = apart(p, place_of(p, u), target), strength = strength_of(p, u);

    if (d == 1)
        return has_flag(p, u, F_COLUMN) ? 0 : strength;
    if (d > 9 || has_flag(p, u, F_DONE) || (is_guns(p, u) && is_mud(p)))
        return 0;
    if (play_state(p)->phase != PH_MOVEMENT || 2 * (d - 1) > points_left(p, u))
        return 0;
    return strength * 6 / 10;
}

static int muster_at(struct lay *lay, int target)
{
    const struct play *p = lay->p;
    int sum = 0, room = 0;

    if (lay->muster[target] >= 0)
        return lay->muster[target];
    for (int u = 0; u < lbox(p)->trains; u++)
        if (on_map(p, u) && side_of_army(def_of(p, u)->army) == lay->side && !is_vedette(p, u))
            sum += could_bring(lay, u, target);
    EACH_DIRECTION(d)
    {
        int at = next_of(p, target, d);

        room += at >= 0 && may_cross(p, target, d) && !enemy_in(p, at, lay->side) ? 30 : 0;
    }
    lay->muster[target] = i16(sum < room ? sum : room);
    return lay->muster[target];
}

int committed(const struct lay *lay, int target)
{
    const struct play *p = lay->p;
    int sum = 0;

    EACH_DIRECTION(d)
    {
        int at = next_of(p, target, d);

        sum += at >= 0 && side_in(p, at, lay->side) && may_cross(p, target, d) ? lay->own[at] : 0;
    }
    return sum;
}

/* The hexes as one defence; how many half points could be brought against them. */
static int defence_in(struct lay *lay, int from, const int16_t *target, int n, struct bout *b)
{
    const struct play *p = lay->p;
    int16_t source = i16(from);
    int most = 0;

    *b = (struct bout){ .halves = 2, .room = ROOM_MOST, .own_room = ROOM_MOST };
    for (int i = 0; i < n; i++) {
        int halves = terrain_halves(p, target[i], &source, 1), muster = muster_at(lay, target[i]);
        int room = room_to_retreat(p, target[i], !lay->side, -1);

        b->attack += committed(lay, target[i]);
        b->defence += lay->foe[target[i]];
        b->gain += lay->dear[target[i]];
        b->prize += prize_of(lay, target[i]);
        b->halves = halves > b->halves ? halves : b->halves;
        b->room = room < b->room ? room : b->room;
        most = muster > most ? muster : most;
    }
    b->gain = b->defence ? b->gain / b->defence : VALUE;
    return most;
}

/* The first hexes of a retreat that are open, and how many of them would be shut from there. */
static int ways_shut(const struct lay *lay, int target, int from, int *open)
{
    const struct play *p = lay->p;
    int shut = 0;

    *open = 0;
    EACH_DIRECTION(d)
    {
        int to = next_of(p, target, d);

        if (to < 0 || enemy_in(p, to, !lay->side) || in_firm_zone(p, to, !lay->side) ||
            lbox(p)->cost[MOVES_INFANTRY][target * HEX_SIDES + d] == NO_ENTRY)
            continue;
        ++*open;
        shut += is_shut(p, to, from);
    }
    return shut;
}

/* Whoever cuts off a part of the ways hopes for others to do the rest. */
static int trap_worth(const struct lay *lay, int target, int from)
{
    int open, shut = ways_shut(lay, target, from, &open);

    return open ? lay->dear[target] * lay->weight[WT_TRAP] * shut / open / VALUE : 0;
}

/* What is certain already is not counted twice; what others could bring is believed by half. */
int contact_gain(struct lay *lay, int from, const int16_t *target, int n, int strength, int price)
{
    struct bout b;
    int muster = defence_in(lay, from, target, n, &b), there = b.attack, before = 0, with, all;
    int trap = 0;

    b.price = price;
    if (there)
        before = fight_worth(lay, &b);
    b.attack = there + strength;
    for (int i = 0; i < n; i++) {
        int room = room_to_retreat(lay->p, target[i], !lay->side, from);

        b.room = room < b.room ? room : b.room;
        trap += trap_worth(lay, target[i], from);
    }
    with = fight_worth(lay, &b) - before;
    if (muster > there + strength && strength) {
        b.attack = muster;
        all = (fight_worth(lay, &b) - before) * strength / (muster - there);
        with = all > with ? (with + all) / 2 : with;
    }
    with += with > 0 ? trap : 0;
    return n && hex_is(lay->p, target[0], H_UNSEEN) ? with * 2 / 3 : with;
}

int forced_worth(struct lay *lay, int target, const int16_t *from, int n, int attack, int price)
{
    const struct play *p = lay->p;
    int muster = muster_at(lay, target), worth;
    struct bout b = { .attack = attack + (muster > attack ? (muster - attack) / 2 : 0),
                      .defence = lay->foe[target],
                      .gain = value_at(lay, target),
                      .price = price,
                      .halves = terrain_halves(p, target, from, n),
                      .room = room_to_retreat(p, target, !lay->side, -1),
                      .own_room = ROOM_MOST };

    worth = fight_worth(lay, &b);
    return worth < 0 ? worth : 0;
}

/* ---- places ---- */

/* From how many sides is it easily attacked? Ground that helps, in halves, as far as it is all around. */
static int cover(const struct play *p, int h)
{
    int open = 0, barred = 0;

    if (lbox(p)->is_chateau[h])
        return 6;
    EACH_DIRECTION(d)
    {
        int at = next_of(p, h, d), sides;

        if (at < 0)
            continue;
        sides = side_between(p, at, (d + 3) % HEX_SIDES);
        if (sides & S_RIVER)
            barred += sides & S_BRIDGE ? 1 : 2;
        else
            *(sides & (S_STREAM | S_UP) ? &barred : &open) += 1;
    }
    return (lbox(p)->is_town[h] ? 4 : 0) + (barred > open ? 3 : barred > 1 ? 1 : 0);
}

enum { STRIKE = 3, REACH = 5, SIDES_OF_ATTACK = 3, STACK_FULL = 30 };

/* Half points that could come against the hex in the enemy's turn, and in how many stacks. */
static int besiegers(const struct lay *lay, int h, int *stacks)
{
    int sum = 0;

    *stacks = 0;
    for (int i = 0; i < lay->foes; i++) {
        int d = apart(lay->p, h, lay->foe_hex[i]), foe = lay->foe[lay->foe_hex[i]];

        if (d > REACH)
            continue;
        sum += d <= STRIKE ? foe : foe * (REACH + 1 - d) / STRIKE;
        *stacks += d < REACH && foe > 4;
    }
    return sum;
}

/* In tenths: how likely it is to be surrounded; friends beside it keep a way of retreat open. */
static int isolation(const struct lay *lay, int h, int stacks)
{
    int beside = 0, tenths;

    if (!room_to_retreat(lay->p, h, lay->side, -1))
        return 10;
    EACH_DIRECTION(d)
    {
        int at = next_of(lay->p, h, d);

        beside += at >= 0 && lay->own[at] > 2;
    }
    tenths = 2 * (stacks - 1) - 3 * beside;
    return tenths < 0 ? 0 : tenths > 8 ? 8 : tenths;
}

/* What the enemy may win there in his turn: by his best attack, whoever is surrounded being lost whole [11.44b]. */
int danger_at(const struct lay *lay, int h, int strength)
{
    int stacks, foes = besiegers(lay, h, &stacks), lone, safe;
    struct bout b = { .defence = strength > 0 ? strength : 1,
                      .halves = 2 + (cover(lay->p, h) > 2),
                      .room = ROOM_MOST,
                      .own_room = ROOM_MOST };

    foes -= friends_within(lay, h, 2) / 3;
    b.attack = foes > SIDES_OF_ATTACK * STACK_FULL ? SIDES_OF_ATTACK * STACK_FULL : foes;
    if (b.attack <= 0)
        return 0;
    lone = isolation(lay, h, stacks);
    safe = fight_worth(lay, &b);
    b.room = 0;
    safe = (safe * (10 - lone) + fight_worth(lay, &b) * lone) / 10;
    return safe > 0 ? safe / 10 : 0;
}

int hold_worth(const struct lay *lay, int h, int strength)
{
    const int *w = lay->weight;
    int friends = friends_within(lay, h, 2);

    return cover(lay->p, h) * w[WT_TERRAIN] + (friends < 40 ? friends : 40) * w[WT_SUPPORT] / 10 -
           danger_at(lay, h, strength) * w[WT_EXPOSURE] / 10;
}
