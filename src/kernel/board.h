/*
 * board.h: the board of a game as its map file gives it (docs/map-format.md), hexes or areas alike.
 *
 * A board is one graph of *places* with small numbers: first the cells (hexes, areas) 0..cells-1,
 * then the borders (hexsides, or what lies between two linked areas), then the corners of hexes.
 * So terrain, bridges, units and facings can name any of them. Cells are counted in the order of
 * their printed numbers, whatever the order of the lines in the file.
 *
 * What the words of a map mean is the game's business: it looks them up once, when it loads its box
 * (board_terrain(b, "woods"), -1 if the map does not know the word), and asks by number afterwards.
 * A board never changes after loading and is shared by all threads. board_check() holds a board to
 * what any map must obey; whether the game can be played on it is for the game to check.
 */
#ifndef BOARD_H
#define BOARD_H

#include <assert.h>

#include "errors.h"
#include "hex.h"

enum {
    BOARD_CELLS = 2048,       /* at most */
    BOARD_LINKS = 8192,       /* link lines between areas */
    BOARD_PLACES = 26 * 1024, /* cells, borders and corners together: fits an int16_t */
    BOARD_WORDS = 32,         /* in each vocabulary */
    BOARD_NUMBER = 8,         /* longest printed number of a cell, with its NUL */
    BOARD_LABEL = 24,         /* the same for any place */
    BOARD_NOWHERE = -1,
};

enum board_source { BOARD_RULEBOOK, BOARD_GEOGRAPHY, BOARD_JUDGEMENT, BOARD_SOURCES };

/* What a line of the file speaks of; sources are counted by it. */
enum board_sort {
    BOARD_CELL,
    BOARD_VALUE,
    BOARD_VOID,
    BOARD_GROUP,
    BOARD_LINK,
    BOARD_SIDE,
    BOARD_ROAD,
    BOARD_EXIT,
    BOARD_ENTRY,
    BOARD_SPRING,
    BOARD_SORTS
};

/* The compass, as exits and entries use it: n ne e se s sw w nw. */
enum { BOARD_COMPASS = 8 };

struct board_words {
    int n;
    const char *word[BOARD_WORDS];
};

struct board_cell {
    char number[BOARD_NUMBER];
    const char *name; /* "" if it has none */
    struct hex hex;
    int16_t next[HEX_SIDES];   /* hexes: neighbour by direction, or BOARD_NOWHERE */
    int16_t side[HEX_SIDES];   /* hexes: border by direction, also towards the edge of the map */
    int16_t corner[HEX_SIDES]; /* hexes: corner k between directions k and k + 1 */
    int16_t first_link, links; /* its neighbours: see EACH_NEIGHBOUR() */
    uint32_t features;         /* bits by feature */
    uint8_t terrain;
    int8_t level;
    uint8_t source;
    int line;
};

struct board_link {
    int16_t cell, border; /* the neighbour and what is crossed to get there */
};

struct board_border {
    char number[BOARD_LABEL]; /* "0711/0712", towards the edge of the map "0711/n" */
    int16_t cell[2];          /* the second is BOARD_NOWHERE at the edge of the map */
    int16_t corner[2];        /* hexes: its ends */
    int8_t direction;         /* hexes: from the first cell to the second */
    uint32_t named[2];        /* bits by kind: kinds given with that cell named first */
    uint32_t kinds;           /* both together */
    uint32_t ways;            /* bits by way: roads that cross it */
};

struct board_corner {
    char number[BOARD_LABEL];   /* "0711/0712/0812" */
    int16_t cell[3], border[3]; /* clockwise; BOARD_NOWHERE off the map */
};

/* A side or road line, in the order of the file: names for drawing, lines for complaints. */
struct board_mark {
    int16_t border, from; /* from: the cell named first */
    uint8_t kind, source; /* border kind or way */
    const char *name;     /* "" if it has none */
    int line;
};

struct board_exit { /* a road leaves the map */
    int16_t cell;
    uint8_t compass, way, source;
    const char *name;
    int line;
};

struct board_entry { /* an entry point; one label may have several cells */
    const char *label, *name;
    int16_t cell;
    uint8_t compass, source;
    int line;
};

struct board_group { /* a named place */
    const char *name;
    int n;
    const int16_t *cell;
    uint8_t source;
    int line;
};

struct board_spring { /* a river or stream may begin at this corner */
    int16_t corner;
    uint8_t kind, source;
    const char *name;
    int line;
};

enum board_fact_sort {
    BOARD_FACT_ADJACENT,
    BOARD_FACT_APART,
    BOARD_FACT_NAME,
    BOARD_FACT_DISTANCE,
    BOARD_FACT_LEVEL,
    BOARD_FACT_TERRAIN,
    BOARD_FACT_BETWEEN,
    BOARD_FACT_SPINE
};

struct board_fact { /* what board_check() must find true */
    enum board_fact_sort sort;
    const char *name;
    int number; /* distance, level or terrain */
    int n;
    const int16_t *cell;
    int line;
};

struct board_crossing { /* a road over any of these kinds needs one of those */
    uint32_t over, by;
};

struct board_require { /* what board_check() asks of border kinds, as bits */
    uint32_t flow;     /* run unbroken from spring or edge to the edge */
    uint32_t still;    /* at which a flow may end: ponds */
    uint32_t uphill;   /* the cell named first is the higher one */
    uint32_t step;     /* if any: one of these wherever levels differ */
    int crossings;
    struct board_crossing crossing[BOARD_WORDS];
};

struct board {
    struct arena arena;
    const char *file, *id, *title;
    bool hexes; /* else areas */
    struct hex_grid grid;
    int scale;
    const char *unit; /* of the scale */
    struct board_words terrain, feature, kind, way, key;
    int cells, borders, corners, places;
    const struct board_cell *cell;
    const struct board_border *border; /* by place - cells: see board_border_at() */
    const struct board_corner *corner;
    const struct board_link *link;
    const int16_t *rectangle;          /* cell by column and row of the grid */
    const uint16_t *steps;             /* areas: distances, cells * cells */
    const int16_t *value[BOARD_WORDS]; /* by key, by cell; BOARD_NO_VALUE if the map has none */
    int sides, roads, exits, entries, groups, springs, facts;
    const struct board_mark *side, *road;
    const struct board_exit *exit;
    const struct board_entry *entry;
    const struct board_group *group;
    const struct board_spring *spring;
    const struct board_fact *fact;
    struct board_require require;
    int grid_line;
    int sources[BOARD_SORTS][BOARD_SOURCES]; /* lines of each sort by source */
};

enum { BOARD_NO_VALUE = INT16_MIN };

/* NULL if there was any complaint. */
struct board *board_load(const char *path, struct errors *);
struct board *board_read(const char *file, const char *text, size_t size, struct errors *);
void board_free(struct board *);

/* Complains of everything no map may have; says how often. */
int board_check(const struct board *, struct errors *);

/* -- places and their numbers -- */

int board_find(const struct board *, const char *number);  /* cell, or -1 */
int board_at(const struct board *, struct hex);            /* cell, or -1 off the map */
const char *board_number(const struct board *, int place); /* any place; "-" for none */
int board_order(const char *number, const char *other);    /* 9 before 10 */
const char *board_name(const struct board *, int cell);    /* "" if it has none */
/* Any place as text: 0711, 0711/0712, 0711/n, 0711/0712/0812; -1 if there is no such place. */
int board_parse_place(const struct board *, const char *text);
/* Cells of the named place, or else the cells of that name. At most `room`; 0 if there are none. */
int board_named(const struct board *, const char *name, int16_t *cells, int room);

static inline bool board_is_cell(const struct board *b, int place)
{
    return place >= 0 && place < b->cells;
}

static inline bool board_is_border(const struct board *b, int place)
{
    return place >= b->cells && place < b->cells + b->borders;
}

static inline bool board_is_corner(const struct board *b, int place)
{
    return place >= b->cells + b->borders && place < b->places;
}

static inline const struct board_border *board_border_at(const struct board *b, int place)
{
    return &b->border[place - b->cells];
}

static inline const struct board_corner *board_corner_at(const struct board *b, int place)
{
    return &b->corner[place - b->cells - b->borders];
}

/* -- the graph -- */

int board_border(const struct board *, int from, int to);    /* between neighbours, or -1 */
int board_direction(const struct board *, int a, int b);     /* hexes: of neighbours, or -1 */
int board_other(const struct board *, int border, int cell); /* the cell beyond, or -1 */

/* In cells; -1 if there is no way. */
static inline int board_distance(const struct board *b, int from, int to)
{
    int steps;

    assert(board_is_cell(b, from) && board_is_cell(b, to));
    if (b->hexes)
        return hex_distance(b->cell[from].hex, b->cell[to].hex);
    steps = b->steps[from * b->cells + to];
    return steps == UINT16_MAX ? -1 : steps;
}

/* -- facings and arcs: boards of hexes only; see hex.h -- */

const char *board_facing_name(const struct board *, int facing); /* "ne"; "?" if there is none */
const char *board_facing_title(const struct board *, int facing);
int board_facing_named(const struct board *, const char *word); /* -1 if there is none */
enum hex_part board_part(const struct board *, int from, int to, int facing, struct hex_arcs);
/* The cells in that part at these distances, the nearest first, then clockwise from direction 0; how
 * many, though no more than there is room for. */
int board_arc(const struct board *, int from, int facing, struct hex_arcs, enum hex_part,
              int nearest, int farthest, int16_t *cells, int room);

/* The neighbours of a cell: hexes clockwise from direction 0, areas by number; then BOARD_NOWHERE. */
static inline const struct board_link *board_links(const struct board *b, int cell)
{
    return &b->link[b->cell[cell].first_link];
}

/* Each of them in turn: link->cell, and link->border that is crossed to get there. */
#define EACH_NEIGHBOUR(board, from, link)                                                          \
    for (const struct board_link *link = board_links(board, from); link->cell >= 0; link++)

/* -- words: index or -1 -- */

int board_terrain(const struct board *, const char *word);
int board_feature(const struct board *, const char *word);
int board_kind(const struct board *, const char *word); /* of borders */
int board_way(const struct board *, const char *word);
int board_key(const struct board *, const char *word); /* of values */
int board_compass(const char *word);
const char *board_compass_name(int compass);
const char *board_source_name(int source);
const char *board_sort_name(int sort);

/* -- what is where; an index of -1 is nowhere -- */

static inline bool board_bit(uint32_t bits, int index)
{
    return index >= 0 && (bits >> index & 1);
}

static inline bool board_has_feature(const struct board *b, int cell, int feature)
{
    return board_bit(b->cell[cell].features, feature);
}

static inline bool board_has_kind(const struct board *b, int border, int kind)
{
    return board_bit(board_border_at(b, border)->kinds, kind);
}

static inline bool board_has_way(const struct board *b, int border, int way)
{
    return board_bit(board_border_at(b, border)->ways, way);
}

/* Does the kind speak of this cell of the border: the higher, the protected one? */
bool board_speaks_of(const struct board *, int border, int kind, int cell);
/* The further printed number of a cell, or `otherwise` if the map gives none. */
int board_value(const struct board *, int cell, int key, int otherwise);

#endif
