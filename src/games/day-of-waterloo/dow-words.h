/*
 * dow-words.h: the kinds of events and the vocabulary; dow.c has their texts in the same order.
 */
#ifndef DOW_WORDS_H
#define DOW_WORDS_H

enum {
    EV_TURN = EVENT_FIRST,  /* n turn, w weather */
    EV_PHASE,               /* s side, w phase */
    EV_FATE,                /* w what the die of 16.1 says */
    EV_POSTURE,             /* s side, w posture */
    EV_PLACED,              /* u piece, p hex */
    EV_DEPLOYED,            /* s side */
    EV_TACTICAL,            /* u leader */
    EV_OUT,                 /* u units out of command */
    EV_REORGANIZES,         /* u unit */
    EV_RAISES,              /* u leader, u cadre */
    EV_RALLIES,             /* u unit */
    EV_RECOVERS,            /* u unit, n points */
    EV_FULL,                /* p hex, u unit */
    EV_RETURNS,             /* u cadre, p hex */
    EV_MARCHES,             /* u piece, p hex */
    EV_ENTERS,              /* u piece, p hex */
    EV_EXITS,               /* u unit, n entry point */
    EV_TOP,                 /* u unit comes to the top, p hex */
    EV_PINNED,              /* u mover, p hex */
    EV_HELD,                /* u who would slip away, u cavalry that holds it */
    EV_SEEN,                /* u unit, p hex */
    EV_CHARGES,             /* u cavalry, p hex */
    EV_REACTS,              /* u cavalry */
    EV_REACTION_FAILS,      /* u cavalry */
    EV_PASSES,              /* u unit */
    EV_FAILS,               /* u unit */
    EV_BOMBARDS,            /* n points, p hex */
    EV_NO_EFFECT,           /* */
    EV_ATTACKS,             /* p target, u the first unit of every hex */
    EV_REACTION_FIGHT,      /* p hex */
    EV_COUNTERATTACKS,      /* likewise */
    EV_SLIPS,               /* u unit, p hex */
    EV_CLAIMS,              /* p hex */
    EV_RESULT,              /* w result */
    EV_STORMED,             /* p hex */
    EV_LOSES,               /* u unit, n points */
    EV_CADRE,               /* u unit */
    EV_RETREATS,            /* u unit, p hex */
    EV_DISPLACED,           /* u unit, p hex */
    EV_ADVANCES,            /* u unit, p hex */
    EV_BREAKTHROUGH,        /* u unit */
    EV_CORPS_DEMORALIZED,   /* w corps */
    EV_CORPS_RECOVERS,      /* w corps */
    EV_CORPS_DISINTEGRATES, /* w corps */
    EV_ARMY_DEMORALIZED,    /* w army */
    EV_ARMY_DISINTEGRATES,  /* w army */
    EV_FLEES,               /* u unit */
    EV_LEADER_MOVES,        /* u leader, p hex */
    EV_DRIVEN_OFF,          /* u leader */
    EV_VICTORY,             /* s side */
    EVENTS
};

/* Words: first what dice are rolled for, then names. */
enum {
    W_REORGANIZATION,
    W_REACTION_CHECK,
    W_CHARGE,
    W_SURPRISE,
    W_BOMBARDMENT,
    W_COMBAT,
    W_REACTION,
    W_COUNTERATTACK,
    W_BREAKTHROUGH,
    W_MORALE_CHECK,
    W_ADVANCE_CHECK,
    W_PURSUIT,
    W_FATE,
    W_WEATHER,                      /* + SEVERE_MUD, MUD, CLEAR */
    W_PHASE = W_WEATHER + WEATHERS, /* + PH_* */
    W_RESULT = W_PHASE + PHASES,    /* + RES_* */
    W_CORPS = W_RESULT + RESULTS,   /* + CORPS_* */
    W_ARMY = W_CORPS + CORPS,       /* + ARMY_* */
    W_FATES = W_ARMY + ARMIES,      /* + 0..5 for the die of 16.1 */
    W_HISTORY = W_FATES + 6,
    W_CONCENTRATE,
    W_RECALL,
    W_FORCED_MARCH,
    W_CLOSED_UP,
    W_KEEP_VI,
    W_TAKE_III,
    W_PRUSSIANS_EARLY,
    W_LONGER_MUD,
    WORDS
};

#endif
