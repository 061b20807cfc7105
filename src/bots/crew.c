/*
 * crew.c: the helpers wait for sets of jobs. Whoever asks works as well; a helper joins the first set that has a job
 * left as long as fewer think than the host allows.
 */
#include <pthread.h>
#include <unistd.h>

#include "crew.h"
#include "kernel/base.h"

struct set {
    crew_job *job;
    void *ctx;
    int jobs, next; /* how many; the first that nobody has taken */
    int hands;      /* that have joined, the first included */
    int helping;    /* helpers still at it */
    struct set *after;
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t more, done; /* there may be something to do; a helper has left a set */
    struct set *first;
    int allowed, thinking;
    bool closing;
    int helpers;
    pthread_t helper[CREW_MOST];
} crew = { .lock = PTHREAD_MUTEX_INITIALIZER,
           .more = PTHREAD_COND_INITIALIZER,
           .done = PTHREAD_COND_INITIALIZER,
           .allowed = 1 };

int crew_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > CREW_MOST ? CREW_MOST : (int)n;
}

int crew_allowed(void)
{
    return crew.allowed;
}

/* ---- at work: the lock is held, and let go during a job ---- */

static void work(struct set *s, int hand)
{
    while (s->next < s->jobs) {
        int job = s->next++;

        pthread_mutex_unlock(&crew.lock);
        s->job(s->ctx, job, hand);
        pthread_mutex_lock(&crew.lock);
    }
}

static struct set *wanting(void)
{
    struct set *s = crew.first;

    while (s && s->next == s->jobs)
        s = s->after;
    return crew.thinking < crew.allowed ? s : NULL;
}

static void lend_a_hand(struct set *s)
{
    crew.thinking++;
    s->helping++;
    work(s, s->hands++);
    s->helping--;
    crew.thinking--;
    pthread_cond_broadcast(&crew.done);
    pthread_cond_broadcast(&crew.more); /* another may think now */
}

static void *help(void *unused)
{
    pthread_mutex_lock(&crew.lock);
    while (!crew.closing) {
        struct set *s = wanting();

        if (s)
            lend_a_hand(s);
        else
            pthread_cond_wait(&crew.more, &crew.lock);
    }
    pthread_mutex_unlock(&crew.lock);
    return unused;
}

/* ---- asking ---- */

static void leave(struct set *s)
{
    struct set **at = &crew.first;

    while (*at != s)
        at = &(*at)->after;
    *at = s->after;
}

void crew_do(int jobs, crew_job *job, void *ctx)
{
    struct set s = { .job = job, .ctx = ctx, .jobs = jobs, .hands = 1 };

    if (crew.allowed == 1 || jobs == 1) {
        for (int i = 0; i < jobs; i++)
            job(ctx, i, 0);
        return;
    }
    pthread_mutex_lock(&crew.lock);
    s.after = crew.first;
    crew.first = &s;
    crew.thinking++;
    pthread_cond_broadcast(&crew.more);
    work(&s, 0);
    leave(&s);
    crew.thinking--;
    pthread_cond_broadcast(&crew.more);
    while (s.helping > 0)
        pthread_cond_wait(&crew.done, &crew.lock);
    pthread_mutex_unlock(&crew.lock);
}

/* ---- how many there are ---- */

static void dismiss(void)
{
    pthread_mutex_lock(&crew.lock);
    crew.closing = true;
    pthread_cond_broadcast(&crew.more);
    pthread_mutex_unlock(&crew.lock);
    for (; crew.helpers > 0; crew.helpers--)
        pthread_join(crew.helper[crew.helpers - 1], NULL);
    crew.closing = false;
}

void crew_allow(int threads)
{
    dismiss();
    crew.allowed = threads;
    for (; crew.helpers < threads - 1; crew.helpers++)
        if (pthread_create(&crew.helper[crew.helpers], NULL, help, NULL))
            base_die("a thread cannot be started");
}
