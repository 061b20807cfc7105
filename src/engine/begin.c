/*
 * begin.c: matches begin (new, position, load), are kept (save, record) and come back.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/read.h"
#include "match/lesson.h"
#include "session.h"

/* ---- new ---- */

struct setting {
    const struct game *game;
    const struct box *box;
    int scenario;
    uint8_t option[OPTIONS_MAX];
    struct dice dice;
    struct lesson *lesson; /* brings scenario and options of its own; NULL: none */
};

bool request_seed(struct request *r, uint64_t *seed)
{
    const char *word = lex_need(r->x, "the seed");
    char *end;

    if (!word)
        return false;
    errno = 0;
    *seed = strtoull(word, &end, 10);
    if (*end || errno || word[0] < '0' || word[0] > '9')
        request_refuse(r, "a seed is a whole number below 2^64, not \"%.80s\"", word);
    return !r->refused;
}

static bool read_game(struct request *r, struct setting *s)
{
    const char *word = lex_need(r->x, "the game");

    s->game = word ? game_find(word) : NULL;
    if (word && !s->game)
        request_refuse(r, "there is no game \"%.80s\"; games lists them", word);
    s->box = s->game ? session_box(r->engine, s->game, r->errors) : NULL;
    for (int i = 0; s->box && i < game_options(s->game); i++)
        s->option[i] = s->game->options[i].standard;
    s->dice.seed = rng_next(&r->engine->seeds) >> 12; /* any program can hold it exactly */
    return s->box != NULL;
}

/* A word is accepted, and has not been before. */
static bool accept_once(struct request *r, const char *word, struct said *said)
{
    return lex_accept(r->x, word) && said_once(said, r->x, word);
}

/* `lesson NAME` */
static void read_lesson(struct request *r, struct setting *s)
{
    const char *word = lex_need(r->x, "the lesson");

    if (word)
        s->lesson = lesson_open(s->box, word, r->errors);
}

static bool read_setting(struct request *r, struct setting *s)
{
    struct said said = { 0 };

    if (!read_game(r, s))
        return false;
    while (!r->refused && !r->x->faulty && lex_more(r->x)) {
        if (accept_once(r, "scenario", &said))
            s->scenario = lex_scenario(r->x, s->box);
        else if (lex_accept(r->x, "option"))
            lex_option(r->x, s->game, s->option, &said);
        else if (accept_once(r, "lesson", &said))
            read_lesson(r, s);
        else if (accept_once(r, "seed", &said))
            request_seed(r, &s->dice.seed);
        else if (!r->x->faulty)
            request_ends(r);
    }
    if (s->lesson && (said_has(&said, "scenario") || said_option(&said, s->game)))
        request_refuse(r, "a lesson has a scenario and options of its own");
    said_free(&said);
    if (r->refused || r->errors->n) {
        lesson_free(s->lesson);
        return false;
    }
    return true;
}

/* A new match takes the place of the old one, if it came about. */
static void take_match(struct request *r, struct match *m)
{
    if (!m)
        return;
    session_replace(r->engine, m);
    match_settle_chance(m);
    play_options_json(match_play(m), r->j);
    request_dice_json(r);
    request_outcome(r, 0);
}

void engine_begin(struct request *r)
{
    struct setting s = { 0 };

    if (!read_setting(r, &s))
        return;
    take_match(r, s.lesson ? match_begin_lesson(s.box, s.lesson, s.dice, r->errors)
                           : match_new(s.box, s.scenario, s.option, s.dice, r->errors));
}

/* ---- positions ---- */

static void import_position(struct request *r)
{
    struct match *m = r->engine->match;
    struct lex x;

    if (r->viewer != REFEREE) {
        request_refuse(r, "a position is put up by the referee only");
        return;
    }
    lex_begin(&x, "position", text_of(r->body), r->body->n, r->errors);
    take_match(r, match_from_position(match_play(m)->box, &x, *match_dice(m), r->errors));
}

void engine_position(struct request *r)
{
    struct text saved = { 0 };

    if (!request_ends(r))
        return;
    if (r->body) {
        import_position(r);
        return;
    }
    position_save(&request_known(r)->play, &saved);
    json_key_str(r->j, "position", text_of(&saved));
    text_free(&saved);
}

/* ---- journals ---- */

/* The file that the command names; NULL: none, or refused. */
static const char *read_file_name(struct request *r, char room[LEX_WORD])
{
    const char *word = lex_word(r->x);

    if (!word)
        return NULL;
    snprintf(room, LEX_WORD, "%s", word);
    if (!r->engine->limits.files)
        request_refuse(r, "this engine touches no files");
    return request_ends(r) ? room : NULL;
}

static void write_file(struct request *r, const char *path, const struct text *text)
{
    if (!base_write_file(path, text_of(text), text->n))
        request_refuse(r, "%s: %s", path, strerror(errno));
    json_key_str(r->j, "file", path);
}

void engine_save(struct request *r)
{
    struct text journal = { 0 };
    char room[LEX_WORD];
    const char *path = read_file_name(r, room);

    if (r->refused || r->x->faulty)
        return;
    match_journal(r->engine->match, &journal);
    if (path)
        write_file(r, path, &journal);
    else
        json_key_str(r->j, "journal", text_of(&journal));
    text_free(&journal);
}

void engine_record(struct request *r)
{
    char room[LEX_WORD];
    const char *path = read_file_name(r, room), *wrong;

    if (!path) {
        request_refuse(r, "record into which file?");
        return;
    }
    wrong = match_record(r->engine->match, path);
    if (wrong)
        request_refuse(r, "%s", wrong);
    json_key_str(r->j, "file", path);
}

static void load_journal(struct request *r, const char *file, const char *text, size_t size)
{
    const struct game *game = journal_game(text, size);
    const struct box *box;

    if (!game) {
        errors_add(r->errors, file, 1, "this is no journal of a game known here");
        return;
    }
    box = session_box(r->engine, game, r->errors);
    if (box)
        take_match(r, match_load(file, text, size, box, r->errors));
}

void engine_load(struct request *r)
{
    char room[LEX_WORD];
    const char *path;
    char *text;
    size_t size;

    if (r->body) {
        if (request_ends(r))
            load_journal(r, "journal", text_of(r->body), r->body->n);
        return;
    }
    path = read_file_name(r, room);
    if (!path) {
        request_refuse(r, "load which file?");
        return;
    }
    text = base_read_file(path, &size);
    if (text)
        load_journal(r, path, text, size);
    else
        request_refuse(r, "%s: %s", path, strerror(errno));
    free(text);
}
