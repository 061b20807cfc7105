/* roads.c: the road net. Every hex with a road has one point where its roads meet, every crossed
 * hexside one where the road passes; both are moved until the roads run as straight as they may
 * while staying near their real course and within their hexes. A road goes straight on through a
 * junction. */
#include "layers.h"

#include <string.h>

#define NODE_REACH 24.0 /* a junction lies at most this far from the centre of its hex */

/* A road from a cell to the next, or out of the map. */
struct edge {
    int cell[2]; /* the second is -1 at the edge of the map */
    int border;  /* -1 there */
    enum look look;
    const char *name;
    double at, want; /* where on the border it passes: now, and on the real course */
    struct pt out;   /* where it leaves the map */
    int join[2];     /* the edge it goes on with at either end, or -1 */
    bool drawn;
};

struct net {
    struct plan *p;
    struct edge *edge;
    int n;
    struct pt *want; /* by cell: where the real roads pass */
    bool *used;
};

static bool is_way(enum look look)
{
    return look == LOOK_TRACK || look == LOOK_ROAD || look == LOOK_HIGHWAY;
}

/* ---- the net ---- */

static const struct ground_line *real_road(const struct plan *p, const char *name, struct pt at)
{
    const struct ground_line *best = NULL;
    double least = 60;

    for (int i = 0; i < p->ground->lines; i++) {
        const struct ground_line *g = &p->ground->line[i];
        if (!is_way(look_named(g->kind)))
            continue;
        double far = line_near(&g->l, at, NULL) + (strcmp(g->name, name) == 0 ? 0 : 20);
        if (far < least) {
            least = far;
            best = g;
        }
    }
    return best;
}

static struct pt border_point(const struct plan *p, int border, double t)
{
    struct line l = plan_border(p, border);

    return pt_mix(l.p[0], l.p[1], t);
}

static struct pt passing(const struct net *net, const struct edge *e)
{
    return e->border < 0 ? e->out : border_point(net->p, e->border, e->at);
}

/* Where the real road comes nearest to the border, as a share of its length. */
static double real_passing(const struct plan *p, const struct edge *e)
{
    struct pt middle = plan_border_middle(p, e->border), at = middle;
    const struct ground_line *g = real_road(p, e->name, middle);
    struct line l = plan_border(p, e->border);
    double s;

    if (!g)
        return .5;
    if (!lines_cross(&l, &g->l, middle, 60, &at)) {
        line_near(&g->l, middle, &s);
        at = line_at(&g->l, false, s).at;
    }
    line_near(&l, at, &s);
    return clamp(s / line_length(&l, false), .24, .76);
}

static const struct pt compass[BOARD_COMPASS] = {
    { 0, -1 }, { .71, -.71 }, { 1, 0 },  { .71, .71 },
    { 0, 1 },  { -.71, .71 }, { -1, 0 }, { -.71, -.71 },
};

static bool rules_know(const struct plan *p, enum look look)
{
    for (int i = 0; i < p->board->way.n; i++) {
        if (p->way[i] == look)
            return true;
    }
    return false;
}

/* How a road of the rules is drawn. Where they know no paved roads, one that the ground knows by
 * name as paved is drawn so. */
static enum look look_of(const struct plan *p, int way, const char *name)
{
    enum look look = p->way[way] == LOOK_PLAIN ? LOOK_ROAD : p->way[way];

    if (look != LOOK_ROAD || rules_know(p, LOOK_HIGHWAY))
        return look;
    for (int i = 0; *name && i < p->ground->lines; i++) {
        const struct ground_line *g = &p->ground->line[i];
        if (strcmp(g->name, name) == 0 && look_named(g->kind) == LOOK_HIGHWAY)
            return LOOK_HIGHWAY;
    }
    return look;
}

static void add_edges(struct net *net)
{
    const struct board *b = net->p->board;

    for (int i = 0; i < b->roads; i++) {
        const struct board_mark *m = &b->road[i];
        int border = m->border - b->cells;
        struct edge e = { .border = border, .name = m->name };
        e.cell[0] = b->border[border].cell[0];
        e.cell[1] = b->border[border].cell[1];
        e.look = look_of(net->p, m->kind, m->name);
        e.at = e.want = real_passing(net->p, &e);
        net->edge[net->n++] = e;
    }
    for (int i = 0; i < b->exits; i++) {
        struct edge e = { .cell = { b->exit[i].cell, -1 }, .border = -1, .name = b->exit[i].name };
        struct pt centre = net->p->centre[e.cell[0]];
        e.look = look_of(net->p, b->exit[i].way, e.name);
        e.out = pt_along(centre, compass[b->exit[i].compass], 75);
        net->edge[net->n++] = e;
    }
}

static void want_nodes(struct net *net)
{
    const struct plan *p = net->p;

    for (int i = 0; i < net->n; i++) {
        const struct edge *e = &net->edge[i];
        for (int end = 0; end < 2 && e->cell[end] >= 0; end++) {
            int cell = e->cell[end];
            const struct ground_line *g = real_road(p, e->name, p->centre[cell]);
            double s;
            if (net->used[cell])
                continue;
            net->used[cell] = true;
            net->want[cell] = p->centre[cell];
            if (g) {
                line_near(&g->l, p->centre[cell], &s);
                net->want[cell] = pt_leash(p->centre[cell], line_at(&g->l, false, s).at, 20);
            }
            p->node[cell] = net->want[cell];
        }
    }
}

/* ---- relaxing ---- */

/* The middle of the best roads' passings around each cell, and how many of them there are. */
static void gather(const struct net *net, struct pt *sum, int *count, int *best)
{
    for (int i = 0; i < net->n; i++) {
        const struct edge *e = &net->edge[i];
        for (int end = 0; end < 2 && e->cell[end] >= 0; end++) {
            int cell = e->cell[end];
            if ((int)e->look < best[cell])
                continue;
            if ((int)e->look > best[cell]) {
                best[cell] = (int)e->look;
                sum[cell] = pt(0, 0);
                count[cell] = 0;
            }
            sum[cell] = pt_add(sum[cell], passing(net, e));
            count[cell]++;
        }
    }
}

static void move_nodes(struct net *net, struct pt *sum, int *count, int *best)
{
    struct plan *p = net->p;
    int cells = p->board->cells;

    memset(sum, 0, (size_t)cells * sizeof *sum);
    memset(count, 0, (size_t)cells * sizeof *count);
    memset(best, 0, (size_t)cells * sizeof *best);
    gather(net, sum, count, best);
    for (int c = 0; c < cells; c++) {
        if (!net->used[c] || !count[c])
            continue;
        struct pt mean = pt_mul(sum[c], 1.0 / count[c]);
        if (count[c] == 1)
            mean = pt_mix(p->node[c], mean, .2);
        struct pt to =
            pt_add(pt_mul(p->node[c], .45), pt_add(pt_mul(mean, .42), pt_mul(net->want[c], .13)));
        p->node[c] = pt_leash(p->centre[c], to, NODE_REACH);
    }
}

static void move_passings(struct net *net)
{
    struct plan *p = net->p;

    for (int i = 0; i < net->n; i++) {
        struct edge *e = &net->edge[i];
        if (e->border < 0)
            continue;
        struct line side = plan_border(p, e->border);
        struct pt d = pt_sub(side.p[1], side.p[0]), from = p->node[e->cell[0]],
                  way = pt_sub(p->node[e->cell[1]], from);
        double den = pt_cross(d, way);
        double straight = fabs(den) > 1e-9 ? pt_cross(pt_sub(from, side.p[0]), way) / den : .5;
        e->at = clamp(.5 * e->at + .38 * straight + .12 * e->want, .24, .76);
    }
}

static void relax(struct net *net)
{
    int cells = net->p->board->cells;
    struct pt *sum = ROOM(net->p->arena, struct pt, cells);
    int *count = ROOM(net->p->arena, int, cells), *best = ROOM(net->p->arena, int, cells);

    for (int round = 0; round < 120; round++) {
        move_nodes(net, sum, count, best);
        move_passings(net);
    }
}

/* ---- courses ---- */

/* How well two edges at a cell go on into one another; less than 0 if they should not. */
static double fit(const struct net *net, const struct edge *a, const struct edge *b, int cell)
{
    struct pt node = net->p->node[cell];
    struct pt da = pt_unit(pt_sub(passing(net, a), node)),
              db = pt_unit(pt_sub(passing(net, b), node));

    if (a->look != b->look)
        return -1;
    return -pt_dot(da, db) + .2 + (strcmp(a->name, b->name) == 0 ? .8 : 0);
}

static int end_at(const struct edge *e, int cell)
{
    return e->cell[0] == cell ? 0 : 1;
}

static bool touches(const struct edge *e, int cell)
{
    return e->cell[0] == cell || e->cell[1] == cell;
}

/* Joins the best pair of edges at a cell that are both still free there; false if there is none. */
static bool join_best(struct net *net, int cell, const int *at, int n)
{
    double most = 0;
    int a = -1, b = -1;

    for (int i = 0; i < n; i++) {
        for (int k = i + 1; k < n; k++) {
            struct edge *x = &net->edge[at[i]], *y = &net->edge[at[k]];
            if (x->join[end_at(x, cell)] >= 0 || y->join[end_at(y, cell)] >= 0)
                continue;
            double good = fit(net, x, y, cell);
            if (good > most) {
                most = good;
                a = at[i];
                b = at[k];
            }
        }
    }
    if (a < 0)
        return false;
    net->edge[a].join[end_at(&net->edge[a], cell)] = b;
    net->edge[b].join[end_at(&net->edge[b], cell)] = a;
    return true;
}

static void join_edges(struct net *net)
{
    enum { MOST = 24 };
    int at[MOST];

    for (int i = 0; i < net->n; i++)
        net->edge[i].join[0] = net->edge[i].join[1] = -1;
    for (int cell = 0; cell < net->p->board->cells; cell++) {
        int n = 0;
        for (int i = 0; i < net->n && n < MOST; i++) {
            if (touches(&net->edge[i], cell))
                at[n++] = i;
        }
        while (join_best(net, cell, at, n))
            ;
    }
}

/* Follows edges from the end `end` of `i`, which is the first of its course. */
static struct line trace(struct net *net, int i, int end)
{
    struct line l = line_new(net->p->arena);

    while (i >= 0 && !net->edge[i].drawn) {
        struct edge *e = &net->edge[i];
        e->drawn = true;
        if (e->cell[end] >= 0)
            line_add(&l, net->p->node[e->cell[end]]);
        line_add(&l, passing(net, e));
        int cell = e->cell[!end], next = cell >= 0 ? e->join[!end] : -1;
        if (cell >= 0 && (next < 0 || net->edge[next].drawn))
            line_add(&l, net->p->node[cell]);
        if (next >= 0)
            end = end_at(&net->edge[next], cell);
        i = next;
    }
    return l;
}

static void add_course(struct net *net, int i, int end)
{
    struct course c = { .look = net->edge[i].look, .name = net->edge[i].name };
    struct line nodes = trace(net, i, end);

    c.l = line_spline(&nodes, false, 6);
    course_add(net->p, &net->p->roads, c);
}

static void add_courses(struct net *net)
{
    for (int rings = 0; rings < 2; rings++) {
        for (int i = 0; i < net->n; i++) {
            for (int end = 0; end < 2; end++) {
                struct edge *e = &net->edge[i];
                if (!e->drawn && (rings || e->join[end] < 0))
                    add_course(net, i, end);
            }
        }
    }
}

/* ---- roads no rule knows: those of areas, and tracks of a map without tracks ---- */

static void add_real(struct plan *p)
{
    for (int i = 0; i < p->ground->lines; i++) {
        const struct ground_line *g = &p->ground->line[i];
        enum look look = look_named(g->kind);
        bool ornament = look == LOOK_TRACK && !rules_know(p, LOOK_TRACK);
        if (!is_way(look) || (p->board->hexes && !ornament))
            continue;
        struct line even = line_resample(&g->l, false, 14);
        even = line_blur(&even, false, 2);
        struct course c = {
            .look = look, .name = g->name, .l = line_spline(&even, false, 3), .ornament = true
        };
        course_add(p, &p->roads, c);
    }
}

void roads_make(struct plan *p)
{
    const struct board *b = p->board;
    struct net net = { .p = p,
                       .edge = ROOM(p->arena, struct edge, b->roads + b->exits),
                       .want = ROOM(p->arena, struct pt, b->cells),
                       .used = ROOM(p->arena, bool, b->cells) };

    add_real(p);
    if (!b->hexes)
        return;
    add_edges(&net);
    want_nodes(&net);
    relax(&net);
    join_edges(&net);
    add_courses(&net);
}

/* ---- drawing ---- */

static void lines_of(const struct plan *p, enum look look, struct path *out)
{
    for (int i = 0; i < p->roads.n; i++) {
        if (p->roads.c[i].look != look)
            continue;
        struct line l = line_simplify(&p->roads.c[i].l, false, .15);
        path_line(out, &l);
    }
}

static void stroke(struct plan *p, enum look look, enum colour colour, double width)
{
    struct path d = path_new(&p->svg);

    lines_of(p, look, &d);
    svg_path(&p->svg, &d,
             (struct pen){
                 .stroke = colour, .width = width * p->bold, .more = "stroke-linejoin=\"round\"" });
}

/* Rows of poplars on both sides of the paved roads, outside the woods. */
static void poplars(struct plan *p)
{
    struct path d = path_new(&p->svg);

    for (int i = 0; i < p->roads.n; i++) {
        const struct course *c = &p->roads.c[i];
        double len = line_length(&c->l, false);
        for (double s = 3; c->look == LOOK_HIGHWAY && s < len; s += 11.5 * p->bold) {
            struct pose at = line_at(&c->l, false, s);
            for (int side = -1; side <= 1; side += 2) {
                struct pt tree = pt_along(at.at, pt_side(at.dir), 6.2 * p->bold * side);
                if (field_at(&p->trees, tree) < -4)
                    path_dot(&d, tree);
            }
        }
    }
    svg_path(
        &p->svg, &d,
        (struct pen){ .stroke = HUE_TREE, .opacity = .62, .width = 3 * p->bold, .round = true });
}

/* Ticks on both banks of a lane, wherever it is sunken. */
static void bank_ticks(const struct plan *p, const struct line *l, bool everywhere, struct path *d)
{
    double len = line_length(l, false);

    for (double s = 2; s < len; s += 2.8 * p->bold) {
        struct pose at = line_at(l, false, s);
        int cell = everywhere ? -1 : plan_cell_at(p, at.at);
        if (!everywhere && (cell < 0 || !plan_has(p, cell, LOOK_SUNKEN)))
            continue;
        for (int side = -1; side <= 1; side += 2) {
            struct pt n = pt_mul(pt_side(at.dir), side * p->bold);
            path_segment(d, pt_along(at.at, n, 2.4), pt_along(at.at, n, 5.2));
        }
    }
}

static void sunken(struct plan *p)
{
    struct path d = path_new(&p->svg);

    for (int i = 0; i < p->ground->lines; i++) {
        if (look_named(p->ground->line[i].kind) == LOOK_SUNKEN)
            bank_ticks(p, &p->ground->line[i].l, true, &d);
    }
    for (int i = 0; i < p->roads.n; i++) {
        if (p->roads.c[i].look == LOOK_ROAD)
            bank_ticks(p, &p->roads.c[i].l, false, &d);
    }
    svg_path(&p->svg, &d, (struct pen){ .stroke = HUE_ROADCASE, .width = .8 * p->bold });
}

void roads_draw(struct plan *p)
{
    struct path tracks = path_new(&p->svg);
    bool ruled = rules_know(p, LOOK_TRACK);

    svg_open(&p->svg, "roads", NULL);
    lines_of(p, LOOK_TRACK, &tracks);
    svg_path(&p->svg, &tracks,
             (struct pen){ .stroke = HUE_TRACK,
                           .dash = p->bold > 1.3 ? "7 4" : "4.2 2.6",
                           .width = (ruled ? 1.7 : 1.25) * p->bold,
                           .opacity = ruled ? .9 : .62 });
    stroke(p, LOOK_ROAD, HUE_ROADCASE, 4.3);
    stroke(p, LOOK_HIGHWAY, HUE_ROADCASE, 6.6);
    stroke(p, LOOK_ROAD, HUE_ROADFILL, 2.5);
    stroke(p, LOOK_HIGHWAY, HUE_HIGHFILL, 4.2);
    sunken(p);
    poplars(p);
    bridges_draw(p);
    svg_close(&p->svg);
    for (int i = 0; i < p->roads.n; i++) {
        bool faint = p->roads.c[i].look == LOOK_TRACK;
        plan_busy(p, &p->roads.c[i].l, faint ? 3 : 6, faint ? .6 : 3.4);
    }
}

/* ---- bridges and fords ---- */

/* Where a road of the plan crosses a water near a border, and how. */
static bool crossing(const struct plan *p, struct pt near, struct pose *at, enum look *look)
{
    double least = 32;
    bool found = false;

    for (int i = 0; i < p->roads.n; i++) {
        const struct course *road = &p->roads.c[i];
        if (road->ornament || !rect_holds(road->around, near))
            continue;
        for (int k = 0; k < p->waters.n; k++) {
            struct pt here;
            double s;
            if (!rect_holds(p->waters.c[k].around, near) ||
                !lines_cross(&road->l, &p->waters.c[k].l, near, least, &here))
                continue;
            least = pt_dist(here, near);
            line_near(&road->l, here, &s);
            *at = line_at(&road->l, false, s);
            *look = road->look;
            found = true;
        }
    }
    return found;
}

static void parapets(struct path *d, struct pose at, double half, double len)
{
    for (int side = -1; side <= 1; side += 2) {
        struct pt n = pt_mul(pt_side(at.dir), side), mid = pt_along(at.at, n, half);
        struct line l = { .p = (struct pt[]){ pt_along(pt_along(mid, at.dir, -len), n, 2),
                                              pt_along(mid, at.dir, -len * .6),
                                              pt_along(mid, at.dir, len * .6),
                                              pt_along(pt_along(mid, at.dir, len), n, 2) },
                          .n = 4 };
        path_line(d, &l);
    }
}

/* Stepping stones across the water. */
static void stones(struct path *d, struct pose at)
{
    for (int i = -2; i <= 2; i++)
        path_dot(d, pt_along(at.at, at.dir, 2.6 * i));
}

void bridges_draw(struct plan *p)
{
    struct path bridge = path_new(&p->svg), rim = path_new(&p->svg), ford = path_new(&p->svg);

    for (int b = 0; b < p->board->borders; b++) {
        bool wet = plan_border_is(p, b, LOOK_FORD), dry = plan_border_is(p, b, LOOK_BRIDGE);
        const struct board_border *border = &p->board->border[b];
        if ((!wet && !dry) || border->cell[1] == BOARD_NOWHERE)
            continue;
        struct pt near = plan_border_middle(p, b);
        struct pose at = { near, pt_unit(pt_sub(p->centre[border->cell[1]],
                                                p->centre[border->cell[0]])) };
        enum look look = LOOK_ROAD;
        crossing(p, near, &at, &look);
        if (dry)
            parapets(&bridge, at, (look == LOOK_HIGHWAY ? 5.6 : 4.4) * p->bold, 7.5 * p->bold);
        if (wet) {
            stones(&rim, at);
            stones(&ford, at);
        }
    }
    svg_path(&p->svg, &rim,
             (struct pen){ .stroke = HUE_INK, .width = 2.6, .opacity = .8, .round = true });
    svg_path(&p->svg, &ford, (struct pen){ .stroke = HUE_HIGHFILL, .width = 1.5, .round = true });
    svg_path(&p->svg, &bridge,
             (struct pen){ .stroke = HUE_INK, .width = 2 * p->bold, .round = true });
}
