/*
 * base.h: memory, strings and files for everything above it.
 *
 * Exhaustion of memory ends the program with a message, here and nowhere else, so that no caller
 * needs to look. An arena owns what is loaded once and freed together.
 */
#ifndef BASE_H
#define BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(string, first) __attribute__((format(printf, string, first)))
#else
#define PRINTF_LIKE(string, first)
#endif

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

void *base_alloc(size_t size);              /* zeroed */
void *base_grow(void *old, size_t size);    /* realloc */
char *base_copy(const char *string);
_Noreturn void base_die(const char *format, ...) PRINTF_LIKE(1, 2);

/* Seconds of a steady clock, to measure with. Rules know no time. */
double base_clock(void);

/* The whole file with a NUL behind it, or NULL and errno. The caller frees. */
char *base_read_file(const char *path, size_t *size);

struct arena_block;
struct arena {
    struct arena_block *blocks;
};

void *arena_alloc(struct arena *, size_t size);     /* zeroed */
const char *arena_copy(struct arena *, const char *string);
const char *arena_printf(struct arena *, const char *format, ...) PRINTF_LIKE(2, 3);
size_t arena_size(const struct arena *);               /* bytes given out */
void arena_free(struct arena *);

#endif
