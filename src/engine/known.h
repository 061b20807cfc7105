/*
 * known.h: a game as one viewer may know it: a redacted copy to list, ask and preview from.
 *
 * Protocol, C API and terminal answer a side's questions from this and from nothing else, so that
 * no refusal and no sheet can tell more than the board does.
 */
#ifndef KNOWN_H
#define KNOWN_H

#include "kernel/game.h"
#include "kernel/lex.h"

struct known {
    struct play play;
    int viewer; /* a side, NOBODY: a spectator, REFEREE: all is known */
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

void known_look(struct known *, const struct play *, int viewer);

enum { SEQUENCE_MAX = 32 };
/* Decisions that follow one another as one, "move Quiot ; march Quiot 1012". */
struct sequence {
    int n;
    struct action a[SEQUENCE_MAX];
};
/*
 * Reads the rest of the line and does all but the last on the copy, so that the last can be asked about there.
 * NULL, or what is wrong with what was typed; `*why`: NULL, or why one before the last cannot be done.
 */
const char *known_row(struct known *, struct lex *, struct sequence *, const char **why);
/* The last of them. */
static inline const struct action *sequence_last(const struct sequence *s)
{
    return &s->a[s->n - 1];
}

/* NULL: the viewer may do this now (the referee: whoever is asked may). */
const char *known_why(struct known *, const struct action *);

/* The sheet of what the viewer might do; false: there is nothing to calculate. */
bool known_preview(const struct known *, const struct action *, struct sheet *);

/*
 * The member `pieces`: how those that the last of the sequence names would stand after it, if it is a step of
 * a way, which can be tried on what the viewer knows. NULL, or why it cannot be done or tried.
 */
const char *known_after_json(struct known *, const struct sequence *, struct json *);

/* Several decisions that are sent together: as the viewer knows the game, all would be done. */
struct stages;
const char *known_all_why(struct known *, const struct stages *);

/*
 * The member `declarations`: what the viewer could declare against a cell (-1: what he has begun), as if all
 * took part who may, or as `chosen` says (NULL: nothing is).
 */
void known_compose_json(struct known *, int cell, const struct stages *chosen, struct json *);

#endif
