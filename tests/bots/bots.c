/*
 * bots.c: computer opponents: they see only what their side may know, are the same for the same seed, always
 * answer, and each level beats the one below. Long measurements are `grognard sim`'s business.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../box.h"
#include "../test.h"
#include "bots/veteran.h"
#include "kernel/board.h"
#include "kernel/muster.h"
#include "kernel/net.h"
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

static int effort(int most)
{
    int n = most * test_effort() / 100;

    return n < 2 ? 2 : n;
}

TEST(bots_cadet_beats_random)
{
    static struct sim_result result[GAMES];
    struct box *box = test_box("waterloo-200");
    int n = effort(GAMES);

    CHECK(wins_of_first(box, "cadet", "random", n, result) * 4 >= n * 3);
    CHECK(wins_of_first(box, "random", "cadet", n, result) * 4 <= n);
    box_free(box);
    box = test_box("day-of-waterloo");
    n = effort(GAMES / 3);
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
    const char *const peers[] = { "former", "flat", "mcts", "oep", "pgs" };
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

/* ---- nothing but what the side may know ---- */

struct table {
    struct play truth, other, room;
};

/* Asked for the first time in a match. */
static struct action ask(struct play *truth, struct play *room, const struct bot_player *player,
                         uint64_t seed)
{
    void *memory = bot_open(player->bot, truth->box, play_who(truth));
    struct rng luck;
    struct action a;

    rng_seed(&luck, seed);
    a = bot_ask(player, memory, truth, room, &luck, NULL);
    bot_close(player->bot, memory);
    return a;
}

/* What it compared, and what each came to. */
static struct bot_advice advise(struct play *truth, struct play *room,
                                const struct bot_player *player, uint64_t seed)
{
    struct bot_advice advice;
    struct rng luck;

    memset(&advice, 0, sizeof advice);
    rng_seed(&luck, seed);
    bot_advise(player, truth, room, &luck, NULL, &advice, NULL);
    return advice;
}

static bool alike(const struct bot_advice *a, const struct bot_advice *b)
{
    bool same = a->n == b->n && a->n > 0;

    for (int i = 0; same && i < a->n; i++)
        same = memcmp(&a->view[i].a, &b->view[i].a, sizeof a->view[i].a) == 0 &&
               a->view[i].courses == b->view[i].courses && a->view[i].chance == b->view[i].chance;
    return same;
}

/* The same question with all that is hidden from the side changed: the same answer. */
static bool answers_alike(struct table *t, const struct bot_player *player, uint64_t seed)
{
    int side = play_who(&t->truth);
    struct rng change;
    struct action a, b;

    rng_seed(&change, seed + 1);
    memcpy(t->other.state, t->truth.state, t->truth.game->state_size);
    t->other.menu->fresh = false;
    if (t->other.game->guess)
        t->other.game->guess(&t->other, side, &change);
    a = ask(&t->truth, &t->room, player, seed);
    b = ask(&t->other, &t->room, player, seed);
    if (seed % 8 == 0) {
        struct bot_advice one = advise(&t->truth, &t->room, player, seed),
                          other = advise(&t->other, &t->room, player, seed);

        if (!alike(&one, &other))
            return false;
    }
    return memcmp(&a, &b, sizeof a) == 0;
}

static void walk(const struct box *box, const char *name, int most)
{
    struct table t;
    struct bot_player player;
    struct rng rng;
    int unlike = 0;

    test_bind(&t.truth, box);
    test_bind(&t.other, box);
    test_bind(&t.room, box);
    CHECK(bot_parse_any(name, &player) == NULL);
    rng_seed(&rng, 7);
    CHECK(play_begin(&t.truth, 0, NULL) == NULL);
    for (int i = 0; i < most && play_who(&t.truth) != NOBODY; i++) {
        const struct menu *m;
        struct action a;

        if (play_who(&t.truth) < SIDES_MAX)
            unlike += !answers_alike(&t, &player, (uint64_t)i);
        m = play_menu(&t.truth);
        a = play_who(&t.truth) == CHANCE ? *menu_outcome(m, rng_below(&rng, m->total))
                                         : m->a[rng_below(&rng, (uint32_t)m->n)];
        play_apply_listed(&t.truth, &a);
    }
    CHECK_INT(unlike, 0);
    test_unbind(&t.truth);
    test_unbind(&t.other);
    test_unbind(&t.room);
}

TEST(bots_see_what_their_side_may_know)
{
    const char *const peers[] = { "former:2", "flat:2", "mcts:2", "oep:2", "pgs:2" };
    const char *const games[] = { "null", "waterloo-200", "day-of-waterloo" };

    for (int i = 0; i < COUNT(games); i++) {
        struct box *box = test_box(games[i]);

        walk(box, "cadet", effort(1500));
        walk(box, "veteran:12", effort(120));
        walk(box, "recruit/bold", effort(400));
        walk(box, "captain/careful:2", effort(60));
        for (int k = 0; k < COUNT(peers); k++)
            walk(box, peers[k], effort(40));
        box_free(box);
    }
}

/* ---- it says why ---- */

/* Asked for the first time in a match, with and without why: the same answer, and as much luck used. */
static struct action ask_why(struct table *t, struct play *truth, const struct bot_player *player,
                             uint64_t seed, struct text *said)
{
    void *memory = bot_open(player->bot, truth->box, play_who(truth));
    struct rng plain, luck;
    struct bot_why why;
    struct action a, b;

    rng_seed(&plain, seed);
    rng_seed(&luck, seed);
    a = bot_ask(player, memory, truth, &t->room, &plain, NULL);
    bot_close(player->bot, memory);
    memory = bot_open(player->bot, truth->box, play_who(truth));
    b = bot_ask_why(player, memory, truth, &t->room, &luck, NULL, &why);
    why_print(&t->room, play_who(truth), &why, true, said);
    bot_close(player->bot, memory);
    CHECK(memcmp(&a, &b, sizeof a) == 0 && memcmp(&plain, &luck, sizeof plain) == 0);
    return b;
}

/* What it says of the last action of the menu. */
static void judge_last(struct table *t, struct play *truth, const struct bot_player *player,
                       uint64_t seed, struct text *said)
{
    const struct menu *m = play_menu(truth);
    struct action a = m->a[m->n - 1];
    struct bot_verdict verdict;
    struct rng luck;
    const char *wrong;

    rng_seed(&luck, seed);
    wrong = bot_judge(player, truth, &t->room, &a, &luck, NULL, &verdict);
    if (wrong)
        text_add(said, wrong);
    else
        verdict_print(&t->room, &verdict, said);
}

/* With all that is hidden changed it says and judges the same. */
static void check_words(struct table *t, const struct bot_player *player, uint64_t seed,
                        struct text *said)
{
    struct text other = { 0 };
    struct action a, b;
    struct rng change;

    rng_seed(&change, seed + 1);
    memcpy(t->other.state, t->truth.state, t->truth.game->state_size);
    t->other.menu->fresh = false;
    if (t->other.game->guess)
        t->other.game->guess(&t->other, play_who(&t->truth), &change);
    text_clear(said);
    a = ask_why(t, &t->truth, player, seed, said);
    b = ask_why(t, &t->other, player, seed, &other);
    judge_last(t, &t->truth, player, seed, said);
    judge_last(t, &t->other, player, seed, &other);
    CHECK(memcmp(&a, &b, sizeof a) == 0);
    CHECK_STR(text_of(said), text_of(&other));
    text_free(&other);
}

static void play_one(struct table *t, const struct bot_player *player, struct rng *rng)
{
    const struct menu *m = play_menu(&t->truth);
    int who = play_who(&t->truth);
    struct action a = who == CHANCE ? *menu_outcome(m, rng_below(rng, m->total))
                                    : ask(&t->truth, &t->room, player, rng_next(rng));

    play_apply(&t->truth, who, &a);
}

/* At the first steps of cadets' game where a stint is planned or an action weighed. */
static void check_account(const char *game, const char *scenario, bool plans)
{
    struct box *box = test_box(game);
    struct bot_player cadet, veteran;
    struct text said = { 0 };
    struct table t;
    struct rng rng;
    int asked[4] = { 0 }, planned = 0, chose = 0;

    test_bind(&t.truth, box);
    test_bind(&t.other, box);
    test_bind(&t.room, box);
    CHECK(bot_parse("cadet", &cadet) == NULL && bot_parse("veteran:4", &veteran) == NULL);
    rng_seed(&rng, 11);
    CHECK(play_begin(&t.truth, box_scenario_find(box, scenario), NULL) == NULL);
    for (int i = 0; i < 600 && play_who(&t.truth) != NOBODY; i++) {
        int thought = box->game->steps[agenda_top(&t.truth)->op]->thought;

        if (play_who(&t.truth) < SIDES_MAX && play_menu(&t.truth)->n > 1 && thought && i % 3 == 0 &&
            asked[thought]++ < 3) {
            check_words(&t, &veteran, (uint64_t)i, &said);
            planned += strncmp(text_of(&said), "Plan: ", 6) == 0;
            chose += strstr(text_of(&said), "Choice: ") != NULL;
        }
        play_one(&t, &cadet, &rng);
    }
    CHECK(!plans || planned > 0);
    CHECK(asked[THINK_CHOICE] + asked[THINK_PLAN | THINK_CHOICE] == 0 || chose > 0);
    text_free(&said);
    test_unbind(&t.truth);
    test_unbind(&t.other);
    test_unbind(&t.room);
    box_free(box);
}

TEST(bots_say_why_by_what_their_side_knows)
{
    check_account("null", "line", false);
    check_account("day-of-waterloo", "derlon", true);
    check_account("waterloo-200", "crisis", true);
    check_account("march-into-battle", "waterloo", true);
    check_account("ney-vs-wellington", "kellermann", true);
    check_account("last-days", "waterloo", true);
}

/*
 * The enemy's answers are looked for where the game's weights say so, and hang on nothing that the side does not know: with
 * all that is hidden changed the first plan is the same, its account too.
 */
TEST(bots_answer_for_the_enemy_by_what_their_side_knows)
{
    struct box *box = test_box("day-of-waterloo");
    struct bot_player cadet, veteran;
    struct text said = { 0 };
    struct table t;
    struct rng rng;

    for (int answers = 0; answers < 2; answers++) {
        struct veteran *v;

        box->weight[WEIGHT_ANSWERS] = answers;
        test_bind(&t.truth, box);
        test_bind(&t.other, box);
        test_bind(&t.room, box);
        CHECK(bot_parse("cadet", &cadet) == NULL && bot_parse("veteran:120", &veteran) == NULL);
        rng_seed(&rng, 11);
        CHECK(play_begin(&t.truth, box_scenario_find(box, "plancenoit"), NULL) == NULL);
        while (play_who(&t.truth) == CHANCE || play_menu(&t.truth)->n == 1 ||
               !(box->game->steps[agenda_top(&t.truth)->op]->thought & THINK_PLAN))
            play_one(&t, &cadet, &rng);
        v = bot_open(veteran.bot, box, play_who(&t.truth));
        rng_seed(&rng, 1);
        bot_ask(&veteran, v, &t.truth, &t.room, &rng, NULL);
        CHECK(answers ? v->answers > 0 : v->answers == 0);
        bot_close(veteran.bot, v);
        if (answers)
            check_words(&t, &veteran, 1, &said);
        test_unbind(&t.truth);
        test_unbind(&t.other);
        test_unbind(&t.room);
    }
    text_free(&said);
    box_free(box);
}

/* Every order that a side could give has its words. */
TEST(bots_put_every_order_into_words)
{
    const char *const games[] = { "day-of-waterloo", "waterloo-200", "march-into-battle",
                                  "ney-vs-wellington", "last-days" };

    for (int i = 0; i < COUNT(games); i++) {
        struct box *box = test_box(games[i]);
        const struct mind *mind = mind_of(box->game);
        struct play p;
        int heard = 0;

        test_bind(&p, box);
        CHECK(play_begin(&p, 0, NULL) == NULL);
        for (int k = 0; k < SIDES_MAX * mind->orders; k++) {
            int side = k / mind->orders, order = k % mind->orders;
            int ways = side < game_sides(box->game) ? mind->ways(&p, side, order) : 0;

            for (int way = 1; way < ways; way++) {
                struct text said = { 0 };

                mind->say(&p, side, order, way, &said);
                CHECK(said.n > 8 && !strstr(text_of(&said), "(null)"));
                text_free(&said);
                heard++;
            }
        }
        CHECK(heard > 0);
        test_unbind(&p);
        box_free(box);
    }
}

TEST(bots_judge_what_others_decide)
{
    struct box *box = test_box("null");
    struct bot_player veteran, cadet;
    struct bot_verdict verdict;
    struct action a, none = { .verb = 200 };
    struct play p, room;
    struct rng luck;

    test_bind(&p, box);
    test_bind(&room, box);
    rng_seed(&luck, 1);
    CHECK(bot_parse("veteran:20", &veteran) == NULL && bot_parse("cadet", &cadet) == NULL);
    CHECK(play_begin(&p, 0, NULL) == NULL);
    a = play_menu(&p)->a[0];
    CHECK(bot_judge(&veteran, &p, &room, &a, &luck, NULL, &verdict) == NULL);
    CHECK(verdict.courses > 0 && verdict.chance >= 0 && verdict.chance <= 1000);
    CHECK(strstr(bot_judge(&cadet, &p, &room, &a, &luck, NULL, &verdict), "does not think ahead"));
    CHECK(strstr(bot_judge(&veteran, &p, &room, &none, &luck, NULL, &verdict), "could not"));
    test_unbind(&p);
    test_unbind(&room);
    box_free(box);
}

/* The last phase, and the deciding hex can be taken: to end it is to lose. */
TEST(bots_tell_what_was_left)
{
    static const char position[] =
        "turn 11 last 11 phase french combat\ngoal 1 1119\nat 1118 Foy\nat 1019 Jerome\n"
        "at 1219 Quiot\nat 1119 Best\n";
    struct box *box = test_box("day-of-waterloo");
    struct text said = { 0 };
    struct errors e = { 0 };
    struct bot_verdict verdict;
    struct bot_player player;
    struct play p, room;
    struct action a;
    struct rng luck;
    struct lex x;

    test_bind(&p, box);
    test_bind(&room, box);
    CHECK(bot_parse("veteran:20", &player) == NULL);
    lex_begin(&x, "position", position, strlen(position), &e);
    CHECK(position_restore(&p, &x));
    rng_seed(&luck, 1);
    CHECK(action_parse_text(&p, "done", &a) == NULL);
    CHECK(bot_judge(&player, &p, &room, &a, &luck, NULL, &verdict) == NULL);
    verdict_print(&room, &verdict, &said);
    CHECK(!verdict.alike && verdict.left > 500);
    CHECK(strncmp(text_of(&said), "You left ", 9) == 0);
    CHECK(strstr(text_of(&said), " here: attack ") || strstr(text_of(&said), " here: bombard "));
    text_clear(&said);
    CHECK(action_parse_text(&p, "bombard 1119", &a) == NULL);
    CHECK(bot_judge(&player, &p, &room, &a, &luck, NULL, &verdict) == NULL);
    verdict_print(&room, &verdict, &said);
    CHECK(strncmp(text_of(&said), "As good as any that I see", 25) == 0);
    text_free(&said);
    errors_free(&e);
    test_unbind(&p);
    test_unbind(&room);
    box_free(box);
}

/* ---- foolish things that were mended (docs/bots.md) ---- */

/* Plays on until the step is asked: cadet for both sides, and always the last outcome of chance. */
static void play_on_to(struct play *p, struct play *room, const struct bot_player *player,
                       const char *step)
{
    for (int i = 0; i < 40 && strcmp(p->game->steps[agenda_top(p)->op]->name, step) != 0; i++) {
        const struct menu *m = play_menu(p);
        struct action a = play_who(p) == CHANCE ? m->a[m->n - 1] : ask(p, room, player, 1);

        play_apply(p, play_who(p), &a);
    }
}

/* What cadet answers, in words, when that step is asked. */
static void check_answer(const char *game, const char *position, const char *step,
                         const char *expected)
{
    struct box *box = test_box(game);
    struct text said = { 0 };
    struct errors e = { 0 };
    struct bot_player player;
    struct play p, room;
    struct action a;
    struct lex x;

    test_bind(&p, box);
    test_bind(&room, box);
    CHECK(bot_parse("cadet", &player) == NULL);
    lex_begin(&x, "position", position, strlen(position), &e);
    CHECK(position_restore(&p, &x));
    play_on_to(&p, &room, &player, step);
    CHECK_STR(p.game->steps[agenda_top(&p)->op]->name, step);
    a = ask(&p, &room, &player, 1);
    action_print(&p, &a, &said);
    CHECK_STR(text_of(&said), expected);
    text_free(&said);
    errors_free(&e);
    test_unbind(&p);
    test_unbind(&room);
    box_free(box);
}

TEST(bots_do_not_idle_a_corps_for_a_cadre)
{
    check_answer(
        "day-of-waterloo",
        "turn 8  phase french command\ncadre Quiot\nunit Quiot losses 5\nat 0418 D'Erlon Ney\n"
        "at 0419 Durutte\nat 0420 Marcognet Donzelot\n",
        "command", "done");
    check_answer(
        "day-of-waterloo",
        "turn 8  phase french command\ncadre Quiot\nunit Quiot losses 5\nat 0418 D'Erlon Ney\n",
        "command", "cadre Quiot");
}

/* Napoleon, who rides with the division that advances, would leave d'Erlon and his corps without orders. */
TEST(bots_leaders_stay_where_orders_reach)
{
    check_answer("day-of-waterloo",
                 "turn 8  phase french combat\nat 0514 Simmer Napoleon\nat 0513 Vincke\n"
                 "at 0517 Quiot D'Erlon\nat 0518 Durutte Donzelot\n",
                 "leaders", "done");
}

/* 9.2.14 Off the road they could not leave Genappe for four hours. */
TEST(bots_set_up_guns_on_roads)
{
    struct box *box = test_box("day-of-waterloo");
    struct text position = { 0 };
    struct bot_player player;
    struct play p, room;
    const char *highway, *guns;

    test_bind(&p, box);
    test_bind(&room, box);
    CHECK(bot_parse("cadet", &player) == NULL);
    CHECK(play_begin(&p, 0, NULL) == NULL);
    while (play_state(&p)->turn < 1 ||
           strcmp(p.game->steps[agenda_top(&p)->op]->name, "command") != 0) {
        struct action a = ask(&p, &room, &player, 1);

        play_apply(&p, play_who(&p), &a);
    }
    position_save(&p, &position);
    highway = strstr(text_of(&position), "at 1321 ");
    guns = highway ? strstr(highway, "Pelletier") : NULL;
    CHECK(guns && guns < strchr(highway, '\n'));
    text_free(&position);
    test_unbind(&p);
    test_unbind(&room);
    box_free(box);
}

/* The Guard comes to area 101 only: with no room there a call would bring nobody. */
TEST(bots_call_only_reserves_that_find_a_place)
{
    check_answer("waterloo-200",
                 "turn 1 unit napoleon 100 unit wellington 3 unit friant reserve unit drouot 101\n"
                 "unit guyot 101 unit barrois 101 disc french asks french\n",
                 "action", "reinforce");
    check_answer("waterloo-200",
                 "turn 1 unit napoleon 100 unit wellington 3 unit friant reserve unit drouot 101\n"
                 "unit guyot 101 unit barrois 101 unit morand 101 disc french asks french\n",
                 "action", "tactical");
}

/* La Belle Alliance stands empty, but Grant would be alone among the French there: he stays on the ridge. */
TEST(bots_do_not_throw_cavalry_away)
{
    check_answer(
        "waterloo-200",
        "turn 1 unit napoleon 100 unit wellington 3 unit grant 26 unit husson 71 unit soye 71\n"
        "unit campi 71 unit domon 85 unit subervie 85 disc french asks allied\n",
        "march", "march grant 27");
}

/* ---- marches to and fro ---- */

/* The hexes that the piece on the march has been in; how often one was entered again. */
struct steps {
    int piece, n, again, marches;
    int16_t hex[64];
};

static void see_step(void *self, const struct play *p, int who, const struct action *a)
{
    struct steps *s = self;
    const char *verb = p->game->verbs[a->verb].name;

    (void)who;
    if (strcmp(verb, "move") == 0) {
        s->n = 0;
        s->marches++;
    }
    if (strcmp(verb, "march") != 0 && strcmp(verb, "column") != 0)
        return;
    for (int i = 0; i < s->n; i++)
        s->again += s->hex[i] == a->arg[1];
    if (s->n < COUNT(s->hex))
        s->hex[s->n++] = a->arg[1];
}

/*
 * First where to, then the way. What is left, one march in a hundred, is whoever has gone into a full hex from which
 * the way on is barred.
 */
TEST(bots_do_not_march_to_and_fro)
{
    struct box *box = test_box("day-of-waterloo");
    struct sim_setup setup = { .box = box, .seed = 1815 };
    struct text wrong = { 0 };
    struct steps steps = { 0 };
    struct sim_result result;
    struct sim_table *table;

    setup.scenario = box_scenario_find(box, "derlon");
    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i].bot = bot_find("cadet");
    table = sim_table_new(&setup, &wrong);
    sim_watch(table, (struct sim_watcher){ see_step, &steps });
    for (int i = 0; i < 12; i++)
        sim_game(table, (uint64_t)i, NULL, &result);
    CHECK(steps.marches > 500);
    CHECK(steps.again * 50 < steps.marches);
    sim_table_free(table);
    text_free(&wrong);
    box_free(box);
}

/* ---- orders and whims ---- */

/* How many orders the side can give in the scenario as it begins. */
static int orders_heard(const struct box *box, const char *scenario, int side)
{
    struct play p;
    int n = 0;

    test_bind(&p, box);
    CHECK(play_begin(&p, box_scenario_find(box, scenario), NULL) == NULL);
    for (int i = 0; i < mind_of(box->game)->orders; i++) {
        int ways = mind_of(box->game)->ways(&p, side, i);

        CHECK(ways == 0 || (ways > 1 && ways <= PLAN_WHIMS));
        n += ways > 0;
    }
    test_unbind(&p);
    return n;
}

/* Before Hougoumont fight two French and three Allied corps: nobody else hears orders, nobody those of the enemy. */
TEST(bots_give_orders_to_whoever_hears_them)
{
    struct box *box = test_box("day-of-waterloo");

    CHECK_INT(orders_heard(box, "hougoumont", 0), 2 * 2);
    CHECK_INT(orders_heard(box, "hougoumont", 1), 2 * 3);
    box_free(box);
    box = test_box("waterloo-200");
    CHECK_INT(orders_heard(box, "crisis", 0), 6);
    CHECK_INT(orders_heard(box, "crisis", 1), 5); /* the set-up is dealt before Pirch arrives */
    box_free(box);
}

TEST(bots_have_whims)
{
    int most[] = { 0, 0, 0 };

    for (int place = 0; place < 500; place++) {
        CHECK_INT(plan_whim(0, 7, place, 10), 0);
        for (int way = 1; way <= 3; way++) {
            int liked = plan_whim(way, 7, place, 10);

            CHECK(liked >= 0);
            most[way % 3] = liked > most[way % 3] ? liked : most[way % 3];
        }
    }
    CHECK_INT(most[0], 9);
    CHECK(most[1] > 30 && most[1] < 40);
    CHECK(most[2] > 120 && most[2] < 160);
    CHECK(plan_whim(5, 7, 1, 1000) != plan_whim(5, 8, 1, 1000));
}

/* ---- single pieces of a plan ---- */

TEST(bots_plans_name_single_pieces)
{
    int weight[BOX_WEIGHTS] = { 0 };
    struct detachment d;

    for (int i = 0; i < DETACHED_MOST; i++)
        CHECK(!plan_detached(weight, i, &d) && plan_detach(weight, (struct detachment){ i, 3000 }));
    CHECK(!plan_detach(weight, (struct detachment){ 500, 1 }));
    CHECK(plan_detach(weight, (struct detachment){ 2, 0 })); /* it is told something else */
    CHECK(plan_detached(weight, 2, &d) && d.piece == 2 && d.place == 0);
    plan_recall(weight, 1);
    CHECK(!plan_detached(weight, 1, &d));
    CHECK(plan_detach(weight,
                      (struct detachment){ 4, 7 })); /* where it was, not where there is room */
    CHECK(plan_detached(weight, 4, &d) && d.place == 7 && !plan_detached(weight, 1, &d));
    CHECK(plan_detach(weight, (struct detachment){ 511, 7 }));
    CHECK(plan_detached(weight, 1, &d) && d.piece == 511);
}

static void find_units(const struct play *p, struct muster *m)
{
    int number[NET_INPUTS] = { 0 };

    memset(m, 0, sizeof *m);
    mind_of(p->game)->features->read(p, number, m);
}

static int place_of_piece(const struct play *p, int piece)
{
    struct muster m;

    find_units(p, &m);
    for (int i = 0; i < m.n; i++)
        if (m.unit[i].piece == piece)
            return m.unit[i].place;
    return -1;
}

/* How far from there the piece is some player turns on, if it is told so or not; -1: it is lost on the way. */
static int far_from(struct thinker *thinker, const struct box *box, struct detachment d, bool told)
{
    const int *plan[SIDES_MAX];
    int weight[BOX_WEIGHTS], at;
    struct rng luck;

    memcpy(weight, box->weight, sizeof weight);
    if (told)
        plan_detach(weight, d);
    for (int i = 0; i < SIDES_MAX; i++)
        plan[i] = weight;
    rng_seed(&luck, 5);
    think_begin_line(thinker);
    think_play_on(thinker, plan, (struct think_horizon){ 150, 600 }, &luck);
    at = place_of_piece(&thinker->line, d.piece);
    return at < 0 ? -1 : at == d.place ? 0 : board_distance(box->board, at, d.place);
}

/* What is dealt and set up first is on the map. */
static void begin_battle(struct thinker *thinker, const struct box *box, struct rng *luck)
{
    const int *plain[SIDES_MAX];

    for (int i = 0; i < SIDES_MAX; i++)
        plain[i] = box->weight;
    think_begin_line(thinker);
    think_play_on(thinker, plain, (struct think_horizon){ 40, 600 }, luck);
    memcpy(thinker->root.state, thinker->line.state, box->game->state_size);
    thinker->root.menu->fresh = false;
}

/* Pieces that are told to stay where they stand: they are nearer to it than without being told. */
TEST(bots_policies_hear_what_single_pieces_are_told)
{
    static const struct {
        const char *game, *scenario;
    } row[] = { { "day-of-waterloo", "hougoumont" },
                { "waterloo-200", "battle" },
                { "march-into-battle", "wavre" },
                { "ney-vs-wellington", "kellermann" },
                { "last-days", "waterloo" } };

    for (int i = 0; i < COUNT(row); i++) {
        struct box *box = test_box(row[i].game);
        struct thinker *thinker = think_open(box);
        int told = 0, untold = 0;
        struct muster m;
        struct rng luck;
        struct play p;

        test_bind(&p, box);
        rng_seed(&luck, 3);
        CHECK(play_begin(&p, box_scenario_find(box, row[i].scenario), NULL) == NULL);
        think_guess(thinker, &p, 0, &luck);
        begin_battle(thinker, box, &luck);
        find_units(&thinker->root, &m);
        for (int k = 0; k < m.n; k++) {
            struct detachment d = { m.unit[k].piece, m.unit[k].place };
            int with = far_from(thinker, box, d, true), without = far_from(thinker, box, d, false);

            told += with < 0 || without < 0 ? 0 : with;
            untold += with < 0 || without < 0 ? 0 : without;
        }
        CHECK(told < untold);
        think_close(thinker);
        test_unbind(&p);
        box_free(box);
    }
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
