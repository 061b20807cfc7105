/*
 * sim-ladder.c: `grognard sim GAME --ladder BOTS`: who is stronger (src/sim/ladder.c), as a table or as JSON.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim-report.h"

/* The next word of a list with commas; NULL: there is none. */
static const char *next_word(const char *list, char *word, size_t room)
{
    size_t n = strcspn(list, ",");

    if (!*list)
        return NULL;
    snprintf(word, room, "%.*s", (int)n, list);
    return list + n + (list[n] == ',');
}

/* Whoever climbs plays every side. */
static bool plays_all(const char *word, const struct box *box, const struct bot_player *one)
{
    struct bot_player player[SIDES_MAX];

    for (int i = 0; i < SIDES_MAX; i++)
        player[i] = *one;
    return have_styles("--ladder", word, box, player);
}

static bool read_bots(const char *list, struct sim_ladder *l)
{
    char word[80];

    while ((list = next_word(list, word, sizeof word))) {
        struct sim_rung *rung = &l->rung[l->bots];
        const char *wrong =
            l->bots == LADDER_BOTS ? "there are too many" : bot_parse_any(word, &rung->player);

        if (wrong) {
            cli_usage(&command_sim, "--ladder %s: %s", word, wrong);
            return false;
        }
        if (!plays_all(word, l->setup->box, &rung->player))
            return false;
        snprintf(rung->name, sizeof rung->name, "%.39s", word);
        l->bots++;
    }
    if (l->bots < 2)
        cli_usage(&command_sim, "--ladder names two bots at least");
    return l->bots >= 2;
}

/* Those named are taken for even; of all others it is measured. */
static bool read_grounds(const char *list, const struct box *box, struct sim_ladder *l)
{
    char word[80];

    for (int i = 0; !list && i < box->scenarios && l->grounds < LADDER_GROUNDS; i++)
        l->ground[l->grounds++].scenario = i;
    while (list && (list = next_word(list, word, sizeof word)) && l->grounds < LADDER_GROUNDS) {
        struct sim_ground *g = &l->ground[l->grounds++];

        g->scenario = cli_scenario(&command_sim, box, word);
        g->stated = true;
        if (g->scenario < 0)
            return false;
    }
    return true;
}

/* ---- in words ---- */

static double per_cent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void print_grounds(const struct sim_ladder *l)
{
    const struct box *box = l->setup->box;

    puts("\nscenarios");
    for (int i = 0; i < l->grounds; i++) {
        const struct sim_ground *g = &l->ground[i];

        printf("  %-16s ", box->scenario[g->scenario].id);
        if (g->stated)
            puts("named");
        else
            printf("equal cadets: %s %g of %d%s\n", box->game->side_titles[0], g->first, g->games,
                   g->even ? "" : ": does not count");
    }
}

/* "20310 of 30000 (68 %)" */
static void print_use(const struct sim_rung *r)
{
    int stints = r->use.stints;
    double nodes = stints ? (double)r->use.nodes / stints : 0;

    if (!stints)
        return;
    printf("   %8.0f actions", nodes);
    if (r->player.budget.effort)
        printf(" (%3.0f %%)", per_cent(nodes, 1000.0 * r->player.budget.effort));
    printf(" %6.0f ms", 1000 * r->seconds / stints);
    if (r->player.budget.ms)
        printf(" (%3.0f %%)", per_cent(1000 * r->seconds / stints, r->player.budget.ms));
}

static void print_rungs(const struct sim_ladder *l, const int *order)
{
    puts("\nrating: Elo points about the mean, 95 % interval; share of points; what a player turn "
         "or impulse\nin which it thought has cost, and how much of the budget that is");
    for (int i = 0; i < l->bots; i++) {
        const struct sim_rung *r = &l->rung[order[i]];

        printf("  %-16s %+5.0f   %+5.0f .. %+5.0f   %5.1f %% of %d", r->name, r->elo, r->low,
               r->high, per_cent(r->points, r->games), r->games);
        print_use(r);
        putchar('\n');
    }
}

/* Of one pair in all scenarios. */
static struct sim_bout sum_up(const struct sim_ladder *l, int one, int two)
{
    struct sim_bout sum = { .bot = { one, two }, .scenario = -1 };

    for (int i = 0; i < l->bouts; i++) {
        const struct sim_bout *b = &l->bout[i];
        int turned = b->bot[0] == two && b->bot[1] == one;

        if (!turned && (b->bot[0] != one || b->bot[1] != two))
            continue;
        for (int side = 0; side < 2; side++) {
            int own = turned ? 1 - side : side;

            sum.won[own] += turned ? b->lost[side] : b->won[side];
            sum.lost[own] += turned ? b->won[side] : b->lost[side];
            sum.drawn[own] += b->drawn[side];
        }
    }
    return sum;
}

static int games_of(const struct sim_bout *b, int side)
{
    return b->won[side] + b->drawn[side] + b->lost[side];
}

static void print_pair(const struct sim_ladder *l, int one, int two)
{
    const char *const *titles = l->setup->box->game->side_titles;
    struct sim_bout b = sum_up(l, one, two);
    int won = b.won[0] + b.won[1], decided = won + b.lost[0] + b.lost[1];
    double low, high;

    sim_interval(won, decided, &low, &high);
    printf("  %-16s %-16s %4d of %-4d %3.0f %%, %.0f .. %.0f   as %s %d of %d, as %s %d of %d",
           l->rung[one].name, l->rung[two].name, won, decided, per_cent(won, decided), 100 * low,
           100 * high, titles[0], b.won[0], games_of(&b, 0), titles[1], b.won[1], games_of(&b, 1));
    if (b.drawn[0] + b.drawn[1])
        printf(", %d drawn", b.drawn[0] + b.drawn[1]);
    putchar('\n');
}

static void tell_text(const struct sim_ladder *l, const int *order)
{
    printf("%s: ladder of %d bots, %d games of a pair on each side of a scenario, seed %llu\n",
           l->setup->box->game->id, l->bots, l->games, (unsigned long long)l->setup->seed);
    print_grounds(l);
    print_rungs(l, order);
    puts("\nhead to head: wins of the first, 95 % interval (drawn games left out)");
    for (int i = 0; i < l->bots; i++)
        for (int k = i + 1; k < l->bots; k++)
            print_pair(l, order[i], order[k]);
    if (l->errors)
        printf("\n%d ERRORS: grognard sim with --bots shows them\n", l->errors);
}

/* ---- as JSON ---- */

static void json_key_real(struct json *j, const char *key, double value, int decimals)
{
    json_key(j, key);
    json_real(j, value, decimals);
}

static void ground_json(const struct sim_ladder *l, const struct sim_ground *g, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "scenario", l->setup->box->scenario[g->scenario].id);
    json_key_bool(j, "stated", g->stated);
    if (!g->stated) {
        json_key_int(j, "games", g->games);
        json_key_real(j, "first_side", g->first, 1);
    }
    json_key_bool(j, "even", g->even);
    json_close(j);
}

static void rung_json(const struct sim_rung *r, struct json *j)
{
    int stints = r->use.stints;

    json_open(j, '{');
    json_key_str(j, "bot", r->name);
    json_key_real(j, "elo", r->elo, 0);
    interval_json("interval", r->low, r->high, j);
    json_key_real(j, "points", r->points, 1);
    json_key_int(j, "games", r->games);
    json_key_int(j, "effort", r->player.budget.effort);
    json_key_int(j, "stints", stints);
    json_key_int(j, "nodes_per_stint", stints ? (long long)r->use.nodes / stints : 0);
    json_key_real(j, "ms_per_stint", stints ? 1000 * r->seconds / stints : 0, 1);
    json_close(j);
}

static void numbers_json(const char *key, const int of[2], struct json *j)
{
    json_key(j, key);
    json_open(j, '[');
    json_int(j, of[0]);
    json_int(j, of[1]);
    json_close(j);
}

static void bout_json(const struct sim_ladder *l, const struct sim_bout *b, struct json *j)
{
    json_open(j, '{');
    json_key_str(j, "scenario", l->setup->box->scenario[b->scenario].id);
    json_key_str(j, "bot", l->rung[b->bot[0]].name);
    json_key_str(j, "against", l->rung[b->bot[1]].name);
    numbers_json("won_by_side", b->won, j);
    numbers_json("drawn_by_side", b->drawn, j);
    numbers_json("lost_by_side", b->lost, j);
    json_close(j);
}

static void tell_json(const struct sim_ladder *l, const int *order)
{
    struct text out = { 0 };
    struct json j;

    json_begin(&j, &out);
    json_open(&j, '{');
    json_key_str(&j, "game", l->setup->box->game->id);
    json_key_int(&j, "seed", (long long)l->setup->seed);
    json_key_int(&j, "games", l->games);
    json_key(&j, "scenarios");
    json_open(&j, '[');
    for (int i = 0; i < l->grounds; i++)
        ground_json(l, &l->ground[i], &j);
    json_close(&j);
    json_key(&j, "ladder");
    json_open(&j, '[');
    for (int i = 0; i < l->bots; i++)
        rung_json(&l->rung[order[i]], &j);
    json_close(&j);
    json_key(&j, "bouts");
    json_open(&j, '[');
    for (int i = 0; i < l->bouts; i++)
        bout_json(l, &l->bout[i], &j);
    json_close(&j);
    json_key_int(&j, "errors", l->errors);
    json_close(&j);
    puts(text_of(&out));
    text_free(&out);
}

/* ---- the command ---- */

/* The strongest first. */
static void sort(const struct sim_ladder *l, int *order)
{
    for (int i = 0; i < l->bots; i++) {
        int k = i;

        for (; k > 0 && l->rung[i].elo > l->rung[order[k - 1]].elo; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

int ladder_run(const struct sim_run *asked, const char *bots, const char *scenarios, bool json)
{
    struct sim_ladder l = { .setup = asked->setup,
                            .games = asked->games,
                            .jobs = asked->jobs,
                            .stop = asked->stop,
                            .progress = asked->progress,
                            .self = asked->self };
    struct text wrong = { 0 };
    int order[LADDER_BOTS], code;

    if (!read_bots(bots, &l) || !read_grounds(scenarios, asked->setup->box, &l))
        return EXIT_USAGE;
    code = sim_ladder(&l, &wrong) && !l.errors ? EXIT_DONE : EXIT_NO;
    if (wrong.n) {
        fprintf(stderr, "grognard sim: %s\n", text_of(&wrong));
    } else {
        if (asked->progress)
            fputs("\r\033[K", stderr);
        sort(&l, order);
        (json ? tell_json : tell_text)(&l, order);
    }
    free(l.bout);
    text_free(&wrong);
    return code;
}
