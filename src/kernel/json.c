/*
 * json.c: writes JSON, and finds a value by path in JSON of our own making.
 */
#include "json.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void json_begin(struct json *j, struct text *out)
{
    memset(j, 0, sizeof *j);
    j->out = out;
}

static void before_value(struct json *j)
{
    if (!j->after_key && j->filled[j->depth])
        text_char(j->out, ',');
    j->filled[j->depth] = true;
    j->after_key = false;
}

void json_open(struct json *j, char bracket)
{
    before_value(j);
    assert(j->depth + 1 < JSON_DEPTH);
    text_char(j->out, bracket);
    j->closer[++j->depth] = bracket == '{' ? '}' : ']';
    j->filled[j->depth] = false;
}

void json_close(struct json *j)
{
    assert(j->depth > 0);
    text_char(j->out, j->closer[j->depth--]);
}

/* The bytes at s that are written as they are: most of any text. */
static size_t plain_length(const unsigned char *s)
{
    size_t n = 0;

    while (s[n] >= 0x20 && s[n] < 0x80 && s[n] != '"' && s[n] != '\\')
        n++;
    return n;
}

/* One character that is not plain; returns its length. */
static size_t write_special(struct text *out, const unsigned char *s)
{
    size_t n = utf8_length((const char *)s);

    if (n == 0) /* so that what is written is always valid */
        text_add(out, "\xef\xbf\xbd");
    else if (*s == '"' || *s == '\\')
        text_printf(out, "\\%c", *s);
    else if (*s == '\n')
        text_add(out, "\\n");
    else if (*s < 0x20)
        text_printf(out, "\\u%04x", *s);
    else
        text_add_n(out, (const char *)s, n);
    return n ? n : 1;
}

static void write_string(struct text *out, const char *string)
{
    const unsigned char *s = (const unsigned char *)string;

    text_char(out, '"');
    for (;;) {
        size_t n = plain_length(s);

        text_add_n(out, (const char *)s, n);
        s += n;
        if (!*s)
            break;
        s += write_special(out, s);
    }
    text_char(out, '"');
}

void json_key(struct json *j, const char *key)
{
    before_value(j);
    write_string(j->out, key);
    text_char(j->out, ':');
    j->after_key = true;
}

void json_str(struct json *j, const char *value)
{
    before_value(j);
    if (value)
        write_string(j->out, value);
    else
        text_add(j->out, "null");
}

void json_int(struct json *j, long long value)
{
    before_value(j);
    text_int(j->out, (long)value);
}

void json_bool(struct json *j, bool value)
{
    before_value(j);
    text_add(j->out, value ? "true" : "false");
}

void json_real(struct json *j, double value, int decimals)
{
    before_value(j);
    text_printf(j->out, "%.*f", decimals, value);
}

void json_raw(struct json *j, const char *json)
{
    before_value(j);
    text_add(j->out, json);
}

void json_key_str(struct json *j, const char *key, const char *value)
{
    json_key(j, key);
    json_str(j, value);
}

void json_key_int(struct json *j, const char *key, long long value)
{
    json_key(j, key);
    json_int(j, value);
}

void json_key_bool(struct json *j, const char *key, bool value)
{
    json_key(j, key);
    json_bool(j, value);
}

/* ---- finding ---- */

/* Behind the string that begins at s (which points at its quote). */
static const char *past_string(const char *s)
{
    for (s++; *s && *s != '"'; s++)
        if (*s == '\\' && s[1])
            s++;
    return *s ? s + 1 : s;
}

/* Behind the value that begins at s: a string, a bracketed whole or a bare word. */
static const char *past_value(const char *s)
{
    int depth = 0;

    do {
        if (*s == '"') {
            s = past_string(s);
            continue;
        }
        depth += (*s == '{' || *s == '[') - (*s == '}' || *s == ']');
        if (depth < 0 || (depth == 0 && *s == ','))
            break;
        s += *s != '\0';
    } while (*s && (depth > 0 || (*s != ',' && *s != '}' && *s != ']')));
    return s;
}

static void unquote(const char *s, const char *end, struct text *out)
{
    for (s++; s < end - 1; s++) {
        if (*s == '\\') {
            s++;
            text_char(out, *s == 'n' ? '\n' : *s);
        } else {
            text_char(out, *s);
        }
    }
}

static int array_length(const char *s)
{
    int n = 0;

    for (s++; *s && *s != ']'; n++) {
        s = past_value(s);
        s += *s == ',';
    }
    return n;
}

static const char *array_item(const char *s, const char **path)
{
    char *rest;
    long index = strtol(*path, &rest, 10);

    if (rest == *path)
        return NULL;
    for (s++; *s && *s != ']' && index > 0; index--) {
        s = past_value(s);
        s += *s == ',';
    }
    *path = rest;
    return *s && *s != ']' ? s : NULL;
}

/* The value under the longest key that begins the path. */
static const char *object_item(const char *s, const char **path)
{
    const char *best = NULL, *value;
    size_t best_length = 0, n;
    struct text key = { 0 };

    for (s++; *s && *s != '}'; s += *s == ',') {
        text_clear(&key);
        value = past_string(s);
        unquote(s, value, &key);
        value++;
        n = key.n;
        if (n >= best_length && strncmp(*path, text_of(&key), n) == 0 &&
            ((*path)[n] == '.' || (*path)[n] == '\0')) {
            best = value;
            best_length = n;
        }
        s = past_value(value);
    }
    text_free(&key);
    *path += best ? best_length : 0;
    return best;
}

bool json_find(const char *json, const char *path, struct text *value)
{
    const char *end;

    while (*path) {
        if (*json == '[' && strcmp(path, "length") == 0) {
            text_int(value, array_length(json));
            return true;
        }
        json = *json == '{'   ? object_item(json, &path)
               : *json == '[' ? array_item(json, &path)
                              : NULL;
        if (!json)
            return false;
        if (*path == '.')
            path++;
        else if (*path)
            return false;
    }
    end = past_value(json);
    json_plain(json, (size_t)(end - json), value);
    return true;
}

/* ---- walking ---- */

void json_walk(struct json_walk *w, const char *json)
{
    memset(w, 0, sizeof *w);
    w->object = *json == '{';
    w->at = *json == '{' || *json == '[' ? json + 1 : "";
}

bool json_next(struct json_walk *w)
{
    w->at += *w->at == ',';
    if (!*w->at || *w->at == '}' || *w->at == ']')
        return false;
    text_clear(&w->key);
    if (w->object) {
        const char *end = past_string(w->at);

        unquote(w->at, end, &w->key);
        w->at = end + 1;
    }
    w->value = w->at;
    w->at = past_value(w->at);
    w->size = (size_t)(w->at - w->value);
    return true;
}

void json_walk_end(struct json_walk *w)
{
    text_free(&w->key);
}

void json_plain(const char *value, size_t size, struct text *out)
{
    if (*value == '"')
        unquote(value, value + size, out);
    else
        text_add_n(out, value, size);
}
