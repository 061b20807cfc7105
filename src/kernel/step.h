/*
 * step.h: what the rows of steps say of themselves (game.h, struct step_def), made ready once when the
 * box is opened, and the text of a step in positions:
 *
 *     step retreat french at=asked who=Jerome left=1 origin=1118
 *
 * Names, bounds and what may stand on what come from the row; a position can say nothing else.
 */
#ifndef STEP_H
#define STEP_H

#include "game.h"

enum { STEP_NAME = 24, STEP_POINTS = 24, STEP_BASES = 24 };

/* A variable: its kind is that of the row (u U p P s w f F), or n: a number, c: a choice, m: a set. */
struct step_var {
    char name[STEP_NAME];
    char kind;
    int least, most, usual; /* usual: what it is if nothing is said */
    const char *words;      /* of a choice or set, within the row: "a|b|c" */
};

/* A step that it may stand on, at one of some points (a bit each). */
struct step_base {
    uint8_t op;
    uint32_t points;
};

struct step_row {
    int vars, points, bases; /* bases: 0 if it stands on anything */
    struct step_var var[STEP_VARS];
    char point[STEP_POINTS][STEP_NAME];
    struct step_base base[STEP_BASES];
};

/* Puts the rows of a game into its box, in the order of its steps. */
void step_rows(const struct game *, struct box *);
/* What is wrong with a row as its game wrote it, or NULL: a test asks for all games. */
const char *step_row_wrong(const struct game *, const struct step_def *);

/* A line of the trace: `run step fight nobody at=faced …`. */
void step_trace(const struct play *, const char *what, const struct step *);
static inline void trace_step(const struct play *p, const char *what, const struct step *t)
{
    if (p->trace)
        step_trace(p, what, t);
}

void step_print(const struct play *, const struct step *, struct text *);
/* Reads the words behind `step` and pushes it. */
void step_read(struct play *, struct lex *);
/* `phase SIDE NAME`, `asks SIDE NAME`: the agenda that the game's table of phases has for it. */
void step_phase(struct play *, struct lex *);
/* A step on the one before it, t[-1]: NULL, or what is wrong with it. */
const char *step_wrong(const struct play *, const struct step *t);
/* The i-th step of the agenda: NULL, or what no sound agenda has there. */
const char *step_broken(const struct play *, int i);

#endif
