/*
 * The account of a game, of every game: it agrees with the game as it ended, is the same each time, and luck is what
 * an outcome was better than those that could have been.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "bots/bot.h"
#include "engine/account.h"

/* A game played at random, to its end. */
static struct match *play_out(const struct box *box, uint64_t seed)
{
    struct errors e = { 0 };
    struct match *m = match_new(box, 0, NULL, (struct dice){ .kind = DICE_SEED, .seed = seed }, &e);
    struct play *p = match_play(m);
    struct rng rng;

    rng_seed(&rng, seed);
    while (play_who(p) != NOBODY) {
        const struct menu *menu = play_menu(p);
        struct action a = menu->a[rng_below(&rng, (uint32_t)menu->n)];
        const char *wrong = match_do(m, play_who(p), &a);

        if (wrong)
            printf("%s\n", wrong);
        CHECK(!wrong);
    }
    errors_free(&e);
    return m;
}

static void agrees_with_the_end(struct match *m, const struct account *a)
{
    const struct play *p = match_play(m);
    const struct state *s = play_state(p);

    CHECK_INT(a->turns, s->turn);
    for (int i = 0; i < a->measures; i++)
        CHECK_INT(a->value[i][a->turns], p->game->measure(p, i));
    for (int side = 0; side < game_sides(p->game); side++)
        CHECK_INT(a->worth[side][a->turns], s->winner == NOBODY ? 0
                                            : s->winner == side ? WORTH_GAME
                                                                : -WORTH_GAME);
}

static void deeds_are_sound(struct match *m, const struct account_deed *list, int n, bool by_luck)
{
    int last = 0;

    CHECK(n <= ACCOUNT_POINTS);
    for (int i = 0; i < n; i++) {
        int high = 0;

        CHECK(list[i].from >= 0 && list[i].from < list[i].to && list[i].to <= match_entries(m));
        CHECK(match_entry(m, list[i].from)->kind == ENTRY_ACTION);
        for (int k = 0; k < SIDES_MAX; k++) {
            int gain = by_luck ? list[i].luck[k] : list[i].gain[k];

            high = abs(gain) > high ? abs(gain) : high;
        }
        CHECK(high > 0 && (i == 0 || high <= last));
        last = high;
    }
}

static void told(struct match *m)
{
    struct text json = { 0 }, words = { 0 }, again = { 0 };
    struct json j;

    json_begin(&j, &json);
    json_open(&j, '{');
    account_json(m, &j);
    json_close(&j);
    CHECK(strstr(text_of(&json), "\"turning\":[") != NULL);
    account_print(m, &words);
    account_print(m, &again);
    CHECK_STR(text_of(&words), text_of(&again));
    CHECK(strstr(text_of(&words), "Places last held") != NULL);
    for (const char *at = text_of(&words); *at; at += strcspn(at, "\n") + 1)
        CHECK(strcspn(at, "\n") <= 120); /* bytes; columns are fewer */
    text_free(&json);
    text_free(&words);
    text_free(&again);
}

TEST(account_of_every_game)
{
    for (int n = 0; all_games[n]; n++) {
        struct box *box = test_box(all_games[n]->id);
        struct match *m = play_out(box, 5);
        struct account *a = base_alloc(sizeof *a);

        account_make(m, a);
        agrees_with_the_end(m, a);
        deeds_are_sound(m, a->turn, a->turning, false);
        deeds_are_sound(m, a->throw, a->throws, true);
        told(m);
        free(a);
        match_free(m);
        box_free(box);
    }
}

/* Over all faces that could have fallen, weighed, luck comes to nothing. */
TEST(account_luck_is_against_expectation)
{
    static const char position[] = "scenario line turn 1 unit b1 0202 strength 2 unit b2 lost "
                                   "strength 2 unit r1 0302 strength "
                                   "2 unit r2 lost strength 2 phase blue combat";
    struct box *box = test_box("null");
    long sum = 0;
    int least = 0, most = 0;

    for (int face = 1; face <= 6; face++) {
        struct errors e = { 0 };
        struct lex x;
        struct match *m;
        struct account *a = base_alloc(sizeof *a);
        const struct menu *menu;

        lex_begin(&x, "position", position, strlen(position), &e);
        m = match_from_position(box, &x, (struct dice){ .kind = DICE_HAND }, &e);
        if (!m) {
            printf("%s", text_of(&e.lines));
            CHECK(m != NULL);
            return;
        }
        menu = play_menu(match_play(m));
        match_do(m, 0, &menu->a[0]);
        CHECK_INT(play_who(match_play(m)), CHANCE);
        match_give_faces(m, &face, 1);
        CHECK(!match_settle_chance(m) || play_who(match_play(m)) != CHANCE);
        account_make(m, a);
        CHECK_INT(a->dice, 1);
        CHECK_INT(a->faces, 100 * face);
        CHECK_INT(a->expected, 350);
        sum += a->luck[0];
        least = a->luck[0] < least ? (int)a->luck[0] : least;
        most = a->luck[0] > most ? (int)a->luck[0] : most;
        free(a);
        match_free(m);
        errors_free(&e);
    }
    CHECK(labs(sum) <= 6); /* of rounding */
    CHECK(least < 0 && most > 0);
    box_free(box);
}
