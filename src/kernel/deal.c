/*
 * deal.c: draws without putting back.
 */
#include "deal.h"

int cup_left(const uint8_t *left, int kinds)
{
    int n = 0;

    for (int kind = 0; kind < kinds; kind++)
        n += left[kind];
    return n;
}

void cup_list(const uint8_t *left, int kinds, int verb, struct menu *m)
{
    for (int kind = 0; kind < kinds; kind++)
        if (left[kind])
            menu_add_weighted(m, act1(verb, kind), left[kind]);
}

void deal_shuffle(struct deal *d, struct rng *rng)
{
    for (int i = d->n - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        int16_t item = d->item[i];

        d->item[i] = d->item[j];
        d->item[j] = item;
    }
}

int deal_take(struct deal *d, int at)
{
    int item = d->item[at];

    assert(at >= 0 && at < d->n);
    d->item[at] = d->item[--d->n];
    return item;
}

int deal_random(struct deal *d, struct rng *rng)
{
    assert(d->n > 0);
    return deal_take(d, (int)rng_below(rng, (uint32_t)d->n));
}

int deal_fitting(struct deal *d, const struct play *p, deal_fits *fits, int what)
{
    for (int i = 0; i < d->n; i++)
        if (fits(p, d->item[i], what))
            return deal_take(d, i);
    return -1;
}
