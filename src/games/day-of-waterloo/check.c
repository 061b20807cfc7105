/*
 * check.c: what must hold of every state of The Day of Waterloo, whether it was played or read from a
 * position: stacks, units, leaders, fights. What must hold of a step stands in its row.
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
        if ((on_map(p, u) || k->place == WAITING) && k->losses == def_at(p, u)->strength)
            return "8.2: a unit without strength stands on the map or will come to it";
        if (k->place == ABSENT && (k->losses || k->flags))
            return "3.4b: a unit that is not in the game has lost or done something";
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

        lost[corps] += unit_at(p, u)->losses, lost[army] += unit_at(p, u)->losses;
        if (!in_play(p, u))
            continue;
        left[corps] += strength(p, u), left[army] += strength(p, u);
    }
    for (int c = 0; c < CORPS && !wrong; c++)
        wrong = check_track(dow(p)->corps[c].losses, lost[c], left[c]);
    for (int a = 0; a < ARMIES && !wrong; a++)
        wrong = check_track(dow(p)->army[a].losses, lost[CORPS + a], left[CORPS + a]);
    return wrong;
}

/* Those that stand in such hexes and have the flag. */
static int count_engaged(const struct play *p, int hex_flag, int flag)
{
    int n = 0;

    for (int h = 0; h < p->box->board->cells; h++)
        for (EACH_IN(p, u, h))
            n += hex_is(p, h, hex_flag) && has_flag(p, u, flag);
    return n;
}

static int count_hexes(const struct play *p, int flag)
{
    int n = 0;

    for (int h = 0; h < p->box->board->cells; h++)
        n += hex_is(p, h, flag);
    return n;
}

/* [11.0a] [11.4b] Whoever attacks is next to all that defend: never more than a hex has neighbours. */
static const char *check_battle(const struct play *p)
{
    bool fights = dow(p)->fight.kind != FIGHT_NONE;

    if (count_hexes(p, H_TARGET) > BATTLE_HEXES ||
        (fights && count_hexes(p, H_SOURCE) > BATTLE_HEXES))
        return "11.4b: more hexes fight than can be adjacent";
    if (count_engaged(p, H_SOURCE, F_ATTACKS) > BATTLE_COUNTERS ||
        count_engaged(p, H_TARGET, F_DEFENDS) > BATTLE_COUNTERS)
        return "11.0c: more units fight than their hexes allow";
    return NULL;
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
    if (count_hexes(p, H_TARGET) && !can_declare(p))
        return "11.4b: a hex is to be attacked, and nobody can declare it";
    return NULL;
}

/* [9.4.5e] [9.4.5h] Cavalry of two sides in neighbouring hexes that are closed; there still before combat begins. */
static bool reaction_sound(const struct play *p, const struct reaction *r)
{
    int list[CHARGE_COUNTERS];

    return arm_of(p, r->charging) == CAVALRY && arm_of(p, r->reacting) == CAVALRY &&
           side_of(p, r->charging) == dow(p)->side && side_of(p, r->reacting) != dow(p)->side &&
           board_border(p->box->board, r->charged, r->charger) != BOARD_NOWHERE &&
           hex_is(p, r->charged, H_REACTION) && hex_is(p, r->charger, H_REACTION) &&
           (play_state(p)->phase >= PH_COMBAT ||
            (reaction_party(p, r, true, list) && reaction_party(p, r, false, list)));
}

static const char *check_reactions(const struct play *p)
{
    const struct dow_state *s = dow(p);

    for (int i = 0; i < s->reactions; i++) {
        if (!reaction_sound(p, &s->reaction[i]))
            return "9.4.5e: a Reaction Charge is not between cavalry of two neighbouring hexes";
        for (int j = 0; j < i; j++)
            if (s->reaction[i].charging == s->reaction[j].charging ||
                s->reaction[i].reacting == s->reaction[j].reacting)
                return "9.4.5h: cavalry takes part in two Reaction Charges";
    }
    return NULL;
}

/* ---- what rows of steps ask ---- */

bool is_unit(const struct play *p, int piece)
{
    return piece >= 0 && !is_leader(p, piece);
}

bool is_unit_or_none(const struct play *p, int piece)
{
    return piece == NO_UNIT || is_unit(p, piece);
}

bool sound_unit(const struct play *p, const struct step *t)
{
    return is_unit(p, t->v[0]);
}

static const char *check_turn(const struct play *p)
{
    if (play_state(p)->turn > TURNS)
        return "15.0a: there are sixteen turns";
    return play_state(p)->turn > last_turn(p) ? "the last turn is over" : NULL;
}

const char *dow_check(const struct play *p)
{
    const char *wrong = check_turn(p);

    if (!wrong)
        wrong = check_stacks(p);
    if (!wrong)
        wrong = goals_broken(&dow(p)->goals, p->box);
    if (!wrong)
        wrong = check_units(p);
    if (!wrong)
        wrong = check_leaders(p);
    if (!wrong)
        wrong = check_tracks(p);
    if (!wrong)
        wrong = check_fight(p);
    if (!wrong)
        wrong = check_battle(p);
    if (!wrong)
        wrong = check_reactions(p);
    return wrong;
}
