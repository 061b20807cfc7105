/*
 * A declaration in stages, typed at one blow: all of it or nothing is done, each stage is an entry,
 * and journals that hold the long form are read and counted right.
 *
 * The null game has none; here its secret choice becomes one: `strong b1` names the picket, `ambush
 * b2` another that stands by, `stop` commits. `strong b1 with b2 r1` is all that.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "help.h"
#include "kernel/stages.h"

enum { CHOSEN, BY }; /* variables: the picket, from 1; mask of those that stand by */
enum { B1, B2, R1 };
enum { ROWS = 16, VERBS = 16 };

static int v_strong, v_ambush, v_stop, v_long;
static struct word verbs[VERBS];
static struct staged staged[2];
static struct step_def setup;
static const struct step_def *rows[ROWS], *plain;

static void list_choice(const struct play *p, const struct step *t, struct menu *m)
{
    if (!t->v[CHOSEN]) {
        plain->list(p, t, m);
        return;
    }
    for (int u = B1; u <= R1; u++)
        if (u + 1 != t->v[CHOSEN] && !(t->v[BY] >> u & 1))
            menu_add(m, act1(v_ambush, u));
    if (t->v[BY])
        menu_add(m, act0(v_stop));
}

static const char *why_choice(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == v_ambush)
        return "2.2: it is named already";
    return a->verb == v_stop ? "2.3: somebody has to stand by" : plain->why(p, t, a);
}

static void take_choice(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == v_strong) {
        t->v[CHOSEN] = i16(a->arg[0] + 1);
    } else if (a->verb == v_ambush) {
        t->v[BY] = i16(t->v[BY] | 1 << a->arg[0]);
    } else {
        struct action strong = act1(v_strong, t->v[CHOSEN] - 1);

        plain->take(p, t, &strong);
    }
}

static bool preview_choice(const struct play *p, const struct step *t, const struct action *a,
                           struct sheet *sheet)
{
    (void)p;
    sheet_begin(sheet, "Standing by");
    sheet_fact(sheet, "mask", "%d", t->v[BY]);
    return a->verb == v_stop;
}

static int verb_named(const char *name)
{
    int v = 0;

    while (strcmp(verbs[v].name, name) != 0)
        v++;
    return v;
}

static struct game staged_game(void)
{
    struct game g = *game_find("null");
    int n = 0;

    for (; g.verbs[n].name; n++)
        verbs[n] = g.verbs[n];
    v_strong = verb_named("strong"), v_ambush = verb_named("ambush"), v_stop = verb_named("stop");
    v_long = n;
    verbs[v_long] = (struct word){ .name = "strong", .form = "strong {u} with {u*}" };
    verbs[v_long + 1] = (struct word){ .name = NULL };
    staged[0] = (struct staged){ u8(v_long), u8(v_strong), u8(v_ambush), u8(v_stop) };
    for (n = 0; g.steps[n]; n++) {
        rows[n] = g.steps[n];
        if (strcmp(rows[n]->name, "setup") == 0) {
            plain = rows[n];
            rows[n] = &setup;
        }
    }
    setup = *plain;
    setup.vars = "chosen:0..4 by:0..15";
    setup.list = list_choice, setup.take = take_choice, setup.why = why_choice;
    setup.preview = preview_choice;
    g.verbs = verbs, g.steps = rows, g.staged = staged;
    return g;
}

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
    CHECK_STR(help_try(m, "red strong b1 with b2"), "it is for blue to decide now");
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
    CHECK_INT(a.verb, v_long);
    CHECK(play_why(match_play(m), 0, &a) != NULL);
    CHECK(stages_why(match_play(m), 0, &a) == NULL);
    CHECK(!action_parse_text(match_play(m), "strong b1", &a));
    CHECK_INT(a.verb, v_strong);
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
