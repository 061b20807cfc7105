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
#include <sodium.h>
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
    LOCK_TRIES = 60,  /* of 50 ms: a worker whose keeper was killed needs a moment to die */
    LONG_LIFE = 10,   /* seconds after which a crash is not held against the next start */
    NAP_FIRST = 100,  /* ms between starts, doubled with each short life … */
    NAP_MOST = 2000,  /* … up to this */
    LAST_SECONDS = 9, /* that a worker has to end in good order */
};

/* ---- what both processes see ---- */

static struct notes {
    struct culprit culprit; /* what was at work in the thread that crashed */
    atomic_bool laid;       /* this worker has begun to serve */
    int lives;
    int64_t server;
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

int64_t keeper_server(void)
{
    int64_t drawn;

    if (notes)
        return notes->server;
    randombytes_buf(&drawn, sizeof drawn);
    return drawn & INT64_MAX;
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

static struct addrinfo *find_address(const char *bind, int number)
{
    struct addrinfo hint = { .ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV };
    struct addrinfo *found = NULL;
    char port[12];

    snprintf(port, sizeof port, "%d", number);
    return getaddrinfo(bind, port, &hint, &found) == 0 ? found : NULL;
}

static bool listen_at(int door, const struct addrinfo *address)
{
    int one = 1;

    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (address->ai_family == AF_INET6)
        setsockopt(door, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
    return bind(door, address->ai_addr, address->ai_addrlen) == 0 && listen(door, SOMAXCONN) == 0;
}

/* A server that was killed a moment ago may still be about to let go of its port. */
static bool listen_in_time(int door, const struct addrinfo *address)
{
    enum { TRIES = 40, PAUSE = 50 * 1000 * 1000 };

    for (int i = 0; i < TRIES; i++) {
        if (listen_at(door, address))
            return true;
        if (errno != EADDRINUSE)
            return false;
        nanosleep(&(struct timespec){ .tv_nsec = PAUSE }, NULL);
    }
    errno = EADDRINUSE;
    return false;
}

/* The listening socket, or -1, and it was said why: `laid`, that there is a table, which is as good. */
static int open_door(const struct serve_options *o, bool *laid)
{
    struct addrinfo *address = find_address(o->bind, o->port);
    int door = -1, why = EADDRNOTAVAIL;

    if (address)
        door = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (door >= 0 && !listen_in_time(door, address)) {
        why = errno;
        close(door);
        door = -1;
    }
    if (door < 0)
        *laid =
            laid_door(o, address ? address->ai_addr : NULL, address ? address->ai_addrlen : 0, why);
    if (address)
        freeaddrinfo(address);
    return door;
}

/* "127.0.0.1:9815" or "[::1]:9815". */
static bool read_metrics(const char *text, char bind[ADDRESS_TEXT], int *port)
{
    const char *colon = strrchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : 0, digits = colon ? strlen(colon + 1) : 0;
    struct in6_addr address;

    if (digits < 1 || digits > 5 || strspn(colon + 1, "0123456789") != digits ||
        n >= ADDRESS_TEXT || !address_parse(text, n, &address))
        return false;
    *port = (int)strtol(colon + 1, NULL, 10);
    if (*text == '[') {
        text++;
        n -= 2;
    }
    snprintf(bind, ADDRESS_TEXT, "%.*s", (int)n, text);
    return *port <= 65535 && !strchr(bind, '[') && !strchr(bind, ']');
}

const char *serve_wrong_metrics(const struct serve_options *o)
{
    char bind[ADDRESS_TEXT];
    int port;

    return !o->metrics || read_metrics(o->metrics, bind, &port)
               ? NULL
               : "it is written ADDRESS:PORT, as 127.0.0.1:9815 or [::1]:9815";
}

/* False, and said why: it was asked for and cannot be had. */
static bool open_metrics(const struct serve_options *o, int *door)
{
    struct addrinfo *address;
    char bind[ADDRESS_TEXT];
    int port;
    bool good;

    *door = -1;
    if (!o->metrics || !read_metrics(o->metrics, bind, &port))
        return true;
    address = find_address(bind, port);
    if (address)
        *door = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    good = *door >= 0 && listen_at(*door, address);
    if (!good)
        fprintf(stderr, "grognard: metrics cannot be read at %s: %s\n", o->metrics,
                strerror(address ? errno : EADDRNOTAVAIL));
    if (address)
        freeaddrinfo(address);
    return good;
}

/*
 * One server at a time has the store: states in memory must not be overtaken. The worker inherits
 * the lock, so it is free only when both are gone. Its own kind of lock, which SQLite does not use.
 */
static bool lock_store(const char *path, bool *taken)
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
    *taken = true;
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

static bool run_worker(const struct serve_options *o, const struct doors *doors, pid_t keeper)
{
    live_no_longer_than(keeper);
    note_crashes();
    return worker_run(o, doors);
}

/* One worker after another. Returns in each worker, and in the keeper at the end. */
static bool keep(const struct serve_options *o, const struct doors *doors, const sigset_t *set)
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
            return run_worker(o, doors, keeper);
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

static bool keep_all(const struct serve_options *options, const struct doors *doors,
                     const sigset_t *set)
{
    notes = mmap(NULL, sizeof *notes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (notes == MAP_FAILED)
        base_die("no memory can be shared: %s", strerror(errno));
    if (sodium_init() < 0)
        base_die("the system gives no random numbers");
    randombytes_buf(&notes->server, sizeof notes->server);
    notes->server &= INT64_MAX;
    fflush(NULL);
    return keep(options, doors, set);
}

bool serve_run(const struct serve_options *options)
{
    struct doors doors;
    sigset_t set;
    bool taken = false, laid = false, good, file = !store_is_url(options->db);

    log_begin(options);
    block_signals(&set);
    if (file && !lock_store(options->db, &taken))
        return taken && laid_store(options);
    doors.table = options->thinks ? -1 : open_door(options, &laid);
    if (doors.table < 0 && !options->thinks)
        return laid;
    if (!open_metrics(options, &doors.metrics))
        return false;
    if (file)
        laid_note(options, doors.table);
    good = options->alone ? worker_run(options, &doors) : keep_all(options, &doors, &set);
    if (file)
        laid_forget(options);
    return good;
}
