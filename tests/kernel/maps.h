/*
 * maps.h: little maps for the tests of the kernel.
 */
#ifndef MAPS_H
#define MAPS_H

#include "board.h"

extern const char maps_waterloo[], maps_quatre_bras[], maps_campaign[]; /* grid lines */

/* The board of this text; fails the test and ends it if there is any complaint. */
struct board *maps_read(const char *text);
/* The same with a line "hex NUMBER clear 0 judgement" for every hex of the grid line given first,
 * unless `ground` has a line for it. */
struct board *maps_plain(const char *grid, const char *ground);
/* The complaints about this text, also those of board_check(), as one string. The caller frees. */
char *maps_complaints(const char *text);
/* Cell of a number that must exist. */
int maps_at(const struct board *, const char *number);

#endif
