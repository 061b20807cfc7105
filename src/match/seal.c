/*
 * seal.c: sealed dice: outcomes that neither whoever keeps the match nor anybody at it can choose.
 *
 * Outcome n is made of a word of 64 bits: the keyed hash, under a secret committed to before anybody sat
 * down, of the match's name, n, and the nonces of all who have sat down by then. The number n only grows:
 * an outcome that is taken back is spent. The hash itself comes from outside (struct sealer).
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "own.h"

void bytes_print(const unsigned char bytes[SEAL_BYTES], struct text *out)
{
    for (int i = 0; i < SEAL_BYTES; i++)
        text_printf(out, "%02x", bytes[i]);
}

/* ---- the word of an outcome ---- */

/* `grognard-dice MATCH NUMBER TRY SEAT=NONCE…` */
static void print_question(const struct match *m, int number, int attempt, int nonces,
                           struct text *out)
{
    text_printf(out, "grognard-dice %s %d %d", m->dice.seal.match, number, attempt);
    for (int i = 0; i < nonces; i++) {
        const struct nonce *n = &m->nonce[i];

        text_printf(out, " %s=", seat_name(m->play.game, n->seat));
        bytes_print(n->bytes, out);
    }
}

/* The last few words, fewer than `total`, would favour the first ways: they are not taken. */
bool seal_value(uint64_t word, uint32_t total, uint32_t *value)
{
    uint64_t over = (UINT64_MAX % total + 1) % total;

    *value = (uint32_t)(word % total);
    return word <= UINT64_MAX - over;
}

uint64_t seal_word(const struct match *m, int number, int nonces, uint32_t total)
{
    struct text question = { 0 };
    uint32_t value;
    uint64_t word;
    int attempt = 0;

    assert(m->sealer && total > 0);
    do {
        text_clear(&question);
        print_question(m, number, attempt++, nonces, &question);
        word = m->sealer->word(m->secret, question.s, question.n);
    } while (!seal_value(word, total, &value));
    text_free(&question);
    return word;
}

/* ---- the secret ---- */

void seal_changed(struct match *m)
{
    m->nonces = m->drawn = 0;
    m->sealer = NULL;
    m->revealed = false;
    memset(m->secret, 0, sizeof m->secret);
}

bool seal_open(struct match *m, const struct sealer *sealer, const unsigned char secret[SEAL_BYTES])
{
    if (m->dice.kind != DICE_SEALED || !sealer->opens(&m->dice.seal, secret))
        return false;
    m->sealer = sealer;
    memcpy(m->secret, secret, SEAL_BYTES);
    return true;
}

bool match_open(struct match *m, const struct sealer *sealer,
                const unsigned char secret[SEAL_BYTES])
{
    if (!seal_open(m, sealer, secret))
        return false;
    match_settle_chance(m);
    return true;
}

bool match_opened(const struct match *m)
{
    return m->sealer != NULL;
}

void match_tell_secret(struct match *m, const unsigned char secret[SEAL_BYTES])
{
    struct record r = { .kind = RECORD_SECRET };

    memcpy(r.secret, secret, SEAL_BYTES);
    memcpy(m->secret, secret, SEAL_BYTES);
    m->revealed = true;
    log_add(&m->log, &r);
    journal_secret(m);
}

void match_reveal(struct match *m)
{
    if (m->sealer && !m->revealed)
        match_tell_secret(m, m->secret);
}

const unsigned char *match_secret(const struct match *m)
{
    return m->revealed ? m->secret : NULL;
}

/* ---- nonces ---- */

void match_add_nonce(struct match *m, const struct nonce *nonce)
{
    struct record r = { .kind = RECORD_NONCE, .nonce = *nonce };

    if (m->nonces == m->nonce_room) {
        m->nonce_room += 4;
        m->nonce = base_grow(m->nonce, (size_t)m->nonce_room * sizeof *m->nonce);
    }
    r.nonce.from = m->drawn;
    m->nonce[m->nonces++] = r.nonce;
    log_add(&m->log, &r);
    journal_nonce(m, nonce);
}

const struct nonce *match_nonce_of(const struct match *m, uint32_t seats)
{
    for (int i = 0; i < m->nonces; i++)
        if (seats >> m->nonce[i].seat & 1)
            return &m->nonce[i];
    return NULL;
}

const char *match_nonce(struct match *m, int seat, const unsigned char bytes[SEAL_BYTES])
{
    struct nonce nonce = { .seat = u8(seat) };

    assert(seat >= 0 && seat < seat_count(m->play.game));
    if (m->dice.kind != DICE_SEALED)
        return "the dice of this match take no nonces";
    if (m->revealed)
        return "the secret of the dice has been told: no nonce counts any more";
    if (match_nonce_of(m, UINT32_C(1) << seat))
        return "this seat has given its nonce";
    memcpy(nonce.bytes, bytes, SEAL_BYTES);
    match_add_nonce(m, &nonce);
    return NULL;
}

int match_nonces(const struct match *m, const struct nonce **nonce)
{
    *nonce = m->nonce;
    return m->nonces;
}
