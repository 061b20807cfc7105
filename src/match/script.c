/*
 * script.c: reads rule scripts and does what they say: a file is a preamble and cases, a case is lines,
 * a line begins with one of the words at the end of this file. What only looks is in script-look.c.
 *
 * A line that cannot be done ends its case, because what follows would be about another position; an
 * expectation that does not hold fails the case and the next line is tried.
 */
#include "match/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/script-run.h"

enum { RANDOM_MAX = 100000 };

struct script_box {
    struct script_box *next;
    const struct game *game;
    struct box *box;
};

/* ---- failures ---- */

static void report(struct run *r, const char *format, va_list args)
{
    char message[1024];

    vsnprintf(message, sizeof message, format, args);
    text_printf(&r->script->out, "%s:%d: case %s: %s\n", r->x.file, r->x.line, r->cases, message);
    r->failures++;
}

void run_fail(struct run *r, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(r, format, args);
    va_end(args);
}

void run_stop(struct run *r, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(r, format, args);
    va_end(args);
    r->ended = true;
}

/* Complaints of the lexer and of the data carry file and line already. */
static void report_faults(struct run *r, struct errors *e)
{
    if (e->n == 0)
        return;
    text_add(&r->script->out, text_of(&e->lines));
    r->failures++;
    r->ended = true;
    errors_free(e);
}

/* ---- boxes: those as printed are shared, those with other data are the case's own ---- */

static const struct box *shared_box(struct run *r, struct errors *e)
{
    struct script_box *b = r->script->boxes;

    while (b && b->game != r->game)
        b = b->next;
    if (b)
        return b->box;
    b = base_alloc(sizeof *b);
    b->game = r->game;
    b->box = box_open(r->game, r->script->data_dir, e);
    b->next = r->script->boxes;
    r->script->boxes = b;
    return b->box;
}

bool run_needs_box(struct run *r)
{
    struct errors e = { 0 };

    if (r->box)
        return true;
    if (!r->game) {
        run_stop(r, "which game? `game ID` comes first");
        return false;
    }
    if (r->papers)
        r->box = r->own_box = box_open_with(r->game, r->script->data_dir, r->paper, r->papers, &e);
    else
        r->box = shared_box(r, &e);
    if (!r->box && e.n == 0)
        run_stop(r, "the data of %s have complaints, see above", r->game->id);
    report_faults(r, &e);
    return r->box != NULL;
}

bool run_needs_match(struct run *r)
{
    if (r->match)
        return true;
    run_stop(r, "there is no game yet: `setup` or `position` comes first");
    return false;
}

static void close_match(struct run *r)
{
    match_free(r->match);
    r->match = NULL;
    r->has_sheet = r->marked = false;
}

static void close_box(struct run *r)
{
    close_match(r);
    box_free(r->own_box);
    r->own_box = NULL;
    r->box = NULL;
}

/* ---- which game, and how it begins ---- */

static void do_game(struct run *r)
{
    const char *id = lex_need(&r->x, "the game");

    if (!id)
        return;
    close_box(r);
    r->game = game_find(id);
    r->scenario = -1;
    if (!r->game) {
        run_stop(r, "there is no game \"%s\"", id);
        return;
    }
    for (int i = 0; i < game_options(r->game); i++)
        r->option[i] = r->game->options[i].standard;
}

static void do_scenario(struct run *r)
{
    const char *id = lex_need(&r->x, "the scenario");

    if (!id || !run_needs_box(r))
        return;
    r->scenario = box_scenario_find(r->box, id);
    if (r->scenario < 0)
        run_stop(r, "%s has no scenario \"%s\"", r->game->id, id);
}

static void do_option(struct run *r)
{
    const char *word = lex_need(&r->x, "the option");
    int option, value;

    if (!word || !run_needs_box(r))
        return;
    option = game_option_find(r->game, word);
    if (option < 0) {
        run_stop(r, "%s has no option \"%s\"", r->game->id, word);
        return;
    }
    word = lex_need(&r->x, "the option's value");
    value = word ? game_option_value(&r->game->options[option], word) : -1;
    if (word && value < 0)
        run_stop(r, "option %s cannot be \"%s\"", r->game->options[option].id, word);
    else if (word && r->match)
        run_stop(r, "options are set before `setup` or `position`");
    else if (word)
        r->option[option] = (uint8_t)value;
}

/* From here on chance is settled by a seed. */
static void do_seed(struct run *r)
{
    int n;

    if (!lex_number(&r->x, "the seed", 0, INT32_MAX, &n))
        return;
    r->dice = (struct dice){ DICE_SEED, (uint64_t)n };
    if (!r->match)
        return;
    match_set_dice(r->match, r->dice);
    match_settle_chance(r->match);
}

/* Called wherever the position may have become another one. */
static void begun(struct run *r, struct errors *e)
{
    if (!r->match)
        report_faults(r, e);
    errors_free(e);
}

static void do_setup(struct run *r)
{
    struct errors e = { 0 };

    if (!run_needs_box(r))
        return;
    close_match(r);
    r->match = match_new(r->box, r->scenario < 0 ? 0 : r->scenario, r->option, r->dice, &e);
    begun(r, &e);
}

/* ---- blocks: the indented lines that follow ---- */

static bool continues(const char *at, const char *end)
{
    return at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n' || *at == '#');
}

/* The rest of this line and the block below it; the script goes on behind. */
static const char *take_block(struct lex *x, size_t *size)
{
    const char *from = x->at;

    lex_skip(x);
    while (x->at < x->end && continues(x->at + 1, x->end)) {
        x->at++;
        x->next_line++;
        lex_skip(x);
    }
    *size = (size_t)(x->at - from);
    return from;
}

/* `refused TEXT`: the block must be complained about, with these words. */
static bool take_refused(struct run *r, char *wanted, size_t room)
{
    const char *word;

    if (!lex_accept(&r->x, "refused"))
        return false;
    word = lex_need(&r->x, "a part of the complaint");
    snprintf(wanted, room, "%s", word ? word : "");
    return true;
}

static void check_refused(struct run *r, const char *what, const char *wanted, struct errors *e)
{
    if (e->n == 0)
        run_fail(r, "%s is accepted; expected the complaint \"%s\"", what, wanted);
    else if (!strstr(text_of(&e->lines), wanted))
        run_fail(r, "expected the complaint \"%s\", found \"%.*s\"", wanted,
                 (int)strcspn(text_of(&e->lines), "\n"), text_of(&e->lines));
    errors_free(e);
}

/* The options and the scenario named before stand in front of the position, on its first line. */
static void write_position(struct run *r, const char *block, size_t size, struct text *out)
{
    if (r->scenario >= 0)
        text_printf(out, "scenario %s ", r->box->scenario[r->scenario].id);
    for (int i = 0; i < game_options(r->game); i++)
        text_printf(out, "option %s %s ", r->game->options[i].id,
                    game_option_name(&r->game->options[i], r->option[i]));
    text_add_n(out, block, size);
}

static void do_position(struct run *r)
{
    struct text position = { 0 };
    struct errors e = { 0 };
    char wanted[LEX_WORD] = "";
    bool refused = take_refused(r, wanted, sizeof wanted);
    int line = r->x.line;
    const char *block;
    struct lex x;
    size_t size;

    block = take_block(&r->x, &size);
    if (r->x.faulty || !run_needs_box(r))
        return;
    close_match(r);
    write_position(r, block, size, &position);
    lex_begin(&x, r->x.file, text_of(&position), position.n, &e);
    x.next_line = line;
    r->match = match_from_position(r->box, &x, r->dice, &e);
    if (refused)
        check_refused(r, "the position", wanted, &e);
    else
        begun(r, &e);
    text_free(&position);
}

/* `data FILE [missing]`: the case is played with this file in place of the printed one, or without. */
static void do_data(struct run *r)
{
    struct errors e = { 0 };
    char name[LEX_WORD], wanted[LEX_WORD] = "";
    const char *word = lex_need(&r->x, "the name of the file");
    struct box_paper *paper = &r->paper[r->papers];
    bool refused, missing;
    struct box *box;

    if (!word)
        return;
    snprintf(name, sizeof name, "%s", word);
    missing = lex_accept(&r->x, "missing");
    refused = take_refused(r, wanted, sizeof wanted);
    if (r->x.faulty)
        return;
    if (!r->game || r->papers == RUN_PAPERS) {
        run_stop(r, r->game ? "too many files" : "which game? `game ID` comes first");
        return;
    }
    lex_end(&r->x);
    paper->text = take_block(&r->x, &paper->size);
    if (paper->size) {                  /* the file's first line is the one below */
        paper->text++;
        paper->size--;
    }
    if (missing)
        paper->text = NULL;
    paper->name = base_copy(name);
    r->papers++;
    close_box(r);
    if (!refused)
        return;
    box = box_open_with(r->game, r->script->data_dir, r->paper, r->papers, &e);
    if (box && box->board)
        board_check(box->board, &e);
    box_free(box);
    check_refused(r, name, wanted, &e);
    free((char *)r->paper[--r->papers].name);
}

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

static void do_do(struct run *r)
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
    struct action a = { .verb = VERB_ROLL, .n = (uint8_t)dice };
    int from = match_entries(r->match), face;
    const char *why;

    for (int i = 0; i < dice; i++) {
        if (!lex_number(&r->x, "the face of a die", 1, 99, &face))
            return;
        a.arg[i] = (int16_t)face;
    }
    why = match_chance(r->match, &a);
    if (why)
        run_stop(r, "the roll is refused: %s", why);
    else
        keep_sheet(r, from);
}

static void do_roll(struct run *r)
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

static void do_chance(struct run *r)
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

static void do_legal(struct run *r)
{
    size_t size;
    const char *text = take_rest(r, &size), *why;
    struct action a;
    int by;

    if (!run_needs_match(r) || !read_action(r, text, size, &by, &a))
        return;
    why = play_why(match_play(r->match), by, &a);
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

/* illegal [as SIDE] ACTION : CASE ["words"] */
static void do_illegal(struct run *r)
{
    size_t size, colon;
    const char *text = take_rest(r, &size), *why, *want;
    struct action a;
    struct lex x;
    int by;

    if (!run_needs_match(r))
        return;
    colon = find_colon(text, size);
    lex_begin(&x, r->x.file, text + colon + (colon < size), size - colon - (colon < size), NULL);
    if (colon == size || !lex_line(&x)) {
        run_stop(r, "it is written: illegal ACTION : CASE");
        return;
    }
    if (!read_action(r, text, colon, &by, &a))
        return;
    why = play_why(match_play(r->match), by, &a);
    if (!why)
        run_fail(r, "expected \"%.*s\" to be refused; it is legal", (int)colon, text);
    while (why && (want = lex_word(&x)))
        if (!cites(why, want, x.quoted))
            run_fail(r, "expected \"%.*s\" to be refused by %s; it is: %s", (int)colon, text, want, why);
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
    found = play_preview(&known, a, &r->sheet);
    free(menu);
    free(state);
    return found;
}

static void do_preview(struct run *r)
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

/* march UNIT PLACE */
static void do_march(struct run *r)
{
    const char *word = lex_need(&r->x, "the unit"), *why;
    int piece, place, steps = 0, from;

    if (!word || !run_needs_match(r))
        return;
    piece = box_piece_find(r->box, word);
    if (piece < 0) {
        run_stop(r, "there is no unit \"%s\"", word);
        return;
    }
    word = lex_need(&r->x, "the place");
    place = word && r->box->board ? board_parse_place(r->box->board, word) : -1;
    if (!word || place < 0) {
        run_stop(r, "there is no place \"%s\"", word ? word : "");
        return;
    }
    from = match_entries(r->match);
    why = match_march(r->match, play_who(match_play(r->match)), piece, place, &steps);
    if (why)
        run_stop(r, "the march is refused: %s", why);
    else
        keep_sheet(r, from);
}

/* undo [as SIDE] [refused] */
static void do_undo(struct run *r)
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
static void do_random(struct run *r)
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

static void do_mark(struct run *r)
{
    if (!run_needs_match(r))
        return;
    r->mark = play_hash(match_play(r->match));
    r->marked = true;
}

static void compare_mark(struct run *r, bool same)
{
    if (!run_needs_match(r))
        return;
    if (!r->marked)
        run_stop(r, "compared with what? `mark` comes first");
    else if ((play_hash(match_play(r->match)) == r->mark) != same)
        run_fail(r, same ? "the position is no longer the marked one" : "the position is still the marked one");
}

static void do_same(struct run *r)
{
    compare_mark(r, true);
}

static void do_changed(struct run *r)
{
    compare_mark(r, false);
}

/* ---- lines ---- */

static const struct {
    const char *word;
    void (*run)(struct run *);
} words[] = {
    { "absent", look_absent },   { "asks", look_asks },     { "chance", do_chance },
    { "changed", do_changed },   { "data", do_data },       { "do", do_do },
    { "expect", look_expect },   { "game", do_game },       { "illegal", do_illegal },
    { "legal", do_legal },       { "march", do_march },     { "mark", do_mark },
    { "offers", look_offers },   { "option", do_option },   { "position", do_position },
    { "preview", do_preview },   { "random", do_random },   { "roll", do_roll },
    { "same", do_same },         { "scenario", do_scenario }, { "seed", do_seed },
    { "setup", do_setup },       { "show", look_show },     { "undo", do_undo },
};

static void run_line(struct run *r)
{
    bool indented = r->x.at > r->text && (r->x.at[-1] == ' ' || r->x.at[-1] == '\t');
    const char *word = lex_word(&r->x), *broken;
    int i = 0;

    if (!word)
        return;
    if (indented) {
        run_stop(r, "an indented line belongs to `position` or `data`; \"%s\" does not", word);
        return;
    }
    while (i < COUNT(words) && strcmp(words[i].word, word) != 0)
        i++;
    if (i == COUNT(words)) {
        run_stop(r, "a script knows no \"%s\"", word);
        return;
    }
    words[i].run(r);
    if (!r->ended)
        lex_end(&r->x);
    if (!r->ended && r->match && (broken = play_broken(match_play(r->match))))
        run_stop(r, "the position is broken: %s", broken);
}

/* `line` is the number of the first line of the text. */
static void run_lines(struct run *r, const char *file, const char *text, size_t size, int line)
{
    lex_begin(&r->x, file, text, size, &r->faults);
    r->x.next_line = line;
    r->text = text;
    while (!r->ended && lex_line(&r->x)) {
        run_line(r);
        report_faults(r, &r->faults);
    }
}

/* ---- cases ---- */

bool script_is_case(const char *word)
{
    size_t n = strlen(word);

    return n > 0 && strpbrk(word, "0123456789") && strpbrk(word, ".-") && word[n - 1] != '.' &&
           word[n - 1] != ',' && word[n - 1] != ':';
}

/* The numbers and the title. The first word is a case whatever it looks like. */
static void read_heading(struct run *r, struct lex *x)
{
    const char *word = lex_word(x);
    size_t n = 0, size;
    const char *title;

    while (word) {
        struct lex before = *x;

        n += (size_t)snprintf(r->cases + n, sizeof r->cases - n, "%s%s", n ? " " : "", word);
        n = n < sizeof r->cases ? n : sizeof r->cases - 1;
        word = lex_word(x);
        if (word && !script_is_case(word)) {
            *x = before;
            word = NULL;
        }
    }
    title = lex_rest(x, &size);
    snprintf(r->title, sizeof r->title, "%.*s", (int)(size < RUN_TITLE ? size : RUN_TITLE - 1), title);
}

static bool wanted(const struct run *r)
{
    const char *only = r->script->only, *at = r->cases;
    size_t n = only ? strlen(only) : 0;

    while (only && (at = strstr(at, only))) {
        if ((at == r->cases || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
        at++;
    }
    return !only;
}

static void close_run(struct run *r)
{
    close_box(r);
    for (int i = 0; i < r->papers; i++)
        free((char *)r->paper[i].name);
    errors_free(&r->faults);
}

static void tally(struct run *r, const char *file, int line)
{
    struct script *s = r->script;

    s->passed += r->failures == 0;
    s->failed += r->failures > 0;
    if (s->verbose)
        text_printf(&s->out, "%s %s:%d: case %s %s\n", r->failures ? "FAILED" : "ok    ", file, line, r->cases,
                    r->title);
}

/* A file: where its preamble ends and its cases begin. */
struct part {
    const char *text, *end;
    int line;
};

static void run_case(struct script *s, const char *file, struct part preamble, struct part body)
{
    struct run *r = base_alloc(sizeof *r);
    struct lex x;

    r->script = s;
    r->scenario = -1;
    r->dice.kind = DICE_LIST;
    lex_begin(&x, file, body.text, (size_t)(body.end - body.text), NULL);
    x.next_line = body.line;
    lex_line(&x);
    lex_word(&x);
    read_heading(r, &x);
    if (wanted(r)) {
        r->x.file = file;
        r->x.line = body.line;
        if (!*r->cases)
            run_stop(r, "a case has a number");
        if (!r->ended)
            run_lines(r, file, preamble.text, (size_t)(preamble.end - preamble.text), preamble.line);
        if (!r->ended)
            run_lines(r, file, x.at, (size_t)(x.end - x.at), body.line);
        tally(r, file, body.line);
    }
    close_run(r);
    free(r);
}

/* Behind the next line break, or the end. */
static const char *next_line(const char *at, const char *end)
{
    while (at < end && *at != '\n')
        at++;
    return at < end ? at + 1 : end;
}

static bool begins_case(const char *at, const char *end)
{
    static const char word[] = "case";
    size_t n = sizeof word - 1;

    return (size_t)(end - at) >= n && memcmp(at, word, n) == 0 &&
           ((size_t)(end - at) == n || strchr(" \t\r\n", at[n]));
}

/* To the next line that begins a case; counts lines. */
static struct part next_part(const char *at, const char *end, int *line)
{
    struct part part = { .text = at, .line = *line };

    do {
        at = next_line(at, end);
        ++*line;
    } while (at < end && !begins_case(at, end));
    part.end = at;
    return part;
}

void script_run(struct script *s, const char *file, const char *text, size_t size)
{
    const char *end = text + size;
    struct part preamble = { text, text, 1 };
    int line = 1;

    if (size && !begins_case(text, end))
        preamble = next_part(text, end, &line);
    if (preamble.end == end) {
        text_printf(&s->out, "%s: there is no case in it\n", file);
        s->failed++;
        return;
    }
    for (const char *at = preamble.end; at < end && !(s->first && s->failed);) {
        struct part body = next_part(at, end, &line);

        run_case(s, file, preamble, body);
        at = body.end;
    }
}

void script_free(struct script *s)
{
    struct script_box *next;

    for (struct script_box *b = s->boxes; b; b = next) {
        next = b->next;
        box_free(b->box);
        free(b);
    }
    text_free(&s->out);
    s->boxes = NULL;
}
