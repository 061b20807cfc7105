/*
 * games.c: what there is to play: catalogue, rules, charts, pieces. Boards are in pictures.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/catalogue.h"
#include "handlers.h"
#include "kernel/casebook.h"

int game_index(const char *id)
{
    for (int i = 0; all_games[i]; i++)
        if (strcmp(all_games[i]->id, id) == 0)
            return i;
    return -1;
}

const struct box *server_box(const struct server *s, const struct game *g)
{
    int i = game_index(g->id);

    return i < 0 || i >= COUNT(s->box) ? NULL : s->box[i];
}

const struct box *http_box(struct request *r)
{
    int i = game_index(r->tail);

    if (i < 0)
        http_refuse(r, MHD_HTTP_NOT_FOUND, "there is no game \"%.60s\"", r->tail);
    else if (!r->server->box[i])
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the data of %s are faulty: %.300s", r->tail,
                    text_of(&r->server->complaint[i]));
    else
        return r->server->box[i];
    return NULL;
}

/* ---- catalogue ---- */

static void sources_json(const struct box *box, struct json *j)
{
    json_key(j, "sources");
    json_open(j, '{');
    for (int i = 0; i < SOURCES; i++)
        json_key_int(j, source_names[i], box->source[i]);
    json_close(j);
    json_key_int(j, "reconstructed", box->source[SOURCE_RECONSTRUCTED]);
}

/* The module of web/ that draws its pieces; a game without one is drawn plainly. */
static void module_json(struct server *s, const struct game *g, struct json *j)
{
    char path[80];

    snprintf(path, sizeof path, "games/%s.js", g->id);
    json_key_str(j, "module", site_has(s, path) ? path : NULL);
}

static void game_json(struct server *s, const struct game *g, struct json *j)
{
    const struct box *box = server_box(s, g);

    json_open(j, '{');
    module_json(s, g, j);
    if (box) {
        catalogue_members(g, box, j);
        json_key_bool(j, "board", box->board != NULL);
        json_key_bool(j, "hidden", g->redact != NULL);
        json_key_str(j, "variants", g->variants);
        sources_json(box, j);
    } else {
        json_key_str(j, "id", g->id);
        json_key_str(j, "title", g->title);
        json_key_str(j, "error", text_of(&s->complaint[game_index(g->id)]));
    }
    json_close(j);
}

void get_games(struct request *r)
{
    const struct game *g;

    json_key(&r->json, "games");
    json_open(&r->json, '[');
    for (int i = 0; (g = game_on_shelf(i)); i++)
        game_json(r->server, g, &r->json);
    json_close(&r->json);
    bots_json(&r->json);
    json_key_int(&r->json, "thinks_ms", r->server->options.bot_ms);
}

/* ---- rules and charts ---- */

static void words_json(const char *words, const char *key, struct json *j)
{
    json_key(j, key);
    json_open(j, '[');
    for (size_t n; *words; words += n + (words[n] == ' ')) {
        char one[16];

        n = strcspn(words, " ");
        snprintf(one, sizeof one, "%.*s", (int)n, words);
        json_str(j, one);
    }
    json_close(j);
}

static void case_json(const struct casebook *book, struct json *j)
{
    struct text plain = { 0 }, cited = { 0 };

    rulings_plain(book->requirement, &plain, &cited);
    json_open(j, '{');
    json_key_str(j, "case", book->id);
    json_key_str(j, "kind", book->kind);
    json_key_str(j, "chapter", casebook_chapter(book, book->id));
    json_key_str(j, "title", book->title);
    json_key_str(j, "requirement", text_of(&plain));
    words_json(text_of(&cited), "rulings", j);
    json_close(j);
    text_free(&plain);
    text_free(&cited);
}

static void rulings_json(const struct box *box, struct json *j)
{
    struct rulings rulings;

    json_key(j, "rulings");
    json_open(j, '[');
    rulings_open(&rulings, box);
    while (rulings_next(&rulings)) {
        json_open(j, '{');
        json_key_str(j, "id", text_of(&rulings.id));
        json_key_str(j, "about", text_of(&rulings.about));
        json_key_str(j, "text", text_of(&rulings.words));
        json_close(j);
    }
    rulings_close(&rulings);
    json_close(j);
}

void get_rules(struct request *r)
{
    const struct box *box = http_box(r);
    struct casebook book;

    if (!box)
        return;
    casebook_open(&book, box);
    json_key(&r->json, "chapters");
    json_open(&r->json, '[');
    for (int i = 0; i < book.chapters; i++)
        json_str(&r->json, book.chapter[i].title);
    json_close(&r->json);
    json_key(&r->json, "rules");
    json_open(&r->json, '[');
    for (bool first = true; casebook_each(&book); first = false)
        if (!first)
            case_json(&book, &r->json);
    json_close(&r->json);
    casebook_close(&book);
    rulings_json(box, &r->json);
}

static void labels_json(const struct band *band, int n, const char *key, struct json *j)
{
    json_key(j, key);
    json_open(j, '[');
    for (int i = 0; i < n; i++)
        json_str(j, band[i].label);
    json_close(j);
}

static void chart_json(const struct chart *c, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "id", c->id);
    json_key_str(j, "title", c->title);
    json_key_str(j, "source", c->source);
    labels_json(c->column, c->columns, "columns", j);
    labels_json(c->row, c->rows, "rows", j);
    json_key(j, "cells");
    json_open(j, '[');
    for (int row = 0; row < c->rows; row++) {
        json_open(j, '[');
        for (int column = 0; column < c->columns; column++)
            json_str(j, chart_word(c, row, column));
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

void get_charts(struct request *r)
{
    const struct box *box = http_box(r);

    if (!box)
        return;
    json_key(&r->json, "charts");
    json_open(&r->json, '[');
    for (int i = 0; i < box->charts; i++)
        chart_json(box->chart[i], &r->json);
    json_close(&r->json);
}

void get_ground(struct request *r)
{
    const struct box *box = http_box(r);
    struct text words = { 0 };

    if (!box)
        return;
    json_key(&r->json, "ground");
    json_open(&r->json, '{');
    for (int h = 0; box->board && h < box->board->cells; h++) {
        text_clear(&words);
        ground_print(box->game, box, h, &words);
        json_key(&r->json, board_number(box->board, h));
        json_open(&r->json, '{');
        json_key_str(&r->json, "name", board_name(box->board, h));
        json_key_str(&r->json, "words", text_of(&words));
        json_close(&r->json);
    }
    json_close(&r->json);
    text_free(&words);
}

/* ---- pieces ---- */

static void names_json(const struct box *box, struct json *j)
{
    json_key(j, "pieces");
    json_open(j, '[');
    for (int i = 0; i < box->pieces; i++) {
        json_open(j, '{');
        json_key_str(j, "id", box->piece[i].id);
        json_key_str(j, "name", box->piece[i].name);
        json_key_str(j, "side",
                     box->piece[i].side >= 0 && box->piece[i].side < game_sides(box->game)
                         ? box->game->sides[box->piece[i].side]
                         : NULL);
        json_close(j);
    }
    json_close(j);
}

/* As they lie in the box: what is printed on them is open to all, where a scenario puts them is not. */
void get_pieces(struct request *r)
{
    const struct box *box = http_box(r);
    struct known *k;

    if (!box)
        return;
    k = base_alloc(sizeof *k);
    play_bind(&k->play, box->game, box, k->state, &k->menu);
    position_blank(&k->play);
    names_json(box, &r->json);
    json_key(&r->json, "view");
    json_open(&r->json, '{');
    printed_json(&k->play, &r->json);
    json_close(&r->json);
    free(k);
}
