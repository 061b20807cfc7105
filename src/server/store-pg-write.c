/*
 * store-pg-write.c: jobs into PostgreSQL.
 *
 * A writer gathers what waits, one job of each match, sorted by match, and sends it as one transaction
 * in one go: nobody ever waits for a server that was stopped between two questions. The rows of the
 * matches are locked first, in their order, so that batches of several servers cannot lock each other
 * out. Then (match, seq) decides of each job whether somebody else was first, and the version of the match
 * whether it was made upon all that stands; matches.writer says until the end of the transaction who has won
 * it, and every other write asks that. So a race costs one job and not the batch.
 *
 * When the connection is lost nobody knows whether the transaction stands. Then it is looked for by the
 * writer's mark, and until that was answered nothing is said to anybody; after UNKNOWN_MOST seconds,
 * that it is not known to be stored.
 */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "metrics.h"
#include "outbox.h"
#include "store-jobs.h"
#include "store-pg.h"

enum { BATCH = 64, UNKNOWN_MOST = 10 };

/* ---- the statements ---- */

#define WON " FROM matches WHERE id=$1 AND writer="

/* Behind the values of the job comes the mark of its writer, where it says `fenced`. */
static const struct {
    const char *letters, *sql;
} statement[WRITE_COPY] = {
    [WRITE_MATCH] = { "ttttiibbtttt",
                      "INSERT INTO matches (id, game, scenario, name, listed, began, commitment,"
                      " salt, origin, maker, address, card, writer) VALUES"
                      " ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13) ON CONFLICT DO NOTHING" },
    [WRITE_SEAT] = { "tittbtb",
                     "INSERT INTO seats (match, seat, kind, name, token, bot, visitor)"
                     " SELECT $1,$2,$3,$4,$5,$6,$7" WON "$8 ON CONFLICT (match, seat) DO UPDATE"
                     " SET kind=excluded.kind, name=excluded.name, token=excluded.token,"
                     " bot=excluded.bot, visitor=excluded.visitor" },
    [WRITE_UNSEAT] = { "ti", "DELETE FROM seats WHERE match=$1 AND seat=$2 AND EXISTS"
                             " (SELECT 1" WON "$3)" },
    [WRITE_TOUCH] = { "it", "UPDATE matches SET changed=$1, archived=0 WHERE id=$2"
                            " AND writer=$3" },
    [WRITE_ARCHIVE] = { "iti", "WITH one AS (UPDATE matches SET archived=$1, version=version+1"
                               " WHERE id=$2 AND changed<$3 AND archived=0 AND due=0 AND NOT EXISTS"
                               " (SELECT 1 FROM presence p JOIN servers v ON v.id=p.server"
                               "  AND v.beat>now()-interval '5 seconds'"
                               "  WHERE p.match=$2 AND p.seats<>0) RETURNING id)"
                               " DELETE FROM jobs WHERE match IN (SELECT id FROM one)" },
    [WRITE_REMATCH] = { "tt", "UPDATE matches SET rematch=$1 WHERE id=$2 AND writer=$3" },
    [WRITE_REMOVE] = { "ti", "WITH gone AS (DELETE FROM matches WHERE id=$1 AND archived>0 AND "
                             "archived<$2"
                             " RETURNING id),"
                             " a AS (DELETE FROM seats WHERE match IN (SELECT id FROM gone)),"
                             " b AS (DELETE FROM changes WHERE match IN (SELECT id FROM gone)),"
                             " c AS (DELETE FROM positions WHERE match IN (SELECT id FROM gone)),"
                             " d AS (DELETE FROM chat WHERE match IN (SELECT id FROM gone)),"
                             " e AS (DELETE FROM crashes WHERE match IN (SELECT id FROM gone)),"
                             " f AS (DELETE FROM uploads WHERE match IN (SELECT id FROM gone)),"
                             " g AS (DELETE FROM jobs WHERE match IN (SELECT id FROM gone)),"
                             " h AS (DELETE FROM notices WHERE match IN (SELECT id FROM gone)),"
                             " i AS (DELETE FROM outbox WHERE match IN (SELECT id FROM gone)),"
                             " j AS (DELETE FROM links WHERE match IN (SELECT id FROM gone)),"
                             " k AS (DELETE FROM journals WHERE match IN (SELECT id FROM gone))"
                             " DELETE FROM marks WHERE match IN (SELECT id FROM gone)" },
    [WRITE_LINES] = { "tti", "UPDATE changes SET lines=lines||$1 WHERE match=$2 AND seq=$3"
                             " AND EXISTS (SELECT 1 FROM matches WHERE id=$2 AND writer=$4)" },
    [WRITE_STATUS] = { "iiiiiit",
                       "UPDATE matches SET turn=$1, asks=$2, over=$3, closed=$4,"
                       " closed_by=$5, changed=$6, archived=0 WHERE id=$7 AND writer=$8" },
    [WRITE_POSITION] = { "tiit", "INSERT INTO positions (match, seq, chances, text)"
                                 " SELECT $1,$2,$3,$4" WON "$5 ON CONFLICT (match) DO UPDATE"
                                 " SET seq=excluded.seq, chances=excluded.chances,"
                                 " text=excluded.text" },
    [WRITE_OFFERS] = { "iiiit", "UPDATE matches SET undo_by=$1, undo_to=$2, draw=$3, advice=$4"
                                " WHERE id=$5 AND writer=$6" },
    [WRITE_CLOCK] = { "tit", "UPDATE matches SET clock=$1, due=$2 WHERE id=$3 AND writer=$4" },
    [WRITE_CHAT] = { "tiittti", "INSERT INTO chat (match, n, at, sender, text, request, seat)"
                                " SELECT $1,$2,$3,$4,$5,$6,$7" WON "$8" },
    [WRITE_UPLOAD] = { "tt", "INSERT INTO uploads (match, digest) SELECT $1,$2" WON "$3" },
    [WRITE_CRASH] = { "ti", "INSERT INTO crashes (match, n, at) VALUES ($1, 1, $2)"
                            " ON CONFLICT (match) DO UPDATE SET n=crashes.n+1, at=excluded.at" },
    [WRITE_CRASH_TEXT] = { "tti", "INSERT INTO upload_crashes (digest, address, n, at)"
                                  " VALUES ($1, $2, 1, $3) ON CONFLICT (digest, address)"
                                  " DO UPDATE SET n=upload_crashes.n+1, at=excluded.at" },
    [WRITE_CRASH_SOURCE] = { "ti",
                             "INSERT INTO upload_crashes (digest, address, n, at)"
                             " SELECT digest, address, 1, $2 FROM uploads JOIN matches ON id=match"
                             " WHERE match=$1 ON CONFLICT (digest, address)"
                             " DO UPDATE SET n=upload_crashes.n+1, at=excluded.at" },
    [WRITE_CRASH_ALL] = { "tiii", "UPDATE crashes SET n=GREATEST(n, $4) WHERE match=$1 AND $3<="
                                  " (SELECT COALESCE(SUM(n), 0) FROM upload_crashes WHERE at>$2"
                                  " AND address=(SELECT address FROM uploads JOIN matches"
                                  " ON id=match WHERE match=$1))" },
    [WRITE_PARDON] = { "", "DELETE FROM crashes" },
    [WRITE_PARDON_TEXTS] = { "", "DELETE FROM upload_crashes" },
    [WRITE_PASSED] = { "ti", OUTBOX_PASSED("$1", "$2", " AND EXISTS (SELECT 1" WON "$3)") },
    [WRITE_TURN] = { "tiiiii", OUTBOX_TURN("$1", "$2", "$3", "$4", "$5", "$6",
                                           " AND EXISTS (SELECT 1" WON "$7)") },
    [WRITE_NOTICE] = { "tibbtttittttti",
                       "INSERT INTO notices (" NOTICE_COLUMNS ") VALUES"
                       " ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14)"
                       " ON CONFLICT (match, seat) DO UPDATE SET holder=excluded.holder,"
                       " card=excluded.card, mail=excluded.mail, mail_is=excluded.mail_is,"
                       " mail_why=excluded.mail_why, digest=excluded.digest, hook=excluded.hook,"
                       " hook_is=excluded.hook_is, hook_why=excluded.hook_why,"
                       " secret=excluded.secret, stop=excluded.stop, made=excluded.made" },
    [WRITE_UNNOTICE] = { "ti", "DELETE FROM notices WHERE match=$1 AND seat=$2" },
    [WRITE_CONFIRM] = { "t", "UPDATE notices SET mail_is='on', mail_why='' WHERE stop=$1"
                             " AND mail_is='asked'" },
    [WRITE_MAIL_IS] = { "ttt", "UPDATE notices SET mail_is=$1, mail_why=$2 WHERE (match, seat)"
                               " IN (SELECT match, seat FROM notices WHERE mail=$3"
                               " ORDER BY match, seat FOR UPDATE)" },
    [WRITE_MAIL_WHY] = { "tti", "UPDATE notices SET mail_why=$1 WHERE match=$2 AND seat=$3" },
    [WRITE_HOOK_IS] = { "ttti", "UPDATE notices SET hook_is=$1, hook_why=$2"
                                " WHERE match=$3 AND seat=$4" },
    [WRITE_OUTBOX] = { "tiiti", "INSERT INTO outbox (match, seat, seq, kind, due)"
                                " VALUES ($1,$2,$3,$4,$5) ON CONFLICT DO NOTHING" },
    [WRITE_OUTBOX_BY] = { "itiit", "UPDATE outbox SET until=$1 WHERE match=$2 AND seat=$3"
                                   " AND seq=$4 AND kind=$5" },
    [WRITE_OUTBOX_DUE] = { "iiitiit", "UPDATE outbox SET until=0, due=$1, tries=$2, looks=$3"
                                      " WHERE match=$4 AND seat=$5 AND seq=$6 AND kind=$7" },
    [WRITE_OUTBOX_GONE] = { "tiit", "DELETE FROM outbox WHERE match=$1 AND seat=$2 AND seq=$3"
                                    " AND kind=$4" },
    [WRITE_UNSENT] = { "tii", "DELETE FROM outbox WHERE match=$1 AND seat=$2"
                              " AND (kind LIKE 'hook%')=($3=1)" },
    [WRITE_LINK] = { "tbii", "INSERT INTO links (match, key, seat, at) VALUES ($1,$2,$3,$4)"
                             " ON CONFLICT DO NOTHING" },
    [WRITE_UNLINK] = { "tii", "DELETE FROM links WHERE match=$1 AND seat=$2 AND at<$3" },
    [WRITE_UNLINK_MAIL] = { "t", "DELETE FROM links WHERE (match, key) IN (SELECT l.match, l.key"
                                 " FROM links l JOIN notices n ON n.match=l.match"
                                 " AND n.seat=l.seat WHERE n.mail=$1"
                                 " ORDER BY l.match, l.key FOR UPDATE OF l)" },
    [WRITE_UNWANTED] = { "ti", "INSERT INTO unwanted (digest, at) VALUES ($1,$2)"
                               " ON CONFLICT DO NOTHING" },
    [WRITE_NOTICES_AGAIN] = { "tt", NOTICES_AGAIN("$1", "$2") },
    [WRITE_LINKS_AGAIN] = { "tt", LINKS_AGAIN("$1", "$2") },
    [WRITE_FOLDED] = { "it", "UPDATE matches SET folded=$1 WHERE id=$2 AND over=1"
                             " AND changes=$1" },
    [WRITE_JOURNAL] = { "tiibi",
                        "INSERT INTO journals (match, form, size, packed)"
                        " SELECT $1,$2,$3,$4" IS_FOLDED(
                            "$1", "$5") " ON CONFLICT (match) DO UPDATE SET form=excluded.form,"
                                        " size=excluded.size, packed=excluded.packed" },
    [WRITE_UNFOLDED] = { "ti", "DELETE FROM changes WHERE match=$1 AND seq<$2 AND EXISTS"
                               " (SELECT 1" IS_FOLDED("$1", "$2") ")" },
    [WRITE_COMPATIBLE] = { "i", "UPDATE meta SET value=$1 WHERE name='compatible'"
                                " AND value<$1" },
};

/* Of a whole batch, each value a list. */
static const char lock_sql[] =
    "SELECT 1 FROM matches WHERE id=ANY($1::text[]) ORDER BY id FOR UPDATE";
static const char change_sql[] =
    "INSERT INTO changes (match, seq, at, request, lines, entries, seat, writer)"
    " SELECT j.match, j.seq, j.at, j.request, j.lines, j.entries, j.seat, j.writer"
    " FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[],"
    " $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])"
    " AS j (match, seq, at, request, lines, entries, seat, writer, first, upon)"
    " JOIN matches m ON m.id=j.match AND m.changes=j.first AND (j.upon<0 OR j.upon=m.version)"
    " ORDER BY j.match, j.seq ON CONFLICT DO NOTHING";
static const char verdict_sql[] =
    "UPDATE matches m SET version=m.version+1, changes=m.changes+j.n,"
    " played=GREATEST(m.played, j.played), writer=j.writer"
    " FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],"
    " $7::bigint[], $8::text[]) AS j (match, n, played, upon, writer, line, seat, request)"
    " WHERE m.id=j.match AND (j.upon<0 OR j.upon=m.version) AND j.n=(SELECT count(*)"
    "  FROM changes c WHERE c.match=j.match AND c.seq>=m.changes AND c.writer=j.writer)"
    " AND NOT EXISTS (SELECT 1 FROM chat c WHERE c.match=j.match AND j.line>0"
    "  AND (c.n=j.line OR (c.request<>'' AND c.request=j.request AND c.seat=j.seat)))"
    " RETURNING m.id, m.version";
/*
 * Whether they wait for a computer now, whatever has brought that about. A decision makes the job a new one, which
 * anybody may take; who has had it is remembered, for a bot remembers too.
 */
static const char jobs_sql[] =
    "WITH waits AS (SELECT m.id, m.changes-1 AS seq, m.thinker, " JOB_RANK " AS rank"
    " FROM matches m WHERE m.id=ANY($1::text[]) AND " JOB_WAITS "),"
    " gone AS (DELETE FROM jobs WHERE match=ANY($1::text[]) AND match NOT IN"
    "  (SELECT id FROM waits) RETURNING match, taker),"
    " kept AS (UPDATE matches m SET thinker=gone.taker FROM gone WHERE m.id=gone.match"
    "  AND gone.taker NOT IN (0, m.thinker))"
    " INSERT INTO jobs (match, seq, rank, due, former)"
    " SELECT id, seq, rank, clock_timestamp(), thinker FROM waits ORDER BY id"
    " ON CONFLICT (match) DO UPDATE SET seq=excluded.seq, rank=excluded.rank, due=excluded.due,"
    " until='-infinity', taker=0, tries=0,"
    " former=CASE jobs.taker WHEN 0 THEN jobs.former ELSE jobs.taker END"
    " WHERE jobs.seq<>excluded.seq RETURNING match";
/* What has no number leaves a mark, for an hour. */
static const char mark_sql[] =
    "WITH old AS (DELETE FROM marks WHERE match=$1 AND at<now()-interval '1 hour')"
    " INSERT INTO marks (match, writer) SELECT $1,$2" WON "$2";

static const char *letters_of(int what)
{
    return what < WRITE_COPY ? statement[what].letters : row_tables[what - WRITE_COPY].letters;
}

static void put_words(struct pg_words *w, const char *name, const char *sql, const char *letters)
{
    snprintf(w->name, sizeof w->name, "%s", name);
    text_add(&w->sql, sql);
    for (; letters[w->n]; w->n++)
        w->types[w->n] = letters[w->n] == 't' ? PG_TEXT : letters[w->n] == 'i' ? PG_INT8 : PG_BYTEA;
}

static void put_write(struct pg_words *w, int what)
{
    struct text sql = { 0 }, shared = { 0 };
    char name[16], letters[PG_VALUES + 1];

    snprintf(name, sizeof name, "w%d", what);
    snprintf(letters, sizeof letters, "%s%s", letters_of(what),
             write_is_fenced((enum store_write)what) ? "i" : "");
    if (what < WRITE_COPY) {
        text_add(&sql, statement[what].sql);
    } else {
        row_insert_sql(&row_tables[what - WRITE_COPY], &shared);
        pg_dialect(text_of(&shared), &sql);
    }
    put_words(w, name, text_of(&sql), letters);
    text_free(&sql);
    text_free(&shared);
}

void pg_words_begin(struct pg_store *own)
{
    static const struct {
        const char *name, *sql, *letters;
    } list[PG_LISTS] = {
        [LIST_LOCK] = { "lock", lock_sql, "" },
        [LIST_CHANGE] = { "change", change_sql, "" },
        [LIST_VERDICT] = { "verdict", verdict_sql, "" },
        [LIST_JOBS] = { "jobs", jobs_sql, "" },
        [LIST_MARK] = { "mark", mark_sql, "ti" },
    };

    for (int i = 0; i < WRITES; i++)
        if (i != WRITE_CHANGE)
            put_write(&own->words[i], i);
    for (int i = 0; i < PG_LISTS; i++)
        put_words(&own->words[WRITES + i], list[i].name, list[i].sql, list[i].letters);
}

void pg_words_end(struct pg_store *own)
{
    for (int i = 0; i < COUNT(own->words); i++)
        text_free(&own->words[i].sql);
}

static bool prepare(PGconn *conn, const struct pg_words *w)
{
    PGresult *r = PQprepare(conn, w->name, text_of(&w->sql), w->n, w->types);
    bool good = PQresultStatus(r) == PGRES_COMMAND_OK;

    PQclear(r);
    return good;
}

/* A connection with all statements; one that is no session is told each of them when it is wanted. */
static bool ready(struct pg_link *link)
{
    struct pg_store *own = link->of;

    if (!pg_connected(link))
        return false;
    for (int i = 0; i < COUNT(own->words) && !own->pooled && !link->prepared; i++)
        if (own->words[i].sql.n && !prepare(link->conn, &own->words[i]))
            return false;
    link->prepared = true;
    return true;
}

/* ---- a batch ---- */

struct batch {
    struct writer *w;
    struct pg_link *link;
    struct job *job[BATCH]; /* one a match, sorted by it */
    int n;
    int sent, verdict, jobs; /* questions; which of them says who has won, and who waits now */
};

static struct value *change_of(const struct job *job)
{
    for (struct write *w = job->first; w; w = w->next)
        if (w->what == WRITE_CHANGE)
            return w->value;
    return NULL;
}

static bool is_fenced(const struct job *job)
{
    for (const struct write *w = job->first; w; w = w->next)
        if (write_is_fenced(w->what))
            return true;
    return false;
}

/* Lists as PostgreSQL reads them: {"a","b"}. */
static void list_add(struct text *list, const char *text, size_t n)
{
    text_char(list, list->n ? ',' : '{');
    text_char(list, '"');
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"' || text[i] == '\\')
            text_char(list, '\\');
        text_char(list, text[i]);
    }
    text_char(list, '"');
}

static void list_number(struct text *list, int64_t n)
{
    text_printf(list, "%c%lld", list->n ? ',' : '{', (long long)n);
}

static void list_value(struct text *list, const struct value *v)
{
    if (v->letter == 'i')
        list_number(list, v->number);
    else
        list_add(list, v->bytes, v->size);
}

/* One of the statements: by its name, or, to what is no session, in full. */
static bool send_words(struct batch *b, int what, int n, const char *const *values,
                       const int *sizes, const int *formats)
{
    const struct pg_words *w = &b->link->of->words[what];
    PGconn *conn = b->link->conn;

    b->sent++;
    if (!b->link->of->pooled)
        return PQsendQueryPrepared(conn, w->name, n, values, sizes, formats, 0);
    return PQsendQueryParams(conn, text_of(&w->sql), n, w->n ? w->types : NULL, values, sizes,
                             formats, 0);
}

enum { LISTS = 10 };

static bool send_lists(struct batch *b, enum pg_list which, struct text *list, int n)
{
    const char *values[LISTS] = { NULL };
    bool good;

    for (int i = 0; i < n; i++) {
        text_char(&list[i], list[i].n ? '}' : '{');
        if (list[i].n == 1)
            text_char(&list[i], '}');
        values[i] = text_of(&list[i]);
    }
    good = send_words(b, WRITES + (int)which, n, values, NULL, NULL);
    for (int i = 0; i < n; i++)
        text_free(&list[i]);
    return good;
}

static bool send_sql(struct batch *b, const char *sql)
{
    b->sent++;
    return PQsendQueryParams(b->link->conn, sql, 0, NULL, NULL, NULL, NULL, 0);
}

static bool send_lock(struct batch *b)
{
    struct text list[LISTS] = { { 0 } };

    for (int i = 0; i < b->n; i++)
        list_add(&list[0], b->job[i]->match, strlen(b->job[i]->match));
    return send_lists(b, LIST_LOCK, list, 1);
}

/* match, seq, at, request, lines, entries, seat, writer, the first of the job, upon */
static bool send_changes(struct batch *b)
{
    static const struct value nobody = { .letter = 'i', .number = -1 };
    struct text list[LISTS] = { { 0 } };

    for (int i = 0; i < b->n; i++) {
        const struct value *first = change_of(b->job[i]);

        for (const struct write *w = first ? b->job[i]->first : NULL; w; w = w->next) {
            if (w->what != WRITE_CHANGE)
                continue;
            for (int k = 0; k < 7; k++)
                list_value(&list[k], k < w->n ? &w->value[k] : &nobody);
            list_number(&list[7], b->job[i]->writer);
            list_number(&list[8], first[1].number);
            list_number(&list[9], b->job[i]->upon);
        }
    }
    return send_lists(b, LIST_CHANGE, list, 10);
}

/* How many changes; whether one of them is a person's; the line of chat. */
struct counted {
    int64_t changes, played, line, seat;
    const char *request;
};

static struct counted count_job(const struct job *job)
{
    struct counted c = { .request = "" };

    for (const struct write *w = job->first; w; w = w->next) {
        if (w->what == WRITE_CHANGE) {
            c.changes++;
            c.played = c.played || (w->n > 6 && w->value[6].number >= 0);
        } else if (w->what == WRITE_CHAT) {
            c.line = w->value[1].number;
            c.request = w->value[5].bytes;
            c.seat = w->n > 6 ? w->value[6].number : -1;
        }
    }
    return c;
}

/* match, changes, played, upon, writer, line, seat, request */
static bool send_verdict(struct batch *b)
{
    struct text list[LISTS] = { { 0 } };

    b->verdict = b->sent;
    for (int i = 0; i < b->n; i++) {
        const struct job *job = b->job[i];
        struct counted c = count_job(job);

        if (!is_fenced(job))
            continue;
        list_add(&list[0], job->match, strlen(job->match));
        list_number(&list[1], c.changes);
        list_number(&list[2], c.played);
        list_number(&list[3], job->upon);
        list_number(&list[4], job->writer);
        list_number(&list[5], c.line);
        list_number(&list[6], c.seat);
        list_add(&list[7], c.request, strlen(c.request));
    }
    return send_lists(b, LIST_VERDICT, list, 8);
}

static bool send_write(struct batch *b, const struct job *job, const struct write *w)
{
    const char *letters = letters_of((int)w->what), *values[PG_VALUES] = { NULL };
    char number[PG_VALUES][24];
    int sizes[PG_VALUES] = { 0 }, formats[PG_VALUES] = { 0 }, n = (int)strlen(letters);

    for (int i = 0; i < n && i < w->n; i++) {
        const struct value *v = &w->value[i];

        snprintf(number[i], sizeof number[i], "%lld", (long long)v->number);
        values[i] = v->letter == 'i' ? number[i] : v->letter == 't' || v->size ? v->bytes : NULL;
        sizes[i] = (int)v->size;
        formats[i] = v->letter == 'b';
    }
    if (write_is_fenced(w->what)) {
        snprintf(number[n], sizeof number[n], "%lld", (long long)job->writer);
        values[n] = number[n];
        n++;
    }
    return send_words(b, (int)w->what, n, values, sizes, formats);
}

static bool send_mark(struct batch *b, const struct job *job)
{
    char number[24];
    const char *const values[] = { job->match, number };

    snprintf(number, sizeof number, "%lld", (long long)job->writer);
    return send_words(b, WRITES + LIST_MARK, 2, values, NULL, NULL);
}

/* New matches before what is in them; then the rest. */
static bool send_writes(struct batch *b, bool news)
{
    bool good = true;

    for (int i = 0; i < b->n; i++) {
        const struct job *job = b->job[i];

        for (const struct write *w = job->first; w && good; w = w->next)
            if (w->what != WRITE_CHANGE && (w->what == WRITE_MATCH) == news)
                good = send_write(b, job, w);
        if (good && !news && is_fenced(job) && !change_of(job))
            good = send_mark(b, job);
    }
    return good;
}

static bool send_jobs(struct batch *b)
{
    struct text list[LISTS] = { { 0 } };

    b->jobs = b->sent;
    for (int i = 0; i < b->n; i++)
        if (is_fenced(b->job[i]))
            list_add(&list[0], b->job[i]->match, strlen(b->job[i]->match));
    return send_lists(b, LIST_JOBS, list, 1);
}

/* What a session of our own was told once, and the lock that it would hold. */
static bool send_head(struct batch *b)
{
    return send_sql(b, "BEGIN") &&
           (!b->link->of->pooled ||
            (send_sql(b, "SELECT set_config('synchronous_commit', 'on', true),"
                         " set_config('lock_timeout', '" PG_PATIENCE "', true),"
                         " set_config('idle_in_transaction_session_timeout', '" PG_IDLE "',"
                         " true)") &&
             (!b->link->locks ||
              send_sql(b, "SELECT pg_advisory_xact_lock_shared(" PG_GUARD ")"))));
}

static bool send_all(struct batch *b)
{
    return PQenterPipelineMode(b->link->conn) && send_head(b) && send_lock(b) &&
           send_writes(b, true) && send_changes(b) && send_verdict(b) && send_writes(b, false) &&
           send_jobs(b) && send_sql(b, "COMMIT") && PQpipelineSync(b->link->conn);
}

/* ---- what comes back ---- */

static void read_verdict(struct batch *b, const PGresult *r)
{
    for (int i = 0; i < b->n; i++)
        if (is_fenced(b->job[i]))
            b->job[i]->how = STORE_OVERTAKEN;
    for (int row = 0; row < PQntuples(r); row++)
        for (int i = 0; i < b->n; i++)
            if (strcmp(b->job[i]->match, PQgetvalue(r, row, 0)) == 0) {
                b->job[i]->how = STORE_FINE;
                b->job[i]->version = strtoll(PQgetvalue(r, row, 1), NULL, 10);
            }
}

static void read_jobs(struct batch *b, const PGresult *r)
{
    for (int row = 0; row < PQntuples(r); row++)
        for (int i = 0; i < b->n; i++)
            if (strcmp(b->job[i]->match, PQgetvalue(r, row, 0)) == 0)
                b->job[i]->waits = true;
}

/* The first error of the batch, in the log's words too. */
static enum store_trouble read_answer(struct batch *b, int i, enum store_trouble how)
{
    PGconn *conn = b->link->conn;
    PGresult *r = PQgetResult(conn);
    ExecStatusType is = PQresultStatus(r);

    if (how == STORE_FINE && is != PGRES_COMMAND_OK && is != PGRES_TUPLES_OK) {
        how = pg_failed(conn, r);
        writer_why(b->w, r ? PQresultErrorMessage(r) : pg_error(conn));
    }
    if (how == STORE_FINE && i == b->verdict)
        read_verdict(b, r);
    if (how == STORE_FINE && i == b->jobs)
        read_jobs(b, r);
    if (how == STORE_FINE && i == b->sent - 1 && strcmp(PQcmdStatus(r), "COMMIT") != 0)
        how = STORE_FAILED;
    PQclear(r);
    if (r)
        PQclear(PQgetResult(conn)); /* the end of this one */
    return how;
}

/* STORE_AWAY and no connection: nobody knows. */
static enum store_trouble read_answers(struct batch *b)
{
    PGconn *conn = b->link->conn;
    enum store_trouble how = STORE_FINE;

    for (int i = 0; i < b->sent && pg_good(conn); i++)
        how = read_answer(b, i, how);
    if (!pg_good(conn))
        return STORE_AWAY;
    PQclear(PQgetResult(conn)); /* where all were to end */
    PQexitPipelineMode(conn);
    if (how != STORE_FINE)
        PQclear(pg_run(conn, "ROLLBACK"));
    return how;
}

/* ---- not knowing ---- */

/* 1: it stands; 0: it does not; -1: nobody can say. */
static int look_for(struct pg_link *link, const struct job *job)
{
    const struct value *change = change_of(job);
    char seq[24], writer[24];
    const char *const values[] = { job->match, writer, seq };
    const Oid types[] = { PG_TEXT, PG_INT8, PG_INT8 };
    int found = -1;
    PGresult *r;

    snprintf(writer, sizeof writer, "%lld", (long long)job->writer);
    snprintf(seq, sizeof seq, "%lld", change ? (long long)change[1].number : 0);
    r = PQexecParams(link->conn,
                     change ? "SELECT version FROM matches WHERE id=$1 AND EXISTS"
                              " (SELECT 1 FROM changes WHERE match=$1 AND writer=$2 AND seq=$3)"
                            : "SELECT version FROM matches WHERE id=$1 AND EXISTS"
                              " (SELECT 1 FROM marks WHERE match=$1 AND writer=$2 AND $3=0)",
                     3, types, values, NULL, NULL, 0);
    if (PQresultStatus(r) == PGRES_TUPLES_OK)
        found = PQntuples(r) > 0;
    PQclear(r);
    return found;
}

static void nap(void)
{
    const struct timespec moment = { .tv_nsec = 100000000 };

    nanosleep(&moment, NULL);
}

/*
 * What is seen may not be where it should be yet: whoever waited for a synchronous standby was cut off. What is written
 * after it, and waited for to the end, is there only when all before it is.
 */
static bool stands_for_good(struct pg_link *link)
{
    PGresult *r;

    link->warned = false;
    r = pg_run(link->conn, "UPDATE meta SET value=value WHERE name='schema'");
    PQclear(r);
    return r && !link->warned;
}

static void doubt_all(struct batch *b)
{
    for (int i = 0; i < b->n; i++)
        b->job[i]->how = STORE_AWAY;
}

/* What nobody else can have overtaken (crashes, copies) is said to have failed: it is done again. */
static enum store_trouble look_for_all(struct batch *b)
{
    double until = base_clock() + UNKNOWN_MOST;
    bool found_any = false;
    int i;

    doubt_all(b);
    for (i = 0; i < b->n && base_clock() < until;) {
        int found = pg_connected(b->link) ? look_for(b->link, b->job[i]) : -1;

        if (found < 0) {
            nap();
            continue;
        }
        if (found) {
            b->job[i]->how = STORE_FINE;
            b->job[i]->version = b->job[i]->upon + 1;
            b->job[i]->waits = true; /* it may: whoever looks sees */
            found_any = true;
        }
        i++;
    }
    if (found_any && !stands_for_good(b->link))
        doubt_all(b);
    return i < b->n ? STORE_AWAY : STORE_FINE;
}

/* ---- rounds ---- */

static void mark_jobs(struct batch *b)
{
    for (int i = 0; i < b->n; i++) {
        randombytes_buf(&b->job[i]->writer, sizeof b->job[i]->writer);
        b->job[i]->writer &= INT64_MAX;
        b->job[i]->how = STORE_FINE;
        b->job[i]->waits = false;
    }
}

static enum store_trouble run_batch(struct batch *b)
{
    enum store_trouble how;

    b->sent = b->verdict = b->jobs = 0;
    mark_jobs(b);
    if (!ready(b->link)) {
        writer_why(b->w, b->link->conn ? pg_error(b->link->conn) : "no connection");
        return b->link->conn && pg_good(b->link->conn) ? STORE_FAILED : STORE_AWAY;
    }
    b->link->warned = false;
    how = send_all(b) ? read_answers(b) : STORE_AWAY;
    if (how == STORE_AWAY && !pg_good(b->link->conn))
        return look_for_all(b);
    if (how == STORE_FINE && b->link->warned) { /* committed, but not as it was to be */
        doubt_all(b);
        return STORE_FINE;
    }
    if (how == STORE_FINE)
        atomic_fetch_add(&b->w->store->commits, 1);
    return how;
}

/* A job that PostgreSQL does not take must not take the others with it. */
static enum store_trouble run_singly(const struct batch *all)
{
    enum store_trouble worst = STORE_FINE;

    for (int i = 0; i < all->n; i++) {
        struct batch b = { .w = all->w, .link = all->link, .job = { all->job[i] }, .n = 1 };
        enum store_trouble how = run_batch(&b);

        if (how != STORE_FINE)
            all->job[i]->how = worst = how;
    }
    return worst == STORE_FAILED ? STORE_FINE : worst;
}

static int by_match(const void *a, const void *b)
{
    const struct job *const *x = a, *const *y = b;

    return strcmp((*x)->match, (*y)->match);
}

static bool has_match(const struct batch *b, const char *match)
{
    for (int i = 0; i < b->n; i++)
        if (strcmp(b->job[i]->match, match) == 0)
            return true;
    return false;
}

/*
 * Moves the jobs of one round from the list to another, in their order: as long as the batch takes them, the first of
 * each match, and those who only wait for what is before them.
 */
static struct job *take_round(struct job **jobs, struct batch *b)
{
    struct job *round = NULL, **last = &round, **at = jobs;
    struct batch passed = { .n = 0 };

    while (*at && passed.n < BATCH) {
        struct job *job = *at;
        bool writes = job->first && !job_is_lost(job);

        if (has_match(&passed, job->match) ||
            (writes && (b->n == BATCH || has_match(b, job->match)))) {
            if (!has_match(&passed, job->match))
                passed.job[passed.n++] = job;
            at = &job->next;
            continue;
        }
        if (writes)
            b->job[b->n++] = job;
        *at = job->next;
        job->next = NULL;
        *last = job;
        last = &job->next;
    }
    return round;
}

/* Is it there again, and can it be written? */
static enum store_trouble probe(struct writer *w)
{
    struct pg_link *link = w->own;
    PGresult *r;
    enum store_trouble how;

    if (!ready(link)) {
        writer_why(w, link->conn ? pg_error(link->conn) : "no connection");
        return pg_good(link->conn) ? STORE_FAILED : STORE_AWAY;
    }
    r = PQexec(link->conn, "UPDATE meta SET value=value WHERE name='schema'");
    how = PQresultStatus(r) == PGRES_COMMAND_OK ? STORE_FINE : pg_failed(link->conn, r);
    PQclear(r);
    return how;
}

static void count_batch(const struct batch *b, double seconds, enum store_trouble how)
{
    int overtaken = 0;

    for (int i = 0; how == STORE_FINE && i < b->n; i++)
        if (b->job[i]->how == STORE_OVERTAKEN) {
            metrics_count(COUNT_OVERTAKEN);
            overtaken++;
        }
    metrics_commit(b->n - overtaken, seconds, how == STORE_FINE);
}

void pg_work(struct writer *w, struct job *jobs)
{
    if (!jobs)
        writer_tell(w, NULL, atomic_load(&w->trouble) == STORE_FINE ? STORE_FINE : probe(w));
    while (jobs) {
        struct batch b = { .w = w, .link = w->own };
        struct job *round = take_round(&jobs, &b);
        enum store_trouble how = STORE_FINE;

        if (b.n > 0) {
            double began = base_clock();

            qsort(b.job, (size_t)b.n, sizeof b.job[0], by_match);
            how = run_batch(&b);
            count_batch(&b, base_clock() - began, how);
        } else if (atomic_load(&w->trouble) != STORE_FINE) {
            how = probe(w);
        }
        if (how == STORE_FAILED)
            how = run_singly(&b);
        writer_tell(w, round, how);
    }
}
