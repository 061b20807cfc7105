/*
 * 08-reorganization.c: module 8: units recover losses away from the enemy, cadres come back with their
 * Corps leader.
 *
 * All are declared in phase A before any rolls (ST_COMMAND, chapter 7); then they roll in the owner's order
 * (ST_RALLY). Whether an enemy is near enough to forbid it is judged by what the side sees; an unseen
 * enemy unit that is near enough shows itself and the attempt is off.
 */
#include <assert.h>
#include <stdio.h>

#include "dow.h"

/* ---- Movement Span ---- */

static bool friend_in_hex(const struct play *p, int h, int side)
{
    return top_of(p, h) != NO_UNIT && side_of(p, top_of(p, h)) == side;
}

struct span {
    const struct play *p;
    int goal, side;    /* who reorganizes */
    int class;         /* of arms that move alike: infantry, cavalry, guns */
    bool known_only;   /* of enemies that the side has seen */
    int mover, budget; /* one of them; half points of the fastest */
};

/*
 * The search runs backwards from the unit: going from `from` to `to` is an enemy coming from `to` into
 * `from`. The goal itself is not entered, only its neighbours; out of a zone nobody comes. [8.1b] ruling A-26
 */
static int span_cost(void *ctx, int from, int to, int border)
{
    const struct span *s = ctx;
    bool by_road =
        dbox(s->p)->cost[arm_of(s->p, s->mover)][to] == NO_ENTRY || /* [9.2.1b] [9.2.14b] */
        (s->class == FOOT && weather(s->p) == SEVERE_MUD);
    int cost;

    if (friend_in_hex(s->p, to, s->side))
        return PATH_FORBIDDEN;
    if (from == s->goal)
        return 0;
    cost = march_cost(s->p, s->mover, from, border, !by_road, true);
    return cost == NO_ENTRY || pinned(s->p, to, !s->side) ? PATH_FORBIDDEN : cost;
}

static bool seen_by_enemy(const struct play *p, int u)
{
    return top_of(p, unit_at(p, u)->place) == u || has_flag(p, u, F_KNOWN);
}

static bool may_threaten(const struct span *s, int u)
{
    int arm = arm_of(s->p, u);

    return (s->class == FOOT ? is_guns(arm) : arm == s->class) &&
           (!s->known_only || seen_by_enemy(s->p, u));
}

/* An enemy unit in the hex that can pay for the way. */
static int threat_from(const struct span *s, int h, int spent)
{
    for (EACH_IN(s->p, u, h))
        if (may_threaten(s, u) && spent <= allowance(s->p, u))
            return u;
    return NO_UNIT;
}

static bool is_threat(void *ctx, int h, int spent)
{
    const struct span *s = ctx;

    return enemy_in_hex(s->p, h, s->side) && threat_from(s, h, spent) != NO_UNIT;
}

/* Even by highway a hex costs half a point: is anybody near enough to be worth a search? */
static bool find_movers(struct span *s)
{
    const struct play *p = s->p;

    s->budget = -1;
    for (int u = 0; u < dbox(p)->units; u++)
        if (on_map(p, u) && side_of(p, u) != s->side && may_threaten(s, u) &&
            allowance(p, u) > s->budget &&
            board_distance(p->box->board, unit_at(p, u)->place, s->goal) - 1 <= allowance(p, u)) {
            s->mover = u;
            s->budget = allowance(p, u);
        }
    return s->budget >= 0;
}

int in_span(const struct play *p, int h, int side, bool known_only)
{
    static const int classes[] = { CAVALRY, INFANTRY, FOOT };
    struct span s = { .p = p, .goal = h, .side = side, .known_only = known_only };
    struct path path;

    for (int i = 0; i < COUNT(classes); i++) {
        int from = BOARD_NOWHERE;

        s.class = classes[i];
        if (find_movers(&s))
            from = path_nearest(p->box->board, h, s.budget, span_cost, is_threat, &s, &path);
        if (from >= 0)
            return threat_from(&s, from, path_spent(&path, from));
    }
    return NO_UNIT;
}

/* ---- declaring ---- */

/* [8.1a] [12.7b] */
static const char *refuse_army(const struct play *p, int mask, int u)
{
    if (is_leader(p, u) || !(mask >> def_at(p, u)->army & 1))
        return "8.1a: a player reorganizes combat units of his own";
    if (has_flag(p, u, F_REORGANIZING))
        return "8.1d: it is to reorganize already";
    if (unit_at(p, u)->losses == 0)
        return "8.1a: it has no casualties";
    if (dow(p)->army[def_at(p, u)->army].demoralized)
        return "12.7b: units of a demoralized army do not reorganize";
    return NULL;
}

/* [5.2a] ruling B-22: the limit holds in this phase, so a full hex lets nobody recover. */
static bool has_room_to_recover(const struct play *p, int h)
{
    return stack_points(p, h) < STACK_LIMIT;
}

const char *refuse_reorganize(const struct play *p, int mask, int u)
{
    const char *why = refuse_army(p, mask, u);

    if (why)
        return why;
    if (!on_map(p, u))
        return "8.2: a cadre is raised by its Corps leader";
    if (!has_room_to_recover(p, unit_at(p, u)->place))
        return "5.2a: the hex holds as many points as it can";
    if (in_span(p, unit_at(p, u)->place, side_of(p, u), true) != NO_UNIT)
        return "8.1b: an enemy unit could come next to it in one move";
    return NULL;
}

static int leader_of(const struct play *p, int u)
{
    return dbox(p)->corps_leader[unit_at(p, u)->corps];
}

/* A cadre that a leader in this hex will try to raise. */
static bool is_tried_at(const struct play *p, int u, int h)
{
    return unit_at(p, u)->place == CADRE && has_flag(p, u, F_REORGANIZING) &&
           leader_of(p, u) >= 0 && dow(p)->leader[leader_of(p, u)].place == h;
}

/* [8.3c] Printed strengths of the cadres tried and what stands there already. Ruling A-57 */
static bool room_for_cadre(const struct play *p, int h, int u)
{
    int points = stack_points(p, h) + def_at(p, u)->strength, cadres = 0;

    for (int i = 0; i < dbox(p)->units; i++)
        if (is_tried_at(p, i, h)) {
            points += def_at(p, i)->strength;
            cadres++;
        }
    return one_unit_hex(p, h) ? cadres == 0 && top_of(p, h) == NO_UNIT : points <= STACK_LIMIT;
}

/* [5.1b] Are units of the other Allied army there, or might they come? */
static bool mixes_armies(const struct play *p, int h, int army)
{
    if (top_of(p, h) != NO_UNIT && !army_in_hex(p, h, army))
        return true;
    for (int i = 0; i < dbox(p)->units; i++)
        if (def_at(p, i)->army != army && is_tried_at(p, i, h))
            return true;
    return false;
}

const char *refuse_cadre(const struct play *p, int mask, int u)
{
    const char *why = refuse_army(p, mask, u);
    int leader, h;

    if (why)
        return why;
    if (unit_at(p, u)->place != CADRE)
        return "8.2: it is no cadre";
    leader = leader_of(p, u);
    h = leader < 0 ? ABSENT : dow(p)->leader[leader].place;
    if (h < 0)
        return "8.3a: its Corps leader is not on the map";
    if (mixes_armies(p, h, def_at(p, u)->army))
        return "5.1b: units of the two Allied armies never share a hex";
    if (!room_for_cadre(p, h, u))
        return "8.3c: no more cadres than the hex can hold";
    if (in_span(p, h, side_of(p, u), true) != NO_UNIT)
        return "8.3a: an enemy unit could come next to its Corps leader in one move";
    return NULL;
}

/* An enemy whom the side had not seen is near enough: he is shown, and the attempt is off. */
static bool surprised(struct play *p, int h, int side)
{
    int enemy = in_span(p, h, side, false);

    if (enemy == NO_UNIT)
        return false;
    see(p, enemy);
    return true;
}

void declare_reorganization(struct play *p, int u)
{
    assert(is_unit(p, u) && on_map(p, u));
    if (surprised(p, unit_at(p, u)->place, side_of(p, u)))
        return;
    set_flag(p, u, F_REORGANIZING);
    play_tell(p, EV_REORGANIZES, 1 << !side_of(p, u), 1, u);
}

/* [8.3b] */
void declare_cadre(struct play *p, int u)
{
    struct leader *l = &dow(p)->leader[leader_of(p, u)];

    assert(is_unit(p, u) && unit_at(p, u)->place == CADRE);
    if (surprised(p, l->place, side_of(p, u)))
        return;
    set_flag(p, u, F_REORGANIZING);
    l->flags |= L_RALLIES;
    play_tell(p, EV_RAISES, 0, 2, leader_piece(p, leader_of(p, u)), u);
}

/* ---- rolling ---- */

static bool waits(const struct play *p, int mask, int u)
{
    return has_flag(p, u, F_REORGANIZING) && !unit_at(p, u)->rallied &&
           (mask >> def_at(p, u)->army & 1);
}

static bool moot_rally(const struct play *p, const struct step *t)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (waits(p, t->v[0], u))
            return false;
    return true;
}

/* [8.1d] In the owner's order, all of them. */
static void list_rally(const struct play *p, const struct step *t, struct menu *m)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (waits(p, t->v[0], u))
            menu_add(m, act1(V_RALLY, u));
}

static const char *why_rally(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t;
    switch (a->verb) {
    case V_REORGANIZE:
    case V_CADRE: return "8.1d: all are declared before the first roll";
    case V_RALLY: return "8.1d: only units declared to reorganize roll, once";
    default: return NULL;
    }
}

static int stands_in(const struct play *p, int u)
{
    return on_map(p, u) ? unit_at(p, u)->place : dow(p)->leader[leader_of(p, u)].place;
}

/* [8.1g] What one leader is worth: he counts once, for his own army. Ruling A-26 */
static int leader_modifier(const struct play *p, int i, int u)
{
    int piece = leader_piece(p, i);

    if (dow(p)->leader[i].place != stands_in(p, u) || dbox(p)->leader[i].army != def_at(p, u)->army)
        return 0;
    if (piece == dbox(p)->napoleon || piece == dbox(p)->ney || piece == dbox(p)->blucher)
        return -2;
    if (piece == dbox(p)->wellington || dbox(p)->leader[i].corps == unit_at(p, u)->corps)
        return -1;
    return 0;
}

static int rally_modifier(const struct play *p, int u)
{
    int sum = 0;

    for (int i = 0; i < dbox(p)->leaders; i++)
        sum += leader_modifier(p, i, u);
    return sum;
}

/* [8.1e] [8.1f] [8.1h] [8.3x1] [8.3x2] */
void reorganization_sheet(const struct play *p, int u, struct sheet *sheet)
{
    int rolls = morale(p, u), target = rolls - rally_modifier(p, u);

    assert(is_unit(p, u));
    target = rolls == 0 ? 0 : target > 6 ? 6 : target;
    sheet_begin(sheet, "Reorganization: %s", p->box->piece[u].name);
    sheet_number(sheet, "8.1h", unit_at(p, u)->losses, "Casualties");
    sheet_number(sheet, "8.1e", rolls, "Rolls, one for each point of morale");
    if (rolls == 0)
        sheet_line(sheet, "8.1e", "!", "With morale 0 it rolls no die: it stands still in vain");
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (leader_modifier(p, i, u))
            sheet_modifier(sheet, "8.1g", leader_modifier(p, i, u), "%s",
                           p->box->piece[leader_piece(p, i)].name);
    sheet_number(sheet, "8.1h", target, "A roll up to this recovers a point");
    sheet_fact(sheet, "rolls", "%d", rolls);
    sheet_fact(sheet, "target", "%d", target);
    if (target > 0)
        sheet_chance(sheet, "recovers 1", target);
    if (target < 6)
        sheet_chance(sheet, "nothing", 6 - target);
}

static bool preview_rally(const struct play *p, const struct step *t, const struct action *a,
                          struct sheet *sheet)
{
    if (a->verb != V_RALLY || is_leader(p, a->arg[0]) || !waits(p, t->v[0], a->arg[0]))
        return false;
    reorganization_sheet(p, a->arg[0], sheet);
    return true;
}

static void take_rally(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0];
    struct sheet sheet;

    (void)t;
    unit_at(p, u)->rallied = 1;
    if (on_map(p, u))
        see(p, u);
    play_tell(p, EV_RALLIES, 0, 1, u);
    if (p->news) {
        reorganization_sheet(p, u, &sheet);
        play_tell_sheet(p, &sheet);
    }
    agenda_push_with(p, ST_RALLY_ROLLS, NOBODY, u, morale(p, u), 0, 0);
}

const struct step_def step_rally = {
    .name = "rally",
    .cases = "8.1d",
    .vars = "armies:french+adg+prussian",
    .on = "player@rally",
    .title = "Completion Phase",
    .prompt = "Which unit rolls next to reorganize?",
    .list = list_rally,
    .take = take_rally,
    .why = why_rally,
    .moot = moot_rally,
    .preview = preview_rally,
    .seat = seat_by_armies,
};

enum { UNIT, LEFT };

/* [8.2] [8.3a] A cadre with strength again stands at the bottom of its leader's hex. */
static void return_cadre(struct play *p, int u)
{
    int h = stands_in(p, u);

    put_bottom(p, u, h);
    command_raised(p, u);
    play_tell(p, EV_RETURNS, 0, 2, u, h);
}

static void run_rally_rolls(struct play *p, struct step *t)
{
    int u = t->v[UNIT];
    bool rolled = t->pc;

    t->pc = 1;
    if (rolled && t->answer + rally_modifier(p, u) <= morale(p, u)) {
        recover(p, u);
        if (unit_at(p, u)->place == CADRE)
            return_cadre(p, u);
    }
    if (t->v[LEFT]-- <= 0 || unit_at(p, u)->losses == 0) {
        agenda_pop(p, 0);
    } else if (!has_room_to_recover(p, stands_in(p, u))) {
        play_tell(p, EV_FULL, 0, 2, stands_in(p, u), u);
        play_reveal(p); /* all hear how many points there are */
        agenda_pop(p, 0);
    } else {
        agenda_roll(p, 1, 6, W_REORGANIZATION);
    }
}

static bool rally_rolls_sound(const struct play *p, const struct step *t)
{
    return is_unit(p, t->v[UNIT]) && unit_at(p, t->v[UNIT])->losses > 0;
}

const struct step_def step_rally_rolls = {
    .name = "rally-rolls",
    .cases = "8.1e 8.1h",
    .vars = "who:u left:0..12",
    .points = "begun rolled",
    .on = "rally",
    .rolls = "rolled:6",
    .run = run_rally_rolls,
    .sound = rally_rolls_sound,
};

/* [4.2C] [8.1j] Face up again. */
void complete_reorganization(struct play *p, int side)
{
    assert(is_side(side));
    for (int u = 0; u < dbox(p)->units; u++)
        if (side_of(p, u) == side) {
            clear_flag(p, u, F_REORGANIZING);
            unit_at(p, u)->rallied = 0;
        }
}
