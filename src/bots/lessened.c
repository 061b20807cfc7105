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

/* One of them: the weights that it is without, and its name. */
#define WITHOUT(id, ...)                                                                           \
    static int choose_##id(void *memory, struct bot_question *q)                                   \
    {                                                                                              \
        static const int part[] = { __VA_ARGS__ };                                                 \
                                                                                                   \
        return without(memory, q, part, COUNT(part));                                              \
    }
#define NAMED(id, words)                                                                           \
    {                                                                                              \
        .name = #id, .about = words, .as = &veteran_bot, .choose = choose_##id,                    \
    }

WITHOUT(signs, WEIGHT_NET)
WITHOUT(unanswered, WEIGHT_ANSWERS)
WITHOUT(corps, WEIGHT_DETACHES)
WITHOUT(plainly, WEIGHT_ANSWERS, WEIGHT_DETACHES)
WITHOUT(hunter, WEIGHT_ANSWERS, WEIGHT_FOES)

/* Whoever looks for bots (the Makefile) looks for these lines. */
const struct bot signs_bot = NAMED(signs, "veteran judging by signs where it has a net");
const struct bot unanswered_bot =
    NAMED(unanswered, "veteran without looking for the enemy's answers");
const struct bot corps_bot = NAMED(corps, "veteran whose plans name no single pieces");
const struct bot plainly_bot = NAMED(plainly, "veteran without either");
const struct bot hunter_bot =
    NAMED(hunter, "veteran looking for the best response to the policy alone");
