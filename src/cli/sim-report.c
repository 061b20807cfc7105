/*
 * sim-report.c: the report of `grognard sim`, as text for people and as JSON for programs: wins,
 * endings, length, losses by turn and against history, when corps broke and what was decisive. All
 * numbers come from src/sim.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim-report.h"

static const char *bot_name(const struct report *r, int side)
{
    return r->run->setup->player[side].bot->name;
}

static bool is_inexact(const struct report *r)
{
    for (int i = 0; i < game_sides(r->game); i++)
        if (r->run->setup->player[i].budget.ms)
            return true;
    return false;
}

static double per_second(double n, double seconds)
{
    return seconds > 0 ? n / seconds : 0;
}

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static int *room_of(const struct report *r)
{
    return base_alloc((size_t)(r->run->begun + 1) * sizeof(int));
}

/* ---- against history ---- */

static double share_lost(const struct report *r, int measure)
{
    int *room = room_of(r);
    struct sim_spread end = sim_at_turn(r->run, measure, SIM_TURNS, room);

    free(room);
    return r->run->whole[measure] ? end.mean / r->run->whole[measure] : 0;
}

double report_factor(const struct report *r, const struct sim_fact *f)
{
    double then = (double)f->losses / f->strength;

    return then > 0 ? share_lost(r, f->measure) / then : 0;
}

bool report_off(double factor)
{
    return factor > 2 || factor < 0.5;
}

static const struct sim_fact *fact_of(const struct report *r, int measure)
{
    for (int i = 0; i < r->history.facts; i++)
        if (r->history.fact[i].measure == measure)
            return &r->history.fact[i];
    return NULL;
}

/* ---- what foretold the winner ---- */

/* The measure that did best by the end of the turn; -1: none better than chance would. */
static int best_foretelling(const struct report *r, int turn, double *how)
{
    double least = 1.96 / sqrt(r->tally.games > 0 ? r->tally.games : 1);
    int best = -1;

    *how = 0;
    for (int m = 0; m < sim_measures(r->game); m++) {
        double c = sim_foretells(r->run, m, turn);

        if (fabs(c) > fabs(*how) && fabs(c) > least) {
            *how = c;
            best = m;
        }
    }
    return best;
}

static const char *const kind_names[] = {
    [MEASURE_STANDING] = "standing", [MEASURE_LOSSES] = "losses", [MEASURE_BROKEN] = "broken"
};

/* ---- JSON ---- */

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

void interval_json(const char *key, double low, double high, struct json *j)
{
    json_key(j, key);
    json_open(j, '[');
    json_real(j, low, 4);
    json_real(j, high, 4);
    json_close(j);
}

static void share_interval_json(const char *key, int n, int games, struct json *j)
{
    double low, high;

    sim_interval(n, games, &low, &high);
    interval_json(key, low, high, j);
}

static void real_json(const char *key, double value, struct json *j)
{
    json_key(j, key);
    json_real(j, value, 4);
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
        share_interval_json(r->game->sides[i], t->wins[i], t->games, j);
    json_close(j);
    json_key(j, "points_by_side");
    json_open(j, '{');
    for (int i = 0; i < game_sides(r->game); i++)
        spread_json(r->game->sides[i], &t->points[i], j);
    json_close(j);
}

/* Victory levels: how often each ending came, and who won by it. */
static void endings_json(const struct report *r, struct json *j)
{
    json_key(j, "endings");
    json_open(j, '{');
    for (int i = 0; r->game->endings[i].id; i++)
        json_key_int(j, r->game->endings[i].id, r->tally.endings[i]);
    json_close(j);
    json_key(j, "endings_by_side");
    json_open(j, '{');
    for (int side = 0; side < game_sides(r->game); side++) {
        json_key(j, r->game->sides[side]);
        json_open(j, '{');
        for (int i = 0; r->game->endings[i].id; i++)
            json_key_int(j, r->game->endings[i].id, r->tally.won_by[side][i]);
        json_close(j);
    }
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

static void course_json(const struct report *r, int m, int *room, struct json *j)
{
    json_key(j, "turns");
    json_open(j, '[');
    for (int turn = sim_first_turn(r->run); turn <= sim_last_turn(r->run); turn++) {
        struct sim_spread q = sim_at_turn(r->run, m, turn, room);

        json_open(j, '{');
        json_key_int(j, "turn", turn);
        real_json("mean", q.mean, j);
        json_key_int(j, "lower", q.lower);
        json_key_int(j, "median", q.median);
        json_key_int(j, "upper", q.upper);
        real_json("foretells", sim_foretells(r->run, m, turn), j);
        json_close(j);
    }
    json_close(j);
}

static void measures_json(const struct report *r, struct json *j)
{
    int *room = room_of(r);

    json_key(j, "measures");
    json_open(j, '{');
    for (int m = 0; m < sim_measures(r->game); m++) {
        const struct measure *measure = &r->game->measures[m];

        json_key(j, measure->name);
        json_open(j, '{');
        json_key_str(j, "title", measure->title);
        json_key_str(j, "side", r->game->sides[measure->side]);
        json_key_str(j, "kind", kind_names[measure->kind]);
        json_key_bool(j, "army", measure->army);
        if (measure->kind == MEASURE_LOSSES)
            json_key_int(j, "of", r->run->whole[m]);
        course_json(r, m, room, j);
        json_close(j);
    }
    json_close(j);
    free(room);
}

static void breaks_json(const struct report *r, struct json *j)
{
    struct sim_break b[SIM_MEASURES];
    int n = sim_breaks(r->run, b);

    json_key(j, "broken");
    json_open(j, '[');
    for (int i = 0; i < n; i++) {
        json_open(j, '{');
        json_key_str(j, "measure", r->game->measures[b[i].measure].name);
        json_key_str(j, "title", r->game->measures[b[i].measure].title);
        json_key_str(j, "side", r->game->sides[r->game->measures[b[i].measure].side]);
        json_key_int(j, "games", b[i].broke);
        share_interval_json("interval", b[i].broke, b[i].games, j);
        json_key_int(j, "turn_lower", b[i].turn.lower);
        json_key_int(j, "turn_median", b[i].turn.median);
        json_key_int(j, "turn_upper", b[i].turn.upper);
        json_key_int(j, "won_if_broken", b[i].won_broken);
        json_key_int(j, "won_if_not", b[i].won_whole);
        real_json("bearing", b[i].bearing, j);
        json_close(j);
    }
    json_close(j);
}

static void foretold_json(const struct report *r, struct json *j)
{
    json_key(j, "decisive");
    json_open(j, '[');
    for (int turn = sim_first_turn(r->run); turn <= sim_last_turn(r->run); turn++) {
        double how;
        int m = best_foretelling(r, turn, &how);

        if (m < 0)
            continue;
        json_open(j, '{');
        json_key_int(j, "turn", turn);
        json_key_str(j, "measure", r->game->measures[m].name);
        real_json("correlation", how, j);
        json_close(j);
    }
    json_close(j);
}

static void history_json(const struct report *r, struct json *j)
{
    json_key(j, "history");
    json_open(j, '[');
    for (int i = 0; i < r->history.facts; i++) {
        const struct sim_fact *f = &r->history.fact[i];
        double factor = report_factor(r, f);

        json_open(j, '{');
        json_key_str(j, "measure", r->game->measures[f->measure].name);
        json_key_str(j, "title", r->game->measures[f->measure].title);
        real_json("simulated", share_lost(r, f->measure), j);
        real_json("history", (double)f->losses / f->strength, j);
        real_json("factor", factor, j);
        json_key_bool(j, "off", report_off(factor));
        json_key_int(j, "men", f->strength);
        json_key_int(j, "men_lost", f->losses);
        json_key_str(j, "confidence", f->sure);
        json_close(j);
    }
    json_close(j);
}

void report_json(const struct report *r)
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
    if (is_inexact(r))
        json_key_bool(&j, "inexact", true);
    sides_json(r, &j);
    endings_json(r, &j);
    spread_json("length", &t->length, &j);
    spread_json("turns", &t->turns, &j);
    if (r->run->trace) {
        measures_json(r, &j);
        breaks_json(r, &j);
        foretold_json(r, &j);
        history_json(r, &j);
    }
    faults_json(r, &j);
    json_close(&j);
    puts(text_of(&out));
    text_free(&out);
}

/* ---- text ---- */

static void share_line(const char *name, const char *bot, int n, int games)
{
    double low, high;

    sim_interval(n, games, &low, &high);
    printf("  %-16s %-12s %8d   %5.1f %%   95 %% interval %5.1f .. %5.1f %%", name, bot, n,
           percent(n, games), 100 * low, 100 * high);
}

static void print_wins(const struct report *r)
{
    const struct sim_tally *t = &r->tally;

    puts("\nwins");
    for (int i = 0; i < game_sides(r->game); i++) {
        share_line(r->game->sides[i], bot_name(r, i), t->wins[i], t->games);
        putchar('\n');
    }
    share_line("draw", "", t->draws, t->games);
    puts("\n\nendings");
    for (int i = 0; r->game->endings[i].id; i++) {
        share_line(r->game->endings[i].id, r->game->endings[i].cases, t->endings[i], t->games);
        for (int side = 0; side < game_sides(r->game); side++)
            if (t->won_by[side][i])
                printf("   %s %d", r->game->sides[side], t->won_by[side][i]);
        putchar('\n');
    }
}

static void spread_line(const char *name, const struct sim_spread *s)
{
    printf("  %-16s mean %.1f, deviation %.1f, from %d to %d, median %d\n", name, s->mean,
           s->deviation, s->least, s->most, s->median);
}

static void print_lengths(const struct report *r)
{
    const struct sim_tally *t = &r->tally;

    puts("\nlength");
    spread_line("actions", &t->length);
    spread_line("turns", &t->turns);
    if (r->game->score)
        puts("\npoints at the end");
    for (int i = 0; r->game->score && i < game_sides(r->game); i++)
        spread_line(r->game->sides[i], &t->points[i]);
}

static void print_loss(const struct report *r, int m, int *room)
{
    struct sim_spread end = sim_at_turn(r->run, m, SIM_TURNS, room);
    const struct sim_fact *f = fact_of(r, m);
    int whole = r->run->whole[m];

    if (!whole)
        return;
    printf("  %-22s %6.1f of %4d %6.1f %%   %3.0f %3.0f %3.0f %%", r->game->measures[m].title,
           end.mean, whole, percent(end.mean, whole), percent(end.lower, whole),
           percent(end.median, whole), percent(end.upper, whole));
    if (f) {
        double factor = report_factor(r, f);

        printf("   %5.1f %%  %-6s  %5.2f%s", percent(f->losses, f->strength), f->sure, factor,
               report_off(factor) ? "  off by more than two" : "");
    }
    putchar('\n');
}

static void print_losses(const struct report *r)
{
    int *room = room_of(r);

    printf("\nlosses at the end%s\n  %-22s %15s %9s   %-13s",
           r->history.facts ? ", against history" : "", "", "mean", "share", "quartiles");
    puts(r->history.facts ? "   history  sure    factor" : "");
    for (int army = 1; army >= 0; army--)
        for (int m = 0; m < sim_measures(r->game); m++)
            if (r->game->measures[m].kind == MEASURE_LOSSES && r->game->measures[m].army == army)
                print_loss(r, m, room);
    free(room);
}

static void print_breaks(const struct report *r)
{
    struct sim_break b[SIM_MEASURES];
    int n = sim_breaks(r->run, b);

    if (!n)
        return;
    printf("\nwho broke, when, and what was decisive (bearing: 1 decides the game, 0 has nothing "
           "to do with it)\n"
           "  %-22s %8s %8s   %-9s   side wins if broken, if not   bearing\n",
           "", "games", "share", "quartiles");
    for (int i = 0; i < n; i++)
        printf("  %-22s %8d %6.1f %%   %2d %2d %2d        %6.1f %%         %6.1f %%       %+5.2f\n",
               r->game->measures[b[i].measure].title, b[i].broke, percent(b[i].broke, b[i].games),
               b[i].turn.lower, b[i].turn.median, b[i].turn.upper,
               percent(b[i].won_broken, b[i].broke),
               percent(b[i].won_whole, b[i].games - b[i].broke), b[i].bearing);
}

static void print_foretelling(const struct report *r)
{
    bool any = false;

    for (int turn = sim_first_turn(r->run); turn <= sim_last_turn(r->run); turn++) {
        double how;
        int m = best_foretelling(r, turn, &how);

        if (m < 0)
            continue;
        if (!any)
            puts("\nwhat foretold the winner best, by the end of the turn (correlation with a win "
                 "of that side)");
        any = true;
        printf("  turn %-3d %-30s %+5.2f\n", turn, r->game->measures[m].name, how);
    }
}

static void print_courses(const struct report *r)
{
    int first = sim_first_turn(r->run), last = sim_last_turn(r->run), *room = room_of(r);

    printf("\nby turn: mean as the turn ended, and quartiles at the end\n  %-22s", "");
    for (int turn = first; turn <= last; turn++)
        printf("%6d", turn);
    puts("   quartiles");
    for (int m = 0; m < sim_measures(r->game); m++) {
        struct sim_spread end = sim_at_turn(r->run, m, last, room);

        printf("  %-22s", r->game->measures[m].name);
        for (int turn = first; turn <= last; turn++)
            printf("%6.1f", sim_at_turn(r->run, m, turn, room).mean);
        printf("   %d %d %d\n", end.lower, end.median, end.upper);
    }
    free(room);
}

void report_text(const struct report *r)
{
    const struct sim_tally *t = &r->tally;

    printf("%s, %s: %d of %d games from seed %llu in %.2f s: %.0f games/s, %.0f actions/s\n",
           r->game->id, r->scenario, t->games + t->errors, r->run->games,
           (unsigned long long)r->run->setup->seed, r->run->seconds,
           per_second(t->games + t->errors, r->run->seconds),
           per_second((double)t->actions, r->run->seconds));
    if (is_inexact(r))
        puts("  bots think by the clock: another machine, or another day, plays other games");
    print_wins(r);
    print_lengths(r);
    if (!r->run->trace || !t->games)
        return;
    print_losses(r);
    print_breaks(r);
    print_foretelling(r);
    if (r->by_turn)
        print_courses(r);
}
