/*
 * veteran-compare.c: the best of several candidates, on the same luck, compared with the first, which is the policy's own:
 * successive halving; what is settled is dropped. A departure must prove itself: the mean gain, less a part of its
 * error, must be above zero; and of what has survived the comparison of many, again on fresh luck, one against one.
 */
#include <math.h>

#include "veteran.h"

enum { PATIENCE = 8 }; /* courses before a candidate is given up, unless it makes no difference */
static const double doubt = 0.7; /* standard errors taken off a gain */
static const double sure = 2.5;  /* standard errors beyond which there is no doubt */

double gain_mean(const struct candidate *c)
{
    return c->n ? c->gain / c->n : 0;
}

double gain_error(const struct candidate *c)
{
    double mean = gain_mean(c), variance = (c->squares / c->n - mean * mean) * c->n / (c->n - 1);

    return sqrt(variance > 0 ? variance / c->n : 0);
}

/* The gain that may be believed in. */
static double believed(const struct candidate *c)
{
    return c->n < ROUND ? -1 : gain_mean(c) - doubt * gain_error(c);
}

/* All but the first, which is the yardstick, by mean gain. */
static void rank(struct thought *t, int n)
{
    for (int i = 2; i < n; i++)
        for (int k = i; k > 1 && gain_mean(&t->c[k]) > gain_mean(&t->c[k - 1]); k--) {
            struct candidate c = t->c[k];

            t->c[k] = t->c[k - 1];
            t->c[k - 1] = c;
        }
}

static double at_least(const struct candidate *c)
{
    return gain_mean(c) - sure * gain_error(c);
}

/* Of n the one that is certainly best; 0: none is certainly better than the first. */
static int surest(const struct thought *t, int n)
{
    int best = 0;

    for (int k = 1; k < n; k++)
        if (at_least(&t->c[k]) > (best ? at_least(&t->c[best]) : 0))
            best = k;
    return best;
}

static bool hopeless(const struct candidate *c, double beat)
{
    double error = gain_error(c);

    return gain_mean(c) + sure * error <= beat && (c->n >= PATIENCE || error <= 0);
}

/* Those of n without hope go to the end; how many are left. Time saved is for later questions. */
static int drop_hopeless(struct thought *t, int n)
{
    int best = surest(t, n);
    double beat = best ? at_least(&t->c[best]) : 0;

    for (int k = n - 1; k > 0; k--) {
        struct candidate c = t->c[k];

        if (k == best || !hopeless(&c, beat))
            continue;
        t->c[k] = t->c[--n];
        t->c[n] = c;
    }
    return n;
}

/* The last rival is better or worse without doubt. */
static bool settled(const struct thought *t, int n)
{
    const struct candidate *rival = &t->c[1];

    return n == 1 ||
           (n == 2 && rival->n >= PATIENCE && gain_mean(rival) > sure * gain_error(rival));
}

void compare_halve(struct thought *t, double until)
{
    int stages = 1;

    for (int n = t->n; n > 2; n = 1 + n / 2)
        stages++;
    for (int n = t->n; n > 1 && stages > 0; n = n > 2 ? 1 + n / 2 : 2, stages--) {
        double now = veteran_spent(t->v, t->q), end = now + (until - now) / stages;

        t->left = n;
        course_anew(t);
        while (veteran_spent(t->v, t->q) < end) {
            if (veteran_stopped(t->q) || !course_round(t, n))
                return;
            if (t->c[1].n % ROUND == 0)
                t->left = n = drop_hopeless(t, n);
            if (settled(t, n))
                return;
        }
        rank(t, n);
    }
}

/* Those dropped on the way may only have been lucky. */
int compare_survivor(const struct thought *t)
{
    int best = 0;

    for (int k = 1; k < t->left; k++)
        if (believed(&t->c[k]) > (best ? believed(&t->c[best]) : 0))
            best = k;
    return best;
}

/* The first two alone, up to there or until they can be told apart, for so many rounds at least. */
static void duel(struct thought *t, double end, int least)
{
    course_anew(t);
    while (veteran_spent(t->v, t->q) < end && !veteran_stopped(t->q) && course_round(t, 2))
        if (t->c[1].n % ROUND == 0 && t->c[1].n >= least && settled(t, 2))
            break;
}

void compare_duel(struct thought *t, int least)
{
    duel(t, 1, least);
}

/* By how many errors the luckiest of so many equals is lucky, on an average. */
static double luck_of_best(int n)
{
    static const double luck[] = { 0,    0,    0.56, 0.85, 1.03, 1.16, 1.27,
                                   1.35, 1.42, 1.49, 1.54, 1.59, 1.63 };

    return luck[n < COUNT(luck) ? n : COUNT(luck) - 1];
}

/*
 * Whoever is the best of many was lucky, too: he and the policy alone, on luck that has chosen nobody, up to there.
 * What was found before, less what the best of so many owes to luck, and now is then put together.
 */
static bool is_confirmed(struct thought *t, int best, double end)
{
    struct candidate before = t->c[best], fresh;

    before.gain -= before.n * luck_of_best(t->n - 1) * gain_error(&before);
    t->c[best] = t->c[1];
    t->c[1] = before;
    t->c[1].n = 0;
    t->c[1].gain = t->c[1].squares = 0;
    duel(t, end, 0);
    fresh = t->c[1];
    t->c[1].n += before.n;
    t->c[1].gain += before.gain;
    t->c[1].squares += before.squares;
    return (fresh.n == 0 || gain_mean(&fresh) > 0) && believed(&t->c[1]) > 0;
}

const struct candidate *compare_proved(struct thought *t, double end)
{
    int best = compare_survivor(t);

    return &t->c[best && is_confirmed(t, best, end)];
}
