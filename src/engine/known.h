/*
 * known.h: a game as one viewer may know it: a redacted copy to list, ask and preview from.
 *
 * Protocol, C API and terminal answer a side's questions from this and from nothing else, so that
 * no refusal and no sheet can tell more than the board does.
 */
#ifndef KNOWN_H
#define KNOWN_H

#include "kernel/game.h"

struct known {
    struct play play;
    int viewer; /* a side, NOBODY: a spectator, REFEREE: all is known */
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

void known_look(struct known *, const struct play *, int viewer);

/* NULL: the viewer may do this now (the referee: whoever is asked may). */
const char *known_why(struct known *, const struct action *);

/* The sheet of what the viewer might do; false: there is nothing to calculate. */
bool known_preview(const struct known *, const struct action *, struct sheet *);

/* The case that a refusal cites, "" if none: "4.11: engaged units may not move on" gives 4.11. */
void refusal_case(const char *refusal, char *room, size_t size);

#endif
