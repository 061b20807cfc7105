/*
 * tally.c: adds up the results of a run. One thread, in the order of the games: the same sums always.
 */
#include <math.h>
#include <stdlib.h>

#include "sim.h"

void sim_interval(int k, int n, double *low, double *high)
{
    const double z = 1.959963984540054;
    double p, middle, reach, whole;

    *low = 0;
    *high = 1;
    if (n <= 0)
        return;
    p = (double)k / n;
    whole = 1 + z * z / n;
    middle = (p + z * z / (2.0 * n)) / whole;
    reach = z * sqrt(p * (1 - p) / n + z * z / (4.0 * n * n)) / whole;
    *low = k == 0 ? 0 : middle - reach;
    *high = k == n ? 1 : middle + reach;
}

static int by_size(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

struct sim_spread sim_spread(int *value, int n)
{
    struct sim_spread s = { .n = n };
    double sum = 0, squares = 0;

    if (n == 0)
        return s;
    for (int i = 0; i < n; i++)
        sum += value[i];
    s.mean = sum / n;
    for (int i = 0; i < n; i++)
        squares += (value[i] - s.mean) * (value[i] - s.mean);
    s.deviation = n > 1 ? sqrt(squares / (n - 1)) : 0;
    qsort(value, (size_t)n, sizeof *value, by_size);
    s.least = value[0];
    s.lower = value[n / 4];
    s.median = value[n / 2];
    s.upper = value[3 * n / 4];
    s.most = value[n - 1];
    return s;
}

bool sim_ended(const struct sim_result *r)
{
    return r->played && r->fault == SIM_SOUND;
}

static int length_of(const struct sim_result *r, int side)
{
    (void)side;
    return r->actions;
}

static int turn_of(const struct sim_result *r, int side)
{
    (void)side;
    return r->turn;
}

static int points_of(const struct sim_result *r, int side)
{
    return r->points[side];
}

/* `room` is as long as there are results. */
static struct sim_spread spread_of(const struct sim_run *run,
                                   int (*of)(const struct sim_result *, int), int side, int *room)
{
    int n = 0;

    for (int i = 0; i < run->begun; i++)
        if (sim_ended(&run->result[i]))
            room[n++] = of(&run->result[i], side);
    return sim_spread(room, n);
}

static void count(struct sim_tally *t, const struct sim_result *r, int i)
{
    t->actions += r->actions;
    t->faults[r->fault]++;
    if (r->fault != SIM_SOUND) {
        t->errors++;
        if (t->first_fault < 0)
            t->first_fault = i;
        return;
    }
    t->games++;
    t->endings[r->ending]++;
    if (r->winner < SIDES_MAX) {
        t->wins[r->winner]++;
        t->won_by[r->winner][r->ending]++;
    } else {
        t->draws++;
    }
}

void sim_tally(const struct sim_run *run, struct sim_tally *t)
{
    int *room = base_alloc((size_t)run->begun * sizeof *room);

    *t = (struct sim_tally){ .first_fault = -1 };
    for (int i = 0; i < run->begun; i++)
        if (run->result[i].played)
            count(t, &run->result[i], i);
    t->length = spread_of(run, length_of, 0, room);
    t->turns = spread_of(run, turn_of, 0, room);
    for (int i = 0; i < game_sides(run->setup->box->game); i++)
        t->points[i] = spread_of(run, points_of, i, room);
    free(room);
}
