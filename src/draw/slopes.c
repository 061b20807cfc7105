/* slopes.c: hachures on the hexsides that are slopes and crests, pointing downhill; hedges on the
 * side they protect. */
#include "layers.h"
#include "sides.h"

void hachures(struct path *out, const struct line *l, struct pt down, bool crest, struct jitter *j)
{
    double len = line_length(l, false), half = crest ? 1.25 : .85;
    int n = (int)fmax(2, floor(len / (crest ? 3.9 : 4.5) + .5));

    for (int i = 0; i < n; i++) {
        struct pose at = line_at(l, false, (i + .5) / n * len);
        struct pt side = pt_side(at.dir);
        if (pt_dot(side, down) < 0)
            side = pt_mul(side, -1);
        double tick = (crest ? 13 : 8.5) * jitter_span(j, .72, 1.12),
               lean = jitter_span(j, -.12, .12);
        struct pt root = pt_along(at.at, at.dir, jitter_span(j, -.6, .6));
        struct line t = {
            .p = (struct pt[]){ pt_along(root, at.dir, -half), pt_along(root, at.dir, half),
                                pt_along(pt_along(root, side, tick), at.dir, tick * lean) },
            .n = 3
        };
        path_ring(out, &t);
    }
}

/* The direction from the cell a border speaks of to the other. */
static struct pt away_from_named(const struct plan *p, int border, uint32_t kinds)
{
    const struct board_border *b = &p->board->border[border];
    int named = (b->named[1] & kinds) != 0 ? 1 : 0;
    struct pt from = p->centre[b->cell[named]];

    return pt_mul(pt_unit(pt_sub(plan_border_middle(p, border), from)), 1);
}

/* The line of one border within the curve of its chain. */
static struct line reach_of(const struct line *curve, int i, int steps)
{
    struct line l = *curve;

    l.p += 2 * i * steps;
    l.n = 2 * steps + 1;
    return l;
}

static bool *borders_of(struct plan *p, enum look a, enum look b)
{
    bool *in = ROOM(p->arena, bool, p->board->borders);

    for (int i = 0; i < p->board->borders; i++)
        in[i] = plan_border_is(p, i, a) || plan_border_is(p, i, b);
    return in;
}

/* How borders are drawn along their chain. */
struct stroke {
    double pull, stray; /* sides_soften() */
    unsigned seed;
    int steps;
    void (*draw)(struct plan *, int border, const struct line *, void *with);
};

/* Every border of the set, along the softened curve of the chain it belongs to. */
static void along_chains(struct plan *p, const bool *in, const struct stroke *stroke, void *with)
{
    struct soft soft = sides_soften(p, in, stroke->pull, stroke->stray, stroke->seed);
    struct chains chains = sides_chains(p, in, NULL);

    for (int k = 0; k < chains.n; k++) {
        struct chain *c = &chains.c[k];
        struct line nodes = sides_points(p, &soft, c);
        struct line curve = line_spline(&nodes, false, stroke->steps);

        for (int i = 0; i < c->n; i++) {
            struct line l = reach_of(&curve, i, stroke->steps);

            stroke->draw(p, c->border[i], &l, with);
            plan_busy(p, &l, 5, 1.2);
        }
    }
}

struct slopes {
    struct path slope, crest, top;
    struct jitter jitter;
};

static void slope_of_border(struct plan *p, int border, const struct line *l, void *with)
{
    struct slopes *s = with;
    bool sharp = plan_border_is(p, border, LOOK_CREST);
    struct pt down = away_from_named(p, border, p->kinds[LOOK_SLOPE] | p->kinds[LOOK_CREST]);

    hachures(sharp ? &s->crest : &s->slope, l, down, sharp, &s->jitter);
    if (sharp)
        path_line(&s->top, l);
}

static void slopes_of_hexes(struct plan *p)
{
    static const struct stroke stroke = { .62, 3.5, 5, 6, slope_of_border };
    struct svg *svg = &p->svg;
    struct slopes s = { path_new(svg), path_new(svg), path_new(svg), jitter_new(12) };

    along_chains(p, borders_of(p, LOOK_SLOPE, LOOK_CREST), &stroke, &s);
    svg_path(svg, &s.slope, (struct pen){ .fill = HUE_HACHURE, .fill_opacity = .62 });
    svg_path(svg, &s.crest, (struct pen){ .fill = HUE_HACHURE, .fill_opacity = .85 });
    svg_path(svg, &s.top,
             (struct pen){ .stroke = HUE_HACHURE, .width = 1.7, .opacity = .9, .round = true });
}

/* The way the ground falls, or nothing where it is flat. */
static struct pt fall(const struct plan *p, struct pt at)
{
    const struct field *z = &p->relief;
    struct pt d = pt(field_at(z, pt(at.x - 15, at.y)) - field_at(z, pt(at.x + 15, at.y)),
                     field_at(z, pt(at.x, at.y - 15)) - field_at(z, pt(at.x, at.y + 15)));

    return pt_len(d) < .35 ? pt(0, 0) : pt_unit(d);
}

/* Ridges of ground.txt, hachured where the ground beside them falls. */
static void slopes_of_areas(struct plan *p)
{
    struct path d = path_new(&p->svg);
    struct jitter j = jitter_new(12);

    for (int i = 0; i < p->ground->lines; i++) {
        const struct line *l = &p->ground->line[i].l;
        if (look_named(p->ground->line[i].kind) != LOOK_CREST)
            continue;
        double len = line_length(l, false);
        for (double s = 0; s + 24 < len; s += 24) {
            struct line piece = line_cut(l, s, s + 24);
            struct pt down = fall(p, line_at(l, false, s + 12).at);
            if (down.x != 0 || down.y != 0)
                hachures(&d, &piece, down, false, &j);
        }
    }
    svg_path(&p->svg, &d, (struct pen){ .fill = HUE_HACHURE, .fill_opacity = .5 });
}

void slopes_draw(struct plan *p)
{
    svg_open(&p->svg, "slopes", NULL);
    if (p->board->hexes)
        slopes_of_hexes(p);
    else
        slopes_of_areas(p);
    svg_close(&p->svg);
}

/* ---- hedges ---- */

/* Bushes along a line, a little towards the protected cell. */
static void bushes(struct path *out, struct path *shade, const struct line *l, struct pt in,
                   double size, struct jitter *j)
{
    double len = line_length(l, false);

    for (double s = 1.5; s < len - 1; s += 3.1 * size) {
        struct pose at = line_at(l, false, s);
        struct pt here = pt_along(at.at, in, 3.6 + jitter_span(j, -.5, .5) * size);
        path_dot(out, here);
        path_dot(shade, pt_add(here, pt(.9 * size, 1.2 * size)));
    }
}

struct hedges {
    struct path *green, *shade;
    struct jitter jitter;
};

/* The bushes of one border: on the side of the cell it protects, on both if it protects both. */
static void hedge(struct plan *p, int border, const struct line *l, void *with)
{
    const struct board_border *b = &p->board->border[border];
    struct hedges *h = with;

    for (int side = 0; side < 2; side++) {
        if (!(b->named[side] & p->kinds[LOOK_HEDGE]))
            continue;
        struct pt in = pt_unit(pt_sub(p->centre[b->cell[side]], plan_border_middle(p, border)));
        bushes(h->green, h->shade, l, in, p->bold, &h->jitter);
    }
}

static void hedges_of_hexes(struct plan *p, struct path *green, struct path *shade)
{
    static const struct stroke stroke = { .42, 1.5, 19, 5, hedge };
    struct hedges h = { green, shade, jitter_new(14) };

    along_chains(p, borders_of(p, LOOK_HEDGE, LOOK_HEDGE), &stroke, &h);
}

/* Hedges no rule knows, as they lay. */
static void hedges_of_ground(struct plan *p, struct path *green, struct path *shade)
{
    struct jitter j = jitter_new(15);

    for (int i = 0; i < p->ground->lines; i++) {
        if (look_named(p->ground->line[i].kind) == LOOK_HEDGE)
            bushes(green, shade, &p->ground->line[i].l, pt(0, 0), 1.5 * p->bold, &j);
    }
}

void hedges_draw(struct plan *p)
{
    struct svg *svg = &p->svg;
    struct path green = path_new(svg), shade = path_new(svg);

    svg_open(svg, "hedges", NULL);
    if (p->board->hexes && p->kinds[LOOK_HEDGE])
        hedges_of_hexes(p, &green, &shade);
    else
        hedges_of_ground(p, &green, &shade);
    double width = 3.4 * p->bold * (p->kinds[LOOK_HEDGE] ? 1 : .75);
    svg_path(svg, &shade,
             (struct pen){ .stroke = HUE_SHADE, .opacity = .25, .width = width, .round = true });
    svg_path(svg, &green, (struct pen){ .stroke = HUE_HEDGE, .width = width, .round = true });
    svg_close(svg);
}
