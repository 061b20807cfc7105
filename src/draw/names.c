/* names.c: lettering. Names that ground.txt places by hand stand there; all others are tried in
 * many places around what they name, and the place that covers least is taken. Names of waters
 * follow the water, letter by letter, because some readers of SVG know no text on a path. */
#include "layers.h"

#include <string.h>

#define PI 3.14159265358979

enum style {
    TOWN_STYLE,
    GRAND_STYLE,
    VILLAGE_STYLE,
    FARM_STYLE,
    WOOD_STYLE,
    WATER_STYLE,
    HILL_STYLE,
    STYLES
};

static const struct {
    const char *class;
    struct type type;
    double reach; /* how far the name may stand off what it names */
} styles[STYLES] = {
    [TOWN_STYLE] = { "b-name b-town", { FACE_SERIF, 18.5, 2.6 }, 62 },
    [GRAND_STYLE] = { "b-name b-grand", { FACE_ITALIC, 17, .1 }, 34 },
    [VILLAGE_STYLE] = { "b-name b-village", { FACE_SERIF, 16, .2 }, 30 },
    [FARM_STYLE] = { "b-name b-farm", { FACE_SERIF, 12.4, 0 }, 20 },
    [WOOD_STYLE] = { "b-name b-wood", { FACE_SERIF, 13, 1.7 }, 0 },
    [WATER_STYLE] = { "b-name b-water", { FACE_SERIF, 11, .9 }, 0 },
    [HILL_STYLE] = { "b-name b-hill", { FACE_ITALIC, 12, .6 }, 16 },
};

static struct type type_of(const struct plan *p, enum style style)
{
    struct type t = styles[style].type;

    t.size *= p->lettering;
    t.tracking *= p->lettering;
    return t;
}

/* ---- cost of a place ---- */

/* What a word in this box would cover. */
double names_cover(const struct plan *p, struct rect box)
{
    const struct field *f = &p->busy;
    struct field_span s = field_span(f, box);
    double sum = 0;

    for (int j = s.j0; j < s.j1; j++) {
        for (int i = s.i0; i < s.i1; i++)
            sum += f->v[j * f->w + i];
    }
    return sum;
}

/* How much of a box lies off the cells that are shown. */
static double off_land(const struct plan *p, struct rect box)
{
    double sum = 0;

    for (int k = 0; k < 6; k++) {
        struct pt at = pt(box.x0 + (box.x1 - box.x0) * (k % 3) / 2, k < 3 ? box.y0 : box.y1);
        int cell = plan_cell_at(p, at);
        sum += cell < 0 || !p->shown[cell];
    }
    return sum;
}

/* ---- names of places ---- */

struct label {
    const char *text, *second; /* a second line, or NULL */
    enum style style;
    struct pt at;
    double reach;
    int around; /* directions to try; 1 for a name that stands on its place */
};

static struct rect box_at(const struct label *l, struct type t, struct pt at)
{
    double w = type_width(t, l->text), rows = l->second ? 1 : 0;

    if (l->second)
        w = fmax(w, type_width(t, l->second));
    return (struct rect){ at.x - w / 2 - 2, at.y - t.size * (.52 + rows * .54), at.x + w / 2 + 2,
                          at.y + t.size * (.34 + rows * .54) };
}

static double cost_at(const struct plan *p, const struct label *l, struct rect box, struct pt at)
{
    double far = pt_dist(pt(at.x, l->at.y + (at.y - l->at.y) * 1.3), l->at) - l->reach;

    return names_cover(p, box) / 10 + 6 * off_land(p, box) + .035 * fmax(0, far) +
           (at.y < l->at.y ? .6 : 0) + (fabs(at.x - l->at.x) > 50 ? .8 : 0);
}

static struct pt best_around(const struct plan *p, const struct label *l, struct type t)
{
    static const double steps[] = { .4, .55, .7, .85, 1, 1.2, 1.45 };
    double w = box_at(l, t, pt(0, 0)).x1, least = 1e18;
    struct pt best = l->at;

    for (int s = 0; s < COUNT(steps); s++) {
        for (int k = 0; k < l->around; k++) {
            double angle = 2 * PI * k / l->around, far = l->reach * steps[s];
            struct pt at =
                pt_add(l->at, pt(cos(angle) * far + w * .85 * cos(angle), sin(angle) * far));
            double cost = cost_at(p, l, box_at(l, t, at), at);
            if (cost < least) {
                least = cost;
                best = at;
            }
        }
    }
    return best;
}

/* A name within a wood may move a little, off its roads. */
static struct pt best_within(const struct plan *p, const struct label *l, struct type t)
{
    struct pt best = l->at;
    double least = 1e18;

    for (int i = -3; i <= 3; i++) {
        for (int j = -4; j <= 4; j++) {
            struct pt at = pt_add(l->at, pt(i * l->reach / 3, j * l->reach / 4));
            double cost = cost_at(p, l, box_at(l, t, at), at) + .02 * pt_dist(at, l->at);
            if (cost < least) {
                least = cost;
                best = at;
            }
        }
    }
    return best;
}

static void write_label(struct plan *p, const struct label *l)
{
    struct type t = type_of(p, l->style);
    struct pt at = l->around > 1 ? best_around(p, l, t) : best_within(p, l, t);
    double down = l->second ? -t.size * .27 : t.size * .27;

    plan_busy_rect(p, box_at(l, t, at), 9);
    if (!rect_holds(p->svg.window, at))
        return;
    svg_text(&p->svg, styles[l->style].class, pt(at.x, at.y + down), l->text);
    if (l->second)
        svg_text(&p->svg, styles[l->style].class, pt(at.x, at.y + down + t.size * 1.06), l->second);
}

/* ---- which names there are ---- */

static bool placed_by_hand(const struct plan *p, const char *name)
{
    for (int i = 0; i < p->ground->labels; i++) {
        if (strcmp(p->ground->label[i].text, name) == 0)
            return true;
    }
    return false;
}

static enum style style_of(const struct plan *p, int cell)
{
    switch (plan_look(p, cell)) {
    case LOOK_TOWN: return TOWN_STYLE;
    case LOOK_GRAND: return GRAND_STYLE;
    case LOOK_VILLAGE: return VILLAGE_STYLE;
    case LOOK_WOODS:
    case LOOK_FOREST: return FARM_STYLE;
    default: break;
    }
    if (plan_has(p, cell, LOOK_CHATEAU))
        return GRAND_STYLE;
    return plan_has(p, cell, LOOK_HILL) ? HILL_STYLE : FARM_STYLE;
}

/* A name that several cells share is written once, at the middle of them all, by the first. */
static bool gather(const struct plan *p, int cell, struct label *l)
{
    const char *name = p->board->cell[cell].name;
    struct pt sum = pt(0, 0);
    bool shown = false;
    int n = 0;

    for (int i = 0; i < p->board->cells; i++) {
        if (strcmp(p->board->cell[i].name, name) != 0 ||
            pt_dist(p->centre[i], p->centre[cell]) > 400)
            continue;
        if (i < cell)
            return false;
        sum = pt_add(sum, p->node[i]);
        shown = shown || p->shown[i];
        n++;
    }
    l->at = pt_mul(sum, 1.0 / n);
    l->reach = styles[l->style].reach * (n > 1 ? 1 : .8) * (.75 + .25 * p->lettering);
    return shown;
}

static void name_cell(struct plan *p, int cell)
{
    struct label l = { .style = style_of(p, cell), .around = 24 };
    const char *name = p->board->cell[cell].name;

    if (placed_by_hand(p, name) || !gather(p, cell, &l))
        return;
    l.text = margin_name(p->margin, name);
    if (l.style == TOWN_STYLE)
        l.text = type_capitals(p->arena, l.text);
    if (l.text[0])
        write_label(p, &l);
}

/* The most important first: they get the best places. */
static void name_cells(struct plan *p)
{
    for (enum style s = 0; s < STYLES; s++) {
        for (int i = 0; i < p->board->cells; i++) {
            if (p->board->cell[i].name[0] && style_of(p, i) == s)
                name_cell(p, i);
        }
    }
}

/* ---- woods ---- */

static void split(struct plan *p, struct label *l)
{
    const char *at = type_break(l->text);

    if (!at)
        return;
    size_t head = (size_t)(at - l->text) - (at[-1] == ' ' ? 1 : 0);
    char *first = ROOM(p->arena, char, head + 1);
    memcpy(first, l->text, head);
    l->second = at;
    l->text = first;
}

/* Where a wood is deepest: its name may stand there. False if it is nowhere deep enough. */
static bool depth_of(const struct plan *p, const struct line *ring, struct pt *best)
{
    struct field_span s = field_span(&p->trees, line_rect(ring));
    double most = 14;

    for (int j = s.j0; j < s.j1; j += 2) {
        for (int i = s.i0; i < s.i1; i += 2) {
            struct pt at = field_place(&p->trees, i, j);
            double deep =
                fmin(p->trees.v[j * p->trees.w + i], 60) - .03 * pt_dist(at, ring_middle(ring));
            int cell = plan_cell_at(p, at);
            if (deep <= most || cell < 0 || !p->shown[cell] || !ring_holds(ring, at))
                continue;
            most = deep;
            *best = at;
        }
    }
    return most > 14;
}

static void name_woods(struct plan *p)
{
    for (int i = 0; i < p->ground->shapes; i++) {
        const struct ground_line *s = &p->ground->shape[i];
        struct label l = {
            .text = margin_name(p->margin, s->name), .style = WOOD_STYLE, .reach = 24, .around = 1
        };
        enum look look = look_named(s->kind);
        if ((look != LOOK_WOODS && look != LOOK_FOREST) || !l.text[0] ||
            placed_by_hand(p, s->name) || !depth_of(p, &s->l, &l.at))
            continue;
        split(p, &l);
        write_label(p, &l);
    }
}

/* ---- along a line ---- */

static void letter(struct plan *p, const char *class, const char *text, struct pt at, double angle)
{
    struct svg *svg = &p->svg;

    text_printf(svg->out, "<text class=\"%s\" transform=\"", class);
    svg_translate(svg, at);
    svg_raw(svg, "rotate(");
    svg_number(svg, angle * 180 / PI);
    svg_raw(svg, ")\">");
    svg_escape(svg, text);
    svg_raw(svg, "</text>");
}

/* Halos first: that of a letter must not bite into the one before. */
static void write_along(struct plan *p, const struct line *base, double s0, double rise,
                        struct type t, const char *class, const char *text)
{
    for (int layer = 0; layer < 2; layer++) {
        const char *at = text;
        char one[8], classes[64];
        double s = s0;
        strcpy(classes, class);
        strcat(classes, layer ? " b-ink" : " b-halo");
        while (type_letter(&at, one)) {
            double w = type_width(t, one);
            struct pose pose = line_at(base, false, s + (w - t.tracking) / 2);
            if (one[0] != ' ')
                letter(p, classes, one, pt_along(pose.at, pt_side(pose.dir), -rise),
                       atan2(pose.dir.y, pose.dir.x));
            s += w;
        }
        svg_raw(&p->svg, "\n");
    }
}

/* The line on which letters stand: the course without its small windings, running eastwards. */
static struct line base_line(const struct line *l, double s0, double s1)
{
    struct line base = line_cut(l, s0, s1);

    base = line_resample(&base, false, 5);
    base = line_blur(&base, false, 24);
    if (base.p[base.n - 1].x < base.p[0].x)
        line_reverse(&base);
    return base;
}

static double cost_along(const struct plan *p, const struct line *base, double width, double rise)
{
    double bend = 1 - pt_dist(base->p[0], base->p[base->n - 1]) / fmax(1, line_length(base, false));
    double sum = 0;

    for (double s = 0; s <= width; s += 6) {
        struct pose pose = line_at(base, false, s);
        struct pt at = pt_along(pose.at, pt_side(pose.dir), -rise * 1.8);
        int cell = plan_cell_at(p, at);
        sum += field_at(&p->busy, at) + (field_at(&p->mass[LOOK_POND], at) > -6 ? 9 : 0) +
               (cell < 0 || !p->shown[cell] ? 20 : 0);
    }
    return bend * 90 + sum / fmax(1, width / 6) * 6;
}

static void mark_along(struct plan *p, const struct line *base, double rise)
{
    struct line off = line_offset(base, -rise * 1.8);

    plan_busy(p, &off, 7, 9);
}

/* One name on a stretch of a water from s0 to s1, where it fits best. */
static void name_stretch(struct plan *p, const struct course *c, const char *name, double from,
                         double to)
{
    struct type t = type_of(p, WATER_STYLE);
    double width = type_width(t, name), least = 1e18, best = -1;
    double rise = (c->look == LOOK_RIVER ? 7 : 4.5) * p->bold;

    for (double s = from; s + width + 8 < to; s += 10) {
        struct line base = base_line(&c->l, s, s + width + 8);
        double cost = cost_along(p, &base, width, rise);
        if (cost < least) {
            least = cost;
            best = s;
        }
    }
    if (best < 0 || least > 60)
        return;
    struct line base = base_line(&c->l, best, best + width + 8);
    double spare = line_length(&base, false) - width;
    write_along(p, &base, fmax(0, spare / 2), rise, t, styles[WATER_STYLE].class, name);
    mark_along(p, &base, rise);
}

/* A long water is named more than once. */
static void name_water(struct plan *p, const struct course *c)
{
    double len = line_length(&c->l, false), each = 1100 * p->lettering;
    int times = (int)fmax(1, floor(len / each + .3));
    const char *name = margin_name(p->margin, c->name);

    for (int i = 0; i < times && name[0]; i++)
        name_stretch(p, c, name, 10 + len * i / times, len * (i + 1) / times);
}

/* The longest course of each name first; shorter ones of the same name stay without. */
static void name_waters(struct plan *p)
{
    for (int i = 0; i < p->waters.n; i++) {
        const struct course *c = &p->waters.c[i];
        double len = line_length(&c->l, false);
        bool longest = len > 150;
        for (int k = 0; k < p->waters.n && longest; k++) {
            const struct course *o = &p->waters.c[k];
            double other = line_length(&o->l, false);
            longest = k == i || o->look != c->look || strcmp(o->name, c->name) != 0 ||
                      other < len || (other <= len && k > i);
        }
        if (longest && c->name[0] && !placed_by_hand(p, c->name))
            name_water(p, c);
    }
}

/* ---- by hand ---- */

static enum style style_of_kind(const char *kind)
{
    if (strcmp(kind, "hill") == 0)
        return HILL_STYLE;
    switch (look_named(kind)) {
    case LOOK_TOWN: return TOWN_STYLE;
    case LOOK_GRAND: return GRAND_STYLE;
    case LOOK_FARM: return FARM_STYLE;
    case LOOK_WOODS:
    case LOOK_FOREST:
    case LOOK_COPSE: return WOOD_STYLE;
    case LOOK_STREAM:
    case LOOK_RIVER:
    case LOOK_POND:
    case LOOK_MARSH: return WATER_STYLE;
    default: return VILLAGE_STYLE;
    }
}

/* Large lettering over a region is spaced: it names an extent, not a point. It shrinks if it would
 * leave the board. */
static void write_wide(struct plan *p, const struct ground_label *g)
{
    double size = g->size * fmax(1, p->lettering / 1.3);
    const char *text = type_capitals(p->arena, g->text);
    double room = 2 * fmin(g->at.x - p->all.x0, p->all.x1 - g->at.x) - 60;
    struct type t = { FACE_SERIF, size, size * .42 };

    if (type_width(t, text) > room)
        size *= room / type_width(t, text);
    t = (struct type){ FACE_SERIF, size, size * .42 };
    struct pt half =
        pt_mul(pt_turn(pt(1, 0), g->angle * PI / 180), (type_width(t, text) - t.tracking) / 2);
    struct line base = line_new(p->arena);
    line_add(&base, pt_sub(g->at, half));
    line_add(&base, pt_add(g->at, half));
    svg_raw(&p->svg, "<g style=\"font-size:");
    svg_number(&p->svg, size);
    svg_raw(&p->svg, "px\">");
    write_along(p, &base, 0, -size * .3, t, "b-name b-region", text);
    svg_raw(&p->svg, "</g>\n");
    plan_busy(p, &base, size * .5, 6);
}

static void write_by_hand(struct plan *p, const struct ground_label *g)
{
    bool wide = g->size >= 25;
    struct label l = { .text = margin_name(p->margin, g->text),
                       .style = style_of_kind(g->kind),
                       .at = g->at,
                       .reach = 12,
                       .around = 1 };

    int cell = plan_cell_at(p, g->at);

    if (!l.text[0] || (wide ? !rect_holds(p->svg.window, g->at) : cell >= 0 && !p->shown[cell]))
        return;
    if (wide) {
        write_wide(p, g);
        return;
    }
    if (type_width(type_of(p, l.style), l.text) > 70)
        split(p, &l);
    write_label(p, &l);
}

void names_draw(struct plan *p)
{
    svg_open(&p->svg, "names", NULL);
    for (int i = 0; i < p->ground->labels; i++)
        write_by_hand(p, &p->ground->label[i]);
    name_cells(p);
    name_woods(p);
    name_waters(p);
    svg_close(&p->svg);
}
