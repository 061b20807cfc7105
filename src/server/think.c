/*
 * think.c: `grognard think`: a worker without a table, which thinks for the servers that share its store. It has no
 * door but the one to its metrics, hears from the others what waits, and is begun again by the same keeper after
 * a crash, which counts against the match as it does with a server.
 */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "metrics.h"
#include "server.h"

bool serve_shares(const struct serve_options *o)
{
    return store_is_url(o->db);
}

void think_say(const struct server *s, int metrics_door)
{
    const struct serve_options *o = &s->options;
    int metrics = metrics_door >= 0 ? laid_port(metrics_door) : 0;

    log_line("info", "event=begin pid=%d life=%d workers=%d taker=%lld metrics=%d db=%s",
             (int)getpid(), keeper_lives(), o->workers, (long long)keeper_server(), metrics, o->db);
    if (keeper_lives() > 1)
        return;
    printf("Grognard thinks for the matches in %s, with %d at a time. Stop with Ctrl-C.\n", o->db,
           o->workers);
    fflush(stdout);
}

/* Signals are blocked in every thread since before there were any. */
static void run_until_signal(struct server *s)
{
    const struct timespec second = { .tv_sec = 1 };
    sigset_t set;
    int got;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    while ((got = sigtimedwait(&set, NULL, &second)) < 0) {
        watch_store(s);
        notify_tick();
    }
    log_line("info", "event=signal number=%d", got);
}

/* What was decided is written; what was not is given back. */
void think_on(struct server *s)
{
    run_until_signal(s);
    notify_manager("STOPPING=1");
    atomic_store(&s->leaving, true);
    opponents_end(s);
    others_end(s);
    metrics_end(s);
    store_close(s->store);
}
