/*
 * begin.c: matches are made (from a scenario, a position or a journal) and joined.
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
    char name[NAME_MAX_BYTES + 1];
    struct chair chair[SEATS_MAX];
    char holder[SEATS_MAX][NAME_MAX_BYTES + 1];
    bool named[SEATS_MAX];
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

/* A name: one line, short enough. */
static void read_name(struct lex *x, const char *what, char room[NAME_MAX_BYTES + 1])
{
    const char *word = lex_need(x, what);

    if (!word)
        return;
    if (strlen(word) > NAME_MAX_BYTES) {
        lex_complain(x, "%s has at most %d bytes", what, NAME_MAX_BYTES);
        return;
    }
    snprintf(room, NAME_MAX_BYTES + 1, "%s", word);
    for (char *c = room; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = ' ';
}

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

static void read_bot(struct request *r, struct chair *c)
{
    const char *wrong;

    c->kind = CHAIR_BOT;
    read_name(&r->x, "the bot", c->order);
    wrong = r->x.faulty ? NULL : bot_parse(c->order, &c->bot);
    if (wrong)
        lex_complain(&r->x, "%s", wrong);
    else if (c->bot.bot)
        snprintf(c->name, sizeof c->name, "%s", c->bot.bot->name);
}

/* `seat NAME person|open|bot BOT[:EFFORT] [name "…"] [holder WORD]` */
static void read_seat(struct request *r, struct order *o)
{
    const char *word = lex_need(&r->x, "the seat");
    int seat = word ? seat_find(o->game, word) : -1;
    struct chair *c = seat < 0 ? NULL : &o->chair[seat];

    if (word && !c)
        lex_complain(&r->x, "%s has no seat \"%.80s\"", o->game->id, word);
    if (!c)
        return;
    o->named[seat] = true;
    c->kind = CHAIR_PERSON;
    if (lex_accept(&r->x, "bot"))
        read_bot(r, c);
    else if (lex_accept(&r->x, "open"))
        c->kind = CHAIR_OPEN;
    else if (!lex_accept(&r->x, "person"))
        lex_complain(&r->x, "a seat is person, open or bot");
    while (!r->x.faulty && lex_more(&r->x)) {
        if (lex_accept(&r->x, "name"))
            read_name(&r->x, "the name", c->name);
        else if (c->kind == CHAIR_PERSON && lex_accept(&r->x, "holder"))
            read_name(&r->x, "the holder", o->holder[seat]);
        else
            lex_end(&r->x);
    }
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
        read_seat(r, o);
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
    if (r->errors.n)
        return false;
    for (int i = 0; i < seat_count(o->game); i++)
        if (!o->named[i])
            o->chair[i].kind = CHAIR_OPEN;
    return true;
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

static void link_text(const struct table *t, const char *token, struct text *out)
{
    text_printf(out, "/table.html?match=%s#%s", t->id, token);
}

/* Tokens for people; those with the same holder share one. */
static void give_tokens(struct table *t, const struct order *o, char token[][TOKEN_TEXT])
{
    for (int i = 0; i < t->chairs; i++) {
        struct chair *c = &t->chair[i];
        int same = -1;

        token[i][0] = '\0';
        if (c->kind != CHAIR_PERSON)
            continue;
        for (int k = 0; k < i && o->holder[i][0]; k++)
            if (strcmp(o->holder[k], o->holder[i]) == 0)
                same = k;
        c->taken = true;
        if (same < 0) {
            token_make(token[i], c->token);
        } else {
            memcpy(token[i], token[same], TOKEN_TEXT);
            memcpy(c->token, t->chair[same].token, TOKEN_HASH);
        }
    }
}

static void write_seat(const struct table *t, int seat, struct job *job)
{
    const struct chair *c = &t->chair[seat];

    job_write(job, WRITE_SEAT, "tittbt", t->id, (int64_t)seat, chair_names[c->kind], c->name,
              c->token, (size_t)(c->taken ? TOKEN_HASH : 0), c->order);
}

static void write_match(struct table *t, struct job *job)
{
    const struct play *p = match_play(t->match);

    job_write(job, WRITE_MATCH, "ttttiibb", t->id, t->game->id,
              p->box->scenario[play_state(p)->scenario].id, t->name, (int64_t)t->listed,
              (int64_t)time(NULL), t->commitment, (size_t)COMMITMENT, t->salt, (size_t)COMMITMENT);
    for (int i = 0; i < t->chairs; i++)
        write_seat(t, i, job);
}

/* What the table is, for the store, which takes it together with the first change or not at all. */
static struct job *set_table(struct table *t, const struct order *o, struct match *m,
                             char token[][TOKEN_TEXT])
{
    struct job *job = job_new();

    t->game = o->game;
    t->match = m;
    t->listed = !o->unlisted;
    t->chairs = seat_count(o->game);
    snprintf(t->name, sizeof t->name, "%s", o->name);
    memcpy(t->chair, o->chair, sizeof t->chair);
    randombytes_buf(t->salt, sizeof t->salt);
    commitment_make(t->id, match_dice(m)->seed, t->salt, t->commitment);
    give_tokens(t, o, token);
    write_match(t, job);
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
    json_key(j, "seats");
    json_open(j, '[');
    for (int i = 0; i < t->chairs; i++) {
        struct text link = { 0 };

        json_open(j, '{');
        json_key_str(j, "seat", seat_name(t->game, i));
        json_key_str(j, "side", t->game->sides[seat_side(t->game, i)]);
        json_key_str(j, "kind", chair_names[t->chair[i].kind]);
        if (token[i][0]) {
            link_text(t, token[i], &link);
            json_key_str(j, "token", token[i]);
            json_key_str(j, "link", text_of(&link));
        } else if (t->chair[i].kind == CHAIR_OPEN) {
            text_printf(&link, "/table.html?match=%s&join=%s", t->id, seat_name(t->game, i));
            json_key_str(j, "link", text_of(&link));
        }
        json_close(j);
        text_free(&link);
    }
    json_close(j);
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
    if (m) {
        match_id_make(id);
        t = table_new(r->server, id);
        table_begun(t, set_table(t, o, m, token), r);
        new_json(t, token, &r->json);
        http_done_with(r, t);
    }
    free(o);
}

/* ---- joining ---- */

static bool read_join(struct request *r, const struct game *g, int *seat, char *name)
{
    const char *word;

    *seat = -1;
    name[0] = '\0';
    while (!r->errors.n && lex_line(&r->x)) {
        if (lex_accept(&r->x, "seat")) {
            word = lex_need(&r->x, "the seat");
            *seat = word ? seat_find(g, word) : -1;
            if (word && *seat < 0)
                lex_complain(&r->x, "there is no seat \"%.80s\"", word);
        } else if (lex_accept(&r->x, "name")) {
            read_name(&r->x, "the name", name);
        } else {
            lex_complain(&r->x, "one joins with: seat NAME, name \"…\"");
        }
        /* Both may stand on one line. */
        if (!r->x.faulty && lex_accept(&r->x, "name"))
            read_name(&r->x, "the name", name);
        if (!r->x.faulty)
            lex_end(&r->x);
    }
    if (!r->errors.n && *seat < 0)
        lex_complain(&r->x, "which seat?");
    return !r->errors.n;
}

static void sit_down(struct request *r, struct table *t, int seat, const char *name)
{
    struct chair *c = &t->chair[seat];
    struct job *job = job_new();
    struct text link = { 0 };
    char token[TOKEN_TEXT];

    token_make(token, c->token);
    c->taken = true;
    snprintf(c->name, sizeof c->name, "%s", name);
    write_seat(t, seat, job);
    t->presence++;
    table_submit(t, job, r);
    link_text(t, token, &link);
    json_key_str(&r->json, "match", t->id);
    json_key_str(&r->json, "seat", seat_name(t->game, seat));
    json_key_str(&r->json, "token", token);
    json_key_str(&r->json, "link", text_of(&link));
    text_free(&link);
}

void post_join(struct request *r)
{
    char name[NAME_MAX_BYTES + 1];
    struct table *t;
    uint32_t seats;
    int seat;

    t = http_store(r, true) ? http_table(r, &seats) : NULL;
    if (!t)
        return;
    if (read_join(r, t->game, &seat, name)) {
        if (t->chair[seat].kind == CHAIR_OPEN && !t->chair[seat].taken)
            sit_down(r, t, seat, name);
        else
            http_refuse(r, MHD_HTTP_CONFLICT, "this seat is not open");
    }
    http_done_with(r, t);
}
