/*
 * sheet.h: how a calculation is shown: line by line, each with its case, ending in a column and the
 * chance of every result. Made before the player commits, kept in the chronicle.
 */
#ifndef SHEET_H
#define SHEET_H

#include "json.h"
#include "ratio.h"

struct chart;

enum { SHEET_LINES = 64, SHEET_FACTS = 16, SHEET_CHANCES = 24, SHEET_CHARTS = 6, SHEET_NOTES = 20 };

/* A part counts towards the next sum; a plain line is only told. */
enum sheet_kind { LINE_PLAIN, LINE_PART, LINE_SUM };
struct sheet_line {
    char what[80], value[20], cites[16];
    const char *unit; /* the piece that it counts, by its id; NULL: none */
    uint8_t kind;
};

/* What is not in the sum: who takes no part though he is there, and why; or what follows from it. */
struct sheet_note {
    char text[140], cites[16];
    const char *unit; /* who is left out; NULL: a consequence */
};

struct sheet_fact {
    char key[20], value[44];
};

struct sheet_chance {
    char result[28];
    int weight;
};

struct sheet {
    char title[96];
    int lines, facts, chances, total; /* total: sum of the weights */
    struct sheet_line line[SHEET_LINES];
    struct sheet_fact fact[SHEET_FACTS];
    struct sheet_chance chance[SHEET_CHANCES];
    int charts;
    const struct chart *chart[SHEET_CHARTS];
    int notes;
    struct sheet_note note[SHEET_NOTES];
    char head[28]; /* what it comes to, before the die: the column that is really used */
    int rank;      /* heads of one kind are compared by this: the more, the better for who acts */
    bool unsure;   /* head and chances are those of what is seen, and there may be more */
};

void sheet_begin(struct sheet *, const char *format, ...) PRINTF_LIKE(2, 3);
/* One line: the case, the amount ("+2", "3:1", "?"), and what it is. */
void sheet_line(struct sheet *, const char *cites, const char *value, const char *format, ...)
    PRINTF_LIKE(4, 5);
void sheet_number(struct sheet *, const char *cites, int value, const char *format, ...)
    PRINTF_LIKE(4, 5);
void sheet_modifier(struct sheet *, const char *cites, int value, const char *format, ...)
    PRINTF_LIKE(4, 5); /* written with its sign; a part */
/* What the parts since the last sum come to; another value than a number if one of them is not known. */
void sheet_sum(struct sheet *, const char *cites, const char *value, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* The first line that says a sum which its parts do not come to, or -1. */
int sheet_wrong(const struct sheet *);
void sheet_ratio(struct sheet *, const char *cites, struct ratio value, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* A named value, for programs and scripts: sheet.odds */
void sheet_fact(struct sheet *, const char *key, const char *format, ...) PRINTF_LIKE(3, 4);
const char *sheet_value(const struct sheet *, const char *key); /* of a fact; NULL: it has none */
/* What it is headed by. */
void sheet_head(struct sheet *, int rank, const char *format, ...) PRINTF_LIKE(3, 4);
/* The last line counts this piece, by its id in the box. */
void sheet_counts(struct sheet *, const char *unit);
/* Who is not counted, and why; or (unit NULL) what depends on it. What finds no room is dropped. */
void sheet_note(struct sheet *, const char *cites, const char *unit, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* A refusal ("11.0c: only the top unit attacks") as the reason why the piece is not counted. */
void sheet_refused(struct sheet *, const char *unit, const char *name, const char *refusal);
/* A result's share of the dice; equal results are added up. */
void sheet_chance(struct sheet *, const char *result, int weight);
/* A chart that it was read from: whoever reads the sheet learns where that comes from. */
void sheet_chart(struct sheet *, const struct chart *);
void sheet_json(const struct sheet *, struct json *);
void sheet_print(const struct sheet *, struct text *); /* for a terminal */

#endif
