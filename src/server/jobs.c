/*
 * jobs.c: thinking, where the store is shared: matches that wait for a computer are taken from the store
 * (store-jobs.c), whoever made them wait, by servers and by `grognard think`.
 *
 * One thread takes: as many as there are idle workers, people's before computers' among themselves, whose matches
 * never have all workers; it says every second that they are still at work, and gives back what came to nothing.
 * It is stirred when a match begins to wait here, when another server tells of one ("@:1"), and when a worker
 * has done; and looks once a second in any case. Another thread looks now and then for matches that wait and have
 * no job.
 *
 * What is decided is written like anybody's decision. With it the job ends, or is a new one, for anybody.
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metrics.h"
#include "server.h"

enum { LATER_MS = 100, FIND = 60 };

static const double look_every = 1.0, look_deaf = 0.25, former_waits = (FORMER_MS + 10) / 1000.0;

struct worker {
    struct server *server;
    pthread_t thread;
    bool busy;
    struct thought job;
    struct table *at; /* thinking for it now, or NULL */
    struct desk desk;
};

struct jobs {
    pthread_mutex_t lock;
    pthread_cond_t more, stir, find;
    pthread_t taker, finder;
    atomic_bool closing;
    bool stirred, look; /* for the taker; for the finder */
    struct text undone; /* "MATCH MATCH": what was decided there is not stored */
    int n, computers;   /* workers; how many of them at most for computers among themselves */
    struct worker *worker[WORKERS_MAX];
};

/* How a job has ended for the worker. */
enum end { JOB_DECIDED, JOB_LATER, JOB_NEVER };

/* ---- the workers ---- */

bool jobs_closing(const struct server *s)
{
    return s->jobs && s->jobs->closing;
}

/* The match, locked; what is held may be older than the job. */
static struct table *table_of(struct server *s, const struct thought *job)
{
    struct table *t = table_open(s, job->match);

    if (t->is != TABLE_OPEN || t->seq == job->seq || !table_behind(t))
        return t;
    table_close(t);
    return table_open(s, job->match);
}

static void be_at(struct worker *w, struct table *t)
{
    struct jobs *j = w->server->jobs;

    pthread_mutex_lock(&j->lock);
    w->at = t;
    pthread_mutex_unlock(&j->lock);
}

/* Of a locked table. Should another worker still be at it (whose job had lapsed), that one decides. */
static enum end decide(struct worker *w, struct table *t)
{
    bool decided;

    if (t->is != TABLE_OPEN || table_halted(t))
        return JOB_NEVER;
    if (t->seq != w->job.seq) /* the store knows better, unless something is on its way there */
        return t->applied == t->durable ? JOB_NEVER : JOB_LATER;
    if (!opponent_is_asked(t))
        return store_trouble(w->server->store) == STORE_FINE && !t->lost ? JOB_NEVER : JOB_LATER;
    if (t->thinking)
        return JOB_LATER;
    t->thinking = true;
    be_at(w, t);
    decided = opponent_decides(&w->desk, t);
    be_at(w, NULL);
    t->thinking = false;
    return decided ? JOB_DECIDED : JOB_LATER;
}

static enum end do_job(struct worker *w)
{
    struct table *t;
    enum end end;

    if (jobs_closing(w->server))
        return JOB_LATER;
    t = table_of(w->server, &w->job);
    end = decide(w, t);
    table_close(t);
    return end;
}

static void stir(struct jobs *j)
{
    j->stirred = true;
    pthread_cond_signal(&j->stir);
}

static void give_up(struct jobs *j, const char *id)
{
    text_printf(&j->undone, "%s%s", j->undone.n ? " " : "", id);
}

static void end_job(struct worker *w, enum end end)
{
    struct server *s = w->server;
    struct jobs *j = s->jobs;

    if (end == JOB_NEVER && !store_job_shelve(s->store, s->self, w->job.match))
        end = JOB_LATER;
    pthread_mutex_lock(&j->lock);
    if (end == JOB_LATER)
        give_up(j, w->job.match);
    w->busy = false;
    stir(j);
    pthread_mutex_unlock(&j->lock);
}

static bool await_job(struct worker *w)
{
    struct jobs *j = w->server->jobs;
    bool busy;

    pthread_mutex_lock(&j->lock);
    while (!w->busy && !j->closing)
        pthread_cond_wait(&j->more, &j->lock);
    busy = w->busy;
    pthread_mutex_unlock(&j->lock);
    return busy;
}

static void *work(void *arg)
{
    struct worker *w = arg;

    while (await_job(w))
        end_job(w, do_job(w));
    return NULL;
}

/* ---- the taker ---- */

static double after(double seconds)
{
    return base_clock() + seconds;
}

/* False: there is nothing more to do. */
static bool await_stir(struct jobs *j, pthread_cond_t *cond, const bool *what, double until)
{
    double left = until - base_clock();
    struct timespec end;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += left > 0 ? (time_t)left : 0;
    end.tv_nsec += left > 0 ? (long)((left - (double)(time_t)left) * 1e9) : 0;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    while (!*what && !j->closing)
        if (pthread_cond_timedwait(cond, &j->lock, &end) == ETIMEDOUT)
            break;
    return !j->closing;
}

static bool is_at_work(const struct jobs *j, const char *id)
{
    for (int i = 0; i < j->n; i++)
        if (j->worker[i]->busy && strcmp(j->worker[i]->job.match, id) == 0)
            return true;
    return false;
}

/* A worker that has it by now keeps it. */
static void return_undone(struct server *s)
{
    struct jobs *j = s->jobs;
    struct text ids = { 0 };
    char *undone, *rest = NULL;

    pthread_mutex_lock(&j->lock);
    undone = j->undone.n ? j->undone.s : NULL;
    for (char *id = undone ? strtok_r(undone, " ", &rest) : NULL; id;
         id = strtok_r(NULL, " ", &rest))
        if (!is_at_work(j, id))
            text_printf(&ids, "%s%s", ids.n ? " " : "", id);
    text_clear(&j->undone);
    pthread_mutex_unlock(&j->lock);
    if (ids.n && store_jobs_return(s->store, s->self, text_of(&ids), LATER_MS))
        metrics_count(COUNT_RETURNED);
    text_free(&ids);
}

static void renew(struct server *s)
{
    struct jobs *j = s->jobs;
    struct text ids = { 0 };

    pthread_mutex_lock(&j->lock);
    for (int i = 0; i < j->n; i++)
        if (j->worker[i]->busy)
            text_printf(&ids, "%s%s", ids.n ? " " : "", j->worker[i]->job.match);
    pthread_mutex_unlock(&j->lock);
    if (ids.n)
        store_jobs_renew(s->store, s->self, text_of(&ids));
    text_free(&ids);
}

/* Of the lock's holder: how many workers are idle, and how many are at work for computers alone. */
static int count_idle(const struct jobs *j, int *computers)
{
    int idle = 0;

    *computers = 0;
    for (int i = 0; i < j->n; i++) {
        idle += !j->worker[i]->busy;
        *computers += j->worker[i]->busy && j->worker[i]->job.rank == RANK_COMPUTERS;
    }
    return idle;
}

static void hand_out(struct jobs *j, const struct thought *job)
{
    int i = 0;

    pthread_mutex_lock(&j->lock);
    while (i < j->n - 1 && j->worker[i]->busy)
        i++;
    j->worker[i]->job = *job;
    j->worker[i]->busy = true;
    pthread_cond_broadcast(&j->more);
    pthread_mutex_unlock(&j->lock);
}

/*
 * Whoever had it died, or was stopped or cut off for longer than it was his. Once is no fault of the match;
 * again and again at the same decision is, as if it had crashed a worker. True: that is counted now.
 */
static bool has_lapsed(struct server *s, const struct thought *job)
{
    struct culprit culprit = { 0 };

    if (!job->lapsed)
        return false;
    metrics_count(COUNT_LAPSED);
    log_line("warn", "event=lapsed match=%s times=%d", job->match, job->lapses);
    if (job->lapses % LAPSES_CRASH != 0)
        return false;
    memcpy(culprit.match, job->match, sizeof culprit.match);
    return store_crashed(s->store, &culprit, CRASHES_ADDRESS, CRASHES_SEAL) == STORE_FINE;
}

/* How many there were. */
static int take(struct server *s, enum job_rank from, enum job_rank to, int most)
{
    const struct taking how = { s->self, from, to, most, CRASHES_HALT };
    struct jobs *j = s->jobs;
    struct thought taken[TAKEN_MOST];
    int n = most > 0 ? store_jobs_take(s->store, &how, taken) : 0, given = 0;

    for (int i = 0; i < n; i++) {
        metrics_count(COUNT_TAKEN);
        if (match_id_good(taken[i].match) && !has_lapsed(s, &taken[i])) {
            hand_out(j, &taken[i]);
            given++;
            continue;
        }
        pthread_mutex_lock(&j->lock);
        give_up(j, taken[i].match);
        pthread_mutex_unlock(&j->lock);
    }
    return given;
}

static void take_all(struct server *s)
{
    struct jobs *j = s->jobs;
    int idle, computers;

    pthread_mutex_lock(&j->lock);
    idle = count_idle(j, &computers);
    pthread_mutex_unlock(&j->lock);
    if (!idle || store_trouble(s->store) != STORE_FINE)
        return;
    idle -= take(s, RANK_WATCHED, RANK_PEOPLE, idle);
    computers = j->computers - computers;
    take(s, RANK_COMPUTERS, RANK_COMPUTERS, computers < idle ? computers : idle);
}

/* What was left to somebody else for a moment is looked for once more after it. */
static void *take_and_renew(void *arg)
{
    struct server *s = arg;
    struct jobs *j = s->jobs;
    double next = base_clock(), again = next;
    bool going = true, stirred;

    while (going) {
        if (base_clock() >= next) {
            renew(s);
            next = after(atomic_load(&s->hears) ? look_every : look_deaf);
        }
        return_undone(s);
        take_all(s);
        pthread_mutex_lock(&j->lock);
        going = await_stir(j, &j->stir, &j->stirred,
                           again > base_clock() && again < next ? again : next);
        stirred = j->stirred;
        j->stirred = false;
        pthread_mutex_unlock(&j->lock);
        if (stirred)
            again = after(former_waits);
    }
    return NULL;
}

/* ---- matches that have no job ---- */

static void *find(void *arg)
{
    struct server *s = arg;
    struct jobs *j = s->jobs;
    bool going = true;

    while (going) {
        if (store_trouble(s->store) == STORE_FINE && !store_jobs_find(s->store))
            log_line("error", "event=unread what=\"matches that wait for a computer\"");
        jobs_stir(s);
        pthread_mutex_lock(&j->lock);
        going = await_stir(j, &j->find, &j->look, after(FIND));
        j->look = false;
        pthread_mutex_unlock(&j->lock);
    }
    return NULL;
}

/* ---- from outside ---- */

void jobs_stir(struct server *s)
{
    struct jobs *j = s->jobs;

    if (!j)
        return;
    pthread_mutex_lock(&j->lock);
    stir(j);
    pthread_mutex_unlock(&j->lock);
}

void jobs_find(struct server *s)
{
    struct jobs *j = s->jobs;

    pthread_mutex_lock(&j->lock);
    j->look = true;
    pthread_cond_signal(&j->find);
    pthread_mutex_unlock(&j->lock);
}

/* If it is a computer's decision, and the job still this server's, it is anybody's again. */
void jobs_undone(struct server *s, const char *id)
{
    struct jobs *j = s->jobs;

    if (!j || !j->n)
        return;
    pthread_mutex_lock(&j->lock);
    give_up(j, id);
    stir(j);
    pthread_mutex_unlock(&j->lock);
}

int jobs_at_work(struct server *s)
{
    int computers, idle;

    pthread_mutex_lock(&s->jobs->lock);
    idle = count_idle(s->jobs, &computers);
    pthread_mutex_unlock(&s->jobs->lock);
    return s->jobs->n - idle;
}

static void begin_threads(struct server *s)
{
    struct jobs *j = s->jobs;

    for (; j->n < s->options.workers && j->n < WORKERS_MAX; j->n++) {
        struct worker *w = j->worker[j->n] = base_alloc(sizeof *w);

        w->server = s;
    }
    j->computers = s->options.computers >= 0 ? s->options.computers : j->n > 1 ? j->n - 1 : 1;
    for (int i = 0; i < j->n; i++)
        if (pthread_create(&j->worker[i]->thread, NULL, work, j->worker[i]))
            base_die("a thread cannot be started");
    if (j->n && pthread_create(&j->taker, NULL, take_and_renew, s))
        base_die("a thread cannot be started");
    if (pthread_create(&j->finder, NULL, find, s))
        base_die("a thread cannot be started");
}

void jobs_begin(struct server *s)
{
    struct jobs *j = base_alloc(sizeof *j);
    pthread_condattr_t steady;

    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->more, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&j->stir, &steady);
    pthread_cond_init(&j->find, &steady);
    pthread_condattr_destroy(&steady);
    atomic_store(&s->jobs, j);
    begin_threads(s);
}

/* Whoever thinks need not think on: another will do so, from the beginning. */
static void hurry_all(struct jobs *j)
{
    pthread_mutex_lock(&j->lock);
    j->closing = true;
    for (int i = 0; i < j->n; i++)
        if (j->worker[i]->at)
            atomic_store(&j->worker[i]->at->hurry, true);
    pthread_cond_broadcast(&j->more);
    pthread_cond_signal(&j->stir);
    pthread_cond_signal(&j->find);
    pthread_mutex_unlock(&j->lock);
}

void jobs_end(struct server *s)
{
    struct jobs *j = s->jobs;
    int given = 0;

    hurry_all(j);
    pthread_join(j->finder, NULL);
    if (j->n)
        pthread_join(j->taker, NULL);
    for (int i = 0; i < j->n; i++)
        pthread_join(j->worker[i]->thread, NULL);
    if (j->n)
        given = store_jobs_return(s->store, s->self, NULL, 0);
    others_tell_jobs(s);
    log_line(given || !j->n ? "info" : "warn", "event=returned what=jobs done=%s",
             given || !j->n ? "yes" : "no");
}

void jobs_free(struct server *s)
{
    struct jobs *j = s->jobs;

    if (!j)
        return;
    for (int i = 0; i < j->n; i++)
        free(j->worker[i]);
    text_free(&j->undone);
    pthread_mutex_destroy(&j->lock);
    pthread_cond_destroy(&j->more);
    pthread_cond_destroy(&j->stir);
    pthread_cond_destroy(&j->find);
    free(j);
}
