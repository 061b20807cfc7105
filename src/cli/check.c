/*
 * check.c: `grognard check`: loads games' data and prints every complaint as file:line: message.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "sim/sim.h"

/* The map is held to what any map must obey, beyond what loading needs; history to its facts. */
static int check_game(const struct game *g, bool quiet)
{
    struct errors e = { 0 };
    struct box *box = box_open(g, cli_data(), &e);
    struct sim_history history;
    int n;

    if (box && box->board)
        board_check(box->board, &e);
    if (box)
        sim_history(box, 0, &history, &e);
    fputs(text_of(&e.lines), stdout);
    n = e.n;
    if (n > ERRORS_SHOWN)
        printf("%s: and %d more complaints\n", g->id, n - ERRORS_SHOWN);
    if (n == 0 && !quiet) {
        printf("%s: sound; data digest %016llx; values", g->id, (unsigned long long)box->digest);
        for (int i = 0; i < SOURCES; i++)
            if (box->source[i])
                printf(" %s %d", source_names[i], box->source[i]);
        putchar('\n');
    }
    box_free(box);
    errors_free(&e);
    return n;
}

static int run_check(int argc, char **argv)
{
    bool quiet = false;
    const struct cli_option options[] = { { .name = "--quiet", .flag = &quiet }, { .name = NULL } };
    int words, complaints = 0;
    const char *wrong = cli_options(options, argc, argv, &words);

    if (wrong)
        return cli_usage(&command_check, "%s", wrong);
    for (int i = 1; i <= words; i++) {
        const struct game *g = game_find(argv[i]);

        if (!g)
            return cli_usage(&command_check, "there is no game \"%s\"", argv[i]);
        complaints += check_game(g, quiet);
    }
    for (int i = 0; words == 0 && all_games[i]; i++)
        complaints += check_game(all_games[i], quiet);
    return complaints ? EXIT_NO : EXIT_DONE;
}

const struct command command_check = {
    .name = "check",
    .usage = "check [GAME…] [--data DIR] [--quiet]",
    .summary = "validate data files; print all complaints as file:line: message",
    .help =
        "Reads map, counters, charts and scenarios of the games named (or of all), sets up every\n"
        "scenario, and holds the map to what any map must obey: waters without gaps, roads that\n"
        "connect, bridges, slopes, and the facts stated in it. Prints every complaint; for a "
        "sound\n"
        "game its data digest and how many values come from which source (--quiet: nothing).\n"
        "Exit code 1 if there is any complaint.\n",
    .run = run_check,
};
