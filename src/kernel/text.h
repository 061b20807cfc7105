/*
 * text.h: a growing string. Zero-initialise it; text_free() when done.
 */
#ifndef TEXT_H
#define TEXT_H

#include "base.h"

struct text {
    char *s; /* NUL-terminated once anything was added */
    size_t n, room;
};

void text_add(struct text *, const char *string);
void text_add_n(struct text *, const char *bytes, size_t n);
static inline void text_char(struct text *, char);
void text_int(struct text *, long value); /* faster than text_printf */
void text_printf(struct text *, const char *format, ...) PRINTF_LIKE(2, 3);
void text_quote(struct text *, const char *string); /* as the lexer reads it back */
void text_clear(struct text *);                     /* empty, keeps its room */
void text_free(struct text *);
const char *text_of(const struct text *);   /* "" if nothing was added */
void text_grow(struct text *, size_t more); /* room for so many bytes and the end */
size_t utf8_length(const char *character);  /* in bytes; 0: it is no UTF-8 */
unsigned utf8_sign(const char *character, size_t length);
size_t utf8_width(const char *string); /* in columns of a terminal */

/* JSON is made of little else: worth not being a call. */
static inline void text_char(struct text *t, char c)
{
    if (t->n + 1 >= t->room)
        text_grow(t, 1);
    t->s[t->n++] = c;
    t->s[t->n] = '\0';
}

#endif
