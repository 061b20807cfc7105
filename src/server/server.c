/*
 * server.c: the worker: everything begins, the clock ticks until a signal comes, everything ends
 * in an order that loses nothing: no new requests, opponents stop, the disk gets what is left.
 */
#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "mail.h"
#include "metrics.h"
#include "server.h"

const struct serve_options serve_usual = {
    .bind = "127.0.0.1",
    .port = 1815,
    .rate = 100,
    .connections = 4000,
    .matches = 20000,
    .unbegun = 50,
    .streams = 200,
    .keep_unbegun = 30L * DAY,
    .keep_unfinished = 365L * DAY,
    .fold = DAY,
    .per_browser = 200,
    .active = 1000,
    .threads = 4,
    .workers = 2,
    .computers = -1,
    .bot_ms = 1000,
    .log_format = "text",
    .mail_timeout = 30,
};

/* Every connection is a file. */
static void raise_files(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void open_boxes(struct server *s)
{
    for (int i = 0; all_games[i] && i < COUNT(s->box); i++) {
        struct errors e = { 0 };

        s->box[i] = box_open(all_games[i], s->options.data, &e);
        if (!s->box[i]) {
            char why[300];

            text_add_n(&s->complaint[i], text_of(&e.lines), strcspn(text_of(&e.lines), "\n"));
            log_line("error", "event=data game=%s why=\"%s\"", all_games[i]->id,
                     log_quoted(text_of(&s->complaint[i]), why, sizeof why));
        }
        errors_free(&e);
    }
}

static void free_boxes(struct server *s)
{
    for (int i = 0; all_games[i] && i < COUNT(s->box); i++) {
        box_free((struct box *)(uintptr_t)s->box[i]);
        text_free(&s->complaint[i]);
    }
}

static void say_address(const struct server *s)
{
    const char *bind = s->options.bind;
    struct text address = { 0 };

    laid_print(bind, s->port, &address);
    printf("Grognard's table is laid: %s\n", text_of(&address));
    text_free(&address);
    if (is_loopback(bind))
        printf("Only this machine can reach it (--bind ADDRESS opens it). ");
    else
        printf("Whoever reaches this address can play; put a server with TLS before it. ");
    printf("Matches are kept in %s. Stop with Ctrl-C.\n", s->options.db);
    fflush(stdout);
}

/* A trouble of the store is said once, and its end; then the computers that stopped are called. */
void watch_store(struct server *s)
{
    enum store_trouble now = store_trouble(s->store);
    long troubles = store_troubles(s->store);
    bool over = now == STORE_FINE && troubles != s->troubles;
    char why[120], room[120];

    if (now == s->said && !over)
        return;
    store_why(s->store, why, sizeof why);
    log_line(now ? "error" : "warn", "event=store is=%s troubles=%ld said=\"%s\"", store_kinds[now],
             troubles, log_quoted(why, room, sizeof room));
    s->said = now;
    if (over) {
        s->troubles = troubles;
        opponents_recall(s);
    }
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
        live_tick(s);
        visitors_tick(s);
        watch_store(s);
        expiry_tick(s);
        clock_tick(s);
        notify_tick();
    }
    log_line("info", "event=signal number=%d", got);
}

/* `/ready` says no, streams are asked to come back elsewhere; whoever comes is served for a while yet. A second
 * signal ends that. */
static void drain(struct server *s)
{
    const struct timespec moment = { .tv_nsec = 100000000 };
    double until = base_clock() + s->options.drain;
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    notify_manager("STOPPING=1");
    atomic_store(&s->leaving, true);
    while (base_clock() < until && sigtimedwait(&set, NULL, &moment) < 0)
        live_wake_all(s);
}

/* Whoever waits for an answer gets it, within five seconds; a listener who does not listen has one.
 */
static bool waited_enough(struct server *s, int moments)
{
    int streams = atomic_load(&s->streams), answers = atomic_load(&s->requests) - streams;

    return moments >= 250 || (answers <= 0 && (streams == 0 || moments >= 50));
}

/* Nobody is admitted any more, live connections end their streams, whoever waits for the disk is
 * answered. (MHD_quiesce_daemon() would shut the door too, but its threads may then take the same
 * socket out of their set twice, which libmicrohttpd answers by ending the process.) */
static void close_all(struct server *s)
{
    const struct timespec moment = { .tv_nsec = 20000000 };

    atomic_store(&s->closing, true);
    pictures_close(s);
    advisor_close(s);
    opponents_end(s);
    mail_end(s);
    for (int i = 0; !waited_enough(s, i); i++) {
        live_wake_all(s);
        nanosleep(&moment, NULL);
    }
    others_end(s); /* before the daemon: whoever hears of a change wakes connections */
    http_end(s);
    metrics_end(s);
    store_close(s->store);
}

static void free_table(struct server *s)
{
    buckets_end(s);
    payers_end(s);
    visitors_end(s);
    pictures_end(s);
    advisor_end(s);
    site_end(s);
}

static void free_all(struct server *s)
{
    registry_end(s);
    if (!s->options.thinks)
        free_table(s);
    free_boxes(s);
    others_free(s);
    jobs_free(s);
    memories_end(s);
    mail_free(s);
    free(s);
}

/* What ended the worker before this one is remembered, before anybody can look at it again. */
static bool open_store(struct server *s)
{
    struct culprit culprit;

    s->store = store_open_around(s->options.db, s->options.db_listen, /* later ones need not wait */
                                 keeper_lives() == 1 ? STORE_CHECKED : STORE_SERVES);
    if (!s->store)
        return false;
    if (s->options.pardon && keeper_lives() == 1 && store_pardon(s->store) != STORE_FINE)
        log_line("error", "event=store why=\"the matches set aside could not be pardoned\"");
    culprit = keeper_culprit();
    if (store_crashed(s->store, &culprit, CRASHES_ADDRESS, CRASHES_SEAL) == STORE_FINE)
        keeper_culprit_noted();
    else
        log_line("error", "event=store why=\"the crash of %s%s is not counted yet\"", culprit.match,
                 culprit.upload);
    return true;
}

/* What is only for people. */
static void begin_table(struct server *s)
{
    buckets_begin(s);
    payers_begin(s);
    visitors_begin(s);
    pictures_begin(s);
    advisor_begin(s);
    site_begin(s);
}

static void lay_table(struct server *s, int door)
{
    http_begin(s, door);
    if (!s->daemon)
        base_die("requests cannot be served: %s", strerror(errno));
    if (keeper_lives() == 1)
        say_address(s);
}

static void serve(struct server *s)
{
    run_until_signal(s);
    drain(s);
    close_all(s);
}

bool worker_run(const struct serve_options *options, const struct doors *doors)
{
    struct server *s = base_alloc(sizeof *s);

    s->options = *options;
    s->started = steady_seconds();
    raise_files();
    if (sodium_init() < 0)
        base_die("the system gives no random numbers");
    randombytes_buf(s->seal_key, sizeof s->seal_key);
    if (!open_store(s)) {
        free(s);
        return false;
    }
    open_boxes(s);
    registry_begin(s);
    if (!options->thinks)
        begin_table(s);
    others_begin(s);
    if (options->thinks)
        think_say(s, doors->metrics);
    opponents_begin(s);
    mail_begin(s);
    metrics_begin(s, doors->metrics);
    if (!options->thinks)
        lay_table(s, doors->table);
    keeper_laid();
    notify_manager(options->thinks ? "READY=1\nSTATUS=thinking"
                                   : "READY=1\nSTATUS=the table is laid");
    if (options->thinks)
        think_on(s);
    else
        serve(s);
    log_line("info", "event=end");
    free_all(s);
    return true;
}
