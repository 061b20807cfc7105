/*
 * about.c: what there is to play, and to say.
 */
#include <stdio.h>
#include <string.h>

#include "catalogue.h"
#include "kernel/casebook.h"
#include "session.h"

/* A game whose data are faulty is named with the first complaint; the others can be played. */
static void game_json(struct request *r, const struct game *g)
{
    struct errors e = { 0 };
    const struct box *box = session_box(r->engine, g, &e);

    if (box) {
        catalogue_json(g, box, r->j);
    } else {
        struct text first = { 0 };

        text_add_n(&first, text_of(&e.lines), strcspn(text_of(&e.lines), "\n"));
        json_open(r->j, '{');
        json_key_str(r->j, "id", g->id);
        json_key_str(r->j, "title", g->title);
        json_key_str(r->j, "error", text_of(&first));
        json_close(r->j);
        text_free(&first);
    }
    errors_free(&e);
}

void engine_games(struct request *r)
{
    const struct game *g;

    if (!request_ends(r))
        return;
    json_key(r->j, "games");
    json_open(r->j, '[');
    for (int i = 0; (g = game_on_shelf(i)); i++)
        game_json(r, g);
    json_close(r->j);
}

void engine_rules(struct request *r)
{
    const char *word = lex_need(r->x, "the case");
    char number[LEX_WORD];
    struct casebook book;
    struct text plain = { 0 }, cited = { 0 };

    if (!word)
        return;
    snprintf(number, sizeof number, "%s", word);
    if (!request_ends(r))
        return;
    json_key(r->j, "rules");
    json_open(r->j, '[');
    casebook_open(&book, match_play(r->engine->match)->box);
    while (casebook_next(&book, number)) {
        text_clear(&plain);
        rulings_plain(book.requirement, &plain, &cited);
        json_open(r->j, '{');
        json_key_str(r->j, "case", book.id);
        json_key_str(r->j, "title", book.title);
        json_key_str(r->j, "text", text_of(&plain));
        json_close(r->j);
    }
    casebook_close(&book);
    text_free(&plain);
    text_free(&cited);
    json_close(r->j);
}

void engine_help(struct request *r)
{
    if (!request_ends(r))
        return;
    json_key(r->j, "commands");
    json_open(r->j, '[');
    for (const struct engine_command *c = engine_commands; c->name; c++) {
        json_open(r->j, '{');
        json_key_str(r->j, "form", c->form);
        json_key_str(r->j, "does", c->does);
        json_close(r->j);
    }
    json_close(r->j);
}

void engine_sides(struct request *r)
{
    if (request_ends(r))
        catalogue_sides(match_play(r->engine->match)->game, r->j);
}
