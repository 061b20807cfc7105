/*
 * store.c: what both kinds of store have in common: jobs, the writers that they wait for, and how
 * those who wait are told.
 *
 * Journal lines are the truth; the columns of `matches` about turn and decider only spare the lobby from
 * replaying, and the last position is for the day when the rules have changed and the lines can be
 * replayed no more. store-sqlite.c and store-pg.c write, store-read.c reads, store-rows.c has the tables
 * as both know them.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hash.h"
#include "store-own.h"

enum { WATCH_NS = 400000000 }; /* between looks at the store when there is nothing to do */

/* ---- jobs ---- */

/* The value that is the match's id; -1: it is no match's. */
static const signed char id_at[WRITES] = {
    [WRITE_MATCH] = 0,         [WRITE_SEAT] = 0,        [WRITE_UNSEAT] = 0,
    [WRITE_TOUCH] = 1,         [WRITE_REMATCH] = 1,     [WRITE_REMOVE] = 0,
    [WRITE_ARCHIVE] = 1,       [WRITE_CHANGE] = 0,      [WRITE_LINES] = 1,
    [WRITE_STATUS] = 6,        [WRITE_POSITION] = 0,    [WRITE_OFFERS] = 4,
    [WRITE_CLOCK] = 2,         [WRITE_CHAT] = 0,        [WRITE_UPLOAD] = 0,
    [WRITE_CRASH] = 0,         [WRITE_CRASH_TEXT] = -1, [WRITE_CRASH_SOURCE] = 0,
    [WRITE_CRASH_ALL] = 0,     [WRITE_PARDON] = -1,     [WRITE_PARDON_TEXTS] = -1,
    [WRITE_PASSED] = 0,        [WRITE_TURN] = 0,        [WRITE_NOTICE] = 0,
    [WRITE_UNNOTICE] = 0,      [WRITE_CONFIRM] = -1,    [WRITE_MAIL_IS] = -1,
    [WRITE_MAIL_WHY] = 1,      [WRITE_HOOK_IS] = 2,     [WRITE_OUTBOX] = 0,
    [WRITE_OUTBOX_BY] = 1,     [WRITE_OUTBOX_DUE] = 3,  [WRITE_OUTBOX_GONE] = 0,
    [WRITE_UNSENT] = 0,        [WRITE_LINK] = 0,        [WRITE_UNLINK] = 0,
    [WRITE_UNLINK_MAIL] = -1,  [WRITE_FOLDED] = 1,      [WRITE_JOURNAL] = 0,
    [WRITE_UNFOLDED] = 0,      [WRITE_COMPATIBLE] = -1, [WRITE_UNWANTED] = -1,
    [WRITE_NOTICES_AGAIN] = 0, [WRITE_LINKS_AGAIN] = 0,
};

bool write_is_fenced(enum store_write what)
{
    return what < WRITE_CRASH && what != WRITE_REMOVE && what != WRITE_ARCHIVE;
}

struct job *job_new(void)
{
    struct job *job = base_alloc(sizeof *job);

    job->last = &job->first;
    job->upon = -1;
    return job;
}

static void keep_bytes(struct value *v, const void *bytes, size_t size)
{
    v->bytes = base_alloc(size + 1);
    if (size)
        memcpy(v->bytes, bytes, size);
    v->size = size;
}

static void add_write(struct job *job, struct write *w)
{
    int at = id_at[w->what];

    if (at >= 0 && at < w->n && w->what < WRITE_COPY)
        snprintf(job->match, sizeof job->match, "%s", w->value[at].bytes);
    *job->last = w;
    job->last = &w->next;
}

static struct write *write_new(enum store_write what, int n)
{
    struct write *w = base_alloc(sizeof *w + (size_t)n * sizeof w->value[0]);

    assert(what >= 0 && what < WRITES);
    w->what = what;
    w->n = n;
    return w;
}

void job_write(struct job *job, enum store_write what, const char *letters, ...)
{
    struct write *w = write_new(what, (int)strlen(letters));
    va_list args;

    va_start(args, letters);
    for (int i = 0; i < w->n; i++) {
        struct value *v = &w->value[i];

        v->letter = letters[i];
        if (v->letter == 'i') {
            v->number = va_arg(args, int64_t);
        } else {
            const char *bytes = va_arg(args, const char *);

            keep_bytes(v, bytes, v->letter == 't' ? strlen(bytes) : va_arg(args, size_t));
        }
    }
    va_end(args);
    add_write(job, w);
}

void job_write_row(struct job *job, enum store_write what, struct value *values, int n)
{
    struct write *w = write_new(what, n);

    memcpy(w->value, values, (size_t)n * sizeof w->value[0]);
    add_write(job, w);
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

bool job_is_lost(const struct job *job)
{
    return job->lost && atomic_load(job->lost);
}

/* ---- the writers ---- */

static void note_trouble(struct writer *w, enum store_trouble how)
{
    if (how != STORE_FINE) {
        w->latest = how;
        if (atomic_load(&w->trouble) == STORE_FINE)
            atomic_fetch_add(&w->store->troubles, 1);
    }
    atomic_store(&w->trouble, how);
}

/* Whoever waits without having written anything waits for what is on disk already. */
static enum store_trouble ended(const struct writer *w, const struct job *job,
                                enum store_trouble how)
{
    if (job_is_lost(job)) /* whatever is said of it, never that it is on disk */
        return w->latest != STORE_FINE ? w->latest : STORE_AWAY;
    if (job->first)
        return how == STORE_FINE ? job->how : how;
    return how < STORE_GONE ? STORE_FINE : how;
}

void writer_tell(struct writer *w, struct job *jobs, enum store_trouble how)
{
    struct job *next;

    note_trouble(w, how);
    for (; jobs; jobs = next) {
        next = jobs->next;
        jobs->how = ended(w, jobs, how);
        if (jobs->how != STORE_FINE)
            w->latest = jobs->how;
        if (jobs->done)
            jobs->done(jobs);
        job_free(jobs);
    }
}

void writer_why(struct writer *w, const char *why)
{
    pthread_mutex_lock(&w->store->lock);
    snprintf(w->store->why, sizeof w->store->why, "%.*s", (int)strcspn(why, "\n"), why);
    pthread_mutex_unlock(&w->store->lock);
}

/* The jobs that wait; none, when half a second has passed; false: there will be no more. */
static bool take_jobs(struct writer *w, struct job **jobs)
{
    struct timespec until;
    bool more;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += WATCH_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&w->lock);
    while (!w->first && !w->closing)
        if (pthread_cond_timedwait(&w->more, &w->lock, &until) == ETIMEDOUT)
            break;
    *jobs = w->first;
    w->first = NULL;
    w->last = &w->first;
    more = *jobs || !w->closing;
    pthread_mutex_unlock(&w->lock);
    return more;
}

static void *write_all(void *arg)
{
    struct writer *w = arg;
    struct job *jobs;

    while (take_jobs(w, &jobs))
        w->store->kind->work(w, jobs);
    return NULL;
}

/* A match's jobs are done in their order: by the same writer. */
static struct writer *writer_of(struct store *store, const struct job *job)
{
    int n = store->kind->writers;

    return &store->writer[n > 1 ? hash_mix(hash_string(HASH_START, job->match)) % (unsigned)n : 0];
}

void store_submit(struct store *store, struct job *job)
{
    struct writer *w = writer_of(store, job);

    assert(!job->next);
    pthread_mutex_lock(&w->lock);
    *w->last = job;
    w->last = &job->next;
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
}

/* ---- how it is ---- */

const char *const store_kinds[] = {
    [STORE_FINE] = "fine",          [STORE_FULL] = "full", [STORE_FAILED] = "failed",
    [STORE_AWAY] = "away",          [STORE_GONE] = "gone", [STORE_CHANGED] = "changed",
    [STORE_OVERTAKEN] = "overtaken"
};

const char *store_words(enum store_trouble trouble)
{
    switch (trouble) {
    case STORE_FULL: return "the server's disk is full: nothing is done until there is room again";
    case STORE_GONE:
        return "the server's database was moved, deleted or replaced: nothing is done until it is "
               "put back";
    case STORE_CHANGED:
        return "somebody else has written to the server's database: nothing is done until the "
               "server is started again";
    case STORE_FAILED:
        return "the server's database cannot be written: nothing is done until it can";
    case STORE_AWAY:
        return "the server's database does not answer, or cannot be written: nothing is done until "
               "it does";
    case STORE_OVERTAKEN: return "somebody else was first, again and again: try once more";
    case STORE_FINE: break;
    }
    return "";
}

long store_commits(struct store *store)
{
    return atomic_load(&store->commits);
}

enum store_trouble store_trouble(struct store *store)
{
    enum store_trouble worst = STORE_FINE;

    for (int i = 0; i < store->kind->writers; i++)
        if (atomic_load(&store->writer[i].trouble) > worst)
            worst = atomic_load(&store->writer[i].trouble);
    return worst;
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

bool store_shared(const struct store *store)
{
    return store->kind->shared;
}

const char *store_called(const struct store *store)
{
    return store->kind->called;
}

void store_hold(struct store *store)
{
    store->kind->hold(store);
}

void store_let_go(struct store *store)
{
    store->kind->let_go(store);
}

void store_versions(struct store *store, int *has, int *knows)
{
    *has = store->kind->version(store);
    *knows = *store->kind->knows;
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

enum store_trouble store_write_now(struct store *store, struct job *job)
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
    int64_t now = store_seconds(store);

    if (*c->match) {
        job_write(job, WRITE_CRASH, "ti", c->match, now);
        job_write(job, WRITE_CRASH_SOURCE, "ti", c->match, now);
        job_write(job, WRITE_CRASH_ALL, "tiii", c->match, now - DAY, (int64_t)times, (int64_t)all);
    }
    if (*c->upload)
        job_write(job, WRITE_CRASH_TEXT, "tti", c->upload, c->address, now);
    return store_write_now(store, job);
}

enum store_trouble store_pardon(struct store *store)
{
    struct job *job = job_new();

    job_write(job, WRITE_PARDON, "");
    job_write(job, WRITE_PARDON_TEXTS, "");
    return store_write_now(store, job);
}

enum store_trouble store_archive(struct store *store, const char *id, int64_t before)
{
    struct job *job = job_new();

    job_write(job, WRITE_ARCHIVE, "iti", store_seconds(store), id, before);
    return store_write_now(store, job);
}

enum store_trouble store_remove(struct store *store, const char *id, int64_t before)
{
    struct job *job = job_new();

    job_write(job, WRITE_REMOVE, "ti", id, before);
    return store_write_now(store, job);
}

/* ---- opening ---- */

bool store_is_url(const char *path)
{
    return strstr(path, "://") != NULL;
}

static bool has_scheme(const char *path, const char *scheme)
{
    return strncmp(path, scheme, strlen(scheme)) == 0;
}

/* NULL: said that there is none of the kind. */
static const struct store_kind *kind_of(const char *path)
{
    bool pg = has_scheme(path, "postgresql:") || has_scheme(path, "postgres:");

    if (*path && !pg && !store_is_url(path))
        return &store_sqlite;
    if (!pg || !store_is_url(path)) {
        fprintf(
            stderr,
            "grognard: \"%.*s\" is no store: matches are kept in a file, or at postgresql://…\n",
            (int)strcspn(path, ":"), path);
        return NULL;
    }
#ifdef POSTGRESQL
    return &store_pg;
#else
    fprintf(stderr, "grognard: this program was built without libpq and knows nothing of "
                    "PostgreSQL: install libpq-dev and build it again\n");
    return NULL;
#endif
}

static void begin_writer(struct store *store, struct writer *w)
{
    pthread_condattr_t steady;

    w->store = store;
    w->last = &w->first;
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&w->more, &steady);
    pthread_condattr_destroy(&steady);
}

static void end_writer(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
    if (w->began)
        pthread_join(w->thread, NULL);
}

void store_close(struct store *store)
{
    for (int i = 0; i < store->kind->writers; i++)
        end_writer(&store->writer[i]);
    store->kind->close(store);
    for (int i = 0; i < store->kind->writers; i++) {
        pthread_mutex_destroy(&store->writer[i].lock);
        pthread_cond_destroy(&store->writer[i].more);
    }
    pthread_mutex_destroy(&store->lock);
    free(store->path);
    free(store->listen);
    free(store);
}

static bool can_listen(const char *path, const char *listen)
{
    const char *wrong = !listen                 ? NULL
                        : !store_is_url(path)   ? "--db-listen goes with --db postgresql://…"
                        : !store_is_url(listen) ? "--db-listen is an address: postgresql://…"
                                                : NULL;

    if (wrong)
        fprintf(stderr, "grognard: %s\n", wrong);
    return !wrong && (!listen || kind_of(listen));
}

struct store *store_open_around(const char *path, const char *listen, enum store_use use)
{
    const struct store_kind *kind = kind_of(path);
    struct store *store;

    if (!kind || !can_listen(path, listen))
        return NULL;
    if (sodium_init() < 0)
        base_die("no random numbers are to be had");
    store = base_alloc(sizeof *store);
    store->kind = kind;
    store->path = base_copy(path);
    store->listen = listen ? base_copy(listen) : NULL;
    pthread_mutex_init(&store->lock, NULL);
    for (int i = 0; i < kind->writers; i++)
        begin_writer(store, &store->writer[i]);
    if (!kind->open(store, use)) {
        store_close(store);
        return NULL;
    }
    for (int i = 0; i < kind->writers; i++)
        if (pthread_create(&store->writer[i].thread, NULL, write_all, &store->writer[i]))
            base_die("the store's thread cannot be started");
        else
            store->writer[i].began = true;
    return store;
}

struct store *store_open(const char *path, enum store_use use)
{
    return store_open_around(path, NULL, use);
}
