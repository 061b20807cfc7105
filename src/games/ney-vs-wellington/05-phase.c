/*
 * 05-phase.c: cases 5.0a and 5.11, the March Phase: who sets out, alone or as a stack, in which
 * order; who comes up to the top of a stack (9.2); reinforcements (14-entry.c); when the phase may
 * end (9.41, 9.42).
 *
 * The phase asks for a unit (ST_MARCHES), which is then asked hex by hex (05-march.c).
 */
#include "march.h"

/* ---- who marches ---- */

/* [6.24] A free change of facing or formation before it sets out. */
bool may_form_first(const struct play *p, int u)
{
    return play_option(p, OPT_FLEXIBLE) && !has_flag(p, u, F_TURNED | F_FORMED) && is_formed(p, u);
}

/* [5.0a] [5.0b] [5.11] [13.27b] [8.56] [7.44a] ruling 12: guns in battery do not even turn. */
const char *refuse_move(const struct play *p, int side, int u)
{
    if (side_of(p, u) != side || !on_map(p, u))
        return "5.11: only the phasing side's units on the map march";
    if (is_routed(p, u))
        return "13.27b: routed units march only when they retreat";
    if (has_flag(p, u, F_DONE))
        return "5.0b: its march is over";
    if (allowance(p, u) == 0 && !may_form_first(p, u))
        return is_guns(p, u) ? "7.44b: guns in battery do not march"
                             : "8.56: a square does not march";
    return NULL;
}

/* ---- stacks ---- */

/* [9.21] [9.0] Each once a phase; [9.53] command units lie below. */
static const char *refuse_top(const struct play *p, int side, int u)
{
    if (side_of(p, u) != side || !on_map(p, u) || is_leader(p, u))
        return "9.21: the phasing side arranges its own troops";
    if (top_of(p, place_of(p, u)) == u)
        return "9.21: it is on top already";
    return has_flag(p, u, F_TRIED) ? "9.21: it has been brought up in this phase" : NULL;
}

/* How many of a hex could march together under its top. */
static int movable(const struct play *p, int side, int u)
{
    int n = 0;

    for (EACH_IN(p, v, place_of(p, u)))
        n += !refuse_move(p, side, v) && go_together(p, u, v);
    return n;
}

static const char *refuse_stack(const struct play *p, int side, int u)
{
    const char *why = refuse_move(p, side, u);

    if (why)
        return why;
    if (top_of(p, place_of(p, u)) != u)
        return "5.0b: a stack marches under its top unit";
    return movable(p, side, u) < 2 ? "5.0b: nobody can go along with it" : NULL;
}

/* ---- the end of the phase ---- */

/* Alone, as if it had been chosen. */
static bool could_leave(const struct play *p, int u)
{
    struct group g = { .n = 1, .lead = u, .side = side_of(p, u), .from = place_of(p, u) };

    g.unit[0] = i16(u);
    return could_go_on(p, &g);
}

/* But for command units. */
static bool is_alone(const struct play *p, int u)
{
    int under = below(p, u);

    return (under == NO_PIECE || is_leader(p, under)) && top_of(p, place_of(p, u)) == u;
}

/* [9.41] [9.42] Ruling 9: the phase ends when those who do not go together have parted, if they
 * can. */
static const char *refuse_end(const struct play *p, int side)
{
    const char *why;

    for (int u = 0; u < p->box->pieces; u++) {
        int h = place_of(p, u);

        if (h < 0 || side_of(p, u) != side || is_leader(p, u) || is_alone(p, u) ||
            refuse_move(p, side, u))
            continue;
        why = refuse_company_here(p, h);
        if (why && could_leave(p, u))
            return why;
    }
    return NULL;
}

/* ---- the phase ---- */

/* Of one alone in its hex, as most are, only the first can be. */
static void list_leaving(const struct play *p, int side, int u, struct menu *m)
{
    bool top = top_of(p, place_of(p, u)) == u;

    if (!refuse_move(p, side, u)) {
        menu_add(m, act1(V_MOVE, u));
        if (top && below(p, u) != NO_PIECE && !refuse_stack(p, side, u))
            menu_add(m, act1(V_STACK, u));
    }
    if (!top && !refuse_top(p, side, u))
        menu_add(m, act1(V_TOP, u));
}

static void list_marches(const struct play *p, const struct step *t, struct menu *m)
{
    for (int u = 0; u < p->box->pieces; u++)
        if (on_map(p, u) && side_of(p, u) == t->who)
            list_leaving(p, t->who, u, m);
    if (!list_entries(p, t->who, m) && !refuse_end(p, t->who)) /* [14.12a] */
        menu_add(m, act0(V_DONE));
}

static const char *why_marches(const struct play *p, const struct step *t, const struct action *a)
{
    const char *why;

    switch (a->verb) {
    case V_MOVE: return refuse_move(p, t->who, a->arg[0]);
    case V_STACK: return refuse_stack(p, t->who, a->arg[0]);
    case V_TOP: return refuse_top(p, t->who, a->arg[0]);
    case V_ENTER:
    case V_ENTER_ROAD: return why_entry(p, t->who, a);
    case V_DONE:
        why = refuse_end(p, t->who);
        return why ? why : "14.12a: reinforcements may not be held back";
    case V_MARCH:
    case V_ROAD:
        why = refuse_move(p, t->who, a->arg[0]);
        return why ? why : "5.0b: first choose who is to march";
    default: return NULL;
    }
}

static void take_marches(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0];

    switch (a->verb) {
    case V_DONE: agenda_pop(p, 0); break;
    case V_TOP:
        set_flag(p, u, F_TRIED);
        reorder(p, u);
        break;
    case V_STACK:
        for (EACH_IN(p, v, place_of(p, u)))
            if (!refuse_move(p, t->who, v) && go_together(p, u, v))
                set_flag(p, v, F_MOVING);
        begin_march(p, u);
        break;
    case V_MOVE: begin_march(p, u); break;
    default: take_entry(p, a);
    }
}

/* Nobody is asked who has nobody to march, to arrange or to bring on. */
static bool moot_marches(const struct play *p, const struct step *t)
{
    struct menu *m = menu_blank(p);

    for (int u = 0; u < p->box->pieces && m->n == 0; u++)
        if (on_map(p, u) && side_of(p, u) == t->who)
            list_leaving(p, t->who, u, m);
    return m->n == 0 && !list_entries(p, t->who, m);
}

static void forecast_marches(const struct play *p, const struct step *t, struct forecast *f)
{
    struct forecast_line *crowded = forecast_add(
        f, FORECAST_TELLS, "9.41", "{n} [unit does|units do] not go together with others: {u*}");

    for (int u = 0; u < p->box->pieces; u++)
        if (on_map(p, u) && side_of(p, u) == t->who && top_of(p, place_of(p, u)) == u &&
            refuse_company_here(p, place_of(p, u)))
            forecast_piece(crowded, u);
    forecast_entries(p, t->who, f);
}

const struct step_def step_marches = {
    .name = "marches",
    .cases = "5.0a 5.11",
    .on = "turn",
    .title = "March Phase",
    .prompt = "March with your units, then end the phase",
    .about = "march",
    .done = "End the March Phase",
    .phase = true,
    .thought = THINK_PLAN,
    .list = list_marches,
    .take = take_marches,
    .why = why_marches,
    .moot = moot_marches,
    .forecast = forecast_marches,
};
