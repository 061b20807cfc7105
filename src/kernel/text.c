/*
 * text.c: a growing string.
 */
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_grow(struct text *t, size_t more)
{
    size_t need = t->n + more + 1;

    t->room = need > 2 * t->room ? need + 64 : 2 * t->room;
    t->s = base_grow(t->s, t->room);
}

void text_add_n(struct text *t, const char *bytes, size_t n)
{
    if (t->n + n >= t->room)
        text_grow(t, n);
    memcpy(t->s + t->n, bytes, n);
    t->n += n;
    t->s[t->n] = '\0';
}

void text_add(struct text *t, const char *string)
{
    text_add_n(t, string, strlen(string));
}

void text_int(struct text *t, long value)
{
    char digits[24];
    int at = COUNT(digits);
    unsigned long rest = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;

    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        digits[--at] = '-';
    text_add_n(t, digits + at, (size_t)(COUNT(digits) - at));
}

void text_printf(struct text *t, const char *format, ...)
{
    size_t room = t->room - t->n;
    va_list args, again;
    int n;

    va_start(args, format);
    va_copy(again, args);
    n = vsnprintf(t->s ? t->s + t->n : NULL, room, format, args);
    va_end(args);
    if (n < 0)
        base_die("cannot format \"%s\"", format);
    if ((size_t)n >= room) {
        text_grow(t, (size_t)n);
        vsnprintf(t->s + t->n, (size_t)n + 1, format, again);
    }
    va_end(again);
    t->n += (size_t)n;
}

void text_quote(struct text *t, const char *string)
{
    text_char(t, '"');
    for (; *string; string++) {
        if (*string == '"' || *string == '\\')
            text_char(t, '\\');
        if (*string == '\n')
            text_add(t, "\\n");
        else
            text_char(t, *string);
    }
    text_char(t, '"');
}

void text_clear(struct text *t)
{
    t->n = 0;
    if (t->s)
        t->s[0] = '\0';
}

void text_free(struct text *t)
{
    free(t->s);
    memset(t, 0, sizeof *t);
}

const char *text_of(const struct text *t)
{
    return t->s ? t->s : "";
}

size_t utf8_length(const char *character)
{
    const unsigned char *s = (const unsigned char *)character;
    size_t n = s[0] < 0x80                   ? 1
               : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
               : (s[0] & 0xf0) == 0xe0       ? 3
               : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                             : 0;

    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if (n == 3 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f)))
        return 0;
    if (n == 4 && ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f)))
        return 0;
    return n;
}

unsigned utf8_sign(const char *at, size_t size)
{
    static const unsigned char first[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
    unsigned sign = (unsigned char)*at & first[size];

    for (size_t i = 1; i < size; i++)
        sign = sign << 6 | ((unsigned char)at[i] & 0x3f);
    return sign;
}

size_t utf8_width(const char *s)
{
    size_t n = 0;

    for (; *s; s++)
        n += (*s & 0xc0) != 0x80; /* not the rest of a letter */
    return n;
}
