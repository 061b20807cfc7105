/*
 * Ground that decides a scenario: read, written, counted, and what is said of goals that cannot be.
 */
#include "kernel/goals.h"

#include <string.h>

#include "../box.h"
#include "../test.h"

struct scene {
    struct box *box;
    struct goals goals;
    struct errors errors;
};

static const char *read_goals(struct scene *s, const char *words)
{
    struct lex x;

    errors_free(&s->errors);
    lex_begin(&x, "file", words, strlen(words), &s->errors);
    lex_line(&x);
    goals_read(&s->goals, s->box, &x);
    return text_of(&s->errors.lines);
}

static struct scene begin(void)
{
    return (struct scene){ .box = test_box("null") };
}

static void end(struct scene *s)
{
    errors_free(&s->errors);
    box_free(s->box);
}

static bool held_if_even(const struct play *p, int cell)
{
    (void)p;
    return cell % 2 == 0;
}

TEST(goals_come_back_as_they_were_read)
{
    struct scene s = begin();
    struct text saved = { 0 };

    goals_save(&s.goals, s.box, &saved);
    CHECK_STR(text_of(&saved), "");
    CHECK_STR(read_goals(&s, "2 0101 0103 0202"), "");
    CHECK(goals_broken(&s.goals, s.box) == NULL);
    goals_save(&s.goals, s.box, &saved);
    CHECK_STR(text_of(&saved), "goal 2 0101 0103 0202\n");
    CHECK(goals_has(&s.goals, board_find(s.box->board, "0103")));
    CHECK(!goals_has(&s.goals, board_find(s.box->board, "0102")));
    text_free(&saved);
    end(&s);
}

TEST(goals_are_counted)
{
    struct goals g = { .needed = 2, .n = 4, .cell = { 1, 2, 4, 6 } }, none = { 0 };

    CHECK_INT(goals_over(&g, NULL, held_if_even), 1);
    g.needed = 4;
    CHECK_INT(goals_over(&g, NULL, held_if_even), -1);
    CHECK_INT(goals_over(&none, NULL, held_if_even), 0);
    CHECK(!goals_has(&none, 0));
}

TEST(goals_that_cannot_be)
{
    struct scene s = begin();

    CHECK_STR(read_goals(&s, "0 0101"), "file:1: how many of them must be from 1 to 8, not 0\n");
    CHECK_STR(read_goals(&s, "2 0101"), "file:1: there are fewer hexes than must be held\n");
    CHECK_STR(read_goals(&s, "1 0101 0101"), "file:1: 0101 is named twice\n");
    CHECK(strstr(read_goals(&s, "1 9999"), "9999") != NULL);
    s.goals = (struct goals){ .needed = 1, .n = GOALS_MAX + 1 };
    CHECK_STR(goals_broken(&s.goals, s.box), "more goals are needed than there are");
    s.goals = (struct goals){ .needed = 2, .n = 1 };
    CHECK_STR(goals_broken(&s.goals, s.box), "more goals are needed than there are");
    s.goals = (struct goals){ .needed = 1, .n = 1, .cell = { 999 } };
    CHECK_STR(goals_broken(&s.goals, s.box), "a goal is no cell");
    s.goals = (struct goals){ .needed = 1, .n = 1, .cell = { 1, 1 } };
    CHECK_STR(goals_broken(&s.goals, s.box), "a goal is no cell");
    s.goals = (struct goals){ .needed = 1, .n = 2, .cell = { 1, 1 } };
    CHECK_STR(goals_broken(&s.goals, s.box), "a goal is named twice");
    end(&s);
}
