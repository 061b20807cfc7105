/*
 * keeper.c: two processes: the keeper, which holds the door (the listening socket) and the lock of
 * the store, and the worker, which does everything else. When the worker crashes, over a broken
 * invariant of some game or anything else, the keeper notes it and starts another: what was
 * acknowledged is on disk, and whoever knocks meanwhile waits at the door.
 *
 * What a thread is at work on when it crashes is noted too: a match, or a text that somebody sent
 * and that is being read. A match that does so again and again is set aside by the worker
 * (matches.c), a text is read no more (uploads.c), so that neither takes the others down with it.
 */
#define _DEFAULT_SOURCE /* flock(), MAP_ANONYMOUS */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server.h"

enum {
    LOCK_TRIES = 60,   /* of 50 ms: a worker whose keeper was killed needs a moment to die */
    LONG_LIFE = 10,    /* seconds after which a crash is not held against the next start */
    NAP_FIRST = 100,   /* ms between starts, doubled with each short life … */
    NAP_MOST = 2000,   /* … up to this */
    LAST_SECONDS = 30, /* that a worker has to end in good order */
};

/* ---- what both processes see ---- */

static struct notes {
    struct culprit culprit; /* what was at work in the thread that crashed */
    atomic_bool laid;       /* this worker has begun to serve */
    int lives;
} * notes;

static _Thread_local struct culprit at_work;

void keeper_at_work(const char *id)
{
    snprintf(at_work.match, sizeof at_work.match, "%s", id);
}

void keeper_reading(const char *digest, const char *address)
{
    snprintf(at_work.upload, sizeof at_work.upload, "%s", digest);
    snprintf(at_work.address, sizeof at_work.address, "%s", address);
}

/*
 * In the thread that crashes. A signal sent by somebody else says nothing about the match. The
 * second time, as soon as this returns, it does what it always does.
 */
static void note_crash(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code != SI_USER)
        notes->culprit = at_work;
    raise(number);
}

/* In the thread that gives up: memory has run out over what was sent. A match is not to blame. */
static void note_exit(void)
{
    notes->culprit = at_work;
    notes->culprit.match[0] = '\0';
}

static void note_crashes(void)
{
    static const int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
    struct sigaction act = { .sa_sigaction = note_crash,
                             .sa_flags = SA_SIGINFO | (int)SA_RESETHAND };

    for (int i = 0; i < COUNT(fatal); i++)
        sigaction(fatal[i], &act, NULL);
    atexit(note_exit);
}

struct culprit keeper_culprit(void)
{
    return notes ? notes->culprit : (struct culprit){ 0 };
}

void keeper_culprit_noted(void)
{
    if (notes)
        memset(&notes->culprit, 0, sizeof notes->culprit);
}

int keeper_lives(void)
{
    return notes ? notes->lives : 1;
}

void keeper_laid(void)
{
    if (notes)
        atomic_store(&notes->laid, true);
}

/* ---- door and lock ---- */

static struct addrinfo *find_address(const struct serve_options *o)
{
    struct addrinfo hint = { .ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV };
    struct addrinfo *found = NULL;
    char port[12];

    snprintf(port, sizeof port, "%d", o->port);
    return getaddrinfo(o->bind, port, &hint, &found) == 0 ? found : NULL;
}

static bool listen_at(int door, const struct addrinfo *address)
{
    int one = 1;

    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (address->ai_family == AF_INET6)
        setsockopt(door, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
    return bind(door, address->ai_addr, address->ai_addrlen) == 0 && listen(door, SOMAXCONN) == 0;
}

static int open_door(const struct serve_options *o)
{
    struct addrinfo *address = find_address(o);
    int door = -1;

    errno = EADDRNOTAVAIL;
    if (address)
        door = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (door >= 0 && !listen_at(door, address)) {
        int why = errno;

        close(door);
        door = -1;
        errno = why;
    }
    if (door < 0)
        fprintf(stderr, "grognard: %s port %d cannot be listened on: %s\n", o->bind, o->port,
                strerror(errno));
    if (address)
        freeaddrinfo(address);
    return door;
}

/*
 * One server at a time has the store: states in memory must not be overtaken. The worker inherits
 * the lock, so it is free only when both are gone. Its own kind of lock, which SQLite does not use.
 */
static bool lock_store(const char *path)
{
    const struct timespec moment = { .tv_nsec = 50000000 };
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (file < 0) {
        fprintf(stderr, "grognard: %s: %s\n", path, strerror(errno));
        return false;
    }
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0)
            return true;
        nanosleep(&moment, NULL);
    }
    fprintf(stderr, "grognard: another server is using %s\n", path);
    close(file);
    return false;
}

/* ---- lives ---- */

static void log_end(pid_t worker, int how)
{
    const struct culprit *c = &notes->culprit;

    log_line("error", "event=crash pid=%d %s=%d match=%s upload=%s", (int)worker,
             WIFSIGNALED(how) ? "signal" : "exit",
             WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how), *c->match ? c->match : "-",
             *c->upload ? c->upload : "-");
}

/* Until the worker has ended; a signal to end is passed on. Returns how it ended. */
static int await(pid_t worker, const sigset_t *set, bool *asked)
{
    const struct timespec last = { .tv_sec = LAST_SECONDS }, long_time = { .tv_sec = 3600 };
    int how;

    while (waitpid(worker, &how, WNOHANG) != worker) {
        int got = sigtimedwait(set, NULL, *asked ? &last : &long_time);

        if (got == SIGTERM || got == SIGINT) {
            *asked = true;
            kill(worker, SIGTERM);
        } else if (got < 0 && errno == EAGAIN && *asked) {
            log_line("error", "event=stuck pid=%d", (int)worker);
            kill(worker, SIGKILL);
        }
    }
    return how;
}

/* True: a signal to end came meanwhile. */
static bool nap(int ms, const sigset_t *set)
{
    const struct timespec moment = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };
    int got;

    do
        got = sigtimedwait(set, NULL, &moment);
    while (got == SIGCHLD);
    return got == SIGTERM || got == SIGINT;
}

/* Whoever kills the keeper alone ends the worker with it. */
static void live_no_longer_than(pid_t keeper)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper)
        _exit(3);
}

static bool run_worker(const struct serve_options *o, int door, pid_t keeper)
{
    live_no_longer_than(keeper);
    note_crashes();
    return worker_run(o, door);
}

/* One worker after another. Returns in each worker, and in the keeper at the end. */
static bool keep(const struct serve_options *o, int door, const sigset_t *set)
{
    pid_t keeper = getpid(), worker;
    bool asked = false;
    int ms = 0, how;

    for (;;) {
        double began = base_clock();

        notes->lives++;
        atomic_store(&notes->laid, false);
        worker = fork();
        if (worker < 0)
            base_die("no process can be started: %s", strerror(errno));
        if (worker == 0)
            return run_worker(o, door, keeper);
        how = await(worker, set, &asked);
        if (WIFEXITED(how) && (WEXITSTATUS(how) == 0 || !(notes->lives > 1 || notes->laid)))
            return WEXITSTATUS(how) == 0;
        log_end(worker, how);
        if (asked)
            return false;
        ms = base_clock() - began >= LONG_LIFE ? 0 : ms ? ms * 2 : NAP_FIRST;
        if (ms && nap(ms < NAP_MOST ? ms : NAP_MOST, set))
            return true;
    }
}

static void block_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGCHLD);
    sigprocmask(SIG_BLOCK, set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file may grow no more: that is told like a full disk */
}

bool serve_run(const struct serve_options *options)
{
    sigset_t set;
    int door;

    log_begin(options->log);
    block_signals(&set);
    if (!lock_store(options->db))
        return false;
    door = open_door(options);
    if (door < 0)
        return false;
    if (options->alone)
        return worker_run(options, door);
    notes = mmap(NULL, sizeof *notes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (notes == MAP_FAILED)
        base_die("no memory can be shared: %s", strerror(errno));
    fflush(NULL);
    return keep(options, door, &set);
}
