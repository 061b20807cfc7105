/* fields.c: the open fields of 1815, strips of rye, clover and plough, faint enough to be
 * forgotten.
 *
 * The country is parted into furlongs (the cells around points of a shaken lattice), each with one
 * direction of ploughing; a furlong is cut into strips. Woods, towns and waters are drawn above. */
#include "layers.h"

struct crops {
    struct path rye, clover, plough, furrow;
    struct jitter j;
    double size;
};

/* The point of the lattice at column i, row k: fixed for all who ask. */
static struct pt lattice_point(int i, int k, double gap)
{
    struct jitter j = jitter_new(((uint64_t)(unsigned)(i + 5000) << 20) + (unsigned)(k + 5000));
    double x = (i + (k & 1) * .5) * gap, y = k * gap * .87;

    return jitter_within(&j, rect_grow((struct rect){ x, y, x, y }, .33 * gap));
}

/* All ground that is nearer to this point of the lattice than to any other. */
static struct line furlong(struct plan *p, int i, int k, double gap)
{
    struct pt at = lattice_point(i, k, gap);
    struct line cell = ring_rect(p->arena, at, 3 * gap, 3 * gap, 0);

    for (int dk = -2; dk <= 2; dk++) {
        for (int di = -2; di <= 2; di++) {
            if (!di && !dk)
                continue;
            struct pt other = lattice_point(i + di, k + dk, gap), back = pt_unit(pt_sub(at, other));
            cell = ring_halve(&cell, pt_along(pt_mix(at, other, .5), back, 1.6), back);
        }
    }
    return cell;
}

static bool is_open(const struct plan *p, struct pt at)
{
    return field_at(&p->trees, at) < 2 && field_at(&p->mass[LOOK_TOWN], at) < 0 &&
           field_at(&p->mass[LOOK_POND], at) < 0 && field_at(&p->mass[LOOK_MARSH], at) < 0;
}

static struct line strip(const struct line *cell, struct pt at, struct pt dir, const double b[4])
{
    struct pt side = pt_side(dir);
    struct line l = ring_halve(cell, pt_along(at, dir, b[0]), dir);

    l = ring_halve(&l, pt_along(at, dir, b[1]), pt_mul(dir, -1));
    l = ring_halve(&l, pt_along(at, side, b[2]), side);
    return ring_halve(&l, pt_along(at, side, b[3]), pt_mul(side, -1));
}

/* The part of a line through `at` that lies within a convex ring. */
static bool chord(const struct line *ring, struct pt at, struct pt dir, struct pt ends[2])
{
    double lo = -1e9, hi = 1e9;

    for (int i = 0; i < ring->n; i++) {
        struct pt a = ring->p[i], edge = pt_sub(ring->p[(i + 1) % ring->n], a);
        double speed = pt_cross(edge, dir), gap = pt_cross(edge, pt_sub(at, a));
        if (fabs(speed) < 1e-9) {
            if (gap < 0)
                return false;
            continue;
        }
        if (speed > 0)
            lo = fmax(lo, -gap / speed);
        else
            hi = fmin(hi, -gap / speed);
    }
    ends[0] = pt_along(at, dir, lo);
    ends[1] = pt_along(at, dir, hi);
    return hi - lo > 5;
}

static void furrows(struct crops *c, const struct line *l, struct pt at, struct pt dir,
                    const double b[4])
{
    double gap = 2.7 * c->size;
    struct pt ends[2];

    for (double o = b[2] + gap; o < b[3] - .5; o += gap) {
        if (chord(l, pt_along(at, pt_side(dir), o), dir, ends))
            path_segment(&c->furrow, ends[0], ends[1]);
    }
}

static void sow(struct plan *p, struct crops *c, const struct line *l, struct pt at, struct pt dir,
                const double b[4])
{
    double luck = jitter_next(&c->j), tilled = jitter_next(&c->j);

    if (l->n < 3 || fabs(ring_area(l)) < 60 * c->size || !is_open(p, ring_middle(l)))
        return;
    if (luck < .62)
        path_ring(luck < .27 ? &c->rye : luck < .47 ? &c->clover : &c->plough, l);
    if (tilled < .4)
        furrows(c, l, at, dir, b);
}

static void till(struct plan *p, struct crops *c, const struct line *cell)
{
    static const double widths[] = { 7, 7, 9, 9, 9, 12, 12, 16 };
    struct pt at = ring_middle(cell);
    double angle = noise(21, 220, at) * 1.5 + (jitter_next(&c->j) < .5 ? 0 : 1.5708);
    struct pt dir = pt(cos(angle), sin(angle));
    double reach = 110 * c->size;

    for (double o = -reach; o < reach;) {
        double w = widths[jitter_pick(&c->j, COUNT(widths))] * c->size;
        for (double l = -reach + jitter_span(&c->j, 0, 50) * c->size; l < reach;) {
            double len = jitter_span(&c->j, 34, 80) * c->size, b[4] = { l, l + len, o + .4, o + w };
            struct line s = strip(cell, at, dir, b);
            sow(p, c, &s, at, dir, b);
            l += len + .5;
        }
        o += w + .3;
    }
}

static void draw_crops(struct plan *p, struct crops *c)
{
    struct svg *svg = &p->svg;
    double k = p->fields;

    svg_path(svg, &c->rye, (struct pen){ .fill = HUE_RYE, .fill_opacity = .36 * k });
    svg_path(svg, &c->clover, (struct pen){ .fill = HUE_CLOVER, .fill_opacity = .36 * k });
    svg_path(svg, &c->plough, (struct pen){ .fill = HUE_PLOUGH, .fill_opacity = .30 * k });
    svg_path(
        svg, &c->furrow,
        (struct pen){ .stroke = HUE_FURROW, .width = .45 * sqrt(c->size), .opacity = .15 * k });
}

void fields_draw(struct plan *p)
{
    struct svg *svg = &p->svg;
    struct crops c = { path_new(svg), path_new(svg), path_new(svg),
                       path_new(svg), jitter_new(8), p->detail };
    double gap = 92 * c.size;
    int i0 = (int)floor(p->all.x0 / gap) - 1, i1 = (int)ceil(p->all.x1 / gap) + 1,
        k0 = (int)floor(p->all.y0 / gap / .87) - 1, k1 = (int)ceil(p->all.y1 / gap / .87) + 1;

    if (p->fields <= 0 || svg->light == LIGHT_CONTRAST)
        return;
    svg_open(svg, "fields", NULL);
    for (int k = k0; k <= k1; k++) {
        for (int i = i0; i <= i1; i++) {
            struct line cell = furlong(p, i, k, gap);
            if (cell.n >= 3)
                till(p, &c, &cell);
        }
    }
    draw_crops(p, &c);
    svg_close(svg);
}
