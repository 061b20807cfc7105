/*
 * 07-combat.c: 7.0 to 7.2 combat: who may attack, the declaration, and the eleven steps of a
 * combat in their order.
 *
 * In stages: `attack 1107` names the hex, `join Quiot`, `charge Guard-Light` the units one by one,
 * `combine 1207` a second hex (option), `assault` commits. A hex can be named only if somebody can
 * attack it, so nobody gets stuck. The sum is 07-sum.c, effects 07-effects.c, retreats and advances
 * 07-retreat.c, guns 07-artillery.c, cavalry 07-cavalry.c.
 */
#include "mib.h"

/* ---- who may attack what ---- */

/* [7.1r1] [5.3r1] [4.3r2] Is there anything to ask? */
bool can_attack(const struct play *p, int chit)
{
    return mib(p)->formation[chit].order == ATTACK && !is_night(p);
}

/* [7.1r1] [8.0b] [OCE-1] [OCE-4] [5.2r] The state that it is in. */
static const char *refuse_condition(const struct play *p, int u)
{
    if (has_flag(p, u, U_SMASHED))
        return "9.3r3: a Smashed unit does not attack";
    if (has_flag(p, u, U_D))
        return "8.0b: a disorganized unit does not attack";
    if (is_spent(p, u))
        return "OCE-1: a Spent unit does not attack";
    if (has_flag(p, u, U_OOS))
        return "OCE-4: a unit out of supply does not attack";
    return has_flag(p, u, U_OOC) ? "5.2r: a unit out of command does not attack" : NULL;
}

/* [4.0r1] [OME-2] [6.9r2] [7.1r2] What it has done in this activation. */
static const char *refuse_deeds(const struct play *p, int u)
{
    if (has_flag(p, u, U_RESTED | U_STATIONARY))
        return "4.0r1: its action was another";
    if (unit_at(p, u)->extra)
        return "6.9r2: nobody attacks after a forced march";
    if (has_flag(p, u, U_MOVED) && points_left(p, u) < mbox(p)->move[MV_ATTACK])
        return "OME-2: to attack after a move it must have kept 2 points";
    return has_flag(p, u, U_ATTACKED) ? "7.1r2: a unit attacks once in an activation" : NULL;
}

/* Whatever it would attack. */
static const char *refuse_unit(const struct play *p, int chit, int u)
{
    const char *why;

    if (!on_map(p, u) || is_leader(p, u) || unit_at(p, u)->formation != chit)
        return "7.1r1: only units of the selected formation attack";
    if (is_guns(p, u))
        return "7.1r3: artillery attacks by its Field of Fire only";
    if (!is_division(p, u))
        return "OME-2: trains and bridge engineers do not attack";
    why = refuse_condition(p, u);
    return why ? why : refuse_deeds(p, u);
}

/* [7.1r1] [5.9r] [7.1r2] Whoever would attack it. */
static const char *refuse_hex(const struct play *p, int side, int target)
{
    int top = mib(p)->top[target];

    if (top == STACK_END || side_of(p, top) == side)
        return "7.1r1: there is no enemy";
    if (!is_combat(p, top))
        return "5.9r: leaders, trains and engineers alone are not attacked, their hex is entered";
    EACH_AT (p, target, u)
        if (has_flag(p, u, U_STRUCK))
            return "7.1r2: the hex has been attacked in this activation";
    return NULL;
}

/* [7.1r1] [TEC-8] From where it stands. */
static const char *refuse_reach(const struct play *p, int u, int target)
{
    int from = unit_at(p, u)->place, border = board_border(p->box->board, from, target);

    if (border < 0 || !is_front(p, from, unit_at(p, u)->facing, target))
        return "7.1r1: only an enemy in one of its front hexes is attacked";
    return is_river(p, border) && !is_bridged(p, border)
               ? "TEC-8: nobody attacks across a river without a bridge"
               : NULL;
}

const char *refuse_attacker(const struct play *p, int chit, int u, int target)
{
    const char *why = refuse_unit(p, chit, u);

    if (!why)
        why = refuse_hex(p, chit_side(chit), target);
    return why ? why : refuse_reach(p, u, target);
}

/* Can anybody attack both of them? The second may be NO_HEX. */
static bool reaches_both(const struct play *p, int chit, int u, int target, int second)
{
    return !refuse_attacker(p, chit, u, target) &&
           (second == NO_HEX || !refuse_attacker(p, chit, u, second));
}

static bool anybody_attacks(const struct play *p, int chit, int target, int second)
{
    EACH_NEIGHBOUR (p->box->board, target, link)
        EACH_AT (p, link->cell, u)
            if (reaches_both(p, chit, u, target, second))
                return true;
    return false;
}

/* ---- the Combat step ---- */

enum { CHIT };

/* Hexes that the units of the formation can attack, each once, by its own units. */
static int list_targets(const struct play *p, int chit, int16_t *list, int room)
{
    int side = chit_side(chit), n = 0;

    for (int u = 0; u < mbox(p)->units && n < room; u++) {
        if (unit_at(p, u)->formation != chit || refuse_unit(p, chit, u))
            continue;
        EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link) {
            int holder = combat_side(p, link->cell), i = 0;

            if (holder == NOBODY || holder == side || refuse_hex(p, side, link->cell) ||
                refuse_reach(p, u, link->cell))
                continue;
            while (i < n && list[i] != link->cell)
                i++;
            if (i == n && n < room)
                list[n++] = link->cell;
        }
    }
    return n;
}

enum { TARGETS_MAX = 3 * UNITS_MAX };

static void list_combats(const struct play *p, const struct step *t, struct menu *m)
{
    int16_t list[TARGETS_MAX];
    int n = list_targets(p, t->v[CHIT], list, TARGETS_MAX);

    for (int i = 0; i < n; i++)
        menu_add(m, act1(V_ATTACK, list[i]));
    menu_add(m, act0(V_DONE));
}

static bool moot_combats(const struct play *p, const struct step *t)
{
    int16_t one[1];

    return !list_targets(p, t->v[CHIT], one, 1);
}

/* Of a hex that nobody can attack: what keeps the first of the formation next to it from doing so. */
static const char *refuse_target(const struct play *p, int chit, int target)
{
    const char *why = refuse_hex(p, chit_side(chit), target);

    if (why || anybody_attacks(p, chit, target, NO_HEX))
        return why;
    EACH_NEIGHBOUR (p->box->board, target, link)
        EACH_AT (p, link->cell, u)
            if (side_of(p, u) == chit_side(chit) && (why = refuse_attacker(p, chit, u, target)))
                return why;
    return "7.1r1: only an enemy in one of its front hexes is attacked";
}

static const char *why_combats(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_ATTACK ? refuse_target(p, t->v[CHIT], a->arg[0]) : NULL;
}

/* Whoever stands next to the hex and cannot attack it, and why. */
static void note_idle(const struct play *p, int chit, int target, struct sheet *sheet)
{
    EACH_NEIGHBOUR (p->box->board, target, link)
        EACH_AT (p, link->cell, u) {
            const char *why = is_division(p, u) && side_of(p, u) == chit_side(chit)
                                  ? refuse_attacker(p, chit, u, target)
                                  : NULL;

            if (why)
                sheet_refused(sheet, p->box->piece[u].id, p->box->piece[u].name, why);
        }
}

/* [10.2r3] Supply of the defenders is judged when the combat begins: the sum is that of then. */
static void tell_battle(const struct play *p, const struct battle *b, struct sheet *sheet)
{
    struct mib_state state = *mib(p);
    struct play then = *p;

    then.state = &state;
    for (int i = 0; i < b->targets; i++)
        judge_stack_supply(&then, b->target[i]);
    battle_sheet(&then, b, sheet);
}

/* As if all attacked that can, and nobody charged. */
static bool preview_combats(const struct play *p, const struct step *t, const struct action *a,
                            struct sheet *sheet)
{
    struct battle b = { .side = chit_side(t->v[CHIT]) };

    if (a->verb != V_ATTACK || refuse_target(p, t->v[CHIT], a->arg[0]))
        return false;
    battle_target(p, &b, a->arg[0]);
    EACH_NEIGHBOUR (p->box->board, a->arg[0], link)
        EACH_AT (p, link->cell, u)
            if (!refuse_attacker(p, t->v[CHIT], u, a->arg[0]))
                battle_attacker(p, &b, u, false);
    tell_battle(p, &b, sheet);
    note_idle(p, t->v[CHIT], a->arg[0], sheet);
    return true;
}

static void take_combats(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_DONE)
        agenda_pop(p, 0);
    else
        agenda_push_with(p, ST_TARGET, t->who, a->arg[0], NO_HEX, t->v[CHIT], 0);
}

static bool combats_sound(const struct play *p, const struct step *t)
{
    return t->who == chit_side(t->v[CHIT]) && t[-1].v[0] == t->v[CHIT] && can_attack(p, t->v[CHIT]);
}

const struct step_def step_combats = {
    .name = "combats",
    .thought = THINK_CHOICE,
    .cases = "3.4r1 7.1r1",
    .vars = "chit:0..17",
    .on = "activation@end",
    .title = "Combat",
    .prompt = "Attack, or end the activation",
    .about = "attack",
    .done = "End the activation",
    .phase = true,
    .list = list_combats,
    .take = take_combats,
    .moot = moot_combats,
    .why = why_combats,
    .preview = preview_combats,
    .seat = seat_by_chit,
    .sound = combats_sound,
};

/* ---- the declaration ---- */

enum { TARGET, SECOND, WHOSE }; /* variables; ST_COMBAT begins with the first two */

/* [7.1r2] [7.1r4] */
static const char *refuse_join(const struct play *p, const struct step *t, int u)
{
    const char *why = refuse_attacker(p, t->v[WHOSE], u, t->v[TARGET]);

    if (!why && has_flag(p, u, U_ATTACKS))
        return "7.1r2: it takes part already";
    if (!why && t->v[SECOND] != NO_HEX && refuse_attacker(p, t->v[WHOSE], u, t->v[SECOND]))
        return "7.1r4: each attacking unit has both hexes in its front";
    return why;
}

/* [7.12r1] Whoever attacks or could; [7.12a] every hex must allow it. */
static const char *refuse_charger(const struct play *p, const struct step *t, int u)
{
    const char *why = has_flag(p, u, U_ATTACKS) ? NULL : refuse_join(p, t, u);

    if (why)
        return why;
    if (has_flag(p, u, U_CHARGES))
        return "7.12r1: it charges already";
    why = refuse_charge(p, u, t->v[TARGET]);
    return why || t->v[SECOND] == NO_HEX ? why : refuse_charge(p, u, t->v[SECOND]);
}

/* [7.1r4] A second hex next to the first: whoever has joined, and somebody at all, attacks both. */
static const char *refuse_combine(const struct play *p, const struct step *t, int h)
{
    int chit = t->v[WHOSE];
    const char *why = refuse_hex(p, chit_side(chit), h);

    if (!play_option(p, OPT_TWO_HEX))
        return "7.1r2: one combat concerns one enemy hex";
    if (t->v[SECOND] != NO_HEX || h == t->v[TARGET])
        return "7.1r4: no more than two hexes are attacked together";
    if (why)
        return why;
    if (board_border(p->box->board, h, t->v[TARGET]) < 0)
        return "7.1r4: the two hexes are adjacent";
    EACH_PIECE (p, u)
        if (has_flag(p, u, U_ATTACKS) &&
            (refuse_reach(p, u, h) || (has_flag(p, u, U_CHARGES) && refuse_charge(p, u, h))))
            return "7.1r4: each attacking unit has both hexes in its front";
    return anybody_attacks(p, chit, t->v[TARGET], h)
               ? NULL
               : "7.1r4: each attacking unit has both hexes in its front";
}

static const char *refuse_assault(const struct play *p)
{
    EACH_PIECE (p, u)
        if (has_flag(p, u, U_ATTACKS))
            return NULL;
    return "7.2r1: the attacker names the units that attack";
}

static void list_target(const struct play *p, const struct step *t, struct menu *m)
{
    EACH_NEIGHBOUR (p->box->board, t->v[TARGET], link) {
        EACH_AT (p, link->cell, u) {
            if (!refuse_join(p, t, u))
                menu_add(m, act1(V_JOIN, u));
            if (arm_of(p, u) == CAVALRY && !refuse_charger(p, t, u))
                menu_add(m, act1(V_CHARGE, u));
        }
        if (play_option(p, OPT_TWO_HEX) && !refuse_combine(p, t, link->cell))
            menu_add(m, act1(V_COMBINE, link->cell));
    }
    if (!refuse_assault(p))
        menu_add(m, act0(V_ASSAULT));
}

static const char *why_target(const struct play *p, const struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_JOIN: return refuse_join(p, t, a->arg[0]);
    case V_CHARGE: return refuse_charger(p, t, a->arg[0]);
    case V_COMBINE: return refuse_combine(p, t, a->arg[0]);
    case V_ASSAULT: return refuse_assault(p);
    default: return "7.2r1: an attack that was begun is declared to its end";
    }
}

/* What has been declared so far. */
static struct battle declared(const struct play *p, const struct step *t)
{
    struct battle b = { .side = chit_side(t->v[WHOSE]) };

    battle_target(p, &b, t->v[TARGET]);
    if (t->v[SECOND] != NO_HEX)
        battle_target(p, &b, t->v[SECOND]);
    EACH_PIECE (p, u)
        if (has_flag(p, u, U_ATTACKS))
            battle_attacker(p, &b, u, has_flag(p, u, U_CHARGES));
    return b;
}

/* The sum as it stands, or with that besides. */
static bool preview_target(const struct play *p, const struct step *t, const struct action *a,
                           struct sheet *sheet)
{
    struct battle b = declared(p, t);
    int u = a->arg[0];

    if (why_target(p, t, a))
        return false;
    if (a->verb == V_COMBINE)
        battle_target(p, &b, u);
    else if (a->verb == V_JOIN || (a->verb == V_CHARGE && !has_flag(p, u, U_ATTACKS)))
        battle_attacker(p, &b, u, a->verb == V_CHARGE);
    else if (a->verb == V_CHARGE)
        for (int i = 0; i < b.attackers; i++)
            b.charge |= b.charges[i] |= b.attacker[i] == u;
    if (b.attackers)
        tell_battle(p, &b, sheet);
    return b.attackers > 0;
}

/* [7.1r2] [10.2r3] [CET-k3] The hex is marked, supply of the defenders judged, levels remembered. */
static void begin_defence(struct play *p, int h)
{
    judge_stack_supply(p, h);
    EACH_AT (p, h, u) {
        if (is_combat(p, u))
            set_flag(p, u, U_STRUCK | U_DEFENDS);
        unit_at(p, u)->began = unit_at(p, u)->fatigue;
    }
}

static void begin_attack(struct play *p, int target)
{
    int16_t list[UNITS_MAX + 1] = { i16(target) };
    int n = 1;

    for (int u = 0; u < mbox(p)->units; u++) {
        if (!has_flag(p, u, U_ATTACKS))
            continue;
        set_flag(p, u, U_ATTACKED);
        unit_at(p, u)->began = unit_at(p, u)->fatigue;
        list[n++] = i16(u);
        EACH_AT (p, unit_at(p, u)->place, i) /* leaders stay with their men */
            if (is_leader(p, i))
                set_flag(p, i, U_ATTACKS);
    }
    play_tell_list(p, EV_ATTACKS, 0, n, list);
    for (int i = 1; i < n; i++)
        if (has_flag(p, list[i], U_CHARGES))
            play_tell(p, EV_CHARGES, 0, 1, list[i]);
}

static void take_assault(struct play *p, int target, int second)
{
    agenda_pop(p, 0);
    begin_attack(p, target);
    begin_defence(p, target);
    if (second != NO_HEX)
        begin_defence(p, second);
    agenda_push_with(p, ST_COMBAT, NOBODY, target, second, 0, 0);
}

static void take_target(struct play *p, struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_JOIN: set_flag(p, a->arg[0], U_ATTACKS); break;
    case V_CHARGE: set_flag(p, a->arg[0], U_ATTACKS | U_CHARGES); break;
    case V_COMBINE: t->v[SECOND] = a->arg[0]; break;
    default: take_assault(p, t->v[TARGET], t->v[SECOND]);
    }
}

static int seat_of_target(const struct play *p, const struct step *t)
{
    (void)p;
    return seat_of_army(formation_army[t->v[WHOSE]]);
}

static bool target_sound(const struct play *p, const struct step *t)
{
    int chit = t->v[WHOSE], second = t->v[SECOND];

    if (t->who != chit_side(chit) || t[-1].v[0] != chit || refuse_hex(p, t->who, t->v[TARGET]) ||
        !anybody_attacks(p, chit, t->v[TARGET], second))
        return false;
    EACH_PIECE (p, u)
        if (has_flag(p, u, U_ATTACKS) && !reaches_both(p, chit, u, t->v[TARGET], second))
            return false;
    return second == NO_HEX || (play_option(p, OPT_TWO_HEX) && !refuse_hex(p, t->who, second) &&
                                board_border(p->box->board, second, t->v[TARGET]) >= 0);
}

const struct step_def step_target = {
    .name = "target",
    .cases = "7.1r1 7.2r1",
    .vars = "target:p second:P chit:0..17",
    .on = "combats",
    .title = "Combat",
    .prompt = "Who attacks {p0}, and who charges? Then attack",
    .about = "join",
    .usual = "assault",
    .list = list_target,
    .take = take_target,
    .why = why_target,
    .preview = preview_target,
    .seat = seat_of_target,
    .sound = target_sound,
};

/* ---- the course of a combat ---- */

enum {
    AT = 2,
    ROW,
    SQUARE
}; /* further variables: where it has got to; the result; the check of the charged */

/* [7.2r1] The eleven steps; charges are checked one by one. */
enum {
    EVASIONS,
    CHECKS,
    CHECKED,
    COMPARED,
    ROLLED,
    DEFENDERS,
    ATTACKERS,
    ADVANCES,
    PURSUIT,
    SHIFTS,
};

static bool defends_there(const struct play *p, int h)
{
    return h != NO_HEX && combat_side(p, h) != NOBODY;
}

/* The combat at hand, from the marks. */
void combat_at_hand(const struct play *p, const struct step *t, struct battle *b)
{
    *b = (struct battle){ .square = t->v[SQUARE], .decided = t->pc > CHECKED };
    for (int u = 0; u < mbox(p)->units; u++)
        if (has_flag(p, u, U_ATTACKS) && on_map(p, u)) {
            b->side = side_of(p, u);
            battle_attacker(p, b, u, has_flag(p, u, U_CHARGES));
        }
    for (int i = TARGET; i <= SECOND; i++)
        if (defends_there(p, t->v[i]))
            battle_target(p, b, t->v[i]);
}

/* [7.6a] Step 2: each cavalry unit that may is asked, in the order of their numbers. */
static void ask_evasions(struct play *p, struct step *t)
{
    for (int u = t->v[AT]; u < mbox(p)->units; u++) {
        int h = unit_at(p, u)->place;

        if (!has_flag(p, u, U_DEFENDS) || !can_evade(p, u, h))
            continue;
        t->v[AT] = i16(u + 1);
        t->pc = EVASIONS;
        agenda_push_with(p, ST_EVADE, side_of(p, u), u, h, 0, 0);
        return;
    }
    t->v[AT] = 0;
    if (!defends_there(p, t->v[TARGET]) && !defends_there(p, t->v[SECOND])) {
        t->v[ROW] = 5; /* [7.5r] one hex */
        t->pc = ADVANCES;
    }
}

/* Step 3: the check that comes next, or step 4. */
static void ask_check(struct play *p, struct step *t)
{
    struct check check[CHECKS_MAX];
    struct battle b;
    int n;

    combat_at_hand(p, t, &b);
    b.decided = false;
    n = battle_checks(p, &b, check);
    if (t->v[AT] >= n) {
        t->v[AT] = 0;
        t->pc = COMPARED;
        return;
    }
    agenda_roll(p, 1, 6, W_ROLL + (check[t->v[AT]].square ? R_SQUARE : R_COUNTER));
}

/* [7.12b] [7.12f] [7.13e] [MC-1] [MC-2] */
static void end_check(struct play *p, struct step *t, int die)
{
    struct check check[CHECKS_MAX];
    struct battle b;
    int u;
    bool passed;

    combat_at_hand(p, t, &b);
    b.decided = false;
    t->pc = CHECKS;
    if (t->v[AT] >= battle_checks(p, &b, check))
        return;
    u = check[t->v[AT]].unit;
    passed = die <= check_target(p, u, NULL);
    play_tell(p, passed ? EV_CHECK_PASSED : EV_CHECK_FAILED, 0, 1, u);
    if (passed && check[t->v[AT]].square)
        t->v[SQUARE] = 1;
    else if (passed)
        set_flag(p, u, U_COUNTERS);
    t->v[AT]++;
}

/* Steps 4 to 6. */
static void compare(struct play *p, struct step *t)
{
    struct battle b;
    struct sheet sheet;

    if (p->news) {
        combat_at_hand(p, t, &b);
        battle_sheet(p, &b, &sheet);
        play_tell_sheet(p, &sheet);
    }
    agenda_roll(p, 1, 6, W_ROLL + R_COMBAT);
}

static void read_result(struct play *p, struct step *t, int die)
{
    struct battle b;
    int row, hexes;

    combat_at_hand(p, t, &b);
    row = combat_row(die + battle_net(p, &b));
    hexes = mbox(p)->crt[row].hexes[DEFENDER];
    t->v[ROW] = i16(row);
    if (row == CRT_ROWS - 1 && battle_line(p, &b))
        for (int i = 0; i < b.attackers; i++)
            set_flag(p, b.attacker[i], U_PIERCES);
    if (hexes)
        play_tell(p, EV_RESULT, 0, 2, row, hexes);
    else
        play_tell(p, EV_ENGAGED, 0, 1, row);
}

static bool is_charged(const struct play *p)
{
    for (int u = 0; u < mbox(p)->units; u++)
        if (has_flag(p, u, U_CHARGES))
            return true;
    return false;
}

/* Step 7: the stack of the first hex, then that of the second. */
static void ask_defender(struct play *p, struct step *t)
{
    const struct result *r = &mbox(p)->crt[t->v[ROW]];
    int h = t->v[AT] < 2 ? t->v[TARGET + t->v[AT]] : NO_HEX;

    if (t->v[AT]++ >= 2) {
        t->v[AT] = 0;
        return;
    }
    t->pc = DEFENDERS;
    if (defends_there(p, h))
        ask_effect(p, h, is_charged(p) ? ON_CHARGED : ON_DEFENDER, r->die[DEFENDER],
                   r->hexes[DEFENDER]);
}

/* Step 8: each attacking stack. */
static void ask_attacker(struct play *p, struct step *t)
{
    const struct result *r = &mbox(p)->crt[t->v[ROW]];

    for (int u = t->v[AT]; u < mbox(p)->units; u++)
        if (has_flag(p, u, U_ATTACKS) && !has_flag(p, u, U_CLOSED) && on_map(p, u)) {
            t->v[AT] = i16(u + 1);
            t->pc = ATTACKERS;
            ask_effect(p, unit_at(p, u)->place, ON_ATTACKER, r->die[ATTACKER], r->hexes[ATTACKER]);
            return;
        }
    EACH_PIECE (p, u)
        if (has_flag(p, u, U_ATTACKS))
            clear_flag(p, u, U_CLOSED);
}

/* [CR-A] [7.5r] Step 9. */
static void ask_advances(struct play *p, struct step *t)
{
    int hexes = mbox(p)->crt[t->v[ROW]].hexes[ATTACKER];

    for (int u = 0; u < mbox(p)->units && hexes; u++)
        if (has_flag(p, u, U_ATTACKS) && on_map(p, u)) {
            ask_advance(p, side_of(p, u), hexes);
            return;
        }
}

static void clear_marks(struct play *p)
{
    EACH_PIECE (p, u) {
        clear_flag(p, u, U_COMBAT);
        unit_at(p, u)->began = 0;
    }
}

/* [AM-1] [AM-2] [7.4r2] Step 11: once a combat. */
static void end_combat(struct play *p)
{
    int through = NO_PIECE;

    for (int u = 0; u < mbox(p)->units && through == NO_PIECE; u++)
        if (has_flag(p, u, U_THROUGH) && on_map(p, u))
            through = u;
    clear_marks(p);
    agenda_pop(p, 0);
    if (through == NO_PIECE)
        return;
    play_tell(p, EV_BREAKTHROUGH, 0, 2, through, unit_at(p, through)->place);
    shift_morale(p, side_of(p, through), AM_BREAKTHROUGH);
    if (!play_state(p)->over)
        shift_morale(p, !side_of(p, through), AM_BROKEN);
}

static void run_combat(struct play *p, struct step *t)
{
    int die = t->answer;

    switch (t->pc++) {
    case EVASIONS: ask_evasions(p, t); break;
    case CHECKS: ask_check(p, t); break;
    case CHECKED: end_check(p, t, die); break;
    case COMPARED: compare(p, t); break;
    case ROLLED: read_result(p, t, die); break;
    case DEFENDERS: ask_defender(p, t); break;
    case ATTACKERS: ask_attacker(p, t); break;
    case ADVANCES: ask_advances(p, t); break;
    case PURSUIT:
        if (mbox(p)->crt[t->v[ROW]].hexes[DEFENDER])
            ask_pursuit(p, t->v[TARGET], t->v[SECOND]);
        break;
    default: end_combat(p);
    }
}

/* Before the result there are attackers and somebody attacked. */
static bool combat_sound(const struct play *p, const struct step *t)
{
    struct battle b;

    if (t->v[TARGET] == t->v[SECOND])
        return false;
    combat_at_hand(p, t, &b);
    for (int i = 0; i < b.defenders; i++)
        if (side_of(p, b.defender[i]) == b.side)
            return false;
    if (t->pc > ROLLED)
        return true;
    return b.attackers && b.side == chit_side(t[-1].v[CHIT]) && (b.defenders || t->pc == EVASIONS);
}

const struct step_def step_combat = {
    .name = "combat",
    .cases = "7.2r1",
    .vars = "target:p second:P next:0..104 row:0..7 square:no|yes",
    .points = "evasions checks checked compared rolled defenders attackers advances pursuit shifts",
    .on = "combats",
    .rolls = "checked:6 rolled:6",
    .run = run_combat,
    .sound = combat_sound,
};

/* The combat that has been declared and is not over. */
bool mib_clash(const struct play *p, struct clash *c, struct sheet *sheet)
{
    const struct state *s = play_state(p);
    struct battle b;

    for (int i = 0; i < s->depth; i++) {
        if (s->agenda[i].op != ST_COMBAT)
            continue;
        combat_at_hand(p, &s->agenda[i], &b);
        c->side = b.side;
        for (int k = 0; k < b.sources; k++)
            clash_source(c, b.source[k]);
        clash_target(c, s->agenda[i].v[TARGET]);
        if (s->agenda[i].v[SECOND] != NO_HEX)
            clash_target(c, s->agenda[i].v[SECOND]);
        if (b.attackers && b.defenders && s->agenda[i].pc <= ROLLED)
            battle_sheet(p, &b, sheet);
        return true;
    }
    return false;
}
