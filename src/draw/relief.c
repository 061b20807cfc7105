/* relief.c: heights and their shading. Light falls from the north-west, as on every map; the large
 * tilt of the country is taken out, so that both ends of a board are equally bright. */
#include "layers.h"
#include "png.h"

#define STEP 6.25 /* units of a pixel of the shading */

/* ---- heights ---- */

/* Sums of heights and their counts, halved in resolution again and again: gaps are then filled from
 * the nearest level that knows something. */
struct level {
    struct field sum, count;
};

static struct level halved(const struct level *fine)
{
    struct rect over = { fine->sum.origin.x, fine->sum.origin.y,
                         fine->sum.origin.x + fine->sum.step * (fine->sum.w - 1),
                         fine->sum.origin.y + fine->sum.step * (fine->sum.h - 1) };
    struct level half = { field_new(fine->sum.arena, over, fine->sum.step * 2, 0),
                          field_new(fine->sum.arena, over, fine->sum.step * 2, 0) };

    for (int j = 0; j < fine->sum.h; j++) {
        for (int i = 0; i < fine->sum.w; i++) {
            int from = j * fine->sum.w + i, to = j / 2 * half.sum.w + i / 2;
            half.sum.v[to] += fine->sum.v[from];
            half.count.v[to] += fine->count.v[from];
        }
    }
    return half;
}

static void fill_gaps(struct level *fine, const struct level *half)
{
    for (int j = 0; j < fine->sum.h; j++) {
        for (int i = 0; i < fine->sum.w; i++) {
            int at = j * fine->sum.w + i;
            if (fine->count.v[at] > 0) {
                fine->sum.v[at] /= fine->count.v[at];
            } else {
                struct pt here = field_place(&fine->sum, i, j);
                fine->sum.v[at] = (float)field_at(
                    &half->sum, pt(here.x - fine->sum.step / 2, here.y - fine->sum.step / 2));
            }
        }
    }
}

static void spread(struct level *top)
{
    enum { MOST = 12 };
    struct level pyramid[MOST] = { *top };
    int n = 1;

    for (; n < MOST && pyramid[n - 1].sum.w > 3 && pyramid[n - 1].sum.h > 3; n++)
        pyramid[n] = halved(&pyramid[n - 1]);
    for (int i = 0; i < pyramid[n - 1].sum.w * pyramid[n - 1].sum.h; i++) {
        if (pyramid[n - 1].count.v[i] > 0)
            pyramid[n - 1].sum.v[i] /= pyramid[n - 1].count.v[i];
    }
    for (int k = n - 2; k >= 0; k--)
        fill_gaps(&pyramid[k], &pyramid[k + 1]);
    *top = pyramid[0];
}

static void note_height(struct level *l, struct pt at, double metres)
{
    int i = (int)floor((at.x - l->sum.origin.x) / l->sum.step + .5),
        j = (int)floor((at.y - l->sum.origin.y) / l->sum.step + .5);

    if (i < 0 || j < 0 || i >= l->sum.w || j >= l->sum.h)
        return;
    l->sum.v[j * l->sum.w + i] += (float)metres;
    l->count.v[j * l->sum.w + i] += 1;
}

/* A map without heights is shaded by the levels of its cells. */
#define LEVEL_METRES 12

void relief_make(struct plan *p)
{
    struct rect over = rect_grow(p->all, 20);
    struct level l = { field_new(p->arena, over, STEP, 0), field_new(p->arena, over, STEP, 0) };

    for (int i = 0; i < p->ground->heights; i++)
        note_height(&l, p->ground->height[i].at, p->ground->height[i].metres);
    for (int i = 0; i < p->board->cells && !p->ground->heights; i++)
        note_height(&l, p->centre[i], LEVEL_METRES * p->board->cell[i].level);
    spread(&l);
    field_blur(&l.sum, 12 * fmax(1, p->detail));
    p->relief = l.sum;
}

/* ---- shading ---- */

/* How much brighter than flat ground, for every sample. */
static struct field brightness(const struct field *z, double steep)
{
    static const double light[3] = { -.55, -.62, .56 };
    double len = sqrt(light[0] * light[0] + light[1] * light[1] + light[2] * light[2]);
    struct field out = field_like(z, 0);

    for (int j = 1; j + 1 < z->h; j++) {
        for (int i = 1; i + 1 < z->w; i++) {
            const float *v = z->v + j * z->w + i;
            double dx = (v[1] - v[-1]) * steep, dy = (v[z->w] - v[-z->w]) * steep;
            double norm = sqrt(dx * dx + dy * dy + 1) * len;
            out.v[j * z->w + i] =
                (float)((-dx * light[0] - dy * light[1] + light[2]) / norm - light[2] / len);
        }
    }
    return out;
}

/* The steepness at which nine tenths of the board stay within the scale: a board of 20 m and one of
 * 150 m are shaded alike. */
static double steepness(const struct field *z)
{
    enum { BINS = 400 };
    int bin[BINS] = { 0 }, total = 0, seen = 0, k = 0;

    for (int j = 1; j + 1 < z->h; j++) {
        for (int i = 1; i + 1 < z->w; i++) {
            const float *v = z->v + j * z->w + i;
            double slope = sqrt((double)(v[1] - v[-1]) * (v[1] - v[-1]) +
                                (double)(v[z->w] - v[-z->w]) * (v[z->w] - v[-z->w]));
            bin[(int)clamp(slope * 40, 0, BINS - 1)]++;
            total++;
        }
    }
    while (k < BINS - 1 && (seen += bin[k]) < total * .9)
        k++;
    return .62 / ((k + 1) / 40.0);
}

enum { TONES = 48 }; /* of shadow, and as many of light */

/* Shadow and light, each with its greatest opacity. By night there is little light to see. */
static void tone_colours(struct png_colour *c, enum light light)
{
    static const struct {
        struct png_colour shadow, light;
    } tones[LIGHTS] = {
        [LIGHT_DAY] = { { 84, 66, 60, 66 }, { 255, 252, 236, 79 } },
        [LIGHT_NIGHT] = { { 6, 8, 10, 120 }, { 226, 214, 184, 26 } },
        [LIGHT_CONTRAST] = { { 84, 66, 60, 24 }, { 255, 252, 236, 28 } },
    };

    for (int i = 0; i < TONES; i++) {
        c[i] = tones[light].shadow;
        c[TONES + i] = tones[light].light;
        c[i].a = (unsigned char)(c[i].a * i / (TONES - 1));
        c[TONES + i].a = (unsigned char)(c[TONES + i].a * i / (TONES - 1));
    }
}

static unsigned char tone_of(double bright)
{
    double share = bright < 0 ? tanh(-bright / .30) : tanh(bright / .34);
    int step = (int)(share * (TONES - 1) + .5);

    return (unsigned char)(bright < 0 ? step : TONES + step);
}

static struct field shading(const struct field *relief)
{
    struct field bright = brightness(relief, steepness(relief)), tilt = field_copy(&bright);

    field_blur(&tilt, 260);
    for (int i = 0; i < bright.w * bright.h; i++)
        bright.v[i] -= (float)(.62 * tilt.v[i]);
    field_blur(&bright, 7);
    return bright;
}

void relief_draw(struct plan *p)
{
    struct field bright = shading(&p->relief);
    struct png_colour colours[2 * TONES];
    unsigned char *pixels = ROOM(p->arena, unsigned char, bright.w *bright.h);
    struct svg *svg = &p->svg;

    for (int i = 0; i < bright.w * bright.h; i++)
        pixels[i] = tone_of(bright.v[i]);
    tone_colours(colours, svg->light);
    svg_open(svg, "relief", NULL);
    svg_raw(svg, "<image preserveAspectRatio=\"none\"");
    svg_attribute(svg, "x", bright.origin.x - STEP / 2);
    svg_attribute(svg, "y", bright.origin.y - STEP / 2);
    svg_attribute(svg, "width", bright.w * STEP);
    svg_attribute(svg, "height", bright.h * STEP);
    svg_raw(svg, " href=\"data:image/png;base64,");
    png_base64(svg->out, bright.w, bright.h, pixels, colours, 2 * TONES);
    svg_raw(svg, "\"/>\n");
    svg_close(svg);
}
