/*
 * bot.h: what the files of this game's computer opponent share: weights, the lie of the armies, and how an
 * attack, a charge or a hex is valued. Everything is counted in tenths of a strength point.
 */
#ifndef DOW_BOT_H
#define DOW_BOT_H

#include "dow.h"

/* Signs of who will win, each with a weight (bot-judge.c). */
enum {
    SIGN_GOALS,
    SIGN_HELD,
    SIGN_LOSSES, /* in a short scenario */
    SIGN_BROKEN, /* an Allied army: then only the Guard counts besides */
    SIGN_ONE,
    SIGN_LEFT,
    SIGN_I,
    SIGN_II,
    SIGN_PRUSSIANS,
    SIGN_GUARD,
    SIGN_FRENCH,
    SIGN_ADG,
    SIGN_PRUSSIAN,
    SIGN_EXIT,
    SIGNS
};

enum {
    WT_MIN_ATTACK,
    WT_MIN_CHARGE,
    WT_RETREAT,
    WT_CAUTION,
    WT_GUARD,
    WT_KEY, /* fighting */
    WT_APPROACH,
    WT_CONTACT,
    WT_EXPOSURE,
    WT_SUPPORT,
    WT_TERRAIN,
    WT_POST,
    WT_GUNS, /* marching */
    WT_BRAVE,
    WT_HOLD_BRAVE,
    WT_FOCUS,
    WT_GOAL,
    WT_MEND_FLOOR, /* mendings of November 2026: 0 is the policy as it was (src/bots/former.c) */
    WT_MEND_POST,
    WT_MEND_WAY,
    WT_MEND_WALLS,
    WT_MEND_ROLE,
    WT_SIGNS, /* judging */
    WEIGHTS = WT_SIGNS + SIGNS
};

/* What a corps is ordered: to hold, to keep out of the enemy's reach, to attack, to go for a corps of his. */
enum {
    ORDER_NONE,
    ORDER_HOLD,
    ORDER_SPARE,
    ORDER_ATTACK,
    ORDER_CORPS,
    ORDERS = ORDER_CORPS + CORPS / 2
};
/* And a whim for each corps: which of the hexes that are about as good its units like better. */
enum { PLAN = 2 * CORPS };

static inline int order_of(const int *weight, int corps)
{
    return weight[WEIGHTS + corps];
}

static inline int whim_of(const int *weight, int corps)
{
    return weight[WEIGHTS + CORPS + corps];
}

extern const struct mind dow_mind;
extern const struct feature_set dow_features;
void dow_signs(const struct play *p, int *sign);
int dow_stint(const struct play *p);

/* How the armies stand, as far as the side knows. Sums of strength by hex. */
struct lay {
    int side;
    int without; /* a unit that is left out, as if it stood nowhere; NO_UNIT: none */
    int16_t own[CELLS_MAX], foe[CELLS_MAX]; /* in the hex */
    int16_t near_own[CELLS_MAX],
        near_foe[CELLS_MAX];  /* in the six around it, that could attack it */
    uint8_t front[CELLS_MAX]; /* next to enemies, guns among them */
    uint8_t zone[CELLS_MAX];  /* of enemy cavalry that is seen */
    int foes;
    int16_t foe_hex[UNITS_MAX]; /* hexes with enemies */
};

int reach_points(const struct play *p, int u); /* what a unit counts for among those around a hex */
int corps_points(const struct play *p, int corps); /* of its units on the map */
/* What the ground adds to a defence. The forest adds nothing: 9.2.7 who is in it is out of the battle. */
int cover(const struct play *p, int h);
void lay_out(const struct play *p, int side, struct lay *);
void lay_out_without(const struct play *p, int side, int unit,
                     struct lay *);                               /* it stands nowhere */
int nearest_foe(const struct play *p, const struct lay *, int h); /* distance; 99: none */

/* Does the side win as things are, so that it need only hold? */
bool holds(const struct play *p, int army);
bool is_goal(const struct play *p, int h); /* a hex that decides a short scenario */
bool key_corps(int corps);                 /* its breaking breaks an army */
/* The way that the French may leave by, and that the Allies guard: entry 1 or 6. */
enum { EXITS = 2 };
int exit_hex(const struct play *p, int i);
bool exit_matters(const struct play *p); /* it would still break an army */

int battle_worth(const struct play *p, const struct battle *b, const int *weight);
int charge_worth(const struct play *p, int u, int h, const int *weight);

/* bot-move.c */
void urge_movement(const struct choice *, int *urge);
void urge_leaders(const struct choice *, int *urge);
void urge_march(const struct choice *, int *urge);

#endif
