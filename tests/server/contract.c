/*
 * contract.c: what the server may rely upon, whatever keeps its matches: the same calls and the same
 * expectations over a file and over a PostgreSQL that the test begins ($TEST_POSTGRESQL).
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../test.h"
#include "pg.h"
#include "server/store-own.h"

/* ---- a place for the store ---- */

static struct place {
    bool pg;
    int n; /* stores so far: each has a file or a database of its own */
    char at[400];
} place;

static char folder[] = "/tmp/grognard-store-XXXXXX";

static const char *database(void)
{
    static char name[20];

    snprintf(name, sizeof name, "t%d", place.n);
    return name;
}

static void new_place(void)
{
    char sql[60];

    place.n++;
    if (!place.pg) {
        snprintf(place.at, sizeof place.at, "s%d.db", place.n);
        return;
    }
    snprintf(sql, sizeof sql, "CREATE DATABASE %s", database());
    CHECK_INT(pg_ask("postgres", sql), 0);
    snprintf(place.at, sizeof place.at, "%s", pg_url(database()));
}

static int ask(const char *sql)
{
    struct sqlite3 *db = NULL;
    sqlite3_stmt *s = NULL;
    int n = -1;

    if (place.pg)
        return pg_ask(database(), sql);
    if (sqlite3_open(place.at, &db) == SQLITE_OK &&
        sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK)
        n = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int(s, 0) : 0;
    sqlite3_finalize(s);
    sqlite3_close(db);
    return n;
}

static void run(const char *sql)
{
    CHECK(ask(sql) >= 0);
}

static struct store *opened(void)
{
    struct store *store = store_open(place.at, STORE_CHECKED);

    CHECK(store != NULL);
    return store;
}

/* ---- jobs ---- */

static const unsigned char some_bytes[COMMITMENT] = { 7, 8 };

static void add_match(struct job *job, const char *id)
{
    job_write(job, WRITE_MATCH, "ttttiibbtttt", id, "null", "line", "It's \"quoted\" \\ {,}",
              (int64_t)1, (int64_t)100, some_bytes, sizeof some_bytes, some_bytes,
              sizeof some_bytes, "", "", "10.0.0.1", "cafe");
    job_write(job, WRITE_SEAT, "tittbtb", id, (int64_t)0, "person", "Ann", some_bytes,
              sizeof some_bytes, "", some_bytes, (size_t)0);
    job_write(job, WRITE_SEAT, "tittbtb", id, (int64_t)1, "bot", "", some_bytes, (size_t)0,
              "random:3", some_bytes, (size_t)0);
}

static void add_change(struct job *job, const char *id, int seq, const char *request,
                       const char *lines)
{
    job_write(job, WRITE_CHANGE, "tiittii", id, (int64_t)seq, (int64_t)(100 + seq), request, lines,
              (int64_t)seq, (int64_t)(*request ? 0 : -1));
    job_write(job, WRITE_POSITION, "tiit", id, (int64_t)seq, (int64_t)0, "here");
    job_write(job, WRITE_STATUS, "iiiiiit", (int64_t)2, (int64_t)1, (int64_t)0, (int64_t)0,
              (int64_t)-1, (int64_t)(100 + seq), id);
}

static void add_chat(struct job *job, const char *id, int n, const char *request, int seat)
{
    job_write(job, WRITE_CHAT, "tiittti", id, (int64_t)n, (int64_t)(100 + n), "Ann", "!", request,
              (int64_t)seat);
}

static enum store_trouble begin_match(struct store *store, const char *id)
{
    struct job *job = job_new();

    add_match(job, id);
    add_change(job, id, 0, "", "head\n");
    return store_write_now(store, job);
}

static enum store_trouble change(struct store *store, const char *id, int seq, const char *request)
{
    struct job *job = job_new();

    add_change(job, id, seq, request, "a \"line\" with \\ {braces}, commas and Blücher\n");
    return store_write_now(store, job);
}

static enum store_trouble chat(struct store *store, const char *id, int n, const char *request,
                               int seat)
{
    struct job *job = job_new();

    add_chat(job, id, n, request, seat);
    return store_write_now(store, job);
}

/* ---- what is given back ---- */

static void count_id(void *to, const char *id)
{
    *(int *)to += strncmp(id, "mmmmmmmmmmm", 11) == 0;
}

static void count_request(void *to, int seat, bool said, const char *request)
{
    *(int *)to += seat == 0 && strcmp(request, said ? "@c9" : "@a") == 0;
}

static void count_line(void *to, int n, long at, const char *from, const char *text)
{
    *(int *)to += at == 100 + n && strcmp(from, "Ann") == 0 && strcmp(text, "!") == 0;
}

static const char m1[] = "mmmmmmmmmmm1", m2[] = "mmmmmmmmmmm2";

static void gives_back(struct store *store)
{
    struct saved m;
    int found = 0;

    CHECK(store_read(store, m2, &m) == STORED_MISSING);
    saved_free(&m);
    CHECK(store_read(store, m1, &m) == STORED_WHOLE);
    CHECK_STR(m.name, "It's \"quoted\" \\ {,}");
    CHECK_STR(text_of(&m.journal), "head\na \"line\" with \\ {braces}, commas and Blücher\n");
    CHECK_STR(text_of(&m.position), "here");
    CHECK_INT(m.changes, 2);
    CHECK_INT(m.entries[1], 1);
    CHECK_INT(m.seats, 2);
    CHECK(m.seat[0].taken && m.seat[0].token[1] == 8 && !m.seat[0].met);
    CHECK(!m.seat[1].taken && m.commitment[0] == 7);
    CHECK_STR(m.seat[1].bot, "random:3");
    saved_free(&m);
    CHECK(store_waiting(store, 3, &found, count_id) && found == 1);
    found = 0;
    CHECK(store_requests(store, m1, 3, &found, count_request) && found == 2);
    found = 0;
    CHECK(store_chat(store, m1, 5, &found, count_line) && found == 5);
}

static void test_gives_back(void)
{
    struct store *store;

    new_place();
    store = opened();
    CHECK(begin_match(store, m1) == STORE_FINE);
    CHECK(change(store, m1, 1, "@a") == STORE_FINE);
    for (int i = 1; i <= 9; i++) {
        char request[16];

        snprintf(request, sizeof request, "@c%d", i);
        CHECK(chat(store, m1, i, request, 0) == STORE_FINE);
    }
    gives_back(store);
    store_close(store);
    store = opened();
    gives_back(store);
    store_close(store);
}

/* A seat again, lines behind a change, offers, a rematch, a seat that goes. */
static void test_changes_what_is_there(void)
{
    struct store *store;
    struct job *job = job_new();
    struct saved m;

    new_place();
    store = opened();
    begin_match(store, m1);
    job_write(job, WRITE_SEAT, "tittbtb", m1, (int64_t)0, "person", "Bob", some_bytes,
              sizeof some_bytes, "", some_bytes, sizeof some_bytes);
    job_write(job, WRITE_UNSEAT, "ti", m1, (int64_t)1);
    job_write(job, WRITE_LINES, "tti", "more\n", m1, (int64_t)0);
    job_write(job, WRITE_OFFERS, "iiiit", (int64_t)1, (int64_t)2, (int64_t)3, (int64_t)1, m1);
    job_write(job, WRITE_REMATCH, "tt", m2, m1);
    job_write(job, WRITE_TOUCH, "it", (int64_t)777, m1);
    CHECK(store_write_now(store, job) == STORE_FINE);
    CHECK(store_read(store, m1, &m) == STORED_WHOLE);
    CHECK_STR(text_of(&m.journal), "head\nmore\n");
    CHECK_STR(m.seat[0].name, "Bob");
    CHECK_STR(m.rematch, m2);
    CHECK(m.seats == 1 && m.seat[0].met);
    CHECK(m.undo_by == 1 && m.undo_to == 2 && m.draw == 3 && m.advice == 1);
    CHECK_INT(ask("SELECT changed FROM matches"), 777);
    saved_free(&m);
    store_close(store);
}

/* ---- who was first ---- */

/* Nothing of a job that is overtaken is done, whatever stands in it and in whatever order. */
static void test_overtaken(void)
{
    struct store *store;
    struct job *job = job_new();
    struct saved m;

    new_place();
    store = opened();
    CHECK(begin_match(store, m1) == STORE_FINE);
    CHECK(begin_match(store, m1) == STORE_OVERTAKEN);
    CHECK(change(store, m1, 1, "") == STORE_FINE);
    CHECK(change(store, m1, 1, "") == STORE_OVERTAKEN);
    job_write(job, WRITE_OFFERS, "iiiit", (int64_t)1, (int64_t)1, (int64_t)1, (int64_t)1, m1);
    add_change(job, m1, 1, "", "another\n");
    add_chat(job, m1, 1, "", 0);
    CHECK(store_write_now(store, job) == STORE_OVERTAKEN);
    CHECK(store_read(store, m1, &m) == STORED_WHOLE);
    CHECK_INT(m.changes, 2);
    CHECK_INT(m.undo_by, -1);
    saved_free(&m);
    CHECK_INT(ask("SELECT COUNT(*) FROM chat"), 0);
    CHECK(chat(store, m1, 1, "", 0) == STORE_FINE);
    CHECK(chat(store, m1, 1, "", 0) == STORE_OVERTAKEN);
    CHECK(change(store, m1, 2, "") == STORE_FINE);
    CHECK(store_trouble(store) == STORE_FINE);
    store_close(store);
}

/* An id is a seat's own, of each kind, for ever. */
static void test_requests(void)
{
    struct store *store;

    new_place();
    store = opened();
    begin_match(store, m1);
    begin_match(store, m2);
    CHECK(change(store, m1, 1, "@1") == STORE_FINE);
    for (int i = 2; i < 40; i++)
        CHECK(change(store, m1, i, "") == STORE_FINE);
    CHECK(change(store, m1, 40, "@1") == STORE_OVERTAKEN);
    CHECK(change(store, m2, 1, "@1") == STORE_FINE);
    CHECK(chat(store, m1, 1, "@1", 0) == STORE_FINE);
    CHECK(chat(store, m1, 2, "@1", 0) == STORE_OVERTAKEN);
    CHECK(chat(store, m1, 2, "@1", 1) == STORE_FINE);
    CHECK(change(store, m1, 40, "@2") == STORE_FINE);
    CHECK_INT(store_repeated(store, m1, 0, false, "@1"), 2);
    CHECK_INT(store_repeated(store, m1, 0, false, "@2"), 41);
    CHECK_INT(store_repeated(store, m1, 1, false, "@1"), 0);
    CHECK_INT(store_repeated(store, m1, 0, true, "@1"), 1);
    CHECK_INT(store_repeated(store, m1, 1, true, "@1"), 2);
    CHECK_INT(store_repeated(store, m1, 0, true, "@2"), 0);
    store_close(store);
}

struct told {
    pthread_mutex_t lock;
    pthread_cond_t news;
    int n, how[STORE_OVERTAKEN + 1];
};

static void tell(struct job *job)
{
    struct told *told = job->request;

    pthread_mutex_lock(&told->lock);
    told->n++;
    told->how[job->how]++;
    if (job->how != STORE_FINE && job->table)
        atomic_store((atomic_bool *)job->table, true);
    pthread_cond_signal(&told->news);
    pthread_mutex_unlock(&told->lock);
}

static void hand_in(struct store *store, struct told *told, struct job *job, atomic_bool *lost)
{
    job->request = told;
    job->table = lost;
    job->lost = lost;
    job->done = tell;
    store_submit(store, job);
}

/*
 * Many at once: of each match its changes in their order; of one of them all behind the first that was overtaken are so too,
 * and none of the others.
 */
static void test_many_at_once(void)
{
    enum { MATCHES = 60, CHANGES = 5 };
    struct told told = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, { 0 } };
    static atomic_bool lost[MATCHES];
    struct store *store;

    new_place();
    store = opened();
    CHECK(begin_match(store, "mmmmmmmmmm07") == STORE_FINE);
    CHECK(change(store, "mmmmmmmmmm07", 1, "") == STORE_FINE);
    for (int k = 0; k < CHANGES; k++)
        for (int i = 0; i < MATCHES; i++) {
            struct job *job = job_new();
            char id[] = "mmmmmmmmmm00";

            id[10] = (char)('0' + i / 10);
            id[11] = (char)('0' + i % 10);
            if (i == 7 && k == 0) { /* what is there already */
                add_change(job, id, 1, "", "late\n");
            } else {
                if (k == 0)
                    add_match(job, id);
                add_change(job, id, i == 7 ? k + 1 : k, "", "line\n");
            }
            hand_in(store, &told, job, &lost[i]);
        }
    pthread_mutex_lock(&told.lock);
    while (told.n < MATCHES * CHANGES)
        pthread_cond_wait(&told.news, &told.lock);
    pthread_mutex_unlock(&told.lock);
    CHECK_INT(told.how[STORE_FINE], (MATCHES - 1) * CHANGES);
    CHECK_INT(told.how[STORE_OVERTAKEN], CHANGES);
    CHECK_INT(ask("SELECT COUNT(*) FROM changes"), (MATCHES - 1) * CHANGES + 2);
    CHECK_INT(ask("SELECT COUNT(*) FROM matches WHERE changes=5"), MATCHES - 1);
    CHECK(store_commits(store) < MATCHES * CHANGES);
    store_close(store);
}

/* ---- nothing is ever read shortened ---- */

static void test_damage(void)
{
    static const struct {
        const char *sql, *says;
    } wound[] = {
        { "DELETE FROM changes WHERE seq=0", "change 0 is missing" },
        { "DELETE FROM changes WHERE seq=3", "change 3 is missing" },
        { "DELETE FROM changes WHERE seq>=4", "change 4 is missing" },
        { "DELETE FROM changes", "change 0 is missing" },
        { "UPDATE changes SET seq=1000 WHERE seq=5", "change 5 is missing" },
        { "UPDATE matches SET salt=''", "cannot be read" },
        { "UPDATE seats SET token='abc'", "its seats cannot be read" },
    };

    for (int i = 0; i < COUNT(wound); i++) {
        struct store *store;
        struct saved m;

        new_place();
        store = opened();
        begin_match(store, m1);
        for (int k = 1; k < 7; k++)
            change(store, m1, k, "");
        run(wound[i].sql);
        CHECK(store_read(store, m1, &m) == STORED_DAMAGED);
        CHECK(!m.journal.n);
        if (!strstr(m.damage, wound[i].says))
            CHECK_STR(m.damage, wound[i].says);
        saved_free(&m);
        store_close(store);
    }
}

static void test_no_number_is_trusted(void)
{
    static const char *const numbers[] = { "-1", "0", "4294967297" };
    struct store *store;
    int lines = 0;

    new_place();
    store = opened();
    begin_match(store, m1);
    chat(store, m1, 1, "", 0);
    for (int i = 0; i < COUNT(numbers); i++) {
        char sql[80];

        snprintf(sql, sizeof sql, "UPDATE chat SET n=%s", numbers[i]);
        run(sql);
        CHECK(!store_chat(store, m1, 50, &lines, count_line) && lines == 0);
    }
    store_close(store);
}

/* ---- what is new ---- */

struct heard {
    int requests, said, lines;
};

static void hear_request(void *to, int seat, bool is_chat, const char *request)
{
    struct heard *h = to;

    CHECK(seat == 0 && *request == '@');
    *(is_chat ? &h->said : &h->requests) += 1;
}

static void hear_chat(void *to, int n, long at, const char *from, const char *text)
{
    struct heard *h = to;

    (void)at, (void)text;
    CHECK(n > 1 && strcmp(from, "Ann") == 0);
    h->lines++;
}

static void add_lines(struct store *store, const char *lines, int seq)
{
    struct job *job = job_new();

    job_write(job, WRITE_LINES, "tti", lines, m1, (int64_t)seq);
    CHECK(store_write_now(store, job) == STORE_FINE);
}

/* From change 1 on, of which so many bytes are known; NULL: that cannot be had. */
static const char *new_lines(struct store *store, size_t known, int changes, struct heard *h)
{
    static char said[200];
    const struct since since = { 1, 1, known, h, hear_request, hear_chat };
    struct saved m;
    bool good;

    memset(h, 0, sizeof *h);
    good = store_read_since(store, m1, &since, &m) == STORED_WHOLE;
    if (good) {
        CHECK_INT(m.changes, changes);
        CHECK_INT(m.seats, 2);
        snprintf(said, sizeof said, "%s", text_of(&m.journal));
        for (int i = 0; i < m.changes; i++)
            CHECK_INT(m.entries[i], i + 2);
    }
    saved_free(&m);
    return good ? said : NULL;
}

/* Of a match that is held up to change 1 and line 1 of what was said there. */
static void test_since(void)
{
    struct store *store;
    struct saved m;
    struct heard h;
    size_t known;

    new_place();
    store = opened();
    begin_match(store, m1);
    change(store, m1, 1, "@a");
    chat(store, m1, 1, "@x", 0);
    CHECK(store_read(store, m1, &m) == STORED_WHOLE);
    known = m.last;
    saved_free(&m);
    CHECK(known > 40);
    CHECK_STR(new_lines(store, known, 0, &h), "");
    add_lines(store, "letter\n", 1);
    CHECK_STR(new_lines(store, known, 0, &h), "letter\n");
    CHECK_STR(new_lines(store, known + 7, 0, &h), "");
    CHECK(!new_lines(store, known + 8, 0, &h)); /* fewer than are known */
    change(store, m1, 2, "@b");
    change(store, m1, 3, "");
    chat(store, m1, 2, "@y", 0);
    chat(store, m1, 3, "", 0);
    CHECK(strncmp(new_lines(store, known, 2, &h), "letter\na \"line\" with", 20) == 0);
    CHECK(h.requests == 1 && h.said == 1 && h.lines == 2);
    run("DELETE FROM changes WHERE seq=2");
    CHECK(!new_lines(store, known, 2, &h)); /* a gap */
    run("DELETE FROM changes WHERE seq=3");
    CHECK(!new_lines(store, known, 0, &h)); /* there were more */
    store_close(store);
}

/* ---- lists and numbers ---- */

static bool is_listed(struct store *store, const char *id)
{
    struct text listed = { 0 };
    struct json j;
    bool found;

    json_begin(&j, &listed);
    CHECK(store_list(store, 10, 3, &j));
    found = strstr(text_of(&listed), id) != NULL;
    text_free(&listed);
    return found;
}

static int64_t archived_at(struct store *store, const char *id)
{
    struct saved m;
    int64_t at;

    CHECK(store_read(store, id, &m) == STORED_WHOLE);
    at = m.archived;
    saved_free(&m);
    return at;
}

/* In no list and no count; whoever is back, and whatever is decided, makes it as it was. In the end it is archived again. */
static void archive_and_take_up(struct store *store, struct stale is)
{
    const struct stale archived = { .archived = true, .before = INT64_MAX };
    struct job *job;
    int n = 0;

    run("UPDATE matches SET due=1 WHERE id='mmmmmmmmmmm1'");
    CHECK(store_archive(store, m1, 500) == STORE_FINE); /* its clock runs */
    CHECK(archived_at(store, m1) == 0);
    CHECK_INT(store_is_stale(store, &is, m1), 0);
    run("UPDATE matches SET due=0 WHERE id='mmmmmmmmmmm1'");
    for (int i = 0; i < 2; i++) {
        CHECK(store_archive(store, m1, 500) == STORE_FINE);
        CHECK(archived_at(store, m1) > 0 && archived_at(store, m2) == 0);
        CHECK_INT(store_is_stale(store, &is, m1), 0);
        CHECK_INT(store_is_stale(store, &archived, m1), 1);
        CHECK_INT(store_is_stale(store, &archived, m2), 0);
        CHECK(!is_listed(store, m1) && is_listed(store, m2));
        CHECK_INT(store_unfinished(store), 1);
        CHECK_INT(store_unfinished_of(store, "10.0.0.1", false), 1);
        CHECK_INT(store_unfinished_by(store, "cafe", false), 1);
        n = 0;
        CHECK(store_waiting(store, 3, &n, count_id) && n == 1);
        if (i)
            break;
        job = job_new();
        job_write(job, WRITE_TOUCH, "it", (int64_t)100, m1);
        CHECK(store_write_now(store, job) == STORE_FINE);
        CHECK(archived_at(store, m1) == 0 && is_listed(store, m1));
        CHECK(store_archive(store, m1, 500) == STORE_FINE);
        CHECK(change(store, m1, 2, "@b") == STORE_FINE);
        CHECK(archived_at(store, m1) == 0 && is_listed(store, m1));
        CHECK_INT(store_unfinished(store), 2);
    }
}

static void test_counts(void)
{
    const struct culprit match = { .match = "mmmmmmmmmmm1" },
                         text = { .upload = "abc", .address = "10.0.0.1" };
    struct stale is = { .played = true, .over = false, .before = 500 };
    struct text listed = { 0 };
    struct store *store;
    struct json j;
    int n = 0;

    new_place();
    store = opened();
    begin_match(store, m1);
    begin_match(store, m2);
    CHECK(change(store, m1, 1, "@a") == STORE_FINE);
    CHECK_INT(store_unfinished(store), 2);
    CHECK_INT(store_unfinished_of(store, "10.0.0.1", false), 2);
    CHECK_INT(store_unfinished_of(store, "10.0.0.1", true), 1);
    CHECK_INT(store_unfinished_of(store, "10.0.0.2", false), 0);
    CHECK_INT(store_unfinished_by(store, "cafe", false), 2);
    CHECK_INT(store_unfinished_by(store, "cafe", true), 1);
    CHECK_INT(store_unfinished_by(store, "", false), 0);
    CHECK_INT(store_makers_of(store, "10.0.0.1"), 1);
    CHECK_INT(store_makers_of(store, "10.0.0.2"), 0);
    for (int i = 0; i < 3; i++)
        CHECK(store_crashed(store, &match, 6, 5) == STORE_FINE);
    CHECK(store_crashed(store, &text, 6, 5) == STORE_FINE);
    CHECK_INT(store_set_aside(store, 3), 1);
    CHECK_INT(store_upload_crashes(store, "abc"), 1);
    CHECK_INT(store_address_crashes(store, "10.0.0.1"), 1);
    CHECK(store_waiting(store, 3, &n, count_id) && n == 1);
    json_begin(&j, &listed);
    CHECK(store_list(store, 10, 3, &j));
    CHECK(strstr(text_of(&listed), "\"match\":\"mmmmmmmmmmm1\"") &&
          strstr(text_of(&listed), "\"halted\":true") &&
          strstr(text_of(&listed), "\"commitment\":\"0708000"));
    text_free(&listed);
    CHECK(store_pardon(store) == STORE_FINE);
    CHECK_INT(store_set_aside(store, 3), 0);
    n = 0;
    CHECK(store_stale(store, &is, 10, &n, count_id) && n == 1);
    CHECK_INT(store_is_stale(store, &is, m1), 1);
    CHECK_INT(store_is_stale(store, &is, m2), 0);
    CHECK(store_remove(store, m1, INT64_MAX) == STORE_FINE); /* it is not archived */
    CHECK_INT(ask("SELECT COUNT(*) FROM matches"), 2);
    CHECK(store_archive(store, m1, 50) == STORE_FINE); /* something has happened since */
    CHECK_INT(store_unfinished(store), 2);
    archive_and_take_up(store, is);
    CHECK(store_remove(store, m1, 500) == STORE_FINE); /* not so long ago */
    CHECK_INT(ask("SELECT COUNT(*) FROM matches"), 2);
    CHECK(store_remove(store, m1, INT64_MAX) == STORE_FINE);
    CHECK_INT(ask("SELECT COUNT(*) FROM matches"), 1);
    CHECK_INT(ask("SELECT COUNT(*) FROM changes"), 1);
    CHECK_INT(ask("SELECT COUNT(*) FROM seats"), 2);
    store_close(store);
}

static void test_chapters(void)
{
    struct store *store;
    struct text lines = { 0 };
    struct saved m;

    new_place();
    store = opened();
    for (int i = 0; i < 2; i++) {
        struct job *job = job_new();

        if (i == 0)
            add_match(job, m1);
        add_change(job, m1, 2 * i, "",
                   i ? "grognard-journal 2: two\n" : "grognard-journal 2: one\n");
        CHECK(store_write_now(store, job) == STORE_FINE);
        CHECK(change(store, m1, 2 * i + 1, "") == STORE_FINE);
    }
    CHECK(store_chapter(store, m1, 1, &lines) == STORED_WHOLE);
    CHECK(strstr(text_of(&lines), "one\na ") && !strstr(text_of(&lines), "two"));
    CHECK(store_read(store, m1, &m) == STORED_WHOLE && m.chapters == 2 && m.changes == 4);
    CHECK(m.entries[1] == 0 && strstr(text_of(&m.journal), "two") &&
          !strstr(text_of(&m.journal), "one"));
    saved_free(&m);
    text_free(&lines);
    store_close(store);
}

/* ---- in one row ---- */

static enum store_trouble finish(struct store *store, const char *id)
{
    struct job *job = job_new();

    job_write(job, WRITE_STATUS, "iiiiiit", (int64_t)2, (int64_t)-1, (int64_t)1, (int64_t)0,
              (int64_t)-1, (int64_t)500, id);
    return store_write_now(store, job);
}

static int unfolded(struct store *store, int64_t before)
{
    int found = 0;

    CHECK(store_unfolded(store, before, 10, &found, count_id));
    return found;
}

static void count_folded(void *to, int seat, bool said, const char *request)
{
    *(int *)to += seat == 0 && !said && strcmp(request, "@5") == 0;
}

/* Fifteen of a seat: with two more the first is forgotten. */
static const char *folded_id(int i)
{
    static char id[16];

    snprintf(id, sizeof id, "@%d", i);
    return i >= 5 && i < 20 ? id : "";
}

/* Nobody who reads it notices. */
static void reads_the_same(struct store *store, const struct saved *before, int changes)
{
    struct text lines = { 0 };
    struct saved m;

    CHECK(store_read(store, m1, &m) == STORED_WHOLE);
    CHECK_INT(m.changes, changes);
    CHECK(strncmp(text_of(&m.journal), text_of(&before->journal), before->journal.n) == 0);
    for (int i = 0; i < before->changes; i++)
        CHECK_INT(m.entries[i], before->entries[i]);
    CHECK(store_chapter(store, m1, 0, &lines) == STORED_WHOLE);
    CHECK_STR(text_of(&lines), text_of(&m.journal));
    CHECK_INT(store_repeated(store, m1, 0, false, "@5"), 6);
    CHECK_INT(store_repeated(store, m1, 1, false, "@5"), 0);
    saved_free(&m);
    text_free(&lines);
}

static void test_folding(void)
{
    struct store *store;
    struct saved before;
    int found = 0;

    new_place();
    store = opened();
    begin_match(store, m1);
    begin_match(store, m2);
    for (int i = 1; i < 40; i++)
        CHECK(change(store, m1, i, folded_id(i)) == STORE_FINE);
    CHECK(store_fold(store, m1) == STORE_OVERTAKEN);
    CHECK_INT(unfolded(store, 1000), 0);
    CHECK(finish(store, m1) == STORE_FINE);
    CHECK_INT(unfolded(store, 500), 0);
    CHECK_INT(unfolded(store, 501), 1);
    CHECK(store_read(store, m1, &before) == STORED_WHOLE);
    CHECK(store_fold(store, m1) == STORE_FINE);
    CHECK_INT(unfolded(store, 501), 0);
    CHECK_INT(store_count(store, "SELECT COUNT(*) FROM changes"), 1);
    CHECK_INT(store_count(store, "SELECT COUNT(*) FROM journals"), 1);
    /* The version that brought it, not the latest: programs in between can read it. */
    CHECK_INT(store_count(store, "SELECT value FROM meta WHERE name='compatible'"),
              place.pg ? 8 : 13);
    reads_the_same(store, &before, 40);
    CHECK(store_folded_requests(store, m1, &found, count_folded) && found == 1);
    /* what comes after it stands beside it, and is folded with it */
    CHECK(change(store, m1, 40, "@40") == STORE_FINE);
    reads_the_same(store, &before, 41);
    CHECK(finish(store, m1) == STORE_FINE);
    CHECK_INT(unfolded(store, 501), 1);
    CHECK(store_fold(store, m1) == STORE_FINE);
    CHECK(store_fold(store, m1) == STORE_FINE);
    store_close(store);
    store = opened();
    reads_the_same(store, &before, 41);
    CHECK_INT(store_repeated(store, m1, 0, false, "@40"), 41);
    CHECK(store_fold(store, m2) == STORE_OVERTAKEN);
    CHECK(store_fold(store, "mmmmmmmmmmm3") == STORE_OVERTAKEN);
    CHECK(change(store, m1, 41, "@41") == STORE_FINE);
    CHECK(finish(store, m1) == STORE_FINE && store_fold(store, m1) == STORE_FINE);
    CHECK_INT(store_repeated(store, m1, 0, false, "@5"), 0);
    CHECK_INT(store_repeated(store, m1, 0, false, "@6"), 7);
    CHECK_INT(store_repeated(store, m1, 0, false, "@41"), 42);
    CHECK(store_archive(store, m1, 1000) == STORE_FINE);
    CHECK(store_remove(store, m1, INT64_MAX) == STORE_FINE);
    CHECK_INT(store_count(store, "SELECT COUNT(*) FROM journals"), 0);
    saved_free(&before);
    store_close(store);
}

/* A row that is not whole is no match, and is left as it is. */
static void test_damaged_fold(void)
{
    static const char *const harm[] = { "UPDATE journals SET size=size+1",
                                        "UPDATE journals SET form=7",
                                        "UPDATE journals SET form=1-form",
                                        "UPDATE matches SET folded=folded, changes=changes+1",
                                        "DELETE FROM journals" };

    for (int i = 0; i < COUNT(harm); i++) {
        struct store *store;
        struct saved m;

        new_place();
        store = opened();
        begin_match(store, m1);
        change(store, m1, 1, "@1");
        finish(store, m1);
        CHECK(store_fold(store, m1) == STORE_FINE);
        store_close(store);
        run(harm[i]);
        store = opened();
        CHECK(store_read(store, m1, &m) == STORED_DAMAGED && *m.damage && !m.journal.n);
        saved_free(&m);
        CHECK(store_fold(store, m1) == STORE_FAILED);
        store_close(store);
    }
}

/* ---- versions ---- */

static bool heard(const char *words)
{
    size_t size = 0;
    char *said;
    bool has;

    fflush(stderr);
    said = base_read_file("said", &size);
    has = said && strstr(said, words);
    if (!has)
        printf("    not \"%s\" but: %s\n", words, said ? said : "");
    free(said);
    return has;
}

static int version_now(void)
{
    return ask(place.pg ? "SELECT value FROM meta WHERE name='schema'" : "PRAGMA user_version");
}

static void set_version(int version, int compatible)
{
    char sql[80];

    snprintf(sql, sizeof sql,
             place.pg ? "UPDATE meta SET value=%d WHERE name='schema'" : "PRAGMA user_version=%d",
             version);
    run(sql);
    snprintf(sql, sizeof sql, "UPDATE meta SET value=%d WHERE name='compatible'", compatible);
    run(sql);
}

/* One step newer is used if it says that it may be; two never. What is refused is not touched. */
static void test_versions(void)
{
    struct store *store;
    int today;

    new_place();
    store = opened();
    begin_match(store, m1);
    store_close(store);
    today = version_now();
    CHECK(today > 0);
    set_version(today + 1, today + 1);
    CHECK(freopen("said", "w", stderr) != NULL);
    CHECK(!store_open(place.at, STORE_SERVES));
    CHECK(heard("later version of the program"));
    set_version(today + 2, today);
    CHECK(!store_open(place.at, STORE_SERVES));
    CHECK_INT(version_now(), today + 2);
    set_version(today + 1, today);
    store = opened();
    CHECK(change(store, m1, 1, "@x") == STORE_FINE);
    store_close(store);
    CHECK_INT(version_now(), today + 1);
}

static void test_all(void)
{
    test_gives_back();
    test_changes_what_is_there();
    test_overtaken();
    test_requests();
    test_many_at_once();
    test_damage();
    test_no_number_is_trusted();
    test_since();
    test_counts();
    test_chapters();
    test_folding();
    test_damaged_fold();
    test_versions();
}

static void enter(void)
{
    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
}

static void leave(void)
{
    char sweep[80];

    snprintf(sweep, sizeof sweep, "rm -rf %s", folder);
    CHECK(chdir("/") == 0 && system(sweep) == 0);
}

TEST(server_contract_of_a_file)
{
    enter();
    test_all();
    leave();
}

/* Needs the package postgresql: only where it is asked for. Then it must be there. */
TEST(server_contract_of_postgresql)
{
    if (!getenv("TEST_POSTGRESQL"))
        return;
    enter();
    place.pg = pg_begin(folder);
    CHECK(place.pg);
    if (place.pg) {
        test_all();
        pg_end();
    }
    leave();
}
