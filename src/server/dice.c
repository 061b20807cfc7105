/*
 * dice.c: the dice of a match at the table: seals drawn before anybody sits down, nonces of those who do,
 * and what is told of them (docs/table-api.md, "Dice that can be trusted").
 *
 * Whoever makes a match asks for a seal first: its name and its commitment stand before his nonce is known.
 * Until then nothing is kept of it: the secret is a function of the name and of a key that this process
 * drew when it began.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "handlers.h"
#include "seal.h"

void seal_make(const struct server *s, const char *id, unsigned char secret[SEAL_BYTES],
               struct seal *seal)
{
    crypto_auth_hmacsha256(secret, (const unsigned char *)id, strlen(id), s->seal_key);
    seal_commit(id, secret, seal);
}

void post_seal(struct request *r)
{
    unsigned char secret[SEAL_BYTES];
    char id[MATCH_ID], hex[2 * SEAL_BYTES + 1];
    struct seal seal;

    match_id_make(id);
    seal_make(r->server, id, secret, &seal);
    hex_text(seal.commitment, SEAL_BYTES, hex);
    json_key_str(&r->json, "seal", id);
    json_key_str(&r->json, "commitment", hex);
}

/* ---- reading ---- */

bool read_digits(struct lex *x, const char *what, unsigned char bytes[SEAL_BYTES])
{
    const char *word = lex_need(x, what);

    if (word && !seal_bytes(word, bytes))
        lex_complain(x, "%s must be %d hexadecimal digits", what, 2 * SEAL_BYTES);
    return !x->faulty;
}

/* ---- nonces ---- */

/* One for all seats of a token, at the first of them; the same once more is no matter. */
static bool add_nonce(struct request *r, struct table *t, uint32_t seats,
                      const unsigned char bytes[SEAL_BYTES])
{
    const struct nonce *before = match_nonce_of(t->match, seats);
    const char *wrong;
    int seat = 0;

    while (!(seats >> seat & 1))
        seat++;
    if (before && memcmp(before->bytes, bytes, SEAL_BYTES) == 0)
        return true;
    wrong = before ? "your seats have given their nonce" : match_nonce(t->match, seat, bytes);
    if (wrong)
        return http_refuse(r, MHD_HTTP_CONFLICT, "%s", wrong);
    t->presence++;
    table_noted(t, -1, "", job_new(), r);
    return true;
}

void post_nonce(struct request *r)
{
    unsigned char bytes[SEAL_BYTES];
    const struct nonce *nonce;
    uint32_t seats;
    struct table *t = http_table(r, &seats);

    if (!t)
        return;
    if (http_seated(r, seats) && lex_line(&r->x) && read_digits(&r->x, "the nonce", bytes) &&
        http_ends(r) && add_nonce(r, t, seats, bytes)) {
        nonce = match_nonce_of(t->match, seats);
        json_key_str(&r->json, "seat", seat_name(t->game, nonce->seat));
        json_key_int(&r->json, "from", nonce->from);
    } else if (r->status == MHD_HTTP_OK && !r->errors.n) {
        http_refuse(r, MHD_HTTP_BAD_REQUEST, "the body is the nonce");
    }
    http_done_with(r, t);
}

/* ---- what is told ---- */

static void nonces_json(const struct table *t, struct json *j)
{
    char hex[2 * SEAL_BYTES + 1];
    const struct nonce *nonce;
    int n = match_nonces(t->match, &nonce);

    json_key(j, "nonces");
    json_open(j, '[');
    for (int i = 0; i < n; i++) {
        json_open(j, '{');
        json_key_str(j, "seat", seat_name(t->game, nonce[i].seat));
        hex_text(nonce[i].bytes, SEAL_BYTES, hex);
        json_key_str(j, "nonce", hex);
        json_key_int(j, "from", nonce[i].from);
        json_close(j);
    }
    json_close(j);
}

static void sealed_json(const struct table *t, struct json *j)
{
    const unsigned char *secret = match_secret(t->match);
    char hex[2 * SEAL_BYTES + 1] = "";

    json_key_str(j, "made_of", "SHA-256 of \"grognard-seal MATCH SECRET\"");
    nonces_json(t, j);
    if (secret)
        hex_text(secret, SEAL_BYTES, hex);
    json_key_str(j, "secret", secret ? hex : NULL);
}

/* Of a match that began before dice were sealed, or was given its seed. */
static void seeded_json(const struct table *t, struct json *j)
{
    char hex[2 * COMMITMENT + 1], seed[24];

    json_key_str(j, "made_of", "BLAKE2b-256 of \"MATCH SEED SALT\"");
    if (!table_over(t))
        return;
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)match_dice(t->match)->seed);
    json_key_str(j, "seed", seed);
    hex_text(t->salt, COMMITMENT, hex);
    json_key_str(j, "salt", hex);
}

void get_dice(struct request *r)
{
    uint32_t seats;
    struct table *t = http_table(r, &seats);
    char hex[2 * COMMITMENT + 1];
    bool sealed;

    if (!t)
        return;
    sealed = match_dice(t->match)->kind == DICE_SEALED;
    hex_text(t->commitment, COMMITMENT, hex);
    json_key_str(&r->json, "dice", sealed ? "sealed" : "seed");
    json_key_str(&r->json, "commitment", hex);
    (sealed ? sealed_json : seeded_json)(t, &r->json);
    http_done_with(r, t);
}
