/*
 * The digest of the data: of what is read, not of how it is written down.
 */
#include "../test.h"
#include "kernel/game.h"

#include <stdlib.h>
#include <string.h>

/* Of the outpost line with this in place of its counters. */
static uint64_t digest_with(const char *counters)
{
    struct box_paper paper = { .name = "counters.txt", .text = counters, .size = strlen(counters) };
    struct errors e = { 0 };
    struct box *box = box_open_with(game_find("null"), test_data(), &paper, 1, &e);
    uint64_t digest;

    CHECK_STR(text_of(&e.lines), "");
    CHECK(box != NULL);
    digest = box->digest;
    box_free(box);
    errors_free(&e);
    return digest;
}

/* The counters with one thing written for another. */
static uint64_t digest_of_change(const char *from, const char *to)
{
    struct text path = { 0 }, text = { 0 };
    const char *at;
    uint64_t digest;
    size_t size;
    char *file;

    text_printf(&path, "%s/null/counters.txt", test_data());
    file = base_read_file(text_of(&path), &size);
    at = strstr(file, from);
    CHECK(at != NULL);
    text_add_n(&text, file, (size_t)(at - file));
    text_printf(&text, "%s%s", to, at + strlen(from));
    digest = digest_with(text_of(&text));
    text_free(&text);
    text_free(&path);
    free(file);
    return digest;
}

static uint64_t digest_unchanged(void)
{
    return digest_of_change("unit", "unit");
}

TEST(digest_does_not_count_comments_blanks_and_empty_lines)
{
    uint64_t plain = digest_unchanged();

    CHECK(digest_of_change("\nunit ", "\n# a comment\nunit ") == plain);
    CHECK(digest_of_change("\nunit ", " # another\n\n   \t\nunit ") == plain);
    CHECK(digest_of_change("\nunit ", "\n  unit\t  ") == plain);
    CHECK(digest_of_change("\nunit ", "\r\nunit ") == plain);
}

TEST(digest_counts_every_value)
{
    uint64_t plain = digest_unchanged();

    CHECK(digest_of_change("1st Picket", "First Picket") != plain);
    CHECK(digest_of_change("rulebook\n", "history\n") != plain);
}

/* A word cannot pass into another, nor a line into the next. */
TEST(digest_counts_where_words_and_lines_end)
{
    static const char *const text[] = { "weight a 1\n", "weighta 1\n", "weight a\n1\n",
                                        "\"weight a\" 1\n" };
    uint64_t digest[COUNT(text)];

    for (int i = 0; i < COUNT(text); i++) {
        digest[i] = box_digest_words(0, text[i], strlen(text[i]));
        for (int k = 0; k < i; k++)
            CHECK(digest[i] != digest[k]);
    }
}
