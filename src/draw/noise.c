/* noise.c: value noise of two octaves and a small generator. */
#include <assert.h>

#include "noise.h"

#include "kernel/hash.h"
#include "kernel/rng.h"

static uint64_t scramble(uint64_t x)
{
    return hash_mix(rng_after(x, 1));
}

static double unit_of(uint64_t bits)
{
    return (double)(bits >> 11) * 0x1p-53;
}

static double lattice(unsigned seed, long i, long j)
{
    uint64_t key = (uint64_t)seed << 48 ^ (uint64_t)(i & 0xffffff) << 24 ^ (uint64_t)(j & 0xffffff);

    return unit_of(scramble(key)) * 2 - 1;
}

static double octave(unsigned seed, double x, double y)
{
    double fx = floor(x), fy = floor(y), u = x - fx, v = y - fy;
    long i = (long)fx, j = (long)fy;

    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    double top = lattice(seed, i, j) * (1 - u) + lattice(seed, i + 1, j) * u;
    double low = lattice(seed, i, j + 1) * (1 - u) + lattice(seed, i + 1, j + 1) * u;
    return top * (1 - v) + low * v;
}

double noise(unsigned seed, double size, struct pt at)
{
    double x = at.x / size, y = at.y / size;

    assert(size > 0);
    return octave(seed, x, y) * .67 + octave(seed + 1, x * 2.1 + 7, y * 2.1 + 3) * .33;
}

struct pt noise_push(unsigned seed, double size, struct pt at, double by)
{
    return pt_along(at, pt(noise(seed, size, at), noise(seed + 2, size, at)), by);
}

struct jitter jitter_new(uint64_t seed)
{
    struct jitter j = { scramble(seed) };
    return j;
}

double jitter_next(struct jitter *j)
{
    j->state = rng_after(j->state, 1);
    return unit_of(scramble(j->state));
}

double jitter_span(struct jitter *j, double a, double b)
{
    return a + (b - a) * jitter_next(j);
}

struct pt jitter_within(struct jitter *j, struct rect r)
{
    double x = jitter_span(j, r.x0, r.x1), y = jitter_span(j, r.y0, r.y1);

    return pt(x, y);
}

int jitter_pick(struct jitter *j, int n)
{
    assert(n > 0);
    return (int)(jitter_next(j) * n);
}
