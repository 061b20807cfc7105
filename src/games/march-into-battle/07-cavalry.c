/*
 * 07-cavalry.c: 7.6 retreat before combat, 7.12 charges and countercharges, 7.13 organic cavalry.
 *
 * What the checks make of strengths is in 07-sum.c; the penalties of an evasion are those of a
 * retreat (07-retreat.c).
 */
#include <stdio.h>

#include "mib.h"

/* ---- Morale Checks ---- */

static bool led(const struct play *p, int h, int side)
{
    EACH_AT (p, h, u)
        if (is_leader(p, u) && side_of(p, u) == side && combat_rating(p, u) >= 1)
            return true;
    return false;
}

static int line(struct sheet *sheet, bool holds, int by, const char *what)
{
    if (holds && sheet)
        sheet_modifier(sheet, "7.12r3", by, "%s", what);
    return holds ? by : 0;
}

/* [MC-1] [7.12r3] The highest die that passes. Whoever is disorganized makes no such check. */
int check_target(const struct play *p, int u, struct sheet *sheet)
{
    int sum = 0;

    if (sheet)
        sheet_number(sheet, "MC-1", def_at(p, u)->morale, "Morale of %s", p->box->piece[u].name);
    sum += line(sheet, is_tired(p, u), 1, "Tired or Spent");
    sum += line(sheet, led(p, unit_at(p, u)->place, side_of(p, u)), -1, "With a leader");
    return def_at(p, u)->morale - sum;
}

/* ---- charges ---- */

/* [7.12r1] [7.12a] [TEC-n2] [OCE-2] Of cavalry that may attack: on ground that does not change combat. */
const char *refuse_charge(const struct play *p, int u, int target)
{
    const struct board *b = p->box->board;
    const struct terrain_def *d = &mbox(p)->terrain[b->cell[target].terrain];
    int border = board_border(b, unit_at(p, u)->place, target);

    if (arm_of(p, u) != CAVALRY)
        return "7.12r1: only cavalry charges";
    if (is_tired(p, u))
        return "OCE-2: Tired cavalry does not charge";
    if (d->attack.den != 1 || is_river(p, border))
        return "7.12a: the ground of the defender changes combat";
    return !d->charge || board_has_kind(b, border, mbox(p)->stream)
               ? "TEC-n2: no charge into forest, village or swamp or across a stream"
               : NULL;
}

/* Ruling B5: a Smashed unit is in no better order than a disorganized one. */
static bool in_disorder(const struct play *p, int u)
{
    return has_flag(p, u, U_D | U_SMASHED);
}

/* [7.12c] [7.12r2] */
static bool all_in_disorder(const struct play *p, const struct battle *b)
{
    bool any = false;

    for (int i = 0; i < b->defenders; i++) {
        if (!is_division(p, b->defender[i]))
            continue;
        if (!in_disorder(p, b->defender[i]))
            return false;
        any = true;
    }
    return any;
}

/* [7.12b] [7.12c] What a charge makes of the cavalry. */
struct ratio charge_factor(const struct play *p, const struct battle *b)
{
    if (all_in_disorder(p, b))
        return ratio_of(2, 1);
    return ratio_of(1, b->square ? 2 : 1);
}

/* [7.13d] [10.1a] Tired infantry has no use of it. */
bool organic_fights(const struct play *p, int u)
{
    return arm_of(p, u) == INFANTRY && organic_of(p, u) > 0 && !is_tired(p, u) &&
           !has_flag(p, u, U_SMASHED);
}

/* [7.12r2] The largest infantry unit in order. */
static int square_unit(const struct play *p, const struct battle *b)
{
    int16_t list[UNITS_MAX];
    int n = 0;

    for (int i = 0; i < b->defenders; i++)
        if (arm_of(p, b->defender[i]) == INFANTRY && !in_disorder(p, b->defender[i]))
            list[n++] = b->defender[i];
    return largest_unit(p, list, n);
}

/* [7.12f] [OCE-1] [OCE-2] [7.13e] Cavalry in order and below Tired, organic or not. */
static bool may_counter(const struct play *p, int u)
{
    if (in_disorder(p, u))
        return false;
    return arm_of(p, u) == CAVALRY ? !is_tired(p, u) : organic_fights(p, u);
}

/* [7.12b] [7.12f] First the infantry, then whoever countercharges. */
int battle_checks(const struct play *p, const struct battle *b, struct check list[CHECKS_MAX])
{
    int square = square_unit(p, b), n = 0;

    if (!b->charge)
        return 0;
    if (square != NO_PIECE)
        list[n++] = (struct check){ i16(square), true };
    for (int i = 0; i < b->defenders && n < CHECKS_MAX; i++)
        if (may_counter(p, b->defender[i]))
            list[n++] = (struct check){ b->defender[i], false };
    return n;
}

/* ---- retreat before combat ---- */

enum {
    WHO,
    FROM,
    GONE,
    FIELD
}; /* variables: from the hex attacked; hexes so far; out of a Field of Fire */

struct flight {
    const struct play *p;
    int u, from;
};

static int flight_cost(void *ctx, int at, int to, int border)
{
    const struct flight *f = ctx;

    (void)border;
    return refuse_retreat_hex(f->p, side_of(f->p, f->u), f->from, at, to) ? PATH_FORBIDDEN : 1;
}

static bool can_stop(void *ctx, int h)
{
    const struct flight *f = ctx;

    return !refuse_company(f->p, f->u, h);
}

/* [6.8r] A full hex is passed only if there is one beyond. */
static const char *refuse_evasion(const struct play *p, int u, int from, int gone, int to)
{
    int at = unit_at(p, u)->place, most = mbox(p)->num[N_EVASION];
    const char *why = refuse_retreat_hex(p, side_of(p, u), from, at, to);
    struct flight f = { p, u, from };
    struct path path;

    if (why)
        return why;
    if (gone >= most)
        return "7.6a: cavalry retreats before combat 1 to 4 hexes";
    why = refuse_company(p, u, to);
    if (!why || gone + 1 == most)
        return why;
    return path_first(p->box->board, to, most - gone - 1, flight_cost, can_stop, &f, &path) ==
                   BOARD_NOWHERE
               ? why
               : NULL;
}

static bool can_go_on(const struct play *p, int u, int from, int gone)
{
    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link)
        if (!refuse_evasion(p, u, from, gone, link->cell))
            return true;
    return false;
}

/* [7.6r] [10.1b] Cavalry that is not Spent or Smashed; the others stay and fight. */
bool can_evade(const struct play *p, int u, int from)
{
    return arm_of(p, u) == CAVALRY && !is_spent(p, u) && !has_flag(p, u, U_SMASHED) &&
           can_go_on(p, u, from, 0);
}

/* [7.6-F] [7.3f] [7.3r3] It rises a level, and another if it came out of a Field of Fire. */
static void end_evasion(struct play *p, int u, bool field)
{
    agenda_pop(p, 0);
    if (on_map(p, u))
        add_fatigue(p, u, mbox(p)->fat[FAT_EVADE] + (field ? mbox(p)->fat[FAT_FIELD] : 0));
}

/* After each hex: it goes on if it likes and can. */
static void run_evade(struct play *p, struct step *t)
{
    int u = t->v[WHO];

    if (!on_map(p, u) || !can_go_on(p, u, t->v[FROM], t->v[GONE]))
        end_evasion(p, u, t->v[FIELD]);
    else
        t->who = u8(side_of(p, u));
}

static const char *refuse_stop(const struct play *p, const struct step *t)
{
    return t->v[GONE] ? refuse_company(p, t->v[WHO], unit_at(p, t->v[WHO])->place) : NULL;
}

static void list_evade(const struct play *p, const struct step *t, struct menu *m)
{
    int u = t->v[WHO];

    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link)
        if (!refuse_evasion(p, u, t->v[FROM], t->v[GONE], link->cell))
            menu_add(m, act2(V_EVADE, u, link->cell));
    if (!refuse_stop(p, t))
        menu_add(m, act0(V_DONE));
}

static const char *why_evade(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_DONE)
        return refuse_stop(p, t);
    if (a->verb != V_EVADE)
        return NULL;
    return a->arg[0] == t->v[WHO] ? refuse_evasion(p, t->v[WHO], t->v[FROM], t->v[GONE], a->arg[1])
                                  : "7.6a: they are asked one after another";
}

/* [7.3r5] Leaders whom no combat unit is left to protect go along. Ruling B6 */
static void mark_leaders(struct play *p, int h)
{
    EACH_AT (p, h, u)
        if (is_leader(p, u))
            set_flag(p, u, U_DEFENDS);
}

static void take_leaders(struct play *p, int from, int to)
{
    int next;

    for (int u = mib(p)->top[from]; u != STACK_END; u = next) {
        next = mib(p)->below[u];
        if (is_leader(p, u) && has_flag(p, u, U_DEFENDS))
            put_at(p, u, to);
    }
}

/* [7.6b] It is disorganized, once; penalties of 7.3 hex by hex. */
static void evade_to(struct play *p, struct step *t, int to)
{
    int u = t->v[WHO], at = unit_at(p, u)->place;

    if (!t->v[GONE] && !friend_stays(p, at, u))
        mark_leaders(p, at);
    t->v[FIELD] = t->v[FIELD] || in_enemy_field(p, at, side_of(p, u));
    t->v[GONE]++;
    t->who = NOBODY;
    clear_flag(p, u, U_DEFENDS);
    play_tell(p, EV_EVADES, 0, 2, u, to);
    leave_hex(p, u, to);
    take_leaders(p, at, to);
    disorganize(p, u);
    if (!play_state(p)->over && on_map(p, u))
        suffer_retreat(p, u, at, to, true);
}

/* What the hex would cost. */
static bool preview_evade(const struct play *p, const struct step *t, const struct action *a,
                          struct sheet *sheet)
{
    int u = t->v[WHO], at = unit_at(p, u)->place;

    if (a->verb != V_EVADE || why_evade(p, t, a))
        return false;
    sheet_begin(sheet, "%s retreats before combat", p->box->piece[u].name);
    sheet_line(sheet, "7.6b", has_flag(p, u, U_D) && !t->v[GONE] ? "1 straggler" : "disorder",
               "Disorganized");
    sheet_number(sheet, "7.6-F", mbox(p)->fat[FAT_EVADE], "Levels of fatigue");
    if (t->v[FIELD] || in_enemy_field(p, at, side_of(p, u)))
        sheet_number(sheet, "7.3f", mbox(p)->fat[FAT_FIELD], "Out of a Field of Fire");
    retreat_lines(p, u, at, a->arg[1], sheet);
    return true;
}

static void take_evade(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_EVADE)
        evade_to(p, t, a->arg[1]);
    else if (t->v[GONE])
        end_evasion(p, t->v[WHO], t->v[FIELD]);
    else
        agenda_pop(p, 0);
}

static bool evade_sound(const struct play *p, const struct step *t)
{
    int u = t->v[WHO], gone = t->v[GONE];

    if (arm_of(p, u) != CAVALRY || (t->v[FROM] != t[-1].v[0] && t->v[FROM] != t[-1].v[1]))
        return false;
    if (!on_map(p, u)) /* lost on the way; dice for leaders stand above */
        return gone && t->who == NOBODY && t != agenda_top(p);
    return gone == board_distance(p->box->board, t->v[FROM], unit_at(p, u)->place) &&
           (gone || can_evade(p, u, t->v[FROM])) &&
           (t != agenda_top(p) || t->who == side_of(p, u)) &&
           (!refuse_stop(p, t) || can_go_on(p, u, t->v[FROM], gone));
}

const struct step_def step_evade = {
    .name = "evade",
    .thought = THINK_CHOICE,
    .cases = "7.6a",
    .vars = "who:u from:p gone:0..4 field:no|yes",
    .points = "asked",
    .on = "combat@evasions",
    .title = "Retreat before combat",
    .prompt = "{u0} may retreat before combat",
    .no = "Stay here",
    .run = run_evade,
    .list = list_evade,
    .take = take_evade,
    .why = why_evade,
    .preview = preview_evade,
    .seat = seat_by_piece,
    .sound = evade_sound,
};

/* ---- the pursuit of organic cavalry ---- */

enum {
    HEX,
    ORIGIN,
    NEXT,
    RESULT
}; /* variables: where the enemy is now, the hex attacked, who checks, the row */
enum { BEGUN, COUNTERS, COUNTERED, CHARGED, READ, SUFFERED };

/* [7.13r1] In order and below Tired. */
static bool pursues(const struct play *p, int u)
{
    return has_flag(p, u, U_ATTACKS) && on_map(p, u) && organic_fights(p, u) &&
           !has_flag(p, u, U_D);
}

static int pursuers(const struct play *p, int16_t *list)
{
    int n = 0;

    for (int u = 0; u < mbox(p)->units; u++)
        if (pursues(p, u))
            list[n++] = i16(u);
    return n;
}

/* Divisions of the enemy that have retreated and stand in the hex. */
static int pursued(const struct play *p, int h, int16_t *list)
{
    int n = 0;

    EACH_AT (p, h, u)
        if (is_division(p, u) && has_flag(p, u, U_DEFENDS))
            list[n++] = i16(u);
    return n;
}

/* Of several stacks the one with the largest unit. Ruling B7 */
static int pursued_hex(const struct play *p, int target, int second)
{
    int16_t list[UNITS_MAX];
    int n = 0, u;

    for (u = 0; u < mbox(p)->units; u++)
        if (has_flag(p, u, U_DEFENDS) && on_map(p, u) && is_division(p, u) &&
            unit_at(p, u)->place != target && unit_at(p, u)->place != second)
            list[n++] = i16(u);
    u = largest_unit(p, list, n);
    return u == NO_PIECE ? ABSENT : unit_at(p, u)->place;
}

static int nearer(const struct play *p, int h, int target, int second)
{
    const struct board *b = p->box->board;

    return second >= 0 && board_distance(b, h, second) < board_distance(b, h, target) ? second
                                                                                      : target;
}

/* [7.13a] Step 10: if the enemy has retreated and anybody can follow. */
void ask_pursuit(struct play *p, int target, int second)
{
    int16_t list[UNITS_MAX];
    int h = pursued_hex(p, target, second);

    if (h != ABSENT && pursuers(p, list))
        agenda_push_with(p, ST_PURSUIT, NOBODY, h, nearer(p, h, target, second), 0, 0);
}

/* Those that fled are attacked again. */
static void begin_pursuit(struct play *p, int h)
{
    int16_t list[UNITS_MAX];
    int n = pursuers(p, list);

    EACH_AT (p, h, u)
        if (has_flag(p, u, U_DEFENDS))
            clear_flag(p, u, U_CLOSED | U_COUNTERS);
    play_tell_list(p, EV_PURSUES, 0, n, list);
}

/* [7.13e] The next whose organic cavalry countercharges. */
static void ask_counter(struct play *p, struct step *t)
{
    int16_t list[UNITS_MAX];
    int n = pursued(p, t->v[HEX], list);

    while (t->v[NEXT] < n &&
           !(arm_of(p, list[t->v[NEXT]]) == INFANTRY && may_counter(p, list[t->v[NEXT]])))
        t->v[NEXT]++;
    if (t->v[NEXT] < n) {
        agenda_roll(p, 1, 6, W_ROLL + R_COUNTER);
        return;
    }
    t->v[NEXT] = 0;
    t->pc = CHARGED;
}

static void end_counter(struct play *p, struct step *t, int die)
{
    int16_t list[UNITS_MAX];
    int n = pursued(p, t->v[HEX], list), u = t->v[NEXT] < n ? list[t->v[NEXT]] : NO_PIECE;
    bool passed = u != NO_PIECE && die <= check_target(p, u, NULL);

    t->v[NEXT]++;
    t->pc = COUNTERS;
    if (u == NO_PIECE)
        return;
    play_tell(p, passed ? EV_CHECK_PASSED : EV_CHECK_FAILED, 0, 1, u);
    if (passed)
        set_flag(p, u, U_COUNTERS);
}

/* [7.13b] Its organic cavalry, doubled by a countercharge; without any 1. */
static int pursued_strength(const struct play *p, const int16_t *list, int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        if (organic_fights(p, list[i]))
            sum += organic_of(p, list[i]) * (has_flag(p, list[i], U_COUNTERS) ? 2 : 1);
    return sum ? sum : 1;
}

/* [7.13r1] The ratio and the morale of the largest units alone. */
static int pursuit_net(const struct play *p, int h, struct sheet *sheet)
{
    int16_t ours[UNITS_MAX], theirs[UNITS_MAX];
    int n = pursuers(p, ours), m = pursued(p, h, theirs), sum = 0, ratio, morale, against;
    int a = largest_unit(p, ours, n), d = largest_unit(p, theirs, m);

    if (a == NO_PIECE || d == NO_PIECE)
        return 0;
    for (int i = 0; i < n; i++)
        sum += organic_of(p, ours[i]);
    against = pursued_strength(p, theirs, m);
    ratio = ratio_modifier(p, ratio_of(sum, 1), ratio_of(against, 1));
    morale = def_at(p, a)->morale - def_at(p, d)->morale;
    if (sheet) {
        sheet_number(sheet, "7.13a", sum, "Organic cavalry that pursues");
        sheet_number(sheet, "7.13b", against, "Strength of the enemy");
        sheet_modifier(sheet, "7.13r1", ratio, "Force ratio");
        sheet_modifier(sheet, "CM-9", morale, "Morale of the largest units");
        sheet_fact(sheet, "net", "%d", ratio + morale);
    }
    return ratio + morale;
}

static void roll_pursuit(struct play *p, int h)
{
    struct sheet sheet;
    char value[16];

    if (p->news) {
        sheet_begin(&sheet, "Pursuit at %s", board_number(p->box->board, h));
        snprintf(value, sizeof value, "%+d", pursuit_net(p, h, &sheet));
        sheet_sum(&sheet, "7.13r1", value, "Added to the die");
        play_tell_sheet(p, &sheet);
    }
    agenda_roll(p, 1, 6, W_ROLL + R_PURSUIT);
}

static void read_pursuit(struct play *p, struct step *t, int die)
{
    const struct result *r;
    int row = combat_row(die + pursuit_net(p, t->v[HEX], NULL));

    r = &mbox(p)->crt[row];
    t->v[RESULT] = i16(row);
    if (r->hexes[DEFENDER])
        play_tell(p, EV_RESULT, 0, 2, row, r->hexes[DEFENDER]);
    else
        play_tell(p, EV_ENGAGED, 0, 1, row);
    ask_effect(p, t->v[HEX], ON_PURSUED, r->die[DEFENDER], r->hexes[DEFENDER]);
}

/* [7.13c] */
static void strike_pursuers(struct play *p, struct step *t)
{
    const struct result *r = &mbox(p)->crt[t->v[RESULT]];
    int16_t list[UNITS_MAX];

    if (pursuers(p, list))
        ask_effect(p, unit_at(p, list[0])->place, ON_PURSUER, r->die[ATTACKER], r->hexes[ATTACKER]);
}

static void run_pursuit(struct play *p, struct step *t)
{
    int die = t->answer;

    switch (t->pc++) {
    case BEGUN: begin_pursuit(p, t->v[HEX]); break;
    case COUNTERS: ask_counter(p, t); break;
    case COUNTERED: end_counter(p, t, die); break;
    case CHARGED: roll_pursuit(p, t->v[HEX]); break;
    case READ: read_pursuit(p, t, die); break;
    case SUFFERED: strike_pursuers(p, t); break;
    default: agenda_pop(p, 0);
    }
}

static bool pursuit_sound(const struct play *p, const struct step *t)
{
    int16_t list[UNITS_MAX];

    if (t->v[ORIGIN] != t[-1].v[0] && t->v[ORIGIN] != t[-1].v[1])
        return false;
    return t->pc > READ || (pursuers(p, list) && pursued(p, t->v[HEX], list));
}

const struct step_def step_pursuit = {
    .name = "pursuit",
    .cases = "7.13a 7.13r1",
    .vars = "hex:p origin:p next:0..104 row:0..7",
    .points = "begun counters countered charged read suffered over",
    .on = "combat@shifts",
    .rolls = "countered:6 read:6",
    .run = run_pursuit,
    .sound = pursuit_sound,
};
