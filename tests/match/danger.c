/*
 * What the enemy could do next turn, where a draw says which of his formations acts: behind every chit, and behind every
 * formation that a commander may call.
 */
#include "help.h"

#include <stdlib.h>
#include <string.h>

enum { ALLIED = 1 };

static const struct danger_stack *stack_at(struct match *m, const char *number)
{
    const struct danger *d = match_danger(m, ALLIED);

    for (int i = 0; d && i < d->n; i++)
        if (strcmp(board_number(match_play(m)->box->board, d->stack[i].place), number) == 0)
            return &d->stack[i];
    return NULL;
}

static bool is_named(struct match *m, const struct danger_stack *s, const char *id)
{
    for (int i = 0; s && i < s->enemies; i++)
        if (strcmp(match_play(m)->box->piece[s->enemy[i]].id, id) == 0)
            return true;
    return false;
}

/* Thielemann acts; the pool holds what comes after him. */
static struct match *before_wavre(const char *pool)
{
    const struct box *box = help_box_of(game_find("march-into-battle"));
    struct text text = { 0 };
    struct errors e = { 0 };
    struct match *m;
    struct lex x;

    text_printf(
        &text,
        "turn 25 last 30 morale 9 9 phase 2 unit B10 2703 s unit Thielemann 2703 "
        "unit Lefol 2905 n unit Vandamme 2905 unit Hulot 2906 n unit Gerard 2906 "
        "unit Grouchy 2905 unit F-Train-2 2904 formation f.III attack formation f.IV attack "
        "formation p.III hold activated 1 %s step game nobody at=turns step turn nobody "
        "at=operations step activation nobody at=combats chit=16 step actions allied chit=16",
        pool);
    lex_begin(&x, "test", text_of(&text), text.n, &e);
    m = match_from_position(box, &x, help_seed(1), &e);
    CHECK_STR(text_of(&e.lines), "");
    text_free(&text);
    return m;
}

TEST(danger_is_looked_for_behind_every_draw)
{
    struct match *m = before_wavre("pool f.III f.IV");
    const struct danger_stack *s = stack_at(m, "2703");

    CHECK(s && s->attacked && *s->odds);
    CHECK(is_named(m, s, "Lefol"));
    CHECK(is_named(m, s, "Hulot"));
    CHECK(!is_named(m, s, "F-Train-2")); /* it has no strength */
    match_free(m);
}

TEST(danger_is_looked_for_behind_everybody_whom_a_commander_may_call)
{
    struct match *m = before_wavre("pool Grouchy");
    const struct danger_stack *s = stack_at(m, "2703");

    CHECK(is_named(m, s, "Lefol"));
    CHECK(is_named(m, s, "Hulot"));
    match_free(m);
    m = before_wavre("pool f.III");
    s = stack_at(m, "2703");
    CHECK(is_named(m, s, "Lefol"));
    CHECK(!is_named(m, s, "Hulot"));
    match_free(m);
}
