/*
 * step.c: the rows of steps made ready, a step as text and back, and what makes one sound.
 *
 * A row's `vars` is read once into names, kinds and bounds; positions are printed and read by it, and
 * states from outside are held to it: variables within bounds, a resume point that exists, a parent that
 * can have pushed the step, dice only where the row waits for them, and the row's own `sound`.
 */
#include "step.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read.h"

/* ---- rows ---- */

/* The next word of a list that blanks separate: its length, or 0 at the end. */
static size_t next_word(const char **at)
{
    *at += strspn(*at, " ");
    return strcspn(*at, " ");
}

static bool copy_name(char to[STEP_NAME], const char *from, size_t n)
{
    if (n == 0 || n >= STEP_NAME)
        return false;
    memcpy(to, from, n);
    to[n] = '\0';
    return true;
}

static int count_words(const char *words, size_t n, char between)
{
    int count = 1;

    for (size_t i = 0; i < n; i++)
        count += words[i] == between;
    return count;
}

static int game_words(const struct game *g)
{
    int n = 0;

    while (g->words && g->words[n])
        n++;
    return n;
}

/* A piece, place, side, word or facing: what the letter allows in this game. */
static bool read_letter(const struct game *g, const struct box *box, struct step_var *v)
{
    int cells = box && box->board ? box->board->cells : INT16_MAX;
    int pieces = box ? box->pieces : BOX_PIECES;

    switch (v->kind) {
    case 'u':
    case 'U': v->most = pieces - 1; break;
    case 'p':
    case 'P': v->most = cells - 1; break;
    case 's': v->most = game_sides(g) - 1; break;
    case 'w': v->most = game_words(g) - 1; break;
    case 'f':
    case 'F': v->most = HEX_SIDES - 1; break;
    default: return false;
    }
    v->least = v->usual = isupper((unsigned char)v->kind) ? -1 : 0;
    return true;
}

/* "0..2": a number within bounds; "a|b|c": one of these; "a+b+c": some of these. */
static bool read_range(const char *kind, size_t n, struct step_var *v)
{
    const char *dots = strstr(kind, "..");

    v->words = kind;
    if (dots && dots < kind + n) {
        v->kind = 'n';
        v->least = atoi(kind);
        v->most = atoi(dots + 2);
        v->usual = v->least > 0 ? v->least : 0;
        return v->least <= v->usual && v->usual <= v->most;
    }
    if (memchr(kind, '+', n)) {
        v->kind = 'm';
        v->most = (1 << count_words(kind, n, '+')) - 1;
    } else {
        v->kind = 'c';
        v->most = count_words(kind, n, '|') - 1;
    }
    return v->most > 0;
}

static bool read_var(const struct game *g, const struct box *box, const char *word, size_t n,
                     struct step_var *v)
{
    const char *colon = memchr(word, ':', n);
    size_t left;

    memset(v, 0, sizeof *v);
    if (!colon || !copy_name(v->name, word, (size_t)(colon - word)))
        return false;
    left = n - (size_t)(colon + 1 - word);
    v->kind = colon[1];
    return left == 1 ? read_letter(g, box, v) : left > 1 && read_range(colon + 1, left, v);
}

/* The row as its game wrote it; false: not as the words of game.h have it. */
static bool read_row(const struct game *g, const struct box *box, const struct step_def *def,
                     struct step_row *row)
{
    const char *at = def->vars ? def->vars : "";
    size_t n;

    memset(row, 0, sizeof *row);
    for (; (n = next_word(&at)) > 0; at += n)
        if (row->vars == STEP_VARS || !read_var(g, box, at, n, &row->var[row->vars++]))
            return false;
    at = def->points ? def->points : "";
    for (; (n = next_word(&at)) > 0; at += n)
        if (row->points == STEP_POINTS || !copy_name(row->point[row->points++], at, n))
            return false;
    return true;
}

static const struct step_row *row_of(const struct play *p, const struct step *t)
{
    return &p->box->row[t->op];
}

static int find_step(const struct game *g, const char *name, size_t n)
{
    for (int i = 0; g->steps[i]; i++)
        if (strlen(g->steps[i]->name) == n && memcmp(g->steps[i]->name, name, n) == 0)
            return i;
    return -1;
}

static int find_point(const struct step_row *row, const char *name, size_t n)
{
    for (int i = 0; i < row->points; i++)
        if (strlen(row->point[i]) == n && memcmp(row->point[i], name, n) == 0)
            return i;
    return -1;
}

/* ---- what a step stands on ---- */

/* "@combat,end": a bit for each; 0: one of them is no point of the row. All, if nothing is said. */
static uint32_t read_points(const struct step_row *row, const char *at, const char *end)
{
    uint32_t points = 0;

    if (!at)
        return UINT32_MAX;
    while (at < end) {
        size_t n = strcspn(++at, ", ");
        int point = find_point(row, at, n);

        if (point < 0)
            return 0;
        points |= UINT32_C(1) << point;
        at += n;
    }
    return points;
}

/* "player@combat,end fight": false if there is no such step or point. */
static bool read_bases(const struct game *g, const struct step_row *rows, const char *on,
                       struct step_row *row)
{
    size_t n;

    for (on = on ? on : ""; (n = next_word(&on)) > 0; on += n) {
        const char *at = memchr(on, '@', n);
        int op = find_step(g, on, at ? (size_t)(at - on) : n);
        uint32_t points = op < 0 ? 0 : read_points(&rows[op], at, on + n);

        if (points == 0 || row->bases == STEP_BASES)
            return false;
        row->base[row->bases++] = (struct step_base){ u8(op), points };
    }
    return true;
}

static bool stands_on(const struct step_row *row, const struct step *below)
{
    for (int i = 0; i < row->bases; i++)
        if (row->base[i].op == below->op)
            return row->base[i].points >> (below->pc & 31) & 1;
    return row->bases == 0;
}

/* All rows as the game wrote them; the name of the first that is not as game.h says, or NULL. */
static const char *read_rows(const struct game *g, const struct box *box, struct step_row *rows)
{
    for (int i = 0; g->steps[i]; i++)
        if (!read_row(g, box, g->steps[i], &rows[i]))
            return g->steps[i]->name;
    for (int i = 0; g->steps[i]; i++)
        if (!read_bases(g, rows, g->steps[i]->on, &rows[i]))
            return g->steps[i]->name;
    return NULL;
}

void step_rows(const struct game *g, struct box *box)
{
    struct step_row *rows;
    const char *wrong;
    int n = 0;

    while (g->steps[n])
        n++;
    rows = arena_alloc(&box->arena, (size_t)n * sizeof *rows);
    wrong = read_rows(g, box, rows);
    if (wrong)
        base_die("step %s: its row is not written as game.h says", wrong);
    box->rows = n;
    box->row = rows;
}

/* "read:6 lost:2x6": at the point `read` one die of six lies on the step. */
static bool waits_for_dice(const struct play *p, const struct step *t, int dice, int faces)
{
    const char *item = p->game->steps[t->op]->rolls;
    size_t n;

    for (item = item ? item : ""; (n = next_word(&item)) > 0; item += n) {
        const char *colon = memchr(item, ':', n);
        const char *by = colon ? memchr(colon, 'x', n - (size_t)(colon - item)) : NULL;

        if (colon && find_point(row_of(p, t), item, (size_t)(colon - item)) == t->pc &&
            (by ? atoi(colon + 1) : 1) == dice && atoi(by ? by + 1 : colon + 1) == faces)
            return true;
    }
    return false;
}

/* ---- what is wrong with a row ---- */

static const char *rolls_wrong(const struct step_row *row, const char *list)
{
    size_t n;

    for (list = list ? list : ""; (n = next_word(&list)) > 0; list += n) {
        const char *colon = memchr(list, ':', n);

        if (!colon || find_point(row, list, (size_t)(colon - list)) < 0 || atoi(colon + 1) < 1)
            return "it rolls at a resume point that there is not";
    }
    return NULL;
}

static const char *bases_wrong(const struct game *g, const struct step_def *def)
{
    struct step_row rows[UINT8_MAX + 1], row = { 0 };

    for (int i = 0; g->steps[i] && i <= UINT8_MAX; i++)
        if (!read_row(g, NULL, g->steps[i], &rows[i]))
            return "another row is not written as game.h says";
    return read_bases(g, rows, def->on, &row) ? NULL
                                              : "it stands on a step or point that there is not";
}

const char *step_row_wrong(const struct game *g, const struct step_def *def)
{
    struct step_row row;
    const char *wrong;

    if (!read_row(g, NULL, def, &row))
        return "its variables or resume points are not written as game.h says";
    wrong = bases_wrong(g, def);
    return wrong ? wrong : rolls_wrong(&row, def->rolls);
}

/* ---- printing ---- */

/* The n-th word of "a|b|c" or "a+b+c". */
static const char *nth_word(const char *words, int n, size_t *length)
{
    while (n-- > 0)
        words += strcspn(words, "|+") + 1;
    *length = strcspn(words, "|+ ");
    return words;
}

static void print_words(const struct step_var *v, int value, struct text *out)
{
    size_t n;
    bool first = true;

    if (v->kind == 'c') {
        const char *word = nth_word(v->words, value, &n);

        text_add_n(out, word, n);
        return;
    }
    for (int i = 0; value >> i; i++)
        if (value >> i & 1) {
            const char *word = nth_word(v->words, i, &n);

            text_add(out, first ? "" : "+");
            text_add_n(out, word, n);
            first = false;
        }
}

static void print_value(const struct play *p, const struct step_var *v, int value, struct text *out)
{
    if (value < v->least || value > v->most || value == -1) {
        text_int(out, value); /* of a copy in which it is hidden */
        return;
    }
    switch (v->kind) {
    case 'u':
    case 'U': text_add(out, p->box->piece[value].id); break;
    case 'p':
    case 'P': text_add(out, board_number(p->box->board, value)); break;
    case 's': text_add(out, game_side_name(p->game, value)); break;
    case 'c':
    case 'm': print_words(v, value, out); break;
    default: text_int(out, value);
    }
}

/* Pieces, places, sides, words and choices are always said; of numbers and of yes or no what is not usual. */
static bool is_said(const struct step_var *v, int value)
{
    bool doubtful = v->kind == 'c' && strncmp(v->words, "no|", 3) == 0;

    return value != v->usual || (strchr("upswfc", v->kind) && !doubtful);
}

static void print_secret(const struct play *p, int secret, struct text *out)
{
    bool first = true;

    if (!secret)
        return;
    text_add(out, " secret=");
    for (int side = 0; side < game_sides(p->game); side++)
        if (secret >> side & 1) {
            text_add(out, first ? "" : "+");
            text_add(out, game_side_name(p->game, side));
            first = false;
        }
}

void step_print(const struct play *p, const struct step *t, struct text *out)
{
    const struct step_row *row = row_of(p, t);

    text_add(out, "step ");
    text_add(out, p->game->steps[t->op]->name);
    text_char(out, ' ');
    text_add(out, t->who == NOBODY ? "nobody" : game_side_name(p->game, t->who));
    if (t->pc < row->points) {
        text_add(out, " at=");
        text_add(out, row->point[t->pc]);
    }
    for (int i = 0; i < row->vars; i++)
        if (is_said(&row->var[i], t->v[i])) {
            text_char(out, ' ');
            text_add(out, row->var[i].name);
            text_char(out, '=');
            print_value(p, &row->var[i], t->v[i], out);
        }
    print_secret(p, t->secret, out);
    if (t->answer) {
        text_add(out, " answer=");
        text_int(out, t->answer);
    }
    text_char(out, '\n');
}

void step_trace(const struct play *p, const char *what, const struct step *t)
{
    for (int i = 1; i < play_state(p)->depth; i++)
        text_add(p->trace, "  ");
    text_add(p->trace, what);
    text_char(p->trace, ' ');
    step_print(p, t, p->trace);
}

/* ---- reading ---- */

/* A side, chance or nobody. */
static bool read_who(const struct play *p, struct lex *x, int *who)
{
    const char *word = lex_need(x, "a side");

    if (!word)
        return false;
    *who = strcmp(word, "nobody") == 0 ? NOBODY : game_side_find(p->game, word);
    if (*who < 0 || *who == REFEREE)
        lex_complain(x, "\"%s\" is no side of this game", word);
    return !x->faulty;
}

static int find_word(const char *words, const char *word, size_t n)
{
    for (int i = 0;; i++) {
        size_t length;
        const char *at = nth_word(words, i, &length);

        if (length == n && memcmp(at, word, n) == 0)
            return i;
        if (at[length] != '|' && at[length] != '+')
            return -1;
    }
}

/* "a+b" of a set; -1: one of them is none of its words. */
static int find_set(const char *words, const char *word)
{
    int set = 0;

    while (*word) {
        size_t n = strcspn(word, "+");
        int i = find_word(words, word, n);

        if (i < 0)
            return -1;
        set |= 1 << i;
        word += n + (word[n] == '+');
    }
    return set;
}

/* The value in words, or as a number within the bounds; false: there is no such value. */
static bool find_value(const struct play *p, const struct step_var *v, const char *word, int *value)
{
    *value = -1;
    switch (v->kind) {
    case 'u':
    case 'U': *value = box_piece_find(p->box, word); break;
    case 'p':
    case 'P': *value = p->box->board ? board_find(p->box->board, word) : -1; break;
    case 's': *value = game_side_find(p->game, word); break;
    case 'c': *value = find_word(v->words, word, strlen(word)); break;
    case 'm': *value = find_set(v->words, word); break;
    default: return lex_is_number(word, value) && *value >= v->least && *value <= v->most;
    }
    return *value >= 0 && *value <= v->most;
}

static bool read_variable(struct play *p, struct lex *x, struct step *t, const char *word,
                          const char *value)
{
    const struct step_row *row = row_of(p, t);
    size_t n = (size_t)(value - 1 - word);
    int i = 0, number;

    while (i < row->vars &&
           (strlen(row->var[i].name) != n || memcmp(row->var[i].name, word, n) != 0))
        i++;
    if (i == row->vars) {
        lex_complain(x, "step %s has nothing called \"%.*s\"", p->game->steps[t->op]->name, (int)n,
                     word);
        return false;
    }
    if (!find_value(p, &row->var[i], value, &number)) {
        lex_complain(x, "step %s: %s cannot be \"%s\"", p->game->steps[t->op]->name,
                     row->var[i].name, value);
        return false;
    }
    t->v[i] = i16(number);
    return true;
}

static bool read_point(struct play *p, struct lex *x, struct step *t, const char *value)
{
    int pc = find_point(row_of(p, t), value, strlen(value));

    if (pc < 0) {
        lex_complain(x, "step %s has no point \"%s\"", p->game->steps[t->op]->name, value);
        return false;
    }
    t->pc = u8(pc);
    return true;
}

static bool read_secret(struct play *p, struct lex *x, struct step *t, const char *value)
{
    while (*value) {
        char name[LEX_WORD];
        size_t n = strcspn(value, "+");
        int side;

        memcpy(name, value, n);
        name[n] = '\0';
        side = game_side_find(p->game, name);
        if (side < 0 || side >= game_sides(p->game)) {
            lex_complain(x, "\"%s\" is no side of this game", name);
            return false;
        }
        t->secret = u8(t->secret | 1 << side);
        value += n + (value[n] == '+');
    }
    return true;
}

static bool read_answer(struct lex *x, struct step *t, const char *value)
{
    int n;

    if (!lex_is_number(value, &n) || n < INT16_MIN || n > INT16_MAX) {
        lex_complain(x, "\"%s\" is no answer", value);
        return false;
    }
    t->answer = i16(n);
    return true;
}

/* `who=Jerome`: the next word, if it is of this kind; each name once. */
static bool read_member(struct play *p, struct lex *x, struct step *t, struct said *said)
{
    struct lex ahead = *x;
    const char *word = lex_word(&ahead), *is = word ? strchr(word, '=') : NULL;
    char member[LEX_WORD], name[LEX_WORD];

    if (!is)
        return false;
    memcpy(member, word, strlen(word) + 1);
    *x = ahead;
    is = member + (is - word);
    snprintf(name, sizeof name, "%.*s", (int)(is - member), member);
    if (!said_once(said, x, name))
        return false;
    is++;
    if (strncmp(member, "at=", 3) == 0)
        return read_point(p, x, t, is);
    if (strncmp(member, "secret=", 7) == 0)
        return read_secret(p, x, t, is);
    if (strncmp(member, "answer=", 7) == 0)
        return read_answer(x, t, is);
    return read_variable(p, x, t, member, is);
}

static void read_members(struct play *p, struct lex *x, struct step *t)
{
    const struct step_row *row = row_of(p, t);
    struct said said = { 0 };

    while (!x->faulty && read_member(p, x, t, &said))
        ;
    for (int i = 0; !x->faulty && i < row->vars; i++)
        if (is_said(&row->var[i], row->var[i].usual) && !said_has(&said, row->var[i].name))
            lex_complain(x, "step %s: %s is missing", p->game->steps[t->op]->name,
                         row->var[i].name);
    said_free(&said);
}

/* Positions of the first version: point, secret, answer and variables as bare numbers. */
static void read_numbers(struct lex *x, struct step *t)
{
    int n;

    if (lex_number(x, "how far the step is", 0, UINT8_MAX, &n))
        t->pc = u8(n);
    if (!x->faulty && lex_number(x, "the secret mask", 0, UINT8_MAX, &n))
        t->secret = u8(n);
    if (!x->faulty && lex_number(x, "the answer", INT16_MIN, INT16_MAX, &n))
        t->answer = i16(n);
    for (int i = 0; i < STEP_VARS; i++)
        if (!x->faulty && lex_number(x, "a variable of the step", INT16_MIN, INT16_MAX, &n))
            t->v[i] = i16(n);
}

/* A step that asks must be able to, also whom it asks, and one that runs must be able to run. */
static bool can_wait(const struct step_def *def, int who)
{
    return who == NOBODY ? def->run != NULL
                         : def->list && def->take && (who != CHANCE || def->chance);
}

static struct step *push_usual(struct play *p, int op, int who)
{
    struct step *t = agenda_push(p, op, who);

    for (int i = 0; i < row_of(p, t)->vars; i++)
        t->v[i] = i16(row_of(p, t)->var[i].usual);
    return t;
}

static bool is_numbered(const struct lex *x)
{
    struct lex ahead = *x;
    const char *word = lex_word(&ahead);
    int n;

    return word && lex_is_number(word, &n);
}

void step_read(struct play *p, struct lex *x)
{
    const char *word = lex_need(x, "the step's name");
    int op = word ? find_step(p->game, word, strlen(word)) : -1, who;

    if (!word)
        return;
    if (op < 0) {
        lex_complain(x, "there is no step \"%s\"", word);
        return;
    }
    if (play_state(p)->depth == AGENDA_MAX) {
        lex_complain(x, "more than %d steps", AGENDA_MAX);
        return;
    }
    if (!read_who(p, x, &who))
        return;
    if (!can_wait(p->game->steps[op], who))
        lex_complain(x, "step %s cannot wait for that", p->game->steps[op]->name);
    else if (is_numbered(x))
        read_numbers(x, agenda_push(p, op, who));
    else
        read_members(p, x, push_usual(p, op, who));
}

/* ---- phases ---- */

static const struct phase_def *find_phase(const struct game *g, bool sided, const char *name)
{
    for (const struct phase_def *f = g->phases; f && f->agenda; f++)
        if (f->sided == sided && (f->name ? name && strcmp(f->name, name) == 0 : !name))
            return f;
    return NULL;
}

/* "turn@allied|french": the point by the side's number if there are several. */
static int point_for(const struct step_row *row, const char *points, size_t n, int side)
{
    const char *end = points + n, *next;

    while (side > 0 && (next = memchr(points, '|', (size_t)(end - points)))) {
        points = next + 1;
        side--;
    }
    next = memchr(points, '|', (size_t)(end - points));
    return find_point(row, points, (size_t)((next ? next : end) - points));
}

/* "game@turns", or "movement?": this one asks the side. */
static void push_item(struct play *p, const char *item, size_t n, int side)
{
    const char *at = memchr(item, '@', n);
    bool asks = item[n - 1] == '?';
    int op = find_step(p->game, item, at ? (size_t)(at - item) : n - asks), pc = 0;
    struct step *t;

    assert(op >= 0);
    t = push_usual(p, op, asks ? side : NOBODY);
    if (at)
        pc = point_for(row_of(p, t), at + 1, n - (size_t)(at + 1 - item), side);
    t->pc = u8(pc);
    for (int i = 0; i < row_of(p, t)->vars; i++)
        if (row_of(p, t)->var[i].kind == 's')
            t->v[i] = i16(side);
}

static void complain_of_phase(const struct play *p, struct lex *x, const char *word)
{
    struct text names = { 0 };

    for (const struct phase_def *f = p->game->phases; f && f->agenda; f++)
        text_printf(&names, "%s%s%s%s", names.n ? ", " : "", f->sided ? "SIDE" : "",
                    f->sided && f->name ? " " : "", f->name ? f->name : "");
    lex_complain(x, "nobody is asked for \"%s\", but: %s", word ? word : "", text_of(&names));
    text_free(&names);
}

void step_phase(struct play *p, struct lex *x)
{
    struct lex ahead = *x;
    const char *word = lex_word(&ahead), *item;
    int side = word ? game_side_find(p->game, word) : -1;
    bool sided = side >= 0 && side < game_sides(p->game);
    const struct phase_def *f;
    size_t n;

    if (sided) {
        *x = ahead;
        word = lex_word(&ahead);
    }
    f = word ? find_phase(p->game, sided, word) : NULL;
    if (f)
        *x = ahead;
    else
        f = find_phase(p->game, sided, NULL);
    if (!f) {
        complain_of_phase(p, x, word);
        return;
    }
    if (play_state(p)->depth) {
        lex_complain(x, "the position says twice what comes next");
        return;
    }
    play_state(p)->phase = f->phase;
    if (f->begin)
        f->begin(p, side);
    for (item = f->agenda; (n = next_word(&item)) > 0; item += n)
        push_item(p, item, n, sided ? side : 0);
}

/* ---- soundness ---- */

/* Variables that have no name are bounded by 0 and 0. */
static bool variables_fit(const struct step_row *row, const struct step *t)
{
    for (int i = 0; i < STEP_VARS; i++)
        if (t->v[i] < row->var[i].least || t->v[i] > row->var[i].most)
            return false;
    return true;
}

static bool dice_fit(const struct play *p, const struct step *t)
{
    return t->who == CHANCE && t[-1].who == NOBODY && waits_for_dice(p, &t[-1], t->v[0], t->v[1]);
}

const char *step_wrong(const struct play *p, const struct step *t)
{
    const struct step_def *def;

    if (t->op >= p->box->rows)
        return "there is no such step";
    def = p->game->steps[t->op];
    if (!variables_fit(row_of(p, t), t))
        return "a variable is out of bounds";
    if (t->pc > 0 && t->pc >= row_of(p, t)->points)
        return "it has no such point";
    if (!can_wait(def, t->who))
        return "it cannot wait for that";
    if (t->op == STEP_ROLL)
        return dice_fit(p, t) ? NULL : "nobody waits for these dice";
    if (t->op != STEP_GAME && def->on && !stands_on(row_of(p, t), &t[-1]))
        return "it does not stand on a step that begins it";
    return def->sound && !def->sound(p, t) ? "it does not fit the board or the step below" : NULL;
}

const char *step_broken(const struct play *p, int i)
{
    const struct step *t = &play_state(p)->agenda[i];

    if (t->op < p->box->rows && (t->op == STEP_GAME) != (i == 0))
        return "the agenda does not stand on the step of the game";
    return step_wrong(p, t);
}
