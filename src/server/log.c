/*
 * log.c: one line an event, key=value, to standard error or a file. No token ever comes here: the
 * query of an address is not logged.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "server.h"

static FILE *log_file;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

void log_begin(const char *path)
{
    log_file = !path ? NULL : strcmp(path, "-") == 0 ? stderr : fopen(path, "a");
    if (path && !log_file)
        base_die("the log %s cannot be written", path);
}

bool log_all(void)
{
    return log_file != NULL;
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

void log_line(const char *level, const char *format, ...)
{
    FILE *out = log_file ? log_file : stderr;
    struct timespec now;
    char stamp[24];
    struct tm parts;
    va_list args;

    if (!log_file && strcmp(level, "info") == 0)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &parts);
    pthread_mutex_lock(&log_lock);
    fprintf(out, "time=%s.%03ldZ level=%s ", stamp, now.tv_nsec / 1000000, level);
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    fputc('\n', out);
    fflush(out);
    pthread_mutex_unlock(&log_lock);
}
