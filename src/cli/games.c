/*
 * games.c: `grognard games`: games, scenarios, lessons, sides, seats, options.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "engine/catalogue.h"
#include "match/lesson.h"

static void lessons_text(const struct box *box)
{
    char name[LESSONS_MAX][LESSON_NAME];
    int n = lesson_names(box, name);

    for (int i = 0; i < n; i++) {
        struct errors e = { 0 };
        struct lesson *l = lesson_open(box, name[i], &e);

        if (l)
            printf("  lesson    %-14s %s (%d minutes)\n", l->id, l->title, l->minutes);
        lesson_free(l);
        errors_free(&e);
    }
}

static void game_text(const struct game *g, const struct box *box)
{
    printf("%s: %s\n  %s\n  sides    ", g->id, g->title, g->about);
    for (int i = 0; g->sides[i]; i++)
        printf(" %s", g->sides[i]);
    putchar('\n');
    for (int i = 0; g->seats && g->seats[i].id; i++)
        printf("  seat      %s (%s%s%s)\n", g->seats[i].id, g->sides[g->seats[i].side],
               g->seats[i].option ? "; with option " : "",
               g->seats[i].option ? g->seats[i].option->id : "");
    for (int i = 0; i < box->scenarios; i++)
        printf("  scenario  %-14s %s\n", box->scenario[i].id, box->scenario[i].title);
    lessons_text(box);
    for (int i = 0; i < game_options(g); i++)
        printf("  option    %-14s %s (%s; [%s])\n", g->options[i].id, g->options[i].title,
               game_option_name(&g->options[i], g->options[i].standard), g->options[i].cases);
}

static int run_games(int argc, char **argv)
{
    bool json = false;
    const struct cli_option options[] = { { .name = "--json", .flag = &json }, { .name = NULL } };
    int words, code = EXIT_DONE;
    const char *wrong = cli_options(options, argc, argv, &words);
    struct text out = { 0 };
    const struct game *g;
    struct json j;

    if (wrong || words)
        return cli_usage(&command_games, "%s", wrong ? wrong : "it takes no words");
    json_begin(&j, &out);
    json_open(&j, '[');
    for (int i = 0; (g = game_on_shelf(i)); i++) {
        const struct box *box = cli_open(g->id, &code);

        if (!box)
            continue;
        if (json)
            catalogue_json(g, box, &j);
        else
            game_text(g, box);
        box_free((struct box *)box);
    }
    json_close(&j);
    if (json)
        puts(text_of(&out));
    text_free(&out);
    return code;
}

const struct command command_games = {
    .name = "games",
    .usage = "games [--json]",
    .summary = "list games with their scenarios, sides, seats and options",
    .help =
        "Sides are listed in the order in which `sim --bots A,B` names their bots. An option is\n"
        "switched with `option NAME VALUE` in the engine or `--option NAME=VALUE` elsewhere.\n",
    .run = run_games,
};
