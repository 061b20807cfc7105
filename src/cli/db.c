/*
 * db.c: `grognard db`: the store of `serve`, for whoever keeps it. What it does is in src/server.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "server/db.h"

static int run_db(int argc, char **argv)
{
    const struct cli_option options[] = { { .name = NULL } };
    int words;
    const char *wrong = cli_options(options, argc, argv, &words), *what = words ? argv[1] : "";
    bool one = words == 2, two = words == 3, good;

    if (wrong)
        return cli_usage(&command_db, "%s", wrong);
    if (strcmp(what, "status") == 0 && one)
        good = db_status(argv[2]);
    else if (strcmp(what, "migrate") == 0 && one)
        good = db_migrate(argv[2]);
    else if (strcmp(what, "check") == 0 && one)
        good = db_check(argv[2], cli_data());
    else if (strcmp(what, "backup") == 0 && two)
        good = db_backup(argv[2], argv[3]);
    else if (strcmp(what, "copy") == 0 && two)
        good = db_copy(argv[2], argv[3], cli_data());
    else
        return cli_usage(&command_db,
                         "status, migrate or check and a store; backup and a store and "
                         "a file; or copy and two stores");
    return good ? EXIT_DONE : EXIT_NO;
}

const struct command command_db = {
    .name = "db",
    .usage = "db status|migrate|check STORE, db backup STORE FILE, db copy FROM TO",
    .summary = "the store of `serve`: its version, whether it is whole, copies of it",
    .help =
        "A store is an SQLite file, or postgresql://… (libpq's form; no password in it: put that\n"
        "into a file and name it in PGPASSFILE).\n\n"
        "  db status STORE      kind, version of its tables, how much is in it\n"
        "  db migrate STORE     brings its tables to the version of this program, as `serve` does\n"
        "                       when it begins; not while a server uses it\n"
        "  db check STORE       reads everything: no change is missing, every journal replays "
        "with\n"
        "                       its hashes. Also while servers use it\n"
        "  db backup FILE COPY  a copy of an SQLite file, also while a server uses it. Of "
        "PostgreSQL:\n"
        "                       pg_dump\n"
        "  db copy FROM TO      all matches into another store, in either direction: from a file "
        "to\n"
        "                       PostgreSQL and back. Neither may be in use, TO may have no other\n"
        "                       matches. Interrupted, the same command goes on. Each match is "
        "compared\n"
        "                       by a digest over all its rows, and its journal replayed\n",
    .run = run_db,
};
