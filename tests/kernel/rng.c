/*
 * The generator: its numbers are those of splitmix64 on every machine, and a stream can be joined anywhere.
 */
#include "kernel/rng.h"
#include "../test.h"

TEST(rng_gives_the_numbers_of_splitmix64)
{
    static const uint64_t known[] = { UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                      UINT64_C(9817491932198370423) };
    struct rng rng;

    rng_seed(&rng, 1234567);
    for (int i = 0; i < 3; i++)
        CHECK(rng_next(&rng) == known[i]);
}

TEST(rng_goes_on_after_any_number)
{
    struct rng whole, rest;

    rng_seed(&whole, 5);
    for (uint64_t n = 0; n < 20; n++) {
        rng_seed(&rest, rng_after(5, n));
        CHECK(rng_next(&rest) == rng_next(&whole));
    }
}

/* Neighbours share no numbers: courses that a bot plays on must not have one another's luck. */
TEST(rng_branches_have_numbers_of_their_own)
{
    uint64_t seen[8][16];

    for (uint64_t n = 0; n < 8; n++) {
        struct rng rng;

        rng_seed(&rng, rng_branch(5, n));
        for (int i = 0; i < 16; i++)
            seen[n][i] = rng_next(&rng);
    }
    for (int i = 0; i < 8 * 16; i++)
        for (int k = 0; k < i; k++)
            CHECK(seen[i / 16][i % 16] != seen[k / 16][k % 16]);
}
