/*
 * position.c: what is refused of a position, with the line that is to blame, and that nothing has changed then.
 */
#include <stdio.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "match/match.h"

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

/* ---- a game whose positions lose something ---- */

/* A picket that has been seen is saved as one that has not. */
static void save_forgetful(const struct play *p, struct text *out)
{
    struct text whole = { 0 };
    const char *at, *seen;

    game_find("null")->save(p, &whole);
    for (at = text_of(&whole); (seen = strstr(at, " seen")); at = seen + strlen(" seen"))
        text_add_n(out, at, (size_t)(seen - at));
    text_add(out, at);
    text_free(&whole);
}

static const char lost[] =
    "the position contradicts itself: it does not come back as it was read\n";

static const struct game *forgetful(void)
{
    static struct game game;

    game = *game_find("null");
    game.save = save_forgetful;
    return &game;
}

TEST(scenarios_that_do_not_come_back_are_refused)
{
    static const char text[] = "title \"Seen\"\nunit b1 0101 seen\nunit b2 0103\nunit r1 0401\n"
                               "unit r2 0403\n";
    struct box_paper paper = { .name = "scenarios/line.txt",
                               .text = text,
                               .size = sizeof text - 1 };
    struct errors e = { 0 };
    struct box *box = box_open_with(game_find("null"), test_data(), &paper, 1, &e);

    CHECK(box && e.n == 0);
    box_free(box);
    CHECK(!box_open_with(forgetful(), test_data(), &paper, 1, &e));
    CHECK_INT(e.n, 1);
    CHECK(strstr(text_of(&e.lines), "scenarios/line.txt:1: the position contradicts itself"));
    errors_free(&e);
}

/* So is a match's last position in the server's store: match_carry() is what reads it. */
TEST(positions_of_matches_carried_over_must_come_back)
{
    static const char text[] = "turn 1\nunit b1 0202 strength 2 seen\nunit b2 0103 strength 1\n"
                               "unit r1 0302 strength 1\nunit r2 0403 strength 2\n"
                               "asks blue movement\n";
    const struct chapter second = { .n = 2, .program = "0.1" };
    struct box *box = test_box_of(forgetful());
    struct dice dice = { .kind = DICE_LIST };
    struct errors e = { 0 };
    struct lex x;

    lex_begin(&x, "its last position", text, sizeof text - 1, &e);
    CHECK(!match_carry(box, &x, dice, &second, &e));
    CHECK(strstr(text_of(&e.lines), lost));
    errors_free(&e);
    box_free(box);
}

TEST(positions_that_say_nothing_of_what_comes_are_refused)
{
    CHECK(strstr(judged("turn 1\n" BOARD), "the position does not say what comes next"));
    CHECK(strstr(judged(""), "the position does not say what comes next"));
    CHECK(
        strstr(judged("turn 1\nphase 99\n" BOARD "asks blue movement\n"), "position:2: the phase"));
    CHECK(strstr(judged("turn 256\n" BOARD "asks blue movement\n"), "position:1: the turn"));
}
