/*
 * 11-combat.c: module 11: the Combat Phase: step 1 with its targets, bombardments and Reaction
 * Charges, the attack on a bombarded hex, step 2 with its Breakthrough Attacks, and the
 * counterattack after a combat.
 *
 * Attacks are declared in 11-attack.c and fought out in 11-fight.c; bombardment is module 10.
 */
#include <assert.h>

#include "dow.h"

/* ---- Reaction Charges ---- */

/* [9.4.5e] ruling A-55: it lapses if either party is gone or they are no longer adjacent. */
static bool still_possible(const struct play *p, const struct reaction *r)
{
    int list[CHARGE_COUNTERS];

    return reaction_party(p, r, true, list) && reaction_party(p, r, false, list);
}

bool in_reaction(const struct play *p, int u)
{
    int list[CHARGE_COUNTERS], n;

    for (int i = 0; i < dow(p)->reactions; i++)
        for (int reacting = 0; reacting < 2; reacting++) {
            n = reaction_party(p, &dow(p)->reaction[i], reacting, list);
            while (n-- > 0)
                if (list[n] == u)
                    return true;
        }
    return false;
}

/* The Reaction Charge of the hex that the armies of the mask have to resolve; -1: none. */
int reaction_at(const struct play *p, int h, int mask)
{
    for (int i = 0; i < dow(p)->reactions; i++) {
        const struct reaction *r = &dow(p)->reaction[i];

        if ((h < 0 || r->charged == h) && mask >> def_at(p, r->charging)->army & 1 &&
            still_possible(p, r))
            return i;
    }
    return -1;
}

static void forget_reaction(struct play *p, int at)
{
    struct dow_state *s = dow(p);

    s->reactions--;
    for (int i = at; i < s->reactions; i++)
        s->reaction[i] = s->reaction[i + 1];
    s->reaction[s->reactions] = (struct reaction){ ABSENT, ABSENT, NO_UNIT, NO_UNIT, 0, 0 };
}

/* [9.4.5f] The unit, and those of its French cavalry corps that charge or react with it. */
static void engage_party(struct play *p, const struct reaction *r, bool reacting, int flag)
{
    int list[CHARGE_COUNTERS], n = reaction_party(p, r, reacting, list);

    for (int i = 0; i < n; i++) {
        set_flag(p, list[i], flag);
        see(p, list[i]);
    }
}

/* [9.4.5g] The reacting cavalry is the attacker, whoever is phasing. */
static void resolve_reaction(struct play *p, int at)
{
    struct reaction r = dow(p)->reaction[at];

    forget_reaction(p, at);
    engage_party(p, &r, true, F_ATTACKS);
    engage_party(p, &r, false, F_DEFENDS | F_FOUGHT); /* [11.0d] and attacks nobody besides */
    mark_hex(p, r.charged, H_SOURCE | H_ATTACKED);
    mark_hex(p, r.charger, H_TARGET);
    begin_fight(p, FIGHT_REACTION, side_of(p, r.reacting));
    play_tell(p, EV_REACTION_FIGHT, 0, 1, r.charged);
    agenda_push_with(p, ST_FIGHT, NOBODY, r.charger, 0, 0, 0);
}

/* ---- step 1 ---- */

static struct declaration attack_by(const struct play *p, const struct step *t)
{
    return declaration_of(p, FIGHT_ATTACK, dow(p)->side, t->v[0], -1);
}

static const char *const not_declared = "11.4b: the attack on several hexes must be declared first";

/* [4.2D1a] */
static const char *refuse_bombard(const struct play *p, const struct declaration *d, int h)
{
    return d->combined ? not_declared : refuse_bombardment(p, d->side, h);
}

/* [4.2D1c] */
static const char *refuse_end(const struct play *p, const struct declaration *d)
{
    if (d->combined)
        return not_declared;
    return reaction_at(p, -1, d->mask) >= 0 ? "4.2D1c: a Reaction Charge has still to be fought out"
                                            : NULL;
}

static const char *refuse_resolve(const struct play *p, const struct declaration *d, int h)
{
    if (d->combined)
        return not_declared;
    return reaction_at(p, h, d->mask) >= 0 ? NULL
                                           : "9.4.5e: there is no Reaction Charge to be fought out";
}

/* [4.2D1b] In the order that the phasing player likes. */
static void list_combat(const struct play *p, const struct step *t, struct menu *m)
{
    struct declaration d = attack_by(p, t);

    list_declaration(p, &d, m);
    for (int h = 0; h < p->box->board->cells; h++) {
        if (enemy_in_hex(p, h, d.side) && !refuse_bombard(p, &d, h))
            menu_add(m, act1(V_BOMBARD, h));
        if (dow(p)->reactions && !refuse_resolve(p, &d, h))
            menu_add(m, act1(V_RESOLVE, h));
    }
    if (!refuse_end(p, &d))
        menu_add(m, act0(V_DONE));
}

static const char *why_combat(const struct play *p, const struct step *t, const struct action *a)
{
    struct declaration d = attack_by(p, t);

    switch (a->verb) {
    case V_BOMBARD: return refuse_bombard(p, &d, a->arg[0]);
    case V_RESOLVE: return refuse_resolve(p, &d, a->arg[0]);
    case V_DONE: return refuse_end(p, &d);
    default: return why_declaration(p, &d, a);
    }
}

static bool preview_combat(const struct play *p, const struct step *t, const struct action *a,
                           struct sheet *sheet)
{
    struct declaration d = attack_by(p, t);

    return a->verb == V_BOMBARD ? preview_target_fire(p, d.side, a->arg[0], sheet)
                                : preview_declaration(p, &d, a, sheet);
}

static void take_combat(struct play *p, struct step *t, const struct action *a)
{
    struct declaration d = attack_by(p, t);

    if (a->verb == V_DONE) {
        end_choices(p, t);
        return;
    }
    if (a->verb == V_COMBINE) {
        mark_hex(p, a->arg[0], H_TARGET);
        return;
    }
    pass_choice(p, t);
    switch (a->verb) {
    case V_BOMBARD:
        agenda_push_with(p, ST_TARGET, NOBODY, a->arg[0], d.mask, 0, 0);
        agenda_push_with(p, ST_BOMBARD, d.side, a->arg[0], d.mask, 0, 0);
        break;
    case V_ATTACK: ask_declaration(p, &d, a->arg[0]); break;
    default: resolve_reaction(p, reaction_at(p, a->arg[0], d.mask));
    }
}

const struct step_def step_combat = {
    .name = "combat",
    .thought = THINK_CHOICE,
    .cases = "4.2D1a 11.0a",
    .vars = "armies:french+adg+prussian done:french+adg+prussian",
    .on = "player@combat",
    .title = "Combat Phase",
    .prompt = "Bombard or attack a hex",
    .about = "attack",
    .done = "End combat",
    .phase = true,
    .list = list_combat,
    .take = take_combat,
    .why = why_combat,
    .preview = preview_combat,
    .seat = seat_by_armies,
};

/* ---- the bombarded hex: attack it now, or not ---- */

enum { TARGET, MASK }; /* variables */

static struct declaration attack_on(const struct play *p, const struct step *t)
{
    return declaration_of(p, FIGHT_ATTACK, dow(p)->side, t->v[MASK], t->v[TARGET]);
}

static bool fights_in_front(const struct play *p, int u)
{
    int h = unit_at(p, u)->place, list[PAIR], n = attacker(p, h, list);

    for (int i = 0; i < n; i++)
        if (list[i] == u)
            return true;
    return top_of(p, h) == u;
}

/* Ruling A-38: those that could attack advance freely, the others by a check as in 11.11. */
static void support_becomes_attack(struct play *p)
{
    for (int u = 0; u < dbox(p)->units; u++) {
        if (!has_flag(p, u, F_SUPPORTS) || !on_map(p, u))
            continue;
        mark_hex(p, unit_at(p, u)->place, H_SOURCE);
        if (fights_in_front(p, u)) {
            clear_flag(p, u, F_SUPPORTS);
            set_flag(p, u, F_ATTACKS);
        }
    }
}

/*
 * [10.4c] The guns, or retreats before they fired, have emptied the hex: the supporters may
 * advance.
 */
static void advance_supporters(struct play *p, int h)
{
    bool slipped = dow(p)->fight.slipped;

    support_becomes_attack(p);
    mark_hex(p, h, H_TARGET);
    begin_fight(p, FIGHT_ATTACK, dow(p)->side);
    dow(p)->fight.slipped = slipped;
    ask_advance_only(p, h);
}

/* [4.2D1a] After the guns the attack, or the Reaction Charge of the hex. */
static void run_target(struct play *p, struct step *t)
{
    struct declaration d = attack_on(p, t);
    int reaction = reaction_at(p, d.must, d.mask);

    if (seems_attackable(p, &d, d.must)) {
        t->who = u8(d.side);
        return;
    }
    agenda_pop(p, 0);
    if (!enemy_in_hex(p, d.must, d.side))
        advance_supporters(p, d.must);
    else if (reaction >= 0)
        resolve_reaction(p, reaction);
    else
        end_fight(p);
}

/* [10.4b] */
static const char *refuse_no_attack(const struct play *p, const struct declaration *d)
{
    if (d->combined)
        return not_declared;
    return can_be_attacked(p, d, d->must) && supporters_can_attack(p, d)
               ? "10.4b: those who were declared to support must attack"
               : NULL;
}

static void list_target(const struct play *p, const struct step *t, struct menu *m)
{
    struct declaration d = attack_on(p, t);

    list_declaration(p, &d, m);
    if (!refuse_no_attack(p, &d))
        menu_add(m, act0(V_DONE));
}

static const char *why_target(const struct play *p, const struct step *t, const struct action *a)
{
    struct declaration d = attack_on(p, t);

    return a->verb == V_DONE ? refuse_no_attack(p, &d) : why_declaration(p, &d, a);
}

static bool preview_target(const struct play *p, const struct step *t, const struct action *a,
                           struct sheet *sheet)
{
    struct declaration d = attack_on(p, t);

    return preview_declaration(p, &d, a, sheet);
}

static void take_target(struct play *p, struct step *t, const struct action *a)
{
    struct declaration d = attack_on(p, t);

    if (a->verb == V_COMBINE) {
        mark_hex(p, a->arg[0], H_TARGET);
        return;
    }
    agenda_pop(p, 0);
    if (a->verb == V_ATTACK)
        ask_declaration(p, &d, a->arg[0]);
    else
        end_fight(p);
}

static int seat_of_target(const struct play *p, const struct step *t)
{
    (void)p;
    return seat_of_mask(t->v[MASK]);
}

const struct step_def step_target = {
    .name = "target",
    .thought = THINK_CHOICE,
    .cases = "10.1c 11.0b",
    .vars = "target:p armies:french+adg+prussian",
    .on = "combat",
    .title = "Combat Phase",
    .prompt = "Attack {p0} now?",
    .no = "Not now",
    .run = run_target,
    .list = list_target,
    .take = take_target,
    .why = why_target,
    .preview = preview_target,
    .seat = seat_of_target,
};

/* ---- step 2: Breakthrough Attacks ---- */

static struct declaration breakthrough_by(const struct play *p, const struct step *t)
{
    return declaration_of(p, FIGHT_BREAKTHROUGH, dow(p)->side, t->v[0], -1);
}

/* [4.2D2] */
static bool moot_breakthrough(const struct play *p, const struct step *t)
{
    (void)t;
    for (int u = 0; u < dbox(p)->units; u++)
        if (has_flag(p, u, F_BREAKTHROUGH))
            return false;
    return true;
}

static void list_breakthrough(const struct play *p, const struct step *t, struct menu *m)
{
    struct declaration d = breakthrough_by(p, t);

    list_declaration(p, &d, m);
    if (!d.combined)
        menu_add(m, act0(V_DONE));
}

static const char *why_breakthrough(const struct play *p, const struct step *t,
                                    const struct action *a)
{
    struct declaration d = breakthrough_by(p, t);

    return why_declaration(p, &d, a);
}

static bool preview_breakthrough(const struct play *p, const struct step *t, const struct action *a,
                                 struct sheet *sheet)
{
    struct declaration d = breakthrough_by(p, t);

    return preview_declaration(p, &d, a, sheet);
}

static void take_breakthrough(struct play *p, struct step *t, const struct action *a)
{
    struct declaration d = breakthrough_by(p, t);

    switch (a->verb) {
    case V_ATTACK:
        pass_choice(p, t);
        ask_declaration(p, &d, a->arg[0]);
        break;
    case V_COMBINE: mark_hex(p, a->arg[0], H_TARGET); break;
    default: end_choices(p, t);
    }
}

const struct step_def step_breakthrough = {
    .name = "breakthrough",
    .thought = THINK_CHOICE,
    .cases = "11.13b",
    .vars = "armies:french+adg+prussian done:french+adg+prussian",
    .on = "player@breakthrough",
    .title = "Breakthrough",
    .prompt = "Units that are marked may make a Breakthrough Attack",
    .done = "End combat",
    .phase = true,
    .list = list_breakthrough,
    .take = take_breakthrough,
    .why = why_breakthrough,
    .moot = moot_breakthrough,
    .preview = preview_breakthrough,
    .seat = seat_by_armies,
};

/* [4.2D2] The marks of phase D go. */
void end_combat_phase(struct play *p)
{
    clear_phase_marks(p, F_FIRED | F_FOUGHT | F_BREAKTHROUGH | F_SUPPORTS | F_REPULSED,
                      H_BOMBARDED | H_ATTACKED | H_REACTION);
    while (dow(p)->reactions)
        forget_reaction(p, 0);
}

/* ---- the counterattack ---- */

static struct declaration counter_by(const struct play *p, const struct step *t)
{
    return declaration_of(p, FIGHT_COUNTER, t->who, ALL_ARMIES, -1);
}

/* [11.9.6c] [CRT-DrC] Compulsory, if anybody can. Ruling A-9 */
bool moot_counter(const struct play *p, const struct step *t)
{
    struct declaration d = counter_by(p, t);

    for (int h = 0; h < p->box->board->cells; h++)
        if (enemy_in_hex(p, h, d.side) && holds_flag(p, h, F_ATTACKS) && can_be_attacked(p, &d, h))
            return false;
    return true;
}

static void list_counter(const struct play *p, const struct step *t, struct menu *m)
{
    struct declaration d = counter_by(p, t);

    for (int h = 0; h < p->box->board->cells; h++)
        if (enemy_in_hex(p, h, d.side) && holds_flag(p, h, F_ATTACKS) && can_be_attacked(p, &d, h))
            menu_add(m, act1(V_ATTACK, h));
}

static const char *why_counter(const struct play *p, const struct step *t, const struct action *a)
{
    struct declaration d = counter_by(p, t);

    if (a->verb == V_DONE)
        return "CRT-DrC: the counterattack is compulsory";
    return a->verb == V_ATTACK ? refuse_target(p, &d, a->arg[0]) : NULL;
}

static bool preview_counter(const struct play *p, const struct step *t, const struct action *a,
                            struct sheet *sheet)
{
    struct declaration d = counter_by(p, t);

    return preview_declaration(p, &d, a, sheet);
}

/* Those that counterattack begin a second fight, once they are declared. */
static void take_counter(struct play *p, struct step *t, const struct action *a)
{
    struct declaration d = counter_by(p, t);

    agenda_pop(p, 0);
    ask_declaration(p, &d, a->arg[0]);
}

const struct step_def step_counter = {
    .name = "counter",
    .cases = "CRT-DrC 11.9.6c",
    .on = "combat breakthrough",
    .title = "Counterattack",
    .prompt = "Which hex is counterattacked?",
    .list = list_counter,
    .take = take_counter,
    .why = why_counter,
    .moot = moot_counter,
    .preview = preview_counter,
    .seat = seat_by_fight,
};

/* What the step asks for, of those in which a target is named or its attackers are. */
struct declaration declaration_asked(const struct play *p, const struct step *t)
{
    switch (t->op) {
    case ST_COMBAT: return attack_by(p, t);
    case ST_TARGET: return attack_on(p, t);
    case ST_BREAKTHROUGH: return breakthrough_by(p, t);
    case ST_COUNTER: return counter_by(p, t);
    default: assert(t->op == ST_DECLARE); return declaration_in(p, t);
    }
}

static bool is_combined(const struct play *p, int h, const struct declaration *d)
{
    return hex_is(p, h, H_TARGET) || (d->must != ABSENT && h != d->must);
}

/* [11.4b] Who has named hexes of a combined attack can still name the one that ends its declaration. */
bool can_declare(const struct play *p)
{
    const struct step *t = play_state(p)->depth ? agenda_top(p) : NULL;
    struct declaration d;

    if (!t || (t->op != ST_COMBAT && t->op != ST_TARGET && t->op != ST_BREAKTHROUGH))
        return t && t->op == ST_DECLARE;
    d = declaration_asked(p, t);
    for (int h = 0; h < p->box->board->cells; h++)
        if (!is_combined(p, h, &d) && enemy_in_hex(p, h, d.side) && can_be_attacked(p, &d, h))
            return true;
    return false;
}
