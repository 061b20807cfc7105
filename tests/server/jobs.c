/*
 * jobs.c: matches that wait for a computer, in a PostgreSQL that the test begins ($TEST_POSTGRESQL): written with what
 * makes them wait, taken once, lost by who dies, in their order; and how many can be taken and finished in a second.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../test.h"
#include "pg.h"
#include "server/store-own.h"

static const unsigned char some_bytes[COMMITMENT] = { 7 };
static char folder[] = "/tmp/grognard-jobs-XXXXXX";
static const char *at; /* the store */
static const char *name;

static int ask(const char *sql)
{
    return pg_ask(name, sql);
}

static struct store *new_store(const char *database)
{
    char sql[60];
    struct store *store;

    name = database;
    snprintf(sql, sizeof sql, "CREATE DATABASE %s", database);
    CHECK_INT(pg_ask("postgres", sql), 0);
    free((void *)(uintptr_t)at);
    at = base_copy(pg_url(database));
    store = store_open(at, STORE_SERVES);
    CHECK(store != NULL);
    return store;
}

/* ---- matches of a person (seat 0) or none, and a computer (seat 1) ---- */

static struct job *change(const char *id, int seq, int asks, bool over)
{
    struct job *job = job_new();

    job_write(job, WRITE_CHANGE, "tiittii", id, (int64_t)seq, (int64_t)100, "", "line\n",
              (int64_t)seq, (int64_t)-1);
    job_write(job, WRITE_STATUS, "iiiiiit", (int64_t)1, (int64_t)asks, (int64_t)over, (int64_t)0,
              (int64_t)-1, (int64_t)100, id);
    job_write(job, WRITE_POSITION, "tiit", id, (int64_t)seq, (int64_t)0, "here");
    return job;
}

static struct job *beginning(const char *id, bool person, int asks)
{
    struct job *job = job_new(), *first;

    job_write(job, WRITE_MATCH, "ttttiibbtttt", id, "null", "line", "", (int64_t)1, (int64_t)100,
              some_bytes, sizeof some_bytes, some_bytes, sizeof some_bytes, "", "", "", "");
    job_write(job, WRITE_SEAT, "tittbtb", id, (int64_t)0, person ? "person" : "bot", "", some_bytes,
              person ? sizeof some_bytes : (size_t)0, person ? "" : "cadet", some_bytes, (size_t)0);
    job_write(job, WRITE_SEAT, "tittbtb", id, (int64_t)1, "bot", "", some_bytes, (size_t)0, "cadet",
              some_bytes, (size_t)0);
    first = change(id, 0, asks, false);
    *job->last = first->first;
    job->last = first->last;
    free(first);
    return job;
}

static void begin_match(struct store *store, const char *id, bool person, int asks)
{
    CHECK(store_write_now(store, beginning(id, person, asks)) == STORE_FINE);
}

static int take(struct store *store, int64_t server, int most, struct thought *taken)
{
    const struct taking how = { server, RANK_WATCHED, RANK_COMPUTERS, most, 3 };

    return store_jobs_take(store, &how, taken);
}

static bool takes(struct store *store, int64_t server, const char *id)
{
    struct thought taken[1];

    return take(store, server, 1, taken) == 1 && strcmp(taken->match, id) == 0;
}

static bool takes_nothing(struct store *store, int64_t server)
{
    struct thought taken[1];

    return take(store, server, 1, taken) == 0;
}

static void write_now(struct store *store, struct job *job)
{
    CHECK(store_write_now(store, job) == STORE_FINE);
}

/* ---- the contract ---- */

#define A "aaaaaaaaaaa"
#define B "bbbbbbbbbbb"
#define C "ccccccccccc"

static void test_written_with_what_makes_it_wait(void)
{
    struct store *store = new_store("written");
    struct job *seat = job_new();

    begin_match(store, A, true, 0);
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs"), 0);
    write_now(store, change(A, 1, 1, false));
    CHECK_INT(ask("SELECT seq FROM jobs"), 1);
    write_now(store, change(A, 2, 0, false)); /* the person is asked */
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs"), 0);
    job_write(seat, WRITE_SEAT, "tittbtb", A, (int64_t)0, "bot", "", some_bytes, sizeof some_bytes,
              "cadet", some_bytes, (size_t)0);
    write_now(store, seat); /* a computer plays for him */
    CHECK_INT(ask("SELECT seq FROM jobs"), 2);
    CHECK(store_write_now(store, change(A, 2, 0, false)) == STORE_OVERTAKEN);
    CHECK_INT(ask("SELECT seq FROM jobs"), 2);
    write_now(store, change(A, 3, 1, true));
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs"), 0);
    begin_match(store, B, false, 0);
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs"), 1);
    CHECK(store_archive(store, B, 1000) == STORE_FINE);
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs"), 0);
    CHECK(store_jobs_find(store));
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs"), 0);
    seat = job_new();
    job_write(seat, WRITE_TOUCH, "it", (int64_t)1000, B);
    write_now(store, seat); /* somebody is back */
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs"), 1);
    CHECK(store_archive(store, B, 2000) == STORE_FINE);
    CHECK(store_remove(store, B, INT64_MAX) == STORE_FINE);
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs"), 0);
    store_close(store);
}

static void test_taken_once(void)
{
    struct store *store = new_store("taken");
    struct thought taken[3];

    begin_match(store, A, false, 1);
    begin_match(store, B, false, 1);
    CHECK_INT(take(store, 1, 3, taken), 2);
    CHECK(strcmp(taken[0].match, taken[1].match) != 0 && taken[0].seq == 0 && !taken[0].lapsed);
    CHECK(takes_nothing(store, 2) && takes_nothing(store, 1));
    write_now(store, change(A, 1, 0, false)); /* a computer again: a new one */
    CHECK(takes_nothing(store, 2));           /* for a moment it is left to who had it */
    CHECK(takes(store, 1, A));
    CHECK(store_jobs_return(store, 2, A, 0) && takes_nothing(store, 2)); /* it is not his */
    CHECK(store_jobs_return(store, 1, A, 0));
    CHECK_INT(ask("UPDATE jobs SET due=due-interval '1 second'"), 0);
    CHECK(takes(store, 2, A));
    CHECK(store_jobs_return(store, 2, NULL, 0) && store_jobs_return(store, 1, NULL, 60000));
    CHECK(takes(store, 3, A) && takes_nothing(store, 3)); /* B: after a minute */
    write_now(store, change(A, 1 + 1, 0, true));
    store_close(store);
}

static void test_who_dies_loses_it(void)
{
    struct store *store = new_store("dies");
    struct thought taken[1];

    begin_match(store, A, false, 1);
    CHECK(takes(store, 1, A));
    CHECK_INT(ask("UPDATE jobs SET until=until-interval '4 seconds'"), 0);
    CHECK(store_jobs_renew(store, 1, A " " B));
    CHECK_INT(ask("UPDATE jobs SET until=until-interval '4 seconds'"), 0);
    CHECK(takes_nothing(store, 2));
    CHECK_INT(ask("UPDATE jobs SET until=until-interval '2 seconds'"), 0);
    CHECK(take(store, 2, 1, taken) == 1 && taken->lapsed && taken->lapses == 1);
    CHECK(store_jobs_renew(store, 1, A)); /* too late */
    CHECK_INT(ask("SELECT taker FROM jobs"), 2);
    CHECK_INT(ask("UPDATE jobs SET until=until-interval '6 seconds'"), 0);
    CHECK(take(store, 3, 1, taken) == 1 && taken->lapsed && taken->lapses == 2);
    write_now(store, change(A, 1, 1, false));
    CHECK(take(store, 3, 1, taken) == 1 && !taken->lapsed && taken->lapses == 0);
    CHECK(store_jobs_return(store, 3, A, 0));
    for (int i = 0; i < 3; i++)
        CHECK(store_crashed(store, &(struct culprit){ .match = A }, 6, 5) == STORE_FINE);
    CHECK_INT(ask("UPDATE jobs SET due=due-interval '1 second'"), 0);
    CHECK(takes_nothing(store, 1));
    CHECK(store_pardon(store) == STORE_FINE && takes(store, 1, A));
    store_close(store);
}

static void test_in_their_order(void)
{
    struct store *store = new_store("ordered");
    const struct taking people = { 1, RANK_WATCHED, RANK_PEOPLE, 9, 3 };
    struct thought taken[9];
    int n[RANKS];
    double oldest;

    begin_match(store, A, false, 1);
    begin_match(store, B, true, 1);
    begin_match(store, C, true, 1);
    CHECK(store_beat(store, 7) == 1 && store_present(store, 7, C, 1));
    CHECK_INT(ask("UPDATE jobs SET due=due-interval '3 seconds' WHERE match='" B "'"), 0);
    CHECK(store_jobs_count(store, 3, n, &oldest) && n[0] == 1 && n[1] == 1 && n[2] == 1);
    CHECK(oldest >= 3 && oldest < 60);
    CHECK(takes(store, 1, C) && takes(store, 1, B) && takes(store, 1, A));
    CHECK(store_jobs_return(store, 1, NULL, 0) && store_present(store, 7, C, 0));
    CHECK(store_jobs_take(store, &people, taken) == 2);
    CHECK(taken[0].rank == RANK_PEOPLE && taken[1].rank == RANK_PEOPLE);
    CHECK(takes(store, 1, A));
    CHECK_INT(ask("UPDATE jobs SET taker=0, until='-infinity', rank=1, former=2,"
                  " due=now()-interval '1 second'"),
              0);
    CHECK_INT(ask("UPDATE jobs SET former=1, due=now() WHERE match='" B "'"), 0);
    CHECK(takes(store, 1, B)); /* its own, though it is the last; but not for ever */
    CHECK_INT(ask("UPDATE jobs SET taker=0, until='-infinity' WHERE match='" B "'"), 0);
    CHECK_INT(ask("UPDATE jobs SET due=now()-interval '9 seconds' WHERE match='" C "'"), 0);
    CHECK(takes(store, 1, C));
    store_close(store);
}

/* Of before there were jobs, or copied; and what is in the way of who has taken one. */
static void test_found_and_shelved(void)
{
    struct store *store = new_store("found");

    begin_match(store, A, false, 1);
    begin_match(store, B, true, 0);
    CHECK_INT(ask("DELETE FROM jobs"), 0);
    CHECK(store_jobs_find(store) && store_jobs_find(store));
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs"), 1);
    CHECK(takes(store, 1, A));
    CHECK(store_job_shelve(store, 1, A) && takes_nothing(store, 1));
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs WHERE until>now()+interval '50 seconds'"), 1);
    CHECK_INT(ask("UPDATE jobs SET until='-infinity', seq=9"), 0); /* an old server has played */
    CHECK(takes(store, 1, A) && store_job_shelve(store, 1, A));
    CHECK_INT(ask("SELECT seq FROM jobs"), 0);
    CHECK(takes(store, 1, A));
    CHECK_INT(ask("UPDATE matches SET over=1"), 0);
    CHECK(store_job_shelve(store, 1, A));
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs"), 0);
    CHECK(store_job_shelve(store, 1, C)); /* there is none */
    store_close(store);
}

/* ---- how many ---- */

enum { TAKERS = 8, MATCHES = 240, AT_ONCE = 8 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t done;
    atomic_int stored, overtaken, failed, left;
} rate = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, 0 };

struct taker {
    pthread_t thread;
    struct store *store;
    int64_t server;
    int waits; /* for so many */
};

static void finished(struct job *job)
{
    struct taker *t = job->request;

    atomic_fetch_add(job->how == STORE_FINE        ? &rate.stored
                     : job->how == STORE_OVERTAKEN ? &rate.overtaken
                                                   : &rate.failed,
                     1);
    pthread_mutex_lock(&rate.lock);
    t->waits--;
    pthread_cond_broadcast(&rate.done);
    pthread_mutex_unlock(&rate.lock);
}

/* Takes some, plays a change in each, waits until they stand. */
static void *take_and_finish(void *arg)
{
    struct taker *t = arg;
    struct thought taken[AT_ONCE];

    while (atomic_load(&rate.left) > 0) {
        int n = take(t->store, t->server, AT_ONCE, taken);

        atomic_fetch_sub(&rate.left, n > 0 ? n : 0);
        t->waits = n > 0 ? n : 0;
        for (int i = 0; i < n; i++) {
            struct job *job = change(taken[i].match, taken[i].seq + 1, 1, false);

            job->request = t;
            job->done = finished;
            store_submit(t->store, job);
        }
        pthread_mutex_lock(&rate.lock);
        while (t->waits)
            pthread_cond_wait(&rate.done, &rate.lock);
        pthread_mutex_unlock(&rate.lock);
        if (n <= 0)
            nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    }
    return NULL;
}

static void test_rate(int jobs)
{
    struct store *store = new_store("rate");
    struct taker taker[TAKERS];
    double began;

    for (int i = 0; i < MATCHES; i++) {
        char id[MATCH_ID];

        snprintf(id, sizeof id, "rrrrrrrr%03d", i % 1000);
        begin_match(store, id, false, 1);
    }
    rate.left = jobs;
    for (int i = 0; i < TAKERS; i++) {
        taker[i] = (struct taker){ .store = store_open(at, STORE_SERVES), .server = i + 1 };
        CHECK(taker[i].store != NULL);
    }
    began = base_clock();
    for (int i = 0; i < TAKERS; i++)
        CHECK(pthread_create(&taker[i].thread, NULL, take_and_finish, &taker[i]) == 0);
    for (int i = 0; i < TAKERS; i++)
        pthread_join(taker[i].thread, NULL);
    began = base_clock() - began;
    for (int i = 0; i < TAKERS; i++)
        store_close(taker[i].store);
    if (getenv("TEST_RATE"))
        printf("    %d jobs taken and finished by %d takers in %.2f s: %.0f a second\n",
               rate.stored, TAKERS, began, rate.stored / began);
    CHECK(rate.overtaken == 0 && rate.failed == 0); /* each was taken once */
    CHECK(rate.stored >= jobs);
    CHECK_INT(ask("SELECT SUM(changes) FROM matches"), rate.stored + MATCHES);
    CHECK_INT(ask("SELECT COUNT(*) FROM (SELECT match FROM changes GROUP BY match"
                  " HAVING COUNT(*)<>MAX(seq)+1) AS gaps"),
              0);
    CHECK_INT(ask("SELECT COUNT(*) FROM jobs WHERE taker=0"), MATCHES);
    store_close(store);
}

/* ---- lines of journals: each match waits until its last one stands ---- */

enum { WAITERS = 32, LINE_ROUNDS = 3 };

struct waiter {
    pthread_t thread;
    struct store *store;
    char id[MATCH_ID];
    int n, written;
};

static void *write_lines(void *arg)
{
    struct waiter *w = arg;

    for (int i = 0; i < w->n; i++)
        w->written +=
            store_write_now(w->store, change(w->id, w->written + 1, 0, false)) == STORE_FINE;
    return NULL;
}

/* So many of them at once, n lines each: lines a second. */
static double lines_per_second(struct waiter *writer, int writers, int n)
{
    double began = base_clock();

    for (int i = 0; i < writers; i++) {
        writer[i].n = n;
        CHECK(pthread_create(&writer[i].thread, NULL, write_lines, &writer[i]) == 0);
    }
    for (int i = 0; i < writers; i++)
        pthread_join(writer[i].thread, NULL);
    return writers * n / (base_clock() - began);
}

static void test_lines(int n)
{
    struct store *store = new_store("lines");
    struct waiter writer[WAITERS];
    int lines = 0;

    for (int i = 0; i < WAITERS; i++) {
        writer[i] = (struct waiter){ .store = store };
        snprintf(writer[i].id, sizeof writer[i].id, "wwwwwwww%03d", i % 1000);
        begin_match(store, writer[i].id, true, 0);
    }
    for (int i = 0; i < LINE_ROUNDS; i++) {
        double one = lines_per_second(writer, 1, n), all = lines_per_second(writer, WAITERS, n);

        if (getenv("TEST_RATE"))
            printf("    lines a second: %.0f with one match that waits, %.0f with %d: %.1f times\n",
                   one, all, WAITERS, all / one);
    }
    for (int i = 0; i < WAITERS; i++)
        lines += writer[i].written;
    CHECK_INT(lines, LINE_ROUNDS * n * (WAITERS + 1));
    CHECK_INT(ask("SELECT COUNT(*) FROM changes"), lines + WAITERS);
    store_close(store);
}

/* Needs the package postgresql: only where it is asked for. Then it must be there. */
TEST(server_jobs_of_postgresql)
{
    const char *wanted = getenv("TEST_RATE");
    char sweep[80];

    if (!getenv("TEST_POSTGRESQL"))
        return;
    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
    if (pg_begin(folder)) {
        test_written_with_what_makes_it_wait();
        test_taken_once();
        test_who_dies_loses_it();
        test_in_their_order();
        test_found_and_shelved();
        test_rate(wanted ? (int)strtol(wanted, NULL, 10) : 2000);
        test_lines(wanted ? 300 : 5);
        pg_end();
    } else {
        CHECK(false);
    }
    free((void *)(uintptr_t)at);
    snprintf(sweep, sizeof sweep, "rm -rf %s", folder);
    CHECK(chdir("/") == 0 && system(sweep) == 0);
}
