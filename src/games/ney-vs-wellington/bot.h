/*
 * bot.h: what the files of this game's computer opponent share: weights, one look over the field, and what fire, a shock
 * attack or a hex is worth. Worth is counted in sixths of a point of strength, as the dice add up.
 */
#ifndef NVW_BOT_H
#define NVW_BOT_H

#include "nvw.h"

/* What a scenario is about, and the signs of who will win it, a set for each; for the French if above 0. */
enum { ISSUE_WAR, ISSUE_GROUND, ISSUE_LOSSES, ISSUES };
enum {
    SIGN_ONE,
    SIGN_LEFT,
    SIGN_LEAD,
    SIGN_DUE,
    SIGN_DONE,
    SIGN_NEAR,
    SIGN_FRENCH_RAN,
    SIGN_ALLIED_RAN,
    SIGN_FRENCH_SHAKEN,
    SIGN_ALLIED_SHAKEN,
    SIGNS
};

enum {
    WT_ATTACK,
    WT_FIRE,
    WT_SAVE,
    WT_CHARGE,
    WT_APPROACH,
    WT_FEAR,
    WT_MASS,
    WT_HOLD,
    WT_STANDOFF,
    WT_LINE,
    WT_STACK,
    WT_SQUARE,
    WT_HORSE,
    WT_COVER,
    WT_SUPPORT,
    WT_WORN,
    WT_BRITTLE,
    WT_RALLY,
    WT_PACE,
    WT_CATCH,
    WT_LATE,
    WT_PRESS,
    WT_HOPE,
    WT_RETAKE,
    WT_EDGE,
    WT_GOAL,
    WT_MEND_FLIGHT,
    WT_MEND_BRITTLE,
    WT_SIGNS,
    WEIGHTS = WT_SIGNS + ISSUES * SIGNS
};

enum { FAR_AWAY = 99, BAD = -10000 };

/* What a plan may tell a division, one of so many parts of an army; behind these orders stand the whims. (bot-order.c) */
enum { ARMY_PARTS = 7, PLAN = 2 * ARMY_PARTS };
enum { DO_NONE, DO_HOLD, DO_PRESS, DO_SPARE, DO_CROSSROADS, DO_GOAL };

/* The troops or guns of a hex, seen from above. */
struct party {
    int16_t hex, unit; /* the top one; of a line's wing the line */
    int16_t might;     /* points by what they are good for now */
    uint8_t points, effectiveness;
    bool disordered, routed, guns, horse, square;
};

/* One look over the field, for one decision. */
struct field {
    const struct play *p;
    const int *weight;
    int side, foes, friends;
    struct party foe[PIECES_MAX], friend[PIECES_MAX];
    int16_t fire[CELLS_MAX];  /* what the enemy may kill there in a turn; look_fire() */
    uint8_t hits[CELLS_MAX];  /* what the guns on the march could hit there + 1; 0: not looked at */
    uint8_t apart[CELLS_MAX]; /* distance to the nearest foe + 1; 0: not looked at yet */
    int16_t near[CELLS_MAX];  /* the same of those who do something there [11.23a] */
};

/* bot-order.c */
int order_told(const struct field *, int u);
int whim_told(const struct field *, int u);
int order_ways(const struct play *, int side, int order);
void order_say(const struct play *, int side, int order, int way, struct text *);

/* bot-judge.c */
extern const struct feature_set nvw_features;
void nvw_signs(const struct play *, int *sign);

/* bot-look.c */
void look(struct field *, const struct choice *);
/* What falls on a target of that class in the open, within a distance of a hex. */
void look_fire(struct field *, int class, int centre, int radius);
int toll_of(const struct play *p, int u, int distance, int class);
int class_of(const struct play *p, int u);
int nearest_foe(const struct field *, int hex, int *distance); /* index, the routed last; or -1 */
int foe_distance(struct field *, int hex);                     /* the same, remembered */
int foe_at(const struct field *, int hex);                     /* index, or -1 */
int might_within(const struct party *, int n, const struct board *, int hex, int distance);
int reaction(const struct play *p, int side, int hex, int class);
int clash(const struct play *p, const struct party *attacker, const struct party *defender);
void party_of(const struct play *p, int h, struct party *);
/* An attack from one hex on another, fire on the attackers and ground counted in. */
int assault(const struct field *, const struct party *attacker, int from, int target);
bool horse_threatens(const struct play *p, int u, int distance);
bool is_eager(const struct field *);
int price_of(const struct field *, int u, int weight); /* for the unit; -BAD: it is not to */
bool is_spared(const struct field *);
bool may_break(const struct field *, int side, int pace); /* if it loses so many points a turn */
int rally_reach(const struct play *, int leader);         /* [13.23a] [13.23b] */
/* So many turns before the end, or fewer. */
bool is_late(const struct field *, int weight);

/* bot-march.c, bot-form.c, bot-fight.c: the policy at each step */
void urge_marches(const struct choice *, int *urge);
void urge_march(const struct choice *, int *urge);
void urge_formation(const struct choice *, int *urge);
void urge_recover(const struct choice *, int *urge);
void urge_setup(const struct choice *, int *urge);
void urge_fire(const struct choice *, int *urge);
void urge_shock(const struct choice *, int *urge);
void urge_declare(const struct choice *, int *urge);
void urge_ride(const struct choice *, int *urge);
void urge_retreat(const struct choice *, int *urge);
void urge_rally(const struct choice *, int *urge);
/* What guns in a hex could hit if they faced so, in sixths; a target's distance is told. */
int gun_worth(const struct play *p, int u, int from, int facing, int *distance);

#endif
