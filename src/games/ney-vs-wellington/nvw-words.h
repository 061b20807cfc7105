/*
 * nvw-words.h: the kinds of events and the vocabulary; nvw.c has their texts in the same order.
 */
#ifndef NVW_WORDS_H
#define NVW_WORDS_H

enum {
    EV_TURN = EVENT_FIRST, /* n turn */
    EV_PHASE,              /* w phase */
    EV_ADDED,              /* s side, n points */
    EV_TURNED,             /* u unit, f facing */
    EV_FORMS,              /* u unit, w formation */
    EV_EXTENDS,            /* u unit, p hex of the marker */
    EV_NARROWS,            /* u unit: its line needs no marker any more */
    EV_DETACHES,           /* u battalion, u company */
    EV_BROKEN_DOWN,        /* u battalion */
    EV_CHARGES,            /* u cavalry, w kind */
    EV_CHARGE_FAILS,       /* u cavalry */
    EV_CHARGE_LOST,        /* u cavalry: ruling 36 */
    EV_RECOVERS,           /* u unit */
    EV_RALLIES,            /* u unit */
    EV_RALLY_FAILS,        /* u unit */
    EV_MARCHES,            /* u unit, p hex */
    EV_ROAD,               /* u unit, p hex */
    EV_ENTERS,             /* u unit, p hex */
    EV_TOP,                /* u unit, p hex */
    EV_FIRES,              /* u unit, p hex */
    EV_HARMLESS,           /* */
    EV_LOSES,              /* u unit, n points */
    EV_GUNS,               /* u battery, n guns */
    EV_ELIMINATED,         /* u unit */
    EV_CREW,               /* u battery */
    EV_EMPTY,              /* u battery: out of ammunition */
    EV_REDUCED,            /* u command unit */
    EV_STANDS,             /* u unit: its check is passed */
    EV_DISORDERED,         /* u unit */
    EV_ROUTED,             /* u unit */
    EV_CROWDED,            /* p hex */
    EV_MIXED,              /* p hex */
    EV_ATTACKS,            /* u unit, p hex */
    EV_FOLLOWS,            /* u unit, p hex */
    EV_RESULT,             /* w of the attacker, w of the defender */
    EV_ADVANCES,           /* u unit, p hex */
    EV_RETREATS,           /* u unit, p hex */
    EV_AT_EDGE,            /* u unit */
    EV_NO_WAY,             /* u unit */
    EV_COUNTERS,           /* u cavalry, u charger */
    EV_RIDES,              /* u cavalry, p hex */
    EV_CHARGE_ENDS,        /* u cavalry */
    EV_INITIATIVE,         /* s side */
    EV_WAY,                /* s side, w east or west */
    EV_DEMORALIZED,        /* s side */
    EV_VICTORY,            /* w ending */
    EV_LIMBERS,            /* u battery, w formation */
    EV_UNHURT,             /* u command unit */
    EVENTS
};

/* Words: first what dice are rolled for, then names. */
enum {
    W_INITIATIVE,
    W_FIRE,
    W_CASUALTY,
    W_MORALE,
    W_CHARGE,
    W_SHOCK,
    W_RALLY,
    W_EAST,
    W_WEST,
    W_PHASE,                             /* + PH_… */
    W_FORMATION = W_PHASE + PHASES,      /* + COLUMN … */
    W_RESULT = W_FORMATION + FORMATIONS, /* + RES_… */
    W_CHARGES = W_RESULT + RESULTS,      /* + CH_… */
    W_ENDING = W_CHARGES + CHARGES,      /* + END_… */
    WORDS = W_ENDING + 11
};

#endif
