/*
 * What computers thought: kept beside the match, read by their side until the game is over, in the journal and out of
 * the state.
 */
#include "help.h"

#include <stdlib.h>
#include <string.h>

#include "match/own.h"

enum { BLUE, RED };

static const char *shown(struct match *m, int viewer)
{
    static struct text out;

    text_clear(&out);
    match_thoughts_text(m, viewer, &out);
    return text_of(&out);
}

static bool whole(struct match *m, int viewer, const char *member)
{
    struct text out = { 0 };
    struct json j;
    bool has;

    json_begin(&j, &out);
    json_open(&j, '{');
    match_thoughts_json(m, viewer, &j);
    json_close(&j);
    has = strstr(text_of(&out), member) != NULL;
    text_free(&out);
    return has;
}

TEST(thoughts_are_read_by_their_side_until_it_is_over)
{
    struct match *m = help_match("line", help_seed(1));

    help_do_all(m, opening);
    CHECK_STR(match_think(m, BLUE, 500, 612, "Plan: \"all\" march."), NULL);
    help_do(m, "blue march b1 0102");
    CHECK_STR(shown(m, BLUE), "Turn 1, Blue: Plan: \"all\" march.\n");
    CHECK_STR(shown(m, RED), "");
    CHECK_STR(shown(m, NOBODY), "");
    CHECK_STR(shown(m, REFEREE), shown(m, BLUE));
    CHECK(whole(m, BLUE, "\"side\":\"blue\",\"turn\":1,\"at\":2,\"before\":500,\"after\":612"));
    CHECK(whole(m, RED, "\"thoughts\":[]"));
    help_random(m, 3, 2000, false);
    CHECK(play_state(match_play(m))->over);
    CHECK_STR(shown(m, RED), "Turn 1, Blue: Plan: \"all\" march.\n");
    match_free(m);
}

TEST(thoughts_stand_in_the_journal_and_in_no_state)
{
    struct match *m = help_match("line", help_seed(1)), *plain = help_match("line", help_seed(1)),
                 *again;
    struct errors e = { 0 };
    char *journal, *once_more;

    help_do_all(m, opening);
    help_do_all(plain, opening);
    match_think(m, RED, 0, 1000, "one\ntwo \\ \"three\"");
    CHECK(help_equal(m, plain));
    CHECK(play_hash(match_play(m)) == play_hash(match_play(plain)));
    help_do(m, "blue march b1 0102");
    journal = help_journal(m);
    CHECK(strstr(journal, "\nthought red 0 1000 \"one\\ntwo \\\\ \\\"three\\\"\"\nblue march"));
    again = help_load(journal, &e);
    CHECK(again && help_equal(m, again));
    CHECK_STR(shown(again, RED), "Turn 1, Red: one\ntwo \\ \"three\"\n");
    once_more = help_journal(again);
    CHECK_STR(once_more, journal);
    free(journal);
    free(once_more);
    errors_free(&e);
    match_free(m);
    match_free(plain);
    match_free(again);
}

TEST(thoughts_go_with_what_was_decided)
{
    struct match *m = help_match("line", help_seed(1)), *again;
    struct errors e = { 0 };
    char *journal;

    help_do_all(m, opening);
    match_think(m, BLUE, 1, 2, "first");
    help_do(m, "blue march b1 0102");
    match_think(m, BLUE, 1, 2, "second");
    help_do(m, "blue march b1 0202");
    CHECK_STR(match_undo_to(m, 3), NULL);
    CHECK_STR(shown(m, BLUE), "Turn 1, Blue: first\n");
    match_think(m, BLUE, 1, 2, "third");
    CHECK_STR(shown(m, BLUE), "Turn 1, Blue: first\nTurn 1, Blue: third\n");
    journal = help_journal(m);
    again = help_load(journal, &e);
    CHECK_STR(shown(again, BLUE), "Turn 1, Blue: first\nTurn 1, Blue: third\n");
    free(journal);
    errors_free(&e);
    match_free(m);
    match_free(again);
}

TEST(thoughts_have_bounds)
{
    struct match *m = help_match("line", help_seed(1));
    char longest[2 * THOUGHT_TEXT + 1];

    for (size_t i = 0; i + 1 < sizeof longest; i += 2)
        memcpy(longest + i, "ä", 2);
    longest[sizeof longest - 1] = '\0';
    CHECK(match_think(m, -1, 0, 0, "x") && match_think(m, 2, 0, 0, "x"));
    CHECK(match_think(m, BLUE, -1, 0, "x") && match_think(m, BLUE, 0, 1001, "x"));
    CHECK(match_think(m, BLUE, 0, 0, "") && match_think(m, BLUE, 0, 0, "\xff"));
    CHECK_INT(m->thoughts.n, 0);
    CHECK_STR(match_think(m, BLUE, 0, 0, longest), NULL);
    CHECK_INT((int)strlen(m->thoughts.thought[0].text), (THOUGHT_TEXT - 1) / 2 * 2);
    for (int i = 1; i < THOUGHTS_MOST; i++)
        match_think(m, BLUE, 0, 0, "x");
    CHECK(match_think(m, BLUE, 0, 0, "x") != NULL);
    CHECK_INT(m->thoughts.n, THOUGHTS_MOST);
    match_free(m);
}

/* A journal with one more line at its end. */
static const char *complaint(const char *line)
{
    static struct text said;
    struct match *m = help_match("line", help_seed(1));
    char *journal = help_journal(m);
    struct text text = { 0 };

    text_printf(&text, "%s%s\n", journal, line);
    text_clear(&said);
    text_add(&said, help_complaint(text_of(&text)));
    text_free(&text);
    free(journal);
    match_free(m);
    return text_of(&said);
}

TEST(thoughts_that_are_malformed_are_complained_of)
{
    CHECK_STR(complaint("thought blue 1 2 \"x\""), "");
    CHECK(strstr(complaint("thought green 1 2 \"x\""), "is no side"));
    CHECK(strstr(complaint("thought chance 1 2 \"x\""), "is no side"));
    CHECK(strstr(complaint("thought blue 1 1001 \"x\""), "the chance after"));
    CHECK(strstr(complaint("thought blue x 1 \"x\""), "the chance before"));
    CHECK(*complaint("thought blue 1 2"));
    CHECK(*complaint("thought blue 1 2 \"\""));
    CHECK(*complaint("thought blue 1 2 \"x\" y"));
    CHECK(*complaint("thought"));
}
