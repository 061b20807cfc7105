/* tiles.c: the tiles of the legend: a cell for every word, drawn with the same means as the board.
 */
#include "layers.h"

#include <string.h>

#define PI   3.14159265358979
#define TILE 29.0 /* radius of a tile */

static struct line tile_ring(const struct plan *p)
{
    struct line r = line_new(p->arena);
    double turn = p->board->hexes && !p->board->grid.flat ? PI / 6 : 0;

    if (!p->board->hexes)
        return ring_rect(p->arena, pt(0, 0), 54, 42, 0);
    for (int i = 0; i < 6; i++)
        line_add(&r, pt_turn(pt(TILE, 0), i * PI / 3 + turn));
    return r;
}

static void base(struct plan *p, enum colour colour)
{
    struct line r = tile_ring(p);

    svg_ring(&p->svg, &r, (struct pen){ .fill = colour });
}

static void raw_path(struct plan *p, const char *d, struct pen pen)
{
    struct path path = { .last = 0 };

    text_add(&path.d, d);
    svg_path(&p->svg, &path, pen);
}

/* The line that roads, streams and slopes of the tiles follow. */
static struct line tile_curve(const struct plan *p)
{
    static const struct pt points[] = { { -30, 9 }, { -10, 2 }, { 8, 3 }, { 30, -9 } };
    struct line l = line_new(p->arena);

    for (int i = 0; i < COUNT(points); i++)
        line_add(&l, points[i]);
    return line_spline(&l, false, 10);
}

static void stroke_curve(struct plan *p, struct pen pen)
{
    struct line l = tile_curve(p);
    struct path d = path_new(&p->svg);

    path_line(&d, &l);
    svg_path(&p->svg, &d, pen);
}

#define CROSSROAD "M-4-27C-3-8 2 8 4 27"

static void tile_road(struct plan *p, enum look look)
{
    base(p, HUE_HIGH);
    if (look == LOOK_TRACK) {
        stroke_curve(
            p, (struct pen){ .stroke = HUE_TRACK, .width = 1.4, .opacity = .8, .dash = "4.2 2.6" });
        return;
    }
    bool high = look == LOOK_HIGHWAY;
    stroke_curve(p, (struct pen){ .stroke = HUE_ROADCASE, .width = high ? 6.6 : 4.3 });
    stroke_curve(
        p, (struct pen){ .stroke = high ? HUE_HIGHFILL : HUE_ROADFILL, .width = high ? 4.2 : 2.5 });
    struct line l = tile_curve(p);
    struct path trees = path_new(&p->svg);
    for (int i = 0; high && i < 6; i++) {
        struct pose at = line_at(&l, false, (i + .5) / 6 * line_length(&l, false));
        path_dot(&trees, pt_along(at.at, pt_side(at.dir), 6.4));
        path_dot(&trees, pt_along(at.at, pt_side(at.dir), -6.4));
    }
    svg_path(&p->svg, &trees,
             (struct pen){ .stroke = HUE_TREE, .opacity = .62, .width = 3, .round = true });
}

static void tile_water(struct plan *p, enum look look)
{
    base(p, HUE_LOW);
    if (look == LOOK_RIVER) {
        stroke_curve(p, (struct pen){ .stroke = HUE_RIVER, .width = 8.4 });
        stroke_curve(p, (struct pen){ .stroke = HUE_WATER, .width = 5.6 });
    } else {
        struct line l = tile_curve(p), r = line_taper(&l, 1.3, 3.4);
        svg_ring(&p->svg, &r, (struct pen){ .fill = HUE_STREAM });
    }
}

static void tile_bridge(struct plan *p, enum look look)
{
    tile_water(p, LOOK_STREAM);
    raw_path(p, CROSSROAD, (struct pen){ .stroke = HUE_ROADCASE, .width = 4.3 });
    raw_path(p, CROSSROAD, (struct pen){ .stroke = HUE_ROADFILL, .width = 2.5 });
    if (look == LOOK_BRIDGE) {
        raw_path(p, "M-8-8l3.4 3l1.2 9l-2.6 4M4.6-9l-2 4l1.4 9l3.4 3",
                 (struct pen){ .stroke = HUE_INK, .width = 2, .round = true });
        return;
    }
    raw_path(p, "M-1.6-4h0M-.8-1h0M0 2h0M.6 5h0M1.2 8h0",
             (struct pen){ .stroke = HUE_INK, .width = 2.8, .round = true });
    raw_path(p, "M-1.6-4h0M-.8-1h0M0 2h0M.6 5h0M1.2 8h0",
             (struct pen){ .stroke = HUE_HIGHFILL, .width = 1.6, .round = true });
}

static void tile_slope(struct plan *p, bool crest)
{
    struct line l = tile_curve(p), below = line_copy(&l);
    struct path d = path_new(&p->svg);
    struct jitter j = jitter_new(3);

    base(p, HUE_HIGH);
    line_add(&below, pt(40, 40));
    line_add(&below, pt(-40, 40));
    svg_ring(&p->svg, &below, (struct pen){ .fill = HUE_LOW });
    hachures(&d, &l, pt(.1, 1), crest, &j);
    svg_path(&p->svg, &d, (struct pen){ .fill = HUE_HACHURE, .fill_opacity = crest ? .85 : .62 });
    if (crest)
        stroke_curve(p, (struct pen){ .stroke = HUE_HACHURE, .width = 1.7 });
}

static void tile_woods(struct plan *p, enum look look)
{
    struct pt middle = look == LOOK_PART_WOODS ? pt(9, 9) : pt(0, 0);
    double r_of = look == LOOK_FOREST ? 27 : look == LOOK_PART_WOODS ? 18 : 22;
    struct lines one = lines_new(p->arena);
    struct line r = line_new(p->arena);

    base(p, HUE_LOW);
    for (int i = 0; i < 40; i++) {
        double a = 2 * PI * i / 40;
        struct pt at = pt_along(middle, pt(cos(a), .92 * sin(a)), r_of);
        line_add(&r, noise_push(4, 12, at, 2.5));
    }
    lines_add(&one, r);
    woods_texture(p, &one, look, .8);
}

static void tile_houses(struct plan *p, bool town)
{
    static const double spot[][5] = {
        { -15, -2, 8, 4.4, -.15 }, { -4, -5, 6, 4, -.25 }, { 6, -8, 8, 4.2, -.2 },
        { -12, 9.5, 7, 4, -.15 },  { 0, 7, 8, 4.4, -.3 },  { 11, 2, 6, 4, -.2 },
        { -14, -9, 7, 4, -.1 },    { -4, -13, 8, 4, -.2 }, { 7, -16, 7, 4, -.2 },
        { -8, 16.5, 7, 4, -.1 },   { 3, 14, 8, 4.2, -.2 }, { 13, 9.5, 6, 4, -.2 },
    };
    struct path d = path_new(&p->svg);

    base(p, HUE_HIGH);
    if (town) {
        struct line r = tile_ring(p);
        for (int i = 0; i < r.n; i++)
            r.p[i] = pt_mul(r.p[i], .86);
        svg_ring(&p->svg, &r, (struct pen){ .fill = HUE_TOWN, .fill_opacity = .85 });
    }
    raw_path(p, "M-30 6C-10 4 8-4 30-7", (struct pen){ .stroke = HUE_ROADCASE, .width = 4.3 });
    raw_path(p, "M-30 6C-10 4 8-4 30-7", (struct pen){ .stroke = HUE_ROADFILL, .width = 2.5 });
    for (int i = 0; i < (town ? COUNT(spot) : 6); i++) {
        struct line r =
            ring_rect(p->arena, pt(spot[i][0], spot[i][1]), spot[i][2], spot[i][3], spot[i][4]);
        path_ring(&d, &r);
    }
    svg_path(&p->svg, &d, (struct pen){ .fill = HUE_ROOF, .stroke = HUE_ROOFLINE, .width = .75 });
}

static void tile_farm(struct plan *p)
{
    base(p, HUE_HIGH);
    raw_path(p, "M-7-8h13v4h-13zM-9-2h4v9h-4zM5-1h4v7h-4z",
             (struct pen){ .fill = HUE_ROOF, .stroke = HUE_ROOFLINE, .width = .75 });
}

static void tile_grand(struct plan *p, bool hedged)
{
    struct line r = tile_ring(p);
    struct path hedge = path_new(&p->svg);

    base(p, HUE_LOW);
    for (int i = 0; i < r.n; i++)
        r.p[i] = pt_mul(r.p[i], .80);
    for (double s = 0, len = line_length(&r, true); hedged && s < len; s += 2.6)
        path_dot(&hedge, line_at(&r, true, s).at);
    svg_path(&p->svg, &hedge, (struct pen){ .stroke = HUE_HEDGE, .width = 3.1, .round = true });
    raw_path(p, "M-13-10h26v20h-26z",
             (struct pen){ .fill = HUE_PAPER, .stroke = HUE_ROOFLINE, .width = 1.3 });
    raw_path(p, "M-13-10h18v5h-18zM-13-4h5v10h-5zM8-7h5v15h-5zM-11 5h15v5h-15z",
             (struct pen){ .fill = HUE_GRAND, .stroke = HUE_ROOFLINE, .width = .8 });
}

static void tile_marsh(struct plan *p)
{
    base(p, HUE_LOW);
    raw_path(p,
             "M-16-10h9m5 0h12M-20-4h7m5 0h11m5 0h8M-22 2h12m5 0h8m5 0h9M-17 8h7m5 0h13M-9 14h12"
             "M-6-5l-1.6-3.2m1.6 3.2v-4m0 4l1.6-3.2M8 1l-1.6-3.2m1.6 3.2v-4m0 4l1.6-3.2",
             (struct pen){ .stroke = HUE_MARSH, .width = 1.1, .round = true });
}

static void tile_pond(struct plan *p)
{
    base(p, HUE_LOW);
    raw_path(p, "M-20-3C-12-14 10-12 19-6C26 2 10 12-2 9C-12 13-26 8-20-3z",
             (struct pen){ .fill = HUE_WATER, .stroke = HUE_WATERLINE, .width = 1.1 });
    raw_path(p, "M-16-2C-9-10 8-9 15-4C20 2 8 8-2 5.5C-10 8.5-21 6-16-2z",
             (struct pen){ .stroke = HUE_WATERLINE, .width = .6, .opacity = .6 });
}

static void tile_hedge(struct plan *p)
{
    struct path d = path_new(&p->svg), shade = path_new(&p->svg);

    base(p, HUE_HIGH);
    for (double x = -24; x <= 24; x += 3.1) {
        path_dot(&d, pt(x, -2 + noise(3, 5, pt(x, 0))));
        path_dot(&shade, pt(x + .9, -.8));
    }
    svg_path(&p->svg, &shade,
             (struct pen){ .stroke = HUE_SHADE, .opacity = .25, .width = 3.6, .round = true });
    svg_path(&p->svg, &d, (struct pen){ .stroke = HUE_HEDGE, .width = 3.4, .round = true });
}

static void tile_sunken(struct plan *p)
{
    struct line l = tile_curve(p);
    struct path d = path_new(&p->svg);

    tile_road(p, LOOK_ROAD);
    for (double s = 2, len = line_length(&l, false); s < len; s += 2.8) {
        struct pose at = line_at(&l, false, s);
        for (int side = -1; side <= 1; side += 2) {
            struct pt n = pt_mul(pt_side(at.dir), side);
            path_segment(&d, pt_along(at.at, n, 2.4), pt_along(at.at, n, 4.9));
        }
    }
    svg_path(&p->svg, &d, (struct pen){ .stroke = HUE_ROADCASE, .width = .75 });
}

static void tile_clear(struct plan *p)
{
    base(p, p->high > p->low ? HUE_LOW : HUE_HIGH);
    if (p->high > p->low)
        raw_path(p, "M-40-5C-20 4 0-8 40 0V40H-40z", (struct pen){ .fill = HUE_HIGH });
    raw_path(p, "M-20-16l16 4l-2 7l-16-4z", (struct pen){ .fill = HUE_RYE, .fill_opacity = .5 });
    raw_path(p, "M2-20l16 4l-2 7l-16-4z", (struct pen){ .fill = HUE_CLOVER, .fill_opacity = .5 });
    raw_path(p, "M-12 10l16 4l-2 7l-16-4z", (struct pen){ .fill = HUE_RYE, .fill_opacity = .5 });
    raw_path(p, "M8 8l16 4l-2 7l-16-4z", (struct pen){ .fill = HUE_PLOUGH, .fill_opacity = .5 });
}

/* All levels of the board, lowest at the bottom. */
static void tile_levels(struct plan *p)
{
    struct line ring = tile_ring(p);
    char value[8];

    for (int i = 0; i <= p->steps; i++) {
        struct path d = path_new(&p->svg);
        double y = 26 - 52.0 * i / (p->steps + 1);
        struct line part = i ? ring_halve(&ring, pt(0, y), pt(.12, -1)) : ring;
        path_ring(&d, &part);
        text_printf(p->svg.out,
                    "<path class=\"f-level-%d s-contour\" fill=\"%s\" stroke=\"%s\" "
                    "stroke-width=\".8\" stroke-opacity=\".45\" d=\"%s\"/>\n",
                    i, colour_level(i, p->steps, p->svg.light, value),
                    colour_value(HUE_CONTOUR, p->svg.light), text_of(&d.d));
        text_free(&d.d);
    }
}

static void tile_band(struct plan *p, enum colour colour)
{
    struct line r = tile_ring(p);

    base(p, HUE_LOW);
    for (int i = 0; i < r.n; i++)
        r.p[i] = pt_mul(r.p[i], .93);
    svg_ring(&p->svg, &r,
             (struct pen){ .fill = colour,
                           .fill_opacity = .14,
                           .stroke = colour,
                           .opacity = .85,
                           .width = 4,
                           .dash = colour == HUE_YELLOW ? "11 4" : NULL });
}

static void tile_hill(struct plan *p)
{
    struct path d = path_new(&p->svg);
    struct jitter j = jitter_new(4);
    struct line r = line_new(p->arena);

    base(p, HUE_LOW);
    for (int i = 0; i < 24; i++)
        line_add(&r, pt(15 * cos(2 * PI * i / 24), 11 * sin(2 * PI * i / 24)));
    svg_ring(&p->svg, &r, (struct pen){ .fill = HUE_HIGH });
    for (int i = 0; i < 24; i++) {
        struct line side = line_new(p->arena);
        line_add(&side, r.p[i]);
        line_add(&side, r.p[(i + 1) % 24]);
        hachures(&d, &side, r.p[i], false, &j);
    }
    svg_path(&p->svg, &d, (struct pen){ .fill = HUE_HACHURE, .fill_opacity = .62 });
}

static void tile_start(struct plan *p)
{
    base(p, HUE_LOW);
    raw_path(p, "M-30-2.2H30", (struct pen){ .stroke = HUE_BRITISH, .width = 3.2, .dash = "14 5" });
    raw_path(p, "M-30 2.2H30", (struct pen){ .stroke = HUE_FRENCH, .width = 3.2, .dash = "14 5" });
}

/* One of the armies that have colours. */
static const char *army_of_tile(const struct plan *p, int i)
{
    const struct looks *l = &p->data->looks;

    return l->liveries ? l->livery[i % l->liveries].id : "";
}

/* Signs that stand alone, without ground; false if the word is none of them. */
static bool draw_sign(struct plan *p, const char *word)
{
    static const char *const arms[] = { "infantry", "cavalry", "artillery", "leader" };

    if (strcmp(word, "entry") == 0)
        raw_path(p, "M20 0L3-12.5 5.5-5.2C-4-4.2-12-3.4-22-2.8V2.8C-12 3.4-4 4.2 5.5 5.2L3 12.5z",
                 (struct pen){ .fill = HUE_ENTRY });
    else if (strcmp(word, "star") == 0)
        area_star(p, pt(0, 0));
    else if (strcmp(word, "hq") == 0)
        area_flag(p, pt(0, 0));
    else if (strcmp(word, "bonus") == 0)
        area_shield(p, pt(0, 0), 3);
    else if (strcmp(word, "icons") == 0)
        for (int i = 0; i < COUNT(arms); i++)
            area_icon(p, pt(i % 2 * 20 - 10, i / 2 * 16 - 8), "", army_of_tile(p, i % 2), arms[i]);
    else
        return false;
    return true;
}

static void draw_tile(struct plan *p, const char *word)
{
    enum look look = look_named(margin_manner(p->margin, word));

    switch (look) {
    case LOOK_WOODS:
    case LOOK_PART_WOODS:
    case LOOK_FOREST: tile_woods(p, look); return;
    case LOOK_MARSH: tile_marsh(p); return;
    case LOOK_POND: tile_pond(p); return;
    case LOOK_VILLAGE: tile_houses(p, false); return;
    case LOOK_TOWN: tile_houses(p, true); return;
    case LOOK_FARM: tile_farm(p); return;
    case LOOK_GRAND: tile_grand(p, true); return;
    case LOOK_CHATEAU: tile_grand(p, false); return;
    case LOOK_HILL: tile_hill(p); return;
    case LOOK_RIVER:
    case LOOK_STREAM: tile_water(p, look); return;
    case LOOK_BRIDGE:
    case LOOK_FORD: tile_bridge(p, look); return;
    case LOOK_SLOPE: tile_slope(p, false); return;
    case LOOK_CREST: tile_slope(p, true); return;
    case LOOK_HEDGE: tile_hedge(p); return;
    case LOOK_SUNKEN: tile_sunken(p); return;
    case LOOK_START: tile_start(p); return;
    case LOOK_TRACK:
    case LOOK_ROAD:
    case LOOK_HIGHWAY: tile_road(p, look); return;
    default: break;
    }
    if (area_colour(word))
        tile_band(p, area_colour(word));
    else if (strcmp(word, "levels") == 0)
        tile_levels(p);
    else
        tile_clear(p);
}

void tile_draw(struct plan *p, int i, const char *word)
{
    struct line ring = tile_ring(p);
    struct path clip = path_new(&p->svg);

    if (draw_sign(p, word))
        return;
    path_ring(&clip, &ring);
    text_printf(p->svg.out, "<clipPath id=\"tile-%d\"><path d=\"%s\"/></clipPath>\n", i,
                text_of(&clip.d));
    text_free(&clip.d);
    text_printf(p->svg.out, "<g clip-path=\"url(#tile-%d)\">\n", i);
    draw_tile(p, word);
    svg_raw(&p->svg, "</g>\n");
    svg_ring(&p->svg, &ring, (struct pen){ .stroke = HUE_GRID, .width = 1, .opacity = .5 });
}
