/*
 * random.c: the bot that takes any legal action, each as likely as the other.
 */
#include "bot.h"

static int choose(void *memory, struct bot_question *q)
{
    (void)memory;
    return (int)rng_below(q->rng, (uint32_t)q->menu->n);
}

const struct bot random_bot = {
    .name = "random",
    .about = "takes any legal action, each as likely as the other",
    .seated = true,
    .strength = "no opponent: to try things out",
    .lists_only = true,
    .choose = choose,
};
