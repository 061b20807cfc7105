/*
 * files.c: every opening, write, sync and rename of a match and of an engine's session fails once, then for
 * good: what was recorded or saved before is there and sound, and whoever failed says so.
 */
#include <stdio.h>
#include <sys/wait.h>

#include "../box.h"
#include "../test.h"
#include "inject.h"
#include "scenes.h"

static const enum fault kinds[] = { FAULT_OPEN, FAULT_WRITE, FAULT_SYNC, FAULT_RENAME };

enum { MOST = 100000 }; /* of a kind: more would be a scene that never ends */

struct scene {
    const struct box *box;
    struct promise *promise;
    enum fault kind;
    long k;
    bool ever, engine;
};

static void play_scene(void *arg)
{
    const struct scene *s = arg;

    fault_arm(s->kind, s->k, s->ever);
    if (s->engine)
        scene_engine(s->box->game->id, s->promise);
    else
        scene_match(s->box, s->promise);
    fault_disarm();
    if (!fault_struck())
        _Exit(test_failed() ? 1 : 100);
}

/* False: the scene had fewer of that kind. */
static bool strike(struct scene *s)
{
    int status, kept, saved;

    scene_clear();
    s->promise = scene_promise();
    status = fault_run(play_scene, s, "said");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 100)
        return false;
    fault_ended_well(status, "said", fault_names[s->kind], s->k);
    kept = scene_entries("kept.journal", s->box);
    saved = scene_entries("saved.journal", s->box);
    CHECK(kept >= s->promise->entries || (kept == -1 && !s->promise->entries));
    CHECK(saved >= s->promise->saved || (saved == -1 && !s->promise->saved));
    return true;
}

/* All of the first, then fewer and fewer; all with ten times the effort. */
static long next_after(long k)
{
    return k + (test_effort() >= 1000 ? 1 : 1 + k * 10 / test_effort());
}

static long strike_all(struct scene *s)
{
    long n = 0;

    for (int i = 0; i < COUNT(kinds); i++)
        for (int ever = 0; ever < 2; ever++) {
            s->kind = kinds[i];
            s->ever = ever;
            for (s->k = 1; s->k < MOST && strike(s); s->k = next_after(s->k))
                n++;
            CHECK(s->k < MOST);
        }
    return n;
}

static void strike_games(const char *what, bool engine)
{
    for (int i = 0; all_games[i]; i++) {
        struct box *box = test_box_of(all_games[i]);
        struct scene s = { .box = box, .engine = engine };
        long n;

        scene_enter();
        n = strike_all(&s);
        scene_leave();
        CHECK(n > 10); /* so many with the least effort */
        printf("faults: %ld of the files of %s, %s\n", n, what, all_games[i]->id);
        box_free(box);
    }
}

TEST(faults_files_of_a_match)
{
    strike_games("a match", false);
}

TEST(faults_files_of_the_engine)
{
    strike_games("a session", true);
}
