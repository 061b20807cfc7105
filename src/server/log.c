/*
 * log.c: one line an event, to standard error or a file: key=value, or the same as a JSON object. Every line names
 * the server and the request that it is about ("-": none). No token, seed or mail address ever comes
 * here: the query of a request is not logged.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server.h"

static int log_file = -1;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

static bool as_json;
static char server_id[40];
static _Thread_local char request_id[REQUEST_NAME];

const char *serve_wrong_log(const struct serve_options *o)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    const char *id = o->server_id;

    if (strcmp(o->log_format, "text") != 0 && strcmp(o->log_format, "json") != 0)
        return "--log-format: it is text or json";
    if (id && (!*id || strlen(id) >= sizeof server_id || strspn(id, plain) != strlen(id)))
        return "--server-id: it is at most 39 letters, digits, dots and dashes";
    return NULL;
}

void log_begin(const struct serve_options *o)
{
    as_json = strcmp(o->log_format, "json") == 0;
    if (o->server_id)
        snprintf(server_id, sizeof server_id, "%s", o->server_id);
    else
        snprintf(server_id, sizeof server_id, "%08x", randombytes_random());
    if (o->log)
        log_file = strcmp(o->log, "-") == 0
                       ? STDERR_FILENO
                       : open(o->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (o->log && log_file < 0)
        base_die("the log %s cannot be written: %s", o->log, strerror(errno));
}

void log_request(const char *id)
{
    snprintf(request_id, sizeof request_id, "%s", id);
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
    char note[160];

    pthread_mutex_lock(&log_lock);
    if (lost) {
        int n = snprintf(note, sizeof note,
                         as_json ? "\n{\"level\":\"error\",\"server\":\"%s\",\"request\":\"-\","
                                   "\"event\":\"lost\",\"lines\":%ld}\n"
                                 : "\nlevel=error server=%s request=- event=lost lines=%ld\n",
                         server_id, lost);

        if (put_line(note, (size_t)n))
            lost = 0;
    }
    if (lost || !put_line(line, size))
        lost++;
    pthread_mutex_unlock(&log_lock);
}

/* ---- as JSON ---- */

/* Of these keys the values are numbers; of all others words, also if they are digits. */
static bool is_number(const char *key, const char *value)
{
    static const char *const keys[] = { "pid",    "life",  "port",   "metrics", "status",
                                        "ms",     "bytes", "number", "signal",  "exit",
                                        "played", "over",  "lines",  "troubles" };

    for (int i = 0; i < COUNT(keys); i++)
        if (strcmp(key, keys[i]) == 0)
            return *value && strspn(value, "0123456789.") == strlen(value);
    return false;
}

static void member(struct json *j, const char *key, const char *value)
{
    json_key(j, key);
    if (is_number(key, value))
        json_raw(j, value);
    else
        json_str(j, value);
}

/* `key=value key="several words"`; a line that was too long ends anywhere. */
static void line_json_members(char *line, struct json *j)
{
    char *at = line;

    while (*at) {
        char *key = at, *value = at + strcspn(at, "= "), *end;
        bool quoted;

        if (*value != '=')
            return;
        *value++ = '\0';
        quoted = *value == '"';
        value += quoted;
        end = value + strcspn(value, quoted ? "\"" : " ");
        at = end + (*end != '\0');
        at += strspn(at, " ");
        *end = '\0';
        member(j, key, value);
    }
}

static void put_json(char *line)
{
    struct text out = { 0 };
    struct json j;

    json_begin(&j, &out);
    json_open(&j, '{');
    line_json_members(line, &j);
    json_close(&j);
    text_add(&out, "\n");
    put(text_of(&out), out.n);
    text_free(&out);
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
    n = (size_t)snprintf(line, sizeof line, "time=%s.%03ldZ level=%s server=%s request=%s ", stamp,
                         now.tv_nsec / 1000000, level, *server_id ? server_id : "-",
                         *request_id ? request_id : "-");
    va_start(args, format);
    vsnprintf(line + n, sizeof line - n - 1, format, args); /* and the end of the line */
    va_end(args);
    n = strlen(line);
    if (as_json) {
        put_json(line);
        return;
    }
    line[n] = '\n';
    put(line, n + 1);
}
