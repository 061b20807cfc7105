/*
 * net.h: a small net that says how likely the first side is to win, from whole numbers (muster.h) to whole numbers: the same
 * with every compiler and on every machine.
 *
 *     sum = direct · input + Σ out[k] * max(0, unit[k] · input)
 *
 * Weights are fixed-point numbers. `data/<id>/net.txt` has them, made by `grognard sim GAME --learn`:
 *
 *     net 139 16                        inputs, hidden units
 *     inputs sign-left … f.I/points …   what they are called: those of the program, in its order
 *     direct BIAS WEIGHT…               a weight for each input
 *     unit OUT BIAS WEIGHT…             a line for each hidden unit
 *     sum 0123456789abcdef              of all words before: a changed one is noticed
 */
#ifndef NET_H
#define NET_H

#include "base.h"
#include "errors.h"

struct box;
struct text;

enum { NET_INPUTS = 320, NET_HIDDEN = 64, NET_INPUT_MOST = 32767 };
enum { NET_ONE = 1 << 20 }; /* a weight of 1 */

struct net {
    int inputs, hidden;
    uint64_t digest;
    int32_t out[NET_HIDDEN];
    int32_t bias[NET_HIDDEN + 1];               /* the last is of `direct` */
    int32_t weight[NET_HIDDEN + 1][NET_INPUTS]; /* likewise */
};

/* The odds of the first side: in thousandths on a logistic scale. */
int net_sum(const struct net *, const int *input);
/* The logistic curve, -1 to 1 as ten-thousandths, of thousandths: a table, to be the same everywhere. */
int net_curve(int thousandths);

/* As text, below the lines that say how it was made; and read from the box's net.txt: box->net, or NULL if there is none. */
void net_write(const struct net *, const struct box *, struct text *);
void net_load(struct box *, struct errors *);

#endif
