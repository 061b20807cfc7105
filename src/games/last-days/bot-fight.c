/*
 * bot-fight.c: what is decided in the combat phase: who attacks whom, who is lost, who goes where.
 *
 * Attacks are put together target by target, the best first; stacks join as long as they better it and are not
 * needed elsewhere; what duty leaves over is covered with the least.
 */
#include <string.h>

#include "bot.h"

enum { SIDE, SHARE, OPEN }; /* of the designation */
enum { NOWHERE = -30000 };

/* ---- who attacks whom ---- */

/* Half points of a stack that are free to attack. */
static int free_strength(const struct play *p, int h)
{
    int sum = 0;

    EACH_PIECE_AT(p, u, h)
    if (may_attack(p, u) && !piece_at(p, u)->task)
        sum += strength_of(p, u);
    return sum;
}

/* Shifts that all who stand there would bring along [5.14a] [16.32]; [16.1a] arms of those who are free. */
enum { ARM_FOOT = 1, ARM_HORSE = 2, ARM_GUNS = 4, ARM_ALL = 7 };

static int arms_in(const struct play *p, int h)
{
    int arms = 0;

    EACH_PIECE_AT(p, u, h)
    if (is_combat_unit(p, u) && may_attack(p, u) && !piece_at(p, u)->task)
        arms |= is_guns(p, u) ? ARM_GUNS : arm_of(p, u) == INFANTRY ? ARM_FOOT : ARM_HORSE;
    return arms;
}

static int shift_of(const struct lay *lay, int h)
{
    const struct ld_box *box = lbox(lay->p);
    int n = 0;

    EACH_PIECE_AT(lay->p, u, h)
    n += (lay->side == FRENCH && u == box->napoleon) || u == box->friant || u == box->michel;
    return n > 2 ? 2 : n;
}

/* What all who are free and next to it could do to the hex; those guns being left out, and the hex having been fired at. */
static int target_bout(struct lay *lay, int target, int guns, struct bout *b)
{
    const struct play *p = lay->p;
    int16_t from[HEX_SIDES];
    int n = 0, arms = 0;

    *b = (struct bout){ .defence = lay->foe[target],
                        .gain = value_at(lay, target),
                        .prize = prize_of(lay, target),
                        .room = room_to_retreat(&lay->rooms, target, !lay->side, -1),
                        .own_room = ROOM_MOST };
    EACH_DIRECTION(d)
    {
        int at = next_of(p, target, d), strength, room;

        if (at < 0 || !side_in(p, at, lay->side) || !may_cross(p, target, d))
            continue;
        strength = free_strength(p, at) -
                   (guns >= 0 && place_of(p, guns) == at ? strength_of(p, guns) : 0);
        if (strength <= 0)
            continue;
        from[n++] = i16(at);
        b->attack += strength;
        b->price += strength * value_at(lay, at);
        b->shift += shift_of(lay, at);
        arms |= arms_in(p, at);
        room = room_to_retreat(&lay->rooms, at, lay->side, -1);
        b->own_room = room < b->own_room ? room : b->own_room;
    }
    b->price = b->attack ? b->price / b->attack : VALUE;
    b->shift += guns >= 0 || arms == ARM_ALL;
    b->halves = n ? terrain_halves(p, target, from, n) : 2;
    return n;
}

static int target_worth(struct lay *lay, int target)
{
    struct bout b;

    return target_bout(lay, target, -1, &b) ? fight_worth(lay, &b) : NOWHERE;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The ground that serves the defender best. */
static int ground_of(const struct play *p, const struct battle *b)
{
    int most = 2;

    for (int i = 0; i < b->targets; i++) {
        int halves = terrain_halves(p, b->target[i], b->source, b->sources);

        most = halves > most ? halves : most;
    }
    return most;
}

/* The attack that is being put together, with one stack more (-1: as it is). */
static int open_worth(struct lay *lay, int attack, int more)
{
    const struct play *p = lay->p;
    struct battle b;
    struct sum k = { 0 };
    struct bout bout = { .attack = more >= 0 ? free_strength(p, more) : 0,
                         .room = ROOM_MOST,
                         .own_room = ROOM_MOST };

    battle_of(p, attack, &b);
    if (!b.targets || (!b.sources && more < 0))
        return NOWHERE;
    if (b.sources)
        sum_up(p, &b, &k, NULL);
    bout.attack += b.sources ? k.attack.num * 2 / k.attack.den : 0;
    bout.shift = k.shift + (more >= 0 ? shift_of(lay, more) : 0);
    if (more >= 0 && b.sources < BATTLE_HEXES)
        b.source[b.sources++] = i16(more);
    for (int i = 0; i < b.targets; i++) {
        bout.defence += lay->foe[b.target[i]];
        bout.gain = most(bout.gain, value_at(lay, b.target[i]));
        bout.prize += prize_of(lay, b.target[i]);
        bout.room = least(bout.room, room_to_retreat(&lay->rooms, b.target[i], !lay->side, -1));
    }
    for (int i = 0; i < b.sources; i++) {
        bout.own_room =
            least(bout.own_room, room_to_retreat(&lay->rooms, b.source[i], lay->side, -1));
        bout.price = most(bout.price, value_at(lay, b.source[i]));
    }
    bout.halves = ground_of(p, &b);
    return fight_worth(lay, &bout);
}

/* Is there somebody else whom the stack could better attack? */
static int elsewhere(struct lay *lay, const struct menu *m, int from)
{
    int best = 0;

    for (int i = 0; i < m->n; i++)
        if (m->a[i].verb == V_TARGET && apart(lay->p, from, m->a[i].arg[0]) == 1) {
            int worth = target_worth(lay, m->a[i].arg[0]);

            best = worth > best ? worth : best;
        }
    return best;
}

/* [11.54B] */
static int size_shift(int half_points)
{
    return half_points < 20 ? -1 : half_points > 36 ? 1 : 0;
}

/* [11.52] [11.53] Fire costs nothing, and whoever attacks after it does so in Combined Arms: is that more than what the
 * guns add to the attack? */
static int fire_urge(struct lay *lay, int u, int target)
{
    const struct play *p = lay->p;
    int16_t from = i16(place_of(p, u));
    struct bout all, rest, fire;
    int n = target_bout(lay, target, u, &rest), alone = fight_worth(lay, &rest);

    fire = rest;
    fire.attack = strength_of(p, u);
    fire.halves = terrain_halves(p, target, &from, 1);
    fire.shift = size_shift(fire.defence) + shift_of(lay, from);
    target_bout(lay, target, -1, &all);
    if (n && alone + fire_worth(lay, &fire) < fight_worth(lay, &all))
        return NOWHERE + 1;
    return 500 + fire_worth(lay, &fire) + (n ? alone / 2 : 0);
}

static void urge_open(const struct choice *c, struct lay *lay, int *urge)
{
    const struct menu *m = c->menu;
    int attack = agenda_top(c->p)->v[OPEN] - 1, now = open_worth(lay, attack, -1);

    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];

        switch (a->verb) {
        case V_ASSAULT: urge[i] = now; break;
        case V_FROM: {
            int more = open_worth(lay, attack, a->arg[0]);

            urge[i] = more - 2 > now ? more - elsewhere(lay, m, a->arg[0]) / 3 : NOWHERE + 2;
            break;
        }
        default: urge[i] = NOWHERE + 1;
        }
    }
}

void urge_designation(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    if (agenda_top(c->p)->v[OPEN]) {
        urge_open(c, &lay, urge);
        return;
    }
    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];

        urge[i] = a->verb == V_TARGET ? target_worth(&lay, a->arg[0])
                  : a->verb == V_FIRE ? fire_urge(&lay, a->arg[0], a->arg[1])
                  : a->verb == V_DONE ? c->weight[WT_MIN_ATTACK]
                                      : NOWHERE;
    }
}

/* What is most promising first: then there is room for what comes after. */
void urge_resolution(const struct choice *c, int *urge)
{
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    for (int i = 0; i < c->menu->n; i++) {
        int h = c->menu->a[i].n ? c->menu->a[i].arg[0] : -1;

        urge[i] = h < 0 ? NOWHERE : foes_within(&lay, h, 1) - friends_within(&lay, h, 1);
        urge[i] = h < 0 ? NOWHERE : -urge[i];
    }
}

/* ---- losses ---- */

/* [11.4H] As few points as can be, the cheapest; what is reduced would be gone for good. */
void urge_losses(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    int owed = agenda_top(p)->v[1] / 2;
    struct lay lay;

    lay_out(p, c->side, c->weight, &lay);
    for (int i = 0; i < c->menu->n; i++) {
        int u = c->menu->a[i].arg[0], now = strength_of(p, u), over = now > owed ? now - owed : 0;

        urge[i] = -(c->weight[WT_MEND_STAKES] ? now : def_of(p, u)->strength) * value_of(&lay, u) +
                  8 * (now < owed ? now : owed) - 2 * over - (def_of(p, u)->guard ? 20 : 0);
    }
}

/* ---- places ---- */

/* Whoever is driven back alone is lost next: to where friends stand, or beside them. */
static int rejoin_worth(const struct lay *lay, int h)
{
    int friends = lay->own[h];

    EACH_DIRECTION(d)
    {
        int at = next_of(lay->p, h, d);

        friends += at >= 0 ? lay->own[at] : 0;
    }
    return (friends < SUPPORT_MOST ? friends : SUPPORT_MOST) * lay->weight[WT_MEND_REJOIN] / 10;
}

/* Home: to where the army wants to be if it gives ground, away from the enemy otherwise. */
static int refuge_worth(struct lay *lay, int u, int h)
{
    const struct play *p = lay->p;
    int d = foe_distance(lay, h), strength = is_combat_unit(p, u) ? strength_of(p, u) : 1;
    int home = lbox(p)->entry[army_of(p, u) == ARMY_FRENCH     ? 7
                              : army_of(p, u) == ARMY_PRUSSIAN ? 0
                                                               : 2][0];

    return hold_worth(lay, h, strength + lay->own[h]) + rejoin_worth(lay, h) +
           (d < 4 ? d * 15 : 60) - apart(p, h, home) / 2;
}

void urge_place(const struct choice *c, int *urge)
{
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];

        urge[i] =
            a->n < 2 ? (a->verb == V_DONE ? NOWHERE : 0) : refuge_worth(&lay, a->arg[0], a->arg[1]);
    }
}

/* 11.46: forward where one can stand; a leader only behind his men. */
static int advance_urge(struct lay *lay, int u, int h)
{
    const struct play *p = lay->p;
    int from = place_of(p, u), strength = is_combat_unit(p, u) ? strength_of(p, u) : 0;

    if (is_leader(p, u))
        return lay->own[h] > lay->own[from] && u != lbox(p)->napoleon ? 1 : -1;
    if (is_guns(p, u))
        return -1;
    return hold_worth(lay, h, lay->own[h] + strength) - hold_worth(lay, from, lay->own[from]) +
           (lay->side == FRENCH ? 30 : 10) + prize_of(lay, h);
}

void urge_advance(const struct choice *c, int *urge)
{
    struct lay lay;

    lay_out(c->p, c->side, c->weight, &lay);
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];

        urge[i] = a->verb == V_ADVANCE ? advance_urge(&lay, a->arg[0], a->arg[1]) : 0;
    }
}

/* 16.2: horse does not wait for an attack that would destroy it. */
static bool is_lost(const struct lay *lay, int h)
{
    const struct play *p = lay->p;
    int against = 0;

    for (int i = 0; i < ld(p)->targets; i++) {
        struct battle b;
        struct sum k;

        if (ld(p)->target[i].cell != h)
            continue;
        battle_of(p, ld(p)->target[i].attack - 1, &b);
        if (!b.targets || !b.sources)
            continue;
        sum_up(p, &b, &k, NULL);
        against = k.column + k.beyond > against ? k.column + k.beyond : against;
    }
    return against >= 7; /* 2:1 */
}

void urge_withdrawal(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    struct lay lay;

    lay_out(p, c->side, c->weight, &lay);
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];
        bool goes = a->verb == V_WITHDRAW && c->side != ld(p)->side &&
                    (is_vedette(p, a->arg[0]) || is_lost(&lay, place_of(p, a->arg[0])));

        urge[i] = a->verb != V_WITHDRAW ? 0
                  : goes                ? 500 + refuge_worth(&lay, a->arg[0], a->arg[1])
                                        : -1;
    }
}

/* [11.63C] The chateau is held. */
void urge_fight(const struct choice *c, int *urge)
{
    for (int i = 0; i < c->menu->n; i++)
        urge[i] = c->menu->a[i].verb == V_IGNORE;
}
