/*
 * data.c: any bytes in place of a data file of the null game: the one that the first line names,
 * like
 * "# charts.txt". Either there are complaints, or the game can be played with it to its end.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "facts.h"

static const char *const names[] = { "map.txt", "charts.txt", "counters.txt",
                                     "scenarios/line.txt" };

/* Which file the first line names; the map if none. */
static const char *file_named(const uint8_t *data, size_t size)
{
    for (int i = 0; i < COUNT(names); i++) {
        size_t n = strlen(names[i]);

        if (size > n + 2 && memcmp(data, "# ", 2) == 0 && memcmp(data + 2, names[i], n) == 0 &&
            data[n + 2] == '\n')
            return names[i];
    }
    return names[0];
}

static void play_all(const struct box *box)
{
    _Alignas(16) unsigned char state[STATE_MAX];
    struct menu *menu = base_alloc(sizeof *menu);
    struct play p;

    for (int i = 0; i < box->scenarios; i++) {
        play_bind(&p, box->game, box, state, menu);
        FUZZ_CHECK(!play_begin(&p, i, NULL));
        fuzz_play_on(&p, box->game->longest);
        FUZZ_CHECK(play_state(&p)->over);
    }
    free(menu);
}

static void look_up(const struct box *box)
{
    static const char *const paths[] = { "chart.combat.1:1.1", "board.0101.terrain",
                                         "board.count.woods",  "board.0101/0102.road",
                                         "place.Crossroads",   "piece.b1.name" };
    struct text value = { 0 };

    for (int i = 0; i < COUNT(paths); i++)
        facts_find(box, paths[i], &value);
    text_free(&value);
}

FUZZ_TARGET(data)
{
    struct box_paper paper = { .name = file_named(data, size),
                               .text = (const char *)data,
                               .size = size };
    struct errors e = { 0 };
    struct box *box = box_open_with(game_find("null"), TREE "/data", &paper, 1, &e);

    FUZZ_CHECK((box == NULL) == (e.n > 0));
    FUZZ_CHECK((e.n > 0) == (e.lines.n > 0));
    if (box) {
        board_check(box->board, &e);
        look_up(box);
        play_all(box);
    }
    box_free(box);
    errors_free(&e);
}
