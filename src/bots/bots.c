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

const struct bot *bot_strongest(void)
{
    const struct bot *best = all_bots[0];

    for (int i = 1; all_bots[i]; i++)
        if (all_bots[i]->level > best->level)
            best = all_bots[i];
    return best;
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

const char *bot_parse_any(const char *word, struct bot_player *player)
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

const char *bot_parse(const char *word, struct bot_player *player)
{
    const char *wrong = bot_parse_any(word, player);

    return !wrong && !player->bot->level ? "this bot is for measuring: only sim plays it" : wrong;
}

static struct action ask(const struct bot_player *player, void *memory, struct play *truth,
                         struct play *room, struct bot_question *q)
{
    const struct bot *bot = player->bot;
    int choice;

    q->side = play_who(truth);
    q->budget = player->budget;
    q->weight = player->weight ? player->weight : truth->box->weight;
    assert(q->side < SIDES_MAX);
    if (bot->lists_only) {
        q->menu = play_menu(truth); /* the same as from the redacted copy: no tell */
    } else {
        play_redact(truth, q->side, room);
        q->known = room;
        q->menu = play_menu(room);
    }
    choice = bot->choose(memory, q);
    assert(choice >= 0 && choice < q->menu->n);
    if (q->advice && !q->advice->n)
        q->advice->view[q->advice->n++] = (struct bot_view){ .choice = choice };
    for (int i = 0; q->advice && i < q->advice->n; i++)
        q->advice->view[i].a = q->menu->a[q->advice->view[i].choice];
    return q->menu->a[choice];
}

struct action bot_ask(const struct bot_player *player, void *memory, struct play *truth,
                      struct play *room, struct rng *rng, const atomic_bool *stop)
{
    struct bot_question q = { .rng = rng, .stop = stop };

    return ask(player, memory, truth, room, &q);
}

struct action bot_advise(const struct bot_player *player, struct play *truth, struct play *room,
                         struct rng *rng, const atomic_bool *stop, struct bot_advice *advice)
{
    const struct bot *bot = player->bot;
    void *memory = bot->open ? bot->open(truth->box, play_who(truth)) : NULL;
    struct bot_question q = { .rng = rng, .stop = stop, .advice = advice };
    struct action a;

    if (advice)
        advice->n = 0;
    a = ask(player, memory, truth, room, &q);
    if (bot->close)
        bot->close(memory);
    return a;
}
