/*
 * asked.c: what tests of computer opponents share.
 */
#include "asked.h"

#include "../test.h"

struct action ask_once(struct play *truth, struct play *room, const struct bot_player *player,
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

int so_many(int most)
{
    int n = most * test_effort() / 100;

    return n < 2 ? 2 : n;
}
