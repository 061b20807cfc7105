/*
 * 06-4-reorganization.c: chapter 6.4: lines of communication, and what Strategic Leaders do between
 * turns.
 */
#include <assert.h>

#include "w200.h"

enum { FACTION, LEFT };

/* ---- 6.4.1 lines of communication ---- */

/*
 * [6.4.1a] [6.4.1b] Areas from which the faction's Strategic Leader is reached through friendly and
 * uncontested ones; contested areas begin or end a line. ruling 2: both Allied controls are
 * friendly; ruling 4: without the leader there is none.
 */
struct areas loc_of(const struct play *p, int faction)
{
    const struct w200_box *box = box_of(p);
    int side = side_of(faction), from = w200_of(p)->block[box->commander[faction]].place;
    struct areas contested = contested_now(p), open = areas_less(controlled_by(p, side), contested);
    struct areas reach = NO_AREAS, edge = NO_AREAS, near = NO_AREAS;

    assert(is_faction(faction));
    if (from >= AREAS)
        return reach;
    areas_add(&edge, from);
    while (areas_any(edge)) {
        reach = areas_or(reach, edge);
        while (areas_any(edge))
            near = areas_or(near, box->next[areas_take(&edge)]);
        edge = areas_less(areas_and(near, open), reach);
    }
    return areas_or(reach, areas_and(near, contested));
}

bool has_loc(const struct play *p, int u)
{
    return in_area(p, u) && areas_has(loc_of(p, faction_of(p, u)), w200_of(p)->block[u].place);
}

/* ---- the phase ---- */

/* [6.4a] [6.0c] The side without the disc first; of the Allies the British first. */
static void run_reorganization(struct play *p, struct step *t)
{
    static const uint8_t order[SIDES][FACTIONS] = {
        [S_FRENCH] = { BRITISH, PRUSSIAN, FRENCH }, /* by who holds the disc */
        [S_ALLIED] = { FRENCH, BRITISH, PRUSSIAN },
    };
    int n = t->pc++;

    if (n == 0 && play_option(p, OPT_MORALE)) {
        demoralize(p);
        verdict(p);
        return;
    }
    n -= play_option(p, OPT_MORALE);
    if (n < FACTIONS)
        agenda_push_with(p, ST_HQ, NOBODY, order[w200_of(p)->disc][n], 0, 0, 0);
    else
        agenda_pop(p, 0);
}

const struct step_def step_reorganization = {
    .name = "reorganization",
    .cases = "6.4a",
    .points = "first second third fourth end",
    .on = "turn@end",
    .run = run_reorganization,
};

/* [6.4b] [6.4c] [6.4d] [1.4e] ruling 3: Blücher never comes back to Area 50. */
static const char *refuse_reorganization(const struct play *p, int faction)
{
    const struct w200_box *box = box_of(p);
    int u = box->commander[faction], hq = box->hq[faction], side = side_of(faction);
    struct mover m = { .u = u, .faction = faction, .side = side, .mode = MODE_HQ };

    if (!in_area(p, u))
        return "6.4b: the Strategic Leader is not on the map";
    if (!areas_has(controlled_by(p, side), hq))
        return "6.4b: its own side does not control the General HQ Area";
    if (enemy_in(p, side, hq))
        return "6.4b: there are enemies in the General HQ Area";
    if (w200_of(p)->block[u].place != hq && !can_march(p, &m, unit_of(p, u)->mp))
        return "6.4d: the Strategic Leader cannot reach his General HQ Area";
    return NULL;
}

static void activate_commander(struct play *p, int u)
{
    show_block(p, u, SHOWN_ACTIVE);
    play_tell(p, EV_REVEAL, 0, 2, u, w200_of(p)->block[u].place);
}

/* Who was left as an attacker in a contested area: whether he is restored can be seen. */
static bool leader_lies_open(const struct play *p, int faction)
{
    const struct w200_box *box = box_of(p);

    for (int c = 0; c < CORPS; c++)
        if (box->corps_faction[c] == faction && w200_of(p)->block[box->leader[c]].shown)
            return true;
    return false;
}

/* [6.4g] [6.4x] [6.4h] [6.4i] [3.9.2a] [5.0b] Restore, call, and be turned down again, unless at
 * Heart. */
static void run_hq(struct play *p, struct step *t)
{
    int faction = t->v[FACTION], u = box_of(p)->commander[faction];

    switch (t->pc++) {
    case 0:
        if (refuse_reorganization(p, faction))
            agenda_pop(p, 0);
        else
            t->who = u8(side_of(faction));
        break;
    case 1:
        agenda_push_with(p, ST_RESTORE, side_of(faction), faction, value_of(p, u), 0, 0)->secret =
            leader_lies_open(p, faction) ? 0 : veil(side_of(faction));
        break;
    case 2:
        if (!refuse_call(p, faction))
            agenda_push_with(p, ST_CALL, side_of(faction), faction, 0, 0, 0);
        break;
    default:
        if (!at_heart(p, u))
            turn_down(p, u);
        hide_block(p, u, SHOWN_ACTIVE);
        agenda_pop(p, 0);
    }
}

/* [6.4b] It may be declined. */
static void list_hq(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p;
    (void)t;
    menu_add(m, act0(V_REORGANIZE));
    menu_add(m, act0(V_STOP));
}

static const char *why_hq(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_REORGANIZE ? refuse_reorganization(p, t->v[FACTION]) : NULL;
}

/* [6.4d] Elsewhere he rides there first. */
static void take_hq(struct play *p, struct step *t, const struct action *a)
{
    int faction = t->v[FACTION], u = box_of(p)->commander[faction];

    if (a->verb == V_STOP) {
        agenda_pop(p, 0);
        return;
    }
    t->who = NOBODY;
    play_tell(p, EV_REORGANIZE, 0, 1, u);
    if (w200_of(p)->block[u].place == box_of(p)->hq[faction])
        activate_commander(p, u);
    else
        ask_march(p, u, MODE_HQ, unit_of(p, u)->mp);
}

static bool hq_sound(const struct play *p, const struct step *t)
{
    return in_area(p, box_of(p)->commander[t->v[FACTION]]);
}

const struct step_def step_hq = {
    .name = "hq",
    .cases = "6.4b",
    .vars = "faction:french|british|prussian",
    .points = "begin restore call end",
    .on = "reorganization",
    .title = "Headquarters",
    .prompt = "Activate the Strategic Leader at headquarters?",
    .no = "Not now",
    .run = run_hq,
    .list = list_hq,
    .take = take_hq,
    .why = why_hq,
    .seat = seat_by_owner,
    .sound = hq_sound,
};

/* ---- restoring ---- */

/* [6.4e] [6.4f] */
static const char *refuse_restore(const struct play *p, int faction, int u)
{
    if (faction_of(p, u) != faction || unit_of(p, u)->arm != TACTICAL)
        return "6.4e: a Strategic Leader restores the Tactical Leaders of his faction";
    if (!in_area(p, u))
        return "6.4e: he is not on the map";
    if (!has_loc(p, u))
        return "6.4f: a leader without a Line of Communication is not restored";
    return w200_of(p)->block[u].step == 0 ? "6.4e: he has all his stars" : NULL;
}

static void list_restore(const struct play *p, const struct step *t, struct menu *m)
{
    const struct w200_box *box = box_of(p);

    for (int c = 0; c < CORPS; c++)
        if (!refuse_restore(p, t->v[FACTION], box->leader[c]))
            menu_add(m, act1(V_RESTORE, box->leader[c]));
    menu_add(m, act0(V_STOP));
}

static const char *why_restore(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_RESTORE ? refuse_restore(p, t->v[FACTION], a->arg[0]) : NULL;
}

/* [6.4e] One step each time, as many as the Strategic Value, spread as he likes. */
static void take_restore(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0];

    if (a->verb == V_STOP) {
        agenda_pop(p, 0);
        return;
    }
    w200_of(p)->block[u].step--;
    play_tell(p, EV_RESTORE, w200_of(p)->block[u].shown ? 0 : veil(side_of(t->v[FACTION])), 2, u,
              strength_of(p, u));
    if (--t->v[LEFT] == 0)
        agenda_pop(p, 0);
}

/* [6.4e] What is not used is lost. */
static void forecast_restore(const struct play *p, const struct step *t, struct forecast *f)
{
    struct forecast_line *l = forecast_add(f, FORECAST_LOSES, "6.4e",
                                           "{n} [leader|leaders] could still be restored: {u*}");

    for (int c = 0; c < CORPS; c++)
        if (!refuse_restore(p, t->v[FACTION], box_of(p)->leader[c]))
            forecast_piece(l, box_of(p)->leader[c]);
}

const struct step_def step_restore = {
    .name = "restore",
    .cases = "6.4e",
    .vars = "faction:french|british|prussian left:1..4",
    .on = "hq@call",
    .title = "Reorganization",
    .prompt = "Restore a Tactical Leader ({n1} left)",
    .done = "Restore no more",
    .phase = true,
    .list = list_restore,
    .take = take_restore,
    .why = why_restore,
    .forecast = forecast_restore,
    .seat = seat_by_owner,
};
