#define _DEFAULT_SOURCE /* on_exit() */
#include "inject.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../test.h"
#include "kernel/base.h"

const char *const fault_names[FAULTS] = {
    "none",          "allocation",          "opening",          "write",         "sync",
    "rename",        "SQLite's allocation", "SQLite's opening", "SQLite's read", "SQLite's write",
    "SQLite's sync", "SQLite's truncation",
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum fault armed;
static long left;
static bool ever, struck;
static long stride, allocations, forked;

void fault_arm(enum fault kind, long k, bool from_then_on)
{
    armed = kind;
    left = k;
    ever = from_then_on;
    struck = false;
}

void fault_disarm(void)
{
    armed = FAULT_NONE;
}

bool fault_struck(void)
{
    return struck;
}

static bool due(enum fault kind)
{
    bool fails;

    if (armed != kind)
        return false;
    pthread_mutex_lock(&lock);
    fails = --left == 0 || (ever && left < 0);
    struck |= fails;
    pthread_mutex_unlock(&lock);
    return fails;
}

/* ---- a child for each allocation ---- */

long fault_allocations(void)
{
    return allocations;
}

void fault_fork(long every)
{
    stride = every;
    allocations = forked = 0;
}

long fault_forked(void)
{
    stride = 0;
    return forked;
}

/*
 * The child shares the place in every file that is being read with its parent: it must not end as exit()
 * ends, which sets that place anew.
 */
static void end_child(int status, void *arg)
{
    (void)arg;
    fflush(stderr);
    _exit(status);
}

/* True in the child, in which the allocation is to fail. */
static bool fork_here(void)
{
    long every = stride;
    int status = 0;
    pid_t child;

    allocations++;
    if (!every || allocations % every)
        return false;
    stride = 0;
    fflush(NULL);
    child = fork();
    if (child == 0)
        return on_exit(end_child, NULL) == 0 && freopen("said", "w", stderr);
    waitpid(child, &status, 0);
    forked++;
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    fault_ended_well(status, "said", "allocation", allocations);
    stride = every;
    return false;
}

/* ---- our own calls ---- */

void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
int __real_open(const char *path, int flags, ...);
FILE *__real_fopen(const char *path, const char *mode);
ssize_t __real_write(int fd, const void *bytes, size_t n);
size_t __real_fwrite(const void *bytes, size_t size, size_t n, FILE *f);
int __real_fsync(int fd);
int __real_rename(const char *from, const char *to);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
int __wrap_open(const char *path, int flags, ...);
FILE *__wrap_fopen(const char *path, const char *mode);
ssize_t __wrap_write(int fd, const void *bytes, size_t n);
size_t __wrap_fwrite(const void *bytes, size_t size, size_t n, FILE *f);
int __wrap_fsync(int fd);
int __wrap_rename(const char *from, const char *to);

void *__wrap_calloc(size_t n, size_t size)
{
    return due(FAULT_ALLOC) || fork_here() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return due(FAULT_ALLOC) || fork_here() ? NULL : __real_realloc(old, size);
}

int __wrap_open(const char *path, int flags, ...)
{
    va_list args;
    int mode = 0;

    va_start(args, flags);
    if (flags & O_CREAT)
        mode = va_arg(args, int);
    va_end(args);
    if (!due(FAULT_OPEN))
        return __real_open(path, flags, mode);
    errno = EMFILE;
    return -1;
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    if (!due(FAULT_OPEN))
        return __real_fopen(path, mode);
    errno = EMFILE;
    return NULL;
}

/* As a disk does that becomes full in the middle. */
ssize_t __wrap_write(int fd, const void *bytes, size_t n)
{
    if (!due(FAULT_WRITE))
        return __real_write(fd, bytes, n);
    if (__real_write(fd, bytes, n / 2) < 0)
        return -1;
    errno = ENOSPC;
    return -1;
}

size_t __wrap_fwrite(const void *bytes, size_t size, size_t n, FILE *f)
{
    if (f == stderr || f == stdout || !due(FAULT_WRITE))
        return __real_fwrite(bytes, size, n, f);
    errno = ENOSPC;
    return __real_fwrite(bytes, size, n / 2, f) ? n / 2 : 0;
}

int __wrap_fsync(int fd)
{
    if (!due(FAULT_SYNC))
        return __real_fsync(fd);
    errno = EIO;
    return -1;
}

int __wrap_rename(const char *from, const char *to)
{
    if (!due(FAULT_RENAME))
        return __real_rename(from, to);
    errno = EIO;
    return -1;
}

/* ---- SQLite's files ---- */

/* The methods of the kinds of files there are, and ours for each. */
enum { KINDS = 8 };
static const sqlite3_io_methods *real[KINDS];
static sqlite3_io_methods ours[KINDS];
static sqlite3_vfs layer, *below;

static const sqlite3_io_methods *real_of(sqlite3_file *file)
{
    return real[file->pMethods - ours];
}

static int faulty_read(sqlite3_file *file, void *bytes, int n, sqlite3_int64 at)
{
    return due(FAULT_SQLITE_READ) ? SQLITE_IOERR_READ : real_of(file)->xRead(file, bytes, n, at);
}

static int faulty_write(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 at)
{
    if (!due(FAULT_SQLITE_WRITE))
        return real_of(file)->xWrite(file, bytes, n, at);
    real_of(file)->xWrite(file, bytes, n / 2, at);
    return SQLITE_FULL;
}

static int faulty_sync(sqlite3_file *file, int flags)
{
    return due(FAULT_SQLITE_SYNC) ? SQLITE_IOERR_FSYNC : real_of(file)->xSync(file, flags);
}

static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return due(FAULT_SQLITE_TRUNCATE) ? SQLITE_IOERR_TRUNCATE
                                      : real_of(file)->xTruncate(file, size);
}

static void layer_file(sqlite3_file *file)
{
    int i = 0;

    while (i < KINDS - 1 && real[i] && real[i] != file->pMethods)
        i++;
    real[i] = file->pMethods;
    ours[i] = *real[i];
    ours[i].xRead = faulty_read;
    ours[i].xWrite = faulty_write;
    ours[i].xSync = faulty_sync;
    ours[i].xTruncate = faulty_truncate;
    file->pMethods = &ours[i];
}

static int faulty_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
{
    int code;

    (void)vfs;
    if (due(FAULT_SQLITE_OPEN)) {
        file->pMethods = NULL;
        return SQLITE_CANTOPEN;
    }
    code = below->xOpen(below, path, file, flags, out);
    if (code == SQLITE_OK)
        layer_file(file);
    return code;
}

/* ---- SQLite's memory ---- */

static sqlite3_mem_methods memory;

static void *faulty_malloc(int n)
{
    return due(FAULT_SQLITE_ALLOC) ? NULL : memory.xMalloc(n);
}

static void *faulty_realloc(void *old, int n)
{
    return due(FAULT_SQLITE_ALLOC) ? NULL : memory.xRealloc(old, n);
}

void fault_layer_sqlite(void)
{
    sqlite3_mem_methods mine;

    CHECK(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory) == SQLITE_OK);
    mine = memory;
    mine.xMalloc = faulty_malloc;
    mine.xRealloc = faulty_realloc;
    CHECK(sqlite3_config(SQLITE_CONFIG_MALLOC, &mine) == SQLITE_OK);
    below = sqlite3_vfs_find(NULL);
    layer = *below;
    layer.zName = "faulty";
    layer.xOpen = faulty_open;
    CHECK(sqlite3_vfs_register(&layer, 1) == SQLITE_OK);
}

/* ---- running ---- */

int fault_run(void (*scenario)(void *), void *arg, const char *said)
{
    int status = -1;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        if (!freopen(said, "w", stderr))
            _exit(9);
        scenario(arg);
        fflush(NULL);
        exit(test_failed() ? 1 : 0);
    }
    waitpid(child, &status, 0);
    return status;
}

bool fault_ended_well(int status, const char *said, const char *what, long k)
{
    size_t size = 0;
    char *text = base_read_file(said, &size);
    bool spoke = text && strncmp(text, "grognard: ", 10) == 0 && strchr(text, '\n');
    bool good =
        WIFEXITED(status) && (WEXITSTATUS(status) == 0 || (WEXITSTATUS(status) == 3 && spoke));

    if (!good)
        printf("%s %ld failed: %s %d, said: %.600s\n", what, k,
               WIFEXITED(status) ? "exit code" : "signal",
               WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), text ? text : "");
    free(text);
    CHECK(good);
    return good;
}
