/* draw.c: puts the layers of a board together. */
#include "layers.h"

#include <string.h>

bool draw_load(struct draw_data *data, const struct board *board, const char *folder,
               struct errors *errors)
{
    struct text path = { 0 };
    int before = errors->n;

    memset(data, 0, sizeof *data);
    data->board = board;
    text_printf(&path, "%s/ground.txt", folder);
    ground_load(&data->ground, path.s, errors);
    text_clear(&path);
    text_printf(&path, "%s/margin.txt", folder);
    margin_load(&data->margin, path.s, errors);
    text_free(&path);
    return errors->n == before;
}

void draw_free(struct draw_data *data)
{
    ground_free(&data->ground);
    margin_free(&data->margin);
}

static void style_sheet(struct plan *p)
{
    struct text *out = p->svg.out;

    text_add(out, "<style>\n");
    for (int c = 1; c < COLOURS; c++) {
        const char *name = colour_name(c), *value = colour_value(c, p->svg.light);
        text_printf(out, ".f-%s{fill:%s;fill:var(--%s,%s)}.s-%s{stroke:%s;stroke:var(--%s,%s)}\n", name,
                    value, name, value, name, value, name, value);
    }
    text_add(out, ".b-num{font:500 7.4px Roboto,\"Segoe UI\",Arial,sans-serif;text-anchor:middle}</style>\n");
}

static void draw_ground(struct plan *p)
{
    relief_make(p);
    waters_make(p);
    roads_make(p);
    woods_make(p);
    p->mass[LOOK_TOWN] = p->mass[LOOK_POND] = p->mass[LOOK_MARSH] = field_like(&p->blank, -1e3);
    land_draw(p);
    fields_draw(p);
    relief_draw(p);
    wet_draw(p);
    waters_draw(p);
    if (p->board->hexes)
        slopes_draw(p);
    woods_draw(p);
    places_ground(p);
    roads_draw(p);
    hedges_draw(p);
    places_draw(p);
}

void draw_board(const struct draw_data *data, const struct draw_options *options, struct text *out)
{
    struct plan plan, *p = &plan;

    plan_make(p, data, options, out);
    struct rect view = rect_grow(p->land, 50);
    text_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"");
    svg_number(&p->svg, view.x0);
    text_char(out, ' ');
    svg_number(&p->svg, view.y0);
    text_char(out, ' ');
    svg_number(&p->svg, view.x1 - view.x0);
    text_char(out, ' ');
    svg_number(&p->svg, view.y1 - view.y0);
    text_add(out, "\">\n");
    style_sheet(p);
    struct path clip = path_new(&p->svg);
    plan_land(p, &clip);
    text_printf(out, "<defs><clipPath id=\"land\"><path d=\"%s\"/></clipPath></defs>\n", text_of(&clip.d));
    text_free(&clip.d);
    svg_open(&p->svg, "board", "clip-path=\"url(#land)\"");
    draw_ground(p);
    svg_close(&p->svg);
    grid_draw(p);
    hits_draw(p);
    text_add(out, "</svg>\n");
    plan_free(p);
}
