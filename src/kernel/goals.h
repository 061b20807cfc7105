/*
 * goals.h: ground that decides a short scenario: some cells, of which one side must hold so many.
 *
 *     goal 2 0711 0712 0811        a line of a scenario: two of these three
 *
 * Which side that is, when it is decided and what it means to hold a cell is the game's business.
 */
#ifndef GOALS_H
#define GOALS_H

#include "game.h"

enum { GOALS_MAX = 8 };

/* In the state; all 0: the scenario has none. */
struct goals {
    uint8_t needed, n;
    int16_t cell[GOALS_MAX]; /* each once; those behind the last are 0 */
};

typedef bool goals_held(const struct play *, int cell);

bool goals_has(const struct goals *, int cell);
/* How many more are held than are needed; below 0: fewer. */
int goals_over(const struct goals *, const struct play *, goals_held *);

/* ---- as text ---- */

void goals_save(const struct goals *, const struct box *,
                struct text *);                                    /* nothing if there are none */
void goals_read(struct goals *, const struct box *, struct lex *); /* the words behind `goal` */
/* Members `goals_needed` and `goals`; nothing if there are none. */
void goals_json(const struct goals *, const struct box *, struct json *);

/* For check(), which may be given any bytes: NULL, or what is wrong. */
const char *goals_broken(const struct goals *, const struct box *);

#endif
