/*
 * ask.c: what is only looked at: the state now or then, reasons, previews, reach, chronicle,
 * journal, dice. All answered from what the seats of whoever asks may know.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/account.h"
#include "engine/scout.h"
#include "handlers.h"
#include "kernel/read.h"
#include "kernel/stages.h"

void get_state(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);
    struct look look;

    if (!t)
        return;
    look = look_of(t, seats);
    state_json(t, &look, &r->json);
    http_done_with(r, t);
}

/* ---- questions about an action ---- */

/* The body's action as the asker may know the game, or several that follow one another, of which all but the last
 * are done on the copy; NULL: refused, and the table is closed. */
static struct known *read_actions(struct request *r, struct table **t, struct sequence *s)
{
    struct known *k;
    uint32_t seats;
    const char *wrong, *why = NULL;

    *t = http_table(r, &seats);
    if (!*t)
        return NULL;
    k = base_alloc(sizeof *k);
    known_look(k, match_play((*t)->match), seats_viewer(*t, seats));
    wrong = lex_line(&r->x) ? known_row(k, &r->x, s, &why) : "which action?";
    if (wrong && !r->errors.n)
        http_refuse(r, MHD_HTTP_BAD_REQUEST, "%s", wrong);
    if (why)
        http_refuse_rule(r, why);
    if (!wrong && !why && http_ends(r))
        return k;
    free(k);
    http_done_with(r, *t);
    return NULL;
}

static void answer_why(struct request *r, const char *why)
{
    char cites[16];

    json_key_bool(&r->json, "legal", !why);
    if (!why)
        return;
    refusal_case(why, cites, sizeof cites);
    json_key_str(&r->json, "case", *cites ? cites : NULL);
    json_key_str(&r->json, "why", why);
}

void post_why(struct request *r)
{
    struct table *t;
    struct sequence s;
    struct known *k = read_actions(r, &t, &s);

    if (!k)
        return;
    answer_why(r, known_why(k, sequence_last(&s)));
    free(k);
    http_done_with(r, t);
}

void post_preview(struct request *r)
{
    struct table *t;
    struct sequence s;
    struct known *k = read_actions(r, &t, &s);
    struct sheet *sheet;
    const char *why;

    if (!k)
        return;
    sheet = base_alloc(sizeof *sheet);
    if (known_preview(k, sequence_last(&s), sheet)) {
        json_key(&r->json, "sheet");
        sheet_json(sheet, &r->json);
    } else if ((why = known_why(k, sequence_last(&s)))) {
        http_refuse_rule(r, why);
    } else {
        json_key_str(&r->json, "sheet", NULL);
    }
    free(sheet);
    free(k);
    http_done_with(r, t);
}

/* How the pieces that it names would stand after it. */
void post_after(struct request *r)
{
    struct table *t;
    struct sequence s;
    struct known *k = read_actions(r, &t, &s);
    const char *why = k ? known_after_json(k, &s, &r->json) : NULL;

    if (!k)
        return;
    if (why)
        http_refuse_rule(r, why);
    free(k);
    http_done_with(r, t);
}

/* "1110" or "1110 as attack 1110; from 1011": what could be declared there. An empty body: what has been begun. */
void post_compose(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);
    bool named = lex_line(&r->x), chosen;
    struct stages stages;
    struct known *k;
    const char *wrong;
    int cell;

    if (!t)
        return;
    k = base_alloc(sizeof *k);
    known_look(k, match_play(t->match), seats_viewer(t, seats));
    cell = named ? lex_place(&r->x, k->play.box) : -1;
    chosen = !r->errors.n && named && lex_accept(&r->x, "as");
    wrong = chosen ? stages_parse(&k->play, &r->x, &stages) : NULL;
    if (wrong)
        http_refuse(r, MHD_HTTP_BAD_REQUEST, "%s", wrong);
    else if (http_ends(r))
        known_compose_json(k, cell, chosen ? &stages : NULL, &r->json);
    free(k);
    http_done_with(r, t);
}

/* ---- questions about a piece or place ---- */

/* A piece or cell that the query may name; false: it names another thing. */
static bool read_unit(struct request *r, const struct box *box, int *piece)
{
    const char *word = http_query(r, "unit");

    *piece = word ? box_piece_find(box, word) : -1;
    return !word || *piece >= 0 ||
           http_refuse(r, MHD_HTTP_BAD_REQUEST, "there is no piece \"%.80s\"", word);
}

static bool read_cell(struct request *r, const struct box *box, const char *key, int *cell)
{
    const char *word = http_query(r, key);

    *cell = word && box->board ? board_find(box->board, word) : -1;
    return !word || *cell >= 0 ||
           http_refuse(r, MHD_HTTP_BAD_REQUEST, "there is no place \"%.80s\"", word);
}

/* `?unit=ID&place=PLACE`, or one of them */
void get_whynot(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);
    const struct box *box;
    int piece, place;

    if (!t)
        return;
    box = match_play(t->match)->box;
    if (read_unit(r, box, &piece) && read_cell(r, box, "place", &place))
        answer_why(r, table_over(t)
                          ? "the match is over"
                          : match_why_not(t->match, seats_viewer(t, seats), piece, place));
    http_done_with(r, t);
}

/* `?units=ID,ID`, `?unit=ID`, `?at=PLACE`; false: refused. */
static bool read_meant(struct request *r, struct table *t, int side, struct pieces *meant)
{
    const struct box *box = match_play(t->match)->box;
    const char *units = http_query(r, "units");
    struct known *k;
    struct lex x;
    int cell;

    if (!units)
        units = http_query(r, "unit");
    if (units) {
        lex_begin(&x, "units", units, strlen(units), &r->errors);
        return lex_line(&x) && pieces_read(&x, box, meant);
    }
    if (!http_query(r, "at"))
        return http_refuse(r, MHD_HTTP_BAD_REQUEST, "whose reach? ?units=ID,ID or ?at=PLACE");
    if (!read_cell(r, box, "at", &cell))
        return false;
    k = base_alloc(sizeof *k);
    known_look(k, match_play(t->match), side);
    pieces_in(&k->play, side, cell, meant);
    free(k);
    return true;
}

void get_reach(struct request *r)
{
    struct pieces meant = { 0 };
    uint32_t seats;
    struct table *t = http_table(r, &seats);
    int side;

    if (!t)
        return;
    side = table_over(t) ? -1 : seats_side(t, seats);
    if (side < 0 || side >= SIDES_MAX)
        side = -1;
    if (side < 0 || read_meant(r, t, side, &meant))
        match_reach_json(t->match, side, &meant, &r->json);
    http_done_with(r, t);
}

void get_forecast(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);

    if (!t)
        return;
    match_forecast_json(t->match, seats_viewer(t, seats), &r->json);
    http_done_with(r, t);
}

void get_danger(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);

    if (!t)
        return;
    match_danger_json(t->match, table_over(t) ? NOBODY : seats_viewer(t, seats), &r->json);
    http_done_with(r, t);
}

/* ---- overlays ---- */

/* The cell that the query names; false: refused. */
static bool read_from(struct request *r, const struct board *b, const struct overlay *o, int *from)
{
    const char *word = http_query(r, "from");

    *from = word ? board_find(b, word) : -1;
    if (word && *from < 0)
        return http_refuse(r, MHD_HTTP_BAD_REQUEST, "there is no place \"%.80s\"", word);
    if (!word && o->from == FROM_PLACE)
        return http_refuse(r, MHD_HTTP_BAD_REQUEST, "from which place? &from=PLACE");
    if (o->from == FROM_NOWHERE)
        *from = -1;
    return true;
}

/* The moment that the query names, or now; NULL: refused. */
static const struct play *read_moment(struct request *r, const struct table *t)
{
    const char *word = http_query(r, "at");
    int n;

    if (!word)
        return match_play(t->match);
    if (lex_is_number(word, &n) && n >= 0 && n <= match_entries(t->match))
        return match_at(t->match, n);
    http_refuse(r, MHD_HTTP_NOT_FOUND, "there are entries 0 to %d", match_entries(t->match));
    return NULL;
}

static bool read_viewer(struct request *r, const struct table *t, int *viewer);

static void answer_overlay(struct request *r, struct table *t, const struct overlay *o, int viewer)
{
    const struct play *moment = read_moment(r, t);
    struct known *k;
    int from;

    if (!moment || !read_from(r, moment->box->board, o, &from))
        return;
    k = base_alloc(sizeof *k);
    known_look(k, moment, viewer);
    overlay_about_json(o, &r->json);
    overlay_places_json(o, &k->play, viewer, from, &r->json);
    free(k);
}

void get_overlay(struct request *r)
{
    const char *name = http_query(r, "name");
    uint32_t seats;
    struct table *t = http_table(r, &seats);
    const struct overlay *o;
    int viewer;

    if (!t)
        return;
    o = name ? overlay_find(t->game, name) : NULL;
    viewer = look_of(t, seats).viewer;
    if (!o)
        http_refuse(r, MHD_HTTP_BAD_REQUEST, "which overlay? ?name=NAME; the catalogue has them");
    else if (read_viewer(r, t, &viewer))
        answer_overlay(r, t, o, viewer);
    http_done_with(r, t);
}

/* ---- the past ---- */

/* `?as=SIDE`: another's eyes, once the match is over. */
static bool read_viewer(struct request *r, const struct table *t, int *viewer)
{
    const char *as = http_query(r, "as");
    int side = as ? game_side_find(t->game, as) : *viewer;

    if (as && (side < 0 || side == CHANCE))
        return http_refuse(r, MHD_HTTP_BAD_REQUEST, "there is no side \"%.80s\"", as);
    if (side != *viewer && !table_over(t))
        return http_refuse(r, MHD_HTTP_FORBIDDEN, "others' views are open once the match is over");
    *viewer = side;
    return true;
}

static void answer_at(struct request *r, struct table *t, struct look *look, int n)
{
    if (n < 0 || n > match_entries(t->match)) {
        http_refuse(r, MHD_HTTP_NOT_FOUND, "there are entries 0 to %d", match_entries(t->match));
        return;
    }
    look->log_from = n > LOG_TAIL ? n - LOG_TAIL : 0;
    state_at_json(t, look, n, &r->json);
}

void get_at(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);
    struct match *present;
    struct look look;
    int n;

    if (!t)
        return;
    look = look_of(t, seats);
    if (!lex_is_number(r->tail, &n))
        n = -1;
    if (read_viewer(r, t, &look.viewer)) {
        r->cache = table_over(t) ? "private, max-age=600" : NULL;
        if (chapter_open(r, t, &present))
            answer_at(r, t, &look, n);
        chapter_close(t, present);
        if (r->status != MHD_HTTP_OK)
            r->cache = NULL;
    }
    http_done_with(r, t);
}

static void log_text(struct request *r, struct table *t, int viewer, int from)
{
    text_clear(&r->reply);
    match_chronicle_text(t->match, viewer, from, &r->reply);
    r->type = "text/plain; charset=utf-8";
    r->disposition = "attachment; filename=\"chronicle.txt\"";
}

static void answer_log(struct request *r, struct table *t, int viewer, int from)
{
    if (http_query(r, "text")) {
        log_text(r, t, viewer, from);
        return;
    }
    json_key_int(&r->json, "entries", match_entries(t->match));
    json_key_int(&r->json, "log_from", from);
    json_key(&r->json, "log");
    match_chronicle(t->match, viewer, from, &r->json);
}

void get_log(struct request *r)
{
    const char *word = http_query(r, "from");
    struct match *present;
    struct table *t;
    uint32_t seats;
    struct look look;
    int from = 0;

    t = http_table(r, &seats);
    if (!t)
        return;
    look = look_of(t, seats);
    if (word && (!lex_is_number(word, &from) || from < 0)) {
        http_refuse(r, MHD_HTTP_BAD_REQUEST, "from is the number of an entry");
    } else if (read_viewer(r, t, &look.viewer)) {
        if (chapter_open(r, t, &present))
            answer_log(r, t, look.viewer, from);
        chapter_close(t, present);
    }
    http_done_with(r, t);
}

/* ---- the journal ---- */

/*
 * Of a running match the seed stays secret, and so does what computers think: the outcomes so far are a list. (A
 * sealed secret stands in no line before the end.) Whoever plays on elsewhere goes on with other dice. The store's lines are as
 * match_journal() writes them.
 */
static void journal_without_seed(const struct text *whole, struct text *out)
{
    uint64_t other = secret_seed() >> 12;

    for (const char *line = text_of(whole), *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        if (strncmp(line, "seed ", 5) == 0)
            text_add(out, "dice list\n");
        else if (strncmp(line, "thought ", 8) != 0)
            text_add_n(out, line, (size_t)(end - line));
    }
    text_printf(out, "seed %llu\n", (unsigned long long)other);
}

/* Of a match that is not loaded: its lines as they are stored, if they are whole. */
static bool journal_stored(struct request *r, struct table *t, struct text *whole)
{
    struct saved m;
    enum stored found;

    store_hold(t->server->store);
    found = store_read(t->server->store, t->id, &m);
    store_let_go(t->server->store);
    text_add(whole, text_of(&m.journal));
    if (found != STORED_WHOLE)
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the journal is not to be had: %s", m.damage);
    saved_free(&m);
    return found == STORED_WHOLE;
}

/* Which computers play, as far as everybody may know. */
static void journal_computers(const struct table *t, struct text *out)
{
    for (int i = 0; i < t->chairs; i++) {
        if (t->chair[i].kind != CHAIR_BOT)
            continue;
        text_printf(out, "# %s is played by ", seat_name(t->game, i));
        computer_print(t, i, out);
        text_char(out, '\n');
    }
}

/* Where it came from, who played, and how it ended if not by its rules. */
static void journal_close(const struct table *t, struct text *out)
{
    journal_computers(t, out);
    if (t->origin[0]) {
        text_add(out, "# ");
        origin_print(t->game, t->origin, t->maker, out);
        text_char(out, '\n');
    }
    if (t->closed == CLOSE_RESIGNED)
        text_printf(out, "# %s resigns\n", t->game->sides[t->closed_by]);
    else if (t->closed == CLOSE_DRAWN)
        text_add(out, "# a draw is agreed\n");
    else if (t->closed == CLOSE_FORFEIT)
        text_printf(out, "# %s forfeits: its time is up\n", t->game->sides[t->closed_by]);
    clock_note(t, out);
}

/* While it runs: to whoever may know everything in it. */
static bool may_read_journal(const struct table *t, uint32_t seats)
{
    return (t->match && table_over(t)) || (seats && seats == seats_all(t)) ||
           (t->game && !t->game->redact && seats && !(t->match && match_has_post(t->match)));
}

/* An earlier chapter was closed before the secret was told: it stands at the end of the last. */
static void journal_tell(const struct table *t, struct text *out)
{
    const unsigned char *secret = match_secret(t->match);
    char hex[2 * COMMITMENT + 1];

    if (!secret)
        return;
    hex_text(secret, COMMITMENT, hex);
    text_printf(out, "secret %s\n", hex);
}

/* The last chapter's. */
static bool journal_last(struct request *r, struct table *t, struct text *whole)
{
    if (!t->match)
        return journal_stored(r, t, whole);
    match_journal(t->match, whole);
    journal_close(t, whole);
    return true;
}

static void journal_reply(struct request *r, struct table *t)
{
    struct text whole = { 0 };
    bool earlier;

    if (chapter_journal(r, t, &whole, &earlier) && (earlier || journal_last(r, t, &whole))) {
        text_clear(&r->reply);
        if (earlier && table_over(t))
            journal_tell(t, &whole);
        if (t->match && table_over(t))
            text_add_n(&r->reply, text_of(&whole), whole.n);
        else
            journal_without_seed(&whole, &r->reply);
        r->type = "text/plain; charset=utf-8";
        r->disposition = "attachment; filename=\"match.journal\"";
    }
    text_free(&whole);
}

void get_journal(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table_even_broken(r, &seats);

    if (!t)
        return;
    if (may_read_journal(t, seats))
        journal_reply(r, t);
    else
        http_refuse(r, MHD_HTTP_FORBIDDEN,
                    "the journal holds what is hidden: it is open once the match is over");
    http_done_with(r, t);
}

/* ---- the account ---- */

/* It is made from the truth. */
void get_account(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);

    if (!t)
        return;
    if (table_over(t))
        account_json(t->match, &r->json);
    else
        http_refuse(r, MHD_HTTP_CONFLICT, "the account is made when the match is over");
    http_done_with(r, t);
}

/* What one who looked on would know of the enemy. */
void get_scout(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);

    if (!t)
        return;
    scout_json(t->match, seats_viewer(t, seats), &r->json);
    http_done_with(r, t);
}
