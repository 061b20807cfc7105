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

static void put(const struct bot_player *player, struct play *truth, struct play *room,
                struct bot_question *q)
{
    q->side = play_who(truth);
    q->budget = player->budget;
    q->weight = player->weight ? player->weight : truth->box->weight;
    assert(q->side < SIDES_MAX);
    if (player->bot->lists_only) {
        q->menu = play_menu(truth); /* the same as from the redacted copy: no tell */
    } else {
        play_redact(truth, q->side, room);
        q->known = room;
        q->menu = play_menu(room);
    }
}

static struct action ask(const struct bot_player *player, void *memory, struct play *truth,
                         struct play *room, struct bot_question *q)
{
    int choice;

    put(player, truth, room, q);
    choice = player->bot->choose(memory, q);
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

static void know_nothing(struct bot_why *why)
{
    memset(why, 0, sizeof *why);
    why->before = why->after = why->feared = -1;
}

/* What was compared is told by action, not by index. */
static void name_weighed(struct bot_question *q)
{
    struct bot_advice *weighed = &q->why->weighed;

    for (int i = 0; i < weighed->n; i++)
        weighed->view[i].a = q->menu->a[weighed->view[i].choice];
}

struct action bot_ask_why(const struct bot_player *player, void *memory, struct play *truth,
                          struct play *room, struct rng *rng, const atomic_bool *stop,
                          struct bot_why *why)
{
    struct bot_question q = { .rng = rng, .stop = stop, .why = why };
    struct action a;

    know_nothing(why);
    a = ask(player, memory, truth, room, &q);
    name_weighed(&q);
    return a;
}

static void *open_bot(const struct bot *bot, const struct play *truth)
{
    return bot->open ? bot->open(truth->box, play_who(truth)) : NULL;
}

static void close_bot(const struct bot *bot, void *memory)
{
    if (bot->close)
        bot->close(memory);
}

struct action bot_advise(const struct bot_player *player, struct play *truth, struct play *room,
                         struct rng *rng, const atomic_bool *stop, struct bot_advice *advice,
                         struct bot_why *why)
{
    void *memory = open_bot(player->bot, truth);
    struct bot_question q = { .rng = rng, .stop = stop, .advice = advice, .why = why };
    struct action a;

    if (advice)
        advice->n = 0;
    if (why)
        know_nothing(why);
    a = ask(player, memory, truth, room, &q);
    if (why)
        name_weighed(&q);
    close_bot(player->bot, memory);
    return a;
}

/* ---- judging ---- */

static int listed(const struct menu *m, const struct action *a)
{
    for (int i = 0; i < m->n; i++)
        if (memcmp(&m->a[i], a, sizeof *a) == 0)
            return i;
    return -1;
}

/* Less than this, in thousandths, or than so many hundredths of its error, is no difference. */
enum { LEFT_LEAST = 20, LEFT_ERRORS = 165 };

static bool is_alike(const struct bot_verdict *v)
{
    return v->left < LEFT_LEAST || 100 * v->left <= LEFT_ERRORS * v->doubt;
}

const char *bot_judge(const struct bot_player *player, struct play *truth, struct play *room,
                      const struct action *a, struct rng *rng, const atomic_bool *stop,
                      struct bot_verdict *verdict)
{
    struct bot_question q = { .rng = rng, .stop = stop };
    const char *wrong = NULL;
    void *memory;
    int at;

    if (!player->bot->judge)
        return "this bot does not think ahead: it judges nothing";
    if (play_who(truth) >= SIDES_MAX)
        return "there is nothing decided";
    put(player, truth, room, &q);
    at = listed(q.menu, a);
    if (at < 0)
        wrong = "that could not be decided there";
    else if (q.menu->n < 2)
        wrong = "there was nothing to decide: nothing else could be done";
    if (wrong)
        return wrong;
    memory = open_bot(player->bot, truth);
    memset(verdict, 0, sizeof *verdict);
    player->bot->judge(memory, &q, at, verdict);
    close_bot(player->bot, memory);
    verdict->alike = is_alike(verdict);
    return NULL;
}
