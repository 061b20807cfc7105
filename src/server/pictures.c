/*
 * pictures.c: boards as pictures, drawn by a thread of their own and kept.
 *
 * To draw one takes a fraction of a second of a processor, so it is not done by the threads that
 * answer requests: the painter begins when the server does, in the order of the shelf, first by
 * day, then by night. Whoever asks for a picture that is not there yet waits for it without a
 * thread, and it is drawn before those that nobody waits for.
 */
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "draw/draw.h"
#include "handlers.h"
#include "hash.h"
#include "metrics.h"

enum { GAMES_MOST = 64 };

enum picture_is { PICTURE_NONE, PICTURE_WANTED, PICTURE_DRAWN, PICTURE_FAULTY };

struct picture {
    enum picture_is is;
    struct text svg; /* or why there is none */
    char etag[24];
    struct request *waiting;
};

struct pictures {
    pthread_t painter;
    atomic_bool left; /* the painter has */
    pthread_mutex_t lock;
    pthread_cond_t wanted;
    bool closing;
    struct picture of[GAMES_MOST][LIGHTS];
};

/* ---- the painter ---- */

static bool draw(struct picture *p, const struct box *box, int light)
{
    struct draw_options o = { .light = (enum light)light, .bare = true, .box = { -1, -1 } };
    struct draw_data data;
    struct errors e = { 0 };
    bool good = draw_load(&data, box->board, box->dir, &e);

    if (good)
        draw_board(&data, &o, &p->svg);
    else
        text_add(&p->svg, text_of(&e.lines));
    snprintf(p->etag, sizeof p->etag, "\"%016" PRIx64 "\"",
             hash_mix(hash_bytes(HASH_START, p->svg.s, p->svg.n)));
    draw_free(&data);
    errors_free(&e);
    malloc_trim(0); /* a board takes tens of megabytes to draw, once */
    return good;
}

/* One that somebody waits for, else the first on the shelf; NULL: all is done. Locked. */
static struct picture *next_picture(struct pictures *all, const struct game **game, int *light)
{
    struct picture *next = NULL;
    const struct game *g;

    for (int l = 0; l < LIGHTS; l++)
        for (int i = 0; (g = game_on_shelf(i)); i++) {
            struct picture *p = &all->of[game_index(g->id)][l];

            if (p->is != PICTURE_WANTED || (next && !p->waiting) || (next && next->waiting))
                continue;
            next = p;
            *game = g;
            *light = l;
        }
    return next;
}

/* Locked. */
static void answer_all(struct picture *p)
{
    struct request *r;

    while ((r = p->waiting)) {
        p->waiting = r->next;
        http_leave(r);
    }
}

static void *paint(void *arg)
{
    struct server *s = arg;
    struct pictures *all = s->pictures;

    pthread_mutex_lock(&all->lock);
    while (!all->closing) {
        const struct game *g;
        int light;
        struct picture *p = next_picture(all, &g, &light);
        bool good;

        if (!p) {
            pthread_cond_wait(&all->wanted, &all->lock);
            continue;
        }
        pthread_mutex_unlock(&all->lock);
        good = draw(p, server_box(s, g), light);
        pthread_mutex_lock(&all->lock);
        metrics_count(COUNT_DRAWN);
        p->is = good ? PICTURE_DRAWN : PICTURE_FAULTY;
        answer_all(p);
    }
    pthread_mutex_unlock(&all->lock);
    atomic_store(&all->left, true);
    return NULL;
}

void pictures_begin(struct server *s)
{
    struct pictures *all = s->pictures = base_alloc(sizeof *all);
    const struct game *g;

    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->wanted, NULL);
    for (int i = 0; (g = game_on_shelf(i)); i++)
        if (server_box(s, g) && server_box(s, g)->board) {
            all->of[game_index(g->id)][LIGHT_DAY].is = PICTURE_WANTED;
            all->of[game_index(g->id)][LIGHT_NIGHT].is = PICTURE_WANTED;
        }
    if (pthread_create(&all->painter, NULL, paint, s))
        base_die("a thread cannot be started");
}

void pictures_close(struct server *s)
{
    struct pictures *all = s->pictures;

    pthread_mutex_lock(&all->lock);
    all->closing = true;
    pthread_cond_signal(&all->wanted);
    for (int g = 0; g < GAMES_MOST; g++)
        for (int i = 0; i < LIGHTS; i++)
            answer_all(&all->of[g][i]);
    pthread_mutex_unlock(&all->lock);
}

/* Everything is stored and everybody is answered: nobody waits for a board that is being drawn. */
static void leave_painter(struct server *s)
{
    if (!s->options.alone && !atomic_load(&s->pictures->left)) {
        pthread_detach(s->pictures->painter);
        fflush(NULL);
        _exit(0);
    }
    pthread_join(s->pictures->painter, NULL);
}

void pictures_end(struct server *s)
{
    leave_painter(s);
    for (int g = 0; g < GAMES_MOST; g++)
        for (int i = 0; i < LIGHTS; i++)
            text_free(&s->pictures->of[g][i].svg);
    pthread_cond_destroy(&s->pictures->wanted);
    pthread_mutex_destroy(&s->pictures->lock);
    free(s->pictures);
}

/* ---- requests ---- */

static enum picture_is state_of(struct pictures *all, const struct picture *p)
{
    enum picture_is is;

    pthread_mutex_lock(&all->lock);
    is = p->is;
    pthread_mutex_unlock(&all->lock);
    return is;
}

static void show_picture(struct request *r)
{
    const struct picture *p = r->picture;
    enum picture_is is = state_of(r->server->pictures, p);

    if (is == PICTURE_DRAWN) {
        r->fixed = p->svg.s;
        r->fixed_size = p->svg.n;
        r->type = "image/svg+xml";
        r->etag = p->etag;
        r->cache = "no-cache";
        r->policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    } else if (is == PICTURE_FAULTY) {
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the board cannot be drawn: %.300s",
                    text_of(&p->svg));
    } else {
        http_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "the table is being cleared");
    }
}

/* Whether it is there, or never will be; if not, it is ordered, and the request waits. */
static bool settled(struct request *r, struct picture *p)
{
    struct pictures *all = r->server->pictures;
    bool is;

    pthread_mutex_lock(&all->lock);
    is = p->is == PICTURE_DRAWN || p->is == PICTURE_FAULTY || all->closing;
    if (!is) {
        p->is = PICTURE_WANTED;
        r->then = show_picture;
        r->next = p->waiting;
        p->waiting = r;
        http_wait(r);
        pthread_cond_signal(&all->wanted);
    }
    pthread_mutex_unlock(&all->lock);
    return is;
}

void get_board(struct request *r)
{
    const struct box *box = http_box(r);
    const char *palette = http_query(r, "palette");
    int light = palette ? light_named(palette) : LIGHT_DAY;
    struct picture *p;

    if (!box)
        return;
    if (!box->board || light < 0) {
        http_refuse(r, light < 0 ? MHD_HTTP_BAD_REQUEST : MHD_HTTP_NOT_FOUND,
                    light < 0 ? "a palette is day, night or contrast" : "it has no board");
        return;
    }
    p = &r->server->pictures->of[game_index(r->tail)][light];
    r->picture = p;
    if (settled(r, p))
        show_picture(r);
}
