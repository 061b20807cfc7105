/*
 * tune.c: looks for better weights of a game's policy by self-play. Those of its signs are left to fit.c: what
 * a sign is worth is learned from how games end, and better so than from who wins a few of them.
 *
 * A simple evolution strategy, (1+1): every generation some weights of the incumbent are changed by a random
 * factor; the challenger plays the incumbent as every side on the same seeds; if it wins clearly more than
 * half it takes over. The strength of the changes follows the success, by the one-fifth rule.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

/* Games won by the challenger as the side, out of those with a winner. */
static void match(struct sim_tune *tune, int side, uint64_t first, int *won, int *decided,
                  struct text *wrong)
{
    struct sim_setup setup = *tune->setup;
    struct sim_run run = { .setup = &setup,
                           .first = first,
                           .games = tune->games,
                           .jobs = tune->jobs,
                           .stop = tune->stop };
    struct sim_tally tally;

    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i].weight = i == side ? tune->challenger : tune->weight;
    run.result = base_alloc((size_t)tune->games * sizeof *run.result);
    if (!sim_run(&run, wrong)) {
        sim_tally(&run, &tally);
        *won += tally.wins[side];
        *decided += tally.games - tally.draws;
    }
    free(run.result);
}

/* How likely so many wins are by luck alone is left to the margin: one standard error. */
static bool convinces(int won, int decided)
{
    return decided > 0 && won > decided / 2.0 + 0.5 * sqrt(decided);
}

bool sim_tune(struct sim_tune *tune, struct text *wrong)
{
    const struct box *box = tune->setup->box;
    struct rng rng;

    memcpy(tune->weight, box->weight, sizeof tune->weight);
    rng_seed(&rng, tune->setup->seed);
    tune->strength = 0.3;
    for (tune->generation = 1; tune->generation <= tune->generations; tune->generation++) {
        tune->won = tune->decided = 0;
        memcpy(tune->challenger, tune->weight, sizeof tune->challenger);
        sim_stray(tune->weight, tune->challenger, box_policy_weights(box), tune->strength, &rng);
        for (int side = 0; side < game_sides(box->game) && !wrong->n; side++)
            match(tune, side, (uint64_t)tune->generation * (uint64_t)tune->games, &tune->won,
                  &tune->decided, wrong);
        if (wrong->n || (tune->stop && atomic_load(tune->stop)))
            return wrong->n == 0;
        tune->taken = convinces(tune->won, tune->decided);
        if (tune->taken)
            memcpy(tune->weight, tune->challenger, sizeof tune->weight);
        tune->strength *= tune->taken ? 1.5 : 0.9;
        tune->strength = tune->strength < 0.08 ? 0.08 : tune->strength > 0.8 ? 0.8 : tune->strength;
        if (tune->report)
            tune->report(tune);
    }
    return true;
}
