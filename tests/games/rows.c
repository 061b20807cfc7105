/*
 * rows.c: a game's data with a line left out, or with one word of a line changed, each in turn. Either
 * there is a complaint with file and line, or the game plays as before, or it is a value that a designer
 * may change: one whose line names its source, a cell of a chart, a word of a set-up.
 *
 * At an effort of 100 every line is left out and every tenth word is changed; at 1000 all of them.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"
#include "kernel/lex.h"
#include "kernel/rng.h"
#include "pack.h"
#include "properties.h"
#include "sim/sim.h"

enum { GAMES = 2, SEED = 1815, LONG_PAPER = 1100 };

enum outcome { REFUSED, SAME, DIFFERS, OUTCOMES };

struct trials {
    const struct box *box;
    uint64_t hash; /* of its behaviour as it is */
    struct pack pack;
    struct rng rng;         /* which lines and words: how many depends on the effort */
    int tried[2][OUTCOMES]; /* lines left out, words changed */
    struct text *finding;
};

/* ---- one trial ---- */

/* Of all scenarios, in whatever order they are shown. */
static uint64_t behaviour(const struct box *box)
{
    uint64_t sum = 0;

    for (int i = 0; i < box->scenarios; i++)
        sum += sim_signature(box, i, GAMES).hash;
    return sum;
}

static enum outcome judge(const struct trials *k, const char *name, const struct text *text,
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

static void try(struct trials *k, const struct paper *p, const struct text *changed, bool word,
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

static void leave_out(struct trials *k, const struct paper *p, const struct pack_line *l)
{
    struct text changed = { 0 };

    pack_replace(p, l->begin, l->end, "", 0, &changed);
    try(k, p, &changed, false, l->begin, (size_t)(l->end - l->begin));
    text_free(&changed);
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

static void change_word(struct trials *k, const struct paper *p, const struct pack_line *l,
                        const struct pack_word *w)
{
    for (int by = -1; by <= 1; by += 2) {
        struct text other = { 0 }, changed = { 0 };

        add_other(&other, w->begin, (size_t)(w->end - w->begin), by);
        pack_replace(p, w->begin, w->end, text_of(&other), other.n, &changed);
        try(k, p, &changed, true, l->begin, (size_t)(l->end - l->begin));
        text_free(&other);
        text_free(&changed);
    }
}

/* Of a long file, which is a large board, a share: its lines are of few kinds. */
static uint32_t share_of(const struct paper *p)
{
    uint32_t lines = 0;

    for (struct pack_line l = { NULL, NULL }; pack_line(p, &l);)
        lines++;
    return lines > LONG_PAPER ? lines / LONG_PAPER + 1 : 1;
}

static void try_paper(struct trials *k, const struct paper *p, int effort)
{
    uint32_t share = share_of(p);

    for (struct pack_line l = { NULL, NULL }; pack_line(p, &l);) {
        if (rng_below(&k->rng, 100 * share) < (uint32_t)effort)
            leave_out(k, p, &l);
        for (struct pack_word w = { NULL, NULL }; pack_word(&l, &w);)
            if (rng_below(&k->rng, 1000 * share) < (uint32_t)effort)
                change_word(k, p, &l, &w);
    }
}

bool changed_data_are_noticed(const struct subject *s, struct text *finding)
{
    struct trials *k = base_alloc(sizeof *k);
    bool good;

    *k = (struct trials){ .box = s->box, .hash = behaviour(s->box), .finding = finding };
    rng_seed(&k->rng, SEED);
    pack_open(&k->pack, s->box->dir);
    for (int i = 0; i < k->pack.papers; i++)
        if (strcmp(k->pack.paper[i].name, "ground.txt") != 0) /* the picture's, and long */
            try_paper(k, &k->pack.paper[i], s->effort);
    pack_close(&k->pack);
    printf(
        "%s: lines left out: %d refused, %d play the same; words changed: %d refused, %d play the "
        "same, %d are a designer's\n",
        s->box->game->id, k->tried[0][REFUSED], k->tried[0][SAME], k->tried[1][REFUSED],
        k->tried[1][SAME], k->tried[1][DIFFERS]);
    good = finding->n == 0;
    free(k);
    return good;
}
