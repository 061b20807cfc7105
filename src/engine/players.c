/*
 * players.c: bots at a match. They are asked through bots/bot.h and know what their side may know.
 */
#include "players.h"

#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "known.h"

void players_begin(struct players *ps, uint64_t seed)
{
    memset(ps, 0, sizeof *ps);
    rng_seed(&ps->luck, seed);
}

static void leave(struct players *ps, int side)
{
    const struct bot *bot = ps->side[side].bot;

    if (bot)
        bot_close(bot, ps->memory[side]);
    ps->memory[side] = NULL;
    ps->side[side].bot = NULL;
}

void players_end(struct players *ps)
{
    for (int side = 0; side < SIDES_MAX; side++)
        leave(ps, side);
}

void players_seat(struct players *ps, const struct box *box, int side, struct bot_player player)
{
    leave(ps, side);
    bot_draw_style(&player, box, side, &ps->luck);
    ps->side[side] = player;
    if (player.bot)
        ps->memory[side] = bot_open(player.bot, box, side);
}

void players_tell(struct match *m, int side, const struct play *known, const struct bot_why *why)
{
    struct text words = { 0 };

    if (!why_tells(why))
        return;
    why_print(known, side, why, false, &words);
    match_think(m, side, why->before, why->after, text_of(&words));
    text_free(&words);
}

void thoughts_print(const struct match *m, int viewer, struct text *out)
{
    struct text all = { 0 };

    match_thoughts_text(m, viewer, &all);
    for (const char *line = text_of(&all), *end; *line; line = end + (*end != '\0')) {
        struct text one = { 0 };

        end = line + strcspn(line, "\n");
        text_add_n(&one, line, (size_t)(end - line));
        words_wrap(text_of(&one), 2, 4, out);
        text_free(&one);
    }
    text_free(&all);
}

/* Its choice; the match keeps why. */
static struct action ask(struct players *ps, struct match *m, const struct bot_player *player,
                         void *memory)
{
    struct known *room = base_alloc(sizeof *room);
    struct play *truth = match_play(m);
    struct bot_why why;
    struct action a;

    play_bind(&room->play, truth->game, truth->box, room->state, &room->menu);
    a = bot_ask_why(player, memory, truth, &room->play, &ps->luck, NULL, &why);
    players_tell(m, play_who(truth), &room->play, &why);
    free(room);
    return a;
}

bool players_decide(struct players *ps, struct match *m)
{
    int who = play_who(match_play(m));
    struct action a;

    if (who >= SIDES_MAX || !ps->side[who].bot)
        return false;
    a = ask(ps, m, &ps->side[who], ps->memory[who]);
    if (match_do(m, who, &a))
        base_die("bot %s chose what is not legal", ps->side[who].bot->name);
    return true;
}

void players_go(struct players *ps, struct match *m)
{
    while (players_decide(ps, m))
        ;
}

struct action players_advice(struct players *ps, struct match *m, struct bot_player player,
                             struct bot_advice *advice, struct bot_why *why)
{
    struct known *room = base_alloc(sizeof *room);
    struct play *truth = match_play(m);
    struct action a;

    play_bind(&room->play, truth->game, truth->box, room->state, &room->menu);
    a = bot_advise(&player, truth, &room->play, &ps->luck, NULL, advice, why);
    free(room);
    return a;
}

int judged_last(struct match *m, int sides)
{
    enum { LOOK_BACK = 12 }; /* decisions */

    for (int i = match_entries(m) - 1, tries = 0; i >= 0 && tries < LOOK_BACK; i--) {
        const struct entry *e = match_entry(m, i);

        if (e->kind != ENTRY_ACTION || !(sides >> e->who & 1))
            continue;
        if (play_menu(match_at(m, i))->n > 1)
            return i + 1;
        tries++;
    }
    return 0;
}

/* NULL: entry number n is a decision of the side. */
static const char *refuse_entry(struct match *m, int side, int n)
{
    if (n < 1 || n > match_entries(m))
        return "there is nothing of that side to be judged";
    if (match_entry(m, n - 1)->kind != ENTRY_ACTION || match_entry(m, n - 1)->who != side)
        return "that was not that side's decision";
    return NULL;
}

const char *players_judge(struct players *ps, struct match *m, int side, int n,
                          struct bot_player player, struct judgement *j)
{
    const char *wrong;
    struct play *then;

    n = n ? n : judged_last(m, 1 << side);
    wrong = refuse_entry(m, side, n);
    j->room = NULL;
    if (wrong)
        return wrong;
    j->room = base_alloc(sizeof *j->room);
    j->done = match_entry(m, n - 1)->action;
    then = match_at(m, n - 1);
    play_bind(&j->room->play, then->game, then->box, j->room->state, &j->room->menu);
    return bot_judge(&player, then, &j->room->play, &j->done, &ps->luck, NULL, &j->verdict);
}
