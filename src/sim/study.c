/*
 * study.c: how the games of a run came about: measures turn by turn, when corps broke, and what
 * went along with winning. It reads traces; nothing is played here.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "sim.h"

int sim_measures(const struct game *g)
{
    int n = 0;

    while (g->measures && g->measures[n].name)
        n++;
    assert(n <= SIM_MEASURES);
    return n;
}

int sim_first_turn(const struct sim_run *run)
{
    int first = SIM_TURNS;

    for (int i = 0; i < run->begun; i++)
        if (run->trace[i].turns && run->trace[i].first < first)
            first = run->trace[i].first;
    return first;
}

int sim_last_turn(const struct sim_run *run)
{
    int last = 0;

    for (int i = 0; i < run->begun; i++)
        if (run->trace[i].turns > last)
            last = run->trace[i].turns;
    return last;
}

static bool traced(const struct sim_run *run, int game)
{
    return sim_ended(&run->result[game]) && run->trace[game].turns > 0;
}

static int value_at(const struct sim_run *run, int measure, int turn, int game)
{
    const struct sim_trace *t = &run->trace[game];

    return t->value[turn < t->turns ? turn : t->turns][measure];
}

struct sim_spread sim_at_turn(const struct sim_run *run, int measure, int turn, int *room)
{
    int n = 0;

    for (int i = 0; i < run->begun; i++)
        if (traced(run, i))
            room[n++] = value_at(run, measure, turn, i);
    return sim_spread(room, n);
}

int sim_broke(const struct sim_run *run, int measure, int game)
{
    const struct sim_trace *t = &run->trace[game];

    for (int turn = t->first; turn <= t->turns; turn++)
        if (t->value[turn][measure])
            return turn;
    return 0;
}

/* ---- what went along with winning ---- */

struct sums {
    double n, x, y, xx, yy, xy;
};

static void sums_add(struct sums *s, double x, double y)
{
    s->n++;
    s->x += x;
    s->y += y;
    s->xx += x * x;
    s->yy += y * y;
    s->xy += x * y;
}

/* Pearson's; 0 if one of the two never changes. */
static double correlation(const struct sums *s)
{
    double a = s->n * s->xx - s->x * s->x, b = s->n * s->yy - s->y * s->y;

    return a > 0 && b > 0 ? (s->n * s->xy - s->x * s->y) / sqrt(a * b) : 0;
}

static bool wins(const struct sim_run *run, int measure, int game)
{
    return run->result[game].winner == run->setup->box->game->measures[measure].side;
}

double sim_foretells(const struct sim_run *run, int measure, int turn)
{
    struct sums s = { 0 };

    for (int i = 0; i < run->begun; i++)
        if (traced(run, i))
            sums_add(&s, value_at(run, measure, turn, i), wins(run, measure, i));
    return correlation(&s);
}

static struct sim_break break_of(const struct sim_run *run, int measure, int *room)
{
    struct sim_break b = { .measure = measure };
    struct sums s = { 0 };

    for (int i = 0; i < run->begun; i++) {
        int turn;

        if (!traced(run, i))
            continue;
        turn = sim_broke(run, measure, i);
        b.games++;
        *(turn ? &b.won_broken : &b.won_whole) += wins(run, measure, i);
        if (turn)
            room[b.broke++] = turn;
        sums_add(&s, turn != 0, !wins(run, measure, i));
    }
    b.turn = sim_spread(room, b.broke);
    b.bearing = correlation(&s);
    return b;
}

static int by_bearing(const void *a, const void *b)
{
    const struct sim_break *x = a, *y = b;

    if (x->bearing != y->bearing)
        return x->bearing < y->bearing ? 1 : -1;
    return x->measure - y->measure;
}

int sim_breaks(const struct sim_run *run, struct sim_break out[SIM_MEASURES])
{
    const struct game *g = run->setup->box->game;
    int *room = base_alloc((size_t)(run->begun + 1) * sizeof *room), n = 0;

    for (int m = 0; m < sim_measures(g); m++) {
        if (g->measures[m].kind != MEASURE_BROKEN || !run->whole[m])
            continue;
        out[n] = break_of(run, m, room);
        n += out[n].broke > 0;
    }
    qsort(out, (size_t)n, sizeof *out, by_bearing);
    free(room);
    return n;
}
