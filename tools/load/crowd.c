/*
 * crowd.c: bouts: ordered, listened to, played; what is heard is held against what was done.
 *
 * A seat learns what it may do from its stream alone, as the page does. Found wrong: a reply that
 * is not one number further, a stream that goes back or misses entries, anything acknowledged that
 * some seat has not been shown within a second.
 */
#include "crowd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 32, SHOWN_WITHIN = 1000 };

/* ---- series ---- */

void series_add(struct series *s, double value)
{
    if (s->n == s->room)
        s->at = base_grow(s->at, (size_t)(s->room = 2 * s->room + 1000) * sizeof *s->at);
    s->at[s->n++] = value;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double series_part(struct series *s, double share)
{
    int i = (int)(share * s->n);

    if (!s->n)
        return 0;
    qsort(s->at, (size_t)s->n, sizeof *s->at, by_size);
    return s->at[i < s->n ? i : s->n - 1];
}

void series_free(struct series *s)
{
    free(s->at);
    memset(s, 0, sizeof *s);
}

/* ---- what a state says ---- */

struct heard {
    int seq, entries, log_from;
    bool mine, over;
    int choices;
    const char *legal; /* the array */
};

static void note(struct heard *h, const struct json_walk *w)
{
    const char *key = text_of(&w->key);

    if (strcmp(key, "seq") == 0)
        h->seq = (int)strtol(w->value, NULL, 10);
    else if (strcmp(key, "entries") == 0)
        h->entries = (int)strtol(w->value, NULL, 10);
    else if (strcmp(key, "log_from") == 0)
        h->log_from = (int)strtol(w->value, NULL, 10);
    else if (strcmp(key, "mine") == 0)
        h->mine = *w->value == 't';
    else if (strcmp(key, "over") == 0)
        h->over = *w->value == 't';
    else if (strcmp(key, "legal") == 0)
        h->legal = w->value;
}

static bool read_state(const char *json, struct heard *h)
{
    struct json_walk w;

    *h = (struct heard){ .seq = -1, .entries = -1, .log_from = -1 };
    json_walk(&w, json);
    while (h->log_from < 0 && json_next(&w))
        note(h, &w);
    json_walk_end(&w);
    return h->seq >= 0 && h->log_from >= 0;
}

/* Any of the legal actions, each as likely. */
static void choose(struct rng *luck, const char *legal, struct text *choice)
{
    struct json_walk w;
    uint32_t seen = 0;

    text_clear(choice);
    json_walk(&w, legal);
    while (json_next(&w))
        if (rng_below(luck, ++seen) == 0) {
            text_clear(choice);
            json_find(w.value, "do", choice);
        }
    json_walk_end(&w);
}

/* ---- decisions ---- */

static void think(struct bout *b, int seat, const struct heard *h)
{
    double share = (double)rng_below(&b->luck, 1001) / 1000;

    if (h->over)
        b->is = BOUT_OVER;
    if (h->seq < b->seq || (h->seq == b->seq && b->mover >= 0))
        return;
    b->seq = h->seq;
    b->mover = -1;
    if (!h->mine || h->over)
        return;
    b->mover = seat;
    choose(&b->luck, h->legal, &b->choice);
    b->due = now_ms() + b->crowd->pause * (0.5 + share);
}

static void decide(struct bout *b)
{
    struct seat *s = &b->seat[b->mover];
    char path[60];
    struct text body = { 0 };

    text_printf(&body, "%d @r%d %s", b->seq, b->seq, text_of(&b->choice));
    snprintf(path, sizeof path, "/api/match/%s/do", b->id);
    b->busy = true;
    b->sent_seq = b->seq;
    b->sent = now_ms();
    wire_ask(&s->hand, "POST", path, s->token, text_of(&body));
    text_free(&body);
}

static void decided(struct wire *hand)
{
    struct bout *b = hand->owner;
    struct crowd *c = b->crowd;
    double now = now_ms();
    struct heard h;

    series_add(&c->trips, now - b->sent);
    b->busy = false;
    c->decisions++;
    if (hand->status != 200) {
        c->refused++;
        fprintf(stderr, "refused: %s: %.200s\n", text_of(&b->choice), text_of(&hand->body));
        b->is = BOUT_OVER;
        return;
    }
    if (!read_state(text_of(&hand->body), &h) || h.seq != b->sent_seq + 1)
        c->wrong++;
    for (int i = 0; i < c->seats; i++)
        if (b->seat[i].shown < h.seq && b->seat[i].owed == 0)
            b->seat[i].owed = now;
    think(b, hand->number, &h);
}

/* ---- streams ---- */

static void shown(struct wire *ear)
{
    struct bout *b = ear->owner;
    struct crowd *c = b->crowd;
    struct seat *s = &b->seat[ear->number];
    double now = now_ms();
    struct heard h;

    if (ear->status != 200) {
        c->wrong++;
        return;
    }
    if (strcmp(text_of(&ear->event), "state") != 0)
        return;
    if (!read_state(text_of(&ear->body), &h) || h.seq != ear->id || h.seq < s->shown ||
        (s->shown >= 0 && h.log_from > s->entries))
        c->wrong++;
    if (h.seq == b->sent_seq + 1 && h.seq > s->shown)
        series_add(&c->delays, now - b->sent);
    if (s->owed > 0 && now - s->owed > SHOWN_WITHIN)
        c->late++;
    s->owed = 0;
    s->shown = h.seq;
    s->entries = h.entries;
    think(b, ear->number, &h);
}

static void listen_for(struct bout *b, int i)
{
    struct seat *s = &b->seat[i];
    char path[100];

    s->shown = -1;
    s->owed = 0;
    s->ear.heard = shown;
    s->hand.heard = decided;
    s->ear.ear = true;
    s->ear.owner = s->hand.owner = b;
    s->ear.number = s->hand.number = i;
    s->ear.to = s->hand.to = b->at;
    wire_open(&s->ear);
    snprintf(path, sizeof path, "/api/match/%s/events?token=%s", b->id, s->token);
    wire_ask(&s->ear, "GET", path, NULL, NULL);
    if (i)
        wire_open(&s->hand);
}

static void ordered(struct wire *hand)
{
    struct bout *b = hand->owner;
    struct crowd *c = b->crowd;
    struct text word = { 0 };
    char path[32];

    if (hand->status != 200)
        base_die("no match: %s", text_of(&hand->body));
    series_add(&c->begun, now_ms() - b->sent);
    b->busy = false;
    json_find(text_of(&hand->body), "match", &word);
    snprintf(b->id, sizeof b->id, "%s", text_of(&word));
    for (int i = 0; i < c->seats; i++) {
        text_clear(&word);
        snprintf(path, sizeof path, "seats.%d.token", i);
        json_find(text_of(&hand->body), path, &word);
        snprintf(b->seat[i].token, sizeof b->seat[i].token, "%s", text_of(&word));
    }
    text_free(&word);
    b->is = BOUT_LISTENS;
}

static void order(struct bout *b)
{
    struct wire *hand = &b->seat[0].hand;

    b->is = BOUT_ORDERED;
    b->seq = b->mover = -1;
    b->due = 0;
    hand->owner = b;
    hand->heard = ordered;
    hand->to = b->at;
    wire_open(hand);
    b->busy = true;
    b->sent_seq = -2; /* no state answers it */
    b->sent = now_ms();
    wire_ask(hand, "POST", "/api/match", NULL, b->crowd->order);
}

static void close_bout(struct bout *b)
{
    for (int i = 0; i < b->crowd->seats; i++) {
        wire_close(&b->seat[i].ear);
        wire_close(&b->seat[i].hand);
    }
    b->is = BOUT_NONE;
}

/* ---- all of them ---- */

void crowd_begin(struct crowd *c, int bouts)
{
    c->bouts = bouts;
    c->bout = base_alloc((size_t)bouts * sizeof *c->bout);
    for (int i = 0; i < bouts; i++) {
        c->bout[i].crowd = c;
        c->bout[i].at = i % c->servers;
        rng_seed(&c->bout[i].luck, (uint64_t)i);
    }
}

static bool all_shown(const struct bout *b)
{
    if (b->is < BOUT_PLAYS || b->is == BOUT_HELD)
        return b->is == BOUT_HELD;
    for (int i = 0; i < b->crowd->seats; i++)
        if (b->seat[i].shown < b->seq || b->seat[i].shown < 0)
            return false;
    return true;
}

static bool any_lost(const struct bout *b)
{
    for (int i = 0; i < b->crowd->seats; i++)
        if (b->seat[i].ear.lost || b->seat[i].hand.lost)
            return true;
    return false;
}

static void sit_down(struct bout *b)
{
    struct crowd *c = b->crowd;

    if (b - c->bout >= c->live) {
        close_bout(b);
        b->is = BOUT_HELD;
        return;
    }
    for (int i = 0; i < c->seats; i++)
        listen_for(b, i);
    b->is = BOUT_PLAYS;
}

/* Whatever is next for a bout. */
static void attend(struct bout *b, double now)
{
    struct crowd *c = b->crowd;

    if (b->is > BOUT_ORDERED && b->is != BOUT_HELD && any_lost(b)) {
        c->lost++;
        close_bout(b);
    }
    switch (b->is) {
    case BOUT_NONE: order(b); break;
    case BOUT_LISTENS: sit_down(b); break;
    case BOUT_PLAYS:
        if (c->plays && b->mover >= 0 && !b->busy && now >= b->due)
            decide(b);
        break;
    case BOUT_OVER: /* another begins in its place, once all have seen the end */
        if (!b->busy && all_shown(b)) {
            c->ended++;
            close_bout(b);
        }
        break;
    case BOUT_ORDERED:
    case BOUT_HELD: break;
    }
}

static int count(const struct crowd *c, bool settled)
{
    int n = 0;

    for (int i = 0; i < c->bouts; i++)
        n += settled ? all_shown(&c->bout[i]) : c->bout[i].is == BOUT_ORDERED;
    return n;
}

void crowd_seat(struct crowd *c)
{
    double give_up = now_ms() + 120000;

    while (count(c, true) < c->bouts && now_ms() < give_up) {
        int room = AT_ONCE - count(c, false);

        for (int i = 0; i < c->bouts; i++)
            if (c->bout[i].is != BOUT_NONE || room-- > 0)
                attend(&c->bout[i], 0);
        wires_run(5);
    }
    if (count(c, true) < c->bouts)
        base_die("only %d of %d matches could begin", count(c, true), c->bouts);
}

/* Hands that have asked are waited for, then streams get the second that they have. */
static void settle(struct crowd *c)
{
    double until = now_ms() + SHOWN_WITHIN + 9000;
    bool waits = true;

    while (waits && now_ms() < until) {
        waits = false;
        for (int i = 0; i < c->bouts; i++)
            waits |= c->bout[i].is >= BOUT_PLAYS && (c->bout[i].busy || !all_shown(&c->bout[i]));
        wires_run(5);
    }
    for (int i = 0; i < c->bouts; i++)
        if (c->bout[i].is >= BOUT_PLAYS && !all_shown(&c->bout[i]))
            c->unshown++;
}

void crowd_play(struct crowd *c, double ms)
{
    double now = now_ms(), until = now + ms;

    c->plays = true;
    for (int i = 0; i < c->bouts; i++) /* not all at once */
        c->bout[i].due = now + c->pause * (double)i / c->live;
    while ((now = now_ms()) < until) {
        for (int i = 0; i < c->bouts; i++)
            attend(&c->bout[i], now);
        wires_run(1);
    }
    c->plays = false;
    settle(c);
}

void crowd_leave(struct crowd *c)
{
    for (int i = 0; i < c->bouts; i++)
        close_bout(&c->bout[i]);
}

void crowd_free(struct crowd *c)
{
    for (int i = 0; i < c->bouts; i++)
        text_free(&c->bout[i].choice);
    free(c->bout);
    series_free(&c->trips);
    series_free(&c->delays);
    series_free(&c->begun);
}
