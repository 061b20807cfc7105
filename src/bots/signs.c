/*
 * signs.c: veteran judging by the game's signs where the game has a net: for measuring what the net is good for. It
 * is veteran in everything else, its plans are played on as far as without a net.
 */
#include <string.h>

#include "bot.h"

extern const struct bot veteran_bot;

static int choose(void *memory, struct bot_question *q)
{
    struct bot_question asked = *q;
    int weight[BOX_WEIGHTS];

    memcpy(weight, q->weight, sizeof weight);
    weight[WEIGHT_NET] = 0;
    asked.weight = weight;
    return veteran_bot.choose(memory, &asked);
}

const struct bot signs_bot = {
    .name = "signs",
    .about = "veteran judging by signs where it has a net",
    .as = &veteran_bot,
    .choose = choose,
};
