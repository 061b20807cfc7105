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

/* One of them: its name, and the weights that it is without. */
#define LESSENED(id, words, ...)                                                                   \
    static int choose_##id(void *memory, struct bot_question *q)                                   \
    {                                                                                              \
        static const int part[] = { __VA_ARGS__ };                                                 \
                                                                                                   \
        return without(memory, q, part, COUNT(part));                                              \
    }                                                                                              \
    const struct bot id##_bot = {                                                                  \
        .name = #id,                                                                               \
        .about = words,                                                                            \
        .as = &veteran_bot,                                                                        \
        .choose = choose_##id,                                                                     \
    }

LESSENED(signs, "veteran judging by signs where it has a net", WEIGHT_NET);
LESSENED(unanswered, "veteran without looking for the enemy's answers", WEIGHT_ANSWERS);
LESSENED(corps, "veteran whose plans name no single pieces", WEIGHT_DETACHES);
LESSENED(plainly, "veteran without either", WEIGHT_ANSWERS, WEIGHT_DETACHES);
LESSENED(hunter, "veteran looking for the best response to the policy alone", WEIGHT_ANSWERS,
         WEIGHT_FOES);
