/*
 * public.c: the address under which people know the table, if it stands behind something else (`--public-url`): links are
 * whole ones, and a page of that address may ask.
 */
#include <string.h>
#include <strings.h>

#include "server.h"

/* What stands behind the scheme, and how long it is; 0: it is no address of a table. */
static size_t host_of(const char *url, const char **host)
{
    static const char host_chars[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
    size_t scheme = strncmp(url, "https://", 8) == 0 ? 8 : strncmp(url, "http://", 7) == 0 ? 7 : 0;
    size_t n = scheme ? strspn(url + scheme, host_chars) : 0;
    const char *end = url + scheme + n;

    *host = url + scheme;
    if (n == 0 || **host == ':' || **host == '-' || **host == '.' || n > 255)
        return 0;
    return *end && strcmp(end, "/") != 0 ? 0 : n;
}

const char *serve_wrong_url(const struct serve_options *o)
{
    const char *host;

    if (!o->public_url || host_of(o->public_url, &host))
        return NULL;
    return "it is written https://HOST or https://HOST:PORT, and nothing behind it";
}

bool public_is_secret(const struct serve_options *o)
{
    return o->public_url && strncmp(o->public_url, "https://", 8) == 0;
}

bool public_is_host(const struct serve_options *o, const char *host)
{
    const char *known;
    size_t n = o->public_url ? host_of(o->public_url, &known) : 0;

    return n && strlen(host) == n && strncasecmp(host, known, n) == 0;
}

bool public_is_origin(const struct serve_options *o, const char *origin)
{
    const char *host;
    size_t n = o->public_url ? host_of(o->public_url, &host) : 0, whole;

    whole = n ? (size_t)(host - o->public_url) + n : 0;
    return n && strlen(origin) == whole && strncasecmp(origin, o->public_url, whole) == 0;
}

void public_link(const struct serve_options *o, struct text *out)
{
    const char *host;
    size_t n = o->public_url ? host_of(o->public_url, &host) : 0;

    if (n)
        text_add_n(out, o->public_url, (size_t)(host - o->public_url) + n);
}
