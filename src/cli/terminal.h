/*
 * terminal.h: a conversation with the people at a plain terminal; play.c begins and ends it.
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "engine/known.h"
#include "engine/players.h"
#include "match/match.h"

enum { TYPED_LINES = 64 };

struct terminal {
    struct match *match;
    struct players players;  /* bots, if any */
    struct known *known;     /* what the side at the screen may know */
    int shown;               /* the side at the screen; NOBODY: none yet */
    int told[NOBODY + 1];    /* entries that a viewer has been told of */
    int turn;                /* for which the board was shown */
    bool people;             /* more than one side sits here: the screen is handed over */
    bool tty;                /* a person looks at it */
    bool stopped;            /* a piece has just stopped without being told to */
    int before[TYPED_LINES]; /* entries before each line that did something: undo goes back there */
    int lines;
    struct text line, out;
    struct text left; /* of the last order line: what it has not done yet */
};

void terminal_begin(struct terminal *, struct match *);
void terminal_end(struct terminal *);

/* Until the game is over, `quit`, or the end of the input. True: it is over. */
bool terminal_play(struct terminal *);

/* Reads a line of the standard input; false at its end, and on Ctrl-C. */
bool terminal_read(struct terminal *, const char *prompt);
void terminal_catch_interrupts(void);
bool terminal_interrupted(void);

/* For a screen that has its own way of reading and showing: */
int terminal_asked(const struct terminal *);
/* A command, an action or an order line of the side that is shown; what there is to say is in `out`. True: the
 * match has changed. */
bool terminal_obey(struct terminal *, const char *line);

#endif
