/*
 * 04-actions.c: 4.0 actions: each unit of the active formation takes one Mobile, Stationary or Rest action, or none.
 *
 * The step asks until its side is done. A move is 06-movement.c, attacks come after all moves (07-combat.c), entry is
 * 12-setup.c, the order's limits are 05-orders.c's sentences, told here.
 */
#include "mib.h"

enum { CHIT };

/* [4.0r1] [9.3r3] Whether it may still begin anything. */
const char *refuse_action(const struct play *p, const struct step *t, int u)
{
    if (!acts_with(p, u, t->v[CHIT]))
        return "3.4r1: only units of the selected formation act";
    if (!on_map(p, u))
        return "3.1r2: it has not entered the map yet";
    if (has_flag(p, u, U_SMASHED))
        return "9.3r3: a Smashed unit does nothing but check";
    if (has_flag(p, u, U_ACTED))
        return "4.0r1: each unit takes one action in an activation";
    return NULL;
}

/* [4.0r1] [4.0r2] */
static const char *refuse_move(const struct play *p, const struct step *t, int u)
{
    const char *why = refuse_action(p, t, u);

    if (why)
        return why;
    if (has_flag(p, u, U_STATIONARY))
        return "4.0r1: each unit takes one action in an activation";
    return can_step(p, u, points_left(p, u)) || can_leave(p, u)
               ? NULL
               : "6.0r1: there is no hex that it could enter";
}

/* [4.1r] [5.3r1] [5.3r4] Rest: away from the enemy, and as the order allows. */
const char *refuse_rest(const struct play *p, const struct step *t, int u)
{
    const char *why = refuse_action(p, t, u);
    int h = unit_at(p, u)->place, side = side_of(p, u), order = order_of(p, u);

    if (why)
        return why;
    if (!is_division(p, u))
        return "4.2r: only infantry and cavalry have fatigue";
    if (has_flag(p, u, U_STATIONARY))
        return "4.1r: who rests does nothing else";
    if (order == ATTACK && !is_tired(p, u) && !has_flag(p, u, U_D))
        return "5.3r1: under ATTACK only Tired or disorganized units rest";
    if (order == RETREAT && nearest_enemy(p, h, side) <= mbox(p)->ours[O_RETREAT])
        return "5.3r4: under RETREAT a unit rests more than 4 hexes from the enemy";
    return in_enemy_zone(p, h, side) || in_enemy_field(p, h, side)
               ? "4.1r: nobody rests in an enemy zone or Field of Fire"
               : NULL;
}

/* [6.6-F] [4.0r3] Of one that may act. */
static const char *refuse_facing(const struct play *p, int u, int facing)
{
    if (!is_combat(p, u) || facing % 2)
        return "6.6r1: combat units face one of six hexsides";
    if (has_flag(p, u, U_TURNED))
        return "4.0r3: facing is changed once";
    return unit_at(p, u)->facing == facing ? "6.6r1: it faces there already" : NULL;
}

static const char *refuse_turn(const struct play *p, const struct step *t, int u, int facing)
{
    const char *why = refuse_action(p, t, u);

    return why ? why : refuse_facing(p, u, facing);
}

/* [4.0r3] [9.2r1] */
static const char *refuse_recover(const struct play *p, const struct step *t, int u)
{
    const char *why = refuse_action(p, t, u);

    if (why)
        return why;
    if (!is_division(p, u) || !unit_at(p, u)->s)
        return "9.2r1: it has no stragglers";
    return has_flag(p, u, U_TRIED) ? "9.2r1: one attempt in an action" : NULL;
}

/* [4.0r3] [8.2r] */
static const char *refuse_rally(const struct play *p, const struct step *t, int u)
{
    const char *why = refuse_action(p, t, u);

    if (why)
        return why;
    if (!has_flag(p, u, U_D))
        return "8.2r: it is not disorganized";
    return has_flag(p, u, U_RALLIED) ? "8.2r: one attempt in an action" : NULL;
}

/* ---- bridges ---- */

/* [6.7r] */
static const char *refuse_bridge(const struct play *p, const struct step *t, int u, int border,
                                 bool build)
{
    const char *why = refuse_action(p, t, u);
    int h = unit_at(p, u)->place, beyond, top;

    if (why)
        return why;
    if (arm_of(p, u) != ENGINEERS)
        return "6.7r: bridge engineers build and break bridges";
    if (!is_beside(p->box->board, border, h) || !is_river(p, border))
        return "6.7r: they stand beside the river hexside";
    beyond = board_other(p->box->board, border, h);
    if (is_bridged(p, border) == build)
        return build ? "6.7r: there is a bridge" : "6.7r: there is no bridge";
    if (in_enemy_zone(p, h, side_of(p, u)))
        return "6.7r: not in an enemy zone";
    top = mib(p)->top[beyond];
    if (top != STACK_END && side_of(p, top) != side_of(p, u))
        return "6.7r: not with an enemy in the hex opposite";
    return is_begun(p, border) ? "6.7r: others are at work there" : NULL;
}

bool is_begun(const struct play *p, int border)
{
    int i = mbox(p)->river_of[border - p->box->board->cells];

    return mib(p)->begun[i / 8] >> i % 8 & 1;
}

/* [6.7r] [12.8r-9] It spends the activation. */
static void work_on_bridge(struct play *p, int u, int border, bool build)
{
    int i = mbox(p)->river_of[border - p->box->board->cells];
    const int16_t *cell = board_border_at(p->box->board, border)->cell;

    mib(p)->begun[i / 8] = u8(mib(p)->begun[i / 8] | 1 << i % 8);
    set_flag(p, u, U_ACTED);
    play_tell(p, build ? EV_BUILDS : EV_BREAKS, 0, 3, u, cell[0], cell[1]);
}

/* ---- the step ---- */

static void list_stationary(const struct play *p, const struct step *t, int u, struct menu *m)
{
    for (int f = 0; f < HEX_FACINGS; f += 2)
        if (!refuse_facing(p, u, f))
            menu_add(m, act2(V_TURN, u, f));
    if (!refuse_recover(p, t, u))
        menu_add(m, act1(V_RECOVER, u));
    if (!refuse_rally(p, t, u))
        menu_add(m, act1(V_RALLY, u));
    if (arm_of(p, u) != ENGINEERS)
        return;
    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link)
        if (is_river(p, link->border)) {
            if (!refuse_bridge(p, t, u, link->border, true))
                menu_add(m, act2(V_BUILD, u, link->border));
            if (!refuse_bridge(p, t, u, link->border, false))
                menu_add(m, act2(V_BREAK, u, link->border));
        }
}

static void list_actions(const struct play *p, const struct step *t, struct menu *m)
{
    EACH_PIECE (p, u) {
        if (!acts_with(p, u, t->v[CHIT]))
            continue;
        if (!on_map(p, u)) {
            list_entries(p, u, m);
            continue;
        }
        if (refuse_action(p, t, u))
            continue;
        if (!refuse_move(p, t, u))
            menu_add(m, act1(V_MOVE, u));
        if (!refuse_rest(p, t, u))
            menu_add(m, act1(V_REST, u));
        list_stationary(p, t, u, m);
    }
    menu_add(m, act0(V_DONE));
}

static const char *why_actions(const struct play *p, const struct step *t, const struct action *a)
{
    int u = a->arg[0];

    switch (a->verb) {
    case V_MOVE: return refuse_move(p, t, u);
    case V_STEP: {
        const char *why = refuse_move(p, t, u);

        return why ? why : "6.0r1: first choose the piece that moves";
    }
    case V_ENTER:
        return chit_of(p, u) == t->v[CHIT] ? refuse_entry(p, u, a->arg[1])
                                           : "3.1r2: units enter in their formation's activation";
    case V_REST: return refuse_rest(p, t, u);
    case V_TURN: return refuse_turn(p, t, u, a->arg[1]);
    case V_RECOVER: return refuse_recover(p, t, u);
    case V_RALLY: return refuse_rally(p, t, u);
    case V_BUILD: return refuse_bridge(p, t, u, a->arg[1], true);
    case V_BREAK: return refuse_bridge(p, t, u, a->arg[1], false);
    case V_ATTACK: return "3.4r1: combats come after all moves of the formation";
    default: return NULL;
    }
}

/* [4.0r4] [9.2-F2] A rest has its attempt at recovery. */
static void take_rest(struct play *p, int u)
{
    rest(p, u);
    if (unit_at(p, u)->s)
        agenda_push_with(p, ST_RECOVERY, NOBODY, u, 1, 0, 0);
}

static void take_turn(struct play *p, int u, int facing)
{
    play_tell(p, EV_TURNS, 0, 2, u, facing);
    set_facing(p, unit_at(p, u)->place, facing);
    set_flag(p, u, U_TURNED);
}

static void take_actions(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0];

    (void)t;
    switch (a->verb) {
    case V_MOVE: begin_march(p, u); break;
    case V_ENTER: enter_map(p, u, a->arg[1]); break;
    case V_REST: take_rest(p, u); break;
    case V_TURN: take_turn(p, u, a->arg[1]); break;
    case V_RECOVER: /* [9.2-F1] no fatigue */
        set_flag(p, u, U_TRIED);
        agenda_push_with(p, ST_RECOVERY, NOBODY, u, 0, 0, 0);
        break;
    case V_RALLY:
        set_flag(p, u, U_RALLIED);
        agenda_push_with(p, ST_RALLY, NOBODY, u, 0, 0, 0);
        break;
    case V_BUILD:
    case V_BREAK: work_on_bridge(p, u, a->arg[1], a->verb == V_BUILD); break;
    default: agenda_pop(p, 0);
    }
}

static void chances(struct sheet *sheet, int target, const char *good, const char *bad)
{
    int passed = target < 0 ? 0 : target > 6 ? 6 : target;

    sheet_fact(sheet, "target", "%d", target);
    sheet_head(sheet, passed, "%d of 6", passed);
    if (passed)
        sheet_chance(sheet, good, passed);
    if (passed < 6)
        sheet_chance(sheet, bad, 6 - passed);
}

/* [6.7r] Ruling 15 */
static void preview_bridge(const struct play *p, const struct action *a, struct sheet *sheet)
{
    bool build = a->verb == V_BUILD;

    sheet_begin(sheet, "%s %s", build ? "A bridge at" : "The bridge at",
                board_number(p->box->board, a->arg[1]));
    sheet_note(sheet, "6.7r", NULL,
               build ? "it is there when the next activation begins"
                     : "it is gone when the next activation begins");
    sheet_note(sheet, "6.7r", NULL, "%s do nothing else in this one",
               p->box->piece[a->arg[0]].name);
}

/* The die that recovery or rally asks for; when a bridge is there or gone. */
static bool preview_actions(const struct play *p, const struct step *t, const struct action *a,
                            struct sheet *sheet)
{
    int u = a->arg[0];
    bool rests = a->verb == V_REST && unit_at(p, u)->s;

    if ((a->verb == V_BUILD || a->verb == V_BREAK) && !why_actions(p, t, a)) {
        preview_bridge(p, a, sheet);
        return true;
    }
    if ((!rests && a->verb != V_RECOVER && a->verb != V_RALLY) || why_actions(p, t, a))
        return false;
    sheet_begin(sheet, "%s: %s", a->verb == V_RALLY ? "Rally" : "Straggler recovery",
                p->box->piece[u].name);
    if (a->verb == V_RALLY)
        chances(sheet, rally_target(p, u, sheet), "organized", "disorganized");
    else
        chances(sheet, recovery_target(p, u, rests, sheet), "one step returns", "nobody returns");
    return true;
}

static bool actions_sound(const struct play *p, const struct step *t)
{
    (void)p;
    return t->who == chit_side(t->v[CHIT]) && t[-1].v[0] == t->v[CHIT];
}

/* [3.4r1] Whoever may attack is told that it comes after: a click on the enemy means nothing yet.
 * [3.4r2] And whoever may activate a formation then. */
static const char *phrase_actions(const struct play *p, const struct step *t)
{
    if (t->v[CHIT] >= FORMATIONS)
        return may_activate(p, t->v[CHIT])
                   ? "The chit of {w0}: he moves, with trains and bridge engineers; then he may "
                     "activate a formation"
                   : "The chit of {w0}: he moves, and with him trains and bridge engineers";
    return can_attack(p, t->v[CHIT])
               ? "Each unit of {w0} takes one action: it moves, stands or rests; attacks come after"
               : "Each unit of {w0} takes one action: it moves, stands or rests";
}

const struct step_def step_actions = {
    .name = "actions",
    .thought = THINK_PLAN,
    .cases = "3.4r1 4.0r1",
    .vars = "chit:0..22",
    .on = "activation@combats",
    .title = "Actions",
    .prompt = "Each unit takes one action: it moves, stands or rests",
    .phrase = phrase_actions,
    .about = "move",
    .done = "End the actions",
    .forecast = forecast_actions,
    .phase = true,
    .list = list_actions,
    .take = take_actions,
    .why = why_actions,
    .preview = preview_actions,
    .seat = seat_by_chit,
    .sound = actions_sound,
};
