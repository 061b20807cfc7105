/*
 * ratio.h: exact fractions for strengths, odds and averages; rules know no floating point.
 *
 * Always in lowest terms with a positive denominator. Values of wargames are small: products of
 * denominators beyond 32 bits are a broken invariant.
 */
#ifndef RATIO_H
#define RATIO_H

#include <stdint.h>

#include "text.h"

struct ratio {
    int32_t num, den;
};

struct ratio ratio_of(int64_t num, int64_t den);
struct ratio ratio_add(struct ratio, struct ratio);
struct ratio ratio_sub(struct ratio, struct ratio);
struct ratio ratio_mul(struct ratio, struct ratio);
struct ratio ratio_div(struct ratio, struct ratio);
int ratio_compare(struct ratio, struct ratio); /* <0, 0, >0 */
int ratio_floor(struct ratio);
int ratio_ceil(struct ratio);
int ratio_round_half_up(struct ratio);         /* 3 1/2 -> 4, -3 1/2 -> -3 */
int ratio_round_half_down(struct ratio);       /* 3 1/2 -> 3, -3 1/2 -> -4 */
void ratio_print(struct ratio, struct text *); /* 3, 1/2, 3 1/2, -2 1/3 */

#endif
