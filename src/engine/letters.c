/*
 * letters.c: letters between the seats of a side, and the ways of their couriers (docs/protocol.md).
 * Whoever is answered for a side speaks and reads for all its seats; a seat that is named, for itself.
 */
#include <string.h>

#include "session.h"

/* All seats that the viewer speaks for. */
static uint32_t seats_of(const struct request *r)
{
    const struct play *p = match_play(r->engine->match);

    if (r->viewer == REFEREE)
        return seats_there(p);
    return r->viewer < SIDES_MAX ? seat_mask(p->game, r->viewer) & seats_there(p) : 0;
}

static bool is_mine(struct request *r, int seat)
{
    if (seats_of(r) >> seat & 1)
        return true;
    request_refuse(r, "%s is not for you to answer",
                   seat_title(match_play(r->engine->match)->game, seat));
    return false;
}

static bool read_draft(struct request *r, bool whole, struct letter_draft *d)
{
    return letter_read(r->x, match_play(r->engine->match), whole, d) && is_mine(r, d->from) &&
           request_ends(r);
}

/* `letters [SEAT]` */
void engine_letters(struct request *r)
{
    struct match *m = r->engine->match;
    const struct play *p = match_play(m);
    const char *word = lex_word(r->x);
    int seat = word ? seat_find(p->game, word) : -1;
    bool over = play_state(p)->over;

    if (word && seat < 0)
        request_refuse(r, "\"%.80s\" is no seat of this game", word);
    else if (request_ends(r) && (!word || is_mine(r, seat)))
        match_letters_json(m, word ? UINT32_C(1) << seat : seats_of(r),
                           over || (r->viewer == REFEREE && !word), r->j);
}

/* `letter FROM to TO [way PLACE…] "…"`, or its text until a dot */
void engine_letter(struct request *r)
{
    struct letter_draft d = { 0 };
    const char *why = NULL;

    if (read_draft(r, !r->body, &d)) {
        if (r->body)
            text_add_n(&d.text, text_of(r->body), r->body->n ? r->body->n - 1 : 0);
        why = match_letter(r->engine->match, &d);
        if (why)
            request_refuse(r, "%s", why);
        else
            match_letters_json(r->engine->match, UINT32_C(1) << d.from, false, r->j);
    }
    text_free(&d.text);
}

/* `road FROM to TO [way PLACE…]` */
void engine_road(struct request *r)
{
    struct letter_draft d = { 0 };
    struct letter_road road;
    const char *why;

    if (!read_draft(r, false, &d))
        return;
    why = match_letter_road(r->engine->match, &d, &road);
    if (why)
        request_refuse(r, "%s", why);
    else
        letter_road_json(match_play(r->engine->match), &road, r->j);
}
