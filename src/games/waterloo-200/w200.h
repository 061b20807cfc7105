/*
 * w200.h: Waterloo 200; the one header of its folder.
 *
 * 115 areas, 116 upright blocks, impulses, no dice. A block's place and step are secrets of its
 * owner while it stands concealed; how many blocks of each faction an area holds is open. So every
 * rule that asks about the enemy reads the counts and the sets of areas, never his blocks: what a
 * side may do is the same whether it is computed from the truth or from what the side knows.
 */
#ifndef W200_H
#define W200_H

#include <string.h>

#include "names.h"

#include "kernel/flags.h"
#include "kernel/game.h"
#include "kernel/read.h"
#include "kernel/stack.h"

enum { AREAS = 115, BLOCKS = 116, CORPS = 13, STEPS = 4, ICONS_MAX = 80, STARS = 7, TURNS = 5 };
enum { RINGS = 16 }; /* 13 steps lead from any area to any other; more is out of sight */
enum { IMPULSES_MAX = 60, MORALE = 10 }; /* ruling 24; the boxes of the Morale Track */
enum { GREEN, YELLOW, RED, BLACK };      /* terrain */
enum { ENGLISH, GERMAN, DUTCH, LANGUAGES, NO_LANGUAGE = LANGUAGES };
enum { NONE = 255 }; /* no block */

enum { STEP_HIDDEN = 15 }; /* only in views */

/* What is open about a block: why it lies face up. */
enum {
    SHOWN_ACTIVE = 1,     /* activated leader or artillery */
    SHOWN_SCOUTING = 2,   /* OR 3: the cavalry that scouts */
    SHOWN_SCOUTED = 4,    /* OR 3: until the end of the impulse */
    SHOWN_BATTLE = 8,     /* in the battle being fought */
    SHOWN_ATTACKER = 16,  /* an attacker left in a contested area */
    SHOWN_COMMITTED = 32, /* artillery committed to the battle being fought */
    SHOWN_ALL = 63,
};

/* What only its owner knows. */
enum { F_MOVED = 1, F_DRAWN = 2 };

/* How a block moves. */
enum { MODE_PASS, MODE_STRATEGIC, MODE_TACTICAL, MODE_LEADER, MODE_HQ, MODES };
enum { MARCH_GONE = 8, MARCH_BROKE = 16 }; /* has entered an area; has left an enemy */

enum { DRAW_SETUP, DRAW_ARRIVAL, DRAW_RESERVE, DRAW_CREUX, DRAW_PLACE };

enum {
    ST_GAME = STEP_GAME,
    ST_SETUP = STEP_FIRST,
    ST_SHUFFLE,
    ST_TURN,
    ST_ARRIVALS,
    ST_CORPS,
    ST_DRAW,
    ST_IMPULSE,
    ST_ACTION,
    ST_TACTICAL,
    ST_STRATEGIC,
    ST_REINFORCE,
    ST_BATTERY,
    ST_PASS,
    ST_ACTIVATION,
    ST_MOVEMENT,
    ST_MARCH,
    ST_SCOUT,
    ST_COMBAT,
    ST_BATTLE,
    ST_COMMIT,
    ST_CREUX,
    ST_WITHDRAW,
    ST_RETREAT,
    ST_HITS,
    ST_IMPETUS,
    ST_REORGANIZATION,
    ST_HQ,
    ST_RESTORE,
    ST_CALL,
    ST_PLACE
};
enum {
    V_DRAW = VERB_FIRST,
    V_ARRIVE,
    V_TACTICAL,
    V_STRATEGIC,
    V_REINFORCE,
    V_BATTERY,
    V_PASS,
    V_ACTIVATE,
    V_TAKE,
    V_MARCH,
    V_HALT,
    V_REVEAL,
    V_SCOUT,
    V_SPOT,
    V_BATTLE,
    V_BOMBARD,
    V_COMMIT,
    V_RESERVE,
    V_WITHDRAW,
    V_RETREAT,
    V_HIT,
    V_IMPETUS,
    V_REORGANIZE,
    V_RESTORE,
    V_CALL,
    V_PLACE,
    V_STOP
};
enum {
    EV_TURN = EVENT_FIRST,
    EV_SETUP,
    EV_ARRIVES,
    EV_ACTION,
    EV_MARCH,
    EV_REVEAL,
    EV_CONTROL,
    EV_SCOUT,
    EV_SPOT,
    EV_BATTLE,
    EV_BOMBARD,
    EV_COMMIT,
    EV_CREUX,
    EV_RESULT,
    EV_TIE,
    EV_ABSORB,
    EV_REDUCED,
    EV_LOST,
    EV_DISC,
    EV_WITHDRAW,
    EV_NEGATED,
    EV_RETREAT,
    EV_REORGANIZE,
    EV_RESTORE,
    EV_CALL,
    EV_PLACE,
    EV_RETURN,
    EV_DEMORALIZED,
    EV_OVER
};
enum {
    OPT_FREE_SETUP,
    OPT_CHARGE,
    OPT_SCOUTING,
    OPT_IMPETUS,
    OPT_BATTERY,
    OPT_LANGUAGES,
    OPT_RETREAT,
    OPT_COMBINED,
    OPT_MORALE,
    OPT_ARRIVALS,
    OPT_SEATS,
    OPT_BONUS,
    OPT_SHARE,
    OPT_ENTRY,
    OPT_BREAK
};
enum { FREE_OFF, FREE_BOTH, FREE_FRENCH, FREE_ALLIED };
enum { BONUS_DEFENDER, BONUS_HOLDER };
enum { SHARE_SUFFERED, SHARE_WHOLE };         /* ruling 27 */
enum { FRIENDLY_CONTROLLED, FRIENDLY_CLEAR }; /* rulings 9 and 10 */
enum { END_COMMANDER, END_MORALE, END_STARS, END_MARGINAL };
enum { W_FRENCH, W_TACTICAL = W_FRENCH + FACTIONS }; /* + FRENCH …, + DO_… - DO_TACTICAL */

/* ---- sets of areas ---- */

struct areas {
    uint64_t w[2];
};

#define NO_AREAS ((struct areas){ { 0, 0 } })

static inline bool areas_has(struct areas s, int a)
{
    return s.w[a >> 6] >> (a & 63) & 1;
}

static inline void areas_add(struct areas *s, int a)
{
    s->w[a >> 6] |= (uint64_t)1 << (a & 63);
}

static inline void areas_drop(struct areas *s, int a)
{
    s->w[a >> 6] &= ~((uint64_t)1 << (a & 63));
}

static inline struct areas areas_or(struct areas s, struct areas t)
{
    return (struct areas){ { s.w[0] | t.w[0], s.w[1] | t.w[1] } };
}

static inline struct areas areas_and(struct areas s, struct areas t)
{
    return (struct areas){ { s.w[0] & t.w[0], s.w[1] & t.w[1] } };
}

static inline struct areas areas_less(struct areas s, struct areas t)
{
    return (struct areas){ { s.w[0] & ~t.w[0], s.w[1] & ~t.w[1] } };
}

static inline bool areas_any(struct areas s)
{
    return (s.w[0] | s.w[1]) != 0;
}

static inline int areas_count(struct areas s)
{
    return __builtin_popcountll(s.w[0]) + __builtin_popcountll(s.w[1]);
}

/* Takes the lowest area out of a set that is not empty. */
static inline int areas_take(struct areas *s)
{
    int word = s->w[0] == 0, bit = __builtin_ctzll(s->w[word]);

    s->w[word] &= s->w[word] - 1;
    return 64 * word + bit;
}

/* ---- all that can change ---- */

struct block {
    uint8_t place; /* area, or P_… */
    uint8_t step;  /* sides turned down from full strength */
    uint8_t flags; /* F_…: its owner's secret */
    uint8_t shown; /* SHOWN_…: open to all */
    uint8_t seen;  /* 0, or 1 + the step at which the enemy saw it last */
};

struct w200_state {
    struct state base;
    struct block block[BLOCKS];
    int16_t first[AREAS], next[BLOCKS]; /* blocks in an area, by rising number: stack.h */
    uint8_t count[FACTIONS][AREAS];     /* blocks, concealed or not */
    uint8_t entered[AREAS];             /* the faction that entered last [1.5b] ruling 14 */
    struct areas occupied[FACTIONS], control[FACTIONS];
    struct areas contested_before; /* at the beginning of the impulse */
    struct areas british_before;   /* controlled by the British at the beginning of the impulse */
    struct areas fought;           /* in this impulse */
    uint8_t icon_used[ICONS_MAX];  /* by blocks of the present call [5.0e] */
    uint8_t pool[FACTIONS], lost[FACTIONS];
    uint8_t moved[FACTIONS];   /* blocks moved in a Strategic Action or Pass */
    uint8_t leaders[FACTIONS]; /* Tactical Leaders activated in this impulse */
    uint8_t battles[FACTIONS]; /* declared in this impulse */
    uint8_t able;              /* one of the leaders activated has a Tactical Value [6.2a] */
    uint8_t disc;              /* the side that holds the Initiative Disc */
    uint8_t passes;            /* consecutive ones */
    uint8_t impulse;           /* of the turn, from 1 */
    uint8_t action;            /* DO_… */
    uint8_t spare;
};

/* ---- all that is printed ---- */

struct unit {
    uint8_t faction, corps, arm, mp, language, brunswick; /* corps CORPS: a Strategic Leader's */
    uint8_t steps, reserve; /* reserve: it may begin in a Reserve Pool */
    uint8_t strength[STEPS], price[STEPS],
        value[STEPS];        /* price in hits; value: stars, cannonballs */
    uint8_t colour;          /* index of colour_names */
    const char *face[STEPS]; /* as printed: "4w", "3c", "H" */
    const char *designation;
};

struct icon {
    uint8_t area, faction, corps, arm, brunswick, count;
    int line; /* of icons.txt */
};

struct w200_box {
    struct unit unit[BLOCKS];
    uint8_t first[FACTIONS + 1]; /* blocks of a faction: first[f] .. first[f + 1] - 1 */
    uint8_t leader[CORPS];       /* the Tactical Leader of a corps: the first of its blocks */
    uint8_t last[CORPS];         /* the last of its blocks */
    uint8_t corps_faction[CORPS];
    uint8_t home[CORPS];    /* Prussians: the Black Area of the corps */
    uint8_t arrival[CORPS]; /* Prussians: the turn of its arrival; else 0 */
    const char *corps_name[CORPS];
    const char *corps_id[CORPS], *army_id[FACTIONS]; /* as looks.txt names them: "french.I" */
    uint8_t commander[FACTIONS];                     /* the Strategic Leader */
    uint8_t hq[FACTIONS];
    uint8_t uxbridge;
    uint8_t creux_corps[AREAS]; /* whose reserves hide there; CORPS: nobody's */
    uint8_t colour[AREAS], cost[AREAS], limit[AREAS], bonus[AREAS];
    struct areas next[AREAS];
    struct areas ring[AREAS][RINGS];               /* areas so many steps away */
    struct areas black, green, dear, star, sunken; /* dear: to enter one costs two points */
    struct areas start[FACTIONS];                  /* control at the beginning */
    int icons;
    struct icon icon[ICONS_MAX];
    int slots;            /* blocks placed at set-up: an icon may stand for two */
    uint8_t slot[BLOCKS]; /* the icon of each */
};

static inline struct w200_state *w200_of(const struct play *p)
{
    return p->state;
}

static inline const struct w200_box *box_of(const struct play *p)
{
    return p->box->own;
}

/* What callers promise. */
static inline bool is_area(int area)
{
    return area >= 0 && area < AREAS;
}

static inline bool is_faction(int faction)
{
    return faction >= 0 && faction < FACTIONS;
}

static inline bool is_block(int u)
{
    return u >= 0 && u < BLOCKS;
}

static inline const struct unit *unit_of(const struct play *p, int u)
{
    return &box_of(p)->unit[u];
}

static inline int side_of(int faction)
{
    return faction == FRENCH ? S_FRENCH : S_ALLIED;
}

static inline int faction_of(const struct play *p, int u)
{
    return box_of(p)->unit[u].faction;
}

static inline bool in_area(const struct play *p, int u)
{
    return w200_of(p)->block[u].place < AREAS;
}

/* The mask of a side's enemy, for secrets. */
static inline uint8_t veil(int side)
{
    return u8(1 << !side);
}

/* All blocks in an area, of all factions. */
#define EACH_BLOCK_AT(s, u, area) EACH_IN_STACK ((s)->first[area], (s)->next, u)

/* All blocks of a corps, its leader first; of CORPS, to which Strategic Leaders belong, none. */
#define EACH_BLOCK_OF(box, u, c)                                                                   \
    for (int u = (c) < CORPS ? (box)->leader[c] : BLOCKS; u < BLOCKS && u <= (box)->last[c]; u++)  \
        if ((box)->unit[u].corps == (c))

/* ---- of chapters 1 and 3, what everybody asks all the time ---- */

/* [SID-1] The Allied side is two factions. */
static inline struct areas of_side(const struct areas set[FACTIONS], int side)
{
    return side == S_FRENCH ? set[FRENCH] : areas_or(set[BRITISH], set[PRUSSIAN]);
}

static inline struct areas occupied_by(const struct play *p, int side)
{
    return of_side(w200_of(p)->occupied, side);
}

/* [SID-3] The Allied factions are friends: what one controls is friendly to both. */
static inline struct areas controlled_by(const struct play *p, int side)
{
    return of_side(w200_of(p)->control, side);
}

/* [1.5c] */
static inline struct areas contested_now(const struct play *p)
{
    return areas_and(occupied_by(p, S_FRENCH), occupied_by(p, S_ALLIED));
}

static inline bool enemy_in(const struct play *p, int side, int area)
{
    const struct w200_state *s = w200_of(p);

    return side == S_ALLIED ? s->count[FRENCH][area]
                            : s->count[BRITISH][area] | s->count[PRUSSIAN][area];
}

static inline bool is_contested(const struct play *p, int area)
{
    return enemy_in(p, S_FRENCH, area) && enemy_in(p, S_ALLIED, area);
}

/* [3.2a] [3.4d] Pawn and Heart count as 1. */
static inline int strength_of(const struct play *p, int u)
{
    return unit_of(p, u)->strength[w200_of(p)->block[u].step];
}

/* [3.3] [3.9.3d] [3.9.3e] [3.10.2a] Stars or cannonballs: a Heart is worth 1 to a Strategic Leader
 * and 0 to a Tactical one, a Pawn 0. */
static inline int value_of(const struct play *p, int u)
{
    return unit_of(p, u)->value[w200_of(p)->block[u].step];
}

static inline bool is_leader(const struct play *p, int u)
{
    return unit_of(p, u)->arm <= TACTICAL;
}

static inline bool is_artillery(const struct play *p, int u)
{
    return unit_of(p, u)->arm >= FOOT;
}

/* [3.4a] */
static inline bool is_combat_unit(const struct play *p, int u)
{
    return unit_of(p, u)->arm == INFANTRY || unit_of(p, u)->arm == CAVALRY;
}

/* 02-sequence.c, for rows: [INT-2] whose decision it is when British and Prussians have owners of their own */
int seat_by_mask(const struct play *, const struct step *);    /* its second variable: a mask, */
int seat_by_faction(const struct play *, const struct step *); /* a faction */
int seat_by_owner(const struct play *, const struct step *);   /* its first variable: a faction */
bool phase_sound(const struct play *, const struct step *);    /* its side, and which factions */

/* The steps, each a row below its functions. */
extern const struct step_def step_game, step_setup, step_shuffle, step_turn, step_arrivals,
    step_corps, step_draw, step_impulse, step_action, step_tactical, step_strategic, step_reinforce,
    step_battery, step_pass, step_activation, step_movement, step_march, step_scout, step_combat,
    step_battle, step_commit, step_creux, step_withdraw, step_retreat, step_hits, step_impetus,
    step_reorganization, step_hq, step_restore, step_call, step_place;

/* 01-map.c: terrain, stacking, control */
int holder_of(const struct play *, int area);                       /* the controlling faction */
const char *refuse_full(const struct play *, int area, int blocks); /* of one side */
const char *refuse_stack(const struct play *, int u, int area);     /* may it end there? */
void put_block(struct play *, int u, int area);
void lift_block(struct play *, int u);
void set_control(struct play *, int area, int faction);
void settle_control(struct play *, int area);
void enter_area(struct play *, int u, int area); /* put, and what follows for control */
void leave_area(struct play *, int u);
void verdict(struct play *); /* sudden death; ends steps and takes */
void final_verdict(struct play *);

/* 02-sequence.c: turns, impulses */
void w200_setup(struct play *);
void push_phase(struct play *, int op, int side); /* asked of the side, or of each faction */
void pass_disc(struct play *);
void deactivate(struct play *);

/* 03-units.c: strength, damage, elimination, fog of war */
int price_of(const struct play *, int u); /* hits for a damage */
int capacity_of(const struct play *, int u);
bool at_heart(const struct play *, int u);
int strategic_value(const struct play *, int faction); /* 0 without a Strategic Leader */
int morale_of(const struct play *, int faction);
void show_block(struct play *, int u, int why);
void hide_block(struct play *, int u, int why);
void turn_down(struct play *, int u); /* one damage, or elimination */
void eliminate(struct play *, int u);

/* 03-leaders.c: activation, range */
struct areas range_from(const struct play *, int leader, int area); /* if he were there */
struct areas range_of(const struct play *, int leader);
bool may_activate(const struct play *, int side);

/* 04-setup.c: set-up and the draws that it shares with reinforcements */
void ask_draw(struct play *, int purpose, int faction, int what, int arm);
bool fits_icon(const struct play *, int u, int icon);
bool fits_creux(const struct play *, int u, int area);
bool draws_left(const struct play *, const struct step *);

/* 05-reinforcements.c: arrivals and calls */
const char *refuse_call(const struct play *, int faction);
const char *refuse_place(const struct play *, int faction, int u, int area);

/* 06-2-movement.c */
struct mover {
    int u, faction, side, mode;
    bool gone, broke;
};
struct mover mover_of(const struct play *, const struct step *);
const char *refuse_march(const struct play *, const struct mover *, int mp, int to);
bool can_march(const struct play *, const struct mover *, int mp);
int cost_of_entry(const struct play *, const struct mover *, int from, int to);
int engagements_left(const struct play *, int faction);
const char *refuse_take(const struct play *, const struct step *, int u);
void ask_march(struct play *, int u, int mode, int mp);
int w200_points_left(const struct play *, int piece);
int w200_points_of(const struct play *, int piece); /* 0: it is not on the march */

/* 06-3-combat.c: battles up to the final result */
struct fire {
    int area, attacker, defender; /* factions */
    bool bombard;                 /* OR 5 */
    int also;                     /* 1 + an artillery that is not committed yet; 0: none */
    int of, df, fr;
    int charge;            /* that may be added to the attack: nobody knows what is concealed */
    int hits[FACTIONS];    /* that a faction has to take */
    int spared;            /* so many fewer for the attacker: OR 8 */
    bool veiled[FACTIONS]; /* some of its blocks are concealed from who reads the sum */
};
int battle_limit(const struct play *, int faction);
bool w200_clash(const struct play *, struct clash *, struct sheet *);
int defender_in(const struct play *, int area, int side);
void forecast_battles(const struct play *, const struct step *, struct forecast *);

/* 06-3-firepower.c: the sum of a battle */
void fire_sum(const struct play *, struct fire *, struct sheet *); /* the sheet may be NULL */
bool combined_attack(const struct play *, const struct fire *);

/* 06-3-losses.c */
void ask_hits(struct play *, int area, int faction, int hits);

/* 06-4-reorganization.c */
struct areas loc_of(const struct play *, int faction);
bool has_loc(const struct play *, int u);

/* 10-options.c: the optional rules that have decisions of their own */
const char *refuse_scout(const struct play *, const struct mover *, int mp, int area);
void ask_scout(struct play *, int u, int area);
void ask_impetus(struct play *, int area, int faction);
const char *refuse_battery(const struct play *, int side);
void demoralize(struct play *);

/* load.c, position.c, view.c, overlays.c, guess.c */
extern const char *const language_names[], *const colour_names[];
void w200_load(struct box *, struct errors *);
void w200_blank(struct play *);
extern const struct flag_word shown_words[], secret_words[]; /* SHOWN_…, F_… */
void w200_save(const struct play *, struct text *);
bool w200_restore(struct play *, const char *word, struct lex *);
const char *w200_restored(struct play *);
const char *w200_check(const struct play *);
void w200_redact(struct play *, int side);
void w200_guess(struct play *, int side, struct rng *);
bool w200_unseen(const struct play *, int u, int side);
void w200_show(const struct play *, int viewer, int piece, struct show *);
extern const struct page w200_page;
void w200_view(const struct play *, int viewer, struct json *);
extern const struct overlay w200_overlays[];
void w200_ground(const struct box *, int cell, struct text *);
int hidden_in(const struct play *, int area, int faction); /* blocks that are not seen */
void w200_tell(const struct play *, struct text *);
int w200_pieces_at(const struct play *, int area, int list[BOX_PIECES]);
void w200_tell_piece(const struct play *, int u, struct text *);
void w200_tell_place(const struct play *, int area, struct text *);
void w200_score(const struct play *, int points[SIDES_MAX]);

/* bot.c, bot-judge.c */
extern const struct mind w200_mind;
void w200_signs(const struct play *, int *sign);

/* measures.c */
extern const struct measure w200_measures[];
int w200_measure(const struct play *, int which);
int w200_whole(const struct play *, int which);

#endif
