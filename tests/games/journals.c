/*
 * journals.c: the journal is the game: loaded again it leads to the same state and is the same text.
 */
#include <string.h>

#include "match/match.h"
#include "properties.h"

enum { GAMES = 20 };

/* Plays the match out as the walk's generator chooses; the walk keeps count for the finding. */
static void play_out(struct walk *w, struct match *m)
{
    struct play *p = match_play(m);

    while (play_who(p) < SIDES_MAX && play_menu(p)->n > 0 && w->actions <= p->game->longest) {
        struct action a = p->menu->a[rng_below(&w->rng, (uint32_t)p->menu->n)];

        if (match_do(m, play_who(p), &a))
            return;
        w->actions++;
    }
}

static bool same_again(struct walk *w, struct match *m, struct match *again,
                       const struct text *journal, struct text *finding)
{
    struct text text = { 0 };
    bool good;

    match_journal(again, &text);
    good = strcmp(text_of(journal), text_of(&text)) == 0;
    if (!good)
        walk_found(w, finding, "the journal of a replay is another");
    text_free(&text);
    return good && walk_same(w, match_play(m), match_play(again), "a replay", finding);
}

static bool replays(struct walk *w, struct match *m, struct text *finding)
{
    struct text journal = { 0 };
    struct errors e = { 0 };
    struct match *again;
    bool good;

    play_out(w, m);
    match_journal(m, &journal);
    again = match_load("journal", text_of(&journal), journal.n, w->subject->box, &e);
    good = again ? same_again(w, m, again, &journal, finding)
                 : walk_found(w, finding, "the journal cannot be loaded: %s", text_of(&e.lines));
    if (again)
        match_free(again);
    errors_free(&e);
    text_free(&journal);
    return good;
}

static bool replays_from(struct walk *w, struct text *finding)
{
    struct errors e = { 0 };
    struct dice dice = { .kind = DICE_SEED, .seed = (uint64_t)w->seed };
    struct match *m =
        match_new(w->subject->box, w->scenario, play_state(&w->play)->option, dice, &e);
    bool good = m ? replays(w, m, finding)
                  : walk_found(w, finding, "no match begins: %s", text_of(&e.lines));

    if (m)
        match_free(m);
    errors_free(&e);
    return good;
}

bool journals_replay(const struct subject *s, struct text *finding)
{
    int games = 1 + GAMES * s->effort / 100;

    for (int i = 0; i < games * s->box->scenarios; i++) {
        struct walk w;
        bool good = walk_open(&w, s, i % s->box->scenarios, i / s->box->scenarios, finding) &&
                    replays_from(&w, finding);

        walk_close(&w);
        if (!good)
            return false;
    }
    return true;
}
