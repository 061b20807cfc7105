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

enum { STAGES_MAX = 48 };

struct stages {
    int n;
    struct action a[STAGES_MAX];
};

/* A copy of a play on which something is tried. */
struct trial {
    struct play play;
    struct menu menu;
    _Alignas(16) unsigned char state[STATE_MAX];
};

struct trial *trial_new(const struct play *); /* free() it */
void trial_set(struct trial *, const struct play *, const void *state);

/* The decisions that the action stands for: of a long form its stages, of any other itself. */
void stages_of(const struct game *, const struct action *, struct stages *);
/*
 * NULL: all of them would be done. Else the refusal of the first that would not, or of what was
 * left out.
 */
const char *stages_why(struct play *, int by, const struct action *);
/* The sheet of the action; of a long form that would be done, that of its last stage. */
bool stages_preview(const struct play *, int by, const struct action *, struct sheet *);

/* ---- several decisions that are sent together ---- */

/* "attack 1119; from 1019; assault": the rest of the line, long forms taken apart. NULL, or what is wrong. */
const char *stages_parse(struct play *, struct lex *, struct stages *);
/* Does them on the trial, one after another; NULL, or why the first that failed cannot be done. */
const char *stages_try(struct play *, int by, const struct stages *, int n);
/* Would all of them be done? As stages_why. Nothing changes. */
const char *stages_all_why(struct play *, int by, const struct stages *);

#endif
