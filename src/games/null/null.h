/*
 * null.h: the outpost line, a whole game in little; the one header of its folder.
 *
 * Two sides of two pickets, twelve hexes, three turns. It uses everything that the kernel offers a
 * game once (secret choice, march by steps, interrupt, dice, chart, sheet, forced retreat, facing, option, a shared
 * side and its letters), is
 * always built and tested, and is what a new game is copied from.
 */
#ifndef NULL_H
#define NULL_H

#include "kernel/flags.h"
#include "kernel/game.h"
#include "kernel/read.h"

enum { BLUE, RED, SIDES };
enum { PICKETS = 4, PER_SIDE = 2 };
enum { NOWHERE = -1 };
enum { UNKNOWN, WEAK, STRONG };    /* strengths; UNKNOWN only before set-up and in views */
enum { ALLOWANCE = 4, TURNS = 3 }; /* half points; turns */

enum {
    ST_GAME = STEP_GAME,
    ST_SETUP = STEP_FIRST,
    ST_PLAYER,
    ST_MOVEMENT,
    ST_AMBUSH,
    ST_COMBAT,
    ST_BATTLE,
    ST_RETREAT
};
enum { V_STRONG = VERB_FIRST, V_MARCH, V_AMBUSH, V_ATTACK, V_RETREAT, V_STOP, V_TURN };
enum {
    EV_TURN = EVENT_FIRST,
    EV_STRONG,
    EV_MARCH,
    EV_AMBUSH,
    EV_LOST,
    EV_ATTACK,
    EV_RETREAT,
    EV_OVER,
    EV_TURNED
};
enum { W_AMBUSH, W_COMBAT };
enum { OPT_FOG, OPT_FACING, OPT_OFFICERS };
enum { SEAT_BLUE, SEAT_RED, SEAT_SECOND };          /* the last with OPT_OFFICERS */
enum { BOTH_PICKETS, FIRST_PICKET, SECOND_PICKET }; /* whose phase it is: of which of a side's */
enum { END_DESTROYED, END_CROSSROADS, END_DRAW };
enum { RES_ATTACKER, RES_BOTH, RES_RETREAT, RES_DEFENDER };

/* All that can change. */
struct picket {
    int16_t place; /* cell, or NOWHERE: lost */
    uint8_t strength;
    uint8_t spent; /* half points in this movement */
    uint8_t flags;
    uint8_t facing; /* towards a corner: hex.h; 0: the option is off */
};

enum {
    SEEN = 1,     /* the enemy knows its strength */
    DONE = 2,     /* its movement is over */
    ATTACKED = 4, /* in this player turn, as the next */
    AMBUSHED = 8
};

struct null_state {
    struct state base;
    struct picket picket[PICKETS];
};

/* All that is printed. */
struct null_box {
    int woods, stream, bridge, road; /* words of the map */
    int crossroads;
    const struct chart *combat;
};

static inline struct null_state *null_of(const struct play *p)
{
    return p->state;
}

static inline const struct null_box *box_of(const struct play *p)
{
    return p->box->own;
}

static inline int side_of(int u)
{
    return u / PER_SIDE;
}

static inline bool has_flag(const struct play *p, int u, int flag)
{
    return (null_of(p)->picket[u].flags & flag) != 0;
}

static inline void set_flag(struct play *p, int u, int flag)
{
    null_of(p)->picket[u].flags = u8(null_of(p)->picket[u].flags | flag);
}

/* null.c */
int picket_at(const struct play *p, int place); /* NOWHERE: none */
bool on_board(const struct play *p, int u);
bool next_to(const struct play *p, int u, int e); /* enemies in neighbouring hexes */
bool next_to_enemy(const struct play *p, int side, int place);
bool phase_sound(const struct step *t);  /* movement and combat: of the side whose turn it is */
void lose_picket(struct play *p, int u); /* [6.1] may end the game */

/* The steps, each a row below its functions. */
extern const struct step_def step_game, step_setup, step_player, step_movement, step_ambush,
    step_combat, step_battle, step_retreat;

/* the chapters */
void null_setup(struct play *);
int ground_cost(void *play, int from, int to, int border); /* a path_cost */
bool can_retreat(const struct play *, int u);
void ask_ambush(struct play *, int ambusher, int mover);
bool is_faced(const struct play *); /* is the option chosen? what follows is of use only then */
bool is_before(const struct play *, int u, int place); /* in its front */
void face_enemies(struct play *);
const char *facing_broken(const struct play *);
const char *refuse_turn(const struct play *, int side, int u, int facing);
void list_turns(const struct play *, int side, int u, struct menu *);
void turn_picket(struct play *, int u, int facing);
int rear_modifier(const struct play *, int attacker, int defender); /* 0 too without the option */

/* 10-letters.c */
extern const struct post null_post;
bool is_shared(const struct play *, int side);     /* does it have two officers? */
bool is_led(const struct step *t, int u);          /* by the officer whose phase it is? */
void push_phases(struct play *, int op, int side); /* asked of the side, or of each officer */
void share_phase(struct play *);                   /* one that a position has begun for both */
bool shares_sound(const struct play *, const struct step *t);
int seat_by_share(const struct play *, const struct step *);
int seat_by_picket(const struct play *, const struct step *);

/* bot.c */
extern const struct mind null_mind;

/* load.c, view.c, check.c */
void null_blank(struct play *);
void null_load(struct box *, struct errors *);
extern const struct flag_word picket_words[];
void null_save(const struct play *, struct text *);
bool null_restore(struct play *, const char *word, struct lex *);
const char *null_restored(struct play *);
const char *null_check(const struct play *);
void null_redact(struct play *, int side);
void null_guess(struct play *, int side, struct rng *);
bool null_clash(const struct play *, struct clash *, struct sheet *);
void null_show(const struct play *, int viewer, int piece, struct show *);
extern const struct page null_page;
void null_ground(const struct box *, int cell, struct text *);
extern const struct overlay null_overlays[];
int null_pieces_at(const struct play *, int cell, int list[BOX_PIECES]);
void null_tell_piece(const struct play *, int u, struct text *);
void null_score(const struct play *, int points[SIDES_MAX]);
int null_points_left(const struct play *, int piece);
int null_pose(const struct play *, int piece);
void null_pose_name(const struct play *, int pose, struct text *);

#endif
