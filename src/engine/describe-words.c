/*
 * describe-words.c: words on lines of a terminal.
 */
#include <string.h>
#include <strings.h>

#include "describe.h"

static void blanks(struct text *out, size_t n)
{
    for (; n > 0; n--)
        text_char(out, ' ');
}

void words_pad(struct text *out, const char *s, size_t columns)
{
    size_t n = utf8_width(s);

    text_add(out, s);
    blanks(out, n < columns ? columns - n : 1);
}

bool words_contain(const char *text, const char *word)
{
    size_t n = strlen(word);

    for (; strlen(text) >= n; text++)
        if (strncasecmp(text, word, n) == 0)
            return true;
    return false;
}

/* One paragraph of `size` bytes. */
static void wrap_paragraph(const char *s, size_t size, int indent, int hang, struct text *out)
{
    const char *end = s + size;
    size_t at = (size_t)indent;
    bool first = true;
    struct text word = { 0 };

    blanks(out, at);
    while (s < end) {
        size_t n = 0;

        while (s + n < end && s[n] != ' ')
            n++;
        text_clear(&word);
        text_add_n(&word, s, n);
        if (!first && at + 1 + utf8_width(text_of(&word)) > DESCRIBE_COLUMNS) {
            text_char(out, '\n');
            blanks(out, at = (size_t)hang);
        } else if (!first) {
            text_char(out, ' ');
            at++;
        }
        text_add(out, text_of(&word));
        at += utf8_width(text_of(&word));
        first = false;
        s += n < (size_t)(end - s) ? n + 1 : n;
    }
    text_char(out, '\n');
    text_free(&word);
}

void words_wrap(const char *text, int indent, int hang, struct text *out)
{
    while (*text) {
        size_t n = strcspn(text, "\n");

        wrap_paragraph(text, n, indent, hang, out);
        text += n + (text[n] == '\n');
    }
}
