/*
 * check.c: what must hold of every state of March into Battle, played or read. What must hold of a step stands in its row.
 */
#include "mib.h"

static int cell_of(const struct play *p, int u)
{
    return on_map(p, u) ? unit_at(p, u)->place : STACK_END;
}

static const char *check_off_map(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (k->place < EXITED)
        return "a piece is nowhere";
    if (k->place == WAITING ? !k->due : k->due || k->gate || k->late)
        return "3.1r1: only who is still to come has a turn and a place to arrive";
    if (k->place < 0 && (k->flags & (U_ACTIVATION | U_COMBAT | U_ENTERED) || k->spent || k->extra))
        return "a piece off the map has done something there";
    if (k->place == ABSENT && (k->flags || k->c || k->s || k->fatigue))
        return "a piece that is not in the game has lost or done something";
    return NULL;
}

/* [2.8r] [9.3r1] [2.4r] [2.5r] [2.6r] */
static const char *check_piece(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    bool smashed = k->flags & U_SMASHED;

    if (k->facing % 2 || k->facing >= HEX_FACINGS || (k->facing && !is_combat(p, u)))
        return "6.6r1: a combat unit faces a hexside";
    if (!is_division(p, u))
        return k->c || k->s || k->fatigue || k->flags & (U_D | U_SMASHED | U_COUNTED)
                   ? "4.2r: only infantry and cavalry have steps, fatigue and order"
                   : NULL;
    if (sp_of(p, u) < 0 || guns_of(p, u) < 0 || organic_of(p, u) < 0)
        return "9.1r: a unit has lost more than it had";
    if (k->place != LOST && k->place != ABSENT && (sp_of(p, u) == 0) != smashed)
        return "9.3r1: a unit without strength is Smashed, and only that";
    return smashed && (!k->s || k->flags & U_D) ? "9.3r1: a Smashed unit has stragglers" : NULL;
}

static const char *check_pieces(const struct play *p)
{
    const char *wrong = NULL;

    for (int u = 0; u < p->box->pieces && !wrong; u++) {
        const struct unit *k = unit_at(p, u);

        if (k->place >= p->box->board->cells || k->formation > F_NONE)
            return "a piece is nowhere, or in no formation that there is";
        if (k->flags & U_HALF && arm_of(p, u) != TRAIN)
            return "10.3r: only trains are full or half";
        if (is_leader(p, u) ? k->guns_lost : guns_of(p, u) < 0)
            return "9.1r: a unit has lost more than it had";
        wrong = check_off_map(p, u);
        if (!wrong)
            wrong = check_piece(p, u);
    }
    return wrong;
}

/* [6.0r1] [6.6r1] [6.8r] Who shares a hex. Whoever marches may pass where it may not stay. */
static const char *check_hex(const struct play *p, int h)
{
    int top = mib(p)->top[h], facing = facing_at(p, h);

    EACH_AT (p, h, u) {
        if (side_of(p, u) != side_of(p, top))
            return "6.0r1: enemies share a hex";
        if (is_combat(p, u) && unit_at(p, u)->facing != facing)
            return "6.6r1: the units of a hex share a facing";
    }
    return NULL;
}

static const char *check_armies(const struct play *p)
{
    const struct mib_state *s = mib(p);

    for (int f = 0; f < FORMATIONS; f++)
        if (s->formation[f].order >= ORDERS || s->formation[f].pending > ORDERS ||
            s->formation[f].giver >= CHIEFS || s->formation[f].activations > 2 ||
            (!s->formation[f].pending && s->formation[f].giver))
            return "5.4r2: a formation has no such order";
    for (int side = 0; side < SIDES; side++)
        if (s->morale[side] > mbox(p)->ours[O_TRACK] || (!s->morale[side] && !s->base.over))
            return "11.0r1: Army Morale is off its track";
    if (s->base.turn > s->last || s->last > TURNS || !s->base.turn)
        return "3.0r: there is no such turn";
    return s->pool >> CHITS ? "3.3r1: there is no such chit" : NULL;
}

const char *mib_check(const struct play *p)
{
    const struct mib_state *s = mib(p);
    const char *wrong =
        stack_check(p, s->top, p->box->board->cells, s->below, p->box->pieces, cell_of);

    if (!wrong)
        wrong = check_pieces(p);
    if (!wrong)
        wrong = check_armies(p);
    for (int h = 0; h < p->box->board->cells && !wrong; h++)
        if (s->top[h] != STACK_END)
            wrong = check_hex(p, h);
    return wrong;
}
