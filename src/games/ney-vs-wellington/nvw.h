/*
 * nvw.h: Ney vs. Wellington: the state, the box, and what one chapter offers another. (march.h,
 * charge.h and shock.h are between the files of one section.)
 *
 * Pieces are numbered: battalions, regiments and batteries first, then command units, then skirmish
 * companies. Every hex knows the top of its stack and every piece the one below it. Command units
 * always lie below the troops of their hex, so the top of a stack is its topmost combat unit
 * wherever there is one. [9.53] [11.32a] An extended line stands in two hexes: in the stack of one,
 * and as a wing in the other. Nothing is hidden in this game.
 */
#ifndef NVW_H
#define NVW_H

#include "names.h"

#include "kernel/flags.h"
#include "kernel/game.h"
#include "kernel/goals.h"
#include "kernel/queue.h"
#include "kernel/read.h"
#include "kernel/sight.h"
#include "kernel/stack.h"

enum { TURNS = 20, UNITS_MAX = 120, PIECES_MAX = 200, CELLS_MAX = 1600, AREAS = 3 };
enum { STRENGTH_MOST = 12, EFFECTIVENESS_MOST = 6, MOVE_MOST = 12, RADIUS_MOST = 5 };
enum { FIRE_MOST = 11 };                     /* [11.0f3e] points that fire from a hex */
enum { GUN_RANGE = 8, MUSKET_RANGE = 2 };    /* [11.0f2b] the farthest */
enum { CHARGE_RANGE = 6, CHARGE_LEAST = 3 }; /* [12.34a] */
enum { CHARGES_MAX = 20, FLIGHTS_MAX = 32 };
enum { NO_LEVEL = 255 }; /* army morale is not counted in this scenario */
enum { NO_PIECE = STACK_END, NOWHERE = -1 };

/* Where a piece is: a cell of the map, or one of these. */
enum {
    ABSENT = -1, /* not in this game */
    COMING = -2, /* a reinforcement of a later turn */
    QUEUED = -3, /* [14.15b] off the map, one behind another */
    POOL = -4,   /* [8.46a] a company that may be detached */
    LOST = -5,   /* eliminated */
    SPENT = -6,  /* removed, but not eliminated: out of ammunition, or wholly broken down */
};

/* What a piece carries, as bits. The comment says who clears it. */
enum {
    F_TURNED = 1 << 0, /* [6.22] turned in this phase; all of these up to F_REACTED: end of phase */
    F_FORMED = 1 << 1, /* [6.22] changed its formation in this phase */
    F_DONE = 1 << 2,   /* [5.0b] its march is over */
    F_FIRED = 1 << 3,  /* [11.14] fired in this Fire Phase */
    F_SPENDS = 1 << 4, /* [11.62a] has used its round of this phase */
    F_SPARED = 1 << 5, /* the enemy does not react to it any more in this phase */
    F_BEATEN = 1 << 6, /* [12.24b] suffered a retreat or rout result in this phase */
    F_TRIED = 1 << 7,  /* in this phase a charge (12.32c), a rally (13.35b), an attack (12.33) */
    F_ENTERED = 1 << 8,   /* came on in this phase; [12.33] has done with its attacks */
    F_REACTED = 1 << 9,   /* has fired at the manoeuvre going on; cleared when that is over */
    F_MOVING = 1 << 10,   /* belongs to the stack that is moving now; cleared when it stops */
    F_ROAD = 1 << 11,     /* [5.21a] it marches by Grand Tactical Movement; end of phase */
    F_DETACHED = 1 << 12, /* [8.43] has sent out its one company; never */
    F_REDUCED = 1 << 13,  /* [2.11c] a command unit on its back; never */
    F_RETREATS = 1 << 14, /* belongs to the group that is retreating now; cleared at its end */
    F_EDGE = 1 << 15, /* [12.76b] was stopped at its own edge of the map; cleared when it rallies */
};
enum {
    F_OF_PHASE = F_TURNED | F_FORMED | F_DONE | F_FIRED | F_SPENDS | F_SPARED | F_BEATEN | F_TRIED |
                 F_ENTERED | F_ROAD | F_REACTED
};

/* Why a unit must check its morale: bits of `cause`. */
enum { BY_FIRE = 1, BY_RETREAT = 2, BY_LOSS = 4, BY_CHARGE = 8 };

struct unit {
    int16_t place;    /* cell, or see above */
    int16_t wing;     /* [8.31] cell of the extended line's marker, or NOWHERE */
    uint32_t checked; /* [13.11b] a bit for each flight of this phase that it has checked for */
    uint16_t flags;
    uint8_t points; /* troop points now; of a battery its crew, of a command unit 0 */
    uint8_t guns, rounds;
    uint8_t formation; /* COLUMN …: what lies under disorder and rout */
    uint8_t before;   /* [8.52b] of a square, or of one that was lost: what it was before; else 0 */
    uint8_t morale;   /* GOOD, DISORDERED, ROUTED */
    uint8_t facing;   /* towards a corner: hex.h, odd; always some, even where it means nothing */
    uint8_t spent;    /* movement points in this March Phase */
    uint8_t flight;   /* [13.11b] number of its retreat in this phase; 0: none */
    uint8_t due;      /* its place among those who must check now; 0: it need not */
    uint8_t cause;    /* of that: BY_… */
    uint8_t detached; /* [8.41a] companies that it has sent out */
    uint8_t next_wing; /* another line with its wing in the same cell: piece + 1; 0: none */
};

/* A charge that has been initiated and is not over. */
struct charge {
    int16_t start;  /* where it began: its zone is seen from there [12.36] */
    uint8_t unit;   /* the top of the stack that charges, as it was then */
    uint8_t kind;   /* CH_… */
    uint8_t facing; /* of the zone */
    uint8_t moved;  /* [12.34a] hexes so far, advances left out */
    uint8_t flags;  /* C_… */
    uint8_t spare;
};
enum { C_BEGUN = 1, C_LIFTED = 2, C_FROZEN = 4 }; /* under way; [12.34c]; [12.32f4] */

struct nvw_state {
    struct state base;  /* base.turn 1..20; base.phase: PH_… */
    struct queue queue; /* retreats that wait for their turn (13.15) */
    uint8_t last;       /* last turn of a short scenario; 0: 20 */
    uint8_t
        harvest; /* a short scenario: the French win if the Allies have lost so much, and more than they */
    struct goals goals;         /* a short scenario: what the French must hold at its end */
    uint8_t level[SIDES];       /* [13.31] army morale; NO_LEVEL: not counted */
    uint8_t demoralized[SIDES]; /* [13.34] */
    uint16_t lost[SIDES];       /* points, batteries and reductions of command units so far */
    uint8_t holds[SIDES];       /* the side reacts no more in this phase, as it has said */
    uint8_t passed[SIDES];      /* [11.0e] fires no more in this Fire Phase */
    uint8_t way[SIDES];         /* [11.0d] WAY_…: towards which flank its fire goes */
    int16_t along[SIDES];       /* [11.0d] twice the x of its last fire */
    uint8_t flights;            /* [13.11b] retreats so far in this phase */
    uint8_t dues;               /* the last number given to who must check */
    uint8_t charges;
    uint8_t spare;
    struct charge charge[CHARGES_MAX];
    struct unit unit[PIECES_MAX];
    int16_t top[CELLS_MAX], below[PIECES_MAX]; /* stacks: stack.h */
    uint8_t wing[CELLS_MAX]; /* an extended line whose marker is here: piece + 1; 0: none */
};
enum { WAY_OPEN, WAY_EAST, WAY_WEST }; /* not chosen yet; from west to east; from east to west */

/* ---- the box ---- */

struct piece_def {
    uint8_t side, nation, arm;
    uint8_t strength, effectiveness; /* of a battery its crew's; of a command unit 0 */
    uint8_t front, back; /* [2.2k] movement allowances: column and line, limbered and unlimbered */
    uint8_t guns, firepower, rounds; /* of batteries */
    uint8_t radius, reduced,
        price;      /* of command units: radii [2.11c], what a reduction costs [13.32b] */
    uint8_t guards; /* [9.11d] British Guards */
    uint8_t turn, area, order; /* of reinforcements; turn 0: none */
    int8_t option;             /* OPT_…; -1: none */
    const char *division;
};

/* What the terrain of a cell does, read from the chart `terrain`. */
struct terrain_def {
    uint8_t cost[ARMS]; /* movement points; NO_ENTRY */
    uint8_t obstructed, class;
    int8_t shock, morale;
    uint8_t foot, horse; /* [9.11a] [9.11b] [9.11c] */
};
enum { NO_ENTRY = 255 };

struct hexside_def {
    uint8_t cost, obstructed, class;
    int8_t shock, morale;
};

struct range_def { /* the farthest hex of each band */
    uint8_t minimum, medium, maximum;
};
enum { BAND_NONE, BAND_MINIMUM, BAND_MEDIUM, BAND_MAXIMUM };
enum { RANGE_MUSKETS, RANGE_GUNS, RANGE_CHARGE, RANGES };

/* The triangle before a unit: hexes by rising distance. 44 up to 8 hexes. */
enum { ARC_MOST = 44, NEAR_MOST = 18 };
enum { CLASSES = 5, FIRE_COLUMNS = 15 }; /* [11.0f1a] … [11.0f1e] */
enum { SHOCK_ROWS = 13, SHOCK_COLUMNS = 9, PERCENTAGES = 9 };

struct nvw_box {
    int units, leaders, companies; /* pieces: units, then leaders, then companies */
    int first_company[SIDES];
    struct piece_def piece[PIECES_MAX];
    const char *hour[TURNS + 1];
    uint8_t added[TURNS + 1]; /* [13.33b] */
    struct terrain_def terrain[BOARD_WORDS];
    struct hexside_def stream, hedge;
    struct range_def range[RANGES];
    int woods, pond, swamp, stream_kind, hedge_kind, road, trail;
    int16_t entry[AREAS];                     /* [14.2] */
    int16_t quatre_bras[4];                   /* [15.0d] */
    uint8_t north[CELLS_MAX];                 /* [15.0c] of the Namur road */
    uint8_t row[CELLS_MAX];                   /* hexrow, counted from the south */
    int16_t x2[CELLS_MAX];                    /* twice how far east: for the order of fire */
    uint8_t edge[SIDES][CELLS_MAX];           /* [12.76a] the side's own edge of the map */
    uint8_t hard[CELLS_MAX], soft[CELLS_MAX]; /* cover of the hex itself */
    uint8_t sheltered[CELLS_MAX]; /* [10.53a] a bit for each of its sides whose hedge protects it */
    uint8_t hedged[CELLS_MAX], streamed[CELLS_MAX], wayed[CELLS_MAX]; /* bits by direction */
    int8_t height[CELLS_MAX]; /* level; of full woods NO_HEIGHT */
    int16_t near[CELLS_MAX]
                [NEAR_MOST + 1]; /* hexes within two, nearest first; NOWHERE at the end */
    const struct sight_table
        *sight; /* as the map alone has it, up to eight hexes; for both kinds of rule 10.4 */
    const int16_t (
        *arc)[HEX_SIDES][ARC_MOST + 1]; /* by hex and facing / 2: the triangle; NOWHERE */
    const struct chart *fire_lines, *fire, *shock, *percentages, *terrain_chart, *hexsides, *ranges;
    uint8_t column[FIRE_LINES][FIRE_MOST + 1];
    uint8_t toll[CLASSES + 1][FIRE_COLUMNS]; /* for bots: losses of the six dice together */
    uint16_t percent[PERCENTAGES];
    uint8_t shock_result[SHOCK_ROWS][SHOCK_COLUMNS][2]; /* attacker, defender */
    int wellington;
};
enum { NO_HEIGHT = -1 };

static inline struct nvw_state *nvw(const struct play *p)
{
    return p->state;
}

static inline const struct nvw_box *nbox(const struct play *p)
{
    return p->box->own;
}

static inline struct unit *unit_at(const struct play *p, int u)
{
    return &nvw(p)->unit[u];
}

static inline const struct piece_def *def_at(const struct play *p, int u)
{
    return &nbox(p)->piece[u];
}

static inline bool has_flag(const struct play *p, int u, int flag)
{
    return (nvw(p)->unit[u].flags & flag) != 0;
}

static inline void set_flag(struct play *p, int u, int flag)
{
    nvw(p)->unit[u].flags = u16(nvw(p)->unit[u].flags | flag);
}

static inline void clear_flag(struct play *p, int u, int flag)
{
    nvw(p)->unit[u].flags = u16(nvw(p)->unit[u].flags & ~flag);
}

static inline int side_of(const struct play *p, int u)
{
    return nbox(p)->piece[u].side;
}

static inline int arm_of(const struct play *p, int u)
{
    return nbox(p)->piece[u].arm;
}

static inline bool on_map(const struct play *p, int u)
{
    return nvw(p)->unit[u].place >= 0;
}

static inline int place_of(const struct play *p, int u)
{
    return nvw(p)->unit[u].place;
}

/* The top of a stack: its topmost combat unit, or a command unit if none is there; NO_PIECE:
 * empty. */
static inline int top_of(const struct play *p, int h)
{
    return nvw(p)->top[h];
}

static inline int below(const struct play *p, int u)
{
    return nvw(p)->below[u];
}

/* "fires", or of those whose name is plural "fire". */
static inline const char *verb_of(const struct play *p, int u, const char *one, const char *many)
{
    return p->box->piece[u].plural ? many : one;
}

static inline bool is_leader(const struct play *p, int u)
{
    return arm_of(p, u) == LEADER;
}

static inline bool is_company(const struct play *p, int u)
{
    return arm_of(p, u) >= COMPANY;
}

static inline bool is_battalion(const struct play *p, int u)
{
    return arm_of(p, u) <= LIGHT;
}

/* [9.41] Battalions and companies alike. */
static inline bool is_infantry(const struct play *p, int u)
{
    return is_battalion(p, u) || is_company(p, u);
}

static inline bool is_cavalry(const struct play *p, int u)
{
    return arm_of(p, u) == CAVALRY;
}

/* [9.19] Horse artillery is artillery. */
static inline bool is_guns(const struct play *p, int u)
{
    return arm_of(p, u) == FOOT_GUNS || arm_of(p, u) == HORSE_GUNS;
}

static inline bool is_disordered(const struct play *p, int u)
{
    return unit_at(p, u)->morale == DISORDERED;
}

static inline bool is_routed(const struct play *p, int u)
{
    return unit_at(p, u)->morale == ROUTED;
}

static inline bool is_extended(const struct play *p, int u)
{
    return unit_at(p, u)->wing != NOWHERE;
}

static inline bool is_obstructed(const struct play *p, int h)
{
    return nbox(p)->hard[h] || nbox(p)->soft[h];
}

static inline int enemy_of(int side)
{
    return !side;
}

static inline bool is_side(int side)
{
    return side == FRENCH || side == ALLIED;
}

static inline bool is_piece(const struct play *p, int u)
{
    return u >= 0 && u < p->box->pieces;
}

/* for (EACH_IN(p, u, h)): the pieces of a hex from the top down, command units last. */
#define EACH_IN(p, u, h)                                                                           \
    int u = top_of(p, h);                                                                          \
    (u) != NO_PIECE;                                                                               \
    (u) = below(p, u)

/* for (EACH_WING(p, u, h)): the extended lines whose marker is there. */
#define EACH_WING(p, u, h)                                                                         \
    int u = nvw(p)->wing[h] - 1;                                                                   \
    (u) >= 0;                                                                                      \
    (u) = unit_at(p, u)->next_wing - 1

/* ---- steps, verbs, events, words ---- */

enum {
    ST_GAME = STEP_GAME,
    ST_SETUP = STEP_FIRST,
    ST_TURN,
    ST_DECLARE,      /* 12.31 the Charge Declaration Phase */
    ST_CHARGE_CHECK, /* 12.32a of any kind of charge */
    ST_RALLY,        /* 13.2 the Rally Phase */
    ST_RECOVER,      /* 13.21c how those who recovered face */
    ST_RALLY_BY,     /* 13.23 by whom; 13.35b the die */
    ST_ZONE_CHECKS,  /* 12.42 */
    ST_FORMATION,    /* 6, 7, 8: the Facing/Formation Phase */
    ST_MARCHES,      /* 5: the March Phase */
    ST_MARCH,        /* of one unit or stack */
    ST_OPPORTUNITY,  /* 12.32e */
    ST_SHOCK,        /* 12.33 the Shock Phase */
    ST_CHARGE,       /* 12.34 a charge is ridden */
    ST_COUNTER,      /* 12.32f */
    ST_ATTACK,       /* 12.0 */
    ST_FIRE,         /* 11.0 the Fire Phases */
    ST_SHOT,         /* a fire attack */
    ST_REACTION,     /* 11.23 who fires at a manoeuvre */
    ST_DEED,         /* 11.23b a manoeuvre: declared, fired at, done */
    ST_CASUALTY,     /* 11.32b 12.68a dice for the command units of a hex */
    ST_CHECK,        /* 13.0b */
    ST_NEIGHBOURS,   /* 13.11b 13.11d those who are due to check, one by one */
    ST_RETREAT,      /* 12.7 */
    ST_AFTERMATH,    /* begins the retreats that wait */
    STEPS
};

enum {
    V_TURN = VERB_FIRST, /* turn {u} {f}          with all that stands in its hex */
    V_COLUMN,            /* column {u} */
    V_LINE,              /* line {u}              of one hex */
    V_EXTEND,            /* extend {u} {p}        line with its marker in that hex */
    V_SQUARE,            /* square {u} {p}        in that hex, with all that stands there */
    V_LIMBER,            /* limber {u} {f}        and faces there */
    V_UNLIMBER,          /* unlimber {u} {f} */
    V_DETACH,            /* detach {u}            one company */
    V_CHARGE,            /* charge {u}            initiates a charge of any kind */
    V_RALLY,             /* rally {u} by {u} */
    V_MOVE,              /* move {u}              it alone begins its march */
    V_STACK,             /* stack {u}             all of its hex that can, under it */
    V_WITH,              /* with {u}              joins before it sets out */
    V_MARCH,             /* march {u} {p}         one hex at the cost of the ground */
    V_ROAD,              /* road {u} {p}          one hex by Grand Tactical Movement */
    V_DROP,              /* drop {u}              stays behind here */
    V_TOP,               /* top {u}               to the top of its stack */
    V_ENTER,             /* enter {u} {p}         a reinforcement comes on there */
    V_ENTER_ROAD,        /* enter {u} {p} road    by Grand Tactical Movement */
    V_ATTACK,            /* attack {p} with {u}   shock, with all of its hex */
    V_RIDE,              /* ride {u} {p}          a charge goes on one hex */
    V_FLANK,             /* flank {w}             east or west: the way of the fire */
    V_FIRE,              /* fire {p} with {u} */
    V_RETREAT,           /* retreat {u} {p} */
    V_HOLD,              /* hold                  does not react */
    V_HOLD_UNIT,         /* spare {u}             nor to this unit in this phase */
    V_HOLD_PHASE,        /* cease                 nor to anybody in this phase */
    V_DONE,              /* done */
    VERBS
};

/* Events and words are listed in nvw.c. */
#include "nvw-words.h"

enum {
    OPT_FLEXIBLE,     /* 6.24 */
    OPT_DETACHMENT,   /* ruling 67: a company sent out does not lower effectiveness */
    OPT_LONG_LINES,   /* ruling 73: the strength of an extended line does not make it massed */
    OPT_HIGHER_SIGHT, /* ruling 2: sight by the higher unit */
    OPT_DRAGOONS,     /* L'Héritier's dragoons come on turn 9 */
    OPT_ROUSSEL,
    OPT_GUARD_CAVALRY,
    OPT_FREE_REACTION, /* ruling 22: reaction fire need not be at the closest */
    OPT_WORSE_LINE,    /* ruling 24 */
    OPT_D1_HURTS,      /* ruling 32 */
    OPT_ONE_ATTACK,    /* ruling 33 */
    OPT_ADVANCE_LIMIT, /* ruling 11 */
    OPT_SQUARE_COLUMN, /* ruling 13 */
};
enum {
    END_FRENCH_DECISIVE,
    END_FRENCH_SUBSTANTIVE,
    END_FRENCH_MARGINAL,
    END_ALLIED_DECISIVE,
    END_ALLIED_SUBSTANTIVE,
    END_ALLIED_MARGINAL,
    END_DRAW,
    END_GOALS_TAKEN,
    END_GOALS_HELD,
    END_HARVEST,
    END_NO_HARVEST,
};

extern const struct step_def step_game, step_setup, step_turn, step_declare, step_charge_check,
    step_rally, step_recover, step_rally_by, step_zone_checks, step_formation, step_marches,
    step_march, step_opportunity, step_shock, step_charge, step_counter, step_attack, step_fire,
    step_shot, step_reaction, step_deed, step_casualty, step_check, step_neighbours, step_retreat,
    step_aftermath;

/* ---- what the chapters offer each other ---- */

/* 04-sequence.c */
int phasing_side(const struct play *p); /* [4.0a] of the phase; NOBODY in Fire Phases */
void ask_setup(struct play *p, int side);
int last_turn(const struct play *p);
bool is_march(const struct play *p); /* it is a March Phase */
bool is_shock(const struct play *p);

/* 05-phase.c, 05-march.c, 05-hex.c, 05-road.c */
bool may_form_first(const struct play *p, int u);            /* [6.24] */
void begin_march(struct play *p, int u);                     /* pushes ST_MARCH */
const char *refuse_hex(const struct play *p, int u, int to); /* whatever it costs */
bool formed_enemy_within(const struct play *p, int side, int h, int distance); /* [5.21e] */
bool crowd(struct play *p, int h); /* [9.13a] if too many stand there, all of them suffer */
void move_together(struct play *p, const int16_t *list, int n, int to, int direction);

/* 06-facing.c: facings, fronts and flanks [6.0b] */
bool is_formed(const struct play *p, int u); /* [2.2i] [7.7] */
bool faces_all(const struct play *p, int u); /* [6.11a] … [6.13] */
bool faces(const struct play *p, int u, int from,
           int to); /* [6.31] `to` lies before a unit in `from` */
enum hex_part side_hit(const struct play *p, int u, int h,
                       int from);                 /* [6.43a] [6.53] of neighbours */
void face_hex(struct play *p, int h, int facing); /* [6.32] all that stand there */
int hex_facing(const struct play *p, int h);      /* of its formed units; 0: nobody has one */

/* 07-formation.c, 08-infantry.c */
bool two_ranks(const struct play *p, int u);  /* [11.41] */
bool needs_wing(const struct play *p, int u); /* [8.3a] [8.3b] in line, as strong as it is */
const char *refuse_wing(const struct play *p, int u, int facing, int h,
                        int to); /* [8.3d] [8.31] marker in `to` */
/* Of the verbs turn, column, line, extend, square, limber, unlimber, detach, as the Facing/Formation Phase has them: why
 * not; all that a unit may do; it is done, or fired at first. Flexible facing (6.24) uses them in the march. */
const char *refuse_form(const struct play *p, int side, const struct action *a);
void list_forms(const struct play *p, int u, struct menu *m);
void take_form(struct play *p, const struct action *a);
int allowance(const struct play *p, int u); /* [2.2k] [5.14] of its formation */
void disorder_unit(struct play *p, int u);  /* [7.61] [8.34]; a routed one stays so */
void rout_unit(struct play *p, int u);      /* [7.46] batteries are only disordered */
void disorder_hex(struct play *p, int h);   /* [7.63a] */
void rout_hex(struct play *p, int h);
void worsen_hex(struct play *p, int h); /* [9.13a] [12.77c] formed: disordered; else routed */

/* 09-stacking.c: stacks, wings, limits */
void put_piece(struct play *p, int u, int h); /* on top of the troops; command units below them */
void put_under_all(struct play *p, int u, int h);  /* under the troops, over the command units */
void lift_piece(struct play *p, int u, int place); /* off the map: its new place */
void set_wing(struct play *p, int u, int h);       /* NOWHERE: takes the marker away [8.34] */
int stack_points(const struct play *p, int h,
                 bool horse); /* [9.11e] foot and guns, or horse; wings count [8.32c] */
int stack_limit(const struct play *p, int h, bool horse); /* [9.11a] … [9.11c] */
bool over_stacked(const struct play *p, int h);           /* [9.13a] [9.11d] */
int troop_points(const struct play *p, int h);            /* infantry and cavalry [11.31a] */
bool holds_troops(const struct play *p, int h,
                  int side);               /* troop points or a battery, in the stack or a wing */
int occupier(const struct play *p, int h); /* side with troops or guns there; NOBODY */
bool stack_mixed(const struct play *p,
                 int h); /* [9.41] [9.42] against the rule at the end of a phase */
bool unlike(const struct play *p, int u, int v); /* [9.41] [9.42] they do not go together */
bool arms_mixed(const struct play *p, int h);    /* [9.41] */
int infection(const struct play *p, int h);      /* [7.63b] GOOD, DISORDERED or ROUTED */
void end_of_phase(struct play *p);               /* [6.34] [8.33a] [9.41] [9.42] */

/* 10-terrain.c, 10-sight.c */
int entry_cost(const struct play *p, int u, int from, int direction); /* one hex; NO_ENTRY */
bool entry_forbidden(const struct play *p, int u, int h);             /* [10.24a] [10.28] */
bool is_protected(const struct play *p, int h);        /* [10.53a] some side of the hex is */
bool observes(const struct play *p, int from, int to); /* [10.4b] … [10.46], facing apart */
bool sees(const struct play *p, int u,
          int to); /* [10.4a] with its facing; either hex of a long line */
enum { HIDES_COVER = 1, HIDES_HILL, HIDES_TROOPS }; /* [10.4c] or SIGHT_TOO_HIGH [10.42a] */
bool sight_reason(const struct play *p, int from, int to,
                  struct sight_cover *); /* what hides it; false: nothing */
void load_sight(struct box *, struct nvw_box *, struct errors *);

/* 11-zones.c: ranges and fire zones */
void load_arcs(struct box *, struct nvw_box *);
int band_of(const struct play *p, int range, int distance); /* BAND_… of RANGE_… */
bool can_fire(const struct play *p, int u);  /* [11.12] [9.51] the top of its hex, able */
int fire_range(const struct play *p, int u); /* RANGE_MUSKETS or RANGE_GUNS */
bool in_fire_zone(const struct play *p, int u, int h,
                  int band); /* [11.21] [11.22] up to that band */
bool in_enemy_zone(const struct play *p, int side, int h, int band); /* of any enemy of that side */
/* Enemies of the unit that have hex h in their minimum zone; up to NEAR_MOST, how many. */
int reactors(const struct play *p, int side, int h, int16_t list[NEAR_MOST]);

/* 11-fire.c, 11-reaction.c */
struct aim {           /* a fire attack before its die */
    int firer, target; /* the unit, the hex */
    int distance, band, class, line, strength, rating, column;
    bool rifles, at_leader;
};
const char *aim_at(const struct play *p, int firer, int h, bool reaction,
                   struct aim *); /* why not, or NULL */
int fire_loss(const struct play *p, const struct aim *, int die);
void fill_fire(const struct play *p, const struct aim *, struct sheet *);
void shoot(struct play *p, int firer, int h); /* pushes ST_SHOT */
struct toll {
    int last;  /* who lost the last point */
    bool gone; /* a unit was eliminated */
};
struct toll lose_points(struct play *p, int h, int n); /* [9.52a] [9.52b] from the top */
void lose_straggler(struct play *p, int u);            /* [12.76a] */
int target_of(const struct play *p,
              int h);                  /* who is hit there; a command unit if alone; NO_PIECE */
void lose_unit(struct play *p, int u); /* eliminated: army morale, pool [8.46b] */
void charge_army(struct play *p, int side, int points); /* [13.32a] */
void reduce_leader(struct play *p, int u);              /* [11.32b] [13.32b] */
/*
 * [11.23b] A manoeuvre is declared, fired at by whoever may, and then done, if the unit still can: perform() calls the
 * chapter that the verb belongs to. Where nobody would fire that is at once. Procedures (an attack, a retreat) ask for the
 * reaction themselves and look at the board when they are on top again.
 */
void declare_deed(struct play *p, int u, int deed, int verb, int arg);
bool ask_reaction(struct play *p, int u, int deed); /* false: nobody may fire, nothing is asked */
void turn_done(struct play *p, int u, int facing);  /* 06, 05 */
void form_done(struct play *p, int u, int verb, int arg); /* 07, 08 */
void march_done(struct play *p, int u, int verb, int to); /* 05: V_MARCH, V_ROAD */
void order_done(struct play *p, int u);                   /* 09.2 */
void ride_done(struct play *p, int u, int to);            /* 12.34 */

/* 12-retreat.c, 13-morale.c */
int effectiveness(const struct play *p, int u);         /* [12.11a] [13.35a] now */
bool commands(const struct play *p, int leader, int u); /* [12.14a] */
bool is_commanded(const struct play *p, int u); /* [12.14a] [13.16c] by an unreduced command unit */
void check_morale(struct play *p, int u, int cause); /* pushes ST_CHECK; the top of a hex; BY_… */
int check_modifier(const struct play *p, int u, int cause, struct sheet *);
void make_due(struct play *p, int u, int cause); /* to be checked by ST_NEIGHBOURS */
void alarm_neighbours(struct play *p, int h, int u,
                      int cause);       /* [13.11b] [13.11d] u: who retreats from or is lost in h */
void settle_cascade(struct play *p);    /* pushes what is due, then the retreats that wait */
void start_anew(struct play *p, int u); /* [11.26b] */
void retreat_later(struct play *p, int u); /* [13.15] the hex of u, three hexes: queued */
enum { FLEES_SHOCK, FLEES_CHECK, FLEES_RALLY, FLEES_FIRE };  /* what makes it retreat */
void retreat_now(struct play *p, int u, int hexes, int why); /* pushed */

/* 12-charge.c, 12-zones.c, 12-opportunity.c, 12-ride.c, 12-counter.c */
int charge_of(const struct play *p, int u); /* index of its stack's charge, or -1 */
bool in_charge_zone(const struct play *p, int side, int h,
                    int *band); /* [12.32b] of any enemy's declared charge */
void end_charge(struct play *p, int i);
void leave_charge(struct play *p,
                  int u); /* it is lost: the charge is another's of its stack, or over */
void cancel_charges(struct play *p,
                    int h); /* ruling 36: of a hex that is disordered, routed or moved */
void offer_opportunity(struct play *p, int u);   /* [12.32e1] it has just entered its hex */
void begin_charge(struct play *p, int u);        /* [12.33] pushes ST_CHARGE */
void finish_charge(struct play *p, int u);       /* [12.38e] */
bool offer_counter(struct play *p, int charger); /* [12.32f1] false: nobody is asked */

/* 12-shock.c, 12-sum.c, 12-attack.c */
enum { SHOCK_FOOT, SHOCK_CHARGE, SHOCK_COUNTER };
void begin_attack(struct play *p, int u, int target, int kind); /* pushes ST_ATTACK */
bool preview_attack(const struct play *p, int u, int target, int kind, struct sheet *);
bool enemy_stands(const struct play *p, int side, int h);   /* a command unit alone included */
bool faces_target(const struct play *p, int u, int target); /* [12.23] */
bool has_attacked(const struct play *p, int u, int target);
bool victors_wait(
    const struct play *p); /* a defender has been driven out, and nobody followed yet */
const char *refuse_target(const struct play *p, int u, int target); /* [12.0a] [12.23] [8.47a] */

/* 14-entry.c */
void begin_arrivals(struct play *p); /* COMING to QUEUED as their turn begins */
void forecast_entries(const struct play *p, int side, struct forecast *f);
bool list_entries(const struct play *p, int side, struct menu *m); /* [14.12a] was there one? */
const char *why_entry(const struct play *p, int side, const struct action *a);
void take_entry(struct play *p, const struct action *a);

/* 15-victory.c */
void decide(struct play *p);
int points_north(const struct play *p); /* [15.0c] French */
void nvw_standing(const struct play *p, struct text *out);

/* nvw.c, load.c, position.c, check.c, show.c, tell.c, measures.c, overlays.c */
void nvw_load(struct box *, struct errors *);
void nvw_blank(struct play *);
void nvw_setup(struct play *);
void nvw_save(const struct play *, struct text *);
bool nvw_restore(struct play *, const char *word, struct lex *);
const char *nvw_restored(struct play *);
void disorder_in_cover(struct play *); /* [3.0x] */
const char *nvw_check(const struct play *);
extern const struct flag_word unit_words[];
void nvw_show(const struct play *, int viewer, int piece, struct show *);
extern const struct page nvw_page;
void nvw_ground(const struct box *, int cell, struct text *);
int nvw_pieces_at(const struct play *, int cell, int list[BOX_PIECES]);
void nvw_tell(const struct play *, struct text *);
void nvw_tell_piece(const struct play *, int u, struct text *);
void nvw_score(const struct play *, int points[SIDES_MAX]);
int nvw_points_left(const struct play *, int piece);
int nvw_points_of(const struct play *, int piece); /* of how many */
int nvw_pose(const struct play *, int piece);
const char *nvw_strain(const struct play *, int piece); /* 09-stacking.c */
void nvw_pose_name(const struct play *, int pose, struct text *);
extern const struct overlay nvw_overlays[];
extern const struct measure nvw_measures[];
int nvw_measure(const struct play *, int which);
int nvw_whole(const struct play *, int which);
extern const struct mind nvw_mind;

#endif
