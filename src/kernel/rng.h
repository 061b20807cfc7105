/*
 * rng.h: the seeded generator (splitmix64). It lives above the rules: in dice sources, bots and
 * tests, never in a state. The same seed gives the same numbers on every machine.
 */
#ifndef RNG_H
#define RNG_H

#include <stdint.h>

struct rng {
    uint64_t state;
};

void rng_seed(struct rng *, uint64_t seed);
/* The seed whose numbers are those of this one from the n-th on, from 0; near n they overlap. */
uint64_t rng_after(uint64_t seed, uint64_t n);
/* A seed for the n-th of many, with numbers of its own. */
uint64_t rng_branch(uint64_t seed, uint64_t n);
uint64_t rng_next(struct rng *);
uint32_t rng_below(struct rng *, uint32_t n); /* 0 .. n-1, without bias */

#endif
