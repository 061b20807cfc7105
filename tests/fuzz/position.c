/*
 * position.c: any bytes as a position. What is accepted is saved and restored to the same state,
 * can be seen by every side and played on; what is not leaves complaints and the state untouched.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

struct room {
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

static bool restore(struct room *r, const struct box *box, const char *text, size_t size,
                    struct errors *e)
{
    struct lex x;

    play_bind(&r->play, box->game, box, r->state, &r->menu);
    lex_begin(&x, "fuzz", text, size, e);
    return position_restore(&r->play, &x);
}

static void again(const struct room *r, const struct box *box)
{
    struct room *copy = base_alloc(sizeof *copy);
    struct text text = { 0 };
    struct errors e = { 0 };

    position_save(&r->play, &text);
    FUZZ_CHECK(restore(copy, box, text_of(&text), text.n, &e));
    FUZZ_CHECK(memcmp(copy->state, r->state, box->game->state_size) == 0);
    text_free(&text);
    free(copy);
}

static void look(const struct room *r)
{
    struct text view = { 0 };

    for (int side = 0; side < game_sides(r->play.game); side++)
        play_view(&r->play, side, &view);
    play_view(&r->play, NOBODY, &view);
    play_view(&r->play, REFEREE, &view);
    text_free(&view);
}

FUZZ_TARGET(position)
{
    const struct box *box = fuzz_box(fuzz_game(data, size));
    struct room *r = base_alloc(sizeof *r);
    struct errors e = { 0 };
    bool good;

    memset(r->state, 0x55, sizeof r->state);
    good = restore(r, box, (const char *)data, size, &e);
    FUZZ_CHECK(good == (e.n == 0));
    if (good) {
        again(r, box);
        look(r);
        fuzz_play_on(&r->play, 60);
    } else {
        FUZZ_CHECK(r->state[0] == 0x55 && r->state[box->game->state_size - 1] == 0x55);
    }
    errors_free(&e);
    free(r);
}
