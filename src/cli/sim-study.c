/*
 * sim-study.c: questions of designers and researchers to a run: how losses grow, what a variant changes, which
 * weights make a better bot. Runs are played by src/sim; here they are set up, compared and shown.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim-study.h"

/* ---- measures by turn ---- */

struct quartiles {
    int n;
    double mean;
    int lower, median, upper;
};

static int by_size(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

/* As a turn ended; a game that was over by then counts as it ended. Before it began: not at all. */
static struct quartiles at_turn(const struct sim_run *run, int measure, int turn, int *room)
{
    struct quartiles q = { 0 };
    double sum = 0;

    for (int i = 0; i < run->begun; i++) {
        const struct sim_trace *t = &run->trace[i];

        if (!run->result[i].played || !t->turns)
            continue;
        room[q.n] = t->value[turn < t->turns ? turn : t->turns][measure];
        sum += room[q.n++];
    }
    if (!q.n)
        return q;
    qsort(room, (size_t)q.n, sizeof *room, by_size);
    q.mean = sum / q.n;
    q.lower = room[q.n / 4];
    q.median = room[q.n / 2];
    q.upper = room[3 * q.n / 4];
    return q;
}

static int last_turn(const struct sim_run *run)
{
    int last = 0;

    for (int i = 0; i < run->begun; i++)
        if (run->trace[i].turns > last)
            last = run->trace[i].turns;
    return last;
}

void study_print(const struct sim_run *run)
{
    const struct game *g = run->setup->box->game;
    int last = last_turn(run), *room = base_alloc((size_t)(run->begun + 1) * sizeof *room);

    printf("\nmeasures: mean as the turn ended, and quartiles at the end\n  %-22s", "");
    for (int turn = 1; turn <= last; turn++)
        printf("%6d", turn);
    printf("   quartiles\n");
    for (int m = 0; m < SIM_MEASURES && g->measures[m].name; m++) {
        struct quartiles end = at_turn(run, m, last, room);

        if (!end.n)
            continue;
        printf("  %-22s", g->measures[m].name);
        for (int turn = 1; turn <= last; turn++)
            printf("%6.1f", at_turn(run, m, turn, room).mean);
        printf("   %d %d %d\n", end.lower, end.median, end.upper);
    }
    free(room);
}

/* ---- plots ---- */

enum { WIDE = 640, HIGH = 360, LEFT = 60, TOP = 40, INNER_WIDE = 540, INNER_HIGH = 260 };

struct frame {
    int last, most;
};

static double x_of(const struct frame *f, int turn)
{
    return LEFT + (double)INNER_WIDE * turn / (f->last ? f->last : 1);
}

static double y_of(const struct frame *f, double value)
{
    return TOP + INNER_HIGH * (1 - value / (f->most ? f->most : 1));
}

static void draw_axes(FILE *file, const struct frame *f, const char *title)
{
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"serif\" font-size=\"13\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fbf8f0\"/>\n<text x=\"%d\" y=\"24\" font-size=\"16\">%s</text>\n",
            WIDE, HIGH, LEFT, title);
    for (int i = 0; i <= 4; i++)
        fprintf(file, "<path d=\"M%d %.1fh%d\" stroke=\"#d8d0bc\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
                LEFT, y_of(f, f->most * i / 4.0), INNER_WIDE, LEFT - 8, y_of(f, f->most * i / 4.0) + 4, f->most * i / 4.0);
    for (int turn = 1; turn <= f->last; turn++)
        fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x_of(f, turn), TOP + INNER_HIGH + 20, turn);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">turn</text>\n", LEFT + INNER_WIDE / 2, HIGH - 14);
}

/* The band between the quartiles, and the median. */
static void draw_course(FILE *file, const struct sim_run *run, const struct frame *f, int m, int *room)
{
    fputs("<path fill=\"#7a8fb0\" fill-opacity=\".35\" d=\"", file);
    for (int turn = 1; turn <= f->last; turn++)
        fprintf(file, "%c%.1f %.1f", turn == 1 ? 'M' : 'L', x_of(f, turn), y_of(f, at_turn(run, m, turn, room).upper));
    for (int turn = f->last; turn >= 1; turn--)
        fprintf(file, "L%.1f %.1f", x_of(f, turn), y_of(f, at_turn(run, m, turn, room).lower));
    fputs("z\"/>\n<path fill=\"none\" stroke=\"#24406e\" stroke-width=\"2\" d=\"", file);
    for (int turn = 1; turn <= f->last; turn++)
        fprintf(file, "%c%.1f %.1f", turn == 1 ? 'M' : 'L', x_of(f, turn), y_of(f, at_turn(run, m, turn, room).median));
    fputs("\"/>\n</svg>\n", file);
}

static bool plot_measure(const struct sim_run *run, const char *dir, int m, int *room)
{
    const char *name = run->setup->box->game->measures[m].name;
    struct frame f = { .last = last_turn(run), .most = 4 };
    char path[1024];
    FILE *file;
    int n = snprintf(path, sizeof path, "%s/", dir);

    for (const char *c = name; *c && n < COUNT(path) - 5; c++)
        path[n++] = *c == '/' ? '-' : *c;
    snprintf(path + n, sizeof path - (size_t)n, ".svg");
    file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "grognard sim: cannot write %s: %s\n", path, strerror(errno));
        return false;
    }
    for (int turn = 1; turn <= f.last; turn++)
        while (at_turn(run, m, turn, room).upper > f.most)
            f.most *= 2;
    draw_axes(file, &f, name);
    draw_course(file, run, &f, m, room);
    if (fclose(file) != 0)
        base_die("cannot write %s: %s", path, strerror(errno));
    return true;
}

bool study_plot(const struct sim_run *run, const char *dir)
{
    const struct game *g = run->setup->box->game;
    int *room = base_alloc((size_t)(run->begun + 1) * sizeof *room);
    bool written = true;

    for (int m = 0; written && m < SIM_MEASURES && g->measures[m].name; m++)
        written = plot_measure(run, dir, m, room);
    free(room);
    return written;
}

/* ---- variants ---- */

struct variant {
    uint8_t option[OPTIONS_MAX];
    struct sim_result *result;
    struct sim_tally tally;
};

/* Runs the variant; each game has the dice and the luck of the same game of the other variants. */
static bool play_variant(const struct sim_run *like, struct variant *v, struct text *wrong)
{
    struct sim_setup setup = *like->setup;
    struct sim_run run = *like;

    setup.options = v->option;
    run.setup = &setup;
    run.trace = NULL;
    run.result = v->result = base_alloc((size_t)like->games * sizeof *run.result);
    if (sim_run(&run, wrong))
        return false;
    sim_tally(&run, &v->tally);
    return true;
}

/* Wins of the side in one less wins in the other, game by game. */
static void print_difference(const struct sim_run *run, const struct variant *first, const struct variant *v, int side)
{
    double sum = 0, squares = 0, mean, error;
    int n = 0;

    for (int i = 0; i < run->games; i++) {
        const struct sim_result *a = &first->result[i], *b = &v->result[i];
        double d = (b->winner == side) - (a->winner == side);

        if (!a->played || !b->played || a->fault || b->fault)
            continue;
        n++;
        sum += d;
        squares += d * d;
    }
    if (n < 2)
        return;
    mean = sum / n;
    error = 1.96 * sqrt((squares / n - mean * mean) / (n - 1));
    printf("    %-14s difference %+6.1f %%   95 %% interval %+6.1f .. %+6.1f %%\n",
           run->setup->box->game->sides[side], 100 * mean, 100 * (mean - error), 100 * (mean + error));
}

static void print_variant(const struct sim_run *run, const char *name, const struct variant *first,
                          const struct variant *v)
{
    const struct game *g = run->setup->box->game;

    printf("  %s: %d games\n", name, v->tally.games);
    for (int side = 0; side < game_sides(g); side++) {
        double low, high;

        sim_interval(v->tally.wins[side], v->tally.games, &low, &high);
        printf("    %-14s %5.1f %%   95 %% interval %5.1f .. %5.1f %%\n", g->sides[side],
               v->tally.games ? 100.0 * v->tally.wins[side] / v->tally.games : 0, 100 * low, 100 * high);
        if (v != first)
            print_difference(run, first, v, side);
    }
}

enum { VARIANTS_MOST = 8 };

/* The names of values behind '='; how many, or 0: one of them is no value. */
static int read_values(const struct game *g, int option, const char *list, int values[VARIANTS_MOST])
{
    char word[60];
    int n = 0;

    while (*list && n < VARIANTS_MOST) {
        size_t length = strcspn(list, ",");

        snprintf(word, sizeof word, "%.*s", (int)length, list);
        values[n] = game_option_value(&g->options[option], word);
        if (values[n++] < 0)
            return 0;
        list += length + (list[length] == ',');
    }
    return n;
}

const char *study_vary(const struct sim_run *run, const char *what)
{
    const struct game *g = run->setup->box->game;
    struct variant v[VARIANTS_MOST] = { 0 };
    struct text wrong = { 0 };
    char name[60];
    int values[VARIANTS_MOST], n, option;
    const char *list = strchr(what, '=');

    if (strncmp(what, "option.", 7) != 0 || !list)
        return "--vary takes option.NAME=VALUE,VALUE…";
    snprintf(name, sizeof name, "%.*s", (int)(list - what - 7), what + 7);
    option = game_option_find(g, name);
    if (option < 0)
        return "--vary: the game has no such option";
    n = read_values(g, option, list + 1, values);
    if (n < 2)
        return "--vary needs two values of the option at least, with commas between";
    printf("%s, %s on common random numbers\n", g->id, name);
    for (int i = 0; i < n && !wrong.n; i++) {
        memcpy(v[i].option, run->setup->options, OPTIONS_MAX);
        v[i].option[option] = (uint8_t)values[i];
        if (play_variant(run, &v[i], &wrong))
            print_variant(run, game_option_name(&g->options[option], values[i]), &v[0], &v[i]);
    }
    if (wrong.n)
        fprintf(stderr, "grognard sim: %s\n", text_of(&wrong));
    for (int i = 0; i < n; i++)
        free(v[i].result);
    text_free(&wrong);
    return NULL;
}

/* ---- weights ---- */

static void show_generation(const struct sim_tune *t)
{
    fprintf(stderr, "generation %d: challenger %d of %d%s, strength %.2f\n", t->generation, t->won, t->decided,
            t->taken ? ", takes over" : "", t->strength);
}

bool study_tune(const struct sim_run *run, int generations)
{
    const struct box *box = run->setup->box;
    struct sim_tune tune = { .setup = run->setup, .generations = generations, .games = run->games, .jobs = run->jobs,
                             .stop = run->stop, .report = show_generation };
    struct text wrong = { 0 };
    bool done = box->weights > 0 && sim_tune(&tune, &wrong);

    if (!done)
        fprintf(stderr, "grognard sim: %s\n", wrong.n ? text_of(&wrong) : "the game's bots have no weights");
    for (int i = 0; done && i < box->weights; i++)
        printf("weight %-16s %6d   # %s\n", box->game->weights[i].name, tune.weight[i], box->game->weights[i].about);
    text_free(&wrong);
    return done;
}
