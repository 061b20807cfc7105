/*
 * protocol.c: any bytes as lines of the engine protocol. Every line gets one line of JSON or none,
 * an error changes nothing, and the match stays sound.
 */
#include "fuzz.h"

#include <string.h>

#include "engine/session.h"

static struct engine *fresh_engine(void)
{
    static struct engine *e;
    struct engine_limits tame = { .files = false, .perft = 2, .ms = 1 };

    if (!e)
        e = engine_new(TREE "/data", tame, 1);
    session_replace(e, NULL);
    rng_seed(&e->seeds, 1);
    e->bound = REFEREE;
    e->gathering = false;
    return e;
}

/* Quotes closed, brackets closed, nothing behind: one value on one line. */
static bool is_json(const char *s)
{
    int depth = 0;

    do {
        if (*s == '"')
            for (s++; *s != '"'; s++) {
                s += *s == '\\';
                if ((unsigned char)*s < 0x20)
                    return false;
            }
        depth += (*s == '{' || *s == '[') - (*s == '}' || *s == ']');
        if (!*s++)
            return false;
    } while (depth > 0);
    return !*s;
}

static uint64_t hash_of(const struct engine *e)
{
    return e->match ? play_digest(match_play(e->match)) : 0;
}

static enum engine_says one_line(struct engine *e, const char *line, size_t n, struct text *reply)
{
    uint64_t before = hash_of(e);
    int bound = e->bound;
    enum engine_says says = engine_line(e, line, n, reply);
    const char *text = text_of(reply);
    bool good = strncmp(text, "{\"ok\":true", 10) == 0;

    if (says == ENGINE_SILENT)
        return says;
    FUZZ_CHECK(good || strncmp(text, "{\"ok\":false,\"error\":\"", 21) == 0);
    FUZZ_CHECK(is_json(text));
    FUZZ_CHECK(good || (hash_of(e) == before && e->bound == bound));
    FUZZ_CHECK(!e->match || !play_broken(match_play(e->match)));
    return says;
}

FUZZ_TARGET(protocol)
{
    struct engine *e = fresh_engine();
    struct text reply = { 0 };
    const char *at = (const char *)data, *end = at + size;

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((newline ? newline : end) - at);

        if (one_line(e, at, n, &reply) == ENGINE_QUITS)
            break;
        at += n + 1;
    }
    engine_end(e, &reply);
    text_free(&reply);
}
