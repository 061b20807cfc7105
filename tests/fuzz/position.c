/*
 * position.c: any bytes as a position. What is accepted is saved and restored to the same state,
 * can be seen by every side and played to its end; what is not leaves complaints and the state untouched.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_headed(void *to, const char *name, const char *position, const struct game *g)
{
    struct text text = { 0 };

    text_printf(&text, "# %s\n%s", g->id, position);
    seeds_give(to, name, &text);
    text_free(&text);
}

static void give_state(void *to, struct play *p)
{
    struct text saved = { 0 };
    char name[60];

    position_save(p, &saved);
    snprintf(name, sizeof name, "state-%016llx", (unsigned long long)play_digest(p));
    give_headed(to, name, text_of(&saved), p->game);
    text_free(&saved);
}

struct to_game {
    struct seeds *to;
    const struct game *game;
};

static void give_script(void *to, const char *name, const char *text, size_t size)
{
    const struct to_game *t = to;

    (void)size;
    give_headed(t->to, name, text, t->game);
}

FUZZ_SEEDS(position)
{
    struct to_game t = { to, box->game };

    seeds_states(box, 2, give_state, to);
    seeds_script_positions(box->game, give_script, &t);
}

struct room {
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

FUZZ_TARGET(position)
{
    const struct box *box = fuzz_box(fuzz_game(data, size, NULL));
    struct room *r = base_alloc(sizeof *r);
    struct errors e = { 0 };
    struct lex x;
    bool good;

    memset(r->state, 0x55, sizeof r->state);
    play_bind(&r->play, box->game, box, r->state, &r->menu);
    lex_begin(&x, "fuzz", (const char *)data, size, &e);
    good = position_restore(&r->play, &x);
    FUZZ_CHECK(good == (e.n == 0));
    if (good) {
        fuzz_comes_back(&r->play);
        fuzz_look(&r->play);
        fuzz_play_out(&r->play);
    } else {
        for (size_t i = 0; i < box->game->state_size; i++)
            FUZZ_CHECK(r->state[i] == 0x55);
    }
    errors_free(&e);
    free(r);
}
