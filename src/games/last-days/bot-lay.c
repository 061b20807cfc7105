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

enum { BLUR = 3, BLUR_STEP = 3, BLUR_ALL = (2 * BLUR + 1) * (2 * BLUR + 1), RATIOS = 8 };

/* [20.11a] Points for a ratio of losses; the first ones are at hand. */
static int ratio_points(const struct ld_box *box, const int *first, int french, int allied)
{
    int whole = french > 0 ? (2 * allied + french) / (2 * french) : allied > 0 ? 3 : 1;

    return whole < RATIOS ? first[whole] : chart_value(box->ratio, chart_row(box->ratio, whole), 0);
}

/* What the losses come to, as points that the French have more than they need. Marks and ratios are steps: the mean around
 * where the losses stand says how near the next one is. */
int blurred_lead(const struct ld_box *box, int french, int allied)
{
    int sum = 0, ratio[RATIOS];

    for (int i = 0; i < RATIOS; i++)
        ratio[i] = chart_value(box->ratio, chart_row(box->ratio, i), 0);
    for (int k = -BLUR; k <= BLUR; k++) {
        int a = allied + 2 * k * BLUR_STEP;

        a = a < 0 ? 0 : a;
        sum -= 2 * (2 * BLUR + 1) * chart_value(box->losses, chart_row(box->losses, a), 0);
        for (int i = -BLUR; i <= BLUR; i++) {
            int f = french + i * BLUR_STEP;

            sum += ratio_points(box, ratio, f < 0 ? 0 : f, a);
        }
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
    int strength = 0, hexes = 0, dear = 0;

    for (int u = 0; u < lbox(p)->trains; u++)
        if (place_of(p, u) == P_HIDDEN && def_of(p, u)->army == army && !is_vedette(p, u) &&
            def_of(p, u)->turn <= play_state(p)->turn) {
            strength += def_of(p, u)->strength;
            dear += def_of(p, u)->strength * value_of(lay, u);
        }
    *value = lay->weight[WT_MEND_STAKES] && strength ? dear / strength : VALUE;
    for (int i = 0; i < lay->foes; i++)
        hexes += hex_is(p, lay->foe_hex[i], H_UNSEEN) && hex_is(p, lay->foe_hex[i], H_ARMY(army));
    strength = hexes ? strength / hexes : 0;
    return strength < 3 ? 3 : strength > 24 ? 24 : strength;
}

static void add_unseen(struct lay *lay, int h, int strength, int value)
{
    lay->foe[h] = i16(lay->foe[h] + strength);
    add_dear(lay, h, value * strength);
}

/* What is not seen is guessed at; whoever is there counts for something. */
static void add_likely(struct lay *lay)
{
    const struct play *p = lay->p;
    int likely[ARMIES] = { 0 }, value[ARMIES] = { 0 };

    for (int army = 0; army < ARMIES; army++)
        if (side_of_army(army) != lay->side)
            likely[army] = likely_strength(lay, army, &value[army]);
    for (int i = 0; i < lay->foes; i++) {
        int h = lay->foe_hex[i];

        for (int army = 0; army < ARMIES && hex_is(p, h, H_UNSEEN); army++)
            if (hex_is(p, h, H_ARMY(army)))
                add_unseen(lay, h, hex_is(p, h, H_ZONE) ? likely[army] : 3, value[army]);
        lay->foe[h] = i16(lay->foe[h] ? lay->foe[h] : 1);
    }
}

static void list_stacks(struct lay *lay)
{
    const struct play *p = lay->p;

    lay->foes = lay->friends = 0;
    for (int h = 0; h < p->box->board->cells; h++)
        if (!hex_is(p, h, H_ARMIES))
            continue;
        else if (enemy_in(p, h, lay->side) && lay->foes < STACKS_MAX)
            lay->foe_hex[lay->foes++] = i16(h);
        else if (lay->own[h] && lay->friends < STACKS_MAX)
            lay->own_hex[lay->friends++] = i16(h);
}

void lay_out(const struct play *p, int side, const int *weight, struct lay *lay)
{
    lay->p = p, lay->side = side, lay->weight = weight;
    memset(lay->own, 0, sizeof lay->own);
    memset(lay->foe, 0, sizeof lay->foe);
    memset(lay->dear, 0, sizeof lay->dear);
    memset(lay->muster, -1, sizeof lay->muster);
    memset(lay->near, -1, sizeof lay->near);
    rooms_begin(&lay->rooms, p);
    find_stakes(lay);
    count_pieces(lay);
    list_stacks(lay);
    add_likely(lay);
}

enum { STRIKE = 3, REACH = 5 };

/* Half points that could come against the hex in the enemy's turn, and in how many stacks. */
static void look_around(const struct lay *lay, int h, struct near *near)
{
    const uint8_t *distance = lbox(lay->p)->distance[h];
    int least = NEAR_NOBODY, sum = 0, stacks = 0;

    for (int i = 0; i < lay->foes; i++) {
        int d = distance[lay->foe_hex[i]], foe;

        least = d < least ? d : least;
        if (d > REACH)
            continue;
        foe = lay->foe[lay->foe_hex[i]];
        sum += d <= STRIKE ? foe : foe * (REACH + 1 - d) / STRIKE;
        stacks += d < REACH && foe > 4;
    }
    *near = (struct near){ i16(sum), u8(least), u8(stacks) };
}

const struct near *near_of(struct lay *lay, int h)
{
    if (lay->near[h].besiegers < 0)
        look_around(lay, h, &lay->near[h]);
    return &lay->near[h];
}

int foe_distance(struct lay *lay, int h)
{
    return near_of(lay, h)->distance;
}

int foes_within(const struct lay *lay, int h, int hexes)
{
    int sum = 0;

    for (int i = 0; i < lay->foes; i++)
        if (apart(lay->p, h, lay->foe_hex[i]) <= hexes)
            sum += lay->foe[lay->foe_hex[i]];
    return sum;
}

int friends_around(const struct lay *lay, int h)
{
    int sum = 0;

    for (const int16_t *at = lbox(lay->p)->around[h]; *at >= 0; at++)
        sum += lay->own[*at];
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
