/*
 * ponder.c: thinking in the enemy's time: by what the side knows alone, the same again with the same luck, stopped at once, and
 * without an effect but one plan more to look at when the side's next stint begins.
 */
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "bots/veteran.h"

struct laid {
    struct play truth, other, room;
    struct bot_player player;
};

/* A game some way on, by cadets, where the side is not asked; which side that is. */
static int lay(struct laid *b, const struct box *box, const char *scenario, int actions)
{
    struct bot_player cadet;
    void *memory;
    struct rng rng;

    test_bind(&b->truth, box);
    test_bind(&b->other, box);
    test_bind(&b->room, box);
    rng_seed(&rng, 7);
    CHECK(bot_parse("cadet", &cadet) == NULL);
    memory = bot_open(cadet.bot, box, 0);
    CHECK(bot_parse("veteran:2", &b->player) == NULL);
    CHECK(play_begin(&b->truth, box_scenario_find(box, scenario), NULL) == NULL);
    for (int i = 0; i < actions || play_who(&b->truth) >= SIDES_MAX; i++) {
        const struct menu *m = play_menu(&b->truth);
        int who = play_who(&b->truth);
        struct action a = who == CHANCE ? *menu_outcome(m, rng_below(&rng, m->total))
                                        : bot_ask(&cadet, memory, &b->truth, &b->room, &rng, NULL);

        play_apply(&b->truth, who, &a);
    }
    bot_close(cadet.bot, memory);
    return !play_who(&b->truth);
}

static void clear(struct laid *b)
{
    test_unbind(&b->truth);
    test_unbind(&b->other);
    test_unbind(&b->room);
}

static struct veteran *think(struct laid *b, struct play *truth, int side, const atomic_bool *stop)
{
    struct veteran *v = bot_open(b->player.bot, truth->box, side);
    struct rng rng;

    rng_seed(&rng, 11);
    bot_ponder(&b->player, v, side, truth, &b->room, &rng, stop);
    return v;
}

/* All that the side does not know is otherwise. */
static void change_unknown(struct laid *b, int side)
{
    const struct game *game = b->truth.game;
    struct rng rng;

    rng_seed(&rng, 5);
    memcpy(b->other.state, b->truth.state, game->state_size);
    b->other.menu->fresh = false;
    if (game->guess)
        game->guess(&b->other, side, &rng);
}

static const struct {
    const char *game, *scenario;
    int actions;
} row[] = {
    { "day-of-waterloo", "hougoumont", 60 }, { "waterloo-200", "crisis", 30 },
    { "march-into-battle", "wavre", 60 },    { "ney-vs-wellington", "kellermann", 60 },
    { "last-days", "waterloo", 200 },
};

TEST(bots_ponder_by_what_their_side_knows)
{
    for (int i = 0; i < COUNT(row); i++) {
        struct box *box = test_box(row[i].game);
        struct laid b;
        int side = lay(&b, box, row[i].scenario, row[i].actions);
        struct veteran *one = think(&b, &b.truth, side, NULL), *same, *other;

        CHECK(one->hinted);
        same = think(&b, &b.truth, side, NULL);
        CHECK(memcmp(one->hint, same->hint, sizeof one->hint) == 0);
        change_unknown(&b, side);
        other = think(&b, &b.other, side, NULL);
        CHECK(other->hinted && memcmp(one->hint, other->hint, sizeof one->hint) == 0);
        bot_close(b.player.bot, one);
        bot_close(b.player.bot, same);
        bot_close(b.player.bot, other);
        clear(&b);
        box_free(box);
    }
}

TEST(bots_stop_pondering_at_once_and_have_spent_nothing)
{
    struct box *box = test_box("day-of-waterloo");
    atomic_bool stop = true;
    struct bot_use use = { 0 };
    struct laid b;
    int side = lay(&b, box, "hougoumont", 60);
    struct veteran *v = think(&b, &b.truth, side, &stop);

    CHECK(!v->hinted);
    bot_close(b.player.bot, v);
    v = think(&b, &b.truth, side, NULL);
    bot_spent(b.player.bot, v, &use);
    CHECK(v->hinted && use.nodes == 0 && use.stints == 0);
    bot_close(b.player.bot, v);
    clear(&b);
    box_free(box);
}

TEST(bots_ponder_only_while_others_are_asked)
{
    struct box *box = test_box("day-of-waterloo");
    struct laid b;
    int side = lay(&b, box, "hougoumont", 60);
    struct veteran *v = think(&b, &b.truth, !side, NULL);

    CHECK(!v->hinted && !v->begun);
    bot_close(b.player.bot, v);
    CHECK(bot_ponders(bot_find("veteran")) && bot_ponders(bot_find("captain")));
    CHECK(!bot_ponders(bot_find("cadet")) && !bot_ponders(bot_find("random")));
    clear(&b);
    box_free(box);
}
