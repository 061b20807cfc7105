/*
 * bot-fight.c: what a combat is worth, before it is declared, and what is decided in it.
 *
 * The worth of an attack is the mean, over the die and both rolls on the Combat Effects Table, of what either side
 * loses; steps, order, levels of fatigue and the ground are weighed against each other.
 */
#include <stdlib.h>
#include <string.h>

#include "bot.h"

/* ---- places ---- */

static const struct place *place_at(const struct play *p, int h)
{
    for (int i = 0; i < mib(p)->places; i++)
        if (mib(p)->place[i].cell == h)
            return &mib(p)->place[i];
    return NULL;
}

int place_swing(const struct play *p, int h)
{
    const struct place *k = place_at(p, h);

    return k ? k->points[FRENCH] + k->points[ALLIED] : 0;
}

int place_holder(const struct play *p, int h)
{
    const struct place *k = place_at(p, h);

    return k ? k->holder : NOBODY;
}

/* ---- the mean of what the tables say ---- */

static bool breaks_order(const struct effect *e, int morale, int level)
{
    switch (e->d) {
    case D_ALL: return true;
    case D_MORALE: return morale < e->n;
    case D_LEVEL: return level >= e->n;
    default: return false;
    }
}

/* In tenths of a step; the last steps of a division cost its army morale. */
static int effect_worth(const struct effect *e, int morale, int level, int sp, const int *weight)
{
    int steps = e->c + e->s, worth = e->c * 14 + e->s * 10 + e->f * 3;

    worth += breaks_order(e, morale, level) ? 10 : 0;
    return worth + (steps >= sp            ? weight[WT_POINT]
                    : steps * 10 >= sp * 5 ? weight[WT_POINT] / 4
                                           : 0);
}

static int mean_effect(const struct play *p, int column, int die, int morale, int level, int sp,
                       const int *weight)
{
    int sum = 0;

    for (int i = 1; i <= 6; i++) {
        int row = i + die;

        row = row < 0 ? 0 : row >= CET_ROWS ? CET_ROWS - 1 : row;
        sum += effect_worth(&mbox(p)->cet[row][column], morale, level, sp, weight);
    }
    return sum / 6;
}

struct defence {
    int sp, morale, level, guns, command, largest;
    bool order[ORDERS];
};

/* The stack that would be attacked: its largest division speaks for it. */
static struct defence defence_of(const struct play *p, int h)
{
    struct defence d = { .morale = 4 };
    int most = 0;

    EACH_AT (p, h, u) {
        if (is_leader(p, u)) {
            int rating = combat_rating(p, u);

            d.command = rating > d.command ? rating : d.command;
            continue;
        }
        d.guns += guns_of(p, u);
        if (!is_division(p, u))
            continue;
        d.sp += sp_of(p, u);
        d.order[order_of(p, u)] = true;
        if (sp_of(p, u) > most || !most) {
            most = sp_of(p, u);
            d.morale = def_at(p, u)->morale;
            d.level = unit_at(p, u)->fatigue;
        }
    }
    d.largest = most;
    return d;
}

/* To all stacks that attack; those that are alike, as in a guess they are, are looked at once. */
static int cost_of_attack(const struct play *p, const struct odds *o, int column, int die,
                          const int *weight)
{
    int sum = 0, cost = 0;

    for (int i = 0; i < o->stacks; i++) {
        if (!i || memcmp(&o->stack[i], &o->stack[i - 1], sizeof o->stack[i]) != 0)
            cost = weight[WT_STEP] *
                   mean_effect(p, column, die, o->stack[i].morale, o->stack[i].level,
                               o->stack[i].sp, weight) /
                   10;
        sum += cost;
    }
    return sum;
}

int odds_worth(const struct play *p, const struct odds *o, int side, const int *weight)
{
    const struct mib_box *b = mbox(p);
    struct defence d = defence_of(p, o->hex);
    int ground = place_holder(p, o->hex) == !side ? weight[WT_POINT] * place_swing(p, o->hex) : 0;
    int sum = 0;

    for (int die = 1; die <= 6; die++) {
        int row = die + o->drm;
        const struct result *r;
        bool won;

        row = row < 0 ? 0 : row >= CRT_ROWS ? CRT_ROWS - 1 : row;
        r = &b->crt[row];
        won = r->hexes[DEFENDER] > 0;
        sum += mean_effect(p, won ? CET_RETREAT : CET_ENGAGED, r->die[DEFENDER], d.morale, d.level,
                           d.largest, weight);
        sum += won ? weight[WT_RETREAT] * r->hexes[DEFENDER] + 4 * d.guns + ground : 0;
        sum -= cost_of_attack(p, o, won ? CET_ADVANCE : CET_ENGAGED, r->die[ATTACKER], weight);
    }
    return sum / 6;
}

/* ---- what a formation could bring ---- */

bool may_strike(const struct play *p, int from, int target)
{
    int border = board_border(p->box->board, from, target);

    return border >= 0 && (!is_river(p, border) || is_bridged(p, border));
}

/* CM-1 to CM-8 */
static int ratio_drm(const struct play *p, int attack, int defence)
{
    const int8_t *r = mbox(p)->ratio;

    if (2 * attack <= defence)
        return 2 * attack < defence ? r[0] : r[1];
    if (attack <= defence)
        return attack < defence ? r[2] : r[3];
    if (attack < 2 * defence)
        return r[4];
    return attack < 3 * defence ? r[5] : attack == 3 * defence ? r[6] : r[7];
}

/* 6.8a 6.8r What the formation could have in a hex, in quarters of a point, beside friends who stand there. */
static int room_in(const struct play *p, int formation, int h)
{
    int room = 4 * mbox(p)->num[N_STACK];

    EACH_AT (p, h, u) {
        if (!is_combat(p, u) || unit_at(p, u)->formation == formation)
            continue;
        if (army_of(p, u) != formation_army[formation])
            return 0;
        room -= 4 * stack_value(p, u);
    }
    return room > 0 ? room : 0;
}

/* In the hexes from which the target could be attacked; a bridge counts half. */
static int room_around(const struct play *p, const struct lay *lay, int formation, int target,
                       const int *weight)
{
    int sum = 0;

    EACH_NEIGHBOUR (p->box->board, target, link) {
        int room;

        if (lay->foe[link->cell] || !may_strike(p, link->cell, target))
            continue;
        room = weight[WT_MEND_ROOM] ? room_in(p, formation, link->cell) : 4 * mbox(p)->num[N_STACK];
        sum += is_river(p, link->border) ? room / 2 : room;
    }
    return sum;
}

static int guns_drm(const struct play *p, int mine, int his, int target)
{
    int most = mbox(p)->ours[O_GUN_LIMIT], d = mine - his;

    if (!mbox(p)->terrain[p->box->board->cell[target].terrain].guns)
        return 0;
    return d > most ? most : d < -most ? -most : d;
}

struct muster {
    int force, divisions, guns, largest, morale, level;
};

/* Could it come up to the target in this activation, or is it there? */
static bool in_reach(const struct play *p, const struct lay *lay, int u, int target,
                     const int *weight)
{
    int h = unit_at(p, u)->place, d = board_distance(p->box->board, h, target);

    if (d <= 1)
        return !has_flag(p, u, U_ATTACKED);
    if (has_flag(p, u, U_ACTED | U_STATIONARY))
        return false;
    if (weight
            [WT_MEND_ROOM]) /* OME-2 OME-3 two points a hex, two for the attack, two to get away */
        return d <= (allowance(p, u) - mbox(p)->move[MV_ATTACK]) / 2 -
                        (lay->zone[h] && !friend_stays(p, h, u));
    return d <= (arm_of(p, u) == CAVALRY ? 5 : 3);
}

/* 6.0-F A march tires whoever must come up first. */
static int level_on_arrival(const struct play *p, int u, int target)
{
    bool there = board_distance(p->box->board, unit_at(p, u)->place, target) <= 1;

    return unit_at(p, u)->fatigue + (there ? 0 : mbox(p)->fat[FAT_MOVE]);
}

void find_host(const struct play *p, int formation, struct host *host)
{
    *host = (struct host){ .formation = formation };
    for (int u = 0; u < mbox(p)->units; u++)
        if (unit_at(p, u)->formation == formation && unit_at(p, u)->place >= 0 && is_combat(p, u))
            host->unit[host->n++] = i16(u);
}

static struct muster muster_of(const struct play *p, const struct lay *lay, const struct host *host,
                               int target, const int *weight)
{
    struct muster m = { .morale = 3 };

    for (int i = 0; i < host->n; i++) {
        int u = host->unit[i], level;

        if (!in_reach(p, lay, u, target, weight))
            continue;
        m.guns += guns_of(p, u);
        level = level_on_arrival(p, u, target);
        if (!is_division(p, u) || !may_fight(p, u) || level >= mbox(p)->track[TR_SPENT])
            continue;
        m.force += force_at(p, u, level);
        m.divisions++;
        if (sp_of(p, u) > m.largest) {
            m.largest = sp_of(p, u);
            m.morale = def_at(p, u)->morale;
        }
        m.level = level > m.level ? level : m.level;
    }
    return m;
}

static int command_of(const struct play *p, int formation)
{
    int leader = commander_of(p, formation);

    return leader == NO_PIECE ? 0 : combat_rating(p, leader);
}

/* A guess at the attack that the formation could make; false: it has nobody for it. */
bool odds_of_host(const struct play *p, const struct lay *lay, const struct host *host, int target,
                  const int *weight, struct odds *o)
{
    const struct mib_box *b = mbox(p);
    struct muster m = muster_of(p, lay, host, target, weight);
    struct ratio ground = b->terrain[p->box->board->cell[target].terrain].attack;
    int room = m.divisions ? room_around(p, lay, host->formation, target, weight) : 0, attack,
        defence = lay->foe[target] > 4 ? lay->foe[target] : 4;
    struct defence d;

    if (!room)
        return false;
    d = defence_of(p, target);
    attack = m.force < room ? m.force : room;
    o->hex = target;
    o->stacks = m.divisions < 3 ? m.divisions : 3;
    for (int i = 0; i < o->stacks; i++) {
        o->stack[i].sp = m.largest;
        o->stack[i].morale = m.morale;
        o->stack[i].level = m.level;
    }
    o->drm = ratio_drm(p, attack * ground.num, defence * ground.den) + m.morale - d.morale;
    o->drm += guns_drm(p, m.guns + guns_on(p, target, lay->side) / 2, d.guns + 1, target);
    o->drm += command_of(p, host->formation) - d.command;
    o->drm += d.order[HOLD] ? b->mod[MOD_HOLD] : d.order[RETREAT] ? b->mod[MOD_RETREAT] : 0;
    return true;
}

/* ---- facing ---- */

enum { FRONT_ARC = 5 }; /* 24ths of the circle either way: the three front hexes */

int face_worth(const struct play *p, const struct lay *lay, int h, int facing)
{
    const struct board *b = p->box->board;
    int sum = 0;

    for (int i = 0; i < lay->foes; i++) {
        int t = lay->foe_hex[i], d = board_distance(b, h, t);

        if (d > 4 || d == 0)
            continue;
        sum += (hex_in_arc(b->cell[h].hex, b->cell[t].hex, facing, FRONT_ARC) ? 1 : -1) *
               (lay->foe[t] + 8) / (d * d);
    }
    return sum;
}

/* ---- the attacks that can be made ---- */

enum { NO_ATTACK = -100000, RIDES = 3 };

/* Who can attack the hex now. */
struct party {
    int n, unit[UNITS_MAX];
    bool in[UNITS_MAX], charges[UNITS_MAX];
};

static void find_party(const struct play *p, int chit, int target, struct party *party)
{
    party->n = 0;
    EACH_NEIGHBOUR (p->box->board, target, link)
        EACH_AT (p, link->cell, u)
            if (is_division(p, u) && !refuse_attacker(p, chit, u, target)) {
                party->in[party->n] = has_flag(p, u, U_ATTACKS);
                party->charges[party->n] = has_flag(p, u, U_CHARGES);
                party->unit[party->n++] = u;
            }
}

static void battle_of(const struct play *p, const struct party *party, int side, int target,
                      struct battle *b)
{
    *b = (struct battle){ .side = side };
    battle_target(p, b, target);
    for (int i = 0; i < party->n; i++)
        if (party->in[i])
            battle_attacker(p, b, party->unit[i], party->charges[i]);
}

/* The largest of each attacking stack; levels that combat costs cavalry count as well. */
static void read_stacks(const struct play *p, const struct battle *b, struct odds *o)
{
    o->stacks = b->sources;
    for (int s = 0; s < b->sources; s++) {
        o->stack[s].sp = 0;
        for (int i = 0; i < b->attackers; i++) {
            int u = b->attacker[i];

            if (unit_at(p, u)->place != b->source[s] || sp_of(p, u) <= o->stack[s].sp)
                continue;
            o->stack[s].sp = sp_of(p, u);
            o->stack[s].morale = def_at(p, u)->morale;
            o->stack[s].level = unit_at(p, u)->fatigue;
        }
    }
}

/* 7.12b 7.12f With all Morale Checks of the charged passed, or with none. */
static int net_if(const struct play *p, struct battle *b, bool passed)
{
    struct check check[CHECKS_MAX];
    int n = battle_checks(p, b, check), net;

    b->square = false;
    for (int i = 0; i < n && passed; i++) {
        b->square |= check[i].square;
        for (int d = 0; d < b->defenders; d++)
            b->counters[d] |= !check[i].square && b->defender[d] == check[i].unit;
    }
    b->decided = true;
    net = battle_net(p, b);
    b->decided = b->square = false;
    memset(b->counters, 0, sizeof b->counters);
    return net;
}

/* Of six: how likely the first of those checks is passed. */
static int check_chance(const struct play *p, const struct battle *b)
{
    struct check check[CHECKS_MAX];
    int target;

    if (!b->charge || !battle_checks(p, b, check))
        return 0;
    target = check_target(p, check[0].unit, NULL);
    return target < 0 ? 0 : target > 6 ? 6 : target;
}

static int battle_worth(const struct play *p, struct battle *b, const int *weight)
{
    struct odds o = { .hex = b->target[0] };
    int passes = check_chance(p, b), cost = 0, worth = 0;

    if (!b->attackers)
        return NO_ATTACK;
    read_stacks(p, b, &o);
    for (int i = 0; i < b->attackers; i++)
        if (arm_of(p, b->attacker[i]) == CAVALRY)
            cost += RIDES + (b->charges[i] ? weight[WT_CHARGE] : 0);
    if (passes) {
        o.drm = net_if(p, b, true);
        worth += passes * odds_worth(p, &o, b->side, weight);
    }
    if (passes < 6) {
        o.drm = net_if(p, b, false);
        worth += (6 - passes) * odds_worth(p, &o, b->side, weight);
    }
    return worth / 6 - cost;
}

/* One after the other whoever helps most; the best that is met on the way. */
static int best_battle(const struct play *p, struct party *party, int side, int target,
                       const int *weight)
{
    struct battle b;
    int best;

    battle_of(p, party, side, target, &b);
    best = battle_worth(p, &b, weight);
    for (int round = 0; round < party->n; round++) {
        int next = -1, most = NO_ATTACK;

        for (int i = 0; i < party->n; i++) {
            int worth;

            if (party->in[i])
                continue;
            party->in[i] = true;
            battle_of(p, party, side, target, &b);
            worth = battle_worth(p, &b, weight);
            party->in[i] = false;
            if (worth > most)
                most = worth, next = i;
        }
        if (next < 0)
            break;
        party->in[next] = true;
        best = most > best ? most : best;
    }
    return best;
}

/* What it must promise: more where a place is guarded than where one is pressed. */
static int least_worth(const struct task *t, const int *weight)
{
    return t->stance == PRESS ? least_of_press(t->formation, weight) : weight[WT_SORTIE] / 2;
}

/* Attacks that promise something, the best first. */
void urge_combats(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    int chit = agenda_top(p)->v[0];
    struct party party;
    struct lay lay;
    struct task t;

    lay_out(p, c->side, &lay);
    task_of(p, &lay, chit, c->weight, &t);
    for (int i = 0; i < m->n; i++) {
        urge[i] = 0;
        if (m->a[i].verb != V_ATTACK)
            continue;
        find_party(p, chit, m->a[i].arg[0], &party);
        urge[i] =
            best_battle(p, &party, c->side, m->a[i].arg[0], c->weight) - least_worth(&t, c->weight);
    }
}

/* With this unit, charging or not, and whoever else helps. */
static int join_worth(const struct choice *c, const struct party *now, int target, int u,
                      bool charges)
{
    struct party party = *now;

    for (int i = 0; i < party.n; i++)
        if (party.unit[i] == u) {
            party.in[i] = true;
            party.charges[i] |= charges;
        }
    return best_battle(c->p, &party, c->side, target, c->weight);
}

void urge_target(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    const struct step *t = agenda_top(p);
    int target = t->v[0], chit = t->v[2];
    struct party party;
    struct battle b;

    find_party(p, chit, target, &party);
    for (int i = 0; i < m->n; i++) {
        int u = m->a[i].arg[0];

        switch (m->a[i].verb) {
        case V_JOIN: urge[i] = join_worth(c, &party, target, u, false); break;
        case V_CHARGE: urge[i] = join_worth(c, &party, target, u, true); break;
        case V_ASSAULT:
            battle_of(p, &party, c->side, target, &b);
            urge[i] = battle_worth(p, &b, c->weight) + 1;
            break;
        default: urge[i] = NO_ATTACK; break;
        }
    }
}

/* ---- what is decided in a combat ---- */

/* Losses: by whoever has most, the Guard last. */
void urge_loss(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;

    for (int i = 0; i < m->n; i++) {
        int u = m->a[i].arg[0];

        urge[i] = 2 * sp_of(p, u) - (def_at(p, u)->guard ? 5 : 0) -
                  (arm_of(p, u) == INFANTRY && !def_at(p, u)->detachment ? 1 : 0);
    }
}

/* 7.3a to 7.3f Not into zones or under guns, nor over streams; among friends, but not through them. */
static int refuge(const struct play *p, const struct lay *lay, int from, int h)
{
    const struct board *b = p->box->board;
    int border = from >= 0 ? board_border(b, from, h) : -1;
    int sum = -2 * lay->near_foe[h] + lay->near_own[h] / 3;

    if (lay->zone[h])
        sum -= 40;
    if (lay->own[h])
        sum -= 20;
    if (border >= 0 && board_has_kind(b, border, mbox(p)->stream))
        sum -= 20;
    if (border >= 0 && is_river(p, border))
        sum -= 60;
    return sum + (place_holder(p, h) == lay->side ? 10 : 0) -
           (in_enemy_field(p, h, lay->side) ? 10 : 0);
}

static int last_arg(const struct action *a)
{
    return a->n ? a->arg[a->n - 1] : -1;
}

void urge_retreat(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;
    const struct step *t = agenda_top(c->p);
    struct lay lay;

    lay_out(c->p, c->side, &lay);
    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].n && board_is_cell(c->p->box->board, last_arg(&m->a[i]))
                      ? refuge(c->p, &lay, t->v[1], last_arg(&m->a[i]))
                      : -200;
}

/* 7.6a The combat that threatens; the worse it looks, the rather horse rides off. */
static int threat(const struct play *p)
{
    const struct state *s = p->state;

    for (int i = s->depth - 1; i >= 0; i--)
        if (s->agenda[i].op == ST_COMBAT) {
            struct battle b;

            combat_at_hand(p, &s->agenda[i], &b);
            return b.attackers && b.defenders ? battle_net(p, &b) : 0;
        }
    return 0;
}

void urge_evade(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    int net = threat(p), u = agenda_top(p)->v[0], h = unit_at(p, u)->place;
    bool foot = false;
    struct lay lay;

    lay_out(p, c->side, &lay);
    EACH_AT (p, h, i)
        foot |= arm_of(p, i) == INFANTRY;
    for (int i = 0; i < m->n; i++) {
        int to = last_arg(&m->a[i]);

        urge[i] = 0;
        if (m->a[i].verb == V_EVADE && agenda_top(p)->v[2]) /* it is on its way */
            urge[i] = 10 * (foe_distance(p, &lay, to) - foe_distance(p, &lay, h)) - 15;
        else if (m->a[i].verb == V_EVADE)
            urge[i] = 8 * net - c->weight[WT_EVADE] - (foot ? 30 : 0) - 8 * place_swing(p, h) +
                      refuge(p, &lay, -1, to) / 8 + foe_distance(p, &lay, to);
    }
}

enum { MOST, WHO, GONE, ORIGIN }; /* variables of the step */

/* 7.4r1 Is there a hex beyond in which its advance could end? */
static bool ends_beyond(const struct play *p, int u, int origin, int from)
{
    EACH_NEIGHBOUR (p->box->board, from, link)
        if (!refuse_advance_hex(p, u, origin, from, link->cell) &&
            !refuse_company(p, u, link->cell))
            return true;
    return false;
}

/* The same, two hexes on. */
static bool leads_on(const struct play *p, int u, int origin, int from)
{
    EACH_NEIGHBOUR (p->box->board, from, link)
        if (!refuse_advance_hex(p, u, origin, from, link->cell) &&
            ends_beyond(p, u, origin, link->cell))
            return true;
    return false;
}

/* 7.4r2 It could break through by way of this hex, and nobody has done so in this combat. */
static bool opens(const struct play *p, const struct step *t, int u, int h)
{
    int gone = t->v[WHO] == u ? t->v[GONE] : 0, left = t->v[MOST] - gone - 1;
    int origin = t->v[WHO] == u ? t->v[ORIGIN] : unit_at(p, u)->place;

    if (!has_flag(p, u, U_PIERCES) || has_flag(p, u, U_D))
        return false;
    for (int i = 0; i < mbox(p)->units; i++)
        if (has_flag(p, i, U_THROUGH))
            return false;
    return left < 1 || (left == 1 ? ends_beyond(p, u, origin, h) : leads_on(p, u, origin, h));
}

/*
 * Into ground that can be kept; then on, not back, and not from a place that nobody else would hold: a
 * breakthrough alone is worth more.
 */
static int advance_urge(const struct choice *c, const struct lay *lay, const struct action *a)
{
    const struct play *p = c->p;
    const struct step *t = agenda_top(p);
    int u = a->arg[0], h = a->arg[1], at = unit_at(p, u)->place, sum = t->v[GONE] ? 0 : 30;

    sum += place_holder(p, h) != c->side ? 40 * place_swing(p, h) : 8 * place_swing(p, h);
    sum -= c->weight[WT_EXPOSURE] * (lay->near_foe[h] - lay->near_own[h] / 2 - force_of(p, u)) / 16;
    if (opens(p, t, u, h))
        sum += 2 * c->weight[WT_POINT];
    if (is_guns(p, u))
        sum -= 40;
    if (t->v[GONE] && (lay->own[h] || lay->far[h] > lay->far[at]))
        sum -= 40;
    if (place_holder(p, at) == c->side && !friend_stays(p, at, u))
        sum -= 30 * place_swing(p, at);
    return sum;
}

void urge_advance(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    struct lay lay;

    lay_out(p, c->side, &lay);
    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];

        urge[i] = 0;
        if (a->verb == V_ADVANCE)
            urge[i] = advance_urge(c, &lay, a);
        else if (a->verb == V_ALIGN)
            urge[i] = (face_worth(p, &lay, a->arg[0], a->arg[1]) -
                       face_worth(p, &lay, a->arg[0], facing_at(p, a->arg[0]))) /
                          4 -
                      1;
    }
}
