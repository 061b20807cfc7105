/* ld-box.h: all that is printed on map, counters, tracks and charts of The Last Days; load.c reads it. */
#ifndef LAST_DAYS_BOX_H
#define LAST_DAYS_BOX_H

#include "ld-state.h"

struct piece_def {
    uint8_t army, formation, track, nation, arm, mover;
    uint8_t strength, reduced; /* half points; reduced 0: it has none */
    uint8_t rating;            /* Unit Quality; of a leader: Command Rating */
    uint8_t move;              /* as printed, points */
    uint8_t stars, guard;      /* guard: GUARD_… */
    uint8_t role, also;        /* of a leader: LEADS_…; another formation that he may run */
    int16_t parent, child; /* of a vedette: its unit; of a unit with stars: its first vedette; -1 */
    uint8_t turn, entry;   /* [19.3a] on the reinforcement track; turn 0: not on it */
};
enum { AROUND = 19 }; /* the last is -1 */
enum { GUARD_NONE, GUARD_OLD, GUARD_YOUNG };

/* What a hexside is, from one of its hexes to the other. */
enum {
    S_RIVER = 1,
    S_STREAM = 2,
    S_BRIDGE = 4,
    S_WOODS = 8,
    S_UP = 16, /* uphill, going this way */
    S_ROAD = 32,
    S_TRAIL = 64,
    S_DOWN = 128,
};

struct turn_def {
    uint8_t part, weather;
    const char *date, *hour;
    char title[32]; /* "15 June morning" */
    char brief[8];  /* "04" of "04.00" */
};

struct ld_box {
    int units, vedettes, trains, leaders; /* first pieces of each: see is_leader() */
    int pieces;
    struct piece_def piece[PIECES_MAX];
    uint8_t level[TRACKS], total[TRACKS]; /* level 0: never demoralized */
    struct turn_def turn[TURNS + 1];
    int16_t next[HEXSIDES_MAX];           /* by hex * 6 + direction: cell, or BOARD_NOWHERE */
    uint8_t side[HEXSIDES_MAX];           /* S_… */
    uint8_t cost[MOVERS][HEXSIDES_MAX];   /* half points, not in road march; NO_ENTRY */
    uint8_t column[MOVERS][HEXSIDES_MAX]; /* the same in road march */
    uint8_t dry[MOVERS]
               [HEXSIDES_MAX]; /* the ground without the water, for who is bridged over it */
    uint8_t pontoon[MOVERS];   /* half points that a pontoon bridge adds */
    uint8_t stacking;          /* half points to end with another combat unit */
    uint8_t is_town[CELLS_MAX], is_chateau[CELLS_MAX], is_place[CELLS_MAX]; /* place: objectives */
    uint8_t is_slope[CELLS_MAX], is_clear[CELLS_MAX], is_edge[CELLS_MAX], is_marsh[CELLS_MAX];
    uint8_t has_way[CELLS_MAX], has_road[CELLS_MAX]; /* a road or trail runs through it; a road */
    uint8_t distance[CELLS_MAX][CELLS_MAX];
    int16_t way[CELLS_MAX][CELLS_MAX];   /* half points of infantry by road, to the first hex */
    uint8_t measured[MOVERS];            /* nobody who moves so ever pays less than that */
    int16_t around[CELLS_MAX][AROUND];   /* for computer opponents: hexes one and two away */
    uint8_t cover[CELLS_MAX];            /* ground that helps the defender */
    int16_t entry[ENTRIES][ENTRY_HEXES]; /* cells; -1 */
    uint8_t entry_army[ENTRIES], entry_edge[ENTRIES]; /* whose; edge: EDGE_… */
    uint8_t entry_road[ENTRIES];                      /* a road comes in here */
    uint8_t edges[CELLS_MAX]; /* of the map at which a hex lies: bits by EDGE_… */
    const struct chart *combat, *elan, *movement, *defence, *crossing, *ground, *ratio, *losses;
    int napoleon, ney, grouchy, wellington, blucher; /* pieces */
    int friant, michel, desnoettes;
    int replacement[ARMIES];
    uint8_t officer[FORMATIONS]; /* piece who is its officer */
};
enum { EDGE_EAST, EDGE_NORTH, EDGE_WEST, EDGE_SOUTH };

#endif
