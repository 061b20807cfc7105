/*
 * lex.c: the one lexer. It never reads past its text and never fails silently: a fault is a
 * complaint with file and line, and the rest of that line is dropped.
 */
#include "lex.h"

#include <limits.h>
#include <string.h>

void lex_begin(struct lex *x, const char *file, const char *text, size_t size, struct errors *e)
{
    memset(x, 0, sizeof *x);
    x->file = file;
    x->at = text;
    x->end = text + size;
    x->next_line = 1;
    x->errors = e;
}

void lex_complain(struct lex *x, const char *format, ...)
{
    va_list args;

    x->faulty = true;
    if (!x->errors)
        return;
    va_start(args, format);
    errors_add_list(x->errors, x->file, x->line, format, args);
    va_end(args);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* To the next character that is neither blank nor comment; true if it is on this line. */
static bool skip_blanks(struct lex *x)
{
    while (x->at < x->end && is_blank(*x->at))
        x->at++;
    if (x->at < x->end && *x->at == '#')
        while (x->at < x->end && *x->at != '\n')
            x->at++;
    return x->at < x->end && *x->at != '\n';
}

void lex_skip(struct lex *x)
{
    while (x->at < x->end && *x->at != '\n')
        x->at++;
}

/* To the next line with a word in it, whatever it says. */
static bool next_line(struct lex *x)
{
    while (x->line == 0 || x->at < x->end) {
        if (x->line > 0) {
            lex_skip(x);
            if (x->at == x->end)
                return false;
            x->at++;
        }
        x->line = x->next_line++;
        x->faulty = false;
        if (skip_blanks(x))
            return true;
    }
    return false;
}

/* Does the line begin with this word? It is not taken. */
static bool begins_with(const struct lex *x, const char *word)
{
    size_t n = strlen(word), left = (size_t)(x->end - x->at);

    return left >= n && memcmp(x->at, word, n) == 0 &&
           (left == n || is_blank(x->at[n]) || x->at[n] == '\n' || x->at[n] == '#');
}

bool lex_line(struct lex *x)
{
    bool more = next_line(x);

    while (more && x->counted && begins_with(x, "count"))
        more = next_line(x);
    return more;
}

bool lex_more(struct lex *x)
{
    return skip_blanks(x);
}

static const char *fault(struct lex *x, const char *message)
{
    lex_complain(x, "%s", message);
    lex_skip(x);
    return NULL;
}

/* The next character of a quotation. QUOTE_ENDS: that was all; QUOTE_FAULTY: complained of. */
enum quote { QUOTE_GOES_ON, QUOTE_ENDS, QUOTE_FAULTY };
static enum quote quoted_char(struct lex *x, char *c)
{
    if (x->at == x->end || *x->at == '\n')
        return fault(x, "a quotation is not closed"), QUOTE_FAULTY;
    *c = *x->at++;
    if (*c == '"')
        return QUOTE_ENDS;
    if (*c == '\\' && x->at < x->end && *x->at != '\n') {
        *c = *x->at++;
        *c = *c == 'n' ? '\n' : *c;
    }
    return *c ? QUOTE_GOES_ON : (fault(x, "a NUL byte"), QUOTE_FAULTY);
}

static const char *quoted_word(struct lex *x)
{
    enum quote is;
    size_t n = 0;
    char c;

    for (x->at++; (is = quoted_char(x, &c)) == QUOTE_GOES_ON;) {
        if (n == LEX_WORD - 1)
            return fault(x, "a quotation is too long");
        x->word[n++] = c;
    }
    x->word[n] = '\0';
    x->quoted = is == QUOTE_ENDS;
    return x->quoted ? x->word : NULL;
}

bool lex_quotes(struct lex *x)
{
    return skip_blanks(x) && *x->at == '"';
}

bool lex_text(struct lex *x, const char *what, size_t most, struct text *out)
{
    enum quote is;
    char c;

    if (!lex_quotes(x)) {
        lex_complain(x, "%s is missing, in quotation marks", what);
        return false;
    }
    for (x->at++; (is = quoted_char(x, &c)) == QUOTE_GOES_ON;) {
        if (out->n == most) {
            fault(x, "a text is too long");
            return false;
        }
        text_char(out, c);
    }
    return is == QUOTE_ENDS;
}

static const char *plain_word(struct lex *x)
{
    size_t n = 0;

    for (; x->at < x->end && !is_blank(*x->at) && *x->at != '\n' && *x->at != '#'; x->at++) {
        if (*x->at == '\0')
            return fault(x, "a NUL byte");
        if (n == LEX_WORD - 1)
            return fault(x, "a word is too long");
        x->word[n++] = *x->at;
    }
    x->word[n] = '\0';
    return x->word;
}

const char *lex_word(struct lex *x)
{
    x->quoted = false;
    if (!skip_blanks(x))
        return NULL;
    return *x->at == '"' ? quoted_word(x) : plain_word(x);
}

const char *lex_need(struct lex *x, const char *what)
{
    const char *word = lex_word(x);

    if (!word && !x->faulty)
        lex_complain(x, "%s is missing", what);
    return word;
}

bool lex_is_number(const char *word, int *value)
{
    long n = 0;
    bool negative = *word == '-';
    const char *digit = word + (*word == '-' || *word == '+');

    if (!*digit)
        return false;
    for (; *digit; digit++) {
        if (*digit < '0' || *digit > '9' || n > INT_MAX / 10)
            return false;
        n = 10 * n + (*digit - '0');
    }
    if (n > INT_MAX)
        return false;
    *value = (int)(negative ? -n : n);
    return true;
}

bool lex_number(struct lex *x, const char *what, int least, int most, int *value)
{
    const char *word = lex_need(x, what);
    int n;

    if (!word)
        return false;
    if (!lex_is_number(word, &n)) {
        lex_complain(x, "%s must be a whole number, not \"%s\"", what, word);
        return false;
    }
    if (n < least || n > most) {
        lex_complain(x, "%s must be from %d to %d, not %d", what, least, most, n);
        return false;
    }
    *value = n;
    return true;
}

bool lex_accept(struct lex *x, const char *word)
{
    const char *before = x->at;

    if (skip_blanks(x) && begins_with(x, word))
        return lex_word(x) != NULL;
    x->at = before;
    return false;
}

void lex_end(struct lex *x)
{
    const char *word = lex_word(x);

    if (word)
        lex_complain(x, "\"%s\" is one word too many", word);
    lex_skip(x);
}

const char *lex_rest(struct lex *x, size_t *size)
{
    const char *from;

    while (x->at < x->end && is_blank(*x->at))
        x->at++;
    from = x->at;
    lex_skip(x);
    *size = (size_t)(x->at - from);
    while (*size && is_blank(from[*size - 1]))
        --*size;
    return from;
}

/* ---- how many lines of a kind a data file has ---- */

static int count_lines(const char *text, size_t size, const char *kind)
{
    struct lex x;
    int n = 0;

    lex_begin(&x, "", text, size, NULL);
    while (lex_line(&x))
        n += begins_with(&x, kind);
    return n;
}

/* count KIND N [KIND N]… */
static void hold_counts(struct lex *x, const char *text, size_t size)
{
    char kind[LEX_WORD];
    int said, n;

    lex_word(x);
    do {
        if (!lex_need(x, "the kind of line"))
            return;
        memcpy(kind, x->word, sizeof kind);
        if (!lex_number(x, "how many there are", 0, INT_MAX, &said))
            return;
        if ((n = count_lines(text, size, kind)) != said)
            lex_complain(
                x, "there are %d lines \"%s\" here, not %d: is one lost? If not, count them so", n,
                kind, said);
    } while (!x->faulty && lex_more(x));
}

void lex_begin_data(struct lex *x, const char *file, const char *text, size_t size,
                    struct errors *e)
{
    lex_begin(x, file, text, size, e);
    while (lex_line(x))
        if (begins_with(x, "count"))
            hold_counts(x, text, size);
    lex_begin_again(x, text, size);
}

void lex_begin_again(struct lex *x, const char *text, size_t size)
{
    lex_begin(x, x->file, text, size, x->errors);
    x->counted = true;
}
