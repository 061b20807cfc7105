/*
 * casebook.c: looks a case up. The file has a line a case: case, kind, title, requirement, check,
 * separated by tabs; its first line names the columns.
 */
#include "casebook.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

void casebook_open(struct casebook *b, const struct box *box)
{
    struct text path = { 0 };
    size_t size;

    memset(b, 0, sizeof *b);
    text_printf(&path, "%s/rules.tsv", box->dir);
    b->text = base_read_file(text_of(&path), &size);
    b->at = b->text;
    text_free(&path);
}

void casebook_close(struct casebook *b)
{
    free(b->text);
}

/* Cuts the field off at the tab or the end of the line. */
static const char *next_field(char **at)
{
    char *field = *at;
    size_t n = strcspn(field, "\t");

    *at = field + n + (field[n] != '\0');
    field[n] = '\0';
    return field;
}

static bool is_of(const char *id, const char *number)
{
    size_t n = strlen(number);

    if (strncmp(id, number, n) != 0)
        return false;
    return !id[n] || id[n] == '-' || (id[n] >= 'a' && id[n] <= 'z') ||
           (id[n] >= 'A' && id[n] <= 'Z');
}

bool casebook_each(struct casebook *b)
{
    char *line = b->at;
    size_t n;

    if (!line || !*line)
        return false;
    n = strcspn(line, "\n");
    b->at = line + n + (line[n] != '\0');
    line[n] = '\0';
    b->id = next_field(&line);
    b->kind = next_field(&line);
    b->title = next_field(&line);
    b->requirement = next_field(&line);
    return true;
}

bool casebook_next(struct casebook *b, const char *number)
{
    while (*number && casebook_each(b))
        if (is_of(b->id, number))
            return true;
    return false;
}
