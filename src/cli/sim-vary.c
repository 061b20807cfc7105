/*
 * sim-vary.c: `grognard sim --vary`: the same games with other values of an option, or with other
 * charts, on common random numbers; what that changes, with intervals. Boxes and differences are
 * made by src/sim/variant.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim-report.h"

enum { VARIANTS_MOST = 8 };

struct variant {
    char name[200];
    uint8_t option[OPTIONS_MAX];
    struct box *box; /* its own; NULL: the game's */
    struct sim_setup setup;
    struct sim_run run;
    struct sim_tally tally;
};

/* What is varied; the first is what the others are compared with. */
struct variation {
    const char *what; /* "option.fog=off,on" */
    int n;
    struct variant variant[VARIANTS_MOST];
};

/* ---- which ---- */

static const char *subject(const struct variation *v, char room[80])
{
    snprintf(room, 80, "%.*s", (int)strcspn(v->what, "="), v->what);
    return room;
}

static struct variant *add_variant(struct variation *v, const struct sim_run *like,
                                   const char *name)
{
    struct variant *to = &v->variant[v->n++];

    snprintf(to->name, sizeof to->name, "%s", name);
    memcpy(to->option, like->setup->options, OPTIONS_MAX);
    to->run = *like;
    return to;
}

static int find_option(const struct game *g, const char *name)
{
    int option = game_option_find(g, name);
    struct text known = { 0 };

    if (option >= 0)
        return option;
    for (int i = 0; i < game_options(g); i++)
        text_printf(&known, " %s", g->options[i].id);
    cli_usage(&command_sim, "--vary: the game has no option \"%s\"; it has%s", name,
              known.n ? text_of(&known) : " none");
    text_free(&known);
    return -1;
}

static int add_options(struct variation *v, const struct sim_run *run, const char *name,
                       char *values)
{
    const struct game *g = run->setup->box->game;
    int option = find_option(g, name);
    char *rest = NULL;

    if (option < 0)
        return EXIT_USAGE;
    for (char *word = strtok_r(values, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        int value = game_option_value(&g->options[option], word);

        if (value < 0)
            return cli_usage(&command_sim, "--vary: option %s has no value \"%s\"", name, word);
        if (v->n == VARIANTS_MOST)
            return cli_usage(&command_sim, "--vary takes %d values at most", VARIANTS_MOST);
        add_variant(v, run, word)->option[option] = u8(value);
    }
    return v->n < 2
               ? cli_usage(&command_sim,
                           "--vary needs two values of the option at least, with commas between")
               : EXIT_DONE;
}

static bool knows_chart(const struct box *box, const char *name)
{
    struct text known = { 0 };

    if (chart_find(box, name))
        return true;
    for (int i = 0; i < box->charts; i++)
        text_printf(&known, " %s", box->chart[i]->id);
    cli_usage(&command_sim, "--vary: the game has no chart \"%s\"; it has%s", name,
              known.n ? text_of(&known) : " none");
    text_free(&known);
    return false;
}

/* The chart as it is, then as each file has it. All complaints of all files at once. */
static int add_charts(struct variation *v, const struct sim_run *run, const char *name, char *files)
{
    struct errors e = { 0 };
    char *rest = NULL;

    if (!knows_chart(run->setup->box, name))
        return EXIT_USAGE;
    add_variant(v, run, "as it is");
    for (char *path = strtok_r(files, ",", &rest); path; path = strtok_r(NULL, ",", &rest)) {
        if (v->n == VARIANTS_MOST)
            return cli_usage(&command_sim, "--vary takes %d files at most", VARIANTS_MOST - 1);
        add_variant(v, run, path)->box =
            sim_box_with_chart(run->setup->box, cli_data(), name, path, &e);
    }
    if (v->n < 2)
        return cli_usage(&command_sim, "--vary chart.%s= needs a file", name);
    fputs(text_of(&e.lines), stderr);
    errors_free(&e);
    for (int i = 1; i < v->n; i++)
        if (!v->variant[i].box)
            return EXIT_NO;
    return EXIT_DONE;
}

static int read_variation(struct variation *v, const struct sim_run *run)
{
    const char *equals = strchr(v->what, '=');
    char kind[8], name[60], *values;
    int code;

    if (!equals || sscanf(v->what, "%7[a-z].%59[^=]", kind, name) != 2 ||
        (strcmp(kind, "option") != 0 && strcmp(kind, "chart") != 0))
        return cli_usage(&command_sim,
                         "--vary takes option.NAME=VALUE,VALUE… or chart.NAME=FILE,FILE…");
    values = base_copy(equals + 1);
    code = (*kind == 'o' ? add_options : add_charts)(v, run, name, values);
    free(values);
    return code;
}

/* ---- playing ---- */

/* Which of them it is, for shards. */
static void name_part(const struct variation *v, int i, struct text *to)
{
    text_add(to, "vary ");
    text_quote(to, v->what);
    text_printf(to, " %d", i);
}

static int play_variant(const struct sim_run *like, struct games *games, const char *part,
                        struct variant *v)
{
    int code;

    v->setup = *like->setup;
    v->setup.options = v->option;
    if (v->box)
        v->setup.box = v->box;
    v->run.setup = &v->setup;
    v->run.result = base_alloc((size_t)like->games * sizeof *v->run.result);
    if (v->setup.box->game->measures)
        v->run.trace = base_alloc((size_t)like->games * sizeof *v->run.trace);
    code = games_get(games, &v->run, part);
    if (code != EXIT_DONE)
        fprintf(stderr, "grognard sim: that was %s\n", v->name);
    sim_tally(&v->run, &v->tally);
    return code;
}

static int play_variants(const struct sim_run *like, struct games *games, struct variation *v)
{
    int code = EXIT_DONE;

    for (int i = 0; i < v->n && code == EXIT_DONE; i++) {
        struct text part = { 0 };

        name_part(v, i, &part);
        code = play_variant(like, games, text_of(&part), &v->variant[i]);
        text_free(&part);
    }
    return code;
}

static void variation_free(struct variation *v)
{
    for (int i = 0; i < v->n; i++) {
        free(v->variant[i].run.result);
        free(v->variant[i].run.trace);
        box_free(v->variant[i].box);
    }
}

/* ---- text ---- */

static void print_difference(struct sim_difference d, double scale, const char *unit)
{
    if (d.games)
        printf("   difference %+7.2f%s   95 %% interval %+7.2f .. %+7.2f%s", scale * d.mean, unit,
               scale * d.low, scale * d.high, unit);
}

static void print_wins(const struct variant *first, const struct variant *v, int side)
{
    const struct sim_tally *t = &v->tally;
    double low, high;

    sim_interval(t->wins[side], t->games, &low, &high);
    printf("    %-26s %6.1f %%   95 %% interval %5.1f .. %5.1f %%", v->setup.box->game->sides[side],
           t->games ? 100.0 * t->wins[side] / t->games : 0, 100 * low, 100 * high);
    if (v != first)
        print_difference(sim_differ_wins(&first->run, &v->run, side), 100, " %");
    putchar('\n');
}

static void print_losses(const struct variant *first, const struct variant *v, int m, int *room)
{
    struct sim_spread end = sim_at_turn(&v->run, m, SIM_TURNS, room);
    double scale = 100.0 / v->run.whole[m];

    printf("    lost: %-20s %6.1f %%", v->setup.box->game->measures[m].title, scale * end.mean);
    if (v != first)
        print_difference(sim_differ_measure(&first->run, &v->run, m), scale, " %");
    putchar('\n');
}

static void print_variant(const struct variant *first, const struct variant *v)
{
    const struct game *g = v->setup.box->game;
    int *room = base_alloc((size_t)(v->run.begun + 1) * sizeof *room);

    printf("  %s: %d of %d games%s\n", v->name, v->tally.games, v->run.games,
           v == first ? ", what the others are compared with" : "");
    for (int side = 0; side < game_sides(g); side++)
        print_wins(first, v, side);
    printf("    %-26s %6.2f  ", "turns", v->tally.turns.mean);
    if (v != first)
        print_difference(sim_differ_turns(&first->run, &v->run), 1, "");
    putchar('\n');
    for (int m = 0; v->run.trace && m < sim_measures(g); m++)
        if (g->measures[m].kind == MEASURE_LOSSES && g->measures[m].army && v->run.whole[m])
            print_losses(first, v, m, room);
    free(room);
}

static void print_text(const struct variation *v)
{
    const struct variant *first = &v->variant[0];
    char room[80];

    printf("%s, %s: %s on common random numbers, seed %llu\n", first->setup.box->game->id,
           first->setup.box->scenario[first->setup.scenario].id, subject(v, room),
           (unsigned long long)first->setup.seed);
    for (int i = 0; i < v->n; i++)
        print_variant(first, &v->variant[i]);
}

/* ---- JSON ---- */

static void difference_json(const char *key, struct sim_difference d, double scale, struct json *j)
{
    if (!d.games)
        return;
    json_key(j, key);
    json_open(j, '{');
    json_key_int(j, "games", d.games);
    json_key(j, "mean");
    json_real(j, scale * d.mean, 4);
    interval_json("interval", scale * d.low, scale * d.high, j);
    json_close(j);
}

static void differences_json(const struct variant *first, const struct variant *v, struct json *j)
{
    const struct game *g = v->setup.box->game;

    json_key(j, "differences");
    json_open(j, '{');
    for (int side = 0; side < game_sides(g); side++)
        difference_json(g->sides[side], sim_differ_wins(&first->run, &v->run, side), 1, j);
    difference_json("turns", sim_differ_turns(&first->run, &v->run), 1, j);
    for (int m = 0; v->run.trace && m < sim_measures(g); m++)
        if (g->measures[m].kind == MEASURE_LOSSES && v->run.whole[m])
            difference_json(g->measures[m].name, sim_differ_measure(&first->run, &v->run, m),
                            1.0 / v->run.whole[m], j);
    json_close(j);
}

static void variant_json(const struct variant *first, const struct variant *v, struct json *j)
{
    const struct game *g = v->setup.box->game;

    json_open(j, '{');
    json_key_str(j, "name", v->name);
    json_key_int(j, "games", v->tally.games);
    json_key_int(j, "errors", v->tally.errors);
    json_key(j, "wins_by_side");
    json_open(j, '{');
    for (int side = 0; side < game_sides(g); side++)
        json_key_int(j, g->sides[side], v->tally.wins[side]);
    json_close(j);
    json_key(j, "interval_by_side");
    json_open(j, '{');
    for (int side = 0; side < game_sides(g); side++) {
        double low, high;

        sim_interval(v->tally.wins[side], v->tally.games, &low, &high);
        interval_json(g->sides[side], low, high, j);
    }
    json_close(j);
    json_key(j, "turns");
    json_real(j, v->tally.turns.mean, 3);
    if (v != first)
        differences_json(first, v, j);
    json_close(j);
}

static void print_json(const struct variation *v)
{
    const struct variant *first = &v->variant[0];
    struct text out = { 0 };
    struct json j;
    char room[80];

    json_begin(&j, &out);
    json_open(&j, '{');
    json_key_str(&j, "game", first->setup.box->game->id);
    json_key_str(&j, "scenario", first->setup.box->scenario[first->setup.scenario].id);
    json_key_int(&j, "seed", (long long)first->setup.seed);
    json_key_int(&j, "wanted", first->run.games);
    json_key_str(&j, "vary", subject(v, room));
    json_key(&j, "variants");
    json_open(&j, '[');
    for (int i = 0; i < v->n; i++)
        variant_json(first, &v->variant[i], &j);
    json_close(&j);
    json_close(&j);
    puts(text_of(&out));
    text_free(&out);
}

static int print_errors(const struct variation *v)
{
    int code = EXIT_DONE;

    for (int i = 0; i < v->n; i++)
        if (v->variant[i].tally.errors) {
            fprintf(stderr, "grognard sim: %s: %d games came to an error\n", v->variant[i].name,
                    v->variant[i].tally.errors);
            code = EXIT_NO;
        }
    return code;
}

int vary_run(const struct sim_run *run, struct games *games, const char *what, bool json)
{
    struct variation *v = base_alloc(sizeof *v);
    int code;

    v->what = what;
    code = read_variation(v, run);
    if (code == EXIT_DONE)
        code = play_variants(run, games, v);
    if (code == EXIT_DONE && games_told(games)) {
        (json ? print_json : print_text)(v);
        code = print_errors(v);
    }
    variation_free(v);
    free(v);
    return code;
}
