/*
 * Paths: by hand on a little map, and against a slow search on random costs.
 */
#include "path.h"
#include "../test.h"
#include "maps.h"

#include <string.h>

static const char grid[] =
    "grid flat shift odd-south number CCRR columns 1 8 east rows 1 6 south\n";

/* Woods cost two points, all else one; a road half a point; a river cannot be crossed. */
static int march(void *ctx, int from, int to, int border)
{
    const struct board *b = ctx;

    (void)from;
    if (board_border_at(b, border)->ways)
        return 1;
    if (board_has_kind(b, border, board_kind(b, "river")))
        return PATH_FORBIDDEN;
    return b->cell[to].terrain == board_terrain(b, "woods") ? 4 : 2;
}

TEST(path_reach_on_open_ground)
{
    struct board *b = maps_plain(grid, "");
    struct path p;

    path_reach(b, maps_at(b, "0403"), 4, march, b, &p);
    CHECK_INT(p.n, 18);
    for (int c = 0; c < b->cells; c++) {
        int distance = board_distance(b, p.start, c);

        CHECK(path_reached(&p, c) == (distance <= 2));
        if (distance <= 2)
            CHECK_INT(path_spent(&p, c), 2 * distance);
    }
    path_reach(b, maps_at(b, "0403"), 0, march, b, &p);
    CHECK_INT(p.n, 0);
    CHECK(path_reached(&p, p.start) && path_spent(&p, p.start) == 0);
    board_free(b);
}

TEST(path_prefers_the_road_around)
{
    struct board *b = maps_plain(grid, "hex 0402 woods 0 judgement\n"
                                       "side 0402 0401 river judgement\n"
                                       "road 0403 0302 road judgement\n"
                                       "road 0302 0301 road judgement\n"
                                       "road 0301 0401 road judgement\n");
    struct path p;
    int16_t route[8];

    path_reach(b, maps_at(b, "0403"), 20, march, b, &p);
    CHECK_INT(path_spent(&p, maps_at(b, "0401")), 3);
    CHECK_INT(path_route(&p, maps_at(b, "0401"), route, 8), 3);
    CHECK_STR(board_number(b, route[0]), "0302");
    CHECK_STR(board_number(b, route[1]), "0301");
    CHECK_STR(board_number(b, route[2]), "0401");
    CHECK_INT(path_route(&p, maps_at(b, "0401"), route, 2), -1);
    CHECK_INT(path_route(&p, p.start, route, 0), 0);
    path_reach(b, maps_at(b, "0403"), 2, march, b, &p);
    CHECK_INT(path_route(&p, maps_at(b, "0401"), route, 8), -1);
    board_free(b);
}

TEST(path_along_roads_only)
{
    struct board *b = maps_plain(grid, "road 0403 0303 track judgement\n"
                                       "road 0303 0302 highway judgement\n"
                                       "road 0302 0301 road judgement\n");
    struct path_road road = { b, path_ways_from(b, board_way(b, "road")), 1 };
    struct path p;

    CHECK_INT(path_ways_from(b, board_way(b, "track")), 7);
    CHECK_INT(path_ways_from(b, board_way(b, "highway")), 4);
    CHECK_INT(path_ways_from(b, board_way(b, "canal")), 0);
    path_reach(b, maps_at(b, "0303"), 9, path_along_road, &road, &p);
    CHECK_INT(p.n, 2);
    CHECK_INT(path_spent(&p, maps_at(b, "0301")), 2);
    road.ways = path_ways_from(b, board_way(b, "track"));
    path_reach(b, maps_at(b, "0303"), 1, path_along_road, &road, &p);
    CHECK_INT(p.n, 2);
    CHECK(path_reached(&p, maps_at(b, "0403")) && !path_reached(&p, maps_at(b, "0301")));
    board_free(b);
}

/* Cells of the ground "village" stop whoever enters over no road. */
static int march_and_stop(void *ctx, int from, int to, int border)
{
    const struct board *b = ctx;
    int cost = march(ctx, from, to, border);

    return cost > 1 && b->cell[to].terrain == board_terrain(b, "village") ? cost | PATH_STOP : cost;
}

TEST(path_stops_on_entry)
{
    struct board *b =
        maps_plain("grid flat shift odd-south number CCRR columns 1 1 east rows 1 5 south\n",
                   "hex 0103 village 0 judgement\n");
    struct path p;

    path_reach(b, maps_at(b, "0101"), 20, march_and_stop, b, &p);
    CHECK_INT(p.n, 2);
    CHECK(path_reached(&p, maps_at(b, "0103")) && !path_may_pass(&p, maps_at(b, "0103")));
    CHECK(path_may_pass(&p, maps_at(b, "0102")));
    CHECK(!path_reached(&p, maps_at(b, "0104")));
    board_free(b);
}

/* The short way into the village ends there; a longer one by road goes through. */
TEST(path_keeps_both_manners_of_arriving)
{
    struct board *b = maps_plain(grid, "hex 0402 village 0 judgement\n"
                                       "side 0301 0401 river judgement\n"
                                       "road 0403 0302 road judgement\n"
                                       "road 0302 0301 road judgement\n"
                                       "road 0301 0402 road judgement\n"
                                       "road 0402 0401 road judgement\n");
    int village = maps_at(b, "0402"), beyond = maps_at(b, "0401");
    struct path p;
    int16_t route[8];

    path_reach(b, maps_at(b, "0403"), 6, march_and_stop, b, &p);
    CHECK_INT(p.end[village], 2);
    CHECK_INT(p.pass[village], 3);
    CHECK_INT(path_spent(&p, village), 2);
    CHECK(!path_may_pass(&p, village));
    CHECK_INT(path_route(&p, village, route, 8), 1);
    CHECK_INT(path_spent(&p, beyond), 4);
    CHECK_INT(path_route(&p, beyond, route, 8), 4);
    CHECK_INT(route[2], village);
    board_free(b);
}

TEST(path_at_least_one_cell)
{
    struct board *b = maps_plain(grid, "hex 0402 woods 0 judgement\n"
                                       "hex 0401 woods 0 judgement\n"
                                       "side 0403 0404 river judgement\n");
    struct path p;

    path_reach(b, maps_at(b, "0403"), 3, march, b, &p);
    CHECK(!path_reached(&p, maps_at(b, "0402")));
    path_at_least_one(b, march, b, &p);
    CHECK_INT(path_spent(&p, maps_at(b, "0402")), 3);
    CHECK(!path_may_pass(&p, maps_at(b, "0402")));
    CHECK(!path_reached(&p, maps_at(b, "0401")));
    CHECK(!path_reached(&p, maps_at(b, "0404")));
    board_free(b);
}

TEST(path_over_areas)
{
    struct board *b = maps_read("map a \"A\"\ngrid areas\nterrain green yellow\n"
                                "area 1 green 0 judgement\narea 2 green 0 judgement\n"
                                "area 3 green 0 judgement\narea 4 green 0 judgement\n"
                                "link 1 2 judgement\nlink 2 3 judgement\n");
    struct path p;

    path_reach(b, maps_at(b, "1"), 4, march, b, &p);
    CHECK_INT(p.n, 2);
    CHECK_INT(path_spent(&p, maps_at(b, "3")), 4);
    CHECK(!path_reached(&p, maps_at(b, "4")));
    board_free(b);
}

/* -- against a slow search -- */

static int noisy(void *ctx, int from, int to, int border)
{
    unsigned h = *(const unsigned *)ctx;

    h = (h ^ (unsigned)from) * 2654435761u;
    h = (h ^ (unsigned)to ^ (unsigned)border << 8) * 2246822519u;
    h ^= h >> 15;
    if (h % 7 == 0)
        return PATH_FORBIDDEN;
    return (int)(h >> 8 & 7) | (h % 5 == 0 ? PATH_STOP : 0);
}

/* Bellman and Ford: relax everything until nothing changes. */
static void slowly(const struct board *b, int start, int budget, void *ctx, int *pass, int *end)
{
    bool changed = true;

    for (int c = 0; c < b->cells; c++)
        pass[c] = end[c] = PATH_UNREACHED;
    pass[start] = 0;
    while (changed) {
        changed = false;
        for (int c = 0; c < b->cells; c++) {
            if (pass[c] == PATH_UNREACHED)
                continue;
            EACH_NEIGHBOUR (b, c, link) {
                int step = noisy(ctx, c, link->cell, link->border);
                int *best = step >= 0 && step & PATH_STOP ? end : pass;
                int spent = pass[c] + (step & ~PATH_STOP);

                if (step >= 0 && spent <= budget && spent < best[link->cell]) {
                    best[link->cell] = spent;
                    changed = true;
                }
            }
        }
    }
}

static void check_route(const struct board *b, const struct path *p, int cell, void *ctx)
{
    int16_t route[BOARD_CELLS];
    int n = path_route(p, cell, route, BOARD_CELLS), at = p->start, spent = 0;

    for (int i = 0; i < n; i++) {
        int step = noisy(ctx, at, route[i], board_border(b, at, route[i]));

        CHECK(step >= 0);
        CHECK(i == n - 1 || !(step & PATH_STOP));
        spent += step & ~PATH_STOP;
        at = route[i];
    }
    CHECK_INT(at, cell);
    CHECK_INT(spent, path_spent(p, cell));
}

struct hunt {
    unsigned seed;
    int quarry;
};

static int hunt_cost(void *ctx, int from, int to, int border)
{
    return noisy(&((struct hunt *)ctx)->seed, from, to, border);
}

static bool is_quarry(void *ctx, int cell)
{
    return cell == ((struct hunt *)ctx)->quarry;
}

TEST(path_first_finds_what_is_within_reach)
{
    struct board *b = maps_plain(grid, "");
    struct path p, q;

    for (unsigned seed = 0; seed < 50; seed++) {
        int start = (int)seed % b->cells, budget = (int)seed % 31;

        path_reach(b, start, budget, noisy, &seed, &p);
        for (int c = 0; c < b->cells; c++) {
            struct hunt hunt = { seed, c };
            bool there = c != start && path_reached(&p, c);

            CHECK_INT(path_first(b, start, budget, hunt_cost, is_quarry, &hunt, &q),
                      there ? c : BOARD_NOWHERE);
        }
    }
    board_free(b);
}

static bool is_quarry_or_beyond(void *ctx, int cell, int spent)
{
    (void)spent;
    return cell >= ((struct hunt *)ctx)->quarry;
}

TEST(path_nearest_finds_the_cheapest)
{
    struct board *b = maps_plain(grid, "");
    struct path p, q;

    for (unsigned seed = 0; seed < 50; seed++) {
        int start = (int)seed % b->cells, budget = (int)seed % 31;

        path_reach(b, start, budget, noisy, &seed, &p);
        for (int c = 0; c < b->cells; c++) {
            struct hunt hunt = { seed, c };
            int cheapest = PATH_UNREACHED;
            int found = path_nearest(b, start, budget, hunt_cost, is_quarry_or_beyond, &hunt, &q);

            for (int i = c; i < b->cells; i++)
                cheapest = p.pass[i] < cheapest ? p.pass[i] : cheapest;
            CHECK((found >= 0) == (cheapest < PATH_UNREACHED));
            if (found >= 0)
                CHECK(found >= c && q.pass[found] == cheapest && p.pass[found] == cheapest);
        }
    }
    board_free(b);
}

TEST(path_agrees_with_a_slow_search)
{
    struct board *b = maps_plain(grid, "");
    struct path p;
    int pass[BOARD_CELLS], end[BOARD_CELLS];

    for (unsigned seed = 0; seed < 300; seed++) {
        int start = (int)seed % b->cells, budget = (int)seed % 31, found = 0;

        path_reach(b, start, budget, noisy, &seed, &p);
        slowly(b, start, budget, &seed, pass, end);
        for (int c = 0; c < b->cells; c++) {
            int best = pass[c] < end[c] ? pass[c] : end[c];

            CHECK_INT(p.pass[c], pass[c]);
            CHECK_INT(path_spent(&p, c), best);
            found += best < PATH_UNREACHED && c != start;
            if (best < PATH_UNREACHED)
                check_route(b, &p, c, &seed);
        }
        CHECK_INT(p.n, found);
    }
    board_free(b);
}
