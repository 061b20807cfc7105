/*
 * trial.h: short ways to a trial (stages.h): a copy of a play, or of what a side knows of it.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include "stages.h"

static inline void trial_copy(struct trial *t, const struct play *p)
{
    trial_set(t, p, p->state);
}

/* As the side knows it. */
static inline void trial_look(struct trial *t, const struct play *p, int side)
{
    trial_set(t, p, p->state);
    play_redact(p, side, &t->play);
}

#endif
