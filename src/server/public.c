/*
 * public.c: the address under which people know the table, if it stands behind something else (`--public-url`): links are
 * whole ones, and a page of that address may ask.
 */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server.h"

/* A name or a number, IPv6 in brackets; 0: it is none. */
static size_t name_size(const char *host)
{
    static const char chars[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
    size_t n = *host == '[' ? strcspn(host, "]") : strspn(host, chars);
    char six[INET6_ADDRSTRLEN] = "";
    struct in6_addr number;

    if (*host != '[')
        return *host == '-' || *host == '.' ? 0 : n;
    if (!host[n] || n > sizeof six)
        return 0;
    memcpy(six, host + 1, n - 1);
    return inet_pton(AF_INET6, six, &number) == 1 ? n + 1 : 0;
}

/* With its colon; 0: there is none, or none that could be one. */
static size_t port_size(const char *at)
{
    size_t n = *at == ':' ? strspn(at + 1, "0123456789") : 0;
    long port = n && n < 6 ? strtol(at + 1, NULL, 10) : 0;

    return port > 0 && port < 65536 ? n + 1 : 0;
}

/* What stands behind the scheme, and how long it is; 0: it is no address of a table. */
static size_t host_of(const char *url, const char **host)
{
    size_t scheme = strncmp(url, "https://", 8) == 0 ? 8 : strncmp(url, "http://", 7) == 0 ? 7 : 0;
    size_t n = scheme ? name_size(url + scheme) : 0;

    *host = url + scheme;
    if (n == 0 || n > 255)
        return 0;
    n += port_size(*host + n);
    return (*host)[n] && strcmp(*host + n, "/") != 0 ? 0 : n;
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
