/*
 * registry.c: the program with a fault planted in the null game, to see what the server makes of
 * it. Linked instead of the registry that the Makefile writes.
 *
 * In the morning fog, and only there: who stops marching breaks an invariant, and a spectator who
 * looks on while a picket is on the march does too. So one match crashes when it is played, another
 * already when it is looked at, and those without fog are sound. The word `fault` in a position breaks
 * an invariant while it is read.
 */
#include <assert.h>
#include <string.h>

#include "bots/bot.h"

enum { STEPS = 32 };

extern const struct game null_game;
extern const struct bot random_bot;

static struct game faulty;
static struct step_def changed;
static const struct step_def *steps[STEPS], *movement;

const struct game *const all_games[] = { &faulty, NULL };
const struct bot *const all_bots[] = { &random_bot, NULL };

static bool in_fog(const struct play *p)
{
    return play_option(p, game_option_find(p->game, "fog"));
}

static void take_movement(struct play *p, struct step *t, const struct action *a)
{
    assert(!in_fog(p) || strcmp(p->game->verbs[a->verb].name, "stop") != 0);
    movement->take(p, t, a);
}

static void view(const struct play *p, int viewer, struct json *j)
{
    const struct step *t = viewer == NOBODY && play_who(p) != NOBODY ? agenda_top(p) : NULL;

    assert(!in_fog(p) || !t || strcmp(p->game->steps[t->op]->name, "movement") != 0 || t->v[1] < 0);
    if (null_game.view)
        null_game.view(p, viewer, j);
}

static bool restore(struct play *p, const char *word, struct lex *x)
{
    assert(strcmp(word, "fault") != 0);
    return null_game.restore(p, word, x);
}

__attribute__((constructor)) static void plant(void)
{
    faulty = null_game;
    for (int i = 0; null_game.steps[i]; i++) {
        assert(i < STEPS - 1);
        steps[i] = null_game.steps[i];
        if (strcmp(steps[i]->name, "movement") == 0) {
            movement = steps[i];
            changed = *movement;
            changed.take = take_movement;
            steps[i] = &changed;
        }
    }
    assert(movement);
    faulty.steps = steps;
    faulty.view = view;
    faulty.restore = restore;
}
