/*
 * 05-reinforcements.c: chapter 5: the Prussians who arrive by schedule, and calls on the Reserve
 * Pools.
 *
 * All blocks of a call are drawn before the first is placed. Whoever watches sees how many were
 * called and where blocks appear, never which were drawn or sent back.
 */
#include <assert.h>

#include "w200.h"

enum { FACTION, NUMBER, DRAWN }; /* of a call; of placing: FACTION, LEFT */
enum { LEFT = 1 };

/* ---- 5.1 scheduled arrivals ---- */

static bool still_away(const struct play *p, int corps)
{
    return w200_of(p)->block[box_of(p)->leader[corps]].place == P_AWAY;
}

/* Whose turn it is to arrive; CORPS: nobody's. */
static int corps_due(const struct play *p)
{
    int c = 0;

    while (c < CORPS && box_of(p)->arrival[c] != play_state(p)->turn)
        c++;
    return c;
}

static bool any_away(const struct play *p)
{
    for (int c = 0; c < CORPS; c++)
        if (still_away(p, c))
            return true;
    return false;
}

/* [5.1b] [OR10.0b] */
static void bring_commander(struct play *p)
{
    int u = box_of(p)->commander[PRUSSIAN], area = box_of(p)->hq[PRUSSIAN];

    if (w200_of(p)->block[u].place != P_AWAY)
        return;
    enter_area(p, u, area);
    play_tell(p, EV_ARRIVES, 0, 2, u, area);
}

/* [5.1a] [1.4c] [5.1b] [5.1c] [5.1d] One corps in each of turns 3, 4 and 5; OR 10: any. */
static void run_arrivals(struct play *p, struct step *t)
{
    int corps = corps_due(p);

    if (corps == CORPS || t->pc++ > 0) {
        agenda_pop(p, 0);
        return;
    }
    bring_commander(p);
    if (play_option(p, OPT_ARRIVALS) && any_away(p))
        t->who = CHANCE;
    else if (still_away(p, corps))
        agenda_push_with(p, ST_CORPS, NOBODY, corps, 0, 0, 0);
}

/* [OR10.0a] */
static void list_arrivals(const struct play *p, const struct step *t, struct menu *m)
{
    (void)t;
    for (int c = 0; c < CORPS; c++)
        if (still_away(p, c))
            menu_add(m, act1(V_ARRIVE, box_of(p)->leader[c]));
}

static void take_arrivals(struct play *p, struct step *t, const struct action *a)
{
    t->who = NOBODY;
    agenda_push_with(p, ST_CORPS, NOBODY, unit_of(p, a->arg[0])->corps, 0, 0, 0);
}

const struct step_def step_arrivals = {
    .name = "arrivals",
    .cases = "5.1a OR10.0a",
    .points = "begun end",
    .on = "turn@impulses",
    .title = "Reinforcements",
    .prompt = "Which Prussian corps arrives?",
    .chance = true,
    .run = run_arrivals,
    .list = list_arrivals,
    .take = take_arrivals,
};

static int blocks_of(const struct play *p, int corps, int arm, int place)
{
    int n = 0;

    for (int u = box_of(p)->first[PRUSSIAN]; u < BLOCKS; u++)
        n += unit_of(p, u)->corps == corps && unit_of(p, u)->arm == arm &&
             w200_of(p)->block[u].place == place;
    return n;
}

/* The corps is at hand: its leader and guns come at once, so does whatever it has only one of. */
static void bring_corps(struct play *p, int corps)
{
    struct w200_state *s = w200_of(p);
    int area = box_of(p)->home[corps], alike[HORSE + 1];

    for (int arm = 0; arm <= HORSE; arm++)
        alike[arm] = blocks_of(p, corps, arm, P_AWAY);
    for (int u = box_of(p)->first[PRUSSIAN]; u < BLOCKS; u++) {
        if (unit_of(p, u)->corps != corps || s->block[u].place != P_AWAY)
            continue;
        if (alike[unit_of(p, u)->arm] > 1) {
            s->block[u].place = P_POOL;
            s->pool[PRUSSIAN]++;
            continue;
        }
        enter_area(p, u, area);
        play_tell(p, EV_SETUP, veil(S_ALLIED), 3, u, area, W_FRENCH + PRUSSIAN);
    }
}

static void draw_one_of(struct play *p, int corps, int arm)
{
    if (blocks_of(p, corps, arm, P_POOL))
        ask_draw(p, DRAW_ARRIVAL, PRUSSIAN, corps, arm);
}

/* [5.1b] [5.1c] [5.1d] Then one of its cavalry and one of its infantry. */
static void run_corps(struct play *p, struct step *t)
{
    int corps = t->v[0];

    switch (t->pc++) {
    case 0: bring_corps(p, corps); break;
    case 1: draw_one_of(p, corps, CAVALRY); break;
    case 2: draw_one_of(p, corps, INFANTRY); break;
    default: agenda_pop(p, 0);
    }
}

static bool corps_sound(const struct play *p, const struct step *t)
{
    return box_of(p)->corps_faction[t->v[0]] == PRUSSIAN;
}

const struct step_def step_corps = {
    .name = "corps",
    .cases = "5.1a",
    .vars = "corps:0..12",
    .points = "leader cavalry infantry end",
    .on = "arrivals",
    .run = run_corps,
    .sound = corps_sound,
};

/* ---- 5.0 reinforcements ---- */

/* [5.0a] [6.4g] */
const char *refuse_call(const struct play *p, int faction)
{
    const struct w200_box *box = box_of(p);
    int hq = box->hq[faction];

    assert(is_faction(faction));
    if (w200_of(p)->block[box->commander[faction]].place != hq)
        return "5.0a: the Strategic Leader is not in his General HQ Area";
    if (enemy_in(p, side_of(faction), hq))
        return "5.0a: there are enemies in the General HQ Area";
    return w200_of(p)->pool[faction] ? NULL : "5.0c: the Reserve Pool is empty";
}

/* [5.0c] [6.1e] ruling 8: as many as he says, up to the Strategic Value and the pool. */
static int most_called(const struct play *p, int faction)
{
    int value = strategic_value(p, faction), pool = w200_of(p)->pool[faction];

    return value < pool ? value : pool;
}

static void list_call(const struct play *p, const struct step *t, struct menu *m)
{
    for (int n = 0; n <= most_called(p, t->v[FACTION]); n++)
        menu_add(m, act1(V_CALL, n));
}

static const char *why_call(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p;
    (void)t;
    return a->verb == V_CALL
               ? "5.0c: no more than the Strategic Value, nor than the Reserve Pool holds"
               : NULL;
}

static void take_call(struct play *p, struct step *t, const struct action *a)
{
    t->v[NUMBER] = a->arg[0];
    t->who = NOBODY;
    play_tell(p, EV_CALL, 0, 2, W_FRENCH + t->v[FACTION], a->arg[0]);
}

/* [5.0f] What could not be placed goes back, and no other is drawn for it. */
static void end_call(struct play *p, int faction)
{
    struct w200_state *s = w200_of(p);

    for (int u = box_of(p)->first[faction]; u < box_of(p)->first[faction + 1]; u++)
        if (s->block[u].flags & F_DRAWN) {
            s->block[u].flags &= (uint8_t)~F_DRAWN;
            play_tell(p, EV_RETURN, veil(side_of(faction)), 1, u);
        }
    memset(s->icon_used, 0, sizeof s->icon_used);
    agenda_pop(p, 0);
}

static void run_call(struct play *p, struct step *t)
{
    int faction = t->v[FACTION];

    if (t->v[DRAWN] < t->v[NUMBER]) {
        t->v[DRAWN]++;
        ask_draw(p, DRAW_RESERVE, faction, 0, 0);
    } else if (t->pc == 0 && t->v[NUMBER]) {
        t->pc = 1;
        agenda_push_with(p, ST_PLACE, side_of(faction), faction, t->v[NUMBER], 0, 0);
    } else {
        end_call(p, faction);
    }
}

/* What can still be drawn from a pool. */
static int undrawn(const struct play *p, int faction)
{
    const struct w200_state *s = w200_of(p);
    int n = 0;

    for (int u = box_of(p)->first[faction]; u < box_of(p)->first[faction + 1]; u++)
        n += s->block[u].place == P_POOL && !(s->block[u].flags & F_DRAWN);
    return n;
}

/* A block that is being drawn is counted, and still in its pool. */
static bool call_sound(const struct play *p, const struct step *t)
{
    const struct state *s = p->state;
    int number = t->v[NUMBER], drawn = t->v[DRAWN];
    bool drawing = t < &s->agenda[s->depth - 1] && t[1].op == ST_DRAW;

    return drawn <= number && drawn >= drawing && (t->pc == 0 || drawn == number) &&
           number - drawn + drawing <= undrawn(p, t->v[FACTION]);
}

const struct step_def step_call = {
    .name = "call",
    .cases = "5.0c",
    .vars = "faction:french|british|prussian number:0..4 drawn:0..4",
    .points = "draw place",
    .on = "reinforce hq@end",
    .title = "Reinforcements",
    .prompt = "How many blocks are called?",
    .run = run_call,
    .list = list_call,
    .take = take_call,
    .why = why_call,
    .seat = seat_by_owner,
    .sound = call_sound,
};

/* ---- placing ---- */

/* An icon in the area that the block may still use, or -1. [5.0e] ruling 9 */
static int free_icon(const struct play *p, int u, int area)
{
    const struct w200_box *box = box_of(p);

    for (int i = 0; i < box->icons; i++)
        if (box->icon[i].area == area && fits_icon(p, u, i) &&
            w200_of(p)->icon_used[i] < box->icon[i].count)
            return i;
    return -1;
}

/* [5.0d] [5.0e] [5.0f] [4.1b] [1.3d] */
const char *refuse_place(const struct play *p, int faction, int u, int area)
{
    if (faction_of(p, u) != faction || !(w200_of(p)->block[u].flags & F_DRAWN))
        return "5.0c: only what has been drawn is placed";
    if (faction == PRUSSIAN)
        return area == box_of(p)->home[unit_of(p, u)->corps]
                   ? NULL
                   : "5.0d: Prussian reinforcements come to the Black Area of their corps";
    if (holder_of(p, area) != faction)
        return "5.0e: reinforcements enter areas that their faction controls";
    if (play_state(p)->option[OPT_ENTRY] == FRIENDLY_CLEAR &&
        enemy_in(p, side_of(faction), area)) /* ruling 9 */
        return "5.0e: reinforcements do not enter areas that the enemy contests";
    if (free_icon(p, u, area) < 0)
        return "5.0e: there is no free icon of its colour and type";
    return refuse_stack(p, u, area);
}

static void list_places_of(const struct play *p, int faction, int u, struct menu *m)
{
    const struct w200_box *box = box_of(p);
    struct areas seen = NO_AREAS;

    if (faction == PRUSSIAN) {
        menu_add(m, act2(V_PLACE, u, box->home[unit_of(p, u)->corps]));
        return;
    }
    for (int i = 0; i < box->icons; i++) {
        int area = box->icon[i].area;

        if (!fits_icon(p, u, i) || areas_has(seen, area))
            continue;
        areas_add(&seen, area);
        if (!refuse_place(p, faction, u, area))
            menu_add(m, act2(V_PLACE, u, area));
    }
}

/* ruling 8: what can be placed must be; only when nothing can, the call ends. */
static void list_place(const struct play *p, const struct step *t, struct menu *m)
{
    int faction = t->v[FACTION];

    for (int u = box_of(p)->first[faction]; u < box_of(p)->first[faction + 1]; u++)
        if (w200_of(p)->block[u].flags & F_DRAWN)
            list_places_of(p, faction, u, m);
    if (m->n == 0)
        menu_add(m, act0(V_STOP));
}

static const char *why_place(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_STOP)
        return "5.0e: a block that was drawn and can be placed is placed";
    return a->verb == V_PLACE ? refuse_place(p, t->v[FACTION], a->arg[0], a->arg[1]) : NULL;
}

/* [5.0e] At full strength, as all in the pool are. */
static void take_place(struct play *p, struct step *t, const struct action *a)
{
    struct w200_state *s = w200_of(p);
    int u = a->arg[0], area = a->arg[1], faction = t->v[FACTION], icon;

    if (a->verb == V_STOP) {
        agenda_pop(p, 0);
        return;
    }
    icon = free_icon(p, u, area);
    if (icon >= 0)
        s->icon_used[icon]++;
    s->block[u].flags &= (uint8_t)~F_DRAWN;
    s->pool[faction]--;
    enter_area(p, u, area);
    play_tell(p, EV_PLACE, veil(side_of(faction)), 3, u, area, W_FRENCH + faction);
    if (--t->v[LEFT] == 0)
        agenda_pop(p, 0);
    verdict(p);
}

const struct step_def step_place = {
    .name = "place",
    .cases = "5.0e",
    .vars = "faction:french|british|prussian left:1..4",
    .on = "call@place",
    .title = "Reinforcements",
    .prompt = "Place a block that was drawn",
    .done = "Place no more",
    .phase = true,
    .list = list_place,
    .take = take_place,
    .why = why_place,
    .seat = seat_by_owner,
};
