/* ground.c: reading of ground.txt. A line of an unknown kind is a complaint, so that a slip of the
 * pen is noticed; what a known kind looks like is left to the layers. */
#include "ground.h"

#include "kernel/lex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define UNITS .1 /* drawing units in a board unit */

enum { FURTHEST = 1000000 };

static const char *const line_kinds[] = { "river", "stream", "highway", "road",   "track",
                                          "trail", "crest",  "hedge",   "sunken", "start" };
static const char *const shape_kinds[] = { "woods",  "forest", "copse",   "marsh", "swamp",
                                           "pond",   "town",   "village", "farm",  "orchard",
                                           "garden", "field",  "hill" };
static const char *const house_kinds[] = { "church", "farm", "grand", "mill" };
static const char *const label_kinds[] = { "town",  "village", "grand", "farm",  "wood",
                                           "woods", "forest",  "water", "river", "stream",
                                           "pond",  "marsh",   "hill",  "road",  "region",
                                           "field", "copse",   "place" };

static const char *known(struct lex *x, const char *what, const char *const *kinds, int n)
{
    const char *word = lex_need(x, what);

    for (int i = 0; word && i < n; i++) {
        if (strcmp(word, kinds[i]) == 0)
            return kinds[i];
    }
    if (word)
        lex_complain(x, "unknown %s \"%s\"", what, word);
    return NULL;
}

static bool number(struct lex *x, const char *what, double *value)
{
    int n = 0;
    bool good = lex_number(x, what, -FURTHEST, FURTHEST, &n);

    *value = n;
    return good;
}

static bool point(struct lex *x, struct pt *p)
{
    bool good = number(x, "x", &p->x) && number(x, "y", &p->y);

    *p = pt_mul(*p, UNITS);
    return good;
}

static struct line points(struct lex *x, struct arena *arena, int least)
{
    struct line l = line_new(arena);
    struct pt p;

    while (lex_more(x) && point(x, &p))
        line_add(&l, p);
    if (!x->faulty && l.n < least)
        lex_complain(x, "%d points are too few", l.n);
    return l;
}

/* Room for one more in a list that doubles whenever its count reaches a power of two. */
static void *one_more(struct arena *arena, void *list, int n, size_t size)
{
    if (n & (n - 1))
        return list;
    void *more = arena_alloc(arena, (size_t)(n ? 2 * n : 1) * size);
    if (n)
        memcpy(more, list, (size_t)n * size);
    return more;
}

#define ONE_MORE(g, list, n)                                                                       \
    ((list) = one_more(&(g)->arena, list, n, sizeof *(list)), &(list)[(n)++])

static void read_line(struct ground *g, struct lex *x)
{
    struct ground_line one = { .line = x->line };

    one.kind = known(x, "kind of line", line_kinds, COUNT(line_kinds));
    one.name = one.kind && lex_need(x, "name") ? arena_copy(&g->arena, x->word) : NULL;
    if (!one.name)
        return;
    one.l = points(x, &g->arena, 2);
    if (!x->faulty)
        *ONE_MORE(g, g->line, g->lines) = one;
}

static void read_shape(struct ground *g, struct lex *x)
{
    struct ground_line one = { .line = x->line };

    one.kind = known(x, "kind of shape", shape_kinds, COUNT(shape_kinds));
    one.name = one.kind && lex_need(x, "name") ? arena_copy(&g->arena, x->word) : NULL;
    if (!one.name)
        return;
    one.l = points(x, &g->arena, 3);
    one.holes = lines_new(&g->arena);
    if (!x->faulty)
        *ONE_MORE(g, g->shape, g->shapes) = one;
}

static void read_hole(struct ground *g, struct lex *x)
{
    struct line ring = points(x, &g->arena, 3);

    if (!g->shapes)
        lex_complain(x, "a hole before any shape");
    else if (!x->faulty)
        lines_add(&g->shape[g->shapes - 1].holes, ring);
}

static void read_outline(struct ground *g, struct lex *x)
{
    struct ground_outline one = { .line = x->line };

    if (!lex_need(x, "number of the area"))
        return;
    one.number = arena_copy(&g->arena, x->word);
    for (int i = 0; i < g->outlines; i++) {
        if (strcmp(g->outline[i].number, one.number) == 0) {
            lex_complain(x, "area %s has an outline in line %d", one.number, g->outline[i].line);
            return;
        }
    }
    one.ring = points(x, &g->arena, 3);
    if (!x->faulty)
        *ONE_MORE(g, g->outline, g->outlines) = one;
}

static void read_centre(struct ground *g, struct lex *x)
{
    struct ground_centre one;

    if (!lex_need(x, "number of the area"))
        return;
    one.number = arena_copy(&g->arena, x->word);
    if (!point(x, &one.at))
        return;
    lex_end(x);
    if (!x->faulty)
        *ONE_MORE(g, g->centre, g->centres) = one;
}

static void read_house(struct ground *g, struct lex *x)
{
    struct ground_house one;
    struct pt size;

    if (!point(x, &one.at) || !point(x, &size) || !number(x, "angle", &one.angle))
        return;
    one.w = size.x;
    one.h = size.y;
    one.kind = lex_more(x) ? known(x, "kind of house", house_kinds, COUNT(house_kinds)) : "";
    lex_end(x);
    if (!x->faulty)
        *ONE_MORE(g, g->house, g->houses) = one;
}

static void read_height(struct ground *g, struct lex *x)
{
    struct ground_height one;

    if (!point(x, &one.at) || !number(x, "height in metres", &one.metres))
        return;
    lex_end(x);
    if (!x->faulty)
        *ONE_MORE(g, g->height, g->heights) = one;
}

static void read_label(struct ground *g, struct lex *x)
{
    struct ground_label one;

    one.kind = known(x, "kind of label", label_kinds, COUNT(label_kinds));
    one.text = one.kind && lex_need(x, "text") ? arena_copy(&g->arena, x->word) : NULL;
    if (!one.text || !point(x, &one.at) || !number(x, "angle", &one.angle) ||
        !number(x, "size", &one.size))
        return;
    one.size *= UNITS;
    lex_end(x);
    if (!x->faulty)
        *ONE_MORE(g, g->label, g->labels) = one;
}

static void read_frame(struct ground *g, struct lex *x)
{
    struct pt a, b;

    if (!point(x, &a) || !point(x, &b))
        return;
    if (a.x >= b.x || a.y >= b.y)
        lex_complain(x, "the frame has no inside");
    lex_end(x);
    g->frame = (struct rect){ a.x, a.y, b.x, b.y };
    g->framed = !x->faulty;
}

static void read_one(struct ground *g, struct lex *x)
{
    static const struct {
        const char *word;
        void (*read)(struct ground *, struct lex *);
    } readers[] = {
        { "frame", read_frame },     { "line", read_line },     { "shape", read_shape },
        { "hole", read_hole },       { "house", read_house },   { "height", read_height },
        { "outline", read_outline }, { "centre", read_centre }, { "label", read_label },
    };
    const char *word = lex_word(x);

    for (int i = 0; word && i < COUNT(readers); i++) {
        if (strcmp(word, readers[i].word) == 0) {
            readers[i].read(g, x);
            return;
        }
    }
    if (word)
        lex_complain(x, "unknown line \"%s\"", word);
}

void ground_read(struct ground *ground, const char *file, const char *text, size_t size,
                 struct errors *errors)
{
    struct lex x;

    lex_begin_data(&x, file, text, size, errors);
    while (lex_line(&x))
        read_one(ground, &x);
}

void ground_load(struct ground *ground, const char *path, struct errors *errors)
{
    size_t size;
    char *text = base_read_file(path, &size);

    memset(ground, 0, sizeof *ground);
    if (text)
        ground_read(ground, arena_copy(&ground->arena, path), text, size, errors);
    else if (errno != ENOENT)
        errors_add(errors, path, 0, "%s", strerror(errno));
    free(text);
}

static void scale_line(struct line *l, double by)
{
    for (int i = 0; i < l->n; i++)
        l->p[i] = pt_mul(l->p[i], by);
}

void ground_scale(struct ground *g, double by)
{
    for (int i = 0; i < g->lines; i++)
        scale_line(&g->line[i].l, by);
    for (int i = 0; i < g->shapes; i++) {
        scale_line(&g->shape[i].l, by);
        for (int k = 0; k < g->shape[i].holes.n; k++)
            scale_line(&g->shape[i].holes.l[k], by);
    }
    for (int i = 0; i < g->outlines; i++)
        scale_line(&g->outline[i].ring, by);
    for (int i = 0; i < g->centres; i++)
        g->centre[i].at = pt_mul(g->centre[i].at, by);
    for (int i = 0; i < g->heights; i++)
        g->height[i].at = pt_mul(g->height[i].at, by);
    for (int i = 0; i < g->labels; i++)
        g->label[i].at = pt_mul(g->label[i].at, by);
    for (int i = 0; i < g->houses; i++) {
        g->house[i].at = pt_mul(g->house[i].at, by);
        g->house[i].w *= by;
        g->house[i].h *= by;
    }
    g->frame =
        (struct rect){ g->frame.x0 * by, g->frame.y0 * by, g->frame.x1 * by, g->frame.y1 * by };
}

static struct ground_line *lend_lines(const struct ground_line *from, int n, struct arena *arena)
{
    struct ground_line *to = ROOM(arena, struct ground_line, n);

    for (int i = 0; i < n; i++) {
        to[i] = from[i];
        to[i].l.arena = arena;
        to[i].holes = lines_new(arena);
        for (int k = 0; k < from[i].holes.n; k++)
            lines_add(&to[i].holes, from[i].holes.l[k])->arena = arena;
    }
    return to;
}

const struct ground *ground_lend(const struct ground *from, struct arena *arena)
{
    struct ground *to = ROOM(arena, struct ground, 1);

    *to = *from;
    to->arena = (struct arena){ 0 };
    to->line = lend_lines(from->line, from->lines, arena);
    to->shape = lend_lines(from->shape, from->shapes, arena);
    to->outline = ROOM(arena, struct ground_outline, from->outlines);
    for (int i = 0; i < from->outlines; i++) {
        to->outline[i] = from->outline[i];
        to->outline[i].ring.arena = arena;
    }
    return to;
}

void ground_free(struct ground *ground)
{
    arena_free(&ground->arena);
    memset(ground, 0, sizeof *ground);
}
