/*
 * live.c: server-sent events: whoever listens to a table is told what changes, as he may know it.
 *
 * A listener has no thread. libmicrohttpd asks for bytes; when there are none the connection is
 * suspended, and whatever changes the table wakes it. What was made from a state that is not yet on
 * disk is held back until it is (`mark`).
 *
 * Where servers share a store a table is thrown away when another server was first, or has changed it so that it must be read whole. Whoever listens
 * goes over to the new one, and is told what differs from what he was last told; what was held back is not said.
 */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "delta.h"
#include "handlers.h"

enum { LEAVE_LEAST = 200, LEAVE_MOST = 3000 }; /* ms */

struct live {
    struct live *next, *prev;    /* of the table */
    struct live *after, *before; /* of all */
    struct table *table;
    struct MHD_Connection *connection;
    uint32_t seats;
    uint64_t stamp, presence; /* what it has been told */
    int chats, log_seen, viewer;
    struct text out;
    size_t sent;
    uint64_t mark; /* the table's jobs that must be on disk before `out` may go */
    bool suspended, beat;
    bool replaced, told; /* whoever listens has begun again elsewhere: it is told so, and ends */
    int seq;             /* of the state that it was last told */
    struct told {        /* as it was before `out`, which may never be said */
        int seq, chats;
        bool state; /* there is one in it */
    } earlier;
    bool brief;         /* it is told what has changed, not the whole state */
    struct delta shown; /* … since this one */
    char address[ADDRESS_TEXT];
    _Atomic long last; /* when something was sent */
};

static struct live *all_live;
static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- lists ---- */

/* Those of its address, of all tables; this machine's own are not counted. */
static int same_address(const struct live *l)
{
    int n = 0;

    for (const struct live *other = is_loopback(l->address) ? NULL : all_live; other;
         other = other->after)
        n += strcmp(other->address, l->address) == 0;
    return n;
}

/* False: its address has so many already. */
static bool join_all(struct live *l, int most)
{
    bool room;

    pthread_mutex_lock(&all_lock);
    room = same_address(l) < most;
    if (room) {
        l->after = all_live;
        if (all_live)
            all_live->before = l;
        all_live = l;
    }
    pthread_mutex_unlock(&all_lock);
    return room;
}

static void join_table(struct live *l)
{
    struct table *t = l->table;

    l->next = t->live;
    if (t->live)
        t->live->prev = l;
    t->live = l;
}

static void leave_table(struct live *l)
{
    *(l->prev ? &l->prev->next : &l->table->live) = l->next;
    if (l->next)
        l->next->prev = l->prev;
    l->next = l->prev = NULL;
}

static void leave(struct live *l)
{
    leave_table(l);
    pthread_mutex_lock(&all_lock);
    *(l->before ? &l->before->after : &all_live) = l->after;
    if (l->after)
        l->after->before = l->before;
    pthread_mutex_unlock(&all_lock);
}

static void set_online(struct table *t, uint32_t seats, int by)
{
    for (int i = 0; i < t->chairs; i++)
        if (seats >> i & 1)
            t->chair[i].online += by;
    if (seats)
        t->presence++;
}

/* ---- what is said ---- */

static void event_begin(struct live *l, const char *name, struct json *j)
{
    text_printf(&l->out, "event: %s\ndata: ", name);
    json_begin(j, &l->out);
    json_open(j, '{');
}

static void event_end(struct live *l, struct json *j)
{
    json_close(j);
    text_add(&l->out, "\n\n");
}

/* The whole state behind what has been said; or, to whoever wants to hear no more, what has changed in it. */
static void say_brief(struct live *l, struct text *state)
{
    struct text edits = { 0 };
    bool brief = l->brief && delta_make(&l->shown, text_of(state), state->n, &edits);

    text_printf(&l->out, "id: %d\nevent: %s\ndata: ", l->table->seq, brief ? "delta" : "state");
    if (brief)
        text_printf(&l->out, "{\"edits\":%s}", text_of(&edits));
    else
        text_add_n(&l->out, text_of(state), state->n);
    text_add(&l->out, "\n\n");
    text_free(&edits);
}

/* A hot seat that changes its side reads the last entries anew, with other eyes. */
static void say_state(struct live *l)
{
    struct table *t = l->table;
    struct look look = look_of(t, l->seats);
    struct text state = { 0 };
    struct json j;

    if (look.viewer == l->viewer && l->log_seen >= 0)
        look.log_from = l->log_seen;
    json_begin(&j, &state);
    json_open(&j, '{');
    json_key_bool(&j, "ok", true);
    state_json(t, &look, &j);
    json_close(&j);
    say_brief(l, &state);
    text_free(&state);
    l->viewer = look.viewer;
    l->log_seen = match_entries(t->match);
    l->stamp = t->stamp;
    l->earlier.state = true;
    l->seq = t->seq;
}

static void say_presence(struct live *l)
{
    struct json j;

    event_begin(l, "presence", &j);
    json_key(&j, "seats");
    seats_json(l->table, l->seats, &j);
    event_end(l, &j);
    l->presence = l->table->presence;
}

static void say_chat(struct live *l)
{
    struct table *t = l->table;

    if (l->chats < t->chats - CHAT_KEPT)
        l->chats = t->chats - CHAT_KEPT;
    while (l->chats < t->chats) {
        const struct chat_line *line = &t->chat[++l->chats % CHAT_KEPT];
        struct json j;

        event_begin(l, "chat", &j);
        json_key_int(&j, "n", line->n);
        json_key_int(&j, "at", line->at);
        json_key_str(&j, "from", line->from);
        json_key_str(&j, "text", line->text);
        event_end(l, &j);
    }
}

/* The server ends: whoever listens comes again, here or elsewhere, and not all at the same moment. */
static void say_leave(struct live *l)
{
    unsigned wait = LEAVE_LEAST + randombytes_uniform(LEAVE_MOST - LEAVE_LEAST);

    text_clear(&l->out);
    l->sent = 0;
    l->mark = 0;
    l->told = true;
    text_printf(&l->out, "retry: %u\nevent: leave\ndata: {\"wait\":%u}\n\n", wait, wait);
}

static bool has_news(const struct live *l)
{
    const struct table *t = l->table;

    return (l->replaced && !l->told) || l->stamp != t->stamp || l->presence != t->presence ||
           l->chats != t->chats || l->beat;
}

static void make_news(struct live *l)
{
    struct table *t = l->table;

    text_clear(&l->out);
    l->sent = 0;
    l->earlier = (struct told){ .seq = l->seq, .chats = l->chats };
    if (l->replaced) {
        text_add(&l->out, "event: replaced\ndata: {}\n\n");
        l->told = true;
        return;
    }
    if (l->stamp != t->stamp)
        say_state(l);
    if (l->presence != t->presence)
        say_presence(l);
    if (l->chats != t->chats)
        say_chat(l);
    if (!l->out.n)
        text_add(&l->out, ": still here\n\n");
    l->beat = false;
    l->mark = t->applied;
}

/* ---- a table that is thrown away ---- */

/* The entries that have stood ever since that number; -1: unknown. */
static int stood_since(const struct table *t, int seq)
{
    int least;

    if (seq < 0 || seq > t->seq)
        return -1;
    least = t->entries_at[seq];
    for (int i = seq + 1; i <= t->seq; i++)
        if (t->entries_at[i] < least)
            least = t->entries_at[i];
    return least;
}

/* What was held back was never said. */
static void take_back(struct live *l)
{
    if (!l->out.n)
        return;
    l->seq = l->earlier.seq;
    l->chats = l->earlier.chats;
    if (l->earlier.state)
        delta_free(&l->shown);
    text_free(&l->out);
    l->sent = 0;
}

/* Two tables are never locked at once; `to` is held for the listener, and not locked. */
static void change_table(struct live *l, struct table *to)
{
    struct table *from = l->table;

    table_lock(from);
    leave_table(l);
    table_unlock(from);
    pthread_mutex_lock(&all_lock);
    l->table = to;
    pthread_mutex_unlock(&all_lock);
    table_let_go(from);
}

/* False: there is no table to go over to; whoever listens comes again. */
static bool go_over(struct live *l)
{
    struct server *s = l->table->server;
    struct table *t;

    if (!s->others || store_trouble(s->store) != STORE_FINE)
        return false;
    t = table_open(s, l->table->id);
    if (t->is != TABLE_OPEN) {
        table_close(t);
        return false;
    }
    table_unlock(t);
    take_back(l);
    change_table(l, t);
    table_lock(t);
    join_table(l);
    set_online(t, l->seats, +1);
    if (l->seats)
        table_take_up(t);
    live_wake(t);
    l->stamp = l->mark = 0;
    l->presence = t->presence;
    l->log_seen = stood_since(t, l->seq);
    table_unlock(t);
    return true;
}

/* ---- libmicrohttpd's side ---- */

/* The listener's table, locked: one that is not lost, unless an event has to be said to its end. NULL: there is none. */
static struct table *lock_own_table(struct live *l)
{
    bool amid = l->sent && l->sent < l->out.n;

    for (;;) {
        struct table *t = l->table;

        table_lock(t);
        if (!t->lost || (amid && t->server->others))
            return t;
        table_unlock(t);
        if (!go_over(l))
            return NULL;
    }
}

static ssize_t give_bytes(void *cls, uint64_t position, char *buffer, size_t most)
{
    struct live *l = cls;
    struct table *t = lock_own_table(l);
    size_t n;

    (void)position;
    if (!t)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (atomic_load(&t->server->leaving) && !l->told && (!l->sent || l->sent == l->out.n))
        say_leave(l);
    if (l->told && l->sent == l->out.n) {
        table_unlock(t);
        return MHD_CONTENT_READER_END_OF_STREAM;
    }
    if (l->sent == l->out.n && has_news(l))
        make_news(l);
    n = t->durable >= l->mark ? l->out.n - l->sent : 0;
    if (n > most)
        n = most;
    if (n) {
        memcpy(buffer, l->out.s + l->sent, n);
        l->sent += n;
        l->last = steady_seconds();
    } else {
        l->suspended = true;
        MHD_suspend_connection(l->connection);
    }
    if (l->sent == l->out.n) { /* an idle listener holds no memory */
        text_free(&l->out);
        l->sent = 0;
    }
    table_unlock(t);
    return (ssize_t)n;
}

static void free_live(void *cls)
{
    struct live *l = cls;
    struct table *t = l->table;

    table_lock(t);
    leave(l);
    set_online(t, l->seats, -1);
    live_wake(t);
    if (l->seats)
        others_stir(t->server);
    atomic_fetch_sub(&t->server->streams, 1);
    table_close(t);
    text_free(&l->out);
    delta_free(&l->shown);
    free(l);
}

static void wake(struct live *l)
{
    if (!l->suspended)
        return;
    l->suspended = false;
    MHD_resume_connection(l->connection);
}

void live_wake(struct table *t)
{
    for (struct live *l = t->live; l; l = l->next)
        wake(l);
}

void live_show(struct table *t, uint32_t seats)
{
    for (struct live *l = t->live; l; l = l->next)
        if (l->seats & seats) {
            l->stamp = 0;
            wake(l);
        }
}

void live_rewound(struct table *t, int entries)
{
    assert(entries >= 0);
    for (struct live *l = t->live; l; l = l->next)
        if (l->log_seen > entries)
            l->log_seen = entries;
}

/* ---- coming ---- */

static int read_last(struct request *r)
{
    const char *word = http_header(r, "Last-Event-ID");
    int seq;

    if (!word)
        word = http_query(r, "from");
    return word && lex_is_number(word, &seq) ? seq : -1;
}

static bool has_room(const struct request *r, const struct table *t)
{
    int spectators = 0, same = 0;

    for (const struct live *l = t->live; l; l = l->next) {
        spectators += !l->seats;
        same += !l->seats && strcmp(l->address, r->address) == 0;
    }
    return spectators < SPECTATORS_PER_MATCH &&
           (same < SPECTATORS_PER_ADDRESS || is_loopback(r->address));
}

/* A person who opens the match once too often ends his oldest stream, not somebody else's. */
static void make_place(struct table *t, uint32_t seats)
{
    struct live *oldest = NULL;
    int n = 0;

    for (struct live *l = t->live; l; l = l->next)
        if ((l->seats & seats) && !l->replaced) {
            oldest = l;
            n++;
        }
    if (n >= LIVE_PER_SEAT) {
        oldest->replaced = true;
        visitor_turns(t->server, oldest->connection, false); /* and shown out if it hears nothing */
        wake(oldest);
    }
}

/* NULL: its address has too many streams. */
static struct live *listen_to(struct request *r, struct table *t, uint32_t seats)
{
    const char *brief = http_query(r, "delta");
    struct live *l = base_alloc(sizeof *l);

    l->table = t;
    l->connection = r->connection;
    l->seats = seats;
    l->brief = brief && strcmp(brief, "1") == 0;
    l->seq = -1;
    l->log_seen = stood_since(t, read_last(r));
    l->viewer = seats_viewer(t, seats);
    snprintf(l->address, sizeof l->address, "%s", r->address);
    l->last = steady_seconds();
    if (!join_all(l, t->server->options.streams)) {
        free(l);
        return NULL;
    }
    make_place(t, seats);
    join_table(l);
    table_hold(t);
    set_online(t, seats, +1);
    if (seats)
        table_take_up(t);
    atomic_fetch_add(&t->server->streams, 1);
    live_wake(t);
    if (seats)
        others_stir(t->server);
    return l;
}

void live_events(struct request *r)
{
    struct table *t;
    uint32_t seats;
    struct live *l;

    r->stream_token = http_query(r, "token");
    t = http_table(r, &seats);
    if (t && read_last(r) > t->seq && table_behind(t)) {
        table_close(t);
        t = http_table(r, &seats);
    }
    if (!t)
        return;
    l = seats || has_room(r, t) ? listen_to(r, t, seats) : NULL;
    if (!l) {
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE,
                    "too many listen to this match, or from this address, already");
    } else {
        r->type = "text/event-stream";
        r->stream =
            MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4 << 10, give_bytes, l, free_live);
    }
    table_close(t);
}

void live_present(void *to, void (*each)(void *to, const char *id, uint32_t seats))
{
    pthread_mutex_lock(&all_lock);
    for (const struct live *l = all_live; l; l = l->after)
        if (l->seats)
            each(to, l->table->id, l->seats);
    pthread_mutex_unlock(&all_lock);
}

/* ---- the clock ---- */

/* A table is held while its lock is waited for, so that it cannot go meanwhile. */
static struct table **tables_to_beat(long before, int *n)
{
    struct table **tables = NULL;
    int room = 0;

    *n = 0;
    pthread_mutex_lock(&all_lock);
    for (struct live *l = all_live; l; l = l->after) {
        if (l->last > before || (*n && tables[*n - 1] == l->table))
            continue;
        if (*n == room)
            tables = base_grow(tables, (size_t)(room += 256) * sizeof(struct table *));
        table_hold(l->table);
        tables[(*n)++] = l->table;
    }
    pthread_mutex_unlock(&all_lock);
    return tables;
}

static void beat(long before)
{
    int n;
    struct table **tables = tables_to_beat(before, &n);

    for (int i = 0; i < n; i++) {
        table_lock(tables[i]);
        for (struct live *l = tables[i]->live; l; l = l->next)
            if (l->last <= before) {
                l->beat = true;
                wake(l);
            }
        table_close(tables[i]);
    }
    free(tables);
}

void live_tick(struct server *s)
{
    (void)s;
    beat(steady_seconds() - HEARTBEAT);
}

/* The server closes: all are woken to see it. */
void live_wake_all(struct server *s)
{
    (void)s;
    beat(steady_seconds() + HEARTBEAT);
}
