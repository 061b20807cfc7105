/*
 * memories.c: what bots remember of matches that are not held any more. Where servers share a store a match may
 * be loaded again when another of them has changed it; what its computers had in mind outlives that here, the
 * latest of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { MEMORIES_MOST = 256 };

struct memory {
    char match[MATCH_ID];
    int seat;
    const struct bot *bot;
    void *memory; /* NULL: none */
};

struct memories {
    pthread_mutex_t lock;
    int next; /* the oldest */
    struct memory of[MEMORIES_MOST];
};

void memories_begin(struct server *s)
{
    s->memories = base_alloc(sizeof *s->memories);
    pthread_mutex_init(&s->memories->lock, NULL);
}

static void forget(struct memory *m)
{
    if (m->memory)
        bot_close(m->bot, m->memory);
    m->memory = NULL;
}

void memories_end(struct server *s)
{
    if (!s->memories)
        return;
    for (int i = 0; i < MEMORIES_MOST; i++)
        forget(&s->memories->of[i]);
    pthread_mutex_destroy(&s->memories->lock);
    free(s->memories);
}

static struct memory *find(struct memories *all, const char *match, int seat)
{
    for (int i = 0; i < MEMORIES_MOST; i++)
        if (all->of[i].memory && all->of[i].seat == seat && strcmp(all->of[i].match, match) == 0)
            return &all->of[i];
    return NULL;
}

void memory_keep(struct server *s, const char *match, int seat, const struct bot *bot, void *memory)
{
    struct memories *all = s->memories;
    struct memory *m;

    pthread_mutex_lock(&all->lock);
    m = find(all, match, seat);
    if (!m) {
        m = &all->of[all->next];
        all->next = (all->next + 1) % MEMORIES_MOST;
    }
    forget(m);
    snprintf(m->match, sizeof m->match, "%s", match);
    m->seat = seat;
    m->bot = bot;
    m->memory = memory;
    pthread_mutex_unlock(&all->lock);
}

void *memory_take(struct server *s, const char *match, int seat, const struct bot *bot)
{
    struct memories *all = s->memories;
    struct memory *m;
    void *memory = NULL;

    pthread_mutex_lock(&all->lock);
    m = find(all, match, seat);
    if (m && m->bot == bot) {
        memory = m->memory;
        m->memory = NULL;
    }
    pthread_mutex_unlock(&all->lock);
    return memory;
}
