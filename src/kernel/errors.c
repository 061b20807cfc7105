/*
 * errors.c: complaints as "file:line: message", collected.
 */
#include "errors.h"

#include <stdio.h>

void errors_add_list(struct errors *e, const char *file, int line, const char *format, va_list args)
{
    char message[512];

    if (e->n++ >= ERRORS_SHOWN)
        return;
    vsnprintf(message, sizeof message, format, args);
    text_printf(&e->lines, "%s:%d: %s\n", file, line > 0 ? line : 1, message);
}

void errors_add(struct errors *e, const char *file, int line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    errors_add_list(e, file, line, format, args);
    va_end(args);
}

void errors_free(struct errors *e)
{
    text_free(&e->lines);
    e->n = 0;
}
