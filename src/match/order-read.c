/*
 * order-read.c: an order line taken apart. It asks the game which words are verbs, which of them let others
 * join and which places have a name of several words; it decides nothing.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "kernel/read.h"
#include "order-own.h"

void order_fault(struct order *o, int at, const char *format, ...)
{
    va_list args;

    if (o->fault >= 0)
        return;
    o->fault = at;
    va_start(args, format);
    vsnprintf(o->why, sizeof o->why, format, args);
    va_end(args);
}

/* ---- phrases ---- */

void phrase_text(const struct order *o, struct phrase f, char room[ORDER_LINE])
{
    snprintf(room, ORDER_LINE, "%.*s", f.n, o->line + f.at);
}

bool phrase_is(const struct order *o, struct phrase f, const char *word)
{
    return (size_t)f.n == strlen(word) && strncasecmp(o->line + f.at, word, (size_t)f.n) == 0;
}

/* The next word from `at` on; n 0: there is none. */
static struct phrase next_word(const struct order *o, int at)
{
    struct phrase f = { .at = at + (int)strspn(o->line + at, " \t") };

    f.n = (int)strcspn(o->line + f.at, " \t,>");
    if (f.n == 0 && o->line[f.at])
        f.n = 1; /* a comma */
    return f;
}

static int behind(struct phrase f)
{
    return f.at + f.n;
}

/* From one up to another, without the blanks around. */
static struct phrase between(const struct order *o, int from, int to)
{
    while (from < to && strchr(" \t", o->line[from]))
        from++;
    while (to > from && strchr(" \t", o->line[to - 1]))
        to--;
    return (struct phrase){ from, to - from };
}

static void add_name(struct order *o, struct phrase f)
{
    if (f.n == 0)
        order_fault(o, f.at, "a name is missing here");
    else if (o->names == ORDER_PHRASES)
        order_fault(o, f.at, "a line has at most %d names", ORDER_PHRASES);
    else
        o->name[o->names++] = f;
}

/* Names with commas between them, in the line from here to there. */
static void add_names(struct order *o, int from, int to)
{
    for (int at = from; at <= to && o->fault < 0;) {
        int comma = at + (int)strcspn(o->line + at, ",");

        if (comma > to)
            comma = to;
        add_name(o, between(o, at, comma));
        at = comma + 1;
    }
}

static struct clause *add_clause(struct order *o, struct phrase head)
{
    struct clause *c = &o->clause[o->clauses];

    if (o->clauses == ORDER_CLAUSES) {
        order_fault(o, head.at, "that is more than one line can say");
        return NULL;
    }
    *c = (struct clause){ .head = head, .first = o->names };
    o->clauses++;
    return c;
}

/* ---- verbs ---- */

static const struct staged *staged_of(const struct game *g, int verb, bool long_form)
{
    for (const struct staged *s = g->staged; s && s->verb; s++)
        if (verb == (long_form ? s->verb : s->last))
            return s;
    return NULL;
}

bool verb_takes(const struct game *g, int verb, const char *kinds)
{
    const char *at = g->verbs[verb].form;

    for (; *kinds; kinds++) {
        at = strchr(at, '{');
        if (!at || *++at != *kinds)
            return false;
    }
    return !strchr(at, '{');
}

int order_verb(const struct order *o, const struct play *p, struct phrase f, int *next)
{
    const struct word *verbs = p->game->verbs;

    while (verbs[*next].name) {
        int verb = (*next)++;
        const struct staged *last = staged_of(p->game, verb, false);

        if (phrase_is(o, f, verbs[verb].name) && !staged_of(p->game, verb, true) &&
            verbs[verb].role != ROLE_CHANCE)
            return last ? last->first : verb;
    }
    return -1;
}

static bool is_verb(const struct order *o, const struct play *p, struct phrase f, int role)
{
    int next = 0, verb;

    while ((verb = order_verb(o, p, f, &next)) >= 0)
        if (role < 0 || p->game->verbs[verb].role == role)
            return true;
    return false;
}

/* `with` lets anything join that may. */
static bool is_head(const struct order *o, const struct play *p, struct phrase f)
{
    return phrase_is(o, f, "with") || is_verb(o, p, f, ROLE_JOIN);
}

/* ---- PIECES > PLACE [POSE] [PIECE on top]… ---- */

/* Where `on top` begins in the rest of the line; -1: nowhere. */
static int find_on_top(const struct order *o, int at, int *end)
{
    for (struct phrase f = next_word(o, at); f.n; f = next_word(o, behind(f))) {
        struct phrase top = next_word(o, behind(f));

        if (phrase_is(o, f, "on") && phrase_is(o, top, "top")) {
            *end = behind(top);
            return f.at;
        }
    }
    return -1;
}

static void read_tails(struct order *o, int at)
{
    int end = at, on;

    while (o->fault < 0 && next_word(o, at).n) {
        struct clause *c;

        on = find_on_top(o, at, &end);
        if (on < 0) {
            order_fault(o, next_word(o, at).at,
                        "this is not understood; NAME on top may stand here");
            return;
        }
        c = add_clause(o, between(o, on, end));
        add_name(o, between(o, at + (int)strspn(o->line + at, " \t,"), on));
        if (c)
            c->n = 1;
        at = end;
    }
}

/* As many words as are the name of a place. */
static void read_place(struct order *o, const struct play *p, int at)
{
    struct phrase first = next_word(o, at), f = first;
    char name[ORDER_LINE];

    o->place = (struct phrase){ first.at, 0 };
    for (int words = 0; words < 5 && f.n; words++, f = next_word(o, behind(f))) {
        struct phrase all = { first.at, behind(f) - first.at };

        phrase_text(o, all, name);
        if (names_cell(p, name) >= 0)
            o->place = all;
    }
    phrase_text(o, first, name);
    if (!first.n)
        order_fault(o, first.at, "where to? PIECES > PLACE");
    else if (!o->place.n)
        order_fault(o, first.at, "there is no place \"%.60s\"", name);
}

static void read_march(struct order *o, const struct play *p, int arrow)
{
    struct phrase pose;
    int end;

    o->kind = ORDER_MARCH;
    add_names(o, 0, arrow);
    o->who = o->names;
    read_place(o, p, arrow + 1);
    if (o->fault >= 0)
        return;
    pose = next_word(o, behind(o->place));
    if (p->game->pose && pose.n && find_on_top(o, pose.at, &end) < 0) {
        o->pose = pose;
        read_tails(o, behind(pose));
    } else {
        read_tails(o, behind(o->place));
    }
}

/* ---- VERB[+VERB]… [TARGET] [with|VERB all|NAMES]… ---- */

static void refuse_verb(struct order *o, const struct play *p, struct phrase f)
{
    char word[ORDER_LINE];
    struct like like;

    phrase_text(o, f, word);
    like = like_begin(word);
    for (const struct word *v = p->game->verbs; v->name; v++)
        like_offer(&like, v->name);
    order_fault(
        o, f.at, "\"%.60s\" is nothing that can be done%s%.40s%s (PIECES > PLACE is a march)", word,
        like.best ? "; did you mean " : "", like.best ? like.best : "", like.best ? "?" : "");
}

/* Returns what stands behind them. */
static int read_verbs(struct order *o, const struct play *p)
{
    int at = (int)strspn(o->line, " \t");

    for (;;) {
        struct phrase f = { at, (int)strcspn(o->line + at, " \t+,>") };

        if (f.n == 0)
            order_fault(o, at, "a verb is missing here");
        else if (!is_verb(o, p, f, -1))
            refuse_verb(o, p, f);
        else if (o->verbs == ORDER_VERBS)
            order_fault(o, at, "that is more than one line can say");
        if (o->fault >= 0)
            return at;
        o->verb[o->verbs++] = f;
        at = behind(f) + (int)strspn(o->line + behind(f), " \t");
        if (o->line[at] != '+')
            return at;
        at += 1 + (int)strspn(o->line + at + 1, " \t");
    }
}

/* The first word from `at` on that is the head of a clause, or the end of the line. */
static struct phrase find_head(const struct order *o, const struct play *p, int at)
{
    struct phrase f = next_word(o, at);

    while (f.n && !is_head(o, p, f))
        f = next_word(o, behind(f));
    return f;
}

static void read_clause(struct order *o, const struct play *p, struct phrase head)
{
    struct phrase next = find_head(o, p, behind(head)), names = between(o, behind(head), next.at);
    struct clause *c = add_clause(o, head);

    if (!c)
        return;
    c->all = phrase_is(o, names, "all");
    if (!c->all)
        add_names(o, names.at, behind(names));
    c->n = o->names - c->first;
}

static void read_declaration(struct order *o, const struct play *p)
{
    struct phrase head = next_word(o, 0);
    int at = 0;

    o->kind = ORDER_DECLARE;
    if (!is_head(o, p, head)) { /* else something joins what has been begun */
        at = read_verbs(o, p);
        head = find_head(o, p, at);
        o->target = between(o, at, head.at);
        if (o->fault < 0 && !o->target.n)
            order_fault(o, at, "what is it done to?");
    }
    while (o->fault < 0 && head.n) {
        read_clause(o, p, head);
        head = find_head(o, p, behind(head));
    }
}

/* ---- the line ---- */

static void check_letters(struct order *o)
{
    for (const char *s = o->line; *s;) {
        size_t n = utf8_length(s);

        if (n == 0 || (unsigned char)*s < ' ' || *s == 0x7f) {
            order_fault(o, (int)(s - o->line), "there is a character here that is no letter");
            return;
        }
        s += n;
    }
}

bool order_action(const struct order *o, const struct play *p, struct action *a)
{
    struct play room = *p; /* for a refusal */
    struct text line = { 0 };
    bool read;

    order_spell(p->box, o->line, &line);
    read = !action_parse_text(&room, text_of(&line), a);
    text_free(&line);
    return read;
}

void order_read(struct order *o, const struct play *p, const char *line)
{
    const char *arrow = strchr(line, '>');
    struct action a;

    *o = (struct order){ .fault = -1 };
    if (strlen(line) >= sizeof o->line) {
        order_fault(o, ORDER_LINE - 1, "a line has at most %d bytes", ORDER_LINE - 1);
        return;
    }
    snprintf(o->line, sizeof o->line, "%s", line);
    for (char *s = o->line; *s; s++)
        if (*s == '\t')
            *s = ' ';
    check_letters(o);
    if (o->fault >= 0)
        return;
    if (!o->line[strspn(o->line, " ")])
        order_fault(o, 0, "the line is empty");
    else if (arrow)
        read_march(o, p, (int)(arrow - line));
    else if (!order_action(o, p, &a))
        read_declaration(o, p);
}
