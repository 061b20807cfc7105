/*
 * Hex geometry: the facts that three rulebooks establish about their grids, and the exact line held
 * against a slow search over every hex near it.
 */
#include "hex.h"
#include "../test.h"
#include "base.h"

#include <stdlib.h>
#include <string.h>

static const struct hex_grid waterloo = {
    .flat = true,
    .shift_odd = true,
    .columns_east = true,
    .rows_south = true,
    .column_first = 1,
    .column_last = 19,
    .row_first = 1,
    .row_last = 25,
};

static const struct hex_grid quatre_bras = {
    .rows_first = true,
    .columns_east = true,
    .column_first = 1,
    .column_last = 41,
    .row_first = 1,
    .row_last = 39,
};

static const struct hex_grid campaign = {
    .shift_odd = true,
    .rows_first = true,
    .columns_east = true,
    .column_first = 1,
    .column_last = 22,
    .row_first = 8,
    .row_last = 44,
};

static struct hex at(const struct hex_grid *g, const char *number)
{
    int column = 0, row = 0;

    CHECK(hex_read(g, number, &column, &row));
    return hex_of(g, column, row);
}

static const char *number_of(const struct hex_grid *g, struct hex h)
{
    static char number[4][5];
    static int turn;
    int column, row;

    turn = (turn + 1) % 4;
    if (!hex_locate(g, h, &column, &row))
        return "off";
    hex_write(g, column, row, number[turn]);
    return number[turn];
}

static int apart(const struct hex_grid *g, const char *a, const char *b)
{
    return hex_distance(at(g, a), at(g, b));
}

/* The line as text: "0603|0702" is a spine, "0603+0702" two hexes cut one after the other. */
static const char *between(const struct hex_grid *g, const char *a, const char *b)
{
    static char text[400];
    struct hex_line line = hex_line(at(g, a), at(g, b));

    text[0] = '\0';
    for (int i = 1; i < line.length; i++) {
        struct hex_stage stage = hex_line_stage(&line, i);

        strcat(text, i > 1 ? " " : "");
        strcat(text, number_of(g, stage.at[0]));
        if (stage.n == 2) {
            strcat(text, stage.spine ? "|" : "+");
            strcat(text, number_of(g, stage.at[1]));
        }
    }
    return text;
}

static void check_spine(const struct hex_grid *g, const char *a, const char *b, const char *one,
                        const char *other)
{
    struct hex_line line = hex_line(at(g, a), at(g, b));
    struct hex_stage stage = hex_line_stage(&line, 1);

    CHECK_INT(line.length, 2);
    CHECK(stage.spine && stage.n == 2);
    CHECK((hex_same(stage.at[0], at(g, one)) && hex_same(stage.at[1], at(g, other))) ||
          (hex_same(stage.at[1], at(g, one)) && hex_same(stage.at[0], at(g, other))));
}

TEST(hex_waterloo_grid)
{
    const struct hex_grid *g = &waterloo;

    CHECK_INT(apart(g, "0403", "0502"), 1);
    CHECK_INT(apart(g, "0309", "0410"), 1);
    CHECK_INT(apart(g, "0806", "0807"), 1);
    CHECK_INT(apart(g, "0807", "0907"), 1);
    CHECK_INT(apart(g, "0806", "0907"), 2);
    CHECK_INT(apart(g, "1422", "1423"), 1);
    CHECK_INT(apart(g, "1423", "1323"), 1);
    CHECK_STR(between(g, "0604", "0803"), "0703");
    CHECK_STR(between(g, "0604", "0602"), "0603");
    CHECK_STR(between(g, "0504", "0502"), "0503");
    check_spine(g, "0602", "0703", "0603", "0702");
    check_spine(g, "0604", "0502", "0503", "0603");
}

static void check_neighbours(const struct hex_grid *g, const char *number,
                             const char *const want[6])
{
    for (int d = 0; d < HEX_SIDES; d++) {
        struct hex next = hex_step(at(g, number), d);

        CHECK_STR(number_of(g, next), want[d]);
        CHECK_INT(hex_direction(at(g, number), next), d);
        CHECK_INT(hex_direction(next, at(g, number)), hex_turn(d, 3));
    }
}

TEST(hex_directions_clockwise)
{
    check_neighbours(&waterloo, "0604",
                     (const char *const[]){ "0603", "0703", "0704", "0605", "0504", "0503" });
    check_neighbours(&waterloo, "0503",
                     (const char *const[]){ "0502", "0603", "0604", "0504", "0404", "0403" });
    check_neighbours(&waterloo, "0101",
                     (const char *const[]){ "off", "0201", "0202", "0102", "off", "off" });
    check_neighbours(&quatre_bras, "2922",
                     (const char *const[]){ "3022", "2923", "2822", "2821", "2921", "3021" });
    check_neighbours(&quatre_bras, "2822",
                     (const char *const[]){ "2923", "2823", "2723", "2722", "2821", "2922" });
    check_neighbours(&campaign, "3708",
                     (const char *const[]){ "3809", "3709", "3609", "3608", "3707", "3808" });
    check_neighbours(&campaign, "3809",
                     (const char *const[]){ "3909", "3810", "3709", "3708", "3808", "3908" });
}

TEST(hex_quatre_bras_grid)
{
    static const char *const picton[] = { "3021", "3122", "3222", "3322", "3422",
                                          "3522", "3622", "3722", "3822", "3923" };
    static const char *const pickets[] = { "1423", "1425", "1527", "1529", "1630", "1632" };
    const struct hex_grid *g = &quatre_bras;

    CHECK_STR(between(g, "2433", "2031"), "2333 2232 2132");
    check_spine(g, "2923", "2821", "2822", "2922");
    for (int i = 0; i + 1 < 10; i++)
        CHECK_INT(apart(g, picton[i], picton[i + 1]), 1);
    for (int i = 0; i + 1 < 6; i++)
        CHECK_INT(apart(g, pickets[i], pickets[i + 1]), 2);
    CHECK_INT(apart(g, "1632", "1436"), 5);
    CHECK_INT(apart(g, "3907", "3121"), 18);
    CHECK_INT(apart(g, "3021", "1741"), 26);
    CHECK_INT(apart(g, "0121", "3021"), 29);
    CHECK_INT(hex_direction(at(g, "3021"), at(g, "3122")), 0);
    CHECK_INT(hex_direction(at(g, "3221"), at(g, "3122")), 2);
}

TEST(hex_campaign_grid)
{
    CHECK_INT(apart(&campaign, "3707", "3708"), 1);
    CHECK_INT(apart(&campaign, "3708", "3809"), 1);
    CHECK_INT(apart(&campaign, "3809", "3810"), 1);
    CHECK_INT(apart(&campaign, "3707", "3809"), 2);
}

TEST(hex_numbers_both_ways_on_every_grid)
{
    for (int kind = 0; kind < 32; kind++) {
        struct hex_grid g = {
            .flat = kind & 1,
            .shift_odd = kind & 2,
            .rows_first = kind & 4,
            .columns_east = kind & 8,
            .rows_south = kind & 16,
            .column_first = 3,
            .column_last = 9,
            .row_first = 2,
            .row_last = 11,
        };
        int last = -1;

        for (int column = 3; column <= 9; column++)
            for (int row = 2; row <= 11; row++) {
                struct hex h = hex_of(&g, column, row);
                int c = 0, r = 0;
                char number[5];

                CHECK(hex_locate(&g, h, &c, &r) && c == column && r == row);
                hex_write(&g, column, row, number);
                CHECK(hex_read(&g, number, &c, &r) && c == column && r == row);
                last = atoi(number);
            }
        CHECK_INT(last, g.rows_first ? 1109 : 911);
        CHECK(!hex_read(&g, "0101", &(int){ 0 }, &(int){ 0 }));
        CHECK(!hex_read(&g, "404", &(int){ 0 }, &(int){ 0 }));
        CHECK(!hex_read(&g, "04045", &(int){ 0 }, &(int){ 0 }));
        CHECK(!hex_read(&g, "0a04", &(int){ 0 }, &(int){ 0 }));
    }
}

/* Where a line of numbers grows and which of them are shifted is seen in the points. */
TEST(hex_points_follow_the_compass)
{
    for (int kind = 0; kind < 16; kind++) {
        struct hex_grid g = {
            .flat = kind & 1,
            .shift_odd = kind & 2,
            .columns_east = kind & 4,
            .rows_south = kind & 8,
            .column_first = 1,
            .column_last = 8,
            .row_first = 1,
            .row_last = 8,
        };
        struct hex_point a = hex_centre(&g, hex_of(&g, 3, 3)),
                         right = hex_centre(&g, hex_of(&g, 4, 3));
        struct hex_point below = hex_centre(&g, hex_of(&g, 3, 4));
        struct hex_point corner =
            hex_centre(&g, hex_of(&g, g.columns_east ? 1 : 8, g.rows_south ? 1 : 8));

        CHECK((right.x > a.x) == g.columns_east);
        CHECK((below.y > a.y) == g.rows_south);
        if (g.flat)
            CHECK_INT(a.y - right.y, g.shift_odd ? 500 : -500);
        else
            CHECK_INT(a.x - below.x, g.shift_odd ? 500 : -500);
        CHECK(corner.x == 0 && corner.y == 0);
    }
}

TEST(hex_corners_are_shared)
{
    for (int kind = 0; kind < 2; kind++) {
        struct hex_grid g = { .flat = kind,
                              .columns_east = true,
                              .rows_south = true,
                              .column_first = 1,
                              .column_last = 30,
                              .row_first = 1,
                              .row_last = 30 };
        struct hex h = hex_of(&g, 17, 23);

        for (int k = 0; k < HEX_SIDES; k++) {
            struct hex_point p = hex_corner(&g, h, k);
            struct hex_point q = hex_corner(&g, hex_step(h, k), hex_turn(k, 2));
            struct hex_point r = hex_corner(&g, hex_step(h, hex_turn(k, 1)), hex_turn(k, 4));

            CHECK(p.x == q.x && p.y == q.y && p.x == r.x && p.y == r.y);
        }
    }
}

TEST(hex_rings)
{
    struct hex ring[6 * 9], centre = { 3, -2 };

    CHECK_INT(hex_ring(centre, 0, ring), 1);
    CHECK(hex_same(ring[0], centre));
    for (int radius = 1; radius < 9; radius++) {
        int n = hex_ring(centre, radius, ring);

        CHECK_INT(n, 6 * radius);
        CHECK(hex_same(ring[0], hex_walk(centre, 0, radius)));
        for (int i = 0; i < n; i++) {
            CHECK_INT(hex_distance(centre, ring[i]), radius);
            CHECK_INT(hex_distance(ring[i], ring[(i + 1) % n]), 1);
            CHECK(hex_bearing(centre, ring[i]) / 4 == i / radius);
        }
    }
}

TEST(hex_bearings)
{
    struct hex o = { 0, 0 };

    CHECK_INT(hex_bearing(o, o), -1);
    for (int d = 0; d < HEX_SIDES; d++) {
        CHECK_INT(hex_bearing(o, hex_walk(o, d, 5)), 4 * d);
        CHECK_INT(hex_bearing(o, hex_step(hex_walk(o, d, 2), hex_turn(d, 1))), 4 * d + 1);
        CHECK_INT(hex_bearing(o, hex_step(hex_step(o, d), hex_turn(d, 1))), 4 * d + 2);
        CHECK_INT(hex_bearing(o, hex_step(hex_walk(o, hex_turn(d, 1), 2), d)), 4 * d + 3);
    }
}

static int cone(int facing, int half, int from, int to)
{
    struct hex ring[6 * 8], o = { 7, 7 };
    int n = 0;

    for (int radius = from; radius <= to; radius++)
        n += hex_arc(o, radius, facing, half, ring);
    return n;
}

/* Ney vs. Wellington 11.21: zones through the two sides before a facing corner. */
TEST(hex_cones)
{
    for (int facing = 1; facing < HEX_FACINGS; facing += 2) {
        CHECK_INT(cone(facing, 2, 1, 1), 2);
        CHECK_INT(cone(facing, 2, 1, 2), 5);
        CHECK_INT(cone(facing, 2, 3, 4), 9);
        CHECK_INT(cone(facing, 2, 5, 6), 13);
        CHECK_INT(cone(facing, 2, 1, 8), 44);
        CHECK_INT(cone(facing, 12, 1, 3), 36);
    }
    for (int facing = 0; facing < HEX_FACINGS; facing += 2) {
        CHECK_INT(cone(facing, 0, 1, 8), 8);
        CHECK_INT(cone(facing, 4, 1, 1), 3);
        CHECK_INT(cone(facing, 4, 2, 2), 5);
    }
}

/* -- facings -- */

static const char *facings_of(const struct hex_grid *g)
{
    static char text[100];

    text[0] = '\0';
    for (int f = 0; f < HEX_FACINGS; f++) {
        strcat(strcat(text, f ? " " : ""), hex_facing_name(g, f));
        CHECK_INT(hex_facing_named(g, hex_facing_name(g, f)), f);
        if (f % 2 == 0)
            CHECK_STR(hex_facing_name(g, f), hex_direction_name(g, f / 2));
    }
    return text;
}

TEST(hex_facings_have_names)
{
    CHECK_STR(facings_of(&waterloo), "n nne ne e se sse s ssw sw w nw nnw");
    CHECK_STR(facings_of(&quatre_bras), "ne ene e ese se s sw wsw w wnw nw n");
    CHECK_STR(hex_facing_title(&waterloo, 3), "east");
    CHECK_STR(hex_facing_title(&waterloo, 11), "north-north-west");
    CHECK_STR(hex_facing_title(&quatre_bras, 3), "east-south-east");
    CHECK_STR(hex_facing_title(&quatre_bras, 11), "north");
    CHECK_INT(hex_facing_named(&waterloo, "ene"), -1);
    CHECK_INT(hex_facing_named(&quatre_bras, "nne"), -1);
    CHECK_INT(hex_facing_named(&quatre_bras, ""), -1);
}

/* A word says where its point is: names and points of the drawing agree. */
TEST(hex_facings_look_where_they_say)
{
    const struct hex_grid *grids[] = { &waterloo, &quatre_bras };

    for (int i = 0; i < 2; i++)
        for (int f = 0; f < HEX_FACINGS; f++) {
            struct hex o = at(grids[i], "1010");
            struct hex_point from = hex_centre(grids[i], o),
                             to = f % 2 ? hex_corner(grids[i], o, f / 2)
                                        : hex_centre(grids[i], hex_step(o, f / 2));
            const char *name = hex_facing_name(grids[i], f);

            CHECK_INT(to.x > from.x, strchr(name, 'e') != NULL);
            CHECK_INT(to.x < from.x, strchr(name, 'w') != NULL);
            CHECK_INT(to.y > from.y, strchr(name, 's') != NULL);
            CHECK_INT(to.y < from.y, strchr(name, 'n') != NULL);
        }
}

TEST(hex_facings_turn)
{
    CHECK_INT(hex_facing_turn(11, 1), 0);
    CHECK_INT(hex_facing_turn(0, -1), 11);
    CHECK_INT(hex_facing_turn(3, -27), 0);
    CHECK_INT(hex_facing_apart(11, 1), 2);
    CHECK_INT(hex_facing_apart(1, 11), 2);
    CHECK_INT(hex_facing_apart(2, 8), 6);
    CHECK_INT(hex_facing_apart(4, 4), 0);
}

/* "F l l R r r": what each neighbour is, clockwise from direction 0; r is the flank on the right. */
static const char *parts(int facing, struct hex_arcs arcs)
{
    static char text[2 * HEX_SIDES];
    struct hex o = { 4, -7 };

    for (int d = 0; d < HEX_SIDES; d++) {
        struct hex to = hex_step(o, d);
        enum hex_part part = hex_part(o, to, facing, arcs);

        text[2 * d] = part == HEX_FRONT ? 'F' : part == HEX_REAR ? 'R' : '.';
        if (part == HEX_FLANK)
            text[2 * d] = hex_off(o, to, facing) > 0 ? 'r' : 'l';
        text[2 * d + 1] = d == HEX_SIDES - 1 ? '\0' : ' ';
    }
    return text;
}

/* Ney vs. Wellington 6.0b: facing N, front NW and NE, flanks W and E, rear SW and SE. */
TEST(hex_front_flank_and_rear)
{
    CHECK_INT(hex_facing_named(&quatre_bras, "n"), 11);
    CHECK_STR(parts(11, HEX_CORNER_ARCS), "F r R R l F");
    CHECK_STR(parts(1, HEX_CORNER_ARCS), "F F r R R l");
    CHECK_STR(parts(7, HEX_CORNER_ARCS), "R R l F F r");
    CHECK_STR(parts(0, HEX_SIDE_ARCS), "F F r R l F");
    CHECK_STR(parts(6, HEX_SIDE_ARCS), "R l F F F r");
    CHECK_STR(parts(4, (struct hex_arcs){ 0, 4 }), "R l F r R R");
    CHECK_STR(parts(2, (struct hex_arcs){ 4, 4 }), "F F F R R R");
}

/* At any distance each hex is in exactly one part, and those of a corner mirror each other. */
TEST(hex_parts_at_range)
{
    struct hex o = { -3, 5 }, ring[6 * 8];

    for (int facing = 0; facing < HEX_FACINGS; facing++)
        for (int radius = 1; radius <= 8; radius++) {
            int n = hex_ring(o, radius, ring), count[3] = { 0 };

            for (int i = 0; i < n; i++) {
                struct hex away = { i16(2 * o.q - ring[i].q), i16(2 * o.r - ring[i].r) };
                enum hex_part part = hex_part(o, ring[i], facing, HEX_CORNER_ARCS);

                count[part]++;
                CHECK_INT(hex_part(o, away, facing, HEX_CORNER_ARCS), 2 - part);
                CHECK_INT(hex_in_arc(o, ring[i], facing, 2), part == HEX_FRONT);
            }
            CHECK_INT(count[HEX_FRONT], facing % 2 ? radius + 1 : radius / 2 * 2 + 1);
            CHECK_INT(count[HEX_FRONT] + count[HEX_FLANK] + count[HEX_REAR], 6 * radius);
        }
}

/* How far a point, in thirds of a step, lies off the line; the sign says on which side. */
static int off_line(struct hex way, int q3, int r3)
{
    return way.q * r3 - way.r * q3;
}

/* Does the line o -> way cut the inside (2) or only the rim (1) of h? By its six corners. */
static int cuts(struct hex way, struct hex h)
{
    struct hex o = { 0, 0 };
    int above = 0, below = 0, on = 0;
    long along = 2L * (way.q * h.q + way.r * h.r) + way.q * h.r + way.r * h.q;
    long whole = 2L * (way.q * way.q + way.r * way.r) + 2L * way.q * way.r;

    if (along <= 0 || along >= whole)
        return 0;
    for (int k = 0; k < HEX_SIDES; k++) {
        struct hex corner = hex_step(hex_step(o, k), hex_turn(k, 1));
        int off = off_line(way, 3 * h.q + corner.q, 3 * h.r + corner.r);

        above += off > 0;
        below += off < 0;
        on += off == 0;
    }
    return above && below ? 2 : on == 2 ? 1 : 0;
}

static bool in_stage(struct hex_stage stage, struct hex h)
{
    return hex_same(stage.at[0], h) || (stage.n == 2 && hex_same(stage.at[1], h));
}

static void check_line(struct hex way)
{
    struct hex o = { 0, 0 };
    struct hex_line line = hex_line(o, way);
    struct hex last = o;

    for (int q = -9; q <= 9; q++)
        for (int r = -9; r <= 9; r++) {
            struct hex h = { (int16_t)q, (int16_t)r };
            int i = hex_distance(o, h), cut;

            if (hex_same(h, o) || hex_same(h, way))
                continue;
            cut = cuts(way, h);
            if (i >= line.length) {
                CHECK_INT(cut, 0);
                continue;
            }
            CHECK(in_stage(hex_line_stage(&line, i), h) == (cut > 0));
            if (cut)
                CHECK(hex_line_stage(&line, i).spine == (cut == 1));
        }
    for (int i = 1; i <= line.length; i++) { /* without a gap, in order */
        struct hex_stage stage = hex_line_stage(&line, i);

        CHECK_INT(hex_distance(last, stage.at[0]), 1);
        if (stage.spine)
            CHECK_INT(hex_distance(last, stage.at[1]), 1);
        if (stage.n == 2)
            CHECK_INT(hex_distance(stage.at[0], stage.at[1]), 1);
        last = stage.at[stage.n - 1];
    }
    CHECK(hex_same(last, way));
}

TEST(hex_lines_are_exact)
{
    for (int q = -8; q <= 8; q++)
        for (int r = -8; r <= 8; r++)
            check_line((struct hex){ (int16_t)q, (int16_t)r });
}

/* Five ahead and one aside: at half way the line crosses the side between two hexes of one stage.
 */
TEST(hex_line_may_cut_two_at_a_stage)
{
    CHECK_STR(between(&quatre_bras, "1110", "1215"), "1111 1112 1212+1113 1213 1214");
    CHECK_STR(between(&quatre_bras, "1215", "1110"), "1214 1213 1113+1212 1112 1111");
}
