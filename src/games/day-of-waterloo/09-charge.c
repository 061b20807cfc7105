/*
 * 09-charge.c: section 9.4: Cavalry Charges during movement, Reaction Charges against them, and the
 * charge of cavalry left behind by a beaten stack (11.9.3).
 *
 * A charge interrupts the march on the agenda: it costs a point, may be answered by the cavalry
 * that is charged, is rolled for (09-charge-sum.c), and its result is applied by module 11. Then
 * the march goes on, or not. A Reaction Charge is only declared here; it is fought in the Combat
 * Phase.
 */
#include "dow.h"

#include <assert.h>

enum { CHARGED, FROM, LEAD }; /* of a charge; of a reaction LEAD is the first that reacts */
enum { POINT = 2 };           /* [9.4.1a] one movement point */

/* ---- who charges ---- */

/* [9.4.3a] ruling A-40: the cavalry corps are III and IV; the Guard's cavalry charges singly. */
static bool charges_jointly(const struct play *p, int u)
{
    int corps = unit_at(p, u)->corps;

    return arm_of(p, u) == CAVALRY && (corps == CORPS_F_IIIC || corps == CORPS_F_IVC);
}

/* The group that moves; before it has set out, the unit alone. */
static int party_of(const struct play *p, int u, int list[CHARGE_COUNTERS])
{
    int n = 0;

    for (EACH_IN(p, i, unit_at(p, u)->place))
        if ((i == u || has_flag(p, i, F_MOVING)) && n < CHARGE_COUNTERS)
            list[n++] = i;
    return n;
}

/* [9.4] [9.4.3a] [9.4.3b] */
static const char *refuse_party(const struct play *p, const int *list, int n)
{
    for (int i = 0; i < n; i++)
        if (arm_of(p, list[i]) != CAVALRY)
            return "9.4: only cavalry charges, without others in its group";
    for (int i = 1; i < n; i++) {
        const struct unit *k = unit_at(p, list[i]), *above = unit_at(p, list[i - 1]);

        if (!charges_jointly(p, list[i]) || k->corps != above->corps)
            return "9.4.3a: only French cavalry of the same cavalry corps charges as a stack";
        if (k->began < 0 || k->began != above->began)
            return "9.4.3b: units that charge together began the Movement Phase together";
    }
    return NULL;
}

/* ---- what may be charged ---- */

/* [9.2.1b] From ground that is closed to it cavalry comes out by road only. */
static bool shut_in(const struct play *p, int u, int from, int h)
{
    return dbox(p)->cost[arm_of(p, u)][from] == NO_ENTRY && road_cost(p, u, from, h) == NO_ENTRY;
}

/* [9.4.2e] A road over water opens it. */
const char *refuse_charge_ground(const struct play *p, int u, int from, int h)
{
    int terrain = p->box->board->cell[h].terrain;

    if (terrain == dbox(p)->farm || terrain == dbox(p)->woods)
        return "9.4.2d: units in woods or a grand farm are not charged";
    if (terrain_cost(p, u, from, h) == NO_ENTRY || shut_in(p, u, from, h))
        return "9.4.2b: cavalry does not charge where it may not go";
    return NULL;
}

/* [9.4.1a] [9.4.1b] One point, and the cost of the hex as if it were entered, held ready. */
static const char *refuse_cost(const struct play *p, const int *list, int n, int from, int h)
{
    for (int i = 0; i < n; i++)
        if (unit_at(p, list[i])->spent + POINT + terrain_cost(p, list[i], from, h) >
            allowance(p, list[i]))
            return "9.4.1b: a charge costs one movement point more than the charged hex does";
    return NULL;
}

/* [5.2b] All that charge must advance; they could not stay together in a hex for one unit. */
static const char *refuse_room(const struct play *p, int n, int h)
{
    return n > 1 && one_unit_hex(p, h) ? "5.2b: a stack could not advance into a hex for one unit"
                                       : NULL;
}

static bool is_marked(const struct play *p, int h)
{
    return dow(p)->hex[h] & H_REACTION;
}

/* [9.4] ruling A-41: also from where it began. [6.0d] Judged by the cavalry that has been seen. */
const char *refuse_charge(const struct play *p, int u, int h)
{
    int list[CHARGE_COUNTERS], n, from = unit_at(p, u)->place, side = side_of(p, u);
    const char *why;

    if (!enemy_in_hex(p, h, side))
        return "9.4: there is no enemy to charge";
    if (board_border(p->box->board, from, h) == BOARD_NOWHERE)
        return "9.4: a charge goes against a neighbouring hex";
    if (weather(p) == SEVERE_MUD)
        return "9.2.14c: no charges in Severe Mud";
    if (is_marked(p, h) || is_marked(p, from))
        return "9.4.5h: nobody enters a hex with Cavalry Charge! markers";
    n = party_of(p, u, list);
    if ((why = refuse_party(p, list, n)) || (why = refuse_charge_ground(p, u, from, h)))
        return why;
    if (known_pinned(p, from, side) && !known_zone(p, h, from, !side)) /* [9.4.2c] */
        return "9.4.2c: out of the zone of enemy cavalry only that cavalry is charged";
    why = refuse_cost(p, list, n, from, h);
    return why ? why : refuse_room(p, n, h);
}

/* ---- the sum ---- */

static int most_charges(const struct play *p, const int *list, int n)
{
    int most = 0;

    for (int i = 0; i < n; i++)
        if (unit_at(p, list[i])->charges > most)
            most = unit_at(p, list[i])->charges;
    return most;
}

bool preview_charge(const struct play *p, int u, int h, struct sheet *sheet)
{
    struct charge c = { .from = unit_at(p, u)->place };

    if (refuse_charge(p, u, h))
        return false;
    c.chargers = party_of(p, u, c.charger);
    c.earlier = most_charges(p, c.charger, c.chargers);
    charge_on(p, &c, h, true);
    charge_sheet(p, &c, sheet);
    return true;
}

/* ---- how it begins ---- */

/* [9.4.1a] [CCT-m8] [6.0f] ruling A-47: held by cavalry not seen it finds out, for nothing. */
void begin_charge(struct play *p, int h)
{
    int lead = agenda_top(p)->v[0], from = unit_at(p, lead)->place;
    int list[CHARGE_COUNTERS], n = party_of(p, lead, list);

    assert(on_board(p, h) && agenda_top(p)->op == ST_MARCH);
    if (!exerts_zone(p, h, from, !side_of(p, lead)) && held_back(p, lead))
        return;
    for (int i = 0; i < n; i++) {
        struct unit *k = unit_at(p, list[i]);

        k->spent = u8(k->spent + POINT);
        k->charges++;
        set_flag(p, list[i], F_ATTACKS);
        see(p, list[i]);
    }
    dow(p)->hex[h] |= H_TARGET;
    dow(p)->hex[from] |= H_SOURCE;
    begin_fight(p, FIGHT_CHARGE, side_of(p, lead));
    play_tell(p, EV_CHARGES, 0, 2, lead, h);
    agenda_push_with(p, ST_CHARGE, NOBODY, h, from, lead, 0);
}

/* Those of the charge that still stand where it began. */
static int chargers_left(const struct play *p, int from, int list[CHARGE_COUNTERS])
{
    int n = 0;

    for (EACH_IN(p, u, from))
        if (has_flag(p, u, F_ATTACKS) && n < CHARGE_COUNTERS)
            list[n++] = u;
    return n;
}

/* ---- [6.2b] cavalry comes to the top ---- */

static int count_cavalry(const struct play *p, int h)
{
    int n = 0;

    for (EACH_IN(p, u, h))
        n += arm_of(p, u) == CAVALRY;
    return n;
}

static void come_to_top(struct play *p, int u)
{
    if (top_of(p, unit_at(p, u)->place) != u) {
        bring_to_top(p, u);
        play_tell(p, EV_TOP, 0, 2, u, unit_at(p, u)->place);
    }
    see(p, u);
}

static void bring_cavalry_up(struct play *p, int h)
{
    int n = count_cavalry(p, h);

    if (n == 0 || arm_of(p, top_of(p, h)) == CAVALRY)
        return;
    if (n > 1) {
        agenda_push_with(p, ST_CHARGE_TOP, side_of(p, top_of(p, h)), h, 0, 0, 0);
        return;
    }
    for (EACH_IN(p, u, h))
        if (arm_of(p, u) == CAVALRY) {
            come_to_top(p, u);
            return;
        }
}

static void list_charge_top(const struct play *p, const struct step *t, struct menu *m)
{
    for (EACH_IN(p, u, t->v[CHARGED]))
        if (arm_of(p, u) == CAVALRY)
            menu_add(m, act1(V_TOP, u));
}

static const char *why_charge_top(const struct play *p, const struct step *t,
                                  const struct action *a)
{
    (void)p, (void)t;
    return a->verb == V_TOP ? "6.2b: cavalry of the charged stack comes to its top" : NULL;
}

static void take_charge_top(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    agenda_pop(p, 0);
    come_to_top(p, a->arg[0]);
}

const struct step_def step_charge_top = {
    .name = "charge-top",
    .cases = "6.2b",
    .vars = "hex:p",
    .on = "charge@declare,roll",
    .title = "Cavalry Charge",
    .prompt = "Which cavalry comes to the top at {p0}?",
    .list = list_charge_top,
    .take = take_charge_top,
    .why = why_charge_top,
    .seat = seat_by_hex,
};

/* ---- [9.4.5a] Reaction Charges ---- */

static bool is_british_cavalry(const struct play *p, int u)
{
    return arm_of(p, u) == CAVALRY && def_at(p, u)->army == ARMY_ADG &&
           def_at(p, u)->nation == BRITISH;
}

/* [9.4.5b] How many must react, and one of them. */
static int count_british(const struct play *p, int h, int *one)
{
    int n = 0;

    for (EACH_IN(p, u, h))
        if (is_british_cavalry(p, u)) {
            *one = u;
            n++;
        }
    return n;
}

/* [R-A42] It could itself charge the charger's hex. In Severe Mud nobody is charged. [9.2.14c] */
static bool may_react(const struct play *p, int h, int from)
{
    for (EACH_IN(p, u, h))
        if (arm_of(p, u) == CAVALRY)
            return !refuse_charge_ground(p, u, h, from);
    return false;
}

/* [9.4.5a] [4.2Bc] rulings: any cavalry, wherever it lies, in or out of command. */
static const char *refuse_react(const struct play *p, const struct step *t, int u)
{
    int one;

    if (is_leader(p, u) || unit_at(p, u)->place != t->v[CHARGED] || arm_of(p, u) != CAVALRY)
        return "9.4.5a: only cavalry in the charged hex reacts";
    if (count_british(p, t->v[CHARGED], &one) && !is_british_cavalry(p, u))
        return "9.4.5b: British cavalry must react";
    return NULL;
}

/* [9.4.5f] ruling A-13: corps mates in the same hex. */
static bool is_mate(const struct play *p, int u, int other)
{
    return u != other && charges_jointly(p, u) && charges_jointly(p, other) &&
           unit_at(p, u)->corps == unit_at(p, other)->corps &&
           unit_at(p, u)->place == unit_at(p, other)->place;
}

static bool has_mate(const struct play *p, int u)
{
    for (EACH_IN(p, i, unit_at(p, u)->place))
        if (is_mate(p, i, u))
            return true;
    return false;
}

static const char *refuse_mate(const struct play *p, const struct step *t, int u)
{
    if (t->v[LEAD] == NO_UNIT)
        return "9.4.5a: first say which cavalry reacts";
    return is_leader(p, u) || !is_mate(p, u, t->v[LEAD])
               ? "9.4.5f: only cavalry of one French cavalry corps reacts together"
               : NULL;
}

static void list_react(const struct play *p, const struct step *t, struct menu *m)
{
    int one, forced = t->v[LEAD] == NO_UNIT && count_british(p, t->v[CHARGED], &one);

    for (EACH_IN(p, u, t->v[CHARGED])) {
        if (t->v[LEAD] == NO_UNIT && !refuse_react(p, t, u))
            menu_add(m, act1(V_REACT, u));
        if (!refuse_mate(p, t, u))
            menu_add(m, act1(V_WITH, u));
    }
    if (!forced)
        menu_add(m, act0(V_DONE));
}

static const char *why_react(const struct play *p, const struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_REACT:
        return t->v[LEAD] == NO_UNIT ? refuse_react(p, t, a->arg[0])
                                     : "9.4.5a: one declaration for each charge";
    case V_WITH: return refuse_mate(p, t, a->arg[0]);
    case V_DONE: return "9.4.5b: British cavalry must react";
    default: return NULL;
    }
}

static void declare(struct play *p, int u)
{
    come_to_top(p, u);
    set_flag(p, u, F_DEFENDS);
    play_tell(p, EV_REACTS, 0, 1, u);
}

/* [9.4.5f] The mates react with it; it stays above them. */
static void declare_mates(struct play *p, int first)
{
    for (int u = top_of(p, unit_at(p, first)->place), next; u != NO_UNIT; u = next) {
        next = below(p, u);
        if (is_mate(p, u, first) && !has_flag(p, u, F_DEFENDS))
            declare(p, u);
    }
    come_to_top(p, first);
}

static void take_react(struct play *p, struct step *t, const struct action *a)
{
    int first = t->v[LEAD];

    if (a->verb == V_REACT) {
        declare(p, a->arg[0]);
        if (has_mate(p, a->arg[0]))
            t->v[LEAD] = a->arg[0];
        else
            agenda_pop(p, 0);
        return;
    }
    agenda_pop(p, 0);
    if (a->verb == V_WITH)
        declare_mates(p, first);
}

/* ---- the check of those that react ---- */

static int reactors(const struct play *p, int h, int list[CHARGE_COUNTERS])
{
    int n = 0;

    for (EACH_IN(p, u, h))
        if (has_flag(p, u, F_DEFENDS) && n < CHARGE_COUNTERS)
            list[n++] = u;
    return n;
}

/* [9.4.5c] Who reacts attacks: a half is rounded against it. */
static int reaction_morale(const struct play *p, const int *list, int n)
{
    return average_morale(p, list, n, true).morale;
}

static bool preview_react(const struct play *p, const struct step *t, const struct action *a,
                          struct sheet *sheet)
{
    int list[CHARGE_COUNTERS], n = reactors(p, t->v[CHARGED], list), pass;

    if ((a->verb != V_REACT && a->verb != V_WITH) || why_react(p, t, a))
        return false;
    if (a->verb == V_REACT)
        n = 0;
    list[n++] = a->arg[0];
    pass = reaction_morale(p, list, n);
    sheet_begin(sheet, "Reaction check");
    sheet_number(sheet, "9.4.5c", pass, "Morale: a roll up to it passes");
    sheet_fact(sheet, "morale", "%d", pass);
    for (int die = 1; die <= 6; die++)
        sheet_chance(sheet, die <= pass ? "passes" : "fails", 1);
    return true;
}

const struct step_def step_react = {
    .name = "react",
    .cases = "9.4.5a",
    .vars = "hex:p from:p first:U",
    .on = "charge@check",
    .title = "Reaction Charge",
    .prompt = "Does cavalry at {p0} react to the charge?",
    .no = "No reaction",
    .list = list_react,
    .take = take_react,
    .why = why_react,
    .preview = preview_react,
    .seat = seat_by_hex,
};

/* [9.4.5a] [9.4.5b] British cavalry has no choice, unless of which unit. */
static void ask_reaction(struct play *p, const struct step *t)
{
    int h = t->v[CHARGED], one = NO_UNIT;

    if (!may_react(p, h, t->v[FROM]))
        return;
    if (count_british(p, h, &one) == 1)
        declare(p, one);
    else
        agenda_push_with(p, ST_REACT, side_of(p, top_of(p, h)), h, t->v[FROM], NO_UNIT, 0);
}

/* True: a die is to be rolled. */
static bool roll_reaction(struct play *p, const struct step *t)
{
    int list[CHARGE_COUNTERS];

    if (reactors(p, t->v[CHARGED], list) == 0)
        return false;
    agenda_roll(p, 1, 6, W_REACTION_CHECK);
    return true;
}

/* Is there a mate that does not take part? */
static bool stands_by(const struct play *p, int u, int flag)
{
    for (EACH_IN(p, i, unit_at(p, u)->place))
        if (is_mate(p, i, u) && !has_flag(p, i, flag))
            return true;
    return false;
}

/* [9.4.5c] [9.4.5e] [9.4.5h] Both hexes are marked and closed; the charge itself is not rolled. */
static void seal(struct play *p, const struct step *t, int reacting)
{
    struct dow_state *s = dow(p);
    int list[CHARGE_COUNTERS], n = chargers_left(p, t->v[FROM], list);
    struct reaction r = { .charged = t->v[CHARGED], .charger = t->v[FROM] };

    assert(n > 0 && s->reactions < REACTIONS_MAX);
    r.reacting = i8(reacting);
    r.charging = i8(list[0]);
    if (stands_by(p, reacting, F_DEFENDS))
        r.alone |= REACTS_ALONE;
    if (stands_by(p, list[0], F_ATTACKS))
        r.alone |= CHARGED_ALONE;
    s->reaction[s->reactions++] = r;
    s->hex[r.charged] |= H_REACTION;
    s->hex[r.charger] |= H_REACTION;
    for (int i = 0; i < n; i++)
        stop_moving(p, list[i]);
    end_fight(p);
    agenda_pop(p, 0);
}

int reaction_party(const struct play *p, const struct reaction *r, bool reacting,
                   int list[CHARGE_COUNTERS])
{
    int first = reacting ? r->reacting : r->charging, h = reacting ? r->charged : r->charger, n = 0;
    bool alone = r->alone & (reacting ? REACTS_ALONE : CHARGED_ALONE);

    for (EACH_IN(p, u, h))
        if (u == first || (!alone && charges_jointly(p, u) && charges_jointly(p, first) &&
                           unit_at(p, u)->corps == unit_at(p, first)->corps))
            list[n++] = u;
    return n;
}

/* [9.4.5d] Those that fail retreat one hex and may not stand. Ruling A-14 */
static void fall_back(struct play *p, const int *list, int n)
{
    for (int i = 0; i < n; i++) {
        clear_flag(p, list[i], F_DEFENDS); /* nobody has struck yet: the rest does not check */
        play_tell(p, EV_REACTION_FAILS, 0, 1, list[i]);
    }
    for (int i = n - 1; i >= 0; i--)
        ask_retreat(p, list[i], 1, false);
}

static void end_reaction(struct play *p, const struct step *t)
{
    int list[CHARGE_COUNTERS], n = reactors(p, t->v[CHARGED], list);
    bool passes = t->answer <= reaction_morale(p, list, n);

    play_tell(p, passes ? EV_PASSES : EV_FAILS, 0, 1, list[0]);
    if (passes)
        seal(p, t, list[0]);
    else
        fall_back(p, list, n);
}

/* ---- the charge ---- */

static void take_up(const struct play *p, const struct step *t, struct charge *c)
{
    *c = (struct charge){ .from = t->v[FROM] };
    c->chargers = chargers_left(p, c->from, c->charger);
    c->earlier = most_charges(p, c->charger, c->chargers) - 1;
    charge_on(p, c, t->v[CHARGED], false);
}

static void show_sheet(struct play *p, const struct charge *c)
{
    struct sheet sheet;

    if (!p->news)
        return;
    charge_sheet(p, c, &sheet);
    play_tell_sheet(p, &sheet);
}

/* [9.4.4c] ruling A-12: the result falls on those that defend the hex, though all in it count. */
static void roll_charge(struct play *p, const struct step *t)
{
    int list[4], n = defenders(p, t->v[CHARGED], list);
    struct charge c;

    for (int i = 0; i < n; i++) {
        set_flag(p, list[i], F_DEFENDS);
        see(p, list[i]);
    }
    take_up(p, t, &c);
    show_sheet(p, &c);
    agenda_roll(p, 1, 6, W_CHARGE);
}

/* [9.4.4c] Results mean what they mean in combat. */
static void announce(struct play *p, int result)
{
    dow(p)->fight.result = u8(result);
    play_tell(p, EV_RESULT, 0, 1, W_RESULT + result);
    apply_result(p, result);
}

static void strike(struct play *p, const struct step *t)
{
    struct charge c;

    take_up(p, t, &c);
    announce(p, charge_result(p, &c, t->answer));
}

/* [9.4.7a] [9.4.7b] Who has retreated stops and fights no more this turn. */
static void repulse(struct play *p, int from)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (has_flag(p, u, F_ATTACKS) && on_map(p, u) && unit_at(p, u)->place != from) {
            clear_flag(p, u, F_COLUMN);
            stop_moving(p, u);
            set_flag(p, u, F_REPULSED);
        }
}

/* [9.4.6a] All go in, at the full cost. [9.4.6b] [9.4.8] Then, or if nobody yielded, they go on. */
static void finish_charge(struct play *p, const struct step *t)
{
    int list[CHARGE_COUNTERS], from = t->v[FROM], n = chargers_left(p, from, list);
    int h = t->v[CHARGED];

    repulse(p, from);
    end_fight(p);
    agenda_pop(p, 0);
    if (n == 0)
        return;
    pass_lead(p, list[0]);
    if (top_of(p, h) != NO_UNIT)
        return;
    ask_leaders(p, from, h);
    step_group(p, list[0], h, false, EV_ADVANCES);
}

/* The charge goes against what is left; none of it has declared anything. */
static bool regroup(struct play *p, const struct step *t)
{
    int list[CHARGE_COUNTERS];

    for (int u = 0; u < dbox(p)->units; u++)
        clear_flag(p, u, F_DEFENDS);
    if (top_of(p, t->v[CHARGED]) == NO_UNIT || chargers_left(p, t->v[FROM], list) == 0)
        return false;
    bring_cavalry_up(p, t->v[CHARGED]);
    return true;
}

enum { COME_UP, DECLARE, CHECK, REACT, REGROUP, ROLL, STRIKE, FINISH };

/* [9.4] Cavalry to the top, its reaction, the roll, the result, what follows. */
static void run_charge(struct play *p, struct step *t)
{
    switch (t->pc++) {
    case COME_UP: bring_cavalry_up(p, t->v[CHARGED]); break;
    case DECLARE: ask_reaction(p, t); break;
    case CHECK:
        if (!roll_reaction(p, t))
            t->pc = REGROUP;
        break;
    case REACT: end_reaction(p, t); break;
    case REGROUP:
        if (!regroup(p, t))
            t->pc = FINISH;
        break;
    case ROLL: roll_charge(p, t); break;
    case STRIKE: strike(p, t); break;
    default: finish_charge(p, t);
    }
}

/* Until it has been rolled there is somebody who charges and somebody who is charged; a check is somebody's. */
static bool charge_sound(const struct play *p, const struct step *t)
{
    int list[CHARGE_COUNTERS], charged = t->v[CHARGED];

    if (t->pc == REGROUP || t->pc == FINISH)
        return true;
    if (chargers_left(p, t->v[FROM], list) == 0 || top_of(p, charged) == NO_UNIT ||
        side_of(p, top_of(p, charged)) == side_of(p, list[0]))
        return false;
    return t->pc > REACT ||
           (dow(p)->reactions < REACTIONS_MAX && (t->pc < REACT || reactors(p, charged, list) > 0));
}

const struct step_def step_charge = {
    .name = "charge",
    .cases = "9.4",
    .vars = "charged:p from:p lead:u",
    .points = "come-up declare check react regroup roll strike finish",
    .on = "march",
    .rolls = "react:6 strike:6",
    .run = run_charge,
    .sound = charge_sound,
};

/* ---- [11.9.3a] cavalry left behind charges the attackers ---- */

/* It has fought in this combat already, and not by this charge. */
static bool is_spent(const struct play *p, int u)
{
    return has_flag(p, u, F_DEFENDS) && !has_flag(p, u, F_MOVING);
}

static void take_up_surprise(const struct play *p, int u, struct charge *c)
{
    *c = (struct charge){ .from = unit_at(p, u)->place, .surprise = true };
    for (EACH_IN(p, i, c->from))
        if (i == u || (is_mate(p, i, u) && !is_spent(p, i)))
            c->charger[c->chargers++] = i;
    for (int h = 0; h < p->box->board->cells; h++) {
        if (!holds_flag(p, h, F_ATTACKS) || c->hexes == CHARGE_HEXES)
            continue; /* ruling A-43: wherever they are by now, be it no longer where they came from */
        c->hex[c->hexes++] = h;
        for (EACH_IN(p, i, h))
            if (has_flag(p, i, F_ATTACKS) && c->charged < CHARGE_COUNTERS)
                c->target[c->charged++] = i;
    }
}

bool preview_surprise(const struct play *p, const struct step *t, const struct action *a,
                      struct sheet *sheet)
{
    struct charge c;

    if (a->verb != V_COUNTERCHARGE)
        return false;
    take_up_surprise(p, t->v[0], &c);
    charge_sheet(p, &c, sheet);
    return true;
}

/* [11.9.3b] ruling A-43: with its corps mates; the result falls on all that attacked. */
void run_surprise_charge(struct play *p, int u)
{
    struct charge c;

    assert(is_unit(p, u) && on_map(p, u));
    take_up_surprise(p, u, &c);
    dow(p)->fight.surprise = 1;
    for (int i = 0; i < c.chargers; i++)
        set_flag(p, c.charger[i], F_MOVING | F_DEFENDS);
    play_tell(p, EV_CHARGES, 0, 2, u, c.hex[0]);
    agenda_push_with(p, ST_SURPRISE_CHARGE, NOBODY, u, 0, 0, 0);
    show_sheet(p, &c);
    agenda_roll(p, 1, 6, W_SURPRISE);
}

/* [11.9.3c] Whatever comes of it, they rest in their next Movement Phase. */
static void rest_horses(struct play *p)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (counter_charges(p, u)) {
            clear_flag(p, u, F_MOVING);
            set_flag(p, u, F_BLOWN);
        }
    dow(p)->fight.surprise = 0;
}

static void run_countercharge(struct play *p, struct step *t)
{
    struct charge c;

    if (t->pc++ == 0) {
        take_up_surprise(p, t->v[0], &c);
        play_tell(p, EV_RESULT, 0, 1, W_RESULT + charge_result(p, &c, t->answer));
        apply_result(p, charge_result(p, &c, t->answer));
        return;
    }
    rest_horses(p);
    agenda_pop(p, 0);
}

static bool surprise_charge_sound(const struct play *p, const struct step *t)
{
    return is_unit(p, t->v[0]) && (t->pc || on_map(p, t->v[0]));
}

const struct step_def step_surprise_charge = {
    .name = "surprise-charge",
    .cases = "11.9.3b",
    .vars = "who:u",
    .points = "rolled struck",
    .on = "result surprise",
    .rolls = "rolled:6",
    .run = run_countercharge,
    .sound = surprise_charge_sound,
};
