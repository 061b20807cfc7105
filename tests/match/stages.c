/*
 * A declaration in stages, typed at one blow: all of it or nothing is done, each stage is an entry,
 * and journals that hold the long form are read and counted right.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../staged.h"
#include "help.h"
#include "kernel/stages.h"

static struct match *begin(const struct game *g)
{
    struct errors e = { 0 };
    struct match *m = match_new(help_box_of(g), 0, NULL, help_seed(7), &e);

    CHECK_STR(text_of(&e.lines), "");
    errors_free(&e);
    return m;
}

TEST(a_long_form_is_its_stages)
{
    struct game g = staged_game();
    struct match *m = begin(&g), *one_by_one = begin(&g);
    char *text;

    help_do(m, "blue strong b1 with b2 r1");
    CHECK_INT(match_entries(m), 4);
    help_do(one_by_one, "blue strong b1");
    help_do(one_by_one, "blue ambush b2");
    help_do(one_by_one, "blue ambush r1");
    help_do(one_by_one, "blue stop");
    CHECK(help_equal(m, one_by_one));
    text = help_journal(m);
    CHECK(strstr(text, "blue strong b1\nblue ambush b2\nblue ambush r1\nblue stop\n") != NULL);
    free(text);
    match_free(m);
    match_free(one_by_one);
}

/* The refusal is that of the stage, and nothing has changed. */
TEST(a_long_form_is_done_whole_or_not_at_all)
{
    struct game g = staged_game();
    struct match *m = begin(&g), *same = begin(&g);

    CHECK_STR(help_try(m, "blue strong b1 with b2 b2"), "2.2: it is named already");
    CHECK_STR(help_try(m, "blue strong b1 with b2 b1"), "2.2: it is named already");
    CHECK_STR(help_try(m, "blue strong r1 with b2"),
              "2.1: each side chooses among its own pickets");
    CHECK_STR(help_try(m, "blue strong b1 with"), "2.3: somebody has to stand by");
    CHECK_STR(help_try(m, "red strong b1 with b2"), "it is for Blue to decide now");
    CHECK_INT(match_entries(m), 0);
    CHECK(help_equal(m, same));
    help_do(m, "blue strong b1");
    CHECK(help_try(m, "blue strong b1 with b2") != NULL); /* too late for a whole one */
    CHECK_INT(match_entries(m), 1);
    match_free(m);
    match_free(same);
}

/* The door itself takes stages only. */
TEST(a_long_form_is_on_no_menu)
{
    struct game g = staged_game();
    struct match *m = begin(&g);
    struct action a;

    CHECK(!action_parse_text(match_play(m), "strong b1 with b2", &a));
    CHECK_INT(a.verb, staged_verb(&g));
    CHECK(play_why(match_play(m), 0, &a) != NULL);
    CHECK(stages_why(match_play(m), 0, &a) == NULL);
    CHECK(!action_parse_text(match_play(m), "strong b1", &a));
    CHECK_STR(g.verbs[a.verb].form, "strong {u}");
    CHECK_STR(action_parse_text(match_play(m), "strong b1 with b9", &a),
              "there is no piece \"b9\"");
    CHECK_STR(action_parse_text(match_play(m), "strong b1 and b2", &a),
              "it is written: strong PIECE with PIECE\xe2\x80\xa6");
    match_free(m);
}

TEST(a_long_form_has_the_sheet_of_its_last_stage)
{
    struct game g = staged_game();
    struct match *m = begin(&g);
    struct sheet sheet;
    struct action a;

    CHECK(!action_parse_text(match_play(m), "strong b1 with b2 r1", &a));
    CHECK(stages_preview(match_play(m), 0, &a, &sheet));
    CHECK_STR(sheet.fact[0].value, "6");
    CHECK(!action_parse_text(match_play(m), "strong b1 with b2 b2", &a));
    CHECK(!stages_preview(match_play(m), 0, &a, &sheet));
    CHECK(!action_parse_text(match_play(m), "strong b1 with b2", &a));
    CHECK(!stages_preview(match_play(m), 1, &a, &sheet)); /* who is not asked tries nothing */
    CHECK_INT(match_entries(m), 0);
    match_free(m);
}

/* The head of a journal of the game, up to its first decision. */
static void journal_head(const struct game *g, struct text *text)
{
    struct match *m = begin(g);

    match_journal(m, text);
    match_free(m);
}

static struct match *load(const struct game *g, const struct text *text)
{
    struct errors e = { 0 };
    struct match *m = match_load("stages", text_of(text), text->n, help_box_of(g), &e);

    CHECK_STR(text_of(&e.lines), "");
    errors_free(&e);
    return m;
}

/* In a journal the long form is one entry: `undo 1` leaves it whole. */
TEST(journals_count_a_long_form_as_one)
{
    struct game g = staged_game();
    struct text text = { 0 }, heard = { 0 };
    struct match *m, *again;

    journal_head(&g, &text);
    text_add(&text, "blue strong b1 with b2\nred strong r2\nundo 1\n");
    m = load(&g, &text);
    CHECK_INT(match_entries(m), 3);
    CHECK_INT(match_counted(m, 1), 3);
    CHECK_INT(match_counted(m, 0), 0);
    match_listen(m, &heard); /* whoever goes on with that journal counts as the match does */
    help_do(m, "red strong r1");
    CHECK(!match_undo_to(m, 2));
    help_do(m, "blue ambush r1");
    text_add(&text, text_of(&heard));
    again = load(&g, &text);
    CHECK(again && help_equal(m, again));
    match_free(m);
    match_free(again);
    text_free(&text);
    text_free(&heard);
}

TEST(a_wrong_count_is_found_out)
{
    struct game g = staged_game();
    struct text text = { 0 };
    struct errors e = { 0 };

    journal_head(&g, &text);
    text_add(&text, "blue strong b1 with b2\ncounted 1\n");
    CHECK(!match_load("stages", text_of(&text), text.n, help_box_of(&g), &e));
    CHECK(strstr(text_of(&e.lines), "there are 3 entries") != NULL);
    errors_free(&e);
    text_free(&text);
}
