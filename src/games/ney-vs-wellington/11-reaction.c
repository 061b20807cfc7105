/*
 * 11-reaction.c: cases 11.23 to 11.26: fire at whoever turns, forms, changes its order, leaves,
 * attacks or retreats on.
 *
 * [11.23b] A manoeuvre is declared; those in whose minimum zone it is made may fire, each once;
 * then it is done, if the unit still can. [11.25] What a unit is forced to do draws no fire;
 * [11.24b] an advance neither.
 */
#include "nvw.h"

enum { WHO, DEED, PLACE }; /* variables of a reaction: who does what, and where it stands */

/* The hexes of a unit: [8.36b] of a long line either. */
static int hexes_of(const struct play *p, int u, int hexes[2])
{
    hexes[0] = place_of(p, u);
    hexes[1] = unit_at(p, u)->wing;
    return hexes[1] == NOWHERE ? 1 : 2;
}

/* Ruling 69: a command unit among troops draws no fire by itself. */
static bool ignored(const struct play *p, int u)
{
    int side = side_of(p, u);

    return nvw(p)->holds[enemy_of(side)] || has_flag(p, u, F_SPARED) ||
           (is_leader(p, u) && occupier(p, place_of(p, u)) == side);
}

/* [11.23a] [11.17a] Who may fire at it, and where; how many. */
struct reply {
    int16_t unit, hex;
};

static int replies(const struct play *p, int u, struct reply *list, int room)
{
    int16_t firer[NEAR_MOST];
    int hexes[2], n = 0;
    struct aim a;

    for (int i = 0, hs = hexes_of(p, u, hexes); i < hs; i++)
        for (int j = 0, fs = reactors(p, side_of(p, u), hexes[i], firer); j < fs; j++)
            if (n < room && !has_flag(p, firer[j], F_REACTED) &&
                !aim_at(p, firer[j], hexes[i], true, &a))
                list[n++] = (struct reply){ firer[j], i16(hexes[i]) };
    return n;
}

static void forget_reactions(struct play *p)
{
    for (int u = 0; u < p->box->pieces; u++)
        clear_flag(p, u, F_REACTED);
}

static bool any_reactor(const struct play *p, int u)
{
    int16_t list[NEAR_MOST];
    int hexes[2];

    for (int i = 0, n = hexes_of(p, u, hexes); i < n; i++)
        if (reactors(p, side_of(p, u), hexes[i], list))
            return true;
    return false;
}

/* False: nobody may fire, and nothing is asked. */
bool ask_reaction(struct play *p, int u, int deed)
{
    struct reply one;

    if (ignored(p, u) || !any_reactor(p, u))
        return false;
    forget_reactions(p);
    if (!replies(p, u, &one, 1))
        return false;
    agenda_push_with(p, ST_REACTION, enemy_of(side_of(p, u)), u, deed, place_of(p, u), 0);
    return true;
}

/* ---- the question ---- */

/* It is gone, or elsewhere, or nobody is left who could fire. */
static bool moot_reaction(const struct play *p, const struct step *t)
{
    struct reply one;
    int u = t->v[WHO];

    return !on_map(p, u) || place_of(p, u) != t->v[PLACE] || ignored(p, u) ||
           !replies(p, u, &one, 1);
}

static void list_reaction(const struct play *p, const struct step *t, struct menu *m)
{
    struct reply list[2 * NEAR_MOST];

    for (int i = 0, n = replies(p, t->v[WHO], list, COUNT(list)); i < n; i++)
        menu_add(m, act2(V_FIRE, list[i].hex, list[i].unit));
    menu_add(m, act0(V_HOLD));
    menu_add(m, act1(V_HOLD_UNIT, t->v[WHO]));
    menu_add(m, act0(V_HOLD_PHASE));
}

static const char *why_reaction(const struct play *p, const struct step *t, const struct action *a)
{
    int u = t->v[WHO];
    struct aim aim;

    if (a->verb != V_FIRE)
        return NULL;
    if (side_of(p, a->arg[1]) != t->who)
        return "11.23a: the enemy of who moves fires";
    if (a->arg[0] != place_of(p, u) && a->arg[0] != unit_at(p, u)->wing)
        return "11.23a: fire is at who moves";
    if (has_flag(p, a->arg[1], F_REACTED))
        return "11.23a: it has fired at this manoeuvre";
    return aim_at(p, a->arg[1], a->arg[0], true, &aim);
}

/* Ruling 22: each once a manoeuvre. Companies of a hex together. [11.13b] */
static void take_reaction(struct play *p, struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_FIRE:
        for (EACH_IN(p, u, place_of(p, a->arg[1])))
            set_flag(p, u, F_REACTED);
        shoot(p, a->arg[1], a->arg[0]);
        return;
    case V_HOLD_UNIT: set_flag(p, t->v[WHO], F_SPARED); break;
    case V_HOLD_PHASE: nvw(p)->holds[t->who] = 1; break;
    default: break;
    }
    agenda_pop(p, 0);
}

static bool preview_reaction(const struct play *p, const struct step *t, const struct action *a,
                             struct sheet *s)
{
    struct aim aim;

    (void)t;
    if (a->verb != V_FIRE || aim_at(p, a->arg[1], a->arg[0], true, &aim))
        return false;
    fill_fire(p, &aim, s);
    return true;
}

static const char *phrase_reaction(const struct play *p, const struct step *t)
{
    static const char *const phrases[] = {
        [DEED_TURN] = "{u0} [turns|turn] under your fire: who fires?",
        [DEED_FORM] = "{u0} [forms|form] anew under your fire: who fires?",
        [DEED_ORDER] = "{u0} [goes|go] to the top of the stack under your fire: who fires?",
        [DEED_LEAVE] = "{u0} [marches|march] under your fire: who fires?",
        [DEED_ATTACK] = "{u0} [attacks|attack] under your fire: who fires?",
        [DEED_RETREAT] = "{u0} [retreats|retreat] on under your fire: who fires?",
    };

    (void)p;
    return phrases[t->v[DEED]];
}

/* The step below is about the same unit. */
static bool reaction_sound(const struct play *p, const struct step *t)
{
    return t->who == enemy_of(side_of(p, t->v[WHO]));
}

const struct step_def step_reaction = {
    .name = "reaction",
    .cases = "11.23a 11.24a 11.26",
    .vars = "who:u deed:turn|form|order|leave|attack|retreat place:p",
    .on = "deed attack retreat",
    .title = "Reaction fire",
    .prompt = "{u0} [moves|move] under your fire: who fires?",
    .no = "Hold fire",
    .passed = "11.23a: it may be fired at on the way",
    .about = "fire",
    .phrase = phrase_reaction,
    .list = list_reaction,
    .take = take_reaction,
    .why = why_reaction,
    .moot = moot_reaction,
    .preview = preview_reaction,
    .sound = reaction_sound,
};

/* ---- deeds ---- */

enum { VERB = 3, ARG }; /* further variables of a deed */

static void perform(struct play *p, int u, int verb, int arg)
{
    switch (verb) {
    case V_TURN: turn_done(p, u, arg); break;
    case V_MARCH:
    case V_ROAD: march_done(p, u, verb, arg); break;
    case V_TOP: order_done(p, u); break;
    case V_RIDE: ride_done(p, u, arg); break;
    default: form_done(p, u, verb, arg);
    }
}

void declare_deed(struct play *p, int u, int deed, int verb, int arg)
{
    struct step *t;

    if (ignored(p, u) || !any_reactor(p, u)) {
        perform(p, u, verb, arg);
        return;
    }
    t = agenda_push_with(p, ST_DEED, NOBODY, u, deed, place_of(p, u), verb);
    t->v[ARG] = i16(arg);
}

/* [11.23b] [7.14] What fire has left of it: a routed unit does nothing, a disordered one does not change its formation. A square
 * may say how it will stand. */
static bool still_can(const struct play *p, const struct step *t)
{
    int u = t->v[WHO];

    if (!on_map(p, u) || place_of(p, u) != t->v[PLACE] || is_routed(p, u))
        return false;
    if (t->v[DEED] == DEED_FORM)
        return !is_disordered(p, u);
    return t->v[DEED] != DEED_TURN || !faces_all(p, u) || is_formed(p, u);
}

static void run_deed(struct play *p, struct step *t)
{
    int u = t->v[WHO], verb = t->v[VERB], arg = t->v[ARG];
    bool can;

    if (t->pc++ == 0) {
        ask_reaction(p, u, t->v[DEED]);
        return;
    }
    can = still_can(p, t);
    agenda_pop(p, 0);
    if (can)
        perform(p, u, verb, arg);
}

static bool deed_sound(const struct play *p, const struct step *t)
{
    int verb = t->v[VERB];
    bool cell =
        verb == V_MARCH || verb == V_ROAD || verb == V_RIDE || verb == V_EXTEND || verb == V_SQUARE;

    if (verb < VERB_FIRST || verb >= VERBS || t->v[DEED] >= DEED_ATTACK)
        return false;
    if (cell)
        return board_is_cell(p->box->board, t->v[ARG]);
    return t->v[ARG] < HEX_FACINGS;
}

const struct step_def step_deed = {
    .name = "deed",
    .cases = "11.23b",
    .vars = "who:u deed:turn|form|order|leave place:p verb:0..60 arg:0..1600",
    .points = "declared done",
    .on = "formation march charge",
    .run = run_deed,
    .sound = deed_sound,
};
