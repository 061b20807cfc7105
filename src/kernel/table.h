/*
 * table.h: a data file that is a table: one line of column names, one line a row.
 *
 *     columns  id        name       arm  strength  source
 *     unit     fr.II.5   "Bachelu"  inf  5         rulebook
 *
 * Aligned with blanks or separated by tabs, as a spreadsheet saves them. A dash is an empty cell. If
 * there is a column `source`, each row counts as one value of that source; `number`, if there is
 * one, says which names of pieces are plural.
 */
#ifndef TABLE_H
#define TABLE_H

#include "box.h"

enum { TABLE_COLUMNS = 32 };

struct table {
    const char *file;
    int header; /* the line that names the columns */
    int columns, rows;
    const char *column[TABLE_COLUMNS];
    const char **cell; /* row by row; never NULL */
    int *line;
    struct errors *errors;
};

/* `row` is the word that begins each row. Complaints go to the errors; NULL if there is no file. */
struct table *table_load(struct box *, const char *file, const char *row, struct errors *);

int table_column(const struct table *, const char *name); /* complains if missing; -1 */
const char *table_cell(const struct table *, int row, int column);
int table_int(const struct table *, int row, int column, int least, int most);
/* The index of the cell's word in the list (NULL-terminated). Complains and returns 0 if it is not there. */
int table_choice(const struct table *, int row, int column, const char *const *words);
/* A table of pieces: it must have the columns id and name, and may have number. */
struct table *table_load_pieces(struct box *, const char *file, const char *row, struct errors *);
/* The piece of that row, as the box's next one; its index. Complains of an id that is not its own. */
int table_add_piece(const struct table *, int row, struct box *, int side);
/* About the table as a whole: what it lacks. */
void table_lacks(const struct table *, const char *format, ...) PRINTF_LIKE(2, 3);
void table_complain(const struct table *, int row, const char *format, ...) PRINTF_LIKE(3, 4);

#endif
