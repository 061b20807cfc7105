/*
 * variant.c: what a change makes of a game: boxes in which one chart is another, and differences
 * between runs on common random numbers.
 *
 * The n-th games of two runs of one seed have the same dice and the same luck of the bots, so most
 * of the chance cancels in their difference, which is why far fewer games are needed than for two
 * runs apart.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/lex.h"
#include "sim.h"

/* ---- another chart ---- */

static bool same_bands(const struct band *a, int n, const struct band *b, int m)
{
    for (int i = 0; n == m && i < n; i++)
        if (strcmp(a[i].label, b[i].label) != 0)
            return false;
    return n == m;
}

static void complain_of_bands(const struct chart *c, const char *what, const struct band *want,
                              int n, struct errors *e)
{
    struct text list = { 0 };

    for (int i = 0; i < n; i++)
        text_printf(&list, " %s", want[i].label);
    errors_add(e, c->file, c->line, "chart %s has another shape: its %s must be%s", c->id, what,
               text_of(&list));
    text_free(&list);
}

static void check_shape(const struct chart *c, const struct chart *like, struct errors *e)
{
    if (!same_bands(c->column, c->columns, like->column, like->columns))
        complain_of_bands(c, "columns", like->column, like->columns, e);
    if (!same_bands(c->row, c->rows, like->row, like->rows))
        complain_of_bands(c, "rows", like->row, like->rows, e);
}

/* The file by itself: one chart, of the right name and shape. */
static void check_file(const struct chart *like, const char *path, const char *text, size_t size,
                       struct errors *e)
{
    struct box *scratch = base_alloc(sizeof *scratch);
    int before = e->n;
    struct lex x;

    lex_begin_data(&x, path, text, size, e);
    chart_load(scratch, &x, e);
    for (int i = 0; e->n == before && i < scratch->charts; i++)
        if (strcmp(scratch->chart[i]->id, like->id) != 0)
            errors_add(e, path, scratch->chart[i]->line, "only chart %s is looked for here, not %s",
                       like->id, scratch->chart[i]->id);
    if (e->n == before && scratch->charts == 0)
        errors_add(e, path, 1, "there is no chart %s in it", like->id);
    if (e->n == before)
        check_shape(scratch->chart[0], like, e);
    box_free(scratch);
}

/* Blanks the lines of the chart, so that the others keep their numbers, and what counts them. */
static void take_out(const struct box *box, const struct chart *c, char *text)
{
    int line = 1, end = INT32_MAX;

    for (int i = 0; i < box->charts; i++)
        if (box->chart[i]->line > c->line && box->chart[i]->line < end)
            end = box->chart[i]->line;
    for (size_t n; *text; line++, text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        if ((line >= c->line && line < end) || strncmp(text, "count ", 6) == 0)
            memset(text, ' ', n);
    }
}

static struct box *open_with(const struct box *box, const char *data_dir, const struct chart *c,
                             struct box_paper variant, struct errors *e)
{
    struct box_paper paper[2] = { { .name = "charts.txt" }, variant };
    char *charts = base_read_file(c->file, &paper[0].size);
    struct box *changed;

    if (!charts) {
        errors_add(e, c->file, 0, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    take_out(box, c, charts);
    paper[0].text = charts;
    changed = box_open_with(box->game, data_dir, paper, 2, e);
    free(charts);
    return changed;
}

struct box *sim_box_with_chart(const struct box *box, const char *data_dir, const char *chart,
                               const char *path, struct errors *e)
{
    const struct chart *c = chart_find(box, chart);
    struct box_paper variant = { .name = "charts/variant", .path = path };
    struct box *changed = NULL;
    int before = e->n;
    char *text;

    if (!c) {
        errors_add(e, path, 0, "the game has no chart \"%s\"", chart);
        return NULL;
    }
    text = base_read_file(path, &variant.size);
    if (!text) {
        errors_add(e, path, 0, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    variant.text = text;
    check_file(c, path, text, variant.size, e);
    if (e->n == before)
        changed = open_with(box, data_dir, c, variant, e);
    free(text);
    return changed;
}

/* ---- differences ---- */

static const double z = 1.959963984540054;

static bool both_ended(const struct sim_run *from, const struct sim_run *to, int game)
{
    return game < from->begun && game < to->begun && sim_ended(&from->result[game]) &&
           sim_ended(&to->result[game]);
}

/*
 * Wins are counted, so the interval is Agresti and Min's for matched pairs (half a game is added to
 * each of the four kinds): it says something true even when no game has changed hands.
 */
struct sim_difference sim_differ_wins(const struct sim_run *from, const struct sim_run *to,
                                      int side)
{
    struct sim_difference d = { 0 };
    double gained = 0.5, lost = 0.5, all, middle, reach;

    for (int i = 0; i < from->games; i++)
        if (both_ended(from, to, i)) {
            bool before = from->result[i].winner == side, after = to->result[i].winner == side;

            d.games++;
            gained += after && !before;
            lost += before && !after;
        }
    if (!d.games)
        return d;
    all = d.games + 2.0;
    middle = (gained - lost) / all;
    reach = z * sqrt(gained + lost - (gained - lost) * (gained - lost) / all) / all;
    d.mean = (gained - lost) / d.games;
    d.low = middle - reach;
    d.high = middle + reach;
    return d;
}

static int turn_of(const struct sim_run *run, int game, int unused)
{
    (void)unused;
    return run->result[game].turn;
}

static int measure_of(const struct sim_run *run, int game, int measure)
{
    const struct sim_trace *t = &run->trace[game];

    return t->value[t->turns][measure];
}

static struct sim_difference differ(const struct sim_run *from, const struct sim_run *to,
                                    int (*of)(const struct sim_run *, int game, int which),
                                    int which)
{
    struct sim_difference d = { 0 };
    double sum = 0, squares = 0, reach;

    for (int i = 0; i < from->games; i++)
        if (both_ended(from, to, i)) {
            double x = of(to, i, which) - of(from, i, which);

            d.games++;
            sum += x;
            squares += x * x;
        }
    if (!d.games)
        return d;
    d.mean = sum / d.games;
    reach =
        d.games > 1 ? z * sqrt(fmax(0, squares / d.games - d.mean * d.mean) / (d.games - 1)) : 0;
    d.low = d.mean - reach;
    d.high = d.mean + reach;
    return d;
}

struct sim_difference sim_differ_turns(const struct sim_run *from, const struct sim_run *to)
{
    return differ(from, to, turn_of, 0);
}

struct sim_difference sim_differ_measure(const struct sim_run *from, const struct sim_run *to,
                                         int measure)
{
    return differ(from, to, measure_of, measure);
}
