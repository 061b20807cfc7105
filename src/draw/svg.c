/* svg.c: the writer. */
#include <assert.h>

#include "svg.h"

static void put_scaled(struct text *out, long value, long scale)
{
    if (value < 0) {
        text_char(out, '-');
        value = -value;
    }
    if (value / scale || value % scale == 0)
        text_int(out, value / scale);
    value %= scale;
    if (!value)
        return;
    text_char(out, '.');
    for (scale /= 10; value; scale /= 10) {
        text_char(out, (char)('0' + value / scale));
        value %= scale;
    }
}

static long tenths(double x)
{
    return (long)floor(x * 10 + .5);
}

/* ---- paths ---- */

struct path path_new(const struct svg *svg)
{
    struct path path = { .window = svg->window };
    return path;
}

static void put_pair(struct path *path, char command, long a, long b)
{
    bool repeated = path->last == command;

    if (!repeated)
        text_char(&path->d, command);
    if (repeated && a >= 0)
        text_char(&path->d, ' ');
    put_scaled(&path->d, a, 10);
    if (b >= 0)
        text_char(&path->d, ' ');
    put_scaled(&path->d, b, 10);
    path->last = command;
}

/* Only the first move is absolute; what follows a relative one is a relative line without a letter.
 */
void path_move(struct path *path, struct pt p)
{
    long x = tenths(p.x), y = tenths(p.y);
    bool first = path->d.n == 0;

    path->last = 0;
    put_pair(path, first ? 'M' : 'm', first ? x : x - path->x, first ? y : y - path->y);
    path->last = first ? 0 : 'l';
    path->x = x;
    path->y = y;
}

void path_to(struct path *path, struct pt p)
{
    long x = tenths(p.x), y = tenths(p.y);

    assert(path->d.n > 0);
    if (x == path->x && y == path->y)
        return;
    put_pair(path, 'l', x - path->x, y - path->y);
    path->x = x;
    path->y = y;
}

void path_close(struct path *path)
{
    assert(path->d.n > 0);
    text_char(&path->d, 'z');
    path->last = 'z';
}

void path_arc(struct path *path, struct pt to, double r)
{
    long x = tenths(to.x), y = tenths(to.y);

    assert(path->d.n > 0);
    text_char(&path->d, 'a');
    put_scaled(&path->d, tenths(r), 10);
    text_char(&path->d, ' ');
    put_scaled(&path->d, tenths(r), 10);
    text_add(&path->d, " 0 0 1");
    path->last = 'a';
    put_pair(path, 'a', x - path->x, y - path->y);
    path->x = x;
    path->y = y;
}

static void path_points(struct path *path, const struct line *l)
{
    path_move(path, l->p[0]);
    for (int i = 1; i < l->n; i++)
        path_to(path, l->p[i]);
}

static bool seen(const struct path *path, const struct line *l)
{
    return l->n > 1 && rect_meet(line_rect(l), path->window);
}

void path_line(struct path *path, const struct line *l)
{
    if (seen(path, l))
        path_points(path, l);
}

/* A closed subpath ends where it began, so the place to count on from is its first point. */
void path_ring(struct path *path, const struct line *l)
{
    if (!seen(path, l) || l->n < 3)
        return;
    path_points(path, l);
    path_close(path);
    path->x = tenths(l->p[0].x);
    path->y = tenths(l->p[0].y);
}

void path_rings(struct path *path, const struct lines *ls)
{
    for (int i = 0; i < ls->n; i++)
        path_ring(path, &ls->l[i]);
}

void path_segment(struct path *path, struct pt a, struct pt b)
{
    struct line l = { .p = (struct pt[]){ a, b }, .n = 2 };

    path_line(path, &l);
}

void path_circle(struct path *path, struct pt at, double r)
{
    struct rect box = { at.x - r, at.y - r, at.x + r, at.y + r };

    assert(r >= 0);
    if (!rect_meet(box, path->window))
        return;
    path_move(path, pt(at.x - r, at.y));
    for (int half = 0; half < 2; half++) {
        text_char(&path->d, 'a');
        put_scaled(&path->d, tenths(r), 10);
        text_char(&path->d, ' ');
        put_scaled(&path->d, tenths(r), 10);
        text_add(&path->d, half ? " 0 1 0-" : " 0 1 0 ");
        put_scaled(&path->d, 2 * tenths(r), 10);
        text_add(&path->d, " 0");
    }
    path->last = 'a';
}

void path_dot(struct path *path, struct pt at)
{
    if (!rect_holds(path->window, at))
        return;
    path_move(path, at);
    text_add(&path->d, "h0");
    path->last = 'h';
}

/* ---- elements ---- */

void svg_raw(struct svg *svg, const char *text)
{
    text_add(svg->out, text);
}

void svg_escape(struct svg *svg, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<': text_add(svg->out, "&lt;"); break;
        case '>': text_add(svg->out, "&gt;"); break;
        case '&': text_add(svg->out, "&amp;"); break;
        case '"': text_add(svg->out, "&quot;"); break;
        default: text_char(svg->out, *text);
        }
    }
}

void svg_number(struct svg *svg, double x)
{
    put_scaled(svg->out, tenths(x), 10);
}

void svg_translate(struct svg *s, struct pt by)
{
    svg_raw(s, "translate(");
    svg_number(s, by.x);
    svg_raw(s, " ");
    svg_number(s, by.y);
    svg_raw(s, ")");
}

void svg_fine(struct svg *svg, double x)
{
    put_scaled(svg->out, (long)floor(x * 100 + .5), 100);
}

void svg_attribute(struct svg *svg, const char *name, double x)
{
    text_char(svg->out, ' ');
    text_add(svg->out, name);
    text_add(svg->out, "=\"");
    svg_fine(svg, x);
    text_char(svg->out, '"');
}

void svg_paint(struct svg *svg, const char *attribute, enum colour c)
{
    text_char(svg->out, ' ');
    text_add(svg->out, attribute);
    text_add(svg->out, "=\"");
    text_add(svg->out, colour_value(c, svg->light));
    text_char(svg->out, '"');
}

static void put_classes(struct svg *svg, struct pen pen)
{
    const char *gap = "";

    text_add(svg->out, "<path class=\"");
    if (pen.fill) {
        text_printf(svg->out, "f-%s", colour_name(pen.fill));
        gap = " ";
    }
    if (pen.stroke) {
        text_printf(svg->out, "%ss-%s", gap, colour_name(pen.stroke));
        gap = " ";
    }
    if (pen.class)
        text_printf(svg->out, "%s%s", gap, pen.class);
    text_char(svg->out, '"');
}

static void put_stroke(struct svg *svg, struct pen pen)
{
    svg_paint(svg, "stroke", pen.stroke);
    svg_attribute(svg, "stroke-width", pen.width);
    if (pen.opacity > 0)
        svg_attribute(svg, "stroke-opacity", pen.opacity);
    if (pen.round)
        svg_raw(svg, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    if (pen.dash)
        text_printf(svg->out, " stroke-dasharray=\"%s\"", pen.dash);
}

void svg_path(struct svg *svg, struct path *path, struct pen pen)
{
    if (path->d.n) {
        put_classes(svg, pen);
        svg_paint(svg, "fill", pen.fill);
        if (pen.fill && pen.fill_opacity > 0)
            svg_attribute(svg, "fill-opacity", pen.fill_opacity);
        if (pen.stroke)
            put_stroke(svg, pen);
        if (pen.more)
            text_printf(svg->out, " %s", pen.more);
        text_add(svg->out, " d=\"");
        text_add_n(svg->out, path->d.s, path->d.n);
        text_add(svg->out, "\"/>\n");
    }
    text_free(&path->d);
}

void svg_ring(struct svg *svg, const struct line *ring, struct pen pen)
{
    struct path d = path_new(svg);

    path_ring(&d, ring);
    svg_path(svg, &d, pen);
}

void svg_open(struct svg *svg, const char *id, const char *more)
{
    text_printf(svg->out, "<g id=\"%s\"%s%s>\n", id, more ? " " : "", more ? more : "");
}

void svg_close(struct svg *svg)
{
    text_add(svg->out, "</g>\n");
}

void svg_text_with(struct svg *svg, const char *classes, struct pt at, const char *more,
                   const char *text)
{
    text_printf(svg->out, "<text class=\"%s\" x=\"", classes);
    svg_number(svg, at.x);
    svg_raw(svg, "\" y=\"");
    svg_number(svg, at.y);
    text_printf(svg->out, "\"%s%s>", more ? " " : "", more ? more : "");
    svg_escape(svg, text);
    svg_raw(svg, "</text>\n");
}

void svg_text(struct svg *svg, const char *classes, struct pt at, const char *text)
{
    svg_text_with(svg, classes, at, NULL, text);
}
