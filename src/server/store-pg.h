/*
 * store-pg.h: what the files of the PostgreSQL store share.
 *
 * Each writer has a connection, reads share a few; one tells other servers what was written, one listens
 * to them. A connection that is lost is made again by whoever needs it, not more often than once in a while;
 * nothing else remembers it.
 *
 * Whoever serves shares a lock, held by each connection that writes; whoever needs the store for himself
 * (a copy) has the same lock alone.
 *
 * Where a pooler stands before the database and gives out its sessions transaction by transaction, a connection is
 * no session: nothing is set, prepared or locked on one beyond a transaction. What needs a session (the lock of
 * whoever is there, telling and listening, changes of the tables) goes to the database itself (`listen`).
 */
#ifndef STORE_PG_H
#define STORE_PG_H

#include <libpq-fe.h>

#include "store-own.h"

enum { PG_READERS = 4, PG_TEXT = 25, PG_INT8 = 20, PG_BYTEA = 17, PG_VALUES = 32 };

/* What is said of a whole batch, and a mark. */
enum pg_list { LIST_LOCK, LIST_CHANGE, LIST_VERDICT, LIST_JOBS, LIST_MARK, PG_LISTS };

struct pg_link {
    struct pg_store *of;
    PGconn *conn;  /* NULL, or not good: none */
    bool prepared; /* a writer's: it has all statements */
    bool warned;   /* the server has said something since it was last asked */
    double tried;  /* when a connection was last tried for */
    bool taken;    /* a reader's */
    bool locks;    /* a writer's of who serves: it shares the store's lock */
    bool session;  /* it goes to the database itself, whatever stands before that */
};

/* What a writer says, as PostgreSQL reads it. */
struct pg_words {
    char name[16];
    struct text sql;
    int n; /* of values whose kind is said; those of lists say theirs themselves */
    Oid types[PG_VALUES];
};

struct pg_store {
    const char *url, *listen; /* the same, unless a pooler stands before the database */
    bool pooled;
    struct pg_words words[WRITES + PG_LISTS]; /* of each write, then of lists */
    struct pg_link writer[WRITERS_MAX];
    struct pg_link reader[PG_READERS];
    pthread_mutex_t lock;
    pthread_cond_t left;
    PGconn *guard; /* holds the store's lock as long as it lives, shared or alone */
    struct pg_link teller, hearer;
    bool hears;       /* it listens */
    _Atomic int self; /* the process that tells for us */
};

/* ---- store-pg.c ---- */

/* True: there is a connection; made anew if need be, but not if that was tried a moment ago. */
bool pg_connected(struct pg_link *);
PGconn *pg_connect(const char *url);
bool pg_good(const PGconn *);
/* What an answer that is an error means. */
enum store_trouble pg_failed(const PGconn *, const PGresult *);
const char *pg_error(const PGconn *);        /* its first line */
PGresult *pg_run(PGconn *, const char *sql); /* NULL: it failed */
/* The lock of the store, and for how long a transaction waits for a lock or may be left alone. */
#define PG_GUARD    "7453010313431182949"
#define PG_PATIENCE "4s"
#define PG_IDLE     "3s"
/* ?1 of the shared SQL is $1 here. */
void pg_dialect(const char *sql, struct text *out);

/* ---- store-pg-write.c ---- */

void pg_words_begin(struct pg_store *);
void pg_words_end(struct pg_store *);
void pg_work(struct writer *, struct job *);

/* ---- store-pg-pool.c ---- */

/* A pooler stands there that gives its sessions out transaction by transaction. */
bool pg_pools(const char *url, PGconn *);
/* NULL, or what is wrong with the way around it; `session` is a connection of that way. */
const char *pg_wrong_listen(const struct pg_store *, PGconn *session);

/* ---- store-pg-news.c ---- */

bool pg_tell(struct store *, const char *news);
enum hearing pg_hear(struct store *, int ms, void *to, void (*each)(void *to, const char *news));

/* ---- store-pg-schema.c ---- */

extern const char *const pg_migrations[];
extern const int pg_schema_version;
/* Each step one transaction, under a lock: ten servers may begin at once. False: said why. */
bool pg_upgrade_by(PGconn *, const char *url, const char *const *sql, int n);
bool pg_upgrade(PGconn *, const char *url);

#endif
