/*
 * board-roads.c: roads must lead somewhere: from the edge of the map or from a place to another,
 * in one piece, over a river only where it can be crossed; and whoever enters the game by an entry
 * point must find a road there.
 */
#include "board-check.h"

#include <stdlib.h>
#include <string.h>

/* -- crossings -- */

static void check_crossings(struct check *check, const struct board_mark *road)
{
    const struct board *b = check->b;
    uint32_t kinds = board_border_at(b, road->border)->kinds;

    for (int i = 0; i < b->require.crossings; i++) {
        const struct board_crossing *crossing = &b->require.crossing[i];

        for (int kind = 0; kind < b->kind.n; kind++)
            if (kinds >> kind & crossing->over >> kind & 1 && !(kinds & crossing->by))
                errors_add(check->errors, b->file, road->line,
                           "the %s crosses the %s at %s without a bridge or the like",
                           b->way.word[road->kind], b->kind.word[kind],
                           board_number(b, road->border));
    }
}

static void check_bridge(struct check *check, const struct board_mark *side)
{
    const struct board *b = check->b;
    uint32_t waters = b->require.flow | b->require.still, bridges = 0;

    for (int i = 0; i < b->require.crossings; i++) {
        waters |= b->require.crossing[i].over;
        bridges |= b->require.crossing[i].by;
    }
    if (board_bit(bridges, side->kind) && !(board_border_at(b, side->border)->kinds & waters))
        errors_add(check->errors, b->file, side->line, "the %s at %s crosses nothing",
                   b->kind.word[side->kind], board_number(b, side->border));
}

/* -- the edge of the map -- */

/* Hex directions that a point of the compass may mean: one, or two where a corner points there. */
static bool off_map(const struct board *b, int cell, int compass)
{
    static const int8_t flat[BOARD_COMPASS][2] = {
        { 0, 0 }, { 1, 1 }, { 1, 2 }, { 2, 2 }, { 3, 3 }, { 4, 4 }, { 4, 5 }, { 5, 5 },
    };
    static const int8_t pointed[BOARD_COMPASS][2] = {
        { 5, 0 }, { 0, 0 }, { 1, 1 }, { 2, 2 }, { 2, 3 }, { 3, 3 }, { 4, 4 }, { 5, 5 },
    };
    const int8_t *way = b->grid.flat ? flat[compass] : pointed[compass];

    return !b->hexes || b->cell[cell].next[way[0]] < 0 || b->cell[cell].next[way[1]] < 0;
}

static void check_edge(struct check *check, int cell, int compass, int line)
{
    const struct board *b = check->b;

    if (!off_map(b, cell, compass))
        errors_add(check->errors, b->file, line, "%s is not at the edge of the map to the %s",
                   board_number(b, cell), board_compass_name(compass));
}

static int roads_at(const struct board *b, int cell)
{
    int roads = 0;

    EACH_NEIGHBOUR (b, cell, link)
        roads += board_border_at(b, link->border)->ways != 0;
    return roads;
}

static int exits_at(const struct board *b, int cell)
{
    int n = 0;

    for (int i = 0; i < b->exits; i++)
        n += b->exit[i].cell == cell;
    return n;
}

static void check_exits(struct check *check)
{
    const struct board *b = check->b;

    for (int i = 0; i < b->exits; i++) {
        const struct board_exit *exit = &b->exit[i];

        check_edge(check, exit->cell, exit->compass, exit->line);
        if (roads_at(b, exit->cell) == 0 && exits_at(b, exit->cell) < 2)
            errors_add(check->errors, b->file, exit->line,
                       "no road leads to %s, where this one leaves the map",
                       board_number(b, exit->cell));
    }
}

/* One of the cells of an entry point is enough. */
static bool has_road_out(const struct board *b, const char *label)
{
    for (int i = 0; i < b->entries; i++)
        if (strcmp(b->entry[i].label, label) == 0 && exits_at(b, b->entry[i].cell) > 0)
            return true;
    return false;
}

static bool is_first_of_label(const struct board *b, int entry)
{
    for (int i = 0; i < entry; i++)
        if (strcmp(b->entry[i].label, b->entry[entry].label) == 0)
            return false;
    return true;
}

static void check_entries(struct check *check)
{
    const struct board *b = check->b;

    for (int i = 0; i < b->entries; i++) {
        const struct board_entry *entry = &b->entry[i];

        check_edge(check, entry->cell, entry->compass, entry->line);
        if (b->roads > 0 && is_first_of_label(b, i) && !has_road_out(b, entry->label))
            errors_add(check->errors, b->file, entry->line, "no road leaves the map at entry %s",
                       entry->label);
    }
}

/* -- where roads lead -- */

/* Something to go to: a name, an unusual terrain or feature, a place, an entry, the map's edge. */
static bool is_somewhere(const struct board *b, int cell)
{
    const struct board_cell *at = &b->cell[cell];

    if (at->name[0] || at->terrain != 0 || at->features || exits_at(b, cell) > 0)
        return true;
    for (int i = 0; i < b->entries; i++)
        if (b->entry[i].cell == cell)
            return true;
    for (int i = 0; i < b->groups; i++)
        for (int k = 0; k < b->group[i].n; k++)
            if (b->group[i].cell[k] == cell)
                return true;
    return false;
}

static void check_dead_ends(struct check *check, const struct board_mark *road)
{
    const struct board *b = check->b;
    const struct board_border *at = board_border_at(b, road->border);

    for (int i = 0; i < 2; i++)
        if (roads_at(b, at->cell[i]) == 1 && !is_somewhere(b, at->cell[i]))
            errors_add(check->errors, b->file, road->line, "the %s ends in open country at %s",
                       b->way.word[road->kind], board_number(b, at->cell[i]));
}

static void join_roads(struct check *check)
{
    const struct board *b = check->b;

    check_separate(check);
    for (int i = 0; i < b->roads; i++) {
        const struct board_border *at = board_border_at(b, b->road[i].border);

        check_join(check, b->road[i].border, at->cell[0]);
        check_join(check, b->road[i].border, at->cell[1]);
    }
}

/* A road of one name is in one piece, if need be by way of others. */
static void check_name(struct check *check, int road)
{
    const struct board *b = check->b;

    for (int i = 0; i < road; i++)
        if (b->road[road].name[0] && strcmp(b->road[i].name, b->road[road].name) == 0) {
            if (check_root(check, b->road[i].border) != check_root(check, b->road[road].border))
                errors_add(check->errors, b->file, b->road[road].line,
                           "\"%s\" is broken: this stretch does not meet the one in line %d",
                           b->road[road].name, b->road[i].line);
            return;
        }
}

/* Where any road leaves the map, all are part of a net that does. */
static void check_ways_out(struct check *check)
{
    const struct board *b = check->b;
    bool *leaves = base_alloc((size_t)b->places * sizeof *leaves);

    for (int i = 0; i < b->exits; i++)
        leaves[check_root(check, b->exit[i].cell)] = true;
    for (int i = 0; i < b->roads && b->exits > 0; i++) {
        int root = check_root(check, b->road[i].border);

        if (!leaves[root])
            errors_add(check->errors, b->file, b->road[i].line,
                       "this %s joins no road that leaves the map", b->way.word[b->road[i].kind]);
        leaves[root] = true;
    }
    free(leaves);
}

void check_roads(struct check *check)
{
    const struct board *b = check->b;

    for (int i = 0; i < b->sides; i++)
        check_bridge(check, &b->side[i]);
    for (int i = 0; i < b->roads; i++) {
        check_crossings(check, &b->road[i]);
        check_dead_ends(check, &b->road[i]);
    }
    check_exits(check);
    check_entries(check);
    join_roads(check);
    for (int i = 0; i < b->roads; i++)
        check_name(check, i);
    check_ways_out(check);
}
