/*
 * hash.h: a 64-bit hash of bytes, the same on every machine (FNV-1a with a final mix).
 *
 * For state hashes, data digests and signatures: it guards against accidents, not against malice.
 */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n);
uint64_t hash_string(uint64_t hash,
                     const char *string); /* with its end: "ab","c" is not "a","bc" */
uint64_t hash_mix(uint64_t hash);         /* once, at the end */

#endif
