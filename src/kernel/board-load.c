/*
 * board-load.c: reads map.txt (docs/map-format.md) into a board. The lines may stand in any order:
 * the text is gone through once for the header, once for the cells, once for the links of areas and
 * once for all that speaks of them. Every complaint is collected; a board with any is not handed out.
 */
#include "board-load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum pass { HEADER, CELLS, LINKS, GROUND, PASSES };
enum { LIST_MOST = 256 };       /* cells in one place or fact line */

/* -- words of a line -- */

static int index_in(const struct board_words *words, const char *word)
{
    for (int i = 0; i < words->n; i++)
        if (strcmp(words->word[i], word) == 0)
            return i;
    return -1;
}

static int add_word(struct loader *l, struct board_words *words, const char *word)
{
    if (words->n == BOARD_WORDS) {
        lex_complain(&l->lex, "more than %d words of this sort", BOARD_WORDS);
        return -1;
    }
    words->word[words->n] = arena_copy(&l->b->arena, word);
    return words->n++;
}

static int need_word(struct loader *l, const struct board_words *words, const char *what)
{
    const char *word = lex_need(&l->lex, what);
    int index = word ? index_in(words, word) : -1;

    if (word && index < 0)
        lex_complain(&l->lex, "this map has no %s \"%s\"", what, word);
    return index;
}

static int source_of(const char *word)
{
    for (int s = 0; s < BOARD_SOURCES; s++)
        if (strcmp(board_source_name(s), word) == 0)
            return s;
    return -1;
}

static int count_source(struct loader *l, enum board_sort sort, int source)
{
    l->b->sources[sort][source]++;
    return source;
}

static int need_source(struct loader *l, enum board_sort sort)
{
    const char *word = lex_need(&l->lex, "the source");
    int source = word ? source_of(word) : -1;

    if (word && source < 0)
        lex_complain(&l->lex, "a source is rulebook, geography or judgement, not \"%s\"", word);
    return source < 0 ? -1 : count_source(l, sort, source);
}

static int need_cell(struct loader *l)
{
    const char *word = lex_need(&l->lex, "the number of a cell");
    int cell = word ? board_find(l->b, word) : -1;

    if (word && cell < 0)
        lex_complain(&l->lex, "there is no cell \"%s\" on this map", word);
    return cell;
}

static int need_compass(struct loader *l)
{
    const char *word = lex_need(&l->lex, "a direction");
    int compass = word ? board_compass(word) : -1;

    if (word && compass < 0)
        lex_complain(&l->lex, "a direction is n ne e se s sw w or nw, not \"%s\"", word);
    return compass;
}

static bool quote_follows(struct loader *l)
{
    return lex_more(&l->lex) && *l->lex.at == '"';
}

static const char *maybe_name(struct loader *l)
{
    const char *word = quote_follows(l) ? lex_word(&l->lex) : NULL;

    return word ? arena_copy(&l->b->arena, word) : "";
}

static const char *need_name(struct loader *l)
{
    if (quote_follows(l))
        return maybe_name(l);
    lex_complain(&l->lex, "a name in quotes is missing");
    return "";
}

static bool expect(struct loader *l, const char *word)
{
    const char *got = lex_need(&l->lex, word);

    if (got && strcmp(got, word) != 0)
        lex_complain(&l->lex, "\"%s\" should stand here, not \"%s\"", word, got);
    return got && !l->lex.faulty;
}

/* One of two words: 0 or 1, complains otherwise. */
static int either(struct loader *l, const char *no, const char *yes)
{
    const char *word = lex_need(&l->lex, yes);

    if (!word)
        return 0;
    if (strcmp(word, yes) == 0)
        return 1;
    if (strcmp(word, no) != 0)
        lex_complain(&l->lex, "\"%s\" or \"%s\" should stand here, not \"%s\"", no, yes, word);
    return 0;
}

/* -- header -- */

static void read_map(struct loader *l)
{
    const char *word = lex_need(&l->lex, "the id of the map");

    if (l->b->id)
        lex_complain(&l->lex, "a second \"map\" line");
    if (word)
        l->b->id = arena_copy(&l->b->arena, word);
    l->b->title = maybe_name(l);
    lex_end(&l->lex);
}

static void read_range(struct loader *l, const char *what, int *first, int *last)
{
    if (lex_number(&l->lex, what, 0, 99, first))
        lex_number(&l->lex, what, *first, 99, last);
}

static void read_hex_grid(struct loader *l, struct hex_grid *g)
{
    expect(l, "shift");
    g->shift_odd = g->flat ? either(l, "even-south", "odd-south") : either(l, "even-east", "odd-east");
    expect(l, "number");
    g->rows_first = either(l, "CCRR", "RRCC");
    expect(l, "columns");
    read_range(l, "a column", &g->column_first, &g->column_last);
    g->columns_east = either(l, "west", "east");
    expect(l, "rows");
    read_range(l, "a row", &g->row_first, &g->row_last);
    g->rows_south = either(l, "north", "south");
}

static void read_grid(struct loader *l)
{
    const char *word = lex_need(&l->lex, "flat, pointy or areas");

    if (l->b->grid_line)
        lex_complain(&l->lex, "a second \"grid\" line");
    if (!word || l->lex.faulty)
        return;
    l->b->hexes = strcmp(word, "areas") != 0;
    l->b->grid.flat = strcmp(word, "flat") == 0;
    if (l->b->hexes && !l->b->grid.flat && strcmp(word, "pointy") != 0)
        lex_complain(&l->lex, "a grid is flat, pointy or areas, not \"%s\"", word);
    else if (l->b->hexes)
        read_hex_grid(l, &l->b->grid);
    if (!l->lex.faulty)
        lex_end(&l->lex);
    if (!l->lex.faulty)
        l->b->grid_line = l->lex.line;
}

static void read_scale(struct loader *l)
{
    if (!lex_number(&l->lex, "the scale", 1, 100000, &l->b->scale))
        return;
    if (lex_need(&l->lex, "the unit of the scale"))
        l->b->unit = arena_copy(&l->b->arena, l->lex.word);
    lex_end(&l->lex);
}

static void read_vocabulary(struct loader *l, struct board_words *words)
{
    const char *word;

    while ((word = lex_word(&l->lex)) != NULL) {
        if (index_in(words, word) >= 0)
            lex_complain(&l->lex, "\"%s\" is given twice", word);
        else if (add_word(l, words, word) < 0)
            return;
    }
}

static void read_terrain(struct loader *l)
{
    read_vocabulary(l, &l->b->terrain);
}

static void read_feature(struct loader *l)
{
    read_vocabulary(l, &l->b->feature);
}

static void read_border(struct loader *l)
{
    read_vocabulary(l, &l->b->kind);
}

static void read_way(struct loader *l)
{
    read_vocabulary(l, &l->b->way);
}

/* -- cells -- */

/* What follows the number on a hex or area line. */
static void read_cell(struct loader *l, struct board_cell *cell)
{
    int terrain = need_word(l, &l->b->terrain, "terrain"), level = 0, source, feature;

    if (l->lex.faulty || !lex_number(&l->lex, "the level", -99, 99, &level))
        return;
    source = need_source(l, BOARD_CELL);
    if (source < 0)
        return;
    cell->terrain = (uint8_t)terrain;
    cell->level = (int8_t)level;
    cell->source = (uint8_t)source;
    cell->name = maybe_name(l);
    while (lex_more(&l->lex)) {
        feature = need_word(l, &l->b->feature, "feature");
        if (feature < 0)
            return;
        cell->features |= 1u << feature;
    }
}

static int need_slot(struct loader *l)
{
    const struct hex_grid *g = &l->b->grid;
    const char *word = lex_need(&l->lex, "the number of a hex");
    int column, row;

    if (!word)
        return -1;
    if (!hex_read(g, word, &column, &row)) {
        lex_complain(&l->lex, "there is no hex \"%s\" in the grid", word);
        return -1;
    }
    column -= g->column_first;
    row -= g->row_first;
    return g->rows_first ? row * (g->column_last - g->column_first + 1) + column
                         : column * (g->row_last - g->row_first + 1) + row;
}

static bool board_is(struct loader *l, bool hexes)
{
    if (l->b->hexes != hexes)
        lex_complain(&l->lex, "this line is not for a board of %s", hexes ? "areas" : "hexes");
    return l->b->hexes == hexes;
}

static void read_hex(struct loader *l)
{
    int slot = board_is(l, true) ? need_slot(l) : -1;

    if (slot < 0)
        return;
    if (l->draft[slot].line > 0) {
        lex_complain(&l->lex, "hex %s was given in line %d", l->lex.word, l->draft[slot].line);
        return;
    }
    l->draft[slot].line = l->lex.line;
    read_cell(l, &l->draft[slot]);
}

static void read_void(struct loader *l)
{
    int slot = board_is(l, true) ? need_slot(l) : -1;

    if (slot < 0)
        return;
    if (l->absent[slot])
        lex_complain(&l->lex, "hex %s is given twice", l->lex.word);
    l->absent[slot] = true;
    if (need_source(l, BOARD_VOID) >= 0)
        lex_end(&l->lex);
}

static bool fits(struct loader *l, const char *number)
{
    if (strlen(number) < BOARD_NUMBER && !strchr(number, '/'))
        return true;
    lex_complain(&l->lex, "\"%s\" cannot be the number of an area: too long, or with a slash", number);
    return false;
}

static void read_area(struct loader *l)
{
    const char *word = board_is(l, false) ? lex_need(&l->lex, "the number of an area") : NULL;
    struct board_cell *cell = &l->draft[l->slots];

    if (!word || !fits(l, word))
        return;
    memcpy(cell->number, word, strlen(word) + 1);
    cell->line = l->lex.line;
    l->slots++;
    read_cell(l, cell);
}

/* -- links of areas -- */

static void read_link(struct loader *l)
{
    struct link_line *link = &l->links[l->link_lines];
    int a = board_is(l, false) ? need_cell(l) : -1, b = a >= 0 ? need_cell(l) : -1, source;

    if (b < 0)
        return;
    if (a == b) {
        lex_complain(&l->lex, "an area cannot touch itself");
        return;
    }
    if (!lex_need(&l->lex, "the source"))
        return;
    link->kind = index_in(&l->b->kind, l->lex.word);
    source = link->kind >= 0 ? need_source(l, BOARD_LINK) : source_of(l->lex.word);
    if (link->kind < 0 && source >= 0)
        count_source(l, BOARD_LINK, source);
    else if (link->kind < 0)
        lex_complain(&l->lex, "\"%s\" is neither a border kind of this map nor a source", l->lex.word);
    if (l->lex.faulty)
        return;
    lex_end(&l->lex);
    link->a = (int16_t)a;
    link->b = (int16_t)b;
    link->source = (uint8_t)source;
    link->line = l->lex.line;
    if (l->link_lines < BOARD_LINKS)
        l->link_lines++;
    else
        lex_complain(&l->lex, "more than %d links", BOARD_LINKS);
}

/* -- borders and roads -- */

/* Notes a kind on a border. `first` is the cell named first. */
static void mark_side(struct loader *l, int border, int first, int kind)
{
    struct board_border *at = &l->border[border - l->b->cells];
    uint32_t *named = &at->named[at->cell[1] == first];

    if (*named >> kind & 1)
        lex_complain(&l->lex, "%s has %s already", at->number, l->b->kind.word[kind]);
    *named |= 1u << kind;
    at->kinds |= 1u << kind;
}

/* A link line that names a kind is a side line as well. */
static void mark_links(struct loader *l)
{
    for (int i = 0; i < l->link_lines; i++) {
        const struct link_line *link = &l->links[i];
        int border = board_border(l->b, link->a, link->b);

        l->lex.line = link->line;
        if (link->kind < 0)
            continue;
        mark_side(l, border, link->a, link->kind);
        l->side[l->b->sides++] = (struct board_mark){
            .border = (int16_t)border, .from = link->a, .kind = (uint8_t)link->kind,
            .source = link->source, .name = "", .line = link->line,
        };
    }
}

/* The same link twice without saying anything new, one way or the other. */
static void find_doubled_links(struct loader *l)
{
    uint8_t *plain = base_alloc((size_t)l->b->borders + 1);

    for (int i = 0; i < l->link_lines; i++) {
        const struct link_line *link = &l->links[i];
        int border = board_border(l->b, link->a, link->b) - l->b->cells;

        if (link->kind < 0 && plain[border]++)
            errors_add(l->lex.errors, l->b->file, link->line, "the link %s is given twice",
                       l->border[border].number);
    }
    free(plain);
}

static int touching(struct loader *l, int a, int b)
{
    int border = board_border(l->b, a, b);

    if (border < 0)
        lex_complain(&l->lex, "%s and %s do not touch", l->cell[a].number, l->cell[b].number);
    return border;
}

/* The border between a cell and the next word: a neighbour or, at the edge, a direction. */
static int need_border(struct loader *l, int cell)
{
    const char *word = lex_need(&l->lex, "the second cell");
    int other = word ? board_find(l->b, word) : -1, direction;

    if (!word || other >= 0)
        return word ? touching(l, cell, other) : -1;
    direction = l->b->hexes ? hex_direction_named(&l->b->grid, word) : -1;
    if (direction < 0) {
        lex_complain(&l->lex, "\"%s\" is neither a cell of this map nor a side of a hex", word);
        return -1;
    }
    if (l->cell[cell].next[direction] >= 0) {
        lex_complain(&l->lex, "%s is not at the edge of the map there: name the neighbour, %s",
                     l->cell[cell].number, l->cell[l->cell[cell].next[direction]].number);
        return -1;
    }
    return l->cell[cell].side[direction];
}

static bool read_mark(struct loader *l, struct board_mark *mark, const struct board_words *words,
                      const char *what, enum board_sort sort)
{
    int kind = need_word(l, words, what), source = kind >= 0 ? need_source(l, sort) : -1;

    if (source < 0)
        return false;
    mark->kind = (uint8_t)kind;
    mark->source = (uint8_t)source;
    mark->name = maybe_name(l);
    mark->line = l->lex.line;
    lex_end(&l->lex);
    return !l->lex.faulty;
}

static void read_side(struct loader *l)
{
    struct board_mark *mark = &l->side[l->b->sides];
    int cell = need_cell(l), border = cell >= 0 ? need_border(l, cell) : -1;

    if (border < 0 || !read_mark(l, mark, &l->b->kind, "border kind", BOARD_SIDE))
        return;
    mark->border = (int16_t)border;
    mark->from = (int16_t)cell;
    mark_side(l, border, cell, mark->kind);
    l->b->sides++;
}

static void read_road(struct loader *l)
{
    struct board_mark *mark = &l->road[l->b->roads];
    int a = need_cell(l), b = a >= 0 ? need_cell(l) : -1, border = b >= 0 ? touching(l, a, b) : -1;
    struct board_border *at;

    if (border < 0 || !read_mark(l, mark, &l->b->way, "way", BOARD_ROAD))
        return;
    at = &l->border[border - l->b->cells];
    if (at->ways >> mark->kind & 1)
        lex_complain(&l->lex, "%s has this %s already", at->number, l->b->way.word[mark->kind]);
    at->ways |= 1u << mark->kind;
    mark->border = (int16_t)border;
    mark->from = (int16_t)a;
    l->b->roads++;
}

static void read_exit(struct loader *l)
{
    int cell = need_cell(l), compass = cell >= 0 ? need_compass(l) : -1;
    int way = compass >= 0 ? need_word(l, &l->b->way, "way") : -1;
    int source = way >= 0 ? need_source(l, BOARD_EXIT) : -1;

    if (source < 0)
        return;
    l->exit[l->b->exits++] = (struct board_exit){
        .cell = (int16_t)cell, .compass = (uint8_t)compass, .way = (uint8_t)way,
        .source = (uint8_t)source, .name = maybe_name(l), .line = l->lex.line,
    };
    lex_end(&l->lex);
}

static void read_entry(struct loader *l)
{
    const char *word = lex_need(&l->lex, "the label of an entry point");
    const char *label = word ? arena_copy(&l->b->arena, word) : "";
    int cell = word ? need_cell(l) : -1, compass = cell >= 0 ? need_compass(l) : -1;
    int source = compass >= 0 ? need_source(l, BOARD_ENTRY) : -1;

    if (source < 0)
        return;
    for (int i = 0; i < l->b->entries; i++)
        if (l->entry[i].cell == cell && strcmp(l->entry[i].label, label) == 0)
            lex_complain(&l->lex, "entry %s at %s was given in line %d", label,
                         l->cell[cell].number, l->entry[i].line);
    l->entry[l->b->entries++] = (struct board_entry){
        .label = label, .cell = (int16_t)cell, .compass = (uint8_t)compass,
        .source = (uint8_t)source, .name = need_name(l), .line = l->lex.line,
    };
    lex_end(&l->lex);
}

static void read_spring(struct loader *l)
{
    const char *word = lex_need(&l->lex, "a corner");
    int corner = word ? board_parse_place(l->b, word) : -1, kind, source;

    if (!word)
        return;
    if (!board_is_corner(l->b, corner)) {
        lex_complain(&l->lex, "\"%s\" is not a corner of hexes", word);
        return;
    }
    kind = need_word(l, &l->b->kind, "border kind");
    source = kind >= 0 ? need_source(l, BOARD_SPRING) : -1;
    if (source < 0)
        return;
    l->spring[l->b->springs++] = (struct board_spring){
        .corner = (int16_t)corner, .kind = (uint8_t)kind, .source = (uint8_t)source,
        .name = maybe_name(l), .line = l->lex.line,
    };
    lex_end(&l->lex);
}

/* -- values and named places -- */

static int key_of(struct loader *l, const char *word)
{
    int key = index_in(&l->b->key, word);

    if (key >= 0)
        return key;
    key = add_word(l, &l->b->key, word);
    if (key < 0)
        return -1;
    l->value[key] = arena_alloc(&l->b->arena, (size_t)l->b->cells * sizeof *l->value[key]);
    for (int c = 0; c < l->b->cells; c++)
        l->value[key][c] = BOARD_NO_VALUE;
    l->b->value[key] = l->value[key];
    return key;
}

static void read_value(struct loader *l)
{
    int cell = need_cell(l), number = 0, key;
    const char *word = cell >= 0 ? lex_need(&l->lex, "what the value is of") : NULL;

    key = word ? key_of(l, word) : -1;
    if (key < 0 || !lex_number(&l->lex, "the value", -32000, 32000, &number))
        return;
    if (need_source(l, BOARD_VALUE) < 0)
        return;
    if (l->value[key][cell] != BOARD_NO_VALUE)
        lex_complain(&l->lex, "%s of %s is given twice", l->b->key.word[key], l->cell[cell].number);
    l->value[key][cell] = (int16_t)number;
    lex_end(&l->lex);
}

/* Cells to the end of the line, or to a source if there may be one; into the arena. */
static const int16_t *read_list(struct loader *l, int *n, int *source)
{
    int16_t list[LIST_MOST], *kept;
    const char *word;

    *n = 0;
    while ((word = lex_word(&l->lex)) != NULL) {
        int cell = board_find(l->b, word);

        if (cell < 0 && source && (*source = source_of(word)) >= 0)
            break;
        if (cell < 0)
            lex_complain(&l->lex, "there is no cell \"%s\" on this map", word);
        else if (*n == LIST_MOST)
            lex_complain(&l->lex, "more than %d cells in a line", LIST_MOST);
        else
            list[(*n)++] = (int16_t)cell;
        if (l->lex.faulty)
            return NULL;
    }
    kept = arena_alloc(&l->b->arena, (size_t)*n * sizeof *kept);
    return memcpy(kept, list, (size_t)*n * sizeof *kept);
}

static void read_place(struct loader *l)
{
    struct board_group *group = &l->group[l->b->groups];
    int source = -1;

    group->name = need_name(l);
    group->line = l->lex.line;
    for (int i = 0; i < l->b->groups; i++)
        if (strcmp(l->group[i].name, group->name) == 0)
            lex_complain(&l->lex, "the place \"%s\" was given in line %d", group->name,
                         l->group[i].line);
    if (l->lex.faulty)
        return;
    group->cell = read_list(l, &group->n, &source);
    if (l->lex.faulty)
        return;
    if (group->n == 0 || source < 0) {
        lex_complain(&l->lex, group->n ? "the source is missing" : "a place has at least one cell");
        return;
    }
    group->source = (uint8_t)count_source(l, BOARD_GROUP, source);
    l->b->groups++;
    lex_end(&l->lex);
}

/* -- facts and requirements -- */

static const struct {
    const char *word;
    enum board_fact_sort sort;
    int least, most;        /* cells */
} fact_sorts[] = {
    { "adjacent", BOARD_FACT_ADJACENT, 2, 2 },
    { "apart", BOARD_FACT_APART, 2, 2 },
    { "name", BOARD_FACT_NAME, 1, LIST_MOST },
    { "distance", BOARD_FACT_DISTANCE, 2, 2 },
    { "level", BOARD_FACT_LEVEL, 1, 1 },
    { "terrain", BOARD_FACT_TERRAIN, 1, 1 },
    { "between", BOARD_FACT_BETWEEN, 2, LIST_MOST },
    { "spine", BOARD_FACT_SPINE, 4, 4 },
};

/* distance, level and terrain: a fixed number of cells, then what is said of them. */
static void read_measured_fact(struct loader *l, struct board_fact *fact, int n)
{
    int16_t *cell = arena_alloc(&l->b->arena, (size_t)n * sizeof *cell);

    for (int i = 0; i < n; i++) {
        int c = need_cell(l);

        if (c < 0)
            return;
        cell[i] = (int16_t)c;
    }
    fact->cell = cell;
    fact->n = n;
    if (fact->sort == BOARD_FACT_TERRAIN)
        fact->number = need_word(l, &l->b->terrain, "terrain");
    else
        lex_number(&l->lex, "the number", -99, BOARD_CELLS, &fact->number);
    if (!l->lex.faulty)
        lex_end(&l->lex);
}

static void read_fact_of(struct loader *l, int index)
{
    struct board_fact *fact = &l->fact[l->b->facts];

    fact->sort = fact_sorts[index].sort;
    fact->line = l->lex.line;
    fact->name = fact->sort == BOARD_FACT_NAME ? need_name(l) : "";
    if (fact->sort == BOARD_FACT_DISTANCE || fact->sort == BOARD_FACT_LEVEL ||
        fact->sort == BOARD_FACT_TERRAIN)
        read_measured_fact(l, fact, fact_sorts[index].least);
    else if (!l->lex.faulty)
        fact->cell = read_list(l, &fact->n, NULL);
    if (l->lex.faulty)
        return;
    if (fact->n < fact_sorts[index].least || fact->n > fact_sorts[index].most)
        lex_complain(&l->lex, "this fact does not speak of %d cells", fact->n);
    if ((fact->sort == BOARD_FACT_BETWEEN || fact->sort == BOARD_FACT_SPINE) && !l->b->hexes)
        lex_complain(&l->lex, "there are no straight lines between areas");
    l->b->facts++;
}

static void read_fact(struct loader *l)
{
    const char *word = lex_need(&l->lex, "what sort of fact");

    for (int i = 0; word && i < COUNT(fact_sorts); i++)
        if (strcmp(fact_sorts[i].word, word) == 0) {
            read_fact_of(l, i);
            return;
        }
    if (word)
        lex_complain(&l->lex, "there is no fact \"%s\"", word);
}

/* Border kinds to the end of the line, or to the word given. */
static uint32_t read_kinds(struct loader *l, const char *until)
{
    uint32_t kinds = 0;

    while (lex_more(&l->lex) && !l->lex.faulty && !(until && lex_accept(&l->lex, until))) {
        int kind = need_word(l, &l->b->kind, "border kind");

        if (kind >= 0)
            kinds |= 1u << kind;
    }
    return kinds;
}

static void read_crossing(struct loader *l)
{
    struct board_require *require = &l->b->require;
    uint32_t over = read_kinds(l, "by");

    l->crossings_given = true;
    if (require->crossings == BOARD_WORDS)
        lex_complain(&l->lex, "more than %d such lines", BOARD_WORDS);
    else if (over)
        require->crossing[require->crossings++] = (struct board_crossing){ over, read_kinds(l, NULL) };
}

static void read_require(struct loader *l)
{
    const char *word = lex_need(&l->lex, "flow, uphill, step or crossing");

    if (!word)
        return;
    if (strcmp(word, "flow") == 0) {
        l->b->require.flow |= read_kinds(l, NULL);
        l->flow_given = true;
    } else if (strcmp(word, "uphill") == 0) {
        l->b->require.uphill |= read_kinds(l, NULL);
        l->uphill_given = true;
    } else if (strcmp(word, "step") == 0) {
        l->b->require.step |= read_kinds(l, NULL);
    } else if (strcmp(word, "crossing") == 0) {
        read_crossing(l);
    } else {
        lex_complain(&l->lex, "a map can require flow, uphill, step or crossing, not \"%s\"", word);
    }
}

static uint32_t kinds_named(const struct board *b, const char *one, const char *two)
{
    int first = board_kind(b, one), second = board_kind(b, two);

    return (first < 0 ? 0 : 1u << first) | (second < 0 ? 0 : 1u << second);
}

/* What the words mean where the map does not say it. */
static void require_the_usual(struct loader *l)
{
    struct board *b = l->b;
    uint32_t river = kinds_named(b, "river", "river");

    if (!l->flow_given)
        b->require.flow = kinds_named(b, "river", "stream");
    if (!l->uphill_given)
        b->require.uphill = kinds_named(b, "slope", "crest");
    if (!l->crossings_given && river)
        b->require.crossing[b->require.crossings++] =
            (struct board_crossing){ river, kinds_named(b, "bridge", "ford") };
}

/* -- the whole file -- */

static const struct {
    const char *word;
    enum pass pass;
    void (*read)(struct loader *);
} lines[] = {
    { "map", HEADER, read_map },         { "grid", HEADER, read_grid },
    { "scale", HEADER, read_scale },     { "terrain", HEADER, read_terrain },
    { "feature", HEADER, read_feature }, { "border", HEADER, read_border },
    { "way", HEADER, read_way },         { "hex", CELLS, read_hex },
    { "area", CELLS, read_area },        { "void", CELLS, read_void },
    { "link", LINKS, read_link },        { "side", GROUND, read_side },
    { "road", GROUND, read_road },       { "exit", GROUND, read_exit },
    { "entry", GROUND, read_entry },     { "spring", GROUND, read_spring },
    { "value", GROUND, read_value },     { "place", GROUND, read_place },
    { "fact", GROUND, read_fact },       { "require", GROUND, read_require },
};

static int sort_of_line(const char *word)
{
    for (int i = 0; i < COUNT(lines); i++)
        if (strcmp(lines[i].word, word) == 0)
            return i;
    return -1;
}

static void read_lines(struct loader *l, enum pass pass, const char *text, size_t size)
{
    lex_begin(&l->lex, l->b->file, text, size, l->lex.errors);
    while (lex_line(&l->lex)) {
        const char *word = lex_word(&l->lex);
        int sort = word ? sort_of_line(word) : -1;

        if (word && sort < 0 && pass == HEADER)
            lex_complain(&l->lex, "no line of a map begins with \"%s\"", word);
        if (sort >= 0 && lines[sort].pass == pass)
            lines[sort].read(l);
    }
}

/* Room for as many of each as there are lines that begin so. */
static void make_room(struct loader *l, const char *text, size_t size)
{
    struct arena *arena = &l->b->arena;
    size_t count[COUNT(lines)] = { 0 }, links, cells;
    struct lex lex;

    lex_begin(&lex, l->b->file, text, size, NULL);
    while (lex_line(&lex)) {
        const char *word = lex_word(&lex);
        int sort = word ? sort_of_line(word) : -1;

        if (sort >= 0)
            count[sort]++;
    }
    links = count[sort_of_line("link")];
    cells = l->b->hexes ? (size_t)l->slots : count[sort_of_line("area")];
    l->draft = arena_alloc(arena, (cells + 1) * sizeof *l->draft);
    l->absent = arena_alloc(arena, (cells + 1) * sizeof *l->absent);
    l->links = arena_alloc(arena, (links + 1) * sizeof *l->links);
    l->b->side = l->side = arena_alloc(arena, (count[sort_of_line("side")] + links) * sizeof *l->side);
    l->b->road = l->road = arena_alloc(arena, count[sort_of_line("road")] * sizeof *l->road);
    l->b->exit = l->exit = arena_alloc(arena, count[sort_of_line("exit")] * sizeof *l->exit);
    l->b->entry = l->entry = arena_alloc(arena, count[sort_of_line("entry")] * sizeof *l->entry);
    l->b->group = l->group = arena_alloc(arena, count[sort_of_line("place")] * sizeof *l->group);
    l->b->spring = l->spring = arena_alloc(arena, count[sort_of_line("spring")] * sizeof *l->spring);
    l->b->fact = l->fact = arena_alloc(arena, count[sort_of_line("fact")] * sizeof *l->fact);
}

static bool header_is_whole(struct loader *l)
{
    struct board *b = l->b;
    int before = l->lex.errors->n;

    if (!b->id)
        errors_add(l->lex.errors, b->file, 0, "there is no \"map\" line");
    if (!b->grid_line)
        errors_add(l->lex.errors, b->file, 0, "there is no good \"grid\" line");
    if (b->terrain.n == 0)
        errors_add(l->lex.errors, b->file, 0, "there is no \"terrain\" line");
    if (b->hexes)
        l->slots = (b->grid.column_last - b->grid.column_first + 1) *
                   (b->grid.row_last - b->grid.row_first + 1);
    return l->lex.errors->n == before;
}

static void read_all(struct loader *l, const char *text, size_t size)
{
    read_lines(l, HEADER, text, size);
    if (!header_is_whole(l))
        return;
    make_room(l, text, size);
    read_lines(l, CELLS, text, size);
    if (!board_build_cells(l))
        return;
    read_lines(l, LINKS, text, size);
    board_build_graph(l);
    find_doubled_links(l);
    mark_links(l);
    read_lines(l, GROUND, text, size);
    require_the_usual(l);
}

struct board *board_read(const char *file, const char *text, size_t size, struct errors *e)
{
    struct loader l = { .b = base_alloc(sizeof *l.b), .lex.errors = e };
    int before = e->n;

    l.b->file = arena_copy(&l.b->arena, file);
    l.b->unit = "";
    read_all(&l, text, size);
    if (e->n == before)
        return l.b;
    board_free(l.b);
    return NULL;
}

struct board *board_load(const char *path, struct errors *e)
{
    size_t size;
    char *text = base_read_file(path, &size);
    struct board *b;

    if (!text) {
        errors_add(e, path, 0, "%s", strerror(errno));
        return NULL;
    }
    b = board_read(path, text, size, e);
    free(text);
    return b;
}
