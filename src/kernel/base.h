/*
 * base.h: memory, strings and files for everything above it.
 *
 * Exhaustion of memory ends the program with a message, here and nowhere else, so that no caller
 * needs to look. An arena owns what is loaded once and freed together.
 */
#ifndef BASE_H
#define BASE_H

#include <assert.h>
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

/* A number into a smaller type, in which it is known to fit: nothing is cut off in silence. */
static inline uint8_t u8(long x)
{
    assert(x >= 0 && x <= UINT8_MAX);
    return (uint8_t)x;
}
static inline int8_t i8(long x)
{
    assert(x >= INT8_MIN && x <= INT8_MAX);
    return (int8_t)x;
}
static inline uint16_t u16(long x)
{
    assert(x >= 0 && x <= UINT16_MAX);
    return (uint16_t)x;
}
static inline int16_t i16(long x)
{
    assert(x >= INT16_MIN && x <= INT16_MAX);
    return (int16_t)x;
}

/* The same for what comes from a file: whatever does not fit becomes the largest, which no check lets pass. */
static inline uint8_t fit_u8(long x)
{
    return x >= 0 && x <= UINT8_MAX ? (uint8_t)x : UINT8_MAX;
}
static inline uint16_t fit_u16(long x)
{
    return x >= 0 && x <= UINT16_MAX ? (uint16_t)x : UINT16_MAX;
}
static inline int16_t fit_i16(long x)
{
    return x >= INT16_MIN && x <= INT16_MAX ? (int16_t)x : INT16_MAX;
}

void *base_alloc(size_t size);           /* zeroed */
void *base_grow(void *old, size_t size); /* realloc */
char *base_copy(const char *string);
_Noreturn void base_die(const char *format, ...) PRINTF_LIKE(1, 2);

/* Seconds of a steady clock, to measure with. Rules know no time. */
double base_clock(void);

/* The whole file with a NUL behind it, or NULL and errno; only of an ordinary file. The caller frees. */
char *base_read_file(const char *path, size_t *size);
bool base_write(int fd, const char *bytes, size_t n); /* all of it; or false and errno */
/*
 * The file becomes these bytes, or stays as it is: written beside it, forced to the disk, renamed. Of a
 * link, what it leads to. -1 and errno, or where it goes on, open to append.
 */
int base_replace_file(const char *path, const char *bytes, size_t n);
bool base_write_file(const char *path, const char *bytes, size_t n); /* and closed */

struct arena_block;
struct arena {
    struct arena_block *blocks;
};

void *arena_alloc(struct arena *, size_t size); /* zeroed */
const char *arena_copy(struct arena *, const char *string);
const char *arena_printf(struct arena *, const char *format, ...) PRINTF_LIKE(2, 3);
size_t arena_size(const struct arena *); /* bytes given out */
void arena_free(struct arena *);

#endif
