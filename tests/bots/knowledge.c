/*
 * knowledge.c: computer opponents decide, and say why, by what their side may know; what they say of a decision.
 */
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "asked.h"
#include "bots/veteran.h"

struct table {
    struct play truth, other, room;
};

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
    a = ask_once(&t->truth, &t->room, player, seed);
    b = ask_once(&t->other, &t->room, player, seed);
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

        walk(box, "cadet", so_many(1500));
        walk(box, "veteran:12", so_many(120));
        walk(box, "recruit/bold", so_many(400));
        walk(box, "captain/careful:2", so_many(60));
        for (int k = 0; k < COUNT(peers); k++)
            walk(box, peers[k], so_many(40));
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
                                    : ask_once(&t->truth, &t->room, player, rng_next(rng));

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

/* Up to where the first plan of Plancenoit is made. */
static void begin_plancenoit(struct table *t, const struct box *box)
{
    struct bot_player cadet;
    struct rng rng;

    CHECK(bot_parse("cadet", &cadet) == NULL);
    rng_seed(&rng, 11);
    CHECK(play_begin(&t->truth, box_scenario_find(box, "plancenoit"), NULL) == NULL);
    while (play_who(&t->truth) == CHANCE || play_menu(&t->truth)->n == 1 ||
           !(box->game->steps[agenda_top(&t->truth)->op]->thought & THINK_PLAN))
        play_one(t, &cadet, &rng);
}

static bool finds_answers(struct table *t, const struct bot_player *veteran, uint64_t seed)
{
    struct veteran *v = bot_open(veteran->bot, t->truth.box, play_who(&t->truth));
    struct rng rng;
    bool found;

    rng_seed(&rng, seed);
    bot_ask(veteran, v, &t->truth, &t->room, &rng, NULL);
    found = v->answers > 0;
    bot_close(veteran->bot, v);
    return found;
}

/*
 * The enemy's answers are looked for where the game's weights say so, and are found by one luck or another; they hang on
 * nothing that the side does not know: with all that is hidden changed the first plan is the same, its account too.
 */
TEST(bots_answer_for_the_enemy_by_what_their_side_knows)
{
    struct box *box = test_box("day-of-waterloo");
    struct bot_player veteran;
    struct text said = { 0 };
    struct table t;
    uint64_t seed = 1;

    CHECK(bot_parse("veteran:120", &veteran) == NULL);
    test_bind(&t.truth, box);
    test_bind(&t.other, box);
    test_bind(&t.room, box);
    begin_plancenoit(&t, box);
    box->weight[WEIGHT_ANSWERS] = 1;
    while (seed < 8 && !finds_answers(&t, &veteran, seed))
        seed++;
    CHECK(seed < 8);
    check_words(&t, &veteran, seed, &said);
    box->weight[WEIGHT_ANSWERS] = 0;
    CHECK(!finds_answers(&t, &veteran, seed));
    test_unbind(&t.truth);
    test_unbind(&t.other);
    test_unbind(&t.room);
    text_free(&said);
    box_free(box);
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
