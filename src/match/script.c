/*
 * script.c: reads rule scripts: a file is a preamble and cases, a case is lines, a line begins with
 * one of the words in the table below. What the words do is in script-begin.c, script-do.c,
 * script-letters.c and script-look.c.
 *
 * A line that cannot be done ends its case, because what follows would be about another position;
 * an expectation that does not hold fails the case and the next line is tried.
 */
#include "match/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/script-run.h"

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
void run_report(struct run *r, struct errors *e)
{
    if (e->n == 0)
        return;
    text_add(&r->script->out, text_of(&e->lines));
    r->failures++;
    r->ended = true;
    errors_free(e);
}

/* ---- lines ---- */

static const struct {
    const char *word;
    void (*run)(struct run *);
} words[] = {
    { "absent", look_absent },      { "answers", answer_once }, { "asks", look_asks },
    { "effort", answer_effort },    { "plays", answer_stint },  { "chance", act_chance },
    { "changed", act_changed },     { "data", begin_data },     { "do", act_do },
    { "expect", look_expect },      { "game", begin_game },     { "illegal", act_illegal },
    { "legal", act_legal },         { "letter", letter_write }, { "march", act_march },
    { "mark", act_mark },           { "offers", look_offers },  { "option", begin_option },
    { "position", begin_position }, { "preview", act_preview }, { "random", act_random },
    { "road", letter_road },        { "roll", act_roll },       { "same", act_same },
    { "scenario", begin_scenario }, { "seed", begin_seed },     { "setup", begin_setup },
    { "show", look_show },          { "talk", letter_talk },    { "undo", act_undo },
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
    if (!r->ended && !r->x.faulty)
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
        run_report(r, &r->faults);
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
    snprintf(r->title, sizeof r->title, "%.*s", (int)(size < RUN_TITLE ? size : RUN_TITLE - 1),
             title);
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
    if (r->script->player)
        r->script->player->over(r->script->player->self);
    begin_close(r);
    for (int i = 0; i < r->papers; i++)
        free(r->paper_name[i]), free(r->paper_text[i]);
    errors_free(&r->faults);
}

static void tally(struct run *r, const char *file, int line)
{
    struct script *s = r->script;

    s->passed += r->failures == 0;
    s->failed += r->failures > 0;
    if (s->verbose)
        text_printf(&s->out, "%s %s:%d: case %s %s\n", r->failures ? "FAILED" : "ok    ", file,
                    line, r->cases, r->title);
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
            run_stop(r, "it has no number");
        if (!r->ended)
            run_lines(r, file, preamble.text, (size_t)(preamble.end - preamble.text),
                      preamble.line);
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
