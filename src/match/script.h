/*
 * script.h: rule scripts: what a rulebook says, tried out on the rules through the public seam.
 *
 * A script is text (docs/rule-scripts.md) and is run from memory, so that files, tests and fuzzers
 * share it. A case that fails says where, what was expected and what was found; the next goes on.
 */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "kernel/game.h"

struct script_box;

/* Somebody who decides where a script says `answers` or `plays`: a computer opponent (src/cli/case.c). */
struct script_player {
    /* For the side that is asked. `effort`: as the script has it, or 0. */
    struct action (*answer)(void *self, struct play *truth, int effort);
    void (*over)(void *self); /* the case is over: whoever is asked next knows nothing of it */
    void *self;
};

/* Zero-initialise it, give what is wanted, run any number of scripts, read the result, free it. */
struct script {
    const char *data_dir;               /* NULL: the standard one */
    const char *only;                   /* run only what proves this case; NULL: all */
    bool verbose;                       /* name the cases that pass, too */
    bool first;                         /* stop at the first failure */
    const struct script_player *player; /* NULL: nobody answers, what a script names is looked at */
    int passed, failed;
    struct text out;          /* a line a failure */
    struct script_box *boxes; /* opened so far */
};

/* `file` is the name that complaints give. */
void script_run(struct script *, const char *file, const char *text, size_t size);
void script_free(struct script *);

/* Is this word of a `case` line a case of a rulebook (3.1, 10.22b, TEC-4), not the beginning of its
 * title? */
bool script_is_case(const char *word);

#endif
