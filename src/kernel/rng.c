/*
 * rng.c: splitmix64, and numbers below a bound without bias.
 */
#include "rng.h"

#include "hash.h"

void rng_seed(struct rng *r, uint64_t seed)
{
    r->state = seed;
}

/* Steps of 2^64 by the golden ratio: odd, so that every state comes once; long, so that neighbours differ. */
uint64_t rng_after(uint64_t seed, uint64_t n)
{
    return seed + n * UINT64_C(0x9e3779b97f4a7c15);
}

uint64_t rng_branch(uint64_t seed, uint64_t n)
{
    return hash_mix(rng_after(seed, n));
}

uint64_t rng_next(struct rng *r)
{
    r->state = rng_after(r->state, 1);
    return hash_mix(r->state);
}

uint32_t rng_below(struct rng *r, uint32_t n)
{
    uint32_t low = (uint32_t)(-n) % n;
    uint64_t wide;

    do
        wide = (rng_next(r) >> 32) * n;
    while ((uint32_t)wide < low);
    return (uint32_t)(wide >> 32);
}
