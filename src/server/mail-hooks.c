/*
 * mail-hooks.c: which addresses a hook may have, by name and by number, and how what is sent there is signed.
 *
 * A name says nothing: whoever owns it lets it point wherever he likes, and 127.0.0.1 has a hundred spellings. So it is
 * the number that counts, in the moment in which it is connected to (carrier.c).
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "mail.h"

const char *hook_wrong_url(const char *url)
{
    const char *host = url + 8;
    size_t n;

    if (strncmp(url, "https://", 8) != 0)
        return "a hook is an address that begins with https://";
    if (strlen(url) >= HOOK_URL)
        return "the address of this hook is too long";
    for (const char *c = url; *c; c++)
        if (*c <= ' ' || *c > '~' || strchr("\"<>\\^`{|}#", *c))
            return "the address of a hook has neither blanks nor quotes nor a #";
    n = strcspn(host, "/?");
    if (n == 0 || memchr(host, '@', n))
        return "the address of a hook names a host, and no user";
    return NULL;
}

/* ---- numbers ---- */

struct range {
    uint32_t first;
    int bits;
};

/* Of networks of one's own, of this machine, of no one, of many. */
static const struct range not_public[] = {
    { 0x00000000, 8 },  { 0x0a000000, 8 },  { 0x64400000, 10 }, { 0x7f000000, 8 },
    { 0xa9fe0000, 16 }, { 0xac100000, 12 }, { 0xc0000000, 24 }, { 0xc0000200, 24 },
    { 0xc0586300, 24 }, { 0xc0a80000, 16 }, { 0xc6120000, 15 }, { 0xc6336400, 24 },
    { 0xcb007100, 24 }, { 0xe0000000, 3 },
};

static bool four_is_public(const unsigned char b[4])
{
    uint32_t a = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];

    for (int i = 0; i < COUNT(not_public); i++)
        if (a >> (32 - not_public[i].bits) == not_public[i].first >> (32 - not_public[i].bits))
            return false;
    return true;
}

/* Of IPv6 only what is given out to the world (2000::/3), without what leads on to an IPv4 address inside it. */
bool address_is_public(const struct in6_addr *a)
{
    const unsigned char *b = a->s6_addr;

    if (IN6_IS_ADDR_V4MAPPED(a))
        return four_is_public(b + 12);
    if ((b[0] & 0xe0) != 0x20 || (b[0] == 0x20 && b[1] == 0x02))
        return false;
    if (b[0] == 0x20 && b[1] == 0x01 && ((b[2] & 0xfe) == 0 || (b[2] == 0x0d && b[3] == 0xb8)))
        return false;
    return true;
}

/* ---- signing ---- */

void hook_sign(const char *secret, int64_t seconds, const char *body, struct text *out)
{
    crypto_auth_hmacsha256_state state;
    unsigned char mac[crypto_auth_hmacsha256_BYTES];
    char hex[2 * sizeof mac + 1], at[24];
    int n = snprintf(at, sizeof at, "%lld.", (long long)seconds);

    crypto_auth_hmacsha256_init(&state, (const unsigned char *)secret, strlen(secret));
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)at, (unsigned long long)n);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)body, strlen(body));
    crypto_auth_hmacsha256_final(&state, mac);
    hex_text(mac, sizeof mac, hex);
    text_printf(out, "t=%lld,v1=%s", (long long)seconds, hex);
}
