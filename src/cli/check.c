/*
 * check.c: `grognard check`: reads every file of a pack and prints every complaint as file:line: message.
 *
 * A pack is a folder of the data with a map or a game. A board without a game is checked as far as it goes.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "draw/draw.h"
#include "kernel/casebook.h"
#include "match/lesson.h"
#include "rulebook.h"
#include "sim/sim.h"

/* ---- the parts of a pack ---- */

static bool is_there(const char *folder, const char *name)
{
    struct text path = { 0 };
    FILE *f;

    text_printf(&path, "%s/%s", folder, name);
    f = fopen(path.s, "rb");
    text_free(&path);
    if (f)
        fclose(f);
    return f != NULL;
}

/* The map beyond what loading needs, and what only its picture reads. */
static void check_board(const struct board *board, const char *folder, struct errors *e)
{
    struct draw_data data;

    board_check(board, e);
    draw_load(&data, board, folder, e);
    draw_free(&data);
}

static void check_catalogue(const char *folder, struct errors *e)
{
    struct rulebook c = { .rules = 0 };
    struct text path = { 0 };

    text_printf(&path, "%s/rules.tsv", folder);
    rulebook_catalogue(&c, path.s, path.s);
    text_add_n(&e->lines, text_of(&c.errors.lines), c.errors.lines.n);
    e->n += c.errors.n;
    text_free(&path);
    rulebook_free(&c);
}

/* ---- files that nobody reads ---- */

static bool is_read(const struct box *box, const char *name)
{
    static const char *const others[] = { "map.txt",    "ground.txt",  "margin.txt",
                                          "icons.txt",  "history.txt", "map-overrides.txt",
                                          "colours.txt" };

    for (int i = 0; i < COUNT(others); i++)
        if (strcmp(others[i], name) == 0)
            return true;
    for (int i = 0; box && i < box->files; i++)
        if (strcmp(box->file[i], name) == 0)
            return true;
    return false;
}

/* A slip in a file's name would lose the whole of it. */
static void check_names(const struct box *box, const char *folder, struct errors *e)
{
    DIR *d = opendir(folder);
    struct text path = { 0 };

    for (struct dirent *entry; d && (entry = readdir(d));) {
        size_t n = strlen(entry->d_name);

        if (n < 5 || strcmp(entry->d_name + n - 4, ".txt") != 0 || is_read(box, entry->d_name))
            continue;
        text_clear(&path);
        text_printf(&path, "%s/%s", folder, entry->d_name);
        errors_add(e, path.s, 0, "nobody reads a file of this name");
    }
    text_free(&path);
    if (d)
        closedir(d);
}

/* ---- a pack ---- */

static void say_sound(const char *id, const struct box *box)
{
    if (!box) {
        printf("%s: a board without a game; sound\n", id);
        return;
    }
    printf("%s: sound; data digest %016llx; values", id, (unsigned long long)box->digest);
    for (int i = 0; i < SOURCES; i++)
        if (box->source[i])
            printf(" %s %d", source_names[i], box->source[i]);
    putchar('\n');
}

static struct box *check_game(const struct game *g, const char *folder, struct errors *e)
{
    struct box *box = box_open(g, cli_data(), e);
    struct sim_history history;

    if (box && box->board)
        check_board(box->board, folder, e);
    if (box)
        sim_history(box, 0, &history, e);
    if (box)
        lessons_check(box, e);
    if (box)
        cards_check(box, e);
    if (box)
        casebook_check(box, e);
    return box;
}

static void check_bare_board(const char *folder, struct errors *e)
{
    struct text path = { 0 };
    struct board *board;

    text_printf(&path, "%s/map.txt", folder);
    board = board_load(path.s, e);
    if (board)
        check_board(board, folder, e);
    board_free(board);
    text_free(&path);
}

static int check_pack(const char *id, bool quiet)
{
    const struct game *g = game_find(id);
    struct text folder = { 0 };
    struct errors e = { 0 };
    struct box *box = NULL;
    int n;

    text_printf(&folder, "%s/%s", box_data_dir(cli_data()), id);
    if (g)
        box = check_game(g, folder.s, &e);
    else
        check_bare_board(folder.s, &e);
    check_catalogue(folder.s, &e);
    if (box || !g)
        check_names(box, folder.s, &e);
    fputs(text_of(&e.lines), stdout);
    n = e.n;
    if (n > ERRORS_SHOWN)
        printf("%s: and %d more complaints\n", id, n - ERRORS_SHOWN);
    if (n == 0 && !quiet)
        say_sound(id, box);
    box_free(box);
    errors_free(&e);
    text_free(&folder);
    return n;
}

/* ---- all packs ---- */

/* A game, or a folder that has a map. */
static bool is_pack(const char *id)
{
    struct text folder = { 0 };
    bool is = game_find(id);

    text_printf(&folder, "%s/%s", box_data_dir(cli_data()), id);
    is = is || (*id != '.' && is_there(folder.s, "map.txt"));
    text_free(&folder);
    return is;
}

/* The games first: one whose folder is missing is missed. */
static int check_all(bool quiet)
{
    struct dirent **entry;
    int n = scandir(box_data_dir(cli_data()), &entry, NULL, alphasort), complaints = 0;

    for (int i = 0; all_games[i]; i++)
        complaints += check_pack(all_games[i]->id, quiet);
    for (int i = 0; i < n; i++) {
        if (!game_find(entry[i]->d_name) && is_pack(entry[i]->d_name))
            complaints += check_pack(entry[i]->d_name, quiet);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    return complaints;
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
        if (!is_pack(argv[i]))
            return cli_usage(&command_check, "there is no game \"%s\"", argv[i]);
        complaints += check_pack(argv[i], quiet);
    }
    if (words == 0)
        complaints = check_all(quiet);
    return complaints ? EXIT_NO : EXIT_DONE;
}

const struct command command_check = {
    .name = "check",
    .usage = "check [GAME…] [--data DIR] [--quiet]",
    .summary = "validate data files; print all complaints as file:line: message",
    .help =
        "Reads every file of the games named (or of all games and boards): map, counters, charts,\n"
        "scenarios, colours, the ground and margin of the picture, history, the catalogue of "
        "rules.\n"
        "Sets up every scenario, plays every lesson to its end, and holds the map to what any map\n"
        "must obey: waters without gaps,\n"
        "roads that connect, bridges, slopes, the facts stated in it. Lines that are fewer than a "
        "file\n"
        "counts, and files that nobody reads, are complaints too. Prints every complaint; for a "
        "sound\n"
        "game its data digest and how many values come from which source (--quiet: nothing).\n"
        "Exit code 1 if there is any complaint.\n",
    .run = run_check,
};
