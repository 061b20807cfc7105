/*
 * store-own.h: what the files of the store share.
 */
#ifndef STORE_OWN_H
#define STORE_OWN_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "store.h"

enum { STORE_FILES = 3 }; /* the database, its log, the index of that */

struct store {
    char *path;
    struct sqlite3 *writer, *reader;
    sqlite3_stmt *write[WRITES];
    pthread_t thread;
    pthread_mutex_t lock, read_lock;
    char unread[80]; /* why the last read that failed did; under read_lock */
    char why[120];   /* and the last write; under lock */
    pthread_cond_t more;
    struct job *first, **last; /* that wait */
    bool closing;
    atomic_long commits;
    struct stat opened[STORE_FILES]; /* the writer's from here on: the files as it knows them */
    enum store_trouble latest;       /* the last that there was */
    _Atomic enum store_trouble trouble;
    atomic_long troubles;
};

/* ---- store-watch.c ---- */

/* The files are as the writer left them: from now on nobody else may have written. */
void watch_note(struct store *);
/* STORE_FINE, STORE_GONE or STORE_CHANGED. */
enum store_trouble watch_look(const struct store *);
enum store_trouble watch_failed(struct sqlite3 *, int code); /* what a code of SQLite's means */

/* ---- store-schema.c ---- */

extern const char *const schema_migrations[];
extern const int schema_version;
/* Brings the tables to today's version; false, and said why, if they are of a later one. */
bool schema_upgrade(struct sqlite3 *, const char *path);
/* False, and said what can be done, if the file is damaged. */
bool schema_sound(struct sqlite3 *, const char *path);
bool schema_upgrade_by(struct sqlite3 *, const char *path, const char *const *sql, int n);

#endif
