/*
 * words.c: actions and events as text and back, by the templates of the game's tables.
 *
 * {u} piece, {p} cell, {q} any place, {f} facing, {n} number, {h} half points, {k} quarters, {s} side, {w} word;
 * {u0} takes argument 0, {u*} all that are left; [is|are] agrees in number with what was named last. Writing and
 * reading follow the same template, so they cannot disagree.
 */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "game.h"
#include "read.h"

/* One piece of a template: literal text, or a placeholder. */
struct token {
    const char *text; /* literal, `n` bytes; NULL: a placeholder */
    size_t n;
    const char *several; /* what stands there of more than one; NULL: the same */
    size_t several_n;
    char kind;
    int index; /* -1: the next */
    bool all;
};

/* `[is|are]` */
static void read_number(const char **at, struct token *t)
{
    const char *bar = strchr(*at, '|'), *end = strchr(*at, ']');

    assert(bar && end && bar < end);
    t->text = *at + 1, t->n = (size_t)(bar - t->text);
    t->several = bar + 1, t->several_n = (size_t)(end - t->several);
    *at = end + 1;
}

/* The next token at *at; false at the end. */
static bool next_token(const char **at, struct token *t)
{
    const char *s = *at;

    if (!*s)
        return false;
    *t = (struct token){ .text = s, .index = -1 };
    if (*s == '[') {
        read_number(at, t);
        return true;
    }
    if (*s != '{') {
        t->n = strcspn(s, "{[");
        *at = s + t->n;
        return true;
    }
    t->text = NULL;
    t->kind = s[1];
    s += 2;
    if (*s >= '0' && *s <= '9')
        t->index = *s++ - '0';
    if (*s == '*') {
        t->all = true;
        s++;
    }
    assert(*s == '}');
    *at = s + 1;
    return true;
}

/* ---- writing ---- */

static void print_half(int halves, struct text *out)
{
    if (halves / 2 || halves % 2 == 0)
        text_int(out, halves / 2);
    if (halves % 2)
        text_add(out, "\xc2\xbd");
}

static void print_quarters(int quarters, struct text *out)
{
    static const char *const part[] = { "", "\xc2\xbc", "\xc2\xbd", "\xc2\xbe" };

    if (quarters < 0 || quarters / 4 || quarters % 4 == 0)
        text_int(out, quarters / 4);
    if (quarters > 0)
        text_add(out, part[quarters % 4]);
}

/* For people a place has its name, if it has one: "0712 (Hougoumont)". */
static void print_place(const struct board *b, int place, bool typed, struct text *out)
{
    if (!b || place < 0) {
        text_char(out, '?');
        return;
    }
    text_add(out, board_number(b, place));
    if (!typed && board_is_cell(b, place) && *board_name(b, place))
        text_printf(out, " (%s)", board_name(b, place));
}

void place_print(const struct play *p, int place, struct text *out)
{
    print_place(p->box->board, place, false, out);
}

/* "ne" as it is typed, "north-east" for people. */
static void print_facing(const struct board *b, int facing, bool typed, struct text *out)
{
    if (!b)
        text_char(out, '?');
    else
        text_add(out, typed ? board_facing_name(b, facing) : board_facing_title(b, facing));
}

static const char *word_title(const struct game *g, int word)
{
    return g->word_titles && g->word_titles[word] ? g->word_titles[word] : g->words[word];
}

/* `typed`: as it is typed (ids); otherwise for people (names). */
static void print_argument(const struct play *p, char kind, int value, bool typed, struct text *out)
{
    switch (kind) {
    case 'u':
        if (value < 0 || value >= p->box->pieces)
            text_char(out, '?');
        else
            text_add(out, typed ? p->box->piece[value].id : p->box->piece[value].name);
        break;
    case 'p':
    case 'q': print_place(p->box->board, value, typed, out); break;
    case 'f': print_facing(p->box->board, value, typed, out); break;
    case 's':
        text_add(out, value < 0                               ? "?"
                      : typed || value >= game_sides(p->game) ? game_side_name(p->game, value)
                                                              : p->game->side_titles[value]);
        break;
    case 'w': text_add(out, typed ? p->game->words[value] : word_title(p->game, value)); break;
    case 'h': print_half(value, out); break;
    case 'k': print_quarters(value, out); break;
    default: text_int(out, value);
    }
}

/* Does the sentence go on in the plural? A piece or a number says so, the rest leaves it as it was. */
static bool is_several(const struct play *p, char kind, int value, bool so_far)
{
    switch (kind) {
    case 'u': return value >= 0 && value < p->box->pieces && p->box->piece[value].plural;
    case 'n': return value != 1;
    default: return so_far;
    }
}

static const char *separator(char kind, bool typed, bool last)
{
    if (typed || kind == 'n')
        return " ";
    return last ? " and " : ", ";
}

static void print_template(const struct play *p, const char *form, const int16_t *arg, int n,
                           bool typed, struct text *out)
{
    struct token t;
    bool several = false;
    int next = 0;

    while (next_token(&form, &t)) {
        int from = t.index >= 0 ? t.index : next, to = t.all ? n : from + 1;

        if (t.text) {
            bool other = several && t.several;

            text_add_n(out, other ? t.several : t.text, other ? t.several_n : t.n);
            continue;
        }
        assert(t.all || from < n);
        for (int i = from; i < to; i++) {
            if (i > from)
                text_add(out, separator(t.kind, typed, i == to - 1));
            print_argument(p, t.kind, arg[i], typed, out);
            several = i > from || is_several(p, t.kind, arg[i], several);
        }
        next = to;
    }
    while (out->n && out->s[out->n - 1] == ' ') /* an empty list at the end */
        out->s[--out->n] = '\0';
}

void action_print(const struct play *p, const struct action *a, struct text *out)
{
    print_template(p, p->game->verbs[a->verb].form, a->arg, a->n, true, out);
}

void action_label(const struct play *p, const struct action *a, struct text *out)
{
    const struct word *w = &p->game->verbs[a->verb];

    print_template(p, w->text ? w->text : w->form, a->arg, a->n, false, out);
}

void prompt_print(const struct play *p, const struct step *t, struct text *out)
{
    const struct step_def *def = p->game->steps[t->op];
    const char *prompt = def->phrase ? def->phrase(p, t) : NULL;

    if (!prompt)
        prompt = def->prompt;
    print_template(p, prompt ? prompt : "", t->v, STEP_VARS, false, out);
}

void template_print(const struct play *p, const char *form, const int16_t *arg, int n,
                    struct text *out)
{
    print_template(p, form, arg, n, false, out);
}

bool hidden_from(int mask, int viewer)
{
    return viewer == NOBODY ? mask != 0 : viewer < SIDES_MAX && (mask >> viewer & 1);
}

/* What the viewer hears of it; NULL: nothing. */
static const char *event_form(const struct play *p, const struct event *e, int viewer)
{
    const struct word *w = &p->game->events[e->kind];

    return hidden_from(e->secret, viewer) ? w->veiled : w->text;
}

/* A word of the vocabulary ("the Reserve") that begins it has a capital; names stay as they are. */
bool event_print(const struct play *p, const struct event *e, int viewer, struct text *out)
{
    const char *form = event_form(p, e, viewer);
    size_t begin = out->n;

    if (!form)
        return false;
    print_template(p, form, e->arg, e->n, false, out);
    if (strncmp(form, "{w", 2) == 0)
        out->s[begin] = (char)toupper((unsigned char)out->s[begin]);
    return true;
}

/* ---- reading ---- */

static bool read_halves(const char *word, int *value)
{
    size_t n = strlen(word);
    bool half = n >= 2 && strcmp(word + n - 2, "\xc2\xbd") == 0;
    char whole[LEX_WORD];

    if (!half)
        return lex_is_number(word, value) && *value < 9999 && ((*value *= 2), true);
    memcpy(whole, word, n - 2);
    whole[n - 2] = '\0';
    *value = 0;
    if (n > 2 && (!lex_is_number(whole, value) || *value > 9999))
        return false;
    *value = 2 * *value + 1;
    return true;
}

static bool read_argument(const struct play *p, char kind, const char *word, int *value)
{
    switch (kind) {
    case 'u': return (*value = box_piece_find(p->box, word)) >= 0;
    case 'p': return p->box->board && (*value = board_find(p->box->board, word)) >= 0;
    case 'q': return p->box->board && (*value = board_parse_place(p->box->board, word)) >= 0;
    case 'f': return p->box->board && (*value = board_facing_named(p->box->board, word)) >= 0;
    case 's': return (*value = game_side_find(p->game, word)) >= 0;
    case 'w': return (*value = word_find(p->game->words, word)) >= 0;
    case 'h': return read_halves(word, value);
    default: return lex_is_number(word, value) && *value >= INT16_MIN && *value <= INT16_MAX;
    }
}

static const char *kind_name(char kind)
{
    switch (kind) {
    case 'u': return "piece";
    case 'p':
    case 'q': return "place";
    case 'f': return "facing";
    case 's': return "side";
    case 'w': return "word";
    default: return "number";
    }
}

static const char *say(struct play *p, const char *format, ...) PRINTF_LIKE(2, 3);
static const char *say(struct play *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(p->refusal, sizeof p->refusal, format, args);
    va_end(args);
    return p->refusal;
}

/* Literal words of the template must stand in the line. */
static bool read_literal(struct lex *x, const struct token *t, struct lex *form)
{
    const char *want;

    lex_begin(form, "", t->text, t->n, NULL);
    if (!lex_line(form))
        return true;
    while ((want = lex_word(form)))
        if (!lex_accept(x, want))
            return false;
    return true;
}

static const char *say_unknown(struct play *p, char kind, const char *word)
{
    const char *like = kind == 'u' ? like_piece(p->box, word) : NULL;

    return like ? say(p, "there is no %s \"%.80s\"; did you mean %s?", kind_name(kind), word, like)
                : say(p, "there is no %s \"%.80s\"", kind_name(kind), word);
}

static const char *read_arguments(struct play *p, struct lex *x, const struct token *t,
                                  struct action *a)
{
    const char *word;

    do {
        int value;

        word = lex_word(x);
        if (!word)
            return t->all ? NULL : "";
        if (a->n == ACTION_ARGS)
            return "";
        if (!read_argument(p, t->kind, word, &value))
            return say_unknown(p, t->kind, word);
        a->arg[a->n++] = i16(value);
    } while (t->all);
    return NULL;
}

/* How the verb is written: "march PIECE PLACE". */
static const char *say_form(struct play *p, const struct word *verb)
{
    const char *form = verb->form, *kind;
    struct text text = { 0 };
    struct token t;

    while (next_token(&form, &t)) {
        if (t.text)
            text_add_n(&text, t.text, t.n);
        for (kind = t.text ? "" : kind_name(t.kind); *kind; kind++)
            text_char(&text, (char)(*kind - 'a' + 'A'));
        if (t.all)
            text_add(&text, "\xe2\x80\xa6");
    }
    say(p, "it is written: %s", text_of(&text));
    text_free(&text);
    return p->refusal;
}

/* The verb of that name, after this one (NULL: the first); NULL: there is none. */
static const struct word *next_verb(const struct play *p, const char *name, const struct word *verb)
{
    for (verb = verb ? verb + 1 : p->game->verbs; verb->name; verb++)
        if (strcmp(verb->name, name) == 0)
            return verb;
    return NULL;
}

/* What follows the verb's name. */
static const char *read_form(struct play *p, struct lex *x, const struct word *verb,
                             struct action *a)
{
    const char *form = verb->form + strlen(verb->name), *wrong = NULL;
    struct lex scratch;
    struct token t;

    *a = (struct action){ .verb = u8(verb - p->game->verbs) };
    while (!wrong && next_token(&form, &t))
        wrong = t.text ? (read_literal(x, &t, &scratch) ? NULL : "") : read_arguments(p, x, &t, a);
    if (!wrong && lex_more(x))
        wrong = "";
    return wrong && !*wrong ? say_form(p, verb) : wrong;
}

/* A verb may have a long form of the same name (stages.h): what cannot be read as the one is read as the other. */
const char *action_parse(struct play *p, struct lex *x, struct action *a)
{
    const char *word = lex_word(x), *wrong;
    const struct word *verb = word ? next_verb(p, word, NULL) : NULL, *other;
    struct lex begin;

    memset(a, 0, sizeof *a);
    if (!word)
        return "an action is missing";
    if (!verb)
        return say(p, "this game has no action \"%.80s\"", word);
    begin = *x;
    wrong = read_form(p, x, verb, a);
    while (wrong && !x->faulty && (other = next_verb(p, begin.word, verb))) {
        *x = begin;
        wrong = read_form(p, x, verb = other, a);
    }
    return wrong;
}

const char *action_parse_text(struct play *p, const char *text, struct action *a)
{
    struct lex x;

    lex_begin(&x, "action", text, strlen(text), NULL);
    if (!lex_line(&x)) {
        memset(a, 0, sizeof *a);
        return "an action is missing";
    }
    return action_parse(p, &x, a);
}

/* ---- from outside: is it an action at all? ---- */

static int count_words(const char *const *words)
{
    int n = 0;

    while (words && words[n])
        n++;
    return n;
}

static bool argument_fits(const struct play *p, char kind, int value)
{
    const struct board *b = p->box->board;

    switch (kind) {
    case 'u': return value >= 0 && value < p->box->pieces;
    case 'p': return b && value >= 0 && value < b->cells;
    case 'q': return b && value >= 0 && value < b->places;
    case 'f': return b && b->hexes && value >= 0 && value < HEX_FACINGS;
    case 's': return value >= 0 && value < game_sides(p->game);
    case 'w': return value >= 0 && value < count_words(p->game->words);
    default: return true;
    }
}

bool argument_kinds(const char *form, int n, char kind[ACTION_ARGS])
{
    struct token t;
    int next = 0;

    while (next_token(&form, &t)) {
        int from = t.index >= 0 ? t.index : next, to = t.all ? n : from + 1;

        if (t.text)
            continue;
        if (to > n)
            return false;
        for (int i = from; i < to; i++)
            kind[i] = t.kind;
        next = to;
    }
    return next == n;
}

bool action_fits(const struct play *p, const struct action *a)
{
    char kind[ACTION_ARGS];
    int verbs = 0;

    while (p->game->verbs[verbs].name)
        verbs++;
    if (a->verb >= verbs || a->n > ACTION_ARGS ||
        !argument_kinds(p->game->verbs[a->verb].form, a->n, kind))
        return false;
    for (int i = 0; i < ACTION_ARGS; i++)
        if (i < a->n ? !argument_fits(p, kind[i], a->arg[i]) : a->arg[i] != 0)
            return false;
    return true;
}

/* ---- who may read it ---- */

uint8_t action_veil(const struct play *p, const struct action *a)
{
    char kind[ACTION_ARGS];
    int veil = 0;

    if (!p->game->unseen || !argument_kinds(p->game->verbs[a->verb].form, a->n, kind))
        return 0;
    for (int side = 0; side < game_sides(p->game); side++)
        for (int i = 0; i < a->n; i++)
            if (kind[i] == 'u' && p->game->unseen(p, a->arg[i], side))
                veil |= 1 << side;
    return u8(veil);
}

void action_names(const struct play *p, const struct action *a, struct named *named)
{
    const struct board *b = p->box->board;
    char kind[ACTION_ARGS];

    memset(named, 0, sizeof *named);
    if (!argument_kinds(p->game->verbs[a->verb].form, a->n, kind))
        return;
    for (int i = 0; i < a->n; i++) {
        if (kind[i] == 'u')
            named->piece[named->pieces++] = a->arg[i];
        else if ((kind[i] == 'p' || kind[i] == 'q') && b && board_is_cell(b, a->arg[i]))
            named->place[named->places++] = a->arg[i];
    }
}

/* ---- for programs ---- */

/* The pieces and places that a template names, so that a client can light them up. */
static void names_json(const struct play *p, const char *form, const int16_t *arg, int n,
                       const char *kinds, const char *key, struct json *j)
{
    struct text name = { 0 };
    struct token t;
    int next = 0;

    json_key(j, key);
    json_open(j, '[');
    while (next_token(&form, &t)) {
        int from = t.index >= 0 ? t.index : next, to = t.all ? n : from + 1;

        if (t.text)
            continue;
        for (int i = from; strchr(kinds, t.kind) && i < to; i++) {
            text_clear(&name);
            print_argument(p, t.kind, arg[i], true, &name);
            json_str(j, text_of(&name));
        }
        next = to;
    }
    json_close(j);
    text_free(&name);
}

/* What a template names: units and places always, facings where it can name any. */
static void all_names_json(const struct play *p, const char *form, const int16_t *arg, int n,
                           struct json *j)
{
    names_json(p, form, arg, n, "u", "units", j);
    names_json(p, form, arg, n, "pq", "places", j);
    if (strstr(form, "{f"))
        names_json(p, form, arg, n, "f", "facings", j);
}

void action_json_as(const struct play *p, const struct action *a, const char *label, int role,
                    struct json *j)
{
    const struct word *verb = &p->game->verbs[a->verb];
    struct text text = { 0 };

    action_print(p, a, &text);
    json_key_str(j, "do", text_of(&text));
    text_clear(&text);
    if (!label)
        action_label(p, a, &text);
    json_key_str(j, "label", label ? label : text_of(&text));
    text_free(&text);
    json_key_str(j, "verb", verb->name);
    json_key_str(j, "role", role_names[role]);
    all_names_json(p, verb->form, a->arg, a->n, j);
    if (strstr(verb->form, "{w"))
        names_json(p, verb->form, a->arg, a->n, "w", "words", j);
}

void action_json(const struct play *p, const struct action *a, struct json *j)
{
    action_json_as(p, a, NULL, p->game->verbs[a->verb].role, j);
}

void event_json(const struct play *p, const struct event *e, int viewer, struct json *j)
{
    const char *form = event_form(p, e, viewer);
    struct text text = { 0 };

    assert(form);
    event_print(p, e, viewer, &text);
    json_key_str(j, "event", p->game->events[e->kind].name);
    json_key_str(j, "text", text_of(&text));
    if (p->game->events[e->kind].role != ROLE_ACT)
        json_key_str(j, "role", role_names[p->game->events[e->kind].role]);
    if (p->game->events[e->kind].cites)
        json_key_str(j, "case", p->game->events[e->kind].cites);
    all_names_json(p, form, e->arg, e->n, j);
    text_free(&text);
}

/* ---- refusals ---- */

/* Cases are numbered ("9.4.2d"), or of a chapter by its letters ("OR7.0b", "SID-3", "R-A16"): one word with a
 * digit in it that begins with a digit or a capital. */
void refusal_case(const char *refusal, char *room, size_t size)
{
    size_t n = strcspn(refusal, ": "), digit = strcspn(refusal, "0123456789");
    bool begins = isupper((unsigned char)refusal[0]) || isdigit((unsigned char)refusal[0]);
    bool cites = begins && digit < n && refusal[n] == ':' && refusal[n + 1] == ' ' && n < size;

    snprintf(room, size, "%.*s", cites ? (int)n : 0, refusal);
}
