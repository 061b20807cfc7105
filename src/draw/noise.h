/* noise.h: the irregularity of hand drawing, the same on every machine and at every run.
 *
 * noise() depends on the place alone, so that two layers that follow the same coast agree. A jitter
 * is a sequence of its own for things that are strewn; each layer seeds one, so that a change in
 * one layer leaves the others as they were.
 * Never take two of its numbers in one expression: compilers differ in what they evaluate first.
 */
#ifndef DRAW_NOISE_H
#define DRAW_NOISE_H

#include "plane.h"

#include <stdint.h>

struct jitter {
    uint64_t state;
};

/* Smooth, from -1 to 1, features about `size` units wide. */
double noise(unsigned seed, double size, struct pt at);
/* `at` moved by up to `by` in each direction. */
struct pt noise_push(unsigned seed, double size, struct pt at, double by);

struct jitter jitter_new(uint64_t seed);
double jitter_next(struct jitter *j);                     /* 0 up to 1 */
double jitter_span(struct jitter *j, double a, double b); /* a up to b */
struct pt jitter_within(struct jitter *j, struct rect r); /* a point of it, x first */
int jitter_pick(struct jitter *j, int n);                 /* 0 to n - 1 */

#endif
