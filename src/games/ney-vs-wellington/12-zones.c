/*
 * 12-zones.c: cases 12.32b, 12.41 and 12.42: the zone that a charge projects, what horse sees
 * before it, and the checks of those who stand in a zone.
 *
 * That marching there costs twice as much (12.41) is in 05-hex.c.
 */
#include "charge.h"

/* ---- zones ---- */

/* [12.32b] The triangle and the ground, whoever stands in the way. */
bool in_triangle(const struct play *p, int start, int facing, int h)
{
    const struct board *b = p->box->board;
    int distance = board_distance(b, start, h);

    return distance >= 1 && distance <= CHARGE_RANGE && !is_obstructed(p, h) &&
           board_part(b, start, h, facing, HEX_CORNER_ARCS) == HEX_FRONT;
}

/* [12.32b] [12.32e3] [12.42b] Of declared charges only; the nearest band of any. Ruling 82 */
bool in_charge_zone(const struct play *p, int side, int h, int *band)
{
    const struct nvw_state *s = nvw(p);

    *band = BAND_NONE;
    for (int i = 0; i < s->charges; i++) {
        const struct charge *c = &s->charge[i];
        int found;

        if (c->kind != CH_DECLARED || side_of(p, c->unit) == side ||
            !in_triangle(p, c->start, c->facing, h) || !observes(p, c->start, h))
            continue;
        found = band_of(p, RANGE_CHARGE, board_distance(p->box->board, c->start, h));
        if (*band == BAND_NONE || found < *band)
            *band = found;
    }
    return *band != BAND_NONE;
}

/* ---- what horse sees ---- */

/* [12.31] Infantry or horse; guns and command units alone are none. */
bool troops_there(const struct play *p, int side, int h)
{
    return occupier(p, h) == side && troop_points(p, h) > 0;
}

/* [12.31] */
bool sees_prey(const struct play *p, int u)
{
    int from = place_of(p, u), enemy = enemy_of(side_of(p, u));
    const int16_t *at = nbox(p)->arc[from][unit_at(p, u)->facing / 2];

    for (; *at != NOWHERE; at++)
        if (troops_there(p, enemy, *at) && in_triangle(p, from, unit_at(p, u)->facing, *at) &&
            observes(p, from, *at))
            return true;
    return false;
}

/* [12.32e1] [12.32f1] The mover has come into a hex that it sees within two hexes. */
bool has_before_it(const struct play *p, int u, int h)
{
    int from = place_of(p, u);

    return h != NOWHERE && in_triangle(p, from, unit_at(p, u)->facing, h) &&
           band_of(p, RANGE_CHARGE, board_distance(p->box->board, from, h)) == BAND_MINIMUM &&
           observes(p, from, h);
}

/* ---- checks of those who stand there ---- */

/* [12.42a] [12.42c] [8.32c] The topmost unit of a hex; an extended line in either of its two. */
static bool must_check(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    int band;

    if (k->place < 0 || is_leader(p, u) || is_routed(p, u) || has_flag(p, u, F_TRIED) ||
        (k->formation == SQUARE && k->morale == GOOD) || top_of(p, k->place) != u)
        return false;
    return in_charge_zone(p, side_of(p, u), k->place, &band) ||
           (k->wing != NOWHERE && in_charge_zone(p, side_of(p, u), k->wing, &band));
}

static bool zones_against(const struct play *p, int side)
{
    const struct nvw_state *s = nvw(p);

    for (int i = 0; i < s->charges; i++)
        if (s->charge[i].kind == CH_DECLARED && side_of(p, s->charge[i].unit) != side)
            return true;
    return false;
}

/* [12.42a] [12.42b] [4.3a] One after another, before anything else; what follows from a rout comes
 * first. */
static void run_zone_checks(struct play *p, struct step *t)
{
    int side = phasing_side(p);

    (void)t;
    settle_cascade(p);
    if (agenda_top(p) != t)
        return;
    for (int u = 0; u < p->box->pieces && zones_against(p, side); u++)
        if (side_of(p, u) == side && must_check(p, u)) {
            set_flag(p, u, F_TRIED);
            check_morale(p, u, BY_CHARGE);
            return;
        }
    agenda_pop(p, 0);
}

const struct step_def step_zone_checks = {
    .name = "zone-checks",
    .cases = "12.42a",
    .on = "formation",
    .run = run_zone_checks,
};
