/*
 * 12-opportunity.c: case 12.32e, opportunity charges: who comes before horse on the march may be
 * charged. They are ridden in the Shock Phase, after the charges of the phasing side.
 */
#include "charge.h"

enum { WHO }; /* the mover */

/* [12.32e1] The mover brings troop points into one of its hexes. */
static bool tempts(const struct play *p, int mover, int u)
{
    const struct unit *k = unit_at(p, mover);

    return !refuse_charger(p, enemy_of(side_of(p, mover)), u) &&
           (has_before_it(p, u, k->place) || has_before_it(p, u, k->wing));
}

/* Horse near one of its hexes; NO_PIECE: none. From `after` on, so that all can be listed. */
static int next_tempted(const struct play *p, int mover, int after)
{
    int best = NO_PIECE;

    for (int half = 0; half < 2; half++) {
        int h = half ? unit_at(p, mover)->wing : place_of(p, mover);

        for (const int16_t *at = h < 0 ? NULL : nbox(p)->near[h]; at && *at != NOWHERE; at++) {
            int u = top_of(p, *at);

            if (u != NO_PIECE && u > after && is_cavalry(p, u) && (best == NO_PIECE || u < best) &&
                tempts(p, mover, u))
                best = u;
        }
    }
    return best;
}

/* [12.32e1] Of those who have come, not of those who were there: neither command units nor guns are
 * troop points. */
static bool brings_troops(const struct play *p, int u)
{
    if (!on_map(p, u))
        return false;
    for (EACH_IN(p, v, place_of(p, u)))
        if ((v == u || has_flag(p, v, F_MOVING | F_RETREATS)) && !is_guns(p, v) && !is_leader(p, v))
            return true;
    return false;
}

/* As the enemy has said. */
static bool let_pass(const struct play *p, int u)
{
    return nvw(p)->holds[enemy_of(side_of(p, u))] || has_flag(p, u, F_SPARED);
}

void offer_opportunity(struct play *p, int u)
{
    if (brings_troops(p, u) && !let_pass(p, u) && next_tempted(p, u, NO_PIECE) != NO_PIECE)
        agenda_push_with(p, ST_OPPORTUNITY, enemy_of(side_of(p, u)), u, 0, 0, 0);
}

static bool moot_opportunity(const struct play *p, const struct step *t)
{
    int u = t->v[WHO];

    return !brings_troops(p, u) || let_pass(p, u) || next_tempted(p, u, NO_PIECE) == NO_PIECE;
}

static void list_opportunity(const struct play *p, const struct step *t, struct menu *m)
{
    for (int u = next_tempted(p, t->v[WHO], NO_PIECE); u != NO_PIECE;
         u = next_tempted(p, t->v[WHO], u))
        menu_add(m, act1(V_CHARGE, u));
    menu_add(m, act0(V_DONE));
    menu_add(m, act1(V_HOLD_UNIT, t->v[WHO]));
    menu_add(m, act0(V_HOLD_PHASE));
}

static const char *why_tempted(const struct play *p, int side, int u)
{
    const char *why = refuse_charger(p, side, u);

    return why ? why : "12.32e1: it does not see that enemy within two hexes before it";
}

static const char *why_opportunity(const struct play *p, const struct step *t,
                                   const struct action *a)
{
    return a->verb == V_CHARGE ? why_tempted(p, t->who, a->arg[0]) : NULL;
}

/* [12.32e2] */
static void take_opportunity(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_CHARGE) {
        ask_check(p, a->arg[0], CH_OPPORTUNITY);
        return;
    }
    if (a->verb == V_HOLD_UNIT)
        set_flag(p, t->v[WHO], F_SPARED);
    if (a->verb == V_HOLD_PHASE)
        nvw(p)->holds[t->who] = 1;
    agenda_pop(p, 0);
}

static bool tempted_sound(const struct play *p, const struct step *t)
{
    return t->who == enemy_of(side_of(p, t->v[WHO]));
}

const struct step_def step_opportunity = {
    .name = "opportunity",
    .cases = "12.32e1",
    .vars = "who:u",
    .on = "march retreat",
    .title = "Opportunity charge",
    .prompt = "{u0} [comes|come] before your horse: who charges?",
    .no = "No charge",
    .passed = "12.32e1: horse may charge it on the way",
    .thought = THINK_CHOICE,
    .list = list_opportunity,
    .take = take_opportunity,
    .why = why_opportunity,
    .moot = moot_opportunity,
    .preview = preview_declare,
    .sound = tempted_sound,
};
