/*
 * board-load.h: between the three parts of loading a board: board-load.c reads the file line by
 * line, board-build.c makes the graph, board-ground.c notes what lies on it. Nobody else includes
 * this.
 *
 * The loader writes through its own pointers to what a finished board shows as const.
 */
#ifndef BOARD_LOAD_H
#define BOARD_LOAD_H

#include "board.h"
#include "lex.h"

struct link_line {
    int16_t a, b;
    int kind; /* -1 if the line gave none */
    uint8_t source;
    int line;
};

struct loader {
    struct board *b;
    struct lex lex;
    int slots;                /* of the draft: the rectangle, or the area lines */
    struct board_cell *draft; /* cells as read; line 0 where there was no line */
    bool *absent;             /* void hexes of the rectangle */
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
    bool crossings_given, flow_given, still_given, uphill_given;
};

/* -- board-load.c: the words of a line; they complain by themselves and return -1 -- */

int load_index(const struct board_words *, const char *word);
int load_add_word(struct loader *, struct board_words *, const char *word);
int load_word(struct loader *, const struct board_words *, const char *what);
int load_source_named(const char *word);
int load_count_source(struct loader *, enum board_sort, int source);
int load_source(struct loader *, enum board_sort);
int load_cell(struct loader *);
int load_compass(struct loader *);
const char *load_maybe_name(struct loader *); /* "" if no quotation follows */
const char *load_name(struct loader *);

/* -- board-build.c -- */

/* From draft to cells in the order of their numbers. False if no board can be made of them. */
bool load_build_cells(struct loader *);
/* Borders, corners and links. Area links must have been read. */
void load_build_graph(struct loader *);

/* -- board-ground.c: a line each -- */

void load_side(struct loader *);
void load_road(struct loader *);
void load_exit(struct loader *);
void load_entry(struct loader *);
void load_spring(struct loader *);
void load_value(struct loader *);
void load_place(struct loader *);
void load_fact(struct loader *);
void load_require(struct loader *);
/* After the last line. */
void load_find_doubled_links(struct loader *);
void load_mark_links(struct loader *);
void load_require_the_usual(struct loader *);

#endif
