#include "box.h"

#include <stdio.h>

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
