/* masses.c: grounds with a coast: woods, marsh, ponds, towns.
 *
 * The real shape decides where the coast runs, but only within a belt along the rim of the cells
 * that have the terrain: inside the belt the ground is always covered, beyond it never. So the
 * drawing cannot contradict the map, and a cell that an editor has changed, where there is no real
 * shape, is covered up to the inner rim of the belt. Areas have no such terrain: there the real
 * shape is all there is. */
#include "layers.h"

static void fill_cells(struct plan *p, struct field *mask, enum look look)
{
    for (int i = 0; i < p->board->cells; i++) {
        if (plan_look(p, i) == look || plan_has(p, i, look))
            field_fill_ring(mask, &p->ring[i], 1);
    }
}

static struct field real_shapes(struct plan *p, enum look look)
{
    struct field mask = field_like(&p->blank, 0);

    for (int i = 0; i < p->ground->shapes; i++) {
        const struct ground_line *s = &p->ground->shape[i];
        struct lines rings = lines_new(p->arena);
        if (look_named(s->kind) != look)
            continue;
        lines_add(&rings, s->l);
        for (int k = 0; k < s->holes.n; k++)
            lines_add(&rings, s->holes.l[k]);
        field_fill(&mask, &rings, 1);
    }
    return field_distance(&mask);
}

/* Covers the borders of the look `half` to both sides, and `spare` more where the real shape lies.
 */
static void raise_borders(struct plan *p, struct field *f, const struct field *real, enum look look,
                          double half, double spare)
{
    for (int b = 0; b < p->board->borders; b++) {
        if (!plan_border_is(p, b, look))
            continue;
        struct line l = plan_border(p, b);
        struct field_span s = field_span(f, rect_grow(line_rect(&l), half + 60));
        for (int j = s.j0; j < s.j1; j++) {
            for (int i = s.i0; i < s.i1; i++) {
                float *v = &f->v[j * f->w + i];
                double least = half - line_near(&l, field_place(f, i, j), NULL);
                *v = (float)fmax(*v, clamp(real->v[j * f->w + i], least, least + spare));
            }
        }
    }
}

/* Bays and headlands, and smaller ones upon them. */
static double coast_noise(struct pt at)
{
    return .72 * noise(31, 44, at) + .28 * noise(37, 17, at);
}

/* Cells that are only partly covered: never bare in their middle, never covered to their outer rim.
 */
struct parts {
    struct field seed, within;
};

/* From near the middle of the cell to the wood it belongs to. */
static struct line seed_of(struct plan *p, int cell, enum look part)
{
    struct pt sum = pt(0, 0), c = p->centre[cell];
    struct line l = line_new(p->arena);
    int n = 0;

    EACH_NEIGHBOUR (p->board, cell, link) {
        enum look look = plan_look(p, link->cell);
        int weight = look == part ? 1 : look == LOOK_WOODS || look == LOOK_FOREST ? 3 : 0;
        sum = pt_along(sum, p->centre[link->cell], weight);
        n += weight;
    }
    struct pt to = n ? pt_mix(c, pt_mul(sum, 1.0 / n), .9) : pt_add(c, pt(8, 4));
    line_add(&l, pt_mix(c, to, n ? .12 : -1));
    line_add(&l, to);
    return l;
}

static struct parts parts_of(struct plan *p, const struct field *full, enum look part)
{
    struct parts s = { field_like(full, -200), field_copy(full) };

    fill_cells(p, &s.within, part);
    s.within = field_distance(&s.within);
    for (int c = 0; c < p->board->cells; c++) {
        if (plan_look(p, c) != part)
            continue;
        struct line seed = seed_of(p, c, part);
        struct field_span at = field_span(full, rect_grow(line_rect(&p->ring[c]), 30));
        for (int j = at.j0; j < at.j1; j++) {
            for (int i = at.i0; i < at.i1; i++) {
                float *v = &s.seed.v[j * full->w + i];
                *v = (float)fmax(*v, 24 - line_near(&seed, field_place(full, i, j), NULL));
            }
        }
    }
    return s;
}

/* Where borders have the look, cells keep to themselves, so that only those borders are covered. */
static struct field mass_of_cells(struct plan *p, const struct mass *m, const struct field *real)
{
    struct field mask = field_like(&p->blank, 0);
    bool borders = p->kinds[m->look] != 0;
    double inset = borders ? m->inset + 7 : m->inset, outset = borders ? -4 : m->outset;

    fill_cells(p, &mask, m->look);
    struct field f = field_distance(&mask);
    struct parts parts = { f, f };
    if (m->part)
        parts = parts_of(p, &mask, m->part);
    for (int i = 0; i < f.w * f.h; i++) {
        double least = f.v[i] - inset, most = f.v[i] + outset;
        if (m->part) {
            least = fmax(least, parts.seed.v[i]);
            most = fmax(most, parts.within.v[i] - 8);
        }
        f.v[i] = (float)clamp(clamp(real->v[i], least, most), -200, 200);
    }
    return f;
}

/* Far from the coast there is nothing to roughen. */
static void roughen(struct field *f, double rough)
{
    for (int j = 0; j < f->h; j++) {
        for (int i = 0; i < f->w; i++) {
            float *v = &f->v[j * f->w + i];
            if (fabs(*v) <= rough)
                *v += (float)(rough * coast_noise(field_place(f, i, j)));
        }
    }
}

/* Last of all, beyond doubt: borders of the look are covered from end to end, others have a gap. */
static void settle_borders(struct plan *p, struct field *f, enum look look)
{
    for (int b = 0; b < p->board->borders; b++) {
        struct line l = plan_border(p, b);
        struct pt middle = plan_border_middle(p, b);
        bool mine = plan_border_is(p, b, look);
        struct field_span s = field_span(f, rect_grow(line_rect(&l), 16));
        for (int j = s.j0; j < s.j1; j++) {
            for (int i = s.i0; i < s.i1; i++) {
                struct pt at = field_place(f, i, j);
                float *v = &f->v[j * f->w + i];
                if (mine)
                    *v = (float)fmax(*v, 9 - line_near(&l, at, NULL));
                else
                    *v = (float)fmin(*v, pt_dist(at, middle) - 11);
            }
        }
    }
}

static bool any_of(const struct plan *p, const struct mass *m)
{
    bool any = p->kinds[m->look] != 0;

    for (int i = 0; i < p->board->terrain.n; i++)
        any = any || p->terrain[i] == m->look || (m->part && p->terrain[i] == m->part);
    for (int i = 0; i < p->board->feature.n; i++)
        any = any || p->feature[i] == m->look;
    return any;
}

struct field mass_field(struct plan *p, const struct mass *m)
{
    struct field real, f;

    if (p->board->hexes && !any_of(p, m))
        return field_like(&p->blank, -200);
    real = real_shapes(p, m->look);
    if (!p->board->hexes)
        return real;
    f = mass_of_cells(p, m, &real);
    if (p->kinds[m->look])
        raise_borders(p, &f, &real, m->look, m->half, m->spare);
    field_blur(&f, m->round * p->bold);
    roughen(&f, m->rough);
    if (p->kinds[m->look])
        settle_borders(p, &f, m->look);
    return f;
}

struct lines mass_coast(struct plan *p, const struct field *f, double rough)
{
    struct lines rings = field_contour(f, 0), out = lines_new(p->arena);

    for (int i = 0; i < rings.n; i++) {
        if (fabs(ring_area(&rings.l[i])) < 150)
            continue;
        struct line l = line_resample(&rings.l[i], true, 6);
        for (int k = 0; k < l.n; k++)
            l.p[k] = noise_push(9, 14, l.p[k], rough);
        l = line_spline(&l, true, 2);
        lines_add(&out, line_simplify(&l, true, .25));
    }
    return out;
}
