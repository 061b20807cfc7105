/*
 * store.c: the SQLite file and its writer thread.
 *
 * Two connections: the writer's, used by its thread alone, and a reader's behind a lock. Journal
 * lines are the truth; the columns of `matches` about turn and decider only spare the lobby from
 * replaying, and the last position is for the day when the rules have changed and the lines can be
 * replayed no more. store-schema.c has the tables, store-read.c reads.
 */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store-own.h"

static const char *const write_sql[WRITES] = {
    [WRITE_MATCH] =
        "INSERT INTO matches (id, game, scenario, name, listed, began, commitment, salt)"
        " VALUES (?,?,?,?,?,?,?,?)",
    [WRITE_SEAT] = "INSERT OR REPLACE INTO seats (match, seat, kind, name, token, bot)"
                   " VALUES (?,?,?,?,?,?)",
    [WRITE_CHANGE] = "INSERT INTO changes (match, seq, at, request, lines, entries)"
                     " VALUES (?,?,?,?,?,?)",
    [WRITE_STATUS] = "UPDATE matches SET turn=?, asks=?, over=?, closed=?, closed_by=?, changed=?"
                     " WHERE id=?",
    [WRITE_POSITION] = "INSERT OR REPLACE INTO positions (match, seq, chances, text)"
                       " VALUES (?,?,?,?)",
    [WRITE_OFFERS] = "UPDATE matches SET undo_by=?, undo_to=?, draw=? WHERE id=?",
    [WRITE_CHAT] = "INSERT INTO chat (match, n, at, sender, text, request) VALUES (?,?,?,?,?,?)",
};

/* ---- jobs ---- */

enum { VALUES_MAX = 10 };

struct value {
    char letter;
    int64_t number;
    char *bytes;
    size_t size;
};

struct write {
    struct write *next;
    enum store_write what;
    int n;
    struct value value[VALUES_MAX];
};

struct job *job_new(void)
{
    struct job *job = base_alloc(sizeof *job);

    job->last = &job->first;
    return job;
}

static void keep_bytes(struct value *v, const void *bytes, size_t size)
{
    v->bytes = base_alloc(size + 1);
    if (size)
        memcpy(v->bytes, bytes, size);
    v->size = size;
}

void job_write(struct job *job, enum store_write what, const char *letters, ...)
{
    struct write *w = base_alloc(sizeof *w);
    va_list args;

    assert(what >= 0 && what < WRITES);
    assert(strlen(letters) <= VALUES_MAX);
    w->what = what;
    va_start(args, letters);
    for (; letters[w->n]; w->n++) {
        struct value *v = &w->value[w->n];

        v->letter = letters[w->n];
        if (v->letter == 'i') {
            v->number = va_arg(args, int64_t);
        } else {
            const char *bytes = va_arg(args, const char *);

            keep_bytes(v, bytes, v->letter == 't' ? strlen(bytes) : va_arg(args, size_t));
        }
    }
    va_end(args);
    *job->last = w;
    job->last = &w->next;
}

static void job_free(struct job *job)
{
    struct write *w = job->first, *next;

    for (; w; w = next) {
        next = w->next;
        for (int i = 0; i < w->n; i++)
            free(w->value[i].bytes);
        free(w);
    }
    free(job);
}

/* ---- the writer ---- */

static _Noreturn void fail(struct sqlite3 *db)
{
    base_die("the store cannot be written: %s", sqlite3_errmsg(db));
}

static void run_sql(struct sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail(db);
}

static void bind(sqlite3_stmt *s, int at, const struct value *v)
{
    switch (v->letter) {
    case 'i': sqlite3_bind_int64(s, at, v->number); break;
    case 't': sqlite3_bind_text(s, at, v->bytes, (int)v->size, SQLITE_STATIC); break;
    default:
        if (v->size)
            sqlite3_bind_blob(s, at, v->bytes, (int)v->size, SQLITE_STATIC);
        else
            sqlite3_bind_null(s, at);
    }
}

static void run_write(struct store *store, const struct write *w)
{
    sqlite3_stmt *s = store->write[w->what];

    for (int i = 0; i < w->n; i++)
        bind(s, i + 1, &w->value[i]);
    if (sqlite3_step(s) != SQLITE_DONE)
        fail(store->writer);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
}

/* All jobs of the list in one transaction. A list without writes needs none. */
static void commit(struct store *store, struct job *jobs)
{
    bool writes = false;

    for (struct job *job = jobs; job; job = job->next)
        writes |= job->first != NULL;
    if (writes)
        run_sql(store->writer, "BEGIN IMMEDIATE");
    for (struct job *job = jobs; job; job = job->next)
        for (struct write *w = job->first; w; w = w->next)
            run_write(store, w);
    if (writes) {
        run_sql(store->writer, "COMMIT");
        atomic_fetch_add(&store->commits, 1);
    }
}

static struct job *take_jobs(struct store *store)
{
    struct job *jobs;

    pthread_mutex_lock(&store->lock);
    while (!store->first && !store->closing)
        pthread_cond_wait(&store->more, &store->lock);
    jobs = store->first;
    store->first = NULL;
    store->last = &store->first;
    pthread_mutex_unlock(&store->lock);
    return jobs;
}

static void *write_all(void *arg)
{
    struct store *store = arg;
    struct job *jobs, *next;

    while ((jobs = take_jobs(store))) {
        commit(store, jobs);
        for (; jobs; jobs = next) {
            next = jobs->next;
            if (jobs->done)
                jobs->done(jobs);
            job_free(jobs);
        }
    }
    return NULL;
}

void store_submit(struct store *store, struct job *job)
{
    assert(!job->next);
    pthread_mutex_lock(&store->lock);
    *store->last = job;
    store->last = &job->next;
    pthread_cond_signal(&store->more);
    pthread_mutex_unlock(&store->lock);
}

long store_commits(struct store *store)
{
    return atomic_load(&store->commits);
}

/* ---- crashes ---- */

void store_crashed(struct store *store, const char *match)
{
    sqlite3_stmt *s = NULL;

    assert(*match);
    if (sqlite3_prepare_v2(store->reader,
                           "INSERT INTO crashes (match, n, at) VALUES (?, 1, unixepoch())"
                           " ON CONFLICT (match) DO UPDATE SET n=n+1, at=excluded.at",
                           -1, &s, NULL) != SQLITE_OK ||
        sqlite3_bind_text(s, 1, match, -1, SQLITE_STATIC) != SQLITE_OK ||
        sqlite3_step(s) != SQLITE_DONE)
        fail(store->reader);
    sqlite3_finalize(s);
}

void store_pardon(struct store *store)
{
    run_sql(store->reader, "DELETE FROM crashes");
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

static bool prepare(struct store *store)
{
    for (int i = 0; i < WRITES; i++)
        if (sqlite3_prepare_v2(store->writer, write_sql[i], -1, &store->write[i], NULL) !=
            SQLITE_OK) {
            fprintf(stderr, "grognard: the store is not of this version: %s\n",
                    sqlite3_errmsg(store->writer));
            return false;
        }
    return true;
}

static bool open_file(struct store *store, const char *path, bool checked)
{
    store->writer = connect(path);
    if (!store->writer || (checked && !schema_sound(store->writer, path)) ||
        !schema_upgrade(store->writer, path))
        return false;
    store->reader = connect(path);
    return store->reader && prepare(store);
}

static void free_store(struct store *store)
{
    for (int i = 0; i < WRITES; i++)
        sqlite3_finalize(store->write[i]);
    sqlite3_close(store->reader);
    sqlite3_close(store->writer);
    pthread_mutex_destroy(&store->lock);
    pthread_mutex_destroy(&store->read_lock);
    pthread_cond_destroy(&store->more);
    free(store);
}

struct store *store_open(const char *path, bool checked)
{
    struct store *store = base_alloc(sizeof *store);

    store->last = &store->first;
    pthread_mutex_init(&store->lock, NULL);
    pthread_mutex_init(&store->read_lock, NULL);
    pthread_cond_init(&store->more, NULL);
    if (!open_file(store, path, checked)) {
        free_store(store);
        return NULL;
    }
    if (pthread_create(&store->thread, NULL, write_all, store))
        base_die("the store's thread cannot be started");
    return store;
}

void store_close(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_signal(&store->more);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->thread, NULL);
    free_store(store);
}
