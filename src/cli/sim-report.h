/*
 * sim-report.h: what the parts of `grognard sim` share: the run with what was found in it, and the
 * ways to tell of it.
 */
#ifndef SIM_REPORT_H
#define SIM_REPORT_H

#include "cli.h"
#include "sim/sim.h"

struct report {
    const struct sim_run *run;
    const struct game *game;
    const struct looks *looks;
    const char *scenario;
    struct sim_tally tally;
    struct sim_history history;
    bool by_turn; /* tell of every turn, in words too */
};

enum { FAULTS_SHOWN = 5 }; /* games with errors that are named, and kept */

/* sim-report.c: to the standard output. */
void report_text(const struct report *);
void report_json(const struct report *);
/* "low .. high" of a share and the like, as JSON. */
void interval_json(const char *key, double low, double high, struct json *);
/* Simulated share of losses by the historical one. 0: nothing was lost in one of them. */
double report_factor(const struct report *, const struct sim_fact *);
bool report_off(double factor); /* by more than two */

/* sim-plots.c: pictures into the folder, which is made if need be. False: said what is wrong. */
bool plots_write(const struct report *, const char *dir);

/*
 * sim-vary.c: "option.NAME=VALUE,VALUE…" or "chart.NAME=FILE,FILE…": the same games with each;
 * wins, length and losses, and the differences from the first value, or from the chart as it is.
 * Returns an exit code.
 */
int vary_run(const struct sim_run *, const char *what, bool json);

/* sim-tune.c: so many generations; prints the weights as a bot.txt. Returns an exit code. */
int tune_run(const struct sim_run *, int generations);

/* sim-fit.c: weights of the game's signs, as a bot.txt. Returns an exit code. */
int fit_run(const struct sim_run *);

#endif
