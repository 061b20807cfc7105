/*
 * waiting.c: tables that wait for a worker: first those for which somebody waits, then those that have
 * people at all; computers among themselves come when nobody else needs a worker. First come, first served
 * within each.
 */
#include <stdlib.h>

#include "server.h"

enum { AWAITED, PLAYED, BOTS_ALONE };

struct wait {
    struct wait *next;
    struct table *table;
    double since;
};

void waiting_begin(struct waiting *w)
{
    for (int i = 0; i < QUEUES; i++) {
        w->first[i] = NULL;
        w->last[i] = &w->first[i];
    }
}

int waiting_queue(const struct table *t)
{
    int queue = BOTS_ALONE;

    for (int i = 0; i < t->chairs; i++)
        if (table_present(t, i))
            return AWAITED;
        else if (t->chair[i].taken)
            queue = PLAYED;
    return queue;
}

void waiting_put(struct waiting *all, int queue, struct table *t)
{
    struct wait *w = base_alloc(sizeof *w);

    w->table = t;
    w->since = base_clock();
    *all->last[queue] = w;
    all->last[queue] = &w->next;
}

struct table *waiting_take(struct waiting *all)
{
    int queue = 0;
    struct wait *w;
    struct table *t;

    while (queue < QUEUES - 1 && !all->first[queue])
        queue++;
    w = all->first[queue];
    if (!w)
        return NULL;
    t = w->table;
    all->first[queue] = w->next;
    if (!w->next)
        all->last[queue] = &all->first[queue];
    free(w);
    return t;
}

bool waiting_any(const struct waiting *all)
{
    for (int i = 0; i < QUEUES; i++)
        if (all->first[i])
            return true;
    return false;
}

void waiting_look(const struct waiting *all, int n[QUEUES], double *oldest)
{
    double now = base_clock();

    *oldest = 0;
    for (int i = 0; i < QUEUES; i++) {
        n[i] = 0;
        if (all->first[i] && now - all->first[i]->since > *oldest)
            *oldest = now - all->first[i]->since;
        for (const struct wait *w = all->first[i]; w; w = w->next)
            n[i]++;
    }
}
