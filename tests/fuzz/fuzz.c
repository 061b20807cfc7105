/*
 * fuzz.c: what the fuzz targets share: boxes, playing on; without libFuzzer, the run over corpora.
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

const struct game *fuzz_game(const uint8_t *data, size_t size)
{
    for (int i = 0; all_games[i]; i++) {
        size_t n = strlen(all_games[i]->id);

        if (size > n + 2 && memcmp(data, "# ", 2) == 0 &&
            memcmp(data + 2, all_games[i]->id, n) == 0 && data[n + 2] == '\n')
            return all_games[i];
    }
    return game_find("null");
}

const struct box *fuzz_box(const struct game *g)
{
    static const struct box *boxes[32];
    struct errors e = { 0 };
    int i = 0;

    while (all_games[i] != g)
        i++;
    FUZZ_CHECK(i < COUNT(boxes));
    if (!boxes[i])
        boxes[i] = box_open(g, TREE "/data", &e);
    FUZZ_CHECK(boxes[i]);
    errors_free(&e);
    return boxes[i];
}

void fuzz_play_on(struct play *p, int actions)
{
    struct rng rng;

    rng_seed(&rng, 1815);
    FUZZ_CHECK(!play_broken(p));
    while (actions-- > 0 && play_who(p) != NOBODY) {
        const struct menu *m = play_menu(p);

        FUZZ_CHECK(m->n > 0);
        play_apply_listed(p, &m->a[rng_below(&rng, (uint32_t)m->n)]);
        FUZZ_CHECK(!play_broken(p));
    }
}

#ifndef FUZZ

enum { GARBLED = 200 }; /* copies of each file, at full effort */

/* Cut off, a byte changed, a piece doubled or dropped. */
static size_t garble(uint8_t *to, const uint8_t *from, size_t size, struct rng *rng)
{
    size_t at = rng_below(rng, (uint32_t)size), n = rng_below(rng, (uint32_t)(size - at)) + 1;

    memcpy(to, from, size);
    switch (rng_below(rng, 4)) {
    case 0: return at;
    case 1: to[at] = (uint8_t)rng_next(rng); return size;
    case 2: memcpy(to + at + n, from + at, size - at); return size + n;
    default: memcpy(to + at, from + at + n, size - at - n); return size - n;
    }
}

static void run_file(const char *path, void (*target)(const uint8_t *, size_t))
{
    size_t size = 0;
    uint8_t *data = (uint8_t *)base_read_file(path, &size), *copy = base_alloc(2 * size + 1);
    struct rng rng;

    CHECK(data != NULL);
    rng_seed(&rng, size);
    target(data, size);
    for (int i = 0; size > 0 && i < GARBLED * test_effort() / 100; i++) {
        size_t n = garble(copy, data, size, &rng);

        target(copy, n);
    }
    free(copy);
    free(data);
}

void fuzz_corpus(const char *id, void (*target)(const uint8_t *, size_t))
{
    struct text path = { 0 };
    struct dirent *entry;
    int files = 0;
    DIR *dir;

    text_printf(&path, "%s/tests/fuzz/corpus/%s", test_tree(), id);
    dir = opendir(text_of(&path));
    while (dir && (entry = readdir(dir))) {
        if (entry->d_name[0] == '.')
            continue;
        text_clear(&path);
        text_printf(&path, "%s/tests/fuzz/corpus/%s/%s", test_tree(), id, entry->d_name);
        run_file(text_of(&path), target);
        files++;
    }
    if (dir)
        closedir(dir);
    text_free(&path);
    CHECK(files > 0);
}

#endif
