/*
 * seats.c: secrets (tokens, seeds, names of matches) and who may see and do what with them.
 *
 * A token is 128 bits from the system's generator. What is stored is its hash; the hash of a token
 * that somebody sends is compared with those of all seats in constant time.
 */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server.h"

enum { TOKEN_BYTES = 16, ID_LETTERS = 12 };

void token_make(char text[TOKEN_TEXT], unsigned char hash[TOKEN_HASH])
{
    unsigned char bytes[TOKEN_BYTES];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(text, TOKEN_TEXT, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    crypto_generichash(hash, TOKEN_HASH, bytes, sizeof bytes, NULL, 0);
}

bool token_hash(const char *text, unsigned char hash[TOKEN_HASH])
{
    unsigned char bytes[TOKEN_BYTES];
    size_t n = 0;

    if (strlen(text) != TOKEN_TEXT - 1 ||
        sodium_base642bin(bytes, sizeof bytes, text, TOKEN_TEXT - 1, NULL, &n, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        n != sizeof bytes)
        return false;
    crypto_generichash(hash, TOKEN_HASH, bytes, sizeof bytes, NULL, 0);
    return true;
}

uint32_t token_seats(const struct table *t, const char *text)
{
    unsigned char hash[TOKEN_HASH];
    uint32_t seats = 0;

    assert(t->chairs <= SEATS_MAX);
    if (!token_hash(text, hash))
        return 0;
    for (int i = 0; i < t->chairs; i++)
        if (t->chair[i].taken && sodium_memcmp(hash, t->chair[i].token, TOKEN_HASH) == 0)
            seats |= UINT32_C(1) << i;
    return seats;
}

static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";

void match_id_after(const struct server *s, const char *before, char id[MATCH_ID])
{
    unsigned char hash[crypto_auth_hmacsha256_BYTES];
    char text[MATCH_ID + 16];
    int n = snprintf(text, sizeof text, "after %s", before);

    crypto_auth_hmacsha256(hash, (const unsigned char *)text, (unsigned long long)n, s->seal_key);
    for (int i = 0; i < ID_LETTERS; i++)
        id[i] = letters[hash[i] % (sizeof letters - 1)];
    id[ID_LETTERS] = '\0';
}

void match_id_make(char id[MATCH_ID])
{
    for (int i = 0; i < ID_LETTERS; i++)
        id[i] = letters[randombytes_uniform(sizeof letters - 1)];
    id[ID_LETTERS] = '\0';
}

bool match_id_good(const char *id)
{
    return strlen(id) == ID_LETTERS &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789") == ID_LETTERS;
}

uint64_t secret_seed(void)
{
    uint64_t seed;

    randombytes_buf(&seed, sizeof seed);
    return seed;
}

/* The salt keeps anybody from trying all seeds against what is shown. */
void commitment_make(const char *id, uint64_t seed, const unsigned char salt[COMMITMENT],
                     unsigned char out[COMMITMENT])
{
    struct text said = { 0 };
    char hex[2 * COMMITMENT + 1];

    assert(match_id_good(id));
    hex_text(salt, COMMITMENT, hex);
    text_printf(&said, "%s %llu %s", id, (unsigned long long)seed, hex);
    crypto_generichash(out, COMMITMENT, (const unsigned char *)said.s, said.n, NULL, 0);
    text_free(&said);
}

void hex_text(const unsigned char *bytes, size_t n, char *out)
{
    sodium_bin2hex(out, 2 * n + 1, bytes, n);
}

/* ---- what seats allow ---- */

int seats_sides(const struct table *t, uint32_t seats)
{
    int sides = 0;

    for (int i = 0; i < t->chairs; i++)
        if (seats >> i & 1)
            sides |= 1 << seat_side(t->game, i);
    return sides;
}

int seats_first(uint32_t seats)
{
    int first = 0;

    while (seats && !(seats >> first & 1))
        first++;
    return seats ? first : -1;
}

bool chair_handed(const struct chair *c)
{
    return c->kind == CHAIR_BOT && c->taken;
}

uint32_t seats_played(const struct table *t, uint32_t seats)
{
    for (int i = 0; i < t->chairs; i++)
        if (chair_handed(&t->chair[i]))
            seats &= ~(UINT32_C(1) << i);
    return seats;
}

uint32_t seats_all(const struct table *t)
{
    uint32_t all = 0;

    for (int i = 0; i < t->chairs; i++)
        if (t->chair[i].kind != CHAIR_NONE)
            all |= UINT32_C(1) << i;
    return all;
}

bool seats_hot(const struct table *t)
{
    for (int i = 0; i < t->chairs; i++)
        for (int k = 0; k < i; k++)
            if (t->chair[i].taken && t->chair[k].taken &&
                seat_side(t->game, i) != seat_side(t->game, k) &&
                memcmp(t->chair[i].token, t->chair[k].token, TOKEN_HASH) == 0)
                return true;
    return false;
}

/*
 * A hot seat sees with the eyes of whoever is asked; the page draws its curtain. Not so of seats that the
 * computer plays for its holder: he looks on from his own.
 */
int seats_side(const struct table *t, uint32_t seats)
{
    uint32_t played = seats_played(t, seats);
    int asked = table_asked(t);

    if (asked >= 0 && (played >> asked & 1))
        return seat_side(t->game, asked);
    if (played)
        seats = played;
    for (int i = 0; i < t->chairs; i++)
        if (seats >> i & 1)
            return seat_side(t->game, i);
    return -1;
}

int seats_viewer(const struct table *t, uint32_t seats)
{
    int side = seats_side(t, seats);

    if (table_over(t))
        return REFEREE;
    return side >= 0 ? side : NOBODY;
}
