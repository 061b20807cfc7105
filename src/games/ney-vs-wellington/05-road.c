/*
 * 05-road.c: case 5.2, Grand Tactical Movement: its five conditions, and how those look who march
 * by road.
 *
 * What a hex of it costs (5.22a) is in 05-hex.c with the other costs, how such a march ends (5.25)
 * in 05-march.c.
 */
#include "march.h"

enum { GTM_POINTS = 12, GTM_DISTANCE = 6 }; /* [5.21f] [5.21e] */

/* [5.21e] [2.2i] */
bool formed_enemy_within(const struct play *p, int side, int h, int distance)
{
    const struct board *b = p->box->board;

    for (int u = 0; u < nbox(p)->units; u++) {
        const struct unit *k = unit_at(p, u);

        if (k->place < 0 || side_of(p, u) == side || !is_formed(p, u))
            continue;
        if (board_distance(b, h, k->place) <= distance ||
            (k->wing != NOWHERE && board_distance(b, h, k->wing) <= distance))
            return true;
    }
    return false;
}

/* [5.21b] [5.21c] Ruling 70 */
static bool marches_by_road(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (is_cavalry(p, u) || is_company(p, u))
        return k->morale != ROUTED;
    return k->morale == GOOD && (k->formation == COLUMN || k->formation == LIMBERED);
}

/* [5.21b] [5.21f] [9.14] Command units go along with those who may. */
static const char *refuse_company_of_road(const struct play *p, const struct group *g)
{
    int troops = 0, sum = 0;

    for (int i = 0; i < g->n; i++) {
        int u = g->unit[i];

        if (is_leader(p, u))
            continue;
        if (!marches_by_road(p, u))
            return "5.21b: only columns, skirmishers, limbered guns and horse march by road";
        sum += is_guns(p, u) ? unit_at(p, u)->guns : unit_at(p, u)->points;
        troops++;
    }
    if (!troops)
        return "5.21b: a command unit marches by road with others only";
    return sum > GTM_POINTS ? "5.21f: no more than 12 points march together by road" : NULL;
}

/* [5.21d] [5.21e] [5.24] From its start on, every hex of it. */
const char *refuse_road(const struct play *p, const struct group *g, int direction, int to)
{
    const char *why;

    if (!(nbox(p)->wayed[g->from] >> direction & 1))
        return "5.21d: neither road nor trail leads there";
    if (!g->road)
        for (int i = 0; i < g->n; i++)
            if (unit_at(p, g->unit[i])->spent)
                return "5.21d: who marches by road does so from the start";
    if ((why = refuse_company_of_road(p, g)))
        return why;
    if (!g->road && formed_enemy_within(p, g->side, g->from, GTM_DISTANCE - 1))
        return "5.21e: a formed enemy is less than six hexes away";
    if (formed_enemy_within(p, g->side, to, GTM_DISTANCE - 1))
        return "5.24: there a formed enemy would be less than six hexes away";
    return NULL;
}

/* [5.25] By road it looks where it goes. */
void face_ahead(struct play *p, const struct group *g, int direction)
{
    for (int i = 0; i < g->n; i++) {
        struct unit *k = unit_at(p, g->unit[i]);

        if (board_part(p->box->board, g->from, p->box->board->cell[g->from].next[direction],
                       k->facing, HEX_CORNER_ARCS) != HEX_FRONT)
            k->facing = u8(2 * direction + 1);
    }
}
