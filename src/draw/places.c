/* places.c: built-up places: villages and towns as roofs along their roads, farms, walled courts
 * with a hedge.
 *
 * Houses of ground.txt stand where they stand, provided map.txt still has a place there; a place
 * without any is built here, along the roads that pass. */
#include "layers.h"

#include <string.h>

#define PI 3.14159265358979

struct yard {
    struct plan *p;
    struct path roofs, shadows, gardens, walls, grand, crosses, hedge;
    struct jitter j;
    double size; /* of a house */
    int cell;
    struct pt taken[160]; /* middles of what stands in this cell, */
    double reach[160];    /* and how far around it is taken */
    int n;
};

/* ---- sites ---- */

static double to_course(const struct courses *list, struct pt at, bool tracks)
{
    double least = 1e9;

    for (int i = 0; i < list->n; i++) {
        const struct course *c = &list->c[i];
        if ((c->look == LOOK_TRACK && !tracks) || !rect_holds(c->around, at))
            continue;
        least = fmin(least, line_near(&c->l, at, NULL));
    }
    return least;
}

/* Do all corners lie in the cell, off the roads and waters, and apart from what stands already? */
static bool is_free(const struct yard *y, const struct line *r, double clear)
{
    struct pt middle = ring_middle(r);
    double half = pt_dist(r->p[0], middle);

    for (int i = 0; i < y->n; i++) {
        if (pt_dist(y->taken[i], middle) < (y->reach[i] + half) * .80)
            return false;
    }
    struct line rim = line_resample(r, true, 6);
    for (int i = 0; i <= rim.n; i++) {
        struct pt at = i < rim.n ? rim.p[i] : middle;
        struct pt wide = pt_mix(y->p->centre[y->cell], at, 1.06);
        if (!ring_holds(&y->p->ring[y->cell], wide) || to_course(&y->p->roads, at, true) < clear ||
            to_course(&y->p->waters, at, true) < 5)
            return false;
    }
    return true;
}

static void take(struct yard *y, const struct line *r)
{
    if (y->n == COUNT(y->taken))
        return;
    y->taken[y->n] = ring_middle(r);
    y->reach[y->n++] = pt_dist(r->p[0], ring_middle(r));
    plan_busy_rect(y->p, line_rect(r), 3.2);
}

static void shade(struct yard *y, const struct line *r)
{
    struct line s = line_copy(r);

    for (int i = 0; i < s.n; i++)
        s.p[i] = pt_add(s.p[i], pt(1, 1.3));
    path_ring(&y->shadows, &s);
}

static void roof(struct yard *y, const struct line *r)
{
    shade(y, r);
    path_ring(&y->roofs, r);
    take(y, r);
}

static struct line site(const struct yard *y, struct pt at, double w, double h, double angle)
{
    return ring_rect(y->p->arena, at, w, h, angle);
}

/* ---- churches, gardens ---- */

static void church(struct yard *y, struct pt at, double w, double h, double angle)
{
    struct line nave = site(y, at, w, h, angle);
    struct pt top = pt_add(at, pt(w * .3, -2));

    shade(y, &nave);
    path_ring(&y->grand, &nave);
    path_segment(&y->crosses, top, pt_add(top, pt(0, -6)));
    path_segment(&y->crosses, pt_add(top, pt(-1.9, -4)), pt_add(top, pt(1.9, -4)));
    take(y, &nave);
}

static void build_church(struct yard *y, struct pt around)
{
    for (int i = 0; i < 40; i++) {
        double turn = jitter_span(&y->j, 0, 2 * PI), far = jitter_span(&y->j, 9, 22) * y->size;
        struct pt at = pt_along(around, pt_turn(pt(1, 0), turn), far);
        struct line r = site(y, at, 10.5 * y->size, 4.6 * y->size, 0);
        if (!is_free(y, &r, 3))
            continue;
        church(y, at, 9.5 * y->size, 4 * y->size, 0);
        return;
    }
}

/* ---- villages and towns ---- */

struct density {
    double reach, near, far; /* along the road; chance of a house at the middle and at the end */
    int rows;
};

/* A house beside the road at the pose, on one side. */
static void build_beside(struct yard *y, struct pose at, int side, double off, bool garden)
{
    double angle = atan2(at.dir.y, at.dir.x), w = jitter_span(&y->j, 4.4, 8.6) * y->size,
           h = jitter_span(&y->j, 3.5, 4.7) * y->size;
    struct pt out = pt_mul(pt_side(at.dir), side);

    if (jitter_next(&y->j) < .25) {
        double t = w * .9;
        w = h;
        h = t;
    }
    struct pt here = pt_along(at.at, out, off * y->size + h * .3 + jitter_span(&y->j, -.6, 1.4));
    struct line r = site(y, here, w, h, angle + jitter_span(&y->j, -.06, .06));
    if (!is_free(y, &r, 3))
        return;
    roof(y, &r);
    if (!garden || jitter_next(&y->j) > .5)
        return;
    struct line g = site(y, pt_along(here, out, 7 * y->size), w * 1.2, 7 * y->size, angle);
    if (is_free(y, &g, 3))
        path_ring(&y->gardens, &g);
}

static void build_along(struct yard *y, const struct line *road, const struct density *d)
{
    struct pt node = y->p->node[y->cell];
    double middle, len = line_length(road, false);

    line_near(road, node, &middle);
    for (int row = 0; row < d->rows; row++) {
        for (double s = middle - d->reach; s < middle + d->reach;
             s += jitter_span(&y->j, 6.2, 9.2) * y->size) {
            if (s < 0 || s > len)
                continue;
            struct pose at = line_at(road, false, s);
            double chance = d->near + (d->far - d->near) * pt_dist(at.at, node) / d->reach;
            for (int side = -1; side <= 1; side += 2) {
                if (jitter_next(&y->j) < chance)
                    build_beside(y, at, side, 6 + 6.6 * row, d->rows == 1);
            }
        }
    }
}

static void build_village(struct yard *y, bool town)
{
    static const struct density sparse = { 34, .88, .3, 1 }, dense = { 47, .95, .9, 3 },
                                large = { 44, .95, .8, 2 };
    const struct density *d = town ? &dense : y->size > 1.4 ? &large : &sparse;
    struct pt node = y->p->node[y->cell];
    bool any = false;

    if (!town && y->size <= 1.4)
        build_church(y, node);
    for (int i = 0; i < y->p->roads.n; i++) {
        const struct course *c = &y->p->roads.c[i];
        if (!rect_holds(c->around, node) || line_near(&c->l, node, NULL) > 20)
            continue;
        build_along(y, &c->l, d);
        any = true;
    }
    if (any)
        return;
    struct line lane = line_new(y->p->arena);
    line_add(&lane, pt_add(node, pt(-30, -9)));
    line_add(&lane, pt_add(node, pt(30, 9)));
    build_along(y, &lane, d);
}

/* ---- what ground.txt knows ---- */

static int count_given(const struct yard *y)
{
    int n = 0;

    for (int i = 0; i < y->p->ground->houses; i++)
        n += plan_cell_at(y->p, y->p->ground->house[i].at) == y->cell;
    return n;
}

/* The middle of the houses ground.txt gives the cell, or `otherwise`. */
static struct pt real_place(const struct yard *y, struct pt otherwise)
{
    struct pt sum = pt(0, 0);
    int n = count_given(y);

    for (int i = 0; i < y->p->ground->houses && n; i++) {
        if (plan_cell_at(y->p, y->p->ground->house[i].at) == y->cell)
            sum = pt_along(sum, y->p->ground->house[i].at, 1.0 / n);
    }
    return n ? sum : otherwise;
}

/* ---- farms ---- */

static void build_farm(struct yard *y)
{
    static const double wings[2][3][4] = {
        { { 0, -4.5, 12, 3.6 }, { -4.5, 2, 3.4, 8.5 }, { 5, 3, 3.6, 6 } },
        { { 0, 5, 12, 3.6 }, { 4.8, -2, 3.4, 8.5 }, { -4.5, -2, 3.6, 7 } },
    };
    struct pt real = real_place(y, y->p->node[y->cell]);

    for (int k = 0; k < 160; k++) {
        double angle = jitter_span(&y->j, -.4, .4);
        struct pt at = pt_along(real, pt_turn(pt(1, 0), jitter_span(&y->j, 0, 2 * PI)), k * .2);
        struct line whole = site(y, at, 14 * y->size, 14 * y->size, angle);
        if (!is_free(y, &whole, 3.5))
            continue;
        int plan = jitter_pick(&y->j, 2);
        for (int i = 0; i < 3; i++) {
            const double *w = wings[plan][i];
            struct line r = site(y, pt_add(at, pt_turn(pt_mul(pt(w[0], w[1]), y->size), angle)),
                                 w[2] * y->size, w[3] * y->size, angle);
            roof(y, &r);
        }
        return;
    }
}

/* A ring of bushes on the cell's own outline, open where roads pass. */
static void enclose(struct yard *y)
{
    const struct line *ring = &y->p->ring[y->cell];
    struct line small = line_new(y->p->arena);

    for (int i = 0; i < ring->n; i++) {
        struct pt a = ring->p[(i + ring->n - 1) % ring->n], b = ring->p[i],
                  c = ring->p[(i + 1) % ring->n];
        line_add(&small, pt_mix(y->p->centre[y->cell], pt_mix(b, a, .12), .83));
        line_add(&small, pt_mix(y->p->centre[y->cell], pt_mix(b, c, .12), .83));
    }
    double len = line_length(&small, true);
    for (double s = 0; s < len; s += 2.7) {
        struct pt at = line_at(&small, true, s).at;
        if (to_course(&y->p->roads, at, false) > 5.5 && to_course(&y->p->waters, at, false) > 4)
            path_dot(&y->hedge, noise_push(3, 8, at, .8));
    }
}

static void court(struct yard *y, struct pt at, double w, double h, double angle)
{
    static const double wing[4][4] = {
        /* x0 y0 x1 y1 as shares of half the court */
        { -1, -1, .55, -.5 },
        { -1, -.38, -.6, .62 },
        { .6, -.75, 1, .85 },
        { -.9, .5, .4, 1 },
    };
    struct line wall = site(y, at, w, h, angle);

    path_ring(&y->walls, &wall);
    for (int i = 0; i < 4; i++) {
        const double *v = wing[i];
        struct pt middle = pt((v[0] + v[2]) / 4 * w, (v[1] + v[3]) / 4 * h);
        struct line r = site(y, pt_add(at, pt_turn(middle, angle)), (v[2] - v[0]) / 2 * w,
                             (v[3] - v[1]) / 2 * h, angle);
        shade(y, &r);
        path_ring(&y->grand, &r);
    }
    take(y, &wall);
}

static void kitchen_garden(struct yard *y, struct pt at, double w, double h, double angle)
{
    const struct {
        double x, y, w, h;
    } beds[4] = { { w / 2 + 7, 0, 9, 16 },
                  { -w / 2 - 7, 0, 9, 16 },
                  { 0, h / 2 + 7, 20, 9 },
                  { 0, -h / 2 - 7, 20, 9 } };

    for (int i = 0; i < 4; i++) {
        struct pt here = pt_add(at, pt_turn(pt(beds[i].x, beds[i].y), angle));
        struct line g = site(y, here, beds[i].w, beds[i].h, angle);
        if (to_course(&y->p->roads, here, true) < 10 || to_course(&y->p->waters, here, true) < 10)
            continue;
        path_ring(&y->gardens, &g);
        return;
    }
}

/* The place nearest to the real one, or to the middle of the cell, where a court of this size
 * stands clear of the roads. */
static bool court_site(struct yard *y, double size, struct pt *at, double *angle)
{
    static const double tilts[] = { -.25, -.1, .12, .3 };
    struct pt real = real_place(y, y->p->centre[y->cell]);

    for (int k = 0; k < 500; k++) {
        *angle = tilts[jitter_pick(&y->j, COUNT(tilts))];
        *at = pt_along(real, pt_turn(pt(1, 0), jitter_span(&y->j, 0, 2 * PI)), k * .06);
        struct line r = site(y, *at, 33 * size, 26.5 * size, *angle);
        if (is_free(y, &r, 3))
            return true;
    }
    return false;
}

static void build_grand(struct yard *y, bool hedged)
{
    struct pt at;
    double size = 1, angle;

    while (!court_site(y, size, &at, &angle) && size > .5)
        size *= .85;
    if (hedged)
        enclose(y);
    court(y, at, 30 * size, 23.5 * size, angle);
    kitchen_garden(y, at, 30 * size, 23.5 * size, angle);
}

/* ---- what stands in a cell ---- */

static bool is_built(enum look look)
{
    return look == LOOK_VILLAGE || look == LOOK_TOWN || look == LOOK_FARM || look == LOOK_GRAND;
}

/* Houses of ground.txt in this cell, at most so many; how many there were. */
static int given_houses(struct yard *y, int most)
{
    const struct ground *g = y->p->ground;
    int n = 0;

    if (y->size > 1.4) /* they are drawn for a smaller scale */
        return 0;
    for (int i = 0; i < g->houses && n < most; i++) {
        const struct ground_house *h = &g->house[i];
        if (plan_cell_at(y->p, h->at) != y->cell)
            continue;
        n++;
        double angle = h->angle * PI / 180;
        if (strcmp(h->kind, "church") == 0) {
            church(y, h->at, fmax(h->w, h->h) * 1.5, fmin(h->w, h->h), 0);
            continue;
        }
        struct line r = site(y, h->at, h->w, h->h, angle);
        if (to_course(&y->p->roads, h->at, false) > 3.6)
            roof(y, &r);
    }
    return n;
}

static void build_cell(struct yard *y, int cell)
{
    enum look look = plan_look(y->p, cell);
    bool named = y->p->board->cell[cell].name[0] != '\0';

    y->cell = cell;
    y->n = 0;
    y->j = jitter_new(500 + (unsigned)cell);
    if (look == LOOK_GRAND || plan_has(y->p, cell, LOOK_CHATEAU))
        build_grand(y, look == LOOK_GRAND);
    else if (is_built(look) && given_houses(y, COUNT(y->taken)))
        return;
    else if (look == LOOK_TOWN || look == LOOK_VILLAGE)
        build_village(y, look == LOOK_TOWN);
    else if (look == LOOK_FARM)
        build_farm(y);
    else if (!y->p->board->hexes)
        given_houses(y, COUNT(y->taken));
    else if (named && (count_given(y) < 3 || !given_houses(y, 6)) && look == LOOK_PLAIN &&
             !plan_has(y->p, cell, LOOK_HILL))
        build_farm(y);
}

void places_make(struct plan *p)
{
    static const struct mass town = { LOOK_TOWN, 9, 4, 0, 0, 7, 5, LOOK_PLAIN };

    p->mass[LOOK_TOWN] = mass_field(p, &town);
    p->coast[LOOK_TOWN] = mass_coast(p, &p->mass[LOOK_TOWN], 2);
}

static void town_ground(struct plan *p)
{
    struct path d = path_new(&p->svg);

    path_rings(&d, &p->coast[LOOK_TOWN]);
    svg_path(&p->svg, &d,
             (struct pen){ .fill = HUE_TOWN,
                           .fill_opacity = .85,
                           .stroke = HUE_ROOFLINE,
                           .opacity = .35,
                           .width = .8 });
}

static void draw_yard(struct yard *y)
{
    struct svg *svg = &y->p->svg;

    svg_path(svg, &y->gardens,
             (struct pen){ .fill = HUE_CLOVER,
                           .fill_opacity = .9,
                           .stroke = HUE_HEDGE,
                           .width = .7,
                           .opacity = .8 });
    svg_path(svg, &y->hedge,
             (struct pen){ .stroke = HUE_HEDGE, .width = 3.2, .opacity = .9, .round = true });
    svg_path(svg, &y->walls,
             (struct pen){ .fill = HUE_PAPER, .stroke = HUE_ROOFLINE, .width = 1.5 });
    svg_path(svg, &y->shadows, (struct pen){ .fill = HUE_SHADE, .fill_opacity = .25 });
    svg_path(svg, &y->roofs,
             (struct pen){ .fill = HUE_ROOF,
                           .stroke = HUE_ROOFLINE,
                           .width = .75,
                           .more = "stroke-linejoin=\"round\"" });
    svg_path(svg, &y->grand,
             (struct pen){ .fill = HUE_GRAND,
                           .stroke = HUE_ROOFLINE,
                           .width = .9,
                           .more = "stroke-linejoin=\"round\"" });
    svg_path(svg, &y->crosses, (struct pen){ .stroke = HUE_ROOFLINE, .width = 1 });
}

void places_ground(struct plan *p)
{
    svg_open(&p->svg, "towns", NULL);
    town_ground(p);
    svg_close(&p->svg);
}

void places_draw(struct plan *p)
{
    struct svg *svg = &p->svg;
    struct yard *y = ROOM(p->arena, struct yard, 1);

    *y = (struct yard){ .p = p,
                        .roofs = path_new(svg),
                        .shadows = path_new(svg),
                        .gardens = path_new(svg),
                        .walls = path_new(svg),
                        .grand = path_new(svg),
                        .crosses = path_new(svg),
                        .hedge = path_new(svg),
                        .size = p->detail };
    svg_open(svg, "places", NULL);
    for (int i = 0; i < p->board->cells; i++)
        build_cell(y, i);
    draw_yard(y);
    svg_close(svg);
}
