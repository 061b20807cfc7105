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

/* The word up to one of these; false: there is no room for it. */
static bool take_part(const char **word, const char *ends, char *part, size_t room)
{
    size_t n = strcspn(*word, ends);

    if (n >= room)
        return false;
    memcpy(part, *word, n);
    part[n] = '\0';
    *word += n;
    return true;
}

/* "/STYLE", if it is there. */
static bool parse_style(const char **word, char style[STYLE_WORD])
{
    if (**word != '/')
        return true;
    ++*word;
    return take_part(word, ":", style, STYLE_WORD) && is_style_word(style);
}

const char *bot_parse_any(const char *word, struct bot_player *player)
{
    char name[40];

    memset(player, 0, sizeof *player);
    if (take_part(&word, "/:", name, sizeof name))
        player->bot = bot_find(name);
    if (!player->bot)
        return "there is no such bot";
    if (!parse_style(&word, player->style))
        return "a bot's style is one word of small letters: NAME/STYLE";
    if (*player->style && player->bot->lists_only)
        return "this bot has no style";
    if (*word && !parse_budget(word + 1, &player->budget))
        return "a bot's effort is a number from 1: NAME:EFFORT, or a time: NAME:500ms";
    return NULL;
}

const char *bot_parse(const char *word, struct bot_player *player)
{
    const char *wrong = bot_parse_any(word, player);

    return !wrong && !player->bot->level && !player->bot->seated
               ? "this bot is for measuring: only sim plays it"
               : wrong;
}

static int styles_of(const struct box *box, int side)
{
    int n = 0;

    for (int i = 0; i < box->commanders.styles; i++)
        n += box->commanders.style[i].side == side;
    return n;
}

const char *bot_refuse_style(const struct bot_player *player, const struct box *box, int side)
{
    bool any = strcmp(player->style, style_any) == 0;

    if (!*player->style || (any ? styles_of(box, side) > 0 : !!box_style(box, side, player->style)))
        return NULL;
    return "the side has no commander of this style here: the list of games tells which it has";
}

void bot_draw_style(struct bot_player *player, const struct box *box, int side, struct rng *rng)
{
    int n = styles_of(box, side), which;

    if (strcmp(player->style, style_any) != 0 || !n)
        return;
    which = (int)rng_below(rng, (uint32_t)n);
    for (int i = 0; i < box->commanders.styles; i++)
        if (box->commanders.style[i].side == side && which-- == 0)
            snprintf(player->style, sizeof player->style, "%s", box->commanders.style[i].id);
}

void bot_word(const struct bot_player *player, char word[BOT_WORD])
{
    int n = snprintf(word, BOT_WORD, "%s%s%s", player->bot->name, *player->style ? "/" : "",
                     player->style);

    if (player->budget.ms)
        snprintf(word + n, BOT_WORD - (size_t)n, ":%dms", player->budget.ms);
    else if (player->budget.effort)
        snprintf(word + n, BOT_WORD - (size_t)n, ":%d", player->budget.effort);
}

/* ---- memory ---- */

static const struct bot *played_by(const struct bot *bot)
{
    return bot->as ? bot->as : bot;
}

void *bot_open(const struct bot *bot, const struct box *box, int side)
{
    const struct bot *by = played_by(bot);

    return by->open ? by->open(box, side) : NULL;
}

void bot_close(const struct bot *bot, void *memory)
{
    if (played_by(bot)->close)
        played_by(bot)->close(memory);
}

void bot_spent(const struct bot *bot, const void *memory, struct bot_use *use)
{
    if (played_by(bot)->used)
        played_by(bot)->used(memory, use);
}

/* ---- asking ---- */

/* How the side is played: by the weights of the policy as its commander has them, less what the level does not see. */
struct manner {
    int weight[BOX_WEIGHTS];
};

static void set_weights(struct bot_question *q, const struct level_def *level,
                        const struct style_def *style, struct manner *manner)
{
    q->weight = q->plain;
    if (!style && (!level || !level->changes.n))
        return;
    memcpy(manner->weight, q->plain, sizeof manner->weight);
    if (style)
        changes_apply(&style->changes, manner->weight);
    if (level)
        changes_apply(&level->changes, manner->weight);
    q->weight = manner->weight;
}

static void set_manner(const struct bot_player *player, const struct box *box,
                       struct bot_question *q, struct manner *manner)
{
    const struct level_def *level = box_level(box, player->bot->name);
    const struct style_def *style = *player->style ? box_style(box, q->side, player->style) : NULL;

    q->plain = player->weight ? player->weight : box->weight;
    q->budget = player->budget;
    q->sight = level ? level->sight : 100;
    if (level && !q->budget.effort)
        q->budget.effort = level->effort;
    set_weights(q, level, style, manner);
}

static void put(const struct bot_player *player, struct play *truth, struct play *room,
                struct bot_question *q, struct manner *manner)
{
    q->side = play_who(truth);
    assert(q->side < SIDES_MAX);
    set_manner(player, truth->box, q, manner);
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
    struct manner manner;
    int choice;

    put(player, truth, room, q, &manner);
    choice = (player->bot->choose ? player->bot : player->bot->as)->choose(memory, q);
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

bool bot_ponders(const struct bot *bot)
{
    return played_by(bot)->ponder;
}

void bot_ponder(const struct bot_player *player, void *memory, int side, struct play *truth,
                struct play *room, struct rng *rng, const atomic_bool *stop)
{
    struct bot_question q = { .rng = rng, .stop = stop, .side = side, .known = room };
    struct manner manner;

    if (!bot_ponders(player->bot) || play_who(truth) == NOBODY || play_who(truth) == side)
        return;
    set_manner(player, truth->box, &q, &manner);
    play_redact(truth, side, room);
    played_by(player->bot)->ponder(memory, &q);
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

struct action bot_advise(const struct bot_player *player, struct play *truth, struct play *room,
                         struct rng *rng, const atomic_bool *stop, struct bot_advice *advice,
                         struct bot_why *why)
{
    void *memory = bot_open(player->bot, truth->box, play_who(truth));
    struct bot_question q = { .rng = rng, .stop = stop, .advice = advice, .why = why };
    struct action a;

    if (advice)
        advice->n = 0;
    if (why)
        know_nothing(why);
    a = ask(player, memory, truth, room, &q);
    if (why)
        name_weighed(&q);
    bot_close(player->bot, memory);
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
    struct manner manner;
    void *memory;
    int at;

    if (!played_by(player->bot)->judge)
        return "this bot does not think ahead: it judges nothing";
    if (play_who(truth) >= SIDES_MAX)
        return "there is nothing decided";
    put(player, truth, room, &q, &manner);
    at = listed(q.menu, a);
    if (at < 0)
        wrong = "that could not be decided there";
    else if (q.menu->n < 2)
        wrong = "there was nothing to decide: nothing else could be done";
    if (wrong)
        return wrong;
    memory = bot_open(player->bot, truth->box, play_who(truth));
    memset(verdict, 0, sizeof *verdict);
    played_by(player->bot)->judge(memory, &q, at, verdict);
    bot_close(player->bot, memory);
    verdict->alike = is_alike(verdict);
    return NULL;
}
