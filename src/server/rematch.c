/*
 * rematch.c: when a match is over its people may play once more, with sides exchanged or as before: the same game,
 * scenario (or position) and options, with new dice. Everybody keeps his token, so nobody needs a new link, and
 * nobody learns another's. A match has one rematch: whoever asks second is shown the same.
 *
 * Two tables are never locked at once. One lock over all rematches keeps two who ask together from making two; where
 * servers share a store, that the rematch of a match has the same name whichever of them makes it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handlers.h"

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

/* ---- who sits where then ---- */

static bool same_holder(const struct chair *a, const struct chair *b)
{
    if (a->taken != b->taken)
        return false;
    return a->taken ? memcmp(a->token, b->token, TOKEN_HASH) == 0
                    : strcmp(a->computer.order, b->computer.order) == 0;
}

/* The chairs of a side's people, each once. */
static int holders_of(const struct table *t, int side, const struct chair *holder[SEATS_MAX])
{
    int n = 0, k;

    for (int i = 0; i < t->chairs; i++) {
        if (t->chair[i].kind == CHAIR_NONE || seat_side(t->game, i) != side)
            continue;
        for (k = 0; k < n && !same_holder(holder[k], &t->chair[i]); k++)
            continue;
        if (k == n)
            holder[n++] = &t->chair[i];
    }
    return n;
}

/* A chair for whoever has another one: what he is called and known by, and nothing that only that one has. */
static struct chair seated(const struct chair *from)
{
    struct chair c = { .kind = from->taken ? CHAIR_PERSON : CHAIR_BOT,
                       .taken = from->taken,
                       .met = from->met };

    memcpy(c.name, from->name, sizeof c.name);
    memcpy(c.token, from->token, sizeof c.token);
    memcpy(c.visitor, from->visitor, sizeof c.visitor);
    if (!from->taken)
        c.computer = from->computer;
    return c;
}

/* Each side's people take the next side's seats; false: there are not enough for them. */
static bool exchange_sides(const struct table *t, struct chair chair[SEATS_MAX])
{
    for (int side = 0; side < game_sides(t->game); side++) {
        const struct chair *holder[SEATS_MAX];
        int n = holders_of(t, (side + 1) % game_sides(t->game), holder), k = 0;

        for (int i = 0; n && i < t->chairs; i++)
            if (t->chair[i].kind != CHAIR_NONE && seat_side(t->game, i) == side)
                chair[i] = seated(holder[k++ % n]);
        if (k < n)
            return false;
    }
    return true;
}

/* Everybody moves on by a seat. */
static void move_on(const struct table *t, struct chair chair[SEATS_MAX])
{
    int first = -1, last = -1;

    for (int i = 0; i < t->chairs; i++) {
        if (t->chair[i].kind == CHAIR_NONE)
            continue;
        if (last >= 0)
            chair[last] = seated(&t->chair[i]);
        else
            first = i;
        last = i;
    }
    if (first >= 0)
        chair[last] = seated(&t->chair[first]);
}

/* Would somebody sit at two sides? */
static bool at_both_sides(const struct table *t, const struct chair chair[SEATS_MAX])
{
    for (int i = 0; i < t->chairs; i++)
        for (int k = 0; k < i; k++)
            if (chair[i].taken && chair[k].taken && same_holder(&chair[i], &chair[k]) &&
                seat_side(t->game, i) != seat_side(t->game, k))
                return true;
    return false;
}

static bool exchange(const struct table *t, struct chair chair[SEATS_MAX])
{
    if (exchange_sides(t, chair))
        return true;
    move_on(t, chair);
    return !at_both_sides(t, chair);
}

static void stay(const struct table *t, struct chair chair[SEATS_MAX])
{
    for (int i = 0; i < t->chairs; i++)
        if (t->chair[i].kind != CHAIR_NONE)
            chair[i] = seated(&t->chair[i]);
}

/* ---- the same once more ---- */

static bool all_seated(const struct table *t)
{
    for (int i = 0; i < t->chairs; i++)
        if (!t->chair[i].taken && t->chair[i].kind != CHAIR_BOT && t->chair[i].kind != CHAIR_NONE)
            return false;
    return true;
}

static const char *refuse_rematch(const struct table *t)
{
    if (!table_over(t))
        return "the match is not over yet";
    return all_seated(t) ? NULL : "a seat of this match was never taken: make a new one";
}

/* What the match was made of. */
static void same_match(struct table *t, struct again *a)
{
    const struct state *s = play_state(match_play(t->match));

    if (t->server->others)
        match_id_after(t->server, t->id, a->id);
    a->game = t->game;
    a->scenario = s->scenario;
    memcpy(a->option, s->option, sizeof a->option);
    a->listed = t->listed;
    a->clock = t->clock;
    memcpy(a->name, t->name, sizeof a->name);
    memcpy(a->maker, t->maker, sizeof a->maker);
    if (strcmp(t->origin, "position") == 0 && match_chapter(t->match)->n == 1)
        position_save(match_at(t->match, 0), &a->position);
}

/* `same`, or nothing: sides are exchanged */
static bool read_rematch(struct request *r, struct table *t, struct again *a)
{
    const char *why = refuse_rematch(t);
    bool same = lex_line(&r->x) && lex_accept(&r->x, "same");

    if (!http_ends(r))
        return false;
    if (why)
        return http_refuse_rule(r, why);
    if (same)
        stay(t, a->chair);
    else if (!exchange(t, a->chair))
        return http_refuse_rule(r, "with these seats sides cannot be exchanged: play once more as "
                                   "before (same)");
    same_match(t, a);
    return true;
}

/* The match that there is already, if it still is; "": none. */
static bool there_is(struct server *s, const char *id)
{
    struct table *t;
    bool there;

    if (!*id)
        return false;
    t = table_open(s, id);
    there = t->is != TABLE_MISSING;
    table_close(t);
    return there;
}

static void note_rematch(struct request *r, struct table *t, const char *id)
{
    struct job *job = job_new();

    snprintf(t->rematch, sizeof t->rematch, "%s", id);
    job_write(job, WRITE_REMATCH, "tt", t->rematch, t->id);
    t->stamp++;
    table_submit(t, job, r);
    live_wake(t);
}

/* The table that the request names, for who sits there. */
static struct table *seated_table(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);

    if (!t || http_seated(r, seats))
        return t;
    table_close(t);
    return NULL;
}

/* True: a new one is to be made of this. */
static bool look_first(struct request *r, struct again *a, char id[MATCH_ID])
{
    struct table *t = seated_table(r);
    bool good;

    if (!t)
        return false;
    good = read_rematch(r, t, a);
    memcpy(id, t->rematch, MATCH_ID);
    table_close(t);
    return good && !there_is(r->server, id);
}

static void begin_rematch(struct request *r, const struct again *a, char id[MATCH_ID])
{
    struct table *t;
    uint32_t seats;

    memcpy(id, a->id, MATCH_ID);
    if (!there_is(r->server, id)) {
        t = begin_again(r, a);
        if (!t)
            return;
        memcpy(id, t->id, MATCH_ID);
        table_close(t);
    }
    t = http_table(r, &seats);
    if (!t)
        return;
    note_rematch(r, t, id);
    table_close(t);
}

void post_rematch(struct request *r)
{
    struct again *a = base_alloc(sizeof *a);
    char id[MATCH_ID] = "";

    if (http_store(r, true)) {
        pthread_mutex_lock(&one_at_a_time);
        if (look_first(r, a, id))
            begin_rematch(r, a, id);
        pthread_mutex_unlock(&one_at_a_time);
    }
    if (r->status == MHD_HTTP_OK && !r->errors.n)
        json_key_str(&r->json, "match", id);
    text_free(&a->position);
    free(a);
}
