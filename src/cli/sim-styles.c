/*
 * sim-styles.c: `grognard sim GAME --styles BOT`: what styles do otherwise, and how well (src/sim/manners.c), as a table.
 */
#include <stdio.h>
#include <string.h>

#include "sim-report.h"

static void print_manner(const struct sim_manners *m, const struct sim_manner *one)
{
    const struct game *g = m->setup->box->game;

    printf("  %-8s %-12s %-20s %5.1f of %-4d", g->side_titles[one->side],
           one->style ? one->style->id : "plain", one->style ? one->style->name : "", one->points,
           one->games);
    if (one->style)
        printf(" %+5.0f +- %3.0f", one->elo, one->error);
    else
        printf("             ");
    printf("   %7.1f %7.1f %7.1f %+7.1f\n", one->mean[SEEN_ATTACKS], one->mean[SEEN_LOST],
           one->mean[SEEN_KILLED], one->mean[SEEN_POINTS]);
}

static void print_blind(const struct sim_manners *m, int side)
{
    double low, high;

    if (!m->asked[side])
        return;
    sim_interval(m->told[side], m->asked[side], &low, &high);
    printf("  %-8s %d of %d games told, %.0f %%, %.0f .. %.0f\n",
           m->setup->box->game->side_titles[side], m->told[side], m->asked[side],
           100.0 * m->told[side] / m->asked[side], 100 * low, 100 * high);
}

static void print_all(const struct sim_manners *m, const char *bot)
{
    const struct box *box = m->setup->box;

    printf("%s, %s: styles of %s against the plain one, %d games each, seed %llu\n\n",
           box->game->id, box->scenario[m->setup->scenario].id, bot, m->games,
           (unsigned long long)m->setup->seed);
    puts("  points; Elo above the plain one on the same side, 95 %; a game: attacks, losses taken, "
         "inflicted, points ahead");
    for (int i = 0; i < m->n; i++)
        print_manner(m, &m->manner[i]);
    puts("\nwhich of the styles it was, told from these four numbers of one game (learnt from "
         "every other game)");
    print_blind(m, 0);
    print_blind(m, 1);
}

int styles_run(const struct sim_run *asked, const char *bot)
{
    struct sim_manners m = { .setup = asked->setup, .games = asked->games, .stop = asked->stop };
    const char *wrong = bot_parse_any(bot, &m.plain);
    struct text trouble = { 0 };
    int code = EXIT_NO;

    if (!wrong && *m.plain.style)
        wrong = "the level is named alone: all styles are played";
    if (wrong)
        return cli_usage(&command_sim, "--styles %s: %s", bot, wrong);
    if (sim_manners(&m, &trouble)) {
        print_all(&m, bot);
        code = EXIT_DONE;
    } else {
        fprintf(stderr, "grognard sim: %s\n", text_of(&trouble));
    }
    sim_manners_free(&m);
    text_free(&trouble);
    return code;
}
