/*
 * store-own.h: what the two files of the store share.
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
    pthread_cond_t more;
    struct job *first, **last; /* that wait */
    bool closing;
    atomic_long commits;
};

#endif
