/*
 * learn.c: what a position is worth, as a net (kernel/net.h) learns it from games played for that.
 *
 * Games of every scenario, of three kinds: between cadets whose weights and orders stray, so that much is seen;
 * between plain ones; and between veterans of the least effort, whose positions are those that will be judged. All of
 * them judge by signs, whatever net there is: what comes out depends on the program and the seed alone. A scenario of
 * long games has fewer of them, and a game leaves at most KEPT positions, as those of one game know each other's fate.
 *
 * Of ten games seven teach, one says when to stop, two are foretold in the end. The net is trained in floating point
 * by Adam with a decay of weights, in a fixed order; what is tested and written are its whole numbers.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/muster.h"
#include "sim.h"

enum { KEPT = 32, PILOTS = 8, LONG = 5000, LONG_FOR_VETERAN = 2000, VETERANS_LEAST = 4 };
enum { EPOCHS = 60, PATIENCE = 6, BATCH = 128 };
static const double stray = 0.4; /* of weights from game to game: without it little is learned */
static const float rate = 0.001f, decay = 0.02f;

const char *const learn_kinds[LEARN_KINDS + 1] = { "straying cadets", "cadets", "veterans", NULL };

enum split { TEACHES, STOPS, TESTS };

struct row {
    size_t at; /* of its inputs */
    bool won;
    uint8_t split, kind, scenario, third;
};

struct lesson {
    struct sim_learn *learn;
    int k; /* inputs */
    int n, room;
    struct row *row;
    int16_t *input;
    size_t inputs, inputs_room;
    double won[BOX_SCENARIOS], taught[BOX_SCENARIOS]; /* rows that teach */
};

/* ---- games ---- */

static enum split split_of(int game)
{
    int tenth = game % 10;

    return tenth < 7 ? TEACHES : tenth == 7 ? STOPS : TESTS;
}

static void add_row(struct lesson *l, const int *value, struct row row)
{
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 4096;
        l->row = base_grow(l->row, (size_t)l->room * sizeof *l->row);
    }
    if (l->inputs + (size_t)l->k > l->inputs_room) {
        l->inputs_room = l->inputs_room ? 2 * l->inputs_room : (size_t)l->k * 4096;
        l->input = base_grow(l->input, l->inputs_room * sizeof *l->input);
    }
    row.at = l->inputs;
    for (int i = 0; i < l->k; i++)
        l->input[l->inputs++] = i16(value[i]);
    l->row[l->n++] = row;
    if (row.split == TEACHES) {
        l->won[row.scenario] += row.won;
        l->taught[row.scenario]++;
    }
}

static void keep_games(struct lesson *l, const struct sim_run *run, int kind)
{
    for (int i = 0; i < run->begun; i++) {
        const struct sim_result *r = &run->result[i];
        const struct sim_signs *s = &run->signs[i];

        for (int j = 0; sim_ended(r) && r->winner < SIDES_MAX && j < s->n; j++)
            add_row(l, s->value + j * l->k,
                    (struct row){ .won = r->winner == 0,
                                  .split = (uint8_t)split_of((int)run->first + i),
                                  .kind = u8(kind),
                                  .scenario = u8(run->setup->scenario),
                                  .third = u8(3 * j / s->n) });
        l->learn->games[kind] += sim_ended(r);
    }
}

/* Plays games of a kind in a scenario and keeps their positions; their mean length. 0: it cannot begin, or was stopped. */
static double play_some(struct lesson *l, int scenario, int kind, struct sim_range range,
                        struct text *wrong)
{
    struct sim_learn *learn = l->learn;
    struct sim_setup setup = { .box = learn->box,
                               .scenario = scenario,
                               .options = learn->options,
                               .seed = learn->seed + (uint64_t)kind,
                               .stray = kind == LEARN_STRAY ? stray : 0,
                               .keeps = KEPT };
    struct sim_run run = { .setup = &setup,
                           .first = (uint64_t)range.from,
                           .games = range.n,
                           .jobs = learn->jobs,
                           .stop = learn->stop,
                           .progress = learn->progress };
    int weight[BOX_WEIGHTS];
    double actions = 0;
    bool fine;

    memcpy(weight, learn->box->weight, sizeof weight);
    weight[WEIGHT_NET] = 0;
    for (int i = 0; i < SIDES_MAX; i++)
        setup.player[i] =
            (struct bot_player){ .bot = bot_find(kind == LEARN_VETERAN ? "veteran" : "cadet"),
                                 .budget.effort = learn->effort,
                                 .weight = weight };
    run.result = base_alloc((size_t)run.games * sizeof *run.result);
    run.signs = base_alloc((size_t)run.games * sizeof *run.signs);
    fine = sim_run(&run, wrong) == NULL && !(learn->stop && atomic_load(learn->stop));
    if (fine)
        keep_games(l, &run, kind);
    for (int i = 0; i < run.games; i++) {
        actions += run.result[i].actions;
        free(run.signs[i].value);
    }
    free(run.signs);
    free(run.result);
    return fine ? actions / run.games : 0;
}

static int fewer(int games, double length, int most, int least)
{
    int n = length > most ? (int)(games * most / length) : games;

    return n > least ? n : least;
}

/* A few games tell how long they are. */
static bool play_scenario(struct lesson *l, int scenario, struct text *wrong)
{
    int n = l->learn->games_wanted;
    double length = play_some(l, scenario, LEARN_PLAIN, (struct sim_range){ 0, PILOTS }, wrong);
    int plain = fewer(n / 2, length, LONG, PILOTS + 1), strays = fewer(n, length, LONG, PILOTS),
        veterans = fewer(n / 8, length, LONG_FOR_VETERAN, VETERANS_LEAST);

    return length > 0 &&
           play_some(l, scenario, LEARN_PLAIN, (struct sim_range){ PILOTS, plain - PILOTS },
                     wrong) > 0 &&
           play_some(l, scenario, LEARN_STRAY, (struct sim_range){ 0, strays }, wrong) > 0 &&
           play_some(l, scenario, LEARN_VETERAN, (struct sim_range){ 0, veterans }, wrong) > 0;
}

/* ---- the net in floating point ---- */

/* All that is learnt in one block, so that one loop changes it: out, biases, weights as in struct net. */
struct brain {
    int k, hidden, size;
    double mean[NET_INPUTS], spread[NET_INPUTS]; /* spread 0: it never varies */
    float *value, *slope, *moment, *square, *best;
    uint64_t steps;
};

static float *out_of(const struct brain *b, float *block)
{
    return block + (size_t)(b->hidden + 1) * (size_t)(b->k + 1);
}

/* The bias and the weights of a row: hidden units, then `direct`. */
static float *row_of(const struct brain *b, float *block, int row)
{
    return block + (size_t)row * (size_t)(b->k + 1);
}

static void find_spreads(const struct lesson *l, struct brain *b)
{
    double n = 0;

    for (int i = 0; i < l->n; i++)
        n += l->row[i].split == TEACHES;
    for (int c = 0; c < l->k; c++) {
        double sum = 0, squares = 0;

        for (int i = 0; i < l->n; i++)
            if (l->row[i].split == TEACHES) {
                double x = l->input[l->row[i].at + (size_t)c];

                sum += x;
                squares += x * x;
            }
        b->mean[c] = n > 0 ? sum / n : 0;
        squares = n > 0 ? squares / n - b->mean[c] * b->mean[c] : 0;
        b->spread[c] = squares > 1e-4 ? sqrt(squares) : 0;
    }
}

static float small(struct rng *rng, double wide)
{
    return (float)(wide * ((double)(rng_next(rng) >> 11) / 4503599627370496.0 - 1));
}

static void begin_brain(const struct lesson *l, struct brain *b, int hidden)
{
    struct rng rng;
    size_t bytes;

    b->k = l->k;
    b->hidden = hidden;
    b->size = (hidden + 1) * (l->k + 1) + hidden;
    bytes = (size_t)b->size * sizeof(float);
    b->value = base_alloc(bytes);
    b->slope = base_alloc(bytes);
    b->moment = base_alloc(bytes);
    b->square = base_alloc(bytes);
    b->best = base_alloc(bytes);
    rng_seed(&rng, l->learn->seed);
    find_spreads(l, b);
    for (int row = 0; row < hidden; row++) {
        float *w = row_of(b, b->value, row);

        for (int i = 1; i <= b->k; i++)
            w[i] = small(&rng, 1 / sqrt(b->k));
        out_of(b, b->value)[row] = small(&rng, 0.3);
    }
}

static void end_brain(struct brain *b)
{
    free(b->value);
    free(b->slope);
    free(b->moment);
    free(b->square);
    free(b->best);
}

static void scale_row(const struct lesson *l, const struct brain *b, const struct row *row,
                      float *x)
{
    const int16_t *input = l->input + row->at;

    for (int i = 0; i < b->k; i++)
        x[i] = b->spread[i] > 0 ? (float)((input[i] - b->mean[i]) / b->spread[i]) : 0;
}

static float dot(const float *w, const float *x, int k)
{
    float sum[4] = { w[0] };
    int i = 0;

    for (; i + 4 <= k; i += 4)
        for (int j = 0; j < 4; j++)
            sum[j] += w[1 + i + j] * x[i + j];
    for (; i < k; i++)
        sum[0] += w[1 + i] * x[i];
    return sum[0] + sum[1] + sum[2] + sum[3];
}

static float forward(struct brain *b, const float *x, float *unit)
{
    float sum = dot(row_of(b, b->value, b->hidden), x, b->k);

    for (int j = 0; j < b->hidden; j++) {
        float u = dot(row_of(b, b->value, j), x, b->k);

        unit[j] = u > 0 ? u : 0;
        sum += out_of(b, b->value)[j] * unit[j];
    }
    return sum;
}

static void add_slope(float *slope, const float *x, int k, float by)
{
    slope[0] += by;
    for (int i = 0; i < k; i++)
        slope[1 + i] += by * x[i];
}

static void backward(struct brain *b, const float *x, const float *unit, float error)
{
    add_slope(row_of(b, b->slope, b->hidden), x, b->k, error);
    for (int j = 0; j < b->hidden; j++) {
        if (unit[j] <= 0)
            continue;
        out_of(b, b->slope)[j] += error * unit[j];
        add_slope(row_of(b, b->slope, j), x, b->k, error * out_of(b, b->value)[j]);
    }
}

/* Adam; biases decay as well, which does no harm to inputs of mean 0. */
static void take_step(struct brain *b, int rows)
{
    float first, second;

    b->steps++;
    first = (float)(1 - pow(0.9, (double)b->steps));
    second = (float)(1 - pow(0.999, (double)b->steps));
    for (int i = 0; i < b->size; i++) {
        float g = b->slope[i] / (float)rows;

        b->moment[i] += 0.1f * (g - b->moment[i]);
        b->square[i] += 0.001f * (g * g - b->square[i]);
        b->value[i] -= rate * (b->moment[i] / first / (sqrtf(b->square[i] / second) + 1e-8f) +
                               decay * b->value[i]);
        b->slope[i] = 0;
    }
}

static void shuffle(int *order, int n, struct rng *rng)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1), swap = order[i];

        order[i] = order[j];
        order[j] = swap;
    }
}

static void epoch(const struct lesson *l, struct brain *b, const int *order, int n)
{
    float x[NET_INPUTS], unit[NET_HIDDEN];

    for (int i = 0; i < n; i++) {
        const struct row *row = &l->row[order[i]];
        float said;

        scale_row(l, b, row, x);
        said = 1 / (1 + expf(-forward(b, x, unit)));
        backward(b, x, unit, said - (float)row->won);
        if ((i + 1) % BATCH == 0 || i + 1 == n)
            take_step(b, i % BATCH + 1);
    }
}

/* ---- whole numbers ---- */

static int32_t fixed(double value)
{
    double scaled = round(value * NET_ONE);

    return scaled > INT32_MAX ? INT32_MAX : scaled < -INT32_MAX ? -INT32_MAX : (int32_t)scaled;
}

/* Means and spreads go into biases and weights. */
static void settle(struct brain *b, float *block, struct net *net)
{
    memset(net, 0, sizeof *net);
    net->inputs = b->k;
    net->hidden = b->hidden;
    for (int row = 0; row <= b->hidden; row++) {
        const float *w = row_of(b, block, row);
        double bias = w[0];

        for (int i = 0; i < b->k; i++) {
            double weight = b->spread[i] > 0 ? w[1 + i] / b->spread[i] : 0;

            net->weight[row][i] = fixed(weight);
            bias -= weight * b->mean[i];
        }
        net->bias[row] = fixed(bias);
        if (row < b->hidden)
            net->out[row] = fixed(out_of(b, block)[row]);
    }
}

static double loss_of(double chance, bool won)
{
    return -log(fmax(won ? chance : 1 - chance, 1e-6));
}

static double by_net(const struct lesson *l, const struct net *net, const struct row *row)
{
    int input[NET_INPUTS];

    for (int i = 0; i < l->k; i++)
        input[i] = l->input[row->at + (size_t)i];
    return 0.5 + net_curve(net_sum(net, input)) / 20000.0;
}

static double by_signs(const struct lesson *l, const struct row *row)
{
    const struct box *box = l->learn->box;
    int first = mind_of(box->game)->first_sign;
    double sum = 0;

    for (int i = first; i < box->weights; i++)
        sum += (double)l->input[row->at + (size_t)(i - first)] * box->weight[i];
    return 1 / (1 + exp(-sum / 1000));
}

static double loss_on(const struct lesson *l, const struct net *net, enum split split)
{
    double sum = 0, n = 0;

    for (int i = 0; i < l->n; i++)
        if (l->row[i].split == split) {
            sum += loss_of(by_net(l, net, &l->row[i]), l->row[i].won);
            n++;
        }
    return n > 0 ? sum / n : 0;
}

/* Epoch by epoch, until those that say when to stop were foretold no better for a while. */
static void train(const struct lesson *l, struct net *net, int hidden)
{
    struct sim_learn *learn = l->learn;
    struct brain b = { 0 };
    struct net now;
    struct rng rng;
    int *order = base_alloc((size_t)(l->n + 1) * sizeof *order), n = 0;
    double best = HUGE_VAL;

    begin_brain(l, &b, hidden);
    rng_seed(&rng, learn->seed + 1);
    for (int i = 0; i < l->n; i++)
        if (l->row[i].split == TEACHES)
            order[n++] = i;
    for (int e = 0, since = 0; e < EPOCHS && since < PATIENCE; e++, since++) {
        double loss;

        shuffle(order, n, &rng);
        epoch(l, &b, order, n);
        settle(&b, b.value, &now);
        loss = loss_on(l, &now, STOPS);
        if (loss < best) {
            best = loss;
            since = 0;
            *net = now;
            learn->epochs = e + 1;
        }
    }
    end_brain(&b);
    free(order);
}

/* ---- how well it foretells ---- */

static void count(struct learn_score *s, const struct lesson *l, const struct row *row)
{
    double share =
        l->taught[row->scenario] > 0 ? l->won[row->scenario] / l->taught[row->scenario] : 0.5;

    s->n++;
    s->share += loss_of(share, row->won);
    s->signs += loss_of(by_signs(l, row), row->won);
    s->net += loss_of(by_net(l, &l->learn->net, row), row->won);
}

static void average(struct learn_score *s)
{
    if (s->n) {
        s->share /= s->n;
        s->signs /= s->n;
        s->net /= s->n;
    }
}

static void calibrate(struct learn_tenth *tenth, double chance, bool won)
{
    int i = (int)(10 * chance);

    tenth += i > 9 ? 9 : i;
    tenth->n++;
    tenth->said += chance;
    tenth->won += won;
}

static void test(const struct lesson *l)
{
    struct sim_learn *learn = l->learn;

    for (int i = 0; i < l->n; i++) {
        const struct row *row = &l->row[i];
        bool straight = row->kind != LEARN_STRAY;

        if (row->split != TESTS)
            continue;
        count(&learn->by_third[straight][row->third], l, row);
        count(&learn->by_kind[row->kind], l, row);
        count(&learn->by_scenario[row->scenario], l, row);
        if (straight) {
            calibrate(learn->tenth_of_signs, by_signs(l, row), row->won);
            calibrate(learn->tenth_of_net, by_net(l, &learn->net, row), row->won);
        }
    }
    for (int i = 0; i < 6; i++)
        average(&learn->by_third[i / 3][i % 3]);
    for (int i = 0; i < LEARN_KINDS; i++)
        average(&learn->by_kind[i]);
    for (int i = 0; i < BOX_SCENARIOS; i++)
        average(&learn->by_scenario[i]);
}

/* ---- all together ---- */

static void end_lesson(struct lesson *l)
{
    free(l->row);
    free(l->input);
}

bool sim_learn(struct sim_learn *learn, struct text *wrong)
{
    struct lesson l = { .learn = learn, .k = muster_inputs(learn->box) };
    double since = base_clock();

    for (int i = 0; i < learn->box->scenarios; i++)
        if (!play_scenario(&l, i, wrong)) {
            if (!wrong->n)
                text_add(wrong, "stopped: nothing was learnt");
            end_lesson(&l);
            return false;
        }
    learn->played = base_clock() - since;
    learn->positions = l.n;
    train(&l, &learn->net, learn->hidden);
    learn->trained = base_clock() - since - learn->played;
    test(&l);
    end_lesson(&l);
    return true;
}
