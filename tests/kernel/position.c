/*
 * position.c: what is refused of a position, with the line that is to blame, and that nothing has changed then.
 */
#include <stdio.h>
#include <string.h>

#include "../box.h"
#include "../test.h"

struct sitting {
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

/* What is said of the position; "": it is accepted. */
static const char *judged(const char *text)
{
    static struct sitting s;
    static char said[300];
    static struct box *box;
    struct errors e = { 0 };
    struct lex x;
    bool good;

    box = box ? box : test_box("null");
    memset(s.state, 0x55, sizeof s.state);
    play_bind(&s.play, box->game, box, s.state, &s.menu);
    lex_begin(&x, "position", text, strlen(text), &e);
    good = position_restore(&s.play, &x);
    CHECK(good == (e.n == 0));
    CHECK(good || (s.state[0] == 0x55 && s.state[box->game->state_size - 1] == 0x55));
    snprintf(said, sizeof said, "%.*s", (int)strcspn(text_of(&e.lines), "\n"), text_of(&e.lines));
    errors_free(&e);
    return said;
}

#define BOARD                                                                                      \
    "unit b1 0202 strength 2\nunit b2 0103 strength 1\nunit r1 0302 strength 1\nunit r2 0403 "     \
    "strength 2\n"

TEST(positions_say_each_thing_once)
{
    CHECK_STR(judged("turn 1\n" BOARD "asks blue movement\n"), "");
    CHECK_STR(judged("turn 1\nturn 2\n" BOARD "asks blue movement\n"),
              "position:2: \"turn\" is said twice");
    CHECK_STR(judged("turn 1\nscenario line\nscenario line\n" BOARD "asks blue movement\n"),
              "position:3: \"scenario\" is said twice");
    CHECK_STR(judged("option fog on\nturn 1\n" BOARD "option fog off\nasks blue movement\n"),
              "position:7: \"option fog\" is said twice");
    CHECK_STR(judged("turn 1\n" BOARD "asks blue movement\nasks red movement\n"),
              "position:7: the position says twice what comes next");
    CHECK_STR(judged("turn 1\n" BOARD "asks blue movement\nphase red movement\n"),
              "position:7: the position says twice what comes next");
}

/* It is the whole that is wrong; the line is the one without which it would not be. */
TEST(positions_that_contradict_themselves_name_the_line)
{
    CHECK_STR(judged("turn 0\nunit b1 0101\nunit b2 0103 strength 1\nunit r1 0401\nunit r2 0403\n"
                     "step game nobody at=red\nstep setup blue secret=red\n"),
              "position:3: 2.1: a unit has no strength, or too early");
}

TEST(positions_that_say_nothing_of_what_comes_are_refused)
{
    CHECK(strstr(judged("turn 1\n" BOARD), "the position does not say what comes next"));
    CHECK(strstr(judged(""), "the position does not say what comes next"));
    CHECK(
        strstr(judged("turn 1\nphase 99\n" BOARD "asks blue movement\n"), "position:2: the phase"));
    CHECK(strstr(judged("turn 256\n" BOARD "asks blue movement\n"), "position:1: the turn"));
}
