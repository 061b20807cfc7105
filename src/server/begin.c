/*
 * begin.c: matches are made, from a scenario, a position or a journal. Who sits there is in people.c.
 *
 * The order of a match is lines of words; a journal or a position follows as a text that ends with
 * a dot alone on its line, as in the protocol.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handlers.h"
#include "kernel/read.h"

struct order {
    const struct game *game;
    const struct box *box;
    int scenario;
    uint8_t option[OPTIONS_MAX];
    bool has_seed, unlisted;
    uint64_t seed;
    char name[NAME_MAX_BYTES + 1], maker[NAME_MAX_BYTES + 1];
    struct order_seats seats;
    const char *journal, *position;
    size_t size;
};

void get_matches(struct request *r)
{
    if (!http_store(r, false))
        return;
    json_key(&r->json, "matches");
    if (!store_list(r->server->store, 200, CRASHES_HALT, &r->json))
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the list of matches cannot be read");
}

/* ---- reading the order ---- */

static void read_game(struct request *r, struct order *o)
{
    const char *word = lex_need(&r->x, "the game");

    o->game = word ? game_find(word) : NULL;
    o->box = o->game ? server_box(r->server, o->game) : NULL;
    if (word && !o->game)
        lex_complain(&r->x, "there is no game \"%.80s\"", word);
    else if (o->game && !o->box)
        lex_complain(&r->x, "the data of %s are faulty here", o->game->id);
    for (int i = 0; o->box && i < game_options(o->game); i++)
        o->option[i] = o->game->options[i].standard;
}

static void read_seed(struct request *r, struct order *o)
{
    const char *word = lex_need(&r->x, "the seed");
    char *end;

    if (!word)
        return;
    o->has_seed = true;
    o->seed = strtoull(word, &end, 10);
    if (!r->server->options.allow_seed)
        lex_complain(&r->x, "seeds are drawn here, in secret");
    else if (*end || *word < '0' || *word > '9')
        lex_complain(&r->x, "a seed is a whole number");
}

/* The lines up to a dot alone, which the lexer then skips. */
static const char *read_text(struct request *r, size_t *size)
{
    const char *text = r->x.at, *at, *end;

    if (!lex_accept(&r->x, "<<")) {
        lex_complain(&r->x, "it is written: journal << and then its lines, a dot alone at the end");
        return NULL;
    }
    text = r->x.at + strcspn(r->x.at, "\n");
    text += *text == '\n';
    for (at = text; *at; at = end + (*end == '\n')) {
        end = at + strcspn(at, "\n");
        if (*at == '.' && (end == at + 1 || (end == at + 2 && at[1] == '\r'))) {
            *size = (size_t)(at - text);
            r->x.at = end;
            return text;
        }
    }
    lex_complain(&r->x, "the text has no end: a dot alone on its line");
    return NULL;
}

static void read_journal(struct request *r, struct order *o)
{
    o->journal = read_text(r, &o->size);
    if (!o->journal)
        return;
    o->game = journal_game(o->journal, o->size);
    o->box = o->game ? server_box(r->server, o->game) : NULL;
    if (!o->box)
        lex_complain(&r->x, "this is no journal of a game that there is here");
}

static void read_line(struct request *r, struct order *o)
{
    if (lex_accept(&r->x, "game"))
        read_game(r, o);
    else if (lex_accept(&r->x, "journal"))
        read_journal(r, o);
    else if (lex_accept(&r->x, "name"))
        read_name(&r->x, "the name", o->name);
    else if (lex_accept(&r->x, "by"))
        read_name(&r->x, "who makes it", o->maker);
    else if (lex_accept(&r->x, "private"))
        o->unlisted = true;
    else if (lex_accept(&r->x, "seed"))
        read_seed(r, o);
    else if (!o->box)
        lex_complain(&r->x, "the game comes first: game ID");
    else if (lex_accept(&r->x, "scenario"))
        o->scenario = lex_scenario(&r->x, o->box);
    else if (lex_accept(&r->x, "option"))
        lex_option(&r->x, o->game, o->option);
    else if (lex_accept(&r->x, "seat"))
        read_seat(r, o->game, &o->seats);
    else if (lex_accept(&r->x, "position"))
        o->position = read_text(r, &o->size);
    else
        lex_complain(&r->x, "there is no line \"%.40s\" in an order", lex_word(&r->x));
    if (!r->x.faulty)
        lex_end(&r->x);
}

static bool read_order(struct request *r, struct order *o)
{
    while (!r->errors.n && lex_line(&r->x))
        read_line(r, o);
    if (!r->errors.n && !o->box)
        return http_refuse(r, MHD_HTTP_BAD_REQUEST, "which game? game ID");
    return !r->errors.n;
}

/* ---- making it ---- */

/* A journal is played again with its own dice; from then on the secret ones are thrown. */
static struct match *make_match(struct request *r, const struct order *o, struct dice dice)
{
    struct match *m;
    struct lex x;

    if (o->journal) {
        m = match_load_with("journal", o->journal, o->size, o->box, LOAD_ANY_DATA, NULL,
                            &r->errors);
        if (m)
            match_set_dice(m, dice);
        return m;
    }
    if (o->position) {
        lex_begin(&x, "position", o->position, o->size, &r->errors);
        return match_from_position(o->box, &x, dice, &r->errors);
    }
    return match_new(o->box, o->scenario, o->option, dice, &r->errors);
}

static void write_match(struct table *t, const char *address, struct job *job)
{
    const struct play *p = match_play(t->match);

    job_write(job, WRITE_MATCH, "ttttiibbttt", t->id, t->game->id,
              p->box->scenario[play_state(p)->scenario].id, t->name, (int64_t)t->listed,
              (int64_t)time(NULL), t->commitment, (size_t)COMMITMENT, t->salt, (size_t)COMMITMENT,
              t->origin, t->maker, address);
    seats_write(t, seats_all(t), job);
}

/* As he calls himself: in the order, or at the first seat that is a person's. */
static const char *maker_of(const struct order *o)
{
    for (int i = 0; !o->maker[0] && i < seat_count(o->game); i++)
        if (o->seats.chair[i].kind == CHAIR_PERSON && o->seats.chair[i].name[0])
            return o->seats.chair[i].name;
    return o->maker;
}

/* What the table is, for the store, which takes it together with the first change or not at all. */
static struct job *set_table(struct request *r, struct table *t, const struct order *o,
                             struct match *m, char token[][TOKEN_TEXT])
{
    struct job *job = job_new();

    t->game = o->game;
    t->match = m;
    t->listed = !o->unlisted;
    snprintf(t->name, sizeof t->name, "%s", o->name);
    snprintf(t->origin, sizeof t->origin, "%s",
             o->journal    ? "journal"
             : o->position ? "position"
                           : "");
    snprintf(t->maker, sizeof t->maker, "%s", maker_of(o));
    randombytes_buf(t->salt, sizeof t->salt);
    commitment_make(t->id, match_dice(m)->seed, t->salt, t->commitment);
    seat_people(r, t, &o->seats, token);
    write_match(t, r->address, job);
    match_journal(m, &t->heard);
    match_listen(m, &t->heard);
    t->seq = -1;
    return job;
}

static void new_json(const struct table *t, char token[][TOKEN_TEXT], struct json *j)
{
    char hex[2 * COMMITMENT + 1];

    hex_text(t->commitment, COMMITMENT, hex);
    json_key_str(j, "match", t->id);
    json_key_str(j, "commitment", hex);
    seats_new_json(t, token, j);
    origin_json(t->game, t->origin, t->maker, j);
}

/* False: refused, there can be no more matches now. */
static bool has_place(struct request *r)
{
    int unfinished;

    if (!http_store(r, true))
        return false;
    unfinished = store_unfinished(r->server->store);
    if (unfinished < 0)
        return http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the list of matches cannot be read");
    if (unfinished >= r->server->options.matches)
        return http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "there are too many matches already");
    return true;
}

void post_match(struct request *r)
{
    struct order *o = base_alloc(sizeof *o);
    struct dice dice = { .kind = DICE_SEED, .seed = secret_seed() };
    char token[SEATS_MAX][TOKEN_TEXT], id[MATCH_ID];
    struct match *m = NULL;
    struct table *t;

    if (has_place(r) && read_order(r, o)) {
        if (o->has_seed)
            dice.seed = o->seed;
        m = make_match(r, o, dice);
    }
    if (m && !order_seats_settle(r, match_play(m), &o->seats)) {
        match_free(m);
    } else if (m) {
        match_id_make(id);
        t = table_new(r->server, id);
        table_begun(t, set_table(r, t, o, m, token), r);
        new_json(t, token, &r->json);
        http_done_with(r, t);
    }
    free(o);
}
