/*
 * bot.h: what the files of this game's computer opponent share: weights, the lie of the armies, the task of a
 * formation, and what a combat, a hex or a facing is worth. Worth is counted in tenths of a step.
 */
#ifndef MIB_BOT_H
#define MIB_BOT_H

#include "mib.h"

/* Signs of who will win, each with a weight (bot-judge.c). */
enum {
    SIGN_ONE,
    SIGN_MORALE,
    SIGN_PLACES,
    SIGN_LEAD,   /* of the score, when it is late */
    SIGN_FRENCH, /* steps of an army, in tenths of those it had */
    SIGN_ANGLO,
    SIGN_PRUSSIAN,
    SIGN_FATIGUE,
    SIGN_DISORDER,
    SIGN_WEAK,
    SIGN_NEAR,
    SIGNS
};

enum {
    WT_BRAVE,
    WT_HOLD_BRAVE,
    WT_MIN_ATTACK,
    WT_SORTIE,
    WT_STEP,
    WT_POINT,
    WT_RETREAT, /* fighting */
    WT_APPROACH,
    WT_CONTACT,
    WT_EXPOSURE,
    WT_SUPPORT,
    WT_TERRAIN,
    WT_POST,
    WT_GUNS,
    WT_PLACE, /* marching */
    WT_MOVE,
    WT_REST,
    WT_RALLY, /* resting */
    WT_CHARGE,
    WT_EVADE,
    WT_MEND_ROOM,
    WT_MEND_MARCH,
    WT_MEND_CHIEF,
    WT_MEND_REST,
    WT_MEND_AIM,
    WT_MEND_WAIT,
    WT_MEND_CROWD,
    WT_MEND_YIELD,
    WT_MEND_DARE,
    WT_MEND_STAND,
    WT_MEND_LATE, /* mended since: former.c */
    WT_SIGNS,     /* judging */
    WEIGHTS = WT_SIGNS + SIGNS
};

/* What a plan may tell a formation: hold, press, keep away from the enemy, go for a victory place. */
enum { DO_NONE, DO_HOLD, DO_PRESS, DO_SPARE, DO_PLACE, DOS = DO_PLACE + PLACES_MAX };
/* Formations of a side are counted from its first; behind their tasks stand their whims. */
enum { SIDE_FORMATIONS = 10, PLAN = 2 * SIDE_FORMATIONS };

static inline int rank_in_side(int formation)
{
    return formation < A_I ? formation : formation - A_I;
}

static inline int told(const int *weight, int formation)
{
    return weight[WEIGHTS + rank_in_side(formation)];
}

static inline int whim_of(const int *weight, int formation)
{
    return formation >= FORMATIONS ? 0
                                   : weight[WEIGHTS + SIDE_FORMATIONS + rank_in_side(formation)];
}

extern const struct feature_set mib_features;
void mib_signs(const struct play *, int *sign);
int mib_stint(const struct play *);

enum { LAY_FAR = 7 };

/* How the armies stand: strengths in quarters of a point, by hex. */
struct lay {
    int side;
    int16_t own[CELLS_MAX], foe[CELLS_MAX];           /* in the hex */
    int16_t near_own[CELLS_MAX], near_foe[CELLS_MAX]; /* in the six around it */
    uint8_t zone[CELLS_MAX];                          /* of the enemy */
    uint8_t far[CELLS_MAX];                           /* hexes to his nearest, at most LAY_FAR */
    int foes, friends;
    int16_t foe_hex[UNITS_MAX], own_hex[UNITS_MAX]; /* hexes with combat units */
};

void lay_out(const struct play *, int side, struct lay *);
int force_of(const struct play *, int u);            /* quarters of a point in defence */
int force_at(const struct play *, int u, int level); /* the same at another level of fatigue */
bool may_fight(const struct play *, int u);          /* an attack could be made by it */
int foe_distance(const struct play *, const struct lay *, int h); /* 99: none */
int foes_within(const struct play *, const struct lay *, int h, int hexes);
int friends_within(const struct play *, const struct lay *, int h, int hexes);

/* What a formation is to do. */
enum { PRESS, GUARD, SPARE };
struct task {
    int formation;
    int centre; /* where its commander is */
    int stance;
    int goal; /* hex; -1: none */
    int aim;  /* hex with enemies that it attacks; -1: none */
    int aim_worth;
};

void task_of(const struct play *, const struct lay *, int formation, const int *weight,
             struct task *);
int order_wanted(const struct play *, const struct lay *, const struct task *, const int *weight);
int least_of_press(int formation, const int *weight); /* tenths of a step */
int strength_of(const struct play *, int formation);  /* steps on the map */
int weariness(const struct play *, int formation);    /* mean fatigue of its divisions, in tenths */

/* bot-fight.c */
struct odds {
    int drm, hex; /* hex: that is attacked */
    int stacks;   /* that attack: the largest division of each speaks for it */
    struct {
        int sp, morale, level;
    } stack[HEX_SIDES];
};
int odds_worth(const struct play *, const struct odds *, int side, const int *weight);
/* The combat units of a formation. */
struct host {
    int formation, n;
    int16_t unit[UNITS_MAX];
};
void find_host(const struct play *, int formation, struct host *);
bool odds_of_host(const struct play *, const struct lay *, const struct host *, int target,
                  const int *weight, struct odds *);
bool may_strike(const struct play *, int from,
                int target); /* no river between them without a bridge */
int face_worth(const struct play *, const struct lay *, int h, int facing);
int place_swing(const struct play *, int h); /* points that hang on the hex; 0: no victory place */
int place_holder(const struct play *, int h);

void urge_combats(const struct choice *, int *urge);
void urge_target(const struct choice *, int *urge);
void urge_loss(const struct choice *, int *urge);
void urge_retreat(const struct choice *, int *urge);
void urge_evade(const struct choice *, int *urge);
void urge_advance(const struct choice *, int *urge);

/* bot-move.c */
void urge_actions(const struct choice *, int *urge);
void urge_march(const struct choice *, int *urge);
void urge_flee(const struct choice *, int *urge);

#endif
