/*
 * others.c: servers that share a store. What one has written the others learn, and show to those who listen to
 * them.
 *
 * One thread tells: the matches that were written here, gathered while the last were told, who is present here,
 * and that this server lives. Another hears, and looks at the matches held here that it hears of; at all of them
 * every second, and more often while nothing can be heard: what is told may be lost, what is stored is not.
 *
 * Nobody owns a match: what is decided here upon a state that is no longer the last is overtaken (store.h).
 * With a store of its own a server has none of this.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metrics.h"
#include "server.h"

enum { HEAR_MS = 200, BURY = 60 };

static const double beat_every = 1.0, look_every = 1.0, look_deaf = 0.25;

/* Who is present at a match, as it was last told. */
struct present {
    char id[MATCH_ID];
    uint32_t seats;
};

struct others {
    pthread_mutex_t lock;
    pthread_cond_t more;
    pthread_t teller, hearer;
    atomic_bool closing;
    struct text waits; /* "MATCH:VERSION MATCH:VERSION" to be told … */
    double since;      /* … of which the first has waited since then */
    bool stirred;      /* somebody has come or gone */
    int presents;      /* the teller's own */
    struct present *present;
};

/* ---- telling ---- */

static void signal_teller(struct others *w)
{
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
}

void others_tell(struct server *s, const char *id, int64_t version)
{
    struct others *w = s->others;

    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    if (!w->waits.n)
        w->since = base_clock();
    text_printf(&w->waits, "%s%s:%lld", w->waits.n ? " " : "", id, (long long)version);
    signal_teller(w);
}

/* Whoever thinks looks; "@" is no match. */
void others_tell_jobs(struct server *s)
{
    others_tell(s, "@", 1);
}

void others_stir(struct server *s)
{
    struct others *w = s->others;

    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->stirred = true;
    signal_teller(w);
}

/* In pieces as large as one may tell at once, cut between two. */
static void tell_all(struct server *s, const char *news)
{
    char piece[NEWS_MOST + 1];

    while (*news) {
        size_t n = strlen(news);

        if (n > NEWS_MOST)
            for (n = NEWS_MOST; news[n] != ' '; n--)
                continue;
        snprintf(piece, sizeof piece, "%.*s", (int)n, news);
        if (!store_tell(s->store, piece))
            return; /* they look for themselves */
        metrics_count(COUNT_TOLD);
        news += n + strspn(news + n, " ");
    }
}

/* ---- who is present ---- */

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct present *)a)->id, ((const struct present *)b)->id);
}

/* Those at the same match as one. */
static int fold(struct present *all, int n)
{
    int kept = 0;

    if (n)
        qsort(all, (size_t)n, sizeof *all, by_id);
    for (int i = 0; i < n; i++)
        if (kept && strcmp(all[kept - 1].id, all[i].id) == 0)
            all[kept - 1].seats |= all[i].seats;
        else
            all[kept++] = all[i];
    return kept;
}

static bool tell_presence(struct server *s, const struct present *p, uint32_t seats,
                          struct text *news)
{
    text_printf(news, "%s%s:0", news->n ? " " : "", p->id);
    return store_present(s->store, s->self, p->id, seats);
}

/* What differs from what was last told. False: it could not be told, and will be once more. */
static bool compare_presence(struct server *s, const struct present *now, int n, struct text *news)
{
    const struct present *was = s->others->present;
    int wases = s->others->presents, i = 0, k = 0;
    bool good = true;

    while (good && (i < n || k < wases)) {
        int order = i == n ? 1 : k == wases ? -1 : by_id(&now[i], &was[k]);

        if (order > 0)
            good = tell_presence(s, &was[k++], 0, news);
        else if (order < 0 || now[i].seats != was[k].seats)
            good = tell_presence(s, &now[i], now[i].seats, news);
        if (order <= 0)
            i++;
        if (order == 0)
            k++;
    }
    return good;
}

struct present_list {
    struct present *all;
    int n, room;
};

static void present_here(void *to, const char *id, uint32_t seats)
{
    struct present_list *list = to;

    if (list->n == list->room)
        list->all = base_grow(list->all, (size_t)(list->room += 256) * sizeof *list->all);
    list->all[list->n].seats = seats;
    snprintf(list->all[list->n++].id, MATCH_ID, "%s", id);
}

static void note_presence(struct server *s, struct text *news)
{
    struct present_list now = { 0 };

    live_present(&now, present_here);
    now.n = fold(now.all, now.n);
    if (compare_presence(s, now.all, now.n, news)) {
        free(s->others->present);
        s->others->present = now.all;
        s->others->presents = now.n;
    } else {
        free(now.all);
    }
}

/* ---- the teller ---- */

/* Until there is something to tell, or it is time to say that one lives. False: neither will be. */
static bool await_news(struct others *w, double until, struct text *news, double *since,
                       bool *stirred)
{
    double left = until - base_clock();
    struct timespec end;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += (long)((left > 0 ? left : 0) * 1e9);
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    pthread_mutex_lock(&w->lock);
    while (!w->waits.n && !w->stirred && !w->closing)
        if (pthread_cond_timedwait(&w->more, &w->lock, &end) == ETIMEDOUT)
            break;
    *news = w->waits;
    *since = w->waits.n ? w->since : 0;
    memset(&w->waits, 0, sizeof w->waits);
    *stirred = w->stirred;
    w->stirred = false;
    pthread_mutex_unlock(&w->lock);
    return !w->closing;
}

/* Tables that PostgreSQL empties when it crashes know nobody any more. */
static void beat(struct server *s, int beats)
{
    if (store_beat(s->store, s->self) == 1)
        s->others->presents = 0;
    if (beats % BURY == 0)
        store_bury(s->store);
}

static void *tell(void *arg)
{
    struct server *s = arg;
    double next = base_clock(), since;
    struct text news;
    bool stirred;

    for (int beats = 0; await_news(s->others, next, &news, &since, &stirred);) {
        if (base_clock() >= next) {
            beat(s, beats++);
            stirred = true;
            next = base_clock() + beat_every;
        }
        if (stirred)
            note_presence(s, &news);
        tell_all(s, text_of(&news));
        if (since > 0)
            metrics_observe(SECONDS_NOTICE, base_clock() - since);
        text_free(&news);
    }
    text_free(&news);
    return NULL;
}

/* ---- hearing ---- */

struct looking {
    struct server *server;
    char id[LOOK_MOST][MATCH_ID];
    bool found[LOOK_MOST];
    int n;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void seen(void *to, const char *id, const struct glance *glance)
{
    struct looking *l = to;
    char(*at)[MATCH_ID] = bsearch(id, l->id, (size_t)l->n, MATCH_ID, by_text);

    if (at)
        l->found[at - l->id] = true;
    table_seen(l->server, id, glance);
}

/* Those who are asked for and not found are no more. */
static void look(struct looking *l)
{
    const struct glance none = { 0 };
    struct text ids = { 0 };

    if (!l->n)
        return;
    qsort(l->id, (size_t)l->n, MATCH_ID, by_text);
    memset(l->found, 0, sizeof l->found);
    for (int i = 0; i < l->n; i++)
        text_printf(&ids, "%s%s", i ? " " : "", l->id[i]);
    if (store_look(l->server->store, text_of(&ids), l->server->self, l, seen))
        for (int i = 0; i < l->n; i++)
            if (!l->found[i])
                table_seen(l->server, l->id[i], &none);
    text_free(&ids);
    l->n = 0;
}

static void look_at(void *to, const char *id)
{
    struct looking *l = to;

    if (l->n == LOOK_MOST)
        look(l);
    snprintf(l->id[l->n++], MATCH_ID, "%s", id);
}

/* "MATCH:VERSION …"; version 0: somebody has come or gone. What is not held here is no news here. */
static void hear_line(void *to, const char *news)
{
    struct looking *l = to;
    char id[MATCH_ID];
    long long version;
    int n;

    metrics_count(COUNT_HEARD);
    for (; sscanf(news, " %15[^: ]:%lld%n", id, &version, &n) == 2; news += n) {
        int64_t held = strcmp(id, "@") == 0 ? 0 : table_held(l->server, id);

        if (strcmp(id, "@") == 0)
            jobs_stir(l->server);
        if (held > 0 && (version == 0 || version > held))
            look_at(l, id);
    }
}

static void *hear(void *arg)
{
    struct server *s = arg;
    struct looking *l = base_alloc(sizeof *l);
    double looked = base_clock();
    enum hearing how = HEARS_NOT;

    l->server = s;
    while (!s->others->closing) {
        double every = how == HEARS ? look_every : look_deaf;
        int left = (int)((looked + every - base_clock()) * 1000);

        how = store_hear(s->store, left < 1 ? 1 : left < HEAR_MS ? left : HEAR_MS, l, hear_line);
        atomic_store(&s->hears, how != HEARS_NOT);
        look(l);
        if (how != HEARS_ANEW && base_clock() - looked < every)
            continue;
        tables_held(s, l, look_at);
        look(l);
        looked = base_clock();
    }
    free(l);
    return NULL;
}

/* ---- beginning and end ---- */

/* The worker before this one, of the same keeper, is dead: it thinks no more, and nobody is there. */
void others_begin(struct server *s)
{
    struct others *w;
    pthread_condattr_t steady;

    if (!store_shared(s->store))
        return;
    s->self = keeper_server();
    store_leave(s->store, s->self);
    store_beat(s->store, s->self);
    if (!store_secret(s->store, "seal", s->seal_key))
        log_line("error",
                 "event=unread what=\"the key of the seals: seals drawn here are valid here "
                 "alone\"");
    w = s->others = base_alloc(sizeof *w);
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&w->more, &steady);
    pthread_condattr_destroy(&steady);
    if (pthread_create(&w->teller, NULL, tell, s) || pthread_create(&w->hearer, NULL, hear, s))
        base_die("a thread cannot be started");
}

/* What is written after this the others find when they look. */
void others_end(struct server *s)
{
    struct others *w = s->others;

    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    signal_teller(w);
    pthread_join(w->teller, NULL);
    pthread_join(w->hearer, NULL);
    store_leave(s->store, s->self);
}

void others_free(struct server *s)
{
    struct others *w = s->others;

    if (!w)
        return;
    text_free(&w->waits);
    free(w->present);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->more);
    free(w);
}
