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
 * sim-shard.c: where the games of a run come from: they are played here, or by other processes too, or were
 * played before and kept in shards (sim/sim.h).
 */
struct games {
    int shard, shards; /* only the K-th of N parts of the run is played; 0: all of it */
    const char *
        kept; /* a shard that they are written to, and that says which are not to be played; or NULL */
    bool silent;       /* the shard is all that is wanted */
    int files;         /* they are all in these shards, and none is played; 0: they are played */
    char **file;       /* their names */
    const char *again; /* the command that plays games of this run, without their numbers */
    struct shard_text *text; /* own: of the files, or of the one kept */
    int fd, lines;           /* own: where lines are added, and how many there are */
    bool full;               /* own: they could not be */
};

/* What a shard says of the run that it is from, as words of the command line. */
struct games_head {
    struct arena arena;
    const char *game, *scenario, *bots, *vary;
    struct cli_values options;
    uint64_t seed;
    int first, games; /* of all shards together */
    bool check, fit;
};

/* Reads what there is. False: said what is wrong. */
bool games_open(struct games *);
bool games_head(const struct games *, struct games_head *); /* of shards that are put together */
/*
 * All games of the run, which has room for them; `part` tells it from other runs of this command. An exit code:
 * EXIT_DONE, and they are there, or as many as there were time for.
 */
int games_get(struct games *, struct sim_run *, const char *part);
bool games_told(const struct games *);     /* whether this process tells what came out */
int games_close(struct games *, int code); /* the exit code, or a worse one */

/*
 * A program that plays over several processes says how; NULL: there is one alone. `range`: the games wanted;
 * the run's share is told of every game, wherever it was played. As sim_run().
 */
struct crowd {
    bool leads; /* this is the process that tells */
    const char *(*run)(struct sim_run *, const char *part, struct sim_range, struct text *wrong);
};
extern const struct crowd *sim_crowd;

/*
 * sim-vary.c: "option.NAME=VALUE,VALUE…" or "chart.NAME=FILE,FILE…": the same games with each;
 * wins, length and losses, and the differences from the first value, or from the chart as it is.
 * Returns an exit code.
 */
int vary_run(const struct sim_run *, struct games *, const char *what, bool json);

/* sim-tune.c: so many generations; prints the weights as a bot.txt. Returns an exit code. */
int tune_run(const struct sim_run *, int generations);

/* sim-fit.c: weights of the game's signs, as a bot.txt. Returns an exit code. */
int fit_run(const struct sim_run *, struct games *);

/* sim-learn.c: a net that judges positions, as a net.txt. Returns an exit code. */
int learn_run(const struct sim_run *);

/*
 * sim-ladder.c: every pair of the bots, on both sides, in the scenarios named (commas between; NULL: in all that
 * are even enough). Returns an exit code.
 */
/* Every side has the style that its bot is to play in; else that is said. */
bool have_styles(const char *what, const char *word, const struct box *,
                 const struct bot_player player[SIDES_MAX]);
int styles_run(const struct sim_run *, const char *bot);
int ladder_run(const struct sim_run *, const char *bots, const char *scenarios, bool json);

#endif
