/*
 * facts.c: finds one printed value by its path. Only what the path names is written out: a whole
 * board would be much text for one word of it.
 */
#include "facts.h"

#include <string.h>

#include "game.h"

/* The path behind this word and its dot, or NULL if it begins otherwise. */
static const char *behind(const char *path, const char *word)
{
    size_t n = strlen(word);

    return strncmp(path, word, n) == 0 && path[n] == '.' ? path + n + 1 : NULL;
}

/* ---- charts ---- */

static void chart_json(const struct chart *c, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "title", c->title);
    json_key_str(j, "source", c->source);
    json_key_int(j, "rows", c->rows);
    json_key_int(j, "columns", c->columns);
    for (int column = 0; column < c->columns; column++) {
        json_key(j, c->column[column].label);
        json_open(j, '{');
        for (int row = 0; row < c->rows; row++)
            json_key_str(j, c->row[row].label, chart_word(c, row, column));
        json_close(j);
    }
    json_close(j);
}

static void charts_json(const struct box *box, const char *path, struct json *j)
{
    for (int i = 0; i < box->charts; i++)
        if (behind(path, box->chart[i]->id)) {
            json_key(j, box->chart[i]->id);
            chart_json(box->chart[i], j);
        }
}

/* ---- the board ---- */

static void words_json(const struct board_words *words, uint32_t bits, struct json *j)
{
    for (int i = 0; i < words->n; i++)
        if (board_bit(bits, i))
            json_key_bool(j, words->word[i], true);
}

static void exits_json(const struct board *b, int cell, struct json *j)
{
    json_key(j, "exits");
    json_open(j, '[');
    for (int i = 0; i < b->exits; i++)
        if (b->exit[i].cell == cell)
            json_str(j, board_compass_name(b->exit[i].compass));
    json_close(j);
}

static void cell_json(const struct board *b, int cell, struct json *j)
{
    const struct board_cell *c = &b->cell[cell];

    json_key_str(j, "terrain", b->terrain.word[c->terrain]);
    json_key_int(j, "level", c->level);
    json_key_str(j, "name", c->name);
    json_key_str(j, "source", board_source_name(c->source));
    words_json(&b->feature, c->features, j);
    for (int key = 0; key < b->key.n; key++)
        if (b->value[key][cell] != BOARD_NO_VALUE)
            json_key_int(j, b->key.word[key], b->value[key][cell]);
    json_key_int(j, "neighbours", c->links);
    exits_json(b, cell, j);
}

/* A kind is true, and tells which of the two cells it speaks of if it speaks of one only. */
static void border_json(const struct board *b, int border, struct json *j)
{
    const struct board_border *at = board_border_at(b, border);

    words_json(&b->kind, at->kinds, j);
    words_json(&b->way, at->ways, j);
    for (int i = 0; i < 2; i++)
        for (int kind = 0; kind < b->kind.n && at->cell[i] >= 0; kind++)
            if (board_speaks_of(b, border, kind, at->cell[i])) {
                struct text key = { 0 };

                text_printf(&key, "%s.%s", b->kind.word[kind], board_number(b, at->cell[i]));
                json_key_bool(j, text_of(&key), true);
                text_free(&key);
            }
}

static int count_word(const struct board *b, const char *word)
{
    int terrain = board_terrain(b, word), feature = board_feature(b, word), n = 0;
    int kind = board_kind(b, word), way = board_way(b, word);

    for (int c = 0; c < b->cells; c++)
        n += b->cell[c].terrain == terrain || board_has_feature(b, c, feature);
    for (int i = b->cells; i < b->cells + b->borders; i++)
        n += board_has_kind(b, i, kind) || board_has_way(b, i, way);
    return n;
}

/* The place that the path begins with; sets *rest behind it. Numbers hold no dots. */
static int place_at(const struct board *b, const char *path, const char **rest)
{
    char label[BOARD_LABEL];
    size_t n = strcspn(path, ".");

    *rest = path + n + (path[n] == '.');
    if (n >= sizeof label)
        return BOARD_NOWHERE;
    memcpy(label, path, n);
    label[n] = '\0';
    return board_parse_place(b, label);
}

static bool distance_find(const struct board *b, int from, const char *to, struct text *value)
{
    const char *rest;
    int cell = place_at(b, to, &rest);

    if (!board_is_cell(b, from) || !board_is_cell(b, cell) || *rest)
        return false;
    text_int(value, board_distance(b, from, cell));
    return true;
}

static bool place_find(const struct board *b, int place, const char *path, struct text *value)
{
    struct text out = { 0 };
    struct json j;
    bool found;

    json_begin(&j, &out);
    json_open(&j, '{');
    json_key_str(&j, "number", board_number(b, place));
    if (board_is_cell(b, place))
        cell_json(b, place, &j);
    else if (board_is_border(b, place))
        border_json(b, place, &j);
    json_close(&j);
    found = json_find(text_of(&out), path, value);
    text_free(&out);
    return found;
}

static bool board_facts(const struct board *b, const char *path, struct text *value)
{
    const char *rest = behind(path, "count");
    int place;

    if (rest) {
        text_int(value, count_word(b, rest));
        return true;
    }
    if (strcmp(path, "title") == 0 || strcmp(path, "cells") == 0) {
        *path == 't' ? text_add(value, b->title) : text_int(value, b->cells);
        return true;
    }
    if (strcmp(path, "scale") == 0) {
        text_printf(value, "%d %s", b->scale, b->unit);
        return true;
    }
    place = place_at(b, path, &rest);
    if (place < 0)
        return false;
    if (behind(rest, "distance"))
        return distance_find(b, place, behind(rest, "distance"), value);
    return place_find(b, place, rest, value);
}

static bool named_facts(const struct board *b, const char *name, struct text *value)
{
    int16_t cell[64];
    int n = board_named(b, name, cell, COUNT(cell));

    for (int i = 0; i < n; i++) {
        text_add(value, i ? " " : "");
        text_add(value, board_number(b, cell[i]));
    }
    return n > 0;
}

/* ---- pieces, scenarios, options ---- */

static void pieces_json(const struct box *box, const char *path, struct json *j)
{
    int of[SIDES_MAX] = { 0 };

    for (int i = 0; i < box->pieces; i++) {
        const struct piece *u = &box->piece[i];

        if (u->side >= 0 && u->side < SIDES_MAX)
            of[u->side]++;
        if (!behind(path, u->id))
            continue;
        json_key(j, u->id);
        json_open(j, '{');
        json_key_str(j, "name", u->name);
        json_key_str(j, "side", game_side_name(box->game, u->side));
        json_close(j);
    }
    json_key_int(j, "count", box->pieces);
    for (int side = 0; side < game_sides(box->game); side++) {
        struct text key = { 0 };

        text_printf(&key, "count.%s", box->game->sides[side]);
        json_key_int(j, text_of(&key), of[side]);
        text_free(&key);
    }
}

static void scenarios_json(const struct box *box, const char *path, struct json *j)
{
    (void)path;
    for (int i = 0; i < box->scenarios; i++) {
        json_key(j, box->scenario[i].id);
        json_open(j, '{');
        json_key_str(j, "title", box->scenario[i].title);
        json_key_str(j, "about", box->scenario[i].about);
        json_close(j);
    }
    json_key_int(j, "count", box->scenarios);
}

static void options_json(const struct box *box, const char *path, struct json *j)
{
    (void)path;
    for (int i = 0; i < game_options(box->game); i++) {
        const struct option *o = &box->game->options[i];

        json_key(j, o->id);
        json_open(j, '{');
        json_key_str(j, "title", o->title);
        json_key_str(j, "cases", o->cases);
        json_key_str(j, "standard", game_option_name(o, o->standard));
        json_close(j);
    }
}

static const struct {
    const char *word;
    void (*write)(const struct box *, const char *path, struct json *);
} chapters[] = {
    { "chart", charts_json },
    { "piece", pieces_json },
    { "scenario", scenarios_json },
    { "option", options_json },
};

static bool written_facts(const struct box *box, const char *path, struct text *value)
{
    for (int i = 0; i < COUNT(chapters); i++) {
        const char *rest = behind(path, chapters[i].word);
        struct text out = { 0 };
        struct json j;
        bool found;

        if (!rest)
            continue;
        json_begin(&j, &out);
        json_open(&j, '{');
        chapters[i].write(box, rest, &j);
        json_close(&j);
        found = json_find(text_of(&out), rest, value);
        text_free(&out);
        return found;
    }
    return false;
}

bool facts_chapter(const char *path)
{
    for (int i = 0; i < COUNT(chapters); i++)
        if (behind(path, chapters[i].word))
            return true;
    return behind(path, "board") || behind(path, "place");
}

bool facts_find(const struct box *box, const char *path, struct text *value)
{
    const char *rest;

    if (box->board && (rest = behind(path, "board")))
        return board_facts(box->board, rest, value);
    if (box->board && (rest = behind(path, "place")))
        return named_facts(box->board, rest, value);
    return written_facts(box, path, value);
}
