/*
 * store-pg-news.c: servers that share a PostgreSQL tell each other what they have written (NOTIFY, LISTEN).
 *
 * Never in the transaction that writes: that would make all commits wait for each other. A notice that comes
 * while nobody listens is gone, so whoever hears anew must look for himself.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>

#include "store-pg.h"

static const char channel[] = "grognard";

bool pg_tell(struct store *store, const char *news)
{
    struct pg_store *own = store->own;
    const char *const values[] = { channel, news };
    PGresult *r;
    bool told;

    if (!pg_connected(&own->teller))
        return false;
    own->self = PQbackendPID(own->teller.conn);
    r = PQexecParams(own->teller.conn, "SELECT pg_notify($1, $2)", 2, NULL, values, NULL, NULL, 0);
    told = PQresultStatus(r) == PGRES_TUPLES_OK;
    PQclear(r);
    return told;
}

/* True: from now on what is told is heard. */
static bool begin_to_hear(struct pg_store *own)
{
    PGresult *r = pg_connected(&own->hearer) ? pg_run(own->hearer.conn, "LISTEN grognard") : NULL;

    PQclear(r);
    own->hears = r != NULL;
    return own->hears;
}

/* What has come; what we have told ourselves is no news. */
static int take_notices(struct pg_store *own, void *to, void (*each)(void *to, const char *news))
{
    PGnotify *notice;
    int n = 0;

    while ((notice = PQnotifies(own->hearer.conn))) {
        if (notice->be_pid != own->self)
            each(to, notice->extra);
        PQfreemem(notice);
        n++;
    }
    return n;
}

static void wait_for(int ms)
{
    poll(NULL, 0, ms);
}

enum hearing pg_hear(struct store *store, int ms, void *to,
                     void (*each)(void *to, const char *news))
{
    struct pg_store *own = store->own;
    struct pollfd socket = { .events = POLLIN };

    if (!own->hears || !pg_good(own->hearer.conn)) {
        if (begin_to_hear(own))
            return HEARS_ANEW;
        wait_for(ms);
        return HEARS_NOT;
    }
    if (take_notices(own, to, each))
        return HEARS;
    socket.fd = PQsocket(own->hearer.conn);
    if (poll(&socket, 1, ms) > 0 && !PQconsumeInput(own->hearer.conn)) {
        own->hears = false;
        PQfinish(own->hearer.conn);
        own->hearer.conn = NULL;
        return HEARS_NOT;
    }
    take_notices(own, to, each);
    return HEARS;
}
