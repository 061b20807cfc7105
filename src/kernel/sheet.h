/*
 * sheet.h: how a calculation is shown: line by line, each with its case, ending in a column and the
 * chance of every result. Made before the player commits, kept in the chronicle.
 */
#ifndef SHEET_H
#define SHEET_H

#include "json.h"
#include "ratio.h"

struct chart;

enum { SHEET_LINES = 64, SHEET_FACTS = 16, SHEET_CHANCES = 24, SHEET_CHARTS = 6 };

/* A part counts towards the next sum; a plain line is only told. */
enum sheet_kind { LINE_PLAIN, LINE_PART, LINE_SUM };
struct sheet_line {
    char what[80], value[20], cites[16];
    uint8_t kind;
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
/* A result's share of the dice; equal results are added up. */
void sheet_chance(struct sheet *, const char *result, int weight);
/* A chart that it was read from: whoever reads the sheet learns where that comes from. */
void sheet_chart(struct sheet *, const struct chart *);
void sheet_json(const struct sheet *, struct json *);
void sheet_print(const struct sheet *, struct text *); /* for a terminal */

#endif
