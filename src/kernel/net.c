/*
 * net.c: a net that judges positions: its sum, its curve, and its text.
 *
 * Sums are of 64 bits: 320 inputs of 15 bits by weights of 31 bits come to less than 55. What a hidden unit says
 * is cut to NET_ONE's precision of ten bits, at most 24, so that out · units stays below 62.
 */
#include "net.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "box.h"
#include "hash.h"
#include "lex.h"
#include "muster.h"
#include "text.h"

enum { SHIFT = 1 << 10, UNIT_MOST = 1 << 24, SUM_MOST = 20000 };

/* ---- what it says ---- */

static int64_t dot(const struct net *net, int row, const int *input)
{
    int64_t sum = (int64_t)net->bias[row];

    for (int i = 0; i < net->inputs; i++)
        sum += (int64_t)net->weight[row][i] * input[i];
    return sum;
}

static int64_t unit_of(const struct net *net, int row, const int *input)
{
    int64_t sum = dot(net, row, input) / SHIFT;

    return sum < 0 ? 0 : sum > UNIT_MOST ? UNIT_MOST : sum;
}

int net_sum(const struct net *net, const int *input)
{
    int64_t sum = dot(net, net->hidden, input), through = 0;

    for (int k = 0; k < net->hidden; k++)
        through += net->out[k] * unit_of(net, k, input);
    sum = (sum + through / SHIFT) / SHIFT;
    sum = sum * 1000 / (NET_ONE / SHIFT);
    return sum > SUM_MOST ? SUM_MOST : sum < -SUM_MOST ? -SUM_MOST : (int)sum;
}

int net_curve(int sum)
{
    enum { STEP = 250 };
    static const int curve[] = { 0,    1244, 2449, 3584, 4621, 5546, 6351, 7039, 7616, 8093, 8483,
                                 8798, 9051, 9253, 9414, 9540, 9640, 9719, 9780, 9828, 9866, 9896,
                                 9919, 9937, 9951, 9961, 9970, 9977, 9982, 9986, 9989, 9991, 9993 };
    int far = sum < 0 ? -sum : sum, i = far / STEP, value;

    if (i >= COUNT(curve) - 1)
        value = curve[COUNT(curve) - 1];
    else
        value = curve[i] + (curve[i + 1] - curve[i]) * (far % STEP) / STEP;
    return sum < 0 ? -value : value;
}

/* ---- as text ---- */

static void write_row(const struct net *net, int row, struct text *out)
{
    text_printf(out, " %" PRId32, net->bias[row]);
    for (int i = 0; i < net->inputs; i++)
        text_printf(out, " %" PRId32, net->weight[row][i]);
    text_char(out, '\n');
}

void net_write(const struct net *net, const struct box *box, struct text *out)
{
    size_t from = out->n;

    text_printf(out, "net %d %d\ninputs", net->inputs, net->hidden);
    for (int i = 0; i < net->inputs; i++) {
        text_char(out, ' ');
        muster_name(box, i, out);
    }
    text_add(out, "\ndirect");
    write_row(net, net->hidden, out);
    for (int k = 0; k < net->hidden; k++) {
        text_printf(out, "unit %" PRId32, net->out[k]);
        write_row(net, k, out);
    }
    text_printf(out, "sum %016" PRIx64 "\n",
                hash_mix(box_digest_words(HASH_START, out->s + from, out->n - from)));
}

/* ---- read back ---- */

static bool read_weight(struct lex *x, int32_t *weight)
{
    int value = 0;
    bool fine = lex_number(x, "a weight", -INT32_MAX, INT32_MAX, &value);

    *weight = value;
    return fine;
}

static bool read_row(struct net *net, int row, struct lex *x)
{
    if (!read_weight(x, &net->bias[row]))
        return false;
    for (int i = 0; i < net->inputs; i++)
        if (!read_weight(x, &net->weight[row][i]))
            return false;
    lex_end(x);
    return !x->faulty;
}

/* The next line, which must begin with this word. */
static bool need_line(struct lex *x, const char *word)
{
    if (!lex_line(x)) {
        lex_complain(x, "a line is missing here: %s", word);
        return false;
    }
    if (!lex_accept(x, word))
        lex_complain(x, "expected: %s", word);
    return !x->faulty;
}

static bool read_size(struct net *net, const struct box *box, struct lex *x)
{
    if (!need_line(x, "net") || !lex_number(x, "inputs", 1, NET_INPUTS, &net->inputs) ||
        !lex_number(x, "hidden units", 0, NET_HIDDEN, &net->hidden))
        return false;
    if (net->inputs != muster_inputs(box))
        lex_complain(x, "the program tells a net of this game %d numbers", muster_inputs(box));
    lex_end(x);
    return !x->faulty;
}

static bool read_names(const struct box *box, int inputs, struct lex *x)
{
    struct text name = { 0 };

    need_line(x, "inputs");
    for (int i = 0; i < inputs && !x->faulty; i++) {
        const char *word = lex_need(x, "an input");

        text_clear(&name);
        muster_name(box, i, &name);
        if (word && strcmp(word, text_of(&name)) != 0)
            lex_complain(x, "input %d is %s, not %s", i + 1, text_of(&name), word);
    }
    text_free(&name);
    if (!x->faulty)
        lex_end(x);
    return !x->faulty;
}

static bool read_rows(struct net *net, struct lex *x)
{
    if (!need_line(x, "direct") || !read_row(net, net->hidden, x))
        return false;
    for (int k = 0; k < net->hidden; k++)
        if (!need_line(x, "unit") || !read_weight(x, &net->out[k]) || !read_row(net, k, x))
            return false;
    return true;
}

/* The text up to this line must come to the sum that the line says. */
static void read_sum(struct net *net, const char *text, struct lex *x)
{
    const char *line = x->at, *word;
    char own[20];

    if (!need_line(x, "sum") || !(word = lex_need(x, "the sum")))
        return;
    net->digest = hash_mix(box_digest_words(HASH_START, text, (size_t)(line - text)));
    snprintf(own, sizeof own, "%016" PRIx64, net->digest);
    if (strcmp(word, own) != 0)
        lex_complain(x, "the lines above come to %s: something in them was changed", own);
    lex_end(x);
    if (!x->faulty && lex_line(x))
        lex_complain(x, "nothing may follow the sum");
}

/* How computer opponents judge is no part of the game: not counted in the digest. */
void net_load(struct box *box, struct errors *e)
{
    uint64_t digest = box->digest;
    const char *path, *text;
    struct net *net;
    struct lex x;
    size_t size;

    if (!muster_inputs(box))
        return;
    text = box_file(box, "net.txt", &size, &path);
    box->digest = digest;
    if (!text)
        return;
    net = arena_alloc(&box->arena, sizeof *net);
    lex_begin(&x, path, text, size, e);
    if (read_size(net, box, &x) && read_names(box, net->inputs, &x) && read_rows(net, &x))
        read_sum(net, text, &x);
    box->net = net;
}
