/* land.c: the tints of the levels. Two levels are divided by the very line that carries the
 * hachures; many levels (a hill of seven) are drawn as contours that keep to the hexes they part.
 */
#include "layers.h"
#include "sides.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- two levels ---- */

static bool parts_level(const struct plan *p, int border, int level)
{
    const struct board_border *b = &p->board->border[border];

    if (b->cell[1] == BOARD_NOWHERE)
        return false;
    return (p->board->cell[b->cell[0]].level >= level) !=
           (p->board->cell[b->cell[1]].level >= level);
}

static bool on_rim(const struct plan *p, int corner)
{
    const struct board_corner *c = &p->board->corner[corner];

    return c->cell[0] == BOARD_NOWHERE || c->cell[1] == BOARD_NOWHERE ||
           c->cell[2] == BOARD_NOWHERE;
}

/* Corners on the rim of the board are carried outwards, where the clip cuts them off. */
static struct pt level_corner(const struct plan *p, const struct soft *soft, int corner)
{
    if (soft->degree[corner] || !on_rim(p, corner))
        return soft->at[corner];
    return pt_along(p->corner[corner], pt_unit(pt_sub(p->corner[corner], rect_middle(p->all))), 25);
}

/* One outline of the high cells: corners, and between two corners of the level line the middle of
 * their hexside. */
static struct line level_ring(const struct plan *p, const struct soft *soft, const int *loop, int n)
{
    struct line ring = line_new(p->arena);

    for (int i = 0; i < n; i++) {
        int here = loop[i], next = loop[(i + 1) % n];
        line_add(&ring, level_corner(p, soft, here));
        if (soft->degree[here] && soft->degree[next])
            line_add(&ring, pt_mix(p->corner[here], p->corner[next], .5));
    }
    return line_spline(&ring, true, 6);
}

static void soft_level(struct plan *p, int level, struct path *out)
{
    const struct board *b = p->board;
    bool *parts = ROOM(p->arena, bool, b->borders), *in = ROOM(p->arena, bool, b->cells);

    for (int i = 0; i < b->borders; i++)
        parts[i] = parts_level(p, i, level);
    for (int i = 0; i < b->cells; i++)
        in[i] = b->cell[i].level >= level;
    struct soft soft = sides_soften(p, parts, .62, 3.5, 5);
    int n, *loops = plan_loops(p, in, &n);
    for (int first = 0, i = 0; i < n; i++) {
        if (loops[i] >= 0)
            continue;
        struct line ring = level_ring(p, &soft, loops + first, i - first);
        path_ring(out, &ring);
        first = i + 1;
    }
}

/* ---- many levels ---- */

/* The level as a smooth field: within a cell it follows the real heights, but stays within the
 * cell's own band, so that a contour runs between cells of different levels and nowhere else. */
static struct field level_field(struct plan *p)
{
    struct field f = field_like(&p->blank, p->low);
    struct field near = field_like(&p->blank, 0);

    for (int i = 0; i < p->board->cells; i++) {
        struct line wide = line_new(p->arena);
        for (int k = 0; k < p->ring[i].n; k++)
            line_add(&wide, pt_mix(p->centre[i], p->ring[i].p[k], 2.2));
        field_fill_ring(&near, &wide, p->board->cell[i].level);
    }
    for (int i = 0; i < p->board->cells; i++)
        field_fill_ring(&near, &p->ring[i], p->board->cell[i].level);
    for (int i = 0; i < f.w * f.h; i++)
        f.v[i] = near.v[i];
    for (int i = 0; i < f.w * f.h; i++)
        f.v[i] -= (float)p->low;
    field_blur(&f, 24);
    return f;
}

/* Areas have no levels, and where slopes are marked on hexsides no rule reads levels: then the
 * tints follow the heights, in as many steps as tell the ground apart. */
static struct field height_field(struct plan *p, int steps)
{
    struct field f = field_like(&p->blank, 0);
    double low = 1e9, high = -1e9;

    for (int j = 0; j < f.h; j++) {
        for (int i = 0; i < f.w; i++) {
            double z = field_at(&p->relief, field_place(&f, i, j));
            low = fmin(low, z);
            high = fmax(high, z);
            f.v[j * f.w + i] = (float)z;
        }
    }
    for (int i = 0; i < f.w * f.h && high > low; i++)
        f.v[i] = (float)((f.v[i] - low) / (high - low) * steps);
    return f;
}

static struct lines level_rings(const struct field *f, double level)
{
    struct lines rings = field_contour(f, level), out = lines_new(f->arena);

    for (int i = 0; i < rings.n; i++) {
        struct line l = line_resample(&rings.l[i], true, 14);
        if (l.n < 4)
            continue;
        l = line_spline(&l, true, 3);
        lines_add(&out, line_simplify(&l, true, .35));
    }
    return out;
}

/* Tints as classes: a page that holds the drawing mixes its own low and high. */
static void tint(struct plan *p, int step, struct path *d)
{
    char value[8];

    if (d->d.n)
        text_printf(p->svg.out,
                    "<path class=\"f-level-%d\" fill=\"%s\" fill-rule=\"evenodd\" d=\"%s\"/>\n",
                    step, colour_level(step, p->steps, p->svg.light, value), d->d.s);
    text_free(&d->d);
}

static void draw_levels(struct plan *p, const struct field *f)
{
    struct path contours = path_new(&p->svg), all = path_new(&p->svg);

    plan_land(p, &all);
    tint(p, 0, &all);
    for (int step = 1; step <= p->steps; step++) {
        struct path area = path_new(&p->svg);
        struct lines rings = level_rings(f, step - .5);
        path_rings(&area, &rings);
        path_rings(&contours, &rings);
        tint(p, step, &area);
    }
    svg_path(&p->svg, &contours,
             (struct pen){ .stroke = HUE_CONTOUR,
                           .width = (p->ruled ? 1.1 : .8) * p->bold,
                           .opacity = p->ruled ? .6 : .34 });
}

void land_draw(struct plan *p)
{
    struct svg *svg = &p->svg;
    struct path all = path_new(svg), high = path_new(svg);

    svg_open(svg, "ground", NULL);
    if (p->steps) {
        struct field f = p->ruled ? level_field(p) : height_field(p, p->steps);
        draw_levels(p, &f);
    } else {
        plan_land(p, &all);
        svg_path(svg, &all, (struct pen){ .fill = HUE_LOW });
        if (p->high > p->low)
            soft_level(p, p->high, &high);
        svg_path(svg, &high, (struct pen){ .fill = HUE_HIGH });
    }
    svg_close(svg);
}

/* ---- digits ---- */

/* How many cells lie between a cell and the nearest of another level. */
static int *level_depths(struct plan *p)
{
    const struct board *b = p->board;
    int *depth = ROOM(p->arena, int, b->cells);

    for (int i = 0; i < b->cells; i++)
        depth[i] = 1;
    for (int round = 1; round < 8; round++) {
        for (int i = 0; i < b->cells; i++) {
            bool deep = depth[i] == round;
            EACH_NEIGHBOUR (b, i, link)
                deep &= b->cell[link->cell].level == b->cell[i].level && depth[link->cell] >= round;
            depth[i] += deep;
        }
    }
    return depth;
}

static bool digit_near(const struct plan *p, const bool *marked, int cell, double reach)
{
    for (int i = 0; i < p->board->cells; i++) {
        if (marked[i] && p->board->cell[i].level == p->board->cell[cell].level &&
            pt_dist(p->centre[i], p->centre[cell]) < reach)
            return true;
    }
    return false;
}

/* Where the rules read levels, each is told by a figure now and then, in the depth of its ground.
 */
void levels_draw(struct plan *p)
{
    const struct board *b = p->board;
    int *depth = level_depths(p);
    bool *marked = ROOM(p->arena, bool, b->cells);
    char figure[12];

    if (!p->ruled || !p->steps)
        return;
    svg_open(&p->svg, "levels", NULL);
    for (int want = 8; want >= 2; want--) {
        for (int i = 0; i < b->cells; i++) {
            struct pt at = pt_add(p->centre[i], pt(0, 14));
            if (depth[i] != want || !p->shown[i] || digit_near(p, marked, i, 620) ||
                field_at(&p->trees, at) > -8 || field_at(&p->busy, at) > 0)
                continue;
            marked[i] = true;
            snprintf(figure, sizeof figure, "%d", b->cell[i].level);
            svg_text(&p->svg, "b-level", pt_add(at, pt(0, 12)), figure);
            plan_busy_rect(p, (struct rect){ at.x - 14, at.y - 14, at.x + 14, at.y + 14 }, 4);
        }
    }
    svg_close(&p->svg);
}
