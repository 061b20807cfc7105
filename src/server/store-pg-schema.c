/*
 * store-pg-schema.c: the tables in PostgreSQL, version by version.
 *
 * `meta` says which migrations the database has had (`schema`) and from which version of a program on it can be
 * used (`compatible`). The others are done in order when it is opened, each in a transaction of its own
 * together with its number, under a lock. First widen, later narrow: a migration that leaves the programs of the
 * version before it able to work does not touch `compatible`, so that servers are replaced one by one.
 *
 * What follows 1 here was SQLite's up to 8 (store-schema.c); columns have the same names. Every key begins
 * with the match, and nothing joins two matches.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store-pg.h"

/* "grognard", as a number */
static const char take_lock[] = "SELECT pg_advisory_xact_lock(7453010313431182948)";

const char *const pg_migrations[] = {
    /* 1. matches.version counts whatever is shown; writer: who made the last one, in changes who made it. marks:
       the same of what has no number */
    "CREATE TABLE matches ("
    " id text COLLATE \"C\" PRIMARY KEY, game text NOT NULL, scenario text NOT NULL,"
    " name text NOT NULL, listed bigint NOT NULL, began bigint NOT NULL, commitment bytea NOT NULL,"
    " salt bytea NOT NULL, turn bigint NOT NULL DEFAULT 0, asks bigint NOT NULL DEFAULT -1,"
    " over bigint NOT NULL DEFAULT 0, closed bigint NOT NULL DEFAULT 0,"
    " closed_by bigint NOT NULL DEFAULT -1, undo_by bigint NOT NULL DEFAULT -1,"
    " undo_to bigint NOT NULL DEFAULT -1, draw bigint NOT NULL DEFAULT 0,"
    " changed bigint NOT NULL DEFAULT 0, changes bigint NOT NULL DEFAULT 0,"
    " origin text NOT NULL DEFAULT '', maker text NOT NULL DEFAULT '',"
    " address text NOT NULL DEFAULT '', played bigint NOT NULL DEFAULT 0,"
    " rematch text NOT NULL DEFAULT '', advice bigint NOT NULL DEFAULT 0,"
    " version bigint NOT NULL DEFAULT 0, writer bigint NOT NULL DEFAULT 0);"
    "CREATE INDEX matches_changed ON matches (over, changed);"
    "CREATE INDEX matches_address ON matches (address, over);"
    "CREATE INDEX matches_played ON matches (played, over, changed);"
    "CREATE TABLE seats ("
    " match text COLLATE \"C\" NOT NULL, seat bigint NOT NULL, kind text NOT NULL,"
    " name text NOT NULL, token bytea, bot text NOT NULL, visitor bytea,"
    " PRIMARY KEY (match, seat));"
    "CREATE TABLE changes ("
    " match text COLLATE \"C\" NOT NULL, seq bigint NOT NULL, at bigint NOT NULL,"
    " request text NOT NULL, lines text NOT NULL, entries bigint NOT NULL,"
    " seat bigint NOT NULL DEFAULT -1, writer bigint NOT NULL DEFAULT 0,"
    " PRIMARY KEY (match, seq));"
    "CREATE UNIQUE INDEX changes_request ON changes (match, seat, request) WHERE request<>'';"
    "CREATE TABLE positions ("
    " match text COLLATE \"C\" PRIMARY KEY, seq bigint NOT NULL, chances bigint NOT NULL,"
    " text text NOT NULL) WITH (fillfactor=50);"
    "CREATE TABLE chat ("
    " match text COLLATE \"C\" NOT NULL, n bigint NOT NULL, at bigint NOT NULL,"
    " sender text NOT NULL, text text NOT NULL, request text NOT NULL,"
    " seat bigint NOT NULL DEFAULT -1, PRIMARY KEY (match, n));"
    "CREATE UNIQUE INDEX chat_request ON chat (match, seat, request) WHERE request<>'';"
    "CREATE TABLE crashes ("
    " match text COLLATE \"C\" PRIMARY KEY, n bigint NOT NULL, at bigint NOT NULL);"
    "CREATE TABLE uploads (match text COLLATE \"C\" PRIMARY KEY, digest text NOT NULL);"
    "CREATE TABLE upload_crashes ("
    " digest text COLLATE \"C\" NOT NULL, address text COLLATE \"C\" NOT NULL, n bigint NOT NULL,"
    " at bigint NOT NULL, PRIMARY KEY (digest, address));"
    "CREATE INDEX upload_crashes_address ON upload_crashes (address, at);"
    "CREATE TABLE marks ("
    " match text COLLATE \"C\" NOT NULL, writer bigint NOT NULL,"
    " at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (match, writer));"
    "UPDATE meta SET value=1 WHERE name='compatible'",
    /* 2: clocks, and when they run out; a program that knows nothing of them would let them stand still */
    "ALTER TABLE matches ADD COLUMN clock text NOT NULL DEFAULT '';"
    "ALTER TABLE matches ADD COLUMN due bigint NOT NULL DEFAULT 0;"
    "CREATE INDEX matches_due ON matches (due) WHERE due>0;"
    "UPDATE meta SET value=2 WHERE name='compatible'",
    /* 3: servers that live, who is present at which, which thinks for which match: nothing that must outlive a
       crash of PostgreSQL; and what they have in common */
    "CREATE UNLOGGED TABLE servers (id bigint PRIMARY KEY, beat timestamptz NOT NULL)"
    " WITH (fillfactor=50);"
    "CREATE UNLOGGED TABLE presence ("
    " match text COLLATE \"C\" NOT NULL, server bigint NOT NULL, seats bigint NOT NULL,"
    " PRIMARY KEY (match, server));"
    "CREATE INDEX presence_server ON presence (server);"
    "CREATE UNLOGGED TABLE thinking ("
    " match text COLLATE \"C\" PRIMARY KEY, server bigint NOT NULL);"
    "CREATE INDEX thinking_server ON thinking (server);"
    "CREATE TABLE secrets (name text PRIMARY KEY, bytes bytea NOT NULL)",
    /* 4: matches that wait for a computer, and who has taken which; matches.thinker: who thought for it last. A
       program of version 3 goes by `thinking` (which this one does not use any more) and leaves the jobs as they
       are: whoever has one of those finds out, and those that are missing are looked for */
    "CREATE TABLE jobs ("
    " match text COLLATE \"C\" PRIMARY KEY, seq bigint NOT NULL, rank bigint NOT NULL,"
    " due timestamptz NOT NULL, until timestamptz NOT NULL DEFAULT '-infinity',"
    " taker bigint NOT NULL DEFAULT 0, former bigint NOT NULL DEFAULT 0,"
    " tries bigint NOT NULL DEFAULT 0) WITH (fillfactor=70, autovacuum_vacuum_threshold=300,"
    " autovacuum_vacuum_scale_factor=0, autovacuum_analyze_threshold=1000);"
    "CREATE INDEX jobs_rank ON jobs (rank, due);"
    "ALTER TABLE matches ADD COLUMN thinker bigint NOT NULL DEFAULT 0",
    /* 5: who is told elsewhere that it is his turn, and how; what waits to be sent, updated and deleted all the
       time; keys in the links of mails */
    "CREATE TABLE notices ("
    " match text COLLATE \"C\" NOT NULL, seat bigint NOT NULL, holder bytea NOT NULL, card bytea,"
    " mail text NOT NULL, mail_is text NOT NULL, mail_why text NOT NULL, digest bigint NOT NULL,"
    " hook text NOT NULL, hook_is text NOT NULL, hook_why text NOT NULL, secret text NOT NULL,"
    " stop text NOT NULL, made bigint NOT NULL, PRIMARY KEY (match, seat));"
    "CREATE INDEX notices_mail ON notices (mail);"
    "CREATE INDEX notices_stop ON notices (stop);"
    "CREATE TABLE outbox ("
    " match text COLLATE \"C\" NOT NULL, seat bigint NOT NULL, seq bigint NOT NULL,"
    " kind text COLLATE \"C\" NOT NULL, due bigint NOT NULL, until bigint NOT NULL DEFAULT 0,"
    " tries bigint NOT NULL DEFAULT 0, looks bigint NOT NULL DEFAULT 0,"
    " PRIMARY KEY (match, seat, seq, kind)) WITH (fillfactor=70);"
    "CREATE INDEX outbox_due ON outbox (due);"
    "CREATE TABLE links ("
    " match text COLLATE \"C\" NOT NULL, key bytea NOT NULL, seat bigint NOT NULL,"
    " at bigint NOT NULL, PRIMARY KEY (match, key));"
    "CREATE TABLE unwanted (digest text COLLATE \"C\" PRIMARY KEY, at bigint NOT NULL)",
    /* 6: by what the browser of whoever made a match is known, hashed; the changes of one that is over as one row
       (store-fold.c), and how many are in it; the tables that a server knows. Programs of version 5 cannot read what is
       folded: nothing is as long as one of them lives, and the first that is says so */
    "ALTER TABLE matches ADD COLUMN card text NOT NULL DEFAULT '';"
    "ALTER TABLE matches ADD COLUMN folded bigint NOT NULL DEFAULT 0;"
    "CREATE INDEX matches_card ON matches (card, over) WHERE card<>'';"
    "CREATE INDEX matches_unfolded ON matches (changed) WHERE over=1 AND folded<changes;"
    "CREATE TABLE journals ("
    " match text COLLATE \"C\" PRIMARY KEY, form bigint NOT NULL, size bigint NOT NULL,"
    " packed bytea NOT NULL);"
    "ALTER TABLE journals ALTER COLUMN packed SET STORAGE EXTERNAL;"
    "ALTER TABLE servers ADD COLUMN schema bigint NOT NULL DEFAULT 0",
    /* 7: when a match was archived, or 0 */
    ("ALTER TABLE matches ADD COLUMN archived bigint NOT NULL DEFAULT 0;"
     "CREATE INDEX matches_archived ON matches (archived) WHERE archived>0"),
    /* 8: folded rows have shorter forms (store-pack.c), which programs of version 7 cannot read */
    "SELECT 1",
};
const int pg_schema_version = COUNT(pg_migrations);

/* -1: it cannot be read. */
static int meta_of(PGconn *conn, const char *name)
{
    const char *const values[] = { name };
    PGresult *r =
        PQexecParams(conn, "SELECT value FROM meta WHERE name=$1", 1, NULL, values, NULL, NULL, 0);
    int value = -1;

    if (PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1)
        value = (int)strtol(PQgetvalue(r, 0, 0), NULL, 10);
    PQclear(r);
    return value;
}

static bool run(PGconn *conn, const char *sql)
{
    PGresult *r = pg_run(conn, sql);

    PQclear(r);
    return r != NULL;
}

/* The table that knows the version. Tables of our names without it are somebody else's. */
static bool begin_meta(PGconn *conn, const char *url)
{
    PGresult *r = pg_run(conn, "SELECT to_regclass('meta') IS NULL,"
                               " coalesce(to_regclass('matches'), to_regclass('changes'),"
                               " to_regclass('seats')) IS NOT NULL");
    bool none = r && *PQgetvalue(r, 0, 0) == 't', others = r && *PQgetvalue(r, 0, 1) == 't';

    PQclear(r);
    if (!r)
        return false;
    if (!none)
        return true;
    if (others) {
        fprintf(stderr,
                "grognard: the database at %s has tables that are not ours: give the program one "
                "of its own\n",
                url);
        return false;
    }
    return run(conn, "CREATE TABLE meta (name text PRIMARY KEY, value bigint NOT NULL);"
                     "INSERT INTO meta VALUES ('schema', 0), ('compatible', 0)");
}

/* Under the lock, in a transaction: one step, unless somebody else has done it meanwhile. */
static bool step(PGconn *conn, const char *const *sql, int version)
{
    char number[80];

    snprintf(number, sizeof number, "UPDATE meta SET value=%d WHERE name='schema'", version + 1);
    if (run(conn, "BEGIN") && run(conn, take_lock)) {
        if (meta_of(conn, "schema") > version)
            return run(conn, "ROLLBACK");
        if (run(conn, sql[version]) && run(conn, number) && run(conn, "COMMIT"))
            return true;
    }
    return false;
}

static bool refuse(PGconn *conn, const char *url, int version, int n)
{
    fprintf(stderr, "grognard: the database at %s cannot be brought from version %d to %d: %s\n",
            url, version, n, pg_error(conn));
    run(conn, "ROLLBACK");
    return false;
}

/* One newer by one step that says that it is compatible will do. */
static bool later(PGconn *conn, const char *url, int version, int n)
{
    int compatible = meta_of(conn, "compatible");

    if (version == n + 1 && compatible >= 0 && compatible <= n)
        return true;
    fprintf(
        stderr,
        "grognard: the database at %s was written by a later version of the program (its tables "
        "are of version %d, this one knows %d): use that one\n",
        url, version, n);
    return false;
}

bool pg_upgrade_by(PGconn *conn, const char *url, const char *const *sql, int n)
{
    int version;

    if (!run(conn, "BEGIN") || !run(conn, take_lock))
        return refuse(conn, url, 0, n);
    if (!begin_meta(conn, url)) {
        run(conn, "ROLLBACK");
        return false;
    }
    if (!run(conn, "COMMIT"))
        return refuse(conn, url, 0, n);
    version = meta_of(conn, "schema");
    if (version < 0) {
        fprintf(stderr, "grognard: the database at %s is not ours: its table meta is another\n",
                url);
        return false;
    }
    if (version > n)
        return later(conn, url, version, n);
    while (version < n) {
        if (!step(conn, sql, version))
            return refuse(conn, url, version, n);
        version = meta_of(conn, "schema");
    }
    return true;
}

bool pg_upgrade(PGconn *conn, const char *url)
{
    return pg_upgrade_by(conn, url, pg_migrations, pg_schema_version);
}
