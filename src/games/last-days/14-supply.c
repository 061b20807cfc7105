/*
 * 14-supply.c: chapters 14 and 20.15: supply lines, sources and who holds them.
 *
 * Lines are drawn from the sources outward: the roads and trails that hang together with an open
 * source, then the country within nine hexes of the roads among them. Any enemy in a hex blocks it
 * (ruling 87).
 */
#include <string.h>

#include "ld.h"

enum { FAR = 9, CUT = FAR + 1 };

/* [14.12] [14.11] [13.15] From a hex to its neighbour: no water without a bridge, a pontoon
 * bridge being none; no enemy; what nobody could enter is not passed. */
static bool ground_bears(const struct play *p, int from, int d)
{
    int bits = side_between(p, from, d);

    if (bits & (S_RIVER | S_STREAM) && !(bits & S_BRIDGE))
        return false;
    return lbox(p)->cost[MOVES_INFANTRY][from * HEX_SIDES + d] != NO_ENTRY;
}

bool line_runs(const struct play *p, int side, int from, int d)
{
    int to = next_of(p, from, d);

    return to >= 0 && !enemy_in(p, to, side) && ground_bears(p, from, d);
}

struct lines {
    const struct play *p;
    int side, n;
    bool through; /* as if there were no enemies */
    int16_t queue[CELLS_MAX];
    int16_t back[CELLS_MAX]; /* of roads and trails: the hex before it; of a source itself */
    uint8_t far[CELLS_MAX];  /* hexes to a road that leads to a source; CUT */
};

static bool is_barred(const struct lines *l, int h)
{
    return !l->through && enemy_in(l->p, h, l->side);
}

static bool runs(const struct lines *l, int from, int d)
{
    int to = next_of(l->p, from, d);

    return to >= 0 && !is_barred(l, to) && ground_bears(l->p, from, d);
}

static void add_hex(struct lines *l, int h, int far)
{
    l->far[h] = u8(far);
    l->queue[l->n++] = i16(h);
}

/* [14.2] [14.21] [14.22] Entry hexes of the army at which a force has come on, no enemy in them. */
static void add_sources(struct lines *l, int army)
{
    const struct ld_box *box = lbox(l->p);

    for (int i = 0; i < ENTRIES; i++)
        for (int n = 0; n < ENTRY_HEXES; n++) {
            int h = box->entry[i][n];

            if (box->entry_army[i] == army && ld(l->p)->source[i].opened && h >= 0 &&
                l->far[h] == CUT && !is_barred(l, h)) {
                l->back[h] = i16(h);
                add_hex(l, h, 0);
            }
        }
}

/* [14.1] [1.4u] Any length along roads and tracks. */
static void follow_roads(struct lines *l)
{
    for (int i = 0; i < l->n; i++)
        EACH_DIRECTION(d)
        {
            int from = l->queue[i], to = next_of(l->p, from, d);

            if (side_between(l->p, from, d) & (S_ROAD | S_TRAIL) && runs(l, from, d) &&
                l->far[to] == CUT) {
                l->back[to] = i16(from);
                add_hex(l, to, 0);
            }
        }
}

/* The first part of a line leads to a road hex: those with a track alone are no beginning. */
static void leave_out_trails(struct lines *l)
{
    int kept = 0;

    for (int i = 0; i < l->n; i++)
        if (lbox(l->p)->has_road[l->queue[i]])
            l->queue[kept++] = l->queue[i];
        else
            l->far[l->queue[i]] = CUT;
    l->n = kept;
}

/* [14.1] [14.11] Nine hexes of whatever ground, the unit's own not counted. */
static void spread(struct lines *l)
{
    for (int i = 0; i < l->n && l->far[l->queue[i]] < FAR; i++)
        EACH_DIRECTION(d)
        {
            int from = l->queue[i], to = next_of(l->p, from, d);

            if (runs(l, from, d) && l->far[to] == CUT)
                add_hex(l, to, l->far[from] + 1);
        }
}

static void draw_lines(const struct play *p, int army, bool through, struct lines *l)
{
    l->p = p, l->side = side_of_army(army), l->n = 0, l->through = through;
    memset(l->far, CUT, sizeof l->far);
    add_sources(l, army);
    follow_roads(l);
    leave_out_trails(l);
    spread(l);
}

/* [14.22b] ruling 56: nobody of the army has come on yet. */
static bool lives_off_the_land(const struct play *p, int army)
{
    return play_option(p, OPT_UNOPENED) == UNOPENED_SUPPLIED && !ld(p)->entered[army];
}

bool in_supply(const struct play *p, int u)
{
    struct lines l;

    if (lives_off_the_land(p, army_of(p, u)) || play_option(p, OPT_NO_SUPPLY))
        return true;
    if (!on_map(p, u))
        return false;
    draw_lines(p, army_of(p, u), false, &l);
    return l.far[place_of(p, u)] != CUT;
}

/* [14.2] Has a force of the army come on anywhere? */
static bool any_source(const struct play *p, int army)
{
    for (int i = 0; i < ENTRIES; i++)
        if (lbox(p)->entry_army[i] == army && ld(p)->source[i].opened)
            return true;
    return false;
}

/* Back across country to the road, then along it to the source. */
static void walk_home(const struct lines *l, int h, struct supply_line *line)
{
    int16_t *way = line->way;
    int n = 0, roads;

    way[n++] = i16(h);
    while (l->far[way[n - 1]] > 0)
        EACH_DIRECTION(d)
        {
            int at = way[n - 1], by = next_of(l->p, at, d);

            if (by < 0 || l->far[by] + 1 != l->far[at] || !runs(l, by, direction_to(l->p, by, at)))
                continue;
            way[n++] = i16(by);
            break;
        }
    for (roads = n; l->back[way[n - 1]] != way[n - 1]; n++)
        way[n] = l->back[way[n - 1]];
    line->n = n, line->roads = n - roads;
    turn_way(way, n);
}

void draw_line(const struct play *p, int army, int h, struct supply_line *line)
{
    struct lines l;

    line->n = 1, line->roads = 0, line->way[0] = i16(h);
    if (lives_off_the_land(p, army) || play_option(p, OPT_NO_SUPPLY)) {
        line->how = LINE_NEEDLESS;
        return;
    }
    draw_lines(p, army, false, &l);
    line->how = LINE_RUNS;
    if (l.far[h] == CUT) {
        draw_lines(p, army, true, &l);
        line->how = !any_source(p, army) ? LINE_CLOSED : l.far[h] == CUT ? LINE_FAR : LINE_CUT;
    }
    if (l.far[h] != CUT)
        walk_home(&l, h, line);
}

/* [14.0a] ruling 40: in the campaign, which alone goes to the last turn; [21.13a] unless it is left out. */
bool supply_counts(const struct play *p)
{
    return ld(p)->last == TURNS && !play_option(p, OPT_NO_SUPPLY);
}

/* [14.0b] [12.13] [12.3] Marked until the next night, or freed of the mark. */
static int settle_army(struct play *p, int army, int16_t *cut, int n)
{
    bool all = lives_off_the_land(p, army);
    struct lines l;

    draw_lines(p, army, false, &l);
    for (int u = 0; u < lbox(p)->trains; u++) {
        if (def_of(p, u)->army != army || !on_map(p, u))
            continue;
        clear_flag(p, u, F_UNSUPPLIED);
        if (!all && l.far[place_of(p, u)] == CUT) {
            set_flag(p, u, F_UNSUPPLIED);
            cut[n++] = i16(u);
        }
    }
    return n;
}

/* [2.21.B] */
void settle_supply(struct play *p, int side)
{
    int16_t cut[PIECES_MAX];
    int n = 0;

    EACH_PIECE (p, u)
        if (side_of(p, u) == side)
            clear_flag(p, u, F_OUT);
    for (int army = 0; army < ARMIES && supply_counts(p); army++)
        if (side_of_army(army) == side)
            n = settle_army(p, army, cut, n);
    if (n)
        play_tell_list(p, EV_UNSUPPLIED, veil(side), n, cut);
}

/* [20.12b] [20.15] However it has come there. */
void note_sources(struct play *p, int u, int h)
{
    for (int i = 0; i < ENTRIES && lbox(p)->is_edge[h] && is_combat_unit(p, u); i++) {
        bool lost = side_of(p, u) != side_of_army(lbox(p)->entry_army[i]);

        for (int n = 0; n < ENTRY_HEXES; n++)
            if (lbox(p)->entry[i][n] == h && ld(p)->source[i].lost != lost && in_supply(p, u))
                ld(p)->source[i].lost = lost;
    }
}
