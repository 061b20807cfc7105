/*
 * Boards as pictures: whole and well-formed, the same every time, true to map.txt where ground.txt
 * differs, with every option; and bad files complained about by line.
 */
#include "../test.h"

#include "draw/layers.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const boards[] = { "day-of-waterloo", "last-days", "march-into-battle",
                                      "ney-vs-wellington", "waterloo-200" };

enum { HEX_BOARDS = 4 }; /* the first of them */

static const struct draw_options whole = { .box = { -1, -1 } };

/* ---- pictures of the real boards ---- */

struct picture {
    struct board *board;
    struct draw_data data;
    struct text svg;
};

/* In place: what is loaded knows where its arena lies. */
static void open_board(struct picture *p, const char *id)
{
    struct errors e = { 0 };
    struct text folder = { 0 }, path = { 0 };

    memset(p, 0, sizeof *p);
    text_printf(&folder, "%s/%s", test_data(), id);
    text_printf(&path, "%s/map.txt", folder.s);
    p->board = board_load(path.s, &e);
    bool good = p->board && draw_load(&p->data, p->board, folder.s, &e);
    CHECK_STR(text_of(&e.lines), "");
    if (!good)
        exit(1);
    text_free(&folder);
    text_free(&path);
    errors_free(&e);
}

static void draw_again(struct picture *p, const struct draw_options *options)
{
    text_clear(&p->svg);
    draw_board(&p->data, options, &p->svg);
}

static void close_board(struct picture *p)
{
    draw_free(&p->data);
    board_free(p->board);
    text_free(&p->svg);
}

static int count(const char *text, const char *word)
{
    int n = 0;

    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        n++;
    return n;
}

/* Tags nest, attributes are quoted, no bare & or <: what a reader of XML insists on. NULL if so. */
static const char *malformed(const char *s)
{
    char open[40][24];
    int depth = 0;

    for (; *s; s++) {
        if (*s == '&' && strncmp(s, "&amp;", 5) && strncmp(s, "&lt;", 4) && strncmp(s, "&gt;", 4) &&
            strncmp(s, "&quot;", 6))
            return "a bare &";
        if (*s != '<')
            continue;
        bool closing = s[1] == '/';
        size_t n = strcspn(s + 1 + closing, " />\n");
        if (n == 0 || n > 20)
            return "an odd tag";
        const char *name = s + 1 + closing;
        for (s = name + n; *s && *s != '>'; s++) {
            if (*s == '"' && !(s = strchr(s + 1, '"')))
                return "a quotation that does not end";
            if (*s == '<')
                return "a < in a tag";
        }
        if (!*s)
            return "a tag that does not end";
        if (closing) {
            if (depth == 0 || strncmp(open[--depth], name, n) || open[depth][n])
                return "tags that do not nest";
        } else if (s[-1] != '/') {
            if (depth == 40)
                return "tags nested too deep";
            snprintf(open[depth++], sizeof open[0], "%.*s", (int)n, name);
        }
    }
    return depth ? "an open tag at the end" : NULL;
}

TEST(draw_every_board_is_whole_and_well_formed)
{
    for (int i = 0; i < COUNT(boards); i++) {
        struct picture p;
        open_board(&p, boards[i]);
        char id[40];
        draw_again(&p, &whole);
        CHECK_STR(malformed(p.svg.s) ? malformed(p.svg.s) : "", "");
        CHECK(p.svg.n < (1u << 20) + 2500u * (size_t)p.board->cells);
        for (int c = 0; c < p.board->cells; c++) {
            snprintf(id, sizeof id, "id=\"cell-%s\"", p.board->cell[c].number);
            CHECK_INT(count(p.svg.s, id), 1);
        }
        CHECK_INT(count(p.svg.s, "class=\"cell\""), p.board->cells);
        CHECK(!strstr(p.svg.s, "<script") && !strstr(p.svg.s, "href=\"http") &&
              !strstr(p.svg.s, "nan"));
        close_board(&p);
    }
}

static size_t loaded(const struct draw_data *data)
{
    return arena_size(&data->ground.arena) + arena_size(&data->margin.arena) +
           arena_size(&data->icons.arena) + arena_size(&data->board->arena);
}

/* Also: nothing that was loaded grows by being drawn. */
TEST(draw_every_board_is_the_same_every_time)
{
    for (int i = 0; i < COUNT(boards); i++) {
        struct picture p;
        open_board(&p, boards[i]);
        size_t before = loaded(&p.data);
        draw_again(&p, &whole);
        char *first = base_copy(p.svg.s);
        draw_again(&p, &whole);
        CHECK(strcmp(first, p.svg.s) == 0);
        CHECK(loaded(&p.data) == before);
        free(first);
        close_board(&p);
    }
}

TEST(draw_layers_stand_in_their_order)
{
    static const char *const order[] = {
        "id=\"paper\"",  "id=\"ground\"", "id=\"fields\"",  "id=\"relief\"", "id=\"marsh\"",
        "id=\"waters\"", "id=\"woods\"",  "id=\"slopes\"",  "id=\"towns\"",  "id=\"roads\"",
        "id=\"places\"", "id=\"grid\"",   "id=\"numbers\"", "id=\"names\"",  "id=\"entries\"",
        "id=\"frame\"",  "id=\"legend\"", "id=\"cells\"",
    };
    struct picture p;
    open_board(&p, "day-of-waterloo");
    const char *at;

    draw_again(&p, &whole);
    at = p.svg.s;
    for (int i = 0; i < COUNT(order) && at; i++) {
        at = strstr(at, order[i]);
        CHECK_STR(at ? order[i] : "missing", order[i]);
    }
    close_board(&p);
}

TEST(draw_options_change_the_picture)
{
    struct picture p;
    open_board(&p, "day-of-waterloo");
    struct draw_options o = whole;

    draw_again(&p, &o);
    CHECK_INT(count(p.svg.s, "class=\"b-num\""), p.board->cells);
    CHECK(strstr(p.svg.s, "WATERLOO") && strstr(p.svg.s, "Hougoumont"));
    CHECK(strstr(p.svg.s, "fill=\"#d4dbbe\""));
    o.no_numbers = true;
    draw_again(&p, &o);
    CHECK_INT(count(p.svg.s, "class=\"b-num\""), 0);
    o = whole;
    o.no_names = true;
    draw_again(&p, &o);
    CHECK(!strstr(p.svg.s, "Hougoumont"));
    o = whole;
    o.light = LIGHT_NIGHT;
    draw_again(&p, &o);
    CHECK(strstr(p.svg.s, "fill=\"#3d4640\"") && !strstr(p.svg.s, "fill=\"#d4dbbe\""));
    o = whole;
    o.grid_only = true;
    draw_again(&p, &o);
    CHECK(!strstr(p.svg.s, "id=\"woods\"") && strstr(p.svg.s, "id=\"lines\"") && p.svg.n < 1 << 18);
    o = whole;
    o.bare = true;
    draw_again(&p, &o);
    CHECK(!strstr(p.svg.s, "id=\"legend\""));
    o.width = 640;
    draw_again(&p, &o);
    CHECK(strstr(p.svg.s, " width=\"640\""));
    close_board(&p);
}

TEST(draw_a_box_has_its_cells_only)
{
    struct picture p;
    open_board(&p, "day-of-waterloo");
    struct draw_options o = whole;

    o.box[0] = board_find(p.board, "0710");
    o.box[1] = board_find(p.board, "1013");
    draw_again(&p, &o);
    CHECK(malformed(p.svg.s) == NULL);
    CHECK_INT(count(p.svg.s, "class=\"cell\""), 16);
    CHECK(strstr(p.svg.s, "cell-0712") && !strstr(p.svg.s, "cell-1315"));
    CHECK(strstr(p.svg.s, "Hougoumont") && !strstr(p.svg.s, "Plancenoit"));
    close_board(&p);
}

/* ---- map.txt wins ---- */

/* Seven columns of six flat hexes; `more` replaces or adds lines. */
static struct board *small_board(const char *more)
{
    struct text t = { 0 };
    struct errors e = { 0 };
    char number[24], start[32];

    text_add(&t, "map small \"Small\"\n"
                 "grid flat shift odd-south number CCRR columns 1 7 east rows 1 6 south\n"
                 "scale 700 m\nterrain clear woods town village swamp\nborder river stream bridge "
                 "slope hedge pond\n"
                 "way track road highway\n");
    for (int c = 1; c <= 7; c++) {
        for (int r = 1; r <= 6; r++) {
            snprintf(number, sizeof number, "%02d%02d", c, r);
            snprintf(start, sizeof start, "hex %s ", number);
            if (!strstr(more, start))
                text_printf(&t, "hex %s clear 0 judgement\n", number);
        }
    }
    text_add(&t, more);
    struct board *b = board_read("small", t.s, t.n, &e);
    CHECK_STR(text_of(&e.lines), "");
    text_free(&t);
    errors_free(&e);
    return b;
}

/* The picture of a small board with this ground, as one string. The caller frees. */
static char *small_picture(const char *map, const char *ground)
{
    struct board *b = small_board(map);
    struct draw_data data = { .board = b, .unit = 100 };
    struct errors e = { 0 };
    struct text out = { 0 };

    margin_load(&data.margin, "/nowhere/margin.txt", &e);
    ground_read(&data.ground, "ground.txt", ground, strlen(ground), &e);
    CHECK_STR(text_of(&e.lines), "");
    draw_board(&data, &whole, &out);
    CHECK(malformed(out.s) == NULL);
    draw_free(&data);
    board_free(b);
    errors_free(&e);
    return out.s;
}

/* The group of one layer, so that one can see what changed. */
static char *layer(char *picture, const char *id)
{
    char mark[40], *from, *to;

    snprintf(mark, sizeof mark, "<g id=\"%s\"", id);
    from = strstr(picture, mark);
    to = from ? strstr(from, "</g>") : NULL;
    CHECK(to != NULL);
    if (to)
        *to = '\0';
    return from ? from : picture;
}

static bool differs(const char *id, const char *map_a, const char *map_b, const char *ground)
{
    char *a = small_picture(map_a, ground), *b = small_picture(map_b, ground);
    bool differ = strcmp(layer(a, id), layer(b, id)) != 0;

    free(a);
    free(b);
    return differ;
}

TEST(draw_an_edited_map_redraws)
{
    CHECK(!differs("woods", "", "", ""));
    CHECK(differs("woods", "", "hex 0303 woods 0 judgement\n", ""));
    CHECK(differs("marsh", "", "hex 0303 swamp 0 judgement\n", ""));
    CHECK(differs("towns", "", "hex 0303 town 0 judgement\n", ""));
    CHECK(differs("places", "", "hex 0303 village 0 judgement\n", ""));
    CHECK(differs("ground", "", "hex 0303 clear 1 judgement\n", ""));
    CHECK(differs("waters", "", "side 0303 0304 stream judgement\n", ""));
    CHECK(differs("waters", "", "side 0303 0304 river judgement\n", ""));
    CHECK(differs("waters", "", "side 0303 0304 pond judgement\n", ""));
    CHECK(differs("slopes", "", "side 0303 0304 slope judgement\n", ""));
    CHECK(differs("hedges", "", "side 0303 0304 hedge judgement\n", ""));
    CHECK(differs("roads", "", "road 0303 0304 road judgement\n", ""));
    CHECK(differs("roads", "road 0303 0304 road judgement\n", "road 0303 0304 highway judgement\n",
                  ""));
    CHECK(differs("roads", "side 0303 0304 stream judgement\nroad 0303 0304 road judgement\n",
                  "side 0303 0304 stream judgement\nside 0303 0304 bridge judgement\n"
                  "road 0303 0304 road judgement\n",
                  ""));
}

/* Lines that ground.txt has and map.txt has not are not drawn, where the map knows such things. */
TEST(draw_ground_without_map_is_not_drawn)
{
    static const char ground[] = "line stream \"Lasne\" 0 0 2000 2500 4000 3000\n"
                                 "line highway \"Chaussée\" 0 3000 5000 3000\n"
                                 "shape pond \"Étang\" 1000 1000 1500 1000 1500 1500\n"
                                 "shape town \"Genappe\" 3000 1000 3900 1000 3500 2000\n"
                                 "line hedge \"Haie\" 0 1000 4000 1000\n";
    static const char *const layers[] = { "waters", "roads", "towns", "hedges" };

    for (int i = 0; i < COUNT(layers); i++) {
        char *bare = small_picture("", ""), *with = small_picture("", ground);
        CHECK_STR(layer(with, layers[i]), layer(bare, layers[i]));
        free(bare);
        free(with);
    }
}

/* A chaussée where the rules know roads only: drawn as one where map.txt has the road, nowhere
 * else. */
TEST(draw_a_paved_road_is_the_road_of_the_map)
{
    struct picture p;
    open_board(&p, "ney-vs-wellington");
    struct plan plan;

    plan_make(&plan, &p.data, &whole, &p.svg);
    roads_make(&plan);
    for (int i = 0; i < plan.roads.n; i++)
        CHECK(!plan.roads.c[i].ornament);
    plan_free(&plan);
    close_board(&p);
}

/* Woods that make no hex woods are single trees: no mass, no wash. */
TEST(draw_a_wood_without_a_hex_is_no_mass)
{
    static const char ground[] = "shape woods \"Bois\" 1000 1000 2600 1000 2600 2600 1000 2600\n";
    char *only_trees = small_picture("", ground);
    char *mass = small_picture("hex 0303 woods 0 judgement\n", ground);

    CHECK(!strstr(layer(only_trees, "woods"), "evenodd"));
    CHECK(strstr(layer(mass, "woods"), "evenodd") != NULL);
    free(only_trees);
    free(mass);
}

/* ---- measured on the real boards ---- */

static void make_plan(struct plan *plan, struct picture *p)
{
    plan_make(plan, &p->data, &whole, &p->svg);
    relief_make(plan);
    waters_make(plan);
    roads_make(plan);
    wet_make(plan);
    places_make(plan);
    woods_make(plan);
}

/* What share of a cell lies within woods. */
static double covered(const struct plan *p, int cell)
{
    struct rect r = line_rect(&p->ring[cell]);
    int in = 0, all = 0;

    for (double x = r.x0; x < r.x1; x += 4) {
        for (double y = r.y0; y < r.y1; y += 4) {
            if (!ring_holds(&p->ring[cell], pt(x, y)))
                continue;
            all++;
            in += field_at(&p->trees, pt(x, y)) > 0;
        }
    }
    return all ? (double)in / all : 0;
}

TEST(draw_woods_cover_their_hexes_and_no_others)
{
    for (int i = 0; i < HEX_BOARDS; i++) {
        struct picture pic;
        open_board(&pic, boards[i]);
        struct plan p;
        make_plan(&p, &pic);
        bool sides = p.kinds[LOOK_WOODS] != 0; /* then hexsides are what is covered */
        for (int c = 0; c < pic.board->cells && !sides; c++) {
            enum look look = plan_look(&p, c);
            double share = covered(&p, c);
            if (look == LOOK_WOODS || look == LOOK_FOREST)
                CHECK(share > .7);
            else if (look == LOOK_PART_WOODS)
                CHECK(share > .15);
            else
                CHECK(share < .3);
        }
        plan_free(&p);
        close_board(&pic);
    }
}

TEST(draw_woods_hexsides_are_covered_whole)
{
    struct picture pic;
    open_board(&pic, "last-days");
    struct plan p;

    make_plan(&p, &pic);
    for (int b = 0; b < pic.board->borders; b++) {
        struct line l = plan_border(&p, b);
        int in = 0;
        if (plan_border_is(&p, b, LOOK_STREAM) || plan_border_is(&p, b, LOOK_RIVER))
            continue;
        for (int k = 0; k <= 10; k++)
            in += field_at(&p.trees, pt_mix(l.p[0], l.p[1], k / 10.0)) > 0;
        if (plan_border_is(&p, b, LOOK_WOODS))
            CHECK(in >= 9); /* a stream may pass its end */
        else
            CHECK(in < 9);
    }
    plan_free(&p);
    close_board(&pic);
}

TEST(draw_waters_keep_to_their_hexsides)
{
    for (int i = 0; i < HEX_BOARDS; i++) {
        struct picture pic;
        open_board(&pic, boards[i]);
        struct plan p;
        make_plan(&p, &pic);
        for (int k = 0; k < p.waters.n; k++) {
            const struct course *c = &p.waters.c[k];
            for (int j = 0; j < c->l.n; j++) {
                double least = 1e9;
                for (int b = 0; b < pic.board->borders; b++) {
                    struct line l = plan_border(&p, b);
                    if (plan_border_is(&p, b, c->look) && pt_dist(l.p[0], c->l.p[j]) < 120)
                        least = fmin(least, line_near(&l, c->l.p[j], NULL));
                }
                CHECK(least < 19);
            }
        }
        plan_free(&p);
        close_board(&pic);
    }
}

/* A road never passes a hex that has no road. */
TEST(draw_roads_keep_to_their_hexes)
{
    for (int i = 0; i < HEX_BOARDS; i++) {
        struct picture pic;
        open_board(&pic, boards[i]);
        struct plan p;
        make_plan(&p, &pic);
        bool *has = calloc((size_t)pic.board->cells, sizeof *has);
        for (int k = 0; k < pic.board->roads; k++) {
            const struct board_border *b = board_border_at(pic.board, pic.board->road[k].border);
            has[b->cell[0]] = has[b->cell[1]] = true;
        }
        for (int k = 0; k < pic.board->exits; k++)
            has[pic.board->exit[k].cell] = true;
        for (int k = 0; k < p.roads.n; k++) {
            const struct course *c = &p.roads.c[k];
            for (int j = 0; j < c->l.n && !c->ornament; j++) {
                int cell = plan_cell_at(&p, c->l.p[j]);
                if (cell >= 0 && pt_dist(c->l.p[j], p.centre[cell]) < 48)
                    CHECK(has[cell]);
            }
        }
        free(has);
        plan_free(&p);
        close_board(&pic);
    }
}

/* ---- bad files ---- */

static const struct {
    const char *line, *complaint;
} bad_ground[] = {
    { "frame 0 0 10", "ground.txt:2: y is missing" },
    { "frame 10 10 0 0", "ground.txt:2: the frame has no inside" },
    { "line canal \"X\" 0 0 1 1", "ground.txt:2: unknown kind of line \"canal\"" },
    { "line stream", "ground.txt:2: name is missing" },
    { "line stream \"X\" 0 0", "ground.txt:2: 1 points are too few" },
    { "line stream \"X\" 0 0 5", "ground.txt:2: y is missing" },
    { "line stream \"X\" 0 0 5 z", "ground.txt:2: y must be a whole number, not \"z\"" },
    { "shape woods \"X\" 0 0 1 1", "ground.txt:2: 2 points are too few" },
    { "shape jungle \"X\" 0 0 1 1 2 2", "ground.txt:2: unknown kind of shape \"jungle\"" },
    { "outline", "ground.txt:2: number of the area is missing" },
    { "house 1 2 3 4", "ground.txt:2: angle is missing" },
    { "house 1 2 3 4 5 igloo", "ground.txt:2: unknown kind of house \"igloo\"" },
    { "height 1 2 high", "ground.txt:2: height in metres must be a whole number, not \"high\"" },
    { "label hill \"X\" 1 2 3", "ground.txt:2: size is missing" },
    { "label \"X\" 1 2 3 4", "ground.txt:2: unknown kind of label \"X\"" },
    { "centre 3 1", "ground.txt:2: y is missing" },
    { "hole 0 0 1 1 2 2", "ground.txt:2: a hole before any shape" },
    { "volcano 1 2", "ground.txt:2: unknown line \"volcano\"" },
    { "line stream \"X 0 0", "ground.txt:2: a quotation is not closed" },
};

TEST(draw_bad_ground_is_complained_about)
{
    for (int i = 0; i < COUNT(bad_ground); i++) {
        struct ground g = { 0 };
        struct errors e = { 0 };
        struct text t = { 0 };
        text_printf(&t, "# a comment\n%s\nheight 1 2 3\n", bad_ground[i].line);
        ground_read(&g, "ground.txt", t.s, t.n, &e);
        CHECK_INT(e.n, 1);
        CHECK(strncmp(text_of(&e.lines), bad_ground[i].complaint,
                      strlen(bad_ground[i].complaint)) == 0);
        CHECK_INT(g.heights, 1);
        ground_free(&g);
        errors_free(&e);
        text_free(&t);
    }
}

/* An area lost far away would make a picture of a million units. */
TEST(draw_an_area_too_far_away_is_complained_about)
{
    static const char map[] = "map two \"Two\"\ngrid areas\nscale 500 m\nterrain green\n"
                              "feature british\nborder stream\narea 1 green 0 judgement \"A\"\n"
                              "area 2 green 0 judgement \"B\"\nlink 1 2 judgement\n";
    static const char ground[] = "outline 1 0 0 1000 0 1000 1000\n"
                                 "outline 2 1000 0 1001 0 1000000 1000000\n";
    char folder[] = "/tmp/grognard-draw-XXXXXX";
    struct errors e = { 0 };
    struct draw_data data;
    struct board *board = board_read("map.txt", map, strlen(map), &e);
    struct text path = { 0 };
    FILE *f;

    CHECK_STR(text_of(&e.lines), "");
    CHECK(mkdtemp(folder) != NULL);
    text_printf(&path, "%s/ground.txt", folder);
    CHECK((f = fopen(text_of(&path), "w")) && fputs(ground, f) >= 0 && fclose(f) == 0);
    CHECK(board && !draw_load(&data, board, folder, &e));
    CHECK(strstr(text_of(&e.lines), "ground.txt:2: area 2 reaches too far from the others"));
    draw_free(&data);
    board_free(board);
    unlink(text_of(&path));
    rmdir(folder);
    text_free(&path);
    errors_free(&e);
}

TEST(draw_bad_margin_is_complained_about)
{
    static const char text[] =
        "title\nlettering big\nmeasure 0 \"x\"\nbadge I orange\nkey clear\nflag 1\n"
        "name \"a\"\nsubtitle \"x\" y\n";
    struct margin m;
    struct errors e = { 0 };

    margin_load(&m, "/nowhere/margin.txt", &e);
    margin_read(&m, "margin.txt", text, strlen(text), &e);
    CHECK_STR(text_of(&e.lines),
              "margin.txt:1: title is missing\n"
              "margin.txt:2: size of names must be a whole number, not \"big\"\n"
              "margin.txt:3: length of the scale bar must be from 1 to 20, not 0\n"
              "margin.txt:4: a colour is written \"#rrggbb\", not \"orange\"\n"
              "margin.txt:5: what it is is missing\n"
              "margin.txt:6: unknown line \"flag\"\n"
              "margin.txt:7: what it becomes is missing\n"
              "margin.txt:8: \"y\" is one word too many\n");
    margin_free(&m);
    errors_free(&e);
}

/* A board without any file beside it is drawn from its map alone. */
TEST(draw_a_map_alone_is_enough)
{
    char *picture =
        small_picture("hex 0303 woods 0 judgement\nside 0203 0303 stream judgement\n"
                      "road 0101 0201 road judgement\nhex 0505 village 1 judgement \"X\"\n",
                      "");

    CHECK(strstr(picture, "id=\"cell-0303\"") && strstr(picture, ">Small</title>"));
    free(picture);
}
