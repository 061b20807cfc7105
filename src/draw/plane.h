/* plane.h: points, lines and rings of the drawing plane.
 *
 * 100 units are the distance between the centres of neighbouring hexes; x runs east, y south. A
 * ring is a line whose last point is joined to its first without being repeated. Floating point is
 * at home here and nowhere else in the program: no rule reads a drawing.
 */
#ifndef DRAW_PLANE_H
#define DRAW_PLANE_H

#include "kernel/base.h"

#include <math.h>
#include <stdbool.h>

/* Room for `n` things, zeroed; it goes with the arena. */
#define ROOM(arena, type, n) ((type *)arena_alloc(arena, (size_t)(n) * sizeof(type)))

struct pt {
    double x, y;
};

struct rect {
    double x0, y0, x1, y1;
};

struct line {
    struct arena *arena;
    struct pt *p;
    int n, cap;
};

struct lines {
    struct arena *arena;
    struct line *l;
    int n, cap;
};

/* A place on a line and the direction in which the line runs there. */
struct pose {
    struct pt at, dir;
};

static inline struct pt pt(double x, double y)
{
    struct pt p = { x, y };
    return p;
}

static inline struct pt pt_add(struct pt a, struct pt b)
{
    return pt(a.x + b.x, a.y + b.y);
}

static inline struct pt pt_sub(struct pt a, struct pt b)
{
    return pt(a.x - b.x, a.y - b.y);
}

static inline struct pt pt_mul(struct pt a, double k)
{
    return pt(a.x * k, a.y * k);
}

/* a + b * k */
static inline struct pt pt_along(struct pt a, struct pt b, double k)
{
    return pt(a.x + b.x * k, a.y + b.y * k);
}

static inline struct pt pt_mix(struct pt a, struct pt b, double t)
{
    return pt(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
}

static inline double pt_dot(struct pt a, struct pt b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double pt_cross(struct pt a, struct pt b)
{
    return a.x * b.y - a.y * b.x;
}

static inline double pt_len(struct pt a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

static inline double pt_dist(struct pt a, struct pt b)
{
    return pt_len(pt_sub(a, b));
}

static inline struct pt pt_unit(struct pt a)
{
    double len = pt_len(a);
    return len > 1e-9 ? pt_mul(a, 1 / len) : pt(1, 0);
}

static inline struct pt pt_turn(struct pt a, double angle)
{
    double c = cos(angle), s = sin(angle);
    return pt(a.x * c - a.y * s, a.x * s + a.y * c);
}

/* a quarter turn clockwise as seen on paper (y runs south) */
static inline struct pt pt_side(struct pt a)
{
    return pt(-a.y, a.x);
}

static inline double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* The point `want`, drawn back towards `home` until it is no further than `reach` away. */
struct pt pt_leash(struct pt home, struct pt want, double reach);

struct line line_new(struct arena *arena);
void line_add(struct line *l, struct pt p);
void line_join(struct line *l, const struct line *more);
void line_reverse(struct line *l);
struct line line_copy(const struct line *l);
struct lines lines_new(struct arena *arena);
struct line *lines_add(struct lines *ls, struct line l);

double line_length(const struct line *l, bool ring);
struct pose line_at(const struct line *l, bool ring, double s);
/* Distance of the nearest point; `*s`, where wanted, becomes its place along the line. */
double line_near(const struct line *l, struct pt p, double *s);
struct line line_cut(const struct line *l, double s0, double s1);
struct line line_resample(const struct line *l, bool ring, double step);
struct line line_simplify(const struct line *l, bool ring, double slack);
struct line line_spline(const struct line *l, bool ring, int steps);
struct line line_blur(const struct line *l, bool ring, int passes);
/* The ring around a line whose width grows evenly from w0 to w1. */
struct line line_taper(const struct line *l, double w0, double w1);
struct line line_offset(const struct line *l, double by);
/* The crossing of two lines nearest to a point, if there is one within `reach` of it. */
bool lines_cross(const struct line *a, const struct line *b, struct pt near, double reach,
                 struct pt *at);

struct rect line_rect(const struct line *l);
struct rect rect_grow(struct rect b, double by);
struct rect rect_join(struct rect a, struct rect b);
bool rect_meet(struct rect a, struct rect b);
bool rect_holds(struct rect b, struct pt p);
struct pt rect_middle(struct rect b);

double ring_area(const struct line *r); /* positive when it runs clockwise on paper */
struct pt ring_middle(const struct line *r);
bool ring_holds(const struct line *r, struct pt p);
struct line ring_rect(struct arena *arena, struct pt at, double w, double h, double angle);
/* What of a convex ring lies on the side of the line through `at` to which `keep` points. */
struct line ring_halve(const struct line *r, struct pt at, struct pt keep);

#endif
