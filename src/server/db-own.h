/*
 * db-own.h: what the files of `grognard db` share.
 */
#ifndef DB_OWN_H
#define DB_OWN_H

#include "db.h"
#include "seal.h"
#include "server.h"
#include "store-own.h"

enum { DB_IN_USE = -2, DB_NO_FILE = -1 };
/* Nobody else uses the file until it is unlocked. DB_IN_USE: said that somebody does. */
int db_lock(const char *path);
void db_unlock(int file);

/* The boxes of all games, each when it is first wanted. */
struct boxes;
struct boxes *boxes_open(const char *data);
void boxes_close(struct boxes *);

enum replayed { REPLAYED_NOT, REPLAYED, REPLAYED_OTHERWISE };
/* Of a match that cannot be loaded it is said why. */
enum replayed db_replay(struct store *, struct boxes *, const char *id, int *changes);

#endif
