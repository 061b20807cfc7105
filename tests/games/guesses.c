/*
 * guesses.c: what a side supposes can be played. Whoever thinks ahead fills in what it may not know
 * (guess) and plays on from there, at any step, inside a declared fight as well: the supposed state is
 * sound, every sum of it can be made, it can be played on, and every computer opponent answers.
 */
#include <stdlib.h>

#include "bots/bot.h"
#include "properties.h"

enum { COURSE = 40, BOT_EFFORT = 6, PEER_EFFORT = 1 }; /* of bots for measuring there are many */

/* Everything that could be asked of a menu's actions; a sum that cannot be made ends in an assert. */
static void look_at_all(struct play *p)
{
    const struct menu *m = play_menu(p);
    struct sheet sheet;

    for (int i = 0; i < m->n; i++)
        play_preview(p, &m->a[i], &sheet);
}

/* A bounded course of `w->third`, by chance on both sides. */
static bool plays_on(struct walk *w, int who, struct text *finding)
{
    struct play *p = &w->third;

    for (int i = 0; i < COURSE; i++) {
        const struct menu *m;
        struct action a;
        const char *broken = play_broken(p);

        if (broken)
            return walk_found(w, finding, "as %s supposes it, %d actions later: %s",
                              game_side_name(p->game, who), i, broken);
        if (play_who(p) == NOBODY)
            return true;
        m = play_menu(p);
        if (m->n == 0)
            return walk_found(w, finding, "as %s supposes it, %d actions later: a dead end",
                              game_side_name(p->game, who), i);
        a = play_who(p) == CHANCE ? *menu_outcome(m, rng_below(&w->rng, m->total))
                                  : m->a[rng_below(&w->rng, (uint32_t)m->n)];
        play_apply_listed(p, &a);
    }
    return true;
}

/* Whoever is asked thinks; nobody else does. */
static bool visit_guesses(struct walk *w, struct text *finding)
{
    int who = play_who(&w->play);

    if (who >= game_sides(w->play.game))
        return true;
    play_redact(&w->play, who, &w->third);
    if (w->play.game->guess)
        w->play.game->guess(&w->third, who, &w->rng);
    w->third.menu->fresh = false;
    look_at_all(&w->third);
    return plays_on(w, who, finding);
}

/* ---- every computer opponent ---- */

static bool bot_answers(struct walk *w, const struct bot *bot, struct text *finding)
{
    struct bot_player player = { .bot = bot,
                                 .budget = { .effort = bot->level ? BOT_EFFORT : PEER_EFFORT } };
    void *memory = bot_open(bot, w->play.box, play_who(&w->play));
    struct action a = bot_ask(&player, memory, &w->play, &w->other, &w->rng, NULL);
    const char *why = play_why(&w->play, play_who(&w->play), &a);

    bot_close(bot, memory);
    return why ? walk_found(w, finding, "%s answers what is refused: %s", bot->name, why) : true;
}

static bool visit_bots(struct walk *w, struct text *finding)
{
    if (play_who(&w->play) >= game_sides(w->play.game))
        return true;
    for (int i = 0; all_bots[i]; i++)
        if (!bot_answers(w, all_bots[i], finding))
            return false;
    return true;
}

bool guesses_are_sound(const struct subject *s, struct text *finding)
{
    return walk_all(s, 1500, visit_guesses, finding) && walk_all(s, 40, visit_bots, finding);
}
