/*
 * think.c: `grognard think`: thinks for computer opponents in the place of servers. What it does is in src/server.
 */
#include "bots/crew.h"
#include "cli.h"
#include "server/serve.h"

enum { MOST = CREW_MOST };

/* True: said what. */
static bool is_wrong(const struct serve_options *o)
{
    const char *metrics = serve_wrong_metrics(o), *log = serve_wrong_log(o);

    if (!o->db)
        cli_usage(&command_think, "--db postgresql://… says whose matches to think for");
    else if (!serve_shares(o))
        cli_usage(
            &command_think,
            "\"%.80s\" is a file, and its server thinks for its matches itself: only those in "
            "PostgreSQL (--db postgresql://…) can be thought for from elsewhere",
            o->db);
    else if (metrics)
        cli_usage(&command_think, "--metrics: %s", metrics);
    else if (log)
        cli_usage(&command_think, "%s", log);
    return !o->db || !serve_shares(o) || metrics || log;
}

static int run_think(int argc, char **argv)
{
    struct serve_options o = serve_usual;
    const struct cli_option options[] = {
        { .name = "--db", .text = &o.db },
        { .name = "--db-listen", .text = &o.db_listen },
        { .name = "--workers", .number = &o.workers, .least = 1, .most = MOST },
        { .name = "--computers", .number = &o.computers, .least = 0, .most = MOST },
        { .name = "--bot-ms", .number = &o.bot_ms, .least = 1, .most = 600000 },
        { .name = "--bot-threads", .number = &o.bot_threads, .least = 1, .most = CREW_MOST },
        { .name = "--active", .number = &o.active, .least = 1, .most = 1000000 },
        { .name = "--metrics", .text = &o.metrics },
        { .name = "--log", .text = &o.log },
        { .name = "--log-format", .text = &o.log_format },
        { .name = "--server-id", .text = &o.server_id },
        { .name = "--alone", .flag = &o.alone },
        { .name = NULL },
    };
    const char *wrong;
    int words;

    o.thinks = true;
    o.workers = o.bot_threads = crew_processors();
    wrong = cli_options(options, argc, argv, &words);
    if (wrong || words)
        return cli_usage(&command_think, "%s", wrong ? wrong : "it takes no words");
    if (is_wrong(&o))
        return EXIT_USAGE;
    o.data = cli_data();
    return serve_run(&o) ? EXIT_DONE : EXIT_BROKEN;
}

const struct command command_think = {
    .name = "think",
    .usage = "think --db postgresql://… [--workers N] [--computers N] [--bot-ms 1000] …",
    .summary = "computer opponents of servers that share a PostgreSQL, thought for elsewhere",
    .help =
        "Takes matches that wait for a computer from the store, decides, and writes it there; on\n"
        "any machine that reaches the database, as many as one likes, until Ctrl-C. It serves\n"
        "nothing. Servers think too, unless they are told `--workers 0`.\n\n"
        "  --db postgresql://…\n"
        "                   the store of the servers (grognard db --help)\n"
        "  --db-listen URL  the database itself, where --db leads to a pooler: as for `serve`\n"
        "  --workers N      thoughts at a time (as many as there are processors)\n"
        "  --computers N    of them at most so many for matches of computers alone (all but one)\n"
        "  --bot-ms N       longest thought, in milliseconds (1000): as the servers have it\n"
        "  --bot-threads N  that may work on thoughts at a time (as many as there are processors)\n"
        "  --active N       matches held in memory (1000); others are loaded again\n"
        "  --metrics ADDRESS:PORT, --log FILE|-, --log-format text|json, --server-id ID, --alone\n"
        "                   as for `serve`\n\n"
        "Who is killed, stopped or cut off loses what he had taken after five seconds, and "
        "somebody\n"
        "else thinks. After SIGTERM it is given back at once. docs/operating.md tells more.\n",
    .run = run_think,
};
