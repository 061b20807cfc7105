/*
 * stray.c: weights that are not quite what they were: challengers for tune.c, variety for fit.c.
 */
#include <math.h>

#include "sim.h"

static double uniform(struct rng *rng)
{
    return ((double)(rng_next(rng) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(struct rng *rng)
{
    return sqrt(-2 * log(uniform(rng))) * cos(6.283185307179586 * uniform(rng));
}

/* A third of them. */
void sim_stray(const int *from, int *to, int n, double strength, struct rng *rng)
{
    for (int i = 0; i < n; i++) {
        bool changed = rng_below(rng, 3) == 0;
        int value = (int)lround(from[i] * exp(strength * normal(rng)));

        if (value == from[i])
            value += rng_below(rng, 2) ? 1 : -1;
        to[i] = changed ? value : from[i];
    }
}
