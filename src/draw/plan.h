/* plan.h: what all layers of one drawing share: where cells, borders and corners lie, how the words
 * of the map are drawn, what has been drawn so far.
 *
 * A *look* is a manner of drawing. Words of map.txt that name one (woods, swamp, highway …) have
 * it; margin.txt may give another. A word that names none is ground without ornament.
 */
#ifndef DRAW_PLAN_H
#define DRAW_PLAN_H

#include "draw.h"
#include "field.h"
#include "noise.h"
#include "svg.h"

enum look {
    LOOK_PLAIN,
    LOOK_WOODS,
    LOOK_FOREST,
    LOOK_PART_WOODS,
    LOOK_COPSE,
    LOOK_ORCHARD,
    LOOK_MARSH,
    LOOK_POND,
    LOOK_VILLAGE,
    LOOK_TOWN,
    LOOK_FARM,
    LOOK_GRAND,
    LOOK_CHATEAU,
    LOOK_HILL,
    LOOK_RIVER,
    LOOK_STREAM,
    LOOK_BRIDGE,
    LOOK_FORD,
    LOOK_SLOPE,
    LOOK_CREST,
    LOOK_HEDGE,
    LOOK_SUNKEN,
    LOOK_START,
    LOOK_TRACK,
    LOOK_ROAD,
    LOOK_HIGHWAY,
    LOOKS
};

/* A finished course: a road of one class or a water of one name, in the order in which it was
 * drawn. */
struct course {
    enum look look;
    const char *name;
    struct line l;
    struct rect around; /* everything within 40 of it */
    double width[2];    /* at its ends */
    bool ornament;      /* from ground.txt alone: no rule knows it */
};

struct courses {
    struct course *c;
    int n;
};

struct plan {
    struct arena memory, *arena; /* the second points to the first */
    const struct board *board;
    const struct draw_data *data;
    const struct ground *ground;
    const struct margin *margin;
    const struct draw_options *options;
    struct svg svg;

    enum look terrain[BOARD_WORDS], feature[BOARD_WORDS], way[BOARD_WORDS];
    uint32_t kinds[LOOKS]; /* border kinds of a look, as bits */

    struct pt *centre;     /* by cell */
    struct line *ring;     /* by cell, clockwise */
    bool *shown;           /* by cell */
    struct pt *corner;     /* hexes: by corner */
    struct rect land, all; /* around the cells shown, around all cells */
    double lettering, detail;
    double bold;   /* of roads and waters: follows the detail at half its pace */
    double outer;  /* of frame and arrows: follows the size of the board */
    double fields; /* strength of the fields */
    int low, high; /* least and greatest level */
    int steps;     /* tints of the ground; 0 if it has but low and high */
    bool ruled;    /* the tints are the levels the rules read, not mere heights */

    struct field blank;        /* a raster over all cells, to be copied */
    struct field cells;        /* 1 + the cell of every sample, 0 off the board */
    struct field relief;       /* metres */
    struct field mass[LOOKS];  /* positive within a ground of the look, where it has been made */
    struct lines coast[LOOKS]; /* its outlines */
    struct field trees;        /* positive within woods and forest */
    struct field busy;         /* what lettering should keep clear of */
    struct courses roads, waters;
    struct pt *node; /* by cell: where its roads meet, or its centre */
};

enum look look_named(const char *word);

void plan_make(struct plan *plan, const struct draw_data *data, const struct draw_options *options,
               struct text *out);
void plan_free(struct plan *plan);

static inline enum look plan_look(const struct plan *p, int cell)
{
    return p->terrain[p->board->cell[cell].terrain];
}

static inline bool plan_border_is(const struct plan *p, int border, enum look look)
{
    return (p->board->border[border].kinds & p->kinds[look]) != 0;
}

/* Does the cell carry a feature of this look? */
bool plan_has(const struct plan *p, int cell, enum look look);
/* The border as a line; borders are counted from 0 here, as in board->border. */
struct line plan_border(const struct plan *p, int border);
struct pt plan_border_middle(const struct plan *p, int border);
/* The name given with a border of this look, or "". */
const char *plan_border_name(const struct plan *p, int border, enum look look);
/* The cell that holds a point, or -1. */
int plan_cell_at(const struct plan *p, struct pt at);

/* Outlines of a set of cells, clockwise, as loops of corners; -1 ends each loop. */
int *plan_loops(const struct plan *p, const bool *in, int *count);
/* The outline of the cells shown, for clipping. */
void plan_land(const struct plan *p, struct path *path);

struct course *course_add(struct plan *p, struct courses *list, struct course one);
void plan_busy(struct plan *p, const struct line *l, double reach, double weight);
void plan_busy_rect(struct plan *p, struct rect box, double weight);

#endif
