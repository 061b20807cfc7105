/*
 * sim-study.h: what `grognard sim` says beyond who wins: measures by turn, plots, variants compared on common
 * random numbers, better weights for bots.
 */
#ifndef SIM_STUDY_H
#define SIM_STUDY_H

#include "sim/sim.h"

/* Mean and quartiles of the game's measures by turn, and how they end. */
void study_print(const struct sim_run *);
/* measure-NAME.svg by side and kind, into the folder. False: said what is wrong. */
bool study_plot(const struct sim_run *, const char *dir);

/*
 * "option.NAME=VALUE,VALUE…": the same games with each value. NULL, or what is wrong with the words; prints wins
 * of each, and the difference from the first with its 95 % interval.
 */
const char *study_vary(const struct sim_run *, const char *what);

/* So many generations; prints the weights as a bot.txt. False: said what is wrong. */
bool study_tune(const struct sim_run *, int generations);

#endif
