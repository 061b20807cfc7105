/*
 * stages.h: a declaration that was typed at one blow.
 *
 * Rules ask for a declaration in stages: what is attacked; from where; from where else; so be it.
 * Each stage is a small decision on a short list. Whoever types may say the whole in one line,
 * `attack 1119 from 1019 1118`: a verb that no menu has, and that means nothing but its stages.
 * Each of them goes through the door by itself; all are done, or none.
 */
#ifndef STAGES_H
#define STAGES_H

#include "game.h"

struct stages {
    int n;
    struct action a[ACTION_ARGS + 1];
};

/* The decisions that the action stands for: of a long form its stages, of any other itself. */
void stages_of(const struct game *, const struct action *, struct stages *);
/*
 * NULL: all of them would be done. Else the refusal of the first that would not, or of what was
 * left out.
 */
const char *stages_why(struct play *, int by, const struct action *);
/* The sheet of the action; of a long form that would be done, that of its last stage. */
bool stages_preview(const struct play *, int by, const struct action *, struct sheet *);

#endif
