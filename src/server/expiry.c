/*
 * expiry.c: matches to which nothing has happened for long are archived, so that those who come find
 * room: they are in no list, count for nobody and no computer thinks for them. Whoever has a seat there takes it up again
 * by coming back. After how long depends on what they are: one in which no person has decided anything, one
 * that was begun and left, one that was played to its end (usually never). Only where that is wished are archived
 * ones removed.
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

static void put_away(void *to, const char *id)
{
    struct round *round = to;

    if (atomic_load(&round->server->closing) || !table_put_away(round->server, id, &round->is))
        return;
    if (round->is.archived)
        log_line("warn", "event=removed match=%s", id);
    else
        log_line("warn", "event=archived match=%s played=%d over=%d", id, round->is.played,
                 round->is.over);
    metrics_count(round->is.archived ? COUNT_REMOVED : COUNT_ARCHIVED);
}

static void put_away_all(struct server *s, struct stale is, long keep)
{
    struct round round = { s, is };

    round.is.before = store_seconds(s->store) - keep;
    if (keep > 0 && !store_stale(s->store, &round.is, AT_ONCE, &round, put_away))
        log_line("error", "event=store why=\"the matches that expire cannot be read\"");
}

/* Often enough for the shortest time that was asked for. */
static long between_rounds(const struct serve_options *o)
{
    const long keeps[] = { o->keep_unbegun, o->keep_unfinished, o->keep_finished, o->keep_archived,
                           o->fold };
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
    put_away_all(s, (struct stale){ .over = false }, o->keep_unbegun);
    put_away_all(s, (struct stale){ .over = true }, o->keep_unbegun);
    put_away_all(s, (struct stale){ .played = true, .over = false }, o->keep_unfinished);
    put_away_all(s, (struct stale){ .played = true, .over = true }, o->keep_finished);
    put_away_all(s, (struct stale){ .archived = true }, o->keep_archived);
    fold_finished(s, o->fold);
}

/* ---- as people are told ---- */

static void term_json(struct json *j, const char *name, long seconds)
{
    if (seconds)
        json_key_int(j, name, seconds);
    else
        json_key_str(j, name, NULL);
}

/* In the largest unit that fits. */
static void term_print(long seconds, struct text *out)
{
    static const struct {
        long seconds;
        const char *one, *many;
    } unit[] = { { DAY, "a day", "days" },
                 { 3600, "an hour", "hours" },
                 { 60, "a minute", "minutes" },
                 { 1, "a second", "seconds" } };
    int i = 0;

    while (seconds % unit[i].seconds)
        i++;
    if (seconds == unit[i].seconds)
        text_add(out, unit[i].one);
    else
        text_printf(out, "%ld %s", seconds / unit[i].seconds, unit[i].many);
}

static void term_sentence(long seconds, const char *what, struct text *out)
{
    if (!seconds)
        return;
    text_printf(out, "%s%s when nothing has happened for ", out->n ? "; " : "", what);
    term_print(seconds, out);
}

void expiry_json(const struct serve_options *o, struct json *j)
{
    struct text said = { 0 };

    term_sentence(o->keep_unbegun, "a match in which no person has decided anything is put away",
                  &said);
    term_sentence(o->keep_unfinished, "one that was begun", &said);
    term_sentence(o->keep_finished, "one that is over", &said);
    if (said.n)
        text_add(&said, ". Whoever has a seat there takes it up again by opening it");
    term_sentence(o->keep_archived, "it is removed for good", &said);
    if (said.n)
        text_char(&said, '.');
    json_key(j, "terms");
    json_open(j, '{');
    term_json(j, "unbegun", o->keep_unbegun);
    term_json(j, "unfinished", o->keep_unfinished);
    term_json(j, "finished", o->keep_finished);
    term_json(j, "archived", o->keep_archived);
    json_key_str(j, "text", text_of(&said));
    json_close(j);
    text_free(&said);
}
