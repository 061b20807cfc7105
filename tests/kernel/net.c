/*
 * A net of whole numbers: what it says to fixed inputs, the curve, its text, and that a damaged text is refused.
 */
#include "kernel/net.h"

#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "kernel/muster.h"
#include "kernel/rng.h"

/* ---- what it says ---- */

/* Two hidden units over three inputs. */
static struct net little(void)
{
    struct net net = { .inputs = 3, .hidden = 2 };

    net.out[0] = 2 * NET_ONE;
    net.out[1] = -NET_ONE / 2;
    net.bias[1] = NET_ONE;
    net.bias[2] = NET_ONE / 4;
    net.weight[0][0] = NET_ONE / 10;
    net.weight[1][1] = -NET_ONE / 10;
    net.weight[2][2] = NET_ONE / 1000;
    return net;
}

TEST(net_adds_up_what_its_units_say)
{
    struct net net = little();
    static const struct {
        int input[3], sum;
    } known[] = {
        { { 0, 0, 0 }, -250 },    /* 1/4 - 1/2 */
        { { 10, 0, 0 }, 1748 },   /* 2 more */
        { { -10, 0, 0 }, -250 },  /* the first unit is silent */
        { { 0, 10, 0 }, 248 },    /* the second one, too */
        { { 0, 100, 500 }, 749 }, /* directly */
        { { 0, -30, -250 }, -1999 }, { { 32767, 32767, 32767 }, 20000 }, /* as far as it goes */
    };

    for (int i = 0; i < COUNT(known); i++)
        CHECK(abs(net_sum(&net, known[i].input) - known[i].sum) <= 2);
}

/* Of numbers drawn at random, all together: the same with every compiler and on every machine. */
TEST(net_says_the_same_everywhere)
{
    static struct net net;
    struct rng rng;
    long long sums = 0;
    int input[NET_INPUTS];

    rng_seed(&rng, 1815);
    net.inputs = NET_INPUTS;
    net.hidden = NET_HIDDEN;
    for (int row = 0; row <= NET_HIDDEN; row++) {
        net.bias[row] = (int32_t)rng_below(&rng, NET_ONE) - NET_ONE / 2;
        for (int i = 0; i < NET_INPUTS; i++)
            net.weight[row][i] = (int32_t)rng_below(&rng, NET_ONE / 50) - NET_ONE / 100;
        if (row < NET_HIDDEN)
            net.out[row] = (int32_t)rng_below(&rng, NET_ONE) - NET_ONE / 2;
    }
    for (int n = 0; n < 1000; n++) {
        for (int i = 0; i < NET_INPUTS; i++)
            input[i] = (int)rng_below(&rng, 201) - 100;
        sums = sums * 31 % 1000000007 + net_sum(&net, input);
    }
    CHECK_INT((int)sums, -948032537);
}

TEST(net_curve_is_the_logistic_one)
{
    CHECK_INT(net_curve(0), 0);
    CHECK_INT(net_curve(1000), 4621);
    CHECK_INT(net_curve(-1000), -4621);
    CHECK_INT(net_curve(125), 622);
    CHECK_INT(net_curve(8000), 9993);
    CHECK_INT(net_curve(20000), 9993);
    for (int i = -20000; i < 20000; i++)
        CHECK(net_curve(i) <= net_curve(i + 1));
}

/* ---- its text ---- */

struct scene {
    struct box *box;
    struct text text;
    struct errors errors;
};

static void begin(struct scene *s)
{
    struct net *net = base_alloc(sizeof *net);

    *s = (struct scene){ .box = test_box("waterloo-200") };
    net->inputs = muster_inputs(s->box);
    net->hidden = 2;
    net->out[0] = NET_ONE;
    net->weight[0][3] = -17;
    net->bias[2] = 5;
    text_add(&s->text, "# made by hand\n");
    net_write(net, s->box, &s->text);
    free(net);
}

static void end(struct scene *s)
{
    errors_free(&s->errors);
    text_free(&s->text);
    box_free(s->box);
}

/* The box with this net.txt; NULL: it was refused. */
static struct box *open_with(struct scene *s, const char *text)
{
    struct box_paper paper = { .name = "net.txt", .text = text, .size = text ? strlen(text) : 0 };

    errors_free(&s->errors);
    return box_open_with(s->box->game, test_data(), &paper, 1, &s->errors);
}

TEST(net_comes_back_as_it_was_written)
{
    struct scene s;
    struct box *box;

    begin(&s);
    box = open_with(&s, text_of(&s.text));
    CHECK(box && box->net);
    if (box) {
        CHECK_INT(box->net->hidden, 2);
        CHECK_INT(box->net->weight[0][3], -17);
        CHECK_INT(box->net->bias[2], 5);
        CHECK(box->digest == s.box->digest); /* it is no part of the game */
    }
    box_free(box);
    box = open_with(&s, NULL);
    CHECK(box && !box->net); /* there need be none */
    box_free(box);
    end(&s);
}

/* With the first of these words changed into the other: file, line and what is wrong. */
static void refuse(struct scene *s, const char *from, const char *to, const char *complaint)
{
    const char *at = strstr(text_of(&s->text), from);
    struct text changed = { 0 };
    struct box *box;

    CHECK(at != NULL);
    if (!at)
        return;
    text_add_n(&changed, s->text.s, (size_t)(at - s->text.s));
    text_add(&changed, to);
    text_add(&changed, at + strlen(from));
    box = open_with(s, text_of(&changed));
    CHECK(box == NULL);
    CHECK(strstr(text_of(&s->errors.lines), complaint) != NULL);
    box_free(box);
    text_free(&changed);
}

TEST(net_that_was_damaged_is_refused)
{
    struct scene s;

    begin(&s);
    refuse(&s, "unit 1048576", "unit 1048575", "net.txt:7: the lines above come to");
    refuse(&s, " -17 ", " -18 ", "net.txt:7: the lines above come to");
    refuse(&s, " -17 ", " ", "net.txt:5: a weight is missing");
    refuse(&s, " -17 ", " x ", "net.txt:5: ");
    refuse(&s, "net ", "nets ", "net.txt:2: expected: net");
    refuse(&s, " 2\ninputs", " 3\ninputs", "net.txt:7: expected: unit");
    refuse(&s, "sign-left", "sign-right", "net.txt:3: input 2 is sign-left, not sign-right");
    refuse(&s, "direct", "indirect", "net.txt:4: expected: direct");
    refuse(&s, "sum ", "sum 0", "the lines above come to");
    refuse(&s, "\nsum ", "\n# sum ", "a line is missing here: sum");
    end(&s);
}
