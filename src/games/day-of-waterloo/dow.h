/*
 * dow.h: The Day of Waterloo, the one header of its folder.
 *
 * The state, the box, and what one chapter offers another. Pieces are numbered: combat units first,
 * then leaders. Every hex knows the top of its stack and every unit the one below it, so nothing needs
 * to look through all units. Movement is counted in half points.
 */
#ifndef DOW_H
#define DOW_H

#include "names.h"

#include "kernel/flags.h"
#include "kernel/game.h"
#include "kernel/goals.h"
#include "kernel/path.h"
#include "kernel/read.h"
#include "kernel/stack.h"

enum {
    MASK_FRENCH = 1 << ARMY_FRENCH,
    MASK_ADG = 1 << ARMY_ADG,
    MASK_PRUSSIAN = 1 << ARMY_PRUSSIAN
};
enum { SETUP_HEXES = 4 };
enum { TURNS = 16, UNITS_MAX = 112, LEADERS_MAX = 20, CELLS_MAX = 512, ENTRIES = 7 };
enum { LOSSES_MAX = 250 }; /* of a corps or an army, with all that it can still lose */
enum { HEXSIDES_MAX = HEX_SIDES * CELLS_MAX };

/* Where a piece is: a cell of the map, or one of these. */
enum {
    ABSENT = -1,  /* not in this game */
    WAITING = -2, /* off the map, to enter or to be set up */
    CADRE = -3,   /* [8.2] without strength, with its Corps leader */
    GONE = -4,    /* removed for good: fled, disintegrated */
    EXITED = -5,  /* 12.5 French, left by Brussels or Hal */
    HIDDEN = -6
}; /* only in redacted states: somewhere under an enemy's top unit */

enum { NO_UNIT = STACK_END };

/* What a unit carries, as bits. The comment says who clears it. */
enum {
    F_OUT = 1 << 0,          /* 7.2 out of command; set anew in the owner's phase A */
    F_REORGANIZING = 1 << 1, /* 8.1 face down; cleared in phase C */
    F_DONE = 1 << 2,     /* [9.3.2] its move is final; cleared when the owner's phase B begins */
    F_MOVING = 1 << 3,   /* belongs to the group that is moving now */
    F_COLUMN = 1 << 4,   /* 5.3 in Road Column now; cleared when it pays full cost off the road */
    F_MARKED = 1 << 5,   /* [5.3b] stopped in Road Column; cleared at the end of phase B */
    F_ENTERED = 1 << 6,  /* [4.2Ab] came on this turn; cleared when the owner's turn begins */
    F_REPULSED = 1 << 7, /* [9.4.7b] unsuccessful charge: no combat this turn; owner's turn end */
    F_BLOWN = 1 << 8, /* [11.9.3c] counter-charged: no move in its next phase B; cleared after it */
    F_FIRED = 1 << 9, /* [R-A16] bombarded in this Combat Phase */
    F_FOUGHT = 1 << 10,       /* [11.4a] attacked in this Combat Phase */
    F_BREAKTHROUGH = 1 << 11, /* [11.13b] marked */
    F_SUPPORTS = 1 << 12,     /* [10.4a] declared for the bombardment being resolved */
    F_ATTACKS = 1 << 13,      /* engaged on the attacking side of the fight being resolved */
    F_DEFENDS = 1 << 14,      /* engaged on the defending side of it */
    F_KNOWN = 1 << 15,        /* the enemy has seen it where it is; cleared when it moves */
};

struct unit {
    int16_t place; /* cell, or see above */
    int16_t began; /* [9.4.3b] where the Movement Phase began for it */
    uint16_t flags;
    uint8_t losses;  /* [11.10] casualties */
    uint8_t spent;   /* half points in this Movement Phase */
    uint8_t charges; /* in this Movement Phase */
    uint8_t corps;   /* a variant may change it */
    uint8_t topped;  /* brought to the top in this Movement Phase: once (ends reordering) */
    uint8_t rallied; /* [8.1d] has rolled to reorganize in this phase */
};

struct leader {
    int16_t place;
    uint8_t flags; /* L_* */
    uint8_t spent;
};

enum { L_OUT = 1, L_DONE = 2, L_TACTICAL = 4, L_RALLIES = 8, L_ENTERED = 16, L_MOVING = 32 };

/* What happened to a hex in this phase, as bits. */
enum {
    H_BOMBARDED = 1,
    H_ATTACKED = 2,
    H_REACTION = 4, /* the last: by Cavalry Charge! markers */
    H_TARGET = 8,   /* defending hex of the fight being resolved */
    H_SOURCE = 16,  /* attacking hex of it */
    H_FLED = 32,    /* [11.9.2a] an engaged unit has retreated from it: the rest checks */
    H_ROOM = 64
}; /* [11.9.5a] room is being made here */

/* A Reaction Charge to be resolved: the charged hex and the charger's hex. [9.4.5c] */
enum { REACTIONS_MAX = 12, REACTS_ALONE = 1, CHARGED_ALONE = 2 };
struct reaction {
    int16_t charged, charger;  /* cells; the reacting cavalry stands in `charged` */
    int8_t reacting, charging; /* first units of each party; see reaction_party() for the others */
    uint8_t alone; /* REACTS_ALONE, CHARGED_ALONE: others of its French cavalry corps stand by */
    uint8_t spare;
};

/*
 * The fight being resolved. At most one at a time: a counterattack follows when the first is over.
 * Who fights stands on the pieces: F_ATTACKS and F_DEFENDS on the engaged counters, H_SOURCE and H_TARGET
 * on their hexes. Foes of a retreating unit are the flagged units of the other side.
 */
struct fight {
    uint8_t kind;      /* FIGHT_… */
    uint8_t side;      /* that attacks */
    uint8_t bombarded; /* [11.6a] its hex was bombarded first */
    uint8_t claimed;   /* [11.6b] the defender has shown combined arms */
    uint8_t result;    /* RES_*, once rolled */
    uint8_t slipped;   /* [10.6c] [11.1.1c] the hex was emptied by retreats before combat */
    uint8_t surprise;  /* 11.9.3 a counter-charge is being resolved inside it */
    uint8_t spare;
};

struct corps_state {
    uint8_t losses; /* [12.1b] */
    uint8_t demoralized, disintegrated;
    uint8_t spare;
};

struct army_state {
    uint8_t losses; /* 13.2 */
    uint8_t demoralized, disintegrated;
    uint8_t entry_begun; /* [15.3b] Prussians */
};

struct dow_state {
    struct state base;      /* base.turn 1..16; base.phase: PH_* */
    uint8_t side;           /* whose player turn it is */
    uint8_t weather_shift;  /* 0 as printed; 16.1: 1 dry night, 2 rain till dawn */
    int8_t prussian_shift;  /* 16.x: all Prussian entry turns earlier (-1) or later (+1) */
    uint8_t late_french;    /* 16.2a: the entry-4 group comes on turn 2 */
    uint8_t posture[SIDES]; /* 16.2b */
    uint8_t secret;         /* mask of the sides whose set-up is still hidden */
    uint8_t last;           /* last turn of a short scenario; 0: 16 */
    struct goals goals;     /* a short scenario: what the French must hold at its end */
    uint8_t reactions;
    struct reaction reaction[REACTIONS_MAX];
    struct fight fight;
    uint8_t column[ENTRIES]; /* [9.2.2c] combat units that have come in here this turn */
    uint8_t spare;
    struct corps_state corps[CORPS];
    struct army_state army[ARMIES];
    struct leader leader[LEADERS_MAX];
    struct unit unit[UNITS_MAX];
    int16_t top[CELLS_MAX], below[UNITS_MAX]; /* stacks: stack.h; NO_UNIT */
    uint8_t hex[CELLS_MAX];                   /* H_* */
};

/* ---- the box ---- */

struct unit_def {
    uint8_t army, corps, arm, nation, strength, morale, move;
    uint8_t division; /* XX */
    uint8_t guard;    /* [5.2f] one of the Guard's infantry brigades */
    uint8_t joins;    /* [16.2a] of VI Corps, but of III when that takes its place */
};

struct leader_def {
    uint8_t army, chief; /* chief: Army leader */
    int8_t corps;        /* that he leads, or NO_CORPS; Wellington: CORPS_A_R */
    uint8_t move;        /* points */
};

/* Where a piece comes from, unit or leader: it sets up, or it arrives. */
struct origin {
    const char *place;          /* [15.0c] where it sets up, "" if it does not */
    int16_t setup[SETUP_HEXES]; /* its hexes; setups of them */
    uint8_t setups, radius;
    uint8_t turn;    /* of entry; 0: it sets up */
    uint8_t entry;   /* [9.2.2a] the point; 0: none, but never of leaders: ruling B-23 */
    uint8_t variant; /* [16.0] of III Corps: only in a variant */
};

struct corps_def {
    const char *id, *name;
    int line;                               /* of corps.txt */
    uint8_t army, total;                    /* strength points of its counters */
    uint8_t demoralization, disintegration; /* disintegration 0: never by itself */
};

/* What the terrain of a cell does, read from the chart `terrain`. */
struct terrain_def {
    uint8_t cost[ARMS]; /* half points; NO_ENTRY */
    int8_t combat, bombardment;
    uint8_t blocks_sight, one_unit;
};

enum { NO_ENTRY = 255 };

/* [10.1d] How far guns fire, twelve-pounders of some armies; and how many hexes lie so near. */
enum { GUN_RANGE = 2, HEAVY_RANGE = 3, HEXES_IN_RANGE = 36 };

struct dow_box {
    int units, leaders;
    struct unit_def unit[UNITS_MAX];
    struct leader_def leader[LEADERS_MAX];
    struct corps_def corps[CORPS];
    struct corps_def recalled;  /* [16.2b] III Corps when it comes with Grouchy */
    uint8_t army_level[ARMIES]; /* [13.2b] */
    uint8_t weather[TURNS + 1];
    const char *hour[TURNS + 1];                   /* [15.0a] "noon" */
    struct terrain_def *terrain;                   /* by terrain of the map */
    int village, town, woods, forest, swamp, farm; /* words of the map; -1 if absent */
    int river, stream, pond, bridge, ford, slope, crest;
    int road, highway;
    int16_t entry[ENTRIES];                             /* cell of entry point 1..6 */
    int16_t reinforcement[UNITS_MAX + LEADERS_MAX + 1]; /* [9.2.2a] who may enter; -1 at the end */
    struct origin origin[UNITS_MAX + LEADERS_MAX];      /* by piece */
    uint8_t entry_highway[ENTRIES];
    uint8_t cost[MOVERS][CELLS_MAX]; /* [9.2c] half points off the road, with all features */
    uint8_t crossing[MOVERS]
                    [HEXSIDES_MAX]; /* what the hexside adds; NO_ENTRY: closed off the road */
    uint8_t by_road[MOVERS]
                   [HEXSIDES_MAX]; /* half points along the road, all told; NO_ENTRY: none */
    int8_t combat_die[CELLS_MAX], bombardment_die[CELLS_MAX]; /* [11.5a] likewise */
    int8_t combat_sky[WEATHERS], bombardment_sky[WEATHERS];   /* [TEC-15] [TEC-16] ruling C-1 */
    uint8_t edge[CELLS_MAX];                                  /* a hex at the edge of the map */
    int16_t in_range[CELLS_MAX]
                    [HEXES_IN_RANGE + 1]; /* of HEAVY_RANGE, nearest first; -1 at the end */
    uint8_t distance[CELLS_MAX]
                    [CELLS_MAX]; /* in hexes; of numbers of four digits never more than 200 */
    const int16_t *rossomme, *mont_saint_jean; /* 16.2b: other places for some groups */
    uint16_t set_up_choices[UNITS_MAX + LEADERS_MAX];
    const int16_t *set_up[UNITS_MAX + LEADERS_MAX]; /* [4.1b] nearest first; -1 at the end */
    const struct chart *combat, *charge, *bombardment, *terrain_chart, *hexside, *charge_modifiers,
        *sky;
    int napoleon, ney, wellington, blucher; /* pieces */
    int8_t corps_leader[CORPS];             /* leader index, or ABSENT */
};

static inline struct dow_state *dow(const struct play *p)
{
    return p->state;
}

static inline const struct dow_box *dbox(const struct play *p)
{
    return p->box->own;
}

static inline struct unit *unit_at(const struct play *p, int u)
{
    return &dow(p)->unit[u];
}

static inline const struct unit_def *def_at(const struct play *p, int u)
{
    return &dbox(p)->unit[u];
}

static inline bool has_flag(const struct play *p, int u, int flag)
{
    return (dow(p)->unit[u].flags & flag) != 0;
}

static inline void set_flag(struct play *p, int u, int flag)
{
    dow(p)->unit[u].flags = u16(dow(p)->unit[u].flags | flag);
}

static inline void clear_flag(struct play *p, int u, int flag)
{
    dow(p)->unit[u].flags = u16(dow(p)->unit[u].flags & ~flag);
}

/* [11.9.3a] In a surprise charge. A charge that it answers is still moving too: that one attacks. */
static inline bool counter_charges(const struct play *p, int u)
{
    return has_flag(p, u, F_MOVING) && !has_flag(p, u, F_ATTACKS);
}

static inline bool hex_is(const struct play *p, int h, int flag)
{
    return (dow(p)->hex[h] & flag) != 0;
}

static inline void mark_hex(struct play *p, int h, int flag)
{
    dow(p)->hex[h] = u8(dow(p)->hex[h] | flag);
}

static inline void clear_hex(struct play *p, int h, int flag)
{
    dow(p)->hex[h] = u8(dow(p)->hex[h] & ~flag);
}

static inline int army_side(int army)
{
    return army == ARMY_FRENCH ? FRENCH : ALLIED;
}

static inline int side_of(const struct play *p, int u)
{
    return army_side(dbox(p)->unit[u].army);
}

static inline bool on_map(const struct play *p, int u)
{
    return dow(p)->unit[u].place >= 0;
}

static inline int top_of(const struct play *p, int h)
{
    return dow(p)->top[h];
}

static inline int below(const struct play *p, int u)
{
    return dow(p)->below[u];
}

static inline bool is_guns(int arm)
{
    return arm == FOOT || arm == HORSE || arm == HEAVY;
}

static inline int arm_of(const struct play *p, int u)
{
    return dbox(p)->unit[u].arm;
}

/* Pieces: units 0 .. units-1, then leaders. */
static inline bool is_leader(const struct play *p, int piece)
{
    return piece >= dbox(p)->units;
}

static inline int leader_piece(const struct play *p, int leader)
{
    return dbox(p)->units + leader;
}

static inline int piece_leader(const struct play *p, int piece)
{
    return piece - dbox(p)->units;
}

static inline int mover_of(const struct play *p, int piece)
{
    return is_leader(p, piece) ? RIDER : arm_of(p, piece);
}

static inline const struct origin *origin_of(const struct play *p, int piece)
{
    return &dbox(p)->origin[piece];
}

static inline int piece_place(const struct play *p, int piece)
{
    return is_leader(p, piece) ? dow(p)->leader[piece_leader(p, piece)].place
                               : dow(p)->unit[piece].place;
}

static inline int piece_army(const struct play *p, int piece)
{
    return is_leader(p, piece) ? dbox(p)->leader[piece_leader(p, piece)].army
                               : dbox(p)->unit[piece].army;
}

/* [5.1a] [5.1b] A hex holds combat units of one army only, so the top one tells. */
static inline bool army_in_hex(const struct play *p, int h, int army)
{
    return top_of(p, h) != NO_UNIT && dbox(p)->unit[top_of(p, h)].army == army;
}

static inline bool adjacent(const struct play *p, int a, int b)
{
    return board_border(p->box->board, a, b) >= 0;
}

static inline bool enemy_in_hex(const struct play *p, int h, int side)
{
    return top_of(p, h) != NO_UNIT && side_of(p, top_of(p, h)) != side;
}

/* How far each hex is from this one: for whoever asks of many. */
static inline const uint8_t *distances(const struct play *p, int h)
{
    return dbox(p)->distance[h];
}

/* Current strength points. */
static inline int strength(const struct play *p, int u)
{
    return dbox(p)->unit[u].strength - dow(p)->unit[u].losses;
}

/* What callers promise. */
static inline bool is_side(int side)
{
    return side == FRENCH || side == ALLIED;
}

static inline bool on_board(const struct play *p, int h)
{
    return h >= 0 && h < p->box->board->cells;
}

static inline bool is_piece(const struct play *p, int piece)
{
    return piece >= 0 && piece < p->box->pieces;
}

/* for (EACH_IN(p, u, h)): the units of a hex from the top down. */
#define EACH_IN(p, u, h)                                                                           \
    int u = top_of(p, h);                                                                          \
    (u) != NO_UNIT;                                                                                \
    (u) = below(p, u)

/* ---- steps, verbs, events, words ---- */

enum {
    ST_GAME = STEP_GAME,
    ST_TURN = STEP_FIRST,
    ST_PLAYER,
    ST_FATE,
    ST_POSTURE,
    ST_III_CORPS,
    ST_COMPENSATION, /* 16 */
    ST_SETUP,
    ST_SETUP_ORDER, /* 15 */
    ST_COMMAND,
    ST_RALLY,
    ST_RALLY_ROLLS, /* 7, 8 */
    ST_MOVEMENT,
    ST_MARCH, /* 9 */
    ST_CHARGE,
    ST_REACT,
    ST_CHARGE_TOP,
    ST_SURPRISE_CHARGE, /* 9.4 */
    ST_COMBAT,
    ST_TARGET,
    ST_BOMBARD,
    ST_BOMBARDMENT,
    ST_SLIP, /* 10, 11 */
    ST_FIGHT,
    ST_CLAIM,
    ST_RESULT,
    ST_EXCHANGE,
    ST_RETREAT,
    ST_ALONG,
    ST_DISPLACE,
    ST_CHECK,
    ST_SURPRISE,
    ST_ADVANCE,
    ST_ADVANCE_CHECK,
    ST_PURSUIT,
    ST_BREAKTHROUGH,
    ST_COUNTER,
    ST_DECLARE,
    ST_LEADERS,
};

enum {
    V_PLACE = VERB_FIRST, /* place {u} {p}              set-up */
    V_DEPLOY,             /* deploy                     the rest as it stood */
    V_TOP,                /* top {u}                    to the top of its stack */
    V_TACTICAL,           /* tactical {u} */
    V_CADRE,              /* cadre {u}                  its Corps leader tries to raise it */
    V_REORGANIZE,         /* reorganize {u} */
    V_RALLY,              /* rally {u}                  roll for it now */
    V_MOVE,               /* move {u}                   begin its move */
    V_WITH,               /* with {u}                   joins the group before it sets out */
    V_MARCH,              /* march {u} {p}              one hex at the cost of the ground */
    V_COLUMN,             /* column {u} {p}             one hex at the rate of the road */
    V_DROP,               /* drop {u}                   stays behind here */
    V_ENTER,              /* enter {u}                  by its entry point */
    V_ENTER_AT,           /* enter {u} at {p}           along the edge, entry blocked */
    V_EXIT,               /* exit {u} */
    V_CHARGE,             /* charge {p} with {u} */
    V_REACT,              /* react {u} */
    V_BOMBARD,            /* bombard {p} */
    V_FIRE,               /* fire {p}                   from this hex */
    V_SUPPORT,            /* support {u} */
    V_SHOOT,              /* shoot */
    V_ATTACK,             /* attack {p} */
    V_FROM,               /* from {p}                   one more attacking hex */
    V_ASSAULT,            /* assault                    the attack is made */
    V_ATTACK_FROM,        /* attack {p} from {p*}       all that at one blow */
    V_COMBINE,            /* combine {p}                a further defending hex */
    V_RESOLVE,            /* resolve {p}                the Reaction Charge at this hex */
    V_SLIP,               /* slip {u} {p}               retreat before bombardment or combat */
    V_CLAIM,              /* claim                      combined arms */
    V_LOSE,     /* lose {u}                   takes the loss (exchange; instead of a retreat) */
    V_RETREAT,  /* retreat {u} {p} */
    V_ALONG,    /* along {u} {p}              horse artillery goes with the retreat */
    V_DISPLACE, /* displace {u} {p} */
    V_COUNTERCHARGE, /* countercharge {u} */
    V_ADVANCE,       /* advance {u} {p} */
    V_FOLLOW,        /* follow {u} {p}             supporting unit tries to advance */
    V_MARK,          /* mark {u}                   for a Breakthrough Attack */
    V_LEADER,        /* leader {u} {p}             goes along, or is placed */
    V_CHOOSE,        /* choose {w}                 posture, replacement, compensation */
    V_DONE,          /* done                       ends a phase, a move, a choice */
    VERBS
};

/* Events and words are listed in dow.c; chapters add theirs there. */
#include "dow-words.h"

enum { OPT_THREE_SEATS, OPT_TESTING_FATE, OPT_III_CORPS, OPT_POSTURES };
/* 16.2b: 0 none, 1 history, 2, 3; shown: the same with 4 added. */
enum { POSTURE_SHOWN = 4 };
enum { END_FRENCH_BROKEN, END_ALLIES_HOLD, END_FRENCH_VICTORY, END_GOALS_TAKEN, END_GOALS_HELD };

/* ---- what the chapters offer each other ---- */

/* 04-sequence.c: who acts, weather */
int weather(const struct play *p);
int weather_in(const struct play *p, int turn); /* as far as is known now */
void weather_line(const struct play *p, int modifier, struct sheet *sheet); /* if there is one */
int phasing_masks(const struct play *p, int side,
                  int mask[2]);                   /* [4.0b] armies that act one after another */
void pass_choice(struct play *p, struct step *t); /* a target was chosen: the other seat's turn */
void end_choices(struct play *p, struct step *t); /* the seat has done with this step */
int seat_of_army(int army);
int seat_of_mask(int mask);
int seat_by_armies(const struct play *p, const struct step *t); /* its first variable: a mask, */
int seat_by_piece(const struct play *p, const struct step *t);  /* a piece, */
int seat_by_hex(const struct play *p, const struct step *t);    /* a hex */
int seat_by_fight(const struct play *p, const struct step *t);
void clear_phase_marks(struct play *p, int unit_flags, int hex_flags);

/* check.c: what rows ask of the pieces that they name */
bool is_unit(const struct play *p, int piece);
bool is_unit_or_none(const struct play *p, int piece);
bool sound_unit(const struct play *p, const struct step *t); /* the first variable is one */

/* 15-setup.c */
void ask_setup(struct play *p, int side);
bool may_set_up(const struct play *p, int piece, int h); /* [4.1b] within its radius */
void deploy_piece(struct play *p,
                  int piece); /* puts a piece that sets up where it stood, or near */

/* 16-variants.c */
void apply_postures(struct play *p); /* 16.2b: both are shown and take effect */
const int16_t *posture_set_up(const struct play *p, int piece);    /* NULL: as listed */
const struct corps_def *track_of(const struct play *p, int corps); /* [12.1a] with variants */
int demoralization_level(const struct play *p, int corps);
int disintegration_level(const struct play *p, int corps); /* 0: never by itself */
void hide_posture(struct play *p, int side);               /* 16.2b: in a redacted copy */

/* 05-stacking.c */
enum { STACK_LIMIT = 12 };                                  /* [5.2a] points */
int morale(const struct play *p, int u);                    /* [12.2a] current, never below 0 */
bool enemy_adjacent(const struct play *p, int h, int side); /* combat units next to it */
int stack_points(const struct play *p, int h);
bool one_unit_hex(const struct play *p, int h);
bool paired(const struct play *p, int u);     /* [5.2f] with the one directly below */
bool pair_above(const struct play *p, int u); /* it is the lower of a pair */
int unit_end(const struct play *p, int u);    /* the counter below u's unit (pair: two down) */
/* Would the hex be within limits with these further points and units? */
bool room_for(const struct play *p, int h, int u);
void lift(struct play *p, int u);           /* off its stack; place stays set by caller */
void put_top(struct play *p, int u, int h); /* onto the map or from another hex */
void put_bottom(struct play *p, int u, int h);
void put_off_map(struct play *p, int piece, int place); /* unit or leader: ABSENT, WAITING … */
void put_under(struct play *p, int u, int above);       /* directly below another unit */
void bring_to_top(struct play *p, int u);               /* within its hex (a pair together) */
void see(struct play *p, int u);                        /* the enemy sees it: F_KNOWN, no undo */
bool may_be_in(const struct play *p, int u, int h);     /* as far as the enemy knows */
/* The fighting units of a hex as 5.4.1 has it: fills `list`, returns how many (1, or 2 counters more). */
enum { PAIR = 2 }; /* counters of one unit, at most */
int defenders(const struct play *p, int h, int list[2 * PAIR]);
int attacker(const struct play *p, int h,
             int list[PAIR]); /* top or supporting counters that may attack */

/* 06-zones.c */
bool exerts_zone(const struct play *p, int from, int onto,
                 int side);                         /* any cavalry of `side` in from */
bool pinned(const struct play *p, int h, int side); /* by any enemy cavalry, hidden or not */
bool known_pinned(const struct play *p, int h,
                  int side); /* by enemy cavalry that `side` has seen */
bool known_zone(const struct play *p, int from, int onto, int side); /* of cavalry that is seen */
int pinner(const struct play *, int h, int side);
bool fire_clash(const struct play *, struct clash *, struct sheet *);  /* 10-bombardment.c */
bool fight_clash(const struct play *, struct clash *, struct sheet *); /* 11-fight.c */
bool dow_clash(const struct play *, struct clash *, struct sheet *);
bool show_pinners(struct play *p, int h, int side); /* [6.0g] claims: reveals one per hex; any? */

/* 07-command.c */
void begin_command(struct play *p, int side); /* clears last turn's marks of the side */
void set_command(struct play *p, int side);   /* [4.2Aa] after the declarations */
/* A copy with status as it will be set at the end of this Command Phase, or of the next; with a leader (or -1)
 * in a tactical role. */
struct foreseen {
    struct play play;
    struct menu menu;
    struct dow_state state;
};
void foresee_command(const struct play *p, int side, int tactical, struct foreseen *);
void forecast_next_command(const struct play *p, int side, struct forecast *f);
void command_raised(struct play *p, int u); /* a cadre that has come back */
struct path;
void trace_between(const struct play *p, int side, int h,
                   struct path *path); /* orders to h and from it */
void trace_orders(const struct play *p, int leader,
                  struct path *path); /* as far as his orders reach */

/* 08-reorganization.c */
void complete_reorganization(struct play *p, int side); /* [4.2C] */
const char *refuse_reorganize(const struct play *p, int mask, int u);
const char *refuse_cadre(const struct play *p, int mask, int u);
void declare_reorganization(struct play *p, int u);
void declare_cadre(struct play *p, int u);
void reorganization_sheet(const struct play *p, int u, struct sheet *);
int in_span(const struct play *p, int h, int side,
            bool known_only); /* [8.1b] an enemy unit, or NO_UNIT */

/* 09-movement.c, 09-entry.c */
void begin_movement(struct play *p, int side);
void end_movement(struct play *p, int side);            /* Road Column markers, MOVING, charges */
int allowance(const struct play *p, int piece);         /* half points this turn */
int printed_allowance(const struct play *p, int piece); /* what the counter says */
int terrain_cost(const struct play *p, int piece, int from,
                 int to);                                    /* full cost, half points; NO_ENTRY */
void weigh_hexsides(const struct board *, struct dow_box *); /* crossing and by_road of the box */
const char *refuse_ground(const struct play *p, int piece, int from,
                          int to);                                /* why it is NO_ENTRY */
int road_cost(const struct play *p, int piece, int from, int to); /* road rate; NO_ENTRY: no road */
bool may_cross(const struct play *p, int u, int from,
               int to); /* neither hexside nor hex prohibits it */
const char *refuse_company(const struct play *p, int piece, int to); /* [5.1a] [5.1b] [9.4.5h] */
const char *refuse_end_movement(const struct play *p, int mask);
int due_turn(const struct play *p, int piece); /* 15.3 entry turn with variants; 0: sets up */
void list_entries(const struct play *p, int mask, struct menu *m);
const char *refuse_enter(const struct play *p, int mask, int piece);
void forecast_entries(const struct play *p, int mask, struct forecast *f);
const char *refuse_enter_at(const struct play *p, int mask, int piece, int h);
void enter_map(struct play *p, int piece, int h); /* pays, and its march begins */
const char *refuse_exit(const struct play *p, int piece);
void after_arrival(struct play *p, int piece); /* pins, lone enemy leaders */
void stop_moving(struct play *p, int piece);   /* its move is final */
bool held_back(struct play *p, int lead);      /* [6.0f] by cavalry not seen before: shows it */
void step_group(struct play *p, int lead, int to, bool column,
                int event);            /* pays, goes there, tells */
void pass_lead(struct play *p, int u); /* of the march on top of the agenda */

/* [9.1a] [9.2a] [9.2b] The full cost over a known border, off the road. */
static inline int ground_cost(const struct play *p, int piece, int to, int border)
{
    int mover = mover_of(p, piece), cost = dbox(p)->cost[mover][to];
    int hexside = dbox(p)->crossing[mover][border - p->box->board->cells];

    return cost == NO_ENTRY || hexside == NO_ENTRY ? NO_ENTRY : cost + hexside;
}

/* The same at the rate of the road; NO_ENTRY: no road. */
static inline int way_cost(const struct play *p, int piece, int border)
{
    return dbox(p)->by_road[mover_of(p, piece)][border - p->box->board->cells];
}

/* The cheaper of the two, as far as each is open to it. */
static inline int march_cost(const struct play *p, int piece, int to, int border, bool off_road,
                             bool by_road)
{
    int cost = off_road ? ground_cost(p, piece, to, border) : NO_ENTRY;
    int road = by_road ? way_cost(p, piece, border) : NO_ENTRY;

    return road < cost ? road : cost;
}

/* 09-charge-sum.c: the sum of a charge; nothing there changes the state */
enum { CHARGE_COUNTERS = 24, CHARGE_HEXES = 6 };
struct charge {
    int from, hexes, chargers, charged; /* counts */
    int hex[CHARGE_HEXES];              /* charged; several of a surprise charge only */
    int charger[CHARGE_COUNTERS], target[CHARGE_COUNTERS]; /* counters */
    int earlier;    /* [CCT-m8] charges of the horses in this phase */
    bool surprise;  /* [11.9.3b] */
    bool uncertain; /* something unseen may stand there as well */
};
void charge_on(const struct play *p, struct charge *c, int h, bool seen_only); /* the units in h */
int charge_result(const struct play *p, const struct charge *c, int die);
void charge_sheet(const struct play *p, const struct charge *c, struct sheet *);
bool may_hide_units(const struct play *p, int h); /* that the enemy does not see */

/* 09-charge.c */
const char *refuse_charge_ground(const struct play *p, int u, int from,
                                 int h); /* [9.4.2b] [9.4.2d] */
/* [9.4.5f] The counters of a party that still stand in its hex; how many. */
int reaction_party(const struct play *p, const struct reaction *r, bool reacting,
                   int list[CHARGE_COUNTERS]);
void begin_charge(struct play *p, int h); /* by the F_MOVING cavalry: pays, pushes ST_CHARGE */
const char *refuse_charge(const struct play *p, int u,
                          int h); /* by the moving group that u belongs to */
bool preview_charge(const struct play *p, int u, int h, struct sheet *);
/*
 * [11.9.3b] By u and, French, its corps mates there: sets fight.surprise, F_MOVING and F_DEFENDS on
 * them, rolls, apply_result(); then clears surprise and F_MOVING and sets F_BLOWN. The optional
 * advance is offered by the fight when it goes on. preview_surprise() (v0 of ST_SURPRISE is u) is
 * written there too.
 */
void run_surprise_charge(struct play *p, int u);

/* 10-sight.c */
int gun_sight(const struct play *p, int from, int to, const char **why); /* enum sight; why none */

/* 10-bombardment.c */
int fire_points(const struct play *p, int from, int to); /* strength that reaches, 0: none */
const char *refuse_bombardment(const struct play *p, int side, int target);
bool preview_target_fire(const struct play *p, int side, int target,
                         struct sheet *); /* of all guns */
void ask_slip(struct play *p, int h,
              bool combat); /* pushes ST_SLIP if somebody there may slip away */

/* 11-odds.c: the sum of a combat */
enum { BATTLE_HEXES = 6, BATTLE_COUNTERS = 24 };
struct battle {
    int kind, side; /* FIGHT_*; the side that attacks */
    bool claimed;   /* [11.6c] */
    bool uncertain; /* something unseen may defend as well */
    int targets, sources, attackers, defenders;
    int16_t target[BATTLE_HEXES], source[BATTLE_HEXES];
    int attacker[BATTLE_COUNTERS], defender[BATTLE_COUNTERS]; /* counters */
};
void battle_at_hand(const struct play *p, struct battle *b);       /* by the flags of the fight */
void battle_source(const struct play *p, struct battle *b, int h); /* of an attack only proposed */
void battle_target(const struct play *p, struct battle *b, int h);
enum { DIE_FACES = 6 };
void battle_results(const struct play *p, const struct battle *b,
                    int result[DIE_FACES]); /* of 1 to 6 */
int battle_result(const struct play *p, const struct battle *b, int die);
void battle_sheet(const struct play *p, const struct battle *b, struct sheet *);
enum { ALL_ARMS = 3 }; /* infantry, cavalry, artillery */
bool has_all_arms(const struct play *p, int h,
                  int shown[ALL_ARMS]);              /* [11.6b] the units that show it */
bool may_have_all_arms(const struct play *p, int h); /* for all that the enemy knows */
struct average {
    int morale;
    struct ratio exact;
};
struct average average_morale(const struct play *p, const int *list, int n,
                              bool attacking); /* 11.3 */

/* 11-attack.c */
const char *refuse_attack_from(const struct play *p, int side, int target, int from);
/* What is asked: which attacks of whom; `must`: a hex that has to be among the targets, or -1. */
struct declaration {
    int kind, side, mask, must;
    int combined, hex[BATTLE_HEXES]; /* [11.4b] named by `combine` for the attack to come */
};
struct declaration declaration_of(const struct play *p, int kind, int side, int mask, int must);
bool can_be_attacked(const struct play *p, const struct declaration *d, int target);
bool seems_attackable(const struct play *p, const struct declaration *d, int target);
bool supporters_can_attack(const struct play *p, const struct declaration *d);
void list_declaration(const struct play *p, const struct declaration *d, struct menu *m);
const char *refuse_target(const struct play *p, const struct declaration *d, int target);
const char *why_declaration(const struct play *p, const struct declaration *d,
                            const struct action *a);
bool preview_declaration(const struct play *p, const struct declaration *d, const struct action *a,
                         struct sheet *);
/* The hexes that may attack the target, in the order of their numbers; a set of them has a bit each. */
int sources_of(const struct play *p, const struct declaration *d, int target,
               int from[BATTLE_HEXES]);
bool fits_declaration(const struct play *p, const struct declaration *d, const int *from, int n,
                      unsigned set); /* is the set an attack that may be made? */
void ask_declaration(struct play *p, const struct declaration *d, int target); /* from where? */
struct declaration declaration_in(const struct play *p, const struct step *t); /* of ST_DECLARE */
bool is_named(const struct play *p, const struct step *t, int h); /* among its attacking hexes */
struct declaration declaration_asked(const struct play *p, const struct step *t); /* 11-combat.c */
bool can_declare(const struct play *p);
bool holds_flag(const struct play *p, int h, int flag); /* any unit of the hex */
bool out_of_command(const struct play *p, int u);       /* [7.2c] in the Combat Phase */

/* 11-fight.c: how far a fight has got (pc of ST_FIGHT) */
enum { FIGHT_DECLARED, FIGHT_LEFT, FIGHT_FACED, FIGHT_ROLLED, FIGHT_READ };

/* 11-combat.c, 11-fight.c, 11-results.c, 11-retreat.c, 11-advance.c, 11-leaders.c */
void end_combat_phase(struct play *p); /* marks of phase D */
enum { ALL_ARMIES = MASK_FRENCH | MASK_ADG | MASK_PRUSSIAN };
int reaction_at(const struct play *p, int h, int mask); /* to be fought by charge of h; -1: none */
bool in_reaction(const struct play *p, int u);          /* of a party, to be fought or lapsed */
/*
 * Flags of pieces and hexes are set by the caller (of ordinary defenders by the fight itself, after retreats
 * before combat). begin_fight() only records kind and side: push ST_FIGHT, or one's own step, afterwards.
 */
void begin_fight(struct play *p, int kind, int side);
void end_fight(struct play *p); /* clears fight and flags */
/*
 * Pushes all that follows of the result for the engaged units: losses, exchange, retreats, checks of the rest
 * 11.9.2 with their surprise charges; when the caller's step is on top again, read the board. The rest of a
 * charger's hex does not check [9.4.3c]. With fight.surprise F_MOVING units charge and F_ATTACKS are charged.
 */
void apply_result(struct play *p, int result);
/* A unit must retreat `hexes` from the fight's foes; `may_stand`: lose points instead. No hex: it loses. */
void ask_retreat(struct play *p, int u, int hexes, bool may_stand);
const char *refuse_crossing(const struct play *p, int u, int from, int to); /* company and ground */
void check_rest(struct play *p, int h); /* 11.9.2 of the units not engaged */
void take_loss(struct play *p, int u,
               int points); /* [11.10.2b] what it cannot bear falls on those below */
bool passes(struct play *p, int u, int die);              /* [11.12] its morale check; it is seen */
const char *refuse_surprise(const struct play *p, int u); /* [11.9.3a] on the units that attacked */
int partner_of(const struct play *p, int u); /* [5.2f] the lower counter of a pair, or NO_UNIT */
bool has_room(const struct play *p, int h, int u, int partner); /* 5.2: room for the unit */
void ask_advances(struct play *p, bool cleared); /* 11.11: of either side, as the board has it */
void ask_advance_only(struct play *p, int h);    /* [10.4c] the guns have cleared the hex */
void ask_leaders(struct play *p, int h, int to); /* R-A22: may go along */
void scatter_leaders(struct play *p, int h);     /* R-A22: an enemy entered */

/* 12-demoralization.c */
void lose(struct play *p, int u,
          int points);               /* [11.10] of those it has: tracks, cadre, levels; at once */
void recover(struct play *p, int u); /* [8.1i] one point */
bool in_play(const struct play *p, int u); /* on the map, to come, or a cadre */
void remove_for_good(struct play *p, int u);
void french_exit(struct play *p, int u); /* [12.5b] */
void settle_levels(struct play *p);      /* 12 13 [14.1] consequences, at once */
int goals_margin(
    const struct play *); /* hexes of a short scenario that the French hold, less what they need */
void decide_at_end(struct play *p);                    /* [14.2] [14.3] */
int last_turn(const struct play *p);                   /* 16; a short scenario ends earlier */
bool corps_is_broken(const struct play *p, int corps); /* demoralized or disintegrated */
bool army_is_broken(const struct play *p, int army);

/* steps: run_x list_x take_x moot_x why_x preview_x, named in dow.c */

/* load.c, position.c, check.c, view.c, overlays.c, tell.c */
void dow_load(struct box *, struct errors *);
void dow_blank(struct play *);
void dow_setup(struct play *);
extern const struct flag_word unit_words[], leader_words[]; /* F_*, L_* */
void dow_save(const struct play *, struct text *);
bool dow_restore(struct play *, const char *word, struct lex *);
const char *dow_restored(struct play *);
const char *dow_check(const struct play *);
void dow_redact(struct play *, int side);
void dow_guess(struct play *, int side, struct rng *);
bool dow_unseen(const struct play *, int piece, int side);
bool corps_plays(const struct play *, int corps); /* has it units in this game? */
void dow_show(const struct play *, int viewer, int piece, struct show *);
extern const struct page dow_page;
void dow_view(const struct play *, int viewer, struct json *);
extern const struct overlay dow_overlays[];
void dow_ground(const struct box *, int cell, struct text *);
void dow_tell(const struct play *, struct text *);
int dow_pieces_at(const struct play *, int h, int list[BOX_PIECES]);
void dow_tell_piece(const struct play *, int piece, struct text *);
void dow_score(const struct play *, int points[SIDES_MAX]);
int dow_points_left(const struct play *, int piece);
const char *dow_strain(const struct play *, int piece);

/* measures.c */
extern const struct measure dow_measures[];
int dow_measure(const struct play *, int which);
int dow_whole(const struct play *, int which);

/* The steps, each a row below its functions. */
extern const struct step_def step_game, step_turn, step_player, step_fate, step_posture,
    step_iii_corps, step_compensation, step_setup, step_setup_order, step_command, step_rally,
    step_rally_rolls, step_movement, step_march, step_charge, step_react, step_charge_top,
    step_surprise_charge, step_combat, step_target, step_bombard, step_bombardment, step_slip,
    step_fight, step_claim, step_result, step_exchange, step_retreat, step_along, step_displace,
    step_check, step_surprise, step_advance, step_advance_check, step_pursuit, step_breakthrough,
    step_counter, step_declare, step_leaders;

/* Two of their functions stand in another chapter. */
bool preview_surprise(const struct play *, const struct step *, const struct action *,
                      struct sheet *);
bool moot_counter(const struct play *, const struct step *);

#endif
