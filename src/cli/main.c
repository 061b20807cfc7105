/*
 * main.c: finds the subcommand and runs it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "kernel/hash.h"
#include "kernel/version.h"

static const struct command *const commands[] = {
    &command_bench, &command_case, &command_check, &command_db,     &command_engine,
    &command_games, &command_play, &command_map,   &command_replay, &command_rules,
    &command_serve, &command_sim,  &command_think,
};

static const char *data_dir;

static void print_summary(FILE *out)
{
    fputs("Grognard plays the board wargames of the Waterloo campaign, by their rules.\n\n"
          "usage: grognard COMMAND …\n\n",
          out);
    for (int i = 0; i < COUNT(commands); i++)
        fprintf(out, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
    fputs(
        "\n`grognard COMMAND --help` teaches a command, `grognard --version` names the program's\n"
        "version. Exit codes: 0 done, 1 the answer is no, 2 wrong command line, 3 out of memory\n"
        "or disk.\n",
        out);
}

static void print_help(const struct command *c)
{
    printf("usage: grognard %s\n\n%s\n\n%s", c->usage, c->summary, c->help);
}

int cli_usage(const struct command *c, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "grognard %s: ", c->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nusage: grognard %s\n`grognard %s --help` tells more.\n", c->usage, c->name);
    return EXIT_USAGE;
}

/* ---- options ---- */

static const char *read_value(const struct cli_option *o, const char *value)
{
    static char wrong[200];
    char *end;
    int n;

    if (o->text) {
        *o->text = value;
        return NULL;
    }
    if (o->many) {
        if (o->many->n == COUNT(o->many->value)) {
            snprintf(wrong, sizeof wrong, "%s is given more than %d times", o->name, o->many->n);
            return wrong;
        }
        o->many->value[o->many->n++] = value;
        return NULL;
    }
    if (o->seed) {
        errno = 0;
        *o->seed = strtoull(value, &end, 0);
        if (!*end && end != value && !errno && *value != '-')
            return NULL;
    } else if (lex_is_number(value, &n) && n >= o->least && n <= o->most) {
        *o->number = n;
        return NULL;
    }
    if (o->seed)
        snprintf(wrong, sizeof wrong, "%s takes a number, not \"%.60s\"", o->name, value);
    else
        snprintf(wrong, sizeof wrong, "%s takes a number from %d to %d, not \"%.60s\"", o->name,
                 o->least, o->most, value);
    return wrong;
}

static const struct cli_option *find_option(const struct cli_option *o, const char *name)
{
    static const struct cli_option everywhere = { .name = "--data", .text = &data_dir };

    for (; o && o->name; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return strcmp(name, everywhere.name) == 0 ? &everywhere : NULL;
}

const char *cli_options(const struct cli_option *options, int argc, char **argv, int *words)
{
    static char wrong[120];

    *words = 0;
    for (int i = 1; i < argc; i++) {
        const struct cli_option *o = find_option(options, argv[i]);
        const char *complaint = NULL;

        if (argv[i][0] != '-' || !argv[i][1]) {
            argv[++*words] = argv[i];
            continue;
        }
        if (!o) {
            snprintf(wrong, sizeof wrong, "there is no option %.80s", argv[i]);
            return wrong;
        }
        if (o->flag) {
            *o->flag = true;
            continue;
        }
        if (i + 1 == argc) {
            snprintf(wrong, sizeof wrong, "%s needs a value", o->name);
            return wrong;
        }
        complaint = read_value(o, argv[++i]);
        if (complaint)
            return complaint;
    }
    return NULL;
}

bool cli_write(const struct command *command, const char *path, const struct text *text)
{
    bool good = base_write_file(path, text_of(text), text->n);

    if (!good)
        fprintf(stderr, "grognard %s: cannot write %s: %s\n", command->name, path, strerror(errno));
    return good;
}

uint64_t cli_fresh_seed(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return hash_mix(hash_bytes(HASH_START, &now, sizeof now)) >> 12;
}

const char *cli_data(void)
{
    return data_dir;
}

const struct box *cli_open(const char *id, int *exit_code)
{
    const struct game *game = game_find(id);
    struct errors e = { 0 };
    const struct box *box;

    if (!game) {
        fprintf(stderr, "grognard: there is no game \"%s\"; `grognard games` lists them\n", id);
        *exit_code = EXIT_USAGE;
        return NULL;
    }
    box = box_open(game, data_dir, &e);
    if (!box) {
        fputs(text_of(&e.lines), stderr);
        *exit_code = EXIT_NO;
    }
    errors_free(&e);
    return box;
}

int cli_scenario(const struct command *c, const struct box *box, const char *id)
{
    int scenario = id ? box_scenario_find(box, id) : 0;

    if (scenario < 0)
        cli_usage(c, "there is no scenario \"%s\"; `grognard games` lists them", id);
    return scenario;
}

static const char *read_game_option(const struct game *g, const char *word,
                                    uint8_t option[OPTIONS_MAX])
{
    size_t n = strcspn(word, "=");

    for (int i = 0; i < game_options(g); i++) {
        const struct option *o = &g->options[i];
        int value;

        if (strncmp(o->id, word, n) != 0 || o->id[n])
            continue;
        value = word[n] ? game_option_value(o, word + n + 1) : -1;
        if (value < 0)
            return "it is written NAME=VALUE; `grognard games --json` lists the values";
        option[i] = u8(value);
        return NULL;
    }
    return "there is no such option; `grognard games` lists them";
}

bool cli_game_options(const struct command *c, const struct game *g, const struct cli_values *words,
                      uint8_t option[OPTIONS_MAX])
{
    memset(option, 0, OPTIONS_MAX);
    for (int i = 0; i < game_options(g); i++)
        option[i] = g->options[i].standard;
    for (int i = 0; i < words->n; i++) {
        const char *wrong = read_game_option(g, words->value[i], option);

        if (wrong) {
            cli_usage(c, "--option %s: %s", words->value[i], wrong);
            return false;
        }
    }
    return true;
}

static const struct command *find_command(const char *name)
{
    for (int i = 0; i < COUNT(commands); i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static bool asks_help(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static int run(int argc, char **argv)
{
    const struct command *c;

    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        c = argc > 2 ? find_command(argv[2]) : NULL;
        if (c)
            print_help(c);
        else
            print_summary(argc < 2 ? stderr : stdout);
        return argc < 2 ? EXIT_USAGE : EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("grognard %s\n", program_version);
        return EXIT_DONE;
    }
    c = find_command(argv[1]);
    if (!c) {
        fprintf(stderr, "grognard: there is no command \"%s\"\n\n", argv[1]);
        print_summary(stderr);
        return EXIT_USAGE;
    }
    if (asks_help(argc - 2, argv + 2)) {
        print_help(c);
        return EXIT_DONE;
    }
    return c->run(argc - 1, argv + 1);
}

/* Standard output that is closed must not become the first file that is opened. */
static void keep_places(void)
{
    while (fcntl(STDERR_FILENO, F_GETFD) < 0 || fcntl(STDOUT_FILENO, F_GETFD) < 0)
        if (open("/dev/null", O_RDONLY) < 0)
            return;
}

/* What was to be said and could not be is no success. */
int cli_main(int argc, char **argv)
{
    int code;

    keep_places();
    code = run(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fputs("grognard: not all of the output could be written\n", stderr);
    return code == EXIT_DONE ? EXIT_BROKEN : code;
}
