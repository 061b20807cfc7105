/*
 * crowd.h: many matches with people at every seat, played at random as browsers would play them:
 * a stream and a hand a seat, a pause for thought before each decision.
 */
#ifndef CROWD_H
#define CROWD_H

#include "kernel/json.h"
#include "kernel/rng.h"
#include "wire.h"

enum { SEATS_MOST = 8, TOKEN_ROOM = 32, ID_ROOM = 20 };

struct series { /* measurements */
    double *at;
    int n, room;
};
void series_add(struct series *, double);
double series_part(struct series *, double share); /* of the sorted: 0.5 is the median */
void series_free(struct series *);

struct seat {
    char token[TOKEN_ROOM];
    struct wire ear, hand;
    int shown;   /* the last number that its stream has shown; -1: none */
    int entries; /* of the journal, as shown */
    double owed; /* since when something acknowledged has not been shown; 0: nothing */
};

struct bout {
    struct crowd *crowd;
    char id[ID_ROOM];
    enum { BOUT_NONE, BOUT_ORDERED, BOUT_LISTENS, BOUT_PLAYS, BOUT_OVER, BOUT_HELD } is;
    struct seat seat[SEATS_MOST];
    int at;             /* which server */
    int seq;            /* of the newest state seen */
    int mover;          /* who decides next, -1: nobody knows yet */
    struct text choice; /* what he will do */
    double due;         /* when */
    bool busy;          /* a request is under way */
    int sent_seq;       /* the number that it named */
    double sent;        /* when */
    struct rng luck;
};

struct crowd {
    const char *game, *order; /* the order of a match */
    int live; /* so many bouts have people; of the others a server holds what was ordered */
    int seats, bouts,
        servers; /* a bout is played at one of them, as behind a proxy that keeps matches together */
    double pause; /* mean thought, ms */
    struct bout *bout;
    bool plays; /* nobody decides unless it does */
    struct series trips, delays, begun;
    long decisions, ended, refused, wrong, late, unshown, lost;
};

void crowd_begin(struct crowd *, int bouts);
void crowd_seat(struct crowd *); /* every bout is ordered and every seat listens */
void crowd_play(struct crowd *, double ms);
void crowd_leave(struct crowd *); /* all connections are closed */
void crowd_free(struct crowd *);

#endif
