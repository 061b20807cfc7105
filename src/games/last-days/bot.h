/*
 * bot.h: what the files of this game's computer opponent share: weights, the lie of the armies, what a hex or an
 * attack is worth. Worth is counted in half points of strength, times ten.
 */
#ifndef LD_BOT_H
#define LD_BOT_H

#include "ld.h"

/* Signs of who will win, each with a weight (bot-judge.c); those of a day, then of several, then of our own scenarios. */
enum {
    SIGN_ONE,
    SIGN_FRENCH, /* strength lost */
    SIGN_ALLIED,
    SIGN_LATE, /* French points less what they need, the more the later it is */
    SIGN_CORPS,
    SIGN_HOPE,   /* the same by losses, as they may become */
    SIGN_CRACK,  /* corps that are about to break, in tenths */
    SIGN_CAUGHT, /* strength that could not retreat */
    SIGNS_OF_DAY,
    SIGN_LEAD = 2 * SIGNS_OF_DAY,
    SIGNS
};

enum {
    WT_LOSS, /* fighting */
    WT_PRICE,
    WT_CARE,
    WT_RETREAT,
    WT_MIN_ATTACK,
    WT_APPROACH, /* marching */
    WT_CONTACT,
    WT_EXPOSURE,
    WT_SUPPORT,
    WT_TERRAIN,
    WT_SOURCE,
    WT_RAID,
    WT_HOLD,
    WT_KEEP,
    WT_SCREEN,
    WT_NAPOLEON,
    WT_TRAP,
    WT_CORPS,
    WT_ENOUGH,
    WT_CROWDED,
    WT_LINE,
    WT_ASIDE,
    WT_FORCED, /* chits */
    WT_MEND_STAKES,
    WT_COME,
    WT_MEND_DUTY,
    WT_MEND_REJOIN,
    WT_SIGNS, /* judging */
    WEIGHTS = WT_SIGNS + SIGNS
};

/* What a plan may tell a formation; behind their tasks stand their whims. */
enum { DO_NONE, DO_HOLD, DO_PRESS, DO_SPARE, DOS };
enum { SIDE_FORMATIONS = 10, PLAN = 2 * SIDE_FORMATIONS };

static inline int rank_in_side(int formation)
{
    return formation < PR_I ? formation : formation - PR_I;
}

static inline int told(const int *weight, int formation)
{
    return formation >= FORMATIONS ? DO_NONE : weight[WEIGHTS + rank_in_side(formation)];
}

static inline int whim_of(const int *weight, int formation)
{
    return formation >= FORMATIONS ? 0
                                   : weight[WEIGHTS + SIDE_FORMATIONS + rank_in_side(formation)];
}

/* How the armies stand: strengths in half points, by hex; the enemy's as far as they are known or likely. */
enum { STACKS_MAX = 160, FIELD_FAR = 400, ERRANDS = 20 };

/* [20.12b] Who is sent to a line of communication: to take it, or to keep it. */
struct errand {
    int16_t who;
    int8_t army; /* whose line it is */
};

/* Where an army wants to be: hexes, and half points by which each seems further than it is. */
struct aims {
    int n;
    struct aim {
        int16_t hex, at;
    } aim[STACKS_MAX + ARMIES];
};

/* The enemy around a hex: half points that could come in his turn (-1: not counted yet), how far he is, in how many stacks. */
enum { NEAR_NOBODY = 99 };
struct near {
    int16_t besiegers;
    uint8_t distance, stacks;
};

/* How far stacks could retreat, and where zones bar their way, by side; -1: not looked at yet. */
struct rooms {
    const struct play *p;
    int8_t firm[SIDES][CELLS_MAX], room[SIDES][CELLS_MAX];
};

struct lay {
    const struct play *p;
    const int *weight;
    int side;
    int16_t own[CELLS_MAX], foe[CELLS_MAX];
    int16_t dear[CELLS_MAX]; /* what the stack is worth, see value_of() */
    int stake[SIDES];        /* half a point lost by the side, in tenths */
    int foes, friends;
    int16_t foe_hex[STACKS_MAX], own_hex[STACKS_MAX];
    struct near near[CELLS_MAX];
    struct rooms rooms;
    int held
        [CELLS_MAX]; /* of the group on the march: what the hex is worth to it in the enemy's turn */
    int16_t muster[CELLS_MAX]; /* what could attack the hex in this phase; -1: not counted yet */
    struct aims aims[ARMIES];
    int16_t field[ARMIES][CELLS_MAX]; /* see field_at(); -1: not asked yet */
    bool back[ARMIES];                /* it gives ground */
    int centre[ARMIES];               /* its middle; -1: it is not there */
    int errands;
    bool late; /* what counts is who has the lines in the end */
    struct errand errand[ERRANDS];
    int16_t
        way[CELLS_MAX]; /* of whoever is on the march and is sent: half points, around the enemy */
};

void lay_out(const struct play *, int side, const int *weight, struct lay *);
/* The fields too: marches want them; lead: who marches, -1: nobody. */
void lay_fields(struct lay *, int lead);
int field_at(struct lay *, int army, int h); /* half points to where the army wants to be */
int errand_of(const struct lay *, int u);    /* the army to whose line it is sent; -1 */
bool line_lost(const struct play *, int army);
int source_hex(const struct play *, int army); /* of its line of communication [20.12a] */
const struct near *near_of(struct lay *, int h);
int foe_distance(struct lay *, int h); /* NEAR_NOBODY: none */
int foes_within(const struct lay *, int h, int hexes);
int friends_around(const struct lay *, int h);            /* within two hexes */
int friends_within(const struct lay *, int h, int hexes); /* the hex itself left out */

/* An attack by so many half points on so many, on ground that multiplies by so many halves; room: how far the defender
 * can retreat, and the attacker. */
enum { ROOM_MOST = 4 };
struct bout {
    int attack, defence, halves, shift;
    int room, own_room;
    int gain, price; /* of half a point of theirs and of ours; 0: 10 */
    int prize;       /* if they leave the hex */
};
enum { VALUE = 10, SUPPORT_MOST = 40 };  /* half points of friends around that help */
int value_of(const struct lay *, int u); /* of half a point of it, in tenths */
int prize_of(const struct lay *, int h); /* of a line of communication */
int value_at(const struct lay *, int h); /* the mean of a stack */
int fight_worth(const struct lay *, const struct bout *);
int fire_worth(const struct lay *, const struct bout *); /* nobody who fires is hurt [11.54A] */
/* How far a stack of the side could retreat; `shut`: if an enemy stood there as well; -1: none. */
int room_to_retreat(struct rooms *, int h, int side, int shut);
void rooms_begin(struct rooms *, const struct play *);
/* What it adds to an attack on these hexes, as one, that so many half points more would stand there. */
int contact_gain(struct lay *, int from, const int16_t *target, int n, int strength, int price);
/* If less than nothing: an attack on the hex by so many half points, and half of those who could still come. */
int forced_worth(struct lay *, int target, const int16_t *from, int n, int attack, int price);
int committed(const struct lay *, int target);     /* half points next to it already */
int danger_at(struct lay *, int h, int strength);  /* for so many half points of 10 */
int hold_worth(struct lay *, int h, int strength); /* as a place to be in the enemy's turn */

/* [20.11a] Points that the French have more than they need by losses, the mean over what they may still become; in tenths. */
int blurred_lead(const struct ld_box *, int french, int allied);
extern const struct feature_set ld_features;
void ld_signs(const struct play *, int *sign);
int ld_stint(const struct play *);

/* bot-move.c */
void urge_movement(const struct choice *, int *urge);
void urge_march(const struct choice *, int *urge);
void urge_occupy(const struct choice *, int *urge);

/* bot-fight.c */
void urge_designation(const struct choice *, int *urge);
void urge_resolution(const struct choice *, int *urge);
void urge_losses(const struct choice *, int *urge);
void urge_place(const struct choice *,
                int *urge); /* retreats, displacement, disengagement, refuge */
void urge_advance(const struct choice *, int *urge);
void urge_withdrawal(const struct choice *, int *urge);
void urge_fight(const struct choice *, int *urge);

#endif
