/*
 * check.c: what must hold of every state of Ney vs. Wellington, whether it was played or read from
 * a position: stacks, units, extended lines, charges. What must hold of a step stands in its row.
 */
#include "nvw.h"

static int cell_of(const struct play *p, int u)
{
    return place_of(p, u);
}

/* [9.18] One side in a hex; command units below the troops. */
static const char *check_hex(const struct play *p, int h)
{
    int side = top_of(p, h) == NO_PIECE ? NOBODY : side_of(p, top_of(p, h));
    bool leaders = false;

    for (EACH_IN(p, u, h)) {
        if (side_of(p, u) != side)
            return "9.18: two sides in one hex";
        if (leaders && !is_leader(p, u))
            return "9.53: a command unit lies above the troops";
        leaders |= is_leader(p, u);
    }
    for (EACH_WING(p, u, h))
        if (occupier(p, h) != side_of(p, u) || (side != NOBODY && side != side_of(p, u)))
            return "9.18: a line stretches into an enemy's hex";
    return NULL;
}

static bool formation_fits(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    switch (arm_of(p, u)) {
    case CAVALRY: return k->formation == HORSE;
    case FOOT_GUNS:
    case HORSE_GUNS: return k->formation == LIMBERED || k->formation == UNLIMBERED;
    case LEADER: return k->formation == COMMAND;
    case COMPANY:
    case RIFLES: return k->formation == SKIRMISH;
    default: return k->formation <= SQUARE;
    }
}

/* [8.3d] [8.31] [8.34] Beside its battalion, in good order, in line. */
static const char *check_wing(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    int direction;

    if (k->wing == NOWHERE)
        return k->next_wing ? "8.31: a marker of no line" : NULL;
    if (!is_battalion(p, u) || k->place < 0 || k->wing < 0 || k->wing >= p->box->board->cells)
        return "8.31: a marker away from its battalion";
    if (k->formation != LINE || k->morale != GOOD)
        return "8.34: a marker of no line in good order";
    direction = board_direction(p->box->board, k->place, k->wing);
    if (direction < 0 ||
        board_part(p->box->board, k->place, k->wing, k->facing, HEX_CORNER_ARCS) != HEX_FLANK)
        return "8.31: a marker stands in a hex beside its battalion";
    if ((nbox(p)->hedged[k->place] | nbox(p)->streamed[k->place]) >> direction & 1)
        return "8.3d: a line is parted by a hedge or stream";
    return NULL;
}

static const char *check_strength(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    const struct piece_def *d = def_at(p, u);

    if (k->points > d->strength || k->guns > d->guns || k->rounds > d->rounds)
        return "2.2c: a unit is stronger than it was";
    if (k->place < 0 && k->place != QUEUED && k->place != COMING)
        return NULL;
    if (!is_leader(p, u) && k->points == 0)
        return "11.56: a unit without strength stands on the map or will come to it";
    return is_guns(p, u) && k->guns == 0 ? "11.56: a battery without guns" : NULL;
}

static const char *check_unit(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    const char *wrong;

    if (k->place < SPENT || k->place >= p->box->board->cells)
        return "a unit is nowhere";
    if (k->facing % 2 == 0 || k->facing >= HEX_FACINGS)
        return "2.2f: a unit faces a corner of its hex";
    if (k->morale >= MORALES || !formation_fits(p, u))
        return "7.0: a unit is in a formation that it cannot take";
    if (k->before > LINE || (k->before && k->formation != SQUARE))
        return "8.52b: a unit was in no square";
    if ((k->morale == ROUTED && is_guns(p, u)) || (k->morale != GOOD && is_leader(p, u)) ||
        (k->morale == DISORDERED && is_company(p, u)))
        return "7.46: a battery or command unit routs, or a company is disordered";
    if (k->place == POOL && arm_of(p, u) != COMPANY)
        return "8.46a: only companies are in a pool";
    if (has_flag(p, u, F_REDUCED) && !is_leader(p, u))
        return "7.51: only command units are reduced";
    if (k->place < 0 && (k->flags & ~(F_REDUCED | F_DETACHED)))
        return "a unit off the map has done something";
    if (k->place >= 0 && entry_forbidden(p, u, k->place))
        return "10.28: a unit stands where it cannot enter";
    wrong = check_strength(p, u);
    return wrong ? wrong : check_wing(p, u);
}

static bool linked(const struct play *p, int u)
{
    int n = 0;

    for (EACH_WING(p, v, unit_at(p, u)->wing)) {
        if (v >= p->box->pieces || unit_at(p, v)->wing != unit_at(p, u)->wing || ++n > UNITS_MAX)
            return false;
        if (v == u)
            return true;
    }
    return false;
}

static const char *check_wings(const struct play *p)
{
    for (int h = 0; h < p->box->board->cells; h++)
        if (nvw(p)->wing[h] > p->box->pieces ||
            (nvw(p)->wing[h] && unit_at(p, nvw(p)->wing[h] - 1)->wing != h))
            return "8.31: a marker of no line";
    for (int u = 0; u < p->box->pieces; u++)
        if (unit_at(p, u)->wing >= 0 && !linked(p, u))
            return "8.31: a line without its marker";
    return NULL;
}

/* [12.32f1] Ridden as soon as it is declared, while the charge that it answers waits. */
static bool is_countering(const struct play *p)
{
    const struct state *s = play_state(p);

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_COUNTER)
            return true;
    return false;
}

static const char *check_charges(const struct play *p)
{
    const struct nvw_state *s = nvw(p);

    if (s->charges > CHARGES_MAX)
        return "12.32c: more charges than there is cavalry";
    for (int i = 0; i < s->charges; i++) {
        if (s->charge[i].unit >= p->box->pieces || !is_cavalry(p, s->charge[i].unit) ||
            !on_map(p, s->charge[i].unit) || s->charge[i].kind >= CHARGES)
            return "12.32: a charge of nobody";
        if (s->charge[i].kind == CH_COUNTER && !is_countering(p))
            return "12.32f1: a counter-charge that answers none";
        for (int j = 0; j < i; j++)
            if (s->charge[j].unit == s->charge[i].unit)
                return "12.32c: a unit charges twice";
    }
    return NULL;
}

static const char *check_armies(const struct play *p)
{
    const struct nvw_state *s = nvw(p);

    for (int side = 0; side < SIDES; side++) {
        if (s->level[side] == 0 && !s->demoralized[side])
            return "13.34: an army without morale is demoralized";
        if (s->demoralized[side] && s->level[side])
            return "13.34: an army is demoralized at 0";
        if (s->way[side] > WAY_WEST)
            return "11.0d: fire goes east or west";
    }
    return goals_broken(&s->goals, p->box);
}

static bool faces_two_ways(const struct play *p, int h)
{
    for (EACH_IN(p, u, h))
        if (!faces_all(p, u) && unit_at(p, u)->facing != hex_facing(p, h))
            return true;
    return false;
}

/* [3.0a] Before the first is asked: what may happen in play, for a moment or at a price, is no
 * set-up. */
static const char *check_set_up(const struct play *p)
{
    const struct state *s = play_state(p);

    if (s->depth != 1 || s->agenda[0].op != ST_GAME || s->agenda[0].pc != 0)
        return NULL;
    for (int h = 0; h < p->box->board->cells; h++) {
        if (over_stacked(p, h))
            return "9.12: more stand in a hex than it holds";
        if (stack_mixed(p, h))
            return "9.41: units that do not go together stand in a hex";
        if (faces_two_ways(p, h))
            return "6.32: the units of a hex face two ways";
    }
    return NULL;
}

const char *nvw_check(const struct play *p)
{
    const struct nvw_state *s = nvw(p);
    const char *wrong = NULL;

    for (int u = 0; u < p->box->pieces && !wrong; u++)
        wrong = check_unit(p, u);
    wrong = wrong ? wrong
                  : stack_check(p, s->top, p->box->board->cells, s->below, p->box->pieces, cell_of);
    wrong = wrong ? wrong : check_wings(p);
    for (int h = 0; h < p->box->board->cells && !wrong; h++)
        wrong = check_hex(p, h);
    wrong = wrong ? wrong : check_charges(p);
    wrong = wrong ? wrong : check_armies(p);
    wrong = wrong ? wrong : check_set_up(p);
    if (!wrong && play_state(p)->turn > last_turn(p))
        wrong = "15.0a: the game is longer than its last turn";
    return wrong;
}
