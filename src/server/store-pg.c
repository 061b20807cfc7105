/*
 * store-pg.c: the store in a PostgreSQL database (libpq): connections, reading, opening.
 * store-pg-write.c writes, store-pg-schema.c has the tables.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store-pg.h"

enum { GUARD_TRIES = 200 }; /* of 50 ms */

/* ---- connections ---- */

/* Between two tries, in seconds: at most so many connections a second are asked for. */
static const double pause_between_tries = 0.25;

/* What it says at its end is known already. */
static void overhear(void *nobody, const char *said)
{
    (void)nobody, (void)said;
}

/*
 * A link that is cut must be noticed: the usual waits are minutes and hours. What the URL says itself
 * counts instead.
 */
PGconn *pg_connect(const char *url)
{
    static const char *const keys[] = { "connect_timeout",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "tcp_user_timeout",
                                        "target_session_attrs",
                                        "application_name",
                                        "client_encoding",
                                        "dbname",
                                        NULL };
    const char *const values[] = { "5",          "3",        "1",    "3", "5000",
                                   "read-write", "grognard", "UTF8", url, NULL };

    PGconn *conn = PQconnectdbParams(keys, values, 1);

    if (conn)
        PQsetNoticeProcessor(conn, overhear, NULL);
    return conn;
}

bool pg_good(const PGconn *conn)
{
    return conn && PQstatus(conn) == CONNECTION_OK;
}

/* Nobody waits for a transaction whose server was stopped in the middle of it; and of who was cut off PostgreSQL keeps
   no connection for the two hours that it would by itself, until there is no room for anybody. */
static bool prepare_session(PGconn *conn)
{
    PGresult *r = pg_run(conn, "SET synchronous_commit=on; SET lock_timeout='" PG_PATIENCE "';"
                               "SET idle_in_transaction_session_timeout='" PG_IDLE "';"
                               "SET tcp_keepalives_idle=3; SET tcp_keepalives_interval=1;"
                               "SET tcp_keepalives_count=3; SET tcp_user_timeout='5s';"
                               "SET default_transaction_isolation='read committed';"
                               "SET client_min_messages='warning'");

    PQclear(r);
    return r != NULL;
}

/* A warning behind a COMMIT: it is not where it should be (a standby that nobody waited for). */
static void note_warning(void *link, const PGresult *r)
{
    const char *how = PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED);

    if (!how || strcmp(how, "WARNING") == 0)
        ((struct pg_link *)link)->warned = true;
}

/* Nobody has it alone. */
static bool share_lock(PGconn *conn)
{
    PGresult *r = pg_run(conn, "SELECT pg_try_advisory_lock_shared(" PG_GUARD ")");
    bool shared = r && *PQgetvalue(r, 0, 0) == 't';

    PQclear(r);
    return shared;
}

bool pg_connected(struct pg_link *link)
{
    double now = base_clock();
    bool session = link->session || !link->of->pooled;

    if (pg_good(link->conn))
        return true;
    if (link->tried > 0 && now - link->tried < pause_between_tries)
        return false;
    PQfinish(link->conn);
    link->prepared = false;
    link->conn = pg_connect(session ? link->of->listen : link->of->url);
    link->tried = base_clock();
    if (!pg_good(link->conn) || (session && !prepare_session(link->conn)))
        return false;
    if (session && link->locks && !share_lock(link->conn)) {
        PQfinish(link->conn);
        link->conn = NULL;
        return false;
    }
    PQsetNoticeReceiver(link->conn, note_warning, link);
    return true;
}

/* Errors of ours say which by five letters (PostgreSQL's appendix A). */
enum store_trouble pg_failed(const PGconn *conn, const PGresult *r)
{
    const char *code = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;

    if (!pg_good(conn) || !code)
        return STORE_AWAY;
    if (strcmp(code, "53100") == 0)
        return STORE_FULL;
    if (strncmp(code, "57P", 3) == 0 || strncmp(code, "08", 2) == 0)
        return STORE_AWAY;
    return STORE_FAILED;
}

const char *pg_error(const PGconn *conn)
{
    static _Thread_local char line[200];
    const char *said = PQerrorMessage(conn);

    snprintf(line, sizeof line, "%.*s", (int)strcspn(said, "\n"), said);
    return line;
}

PGresult *pg_run(PGconn *conn, const char *sql)
{
    PGresult *r = PQexec(conn, sql);
    ExecStatusType is = PQresultStatus(r);

    if (is == PGRES_COMMAND_OK || is == PGRES_TUPLES_OK)
        return r;
    PQclear(r);
    return NULL;
}

void pg_dialect(const char *sql, struct text *out)
{
    for (; *sql; sql++)
        text_char(out, *sql == '?' ? '$' : *sql);
}

/* ---- reading ---- */

static struct pg_link *take_reader(struct pg_store *own)
{
    struct pg_link *link = NULL;

    pthread_mutex_lock(&own->lock);
    for (;;) {
        for (int i = 0; i < PG_READERS && !link; i++)
            if (!own->reader[i].taken)
                link = &own->reader[i];
        if (link)
            break;
        pthread_cond_wait(&own->left, &own->lock);
    }
    link->taken = true;
    pthread_mutex_unlock(&own->lock);
    return link;
}

static void leave_reader(struct pg_link *link)
{
    struct pg_store *own = link->of;

    pthread_mutex_lock(&own->lock);
    link->taken = false;
    pthread_cond_signal(&own->left);
    pthread_mutex_unlock(&own->lock);
}

static _Thread_local struct pg_link *held; /* over several queries: all see the same */

static void pg_hold(struct store *store)
{
    held = take_reader(store->own);
    if (pg_connected(held))
        PQclear(pg_run(held->conn, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
    if (pg_good(held->conn) || !pg_connected(held)) /* lost since it was last used */
        return;
    PQclear(pg_run(held->conn, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
}

static void pg_let_go(struct store *store)
{
    (void)store;
    if (pg_good(held->conn))
        PQclear(pg_run(held->conn, "COMMIT"));
    leave_reader(held);
    held = NULL;
}

static PGresult *ask(PGconn *conn, const char *sql, const struct reading *r)
{
    const char *values[READ_VALUES] = { NULL };
    char number[READ_VALUES][24];
    Oid types[READ_VALUES] = { 0 };
    int n = 0;

    for (int i = 0; i < READ_VALUES; i++) {
        const struct value *v = &r->bound[i];

        if (!v->letter)
            continue;
        snprintf(number[i], sizeof number[i], "%lld", (long long)v->number);
        values[i] = v->letter == 'i' ? number[i] : v->bytes;
        types[i] = v->letter == 'i' ? PG_INT8 : PG_TEXT;
        n = i + 1;
    }
    return PQexecParams(conn, sql, n, types, values, NULL, NULL, 0);
}

/* A connection that was lost since it was last used is made again, once; not while it is held. */
static void pg_read_begin(struct reading *r)
{
    struct pg_link *link = held ? held : take_reader(r->store->own);
    struct text sql = { 0 };

    r->own = link;
    r->row = -1;
    pg_dialect(r->sql, &sql);
    for (int tries = 0; tries < 2 && PQresultStatus(r->result) != PGRES_TUPLES_OK; tries++) {
        PQclear(r->result);
        r->result = NULL;
        if (held ? pg_good(link->conn) : pg_connected(link))
            r->result = ask(link->conn, text_of(&sql), r);
        if (held || pg_good(link->conn))
            break;
    }
    text_free(&sql);
    if (PQresultStatus(r->result) == PGRES_TUPLES_OK)
        return;
    r->is = READ_BAD;
    snprintf(r->why, sizeof r->why, "%.79s", link->conn ? pg_error(link->conn) : "no connection");
}

static bool pg_read_next(struct reading *r)
{
    r->is = ++r->row < PQntuples(r->result) ? READ_ROW : READ_DONE;
    return r->is == READ_ROW;
}

static void pg_read_end(struct reading *r)
{
    PQclear(r->result);
    if (!held)
        leave_reader(r->own);
}

static bool pg_null(struct reading *r, int i)
{
    return PQgetisnull(r->result, r->row, i);
}

static int64_t pg_int(struct reading *r, int i)
{
    return strtoll(PQgetvalue(r->result, r->row, i), NULL, 10);
}

static const char *pg_text(struct reading *r, int i, size_t *size)
{
    *size = (size_t)PQgetlength(r->result, r->row, i);
    return pg_null(r, i) ? NULL : PQgetvalue(r->result, r->row, i);
}

static int nibble(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* As \x and digits, which become bytes where they stand; a column is read once. */
static const void *pg_bytes(struct reading *r, int i, size_t *size)
{
    char *text = PQgetvalue(r->result, r->row, i);
    size_t n = (size_t)PQgetlength(r->result, r->row, i);

    *size = 0;
    if (pg_null(r, i) || n < 2 || text[0] != '\\')
        return NULL;
    *size = n / 2 - 1;
    for (size_t k = 0; k < *size; k++)
        text[k] = (char)(nibble(text[2 * k + 2]) << 4 | nibble(text[2 * k + 3]));
    return text;
}

/* ---- opening ---- */

/* What is typed stands in every list of processes. */
static bool has_password(const char *url)
{
    char *wrong = NULL;
    PQconninfoOption *options = PQconninfoParse(url, &wrong);
    bool has = false;

    for (PQconninfoOption *o = options; o && o->keyword; o++)
        if (strcmp(o->keyword, "password") == 0 && o->val && *o->val)
            has = true;
    PQconninfoFree(options);
    if (wrong)
        fprintf(stderr, "grognard: this is no address of a database: %s", wrong);
    else if (has)
        fprintf(stderr, "grognard: a password does not belong into the address: put it into a file "
                        "and name that in PGPASSFILE\n");
    PQfreemem(wrong);
    return has || !options;
}

static bool refuse(const struct pg_store *own, const char *why)
{
    fprintf(stderr, "grognard: %s: %s\n", own->listen, why);
    return false;
}

static bool lock_alone(PGconn *conn)
{
    PGresult *r = pg_run(conn, "SELECT pg_try_advisory_lock(" PG_GUARD ")");
    bool has = r && *PQgetvalue(r, 0, 0) == 't';

    PQclear(r);
    return has;
}

/* Servers share it; a copy has it alone. Who crashed a moment ago may not have been missed yet. */
static bool take_guard(struct pg_store *own, bool alone)
{
    const struct timespec moment = { .tv_nsec = 50000000 };

    for (int i = 0; i < GUARD_TRIES; i++) {
        if (alone ? lock_alone(own->guard) : share_lock(own->guard))
            return true;
        nanosleep(&moment, NULL);
    }
    return refuse(own, alone ? "a server is using this database"
                             : "somebody is using this database alone, to copy or to upgrade it");
}

static bool right_encoding(struct pg_store *own)
{
    const char *encoding = PQparameterStatus(own->guard, "server_encoding");

    return (encoding && strcmp(encoding, "UTF8") == 0) ||
           refuse(own, "the database must be one in UTF8");
}

static int pg_version(struct store *store)
{
    struct pg_store *own = store->own;
    PGresult *r = pg_run(own->guard, "SELECT value FROM meta WHERE name='schema'");
    int version = r && PQntuples(r) ? (int)strtol(PQgetvalue(r, 0, 0), NULL, 10) : -1;

    PQclear(r);
    return version;
}

static bool is_of_today(struct store *store)
{
    struct pg_store *own = store->own;
    int version = pg_version(store);

    if (version >= pg_schema_version)
        return pg_upgrade(own->guard, own->listen);
    fprintf(stderr,
            "grognard: the tables at %s are of version %d, this program knows %d: grognard db "
            "migrate brings them there\n",
            own->url, version < 0 ? 0 : version, pg_schema_version);
    return false;
}

static void set_links(struct store *store, enum store_use use)
{
    struct pg_store *own = store->own;

    for (int i = 0; i < WRITERS_MAX; i++) {
        own->writer[i].of = own;
        own->writer[i].locks = use == STORE_SERVES || use == STORE_CHECKED;
        store->writer[i].own = &own->writer[i];
    }
    for (int i = 0; i < PG_READERS; i++)
        own->reader[i].of = own;
    own->teller.of = own->hearer.of = own;
    own->teller.session = own->hearer.session = true;
}

/* A session, and, where a pooler stands before the database, one around it. */
static bool open_guard(struct pg_store *own)
{
    const char *wrong = NULL;

    own->guard = pg_connect(own->listen);
    if (!pg_good(own->guard))
        return refuse(own, pg_error(own->guard));
    if (own->pooled)
        wrong = pg_wrong_listen(own, own->guard);
    else if (pg_pools(own->url, own->guard))
        wrong = "a pooler stands before this database and gives out its sessions transaction by "
                "transaction: name the database itself, to a server beside this address by "
                "--db-listen";
    if (wrong)
        return refuse(own, wrong);
    return prepare_session(own->guard) || refuse(own, pg_error(own->guard));
}

static bool pg_open(struct store *store, enum store_use use)
{
    struct pg_store *own = store->own = base_alloc(sizeof *own);

    own->url = own->listen = store->path;
    own->pooled = store->listen != NULL;
    if (own->pooled)
        own->listen = store->listen;
    pthread_mutex_init(&own->lock, NULL);
    pthread_cond_init(&own->left, NULL);
    set_links(store, use);
    pg_words_begin(own);
    if (has_password(own->url) || (own->pooled && has_password(own->listen)))
        return false;
    if (!open_guard(own) || !right_encoding(own))
        return false;
    if (use == STORE_BESIDE)
        return is_of_today(store);
    return take_guard(own, use == STORE_ALONE) && pg_upgrade(own->guard, own->listen);
}

static void pg_close(struct store *store)
{
    struct pg_store *own = store->own;

    for (int i = 0; i < WRITERS_MAX; i++)
        PQfinish(own->writer[i].conn);
    for (int i = 0; i < PG_READERS; i++)
        PQfinish(own->reader[i].conn);
    PQfinish(own->guard);
    PQfinish(own->teller.conn);
    PQfinish(own->hearer.conn);
    pg_words_end(own);
    pthread_mutex_destroy(&own->lock);
    pthread_cond_destroy(&own->left);
    free(own);
}

const struct store_kind store_pg = {
    .called = "PostgreSQL",
    .shared = true,
    .writers = 2,
    .open = pg_open,
    .close = pg_close,
    .work = pg_work,
    .hold = pg_hold,
    .let_go = pg_let_go,
    .tell = pg_tell,
    .hear = pg_hear,
    .version = pg_version,
    .knows = &pg_schema_version,
    .folds = 8,
    .read_begin = pg_read_begin,
    .read_next = pg_read_next,
    .read_end = pg_read_end,
    .column_null = pg_null,
    .column_int = pg_int,
    .column_text = pg_text,
    .column_bytes = pg_bytes,
};
