/*
 * cadet.c: the bot that follows the game's own precepts at every small decision, without looking ahead:
 * the urges of the game's bot.c; where that is silent, the action after which things look best.
 */
#include "think.h"

static void *open_thinker(const struct box *box, int side)
{
    (void)side;
    return think_open(box);
}

static void close_thinker(void *memory)
{
    think_close(memory);
}

static int choose(void *memory, struct bot_question *q)
{
    struct play known = *q->known;
    int first = think_choose(memory, &known, false, q->side, q->weight, q->menu, q->rng);

    if (q->advice)
        think_tell(memory, first, q->menu->n, q->advice);
    return first;
}

const struct bot cadet_bot = {
    .name = "cadet",
    .about = "follows the precepts of war at every step, without looking ahead",
    .level = 3,
    .strength = "follows the precepts of war without looking ahead: a fair opponent once you know "
                "the rules",
    .open = open_thinker,
    .close = close_thinker,
    .choose = choose,
};
