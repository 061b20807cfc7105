/*
 * 15-reinforcements.c: chapter 15: how forces come onto the map.
 *
 * Pieces due at the same letter are taken up and joined like those of a hex; their first step is
 * onto an entry hex. Each further stack there pays a point more. What is due and waits is its
 * owner's secret; whose zones cover an entry is shown to him in every movement phase (ruling 68),
 * so that it tells nothing.
 */
#include "ld.h"

/* ---- what it costs ---- */

/* [15.12] [15.13] [15.12b] ruling 58: a point more for each stack before; vedettes and leaders
 * never. Ruling 64: nothing for the bridge of Lobbes. */
int entry_cost(const struct play *p, int u)
{
    const struct ld_state *s = ld(p);
    int letter = s->piece[u].entry, mover = def_of(p, u)->mover;
    bool road = lbox(p)->entry_road[letter] && (has_flag(p, u, F_COLUMN) || mover == MOVES_RIDER);
    int cost = road ? 1 : 2;

    if (mover == MOVES_RIDER)
        return cost;
    cost += 2 * s->source[letter].stacks;
    return is_mud(p) && (mover == MOVES_ARTILLERY || mover == MOVES_TRAIN) ? 2 * cost : cost;
}

/* ---- where ---- */

/* Along the edge nothing is shown before (ruling 135): what is not seen is taken for more than vedettes. */
static bool in_unseen_zone(const struct play *p, int h, int side)
{
    EACH_BESIDE (p, h, d, at)
        if (enemy_in(p, at, side) && hex_is(p, at, H_UNSEEN) && hex_is(p, at, H_ZONE) &&
            zone_between(p, h, d))
            return true;
    return false;
}

/* [15.21] An enemy, or a zone that is not of vedettes alone. */
bool is_blocked(const struct play *p, int h, int side)
{
    return enemy_in(p, h, side) || in_firm_zone(p, h, side) || in_unseen_zone(p, h, side);
}

static bool is_entry_hex(const struct play *p, int letter, int h)
{
    for (int n = 0; n < ENTRY_HEXES; n++)
        if (lbox(p)->entry[letter][n] == h)
            return true;
    return false;
}

/* [15.14] How far a hex of the same edge is from the nearest hex of the entry; -1: it is on another. */
static int along_edge(const struct play *p, int letter, int h)
{
    const int16_t *entry = lbox(p)->entry[letter];
    int far = apart(p, entry[0], h);

    for (int n = 1; n < ENTRY_HEXES && entry[n] >= 0; n++)
        far = apart(p, entry[n], h) < far ? apart(p, entry[n], h) : far;
    return lbox(p)->edges[h] >> lbox(p)->entry_edge[letter] & 1 ? far : -1;
}

/* [15.21] The nearest hex of that edge that is free, if the entry is not. */
static const char *refuse_edge(const struct play *p, int letter, int h, int side)
{
    int far = along_edge(p, letter, h);

    for (int n = 0; n < ENTRY_HEXES && lbox(p)->entry[letter][n] >= 0; n++)
        if (!is_blocked(p, lbox(p)->entry[letter][n], side))
            return "15.14: it enters at its own entry";
    if (far < 0)
        return "15.21: not along that edge of the map";
    for (int at = 0; at < p->box->board->cells; at++) {
        int d = along_edge(p, letter, at);

        if (d >= 0 && d < far && !is_blocked(p, at, side))
            return "15.21: a nearer hex of the edge is free";
    }
    return NULL;
}

/* A vedette comes from where its division does. [5.13c] Who is on no track has not switched either. */
static bool has_switched(const struct play *p, int u)
{
    int parent = def_of(p, u)->parent;
    const struct piece_def *d = def_of(p, parent < 0 ? u : parent);

    return d->turn && piece_at(p, u)->turn != d->turn && piece_at(p, u)->entry != d->entry;
}

/* [15.22a] Who was due before comes on before; [15.3b] who has switched behind the regular ones. */
static const char *refuse_turn(const struct play *p, int u)
{
    const struct piece_state *k = piece_at(p, u);
    bool switched = has_switched(p, u);
    int now = play_state(p)->turn;

    EACH_PIECE (p, v) {
        const struct piece_state *o = piece_at(p, v);
        bool other;

        if (o->place != P_TRACK || o->entry != k->entry || o->turn > now ||
            has_flag(p, v, F_MOVING))
            continue;
        other = has_switched(p, v);
        if (switched && !other)
            return "15.3b: forces that have switched come behind the regular ones";
        if (switched == other && o->turn < k->turn)
            return "15.22a: a delayed force waits at this entry and comes first";
    }
    return NULL;
}

const char *refuse_coming(const struct play *p, int u)
{
    const char *why = is_due(p, u) ? refuse_turn(p, u) : "15.0: it is not due yet";

    if (why)
        return why;
    return entry_cost(p, u) <= points_left(p, u) ? NULL : "15.12: it cannot pay for the first hex";
}

/* [9.14] [5.3] Somebody who fights is there, or comes along. */
static bool has_escort(const struct play *p, int h)
{
    EACH_PIECE_AT(p, v, h)
    if (is_combat_unit(p, v))
        return true;
    EACH_PIECE (p, v)
        if (has_flag(p, v, F_MOVING) && place_of(p, v) == P_TRACK && is_combat_unit(p, v))
            return true;
    return false;
}

static const char *refuse_place(const struct play *p, int u, int h)
{
    int letter = piece_at(p, u)->entry, side = side_of(p, u);
    const char *why = is_entry_hex(p, letter, h) ? NULL : refuse_edge(p, letter, h, side);

    if (!why && is_blocked(p, h, side))
        why = "15.21: the entry is blocked";
    if (!why && !is_combat_unit(p, u) && in_zone(p, h, side) && !has_escort(p, h))
        why = "4.12a: a leader or train enters an enemy zone only with a friendly combat unit";
    return why;
}

const char *refuse_enter(const struct play *p, int u, int h)
{
    const char *why = is_due(p, u) ? refuse_place(p, u, h) : "15.0: it is not due yet";

    return why ? why : refuse_coming(p, u);
}

/* [15.14] [15.21] Where an entry is free nobody comes on elsewhere. */
int entries_of(const struct play *p, int u, int16_t *hex)
{
    int letter = piece_at(p, u)->entry, n = 0;

    for (int i = 0; i < ENTRY_HEXES; i++) {
        int h = lbox(p)->entry[letter][i];

        if (h >= 0 && !refuse_place(p, u, h))
            hex[n++] = i16(h);
    }
    if (n)
        return n;
    for (int h = 0; h < p->box->board->cells; h++)
        if (along_edge(p, letter, h) >= 0 && !is_entry_hex(p, letter, h) && !refuse_place(p, u, h))
            hex[n++] = i16(h);
    return n;
}

/* ---- coming on ---- */

/* [15.12] [14.22] [15.1a] */
void note_entry(struct play *p, int lead)
{
    struct ld_state *s = ld(p);
    int letter = s->piece[lead].entry;
    bool counts = false;

    EACH_PIECE (p, u)
        if (has_flag(p, u, F_MOVING)) {
            set_flag(p, u, F_ENTERED);
            counts |= arm_of(p, u) != VEDETTE && arm_of(p, u) != LEADER;
            s->piece[u].turn = 0;
        }
    s->source[letter].stacks = u8(s->source[letter].stacks + counts);
    s->source[letter].opened = 1;
    s->entered[army_of(p, lead)] = 1;
}

/* [15.22b] Has another of the force, due at the same turn and letter, come on in this turn? */
static bool force_has_begun(const struct play *p, int u)
{
    EACH_PIECE (p, v)
        if (on_map(p, v) && has_flag(p, v, F_ENTERED) &&
            piece_at(p, v)->entry == piece_at(p, u)->entry &&
            def_of(p, v)->turn == def_of(p, u)->turn && def_of(p, v)->army == def_of(p, u)->army)
            return true;
    return false;
}

bool must_come_on(const struct play *p, int u)
{
    return is_due(p, u) && force_has_begun(p, u) && can_come_on(p, u);
}

static bool anybody_has_begun(const struct play *p)
{
    for (int i = 0; i < ENTRIES; i++) /* only who counts: rulings 58, 59 */
        if (ld(p)->source[i].stacks)
            return true;
    return false;
}

/* [15.22b] ruling 59: all or none; who cannot pay for the first hex waits and that is no delay. */
const char *refuse_partial(const struct play *p, int side, int share)
{
    uint32_t begun[ENTRIES] = { 0 }; /* by the turn in which they were due */

    if (!anybody_has_begun(p))
        return NULL;
    EACH_PIECE (p, v)
        if (on_map(p, v) && has_flag(p, v, F_ENTERED))
            begun[piece_at(p, v)->entry] |= 1u << def_of(p, v)->turn;
    EACH_PIECE (p, u)
        if (place_of(p, u) == P_TRACK && begun[piece_at(p, u)->entry] >> def_of(p, u)->turn & 1 &&
            side_of(p, u) == side && share & share_of(p, u) && must_come_on(p, u))
            return "15.22b: all of a force come on, or none: some of it still can";
    return NULL;
}

/* ---- 15.3 another entry ---- */

/* The first piece of a force, due together at one letter, is named for all of it. */
bool speaks_for_force(const struct play *p, int u)
{
    for (int v = 0; v < u; v++)
        if (place_of(p, v) == P_TRACK && piece_at(p, v)->entry == piece_at(p, u)->entry &&
            piece_at(p, v)->turn == piece_at(p, u)->turn)
            return false;
    return true;
}

const char *refuse_switch(const struct play *p, int u, int letter)
{
    int from = piece_at(p, u)->entry;

    if (!is_due(p, u))
        return "15.3a: only forces that are due switch";
    if (letter != from + 1 && letter != from - 1)
        return "15.3a: only to the next letter";
    if (lbox(p)->entry_edge[letter] != lbox(p)->entry_edge[from])
        return "15.3a: only along the same edge of the map";
    if (!speaks_for_force(p, u))
        return "15.3a: the first unit of the force is named for all of it";
    return force_has_begun(p, u) ? "15.22b: part of the force has come on" : NULL;
}

/* [15.3a] The whole force, a turn later. */
void switch_entry(struct play *p, int u, int letter)
{
    int from = piece_at(p, u)->entry, due = piece_at(p, u)->turn;

    EACH_PIECE (p, v) {
        struct piece_state *k = piece_at(p, v);

        if (k->place == P_TRACK && k->entry == from && k->turn == due) {
            k->entry = u8(letter);
            k->turn = u8(play_state(p)->turn + 1);
        }
    }
}

/* Ruling 68: whoever's zone covers an entry of the side, force due or not. */
void reveal_entries(struct play *p, int side)
{
    for (int i = 0; i < ENTRIES; i++)
        for (int n = 0; n < ENTRY_HEXES && side_of_army(lbox(p)->entry_army[i]) == side; n++)
            if (lbox(p)->entry[i][n] >= 0 && in_zone(p, lbox(p)->entry[i][n], side))
                reveal_around(p, lbox(p)->entry[i][n], 0, side);
}

void end_entries(struct play *p, int side)
{
    EACH_PIECE (p, u)
        if (side_of(p, u) == side && on_map(p, u))
            piece_at(p, u)->entry = 0;
}

static void run_entry(struct play *p, struct step *t)
{
    (void)t;
    agenda_pop(p, 0);
}

const struct step_def step_entry = {
    .name = "entry",
    .cases = "15.2",
    .run = run_entry,
};
