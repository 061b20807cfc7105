/* grid.c: outlines and numbers of the cells, and the layer that a table listens to. */
#include "layers.h"

/* Every hexside once: a doubled line would be darker. */
static void hex_grid(struct plan *p)
{
    struct path d = path_new(&p->svg), edge = path_new(&p->svg);

    for (int i = 0; i < p->board->borders; i++) {
        const struct board_border *b = &p->board->border[i];
        bool first = p->shown[b->cell[0]],
             second = b->cell[1] != BOARD_NOWHERE && p->shown[b->cell[1]];
        struct line l = plan_border(p, i);
        if (first || second)
            path_line(&d, &l);
    }
    plan_land(p, &edge);
    bool strong = p->svg.light == LIGHT_CONTRAST || p->options->grid_only;
    svg_path(&p->svg, &d,
             (struct pen){ .stroke = HUE_GRID,
                           .width = strong ? 1.4 : .95,
                           .round = true,
                           .opacity = strong ? .85 : .42,
                           .class = "b-grid",
                           .more = "id=\"lines\"" });
    svg_path(&p->svg, &edge,
             (struct pen){ .stroke = HUE_INK,
                           .width = 1.6,
                           .opacity = .55,
                           .more = "id=\"edge\" stroke-linejoin=\"round\"" });
}

static void hex_numbers(struct plan *p)
{
    double up = p->board->grid.flat ? 40.4 : 42;

    svg_open(&p->svg, "numbers", NULL);
    for (int i = 0; i < p->board->cells; i++) {
        struct pt at = pt_add(p->centre[i], pt(0, -up));
        struct rect box = { at.x - 12, at.y - 7, at.x + 12, at.y + 2 };
        if (!p->shown[i])
            continue;
        svg_text(&p->svg, "b-num", at, p->board->cell[i].number);
        plan_busy_rect(p, box, 1.2);
    }
    svg_close(&p->svg);
}

void grid_draw(struct plan *p)
{
    svg_open(&p->svg, "grid", NULL);
    hex_grid(p);
    svg_close(&p->svg);
    if (!p->options->no_numbers)
        hex_numbers(p);
}

void hits_draw(struct plan *p)
{
    svg_open(&p->svg, "cells", "fill=\"none\" pointer-events=\"all\"");
    for (int i = 0; i < p->board->cells; i++) {
        struct path d = path_new(&p->svg);
        if (!p->shown[i])
            continue;
        struct line ring = line_simplify(&p->ring[i], true, p->board->hexes ? 0 : .2);
        path_ring(&d, &ring);
        text_printf(p->svg.out, "<path id=\"cell-%s\" class=\"cell\" d=\"%s\"/>\n",
                    p->board->cell[i].number, text_of(&d.d));
        text_free(&d.d);
    }
    svg_close(&p->svg);
}
