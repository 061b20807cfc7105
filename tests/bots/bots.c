/*
 * bots.c: computer opponents: each beats the one below, is the same for the same seed, keeps to its budget; names, weights
 * and urges. Long measurements are `grognard sim`'s business.
 */
#include <string.h>
#include <time.h>

#include "../box.h"
#include "../test.h"
#include "asked.h"
#include "bots/think.h"
#include "sim/sim.h"

enum { GAMES = 24 };

/* How many of n games the first side wins; every game must be sound. */
static int wins_of_first(const struct box *box, const char *first, const char *second, int n,
                         struct sim_result *result)
{
    struct sim_setup setup = { .box = box, .seed = 1815 };
    struct sim_run run = { .setup = &setup, .jobs = 2, .games = n, .result = result };
    struct text wrong = { 0 };
    struct sim_tally tally;

    memset(result, 0, (size_t)n * sizeof *result); /* none has been played */
    CHECK(bot_parse(first, &setup.player[0]) == NULL);
    CHECK(bot_parse(second, &setup.player[1]) == NULL);
    CHECK(sim_run(&run, &wrong) == NULL);
    sim_tally(&run, &tally);
    CHECK_INT(tally.errors, 0);
    CHECK_INT(tally.games, n);
    text_free(&wrong);
    return tally.wins[0];
}

TEST(bots_cadet_beats_random)
{
    static struct sim_result result[GAMES];
    struct box *box = test_box("waterloo-200");
    int n = so_many(GAMES);

    CHECK(wins_of_first(box, "cadet", "random", n, result) * 4 >= n * 3);
    CHECK(wins_of_first(box, "random", "cadet", n, result) * 4 <= n);
    box_free(box);
    box = test_box("day-of-waterloo");
    n = GAMES / 3; /* of two the one in forty that is lost could be one */
    CHECK(wins_of_first(box, "cadet", "random", n, result) * 4 >= n * 3);
    CHECK(wins_of_first(box, "random", "cadet", n, result) * 4 <= n);
    box_free(box);
}

TEST(bots_are_the_same_for_the_same_seed)
{
    static struct sim_result one[2], two[2];
    const char *const games[] = { "null", "waterloo-200", "day-of-waterloo" };

    for (int i = 0; i < COUNT(games); i++) {
        struct box *box = test_box(games[i]);

        memset(one, 0, sizeof one);
        memset(two, 0, sizeof two);
        wins_of_first(box, "cadet", "cadet", COUNT(one), one);
        wins_of_first(box, "cadet", "cadet", COUNT(two), two);
        CHECK(memcmp(one, two, sizeof one) == 0);
        box_free(box);
    }
}

TEST(bots_veteran_is_the_same_for_the_same_effort)
{
    static struct sim_result one[2], two[2];
    struct box *box = test_box("waterloo-200");

    wins_of_first(box, "veteran:6", "cadet", COUNT(one), one);
    wins_of_first(box, "veteran:6", "cadet", COUNT(two), two);
    CHECK(memcmp(one, two, sizeof one) == 0);
    box_free(box);
}

/* Those for measuring are on no list: a table refuses them by name. */
TEST(bots_for_measuring_are_not_offered)
{
    const char *const peers[] = { "former", "flat",       "mcts",  "oep",     "pgs",
                                  "signs",  "unanswered", "corps", "plainly", "hunter" };
    struct bot_player player;

    for (int i = 0; i < COUNT(peers); i++) {
        CHECK(bot_parse(peers[i], &player) != NULL);
        CHECK(bot_parse_any(peers[i], &player) == NULL && player.bot->level == 0);
    }
    CHECK(bot_strongest()->level > 0 && all_bots[0]->level > 0);
}

/* ---- budgets ---- */

enum { BUDGET_MS = 250, STINTS = 6 }; /* a tenth of it is well above the grain of clocks */

static double cpu_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* What each side's bot spends on each of the first stints. Both may be asked in one; each has the budget. */
static void time_stints(const struct box *box, const char *name, double spent[STINTS][SIDES_MAX])
{
    struct play truth, room;
    struct bot_player player;
    void *memory[SIDES_MAX];
    struct rng rng;

    test_bind(&truth, box);
    test_bind(&room, box);
    rng_seed(&rng, 5);
    CHECK(bot_parse(name, &player) == NULL);
    CHECK(play_begin(&truth, 0, NULL) == NULL);
    for (int i = 0; i < game_sides(box->game); i++)
        memory[i] = bot_open(player.bot, box, i);
    for (int stint = -1, n = -1; play_who(&truth) != NOBODY;) {
        int who = play_who(&truth);
        const struct menu *m;
        struct action a;

        if (think_stint(&truth) != stint && ++n == STINTS)
            break;
        stint = think_stint(&truth);
        if (who == CHANCE) {
            m = play_menu(&truth);
            a = *menu_outcome(m, rng_below(&rng, m->total));
        } else {
            double start = cpu_ms();

            a = bot_ask(&player, memory[who], &truth, &room, &rng, NULL);
            spent[n][who] += cpu_ms() - start;
        }
        play_apply(&truth, who, &a);
    }
    for (int i = 0; i < game_sides(box->game); i++)
        bot_close(player.bot, memory[i]);
    test_unbind(&truth);
    test_unbind(&room);
}

/* By the processor's clock: on a busy machine a wall clock says more of the others. */
TEST(bots_veteran_keeps_to_its_time)
{
    const char *const games[] = { "null", "waterloo-200", "day-of-waterloo" };

    for (int i = 0; i < COUNT(games); i++) {
        struct box *box = test_box(games[i]);
        double spent[STINTS][SIDES_MAX] = { 0 };

        time_stints(box, "veteran:250ms", spent);
        for (int k = 0; k < STINTS * SIDES_MAX; k++)
            CHECK(spent[k / SIDES_MAX][k % SIDES_MAX] < BUDGET_MS * 1.1);
        box_free(box);
    }
}

TEST(bots_veteran_plays_with_next_to_no_budget)
{
    static struct sim_result result[1];
    struct box *box = test_box("null");

    wins_of_first(box, "veteran:1", "veteran:2ms", 1, result);
    box_free(box);
}

TEST(bots_weights_are_tuned_by_self_play)
{
    struct box *box = test_box("null");
    struct sim_setup setup = { .box = box, .seed = 3 };
    struct sim_tune tune = { .setup = &setup, .generations = 3, .games = 20, .jobs = 2 };
    struct text wrong = { 0 };

    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i].bot = bot_find("cadet");
    CHECK(sim_tune(&tune, &wrong));
    CHECK(tune.decided > 0 && tune.won <= tune.decided);
    text_free(&wrong);
    box_free(box);
}

TEST(bots_weights_of_signs_are_not_tuned)
{
    struct box *box = test_box("waterloo-200");
    struct sim_setup setup = { .box = box, .seed = 3 };
    struct sim_tune tune = { .setup = &setup, .generations = 1, .games = 1, .jobs = 1 };
    struct text wrong = { 0 };
    int policy = box_policy_weights(box), behind = BOX_WEIGHTS - policy;

    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i].bot = bot_find("cadet");
    CHECK(policy < box->weights);
    CHECK(sim_tune(&tune, &wrong));
    CHECK(memcmp(tune.challenger, box->weight, (size_t)policy * sizeof(int)) != 0);
    CHECK(memcmp(tune.challenger + policy, box->weight + policy, (size_t)behind * sizeof(int)) ==
          0);
    text_free(&wrong);
    box_free(box);
}

TEST(sim_follows_measures_by_turn)
{
    static struct sim_result result[2];
    static struct sim_trace trace[2];
    struct box *box = test_box("day-of-waterloo");
    struct sim_setup setup = { .box = box, .seed = 3 };
    struct sim_run run = {
        .setup = &setup, .jobs = 1, .games = 2, .result = result, .trace = trace
    };
    struct text wrong = { 0 };

    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i].bot = bot_find("cadet");
    CHECK(sim_run(&run, &wrong) == NULL);
    for (int i = 0; i < 2; i++) {
        int last = 0, sum = 0;

        CHECK_INT(trace[i].turns, result[i].turn);
        for (int m = 0; box->game->measures[m].name; m++)
            last += trace[i].value[trace[i].turns][m];
        for (int m = 0; box->game->measures[m].name; m++)
            sum += trace[i].value[1][m];
        CHECK(last > sum);
    }
    text_free(&wrong);
    box_free(box);
}

/* ---- budgets and weights as words ---- */

TEST(bots_are_named_with_a_budget)
{
    struct bot_player player;

    CHECK(bot_parse("cadet", &player) == NULL && player.budget.effort == 0 &&
          player.budget.ms == 0);
    CHECK(bot_parse("cadet:40", &player) == NULL && player.budget.effort == 40 &&
          player.budget.ms == 0);
    CHECK(bot_parse("cadet:500ms", &player) == NULL && player.budget.effort == 0 &&
          player.budget.ms == 500);
    CHECK(bot_parse("cadet:", &player) != NULL);
    CHECK(bot_parse("cadet:0", &player) != NULL);
    CHECK(bot_parse("cadet:3s", &player) != NULL);
    CHECK(bot_parse("cadet:99999999999999999999", &player) != NULL);
    CHECK(bot_parse("general", &player) != NULL);
}

TEST(bots_have_weights_in_a_file)
{
    CHECK_INT(
        test_complaints("null", "bot.txt", "weight picket 250\nweight near -3 # closer is worse\n"),
        0);
    CHECK_INT(test_complaints("null", "bot.txt", "weight spear 250\n"), 1);
    CHECK_INT(test_complaints("null", "bot.txt", "weight picket\nweight near 1 2\npicket 3\n"), 3);
}

/* ---- the policy by step ---- */

static void urge_what(const struct choice *c, int *urge)
{
    for (int i = 0; i < c->menu->n; i++)
        urge[i] = c->what + c->side + c->weight[0] + i;
}

/* The urges of the first decision of the null game by a mind of these rows; false: no opinion. */
static bool urges_by(const struct mind *mind, int *urge)
{
    struct box *box = test_box("null");
    struct game game = *box->game;
    int weight[] = { 1000 };
    struct play p;
    bool opinion;

    test_bind(&p, box);
    CHECK(play_begin(&p, 0, NULL) == NULL);
    game.mind = mind;
    p.game = &game;
    opinion = mind_urge(
        &(struct choice){ .p = &p, .side = 1, .weight = weight, .menu = play_menu(&p) }, urge);
    test_unbind(&p);
    box_free(box);
    return opinion;
}

/* A row's function is given its own number; without one all are alike, also beyond the table; some are tried. */
TEST(bots_have_urges_by_step)
{
    struct urge_def row[16] = { 0 };
    struct mind mind = { .urges = row, .urge_rows = COUNT(row) };
    int urge[MENU_MAX] = { 7, 7 };

    CHECK(urges_by(&mind, urge) && urge[0] == 0 && urge[1] == 0);
    for (int i = 0; i < COUNT(row); i++)
        row[i] = (struct urge_def){ urge_what, 20, false };
    CHECK(urges_by(&mind, urge));
    CHECK_INT(urge[0], 1021);
    CHECK_INT(urge[1], 1022);
    mind.urge_rows = 0;
    CHECK(urges_by(&mind, urge) && urge[0] == 0 && urge[1] == 0);
    mind.urge_rows = COUNT(row);
    for (int i = 0; i < COUNT(row); i++)
        row[i].tried = true;
    CHECK(!urges_by(&mind, urge));
    CHECK(!urges_by(&(struct mind){ 0 }, urge) && !urges_by(NULL, urge));
}
