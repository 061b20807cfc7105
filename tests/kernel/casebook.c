/*
 * casebook.c: the rules as players read them: chapters, and rulings in words instead of numbers.
 */
#include <string.h>

#include "../test.h"
#include "kernel/casebook.h"
#include "kernel/game.h"

static void reads(const char *said, const char *wanted, const char *numbers)
{
    struct text plain = { 0 }, cited = { 0 };

    rulings_plain(said, &plain, &cited);
    CHECK_STR(text_of(&plain), wanted);
    CHECK_STR(text_of(&cited), numbers);
    text_free(&plain);
    text_free(&cited);
}

TEST(rulings_are_cited_without_their_numbers)
{
    reads("It stays. Ruling A-33.", "It stays.", "A-33");
    reads("It stays (ruling A-5).", "It stays.", "A-5");
    reads("It stays. Rulings A-39, A-55.", "It stays.", "A-39 A-55");
    reads("It stays. Ruling A-20b: both are tested.", "It stays. Our ruling: both are tested.",
          "A-20b");
    reads("The order: ruling B-1.", "The order: our ruling.", "B-1");
    reads("A ruling of kings, a ruling A- and Rulingen A-1.",
          "A ruling of kings, a ruling A- and Rulingen A-1.", "");
    reads("Ruling A-1.", "", "A-1");
    reads("", "", "");
}

static struct box *box_of(const char *id)
{
    struct errors e = { 0 };
    struct box *box = box_open(game_find(id), test_data(), &e);

    errors_free(&e);
    return box;
}

TEST(rulings_of_tables_and_of_lists_are_read)
{
    const char *const games[] = { "day-of-waterloo", "waterloo-200" };

    for (int i = 0; i < COUNT(games); i++) {
        struct box *box = box_of(games[i]);
        struct rulings r;
        int n = 0;

        for (rulings_open(&r, box); rulings_next(&r); n++)
            CHECK(r.id.n > 0 && r.about.n > 0 && r.words.n > 1 && *text_of(&r.words) != ' ' &&
                  !strchr(text_of(&r.words), '|') && !strchr(text_of(&r.words), '*'));
        CHECK(n >= 40);
        rulings_close(&r);
        box_free(box);
    }
}

TEST(cases_have_the_chapter_of_their_number)
{
    struct box *box = box_of("day-of-waterloo");
    struct casebook book;

    casebook_open(&book, box);
    CHECK_STR(casebook_chapter(&book, "9.2.14c"), "Movement and cavalry charges");
    CHECK_STR(casebook_chapter(&book, "1.0a"), "What the game is about");
    CHECK_STR(casebook_chapter(&book, "10.0"), "Bombardment");
    CHECK_STR(casebook_chapter(&book, "Z-1"), "");
    casebook_close(&book);
    box_free(box);
}
