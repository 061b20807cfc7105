/*
 * db-copy.c: all matches of one store into another, in either direction.
 *
 * In the order of their ids, many at a time, each whole or not at all: whoever is interrupted begins again, and
 * what is there already is only compared. A match counts as copied when the digest of all its rows, read back, is
 * that of the source, and its journal replays.
 */
#define _DEFAULT_SOURCE /* flock() */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "db-own.h"

enum { AT_ONCE = 100 };

int db_lock(const char *path)
{
    int file = store_is_url(path) ? DB_NO_FILE : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    close(file);
    fprintf(stderr, "grognard: a server is using %s: end it first\n", path);
    return DB_IN_USE;
}

void db_unlock(int file)
{
    if (file >= 0)
        close(file);
}

/* ---- ids ---- */

struct ids {
    int n, room;
    char (*id)[MATCH_ID];
};

static void add_id(void *to, const char *id)
{
    struct ids *ids = to;

    if (ids->n == ids->room)
        ids->id = base_grow(ids->id, (size_t)(ids->room += 1024) * sizeof *ids->id);
    snprintf(ids->id[ids->n++], MATCH_ID, "%s", id);
}

static int by_id(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool has_id(const struct ids *ids, const char *id)
{
    return ids->n && bsearch(id, ids->id, (size_t)ids->n, sizeof *ids->id, by_id);
}

/* ---- many at a time ---- */

struct copying {
    struct store *from, *to;
    struct boxes *boxes;
    struct ids source, target;
    pthread_mutex_t lock;
    pthread_cond_t done;
    int waits; /* for so many jobs */
    bool failed;
    int copied, there, otherwise, changes;
};

static void written(struct job *job)
{
    struct copying *c = job->request;

    pthread_mutex_lock(&c->lock);
    c->waits--;
    c->failed = c->failed || job->how != STORE_FINE;
    pthread_cond_signal(&c->done);
    pthread_mutex_unlock(&c->lock);
}

static bool refuse(const char *id, const char *why)
{
    fprintf(stderr, "grognard: %s: %s\n", id, why);
    return false;
}

static bool submit(struct copying *c, const char *id)
{
    static const atomic_bool never = true;
    struct job *job = job_new();
    unsigned char digest[ROWS_DIGEST];

    snprintf(job->match, sizeof job->match, "%s", id);
    job->request = c;
    job->done = written;
    pthread_mutex_lock(&c->lock);
    c->waits++;
    pthread_mutex_unlock(&c->lock);
    if (rows_read(c->from, id, job, digest)) {
        store_submit(c->to, job);
        return true;
    }
    job->lost = &never; /* of what is not whole, nothing */
    store_submit(c->to, job);
    return refuse(id, "cannot be read from the source");
}

static bool await_all(struct copying *c)
{
    bool good;

    pthread_mutex_lock(&c->lock);
    while (c->waits)
        pthread_cond_wait(&c->done, &c->lock);
    good = !c->failed;
    pthread_mutex_unlock(&c->lock);
    if (!good) {
        char why[120];

        store_why(c->to, why, sizeof why);
        fprintf(stderr, "grognard: the copy cannot be written: %s\n", why);
    }
    return good;
}

/* ---- comparing ---- */

static bool is_equal(struct copying *c, const char *id)
{
    unsigned char a[ROWS_DIGEST], b[ROWS_DIGEST];

    return rows_read(c->from, id, NULL, a) && rows_read(c->to, id, NULL, b) &&
           memcmp(a, b, sizeof a) == 0;
}

static bool compare(struct copying *c, const char *id)
{
    if (!is_equal(c, id))
        return refuse(id, "is another match there than here");
    c->otherwise += db_replay(c->to, c->boxes, id, &c->changes) != REPLAYED;
    return true;
}

static bool copy_some(struct copying *c, int first, int n)
{
    bool good = true;

    for (int i = first; i < first + n && good; i++) {
        bool there = has_id(&c->target, c->source.id[i]);

        c->there += there;
        c->copied += !there;
        if (!there)
            good = submit(c, c->source.id[i]);
    }
    good = await_all(c) && good;
    for (int i = first; i < first + n && good; i++)
        good = compare(c, c->source.id[i]);
    return good;
}

/* What belongs to no match: as a whole, unless there is some already. */
static bool copy_rest(struct copying *c)
{
    if (is_equal(c, ""))
        return true;
    if (store_count(c->to, "SELECT COUNT(*) FROM upload_crashes") != 0)
        return refuse("upload_crashes", "are others there than here");
    return submit(c, "") && await_all(c);
}

static bool has_strangers(const struct copying *c)
{
    for (int i = 0; i < c->target.n; i++)
        if (!has_id(&c->source, c->target.id[i])) {
            refuse(c->target.id[i], "is there and not here: matches are copied into a store that "
                                    "has no others");
            return true;
        }
    return false;
}

static bool copy_all(struct copying *c)
{
    bool good = true;

    if (!store_ids(c->from, &c->source, add_id) || !store_ids(c->to, &c->target, add_id))
        return refuse("ids", "cannot be read");
    if (has_strangers(c))
        return false;
    for (int i = 0; i < c->source.n && good; i += AT_ONCE)
        good = copy_some(c, i, c->source.n - i < AT_ONCE ? c->source.n - i : AT_ONCE);
    good = good && copy_rest(c);
    printf("%d matches: %d copied, %d were there; %d changes; %d do not replay as they are\n",
           c->copied + c->there, c->copied, c->there, c->changes, c->otherwise);
    return good;
}

/* ---- both stores ---- */

static bool open_both(struct copying *c, const char *from, const char *to)
{
    if (!store_is_url(from) && access(from, F_OK) != 0)
        return refuse(from, "there is no such file");
    c->from = store_open(from, STORE_ALONE);
    c->to = c->from ? store_open(to, STORE_ALONE) : NULL;
    return c->to != NULL;
}

static bool copy_locked(const char *from, const char *to, const char *data)
{
    struct copying c = { .lock = PTHREAD_MUTEX_INITIALIZER, .done = PTHREAD_COND_INITIALIZER };
    bool good = open_both(&c, from, to);

    if (good) {
        c.boxes = boxes_open(data);
        good = copy_all(&c);
        boxes_close(c.boxes);
    }
    if (c.from)
        store_close(c.from);
    if (c.to)
        store_close(c.to);
    free(c.source.id);
    free(c.target.id);
    return good;
}

bool db_copy(const char *from, const char *to, const char *data)
{
    int a, b;
    bool good = false;

    if (strcmp(from, to) == 0)
        return refuse(from, "that is the same store twice");
    if (!store_is_url(from) && access(from, F_OK) != 0)
        return refuse(from, "there is no such file");
    a = db_lock(from);
    b = a == DB_IN_USE ? DB_IN_USE : db_lock(to);
    if (a != DB_IN_USE && b != DB_IN_USE)
        good = copy_locked(from, to, data);
    db_unlock(a);
    db_unlock(b);
    return good;
}
