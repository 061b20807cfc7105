/*
 * run.c: many games over threads. Workers take the next number until there is none; each result has
 * its own place, so the order in which they finish does not matter. Somebody with whom the games are
 * shared hands them out by and by and is told what has been played.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "sim.h"

enum { REPORTS = 5 }; /* a second */
enum { NAP_NS = 1000000, REPORT_NS = 1000000000 / REPORTS };

struct pool {
    struct sim_run *run;
    const struct sim_share *share;
    pthread_mutex_t lock;
    pthread_cond_t finished, given;
    struct sim_range now, next; /* games to be taken */
    bool last;                  /* there will be no others */
    int *fresh, freshes;        /* games that the share has not been told of */
    int working, done;
    long long actions;
    double start, reported;
};

static bool stopped(const struct sim_run *run)
{
    return run->stop && atomic_load_explicit(run->stop, memory_order_relaxed);
}

static bool shares_out(const struct pool *pool)
{
    return pool->share && pool->share->more;
}

/* The next game to be played here, or -1: there will be none. Waits while others may hand some out. */
static int take_game(struct pool *pool)
{
    double since = base_clock();
    int game = -1;

    pthread_mutex_lock(&pool->lock);
    while (!pool->now.n && !pool->next.n && !pool->last && !stopped(pool->run))
        pthread_cond_wait(&pool->given, &pool->lock);
    if (!pool->now.n) {
        pool->now = pool->next;
        pool->next = (struct sim_range){ 0 };
        pthread_cond_signal(&pool->finished); /* there is room for others */
    }
    if (pool->now.n && !stopped(pool->run)) {
        game = pool->now.from++;
        pool->now.n--;
        pool->run->waited += base_clock() - since;
    }
    pthread_mutex_unlock(&pool->lock);
    return game;
}

static void game_over(struct pool *pool, int game)
{
    pthread_mutex_lock(&pool->lock);
    pool->actions += pool->run->result[game].actions;
    pool->done++;
    if (pool->fresh)
        pool->fresh[pool->freshes++] = game;
    pthread_mutex_unlock(&pool->lock);
}

static void play_games(struct pool *pool, struct sim_table *table)
{
    struct sim_run *run = pool->run;
    int i;

    while ((i = take_game(pool)) >= 0) {
        struct sim_result *r = &run->result[i];

        if (r->played)
            continue;
        if (run->trace)
            sim_follow(table, &run->trace[i]);
        if (run->signs)
            sim_collect(table, &run->signs[i]);
        if (run->use)
            sim_account(table, &run->use[i]);
        sim_game(table, run->first + (uint64_t)i, run->stop, r);
        if (!r->played)
            return;
        game_over(pool, i);
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

/* ---- the thread that called, meanwhile ---- */

static void report(struct pool *pool)
{
    double now = base_clock();
    struct sim_progress progress = { .games = pool->run->games, .seconds = now - pool->start };

    if (!pool->run->progress || now - pool->reported < 1.0 / REPORTS)
        return;
    pool->reported = now;
    pthread_mutex_lock(&pool->lock);
    progress.done = pool->done;
    progress.actions = pool->actions;
    pthread_mutex_unlock(&pool->lock);
    pool->run->progress(pool->run->self, &progress);
}

/* Tells the share what has been played, one at a time and without the lock. */
static void tell_share(struct pool *pool)
{
    int game;

    if (!pool->fresh)
        return;
    do {
        pthread_mutex_lock(&pool->lock);
        game = pool->freshes ? pool->fresh[--pool->freshes] : -1;
        pthread_mutex_unlock(&pool->lock);
        if (game >= 0)
            pool->share->over(pool->share->self, game);
    } while (game >= 0);
}

/* Others are asked for games before the last ones here have been taken. */
static void ask_share(struct pool *pool)
{
    struct sim_range range = { 0 };
    enum sim_supply supply;
    bool full;

    pthread_mutex_lock(&pool->lock);
    full = pool->last || pool->next.n;
    pthread_mutex_unlock(&pool->lock);
    if (full || !shares_out(pool))
        return;
    supply = pool->share->more(pool->share->self, &range);
    assert(range.n >= 0 && range.from >= 0 && range.from + range.n <= pool->run->games);
    pthread_mutex_lock(&pool->lock);
    if (supply == SIM_SOME)
        pool->next = range;
    pool->last = supply == SIM_NO_MORE;
    pthread_cond_broadcast(&pool->given);
    pthread_mutex_unlock(&pool->lock);
}

/* Waits a little, or until the last worker has gone. Called with the lock held. */
static void wait_a_little(struct pool *pool)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += shares_out(pool) ? NAP_NS : REPORT_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&pool->finished, &pool->lock, &until);
    if (stopped(pool->run))
        pthread_cond_broadcast(&pool->given);
}

static void watch(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->working > 0) {
        wait_a_little(pool);
        pthread_mutex_unlock(&pool->lock);
        tell_share(pool);
        ask_share(pool);
        if (pool->share && pool->share->tend)
            pool->share->tend(pool->share->self);
        report(pool);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    tell_share(pool);
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

static void pool_open(struct pool *pool, int jobs)
{
    struct sim_run *run = pool->run;
    pthread_condattr_t steady;

    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->given, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&pool->finished, &steady);
    pthread_condattr_destroy(&steady);
    pool->share = run->share;
    pool->working = jobs;
    if (pool->share && pool->share->over)
        pool->fresh = base_alloc((size_t)run->games * sizeof *pool->fresh);
    pool->last = !shares_out(pool);
    if (pool->last)
        pool->now.n = run->games;
    for (int i = 0; i < run->games; i++)
        pool->done += run->result[i].played;
}

static void pool_close(struct pool *pool)
{
    pthread_cond_destroy(&pool->finished);
    pthread_cond_destroy(&pool->given);
    pthread_mutex_destroy(&pool->lock);
    free(pool->fresh);
}

/* Results beyond the last that was played were never touched. */
static int count_begun(const struct sim_run *run)
{
    int begun = run->games;

    while (begun > 0 && !run->result[begun - 1].played)
        begun--;
    return begun;
}

const char *sim_run(struct sim_run *run, struct text *wrong)
{
    struct pool pool = { .run = run, .start = base_clock() };
    int jobs = run->jobs < run->games ? run->jobs : run->games;
    pthread_t *threads;

    if (!can_begin(run, wrong))
        return text_of(wrong);
    threads = base_alloc((size_t)jobs * sizeof *threads);
    pool_open(&pool, jobs);
    for (int i = 0; i < jobs; i++)
        if ((errno = pthread_create(&threads[i], NULL, work, &pool)) != 0)
            base_die("cannot start a thread");
    watch(&pool);
    for (int i = 0; i < jobs; i++)
        pthread_join(threads[i], NULL);
    run->begun = count_begun(run);
    run->seconds = base_clock() - pool.start;
    pool_close(&pool);
    free(threads);
    return NULL;
}
