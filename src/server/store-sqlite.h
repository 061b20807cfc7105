/*
 * store-sqlite.h: what the files of the SQLite store share.
 */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include <sqlite3.h>
#include <sys/stat.h>

#include "store-own.h"

enum { STORE_FILES = 3 }; /* the database, its log, the index of that */

struct sqlite_store {
    struct sqlite3 *writer, *reader;
    sqlite3_stmt *write[WRITES];
    pthread_mutex_t read_lock;
    struct stat opened[STORE_FILES]; /* the writer's: the files as it knows them */
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
int schema_version_of(struct sqlite3 *); /* -1: it cannot be read */
/* Brings the tables to today's version; false, and said why, if they are of a later one. */
bool schema_upgrade(struct sqlite3 *, const char *path);
/* False, and said what can be done, if the file is damaged. */
bool schema_sound(struct sqlite3 *, const char *path);
bool schema_upgrade_by(struct sqlite3 *, const char *path, const char *const *sql, int n);

#endif
