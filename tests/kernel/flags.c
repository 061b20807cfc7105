/*
 * Flags by name: what is saved is read back; what has a mark is shown; nothing else is taken.
 */
#include <string.h>

#include "kernel/flags.h"

#include "../test.h"

enum { TIRED = 1, LOST = 4, SECRET = 8 };

static const struct flag_word words[] = {
    { "tired", TIRED, "weary", "tired" },
    { "lost", LOST, "lost", "lost" },
    { "secret", SECRET, NULL, NULL },
    { NULL, 0, NULL, NULL },
};

static void lex_of(struct lex *x, const char *line)
{
    lex_begin(x, "words", line, strlen(line), NULL);
    lex_line(x);
}

TEST(flags_are_saved_in_the_order_of_the_table)
{
    struct text out = { 0 };

    flags_save(words, SECRET | TIRED, &out);
    CHECK_STR(text_of(&out), " tired secret");
    text_clear(&out);
    flags_save(words, 0, &out);
    CHECK_STR(text_of(&out), "");
    text_free(&out);
}

TEST(flags_are_read_and_other_words_left)
{
    struct lex x;

    lex_of(&x, "lost secret weary");
    CHECK_INT(flags_read(words, &x), LOST);
    CHECK_INT(flags_read(words, &x), SECRET);
    CHECK_INT(flags_read(words, &x), 0);
    CHECK_STR(lex_word(&x), "weary");
    CHECK_INT(flags_read(words, &x), 0);
    CHECK(!x.faulty);
}

struct weary {
    uint8_t losses, spent;
};

static const struct number_word numbers[] = {
    { "losses", offsetof(struct weary, losses), 0, 9 },
    { "spent", offsetof(struct weary, spent), 1, 40 },
    { NULL, 0, 0, 0 },
};

TEST(numbers_by_name_are_saved_and_read_within_bounds)
{
    struct weary w = { 0, 12 };
    struct text out = { 0 };
    struct lex x;

    numbers_save(numbers, &w, &out);
    CHECK_STR(text_of(&out), " spent 12");
    lex_of(&x, "losses 9 spent 40 tired losses 10");
    CHECK(numbers_read(numbers, &x, &w) && numbers_read(numbers, &x, &w));
    CHECK_INT(w.losses, 9);
    CHECK_INT(w.spent, 40);
    CHECK(!numbers_read(numbers, &x, &w));
    CHECK_STR(lex_word(&x), "tired");
    CHECK(numbers_read(numbers, &x, &w));
    CHECK(x.faulty);
    CHECK_INT(w.losses, 9);
    text_free(&out);
}

TEST(flags_show_their_marks)
{
    struct text out = { 0 };
    struct json j;

    json_begin(&j, &out);
    flags_show(words, TIRED | LOST | SECRET, &j);
    CHECK_STR(text_of(&out), "[\"weary\",\"lost\"]");
    text_free(&out);
}
