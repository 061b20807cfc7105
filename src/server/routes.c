/*
 * routes.c: which request is answered by whom (docs/table-api.md), and how a request finds its
 * table.
 */
#include <stdio.h>
#include <string.h>

#include "handlers.h"
#include "mail.h"

const struct route routes[] = {
    { "GET", "health", get_health, 0, 1 },
    { "GET", "ready", get_ready, 0, 1 },
    { "GET", "games", get_games, 0, 1 },
    { "GET", "game/+/board.svg", get_board, 0, 2 },
    { "GET", "game/+/rules", get_rules, 0, 1 },
    { "GET", "game/+/charts", get_charts, 0, 1 },
    { "GET", "game/+/ground", get_ground, 0, 2 },
    { "GET", "game/+/pieces", get_pieces, 0, 2 },
    { "GET", "matches", get_matches, 0, 2 },
    { "POST", "seal", post_seal, BODY_MAX, 1 },
    { "POST", "match", post_match, IMPORT_MAX, 5 },
    { "GET", "match/*", get_state, 0, 1 },
    { "GET", "match/*/events", live_events, 0, 2 },
    { "GET", "match/*/reach", get_reach, 0, 1 },
    { "GET", "match/*/danger", get_danger, 0, 5 },
    { "GET", "match/*/forecast", get_forecast, 0, 1 },
    { "GET", "match/*/whynot", get_whynot, 0, 1 },
    { "GET", "match/*/overlay", get_overlay, 0, 1 },
    { "GET", "match/*/at/+", get_at, 0, 2 },
    { "GET", "match/*/log", get_log, 0, 5 },
    { "GET", "match/*/journal", get_journal, 0, 5 },
    { "GET", "match/*/account", get_account, 0, 10 },
    { "GET", "match/*/thoughts", get_thoughts, 0, 10 },
    { "GET", "match/*/scout", get_scout, 0, 5 },
    { "GET", "match/*/dice", get_dice, 0, 1 },
    { "POST", "match/*/join", post_join, BODY_MAX, 2 },
    { "POST", "match/*/seat", post_seat, BODY_MAX, 1 },
    { "POST", "match/*/vacation", post_vacation, BODY_MAX, 1 },
    { "POST", "match/*/nonce", post_nonce, BODY_MAX, 1 },
    { "POST", "match/*/do", post_do, BODY_MAX, 1 },
    { "POST", "match/*/march", post_march, BODY_MAX, 1 },
    { "POST", "match/*/order", post_order, BODY_MAX, 1 },
    { "POST", "match/*/plan", post_plan, BODY_MAX, 1 },
    { "POST", "match/*/complete", post_complete, BODY_MAX, 1 },
    { "POST", "match/*/follow", post_follow, BODY_MAX, 1 },
    { "POST", "match/*/why", post_why, BODY_MAX, 1 },
    { "POST", "match/*/preview", post_preview, BODY_MAX, 1 },
    { "POST", "match/*/after", post_after, BODY_MAX, 1 },
    { "POST", "match/*/compose", post_compose, BODY_MAX, 4 },
    { "POST", "match/*/declare", post_declare, BODY_MAX, 1 },
    { "POST", "match/*/undo", post_undo, BODY_MAX, 1 },
    { "POST", "match/*/resign", post_resign, BODY_MAX, 1 },
    { "POST", "match/*/draw", post_draw, BODY_MAX, 1 },
    { "POST", "match/*/advise", post_advise, BODY_MAX, 10 },
    { "POST", "match/*/judge", post_judge, BODY_MAX, 10 },
    { "POST", "match/*/rematch", post_rematch, BODY_MAX, 5 },
    { "POST", "match/*/letter", post_letter, BODY_MAX, 2 },
    { "POST", "match/*/road", post_road, BODY_MAX, 2 },
    { "POST", "match/*/chat", post_chat, BODY_MAX, 2 },
    { "GET", "match/*/notices", get_notices, 0, 1 },
    { "POST", "match/*/notices", post_notices, BODY_MAX, 5 },
    { "POST", "mail/confirm", post_confirm, BODY_MAX, 5 },
    { "POST", "mail/stop", post_stop, BODY_MAX, 5 },
    { NULL, NULL, NULL, 0, 0 },
};

static bool refuse_broken(struct request *r, const struct table *t)
{
    return http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "this match cannot be played on here: %s",
                       text_of(&t->broken));
}

/* His requests count for his seat from now on, and for his browser, if it is the one that sat down. */
static void know_payer(struct request *r, const struct table *t, uint32_t seats, const char *token)
{
    const struct chair *c = &t->chair[seats_first(seats)];
    unsigned char card[TOKEN_HASH];

    payer_seat(r, token);
    if (c->met && http_card(r) && token_hash(http_card(r), card) &&
        memcmp(card, c->visitor, TOKEN_HASH) == 0)
        payer_card(r, card);
}

/* A token that is sent must be right: a mistyped one must not make a quiet spectator. */
static bool find_seats(struct request *r, const struct table *t, uint32_t *seats)
{
    const char *token = http_token(r);

    if (!*token && r->stream_token)
        token = r->stream_token;
    *seats = *token ? token_seats(t, token) : 0;
    if (*token && !*seats)
        *seats = notices_seats(t, token);
    if (*token && !*seats && !t->chairs)
        return refuse_broken(r, t);
    if (*token && !*seats)
        return http_refuse(r, MHD_HTTP_UNAUTHORIZED, "this token holds no seat of this match");
    if (*seats)
        know_payer(r, t, *seats, token);
    return true;
}

struct table *http_table_even_broken(struct request *r, uint32_t *seats)
{
    struct table *t;

    if (!match_id_good(r->match)) {
        http_refuse(r, MHD_HTTP_NOT_FOUND, "there is no such match");
        return NULL;
    }
    if (!http_store(r, false))
        return NULL;
    t = table_open(r->server, r->match);
    r->seen = t->version;
    if (t->is == TABLE_MISSING)
        http_refuse(r, MHD_HTTP_NOT_FOUND, "there is no such match");
    else if (find_seats(r, t, seats))
        return t;
    table_close(t);
    return NULL;
}

struct table *http_table(struct request *r, uint32_t *seats)
{
    struct table *t = http_table_even_broken(r, seats);

    if (!t || t->is == TABLE_OPEN)
        return t;
    refuse_broken(r, t);
    table_close(t);
    return NULL;
}

void http_done_with(struct request *r, struct table *t)
{
    if (t->applied != t->durable && !r->suspended)
        table_submit(t, job_new(), r);
    table_close(t);
}

bool http_seated(struct request *r, uint32_t seats)
{
    return seats ? true : http_refuse(r, MHD_HTTP_FORBIDDEN, "a spectator only looks on");
}

bool http_ends(struct request *r)
{
    if (!r->x.faulty)
        lex_end(&r->x);
    if (!r->errors.n && lex_line(&r->x))
        lex_complain(&r->x, "there is a line too many");
    return !r->errors.n;
}
