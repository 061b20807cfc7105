/*
 * march.h: what the files of section 5 offer each other: those who march together, what that costs,
 * and whether they may.
 */
#ifndef NVW_MARCH_H
#define NVW_MARCH_H

#include "nvw.h"

/* Those of a hex who march together, the top first. Each of them pays for himself. */
struct group {
    int n, lead, side, from;
    bool road; /* by Grand Tactical Movement */
    int16_t unit[PIECES_MAX];
};

/* 05-hex.c: one hex */
void gather(const struct play *p, int u, struct group *g); /* those who march with it */
int group_facing(const struct play *p, const struct group *g);
int facing_of_others(const struct play *p, int h);
int points_left(const struct play *p, int u); /* [5.12a] [5.21a] */
void pay(struct play *p, int u, int points);
int in_zone(const struct play *p, int side, int h); /* [12.41] 2 in the zone of a charge, else 1 */
int turn_price(const struct play *p, int u);        /* [6.23] */
int step_price(const struct play *p, int u, int direction, bool road); /* [5.13] or NO_ENTRY */
const char *refuse_step(const struct play *p, const struct group *g, int direction, bool road);
bool could_go_on(const struct play *p, const struct group *g);

/* 05-road.c: Grand Tactical Movement */
const char *refuse_road(const struct play *p, const struct group *g, int direction, int to);
void face_ahead(struct play *p, const struct group *g, int direction); /* [5.25] */

/* 05-march.c: the march of one unit or stack */
void reorder(struct play *p, int u);                          /* [9.21] begins it */
bool go_together(const struct play *p, int u, int v);         /* [8.36a] */
const char *refuse_company_here(const struct play *p, int h); /* [9.41] [9.42] */

/* 05-phase.c: the March Phase */
const char *refuse_move(const struct play *p, int side, int u); /* [5.0b] may it set out? */

#endif
