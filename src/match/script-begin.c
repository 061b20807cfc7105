/*
 * script-begin.c: the words of rule scripts that say what is played: game, scenario, option, seed,
 * setup, position, data.
 *
 * Boxes as printed are opened once for all scripts; one with other data is opened for its case
 * alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/read.h"
#include "match/script-run.h"

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
    run_report(r, &e);
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
    r->has_sheet = false;
}

void begin_close(struct run *r)
{
    close_match(r);
    r->marked = false;
    box_free(r->own_box);
    r->own_box = NULL;
    r->box = NULL;
}

/* ---- which game, and how it begins ---- */

void begin_game(struct run *r)
{
    const char *id = lex_need(&r->x, "the game");

    if (!id)
        return;
    begin_close(r);
    r->game = game_find(id);
    r->scenario = -1;
    if (!r->game) {
        run_stop(r, "there is no game \"%s\"", id);
        return;
    }
    for (int i = 0; i < game_options(r->game); i++)
        r->option[i] = r->game->options[i].standard;
}

void begin_scenario(struct run *r)
{
    if (!run_needs_box(r))
        return;
    r->scenario = lex_scenario(&r->x, r->box);
    close_match(r);
}

/* What was begun before, was begun without it. */
void begin_option(struct run *r)
{
    if (run_needs_box(r) && lex_option(&r->x, r->game, r->option, NULL))
        close_match(r);
}

/* From here on chance is settled by a seed. */
void begin_seed(struct run *r)
{
    int n;

    if (!lex_number(&r->x, "the seed", 0, INT32_MAX, &n))
        return;
    r->dice = (struct dice){ .kind = DICE_SEED, .seed = (uint64_t)n };
    if (!r->match)
        return;
    match_set_dice(r->match, r->dice);
    match_settle_chance(r->match);
}

/* Called wherever the position may have become another one. */
static void begun(struct run *r, struct errors *e)
{
    if (!r->match)
        run_report(r, e);
    errors_free(e);
}

void begin_setup(struct run *r)
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
        if (r->option[i] != r->game->options[i].standard)
            text_printf(out, "option %s %s ", r->game->options[i].id,
                        game_option_name(&r->game->options[i], r->option[i]));
    text_add_n(out, block, size);
}

void begin_position(struct run *r)
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

/* ---- other data ---- */

/* The place of the file among those of the case: what is given later counts. */
static int paper_place(const struct box_paper *paper, int papers, const char *name)
{
    int i = 0;

    while (i < papers && strcmp(paper[i].name, name) != 0)
        i++;
    return i;
}

/* From now on the case is played with it; the text is owned if it was amended. */
static void keep_paper(struct run *r, const struct box_paper *paper, char *owned)
{
    int at = paper_place(r->paper, r->papers, paper->name);

    begin_close(r);
    if (at == r->papers)
        r->papers++;
    else
        free(r->paper_name[at]), free(r->paper_text[at]);
    r->paper_text[at] = owned;
    r->paper[at] = *paper;
    r->paper[at].name = r->paper_name[at] = base_copy(paper->name);
}

/* What would be said of it. */
static void try_paper(struct run *r, const struct box_paper *paper, struct errors *e)
{
    struct box_paper all[RUN_PAPERS];
    int at = paper_place(r->paper, r->papers, paper->name);
    struct box *box;

    memcpy(all, r->paper, sizeof all);
    all[at] = *paper;
    box = box_open_with(r->game, r->script->data_dir, all, at == r->papers ? at + 1 : r->papers, e);
    if (box && box->board)
        board_check(box->board, e);
    box_free(box);
}

/* The block as a file, whose first line is the one below this. */
static void take_paper(struct run *r, bool missing, struct box_paper *paper)
{
    lex_end(&r->x);
    paper->text = take_block(&r->x, &paper->size);
    if (paper->size) {
        paper->text++;
        paper->size--;
    }
    if (missing)
        paper->text = NULL;
}

static const char *line_end(const char *at, const char *end)
{
    const char *stop = memchr(at, '\n', (size_t)(end - at));

    return stop ? stop : end;
}

/* How long the first two words of the line are, with the blanks before and between them. */
static size_t head_of(const char *at, const char *end)
{
    size_t n = 0, most = (size_t)(end - at);

    for (int word = 0; word < 2; word++) {
        n += strspn(at + n, " \t");
        while (n < most && !strchr(" \t\n", at[n]))
            n++;
    }
    return n;
}

static bool same_head(const char *a, const char *a_end, const char *b, const char *b_end)
{
    size_t n = head_of(a, a_end), m = head_of(b, b_end), i = 0, k = 0;

    while (i < n && k < m) {
        i += strspn(a + i, " \t"), k += strspn(b + k, " \t");
        while (i < n && k < m && a[i] == b[k] && a[i] != ' ' && a[i] != '\t')
            i++, k++;
        if ((i < n && a[i] != ' ' && a[i] != '\t') || (k < m && b[k] != ' ' && b[k] != '\t'))
            return false;
    }
    return i == n && k == m;
}

/* The line of the block with which the given one shares its first two words; NULL: none. */
static const char *amendment(const struct box_paper *block, const char *at, const char *end)
{
    const char *stop = block->text + block->size;

    for (const char *line = block->text; line < stop; line = line_end(line, stop) + 1)
        if (same_head(line, line_end(line, stop), at, end))
            return line;
    return NULL;
}

static int count_lines(const char *at, const char *end)
{
    int n = 0;

    for (; at < end; at = line_end(at, end) + 1)
        n++;
    return n;
}

/* The file as it is, but for the lines that begin with the same two words as one of the block. */
static char *amend(struct run *r, struct box_paper *paper)
{
    struct text out = { 0 }, path = { 0 };
    const char *stop = paper->text + paper->size;
    int left = count_lines(paper->text, stop);
    size_t size = 0;
    char *file;

    text_printf(&path, "%s/%s/%s", box_data_dir(r->script->data_dir), r->game->id, paper->name);
    file = base_read_file(text_of(&path), &size);
    if (!file)
        run_stop(r, "%s cannot be read", text_of(&path));
    text_free(&path);
    for (const char *at = file, *end; file && at < file + size; at = end + 1) {
        const char *other;

        end = line_end(at, file + size);
        other = amendment(paper, at, end);
        text_add_n(&out, other ? other : at,
                   (size_t)(other ? line_end(other, stop) - other : end - at));
        text_char(&out, '\n');
        left -= other != NULL;
    }
    if (file && left > 0)
        run_stop(r, "not every line below has one in %s that begins with the same two words",
                 paper->name);
    free(file);
    paper->text = text_of(&out);
    paper->size = out.n;
    return out.s;
}

/* data FILE [missing|amended] [refused TEXT] */
void begin_data(struct run *r)
{
    struct errors e = { 0 };
    char name[LEX_WORD], wanted[LEX_WORD] = "", *owned = NULL;
    const char *word = lex_need(&r->x, "the name of the file");
    struct box_paper paper = { .name = name };
    bool refused, missing, amended;

    if (!word)
        return;
    snprintf(name, sizeof name, "%s", word);
    missing = lex_accept(&r->x, "missing");
    amended = !missing && lex_accept(&r->x, "amended");
    refused = take_refused(r, wanted, sizeof wanted);
    if (r->x.faulty)
        return;
    if (!r->game || r->papers == RUN_PAPERS) {
        run_stop(r, r->game ? "too many files" : "which game? `game ID` comes first");
        return;
    }
    take_paper(r, missing, &paper);
    if (amended)
        owned = amend(r, &paper);
    if (r->ended) {
        free(owned);
        return;
    }
    if (!refused) {
        keep_paper(r, &paper, owned);
        return;
    }
    try_paper(r, &paper, &e);
    check_refused(r, name, wanted, &e);
    free(owned);
}
