/*
 * script-answer.c: the words of scripts that leave a decision to somebody else, a computer opponent, and say what a
 * person would do: positions with a right answer (tests/bots/positions). If nobody answers, only what the script
 * names is looked at: that it can be decided here.
 */
#include <string.h>

#include "match/script-run.h"

enum { STINT_MOST = 3000, NAMED_MOST = 24, ANSWER_SEED = 1815 };

/* effort N */
void answer_effort(struct run *r)
{
    lex_number(&r->x, "the effort", 1, 1000000, &r->effort);
}

/* ---- one answer ---- */

/* Is the text this action, or its beginning in whole words? */
static bool begins(const char *text, const char *with)
{
    size_t n = strlen(with);

    return strncmp(text, with, n) == 0 && (text[n] == '\0' || text[n] == ' ');
}

struct wanted {
    int n;
    char text[NAMED_MOST][LEX_WORD];
};

/* ACTION | ACTION …, each as it is written or its first words. */
static void read_named(struct run *r, struct wanted *named)
{
    const char *word;
    char *to = named->text[0];

    named->n = 1;
    while ((word = lex_word(&r->x))) {
        size_t used = strlen(to);

        if (strcmp(word, "|") == 0 && named->n < NAMED_MOST)
            to = named->text[named->n++];
        else if (used + strlen(word) + 2 < LEX_WORD)
            memcpy(strcpy(to + used, used ? " " : "") + (used != 0), word, strlen(word) + 1);
    }
}

static bool is_named(const struct wanted *named, const char *text)
{
    for (int i = 0; i < named->n; i++)
        if (begins(text, named->text[i]))
            return true;
    return false;
}

/* What nobody could choose here is a mistake of the script. */
static void check_named(struct run *r, const struct wanted *named)
{
    struct play *p = match_play(r->match);

    for (int i = 0; i < named->n; i++) {
        const struct menu *m = play_menu(p);
        struct text said = { 0 };
        bool found = false;

        for (int k = 0; k < m->n && !found; k++) {
            text_clear(&said);
            action_print(p, &m->a[k], &said);
            found = begins(text_of(&said), named->text[i]);
        }
        text_free(&said);
        if (!found)
            run_stop(r, "\"%s\" cannot be chosen here", named->text[i]);
    }
}

static struct action ask(struct run *r)
{
    const struct script_player *player = r->script->player;

    return player->answer(player->self, match_play(r->match), r->effort);
}

/* answers [not] ACTION | ACTION … */
void answer_once(struct run *r)
{
    bool unlike = lex_accept(&r->x, "not");
    struct wanted named = { 0 };
    struct text said = { 0 };
    struct action a;

    read_named(r, &named);
    if (!run_needs_match(r))
        return;
    if (play_who(match_play(r->match)) >= SIDES_MAX)
        run_stop(r, "nobody is asked");
    if (!r->ended)
        check_named(r, &named);
    if (r->ended || !r->script->player)
        return;
    a = ask(r);
    action_print(match_play(r->match), &a, &said);
    if (is_named(&named, text_of(&said)) == unlike)
        run_fail(r, "the answer is \"%s\"", text_of(&said));
    text_free(&said);
}

/* ---- a whole stint ---- */

static int stint_of(struct run *r)
{
    const struct play *p = match_play(r->match);
    const struct mind *mind = mind_of(r->game);

    return mind->stint ? mind->stint(p) : play_state(p)->turn;
}

static bool is_asked(struct run *r, const char *step)
{
    struct play *p = match_play(r->match);

    return step[0] && strcmp(p->game->steps[agenda_top(p)->op]->name, step) == 0;
}

static void play_stint(struct run *r, const char *step)
{
    struct play *p = match_play(r->match);
    int stint = stint_of(r);

    for (int i = 0; i < STINT_MOST && play_who(p) < SIDES_MAX && stint_of(r) == stint; i++) {
        struct action a;
        const char *why;

        if (is_asked(r, step))
            return;
        a = ask(r);
        why = match_do(r->match, play_who(p), &a);
        if (why) {
            run_stop(r, "what was answered is refused: %s", why);
            return;
        }
    }
}

/* plays [to STEP]: all that is asked in this player turn or impulse; what follows is about how that ended */
void answer_stint(struct run *r)
{
    char step[LEX_WORD] = "";
    const char *word = NULL;

    if (lex_accept(&r->x, "to"))
        word = lex_need(&r->x, "the step");
    if (word)
        memcpy(step, word, strlen(word) + 1);
    if (!run_needs_match(r))
        return;
    if (!r->script->player) {
        r->ended = true;
        while (lex_word(&r->x))
            ;
        return;
    }
    if (r->dice.kind != DICE_SEED) {
        r->dice = (struct dice){ .kind = DICE_SEED, .seed = ANSWER_SEED };
        match_set_dice(r->match, r->dice);
        match_settle_chance(r->match);
    }
    play_stint(r, step);
}
