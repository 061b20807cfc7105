/*
 * box.h: the box of a game for a test, from the data under test. Complaints are printed and fail the test.
 */
#ifndef TEST_BOX_H
#define TEST_BOX_H

#include "kernel/game.h"

struct box *test_box(const char *game);
struct box *test_box_of(const struct game *); /* also of a game that a test has changed */

#endif
