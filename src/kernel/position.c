/*
 * position.c: a state as text and back. Scenarios, fixtures of tests, saves and bug reports share it.
 *
 *     scenario day
 *     option fog on
 *     turn 7
 *     at 0712 Jerome                        (the game's own directives)
 *     step retreat french at=asked who=Jerome left=1 origin=1118    (the agenda from the bottom up)
 *
 * Several directives may share a line. In place of `step` lines a position written by hand says `phase french
 * combat` or `asks french combat` (step.c). Whatever comes from outside is read into the state, judged, played
 * on until somebody is asked, written and read once more: only what comes back the same is accepted. That goes
 * for scenarios too (box.c), which say how the board is laid and leave to the game what comes next.
 *
 * The hash of a state is that of this text without phase and steps, and of who is asked: so it survives
 * changes of layout, and of how a procedure counts and what it remembers. The digest is of all of it.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "hash.h"
#include "queue.h"
#include "read.h"
#include "step.h"

/* Which game is played, and the turn. */
static void save_head(const struct play *p, struct text *out)
{
    const struct state *s = p->state;

    text_printf(out, "scenario %s\n", p->box->scenario[s->scenario].id);
    for (int i = 0; i < game_options(p->game); i++)
        if (s->option[i] != p->game->options[i].standard)
            text_printf(out, "option %s %s\n", p->game->options[i].id,
                        game_option_name(&p->game->options[i], s->option[i]));
    text_printf(out, "turn %d\n", s->turn);
}

static void save_over(const struct play *p, struct text *out)
{
    const struct state *s = p->state;

    if (s->over)
        text_printf(out, "over %s %s\n",
                    s->winner == NOBODY ? "nobody" : game_side_name(p->game, s->winner),
                    p->game->endings[s->ending].id);
}

void position_save(const struct play *p, struct text *out)
{
    const struct state *s = p->state;

    save_head(p, out);
    text_printf(out, "phase %d\n", s->phase);
    p->game->save(p, out);
    for (int i = 0; i < s->depth; i++)
        step_print(p, &s->agenda[i], out);
    queue_save(p, out);
    save_over(p, out);
}

/* A side or nobody. */
static bool restore_winner(const struct play *p, struct lex *x, int *who)
{
    const char *word = lex_need(x, "a side");

    if (!word)
        return false;
    *who = strcmp(word, "nobody") == 0 ? NOBODY : game_side_find(p->game, word);
    if (*who != NOBODY && (*who < 0 || *who >= game_sides(p->game)))
        lex_complain(x, "\"%s\" is no side of this game", word);
    return !x->faulty;
}

static void restore_scenario(struct play *p, struct lex *x)
{
    int scenario = lex_scenario(x, p->box);

    play_state(p)->scenario = u8(scenario < 0 ? 0 : scenario);
}

static void restore_over(struct play *p, struct lex *x)
{
    int winner;
    const char *word;

    if (!restore_winner(p, x, &winner) || !(word = lex_need(x, "the ending")))
        return;
    for (int i = 0; p->game->endings[i].id; i++)
        if (strcmp(p->game->endings[i].id, word) == 0) {
            play_end(p, winner, i);
            return;
        }
    lex_complain(x, "there is no ending \"%s\"", word);
}

/* `phase N` is what is shown; `phase SIDE NAME` says what comes next. */
static void restore_phase(struct play *p, struct lex *x)
{
    struct lex ahead = *x;
    const char *word = lex_word(&ahead);
    int n;

    if (!word || !lex_is_number(word, &n))
        step_phase(p, x);
    else if (lex_number(x, "the phase", 0, p->game->phase_last, &n))
        play_state(p)->phase = u8(n);
}

bool position_directive(const struct directive *d, struct play *p, const char *word, struct lex *x)
{
    for (; d->word; d++)
        if (strcmp(word, d->word) == 0) {
            d->restore(p, x);
            return true;
        }
    return false;
}

/* What can be true once only, and would silently be the later one. */
static bool is_single(const char *word)
{
    static const char *const single[] = { "turn", "phase", "scenario", "over", NULL };

    return word_find(single, word) >= 0;
}

/* One directive of the kernel's or the game's. */
static void restore_directive(struct play *p, const char *word, struct lex *x, struct said *said)
{
    struct state *s = p->state;
    char name[LEX_WORD];

    memcpy(name, word, strlen(word) + 1);
    if (is_single(name) && !said_once(said, x, name))
        return;
    if (p->game->restore(p, name, x))
        return;
    if (strcmp(name, "turn") == 0)
        lex_u8(x, "the turn", 0, 255, &s->turn);
    else if (strcmp(name, "phase") == 0)
        restore_phase(p, x);
    else if (strcmp(name, "asks") == 0)
        step_phase(p, x);
    else if (strcmp(name, "option") == 0)
        lex_option(x, p->game, s->option, said);
    else if (strcmp(name, "scenario") == 0)
        restore_scenario(p, x);
    else if (strcmp(name, "step") == 0)
        step_read(p, x);
    else if (strcmp(name, "queued") == 0 && p->game->queue)
        queue_read(p, x);
    else if (strcmp(name, "over") == 0)
        restore_over(p, x);
    else
        lex_complain(x, "a position knows no \"%s\"", name);
}

/* What the kernel reads, but for the turn: what comes next, and of which game. */
static bool is_procedure(const char *word)
{
    static const char *const kernels[] = { "scenario", "option", "phase", "asks",
                                           "step",     "queued", "over",  NULL };

    return word_find(kernels, word) >= 0;
}

/* Does this line tell of the board? */
static bool is_board(const struct lex *x)
{
    struct lex ahead = *x;
    const char *word;

    ahead.errors = NULL;
    word = lex_word(&ahead);
    return word && !is_procedure(word);
}

/* What is being read. A scenario begins with options that were chosen before, a position brings its own. */
struct source {
    struct lex begin;
    const struct state *chosen; /* scenario and options; NULL: a position */
    bool stepped;               /* the agenda is spelt out in `step` lines */
    int last;                   /* the line that was read last */
};

static bool restore_without(struct play *p, struct source *from, struct lex *x, int line)
{
    struct said said = { 0 };
    bool good = true;
    const char *word;

    while (lex_line(x)) {
        from->last = x->line;
        if (x->line == line && is_board(x))
            continue;
        while (!x->faulty && (word = lex_word(x))) {
            from->stepped |= strcmp(word, "step") == 0;
            if (from->chosen && is_procedure(word))
                lex_complain(x, "\"%s\" is for positions, not for scenarios", word);
            else
                restore_directive(p, word, x, &said);
        }
        good &= !x->faulty;
    }
    said_free(&said);
    return good;
}

static bool restore_lines(struct play *p, struct source *from, struct lex *x)
{
    return restore_without(p, from, x, 0);
}

void position_blank(struct play *p)
{
    memset(p->state, 0, p->game->state_size);
    for (int i = 0; i < game_options(p->game); i++)
        play_state(p)->option[i] = p->game->options[i].standard;
    if (p->game->blank)
        p->game->blank(p);
}

/* What no directive can promise by itself: that the whole makes sense. */
static const char *judge(struct play *p)
{
    const char *wrong = p->game->restored ? p->game->restored(p) : NULL;

    if (wrong)
        return wrong;
    if (!play_state(p)->over && play_state(p)->depth == 0)
        return "the position does not say what comes next";
    return play_broken(p);
}

/* A board without anything on it, and what was chosen before. */
static void lay(struct play *p, const struct source *from)
{
    struct state *s = p->state;

    position_blank(p);
    if (from->chosen) {
        s->scenario = from->chosen->scenario;
        memcpy(s->option, from->chosen->option, sizeof s->option);
    }
}

/* What comes next is the position's to say, or, of a scenario, the game's. */
static const char *judge_source(struct play *p, const struct source *from)
{
    if (!from->chosen)
        return judge(p);
    p->game->setup(p);
    return play_broken(p);
}

/* Would it be sound without this line? */
static bool sound_without(struct play *p, struct source from, int line)
{
    struct lex x = from.begin;

    x.errors = NULL;
    lay(p, &from);
    return restore_without(p, &from, &x, line) && !judge_source(p, &from);
}

/* It is the whole that is wrong: of the lines without which it would not be, the last. */
static int line_of(struct play *p, const struct source *from)
{
    enum { TRIED = 400 }; /* in a longer one nobody looks for it */

    for (int line = from->last; line >= from->begin.next_line && from->last - line < TRIED; line--)
        if (sound_without(p, *from, line))
            return line;
    return from->last;
}

/* The step that is to blame, or the line. */
static void complain_of(struct play *p, const struct source *from, struct lex *x, const char *wrong)
{
    const struct state *s = p->state;

    for (int i = 0; i < s->depth; i++)
        if (step_broken(p, i) == wrong) {
            lex_complain(x, "step %s: %s", p->game->steps[s->agenda[i].op]->name, wrong);
            return;
        }
    x->line = line_of(p, from);
    lex_complain(x, "%s", wrong);
}

static bool read_source(struct play *p, struct source *from, struct lex *x)
{
    const char *wrong;

    lay(p, from);
    if (!restore_lines(p, from, x))
        return false;
    wrong = judge_source(p, from);
    if (wrong)
        complain_of(p, from, x, wrong);
    return !wrong;
}

/* Does the text of the state give the same state and the same text again? */
static bool comes_back(struct play *p)
{
    size_t size = p->game->state_size;
    void *before = base_alloc(size);
    struct text once = { 0 }, again = { 0 };
    struct source from = { 0 };
    struct lex x;
    bool same;

    memcpy(before, p->state, size);
    position_save(p, &once);
    position_blank(p);
    lex_begin(&x, "the position", text_of(&once), once.n, NULL);
    same = restore_lines(p, &from, &x) && !judge(p) && memcmp(before, p->state, size) == 0;
    position_save(p, &again);
    same &= once.n == again.n && memcmp(text_of(&once), text_of(&again), once.n) == 0;
    text_free(&once);
    text_free(&again);
    free(before);
    return same;
}

const char *position_unsound(struct play *p)
{
    const char *wrong;

    p->menu->fresh = false;
    if (play_who(p) != NOBODY && play_menu(p)->n == 0)
        return "nobody could do anything in this position";
    if ((wrong = play_broken(p)))
        return wrong;
    p->menu->fresh = false;
    return comes_back(p) ? NULL
                         : "the position contradicts itself: it does not come back as it was read";
}

/* From a sound state to one in which somebody is asked. NULL, or what is wrong. */
static const char *settle_position(struct play *p, bool stepped)
{
    if (stepped && !play_state(p)->over && play_who(p) == NOBODY)
        return "nobody is asked";
    play_resume(p);
    return position_unsound(p);
}

bool position_restore(struct play *p, struct lex *x)
{
    void *before = base_alloc(p->game->state_size);
    struct source from = { .begin = *x };
    const char *wrong = NULL;
    bool good;

    memcpy(before, p->state, p->game->state_size);
    good = read_source(p, &from, x);
    if (good && (wrong = settle_position(p, from.stepped))) {
        lex_complain(x, "%s", wrong);
        good = false;
    }
    if (!good)
        memcpy(p->state, before, p->game->state_size);
    p->menu->fresh = false;
    p->barrier = true;
    free(before);
    return good;
}

/* ---- scenarios ---- */

/* Past the lines that tell of the scenario. */
static void skip_heads(struct lex *x)
{
    static const char *const heads[] = { "title", "about", "order", NULL };

    for (;;) {
        struct lex line = *x;
        const char *word = lex_line(&line) ? lex_word(&line) : NULL;

        if (!word || word_find(heads, word) < 0)
            break;
        lex_skip(&line);
        *x = line;
    }
}

bool position_scenario(struct play *p, struct lex *x)
{
    const struct state chosen = *play_state(p);
    struct source from = { .chosen = &chosen };

    skip_heads(x);
    from.begin = *x;
    return read_source(p, &from, x);
}

/* ---- hashes ---- */

static uint64_t hash_text(struct text *text)
{
    uint64_t hash = hash_mix(hash_bytes(HASH_START, text_of(text), text->n));

    text_free(text);
    return hash;
}

uint64_t play_digest(const struct play *p)
{
    struct text saved = { 0 };

    position_save(p, &saved);
    return hash_text(&saved);
}

uint64_t play_hash(const struct play *p)
{
    struct text board = { 0 };

    save_head(p, &board);
    p->game->save(p, &board);
    if (play_who(p) != NOBODY)
        text_printf(&board, "asks %s\n", game_side_name(p->game, play_who(p)));
    save_over(p, &board);
    return hash_text(&board);
}

uint64_t play_hash_at_end(const struct play *p)
{
    struct text board = { 0 };

    assert(play_state(p)->over);
    save_head(p, &board);
    text_printf(&board, "phase %d\n", play_state(p)->phase);
    p->game->save(p, &board);
    save_over(p, &board);
    return hash_text(&board);
}
