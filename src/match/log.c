/*
 * log.c: all that ever happened in a match, packed: three bytes and two an argument for most
 * entries, because a server holds thousands of matches and a long one has thousands of entries.
 */
#include <assert.h>
#include <string.h>

#include "own.h"

/* The low half of the first byte says whose entry it is, or one of these. */
enum { MARK_SEAL = 10, MARK_UNDO = 11, MARK_DICE = 12, WHO_MASK = 15 };
enum { SEAL_NONCE, SEAL_SECRET, SEAL_LETTER, SEAL_THOUGHT }; /* the second byte of MARK_SEAL */
enum { BARRIER = 16, GIVEN = 32, FACES_SHIFT = 6 };
enum { PHASE = 64, DRAWN = 128 }; /* beside the number of arguments; drawn: a word follows them */
enum { LONGEST = 2 + sizeof(struct dice) + sizeof(struct nonce) };

static size_t pack_entry(const struct record *r, unsigned char *to)
{
    assert(r->who < MARK_SEAL || r->who == CHANCE);
    assert(r->faces <= 3 && r->action.n <= ACTION_ARGS);
    to[0] = (unsigned char)(r->who | (r->barrier ? BARRIER : 0) | (r->given ? GIVEN : 0) |
                            r->faces << FACES_SHIFT);
    to[1] = r->action.verb;
    to[2] = (unsigned char)(r->action.n | (r->phase ? PHASE : 0) | (r->drawn ? DRAWN : 0));
    memcpy(to + 3, r->action.arg, 2u * r->action.n);
    if (r->drawn)
        memcpy(to + 3 + 2u * r->action.n, &r->word, sizeof r->word);
    return 3 + 2u * r->action.n + (r->drawn ? sizeof r->word : 0);
}

static size_t pack_seal(const struct record *r, unsigned char *to)
{
    bool told = r->kind == RECORD_SECRET;
    const void *from = told ? (const void *)r->secret : &r->nonce;
    size_t n = told ? sizeof r->secret : sizeof r->nonce;

    to[0] = MARK_SEAL;
    to[1] = told ? SEAL_SECRET : SEAL_NONCE;
    memcpy(to + 2, from, n);
    return 2 + n;
}

static size_t pack_number(unsigned char kind, int number, unsigned char *to)
{
    to[0] = MARK_SEAL;
    to[1] = kind;
    memcpy(to + 2, &number, sizeof number);
    return 2 + sizeof number;
}

static size_t pack(const struct record *r, unsigned char *to)
{
    switch (r->kind) {
    case RECORD_LETTER: return pack_number(SEAL_LETTER, r->letter, to);
    case RECORD_THOUGHT: return pack_number(SEAL_THOUGHT, r->thought, to);
    case RECORD_UNDO:
        to[0] = MARK_UNDO;
        memcpy(to + 1, &r->to, sizeof r->to);
        return 1 + sizeof r->to;
    case RECORD_DICE:
        to[0] = MARK_DICE;
        memcpy(to + 1, &r->dice, sizeof r->dice);
        return 1 + sizeof r->dice;
    case RECORD_NONCE:
    case RECORD_SECRET: return pack_seal(r, to);
    default: return pack_entry(r, to);
    }
}

size_t log_add(struct log *log, const struct record *r)
{
    size_t at = log->n;

    if (log->room - log->n < LONGEST) {
        log->room += log->room / 2 + 256;
        log->byte = base_grow(log->byte, log->room);
    }
    log->n += pack(r, log->byte + log->n);
    return at;
}

static size_t unpack_entry(const unsigned char *from, struct record *r)
{
    r->who = from[0] & WHO_MASK;
    r->barrier = (from[0] & BARRIER) != 0;
    r->given = (from[0] & GIVEN) != 0;
    r->faces = from[0] >> FACES_SHIFT;
    r->action.verb = from[1];
    r->action.n = from[2] & (PHASE - 1);
    r->phase = (from[2] & PHASE) != 0;
    r->drawn = (from[2] & DRAWN) != 0;
    memcpy(r->action.arg, from + 3, 2u * r->action.n);
    if (r->drawn)
        memcpy(&r->word, from + 3 + 2u * r->action.n, sizeof r->word);
    return 3 + 2u * r->action.n + (r->drawn ? sizeof r->word : 0);
}

static size_t unpack_seal(const unsigned char *from, struct record *r)
{
    switch (from[1]) {
    case SEAL_SECRET:
        r->kind = RECORD_SECRET;
        memcpy(r->secret, from + 2, sizeof r->secret);
        return 2 + sizeof r->secret;
    case SEAL_LETTER:
        r->kind = RECORD_LETTER;
        memcpy(&r->letter, from + 2, sizeof r->letter);
        return 2 + sizeof r->letter;
    case SEAL_THOUGHT:
        r->kind = RECORD_THOUGHT;
        memcpy(&r->thought, from + 2, sizeof r->thought);
        return 2 + sizeof r->thought;
    default:
        r->kind = RECORD_NONCE;
        memcpy(&r->nonce, from + 2, sizeof r->nonce);
        return 2 + sizeof r->nonce;
    }
}

size_t log_read(const struct log *log, size_t at, struct record *r)
{
    const unsigned char *from = log->byte + at;

    assert(at < log->n);
    memset(r, 0, sizeof *r);
    switch (from[0] & WHO_MASK) {
    case MARK_UNDO:
        r->kind = RECORD_UNDO;
        memcpy(&r->to, from + 1, sizeof r->to);
        return at + 1 + sizeof r->to;
    case MARK_DICE:
        r->kind = RECORD_DICE;
        memcpy(&r->dice, from + 1, sizeof r->dice);
        return at + 1 + sizeof r->dice;
    case MARK_SEAL: return at + unpack_seal(from, r);
    default: return at + unpack_entry(from, r);
    }
}
