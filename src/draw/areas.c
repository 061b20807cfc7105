/* areas.c: what is printed on a board of areas: outlines with a band of the terrain's colour,
 * number plates, bonus shields, stars, names, set-up icons, the start line. */
#include "layers.h"

#include <stdio.h>
#include <string.h>

#define STAR   "M0-10L2.9-3.6 9.8-2.9 4.7 1.9 6.1 8.7 0 5.2-6.1 8.7-4.7 1.9-9.8-2.9-2.9-3.6z"
#define SHIELD "M-8.5-9.5h17v9c0 6-4 9-8.5 11c-4.5-2-8.5-5-8.5-11z"

/* ---- outlines ---- */

enum colour area_colour(const char *word)
{
    static const struct {
        const char *word;
        enum colour colour;
    } bands[] = {
        { "green", HUE_GREEN }, { "yellow", HUE_YELLOW }, { "red", HUE_RED }, { "black", HUE_BLACK }
    };

    for (int i = 0; i < COUNT(bands); i++) {
        if (strcmp(bands[i].word, word) == 0)
            return bands[i].colour;
    }
    return HUE_NONE;
}

static struct line smooth_ring(const struct plan *p, int cell)
{
    return line_simplify(&p->ring[cell], true, .25);
}

/* The band lies inside the outline: a stroke of twice its breadth, clipped by the area itself. */
static void band(struct plan *p, int cell)
{
    struct path d = path_new(&p->svg);
    enum colour colour = area_colour(p->board->terrain.word[p->board->cell[cell].terrain]);
    struct line ring = smooth_ring(p, cell);
    const char *number = p->board->cell[cell].number;
    char clip[64];
    bool quiet = colour == HUE_GREEN;

    if (!colour)
        return;
    path_ring(&d, &ring);
    text_printf(p->svg.out, "<clipPath id=\"in-%s\"><path d=\"%s\"/></clipPath>\n", number,
                text_of(&d.d));
    snprintf(clip, sizeof clip, "clip-path=\"url(#in-%s)\"", number);
    svg_path(&p->svg, &d,
             (struct pen){ .fill = colour,
                           .fill_opacity = quiet ? .05 : .15,
                           .stroke = colour,
                           .opacity = quiet ? .55 : .8,
                           .width = quiet ? 6.4 : 9,
                           .round = false,
                           .dash = colour == HUE_YELLOW ? "11 4" : NULL,
                           .more = clip });
}

/* In a close-up the neighbours are outlined as well, as far as they reach into it. */
static void outlines(struct plan *p)
{
    struct path d = path_new(&p->svg);

    svg_open(&p->svg, "bands", LAND_CLIP);
    for (int i = 0; i < p->board->cells; i++) {
        if (rect_meet(line_rect(&p->ring[i]), p->land))
            band(p, i);
    }
    svg_close(&p->svg);
    svg_open(&p->svg, "grid", LAND_CLIP);
    for (int i = 0; i < p->board->cells; i++) {
        struct line ring = smooth_ring(p, i);
        path_ring(&d, &ring);
    }
    svg_path(&p->svg, &d,
             (struct pen){ .stroke = HUE_INK,
                           .width = 1.7,
                           .opacity = .78,
                           .round = true,
                           .class = "b-line",
                           .more = "id=\"lines\"" });
    svg_close(&p->svg);
}

/* ---- the start line ---- */

/* Red to the north, blue to the south, as the armies stood. */
static void start_line(struct plan *p)
{
    struct path north = path_new(&p->svg), south = path_new(&p->svg);

    for (int i = 0; i < p->ground->lines; i++) {
        if (look_named(p->ground->line[i].kind) != LOOK_START)
            continue;
        struct line l = line_resample(&p->ground->line[i].l, false, 8);
        l = line_blur(&l, false, 2);
        bool east = l.p[l.n - 1].x > l.p[0].x;
        struct line up = line_offset(&l, east ? -2.2 : 2.2),
                    down = line_offset(&l, east ? 2.2 : -2.2);
        path_line(&north, &up);
        path_line(&south, &down);
    }
    svg_open(&p->svg, "start", LAND_CLIP);
    svg_path(&p->svg, &north,
             (struct pen){ .stroke = HUE_BRITISH, .width = 3.2, .opacity = .85, .dash = "14 5" });
    svg_path(&p->svg, &south,
             (struct pen){ .stroke = HUE_FRENCH, .width = 3.2, .opacity = .85, .dash = "14 5" });
    svg_close(&p->svg);
}

/* ---- plates ---- */

static void translate(struct plan *p, struct pt at)
{
    svg_raw(&p->svg, "<g transform=\"");
    svg_translate(&p->svg, at);
    svg_raw(&p->svg, "\">");
}

static void shape(struct plan *p, const char *d, enum colour fill, enum colour stroke, double width,
                  const char *more)
{
    struct path path = { .last = 0 };

    text_add(&path.d, d);
    svg_path(&p->svg, &path,
             (struct pen){ .fill = fill, .stroke = stroke, .width = width, .more = more });
}

void area_star(struct plan *p, struct pt at)
{
    translate(p, at);
    shape(p, STAR, HUE_GOLD, HUE_INK, 1.1, NULL);
    svg_raw(&p->svg, "</g>\n");
}

void area_shield(struct plan *p, struct pt at, int bonus)
{
    char digits[12];

    snprintf(digits, sizeof digits, "%d", bonus);
    translate(p, at);
    shape(p, SHIELD, HUE_BLACK, HUE_NONE, 0, NULL);
    svg_text(&p->svg, "b-bonus", pt(0, 4.4), digits);
    svg_raw(&p->svg, "</g>\n");
}

/* The flag of a headquarters. */
void area_flag(struct plan *p, struct pt at)
{
    translate(p, at);
    shape(p, "M-5-10L9-6.5-5-3z", HUE_ENTRY, HUE_INK, .9, NULL);
    shape(p, "M-5-10V10", HUE_NONE, HUE_INK, 1.5, "stroke-linecap=\"round\"");
    svg_raw(&p->svg, "</g>\n");
}

/* Number in the middle, star to the left, shield and flag to the right. */
static void plate(struct plan *p, int cell, struct pt at)
{
    int bonus = board_value(p->board, cell, board_key(p->board, "bonus"), 0);
    int star = board_feature(p->board, "star");

    if (p->options->no_numbers)
        return;
    translate(p, at);
    shape(p, "M-6.5-10.5h13a10.5 10.5 0 0 1 0 21h-13a10.5 10.5 0 0 1 0-21z", HUE_PLATE, HUE_INK,
          1.2, NULL);
    svg_text(&p->svg, "b-plate", pt(0, 5.6), p->board->cell[cell].number);
    svg_raw(&p->svg, "</g>\n");
    if (bonus > 0)
        area_shield(p, pt_add(at, pt(27, 0)), bonus);
    if (board_has_feature(p->board, cell, star))
        area_star(p, pt_add(at, pt(-29, -.5)));
    if (board_has_feature(p->board, cell, board_feature(p->board, "hq")))
        area_flag(p, pt_add(at, pt(bonus > 0 ? 46 : 26, 0)));
}

/* ---- set-up icons ---- */

static const char *arm_sign(const char *arm)
{
    static const struct {
        const char *arm, *d;
    } signs[] = {
        { "infantry", "M-7.5-5.5L7.5 5.5M7.5-5.5L-7.5 5.5" },
        { "cavalry", "M-7.5 5.5L7.5-5.5" },
        { "artillery", "M-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z" },
        { "leader", "M0-5L1.5-1.8 4.9-1.4 2.4.9 3 4.3 0 2.6-3 4.3-2.4.9-4.9-1.4-1.5-1.8z" },
    };

    for (int i = 0; i < COUNT(signs); i++) {
        if (strcmp(signs[i].arm, arm) == 0)
            return signs[i].d;
    }
    return "";
}

/* Dark signs on light badges, light ones on dark. */
static const char *sign_colour(const char *badge)
{
    unsigned r = 0, g = 0, b = 0;

    sscanf(badge, "#%2x%2x%2x", &r, &g, &b);
    return r * 3 + g * 6 + b > 1250 ? "#1d1a16" : "#fbf6e8";
}

void area_icon(struct plan *p, struct pt at, const char *formation, const char *side,
               const char *arm)
{
    const char *colour = looks_colour(&p->data->looks, side, LOOK_BODY, "#6b6350"),
               *edge = "#1d1a16";
    bool solid = strcmp(arm, "artillery") == 0 || strcmp(arm, "leader") == 0;

    for (int i = 0; i < p->margin->badges; i++) {
        if (strcmp(p->margin->badge[i].word, formation) != 0)
            continue;
        colour = p->margin->badge[i].colour;
        edge = p->margin->badge[i].second ? p->margin->badge[i].second : edge;
    }
    translate(p, at);
    text_printf(p->svg.out,
                "<rect x=\"-7.5\" y=\"-5.5\" width=\"15\" height=\"11\" fill=\"%s\" "
                "stroke=\"%s\" stroke-width=\"1.2\"/><path d=\"%s\" fill=\"%s\" stroke=\"%s\" "
                "stroke-width=\"1.1\"/></g>\n",
                colour, edge, arm_sign(arm), solid ? sign_colour(colour) : "none",
                solid ? "none" : sign_colour(colour));
}

/* How many icons an area carries. */
static int icons_in(const struct plan *p, int cell)
{
    const struct icons *icons = &p->data->icons;
    int n = 0;

    for (int i = 0; i < icons->n; i++)
        n += icons->icon[i].cell == cell ? icons->icon[i].count : 0;
    return n;
}

static void icon_row(struct plan *p, int cell, struct pt at)
{
    const struct icons *icons = &p->data->icons;
    int n = icons_in(p, cell), k = 0;

    for (int i = 0; i < icons->n; i++) {
        const struct icon *one = &icons->icon[i];
        for (int c = 0; one->cell == cell && c < one->count; c++, k++)
            area_icon(p, pt_add(at, pt((k - (n - 1) / 2.0) * 18, 0)), one->formation, one->side,
                      one->arm);
    }
}

/* ---- names ---- */

static void area_name(struct plan *p, int cell, struct pt at)
{
    const char *name = margin_name(p->margin, p->board->cell[cell].name), *cut;
    bool star = board_has_feature(p->board, cell, board_feature(p->board, "star"));
    const char *class = star ? "b-name b-village" : "b-name b-area";
    struct type type = { star ? FACE_SERIF : FACE_ITALIC, (star ? 16 : 10.6) * p->lettering, 0 };
    char first[80];

    struct rect ring = line_rect(&p->ring[cell]);

    if (p->options->no_names || !name[0])
        return;
    cut = type_width(type, name) > fmin(star ? 150 : 92, .8 * (ring.x1 - ring.x0))
              ? type_break(name)
              : NULL;
    snprintf(first, sizeof first, "%.*s",
             (int)(cut ? cut - name - (cut[-1] == ' ') : (long)strlen(name)), name);
    svg_text(&p->svg, class, at, first);
    if (cut)
        svg_text(&p->svg, class, pt(at.x, at.y + type.size * 1.06), cut);
}

/* ---- where the marks stand ---- */

/* Plate, icons and name stand one below the other; this much around their middle. */
static struct rect marks_rect(const struct plan *p, int cell, struct pt at)
{
    bool star = board_has_feature(p->board, cell, board_feature(p->board, "star"));
    double high = icons_in(p, cell) ? 32 : 24, wide = fmax(star ? 41 : 37, 9.0 * icons_in(p, cell));

    return (struct rect){ at.x - wide, at.y - high, at.x + wide, at.y + high };
}

static double marks_cost(const struct plan *p, int cell, struct pt at)
{
    struct rect r = marks_rect(p, cell, at);
    double cost = .05 * pt_dist(at, p->centre[cell]) + names_cover(p, r) / 25;

    for (int k = 0; k < 8; k++) {
        struct pt rim = pt(k % 3 == 0   ? r.x0
                           : k % 3 == 1 ? r.x1
                                        : (r.x0 + r.x1) / 2,
                           k < 3   ? r.y0
                           : k < 6 ? r.y1
                                   : (r.y0 + r.y1) / 2);
        cost += ring_holds(&p->ring[cell], rim) ? 0 : 5;
    }
    return cost;
}

static struct pt marks_place(const struct plan *p, int cell)
{
    struct pt best = p->centre[cell];
    double least = 1e18;

    for (int i = -8; i <= 8; i++) {
        for (int j = -8; j <= 8; j++) {
            struct pt at = pt_add(p->centre[cell], pt(i * 6, j * 6));
            double cost = marks_cost(p, cell, at);
            if (cost < least) {
                least = cost;
                best = at;
            }
        }
    }
    return best;
}

void areas_draw(struct plan *p)
{
    outlines(p);
    start_line(p);
    svg_open(&p->svg, "marks", NULL);
    for (int i = 0; i < p->board->cells; i++) {
        bool icons = icons_in(p, i) > 0;
        if (!p->shown[i])
            continue;
        struct pt at = marks_place(p, i);
        plate(p, i, pt(at.x, at.y - (icons ? 18 : 8)));
        if (icons)
            icon_row(p, i, pt(at.x, at.y + 4));
        area_name(p, i, pt(at.x, at.y + (icons ? 25 : 18)));
    }
    svg_close(&p->svg);
}
