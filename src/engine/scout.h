/*
 * scout.h: what a side can know of its enemy by looking and remembering: how strong each of his places is, at the least
 * and at the most; and who was seen to go where he cannot be seen any more.
 *
 * Everything comes from what the side may know, now (guessed at by the game's own guess()) and earlier (redacted states
 * of the past): so it cannot tell more than somebody would know who looked on with a pencil.
 */
#ifndef SCOUT_H
#define SCOUT_H

#include "kernel/game.h"
#include "match/match.h"

/* A place that an enemy holds, or may. */
struct scout_place {
    int cell, side;
    int known;       /* strength that is to be seen */
    int least, most; /* of all that stands there */
    int likely;      /* on average over guesses, in tenths */
    bool hidden;     /* something there is not seen */
};

/* A piece that was seen to be where it is not seen now, though it may be there. */
struct scout_piece {
    int piece, cell;
    int turn, entry; /* when it was last seen; entries before that */
    int with;        /* the piece that it may have gone on with, or -1 */
};

struct scout {
    int places, pieces;
    struct scout_place place[BOX_PIECES];
    struct scout_piece piece[BOX_PIECES];
};

/* For a side; of anybody else there is nothing to find out. */
void scout_make(struct match *, int viewer, struct scout *);
/* The members `enemy` and `seen`. */
void scout_json(struct match *, int viewer, struct json *);

#endif
