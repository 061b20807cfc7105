/*
 * Lessons of all games, played to their end as somebody does who follows them; and how a match is held to
 * its lesson. What is wrong with a lesson that cannot be played stands in tests/data/bad/lessons.
 */
#include "match/lesson.h"

#include <stdlib.h>
#include <string.h>

#include "help.h"

static struct lesson *open_lesson(const struct box *box, const char *name)
{
    struct errors e = { 0 };
    struct lesson *l = lesson_open(box, name, &e);

    CHECK_STR(text_of(&e.lines), "");
    errors_free(&e);
    return l;
}

static struct match *begin(const struct box *box, const char *name, struct dice dice)
{
    struct errors e = { 0 };
    struct match *m = match_begin_lesson(box, open_lesson(box, name), dice, &e);

    CHECK_STR(text_of(&e.lines), "");
    errors_free(&e);
    return m;
}

static struct followed where(const struct match *m)
{
    struct followed f = { 0 };

    CHECK(match_lesson(m, &f) != NULL);
    return f;
}

static bool is_over(const struct match *m)
{
    struct followed f;

    return match_lesson(m, &f)->lines == f.at;
}

/* The next line that the learner does. */
static const struct lesson_line *asked(const struct match *m)
{
    struct followed f;
    const struct lesson *l = match_lesson(m, &f);

    while (l->line[f.at].kind == LINE_MAY)
        f.at++;
    for (; f.met & 1; f.met >>= 1)
        f.at++;
    CHECK(l->line[f.at].kind <= LINE_ALSO);
    return &l->line[f.at];
}

static bool do_asked(struct match *m)
{
    struct followed f;
    const char *why = match_do(m, match_lesson(m, &f)->side, &asked(m)->action);

    CHECK_STR(why ? why : "", "");
    return !why;
}

/* Everything else that is legal is refused, and nothing has changed. */
static int others_refused(struct match *m)
{
    struct followed f;
    const struct lesson *l = match_lesson(m, &f);
    struct menu *menu = base_alloc(sizeof *menu);
    int n = 0, entries = match_entries(m);

    memcpy(menu, play_menu(match_play(m)), sizeof *menu);
    for (int i = 0; i < menu->n; i++) {
        struct followed then = f;
        const char *why;

        if (followed_by(l, &then, &menu->a[i]))
            continue;
        why = match_do(m, l->side, &menu->a[i]);
        CHECK(why && strncmp(why, "the rules allow it, but the lesson asks", 39) == 0);
        n++;
    }
    CHECK_INT(match_entries(m), entries);
    free(menu);
    return n;
}

/* A journal is loaded, and the lesson is where it was. */
static void comes_back(struct match *m, const struct box *box)
{
    struct errors e = { 0 };
    char *text = help_journal(m), *again;
    struct match *loaded = match_load("journal", text, strlen(text), box, &e);

    CHECK_STR(text_of(&e.lines), "");
    if (loaded) {
        struct followed f = where(m), g = where(loaded);

        CHECK(help_equal(m, loaded));
        CHECK(f.at == g.at && f.met == g.met && !g.left);
        again = help_journal(loaded);
        CHECK_STR(again, text);
        free(again);
    }
    match_free(loaded);
    free(text);
    errors_free(&e);
}

static uint64_t play_to_end(const struct box *box, const char *name, uint64_t seed)
{
    struct match *m = begin(box, name, help_seed(seed));
    uint64_t hash;
    int refused = 0;

    while (!is_over(m)) {
        refused += others_refused(m);
        comes_back(m, box);
        if (!do_asked(m))
            break;
    }
    CHECK(is_over(m) && refused > 0);
    for (int i = 0; i < match_entries(m); i++) {
        const struct entry *entry = match_entry(m, i);

        CHECK(entry->kind == ENTRY_ACTION || entry->given);
    }
    hash = play_digest(match_play(m));
    match_free(m);
    return hash;
}

TEST(lessons_are_played_to_their_end_whatever_the_dice)
{
    int played = 0;

    for (int i = 0; all_games[i]; i++) {
        const struct box *box = help_box_of(all_games[i]);
        char name[LESSONS_MAX][LESSON_NAME];
        int n = lesson_names(box, name);

        for (int k = 0; k < n; k++, played++)
            CHECK(play_to_end(box, name[k], 1) == play_to_end(box, name[k], 2));
    }
    CHECK(played > 0);
}

TEST(lessons_are_sound)
{
    for (int i = 0; all_games[i]; i++) {
        struct errors e = { 0 };

        lessons_check(help_box_of(all_games[i]), &e);
        CHECK_STR(text_of(&e.lines), "");
        errors_free(&e);
    }
}

TEST(lesson_goes_back_with_what_is_taken_back)
{
    struct match *m = begin(help_box(), "first", help_seed(3));
    struct followed before;

    do_asked(m);
    do_asked(m);
    before = where(m);
    do_asked(m);
    CHECK(where(m).at == before.at + 1);
    CHECK_STR(match_undo(m, 0) ? "refused" : "", "");
    CHECK(where(m).at == before.at);
    CHECK_STR(match_undo_to(m, 0) ? "refused" : "", "");
    CHECK(where(m).at == 0);
    do_asked(m); /* the others decide again by themselves */
    CHECK(where(m).at == 2);
    match_free(m);
}

TEST(lesson_that_is_over_leaves_a_match_like_any_other)
{
    struct match *m = begin(help_box(), "first", help_seed(3));

    while (!is_over(m))
        do_asked(m);
    CHECK(play_who(match_play(m)) == NOBODY);
    match_free(m);
}

/* A file that is no longer there. */
TEST(journal_of_a_lesson_that_is_gone_is_played_on_freely)
{
    struct match *m = begin(help_box(), "first", help_seed(3)), *loaded;
    struct errors e = { 0 };
    struct followed f;
    char *text, *name, *again;

    do_asked(m);
    text = help_journal(m);
    name = strstr(text, "lesson first");
    CHECK(name != NULL);
    memcpy(name, "lesson fibst", 12);
    loaded = help_load(text, &e);
    CHECK_STR(text_of(&e.lines), "");
    CHECK(loaded && !match_lesson(loaded, &f));
    CHECK_STR(help_try(loaded, "blue march b1 0102") ? "refused" : "", "");
    match_undo_to(loaded, 2);
    again = help_journal(loaded);
    CHECK(strstr(again, "\nlesson fibst\n") != NULL);
    free(again);
    free(text);
    match_free(loaded);
    match_free(m);
    errors_free(&e);
}

static const char free_order[] =
    "title T\nabout A\nminutes 1\ncomplexity 1\nside blue\nscenario line\n"
    "when setup\nsay S\ndo strong b1\nreply strong r1\n"
    "when movement\nsay M\nmay march b1 0102\ndo march b2 0102\n"
    "also march b2 0202\ndo stop\n";

TEST(lesson_lines_that_may_be_done_and_in_any_order)
{
    struct errors e = { 0 };
    struct lesson *l = lesson_read(help_box(), "x", "x", free_order, strlen(free_order), &e);
    struct followed f = { .at = 2 }, g;
    const struct action *may, *one, *other, *stop;

    CHECK_STR(text_of(&e.lines), "");
    CHECK_INT(l->lines, 6);
    may = &l->line[2].action, one = &l->line[3].action, other = &l->line[4].action;
    stop = &l->line[5].action;
    g = f;
    CHECK(!followed_by(l, &g, stop));
    CHECK(followed_by(l, &g, may) && followed_by(l, &g, other) && !followed_by(l, &g, other));
    CHECK(!followed_by(l, &g, stop));
    CHECK(followed_by(l, &g, one) && followed_by(l, &g, stop) && g.at == 6);
    g = f;
    CHECK(followed_by(l, &g, one) && !followed_by(l, &g, may) && followed_by(l, &g, other));
    CHECK(g.at == 5 && g.met == 0);
    lesson_free(l);
    errors_free(&e);
}

TEST(lesson_names_are_no_paths)
{
    static const char *const bad[] = { "", "../first", "First", "first.txt", "a/b", "a b" };

    for (int i = 0; i < COUNT(bad); i++)
        CHECK(!lesson_is_name(bad[i]));
    CHECK(lesson_is_name("first") && lesson_is_name("derlon-2"));
    CHECK(strstr(help_complaint("grognard-journal 2\ngame null scenario line\nlesson ../x\n"),
                 "no lesson is called \"../x\""));
}
