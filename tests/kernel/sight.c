/*
 * Lines of sight: the worked examples of two rulebooks on little maps, with predicates such as
 * their games will bring; and spines at the edge of the map.
 */
#include "sight.h"
#include "../test.h"
#include "maps.h"

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

static bool blocks_guns(void *ctx, int cell)
{
    const struct guns *g = ctx;

    if (is_high(g, g->from) && is_high(g, g->to))
        return is_high(g, cell) && obstructs(g, cell);
    if (is_high(g, g->from) || is_high(g, g->to))
        return is_high(g, cell);
    return is_high(g, cell) || obstructs(g, cell);
}

static bool crest_blocks(void *ctx, int border, int from, int to)
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

    return sight_look(b, g.from, g.to, &rules);
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

static bool blocks_spyglass(void *ctx, int cell)
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

    return sight_over_ground(b, s.from, metres(&s, s.from), s.to, metres(&s, s.to), &rules);
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

static bool blocks_farm(void *ctx, int cell)
{
    const struct board *b = ctx;

    return b->cell[cell].terrain == board_terrain(b, "farm");
}

static enum sight past_farms(struct board *b, const char *from, const char *to)
{
    struct sight_rules rules = { blocks_farm, NULL, b };

    return sight_look(b, maps_at(b, from), maps_at(b, to), &rules);
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

static bool count_border(void *ctx, int border, int from, int to)
{
    const struct board *b = ctx;

    CHECK_INT(board_border(b, from, to), border);
    borders_seen++;
    return false;
}

TEST(sight_crosses_every_border)
{
    struct board *b = maps_plain(maps_waterloo, "");
    struct sight_rules rules = { NULL, count_border, b };

    CHECK_INT(sight_look(b, maps_at(b, "0502"), maps_at(b, "0506"), &rules), SIGHT_FULL);
    CHECK_INT(borders_seen, 4);
    borders_seen = 0;
    CHECK_INT(sight_look(b, maps_at(b, "0604"), maps_at(b, "0502"), &rules), SIGHT_FULL);
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
            CHECK(sight_look(b, a, c, &rules) == sight_look(b, c, a, &rules));
    board_free(b);
}
