/*
 * json.h: a writer of JSON into a text, and a finder of one value in JSON that we wrote.
 *
 * Commas and quoting are the writer's business. Keys and values follow each other:
 * json_open(j, '{'); json_key(j, "turn"); json_int(j, 7); json_close(j);
 */
#ifndef JSON_H
#define JSON_H

#include "text.h"

enum { JSON_DEPTH = 32 };

struct json {
    struct text *out;
    int depth;
    bool filled[JSON_DEPTH]; /* something stands at this level already */
    bool after_key;
    char closer[JSON_DEPTH];
};

void json_begin(struct json *, struct text *out);
void json_open(struct json *, char bracket); /* '{' or '[' */
void json_close(struct json *);
void json_key(struct json *, const char *key);
void json_str(struct json *, const char *value); /* NULL writes null */
void json_int(struct json *, long long value);
void json_bool(struct json *, bool value);
void json_real(struct json *, double value, int decimals);
void json_raw(struct json *, const char *json); /* something already JSON */

/* Short forms for the commonest pairs. */
void json_key_str(struct json *, const char *key, const char *value);
void json_key_int(struct json *, const char *key, long long value);
void json_key_bool(struct json *, const char *key, bool value);

/*
 * The value at a dotted path ("unit.fr.II.5.losses", "legal.0", "legal.length"), as plain text: strings
 * unquoted, objects and arrays as JSON. Keys may contain dots: the longest key that fits is taken.
 * False if there is none.
 */
bool json_find(const char *json, const char *path, struct text *value);

/*
 * The members of an object, or the items of an array, one after another:
 * json_walk(&w, json); while (json_next(&w)) … w.key, w.value …; json_walk_end(&w);
 */
struct json_walk {
    const char *at;
    bool object;
    struct text key;   /* empty in an array */
    const char *value; /* as JSON, up to its end at `value + size` */
    size_t size;
};

void json_walk(struct json_walk *, const char *json);
bool json_next(struct json_walk *);
void json_walk_end(struct json_walk *);
/* A value as plain text: strings unquoted, anything else as it stands. */
void json_plain(const char *value, size_t size, struct text *);

#endif
