/*
 * 03-leaders.c: chapters 3.9 and 6.2.1: whom a Tactical Leader commands, and the Activation Phase.
 *
 * A leader is named, rides (06-2-movement.c, MODE_LEADER) and is revealed. He is named only if he
 * can be revealed somewhere, and a Heart alone never ends the phase.
 */
#include "w200.h"

enum { SIDE, MASK };

/* [3.9.5.1a] [3.9.5.2b] [3.9.3e] Areas that his orders reach: Uxbridge's stars, else 2 for the
 * French and 1 for the Allies, one less at Heart. */
static int tactical_range(const struct play *p, int u)
{
    const struct w200_box *box = box_of(p);

    if (u == box->uxbridge)
        return value_of(p, u);
    return (faction_of(p, u) == FRENCH ? 2 : 1) - at_heart(p, u);
}

/* [3.9.5.1b] Traced like a Line of Communication: a contested area ends the way. */
struct areas range_from(const struct play *p, int u, int area)
{
    const struct w200_box *box = box_of(p);
    int side = side_of(faction_of(p, u));
    struct areas contested = contested_now(p), open = areas_less(controlled_by(p, side), contested);
    struct areas reach, edge = NO_AREAS, ends = NO_AREAS;

    areas_add(&edge, area);
    reach = edge;
    for (int far = tactical_range(p, u); far > 0; far--) {
        struct areas near = NO_AREAS;

        while (areas_any(edge))
            near = areas_or(near, box->next[areas_take(&edge)]);
        ends = areas_or(ends, areas_and(near, contested));
        edge = areas_less(areas_and(near, open), reach);
        reach = areas_or(reach, edge);
    }
    return areas_or(reach, ends);
}

struct areas range_of(const struct play *p, int u)
{
    return range_from(p, u, w200_of(p)->block[u].place);
}

/* ---- 6.2.1 the Activation Phase ---- */

/* The lines of communication of a side's factions, worked out once for a list. */
struct lines {
    struct areas loc[FACTIONS];
};

static struct lines lines_of(const struct play *p, int side)
{
    struct lines l = { .loc = { NO_AREAS } };

    for (int f = 0; f < FACTIONS; f++)
        if (side_of(f) == side)
            l.loc[f] = loc_of(p, f);
    return l;
}

/* [3.9.1b] [6.2.1d] Where an enemy stands he must first be able to ride away. */
static bool can_be_revealed(const struct play *p, int u)
{
    int faction = faction_of(p, u), side = side_of(faction);
    struct mover m = { .u = u, .faction = faction, .side = side, .mode = MODE_LEADER };

    return !enemy_in(p, side, w200_of(p)->block[u].place) || can_march(p, &m, unit_of(p, u)->mp);
}

/* All but the question whether a Heart may come before a star. [3.9.1d] [3.9.4c] [3.9.5b] [6.2.1a]
 * [6.2.1b] */
static const char *refuse_leader(const struct play *p, const struct lines *l, int side, int u)
{
    const struct w200_state *s = w200_of(p);
    int faction = faction_of(p, u);

    if (side_of(faction) != side)
        return "3.9.1d: a side activates its own leaders";
    if (unit_of(p, u)->arm == STRATEGIC)
        return "3.9.1d: Strategic Leaders are activated in the Reorganization Phase only";
    if (unit_of(p, u)->arm != TACTICAL)
        return "3.9.1d: only Tactical Leaders are activated in the Activation Phase";
    if (!in_area(p, u))
        return "6.2.1a: he is not on the map";
    if (s->block[u].shown & SHOWN_ACTIVE)
        return "3.9.1e: he has been activated in this impulse";
    if (s->leaders[faction] >= strategic_value(p, faction))
        return "3.9.5b: no more leaders than the Strategic Value of the faction's Strategic Leader";
    if (!areas_has(l->loc[faction], s->block[u].place))
        return "6.2.1a: an isolated leader cannot be activated";
    if (!can_be_revealed(p, u))
        return "3.9.1b: he cannot be revealed among enemies, nor ride away from them";
    return NULL;
}

/* A leader with stars who can be revealed where he stands, whatever another does before him. */
static bool star_remains(const struct play *p, const struct lines *l, int side, int besides)
{
    const struct w200_box *box = box_of(p);
    const struct w200_state *s = w200_of(p);

    for (int c = 0; c < CORPS; c++) {
        int u = box->leader[c], faction = box->corps_faction[c];
        int slots = faction == faction_of(p, besides) ? 2 : 1;

        if (u != besides && !refuse_leader(p, l, side, u) && value_of(p, u) > 0 &&
            !enemy_in(p, side, s->block[u].place) &&
            s->leaders[faction] + slots <= strategic_value(p, faction))
            return true;
    }
    return false;
}

/* [6.2a] [6.2b] [3.9.3a] */
static const char *refuse_activation(const struct play *p, const struct lines *l, int side, int u)
{
    const char *why = refuse_leader(p, l, side, u);

    if (why)
        return why;
    if (value_of(p, u) == 0 && !w200_of(p)->able && !star_remains(p, l, side, u))
        return "6.2b: a leader with a Tactical Value above 0 must be activated first";
    return NULL;
}

static bool able_leader(const struct play *p, int side, int mask)
{
    const struct w200_box *box = box_of(p);
    struct lines l = lines_of(p, side);

    for (int c = 0; c < CORPS; c++)
        if (mask >> box->corps_faction[c] & 1 && !refuse_leader(p, &l, side, box->leader[c]) &&
            value_of(p, box->leader[c]) > 0)
            return true;
    return false;
}

/* [6.2a] */
bool may_activate(const struct play *p, int side)
{
    return able_leader(p, side, side == S_FRENCH ? 1 << FRENCH : 1 << BRITISH | 1 << PRUSSIAN);
}

/* [6.2b] Of three players the British owner may leave it to the Prussian one. */
static const char *refuse_stop(const struct play *p, const struct step *t)
{
    if (w200_of(p)->able ||
        (t->v[MASK] == 1 << BRITISH && able_leader(p, t->v[SIDE], 1 << PRUSSIAN)))
        return NULL;
    return "6.2b: at least one leader with a Tactical Value above 0 must be activated";
}

static void list_activation(const struct play *p, const struct step *t, struct menu *m)
{
    const struct w200_box *box = box_of(p);
    struct lines l = lines_of(p, t->v[SIDE]);

    for (int c = 0; c < CORPS; c++)
        if (t->v[MASK] >> box->corps_faction[c] & 1 &&
            !refuse_activation(p, &l, t->v[SIDE], box->leader[c]))
            menu_add(m, act1(V_ACTIVATE, box->leader[c]));
    if (m->n == 0 || !refuse_stop(p, t)) /* none left: in a position that was only guessed */
        menu_add(m, act0(V_STOP));
}

static const char *why_activation(const struct play *p, const struct step *t,
                                  const struct action *a)
{
    struct lines l = lines_of(p, t->v[SIDE]);

    if (a->verb == V_STOP)
        return refuse_stop(p, t);
    if (a->verb != V_ACTIVATE)
        return NULL;
    if (side_of(faction_of(p, a->arg[0])) == t->v[SIDE] &&
        !(t->v[MASK] >> faction_of(p, a->arg[0]) & 1))
        return "SID-1: the other faction's owner decides about him";
    return refuse_activation(p, &l, t->v[SIDE], a->arg[0]);
}

/* [3.9.1a] [3.9.1e] */
static void take_activation(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    if (a->verb == V_STOP)
        agenda_pop(p, 0);
    else
        ask_march(p, a->arg[0], MODE_LEADER, unit_of(p, a->arg[0])->mp);
}

const struct step_def step_activation = {
    .name = "activation",
    .thought = THINK_CHOICE,
    .cases = "6.2.1a",
    .vars = "side:s factions:french+british+prussian",
    .on = "tactical@movement activation",
    .title = "Activation",
    .prompt = "Activate a Tactical Leader",
    .about = "activate",
    .done = "No more leaders",
    .phase = true,
    .list = list_activation,
    .take = take_activation,
    .why = why_activation,
    .seat = seat_by_mask,
    .sound = phase_sound,
};
