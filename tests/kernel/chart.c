/*
 * Charts: columns of odds, whole and by halves, shifts that go beyond the end, and labels that are
 * out of order.
 */
#include "chart.h"
#include "../test.h"
#include "box.h"
#include "lex.h"

#include <string.h>

static struct box box;
static struct errors errors;

/* A chart of one row with these columns; NULL if they are complained of. */
static const struct chart *with_columns(const char *columns)
{
    struct text t = { 0 };
    struct lex x;

    memset(&box, 0, sizeof box);
    memset(&errors, 0, sizeof errors);
    text_printf(&t, "chart combat rulebook \"Combat\"\ncolumns %s\nrow 1", columns);
    for (const char *at = columns; at; at = strchr(at + 1, ' '))
        text_add(&t, " X");
    text_add(&t, "\n");
    lex_begin(&x, "charts.txt", text_of(&t), strlen(text_of(&t)), &errors);
    chart_load(&box, &x, &errors);
    text_free(&t);
    return errors.n ? NULL : chart_find(&box, "combat");
}

static void done(void)
{
    arena_free(&box.arena);
    errors_free(&errors);
}

static const char *odds_at(const struct chart *c, int attack, int defence)
{
    return c->column[chart_odds(c, ratio_of(attack, 1), ratio_of(defence, 1))].label;
}

TEST(odds_by_halves)
{
    const struct chart *c = with_columns("1:2 1:1½ 1:1 1½:1 2:1 3:1");

    CHECK_STR(odds_at(c, 1, 9), "1:2");
    CHECK_STR(odds_at(c, 0, 1), "1:2");
    CHECK_STR(odds_at(c, 19, 30), "1:2");
    CHECK_STR(odds_at(c, 2, 3), "1:1½");
    CHECK_STR(odds_at(c, 99, 100), "1:1½");
    CHECK_STR(odds_at(c, 149, 100), "1:1");
    CHECK_STR(odds_at(c, 3, 2), "1½:1");
    CHECK_STR(odds_at(c, 199, 100), "1½:1");
    CHECK_STR(odds_at(c, 2, 1), "2:1");
    CHECK_STR(odds_at(c, 29, 10), "2:1");
    CHECK_STR(odds_at(c, 30, 10), "3:1");
    CHECK_STR(odds_at(c, 3, 0), "3:1");
    CHECK_INT(chart_odds(c, ratio_of(3, 2), ratio_of(1, 1)), 3);
    CHECK_INT(chart_odds(c, ratio_of(1, 1), ratio_of(3, 2)), 1);
    done();
}

/* 3:2 is the same as 1½:1; whole odds find their columns among them. */
TEST(whole_odds_among_halves)
{
    const struct chart *c = with_columns("1:3 2:5 1:2 2:3 1:1 3:2 2:1 5:2 3:1");

    for (int odds = -3; odds <= 3; odds++)
        if (odds < -1 || odds > 0) {
            char label[8];

            odds_print(odds, label, sizeof label);
            CHECK_STR(c->column[chart_column(c, odds)].label, label);
        }
    CHECK_STR(odds_at(c, 9, 22), "2:5");
    CHECK_STR(odds_at(c, 28, 10), "5:2");
    done();
}

/* Without halves it reads what odds_of() reads. */
TEST(odds_are_those_of_whole_columns)
{
    const struct chart *c = with_columns("1:3 1:2 1:1 2:1 3:1 4:1");

    for (int attack = 1; attack < 40; attack++)
        for (int defence = 1; defence < 40; defence++) {
            struct ratio a = ratio_of(attack, 1), d = ratio_of(defence, 1);

            CHECK_INT(chart_odds(c, a, d), chart_column(c, odds_of(a, d)));
        }
    done();
}

TEST(shifts_beyond_the_end)
{
    const struct chart *c = with_columns("1:2 1:1 2:1 3:1");

    CHECK_INT(chart_shift(c, 2, 1), 3);
    CHECK_INT(chart_beyond(c, 2, 1), 0);
    CHECK_INT(chart_shift(c, 2, 4), 3);
    CHECK_INT(chart_beyond(c, 2, 4), 3);
    CHECK_INT(chart_shift(c, 1, -1), 0);
    CHECK_INT(chart_beyond(c, 1, -1), 0);
    CHECK_INT(chart_shift(c, 1, -3), 0);
    CHECK_INT(chart_beyond(c, 1, -3), -2);
    CHECK(chart_within(c, -2) && chart_within(c, 3));
    CHECK(!chart_within(c, -3) && !chart_within(c, 4));
    done();
}

TEST(odds_out_of_order)
{
    CHECK(with_columns("1:1 3:2 2:1") != NULL);
    done();
    CHECK(with_columns("3:2 1:1") == NULL);
    done();
    CHECK(with_columns("1:1 3:2 1½:1") == NULL);
    CHECK(strstr(text_of(&errors.lines), "column 1½:1 does not come after 3:2") != NULL);
    done();
    CHECK(with_columns("2:1 1") == NULL);
    done();
    CHECK(with_columns("0:1 1:½ :1 a:1") != NULL); /* words, as any others */
    CHECK_INT(box.chart[0]->column[1].odds.den, 0);
    done();
}
