/*
 * sim.c: `grognard sim`: many games without people, and what can be said of them.
 *
 * The games are played by src/sim; here are the command line, progress, the end by Ctrl-C, the table
 * of games and the journals kept. sim-shard.c finds the games, played here or elsewhere, sim-report.c tells what came out, sim-plots.c draws it, sim-vary.c
 * compares variants, sim-ladder.c bots; sim-tune.c and sim-fit.c look for weights of bots,
 * sim-learn.c for a net.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim-report.h"

enum { JOBS_MOST = 256, KEPT_MOST = 5, GENERATIONS_MOST = 10000, SHARDS_MOST = 1000000 };

struct wishes {
    const char *scenario, *bots, *csv, *journal, *keep, *vary, *plots;
    const char *shard, *out, *checkpoint, *ladder, *styles;
    struct cli_values options;
    int games, jobs, first, tune;
    uint64_t seed;
    bool json, check, measures, fit, learn, merge, inexact;
};

/* ---- signals ---- */

static atomic_bool stop;
static char again[1000]; /* the command that plays one game of this run again, without number */

/*
 * The first Ctrl-C ends the run with what there is; one that comes a while later ends the program.
 * The pause is needed because a signal may be sent twice at once: timeout(1) signals its child, and
 * then the group with the child in it.
 */
static void interrupted(int number)
{
    static struct timespec first;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!atomic_load(&stop)) {
        first = now;
        atomic_store(&stop, true);
    } else if (now.tv_sec - first.tv_sec > 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
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
    struct sigaction interrupt = { .sa_handler = interrupted, .sa_flags = SA_RESTART };
    struct sigaction abortion = { .sa_handler = aborted };

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

/* ---- journals ---- */

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
        fprintf(stderr, "  %s after %d actions: %s --games 1 --first %llu\n",
                sim_fault_names[result->fault], result->actions, again, number);
        snprintf(path, sizeof path, "sim-%.60s-%llu-%llu.grognard", r->game->id,
                 (unsigned long long)r->run->setup->seed, number);
        if (keep_journal(r, number, path))
            fprintf(stderr, "    journal: %s\n", path);
    }
}

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

/* False: one could not be kept. */
static bool keep_some(const struct report *r, const char *why,
                      bool (*wanted)(const struct report *, const struct sim_result *))
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
            return false;
        n++;
        fprintf(stderr, "kept: %s\n", path);
    }
    return true;
}

static bool list_has(const char *list, const char *word)
{
    size_t length = strlen(word);

    for (size_t n; *list; list += n + (list[n] == ',')) {
        n = strcspn(list, ",");
        if (n == length && strncmp(list, word, n) == 0)
            return true;
    }
    return false;
}

/* "losses,upsets,errors"; errors are kept always. */
static bool known_keep(const char *list)
{
    for (size_t n; *list; list += n + (list[n] == ',')) {
        char word[8];

        n = strcspn(list, ",");
        snprintf(word, sizeof word, "%.*s", (int)n, list);
        if (!list_has("losses,upsets,errors", word))
            return false;
    }
    return true;
}

static bool keep_wanted(const struct report *r, const char *list)
{
    return (!list_has(list, "losses") || keep_some(r, "loss", is_loss)) &&
           (!list_has(list, "upsets") || keep_some(r, "upset", is_upset));
}

/* Measures as the game ended; of those that break, the turn in which they did. */
static void csv_measures(struct text *csv, const struct report *r, int game)
{
    const struct sim_trace *t = &r->run->trace[game];

    for (int m = 0; m < sim_measures(r->game); m++)
        text_printf(csv, ",%d",
                    r->game->measures[m].kind == MEASURE_BROKEN ? sim_broke(r->run, m, game)
                                                                : t->value[t->turns][m]);
}

static void csv_game(struct text *csv, const struct report *r, int i)
{
    const struct sim_result *g = &r->run->result[i];
    bool fine = g->fault == SIM_SOUND;

    text_printf(csv, "%lld,%s,%s,%s,%d,%d", (long long)r->run->first + i, sim_fault_names[g->fault],
                !fine                   ? ""
                : g->winner < SIDES_MAX ? r->game->sides[g->winner]
                                        : "draw",
                fine ? r->game->endings[g->ending].id : "", g->turn, g->actions);
    for (int side = 0; side < game_sides(r->game); side++)
        text_printf(csv, ",%d", g->points[side]);
    if (r->run->trace)
        csv_measures(csv, r, i);
    text_char(csv, '\n');
}

static bool write_csv(const struct report *r, const char *path)
{
    struct text csv = { 0 };
    bool good;

    text_add(&csv, "game,fault,winner,ending,turn,actions");
    for (int i = 0; i < game_sides(r->game); i++)
        text_printf(&csv, ",points_%s", r->game->sides[i]);
    for (int m = 0; m < sim_measures(r->game); m++)
        text_printf(&csv, ",%s", r->game->measures[m].name);
    text_char(&csv, '\n');
    for (int i = 0; i < r->run->begun; i++)
        if (r->run->result[i].played)
            csv_game(&csv, r, i);
    good = cli_write(&command_sim, path, &csv);
    text_free(&csv);
    return good;
}

/* ---- the command ---- */

/* Chance has no part in who plays: that would be other games. */
bool have_styles(const char *what, const char *word, const struct box *box,
                 const struct bot_player player[SIDES_MAX])
{
    for (int i = 0; i < game_sides(box->game); i++) {
        const char *wrong = strcmp(player[i].style, style_any) == 0
                                ? "the style is to be named here"
                                : bot_refuse_style(&player[i], box, i);

        if (wrong) {
            cli_usage(&command_sim, "%s %s: %s", what, word, wrong);
            return false;
        }
    }
    return true;
}

/* "A,B" in the order of the sides; one name plays all of them. */
static bool read_bots(const char *list, const struct box *box, struct bot_player player[SIDES_MAX])
{
    int sides = game_sides(box->game), n = 0;
    char word[80];

    for (const char *at = list; n < SIDES_MAX && *at; n++) {
        size_t length = strcspn(at, ",");
        const char *wrong;

        snprintf(word, sizeof word, "%.*s", (int)length, at);
        wrong = bot_parse_any(word, &player[n]);
        if (wrong) {
            cli_usage(&command_sim, "--bots %s: %s", word, wrong);
            return false;
        }
        at += length + (at[length] == ',');
    }
    for (int i = 1; n == 1 && i < sides; i++)
        player[i] = player[0];
    if (n != 1 && n != sides) {
        cli_usage(&command_sim, "--bots names one bot, or one for each of %d sides", sides);
        return false;
    }
    return have_styles("--bots", list, box, player);
}

static void remember_command(const struct wishes *w, const struct box *box,
                             const struct sim_setup *setup)
{
    int n =
        snprintf(again, sizeof again, "grognard sim %s --scenario %s --bots %s --seed %llu%s%s",
                 box->game->id, box->scenario[setup->scenario].id, w->bots,
                 (unsigned long long)w->seed, w->check ? " --check" : "", w->fit ? " --fit" : "");

    for (int i = 0; i < w->options.n && n < COUNT(again); i++)
        n += snprintf(again + n, sizeof again - (size_t)n, " --option %s", w->options.value[i]);
    if (w->vary && n < COUNT(again))
        snprintf(again + n, sizeof again - (size_t)n, " --vary %s", w->vary);
}

/* All that is wanted of a run that has been played, or begun and stopped. */
static int tell(const struct wishes *w, const struct report *r)
{
    int code = EXIT_DONE;

    (w->json ? report_json : report_text)(r);
    fflush(stdout); /* whatever comes now, the report is out */
    if (w->plots && !plots_write(r, w->plots))
        code = EXIT_BROKEN;
    if (w->csv && !write_csv(r, w->csv))
        code = EXIT_BROKEN;
    if (w->keep && !keep_wanted(r, w->keep))
        code = EXIT_BROKEN;
    print_faults(r);
    return r->tally.errors ? EXIT_NO : code;
}

static bool read_history(struct report *r)
{
    struct errors e = { 0 };
    bool fine = sim_history(r->run->setup->box, r->run->setup->scenario, &r->history, &e);

    fputs(text_of(&e.lines), stderr);
    errors_free(&e);
    return fine;
}

static int play(const struct wishes *w, struct games *games, struct sim_run *run)
{
    const struct sim_setup *setup = run->setup;
    struct report r = { .run = run,
                        .game = setup->box->game,
                        .looks = &setup->box->looks,
                        .by_turn = w->measures,
                        .scenario = setup->box->scenario[setup->scenario].id };
    int code;

    if (!read_history(&r))
        return EXIT_NO;
    if (w->journal && games_told(games) && !keep_journal(&r, run->first, w->journal))
        return EXIT_BROKEN; /* first: the run may end badly */
    run->result = base_alloc((size_t)run->games * sizeof *run->result);
    if (setup->box->game->measures)
        run->trace = base_alloc((size_t)run->games * sizeof *run->trace);
    code = games_get(games, run, "");
    if (code == EXIT_DONE && games_told(games)) {
        sim_tally(run, &r.tally);
        code = tell(w, &r);
    }
    free(run->result);
    free(run->trace);
    return code;
}

static int simulate(const struct wishes *w, struct games *games, const struct sim_setup *setup)
{
    struct sim_run run = { .setup = setup,
                           .first = (uint64_t)w->first,
                           .games = w->games,
                           .jobs = w->jobs,
                           .stop = &stop,
                           .progress = isatty(STDERR_FILENO) ? show_progress : NULL };

    if (w->vary)
        return vary_run(&run, games, w->vary, w->json);
    if (w->tune)
        return tune_run(&run, w->tune);
    if (w->learn)
        return learn_run(&run);
    if (w->fit)
        return fit_run(&run, games);
    return play(w, games, &run);
}

/* Bots that think by the clock play otherwise on every machine. */
static bool by_the_clock(const struct sim_setup *setup)
{
    for (int i = 0; i < SIDES_MAX; i++)
        if (setup->player[i].budget.ms)
            return true;
    return false;
}

static bool shared(const struct games *games)
{
    return games->kept || games->files || sim_crowd;
}

/* Scenarios and bots are the ladder's own to read. */
static int climb(const struct wishes *w, struct sim_setup *setup, uint8_t *option)
{
    struct sim_run run = { .setup = setup,
                           .games = w->games,
                           .jobs = w->jobs,
                           .stop = &stop,
                           .progress = isatty(STDERR_FILENO) ? show_progress : NULL };

    if (!cli_game_options(&command_sim, setup->box->game, &w->options, option))
        return EXIT_USAGE;
    setup->options = option;
    return ladder_run(&run, w->ladder, w->scenario, w->json);
}

/* Bots are the styles' own. */
static int compare_styles(const struct wishes *w, const struct sim_setup *setup)
{
    struct sim_run run = { .setup = setup, .games = w->games, .stop = &stop };

    return styles_run(&run, w->styles);
}

static int with_box(const struct wishes *w, struct games *games, const struct box *box)
{
    struct sim_setup setup = { .box = box, .seed = w->seed, .check = w->check };
    uint8_t option[OPTIONS_MAX];

    if (w->ladder)
        return climb(w, &setup, option);
    setup.scenario = cli_scenario(&command_sim, box, w->scenario);
    if (setup.scenario < 0 || !cli_game_options(&command_sim, box->game, &w->options, option) ||
        !read_bots(w->bots, box, setup.player))
        return EXIT_USAGE;
    if (w->styles) {
        setup.options = option;
        return compare_styles(w, &setup);
    }
    if (shared(games) && by_the_clock(&setup) && !w->inexact)
        return cli_usage(&command_sim, "a bot that thinks by the clock plays otherwise on every "
                                       "machine: give it an effort, or say --inexact");
    setup.options = option;
    remember_command(w, box, &setup);
    games->again = again;
    return simulate(w, games, &setup);
}

static int play_game(const struct wishes *w, struct games *games, const char *game)
{
    int code = EXIT_DONE;
    const struct box *box = cli_open(game, &code);

    if (!box)
        return code;
    code = with_box(w, games, box);
    box_free((struct box *)box);
    return code;
}

/* ---- parts of a run, and whole ones made of parts ---- */

/* "K/N" */
static bool read_shard(const char *word, struct games *games)
{
    char rest;

    return sscanf(word, "%9d/%9d%c", &games->shard, &games->shards, &rest) == 2 &&
           strspn(word, "0123456789/") == strlen(word) && games->shard >= 1 &&
           games->shard <= games->shards && games->shards <= SHARDS_MOST;
}

/* Words that do not go together. NULL: there are none. */
static const char *contradiction(const struct wishes *w)
{
    if (w->out && w->checkpoint)
        return "--out and --checkpoint are two names of the same file: one of them tells what came "
               "out";
    if (w->shard && !w->out)
        return "--shard needs --out FILE, where its games are written";
    if (w->tune && (w->out || w->checkpoint || w->merge || sim_crowd))
        return "--tune plays one generation after the other: it has no shards";
    if (w->ladder && (w->out || w->checkpoint || w->merge || w->tune || w->fit || w->vary ||
                      w->csv || w->plots || w->keep || w->journal || w->measures || sim_crowd))
        return "--ladder is a run of its own: it takes --scenario, --games, --seed, --jobs, "
               "--option and "
               "--json";
    if (w->learn &&
        (w->out || w->checkpoint || w->merge || w->tune || w->fit || w->vary || sim_crowd))
        return "--learn is a run of its own: it takes --games, --seed, --jobs and --option";
    if (w->styles &&
        (w->ladder || w->out || w->checkpoint || w->merge || w->tune || w->fit || w->vary ||
         w->csv || w->plots || w->keep || w->journal || w->measures || w->json || sim_crowd))
        return "--styles is a run of its own: it takes --scenario, --games, --seed and --option";
    if (w->merge && (w->out || w->checkpoint))
        return "--merge plays nothing: it goes with neither --out nor --checkpoint";
    if (w->out && (w->json || w->csv || w->plots || w->keep || w->journal || w->measures))
        return "--out writes a shard and tells nothing: ask --merge for what came out";
    return NULL;
}

/* Whatever the head says, so that the report is that of one run. */
static int merge(struct wishes *w, struct games *games)
{
    struct games_head head = { .first = -1 };
    int code = EXIT_NO;

    if (games_head(games, &head)) {
        w->scenario = head.scenario;
        w->bots = head.bots;
        w->vary = head.vary;
        w->options = head.options;
        w->seed = head.seed;
        w->first = head.first;
        w->games = head.games;
        w->check = head.check;
        w->fit = head.fit;
        code = play_game(w, games, head.game);
    }
    arena_free(&head.arena);
    return code;
}

static int run_games(struct wishes *w, int words, char **word)
{
    struct games games = { .kept = w->out ? w->out : w->checkpoint, .silent = w->out };

    if (w->merge ? words < 1 : words != 1)
        return cli_usage(&command_sim, w->merge ? "--merge needs shards" : "name one game");
    if (w->shard && !read_shard(w->shard, &games))
        return cli_usage(&command_sim, "--shard %s: it is written K/N, with K from 1 to N",
                         w->shard);
    if (w->merge) {
        games.files = words;
        games.file = word;
    }
    if (!games_open(&games))
        return games_close(&games, EXIT_NO);
    return games_close(&games, w->merge ? merge(w, &games) : play_game(w, &games, word[0]));
}

static int run_sim(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct wishes w = { .bots = "random",
                        .games = 100,
                        .seed = 1,
                        .jobs = cores < 1           ? 1
                                : cores > JOBS_MOST ? JOBS_MOST
                                                    : (int)cores };
    const struct cli_option options[] = {
        { .name = "--scenario", .text = &w.scenario },
        { .name = "--games", .number = &w.games, .least = 1, .most = SIM_GAMES_MOST },
        { .name = "--bots", .text = &w.bots },
        { .name = "--seed", .seed = &w.seed },
        { .name = "--first", .number = &w.first, .least = 0, .most = INT32_MAX - SIM_GAMES_MOST },
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
        { .name = "--fit", .flag = &w.fit },
        { .name = "--learn", .flag = &w.learn },
        { .name = "--shard", .text = &w.shard },
        { .name = "--out", .text = &w.out },
        { .name = "--checkpoint", .text = &w.checkpoint },
        { .name = "--merge", .flag = &w.merge },
        { .name = "--inexact", .flag = &w.inexact },
        { .name = "--ladder", .text = &w.ladder },
        { .name = "--styles", .text = &w.styles },
        { .name = "--tune", .number = &w.tune, .least = 1, .most = GENERATIONS_MOST },
        { .name = NULL },
    };
    int words;
    const char *wrong = cli_options(options, argc, argv, &words);

    if (!wrong)
        wrong = contradiction(&w);
    if (wrong)
        return cli_usage(&command_sim, "%s", wrong);
    if (w.keep && !known_keep(w.keep))
        return cli_usage(&command_sim, "--keep takes losses, upsets, errors, with commas between");
    catch_signals();
    return run_games(&w, words, argv + 1);
}

const struct command command_sim = {
    .name = "sim",
    .usage =
        "sim GAME [--scenario S] [--games N] [--bots A,B] [--seed K] [--first N] [--jobs J]\n"
        "                    [--option NAME=VALUE]… [--check] [--json] [--csv FILE] "
        "[--journal FILE]\n"
        "                    [--keep losses,upsets,errors] [--measures] [--plots DIR]\n"
        "                    [--vary option.NAME=VALUE,VALUE… | chart.NAME=FILE,FILE…]\n"
        "                    [--tune GENERATIONS] [--fit] [--checkpoint FILE]\n"
        "       grognard sim GAME --learn [--games N] [--seed K]\n"
        "       grognard sim GAME --ladder BOTS [--games N] [--scenario S,S…] [--seed K] [--json]\n"
        "       grognard sim GAME --styles BOT [--games N] [--scenario S] [--seed K]\n"
        "       grognard sim GAME … [--shard K/N] --out FILE\n"
        "       grognard sim --merge FILE… [--json] [--csv FILE] [--plots DIR] [--keep LIST]",
    .summary = "play many games without people: who wins, how long, how fast",
    .help =
        "--games N      how many (100)\n"
        "--bots A,B     who plays, in the order in which `grognard games` lists the sides; one "
        "name\n"
        "               plays all sides (random); NAME:EFFORT lets a bot think more or less, "
        "NAME:500ms\n"
        "               by the clock\n"
        "--seed K       the same seed gives the same games (1), whatever the number of threads\n"
        "--first N      begin with game N of the seed (0): plays one game again, or splits a run\n"
        "--jobs J       threads (as many as there are cores)\n"
        "--option X=V   an option of the game; may be repeated\n"
        "--check        test the game's invariants after every action instead of every turn\n"
        "--json         the report as one JSON object\n"
        "--csv FILE     one line a game\n"
        "--journal FILE keep the journal of the first game\n"
        "--keep LIST    journals of five games of each kind: losses (the first side lost), upsets\n"
        "               (the side that wins less often won); errors are always kept\n"
        "--measures     losses of armies and corps, and whatever else the game measures, turn by "
        "turn\n"
        "--plots DIR    pictures (SVG): win rates, endings, losses by turn with quartiles, "
        "survival\n"
        "               of corps\n"
        "--vary WHAT    the same games on the same dice with each value of an option, or with a "
        "chart\n"
        "               as each of the files has it (a `chart NAME …` block as in charts.txt); "
        "the\n"
        "               differences from the first value, or from the chart as it is, with "
        "intervals\n"
        "--tune N       N generations of a (1+1) evolution strategy over the weights of the bots' "
        "policy\n"
        "               (those of signs are found by --fit): a challenger plays the incumbent on "
        "both\n"
        "               sides, --games each; the best come out as a bot.txt, with all others\n"
        "--fit          what a position is worth: the game's signs against who won, by logistic\n"
        "               regression over games between bots whose weights and orders stray; comes "
        "out\n"
        "               as lines of bot.txt\n"
        "--learn        the same as a net: games of all scenarios between straying cadets (--games "
        "of\n"
        "               each), plain ones and veterans of the least effort; comes out as a "
        "net.txt\n"
        "--styles BOT   what the commanders of this game (data/ID/styles.txt) do otherwise than "
        "the plain\n"
        "               bot of that level, and how well; whether one can tell them by their games\n"
        "--ladder BOTS  who is stronger: every pair of these bots (commas between), each on both "
        "sides,\n"
        "               --games each on the same seeds, in the scenarios named or in all that are "
        "even\n"
        "               enough; ratings with intervals, what each has really spent. flat, mcts, "
        "oep,\n"
        "               pgs and former are bots for measuring (docs/bots.md)\n"
        "--out FILE     the games themselves, a line each, instead of the report: a shard; games "
        "that "
        "are\n"
        "               in the file already are not played again\n"
        "--shard K/N    only the K-th of N equal parts of the games, for another machine\n"
        "--merge FILE…  the report of all games of these shards, as if they had been one run\n"
        "--checkpoint FILE  the same file with the report: if the run is ended by force, the same "
        "command\n"
        "               goes on where it was\n"
        "--inexact      shards of bots that think by the clock, which no other machine plays the "
        "same\n\n"
        "The report has wins and endings, length, losses against those of 1815, who broke when "
        "and\n"
        "what was decisive; docs/simulation.md explains every number. Intervals are Wilson's at 95 "
        "%.\n"
        "On a terminal progress is shown; Ctrl-C ends the run and reports the games played so far, "
        "a\n"
        "second one a while later ends the program. A dead end, a broken invariant or a game "
        "without\n"
        "end is an error: it is reported with the command that shows it again, the journals of "
        "the\n"
        "first ones are kept in sim-GAME-SEED-NUMBER.grognard, and the exit code is 1.\n\n"
        "  grognard sim null --games 10000\n"
        "  grognard sim null --scenario wood --option fog=on --json\n"
        "  grognard sim day-of-waterloo --bots cadet --vary chart.combat=bloodier.txt\n"
        "  grognard sim null --games 100000 --shard 2/5 --out two.shard\n"
        "  grognard sim --merge one.shard two.shard three.shard four.shard five.shard\n",
    .run = run_sim,
};
