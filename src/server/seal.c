/*
 * seal.c: how a secret is committed to and how words are made of it, by functions that any language has:
 * SHA-256 and HMAC-SHA-256 (examples/dice.py does the same).
 */
#include "seal.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

void seal_commit(const char *match, const unsigned char secret[SEAL_BYTES], struct seal *seal)
{
    char hex[2 * SEAL_BYTES + 1], said[sizeof hex + SEAL_MATCH + 16];
    int n;

    memset(seal, 0, sizeof *seal);
    snprintf(seal->match, sizeof seal->match, "%s", match);
    sodium_bin2hex(hex, sizeof hex, secret, SEAL_BYTES);
    n = snprintf(said, sizeof said, "grognard-seal %s %s", seal->match, hex);
    crypto_hash_sha256(seal->commitment, (const unsigned char *)said, (unsigned long long)n);
}

static bool opens(const struct seal *seal, const unsigned char secret[SEAL_BYTES])
{
    struct seal made;

    seal_commit(seal->match, secret, &made);
    return sodium_memcmp(made.commitment, seal->commitment, SEAL_BYTES) == 0;
}

/* The first eight bytes, the highest first. */
static uint64_t word(const unsigned char secret[SEAL_BYTES], const char *text, size_t n)
{
    unsigned char hash[crypto_auth_hmacsha256_BYTES];
    uint64_t made = 0;

    crypto_auth_hmacsha256(hash, (const unsigned char *)text, n, secret);
    for (int i = 0; i < 8; i++)
        made = made << 8 | hash[i];
    return made;
}

const struct sealer dice_sealer = { .opens = opens, .word = word };

bool seal_bytes(const char *text, unsigned char bytes[SEAL_BYTES])
{
    size_t n = 0;

    return strlen(text) == 2 * SEAL_BYTES &&
           sodium_hex2bin(bytes, SEAL_BYTES, text, 2 * SEAL_BYTES, NULL, &n, NULL) == 0 &&
           n == SEAL_BYTES;
}
