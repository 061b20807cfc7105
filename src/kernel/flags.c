/*
 * flags.c: flags and small numbers by name, in positions and views.
 */
#include "flags.h"

#include <assert.h>
#include <stdio.h>

#include "read.h"

void flags_save(const struct flag_word *words, int flags, struct text *out)
{
    assert(flags >= 0);
    for (; flags && words->name; words++)
        if (flags & words->bit) {
            text_char(out, ' ');
            text_add(out, words->name);
        }
}

int flags_read(const struct flag_word *words, struct lex *x)
{
    for (; words->name; words++)
        if (lex_accept(x, words->name))
            return words->bit;
    return 0;
}

void flags_add_marks(const struct flag_word *words, int flags, struct json *j)
{
    for (; flags && words->name; words++)
        if (words->mark && flags & words->bit)
            json_str(j, words->mark);
}

void flags_show(const struct flag_word *words, int flags, struct json *j)
{
    json_open(j, '[');
    flags_add_marks(words, flags, j);
    json_close(j);
}

void numbers_save(const struct number_word *words, const void *of, struct text *out)
{
    for (; words->name; words++) {
        int value = ((const uint8_t *)of)[words->offset];

        if (!value)
            continue;
        text_char(out, ' ');
        text_add(out, words->name);
        text_char(out, ' ');
        text_int(out, value);
    }
}

bool numbers_read(const struct number_word *words, struct lex *x, void *of)
{
    char what[80];

    while (words->name && !lex_accept(x, words->name))
        words++;
    if (!words->name)
        return false;
    snprintf(what, sizeof what, "the %s", words->name);
    lex_u8(x, what, words->least, words->most, (uint8_t *)of + words->offset);
    return true;
}
