/*
 * case.c: `grognard case`: runs rule scripts.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/crew.h"
#include "cli.h"
#include "files.h"
#include "match/script.h"

/* ---- a computer opponent that is asked where a script says so ---- */

enum { ANSWER_SEED = 1815 };

struct asked {
    struct bot_player player;
    void *memory[SIDES_MAX]; /* of this case */
    bool open[SIDES_MAX];
    struct rng luck;
};

static struct action answer(void *self, struct play *truth, int effort)
{
    struct asked *asked = self;
    struct bot_player player = asked->player;
    struct play room;
    struct action a;
    int who = play_who(truth);

    if (!player.budget.effort && !player.budget.ms)
        player.budget.effort = effort;
    if (!asked->open[who])
        asked->memory[who] = bot_open(player.bot, truth->box, who);
    asked->open[who] = true;
    play_bind(&room, truth->game, truth->box, base_alloc(truth->game->state_size),
              base_alloc(sizeof *room.menu));
    a = bot_ask(&player, asked->memory[who], truth, &room, &asked->luck, NULL);
    free(room.state);
    free(room.menu);
    return a;
}

static void forget(void *self)
{
    struct asked *asked = self;

    for (int i = 0; i < SIDES_MAX; i++) {
        if (asked->open[i])
            bot_close(asked->player.bot, asked->memory[i]);
        asked->open[i] = false;
    }
    rng_seed(&asked->luck, ANSWER_SEED);
}

/* ---- files ---- */

static bool run_file(struct script *s, const char *path)
{
    size_t size;
    char *text = base_read_file(path, &size);

    if (!text) {
        fprintf(stderr, "grognard case: %s: %s\n", path, strerror(errno));
        return false;
    }
    script_run(s, path, text, size);
    free(text);
    fputs(text_of(&s->out), stdout);
    text_clear(&s->out);
    return true;
}

static bool list_files(struct files *f, char **path, int n)
{
    bool good = true;

    for (int i = 0; i < n; i++)
        if (!files_add(f, path[i], ".case")) {
            fprintf(stderr, "grognard case: %s: %s\n", path[i], strerror(errno));
            good = false;
        }
    return good;
}

static int run_cases(int argc, char **argv)
{
    struct script s = { 0 };
    struct asked asked = { 0 };
    const struct script_player player = { .answer = answer, .over = forget, .self = &asked };
    const char *bot = NULL;
    int threads = crew_processors();
    const struct cli_option options[] = {
        { .name = "-v", .flag = &s.verbose },
        { .name = "--verbose", .flag = &s.verbose },
        { .name = "--first", .flag = &s.first },
        { .name = "--only", .text = &s.only },
        { .name = "--bot", .text = &bot },
        { .name = "--bot-threads", .number = &threads, .least = 1, .most = CREW_MOST },
        { .name = NULL },
    };
    struct files files = { 0 };
    int words;
    const char *wrong = cli_options(options, argc, argv, &words);
    bool good;

    if (wrong || words == 0)
        return cli_usage(&command_case, "%s", wrong ? wrong : "which scripts?");
    wrong = bot ? bot_parse_any(bot, &asked.player) : NULL;
    if (wrong)
        return cli_usage(&command_case, "--bot %s: %s", bot, wrong);
    s.player = bot ? &player : NULL;
    crew_allow(bot ? threads : 1);
    forget(&asked);
    s.data_dir = cli_data();
    good = list_files(&files, argv + 1, words);
    for (int i = 0; i < files.n && !(s.first && s.failed); i++)
        good &= run_file(&s, files.path[i]);
    printf("%d passed, %d failed\n", s.passed, s.failed);
    good &= s.passed > 0 && s.failed == 0;
    files_free(&files);
    script_free(&s);
    return good ? EXIT_DONE : EXIT_NO;
}

const struct command command_case = {
    .name = "case",
    .usage = "case FILE|FOLDER… [--only CASE] [--first] [-v] [--bot NAME[:EFFORT]]\n"
             "                [--bot-threads N]",
    .summary = "run rule scripts",
    .help =
        "A rule script proves cases of a rulebook on the rules; docs/rule-scripts.md teaches the\n"
        "language. A folder stands for all files below it that end in .case.\n\n"
        "  --only CASE  only what proves this case\n"
        "  --first      stop at the first failure\n"
        "  -v           list the cases that pass, too\n"
        "  --bot NAME   who decides where a script leaves it to a computer opponent (`answers`,\n"
        "               `plays`); how many such positions it solves is what passes\n"
        "  --bot-threads N  with which it thinks (as many as there are processors)\n\n"
        "Each failure is a line file:line: case: what was expected and what was found. The last\n"
        "line is `N passed, N failed`; the exit code is 1 on any failure and if nothing was "
        "run.\n\n"
        "Example: grognard case tests/null -v\n",
    .run = run_cases,
};
