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
    if (word[n] && (!lex_is_number(word + n + 1, &player->budget.effort) || player->budget.effort < 1))
        return "a bot's effort is a number from 1: NAME:EFFORT";
    return NULL;
}

struct action bot_ask(const struct bot_player *player, void *memory, struct play *truth, struct play *room,
                      struct rng *rng, const atomic_bool *stop)
{
    const struct bot *bot = player->bot;
    struct bot_question q = { .side = play_who(truth), .budget = player->budget, .rng = rng, .stop = stop };
    int choice;

    assert(q.side < SIDES_MAX);
    if (bot->lists_only) {
        q.menu = play_menu(truth);      /* the same as from the redacted copy: no tell */
    } else {
        play_redact(truth, q.side, room);
        q.known = room;
        q.menu = play_menu(room);
    }
    choice = bot->choose(memory, &q);
    assert(choice >= 0 && choice < q.menu->n);
    return q.menu->a[choice];
}
