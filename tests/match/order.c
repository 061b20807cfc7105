/*
 * Order lines: what they mean, what they would do, where they are wrong, what interrupts them; and that what
 * a line plays is the same decisions one by one.
 */
#include "match/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "help.h"

enum { BLUE, RED };

static struct match *begin_at(const char *game, const char *position, uint64_t seed)
{
    struct errors e = { 0 };
    struct lex x;
    struct match *m;

    lex_begin(&x, "position", position, strlen(position), &e);
    m = match_from_position(help_box_of(game_find(game)), &x, help_seed(seed), &e);
    CHECK_STR(text_of(&e.lines), "");
    errors_free(&e);
    return m;
}

/* The decisions, as they are typed, and the end: "move Quiot; march Quiot 1012 = done". */
static const char *told(struct match *m, const struct order_plan *plan)
{
    static struct text text;

    text_clear(&text);
    for (int i = 0; i < plan->n; i++) {
        text_add(&text, i ? "; " : "");
        action_print(match_play(m), &plan->step[i], &text);
    }
    text_printf(&text, "%s= %s", plan->n ? " " : "", order_ends[plan->end]);
    if (plan->at >= 0)
        text_printf(&text, " at %d: %s", plan->at, plan->why);
    if (*plan->left)
        text_printf(&text, " left %s", plan->left);
    return text_of(&text);
}

static const char *planned(struct match *m, const char *line)
{
    static struct order_plan plan;
    int before = match_entries(m);

    order_plan(match_play(m), play_who(match_play(m)), line, &plan);
    CHECK_INT(match_entries(m), before);
    return told(m, &plan);
}

static const char *played(struct match *m, const char *line)
{
    static struct order_plan done;

    order_play(m, play_who(match_play(m)), line, &done);
    return told(m, &done);
}

/* ---- marches ---- */

TEST(an_order_marches_by_the_cheapest_way)
{
    struct match *m = help_match("line", help_seed(1));

    help_do_all(m, opening);
    CHECK_STR(planned(m, "b1 > 0202"), "march b1 0102; march b1 0202 = done");
    CHECK_STR(planned(m, "1st > 0202"), "march b1 0102; march b1 0202 = done");
    CHECK_STR(planned(m, "1st Picket>west farm"), "march b1 0102 = done");
    CHECK_STR(planned(m, "march B1 0202"), "march b1 0102; march b1 0202 = done");
    CHECK_STR(planned(m, "stop"), "stop = done");
    match_free(m);
}

static const char stack[] = "turn 8 phase french movement\n"
                            "at 0911 Quiot Donzelot\n"
                            "at 0912 Marcognet\n"
                            "at 0914 Foy Lallemand\n"
                            "at 1519 Vincke\n";

TEST(an_order_takes_up_what_it_names_and_who_goes_along)
{
    struct match *m = begin_at("day-of-waterloo", stack, 1);

    CHECK_STR(planned(m, "quiot,donzelot,marcognet > 1012"), /* one of them could only pass */
              "= fault at 0: 5.2a: no more than twelve strength points in a hex");
    CHECK_STR(planned(m, "quiot,marcognet > 1012"),
              "move Quiot; march Quiot 1012; done; move Marcognet; march Marcognet 1012 = done");
    CHECK_STR(planned(m, "0911 > 1012 donzelot on top"),
              "move Quiot; with Donzelot; march Quiot 1012; done; top Donzelot = done");
    CHECK_STR(planned(m, "foy,lallemand > 1015 guns on top"),
              "move Foy; with Lallemand; march Foy 1015; done; top Lallemand = done");
    CHECK_STR(planned(m, "I Corps > 1012"),
              "= fault at 0: 5.2a: no more than twelve strength points in a hex");
    CHECK_STR(played(m, "marcognet > 1012"), "move Marcognet; march Marcognet 1012 = done");
    CHECK_STR(played(m, "quiot > 1012"), "done; move Quiot; march Quiot 1012 = done");
    match_free(m);
}

TEST(an_order_that_cannot_be_read_says_where)
{
    struct match *m = begin_at("day-of-waterloo", stack, 1);

    CHECK_STR(planned(m, "quiot,qux > 1012"), "= fault at 6: no piece here is called \"qux\"");
    CHECK_STR(planned(m, "quiot > nowhere"), "= fault at 8: there is no place \"nowhere\"");
    CHECK_STR(planned(m, "quiot > "), "= fault at 8: where to? PIECES > PLACE");
    CHECK_STR(planned(m, " > 1012"), "= fault at 1: a name is missing here");
    CHECK_STR(planned(m, "quiot > 1012 sideways"),
              "= fault at 13: this is not understood; NAME on top may stand here");
    CHECK_STR(planned(m, "quiot > 1012 ney on top"), "= fault at 13: nobody there is called so");
    CHECK_STR(planned(m, "  "), "= fault at 0: the line is empty");
    CHECK_STR(planned(m, "mov Quiot"), "= fault at 0: \"mov\" is nothing that can be done; did "
                                       "you mean move? (PIECES > PLACE is a march)");
    CHECK_STR(planned(m, "quiot > 10\x01"),
              "= fault at 10: there is a character here that is no letter");
    CHECK_STR(planned(m, "quiot > 10\xff"),
              "= fault at 10: there is a character here that is no letter");
    CHECK(strstr(planned(m, "quiot > 0101"), "= fault at 0: 9.") != NULL);
    CHECK(strstr(planned(m, "vincke > 1519"), "= fault at 0: no piece here") != NULL);
    match_free(m);
}

/* Whoever is told of a fault has lost nothing, and a line that is one byte too long is one. */
TEST(a_faulty_order_changes_nothing)
{
    struct match *m = begin_at("day-of-waterloo", stack, 1),
                 *same = begin_at("day-of-waterloo", stack, 1);
    char line[ORDER_LINE + 2];

    memset(line, 'q', sizeof line);
    line[ORDER_LINE] = '\0';
    CHECK(strstr(played(m, line), "= fault at 399") != NULL);
    CHECK(strstr(played(m, "quiot, qux > 1012"), "= fault at 7") != NULL);
    CHECK(strstr(played(m, "quiot > 1012 vincke on top"), "= fault at 13") != NULL);
    CHECK(help_equal(m, same));
    match_free(m);
    match_free(same);
}

/* ---- declarations ---- */

static const char battle[] = "turn 8 phase french combat\n"
                             "at 1118 Jerome\n"
                             "at 1018 Foy\n"
                             "at 1019 Bachelu\n"
                             "at 1119 Vincke\n";

TEST(an_order_declares_the_whole)
{
    struct match *m = begin_at("day-of-waterloo", battle, 5);

    CHECK_STR(planned(m, "attack 1119 with all"),
              "attack 1119; from 1019; from 1118; assault = commits");
    CHECK_STR(planned(m, "assault 1119 from all"),
              "attack 1119; from 1019; from 1118; assault = commits");
    CHECK_STR(planned(m, "attack vincke with jerome, bachelu"),
              "attack 1119; from 1118; from 1019; assault = commits");
    CHECK_STR(planned(m, "attack 1119 from 1018"),
              "= fault at 0: 11.0a: only an enemy in the next hex is attacked");
    CHECK_STR(planned(m, "attack 1119 from 1118, 1018"),
              "= fault at 23: 11.0a: only an enemy in the next hex is attacked");
    CHECK(strstr(planned(m, "attack 1219 with all"), "= fault at 7: 11.0a") != NULL);
    CHECK_STR(planned(m, "attack 1119"), "attack 1119 = done");
    CHECK_STR(planned(m, "bombard+assault 1119 with all support all"),
              "bombard 1119; fire 1019; fire 1118; support Jerome; support Bachelu; "
              "shoot = commits left assault 1119 with all");
    match_free(m);
}

TEST(an_order_stops_at_the_dice_and_says_what_is_left)
{
    struct match *m = begin_at("day-of-waterloo", battle, 5);

    CHECK_STR(played(m, "bombard+assault 1119 with all support all"),
              "bombard 1119; fire 1019; fire 1118; support Jerome; support Bachelu; "
              "shoot = dice left assault 1119 with all");
    CHECK_STR(played(m, "assault 1119 with all"),
              "attack 1119; from 1019; from 1118; assault = dice");
    match_free(m);
}

TEST(names_that_mean_nothing_are_at_fault_before_anything_is_done)
{
    struct match *m = help_match("line", help_seed(1));

    CHECK_STR(planned(m, "strong b1 with nobody"),
              "= fault at 15: no piece here is called \"nobody\"");
    CHECK_STR(planned(m, "strong b1 with b2"), "strong b1 = commits left with b2");
    match_free(m);
}

/* ---- surprises ---- */

/* Red waits in the wood, and may ambush whoever comes by: foreseen where he is seen. */
TEST(an_order_stops_when_somebody_else_is_asked)
{
    struct match *m = help_match("wood", help_seed(1));
    static struct order_plan done;

    help_do_all(m, opening);
    order_plan(match_play(m), BLUE, "b2, b1 > 0202", &done);
    CHECK_STR(told(m, &done), "march b2 0202 = asked left b1 > 0202");
    CHECK_STR(done.why, "Red is asked then");
    order_play(m, BLUE, "b2, b1 > 0202", &done);
    CHECK_STR(told(m, &done), "march b2 0202 = asked left b1 > 0202");
    CHECK_STR(done.why, "Red is asked");
    CHECK_INT(play_who(match_play(m)), RED);
    match_free(m);
}

TEST(an_order_stops_at_what_it_could_not_foresee)
{
    struct game game = *game_find("null");
    struct match *m;
    static struct order_plan done;

    game.redact = help_redact_first;
    m = help_hidden(&game, "0303");
    order_plan(match_play(m), BLUE, "b1 > 0302", &done);
    CHECK_INT(done.end, ORDER_DONE);
    CHECK_INT(done.n, 3);
    order_play(m, BLUE, "b1 > 0302", &done);
    CHECK_STR(told(m, &done), "march b1 0102; march b1 0202 = asked left b1 > 0302");
    CHECK_INT(play_who(match_play(m)), RED);
    match_free(m);
}

TEST(an_order_is_for_whoever_is_asked)
{
    struct match *m = help_match("line", help_seed(1));
    static struct order_plan done;

    help_do_all(m, opening);
    order_play(m, RED, "r1 > 0202", &done);
    CHECK_INT(done.end, ORDER_FAULT);
    CHECK_STR(done.why, "it is for Blue to decide now");
    order_play(m, REFEREE, "b1 > 0102", &done);
    CHECK_INT(done.end, ORDER_DONE);
    match_free(m);
}

/* ---- the same one by one ---- */

/* A line of what may be done, at random: a march as far as it goes, a declaration with all, or as it is. */
static void any_line(struct match *m, struct rng *rng, struct text *line)
{
    struct play *p = match_play(m);
    const struct menu *menu = play_menu(p);
    const struct action *a = &menu->a[rng_below(rng, (uint32_t)menu->n)];
    int role = p->game->verbs[a->verb].role;

    text_clear(line);
    if (role == ROLE_MARCH || role == ROLE_GOES)
        text_printf(line, "%s > %s", p->box->piece[a->arg[0]].id,
                    board_number(p->box->board, a->arg[1]));
    else
        action_print(p, a, line);
    if (role == ROLE_TARGET)
        text_add(line, " with all");
}

static void one_by_one(struct match *m, const struct order_plan *done)
{
    for (int i = 0; i < done->n; i++)
        CHECK(!match_do(m, play_who(match_play(m)), &done->step[i]));
}

static void play_lines(const struct game *g)
{
    struct errors e = { 0 };
    struct match *m = match_new(help_box_of(g), 0, NULL, help_seed(11), &e),
                 *other = match_new(help_box_of(g), 0, NULL, help_seed(11), &e);
    static struct order_plan done;
    struct text line = { 0 };
    struct rng rng;

    rng_seed(&rng, 7);
    for (int i = 0; i < 200 && play_who(match_play(m)) != NOBODY && !test_failed(); i++) {
        int before = match_entries(m);

        any_line(m, &rng, &line);
        order_play(m, play_who(match_play(m)), text_of(&line), &done);
        CHECK(done.end == ORDER_FAULT || match_entries(m) > before);
        CHECK(done.end != ORDER_FAULT || match_entries(m) == before);
        one_by_one(other, &done);
        CHECK(help_equal(m, other));
        if (test_failed())
            printf("%s: %s\n", g->id, text_of(&line));
        if (done.end == ORDER_FAULT) /* a stage that nothing completes alone: go on somehow */
            help_random(m, (uint64_t)i, 1, false), help_random(other, (uint64_t)i, 1, false);
    }
    text_free(&line);
    errors_free(&e);
    match_free(m);
    match_free(other);
}

TEST(what_an_order_plays_is_the_same_one_by_one)
{
    for (int i = 0; all_games[i]; i++)
        play_lines(all_games[i]);
}

/* ---- completion ---- */

static const char *completed(struct match *m, const char *line)
{
    static struct text text;
    static struct order_words words;

    text_clear(&text);
    order_complete(match_play(m), play_who(match_play(m)), line, &words);
    text_printf(&text, "%d:", words.from);
    for (int i = 0; i < words.n; i++)
        text_printf(&text, " %s", words.word[i]);
    return text_of(&text);
}

TEST(an_order_is_completed)
{
    struct match *m = begin_at("day-of-waterloo", battle, 5);

    CHECK_STR(completed(m, "att"), "0: attack");
    CHECK_STR(completed(m, "attack 11"), "7: 1119");
    CHECK_STR(completed(m, "attack 1119 w"), "12: with");
    CHECK_STR(completed(m, "attack 1119 with a"), "17: all");
    CHECK_STR(completed(m, "Jero"), "0: Jerome");
    CHECK_STR(completed(m, "jerome > Plance"), "9: Plancenoit");
    CHECK_STR(completed(m, "zz"), "0:");
    match_free(m);
}
