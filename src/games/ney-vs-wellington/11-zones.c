/*
 * 11-zones.c: case 11.2: who can fire, ranges and fire zones.
 *
 * [11.21x] A zone is the triangle spanned by the two frontal directions: two hexes at the first
 * distance, one more at each further; its hexes are listed for every hex and facing when the box is
 * loaded. Who faces all around has the whole circle.
 */
#include <string.h>

#include "nvw.h"

/* [11.0f2a] [11.0f2b] */
int band_of(const struct play *p, int range, int distance)
{
    const struct range_def *r = &nbox(p)->range[range];

    if (distance < 1 || distance > r->maximum)
        return BAND_NONE;
    if (distance <= r->minimum)
        return BAND_MINIMUM;
    return distance <= r->medium ? BAND_MEDIUM : BAND_MAXIMUM;
}

int fire_range(const struct play *p, int u)
{
    return is_guns(p, u) ? RANGE_GUNS : RANGE_MUSKETS;
}

/* [11.12] [7.44a] [11.62a] A battery that has spent its last round in this phase may fire on in
 * it. */
static bool guns_ready(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    return k->formation == UNLIMBERED && (k->rounds > 0 || has_flag(p, u, F_SPENDS));
}

/* [11.12] [11.0f3f] [13.27b] [9.51] [11.13a] */
bool can_fire(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (k->place < 0 || k->morale == ROUTED || top_of(p, k->place) != u)
        return false;
    return is_infantry(p, u) || (is_guns(p, u) && guns_ready(p, u));
}

/* From one of its hexes. [11.15] */
static bool zone_from(const struct play *p, int u, int from, int h, int band)
{
    int found = band_of(p, fire_range(p, u), board_distance(p->box->board, from, h));

    return found != BAND_NONE && found <= band && faces(p, u, from, h) && observes(p, from, h);
}

/* [11.21] [11.22] [11.42a] Of who can fire. */
bool in_fire_zone(const struct play *p, int u, int h, int band)
{
    const struct unit *k = unit_at(p, u);

    return zone_from(p, u, k->place, h, band) ||
           (k->wing != NOWHERE && zone_from(p, u, k->wing, h, band));
}

static bool listed(const int16_t *list, int n, int u)
{
    for (int i = 0; i < n; i++)
        if (list[i] == u)
            return true;
    return false;
}

static int add_reactor(const struct play *p, int u, int side, int h, int16_t *list, int n)
{
    if (n == NEAR_MOST || side_of(p, u) == side || !can_fire(p, u) || listed(list, n, u) ||
        !in_fire_zone(p, u, h, BAND_MINIMUM))
        return n;
    list[n] = i16(u);
    return n + 1;
}

/* [11.22] Enemies of the side in whose minimum zone the hex lies. */
int reactors(const struct play *p, int side, int h, int16_t list[NEAR_MOST])
{
    int n = 0;

    for (const int16_t *at = nbox(p)->near[h]; *at != NOWHERE; at++) {
        if (top_of(p, *at) != NO_PIECE)
            n = add_reactor(p, top_of(p, *at), side, h, list, n);
        for (EACH_WING(p, u, *at))
            n = add_reactor(p, u, side, h, list, n);
    }
    return n;
}

/* [11.21] Of any enemy of the side, up to that band. Only batteries reach farther than two
 * hexes. */
bool in_enemy_zone(const struct play *p, int side, int h, int band)
{
    int16_t list[NEAR_MOST];

    if (reactors(p, side, h, list))
        return true;
    for (int u = 0; band > BAND_MINIMUM && u < p->box->pieces; u++)
        if (side_of(p, u) != side && can_fire(p, u) && in_fire_zone(p, u, h, band))
            return true;
    return false;
}

/* As seen from hex 0, 0, the nearest first; how many. */
static int triangle(int facing, struct hex out[ARC_MOST])
{
    int n = 0;

    for (int d = 1; d <= GUN_RANGE; d++) {
        struct hex arc[6 * GUN_RANGE];
        int all = hex_arc((struct hex){ 0, 0 }, d, facing, HEX_CORNER_ARCS.front, arc);

        memcpy(&out[n], arc, sizeof *out * (size_t)all);
        n += all;
    }
    return n;
}

/* Those of them that are on the map, then NOWHERE. */
static void lay_triangle(const struct board *b, struct hex from, const struct hex *way, int n,
                         int16_t out[ARC_MOST + 1])
{
    for (int i = 0; i < n; i++) {
        int at = board_at(b, (struct hex){ i16(from.q + way[i].q), i16(from.r + way[i].r) });

        if (at >= 0)
            *out++ = i16(at);
    }
    *out = NOWHERE;
}

/* [11.21x] The triangle of every hex and facing. */
void load_arcs(struct box *box, struct nvw_box *own)
{
    const struct board *b = box->board;
    int16_t(*arc)[HEX_SIDES][ARC_MOST + 1] =
        arena_alloc(&box->arena, sizeof *arc * (size_t)b->cells);

    for (int i = 0; i < HEX_SIDES; i++) {
        struct hex way[ARC_MOST];
        int n = triangle(2 * i + 1, way);

        for (int h = 0; h < b->cells; h++)
            lay_triangle(b, b->cell[h].hex, way, n, arc[h][i]);
    }
    own->arc = (const int16_t(*)[HEX_SIDES][ARC_MOST + 1]) arc;
}
