/*
 * board-load.h: between the two halves of loading a board: board-load.c reads the lines,
 * board-build.c makes the graph of them. Nobody else includes this.
 *
 * The loader writes through its own pointers to what a finished board shows as const.
 */
#ifndef BOARD_LOAD_H
#define BOARD_LOAD_H

#include "board.h"
#include "lex.h"

struct link_line {
    int16_t a, b;
    int kind;                   /* -1 if the line gave none */
    uint8_t source;
    int line;
};

struct loader {
    struct board *b;
    struct lex lex;
    int slots;                  /* of the draft: the rectangle, or the area lines */
    struct board_cell *draft;   /* cells as read; line 0 where there was no line */
    bool *absent;               /* void hexes of the rectangle */
    struct link_line *links;
    int link_lines;
    struct board_cell *cell;
    struct board_border *border;
    struct board_corner *corner;
    int16_t *value[BOARD_WORDS];
    struct board_mark *side, *road;
    struct board_exit *exit;
    struct board_entry *entry;
    struct board_group *group;
    struct board_spring *spring;
    struct board_fact *fact;
    bool crossings_given, flow_given, uphill_given;
};

/* From draft to cells in the order of their numbers. False if no board can be made of them. */
bool board_build_cells(struct loader *);
/* Borders, corners and links. Area links must have been read. */
void board_build_graph(struct loader *);

#endif
