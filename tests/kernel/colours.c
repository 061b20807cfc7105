/*
 * Colours of formations are told from each other also by people without red or without green: of each two of an
 * army that are cut alike (cavalry has a swallow tail) CIEDE2000 is above 10, "plainly different", with all cones
 * and with either kind missing (Machado, Oliveira, Fernandes 2009, full severity). All games, also those to come.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../box.h"
#include "../test.h"
#include "kernel/game.h"

static const double PI = 3.14159265358979323846;
enum { PLAINLY = 10 };

struct lab {
    double l, a, b;
};

static const struct eyes {
    const char *name;
    double m[3][3];
} eyes[] = {
    { "all cones", { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
    { "no red",
      { { 0.152286, 1.052583, -0.204868 },
        { 0.114503, 0.786281, 0.099216 },
        { -0.003882, -0.048116, 1.051998 } } },
    { "no green",
      { { 0.367322, 0.860646, -0.227968 },
        { 0.280085, 0.672501, 0.047413 },
        { -0.011820, 0.042940, 0.968881 } } },
};

static double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double root(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

static struct lab lab_of(const char *colour, const struct eyes *e)
{
    unsigned long rgb = strtoul(colour + 1, NULL, 16);
    double in[3], c[3], x, y, z;

    for (int i = 0; i < 3; i++)
        in[i] = linear((double)(rgb >> (16 - 8 * i) & 255) / 255);
    for (int i = 0; i < 3; i++)
        c[i] = fmin(1, fmax(0, e->m[i][0] * in[0] + e->m[i][1] * in[1] + e->m[i][2] * in[2]));
    x = root((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.95047);
    y = root(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
    z = root((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.08883);
    return (struct lab){ 116 * y - 16, 500 * (x - y), 200 * (y - z) };
}

static double radians(double degrees)
{
    return degrees * PI / 180;
}

/* Degrees from 0 on. */
static double hue(double a, double b)
{
    double h = atan2(b, a) * 180 / PI;

    return h < 0 ? h + 360 : h;
}

static double share(double chroma)
{
    return sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7)));
}

/* CIEDE2000 */
static double difference(struct lab p, struct lab q)
{
    double g = 1.5 - 0.5 * share((hypot(p.a, p.b) + hypot(q.a, q.b)) / 2);
    double c1 = hypot(p.a * g, p.b), c2 = hypot(q.a * g, q.b), c = (c1 + c2) / 2;
    double h1 = hue(p.a * g, p.b), h2 = hue(q.a * g, q.b), dh = h2 - h1, h = (h1 + h2) / 2;
    double l = (p.l + q.l) / 2 - 50, dl, dc, t, turn;

    if (fabs(dh) > 180) {
        dh += dh > 0 ? -360 : 360;
        h += h < 180 ? 180 : -180;
    }
    t = 1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h)) +
        0.32 * cos(radians(3 * h + 6)) - 0.2 * cos(radians(4 * h - 63));
    dl = (q.l - p.l) / (1 + 0.015 * l * l / sqrt(20 + l * l));
    dc = (c2 - c1) / (1 + 0.045 * c);
    dh = 2 * sqrt(c1 * c2) * sin(radians(dh / 2)) / (1 + 0.015 * c * t);
    turn = -2 * share(c) * sin(radians(60 * exp(-pow((h - 275) / 25, 2))));
    return sqrt(dl * dl + dc * dc + dh * dh + turn * dc * dh);
}

/* As Sharma, Wu and Dalal publish it. */
TEST(colours_are_measured_as_they_should_be)
{
    struct lab p = { 50, 2.6772, -79.7751 }, q = { 50, 0, -82.7485 };
    struct lab r = { 60.2574, -34.0099, 36.2677 }, s = { 60.4626, -34.1751, 39.4387 };

    CHECK_INT((int)lround(10000 * difference(p, q)), 20425);
    CHECK_INT((int)lround(10000 * difference(r, s)), 12644);
}

static void told_apart(const struct formation *f, const struct formation *g)
{
    for (int i = 0; i < COUNT(eyes); i++) {
        double d = difference(lab_of(f->colour, &eyes[i]), lab_of(g->colour, &eyes[i]));

        if (d <= PLAINLY)
            printf("%s and %s, %s: %.1f\n", f->id, g->id, eyes[i].name, d);
        CHECK(d > PLAINLY);
    }
}

TEST(formations_are_told_apart_without_red_and_without_green)
{
    for (int n = 0; all_games[n]; n++) {
        struct box *box = test_box(all_games[n]->id);
        const struct looks *k = &box->looks;

        for (int i = 0; i < k->formations; i++)
            for (int j = 0; j < i; j++) {
                const struct formation *f = &k->formation[i], *g = &k->formation[j];

                if (f->colour && g->colour && strcmp(f->army, g->army) == 0 && f->tail == g->tail)
                    told_apart(f, g);
            }
        box_free(box);
    }
}
