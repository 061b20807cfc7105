/*
 * ratio.c: exact fractions.
 */
#include "ratio.h"

#include <assert.h>

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

struct ratio ratio_of(int64_t num, int64_t den)
{
    int64_t divisor = common_divisor(num, den);

    assert(den != 0);
    if (den < 0)
        divisor = -divisor;
    num /= divisor;
    den /= divisor;
    assert(num >= INT32_MIN && num <= INT32_MAX && den <= INT32_MAX);
    return (struct ratio){ (int32_t)num, (int32_t)den };
}

struct ratio ratio_add(struct ratio a, struct ratio b)
{
    return ratio_of((int64_t)a.num * b.den + (int64_t)b.num * a.den, (int64_t)a.den * b.den);
}

struct ratio ratio_sub(struct ratio a, struct ratio b)
{
    return ratio_of((int64_t)a.num * b.den - (int64_t)b.num * a.den, (int64_t)a.den * b.den);
}

struct ratio ratio_mul(struct ratio a, struct ratio b)
{
    return ratio_of((int64_t)a.num * b.num, (int64_t)a.den * b.den);
}

struct ratio ratio_div(struct ratio a, struct ratio b)
{
    return ratio_of((int64_t)a.num * b.den, (int64_t)a.den * b.num);
}

int ratio_compare(struct ratio a, struct ratio b)
{
    int64_t left = (int64_t)a.num * b.den, right = (int64_t)b.num * a.den;

    return (left > right) - (left < right);
}

int ratio_floor(struct ratio a)
{
    return a.num / a.den - (a.num % a.den < 0);
}

int ratio_ceil(struct ratio a)
{
    return a.num / a.den + (a.num % a.den > 0);
}

int ratio_round_half_up(struct ratio a)
{
    return ratio_floor(ratio_of(2 * (int64_t)a.num + a.den, 2 * (int64_t)a.den));
}

int ratio_round_half_down(struct ratio a)
{
    return ratio_ceil(ratio_of(2 * (int64_t)a.num - a.den, 2 * (int64_t)a.den));
}

void ratio_print(struct ratio a, struct text *out)
{
    long num = a.num, whole;

    if (num < 0)
        text_char(out, '-');
    num = num < 0 ? -num : num;
    whole = num / a.den;
    if (whole || a.den == 1)
        text_int(out, whole);
    if (num % a.den == 0)
        return;
    if (whole)
        text_char(out, ' ');
    text_int(out, num % a.den);
    text_char(out, '/');
    text_int(out, a.den);
}
