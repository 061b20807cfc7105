/*
 * cadet.c: the bot that follows the game's own precepts at every small decision, without looking ahead:
 * urge() of the game's bot.c; where that is silent, the action after which things look best.
 */
#include "mind.h"

static void *open_mind(const struct box *box, int side)
{
    (void)side;
    return mind_open(box);
}

static void close_mind(void *memory)
{
    mind_close(memory);
}

static int choose(void *memory, struct bot_question *q)
{
    struct play known = *q->known;

    return mind_choose(memory, &known, false, q->side, q->weight, q->menu, q->rng);
}

const struct bot cadet_bot = {
    .name = "cadet",
    .about = "follows the precepts of war at every step, without looking ahead",
    .open = open_mind,
    .close = close_mind,
    .choose = choose,
};
