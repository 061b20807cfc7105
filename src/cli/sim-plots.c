/*
 * sim-plots.c: `grognard sim --plots`: what came out of a run as SVG pictures that any viewer
 * shows: wins.svg, length.svg, losses.svg (armies, against history), corps.svg (each corps),
 * survival.svg (who is not yet broken).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim-report.h"

#define INK   "#2b2118"
#define MUTED "#665746"
#define LINE  "#d8cbae"
#define PAPER "#fbf6e8"

/* Of corps in one picture; armies have their own colours. */
static const char *const corps_colours[] = { "#214e8a", "#e0761a", "#10806a", "#b23a36",
                                             "#7a5aa6", "#6b4526", "#8c8400", "#5f6a72" };

/* ---- a picture ---- */

struct picture {
    struct text *svg; /* where it is drawn */
    const char *dir, *name;
    const struct report *report;
    int *room;       /* for a number of every game */
    int first, last; /* turns */
};

/* Of the n-th army of a side: the first is as its counters are, others darker. */
static const char *army_colour(const struct picture *p, int side, int n)
{
    const struct army_def *a = p->report->game->page->armies;

    for (int k = 0; a->id; a++)
        if (a->side == side && k++ == n)
            return looks_colour(p->report->looks, a->id, n ? LOOK_DARK : LOOK_BODY, INK);
    return INK;
}

/* A rectangle of it with turns from left to right and percents from bottom to top. */
struct panel {
    double x, y, wide, high;
    int most; /* percent */
};

static void add_escaped(struct text *svg, const char *text)
{
    for (; *text; text++) {
        if (*text == '&' || *text == '<')
            text_add(svg, *text == '&' ? "&amp;" : "&lt;");
        else
            text_char(svg, *text);
    }
}

static void label(const struct picture *p, double x, double y, const char *anchor,
                  const char *colour, int size, const char *text)
{
    text_printf(p->svg,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\" font-size=\"%d\">", x,
                y, anchor, colour, size);
    add_escaped(p->svg, text);
    text_add(p->svg, "</text>\n");
}

static void open_picture(struct picture *p, const char *name, int wide, int high, const char *title)
{
    const struct report *r = p->report;
    struct text about = { 0 };

    text_clear(p->svg);
    p->name = name;
    text_printf(p->svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" "
                "font-family=\"'Source Serif 4', Georgia, 'DejaVu Serif', serif\">\n<rect "
                "width=\"100%%\" height=\"100%%\" fill=\"" PAPER "\"/>\n",
                wide, high, wide, high);
    text_printf(&about, "%s, %s: %d games, %s", r->game->title, r->scenario, r->tally.games,
                r->run->setup->player[0].bot->name);
    for (int i = 1; i < game_sides(r->game); i++)
        text_printf(&about, " against %s", r->run->setup->player[i].bot->name);
    text_printf(&about, ", seed %llu", (unsigned long long)r->run->setup->seed);
    label(p, 24, 32, "start", INK, 19, title);
    label(p, 24, 52, "start", MUTED, 13, text_of(&about));
    text_free(&about);
}

static bool close_picture(struct picture *p)
{
    struct text path = { 0 };
    bool good;

    text_add(p->svg, "</svg>\n");
    text_printf(&path, "%s/%s", p->dir, p->name);
    good = cli_write(&command_sim, text_of(&path), p->svg);
    text_free(&path);
    return good;
}

/* ---- axes ---- */

static double x_of(const struct picture *p, const struct panel *f, double turn)
{
    return f->x + f->wide * (turn - p->first + 1) / (p->last - p->first + 1);
}

static double y_of(const struct panel *f, double percent)
{
    return f->y + f->high * (1 - percent / f->most);
}

/* Turns are written where they end; where columns stand for them, in the middle. */
static void draw_grid(const struct picture *p, const struct panel *f, int step, int every,
                      double back)
{
    char text[16];

    for (int percent = 0; percent <= f->most; percent += step) {
        text_printf(p->svg, "<path d=\"M%.1f %.1fh%.1f\" stroke=\"%s\"/>\n", f->x, y_of(f, percent),
                    f->wide, percent ? LINE : MUTED);
        snprintf(text, sizeof text, "%d %%", percent);
        label(p, f->x - 7, y_of(f, percent) + 4, "end", MUTED, 12, text);
    }
    for (int turn = p->first; turn <= p->last; turn += every) {
        snprintf(text, sizeof text, "%d", turn);
        label(p, x_of(p, f, turn - back), f->y + f->high + 17, "middle", MUTED, 12, text);
    }
}

/* Rounded up to what four lines of the grid can show well. */
static int nice_most(double percent)
{
    static const int most[] = { 8, 20, 40, 60, 80, 100 };

    for (int i = 0; i < COUNT(most); i++)
        if (percent <= most[i])
            return most[i];
    return 100;
}

/* ---- wins ---- */

static void draw_share(const struct picture *p, double y, double from, double to,
                       const char *colour, double opacity)
{
    text_printf(p->svg,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"26\" fill=\"%s\" "
                "fill-opacity=\"%.2f\" stroke=\"" PAPER "\"/>\n",
                150 + 4.8 * from, y, 4.8 * (to - from), colour, opacity);
}

/* The bar of a side, a piece for each way to win, and the interval of the whole. */
static void draw_side(const struct picture *p, int side, double y)
{
    const struct sim_tally *t = &p->report->tally;
    double low, high, at = 0, one = 100.0 / (t->games ? t->games : 1);
    char text[80];

    for (int i = 0, n = 0; p->report->game->endings[i].id; i++) {
        double to = at + one * t->won_by[side][i];

        if (t->won_by[side][i])
            draw_share(p, y, at, to, army_colour(p, side, 0), n++ % 2 ? 0.78 : 0.95);
        snprintf(text, sizeof text, "%.40s %.0f %%", p->report->game->endings[i].id, to - at);
        if (4.8 * (to - at) > 6.5 * (double)strlen(text))
            label(p, 150 + 2.4 * (at + to), y + 17, "middle", "#fff", 11, text);
        at = to;
    }
    sim_interval(t->wins[side], t->games, &low, &high);
    text_printf(p->svg,
                "<path d=\"M%.1f %.1fV%.1fM%.1f %.1fH%.1fM%.1f %.1fV%.1f\" stroke=\"" INK
                "\" stroke-width=\"1.6\"/>\n",
                150 + 480 * low, y + 30, y + 40, 150 + 480 * low, y + 35, 150 + 480 * high,
                150 + 480 * high, y + 30, y + 40);
    label(p, 140, y + 18, "end", INK, 14, p->report->game->side_titles[side]);
    snprintf(text, sizeof text, "%.1f %%  (%.1f to %.1f)", at, 100 * low, 100 * high);
    if (high < 0.7)
        label(p, 158 + 480 * high, y + 40, "start", MUTED, 12, text);
    else
        label(p, 142 + 480 * low, y + 40, "end", MUTED, 12, text);
}

static bool plot_wins(struct picture *p)
{
    int sides = game_sides(p->report->game), high = 110 + 62 * sides;
    char text[16];

    open_picture(p, "wins.svg", 760, high, "Who wins, and how");
    for (int percent = 0; percent <= 100; percent += 25) {
        text_printf(p->svg, "<path d=\"M%.1f 74V%d\" stroke=\"%s\"/>\n", 150 + 4.8 * percent,
                    high - 30, percent == 50 ? MUTED : LINE);
        snprintf(text, sizeof text, "%d %%", percent);
        label(p, 150 + 4.8 * percent, high - 12, "middle", MUTED, 12, text);
    }
    for (int side = 0; side < sides; side++)
        draw_side(p, side, 82 + 62 * side);
    return close_picture(p);
}

/* ---- length ---- */

static int games_to_turn(const struct report *r, int turn, int winner)
{
    int n = 0;

    for (int i = 0; i < r->run->begun; i++)
        n += sim_ended(&r->run->result[i]) && r->run->result[i].turn == turn &&
             r->run->result[i].winner == winner;
    return n;
}

/* A column a turn, by the winner; draws are left out. */
static bool plot_length(struct picture *p)
{
    struct panel f = { 70, 76, 660, 230, 100 };
    double column = f.wide / (p->last - p->first + 1);

    open_picture(p, "length.svg", 760, 360, "In which turn it ends, and for whom");
    draw_grid(p, &f, 25, 1, 0.5);
    for (int turn = p->first; turn <= p->last; turn++) {
        double at = 0;

        for (int side = 0; side < game_sides(p->report->game); side++) {
            double share = 100.0 * games_to_turn(p->report, turn, side) /
                           (p->report->tally.games ? p->report->tally.games : 1);

            text_printf(
                p->svg,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                x_of(p, &f, turn - 0.5) - column * 0.35, y_of(&f, at + share), column * 0.7,
                f.high * share / f.most, army_colour(p, side, 0));
            at += share;
        }
    }
    for (int side = 0; side < game_sides(p->report->game); side++)
        label(p, 730 - 90 * side, 52, "end", army_colour(p, side, 0), 13,
              p->report->game->side_titles[side]);
    label(p, f.x + f.wide / 2, 350, "middle", MUTED, 12, "turn");
    return close_picture(p);
}

/* ---- losses ---- */

static double share_of(const struct picture *p, int m, double value)
{
    return p->report->run->whole[m] ? 100 * value / p->report->run->whole[m] : 0;
}

static struct sim_spread at_turn(const struct picture *p, int m, int turn)
{
    return sim_at_turn(p->report->run, m, turn, p->room);
}

/* The band between the quartiles, and the median. All begin with nothing lost. */
static void draw_course(const struct picture *p, const struct panel *f, int m, const char *colour)
{
    struct text upper = { 0 }, lower = { 0 }, median = { 0 };

    for (int turn = p->first; turn <= p->last; turn++) {
        struct sim_spread q = at_turn(p, m, turn), back = at_turn(p, m, p->last + p->first - turn);

        text_printf(&upper, "L%.1f %.1f", x_of(p, f, turn), y_of(f, share_of(p, m, q.upper)));
        text_printf(&median, "L%.1f %.1f", x_of(p, f, turn), y_of(f, share_of(p, m, q.median)));
        text_printf(&lower, "L%.1f %.1f", x_of(p, f, p->last + p->first - turn),
                    y_of(f, share_of(p, m, back.lower)));
    }
    text_printf(p->svg, "<path fill=\"%s\" fill-opacity=\".22\" d=\"M%.1f %.1f%s%sz\"/>\n", colour,
                f->x, f->y + f->high, text_of(&upper), text_of(&lower));
    text_printf(p->svg,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2.2\" stroke-linejoin=\"round\" "
                "d=\"M%.1f %.1f%s\"/>\n",
                colour, f->x, f->y + f->high, text_of(&median));
    text_free(&upper);
    text_free(&lower);
    text_free(&median);
}

/* What it was in 1815: -1 if nothing is known. */
static double history_of(const struct picture *p, int m)
{
    const struct sim_history *h = &p->report->history;

    for (int i = 0; i < h->facts; i++)
        if (h->fact[i].measure == m)
            return 100.0 * h->fact[i].losses / h->fact[i].strength;
    return -1;
}

static void draw_history(const struct picture *p, const struct panel *f, int m, const char *colour)
{
    double percent = history_of(p, m);

    if (percent >= 0)
        text_printf(p->svg,
                    "<path d=\"M%.1f %.1fh%.1f\" stroke=\"%s\" stroke-width=\"1.4\" "
                    "stroke-dasharray=\"2 4\"/>\n",
                    f->x, y_of(f, percent > f->most ? f->most : percent), f->wide, colour);
}

static bool is_loss(const struct picture *p, int m, bool army)
{
    const struct measure *measure = &p->report->game->measures[m];

    return measure->kind == MEASURE_LOSSES && measure->army == army && p->report->run->whole[m] > 0;
}

static double most_lost(const struct picture *p, bool army)
{
    double most = 0;

    for (int m = 0; m < sim_measures(p->report->game); m++) {
        double here = share_of(p, m, is_loss(p, m, army) ? at_turn(p, m, p->last).upper : 0),
               then = history_of(p, m);

        if (!is_loss(p, m, army))
            continue;
        if (here > most)
            most = here;
        if (then > most)
            most = then;
    }
    return most;
}

/* Labels at the right end, each at its own height, kept apart. */
struct labels {
    int n;
    double y[SIM_MEASURES];
    const char *colour[SIM_MEASURES];
    char text[SIM_MEASURES][60];
};

static void labels_add(struct labels *l, double y, const char *colour, const char *text)
{
    int at = l->n++;

    for (; at > 0 && l->y[at - 1] > y; at--) {
        l->y[at] = l->y[at - 1];
        l->colour[at] = l->colour[at - 1];
        memcpy(l->text[at], l->text[at - 1], sizeof l->text[at]);
    }
    l->y[at] = y;
    l->colour[at] = colour;
    snprintf(l->text[at], sizeof l->text[at], "%s", text);
}

static void labels_draw(const struct picture *p, struct labels *l, double x, double bottom)
{
    const double apart = 15;

    for (int i = 1; i < l->n; i++)
        if (l->y[i] < l->y[i - 1] + apart)
            l->y[i] = l->y[i - 1] + apart;
    for (int i = l->n - 1; i >= 0 && l->y[i] > bottom; i--) {
        l->y[i] = bottom;
        bottom -= apart;
    }
    for (int i = 0; i < l->n; i++)
        label(p, x, l->y[i] + 4, "start", l->colour[i], 13, l->text[i]);
}

static bool plot_armies(struct picture *p)
{
    struct panel f = { 70, 76, 480, 270, nice_most(most_lost(p, true)) };
    struct labels l = { 0 };
    int seen[2] = { 0, 0 };

    open_picture(p, "losses.svg", 760, 410, "What the armies lose: median and quartiles by turn");
    draw_grid(p, &f, f.most / 4, 1, 0);
    for (int m = 0; m < sim_measures(p->report->game); m++) {
        bool second = p->report->game->measures[m].side != 0;
        const char *colour;
        char text[60];

        if (!is_loss(p, m, true))
            continue;
        colour = army_colour(p, p->report->game->measures[m].side, seen[second]++);
        draw_course(p, &f, m, colour);
        draw_history(p, &f, m, colour);
        labels_add(&l, y_of(&f, share_of(p, m, at_turn(p, m, p->last).median)), colour,
                   p->report->game->measures[m].title);
        snprintf(text, sizeof text, "· · ·  %.0f %% in 1815", history_of(p, m));
        if (history_of(p, m) >= 0)
            labels_add(&l, y_of(&f, history_of(p, m)), colour, text);
    }
    labels_draw(p, &l, f.x + f.wide + 8, f.y + f.high);
    label(p, f.x + f.wide / 2, 392, "middle", MUTED, 12, "turn");
    return close_picture(p);
}

enum { ACROSS = 4, CELL_WIDE = 230, CELL_HIGH = 168 };

static int corps_count(const struct picture *p)
{
    int n = 0;

    for (int m = 0; m < sim_measures(p->report->game); m++)
        n += is_loss(p, m, false);
    return n;
}

/* A small picture for each corps, all to one scale. */
static bool plot_corps(struct picture *p)
{
    int n = corps_count(p), rows = (n + ACROSS - 1) / ACROSS, at = 0,
        most = nice_most(most_lost(p, false));

    open_picture(p, "corps.svg", 24 + ACROSS * CELL_WIDE, 80 + rows * CELL_HIGH,
                 "What the corps lose: median and quartiles by turn; dotted: in 1815");
    for (int m = 0; m < sim_measures(p->report->game); m++) {
        struct panel f = { 62 + at % ACROSS * CELL_WIDE, 100 + at / ACROSS * (double)CELL_HIGH,
                           CELL_WIDE - 54, CELL_HIGH - 58, most };
        const char *colour = army_colour(p, p->report->game->measures[m].side, 0);

        if (!is_loss(p, m, false))
            continue;
        at++;
        draw_grid(p, &f, most / 4, p->last - p->first > 7 ? 3 : 1, 0);
        draw_course(p, &f, m, colour);
        draw_history(p, &f, m, INK);
        label(p, f.x, f.y - 10, "start", INK, 13, p->report->game->measures[m].title);
    }
    return close_picture(p);
}

/* ---- survival ---- */

static double unbroken(const struct picture *p, int m, int turn)
{
    const struct sim_run *run = p->report->run;
    int games = 0, left = 0;

    for (int i = 0; i < run->begun; i++) {
        int broke = sim_broke(run, m, i);

        if (!sim_ended(&run->result[i]))
            continue;
        games++;
        left += !broke || broke > turn;
    }
    return games ? 100.0 * left / games : 100;
}

/* Steps, in the middle of the turn. */
static void draw_survival(const struct picture *p, const struct panel *f, int m, const char *colour)
{
    text_printf(p->svg, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" d=\"M%.1f %.1f",
                colour, p->report->game->measures[m].army ? "3.4" : "1.8", f->x, y_of(f, 100));
    for (int turn = p->first; turn <= p->last; turn++)
        text_printf(p->svg, "H%.1fV%.1f", x_of(p, f, turn - 0.5), y_of(f, unbroken(p, m, turn)));
    text_printf(p->svg, "H%.1f\"/>\n", f->x + f->wide);
}

static bool plot_survival(struct picture *p)
{
    int sides = game_sides(p->report->game);

    open_picture(p, "survival.svg", 860, 80 + 270 * sides,
                 "Who is not yet broken: share of the games by turn");
    for (int side = 0; side < sides; side++) {
        struct panel f = { 70, 100 + 270 * side, 560, 190, 100 };
        struct labels l = { 0 };
        int n = 0;

        draw_grid(p, &f, 25, 1, 0.5);
        label(p, f.x, f.y - 12, "start", INK, 14, p->report->game->side_titles[side]);
        for (int m = 0; m < sim_measures(p->report->game); m++) {
            const struct measure *measure = &p->report->game->measures[m];
            const char *colour = corps_colours[n % COUNT(corps_colours)];
            char text[60];

            if (measure->kind != MEASURE_BROKEN || measure->side != side ||
                !p->report->run->whole[m] || unbroken(p, m, p->last) >= 100)
                continue;
            n++;
            if (measure->army)
                colour = INK;
            draw_survival(p, &f, m, colour);
            snprintf(text, sizeof text, "%.40s%s %.0f %%", measure->title,
                     measure->army ? " army" : "", unbroken(p, m, p->last));
            labels_add(&l, y_of(&f, unbroken(p, m, p->last)), colour, text);
        }
        if (!n)
            label(p, f.x + f.wide / 2, f.y + f.high / 2, "middle", MUTED, 13, "nobody ever broke");
        labels_draw(p, &l, f.x + f.wide + 8, f.y + f.high + 30);
    }
    label(p, 350, 64 + 270 * sides, "middle", MUTED, 12, "turn");
    return close_picture(p);
}

/* ---- all of them ---- */

static void turns_played(struct picture *p)
{
    const struct sim_run *run = p->report->run;

    p->first = 1;
    p->last = p->report->tally.turns.most > 1 ? p->report->tally.turns.most : 1;
    if (run->trace && sim_last_turn(run) > 0) {
        p->first = sim_first_turn(run);
        p->last = sim_last_turn(run);
    }
}

bool plots_write(const struct report *r, const char *dir)
{
    struct text svg = { 0 };
    struct picture p = { .svg = &svg,
                         .dir = dir,
                         .report = r,
                         .room = base_alloc((size_t)(r->run->begun + 1) * sizeof(int)) };
    bool written;

    if (mkdir(dir, 0777) != 0 && errno != EEXIST)
        fprintf(stderr, "grognard sim: cannot make %s: %s\n", dir, strerror(errno));
    turns_played(&p);
    written = plot_wins(&p) && plot_length(&p);
    if (written && r->run->trace)
        written = plot_armies(&p) && plot_corps(&p) && plot_survival(&p);
    text_free(&svg);
    free(p.room);
    return written;
}
