/*
 * bot.c: what a sensible general does at every small decision but marches, which are in bot-move.c; the
 * weights of the computer opponent, its orders and plans. What a position is worth is in bot-judge.c.
 *
 * It reads what its side may know. Weights may be set in data/<id>/bot.txt.
 */
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "urge.h"

/*
 * The standard of a sign only says which way it points: `sim --fit` finds no weight against it (mind.h,
 * signs). How much the signs are worth is in bot.txt, which sets every one of them.
 */
static const struct weight weights[WEIGHTS + 1] = {
    [WT_MIN_ATTACK] = { "min-attack", 0,
                        "an attack that promises less, in tenths of a point, is not made" },
    [WT_MIN_CHARGE] = { "min-charge", 10, "the same for a Cavalry Charge" },
    [WT_RETREAT] = { "retreat", 14, "rather than lose a point a unit goes back" },
    [WT_CAUTION] = { "caution", 8, "against attacks on stacks whose lower units are not seen" },
    [WT_GUARD] = { "guard", 20,
                   "what a point of the Guard counts for when it is near breaking, in tenths" },
    [WT_KEY] = { "key", 25,
                 "what a point of another corps on which its army hangs counts for, in tenths" },
    [WT_APPROACH] = { "approach", 12, "a hex nearer to the goal" },
    [WT_CONTACT] = { "contact", 10,
                     "going where good odds can be had, and not where they are bad" },
    [WT_EXPOSURE] = { "exposure", 3, "enemies around a hex beyond what can be met there" },
    [WT_SUPPORT] = { "support", 2, "friends around a hex" },
    [WT_TERRAIN] = { "terrain", 6, "ground that helps the defender" },
    [WT_POST] = { "post", 9, "a hex away from the post of a unit that holds" },
    [WT_GUNS] = { "guns", 14, "a target within range of guns" },
    [WT_BRAVE] = { "brave", 11, "odds, in tenths, at which the side that must attack goes in" },
    [WT_HOLD_BRAVE] = { "hold-brave", 25, "the same for the side that holds" },
    [WT_FOCUS] = { "focus", 6, "going for a corps on which an army hangs, in quarters of a hex" },
    [WT_GOAL] = { "goal", 400, "a hex that decides a short scenario" },
    [WT_MEND_FLOOR] = { "mend-floor", 10,
                        "no attack that cannot hurt, or that fails on four faces of six" },
    [WT_MEND_POST] = { "mend-post", 10, "whoever holds a deciding hex alone does not leave it" },
    [WT_MEND_WAY] = { "mend-way", 10, "first where to, then the way: no marches to and fro" },
    [WT_MEND_WALLS] = { "mend-walls", 10, "who goes back turns no garrison out of its hex" },
    [WT_MEND_ROLE] = { "mend-role", 10, "an Army leader leads himself where more then obey" },
    [WT_SIGNS +
        SIGN_GOALS] = { "sign-goals", 400, "such a hex: in thousandths of the odds, as all below" },
    [WT_SIGNS + SIGN_HELD] = { "sign-held", 1000, "as many of them as are needed" },
    [WT_SIGNS + SIGN_LOSSES] = { "sign-losses", 20,
                                 "a point more lost by the Allies, in a short scenario" },
    [WT_SIGNS + SIGN_BROKEN] = { "sign-broken", 2500, "an Allied army broken" },
    [WT_SIGNS + SIGN_ONE] = { "sign", 0, "the odds of the French, by itself" },
    [WT_SIGNS + SIGN_LEFT] = { "sign-left", 189, "a player turn that is left" },
    [WT_SIGNS + SIGN_I] = { "sign-I", -135, "a point by which I Corps has not broken" },
    [WT_SIGNS + SIGN_II] = { "sign-II", -135, "the same of II Corps" },
    [WT_SIGNS + SIGN_PRUSSIANS] = { "sign-Prussians", -20,
                                    "the same of the two Prussian corps nearest it" },
    [WT_SIGNS + SIGN_GUARD] = { "sign-Guard", 1, "a point by which the Guard has not broken" },
    [WT_SIGNS + SIGN_FRENCH] = { "sign-French", 47, "a point of the French on the map" },
    [WT_SIGNS + SIGN_ADG] = { "sign-ADG", -74, "a point of the Anglo-Dutch-German army there" },
    [WT_SIGNS + SIGN_PRUSSIAN] = { "sign-Prussian", -8, "a point of the Prussians there" },
    [WT_SIGNS +
        SIGN_EXIT] = { "sign-exit", 16, "a hex nearer to an unguarded way to Brussels or Hal" },
    { NULL, 0, NULL },
};

/* Whoever is on the map or still to come hears orders. */
static int ways(const struct play *p, int side, int order)
{
    int corps = order % CORPS;

    for (int u = 0; u < dbox(p)->units; u++)
        if (unit_at(p, u)->corps == corps && side_of(p, u) == side &&
            (on_map(p, u) || unit_at(p, u)->place == WAITING))
            return order < CORPS ? ORDERS : PLAN_WHIMS;
    return 0;
}

#define CORPS_CALLED(name, id, label, news, word, heading) news,
static const char *const corps_called[] = { CORPS_LIST(CORPS_CALLED) };

static void say(const struct play *p, int side, int order, int way, struct text *out)
{
    static const char *const does[] = {
        [ORDER_HOLD] = "holds", [ORDER_SPARE] = "keeps out of reach", [ORDER_ATTACK] = "attacks"
    };
    const char *who = corps_called[order % CORPS];

    (void)p;
    if (order >= CORPS)
        plan_say_whim(who, out);
    else if (way < ORDER_CORPS)
        text_printf(out, "%s %s", who, does[way]);
    else
        text_printf(out, "%s goes for %s", who,
                    corps_called[way - ORDER_CORPS + (side == FRENCH ? CORPS_A_I : 0)]);
}

static const struct plan_def plans[] = {
    { "all at I and II Corps",
      FRENCH,
      { [CORPS_F_I] = ORDER_CORPS, [CORPS_F_II] = ORDER_CORPS + 1, [CORPS_F_IG] = ORDER_CORPS } },
    { "all at I Corps",
      FRENCH,
      { [CORPS_F_I] = ORDER_CORPS,
        [CORPS_F_II] = ORDER_CORPS,
        [CORPS_F_IG] = ORDER_CORPS,
        [CORPS_F_VI] = ORDER_CORPS,
        [CORPS_F_IIIC] = ORDER_CORPS,
        [CORPS_F_IVC] = ORDER_CORPS } },
    { "the Reserve forward", ALLIED, { [CORPS_A_R] = ORDER_ATTACK } },
    { "the horse forward", ALLIED, { [CORPS_A_C] = ORDER_ATTACK } },
    { NULL, 0, { 0 } },
};

/* ---- setting up ---- */

static bool on_road(const struct play *p, int h)
{
    EACH_NEIGHBOUR (p->box->board, h, link)
        if (board_border_at(p->box->board, link->border)->ways)
            return true;
    return false;
}

/*
 * Guns stand on a road, best in the open: 9.2.14 off it they could not leave before the mud dries, and by
 * then the army is gone. Horse stands in the open; foot as it stood.
 */
static int ground_for(const struct play *p, int piece, int h)
{
    bool open = !one_unit_hex(p, h);

    if (is_leader(p, piece) || arm_of(p, piece) == INFANTRY)
        return 0;
    return is_guns(arm_of(p, piece)) ? on_road(p, h) * (1 + open) : open;
}

/* The first hex that is offered is where it stood. */
static void urge_setup(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;

    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];

        urge[i] =
            a->verb == V_PLACE ? MENU_MAX * ground_for(p, a->arg[0], a->arg[1]) - i : -MENU_MAX;
    }
}

/* ---- the lie of the armies ---- */

int reach_points(const struct play *p, int u)
{
    return strength(p, u) + (arm_of(p, u) == CAVALRY ? morale(p, u) : 0);
}

int corps_points(const struct play *p, int corps)
{
    int sum = 0;

    for (int u = 0; u < dbox(p)->units; u++)
        if (unit_at(p, u)->corps == corps && on_map(p, u))
            sum += strength(p, u);
    return sum;
}

int cover(const struct play *p, int h)
{
    return p->box->board->cell[h].terrain == dbox(p)->forest ? 0 : -dbox(p)->combat_die[h];
}

/* What it means to stand next to enemies. */
static void lay_front(const struct play *p, struct lay *lay, int h, bool horse)
{
    lay->foe_hex[lay->foes++] = i16(h);
    EACH_NEIGHBOUR (p->box->board, h, link) {
        lay->front[link->cell] = true;
        if (horse)
            lay->zone[link->cell] |= !board_has_kind(p->box->board, link->border, dbox(p)->river);
    }
}

static void lay_hex(const struct play *p, struct lay *lay, int h, bool own)
{
    int16_t *near = own ? lay->near_own : lay->near_foe;
    int points = 0, mobile = 0;
    bool horse = false;

    for (EACH_IN(p, u, h)) {
        int own_points = reach_points(p, u);

        if (u == lay->without)
            continue;
        points += own_points;
        mobile += is_guns(arm_of(p, u)) ? 0 : own_points;
        horse |= arm_of(p, u) == CAVALRY;
    }
    *(own ? &lay->own[h] : &lay->foe[h]) = i16(points);
    EACH_NEIGHBOUR (p->box->board, h, link)
        near[link->cell] = i16(near[link->cell] + mobile);
    if (!own)
        lay_front(p, lay, h, horse);
}

void lay_out_without(const struct play *p, int side, int unit, struct lay *lay)
{
    memset(lay, 0, sizeof *lay);
    lay->side = side;
    lay->without = unit;
    for (int u = 0; u < dbox(p)->units; u++) {
        int h = unit_at(p, u)->place;

        if (!on_map(p, u) || lay->own[h] || lay->foe[h])
            continue;
        lay_hex(p, lay, h, side_of(p, u) == side);
    }
}

void lay_out(const struct play *p, int side, struct lay *lay)
{
    lay_out_without(p, side, NO_UNIT, lay);
}

int nearest_foe(const struct play *p, const struct lay *lay, int h)
{
    const uint8_t *far = distances(p, h);
    int least = 99;

    for (int i = 0; i < lay->foes; i++)
        least = far[lay->foe_hex[i]] < least ? far[lay->foe_hex[i]] : least;
    return least;
}

/* ---- fighting ---- */

/* In tenths: how dear a point of the corps is to its owner. The Guard is the dearer the more it has lost. */
static int corps_dear(const struct play *p, int corps, const int *weight)
{
    int level = demoralization_level(p, corps), dear;

    if (!key_corps(corps) || dow(p)->corps[corps].demoralized)
        return 10;
    if (corps != CORPS_F_IG)
        return weight[WT_KEY];
    dear = 10 + (weight[WT_GUARD] - 10) * dow(p)->corps[corps].losses / (level > 0 ? level : 1);
    return dear > 14 ? dear : 14;
}

static int dearness(const struct play *p, const int *list, int n, const int *weight)
{
    int most = 10;

    for (int i = 0; i < n; i++) {
        int dear = corps_dear(p, unit_at(p, list[i])->corps, weight);

        most = dear > most ? dear : most;
    }
    return most;
}

/* What a result is worth to the attacker, in tenths of a point, by attackers and defenders engaged. */
static int result_worth(int result, int attackers, int defenders, int dear_own, int dear_his)
{
    switch (result) {
    case RES_AR2: return -16 * attackers * dear_own / 10;
    case RES_AR: return -9 * attackers * dear_own / 10;
    case RES_EX: return dear_his - dear_own;
    case RES_DRC: return 4 * defenders * dear_his / 10;
    case RES_DR: return 10 * defenders * dear_his / 10;
    default: return 17 * defenders * dear_his / 10;
    }
}

/* 11.9.6a Against a grand farm a retreat is an exchange. */
static int farm_result(const struct play *p, int h, int result)
{
    bool farm = dbox(p)->farm >= 0 && p->box->board->cell[h].terrain == dbox(p)->farm;

    return farm && result >= RES_DRC ? RES_EX : result;
}

/* Sixths of the worth of an attack added up over the die. */
int battle_worth(const struct play *p, const struct battle *b, const int *weight)
{
    int own = dearness(p, b->attacker, b->attackers, weight);
    int his = dearness(p, b->defender, b->defenders, weight), sum = 0, result[DIE_FACES];

    battle_results(p, b, result);
    for (int i = 0; i < DIE_FACES; i++)
        sum += result_worth(farm_result(p, b->target[0], result[i]), b->attackers, b->defenders,
                            own, his);
    if (b->uncertain)
        sum -= 6 * weight[WT_CAUTION];
    return sum / 6;
}

int charge_worth(const struct play *p, int u, int h, const int *weight)
{
    struct charge c = { .from = unit_at(p, u)->place, .chargers = 1, .charger = { u } };
    int sum = 0, own, his, engaged;

    c.earlier = unit_at(p, u)->charges;
    charge_on(p, &c, h, true);
    own = dearness(p, c.charger, 1, weight);
    his = dearness(p, c.target, c.charged, weight);
    engaged = c.charged > 1 && is_guns(arm_of(p, c.target[0])) ? 2 : 1;
    for (int die = 1; die <= 6; die++)
        sum += result_worth(charge_result(p, &c, die), 1, engaged, own, his);
    return sum / 6 - (c.uncertain ? weight[WT_CAUTION] / 4 : 0);
}

/* Alone in a hex that decides, of the side that has it. */
static bool sole_garrison(const struct play *p, int h)
{
    int n = 0;

    for (EACH_IN(p, u, h))
        n += !is_guns(arm_of(p, u));
    return is_goal(p, h) && n == 1;
}

/*
 * What no person does: an attack of which no face hurts the defender, or which fails on four and more unless a
 * hex that decides may fall by it; the sole garrison of such a hex in a fight that may cost it anything.
 */
static bool is_foolish(const struct play *p, const struct battle *b, int target, const int *weight)
{
    int result[DIE_FACES], fails = 0, costs = 0;

    battle_results(p, b, result);
    for (int i = 0; i < DIE_FACES; i++) {
        fails += result[i] == RES_AR || result[i] == RES_AR2;
        costs += result[i] == RES_AR || result[i] == RES_AR2 || result[i] == RES_EX;
    }
    if (weight[WT_MEND_FLOOR] && fails >= (is_goal(p, target) ? DIE_FACES : 4))
        return true;
    for (int i = 0; weight[WT_MEND_POST] && costs && i < b->sources; i++)
        if (sole_garrison(p, b->source[i]))
            return true;
    return false;
}

/* Of an attack on the hex by those of the set. */
static int attack_urge(const struct play *p, const struct declaration *d, int target,
                       const int *from, int n, unsigned set, const int *weight)
{
    struct battle b = { .kind = d->kind, .side = d->side };
    int worth;

    for (int i = 0; i < n; i++)
        if (set >> i & 1)
            battle_source(p, &b, from[i]);
    battle_target(p, &b, target);
    for (int i = 0; i < d->combined; i++)
        battle_target(p, &b, d->hex[i]);
    if (!b.attackers || !b.defenders)
        return -1;
    if (is_foolish(p, &b, target, weight))
        return URGE_NEVER;
    worth = battle_worth(p, &b, weight) - weight[WT_MIN_ATTACK];
    for (int i = 0; i < EXITS; i++)
        if (target == exit_hex(p, i) && exit_matters(p))
            worth += 10;
    if (is_goal(p, target))
        worth += 12;
    return worth;
}

enum { SETS = 1 << BATTLE_HEXES, NO_ATTACK = URGE_NEVER };

/* By set of those that can attack the hex: what the attack promises. */
static int weigh_attacks(const struct play *p, const struct declaration *d, int target,
                         const int *weight, int from[BATTLE_HEXES], int worth[SETS])
{
    int n = sources_of(p, d, target, from);

    for (unsigned set = 0; set < 1u << n; set++)
        worth[set] = fits_declaration(p, d, from, n, set)
                         ? attack_urge(p, d, target, from, n, set, weight)
                         : NO_ATTACK;
    return n;
}

/* The best of the attacks that all of the set take part in. */
static int best_with(const int *worth, int n, unsigned set)
{
    int best = NO_ATTACK;

    for (unsigned i = 0; i < 1u << n; i++)
        if ((i & set) == set && worth[i] > best)
            best = worth[i];
    return best;
}

static int target_urge(const struct play *p, const struct declaration *d, int target,
                       const int *weight)
{
    int from[BATTLE_HEXES], worth[SETS], n = weigh_attacks(p, d, target, weight, from, worth);

    return best_with(worth, n, 0);
}

/*
 * [11.4b] A further hex is named for the best attack that can still be made of it, and for none that is not
 * worth making: there is no way back.
 */
static int combine_urge(const struct play *p, const struct declaration *d, int h, const int *weight)
{
    struct declaration with = *d;
    int best = NO_ATTACK;

    if (with.combined == BATTLE_HEXES)
        return NO_ATTACK;
    with.hex[with.combined++] = h;
    EACH_NEIGHBOUR (p->box->board, h, link)
        EACH_NEIGHBOUR (p->box->board, link->cell, to) {
            int target = to->cell, urge;

            if (target == h || hex_is(p, target, H_TARGET) || !enemy_in_hex(p, target, d->side) ||
                (d->must != ABSENT && target != d->must) || !can_be_attacked(p, &with, target))
                continue;
            urge = target_urge(p, &with, target, weight);
            best = urge > best ? urge : best;
        }
    return best > 0 ? best : NO_ATTACK;
}

/* A hex is named for the best attack that it can take part in together with those named before. */
static void urge_declare(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    const struct step *t = agenda_top(p);
    struct declaration d = declaration_in(p, t);
    int from[BATTLE_HEXES], worth[SETS], n = weigh_attacks(p, &d, t->v[0], c->weight, from, worth);
    unsigned named = 0;

    for (int i = 0; i < n; i++)
        named |= (unsigned)is_named(p, t, from[i]) << i;
    for (int k = 0; k < m->n; k++) {
        unsigned set = named;

        for (int i = 0; i < n; i++)
            set |= (unsigned)(m->a[k].verb == V_FROM && m->a[k].arg[0] == from[i]) << i;
        urge[k] = m->a[k].verb == V_FROM ? best_with(worth, n, set) : worth[set];
    }
}

/* All the guns that could reach it. */
static int guns_on(const struct play *p, int side, int target)
{
    int sum = 0;

    for (int u = 0; u < dbox(p)->units; u++)
        if (on_map(p, u) && side_of(p, u) == side && top_of(p, unit_at(p, u)->place) == u &&
            board_distance(p->box->board, unit_at(p, u)->place, target) <= 3)
            sum += fire_points(p, unit_at(p, u)->place, target);
    return sum < 10 ? sum : 10;
}

static int bombard_urge(const struct play *p, int side, int h, const int *weight)
{
    int top = top_of(p, h), worth = 2 * dearness(p, &top, 1, weight);

    return 300 + 10 * guns_on(p, side, h) + worth - 8 * dbox(p)->bombardment_die[h];
}

/* Guns first, then the assaults that promise something, the best first. */
static void urge_combat(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    struct declaration d = declaration_asked(p, agenda_top(p));

    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];

        switch (a->verb) {
        case V_ATTACK: urge[i] = target_urge(p, &d, a->arg[0], c->weight); break;
        case V_BOMBARD: urge[i] = bombard_urge(p, c->side, a->arg[0], c->weight); break;
        case V_RESOLVE: urge[i] = 200; break;
        case V_COMBINE: urge[i] = combine_urge(p, &d, a->arg[0], c->weight); break;
        default: urge[i] = 0; break;
        }
    }
}

/* Fire with everything, until more would do no more. */
static void urge_bombard(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;

    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_FIRE ? 10 + fire_points(p, m->a[i].arg[0], agenda_top(p)->v[0])
                  : m->a[i].verb == V_SHOOT ? 5
                                            : -10;
}

/* ---- going back, coming on ---- */

static int refuge(const struct play *p, const struct lay *lay, int h, const int *weight)
{
    return -lay->near_foe[h] + lay->near_own[h] / 3 + weight[WT_TERRAIN] * cover(p, h) / 2;
}

/* 11.9.5a Friends in a hex that decides would have to make room for it. */
static bool turns_out_garrison(const struct play *p, int u, int h)
{
    return is_goal(p, h) && !room_for(p, h, u);
}

static bool must_stand(const struct play *p, int u)
{
    int h = unit_at(p, u)->place;

    if (strength(p, u) <= 1)
        return false;
    if (side_of(p, u) == ALLIED && exit_matters(p) && (h == exit_hex(p, 0) || h == exit_hex(p, 1)))
        return true;
    if (is_goal(p, h))
        return true;
    return dbox(p)->farm >= 0 && p->box->board->cell[h].terrain == dbox(p)->farm &&
           strength(p, u) > 2;
}

static void urge_retreat(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    const int *weight = c->weight;
    struct lay lay;

    lay_out(p, c->side, &lay);
    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];

        if (a->verb == V_LOSE)
            urge[i] = must_stand(p, a->arg[0]) ? 60 : -weight[WT_RETREAT];
        else if (a->n > 1 && weight[WT_MEND_WALLS] && turns_out_garrison(p, a->arg[0], a->arg[1]))
            urge[i] = URGE_NEVER;
        else if (a->n > 1)
            urge[i] = refuge(p, &lay, a->arg[1], weight);
        else
            urge[i] = 0;
    }
}

/* Into ground that can be kept. */
static int advance_urge(const struct play *p, const struct lay *lay, int u, int h,
                        const int *weight)
{
    int ground =
        lay->near_own[h] / 2 - lay->near_foe[h] - weight[WT_TERRAIN] * dbox(p)->combat_die[h];

    if (weight[WT_MEND_POST] && !is_goal(p, h) && sole_garrison(p, unit_at(p, u)->place))
        return URGE_NEVER;
    return 12 + strength(p, u) + ground + (is_goal(p, h) ? 40 : 0) -
           (is_guns(arm_of(p, u)) ? 20 : 0) - (holds(p, def_at(p, u)->army) ? 10 : 0);
}

static void urge_advance(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    struct lay lay;

    lay_out(p, c->side, &lay);
    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];

        if (a->verb == V_MARK)
            urge[i] = 40;
        else
            urge[i] = a->n > 1 ? advance_urge(p, &lay, a->arg[0], a->arg[1], c->weight) : 0;
    }
}

static void urge_slip(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;
    struct lay lay;

    lay_out(p, c->side, &lay);
    for (int i = 0; i < m->n; i++) {
        const struct action *a = &m->a[i];
        int here, to = a->arg[1];

        urge[i] = 0;
        if (a->verb != V_SLIP)
            continue;
        here = unit_at(p, a->arg[0])->place;
        urge[i] = lay.near_foe[here] - 2 * lay.own[here] - lay.near_foe[to] +
                  refuge(p, &lay, to, c->weight) / 4;
    }
}

/* ---- command ---- */

static int in_reach(const struct play *p, int h, int army, bool leaders)
{
    int n = 0;

    for (int i = 0; leaders && i < dbox(p)->leaders; i++)
        n += dbox(p)->leader[i].army == army && !dbox(p)->leader[i].chief &&
             dow(p)->leader[i].place >= 0 &&
             board_distance(p->box->board, h, dow(p)->leader[i].place) <= 3;
    for (int u = 0; !leaders && u < dbox(p)->units; u++)
        n += def_at(p, u)->army == army && on_map(p, u) &&
             board_distance(p->box->board, h, unit_at(p, u)->place) <= 3;
    return n;
}

/* Points of the side that would be out of command, with that leader (or -1) in a tactical role. */
static int points_out(const struct play *p, int side, int leader)
{
    struct foreseen *next = base_alloc(sizeof *next);
    int n = 0;

    foresee_command(p, side, leader, next);
    for (int u = 0; u < dbox(p)->units; u++)
        if (side_of(p, u) == side && on_map(p, u) && has_flag(&next->play, u, F_OUT))
            n += strength(p, u);
    free(next);
    return n;
}

/* 7.1b An Army leader commands units himself where more obey him so; once, where no Corps leader needed him. */
static int tactical_urge(const struct choice *c, int piece)
{
    const struct play *p = c->p;
    int h = piece_place(p, piece), army = piece_army(p, piece);

    if (c->weight[WT_MEND_ROLE])
        return points_out(p, c->side, piece_leader(p, piece)) < points_out(p, c->side, -1) ? 50
                                                                                           : -50;
    return in_reach(p, h, army, true) == 0 && in_reach(p, h, army, false) > 0 ? 50 : -50;
}

/* 8.1c It costs the move, so the fresh or needed do not. */
static int rally_urge(const struct play *p, int u)
{
    int m = morale(p, u), lost = unit_at(p, u)->losses;

    return m >= 2 && (lost > 1 || m >= 4) ? 10 + lost * m : -1;
}

/*
 * 8.3b While its leader raises a cadre the whole corps stands idle: for what may come back only a corps that
 * holds pays so much. He who raises one already may as well raise others.
 */
static int cadre_urge(const struct play *p, int u, const int *weight)
{
    int corps = unit_at(p, u)->corps, leader = dbox(p)->corps_leader[corps], m = morale(p, u);
    int back = m * (m + 1) / 6, most = def_at(p, u)->strength;

    if (dow(p)->leader[leader].flags & L_RALLIES)
        return 5;
    back = (back < most ? back : most) * corps_dear(p, corps, weight);
    return back - corps_points(p, corps) * (holds(p, def_at(p, u)->army) ? 1 : 3);
}

static void urge_command(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;

    for (int i = 0; i < m->n; i++) {
        int piece = m->a[i].arg[0];

        switch (m->a[i].verb) {
        case V_TACTICAL: urge[i] = tactical_urge(c, piece); break;
        case V_REORGANIZE: urge[i] = rally_urge(p, piece); break;
        case V_CADRE: urge[i] = cadre_urge(p, piece, c->weight); break;
        default: urge[i] = 0; break;
        }
    }
}

/* A list in which one verb is to be taken before the others. */
static void urge_verb(const struct choice *c, int *urge)
{
    const struct menu *m = c->menu;

    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == c->what;
}

/* 9.4.5a Good horse meets a charge; poor horse does not. */
static void urge_react(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;

    for (int i = 0; i < m->n; i++) {
        int verb = m->a[i].verb;

        urge[i] = verb == V_DONE ? 0 : morale(p, m->a[i].arg[0]) - (verb == V_REACT ? 3 : 4);
    }
}

/* 11.9.3a */
static void urge_surprise(const struct choice *c, int *urge)
{
    const struct play *p = c->p;
    const struct menu *m = c->menu;

    for (int i = 0; i < m->n; i++)
        urge[i] = m->a[i].verb == V_COUNTERCHARGE ? morale(p, m->a[i].arg[0]) - 3 : 0;
}

/* Where none stands, one action is as good as another. */
/* clang-format off */
static const struct urge_def urges[] = {
    [ST_SETUP] = { .urge = urge_setup },
    [ST_SETUP_ORDER] = { .urge = urge_verb, .what = V_DONE },
    [ST_COMMAND] = { .urge = urge_command },
    [ST_MOVEMENT] = { .urge = urge_movement },
    [ST_MARCH] = { .urge = urge_march },
    [ST_REACT] = { .urge = urge_react },
    [ST_COMBAT] = { .urge = urge_combat },
    [ST_TARGET] = { .urge = urge_combat },
    [ST_BREAKTHROUGH] = { .urge = urge_combat },
    [ST_COUNTER] = { .urge = urge_combat },
    [ST_DECLARE] = { .urge = urge_declare },
    [ST_BOMBARD] = { .urge = urge_bombard },
    [ST_SLIP] = { .urge = urge_slip },
    [ST_CLAIM] = { .urge = urge_verb, .what = V_CLAIM },
    [ST_RETREAT] = { .urge = urge_retreat },
    [ST_DISPLACE] = { .urge = urge_retreat },
    [ST_PURSUIT] = { .urge = urge_retreat },
    [ST_ALONG] = { .urge = urge_verb, .what = V_ALONG },
    [ST_ADVANCE] = { .urge = urge_advance },
    [ST_SURPRISE] = { .urge = urge_surprise },
    [ST_LEADERS] = { .urge = urge_leaders },
    [ST_EXCHANGE] = { .tried = true },
};
/* clang-format on */

const struct mind dow_mind = {
    .weights = weights,
    .signs = dow_signs,
    .first_sign = WT_SIGNS,
    .features = &dow_features,
    .urges = urges,
    .urge_rows = COUNT(urges),
    .orders = PLAN,
    .ways = ways,
    .say = say,
    .plans = plans,
    .foresight = 400,
    .glance = 160,
    .stint = dow_stint,
};
