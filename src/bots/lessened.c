/*
 * lessened.c: veteran without one of its parts, for measuring what that is good for. It is veteran in everything else.
 */
#include <string.h>

#include "bot.h"

extern const struct bot veteran_bot;

/* Asked as if data/<id>/bot.txt left these out. */
static int without(void *memory, const struct bot_question *q, const int *part, int parts)
{
    struct bot_question asked = *q;
    int weight[BOX_WEIGHTS], plain[BOX_WEIGHTS];

    memcpy(weight, q->weight, sizeof weight);
    memcpy(plain, q->plain, sizeof plain);
    for (int i = 0; i < parts; i++)
        weight[part[i]] = plain[part[i]] = 0;
    asked.weight = weight;
    asked.plain = plain;
    return veteran_bot.choose(memory, &asked);
}

static int by_signs(void *memory, struct bot_question *q)
{
    return without(memory, q, (const int[]){ WEIGHT_NET }, 1);
}

static int unanswered(void *memory, struct bot_question *q)
{
    return without(memory, q, (const int[]){ WEIGHT_ANSWERS }, 1);
}

static int by_corps(void *memory, struct bot_question *q)
{
    return without(memory, q, (const int[]){ WEIGHT_DETACHES }, 1);
}

static int plainly(void *memory, struct bot_question *q)
{
    return without(memory, q, (const int[]){ WEIGHT_ANSWERS, WEIGHT_DETACHES }, 2);
}

static int by_policy(void *memory, struct bot_question *q)
{
    return without(memory, q, (const int[]){ WEIGHT_ANSWERS, WEIGHT_FOES }, 2);
}

const struct bot signs_bot = {
    .name = "signs",
    .about = "veteran judging by signs where it has a net",
    .as = &veteran_bot,
    .choose = by_signs,
};

const struct bot unanswered_bot = {
    .name = "unanswered",
    .about = "veteran without looking for the enemy's answers",
    .as = &veteran_bot,
    .choose = unanswered,
};

const struct bot corps_bot = {
    .name = "corps",
    .about = "veteran whose plans name no single pieces",
    .as = &veteran_bot,
    .choose = by_corps,
};

const struct bot plainly_bot = {
    .name = "plainly",
    .about = "veteran without either",
    .as = &veteran_bot,
    .choose = plainly,
};

const struct bot hunter_bot = {
    .name = "hunter",
    .about = "veteran looking for the best response to the policy alone",
    .as = &veteran_bot,
    .choose = by_policy,
};
