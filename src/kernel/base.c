/*
 * base.c: memory, strings and files; the one place where the program gives up for want of memory.
 */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FILE_MOST = 1 << 28 }; /* bytes: more is no text of ours */

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

/* Nothing without an end, nothing that waits for somebody: an ordinary file, not too large. */
static FILE *open_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), wrong = 0;
    struct stat s;

    if (fd < 0)
        return NULL;
    if (fstat(fd, &s) != 0)
        wrong = errno;
    else if (!S_ISREG(s.st_mode))
        wrong = S_ISDIR(s.st_mode) ? EISDIR : EMEDIUMTYPE;
    else if (s.st_size > FILE_MOST)
        wrong = EFBIG;
    if (!wrong)
        return fdopen(fd, "rb");
    close(fd);
    errno = wrong;
    return NULL;
}

/* The file may grow meanwhile, or be one of those that have no size. */
static char *read_all(FILE *file, size_t *size)
{
    size_t room = 1 << 14, used = 0, got;
    char *bytes = base_alloc(room);

    while (used <= FILE_MOST && (got = fread(bytes + used, 1, room - used - 1, file)) > 0) {
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
    FILE *file = open_file(path);
    char *bytes;
    int failed;

    if (!file)
        return NULL;
    errno = 0;
    bytes = read_all(file, size);
    failed = ferror(file) ? (errno ? errno : EIO) : *size > FILE_MOST ? EFBIG : 0;
    fclose(file);
    if (!failed)
        return bytes;
    free(bytes);
    errno = failed;
    return NULL;
}

bool base_write(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, bytes, n);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        bytes += done;
        n -= (size_t)done;
    }
    return true;
}

/* Only an ordinary file is replaced, and if it is a link, what it leads to. NULL, or the path, allocated. */
static char *target_of(const char *path)
{
    char *real = realpath(path, NULL);
    struct stat s;

    if (!real)
        return errno == ENOENT ? base_copy(path) : NULL;
    if (stat(real, &s) == 0 && S_ISREG(s.st_mode))
        return real;
    errno = S_ISDIR(s.st_mode) ? EISDIR : EMEDIUMTYPE;
    free(real);
    return NULL;
}

/* A file of its own, of the mode that the other has or would have. */
static int open_beside(char *beside, const char *path)
{
    mode_t mask = umask(0);
    struct stat s;
    int fd = mkstemp(beside);

    umask(mask);
    if (fd >= 0 && fchmod(fd, stat(path, &s) == 0 ? s.st_mode & 0777 : 0666 & ~mask) == 0 &&
        fcntl(fd, F_SETFL, O_APPEND) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0)
        return fd;
    if (fd >= 0) {
        int failed = errno;

        close(fd);
        unlink(beside);
        errno = failed;
    }
    return -1;
}

int base_replace_file(const char *path, const char *bytes, size_t n)
{
    static const char ending[] = ".XXXXXX";
    char *target = target_of(path), *beside;
    int fd, failed;

    if (!target)
        return -1;
    beside = base_alloc(strlen(target) + sizeof ending);
    memcpy(beside, target, strlen(target));
    memcpy(beside + strlen(target), ending, sizeof ending);
    fd = open_beside(beside, target);
    failed = fd < 0 ? errno : 0;
    if (fd >= 0 && (!base_write(fd, bytes, n) || fsync(fd) != 0 || rename(beside, target) != 0)) {
        failed = errno;
        close(fd);
        unlink(beside);
        fd = -1;
    }
    free(beside);
    free(target);
    errno = failed;
    return fd;
}

bool base_write_file(const char *path, const char *bytes, size_t n)
{
    int fd = base_replace_file(path, bytes, n);

    return fd >= 0 && close(fd) == 0;
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
