/*
 * describe-overlay.c: ways of looking at the board, as lists of places.
 */
#include <stdio.h>
#include <string.h>

#include "describe.h"

static void list_overlays(const struct game *g, struct text *out)
{
    static const char *const place[] = { "", " [PLACE]", " PLACE" };

    for (const struct overlay *o = g->overlays; o && o->name; o++) {
        struct text line = { 0 };

        text_printf(&line, "show %s%s: %s [%s]", o->name, place[o->from], o->about, o->cases);
        words_wrap(text_of(&line), 2, 4, out);
        text_free(&line);
    }
}

/* "a unit out of command: 0512, 0610 (Merbraine)" */
static void print_key(const struct known *k, const char *key, const uint8_t *marks, int bit,
                      struct text *out)
{
    const struct board *b = k->play.box->board;
    struct text line = { 0 };
    const char *between = ": ";

    text_add(&line, key);
    for (int h = 0; h < b->cells; h++)
        if (marks[h] >> bit & 1) {
            text_add(&line, between);
            place_print(&k->play, h, &line);
            between = ", ";
        }
    if (*between == ':')
        text_add(&line, ": nowhere");
    words_wrap(text_of(&line), 2, 4, out);
    text_free(&line);
}

struct text_pen {
    struct overlay_pen pen; /* first */
    const struct play *p;
    struct text places, words; /* not written yet */
    struct text *out;
};

/* "1005 (Jamioulx), 1006: in supply …" */
static void write_places(struct text_pen *to)
{
    if (to->words.n == 0)
        return;
    if (to->places.n)
        text_add(&to->places, ": ");
    text_add(&to->places, text_of(&to->words));
    words_wrap(text_of(&to->places), 2, 4, to->out);
    text_clear(&to->places);
    text_clear(&to->words);
}

/* Of places one after another of which the same is said it is said once. */
static void print_line(struct overlay_pen *pen, const struct overlay_line *drawn)
{
    struct text_pen *to = (struct text_pen *)pen;
    bool again = to->places.n && drawn->n && strcmp(text_of(&to->words), drawn->words) == 0;

    if (!again) {
        write_places(to);
        text_add(&to->words, drawn->words);
    }
    if (again)
        text_add(&to->places, ", ");
    if (drawn->n)
        place_print(to->p, drawn->way[drawn->n - 1], &to->places);
}

const char *describe_overlay(const struct known *k, const char *words, struct text *out)
{
    const struct game *g = k->play.game;
    size_t n = strcspn(words, " \t");
    const char *place = words + n + strspn(words + n, " \t");
    uint8_t marks[BOARD_CELLS] = { 0 };
    const struct overlay *o;
    char name[40];
    int cell = *place ? describe_cell(k, place) : -1;
    struct text_pen pen = { .pen = { print_line }, .p = &k->play, .out = out };

    snprintf(name, sizeof name, "%.*s", (int)n, words);
    o = overlay_find(g, name);
    if (!g->overlays)
        return "this game has no other ways of looking at its board";
    if (*place && cell < 0)
        return "no place has that number or name";
    if (!o || (o->from == FROM_PLACE) > (cell >= 0)) {
        list_overlays(g, out);
        return NULL;
    }
    if (o->from == FROM_NOWHERE)
        cell = -1;
    o->mark(&k->play, k->viewer, cell, marks);
    for (int i = 0; o->keys[i]; i++)
        if (!(o->drawn >> i & 1))
            print_key(k, o->keys[i], marks, i, out);
    overlay_trace(o, &k->play, k->viewer, cell, &pen.pen);
    write_places(&pen);
    text_free(&pen.places);
    text_free(&pen.words);
    return NULL;
}
