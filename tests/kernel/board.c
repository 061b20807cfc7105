/*
 * The board: loading, places and their numbers, the graph, words and ground; and that every bad
 * line is complained about by its number.
 */
#include "../test.h"
#include "maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Four columns of three, odd ones half a hex south; 0403 is not on the map. */
static const char little[] =
    "map little \"A little map\"\n"
    "grid flat shift odd-south number CCRR columns 1 4 east rows 1 3 south\n"
    "scale 700 m\n"
    "terrain clear woods town\n"
    "feature chateau hilltop\n"
    "border river bridge slope hedge\n"
    "way road highway\n"
    "hex 0103 clear 0 judgement\n"
    "hex 0101 clear 0 judgement\n"
    "hex 0102 woods 1 geography \"Bossu\" hilltop\n"
    "hex 0201 clear 0 geography\n"
    "hex 0202 town 0 rulebook \"Waterloo\" chateau hilltop\n"
    "hex 0203 clear -2 geography\n"
    "hex 0301 clear 0 judgement\n"
    "hex 0302 town 0 geography \"Waterloo\"\n"
    "hex 0303 clear 0 judgement\n"
    "hex 0401 clear 0 judgement\n"
    "hex 0402 clear 0 judgement\n"
    "void 0403 judgement\n"
    "side 0202 0302 river geography \"Lasne\"\n"
    "side 0302 0202 bridge geography\n"
    "side 0102 0202 slope geography\n"
    "side 0101 n river geography\n"
    "side 0201 0202 hedge geography\n"
    "side 0202 0201 hedge geography\n"
    "road 0202 0302 highway rulebook \"Chaussée\"\n"
    "exit 0402 e highway rulebook \"to Wavre\"\n"
    "entry 3 0402 e rulebook \"Chapelle\"\n"
    "entry 3 0401 e rulebook \"Chapelle\"\n"
    "value 0202 bonus 3 rulebook\n"
    "value 0302 bonus -1 judgement\n"
    "place \"Braine\" 0101 0102 rulebook\n"
    "spring 0202/0302/0203 river judgement\n"
    "fact adjacent 0101 0102\n";

TEST(board_cells_in_order_of_numbers)
{
    struct board *b = maps_read(little);

    CHECK_STR(b->id, "little");
    CHECK_STR(b->title, "A little map");
    CHECK(b->scale == 700 && strcmp(b->unit, "m") == 0);
    CHECK_INT(b->cells, 11);
    for (int c = 0; c + 1 < b->cells; c++)
        CHECK(strcmp(board_number(b, c), board_number(b, c + 1)) < 0);
    for (int c = 0; c < b->cells; c++)
        CHECK_INT(board_find(b, board_number(b, c)), c);
    CHECK_INT(board_find(b, "0403"), -1);
    CHECK_INT(board_find(b, "0501"), -1);
    CHECK_INT(board_find(b, "x"), -1);
    CHECK_INT(board_find(b, ""), -1);
    board_free(b);
}

TEST(board_ground)
{
    struct board *b = maps_read(little);
    int waterloo = maps_at(b, "0202"), east = maps_at(b, "0302"), wood = maps_at(b, "0102");
    int16_t cells[4];

    CHECK_INT(b->cell[waterloo].terrain, board_terrain(b, "town"));
    CHECK_INT(board_terrain(b, "swamp"), -1);
    CHECK_INT(b->cell[wood].level, 1);
    CHECK_INT(b->cell[maps_at(b, "0203")].level, -2);
    CHECK(board_has_feature(b, waterloo, board_feature(b, "chateau")));
    CHECK(!board_has_feature(b, wood, board_feature(b, "chateau")));
    CHECK(!board_has_feature(b, wood, board_feature(b, "none such")));
    CHECK_STR(board_name(b, wood), "Bossu");
    CHECK_INT(board_value(b, waterloo, board_key(b, "bonus"), 9), 3);
    CHECK_INT(board_value(b, east, board_key(b, "bonus"), 9), -1);
    CHECK_INT(board_value(b, wood, board_key(b, "bonus"), 9), 9);
    CHECK_INT(board_value(b, wood, board_key(b, "malus"), 9), 9);
    CHECK_INT(board_named(b, "Waterloo", cells, 4), 2);
    CHECK(cells[0] == waterloo && cells[1] == east);
    CHECK_INT(board_named(b, "Braine", cells, 4), 2);
    CHECK_INT(cells[1], wood);
    CHECK_INT(board_named(b, "Braine", cells, 1), 1);
    CHECK_INT(board_named(b, "Paris", cells, 4), 0);
    board_free(b);
}

TEST(board_borders)
{
    struct board *b = maps_read(little);
    int waterloo = maps_at(b, "0202"), east = maps_at(b, "0302"), wood = maps_at(b, "0102");
    int side = board_border(b, waterloo, east), slope = board_border(b, waterloo, wood);
    int hedge = board_border(b, waterloo, maps_at(b, "0201"));

    CHECK_INT(side, board_border(b, east, waterloo));
    CHECK(board_has_kind(b, side, board_kind(b, "river")));
    CHECK(board_has_kind(b, side, board_kind(b, "bridge")));
    CHECK(!board_has_kind(b, side, board_kind(b, "slope")));
    CHECK(board_has_way(b, side, board_way(b, "highway")));
    CHECK(!board_has_way(b, side, board_way(b, "road")));
    CHECK(board_speaks_of(b, slope, board_kind(b, "slope"), wood));
    CHECK(!board_speaks_of(b, slope, board_kind(b, "slope"), waterloo));
    CHECK(board_speaks_of(b, hedge, board_kind(b, "hedge"), waterloo));
    CHECK(board_speaks_of(b, hedge, board_kind(b, "hedge"), maps_at(b, "0201")));
    CHECK_INT(board_other(b, slope, wood), waterloo);
    CHECK_INT(board_border(b, wood, east), -1);
    CHECK(board_has_kind(b, board_parse_place(b, "0101/n"), board_kind(b, "river")));
    CHECK_INT(board_other(b, board_parse_place(b, "0101/n"), maps_at(b, "0101")), -1);
    CHECK_STR(b->side[0].name, "Lasne");
    CHECK_STR(b->road[0].name, "Chaussée");
    CHECK_INT(b->road[0].line, 26);
    CHECK_INT(b->spring[0].corner, board_parse_place(b, "0203/0302/0202"));
    board_free(b);
}

TEST(board_entries_and_sources)
{
    struct board *b = maps_read(little);

    CHECK(b->exits == 1 && b->exit[0].cell == maps_at(b, "0402"));
    CHECK_STR(board_compass_name(b->exit[0].compass), "e");
    CHECK(b->entries == 2 && strcmp(b->entry[1].label, "3") == 0);
    CHECK_STR(b->entry[0].name, "Chapelle");
    CHECK_INT(b->sources[BOARD_CELL][BOARD_RULEBOOK], 1);
    CHECK_INT(b->sources[BOARD_CELL][BOARD_GEOGRAPHY], 4);
    CHECK_INT(b->sources[BOARD_CELL][BOARD_JUDGEMENT], 6);
    CHECK_INT(b->sources[BOARD_SIDE][BOARD_GEOGRAPHY], 6);
    CHECK_INT(b->sources[BOARD_ROAD][BOARD_RULEBOOK], 1);
    CHECK_INT(b->sources[BOARD_GROUP][BOARD_RULEBOOK], 1);
    CHECK_INT(b->cell[maps_at(b, "0102")].source, BOARD_GEOGRAPHY);
    board_free(b);
}

static void check_border(const struct board *b, int place)
{
    const struct board_border *at = board_border_at(b, place);

    CHECK_INT(board_parse_place(b, at->number), place);
    CHECK(at->cell[0] >= 0 && at->cell[0] != at->cell[1]);
    CHECK_INT(b->cell[at->cell[0]].side[at->direction], place);
    if (at->cell[1] >= 0) {
        CHECK_INT(b->cell[at->cell[1]].side[hex_turn(at->direction, 3)], place);
        CHECK_INT(board_border(b, at->cell[1], at->cell[0]), place);
    }
    for (int i = 0; i < 2; i++) {
        const struct board_corner *corner = board_corner_at(b, at->corner[i]);

        CHECK(corner->border[0] == place || corner->border[1] == place ||
              corner->border[2] == place);
    }
}

static void check_corner(const struct board *b, int place)
{
    const struct board_corner *at = board_corner_at(b, place);

    CHECK_INT(board_parse_place(b, at->number), place);
    for (int i = 0; i < 3; i++) {
        bool found = false;

        for (int k = 0; at->cell[i] >= 0 && k < HEX_SIDES; k++)
            found = found || b->cell[at->cell[i]].corner[k] == place;
        CHECK(found || at->cell[i] < 0);
        if (at->border[i] >= 0)
            CHECK(board_border_at(b, at->border[i])->corner[0] == place ||
                  board_border_at(b, at->border[i])->corner[1] == place);
    }
}

static void check_graph(const struct board *b)
{
    for (int c = 0; c < b->cells; c++) {
        int n = 0;

        EACH_NEIGHBOUR (b, c, link) {
            n++;
            CHECK_INT(board_border(b, link->cell, c), link->border);
            CHECK_INT(board_distance(b, c, link->cell), 1);
            CHECK_INT(board_other(b, link->border, c), link->cell);
        }
        CHECK_INT(n, b->cell[c].links);
        CHECK_INT(board_distance(b, c, c), 0);
    }
    CHECK_INT(b->places, b->cells + b->borders + b->corners);
    if (b->hexes)
        CHECK_INT(b->corners - b->borders + b->cells, 1); /* Euler, for a map in one piece */
}

TEST(board_places_hang_together)
{
    struct board *b = maps_read(little), *large = maps_plain(maps_quatre_bras, "");

    for (int turn = 0; turn < 2; turn++) {
        const struct board *at = turn ? large : b;

        check_graph(at);
        for (int place = 0; place < at->places; place++) {
            CHECK(board_is_cell(at, place) + board_is_border(at, place) +
                      board_is_corner(at, place) ==
                  1);
            if (board_is_border(at, place))
                check_border(at, place);
            if (board_is_corner(at, place))
                check_corner(at, place);
        }
    }
    CHECK_INT(large->cells, 39 * 41);
    board_free(b);
    board_free(large);
}

TEST(board_places_as_text)
{
    struct board *b = maps_plain(maps_waterloo, "");
    int side = board_parse_place(b, "0711/0712"), corner = board_parse_place(b, "0711/0712/0812");

    CHECK(board_is_border(b, side));
    CHECK_INT(board_parse_place(b, "0712/0711"), side);
    CHECK_INT(board_parse_place(b, "0711/s"), side);
    CHECK_STR(board_number(b, side), "0711/0712");
    CHECK(board_is_corner(b, corner));
    CHECK_INT(board_parse_place(b, "0812/0711/0712"), corner);
    CHECK_INT(board_parse_place(b, "0712/0812/0711"), corner);
    CHECK_INT(board_parse_place(b, "0711/se/s"), corner);
    CHECK(board_is_corner(b, board_parse_place(b, "0101/n/ne")));
    CHECK_STR(board_number(b, board_parse_place(b, "0101/ne/n")), "0101/n/0201");
    CHECK_STR(board_number(b, board_parse_place(b, "0101/nw/n")), "0101/nw/n");
    CHECK_INT(board_parse_place(b, "0711"), board_find(b, "0711"));
    CHECK_STR(board_number(b, -1), "-");
    CHECK_STR(board_number(b, b->places), "-");
    static const char *const bad[] = { "",
                                       "/",
                                       "0711/",
                                       "0711/0713",
                                       "0711/e",
                                       "0711/0712/0710",
                                       "0711/0712/0712",
                                       "0711/0712/0812/0811",
                                       "9999/0711",
                                       "0711//0712",
                                       "0711/n/s",
                                       "12345678" };
    for (int i = 0; i < COUNT(bad); i++)
        CHECK_INT(board_parse_place(b, bad[i]), -1);
    board_free(b);
}

TEST(board_rulebook_grids)
{
    struct board *w = maps_plain(maps_waterloo, ""), *q = maps_plain(maps_quatre_bras, "");
    struct board *c = maps_plain(maps_campaign, "");

    CHECK(board_border(w, maps_at(w, "0403"), maps_at(w, "0502")) >= 0);
    CHECK_INT(board_distance(w, maps_at(w, "0309"), maps_at(w, "0410")), 1);
    CHECK_INT(board_distance(q, maps_at(q, "3907"), maps_at(q, "3121")), 18);
    CHECK_INT(board_direction(q, maps_at(q, "2433"), maps_at(q, "2333")), 3);
    CHECK(board_border(c, maps_at(c, "3708"), maps_at(c, "3809")) >= 0);
    CHECK_INT(board_direction(w, maps_at(w, "0101"), maps_at(w, "0103")), -1);
    board_free(w);
    board_free(q);
    board_free(c);
}

static const char areas[] = "map w \"W\"\n"
                            "grid areas\n"
                            "terrain green yellow red black\n"
                            "border stream line\n"
                            "area 10 black 0 rulebook\n"
                            "area 9 green 0 judgement\n"
                            "area 52 red 0 rulebook \"Goumont\"\n"
                            "area 100 green 0 rulebook\n"
                            "area 7 green 0 judgement\n"
                            "link 10 9 judgement\n"
                            "link 9 52 stream judgement\n"
                            "link 52 9 line judgement\n"
                            "link 52 100 judgement\n";

TEST(board_of_areas)
{
    struct board *b = maps_read(areas);
    int side = board_border(b, maps_at(b, "52"), maps_at(b, "9"));

    CHECK(!b->hexes && b->cells == 5 && b->borders == 3 && b->corners == 0);
    CHECK_STR(board_number(b, 0), "7");
    CHECK_STR(board_number(b, 1), "9");
    CHECK_STR(board_number(b, 2), "10");
    CHECK_STR(board_number(b, 4), "100");
    CHECK_INT(board_find(b, "09"), -1);
    CHECK_INT(board_find(b, "11"), -1);
    CHECK_STR(board_number(b, side), "9/52");
    CHECK_INT(board_parse_place(b, "52/9"), side);
    CHECK_INT(board_parse_place(b, "52/10"), -1);
    CHECK_INT(board_parse_place(b, "52/n"), -1);
    CHECK(board_has_kind(b, side, board_kind(b, "stream")));
    CHECK(board_speaks_of(b, side, board_kind(b, "line"), maps_at(b, "52")));
    CHECK_INT(board_distance(b, maps_at(b, "10"), maps_at(b, "100")), 3);
    CHECK_INT(board_distance(b, maps_at(b, "10"), maps_at(b, "7")), -1);
    CHECK_INT(b->cell[maps_at(b, "7")].links, 0);
    EACH_NEIGHBOUR (b, maps_at(b, "7"), link)
        CHECK(!link);
    check_graph(b);
    board_free(b);
}

/* A whole little map, with one line more or less. */
static char *complaints_with(const char *from, const char *drop, const char *add)
{
    struct text t = { 0 };
    const char *at = drop ? strstr(from, drop) : NULL;
    char *lines;

    if (at) {
        text_add_n(&t, from, (size_t)(at - from));
        text_add(&t, strchr(at, '\n') + 1);
    } else {
        text_add(&t, from);
    }
    text_add(&t, add);
    lines = maps_complaints(text_of(&t));
    text_free(&t);
    return lines;
}

static void check_refused(const char *from, const char *drop, const char *add,
                          const char *complaint)
{
    char *lines = complaints_with(from, drop, add);

    if (!strstr(lines, complaint))
        printf("after \"%s\":\n%s", add, lines);
    CHECK(strstr(lines, complaint) != NULL);
    free(lines);
}

TEST(board_complains_by_line)
{
    static const char *const bad[][2] = {
        { "hex 0103 clear 0 judgement", "map.txt:35: hex 0103 was given in line 8" },
        { "hex 0501 clear 0 judgement", "35: there is no hex \"0501\" in the grid" },
        { "void 0403 judgement", "35: hex 0403 is given twice" },
        { "void 0103 judgement", ":8: hex 0103 is given both as hex and as void" },
        { "river 0101 0102", "35: no line of a map begins with \"river\"" },
        { "side 0101 0302 river geography", "35: 0101 and 0302 do not touch" },
        { "side 0101 0403 river geography", "35: \"0403\" is neither a cell of this map nor" },
        { "side 0101 0102 brook geography", "35: this map has no border kind \"brook\"" },
        { "side 0101 0102 river hearsay", "35: a source is rulebook, geography or judgement, not" },
        { "side 0101 0102 river", "35: the source is missing" },
        { "side 0101 s river geography", "35: 0101 is not at the edge of the map there: name the" },
        { "side 0101 e river geography", "35: \"e\" is neither a cell of this map nor a side" },
        { "side 0302 0202 bridge geography", "35: 0202/0302 has bridge already" },
        { "side 0101 0102 river geography \"Dyle\" x", "35: \"x\" is one word too many" },
        { "road 0202 0302 highway rulebook", "35: 0202/0302 has this highway already" },
        { "road 0202 0302 lane rulebook", "35: this map has no way \"lane\"" },
        { "exit 0402 east highway rulebook",
          "35: a direction is n ne e se s sw w or nw, not \"east\"" },
        { "entry 4 0402 e rulebook", "35: a name in quotes is missing" },
        { "entry 3 0402 e rulebook \"x\"", "35: entry 3 at 0402 was given in line 28" },
        { "value 0202 bonus 4 rulebook", "35: bonus of 0202 is given twice" },
        { "value 0202 bonus x rulebook", "35: the value must be a whole number" },
        { "place \"Braine\" 0101 rulebook", "35: the place \"Braine\" was given in line 32" },
        { "place \"Hal\" rulebook", "35: a place has at least one cell" },
        { "place \"Hal\" 0101", "35: the source is missing" },
        { "place \"Hal\" 0101 9999 rulebook", "35: there is no cell \"9999\"" },
        { "spring 0101/0102 river geography", "35: \"0101/0102\" is not a corner of hexes" },
        { "fact adjacent 0101", "35: this fact does not speak of 1 cells" },
        { "fact level 0101", "35: the number is missing" },
        { "fact terrain 0101 swamp", "35: this map has no terrain \"swamp\"" },
        { "fact rumour 0101", "35: there is no fact \"rumour\"" },
        { "require luck",
          "35: a map can require flow, still, uphill, step or crossing, not \"luck\"" },
        { "require flow brook", "35: this map has no border kind \"brook\"" },
        { "area 1 clear 0 judgement", "35: this line is not for a board of hexes" },
        { "link 0101 0102 judgement", "35: this line is not for a board of hexes" },
        { "grid areas", "35: a second \"grid\" line" },
        { "map x", "35: a second \"map\" line" },
        { "terrain clear", "35: \"clear\" is given twice" },
        { "terrain \"clear", "35: a quotation is not closed" },
    };

    for (int i = 0; i < COUNT(bad); i++)
        check_refused(little, NULL, bad[i][0], bad[i][1]);
    check_refused(little, "hex 0103", "", "map.txt:2: hex 0103 has no line");
    check_refused(little, "hex 0103", "hex 0103 mud 0 judgement",
                  ":34: this map has no terrain \"mud\"");
    check_refused(little, "hex 0103", "hex 0103 clear high judgement",
                  ":34: the level must be a whole");
    check_refused(little, "hex 0103", "hex 0103 clear 0 judgement \"x\" moat",
                  "has no feature \"moat\"");
    check_refused(little, "map little", "", "there is no \"map\" line");
    check_refused(little, "terrain", "", "there is no \"terrain\" line");
    check_refused(little, "grid", "", "there is no good \"grid\" line");
    check_refused(little, "grid", "grid round", "a grid is flat, pointy or areas, not \"round\"");
    check_refused(little, "grid", "grid flat shift odd-east",
                  "\"even-south\" or \"odd-south\" should");
    check_refused("map x\nterrain clear\ngrid flat shift odd-south number CCRR columns 1 60 east "
                  "rows 1 60 south\n",
                  NULL, "", "a board has 1 to 2048 cells, this one 3600");
}

TEST(board_complains_of_areas)
{
    static const char *const bad[][2] = {
        { "area 9 green 0 judgement", "14: area 9 was given in line 6" },
        { "area 9/10 green 0 judgement", "14: \"9/10\" cannot be the number of an area" },
        { "area 12345678 green 0 judgement", "14: \"12345678\" cannot be the number of an area" },
        { "hex 0101 green 0 judgement", "14: this line is not for a board of areas" },
        { "void 0101 judgement", "14: this line is not for a board of areas" },
        { "link 9 9 judgement", "14: an area cannot touch itself" },
        { "link 9 10 judgement", "14: the link 9/10 is given twice" },
        { "link 9 52 stream judgement", "14: 9/52 has stream already" },
        { "link 9 10 hearsay",
          "14: \"hearsay\" is neither a border kind of this map nor a source" },
        { "link 9 77 judgement", "14: there is no cell \"77\" on this map" },
        { "side 9 100 stream judgement", "14: 9 and 100 do not touch" },
        { "side 9 n stream judgement", "14: \"n\" is neither a cell of this map nor" },
        { "fact between 9 100 52", "14: there are no straight lines between areas" },
        { "spring 9/10/52 stream judgement", "14: \"9/10/52\" is not a corner of hexes" },
    };

    for (int i = 0; i < COUNT(bad); i++)
        check_refused(areas, NULL, bad[i][0], bad[i][1]);
}

TEST(board_load_says_why_not)
{
    struct errors errors = { 0 };

    CHECK(board_load("/nowhere/map.txt", &errors) == NULL);
    CHECK_STR(text_of(&errors.lines), "/nowhere/map.txt:1: No such file or directory\n");
    errors_free(&errors);
}

/* -- facings -- */

static const char *arc_text(const struct board *b, const char *from, const char *facing,
                            struct hex_arcs arcs, enum hex_part part, int nearest, int farthest)
{
    static char text[1000];
    int16_t cell[100];
    int n = board_arc(b, maps_at(b, from), board_facing_named(b, facing), arcs, part, nearest,
                      farthest, cell, COUNT(cell));

    text[0] = '\0';
    for (int i = 0; i < n; i++)
        strcat(strcat(text, i ? " " : ""), board_number(b, cell[i]));
    return text;
}

TEST(board_arcs_of_both_orientations)
{
    struct board *flat = maps_plain(maps_waterloo, ""), *pointed = maps_plain(maps_quatre_bras, "");
    struct hex_arcs side = HEX_SIDE_ARCS, corner = HEX_CORNER_ARCS;
    int16_t one[1];

    CHECK_STR(arc_text(flat, "0503", "n", side, HEX_FRONT, 1, 1), "0502 0603 0403");
    CHECK_STR(arc_text(flat, "0503", "n", side, HEX_FLANK, 1, 1), "0604 0404");
    CHECK_STR(arc_text(flat, "0503", "n", side, HEX_REAR, 1, 2), "0504 0505");
    CHECK_STR(arc_text(flat, "0503", "e", corner, HEX_FRONT, 1, 1), "0603 0604");
    CHECK_STR(arc_text(pointed, "0505", "n", corner, HEX_FRONT, 1, 1), "0605 0604");
    CHECK_STR(arc_text(pointed, "0505", "n", corner, HEX_FRONT, 2, 2), "0706 0704 0705");
    CHECK_STR(arc_text(pointed, "0505", "n", corner, HEX_FLANK, 1, 1), "0506 0504");
    CHECK_STR(arc_text(pointed, "0505", "ne", side, HEX_REAR, 1, 1), "0404");
    CHECK_INT(board_arc(flat, maps_at(flat, "0503"), 0, side, HEX_FRONT, 1, 200, one, 1), 1);
    CHECK_STR(arc_text(flat, "0101", "nw", side, HEX_FRONT, 1, 9), ""); /* off the map */
    CHECK_STR(board_facing_name(flat, 3), "e");
    CHECK_STR(board_facing_title(pointed, 3), "east-south-east");
    CHECK_STR(board_facing_name(flat, 12), "?");
    board_free(flat);
    board_free(pointed);
}

TEST(areas_have_no_facings)
{
    struct board *b = maps_read(areas);

    CHECK_INT(board_facing_named(b, "n"), -1);
    CHECK_STR(board_facing_name(b, 0), "?");
    CHECK_STR(board_facing_title(b, 0), "?");
    board_free(b);
}
