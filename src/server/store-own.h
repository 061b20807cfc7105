/*
 * store-own.h: what the files of the store share: jobs as writers see them, and what a kind of store
 * must be able to do (struct store_kind). SQLite's is in store-sqlite.c, PostgreSQL's in store-pg.c.
 */
#ifndef STORE_OWN_H
#define STORE_OWN_H

#include <pthread.h>
#include <stdatomic.h>

#include "store.h"

struct value {
    char letter; /* t text, i int64_t, b bytes: none of them is NULL */
    int64_t number;
    char *bytes;
    size_t size;
};

struct write {
    struct write *next;
    enum store_write what;
    int n;
    struct value value[];
};

/* ---- a query under way ---- */

enum { READ_VALUES = 5, READ_WHY = 80 };

struct reading {
    struct store *store;
    enum { READ_ON, READ_ROW, READ_DONE, READ_BAD } is; /* bad stays; done: it came to its end */
    bool begun;
    void *own;    /* the kind's: a statement, or a connection */
    void *result; /* and what it has answered */
    int row;
    const char *sql;                 /* with ?1, ?2 … */
    struct value bound[READ_VALUES]; /* letter 0: not */
    char why[READ_WHY];              /* it did not come to its end */
};

/* ---- the kinds ---- */

struct writer;

struct store_kind {
    const char *called;
    bool shared; /* others may write at the same time */
    int writers;
    bool (*open)(struct store *, enum store_use); /* false: said why */
    void (*close)(struct store *);                /* also of one that could not be opened */
    void (*work)(struct writer *, struct job *);  /* the jobs, or none: each is told how it ended */
    void (*hold)(struct store *);
    void (*let_go)(struct store *);
    /* of a kind that is shared */
    bool (*tell)(struct store *, const char *news);
    enum hearing (*hear)(struct store *, int ms, void *to,
                         void (*each)(void *to, const char *news));
    int (*version)(struct store *);
    const int *knows;
    int folds; /* the version from which on programs can read what is folded */
    void (*read_begin)(struct reading *);
    bool (*read_next)(struct reading *);
    void (*read_end)(struct reading *); /* says why, if it did not come to its end */
    bool (*column_null)(struct reading *, int);
    int64_t (*column_int)(struct reading *, int);
    const char *(*column_text)(struct reading *, int, size_t *size);
    const void *(*column_bytes)(struct reading *, int, size_t *size); /* NULL: none */
};

extern const struct store_kind store_sqlite, store_pg;

enum { WRITERS_MAX = 4 };

struct writer {
    struct store *store;
    pthread_t thread;
    bool began;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct job *first, **last; /* that wait */
    bool closing;
    enum store_trouble latest; /* the last that there was */
    _Atomic enum store_trouble trouble;
    void *own;
};

struct store {
    const struct store_kind *kind;
    char *path;
    char *listen;                      /* the way around a pooler; or NULL */
    void *own;                         /* the kind's */
    struct writer writer[WRITERS_MAX]; /* a match always has the same */
    pthread_mutex_t lock;
    char why[120]; /* why the last write that failed did; under lock */
    atomic_long commits, troubles;
};

/* ---- store.c: for the kinds ---- */

/* A job before it of the same table was not written: nor is this, or there would be a gap. */
bool job_is_lost(const struct job *);
/* The list has ended: how is that of those that wrote something and have not one of their own. */
void writer_tell(struct writer *, struct job *, enum store_trouble how);
void writer_why(struct writer *, const char *why);
enum store_trouble store_write_now(struct store *, struct job *);
/* The bytes of the values are the job's from now on. */
void job_write_row(struct job *, enum store_write, struct value *, int n);
bool write_is_fenced(enum store_write); /* it belongs to what others may have overtaken */

/* ---- reading, of whatever kind (store-read.c) ---- */

struct reading read_begin(struct store *, const char *sql, const char *id);
void bind_number(struct reading *, int at, int64_t);
void bind_text(struct reading *, int at, const char *);
bool next_row(struct reading *);
bool read_end(struct reading *); /* false: it did not come to its end */
const char *column_text(struct reading *, int, size_t *size);
int64_t column_int64(struct reading *, int);
bool column_bytes(struct reading *, int, unsigned char *room, int size); /* false: not so many */
/* Each id of the rows, once all are read; ends the reading. */
bool each_id(struct reading *, void *to, void (*each)(void *to, const char *id));
int read_count(struct reading *); /* the number that it answers; -1: it cannot be read */

/* ---- store-fold.c ---- */

/* All of its changes are in one row, or are just being put there. */
#define IS_FOLDED(match, changes)                                                                  \
    " FROM matches WHERE id=" match " AND over=1 AND folded=" changes " AND changes=" changes

struct folded_change {
    int seq, seat;
    int64_t at, entries;
    const char *request, *lines; /* of these sizes; no ends */
    size_t request_size, size;
};
/* In their order; none if nothing is folded. False: unread, or damaged, and said why in READ_WHY bytes. */
bool fold_each(struct store *, const char *id, char *why, void *to,
               void (*each)(void *to, const struct folded_change *));

/* ---- store-pack.c: their bytes, plain and packed ---- */

/* Behind the one before it, which it is from then on. */
void fold_add(struct text *plain, const struct folded_change *, struct folded_change *before);
/* The one after this; false: it is not whole. */
bool fold_next(const char **at, const char *end, struct folded_change *);
int fold_pack(const struct text *plain, struct text *packed); /* in what form */
/* Of that, what is in short form already, for tests; hashes, n bytes. */
int fold_pack_short(const struct text *brief, const char *hashes, size_t n, struct text *packed);
/* As many bytes as they were; false: they are damaged, or this program has not what packed them. */
bool fold_unpack(int form, const void *packed, size_t n, size_t size, struct text *plain);

/* ---- store-rows.c: rows as they are, for copies ---- */

enum { ROW_TABLES = WRITES - WRITE_COPY };
struct row_table {
    const char *name, *key; /* by which its rows belong to a match */
    const char *columns;    /* "a, b, c" */
    const char *letters;    /* of what kinds */
    const char *order;
};
extern const struct row_table row_tables[ROW_TABLES];
/* All rows of a match, or of no match (""), into the job if there is one, and a digest of them. False: unread. */
enum { ROWS_DIGEST = 32 };
bool rows_read(struct store *, const char *id, struct job *, unsigned char digest[ROWS_DIGEST]);
/* "INSERT INTO … VALUES (?1, ?2 …)" */
void row_insert_sql(const struct row_table *, struct text *);

#endif
