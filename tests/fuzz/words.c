/*
 * words.c: vocabularies, and changes of words and lines.
 */
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "step.h"

/* ---- vocabularies ---- */

static void add(struct vocabulary *v, const char *word)
{
    struct word_kind *k = &v->kind[v->kinds];

    if (!word || !*word)
        return;
    if (k->n == k->room)
        k->word = base_grow(k->word, (size_t)(k->room = 2 * k->room + 16) * sizeof *k->word);
    k->word[k->n++] = word;
}

static void add_list(struct vocabulary *v, const char *const *words)
{
    for (int i = 0; words && words[i]; i++)
        add(v, words[i]);
}

/* The words of a row: "who:u left:0..2 stand:no|yes". */
static void add_parts(struct vocabulary *v, const char *text)
{
    while (text && *text) {
        size_t n = strcspn(text, " :|+@?");

        add(v, n ? arena_printf(&v->arena, "%.*s", (int)n, text) : NULL);
        text += n + (text[n] != '\0');
    }
}

static void add_sides(struct vocabulary *v, const struct game *g)
{
    static const char *const others[] = { "nobody", "chance", "referee", "spectator", NULL };

    add_list(v, g->sides);
    add_list(v, others);
    for (int i = 0; g->seats && g->seats[i].id; i++)
        add(v, g->seats[i].id);
}

static void add_steps(struct vocabulary *v, const struct game *g)
{
    for (int i = 0; g->steps[i]; i++)
        add(v, g->steps[i]->name);
    v->kinds++;
    for (int i = 0; g->steps[i]; i++) {
        add_parts(v, g->steps[i]->vars);
        add_parts(v, g->steps[i]->points);
    }
}

static void add_options(struct vocabulary *v, const struct game *g)
{
    static const char *const usual[] = { "off", "on", NULL };

    for (int i = 0; i < game_options(g); i++)
        add(v, g->options[i].id);
    v->kinds++;
    add_list(v, usual);
    for (int i = 0; i < game_options(g); i++)
        add_list(v, g->options[i].values);
}

static void add_box(struct vocabulary *v, const struct box *box)
{
    for (int i = 0; i < box->pieces; i++)
        add(v, box->piece[i].id);
    v->kinds++;
    for (int i = 0; box->board && i < box->board->cells; i++)
        add(v, board_number(box->board, i));
    v->kinds++;
    for (int i = 0; i < box->scenarios; i++)
        add(v, box->scenario[i].id);
}

static void add_phases(struct vocabulary *v, const struct game *g)
{
    for (int i = 0; g->phases && g->phases[i].agenda; i++)
        add(v, g->phases[i].name);
    for (int i = 0; g->endings[i].id; i++)
        add(v, g->endings[i].id);
}

/* What the kernel itself reads. */
static void add_kernel(struct vocabulary *v)
{
    static const char *const words[] = { "scenario", "option", "turn",   "phase", "asks", "step",
                                         "queued",   "over",   "at",     "game",  "seed", "hash",
                                         "undo",     "dice",   "chance", "<<",    ".",    NULL };

    add_list(v, words);
}

struct vocabulary *vocabulary_of(const struct box *box)
{
    struct vocabulary *v = base_alloc(sizeof *v);
    const struct game *g = box->game;

    add_box(v, box);
    v->kinds++;
    add_sides(v, g);
    v->kinds++;
    add_steps(v, g);
    v->kinds++;
    add_options(v, g);
    v->kinds++;
    add_phases(v, g);
    v->kinds++;
    for (int i = 0; g->verbs[i].name; i++)
        add(v, g->verbs[i].name);
    v->kinds++;
    add_list(v, g->words);
    v->kinds++;
    add_kernel(v);
    v->kinds++;
    assert(v->kinds <= WORD_KINDS);
    return v;
}

void vocabulary_free(struct vocabulary *v)
{
    for (int i = 0; i < WORD_KINDS; i++)
        free(v->kind[i].word);
    arena_free(&v->arena);
    free(v);
}

/* ---- a text as lines and words ---- */

struct span {
    size_t at, n;
};

struct parts {
    const char *text;
    size_t size;
    struct span *line, *word; /* words of all lines */
    int *line_of;             /* by word */
    int lines, words, room;
};

static bool parts_word(char c)
{
    return !strchr(" \t\r\n=+,:", c) || c == '\0';
}

static void cut_words(struct parts *p, int line)
{
    const struct span *l = &p->line[line];

    for (size_t at = l->at; at < l->at + l->n;) {
        size_t n = 0;

        while (at + n < l->at + l->n && parts_word(p->text[at + n]))
            n++;
        if (n) {
            p->word[p->words] = (struct span){ at, n };
            p->line_of[p->words++] = line;
        }
        at += n + 1;
    }
}

static void parts_open(struct parts *p, const char *text, size_t size)
{
    size_t at = 0;

    *p = (struct parts){ .text = text, .size = size };
    p->line = base_alloc((size + 1) * sizeof *p->line);
    p->word = base_alloc((size + 1) * sizeof *p->word);
    p->line_of = base_alloc((size + 1) * sizeof *p->line_of);
    if (size > 2 && memcmp(text, "# ", 2) == 0) {
        const char *end = memchr(text, '\n', size);

        at = end ? (size_t)(end - text) + 1 : size;
    }
    while (at < size) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t n = end ? (size_t)(end - text) + 1 - at : size - at;

        p->line[p->lines] = (struct span){ at, n };
        cut_words(p, p->lines++);
        at += n;
    }
}

static void parts_close(struct parts *p)
{
    free(p->line);
    free(p->word);
    free(p->line_of);
}

static int below(struct rng *rng, int n)
{
    return (int)rng_below(rng, (uint32_t)n);
}

static bool same(const struct parts *p, struct span a, struct span b)
{
    return a.n == b.n && memcmp(p->text + a.at, p->text + b.at, a.n) == 0;
}

/* The text with other bytes in place of a span. */
static void put(const struct parts *p, struct span old, const char *bytes, size_t n,
                struct text *out)
{
    text_add_n(out, p->text, old.at);
    text_add_n(out, bytes, n);
    text_add_n(out, p->text + old.at + old.n, p->size - old.at - old.n);
}

static void put_span(const struct parts *p, struct span old, struct span by, struct text *out)
{
    put(p, old, p->text + by.at, by.n, out);
}

/* Both change their places. */
static void exchange(const struct parts *p, struct span a, struct span b, struct text *out)
{
    struct span first = a.at < b.at ? a : b, last = a.at < b.at ? b : a;
    size_t between = first.at + first.n, behind = last.at + last.n;

    text_add_n(out, p->text, first.at);
    text_add_n(out, p->text + last.at, last.n);
    if (first.at == last.at) { /* it is the same */
        text_add_n(out, p->text + behind, p->size - behind);
        return;
    }
    text_add_n(out, p->text + between, last.at - between);
    text_add_n(out, p->text + first.at, first.n);
    text_add_n(out, p->text + behind, p->size - behind);
}

/* ---- words ---- */

static int first_word(const struct parts *p, int word)
{
    while (word > 0 && p->line_of[word - 1] == p->line_of[word])
        word--;
    return word;
}

static bool same_line(const struct parts *p, int word, int other)
{
    return other < p->words && p->line_of[word] == p->line_of[other];
}

/* The word at the same place of another line that begins alike; from a random one on. */
static struct span counterpart(const struct parts *p, int word, struct rng *rng)
{
    int head = first_word(p, word), place = word - head, from = below(rng, p->words);

    for (int i = 0; i < p->words; i++) {
        int other = (from + i) % p->words;

        if (first_word(p, other) == other && other != head &&
            same(p, p->word[head], p->word[other]) && same_line(p, other, other + place))
            return p->word[other + place];
    }
    return p->word[from];
}

static bool is_one_of(const struct word_kind *k, const char *word, size_t n)
{
    for (int i = 0; i < k->n; i++)
        if (strlen(k->word[i]) == n && memcmp(k->word[i], word, n) == 0)
            return true;
    return false;
}

/* Another of its kind; a word of no kind becomes any. */
static const char *of_its_kind(const struct vocabulary *v, const char *word, size_t n,
                               struct rng *rng)
{
    const struct word_kind *k = NULL;

    for (int i = 0; i < v->kinds && !k; i++)
        if (is_one_of(&v->kind[i], word, n))
            k = &v->kind[i];
    while (!k || k->n == 0)
        k = &v->kind[below(rng, v->kinds)];
    return k->word[below(rng, k->n)];
}

/* A number a step off, at a border of some type, or none any more. */
static void change_number(const struct parts *p, struct span word, struct rng *rng,
                          struct text *out)
{
    static const char *const odd[] = {
        "0",   "1",     "-1",    "2",          "9",
        "127", "128",   "255",   "256",        "-32768",
        "512", "32767", "65536", "2147483647", "-2147483648",
        "007", "1e3",   "+1",    "4294967296", "99999999999999999999"
    };
    char now[24];
    int value;

    snprintf(now, sizeof now, "%.*s", (int)word.n, p->text + word.at);
    if (lex_is_number(now, &value) && rng_below(rng, 2) == 0)
        snprintf(now, sizeof now, "%lld", (long long)value + (rng_below(rng, 2) ? 1 : -1));
    else
        snprintf(now, sizeof now, "%s", odd[below(rng, COUNT(odd))]);
    put(p, word, now, strlen(now), out);
}

static bool is_number(const struct parts *p, struct span word)
{
    return word.n && strchr("-0123456789", p->text[word.at]) && p->text[word.at];
}

static void change_word(const struct vocabulary *v, const struct parts *p, struct rng *rng,
                        struct text *out)
{
    int at = below(rng, p->words);
    struct span word = p->word[at], next = p->word[same_line(p, at, at + 1) ? at + 1 : at];
    const char *other;

    switch (rng_below(rng, 9)) {
    case 0: put_span(p, word, p->word[below(rng, p->words)], out); break;
    case 1:
    case 2: put_span(p, word, counterpart(p, at, rng), out); break;
    case 3: put(p, word, "", 0, out); break;
    case 4:
        put_span(p, (struct span){ word.at, 0 },
                 (struct span){ word.at, next.at + next.n - word.at }, out);
        break;
    case 5:
        exchange(p, word, word.at == next.at ? p->word[below(rng, p->words)] : next, out);
        break;
    case 6:
        if (is_number(p, word)) {
            change_number(p, word, rng, out);
            break;
        }
        /* fall through */
    default:
        other = of_its_kind(v, p->text + word.at, word.n, rng);
        put(p, word, other, strlen(other), out);
    }
}

/* ---- lines ---- */

static void change_line(const struct parts *p, struct rng *rng, struct text *out)
{
    struct span line = p->line[below(rng, p->lines)], other = p->line[below(rng, p->lines)];
    size_t some = 0;

    switch (rng_below(rng, 6)) {
    case 0: put(p, line, "", 0, out); break;
    case 1: put_span(p, (struct span){ other.at, 0 }, line, out); break;
    case 2: exchange(p, line, other, out); break;
    case 3: put_span(p, line, other, out); break;
    case 4: /* a block */
        some = rng_below(rng, (uint32_t)(p->size - line.at)) + 1;
        put(p, (struct span){ line.at, some }, "", 0, out);
        break;
    default: /* two lines become one, or one becomes two */
        if (rng_below(rng, 2))
            put(p, (struct span){ line.at + line.n - 1, 1 }, " ", 1, out);
        else
            put(p, (struct span){ p->word[below(rng, p->words)].at, 0 }, "\n", 1, out);
    }
}

void words_change(const struct vocabulary *v, const char *text, size_t size, struct rng *rng,
                  struct text *out)
{
    struct parts p;

    parts_open(&p, text, size);
    if (p.words == 0)
        text_add_n(out, text, size);
    else if (rng_below(rng, 4) == 0)
        change_line(&p, rng, out);
    else
        change_word(v, &p, rng, out);
    parts_close(&p);
}

void words_cross(const char *text, size_t size, const char *other, size_t other_size,
                 struct rng *rng, struct text *out)
{
    struct parts p, q;

    parts_open(&p, text, size);
    parts_open(&q, other, other_size);
    if (p.lines == 0 || q.lines == 0) {
        text_add_n(out, text, size);
    } else {
        int from = below(rng, q.lines);
        struct span old = p.line[below(rng, p.lines)], first = q.line[from],
                    last = q.line[from + below(rng, q.lines - from)];

        old.n = rng_below(rng, 2) ? old.n : 0;
        put(&p, old, q.text + first.at, last.at + last.n - first.at, out);
    }
    parts_close(&p);
    parts_close(&q);
}
