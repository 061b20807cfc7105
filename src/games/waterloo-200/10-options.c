/*
 * 10-options.c: the optional rules that have decisions of their own: scouting (OR 3), impetus (OR
 * 4), the Grande Batterie (OR 5), retreat (OR 7), and demoralization (OR 9).
 *
 * Free set-up (OR 1) is in 04-setup.c, charge, languages, combined attack and Morale (OR 2, 6, 8,
 * 9) are lines of the sum in 06-3-firepower.c, variable arrivals (OR 10) are in
 * 05-reinforcements.c.
 */
#include <assert.h>

#include "w200.h"

/* ---- OR 3: scouting ---- */

enum { SCOUT, SCOUT_AREA, SCOUT_LEFT };

static int concealed_in(const struct play *p, int side, int area)
{
    const struct w200_state *s = w200_of(p);
    int n = side == S_FRENCH ? s->count[FRENCH][area]
                             : s->count[BRITISH][area] + s->count[PRUSSIAN][area];

    EACH_BLOCK_AT (s, u, area)
        n -= side_of(faction_of(p, u)) == side && s->block[u].shown;
    return n;
}

/* [OR3.0a] [OR3.0b] [OR3.0c] ruling 28: one point is kept for it, as a leader keeps one. */
const char *refuse_scout(const struct play *p, const struct mover *m, int mp, int area)
{
    int from = w200_of(p)->block[m->u].place;

    if (!play_option(p, OPT_SCOUTING) || unit_of(p, m->u)->arm != CAVALRY)
        return "OR3.0a: only cavalry scouts, where the option is used";
    if (m->mode == MODE_PASS)
        return "OR3.0a: nothing is activated in a Pass";
    if (enemy_in(p, m->side, from))
        return "OR3.0a: cavalry among enemies does not scout";
    if (mp < 1)
        return "OR3.0a: scouting costs a movement point, and none is left";
    if (!areas_has(box_of(p)->next[from], area) || !areas_has(box_of(p)->green, area))
        return "OR3.0b: only a neighbouring green area is scouted";
    if (concealed_in(p, !m->side, area) == 0)
        return "OR3.0b: no concealed enemy is there";
    return refuse_stack(p, m->u, from);
}

/* [OR3.0b] As many as its dots. */
void ask_scout(struct play *p, int u, int area)
{
    int side = side_of(faction_of(p, u)), there = concealed_in(p, !side, area),
        dots = strength_of(p, u);

    assert(in_area(p, u) && is_area(area));
    show_block(p, u, SHOWN_SCOUTING);
    play_tell(p, EV_SCOUT, 0, 2, u, area);
    agenda_push_with(p, ST_SCOUT, CHANCE, u, area, dots < there ? dots : there, 0);
}

static void list_scout(const struct play *p, const struct step *t, struct menu *m)
{
    const struct w200_state *s = w200_of(p);
    int side = side_of(faction_of(p, t->v[SCOUT]));

    EACH_BLOCK_AT (s, u, t->v[SCOUT_AREA])
        if (side_of(faction_of(p, u)) != side && !s->block[u].shown)
            menu_add(m, act1(V_SPOT, u));
}

static void take_scout(struct play *p, struct step *t, const struct action *a)
{
    show_block(p, a->arg[0], SHOWN_SCOUTED);
    play_tell(p, EV_SPOT, 0, 2, a->arg[0], t->v[SCOUT_AREA]);
    if (--t->v[SCOUT_LEFT] == 0)
        agenda_pop(p, 0);
}

static bool scout_sound(const struct play *p, const struct step *t)
{
    return in_area(p, t->v[SCOUT]) && t->who == CHANCE;
}

const struct step_def step_scout = {
    .name = "scout",
    .cases = "OR3.0b",
    .vars = "who:u area:p left:1..4",
    .on = "movement",
    .title = "Scouting",
    .prompt = "What does {u0} see in {p1}?",
    .chance = true,
    .list = list_scout,
    .take = take_scout,
    .sound = scout_sound,
};

/* ---- OR 4: impetus ---- */

enum { FIELD, FACTION }; /* of impetus and retreat */

void ask_impetus(struct play *p, int area, int faction)
{
    assert(is_area(area) && is_faction(faction));
    agenda_push_with(p, ST_IMPETUS, side_of(faction), area, faction, 0, 0);
}

/* [OR4.0] [6.4.1c] One point: a green area without enemies. */
static const char *refuse_impetus(const struct play *p, const struct step *t, int u, int to)
{
    const struct w200_box *box = box_of(p);
    int side = side_of(t->v[FACTION]);

    if (faction_of(p, u) != t->v[FACTION] || w200_of(p)->block[u].place != t->v[FIELD] ||
        unit_of(p, u)->arm != CAVALRY)
        return "OR4.0: the cavalry that fought in the battle may go on";
    if (!areas_has(box->next[t->v[FIELD]], to) || box->cost[to] > 1 || enemy_in(p, side, to) ||
        areas_has(box->black, to))
        return "OR4.0: it goes on by one movement point, and not to the enemy";
    if (!has_loc(p, u))
        return "6.4.1c: an isolated block does not move";
    return refuse_stack(p, u, to);
}

static bool list_impetus_of(const struct play *p, const struct step *t, int u, struct menu *m)
{
    struct areas near = areas_and(box_of(p)->next[t->v[FIELD]], box_of(p)->green);
    bool any = false;

    while (areas_any(near)) {
        int to = areas_take(&near);

        if (refuse_impetus(p, t, u, to))
            continue;
        any = true;
        if (m)
            menu_add(m, act2(V_IMPETUS, u, to));
    }
    return any;
}

static void list_impetus(const struct play *p, const struct step *t, struct menu *m)
{
    const struct w200_state *s = w200_of(p);

    EACH_BLOCK_AT (s, u, t->v[FIELD])
        list_impetus_of(p, t, u, m);
    menu_add(m, act0(V_STOP));
}

static const char *why_impetus(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_IMPETUS ? refuse_impetus(p, t, a->arg[0], a->arg[1]) : NULL;
}

static void take_impetus(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0], from = t->v[FIELD];

    if (a->verb == V_STOP) {
        agenda_pop(p, 0);
        return;
    }
    leave_area(p, u);
    play_tell(p, EV_MARCH, veil(side_of(faction_of(p, u))), 4, u, from, a->arg[1],
              W_FRENCH + faction_of(p, u));
    enter_area(p, u, a->arg[1]);
    verdict(p);
}

static bool moot_impetus(const struct play *p, const struct step *t)
{
    const struct w200_state *s = w200_of(p);

    EACH_BLOCK_AT (s, u, t->v[FIELD])
        if (list_impetus_of(p, t, u, NULL))
            return false;
    return true;
}

const struct step_def step_impetus = {
    .name = "impetus",
    .cases = "OR4.0",
    .vars = "area:p faction:french|british|prussian",
    .on = "battle@over",
    .title = "Impetus",
    .prompt = "Does cavalry go on from {p0}?",
    .no = "Stay here",
    .list = list_impetus,
    .take = take_impetus,
    .moot = moot_impetus,
    .why = why_impetus,
    .seat = seat_by_faction,
};

/* ---- OR 5: the Grande Batterie ---- */

enum { SIDE, TARGET, GUNS };

/* [OR5.0b] ruling 29: with cannonballs left, not among enemies, within two areas whoever controls
 * them. */
static const char *refuse_gun(const struct play *p, int u, int target)
{
    const struct w200_state *s = w200_of(p);

    if (faction_of(p, u) != FRENCH || !is_artillery(p, u) || !in_area(p, u))
        return "OR5.0a: French artillery on the map bombards";
    if (s->block[u].shown & SHOWN_COMMITTED)
        return "OR5.0a: it is committed already";
    if (!has_loc(p, u))
        return "OR5.0b: it has no Line of Communication to Napoleon";
    if (value_of(p, u) == 0 || enemy_in(p, S_FRENCH, s->block[u].place))
        return "OR5.0b: it cannot fire out of its area";
    if (board_distance(p->box->board, s->block[u].place, target) > 2)
        return "OR5.0b: the target is more than two areas away";
    return NULL;
}

/* [OR5.0a] */
static const char *refuse_target(const struct play *p, int target)
{
    const struct w200_box *box = box_of(p);

    if (!enemy_in(p, S_FRENCH, target) || is_contested(p, target))
        return "OR5.0a: only an area that the enemy holds alone is bombarded";
    for (int u = 0; u < box->first[BRITISH]; u++)
        if (is_artillery(p, u) && !refuse_gun(p, u, target))
            return NULL;
    return "OR5.0b: no artillery can bombard it";
}

const char *refuse_battery(const struct play *p, int side)
{
    if (!play_option(p, OPT_BATTERY) || side != S_FRENCH)
        return "OR5.0a: only the French bombard, where the option is used";
    for (struct areas at = occupied_by(p, S_ALLIED); areas_any(at);)
        if (!refuse_target(p, areas_take(&at)))
            return NULL;
    return "OR5.0b: no artillery can bombard an enemy";
}

/* Of a position: there is something to name, and a target once it is fired at; it asks but once. */
static bool battery_sound(const struct play *p, const struct step *t)
{
    if (t->who == NOBODY)
        return t->pc != 1 || t->v[TARGET] >= 0;
    if (t->pc != 1)
        return false;
    if (t->v[TARGET] < 0)
        return !refuse_battery(p, S_FRENCH);
    return t->who == S_FRENCH && (t->v[GUNS] > 0 || !refuse_target(p, t->v[TARGET]));
}

/* [OR5.0c] The disc goes over as after any Strategic Action. */
static void run_battery(struct play *p, struct step *t)
{
    switch (t->pc++) {
    case 0:
        t->v[TARGET] = -1;
        t->who = S_FRENCH;
        break;
    case 1: agenda_push_with(p, ST_BATTLE, NOBODY, t->v[TARGET], FRENCH, 0, 0)->v[4] = 1; break;
    default:
        deactivate(p);
        pass_disc(p);
        agenda_pop(p, 0);
    }
}

static void list_battery(const struct play *p, const struct step *t, struct menu *m)
{
    if (t->v[TARGET] < 0) {
        for (struct areas at = occupied_by(p, S_ALLIED); areas_any(at);) {
            int target = areas_take(&at);

            if (!refuse_target(p, target))
                menu_add(m, act1(V_BOMBARD, target));
        }
        return;
    }
    for (int u = 0; u < box_of(p)->first[BRITISH]; u++)
        if (is_artillery(p, u) && !refuse_gun(p, u, t->v[TARGET]))
            menu_add(m, act1(V_COMMIT, u));
    if (t->v[GUNS])
        menu_add(m, act0(V_STOP));
}

static const char *why_battery(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_BOMBARD && t->v[TARGET] < 0)
        return refuse_target(p, a->arg[0]);
    return a->verb == V_COMMIT && t->v[TARGET] >= 0 ? refuse_gun(p, a->arg[0], t->v[TARGET]) : NULL;
}

static bool preview_battery(const struct play *p, const struct step *t, const struct action *a,
                            struct sheet *sheet)
{
    struct fire f = { .area = t->v[TARGET], .attacker = FRENCH, .bombard = true };

    if (a->verb != V_STOP || f.area < 0)
        return false;
    f.defender = defender_in(p, f.area, S_FRENCH);
    fire_sum(p, &f, sheet);
    return true;
}

/* [OR5.0a] No more artillery than Napoleon's Strategic Value. */
static bool gun_remains(const struct play *p, const struct step *t)
{
    for (int u = 0; t->v[GUNS] < strategic_value(p, FRENCH) && u < box_of(p)->first[BRITISH]; u++)
        if (is_artillery(p, u) && !refuse_gun(p, u, t->v[TARGET]))
            return true;
    return false;
}

static void take_battery(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_BOMBARD) {
        t->v[TARGET] = a->arg[0];
        play_tell(p, EV_BOMBARD, 0, 1, a->arg[0]);
        return;
    }
    if (a->verb == V_COMMIT) {
        t->v[GUNS]++;
        show_block(p, a->arg[0], SHOWN_ACTIVE | SHOWN_COMMITTED);
        play_tell(p, EV_COMMIT, 0, 2, a->arg[0], t->v[TARGET]);
    }
    if (a->verb == V_STOP || !gun_remains(p, t))
        t->who = NOBODY;
}

const struct step_def step_battery = {
    .name = "battery",
    .cases = "OR5.0a",
    .vars = "side:s target:P guns:0..4",
    .points = "begin fire end",
    .on = "impulse@end",
    .title = "Grande Batterie",
    .prompt = "Name the target, then the guns",
    .done = "Enough guns",
    .run = run_battery,
    .list = list_battery,
    .take = take_battery,
    .why = why_battery,
    .preview = preview_battery,
    .sound = battery_sound,
};

/* ---- OR 7: retreat ---- */

static void list_withdraw(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p;
    (void)t;
    menu_add(m, act0(V_WITHDRAW));
    menu_add(m, act0(V_STOP));
}

/* [OR7.0a] [OR7.0d] [OR8.0b] Against a combined attack the disc is spent for nothing. */
static void take_withdraw(struct play *p, struct step *t, const struct action *a)
{
    struct fire f = { .area = t->v[FIELD], .attacker = t->v[FACTION] };

    agenda_pop(p, 0);
    if (a->verb == V_STOP)
        return;
    f.defender = defender_in(p, f.area, side_of(f.attacker));
    play_tell(p, EV_WITHDRAW, 0, 2, W_FRENCH + f.defender, f.area);
    pass_disc(p);
    if (combined_attack(p, &f))
        play_tell(p, EV_NEGATED, 0, 0);
    else
        agenda_push_with(p, ST_RETREAT, NOBODY, f.area, f.defender, 0, 0);
}

static int seat_of_withdraw(const struct play *p, const struct step *t)
{
    return defender_in(p, t->v[0], side_of(t->v[1]));
}

const struct step_def step_withdraw = {
    .name = "withdraw",
    .cases = "OR7.0a",
    .vars = "area:p attacker:french|british|prussian",
    .on = "battle@fire",
    .title = "Retreat",
    .prompt = "Play the disc and retreat from {p0}?",
    .no = "Stand and fight",
    .list = list_withdraw,
    .take = take_withdraw,
    .seat = seat_of_withdraw,
};

/* [OR7.0b] ruling 33: and without enemies. */
static const char *refuse_retreat(const struct play *p, const struct step *t, int u, int to)
{
    const struct w200_state *s = w200_of(p);
    int faction = t->v[FACTION];

    if (faction_of(p, u) != faction || s->block[u].place != t->v[FIELD])
        return "OR7.0a: all blocks of the defender in the area retreat";
    if (!areas_has(box_of(p)->next[t->v[FIELD]], to) || !s->count[faction][to] ||
        enemy_in(p, side_of(faction), to)) /* so the faction controls it */
        return "OR7.0b: they retreat to neighbouring areas that their faction controls and "
               "occupies, "
               "without enemies";
    if (areas_has(box_of(p)->black, to))
        return "1.4e: a Black Area is not entered again";
    return refuse_stack(p, u, to);
}

static bool list_retreats(const struct play *p, const struct step *t, struct menu *m)
{
    const struct w200_state *s = w200_of(p);
    bool any = false;

    EACH_BLOCK_AT (s, u, t->v[FIELD])
        for (struct areas near = box_of(p)->next[t->v[FIELD]]; areas_any(near);) {
            int to = areas_take(&near);

            if (refuse_retreat(p, t, u, to))
                continue;
            any = true;
            if (m)
                menu_add(m, act2(V_RETREAT, u, to));
        }
    return any;
}

/* [OR7.0c] Whom the defender leaves for the last finds no place. */
static void run_retreat(struct play *p, struct step *t)
{
    const struct w200_state *s = w200_of(p);
    int left = NONE;

    if (list_retreats(p, t, NULL)) {
        t->who = u8(side_of(t->v[FACTION]));
        return;
    }
    EACH_BLOCK_AT (s, u, t->v[FIELD])
        if (faction_of(p, u) == t->v[FACTION])
            left = u;
    if (left == NONE)
        agenda_pop(p, 0);
    else
        eliminate(p, left);
    verdict(p);
}

static void list_retreat(const struct play *p, const struct step *t, struct menu *m)
{
    list_retreats(p, t, m);
}

static const char *why_retreat(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_RETREAT ? refuse_retreat(p, t, a->arg[0], a->arg[1]) : NULL;
}

static void take_retreat(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0], from = t->v[FIELD];

    t->who = NOBODY;
    leave_area(p, u);
    play_tell(p, EV_RETREAT, veil(side_of(faction_of(p, u))), 4, u, from, a->arg[1],
              W_FRENCH + faction_of(p, u));
    enter_area(p, u, a->arg[1]);
    verdict(p);
}

const struct step_def step_retreat = {
    .name = "retreat",
    .cases = "OR7.0b",
    .vars = "area:p faction:french|british|prussian",
    .on = "battle@fire",
    .title = "Retreat",
    .prompt = "Retreat from {p0}",
    .done = "Nobody else",
    .run = run_retreat,
    .list = list_retreat,
    .take = take_retreat,
    .why = why_retreat,
    .seat = seat_by_faction,
};

/* ---- OR 9: demoralization ---- */

/* Will the enemy see which block it is: because it lies open, or is lost? */
static bool is_seen_to_fall(const struct play *p, int u)
{
    const struct block *k = &w200_of(p)->block[u];

    return k->shown || k->step + 1 == unit_of(p, u)->steps;
}

static void demoralize_some(struct play *p, int area, int faction, bool seen)
{
    const struct w200_state *s = w200_of(p);

    for (int u = box_of(p)->first[faction]; u < box_of(p)->first[faction + 1]; u++)
        if (s->block[u].place == area && is_seen_to_fall(p, u) == seen) {
            play_tell(p, EV_DEMORALIZED, s->block[u].shown ? 0 : veil(side_of(faction)), 3, u, area,
                      W_FRENCH + faction);
            turn_down(p, u);
        }
}

/* [OR9.0b] ruling 35: at the beginning of the phase, by the lines of that moment; one step,
 * whatever it costs. Area by area, in each those who are not seen for what they are after the others,
 * so that the order of the news tells nothing of them. */
void demoralize(struct play *p)
{
    struct areas loc[FACTIONS], contested = contested_now(p);

    for (int f = 0; f < FACTIONS; f++)
        loc[f] = loc_of(p, f);
    while (areas_any(contested)) {
        int area = areas_take(&contested);

        for (int f = 0; f < FACTIONS; f++) {
            if (areas_has(loc[f], area))
                continue;
            demoralize_some(p, area, f, true);
            demoralize_some(p, area, f, false);
        }
    }
}
