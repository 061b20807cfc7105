/* masses.c: grounds with a coast: woods, marsh, ponds, towns.
 *
 * The real shape decides where the coast runs, but only within a belt along the rim of the cells that have
 * the terrain: inside the belt the ground is always covered, beyond it never. So the drawing cannot
 * contradict the map, and a cell that an editor has changed, where there is no real shape, is covered up
 * to the inner rim of the belt. Areas have no such terrain: there the real shape is all there is. */
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
        if (look_named(p->ground->shape[i].kind) == look)
            field_fill_ring(&mask, &p->ground->shape[i].l, 1);
    }
    return field_distance(&mask);
}

/* Raises the field to `rise` on the borders of the look, falling by one a unit away from them. */
static void raise_borders(struct plan *p, struct field *f, enum look look, double rise)
{
    for (int b = 0; b < p->board->borders; b++) {
        if (!plan_border_is(p, b, look))
            continue;
        struct line l = plan_border(p, b);
        struct rect near = rect_grow(line_rect(&l), rise + 60);
        for (int j = 0; j < f->h; j++) {
            for (int i = 0; i < f->w; i++) {
                struct pt at = field_place(f, i, j);
                if (!rect_holds(near, at))
                    continue;
                float *v = &f->v[j * f->w + i];
                *v = (float)fmax(*v, rise - line_near(&l, at, NULL));
            }
        }
    }
}

struct field mass_field(struct plan *p, const struct mass *m)
{
    struct field mask = field_like(&p->blank, 0), real = real_shapes(p, m->look);

    if (!p->board->hexes)
        return real;
    fill_cells(p, &mask, m->look);
    struct field f = field_distance(&mask);
    if (m->half > 0 && p->kinds[m->look])
        raise_borders(p, &f, m->look, m->half + m->inset);
    for (int i = 0; i < f.w * f.h; i++)
        f.v[i] = (float)clamp(clamp(real.v[i], f.v[i] - m->inset, f.v[i] + m->outset), -200, 200);
    field_blur(&f, m->round);
    for (int j = 0; j < f.h; j++) {
        for (int i = 0; i < f.w; i++)
            f.v[j * f.w + i] += (float)(m->rough * noise(31, 42, field_place(&f, i, j)));
    }
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
