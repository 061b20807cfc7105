/*
 * sim-learn.c: `grognard sim GAME --learn`: a net that says what positions are worth, learnt from games that are played
 * for it (src/sim/learn.c). The net goes to the standard output, as a net.txt, how good it is to standard error.
 */
#include <stdio.h>
#include <stdlib.h>

#include "kernel/muster.h"
#include "sim-report.h"

enum { VETERAN_EFFORT = 1, HIDDEN = 16 };

static void show_score(const char *name, const struct learn_score *s)
{
    if (s->n)
        fprintf(stderr, "  %-24s %8d   %.3f   %.3f   %.3f\n", name, s->n, s->share, s->signs,
                s->net);
}

static void show_scores(const struct sim_learn *l)
{
    static const char *const thirds[] = { "first third", "second third", "last third" };

    fprintf(stderr,
            "log-loss on games held back: share of wins by scenario, signs, net\n"
            "  %-24s %8s   share   signs   net\n",
            "", "positions");
    for (int i = 0; i < LEARN_KINDS; i++)
        show_score(learn_kinds[i], &l->by_kind[i]);
    for (int i = 0; i < l->box->scenarios; i++)
        show_score(l->box->scenario[i].id, &l->by_scenario[i]);
    for (int straight = 0; straight < 2; straight++) {
        fprintf(stderr, "%s\n",
                straight ? "by thirds of a game, bots that do not stray"
                         : "by thirds of a game, straying bots");
        for (int i = 0; i < 3; i++)
            show_score(thirds[i], &l->by_third[straight][i]);
    }
}

static void show_tenth(const struct learn_tenth *t)
{
    if (t->n)
        fprintf(stderr, "   %7d  %5.1f %%  %5.1f %%", t->n, 100 * t->said / t->n,
                100.0 * t->won / t->n);
    else
        fprintf(stderr, "   %7d  %7s  %7s", 0, "", "");
}

static void show_tenths(const struct sim_learn *l)
{
    fputs("calibration, bots that do not stray: positions, said, won; signs, then net\n", stderr);
    for (int i = 0; i < 10; i++) {
        fprintf(stderr, "  %2d .. %3d %%", 10 * i, 10 * i + 10);
        show_tenth(&l->tenth_of_signs[i]);
        show_tenth(&l->tenth_of_net[i]);
        fputc('\n', stderr);
    }
}

static void print_net(const struct sim_learn *l)
{
    struct learn_score all = { 0 };
    struct text out = { 0 };

    for (int i = 0; i < LEARN_KINDS; i++) {
        const struct learn_score *s = &l->by_kind[i];

        all.n += s->n;
        all.share += s->n * s->share;
        all.signs += s->n * s->signs;
        all.net += s->n * s->net;
    }
    text_printf(&out,
                "# What a position is worth (docs/bots.md): made, not written. To make it again:\n"
                "#   grognard sim %s --learn --games %d --seed %llu\n"
                "# %d positions of games of straying cadets (%d), cadets (%d) and veterans of "
                "effort %d (%d).\n",
                l->box->game->id, l->games_wanted, (unsigned long long)l->seed, l->positions,
                l->games[LEARN_STRAY], l->games[LEARN_PLAIN], l->effort, l->games[LEARN_VETERAN]);
    if (all.n)
        text_printf(&out,
                    "# Log-loss on a fifth of the games, held back: %.3f; signs %.3f; share of "
                    "wins %.3f.\n",
                    all.net / all.n, all.signs / all.n, all.share / all.n);
    net_write(&l->net, l->box, &out);
    fputs(text_of(&out), stdout);
    text_free(&out);
}

int learn_run(const struct sim_run *asked)
{
    struct sim_learn *l = base_alloc(sizeof *l);
    const struct box *box = asked->setup->box;
    struct text wrong = { 0 };
    bool fine;

    *l = (struct sim_learn){ .box = box,
                             .options = asked->setup->options,
                             .seed = asked->setup->seed,
                             .games_wanted = asked->games,
                             .jobs = asked->jobs,
                             .effort = VETERAN_EFFORT,
                             .hidden = HIDDEN,
                             .stop = asked->stop,
                             .progress = asked->progress };
    if (!muster_inputs(box))
        text_add(&wrong, "the game's bots know no features");
    fine = !wrong.n && sim_learn(l, &wrong);
    if (fine) {
        fprintf(stderr,
                "%d positions of %d games in %.0f s; trained in %.0f s, best after epoch %d\n",
                l->positions, l->games[0] + l->games[1] + l->games[2], l->played, l->trained,
                l->epochs);
        show_scores(l);
        show_tenths(l);
        print_net(l);
    } else {
        fprintf(stderr, "grognard sim: %s\n", text_of(&wrong));
    }
    text_free(&wrong);
    free(l);
    return fine ? EXIT_DONE : EXIT_NO;
}
