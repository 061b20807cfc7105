/*
 * bench.c: `grognard bench`: how fast every game is, and a signature that changes whenever behaviour
 * does. What is stored in the tree (bench/, tests/ID/perft.txt) is printed here as well.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "sim/sim.h"

enum { COPIES = 200000, ROUNDS = 5 };
static const double LEAST_SECONDS = 0.08; /* of a round that is long enough */

struct bench {
    int threads;     /* as many as there are cores */
    double one, all; /* actions a second on one thread, on all of them */
    double copy_ns;
    struct signature signature;
};

/* Random games of one scenario; how long they took. */
static double play_games(const struct box *box, int scenario, struct sim_run *run,
                         long long *actions)
{
    struct sim_setup setup = { .box = box, .scenario = scenario, .seed = 1 };
    struct text wrong = { 0 };

    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i].bot = bot_find("random");
    run->setup = &setup;
    memset(run->result, 0, (size_t)run->games * sizeof *run->result); /* or they count as played */
    if (sim_run(run, &wrong))
        base_die("%s", text_of(&wrong));
    for (int i = 0; i < run->games; i++)
        *actions += run->result[i].actions;
    run->first += (uint64_t)run->games;
    return run->seconds;
}

/* Every scenario in turn; how many actions a second. */
static double play_round(const struct box *box, struct sim_run *run, double *seconds)
{
    long long actions = 0;

    *seconds = 0;
    for (int i = 0; i < box->scenarios; i++)
        *seconds += play_games(box, i, run, &actions);
    return (double)actions / *seconds;
}

/* The best of several rounds that are long enough: what else the machine does only makes it slower. */
static double throughput(const struct box *box, int jobs)
{
    static struct sim_result result[4096];
    struct sim_run run = { .jobs = jobs, .games = jobs, .result = result };
    double best = 0, seconds;

    for (int round = 0; round < ROUNDS;) {
        double speed = play_round(box, &run, &seconds);

        best = speed > best ? speed : best;
        if (seconds >= LEAST_SECONDS || 2 * run.games > COUNT(result))
            round++;
        else
            run.games *= 2;
    }
    return best;
}

static double copy_ns(const struct box *box)
{
    size_t size = box->game->state_size;
    void *(*volatile copy)(void *, const void *, size_t) = memcpy; /* not to be optimised away */
    char *from = base_alloc(size), *to = base_alloc(size);
    double start = base_clock(), seconds;

    for (int i = 0; i < COPIES; i++)
        copy(to, from, size);
    seconds = base_clock() - start;
    free(from);
    free(to);
    return seconds / COPIES * 1e9;
}

static struct bench measure(const struct box *box, int games)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = cores < 1 ? 1 : (int)cores;

    return (struct bench){
        .threads = threads,
        .one = throughput(box, 1),
        .all = throughput(box, threads),
        .copy_ns = copy_ns(box),
        .signature = sim_signature_all(box, games),
    };
}

/* ---- printing ---- */

static void print_json(const struct game *g, const struct bench *b, struct json *j)
{
    char hash[20];

    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)b->signature.hash);
    json_key(j, g->id);
    json_open(j, '{');
    json_key(j, "actions_per_second");
    json_real(j, b->one, 0);
    json_key(j, "actions_per_second_all");
    json_real(j, b->all, 0);
    json_key_int(j, "threads", b->threads);
    json_key_int(j, "state_bytes", (long long)g->state_size);
    json_key(j, "copy_ns");
    json_real(j, b->copy_ns, 1);
    json_key_str(j, "signature", hash);
    json_key_int(j, "signature_actions", b->signature.actions);
    json_key_int(j, "errors", b->signature.errors);
    json_close(j);
}

static void print_line(const struct game *g, const struct bench *b)
{
    printf("%-18s %11.0f %11.0f %7d %7zu %8.1f   %016llx", g->id, b->one, b->all, b->threads,
           g->state_size, b->copy_ns, (unsigned long long)b->signature.hash);
    if (b->signature.errors)
        printf("   %d ERRORS", b->signature.errors);
    putchar('\n');
    fflush(stdout);
}

static void print_stored_signatures(const struct box *box, int games)
{
    printf("# %s: behaviour in a number per scenario. Rewritten by `make signatures`.\n",
           box->game->title);
    for (int i = 0; i < box->scenarios; i++) {
        struct signature s = sim_signature(box, i, games);

        printf("signature %s games %d actions %lld hash %016llx\n", box->scenario[i].id, games,
               s.actions, (unsigned long long)s.hash);
    }
}

/* As deep as stays below this many leaves. */
static const uint64_t perft_leaves = 50000;

static void print_stored_perft(const struct box *box)
{
    struct play p;

    play_bind(&p, box->game, box, base_alloc(box->game->state_size), base_alloc(sizeof *p.menu));
    printf("# %s: the number of ways to play N actions. Rewritten by `make signatures`.\n",
           box->game->title);
    for (int i = 0; i < box->scenarios; i++) {
        uint64_t leaves = 0;
        const char *wrong = play_begin(&p, i, NULL);

        for (int depth = 1; !wrong && depth <= 20; depth++) {
            uint64_t more = play_perft(&p, depth);

            if (depth > 1 && (more > perft_leaves || more == leaves))
                break;
            leaves = more;
            printf("perft %s %d %llu\n", box->scenario[i].id, depth, (unsigned long long)leaves);
        }
    }
    free(p.state);
    free(p.menu);
}

/* ---- the command ---- */

struct wishes {
    bool json, signatures, perft;
    int games;
};

static void bench_one(const struct box *box, const struct wishes *w, struct json *j)
{
    struct bench b;

    if (w->signatures) {
        print_stored_signatures(box, w->games);
    } else if (w->perft) {
        print_stored_perft(box);
    } else {
        b = measure(box, w->games);
        if (w->json)
            print_json(box->game, &b, j);
        else
            print_line(box->game, &b);
    }
}

static int bench_all(const struct wishes *w, char **names, int n)
{
    struct text out = { 0 };
    struct json j;
    int code = EXIT_DONE;

    json_begin(&j, &out);
    json_open(&j, '{');
    if (!w->json && !w->signatures && !w->perft)
        printf("%-18s %11s %11s %7s %7s %8s   %s\n", "game", "actions/s", "all cores", "threads",
               "bytes", "copy ns", "signature");
    for (int i = 0; n ? i < n : all_games[i] != NULL; i++) {
        const struct box *box = cli_open(n ? names[i] : all_games[i]->id, &code);

        if (!box)
            break;
        bench_one(box, w, &j);
        box_free((struct box *)box);
    }
    json_close(&j);
    if (w->json)
        puts(text_of(&out));
    text_free(&out);
    return code;
}

static int run_bench(int argc, char **argv)
{
    struct wishes w = { .games = SIGNATURE_GAMES };
    const struct cli_option options[] = {
        { .name = "--json", .flag = &w.json },
        { .name = "--signatures", .flag = &w.signatures },
        { .name = "--perft", .flag = &w.perft },
        { .name = "--games", .number = &w.games, .least = 1, .most = 1000000 },
        { .name = NULL },
    };
    int words;
    const char *wrong = cli_options(options, argc, argv, &words);

    if (wrong)
        return cli_usage(&command_bench, "%s", wrong);
    return bench_all(&w, argv + 1, words);
}

const struct command command_bench = {
    .name = "bench",
    .usage = "bench [GAME…] [--json] [--games N] [--signatures | --perft]",
    .summary = "throughput of games, and a signature that changes whenever behaviour does",
    .help =
        "For each game named (or all): actions a second in random play, listing included, on one\n"
        "thread and on a thread for every core, the best of five rounds; bytes of a state;\n"
        "nanoseconds to copy one; and the signature: a hash over all actions and final positions "
        "of N\n"
        "random games of every scenario from fixed seeds (20 unless told). It is the same for "
        "every\n"
        "compiler, optimisation and machine.\n\n"
        "--json prints one object with a member for each game: actions_per_second (one thread),\n"
        "actions_per_second_all, threads, state_bytes, copy_ns, signature, signature_actions, "
        "errors.\n\n"
        "--signatures prints what is stored in bench/GAME.txt, --perft what is stored in\n"
        "tests/GAME/perft.txt; the tests compare both, and `make signatures` rewrites them after "
        "a\n"
        "change of behaviour that was meant.\n",
    .run = run_bench,
};
