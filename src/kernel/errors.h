/*
 * errors.h: complaints about data and input, collected so that all are seen at once.
 *
 * Each is one line "file:line: message"; of a file as a whole (line 0) it names the first line.
 * Nothing with a complaint is ever used.
 */
#ifndef ERRORS_H
#define ERRORS_H

#include "text.h"

struct errors {
    int n;
    struct text lines;
};

enum { ERRORS_SHOWN = 200 }; /* further ones are counted, not kept */

void errors_add(struct errors *, const char *file, int line, const char *format, ...)
    PRINTF_LIKE(4, 5);
void errors_add_list(struct errors *, const char *file, int line, const char *format, va_list);
void errors_free(struct errors *);

#endif
