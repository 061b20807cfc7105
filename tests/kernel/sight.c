/*
 * Lines of sight: the worked examples of two rulebooks on little maps, with predicates such as
 * their games will bring; and spines at the edge of the map.
 */
#include "sight.h"
#include "../test.h"
#include "maps.h"

#include <stdio.h>
#include <string.h>

/* -- The Day of Waterloo 10.1 to 10.3: two levels, obstructions, crests -- */

struct guns {
    const struct board *b;
    int from, to;
    int durutte; /* the one unit in the way */
};

static bool is_high(const struct guns *g, int cell)
{
    return g->b->cell[cell].level > 0;
}

static bool obstructs(const struct guns *g, int cell)
{
    int terrain = g->b->cell[cell].terrain;

    return cell == g->durutte || terrain == board_terrain(g->b, "woods") ||
           terrain == board_terrain(g->b, "town") || terrain == board_terrain(g->b, "farm");
}

static int blocks_guns(void *ctx, int cell)
{
    const struct guns *g = ctx;

    if (is_high(g, g->from) && is_high(g, g->to))
        return is_high(g, cell) && obstructs(g, cell);
    if (is_high(g, g->from) || is_high(g, g->to))
        return is_high(g, cell);
    return is_high(g, cell) || obstructs(g, cell);
}

static int crest_blocks(void *ctx, int border, int from, int to)
{
    const struct guns *g = ctx;
    bool adjacent = board_distance(g->b, g->from, g->to) == 1;

    (void)from;
    (void)to;
    return (adjacent || (!is_high(g, g->from) && !is_high(g, g->to))) &&
           board_has_kind(g->b, border, board_kind(g->b, "crest"));
}

static enum sight bombard(const struct board *b, const char *from, const char *to)
{
    struct guns g = { b, maps_at(b, from), maps_at(b, to), maps_at(b, "0703") };
    struct sight_rules rules = { blocks_guns, crest_blocks, &g };

    return sight_look(b, g.from, g.to, &rules, NULL);
}

TEST(sight_waterloo_bombardments)
{
    struct board *b = maps_plain(maps_waterloo, "hex 0403 clear 1 rulebook\n"
                                                "hex 0503 clear 1 rulebook\n"
                                                "hex 0604 clear 1 rulebook\n"
                                                "hex 0603 farm 0 rulebook\n"
                                                "side 0403 0502 crest rulebook\n");

    CHECK_INT(bombard(b, "0403", "0502"), SIGHT_NONE); /* the crest between */
    CHECK_INT(bombard(b, "0504", "0502"), SIGHT_NONE); /* over high 0503 */
    CHECK_INT(bombard(b, "0604", "0803"), SIGHT_FULL); /* Durutte stands low */
    CHECK_INT(bombard(b, "0602", "0703"), SIGHT_HALF); /* farm on one side of the spine */
    CHECK_INT(bombard(b, "0604", "0502"), SIGHT_HALF); /* 0503 is high, 0603 is not */
    CHECK_INT(bombard(b, "0604", "0602"), SIGHT_FULL); /* from high ground over the farm */
    CHECK_INT(bombard(b, "0602", "0604"), SIGHT_FULL);
    CHECK_INT(bombard(b, "0602", "0804"), SIGHT_NONE); /* low to low past Durutte */
    board_free(b);
}

/* -- Ney vs. Wellington 10.4: heights in metres, the observer chooses -- */

struct spyglass {
    const struct board *b;
    int from, to;
    int occupied;
};

static int metres(const struct spyglass *s, int cell)
{
    return 5 * s->b->cell[cell].level;
}

static int blocks_spyglass(void *ctx, int cell)
{
    const struct spyglass *s = ctx;
    int here = metres(s, cell);

    return (here > metres(s, s->from) && here > metres(s, s->to)) ||
           s->b->cell[cell].terrain == board_terrain(s->b, "farm") ||
           (cell == s->occupied && here == metres(s, s->from));
}

static int obstacle(void *ctx, int cell)
{
    const struct spyglass *s = ctx;
    int from = metres(s, s->from), to = metres(s, s->to), here = metres(s, cell);

    if (cell == s->occupied && here < from)
        return here + 5;
    return here > (from < to ? from : to) ? here : SIGHT_NO_OBSTACLE;
}

static bool observes(const struct board *b, const char *from, const char *to, const char *occupied)
{
    struct spyglass s = { b, maps_at(b, from), maps_at(b, to),
                          occupied ? maps_at(b, occupied) : -1 };
    struct sight_relief rules = { blocks_spyglass, obstacle, 3, &s };

    return sight_over_ground(b, s.from, metres(&s, s.from), s.to, metres(&s, s.to), &rules, NULL);
}

TEST(sight_height_in_whole_numbers)
{
    CHECK(sight_over(15, 4, 5, 1, 3));   /* 30 >= 28 */
    CHECK(!sight_over(15, 4, 10, 1, 3)); /* 30 < 68 */
    CHECK(sight_over(7, 2, 5, 1, 3));    /* 14 >= 14: equal is enough */
}

TEST(sight_quatre_bras_observation)
{
    struct board *b = maps_plain(maps_quatre_bras, "hex 2433 clear 4 rulebook\n"
                                                   "hex 2333 clear 4 judgement\n"
                                                   "hex 2232 clear 3 judgement\n"
                                                   "hex 2132 clear 2 rulebook\n"
                                                   "hex 2031 clear 1 rulebook\n"
                                                   "hex 2822 farm 0 rulebook \"La Bergerie\"\n");

    CHECK(observes(b, "2433", "2031", NULL));
    CHECK(observes(b, "2031", "2433", NULL));
    CHECK(!observes(b, "2433", "2031", "2132"));
    CHECK(observes(b, "2923", "2821", NULL));  /* past La Bergerie, through 2922 */
    CHECK(!observes(b, "2923", "2722", NULL)); /* straight through it */
    CHECK(!observes(b, "2923", "2821", "2922"));
    board_free(b);
}

TEST(sight_observer_chooses_at_each_spine)
{
    /* 1010 to 1410 is due north: spines 1110|1111 and 1310|1311, 1210 between. */
    const char *ground = "hex 1110 farm 0 judgement\nhex 1310 farm 0 judgement\n";
    struct board *b = maps_plain(maps_quatre_bras, ground), *hill;
    struct hex_line line = sight_line(b, maps_at(b, "1010"), maps_at(b, "1410"));
    struct sight_stage one = sight_stage(b, &line, 1), two = sight_stage(b, &line, 2);

    CHECK_INT(line.length, 4);
    CHECK(one.spine && one.n == 2 && !two.spine && two.n == 1);
    CHECK_STR(board_number(b, two.cell[0]), "1210");
    CHECK(observes(b, "1010", "1410", NULL));
    CHECK(!observes(b, "1010", "1410", "1210"));
    CHECK(!observes(b, "1010", "1410", "1311"));
    board_free(b);

    /* An obstacle that is cleared is worth choosing: it makes the worse one behind it not count. */
    hill = maps_plain(maps_quatre_bras, "hex 1410 clear 6 judgement\n"
                                        "hex 1110 clear 1 judgement\n"
                                        "hex 1210 clear 5 judgement\n");
    CHECK(observes(hill, "1410", "1010", NULL));
    board_free(hill);
    hill = maps_plain(maps_quatre_bras, "hex 1410 clear 6 judgement\n"
                                        "hex 1210 clear 5 judgement\n");
    CHECK(!observes(hill, "1410", "1010", NULL));
    board_free(hill);
}

/* -- what any game relies on -- */

static int blocks_farm(void *ctx, int cell)
{
    const struct board *b = ctx;

    return b->cell[cell].terrain == board_terrain(b, "farm");
}

static enum sight past_farms(struct board *b, const char *from, const char *to)
{
    struct sight_rules rules = { blocks_farm, NULL, b };

    return sight_look(b, maps_at(b, from), maps_at(b, to), &rules, NULL);
}

TEST(sight_ends_never_block)
{
    struct board *b = maps_plain(maps_waterloo, "hex 0503 farm 0 judgement\n"
                                                "hex 0505 farm 0 judgement\n");

    CHECK_INT(past_farms(b, "0503", "0505"), SIGHT_FULL);
    CHECK_INT(past_farms(b, "0503", "0504"), SIGHT_FULL);
    CHECK_INT(past_farms(b, "0503", "0503"), SIGHT_FULL);
    CHECK_INT(past_farms(b, "0502", "0504"), SIGHT_NONE);
    CHECK_INT(past_farms(b, "0502", "0506"), SIGHT_NONE);
    board_free(b);
}

/* Five ahead and one aside: both hexes cut at half way block, one by one. */
TEST(sight_both_hexes_of_a_crossed_stage_block)
{
    struct board *plain = maps_plain(maps_quatre_bras, "");
    struct board *one = maps_plain(maps_quatre_bras, "hex 1212 farm 0 judgement\n");
    struct board *two = maps_plain(maps_quatre_bras, "hex 1113 farm 0 judgement\n");

    CHECK_INT(past_farms(plain, "1110", "1215"), SIGHT_FULL);
    CHECK_INT(past_farms(one, "1110", "1215"), SIGHT_NONE);
    CHECK_INT(past_farms(two, "1110", "1215"), SIGHT_NONE);
    board_free(plain);
    board_free(one);
    board_free(two);
}

/* Along the northern edge half of the spine is off the map: the other half decides. */
TEST(sight_spine_at_the_edge)
{
    struct board *b = maps_plain(maps_waterloo, "hex 0501 farm 0 judgement\n");

    CHECK_INT(past_farms(b, "0201", "0401"), SIGHT_FULL);
    CHECK_INT(past_farms(b, "0401", "0601"), SIGHT_NONE);
    board_free(b);
}

TEST(sight_not_over_a_hole_in_the_map)
{
    struct board *b =
        maps_plain("grid flat shift odd-south number CCRR columns 1 1 east rows 1 3 south\n",
                   "void 0102 judgement\n# hex 0102 \n");

    CHECK_INT(past_farms(b, "0101", "0103"), SIGHT_NONE);
    board_free(b);
}

static int borders_seen;

static int count_border(void *ctx, int border, int from, int to)
{
    const struct board *b = ctx;

    CHECK_INT(board_border(b, from, to), border);
    borders_seen++;
    return SIGHT_CLEAR;
}

TEST(sight_crosses_every_border)
{
    struct board *b = maps_plain(maps_waterloo, "");
    struct sight_rules rules = { NULL, count_border, b };

    CHECK_INT(sight_look(b, maps_at(b, "0502"), maps_at(b, "0506"), &rules, NULL), SIGHT_FULL);
    CHECK_INT(borders_seen, 4);
    borders_seen = 0;
    CHECK_INT(sight_look(b, maps_at(b, "0604"), maps_at(b, "0502"), &rules, NULL), SIGHT_FULL);
    CHECK_INT(borders_seen, 4); /* two on each of the two paths */
    board_free(b);
}

TEST(sight_sides_of_the_target)
{
    struct board *b = maps_plain(maps_waterloo, "");
    int16_t side[2];

    CHECK_INT(sight_sides(b, maps_at(b, "0506"), maps_at(b, "0502"), side), 1);
    CHECK_STR(board_number(b, side[0]), "0502/0503");
    CHECK_INT(sight_sides(b, maps_at(b, "0604"), maps_at(b, "0502"), side), 2);
    CHECK((side[0] == board_parse_place(b, "0502/0503") &&
           side[1] == board_parse_place(b, "0502/0603")) ||
          (side[1] == board_parse_place(b, "0502/0503") &&
           side[0] == board_parse_place(b, "0502/0603")));
    CHECK_INT(sight_sides(b, maps_at(b, "0201"), maps_at(b, "0401"), side), 2);
    CHECK_INT(sight_sides(b, maps_at(b, "0201"), maps_at(b, "0201"), side), 0);
    board_free(b);
}

/* What can be seen can see back, as long as the predicate does not care who looks. */
TEST(sight_is_mutual)
{
    struct board *b = maps_plain("grid pointy shift even-east number RRCC columns 1 12 east rows 1 "
                                 "12 north\n",
                                 "hex 0405 farm 0 judgement\nhex 0707 farm 0 judgement\n"
                                 "hex 0909 farm 0 judgement\nhex 0503 farm 0 judgement\n"
                                 "hex 0606 farm 0 judgement\nhex 0810 farm 0 judgement\n");
    struct sight_rules rules = { blocks_farm, NULL, b };

    for (int a = 0; a < b->cells; a++)
        for (int c = 0; c < a; c++)
            CHECK(sight_look(b, a, c, &rules, NULL) == sight_look(b, c, a, &rules, NULL));
    board_free(b);
}

/* -- what hides -- */

/* "0603 3": the hex or border and the kind; "0603|0703 3" both hexes of a spine; heights behind a colon. */
static const char *cover_text(const struct board *b, const struct sight_cover *cover)
{
    static char text[80];
    int n = snprintf(text, sizeof text, "%s",
                     board_number(b, cover->cell >= 0 ? cover->cell : cover->border));

    if (cover->beside >= 0)
        n += snprintf(text + n, sizeof text - (size_t)n, "|%s", board_number(b, cover->beside));
    n += snprintf(text + n, sizeof text - (size_t)n, " %d", cover->kind);
    if (cover->kind == SIGHT_TOO_HIGH)
        snprintf(text + n, sizeof text - (size_t)n, ": %d, not %d", cover->height, cover->most);
    return text;
}

/* The terrain is the kind, counted from 1; clear ground is none. A crest is 9. */
static int terrain_blocks(void *ctx, int cell)
{
    const struct board *b = ctx;

    return b->cell[cell].terrain ? b->cell[cell].terrain + 1 : SIGHT_CLEAR;
}

static int crest_is_nine(void *ctx, int border, int from, int to)
{
    const struct board *b = ctx;

    (void)from, (void)to;
    return board_has_kind(b, border, board_kind(b, "crest")) ? 9 : SIGHT_CLEAR;
}

static const char *look_text(struct board *b, const char *from, const char *to)
{
    static char text[100];
    struct sight_rules rules = { terrain_blocks, crest_is_nine, b };
    struct sight_cover cover;
    enum sight seen = sight_look(b, maps_at(b, from), maps_at(b, to), &rules, &cover);

    if (seen == SIGHT_FULL)
        return "full";
    snprintf(text, sizeof text, "%s %s", seen == SIGHT_HALF ? "half" : "none",
             cover_text(b, &cover));
    return text;
}

TEST(sight_says_what_hides)
{
    struct board *b = maps_plain(maps_waterloo, "hex 0603 farm 0 judgement\n"
                                                "hex 0505 woods 0 judgement\n"
                                                "hex 1005 town 0 judgement\n"
                                                "hex 1004 woods 0 judgement\n"
                                                "side 0303 0304 crest judgement\n");

    CHECK_STR(look_text(b, "0502", "0504"), "full");
    CHECK_STR(look_text(b, "0504", "0507"), "none 0505 4");
    CHECK_STR(look_text(b, "0602", "0703"), "half 0603 5");
    CHECK_STR(look_text(b, "0302", "0305"), "none 0303/0304 9");
    CHECK_STR(look_text(b, "0302", "0303"), "full");
    CHECK_STR(look_text(b, "0904", "1104"), "none 1005|1004 3"); /* both sides of the spine */
    CHECK_STR(look_text(b, "0201", "0601"), "full");
    board_free(b);
}

TEST(sight_says_that_the_map_ends)
{
    struct board *b =
        maps_plain("grid flat shift odd-south number CCRR columns 1 1 east rows 1 3 south\n",
                   "void 0102 judgement\n# hex 0102 \n");

    CHECK_STR(look_text(b, "0101", "0103"), "none - -1");
    board_free(b);
}

static const char *observed_text(const struct board *b, const char *from, const char *to,
                                 const char *occupied)
{
    struct spyglass s = { b, maps_at(b, from), maps_at(b, to),
                          occupied ? maps_at(b, occupied) : -1 };
    struct sight_relief rules = { blocks_spyglass, obstacle, 3, &s };
    struct sight_cover cover;
    bool seen =
        sight_over_ground(b, s.from, metres(&s, s.from), s.to, metres(&s, s.to), &rules, &cover);

    return seen ? "seen" : cover_text(b, &cover);
}

/* Ney vs. Wellington 10.42: at 2132 ten metres are seen over from 2433, eleven are not. */
TEST(sight_over_ground_says_what_hides)
{
    struct board *b = maps_plain(maps_quatre_bras, "hex 2433 clear 4 rulebook\n"
                                                   "hex 2333 clear 4 judgement\n"
                                                   "hex 2232 clear 3 judgement\n"
                                                   "hex 2132 clear 2 rulebook\n"
                                                   "hex 2031 clear 1 rulebook\n"
                                                   "hex 1010 clear 1 judgement\n"
                                                   "hex 1110 farm 0 judgement\n"
                                                   "hex 1111 clear 2 judgement\n"
                                                   "hex 2822 farm 0 rulebook\n");

    CHECK_STR(observed_text(b, "2433", "2031", NULL), "seen");
    CHECK_STR(observed_text(b, "2433", "2031", "2132"), "2132 -2: 15, not 10");
    CHECK_STR(observed_text(b, "2031", "2433", "2132"), "seen"); /* who looks up is not hindered */
    CHECK_STR(observed_text(b, "2923", "2722", NULL), "2822 1");
    CHECK_STR(observed_text(b, "2923", "2821", "2922"), "2822|2922 1");
    CHECK_STR(observed_text(b, "1010", "1210", NULL), "1110|1111 1"); /* a hill beside a farm */
    board_free(b);
}

/* The height that is named is the last that would be seen over. */
TEST(sight_most_is_the_last_that_clears)
{
    struct board *b = maps_plain(maps_quatre_bras, "hex 1010 clear 7 judgement\n"
                                                   "hex 1013 clear 9 judgement\n");

    for (int slack = -3; slack <= 3; slack++) {
        struct spyglass s = { b, maps_at(b, "1010"), maps_at(b, "1015"), -1 };
        struct sight_relief rules = { NULL, obstacle, slack, &s };
        struct sight_cover cover;
        int rise = metres(&s, s.from);

        CHECK(!sight_over_ground(b, s.from, rise, s.to, 0, &rules, &cover));
        CHECK_INT(cover.height, 45);
        CHECK(sight_over(rise, 5, cover.most, 2, slack));
        CHECK(!sight_over(rise, 5, cover.most + 1, 2, slack));
    }
    board_free(b);
}

/* -- prepared -- */

static const char hills[] =
    "hex 0405 farm 0 judgement\nhex 0707 farm 3 judgement\nhex 0909 clear 6 judgement\n"
    "hex 0503 clear 2 judgement\nhex 0606 clear 4 judgement\nhex 0810 woods 1 judgement\n"
    "hex 0304 clear 1 judgement\nhex 0305 clear 3 judgement\nhex 1006 clear 2 judgement\n";
static const char small_grid[] =
    "grid pointy shift even-east number RRCC columns 1 13 east rows 1 12 north\n";

static enum sight look_at_terrain(void *ctx, int from, int to)
{
    struct sight_rules rules = { terrain_blocks, NULL, ctx };

    return sight_look(ctx, from, to, &rules, NULL);
}

static enum sight look_over(void *ctx, int from, int to)
{
    struct spyglass *s = ctx;
    struct sight_relief rules = { blocks_spyglass, obstacle, 3, s };

    s->from = from;
    s->to = to;
    return sight_over_ground(s->b, from, metres(s, from), to, metres(s, to), &rules, NULL)
               ? SIGHT_FULL
               : SIGHT_NONE;
}

static void check_prepared(const struct board *b, bool mutual, sight_asked *look, void *ctx,
                           int range)
{
    struct arena arena = { 0 };
    const struct sight_table *t = sight_prepare(&arena, b, range, mutual, look, ctx);
    int seen[3] = { 0 };

    for (int from = 0; from < b->cells; from++)
        for (int to = 0; to < b->cells; to++) {
            enum sight got = sight_prepared(t, from, to);

            CHECK_INT(got, board_distance(b, from, to) <= range ? look(ctx, from, to) : SIGHT_NONE);
            seen[got]++;
        }
    CHECK(seen[SIGHT_NONE] > 100 && seen[SIGHT_FULL] > 100);
    CHECK(t->row * (size_t)b->cells <= (size_t)b->cells * ((size_t)b->cells / 4 + 1));
    arena_free(&arena);
}

TEST(sight_prepared_is_as_computed)
{
    struct board *b = maps_plain(small_grid, hills);
    struct spyglass s = { .b = b, .occupied = -1 };

    check_prepared(b, false, look_at_terrain, b, 100);
    check_prepared(b, false, look_at_terrain, b, 4);
    check_prepared(b, false, look_over, &s, 100);
    check_prepared(b, false, look_over, &s, 6);
    check_prepared(b, true, look_over, &s, 100);
    check_prepared(b, true, look_over, &s, 6);
    board_free(b);
}

static bool is_occupied(void *ctx, int cell)
{
    return cell == ((struct spyglass *)ctx)->occupied;
}

/* With a piece somewhere: as prepared wherever it is not in the way. */
TEST(sight_prepared_serves_where_nobody_is_in_the_way)
{
    struct board *b = maps_plain(small_grid, hills);
    struct spyglass empty = { .b = b, .occupied = -1 }, s = { .b = b, .occupied = -1 };
    struct arena arena = { 0 };
    const struct sight_table *t = sight_prepare(&arena, b, 8, true, look_over, &empty);
    int passes = 0, differ = 0;

    s.occupied = maps_at(b, "0607");
    for (int from = 0; from < b->cells; from++)
        for (int to = 0; to < b->cells; to++) {
            enum sight now = look_over(&s, from, to);

            if (board_distance(b, from, to) > 8)
                continue;
            if (sight_passes(b, from, to, is_occupied, &s))
                passes++, differ += now != sight_prepared(t, from, to);
            else
                CHECK_INT(now, sight_prepared(t, from, to));
        }
    CHECK(passes > 0 && differ > 0);
    arena_free(&arena);
    board_free(b);
}
