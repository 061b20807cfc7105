/*
 * cards.c: reads data/<id>/cards.txt.
 *
 *     scenario ID minutes N complexity N [path N]
 *     aim      "who wins when": of that scenario
 *     card     ID "Title": of a phase or step; its lines follow
 *     may, ends, missed "…": several lines are one text
 *     case     NUMBER …
 */
#include "cards.h"

#include <string.h>

#include "casebook.h"
#include "game.h"
#include "read.h"

struct reader {
    struct box *box;
    struct lex x;
    struct card *card; /* being read, or NULL */
    struct card_fact *fact, unread;
};

static bool is_phase(const struct game *g, const char *id)
{
    const struct label *phase = g->page ? g->page->phases : NULL;

    for (; phase && phase->id; phase++)
        if (strcmp(phase->id, id) == 0)
            return true;
    return false;
}

static bool is_step(const struct game *g, const char *id)
{
    for (int i = 0; g->steps[i]; i++)
        if (strcmp(g->steps[i]->name, id) == 0)
            return true;
    return false;
}

/* ---- scenarios ---- */

/* One that is not there is no obstacle to a game: that is for cards_check(). */
static void read_scenario(struct reader *r)
{
    struct cards *c = &r->box->cards;
    const char *id = lex_need(&r->x, "the scenario");
    int scenario = id ? box_scenario_find(r->box, id) : -1;

    if (id && scenario < 0 && c->strangers < CARDS_MAX)
        c->stranger[c->strangers++] =
            (struct card){ .id = arena_copy(&r->box->arena, id), .line = r->x.line };
    r->card = NULL;
    r->unread = (struct card_fact){ .aim = "" };
    r->fact = scenario < 0 ? &r->unread : &c->fact[scenario];
    if (!lex_accept(&r->x, "minutes") ||
        !lex_number(&r->x, "the minutes", 1, 1000, &r->fact->minutes) ||
        !lex_accept(&r->x, "complexity") ||
        !lex_number(&r->x, "the complexity", 1, 5, &r->fact->complexity))
        lex_complain(&r->x, "expected: scenario ID minutes N complexity N [path N]");
    else if (lex_accept(&r->x, "path"))
        lex_number(&r->x, "its place on the way", 1, 99, &r->fact->path);
}

/* ---- cards ---- */

static void read_card(struct reader *r)
{
    struct cards *c = &r->box->cards;
    const char *id = lex_need(&r->x, "the phase or step"), *title;

    if (id && !is_phase(r->box->game, id) && !is_step(r->box->game, id))
        lex_complain(&r->x, "this game has no phase or step \"%s\"", id);
    else if (id && c->n == CARDS_MAX)
        lex_complain(&r->x, "there are at most %d cards", CARDS_MAX);
    if (!id || r->x.faulty)
        return;
    r->fact = NULL;
    r->card = &c->card[c->n++];
    *r->card = (struct card){ .may = "", .ends = "", .missed = "", .line = r->x.line };
    r->card->id = arena_copy(&r->box->arena, id);
    title = lex_need(&r->x, "the title");
    r->card->title = arena_copy(&r->box->arena, title ? title : "");
}

static void read_text(struct reader *r, const char **text)
{
    const char *word = lex_need(&r->x, "what is said");

    if (word)
        *text = arena_printf(&r->box->arena, "%s%s%s", *text, **text ? " " : "", word);
}

static void read_cases(struct reader *r)
{
    const char *word;

    while ((word = lex_word(&r->x)) && r->card->cases < CARD_CASES)
        r->card->cite[r->card->cases++] = arena_copy(&r->box->arena, word);
    if (word)
        lex_complain(&r->x, "at most %d cases are named", CARD_CASES);
}

/* A line of a card; false: it is none. */
static bool read_part(struct reader *r)
{
    struct card *c = r->card;

    if (lex_accept(&r->x, "may"))
        read_text(r, &c->may);
    else if (lex_accept(&r->x, "ends"))
        read_text(r, &c->ends);
    else if (lex_accept(&r->x, "missed"))
        read_text(r, &c->missed);
    else if (lex_accept(&r->x, "case"))
        read_cases(r);
    else
        return false;
    return true;
}

static void read_line(struct reader *r)
{
    if (lex_accept(&r->x, "scenario"))
        read_scenario(r);
    else if (lex_accept(&r->x, "card"))
        read_card(r);
    else if (r->fact && lex_accept(&r->x, "aim"))
        read_text(r, &r->fact->aim);
    else if (!r->card || !read_part(r))
        lex_complain(&r->x, "cards have no line \"%.40s\" here", lex_word(&r->x));
    if (!r->x.faulty)
        lex_end(&r->x);
}

/* ---- the whole ---- */

static bool has_card(const struct cards *c, const char *id)
{
    for (int i = 0; i < c->n; i++)
        if (strcmp(c->card[i].id, id) == 0)
            return true;
    return false;
}

/* Whoever has begun to write cards has written all of them. */
static void check_whole(struct box *box, const char *path, struct errors *e)
{
    const struct cards *c = &box->cards;

    for (const struct label *l = box->game->page ? box->game->page->phases : NULL; l && l->id; l++)
        if (!has_card(c, l->id))
            errors_add(e, path, 1, "there is no card of the phase \"%s\"", l->id);
    for (int i = 0; i < c->n; i++)
        if (!*c->card[i].may || !*c->card[i].ends || !*c->card[i].missed || !c->card[i].cases)
            errors_add(e, path, c->card[i].line,
                       "the card does not say all of: may, ends, missed, case");
}

void cards_load(struct box *box, struct errors *e)
{
    uint64_t digest = box->digest;
    struct reader r = { .box = box };
    const char *path, *text;
    size_t size;

    for (int i = 0; i < COUNT(box->cards.fact); i++)
        box->cards.fact[i].aim = "";
    text = box_file(box, "cards.txt", &size, &path);
    box->digest = digest;
    if (!text)
        return;
    lex_begin_data(&r.x, path, text, size, e);
    while (lex_line(&r.x))
        read_line(&r);
    check_whole(box, path, e);
}

/* The scenarios that there are, each with its aim, and no others. */
static void check_scenarios(const struct box *box, const char *path, struct errors *e)
{
    const struct cards *c = &box->cards;

    for (int i = 0; c->n && i < box->scenarios; i++)
        if (!*c->fact[i].aim || !c->fact[i].minutes)
            errors_add(e, path, 1, "nothing is said of the scenario \"%s\", or not its aim",
                       box->scenario[i].id);
    for (int i = 0; i < c->strangers; i++)
        errors_add(e, path, c->stranger[i].line, "there is no scenario \"%s\"", c->stranger[i].id);
}

void cards_check(const struct box *box, struct errors *e)
{
    struct text path = { 0 };

    text_printf(&path, "%s/cards.txt", box->dir);
    check_scenarios(box, text_of(&path), e);
    for (int i = 0; i < box->cards.n; i++)
        for (int k = 0; k < box->cards.card[i].cases; k++)
            if (!casebook_has(box, box->cards.card[i].cite[k]))
                errors_add(e, text_of(&path), box->cards.card[i].line, "there is no case %s",
                           box->cards.card[i].cite[k]);
    text_free(&path);
}

void cards_json(const struct box *box, struct json *j)
{
    json_key(j, "cards");
    json_open(j, '[');
    for (int i = 0; i < box->cards.n; i++) {
        const struct card *c = &box->cards.card[i];

        json_open(j, '{');
        json_key_str(j, "id", c->id);
        json_key_str(j, "title", c->title);
        json_key_str(j, "may", c->may);
        json_key_str(j, "ends", c->ends);
        json_key_str(j, "missed", c->missed);
        json_key(j, "cases");
        json_open(j, '[');
        for (int k = 0; k < c->cases; k++)
            json_str(j, c->cite[k]);
        json_close(j);
        json_close(j);
    }
    json_close(j);
}

void card_fact_json(const struct box *box, int scenario, struct json *j)
{
    const struct card_fact *f = &box->cards.fact[scenario];

    json_key_str(j, "aim", f->aim);
    json_key_int(j, "minutes", f->minutes);
    json_key_int(j, "complexity", f->complexity);
    json_key_int(j, "path", f->path);
}
