/*
 * store-fold.c: the changes of a match that is over, some thousands of rows, as one row: compressed where the program has zlib
 * or bzip2 (store-pack.c). Whoever reads a match reads that row first and what has come after it: nothing need
 * be unfolded. (Of what is over nothing is decided any more, so no request id in it can be used again. They are random, and
 * would be most of the row: only the last of each seat are kept, whose retries may still come.)
 *
 * In its plain form stand one after another, of each change, a line `AT ENTRIES SEAT SIZE SIZE`, its first two numbers as what
 * they are more than those of the change before, and the request id and the journal lines, which have these sizes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store-own.h"

enum { IDS_KEPT = 16, FOLD_SEATS = 32 };

/* What the row of a match holds; nothing if there is none. */
static bool read_row(struct store *store, const char *id, char *why, struct text *plain)
{
    struct reading r =
        read_begin(store, "SELECT form, size, packed FROM journals WHERE match=?1", id);
    bool whole = true;

    while (next_row(&r)) {
        size_t n = 0;
        const void *packed = store->kind->column_bytes(&r, 2, &n);

        whole =
            fold_unpack((int)column_int64(&r, 0), packed, n, (size_t)column_int64(&r, 1), plain);
    }
    if (!read_end(&r))
        snprintf(why, READ_WHY, "%s", r.why);
    else if (!whole)
        snprintf(why, READ_WHY,
                 "its folded journal is damaged, or needs a program with zlib and bzip2");
    return r.is == READ_DONE && whole;
}

bool fold_each(struct store *store, const char *id, char *why, void *to,
               void (*each)(void *to, const struct folded_change *))
{
    struct text plain = { 0 };
    struct folded_change c = { 0 };
    bool good = read_row(store, id, why, &plain);
    const char *at = text_of(&plain), *end = at + plain.n;

    for (; good && at < end; c.seq++) {
        good = fold_next(&at, end, &c);
        if (good)
            each(to, &c);
        else
            snprintf(why, READ_WHY, "change %d of its folded journal is damaged", c.seq);
    }
    text_free(&plain);
    return good;
}

/* ---- folding ---- */

static bool others_can_read(struct store *store)
{
    char sql[120];

    if (!store_shared(store))
        return true;
    snprintf(sql, sizeof sql,
             "SELECT COUNT(*) FROM servers WHERE beat>now()-interval '1 minute' AND schema<%d",
             store->kind->folds);
    return store_count(store, sql) == 0;
}

bool store_unfolded(struct store *store, int64_t before, int most, void *to,
                    void (*each)(void *to, const char *id))
{
    struct reading r;

    if (!others_can_read(store))
        return true;
    r = read_begin(store,
                   "SELECT id FROM matches WHERE over=1 AND folded<changes AND changed<?1"
                   " ORDER BY changed LIMIT ?2",
                   NULL);
    bind_number(&r, 1, before);
    bind_number(&r, 2, most);
    return each_id(&r, to, each);
}

struct folding {
    struct text plain;
    int n; /* changes so far */
    struct folded_change last;
};

static void fold_again(void *to, const struct folded_change *c)
{
    struct folding *f = to;

    fold_add(&f->plain, c, &f->last);
    f->n++;
}

/* What has come after the row; false: unread, or not without a gap. */
static bool fold_rest(struct store *store, const char *id, struct folding *f)
{
    struct reading r = read_begin(store,
                                  "SELECT seq, at, request, lines, entries, seat FROM changes"
                                  " WHERE match=?1 ORDER BY seq",
                                  id);
    bool gap = false;

    while (!gap && next_row(&r)) {
        struct folded_change c = { .at = column_int64(&r, 1), .entries = column_int64(&r, 4) };

        c.seat = (int)column_int64(&r, 5);
        c.request = column_text(&r, 2, &c.request_size);
        c.lines = column_text(&r, 3, &c.size);
        gap = column_int64(&r, 0) != f->n;
        if (!gap)
            fold_again(f, &c);
    }
    return read_end(&r) && !gap;
}

/* The changes that there are of one that is over; 0: it is not; -1: unread. */
static int changes_of(struct store *store, const char *id)
{
    struct reading r = read_begin(
        store, "SELECT COALESCE(MAX(changes), 0) FROM matches WHERE id=?1 AND over=1", id);

    return read_count(&r);
}

/* How many ids each seat has; those without a seat's number have none worth keeping. */
static void count_ids(const struct text *plain, int n[FOLD_SEATS])
{
    const char *at = text_of(plain), *end = at + plain->n;
    struct folded_change c = { 0 };

    while (at < end && fold_next(&at, end, &c))
        if (c.request_size && c.seat >= 0 && c.seat < FOLD_SEATS)
            n[c.seat]++;
}

/* All but the last ids of each seat. */
static void forget_ids(struct text *plain)
{
    const char *at = text_of(plain), *end = at + plain->n;
    struct text shorter = { 0 };
    struct folded_change c = { 0 }, last = { 0 };
    int left[FOLD_SEATS] = { 0 };

    count_ids(plain, left);
    while (at < end && fold_next(&at, end, &c)) {
        bool seated = c.seat >= 0 && c.seat < FOLD_SEATS;

        if (c.request_size && (!seated || left[c.seat]-- > IDS_KEPT))
            c.request_size = 0;
        fold_add(&shorter, &c, &last);
    }
    text_free(plain);
    *plain = shorter;
}

/* As it will be read back. */
static bool is_readable(int form, const struct text *packed, const struct text *plain)
{
    struct text again = { 0 };
    bool same = fold_unpack(form, text_of(packed), packed->n, plain->n, &again) &&
                again.n == plain->n && memcmp(text_of(&again), text_of(plain), plain->n) == 0;

    text_free(&again);
    return same;
}

static enum store_trouble write_fold(struct store *store, const char *id, const struct folding *f)
{
    struct text packed = { 0 };
    int form = fold_pack(&f->plain, &packed);
    struct job *job;
    enum store_trouble how = STORE_FAILED;

    if (is_readable(form, &packed, &f->plain)) {
        job = job_new();
        job_write(job, WRITE_FOLDED, "it", (int64_t)f->n, id);
        job_write(job, WRITE_JOURNAL, "tiibi", id, (int64_t)form, (int64_t)f->plain.n,
                  text_of(&packed), packed.n, (int64_t)f->n);
        job_write(job, WRITE_UNFOLDED, "ti", id, (int64_t)f->n);
        job_write(job, WRITE_COMPATIBLE, "i", (int64_t)store->kind->folds);
        how = store_write_now(store, job);
    }
    text_free(&packed);
    return how;
}

enum store_trouble store_fold(struct store *store, const char *id)
{
    struct folding f = { .n = 0 };
    char why[READ_WHY];
    enum store_trouble how = STORE_FAILED;
    int changes;
    bool whole;

    store_hold(store);
    changes = changes_of(store, id);
    whole = changes > 0 && fold_each(store, id, why, &f, fold_again) && fold_rest(store, id, &f);
    store_let_go(store);
    if (changes == 0)
        how = STORE_OVERTAKEN;
    if (whole && f.n == changes) {
        forget_ids(&f.plain);
        how = write_fold(store, id, &f);
    }
    text_free(&f.plain);
    return how;
}

/* ---- reading ---- */

struct requests_to {
    void *to;
    void (*each)(void *to, int seat, bool chat, const char *request);
};

static void pass_request(void *to, const struct folded_change *c)
{
    struct requests_to *r = to;
    char request[80];

    if (!c->request_size || c->request_size >= sizeof request)
        return;
    memcpy(request, c->request, c->request_size);
    request[c->request_size] = '\0';
    r->each(r->to, c->seat, false, request);
}

bool store_folded_requests(struct store *store, const char *id, void *to,
                           void (*each)(void *to, int seat, bool chat, const char *request))
{
    struct requests_to r = { to, each };
    char why[READ_WHY];

    return fold_each(store, id, why, &r, pass_request);
}
