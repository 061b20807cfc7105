/*
 * store-own.h: what the files of the store share.
 */
#ifndef STORE_OWN_H
#define STORE_OWN_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

#include "store.h"

struct store {
    struct sqlite3 *writer, *reader;
    sqlite3_stmt *write[WRITES];
    pthread_t thread;
    pthread_mutex_t lock, read_lock;
    char unread[80]; /* why the last read that failed did; under read_lock */
    pthread_cond_t more;
    struct job *first, **last; /* that wait */
    bool closing;
    atomic_long commits;
};

/* ---- store-schema.c ---- */

extern const char *const schema_migrations[];
extern const int schema_version;
/* Brings the tables to today's version; false, and said why, if they are of a later one. */
bool schema_upgrade(struct sqlite3 *, const char *path);
/* False, and said what can be done, if the file is damaged. */
bool schema_sound(struct sqlite3 *, const char *path);
bool schema_upgrade_by(struct sqlite3 *, const char *path, const char *const *sql, int n);

#endif
