/*
 * board-ground.c: the lines of a map that speak of its cells: borders, roads, exits and entries,
 * springs, values, named places, facts and requirements. board-load.c calls them line by line,
 * after the graph is built.
 */
#include "board-load.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_MOST = 256 }; /* cells in one place or fact line */

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
void load_mark_links(struct loader *l)
{
    for (int i = 0; i < l->link_lines; i++) {
        const struct link_line *link = &l->links[i];
        int border = board_border(l->b, link->a, link->b);

        l->lex.line = link->line;
        if (link->kind < 0)
            continue;
        mark_side(l, border, link->a, link->kind);
        l->side[l->b->sides++] = (struct board_mark){
            .border = fit_i16(border),
            .from = link->a,
            .kind = fit_u8(link->kind),
            .source = link->source,
            .name = "",
            .line = link->line,
        };
    }
}

/* The same link twice without saying anything new, one way or the other. */
void load_find_doubled_links(struct loader *l)
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
    int kind = load_word(l, words, what), source = kind >= 0 ? load_source(l, sort) : -1;

    if (source < 0)
        return false;
    mark->kind = fit_u8(kind);
    mark->source = fit_u8(source);
    mark->name = load_maybe_name(l);
    mark->line = l->lex.line;
    lex_end(&l->lex);
    return !l->lex.faulty;
}

void load_side(struct loader *l)
{
    struct board_mark *mark = &l->side[l->b->sides];
    int cell = load_cell(l), border = cell >= 0 ? need_border(l, cell) : -1;

    if (border < 0 || !read_mark(l, mark, &l->b->kind, "border kind", BOARD_SIDE))
        return;
    mark->border = fit_i16(border);
    mark->from = fit_i16(cell);
    mark_side(l, border, cell, mark->kind);
    l->b->sides++;
}

void load_road(struct loader *l)
{
    struct board_mark *mark = &l->road[l->b->roads];
    int a = load_cell(l), b = a >= 0 ? load_cell(l) : -1, border = b >= 0 ? touching(l, a, b) : -1;
    struct board_border *at;

    if (border < 0 || !read_mark(l, mark, &l->b->way, "way", BOARD_ROAD))
        return;
    at = &l->border[border - l->b->cells];
    if (at->ways >> mark->kind & 1)
        lex_complain(&l->lex, "%s has this %s already", at->number, l->b->way.word[mark->kind]);
    at->ways |= 1u << mark->kind;
    mark->border = fit_i16(border);
    mark->from = fit_i16(a);
    l->b->roads++;
}

void load_exit(struct loader *l)
{
    int cell = load_cell(l), compass = cell >= 0 ? load_compass(l) : -1;
    int way = compass >= 0 ? load_word(l, &l->b->way, "way") : -1;
    int source = way >= 0 ? load_source(l, BOARD_EXIT) : -1;

    if (source < 0)
        return;
    l->exit[l->b->exits++] = (struct board_exit){
        .cell = fit_i16(cell),
        .compass = fit_u8(compass),
        .way = fit_u8(way),
        .source = fit_u8(source),
        .name = load_maybe_name(l),
        .line = l->lex.line,
    };
    lex_end(&l->lex);
}

void load_entry(struct loader *l)
{
    const char *word = lex_need(&l->lex, "the label of an entry point");
    const char *label = word ? arena_copy(&l->b->arena, word) : "";
    int cell = word ? load_cell(l) : -1, compass = cell >= 0 ? load_compass(l) : -1;
    int source = compass >= 0 ? load_source(l, BOARD_ENTRY) : -1;

    if (source < 0)
        return;
    for (int i = 0; i < l->b->entries; i++)
        if (l->entry[i].cell == cell && strcmp(l->entry[i].label, label) == 0)
            lex_complain(&l->lex, "entry %s at %s was given in line %d", label,
                         l->cell[cell].number, l->entry[i].line);
    l->entry[l->b->entries++] = (struct board_entry){
        .label = label,
        .cell = fit_i16(cell),
        .compass = fit_u8(compass),
        .source = fit_u8(source),
        .name = load_name(l),
        .line = l->lex.line,
    };
    lex_end(&l->lex);
}

void load_spring(struct loader *l)
{
    const char *word = lex_need(&l->lex, "a corner");
    int corner = word ? board_parse_place(l->b, word) : -1, kind, source;

    if (!word)
        return;
    if (!board_is_corner(l->b, corner)) {
        lex_complain(&l->lex, "\"%s\" is not a corner of hexes", word);
        return;
    }
    kind = load_word(l, &l->b->kind, "border kind");
    source = kind >= 0 ? load_source(l, BOARD_SPRING) : -1;
    if (source < 0)
        return;
    l->spring[l->b->springs++] = (struct board_spring){
        .corner = fit_i16(corner),
        .kind = fit_u8(kind),
        .source = fit_u8(source),
        .name = load_maybe_name(l),
        .line = l->lex.line,
    };
    lex_end(&l->lex);
}

/* -- values and named places -- */

static int key_of(struct loader *l, const char *word)
{
    int key = load_index(&l->b->key, word);

    if (key >= 0)
        return key;
    key = load_add_word(l, &l->b->key, word);
    if (key < 0)
        return -1;
    l->value[key] = arena_alloc(&l->b->arena, (size_t)l->b->cells * sizeof *l->value[key]);
    for (int c = 0; c < l->b->cells; c++)
        l->value[key][c] = BOARD_NO_VALUE;
    l->b->value[key] = l->value[key];
    return key;
}

void load_value(struct loader *l)
{
    int cell = load_cell(l), number = 0, key;
    const char *word = cell >= 0 ? lex_need(&l->lex, "what the value is of") : NULL;

    key = word ? key_of(l, word) : -1;
    if (key < 0 || !lex_number(&l->lex, "the value", -32000, 32000, &number))
        return;
    if (load_source(l, BOARD_VALUE) < 0)
        return;
    if (l->value[key][cell] != BOARD_NO_VALUE)
        lex_complain(&l->lex, "%s of %s is given twice", l->b->key.word[key], l->cell[cell].number);
    l->value[key][cell] = fit_i16(number);
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

        if (cell < 0 && source && (*source = load_source_named(word)) >= 0)
            break;
        if (cell < 0)
            lex_complain(&l->lex, "there is no cell \"%s\" on this map", word);
        else if (*n == LIST_MOST)
            lex_complain(&l->lex, "more than %d cells in a line", LIST_MOST);
        else
            list[(*n)++] = fit_i16(cell);
        if (l->lex.faulty)
            return NULL;
    }
    kept = arena_alloc(&l->b->arena, (size_t)*n * sizeof *kept);
    return memcpy(kept, list, (size_t)*n * sizeof *kept);
}

void load_place(struct loader *l)
{
    struct board_group *group = &l->group[l->b->groups];
    int source = -1;

    group->name = load_name(l);
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
    group->source = fit_u8(load_count_source(l, BOARD_GROUP, source));
    l->b->groups++;
    lex_end(&l->lex);
}

/* -- facts and requirements -- */

static const struct {
    const char *word;
    enum board_fact_sort sort;
    int least, most; /* cells */
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
        int c = load_cell(l);

        if (c < 0)
            return;
        cell[i] = fit_i16(c);
    }
    fact->cell = cell;
    fact->n = n;
    if (fact->sort == BOARD_FACT_TERRAIN)
        fact->number = load_word(l, &l->b->terrain, "terrain");
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
    fact->name = fact->sort == BOARD_FACT_NAME ? load_name(l) : "";
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

void load_fact(struct loader *l)
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
        int kind = load_word(l, &l->b->kind, "border kind");

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
        require->crossing[require->crossings++] =
            (struct board_crossing){ over, read_kinds(l, NULL) };
}

void load_require(struct loader *l)
{
    const char *word = lex_need(&l->lex, "flow, still, uphill, step or crossing");

    if (!word)
        return;
    if (strcmp(word, "flow") == 0) {
        l->b->require.flow |= read_kinds(l, NULL);
        l->flow_given = true;
    } else if (strcmp(word, "still") == 0) {
        l->b->require.still |= read_kinds(l, NULL);
        l->still_given = true;
    } else if (strcmp(word, "uphill") == 0) {
        l->b->require.uphill |= read_kinds(l, NULL);
        l->uphill_given = true;
    } else if (strcmp(word, "step") == 0) {
        l->b->require.step |= read_kinds(l, NULL);
    } else if (strcmp(word, "crossing") == 0) {
        read_crossing(l);
    } else {
        lex_complain(&l->lex, "a map can require flow, still, uphill, step or crossing, not \"%s\"",
                     word);
    }
}

static uint32_t kinds_named(const struct board *b, const char *one, const char *two)
{
    int first = board_kind(b, one), second = board_kind(b, two);

    return (first < 0 ? 0 : 1u << first) | (second < 0 ? 0 : 1u << second);
}

/* What the words mean where the map does not say it. */
void load_require_the_usual(struct loader *l)
{
    struct board *b = l->b;
    uint32_t river = kinds_named(b, "river", "river");

    if (!l->flow_given)
        b->require.flow = kinds_named(b, "river", "stream");
    if (!l->still_given)
        b->require.still = kinds_named(b, "pond", "lake");
    if (!l->uphill_given)
        b->require.uphill = kinds_named(b, "slope", "crest");
    if (!l->crossings_given && river)
        b->require.crossing[b->require.crossings++] =
            (struct board_crossing){ river, kinds_named(b, "bridge", "ford") };
}
