/*
 * levels.c: computer opponents by level and style: how they are named, what data say of them, that a style is heard and
 * leaves what a position is worth alone.
 */
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "bots/bot.h"
#include "sim/sim.h"

TEST(bots_have_five_levels)
{
    const char *const names[] = { "recruit", "corporal", "cadet", "captain", "veteran" };
    int n = 0;

    for (int i = 0; i < COUNT(names); i++)
        CHECK(bot_find(names[i]) && bot_find(names[i])->level == i + 1);
    for (int i = 0; all_bots[i]; i++)
        n += all_bots[i]->level > 0;
    CHECK_INT(n, COUNT(names));
    CHECK(bot_strongest() == bot_find("veteran"));
}

TEST(bots_are_named_with_a_style)
{
    struct bot_player player;
    char word[BOT_WORD];

    CHECK(bot_parse("veteran/bold:30", &player) == NULL && strcmp(player.style, "bold") == 0 &&
          player.budget.effort == 30);
    bot_word(&player, word);
    CHECK(strcmp(word, "veteran/bold:30") == 0);
    CHECK(bot_parse("cadet/by-the-book:500ms", &player) == NULL && player.budget.ms == 500);
    bot_word(&player, word);
    CHECK(strcmp(word, "cadet/by-the-book:500ms") == 0);
    CHECK(bot_parse("cadet/", &player) != NULL);
    CHECK(bot_parse("cadet/Bold", &player) != NULL);
    CHECK(bot_parse("cadet/bold/bold", &player) != NULL);
    CHECK(bot_parse("cadet/sixteenlettersss", &player) != NULL);
    CHECK(bot_parse("random/bold", &player) != NULL);
    CHECK(bot_parse("random", &player) == NULL);
}

/* Every side of every game has its commanders, and levels are of bots that there are. */
TEST(bots_have_commanders_in_every_game)
{
    for (int i = 0; all_games[i]; i++) {
        struct box *box = test_box(all_games[i]->id);
        const struct commanders *c = &box->commanders;

        for (int k = 0; k < c->levels; k++)
            CHECK(bot_find(c->level[k].bot) && bot_find(c->level[k].bot)->level > 0);
        for (int side = 0; side < game_sides(box->game); side++) {
            int styles = 0;

            for (int k = 0; k < c->styles; k++)
                styles += c->style[k].side == side && *c->style[k].about && c->style[k].changes.n;
            CHECK(styles >= 3);
        }
        box_free(box);
    }
}

TEST(bots_draw_a_style_if_asked)
{
    struct box *box = test_box("null");
    struct bot_player player;
    bool drawn[STYLES_MOST] = { false };
    struct rng rng;
    int n = 0;

    rng_seed(&rng, 1);
    for (int i = 0; i < 60; i++) {
        CHECK(bot_parse("cadet/any", &player) == NULL && !bot_refuse_style(&player, box, 1));
        bot_draw_style(&player, box, 1, &rng);
        CHECK(box_style(box, 1, player.style) && !bot_refuse_style(&player, box, 1));
        drawn[box_style(box, 1, player.style) - box->commanders.style] = true;
    }
    for (int i = 0; i < STYLES_MOST; i++)
        n += drawn[i];
    CHECK_INT(n, 3);
    CHECK(bot_parse("cadet/gentle", &player) == NULL && bot_refuse_style(&player, box, 1));
    box_free(box);
}

TEST(bots_have_levels_and_styles_in_files)
{
    CHECK_INT(test_complaints("null", "levels.txt",
                              "level recruit\ntimes picket 50\nset near 3\nadd near -9\n"
                              "level captain\neffort 3\nsight 0\n"),
              0);
    CHECK_INT(test_complaints("null", "levels.txt", "times picket 50\n"), 1);
    CHECK_INT(test_complaints("null", "levels.txt",
                              "level a\nlevel a\neffort 0\ntimes spear 1\nrisk 3\n"),
              4);
    CHECK_INT(test_complaints("null", "styles.txt",
                              "style bold blue \"Bold\"\nabout \"x\"\nset near 3\n"),
              0);
    CHECK_INT(test_complaints("null", "styles.txt", "style any blue \"Any\"\n"), 1);
    CHECK_INT(test_complaints("null", "styles.txt", "style bold green \"Bold\"\n"), 1);
    CHECK_INT(
        test_complaints("null", "styles.txt", "style bold blue \"A\"\nstyle bold blue \"B\"\n"), 1);
    CHECK_INT(test_complaints("null", "styles.txt", "effort 3\n"), 1);
}

/* What changes weights changes the policy's alone: signs keep their meaning whoever judges. */
TEST(bots_judge_alike_in_any_style)
{
    int weight[BOX_WEIGHTS], plain[BOX_WEIGHTS];

    for (int i = 0; all_games[i]; i++) {
        struct box *box = test_box(all_games[i]->id);
        int first = box_policy_weights(box);

        for (int k = 0; k < box->commanders.styles; k++) {
            memcpy(weight, box->weight, sizeof weight);
            memcpy(plain, box->weight, sizeof plain);
            changes_apply(&box->commanders.style[k].changes, weight);
            CHECK(memcmp(weight, plain, sizeof weight) != 0);
            CHECK(memcmp(weight + first, plain + first,
                         (size_t)(BOX_WEIGHTS - first) * sizeof *weight) == 0);
        }
        box_free(box);
    }
}

/* Styles play otherwise, each the same for the same seed; the table counts what it says. */
TEST(sim_compares_styles)
{
    static struct sim_manners one, two;
    struct box *box = test_box("waterloo-200");
    struct sim_setup setup = { .box = box, .seed = 3 };
    struct text wrong = { 0 };

    one = (struct sim_manners){ .setup = &setup, .games = 6 };
    CHECK(bot_parse("cadet", &one.plain) == NULL);
    two = one;
    CHECK(sim_manners(&one, &wrong) && sim_manners(&two, &wrong) && one.n == 8);
    for (int i = 0; i < one.n; i++) {
        CHECK(one.manner[i].games == 6 &&
              memcmp(one.manner[i].seen, two.manner[i].seen, 6 * sizeof *one.manner[i].seen) == 0);
        CHECK(one.manner[i].mean[SEEN_ATTACKS] > 0 && one.manner[i].mean[SEEN_LOST] > 0);
    }
    CHECK(memcmp(one.manner[0].seen, one.manner[1].seen, 6 * sizeof *one.manner[0].seen) != 0);
    CHECK_INT(one.asked[0], 9);
    sim_manners_free(&one);
    sim_manners_free(&two);
    text_free(&wrong);
    box_free(box);
}
