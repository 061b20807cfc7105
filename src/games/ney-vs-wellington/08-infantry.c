/*
 * 08-infantry.c: section 8: column, line, extended line, skirmishers, square; and the
 * Facing/Formation Phase with what other arms do in it (6.2, 7.1, 7.4).
 *
 * [7.11] [8.0a] [7.13] Voluntary changes happen here only; [7.16] [6.44] under an enemy's minimum
 * zone they draw fire (11-reaction.c). [8.46c] There is always a marker.
 */
#include "nvw.h"

enum { TWO_RANKS = 4, THREE_RANKS = 6, POOR = 2 };

/* ---- lines ---- */

/* [11.41] [8.3a] British and Hanoverians, but for the poor. */
bool two_ranks(const struct play *p, int u)
{
    const struct piece_def *d = def_at(p, u);

    return is_battalion(p, u) && (d->nation == N_BRITISH || d->nation == N_HANOVERIAN) &&
           d->effectiveness > POOR;
}

/* [8.3a] [8.3b] [8.3c] */
bool needs_wing(const struct play *p, int u)
{
    return is_battalion(p, u) &&
           unit_at(p, u)->points >= (two_ranks(p, u) ? TWO_RANKS : THREE_RANKS);
}

/* [8.3d] [8.31] [8.31b] A marker in `to` of a battalion in h that faces there. */
const char *refuse_wing(const struct play *p, int u, int facing, int h, int to)
{
    int direction = board_direction(p->box->board, h, to);

    if (direction < 0 || board_part(p->box->board, h, to, facing, HEX_CORNER_ARCS) != HEX_FLANK)
        return "8.31: the marker stands in a hex beside the battalion's flank";
    if ((nbox(p)->hedged[h] | nbox(p)->streamed[h]) >> direction & 1)
        return "8.3d: no line across a hedge or stream";
    if (entry_forbidden(p, u, to))
        return "8.31b: the marker does not go into a pond";
    if (is_obstructed(p, to))
        return "8.31b: in cover the line would be disordered at once";
    if (top_of(p, to) != NO_PIECE && side_of(p, top_of(p, to)) != side_of(p, u))
        return "8.31b: an enemy stands there";
    return occupier(p, to) == enemy_of(side_of(p, u)) ? "8.31b: an enemy line stands there" : NULL;
}

/* Is there any hex for its marker? */
static bool has_room(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    EACH_NEIGHBOUR (p->box->board, k->place, link)
        if (!refuse_wing(p, u, k->facing, k->place, link->cell))
            return true;
    return false;
}

/* ---- what may be done ---- */

/* [6.22] [7.12] [7.14] [8.0b] [13.27b] Of any change of formation. */
static const char *refuse_change(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (k->morale != GOOD)
        return "7.14: who is disordered or routed changes formation by rallying only";
    if (k->flags & F_FORMED)
        return "7.12: it has changed its formation in this phase";
    if (k->flags & F_TURNED && !is_guns(p, u) && k->formation != SQUARE) /* [7.43] */
        return "6.22: it has turned in this phase";
    return NULL;
}

/* [8.52b] A square becomes again what it was; ruling 13: the option lets it be a column where its
 * line has no room. */
static const char *refuse_from_square(const struct play *p, int u, int to)
{
    const struct unit *k = unit_at(p, u);

    if (k->formation != SQUARE || k->before == to)
        return NULL;
    if (to == COLUMN && play_option(p, OPT_SQUARE_COLUMN) && needs_wing(p, u) && !has_room(p, u))
        return NULL;
    return "8.52b: a square becomes again what it was before";
}

static const char *refuse_column(const struct play *p, int u)
{
    if (!is_battalion(p, u))
        return "8.1: only battalions form column";
    if (unit_at(p, u)->formation == COLUMN)
        return "8.1: it is in column";
    return refuse_from_square(p, u, COLUMN);
}

/* [8.2] [8.3c] */
static const char *refuse_line(const struct play *p, int u)
{
    if (!is_battalion(p, u))
        return "8.2: only battalions form line";
    if (unit_at(p, u)->formation == LINE)
        return "8.2: it is in line";
    if (needs_wing(p, u))
        return two_ranks(p, u) ? "8.3a: it is strong enough for an extended line"
                               : "8.3b: it is strong enough for an extended line";
    return refuse_from_square(p, u, LINE);
}

static const char *refuse_extend(const struct play *p, int u, int to)
{
    const struct unit *k = unit_at(p, u);
    const char *why;

    if (!is_battalion(p, u))
        return "8.2: only battalions form line";
    if (k->formation == LINE)
        return "8.2: it is in line";
    if (!needs_wing(p, u))
        return "8.3c: it is too weak for an extended line";
    why = refuse_from_square(p, u, LINE);
    return why ? why : refuse_wing(p, u, k->facing, k->place, to);
}

/* [8.54] Ruling 75: one who cannot, and nobody can. */
static const char *refuse_others(const struct play *p, int u, int h)
{
    for (EACH_IN(p, v, h))
        if (v != u && !is_leader(p, v) && unit_at(p, v)->formation != SQUARE &&
            (!is_battalion(p, v) || refuse_change(p, v)))
            return "8.54: another unit in that hex cannot form square";
    for (EACH_WING(p, v, h))
        if (v != u)
            return "8.54: another line stretches into that hex";
    return NULL;
}

/* [8.5] [8.52a] [8.53] [10.32] */
static const char *refuse_square(const struct play *p, int u, int h)
{
    const struct unit *k = unit_at(p, u);

    if (!is_battalion(p, u))
        return "8.5: only battalions form square";
    if (k->formation == SQUARE)
        return "8.5: it is in square";
    if (h != k->place && h != k->wing)
        return "8.52a: a square is formed in a hex where the battalion stands";
    if (is_obstructed(p, h))
        return "8.53: no square in a wood or a building";
    if (is_protected(p, h))
        return "8.53: no square behind a hedge";
    return refuse_others(p, u, h);
}

/* [7.41] [7.42a] [7.43] Where other guns stand they face one way. [6.32] */
static const char *refuse_guns(const struct play *p, int u, int formation, int facing)
{
    const struct unit *k = unit_at(p, u);

    if (!is_guns(p, u))
        return "7.41: only batteries limber and unlimber";
    if (k->formation == formation)
        return "7.41: it stands so already";
    if (facing % 2 == 0)
        return "2.2f: a unit faces a corner of its hex";
    for (EACH_IN(p, v, k->place))
        if (v != u && !faces_all(p, v) && unit_at(p, v)->facing != facing)
            return "6.32: all units of a hex face one way";
    return NULL;
}

/* [8.42a] [8.43] [8.44] [8.46a] [2.13b] [2.2j] Free in the pool: NO_PIECE, none is left. */
static int free_company(const struct play *p, int side)
{
    int first = nbox(p)->first_company[side];

    for (int u = first; u < nbox(p)->units + nbox(p)->leaders + nbox(p)->companies; u++)
        if (place_of(p, u) == POOL && side_of(p, u) == side)
            return u;
    return NO_PIECE;
}

static const char *refuse_detach(const struct play *p, int u)
{
    const struct piece_def *d = def_at(p, u);

    if (!is_battalion(p, u))
        return "8.4: only battalions send out skirmishers";
    if (is_routed(p, u))
        return "13.27b: a routed unit does nothing";
    if (d->effectiveness <= POOR)
        return "8.44: so poor a battalion has no skirmishers";
    if (d->arm != LIGHT && has_flag(p, u, F_DETACHED))
        return "8.43: it has sent out its one company";
    if (d->arm != LIGHT && unit_at(p, u)->points < d->strength)
        return "8.43: it is not at full strength";
    return free_company(p, d->side) == NO_PIECE ? "8.46a: no company is left" : NULL;
}

/* [6.21] [6.32] [6.22] The hex turns as one; a square need not, but may say how it will stand. */
static const char *refuse_turn(const struct play *p, int u, int facing)
{
    int h = place_of(p, u);

    if (top_of(p, h) != u)
        return "6.32: the hex turns with its top unit";
    if (!hex_facing(p, h) && !(unit_at(p, u)->formation == SQUARE && is_formed(p, u)))
        return "6.12: nobody in that hex has a facing";
    if (facing % 2 == 0)
        return "2.2f: a unit faces a corner of its hex";
    for (EACH_IN(p, v, h)) {
        if (has_flag(p, v, F_TURNED))
            return "6.21: it has turned in this phase";
        if (has_flag(p, v, F_FORMED))
            return "6.22: a unit there has changed its formation in this phase";
    }
    return unit_at(p, u)->facing == facing ? "6.21: it faces there" : NULL;
}

/* What is left when whose it is and where it stands are settled. */
static const char *refuse_verb(const struct play *p, const struct action *a)
{
    int u = a->arg[0];

    switch (a->verb) {
    case V_TURN: return refuse_turn(p, u, a->arg[1]);
    case V_DETACH: return refuse_detach(p, u);
    case V_COLUMN: return refuse_column(p, u);
    case V_LINE: return refuse_line(p, u);
    case V_EXTEND: return refuse_extend(p, u, a->arg[1]);
    case V_SQUARE: return refuse_square(p, u, a->arg[1]);
    case V_LIMBER: return refuse_guns(p, u, LIMBERED, a->arg[1]);
    case V_UNLIMBER: return refuse_guns(p, u, UNLIMBERED, a->arg[1]);
    default: return NULL;
    }
}

static bool is_form(int verb)
{
    return verb >= V_COLUMN && verb <= V_UNLIMBER;
}

const char *refuse_form(const struct play *p, int side, const struct action *a)
{
    int u = a->arg[0];
    const char *why = NULL;

    if (side_of(p, u) != side || !on_map(p, u))
        return "7.11: only the side's own units on the map";
    why = refuse_verb(p, a);
    return !why && is_form(a->verb) ? refuse_change(p, u) : why;
}

static void offer(const struct play *p, struct menu *m, struct action a)
{
    if (!refuse_verb(p, &a))
        menu_add(m, a);
}

static void list_guns(const struct play *p, int u, struct menu *m)
{
    int verb = unit_at(p, u)->formation == LIMBERED ? V_UNLIMBER : V_LIMBER;

    for (int f = 1; f < HEX_FACINGS; f += 2)
        offer(p, m, act2(verb, u, f));
}

/* The two hexes beside the flanks of a unit that faces so. */
static void flanks(const struct play *p, int h, int facing, int16_t beside[2])
{
    const int16_t *next = p->box->board->cell[h].next;

    beside[0] = next[(facing / 2 + 2) % HEX_SIDES];
    beside[1] = next[(facing / 2 + 5) % HEX_SIDES];
}

static void list_wings(const struct play *p, int u, struct menu *m)
{
    int16_t beside[2];

    flanks(p, place_of(p, u), unit_at(p, u)->facing, beside);
    for (int i = 0; i < 2; i++)
        if (beside[i] >= 0)
            offer(p, m, act2(V_EXTEND, u, beside[i]));
}

static void list_battalion(const struct play *p, int u, struct menu *m)
{
    const struct unit *k = unit_at(p, u);

    if (k->formation != COLUMN)
        offer(p, m, act1(V_COLUMN, u));
    if (k->formation != LINE && needs_wing(p, u))
        list_wings(p, u, m);
    else if (k->formation != LINE)
        offer(p, m, act1(V_LINE, u));
    if (k->formation != SQUARE)
        offer(p, m, act2(V_SQUARE, u, k->place));
    if (k->wing != NOWHERE)
        offer(p, m, act2(V_SQUARE, u, k->wing));
}

static void list_turns(const struct play *p, int u, struct menu *m)
{
    int other = unit_at(p, u)->facing == 1 ? 3 : 1;

    if (top_of(p, place_of(p, u)) != u || refuse_turn(p, u, other))
        return;
    for (int f = 1; f < HEX_FACINGS; f += 2)
        if (f != unit_at(p, u)->facing)
            menu_add(m, act2(V_TURN, u, f));
}

void list_forms(const struct play *p, int u, struct menu *m)
{
    list_turns(p, u, m);
    if (is_battalion(p, u))
        offer(p, m, act1(V_DETACH, u));
    if (refuse_change(p, u))
        return;
    if (is_guns(p, u))
        list_guns(p, u, m);
    else if (is_battalion(p, u))
        list_battalion(p, u, m);
}

/* ---- what is done ---- */

/* [8.41a] [8.41b] [8.42b] [8.4] [8.49a] No change of formation, and nobody fires at it. Ruling
 * 16 */
static void detach(struct play *p, int u)
{
    struct unit *k = unit_at(p, u);
    int company = free_company(p, side_of(p, u));

    unit_at(p, company)->facing = k->facing;
    put_piece(p, company, k->place);
    play_tell(p, EV_DETACHES, 0, 2, u, company);
    set_flag(p, u, F_DETACHED);
    k->points--;
    k->detached++;
    if (is_extended(p, u) && !needs_wing(p, u)) { /* [8.35] */
        set_wing(p, u, NOWHERE);
        play_tell(p, EV_NARROWS, 0, 1, u);
    }
    if (k->points)
        return;
    play_tell(p, EV_BROKEN_DOWN, 0, 1, u);
    lift_piece(p, u, SPENT);
    k->flags = F_DETACHED;
}

static void set_formation(struct play *p, int u, int formation)
{
    struct unit *k = unit_at(p, u);

    k->before = formation == SQUARE ? k->formation : 0;
    k->formation = u8(formation);
    set_wing(p, u, NOWHERE);
    set_flag(p, u, F_FORMED);
    play_tell(p, formation >= LIMBERED ? EV_LIMBERS : EV_FORMS, 0, 2, u, W_FORMATION + formation);
}

/* [8.51] [8.52a] [8.54] With all that stand there; an extended line closes in either of its
 * hexes. */
static void form_square(struct play *p, int u, int h)
{
    if (h != place_of(p, u)) {
        set_wing(p, u, NOWHERE);
        put_piece(p, u, h);
    }
    for (EACH_IN(p, v, h))
        if (is_battalion(p, v) && unit_at(p, v)->formation != SQUARE)
            set_formation(p, v, SQUARE);
}

/* [11.23b] After the fire: if it still may. [7.42b] Guns that unlimber on the march have paid for it,
 * whatever they did in the phase before (6.24). */
void form_done(struct play *p, int u, int verb, int arg)
{
    struct action a = { .verb = u8(verb), .n = 2, .arg = { i16(u), i16(arg) } };

    if (!(verb == V_UNLIMBER && is_march(p)) && refuse_form(p, side_of(p, u), &a))
        return;
    switch (verb) {
    case V_COLUMN: set_formation(p, u, COLUMN); break; /* [8.36e] */
    case V_LINE: set_formation(p, u, LINE); break;
    case V_EXTEND:
        set_formation(p, u, LINE);
        set_wing(p, u, arg);
        play_tell(p, EV_EXTENDS, 0, 2, u, arg);
        break;
    case V_SQUARE: form_square(p, u, arg); break;
    default: /* [7.43] */
        set_formation(p, u, verb == V_LIMBER ? LIMBERED : UNLIMBERED);
        unit_at(p, u)->facing = u8(arg);
    }
}

void take_form(struct play *p, const struct action *a)
{
    int arg = a->n > 1 ? a->arg[1] : 0;

    if (a->verb == V_DETACH)
        detach(p, a->arg[0]);
    else
        declare_deed(p, a->arg[0], a->verb == V_TURN ? DEED_TURN : DEED_FORM, a->verb, arg);
}

/* ---- the phase ---- */

static void list_formation(const struct play *p, const struct step *t, struct menu *m)
{
    for (int u = 0; u < p->box->pieces; u++)
        if (on_map(p, u) && side_of(p, u) == t->who)
            list_forms(p, u, m);
    menu_add(m, act0(V_DONE));
}

static const char *why_formation(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_TURN || a->verb == V_DETACH || is_form(a->verb))
        return refuse_form(p, t->who, a);
    return NULL;
}

static void take_formation(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    if (a->verb == V_DONE)
        agenda_pop(p, 0);
    else
        take_form(p, a);
}

/* Nobody is asked who has nothing to turn, form or send out. */
static bool moot_formation(const struct play *p, const struct step *t)
{
    struct menu *m = menu_blank(p);

    for (int u = 0; u < p->box->pieces && m->n == 0; u++)
        if (on_map(p, u) && side_of(p, u) == t->who)
            list_forms(p, u, m);
    return m->n == 0;
}

static bool formation_sound(const struct play *p, const struct step *t)
{
    return t->who == phasing_side(p);
}

const struct step_def step_formation = {
    .name = "formation",
    .cases = "6.21 7.11 8.4",
    .on = "turn@allied-march,french-march",
    .title = "Facing/Formation Phase",
    .prompt = "Turn, form or send out skirmishers, then end the phase",
    .done = "End the phase",
    .phase = true,
    .list = list_formation,
    .take = take_formation,
    .why = why_formation,
    .moot = moot_formation,
    .sound = formation_sound,
};
