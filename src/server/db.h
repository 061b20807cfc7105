/*
 * db.h: the store as whoever keeps it sees it: `grognard db …`. Each says what it did, or what is wrong.
 */
#ifndef DB_H
#define DB_H

#include <stdbool.h>

bool db_status(const char *store);
bool db_migrate(const char *store);
/* Reads everything: every match is whole and can be loaded. */
bool db_check(const char *store, const char *data);
/* Also while it is in use: into a file that is not there yet. */
bool db_backup(const char *store, const char *file);
/* All matches of one store into another that has no others; again: what is missing. */
bool db_copy(const char *from, const char *to, const char *data);

#endif
