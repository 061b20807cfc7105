/*
 * data.c: any bytes in place of a data file of a game: the one that the first line names, like
 * "# null charts.txt". Either there are complaints, or the game can be played with it to its end.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "hash.h"

enum { FILE_MOST = 64 << 10 }; /* longer ones are the painter's: fuzzing them is only slower */

struct to_game {
    struct seeds *to;
    const struct game *game;
};

static void give_file(void *to, const char *path, const char *text, size_t size)
{
    const struct to_game *t = to;
    struct text headed = { 0 };

    if (size > FILE_MOST)
        return;
    text_printf(&headed, "# %s %s\n", t->game->id, path);
    text_add_n(&headed, text, size);
    seeds_give(t->to, path, &headed);
    text_free(&headed);
}

FUZZ_SEEDS(data)
{
    struct to_game t = { to, box->game };
    struct text folder = { 0 };

    text_printf(&folder, "data/%s", box->game->id);
    seeds_files(text_of(&folder), ".txt", give_file, &t);
    text_free(&folder);
}

/* Whatever is printed can be asked for. */
static void look_up(const struct box *box)
{
    struct text path = { 0 }, value = { 0 };

    for (int i = 0; i < box->charts; i++) {
        const struct chart *c = box->chart[i];

        text_clear(&path);
        text_printf(&path, "chart.%s.%s.%s", c->id, c->columns ? c->column[0].label : "x",
                    c->rows ? c->row[0].label : "x");
        facts_find(box, text_of(&path), &value);
    }
    for (int i = 0; i < box->pieces; i++) {
        text_clear(&path);
        text_printf(&path, "piece.%s.name", box->piece[i].id);
        facts_find(box, text_of(&path), &value);
    }
    for (int h = 0; box->board && h < box->board->cells; h++)
        ground_print(box->game, box, h, &value);
    text_free(&path);
    text_free(&value);
}

/* One of its scenarios, which the bytes of the file choose. */
static void play_one(const struct box *box, uint64_t hash)
{
    _Alignas(16) unsigned char state[STATE_MAX];
    struct menu *menu = base_alloc(sizeof *menu);
    struct play p;

    play_bind(&p, box->game, box, state, menu);
    FUZZ_CHECK(box->scenarios > 0);
    for (int i = 0; i < box->scenarios; i++)
        FUZZ_CHECK(!play_begin(&p, i, NULL));
    FUZZ_CHECK(!play_begin(&p, (int)(hash % (uint64_t)box->scenarios), NULL));
    fuzz_look(&p);
    fuzz_play_out(&p);
    free(menu);
}

FUZZ_TARGET(data)
{
    struct text name = { 0 };
    const struct game *g = fuzz_game(data, size, &name);
    struct box_paper paper = { .name = text_of(&name), .text = (const char *)data, .size = size };
    struct errors e = { 0 };
    struct box *box = box_open_with(g, TREE "/data", &paper, 1, &e);

    FUZZ_CHECK((box == NULL) == (e.n > 0));
    FUZZ_CHECK((e.n > 0) == (e.lines.n > 0));
    if (box) {
        if (box->board)
            board_check(box->board, &e);
        look_up(box);
        play_one(box, hash_bytes(HASH_START, data, size));
    }
    box_free(box);
    errors_free(&e);
    text_free(&name);
}
