/* field.h: numbers on a raster over the plane, and the coasts that can be drawn from them.
 *
 * A shape here is a field that is positive inside it. Union, difference and growth of shapes are
 * then max, min and addition, smoothing is a blur, and the outline is the contour at zero:
 * operations that cannot fail, however odd the map an editor makes.
 */
#ifndef DRAW_FIELD_H
#define DRAW_FIELD_H

#include "plane.h"

struct field {
    struct arena *arena;
    struct pt origin; /* of the first sample */
    double step;
    int w, h;
    float *v;
};

struct field field_new(struct arena *arena, struct rect over, double step, double value);
struct field field_like(const struct field *f, double value);
struct field field_copy(const struct field *f);
/* The samples of a field within a rectangle: i0 <= i < i1, j0 <= j < j1. */
struct field_span {
    int i0, i1, j0, j1;
};
struct field_span field_span(const struct field *f, struct rect r);

struct pt field_place(const struct field *f, int i, int j);
double field_at(const struct field *f, struct pt p);

/* Samples within the rings (even-odd over all of them) become `value`. */
void field_fill(struct field *f, const struct lines *rings, double value);
void field_fill_ring(struct field *f, const struct line *ring, double value);
/* Samples nearer than `reach` to the line are raised to `value`. */
void field_stroke(struct field *f, const struct line *l, double reach, double value);

/* Samples near the line are lowered to their distance from it less `reach`. */
void field_carve(struct field *f, const struct line *l, double reach);

void field_blur(struct field *f, double sigma);
/* From a mask (inside > 0): units to the edge, positive inside, negative outside. */
struct field field_distance(const struct field *mask);
/* Rings around what is above `level`, holes as rings of their own. */
struct lines field_contour(const struct field *f, double level);

#endif
