/*
 * sim.h: matches without people: one game, many games over threads, what came out of them, and the
 * signature of a game's behaviour.
 *
 * A game depends on its set-up, its seed and its number alone, so a run gives the same results with any
 * number of threads, and one game of it can be played again by itself. Nothing is allocated per action.
 */
#ifndef SIM_H
#define SIM_H

#include "bots/bot.h"

struct sim_setup {
    const struct box *box;
    int scenario;
    const uint8_t *options;                 /* NULL: standard */
    struct bot_player player[SIDES_MAX];
    uint64_t seed;
    bool check;                             /* invariants after every action, not at ends of turns */
};

/* What can go wrong with a game. None may ever happen. */
enum sim_fault {
    SIM_SOUND,
    SIM_DEAD_END,                           /* somebody is asked and nothing is legal */
    SIM_BROKEN,                             /* an invariant does not hold */
    SIM_TOO_LONG,                           /* more actions than game->longest */
    SIM_REFUSED,                            /* what a bot chose from its redacted list is illegal */
    SIM_FAULTS
};
extern const char *const sim_fault_names[SIM_FAULTS];

struct sim_result {
    bool played;                            /* to its end, or to its fault */
    uint8_t fault;
    uint8_t winner, ending;                 /* as in struct state */
    uint8_t turn;                           /* when it ended */
    int actions;                            /* outcomes of chance among them */
    int points[SIDES_MAX];
};

/* The game's measures (game->measures) when each turn ended; the last turn's as the game ended. */
enum { SIM_TURNS = 24, SIM_MEASURES = 24 };
struct sim_trace {
    uint8_t turns;                          /* [1 .. turns] are filled in */
    int16_t value[SIM_TURNS + 1][SIM_MEASURES];
};

/* ---- one game (table.c) ---- */

/* Somebody who looks on: called before every action. */
struct sim_watcher {
    void (*see)(void *self, const struct play *, int who, const struct action *);
    void *self;
};

/* Room for games of one set-up, one after another. NULL: it cannot begin; `wrong` says why. */
struct sim_table;
struct sim_table *sim_table_new(const struct sim_setup *, struct text *wrong);
void sim_table_free(struct sim_table *);
void sim_watch(struct sim_table *, struct sim_watcher);
void sim_follow(struct sim_table *, struct sim_trace *);    /* fills it in the next game; NULL: nothing */
/* Plays game `number`. Not `played` if *stop was set meanwhile (it may be NULL). */
void sim_game(struct sim_table *, uint64_t number, const atomic_bool *stop, struct sim_result *);
const struct play *sim_play(const struct sim_table *);      /* as the game ended */
/* The number of the game this thread is in, or -1; for a last message when an assert fails. */
long long sim_current(void);

/* ---- many games (run.c) ---- */

struct sim_progress {
    int games, done;
    long long actions;
    double seconds;
};

struct sim_run {
    const struct sim_setup *setup;
    uint64_t first;                         /* number of the first game */
    int games, jobs;
    const atomic_bool *stop;
    void (*progress)(void *self, const struct sim_progress *);      /* a few times a second; or NULL */
    void *self;
    struct sim_result *result;              /* room for `games`, zeroed */
    struct sim_trace *trace;                /* the same, or NULL: measures are not followed */
    int begun;                              /* out: results beyond these were never touched */
    double seconds;                         /* out */
};

/* NULL when done (or stopped: then some results are not `played`), else why it cannot begin. */
const char *sim_run(struct sim_run *, struct text *wrong);

/* One game of a run again, with its journal (record.c). False: `wrong` says why it cannot be written. */
bool sim_record(const struct sim_setup *, uint64_t number, const char *path, struct sim_result *,
                struct text *wrong);

/* ---- better weights for bots (tune.c) ---- */

struct sim_tune {
    const struct sim_setup *setup;          /* who plays; their weights are what is looked for */
    int generations, games, jobs;           /* games: of a side and generation */
    const atomic_bool *stop;
    void (*report)(const struct sim_tune *);        /* after every generation; or NULL */
    int weight[BOX_WEIGHTS];                /* out: the best so far */
    int challenger[BOX_WEIGHTS];
    int generation, won, decided;           /* of the challenger in this generation */
    bool taken;
    double strength;                        /* of the changes */
};
bool sim_tune(struct sim_tune *, struct text *wrong);

/* ---- what came out (tally.c) ---- */

struct sim_spread {
    double mean, deviation;
    int least, median, most;
};

struct sim_tally {
    int games;                              /* that ended as games end */
    int wins[SIDES_MAX], draws, endings[256];
    int faults[SIM_FAULTS], errors;         /* errors: all but SIM_SOUND */
    int first_fault;                        /* index of the first faulty result; -1: none */
    long long actions;                      /* of all games, faulty ones too */
    struct sim_spread length, turns, points[SIDES_MAX];
};

void sim_tally(const struct sim_run *, struct sim_tally *);
/* Wilson's interval at 95 % for k of n. */
void sim_interval(int k, int n, double *low, double *high);

/* ---- behaviour in one number (signature.c) ---- */

enum { SIGNATURE_GAMES = 20 };              /* of every scenario: what is stored in bench/ */

struct signature {
    uint64_t hash;                          /* of all actions and final positions */
    long long actions;
    int errors;
};

/* Of one scenario; the same wherever it is computed. */
struct signature sim_signature(const struct box *, int scenario, int games);
/* Of the whole game. */
struct signature sim_signature_all(const struct box *, int games);

#endif
