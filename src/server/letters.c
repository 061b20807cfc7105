/*
 * letters.c: letters between the people of a side, and when these may not talk (match/letters.c has the
 * rest).
 *
 * A letter is no change that others could notice: no sequence number, no entry, no live update but to
 * whoever wrote it. Its line goes to the journal on disk behind those of the last change, before it is
 * acknowledged.
 */
#include <string.h>

#include "handlers.h"

/* ---- who reads ---- */

/* Those of a holder's seats with whose eyes he sees now. */
static uint32_t seats_reading(const struct table *t, const struct look *look)
{
    return look->viewer < SIDES_MAX ? look->seats & seat_mask(t->game, look->viewer) : look->seats;
}

/* Does another person sit there, or may one sit down? */
static bool is_somebody_else(const struct table *t, int seat, int other)
{
    const struct chair *a = &t->chair[seat], *b = &t->chair[other];

    if (b->kind == CHAIR_NONE || (b->kind == CHAIR_BOT && !chair_handed(b)))
        return false;
    return !(a->taken && b->taken && memcmp(a->token, b->token, TOKEN_HASH) == 0);
}

/* What is said at the table everybody hears, those of one's own side too. */
const char *letters_silence(const struct table *t, uint32_t seats)
{
    for (int i = 0; i < t->chairs; i++)
        for (int k = 0; k < t->chairs; k++) {
            const char *why = NULL;

            if ((seats >> i & 1) && !table_over(t) && is_somebody_else(t, i, k))
                why = match_silence(t->match, i, k);
            if (why)
                return why;
        }
    return NULL;
}

void letters_json(const struct table *t, const struct look *look, struct json *j)
{
    const char *silence = letters_silence(t, look->seats);
    char cites[16] = "";

    match_letters_json(t->match, seats_reading(t, look), table_over(t), j);
    json_key(j, "silence");
    if (!silence) {
        json_str(j, NULL);
        return;
    }
    refusal_case(silence, cites, sizeof cites);
    json_open(j, '{');
    json_key_str(j, "why", silence);
    json_key_str(j, "case", *cites ? cites : NULL);
    json_close(j);
}

/* ---- writing ---- */

static void keep(struct request *r, struct change *c, uint32_t writer)
{
    struct table *t = c->table;
    struct job *job = job_new();

    table_remember(t, seats_first(c->seats), REQUEST_CHANGE, c->id);
    job_write(job, WRITE_LINES, "tti", text_of(&t->heard), t->id, (int64_t)t->seq);
    t->written += t->heard.n;
    text_clear(&t->heard);
    live_show(t, writer);
    table_submit(t, job, r);
}

static const char *refuse_writer(const struct change *c, const struct letter_draft *d)
{
    return seats_played(c->table, c->seats) >> d->from & 1 ? NULL : "that is not your seat";
}

/* `SEQ [@ID] FROM to TO [way PLACE…] "…"` */
void post_letter(struct request *r)
{
    struct letter_draft d = { 0 };
    const char *why = NULL;
    struct change c;

    if (!change_begin_play(r, &c))
        return;
    if (letter_read(&r->x, match_play(c.table->match), true, &d) && http_ends(r)) {
        why = refuse_writer(&c, &d);
        if (!why && match_letter_sent(c.table->match, &d))
            json_key_bool(&r->json, "repeated", true);
        else if (!why && !(why = match_letter(c.table->match, &d)))
            keep(r, &c, UINT32_C(1) << d.from);
    }
    text_free(&d.text);
    if (why)
        change_refuse(r, &c, why);
    else
        change_end(r, &c);
}

/* `FROM to TO [way PLACE…]` */
void post_road(struct request *r)
{
    struct letter_draft d = { 0 };
    struct letter_road road;
    const char *why = NULL;
    uint32_t seats;
    struct table *t;

    if (!lex_line(&r->x)) {
        http_refuse(r, MHD_HTTP_BAD_REQUEST, "from whom to whom?");
        return;
    }
    t = http_table(r, &seats);
    if (!t)
        return;
    if (http_seated(r, seats) && letter_read(&r->x, match_play(t->match), false, &d) &&
        http_ends(r)) {
        why =
            seats >> d.from & 1 ? match_letter_road(t->match, &d, &road) : "that is not your seat";
        if (why)
            http_refuse_rule(r, why);
        else
            letter_road_json(match_play(t->match), &road, &r->json);
    }
    http_done_with(r, t);
}
