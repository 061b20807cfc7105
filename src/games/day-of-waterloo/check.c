/*
 * check.c: what must hold of every state of The Day of Waterloo, whether it was played or read from a
 * position: stacks, units, leaders, fights, and what the steps on the agenda speak of.
 */
#include "dow.h"

static const char *check_stacks(const struct play *p)
{
    const struct dow_state *s = dow(p);
    const char *wrong =
        stack_check(p, s->top, p->box->board->cells, s->below, dbox(p)->units, piece_place);

    if (wrong)
        return wrong;
    for (int h = 0; h < p->box->board->cells; h++)
        for (EACH_IN(p, u, h))
            if (def_at(p, u)->army != def_at(p, top_of(p, h))->army)
                return "5.1: units of two armies in one hex";
    return NULL;
}

static const char *check_units(const struct play *p)
{
    for (int u = 0; u < dbox(p)->units; u++) {
        const struct unit *k = unit_at(p, u);

        if (k->losses > def_at(p, u)->strength)
            return "11.10: a unit has lost more than it had";
        if (k->corps >= CORPS)
            return "a unit belongs to no corps";
        if (on_map(p, u) && k->losses == def_at(p, u)->strength)
            return "8.2: a unit without strength stands on the map";
        if (k->place >= p->box->board->cells || k->place < HIDDEN)
            return "a unit is nowhere";
    }
    return NULL;
}

static const char *check_leaders(const struct play *p)
{
    for (int i = 0; i < dbox(p)->leaders; i++) {
        int h = dow(p)->leader[i].place;

        if (h >= p->box->board->cells || h < EXITED)
            return "a leader is nowhere";
        if (h >= 0 && enemy_in_hex(p, h, army_side(dbox(p)->leader[i].army)))
            return "5.1: a leader stands among enemies";
    }
    return NULL;
}

/* [12.1b] What units can recover stands on the track; what they can still lose has room there. */
static const char *check_track(int losses, int lost, int left)
{
    if (losses < lost)
        return "12.1b: the units of a corps or an army have lost more than it has";
    return losses + left > LOSSES_MAX ? "12.1b: a corps or an army has lost more than it had"
                                      : NULL;
}

static const char *check_tracks(const struct play *p)
{
    int lost[CORPS + ARMIES] = { 0 }, left[CORPS + ARMIES] = { 0 };
    const char *wrong = NULL;

    for (int u = 0; u < dbox(p)->units; u++) {
        int corps = unit_at(p, u)->corps, army = CORPS + def_at(p, u)->army;

        if (!in_play(p, u))
            continue;
        lost[corps] += unit_at(p, u)->losses, lost[army] += unit_at(p, u)->losses;
        left[corps] += strength(p, u), left[army] += strength(p, u);
    }
    for (int c = 0; c < CORPS && !wrong; c++)
        wrong = check_track(dow(p)->corps[c].losses, lost[c], left[c]);
    for (int a = 0; a < ARMIES && !wrong; a++)
        wrong = check_track(dow(p)->army[a].losses, lost[CORPS + a], left[CORPS + a]);
    return wrong;
}

/* Outside a fight nobody is engaged in one. */
static const char *check_fight(const struct play *p)
{
    if (dow(p)->fight.kind != FIGHT_NONE || dow(p)->fight.surprise)
        return NULL;
    for (int u = 0; u < dbox(p)->units; u++)
        if (has_flag(p, u, F_ATTACKS | F_DEFENDS))
            return "11.1: a unit is engaged in no fight";
    for (int h = 0; h < p->box->board->cells; h++)
        if (hex_is(p, h, H_FLED | H_ROOM))
            return "11.9: somebody retreats from no fight";
    return NULL;
}

/* ---- the agenda ---- */

static bool is_unit(const struct play *p, int piece)
{
    return piece >= 0 && !is_leader(p, piece);
}

static bool is_unit_or_none(const struct play *p, int piece)
{
    return piece == NO_UNIT || is_unit(p, piece);
}

static bool any_engaged(const struct play *p, int hex_flag, int flag)
{
    for (int h = 0; h < p->box->board->cells; h++)
        if (hex_is(p, h, hex_flag) && holds_flag(p, h, flag))
            return true;
    return false;
}

/* Before the die has been read there are attackers, and from the claim on defenders. */
static bool can_be_fought(const struct play *p, const struct step *t)
{
    int kind = dow(p)->fight.kind;

    if (kind == FIGHT_NONE || kind == FIGHT_CHARGE)
        return false;
    if (t->pc < FIGHT_READ && !any_engaged(p, H_SOURCE, F_ATTACKS))
        return false;
    return t->pc < FIGHT_FACED || t->pc >= FIGHT_READ || any_engaged(p, H_TARGET, F_DEFENDS);
}

static bool speaks_of_units(const struct play *p, const struct step *t)
{
    switch (t->op) {
    case ST_RETREAT:
        return is_unit(p, t->v[0]) && t->v[1] >= 0 && t->v[1] <= 2 && t->v[3] >= 0 &&
               is_unit_or_none(p, t->v[4]);
    case ST_SURPRISE:
    case ST_PURSUIT:
    case ST_RALLY_ROLLS: return is_unit(p, t->v[0]);
    case ST_SURPRISE_CHARGE: return is_unit(p, t->v[0]) && (t->pc || on_map(p, t->v[0]));
    case ST_ADVANCE_CHECK: return is_unit(p, t->v[0]) && on_map(p, t->v[0]);
    case ST_DISPLACE:
        return is_unit(p, t->v[1]) && on_map(p, t->v[1]) && is_unit_or_none(p, t->v[2]) &&
               is_unit_or_none(p, t->v[4]);
    case ST_LEADERS: return is_leader(p, t->v[0]);
    case ST_FIGHT: return can_be_fought(p, t);
    default: return true;
    }
}

static const char *check_agenda(const struct play *p)
{
    const struct state *s = play_state(p);

    for (int i = 0; i < s->depth; i++)
        if (!speaks_of_units(p, &s->agenda[i]))
            return "a step speaks of pieces that cannot do what it asks";
    return NULL;
}

const char *dow_check(const struct play *p)
{
    const char *wrong = check_stacks(p);

    if (!wrong)
        wrong = check_units(p);
    if (!wrong)
        wrong = check_leaders(p);
    if (!wrong)
        wrong = check_tracks(p);
    if (!wrong)
        wrong = check_fight(p);
    if (!wrong)
        wrong = check_agenda(p);
    return wrong;
}
