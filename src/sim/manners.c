/*
 * manners.c: do styles play differently, and as well? Each style of a side plays the plain bot of the same level,
 * on the same seeds as that plays itself; what is seen in a game is counted: attacks, losses, points. Then half of
 * the games teach which style looks how, and of the others it is told from these numbers alone.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

/* ---- one game ---- */

struct eye {
    int side, attacks;
};

static void see(void *self, const struct play *p, int who, const struct action *a)
{
    struct eye *eye = self;
    int role = who == eye->side ? play_role(p, a) : -1;

    eye->attacks += role == ROLE_TARGET || role == ROLE_DECLARE;
}

static double losses_of(const struct play *p, int side, bool own)
{
    const struct game *g = p->game;
    int sum = 0;

    for (int i = 0; i < sim_measures(g); i++)
        if (g->measures[i].kind == MEASURE_LOSSES && g->measures[i].army &&
            (g->measures[i].side == side) == own)
            sum += g->measure(p, i);
    return sum;
}

static void look(const struct play *p, const struct eye *eye, const struct sim_result *r,
                 struct sim_seen *seen)
{
    int other = eye->side == 0 ? 1 : 0;

    seen->number[SEEN_ATTACKS] = eye->attacks;
    seen->number[SEEN_LOST] = losses_of(p, eye->side, true);
    seen->number[SEEN_KILLED] = losses_of(p, eye->side, false);
    seen->number[SEEN_POINTS] = r->points[eye->side] - r->points[other];
    seen->result = r->winner == eye->side ? 1 : r->winner < SIDES_MAX ? 0 : 0.5;
}

/* One manner's games; false: it cannot begin, or was stopped. */
static bool play_manner(struct sim_manners *m, struct sim_manner *one, struct text *wrong)
{
    struct sim_setup setup = *m->setup;
    struct eye eye = { .side = one->side };
    struct sim_table *table;
    struct sim_result r;

    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i] = m->plain;
    if (one->style)
        memcpy(setup.player[one->side].style, one->style->id, strlen(one->style->id) + 1);
    table = sim_table_new(&setup, wrong);
    if (!table)
        return false;
    sim_watch(table, (struct sim_watcher){ see, &eye });
    for (int i = 0; i < m->games; i++) {
        eye.attacks = 0;
        sim_game(table, (uint64_t)i, m->stop, &r);
        if (!r.played)
            break;
        look(sim_play(table), &eye, &r, &one->seen[one->games++]);
    }
    sim_table_free(table);
    return one->games == m->games;
}

/* ---- what they come to ---- */

static void sum_up(struct sim_manner *one)
{
    for (int i = 0; i < one->games; i++) {
        one->points += one->seen[i].result;
        for (int k = 0; k < SEEN_NUMBERS; k++)
            one->mean[k] += one->seen[i].number[k] / one->games;
    }
}

/* Half a game more on each side, lest a clean score be beyond all measure. */
static double odds(const struct sim_manner *m)
{
    return (m->points + 0.5) / (m->games - m->points + 0.5);
}

static double variance(const struct sim_manner *m)
{
    return 1 / (m->points + 0.5) + 1 / (m->games - m->points + 0.5);
}

static void rate(struct sim_manner *one, const struct sim_manner *plain)
{
    double per_log = 400 / log(10);

    one->elo = per_log * (log(odds(one)) - log(odds(plain)));
    one->error = one == plain ? 0 : 1.96 * per_log * sqrt(variance(one) + variance(plain));
}

/* ---- told blind ---- */

struct school {
    int n;
    struct sim_manner *of[STYLES_MOST];
    double mean[STYLES_MOST][SEEN_NUMBERS], scale[SEEN_NUMBERS];
};

/* Even games teach. */
static void learn(struct school *s)
{
    double sum[SEEN_NUMBERS] = { 0 }, squares[SEEN_NUMBERS] = { 0 };
    int n = 0;

    for (int m = 0; m < s->n; m++) {
        int half = (s->of[m]->games + 1) / 2;

        for (int i = 0; i < s->of[m]->games; i += 2, n++)
            for (int k = 0; k < SEEN_NUMBERS; k++) {
                double x = s->of[m]->seen[i].number[k];

                s->mean[m][k] += x / half;
                sum[k] += x;
                squares[k] += x * x;
            }
    }
    for (int k = 0; k < SEEN_NUMBERS; k++) {
        double v = n ? squares[k] / n - sum[k] / n * (sum[k] / n) : 0;

        s->scale[k] = v > 0 ? 1 / v : 0;
    }
}

static int tell(const struct school *s, const struct sim_seen *seen)
{
    double nearest = 0;
    int best = -1;

    for (int m = 0; m < s->n; m++) {
        double far = 0;

        for (int k = 0; k < SEEN_NUMBERS; k++)
            far +=
                s->scale[k] * (seen->number[k] - s->mean[m][k]) * (seen->number[k] - s->mean[m][k]);
        if (best < 0 || far < nearest) {
            nearest = far;
            best = m;
        }
    }
    return best;
}

static void tell_blind(struct sim_manners *m, int side)
{
    struct school s = { 0 };

    for (int i = 0; i < m->n; i++)
        if (m->manner[i].side == side && m->manner[i].style)
            s.of[s.n++] = &m->manner[i];
    learn(&s);
    for (int k = 0; k < s.n; k++)
        for (int i = 1; i < s.of[k]->games; i += 2) {
            m->asked[side]++;
            m->told[side] += tell(&s, &s.of[k]->seen[i]) == k;
        }
}

/* ---- all of them ---- */

static void add(struct sim_manners *m, int side, const struct style_def *style)
{
    m->manner[m->n++] = (struct sim_manner){
        .side = side, .style = style, .seen = base_alloc((size_t)m->games * sizeof(struct sim_seen))
    };
}

bool sim_manners(struct sim_manners *m, struct text *wrong)
{
    const struct box *box = m->setup->box;
    int sides = game_sides(box->game);

    for (int side = 0; side < sides && side < 2; side++) {
        int plain = m->n;

        add(m, side, NULL);
        for (int i = 0; i < box->commanders.styles; i++)
            if (box->commanders.style[i].side == side)
                add(m, side, &box->commanders.style[i]);
        for (int i = plain; i < m->n; i++) {
            if (!play_manner(m, &m->manner[i], wrong) && wrong->n)
                return false;
            sum_up(&m->manner[i]);
            rate(&m->manner[i], &m->manner[plain]);
        }
        tell_blind(m, side);
    }
    return true;
}

void sim_manners_free(struct sim_manners *m)
{
    for (int i = 0; i < m->n; i++)
        free(m->manner[i].seen);
}
