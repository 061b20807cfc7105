/* margin.c: reading of margin.txt. */
#include "margin.h"

#include "kernel/lex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *text_word(struct margin *m, struct lex *x, const char *what)
{
    const char *word = lex_need(x, what);

    return word ? arena_copy(&m->arena, word) : "";
}

/* The place for one more of a short list, or NULL with a complaint if it is full. */
static void *place(struct lex *x, void *list, int *n, int most, size_t size)
{
    if (*n == most) {
        lex_complain(x, "more than %d such lines", most);
        return NULL;
    }
    return (char *)list + (size_t)(*n)++ * size;
}

static void read_title(struct margin *m, struct lex *x)
{
    m->title[0] = text_word(m, x, "title");
    if (lex_more(x))
        m->title[1] = text_word(m, x, "second line of the title");
}

static void read_subtitle(struct margin *m, struct lex *x)
{
    m->subtitle = text_word(m, x, "subtitle");
}

static void read_towards(struct margin *m, struct lex *x)
{
    m->towards = text_word(m, x, "word");
}

static void read_lettering(struct margin *m, struct lex *x)
{
    lex_number(x, "size of names", 30, 400, &m->lettering);
}

static void read_detail(struct margin *m, struct lex *x)
{
    lex_number(x, "size of detail", 30, 400, &m->detail);
}

static void read_fields(struct margin *m, struct lex *x)
{
    lex_number(x, "strength of the fields", 0, 200, &m->fields);
}

static void read_measure(struct margin *m, struct lex *x)
{
    if (lex_number(x, "length of the scale bar", 1, 20, &m->measures))
        m->measure = text_word(m, x, "what it measures");
}

static void read_pair(struct margin *m, struct lex *x, struct margin_pair *list, int *n, int most)
{
    const char *from = text_word(m, x, "word"), *to = text_word(m, x, "what it becomes");
    struct margin_pair *pair = x->faulty ? NULL : place(x, list, n, most, sizeof *list);

    if (pair)
        *pair = (struct margin_pair){ from, to };
}

static void read_manner(struct margin *m, struct lex *x)
{
    read_pair(m, x, m->manner, &m->manners, MARGIN_MANNERS);
}

static void read_name(struct margin *m, struct lex *x)
{
    read_pair(m, x, m->name, &m->names, MARGIN_NAMES);
}

static void read_heading(struct margin *m, struct lex *x)
{
    struct margin_key *key = place(x, m->key, &m->keys, MARGIN_KEYS, sizeof *key);

    if (key)
        *key = (struct margin_key){ NULL, text_word(m, x, "heading"), "" };
}

static void read_key(struct margin *m, struct lex *x)
{
    const char *word = text_word(m, x, "word of the map"), *text = text_word(m, x, "what it is");
    const char *more = lex_more(x) ? text_word(m, x, "what it does") : "";
    struct margin_key *key = place(x, m->key, &m->keys, MARGIN_KEYS, sizeof *key);

    if (key)
        *key = (struct margin_key){ word, text, more };
}

static const char *colour_word(struct margin *m, struct lex *x)
{
    const char *word = text_word(m, x, "colour");

    if (!x->faulty &&
        (word[0] != '#' || strlen(word) != 7 || strspn(word + 1, "0123456789abcdef") != 6))
        lex_complain(x, "a colour is written \"#rrggbb\", not \"%s\"", word);
    return word;
}

static void read_badge(struct margin *m, struct lex *x)
{
    struct margin_badge one = { .word = text_word(m, x, "formation") };

    one.colour = colour_word(m, x);
    one.second = lex_more(x) ? colour_word(m, x) : NULL;
    struct margin_badge *badge =
        x->faulty ? NULL : place(x, m->badge, &m->badges, MARGIN_BADGES, sizeof *badge);
    if (badge)
        *badge = one;
}

static void read_note(struct margin *m, struct lex *x)
{
    const char **note = place(x, m->note, &m->notes, MARGIN_NOTES, sizeof *note);

    if (note)
        *note = text_word(m, x, "note");
}

static void read_one(struct margin *m, struct lex *x)
{
    static const struct {
        const char *word;
        void (*read)(struct margin *, struct lex *);
    } readers[] = {
        { "title", read_title },   { "subtitle", read_subtitle }, { "lettering", read_lettering },
        { "detail", read_detail }, { "manner", read_manner },     { "heading", read_heading },
        { "key", read_key },       { "measure", read_measure },   { "note", read_note },
        { "name", read_name },     { "towards", read_towards },   { "badge", read_badge },
        { "fields", read_fields },
    };
    const char *word = lex_word(x);

    for (int i = 0; word && i < COUNT(readers); i++) {
        if (strcmp(word, readers[i].word) == 0) {
            readers[i].read(m, x);
            if (!x->faulty)
                lex_end(x);
            return;
        }
    }
    if (word)
        lex_complain(x, "unknown line \"%s\"", word);
}

void margin_read(struct margin *margin, const char *file, const char *text, size_t size,
                 struct errors *errors)
{
    struct lex x;

    lex_begin_data(&x, file, text, size, errors);
    while (lex_line(&x))
        read_one(margin, &x);
}

void margin_load(struct margin *margin, const char *path, struct errors *errors)
{
    size_t size;
    char *text = base_read_file(path, &size);

    memset(margin, 0, sizeof *margin);
    margin->subtitle = margin->measure = "";
    margin->towards = "to";
    margin->lettering = margin->detail = margin->fields = 100;
    if (text)
        margin_read(margin, arena_copy(&margin->arena, path), text, size, errors);
    else if (errno != ENOENT)
        errors_add(errors, path, 0, "%s", strerror(errno));
    free(text);
}

static const char *paired(const struct margin_pair *list, int n, const char *word)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(list[i].from, word) == 0)
            return list[i].to;
    }
    return word;
}

const char *margin_manner(const struct margin *margin, const char *word)
{
    return paired(margin->manner, margin->manners, word);
}

const char *margin_name(const struct margin *margin, const char *name)
{
    return paired(margin->name, margin->names, name);
}

void margin_free(struct margin *margin)
{
    arena_free(&margin->arena);
    memset(margin, 0, sizeof *margin);
}
