/* ld-words.h: steps, verbs, events, words, options, endings and seats of The Last Days, by number. */
#ifndef LAST_DAYS_WORDS_H
#define LAST_DAYS_WORDS_H

#include "ld-state.h"

enum {
    ST_GAME = STEP_GAME,
    ST_SETUP = STEP_FIRST,
    ST_TURN,
    ST_PLAYER,
    ST_REORGANIZATION,
    ST_COMMAND,
    ST_PONTOONS,
    ST_DRAW,
    ST_CHIT,
    ST_ORDERS,
    ST_OBJECTIVE,
    ST_MOVEMENT,
    ST_MARCH,
    ST_ENTRY,
    ST_REPULSE,
    ST_COMBAT,
    ST_DESIGNATION,
    ST_WITHDRAWAL,
    ST_RESOLUTION,
    ST_FIGHT,
    ST_LOSSES,
    ST_RETREAT,
    ST_DISPLACE,
    ST_CAPTURE,
    ST_ADVANCE,
    ST_DISENGAGEMENT,
    ST_CROSSING,
    ST_ABANDONED,
    ST_REPLACEMENT,
    ST_ELAN,
    ST_REFUGE,
    ST_GARRISON,
};

enum {
    V_DONE = VERB_FIRST, /* ends whatever step */
    V_NO,                /* declines */
    V_TAKE,
    V_JOIN,
    V_MARCH,
    V_COLUMN, /* road march */
    V_DEPLOY, /* no more road march */
    V_BREAK,
    V_REASSEMBLE,
    V_ENTER,
    V_SWITCH,
    V_ORDER,
    V_OBJECTIVE,
    V_CANCEL,
    V_PONTOON,
    V_RECONFIGURE,
    V_REPULSE,
    V_OCCUPY,
    V_REORGANIZE,
    V_COMMAND,
    V_DRAW,
    V_CHIT,
    V_PLACE,
    V_TARGET, /* designation: a hex that is attacked */
    V_FROM,   /* and a stack that attacks */
    V_FIRE,   /* a bombardment: the battery and its target */
    V_ASSAULT,
    V_STAKE,
    V_WITHDRAW,
    V_RESOLVE,
    V_LOSE,
    V_RETREAT,
    V_DISPLACE,
    V_ACCEPT,
    V_IGNORE,
    V_ADVANCE,
    V_DISENGAGE,
    V_INSIDE,
    V_DELEGATE,
    V_FORCE,
    V_SPARE, /* Élan: not counted */
    V_ELAN,
};

enum {
    EV_TURN = EVENT_FIRST,
    EV_PLAYER,
    EV_CHIT,
    EV_EXTRA,
    EV_NIGHT_CHIT,
    EV_MARCH,
    EV_ENTERS,
    EV_COLUMN,
    EV_SPLIT,
    EV_REASSEMBLED,
    EV_REVEALED,
    EV_SIGHTED,
    EV_COMMAND,
    EV_ORDER,
    EV_ORDER_ENDS,
    EV_REPULSE,
    EV_REPULSED,
    EV_REPULSE_FAILS,
    EV_DESIGNATED,
    EV_ATTACK,
    EV_BOMBARD,
    EV_RESULT,
    EV_DAY,
    EV_NIGHT,
    EV_PEU,
    EV_CAPTURED,
    EV_REPLACED,
    EV_RETREAT,
    EV_DISPLACED,
    EV_ADVANCE,
    EV_WITHDRAW,
    EV_DISENGAGE,
    EV_RECOVERED,
    EV_REORGANIZED,
    EV_NOT_REORGANIZED,
    EV_DEMORALIZED,
    EV_RALLIED,
    EV_RECOIL,
    EV_UNSUPPLIED,
    EV_PONTOON,
    EV_CROSSING,
    EV_RECONFIGURED,
    EV_TRAIN_LOST,
    EV_TRAIN_TAKEN,
    EV_PLACED,
    EV_ELAN,
    EV_ELAN_FAILS,
    EV_OBJECTIVE,
    EV_ACCOUNT_FRENCH,
    EV_ACCOUNT_ALLIED,
    EV_GOALS_FRENCH,
    EV_GOALS_ALLIED,
    EV_POINTS,
    EV_OVER,
    EV_DISCLOSED,
};

/* What dice are rolled for, and other words of news. */
enum {
    W_COMBAT,
    W_BOMBARDMENT,
    W_CAPTURE,
    W_RETREAT,
    W_BRIDGE,
    W_RALLY,
    W_TRAIN,
    W_CROSSING,
    W_ELAN,
    W_IMPETUS,
    W_ARMY,                            /* + ARMY_… */
    W_CHIT = W_ARMY + ARMIES,          /* + CHIT_… */
    W_RESULT = W_CHIT + CHITS,         /* + RES_… */
    W_LETTER = W_RESULT + RESULTS,     /* + entry letter */
    W_TRACK = W_LETTER + ENTRIES,      /* + TR_… */
    W_FORMATION = W_TRACK + TRACKS,    /* + formation */
    W_DATE = W_FORMATION + FORMATIONS, /* + part of the day */
};

enum {
    OPT_HIDDEN,
    OPT_SIGHTING,
    OPT_DISCRETIONARY,
    OPT_ONE_COMBAT,
    OPT_IMPETUS,
    OPT_WATER,
    OPT_GROUND,
    OPT_ELAN,
    OPT_EXHAUSTED,
    OPT_STAKES,
    OPT_FREE_SETUP,
    OPT_SPLIT_COALITION,
    OPT_SPLIT_FRENCH,
    OPT_NO_LEADERS, /* 21.13: left out in the introductory format */
    OPT_NO_REORGANIZATION,
    OPT_NO_COMMAND,
    OPT_NO_ORDERS,
    OPT_NO_PONTOONS,
    OPT_NO_ROAD_MARCH,
    OPT_NO_SUPPLY,
    OPT_NO_INITIATIVE,
    OPT_GUN_ZONES, /* disputed rulings */
    OPT_TWO_ARMS,
    OPT_NIGHT,
    OPT_UNOPENED,
    OPT_DAWN,
    OPT_COURIERS,
};
enum { NIGHT_ORDERS, NIGHT_LEADERS };     /* ruling 2 */
enum { UNOPENED_SUPPLIED, UNOPENED_CUT }; /* ruling 56 */
enum { DAWN_NO_ATTACK, DAWN_FREE };       /* ruling 65 */

enum {
    END_ALLIED_DECISIVE,
    END_ALLIED,
    END_FRENCH_MARGINAL,
    END_FRENCH,
    END_FRENCH_DECISIVE,
    END_FRENCH_CRUSHING,
    END_CAPTURED
};

/* [18.0] Whose share of a side: phases are asked of each that has something to decide. */
enum { SHARE_FIRST = 1, SHARE_SECOND = 2, SHARE_ALL = 3 };
enum { SEAT_NAPOLEON, SEAT_MARSHAL, SEAT_WELLINGTON, SEAT_BLUCHER };

#endif
