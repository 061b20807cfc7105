/*
 * sim-tune.c: `grognard sim --tune`: better weights for a game's bots, by self-play
 * (src/sim/tune.c).
 */
#include <stdio.h>

#include "sim-report.h"

static void show_generation(const struct sim_tune *t)
{
    fprintf(stderr, "generation %d: challenger %d of %d%s, strength %.2f\n", t->generation, t->won,
            t->decided, t->taken ? ", takes over" : "", t->strength);
}

int tune_run(const struct sim_run *run, int generations)
{
    const struct box *box = run->setup->box;
    struct sim_tune tune = { .setup = run->setup,
                             .generations = generations,
                             .games = run->games,
                             .jobs = run->jobs,
                             .stop = run->stop,
                             .report = show_generation };
    struct text wrong = { 0 };
    bool done = box->weights > 0 && sim_tune(&tune, &wrong);

    if (!done)
        fprintf(stderr, "grognard sim: %s\n",
                wrong.n ? text_of(&wrong) : "the game's bots have no weights");
    for (int i = 0; done && i < box->weights; i++)
        printf("weight %-16s %6d   # %s\n", mind_of(box->game)->weights[i].name, tune.weight[i],
               mind_of(box->game)->weights[i].about);
    text_free(&wrong);
    return done ? EXIT_DONE : EXIT_NO;
}
