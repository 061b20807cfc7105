/* frame.c: what stands around the board: the frame, the arrows of the entries, title, compass and
 * scale. */
#include "layers.h"

#include <stdio.h>
#include <string.h>

#define MARGIN_WITH_ENTRIES 100.0
#define MARGIN_BARE         40.0

static const struct pt compass[BOARD_COMPASS] = {
    { 0, -1 }, { .71, -.71 }, { 1, 0 },  { .71, .71 },
    { 0, 1 },  { -.71, .71 }, { -1, 0 }, { -.71, -.71 },
};

/* Which edge of the board a cell lies on, if its entry points that way: the direction straight out.
 */
static struct pt outwards(const struct plan *p, const struct board_entry *e)
{
    struct pt c = p->centre[e->cell], want = compass[e->compass], best = pt(0, -1);
    const struct rect *all = &p->all;
    const double gap[4] = { c.y - all->y0, all->x1 - c.x, all->y1 - c.y, c.x - all->x0 };
    double least = 1e18;

    for (int k = 0; k < 4; k++) {
        double cost = gap[k] - 60 * pt_dot(compass[2 * k], want);
        if (cost < least) {
            least = cost;
            best = compass[2 * k];
        }
    }
    return best;
}

/* Sides with entry arrows need more room than others; areas fill the frame. */
struct rect frame_rect(const struct plan *p)
{
    struct rect r = p->land;
    double bare = (p->board->hexes ? MARGIN_BARE : 0) * p->outer,
           arrows = MARGIN_WITH_ENTRIES * p->outer;

    r = rect_grow(r, bare);
    for (int i = 0; i < p->board->entries && p->options->box[0] < 0; i++) {
        struct pt out = outwards(p, &p->board->entry[i]);
        if (fabs(out.x) > .5)
            *(out.x > 0 ? &r.x1 : &r.x0) = out.x > 0 ? p->land.x1 + arrows : p->land.x0 - arrows;
        else
            *(out.y > 0 ? &r.y1 : &r.y0) = out.y > 0 ? p->land.y1 + arrows : p->land.y0 - arrows;
    }
    return r;
}

static void rectangle(struct plan *p, struct rect r, double width)
{
    struct path d = { .window = { -1e9, -1e9, 1e9, 1e9 } };
    struct line l = ring_rect(p->arena, rect_middle(r), r.x1 - r.x0, r.y1 - r.y0, 0);

    path_ring(&d, &l);
    svg_path(&p->svg, &d, (struct pen){ .stroke = HUE_INK, .width = width });
}

/* A strong line outside, a fine one inside. */
void frame_draw(struct plan *p)
{
    struct rect r = frame_rect(p);

    svg_open(&p->svg, "frame", NULL);
    rectangle(p, rect_grow(r, 9 * p->outer), 3 * p->outer);
    rectangle(p, rect_grow(r, 3.5 * p->outer), .9 * p->outer);
    svg_close(&p->svg);
}

/* ---- entries ---- */

/* The place at the edge of the land, level with the roads of the cell. */
static struct pt entry_foot(const struct plan *p, int cell, struct pt out)
{
    struct pt node = p->node[cell];

    for (int i = 0; i < p->board->exits; i++) {
        if (p->board->exit[i].cell == cell)
            node = pt_along(node, compass[p->board->exit[i].compass], 40);
    }
    if (fabs(out.x) > .5)
        return pt(out.x > 0 ? p->all.x1 + 6 : p->all.x0 - 6, node.y);
    return pt(node.x, out.y > 0 ? p->all.y1 + 6 : p->all.y0 - 6);
}

/* The signs of an entry in their own frame: the origin at the edge of the land, unscaled. */
static void arrow(struct plan *p, struct pt out)
{
    struct svg *svg = &p->svg;

    svg_raw(svg, "<g transform=\"rotate(");
    svg_number(svg, atan2(-out.y, -out.x) * 180 / 3.14159265);
    svg_raw(svg, ")\"><path class=\"f-entry s-paper\"");
    svg_paint(svg, "fill", HUE_ENTRY);
    svg_paint(svg, "stroke", HUE_PAPER);
    svg_raw(svg,
            " stroke-width=\"1.6\" stroke-linejoin=\"round\" d=\"M2 0L-15-12.5-12.5-5.2C-22-4.2"
            "-34-3.4-46-2.8V2.8C-34 3.4-22 4.2-12.5 5.2L-15 12.5z\"/></g>\n");
}

static void disc(struct plan *p, struct pt at, const char *label)
{
    struct path d = { .window = { -1e9, -1e9, 1e9, 1e9 } };

    path_circle(&d, at, 13);
    svg_path(&p->svg, &d, (struct pen){ .fill = HUE_ENTRY, .stroke = HUE_PAPER, .width = 1.8 });
    svg_text(&p->svg, "b-disc", pt(at.x, at.y + 5.6), label);
}

/* Names beside the arrow: on the east and west edge below it, else to its right. */
static void entry_name(struct plan *p, struct pt out, const char *name)
{
    bool level = fabs(out.x) > .5;
    const char *anchor = !level ? "text-anchor=\"start\"" : "text-anchor=\"middle\"";
    struct pt at = level ? pt(out.x * 44, 32) : pt(22, out.y * 34 + 5);
    const char *cut = strlen(name) > 12 ? type_break(name) : NULL;
    char first[120];

    if (!name[0])
        return;
    snprintf(first, sizeof first, "%s %.*s", p->margin->towards,
             (int)(cut ? cut - name : (long)strlen(name)), name);
    svg_text_with(&p->svg, "b-to", at, anchor, first);
    if (cut)
        svg_text_with(&p->svg, "b-to", pt(at.x, at.y + 18), anchor, cut);
}

static void entry(struct plan *p, const struct board_entry *e, bool named)
{
    struct pt out = outwards(p, e), foot = entry_foot(p, e->cell, out);

    svg_raw(&p->svg, "<g transform=\"");
    svg_translate(&p->svg, foot);
    svg_raw(&p->svg, "scale(");
    svg_fine(&p->svg, p->outer);
    svg_raw(&p->svg, ")\">\n");
    arrow(p, out);
    disc(p, pt_mul(out, 62), e->label);
    if (named)
        entry_name(p, out, e->name);
    svg_raw(&p->svg, "</g>\n");
}

void entries_draw(struct plan *p)
{
    if (p->options->box[0] >= 0)
        return;
    svg_open(&p->svg, "entries", NULL);
    for (int i = 0; i < p->board->entries; i++) {
        const struct board_entry *e = &p->board->entry[i];
        bool first = true;
        for (int k = 0; k < i; k++)
            first = first && strcmp(p->board->entry[k].label, e->label) != 0;
        entry(p, e, first);
    }
    svg_close(&p->svg);
}
