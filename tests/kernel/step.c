/*
 * Rows of steps: what is wrong with one is said; a step in words comes back; nothing else is read.
 */
#include <string.h>

#include "kernel/step.h"

#include "../box.h"
#include "../test.h"

static const char *wrong_with(struct step_def row)
{
    static struct step_def changed;
    static const struct step_def *steps[32];
    struct game game = *game_find("null");
    int n = 0;

    for (; game.steps[n]; n++)
        steps[n] = game.steps[n];
    changed = row;
    steps[n - 1] = &changed;
    steps[n] = NULL;
    game.steps = steps;
    return step_row_wrong(&game, &changed);
}

TEST(rows_as_the_contract_has_them)
{
    CHECK(!wrong_with(
        (struct step_def){ .name = "x", .vars = "who:u to:P n:-3..9 how:a|b all:a+b" }));
    CHECK(!wrong_with(
        (struct step_def){ .name = "x", .points = "begun rolled", .rolls = "rolled:2x6" }));
    CHECK(!wrong_with((struct step_def){ .name = "x", .on = "player@combat,end combat" }));
}

TEST(rows_that_are_not)
{
    static const char *const vars[] = { "u",
                                        "who:",
                                        "who:x",
                                        "n:5..1",
                                        ":u",
                                        "a:u b:u c:u d:u e:u f:u",
                                        "one-name-that-is-much-too-long:u" };

    for (int i = 0; i < COUNT(vars); i++)
        CHECK(wrong_with((struct step_def){ .name = "x", .vars = vars[i] }));
    CHECK(wrong_with((struct step_def){ .name = "x", .on = "supper" }));
    CHECK(wrong_with((struct step_def){ .name = "x", .on = "player@supper" }));
    CHECK(wrong_with((struct step_def){ .name = "x", .points = "begun", .rolls = "rolled:6" }));
}

/* ---- a step in words ---- */

static const char board[] = "turn 1 unit b1 0202 strength 2 unit b2 0103 strength 1\n"
                            "unit r1 0302 strength 1 unit r2 0403 strength 2\n";

struct sitting {
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
    struct errors errors;
};

static bool restore(struct sitting *s, const char *agenda)
{
    static struct box *box;
    struct text text = { 0 };
    struct lex x;
    bool good;

    box = box ? box : test_box("null");
    memset(s, 0, sizeof *s);
    play_bind(&s->play, box->game, box, s->state, &s->menu);
    text_add(&text, board);
    text_add(&text, agenda);
    lex_begin(&x, "position", text_of(&text), text.n, &s->errors);
    good = position_restore(&s->play, &x);
    text_free(&text);
    return good;
}

/* The steps as the position writes them. */
static bool gives(const char *agenda, const char *steps)
{
    static struct sitting s;
    struct text out = { 0 };
    bool same;

    if (!restore(&s, agenda)) {
        errors_free(&s.errors);
        return false;
    }
    for (int i = 0; i < play_state(&s.play)->depth; i++)
        step_print(&s.play, &play_state(&s.play)->agenda[i], &out);
    same = strcmp(text_of(&out), steps) == 0;
    text_free(&out);
    errors_free(&s.errors);
    return same;
}

static const char movement[] = "step game nobody at=turn\nstep player nobody at=combat side=red\n"
                               "step movement red side=red mover=r1\n";

TEST(steps_come_back_as_they_are_written)
{
    CHECK(gives(movement, movement));
}

TEST(steps_of_the_first_version_are_numbers)
{
    CHECK(gives("step game nobody 2 0 0 0 0 0 0 0\nstep player nobody 1 0 0 1 0 0 0 0\n"
                "step movement red 0 0 0 1 2 0 0 0\n",
                movement));
    CHECK(!gives("step game nobody 9 0 0 0 0 0 0 0\nstep player nobody 1 0 0 1 0 0 0 0\n"
                 "step movement red 0 0 0 1 2 0 0 0\n",
                 movement));
}

TEST(phases_are_resolved_by_the_kernel)
{
    CHECK(gives("asks red combat", "step game nobody at=turn\nstep player nobody at=end side=red\n"
                                   "step combat red side=red\n"));
    CHECK(gives("phase blue movement",
                "step game nobody at=second\nstep player nobody at=combat side=blue\n"
                "step movement blue side=blue\n"));
}

TEST(a_trace_tells_pushes_and_pops)
{
    static struct sitting s;
    struct text trace = { 0 };
    struct action stop;

    CHECK(restore(&s, "asks red movement"));
    CHECK(!action_parse_text(&s.play, "stop", &stop));
    s.play.trace = &trace;
    CHECK(!play_apply(&s.play, 1, &stop));
    CHECK(strstr(text_of(&trace), "pop movement answer=0\n"));
    CHECK(strstr(text_of(&trace), "run step player nobody at=combat side=red\n"));
    CHECK(strstr(text_of(&trace), "push combat red\n"));
    CHECK(strstr(text_of(&trace), "ask step combat red side=red\n"));
    text_free(&trace);
}
