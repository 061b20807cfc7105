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
#include "mail.h"
#include "match/lesson.h"
#include "seal.h"

struct order {
    const struct game *game;
    const struct box *box;
    int scenario;
    uint8_t option[OPTIONS_MAX];
    bool has_seed, unlisted;
    struct dice dice;
    unsigned char commitment[SEAL_BYTES]; /* of the seal that was asked for before, with */
    char id[MATCH_ID];                    /* "": none was */
    unsigned char secret[SEAL_BYTES];     /* or the salt of a seed */
    bool has_nonce;
    unsigned char nonce[SEAL_BYTES]; /* of whoever makes the match */
    char name[NAME_MAX_BYTES + 1], maker[NAME_MAX_BYTES + 1];
    struct match_clock clock;
    struct order_seats seats;
    char lesson[LESSON_NAME]; /* "": none */
    char before[MATCH_ID];    /* the match that it is a rematch of, or "" */
    const char *journal, *position;
    size_t size;
    char digest[UPLOAD_DIGEST]; /* of that text */
    struct said said;
};

void get_matches(struct request *r)
{
    if (!http_store(r, false))
        return;
    json_key(&r->json, "matches");
    if (!store_list(r->server->store, 200, CRASHES_HALT, &r->json))
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the list of matches cannot be read");
    else
        expiry_json(&r->server->options, &r->json);
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
    o->dice.seed = strtoull(word, &end, 10);
    if (!r->server->options.allow_seed)
        lex_complain(&r->x, "seeds are drawn here, in secret");
    else if (*end || *word < '0' || *word > '9')
        lex_complain(&r->x, "a seed is a whole number");
}

/* `seal ID COMMITMENT`, as the table gave it */
static void read_seal(struct request *r, struct order *o)
{
    const char *word = lex_need(&r->x, "the seal");

    if (word && (*o->id || !match_id_good(word)))
        lex_complain(&r->x, *o->id ? "there is one seal" : "this is no seal");
    else if (word)
        snprintf(o->id, sizeof o->id, "%s", word);
    if (!r->x.faulty)
        read_digits(&r->x, "the commitment", o->commitment);
}

/* `nonce NONCE` of whoever makes the match */
static void read_nonce(struct request *r, struct order *o)
{
    if (o->has_nonce)
        lex_complain(&r->x, "whoever makes the match has one nonce");
    o->has_nonce = true;
    if (!r->x.faulty)
        read_digits(&r->x, "the nonce", o->nonce);
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

static void read_match_name(struct request *r, struct order *o)
{
    read_name(&r->x, "the name", o->name);
}

static void read_maker(struct request *r, struct order *o)
{
    read_name(&r->x, "who makes it", o->maker);
}

static void read_clock(struct request *r, struct order *o)
{
    clock_read(&r->x, &o->clock);
}

static void read_private(struct request *r, struct order *o)
{
    (void)r;
    o->unlisted = true;
}

static void read_scenario(struct request *r, struct order *o)
{
    o->scenario = lex_scenario(&r->x, o->box);
}

static void read_lesson(struct request *r, struct order *o)
{
    const char *word = lex_need(&r->x, "the lesson");

    if (word && !lesson_is_name(word))
        lex_complain(&r->x, "no lesson is called \"%.40s\"", word);
    else if (word)
        snprintf(o->lesson, sizeof o->lesson, "%s", word);
}

static void read_option(struct request *r, struct order *o)
{
    lex_option(&r->x, o->game, o->option, &o->said);
}

static void read_position(struct request *r, struct order *o)
{
    o->position = read_text(r, &o->size);
}

static void read_chair(struct request *r, struct order *o)
{
    read_seat(r, o->game, &o->seats);
}

/* The words of an order. */
static const struct order_word {
    const char *word;
    void (*read)(struct request *, struct order *);
    bool first;        /* it need not come after the game */
    bool several;      /* of seats and options each is said once */
    bool with_journal; /* which brings game, scenario, options and dice of its own */
} order_words[] = {
    { "game", read_game, true, false, false },
    { "journal", read_journal, true, false, true },
    { "name", read_match_name, true, false, true },
    { "by", read_maker, true, false, true },
    { "private", read_private, true, false, true },
    { "clock", read_clock, true, false, true },
    { "seed", read_seed, true, false, false },
    { "seal", read_seal, true, false, true },
    { "nonce", read_nonce, false, false, true },
    { "scenario", read_scenario, false, false, false },
    { "option", read_option, false, true, false },
    { "lesson", read_lesson, false, false, false },
    { "seat", read_chair, false, true, true },
    { "position", read_position, false, false, false },
};

/* A journal says for itself what these say. */
static void goes_with_journal(struct request *r, struct order *o, const struct order_word *w)
{
    const char *other = w->with_journal ? NULL : w->word;

    for (int i = 0; strcmp(w->word, "journal") == 0 && i < COUNT(order_words); i++)
        if (!order_words[i].with_journal && said_has(&o->said, order_words[i].word))
            other = order_words[i].word;
    if (other && (w->with_journal || said_has(&o->said, "journal")))
        lex_complain(&r->x, "\"journal\" and \"%s\" do not go together: a journal has its own",
                     other);
}

static void read_word(struct request *r, struct order *o, const struct order_word *w)
{
    goes_with_journal(r, o, w);
    if (r->x.faulty)
        return;
    if (!w->several && !said_once(&o->said, &r->x, w->word))
        return;
    if (w->first || o->box)
        w->read(r, o);
    else
        lex_complain(&r->x, "the game comes first: game ID");
}

static void read_line(struct request *r, struct order *o)
{
    const struct order_word *w = order_words, *end = order_words + COUNT(order_words);

    while (w < end && !lex_accept(&r->x, w->word))
        w++;
    if (w < end)
        read_word(r, o, w);
    else
        lex_complain(&r->x, "there is no line \"%.40s\" in an order", lex_word(&r->x));
    if (!r->x.faulty)
        lex_end(&r->x);
}

/* A lesson has scenario, options and beginning of its own. */
static bool lesson_fits(struct request *r, const struct order *o)
{
    bool others = said_has(&o->said, "scenario") || said_has(&o->said, "position") ||
                  said_has(&o->said, "journal") || said_option(&o->said, o->game);

    return !*o->lesson || !others ||
           http_refuse(r, MHD_HTTP_BAD_REQUEST,
                       "a lesson has a scenario, options and a beginning of its own");
}

static bool read_order(struct request *r, struct order *o)
{
    while (!r->errors.n && lex_line(&r->x))
        read_line(r, o);
    if (!r->errors.n && !o->box)
        return http_refuse(r, MHD_HTTP_BAD_REQUEST, "which game? game ID");
    if (!r->errors.n && !lesson_fits(r, o))
        return false;
    return !r->errors.n;
}

/* ---- making it ---- */

/* Words about dice that do not go together; a nonce that comes before the commitment proves nothing. */
static const char *refuse_dice(const struct order *o)
{
    if (o->has_seed && (*o->id || o->has_nonce))
        return "a match with a given seed has neither seal nor nonce";
    if (o->has_nonce && !*o->id)
        return "a nonce comes after the commitment: ask for a seal first";
    return NULL;
}

/* The match's id, and who throws its dice. */
static bool choose_dice(struct request *r, struct order *o)
{
    const char *wrong = refuse_dice(o);
    bool asked = *o->id != '\0';

    if (wrong)
        return http_refuse(r, MHD_HTTP_BAD_REQUEST, "%s", wrong);
    if (!asked)
        match_id_make(o->id);
    if (o->has_seed) {
        randombytes_buf(o->secret, sizeof o->secret);
        return true;
    }
    o->dice.kind = DICE_SEALED;
    seal_make(r->server, o->id, o->secret, &o->dice.seal);
    if (asked && memcmp(o->commitment, o->dice.seal.commitment, SEAL_BYTES) != 0)
        return http_refuse(r, MHD_HTTP_CONFLICT, "this seal is not valid here: ask for another");
    return true;
}

/* Sealed dice are opened when the maker's nonce is among them: at the first seat that is a person's. */
static bool open_dice(struct request *r, struct match *m, const struct order *o)
{
    int seat = 0, seats = seat_count(o->game);

    if (o->has_seed)
        return true;
    while (seat < seats && o->seats.chair[seat].kind != CHAIR_PERSON)
        seat++;
    if (o->has_nonce && seat == seats)
        return http_refuse(r, MHD_HTTP_BAD_REQUEST, "a nonce is of a person who sits there");
    if (o->has_nonce)
        match_nonce(m, seat, o->nonce);
    return match_open(m, &dice_sealer, o->secret);
}

/* A journal is played again with its own dice; from then on the secret ones are thrown. */
static struct match *from_journal(struct request *r, const struct order *o)
{
    struct match *m =
        match_load_with("journal", o->journal, o->size, o->box, LOAD_ANY_DATA, NULL, &r->errors);

    if (m)
        match_set_dice(m, o->dice);
    return m;
}

/* Scenario and options may be named beside a position that says the same of them. */
static bool position_fits(struct request *r, const struct order *o, const struct play *p)
{
    const struct state *s = play_state(p);

    if (said_has(&o->said, "scenario") && s->scenario != o->scenario)
        lex_complain(&r->x, "\"scenario %s\" and the \"position\" do not go together: it is of %s",
                     o->box->scenario[o->scenario].id, o->box->scenario[s->scenario].id);
    for (int i = 0; i < game_options(o->game); i++) {
        const struct option *k = &o->game->options[i];
        char what[80];

        snprintf(what, sizeof what, "option %s", k->id);
        if (said_has(&o->said, what) && s->option[i] != o->option[i])
            lex_complain(&r->x, "\"%s %s\" and the \"position\" do not go together: it has %s",
                         what, game_option_name(k, o->option[i]),
                         game_option_name(k, s->option[i]));
    }
    return !r->errors.n;
}

static struct match *from_position(struct request *r, const struct order *o)
{
    struct match *m;
    struct lex x;

    lex_begin(&x, "position", o->position, o->size, &r->errors);
    m = match_from_position(o->box, &x, o->dice, &r->errors);
    if (!m || position_fits(r, o, match_play(m)))
        return m;
    match_free(m);
    return NULL;
}

/* It brings scenario and options; what it says is not for those who sent it to mend. */
static struct match *from_lesson(struct request *r, const struct order *o)
{
    struct errors faulty = { 0 };
    struct lesson *l = lesson_open(o->box, o->lesson, &faulty);
    bool good = l && lesson_try(o->box, l, &faulty);

    errors_free(&faulty);
    if (good)
        return match_begin_lesson(o->box, l, o->dice, &r->errors);
    lesson_free(l);
    http_refuse(r, MHD_HTTP_BAD_REQUEST, "there is no lesson \"%s\" in this game", o->lesson);
    return NULL;
}

static struct match *begin_match(struct request *r, struct order *o)
{
    const char *text = o->journal ? o->journal : o->position;

    if (*o->lesson)
        return from_lesson(r, o);
    if (!text)
        return match_new(o->box, o->scenario, o->option, o->dice, &r->errors);
    if (!upload_begin(r, text, o->size, o->digest))
        return NULL;
    return o->journal ? from_journal(r, o) : from_position(r, o);
}

/* NULL: refused. Dice fall only when all is settled. */
static struct match *make_match(struct request *r, struct order *o)
{
    struct match *m = choose_dice(r, o) ? begin_match(r, o) : NULL;

    if (m && order_seats_settle(r, match_play(m), &o->seats) && open_dice(r, m, o))
        return m;
    match_free(m);
    return NULL;
}

static void write_match(struct request *r, struct table *t, const struct order *o, struct job *job)
{
    const struct play *p = match_play(t->match);
    char card[2 * TOKEN_HASH + 1];

    http_maker(r, card);
    job_write(job, WRITE_MATCH, "ttttiibbtttt", t->id, t->game->id,
              p->box->scenario[play_state(p)->scenario].id, t->name, (int64_t)t->listed,
              store_seconds(t->server->store), t->commitment, (size_t)COMMITMENT, t->salt,
              (size_t)COMMITMENT, t->origin, t->maker, r->address, card);
    seats_write(t, seats_all(t), job);
    if (*o->digest)
        job_write(job, WRITE_UPLOAD, "tt", t->id, o->digest);
}

/* As he calls himself: in the order, or at the first seat that is a person's. */
static const char *maker_of(const struct order *o)
{
    for (int i = 0; !o->maker[0] && i < seat_count(o->game); i++)
        if (o->seats.chair[i].kind == CHAIR_PERSON && o->seats.chair[i].name[0])
            return o->seats.chair[i].name;
    return o->maker;
}

/* What the table is, but for who sits there. */
static void set_table(struct table *t, const struct order *o, struct match *m)
{
    t->game = o->game;
    t->match = m;
    t->listed = !o->unlisted;
    t->clock = o->clock;
    clock_fill(&t->clock);
    snprintf(t->name, sizeof t->name, "%s", o->name);
    snprintf(t->origin, sizeof t->origin, "%s",
             o->journal    ? "journal"
             : o->position ? "position"
                           : "");
    snprintf(t->maker, sizeof t->maker, "%s", maker_of(o));
    memcpy(t->salt, o->secret, sizeof t->salt);
    memcpy(t->commitment, o->dice.seal.commitment, sizeof t->commitment);
    if (o->has_seed)
        commitment_make(t->id, o->dice.seed, t->salt, t->commitment);
}

/* For the store, which takes it together with the first change or not at all. */
static void begin_table(struct request *r, struct table *t, const struct order *o)
{
    struct job *job = job_new();

    write_match(r, t, o, job);
    if (*o->before)
        notices_again(t, o->before, job);
    match_journal(t->match, &t->heard);
    match_listen(t->match, &t->heard);
    t->seq = -1;
    table_begun(t, job, r);
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

static bool too_many(struct request *r, int n, const char *whose, const char *how)
{
    return http_refuse(r, MHD_HTTP_TOO_MANY_REQUESTS,
                       "%d matches made %s %s yet: play or resign one of them first", n, whose,
                       how);
}

static bool unlisted(struct request *r)
{
    return http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the list of matches cannot be read");
}

static const char not_begun[] = "have not begun", not_over[] = "are not over";

/* What a browser has made; one that is not known yet has made none. */
static bool has_browsers_share(struct request *r, int *unbegun)
{
    const struct serve_options *o = &r->server->options;
    char card[2 * TOKEN_HASH + 1];
    int all;

    http_maker(r, card);
    all = store_unfinished_by(r->server->store, card, false);
    *unbegun = store_unfinished_by(r->server->store, card, true);
    if (all < 0 || *unbegun < 0)
        return unlisted(r);
    if (*unbegun >= o->unbegun)
        return too_many(r, *unbegun, "by this browser", not_begun);
    if (all >= o->per_browser)
        return too_many(r, all, "by this browser", not_over);
    return true;
}

/*
 * One address must not take all places, least of all with matches that nobody plays. Many people may be behind it: a browser
 * counts as one, whatever it has begun, but anybody may come with a new one, so all of them together have a limit too.
 */
static bool has_addresses_share(struct request *r, bool counted)
{
    const struct serve_options *o = &r->server->options;
    struct store *store = r->server->store;
    int all = store_unfinished_of(store, r->address, false);
    int unbegun = store_unfinished_of(store, r->address, true);
    int makers = store_makers_of(store, r->address);

    if (all < 0 || unbegun < 0 || makers < 0)
        return unlisted(r);
    if ((!counted && makers >= o->unbegun) || unbegun >= o->unbegun * PAYERS_OF_ADDRESS)
        return too_many(r, unbegun, "from this address", not_begun);
    if (all * SHARES >= o->matches)
        return too_many(r, all, "from this address", not_over);
    return true;
}

static bool has_share(struct request *r)
{
    int unbegun;

    return is_loopback(r->address) ||
           (has_browsers_share(r, &unbegun) && has_addresses_share(r, unbegun > 0));
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
    return has_share(r);
}

void post_match(struct request *r)
{
    struct order *o = base_alloc(sizeof *o);
    char token[SEATS_MAX][TOKEN_TEXT], digest[UPLOAD_DIGEST];
    struct match *m = NULL;
    struct table *t;

    if (has_place(r) && upload_begin(r, text_of(&r->body), r->body.n, digest) && read_order(r, o))
        m = make_match(r, o);
    t = m ? table_new(r->server, o->id) : NULL;
    if (m && !t) {
        http_refuse(r, MHD_HTTP_CONFLICT, "this seal has been used: ask for another");
        match_free(m);
    } else if (m) {
        set_table(t, o, m);
        seat_people(r, t, &o->seats, token);
        begin_table(r, t, o);
        new_json(t, token, &r->json);
        http_done_with(r, t);
    }
    upload_end();
    said_free(&o->said);
    free(o);
}

/* ---- once more ---- */

static void order_again(struct request *r, const struct again *a, struct order *o)
{
    struct seal seal;

    if (*a->id) {
        memcpy(o->id, a->id, MATCH_ID);
        seal_make(r->server, o->id, o->secret, &seal);
        memcpy(o->commitment, seal.commitment, sizeof o->commitment);
    }
    memcpy(o->before, r->match, MATCH_ID);
    o->game = a->game;
    o->box = server_box(r->server, a->game);
    o->scenario = a->scenario;
    memcpy(o->option, a->option, sizeof o->option);
    o->unlisted = !a->listed;
    o->clock = a->clock;
    memcpy(o->name, a->name, sizeof o->name);
    memcpy(o->maker, a->maker, sizeof o->maker);
    if (a->position.n) {
        o->position = text_of(&a->position);
        o->size = a->position.n;
    }
}

static struct match *match_again(struct request *r, struct order *o)
{
    struct match *m = NULL;

    if (!has_place(r) || !choose_dice(r, o))
        return NULL;
    m = o->position ? from_position(r, o)
                    : match_new(o->box, o->scenario, o->option, o->dice, &r->errors);
    if (m && open_dice(r, m, o))
        return m;
    match_free(m);
    return NULL;
}

/* A commander who changes sides is another one of the same style. */
static void name_commanders(struct table *t)
{
    for (int i = 0; i < t->chairs; i++) {
        struct chair *c = &t->chair[i];

        if (c->kind == CHAIR_BOT && !c->taken && *c->computer.bot.style)
            computer_name(&c->computer, match_play(t->match)->box, seat_side(t->game, i), c->name);
    }
}

struct table *begin_again(struct request *r, const struct again *a)
{
    struct order *o = base_alloc(sizeof *o);
    struct match *m;
    struct table *t = NULL;

    order_again(r, a, o);
    m = match_again(r, o);
    if (m)
        t = table_new(r->server, o->id);
    if (t) {
        set_table(t, o, m);
        t->chairs = seat_count(t->game);
        memcpy(t->chair, a->chair, sizeof t->chair);
        name_commanders(t);
        begin_table(r, t, o);
    } else {
        match_free(m);
    }
    said_free(&o->said);
    free(o);
    return t;
}
