/* legend.c: the panel beside the board: title, legend, compass, scale, notes.
 * Its natural size is fixed; it is scaled so that it fills the height of the frame. */
#include <assert.h>

#include "layers.h"

#include <stdio.h>
#include <string.h>

#define PI    3.14159265358979
#define WIDTH 262.0 /* of the panel before it is scaled to the board */
#define TILE  29.0  /* room for half a tile */
#define ROW   47.0
#define HEAD  34.0
#define GAP   17.0

static void translate(struct plan *p, struct pt at, double scale)
{
    svg_raw(&p->svg, "<g transform=\"");
    svg_translate(&p->svg, at);
    text_printf(p->svg.out, "scale(%d.%03d)\">\n", (int)scale, (int)(scale * 1000) % 1000);
}

static double title_line(struct plan *p, const char *text, double most, double y)
{
    struct type t = { FACE_SERIF, 43, 4 };
    double size = fmin(most, 43 * (WIDTH - 6) / type_width(t, text));
    char style[80];

    snprintf(style, sizeof style, "style=\"font-size:%dpx;letter-spacing:%d.%dpx\"", (int)size,
             (int)(size * .09), (int)(size * .9) % 10);
    svg_text_with(&p->svg, "t-title", pt(WIDTH / 2, y + size * .75), style, text);
    return y + size * .98;
}

static double title(struct plan *p, double y)
{
    const struct margin *m = p->margin;
    bool two = m->title[1] != NULL;
    struct path rule = path_new(&p->svg);

    y = title_line(p, m->title[0] ? m->title[0] : p->board->title, two ? 33 : 43, y);
    if (two)
        y = title_line(p, m->title[1], 43, y);
    if (m->subtitle[0]) {
        svg_text(&p->svg, "t-sub", pt(WIDTH / 2, y + 22), m->subtitle);
        y += 34;
    }
    path_segment(&rule, pt(WIDTH / 2 - 40, y + 6), pt(WIDTH / 2 + 40, y + 6));
    svg_path(&p->svg, &rule, (struct pen){ .stroke = HUE_ENTRY, .width = 1.2 });
    return y + 42;
}

static double heading(struct plan *p, const char *text, double y)
{
    struct path rule = path_new(&p->svg);

    svg_text(&p->svg, "t-head", pt(0, y), type_capitals(p->arena, text));
    path_segment(&rule, pt(0, y + 7), pt(WIDTH, y + 7));
    svg_path(&p->svg, &rule, (struct pen){ .stroke = HUE_ENTRY, .width = .8 });
    return y + HEAD;
}

static void key(struct plan *p, int i, const struct margin_key *k, double y)
{
    bool grand = look_named(margin_manner(p->margin, k->word)) == LOOK_GRAND;

    translate(p, pt(TILE, y), .78);
    tile_draw(p, i, k->word);
    svg_raw(&p->svg, "</g>\n");
    svg_text_with(&p->svg, grand ? "t-key t-italic" : "t-key", pt(64, y + (k->more[0] ? .5 : 5.5)),
                  NULL, k->text);
    if (k->more[0])
        svg_text(&p->svg, "t-more", pt(64, y + 14.5), k->more);
}

static double keys(struct plan *p, double y)
{
    for (int i = 0; i < p->margin->keys; i++) {
        const struct margin_key *k = &p->margin->key[i];
        if (!k->word) {
            y = heading(p, k->text, y + (i ? GAP : 0));
            continue;
        }
        key(p, i, k, y);
        y += ROW;
    }
    return y;
}

static void rose_point(struct plan *p, double turn, double len, double w)
{
    struct line dark = line_new(p->arena), pale = line_new(p->arena);
    struct pt tip = pt_turn(pt(0, -len), turn);

    line_add(&dark, tip);
    line_add(&dark, pt_turn(pt(w, -w), turn));
    line_add(&dark, pt(0, 0));
    line_add(&pale, tip);
    line_add(&pale, pt_turn(pt(-w, -w), turn));
    line_add(&pale, pt(0, 0));
    svg_ring(&p->svg, &dark, (struct pen){ .fill = HUE_INK });
    svg_ring(&p->svg, &pale, (struct pen){ .fill = HUE_PAPER, .stroke = HUE_INK, .width = .6 });
}

static void compass_rose(struct plan *p, struct pt at, double r)
{
    struct path rings = path_new(&p->svg), hub = path_new(&p->svg);

    translate(p, at, 1);
    path_circle(&rings, pt(0, 0), r * .62);
    path_circle(&rings, pt(0, 0), r * .57);
    for (int i = 0; i < 32; i++) {
        struct pt d = pt_turn(pt(1, 0), i * PI / 16);
        path_segment(&rings, pt_mul(d, r * .57), pt_mul(d, r * .62));
    }
    svg_path(&p->svg, &rings, (struct pen){ .stroke = HUE_INK, .width = .6, .opacity = .7 });
    for (int i = 0; i < 4; i++)
        rose_point(p, (i + .5) * PI / 2, .52 * r, .13 * r);
    for (int i = 0; i < 4; i++)
        rose_point(p, i * PI / 2, .86 * r, .15 * r);
    path_circle(&hub, pt(0, 0), r * .07);
    svg_path(&p->svg, &hub, (struct pen){ .fill = HUE_ENTRY, .stroke = HUE_PAPER, .width = 1 });
    svg_text(&p->svg, "t-north", pt(0, -r * .93), "N");
    svg_raw(&p->svg, "</g>\n");
}

/* One division of the bar is one cell of the board, whatever the size of the panel. */
static void scale_bar(struct plan *p, double y, double unit)
{
    int n = p->margin->measures;
    double x = WIDTH / 2 - n * unit / 2;
    char number[12];

    for (int i = 0; i < n; i++) {
        struct line r = ring_rect(p->arena, pt(x + (i + .5) * unit, y), unit, 6, 0);
        svg_ring(
            &p->svg, &r,
            (struct pen){ .fill = i % 2 ? HUE_PAPER : HUE_INK, .stroke = HUE_INK, .width = .8 });
    }
    for (int i = 0; i <= n; i++) {
        snprintf(number, sizeof number, "%d", i);
        svg_text(&p->svg, "t-scale", pt(x + i * unit, y - 8), number);
    }
    svg_text(&p->svg, "t-scale", pt(WIDTH / 2, y + 17), p->margin->measure);
}

static double keys_height(const struct plan *p)
{
    double y = 0;

    for (int i = 0; i < p->margin->keys; i++)
        y += p->margin->key[i].word ? ROW : HEAD + (i ? GAP : 0);
    return y;
}

/* The height of the panel before it is scaled. */
static double natural_height(const struct plan *p)
{
    const struct margin *m = p->margin;

    return 150 + keys_height(p) + 176 + (m->measures ? 62 : 0) + 17 * m->notes + 12;
}

static double panel_scale(const struct plan *p, double height)
{
    return clamp(height / natural_height(p), .45, 4.5);
}

double legend_width(const struct plan *p, double height)
{
    return WIDTH * panel_scale(p, height);
}

void legend_draw(struct plan *p, struct pt at, double height)
{
    struct rect window = p->svg.window;
    double scale = panel_scale(p, height), room = height / scale, y;

    assert(height > 0);
    p->svg.window = (struct rect){ -1e9, -1e9, 1e9, 1e9 };
    svg_open(&p->svg, "legend", NULL);
    translate(p, at, scale);
    y = title(p, 6);
    y = keys(p, y) + 26;
    double foot = room - 17 * p->margin->notes - 4;
    double bar = p->margin->measures ? 62 : 0;
    compass_rose(p, pt(WIDTH / 2, fmax(y + 66, (y + foot - bar) / 2)), 70);
    if (p->margin->measures)
        scale_bar(p, foot - 42, p->data->unit / scale);
    for (int i = 0; i < p->margin->notes; i++)
        svg_text(&p->svg, "t-note", pt(WIDTH / 2, foot + 17 * i), p->margin->note[i]);
    svg_raw(&p->svg, "</g>\n");
    svg_close(&p->svg);
    p->svg.window = window;
}
