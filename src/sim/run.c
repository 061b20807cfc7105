/*
 * run.c: many games over threads. Workers take the next number until there is none; each result has
 * its own place, so the order in which they finish does not matter.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "sim.h"

enum { REPORTS = 5 }; /* a second */

struct pool {
    struct sim_run *run;
    atomic_int next, done;
    atomic_llong actions;
    pthread_mutex_t lock;
    pthread_cond_t finished;
    int working;
    double start;
};

static bool stopped(const struct sim_run *run)
{
    return run->stop && atomic_load_explicit(run->stop, memory_order_relaxed);
}

static void play_games(struct pool *pool, struct sim_table *table)
{
    struct sim_run *run = pool->run;
    int i;

    while (!stopped(run) && (i = atomic_fetch_add(&pool->next, 1)) < run->games) {
        struct sim_result *r = &run->result[i];

        if (run->trace)
            sim_follow(table, &run->trace[i]);
        if (run->signs)
            sim_collect(table, &run->signs[i]);
        sim_game(table, run->first + (uint64_t)i, run->stop, r);
        if (!r->played)
            return;
        atomic_fetch_add(&pool->actions, r->actions);
        atomic_fetch_add(&pool->done, 1);
    }
}

static void *work(void *self)
{
    struct pool *pool = self;
    struct text wrong = { 0 };
    struct sim_table *table = sim_table_new(pool->run->setup, &wrong);

    if (table) {
        play_games(pool, table);
        sim_table_free(table);
    }
    text_free(&wrong);
    pthread_mutex_lock(&pool->lock);
    pool->working--;
    pthread_cond_signal(&pool->finished);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void report(struct pool *pool)
{
    struct sim_progress progress = {
        .games = pool->run->games,
        .done = atomic_load(&pool->done),
        .actions = atomic_load(&pool->actions),
        .seconds = base_clock() - pool->start,
    };

    if (pool->run->progress)
        pool->run->progress(pool->run->self, &progress);
}

/* Waits a little, or until the last worker has gone. Called with the lock held. */
static void wait_a_little(struct pool *pool)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 1000000000 / REPORTS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&pool->finished, &pool->lock, &until);
}

static void watch(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->working > 0) {
        wait_a_little(pool);
        pthread_mutex_unlock(&pool->lock);
        report(pool);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

/* Whether the set-up can begin is found out once, before there are threads. */
static bool can_begin(struct sim_run *run, struct text *wrong)
{
    struct sim_table *table = sim_table_new(run->setup, wrong);
    const struct game *g = run->setup->box->game;

    for (int i = 0; table && g->whole && i < sim_measures(g); i++)
        run->whole[i] = g->whole(sim_play(table), i);
    if (table)
        sim_table_free(table);
    return table != NULL;
}

const char *sim_run(struct sim_run *run, struct text *wrong)
{
    pthread_condattr_t steady;
    struct pool pool = { .run = run, .start = base_clock() };
    int jobs = run->jobs < run->games ? run->jobs : run->games;
    pthread_t *threads;

    if (!can_begin(run, wrong))
        return text_of(wrong);
    threads = base_alloc((size_t)jobs * sizeof *threads);
    pthread_mutex_init(&pool.lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&pool.finished, &steady);
    pthread_condattr_destroy(&steady);
    pool.working = jobs;
    for (int i = 0; i < jobs; i++)
        if ((errno = pthread_create(&threads[i], NULL, work, &pool)) != 0)
            base_die("cannot start a thread");
    watch(&pool);
    for (int i = 0; i < jobs; i++)
        pthread_join(threads[i], NULL);
    run->begun = atomic_load(&pool.next) < run->games ? atomic_load(&pool.next) : run->games;
    run->seconds = base_clock() - pool.start;
    pthread_cond_destroy(&pool.finished);
    pthread_mutex_destroy(&pool.lock);
    free(threads);
    return NULL;
}
