/*
 * ld-state.h: all that can change in The Last Days: pieces, hexes, orders, bridges, chits, attacks.
 *
 * Pieces are numbered: combat units, vedettes, trains, then leaders; all of them lie in the stack
 * of their hex. Movement and strength are counted in half points.
 */
#ifndef LAST_DAYS_STATE_H
#define LAST_DAYS_STATE_H

#include "names.h"

#include "kernel/game.h"
#include "kernel/stack.h"

enum {
    TURNS = 18,
    PIECES_MAX = 224,
    CELLS_MAX = 768,
    HEXSIDES_MAX = HEX_SIDES * CELLS_MAX,
    ENTRIES = 9, /* letters A to I */
    ENTRY_HEXES = 3,
    TRAINS = 2,
    ORDERS_MAX = 96,
    TARGETS_MAX = 64,
    ATTACKS_MAX = 48,
    BRIDGES_MAX = 16,
    GOALS_MAX = 6,
    NO_ENTRY = 255,
};
enum { NO_PIECE = STACK_END };
enum { ONE_POINT = 2 }; /* of strength or movement, in the half points that are counted */

/* What a piece carries. The comment says who clears it. */
enum {
    F_REDUCED = 1 << 0, /* [1.4q] on its reduced side */
    F_SEEN = 1 << 1,    /* 1.51: the enemy sees it; hidden again by 1.52 */
    F_OUT = 1 << 2,     /* [7.12] out of command; set anew in the owner's Command Segment */
    F_UNCHAINED =
        1 << 3, /* [6.23a] a leader who has reorganized; cleared when the owner's turn begins */
    F_COLUMN = 1 << 4,     /* [8.41a] in road march */
    F_DONE = 1 << 5,       /* [8.34C] its move is over; cleared when the owner's movement begins */
    F_MOVING = 1 << 6,     /* belongs to the group that is moving now */
    F_ENTERED = 1 << 7,    /* [15.1a] came on this turn; cleared when the owner's turn begins */
    F_SPLIT = 1 << 8,      /* [13.12b] of vedettes: broke down this turn; likewise */
    F_UNSUPPLIED = 1 << 9, /* [14.0b] out of supply; set anew in the owner's night */
    F_TIRED = 1 << 10,     /* [8.25.0] demoralized on arrival for the rest of the turn */
    F_SLIPPED = 1 << 11,   /* [16.2d] has retreated before combat; cleared when the turn begins */
    F_ENGAGED = 1 << 12,   /* [11.71b] in the same enemy zone since the owner's movement began */
    F_FORCED = 1 << 13,    /* [11.76] engaged with points of a forced march; when movement begins */
    F_FAILED =
        1 << 14, /* [10.22a] its repulse failed: it must attack; when the combat phase ends */
    F_INSIDE =
        1
        << 15, /* [11.61a] the one in the chateau, by its owner's choice; when the combat phase ends */
    F_FIGHTS = 1 << 16,   /* takes part in the fight being resolved, on its side */
    F_FOUGHT = 1 << 17,   /* has attacked, been attacked or bombarded in this phase; when it ends */
    F_ADVANCED = 1 << 18, /* [11.46E] likewise */
    F_RETREATS = 1 << 19, /* must retreat now */
    F_EXHAUSTED = 1 << 20, /* [11.73a] failed its Élan check; when the combat phase ends */
    F_PRIOR = 1 << 21,     /* [19.28n] lost before the scenario began */
    F_STAKED = 1 << 22,    /* [16.34] of a corps that is staked; when the player turn ends */
};

struct piece_state {
    int16_t place; /* cell, or P_…, ABSENT, P_HIDDEN */
    int16_t left;  /* [11.73a] the hex it left on entering the enemy's zone; -1 */
    int16_t seen;  /* where the enemy saw it last; -1: never. Open to both */
    uint8_t spent; /* half points in this movement phase */
    uint8_t turn;  /* of P_TRACK: when it is due */
    uint8_t entry; /* and where: letter, 0 for A */
    uint8_t order; /* 1 + the march order that it obeys; 0: none */
    uint8_t
        chief; /* [7.11a] 1 + the Commander who put it in command, as a leader's number; 0: nobody */
    uint8_t task;    /* 1 + the attack it is designated for; TASK_FIRE and that: bombardment */
    uint8_t rallied; /* of a leader: units reorganized in this segment */
    uint8_t spare[3];
    uint32_t flags; /* F_… */
};
enum { TASK_FIRE = 128 };

/* What both sides may know of a hex, and what has happened there in this phase. */
enum {
    H_FRENCH = 1 << 0, /* by army: some piece of it is here */
    H_PRUSSIAN = 1 << 1,
    H_ALLIED = 1 << 2,
    H_ZONE = 1 << 3,     /* [4.0a] whoever is here exerts a zone (ruling 67) */
    H_UNSEEN = 1 << 4,   /* somebody here is not seen by the enemy */
    H_REPULSED = 1 << 5, /* [10.22b] object of a repulse in this phase */
    H_FIRED = 1 << 6,    /* [11.51E] bombarded in this phase */
    H_FOUGHT =
        1 << 7, /* [11.23] attacked in this phase: only told, and in the hashes of journals */
    H_SLIPPED = 1 << 8, /* [16.2c] left by a retreat before combat: nobody advances into it */
    H_SIGHTED = 1 << 9, /* [1.51.4e] its strength, to the nearest ten, is told: see sighted */
};
#define H_ARMY(army) (1 << (army))
enum { H_CONTEST = 1 << 10 }; /* [11.46.0] where those stood who have lost the fight at hand */
enum { H_ARMIES = H_FRENCH | H_PRUSSIAN | H_ALLIED, H_BOARD = H_ARMIES | H_ZONE | H_UNSEEN };
enum { H_PHASE = H_REPULSED | H_FIRED | H_FOUGHT | H_SLIPPED | H_CONTEST };

/* [8.2a] A march order; its owner's secret but for that it was given. */
enum { ORDER_NONE, ORDER_GIVEN, ORDER_RUNS, ORDER_ENDS, ORDER_OVER };
struct order {
    int16_t objective; /* cell */
    uint8_t state; /* ORDER_…; GIVEN at night: in force from the morning on; ENDS: with this turn */
    uint8_t side, turn; /* when it was given */
    int16_t unit;       /* by whom the force is named; -1: not known */
    uint8_t formation;  /* of a whole formation; NO_FORMATION: one stack */
};

/* [9.2a] A pontoon train, by its number among trains. */
struct pontoon {
    int16_t border; /* of P_BRIDGE: the place between two hexes; -1 */
    uint8_t owner;  /* army: a captured one is the enemy's [9.26b] */
    uint8_t cost;   /* [9.24] half points to cross this turn, once rolled; 0 */
    uint8_t fresh;  /* deployed this turn */
    uint8_t taken;  /* reconfigured this turn: it may not deploy [9.23b] */
};

/* A hex that is designated as a target. */
struct target {
    int16_t cell;
    uint8_t attack; /* 1 + its number among attacks */
    uint8_t inside; /* [11.61b] the unit in the chateau, not those outside */
};

/* A designated attack or bombardment. */
enum { ATTACK_NONE, ATTACK_ASSAULT, ATTACK_FIRE };
enum { DONE_FOUGHT = 1, DONE_LAPSED }; /* lapsed: nobody was attacked */
struct attack {
    uint8_t kind;   /* ATTACK_… */
    uint8_t done;   /* DONE_… */
    uint8_t failed; /* [10.22a] after a failed repulse: two columns less, no shifts */
    uint8_t passed; /* [11.73a] Élan */
};

/* [11.43] Units that have retreated over a river bridge in this combat phase. */
struct bridge_use {
    int16_t border;
    uint8_t units, spare;
};

/* The fight that is being resolved. Who takes part: F_FIGHTS on the pieces. */
struct fight {
    uint8_t attack; /* 1 + its number; 0: none */
    uint8_t side;   /* that attacks */
    uint8_t column; /* of the chart, after all shifts */
    int8_t beyond;  /* [11.32a] [11.32b] columns beyond the ends */
    uint8_t result; /* RES_… */
    uint8_t die;
    uint8_t spare[2];
};

/* A supply source, by letter. */
struct source {
    uint8_t opened; /* [14.22] by a force that entered here */
    uint8_t lost;   /* [20.12b] an enemy in supply was the last to enter it */
    uint8_t stacks; /* [15.12] that have come in here this turn */
    uint8_t held;   /* [15.22a] a force due here is delayed */
};

struct ld_state {
    struct state base;   /* base.turn 1..18; base.phase: PH_… */
    uint8_t side;        /* whose player turn it is */
    uint8_t first, last; /* turns of the scenario */
    uint8_t hand[SIDES][CHITS], cup[SIDES][CHITS];
    uint8_t held[SIDES];   /* [8.1a] chits in hand: open; which, not once one was drawn at night */
    uint8_t veiled[SIDES]; /* a night draw has been made: hand and cup cannot be told apart */
    uint8_t drawn[SIDES];  /* 1 + the regular chit in play; 0: none */
    uint8_t night[SIDES];  /* ruling 2: 1 + the chit of this night, already in hand; 0: none */
    uint8_t extra[SIDES];  /* [8.13a] 1 + the chit of a forced march; 0: none */
    uint8_t forced[SIDES]; /* the turn of the last forced march; 0: none */
    uint8_t battery;       /* [11.51H2] the Grand Battery has fired this turn */
    uint8_t recule;        /* [16.31] levels are cut by a third until the player turn ends */
    uint8_t stake[SIDES];  /* [16.34] 1 + the formation staked this turn; 0: none */
    uint8_t given[SIDES];  /* march orders given so far: open */
    uint8_t replaced
        [ARMIES]; /* [5.13a] the replacement: 0 unused, else 1 + the leader whom he replaces */
    uint8_t entered[ARMIES]; /* [14.22b] a force of the army has come on */
    uint8_t lost[TRACKS];    /* [12.1a] points on the casualty track; prior[] among them */
    uint8_t prior[TRACKS];   /* [12.1b] lost before the start by units that are not named */
    uint32_t delegated; /* [18.0b] French formations of the second player, by bit; then leaders */
    struct source source[ENTRIES];
    struct pontoon pontoon[TRAINS];
    struct order order[ORDERS_MAX];
    struct attack attack[ATTACKS_MAX];
    struct target target[TARGETS_MAX];
    struct bridge_use bridge[BRIDGES_MAX];
    struct fight fight;
    uint8_t targets, attacks, bridges, spare;
    int16_t goal[GOALS_MAX]; /* of a short scenario: places that count, */
    uint8_t goals, par;      /* and what the French must come to; 0: chapter 20 decides */
    struct piece_state piece[PIECES_MAX];
    int16_t top[CELLS_MAX], below[PIECES_MAX]; /* stacks: stack.h; by rising number */
    uint16_t hex[CELLS_MAX];                   /* H_… */
};

_Static_assert(sizeof(struct ld_state) < STATE_MAX, "a state fits");

#endif
