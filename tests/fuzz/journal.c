/*
 * journal.c: any bytes as a journal. It loads or there are complaints; what has loaded is written
 * and loaded again to the same state, taken back, and played to its end.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/match.h"

enum { MADE = 24, ENTRIES = 40, HEAD_LINES = 80, WHOLE_MOST = 20000 };

/* Without its hashes, so that a journal whose decisions are changed need not depart at the next one. */
static void drop_hashes(const struct text *journal, struct text *bare)
{
    const char *at = text_of(journal), *end;

    for (; *at; at = end) {
        end = at + strcspn(at, "\n");
        end += *end == '\n';
        if (strncmp(at, "hash ", 5) != 0)
            text_add_n(bare, at, (size_t)(end - at));
    }
}

static void give_match(struct seeds *to, const struct box *box, int n)
{
    struct match *m = seeds_match(box, n, ENTRIES);
    struct text journal = { 0 }, bare = { 0 };
    char name[40];

    if (!m)
        return;
    match_journal(m, &journal);
    snprintf(name, sizeof name, "made-%d", n);
    seeds_give(to, name, &journal);
    drop_hashes(&journal, &bare);
    snprintf(name, sizeof name, "bare-%d", n);
    seeds_give(to, name, &bare);
    text_free(&journal);
    text_free(&bare);
    match_free(m);
}

/* Of a long one the beginning; a line that is cut off is dropped by whoever loads it. */
static void give_kept(void *to, const char *path, const char *text, size_t size)
{
    struct seeds *seeds = to;
    const char *end = text;

    for (int i = 0; i < HEAD_LINES && *end; i++)
        end += strcspn(end, "\n") + 1;
    if (size <= WHOLE_MOST)
        seeds->take(seeds, path, text, size);
    else
        seeds->take(seeds, path, text, (size_t)(end - text));
}

FUZZ_SEEDS(journal)
{
    char folder[200];

    for (int i = 0; i < MADE; i++)
        give_match(to, box, i);
    snprintf(folder, sizeof folder, "tests/%s/journals", box->game->id);
    seeds_files(folder, ".grognard", give_kept, to);
}

/* Written again it must be the same game. */
static void again(struct match *m, const struct box *box)
{
    struct text text = { 0 };
    struct errors e = { 0 };
    struct match *copy;

    match_journal(m, &text);
    copy = match_load_with("again", text_of(&text), text.n, box, LOAD_ANY_DATA | LOAD_ANY_DICE,
                           NULL, &e);
    FUZZ_CHECK(copy && !e.n);
    FUZZ_CHECK(play_digest(match_play(copy)) == play_digest(match_play(m)));
    FUZZ_CHECK(match_entries(copy) == match_entries(m));
    match_free(copy);
    errors_free(&e);
    text_free(&text);
}

static void take_back(struct match *m)
{
    for (int i = 0; i < 3 && match_entries(m) > 0; i++)
        FUZZ_CHECK(!match_undo_to(m, match_entries(m) / 2));
}

/* What everybody may read of it. */
static void read_all(struct match *m)
{
    struct text told = { 0 };

    for (int side = 0; side < game_sides(match_play(m)->game); side++)
        match_chronicle_text(m, side, 0, &told);
    match_chronicle_text(m, NOBODY, 0, &told);
    text_free(&told);
}

FUZZ_TARGET(journal)
{
    const struct game *game = journal_game((const char *)data, size);
    const struct box *box = fuzz_box(game ? game : fuzz_game(data, size, NULL));
    struct errors e = { 0 };
    struct match *m;

    m = match_load_with("fuzz", (const char *)data, size, box, LOAD_ANY_DATA | LOAD_ANY_DICE, NULL,
                        &e);
    FUZZ_CHECK(!m == (e.n > 0));
    if (m) {
        fuzz_sound(match_play(m));
        again(m, box);
        read_all(m);
        take_back(m);
        again(m, box);
        fuzz_play_out(match_play(m));
    }
    match_free(m);
    errors_free(&e);
    m = match_load_with("fuzz", (const char *)data, size, box, LOAD_AS_FAR, NULL, &e);
    match_free(m);
    errors_free(&e);
}
