/*
 * sheet.c: calculations as lines; for JSON, terminal and chronicle.
 */
#include "sheet.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"

void sheet_begin(struct sheet *s, const char *format, ...)
{
    va_list args;

    memset(s, 0, sizeof *s);
    va_start(args, format);
    vsnprintf(s->title, sizeof s->title, format, args);
    va_end(args);
}

static void add_line(struct sheet *s, enum sheet_kind kind, const char *cites, const char *value,
                     const char *format, va_list args)
{
    struct sheet_line *line;

    assert(s->lines < SHEET_LINES);
    line = &s->line[s->lines++];
    vsnprintf(line->what, sizeof line->what, format, args);
    snprintf(line->value, sizeof line->value, "%s", value);
    snprintf(line->cites, sizeof line->cites, "%s", cites);
    line->kind = u8(kind);
}

void sheet_line(struct sheet *s, const char *cites, const char *value, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_line(s, LINE_PLAIN, cites, value, format, args);
    va_end(args);
}

void sheet_sum(struct sheet *s, const char *cites, const char *value, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_line(s, LINE_SUM, cites, value, format, args);
    va_end(args);
}

void sheet_number(struct sheet *s, const char *cites, int value, const char *format, ...)
{
    char number[16];
    va_list args;

    snprintf(number, sizeof number, "%d", value);
    va_start(args, format);
    add_line(s, LINE_PLAIN, cites, number, format, args);
    va_end(args);
}

void sheet_modifier(struct sheet *s, const char *cites, int value, const char *format, ...)
{
    char number[16];
    va_list args;

    snprintf(number, sizeof number, "%+d", value);
    va_start(args, format);
    add_line(s, LINE_PART, cites, number, format, args);
    va_end(args);
}

void sheet_ratio(struct sheet *s, const char *cites, struct ratio value, const char *format, ...)
{
    struct text number = { 0 };
    va_list args;

    ratio_print(value, &number);
    va_start(args, format);
    add_line(s, LINE_PLAIN, cites, text_of(&number), format, args);
    va_end(args);
    text_free(&number);
}

int sheet_wrong(const struct sheet *s)
{
    long parts = 0;

    for (int i = 0; i < s->lines; i++) {
        const struct sheet_line *line = &s->line[i];
        char *end;
        long value = strtol(line->value, &end, 10);

        if (line->kind == LINE_SUM && !*end && value != parts)
            return i;
        parts = line->kind == LINE_SUM ? 0 : parts + (line->kind == LINE_PART ? value : 0);
    }
    return -1;
}

void sheet_fact(struct sheet *s, const char *key, const char *format, ...)
{
    struct sheet_fact *fact;
    va_list args;

    assert(s->facts < SHEET_FACTS);
    fact = &s->fact[s->facts++];
    snprintf(fact->key, sizeof fact->key, "%s", key);
    va_start(args, format);
    vsnprintf(fact->value, sizeof fact->value, format, args);
    va_end(args);
}

const char *sheet_value(const struct sheet *s, const char *key)
{
    for (int i = 0; i < s->facts; i++)
        if (strcmp(s->fact[i].key, key) == 0)
            return s->fact[i].value;
    return NULL;
}

void sheet_head(struct sheet *s, int rank, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(s->head, sizeof s->head, format, args);
    va_end(args);
    s->rank = rank;
}

void sheet_counts(struct sheet *s, const char *unit)
{
    assert(s->lines > 0);
    s->line[s->lines - 1].unit = unit;
}

void sheet_note(struct sheet *s, const char *cites, const char *unit, const char *format, ...)
{
    struct sheet_note *note = &s->note[s->notes];
    va_list args;

    if (s->notes == SHEET_NOTES)
        return;
    s->notes++;
    va_start(args, format);
    vsnprintf(note->text, sizeof note->text, format, args);
    va_end(args);
    snprintf(note->cites, sizeof note->cites, "%s", cites);
    note->unit = unit;
}

void sheet_refused(struct sheet *s, const char *unit, const char *name, const char *refusal)
{
    size_t n = strcspn(refusal, ":");
    char cites[16];

    snprintf(cites, sizeof cites, "%.*s", (int)n, refusal);
    sheet_note(s, cites, unit, "%s: %s", name, refusal + n + (refusal[n] == ':' ? 2 : 0));
}

void sheet_chance(struct sheet *s, const char *result, int weight)
{
    int i = 0;

    while (i < s->chances && strcmp(s->chance[i].result, result) != 0)
        i++;
    assert(i < SHEET_CHANCES);
    if (i == s->chances)
        snprintf(s->chance[s->chances++].result, sizeof s->chance[0].result, "%s", result);
    s->chance[i].weight += weight;
    s->total += weight;
}

void sheet_chart(struct sheet *s, const struct chart *chart)
{
    for (int i = 0; i < s->charts; i++)
        if (s->chart[i] == chart)
            return;
    assert(s->charts < SHEET_CHARTS);
    s->chart[s->charts++] = chart;
}

static void charts_json(const struct sheet *s, struct json *j)
{
    json_key(j, "charts");
    json_open(j, '[');
    for (int i = 0; i < s->charts; i++) {
        json_open(j, '{');
        json_key_str(j, "chart", s->chart[i]->id);
        json_key_str(j, "title", s->chart[i]->title);
        json_key_str(j, "source", s->chart[i]->source);
        json_close(j);
    }
    json_close(j);
}

static void chances_json(const struct sheet *s, struct json *j)
{
    json_key(j, "chances");
    json_open(j, '[');
    for (int i = 0; i < s->chances; i++) {
        json_open(j, '{');
        json_key_str(j, "result", s->chance[i].result);
        json_key_int(j, "weight", s->chance[i].weight);
        json_close(j);
    }
    json_close(j);
    json_key_int(j, "total", s->total);
}

/* Who is not counted, and what follows: under the names `aside` and `notes`. */
static void notes_json(const struct sheet *s, const char *key, bool aside, struct json *j)
{
    bool open = false;

    for (int i = 0; i < s->notes; i++) {
        const struct sheet_note *note = &s->note[i];

        if (!note->unit == aside)
            continue;
        if (!open)
            json_key(j, key);
        if (!open)
            json_open(j, '[');
        open = true;
        json_open(j, '{');
        json_key_str(j, "text", note->text);
        json_key_str(j, "case", note->cites);
        if (note->unit)
            json_key_str(j, "unit", note->unit);
        json_close(j);
    }
    if (open)
        json_close(j);
}

void sheet_json(const struct sheet *s, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "title", s->title);
    if (s->head[0])
        json_key_str(j, "head", s->head);
    if (s->unsure)
        json_key_bool(j, "unsure", true);
    for (int i = 0; i < s->facts; i++)
        json_key_str(j, s->fact[i].key, s->fact[i].value);
    json_key(j, "lines");
    json_open(j, '[');
    for (int i = 0; i < s->lines; i++) {
        json_open(j, '{');
        json_key_str(j, "what", s->line[i].what);
        json_key_str(j, "value", s->line[i].value);
        json_key_str(j, "case", s->line[i].cites);
        if (s->line[i].kind == LINE_SUM)
            json_key_bool(j, "sum", true);
        if (s->line[i].unit)
            json_key_str(j, "unit", s->line[i].unit);
        json_close(j);
    }
    json_close(j);
    notes_json(s, "aside", true, j);
    notes_json(s, "notes", false, j);
    charts_json(s, j);
    chances_json(s, j);
    json_close(j);
}

enum { SHEET_COLUMNS = 54 };

void sheet_print(const struct sheet *s, struct text *out)
{
    text_printf(out, "%s\n", s->title);
    for (int i = 0; i < s->lines; i++) {
        int blanks = SHEET_COLUMNS - (int)utf8_width(s->line[i].what);

        text_printf(out, "  %s%*s %8s  [%s]\n", s->line[i].what, blanks > 0 ? blanks : 0, "",
                    s->line[i].value, s->line[i].cites);
    }
    for (int i = 0; i < s->notes; i++)
        text_printf(out, "  (%s) [%s]\n", s->note[i].text, s->note[i].cites);
    for (int i = 0; i < s->chances; i++)
        text_printf(out, "%s%s: %d in %d",
                    i           ? ", "
                    : s->unsure ? "  As far as seen: "
                                : "  ",
                    s->chance[i].result, s->chance[i].weight, s->total);
    if (s->chances)
        text_char(out, '\n');
    for (int i = 0; i < s->charts; i++)
        if (strcmp(s->chart[i]->source, "rulebook") != 0)
            text_printf(out, "  (%s: %s)\n", s->chart[i]->title, s->chart[i]->source);
}
