/*
 * screen.h: the game on the whole terminal: board, panel, order line. It needs ncurses; without it, in pipes and
 * on terminals that cannot place the cursor play.c talks in plain lines (terminal.h).
 *
 * It knows no game: ground comes from the map, counters from show.h, colours from looks.h, what can be done from
 * the menu and its roles. What a typed line does is terminal.c's business, and order.h's.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include "terminal.h"

/* NULL: the terminal can show it; else why not. */
const char *screen_lacks(void);

/* As terminal_play(): until the game is over and looked at, `quit`, or a signal. True: it is over. */
bool screen_play(struct terminal *);

#endif
