/*
 * sim-fit.c: `grognard sim --fit`: what the positions of a game are worth, learned from how its games end
 * (src/sim/fit.c). The weights go to the standard output, how good they are to standard error.
 */
#include <stdio.h>
#include <stdlib.h>

#include "sim-report.h"

static const double stray = 0.4; /* of weights from game to game: without it little is learned */

static void show(const struct box *box, const struct sim_fit *fit)
{
    const struct weight *weights = mind_of(box->game)->weights;

    fprintf(stderr, "%d positions of %d games, every fifth game held back to be foretold:\n",
            fit->positions, fit->games);
    fprintf(stderr, "  log-loss %.3f (share of wins alone %.3f, weights as they are %.3f)\n",
            fit->after_loss, fit->share_loss, fit->before_loss);
    fprintf(stderr, "  area under the curve %.3f (weights as they are %.3f)\n", fit->after_area,
            fit->before_area);
    for (int i = mind_of(box->game)->first_sign; i < box->weights; i++)
        if (fit->found[i])
            printf("weight %-20s %6d   # %s\n", weights[i].name, fit->weight[i], weights[i].about);
}

int fit_run(const struct sim_run *asked, struct games *games)
{
    struct sim_setup setup = *asked->setup;
    struct sim_run run = *asked;
    struct sim_fit fit;
    int code;

    if (!mind_of(setup.box->game)->signs) {
        fprintf(stderr, "grognard sim: the game's bots read no signs\n");
        return EXIT_NO;
    }
    setup.stray = stray;
    run.setup = &setup;
    run.result = base_alloc((size_t)run.games * sizeof *run.result);
    run.signs = base_alloc((size_t)run.games * sizeof *run.signs);
    code = games_get(games, &run, "");
    if (code == EXIT_DONE && games_told(games)) {
        sim_fit(&run, &fit);
        show(setup.box, &fit);
    }
    for (int i = 0; i < run.games; i++)
        free(run.signs[i].value);
    free(run.signs);
    free(run.result);
    return code;
}
