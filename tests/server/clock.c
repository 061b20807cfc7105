/*
 * clock.c: the words of clocks and their arithmetic, with a time that the test makes up.
 */
#include <string.h>

#include "../test.h"
#include "server/clock.h"

static const int64_t hour = 3600000, day = 86400000, t0 = INT64_C(1800000000000);

static bool read_words(const char *words, struct match_clock *c, struct errors *e)
{
    struct lex x;

    lex_begin(&x, "clock", words, strlen(words), e);
    if (!lex_line(&x))
        return false;
    clock_read(&x, c);
    lex_end(&x);
    return !x.faulty;
}

static struct match_clock clock_of(const char *words)
{
    struct match_clock c;

    CHECK(read_words(words, &c, NULL));
    clock_fill(&c);
    return c;
}

TEST(clock_words_are_read_and_written)
{
    static const char *const good[][2] = {
        { "72h +12h cap 120h", "72h +12h cap 120h wait" },
        { "3d forfeit", "72h forfeit" },
        { "24h +4h cap 72h vacation 5d forfeit", "24h +4h cap 72h vacation 5d forfeit" },
        { "90m +30s bot cadet:500ms", "90m +30s bot cadet:500ms" },
        { "14d wait", "14d wait" },
        { "365d", "365d wait" },
    };

    for (int i = 0; i < COUNT(good); i++) {
        struct match_clock c = clock_of(good[i][0]);
        struct text words = { 0 };

        clock_print(&c, &words);
        CHECK_STR(text_of(&words), good[i][1]);
        text_free(&words);
    }
}

TEST(clock_words_that_make_no_sense_are_refused)
{
    static const char *const bad[][2] = {
        { "-72h", "is a time like" },
        { "72", "no unit" },
        { "72 h", "no unit" },
        { "72x", "no unit" },
        { "0h", "at least a second" },
        { "366d", "at most 365d" },
        { "99999999999999999999h", "at most 365d" },
        { "9223372036854775807s", "at most 365d" },
        { "72h +", "is a time like" },
        { "72h +-1h", "is a time like" },
        { "72h +12", "no unit" },
        { "72h cap 71h", "not below the bank" },
        { "72h cap", "the cap" },
        { "72h cap -1h", "is a time like" },
        { "72h vacation 12h", "from 1d" },
        { "72h vacation 61d", "from 1d" },
        { "72h vacation", "the vacation" },
        { "72h sudden-death", "not \"sudden-death\"" },
        { "72h bot", "the bot" },
        { "72h bot nobody", "no such bot" },
        { "72h forfeit now", "" },
        { "h", "is a time like" },
        { "12h12m", "no unit" },
    };

    for (int i = 0; i < COUNT(bad); i++) {
        struct errors e = { 0 };
        struct match_clock c;

        CHECK(!read_words(bad[i][0], &c, &e));
        CHECK(strstr(text_of(&e.lines), bad[i][1]) != NULL);
        errors_free(&e);
    }
}

TEST(clock_gives_time_back_when_the_question_passes)
{
    struct match_clock c = clock_of("72h +12h cap 75h");

    clock_pass(&c, 0, 0, t0);
    CHECK_INT(clock_due(&c), t0 + 72 * hour);
    CHECK_INT(clock_left(&c, 0, t0 + 10 * hour), 62 * hour);
    clock_pass(&c, 0, 5, t0 + 10 * hour); /* decisions of one turn give nothing */
    CHECK_INT(clock_left(&c, 0, t0 + 10 * hour), 62 * hour);
    clock_pass(&c, 1, 9, t0 + 10 * hour);
    CHECK_INT(c.side[0].left, 74 * hour);
    CHECK_INT(clock_due(&c), t0 + 82 * hour);
    clock_pass(&c, 0, 10, t0 + 11 * hour);
    CHECK_INT(c.side[1].left, 75 * hour); /* the cap */
    clock_pass(&c, -1, 11, t0 + 12 * hour);
    CHECK_INT(clock_due(&c), 0);
}

TEST(clock_gives_nothing_twice_for_what_is_taken_back)
{
    struct match_clock c = clock_of("72h +12h");

    clock_pass(&c, 0, 0, t0);
    clock_pass(&c, 1, 1, t0 + hour);
    CHECK_INT(c.side[0].left, 83 * hour);
    clock_pass(&c, 0, 0, t0 + hour); /* taken back */
    CHECK_INT(c.side[1].left, 72 * hour);
    clock_pass(&c, 1, 1, t0 + 2 * hour);
    CHECK_INT(c.side[0].left, 82 * hour);
}

TEST(clock_set_back_or_forth_gives_nobody_time_twice)
{
    struct match_clock c = clock_of("10h");

    clock_pass(&c, 0, 0, t0);
    clock_pass(&c, 1, 1, t0 + 4 * hour);
    clock_pass(&c, 0, 2, t0 + 2 * hour); /* it was set back by more than that took */
    CHECK_INT(c.side[1].left, 10 * hour);
    CHECK_INT(clock_left(&c, 0, t0 + 4 * hour), 6 * hour);
    CHECK_INT(clock_left(&c, 0, t0 + 5 * hour), 5 * hour);
}

TEST(clock_rests_while_its_side_is_away)
{
    struct match_clock c = clock_of("10h vacation 5d");

    clock_pass(&c, 0, 0, t0);
    CHECK(!clock_vacation(&c, 0, 3, t0 + hour));
    CHECK_INT(clock_due(&c), t0 + hour + 3 * day + 9 * hour);
    CHECK_INT(clock_left(&c, 0, t0 + 2 * day), 9 * hour);
    CHECK(clock_vacation(&c, 0, 3, t0 + hour) != NULL);
    CHECK(!clock_vacation(&c, 0, 0, t0 + hour + day)); /* two whole days are left */
    CHECK_INT(c.side[0].days, 4);
    CHECK(clock_vacation(&c, 0, 0, t0 + hour + day) != NULL);
    CHECK_INT(clock_due(&c), t0 + hour + day + 9 * hour);
    CHECK(!clock_vacation(&c, 1, 5, t0 + 2 * day)); /* of the one who is not asked */
    clock_pass(&c, 1, 1, t0 + hour + day);
    CHECK_INT(clock_due(&c), t0 + 7 * day + 10 * hour);
}

TEST(clock_is_kept_whole)
{
    struct match_clock c = clock_of("24h +4h cap 72h vacation 5d bot cadet"), again;
    struct text saved = { 0 };

    clock_pass(&c, 1, 0, t0);
    CHECK(!clock_vacation(&c, 0, 2, t0 + hour));
    c.side[1].late = true;
    clock_save(&c, &saved);
    CHECK(clock_restore(text_of(&saved), &again));
    again.changed = c.changed;
    CHECK_INT(again.bank, c.bank);
    CHECK_INT(again.since, c.since);
    CHECK(memcmp(again.side, c.side, sizeof c.side) == 0);
    CHECK_STR(again.bot, c.bot);
    for (size_t n = 1; n < saved.n - 1; n++) { /* cut anywhere */
        char cut[600];

        memcpy(cut, saved.s, n);
        cut[n] = '\0';
        clock_restore(cut, &again);
    }
    CHECK(!clock_restore("24h\n", &again));
    CHECK(!clock_restore("nonsense", &again));
    CHECK(clock_restore("", &again) && !again.on);
    text_free(&saved);
}

TEST(clock_of_whoever_comes_back_is_not_empty)
{
    struct match_clock c = clock_of("10h bot cadet"), other = clock_of("10h +5h bot cadet");

    clock_pass(&c, 0, 0, t0);
    clock_pass(&c, -1, 0, t0 + 20 * hour);
    c.side[0].late = true;
    clock_back(&c, 0);
    CHECK(c.side[0].left >= hour && !c.side[0].late);
    clock_back(&other, 0);
    CHECK_INT(other.side[0].left, 15 * hour);
}
