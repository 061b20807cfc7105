/*
 * store-jobs.c: matches that wait for a computer, as rows that whoever thinks takes from the store.
 *
 * A row is written by the transaction that makes a match wait, and goes with the one after which it waits no
 * more (store-pg-write.c). Who takes it has it until a moment by the store's clock, which he puts off as long as
 * he is at work; who dies, is stopped or cut off loses it. Nothing here decides anything: a decision is a change
 * like any other, and of two for the same number one stands.
 *
 * Whoever locks several rows passes over those that others have locked, so that nobody waits for anybody in a
 * ring. What is taken need not be on disk: if PostgreSQL forgets it, somebody takes it again.
 */
#include <stdio.h>
#include <string.h>

#include "store-jobs.h"
#include "store-own.h"

#define SOON ", set_config('synchronous_commit', 'off', true)"

enum { FOUND_MOST = 500 };

static int rows_of(struct reading *r)
{
    int n = 0;

    while (next_row(r))
        n++;
    return read_end(r) ? n : -1;
}

/* ---- taking ---- */

static void read_thought(struct reading *r, struct thought *t)
{
    int64_t rank = column_int64(r, 2);

    snprintf(t->match, sizeof t->match, "%s", column_text(r, 0, NULL));
    t->seq = (int)column_int64(r, 1);
    t->rank = rank < RANK_WATCHED || rank >= RANKS ? RANK_COMPUTERS : (enum job_rank)rank;
    t->lapses = (int)column_int64(r, 3);
    t->lapsed = column_int64(r, 4) != 0;
}

/*
 * THOUGHT_LIMIT and FORMER_MS in the words of SQL. Of those that have waited longest, its own former ones have two
 * seconds' start: what a bot remembers is worth that, and nobody waits for ever.
 */
int store_jobs_take(struct store *store, const struct taking *how, struct thought *taken)
{
    struct reading r = read_begin(
        store,
        "WITH longest AS MATERIALIZED (SELECT match FROM jobs j WHERE rank BETWEEN ?2 AND ?3"
        " AND until<=now() AND (former IN (0, ?1) OR due<now()-interval '200 milliseconds')"
        " AND NOT EXISTS (SELECT 1 FROM crashes c WHERE c.match=j.match AND c.n>=?5)"
        " ORDER BY rank, due LIMIT 128),"
        " free AS MATERIALIZED (SELECT j.match, CASE WHEN j.taker IN (0, ?1) THEN 0 ELSE 1 END"
        " AS lapsed FROM jobs j JOIN longest USING (match) WHERE j.until<=now() ORDER BY j.rank,"
        " j.due+CASE WHEN j.former IN (0, ?1) THEN interval '0' ELSE interval '2 seconds' END"
        " LIMIT ?4 FOR UPDATE OF j SKIP LOCKED)"
        " UPDATE jobs j SET taker=?1, until=now()+interval '5 seconds', tries=j.tries+free.lapsed"
        " FROM free WHERE j.match=free.match"
        " RETURNING j.match, j.seq, j.rank, j.tries, free.lapsed" SOON,
        NULL);
    int n = 0;

    bind_number(&r, 1, how->server);
    bind_number(&r, 2, how->from);
    bind_number(&r, 3, how->to);
    bind_number(&r, 4, how->most < TAKEN_MOST ? how->most : TAKEN_MOST);
    bind_number(&r, 5, how->crashes);
    while (next_row(&r))
        if (n < how->most && n < TAKEN_MOST)
            read_thought(&r, &taken[n++]);
    return read_end(&r) ? n : -1;
}

bool store_jobs_renew(struct store *store, int64_t server, const char *ids)
{
    struct reading r = read_begin(
        store,
        "WITH mine AS MATERIALIZED (SELECT match FROM jobs WHERE match=ANY(string_to_array(?1,"
        " ' ')) AND taker=?2 FOR UPDATE SKIP LOCKED) UPDATE jobs j SET"
        " until=now()+interval '5 seconds' FROM mine WHERE j.match=mine.match RETURNING 1" SOON,
        ids);

    bind_number(&r, 2, server);
    return rows_of(&r) >= 0;
}

/* ---- giving back ---- */

/* Who returns something is about to end, or has lost what he remembered: it is left to nobody. */
bool store_jobs_return(struct store *store, int64_t server, const char *ids, int ms)
{
    struct reading r = read_begin(
        store,
        ids ? "WITH mine AS MATERIALIZED (SELECT match FROM jobs WHERE match=ANY(string_to_array("
              "?1, ' ')) AND taker=?2 FOR UPDATE SKIP LOCKED) UPDATE jobs j SET taker=0,"
              " until=now()+?3*interval '1 millisecond' FROM mine WHERE j.match=mine.match"
              " RETURNING 1" SOON
            : "WITH mine AS MATERIALIZED (SELECT match FROM jobs WHERE (taker=?2 OR former=?2)"
              " AND ?1='' FOR UPDATE SKIP LOCKED) UPDATE jobs j SET former=0,"
              " taker=CASE taker WHEN ?2 THEN 0 ELSE taker END,"
              " until=CASE taker WHEN ?2 THEN now()+?3*interval '1 millisecond' ELSE until END"
              " FROM mine WHERE j.match=mine.match RETURNING 1" SOON,
        ids ? ids : "");

    bind_number(&r, 2, server);
    bind_number(&r, 3, ms);
    return rows_of(&r) >= 0;
}

bool store_job_shelve(struct store *store, int64_t server, const char *id)
{
    struct reading r = read_begin(
        store,
        "WITH one AS MATERIALIZED (SELECT m.id, m.changes-1 AS seq FROM matches m WHERE m.id=?1"
        " AND " JOB_WAITS " FOR UPDATE OF m),"
        " gone AS (DELETE FROM jobs WHERE match=?1 AND taker=?2 AND NOT EXISTS"
        "  (SELECT 1 FROM one))"
        " UPDATE jobs j SET seq=one.seq, taker=0, until=CASE WHEN j.seq<>one.seq THEN '-infinity'"
        " ELSE now()+interval '1 minute' END FROM one WHERE j.match=one.id AND j.taker=?2"
        " RETURNING 1",
        id);

    bind_number(&r, 2, server);
    return rows_of(&r) >= 0;
}

/* ---- looking ---- */

/* Whoever locks a match alone writes its job: so does this. */
static int find_some(struct store *store)
{
    struct reading r =
        read_begin(store,
                   "WITH found AS MATERIALIZED (SELECT m.id, m.changes-1 AS seq, m.thinker,"
                   " " JOB_RANK " AS rank FROM matches m WHERE " JOB_WAITS " AND NOT EXISTS"
                   " (SELECT 1 FROM jobs j WHERE j.match=m.id) ORDER BY m.id LIMIT ?1"
                   " FOR UPDATE OF m SKIP LOCKED)"
                   " INSERT INTO jobs (match, seq, rank, due, former) SELECT id, seq, rank, now(),"
                   " thinker FROM found ON CONFLICT DO NOTHING RETURNING 1",
                   NULL);

    bind_number(&r, 1, FOUND_MOST);
    return rows_of(&r);
}

bool store_jobs_find(struct store *store)
{
    int found;

    do
        found = find_some(store);
    while (found == FOUND_MOST);
    return found >= 0;
}

bool store_jobs_count(struct store *store, int crashes, int n[RANKS], double *oldest)
{
    struct reading r = read_begin(
        store,
        "SELECT rank, COUNT(*), CAST(EXTRACT(EPOCH FROM now()-MIN(due))*1000 AS bigint) FROM jobs j"
        " WHERE until<=now() AND NOT EXISTS (SELECT 1 FROM crashes c WHERE c.match=j.match"
        " AND c.n>=?1) GROUP BY rank",
        NULL);

    memset(n, 0, RANKS * sizeof *n);
    *oldest = 0;
    bind_number(&r, 1, crashes);
    while (next_row(&r)) {
        int64_t rank = column_int64(&r, 0);
        double age = (double)column_int64(&r, 2) / 1000;

        if (rank >= RANK_WATCHED && rank < RANKS)
            n[rank] = (int)column_int64(&r, 1);
        if (age > *oldest)
            *oldest = age;
    }
    return read_end(&r);
}
