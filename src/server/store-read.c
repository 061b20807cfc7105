/*
 * store-read.c: reads matches back. What a table has in memory is never read here: a table leaves
 * memory only when all of it is on disk.
 *
 * Only a read that came to its end counts (READ_DONE, every column there): a page that is damaged
 * or a disk that fails in the middle must never pass for a shorter match.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "match/match.h"
#include "server.h"
#include "store-own.h"

/* ---- a query ---- */

/* It is asked when the first row is wanted. */
struct reading read_begin(struct store *store, const char *sql, const char *id)
{
    struct reading r = { .store = store, .sql = sql };

    if (id)
        bind_text(&r, 1, id);
    return r;
}

void bind_text(struct reading *r, int at, const char *text)
{
    assert(at >= 1 && at <= READ_VALUES);
    r->bound[at - 1] =
        (struct value){ .letter = 't', .bytes = (char *)(uintptr_t)text, .size = strlen(text) };
}

void bind_number(struct reading *r, int at, int64_t n)
{
    assert(at >= 1 && at <= READ_VALUES);
    r->bound[at - 1] = (struct value){ .letter = 'i', .number = n };
}

static void begin_now(struct reading *r)
{
    if (!r->begun)
        r->store->kind->read_begin(r);
    r->begun = true;
}

bool next_row(struct reading *r)
{
    begin_now(r);
    if (r->is == READ_ON || r->is == READ_ROW)
        r->store->kind->read_next(r);
    return r->is == READ_ROW;
}

bool read_end(struct reading *r)
{
    begin_now(r);
    r->store->kind->read_end(r);
    if (r->is != READ_DONE && !*r->why)
        snprintf(r->why, sizeof r->why, "what was read is damaged");
    return r->is == READ_DONE;
}

static void spoil(struct reading *r)
{
    r->is = READ_BAD;
}

/* No column of text may be NULL: if it is, there was no memory for it, or somebody wrote it. */
const char *column_text(struct reading *r, int i, size_t *size)
{
    size_t n = 0;
    const char *text = r->store->kind->column_text(r, i, &n);

    if (!text)
        spoil(r);
    if (size)
        *size = text ? n : 0;
    return text ? text : "";
}

int64_t column_int64(struct reading *r, int i)
{
    return r->store->kind->column_int(r, i);
}

/* As SQLite does it: what is too large for an int is some other. */
static int column_int(struct reading *r, int i)
{
    return (int)(uint32_t)(uint64_t)column_int64(r, i);
}

static void column_copy(struct reading *r, int i, char *room, size_t size)
{
    snprintf(room, size, "%s", column_text(r, i, NULL));
}

/* So many bytes, or, false, none. */
bool column_bytes(struct reading *r, int i, unsigned char *room, int size)
{
    size_t n = 0;
    const void *bytes = r->store->kind->column_bytes(r, i, &n);

    if (bytes && n == (size_t)size)
        memcpy(room, bytes, n);
    else if (n)
        spoil(r);
    return r->is == READ_ROW && n == (size_t)size;
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

static enum stored unread(const struct reading *r, struct saved *m, const char *what)
{
    return damaged(m, "%s cannot be read from the store: %s", what, r->why);
}

static void match_row(struct reading *r, struct saved *m)
{
    column_copy(r, 0, m->game, sizeof m->game);
    column_copy(r, 1, m->name, sizeof m->name);
    m->listed = column_int(r, 2);
    m->closed = column_int(r, 3);
    m->closed_by = column_int(r, 4);
    m->undo_by = column_int(r, 5);
    m->undo_to = column_int(r, 6);
    m->draw = column_int(r, 7);
    if (!column_bytes(r, 8, m->commitment, COMMITMENT) || !column_bytes(r, 9, m->salt, COMMITMENT))
        spoil(r);
    m->crashes = column_int(r, 10);
    m->count = column_int(r, 11);
    column_copy(r, 12, m->origin, sizeof m->origin);
    column_copy(r, 13, m->maker, sizeof m->maker);
    column_copy(r, 14, m->rematch, sizeof m->rematch);
    m->advice = column_int(r, 15);
    text_add(&m->clock, column_text(r, 16, NULL));
    m->version = column_int64(r, 17);
    m->folded = column_int(r, 18);
    m->archived = column_int64(r, 19);
}

static enum stored read_match(struct store *store, const char *id, struct saved *m)
{
    struct reading r = read_begin(store,
                                  "SELECT game, name, listed, closed, closed_by, undo_by, undo_to,"
                                  " draw, commitment, salt, (SELECT n FROM crashes WHERE match=id),"
                                  " changes, origin, maker, rematch, advice, clock, version,"
                                  " folded, archived"
                                  " FROM matches WHERE id=?1",
                                  id);
    bool found = false;

    while (next_row(&r)) {
        match_row(&r, m);
        found = true;
    }
    if (!read_end(&r))
        return unread(&r, m, "it");
    return found ? STORED_WHOLE : STORED_MISSING;
}

static void seat_row(struct reading *r, struct saved_seat *seat)
{
    seat->seat = column_int(r, 0);
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
        "SELECT seat, kind, name, token, bot, visitor FROM seats WHERE match=?1 ORDER BY seat", id);

    while (next_row(&r))
        if (m->seats < COUNT(m->seat))
            seat_row(&r, &m->seat[m->seats++]);
        else
            spoil(&r);
    m->seated = read_end(&r);
    return m->seated ? STORED_WHOLE : unread(&r, m, "its seats");
}

/* A chapter of the match begins with the head of its journal. */
static bool begins_chapter(const char *lines, size_t size)
{
    static const char head[] = "grognard-journal ";

    return size > sizeof head && memcmp(lines, head, sizeof head - 1) == 0;
}

static void add_change(struct saved *m, const char *lines, size_t size, int entries)
{
    if (begins_chapter(lines, size)) {
        m->chapters++;
        text_clear(&m->journal);
        for (int i = 0; i < m->changes; i++)
            m->entries[i] = 0;
    }
    if (size)
        text_add_n(&m->journal, lines, size);
    if (m->changes == m->room)
        m->entries = base_grow(m->entries, (size_t)(m->room += 256) * sizeof *m->entries);
    m->entries[m->changes++] = entries;
    m->last = size;
}

static void add_folded(void *to, const struct folded_change *c)
{
    add_change(to, c->lines, c->size, (int)(uint32_t)(uint64_t)c->entries);
}

/* They are numbered from 0 without a gap, as many as were counted with the last of them. */
static enum stored read_changes(struct store *store, const char *id, struct saved *m)
{
    struct reading r = read_begin(
        store, "SELECT seq, lines, entries FROM changes WHERE match=?1 ORDER BY seq", id);
    bool gap = false;
    size_t size;

    if (m->folded && !fold_each(store, id, r.why, m, add_folded))
        return unread(&r, m, "its journal");
    while (!gap && next_row(&r)) {
        const char *lines = column_text(&r, 1, &size);

        gap = column_int64(&r, 0) != m->changes;
        if (!gap)
            add_change(m, lines, size, column_int(&r, 2));
    }
    if (!read_end(&r) && !gap)
        return unread(&r, m, "its journal");
    if (gap || m->changes != m->count)
        return damaged(m, "of its journal change %d is missing from the store, which had %d",
                       m->changes, m->count);
    return STORED_WHOLE;
}

enum { CHANCES_MOST = 1 << 30, LINES_MOST = 1 << 30 };

static enum stored read_last_position(struct store *store, const char *id, struct saved *m)
{
    struct reading r =
        read_begin(store, "SELECT seq, chances, text FROM positions WHERE match=?1", id);
    const char *text;
    size_t size;

    while (next_row(&r))
        if (column_int(&r, 0) == m->changes - 1 && column_int(&r, 1) >= 0 &&
            column_int(&r, 1) <= CHANCES_MOST) {
            m->chances = column_int(&r, 1);
            text = column_text(&r, 2, &size);
            text_add_n(&m->position, text, size);
        }
    return read_end(&r) ? STORED_WHOLE : unread(&r, m, "its last position");
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

/* ---- what is new in it ---- */

/* Lines may have come behind those of the change that is the last here; others follow it without a gap. */
static bool add_new(struct reading *r, const struct since *since, struct saved *m)
{
    size_t size;
    int64_t seq = column_int64(r, 0);
    const char *lines = column_text(r, 1, &size), *request = column_text(r, 4, NULL);

    if (seq != since->seq + (m->last ? m->changes + 1 : 0))
        return false;
    if (seq == since->seq) {
        if (size > since->size)
            text_add_n(&m->journal, lines + since->size, size - since->size);
        m->last = size;
        return size >= since->size && size > 0;
    }
    add_change(m, lines, size, column_int(r, 2));
    if (*request)
        since->request(since->to, column_int(r, 3), false, request);
    return size > 0;
}

static bool read_new_changes(struct store *store, const char *id, const struct since *since,
                             struct saved *m)
{
    struct reading r = read_begin(store,
                                  "SELECT seq, lines, entries, seat, request FROM changes"
                                  " WHERE match=?1 AND seq>=?2 ORDER BY seq",
                                  id);
    bool good = true;

    bind_number(&r, 2, since->seq);
    while (good && next_row(&r))
        good = add_new(&r, since, m);
    return read_end(&r) && good && !m->chapters && since->seq + 1 + m->changes == m->count;
}

static bool read_new_chat(struct store *store, const char *id, const struct since *since)
{
    struct reading r = read_begin(store,
                                  "SELECT n, at, sender, text, seat, request FROM chat"
                                  " WHERE match=?1 AND n>?2 ORDER BY n",
                                  id);

    bind_number(&r, 2, since->chats);
    while (next_row(&r)) {
        const char *request = column_text(&r, 5, NULL);

        if (column_int64(&r, 0) > LINES_MOST) {
            spoil(&r);
            continue;
        }
        since->chat(since->to, column_int(&r, 0), (long)column_int64(&r, 1),
                    column_text(&r, 2, NULL), column_text(&r, 3, NULL));
        if (*request)
            since->request(since->to, column_int(&r, 4), true, request);
    }
    return read_end(&r);
}

enum stored store_read_since(struct store *store, const char *id, const struct since *since,
                             struct saved *m)
{
    enum stored found;

    assert(*id && since->seq >= 0);
    memset(m, 0, sizeof *m);
    found = read_match(store, id, m);
    if (found == STORED_WHOLE)
        found = read_seats(store, id, m);
    if (found == STORED_WHOLE &&
        (m->folded || !read_new_changes(store, id, since, m) || !read_new_chat(store, id, since)))
        found = damaged(m, "what is new in it does not follow what is held");
    return found;
}

void saved_free(struct saved *m)
{
    text_free(&m->journal);
    text_free(&m->position);
    text_free(&m->clock);
    free(m->entries);
}

struct chapters {
    int wanted, n;
    struct text *journal;
};

static void add_to_chapter(struct chapters *c, const char *lines, size_t size)
{
    c->n += begins_chapter(lines, size);
    if (c->n == c->wanted && size)
        text_add_n(c->journal, lines, size);
}

static void add_folded_to_chapter(void *to, const struct folded_change *c)
{
    add_to_chapter(to, c->lines, c->size);
}

enum stored store_chapter(struct store *store, const char *id, int chapter, struct text *journal)
{
    struct reading r =
        read_begin(store, "SELECT lines FROM changes WHERE match=?1 ORDER BY seq", id);
    struct chapters c = { .wanted = chapter, .journal = journal };
    size_t size;
    bool whole;

    assert(*id && chapter >= 0);
    store_hold(store);
    whole = fold_each(store, id, r.why, &c, add_folded_to_chapter);
    while (next_row(&r)) {
        const char *lines = column_text(&r, 0, &size);

        add_to_chapter(&c, lines, size);
    }
    whole = read_end(&r) && whole;
    store_let_go(store);
    if (!whole)
        return STORED_DAMAGED;
    return journal->n > 0 ? STORED_WHOLE : STORED_MISSING;
}

/* ---- lists ---- */

struct sought {
    int seat, at;
    const char *request;
    size_t size;
};

static void compare_request(void *to, const struct folded_change *c)
{
    struct sought *s = to;

    if (c->seat == s->seat && c->request_size == s->size &&
        memcmp(c->request, s->request, s->size) == 0)
        s->at = c->seq + 1;
}

static int find_folded(struct store *store, const char *id, int seat, const char *request)
{
    struct sought s = { seat, 0, request, strlen(request) };
    char why[READ_WHY];

    return fold_each(store, id, why, &s, compare_request) ? s.at : -1;
}

int store_repeated(struct store *store, const char *id, int seat, bool chat, const char *request)
{
    int at;
    struct reading r = read_begin(store,
                                  chat ? "SELECT COALESCE(MAX(n), 0) FROM chat"
                                         " WHERE match=?1 AND seat=?2 AND request=?3"
                                       : "SELECT COALESCE(MAX(seq)+1, 0) FROM changes"
                                         " WHERE match=?1 AND seat=?2 AND request=?3",
                                  id);

    bind_number(&r, 2, seat);
    bind_text(&r, 3, request);
    at = read_count(&r);
    return at || chat ? at : find_folded(store, id, seat, request);
}

bool store_requests(struct store *store, const char *id, int most, void *to,
                    void (*each)(void *to, int seat, bool chat, const char *request))
{
    struct reading r = read_begin(
        store,
        "SELECT seat, chat, request FROM (SELECT seat, chat, request, k, ROW_NUMBER() OVER"
        " (PARTITION BY seat, chat ORDER BY k DESC) AS latest FROM"
        " (SELECT seat, 0 AS chat, request, seq AS k FROM changes WHERE match=?1 AND request<>''"
        " UNION ALL SELECT seat, 1, request, n FROM chat WHERE match=?1 AND request<>'') AS asked)"
        " AS ranked WHERE latest<=?2 ORDER BY k",
        id);

    assert(most > 0);
    bind_number(&r, 2, most);
    while (next_row(&r))
        each(to, column_int(&r, 0), column_int(&r, 1), column_text(&r, 2, NULL));
    return read_end(&r);
}

bool store_chat(struct store *store, const char *id, int most, void *to,
                void (*each)(void *to, int n, long at, const char *from, const char *text))
{
    struct reading r =
        read_begin(store,
                   "SELECT n, at, sender, text FROM (SELECT * FROM chat"
                   " WHERE match=?1 ORDER BY n DESC LIMIT ?2) AS last_lines ORDER BY n",
                   id);

    assert(most > 0);
    bind_number(&r, 2, most);
    while (next_row(&r)) {
        int64_t n = column_int64(&r, 0);

        if (n < 1 || n > LINES_MOST)
            spoil(&r);
        else
            each(to, (int)n, (long)column_int64(&r, 1), column_text(&r, 2, NULL),
                 column_text(&r, 3, NULL));
    }
    return read_end(&r);
}

/* Each id of the rows, once all are read: whoever is told may read on. */
bool each_id(struct reading *r, void *to, void (*each)(void *to, const char *id))
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
        if (match_id_good(at)) /* of any other nobody can ask */
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
                                  " WHERE over=0 AND archived=0 AND kind='bot' AND id NOT IN"
                                  " (SELECT match FROM crashes WHERE n>=?1)",
                                  NULL);

    bind_number(&r, 1, crashes);
    return each_id(&r, to, each);
}

/* ?1 is an id, or how many; the kinds are left out of one that is archived already. */
#define IS_STALE    " played=?2 AND over=?3 AND changed<?4 AND archived=0 AND due=0"
#define IS_ARCHIVED " archived>0 AND archived<?4 AND ?2>=0 AND ?3>=0"

static void bind_stale(struct reading *r, const struct stale *is)
{
    bind_number(r, 2, is->played);
    bind_number(r, 3, is->over);
    bind_number(r, 4, is->before);
}

bool store_stale(struct store *store, const struct stale *is, int most, void *to,
                 void (*each)(void *to, const char *id))
{
    struct reading r = read_begin(
        store,
        is->archived ? "SELECT id FROM matches WHERE" IS_ARCHIVED " ORDER BY archived LIMIT ?1"
                     : "SELECT id FROM matches WHERE" IS_STALE " ORDER BY changed LIMIT ?1",
        NULL);

    assert(most > 0);
    bind_number(&r, 1, most);
    bind_stale(&r, is);
    return each_id(&r, to, each);
}

bool store_due(struct store *store, int64_t now, int crashes, int most, void *to,
               void (*each)(void *to, const char *id))
{
    struct reading r = read_begin(store,
                                  "SELECT id FROM matches WHERE due>0 AND due<=?1 AND over=0 AND id"
                                  " NOT IN (SELECT match FROM crashes WHERE n>=?2)"
                                  " ORDER BY due LIMIT ?3",
                                  NULL);

    assert(most > 0);
    bind_number(&r, 1, now);
    bind_number(&r, 2, crashes);
    bind_number(&r, 3, most);
    return each_id(&r, to, each);
}

/* Of a match in the list: who sits there, as far as everybody may know. */
struct listed {
    uint32_t there, open;
    char kind[SEATS_MAX][8], name[SEATS_MAX][61];
};

/* A seat's line, if the match has any. */
static void listed_seat(struct reading *r, int at, struct listed *l)
{
    int seat = column_int(r, at);

    if (r->store->kind->column_null(r, at) || seat < 0 || seat >= SEATS_MAX)
        return;
    l->there |= UINT32_C(1) << seat;
    column_copy(r, at + 1, l->kind[seat], sizeof l->kind[seat]);
    column_copy(r, at + 2, l->name[seat], sizeof l->name[seat]);
    if (strcmp(l->kind[seat], "open") == 0 && column_int(r, at + 3))
        l->open |= UINT32_C(1) << seat;
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

static void listed_json(const struct game *g, const struct listed *l, struct json *j)
{
    open_seats_json(g, l->open, j);
    json_key(j, "seats");
    json_open(j, '[');
    for (int i = 0; g && i < seat_count(g); i++) {
        if (!(l->there >> i & 1))
            continue;
        json_open(j, '{');
        json_key_str(j, "seat", seat_name(g, i));
        json_key_str(j, "title", seat_called_among(g, l->there, i));
        json_key_str(j, "side", g->sides[seat_side(g, i)]);
        json_key_str(j, "kind", l->kind[i]);
        json_key_str(j, "name", l->name[i]);
        json_key_bool(j, "open", l->open >> i & 1);
        json_close(j);
    }
    json_close(j);
}

enum { LISTED_SEAT = 12 }; /* the first column of a seat */

/* Members of a match from the first of its rows; its seats are in as many as it has. */
static const struct game *list_row(struct reading *r, struct json *j)
{
    const char *game = column_text(r, 1, NULL);
    const struct game *g = game_find(game);
    int asks = column_int(r, 5);
    unsigned char bytes[COMMITMENT];
    char hex[2 * COMMITMENT + 1] = "";

    json_open(j, '{');
    json_key_str(j, "match", column_text(r, 0, NULL));
    json_key_str(j, "game", game);
    json_key_str(j, "scenario", column_text(r, 2, NULL));
    json_key_str(j, "name", column_text(r, 3, NULL));
    json_key_int(j, "turn", column_int(r, 4));
    /* Not the seat: which of a side's commanders it is may be hidden. */
    json_key_str(j, "asks",
                 g && asks >= 0 && asks < seat_count(g) ? g->sides[seat_side(g, asks)] : NULL);
    json_key_bool(j, "over", column_int(r, 6));
    json_key_int(j, "changed", column_int64(r, 7));
    json_key_bool(j, "halted", column_int(r, 8));
    origin_json(g, column_text(r, 9, NULL), column_text(r, 10, NULL), j);
    if (column_bytes(r, 11, bytes, COMMITMENT))
        hex_text(bytes, COMMITMENT, hex);
    json_key_str(j, "commitment", hex);
    return g;
}

static void list_end(const struct game *g, const struct listed *l, struct json *j)
{
    listed_json(g, l, j);
    json_close(j);
}

/* Rows of a match, one a seat, stand together. */
static void list_rows(struct reading *r, struct json *j)
{
    const struct game *g = NULL;
    struct listed l = { 0 };
    char last[MATCH_ID] = "";

    while (next_row(r)) {
        if (strcmp(last, column_text(r, 0, NULL)) != 0) {
            if (*last)
                list_end(g, &l, j);
            memset(&l, 0, sizeof l);
            column_copy(r, 0, last, sizeof last);
            g = list_row(r, j);
        }
        listed_seat(r, LISTED_SEAT, &l);
    }
    if (*last)
        list_end(g, &l, j);
}

bool store_list(struct store *store, int most, int crashes, struct json *j)
{
    struct reading r = read_begin(
        store,
        "SELECT id, game, scenario, m.name, turn, asks, over, changed, CASE WHEN over=0 AND"
        " EXISTS (SELECT 1 FROM crashes WHERE match=id AND n>=?2) THEN 1 ELSE 0 END,"
        " origin, maker, commitment, seat, kind, s.name,"
        " CASE WHEN token IS NULL THEN 1 ELSE 0 END"
        " FROM (SELECT * FROM matches WHERE listed=1 AND archived=0"
        " ORDER BY over, changed DESC, id LIMIT ?1) m LEFT JOIN seats s ON match=id"
        " ORDER BY over, changed DESC, id, seat",
        NULL);

    assert(most > 0);
    bind_number(&r, 1, most);
    bind_number(&r, 2, crashes);
    json_open(j, '[');
    list_rows(&r, j);
    json_close(j);
    return read_end(&r);
}

/* ---- numbers ---- */

int read_count(struct reading *r)
{
    int n = -1;

    while (next_row(r))
        n = column_int(r, 0);
    return read_end(r) ? n : -1;
}

bool store_ids(struct store *store, void *to, void (*each)(void *to, const char *id))
{
    struct reading r = read_begin(store, "SELECT id FROM matches ORDER BY id", NULL);

    return each_id(&r, to, each);
}

int store_count(struct store *store, const char *sql)
{
    struct reading r = read_begin(store, sql, NULL);

    return read_count(&r);
}

int store_compatible(struct store *store)
{
    int since = store_count(store, "SELECT value FROM meta WHERE name='compatible'");

    return since < 0 ? -1 : since > *store->kind->knows;
}

int store_unfinished(struct store *store)
{
    struct reading r =
        read_begin(store, "SELECT COUNT(*) FROM matches WHERE over=0 AND archived=0", NULL);

    return read_count(&r);
}

int store_unfinished_of(struct store *store, const char *address, bool unbegun)
{
    struct reading r = read_begin(
        store,
        "SELECT COUNT(*) FROM matches WHERE address=?1 AND over=0 AND archived=0 AND played<=1-?2",
        address);

    bind_number(&r, 2, unbegun);
    return read_count(&r);
}

int store_unfinished_by(struct store *store, const char *card, bool unbegun)
{
    struct reading r = read_begin(
        store,
        "SELECT COUNT(*) FROM matches WHERE card=?1 AND card<>'' AND over=0 AND archived=0"
        " AND played<=1-?2",
        card);

    bind_number(&r, 2, unbegun);
    return read_count(&r);
}

int store_makers_of(struct store *store, const char *address)
{
    struct reading r =
        read_begin(store,
                   "SELECT COUNT(DISTINCT CASE WHEN card<>'' THEN card END)"
                   "+COALESCE(SUM(CASE WHEN card='' THEN 1 ELSE 0 END), 0) FROM matches"
                   " WHERE address=?1 AND over=0 AND archived=0 AND played=0",
                   address);

    return read_count(&r);
}

int store_is_stale(struct store *store, const struct stale *is, const char *id)
{
    struct reading r =
        read_begin(store,
                   is->archived ? "SELECT COUNT(*) FROM matches WHERE id=?1 AND" IS_ARCHIVED
                                : "SELECT COUNT(*) FROM matches WHERE id=?1 AND" IS_STALE,
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
        read_begin(store, "SELECT COALESCE(SUM(n), 0) FROM upload_crashes WHERE digest=?1", digest);

    return read_count(&r);
}

int store_address_crashes(struct store *store, const char *address)
{
    struct reading r = read_begin(
        store, "SELECT COALESCE(SUM(n), 0) FROM upload_crashes WHERE address=?1 AND at>?2",
        address);

    bind_number(&r, 2, store_seconds(store) - DAY);
    return read_count(&r);
}
