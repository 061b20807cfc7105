/*
 * store-read.c: reads matches back. What a table has in memory is never read here: a table leaves
 * memory only when all of it is on disk.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/match.h"
#include "store-own.h"

/* A query with the id bound, the reader locked until query_end(). */
static sqlite3_stmt *query(struct store *store, const char *sql, const char *id)
{
    sqlite3_stmt *s = NULL;

    pthread_mutex_lock(&store->read_lock);
    if (sqlite3_prepare_v2(store->reader, sql, -1, &s, NULL) != SQLITE_OK)
        base_die("the store cannot be read: %s", sqlite3_errmsg(store->reader));
    if (id)
        sqlite3_bind_text(s, 1, id, -1, SQLITE_STATIC);
    return s;
}

static void query_end(struct store *store, sqlite3_stmt *s)
{
    sqlite3_finalize(s);
    pthread_mutex_unlock(&store->read_lock);
}

static void column_text(sqlite3_stmt *s, int i, char *room, size_t size)
{
    const unsigned char *text = sqlite3_column_text(s, i);

    snprintf(room, size, "%s", text ? (const char *)text : "");
}

static bool column_bytes(sqlite3_stmt *s, int i, unsigned char *room, int size)
{
    if (sqlite3_column_bytes(s, i) != size)
        return false;
    memcpy(room, sqlite3_column_blob(s, i), (size_t)size);
    return true;
}

static bool read_match(struct store *store, const char *id, struct saved *m)
{
    sqlite3_stmt *s = query(store,
                            "SELECT game, name, listed, closed, closed_by, undo_by, undo_to, draw,"
                            " commitment, salt,"
                            " (SELECT n FROM crashes WHERE match=id) FROM matches WHERE id=?",
                            id);
    bool found = sqlite3_step(s) == SQLITE_ROW;

    if (found) {
        column_text(s, 0, m->game, sizeof m->game);
        column_text(s, 1, m->name, sizeof m->name);
        m->listed = sqlite3_column_int(s, 2);
        m->closed = sqlite3_column_int(s, 3);
        m->closed_by = sqlite3_column_int(s, 4);
        m->undo_by = sqlite3_column_int(s, 5);
        m->undo_to = sqlite3_column_int(s, 6);
        m->draw = sqlite3_column_int(s, 7);
        column_bytes(s, 8, m->commitment, COMMITMENT);
        column_bytes(s, 9, m->salt, COMMITMENT);
        m->crashes = sqlite3_column_int(s, 10);
    }
    query_end(store, s);
    return found;
}

static void read_seats(struct store *store, const char *id, struct saved *m)
{
    sqlite3_stmt *s = query(
        store, "SELECT seat, kind, name, token, bot FROM seats WHERE match=? ORDER BY seat", id);

    while (sqlite3_step(s) == SQLITE_ROW && m->seats < COUNT(m->seat)) {
        struct saved_seat *seat = &m->seat[m->seats++];

        seat->seat = sqlite3_column_int(s, 0);
        column_text(s, 1, seat->kind, sizeof seat->kind);
        column_text(s, 2, seat->name, sizeof seat->name);
        seat->taken = column_bytes(s, 3, seat->token, TOKEN_HASH);
        column_text(s, 4, seat->bot, sizeof seat->bot);
    }
    query_end(store, s);
}

/* The lines of a change; a chapter of the match begins with the head of its journal. */
static bool change_lines(sqlite3_stmt *s, const char **lines, size_t *size)
{
    static const char head[] = "grognard-journal ";

    *lines = (const char *)sqlite3_column_text(s, 0);
    *size = (size_t)sqlite3_column_bytes(s, 0);
    return *size > sizeof head && memcmp(*lines, head, sizeof head - 1) == 0;
}

static void add_change(struct saved *m, sqlite3_stmt *s)
{
    const char *lines;
    size_t size;

    if (change_lines(s, &lines, &size)) {
        m->chapters++;
        text_clear(&m->journal);
        for (int i = 0; i < m->changes; i++)
            m->entries[i] = 0;
    }
    if (size)
        text_add_n(&m->journal, lines, size);
    m->entries[m->changes++] = sqlite3_column_int(s, 1);
}

static void read_changes(struct store *store, const char *id, struct saved *m)
{
    sqlite3_stmt *s =
        query(store, "SELECT lines, entries FROM changes WHERE match=? ORDER BY seq", id);
    int room = 0;

    while (sqlite3_step(s) == SQLITE_ROW) {
        if (m->changes == room)
            m->entries = base_grow(m->entries, (size_t)(room += 256) * sizeof *m->entries);
        add_change(m, s);
    }
    query_end(store, s);
}

enum { CHANCES_MOST = 1 << 30 };

static void read_last_position(struct store *store, const char *id, struct saved *m)
{
    sqlite3_stmt *s = query(store, "SELECT seq, chances, text FROM positions WHERE match=?", id);

    if (sqlite3_step(s) == SQLITE_ROW && sqlite3_column_int(s, 0) == m->changes - 1 &&
        sqlite3_column_int(s, 1) >= 0 && sqlite3_column_int(s, 1) <= CHANCES_MOST &&
        sqlite3_column_text(s, 2)) {
        m->chances = sqlite3_column_int(s, 1);
        text_add_n(&m->position, (const char *)sqlite3_column_text(s, 2),
                   (size_t)sqlite3_column_bytes(s, 2));
    }
    query_end(store, s);
}

bool store_read(struct store *store, const char *id, struct saved *m)
{
    assert(*id);
    memset(m, 0, sizeof *m);
    if (!read_match(store, id, m))
        return false;
    read_seats(store, id, m);
    read_changes(store, id, m);
    read_last_position(store, id, m);
    return true;
}

void saved_free(struct saved *m)
{
    text_free(&m->journal);
    text_free(&m->position);
    free(m->entries);
}

bool store_chapter(struct store *store, const char *id, int chapter, struct text *journal)
{
    sqlite3_stmt *s = query(store, "SELECT lines FROM changes WHERE match=? ORDER BY seq", id);
    const char *lines;
    size_t size;
    int n = 0;

    assert(*id && chapter >= 0);
    while (n <= chapter && sqlite3_step(s) == SQLITE_ROW) {
        n += change_lines(s, &lines, &size);
        if (n == chapter && size)
            text_add_n(journal, lines, size);
    }
    query_end(store, s);
    return journal->n > 0;
}

void store_requests(struct store *store, const char *id, int most, void *to,
                    void (*each)(void *to, const char *request))
{
    sqlite3_stmt *s = query(store,
                            "SELECT request FROM (SELECT request, at, seq AS k FROM changes"
                            " WHERE match=?1 AND request<>'' UNION ALL SELECT request, at, n FROM"
                            " chat WHERE match=?1 AND request<>'' ORDER BY at DESC, k DESC"
                            " LIMIT ?2) ORDER BY at, k",
                            id);

    assert(most > 0);
    sqlite3_bind_int(s, 2, most);
    while (sqlite3_step(s) == SQLITE_ROW)
        each(to, (const char *)sqlite3_column_text(s, 0));
    query_end(store, s);
}

void store_chat(struct store *store, const char *id, int most, void *to,
                void (*each)(void *to, int n, long at, const char *from, const char *text))
{
    sqlite3_stmt *s = query(store,
                            "SELECT n, at, sender, text FROM (SELECT * FROM chat WHERE match=?1"
                            " ORDER BY n DESC LIMIT ?2) ORDER BY n",
                            id);

    assert(most > 0);
    sqlite3_bind_int(s, 2, most);
    while (sqlite3_step(s) == SQLITE_ROW)
        each(to, sqlite3_column_int(s, 0), (long)sqlite3_column_int64(s, 1),
             (const char *)sqlite3_column_text(s, 2), (const char *)sqlite3_column_text(s, 3));
    query_end(store, s);
}

void store_waiting(struct store *store, int crashes, void *to,
                   void (*each)(void *to, const char *id))
{
    sqlite3_stmt *s = query(store,
                            "SELECT id FROM matches JOIN seats ON match=id AND seat=asks"
                            " WHERE over=0 AND kind='bot' AND id NOT IN"
                            " (SELECT match FROM crashes WHERE n>=?1)",
                            NULL);
    struct text ids = { 0 };

    sqlite3_bind_int(s, 1, crashes);
    while (sqlite3_step(s) == SQLITE_ROW) {
        text_add(&ids, (const char *)sqlite3_column_text(s, 0));
        text_char(&ids, '\n');
    }
    query_end(store, s);
    for (char *at = ids.s, *end; at && *at; at = end + 1) {
        end = strchr(at, '\n');
        *end = '\0';
        each(to, at);
    }
    text_free(&ids);
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

static void list_row(sqlite3_stmt *s, struct json *j)
{
    const struct game *g = game_find((const char *)sqlite3_column_text(s, 1));
    int asks = sqlite3_column_int(s, 5);

    json_open(j, '{');
    json_key_str(j, "match", (const char *)sqlite3_column_text(s, 0));
    json_key_str(j, "game", (const char *)sqlite3_column_text(s, 1));
    json_key_str(j, "scenario", (const char *)sqlite3_column_text(s, 2));
    json_key_str(j, "name", (const char *)sqlite3_column_text(s, 3));
    json_key_int(j, "turn", sqlite3_column_int(s, 4));
    /* Not the seat: which of a side's commanders it is may be hidden. */
    json_key_str(j, "asks",
                 g && asks >= 0 && asks < seat_count(g) ? g->sides[seat_side(g, asks)] : NULL);
    json_key_bool(j, "over", sqlite3_column_int(s, 6));
    json_key_int(j, "changed", sqlite3_column_int64(s, 7));
    open_seats_json(g, (uint32_t)sqlite3_column_int64(s, 8), j);
    json_key_bool(j, "halted", sqlite3_column_int(s, 9));
    json_close(j);
}

void store_list(struct store *store, int most, int crashes, struct json *j)
{
    sqlite3_stmt *s = query(store,
                            "SELECT id, game, scenario, name, turn, asks, over, changed,"
                            " (SELECT TOTAL(1 << seat) FROM seats WHERE match=id AND kind='open'"
                            " AND token IS NULL), over=0 AND"
                            " EXISTS (SELECT 1 FROM crashes WHERE match=id AND n>=?2)"
                            " FROM matches WHERE listed=1"
                            " ORDER BY over, changed DESC LIMIT ?1",
                            NULL);

    assert(most > 0);
    sqlite3_bind_int(s, 1, most);
    sqlite3_bind_int(s, 2, crashes);
    json_open(j, '[');
    while (sqlite3_step(s) == SQLITE_ROW)
        list_row(s, j);
    json_close(j);
    query_end(store, s);
}

int store_unfinished(struct store *store)
{
    sqlite3_stmt *s = query(store, "SELECT COUNT(*) FROM matches WHERE over=0", NULL);
    int n = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int(s, 0) : 0;

    query_end(store, s);
    return n;
}

int store_set_aside(struct store *store, int crashes)
{
    sqlite3_stmt *s = query(store, "SELECT COUNT(*) FROM crashes WHERE n>=?1", NULL);
    int n;

    sqlite3_bind_int(s, 1, crashes);
    n = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int(s, 0) : 0;
    query_end(store, s);
    return n;
}
