/*
 * consent.c: taking back, advice, draws, resigning, talking: what passes between players, not between a
 * player and the rules.
 *
 * What a computer is asked: it always lets its opponent take back, and never agrees to a draw.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handlers.h"

/* Mask of the sides with a person or a free seat; whoever leaves his to the computer consents to nothing by that. */
static int sides_of_people(const struct table *t)
{
    int sides = 0;

    for (int i = 0; i < t->chairs; i++)
        if ((t->chair[i].kind != CHAIR_BOT && t->chair[i].kind != CHAIR_NONE) ||
            chair_handed(&t->chair[i]))
            sides |= 1 << seat_side(t->game, i);
    return sides;
}

/* ---- taking back ---- */

static void undone(struct request *r, struct change *c, const char *why)
{
    if (why) {
        change_refuse(r, c, why);
        return;
    }
    live_rewound(c->table, match_entries(c->table->match));
    table_changed(c->table, seats_first(c->seats), c->id, r);
    change_end(r, c);
}

static void undo_ask(struct request *r, struct change *c)
{
    struct table *t = c->table;
    int to = match_last_decision(t->match, c->side), others = sides_of_people(t);

    if (to < 0) {
        change_refuse(r, c, "you have decided nothing yet");
        return;
    }
    if (!(others & ~seats_sides(t, c->seats))) {
        undone(r, c, match_undo_to(t->match, to));
        return;
    }
    t->undo_by = c->side;
    t->undo_to = to;
    table_offers(t, r);
    change_end(r, c);
}

static void undo_answer(struct request *r, struct change *c, bool granted)
{
    struct table *t = c->table;

    if (t->undo_by < 0) {
        change_refuse(r, c, "nobody asks to take anything back");
        return;
    }
    if (granted && !(seats_sides(t, c->seats) & ~(1 << t->undo_by))) {
        change_refuse(r, c, "that is for your opponent to grant");
        return;
    }
    if (granted) {
        undone(r, c, match_undo_to(t->match, t->undo_to));
        return;
    }
    t->undo_by = t->undo_to = -1;
    table_offers(t, r);
    change_end(r, c);
}

void post_undo(struct request *r)
{
    struct change c;
    bool ask, grant, refuse;
    int to = -1;

    if (!change_begin_play(r, &c))
        return;
    if (lex_accept(&r->x, "to"))
        lex_number(&r->x, "the entry", 0, match_entries(c.table->match), &to);
    ask = lex_accept(&r->x, "ask");
    grant = !ask && lex_accept(&r->x, "grant");
    refuse = !ask && !grant && lex_accept(&r->x, "refuse");
    if (!http_ends(r))
        http_done_with(r, c.table);
    else if (ask)
        undo_ask(r, &c);
    else if (grant || refuse)
        undo_answer(r, &c, grant);
    else
        undone(r, &c,
               to < 0 ? match_undo(c.table->match, c.side)
                      : match_undo_since(c.table->match, c.side, to));
}

/* ---- advice ---- */

const char *consent_refuse_advice(const struct table *t, uint32_t seats)
{
    int others = sides_of_people(t) & ~seats_sides(t, seats);

    if (!others || !((others | seats_sides(t, seats)) & ~t->advice_sides))
        return NULL;
    return "advice is for matches against the computer, unless both sides allow it";
}

void consent_advice(struct request *r, struct change *c, bool allow)
{
    int mine = seats_sides(c->table, c->seats);

    /* whoever refuses has answered the others too */
    c->table->advice_sides = allow ? c->table->advice_sides | mine : 0;
    table_offers(c->table, r);
    change_end(r, c);
}

/* ---- the end by agreement ---- */

static void close_match(struct request *r, struct change *c, enum close_kind how, int by)
{
    struct table *t = c->table;

    t->closed = how;
    t->closed_by = by;
    if (how == CLOSE_RESIGNED)
        text_printf(&t->heard, "# %s resigns\n", t->game->sides[by]);
    else
        text_add(&t->heard, "# a draw is agreed\n");
    table_changed(t, seats_first(c->seats), c->id, r);
    change_end(r, c);
}

void post_resign(struct request *r)
{
    struct change c;

    if (!change_begin(r, &c))
        return;
    if (http_ends(r))
        close_match(r, &c, CLOSE_RESIGNED, c.side);
    else
        http_done_with(r, c.table);
}

static const char *refuse_draw(const struct table *t, bool accepts)
{
    int all = (1 << game_sides(t->game)) - 1;

    if (sides_of_people(t) != all)
        return "the computer plays on";
    return accepts && !t->draw_sides ? "nobody has offered a draw" : NULL;
}

void post_draw(struct request *r)
{
    struct change c;
    bool offer, accept = false, refuse = false;
    const char *why;

    if (!change_begin(r, &c))
        return;
    offer = lex_accept(&r->x, "offer");
    if (!offer && !(accept = lex_accept(&r->x, "accept")) &&
        !(refuse = lex_accept(&r->x, "refuse")))
        lex_complain(&r->x, "a draw is offered, accepted or refused");
    if (!http_ends(r)) {
        http_done_with(r, c.table);
        return;
    }
    why = refuse_draw(c.table, !offer);
    if (why) {
        change_refuse(r, &c, why);
        return;
    }
    c.table->draw_sides = refuse ? 0 : c.table->draw_sides | seats_sides(c.table, c.seats);
    if (c.table->draw_sides == (1 << game_sides(c.table->game)) - 1) {
        close_match(r, &c, CLOSE_DRAWN, -1);
        return;
    }
    table_offers(c.table, r);
    change_end(r, &c);
}

/* ---- talking ---- */

/* What is said is one line of text: no control characters, not too long. */
static bool read_chat(struct request *r, char text[CHAT_MAX_BYTES + 1])
{
    size_t n = 0;

    for (size_t i = 0; i < r->body.n; i++) {
        unsigned char c = (unsigned char)r->body.s[i];

        if (n == CHAT_MAX_BYTES)
            return http_refuse(r, MHD_HTTP_BAD_REQUEST, "at most %d bytes are said at once",
                               CHAT_MAX_BYTES);
        text[n++] = c < ' ' || c == 127 ? ' ' : (char)c;
    }
    while (n && text[n - 1] == ' ')
        n--;
    text[n] = '\0';
    return n ? true : http_refuse(r, MHD_HTTP_BAD_REQUEST, "nothing was said");
}

static const char *speaker(const struct table *t, uint32_t seats)
{
    for (int i = 0; i < t->chairs; i++)
        if (seats >> i & 1)
            return t->chair[i].name[0] ? t->chair[i].name : seat_called(match_play(t->match), i);
    return "";
}

static void say(struct request *r, struct table *t, uint32_t seats, const char *id,
                const char *text)
{
    struct job *job = job_new();
    int64_t now = store_seconds(t->server->store);

    table_chat(t, t->chats + 1, (long)now, speaker(t, seats), text);
    table_remember(t, seats_first(seats), REQUEST_CHAT, id);
    job_write(job, WRITE_CHAT, "tiittti", t->id, (int64_t)t->chats, now, speaker(t, seats), text,
              id, (int64_t)seats_first(seats));
    table_submit(t, job, r);
}

static bool was_said(const struct request *r, const struct table *t, int seat, const char *id)
{
    return table_repeated(t, seat, REQUEST_CHAT, id) ||
           (r->runs > 1 && table_repeated_ever(t, seat, REQUEST_CHAT, id) > 0);
}

void post_chat(struct request *r)
{
    char text[CHAT_MAX_BYTES + 1];
    const char *id = http_header(r, "X-Request-Id"), *silence;
    struct table *t;
    uint32_t seats;

    if (!id || strlen(id) >= REQUEST_ID)
        id = "";
    if (!read_chat(r, text) || !http_store(r, true) || !(t = http_table(r, &seats)))
        return;
    if (http_seated(r, seats) && !was_said(r, t, seats_first(seats), id)) {
        silence = letters_silence(t, seats);
        if (silence)
            http_refuse_rule(r, silence);
        else
            say(r, t, seats, id, text);
    }
    http_done_with(r, t);
}
