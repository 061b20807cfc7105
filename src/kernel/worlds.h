/*
 * worlds.h: what may be true, as far as a side knows: a handful of boards, dealt by the game's guess().
 *
 * The seed is made of the redacted state, so the same knowledge always gives the same worlds, and nothing
 * of the truth can be read from them. A game without secrets has one world.
 */
#ifndef WORLDS_H
#define WORLDS_H

#include "stages.h"

enum { WORLDS_MAX = 48 };

struct worlds {
    const struct play *known; /* redacted */
    int n;
    unsigned char *state; /* one after another */
};

/* At most `most` of them, which is at most WORLDS_MAX. */
void worlds_deal(struct worlds *, const struct play *known, int viewer, int most);
void worlds_free(struct worlds *);
/* A trial of the i-th; what is hidden there is decided. */
void worlds_try(const struct worlds *, int i, struct trial *);

/* ---- a sheet over all of them ---- */

enum { RANGE_CASES = 16 };

struct range {
    int n; /* kinds of sums, from the best down; 0 or 1: nothing is in doubt */
    struct {
        char head[28], modifier[12];
        int rank, worlds;
    } sum[RANGE_CASES];
    int worlds;           /* in which the stages could be tried */
    struct sheet chances; /* of all of them together: only its chances are filled in */
};

/* Of the last stage, after the others have been done. */
void range_of(const struct worlds *, int by, const struct stages *, struct range *);
void range_json(const struct range *, struct json *); /* an object */

/* ---- what may come of it ---- */

/*
 * Played on in some of the worlds until the question is the one that was asked before, or the phase is over: all that dice
 * can say is weighed; who attacks does as planned and else as little as he may; the enemy stands
 * as long as he can (least), or gives way as soon as he may (most).
 */
struct outlook {
    int least, most; /* thousandths: the cell is empty of enemies */
    int swing;       /* hundredths of what is counted: his losses less one's own, on average */
    bool counted;    /* the game counts losses, or points */
    bool decided;    /* something came of it; false: it is carried out later, nothing can be said */
};

void outlook_of(const struct worlds *, int by, int cell, const struct stages *plan, int most_worlds,
                struct outlook *);

#endif
