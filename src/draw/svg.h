/* svg.h: writing of one SVG picture: paths with short relative numbers, groups, lettering.
 *
 * Coordinates are kept to a tenth of a unit and never pass through printf: the picture is the same
 * bytes in every locale. A colour goes out twice, as an attribute and as a class with a CSS
 * variable (see palette.h). What lies outside the window is left away.
 */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "kernel/text.h"
#include "palette.h"
#include "plane.h"
#include "type.h"

struct svg {
    struct text *out;
    enum light light;
    struct rect window;
};

/* The "d" of a path under construction; the pen's last place is kept in tenths. */
struct path {
    struct text d;
    struct rect window;
    long x, y;
    char last; /* the command in force, which need not be repeated */
};

struct pen {
    enum colour fill, stroke;
    double fill_opacity, opacity; /* 0 stands for 1 */
    double width;
    const char *dash;  /* stroke-dasharray */
    bool round;        /* caps and joins */
    const char *class; /* further classes */
    const char *more;  /* further attributes, written as they are */
};

struct path path_new(const struct svg *svg);
void path_move(struct path *path, struct pt p);
void path_to(struct path *path, struct pt p);
void path_close(struct path *path);
void path_arc(struct path *path, struct pt to, double r); /* clockwise, less than half a circle */
void path_line(struct path *path, const struct line *l);
void path_ring(struct path *path, const struct line *l);
void path_rings(struct path *path, const struct lines *ls);
void path_segment(struct path *path, struct pt a, struct pt b);
void path_circle(struct path *path, struct pt at, double r);
/* A point that a round pen turns into a disc: shorter than a circle where there are thousands. */
void path_dot(struct path *path, struct pt at);

/* Writes the path, unless it is empty, and frees it. */
void svg_path(struct svg *svg, struct path *path, struct pen pen);

/* One ring with this pen. */
void svg_ring(struct svg *svg, const struct line *ring, struct pen pen);

void svg_open(struct svg *svg, const char *id, const char *more);
void svg_close(struct svg *svg);
void svg_raw(struct svg *svg, const char *text);
void svg_escape(struct svg *svg, const char *text);
void svg_number(struct svg *svg, double x);  /* to a tenth */
void svg_translate(struct svg *, struct pt); /* translate(x y) */
void svg_fine(struct svg *svg, double x);    /* to a hundredth */
void svg_attribute(struct svg *svg, const char *name, double x);
/* ` fill="#…"` and the like; the class has to be written by the caller */
void svg_paint(struct svg *svg, const char *attribute, enum colour c);
void svg_text(struct svg *svg, const char *classes, struct pt at, const char *text);
/* The same with attributes of its own: an anchor, a size, a transform. */
void svg_text_with(struct svg *svg, const char *classes, struct pt at, const char *more,
                   const char *text);

#endif
