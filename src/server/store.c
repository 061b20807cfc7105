/*
 * store.c: the SQLite file and its writer thread.
 *
 * Two connections: the writer's, used by its thread alone, and a reader's behind a lock. Journal
 * lines are the truth; the columns of `matches` about turn and decider only spare the lobby from
 * replaying, and the last position is for the day when the rules have changed and the lines can be
 * replayed no more. store-schema.c has the tables, store-read.c reads, store-watch.c knows what can
 * go wrong with the file; here it is decided what that means for those who wait.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "store-own.h"

enum { WATCH_NS = 400000000 }; /* between looks at the file when there is nothing to do */

static const char *const write_sql[WRITES] = {
    [WRITE_MATCH] =
        "INSERT INTO matches (id, game, scenario, name, listed, began, commitment, salt, origin,"
        " maker, address) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
    [WRITE_SEAT] = "INSERT OR REPLACE INTO seats (match, seat, kind, name, token, bot, visitor)"
                   " VALUES (?,?,?,?,?,?,?)",
    [WRITE_TOUCH] = "UPDATE matches SET changed=? WHERE id=?",
    [WRITE_REMOVE] = "DELETE FROM matches WHERE id=?",
    [WRITE_UNSEAT] = "DELETE FROM seats WHERE match=? AND seat=?",
    [WRITE_CHANGE] = "INSERT INTO changes (match, seq, at, request, lines, entries, seat)"
                     " VALUES (?,?,?,?,?,?,?)",
    [WRITE_STATUS] = "UPDATE matches SET turn=?, asks=?, over=?, closed=?, closed_by=?, changed=?"
                     " WHERE id=?",
    [WRITE_POSITION] = "INSERT OR REPLACE INTO positions (match, seq, chances, text)"
                       " VALUES (?,?,?,?)",
    [WRITE_OFFERS] = "UPDATE matches SET undo_by=?, undo_to=?, draw=? WHERE id=?",
    [WRITE_CHAT] = "INSERT INTO chat (match, n, at, sender, text, request, seat)"
                   " VALUES (?,?,?,?,?,?,?)",
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
};

/* ---- jobs ---- */

enum { VALUES_MAX = 12 };

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

static int run_write(struct store *store, const struct write *w)
{
    sqlite3_stmt *s = store->write[w->what];
    int code = SQLITE_OK;

    for (int i = 0; i < w->n && code == SQLITE_OK; i++)
        code = bind(s, i + 1, &w->value[i]);
    if (code == SQLITE_OK)
        code = sqlite3_step(s);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int run_sql(struct store *store, const char *sql)
{
    return sqlite3_exec(store->writer, sql, NULL, NULL, NULL);
}

/* A job before it of the same table was not written: nor is this, or there would be a gap. */
static bool is_lost(const struct job *job)
{
    return job->lost && atomic_load(job->lost);
}

static int run_jobs(struct store *store, const struct job *jobs)
{
    int code = run_sql(store, "BEGIN IMMEDIATE");

    for (; jobs; jobs = jobs->next)
        for (const struct write *w = is_lost(jobs) ? NULL : jobs->first; w; w = w->next)
            if (code == SQLITE_OK)
                code = run_write(store, w);
    return code == SQLITE_OK ? run_sql(store, "COMMIT") : code;
}

/* All that was tried is there or nothing of it. */
static enum store_trouble settle(struct store *store, int code)
{
    enum store_trouble how = STORE_FINE;

    if (code != SQLITE_OK) {
        how = watch_failed(store->writer, code);
        pthread_mutex_lock(&store->lock);
        snprintf(store->why, sizeof store->why, "%s", sqlite3_errmsg(store->writer));
        pthread_mutex_unlock(&store->lock);
        if (!sqlite3_get_autocommit(store->writer))
            run_sql(store, "ROLLBACK");
    }
    watch_note(store);
    return how == STORE_FINE ? watch_look(store) : how;
}

/* All jobs of the list in one transaction. */
static enum store_trouble commit(struct store *store, const struct job *jobs)
{
    enum store_trouble how = settle(store, run_jobs(store, jobs));

    if (how == STORE_FINE)
        atomic_fetch_add(&store->commits, 1);
    return how;
}

/* Writes what is there already: is there room again? */
static enum store_trouble probe(struct store *store)
{
    char sql[48];

    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", schema_version);
    return settle(store, run_sql(store, sql));
}

static bool has_writes(const struct job *jobs)
{
    for (; jobs; jobs = jobs->next)
        if (jobs->first && !is_lost(jobs))
            return true;
    return false;
}

/* The list in one go; or, if there is nothing to write, what has become of the trouble. */
static enum store_trouble work(struct store *store, const struct job *jobs)
{
    enum store_trouble how = watch_look(store);

    if (store->latest == STORE_CHANGED)
        return STORE_CHANGED;
    if (how != STORE_FINE)
        return how;
    if (has_writes(jobs))
        return commit(store, jobs);
    return atomic_load(&store->trouble) == STORE_FINE ? STORE_FINE : probe(store);
}

static void note_trouble(struct store *store, enum store_trouble how)
{
    if (how != STORE_FINE) {
        store->latest = how;
        if (atomic_load(&store->trouble) == STORE_FINE)
            atomic_fetch_add(&store->troubles, 1);
    }
    atomic_store(&store->trouble, how);
}

/* Whoever waits without having written anything waits for what is on disk already. */
static void tell(struct store *store, struct job *jobs, enum store_trouble how)
{
    struct job *next;

    for (; jobs; jobs = next) {
        next = jobs->next;
        jobs->how = is_lost(jobs)      ? store->latest
                    : jobs->first      ? how
                    : how < STORE_GONE ? STORE_FINE
                                       : how;
        if (jobs->done)
            jobs->done(jobs);
        job_free(jobs);
    }
}

/* The jobs that wait; none, when half a second has passed; false: there will be no more. */
static bool take_jobs(struct store *store, struct job **jobs)
{
    struct timespec until;
    bool more;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += WATCH_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&store->lock);
    while (!store->first && !store->closing)
        if (pthread_cond_timedwait(&store->more, &store->lock, &until) == ETIMEDOUT)
            break;
    *jobs = store->first;
    store->first = NULL;
    store->last = &store->first;
    more = *jobs || !store->closing;
    pthread_mutex_unlock(&store->lock);
    return more;
}

static void *write_all(void *arg)
{
    struct store *store = arg;
    struct job *jobs;

    while (take_jobs(store, &jobs)) {
        enum store_trouble how = work(store, jobs);

        note_trouble(store, how);
        tell(store, jobs, how);
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

enum store_trouble store_trouble(struct store *store)
{
    return atomic_load(&store->trouble);
}

long store_troubles(struct store *store)
{
    return atomic_load(&store->troubles);
}

void store_why(struct store *store, char *room, size_t size)
{
    pthread_mutex_lock(&store->lock);
    snprintf(room, size, "%s", store->why);
    pthread_mutex_unlock(&store->lock);
}

/* ---- writing while one waits ---- */

struct patience {
    pthread_mutex_t lock;
    pthread_cond_t done;
    bool over;
    enum store_trouble how;
};

static void end_patience(struct job *job)
{
    struct patience *p = job->request;

    pthread_mutex_lock(&p->lock);
    p->how = job->how;
    p->over = true;
    pthread_cond_signal(&p->done);
    pthread_mutex_unlock(&p->lock);
}

static enum store_trouble write_now(struct store *store, struct job *job)
{
    struct patience p = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, STORE_FINE };

    job->request = &p;
    job->done = end_patience;
    store_submit(store, job);
    pthread_mutex_lock(&p.lock);
    while (!p.over)
        pthread_cond_wait(&p.done, &p.lock);
    pthread_mutex_unlock(&p.lock);
    return p.how;
}

enum store_trouble store_crashed(struct store *store, const struct culprit *c, int times, int all)
{
    struct job *job = job_new();
    int64_t now = time(NULL);

    if (*c->match) {
        job_write(job, WRITE_CRASH, "ti", c->match, now);
        job_write(job, WRITE_CRASH_SOURCE, "ti", c->match, now);
        job_write(job, WRITE_CRASH_ALL, "tiii", c->match, now - DAY, (int64_t)times, (int64_t)all);
    }
    if (*c->upload)
        job_write(job, WRITE_CRASH_TEXT, "tti", c->upload, c->address, now);
    return write_now(store, job);
}

enum store_trouble store_pardon(struct store *store)
{
    struct job *job = job_new();

    job_write(job, WRITE_PARDON, "");
    job_write(job, WRITE_PARDON_TEXTS, "");
    return write_now(store, job);
}

enum store_trouble store_remove(struct store *store, const char *id)
{
    struct job *job = job_new();

    job_write(job, WRITE_REMOVE, "t", id);
    return write_now(store, job);
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

/* A device or a pipe never ends, or takes everything and keeps nothing. */
static bool is_storable(const char *path)
{
    struct stat s;

    if (stat(path, &s) != 0 || S_ISREG(s.st_mode))
        return true;
    fprintf(stderr, "grognard: %s is no file: matches cannot be kept in it\n", path);
    return false;
}

static bool open_file(struct store *store, const char *path, bool checked)
{
    store->writer = is_storable(path) ? connect(path) : NULL;
    if (!store->writer || (checked && !schema_sound(store->writer, path)) ||
        !schema_upgrade(store->writer, path))
        return false;
    store->reader = connect(path);
    if (!store->reader || !prepare(store))
        return false;
    watch_note(store);
    return true;
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
    free(store->path);
    free(store);
}

static struct store *new_store(const char *path)
{
    struct store *store = base_alloc(sizeof *store);
    pthread_condattr_t steady;

    store->path = base_copy(path);
    store->last = &store->first;
    pthread_mutex_init(&store->lock, NULL);
    pthread_mutex_init(&store->read_lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&store->more, &steady);
    pthread_condattr_destroy(&steady);
    return store;
}

struct store *store_open(const char *path, bool checked)
{
    struct store *store = new_store(path);

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
