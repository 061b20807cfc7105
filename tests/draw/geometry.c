/*
 * The means of drawing: lines, raster fields and their contours, lettering, numbers of the writer.
 */
#include "../test.h"

#include "draw/field.h"
#include "draw/noise.h"
#include "draw/png.h"
#include "draw/svg.h"

#include <string.h>

static struct rect square(double half)
{
    return (struct rect){ -half, -half, half, half };
}

static struct line circle(struct arena *arena, double r, int n)
{
    struct line l = line_new(arena);

    for (int i = 0; i < n; i++)
        line_add(&l, pt_turn(pt(r, 0), i * 2 * 3.14159265358979 / n));
    return l;
}

TEST(draw_spline_passes_its_points_and_stays_near)
{
    struct arena arena = { 0 };
    struct line l = line_new(&arena);

    line_add(&l, pt(0, 0));
    line_add(&l, pt(10, 0));
    line_add(&l, pt(10, 100));
    line_add(&l, pt(200, 100));
    struct line s = line_spline(&l, false, 8);
    for (int i = 0; i < l.n; i++)
        CHECK(line_near(&s, l.p[i], NULL) < 1e-6);
    for (int i = 0; i < s.n; i++)
        CHECK(line_near(&l, s.p[i], NULL) < 12);
    arena_free(&arena);
}

TEST(draw_resample_keeps_ends_and_length)
{
    struct arena arena = { 0 };
    struct line l = line_new(&arena);

    line_add(&l, pt(0, 0));
    line_add(&l, pt(30, 40));
    line_add(&l, pt(30, 140));
    struct line r = line_resample(&l, false, 7);
    CHECK(pt_dist(r.p[0], l.p[0]) < 1e-9 && pt_dist(r.p[r.n - 1], l.p[2]) < 1e-9);
    CHECK(fabs(line_length(&r, false) - 150) < 1);
    CHECK(fabs(line_length(&(struct line){ .p = r.p, .n = 2 }, false) - 150.0 / 22) < 1e-6);
    struct line cut = line_cut(&l, 25, 75);
    CHECK(fabs(line_length(&cut, false) - 50) < 1e-6);
    arena_free(&arena);
}

TEST(draw_simplify_keeps_within_its_slack)
{
    struct arena arena = { 0 };
    struct line l = circle(&arena, 100, 400), s = line_simplify(&l, true, .5);

    CHECK(s.n < 60);
    struct line shut = line_copy(&s);
    line_add(&shut, s.p[0]);
    for (int i = 0; i < l.n; i++)
        CHECK(line_near(&shut, l.p[i], NULL) <= .5 + 1e-9);
    arena_free(&arena);
}

TEST(draw_rings_hold_points_and_are_measured)
{
    struct arena arena = { 0 };
    struct line r = ring_rect(&arena, pt(50, 20), 40, 10, .4);

    CHECK(ring_holds(&r, pt(50, 20)) && !ring_holds(&r, pt(50, 40)));
    CHECK(fabs(fabs(ring_area(&r)) - 400) < 1e-6);
    CHECK(pt_dist(ring_middle(&r), pt(50, 20)) < 1e-6);
    struct line half = ring_halve(&r, pt(50, 20), pt(1, 0));
    CHECK(fabs(fabs(ring_area(&half)) - 200) < 1e-6);
    arena_free(&arena);
}

TEST(draw_lines_cross_at_the_nearest_place)
{
    struct arena arena = { 0 };
    struct line a = line_new(&arena), b = line_new(&arena);
    struct pt at;

    for (int i = 0; i <= 10; i++)
        line_add(&a, pt(i * 10, i % 2 ? 5 : -5));
    line_add(&b, pt(0, 0));
    line_add(&b, pt(100, 0));
    CHECK(lines_cross(&a, &b, pt(44, 0), 20, &at) && pt_dist(at, pt(45, 0)) < 1e-6);
    CHECK(!lines_cross(&a, &b, pt(44, 50), 20, &at));
    arena_free(&arena);
}

TEST(draw_contour_of_a_disc_is_the_disc)
{
    struct arena arena = { 0 };
    struct field f = field_new(&arena, square(100), 4, 0);

    for (int j = 0; j < f.h; j++) {
        for (int i = 0; i < f.w; i++)
            f.v[j * f.w + i] = (float)(60 - pt_len(field_place(&f, i, j)));
    }
    struct lines rings = field_contour(&f, 0);
    CHECK_INT(rings.n, 1);
    CHECK(fabs(fabs(ring_area(&rings.l[0])) / (3.14159265 * 3600) - 1) < .005);
    rings = field_contour(&f, -1e6);
    CHECK_INT(rings.n, 1);
    rings = field_contour(&f, 1e6);
    CHECK_INT(rings.n, 0);
    arena_free(&arena);
}

/* A ring with a hole, and two squares that touch at a corner: every contour is closed. */
TEST(draw_contours_have_holes_and_part_at_saddles)
{
    struct arena arena = { 0 };
    struct field f = field_new(&arena, square(100), 5, 0);
    struct lines set = lines_new(&arena);

    lines_add(&set, circle(&arena, 80, 60));
    lines_add(&set, circle(&arena, 40, 60));
    field_fill(&f, &set, 1);
    struct lines rings = field_contour(&f, .5);
    CHECK_INT(rings.n, 2);
    CHECK(ring_area(&rings.l[0]) * ring_area(&rings.l[1]) < 0);
    f = field_new(&arena, square(20), 10, 0);
    f.v[1 * f.w + 1] = f.v[2 * f.w + 2] = 1;
    rings = field_contour(&f, .6);
    CHECK_INT(rings.n, 2);
    rings = field_contour(&f, .4);
    CHECK_INT(rings.n, 1);
    arena_free(&arena);
}

TEST(draw_distance_is_exact_on_the_raster)
{
    struct arena arena = { 0 };
    struct field mask = field_new(&arena, square(50), 1, 0);

    mask.v[50 * mask.w + 50] = 1;
    struct field d = field_distance(&mask);
    CHECK(fabs(d.v[50 * d.w + 80] + 29.5) < 1e-4);
    CHECK(fabs(d.v[90 * d.w + 80] + 49.5) < 1e-4);
    CHECK(d.v[50 * d.w + 50] > 0);
    arena_free(&arena);
}

TEST(draw_blur_keeps_the_mean)
{
    struct arena arena = { 0 };
    struct field f = field_new(&arena, square(100), 2, 0);
    double sum = 0;

    field_fill_ring(
        &f, &(struct line){ .p = (struct pt[]){ { -20, -20 }, { 20, -20 }, { 0, 20 } }, .n = 3 },
        1);
    for (int i = 0; i < f.w * f.h; i++)
        sum += f.v[i];
    field_blur(&f, 9);
    for (int i = 0; i < f.w * f.h; i++)
        sum -= f.v[i];
    CHECK(fabs(sum) < .1);
    arena_free(&arena);
}

TEST(draw_noise_is_the_same_everywhere)
{
    CHECK(fabs(noise(31, 44, pt(123, 456)) - noise(31, 44, pt(123, 456))) < 1e-15);
    for (int i = 0; i < 500; i++) {
        double v = noise(5, 17, pt(i * 3.7, -i * 1.3));
        CHECK(v >= -1 && v <= 1);
    }
    struct jitter a = jitter_new(7), b = jitter_new(7);
    for (int i = 0; i < 50; i++)
        CHECK(jitter_pick(&a, 6) == jitter_pick(&b, 6));
}

TEST(draw_paths_are_short_and_relative)
{
    struct text out = { 0 };
    struct svg svg = { .out = &out, .window = { -1e6, -1e6, 1e6, 1e6 } };
    struct path d = path_new(&svg);

    path_segment(&d, pt(1, 2), pt(3.04, -2.5));
    path_segment(&d, pt(-.5, 0), pt(.5, 0));
    CHECK_STR(text_of(&d.d), "M1 2l2-4.5m-3.5 2.5 1 0");
    text_free(&d.d);
    d = path_new(&svg);
    path_dot(&d, pt(10, 10));
    path_dot(&d, pt(12.5, 9));
    CHECK_STR(text_of(&d.d), "M10 10h0m2.5-1h0");
    text_free(&d.d);
}

TEST(draw_text_is_escaped)
{
    struct text out = { 0 };
    struct svg svg = { .out = &out };

    svg_text(&svg, "x", pt(.05, -3), "<Papelotte & \"La Haye\">");
    CHECK_STR(text_of(&out), "<text class=\"x\" x=\".1\" y=\"-3\">&lt;Papelotte &amp; &quot;La Haye"
                             "&quot;&gt;</text>\n");
    text_free(&out);
}

TEST(draw_lettering_knows_accents_and_breaks)
{
    struct arena arena = { 0 };
    struct type t = { FACE_SERIF, 10, 0 };

    CHECK_STR(type_capitals(&arena, "Forêt de Soignes, Œuvre"), "FORÊT DE SOIGNES, ŒUVRE");
    CHECK(type_width(t, "é") > 0 && fabs(type_width(t, "é") - type_width(t, "e")) < 1.5);
    CHECK_STR(type_break("Chapelle-Saint-Lambert"), "Saint-Lambert");
    CHECK_STR(type_break("Bois de Paris"), "Paris");
    CHECK(type_break("Ohain") == NULL);
    arena_free(&arena);
}

/* The first bytes and the checksum of the header are known; the rest is looked at by eye. */
TEST(draw_png_begins_as_a_png_does)
{
    static const unsigned char pixels[4] = { 0, 1, 1, 0 };
    static const struct png_colour colours[2] = { { 0, 0, 0, 255 }, { 255, 255, 255, 0 } };
    struct text out = { 0 };

    png_base64(&out, 2, 2, pixels, colours, 2);
    CHECK(strncmp(text_of(&out), "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAMAAAB", 38) == 0);
    CHECK(strstr(text_of(&out), "AAAASUVORK5CYII=") != NULL);
    text_free(&out);
}
