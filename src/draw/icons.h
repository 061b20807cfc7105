/* icons.h: icons.txt, what is printed on the board for the set-up:
 *
 *     icon AREA SIDE FORMATION ARM COUNT SOURCE ["note"]
 */
#ifndef DRAW_ICONS_H
#define DRAW_ICONS_H

#include "kernel/board.h"

enum { ICONS = 256 };

struct icon {
    int cell, count;
    const char *side, *formation, *arm;
};

struct icons {
    struct arena arena;
    int n;
    struct icon icon[ICONS];
};

/* Complains of every line that cannot be read; none if there is no file. */
void icons_load(struct icons *icons, const struct board *board, const char *path,
                struct errors *errors);
void icons_free(struct icons *icons);

#endif
