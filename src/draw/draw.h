/* draw.h: a board as one SVG picture.
 *
 * map.txt says what is there, ground.txt how it lay, margin.txt what is written around it. Where
 * they disagree map.txt wins: a stream runs along the hexsides that are streams, however the real
 * one ran.
 */
#ifndef DRAW_DRAW_H
#define DRAW_DRAW_H

#include "ground.h"
#include "icons.h"
#include "kernel/board.h"
#include "kernel/looks.h"
#include "margin.h"
#include "palette.h"

struct draw_options {
    enum light light;
    bool no_numbers, no_names;
    bool grid_only; /* outlines, numbers and the frame, for printing */
    bool bare;      /* no title, no legend: the board alone */
    int box[2];     /* cells at two corners of a close-up; both -1 for the whole board */
    int width;      /* of the picture in pixels; 0 lets the board decide */
};

struct draw_data {
    const struct board *board;
    double unit; /* drawing units in the distance the map's scale line gives */
    struct ground ground;
    struct margin margin;
    struct icons icons;
    struct looks looks; /* the colours alone */
    struct arena arena; /* that owns them */
};

/* Reads ground.txt, margin.txt, icons.txt and colours.txt beside the map; false if there was a complaint. */
bool draw_load(struct draw_data *data, const struct board *board, const char *folder,
               struct errors *errors);
void draw_free(struct draw_data *data);

/* Appends the picture. */
void draw_board(const struct draw_data *data, const struct draw_options *options, struct text *out);

#endif
