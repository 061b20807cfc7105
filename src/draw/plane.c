/* plane.c: what the layers need of plane geometry: measuring, smoothing, cutting and offsetting of
 * lines, tests of rings. Unions and differences of shapes are not here: they are made on a raster
 * (field.c), where they cannot fail. */
#include <assert.h>

#include "plane.h"

#include <string.h>

struct pt pt_leash(struct pt home, struct pt want, double reach)
{
    double far = pt_dist(home, want);

    return far <= reach ? want : pt_mix(home, want, reach / far);
}

struct line line_new(struct arena *arena)
{
    struct line l = { .arena = arena };
    return l;
}

void line_add(struct line *l, struct pt p)
{
    if (l->n == l->cap) {
        struct pt *old = l->p;
        l->cap = l->cap ? l->cap * 2 : 4; /* most are rings of a few points */
        l->p = ROOM(l->arena, struct pt, l->cap);
        if (old)
            memcpy(l->p, old, (size_t)l->n * sizeof *old);
    }
    l->p[l->n++] = p;
}

void line_join(struct line *l, const struct line *more)
{
    for (int i = 0; i < more->n; i++)
        line_add(l, more->p[i]);
}

void line_reverse(struct line *l)
{
    for (int i = 0, j = l->n - 1; i < j; i++, j--) {
        struct pt p = l->p[i];
        l->p[i] = l->p[j];
        l->p[j] = p;
    }
}

struct line line_copy(const struct line *l)
{
    struct line copy = line_new(l->arena);

    line_join(&copy, l);
    return copy;
}

struct lines lines_new(struct arena *arena)
{
    struct lines ls = { .arena = arena };
    return ls;
}

struct line *lines_add(struct lines *ls, struct line l)
{
    if (ls->n == ls->cap) {
        struct line *old = ls->l;
        ls->cap = ls->cap ? ls->cap * 2 : 8;
        ls->l = ROOM(ls->arena, struct line, ls->cap);
        if (old)
            memcpy(ls->l, old, (size_t)ls->n * sizeof *old);
    }
    ls->l[ls->n] = l;
    return &ls->l[ls->n++];
}

/* ---- measuring ---- */

static int segments(const struct line *l, bool ring)
{
    return l->n < 2 ? 0 : ring ? l->n : l->n - 1;
}

static struct pt end_of(const struct line *l, int segment)
{
    return l->p[(segment + 1) % l->n];
}

double line_length(const struct line *l, bool ring)
{
    double sum = 0;

    for (int i = 0; i < segments(l, ring); i++)
        sum += pt_dist(l->p[i], end_of(l, i));
    return sum;
}

struct pose line_at(const struct line *l, bool ring, double s)
{
    struct pose pose = { l->p[0], pt(1, 0) };
    int n = segments(l, ring);

    assert(l->n > 0);
    for (int i = 0; i < n; i++) {
        struct pt a = l->p[i], b = end_of(l, i);
        double len = pt_dist(a, b);
        if (len < 1e-9)
            continue;
        pose.dir = pt_mul(pt_sub(b, a), 1 / len);
        pose.at = pt_along(a, pose.dir, clamp(s, i ? 0 : -1e3, len));
        if (s <= len)
            break;
        s -= len;
    }
    return pose;
}

double line_near(const struct line *l, struct pt p, double *s)
{
    double best = l->n ? pt_dist(p, l->p[0]) : 1e18, walked = 0;

    if (s)
        *s = 0;
    for (int i = 0; i + 1 < l->n; i++) {
        struct pt a = l->p[i], d = pt_sub(l->p[i + 1], a);
        double len = pt_len(d);
        double t = len > 1e-9 ? clamp(pt_dot(pt_sub(p, a), d) / len, 0, len) : 0;
        double far = pt_dist(p, pt_along(a, d, len > 1e-9 ? t / len : 0));
        if (far < best) {
            best = far;
            if (s)
                *s = walked + t;
        }
        walked += len;
    }
    return best;
}

struct line line_cut(const struct line *l, double s0, double s1)
{
    struct line cut = line_new(l->arena);
    double walked = 0;

    assert(l->n > 0);
    line_add(&cut, line_at(l, false, s0).at);
    for (int i = 1; i < l->n; i++) {
        walked += pt_dist(l->p[i - 1], l->p[i]);
        if (walked > s0 + 1e-6 && walked < s1 - 1e-6)
            line_add(&cut, l->p[i]);
    }
    line_add(&cut, line_at(l, false, s1).at);
    return cut;
}

struct line line_resample(const struct line *l, bool ring, double step)
{
    struct line out = line_new(l->arena);
    double len = line_length(l, ring);
    int count = (int)ceil(len / step);

    assert(step > 0);
    if (len < 1e-6)
        return line_copy(l);
    if (ring && count < 3)
        count = 3;
    double left = 0, gap = len / count;
    for (int i = 0; i < segments(l, ring); i++) {
        struct pt a = l->p[i], b = end_of(l, i);
        double seg = pt_dist(a, b);
        for (; left < seg - 1e-9; left += gap)
            line_add(&out, pt_mix(a, b, left / seg));
        left -= seg;
    }
    if (!ring)
        line_add(&out, l->p[l->n - 1]);
    return out;
}

/* ---- smoothing ---- */

static double to_segment(struct pt p, struct pt a, struct pt b)
{
    struct pt d = pt_sub(b, a);
    double sq = pt_dot(d, d);
    double t = sq > 1e-12 ? clamp(pt_dot(pt_sub(p, a), d) / sq, 0, 1) : 0;

    return pt_dist(p, pt_along(a, d, t));
}

/* Douglas and Peucker's way, with a stack of its own: marks the points to keep between first and
 * last. */
static void mark_kept(const struct line *l, int first, int last, double slack, bool *keep)
{
    int *stack = ROOM(l->arena, int, 2 * l->n + 2), top = 0;

    stack[top++] = first;
    stack[top++] = last;
    while (top) {
        int b = stack[--top], a = stack[--top], worst = a;
        double far = slack;
        for (int i = a + 1; i < b; i++) {
            double d = to_segment(l->p[i], l->p[a], l->p[b]);
            if (d > far) {
                far = d;
                worst = i;
            }
        }
        if (worst == a)
            continue;
        keep[worst] = true;
        stack[top++] = a;
        stack[top++] = worst;
        stack[top++] = worst;
        stack[top++] = b;
    }
}

struct line line_simplify(const struct line *l, bool ring, double slack)
{
    struct line out = line_new(l->arena), work = line_copy(l);

    if (l->n < 4)
        return work;
    if (ring)
        line_add(&work, l->p[0]);
    bool *keep = ROOM(l->arena, bool, work.n);
    int half = ring ? work.n / 2 : 0;
    keep[0] = keep[half] = keep[work.n - 1] = true;
    mark_kept(&work, 0, ring ? half : work.n - 1, slack, keep);
    if (ring)
        mark_kept(&work, half, work.n - 1, slack, keep);
    for (int i = 0; i < work.n - (ring ? 1 : 0); i++) {
        if (keep[i])
            line_add(&out, work.p[i]);
    }
    return out;
}

static struct pt spline_point(const struct line *l, bool ring, int i)
{
    if (ring)
        return l->p[(i + l->n) % l->n];
    if (i < 0)
        return pt_sub(pt_mul(l->p[0], 2), l->p[1]);
    if (i >= l->n)
        return pt_sub(pt_mul(l->p[l->n - 1], 2), l->p[l->n - 2]);
    return l->p[i];
}

static struct pt knot_mix(struct pt a, struct pt b, double ta, double tb, double t)
{
    return pt_mix(a, b, (t - ta) / (tb - ta));
}

/* One span of a centripetal Catmull-Rom spline: it neither loops nor overshoots at uneven spacing.
 */
static void add_span(struct line *out, const struct pt q[4], int steps)
{
    double t[4] = { 0 };

    for (int i = 1; i < 4; i++)
        t[i] = t[i - 1] + sqrt(fmax(1e-6, pt_dist(q[i], q[i - 1])));
    for (int k = 0; k < steps; k++) {
        double u = t[1] + (t[2] - t[1]) * k / steps;
        struct pt a = knot_mix(q[0], q[1], t[0], t[1], u), b = knot_mix(q[1], q[2], t[1], t[2], u),
                  c = knot_mix(q[2], q[3], t[2], t[3], u);
        a = knot_mix(a, b, t[0], t[2], u);
        b = knot_mix(b, c, t[1], t[3], u);
        line_add(out, knot_mix(a, b, t[1], t[2], u));
    }
}

struct line line_spline(const struct line *l, bool ring, int steps)
{
    struct line out = line_new(l->arena);

    assert(steps > 0);
    if (l->n < 3)
        return line_copy(l);
    for (int i = 0; i < segments(l, ring); i++) {
        struct pt q[4];
        for (int k = 0; k < 4; k++)
            q[k] = spline_point(l, ring, i + k - 1);
        add_span(&out, q, steps);
    }
    if (!ring)
        line_add(&out, l->p[l->n - 1]);
    return out;
}

struct line line_blur(const struct line *l, bool ring, int passes)
{
    struct line a = line_copy(l), b = line_copy(l);

    for (int k = 0; k < passes && l->n > 2; k++) {
        for (int i = ring ? 0 : 1; i < l->n - (ring ? 0 : 1); i++) {
            struct pt m = pt_mix(a.p[(i + l->n - 1) % l->n], a.p[(i + 1) % l->n], .5);
            b.p[i] = pt_mix(a.p[i], m, .5);
        }
        struct line t = a;
        a = b;
        b = t;
    }
    return a;
}

/* ---- offsetting and crossing ---- */

static struct pt normal_at(const struct line *l, int i)
{
    struct pt a = l->p[i > 0 ? i - 1 : 0], b = l->p[i + 1 < l->n ? i + 1 : l->n - 1];

    return pt_side(pt_unit(pt_sub(b, a)));
}

struct line line_taper(const struct line *l, double w0, double w1)
{
    struct line out = line_new(l->arena);
    double last = l->n > 1 ? l->n - 1 : 1;

    for (int i = 0; i < l->n; i++)
        line_add(&out, pt_along(l->p[i], normal_at(l, i), (w0 + (w1 - w0) * i / last) / 2));
    for (int i = l->n - 1; i >= 0; i--)
        line_add(&out, pt_along(l->p[i], normal_at(l, i), -(w0 + (w1 - w0) * i / last) / 2));
    return out;
}

struct line line_offset(const struct line *l, double by)
{
    struct line out = line_new(l->arena);

    for (int i = 0; i < l->n; i++)
        line_add(&out, pt_along(l->p[i], normal_at(l, i), by));
    return out;
}

static bool cross_at(struct pt a, struct pt b, struct pt c, struct pt d, struct pt *at)
{
    struct pt r = pt_sub(b, a), s = pt_sub(d, c);
    double den = pt_cross(r, s);

    if (fabs(den) < 1e-12)
        return false;
    double t = pt_cross(pt_sub(c, a), s) / den, u = pt_cross(pt_sub(c, a), r) / den;
    *at = pt_along(a, r, t);
    return t >= 0 && t <= 1 && u >= 0 && u <= 1;
}

bool lines_cross(const struct line *a, const struct line *b, struct pt near, double reach,
                 struct pt *at)
{
    double best = reach;
    struct pt here;

    for (int i = 0; i + 1 < a->n; i++) {
        if (to_segment(near, a->p[i], a->p[i + 1]) > reach)
            continue;
        for (int j = 0; j + 1 < b->n; j++) {
            if (!cross_at(a->p[i], a->p[i + 1], b->p[j], b->p[j + 1], &here))
                continue;
            if (pt_dist(here, near) < best) {
                best = pt_dist(here, near);
                *at = here;
            }
        }
    }
    return best < reach;
}

/* ---- boxes and rings ---- */

struct rect line_rect(const struct line *l)
{
    struct rect b = { 1e18, 1e18, -1e18, -1e18 };

    for (int i = 0; i < l->n; i++) {
        b.x0 = fmin(b.x0, l->p[i].x);
        b.y0 = fmin(b.y0, l->p[i].y);
        b.x1 = fmax(b.x1, l->p[i].x);
        b.y1 = fmax(b.y1, l->p[i].y);
    }
    return b;
}

struct rect rect_grow(struct rect b, double by)
{
    struct rect out = { b.x0 - by, b.y0 - by, b.x1 + by, b.y1 + by };
    return out;
}

struct rect rect_join(struct rect a, struct rect b)
{
    struct rect out = { fmin(a.x0, b.x0), fmin(a.y0, b.y0), fmax(a.x1, b.x1), fmax(a.y1, b.y1) };
    return out;
}

bool rect_meet(struct rect a, struct rect b)
{
    return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

bool rect_holds(struct rect b, struct pt p)
{
    return p.x >= b.x0 && p.x <= b.x1 && p.y >= b.y0 && p.y <= b.y1;
}

struct pt rect_middle(struct rect b)
{
    return pt((b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2);
}

double ring_area(const struct line *r)
{
    double sum = 0;

    for (int i = 0; i < r->n; i++)
        sum += pt_cross(r->p[i], r->p[(i + 1) % r->n]);
    return sum / 2;
}

struct pt ring_middle(const struct line *r)
{
    struct pt sum = pt(0, 0), base = r->p[0];
    double area = 0;

    assert(r->n > 0);
    for (int i = 1; i + 1 < r->n; i++) {
        struct pt a = pt_sub(r->p[i], base), b = pt_sub(r->p[i + 1], base);
        double twice = pt_cross(a, b);
        sum = pt_along(sum, pt_add(a, b), twice / 3);
        area += twice;
    }
    return fabs(area) < 1e-9 ? base : pt_along(base, sum, 1 / area);
}

bool ring_holds(const struct line *r, struct pt p)
{
    bool in = false;

    for (int i = 0, j = r->n - 1; i < r->n; j = i++) {
        struct pt a = r->p[i], b = r->p[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            in = !in;
    }
    return in;
}

struct line ring_rect(struct arena *arena, struct pt at, double w, double h, double angle)
{
    static const double corner[4][2] = { { -.5, -.5 }, { .5, -.5 }, { .5, .5 }, { -.5, .5 } };
    struct line r = line_new(arena);

    for (int i = 0; i < 4; i++)
        line_add(&r, pt_add(at, pt_turn(pt(corner[i][0] * w, corner[i][1] * h), angle)));
    return r;
}

struct line ring_halve(const struct line *r, struct pt at, struct pt keep)
{
    struct line out = line_new(r->arena);

    for (int i = 0; i < r->n; i++) {
        struct pt a = r->p[i], b = r->p[(i + 1) % r->n];
        double da = pt_dot(pt_sub(a, at), keep), db = pt_dot(pt_sub(b, at), keep);
        if (da >= 0)
            line_add(&out, a);
        if ((da > 0 && db < 0) || (da < 0 && db > 0))
            line_add(&out, pt_mix(a, b, da / (da - db)));
    }
    return out;
}
