/* field.c: painting, blurring, distances and contours of raster fields. */
#include <assert.h>

#include "field.h"

#include <stdlib.h>
#include <string.h>

#define FAR 1e12

struct field field_new(struct arena *arena, struct rect over, double step, double value)
{
    struct field f = { .arena = arena, .origin = { over.x0, over.y0 }, .step = step };

    assert(step > 0 && over.x1 >= over.x0 && over.y1 >= over.y0);
    f.w = (int)ceil((over.x1 - over.x0) / step) + 1;
    f.h = (int)ceil((over.y1 - over.y0) / step) + 1;
    f.v = ROOM(arena, float, f.w *f.h);
    for (int i = 0; i < f.w * f.h && value != 0; i++)
        f.v[i] = (float)value;
    return f;
}

struct field field_like(const struct field *f, double value)
{
    struct field like = *f;

    like.v = ROOM(f->arena, float, f->w * f->h);
    for (int i = 0; i < f->w * f->h && value != 0; i++)
        like.v[i] = (float)value;
    return like;
}

struct field field_copy(const struct field *f)
{
    struct field copy = field_like(f, 0);

    memcpy(copy.v, f->v, (size_t)(f->w * f->h) * sizeof *f->v);
    return copy;
}

static int sample(double x, int most)
{
    return (int)clamp(ceil(x), 0, most);
}

struct field_span field_span(const struct field *f, struct rect r)
{
    struct field_span s = {
        sample((r.x0 - f->origin.x) / f->step, f->w),
        sample((r.x1 - f->origin.x) / f->step, f->w),
        sample((r.y0 - f->origin.y) / f->step, f->h),
        sample((r.y1 - f->origin.y) / f->step, f->h),
    };
    return s;
}

struct pt field_place(const struct field *f, int i, int j)
{
    assert(i >= 0 && i < f->w && j >= 0 && j < f->h);
    return pt(f->origin.x + i * f->step, f->origin.y + j * f->step);
}

double field_at(const struct field *f, struct pt p)
{
    double x = clamp((p.x - f->origin.x) / f->step, 0, f->w - 1.001);
    double y = clamp((p.y - f->origin.y) / f->step, 0, f->h - 1.001);
    int i = (int)x, j = (int)y;
    const float *v = f->v + j * f->w + i;
    double u = x - i;

    return (v[0] * (1 - u) + v[1] * u) * (1 - (y - j)) +
           (v[f->w] * (1 - u) + v[f->w + 1] * u) * (y - j);
}

/* ---- painting ---- */

static int ring_hits(const struct line *r, double y, double *x)
{
    int n = 0;

    for (int i = 0; i < r->n; i++) {
        struct pt a = r->p[i], b = r->p[(i + 1) % r->n];
        if ((a.y > y) != (b.y > y))
            x[n++] = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
    }
    return n;
}

static void sort(double *x, int n)
{
    for (int i = 1; i < n; i++) {
        double v = x[i];
        int j = i;
        for (; j > 0 && x[j - 1] > v; j--)
            x[j] = x[j - 1];
        x[j] = v;
    }
}

static void fill_row(struct field *f, int j, const double *x, int n, double value)
{
    for (int k = 0; k + 1 < n; k += 2) {
        int i0 = (int)ceil(clamp((x[k] - f->origin.x) / f->step, 0, f->w));
        int i1 = (int)floor(clamp((x[k + 1] - f->origin.x) / f->step, -1, f->w - 1));
        for (int i = i0; i <= i1; i++)
            f->v[j * f->w + i] = (float)value;
    }
}

static struct rect rings_rect(const struct lines *rings)
{
    struct rect r = { 0, 0, 0, 0 };

    for (int k = 0; k < rings->n; k++)
        r = k ? rect_join(r, line_rect(&rings->l[k])) : line_rect(&rings->l[k]);
    return r;
}

void field_fill(struct field *f, const struct lines *rings, double value)
{
    int most = 0;

    for (int k = 0; k < rings->n; k++)
        most += rings->l[k].n;
    double *x = base_alloc((size_t)(most + 1) * sizeof *x);
    struct field_span s = field_span(f, rings_rect(rings));
    for (int j = s.j0; j < s.j1; j++) {
        int n = 0;
        for (int k = 0; k < rings->n; k++)
            n += ring_hits(&rings->l[k], f->origin.y + j * f->step, x + n);
        sort(x, n);
        fill_row(f, j, x, n, value);
    }
    free(x);
}

void field_fill_ring(struct field *f, const struct line *ring, double value)
{
    struct line l = *ring;
    struct lines one = { .l = &l, .n = 1 };

    field_fill(f, &one, value);
}

static void stroke_segment(struct field *f, struct pt a, struct pt b, double reach, double value)
{
    struct line seg = { .p = (struct pt[]){ a, b }, .n = 2 };
    struct field_span s = field_span(f, rect_grow(line_rect(&seg), reach));

    for (int j = s.j0; j < s.j1; j++) {
        for (int i = s.i0; i < s.i1; i++) {
            float *v = &f->v[j * f->w + i];
            if (*v < value && line_near(&seg, field_place(f, i, j), NULL) <= reach)
                *v = (float)value;
        }
    }
}

void field_stroke(struct field *f, const struct line *l, double reach, double value)
{
    assert(reach >= 0);
    for (int i = 0; i + 1 < l->n; i++)
        stroke_segment(f, l->p[i], l->p[i + 1], reach, value);
}

void field_carve(struct field *f, const struct line *l, double reach)
{
    for (int k = 0; k + 1 < l->n; k++) {
        struct line seg = { .p = l->p + k, .n = 2 };
        struct field_span s = field_span(f, rect_grow(line_rect(&seg), reach + 3 * f->step));
        for (int j = s.j0; j < s.j1; j++) {
            for (int i = s.i0; i < s.i1; i++) {
                float *v = &f->v[j * f->w + i];
                *v = (float)fmin(*v, line_near(&seg, field_place(f, i, j), NULL) - reach);
            }
        }
    }
}

/* ---- blurring ---- */

/* One pass of a sliding mean of 2r + 1 samples over a row or column, the rim repeated outwards. */
static void mean_pass(const float *in, float *out, int n, int stride, int r)
{
    double sum = (double)in[0] * (r + 1);

    for (int i = 1; i <= r; i++)
        sum += in[(i < n ? i : n - 1) * stride];
    for (int i = 0; i < n; i++) {
        out[i * stride] = (float)(sum / (2 * r + 1));
        int in_at = i + r + 1 < n ? i + r + 1 : n - 1, out_at = i - r > 0 ? i - r : 0;
        sum += (double)in[in_at * stride] - in[out_at * stride];
    }
}

/* Three sliding means come close enough to the bell curve. */
void field_blur(struct field *f, double sigma)
{
    struct field work = field_like(f, 0);
    int r = (int)floor(sigma / f->step + .5);

    assert(sigma >= 0);
    for (int pass = 0; pass < 3 && r > 0; pass++) {
        for (int j = 0; j < f->h; j++)
            mean_pass(f->v + j * f->w, work.v + j * f->w, f->w, 1, r);
        for (int i = 0; i < f->w; i++)
            mean_pass(work.v + i, f->v + i, f->h, f->w, r);
    }
}

/* ---- distances ---- */

/* Felzenszwalb and Huttenlocher: the lower envelope of parabolas, one row or column at a time. */
static void envelope(const double *in, double *out, int n, int *v, double *z)
{
    int k = 0;

    v[0] = 0;
    z[0] = -FAR;
    z[1] = FAR;
    for (int q = 1; q < n; q++) {
        double s;
        for (;; k--) {
            s = ((in[q] + (double)q * q) - (in[v[k]] + (double)v[k] * v[k])) /
                (2.0 * q - 2.0 * v[k]);
            if (s > z[k] || k == 0)
                break;
        }
        if (s > z[k])
            k++;
        v[k] = q;
        z[k] = k ? s : -FAR;
        z[k + 1] = FAR;
    }
    k = 0;
    for (int q = 0; q < n; q++) {
        while (z[k + 1] < q)
            k++;
        out[q] = in[v[k]] + (double)(q - v[k]) * (q - v[k]);
    }
}

/* Squared distance, in samples, to the nearest sample whose side is `inside`; to be freed. */
static double *squares(const struct field *mask, bool inside)
{
    int w = mask->w, h = mask->h, most = w > h ? w : h;
    double *d = base_alloc((size_t)(w * h) * sizeof *d), *in = ROOM(mask->arena, double, most),
           *out = ROOM(mask->arena, double, most), *z = ROOM(mask->arena, double, most + 1);
    int *v = ROOM(mask->arena, int, most);

    for (int i = 0; i < w; i++) {
        for (int j = 0; j < h; j++)
            in[j] = (mask->v[j * w + i] > 0) == inside ? 0 : 1e9;
        envelope(in, out, h, v, z);
        for (int j = 0; j < h; j++)
            d[j * w + i] = out[j];
    }
    for (int j = 0; j < h; j++) {
        envelope(d + j * w, out, w, v, z);
        memcpy(d + j * w, out, (size_t)w * sizeof *out);
    }
    return d;
}

struct field field_distance(const struct field *mask)
{
    struct field out = field_like(mask, 0);
    double *in = squares(mask, true), *off = squares(mask, false);

    for (int i = 0; i < mask->w * mask->h; i++) {
        bool inside = mask->v[i] > 0;
        double d = sqrt(fmin(inside ? off[i] : in[i], 1e8)) - .5;
        out.v[i] = (float)((inside ? d : -d) * mask->step);
    }
    free(in);
    free(off);
    return out;
}

/* ---- contours ---- */

/* A contour crosses edges of the raster; each edge has one number: horizontal ones come first.
 * Every crossing has one successor, so the rings are found by following them. */
struct tracer {
    const struct field *f; /* framed by samples below every level */
    double level;
    int *next;
};

static bool above(const struct tracer *t, int i, int j)
{
    return t->f->v[j * t->f->w + i] > t->level;
}

/* The four edges of the square whose upper left sample is (i, j): top, right, bottom, left. */
static int edge_of(const struct tracer *t, int i, int j, int side)
{
    int w = t->f->w, h = t->f->h;

    switch (side) {
    case 0: return j * w + i;
    case 1: return w * h + j * w + i + 1;
    case 2: return (j + 1) * w + i;
    default: return w * h + j * w + i;
    }
}

static struct pt crossing(const struct tracer *t, int edge)
{
    int w = t->f->w, h = t->f->h;
    bool upright = edge >= w * h;
    int at = upright ? edge - w * h : edge;
    double a = t->f->v[at], b = t->f->v[at + (upright ? w : 1)];
    double u = clamp((t->level - a) / (b - a), .001, .999);

    return pt(t->f->origin.x + (at % w + (upright ? 0 : u)) * t->f->step,
              t->f->origin.y + ((double)(at / w) + (upright ? u : 0)) * t->f->step);
}

/* Links the crossings of one square so that the high ground lies to the right of the way. */
static void link_square(struct tracer *t, int i, int j)
{
    bool in[4] = { above(t, i, j), above(t, i + 1, j), above(t, i + 1, j + 1), above(t, i, j + 1) };
    int enter[2], leave[2], n = 0, m = 0;

    for (int k = 0; k < 4; k++) {
        bool a = in[k], b = in[(k + 1) % 4];
        if (a && !b)
            enter[n++] = k;
        else if (!a && b)
            leave[m++] = k;
    }
    if (n == 0)
        return;
    double mid = t->f->v[j * t->f->w + i] + t->f->v[j * t->f->w + i + 1] +
                 t->f->v[(j + 1) * t->f->w + i] + t->f->v[(j + 1) * t->f->w + i + 1];
    bool joined = n == 2 && mid / 4 > t->level;
    for (int k = 0; k < n; k++) {
        int to = leave[k];
        for (int q = 0; n == 2 && q < 2; q++) {
            if (leave[q] == (enter[k] + (joined ? 1 : 3)) % 4)
                to = leave[q];
        }
        t->next[edge_of(t, i, j, enter[k])] = edge_of(t, i, j, to);
    }
}

static struct field framed(const struct field *f, double level)
{
    struct field out = *f;

    out.w += 2;
    out.h += 2;
    out.origin = pt(f->origin.x - f->step, f->origin.y - f->step);
    out.v = ROOM(f->arena, float, out.w *out.h);
    for (int i = 0; i < out.w * out.h; i++)
        out.v[i] = (float)(level - f->step);
    for (int j = 0; j < f->h; j++)
        memcpy(out.v + (j + 1) * out.w + 1, f->v + j * f->w, (size_t)f->w * sizeof *f->v);
    return out;
}

struct lines field_contour(const struct field *f, double level)
{
    struct field wide = framed(f, level);
    struct tracer t = { &wide, level, ROOM(f->arena, int, 2 * wide.w * wide.h) };
    struct lines rings = lines_new(f->arena);
    int edges = 2 * wide.w * wide.h;

    for (int i = 0; i < edges; i++)
        t.next[i] = -1;
    for (int j = 0; j + 1 < wide.h; j++) {
        for (int i = 0; i + 1 < wide.w; i++)
            link_square(&t, i, j);
    }
    for (int first = 0; first < edges; first++) {
        if (t.next[first] < 0)
            continue;
        struct line ring = line_new(f->arena);
        for (int e = first; t.next[e] >= 0;) {
            int to = t.next[e];
            line_add(&ring, crossing(&t, e));
            t.next[e] = -1;
            e = to;
        }
        lines_add(&rings, ring);
    }
    return rings;
}
