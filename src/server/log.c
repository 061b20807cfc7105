/*
 * log.c: one line an event, key=value, to standard error or a file. No token ever comes here: the
 * query of an address is not logged.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server.h"

static int log_file = -1;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

void log_begin(const char *path)
{
    if (path)
        log_file = strcmp(path, "-") == 0
                       ? STDERR_FILENO
                       : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (path && log_file < 0)
        base_die("the log %s cannot be written: %s", path, strerror(errno));
}

bool log_all(void)
{
    return log_file >= 0;
}

const char *log_quoted(const char *text, char *room, size_t size)
{
    size_t n = strcspn(text, "\n");

    assert(size > 0);
    snprintf(room, size, "%.*s", (int)n, text);
    for (char *c = room; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127 || *c == '"')
            *c = *c == '"' ? '\'' : ' ';
    return room;
}

/* False: it is not there, or only a part of it. */
static bool put_line(const char *line, size_t size)
{
    return write(log_file >= 0 ? log_file : STDERR_FILENO, line, size) == (ssize_t)size;
}

/* A disk that is full loses lines; as soon as it is not, their number is said. */
static void put(const char *line, size_t size)
{
    static long lost;
    char note[80];

    pthread_mutex_lock(&log_lock);
    if (lost) {
        int n = snprintf(note, sizeof note, "\nlevel=error event=lost lines=%ld\n", lost);

        if (put_line(note, (size_t)n))
            lost = 0;
    }
    if (lost || !put_line(line, size))
        lost++;
    pthread_mutex_unlock(&log_lock);
}

void log_line(const char *level, const char *format, ...)
{
    struct timespec now;
    char stamp[24], line[1600];
    struct tm parts;
    va_list args;
    size_t n;

    if (log_file < 0 && strcmp(level, "info") == 0)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &parts);
    n = (size_t)snprintf(line, sizeof line, "time=%s.%03ldZ level=%s ", stamp,
                         now.tv_nsec / 1000000, level);
    va_start(args, format);
    vsnprintf(line + n, sizeof line - n - 1, format, args); /* and the end of the line */
    va_end(args);
    n = strlen(line);
    line[n] = '\n';
    put(line, n + 1);
}
