/*
 * 11-attack.c: module 11: who may attack what, and how an attack is declared.
 *
 * In stages: `attack 0711` names the defending hex and asks for the others: `from 0611`, `from 0712`,
 * one hex at a time; `assault` commits. A target can be named only if some attack on it is legal, and
 * whatever hexes are named, all that could attack together make a legal one, so that nobody gets
 * stuck. Further defending hexes are named first: `combine 0811`. [11.4b] The same serves ordinary
 * attacks, Breakthrough Attacks and counterattacks; which of them is asked for stands in a struct
 * declaration.
 */
#include <assert.h>

#include "dow.h"

/* ---- who may attack what ---- */

/* [TEC-10] [TEC-11] ruling A-35: nobody could advance there. */
static const char *refuse_hexside(const struct play *p, int border)
{
    const struct board *b = p->box->board;

    if (board_has_kind(b, border, dbox(p)->pond))
        return "TEC-11: nobody attacks across a pond";
    if (board_has_kind(b, border, dbox(p)->river) && !board_has_kind(b, border, dbox(p)->bridge) &&
        !board_has_kind(b, border, dbox(p)->ford))
        return "TEC-10: a river is attacked across only at a bridge or ford";
    return NULL;
}

/*
 * [11.0c] Only the top unit, or the one in immediate support of artillery; [10.0] artillery never.
 */
static const char *refuse_arm(const struct play *p, int from)
{
    int top = top_of(p, from), list[PAIR];

    if (attacker(p, from, list))
        return NULL;
    return below(p, top) == NO_UNIT
               ? "10.0: artillery bombards and defends, it never attacks"
               : "11.0c: guns lie on top, and the unit below them is artillery as well";
}

/* [11.0a] What lies open of it: who stands where, and what is between them. */
static const char *refuse_reach(const struct play *p, int side, int target, int from)
{
    if (!enemy_in_hex(p, target, side))
        return "11.0a: there is no enemy unit to attack";
    if (top_of(p, from) == NO_UNIT || side_of(p, top_of(p, from)) != side)
        return "11.0b: none of the attacker's units stands there";
    if (!adjacent(p, from, target))
        return "11.0a: only an enemy in the next hex is attacked";
    return refuse_hexside(p, board_border(p->box->board, from, target));
}

static const char *refuse_contact(const struct play *p, int side, int target, int from)
{
    const char *why = refuse_reach(p, side, target, from);

    return why ? why : refuse_arm(p, from);
}

static bool attacker_has(const struct play *p, int from, int flags)
{
    int list[PAIR], n = attacker(p, from, list);

    for (int i = 0; i < n; i++)
        if (has_flag(p, list[i], flags))
            return true;
    return false;
}

/* Ruling A-55: its Reaction Charge is still to be fought, or has come to nothing. */
static bool attacker_reacts(const struct play *p, int from)
{
    int list[PAIR], n = attacker(p, from, list);

    return n > 0 && in_reaction(p, list[0]);
}

/* [4.2Ab] Whoever came on this turn is in command. */
bool out_of_command(const struct play *p, int u)
{
    return has_flag(p, u, F_OUT) && !has_flag(p, u, F_ENTERED);
}

static bool attacker_is_out(const struct play *p, int from)
{
    int list[PAIR];

    return attacker(p, from, list) && out_of_command(p, list[0]);
}

static const char *refuse_attacked(const struct play *p, int target)
{
    if (reaction_at(p, target, ALL_ARMIES) >= 0) /* [4.2D1a] ruling A-55 */
        return "9.4.5h: nobody joins the Reaction Charge of a hex, and it takes the place of an "
               "attack";
    return hex_is(p, target, H_ATTACKED) ? "R-A16: the hex has been attacked in this phase" : NULL;
}

/* [7.2c] [11.0d] [11.4a] */
const char *refuse_attack_from(const struct play *p, int side, int target, int from)
{
    const char *why = refuse_contact(p, side, target, from);

    if (why || (why = refuse_attacked(p, target)))
        return why;
    if (attacker_is_out(p, from))
        return "7.2c: a unit out of command does not attack";
    if (attacker_has(p, from, F_REPULSED | F_BLOWN) || attacker_reacts(p, from))
        return "11.0d: cavalry with a Cavalry Charge! marker does not attack";
    if (attacker_has(p, from, F_FOUGHT))
        return "11.4a: the unit has fought already";
    return NULL;
}

/*
 * [11.13c] One Breakthrough Attack for every marked unit; [11.13d] whatever happened to the hex
 * before.
 */
static const char *refuse_breakthrough_from(const struct play *p, int side, int target, int from)
{
    const char *why = refuse_contact(p, side, target, from);

    if (!why && !attacker_has(p, from, F_BREAKTHROUGH))
        why = "11.13b: the unit is not marked for a Breakthrough Attack";
    return why;
}

bool holds_flag(const struct play *p, int h, int flag)
{
    for (EACH_IN(p, u, h))
        if (has_flag(p, u, flag))
            return true;
    return false;
}

/*
 * [CRT-DrC] ruling A-9: by those that defended, on those that attacked, while the first fight
 * stands.
 */
static const char *refuse_counter_from(const struct play *p, int side, int target, int from)
{
    const char *why = refuse_contact(p, side, target, from);

    if (why)
        return why;
    if (!holds_flag(p, target, F_ATTACKS))
        return "CRT-DrC: the counterattack goes against a unit that attacked";
    if (!attacker_has(p, from, F_DEFENDS))
        return "CRT-DrC: only units that defended counterattack";
    if (attacker_is_out(p, from))
        return "7.2c: a unit out of command does not attack";
    if (attacker_has(p, from, F_BLOWN))
        return "11.0d: cavalry with a Cavalry Charge! marker does not attack";
    return NULL;
}

static const char *refuse_from(const struct play *p, int kind, int side, int target, int from)
{
    switch (kind) {
    case FIGHT_BREAKTHROUGH: return refuse_breakthrough_from(p, side, target, from);
    case FIGHT_COUNTER: return refuse_counter_from(p, side, target, from);
    default: return refuse_attack_from(p, side, target, from);
    }
}

/* ---- an attack being declared ---- */

/* In a counterattack the marks on the hexes are still those of the first fight. */
struct declaration declaration_of(const struct play *p, int kind, int side, int mask, int must)
{
    struct declaration d = { .kind = kind, .side = side, .mask = mask, .must = must };

    for (int h = 0; h < p->box->board->cells && kind != FIGHT_COUNTER; h++)
        if (hex_is(p, h, H_TARGET)) {
            assert(d.combined < BATTLE_HEXES); /* check.c */
            d.hex[d.combined++] = h;
        }
    return d;
}

/* [11.4b] ruling A-17: every attacking hex is adjacent to every defending one. */
static const char *refuse_combined(const struct play *p, const struct declaration *d, int from)
{
    for (int i = 0; i < d->combined; i++)
        if (refuse_from(p, d->kind, d->side, d->hex[i], from))
            return "11.4b: every attacking hex must be able to attack every defending one";
    return NULL;
}

static const char *const not_declared = "11.4b: the attack on several hexes must be declared first";

static bool in_mask(const struct play *p, int mask, int h)
{
    return top_of(p, h) != NO_UNIT && mask >> def_at(p, top_of(p, h))->army & 1;
}

static const char *refuse_source(const struct play *p, const struct declaration *d, int target,
                                 int from)
{
    const char *why = refuse_from(p, d->kind, d->side, target, from);

    return why ? why : refuse_combined(p, d, from);
}

/* Into the order of numbers. A hex has six neighbours. */
static void insert_hex(int list[BATTLE_HEXES], int *n, int h)
{
    int at = (*n)++;

    assert(*n <= BATTLE_HEXES);
    for (; at > 0 && list[at - 1] > h; at--)
        list[at] = list[at - 1];
    list[at] = h;
}

int sources_of(const struct play *p, const struct declaration *d, int target,
               int from[BATTLE_HEXES])
{
    int n = 0;

    EACH_NEIGHBOUR (p->box->board, target, link)
        if (!refuse_source(p, d, target, link->cell))
            insert_hex(from, &n, link->cell);
    return n;
}

/* [10.4b] A declared supporter of the bombardment attacks if it can. */
static bool obliged(const struct play *p, const struct declaration *d, int from)
{
    return d->must != ABSENT && attacker_has(p, from, F_SUPPORTS);
}

bool supporters_can_attack(const struct play *p, const struct declaration *d)
{
    int from[BATTLE_HEXES], n = sources_of(p, d, d->must, from);

    for (int i = 0; i < n; i++)
        if (obliged(p, d, from[i]))
            return true;
    return false;
}

bool fits_declaration(const struct play *p, const struct declaration *d, const int *from, int n,
                      unsigned set)
{
    bool own = false;

    for (int i = 0; i < n; i++) {
        bool in = set >> i & 1;

        own |= in && in_mask(p, d->mask, from[i]); /* [4.0b] ruling A-45 */
        if (!in && (d->kind == FIGHT_COUNTER || obliged(p, d, from[i])))
            return false;
    }
    return own;
}

bool can_be_attacked(const struct play *p, const struct declaration *d, int target)
{
    int from[BATTLE_HEXES], n = sources_of(p, d, target, from);

    return n > 0 && fits_declaration(p, d, from, n, (1u << n) - 1);
}

/* [5.4.2a] Beneath guns there may be somebody who could attack, and whom the enemy has not seen. */
static bool may_hide_attacker(const struct play *p, int from)
{
    if (!is_guns(arm_of(p, top_of(p, from))))
        return false;
    for (int u = 0; u < dbox(p)->units; u++)
        if (!is_guns(arm_of(p, u)) && may_be_in(p, u, from))
            return true;
    return false;
}

/* [5.4.2a] For all that the enemy knows: so that he learns nothing from whether one is asked. */
bool seems_attackable(const struct play *p, const struct declaration *d, int target)
{
    EACH_NEIGHBOUR (p->box->board, target, link) {
        int from = link->cell;

        if (in_mask(p, d->mask, from) && !refuse_reach(p, d->side, target, from) &&
            (may_hide_attacker(p, from) ? !refuse_attacked(p, target)
                                        : !refuse_source(p, d, target, from)))
            return true;
    }
    return false;
}

/* Could the hex attack another hex as well: the one that must be, or any that is not named yet? */
static bool reaches_another(const struct play *p, const struct declaration *d, int target, int from)
{
    if (d->must != ABSENT)
        return !refuse_source(p, d, d->must, from);
    EACH_NEIGHBOUR (p->box->board, from, link)
        if (link->cell != target && !hex_is(p, link->cell, H_TARGET) &&
            !refuse_source(p, d, link->cell, from))
            return true;
    return false;
}

/* [10.4b] Whoever must attack must be able to attack this hex as well. */
static bool obliged_reach(const struct play *p, const struct declaration *d, int target)
{
    if (d->must == ABSENT)
        return true;
    EACH_NEIGHBOUR (p->box->board, d->must, link)
        if (!refuse_source(p, d, d->must, link->cell) && obliged(p, d, link->cell) &&
            refuse_source(p, d, target, link->cell))
            return false;
    return true;
}

/* [11.4b] A further defending hex: some hex must be able to attack it together with another. */
static const char *refuse_combine(const struct play *p, const struct declaration *d, int h)
{
    int from[BATTLE_HEXES], n;

    if (!enemy_in_hex(p, h, d->side))
        return "11.0a: there is no enemy unit to attack";
    if (h == d->must || hex_is(p, h, H_TARGET))
        return "11.4b: the hex is attacked already";
    if (!obliged_reach(p, d, h))
        return "10.4b: those who were declared to support must attack, and then could not";
    n = sources_of(p, d, h, from);
    for (int i = 0; i < n; i++)
        if (in_mask(p, d->mask, from[i]) && reaches_another(p, d, h, from[i]))
            return NULL;
    return "11.4b: no hex could attack both of them";
}

void list_declaration(const struct play *p, const struct declaration *d, struct menu *m)
{
    for (int h = 0; h < p->box->board->cells; h++) {
        if (!enemy_in_hex(p, h, d->side) || !enemy_adjacent(p, h, !d->side))
            continue;
        if (!hex_is(p, h, H_TARGET) && (d->must == ABSENT || h == d->must) &&
            can_be_attacked(p, d, h))
            menu_add(m, act1(V_ATTACK, h));
        if (!refuse_combine(p, d, h))
            menu_add(m, act1(V_COMBINE, h));
    }
}

/* Of a hex that nobody can attack: what keeps the first of those next to it from doing so. */
static const char *refuse_all(const struct play *p, const struct declaration *d, int target)
{
    EACH_NEIGHBOUR (p->box->board, target, link) {
        const char *why = refuse_source(p, d, target, link->cell);

        if (why && top_of(p, link->cell) != NO_UNIT && side_of(p, top_of(p, link->cell)) == d->side)
            return why;
    }
    return "11.0a: only an enemy in the next hex is attacked";
}

/* [11.0a] Some attack on the hex must be legal. */
const char *refuse_target(const struct play *p, const struct declaration *d, int target)
{
    int from[BATTLE_HEXES];

    if (d->must != ABSENT && target != d->must)
        return "4.2D1a: the hex that was bombarded is finished first";
    if (!enemy_in_hex(p, target, d->side))
        return "11.0a: there is no enemy unit to attack";
    if (d->kind != FIGHT_COUNTER && hex_is(p, target, H_TARGET))
        return "11.4b: the hex is attacked already";
    if (can_be_attacked(p, d, target))
        return NULL;
    return sources_of(p, d, target, from) ? "4.0b: units of your own army must take part"
                                          : refuse_all(p, d, target);
}

const char *why_declaration(const struct play *p, const struct declaration *d,
                            const struct action *a)
{
    if (a->verb == V_ATTACK)
        return refuse_target(p, d, a->arg[0]);
    if (a->verb == V_COMBINE)
        return refuse_combine(p, d, a->arg[0]);
    return d->combined ? not_declared : NULL;
}

/* Whoever stands next to the target and cannot attack it, and why. */
static void note_idle(const struct play *p, const struct declaration *d, int target,
                      struct sheet *sheet)
{
    EACH_NEIGHBOUR (p->box->board, target, link) {
        int top = top_of(p, link->cell);
        const char *why = top != NO_UNIT && side_of(p, top) == d->side
                              ? refuse_source(p, d, target, link->cell)
                              : NULL;

        if (why)
            sheet_refused(sheet, p->box->piece[top].id, p->box->piece[top].name, why);
    }
}

static void preview_attack(const struct play *p, const struct declaration *d, int target,
                           const int *from, int n, struct sheet *sheet)
{
    struct battle b = { .kind = d->kind, .side = d->side };

    battle_target(p, &b, target);
    for (int i = 0; i < d->combined; i++)
        battle_target(p, &b, d->hex[i]);
    for (int i = 0; i < n; i++)
        battle_source(p, &b, from[i]);
    battle_sheet(p, &b, sheet);
    note_idle(p, d, target, sheet);
}

/* As if all attacked that can. */
bool preview_declaration(const struct play *p, const struct declaration *d, const struct action *a,
                         struct sheet *sheet)
{
    int from[BATTLE_HEXES];

    if (a->verb != V_ATTACK || refuse_target(p, d, a->arg[0]))
        return false;
    preview_attack(p, d, a->arg[0], from, sources_of(p, d, a->arg[0], from), sheet);
    return true;
}

/* ---- the attack is made ---- */

/* [11.4a] The units are named, so that all see them, and spent; a Breakthrough marker comes off. */
static void engage(struct play *p, int kind, int from)
{
    int list[PAIR], n = attacker(p, from, list);

    mark_hex(p, from, H_SOURCE);
    for (int i = 0; i < n; i++) {
        set_flag(p, list[i], F_ATTACKS);
        see(p, list[i]);
        if (kind == FIGHT_ATTACK)
            set_flag(p, list[i], F_FOUGHT);
        if (kind == FIGHT_BREAKTHROUGH)
            clear_flag(p, list[i], F_BREAKTHROUGH);
    }
}

/* Who attacks: the first unit of every hex. */
static void tell_attack(struct play *p, int kind, int target, const int *from, int n)
{
    int16_t list[1 + BATTLE_HEXES] = { i16(target) };
    int told = 1, unit[PAIR];

    for (int i = 0; i < n; i++)
        if (attacker(p, from[i], unit))
            list[told++] = i16(unit[0]);
    play_tell_list(p, kind == FIGHT_COUNTER ? EV_COUNTERATTACKS : EV_ATTACKS, 0, told, list);
}

static void make_attack(struct play *p, const struct declaration *d, int target, const int *from,
                        int n)
{
    mark_hex(p, target, H_TARGET);
    for (int i = 0; i < n; i++)
        engage(p, d->kind, from[i]);
    for (int h = 0; h < p->box->board->cells; h++)
        if (hex_is(p, h, H_TARGET) && d->kind == FIGHT_ATTACK)
            mark_hex(p, h, H_ATTACKED); /* [R-A16] */
    begin_fight(p, d->kind, d->side);
    tell_attack(p, d->kind, target, from, n);
    agenda_push_with(p, ST_FIGHT, NOBODY, target, 0, 0, 0);
}

/* ---- the stages ---- */

enum {
    TARGET,
    KIND,
    CHOOSING,
    NAMED,
    BOMBARDED
}; /* variables; a bit of NAMED for each neighbour */

void ask_declaration(struct play *p, const struct declaration *d, int target)
{
    struct step *t = agenda_push_with(p, ST_DECLARE, d->side, target, d->kind, d->mask, 0);

    t->v[BOMBARDED] = d->must != ABSENT;
}

struct declaration declaration_in(const struct play *p, const struct step *t)
{
    return declaration_of(p, t->v[KIND], t->who, t->v[CHOOSING],
                          t->v[BOMBARDED] ? t->v[TARGET] : ABSENT);
}

/* The bit of a neighbour of the target; 0: it is none. */
static int bit_of(const struct play *p, const struct step *t, int h)
{
    int bit = 1;

    EACH_NEIGHBOUR (p->box->board, t->v[TARGET], link) {
        if (link->cell == h)
            return bit;
        bit <<= 1;
    }
    return 0;
}

bool is_named(const struct play *p, const struct step *t, int h)
{
    return t->v[NAMED] & bit_of(p, t, h);
}

static int named_hexes(const struct play *p, const struct step *t, int from[BATTLE_HEXES])
{
    int n = 0;

    EACH_NEIGHBOUR (p->box->board, t->v[TARGET], link)
        if (is_named(p, t, link->cell))
            insert_hex(from, &n, link->cell);
    return n;
}

/* [11.0b] Any of the hexes that can, together or not, each named once. */
static const char *refuse_naming(const struct play *p, const struct step *t,
                                 const struct declaration *d, int from)
{
    return is_named(p, t, from) ? "11.0b: this hex attacks already"
                                : refuse_source(p, d, t->v[TARGET], from);
}

static const char *refuse_assault(const struct play *p, const struct step *t,
                                  const struct declaration *d)
{
    int from[BATTLE_HEXES], n = sources_of(p, d, t->v[TARGET], from);
    unsigned set = 0;
    bool own = false;

    for (int i = 0; i < n; i++)
        if (is_named(p, t, from[i])) {
            set |= 1u << i;
            own |= in_mask(p, d->mask, from[i]);
        }
    if (fits_declaration(p, d, from, n, set))
        return NULL;
    if (!set)
        return "11.0b: the attacker names the hexes that attack";
    if (!own)
        return "4.0b: units of your own army must take part";
    return d->kind == FIGHT_COUNTER ? "CRT-DrC: all that can take part in the counterattack"
                                    : "10.4b: those who were declared to support must attack";
}

static void list_declare(const struct play *p, const struct step *t, struct menu *m)
{
    struct declaration d = declaration_in(p, t);
    int from[BATTLE_HEXES], n = sources_of(p, &d, t->v[TARGET], from);

    for (int i = 0; i < n; i++)
        if (!is_named(p, t, from[i]))
            menu_add(m, act1(V_FROM, from[i]));
    if (!refuse_assault(p, t, &d))
        menu_add(m, act0(V_ASSAULT));
}

static const char *why_declare(const struct play *p, const struct step *t, const struct action *a)
{
    struct declaration d = declaration_in(p, t);

    switch (a->verb) {
    case V_FROM: return refuse_naming(p, t, &d, a->arg[0]);
    case V_ASSAULT: return refuse_assault(p, t, &d);
    default: return "11.4a: an attack that was begun must be declared to its end";
    }
}

/* The sum as it stands, or with one hex more. */
static bool preview_declare(const struct play *p, const struct step *t, const struct action *a,
                            struct sheet *sheet)
{
    struct declaration d = declaration_in(p, t);
    int from[BATTLE_HEXES], n = named_hexes(p, t, from);

    if (a->verb == V_FROM && !refuse_naming(p, t, &d, a->arg[0]))
        insert_hex(from, &n, a->arg[0]);
    else if (a->verb != V_ASSAULT)
        return false;
    if (n)
        preview_attack(p, &d, t->v[TARGET], from, n, sheet);
    return n > 0;
}

/* In a counterattack the first fight is over now. */
static void take_declare(struct play *p, struct step *t, const struct action *a)
{
    struct declaration d = declaration_in(p, t);
    int target = t->v[TARGET], from[BATTLE_HEXES], n;

    if (a->verb == V_FROM) {
        t->v[NAMED] = i16(t->v[NAMED] | bit_of(p, t, a->arg[0]));
        return;
    }
    n = named_hexes(p, t, from);
    agenda_pop(p, 0);
    if (d.kind == FIGHT_COUNTER)
        end_fight(p);
    make_attack(p, &d, target, from, n);
}

static int seat_of_declare(const struct play *p, const struct step *t)
{
    return t->v[KIND] == FIGHT_COUNTER ? seat_by_fight(p, t) : seat_of_mask(t->v[CHOOSING]);
}

/* It is the declaration of somebody who may make it, and those named may attack. */
static bool declare_sound(const struct play *p, const struct step *t)
{
    bool counter = t->v[KIND] == FIGHT_COUNTER;
    int phasing = dow(p)->side, from[BATTLE_HEXES], n;
    struct declaration d;

    if ((!counter && t->v[KIND] != FIGHT_ATTACK && t->v[KIND] != FIGHT_BREAKTHROUGH) ||
        (counter && (t->v[BOMBARDED] || dow(p)->fight.kind == FIGHT_NONE)) ||
        t->who != (counter ? !dow(p)->fight.side : phasing))
        return false;
    d = declaration_in(p, t);
    n = named_hexes(p, t, from);
    for (int i = 0; i < n; i++)
        if (refuse_source(p, &d, t->v[TARGET], from[i]))
            return false;
    return !refuse_target(p, &d, t->v[TARGET]);
}

const struct step_def step_declare = {
    .name = "declare",
    .title = "Combat Phase",
    .cases = "11.0b",
    .vars = "target:p kind:none|attack|reaction|counter|breakthrough "
            "armies:french+adg+prussian named:0..63 bombarded:no|yes",
    .on = "combat breakthrough",
    .prompt = "From where is {p0} attacked? Then attack",
    .about = "from",
    .usual = "assault",
    .list = list_declare,
    .take = take_declare,
    .why = why_declare,
    .preview = preview_declare,
    .seat = seat_of_declare,
    .sound = declare_sound,
};
