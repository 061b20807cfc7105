/*
 * board-load.c: reads map.txt (docs/map-format.md) into a board. The lines may stand in any order:
 * the text is gone through once for the header, once for the cells, once for the links of areas and
 * once for all that speaks of them. Every complaint is collected; a board with any is not handed
 * out.
 */
#include "board-load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum pass { HEADER, CELLS, LINKS, GROUND, PASSES };

/* -- words of a line -- */

int load_index(const struct board_words *words, const char *word)
{
    for (int i = 0; i < words->n; i++)
        if (strcmp(words->word[i], word) == 0)
            return i;
    return -1;
}

int load_add_word(struct loader *l, struct board_words *words, const char *word)
{
    if (words->n == BOARD_WORDS) {
        lex_complain(&l->lex, "more than %d words of this sort", BOARD_WORDS);
        return -1;
    }
    words->word[words->n] = arena_copy(&l->b->arena, word);
    return words->n++;
}

int load_word(struct loader *l, const struct board_words *words, const char *what)
{
    const char *word = lex_need(&l->lex, what);
    int index = word ? load_index(words, word) : -1;

    if (word && index < 0)
        lex_complain(&l->lex, "this map has no %s \"%s\"", what, word);
    return index;
}

int load_source_named(const char *word)
{
    for (int s = 0; s < BOARD_SOURCES; s++)
        if (strcmp(board_source_name(s), word) == 0)
            return s;
    return -1;
}

int load_count_source(struct loader *l, enum board_sort sort, int source)
{
    l->b->sources[sort][source]++;
    return source;
}

int load_source(struct loader *l, enum board_sort sort)
{
    const char *word = lex_need(&l->lex, "the source");
    int source = word ? load_source_named(word) : -1;

    if (word && source < 0)
        lex_complain(&l->lex, "a source is rulebook, geography or judgement, not \"%s\"", word);
    return source < 0 ? -1 : load_count_source(l, sort, source);
}

int load_cell(struct loader *l)
{
    const char *word = lex_need(&l->lex, "the number of a cell");
    int cell = word ? board_find(l->b, word) : -1;

    if (word && cell < 0)
        lex_complain(&l->lex, "there is no cell \"%s\" on this map", word);
    return cell;
}

int load_compass(struct loader *l)
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

const char *load_maybe_name(struct loader *l)
{
    const char *word = quote_follows(l) ? lex_word(&l->lex) : NULL;

    return word ? arena_copy(&l->b->arena, word) : "";
}

const char *load_name(struct loader *l)
{
    if (quote_follows(l))
        return load_maybe_name(l);
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
    l->b->title = load_maybe_name(l);
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
    g->shift_odd =
        g->flat ? either(l, "even-south", "odd-south") : either(l, "even-east", "odd-east");
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
        if (load_index(words, word) >= 0)
            lex_complain(&l->lex, "\"%s\" is given twice", word);
        else if (load_add_word(l, words, word) < 0)
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
    int terrain = load_word(l, &l->b->terrain, "terrain"), level = 0, source, feature;

    if (l->lex.faulty || !lex_number(&l->lex, "the level", -99, 99, &level))
        return;
    source = load_source(l, BOARD_CELL);
    if (source < 0)
        return;
    cell->terrain = fit_u8(terrain);
    cell->level = i8(level);
    cell->source = fit_u8(source);
    cell->name = load_maybe_name(l);
    while (lex_more(&l->lex)) {
        feature = load_word(l, &l->b->feature, "feature");
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
    if (load_source(l, BOARD_VOID) >= 0)
        lex_end(&l->lex);
}

static bool fits(struct loader *l, const char *number)
{
    if (strlen(number) < BOARD_NUMBER && !strchr(number, '/'))
        return true;
    lex_complain(&l->lex, "\"%s\" cannot be the number of an area: too long, or with a slash",
                 number);
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
    int a = board_is(l, false) ? load_cell(l) : -1, b = a >= 0 ? load_cell(l) : -1, source;

    if (b < 0)
        return;
    if (a == b) {
        lex_complain(&l->lex, "an area cannot touch itself");
        return;
    }
    if (!lex_need(&l->lex, "the source"))
        return;
    link->kind = load_index(&l->b->kind, l->lex.word);
    source = link->kind >= 0 ? load_source(l, BOARD_LINK) : load_source_named(l->lex.word);
    if (link->kind < 0 && source >= 0)
        load_count_source(l, BOARD_LINK, source);
    else if (link->kind < 0)
        lex_complain(&l->lex, "\"%s\" is neither a border kind of this map nor a source",
                     l->lex.word);
    if (l->lex.faulty)
        return;
    lex_end(&l->lex);
    link->a = fit_i16(a);
    link->b = fit_i16(b);
    link->source = fit_u8(source);
    link->line = l->lex.line;
    if (l->link_lines < BOARD_LINKS)
        l->link_lines++;
    else
        lex_complain(&l->lex, "more than %d links", BOARD_LINKS);
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
    { "link", LINKS, read_link },        { "side", GROUND, load_side },
    { "road", GROUND, load_road },       { "exit", GROUND, load_exit },
    { "entry", GROUND, load_entry },     { "spring", GROUND, load_spring },
    { "value", GROUND, load_value },     { "place", GROUND, load_place },
    { "fact", GROUND, load_fact },       { "require", GROUND, load_require },
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
    if (pass == HEADER)
        lex_begin_data(&l->lex, l->b->file, text, size, l->lex.errors);
    else
        lex_begin_again(&l->lex, text, size);
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

    lex_begin_data(&lex, l->b->file, text, size, NULL);
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
    l->b->side = l->side =
        arena_alloc(arena, (count[sort_of_line("side")] + links) * sizeof *l->side);
    l->b->road = l->road = arena_alloc(arena, count[sort_of_line("road")] * sizeof *l->road);
    l->b->exit = l->exit = arena_alloc(arena, count[sort_of_line("exit")] * sizeof *l->exit);
    l->b->entry = l->entry = arena_alloc(arena, count[sort_of_line("entry")] * sizeof *l->entry);
    l->b->group = l->group = arena_alloc(arena, count[sort_of_line("place")] * sizeof *l->group);
    l->b->spring = l->spring =
        arena_alloc(arena, count[sort_of_line("spring")] * sizeof *l->spring);
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
    if (!load_build_cells(l))
        return;
    read_lines(l, LINKS, text, size);
    load_build_graph(l);
    load_find_doubled_links(l);
    load_mark_links(l);
    read_lines(l, GROUND, text, size);
    load_require_the_usual(l);
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
