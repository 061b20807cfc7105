/*
 * cli.h: the subcommands of the program, one file each, and what they share.
 *
 * Exit codes: 0 done; 1 the answer is no (complaints found, a script failed, a replay departs);
 * 2 the command line is wrong; 3 out of memory or disk; 4 a journal replays, but not all of it is proved.
 */
#ifndef CLI_H
#define CLI_H

#include "kernel/game.h"

enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_USAGE = 2, EXIT_BROKEN = 3, EXIT_UNPROVED = 4 };

struct command {
    const char *name;
    const char *usage;                 /* "sim GAME [--games N]" */
    const char *summary;               /* one line */
    const char *help;                  /* as long as it takes to teach it, with examples */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
};

extern const struct command command_bench, command_case, command_check, command_engine, command_db,
    command_games, command_map, command_play, command_replay, command_rules, command_serve,
    command_sim, command_think;

/* All of the program (main.c): the command that the first word names. Returns the exit code. */
int cli_main(int argc, char **argv);

/* ---- arguments (main.c) ---- */

/* Says what is wrong with the command line, and where to read more. Returns EXIT_USAGE. */
int cli_usage(const struct command *, const char *format, ...) PRINTF_LIKE(2, 3);

/*
 * Options of a command, in any order among the words. Each is "--name VALUE", or "--name" if it takes
 * no value. Words that are no options are moved to the front of argv and counted in *words.
 */
struct cli_values { /* of an option that may be given again and again */
    int n;
    const char *value[32];
};

struct cli_option {
    const char *name;  /* "--games", also a short one: "-o" */
    const char **text; /* takes a value */
    int *number;       /* takes a whole number from least to most */
    int least, most;
    uint64_t *seed;          /* takes a large number */
    struct cli_values *many; /* takes a value each time */
    bool *flag;              /* takes none */
};

/* NULL, or what is wrong. The list ends with a NULL name. `--data DIR` is understood everywhere. */
const char *cli_options(const struct cli_option *, int argc, char **argv, int *words);

/* The game named so, and its box; complaints go to the standard error. NULL: not to be had. */
const struct box *cli_open(const char *game, int *exit_code);
const char *cli_data(void); /* --data DIR, or NULL */

/* The file becomes this text, or stays as it is. False: said what is wrong. */
bool cli_write(const struct command *, const char *path, const struct text *);

uint64_t cli_fresh_seed(void); /* for a game that was given none; any program can hold it exactly */

/* The scenario by its id, NULL: the first. -1: said what is wrong. */
int cli_scenario(const struct command *, const struct box *, const char *id);
/* Game options from words NAME=VALUE, the rest standard. False: said what is wrong. */
bool cli_game_options(const struct command *, const struct game *, const struct cli_values *,
                      uint8_t option[OPTIONS_MAX]);

#endif
