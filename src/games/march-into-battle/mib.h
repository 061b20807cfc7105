/*
 * mib.h: March into Battle; the one header of its folder.
 *
 * Only the chart card of the game is left: what it prints is in data with the source `rulebook`, sentences of ours
 * are marked [R] in data/march-into-battle/rulings.md. A unit, train or leader is a piece; units come first, then
 * leaders. Points are whole movement points; strengths are exact fractions. Nothing is hidden.
 */
#ifndef MIB_H
#define MIB_H

#include "kernel/flags.h"
#include "kernel/game.h"
#include "kernel/path.h"
#include "kernel/read.h"
#include "kernel/stack.h"
#include "names.h"

enum {
    CELLS_MAX = 1560,
    UNITS_MAX = 98,
    LEADERS_MAX = 23,
    PIECES_MAX = UNITS_MAX + LEADERS_MAX,
    RIVERS_MAX = 128, /* river hexsides */
    PLACES_MAX = 16,
    GATES_MAX = 16,
    TURNS = 30,
    LINKS_MAX = CELLS_MAX * (HEX_SIDES + 1),
    NEAR_MAX = 19,
    FAR_MAX = 12
};
enum { NO_PIECE = -1, NO_HEX = -1, NO_ENTRY = 255, OVER_RIVER = 254 };
enum { NO_ORDER = 0 }; /* of a pending order, which is its order + 1 */

enum {
    ST_GAME = STEP_GAME,
    ST_TURN = STEP_FIRST,
    ST_ARRIVAL,
    ST_ORDERS,
    ST_DRAW,
    ST_ACTIVATION,
    ST_INITIATIVE,
    ST_SMASHED,
    ST_SMASHED_RETREAT,
    ST_ACTIONS,
    ST_MARCH,
    ST_FORCED,
    ST_RECOVERY,
    ST_RALLY,
    ST_CASUALTY,
    ST_SELECT,
    ST_COMBATS,
    ST_TARGET,
    ST_COMBAT,
    ST_EVADE,
    ST_EFFECT,
    ST_LOSS,
    ST_RETREAT,
    ST_GUNS,
    ST_ADVANCE,
    ST_PURSUIT
};

enum {
    /* sequence, orders, actions, movement */
    V_DRAW = VERB_FIRST,
    V_ORDER,
    V_TAKE,
    V_ACTIVATE,
    V_ENTER,
    V_MOVE,
    V_WITH,
    V_STEP,
    V_FORCE,
    V_FACE,
    V_HALT,
    V_EXIT,
    V_TURN,
    V_RECOVER,
    V_RALLY,
    V_REST,
    V_BUILD,
    V_BREAK,
    V_FLEE,
    /* combat */
    V_ATTACK,
    V_COMBINE,
    V_JOIN,
    V_CHARGE,
    V_ASSAULT,
    V_ATTACK_WITH,
    V_EVADE,
    V_LOSE,
    V_RETREAT,
    V_ADVANCE,
    V_ALIGN,
    V_DONE
};

enum {
    EV_TURN = EVENT_FIRST,
    EV_PHASE,
    EV_DUE,
    EV_LATE,
    EV_ORDER,
    EV_CHIT,
    EV_ACCEPTED,
    EV_REFUSED,
    EV_TAKES,
    EV_NO_INITIATIVE,
    EV_ACTIVATES,
    EV_DECLINES,
    EV_ENTERS,
    EV_MARCHES,
    EV_TURNS,
    EV_EXITS,
    EV_FORCED,
    EV_RESTS,
    EV_RECOVERS,
    EV_NO_RECOVERY,
    EV_RALLIES,
    EV_NO_RALLY,
    EV_SMASHED_RECOVERS,
    EV_SMASHED_STAYS,
    EV_FLEES,
    EV_BUILDS,
    EV_BREAKS,
    EV_OVERRUN,
    EV_CAPTURED,
    EV_LEADER_SAFE,
    EV_LEADER_LOST,
    EV_LEADER_FLEES,
    EV_FATIGUE,
    EV_TIRED,
    EV_SPENT,
    EV_BEYOND,
    EV_DISORGANIZED,
    EV_LOSES_C,
    EV_LOSES_S,
    EV_SMASHED,
    EV_ELIMINATED,
    EV_GUNS,
    EV_GUNS_SAFE,
    EV_HALF_TRAIN,
    EV_SHIFT,
    EV_PLACE,
    /* combat */
    EV_ATTACKS,
    EV_CHARGES,
    EV_EVADES,
    EV_CHECK_PASSED,
    EV_CHECK_FAILED,
    EV_ENGAGED,
    EV_RESULT,
    EV_EFFECT,
    EV_RETREATS,
    EV_BLOCKED,
    EV_ADVANCES,
    EV_PURSUES,
    EV_ORGANIC,
    EV_BREAKTHROUGH,
    EV_SUMS,
    EV_VICTORY
};

enum { OPT_THREE_SEATS, OPT_VARIABLE, OPT_HAL, OPT_TWO_HEX };
enum { END_FRENCH_COLLAPSE, END_ALLIED_COLLAPSE, END_DECISIVE, END_MARGINAL, END_DRAW };

/* ---- all that can change ---- */

/* Of a piece. */
enum {
    U_D = 1,              /* disorganized */
    U_SMASHED = 2,        /* */
    U_COUNTED = 4,        /* [AM-11] its loss has shifted Army Morale */
    U_SMALL = 8,          /* [AM-12] it began the scenario with one or two steps */
    U_OOS = 16,           /* [10.2r3] out of supply when last judged */
    U_OOC = 32,           /* [5.2r] out of command when last judged */
    U_ENTERED = 64,       /* this turn: it is in supply [10.2r3] */
    U_HALF = 128,         /* a train */
    U_CASUALTY = 256,     /* an army commander [5.8r] */
    U_MOVING = 512,       /* it marches, or goes along */
    U_MOVED = 1024,       /* in this activation */
    U_ACTED = 2048,       /* its action is over: a move that has ended, a rest, a bridge */
    U_RESTED = 4096,      /* */
    U_TURNED = 8192,      /* parts of a Stationary action [4.0r3] */
    U_TRIED = 16384,      /* straggler recovery */
    U_RALLIED = 32768,    /* rally */
    U_ATTACKED = 1 << 16, /* in this activation: as attacker */
    U_STRUCK = 1 << 17,   /* its hex has been attacked in this activation */
    /* in a combat */
    U_ATTACKS = 1 << 18,
    U_CHARGES = 1 << 19,
    U_DEFENDS = 1 << 20,
    U_COUNTERS = 1 << 21, /* its countercharge has succeeded */
    U_SHAKEN =
        1
        << 22, /* it has become disorganized in this combat: not twice [8.1r]; a leader has checked */
    U_CLOSED = 1 << 23,  /* its loss, retreat or advance in this combat is over */
    U_PURSUED = 1 << 24, /* cavalry: its zone has cost a retreating unit a step [6.1c] */
    U_PIERCES = 1 << 25, /* three hexes of its advance would be a breakthrough [7.4r2] */
    U_THROUGH = 1 << 26  /* it has advanced the full distance in order */
};
enum { U_STATIONARY = U_TURNED | U_TRIED | U_RALLIED };
enum {
    U_ACTIVATION = U_MOVING | U_MOVED | U_ACTED | U_RESTED | U_STATIONARY | U_ATTACKED | U_STRUCK,
    U_COMBAT = U_ATTACKS | U_CHARGES | U_DEFENDS | U_COUNTERS | U_SHAKEN | U_CLOSED | U_PURSUED |
               U_PIERCES | U_THROUGH
};

struct unit {
    int16_t place; /* cell, or WAITING … */
    int16_t gate;  /* of one that is due: the hex where it comes; else 0 */
    uint32_t flags;
    uint8_t due;       /* the turn from which it may enter; 0: none */
    uint8_t formation; /* F_NONE: none */
    uint8_t facing;    /* kernel facings 0, 2 … 10: towards a side; combat units only */
    uint8_t c, s;      /* steps lost [2.8r] */
    uint8_t fatigue;   /* 0..6 */
    uint8_t guns_lost, organic_lost;
    uint8_t spent, extra; /* points in this activation; of a forced march */
    uint8_t began;        /* fatigue when the combat began [CET-k3] */
    uint8_t replaced;     /* of a formation commander: how often [5.8r] */
    uint8_t given;        /* of a chief: orders in this turn [5.4r1] */
    uint8_t late;         /* of one that is due: turns of delay so far [12.6r] */
};

struct formation_state {
    uint8_t order;
    uint8_t pending;     /* order + 1, or NO_ORDER */
    uint8_t giver;       /* chief who gave the pending order */
    uint8_t activations; /* in this turn, 0 to 2 */
    uint8_t exit;        /* its exit has shifted Army Morale [11.3r] */
};

/* [11.2r1] */
struct place {
    int16_t cell;
    uint8_t points[SIDES];
    uint8_t holder;
};

struct mib_state {
    struct state base;
    struct unit unit[PIECES_MAX];
    int16_t below[PIECES_MAX];
    int16_t top[CELLS_MAX];
    struct formation_state formation[FORMATIONS];
    uint32_t pool;          /* chits not drawn yet */
    uint8_t last;           /* turn */
    uint8_t morale[SIDES];  /* 0..20 */
    uint8_t guns[SIDES];    /* gun points lost [AM-6] */
    uint8_t half[SIDES];    /* a small division lost is set aside [AM-12] */
    uint8_t deputy[ARMIES]; /* formation that moves trains where no chief is [4.2r]; F_NONE: none */
    uint8_t places;
    struct place place[PLACES_MAX];
    uint8_t changed[RIVERS_MAX / 8]; /* bridges built or broken */
    uint8_t begun[RIVERS_MAX / 8]; /* … in this activation: they count from the next on [6.7r] */
};

/* ---- all that is printed ---- */

struct unit_def {
    uint8_t army, formation, arm, steps, morale, move, guns, organic;
    bool heavy, guard, detachment, hal;
};

struct leader_def {
    uint8_t army, role, formation, command, initiative, combat, range, move;
};

/* [10.2r2] [6.10r] */
struct gate {
    const char *label;
    int16_t cell;
    uint8_t army;
    bool supply, entry, exit;
    bool highway; /* the road that comes in there */
};

struct terrain_def {
    struct ratio attack;
    bool rear, charge, guns;
};

/* A cell of the Combat Effects Table. */
enum { D_NONE, D_ALL, D_MORALE, D_LEVEL };
struct effect {
    uint8_t d, n; /* D_…, and its number */
    uint8_t c, s, f;
};
enum { CET_ADVANCE, CET_ENGAGED, CET_RETREAT, CET_COLUMNS };
enum { CET_ROWS = 7, CRT_ROWS = 8 };

/* A row of the Combat Results Table: hexes of advance or retreat, 0: engaged; what is added to the effects die. */
struct result {
    uint8_t hexes[SIDES];
    int8_t die[SIDES]; /* by ATTACKER, DEFENDER */
};
enum { ATTACKER, DEFENDER };

enum { FOOT_RATE, TRAIN_RATE, RATES }; /* columns of the terrain table */

/* Rows of the charts of numbers. */
enum { RATIO_ROWS = 8 };
enum { MOD_THREE, MOD_MIXED, MOD_HOLD, MOD_RETREAT, MODS };
enum {
    FAT_MOVE,
    FAT_FORCED,
    FAT_EVADE,
    FAT_CAVALRY,
    FAT_CHARGE,
    FAT_COUNTER,
    FAT_PURSUIT,
    FAT_FIELD,
    FAT_SMASHED,
    FAT_DAY_REST,
    FATS
};
enum { TR_READY, TR_WORN, TR_TIRED, TR_SPENT, TR_NIGHT_REST, TRS };
enum {
    AM_BREAKTHROUGH,
    AM_BROKEN,
    AM_DIVISION,
    AM_GUARD,
    AM_RECOVERY,
    AM_GUARD_RECOVERY,
    AM_GUNS,
    AM_HQ,
    AM_COMMANDER,
    AM_EXIT,
    AM_NAPOLEON,
    AMS
};
enum { MV_TURN, MV_ATTACK, MV_LEAVE, MVS };
enum { N_STACK, N_TRAIN, N_EVASION, N_GUNS, N_BLOCKED, N_RIVER, N_SMASHED, N_SMALL, NS };
enum {
    O_HALF_TRAIN,
    O_ARTILLERY,
    O_ENGINEERS,
    O_FORCED,
    O_GUN_LIMIT,
    O_DOUBLED,
    O_ACTIVATION,
    O_WING,
    O_NEAR,
    O_FAR,
    O_VERY_FAR,
    O_INITIATIVE,
    O_RESERVE,
    O_RETREAT,
    O_SUPPLY,
    O_HALF_SUPPLY,
    O_RECOVERY,
    O_ENTRY,
    O_FLIGHT,
    O_TRACK,
    O_DECISIVE,
    O_ARRIVAL,
    OS
};

struct mib_box {
    int units, leaders;
    struct unit_def unit[UNITS_MAX];
    struct leader_def leader[LEADERS_MAX];
    uint8_t straggled[BOX_SCENARIOS][UNITS_MAX]; /* stragglers at the start: for statistics alone */
    uint8_t fallen[BOX_SCENARIOS][UNITS_MAX];    /* casualties likewise */
    int16_t chief[CHIEFS];                       /* pieces */
    int16_t commander[FORMATIONS];               /* pieces */
    int16_t foe[SIDES][UNITS_MAX + 1];           /* by side: combat pieces of the enemy; -1 ends */
    int gates;
    struct gate gate[GATES_MAX];
    const char *hour[TURNS + 1];
    bool night[TURNS + 1], mud[TURNS + 1];
    int clear, village, town, forest, swamp; /* terrain */
    int river, stream, bridge, slope;        /* borders */
    int road, highway;                       /* ways */
    struct terrain_def terrain[BOARD_WORDS];
    struct ratio over_bridge;
    uint8_t cost[2][RATES][LINKS_MAX]; /* by mud, rate, link of the board; NO_ENTRY, OVER_RIVER */
    uint8_t bridge_cost[2][RATES][RIVERS_MAX];
    uint8_t ground[2][RATES][BOARD_WORDS]; /* off the roads */
    uint8_t gate_cost[2][RATES][2];        /* by a road, by a highway */
    int rivers;
    int16_t river_side[RIVERS_MAX]; /* border */
    int16_t *river_of;              /* by border - cells: index, or -1 */
    bool printed_bridge[RIVERS_MAX];
    int16_t near[CELLS_MAX][NEAR_MAX]; /* cells within 2, the cell first; -1 ends or fills */
    int16_t far[CELLS_MAX][FAR_MAX];   /* at exactly 2, clockwise from n; -1: off the map */
    uint8_t road_to[CELLS_MAX];        /* bits by direction: a road leads there */
    int8_t road_home[ARMIES]
                    [CELLS_MAX]; /* direction to a source by road, HEX_SIDES at it; -1: none */
    uint8_t to_source[ARMIES][CELLS_MAX]; /* hexes to its nearest supply source */
    const struct chart *terrain_chart, *ratio_chart, *crt_chart, *cet_chart;
    int8_t ratio[RATIO_ROWS], mod[MODS], fat[FATS], track[TRS], shift[AMS], move[MVS], num[NS];
    int8_t ours[OS];
    struct result crt[CRT_ROWS];
    struct effect cet[CET_ROWS][CET_COLUMNS];
};

enum {
    MASK_FRENCH = 1 << ARMY_FRENCH,
    MASK_ANGLO = 1 << ARMY_ANGLO,
    MASK_PRUSSIAN = 1 << ARMY_PRUSSIAN
};

/* ---- access ---- */

static inline struct mib_state *mib(const struct play *p)
{
    return p->state;
}

static inline const struct mib_box *mbox(const struct play *p)
{
    return p->box->own;
}

static inline struct unit *unit_at(const struct play *p, int u)
{
    return &mib(p)->unit[u];
}

static inline bool is_leader(const struct play *p, int u)
{
    return u >= mbox(p)->units;
}

static inline const struct unit_def *def_at(const struct play *p, int u)
{
    return &mbox(p)->unit[u];
}

static inline const struct leader_def *leader_at(const struct play *p, int u)
{
    return &mbox(p)->leader[u - mbox(p)->units];
}

static inline int arm_of(const struct play *p, int u)
{
    return is_leader(p, u) ? RIDER : def_at(p, u)->arm;
}

static inline int army_of(const struct play *p, int u)
{
    return is_leader(p, u) ? leader_at(p, u)->army : def_at(p, u)->army;
}

static inline int army_side(int army)
{
    return army == ARMY_FRENCH ? FRENCH : ALLIED;
}

static inline int side_of(const struct play *p, int u)
{
    return army_side(army_of(p, u));
}

/* Infantry or cavalry: it has steps, morale and fatigue. */
static inline bool is_division(const struct play *p, int u)
{
    return arm_of(p, u) <= CAVALRY;
}

static inline bool is_guns(const struct play *p, int u)
{
    return arm_of(p, u) == FOOT || arm_of(p, u) == HORSE;
}

/* Infantry, cavalry, artillery: it has a facing and holds its hex. */
static inline bool is_combat(const struct play *p, int u)
{
    return arm_of(p, u) <= HORSE;
}

static inline bool has_flag(const struct play *p, int u, uint32_t flag)
{
    return (mib(p)->unit[u].flags & flag) != 0;
}

static inline void set_flag(struct play *p, int u, uint32_t flag)
{
    mib(p)->unit[u].flags |= flag;
}

static inline void clear_flag(struct play *p, int u, uint32_t flag)
{
    mib(p)->unit[u].flags &= ~flag;
}

static inline bool on_map(const struct play *p, int u)
{
    return mib(p)->unit[u].place >= 0;
}

/* [2.8r] [9.1r] Strength points: steps that are left. */
static inline int sp_of(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    return is_leader(p, u) ? 0 : def_at(p, u)->steps - k->c - k->s;
}

static inline int guns_of(const struct play *p, int u)
{
    return is_leader(p, u) ? 0 : def_at(p, u)->guns - unit_at(p, u)->guns_lost;
}

static inline int organic_of(const struct play *p, int u)
{
    return is_leader(p, u) ? 0 : def_at(p, u)->organic - unit_at(p, u)->organic_lost;
}

static inline bool is_tired(const struct play *p, int u)
{
    return unit_at(p, u)->fatigue >= mbox(p)->track[TR_TIRED];
}

static inline bool is_spent(const struct play *p, int u)
{
    return unit_at(p, u)->fatigue >= mbox(p)->track[TR_SPENT];
}

static inline bool is_night(const struct play *p)
{
    return mbox(p)->night[play_state(p)->turn];
}

static inline bool is_mud(const struct play *p)
{
    return mbox(p)->mud[play_state(p)->turn];
}

/* From the top down; whoever lifts takes the next one first. */
#define EACH_AT(p, h, u) EACH_IN_STACK (mib(p)->top[h], mib(p)->below, u)
#define EACH_PIECE(p, u) for (int u = 0; u < (p)->box->pieces; u++)

/* Of the combat units there, which stand above trains and leaders; NOBODY: there are none. */
static inline int combat_side(const struct play *p, int h)
{
    int top = mib(p)->top[h];

    return top == STACK_END || !is_combat(p, top) ? NOBODY : side_of(p, top);
}

/* ---- who acts with a chit: 03-sequence.c, 12-setup.c ---- */

int chit_of(const struct play *, int u); /* with which chit it acts [4.2r] */
bool is_due(const struct play *, int u); /* [3.1r1] */

/* [3.4r1] Asked of every piece whenever actions are listed: most are of another formation. */
static inline bool acts_with(const struct play *p, int u, int chit)
{
    int f = unit_at(p, u)->formation;

    if (f < FORMATIONS ? f != chit : chit_of(p, u) != chit)
        return false;
    return on_map(p, u) || is_due(p, u);
}

/* ---- stacks: 06-movement.c ---- */

void put_at(struct play *, int u, int h);   /* from wherever it is; h may be WAITING … */
int stack_army(const struct play *, int h); /* of whoever stands there; ARMIES: nobody */
bool friend_stays(const struct play *, int h, int u); /* another friendly combat unit is there */
int stack_value(const struct play *, int u);          /* [6.8r] what it counts for stacking */
int stack_total(const struct play *, int h);
const char *refuse_company(const struct play *, int u, int h); /* may it end there? [6.8a] [6.8r] */
void set_facing(struct play *, int h, int facing);             /* of all combat units there */
int facing_at(const struct play *, int h);                     /* -1: nobody there has one */
void take_place(struct play *,
                int u); /* [11.2r1] it has come to where it is: a victory place is held */

/* ---- zones and fields of fire: 06-zones.c, 07-artillery.c ---- */

/* Is h in a zone of the enemies of the side? Of which of them: ZONE_… bits. */
enum { ZONE_INFANTRY = 1, ZONE_CAVALRY = 2 };
int enemy_zone(const struct play *, int h, int side);
bool in_enemy_zone(const struct play *, int h, int side);
bool holds_zone(const struct play *, int u,
                int h); /* does the unit have a zone into h, next to it? */
void mark_zones(const struct play *, int side,
                uint8_t *zones); /* of its enemies, by cell: ZONE_… */
int nearest_enemy(const struct play *, int h,
                  int side); /* hexes to its nearest combat unit; 99: none */
bool enemy_within_two(const struct play *, int h, int side); /* [5.3r5] */
bool is_front(const struct play *, int from, int facing,
              int to);                            /* a front hex of one next to it [6.6r1] */
bool bears_on(const struct play *, int u, int h); /* [7.10r1] its Field of Fire covers h */
int guns_on(const struct play *, int h,
            int side); /* gun points of the side that bear on h [7.9r1] */
bool in_enemy_field(const struct play *, int h, int side);

/* ---- ground and movement: 06-movement.c ---- */

bool is_bridged(const struct play *, int border);                     /* of a river hexside */
bool is_river(const struct play *, int border);                       /* bridged or not */
int step_cost(const struct play *, int u, const struct board_link *); /* points, NO_ENTRY: closed */
int allowance(const struct play *, int u);
int points_left(const struct play *, int u);
int march_points(const struct play *, int u);        /* as it was before the move tired it */
bool can_step(const struct play *, int u, int left); /* into any hex, with so many points */
int forced_target(const struct play *, int u, int extra);
bool can_leave(const struct play *, int u); /* [6.10r] */
int gate_cost(const struct play *, int u, bool highway),
    terrain_cost(const struct play *, int u, int h);
const char *refuse_arrival(const struct play *, int u, int h, int left);
void begin_march(struct play *, int u);
void end_march(struct play *, int u, int facing); /* facing -1: as it went */

/* ---- command and orders: 05-orders.c ---- */

int order_of(const struct play *, int u); /* of its formation; RESERVE if it has none */
int commander_of(const struct play *,
                 int formation); /* the piece; NO_PIECE: he is not on the map */
int initiative_of(const struct play *, int leader), combat_rating(const struct play *, int leader);
int command_rating(const struct play *, int leader);
/* [5.1r] By cell: hexes + 1, 0: beyond; until so many divisions of his are found, -1: all of it. */
void reach_command(const struct play *, int leader, const uint8_t *zones, int wanted,
                   uint8_t *steps);
void judge_command(struct play *, int formation, const uint8_t *zones);
void end_order_check(struct play *, int formation, int die);
bool preview_check(const struct play *, int formation, int order, int giver, bool own,
                   struct sheet *);
void overrun(struct play *, int h, int by); /* [5.9r] what a combat unit finds in the hex */

/* ---- actions, fatigue, steps, supply, morale ---- */

int chit_side(int chit);
int chits_left(const struct play *);          /* in the pool */
bool has_chit(const struct play *, int chit); /* [3.3r1] is it in the pool of this turn */
const char *refuse_action(const struct play *, const struct step *, int u); /* none is left to it */
const char *refuse_rest(const struct play *, const struct step *, int u);
void add_fatigue(struct play *, int u, int levels); /* [10.0r2] */
void rest(struct play *, int u);
void disorganize(struct play *, int u);              /* [8.1r] */
void lose_steps(struct play *, int u, int c, int s); /* [9.3r1] [9.2e] */
void remove_unit(struct play *, int u);
void lose_guns(struct play *, int u, int n); /* [AM-6] */
int check_target(const struct play *, int u,
                 struct sheet *); /* [7.12r3] a Morale Check passes up to this; sheet NULL */
int rally_target(const struct play *, int u, struct sheet *);                /* [8.2r] */
int recovery_target(const struct play *, int u, bool rests, struct sheet *); /* [9.2r1] */
void judge_supply(struct play *, int formation, const uint8_t *zones);       /* of mark_zones() */
void judge_stack_supply(struct play *, int h);
void fray_trains(struct play *);
void trace_supply(const struct play *, int army,
                  uint8_t *marks); /* cells from which supply is drawn: SUPPLY_… */
enum { SUPPLY_ROAD = 1, SUPPLY_TRAIN = 2, SUPPLY_REACH = 4 };
void shift_morale(struct play *, int side, int which); /* AM_…; may end the game */
void division_lost(struct play *, int u);              /* Smashed or eliminated */
void division_recovers(struct play *, int u);
void corps_exits(struct play *, int u); /* [11.3r] the unit has left */
void decide_at_end(struct play *);
int score_of(const struct play *, int side);

/* ---- reinforcements: 12-setup.c; bridges: 04-actions.c ---- */

void announce_arrivals(struct play *);
const char *refuse_entry(const struct play *, int u, int h);
void list_entries(const struct play *, int u, struct menu *);
void enter_map(struct play *, int u, int h);
bool is_beside(const struct board *, int border, int h); /* a hexside of that hex */
bool is_begun(const struct play *, int border); /* engineers are at work there in this activation */
void ask_select(struct play *, int chit);
bool may_activate(const struct play *, int chit);

/* ---- combat: 07-*.c ---- */

/* Who fights whom from where: an attack that is only proposed, or the one at hand. */
enum { BATTLE_TARGETS = 2 };
struct battle {
    int side; /* that attacks */
    int targets, sources, attackers, defenders;
    int16_t target[BATTLE_TARGETS], source[HEX_SIDES];
    int16_t attacker[UNITS_MAX], defender[UNITS_MAX];
    bool charges[UNITS_MAX];  /* by attacker */
    bool counters[UNITS_MAX]; /* by defender; of infantry its organic cavalry */
    bool charge;              /* somebody charges */
    bool square;              /* the Morale Check of the charged was passed [7.12b] */
    bool decided;             /* no check is to come any more */
};

/* [7.12b] [7.12f] [7.13e] A Morale Check that a charge brings about. */
enum { CHECKS_MAX = 8 };
struct check {
    int16_t unit;
    bool square;
};

/* 07-sum.c: strengths, modifiers, the sheet. */
void battle_target(const struct play *, struct battle *, int h);
void battle_attacker(const struct play *, struct battle *, int u, bool charges);
void battle_defender(const struct play *, struct battle *, int u);
struct ratio attack_strength(const struct play *, const struct battle *);
struct ratio defence_strength(const struct play *, const struct battle *);
int ratio_modifier(const struct play *, struct ratio attack, struct ratio defence);
int battle_net(const struct play *, const struct battle *);
bool battle_line(const struct play *, const struct battle *); /* somebody can be broken through */
void battle_sheet(const struct play *, const struct battle *, struct sheet *);
int largest_unit(const struct play *, const int16_t *list,
                 int n); /* [7.2r3]; NO_PIECE: no division */
bool from_rear(const struct play *, const struct battle *, int h); /* [OCE-3] */
int combat_row(int modified), effect_row(int modified);
int effect_column(bool attacks, int hexes, bool charged);
bool disorders(const struct play *, const struct effect *, int u, int level);

/* 07-combat.c: who attacks whom, the declaration, the course of a combat. */
bool can_attack(const struct play *, int chit); /* is there anything to ask in the Combat step? */
const char *refuse_attacker(const struct play *, int chit, int u, int target);
void combat_at_hand(const struct play *, const struct step *, struct battle *);
bool mib_clash(const struct play *, struct clash *, struct sheet *);

/* 07-effects.c: what the Combat Effects Table does to a stack. */
enum { ON_ATTACKER, ON_DEFENDER, ON_CHARGED, ON_PURSUED, ON_PURSUER };
void ask_effect(struct play *, int h, int kind, int die, int hexes);
void endanger_leaders(struct play *, int h);    /* [5.8r] once a combat */
void lose_guns_of(struct play *, int u, int n); /* artillery without guns is gone */
void ask_pursuit(struct play *, int target, int second);

/* 07-retreat.c: retreats and advances. */
void begin_retreat(struct play *, int h, int hexes,
                   int from); /* [7.3r2] of the open defenders in h */
const char *refuse_retreat_hex(const struct play *, int side, int from, int at, int to);
void suffer_retreat(struct play *, int u, int from, int to, bool alone); /* [7.3a] to [7.3e] */
void retreat_lines(const struct play *, int u, int from, int to, struct sheet *);
void leave_hex(struct play *, int u, int to); /* to the next hex of a retreat */
void ask_advance(struct play *, int side, int hexes);
const char *refuse_advance_hex(const struct play *, int u, int origin, int from, int to);

/* 07-cavalry.c: charges, Morale Checks, evasion, organic cavalry. */
const char *refuse_charge(const struct play *, int u, int target);
int battle_checks(const struct play *, const struct battle *, struct check list[CHECKS_MAX]);
struct ratio charge_factor(const struct play *, const struct battle *);
bool organic_fights(const struct play *, int u); /* [10.1a] */
bool can_evade(const struct play *, int u, int from);

/* The steps, each a row below its functions. */
extern const struct step_def step_game, step_turn, step_arrival, step_orders, step_draw,
    step_activation, step_initiative, step_smashed, step_smashed_retreat, step_actions, step_march,
    step_forced, step_recovery, step_rally, step_casualty, step_select, step_combats, step_target,
    step_combat, step_evade, step_effect, step_loss, step_retreat, step_guns, step_advance,
    step_pursuit;

/* Seats of a divided side. */
int seat_of_army(int army);
int seat_by_chit(const struct play *, const struct step *);   /* variable 0 is a chit */
int seat_by_armies(const struct play *, const struct step *); /* variable 0 is a mask of armies */
int seat_by_piece(const struct play *, const struct step *);  /* variable 0 is a piece */

/* ---- the rest of the contract ---- */

void mib_load(struct box *, struct errors *);
void mib_blank(struct play *);
void mib_setup(struct play *);
extern const struct flag_word unit_words[];
void mib_save(const struct play *, struct text *);
bool mib_restore(struct play *, const char *word, struct lex *);
const char *mib_restored(struct play *);
const char *mib_check(const struct play *);
void mib_score(const struct play *, int points[SIDES_MAX]);
void mib_view(const struct play *, int viewer, struct json *);
void mib_show(const struct play *, int viewer, int piece, struct show *);
extern const struct page mib_page;
extern const struct overlay mib_overlays[];
void mib_tell(const struct play *, struct text *);
void mib_tell_place(const struct play *, int place, struct text *);
int mib_pieces_at(const struct play *, int cell, int list[BOX_PIECES]);
void mib_tell_piece(const struct play *, int u, struct text *);
int mib_points_left(const struct play *, int piece);
int mib_pose(const struct play *, int piece);
int mib_wear(const struct play *, int piece);
const char *mib_strain(const struct play *, int piece);
void mib_pose_name(const struct play *, int pose, struct text *);

/* forecast.c: of the Orders Phase, of the actions of a formation */
int order_chance(const struct play *,
                 int formation); /* of six, that the pending order is taken up */
void forecast_orders(const struct play *, const struct step *, struct forecast *);
void forecast_actions(const struct play *, const struct step *, struct forecast *);

/* measures.c, bot.c */
extern const struct measure mib_measures[];
int mib_measure(const struct play *, int which);
int mib_whole(const struct play *, int which);
extern const struct mind mib_mind;

#endif
