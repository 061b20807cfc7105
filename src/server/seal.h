/*
 * seal.h: the cryptography of sealed dice (docs/journal.md): for the table, which throws them, and for
 * whoever verifies a journal.
 */
#ifndef SEAL_H
#define SEAL_H

#include "match/match.h"

/* HMAC-SHA-256 under the secret. */
extern const struct sealer dice_sealer;

/* What is shown of the secret beforehand: SHA-256 of "grognard-seal MATCH SECRET". */
void seal_commit(const char *match, const unsigned char secret[SEAL_BYTES], struct seal *);
/* 64 hexadecimal digits; false: it is something else. */
bool seal_bytes(const char *text, unsigned char bytes[SEAL_BYTES]);

#endif
