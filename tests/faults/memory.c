/*
 * memory.c: allocations fail, each in a child of its own: each ends with a message and exit code 3, as
 * the house rule has it, and with nothing else. For each game: the box, a match with its journal, a session
 * of the engine.
 */
#include <stdint.h>
#include <stdio.h>

#include "../box.h"
#include "../test.h"
#include "inject.h"
#include "scenes.h"

enum { MOST = 6000 }; /* of a scene and game: all of those there are today; fewer in slow builds */

struct subject {
    const struct game *game;
    const struct box *box;
};

static void load_box(const struct subject *s)
{
    struct errors e = { 0 };
    struct box *box = box_open(s->game, test_data(), &e);

    CHECK(box != NULL);
    box_free(box);
    errors_free(&e);
}

static void play_match(const struct subject *s)
{
    scene_match(s->box, NULL);
}

static void hold_session(const struct subject *s)
{
    scene_engine(s->game->id, NULL);
}

/* Played once to count; then every n-th allocation fails, so that it is done in time. */
static void strike_all(const char *what, void (*scene)(const struct subject *))
{
    for (int i = 0; all_games[i]; i++) {
        struct subject s = { .game = all_games[i], .box = test_box_of(all_games[i]) };
        long before = fault_allocations(), all, struck;

        scene_enter();
        scene(&s);
        all = fault_allocations() - before;
        fault_fork(1 + all * 100 / ((long)MOST * test_effort()));
        scene(&s);
        struck = fault_forked();
        CHECK(struck > 0);
        printf("faults: %ld of %ld allocations of %s, %s\n", struck, all, what, s.game->id);
        scene_leave();
        box_free((struct box *)(uintptr_t)s.box);
    }
}

TEST(faults_allocations_of_the_box)
{
    strike_all("the box", load_box);
}

TEST(faults_allocations_of_a_match)
{
    strike_all("a match", play_match);
}

TEST(faults_allocations_of_the_engine)
{
    strike_all("a session", hold_session);
}
