/*
 * sim.c: `grognard sim`: many games without people, and what can be said of them.
 *
 * The games are played by src/sim; here are the command line, progress, the end by Ctrl-C, and the
 * report as text, JSON or a table of games.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "sim-study.h"

enum { GAMES_MOST = 10000000, JOBS_MOST = 256, FAULTS_SHOWN = 5, KEPT_MOST = 5, GENERATIONS_MOST = 10000 };

struct wishes {
    const char *scenario, *bots, *csv, *journal, *keep, *vary, *plots;
    struct cli_values options;
    int games, jobs, first, tune;
    uint64_t seed;
    bool json, check, measures;
};

/* ---- signals ---- */

static atomic_bool stop;
static char again[400];             /* the command that plays one game of this run again, without number */

/* The first Ctrl-C ends the run with what there is; a second one ends the program. */
static void interrupted(int number)
{
    atomic_store(&stop, true);
    signal(number, SIG_DFL);
}

static void say(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));

    (void)written;
}

/* An assert has failed: say which game it was, with what is safe in a signal handler. */
static void aborted(int number)
{
    char digits[24], *at = digits + sizeof digits - 1;
    long long game = sim_current();

    signal(number, SIG_DFL);
    if (game >= 0) {
        *at = '\0';
        do
            *--at = (char)('0' + game % 10);
        while (game /= 10);
        say("\ngrognard sim: a broken invariant ended the run. To see it again:\n  ");
        say(again);
        say(" --games 1 --journal FILE --first ");
        say(at);
        say("\n");
    }
    raise(number);
}

static void catch_signals(void)
{
    struct sigaction interrupt = { .sa_handler = interrupted }, abortion = { .sa_handler = aborted };

    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGTERM, &interrupt, NULL);
    sigaction(SIGABRT, &abortion, NULL);
}

/* ---- progress ---- */

static void show_progress(void *self, const struct sim_progress *p)
{
    double rate = p->seconds > 0 ? p->done / p->seconds : 0;

    (void)self;
    fprintf(stderr, "\r%d of %d games, %.0f games/s, %.2f M actions/s", p->done, p->games, rate,
            p->seconds > 0 ? (double)p->actions / p->seconds * 1e-6 : 0.0);
    if (rate > 0)
        fprintf(stderr, ", %.0f s left", (p->games - p->done) / rate);
    fputs("\033[K", stderr);
    fflush(stderr);
}

/* ---- the report ---- */

struct report {
    const struct sim_run *run;
    const struct game *game;
    const char *scenario;
    struct sim_tally tally;
};

static const char *bot_name(const struct report *r, int side)
{
    return r->run->setup->player[side].bot->name;
}

/* Wins of all sides that this side's bot plays; false if an earlier side has counted them. */
static bool bot_wins(const struct report *r, int side, int *wins)
{
    *wins = 0;
    for (int i = 0; i < game_sides(r->game); i++) {
        if (bot_name(r, i) != bot_name(r, side))
            continue;
        if (i < side)
            return false;
        *wins += r->tally.wins[i];
    }
    return true;
}

static void interval_json(const char *key, int wins, int games, struct json *j)
{
    double low, high;

    sim_interval(wins, games, &low, &high);
    json_key(j, key);
    json_open(j, '[');
    json_real(j, low, 4);
    json_real(j, high, 4);
    json_close(j);
}

static void spread_json(const char *key, const struct sim_spread *s, struct json *j)
{
    json_key(j, key);
    json_open(j, '{');
    json_key(j, "mean");
    json_real(j, s->mean, 3);
    json_key(j, "deviation");
    json_real(j, s->deviation, 3);
    json_key_int(j, "least", s->least);
    json_key_int(j, "median", s->median);
    json_key_int(j, "most", s->most);
    json_close(j);
}

static void sides_json(const struct report *r, struct json *j)
{
    const struct sim_tally *t = &r->tally;
    int wins;

    json_key(j, "wins_by_side");
    json_open(j, '{');
    for (int i = 0; i < game_sides(r->game); i++)
        json_key_int(j, r->game->sides[i], t->wins[i]);
    json_close(j);
    json_key(j, "wins_by_bot");
    json_open(j, '{');
    for (int i = 0; i < game_sides(r->game); i++)
        if (bot_wins(r, i, &wins))
            json_key_int(j, bot_name(r, i), wins);
    json_close(j);
    json_key_int(j, "draws", t->draws);
    json_key(j, "interval_by_side");
    json_open(j, '{');
    for (int i = 0; i < game_sides(r->game); i++)
        interval_json(r->game->sides[i], t->wins[i], t->games, j);
    json_close(j);
    json_key(j, "points_by_side");
    json_open(j, '{');
    for (int i = 0; i < game_sides(r->game); i++)
        spread_json(r->game->sides[i], &t->points[i], j);
    json_close(j);
}

static void faults_json(const struct report *r, struct json *j)
{
    json_key_int(j, "errors", r->tally.errors);
    json_key(j, "faults");
    json_open(j, '[');
    for (int i = 0, n = 0; i < r->run->begun && n < FAULTS_SHOWN; i++) {
        const struct sim_result *result = &r->run->result[i];

        if (!result->played || result->fault == SIM_SOUND)
            continue;
        n++;
        json_open(j, '{');
        json_key_int(j, "game", (long long)r->run->first + i);
        json_key_str(j, "fault", sim_fault_names[result->fault]);
        json_key_int(j, "actions", result->actions);
        json_close(j);
    }
    json_close(j);
}

static double per_second(double n, double seconds)
{
    return seconds > 0 ? n / seconds : 0;
}

static void print_json(const struct report *r)
{
    const struct sim_tally *t = &r->tally;
    struct text out = { 0 };
    struct json j;

    json_begin(&j, &out);
    json_open(&j, '{');
    json_key_str(&j, "game", r->game->id);
    json_key_str(&j, "scenario", r->scenario);
    json_key_int(&j, "seed", (long long)r->run->setup->seed);
    json_key_int(&j, "games", t->games + t->errors);
    json_key_int(&j, "wanted", r->run->games);
    json_key_int(&j, "jobs", r->run->jobs);
    json_key_int(&j, "actions", t->actions);
    json_key(&j, "seconds");
    json_real(&j, r->run->seconds, 6);
    json_key(&j, "actions_per_second");
    json_real(&j, per_second((double)t->actions, r->run->seconds), 1);
    json_key(&j, "games_per_second");
    json_real(&j, per_second(t->games + t->errors, r->run->seconds), 3);
    sides_json(r, &j);
    json_key(&j, "endings");
    json_open(&j, '{');
    for (int i = 0; r->game->endings[i].id; i++)
        json_key_int(&j, r->game->endings[i].id, t->endings[i]);
    json_close(&j);
    spread_json("length", &t->length, &j);
    spread_json("turns", &t->turns, &j);
    faults_json(r, &j);
    json_close(&j);
    puts(text_of(&out));
    text_free(&out);
}

static void share_line(const char *name, const char *bot, int n, int games)
{
    double low, high;

    sim_interval(n, games, &low, &high);
    printf("  %-16s %-12s %8d   %5.1f %%   95 %% interval %5.1f .. %5.1f %%\n", name, bot, n,
           games ? 100.0 * n / games : 0, 100 * low, 100 * high);
}

static void spread_line(const char *name, const struct sim_spread *s)
{
    printf("  %-16s mean %.1f, deviation %.1f, from %d to %d, median %d\n", name, s->mean, s->deviation,
           s->least, s->most, s->median);
}

static void print_text(const struct report *r)
{
    const struct sim_tally *t = &r->tally;

    printf("%s, %s: %d of %d games from seed %llu in %.2f s: %.0f games/s, %.0f actions/s\n\nwins\n",
           r->game->id, r->scenario, t->games + t->errors, r->run->games,
           (unsigned long long)r->run->setup->seed, r->run->seconds,
           per_second(t->games + t->errors, r->run->seconds),
           per_second((double)t->actions, r->run->seconds));
    for (int i = 0; i < game_sides(r->game); i++)
        share_line(r->game->sides[i], bot_name(r, i), t->wins[i], t->games);
    share_line("draw", "", t->draws, t->games);
    puts("\nendings");
    for (int i = 0; r->game->endings[i].id; i++)
        share_line(r->game->endings[i].id, r->game->endings[i].cases, t->endings[i], t->games);
    puts("\nlength");
    spread_line("actions", &t->length);
    spread_line("turns", &t->turns);
    if (r->game->score)
        puts("\npoints at the end");
    for (int i = 0; r->game->score && i < game_sides(r->game); i++)
        spread_line(r->game->sides[i], &t->points[i]);
}

/* The game is played again for its journal; false: there is none. */
static bool keep_journal(const struct report *r, uint64_t number, const char *path)
{
    struct text wrong = { 0 };
    struct sim_result result;
    bool kept = sim_record(r->run->setup, number, path, &result, &wrong);

    if (!kept)
        fprintf(stderr, "grognard sim: no journal %s: %s\n", path, text_of(&wrong));
    text_free(&wrong);
    return kept;
}

static void print_faults(const struct report *r)
{
    char path[120];
    int shown = 0;

    if (!r->tally.errors)
        return;
    fprintf(stderr, "\n%d ERRORS\n", r->tally.errors);
    for (int i = 0; i < r->run->begun && shown < FAULTS_SHOWN; i++) {
        const struct sim_result *result = &r->run->result[i];
        unsigned long long number = r->run->first + (uint64_t)i;

        if (!result->played || result->fault == SIM_SOUND)
            continue;
        shown++;
        fprintf(stderr, "  %s after %d actions: %s --games 1 --first %llu\n", sim_fault_names[result->fault],
                result->actions, again, number);
        snprintf(path, sizeof path, "sim-%.60s-%llu-%llu.grognard", r->game->id,
                 (unsigned long long)r->run->setup->seed, number);
        if (keep_journal(r, number, path))
            fprintf(stderr, "    journal: %s\n", path);
    }
}

/* ---- journals worth a look ---- */

/* A game that the bot named first has lost; one won by the side that wins less often. */
static bool is_loss(const struct report *r, const struct sim_result *g)
{
    (void)r;
    return g->winner < SIDES_MAX && g->winner != 0;
}

static bool is_upset(const struct report *r, const struct sim_result *g)
{
    int best = 0;

    for (int i = 1; i < game_sides(r->game); i++)
        if (r->tally.wins[i] > r->tally.wins[best])
            best = i;
    return g->winner < SIDES_MAX && g->winner != best;
}

static void keep_some(const struct report *r, const char *why, bool (*wanted)(const struct report *, const struct sim_result *))
{
    char path[160];

    for (int i = 0, n = 0; i < r->run->begun && n < KEPT_MOST; i++) {
        const struct sim_result *g = &r->run->result[i];
        unsigned long long number = r->run->first + (uint64_t)i;

        if (!g->played || g->fault != SIM_SOUND || !wanted(r, g))
            continue;
        snprintf(path, sizeof path, "sim-%.60s-%s-%llu-%llu.grognard", r->game->id, why,
                 (unsigned long long)r->run->setup->seed, number);
        if (!keep_journal(r, number, path))
            return;
        n++;
        fprintf(stderr, "kept: %s\n", path);
    }
}

/* "losses,upsets,errors"; errors are kept always. */
static bool known_keep(const char *list)
{
    while (*list) {
        size_t n = strcspn(list, ",");

        if (strncmp(list, "losses", n) != 0 && strncmp(list, "upsets", n) != 0 && strncmp(list, "errors", n) != 0)
            return false;
        list += n + (list[n] == ',');
    }
    return true;
}

static void keep_wanted(const struct report *r, const char *list)
{
    if (strstr(list, "losses"))
        keep_some(r, "loss", is_loss);
    if (strstr(list, "upsets"))
        keep_some(r, "upset", is_upset);
}

static bool write_csv(const struct report *r, const char *path)
{
    FILE *file = fopen(path, "w");

    if (!file) {
        fprintf(stderr, "grognard sim: cannot write %s: %s\n", path, strerror(errno));
        return false;
    }
    fputs("game,fault,winner,ending,turn,actions", file);
    for (int i = 0; i < game_sides(r->game); i++)
        fprintf(file, ",points_%s", r->game->sides[i]);
    fputc('\n', file);
    for (int i = 0; i < r->run->begun; i++) {
        const struct sim_result *g = &r->run->result[i];
        bool fine = g->fault == SIM_SOUND;

        if (!g->played)
            continue;
        fprintf(file, "%lld,%s,%s,%s,%d,%d", (long long)r->run->first + i, sim_fault_names[g->fault],
                !fine ? "" : g->winner < SIDES_MAX ? r->game->sides[g->winner] : "draw",
                fine ? r->game->endings[g->ending].id : "", g->turn, g->actions);
        for (int side = 0; side < game_sides(r->game); side++)
            fprintf(file, ",%d", g->points[side]);
        fputc('\n', file);
    }
    if (fclose(file) != 0)
        base_die("cannot write %s: %s", path, strerror(errno));
    return true;
}

/* ---- the command ---- */

/* "A,B" in the order of the sides; one name plays all of them. */
static bool read_bots(const char *list, const struct game *g, struct bot_player player[SIDES_MAX])
{
    int sides = game_sides(g), n = 0;
    char word[80];

    for (const char *at = list; n < SIDES_MAX && *at; n++) {
        size_t length = strcspn(at, ",");
        const char *wrong;

        snprintf(word, sizeof word, "%.*s", (int)length, at);
        wrong = bot_parse(word, &player[n]);
        if (wrong) {
            cli_usage(&command_sim, "--bots %s: %s", word, wrong);
            return false;
        }
        at += length + (at[length] == ',');
    }
    for (int i = 1; n == 1 && i < sides; i++)
        player[i] = player[0];
    if (n != 1 && n != sides)
        cli_usage(&command_sim, "--bots names one bot, or one for each of %d sides", sides);
    return n == 1 || n == sides;
}

static void remember_command(const struct wishes *w, const struct box *box, const struct sim_setup *setup)
{
    int n = snprintf(again, sizeof again, "grognard sim %s --scenario %s --bots %s --seed %llu", box->game->id,
                     box->scenario[setup->scenario].id, w->bots, (unsigned long long)w->seed);

    for (int i = 0; i < w->options.n && n < COUNT(again); i++)
        n += snprintf(again + n, sizeof again - (size_t)n, " --option %s", w->options.value[i]);
}

static int simulate(const struct wishes *w, const struct sim_setup *setup)
{
    struct sim_run run = { .setup = setup, .first = (uint64_t)w->first, .games = w->games, .jobs = w->jobs,
                           .stop = &stop };
    struct report r = { .run = &run, .game = setup->box->game,
                        .scenario = setup->box->scenario[setup->scenario].id };
    struct text wrong = { 0 };
    int code = EXIT_DONE;

    catch_signals();
    if (w->vary) {
        const char *bad = study_vary(&run, w->vary);

        return bad ? cli_usage(&command_sim, "%s", bad) : EXIT_DONE;
    }
    if (w->tune)
        return study_tune(&run, w->tune) ? EXIT_DONE : EXIT_NO;
    run.result = base_alloc((size_t)w->games * sizeof *run.result);
    if ((w->measures || w->plots) && setup->box->game->measures)
        run.trace = base_alloc((size_t)w->games * sizeof *run.trace);
    if (isatty(STDERR_FILENO))
        run.progress = show_progress;
    if (w->journal && !keep_journal(&r, run.first, w->journal)) {   /* first: the run may come to a bad end */
        code = EXIT_NO;
    } else if (sim_run(&run, &wrong)) {
        fprintf(stderr, "grognard sim: %s\n", text_of(&wrong));
        code = EXIT_NO;
    } else {
        if (run.progress)
            fputs("\r\033[K", stderr);
        sim_tally(&run, &r.tally);
        (w->json ? print_json : print_text)(&r);
        if (run.trace && !w->json)
            study_print(&run);
        if (w->plots && run.trace && !study_plot(&run, w->plots))
            code = EXIT_NO;
        if (w->keep)
            keep_wanted(&r, w->keep);
        print_faults(&r);
        if (r.tally.errors || (w->csv && !write_csv(&r, w->csv)))
            code = EXIT_NO;
    }
    text_free(&wrong);
    free(run.result);
    free(run.trace);
    return code;
}

static int with_box(const struct wishes *w, const struct box *box)
{
    struct sim_setup setup = { .box = box, .seed = w->seed, .check = w->check };
    uint8_t option[OPTIONS_MAX];

    setup.scenario = cli_scenario(&command_sim, box, w->scenario);
    if (setup.scenario < 0 || !cli_game_options(&command_sim, box->game, &w->options, option) ||
        !read_bots(w->bots, box->game, setup.player))
        return EXIT_USAGE;
    setup.options = option;
    remember_command(w, box, &setup);
    return simulate(w, &setup);
}

static int run_sim(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct wishes w = { .bots = "random", .games = 100, .seed = 1,
                        .jobs = cores < 1 ? 1 : cores > JOBS_MOST ? JOBS_MOST : (int)cores };
    const struct cli_option options[] = {
        { .name = "--scenario", .text = &w.scenario },
        { .name = "--games", .number = &w.games, .least = 1, .most = GAMES_MOST },
        { .name = "--bots", .text = &w.bots },
        { .name = "--seed", .seed = &w.seed },
        { .name = "--first", .number = &w.first, .least = 0, .most = INT32_MAX - GAMES_MOST },
        { .name = "--jobs", .number = &w.jobs, .least = 1, .most = JOBS_MOST },
        { .name = "--option", .many = &w.options },
        { .name = "--check", .flag = &w.check },
        { .name = "--json", .flag = &w.json },
        { .name = "--csv", .text = &w.csv },
        { .name = "--journal", .text = &w.journal },
        { .name = "--keep", .text = &w.keep },
        { .name = "--measures", .flag = &w.measures },
        { .name = "--plots", .text = &w.plots },
        { .name = "--vary", .text = &w.vary },
        { .name = "--tune", .number = &w.tune, .least = 1, .most = GENERATIONS_MOST },
        { .name = NULL },
    };
    int words, code = EXIT_DONE;
    const char *wrong = cli_options(options, argc, argv, &words);
    const struct box *box;

    if (wrong || words != 1)
        return cli_usage(&command_sim, "%s", wrong ? wrong : "name one game");
    if (w.keep && !known_keep(w.keep))
        return cli_usage(&command_sim, "--keep takes losses, upsets, errors, with commas between");
    box = cli_open(argv[1], &code);
    if (!box)
        return code;
    code = with_box(&w, box);
    box_free((struct box *)box);
    return code;
}

const struct command command_sim = {
    .name = "sim",
    .usage = "sim GAME [--scenario S] [--games N] [--bots A,B] [--seed K] [--first N] [--jobs J]\n"
             "                    [--option NAME=VALUE]… [--check] [--json] [--csv FILE] [--journal FILE]\n"
             "                    [--keep losses,upsets,errors] [--measures] [--plots DIR]\n"
             "                    [--vary option.NAME=VALUE,VALUE…] [--tune GENERATIONS]",
    .summary = "play many games without people: who wins, how long, how fast",
    .help = "--games N      how many (100)\n"
            "--bots A,B     who plays, in the order in which `grognard games` lists the sides; one name\n"
            "               plays all sides (random); NAME:EFFORT lets a bot think more or less, NAME:500ms\n"
            "               by the clock\n"
            "--seed K       the same seed gives the same games (1), whatever the number of threads\n"
            "--first N      begin with game N of the seed (0): plays one game again, or splits a run\n"
            "--jobs J       threads (as many as there are cores)\n"
            "--option X=V   an option of the game; may be repeated\n"
            "--check        test the game's invariants after every action instead of every turn\n"
            "--json         the report as one JSON object\n"
            "--csv FILE     one line a game\n"
            "--journal FILE keep the journal of the first game\n"
            "--keep LIST    journals of five games of each kind: losses (the first side lost), upsets (the side\n"
            "               that wins less often won); errors are always kept\n"
            "--measures     what the game measures (losses of armies and corps, ground), turn by turn\n"
            "--plots DIR    the same as SVG: medians with quartiles\n"
            "--vary WHAT    the same games with each value of an option, on the same dice: wins and differences\n"
            "--tune N       N generations of a (1+1) evolution strategy over the bots' weights: a challenger plays\n"
            "               the incumbent on both sides, --games each; the best come out as lines of bot.txt\n\n"
            "Intervals are Wilson's at 95 %. On a terminal progress is shown; Ctrl-C ends the run and\n"
            "reports the games played so far. A dead end, a broken invariant or a game without end is an\n"
            "error: it is reported with the command that shows it again, the journals of the first ones are\n"
            "kept in sim-GAME-SEED-NUMBER.grognard, and the exit code is 1.\n\n"
            "  grognard sim null --games 10000\n"
            "  grognard sim null --scenario wood --option fog=on --json\n",
    .run = run_sim,
};
