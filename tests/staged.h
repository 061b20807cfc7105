/*
 * staged.h: the null game with a declaration in stages, which it has not: its secret choice becomes
 * one. `strong b1` names the picket, `ambush b2` another that stands by, `stop` commits. `strong b1
 * with b2 r1` is all that.
 */
#ifndef STAGED_H
#define STAGED_H

#include "kernel/game.h"

struct game staged_game(void);
int staged_verb(const struct game *); /* its long form */
/* From now on who stands by can be named in the order of the pieces only: a fault for tests of tests. */
void staged_spoil(void);

#endif
