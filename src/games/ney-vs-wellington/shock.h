/*
 * shock.h: what the files of cases 12.0 to 12.2, 12.5 and 12.6 offer each other: who attacks
 * (12-shock.c), how it goes on (12-attack.c), what it comes to (12-sum.c) and what follows
 * (12-results.c).
 */
#ifndef NVW_SHOCK_H
#define NVW_SHOCK_H

#include "nvw.h"

/* Variables of step attack; RESULT: of both sides, packed (12-results.c). */
enum { WHO, TARGET, FROM, KIND, RESULT };

struct ground {
    int from, target; /* where it will be fought */
    bool hedge;       /* an obstructed hexside is crossed on the way */
};

struct sum {
    int attacker, defender; /* topmost units [9.62] [12.11b] */
    int attack, defence;    /* points */
    int percent, place;     /* [12.0p1] and its place on the chart */
    int differential, column;
    bool attacker_disordered, defender_disordered;
};
enum { BY_DIE, REPULSED, OVERRUN }; /* [12.67c] [12.67d] */

/* 12-sum.c: who fights, where, and the sum */
int fighters(const struct play *p, int from, int side, int kind, int16_t *list); /* how many */
int first_fighter(const struct play *p, int from, int side, int kind);
bool hedge_between(const struct play *p, int from, int to);
int turned_line(const struct play *p, int from, int target); /* [8.37b] or NO_PIECE */
struct ground ground_of(const struct play *p, int u, int from, int target);
bool attack_disorders(const struct play *p, int u, int defender, const struct ground *g);
bool defence_disordered(const struct play *p, int u, int target, int from);
void weigh(const struct play *p, int u, const struct ground *g, int target, int kind, struct sum *k,
           struct sheet *s);
void sum_up(const struct play *p, const struct step *t, struct sum *k,
            struct sheet *s);       /* of an attack under way */
int automatic(const struct sum *k); /* BY_DIE … */
void decide_results(const struct play *p, const struct sum *k, int die, int result[2]);
void fill_sheet(const struct play *p, const struct sum *k, struct sheet *s);

/* 12-attack.c: one attack */
void forget_attacks(struct play *p, const int16_t *list, int n);

/* 12-results.c: what follows */
void resolve(struct play *p, struct step *t, int die); /* [12.0p3] */
void rout_leader(struct play *p, struct step *t);      /* [12.68b] */
int result_of(const struct step *t, bool defender);
int beaten_hex(const struct play *p, const struct step *t);
void drive_out(struct play *p, int h, int side); /* [12.63] */
void advance(struct play *p, struct step *t);    /* [12.6c] */

#endif
