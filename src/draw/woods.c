/* woods.c: woods as the old engravers drew them: a mass with a scalloped edge and a cast shadow,
 * filled with crowns lit from the north-west. Orchards stand in rows, copses as single trees. */
#include "layers.h"

/* Crowns of a few sizes only: discs of one size share a path. */
enum { SIZES = 3 };

static void dots(struct plan *p, struct path set[SIZES], const double width[SIZES], double more,
                 enum colour colour, double opacity)
{
    for (int i = 0; i < SIZES; i++) {
        struct path copy = path_new(&p->svg);
        if (set[i].d.n)
            text_add_n(&copy.d, set[i].d.s, set[i].d.n);
        svg_path(
            &p->svg, &copy,
            (struct pen){
                .stroke = colour, .width = width[i] + more, .opacity = opacity, .round = true });
    }
}

static void free_dots(struct path set[SIZES])
{
    for (int i = 0; i < SIZES; i++)
        text_free(&set[i].d);
}

static void new_dots(struct plan *p, struct path set[SIZES])
{
    for (int i = 0; i < SIZES; i++)
        set[i] = path_new(&p->svg);
}

static void cast_shadow(struct plan *p, const struct lines *rings, double size)
{
    struct path d = path_new(&p->svg);

    for (int i = 0; i < rings->n; i++) {
        struct line l = line_copy(&rings->l[i]);
        for (int k = 0; k < l.n; k++)
            l.p[k] = pt_add(l.p[k], pt(3.6 * size, 5 * size));
        l = line_simplify(&l, true, .6);
        path_ring(&d, &l);
    }
    svg_path(&p->svg, &d,
             (struct pen){ .fill = HUE_SHADE,
                           .fill_opacity = .24,
                           .stroke = HUE_SHADE,
                           .opacity = .24,
                           .width = 3 * size });
}

static void scallops(struct plan *p, const struct lines *rings, enum colour wash, double size)
{
    static const double radius[SIZES] = { 3.1, 4.0, 4.9 };
    double width[SIZES];
    struct path set[SIZES];
    struct jitter j = jitter_new(1815);

    new_dots(p, set);
    for (int i = 0; i < rings->n; i++) {
        double len = line_length(&rings->l[i], true);
        for (double s = 0; s < len;) {
            int pick = jitter_pick(&j, SIZES);
            path_dot(&set[pick], line_at(&rings->l[i], true, s).at);
            s += radius[pick] * size * 1.35;
        }
    }
    for (int i = 0; i < SIZES; i++)
        width[i] = 2 * radius[i] * size;
    dots(p, set, width, 1.7, HUE_TREE, 0);
    dots(p, set, width, 0, wash, 0);
    free_dots(set);
}

struct crowns {
    struct path pale[SIZES], bright[SIZES], arcs;
};

static void crown(struct crowns *c, struct pt at, double r, int pick, struct jitter *j)
{
    double from = jitter_span(j, -.6, .1), to = from + jitter_span(j, 1.9, 2.8);
    bool pale = noise(55, 110, at) + jitter_span(j, -.25, .25) < 0;
    struct pt start = pt_along(at, pt(cos(from), sin(from)), r);

    path_dot(pale ? &c->pale[pick] : &c->bright[pick], pt_add(at, pt(-.24 * r, -.28 * r)));
    if (!rect_holds(c->arcs.window, at))
        return;
    path_move(&c->arcs, start);
    path_arc(&c->arcs, pt_along(at, pt(cos(to), sin(to)), r), r);
}

static bool within(const struct lines *rings, struct pt at)
{
    bool in = false;

    for (int i = 0; i < rings->n; i++)
        in ^= ring_holds(&rings->l[i], at);
    return in;
}

/* Room for a crown: within the wood and not on a road. The field answers quickly, the rings decide
 * near the edge. */
static bool has_room(struct plan *p, const struct lines *rings, const struct field *f, struct pt at)
{
    if (f && field_at(f, at) < 3)
        return false;
    if (!f && !within(rings, at))
        return false;
    for (int i = 0; f && i < p->roads.n; i++) {
        const struct course *c = &p->roads.c[i];
        if (c->look != LOOK_TRACK && rect_holds(c->around, at) && line_near(&c->l, at, NULL) < 6.5)
            return false;
    }
    return true;
}

static void plant(struct plan *p, const struct lines *rings, const struct field *f,
                  struct crowns *c, double space, const double radius[SIZES])
{
    struct jitter j = jitter_new(77);
    struct rect box = line_rect(&rings->l[0]);
    int row = 0;

    for (int i = 1; i < rings->n; i++)
        box = rect_join(box, line_rect(&rings->l[i]));
    for (double y = box.y0; y < box.y1; y += space * .86, row++) {
        for (double x = box.x0 + (row % 2) * space / 2; x < box.x1; x += space) {
            struct pt at = jitter_within(&j, rect_grow((struct rect){ x, y, x, y }, .42 * space));
            int pick = jitter_pick(&j, SIZES);
            if (jitter_next(&j) < .93 && has_room(p, rings, f, at))
                crown(c, at, radius[pick], pick, &j);
        }
    }
}

static void draw_crowns(struct plan *p, const struct lines *rings, const struct field *f,
                        bool forest, double size)
{
    double r = (forest ? 5.2 : 4.6) * size, radius[SIZES] = { .72 * r, .92 * r, 1.12 * r };
    double width[SIZES] = { 1.24 * radius[0], 1.24 * radius[1], 1.24 * radius[2] };
    struct crowns c = { .arcs = path_new(&p->svg) };

    new_dots(p, c.pale);
    new_dots(p, c.bright);
    plant(p, rings, f, &c, (forest ? 10.4 : 9.8) * size, radius);
    dots(p, c.pale, width, 0, HUE_LEAF, forest ? .30 : .5);
    dots(p, c.bright, width, 0, HUE_LEAF, forest ? .62 : .8);
    free_dots(c.pale);
    free_dots(c.bright);
    svg_path(&p->svg, &c.arcs,
             (struct pen){
                 .stroke = HUE_TREE, .width = .95 * sqrt(size), .opacity = .62, .round = true });
}

static void texture(struct plan *p, const struct lines *rings, const struct field *f,
                    enum look look, double size)
{
    bool forest = look == LOOK_FOREST;
    enum colour colour = forest ? HUE_FOREST : HUE_WOODS;
    struct path wash = path_new(&p->svg);

    if (!rings->n)
        return;
    cast_shadow(p, rings, size);
    scallops(p, rings, colour, size);
    path_rings(&wash, rings);
    svg_path(&p->svg, &wash, (struct pen){ .fill = colour, .more = "fill-rule=\"evenodd\"" });
    draw_crowns(p, rings, f, forest, size);
}

void woods_texture(struct plan *p, const struct lines *rings, enum look look, double size)
{
    texture(p, rings, NULL, look, size);
}

/* ---- what is where ---- */

/* A stream at the edge of a wood must not vanish under its trees. */
static void part_by_water(const struct plan *p, struct field *f)
{
    for (int i = 0; i < p->waters.n; i++) {
        const struct course *c = &p->waters.c[i];
        field_carve(f, &c->l, (c->look == LOOK_RIVER ? 11 : 7.5) * p->bold);
    }
}

void woods_make(struct plan *p)
{
    static const struct mass forest = { LOOK_FOREST, 3, 12, 20, 6, 7, 13, LOOK_PLAIN },
                             woods = { LOOK_WOODS, 3, 11, 20, 6, 7, 12, LOOK_PART_WOODS };
    struct field *f = &p->mass[LOOK_FOREST], *w = &p->mass[LOOK_WOODS];

    *f = mass_field(p, &forest);
    *w = mass_field(p, &woods);
    part_by_water(p, f);
    part_by_water(p, w);
    for (int i = 0; i < w->w * w->h; i++) {
        w->v[i] = (float)fmin(w->v[i], -f->v[i] - 3);
        p->trees.v[i] = (float)fmax(w->v[i], f->v[i]);
    }
    p->coast[LOOK_FOREST] = mass_coast(p, f, 3);
    p->coast[LOOK_WOODS] = mass_coast(p, w, 3);
}

static bool on_road(const struct plan *p, struct pt at, double clear)
{
    for (int i = 0; i < p->roads.n; i++) {
        if (rect_holds(p->roads.c[i].around, at) && line_near(&p->roads.c[i].l, at, NULL) < clear)
            return true;
    }
    return false;
}

/* A wood that makes no cell a wood: single trees. */
static void copse(struct plan *p, const struct line *ring, struct path *shade, struct path *trees,
                  struct jitter *j)
{
    struct rect b = line_rect(ring);
    double size = p->detail, each = 105 * size * size;

    for (int i = 0; i < (int)((b.x1 - b.x0) * (b.y1 - b.y0) / each); i++) {
        struct pt at = jitter_within(j, b);
        double r = jitter_span(j, 1.9, 3.2) * size;
        if (!ring_holds(ring, at) || field_at(&p->trees, at) > -6 || on_road(p, at, 7))
            continue;
        path_circle(shade, pt_add(at, pt(1.1 * size, 1.5 * size)), r);
        path_circle(trees, at, r);
    }
}

static void draw_copses(struct plan *p)
{
    struct path shade = path_new(&p->svg), trees = path_new(&p->svg);
    struct jitter j = jitter_new(33);

    for (int i = 0; i < p->ground->shapes; i++) {
        const struct ground_line *s = &p->ground->shape[i];
        enum look look = look_named(s->kind);
        if (look == LOOK_COPSE || look == LOOK_WOODS || look == LOOK_FOREST)
            copse(p, &s->l, &shade, &trees, &j);
    }
    svg_path(&p->svg, &shade, (struct pen){ .fill = HUE_SHADE, .fill_opacity = .22 });
    svg_path(&p->svg, &trees,
             (struct pen){ .fill = HUE_WOODS, .stroke = HUE_TREE, .width = .7, .opacity = .75 });
}

static void orchard(struct plan *p, const struct line *ring, struct path *rows)
{
    struct rect b = line_rect(ring);
    double gap = 5.2 * p->detail;
    struct pt along = pt_unit(pt_sub(ring->p[1], ring->p[0]));
    double reach = pt_dist(pt(b.x0, b.y0), pt(b.x1, b.y1)) / 2;

    for (double u = -reach; u < reach; u += gap) {
        for (double v = -reach; v < reach; v += gap) {
            struct pt at = pt_along(pt_along(rect_middle(b), along, u), pt_side(along), v);
            if (ring_holds(ring, at) && !on_road(p, at, 5))
                path_dot(rows, at);
        }
    }
}

static void draw_orchards(struct plan *p)
{
    struct path green = path_new(&p->svg), rows = path_new(&p->svg);

    for (int i = 0; i < p->ground->shapes; i++) {
        const struct ground_line *s = &p->ground->shape[i];
        if (look_named(s->kind) != LOOK_ORCHARD)
            continue;
        path_ring(&green, &s->l);
        orchard(p, &s->l, &rows);
    }
    svg_path(
        &p->svg, &green,
        (struct pen){ .fill = HUE_CLOVER, .fill_opacity = .7, .stroke = HUE_HEDGE, .width = .9 });
    svg_path(&p->svg, &rows,
             (struct pen){ .stroke = HUE_HEDGE, .width = 2.6 * p->detail, .round = true });
}

void woods_draw(struct plan *p)
{
    svg_open(&p->svg, "woods", NULL);
    draw_orchards(p);
    draw_copses(p);
    texture(p, &p->coast[LOOK_WOODS], &p->mass[LOOK_WOODS], LOOK_WOODS, p->detail);
    texture(p, &p->coast[LOOK_FOREST], &p->mass[LOOK_FOREST], LOOK_FOREST, p->detail);
    svg_close(&p->svg);
}
