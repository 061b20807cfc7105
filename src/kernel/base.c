/*
 * base.c: memory, strings and files; the one place where the program gives up for want of memory.
 */
#include "base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Noreturn void base_die(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fputs("grognard: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(3);
}

void *base_alloc(size_t size)
{
    void *room = calloc(1, size ? size : 1);

    if (!room)
        base_die("out of memory (%zu bytes)", size);
    return room;
}

void *base_grow(void *old, size_t size)
{
    void *room = realloc(old, size ? size : 1);

    if (!room)
        base_die("out of memory (%zu bytes)", size);
    return room;
}

char *base_copy(const char *string)
{
    size_t size = strlen(string) + 1;

    return memcpy(base_alloc(size), string, size);
}

/* Reads until the end whatever the size says: a pipe or /dev/stdin has none. */
static char *read_all(FILE *file, size_t *size)
{
    size_t room = 1 << 14, used = 0, got;
    char *bytes = base_alloc(room);

    while ((got = fread(bytes + used, 1, room - used - 1, file)) > 0) {
        used += got;
        if (room - used < 2)
            bytes = base_grow(bytes, room *= 2);
    }
    bytes[used] = '\0';
    *size = used;
    return bytes;
}

double base_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

char *base_read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes;
    int failed;

    if (!file)
        return NULL;
    errno = 0;
    bytes = read_all(file, size);
    failed = ferror(file) ? (errno ? errno : EIO) : 0;
    fclose(file);
    if (!failed)
        return bytes;
    free(bytes);
    errno = failed;
    return NULL;
}

struct arena_block {
    struct arena_block *next;
    size_t used, room;
    _Alignas(max_align_t) unsigned char bytes[];
};

enum { ARENA_BLOCK = 1 << 16 };

static struct arena_block *new_block(struct arena *arena, size_t least)
{
    size_t room = least > ARENA_BLOCK ? least : ARENA_BLOCK;
    struct arena_block *block = base_alloc(sizeof *block + room);

    block->room = room;
    block->next = arena->blocks;
    return arena->blocks = block;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    size_t need = (size + 15) & ~(size_t)15;
    struct arena_block *block = arena->blocks;
    void *room;

    if (!block || block->room - block->used < need)
        block = new_block(arena, need);
    room = block->bytes + block->used;
    block->used += need;
    return room;
}

const char *arena_copy(struct arena *arena, const char *string)
{
    size_t size = strlen(string) + 1;

    return memcpy(arena_alloc(arena, size), string, size);
}

const char *arena_printf(struct arena *arena, const char *format, ...)
{
    char line[1024];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return arena_copy(arena, line);
}

size_t arena_size(const struct arena *arena)
{
    size_t sum = 0;

    for (const struct arena_block *block = arena->blocks; block; block = block->next)
        sum += block->used;
    return sum;
}

void arena_free(struct arena *arena)
{
    struct arena_block *block = arena->blocks, *next;

    for (; block; block = next) {
        next = block->next;
        free(block);
    }
    arena->blocks = NULL;
}
