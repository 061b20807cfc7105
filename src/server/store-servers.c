/*
 * store-servers.c: servers that share a store: who lives, who is present where. Who thinks for which match:
 * store-jobs.c.
 *
 * Nothing here decides anything: (match, seq) and the version of the match do (store-pg-write.c). It spares
 * work that would be done twice, and says who is there. The store's clock counts, no server's.
 */
#include <sodium.h>
#include <string.h>

#include "store-jobs.h"
#include "store-own.h"

/* SERVER_SILENT, in the words of SQL */
#define ALIVE "beat>now()-interval '5 seconds'"

bool store_tell(struct store *store, const char *news)
{
    return store->kind->tell(store, news);
}

enum hearing store_hear(struct store *store, int ms, void *to,
                        void (*each)(void *to, const char *news))
{
    return store->kind->hear(store, ms, to, each);
}

/* ---- how matches are ---- */

bool store_look(struct store *store, const char *ids, int64_t server, void *to,
                void (*each)(void *to, const char *id, const struct glance *))
{
    struct reading r =
        read_begin(store,
                   "SELECT m.id, m.version, COALESCE(c.n, 0), COALESCE((SELECT bit_or(p.seats)"
                   " FROM presence p JOIN servers s ON s.id=p.server AND s." ALIVE
                   " WHERE p.match=m.id AND p.server<>?2), 0) FROM matches m LEFT JOIN crashes c "
                   "ON c.match=m.id"
                   " WHERE m.id=ANY(string_to_array(?1, ' '))",
                   ids);

    bind_number(&r, 2, server);
    while (next_row(&r)) {
        const struct glance glance = { column_int64(&r, 1), (int)column_int64(&r, 2),
                                       (uint32_t)column_int64(&r, 3) };

        each(to, column_text(&r, 0, NULL), &glance);
    }
    return read_end(&r);
}

int64_t store_version(struct store *store, const char *id)
{
    struct reading r = read_begin(store, "SELECT version FROM matches WHERE id=?1", id);
    int64_t version = 0;

    while (next_row(&r))
        version = column_int64(&r, 0);
    return read_end(&r) ? version : -1;
}

/* ---- servers ---- */

/* The number of rows that it answers, each of them a number; the last of these. -1: unread. */
static int run(struct reading *r, int *last)
{
    int n = 0;

    while (next_row(r)) {
        *last = (int)column_int64(r, 0);
        n++;
    }
    return read_end(r) ? n : -1;
}

int store_beat(struct store *store, int64_t server)
{
    struct reading r = read_begin(store,
                                  "INSERT INTO servers (id, beat, schema) VALUES (?1, now(), ?2)"
                                  " ON CONFLICT (id) DO UPDATE SET beat=now(), schema=?2"
                                  " RETURNING CASE WHEN xmax=0 THEN 1 ELSE 0 END",
                                  NULL);
    int anew = 0;

    bind_number(&r, 1, server);
    bind_number(&r, 2, *store->kind->knows);
    return run(&r, &anew) < 0 ? -1 : anew;
}

void store_leave(struct store *store, int64_t server)
{
    struct reading r = read_begin(store,
                                  "WITH a AS (DELETE FROM presence WHERE server=?1)"
                                  " DELETE FROM servers WHERE id=?1 RETURNING 1",
                                  NULL);
    int last;

    store_jobs_return(store, server, NULL, 0);
    bind_number(&r, 1, server);
    run(&r, &last);
}

void store_bury(struct store *store)
{
    struct reading r = read_begin(
        store,
        "WITH dead AS (DELETE FROM servers WHERE beat<now()-interval '1 minute' RETURNING id),"
        " a AS (DELETE FROM presence WHERE server IN (SELECT id FROM dead))"
        " SELECT 1 FROM dead",
        NULL);
    int last;

    run(&r, &last);
}

/* Whoever is watched is thought for first. */
static bool rank_again(struct store *store, const char *id)
{
    struct reading r = read_begin(store,
                                  "UPDATE jobs j SET rank=" JOB_RANK " FROM matches m WHERE"
                                  " j.match=?1 AND m.id=?1 AND j.rank<>" JOB_RANK " RETURNING 1",
                                  id);
    int last;

    return run(&r, &last) >= 0;
}

bool store_present(struct store *store, int64_t server, const char *id, uint32_t seats)
{
    struct reading r =
        read_begin(store,
                   seats ? "INSERT INTO presence (match, server, seats) VALUES (?1, ?2, ?3)"
                           " ON CONFLICT (match, server) DO UPDATE SET seats=excluded.seats"
                           " RETURNING 1"
                         : "DELETE FROM presence WHERE match=?1 AND server=?2 AND ?3=0 RETURNING 1",
                   id);
    int last;

    bind_number(&r, 2, server);
    bind_number(&r, 3, seats);
    return run(&r, &last) >= 0 && rank_again(store, id);
}

/* ---- what all have ---- */

/* Drawn here, unless another was first. */
static bool draw(struct store *store, const char *name)
{
    unsigned char bytes[COMMITMENT];
    char hex[2 * COMMITMENT + 1];
    struct reading r = read_begin(store,
                                  "INSERT INTO secrets (name, bytes) VALUES (?1, decode(?2, 'hex'))"
                                  " ON CONFLICT DO NOTHING RETURNING 1",
                                  name);
    int last;

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(hex, sizeof hex, bytes, sizeof bytes);
    bind_text(&r, 2, hex);
    return run(&r, &last) >= 0;
}

bool store_secret(struct store *store, const char *name, unsigned char secret[COMMITMENT])
{
    struct reading r = read_begin(store, "SELECT bytes FROM secrets WHERE name=?1", name);
    bool found = false;

    if (!draw(store, name))
        return false;
    while (next_row(&r))
        found = column_bytes(&r, 0, secret, COMMITMENT);
    return read_end(&r) && found;
}
