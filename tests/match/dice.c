/*
 * Who supplies the outcomes of chance: seeds, lists, hands; and the people of a side.
 */
#include "help.h"

#include <stdlib.h>
#include <string.h>

enum { BLUE, RED };

TEST(seeded_dice_are_fair_and_repeat)
{
    struct menu *menu = base_alloc(sizeof *menu);
    int count[6] = { 0 };

    for (int face = 1; face <= 6; face++)
        menu_add_weighted(menu, act1(VERB_ROLL, face), face == 6 ? 5 : 1);
    for (int n = 0; n < 10000; n++) {
        const struct action *a = dice_outcome(42, n, menu);

        CHECK(memcmp(a, dice_outcome(42, n, menu), sizeof *a) == 0);
        count[a->arg[0] - 1]++;
    }
    for (int face = 0; face < 5; face++)
        CHECK(count[face] > 850 && count[face] < 1150);
    CHECK(count[5] > 4800 && count[5] < 5200);
    free(menu);
}

/* An ambush is about to be rolled for: the sixth entry. */
static struct match *before_the_roll(struct dice dice)
{
    struct match *m = help_match("wood", dice);

    help_do_all(m, opening);
    help_do(m, "blue march b2 0102");
    help_do(m, "blue march b2 0202");
    help_do(m, "red ambush b2");
    return m;
}

TEST(list_dice_wait_when_they_run_out)
{
    struct match *m = before_the_roll(list_dice);
    int faces[] = { 5, 2 };

    CHECK_STR(match_waits(m), "the list of outcomes has run out");
    CHECK(strstr(help_try(m, "blue stop"), "it is for the dice to decide now"));
    match_give_faces(m, faces, 2);
    CHECK_STR(match_settle_chance(m), NULL);
    CHECK_STR(match_waits(m), NULL);
    CHECK_INT(match_entry(m, 5)->action.arg[0], 5);
    CHECK_INT(play_who(match_play(m)), BLUE);
    match_free(m);
}

TEST(list_dice_come_again_after_undo)
{
    struct match *m = before_the_roll(list_dice);
    int faces[] = { 5, 2 };

    match_give_faces(m, faces, 2);
    match_settle_chance(m);
    CHECK_STR(match_undo_to(m, 2), NULL);
    help_do(m, "blue march b1 0202");
    help_do(m, "red ambush b1");
    CHECK_INT(match_entry(m, 4)->action.arg[0], 5);
    CHECK_STR(match_undo(m, REFEREE), NULL);
    help_do(m, "red ambush b1");
    CHECK_INT(match_entry(m, 4)->action.arg[0], 5);
    match_free(m);
}

TEST(impossible_faces_are_dropped)
{
    struct match *m = before_the_roll(list_dice);
    int faces[] = { 7, 100000, -1, 3 };

    match_give_faces(m, faces, 4);
    CHECK_STR(match_settle_chance(m), "7 is not among the outcomes of this chance");
    CHECK_STR(match_settle_chance(m), "100000 is not among the outcomes of this chance");
    CHECK_STR(match_waits(m), "100000 is not among the outcomes of this chance");
    CHECK_STR(match_settle_chance(m), "-1 is not among the outcomes of this chance");
    CHECK_STR(match_settle_chance(m), NULL);
    CHECK_INT(match_entry(m, 5)->action.arg[0], 3);
    match_free(m);
}

TEST(hand_dice_wait_for_a_hand)
{
    struct match *m = before_the_roll(hand_dice);

    CHECK_STR(match_waits(m), "somebody must roll");
    CHECK(help_try(m, "chance roll 7") != NULL);
    CHECK(help_try(m, "chance stop") != NULL);
    CHECK_INT(match_entries(m), 5);
    help_do(m, "chance roll 2");
    CHECK_INT(play_who(match_play(m)), BLUE);
    CHECK(help_try(m, "chance roll 2") != NULL);
    CHECK(strstr(help_try(m, "red stop"), "it is for Blue to decide now"));
    match_free(m);
}

TEST(dice_change_hands)
{
    struct match *m = before_the_roll(hand_dice);

    match_set_dice(m, help_seed(5));
    CHECK_INT(match_entries(m), 6);
    CHECK(match_dice(m)->kind == DICE_SEED && match_dice(m)->seed == 5);
    match_free(m);
}

/* ---- seats ---- */

enum { LEFT, RIGHT, RED_SEAT };

static const struct seat seats[] = {
    [LEFT] = { "left", "Blue's left", BLUE, NULL },
    [RIGHT] = { "right", "Blue's right", BLUE, NULL },
    [RED_SEAT] = { "red", "Red", RED, NULL },
    { .id = NULL },
};

/* The right chooses and fights, the left marches. */
static int seat_of(const struct play *p, const struct step *t)
{
    return strcmp(p->game->steps[t->op]->name, "movement") == 0 ? LEFT : RIGHT;
}

static void divide(struct game *divided)
{
    static struct step_def rows[32];
    static const struct step_def *steps[32];

    for (int i = 0; divided->steps[i]; i++) {
        rows[i] = *divided->steps[i];
        rows[i].seat = seat_of;
        steps[i] = &rows[i];
    }
    divided->steps = steps;
}

TEST(seats_of_a_divided_side)
{
    struct game divided = *game_find("null");
    struct errors e = { 0 };
    struct match *m;
    struct action stop;

    divided.seats = seats;
    CHECK_INT(seat_count(&divided), 3);
    CHECK_INT((int)seat_mask(&divided, BLUE), 1 << LEFT | 1 << RIGHT);
    CHECK_INT(seat_find(&divided, "right"), RIGHT);
    m = match_new(help_box_of(&divided), 0, NULL, help_seed(1), &e);
    CHECK_INT(match_seat(m), LEFT); /* nobody says otherwise: the side's first */
    divide(&divided);
    CHECK_INT(match_seat(m), RIGHT);
    help_do(m, "blue strong b1");
    CHECK_INT(match_seat(m), RED_SEAT);
    help_do(m, "red strong r1");
    CHECK_INT(match_seat(m), LEFT);
    action_parse_text(match_play(m), "stop", &stop);
    CHECK_STR(match_do_seated(m, 1 << RIGHT, &stop), "it is for Blue's left to decide now");
    CHECK_STR(match_do_seated(m, 0, &stop), "it is for Blue's left to decide now");
    CHECK_STR(match_do_seated(m, seat_mask(&divided, BLUE), &stop), NULL);
    CHECK_INT(match_seat(m), RIGHT);
    CHECK(!match_can_undo(m, BLUE)); /* another person has been asked */
    match_free(m);
}

/* What would be for it is for the side's first seat, which then is called as the side is. */
TEST(a_seat_that_the_options_do_not_use_is_not_there)
{
    struct game divided = *game_find("null");
    struct seat by_option[COUNT(seats)];
    uint8_t options[OPTIONS_MAX] = { 0 };
    struct errors e = { 0 };
    struct match *m;

    memcpy(by_option, seats, sizeof seats);
    by_option[RIGHT].option = &divided.options[0];
    divided.seats = by_option;
    divide(&divided);
    m = match_new(help_box_of(&divided), 0, options, help_seed(1), &e);
    CHECK_INT((int)seats_there(match_play(m)), 1 << LEFT | 1 << RED_SEAT);
    CHECK_INT(match_seat(m), LEFT);
    CHECK_STR(seat_called(match_play(m), LEFT), "Blue");
    CHECK_STR(seat_called(match_play(m), RED_SEAT), "Red");
    match_free(m);
    options[0] = 1;
    m = match_new(help_box_of(&divided), 0, options, help_seed(1), &e);
    CHECK_INT((int)seats_there(match_play(m)), 1 << LEFT | 1 << RIGHT | 1 << RED_SEAT);
    CHECK_INT(match_seat(m), RIGHT);
    CHECK_STR(seat_called(match_play(m), LEFT), "Blue's left");
    match_free(m);
}

TEST(seats_of_undivided_sides)
{
    const struct game *g = game_find("ney-vs-wellington");
    struct match *m = help_match("line", list_dice);

    CHECK_INT(seat_count(g), 2);
    CHECK_STR(seat_name(g, 1), "allied");
    CHECK_STR(seat_title(g, 1), "Allied");
    CHECK_INT(seat_find(g, "french"), 0);
    CHECK_INT(seat_find(g, "green"), -1);
    CHECK_INT((int)seat_mask(g, 1), 2);
    CHECK_INT(match_seat(m), BLUE);
    help_random(m, 3, 2, false);
    CHECK_INT(match_seat(m), BLUE);
    match_free(m);
    m = before_the_roll(hand_dice);
    CHECK_INT(match_seat(m), -1);
    CHECK_STR(match_do_seated(m, 3, &(struct action){ 0 }), "it is for the dice to decide now");
    match_free(m);
}
