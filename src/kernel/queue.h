/*
 * queue.h: what is to be done later, first come first served: for cascades, in which one thing
 * brings about another (a retreat a check, a check a rout, a rout a retreat) and each waits its turn.
 *
 * The agenda is a stack: what is pushed last is done first. A queue lies beside it in the state of a
 * game that needs one; the game says where, and everything else is done for it:
 *
 *     struct my_state { struct state base; struct queue queue; … };
 *     .queue = offsetof(struct my_state, queue)
 *
 * A rule puts a step there with queue_push(), in place of agenda_push_with(). A step of the game whose
 * row says `.drains = true` empties it: whenever that comes to the top, the first that waits is pushed
 * on it.
 *
 *     static void run_aftermath(struct play *p, struct step *t)
 *     {
 *         (void)t;
 *         if (!queue_next(p))
 *             agenda_pop(p, 0);
 *     }
 *
 * Rows of steps that are queued name that step in `on`, if they have that, and have a moot() where the board may have
 * changed while they waited. Positions write them by their names: `queued check nobody who=Jerome`.
 * No rule may queue more than QUEUE_MAX: that a cascade ends, and how long it grows at most (each
 * piece checks once, say), is for the rules to show.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include "game.h"

enum { QUEUE_MAX = 32 };

struct queue {
    uint8_t n, spare[3];
    struct step
        step[QUEUE_MAX]; /* the first that waits is the first; those behind the last are 0 */
};

/* At the end; there is room. Further members of the step are given by the caller. */
struct step *queue_push(struct play *, int op, int who, int v0, int v1, int v2, int v3);
/* The first that waits goes onto the agenda; false: none waits. */
bool queue_next(struct play *);
int queue_length(const struct play *);
/* Does such a step wait already, about this (its first variable)? */
bool queue_has(const struct play *, int op, int v0);

/* ---- for the kernel; of a game without a queue there is nothing to do ---- */

void queue_clear(struct play *);
void queue_save(const struct play *, struct text *); /* a line for each: `queued STEP WHO …` */
void queue_read(struct play *, struct lex *);        /* the words behind `queued` */
const char *queue_broken(const struct play *);       /* NULL, or what is wrong */

#endif
