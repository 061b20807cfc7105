/*
 * store.c: every allocation, opening, read, write, sync and truncation of the store fails once, then for
 * good, our own and SQLite's: nothing acknowledged is lost, nothing is read shortened, and the file is sound.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "../test.h"
#include "inject.h"
#include "scenes.h"
#include "server/store-sqlite.h"

enum { CHANGES = 4, TRIES = 12, MOST = 60000 };

struct scene {
    struct promise *promise;
    enum fault kind;
    long k;
    bool ever;
};

/* ---- what is done ---- */

struct answer {
    pthread_mutex_t lock;
    pthread_cond_t come;
    bool here;
    enum store_trouble how;
};

static void answered(struct job *job)
{
    struct answer *a = job->request;

    pthread_mutex_lock(&a->lock);
    a->how = job->how;
    a->here = true;
    pthread_cond_signal(&a->come);
    pthread_mutex_unlock(&a->lock);
}

static enum store_trouble submit(struct store *store, struct job *job)
{
    struct answer a = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, STORE_FINE };

    job->request = &a;
    job->done = answered;
    store_submit(store, job);
    pthread_mutex_lock(&a.lock);
    while (!a.here)
        pthread_cond_wait(&a.come, &a.lock);
    pthread_mutex_unlock(&a.lock);
    return a.how;
}

static void change_text(int i, char room[64])
{
    snprintf(room, 64, "change %d and what was done in it\n", i);
}

static struct job *change_job(int i)
{
    unsigned char bytes[COMMITMENT] = { 1 };
    struct job *job = job_new();
    char lines[64];

    if (i == 0) {
        job_write(job, WRITE_MATCH, "ttttiibbtttt", "m1", "null", "line", "It", (int64_t)1,
                  (int64_t)100, bytes, sizeof bytes, bytes, sizeof bytes, "", "", "", "");
        job_write(job, WRITE_SEAT, "tittbt", "m1", (int64_t)0, "person", "Ann", bytes, sizeof bytes,
                  "");
    }
    change_text(i, lines);
    job_write(job, WRITE_CHANGE, "tiittii", "m1", (int64_t)i, (int64_t)100, "", lines, (int64_t)i,
              (int64_t)-1);
    job_write(job, WRITE_POSITION, "tiit", "m1", (int64_t)i, (int64_t)0, "here");
    return job;
}

/* What can be read of it: whole, or not at all. -1: it cannot be read now. */
static int changes_stored(struct store *store, int acknowledged)
{
    struct saved m;
    enum stored found = store_read(store, "m1", &m);
    struct text want = { 0 };
    int n = found == STORED_WHOLE ? m.changes : found == STORED_MISSING ? 0 : -1;

    for (int i = 0; i < n; i++) {
        char lines[64];

        change_text(i, lines);
        text_add(&want, lines);
    }
    if (n > 0)
        CHECK_STR(text_of(&m.journal), text_of(&want));
    CHECK(n < 0 || n >= acknowledged);
    CHECK(n >= 0 || m.damage[0]);
    text_free(&want);
    saved_free(&m);
    return n;
}

/* As the server does it: what was not stored is done again from what is. */
static void keep_match(void *arg)
{
    const struct scene *s = arg;
    struct store *store;
    int next = 0;

    fault_layer_sqlite();
    fault_arm(s->kind, s->k, s->ever);
    store = store_open("s.db", STORE_CHECKED);
    for (int tries = 0; store && next >= 0 && next < CHANGES && tries < TRIES; tries++) {
        if (submit(store, change_job(next)) == STORE_FINE)
            s->promise->changes = next + 1;
        next = changes_stored(store, s->promise->changes);
        if (next < 0)
            next = s->promise->changes;
    }
    if (store)
        store_close(store);
    fault_disarm();
    if (!fault_struck())
        _Exit(test_failed() ? 1 : 100);
}

/* ---- and what must be true ---- */

static void look_again(void *arg)
{
    const struct scene *s = arg;
    struct store *store = store_open("s.db", STORE_CHECKED);

    CHECK(store != NULL);
    if (!store)
        return;
    CHECK(changes_stored(store, s->promise->changes) >= s->promise->changes);
    store_close(store);
}

/* False: there were fewer of that kind. */
static bool strike(struct scene *s)
{
    int status;

    scene_clear();
    s->promise = scene_promise();
    status = fault_run(keep_match, s, "said");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 100)
        return false;
    fault_ended_well(status, "said", fault_names[s->kind], s->k);
    status = fault_run(look_again, s, "said");
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return !test_failed();
}

/* All of the first, then fewer and fewer; all with ten times the effort. */
static long next_after(long k)
{
    return k + (test_effort() >= 1000 ? 1 : 1 + k * 4 / test_effort());
}

static void strike_all(enum fault kind)
{
    long n = 0;

    scene_enter();
    for (int ever = 0; ever < 2; ever++) {
        struct scene s = { .kind = kind, .ever = ever };

        for (s.k = 1; s.k < MOST && strike(&s); s.k = next_after(s.k))
            n++;
        CHECK(s.k < MOST);
    }
    scene_leave();
    CHECK(n > 0);
    printf("faults: %ld of the store, %s\n", n, fault_names[kind]);
}

TEST(faults_of_the_store_allocations)
{
    strike_all(FAULT_ALLOC);
}

TEST(faults_of_the_store_in_sqlite_allocations)
{
    strike_all(FAULT_SQLITE_ALLOC);
}

TEST(faults_of_the_store_in_sqlite_files)
{
    static const enum fault kinds[] = { FAULT_SQLITE_OPEN, FAULT_SQLITE_READ, FAULT_SQLITE_WRITE,
                                        FAULT_SQLITE_SYNC };

    for (int i = 0; i < COUNT(kinds); i++)
        strike_all(kinds[i]);
}
