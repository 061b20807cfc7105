/*
 * board-check.h: between the parts of board_check(). Nobody else includes this.
 */
#ifndef BOARD_CHECK_H
#define BOARD_CHECK_H

#include "board.h"

struct check {
    const struct board *b;
    struct errors *errors;
    int16_t *root; /* by place: scratch for joining places into pieces */
};

/* Places fall into pieces: each alone at first, then joined; places of one piece have one root. */
void check_separate(struct check *);
void check_join(struct check *, int place, int other);
int check_root(struct check *, int place);

void check_waters(struct check *); /* board-water.c */
void check_roads(struct check *);  /* board-roads.c */

#endif
