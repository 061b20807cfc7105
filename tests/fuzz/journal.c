/*
 * journal.c: any bytes as a journal. It loads or there are complaints; what has loaded is written
 * and loaded again to the same state, and can be played on.
 */
#include "fuzz.h"

#include <stdlib.h>

#include "match/match.h"

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

FUZZ_TARGET(journal)
{
    const struct game *game = journal_game((const char *)data, size);
    const struct box *box = fuzz_box(game ? game : game_find("null"));
    struct errors e = { 0 };
    struct match *m;

    m = match_load_with("fuzz", (const char *)data, size, box, LOAD_ANY_DATA | LOAD_ANY_DICE, NULL,
                        &e);
    FUZZ_CHECK(!m == (e.n > 0));
    if (m) {
        FUZZ_CHECK(!play_broken(match_play(m)));
        again(m, box);
        take_back(m);
        fuzz_play_on(match_play(m), 40);
    }
    match_free(m);
    errors_free(&e);
    m = match_load_with("fuzz", (const char *)data, size, box, LOAD_AS_FAR, NULL, &e);
    match_free(m);
    errors_free(&e);
}
