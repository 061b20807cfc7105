/*
 * 04-disengagement.c: chapters 4.2 and 2.21.C: out of enemy zones at night and in rain; artillery
 * in mud (11.57).
 *
 * A piece is chosen, then its hex, one or two away; whoever can go must.
 */
#include "ld.h"

enum { SIDE, SHARE, WHO, GUNS };

/* [16.2b] [4.4b] ruling 10: one hex, never into an enemy zone, a vedette's neither. */
static bool can_step(const struct play *p, int u, int from, int direction)
{
    int to = next_of(p, from, direction), side = side_of(p, u);

    return !enemy_in(p, to, side) && !in_zone(p, to, side) &&
           step_cost(p, u, from, direction, false) != NO_ENTRY;
}

static bool can_be_in(const struct play *p, int u, int h)
{
    struct tally t = tally_all(p, h);

    tally_add(p, &t, u);
    t.columns = u8(t.columns - has_flag(p, u, F_COLUMN));
    return !refuse_tally(&t);
}

/* [13.14t] */
static bool can_pass(const struct play *p, int u, int h)
{
    return !is_vedette(p, u) || tally_all(p, h).vedettes < 3;
}

/* [4.2] [2.21.C1] [8.14b] [13.22a] ruling 5: one or two hexes, the owner's choice. */
bool slips_to(const struct play *p, int u, int to)
{
    int from = place_of(p, u);

    if (to == from || apart(p, from, to) > SLIP_HEXES || !can_be_in(p, u, to))
        return false;
    EACH_BESIDE (p, from, d, by) {
        if (!can_step(p, u, from, d))
            continue;
        if (by == to)
            return true;
        EACH_DIRECTION(e)
        if (next_of(p, by, e) == to && can_pass(p, u, by) && can_step(p, u, by, e))
            return true;
    }
    return false;
}

/* Of a hex that is not on the list. */
static const char *refuse_disengage(const struct play *p, int u, int to)
{
    if (apart(p, place_of(p, u), to) > SLIP_HEXES)
        return "4.2: two hexes at most";
    if (in_zone(p, to, side_of(p, u)))
        return "4.2: not into another enemy zone";
    return "4.2: it cannot get there";
}

/* [3.11] [8.34D] ruling 89: a leader goes when enough of the others have gone. */
static bool is_needed(const struct play *p, int u)
{
    struct tally rest = { 0 };

    EACH_PIECE_AT(p, v, place_of(p, u))
    if (v != u)
        tally_add(p, &rest, v);
    return is_leader(p, u) && refuse_tally(&rest);
}

static bool can_disengage(const struct play *p, const struct step *t, int u)
{
    if (!on_map(p, u) || !is_mine(p, t, u) || (t->v[GUNS] && !is_guns(p, u)) || !is_engaged(p, u) ||
        is_needed(p, u))
        return false;
    EACH_BESIDE (p, place_of(p, u), d, by) {
        if (!can_step(p, u, place_of(p, u), d))
            continue;
        if (can_be_in(p, u, by))
            return true;
        EACH_BESIDE (p, by, e, beyond)
            if (can_pass(p, u, by) && can_step(p, u, by, e) && can_be_in(p, u, beyond))
                return true;
    }
    return false;
}

static const char *refuse_choice(const struct play *p, const struct step *t, int u)
{
    if (!is_mine(p, t, u) || !is_engaged(p, u))
        return "4.2: it is not in an enemy zone";
    if (t->v[GUNS] && !is_guns(p, u))
        return "11.57a: in mud artillery disengages, nobody else";
    if (is_needed(p, u))
        return "8.34D: those who stay would be too many without a leader";
    return can_disengage(p, t, u) ? "4.2: somebody else is chosen"
                                  : "4.2: it cannot leave the enemy zone";
}

static void list_disengagement(const struct play *p, const struct step *t, struct menu *m)
{
    if (t->v[WHO] >= 0) {
        for (int h = 0; h < p->box->board->cells; h++)
            if (slips_to(p, t->v[WHO], h))
                menu_add(m, act2(V_DISENGAGE, t->v[WHO], h));
        if (m->n > 0)
            return;
    }
    EACH_PIECE (p, u)
        if (can_disengage(p, t, u))
            menu_add(m, act1(V_TAKE, u));
    if (m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_disengagement(const struct play *p, const struct step *t,
                                     const struct action *a)
{
    switch (a->verb) {
    case V_TAKE: return refuse_choice(p, t, a->arg[0]);
    case V_DISENGAGE:
        return t->v[WHO] == a->arg[0] ? refuse_disengage(p, a->arg[0], a->arg[1])
                                      : "4.2: choose it first";
    default: return "4.2: who can leave an enemy zone must";
    }
}

static void take_disengagement(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0], from;

    if (a->verb == V_DONE) {
        agenda_pop(p, 0);
        return;
    }
    if (a->verb == V_TAKE) {
        t->v[WHO] = i16(u);
        return;
    }
    t->v[WHO] = -1;
    from = place_of(p, u);
    play_tell(p, EV_DISENGAGE, is_seen(p, u) ? 0 : veil(side_of(p, u)), 4, u, from, a->arg[1],
              W_ARMY + army_of(p, u));
    clear_flag(p, u, F_COLUMN);
    move_piece(p, u, a->arg[1]);
    note_sources(p, u, a->arg[1]);
    left_zone(p, u);
}

static bool disengagement_sound(const struct play *p, const struct step *t)
{
    return phase_sound(p, t) &&
           (t->v[WHO] < 0 || (on_map(p, t->v[WHO]) && side_of(p, t->v[WHO]) == t->who));
}

/* [11.57a] */
void push_disengagement(struct play *p, int side, bool guns)
{
    push_phase(p, ST_DISENGAGEMENT, side);
    for (struct step *t = agenda_top(p); t->op == ST_DISENGAGEMENT; t--)
        t->v[WHO] = -1, t->v[GUNS] = guns;
}

static const char *phrase_disengagement(const struct play *p, const struct step *t)
{
    (void)p;
    return t->v[GUNS] ? "In mud artillery leaves enemy zones before combat (11.57a): choose a "
                        "battery, then a hex"
                      : NULL;
}

const struct step_def step_disengagement = {
    .name = "disengagement",
    .cases = "4.2",
    .vars = "side:s share:first+second who:U guns:no|yes",
    .on = "player combat disengagement",
    .title = "Disengagement Phase",
    .prompt = "Take your forces out of enemy zones: choose a piece, then a hex",
    .phrase = phrase_disengagement,
    .done = "End disengagement",
    .about = "take",
    .phase = true,
    .list = list_disengagement,
    .take = take_disengagement,
    .why = why_disengagement,
    .seat = seat_by_share,
    .sound = disengagement_sound,
};
