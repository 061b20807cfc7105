/*
 * 05-combat.c: chapter 5: attacks on adjacent pickets, by odds, die and chart; retreats.
 */
#include <stdio.h>

#include "null.h"

enum { ATTACKER, DEFENDER }; /* variables of battle and retreat */

/* [5.1] */
static const char *refuse_attack(const struct play *p, int side, int target, int u)
{
    const struct null_state *s = null_of(p);

    if (side_of(u) != side || s->picket[u].place == NOWHERE)
        return "5.1: only the side's own pickets on the board attack";
    if (has_flag(p, u, ATTACKED))
        return "5.1: a picket attacks once in its turn";
    if (side_of(target) == side || s->picket[target].place == NOWHERE)
        return "5.1: there is no enemy to attack";
    if (board_distance(p->box->board, s->picket[u].place, s->picket[target].place) != 1)
        return "5.1: only an enemy in a neighbouring hex is attacked";
    return NULL;
}

/* [9.5] Of an attack that is not refused otherwise. */
static const char *refuse_aim(const struct play *p, int target, int u)
{
    return is_faced(p) && !is_before(p, u, null_of(p)->picket[target].place)
               ? "9.5: a picket attacks to its front"
               : NULL;
}

/* [5.1] */
static void list_combat(const struct play *p, const struct step *t, struct menu *m)
{
    for (int target = 0; target < PICKETS; target++)
        for (int u = 0; u < PICKETS; u++)
            if (!refuse_attack(p, t->v[0], target, u) && !refuse_aim(p, target, u) && is_led(t, u))
                menu_add(m, act2(V_ATTACK, target, u));
    menu_add(m, act0(V_STOP));
}

static const char *why_combat(const struct play *p, const struct step *t, const struct action *a)
{
    const char *why = NULL;

    if (a->verb == V_ATTACK) {
        why = refuse_attack(p, t->v[0], a->arg[0], a->arg[1]);
        why = why ? why : refuse_aim(p, a->arg[0], a->arg[1]);
        why = why || is_led(t, a->arg[1]) ? why : "10.1: each officer leads his own picket";
    }
    return why;
}

/* [5.1] No attack is compulsory. */
static void take_combat(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    if (a->verb == V_STOP)
        agenda_pop(p, 0);
    else
        agenda_push_with(p, ST_BATTLE, NOBODY, a->arg[1], a->arg[0], 0, 0);
}

/* ---- the sum ---- */

/* [5.5] */
static int woods_modifier(const struct play *p, int defender)
{
    int place = null_of(p)->picket[defender].place;

    return p->box->board->cell[place].terrain == box_of(p)->woods ? -1 : 0;
}

/* [7.1] */
static int fog_modifier(const struct play *p)
{
    return play_option(p, OPT_FOG) ? -1 : 0;
}

/* [5.5] [7.1] [9.6] */
static int modifiers(const struct play *p, int attacker, int defender)
{
    return woods_modifier(p, defender) + fog_modifier(p) + rear_modifier(p, attacker, defender);
}

/* [5.2] Odds of the strengths, fractions dropped in the defender's favour. */
static int column(const struct play *p, int attacker, int defender)
{
    const struct null_state *s = null_of(p);

    return chart_odds(box_of(p)->combat, ratio_of(s->picket[attacker].strength, 1),
                      ratio_of(s->picket[defender].strength, 1));
}

/* [5.3] [5.6] */
static int result(const struct play *p, int attacker, int defender, int die)
{
    const struct chart *c = box_of(p)->combat;

    return chart_value(c, chart_row(c, die + modifiers(p, attacker, defender)),
                       column(p, attacker, defender));
}

static void strength_line(const struct play *p, struct sheet *sheet, int u, const char *what)
{
    int strength = null_of(p)->picket[u].strength;
    char value[4];

    snprintf(value, sizeof value, strength == UNKNOWN ? "?" : "%d", strength);
    sheet_line(sheet, "5.2", value, "%s: %s", what, p->box->piece[u].name);
    sheet_counts(sheet, p->box->piece[u].id);
}

static void chances(const struct play *p, struct sheet *sheet, int attacker, int defender)
{
    const struct chart *c = box_of(p)->combat;
    int at = column(p, attacker, defender);

    sheet_chart(sheet, c);
    sheet_head(sheet, 10 * at + modifiers(p, attacker, defender), "%s", c->column[at].label);
    sheet_fact(sheet, "odds", "%s", c->column[at].label);
    sheet_line(sheet, "5.2", c->column[at].label, "Column");
    for (int die = 1; die <= 6; die++)
        sheet_chance(sheet, chart_word(c, chart_row(c, die + modifiers(p, attacker, defender)), at),
                     1);
}

static void fill_sheet(const struct play *p, int attacker, int defender, struct sheet *sheet)
{
    const struct null_state *s = null_of(p);

    sheet_begin(sheet, "%s against %s", p->box->piece[attacker].name, p->box->piece[defender].name);
    strength_line(p, sheet, attacker, "Attacker");
    strength_line(p, sheet, defender, "Defender");
    if (woods_modifier(p, defender))
        sheet_modifier(sheet, "5.5", woods_modifier(p, defender), "Defender in woods");
    if (fog_modifier(p))
        sheet_modifier(sheet, "7.1", fog_modifier(p), "Morning fog");
    if (rear_modifier(p, attacker, defender))
        sheet_modifier(sheet, "9.6", rear_modifier(p, attacker, defender), "From the rear");
    sheet_fact(sheet, "modifier", "%d", modifiers(p, attacker, defender));
    if (s->picket[attacker].strength != UNKNOWN && s->picket[defender].strength != UNKNOWN)
        chances(p, sheet, attacker, defender);
    else
        sheet_fact(sheet, "odds", "?");
}

static bool preview_combat(const struct play *p, const struct step *t, const struct action *a,
                           struct sheet *sheet)
{
    if (a->verb != V_ATTACK || why_combat(p, t, a))
        return false;
    fill_sheet(p, a->arg[1], a->arg[0], sheet);
    return true;
}

static bool combat_sound(const struct play *p, const struct step *t)
{
    return phase_sound(t) && shares_sound(p, t);
}

const struct step_def step_combat = {
    .name = "combat",
    .thought = THINK_CHOICE,
    .cases = "5.1",
    .vars = "side:s share:0..2",
    .on = "player@end combat",
    .title = "Combat",
    .prompt = "Attack an enemy next to you, or end combat",
    .about = "attack",
    .done = "End combat",
    .phase = true,
    .list = list_combat,
    .take = take_combat,
    .why = why_combat,
    .preview = preview_combat,
    .seat = seat_by_share,
    .sound = combat_sound,
};

/* ---- the battle ---- */

/* [2.2] Who fights is seen. */
static void show(struct play *p, int u)
{
    set_flag(p, u, SEEN);
    play_reveal(p);
}

/* [2.2] [5.1] */
static void begin_battle(struct play *p, int attacker, int defender)
{
    struct sheet sheet;

    show(p, attacker);
    show(p, defender);
    set_flag(p, attacker, ATTACKED);
    play_tell(p, EV_ATTACK, 0, 2, attacker, defender);
    if (p->news) {
        fill_sheet(p, attacker, defender, &sheet);
        play_tell_sheet(p, &sheet);
    }
}

/* The battle whose loser has still to go. */
bool null_clash(const struct play *p, struct clash *c, struct sheet *sheet)
{
    const struct step *t = agenda_top(p);

    if (t->op != ST_RETREAT)
        return false;
    c->side = side_of(t->v[1]);
    clash_source(c, null_of(p)->picket[t->v[1]].place);
    clash_target(c, null_of(p)->picket[t->v[0]].place);
    fill_sheet(p, t->v[1], t->v[0], sheet);
    return true;
}

static const char *refuse_retreat(const struct play *p, int u, int to);

bool can_retreat(const struct play *p, int u)
{
    EACH_NEIGHBOUR (p->box->board, null_of(p)->picket[u].place, link)
        if (!refuse_retreat(p, u, link->cell))
            return true;
    return false;
}

/* [5.4] Without a hex to go to the picket is lost. */
static void ask_retreat(struct play *p, int u, int attacker)
{
    if (can_retreat(p, u))
        agenda_push_with(p, ST_RETREAT, side_of(u), u, attacker, 0, 0);
    else
        lose_picket(p, u);
}

/* [5.3] In an exchange the attacker's loss comes first: it may end the game [6.1]. */
static void run_battle(struct play *p, struct step *t)
{
    int attacker = t->v[ATTACKER], defender = t->v[DEFENDER], what;

    if (t->pc++ == 0) {
        begin_battle(p, attacker, defender);
        agenda_roll(p, 1, 6, W_COMBAT);
        return;
    }
    what = result(p, attacker, defender, t->answer);
    agenda_pop(p, 0);
    if (what == RES_ATTACKER || what == RES_BOTH)
        lose_picket(p, attacker);
    if ((what == RES_DEFENDER || what == RES_BOTH) && !play_state(p)->over)
        lose_picket(p, defender);
    if (what == RES_RETREAT)
        ask_retreat(p, defender, attacker);
}

/* The attacker is of the side whose phase it is, next to its enemy, and the die lies on it. */
static bool battle_sound(const struct play *p, const struct step *t)
{
    return next_to(p, t->v[0], t->v[1]) && side_of(t->v[0]) == t[-1].v[0] && t->pc == 1 &&
           t != agenda_top(p);
}

const struct step_def step_battle = {
    .name = "battle",
    .cases = "5.2 5.3",
    .vars = "attacker:u defender:u",
    .points = "begun rolled",
    .on = "combat",
    .rolls = "rolled:6",
    .run = run_battle,
    .sound = battle_sound,
};

/* [5.4] To an empty neighbouring hex, over no stream but by the bridge, not next to an enemy. */
static const char *refuse_retreat(const struct play *p, int u, int to)
{
    const struct board *b = p->box->board;
    int border = board_border(b, null_of(p)->picket[u].place, to);

    if (border < 0)
        return "5.4: a retreat goes to a neighbouring hex";
    if (picket_at(p, to) != NOWHERE)
        return "5.4: a retreat goes to an empty hex";
    if (board_has_kind(b, border, box_of(p)->stream) &&
        !board_has_kind(b, border, box_of(p)->bridge))
        return "5.4: a retreat crosses the stream at the bridge only";
    if (next_to_enemy(p, side_of(u), to))
        return "5.4: a retreat does not end next to an enemy";
    return NULL;
}

/* [5.4] */
static void list_retreat(const struct play *p, const struct step *t, struct menu *m)
{
    int u = t->v[0];

    EACH_NEIGHBOUR (p->box->board, null_of(p)->picket[u].place, link)
        if (!refuse_retreat(p, u, link->cell))
            menu_add(m, act2(V_RETREAT, u, link->cell));
}

static const char *why_retreat(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb != V_RETREAT || a->arg[0] != t->v[0])
        return NULL;
    return refuse_retreat(p, a->arg[0], a->arg[1]);
}

/* [5.4] */
static void take_retreat(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    null_of(p)->picket[a->arg[0]].place = a->arg[1];
    play_tell(p, EV_RETREAT, 0, 2, a->arg[0], a->arg[1]);
    agenda_pop(p, 0);
}

static bool retreat_sound(const struct play *p, const struct step *t)
{
    return next_to(p, t->v[0], t->v[1]) && t->who == side_of(t->v[0]) &&
           side_of(t->v[1]) == t[-1].v[0] && can_retreat(p, t->v[0]);
}

const struct step_def step_retreat = {
    .name = "retreat",
    .cases = "5.4",
    .vars = "who:u from:u",
    .on = "combat",
    .title = "Retreat",
    .prompt = "{u0} must retreat",
    .list = list_retreat,
    .take = take_retreat,
    .why = why_retreat,
    .seat = seat_by_picket,
    .sound = retreat_sound,
};
