/*
 * overlay.c: ways of looking at a board: a game's overlays as lists of places, the ground in words.
 *
 * What an overlay means is the game's business; here it is found, asked and written down. Whoever calls
 * has redacted the state.
 */
#include <assert.h>
#include <string.h>

#include "game.h"

const struct overlay *overlay_find(const struct game *g, const char *name)
{
    for (const struct overlay *o = g->overlays; o && o->name; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

void overlay_about_json(const struct overlay *o, struct json *j)
{
    static const char *const from[] = { "nowhere", "maybe", "place" };

    json_key_str(j, "name", o->name);
    json_key_str(j, "title", o->title);
    json_key_str(j, "cases", o->cases);
    json_key_str(j, "about", o->about);
    json_key_str(j, "from", from[o->from]);
    json_key(j, "keys");
    json_open(j, '[');
    for (int k = 0; o->keys[k]; k++)
        json_str(j, o->keys[k]);
    json_close(j);
    json_key(j, "drawn");
    json_open(j, '[');
    for (int k = 0; o->keys[k]; k++)
        if (o->drawn >> k & 1)
            json_int(j, k);
    json_close(j);
}

void overlay_trace(const struct overlay *o, const struct play *p, int viewer, int from,
                   struct overlay_pen *pen)
{
    if (o->trace)
        o->trace(p, viewer, from, pen);
}

struct json_pen {
    struct overlay_pen pen; /* first */
    const struct play *p;
    struct json *j;
};

static void write_line(struct overlay_pen *pen, const struct overlay_line *line)
{
    const struct json_pen *to = (const struct json_pen *)pen;

    json_open(to->j, '{');
    if (line->n) {
        json_key_int(to->j, "key", line->key);
        if (line->piece >= 0)
            json_key_str(to->j, "piece", to->p->box->piece[line->piece].id);
    }
    json_key_str(to->j, "text", line->words);
    json_key(to->j, "way");
    json_open(to->j, '[');
    for (int i = 0; i < line->n; i++)
        json_str(to->j, board_number(to->p->box->board, line->way[i]));
    json_close(to->j);
    json_close(to->j);
}

static void lines_json(const struct overlay *o, const struct play *p, int viewer, int from,
                       struct json *j)
{
    struct json_pen pen = { { write_line }, p, j };

    json_key(j, "lines");
    json_open(j, '[');
    overlay_trace(o, p, viewer, from, &pen.pen);
    json_close(j);
}

void overlay_places_json(const struct overlay *o, const struct play *p, int viewer, int from,
                         struct json *j)
{
    const struct board *b = p->box->board;
    uint8_t marks[BOARD_CELLS] = { 0 };

    assert(o->from == FROM_NOWHERE ? from < 0 : o->from == FROM_MAYBE || from >= 0);
    o->mark(p, viewer, from, marks);
    json_key(j, "places");
    json_open(j, '[');
    for (int k = 0; o->keys[k]; k++) {
        json_open(j, '[');
        for (int h = 0; h < b->cells; h++)
            if (marks[h] >> k & 1)
                json_str(j, board_number(b, h));
        json_close(j);
    }
    json_close(j);
    lines_json(o, p, viewer, from, j);
}

/* ---- the ground ---- */

static void add_word(struct text *out, const char *word)
{
    if (out->n)
        text_add(out, ", ");
    text_add(out, word);
}

static void terrain_print(const struct board *b, int cell, struct text *out)
{
    add_word(out, b->terrain.word[b->cell[cell].terrain]);
    for (int i = 0; i < b->feature.n; i++)
        if (board_has_feature(b, cell, i))
            add_word(out, b->feature.word[i]);
}

/* Roads that lead into the cell, each kind once. */
static void ways_print(const struct board *b, int cell, struct text *out)
{
    uint32_t ways = 0;

    EACH_NEIGHBOUR (b, cell, link)
        ways |= board_border_at(b, link->border)->ways;
    for (int i = 0; i < b->way.n; i++)
        if (board_bit(ways, i))
            add_word(out, b->way.word[i]);
}

static void sides_print(const struct board *b, int cell, struct text *out)
{
    for (int kind = 0; kind < b->kind.n; kind++) {
        const char *between = " ";

        for (int d = 0; d < HEX_SIDES; d++) {
            if (!board_has_kind(b, b->cell[cell].side[d], kind))
                continue;
            if (*between == ' ')
                text_printf(out, "; %s", b->kind.word[kind]);
            text_printf(out, "%s%s", between, hex_direction_name(&b->grid, d));
            between = ", ";
        }
    }
}

void ground_print(const struct game *g, const struct box *box, int cell, struct text *out)
{
    if (g->ground)
        g->ground(box, cell, out);
    else
        terrain_print(box->board, cell, out);
    ways_print(box->board, cell, out);
    if (box->board->hexes)
        sides_print(box->board, cell, out);
}
