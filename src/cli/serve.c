/*
 * serve.c: `grognard serve`: the table in the browser. What it does is in src/server.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bots/crew.h"
#include "cli.h"
#include "server/serve.h"

/* $XDG_STATE_HOME/grognard/grognard.db, or under the home; else here. */
static const char *usual_db(struct text *path)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

    if (state && *state)
        text_add(path, state);
    else if (home && *home)
        text_printf(path, "%s/.local/state", home);
    else
        return "grognard.db";
    text_add(path, "/grognard");
    for (char *at = path->s + 1;; at++) {
        char was = *at;

        if (was && was != '/')
            continue;
        *at = '\0';
        if (mkdir(path->s, 0700) != 0 && errno != EEXIST)
            return "grognard.db";
        *at = was;
        if (!was)
            break;
    }
    text_add(path, "/grognard.db");
    return path->s;
}

/* A time as it is written: 90s, 15m, 12h, 30d, or `ever`. */
struct keep_option {
    const char *name, *text;
    long *seconds;
};

static bool read_time(const struct keep_option *k)
{
    static const struct {
        char letter;
        long seconds;
    } unit[] = { { 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 } };
    char *end;
    long n;

    if (!k->text)
        return true;
    *k->seconds = 0;
    if (strcmp(k->text, "ever") == 0)
        return true;
    n = strtol(k->text, &end, 10);
    for (int i = 0; i < COUNT(unit); i++)
        if (*end && *end == unit[i].letter && !end[1] && n > 0 && n <= 100000)
            *k->seconds = n * unit[i].seconds;
    return *k->seconds > 0;
}

/* True: said what. */
static bool is_wrong(const struct serve_options *o)
{
    const char *proxy = serve_wrong_proxy(o), *url = serve_wrong_url(o);
    const char *metrics = serve_wrong_metrics(o), *log = serve_wrong_log(o);
    const char *mail = serve_wrong_mail(o);

    if (proxy)
        cli_usage(&command_serve, "--trust-proxy: \"%.80s\" is neither an address nor a network",
                  proxy);
    else if (url)
        cli_usage(&command_serve, "--public-url: %s", url);
    else if (metrics)
        cli_usage(&command_serve, "--metrics: %s", metrics);
    else if (log)
        cli_usage(&command_serve, "%s", log);
    else if (mail)
        cli_usage(&command_serve, "%s", mail);
    return proxy || url || metrics || log || mail;
}

static int run_serve(int argc, char **argv)
{
    struct serve_options o = serve_usual;
    struct cli_values proxies = { 0 };
    struct keep_option keep[] = {
        { .name = "--keep-unbegun", .seconds = &o.keep_unbegun },
        { .name = "--keep-unfinished", .seconds = &o.keep_unfinished },
        { .name = "--keep-finished", .seconds = &o.keep_finished },
        { .name = "--keep-archived", .seconds = &o.keep_archived },
        { .name = "--fold-finished", .seconds = &o.fold },
    };
    const struct cli_option options[] = {
        { .name = "--port", .number = &o.port, .least = 0, .most = 65535 },
        { .name = "--bind", .text = &o.bind },
        { .name = "--db", .text = &o.db },
        { .name = "--db-listen", .text = &o.db_listen },
        { .name = "--web", .text = &o.web },
        { .name = "--log", .text = &o.log },
        { .name = "--allow-seed", .flag = &o.allow_seed },
        { .name = "--alone", .flag = &o.alone },
        { .name = "--pardon", .flag = &o.pardon },
        { .name = "--unless-laid", .flag = &o.unless_laid },
        { .name = "--rate", .number = &o.rate, .least = 1, .most = 1000000 },
        { .name = "--connections", .number = &o.connections, .least = 1, .most = 100000 },
        { .name = "--matches", .number = &o.matches, .least = 1, .most = 10000000 },
        { .name = "--unbegun", .number = &o.unbegun, .least = 1, .most = 10000000 },
        { .name = "--per-browser", .number = &o.per_browser, .least = 1, .most = 10000000 },
        { .name = "--streams", .number = &o.streams, .least = 1, .most = 100000 },
        { .name = keep[0].name, .text = &keep[0].text },
        { .name = keep[1].name, .text = &keep[1].text },
        { .name = keep[2].name, .text = &keep[2].text },
        { .name = keep[3].name, .text = &keep[3].text },
        { .name = keep[4].name, .text = &keep[4].text },
        { .name = "--active", .number = &o.active, .least = 1, .most = 1000000 },
        { .name = "--threads", .number = &o.threads, .least = 1, .most = 64 },
        { .name = "--workers", .number = &o.workers, .least = 0, .most = 16 },
        { .name = "--computers", .number = &o.computers, .least = 0, .most = 64 },
        { .name = "--trust-proxy", .many = &proxies },
        { .name = "--trusted-proxy", .many = &proxies }, /* as it was called first */
        { .name = "--public-url", .text = &o.public_url },
        { .name = "--metrics", .text = &o.metrics },
        { .name = "--log-format", .text = &o.log_format },
        { .name = "--server-id", .text = &o.server_id },
        { .name = "--clock", .text = &o.clock },
        { .name = "--mail", .text = &o.mail },
        { .name = "--mail-from", .text = &o.mail_from },
        { .name = "--mail-user", .text = &o.mail_user },
        { .name = "--mail-password", .text = &o.mail_password },
        { .name = "--mail-timeout", .number = &o.mail_timeout, .least = 1, .most = 300 },
        { .name = "--hooks", .flag = &o.hooks },
        { .name = "--hooks-allow-private", .flag = &o.hooks_private },
        { .name = "--ca", .text = &o.ca },
        { .name = "--drain", .number = &o.drain, .least = 0, .most = 3 },
        { .name = "--bot-ms", .number = &o.bot_ms, .least = 1, .most = 600000 },
        { .name = "--bot-threads", .number = &o.bot_threads, .least = 1, .most = CREW_MOST },
        { .name = "--ponder", .flag = &o.ponder },
        { .name = NULL },
    };
    struct text path = { 0 };
    int words;
    const char *wrong;
    bool good;

    o.bot_threads = crew_processors();
    wrong = cli_options(options, argc, argv, &words);
    if (wrong || words)
        return cli_usage(&command_serve, "%s", wrong ? wrong : "it takes no words");
    for (int i = 0; i < COUNT(keep); i++)
        if (!read_time(&keep[i]))
            return cli_usage(&command_serve, "%s: a time is 90s, 15m, 12h, 30d or ever",
                             keep[i].name);
    o.proxies = proxies.n;
    o.proxy = proxies.value;
    if (is_wrong(&o))
        return EXIT_USAGE;
    o.data = cli_data();
    if (!o.db)
        o.db = usual_db(&path);
    if (!serve_shares(&o) && (!o.workers || o.computers >= 0)) {
        text_free(&path);
        return cli_usage(&command_serve,
                         "%s is about thinking that is shared, and matches in a file are this "
                         "server's alone: --db postgresql://…",
                         o.workers ? "--computers" : "--workers 0");
    }
    good = serve_run(&o);
    text_free(&path);
    return good ? EXIT_DONE : EXIT_BROKEN;
}

const struct command command_serve = {
    .name = "serve",
    .usage = "serve [--port 1815] [--bind 127.0.0.1] [--db FILE] [--web DIR] [--log FILE|-] …",
    .summary = "the table in the browser: play alone, together or against the computer",
    .help =
        "Prints the address and serves until Ctrl-C. Everything is kept in one SQLite file, or in\n"
        "PostgreSQL.\n\n"
        "  --port N         where to listen (1815); 0: any free port\n"
        "  --bind ADDRESS   127.0.0.1 unless told otherwise: only this machine can connect\n"
        "  --db FILE        the matches; usually $XDG_STATE_HOME/grognard/grognard.db; or\n"
        "                   postgresql://… (grognard db --help)\n"
        "  --db-listen URL  the database itself, where --db leads to a pooler of transactions\n"
        "  --web DIR        pages from this folder before those built in\n"
        "  --log FILE|-     a line for each request; otherwise warnings only\n"
        "  --allow-seed     matches may be given their seed: for tests\n"
        "  --clock FILE     that says how many seconds the clocks of matches are ahead: for tests\n"
        "  --unless-laid    where a table is laid already: say where, and that is no error\n"
        "  --alone          one process, not started again after a crash: for debuggers\n"
        "  --pardon         matches set aside for crashing the server may be played again:\n"
        "                   after the fault has been mended\n"
        "  --trust-proxy CIDR\n"
        "                   a proxy (192.0.2.1) or a network of them (10.0.0.0/8) that says in\n"
        "                   X-Forwarded-For or Forwarded for whom it asks; may be repeated\n"
        "  --public-url URL where people find the table if it stands behind a proxy:\n"
        "                   https://table.example.org; pages from there may ask\n"
        "  --metrics ADDRESS:PORT   figures for Prometheus, at /metrics of a port of their own\n"
        "  --log-format text|json   lines of key=value, or JSON objects\n"
        "  --server-id ID   the server's name in its log; without it one is drawn\n"
        "  --mail URL       people may be told by mail that it is their turn, through:\n"
        "                   smtp://HOST:PORT (with STARTTLS, but to this machine) or "
        "smtps://HOST;\n"
        "                   needs --mail-from and --public-url\n"
        "  --mail-from ADDRESS, --mail-user NAME, --mail-password FILE\n"
        "                   whom mails come from; who the mail server knows us as, and a file\n"
        "                   whose first line is the password\n"
        "  --mail-timeout SECONDS   for one mail (30)\n"
        "  --hooks          people may be told by a hook of their own, over HTTPS\n"
        "  --hooks-allow-private\n"
        "                   also where it leads to addresses of this machine or of private "
        "networks\n"
        "  --ca FILE        certificates that mail servers and hooks are held against, instead of\n"
        "                   the system's\n"
        "  --drain SECONDS  that /ready says no before the door shuts, so that a proxy sends\n"
        "                   people elsewhere (0; at most 3)\n"
        "  --rate N         requests a second of one seat, of one browser that has a seat, or "
        "else\n"
        "                   of one address (100)\n"
        "  --connections N  at once (4000)\n"
        "  --matches N      unfinished ones in the file (20000)\n"
        "                   a fourth of them of one address\n"
        "  --unbegun N      of a browser, or browsers of an address: not begun (50)\n"
        "  --per-browser N  unfinished ones that one browser has made (200)\n"
        "  --streams N      live streams of one address, over all matches (200)\n"
        "  --keep-unbegun TIME, --keep-unfinished TIME, --keep-finished TIME\n"
        "                   a match is archived when nobody has sat down or moved for so long:\n"
        "                   one in which no person has decided anything (30d), one that is\n"
        "                   not over (365d), that is (ever). TIME: 90s, 15m, 12h, 30d, ever\n"
        "  --keep-archived TIME   and then removed (ever)\n"
        "  --fold-finished TIME   one that is over is compressed then (1d)\n"
        "  --active N       held in memory (1000); others are loaded when somebody comes\n"
        "  --threads N      that answer requests (4)\n"
        "  --workers N      that think for computer opponents (2); 0, with PostgreSQL: others "
        "do\n"
        "                   (grognard think --help)\n"
        "  --computers N    of them at most for computers alone (with PostgreSQL: all but one)\n"
        "  --bot-ms N       longest thought of a computer opponent, in milliseconds (1000)\n"
        "  --bot-threads N  that think at a time, all together (as many as processors)\n"
        "  --ponder         idle ones think while people take their time; not with PostgreSQL\n\n"
        "docs/table-api.md describes what programs may ask of it.\n",
    .run = run_serve,
};
