/*
 * bot-odds.c: what an attack promises, how far who is driven back can go, how safe a place is.
 */
#include <string.h>

#include "bot.h"

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
        if (source_hex(p, army) == h && line_lost(p, army) == (side_of_army(army) == lay->side))
            return lay->weight[WT_SOURCE] * (left < 2 ? 20 : left < 4 ? 10 : 5);
    return 0;
}

void rooms_begin(struct rooms *rooms, const struct play *p)
{
    rooms->p = p;
    memset(rooms->firm, -1, sizeof rooms->firm);
    memset(rooms->room, -1, sizeof rooms->room);
}

static bool is_firm(struct rooms *rooms, int h, int side)
{
    if (rooms->firm[side][h] < 0)
        rooms->firm[side][h] = in_firm_zone(rooms->p, h, side);
    return rooms->firm[side][h] != 0;
}

/* [11.42a] [4.32a] Could a retreat go on into the next hex? */
static bool gives_way(struct rooms *rooms, int from, int d, int side)
{
    const struct play *p = rooms->p;
    int to = next_of(p, from, d);

    return to >= 0 && !enemy_in(p, to, side) &&
           lbox(p)->cost[MOVES_INFANTRY][from * HEX_SIDES + d] != NO_ENTRY &&
           !is_firm(rooms, to, side);
}

static bool has_room(struct rooms *rooms, int h, int side)
{
    EACH_DIRECTION(d)
    if (gives_way(rooms, h, d, side))
        return true;
    return false;
}

/* The longest way from there, each hex further from where it begins, that far behind already; ROOM_MOST is enough. */
static int longest_way(struct rooms *rooms, int origin, int from, int side, int shut)
{
    const struct play *p = rooms->p;
    int done = apart(p, origin, from), longest = done;

    if (done == ROOM_MOST)
        return done;
    EACH_DIRECTION(d)
    {
        int to = next_of(p, from, d), far;

        if (to < 0 || apart(p, origin, to) <= done || is_shut(p, to, shut) ||
            !gives_way(rooms, from, d, side))
            continue;
        far = longest_way(rooms, origin, to, side, shut);
        longest = far > longest ? far : longest;
        if (longest == ROOM_MOST)
            break;
    }
    return longest;
}

int room_to_retreat(struct rooms *rooms, int h, int side, int shut)
{
    if (shut >= 0)
        return longest_way(rooms, h, h, side, shut);
    if (rooms->room[side][h] < 0)
        rooms->room[side][h] = (int8_t)longest_way(rooms, h, h, side, -1);
    return rooms->room[side][h];
}

/* 11.4D: the weaker loses all, the stronger half as much. */
static int exchange_worth(int attack, int defence, int gain, int price)
{
    if (attack == defence)
        return attack * (gain - price) / 2;
    return attack > defence ? defence * gain - defence * price / 2
                            : attack * gain / 2 - attack * price;
}

/* What half a point of theirs is worth and one of ours costs. */
static int gain_of(const struct lay *lay, const struct bout *b)
{
    return lay->weight[WT_LOSS] * (b->gain ? b->gain : VALUE) / VALUE;
}

static int cost_of(const struct lay *lay, const struct bout *b)
{
    return lay->weight[WT_PRICE] * (b->price ? b->price : VALUE) / VALUE *
           (lay->side == FRENCH ? lay->weight[WT_CARE] : 10) / 10;
}

/* What a result means to whoever attacks, in half points times ten. [11.44b] Who cannot retreat is lost, often for good. */
static int result_worth(const struct lay *lay, int result, const struct bout *b, int gain,
                        int price)
{
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
    int gain = gain_of(lay, b), price = cost_of(lay, b);

    for (int die = 1; die <= 6; die++) {
        int at = die - beyond, result;

        at = at < 1 ? 1 : at > 6 ? 6 : at;
        result = chart_value(chart, at - 1, column);
        sum += fire && result <= RES_EX ? 0 : result_worth(lay, result, b, gain, price);
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
        int room = room_to_retreat(&lay->rooms, target[i], !lay->side, -1);

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
static int ways_shut(struct lay *lay, int target, int from, int *open)
{
    const struct play *p = lay->p;
    int shut = 0;

    *open = 0;
    EACH_DIRECTION(d)
    {
        int to = next_of(p, target, d);

        if (!gives_way(&lay->rooms, target, d, !lay->side))
            continue;
        ++*open;
        shut += is_shut(p, to, from);
    }
    return shut;
}

/* Whoever cuts off a part of the ways hopes for others to do the rest. */
static int trap_worth(struct lay *lay, int target, int from)
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
        int room = room_to_retreat(&lay->rooms, target[i], !lay->side, from);

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
                      .room = room_to_retreat(&lay->rooms, target, !lay->side, -1),
                      .own_room = ROOM_MOST };

    worth = fight_worth(lay, &b);
    return worth < 0 ? worth : 0;
}

/* ---- places ---- */

enum { SIDES_OF_ATTACK = 3, STACK_FULL = 30 };

/* In tenths: how likely it is to be surrounded; friends beside it keep a way of retreat open. */
static int isolation(struct lay *lay, int h, int stacks)
{
    int beside = 0, tenths;

    if (!has_room(&lay->rooms, h, lay->side))
        return 10;
    EACH_DIRECTION(d)
    {
        int at = next_of(lay->p, h, d);

        beside += at >= 0 && lay->own[at] > 2;
    }
    tenths = 2 * (stacks - 1) - 3 * beside;
    return tenths < 0 ? 0 : tenths > 8 ? 8 : tenths;
}

/* The mean of an attack on somebody who can retreat and on one who cannot, by tenths. */
static int danger_by(const struct lay *lay, struct bout *b, int lone)
{
    int worth = lone < 10 ? fight_worth(lay, b) * (10 - lone) : 0;

    b->room = 0;
    worth = (worth + (lone ? fight_worth(lay, b) * lone : 0)) / 10;
    return worth > 0 ? worth / 10 : 0;
}

/* What the enemy may win there in his turn: by his best attack, whoever is surrounded being lost whole [11.44b]. */
static int danger_among(struct lay *lay, int h, int strength, int friends)
{
    const struct near *near = near_of(lay, h);
    int foes = near->besiegers - friends / 3, lone;
    struct bout b = { .defence = strength > 0 ? strength : 1,
                      .halves = 2 + (lbox(lay->p)->cover[h] > 2),
                      .room = ROOM_MOST,
                      .own_room = ROOM_MOST };

    b.attack = foes > SIDES_OF_ATTACK * STACK_FULL ? SIDES_OF_ATTACK * STACK_FULL : foes;
    if (b.attack <= 0)
        return 0;
    lone = isolation(lay, h, near->stacks);
    return danger_by(lay, &b, lone);
}

int danger_at(struct lay *lay, int h, int strength)
{
    return danger_among(lay, h, strength, friends_around(lay, h));
}

int hold_worth(struct lay *lay, int h, int strength)
{
    const int *w = lay->weight;
    int friends = friends_around(lay, h);

    return lbox(lay->p)->cover[h] * w[WT_TERRAIN] +
           (friends < SUPPORT_MOST ? friends : SUPPORT_MOST) * w[WT_SUPPORT] / 10 -
           danger_among(lay, h, strength, friends) * w[WT_EXPOSURE] / 10;
}
