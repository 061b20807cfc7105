/*
 * muster.h: what a net (net.h) is told of a position, for all games in the same way: the game's signs, numbers of its own,
 * and of every formation how strong it is, where it stands, how near the enemy is and in which condition it is.
 *
 * A game says which formations it has and lists its units (struct feature_set, a member of its mind); the numbers
 * are worked out here. All are small whole numbers and read from the state alone.
 */
#ifndef MUSTER_H
#define MUSTER_H

#include "base.h"

struct box;
struct play;
struct text;

/* Of a formation, in this order. Absent ones are all 0. */
enum {
    MUSTER_POINTS,
    MUSTER_EAST,  /* mean column, in tenths; on a board of areas the way from the first landmark */
    MUSTER_SOUTH, /* mean row, in tenths; the way from the second landmark */
    MUSTER_GAP,   /* mean way to the nearest enemy, in tenths, at most MUSTER_FAR cells */
    MUSTER_CONTACT, /* points beside an enemy */
    MUSTER_FIRE,    /* points within reach of enemy guns */
    MUSTER_SHAKEN,  /* points in bad order, as the game sees it */
    MUSTER_COVER,   /* points on ground that helps */
    MUSTER_PRESSED, /* points with more enemies than friends around */
    MUSTER_NUMBERS
};
enum { MUSTER_UNITS = 256, MUSTER_FAR = 12, MUSTER_AROUND = 2 };

struct muster_unit {
    int16_t piece;
    int16_t place;  /* cell */
    int16_t points; /* 0: passed over */
    uint8_t side, formation;
    uint8_t reach; /* of guns, in cells; 0: it has none */
    bool shaken, covered;
};

struct muster {
    int n;
    struct muster_unit unit[MUSTER_UNITS];
    int16_t landmark[2]; /* cells, on a board of areas */
};

/* What a game tells a net beside its signs. */
struct feature_set {
    const char *const *numbers;    /* names of the game's own; NULL at the end */
    const char *const *formations; /* one word each; NULL at the end */
    void (*read)(const struct play *, int *number, struct muster *);
};

void muster_add(struct muster *, struct muster_unit);

/* How many numbers a net of this game is told, what they are called, and what they are in this state. */
int muster_inputs(const struct box *);
void muster_name(const struct box *, int input, struct text *);
void muster_read(const struct play *, int *input);

#endif
