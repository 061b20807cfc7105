/*
 * script-do.c: the words of rule scripts that act on the position, or ask whether one could:
 * decisions, rolls, refusals, previews, marches, taking back.
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/read.h"
#include "kernel/stages.h"
#include "match/script-run.h"

enum { RANDOM_MAX = 100000 };

/* ---- actions ---- */

int run_side(struct run *r, struct lex *x, int otherwise)
{
    const char *word;
    int side;

    if (!lex_accept(x, "as"))
        return otherwise;
    word = lex_word(x);
    side = word ? game_side_find(r->game, word) : -1;
    if (side < 0)
        run_stop(r, "as whom? %s has no side \"%s\"", r->game->id, word ? word : "");
    return side < 0 ? otherwise : side;
}

/* The rest of the line without its comment. */
static const char *take_rest(struct run *r, size_t *size)
{
    const char *text = lex_rest(&r->x, size);
    bool quoted = false;
    size_t n = 0;

    for (; n < *size && (text[n] != '#' || quoted); n++)
        quoted ^= text[n] == '"';
    while (n && (text[n - 1] == ' ' || text[n - 1] == '\t'))
        n--;
    *size = n;
    return text;
}

/* [as SIDE] ACTION. False if it cannot be read: then the case has failed. */
static bool read_action(struct run *r, const char *text, size_t size, int *by, struct action *a)
{
    struct play *p = match_play(r->match);
    const char *wrong;
    struct lex x;

    lex_begin(&x, r->x.file, text, size, NULL);
    if (!lex_line(&x)) {
        run_stop(r, "an action is missing");
        return false;
    }
    *by = run_side(r, &x, play_who(p));
    if (r->ended)
        return false;
    wrong = action_parse(p, &x, a);
    if (wrong)
        run_stop(r, "cannot read the action \"%.*s\": %s", (int)size, text, wrong);
    return !wrong;
}

/* The last calculation that the entries from `from` on have shown. */
static void keep_sheet(struct run *r, int from)
{
    for (int i = match_entries(r->match) - 1; i >= from; i--) {
        const struct entry *e = match_entry(r->match, i);

        if (e->sheets == 0)
            continue;
        r->sheet = e->sheet[e->sheets - 1];
        r->has_sheet = true;
        return;
    }
}

void act_do(struct run *r)
{
    size_t size;
    const char *text = take_rest(r, &size), *why;
    int by, from;
    struct action a;

    if (!run_needs_match(r) || !read_action(r, text, size, &by, &a))
        return;
    if (by == CHANCE) {
        run_stop(r, "a roll or draw is waited for: `roll N` or `chance ACTION` gives it");
        return;
    }
    from = match_entries(r->match);
    r->has_sheet = false;
    why = match_do(r->match, by, &a);
    if (why)
        run_stop(r, "\"%.*s\" is refused: %s", (int)size, text, why);
    else
        keep_sheet(r, from);
}

/* Is a roll of dice waited for, and of how many? */
static int dice_awaited(struct run *r)
{
    struct play *p = match_play(r->match);

    return play_who(p) == CHANCE && agenda_top(p)->op == STEP_ROLL ? agenda_top(p)->v[0] : 0;
}

/* One roll: as many faces as it has dice. */
static void roll_once(struct run *r, int dice)
{
    struct action a = { .verb = VERB_ROLL, .n = u8(dice) };
    int from = match_entries(r->match), face;
    const char *why;

    for (int i = 0; i < dice; i++) {
        if (!lex_number(&r->x, "the face of a die", 1, 99, &face))
            return;
        a.arg[i] = i16(face);
    }
    why = match_chance(r->match, &a);
    if (why)
        run_stop(r, "the roll is refused: %s", why);
    else
        keep_sheet(r, from);
}

void act_roll(struct run *r)
{
    if (!run_needs_match(r))
        return;
    do {
        int dice = dice_awaited(r);

        if (dice == 0) {
            run_stop(r, "no roll is waited for");
            return;
        }
        roll_once(r, dice);
    } while (!r->ended && !r->x.faulty && lex_more(&r->x));
}

void act_chance(struct run *r)
{
    size_t size;
    const char *text = take_rest(r, &size), *why;
    struct action a;
    int by, from;

    if (!run_needs_match(r) || !read_action(r, text, size, &by, &a))
        return;
    from = match_entries(r->match);
    why = by == CHANCE ? match_chance(r->match, &a) : "nothing is left to chance now";
    if (why)
        run_stop(r, "\"%.*s\" is refused: %s", (int)size, text, why);
    else
        keep_sheet(r, from);
}

void act_legal(struct run *r)
{
    size_t size;
    const char *text = take_rest(r, &size), *why;
    struct action a;
    int by;

    if (!run_needs_match(r) || !read_action(r, text, size, &by, &a))
        return;
    why = stages_why(match_play(r->match), by, &a);
    if (why)
        run_fail(r, "expected \"%.*s\" to be legal; it is refused: %s", (int)size, text, why);
}

/* Where the colon stands that is a word of its own; `size` if nowhere. */
static size_t find_colon(const char *text, size_t size)
{
    bool quoted = false;

    for (size_t i = 0; i < size; i++) {
        quoted ^= text[i] == '"';
        if (text[i] == ':' && !quoted && i > 0 && (text[i - 1] == ' ' || text[i - 1] == '\t') &&
            (i + 1 == size || text[i + 1] == ' ' || text[i + 1] == '\t'))
            return i;
    }
    return size;
}

/* Does the refusal cite the case, or say the quoted words? */
static bool cites(const char *why, const char *want, bool words)
{
    size_t n = strlen(want);

    return words ? strstr(why, want) != NULL : strncmp(why, want, n) == 0 && why[n] == ':';
}

/* What a refusal must be: CASE, "words", or both. */
static void check_refusal(struct run *r, const char *why, struct lex *x, size_t size,
                          const char *text)
{
    const char *want;

    while ((want = lex_word(x)))
        if (!cites(why, want, x->quoted))
            run_fail(r, "expected \"%.*s\" to be refused %s %s; it is: %s", (int)size, text,
                     x->quoted ? "in the words" : "by", want, why);
}

/* illegal [as SIDE] ACTION : CASE ["words"] */
void act_illegal(struct run *r)
{
    size_t size, colon, n;
    const char *text = take_rest(r, &size), *why;
    struct action a;
    struct lex x;
    int by;

    if (!run_needs_match(r))
        return;
    n = colon = find_colon(text, size);
    while (n && (text[n - 1] == ' ' || text[n - 1] == '\t'))
        n--;
    lex_begin(&x, r->x.file, text + colon + 1, colon < size ? size - colon - 1 : 0, &r->faults);
    x.next_line = r->x.line;
    if (colon == size || !lex_line(&x)) {
        run_stop(r, "it is written: illegal ACTION : CASE");
        return;
    }
    if (!read_action(r, text, n, &by, &a))
        return;
    why = stages_why(match_play(r->match), by, &a);
    if (why)
        check_refusal(r, why, &x, n, text);
    else
        run_fail(r, "expected \"%.*s\" to be refused; it is legal", (int)n, text);
}

/* The sheet as the referee sees it, or as a side that may not know everything. */
static bool preview_as(struct run *r, int viewer, const struct action *a)
{
    struct play *p = match_play(r->match), known;
    void *state = base_alloc(r->game->state_size);
    struct menu *menu = base_alloc(sizeof *menu);
    bool found;

    play_bind(&known, r->game, r->box, state, menu);
    play_redact(p, viewer, &known);
    found = stages_preview(&known, viewer, a, &r->sheet);
    free(menu);
    free(state);
    return found;
}

void act_preview(struct run *r)
{
    size_t size;
    const char *text;
    struct action a;
    int viewer, by;

    if (!run_needs_match(r))
        return;
    viewer = run_side(r, &r->x, REFEREE);
    text = take_rest(r, &size);
    if (r->ended || !read_action(r, text, size, &by, &a))
        return;
    r->has_sheet = preview_as(r, viewer, &a);
    if (!r->has_sheet)
        run_stop(r, "there is no calculation to show for \"%.*s\"", (int)size, text);
}

/* ---- courtesies above the rules ---- */

/* march UNIT PLACE [POSE] */
void act_march(struct run *r)
{
    char pose[LEX_WORD];
    const char *why;
    int piece, place, steps = 0, from;

    if (!run_needs_match(r))
        return;
    piece = lex_piece(&r->x, r->box, "unit");
    place = lex_place(&r->x, r->box);
    if (r->x.faulty)
        return;
    pose_read(match_play(r->match), &r->x, pose);
    from = match_entries(r->match);
    why = match_march_as(r->match, play_who(match_play(r->match)), piece, place, pose, &steps);
    if (why)
        run_stop(r, "the march is refused: %s", why);
    else
        keep_sheet(r, from);
}

/* undo [as SIDE] [refused] */
void act_undo(struct run *r)
{
    const char *why;
    bool refused;
    int by;

    if (!run_needs_match(r))
        return;
    by = run_side(r, &r->x, play_who(match_play(r->match)));
    refused = lex_accept(&r->x, "refused");
    if (r->ended)
        return;
    why = match_undo(r->match, by);
    if (why && !refused)
        run_stop(r, "taking back is refused: %s", why);
    else if (!why && refused)
        run_stop(r, "expected taking back to be refused; it is not");
}

/* One decision or outcome at random. */
static const char *random_step(struct run *r, struct rng *rng)
{
    struct play *p = match_play(r->match);
    const struct menu *m = play_menu(p);
    struct action a;

    if (m->n == 0)
        return "nothing is legal";
    a = play_who(p) == CHANCE ? *menu_outcome(m, rng_below(rng, m->total))
                              : m->a[rng_below(rng, (uint32_t)m->n)];
    return play_who(p) == CHANCE ? match_chance(r->match, &a) : match_do(r->match, play_who(p), &a);
}

/* random N SEED: so many decisions and outcomes, or until the end */
void act_random(struct run *r)
{
    int n, seed;
    struct rng rng;

    if (!lex_number(&r->x, "the number of actions", 1, RANDOM_MAX, &n) ||
        !lex_number(&r->x, "the seed", 0, INT32_MAX, &seed) || !run_needs_match(r))
        return;
    rng_seed(&rng, (uint64_t)seed);
    while (n-- > 0 && !r->ended && play_who(match_play(r->match)) != NOBODY) {
        const char *why = random_step(r, &rng);

        if (why)
            run_stop(r, "random play is refused: %s", why);
    }
}

/* ---- has the position changed? ---- */

void act_mark(struct run *r)
{
    if (!run_needs_match(r))
        return;
    r->mark = play_digest(match_play(r->match));
    r->marked = true;
}

static void compare_mark(struct run *r, bool same)
{
    if (!run_needs_match(r))
        return;
    if (!r->marked)
        run_stop(r, "compared with what? `mark` comes first");
    else if ((play_digest(match_play(r->match)) == r->mark) != same)
        run_fail(r, same ? "the position is no longer the marked one"
                         : "the position is still the marked one");
}

void act_same(struct run *r)
{
    compare_mark(r, true);
}

void act_changed(struct run *r)
{
    compare_mark(r, false);
}
