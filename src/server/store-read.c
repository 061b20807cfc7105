/*
 * store-read.c: reads matches back. What a table has in memory is never read here: a table leaves
 * memory only when all of it is on disk.
 *
 * Only a read that came to its end counts (SQLITE_DONE, every column there): a page that is damaged
 * or a disk that fails in the middle must never pass for a shorter match.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/match.h"
#include "store-own.h"

/* A query under way, the reader locked until read_end(). */
struct reading {
    struct store *store;
    sqlite3_stmt *s;
    int code; /* of the last step; SQLITE_DONE: it came to its end */
};

static struct reading read_begin(struct store *store, const char *sql, const char *id)
{
    struct reading r = { .store = store };

    pthread_mutex_lock(&store->read_lock);
    r.code = sqlite3_prepare_v2(store->reader, sql, -1, &r.s, NULL);
    if (r.code == SQLITE_OK && id)
        r.code = sqlite3_bind_text(r.s, 1, id, -1, SQLITE_STATIC);
    return r;
}

static void bind_number(struct reading *r, int at, int64_t n)
{
    if (r->code == SQLITE_OK)
        r->code = sqlite3_bind_int64(r->s, at, n);
}

/* Any other code than these two is the first that went wrong, and stays. */
static bool next_row(struct reading *r)
{
    if (r->code == SQLITE_OK || r->code == SQLITE_ROW)
        r->code = sqlite3_step(r->s);
    return r->code == SQLITE_ROW;
}

/* False: it did not come to its end. */
static bool read_end(struct reading *r)
{
    if (r->code != SQLITE_DONE)
        snprintf(r->store->unread, sizeof r->store->unread, "%s", sqlite3_errstr(r->code));
    sqlite3_finalize(r->s);
    pthread_mutex_unlock(&r->store->read_lock);
    return r->code == SQLITE_DONE;
}

/* No column of text may be NULL: if it is, there was no memory for it, or somebody wrote it. */
static const char *column_text(struct reading *r, int i, size_t *size)
{
    const char *text = (const char *)sqlite3_column_text(r->s, i);

    if (!text)
        r->code = SQLITE_NOMEM;
    if (size)
        *size = text ? (size_t)sqlite3_column_bytes(r->s, i) : 0;
    return text ? text : "";
}

static void column_copy(struct reading *r, int i, char *room, size_t size)
{
    snprintf(room, size, "%s", column_text(r, i, NULL));
}

/* So many bytes, or, false, none. */
static bool column_bytes(struct reading *r, int i, unsigned char *room, int size)
{
    const void *bytes = sqlite3_column_blob(r->s, i);
    int n = sqlite3_column_bytes(r->s, i);

    if (bytes && n == size)
        memcpy(room, bytes, (size_t)size);
    else if (n || sqlite3_errcode(r->store->reader) == SQLITE_NOMEM)
        r->code = SQLITE_CORRUPT;
    return r->code == SQLITE_ROW && n == size;
}

/* ---- a match ---- */

static enum stored damaged(struct saved *m, const char *format, ...) PRINTF_LIKE(2, 3);

static enum stored damaged(struct saved *m, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(m->damage, sizeof m->damage, format, args);
    va_end(args);
    return STORED_DAMAGED;
}

static enum stored unread(struct store *store, struct saved *m, const char *what)
{
    return damaged(m, "%s cannot be read from the store: %s", what, store->unread);
}

static void match_row(struct reading *r, struct saved *m)
{
    column_copy(r, 0, m->game, sizeof m->game);
    column_copy(r, 1, m->name, sizeof m->name);
    m->listed = sqlite3_column_int(r->s, 2);
    m->closed = sqlite3_column_int(r->s, 3);
    m->closed_by = sqlite3_column_int(r->s, 4);
    m->undo_by = sqlite3_column_int(r->s, 5);
    m->undo_to = sqlite3_column_int(r->s, 6);
    m->draw = sqlite3_column_int(r->s, 7);
    if (!column_bytes(r, 8, m->commitment, COMMITMENT) || !column_bytes(r, 9, m->salt, COMMITMENT))
        r->code = SQLITE_CORRUPT;
    m->crashes = sqlite3_column_int(r->s, 10);
    m->count = sqlite3_column_int(r->s, 11);
    column_copy(r, 12, m->origin, sizeof m->origin);
    column_copy(r, 13, m->maker, sizeof m->maker);
}

static enum stored read_match(struct store *store, const char *id, struct saved *m)
{
    struct reading r = read_begin(store,
                                  "SELECT game, name, listed, closed, closed_by, undo_by, undo_to,"
                                  " draw, commitment, salt, (SELECT n FROM crashes WHERE match=id),"
                                  " changes, origin, maker FROM matches WHERE id=?",
                                  id);
    bool found = false;

    while (next_row(&r)) {
        match_row(&r, m);
        found = true;
    }
    if (!read_end(&r))
        return unread(store, m, "it");
    return found ? STORED_WHOLE : STORED_MISSING;
}

static void seat_row(struct reading *r, struct saved_seat *seat)
{
    seat->seat = sqlite3_column_int(r->s, 0);
    column_copy(r, 1, seat->kind, sizeof seat->kind);
    column_copy(r, 2, seat->name, sizeof seat->name);
    seat->taken = column_bytes(r, 3, seat->token, TOKEN_HASH);
    column_copy(r, 4, seat->bot, sizeof seat->bot);
    seat->met = column_bytes(r, 5, seat->visitor, TOKEN_HASH);
}

static enum stored read_seats(struct store *store, const char *id, struct saved *m)
{
    struct reading r = read_begin(
        store,
        "SELECT seat, kind, name, token, bot, visitor FROM seats WHERE match=? ORDER BY seat", id);

    while (next_row(&r))
        if (m->seats < COUNT(m->seat))
            seat_row(&r, &m->seat[m->seats++]);
        else
            r.code = SQLITE_CORRUPT;
    return read_end(&r) ? STORED_WHOLE : unread(store, m, "its seats");
}

/* The lines of a change; a chapter of the match begins with the head of its journal. */
static bool change_lines(struct reading *r, int i, const char **lines, size_t *size)
{
    static const char head[] = "grognard-journal ";

    *lines = column_text(r, i, size);
    return *size > sizeof head && memcmp(*lines, head, sizeof head - 1) == 0;
}

static void add_change(struct saved *m, struct reading *r)
{
    const char *lines;
    size_t size;

    if (change_lines(r, 1, &lines, &size)) {
        m->chapters++;
        text_clear(&m->journal);
        for (int i = 0; i < m->changes; i++)
            m->entries[i] = 0;
    }
    if (size)
        text_add_n(&m->journal, lines, size);
    m->entries[m->changes++] = sqlite3_column_int(r->s, 2);
}

/* They are numbered from 0 without a gap, as many as were counted with the last of them. */
static enum stored read_changes(struct store *store, const char *id, struct saved *m)
{
    struct reading r =
        read_begin(store, "SELECT seq, lines, entries FROM changes WHERE match=? ORDER BY seq", id);
    int room = 0;
    bool gap = false;

    while (!gap && next_row(&r)) {
        if (m->changes == room)
            m->entries = base_grow(m->entries, (size_t)(room += 256) * sizeof *m->entries);
        gap = sqlite3_column_int64(r.s, 0) != m->changes;
        if (!gap)
            add_change(m, &r);
    }
    if (!read_end(&r) && !gap)
        return unread(store, m, "its journal");
    if (gap || m->changes != m->count)
        return damaged(m, "of its journal change %d is missing from the store, which had %d",
                       m->changes, m->count);
    return STORED_WHOLE;
}

enum { CHANCES_MOST = 1 << 30 };

static enum stored read_last_position(struct store *store, const char *id, struct saved *m)
{
    struct reading r =
        read_begin(store, "SELECT seq, chances, text FROM positions WHERE match=?", id);
    const char *text;
    size_t size;

    while (next_row(&r))
        if (sqlite3_column_int(r.s, 0) == m->changes - 1 && sqlite3_column_int(r.s, 1) >= 0 &&
            sqlite3_column_int(r.s, 1) <= CHANCES_MOST) {
            m->chances = sqlite3_column_int(r.s, 1);
            text = column_text(&r, 2, &size);
            text_add_n(&m->position, text, size);
        }
    return read_end(&r) ? STORED_WHOLE : unread(store, m, "its last position");
}

enum stored store_read(struct store *store, const char *id, struct saved *m)
{
    enum stored found;

    assert(*id);
    memset(m, 0, sizeof *m);
    found = read_match(store, id, m);
    if (found == STORED_WHOLE)
        found = read_seats(store, id, m);
    if (found == STORED_WHOLE)
        found = read_changes(store, id, m);
    if (found == STORED_WHOLE)
        found = read_last_position(store, id, m);
    if (found != STORED_WHOLE) {
        text_clear(&m->journal);
        text_clear(&m->position);
    }
    return found;
}

void saved_free(struct saved *m)
{
    text_free(&m->journal);
    text_free(&m->position);
    free(m->entries);
}

enum stored store_chapter(struct store *store, const char *id, int chapter, struct text *journal)
{
    struct reading r =
        read_begin(store, "SELECT lines FROM changes WHERE match=? ORDER BY seq", id);
    const char *lines;
    size_t size;
    int n = 0;

    assert(*id && chapter >= 0);
    while (next_row(&r)) {
        n += change_lines(&r, 0, &lines, &size);
        if (n == chapter && size)
            text_add_n(journal, lines, size);
    }
    if (!read_end(&r))
        return STORED_DAMAGED;
    return journal->n > 0 ? STORED_WHOLE : STORED_MISSING;
}

/* ---- lists ---- */

bool store_requests(struct store *store, const char *id, int most, void *to,
                    void (*each)(void *to, int seat, bool chat, const char *request))
{
    struct reading r = read_begin(
        store,
        "SELECT seat, chat, request FROM (SELECT seat, chat, request, k, ROW_NUMBER() OVER"
        " (PARTITION BY seat, chat ORDER BY k DESC) AS last FROM"
        " (SELECT seat, 0 AS chat, request, seq AS k FROM changes WHERE match=?1 AND request<>''"
        " UNION ALL SELECT seat, 1, request, n FROM chat WHERE match=?1 AND request<>''))"
        " WHERE last<=?2 ORDER BY k",
        id);

    assert(most > 0);
    bind_number(&r, 2, most);
    while (next_row(&r))
        each(to, sqlite3_column_int(r.s, 0), sqlite3_column_int(r.s, 1), column_text(&r, 2, NULL));
    return read_end(&r);
}

bool store_chat(struct store *store, const char *id, int most, void *to,
                void (*each)(void *to, int n, long at, const char *from, const char *text))
{
    struct reading r = read_begin(store,
                                  "SELECT n, at, sender, text FROM (SELECT * FROM chat"
                                  " WHERE match=?1 ORDER BY n DESC LIMIT ?2) ORDER BY n",
                                  id);

    assert(most > 0);
    bind_number(&r, 2, most);
    while (next_row(&r))
        each(to, sqlite3_column_int(r.s, 0), (long)sqlite3_column_int64(r.s, 1),
             column_text(&r, 2, NULL), column_text(&r, 3, NULL));
    return read_end(&r);
}

/* Each id of the rows, once all are read: whoever is told may read on. */
static bool each_id(struct reading *r, void *to, void (*each)(void *to, const char *id))
{
    struct text ids = { 0 };
    bool whole;

    while (next_row(r)) {
        text_add(&ids, column_text(r, 0, NULL));
        text_char(&ids, '\n');
    }
    whole = read_end(r);
    for (char *at = ids.s, *end; at && *at; at = end + 1) {
        end = strchr(at, '\n');
        *end = '\0';
        each(to, at);
    }
    text_free(&ids);
    return whole;
}

bool store_waiting(struct store *store, int crashes, void *to,
                   void (*each)(void *to, const char *id))
{
    struct reading r = read_begin(store,
                                  "SELECT id FROM matches JOIN seats ON match=id AND seat=asks"
                                  " WHERE over=0 AND kind='bot' AND id NOT IN"
                                  " (SELECT match FROM crashes WHERE n>=?1)",
                                  NULL);

    bind_number(&r, 1, crashes);
    return each_id(&r, to, each);
}

static void bind_stale(struct reading *r, const struct stale *is)
{
    bind_number(r, 2, is->played);
    bind_number(r, 3, is->over);
    bind_number(r, 4, is->before);
}

bool store_stale(struct store *store, const struct stale *is, int most, void *to,
                 void (*each)(void *to, const char *id))
{
    struct reading r = read_begin(store,
                                  "SELECT id FROM matches WHERE played=?2 AND over=?3 AND"
                                  " changed<?4 ORDER BY changed LIMIT ?1",
                                  NULL);

    assert(most > 0);
    bind_number(&r, 1, most);
    bind_stale(&r, is);
    return each_id(&r, to, each);
}

static void open_seats_json(const struct game *g, uint32_t open, struct json *j)
{
    json_key(j, "open_seats");
    json_open(j, '[');
    for (int i = 0; g && i < seat_count(g); i++)
        if (open >> i & 1)
            json_str(j, seat_name(g, i));
    json_close(j);
}

static void list_row(struct reading *r, struct json *j)
{
    const char *game = column_text(r, 1, NULL);
    const struct game *g = game_find(game);
    int asks = sqlite3_column_int(r->s, 5);

    json_open(j, '{');
    json_key_str(j, "match", column_text(r, 0, NULL));
    json_key_str(j, "game", game);
    json_key_str(j, "scenario", column_text(r, 2, NULL));
    json_key_str(j, "name", column_text(r, 3, NULL));
    json_key_int(j, "turn", sqlite3_column_int(r->s, 4));
    /* Not the seat: which of a side's commanders it is may be hidden. */
    json_key_str(j, "asks",
                 g && asks >= 0 && asks < seat_count(g) ? g->sides[seat_side(g, asks)] : NULL);
    json_key_bool(j, "over", sqlite3_column_int(r->s, 6));
    json_key_int(j, "changed", sqlite3_column_int64(r->s, 7));
    open_seats_json(g, (uint32_t)sqlite3_column_int64(r->s, 8), j);
    json_key_bool(j, "halted", sqlite3_column_int(r->s, 9));
    origin_json(g, column_text(r, 10, NULL), column_text(r, 11, NULL), j);
    json_key_str(j, "commitment", column_text(r, 12, NULL));
    json_close(j);
}

bool store_list(struct store *store, int most, int crashes, struct json *j)
{
    struct reading r =
        read_begin(store,
                   "SELECT id, game, scenario, name, turn, asks, over, changed,"
                   " (SELECT TOTAL(1 << seat) FROM seats WHERE match=id AND kind='open'"
                   " AND token IS NULL), over=0 AND"
                   " EXISTS (SELECT 1 FROM crashes WHERE match=id AND n>=?2), origin, maker,"
                   " lower(hex(commitment))"
                   " FROM matches WHERE listed=1"
                   " ORDER BY over, changed DESC LIMIT ?1",
                   NULL);

    assert(most > 0);
    bind_number(&r, 1, most);
    bind_number(&r, 2, crashes);
    json_open(j, '[');
    while (next_row(&r))
        list_row(&r, j);
    json_close(j);
    return read_end(&r);
}

/* ---- numbers ---- */

static int read_count(struct reading *r)
{
    int n = -1;

    while (next_row(r))
        n = sqlite3_column_int(r->s, 0);
    return read_end(r) ? n : -1;
}

int store_unfinished(struct store *store)
{
    struct reading r = read_begin(store, "SELECT COUNT(*) FROM matches WHERE over=0", NULL);

    return read_count(&r);
}

int store_unfinished_of(struct store *store, const char *address, bool unbegun)
{
    struct reading r = read_begin(
        store, "SELECT COUNT(*) FROM matches WHERE address=?1 AND over=0 AND played<=1-?2",
        address);

    bind_number(&r, 2, unbegun);
    return read_count(&r);
}

int store_is_stale(struct store *store, const struct stale *is, const char *id)
{
    struct reading r = read_begin(
        store, "SELECT COUNT(*) FROM matches WHERE id=?1 AND played=?2 AND over=?3 AND changed<?4",
        id);

    bind_stale(&r, is);
    return read_count(&r);
}

int store_set_aside(struct store *store, int crashes)
{
    struct reading r = read_begin(store, "SELECT COUNT(*) FROM crashes WHERE n>=?1", NULL);

    bind_number(&r, 1, crashes);
    return read_count(&r);
}

int store_upload_crashes(struct store *store, const char *digest)
{
    struct reading r =
        read_begin(store, "SELECT TOTAL(n) FROM upload_crashes WHERE digest=?", digest);

    return read_count(&r);
}

int store_address_crashes(struct store *store, const char *address)
{
    struct reading r = read_begin(
        store, "SELECT TOTAL(n) FROM upload_crashes WHERE address=?1 AND at>unixepoch()-?2",
        address);

    bind_number(&r, 2, DAY);
    return read_count(&r);
}
