/*
 * bot-fight.c: fire, shock and charges; retreats and rallying.
 *
 * Fire goes along the line unit by unit, since it may not go back; guns keep their rounds for a target that is worth one. Attacks
 * are made where the table promises more than the fire before it costs. Horse charges those who cannot form square any more.
 */
#include "bot.h"

/* ---- fire ---- */

/* Sixths of a point that it may be expected to kill. */
static int fire_worth(const struct play *p, int u, int h, bool reaction)
{
    struct aim aim;
    int sum = 0;

    if (aim_at(p, u, h, reaction, &aim))
        return 0;
    for (int die = 1; die <= 6; die++)
        sum += fire_loss(p, &aim, die);
    return aim.at_leader ? sum / 2 : sum;
}

/* What a shot must be worth: guns have six rounds for the day. [11.62a] A round once begun lasts for the phase. */
static int least_worth(const struct choice *c, int u)
{
    int rounds, turns;

    if (!is_guns(c->p, u) || has_flag(c->p, u, F_SPENDS))
        return 1;
    rounds = unit_at(c->p, u)->rounds;
    turns = last_turn(c->p) + 1 - play_state(c->p)->turn;
    return turns <= rounds ? 1 : c->weight[WT_SAVE];
}

/* [11.0d] How far along the army it is from where fire has come to. */
static int along(const struct play *p, int side, int u)
{
    int x = nbox(p)->x2[place_of(p, u)], way = nvw(p)->way[side];

    return way == WAY_WEST ? 255 - x : x;
}

void urge_fire(const struct choice *c, int *urge)
{
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];
        int worth;

        urge[i] = a->verb == V_FLANK ? 5 : a->verb == V_DONE || a->verb == V_HOLD ? 0 : BAD;
        if (a->verb != V_FIRE)
            continue;
        worth = fire_worth(c->p, a->arg[1], a->arg[0], c->what);
        if (worth < least_worth(c, a->arg[1]))
            continue;
        urge[i] = worth;
        if (!c->what)
            urge[i] += 100 * (300 - along(c->p, c->side, a->arg[1]));
    }
}

/* ---- shock ---- */

void urge_shock(const struct choice *c, int *urge)
{
    struct field f;
    struct party a;

    look(&f, c);
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *k = &c->menu->a[i];

        urge[i] = k->verb == V_CHARGE ? 100 : 0;
        if (k->verb != V_ATTACK)
            continue;
        party_of(c->p, place_of(c->p, k->arg[1]), &a);
        urge[i] = 6;
        if (!is_leader(c->p, target_of(c->p, k->arg[0])))
            urge[i] = assault(&f, &a, place_of(c->p, k->arg[1]), k->arg[0]);
        urge[i] -= price_of(&f, k->arg[1], WT_ATTACK);
    }
}

/* ---- charges ---- */

/* [13.16f] Of six, the dice by which a hex in the zone loses its order, and those by which it runs. */
static void shaken_by(const struct field *f, const struct party *d, int distance, int *lost,
                      int *runs)
{
    int firm = d->effectiveness + is_commanded(f->p, d->unit);
    int modifier = BAND_MAXIMUM + 1 - band_of(f->p, RANGE_CHARGE, distance);
    int fail = 6 - firm + modifier, rout = d->disordered ? fail : fail - 3;

    *lost = d->square || d->routed || fail < 0 ? 0 : fail > 6 ? 6 : fail;
    *runs = d->square || d->routed || d->guns || rout < 0 ? 0 : rout > *lost ? *lost : rout;
}

/* Horse against what stands there when it comes: those whom the sight of it does not shake form square. */
static int charge_worth(const struct field *f, const struct party *a, int i, int distance)
{
    struct party d = f->foe[i], horse = *a;
    int lost, runs, worth;

    horse.effectiveness = u8(horse.effectiveness + 1);
    if (is_obstructed(f->p, d.hex))
        return BAD;
    if (d.square || d.guns) {
        horse.disordered = true;
        d.effectiveness = u8(d.effectiveness + (d.square ? 2 : 0));
    }
    if (d.routed || d.disordered || d.guns || d.square || d.horse)
        return clash(f->p, &horse, &d);
    shaken_by(f, &d, distance, &lost, &runs);
    d.disordered = true;
    worth = clash(f->p, &horse, &d);
    return worth * lost / 6;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The best prey in its triangle, and its hex; what the sight of the charge may do to all others there is told too. */
static int best_prey(const struct field *f, int u, int from, int facing, int *hex, int *fright)
{
    int best = BAD;
    struct party a;

    *fright = 0;
    party_of(f->p, place_of(f->p, u), &a);
    for (const int16_t *at = nbox(f->p)->arc[from][facing / 2]; *at != NOWHERE; at++) {
        int far = board_distance(f->p->box->board, from, *at), i, worth, lost, runs;

        if (far > CHARGE_RANGE)
            break;
        i = occupier(f->p, *at) == enemy_of(f->side) ? foe_at(f, *at) : -1;
        if (i < 0 || is_obstructed(f->p, *at) || !observes(f->p, from, *at))
            continue;
        shaken_by(f, &f->foe[i], far, &lost, &runs);
        *fright += ((lost - runs) / 2 + 2 * runs) * least(f->foe[i].points, 6) / 6;
        worth = charge_worth(f, &a, i, far) -
                board_distance(f->p->box->board, place_of(f->p, u), *at) / 2;
        if (worth > best) {
            best = worth;
            *hex = *at;
        }
    }
    return best;
}

/* [12.32a] [12.38e] The check may go wrong, and the charge ends in disorder; but the sight of it is worth something too. */
void urge_declare(const struct choice *c, int *urge)
{
    struct field f;

    look(&f, c);
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];
        int u = a->arg[0], hex, fright, best;

        urge[i] = a->verb == V_HOLD_UNIT || a->verb == V_HOLD_PHASE ? BAD : 0; /* asked again */
        if (a->verb != V_CHARGE)
            continue;
        best = best_prey(&f, u, place_of(c->p, u), unit_at(c->p, u)->facing, &hex, &fright);
        urge[i] = best == BAD ? BAD : best + (c->what ? fright : 0) - price_of(&f, u, WT_CHARGE);
    }
}

/* Towards the best prey of its zone; then on, as long as somebody runs; else home. */
void urge_ride(const struct choice *c, int *urge)
{
    const struct board *b = c->p->box->board;
    int u = agenda_top(c->p)->v[0], i = charge_of(c->p, u), from = place_of(c->p, u);
    int hex = NOWHERE, worth, fright;
    struct field f;
    struct party a;

    look(&f, c);
    party_of(c->p, from, &a);
    worth = i < 0 ? BAD
                  : best_prey(&f, u, nvw(c->p)->charge[i].start, nvw(c->p)->charge[i].facing, &hex,
                              &fright);
    for (int k = 0; k < c->menu->n; k++) {
        const struct action *o = &c->menu->a[k];

        urge[k] = o->verb == V_TURN ? -30 : 0;
        if (o->verb == V_ATTACK)
            urge[k] = is_leader(c->p, target_of(c->p, o->arg[0]))
                          ? 1
                          : 2 + assault(&f, &a, from, o->arg[0]);
        else if (o->verb == V_RIDE && worth > 0)
            urge[k] = 4 * (board_distance(b, from, hex) - board_distance(b, o->arg[1], hex)) - 1;
        else if (o->verb == V_RIDE)
            urge[k] = -5 - foe_distance(&f, o->arg[1]);
        if (o->verb == V_RIDE && occupier(c->p, o->arg[1]) == c->side)
            urge[k] -= 12;
    }
}

/* ---- when it goes wrong ---- */

/* [13.11b] Friends beside the way have to check; those in disorder may run. */
static int alarm_there(const struct play *p, int side, int hex)
{
    int sum = 0;

    EACH_NEIGHBOUR (p->box->board, hex, link) {
        int u = occupier(p, link->cell) == side ? target_of(p, link->cell) : NO_PIECE;

        if (u != NO_PIECE && !is_routed(p, u) && !is_guns(p, u))
            sum += is_formed(p, u) ? 1 : 3;
    }
    return sum;
}

/* [12.77c] A hex of the way back: not over friends, and seen by few. */
static int way_back_worth(const struct play *p, int side, int hex)
{
    return -alarm_there(p, side, hex) - (occupier(p, hex) == side ? 12 : 0);
}

/* [13.23a] Somebody could rally there who comes to rest there. */
static bool finds_help(const struct play *p, int side, int hex)
{
    for (int u = nbox(p)->units; u < nbox(p)->units + nbox(p)->leaders; u++)
        if (on_map(p, u) && side_of(p, u) == side &&
            board_distance(p->box->board, place_of(p, u), hex) <= rally_reach(p, u))
            return !in_enemy_zone(p, side, hex, BAND_MAXIMUM);
    return false;
}

/* The best way on from a hex, so many hexes more: [12.76a] [12.77a] what lies on it, and whether it ends beside a command unit. */
static int flight_worth(const struct choice *c, int hex, int left)
{
    static const int8_t back[SIDES][2] = { { 2, 3 }, { 0, 5 } };
    int best = BAD;

    if (left == 0 || nbox(c->p)->edge[c->side][hex])
        return finds_help(c->p, c->side, hex) ? c->weight[WT_MEND_FLIGHT] : 0;
    for (int i = 0; i < 2; i++) {
        int to = c->p->box->board->cell[hex].next[back[c->side][i]], worth;

        if (to < 0 || occupier(c->p, to) == enemy_of(c->side))
            continue;
        worth = way_back_worth(c->p, c->side, to) + flight_worth(c, to, left - 1);
        best = worth > best ? worth : best;
    }
    return best;
}

/* Back, but not over friends, by a way on which few see it, to whoever can stop them. */
void urge_retreat(const struct choice *c, int *urge)
{
    int left = agenda_top(c->p)->v[1];

    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];

        urge[i] = way_back_worth(c->p, c->side, a->arg[1]);
        if (c->weight[WT_MEND_FLIGHT])
            urge[i] += flight_worth(c, a->arg[1], left - 1);
    }
}

/* [13.35b] By whoever has the widest radius: in a broken army the die is held against it. */
void urge_rally(const struct choice *c, int *urge)
{
    for (int i = 0; i < c->menu->n; i++) {
        const struct action *a = &c->menu->a[i];

        urge[i] = 0;
        if (a->verb == V_RALLY)
            urge[i] = has_flag(c->p, a->arg[1], F_REDUCED) ? def_at(c->p, a->arg[1])->reduced
                                                           : def_at(c->p, a->arg[1])->radius;
    }
}
