/*
 * A match that outlives its rules: carried from its last position, its journal says so, its dice go on.
 */
#include "help.h"

#include <stdlib.h>
#include <string.h>

static const struct chapter second = {
    .n = 2, .agrees = 3, .chances = 5, .program = "0.1", .why = "a \"quoted\" reason # with a sign"
};

static struct match *carried(struct match *from, const struct chapter *chapter)
{
    struct text position = { 0 };
    struct errors e = { 0 };
    struct match *m;
    struct lex x;

    position_save(match_play(from), &position);
    lex_begin(&x, "position", text_of(&position), position.n, &e);
    m = match_carry(help_box(), &x, *match_dice(from), chapter, &e);
    CHECK_STR(text_of(&e.lines), "");
    text_free(&position);
    errors_free(&e);
    return m;
}

TEST(carried_match_goes_on_from_its_position)
{
    struct match *m = help_match("wood", help_seed(9)), *next;

    help_random(m, 9, 12, false);
    next = carried(m, &second);
    CHECK(play_digest(match_play(next)) == play_digest(match_play(m)));
    CHECK_INT(match_entries(next), 0);
    CHECK(!match_can_undo(next, 0) && !match_can_undo(next, 1));
    help_random(next, 10, 1000, true);
    CHECK(play_who(match_play(next)) == NOBODY);
    match_free(next);
    match_free(m);
}

TEST(carried_match_keeps_a_journal_of_its_own)
{
    struct match *m = help_match("line", help_seed(9)), *next, *again;
    struct errors e = { 0 };
    char *text, *same = NULL;

    help_random(m, 9, 8, false);
    next = carried(m, &second);
    help_random(next, 11, 1000, true);
    text = help_journal(next);
    CHECK(strstr(text, "\nchapter 2 agrees 3 chances 5 program 0.1 \"a \\\"quoted") != NULL);
    again = help_load(text, &e);
    CHECK_STR(text_of(&e.lines), "");
    CHECK(again && help_equal(next, again));
    if (again) {
        CHECK(memcmp(match_chapter(again), &second, sizeof second) == 0);
        CHECK_STR(same = help_journal(again), text);
    }
    match_free(again);
    match_free(next);
    match_free(m);
    errors_free(&e);
    free(text);
    free(same);
}

/* With outcomes before it, the same seed gives others: the n-th of the match, not of the chapter. */
TEST(carried_dice_go_on)
{
    struct match *m = help_match("wood", help_seed(1)), *next;
    struct chapter chapter = second;
    const struct action *want;
    struct action got;
    int others = 0;

    help_do_all(m, opening);
    help_do(m, "blue march b1 0202");
    for (chapter.chances = 0; chapter.chances < 20; chapter.chances++) {
        struct match *waits;

        next = carried(m, &chapter);
        waits = carried(m, &chapter);
        match_set_dice(waits, list_dice);
        help_do(next, "red ambush b1");
        help_do(waits, "red ambush b1");
        want = dice_outcome(1, chapter.chances, play_menu(match_play(waits)));
        got = match_entry(next, 1)->action;
        CHECK(memcmp(want, &got, sizeof got) == 0);
        want = dice_outcome(1, 0, play_menu(match_play(waits)));
        others += memcmp(want, &got, sizeof got) != 0;
        CHECK_INT(match_chances(next), chapter.chances + 1);
        match_undo_to(next, 0);
        CHECK_INT(match_chances(next), chapter.chances);
        match_free(next);
        match_free(waits);
    }
    CHECK(others > 5);
    match_free(m);
}

/* Everybody reads that there is a new chapter; why may name what is hidden, and is not told. */
TEST(carried_match_is_told_in_the_chronicle)
{
    struct match *m = help_match("line", help_seed(9)), *next = carried(m, &second);
    struct text lines = { 0 }, array = { 0 };
    struct json j;

    match_chronicle_text(next, 0, 0, &lines);
    CHECK(strncmp(text_of(&lines), "Chapter 2: ", 11) == 0);
    CHECK(strstr(text_of(&lines), "version 0.1") && strstr(text_of(&lines), "up to entry 3\n"));
    json_begin(&j, &array);
    match_chronicle(next, NOBODY, 0, &j);
    CHECK(strstr(text_of(&array), "\"event\":\"chapter\",\"text\":\"Chapter 2: ") != NULL);
    CHECK(!strstr(text_of(&array), "quoted") && !strstr(text_of(&lines), "quoted"));
    text_clear(&array);
    text_clear(&lines);
    match_chronicle_text(m, 0, 0, &lines);
    CHECK(!strstr(text_of(&lines), "Chapter"));
    text_free(&array);
    text_free(&lines);
    match_free(next);
    match_free(m);
}

TEST(carried_from_nonsense_is_complained_of)
{
    static const char *const positions[] = { "", "step nowhere blue\n", "turn 2\n", "\"",
                                             "unit b1 9999\n" };

    for (int i = 0; i < COUNT(positions); i++) {
        struct errors e = { 0 };
        struct lex x;

        lex_begin(&x, "position", positions[i], strlen(positions[i]), &e);
        CHECK(!match_carry(help_box(), &x, help_seed(1), &second, &e));
        CHECK(e.n > 0);
        errors_free(&e);
    }
}

TEST(chapter_lines_that_say_nothing_are_complained_of)
{
    static const char *const lines[] = {
        "chapter 1 agrees 0 chances 0 program 1 \"\"",
        "chapter 2 agrees -1 chances 0 program 1 \"\"",
        "chapter 2 agrees 0 chances 99999999999 program 1 \"\"",
        "chapter 2 agrees 0 chances 0 program 1",
        "chapter 2 agrees 0 chances 0 program \"\" \"why\"",
        "chapter 2 agrees 0 chances 0 program \"a b\" \"why\"",
        "chapter 2 agrees 0 chances 0 program 01234567890123456789012345678901 \"why\"",
        "chapter 2 chances 0",
        "chapter",
    };

    for (int i = 0; i < COUNT(lines); i++) {
        struct text journal = { 0 };

        text_printf(
            &journal,
            "grognard-journal 2\ngame null scenario line\nprogram 1\n%s\ndata %016llx\nseed 1\n"
            "blue strong b1\n",
            lines[i], (unsigned long long)help_box()->digest);
        CHECK(strncmp(help_complaint(text_of(&journal)), "test.journal:4: ", 16) == 0);
        text_free(&journal);
    }
}

/* Letters go on with the match: what has come stays read, what is on the road rides on, and the journal says so. */
TEST(carried_letters_ride_on)
{
    const struct box *box = help_box();
    uint8_t option[OPTIONS_MAX] = { 0 };
    struct letter_draft d = { .from = 1, .to = 2 };
    struct errors e = { 0 };
    struct match *m, *next, *again;
    struct text before = { 0 }, after = { 0 };
    char *text, *same;

    option[game_option_find(box->game, "officers")] = 1;
    m = match_new(box, 0, option, help_seed(3), &e);
    help_do_all(m, opening);
    help_do(m, "blue stop");
    help_do(m, "blue stop");
    text_add(&d.text, "first");
    CHECK_STR(match_letter(m, &d), NULL);
    help_do(m, "red stop");
    help_do(m, "red stop");
    help_do(m, "red stop");
    help_do(m, "red stop");
    help_do(m, "blue stop");
    help_do(m, "blue stop");
    text_add(&d.text, ", then a second");
    CHECK_STR(match_letter(m, &d), NULL);
    help_do(m, "red stop");
    match_letters_text(m, 1u << 2, false, &before);
    CHECK(strstr(text_of(&before), "\"first\"") && !strstr(text_of(&before), "second\""));
    next = carried(m, &second);
    match_carry_letters(next, m);
    match_letters_text(next, 1u << 2, false, &after);
    CHECK_STR(text_of(&after), text_of(&before));
    text = help_journal(next);
    CHECK(strstr(text,
                 "letter red to red-second kept read turn 1 due 2 came 2 read 2 fallen 0 at 0403"));
    again = help_load(text, &e);
    CHECK_STR(text_of(&e.lines), "");
    CHECK_STR(same = help_journal(again), text);
    for (int i = 0; i < 6; i++)
        help_do(again, i < 3 ? "red stop" : i < 5 ? "blue stop" : "red stop");
    text_clear(&after);
    match_letters_text(again, 1u << 2, false, &after);
    CHECK(strstr(text_of(&after), "\"first, then a second\""));
    match_free(again);
    match_free(next);
    match_free(m);
    text_free(&before);
    text_free(&after);
    text_free(&d.text);
    errors_free(&e);
    free(text);
    free(same);
}
