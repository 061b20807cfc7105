/*
 * payers.c: whose rate a request counts against: of whoever sits at the table his seat's, of a browser that has made
 * or joined a match its card's, of everybody else his address's. So a club behind one address plays on while a
 * stranger among them is too fast.
 *
 * A token or card counts only once it was seen to be right (payer_seat(), payer_card()): made-up ones are the
 * address's. That is remembered in a table of fixed size: who falls out of it is known again with his next request.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "server.h"

enum { KNOWN = 1 << 14 };

struct payers {
    _Atomic uint64_t known[KNOWN];
};

void payers_begin(struct server *s)
{
    s->payers = base_alloc(sizeof *s->payers);
}

void payers_end(struct server *s)
{
    free(s->payers);
}

static uint64_t key_of(const char *kind, const unsigned char secret[TOKEN_HASH])
{
    char hex[2 * TOKEN_HASH + 1];
    uint64_t key;

    hex_text(secret, TOKEN_HASH, hex);
    key = hash_mix(hash_string(hash_string(HASH_START, kind), hex));
    return key ? key : 1; /* 0: nobody */
}

static void know(struct server *s, uint64_t key)
{
    atomic_store(&s->payers->known[key % KNOWN], key);
}

static bool is_known(struct server *s, uint64_t key)
{
    return atomic_load(&s->payers->known[key % KNOWN]) == key;
}

void payer_seat(struct request *r, const char *token)
{
    unsigned char hash[TOKEN_HASH];

    if (token_hash(token, hash))
        know(r->server, key_of("seat", hash));
}

void payer_card(struct request *r, const unsigned char card[TOKEN_HASH])
{
    know(r->server, key_of("card", card));
}

/* The secret that it carries, if it is known to be right. */
static bool pays(struct request *r, const char *kind, const char *secret, char who[ADDRESS_TEXT])
{
    unsigned char hash[TOKEN_HASH];
    uint64_t key;

    if (!secret || !token_hash(secret, hash))
        return false;
    key = key_of(kind, hash);
    if (is_known(r->server, key))
        snprintf(who, ADDRESS_TEXT, "%s:%016llx", kind, (unsigned long long)key);
    return is_known(r->server, key);
}

const char *payer_of(struct request *r, char who[ADDRESS_TEXT])
{
    const char *token = http_token(r);

    if (pays(r, "seat", *token ? token : http_query(r, "token"), who))
        return "seat";
    if (pays(r, "card", http_card(r), who))
        return "browser";
    snprintf(who, ADDRESS_TEXT, "%s", r->address);
    return "address";
}

bool payer_pays(struct request *r, int cost, const char **whose)
{
    char who[ADDRESS_TEXT], all[ADDRESS_TEXT + 8];

    *whose = payer_of(r, who);
    if (strcmp(*whose, "address") != 0) {
        snprintf(all, sizeof all, "all:%s", r->address);
        if (!buckets_take(r->server, all, cost, PAYERS_OF_ADDRESS)) {
            *whose = "address";
            return false;
        }
    }
    return buckets_take(r->server, who, cost, 1);
}
