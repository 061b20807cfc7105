/*
 * box.h: the box of a game for a test, from the data under test. Complaints are printed and fail the test.
 */
#ifndef TEST_BOX_H
#define TEST_BOX_H

#include "kernel/game.h"

struct box *test_box(const char *game);
struct box *test_box_of(const struct game *); /* also of a game that a test has changed */

/* A play with a state and a menu of its own. */
void test_bind(struct play *, const struct box *);
void test_unbind(struct play *);

/* How many complaints there are if a file of the game's data reads so. */
int test_complaints(const char *game, const char *file, const char *text);

#endif
