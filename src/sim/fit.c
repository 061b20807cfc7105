/*
 * fit.c: what a position is worth: weights of the game's signs by logistic regression.
 *
 * Every position that a run has collected is a row: its signs, and whether the first side won that game.
 * Newton's method with a light ridge; columns are scaled by their root mean square. Whole games are held back
 * to be tested on, as the positions of one game know each other's fate. A sign that comes out against its
 * meaning is left out and the rest fitted again: whoever attacks loses blocks and wins, but not because of
 * the blocks.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { HELD_BACK = 5, STEPS = 30 }; /* every fifth game; steps of Newton's method at most */
static const double ridge = 1;

struct row {
    const int *sign;
    bool won, test;
};

struct problem {
    int n, k; /* rows, signs */
    struct row *row;
    double scale[BOX_WEIGHTS]; /* 0: a sign that never shows */
    double beta[BOX_WEIGHTS];  /* of the scaled signs, in units of the logistic scale */
};

/* ---- rows ---- */

static void gather(const struct sim_run *run, struct problem *q, struct sim_fit *fit)
{
    int all = 0;

    for (int i = 0; i < run->begun; i++)
        all += run->signs[i].n;
    q->row = base_alloc((size_t)(all + 1) * sizeof *q->row);
    for (int i = 0; i < run->begun; i++) {
        const struct sim_result *r = &run->result[i];
        struct row row = { .won = r->winner == 0, .test = i % HELD_BACK == HELD_BACK - 1 };

        if (!sim_ended(r) || r->winner >= SIDES_MAX)
            continue;
        fit->games++;
        for (int j = 0; j < run->signs[i].n; j++) {
            row.sign = run->signs[i].value + j * q->k;
            q->row[q->n++] = row;
        }
    }
    fit->positions = q->n;
}

static void find_scales(struct problem *q)
{
    for (int c = 0; c < q->k; c++) {
        double squares = 0;

        for (int i = 0; i < q->n; i++)
            squares += (double)q->row[i].sign[c] * q->row[i].sign[c];
        q->scale[c] = q->n ? sqrt(squares / q->n) : 0;
    }
}

static double scaled(const struct problem *q, const struct row *row, int c)
{
    return q->scale[c] > 0 ? row->sign[c] / q->scale[c] : 0;
}

/* ---- Newton's method ---- */

static double chance(double sum)
{
    return 1 / (1 + exp(-sum));
}

static double sum_of(const struct problem *q, const struct row *row)
{
    double sum = 0;

    for (int c = 0; c < q->k; c++)
        sum += q->beta[c] * scaled(q, row, c);
    return sum;
}

static void add_row(const struct problem *q, const struct row *row, double slope[],
                    double curve[][BOX_WEIGHTS])
{
    double x[BOX_WEIGHTS], likely = chance(sum_of(q, row)), wide = likely * (1 - likely);

    for (int c = 0; c < q->k; c++)
        x[c] = scaled(q, row, c);
    for (int c = 0; c < q->k; c++) {
        slope[c] += (row->won - likely) * x[c];
        for (int d = 0; d <= c; d++)
            curve[c][d] += wide * x[c] * x[d];
    }
}

/* Solves curve * step = slope by Cholesky's method: curve is positive. The step replaces the slope. */
static void solve(int k, double curve[][BOX_WEIGHTS], double slope[])
{
    for (int c = 0; c < k; c++)
        for (int d = 0; d <= c; d++) {
            for (int e = 0; e < d; e++)
                curve[c][d] -= curve[c][e] * curve[d][e];
            assert(c != d || curve[c][c] > 0);
            curve[c][d] = c == d ? sqrt(curve[c][c]) : curve[c][d] / curve[d][d];
        }
    for (int c = 0; c < k; c++) {
        for (int d = 0; d < c; d++)
            slope[c] -= curve[c][d] * slope[d];
        slope[c] /= curve[c][c];
    }
    for (int c = k - 1; c >= 0; c--) {
        for (int d = c + 1; d < k; d++)
            slope[c] -= curve[d][c] * slope[d];
        slope[c] /= curve[c][c];
    }
}

/* One step; how far it went. */
static double step(struct problem *q)
{
    double curve[BOX_WEIGHTS][BOX_WEIGHTS] = { { 0 } }, slope[BOX_WEIGHTS], far = 0;

    for (int c = 0; c < q->k; c++) {
        slope[c] = -ridge * q->beta[c];
        curve[c][c] = ridge;
    }
    for (int i = 0; i < q->n; i++)
        if (!q->row[i].test)
            add_row(q, &q->row[i], slope, curve);
    solve(q->k, curve, slope);
    for (int c = 0; c < q->k; c++) {
        q->beta[c] += slope[c];
        far += fabs(slope[c]);
    }
    return far;
}

static void newton(struct problem *q)
{
    memset(q->beta, 0, sizeof q->beta);
    for (int i = 0; i < STEPS && step(q) > 1e-6; i++)
        continue;
}

/* Leaves out the signs that point the wrong way; false: there are none. */
static bool leave_out(struct problem *q, const struct weight *meant)
{
    bool any = false;

    for (int c = 0; c < q->k; c++)
        if (q->beta[c] * meant[c].standard < 0) {
            q->scale[c] = q->beta[c] = 0;
            any = true;
        }
    return any;
}

/* ---- how well it foretells ---- */

struct guess {
    double sum;
    bool won;
};

static int by_sum(const void *a, const void *b)
{
    double x = ((const struct guess *)a)->sum, y = ((const struct guess *)b)->sum;

    return (x > y) - (x < y);
}

/* The likelihood that a won position was thought better than a lost one; equals count half. */
static double area(struct guess *guess, int n)
{
    double better = 0, won = 0, lost = 0;

    qsort(guess, (size_t)n, sizeof *guess, by_sum);
    for (int i = 0, end; i < n; i = end) {
        double won_here = 0, lost_here = 0;

        for (end = i; end < n && guess[end].sum <= guess[i].sum; end++)
            *(guess[end].won ? &won_here : &lost_here) += 1;
        better += won_here * (lost + lost_here / 2);
        won += won_here;
        lost += lost_here;
    }
    return won > 0 && lost > 0 ? better / (won * lost) : 0.5;
}

/* Log-loss and area on the games that were held back. */
static void foretell(const struct problem *q, double *loss, double *under)
{
    struct guess *guess = base_alloc((size_t)(q->n + 1) * sizeof *guess);
    double sum = 0;
    int n = 0;

    for (int i = 0; i < q->n; i++)
        if (q->row[i].test) {
            double at = sum_of(q, &q->row[i]);

            guess[n++] = (struct guess){ at, q->row[i].won };
            sum -= log(fmax(chance(q->row[i].won ? at : -at), 1e-12));
        }
    *loss = n ? sum / n : 0;
    *under = area(guess, n);
    free(guess);
}

/* Log-loss of saying every time how often the first side wins. */
static double share_loss(const struct problem *q)
{
    double won = 0, n = 0, sum = 0, tested = 0;

    for (int i = 0; i < q->n; i++)
        if (!q->row[i].test) {
            won += q->row[i].won;
            n++;
        }
    for (int i = 0; i < q->n; i++)
        if (q->row[i].test) {
            sum -= log(fmax(q->row[i].won ? won / n : 1 - won / n, 1e-12));
            tested++;
        }
    return tested > 0 ? sum / tested : 0;
}

/* ---- all together ---- */

void sim_fit(const struct sim_run *run, struct sim_fit *fit)
{
    const struct box *box = run->setup->box;
    int first = mind_of(box->game)->first_sign;
    struct problem q = { .k = box->weights - first };

    memset(fit, 0, sizeof *fit);
    memcpy(fit->weight, box->weight, sizeof fit->weight);
    gather(run, &q, fit);
    find_scales(&q);
    fit->share_loss = share_loss(&q);
    for (int c = 0; c < q.k; c++)
        q.beta[c] = box->weight[first + c] * q.scale[c] / 1000;
    foretell(&q, &fit->before_loss, &fit->before_area);
    for (int c = 0; c < q.k; c++)
        fit->found[first + c] = q.scale[c] > 0;
    do
        newton(&q);
    while (leave_out(&q, mind_of(box->game)->weights + first));
    foretell(&q, &fit->after_loss, &fit->after_area);
    for (int c = 0; c < q.k; c++)
        if (fit->found[first + c])
            fit->weight[first + c] =
                q.scale[c] > 0 ? (int)lround(1000 * q.beta[c] / q.scale[c]) : 0;
    free(q.row);
}
