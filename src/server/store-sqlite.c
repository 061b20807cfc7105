/*
 * store-sqlite.c: the store in one SQLite file.
 *
 * Two connections: the writer's, used by its thread alone, and a reader's behind a lock.
 * store-schema.c has the tables, store-watch.c knows what can go wrong with the file; here it is decided
 * what that means for those who wait.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "metrics.h"
#include "outbox.h"
#include "store-sqlite.h"

static const char *const write_sql[WRITES] = {
    [WRITE_MATCH] =
        "INSERT INTO matches (id, game, scenario, name, listed, began, commitment, salt, origin,"
        " maker, address, card) VALUES (?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
    [WRITE_SEAT] = "INSERT OR REPLACE INTO seats (match, seat, kind, name, token, bot, visitor)"
                   " VALUES (?,?,?,?,?,?,?)",
    [WRITE_TOUCH] = "UPDATE matches SET changed=?, archived=0 WHERE id=?",
    [WRITE_ARCHIVE] = "UPDATE matches SET archived=?1 WHERE id=?2 AND changed<?3 AND archived=0"
                      " AND due=0",
    [WRITE_REMATCH] = "UPDATE matches SET rematch=? WHERE id=?",
    [WRITE_REMOVE] = "DELETE FROM matches WHERE id=? AND archived>0 AND archived<?",
    [WRITE_UNSEAT] = "DELETE FROM seats WHERE match=? AND seat=?",
    [WRITE_CHANGE] = "INSERT INTO changes (match, seq, at, request, lines, entries, seat)"
                     " VALUES (?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
    [WRITE_LINES] = "UPDATE changes SET lines=lines||? WHERE match=? AND seq=?",
    [WRITE_STATUS] = "UPDATE matches SET turn=?, asks=?, over=?, closed=?, closed_by=?, changed=?,"
                     " archived=0 WHERE id=?",
    [WRITE_POSITION] = "INSERT OR REPLACE INTO positions (match, seq, chances, text)"
                       " VALUES (?,?,?,?)",
    [WRITE_CLOCK] = "UPDATE matches SET clock=?, due=? WHERE id=?",
    [WRITE_OFFERS] = "UPDATE matches SET undo_by=?, undo_to=?, draw=?, advice=? WHERE id=?",
    [WRITE_CHAT] = "INSERT INTO chat (match, n, at, sender, text, request, seat)"
                   " VALUES (?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
    [WRITE_CRASH] = "INSERT INTO crashes (match, n, at) VALUES (?, 1, ?)"
                    " ON CONFLICT (match) DO UPDATE SET n=n+1, at=excluded.at",
    [WRITE_UPLOAD] = "INSERT INTO uploads (match, digest) VALUES (?,?)",
    [WRITE_CRASH_TEXT] = "INSERT INTO upload_crashes (digest, address, n, at) VALUES (?, ?, 1, ?)"
                         " ON CONFLICT (digest, address) DO UPDATE SET n=n+1, at=excluded.at",
    [WRITE_CRASH_SOURCE] = "INSERT INTO upload_crashes (digest, address, n, at)"
                           " SELECT digest, address, 1, ?2 FROM uploads JOIN matches ON id=match"
                           " WHERE match=?1"
                           " ON CONFLICT (digest, address) DO UPDATE SET n=n+1, at=excluded.at",
    [WRITE_CRASH_ALL] = "UPDATE crashes SET n=MAX(n, ?4) WHERE match=?1 AND ?3<="
                        " (SELECT TOTAL(n) FROM upload_crashes WHERE at>?2 AND address="
                        "  (SELECT address FROM uploads JOIN matches ON id=match WHERE match=?1))",
    [WRITE_PARDON] = "DELETE FROM crashes",
    [WRITE_PARDON_TEXTS] = "DELETE FROM upload_crashes",
    [WRITE_PASSED] = OUTBOX_PASSED("?1", "?2", ""),
    [WRITE_TURN] = OUTBOX_TURN("?1", "?2", "?3", "?4", "?5", "?6", ""),
    [WRITE_NOTICE] = "INSERT OR REPLACE INTO notices (" NOTICE_COLUMNS ")"
                     " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    [WRITE_UNNOTICE] = "DELETE FROM notices WHERE match=? AND seat=?",
    [WRITE_CONFIRM] = "UPDATE notices SET mail_is='on', mail_why='' WHERE stop=?"
                      " AND mail_is='asked'",
    [WRITE_MAIL_IS] = "UPDATE notices SET mail_is=?, mail_why=? WHERE mail=?",
    [WRITE_MAIL_WHY] = "UPDATE notices SET mail_why=? WHERE match=? AND seat=?",
    [WRITE_HOOK_IS] = "UPDATE notices SET hook_is=?, hook_why=? WHERE match=? AND seat=?",
    [WRITE_OUTBOX] = "INSERT INTO outbox (match, seat, seq, kind, due) VALUES (?,?,?,?,?)"
                     " ON CONFLICT DO NOTHING",
    [WRITE_OUTBOX_BY] = "UPDATE outbox SET until=? WHERE match=? AND seat=? AND seq=? AND kind=?",
    [WRITE_OUTBOX_DUE] = "UPDATE outbox SET until=0, due=?, tries=?, looks=?"
                         " WHERE match=? AND seat=? AND seq=? AND kind=?",
    [WRITE_OUTBOX_GONE] = "DELETE FROM outbox WHERE match=? AND seat=? AND seq=? AND kind=?",
    [WRITE_UNSENT] = "DELETE FROM outbox WHERE match=? AND seat=? AND (kind LIKE 'hook%')=(?=1)",
    [WRITE_LINK] = "INSERT INTO links (match, key, seat, at) VALUES (?,?,?,?)"
                   " ON CONFLICT DO NOTHING",
    [WRITE_UNLINK] = "DELETE FROM links WHERE match=? AND seat=? AND at<?",
    [WRITE_UNLINK_MAIL] = "DELETE FROM links WHERE EXISTS (SELECT 1 FROM notices n WHERE"
                          " n.match=links.match AND n.seat=links.seat AND n.mail=?)",
    [WRITE_UNWANTED] = "INSERT INTO unwanted (digest, at) VALUES (?,?) ON CONFLICT DO NOTHING",
    [WRITE_NOTICES_AGAIN] = NOTICES_AGAIN("?1", "?2"),
    [WRITE_LINKS_AGAIN] = LINKS_AGAIN("?1", "?2"),
    [WRITE_FOLDED] = "UPDATE matches SET folded=?1 WHERE id=?2 AND over=1 AND changes=?1",
    [WRITE_JOURNAL] = "INSERT OR REPLACE INTO journals (match, form, size, packed)"
                      " SELECT ?1,?2,?3,?4" IS_FOLDED("?1", "?5"),
    [WRITE_UNFOLDED] = "DELETE FROM changes WHERE match=?1 AND seq<?2 AND EXISTS"
                       " (SELECT 1" IS_FOLDED("?1", "?2") ")",
    [WRITE_COMPATIBLE] = "UPDATE meta SET value=?1 WHERE name='compatible' AND value<?1",
};

/* ---- the writer ---- */

static int bind(sqlite3_stmt *s, int at, const struct value *v)
{
    switch (v->letter) {
    case 'i': return sqlite3_bind_int64(s, at, v->number);
    case 't': return sqlite3_bind_text(s, at, v->bytes, (int)v->size, SQLITE_STATIC);
    default: break;
    }
    return v->size ? sqlite3_bind_blob(s, at, v->bytes, (int)v->size, SQLITE_STATIC)
                   : sqlite3_bind_null(s, at);
}

static int run_write(struct sqlite_store *own, const struct write *w)
{
    sqlite3_stmt *s = own->write[w->what];
    int code = SQLITE_OK;

    for (int i = 0; i < w->n && code == SQLITE_OK; i++)
        code = bind(s, i + 1, &w->value[i]);
    if (code == SQLITE_OK)
        code = sqlite3_step(s);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int run_sql(struct sqlite_store *own, const char *sql)
{
    return sqlite3_exec(own->writer, sql, NULL, NULL, NULL);
}

/* A row that can be there once only: its number, or its request id, may be taken. */
static bool decides(enum store_write what)
{
    return what == WRITE_MATCH || what == WRITE_CHANGE || what == WRITE_CHAT;
}

/*
 * What decides comes first: if it is taken, nothing of the job is done. (A match that is new and whose first
 * change is there already cannot be.)
 */
static int run_job(struct sqlite_store *own, struct job *job)
{
    bool stands = false;
    int code = SQLITE_OK;

    for (int pass = 0; pass < 2; pass++)
        for (const struct write *w = job->first; w && code == SQLITE_OK; w = w->next) {
            if (decides(w->what) != (pass == 0))
                continue;
            code = run_write(own, w);
            if (code != SQLITE_OK || pass)
                continue;
            if (sqlite3_changes(own->writer) == 0 && !stands) {
                job->how = STORE_OVERTAKEN;
                return SQLITE_OK;
            }
            if (sqlite3_changes(own->writer) == 0)
                return SQLITE_CONSTRAINT;
            stands = true;
        }
    return code;
}

/* Whatever was built upon a job that was overtaken is so with it. */
static bool is_built_on(const struct job *job, const struct job *before)
{
    for (; before != job; before = before->next)
        if (before->how == STORE_OVERTAKEN && job->lost && before->lost == job->lost)
            return true;
    return false;
}

static int run_jobs(struct sqlite_store *own, struct job *jobs)
{
    int code = run_sql(own, "BEGIN IMMEDIATE");
    bool overtaken = false;

    for (struct job *job = jobs; job && code == SQLITE_OK; job = job->next) {
        if (job_is_lost(job) || !job->first)
            continue;
        if (overtaken && is_built_on(job, jobs))
            job->how = STORE_OVERTAKEN;
        else
            code = run_job(own, job);
        overtaken = overtaken || job->how == STORE_OVERTAKEN;
    }
    return code == SQLITE_OK ? run_sql(own, "COMMIT") : code;
}

/* All that was tried is there or nothing of it. */
static enum store_trouble settle(struct writer *w, int code)
{
    struct sqlite_store *own = w->store->own;
    enum store_trouble how = STORE_FINE;

    if (code != SQLITE_OK) {
        how = watch_failed(own->writer, code);
        writer_why(w, sqlite3_errmsg(own->writer));
        if (!sqlite3_get_autocommit(own->writer))
            run_sql(own, "ROLLBACK");
    }
    watch_note(w->store);
    return how == STORE_FINE ? watch_look(w->store) : how;
}

/* All jobs of the list in one transaction. */
static enum store_trouble commit(struct writer *w, struct job *jobs)
{
    enum store_trouble how = settle(w, run_jobs(w->store->own, jobs));

    if (how == STORE_FINE)
        atomic_fetch_add(&w->store->commits, 1);
    return how;
}

/* Writes what is there already: is there room again? */
static enum store_trouble probe(struct writer *w)
{
    struct sqlite_store *own = w->store->own;
    char sql[48];

    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", schema_version_of(own->writer));
    return settle(w, run_sql(own, sql));
}

static int jobs_to_write(const struct job *jobs)
{
    int n = 0;

    for (; jobs; jobs = jobs->next)
        n += jobs->first && !job_is_lost(jobs);
    return n;
}

/* The list in one go; or, if there is nothing to write, what has become of the trouble. */
static enum store_trouble try_jobs(struct writer *w, struct job *jobs)
{
    enum store_trouble how = watch_look(w->store);

    if (w->latest == STORE_CHANGED)
        return STORE_CHANGED;
    if (how != STORE_FINE)
        return how;
    if (jobs_to_write(jobs))
        return commit(w, jobs);
    return atomic_load(&w->trouble) == STORE_FINE ? STORE_FINE : probe(w);
}

static void work(struct writer *w, struct job *jobs)
{
    double began = base_clock();
    enum store_trouble how = try_jobs(w, jobs);

    metrics_commit(jobs_to_write(jobs), base_clock() - began, how == STORE_FINE);
    writer_tell(w, jobs, how);
}

/* ---- reading ---- */

static _Thread_local bool holds; /* the reader, over several queries */

static void sqlite_hold(struct store *store)
{
    struct sqlite_store *own = store->own;

    pthread_mutex_lock(&own->read_lock);
    holds = true;
    sqlite3_exec(own->reader, "BEGIN", NULL, NULL, NULL);
}

static void sqlite_let_go(struct store *store)
{
    struct sqlite_store *own = store->own;

    sqlite3_exec(own->reader, "COMMIT", NULL, NULL, NULL);
    holds = false;
    pthread_mutex_unlock(&own->read_lock);
}

static int sqlite_version(struct store *store)
{
    struct sqlite_store *own = store->own;

    return schema_version_of(own->reader);
}

/* The reader is locked until sqlite_read_end(). */
static void sqlite_read_begin(struct reading *r)
{
    struct sqlite_store *own = r->store->own;
    sqlite3_stmt *s = NULL;
    int code;

    if (!holds)
        pthread_mutex_lock(&own->read_lock);
    code = sqlite3_prepare_v2(own->reader, r->sql, -1, &s, NULL);
    for (int i = 0; i < READ_VALUES && code == SQLITE_OK; i++)
        if (r->bound[i].letter)
            code = bind(s, i + 1, &r->bound[i]);
    r->own = s;
    if (code != SQLITE_OK) {
        snprintf(r->why, sizeof r->why, "%s", sqlite3_errstr(code));
        r->is = READ_BAD;
    }
}

static bool sqlite_read_next(struct reading *r)
{
    int code = sqlite3_step(r->own);

    r->is = code == SQLITE_ROW ? READ_ROW : code == SQLITE_DONE ? READ_DONE : READ_BAD;
    if (r->is == READ_BAD)
        snprintf(r->why, sizeof r->why, "%s", sqlite3_errstr(code));
    return r->is == READ_ROW;
}

static void sqlite_read_end(struct reading *r)
{
    struct sqlite_store *own = r->store->own;

    sqlite3_finalize(r->own);
    if (!holds)
        pthread_mutex_unlock(&own->read_lock);
}

static bool sqlite_null(struct reading *r, int i)
{
    return sqlite3_column_type(r->own, i) == SQLITE_NULL;
}

static int64_t sqlite_int(struct reading *r, int i)
{
    return sqlite3_column_int64(r->own, i);
}

/* NULL: there was no memory for it, or it is none. */
static const char *sqlite_text(struct reading *r, int i, size_t *size)
{
    const char *text = (const char *)sqlite3_column_text(r->own, i);

    *size = text ? (size_t)sqlite3_column_bytes(r->own, i) : 0;
    return text;
}

static const void *sqlite_bytes(struct reading *r, int i, size_t *size)
{
    const void *bytes = sqlite3_column_blob(r->own, i);

    *size = (size_t)sqlite3_column_bytes(r->own, i);
    if (!bytes && sqlite3_errcode(sqlite3_db_handle(r->own)) == SQLITE_NOMEM)
        r->is = READ_BAD;
    return bytes;
}

/* ---- opening ---- */

static struct sqlite3 *connect(const char *path)
{
    struct sqlite3 *db = NULL;

    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) == SQLITE_OK &&
        sqlite3_busy_timeout(db, 5000) == SQLITE_OK &&
        sqlite3_exec(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;", NULL, NULL, NULL) ==
            SQLITE_OK)
        return db;
    fprintf(stderr, "grognard: %s: %s\n", path, db ? sqlite3_errmsg(db) : "out of memory");
    sqlite3_close(db);
    return NULL;
}

static bool prepare_write(struct sqlite_store *own, int i)
{
    struct text sql = { 0 };
    bool good;

    if (i < WRITE_COPY)
        text_add(&sql, write_sql[i]);
    else
        row_insert_sql(&row_tables[i - WRITE_COPY], &sql);
    good = sqlite3_prepare_v2(own->writer, text_of(&sql), -1, &own->write[i], NULL) == SQLITE_OK;
    if (!good)
        fprintf(stderr, "grognard: the store is not of this version: %s\n",
                sqlite3_errmsg(own->writer));
    text_free(&sql);
    return good;
}

static bool prepare(struct sqlite_store *own)
{
    for (int i = 0; i < WRITES; i++)
        if (!prepare_write(own, i))
            return false;
    return true;
}

/* A device or a pipe never ends, or takes everything and keeps nothing. */
static bool is_storable(const char *path)
{
    struct stat s;

    if (stat(path, &s) != 0 || S_ISREG(s.st_mode))
        return true;
    fprintf(stderr, "grognard: %s is no file: matches cannot be kept in it\n", path);
    return false;
}

/* As it is: a server may have it open. */
static bool is_of_today(struct sqlite3 *db, const char *path)
{
    int version = schema_version_of(db);

    if (version >= schema_version)
        return schema_upgrade(db, path);
    fprintf(stderr,
            "grognard: the tables of %s are of version %d, this program knows %d: grognard db "
            "migrate %s brings them there\n",
            path, version, schema_version, path);
    return false;
}

static bool open_file(struct store *store, enum store_use use)
{
    struct sqlite_store *own = store->own = base_alloc(sizeof *own);
    const char *path = store->path;

    pthread_mutex_init(&own->read_lock, NULL);
    own->writer = is_storable(path) ? connect(path) : NULL;
    if (!own->writer || (use == STORE_CHECKED && !schema_sound(own->writer, path)) ||
        !(use == STORE_BESIDE ? is_of_today(own->writer, path) : schema_upgrade(own->writer, path)))
        return false;
    own->reader = connect(path);
    if (!own->reader || !prepare(own))
        return false;
    watch_note(store);
    return true;
}

static void close_file(struct store *store)
{
    struct sqlite_store *own = store->own;

    for (int i = 0; i < WRITES; i++)
        sqlite3_finalize(own->write[i]);
    sqlite3_close(own->reader);
    sqlite3_close(own->writer);
    pthread_mutex_destroy(&own->read_lock);
    free(own);
}

const struct store_kind store_sqlite = {
    .called = "SQLite",
    .writers = 1,
    .open = open_file,
    .close = close_file,
    .work = work,
    .hold = sqlite_hold,
    .let_go = sqlite_let_go,
    .version = sqlite_version,
    .knows = &schema_version,
    .folds = 13,
    .read_begin = sqlite_read_begin,
    .read_next = sqlite_read_next,
    .read_end = sqlite_read_end,
    .column_null = sqlite_null,
    .column_int = sqlite_int,
    .column_text = sqlite_text,
    .column_bytes = sqlite_bytes,
};
