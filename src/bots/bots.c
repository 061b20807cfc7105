/*
 * bots.c: finds bots by name, and the one place where a bot is asked: it is given the redacted copy.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bot.h"

const struct bot *bot_find(const char *name)
{
    for (int i = 0; all_bots[i]; i++)
        if (strcmp(all_bots[i]->name, name) == 0)
            return all_bots[i];
    return NULL;
}

/* ":EFFORT" or ":500ms" */
static bool parse_budget(const char *word, struct bot_budget *budget)
{
    size_t n = strspn(word, "0123456789");
    char number[12];

    if (n == 0 || n >= sizeof number)
        return false;
    memcpy(number, word, n);
    number[n] = '\0';
    if (strcmp(word + n, "ms") == 0)
        return lex_is_number(number, &budget->ms) && budget->ms > 0;
    return word[n] == '\0' && lex_is_number(number, &budget->effort) && budget->effort > 0;
}

const char *bot_parse(const char *word, struct bot_player *player)
{
    size_t n = strcspn(word, ":");
    char name[40];

    memset(player, 0, sizeof *player);
    if (n < sizeof name) {
        memcpy(name, word, n);
        name[n] = '\0';
        player->bot = bot_find(name);
    }
    if (!player->bot)
        return "there is no such bot";
    if (word[n] && !parse_budget(word + n + 1, &player->budget))
        return "a bot's effort is a number from 1: NAME:EFFORT, or a time: NAME:500ms";
    return NULL;
}

struct action bot_ask(const struct bot_player *player, void *memory, struct play *truth,
                      struct play *room, struct rng *rng, const atomic_bool *stop)
{
    const struct bot *bot = player->bot;
    struct bot_question q = { .side = play_who(truth),
                              .budget = player->budget,
                              .rng = rng,
                              .stop = stop,
                              .weight = player->weight ? player->weight : truth->box->weight };
    int choice;

    assert(q.side < SIDES_MAX);
    if (bot->lists_only) {
        q.menu = play_menu(truth); /* the same as from the redacted copy: no tell */
    } else {
        play_redact(truth, q.side, room);
        q.known = room;
        q.menu = play_menu(room);
    }
    choice = bot->choose(memory, &q);
    assert(choice >= 0 && choice < q.menu->n);
    return q.menu->a[choice];
}
