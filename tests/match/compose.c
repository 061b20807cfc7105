/*
 * Declarations put together before they are sent: who may take part, what it comes to with and without each,
 * and that a whole is done whole or not at all. The null game's declaration in stages (staged.h) and its attacks.
 */
#include "kernel/compose.h"

#include <stdlib.h>
#include <string.h>

#include "../staged.h"
#include "help.h"

static struct match *begin(const struct game *g)
{
    struct errors e = { 0 };
    struct match *m = match_new(help_box_of(g), 0, NULL, help_seed(7), &e);

    CHECK_STR(text_of(&e.lines), "");
    errors_free(&e);
    return m;
}

static void read_all(struct match *m, const char *text, struct stages *stages)
{
    struct lex x;

    lex_begin(&x, "test", text, strlen(text), NULL);
    CHECK(lex_line(&x));
    CHECK(!stages_parse(match_play(m), &x, stages));
}

TEST(several_decisions_are_done_together_or_not_at_all)
{
    struct game g = staged_game();
    struct match *m = begin(&g);
    struct stages stages;

    read_all(m, "strong b1; ambush b2; ambush b2; stop", &stages);
    CHECK(match_do_all(m, 0, &stages) != NULL);
    CHECK_INT(match_entries(m), 0);
    CHECK(match_do_all(m, 1, &stages) != NULL);
    read_all(m, "strong b1 ; ambush b2;ambush r1; stop", &stages);
    CHECK_INT(stages.n, 4);
    CHECK(match_do_all(m, 0, &stages) == NULL);
    CHECK_INT(match_entries(m), 4);
    match_free(m);
}

TEST(stages_that_cannot_be_read_are_refused)
{
    struct game g = staged_game();
    struct match *m = begin(&g);
    struct stages stages;
    struct text many = { 0 };
    struct lex x;
    const char *bad[] = { ";", "strong b1;", "strong b1; ; stop", "strong b9; stop", "dance b1" };

    for (int i = 0; i < COUNT(bad); i++) {
        lex_begin(&x, "test", bad[i], strlen(bad[i]), NULL);
        CHECK(lex_line(&x));
        CHECK(stages_parse(match_play(m), &x, &stages) != NULL);
    }
    for (int i = 0; i <= STAGES_MAX; i++)
        text_add(&many, i ? ";stop" : "stop");
    lex_begin(&x, "test", text_of(&many), many.n, NULL);
    CHECK(lex_line(&x));
    CHECK_STR(stages_parse(match_play(m), &x, &stages), "these are too many stages");
    text_free(&many);
    match_free(m);
}

/* What has been begun is gone on with: nobody is named yet, all may be, and one can be left out. */
TEST(a_declaration_that_was_begun_is_composed)
{
    struct game g = staged_game();
    struct match *m = begin(&g);
    struct composition *c = base_alloc(COMPOSITIONS_MAX * sizeof *c);
    struct stages some;
    struct worlds w;

    help_do(m, "blue strong b1");
    worlds_deal(&w, match_play(m), 0, 4);
    CHECK_INT(compose_list(&w, 0, -1, c), 1);
    CHECK(c->begun && c->legal);
    CHECK_INT(c->parts, 2);
    CHECK_INT(c->whole.n, 3);
    read_all(m, "ambush r1", &some);
    compose_as(&w, 0, &some, c);
    CHECK(!c->part[0].on && c->part[1].on && c->legal);
    CHECK_INT(c->whole.n, 2);
    CHECK_INT(compose_list(&w, 1, -1, c), 0); /* red is not asked */
    worlds_free(&w);
    free(c);
    match_free(m);
}
