/* icons.c: reading of icons.txt. */
#include "icons.h"

#include "kernel/lex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *word(struct icons *icons, struct lex *x, const char *what)
{
    const char *w = lex_need(x, what);

    return w ? arena_copy(&icons->arena, w) : "";
}

static void read_icon(struct icons *icons, const struct board *board, struct lex *x)
{
    struct icon one = { .cell = -1 };
    const char *number = lex_need(x, "number of the area");

    one.cell = number ? board_find(board, number) : -1;
    if (number && one.cell < 0)
        lex_complain(x, "there is no area %s", number);
    one.side = word(icons, x, "side");
    one.formation = word(icons, x, "formation");
    one.arm = word(icons, x, "arm");
    lex_number(x, "count", 1, 9, &one.count);
    lex_skip(x);
    if (x->faulty)
        return;
    if (icons->n == ICONS)
        lex_complain(x, "more than %d icons", ICONS);
    else
        icons->icon[icons->n++] = one;
}

void icons_load(struct icons *icons, const struct board *board, const char *path,
                struct errors *errors)
{
    size_t size;
    char *text = base_read_file(path, &size);
    struct lex x;

    memset(icons, 0, sizeof *icons);
    if (!text) {
        if (errno != ENOENT)
            errors_add(errors, path, 0, "%s", strerror(errno));
        return;
    }
    lex_begin_data(&x, path, text, size, errors);
    while (lex_line(&x)) {
        const char *first = lex_word(&x);
        if (first && strcmp(first, "icon") == 0)
            read_icon(icons, board, &x);
        else if (first)
            lex_complain(&x, "unknown line \"%s\"", first);
    }
    free(text);
}

void icons_free(struct icons *icons)
{
    arena_free(&icons->arena);
    memset(icons, 0, sizeof *icons);
}
