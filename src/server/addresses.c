/*
 * addresses.c: who a request comes from: the connection's address, or, if that is a proxy that the
 * operator named as trusted, the one that the proxy says.
 *
 * Each proxy adds to X-Forwarded-For, or to Forwarded (RFC 7239), at its end, the address that it was asked
 * from. So the header is read from its end, hop by hop, and only as far as the hop was told by a trusted
 * proxy: whatever a visitor wrote himself stands before that. A hop that is no address ends the reading.
 * A proxy writes one of the two and lets the other through as the visitor sent it: where both are there and
 * do not agree nobody knows who asks, and all such requests count as one address.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
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

/* ---- networks: `192.0.2.0/24`, or an address alone ---- */

struct network {
    struct in6_addr first;
    int bits;
};

static bool bit_of(const struct in6_addr *a, int i)
{
    return a->s6_addr[i / 8] >> (7 - i % 8) & 1;
}

/* How many bits are written behind the slash; -1: none that make sense. */
static int read_bits(const char *digits, int most)
{
    size_t n = strlen(digits);

    if (n < 1 || n > 3 || strspn(digits, "0123456789") != n || (n > 1 && *digits == '0'))
        return -1;
    return strtol(digits, NULL, 10) <= most ? (int)strtol(digits, NULL, 10) : -1;
}

/* A network of everybody is none, nor is one whose first address is not its first. */
static bool network_parse(const char *text, struct network *net)
{
    const char *slash = strchr(text, '/');
    size_t n = slash ? (size_t)(slash - text) : strlen(text);
    char room[ADDRESS_TEXT];
    int rest, bits;

    if (n >= sizeof room)
        return false;
    memcpy(room, text, n);
    room[n] = '\0';
    if (!parse_plain(room, &net->first))
        return false;
    rest = strchr(room, ':') ? 0 : 96; /* of an IPv4 address, as IPv6 maps it */
    bits = slash ? read_bits(slash + 1, 128 - rest) : 128 - rest;
    net->bits = rest + bits;
    for (int i = net->bits; bits > 0 && i < 128; i++)
        if (bit_of(&net->first, i))
            return false;
    return bits > 0;
}

static bool network_has(const struct network *net, const struct in6_addr *a)
{
    for (int i = 0; i < net->bits; i++)
        if (bit_of(&net->first, i) != bit_of(a, i))
            return false;
    return true;
}

bool address_trusted(const struct serve_options *o, const struct in6_addr *a)
{
    struct network net;

    for (int i = 0; i < o->proxies; i++)
        if (network_parse(o->proxy[i], &net) && network_has(&net, a))
            return true;
    return false;
}

const char *serve_wrong_proxy(const struct serve_options *o)
{
    struct network net;

    for (int i = 0; i < o->proxies; i++)
        if (!network_parse(o->proxy[i], &net))
            return o->proxy[i];
    return NULL;
}

/* ---- what the proxies say ---- */

struct hops {
    const char *header;
    struct text list; /* a comma before each */
};

/* A header that comes several times is one list. */
static enum MHD_Result add_hops(void *cls, enum MHD_ValueKind kind, const char *key,
                                const char *value)
{
    struct hops *hops = cls;

    (void)kind;
    if (strcasecmp(key, hops->header) == 0 && value)
        text_printf(&hops->list, ",%s", value);
    return MHD_YES;
}

/* A word of Forwarded, up to one of these that stands in no quotes; which come off. */
static const char *read_part(const char *at, const char *ends, struct text *out)
{
    bool quoted = false;

    for (; *at && (quoted || !strchr(ends, *at)); at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (quoted && *at == '\\' && at[1])
            text_add_n(out, ++at, 1);
        else
            text_add_n(out, at, 1);
    }
    return at;
}

/* `for=192.0.2.1;proto=https, for="[2001:db8::1]:80"` as the list of those for whom; of one who is not
 * named, "-". */
static void forwarded_hops(const struct text *header, struct text *list)
{
    const char *at = text_of(header);
    struct text part = { 0 }, whom = { 0 };

    while (*at++ == ',') {
        text_clear(&whom);
        do {
            at += strspn(at, "; \t");
            text_clear(&part);
            at = read_part(at, ",;", &part);
            if (strncasecmp(text_of(&part), "for=", 4) == 0 && !whom.n)
                text_add(&whom, text_of(&part) + 4);
        } while (*at == ';');
        text_printf(list, ",%s", whom.n && !strchr(text_of(&whom), ',') ? text_of(&whom) : "-");
    }
    text_free(&part);
    text_free(&whom);
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

/* From this proxy on, as far as those are trusted who say so. False: the header is not there. */
static bool follow(const struct serve_options *o, struct MHD_Connection *connection,
                   const char *header, struct in6_addr *a)
{
    struct hops hops = { .header = header };
    struct text list = { 0 };
    struct in6_addr hop;
    bool there;

    MHD_get_connection_values(connection, MHD_HEADER_KIND, add_hops, &hops);
    there = hops.list.n > 0;
    if (there && strcmp(header, "Forwarded") == 0)
        forwarded_hops(&hops.list, &list);
    else if (there)
        text_add(&list, text_of(&hops.list));
    while (address_trusted(o, a) && last_hop(&list, &hop))
        *a = hop;
    text_free(&hops.list);
    text_free(&list);
    return there;
}

bool address_by_proxy(const struct serve_options *o, struct MHD_Connection *connection)
{
    struct in6_addr a = address_of(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr);

    return address_trusted(o, &a);
}

void address_forwarded(const struct serve_options *o, struct MHD_Connection *connection,
                       char room[ADDRESS_TEXT])
{
    struct in6_addr a = address_of(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr);
    struct in6_addr other = a;
    bool one, two;

    if (!address_trusted(o, &a))
        return;
    one = follow(o, connection, "X-Forwarded-For", &a);
    two = follow(o, connection, "Forwarded", &other);
    if (one && two && memcmp(&a, &other, sizeof a) != 0)
        snprintf(room, ADDRESS_TEXT, "unclear");
    else
        address_print(one ? a : other, room);
}
