/* ground.h: ground.txt (docs/map-format.md): the real lines behind a board, which only the drawing
 * reads.
 *
 * Coordinates arrive in board units (1000 = a hex) and are kept in drawing units (100 = a hex).
 */
#ifndef DRAW_GROUND_H
#define DRAW_GROUND_H

#include "kernel/errors.h"
#include "plane.h"

struct ground_line {
    const char *kind, *name;
    struct line l;      /* a ring if it is a shape */
    struct lines holes; /* of a shape */
    int line;           /* of the file */
};

struct ground_outline {
    const char *number;
    struct line ring;
    int line;
};

struct ground_centre {
    const char *number;
    struct pt at;
};

struct ground_house {
    struct pt at;
    double w, h, angle; /* degrees, clockwise */
    const char *kind;   /* "" or what it is: church */
};

struct ground_height {
    struct pt at;
    double metres;
};

struct ground_label {
    const char *kind, *text;
    struct pt at;
    double angle, size;
};

struct ground {
    struct arena arena;
    bool framed;
    struct rect frame;
    int lines, shapes, outlines, centres, houses, heights, labels;
    struct ground_line *line, *shape;
    struct ground_outline *outline;
    struct ground_centre *centre; /* where an area is marked; its middle without */
    struct ground_house *house;
    struct ground_height *height;
    struct ground_label *label;
};

/* Complains of every line that cannot be read; an empty ground if there is no file. */
void ground_load(struct ground *ground, const char *path, struct errors *errors);
void ground_read(struct ground *ground, const char *file, const char *text, size_t size,
                 struct errors *errors);
/* Enlarges everything: boards of areas are drawn larger than one hex a thousand. */
void ground_scale(struct ground *ground, double by);
/*
 * The same ground for one drawing: points are shared, but what is made of its lines (a copy, a smooth
 * curve) is taken from the drawing's arena and goes with it. What was loaded stays as it is.
 */
const struct ground *ground_lend(const struct ground *ground, struct arena *arena);
void ground_free(struct ground *ground);

#endif
