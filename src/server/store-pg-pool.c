/*
 * store-pg-pool.c: whether a pooler (PgBouncer) stands before the database, and whether there is a way around it.
 *
 * A pooler that gives out its sessions transaction by transaction loses without a word what a session remembers:
 * locks, whom it listens to, statements. So a server is not begun there unless it knows a way to the database
 * itself; and that this leads to the same one is seen by a lock that is taken there.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store-pg.h"

enum { LOOKS = 4 };

/* The number of the process that answers; 0: none does. */
static int who_answers(PGconn *conn)
{
    PGresult *r = pg_run(conn, "SELECT pg_backend_pid()");
    int pid = r ? (int)strtol(PQgetvalue(r, 0, 0), NULL, 10) : 0;

    PQclear(r);
    return pid;
}

/* Of two that are connected at the same time each has a process of its own, and always the same. */
static bool share_processes(PGconn *a, PGconn *b)
{
    int first = who_answers(a), other;

    for (int i = 0; i < LOOKS; i++) {
        other = who_answers(b);
        if (other == first || who_answers(a) != first)
            return true;
    }
    return false;
}

/* The database itself says its number when one connects. */
bool pg_pools(const char *url, PGconn *conn)
{
    PGconn *second;
    bool pools;

    if (who_answers(conn) == PQbackendPID(conn))
        return false;
    second = pg_connect(url);
    pools = pg_good(second) && share_processes(conn, second);
    PQfinish(second);
    return pools;
}

static bool is_true(PGconn *conn, const char *sql)
{
    PGresult *r = pg_run(conn, sql);
    bool is = r && PQntuples(r) == 1 && *PQgetvalue(r, 0, 0) == 't';

    PQclear(r);
    return is;
}

/* A lock that was taken by the one cannot be had by the other. */
static bool leads_elsewhere(PGconn *session, PGconn *pooled)
{
    unsigned key = randombytes_random() & INT32_MAX;
    char take[80], give[80];
    bool elsewhere;

    snprintf(take, sizeof take, "SELECT pg_try_advisory_lock(7453, %u)", key);
    if (!is_true(session, take))
        return false;
    snprintf(take, sizeof take, "SELECT pg_try_advisory_xact_lock(7453, %u)", key);
    elsewhere = is_true(pooled, take);
    snprintf(give, sizeof give, "SELECT pg_advisory_unlock(7453, %u)", key);
    is_true(session, give);
    return elsewhere;
}

const char *pg_wrong_listen(const struct pg_store *own, PGconn *session)
{
    static _Thread_local char why[300];
    PGconn *pooled;
    const char *wrong = NULL;

    if (pg_pools(own->listen, session))
        return "--db-listen must lead to the database itself: here a pooler gives out its sessions "
               "transaction by transaction";
    pooled = pg_connect(own->url);
    if (!pg_good(pooled)) {
        snprintf(why, sizeof why, "--db does not answer, though --db-listen does: %s",
                 pg_error(pooled));
        wrong = why;
    } else if (leads_elsewhere(session, pooled)) {
        wrong = "--db-listen leads to another database than --db";
    }
    PQfinish(pooled);
    return wrong;
}
