/*
 * charge.h: what the files of cases 12.3 and 12.4 offer each other. A charge is initiated
 * (12-charge.c), projects its zone (12-zones.c) and is ridden (12-ride.c); opportunity and
 * counter-charges have files of their own.
 */
#ifndef NVW_CHARGE_H
#define NVW_CHARGE_H

#include "nvw.h"

/* 12-charge.c: initiating */
const char *refuse_charger(const struct play *p, int side,
                           int u);               /* [12.31] of any kind of charge */
void ask_check(struct play *p, int u, int kind); /* [12.32a] pushes it */
bool preview_declare(const struct play *p, const struct step *t, const struct action *a,
                     struct sheet *s);

/* 12-zones.c: the triangle before it */
bool in_triangle(const struct play *p, int start, int facing, int h); /* [12.32b] */
bool troops_there(const struct play *p, int side, int h);             /* [12.31] */
bool sees_prey(const struct play *p, int u);                          /* [12.31] */
bool has_before_it(const struct play *p, int u, int h);               /* [12.32e1] [12.32f1] */

/* 12-ride.c: the ride */
struct charge *riding(const struct play *p, int u);      /* its stack's charge; NULL: none */
void set_out(struct play *p, int u);                     /* [12.33] [12.32d] */
void ride(struct play *p, int u, int to);                /* one hex, whatever the kind */
int who_rides(const struct play *p, int side, int kind); /* NO_PIECE: that is over */
void drop_riders(struct play *p, int side);

#endif
