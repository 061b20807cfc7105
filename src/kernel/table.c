/*
 * table.c: data files that are tables.
 */
#include "table.h"

#include <string.h>

#include "lex.h"
#include "read.h"

static void read_header(struct box *box, struct lex *x, struct table *t)
{
    const char *word;

    if (t->columns)
        lex_complain(x, "the columns have been named already");
    t->header = x->line;
    while (!x->faulty && (word = lex_word(x))) {
        if (t->columns == TABLE_COLUMNS)
            lex_complain(x, "more than %d columns", TABLE_COLUMNS);
        else
            t->column[t->columns++] = arena_copy(&box->arena, word);
    }
    if (t->columns == 0 && !x->faulty)
        lex_complain(x, "no column is named");
}

static void read_row(struct box *box, struct lex *x, struct table *t)
{
    const char **cell = t->cell + t->rows * t->columns;
    const char *word;
    int n = 0;

    for (; n < t->columns && (word = lex_word(x)); n++) {
        cell[n] = strcmp(word, "-") == 0 && !x->quoted ? "" : arena_copy(&box->arena, word);
        if (strcmp(t->column[n], "source") == 0)
            box_count_source(box, x, word);
    }
    if (n < t->columns && !x->faulty)
        lex_complain(x, "there is no %s", t->column[n]);
    lex_end(x);
    for (; n < t->columns; n++)
        cell[n] = "";
    t->line[t->rows++] = x->line;
}

/* Rows cannot be more than lines; a NUL byte ends neither. */
static size_t count_lines(const char *text, size_t size)
{
    size_t n = 1;

    for (size_t i = 0; i < size; i++)
        n += text[i] == '\n';
    return n;
}

struct table *table_load(struct box *box, const char *file, const char *row, struct errors *e)
{
    struct table *t;
    struct lex x;
    const char *text, *word, *path;
    size_t size, lines;

    text = box_file(box, file, &size, &path);
    if (!text) {
        errors_add(e, path, 0, "cannot be read");
        return NULL;
    }
    t = arena_alloc(&box->arena, sizeof *t);
    t->file = path;
    t->errors = e;
    lines = count_lines(text, size);
    t->line = arena_alloc(&box->arena, lines * sizeof *t->line);
    lex_begin_data(&x, path, text, size, e);
    while (lex_line(&x)) {
        if (!(word = lex_word(&x)))
            continue;
        if (strcmp(word, "columns") == 0) {
            read_header(box, &x, t);
            if (t->columns && !t->cell)
                t->cell =
                    arena_alloc(&box->arena, lines * (size_t)(t->columns + 1) * sizeof *t->cell);
        } else if (strcmp(word, row) != 0) {
            lex_complain(&x, "expected columns or %s, not \"%s\"", row, word);
        } else if (!t->columns) {
            lex_complain(&x, "a %s before the columns are named", row);
        } else {
            read_row(box, &x, t);
        }
    }
    return t;
}

static int find_column(const struct table *t, const char *name)
{
    for (int i = 0; i < t->columns; i++)
        if (strcmp(t->column[i], name) == 0)
            return i;
    return -1;
}

int table_column(const struct table *t, const char *name)
{
    int column = find_column(t, name);

    if (column < 0)
        table_lacks(t, "there is no column \"%s\"", name);
    return column;
}

const char *table_cell(const struct table *t, int row, int column)
{
    return column < 0 ? "" : t->cell[row * t->columns + column];
}

void table_complain(const struct table *t, int row, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    errors_add_list(t->errors, t->file, t->line[row], format, args);
    va_end(args);
}

void table_lacks(const struct table *t, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    errors_add_list(t->errors, t->file, t->header, format, args);
    va_end(args);
}

int table_int(const struct table *t, int row, int column, int least, int most)
{
    const char *cell = table_cell(t, row, column);
    int n;

    if (column < 0)
        return least;
    if (!lex_is_number(cell, &n)) {
        table_complain(t, row, "%s must be a whole number, not \"%s\"", t->column[column], cell);
        return least;
    }
    if (n < least || n > most) {
        table_complain(t, row, "%s must be from %d to %d, not %d", t->column[column], least, most,
                       n);
        return least;
    }
    return n;
}

int table_choice(const struct table *t, int row, int column, const char *const *words)
{
    const char *cell = table_cell(t, row, column);
    int choice = column < 0 ? 0 : word_find(words, cell);

    if (choice < 0 && !*cell)
        table_complain(t, row, "%s is missing", t->column[column]);
    else if (choice < 0)
        table_complain(t, row, "\"%s\" is no %s", cell, t->column[column]);
    return choice < 0 ? 0 : choice;
}

static bool is_plural(const struct table *t, int row)
{
    static const char *const numbers[] = { "", "plural", NULL };

    return table_choice(t, row, find_column(t, "number"), numbers);
}

struct table *table_load_pieces(struct box *box, const char *file, const char *row,
                                struct errors *e)
{
    struct table *t = table_load(box, file, row, e);

    if (t) {
        table_column(t, "id");
        table_column(t, "name");
    }
    return t;
}

int table_add_piece(const struct table *t, int row, struct box *box, int side)
{
    const char *id = table_cell(t, row, find_column(t, "id"));
    int piece;

    if (box_piece_find(box, id) >= 0)
        table_complain(t, row, "there is another piece \"%s\"", id);
    else if (!box_is_id(id))
        table_complain(t, row, "a piece cannot have the id \"%s\"", id);
    if (box->pieces == BOX_PIECES) {
        table_complain(t, row, "more than %d pieces", BOX_PIECES);
        return BOX_PIECES - 1;
    }
    piece = box_add_piece(box, id, table_cell(t, row, find_column(t, "name")), side);
    box->piece[piece].plural = is_plural(t, row);
    return piece;
}
