/*
 * chart.c: printed tables: reading, looking up, shifting; and odds.
 */
#include "chart.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "box.h"
#include "lex.h"

static bool read_int(const char **s, int *value)
{
    char *end;
    long n = strtol(*s, &end, 10);

    if (end == *s || n < -9999 || n > 9999)
        return false;
    *s = end;
    *value = (int)n;
    return true;
}

/* 1, 1½, 2 … as halves. */
static bool read_halves(const char **s, int *halves)
{
    static const char half[] = "½";

    if (!read_int(s, halves) || *halves < 1)
        return false;
    *halves *= 2;
    if (strncmp(*s, half, sizeof half - 1) == 0) {
        *s += sizeof half - 1;
        ++*halves;
    }
    return true;
}

/* 3:1 is 3, 1:1 is 1, 1:3 is -3; so odds have an order. 3:2 is reached by 2, 2:3 by 1, 2:5 by -2. */
static bool odds_band(const char *s, struct band *b)
{
    int attack, defence;

    if (!read_halves(&s, &attack) || *s++ != ':' || !read_halves(&s, &defence) || *s)
        return false;
    b->odds = ratio_of(attack, defence);
    b->least = attack < defence && defence / attack > 1 ? -(defence / attack)
                                                        : (attack + defence - 1) / defence;
    b->most = b->least;
    return true;
}

static bool number_band(const char *s, struct band *b)
{
    bool up_to = strncmp(s, "<=", 2) == 0, from = strncmp(s, ">=", 2) == 0;

    s += up_to || from ? 2 : 0;
    if (!read_int(&s, &b->least))
        return false;
    b->most = b->least;
    if (up_to)
        b->least = INT_MIN;
    else if (from || strcmp(s, "+") == 0)
        b->most = INT_MAX;
    if (*s == '-') {
        s++;
        if (!read_int(&s, &b->most))
            return false;
    }
    return *s == '\0' || strcmp(s, "+") == 0;
}

static struct band band_of(const char *label)
{
    struct band b = { .label = label };

    if (!odds_band(label, &b) && !number_band(label, &b)) {
        b.least = 1;
        b.most = 0;
    }
    return b;
}

static bool is_word(const struct band *b)
{
    return b->least > b->most;
}

static bool is_odds(const struct band *b)
{
    return b->odds.den != 0;
}

static bool comes_after(const struct band *b, const struct band *before)
{
    if (is_odds(b))
        return ratio_compare(b->odds, before->odds) > 0;
    return is_word(b) || b->least > before->most;
}

/* All are numbers, all odds or all words; numbers and odds rise. */
static void check_bands(struct lex *x, const struct band *bands, int n, const char *what)
{
    for (int i = 1; i < n && !x->faulty; i++)
        if (is_word(&bands[i]) != is_word(&bands[0]) || is_odds(&bands[i]) != is_odds(&bands[0]))
            lex_complain(x, "%s %s is of another kind than %s", what, bands[i].label,
                         bands[0].label);
        else if (!comes_after(&bands[i], &bands[i - 1]))
            lex_complain(x, "%s %s does not come after %s", what, bands[i].label,
                         bands[i - 1].label);
}

static void begin_chart(struct box *box, struct lex *x)
{
    struct chart *c;
    const char *word;

    if (box->charts == BOX_CHARTS) {
        lex_complain(x, "more than %d charts", BOX_CHARTS);
        return;
    }
    c = arena_alloc(&box->arena, sizeof *c);
    box->chart[box->charts++] = c;
    c->file = x->file;
    c->line = x->line;
    c->id = c->source = c->title = "";
    if ((word = lex_need(x, "the chart's name"))) {
        if (chart_find(box, word))
            lex_complain(x, "there is another chart \"%s\"", word);
        c->id = arena_copy(&box->arena, word);
    }
    if ((word = lex_need(x, "the source"))) {
        c->source = arena_copy(&box->arena, word);
        box_count_source(box, x, word);
    }
    if ((word = lex_need(x, "the title")))
        c->title = arena_copy(&box->arena, word);
    lex_end(x);
}

static void read_columns(struct box *box, struct lex *x, struct chart *c)
{
    const char *word;

    while ((word = lex_word(x))) {
        if (c->columns == CHART_BANDS) {
            lex_complain(x, "more than %d columns", CHART_BANDS);
            return;
        }
        c->column[c->columns++] = band_of(arena_copy(&box->arena, word));
    }
    check_bands(x, c->column, c->columns, "column");
    c->word = arena_alloc(&box->arena, sizeof *c->word * CHART_BANDS * (size_t)(c->columns + 1));
    c->value = arena_alloc(&box->arena, sizeof *c->value * CHART_BANDS * (size_t)(c->columns + 1));
}

static void read_row(struct box *box, struct lex *x, struct chart *c)
{
    const char *label = lex_need(x, "the row's label"), *word;
    int n = 0, at = c->rows * c->columns;

    if (!label)
        return;
    if (c->columns == 0 || c->rows == CHART_BANDS) {
        lex_complain(x, c->columns ? "too many rows" : "rows come after the columns");
        return;
    }
    c->row[c->rows++] = band_of(arena_copy(&box->arena, label));
    check_bands(x, c->row, c->rows, "row");
    for (; (word = lex_word(x)) && n < c->columns; n++) {
        int number;

        c->word[at + n] = arena_copy(&box->arena, word);
        c->value[at + n] =
            fit_i16(lex_is_number(word, &number) && abs(number) < 9999 ? number : CHART_NO_NUMBER);
    }
    if (n < c->columns)
        lex_complain(x, "row %s has %d cells, the chart %d columns", c->row[c->rows - 1].label, n,
                     c->columns);
    if (word)
        lex_complain(x, "row %s has more cells than columns", c->row[c->rows - 1].label);
    for (; n < c->columns; n++)
        c->word[at + n] = "";
}

void chart_load(struct box *box, struct lex *x, struct errors *e)
{
    const char *word;
    int before = e->n;

    while (lex_line(x)) {
        struct chart *c = box->charts ? box->chart[box->charts - 1] : NULL;

        if (!(word = lex_word(x)))
            continue;
        if (strcmp(word, "chart") == 0)
            begin_chart(box, x);
        else if (c && strcmp(word, "columns") == 0 && c->columns == 0)
            read_columns(box, x, c);
        else if (c && strcmp(word, "row") == 0)
            read_row(box, x, c);
        else
            lex_complain(x, "expected chart, columns or row, not \"%s\"", word);
    }
    for (int i = 0; e->n == before && i < box->charts; i++)
        if (box->chart[i]->rows == 0)
            errors_add(e, box->chart[i]->file, box->chart[i]->line, "chart %s has no rows",
                       box->chart[i]->id);
}

const struct chart *chart_find(const struct box *box, const char *id)
{
    for (int i = 0; i < box->charts; i++)
        if (strcmp(box->chart[i]->id, id) == 0)
            return box->chart[i];
    return NULL;
}

const struct chart *chart_need(struct box *box, const char *id, struct errors *e)
{
    const struct chart *c = chart_find(box, id);

    if (!c)
        errors_add(e, box_path(box, "charts.txt"), 0, "there is no chart \"%s\"", id);
    return c;
}

const struct chart *chart_bind(struct box *box, const char *id, const char *const *words,
                               struct errors *e)
{
    const struct chart *c = chart_need(box, id, e);

    for (int i = 0; c && i < c->rows * c->columns; i++) {
        int w = 0;

        while (words[w] && strcmp(words[w], c->word[i]) != 0)
            w++;
        if (!words[w])
            errors_add(e, c->file, c->line, "chart %s: \"%s\" (row %s) is no result of this game",
                       id, c->word[i], c->row[i / c->columns].label);
        c->value[i] = fit_i16(w);
    }
    return c;
}

static int band_named(const struct band *bands, int n, const char *label)
{
    for (int i = 0; i < n; i++)
        if (strcmp(bands[i].label, label) == 0)
            return i;
    return -1;
}

static void need_bands(const struct chart *c, const struct band *bands, int n, const char *what,
                       const char *const *words, struct errors *e)
{
    for (; words && *words; words++)
        if (band_named(bands, n, *words) < 0)
            errors_add(e, c->file, c->line, "chart %s has no %s %s", c->id, what, *words);
}

static bool is_within(const struct chart *c, int cell, int least, int most)
{
    return c->value[cell] != CHART_NO_NUMBER && c->value[cell] >= least && c->value[cell] <= most;
}

static void check_number(const struct chart *c, int cell, int least, int most, struct errors *e)
{
    if (!is_within(c, cell, least, most))
        errors_add(e, c->file, c->line, "chart %s: \"%s\" (row %s) must be from %d to %d", c->id,
                   c->word[cell], c->row[cell / c->columns].label, least, most);
}

const struct chart *chart_need_numbers(struct box *box, const char *id, const char *const *rows,
                                       const char *const *columns, int least, int most,
                                       struct errors *e)
{
    const struct chart *c = chart_need(box, id, e);

    if (!c)
        return NULL;
    need_bands(c, c->row, c->rows, "row", rows, e);
    need_bands(c, c->column, c->columns, "column", columns, e);
    for (int i = 0; i < c->rows * c->columns; i++)
        check_number(c, i, least, most, e);
    return c;
}

int chart_int(const struct chart *c, int row, const char *column, int least, int most,
              struct errors *e)
{
    const char *const need[] = { column, NULL };
    int at = band_named(c->column, c->columns, column), cell = row * c->columns + at;

    need_bands(c, c->column, c->columns, "column", need, e);
    if (at < 0)
        return least;
    check_number(c, cell, least, most, e);
    return is_within(c, cell, least, most) ? c->value[cell] : least;
}

int chart_choice(const struct chart *c, int row, const char *column, const char *const *words,
                 struct errors *e)
{
    int at = band_named(c->column, c->columns, column), choice = 0;

    if (at < 0) {
        errors_add(e, c->file, c->line, "chart %s has no column %s", c->id, column);
        return 0;
    }
    while (words[choice] && strcmp(words[choice], chart_word(c, row, at)) != 0)
        choice++;
    if (words[choice])
        return choice;
    errors_add(e, c->file, c->line, "chart %s: \"%s\" (row %s) is no %s", c->id,
               chart_word(c, row, at), c->row[row].label, column);
    return 0;
}

/* The band that holds the value; in a gap the one below it; beyond the ends the end. */
static int band_find(const struct band *bands, int n, int value)
{
    int at = 0;

    for (int i = 0; i < n; i++)
        if (!is_word(&bands[i]) && (bands[i].least <= value || is_word(&bands[at])))
            at = i;
    return at;
}

int chart_row(const struct chart *c, int value)
{
    return band_find(c->row, c->rows, value);
}

int chart_column(const struct chart *c, int value)
{
    return band_find(c->column, c->columns, value);
}

int chart_row_named(const struct chart *c, const char *label)
{
    return band_named(c->row, c->rows, label);
}

int chart_column_named(const struct chart *c, const char *label)
{
    return band_named(c->column, c->columns, label);
}

int chart_odds(const struct chart *c, struct ratio attack, struct ratio defence)
{
    int64_t more = (int64_t)attack.num * defence.den, less = (int64_t)defence.num * attack.den;
    int at = 0;

    assert(more >= 0 && less >= 0);
    for (int i = 1; i < c->columns; i++)
        if (is_odds(&c->column[i]) &&
            (more * c->column[i].odds.den >= less * c->column[i].odds.num ||
             !is_odds(&c->column[at])))
            at = i;
    return at;
}

bool chart_within(const struct chart *c, int value)
{
    return value >= c->column[0].least && value <= c->column[c->columns - 1].most;
}

int chart_shift(const struct chart *c, int column, int by)
{
    return column + by - chart_beyond(c, column, by);
}

int chart_beyond(const struct chart *c, int column, int by)
{
    int to = column + by, last = c->columns - 1;

    return to < 0 ? to : to > last ? to - last : 0;
}

int chart_value(const struct chart *c, int row, int column)
{
    assert(row >= 0 && row < c->rows && column >= 0 && column < c->columns);
    return c->value[row * c->columns + column];
}

const char *chart_word(const struct chart *c, int row, int column)
{
    assert(row >= 0 && row < c->rows && column >= 0 && column < c->columns);
    return c->word[row * c->columns + column];
}

int odds_of(struct ratio attack, struct ratio defence)
{
    if (ratio_compare(attack, defence) >= 0)
        return ratio_floor(ratio_div(attack, defence));
    return -ratio_ceil(ratio_div(defence, attack));
}

void odds_print(int odds, char *room, size_t size)
{
    if (odds > 0)
        snprintf(room, size, "%d:1", odds);
    else
        snprintf(room, size, "1:%d", -odds);
}
