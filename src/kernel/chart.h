/*
 * chart.h: a printed table of a game: rows, columns, cells; read from charts.txt.
 *
 *     chart    combat reconstructed "Combat Results Table"
 *     columns  1:2 1:1 2:1 3:1
 *     row <=1  Ar  Ar  Ex  Dr
 *     row 2-5  Ar  Ex  Dr  Dr
 *     row 6+   Ex  Dr  Dr  Dr
 *
 * A label is a number, a range (2-5), open (6+, >=6, <=1), odds (3:1, 3:2, 1½:1, 1:1½) or a word.
 * Numbers beyond the ends read the end; a column may be shifted. Whole odds are numbers too: 3:1 is 3,
 * 1:1 is 1, 1:3 is -3. Columns of one and a half are found by chart_odds(), from the two strengths.
 */
#ifndef CHART_H
#define CHART_H

#include "base.h"
#include "errors.h"
#include "ratio.h"

struct box;
struct lex;

enum { CHART_BANDS = 64 };

struct band {
    const char *label;
    int least, most;   /* least > most: a word; odds: the lowest whole ones that reach it */
    struct ratio odds; /* of odds: attack / defence; else 0 / 0 */
};

struct chart {
    const char *id, *title, *source, *file;
    int line;
    int columns, rows;
    struct band column[CHART_BANDS], row[CHART_BANDS];
    const char **word; /* cells as printed, row by row */
    int16_t *value;    /* cells as numbers, or as bound by chart_bind() */
};

enum { CHART_NO_NUMBER = INT16_MIN };

/* Reads all charts of a file into the box. */
void chart_load(struct box *, struct lex *, struct errors *);

const struct chart *chart_find(const struct box *, const char *id);
/* The same, complaining if it is missing or lacks one of the words as cells. */
const struct chart *chart_need(struct box *, const char *id, struct errors *);
/* The same, complaining unless it has these rows and columns (NULL-terminated; NULL: any) and in all cells
 * numbers within these bounds. */
const struct chart *chart_need_numbers(struct box *, const char *id, const char *const *rows,
                                       const char *const *columns, int least, int most,
                                       struct errors *);
/* The cell's number; any other than these, or no such column, is a complaint. */
int chart_int(const struct chart *, int row, const char *column, int least, int most,
              struct errors *);
/* The cell's word as an index into the words (NULL-terminated); any other, or no such column, is a complaint. */
int chart_choice(const struct chart *, int row, const char *column, const char *const *words,
                 struct errors *);
/* Cells become indices into the words (NULL-terminated); any other cell is a complaint. */
const struct chart *chart_bind(struct box *, const char *id, const char *const *words,
                               struct errors *);

int chart_row(const struct chart *, int value);               /* index, clamped */
int chart_column(const struct chart *, int value);            /* index, clamped */
int chart_row_named(const struct chart *, const char *label); /* -1: none */
int chart_column_named(const struct chart *, const char *label);
/* The highest column of odds that the two reach, neither below 0: fractions favour the defender. Clamped. */
int chart_odds(const struct chart *, struct ratio attack, struct ratio defence);
bool chart_within(const struct chart *, int value); /* a column names the value: it reads no end */
int chart_shift(const struct chart *, int column, int by); /* clamped */
/* How many columns such a shift would go beyond the last, or (below 0) before the first; 0: none. */
int chart_beyond(const struct chart *, int column, int by);
int chart_value(const struct chart *, int row, int column);        /* number or bound index */
const char *chart_word(const struct chart *, int row, int column); /* as printed */

/* Odds of two strengths with fractions dropped in the defender's favour: 3, 1, -2 for 3:1, 1:1, 1:2. */
int odds_of(struct ratio attack, struct ratio defence);
void odds_print(int odds, char *room, size_t size);

#endif
