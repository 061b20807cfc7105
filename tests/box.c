#include "box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

struct box *test_box(const char *game)
{
    return test_box_of(game_find(game));
}

struct box *test_box_of(const struct game *game)
{
    struct errors e = { 0 };
    struct box *box = box_open(game, test_data(), &e);

    fputs(text_of(&e.lines), stdout);
    CHECK(box != NULL);
    errors_free(&e);
    return box;
}

void test_bind(struct play *p, const struct box *box)
{
    play_bind(p, box->game, box, base_alloc(box->game->state_size), base_alloc(sizeof *p->menu));
}

void test_unbind(struct play *p)
{
    free(p->state);
    free(p->menu);
}

int test_complaints(const char *game, const char *file, const char *text)
{
    struct box_paper paper = { .name = file, .text = text, .size = strlen(text) };
    struct errors e = { 0 };
    struct box *box = box_open_with(game_find(game), test_data(), &paper, 1, &e);
    int n = e.n;

    if (box)
        box_free(box);
    errors_free(&e);
    return n;
}
