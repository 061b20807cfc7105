/* sides.h: drawn lines that lie on hexsides: the zigzag of a stream, a slope or a level made into a
 * line a pen would draw, which never strays so far that one could doubt which hexside is meant.
 */
#ifndef DRAW_SIDES_H
#define DRAW_SIDES_H

#include "plan.h"

/* Where the corners of hexes come to lie for one set of borders. */
struct soft {
    struct pt *at;
    int *degree; /* borders of the set that meet at the corner */
};

struct chain {
    int n; /* borders */
    int *border;
    int *corner; /* n + 1 of them */
};

struct chains {
    struct chain *c;
    int n;
};

int sides_corner(const struct plan *p, int border, int end);

/* Corners where the set bends are drawn `pull` of the way to the middle of its borders there, and
 * all corners are moved at random by up to `stray`. */
struct soft sides_soften(const struct plan *p, const bool *in, double pull, double stray,
                         unsigned seed);

/* The set as few long lines; only borders of one key are joined (NULL: all alike). */
struct chains sides_chains(const struct plan *p, const bool *in, const int *key);

/* The points of a chain: corner, middle, corner, middle … corner. */
struct line sides_points(const struct plan *p, const struct soft *soft, const struct chain *chain);

#endif
