/*
 * corpus.c: the fuzz targets in the ordinary tests: over the findings that are kept, and for each game over
 * what is made of it, all of that also changed, by bytes and by words. The same on every machine.
 *
 * With $FUZZ_COUNT the tests of games say how many texts were tried, accepted and played to the end; with
 * $FUZZ_KEEP=FILE every input is written there first, to be found when it breaks something.
 */
#include "fuzz.h"

#ifndef FUZZ

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"
#include "hash.h"
#include "words.h"

enum { CHANGED_KEPT = 100, CHANGED_MADE = 300 }; /* of each kept file, and of a game's in all */

/* ---- changing ---- */

/* Cut off, a byte changed, a piece doubled or dropped. */
static void garble(const char *from, size_t size, struct rng *rng, struct text *to)
{
    size_t at = rng_below(rng, (uint32_t)size), n = rng_below(rng, (uint32_t)(size - at)) + 1;

    text_add_n(to, from, at);
    switch (rng_below(rng, 4)) {
    case 0: break;
    case 1:
        text_char(to, (char)rng_next(rng));
        text_add_n(to, from + at + 1, size - at - 1);
        break;
    case 2:
        text_add_n(to, from + at, n);
        text_add_n(to, from + at, size - at);
        break;
    default: text_add_n(to, from + at + n, size - at - n);
    }
}

static void change(const struct vocabulary *words, const char *from, size_t size, struct rng *rng,
                   struct text *to)
{
    text_clear(to);
    if (rng_below(rng, 4) == 0)
        garble(from, size, rng, to);
    else
        words_change(words, from, size, rng, to);
}

/* Before it is tried: so the last one that was kept is what broke. */
static void keep(const char *path, const char *text, size_t size)
{
    FILE *f = fopen(path, "w");

    CHECK(f && fwrite(text, 1, size, f) == size && fclose(f) == 0);
}

static void try_one(const struct fuzz_target *target, const char *text, size_t size)
{
    if (getenv("FUZZ_KEEP"))
        keep(getenv("FUZZ_KEEP"), text, size);
    fuzz_count.tried++;
    target->run((const uint8_t *)text, size);
}

static void try_changed(const struct fuzz_target *target, const struct vocabulary *words,
                        const char *text, size_t size, int copies, struct rng *rng)
{
    struct text changed = { 0 };

    for (int i = 0; size > 0 && i < copies; i++) {
        change(words, text, size, rng, &changed);
        try_one(target, text_of(&changed), changed.n);
    }
    text_free(&changed);
}

bool fuzz_may_play(double now)
{
    (void)now;
    return true;
}

/* ---- what is kept ---- */

struct kept {
    const struct fuzz_target *target;
    int files;
};

static void try_kept(void *to, const char *path, const char *text, size_t size)
{
    struct kept *k = to;
    struct vocabulary *words;
    struct rng rng;

    (void)path;
    words = vocabulary_of(fuzz_box(fuzz_game((const uint8_t *)text, size, NULL)));
    rng_seed(&rng, size);
    try_one(k->target, text, size);
    try_changed(k->target, words, text, size, CHANGED_KEPT * test_effort() / 100, &rng);
    vocabulary_free(words);
    k->files++;
}

static void run_kept(const void *subject)
{
    struct kept k = { .target = subject };
    char folder[200];

    snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", k.target->name);
    seeds_files(folder, "", try_kept, &k);
}

/* ---- what is made of a game ---- */

struct topic {
    const struct fuzz_target *target;
    const struct game *game;
};

struct made {
    struct seeds seeds;
    int n, room;
    struct text *text;
};

static void gather(struct seeds *seeds, const char *name, const char *text, size_t size)
{
    struct made *m = (struct made *)seeds;

    (void)name;
    if (m->n == m->room)
        m->text = base_grow(m->text, (size_t)(m->room = 2 * m->room + 16) * sizeof *m->text);
    m->text[m->n] = (struct text){ 0 };
    text_add_n(&m->text[m->n++], text, size);
}

/* As many as the effort allows, spread over all that there are. */
static void try_made(const struct topic *topic, struct made *m)
{
    struct vocabulary *words = vocabulary_of(fuzz_box(topic->game));
    int tries = 1 + CHANGED_MADE * test_effort() / 100;
    struct rng rng;

    rng_seed(&rng, 1815);
    for (int i = 0; i < tries; i++) {
        const struct text *t = &m->text[rng_below(&rng, (uint32_t)m->n)];

        try_changed(topic->target, words, text_of(t), t->n, 1, &rng);
    }
    vocabulary_free(words);
}

static void run_made(const void *subject)
{
    const struct topic *topic = subject;
    struct made m = { .seeds = { gather } };

    topic->target->seeds(fuzz_box(topic->game), &m.seeds);
    CHECK(m.n > 0);
    if (m.n > 0)
        try_made(topic, &m);
    if (getenv("FUZZ_COUNT"))
        printf("%-20s %-10s %ld changed, %ld accepted, %ld played out\n", topic->game->id,
               topic->target->name, fuzz_count.tried, fuzz_count.accepted, fuzz_count.played);
    for (int i = 0; i < m.n; i++)
        text_free(&m.text[i]);
    free(m.text);
}

/* ---- registration ---- */

static void add(const char *name, void (*run)(const void *), const void *subject)
{
    struct test *t = base_alloc(sizeof *t);

    t->name = base_copy(name);
    t->file = __FILE__;
    t->run_on = run;
    t->subject = subject;
    test_register(t);
}

void fuzz_register(struct fuzz_target *target)
{
    char name[200];

    snprintf(name, sizeof name, "fuzz_corpus_%s", target->name);
    add(name, run_kept, target);
    for (int i = 0; all_games[i]; i++) {
        struct topic *topic = base_alloc(sizeof *topic);

        *topic = (struct topic){ target, all_games[i] };
        snprintf(name, sizeof name, "%s: fuzz_%s", all_games[i]->id, target->name);
        add(name, run_made, topic);
    }
}

#endif
