/*
 * addresses.c: who a request comes from: the connection's address, or, if that is a proxy that the
 * operator named as trusted, the one that the proxy says.
 *
 * Each proxy adds to X-Forwarded-For, at its end, the address that it was asked from. So the header
 * is read from its end, hop by hop, and only as far as the hop was told by a trusted proxy: whatever
 * a visitor wrote himself stands before that. A hop that is no address ends the reading.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server.h"

/* ---- addresses: an IPv4 one as IPv6 maps it ---- */

static void map_four(const void *four, struct in6_addr *a)
{
    *a = (struct in6_addr){ .s6_addr = { [10] = 0xff, [11] = 0xff } };
    memcpy(a->s6_addr + 12, four, 4);
}

static bool parse_plain(const char *text, struct in6_addr *a)
{
    struct in_addr four;

    if (inet_pton(AF_INET6, text, a) == 1)
        return true;
    if (inet_pton(AF_INET, text, &four) != 1)
        return false;
    map_four(&four, a);
    return true;
}

bool address_parse(const char *text, size_t n, struct in6_addr *a)
{
    char room[ADDRESS_TEXT];
    char *port;

    if (n == 0 || n >= sizeof room || memchr(text, '\0', n))
        return false;
    memcpy(room, text, n);
    room[n] = '\0';
    port = strrchr(room, ':');
    if (room[0] == '[') { /* [::1] or [::1]:1815 */
        char *end = strchr(room, ']');

        if (!end || (end[1] && end[1] != ':') || strspn(end + 1, ":0123456789") != strlen(end + 1))
            return false;
        *end = '\0';
        return inet_pton(AF_INET6, room + 1, a) == 1;
    }
    if (port && strchr(room, ':') == port && strspn(port + 1, "0123456789") == strlen(port + 1))
        *port = '\0'; /* 192.0.2.1:1815 */
    return parse_plain(room, a);
}

struct in6_addr address_of(const struct sockaddr *from)
{
    struct sockaddr_in6 six = { 0 };
    struct sockaddr_in four;

    if (from->sa_family == AF_INET6) {
        memcpy(&six, from, sizeof six);
    } else if (from->sa_family == AF_INET) {
        memcpy(&four, from, sizeof four);
        map_four(&four.sin_addr, &six.sin6_addr);
    }
    return six.sin6_addr;
}

/* An IPv6 customer has a whole network of addresses: its first half says who he is. */
void address_print(struct in6_addr a, char room[ADDRESS_TEXT])
{
    if (IN6_IS_ADDR_V4MAPPED(&a)) {
        inet_ntop(AF_INET, a.s6_addr + 12, room, ADDRESS_TEXT);
        return;
    }
    if (!IN6_IS_ADDR_LOOPBACK(&a))
        memset(a.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &a, room, ADDRESS_TEXT);
}

bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

bool address_trusted(const struct serve_options *o, const struct in6_addr *a)
{
    struct in6_addr proxy;

    for (int i = 0; i < o->proxies; i++)
        if (address_parse(o->proxy[i], strlen(o->proxy[i]), &proxy) &&
            memcmp(&proxy, a, sizeof proxy) == 0)
            return true;
    return false;
}

const char *serve_wrong_proxy(const struct serve_options *o)
{
    struct in6_addr a;

    for (int i = 0; i < o->proxies; i++)
        if (!parse_plain(o->proxy[i], &a))
            return o->proxy[i];
    return NULL;
}

/* ---- what the proxies say ---- */

/* A header that comes several times is one list. */
static enum MHD_Result add_hops(void *cls, enum MHD_ValueKind kind, const char *key,
                                const char *value)
{
    (void)kind;
    if (strcasecmp(key, "X-Forwarded-For") == 0 && value)
        text_printf(cls, ",%s", value);
    return MHD_YES;
}

/* The last hop of the list, which then ends before it. */
static bool last_hop(struct text *hops, struct in6_addr *a)
{
    char *comma = hops->n ? strrchr(hops->s, ',') : NULL, *from, *end;

    if (!comma)
        return false;
    for (from = comma + 1; *from == ' ' || *from == '\t';)
        from++;
    for (end = from + strlen(from); end > from && (end[-1] == ' ' || end[-1] == '\t');)
        end--;
    *comma = '\0';
    return address_parse(from, (size_t)(end - from), a);
}

void address_forwarded(const struct serve_options *o, struct MHD_Connection *connection,
                       char room[ADDRESS_TEXT])
{
    struct in6_addr a = address_of(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr);
    struct in6_addr hop;
    struct text hops = { 0 };

    if (!address_trusted(o, &a))
        return;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, add_hops, &hops);
    while (address_trusted(o, &a) && last_hop(&hops, &hop))
        a = hop;
    address_print(a, room);
    text_free(&hops);
}
