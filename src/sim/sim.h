/*
 * sim.h: matches without people: one game, many games over threads, what came out of them, what can be
 * learned from them for bots, and the signature of a game's behaviour.
 *
 * A game depends on its set-up, its seed and its number alone, so a run gives the same results with any
 * number of threads, and one game of it can be played again by itself. Nothing is allocated per action.
 */
#ifndef SIM_H
#define SIM_H

#include "bots/bot.h"
#include "kernel/lex.h"
#include "kernel/net.h"

struct sim_setup {
    const struct box *box;
    int scenario;
    const uint8_t *options; /* NULL: standard */
    struct bot_player player[SIDES_MAX];
    uint64_t seed;
    double stray; /* of weights and orders from game to game; 0: none */
    bool check;   /* invariants after every action, not at ends of turns */
    int keeps; /* not signs alone are collected but all that a net is told, of so many positions a game at most */
};

/* What can go wrong with a game. None may ever happen. */
enum sim_fault {
    SIM_SOUND,
    SIM_DEAD_END, /* somebody is asked and nothing is legal */
    SIM_BROKEN,   /* an invariant does not hold */
    SIM_TOO_LONG, /* more actions than game->longest */
    SIM_REFUSED,  /* what a bot chose from its redacted list is illegal */
    SIM_FAULTS
};
extern const char *const sim_fault_names[SIM_FAULTS];

struct sim_result {
    bool played; /* to its end, or to its fault */
    uint8_t fault;
    uint8_t winner, ending; /* as in struct state */
    uint8_t turn;           /* when it ended */
    int actions;            /* outcomes of chance among them */
    int points[SIDES_MAX];
};

/* The game's measures (game->measures) when each turn ended; the last turn's as the game ended. */
enum { SIM_TURNS = 32, SIM_MEASURES = 40 };
struct sim_trace {
    uint8_t first, turns; /* [first .. turns] are filled in; 0: none */
    int16_t value[SIM_TURNS + 1][SIM_MEASURES];
};

/* What the game's signs() read whenever a player turn or impulse began: a number for each of its weights. */
struct sim_signs {
    int n, room;
    int *value;
};

/* What the bots of each side have really spent. */
struct sim_use {
    struct bot_use of[SIDES_MAX];
    double seconds[SIDES_MAX]; /* by the clock: on a busy machine others are in it */
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
void sim_follow(struct sim_table *,
                struct sim_trace *); /* fills it in the next game; NULL: nothing */
void sim_collect(struct sim_table *, struct sim_signs *); /* the same */
void sim_account(struct sim_table *, struct sim_use *);   /* the same */
/* Plays game `number`. Not `played` if *stop was set meanwhile (it may be NULL). */
void sim_game(struct sim_table *, uint64_t number, const atomic_bool *stop, struct sim_result *);
const struct play *sim_play(const struct sim_table *); /* as the game ended */
/* The number of the game this thread is in, or -1; for a last message when an assert fails. */
long long sim_current(void);

/* ---- many games (run.c) ---- */

struct sim_progress {
    int games, done;
    long long actions;
    double seconds;
};

/* Games of a run, counted from 0, that are handed out together. */
struct sim_range {
    int from, n;
};

/*
 * Somebody with whom the games of a run are shared: other processes that play some of them, a file that keeps
 * what has been played. Asked by the thread that called sim_run() and by no other.
 */
enum sim_supply { SIM_LATER, SIM_SOME, SIM_NO_MORE };
struct sim_share {
    enum sim_supply (*more)(void *self,
                            struct sim_range *); /* games to play here; NULL: all of them */
    void (*over)(void *self, int game);          /* one was played here; or NULL */
    void (*tend)(void *self); /* every now and then, for whatever else there is to do; or NULL */
    void *self;
};

struct sim_run {
    const struct sim_setup *setup;
    uint64_t first; /* number of the first game */
    int games, jobs;
    const atomic_bool *stop;
    void (*progress)(void *self, const struct sim_progress *); /* a few times a second; or NULL */
    void *self;
    const struct sim_share *share; /* NULL: with nobody */
    struct sim_result *result; /* room for `games`, zeroed; those `played` already are not again */
    struct sim_trace *trace;   /* the same, or NULL: measures are not followed */
    struct sim_signs *signs;   /* the same */
    struct sim_use *use;       /* the same */
    int whole[SIM_MEASURES];   /* out: strength as the game begins; 0: not in this game */
    int begun;                 /* out: results beyond these were never touched */
    double seconds;            /* out */
    double
        waited; /* out: seconds that threads have waited for games that they then got, all together */
};

/* NULL when done (or stopped: then some results are not `played`), else why it cannot begin. */
const char *sim_run(struct sim_run *, struct text *wrong);

/* ---- games that were played elsewhere (shard.c) ---- */

/*
 * A shard is a text with some games of a run. A head says all that they depend on; a line a game what came of
 * it, with a sum; the last line how many games there are, so that what was cut short is noticed:
 *
 *     grognard-shard 1
 *     program 0.9.0
 *     …
 *     records measures 12
 *     games 0 1000
 *     game 17 sound french rout turn 8 actions 412 points 3 5 … sum 0123456789abcdef
 *     end 1
 *
 * After games another head may follow: of another part (a variant), or because the run went on later.
 */
enum { SIM_GAMES_MOST = 10000000 };

/* The head, as the lines of this run need it. `part`: one word or more that tell it from others, or "". */
void sim_shard_head(const struct sim_run *, const char *part, struct text *);
/* The line of a game that was played. */
void sim_shard_line(const struct sim_run *, int game, struct text *);
/* That line read back, behind its first word: the game; -1: it was complained about, and nothing is changed. */
int sim_shard_read_line(struct sim_run *, struct lex *);

/*
 * Reads the games of the part into the run. Complaints: a head that says something else than ours, a line that
 * is none or was altered, a game that was played already and came out otherwise, a text cut short (unless it
 * may be: then the last line is passed over). False: there were some.
 */
struct sim_shard {
    const char *file; /* as complaints name it */
    const char *text;
    size_t size;
    bool open; /* it may end anywhere */
};
bool sim_shard_read(const struct sim_shard *, const char *part, struct sim_run *, struct errors *);
/* How much of the text is whole lines before its end: there it can go on. */
size_t sim_shard_whole(const char *text, size_t size);

/* One game of a run again, with its journal (record.c). False: `wrong` says why it cannot be written. */
bool sim_record(const struct sim_setup *, uint64_t number, const char *path, struct sim_result *,
                struct text *wrong);

/* ---- better weights for bots (tune.c) ---- */

struct sim_tune {
    const struct sim_setup *setup; /* who plays; the weights of their policy are looked for */
    int generations, games, jobs;  /* games: of a side and generation */
    const atomic_bool *stop;
    void (*report)(const struct sim_tune *); /* after every generation; or NULL */
    int weight[BOX_WEIGHTS];                 /* out: the best so far */
    int challenger[BOX_WEIGHTS];
    int generation, won, decided; /* of the challenger in this generation */
    bool taken;
    double strength; /* of the changes */
};
bool sim_tune(struct sim_tune *, struct text *wrong);

/* Some of n weights, changed by a factor around 1; a small one by one at least. */
void sim_stray(const int *from, int *to, int n, double strength, struct rng *);

/* ---- what a position is worth (fit.c) ---- */

/*
 * Weights of the game's signs by logistic regression over the positions of many games: how likely the first
 * side was to win from there. A fifth of the games is left out, to see how well the rest foretells them.
 */
struct sim_fit {
    int games, positions;    /* that were learned from or tested on */
    int weight[BOX_WEIGHTS]; /* out, in the order of the box's weights */
    bool found[BOX_WEIGHTS]; /* signs that vary in these games: the others stay as they are */
    double share_loss;       /* log-loss on the fifth, of the share of wins alone */
    double before_loss, after_loss; /* of the old weights, the new */
    double before_area, after_area; /* area under the curve there: 0.5 guesses, 1 knows */
};
void sim_fit(const struct sim_run *, struct sim_fit *); /* of a run with signs */

/* ---- the same by a net (learn.c) ---- */

enum { LEARN_STRAY, LEARN_PLAIN, LEARN_VETERAN, LEARN_KINDS };
extern const char *const learn_kinds[LEARN_KINDS + 1];

/* Log-loss on games that were held back: of the share of wins by scenario, of the signs, of the net. */
struct learn_score {
    int n;
    double share, signs, net;
};
/* Positions that were given so many tenths: what was said, and how many were won. */
struct learn_tenth {
    int n, won;
    double said; /* sum */
};

struct sim_learn {
    const struct box *box;
    const uint8_t *options;
    uint64_t seed;
    int games_wanted; /* between straying cadets, of a scenario; half as many plain ones, an eighth of veterans */
    int jobs, effort, hidden; /* effort: of veteran */
    const atomic_bool *stop;
    void (*progress)(void *self, const struct sim_progress *);
    struct net net;                            /* out */
    int games[LEARN_KINDS], positions, epochs; /* out */
    double played, trained;                    /* out: seconds */
    struct learn_score by_third[2]
                               [3]; /* out: of straying bots and of others, by thirds of a game */
    struct learn_score by_kind[LEARN_KINDS], by_scenario[BOX_SCENARIOS];
    struct learn_tenth tenth_of_signs[10], tenth_of_net[10]; /* out: of bots that do not stray */
};
/* False: it cannot begin, or was stopped; `wrong` says why. */
bool sim_learn(struct sim_learn *, struct text *wrong);

/* ---- who is stronger (ladder.c) ---- */

/*
 * Every pair of bots, each on both sides, on the same seeds, in all scenarios that are even enough: a scenario in
 * which equal cadets win less than a fifth on one side says more of the scenario than of who plays it.
 * Ratings by Bradley and Terry over all games, as Elo points about their mean; intervals by drawing the games of
 * every bout again (bootstrap), from a fixed seed: the same on every machine.
 */
enum { LADDER_BOTS = 16, LADDER_GROUNDS = 64, LADDER_EVEN_GAMES = 60, LADDER_DRAWS = 1000 };

struct sim_rung {
    struct bot_player player;
    char name[40];         /* "veteran:30" */
    double elo, low, high; /* out: 95 % */
    double points;         /* out: a draw is half a point … */
    int games;             /* out: … of so many */
    struct bot_use use;    /* out: in all games */
    double seconds;        /* out */
};

struct sim_ground {
    int scenario;
    bool stated;  /* that it is even: it is not measured */
    int games;    /* out: between cadets */
    double first; /* out: points of the first side in them */
    bool even;    /* out */
};

/* Two bots in one scenario; [0]: the first one has the first side, [1]: it has the second. */
struct sim_bout {
    int bot[2], scenario;
    int won[2], drawn[2], lost[2]; /* by the first bot */
};

struct sim_ladder {
    const struct sim_setup *setup;  /* box, options and seed; scenario and players are set here */
    int bots, grounds, games, jobs; /* games: of a pair in a scenario, on each side */
    struct sim_rung rung[LADDER_BOTS];
    struct sim_ground ground[LADDER_GROUNDS];
    const atomic_bool *stop;
    void (*progress)(void *self, const struct sim_progress *);
    void *self;
    int bouts, errors;     /* out */
    struct sim_bout *bout; /* out, to be freed */
};
/* False: it cannot begin; `wrong` says why. Stopped: the games played so far are counted. */
bool sim_ladder(struct sim_ladder *, struct text *wrong);

/* ---- in what manner (manners.c) ---- */

/* What a side's game looks like to who knows nothing of who plays it. */
enum { SEEN_ATTACKS, SEEN_LOST, SEEN_KILLED, SEEN_POINTS, SEEN_NUMBERS };
struct sim_seen {
    double number
        [SEEN_NUMBERS]; /* attacks declared; losses taken, inflicted; points more than the others */
    double result;      /* 1 won, 0.5 drawn */
};

/* A style of a side against the plain bot. */
struct sim_manner {
    int side;
    const struct style_def *style; /* NULL: plain, too */
    int games;
    struct sim_seen *seen;
    double points, mean[SEEN_NUMBERS];
    double elo, error; /* above the plain one, on the same side; 95 % */
};

struct sim_manners {
    const struct sim_setup *setup; /* players are set here */
    struct bot_player plain;       /* the level */
    int games;
    const atomic_bool *stop;
    int n; /* out */
    struct sim_manner manner[STYLES_MOST + 2];
    int asked[2], told[2]; /* out: games whose style was to be told, and was, by side */
};
/* False: it cannot begin. Free it in any case. */
bool sim_manners(struct sim_manners *, struct text *wrong);
void sim_manners_free(struct sim_manners *);

/* ---- what came out (tally.c) ---- */

struct sim_spread {
    int n;
    double mean, deviation;
    int least, lower, median, upper, most; /* lower, upper: the quartiles */
};
struct sim_spread sim_spread(int *values, int n); /* sorts them */

struct sim_tally {
    int games; /* that ended as games end */
    int wins[SIDES_MAX], draws, endings[256];
    int won_by[SIDES_MAX][256];     /* endings by winner */
    int faults[SIM_FAULTS], errors; /* errors: all but SIM_SOUND */
    int first_fault;                /* index of the first faulty result; -1: none */
    long long actions;              /* of all games, faulty ones too */
    struct sim_spread length, turns, points[SIDES_MAX];
};

void sim_tally(const struct sim_run *, struct sim_tally *);
/* Wilson's interval at 95 % for k of n. */
void sim_interval(int k, int n, double *low, double *high);

bool sim_ended(const struct sim_result *); /* as games end: only these are counted */

/* ---- how it came about (study.c): of a run with traces ---- */

/* Measures of the game; the first turn that was played, and the last that any game has reached. */
int sim_measures(const struct game *);
int sim_first_turn(const struct sim_run *);
int sim_last_turn(const struct sim_run *);
/* A measure as the turn ended, or the game before it. `room` is for `begun` numbers. */
struct sim_spread sim_at_turn(const struct sim_run *, int measure, int turn, int *room);
/* The turn in which a corps broke (a measure of that kind), or 0. */
int sim_broke(const struct sim_run *, int measure, int game);
/* How well a measure at the end of the turn foretold the winner: correlation with a win of its own side. */
double sim_foretells(const struct sim_run *, int measure, int turn);

/* A corps that broke, and what became of its side. */
struct sim_break {
    int measure;
    int games, broke;          /* games with a winner or drawn; those in which it broke */
    int won_broken, won_whole; /* wins of its side if it broke, if it did not */
    struct sim_spread turn;    /* when */
    double bearing;            /* correlation of breaking and not winning: 1 decides all */
};
/* All that ever broke, by bearing; how many. */
int sim_breaks(const struct sim_run *, struct sim_break out[SIM_MEASURES]);

/* ---- what it was in 1815 (history.c) ---- */

/* Losses of a measure in data/history/losses.csv, by data/<id>/history.txt. */
struct sim_fact {
    int measure;
    int strength, losses;
    char sure[12]; /* the least sure of its rows: low, medium, high */
};
struct sim_history {
    int facts; /* 0: this scenario is not to be compared */
    struct sim_fact fact[SIM_MEASURES];
};
bool sim_history(const struct box *, int scenario, struct sim_history *, struct errors *);

/* ---- the same games with something else (variant.c) ---- */

/*
 * The game's box with one chart as the file has it: a chart of the same name, rows and columns, alone in the
 * file. NULL: complaints as file:line.
 */
struct box *sim_box_with_chart(const struct box *, const char *data_dir, const char *chart,
                               const char *path, struct errors *);

/* What one run has more than another of the same seed, game by game: the same dice, the same luck. */
struct sim_difference {
    int games;              /* that ended in both */
    double mean, low, high; /* 95 % */
};
struct sim_difference sim_differ_wins(const struct sim_run *from, const struct sim_run *to,
                                      int side);
struct sim_difference sim_differ_turns(const struct sim_run *from, const struct sim_run *to);
struct sim_difference sim_differ_measure(const struct sim_run *from, const struct sim_run *to,
                                         int measure);

/* ---- behaviour in one number (signature.c) ---- */

enum { SIGNATURE_GAMES = 20 }; /* of every scenario: what is stored in bench/ */

struct signature {
    uint64_t hash; /* of all actions and final positions */
    long long actions;
    int errors;
};

/* Of one scenario; the same wherever it is computed. */
struct signature sim_signature(const struct box *, int scenario, int games);
/* Of the whole game. */
struct signature sim_signature_all(const struct box *, int games);

#endif
