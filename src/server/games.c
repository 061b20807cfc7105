/*
 * games.c: what there is to play: catalogue, rules, charts, pieces; and the server's health. Boards
 * are in pictures.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "engine/casebook.h"
#include "engine/catalogue.h"
#include "handlers.h"

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
    json_key(&r->json, "bots");
    json_open(&r->json, '[');
    for (int i = 0; all_bots[i]; i++) {
        json_open(&r->json, '{');
        json_key_str(&r->json, "name", all_bots[i]->name);
        json_key_str(&r->json, "about", all_bots[i]->about);
        json_close(&r->json);
    }
    json_close(&r->json);
    json_key_int(&r->json, "thinks_ms", r->server->options.bot_ms);
}

/* ---- rules and charts ---- */

void get_rules(struct request *r)
{
    const struct box *box = http_box(r);
    struct casebook book;

    if (!box)
        return;
    json_key(&r->json, "rules");
    json_open(&r->json, '[');
    casebook_open(&book, box);
    for (bool first = true; casebook_each(&book); first = false) {
        if (first)
            continue;
        json_open(&r->json, '{');
        json_key_str(&r->json, "case", book.id);
        json_key_str(&r->json, "kind", book.kind);
        json_key_str(&r->json, "title", book.title);
        json_key_str(&r->json, "requirement", book.requirement);
        json_close(&r->json);
    }
    casebook_close(&book);
    json_close(&r->json);
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

/* ---- health ---- */

static long resident_kb(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    long pages = 0, all;

    if (!f)
        return 0;
    if (fscanf(f, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    fclose(f);
    return pages * 4;
}

static long long cpu_ms(void)
{
    struct rusage used;

    if (getrusage(RUSAGE_SELF, &used) != 0)
        return 0;
    return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000LL +
           (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
}

void get_health(struct request *r)
{
    struct server *s = r->server;
    struct json *j = &r->json;

    http_store(r, true);
    json_key_str(j, "store", store_kinds[store_trouble(s->store)]);
    json_key_int(j, "uptime", (long long)(steady_seconds() - s->started));
    json_key_int(j, "restarts", keeper_lives() - 1);
    json_key_int(j, "matches", store_unfinished(s->store));
    json_key_int(j, "set_aside", store_set_aside(s->store, CRASHES_HALT));
    json_key_int(j, "active", registry_count(s));
    json_key_int(j, "requests", atomic_load(&s->requests));
    json_key_int(j, "streams", atomic_load(&s->streams));
    json_key_int(j, "served", atomic_load(&s->served));
    json_key_int(j, "commits", store_commits(s->store));
    json_key_int(j, "memory_kb", resident_kb());
    json_key_int(j, "cpu_ms", cpu_ms());
}
