/*
 * kept.h: where journals are kept that nobody has named a file for.
 */
#ifndef KEPT_H
#define KEPT_H

#include "kernel/text.h"

/*
 * A new name in $XDG_STATE_HOME/grognard, else ~/.local/state/grognard (made if missing), else in
 * the current folder: GAME-DATE-TIME.journal.
 */
void kept_new(const char *game, struct text *path);
/* The one last changed; false: there is none. */
bool kept_last(struct text *path);

#endif
