/* sides.c: softening and joining of hexsides. */
#include <assert.h>

#include "sides.h"

#include <string.h>

int sides_corner(const struct plan *p, int border, int end)
{
    assert(border >= 0 && border < p->board->borders && (end == 0 || end == 1));
    return p->board->border[border].corner[end] - p->board->cells - p->board->borders;
}

struct soft sides_soften(const struct plan *p, const bool *in, double pull, double stray,
                         unsigned seed)
{
    int corners = p->board->corners;
    struct soft soft = { ROOM(p->arena, struct pt, corners), ROOM(p->arena, int, corners) };

    for (int i = 0; i < p->board->borders; i++) {
        for (int end = 0; in[i] && end < 2; end++) {
            int c = sides_corner(p, i, end);
            soft.at[c] = pt_add(soft.at[c], plan_border_middle(p, i));
            soft.degree[c]++;
        }
    }
    for (int c = 0; c < corners; c++) {
        struct pt home = p->corner[c], mean = pt_mul(soft.at[c], 1.0 / fmax(1, soft.degree[c]));
        soft.at[c] = soft.degree[c] >= 2 ? pt_mix(home, mean, pull) : home;
        if (stray > 0)
            soft.at[c] = noise_push(seed, 50, soft.at[c], stray);
    }
    return soft;
}

/* ---- chains ---- */

struct web {
    const struct plan *p;
    const int *key;
    bool *left;   /* borders not yet in a chain */
    int (*at)[3]; /* borders of the set at a corner, -1 for none */
};

static struct web web_new(const struct plan *p, const bool *in, const int *key)
{
    struct web w = { .p = p, .key = key };

    w.left = ROOM(p->arena, bool, p->board->borders);
    w.at = arena_alloc(p->arena, (size_t)p->board->corners * sizeof *w.at);
    memset(w.at, -1, (size_t)p->board->corners * sizeof *w.at);
    for (int i = 0; i < p->board->borders; i++) {
        w.left[i] = in[i];
        for (int end = 0; in[i] && end < 2; end++) {
            int *slot = w.at[sides_corner(p, i, end)];
            while (*slot >= 0)
                slot++;
            *slot = i;
        }
    }
    return w;
}

/* The next border of the chain at a corner: one of the same key, or -1. */
static int onward(const struct web *w, int corner, int from)
{
    for (int k = 0; k < 3; k++) {
        int b = w->at[corner][k];
        if (b >= 0 && b != from && w->left[b] && (!w->key || w->key[b] == w->key[from]))
            return b;
    }
    return -1;
}

static int alike(const struct web *w, int corner, int border)
{
    int n = 0;

    for (int k = 0; k < 3; k++) {
        int b = w->at[corner][k];
        n += b >= 0 && w->left[b] && (!w->key || w->key[b] == w->key[border]);
    }
    return n;
}

/* Follows a chain from the border `b` out of its corner `c`. */
static struct chain follow(struct web *w, int b, int c)
{
    struct chain chain = { .border = ROOM(w->p->arena, int, w->p->board->borders),
                           .corner = ROOM(w->p->arena, int, w->p->board->borders + 1) };

    chain.corner[0] = c;
    while (b >= 0) {
        int a = sides_corner(w->p, b, 0), z = sides_corner(w->p, b, 1);
        c = a == c ? z : a;
        w->left[b] = false;
        chain.border[chain.n++] = b;
        chain.corner[chain.n] = c;
        b = onward(w, c, b);
    }
    return chain;
}

struct chains sides_chains(const struct plan *p, const bool *in, const int *key)
{
    struct web w = web_new(p, in, key);
    struct chains out = { ROOM(p->arena, struct chain, p->board->borders), 0 };

    for (int rings = 0; rings < 2; rings++) {
        for (int b = 0; b < p->board->borders; b++) {
            for (int end = 0; w.left[b] && end < 2; end++) {
                int c = sides_corner(p, b, end);
                if (rings || alike(&w, c, b) != 2)
                    out.c[out.n++] = follow(&w, b, c);
            }
        }
    }
    return out;
}

struct line sides_points(const struct plan *p, const struct soft *soft, const struct chain *chain)
{
    struct line l = line_new(p->arena);

    assert(chain->n > 0);
    line_add(&l, soft->at[chain->corner[0]]);
    for (int i = 0; i < chain->n; i++) {
        line_add(&l, plan_border_middle(p, chain->border[i]));
        line_add(&l, soft->at[chain->corner[i + 1]]);
    }
    return l;
}
