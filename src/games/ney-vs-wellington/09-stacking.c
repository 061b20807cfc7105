/*
 * 09-stacking.c: section 9: stacks and wings, their limits, and what must be true of a hex at the
 * end of a phase.
 *
 * [9.53] [11.32a] Command units lie below the troops, so that the top of a stack is who fires and
 * is fired at. [9.15] [9.16] Neither they nor markers count. [9.17] Nations do not matter. Re-
 * ordering is part of the march (05-march.c).
 */
#include "nvw.h"

/* ---- stacks ---- */

/* The lowest of the troops in a hex; NO_PIECE: there are none. */
static int last_troops(const struct play *p, int h)
{
    int last = NO_PIECE;

    for (EACH_IN(p, u, h))
        if (!is_leader(p, u))
            last = u;
    return last;
}

static void take_off(struct play *p, int u)
{
    if (on_map(p, u))
        stack_lift(&nvw(p)->top[place_of(p, u)], nvw(p)->below, u);
}

/* [8.41b] On top of the troops; a command unit below them, over other command units. */
void put_piece(struct play *p, int u, int h)
{
    struct nvw_state *s = nvw(p);
    int last;

    take_off(p, u);
    s->unit[u].place = i16(h);
    last = is_leader(p, u) ? last_troops(p, h) : NO_PIECE;
    if (last == NO_PIECE)
        stack_put_top(&s->top[h], s->below, u);
    else
        stack_put_under(s->below, u, last);
}

void put_under_all(struct play *p, int u, int h)
{
    struct nvw_state *s = nvw(p);
    int last;

    take_off(p, u);
    s->unit[u].place = i16(h);
    last = last_troops(p, h);
    if (is_leader(p, u))
        stack_put_bottom(&s->top[h], s->below, u);
    else if (last == NO_PIECE)
        stack_put_top(&s->top[h], s->below, u);
    else
        stack_put_under(s->below, u, last);
}

/* What it has done and what is due from it ends with that. */
void lift_piece(struct play *p, int u, int place)
{
    struct unit *k = unit_at(p, u);

    set_wing(p, u, NOWHERE);
    take_off(p, u);
    k->place = i16(place);
    k->flags = u16(k->flags & (F_DETACHED | F_REDUCED));
    k->spent = k->due = k->cause = k->flight = 0;
    k->checked = 0;
}

/* ---- wings: the markers of extended lines [8.31] ---- */

static void unlink_wing(struct play *p, int u)
{
    struct nvw_state *s = nvw(p);
    uint8_t *link = &s->wing[s->unit[u].wing];

    while (*link != u + 1)
        link = &s->unit[*link - 1].next_wing;
    *link = s->unit[u].next_wing;
    s->unit[u].next_wing = 0;
}

/* By rising number, so that equal positions are equal bytes. */
static void link_wing(struct play *p, int u, int h)
{
    struct nvw_state *s = nvw(p);
    uint8_t *link = &s->wing[h];

    while (*link && *link < u + 1)
        link = &s->unit[*link - 1].next_wing;
    s->unit[u].next_wing = *link;
    *link = u8(u + 1);
}

void set_wing(struct play *p, int u, int h)
{
    if (is_extended(p, u))
        unlink_wing(p, u);
    unit_at(p, u)->wing = i16(h);
    if (h != NOWHERE)
        link_wing(p, u, h);
}

/* ---- who is there ---- */

/* [9.18] Troops or guns of one side at most. */
int occupier(const struct play *p, int h)
{
    int u = top_of(p, h);

    if (u != NO_PIECE && !is_leader(p, u))
        return side_of(p, u);
    if (nvw(p)->wing[h])
        return side_of(p, nvw(p)->wing[h] - 1);
    return NOBODY;
}

bool holds_troops(const struct play *p, int h, int side)
{
    return occupier(p, h) == side;
}

/* ---- limits ---- */

/* [9.11e] [9.14] What a piece counts: guns of a battery, limbered or not; troop points. */
static int weight(const struct play *p, int u)
{
    return is_guns(p, u) ? unit_at(p, u)->guns : unit_at(p, u)->points;
}

/* [8.32c] The whole of an extended line counts in both its hexes. [9.19] */
int stack_points(const struct play *p, int h, bool horse)
{
    int sum = 0;

    for (EACH_IN(p, u, h))
        if (is_cavalry(p, u) == horse)
            sum += weight(p, u);
    if (!horse)
        for (EACH_WING(p, u, h))
            sum += weight(p, u);
    return sum;
}

/* [9.11a] [9.11b] [9.11c] */
int stack_limit(const struct play *p, int h, bool horse)
{
    const struct terrain_def *d = &nbox(p)->terrain[p->box->board->cell[h].terrain];

    return horse ? d->horse : d->foot;
}

/* [9.11d] One battalion of Guards that fills a wood by itself. */
static bool guards_alone(const struct play *p, int h)
{
    int u = top_of(p, h);

    return u != NO_PIECE && def_at(p, u)->guards && !nvw(p)->wing[h] &&
           (below(p, u) == NO_PIECE || is_leader(p, below(p, u)));
}

/* [9.11c] [9.13a] In an obstructed hex all arms together. */
bool over_stacked(const struct play *p, int h)
{
    int foot = stack_points(p, h, false), horse = stack_points(p, h, true);

    if (is_obstructed(p, h))
        return foot + horse > stack_limit(p, h, false) && !guards_alone(p, h);
    return foot > stack_limit(p, h, false) || horse > stack_limit(p, h, true);
}

/* [11.31a] Guns are no troops. */
int troop_points(const struct play *p, int h)
{
    int sum = 0;

    for (EACH_IN(p, u, h))
        sum += is_guns(p, u) ? 0 : unit_at(p, u)->points;
    for (EACH_WING(p, u, h))
        sum += unit_at(p, u)->points;
    return sum;
}

/* ---- the end of a phase ---- */

enum { KIND_FOOT, KIND_HORSE, KIND_GUNS };

static int kind_of(const struct play *p, int u)
{
    return is_cavalry(p, u) ? KIND_HORSE : is_guns(p, u) ? KIND_GUNS : KIND_FOOT;
}

/* What counts as its formation: disorder and rout are formations too, and skirmishers are
 * disordered. [7.14] [7.64] */
static int standing(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (k->morale == ROUTED)
        return FORMATIONS + ROUTED;
    return k->morale == DISORDERED ? FORMATIONS + DISORDERED : k->formation;
}

/* [9.41] [9.42] ruling 17: companies may stay with a disordered parent. */
bool unlike(const struct play *p, int u, int v)
{
    int a = standing(p, u), b = standing(p, v);

    if (kind_of(p, u) != kind_of(p, v))
        return true;
    if (kind_of(p, u) != KIND_FOOT || a == b)
        return false;
    return !((a == SKIRMISH && b == FORMATIONS + DISORDERED) ||
             (b == SKIRMISH && a == FORMATIONS + DISORDERED));
}

/* [9.41] [9.19] */
bool arms_mixed(const struct play *p, int h)
{
    int first = top_of(p, h);

    if (first == NO_PIECE || is_leader(p, first))
        return false;
    for (int u = below(p, first); u != NO_PIECE && !is_leader(p, u); u = below(p, u))
        if (kind_of(p, first) != kind_of(p, u))
            return true;
    return false;
}

/* [7.63b] Ruling 8: the worst state of any troops there that would take hold of all; skirmishers
 * infect nobody. */
int infection(const struct play *p, int h)
{
    int worst = GOOD;

    for (EACH_IN(p, u, h))
        if (!is_company(p, u) && unit_at(p, u)->morale > worst)
            worst = unit_at(p, u)->morale;
    return worst;
}

/* [9.41] [9.42] The stack alone: extended lines are looked after by 8.33a. */
bool stack_mixed(const struct play *p, int h)
{
    int first = top_of(p, h);

    if (first == NO_PIECE || is_leader(p, first))
        return false;
    for (int u = below(p, first); u != NO_PIECE && !is_leader(p, u); u = below(p, u))
        if (unlike(p, first, u))
            return true;
    return false;
}

/* [8.33a] Any other troops in either hex of the line. */
static bool line_crowded(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    int beside = top_of(p, k->wing);

    if (top_of(p, k->place) != u || (below(p, u) != NO_PIECE && !is_leader(p, below(p, u))))
        return true;
    if (nvw(p)->wing[k->place] || nvw(p)->wing[k->wing] != u + 1 || k->next_wing)
        return true;
    return beside != NO_PIECE && !is_leader(p, beside);
}

/* Whose long line, its own or another's, has other troops in one of its hexes here. */
static bool in_lines_way(const struct play *p, int u)
{
    return is_extended(p, u) ? line_crowded(p, u) : nvw(p)->wing[place_of(p, u)] != 0;
}

/* [7.63b] As infection(), of the others: who has come to rest may have caught it already. */
static int ill_company(const struct play *p, int u)
{
    int worst = GOOD;

    for (EACH_IN(p, v, place_of(p, u)))
        if (v != u && !is_company(p, v) && unit_at(p, v)->morale > worst)
            worst = unit_at(p, v)->morale;
    return worst;
}

/* For marches to be planned: what rest costs a unit where it stands now. */
const char *nvw_strain(const struct play *p, int u)
{
    int h = place_of(p, u), caught;

    if (h < 0 || is_leader(p, u))
        return NULL;
    if (is_obstructed(p, h) && !is_company(p, u))
        return "10.31: disordered in cover";
    caught = ill_company(p, u);
    if (caught == ROUTED)
        return "7.63b: routed among those who rout";
    if (caught == DISORDERED && !is_company(p, u))
        return "7.63b: disordered among the disordered";
    if (arms_mixed(p, h))
        return "9.41: among another arm";
    if (stack_mixed(p, h))
        return "9.42: among infantry in another formation";
    return in_lines_way(p, u) ? "8.33a: an extended line with others is disordered" : NULL;
}

/* Who could be disordered; the others have been. */
static bool any_in_order(const struct play *p, int h)
{
    for (EACH_IN(p, u, h))
        if (!is_leader(p, u) && !is_company(p, u) && unit_at(p, u)->morale == GOOD)
            return true;
    return false;
}

/* [8.33a] [9.41] [9.42] ruling 9: those who stand together against the rule are disordered. */
static void part_stacks(struct play *p)
{
    bool crowded[UNITS_MAX]; /* all at once: a line is in the way until its marker is gone */

    for (int u = 0; u < nbox(p)->units; u++)
        crowded[u] = on_map(p, u) && is_extended(p, u) && line_crowded(p, u);
    for (int u = 0; u < nbox(p)->units; u++)
        if (crowded[u])
            disorder_hex(p, place_of(p, u));
    for (int u = 0; u < p->box->pieces; u++) {
        int h = place_of(p, u);

        if (h >= 0 && top_of(p, h) == u && stack_mixed(p, h) && any_in_order(p, h)) {
            play_tell(p, EV_MIXED, 0, 1, h);
            disorder_hex(p, h);
        }
    }
}

/* [6.34] Formed units of a hex face one way, or are disordered. */
static void part_facings(struct play *p)
{
    for (int u = 0; u < p->box->pieces; u++) {
        int h = place_of(p, u);

        if (h < 0 || faces_all(p, u) || hex_facing(p, h) == unit_at(p, u)->facing)
            continue;
        disorder_hex(p, h);
        face_hex(p, h, unit_at(p, u)->facing);
    }
}

/* [11.61] ruling 27: a battery that has fired its last round goes when the phase is over. */
static void remove_empty(struct play *p)
{
    for (int u = 0; u < nbox(p)->units; u++)
        if (on_map(p, u) && is_guns(p, u) && unit_at(p, u)->rounds == 0) {
            play_tell(p, EV_EMPTY, 0, 1, u);
            lift_piece(p, u, SPENT);
        }
}

void end_of_phase(struct play *p)
{
    struct nvw_state *s = nvw(p);
    int phase = s->base.phase, kept = 0;

    if (phase != PH_A_FORMATION && phase != PH_F_FORMATION)
        part_stacks(p);
    else if (play_option(p, OPT_FLEXIBLE)) /* [6.24] one free change in both phases together */
        kept = F_TURNED | F_FORMED;
    part_facings(p);
    remove_empty(p);
    for (int u = 0; u < p->box->pieces; u++) {
        struct unit *k = &s->unit[u];

        k->flags = u16(k->flags & ~(F_OF_PHASE & ~kept));
        k->spent = k->flight = 0; /* [5.12b] */
        k->checked = 0;
    }
    s->flights = 0;
    memset(s->holds, 0, sizeof s->holds);
    memset(s->passed, 0, sizeof s->passed);
    memset(s->way, 0, sizeof s->way);
    memset(s->along, 0, sizeof s->along);
}
