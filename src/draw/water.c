/* water.c: streams, rivers, ponds and marsh.
 *
 * A stream runs along the hexsides that are streams and may follow its real course only as far as
 * nobody could doubt which hexside is meant. It grows on its way: how far each reach is from the
 * springs is counted against the flow, which runs to the lowest end. */
#include "layers.h"
#include "sides.h"

#include <string.h>

#define STRAY   7.0 /* at most this far towards the real course */
#define MEANDER 2.2

/* ---- courses on area boards and waters without rules ---- */

static bool is_water(enum look look)
{
    return look == LOOK_STREAM || look == LOOK_RIVER;
}

static struct line real_curve(const struct line *l)
{
    struct line even = line_resample(l, false, 12);

    even = line_blur(&even, false, 2);
    return line_spline(&even, false, 3);
}

static void add_real(struct plan *p, const struct ground_line *g, enum look look, bool ornament)
{
    struct course c = {
        .look = look, .name = g->name, .l = real_curve(&g->l), .ornament = ornament
    };

    c.width[0] = 1.2;
    c.width[1] = 3.2;
    course_add(p, &p->waters, c);
}

static void waters_of_areas(struct plan *p)
{
    for (int i = 0; i < p->ground->lines; i++) {
        enum look look = look_named(p->ground->line[i].kind);
        if (is_water(look))
            add_real(p, &p->ground->line[i], look, false);
    }
}

/* ---- flow ---- */

struct flow {
    const struct plan *p;
    bool *in;   /* borders with water */
    int *reach; /* by corner: borders down to the outlet, -1 unvisited */
    int *order; /* corners in the order in which they were visited */
    int visited;
    double *from; /* by corner: borders drained through it */
    int *down;    /* by corner: the next corner downstream, -1 at the outlet */
};

static void visit(struct flow *f, int corner, int reach, int down)
{
    if (f->reach[corner] >= 0)
        return;
    f->reach[corner] = reach;
    f->down[corner] = down;
    f->order[f->visited++] = corner;
}

/* Visits everything that drains into the corners visited since `at`. */
static void spread(struct flow *f, int at)
{
    const struct board *b = f->p->board;

    for (; at < f->visited; at++) {
        int c = f->order[at];
        for (int k = 0; k < 3; k++) {
            int border = b->corner[c].border[k] - b->cells;
            if (b->corner[c].border[k] == BOARD_NOWHERE || !f->in[border])
                continue;
            int end = sides_corner(f->p, border, 0) == c ? 1 : 0;
            visit(f, sides_corner(f->p, border, end), f->reach[c] + 1, c);
        }
    }
}

static int borders_at(const struct flow *f, int c)
{
    const struct board_corner *corner = &f->p->board->corner[c];
    int n = 0;

    for (int k = 0; k < 3; k++)
        n += corner->border[k] != BOARD_NOWHERE && f->in[corner->border[k] - f->p->board->cells];
    return n;
}

/* The lowest end of any water not yet visited; rivers run out before streams. */
static int next_outlet(const struct flow *f)
{
    double least = 1e18;
    int best = -1;

    for (int c = 0; c < f->p->board->corners; c++) {
        int n = borders_at(f, c);
        if (!n || f->reach[c] >= 0)
            continue;
        double height = field_at(&f->p->relief, f->p->corner[c]) + (n == 1 ? 0 : 1e6);
        if (height < least) {
            least = height;
            best = c;
        }
    }
    return best;
}

static struct flow flow_of(const struct plan *p, bool *in)
{
    int n = p->board->corners, outlet;
    struct flow f = { .p = p,
                      .in = in,
                      .reach = ROOM(p->arena, int, n),
                      .order = ROOM(p->arena, int, n),
                      .from = ROOM(p->arena, double, n),
                      .down = ROOM(p->arena, int, n) };

    for (int i = 0; i < n; i++)
        f.reach[i] = f.down[i] = -1;
    while ((outlet = next_outlet(&f)) >= 0) {
        int at = f.visited;
        visit(&f, outlet, 0, -1);
        spread(&f, at);
    }
    for (int i = f.visited - 1; i >= 0; i--) {
        int c = f.order[i];
        if (f.down[c] >= 0)
            f.from[f.down[c]] += f.from[c] + 1;
    }
    return f;
}

static double width_after(double borders)
{
    return 1.2 + 3.2 * (1 - exp(-borders / 30));
}

/* ---- courses on hexsides ---- */

/* The real water nearest to a point, of this name if there is one. */
static struct pt real_near(const struct plan *p, const char *name, struct pt at)
{
    struct pt best = at;
    double least = 1e9;

    for (int i = 0; i < p->ground->lines; i++) {
        const struct ground_line *g = &p->ground->line[i];
        double s, far;
        if (!is_water(look_named(g->kind)))
            continue;
        far = line_near(&g->l, at, &s) + (strcmp(g->name, name) == 0 ? 0 : 15);
        if (far < least && far < 45) {
            least = far;
            best = line_at(&g->l, false, s).at;
        }
    }
    return best;
}

static void stray_to_real(const struct plan *p, struct line *l, const char *name)
{
    for (int i = 1; i + 1 < l->n; i++)
        l->p[i] = pt_leash(l->p[i], real_near(p, name, l->p[i]), STRAY);
}

static struct line meandering(const struct line *nodes)
{
    struct line l = line_spline(nodes, false, 7);

    for (int i = 1; i + 1 < l.n; i++) {
        double ease = fmin(1, (i < l.n - 1 - i ? i : l.n - 1 - i) / 6.0);
        l.p[i] = noise_push(77, 18, l.p[i], MEANDER * ease);
    }
    return l;
}

static void add_chain(struct plan *p, const struct soft *soft, const struct flow *f,
                      struct chain *chain, enum look look)
{
    struct course c = { .look = look, .name = plan_border_name(p, chain->border[0], look) };
    int first = chain->corner[0], last = chain->corner[chain->n];
    struct line nodes = sides_points(p, soft, chain);

    stray_to_real(p, &nodes, c.name);
    if (f->reach[first] < f->reach[last]) {
        line_reverse(&nodes);
        int t = first;
        first = last;
        last = t;
    }
    c.l = meandering(&nodes);
    c.width[0] = width_after(f->from[first]);
    c.width[1] = width_after(f->from[first] + chain->n);
    course_add(p, &p->waters, c);
}

/* One number for each name, so that only reaches of one water are joined. */
static int *name_keys(struct plan *p, const bool *in, enum look look)
{
    int *key = ROOM(p->arena, int, p->board->borders), names = 0;
    const char **seen = ROOM(p->arena, const char *, p->board->borders);

    for (int i = 0; i < p->board->borders; i++) {
        if (!in[i])
            continue;
        const char *name = plan_border_name(p, i, look);
        int k = 0;
        while (k < names && strcmp(seen[k], name) != 0)
            k++;
        if (k == names)
            seen[names++] = name;
        key[i] = k;
    }
    return key;
}

static void waters_of_look(struct plan *p, const struct flow *f, const struct soft *soft,
                           enum look look)
{
    bool *in = ROOM(p->arena, bool, p->board->borders);

    for (int i = 0; i < p->board->borders; i++)
        in[i] = plan_border_is(p, i, look);
    struct chains chains = sides_chains(p, in, name_keys(p, in, look));
    for (int i = 0; i < chains.n; i++)
        add_chain(p, soft, f, &chains.c[i], look);
}

void waters_make(struct plan *p)
{
    if (!p->board->hexes) {
        waters_of_areas(p);
        return;
    }
    bool *in = ROOM(p->arena, bool, p->board->borders);
    for (int i = 0; i < p->board->borders; i++)
        in[i] = plan_border_is(p, i, LOOK_STREAM) || plan_border_is(p, i, LOOK_RIVER);
    struct flow f = flow_of(p, in);
    struct soft soft = sides_soften(p, in, .5, 3, 77);
    waters_of_look(p, &f, &soft, LOOK_STREAM);
    waters_of_look(p, &f, &soft, LOOK_RIVER);
}

/* ---- standing water ---- */

void wet_make(struct plan *p)
{
    static const struct mass pond = { LOOK_POND, 6, 9, 10, 14, 6, 3, LOOK_PLAIN },
                             marsh = { LOOK_MARSH, 12, 12, 12, 10, 8, 5, LOOK_PLAIN };

    p->mass[LOOK_POND] = mass_field(p, &pond);
    p->coast[LOOK_POND] = mass_coast(p, &p->mass[LOOK_POND], 1);
    p->mass[LOOK_MARSH] = mass_field(p, &marsh);
}

static void draw_ponds(struct plan *p)
{
    struct path shore = path_new(&p->svg), ripples = path_new(&p->svg);

    path_rings(&shore, &p->coast[LOOK_POND]);
    for (int k = 0; k < 2; k++) {
        struct lines inner = field_contour(&p->mass[LOOK_POND], k ? 6 : 3);
        for (int i = 0; i < inner.n; i++) {
            struct line l = line_spline(&inner.l[i], true, 2);
            path_ring(&ripples, &l);
        }
    }
    svg_path(&p->svg, &shore,
             (struct pen){ .fill = HUE_WATER,
                           .stroke = HUE_WATERLINE,
                           .width = 1.1,
                           .more = "fill-rule=\"evenodd\"" });
    svg_path(&p->svg, &ripples,
             (struct pen){ .stroke = HUE_WATERLINE, .width = .5, .opacity = .55 });
}

/* A stroke of water and now and then a tuft of reeds upon it. */
static void reeds(struct path *d, struct pt at, double len, bool tuft, double size)
{
    path_segment(d, at, pt_add(at, pt(len, 0)));
    if (!tuft)
        return;
    struct pt foot = pt_add(at, pt(len / 2, -1 * size));
    path_segment(d, foot, pt_add(foot, pt(-1.6 * size, -3.2 * size)));
    path_segment(d, foot, pt_add(foot, pt(0, -4 * size)));
    path_segment(d, foot, pt_add(foot, pt(1.6 * size, -3.2 * size)));
}

static void draw_marsh(struct plan *p)
{
    struct path d = path_new(&p->svg);
    struct jitter j = jitter_new(64);
    double size = sqrt(p->detail);
    const struct field *f = &p->mass[LOOK_MARSH];

    for (double y = p->all.y0; y < p->all.y1; y += 5.2 * size) {
        for (double x = p->all.x0 + jitter_span(&j, 0, 12); x < p->all.x1;) {
            double len = jitter_span(&j, 5, 13) * size;
            bool tuft = jitter_next(&j) < .3;
            if (field_at(f, pt(x, y)) > 0 && field_at(f, pt(x + len, y)) > 0)
                reeds(&d, pt(x, y), len, tuft, size);
            x += len + jitter_span(&j, 4, 10) * size;
        }
    }
    svg_path(&p->svg, &d, (struct pen){ .stroke = HUE_MARSH, .width = .95, .round = true });
}

void marsh_draw(struct plan *p)
{
    svg_open(&p->svg, "marsh", NULL);
    draw_marsh(p);
    svg_close(&p->svg);
}

void waters_draw(struct plan *p)
{
    struct svg *svg = &p->svg;
    struct path stream = path_new(svg), bank = path_new(svg), water = path_new(svg);

    svg_open(svg, "waters", NULL);
    for (int i = 0; i < p->waters.n; i++) {
        const struct course *c = &p->waters.c[i];
        plan_busy(p, &c->l, 5, 2.2);
        if (c->look == LOOK_RIVER) {
            struct line l = line_simplify(&c->l, false, .15);
            path_line(&bank, &l);
            path_line(&water, &l);
            continue;
        }
        struct line l = line_taper(&c->l, c->width[0] * p->bold, c->width[1] * p->bold);
        path_ring(&stream, &l);
    }
    svg_path(svg, &stream, (struct pen){ .fill = HUE_STREAM });
    svg_path(svg, &bank,
             (struct pen){ .stroke = HUE_RIVER, .width = 8.4 * p->bold, .round = true });
    svg_path(svg, &water,
             (struct pen){ .stroke = HUE_WATER, .width = 5.6 * p->bold, .round = true });
    draw_ponds(p); /* streams run into them, not across */
    svg_close(svg);
}
