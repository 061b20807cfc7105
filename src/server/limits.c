/*
 * limits.c: how many requests somebody may send (payers.c says who). Each has a bucket that fills with time
 * up to a burst; a request takes from it. They share slots of a fixed table: two that fall
 * into one share a bucket's fate only until the other is idle.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "server.h"

enum { SLOTS = 4096, BURST = 4 }; /* seconds of the rate that may be taken at once */

struct buckets {
    pthread_mutex_t lock;
    struct bucket {
        uint64_t address;
        double left, at;
    } slot[SLOTS];
};

void buckets_begin(struct server *s)
{
    s->buckets = base_alloc(sizeof *s->buckets);
    pthread_mutex_init(&s->buckets->lock, NULL);
}

void buckets_end(struct server *s)
{
    pthread_mutex_destroy(&s->buckets->lock);
    free(s->buckets);
}

bool buckets_take(struct server *s, const char *who, int cost, int times)
{
    uint64_t hash = hash_mix(hash_string(HASH_START, who));
    struct bucket *b = &s->buckets->slot[hash % SLOTS];
    double now = base_clock(), rate = (double)s->options.rate * times, most = rate * BURST;
    bool granted;

    assert(cost > 0 && times > 0);
    pthread_mutex_lock(&s->buckets->lock);
    if (b->address != hash)
        *b = (struct bucket){ .address = hash, .left = most, .at = now };
    b->left += (now - b->at) * rate;
    b->at = now;
    if (b->left > most)
        b->left = most;
    granted = b->left >= cost;
    if (granted)
        b->left -= cost;
    pthread_mutex_unlock(&s->buckets->lock);
    return granted;
}
