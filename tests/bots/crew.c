/*
 * crew.c: courses on several threads: the same choices, the same accounts of why and the same use of the budget, whatever
 * their number; jobs of many who think at a time are all done, once.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "bots/crew.h"
#include "bots/think.h"

enum { THREADS = 4, QUESTIONS = 3, JOBS = 100, SETS = 50 };

struct laid {
    struct play truth, room;
    void *memory[SIDES_MAX];
    struct rng rng;
    struct bot_player player;
};

static void lay(struct laid *b, const struct box *box, const char *scenario, const char *bot)
{
    test_bind(&b->truth, box);
    test_bind(&b->room, box);
    rng_seed(&b->rng, 7);
    CHECK(bot_parse(bot, &b->player) == NULL);
    CHECK(play_begin(&b->truth, box_scenario_find(box, scenario), NULL) == NULL);
    for (int i = 0; i < game_sides(box->game); i++)
        b->memory[i] = bot_open(b->player.bot, box, i);
}

static void clear(struct laid *b)
{
    for (int i = 0; i < game_sides(b->truth.game); i++)
        bot_close(b->player.bot, b->memory[i]);
    test_unbind(&b->truth);
    test_unbind(&b->room);
}

/* A decision, and what was said of it; true if something had been weighed. */
static bool decide(struct laid *b, struct text *out)
{
    int who = play_who(&b->truth);
    struct json j;
    struct bot_why why;
    struct bot_use use;
    struct action a =
        bot_ask_why(&b->player, b->memory[who], &b->truth, &b->room, &b->rng, NULL, &why);

    action_print(&b->truth, &a, out);
    json_begin(&j, out);
    json_open(&j, '{');
    why_json(&b->room, who, &why, &j);
    json_close(&j);
    bot_spent(b->player.bot, b->memory[who], &use);
    text_printf(out, " %llu\n", (unsigned long long)use.nodes);
    play_apply(&b->truth, who, &a);
    return why.weighed.n > 0 || why.plans > 0;
}

/* All that is said up to so many questions that were thought about. */
static void tell_game(const struct box *box, const char *scenario, const char *bot, int threads,
                      struct text *out)
{
    struct laid b;

    crew_allow(threads);
    lay(&b, box, scenario, bot);
    for (int n = 0; n < QUESTIONS && play_who(&b.truth) != NOBODY;) {
        const struct menu *m = play_menu(&b.truth);
        struct action a;

        if (play_who(&b.truth) != CHANCE) {
            n += decide(&b, out);
            continue;
        }
        a = *menu_outcome(m, rng_below(&b.rng, m->total));
        play_apply(&b.truth, CHANCE, &a);
    }
    clear(&b);
    crew_allow(1);
}

TEST(bots_think_the_same_with_any_number_of_threads)
{
    static const struct {
        const char *game, *scenario, *bot;
    } row[] = {
        { "null", "line", "veteran:2" },
        { "day-of-waterloo", "hougoumont", "veteran:4" },
        { "waterloo-200", "crisis", "veteran:2" },
        { "march-into-battle", "wavre", "veteran:2" },
        { "ney-vs-wellington", "kellermann", "veteran:2" },
        { "last-days", "waterloo", "veteran:2" },
        { "march-into-battle", "wavre", "veteran:30" }, /* the enemy's answers, too */
    };

    for (int i = 0; i < COUNT(row); i++) {
        struct box *box = test_box(row[i].game);
        struct text alone = { 0 };

        box->weight[WEIGHT_ANSWERS] = 1;
        tell_game(box, row[i].scenario, row[i].bot, 1, &alone);
        for (int threads = 2; threads <= THREADS; threads++) {
            struct text together = { 0 };

            tell_game(box, row[i].scenario, row[i].bot, threads, &together);
            CHECK_STR(text_of(&alone), text_of(&together));
            text_free(&together);
        }
        text_free(&alone);
        box_free(box);
    }
}

/* ---- the crew itself ---- */

struct sums {
    int done[JOBS];
    int inside[CREW_MOST]; /* nobody works with the same hand at the same time */
    int clashes[CREW_MOST];
};

static void add(void *ctx, int job, int hand)
{
    struct sums *s = ctx;

    s->clashes[hand] += s->inside[hand]++ != 0;
    s->done[job]++;
    s->inside[hand]--;
}

static void *ask_for_sums(void *sums)
{
    struct sums *s = sums;

    for (int i = 0; i < SETS; i++)
        crew_do(JOBS, add, s);
    for (int i = 0; i < JOBS; i++)
        CHECK_INT(s->done[i], SETS);
    for (int i = 0; i < CREW_MOST; i++)
        CHECK_INT(s->clashes[i], 0);
    return NULL;
}

TEST(crew_does_every_job_once)
{
    static struct sums sums[THREADS];
    pthread_t asking[THREADS];

    for (int allowed = 1; allowed <= THREADS; allowed++) {
        memset(sums, 0, sizeof sums);
        crew_allow(allowed);
        CHECK_INT(crew_allowed(), allowed);
        for (int i = 0; i < THREADS; i++)
            CHECK(pthread_create(&asking[i], NULL, ask_for_sums, &sums[i]) == 0);
        for (int i = 0; i < THREADS; i++)
            pthread_join(asking[i], NULL);
    }
    crew_allow(1);
    CHECK(crew_processors() >= 1 && crew_processors() <= CREW_MOST);
}
