/*
 * pg.h: a PostgreSQL of the test's own: a child, in a folder of its own, which nobody else can reach.
 */
#ifndef TEST_PG_H
#define TEST_PG_H

#include <stdbool.h>

/* False: there is none to be had here, or it does not begin. The folder is the database's from now on. */
bool pg_begin(const char *folder);
void pg_end(void);
/* The address of a database of it, made if need be. */
const char *pg_url(const char *database);
/* One or several statements; the number that the last of them answers, -1: it cannot be asked. */
int pg_ask(const char *database, const char *sql);

#endif
