/*
 * Marching to a far hex: reach, ways, interruption, and that what is hidden stays so.
 */
#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLUE, RED };
enum { B1, B2, R1, R2 };

/* "0102:2/1" places, points left and steps. */
static const char *reach_text(struct match *m, int by, int piece)
{
    static struct text text;
    struct reach reach;

    text_clear(&text);
    match_reach(m, by, piece, &reach);
    for (int i = 0; i < reach.n; i++)
        text_printf(&text, "%s%s:%d/%d", i ? " " : "",
                    board_number(match_play(m)->box->board, reach.at[i].place), reach.at[i].left,
                    reach.at[i].steps);
    return text_of(&text);
}

TEST(reach_by_points)
{
    struct match *m = help_match("line", help_seed(1));

    CHECK_STR(reach_text(m, BLUE, B1), ""); /* it is not the time to march */
    help_do_all(m, opening);
    CHECK_STR(reach_text(m, BLUE, B1), "0101:0/2 0102:2/1 0201:0/1 0202:1/2 0302:0/3");
    CHECK_STR(reach_text(m, REFEREE, B1), "0101:0/2 0102:2/1 0201:0/1 0202:1/2 0302:0/3");
    CHECK_STR(reach_text(m, RED, R1), ""); /* not red's turn */
    CHECK_STR(reach_text(m, BLUE, R1), "");
    CHECK_STR(reach_text(m, BLUE, -1), "");
    match_free(m);
}

TEST(reach_by_steps_where_points_are_unknown)
{
    struct game game = *game_find("null");
    struct errors e = { 0 };
    struct match *m;

    game.points_left = NULL;
    m = match_new(help_box_of(&game), 0, NULL, help_seed(1), &e);
    help_do_all(m, opening);
    CHECK_STR(reach_text(m, BLUE, B1), "0101:-1/2 0102:-1/1 0201:-1/1 0202:-1/2 0302:-1/3");
    match_free(m);
}

TEST(march_by_the_cheapest_way)
{
    struct match *m = help_match("line", help_seed(1));
    int steps;

    help_do_all(m, opening);
    CHECK_STR(match_march(m, BLUE, B1, help_place(m, "0302"), &steps), NULL);
    CHECK_INT(steps, 3);
    CHECK_INT(match_entries(m), 5);
    CHECK_INT(match_entry(m, 3)->action.arg[1], help_place(m, "0202"));
    CHECK_INT(play_who(match_play(m)), BLUE);
    CHECK(match_can_undo(m, BLUE)); /* each step by itself */
    CHECK_STR(match_undo(m, BLUE), NULL);
    CHECK_STR(match_march(m, BLUE, B1, help_place(m, "0302"), &steps), NULL);
    CHECK_INT(steps, 1);
    match_free(m);
}

TEST(march_refused)
{
    struct match *m = help_match("line", help_seed(1));
    int steps;

    help_do_all(m, opening);
    CHECK_STR(match_march(m, BLUE, B1, help_place(m, "0403"), &steps),
              "3.1: a march goes from hex to neighbouring hex");
    CHECK_STR(match_march(m, BLUE, R1, help_place(m, "0402"), &steps),
              "3.1: only the side's own pickets on the board march");
    CHECK_STR(match_march(m, RED, R1, help_place(m, "0402"), &steps),
              "it is for Blue to decide now");
    CHECK_STR(match_march(m, BLUE, 99, 0, &steps), "there is no such piece or place");
    CHECK_STR(match_march(m, BLUE, B1, 99, &steps), "there is no such piece or place");
    CHECK_STR(match_march(m, BLUE, B1, -1, &steps), "there is no such piece or place");
    CHECK_INT(steps, 0);
    CHECK_INT(match_entries(m), 2);
    match_free(m);
}

/* ---- what is hidden ---- */

/* Wherever the hidden picket is, the reach is the same to the byte; seen, it would not be. */
TEST(reach_does_not_leak)
{
    static const char *const hides[] = { "0401", "0303", "0302", "0301", "0202" };
    struct game game = *game_find("null");
    struct match *seen, *first, *m;
    struct reach want, got;
    int differ = 0;

    game.redact = help_redact_first;
    first = help_hidden(&game, hides[0]);
    match_reach(first, BLUE, B1, &want);
    CHECK(want.n > 0);
    for (int i = 1; i < COUNT(hides); i++) {
        m = help_hidden(&game, hides[i]);
        match_reach(m, BLUE, B1, &got);
        CHECK(memcmp(&want, &got, sizeof got) == 0);
        seen = help_hidden(game_find("null"), hides[i]);
        match_reach(seen, BLUE, B1, &got);
        differ += memcmp(&want, &got, sizeof got) != 0;
        match_free(m);
        match_free(seen);
    }
    CHECK(differ >= 3);
    match_free(first);
}

TEST(march_interrupted_by_an_ambush)
{
    struct game game = *game_find("null");
    struct match *m;
    int steps;

    game.redact = help_redact_first;
    m = help_hidden(&game, "0303");
    CHECK(strstr(reach_text(m, BLUE, B1), "0302:0/3"));
    CHECK_STR(match_march(m, BLUE, B1, help_place(m, "0302"), &steps), NULL);
    CHECK_INT(steps, 2);
    CHECK_INT(match_entries(m), 2);
    CHECK_INT(play_who(match_play(m)), RED);
    CHECK(!match_can_undo(m, BLUE));
    help_do(m, "red ambush b1");
    match_free(m);
}

/* Something is seen on the way wherever red's first picket stands on the board. */
static take_function *plain_take;

static void take_and_spy(struct play *p, struct step *t, const struct action *a)
{
    struct text text = { 0 };

    plain_take(p, t, a);
    position_save(p, &text);
    if (!strstr(text.s, "unit r1 lost"))
        play_reveal(p);
    text_free(&text);
}

TEST(march_interrupted_by_a_revelation)
{
    struct game game = help_other_movement(take_and_spy, &plain_take);
    struct match *m;
    int steps;

    m = help_hidden(&game, "0401");
    CHECK_STR(reach_text(m, BLUE, B1), "0102:2/1 0201:0/1"); /* foreseen */
    match_free(m);
    game.redact = help_redact_first;
    m = help_hidden(&game, "0401");
    CHECK(strstr(reach_text(m, BLUE, B1), "0302:0/3"));
    CHECK_STR(match_march(m, BLUE, B1, help_place(m, "0302"), &steps), NULL);
    CHECK_INT(steps, 1);
    CHECK_INT(play_who(match_play(m)), BLUE);
    CHECK(!match_can_undo(m, BLUE));
    match_free(m);
}

/* A seen enemy in the woods: the way ends where he would be asked, and is offered no further. */
TEST(reach_ends_where_somebody_is_asked)
{
    struct match *m = help_match("wood", help_seed(1));
    int steps;

    help_do_all(m, opening);
    CHECK_STR(reach_text(m, BLUE, B2), "0101:0/2 0102:2/1 0103:0/2 0202:0/1 0203:0/1");
    CHECK_STR(match_march(m, BLUE, B2, help_place(m, "0202"), &steps), NULL);
    CHECK_INT(play_who(match_play(m)), RED);
    match_free(m);
}

/* Random games: every place in reach is reached, in as many steps. */
TEST(marches_arrive_where_reach_says)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct match *m = help_match(seed % 2 ? "line" : "wood", help_seed(seed));
        struct reach reach;

        help_random(m, seed, 3 + (int)(seed % 9), false);
        for (int u = B1; u <= R2; u++) {
            match_reach(m, play_who(match_play(m)), u, &reach);
            for (int i = 0; i < reach.n; i++) {
                int before = match_entries(m), steps;

                CHECK_STR(match_march(m, REFEREE, u, reach.at[i].place, &steps), NULL);
                CHECK_INT(steps, reach.at[i].steps);
                CHECK_STR(match_undo_to(m, before), NULL);
            }
        }
        match_free(m);
    }
}

TEST(a_far_march_is_refused_as_its_last_step)
{
    struct match *m = help_match("line", help_seed(1));
    int steps;

    help_do_all(m, opening);
    CHECK_STR(match_march(m, BLUE, B1, help_place(m, "0303"), &steps),
              "3.4: the stream is crossed at the bridge only");
    CHECK_STR(match_march(m, BLUE, B1, help_place(m, "0402"), &steps),
              "3.2: a picket that has come next to an enemy stops");
    CHECK_INT(steps, 0);
    match_free(m);
}
