/*
 * bot.h: what the files of this game's computer opponent share: weights, how the blocks lie, and what an
 * attack or an area is worth. Values are in tenths of a strength point.
 */
#ifndef W200_BOT_H
#define W200_BOT_H

#include "w200.h"

/* Signs of who will win, each with a weight (bot-judge.c). */
enum {
    SIGN_ONE,
    SIGN_LEFT,
    SIGN_STARS,
    SIGN_FRENCH_LOST,
    SIGN_BRITISH_LOST,
    SIGN_FRENCH,
    SIGN_BRITISH,
    SIGN_PRUSSIAN,
    SIGN_FRENCH_POOL,
    SIGN_BRITISH_POOL,
    SIGN_PRUSSIAN_POOL,
    SIGN_FRENCH_LEADERS,
    SIGN_BRITISH_LEADERS,
    SIGN_MELEE,
    SIGNS
};

enum {
    WT_GROUND,
    WT_HIDDEN,
    WT_MARGIN,
    WT_ATTACK,
    WT_APPROACH,
    WT_GARRISON,
    WT_REINFORCE,
    WT_STRATEGIC,
    WT_PASS,
    WT_PRESSURE,
    WT_FRONT,
    WT_URGENT,
    WT_PATIENCE,
    WT_MEND_BATTLE, /* a mending of November 2026: 0 is the policy as it was (src/bots/former.c) */
    WT_SIGNS,       /* judging */
    WEIGHTS = WT_SIGNS + SIGNS
};

/* A plan is a whim for each corps: which of the areas that are about as good its blocks like better. */
static inline int whim_of(const int *weight, int corps)
{
    return corps < CORPS ? weight[WEIGHTS + corps] : 0;
}

/* What lies around an area. */
struct ground {
    int16_t near_own, near_foe; /* strength in the areas beside it */
    int16_t threat;             /* what the enemy could throw against it */
    uint8_t to_foe, to_goal;    /* areas away from the nearest enemies; from a star of his */
};

/* What a faction can bring against an area beside the blocks that are there. */
enum { STRIKERS = 5 }; /* as many as find room, and one who is left out */
struct force {
    int16_t leaders, guns;     /* that support it, in tenths */
    uint8_t striker[STRIKERS]; /* the strongest that can engage there, the best first */
};

/* How the blocks lie, as far as the side knows. What not every decision needs is worked out when it is first
 * asked for, and kept as long as the decision lasts. */
struct lay {
    const struct play *p;
    const int *weight;
    int side;
    int16_t own[AREAS], foe[AREAS]; /* strength in tenths; combat units, guns and leaders there */
    int16_t line[AREAS];            /* of one's own combat units alone */
    struct areas foes, mine;        /* occupied by enemies, friends */
    struct areas held, lost, stars; /* controlled by friends, enemies; stars among the latter */
    bool behind;           /* fewer Victory Areas than the enemy: it loses if nothing happens */
    struct areas surveyed; /* areas whose ground is known */
    struct ground ground[AREAS]; /* ask ground_of() */
    bool mustered;
    struct force force[FACTIONS][AREAS]; /* against areas of the enemy, once mustered */
    struct areas
        strikes[BLOCKS];        /* areas of the enemy where a block can engage: ask strikes_of() */
    struct areas range[CORPS];  /* of the orders of leaders that count */
    struct areas beside[CORPS]; /* areas next to which leaders can ride; for finding aims */
    struct areas aims; /* worth an attack; worked out while actions and leaders are chosen */
    int hope;          /* what the best of them promises */
};

static inline int apart(const struct play *p, int a, int b)
{
    return board_distance(p->box->board, a, b);
}

/* Strength of one's own in an area, without the block itself. */
static inline int others(const struct lay *lay, const int16_t *sum, int u, int area)
{
    bool counted =
        w200_of(lay->p)->block[u].place == area && (sum == lay->own || is_combat_unit(lay->p, u));

    return sum[area] - (counted ? 10 * strength_of(lay->p, u) : 0);
}

static inline int star_bonus(const struct lay *lay, int area)
{
    return areas_has(box_of(lay->p)->star, area) ? 10 * lay->weight[WT_GARRISON] : 0;
}

extern const struct feature_set w200_features; /* bot-judge.c */

/* bot-attack.c: what stands where, and what an attack on it promises */
void lay_out(const struct play *, int side, const int *weight, struct lay *);
void survey(struct lay *, int area);
int defence(const struct lay *, int area);
int support(struct lay *, int area, int faction);
struct areas strikes_of(struct lay *, int u);
int followers(struct lay *, int area, int faction, int besides);
int promise(struct lay *, int area, int u);
int margin(const struct lay *);
void lay_rides(struct lay *);
void find_aims(struct lay *, bool strategic);

static inline const struct ground *ground_of(struct lay *lay, int area)
{
    if (!areas_has(lay->surveyed, area))
        survey(lay, area);
    return &lay->ground[area];
}

/* bot-move.c: where a block wants to be, and the way there */
int worth(struct lay *, int u, int area);
void urge_march(const struct choice *, int *urge);
void urge_movement(const struct choice *, int *urge);

#endif
