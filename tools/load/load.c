/*
 * load.c: `build/load [GAME…]`: how the table bears many matches at once, on loopback.
 *
 * For each game a server of its own is started in a temporary folder, or several (`--servers`) on one PostgreSQL: that of `--db
 * postgresql://…`, or, with `--db postgresql`, one that is begun as the tests begin theirs. They end with this program, however it ends. Every match has people at all
 * its seats, each with a live stream, who play legal actions at random after a pause for thought.
 * Then everybody leaves, the server is started anew, and each match is looked at once: what it
 * takes in memory while nobody plays, and how long it takes to wake.
 *
 * Ends with "N passed, N failed". Times are this program's, so a machine that is busy shows in
 * them; those in the server come from its log.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crowd.h"

enum { MATCHES_MOST = 10000000 }; /* that a server can be asked to take */

static struct {
    const char *program, *db; /* an address, or NULL: a file */
    int matches, live, seconds, pause, most, servers;
    bool json, left; /* the matches are left asleep */
} options = {
    .servers = 1, .program = "build/grognard", .matches = 500, .seconds = 10, .pause = 2000
};

static int passed, failed;

static void check(const char *game, const char *what, bool holds)
{
    passed += holds;
    failed += !holds;
    if (!holds)
        fprintf(stderr, "FAILED %s: %s\n", game, what);
}

/* ---- the servers ---- */

struct server {
    char folder[32];
    const char *db;
    char file[48];
    pid_t pid[SERVERS_MOST];
    struct wire hand[SERVERS_MOST];
    bool answered;
};

static void log_of(const struct server *s, int i, char *path, size_t size)
{
    snprintf(path, size, "%s/log%d", s->folder, i);
}

static int live(void)
{
    return options.live ? options.live : options.matches;
}

static void run_server(const struct server *s, int i, int out)
{
    char connections[16], log[48], matches[16];

    /* Of a match that ended the server lets streams go when it next speaks to them: with no pause thousands wait for that. */
    snprintf(connections, sizeof connections, "%d", 2 * SEATS_MOST * live() + 12000);
    snprintf(matches, sizeof matches, "%d",
             options.matches < 9000 ? 1000 * options.matches + 20000 : MATCHES_MOST);
    log_of(s, i, log, sizeof log);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* it ends with us, however we end */
    dup2(out, STDOUT_FILENO);
    execl(options.program, options.program, "serve", "--port", "0", "--db", s->db, "--log", log,
          "--rate", "1000000", "--active", "1000000", "--matches", matches, "--unbegun", matches,
          "--streams", connections, "--connections", connections, (char *)NULL);
    base_die("%s: %s", options.program, strerror(errno));
}

static void heard_answer(struct wire *w)
{
    ((struct server *)w->owner)->answered = true;
}

static void start_one(struct server *s, int i)
{
    char said[200] = "";
    const char *port;
    int ends[2];

    if (pipe(ends) != 0 || (s->pid[i] = fork()) < 0)
        base_die("no server: %s", strerror(errno));
    if (s->pid[i] == 0)
        run_server(s, i, ends[1]);
    close(ends[1]);
    if (read(ends[0], said, sizeof said - 1) <= 0 || !(port = strstr(said, "127.0.0.1:")))
        base_die("the server did not begin");
    close(ends[0]);
    wires_know(i, (int)strtol(port + 10, NULL, 10));
    s->hand[i] = (struct wire){ .heard = heard_answer, .owner = s, .to = i };
    wire_open(&s->hand[i]);
}

static void start(struct server *s)
{
    wires_begin();
    for (int i = 0; i < options.servers; i++)
        start_one(s, i);
}

static bool stop(struct server *s)
{
    bool good = true;

    for (int i = 0; i < options.servers; i++)
        wire_close(&s->hand[i]);
    wires_end();
    for (int i = 0; i < options.servers; i++) {
        int how = 0;

        kill(s->pid[i], SIGTERM);
        waitpid(s->pid[i], &how, 0);
        good &= WIFEXITED(how) && WEXITSTATUS(how) == 0;
    }
    return good;
}

static bool asked(struct server *s, struct wire *hand, const char *path)
{
    s->answered = false;
    wire_ask(hand, "GET", path, NULL, NULL);
    while (!s->answered && !hand->lost)
        wires_run(100);
    return s->answered;
}

/* A hand that has long had nothing to ask was let go by the server. */
static const char *get_from(struct server *s, int i, const char *path)
{
    struct wire *hand = &s->hand[i];

    if (!asked(s, hand, path)) {
        wire_close(hand);
        wire_open(hand);
        if (!asked(s, hand, path))
            base_die("the server is gone");
    }
    return text_of(&hand->body);
}

static const char *get(struct server *s, const char *path)
{
    return get_from(s, 0, path);
}

/* Of all servers together. */
static double health(struct server *s, const char *what)
{
    double n = 0;

    for (int i = 0; i < options.servers; i++) {
        struct text value = { 0 };

        json_find(get_from(s, i, "/health"), what, &value);
        n += strtod(text_of(&value), NULL);
        text_free(&value);
    }
    return n;
}

static void remove_folder(const struct server *s)
{
    static const char *const ends[] = { "", "-wal", "-shm" };
    char path[80];

    for (int i = 0; i < COUNT(ends); i++) {
        snprintf(path, sizeof path, "%s%s", s->file, ends[i]);
        unlink(path);
    }
    for (int i = 0; i < options.servers; i++) {
        log_of(s, i, path, sizeof path);
        unlink(path);
    }
    rmdir(s->folder);
}

/* ---- one game ---- */

struct found {
    int seats;
    double fresh_kb, live_kb, left_kb, slept_kb, woken_kb; /* of the server */
    double seconds, cpu_ms, commits;
    struct series inside, wakes;
    bool good_ends;
};

/* A person at each of the game's seats, with the options that make them be there. */
static int write_order(struct server *s, const char *game, struct text *order)
{
    struct text seats = { 0 }, games = { 0 }, id = { 0 };
    struct json_walk w;
    int n = 0;

    json_find(get(s, "/api/games"), "games", &games);
    json_walk(&w, text_of(&games));
    while (json_next(&w)) {
        text_clear(&id);
        json_find(w.value, "id", &id);
        if (strcmp(text_of(&id), game) == 0)
            json_find(w.value, "seats", &seats);
        if (strcmp(text_of(&id), game) == 0 && strcmp(text_of(&seats), "[]") == 0) {
            text_clear(&seats);
            json_find(w.value, "sides", &seats);
        }
    }
    json_walk_end(&w);
    text_printf(order, "game %s\n", game);
    json_walk(&w, text_of(&seats));
    while (json_next(&w)) {
        text_clear(&id);
        if (!json_find(w.value, "id", &id))
            json_plain(w.value, w.size, &id);
        text_printf(order, "seat %s person\n", text_of(&id));
        text_clear(&id);
        if (json_find(w.value, "option", &id) && strcmp(text_of(&id), "null") != 0)
            text_printf(order, "option %s on\n", text_of(&id));
        n++;
    }
    json_walk_end(&w);
    text_free(&seats);
    text_free(&games);
    text_free(&id);
    return n;
}

/* Boards are drawn as the server begins: what that takes is not to be counted as the matches'. */
static void wait_for_boards(struct server *s)
{
    static const char *const palettes[] = { "day", "night" };
    struct text games = { 0 }, id = { 0 };
    struct json_walk w;
    char path[80];

    json_find(get(s, "/api/games"), "games", &games);
    json_walk(&w, text_of(&games));
    while (json_next(&w)) {
        text_clear(&id);
        json_find(w.value, "id", &id);
        for (int i = 0; i < COUNT(palettes) * options.servers; i++) {
            snprintf(path, sizeof path, "/api/game/%s/board.svg?palette=%s", text_of(&id),
                     palettes[i % COUNT(palettes)]);
            get_from(s, i / COUNT(palettes), path);
        }
    }
    json_walk_end(&w);
    text_free(&games);
    text_free(&id);
}

static void play(struct server *s, struct crowd *c, struct found *f)
{
    double cpu, commits, began;

    f->fresh_kb = health(s, "memory_kb");
    c->live = live();
    crowd_begin(c, options.matches);
    crowd_seat(c);
    f->live_kb = health(s, "memory_kb");
    cpu = health(s, "cpu_ms");
    commits = health(s, "commits");
    began = now_ms();
    crowd_play(c, options.seconds * 1000.0);
    f->seconds = (now_ms() - began) / 1000;
    f->cpu_ms = health(s, "cpu_ms") - cpu;
    f->commits = health(s, "commits") - commits;
    crowd_leave(c);
    for (int i = 0; i < 100 && health(s, "streams") > 0; i++)
        wires_run(50);
    f->left_kb = health(s, "memory_kb");
}

/* The server begins anew: every match sleeps in the file until somebody looks at it. */
static void wake(struct server *s, struct crowd *c, struct found *f)
{
    char path[60];

    f->slept_kb = health(s, "memory_kb");
    for (int i = 0; i < c->bouts; i++) {
        double began = now_ms();

        snprintf(path, sizeof path, "/api/match/%s", c->bout[i].id);
        get_from(s, c->bout[i].at, path);
        series_add(&f->wakes, now_ms() - began);
        c->wrong += s->hand[c->bout[i].at].status != 200;
    }
    f->woken_kb = health(s, "memory_kb");
}

/* What the server itself has measured of decisions, the disk included. */
static void read_log(const struct server *s, struct found *f)
{
    for (int i = 0; i < options.servers; i++) {
        char path[48];
        size_t size;
        char *log;

        log_of(s, i, path, sizeof path);
        log = base_read_file(path, &size);
        for (const char *at = log; at && (at = strstr(at, "/do status=200 ms=")); at++)
            series_add(&f->inside, strtod(at + strlen("/do status=200 ms="), NULL));
        free(log);
    }
}

/* ---- the report ---- */

static double per_match(double kb)
{
    return kb / options.matches;
}

static void say_series(const char *what, struct series *s)
{
    printf("  %-32s %8.2f %8.2f %8.2f %8.2f\n", what, series_part(s, 0.5), series_part(s, 0.95),
           series_part(s, 0.99), series_part(s, 1));
}

static void say_text(struct crowd *c, struct found *f)
{
    printf("%s: %d matches, %d of them with %d live seats each; a decision every %.1f s in each; "
           "%d server%s, %s\n",
           c->game, c->bouts, c->live, c->seats, options.pause / 1000.0, options.servers,
           options.servers > 1 ? "s" : "", options.db ? "PostgreSQL" : "SQLite");
    printf(
        "  %ld decisions in %.1f s (%.0f a second), %ld matches ended; %.0f commits; server %.2f "
        "ms of CPU a decision\n",
        c->decisions, f->seconds, (double)c->decisions / f->seconds, c->ended, f->commits,
        f->cpu_ms / (double)(c->decisions ? c->decisions : 1));
    printf("  %-32s %8s %8s %8s %8s\n", "milliseconds", "median", "95%", "99%", "most");
    say_series("a decision's round trip", &c->trips);
    say_series("of it in the server, disk too", &f->inside);
    say_series("until a seat was shown it", &c->delays);
    say_series("a new match", &c->begun);
    say_series("an old match is woken", &f->wakes);
    printf("  memory, kB a match: with its listeners %.0f, woken and idle %.0f, asleep %.1f"
           " (server %.0f kB, at most %.0f kB)\n",
           per_match(f->live_kb - f->fresh_kb), per_match(f->woken_kb - f->slept_kb),
           per_match(f->slept_kb > f->fresh_kb ? f->slept_kb - f->fresh_kb : 0), f->fresh_kb,
           f->left_kb);
}

static void series_json(struct json *j, const char *key, struct series *s)
{
    static const struct {
        const char *key;
        double share;
    } parts[] = { { "p50", 0.5 }, { "p95", 0.95 }, { "p99", 0.99 }, { "max", 1 } };

    json_key(j, key);
    json_open(j, '{');
    for (int i = 0; i < COUNT(parts); i++) {
        json_key(j, parts[i].key);
        json_real(j, series_part(s, parts[i].share), 3);
    }
    json_close(j);
}

static void say_json(struct crowd *c, struct found *f, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "game", c->game);
    json_key_int(j, "matches", c->bouts);
    json_key_int(j, "live", c->live);
    json_key_int(j, "seats", c->seats);
    json_key_int(j, "decisions", c->decisions);
    json_key(j, "seconds");
    json_real(j, f->seconds, 2);
    json_key_int(j, "commits", (long long)f->commits);
    json_key_int(j, "cpu_ms", (long long)f->cpu_ms);
    series_json(j, "round_trip_ms", &c->trips);
    series_json(j, "server_ms", &f->inside);
    series_json(j, "shown_ms", &c->delays);
    series_json(j, "new_match_ms", &c->begun);
    series_json(j, "wake_ms", &f->wakes);
    json_key_int(j, "live_match_kb", (long long)per_match(f->live_kb - f->fresh_kb));
    json_key_int(j, "idle_match_kb", (long long)per_match(f->woken_kb - f->slept_kb));
    json_key_int(j, "server_kb", (long long)f->fresh_kb);
    json_key_int(j, "server_most_kb", (long long)f->left_kb);
    json_close(j);
}

static void judge(struct crowd *c, struct found *f)
{
    check(c->game, "there were decisions", c->decisions > 0);
    check(c->game, "no decision was refused", c->refused == 0);
    check(c->game, "replies and streams say what was done", c->wrong == 0);
    check(c->game, "no connection was lost", c->lost == 0);
    check(c->game, "all that was done was shown to every seat", c->unshown == 0);
    check(c->game, "within a second", c->late == 0);
    check(c->game, "an idle match takes less than 200 kB",
          per_match(f->woken_kb - f->slept_kb) < 200);
    if (c->live >= 100) /* few would bear what the server needs for itself */
        check(c->game, "so does one with its listeners", per_match(f->live_kb - f->fresh_kb) < 200);
    check(c->game, "the server ends in good order", f->good_ends);
    if (options.most)
        check(c->game, "95% of the round trips are as short as was asked",
              series_part(&c->trips, 0.95) < options.most);
}

static void load(const char *game, struct json *j)
{
    struct server s = { .folder = "/tmp/grognard-load-XXXXXX" };
    struct crowd c = { .game = game, .pause = options.pause, .servers = options.servers };
    struct text order = { 0 };
    struct found f = { 0 };

    if (!mkdtemp(s.folder))
        base_die("no folder: %s", strerror(errno));
    snprintf(s.file, sizeof s.file, "%s/table.db", s.folder);
    s.db = options.db ? options.db : s.file;
    start(&s);
    wait_for_boards(&s);
    c.seats = write_order(&s, game, &order);
    c.order = text_of(&order);
    if (c.seats < 1 || c.seats > SEATS_MOST)
        base_die("%s cannot be played with %d seats", game, c.seats);
    play(&s, &c, &f);
    f.good_ends = stop(&s);
    if (!options.left) {
        start(&s);
        wait_for_boards(&s);
        wake(&s, &c, &f);
        f.good_ends &= stop(&s);
    }
    read_log(&s, &f);
    if (options.json)
        say_json(&c, &f, j);
    else
        say_text(&c, &f);
    fflush(stdout);
    judge(&c, &f);
    remove_folder(&s);
    crowd_free(&c);
    series_free(&f.inside);
    series_free(&f.wakes);
    text_free(&order);
}

/* ---- the command line ---- */

static _Noreturn void usage(void)
{
    fprintf(stderr,
            "usage: load [--matches 500] [--live N] [--seconds 10] [--pause 2000] [--most MS] "
            "[--json] [--no-wake]\n"
            "            [--db postgresql://…|postgresql] [--servers 1] [--program build/grognard] "
            "GAME…\n"
            "  --live N    so many of the matches have people, the others are held only\n"
            "  --db        the servers share this store; postgresql: one that is begun for this\n"
            "  --pause MS  how long a seat thinks before it decides, on average\n"
            "  --most MS   the 95th percentile of the round trip must be below\n");
    exit(2);
}

static int number(const char *word)
{
    char *end;
    long n = word ? strtol(word, &end, 10) : -1;

    if (n < 0 || n > 1000000 || *end)
        usage();
    return (int)n;
}

static const char *read_option(char ***at)
{
    const char *word = **at;

    if (strcmp(word, "--json") == 0)
        options.json = true;
    else if (strcmp(word, "--no-wake") == 0)
        options.left = true;
    else if (strcmp(word, "--matches") == 0)
        options.matches = number(*++*at);
    else if (strcmp(word, "--live") == 0)
        options.live = number(*++*at);
    else if (strcmp(word, "--seconds") == 0)
        options.seconds = number(*++*at);
    else if (strcmp(word, "--pause") == 0)
        options.pause = number(*++*at);
    else if (strcmp(word, "--most") == 0)
        options.most = number(*++*at);
    else if (strcmp(word, "--servers") == 0)
        options.servers = number(*++*at);
    else if (strcmp(word, "--db") == 0 && (*at)[1])
        options.db = *++*at;
    else if (strcmp(word, "--program") == 0 && (*at)[1])
        options.program = *++*at;
    else if (word[0] == '-')
        usage();
    else
        return word;
    return NULL;
}

static void raise_files(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* As the tests begin theirs: it says its address, and ends when we do, for then its standard input ends. */
static const char *begin_postgresql(void)
{
    static char address[200];
    int in[2], out[2];
    ssize_t n;

    if (pipe(in) != 0 || pipe(out) != 0)
        base_die("no pipe: %s", strerror(errno));
    if (fork() == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[1]);
        execlp("python3", "python3", "tests/server/postgres.py", "load", (char *)NULL);
        base_die("python3: %s", strerror(errno));
    }
    close(in[0]);
    close(out[1]);
    fcntl(in[1], F_SETFD, FD_CLOEXEC);
    n = read(out[0], address, sizeof address - 1);
    if (n <= 1)
        base_die("PostgreSQL does not begin");
    address[strcspn(address, "\n")] = '\0';
    return address;
}

int main(int argc, char **argv)
{
    struct text out = { 0 };
    const char *game[16];
    struct json j;
    int games = 0;

    for (char **at = argv + 1; *at; at++) {
        const char *word = read_option(&at);

        if (word && games < COUNT(game))
            game[games++] = word;
    }
    if (argc < 2 || !games || !options.matches || options.live > options.matches ||
        options.servers < 1 || options.servers > SERVERS_MOST ||
        (options.servers > 1 && !options.db))
        usage();
    raise_files();
    if (options.db && strcmp(options.db, "postgresql") == 0)
        options.db = begin_postgresql();
    json_begin(&j, &out);
    json_open(&j, '[');
    for (int i = 0; i < games; i++)
        load(game[i], &j);
    json_close(&j);
    if (options.json)
        puts(text_of(&out));
    text_free(&out);
    printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed;
}
