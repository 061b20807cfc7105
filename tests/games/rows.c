/*
 * rows.c: a game's data with a line left out, or with one word of a line changed, each in turn. Either
 * there is a complaint with file and line, or the game plays as before, or it is a value that a designer
 * may change: one whose line names its source, a cell of a chart, a word of a set-up.
 *
 * At an effort of 100 every line is left out and every tenth word is changed; at 1000 all of them.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"
#include "kernel/lex.h"
#include "kernel/rng.h"
#include "properties.h"
#include "sim/sim.h"

enum { GAMES = 2, FILES = 64, SEED = 1815 };

enum outcome { REFUSED, SAME, DIFFERS, OUTCOMES };

/* One file of the pack. */
struct paper {
    char name[300];
    char *text;
    size_t size;
};

struct pack {
    const struct box *box;
    uint64_t hash; /* of its behaviour as it is */
    int papers;
    struct paper paper[FILES];
    struct rng rng;         /* which lines and words: how many depends on the effort */
    int tried[2][OUTCOMES]; /* lines left out, words changed */
    struct text *finding;
};

/* ---- the files ---- */

static void add_paper(struct pack *k, const char *folder, const char *file)
{
    struct paper *p = &k->paper[k->papers];
    size_t n = strlen(file);
    struct text path = { 0 };

    if (n < 5 || strcmp(file + n - 4, ".txt") != 0 || k->papers == FILES)
        return;
    snprintf(p->name, sizeof p->name, "%s%s", folder, file);
    text_printf(&path, "%s/%s", k->box->dir, p->name);
    p->text = base_read_file(text_of(&path), &p->size);
    k->papers += p->text != NULL;
    text_free(&path);
}

static void add_folder(struct pack *k, const char *folder)
{
    struct text path = { 0 };
    struct dirent **entry;
    int n;

    text_printf(&path, "%s/%s", k->box->dir, folder);
    n = scandir(text_of(&path), &entry, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        add_paper(k, folder, entry[i]->d_name);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    text_free(&path);
}

/* ---- one trial ---- */

/* Of all scenarios, in whatever order they are shown. */
static uint64_t behaviour(const struct box *box)
{
    uint64_t sum = 0;

    for (int i = 0; i < box->scenarios; i++)
        sum += sim_signature(box, i, GAMES).hash;
    return sum;
}

static enum outcome judge(const struct pack *k, const char *name, const struct text *text,
                          struct errors *e)
{
    struct box_paper paper = { .name = name, .text = text_of(text), .size = text->n };
    struct box *box = box_open_with(k->box->game, test_data(), &paper, 1, e);
    enum outcome outcome = REFUSED;

    if (box && box->board)
        board_check(box->board, e);
    if (e->n == 0)
        outcome = behaviour(box) == k->hash ? SAME : DIFFERS;
    box_free(box);
    return outcome;
}

/* Every complaint is "file:line: message". */
static bool have_lines(const char *complaints)
{
    for (const char *at = complaints, *end; *at; at = end + 1) {
        const char *colon = strchr(at, ':');

        end = at + strcspn(at, "\n");
        if (!colon || colon > end || !isdigit((unsigned char)colon[1]) ||
            strncmp(colon + 1 + strspn(colon + 1, "0123456789"), ": ", 2) != 0)
            return false;
    }
    return true;
}

/* ---- what a designer may change ---- */

static bool has_source(const char *line, size_t n)
{
    struct lex x;
    const char *word;

    lex_begin(&x, "", line, n, NULL);
    lex_line(&x);
    while ((word = lex_word(&x)))
        for (int i = 0; i < SOURCES; i++)
            if (!x.quoted && strcmp(word, source_names[i]) == 0)
                return true;
    return false;
}

static bool is_designers(const struct paper *p, const char *line, size_t n)
{
    bool chart = strcmp(p->name, "charts.txt") == 0 &&
                 (strncmp(line, "row ", 4) == 0 || strncmp(line, "columns ", 8) == 0);

    return chart || strncmp(p->name, "scenarios/", 10) == 0 || has_source(line, n);
}

/* ---- lines and words ---- */

static void try(struct pack *k, const struct paper *p, const struct text *changed, bool word,
                const char *line, size_t n)
{
    struct errors e = { 0 };
    enum outcome outcome = judge(k, p->name, changed, &e);

    k->tried[word][outcome]++;
    if (outcome == DIFFERS && !(word && is_designers(p, line, n)))
        text_printf(k->finding, "%s: nobody notices that it plays otherwise, %s: %.*s\n", p->name,
                    word ? "with a word changed" : "without the line", (int)n, line);
    if (!have_lines(text_of(&e.lines)))
        text_printf(k->finding, "%s: a complaint without file and line: %s", p->name,
                    text_of(&e.lines));
    errors_free(&e);
}

static void leave_out(struct pack *k, const struct paper *p, const char *line, const char *end)
{
    struct text changed = { 0 };

    text_add_n(&changed, p->text, (size_t)(line - p->text));
    text_add(&changed, end);
    try(k, p, &changed, false, line, (size_t)(end - line));
    text_free(&changed);
}

static const char *word_end(const char *word, const char *end)
{
    const char *at =
        *word == '"' ? word + 1 + strcspn(word + 1, "\"\n") + 1 : word + strcspn(word, " \t\n");

    return at < end ? at : end;
}

/* A number becomes another by one, with as many digits; a word becomes none, and none a number. */
static void add_other(struct text *out, const char *word, size_t n, int by)
{
    char own[100];
    int number;

    snprintf(own, sizeof own, "%.*s", (int)n, word);
    if (lex_is_number(own, &number))
        text_printf(out, "%0*d", number + by < 0 ? 1 : (int)n, number + by);
    else
        text_add(out, strcmp(own, "-") == 0 ? "1" : "-");
}

static void change_word(struct pack *k, const struct paper *p, const char *line, const char *end,
                        const char *word)
{
    const char *behind = word_end(word, end);

    for (int by = -1; by <= 1; by += 2) {
        struct text changed = { 0 };

        text_add_n(&changed, p->text, (size_t)(word - p->text));
        add_other(&changed, word, (size_t)(behind - word), by);
        text_add(&changed, behind);
        try(k, p, &changed, true, line, (size_t)(end - line));
        text_free(&changed);
    }
}

static void try_line(struct pack *k, const struct paper *p, const char *line, const char *end,
                     int effort)
{
    if (rng_below(&k->rng, 100) < (uint32_t)effort)
        leave_out(k, p, line, end);
    for (const char *word = line; word += strspn(word, " \t"), word < end && *word != '#';
         word = word_end(word, end))
        if (rng_below(&k->rng, 1000) < (uint32_t)effort)
            change_word(k, p, line, end, word);
}

static void try_paper(struct pack *k, const struct paper *p, int effort)
{
    for (const char *line = p->text, *end; *line; line = end + (*end == '\n')) {
        const char *first = line + strspn(line, " \t");

        end = line + strcspn(line, "\n");
        if (first < end && *first != '#')
            try_line(k, p, line, end, effort);
    }
}

bool changed_data_are_noticed(const struct subject *s, struct text *finding)
{
    struct pack *k = base_alloc(sizeof *k);
    bool good;

    *k = (struct pack){ .box = s->box, .hash = behaviour(s->box), .finding = finding };
    rng_seed(&k->rng, SEED);
    add_folder(k, "");
    add_folder(k, "scenarios/");
    for (int i = 0; i < k->papers; i++) {
        if (strcmp(k->paper[i].name, "ground.txt") != 0) /* the picture's, and long */
            try_paper(k, &k->paper[i], s->effort);
        free(k->paper[i].text);
    }
    printf(
        "%s: lines left out: %d refused, %d play the same; words changed: %d refused, %d play the "
        "same, %d are a designer's\n",
        s->box->game->id, k->tried[0][REFUSED], k->tried[0][SAME], k->tried[1][REFUSED],
        k->tried[1][SAME], k->tried[1][DIFFERS]);
    good = finding->n == 0;
    free(k);
    return good;
}
