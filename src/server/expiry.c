/*
 * expiry.c: matches to which nothing has happened for long are removed, so that those who come find
 * room. How long depends on what would be lost: one in which no person has decided anything, one
 * that was begun and left, one that was played to its end (usually kept for ever).
 *
 * Only a few go in a round: should the clock of the machine leap, an operator has time to see it. What is over, and has
 * been left alone for a while, is folded (store-fold.c), likewise.
 */
#include "metrics.h"
#include "server.h"

enum { ROUND = 60, AT_ONCE = 100 }; /* seconds between rounds; matches of a kind */
enum { FOLD_AT_ONCE = 50 };

struct round {
    struct server *server;
    struct stale is;
};

static void remove_one(void *to, const char *id)
{
    struct round *round = to;

    if (atomic_load(&round->server->closing) || !table_remove(round->server, id, &round->is))
        return;
    log_line("warn", "event=expired match=%s played=%d over=%d", id, round->is.played,
             round->is.over);
}

static void remove_stale(struct server *s, bool played, bool over, long keep)
{
    struct round round = { s, { played, over, store_seconds(s->store) - keep } };

    if (keep > 0 && !store_stale(s->store, &round.is, AT_ONCE, &round, remove_one))
        log_line("error", "event=store why=\"the matches that expire cannot be read\"");
}

/* Often enough for the shortest time that was asked for. */
static long between_rounds(const struct serve_options *o)
{
    const long keeps[] = { o->keep_unbegun, o->keep_unfinished, o->keep_finished, o->fold };
    long between = ROUND;

    for (int i = 0; i < COUNT(keeps); i++)
        if (keeps[i] > 0 && keeps[i] / 10 < between)
            between = keeps[i] / 10;
    return between;
}

/* Another server may be at the same: then nothing is left to be done, or one does what the other did. */
static void fold_one(void *to, const char *id)
{
    struct server *s = to;
    enum store_trouble how = atomic_load(&s->closing) ? STORE_OVERTAKEN : store_fold(s->store, id);

    if (how == STORE_FINE)
        metrics_count(COUNT_FOLDED);
    else if (how != STORE_OVERTAKEN)
        log_line("error", "event=unfolded match=%s why=%s", id, store_kinds[how]);
}

static void fold_finished(struct server *s, long after)
{
    if (after > 0 &&
        !store_unfolded(s->store, store_seconds(s->store) - after, FOLD_AT_ONCE, s, fold_one))
        log_line("error", "event=store why=\"the matches that are to be folded cannot be read\"");
}

void expiry_tick(struct server *s)
{
    const struct serve_options *o = &s->options;
    long now = steady_seconds();

    if (now - s->expired < between_rounds(o) || store_trouble(s->store) != STORE_FINE)
        return;
    s->expired = now;
    remove_stale(s, false, false, o->keep_unbegun);
    remove_stale(s, false, true, o->keep_unbegun);
    remove_stale(s, true, false, o->keep_unfinished);
    remove_stale(s, true, true, o->keep_finished);
    fold_finished(s, o->fold);
}
