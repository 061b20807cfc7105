/*
 * store-clock.c: the store's time. Where servers share a store, time is what that says, whatever the clock of a server
 * may say and however it is set: it is asked every ten seconds, and in between the steady clock of the machine goes on. A
 * file has no clock but this machine's.
 */
#include <pthread.h>
#include <time.h>

#include "store-own.h"

static const int64_t ask_again = 10000; /* ms */

static int64_t steady_ms(void)
{
    return (int64_t)(base_clock() * 1000);
}

static int64_t machine_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* False: it does not answer. */
static bool ask(struct store *store, int64_t *now)
{
    struct reading r;

    *now = machine_ms();
    if (!store_shared(store))
        return true;
    r = read_begin(store, "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp())*1000 AS bigint)",
                   NULL);
    while (next_row(&r))
        *now = column_int64(&r, 0);
    return read_end(&r);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int64_t ahead, asked; /* of the steady clock, in ms; when it was asked for last */

/* The first to come waits for it, and all with him; later only who asks does, for a store that is cut off may take seconds. */
static void first_time(struct store *store)
{
    int64_t now;

    if (asked)
        return;
    ask(store, &now);
    asked = steady_ms();
    ahead = now - asked;
}

static bool is_time_to_ask(int64_t steady)
{
    bool asks = steady - asked >= ask_again;

    if (asks)
        asked = steady;
    return asks;
}

/* As long as it does not answer, what it last said goes on. */
int64_t store_now(struct store *store)
{
    int64_t now, steady;

    pthread_mutex_lock(&lock);
    first_time(store);
    if (is_time_to_ask(steady_ms())) {
        pthread_mutex_unlock(&lock);
        if (ask(store, &now)) {
            steady = steady_ms();
            pthread_mutex_lock(&lock);
            ahead = now - steady;
        } else {
            pthread_mutex_lock(&lock);
        }
    }
    now = steady_ms() + ahead;
    pthread_mutex_unlock(&lock);
    return now;
}

int64_t store_seconds(struct store *store)
{
    int64_t now;

    if (!store_shared(store))
        return (int64_t)time(NULL);
    pthread_mutex_lock(&lock);
    first_time(store);
    now = steady_ms() + ahead;
    pthread_mutex_unlock(&lock);
    return now / 1000;
}
