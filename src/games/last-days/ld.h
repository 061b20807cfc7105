/*
 * ld.h: The Last Days of the Grande Armée, what one chapter offers another; each includes it alone.
 *
 * State, box and what is asked of them have headers of their own. Every hex has a few bits that both
 * sides may know: whose it is, whether a zone goes out from it, whether somebody unseen is there.
 * Rules ask these bits of the enemy and his pieces only where 1.51 has shown them: so nothing that
 * is legal tells what is hidden.
 */
#ifndef LAST_DAYS_H
#define LAST_DAYS_H

#include "ld-asks.h"
#include "ld-words.h"

#include "kernel/flags.h"
#include "kernel/path.h"
#include "kernel/read.h"

extern const struct step_def step_game, step_setup, step_turn, step_player, step_reorganization,
    step_command, step_pontoons, step_draw, step_chit, step_orders, step_objective, step_movement,
    step_march, step_entry, step_repulse, step_combat, step_designation, step_withdrawal,
    step_resolution, step_fight, step_losses, step_retreat, step_displace, step_capture,
    step_advance, step_disengagement, step_elan, step_crossing, step_abandoned, step_replacement,
    step_refuge, step_garrison;

/* ---- 01-hidden.c: what is seen ---- */

bool is_seen(const struct play *, int u); /* by the enemy: also without hidden forces */
void reveal_hex(struct play *, int h);    /* [1.51.1] all pieces there; play_reveal() if news */
void reveal_moving(struct play *, int h); /* [1.51.2] who is on the move there */
void reveal_engaged(struct play *);       /* [1.51.1] [1.51.3] both sides, in enemy zones */
void reveal_sighted(struct play *);       /* [1.51.4a] */
void reveal_around(struct play *, int h, int far, int side); /* ruling 68: enemies of the side */
void hide_again(struct play *);       /* [1.52] whoever is in no enemy zone */
void left_zone(struct play *, int u); /* [1.52] one piece has moved */

/* ---- 02-sequence.c: turns and phases ---- */

void ld_setup(struct play *);

/* ---- 03-stacking.c: where pieces are, and how many may be ---- */

void put_piece(struct play *, int u, int h);   /* that lies nowhere */
void lift_piece(struct play *, int u);         /* to nowhere: put it somewhere at once */
void move_piece(struct play *, int u, int h);  /* from wherever it is */
void put_off(struct play *, int u, int place); /* P_… */
void settle_hex(struct play *, int h);         /* its H_BOARD bits from the pieces there */
int board_bits(const struct play *, int h);    /* what they ought to be */

struct tally {
    uint8_t infantry, mounted, foot, trains, vedettes, leaders, columns;
};
void tally_add(const struct play *, struct tally *, int u);
void tally_arm(struct tally *, int arm);            /* one more of that arm */
struct tally tally_hex(const struct play *, int h); /* without pieces that are moving (F_MOVING) */
struct tally tally_all(const struct play *, int h);
/* [3.11] [3.12] [3.14] NULL, or why such a stack may not be. */
const char *refuse_tally(const struct tally *);
int combat_units_in(const struct tally *); /* that count: all but vedettes */

/* ---- 04-zones.c ---- */

bool zone_between(const struct play *, int from, int direction); /* may a zone go that way? */
bool in_zone(const struct play *, int h, int side);              /* of an enemy of the side */
bool in_firm_zone(const struct play *, int h,
                  int side);                  /* the same, not of vedettes alone: truth, or seen */
bool is_flexible(const struct play *, int h); /* [4.4a] only vedettes and lone leaders there */
bool next_to_zone(const struct play *, int h, int side);  /* [8.25B] */
bool is_engaged(const struct play *, int u);              /* in an enemy zone [4.1] */
bool is_surrounded(const struct play *, int h, int side); /* [6.11B] */

enum { SLIP_HEXES = 2 };
bool slips_to(const struct play *, int u, int to); /* without entering an enemy zone */
/* [4.2] [11.57a] Out of enemy zones: everybody, or artillery in mud. */
void push_disengagement(struct play *, int side, bool guns);

/* ---- 05-leaders.c ---- */

bool leader_in(const struct play *, int h, int side);
bool is_alone(const struct play *, int leader);    /* [5.2] counts as a vedette */
int fighting_strength(const struct play *, int u); /* half points, ½ for a lone leader */
/* [5.22a] Rolls for a leader (ST_CAPTURE); columns: on the bad side of 1-1, 0 in a repulse. Then he goes
 * with his stack, or if `refuge` to the nearest friendly unit. */
void push_capture(struct play *, int leader, int columns, bool refuge);
void push_refuge(struct play *, int leader);      /* [5.22b] asks where he goes */
void enter_replacements(struct play *, int side); /* [5.13b] */

/* ---- 06-reorganization.c ---- */

void recover(struct play *, int side); /* [6.13] */
void push_reorganization(struct play *, int side);

/* ---- 07-command.c ---- */

bool is_commander(const struct play *, int leader);
bool is_officer_of(const struct play *, int leader, int u); /* of the unit's formation */
int formation_led(const struct play *, int leader);         /* NO_FORMATION: none */
int officers_left(const struct play *, int leader), units_left(const struct play *, int leader);
void command_reach(const struct play *, int side, int from,
                   uint8_t cost[CELLS_MAX]); /* half hexes to all within range; others: over 4 */
int command_cost(const struct play *, int side, int from,
                 int to); /* half points; over 4: out of range */
bool in_command(const struct play *, int u);
void begin_command(struct play *, int side);  /* [2.11.A2a] */
void settle_command(struct play *, int side); /* [7.12] marks who is out of command */
/* For looking at the board. The way has the leader's hex first; 0: beyond his range. */
enum { COMMAND_WAY = 8 };
int command_way(const struct play *, int side, int from, int to, int16_t way[COMMAND_WAY]);
bool may_command(const struct play *, int leader, int u); /* while command is given */
int chain_of(const struct play *, int leader);            /* 0: he is not in the chain */
/* Through whom: none; a Commander's point; an officer; a unit of its column; who reaches it no more. */
enum { BOND_NONE, BOND_POINT, BOND_OFFICER, BOND_COLUMN, BOND_LEFT };
int bond_of(const struct play *, int u, int *by);

/* ---- 08-initiative.c, 08-orders.c ---- */

int allowance(const struct play *, int u);         /* half points in this movement phase */
int regular_allowance(const struct play *, int u); /* the same without a forced march */
void return_chits(struct play *, int side);        /* [8.1c] */
bool may_move_at_all(const struct play *, int u);  /* [2.2a] at night few do */
bool under_order(const struct play *, int u);      /* in force now */
/* A way to an objective: units of a force that march alike share it. */
struct order_way {
    bool known, one; /* one: of ways that are as short one is enough */
    int order, mover, from;
    bool column;
    int16_t points[CELLS_MAX]; /* half points to the objective, where that matters */
};
struct order_ways { /* found so far */
    struct order_way by[MOVERS];
};
void forget_ways(struct order_ways *); /* there need be nothing in them */
const char *refuse_off_route(const struct play *, int u, int to, struct order_ways *); /* [8.24a] */
/* One of the ways that its march order leaves it, hex by hex (room for CELLS_MAX); how many, 0: it has none. */
int way_of_order(const struct play *, int u, int16_t *way);
void end_orders(struct play *, int side); /* [8.25A] to [8.25D] at the end of a phase */
void end_arrivals(struct play *);         /* [8.25A] of either side, at the end of any phase */
void begin_orders(struct play *, int side);
void drop_order(struct play *, int u); /* who leaves the map obeys none */
void disclose_orders(struct play *);   /* [8.23c] */
void push_first_orders(struct play *); /* [19.3b] */
const char *refuse_cancel(const struct play *, const struct step *, int u); /* [8.25C] */
void cancel_order(struct play *, int u);
/* [8.21a] For the march of a group that has just come on. */
const char *refuse_entry_order(const struct play *, const struct step *march);
void ask_entry_order(struct play *, const struct step *march);

/* ---- 08-movement.c ---- */

/* Of a march: who leads it; whether it has left its hex, and road march was declared in it. */
enum { LEAD, HOW };
enum { MARCH_GONE = 1, MARCH_DECLARED = 2 };
int step_cost(const struct play *, int u, int from, int direction, bool column);      /* NO_ENTRY */
int mover_cost(const struct play *, int mover, int from, int direction, bool column); /* MOVES_… */
int points_left(const struct play *, int u);                 /* half points */
const char *refuse_rest(const struct play *, int h);         /* may the moving group stay there? */
void go_into(struct play *, int lead, int to);               /* the moving group, without paying */
int seat_by_march(const struct play *, const struct step *); /* of the march below */
void end_march(struct play *);                               /* clears F_MOVING, sets F_DONE */

/* ---- 09-pontoons.c ---- */

/* [9.26a] Its number, if a pontoon bridge lies on the hexside, whosever it is; -1: none does. */
static inline int pontoon_on(const struct play *p, int from, int direction)
{
    for (int i = 0; i < TRAINS; i++)
        if (ld(p)->pontoon[i].border >= 0 &&
            ld(p)->pontoon[i].border == p->box->board->cell[from].side[direction])
            return i;
    return -1;
}
void test_trains(struct play *,
                 int side); /* [9.18] at the end of the enemy's phase: pushes rolls */

void roll_train_retreats(struct play *, int h); /* [9.17] before the pieces there retreat */
void test_train_in(struct play *, int h);       /* [9.17] [9.18] after that */

/* For the march of a group led by t->v[0]: what a train in it may do there. */
void list_pontoon(const struct play *, const struct step *march, struct menu *);
const char *why_pontoon(const struct play *, const struct step *march, const struct action *);
void take_pontoon(struct play *, struct step *march, const struct action *);
/* [9.24] Must a die be rolled before the moving group goes there? Then asks for it and says so. */
bool ask_crossing(struct play *, int lead, int to);
bool preview_crossing(const struct play *, int lead, int to, struct sheet *);

/* ---- 10-repulse.c ---- */

const char *refuse_repulse(const struct play *, const struct step *march);
void ask_repulse(struct play *, const struct step *march);
bool preview_repulse(const struct play *, const struct step *march, struct sheet *);
/* [8.42B] A unit in road march that would come into this hex with so much spent on it. */
const char *refuse_column_zone(const struct play *, int h, int side, int spent);

/* ---- 11: combat ---- */

enum { CAUSE_COMBAT, CAUSE_REPULSE, CAUSE_FIRE, CAUSE_SLIP, CAUSE_DISPLACED };
/* All pieces with F_RETREATS in the hex must retreat so many hexes (ST_RETREAT, asked of their owner). */
void push_retreat(struct play *, int h, int hexes, int cause, int columns);
/* The halves by which a defence is multiplied when hex `h` is attacked from these hexes (2: not at all). */
int terrain_halves(const struct play *, int h, const int16_t *from, int n);
void clear_combat(struct play *); /* designations, flags of the phase */
bool ld_clash(const struct play *, struct clash *, struct sheet *);
bool ld_declared(const struct play *, int n, struct clash *);

/* -- 11-designation.c -- */

/* What may be attacked: a hex, or with this bit the unit in its chateau [11.61b]. */
enum { AIM_INSIDE = 1 << 12, AIM_CELL = AIM_INSIDE - 1 };
bool may_cross(const struct play *, int h, int d); /* [8.52a] an attack, over this hexside */
bool may_attack(const struct play *, int u);       /* designated or not, in this phase */
bool zones_meet(const struct play *, int ours, int theirs);
bool duties_open(const struct play *, int side); /* [2.11.C3] that could still be fulfilled */
bool sound_attack(const struct play *, int k);   /* somebody is left on both sides */
bool is_grand(const struct play *, int k);       /* [11.51H2] batteries of several corps */

/* -- 11-chateaux.c -- */

int inside_of(const struct play *, int h);    /* [11.61a] the infantry in the chateau; -1 */
bool has_outside(const struct play *, int h); /* combat units that are seen besides it */
void push_garrisons(struct play *, int side); /* asks who is inside, where it matters */

/* -- 11-odds.c -- */

/* Who fights whom from where. */
enum { BATTLE_HEXES = 24 };
struct battle {
    int side, kind, targets, sources; /* kind: ATTACK_… */
    int task;                         /* of its attackers */
    int16_t target[BATTLE_HEXES], source[BATTLE_HEXES];
    bool indoors[BATTLE_HEXES]; /* [11.61b] of a target: the one in its chateau is meant */
    bool inside, failed;        /* inside: of any of them */
    bool picked;                /* only who is counted for Élan: F_FIGHTS */
};
/* What it comes to: half points, halves of the ground, columns from the left, beyond the ends or not. */
struct sum {
    struct ratio attack, defence;
    int halves, size;   /* size: half points in the target hex */
    int base, shift;    /* the column as counted, and all shifts */
    int column, beyond; /* the column that is read, and what goes beyond the ends */
};
int halved(int halves); /* [11.31D] of cavalry, in half points */
void battle_of(const struct play *, int k, struct battle *);
/* [11.71a] The attack on this one target, by those who are counted (F_FIGHTS). */
void battle_against(const struct play *, int target, struct battle *);
bool meets_anybody(const struct play *, int target); /* ruling 139 */
bool fights_for(const struct play *, const struct battle *,
                int u); /* is he one of the attackers? */
bool fights_against(const struct play *, const struct battle *, int u);
void sum_up(const struct play *, const struct battle *, struct sum *, struct sheet *);
int read_result(const struct play *, const struct battle *, const struct sum *, int die);
int columns_against(const struct sum *, bool attacker); /* [11.44c] on the bad side of 1:1 */
bool preview_attack(const struct play *, int k, struct sheet *);
bool is_idle(const struct play *, int u); /* [11.56] guns without a part in the attack */
bool is_carried_out(const struct play *); /* what the fight at hand has come to */
bool show_battle(const struct play *, int k,
                 struct clash *); /* false: nobody, or nobody any more */

/* -- 11-results.c, 11-advance.c, 16-withdrawal.c -- */

int retreat_of(int result); /* hexes; 0: none */
void push_fight(struct play *, int k);
void push_advance(struct play *, int side);
bool any_withdrawal(const struct play *, int side);

/* -- 11-displacement.c -- */

bool fits_there(const struct play *, int u, int h);    /* [11.42a] within the stacking limit */
bool can_give_room(const struct play *, int h, int u); /* [11.45a] could somebody make room? */
const char *refuse_giving_room(const struct play *, int h, int u, int who, int to);
void list_room(const struct play *, int h, int u, struct menu *);
void push_displace(struct play *, int h, int u); /* asks who makes room for the piece */
bool only_vedettes(const struct play *, int h);
bool can_be_pushed(const struct play *, int h, int combat); /* [11.45d] by a retreat from there */
void push_aside(struct play *, int h, int u);               /* asks where they go */

/* -- 11-elan.c -- */

bool elan_due(const struct play *, int side); /* is any attack to be checked? */

/* ---- 12-demoralization.c: losses ---- */

bool track_broken(const struct play *, int track);
bool is_demoralized(const struct play *, int u); /* by its track, supply or a march order's end */
/* [11.41a] Eliminated by a result: to the Day or Night half, or the PEU box; says news, tracks,
 * ends games. */
void eliminate(struct play *, int u);
void lose_for_good(struct play *, int u);        /* to the PEU box */
void cut_levels(struct play *, bool cut);        /* [16.31] */
void enter_loss(struct play *, int u, int sign); /* on its track */
void count_loss(struct play *, int u, int sign); /* the same in play: with news of demoralization */

/* ---- 13-vedettes.c ---- */
bool is_scattered(const struct play *, int u); /* [13.1b] broken down, with no vedette anywhere */
const char *refuse_break(const struct play *, int u);
const char *refuse_reassemble(const struct play *, int u);
/* For the march of a group led by t->v[0]: V_BREAK before it leaves, V_REASSEMBLE where all are together. */
void list_vedettes(const struct play *, const struct step *march, struct menu *);
const char *why_vedettes(const struct play *, const struct step *march, const struct action *);
void take_vedettes(struct play *, struct step *march, const struct action *);

/* ---- 14-supply.c ---- */

bool in_supply(const struct play *, int u); /* as it stands now */
/* The line of an army's forces in a hex, for looking at the board: from the source to them; if enemies cut it, as it would be
 * without them. */
enum { LINE_RUNS, LINE_NEEDLESS, LINE_CUT, LINE_FAR, LINE_CLOSED };
struct supply_line {
    int how, n, roads; /* so many of its hexes, the first, lead along roads and trails */
    int16_t way[CELLS_MAX];
};
void draw_line(const struct play *, int army, int h, struct supply_line *);
bool line_runs(const struct play *, int side, int from, int direction); /* [14.12] */
bool supply_counts(const struct play *); /* [14.0a] is anybody marked out of supply at night? */
void settle_supply(struct play *, int side);
void note_sources(struct play *, int u, int h); /* [20.15] a unit has entered the hex */

/* ---- 15-reinforcements.c ---- */

int entry_cost(const struct play *, int u); /* [15.12] half points */
void note_entry(struct play *, int u);      /* [15.12] [14.22] a stack has come on */
/* [15.0] [19.23] [1.61] It may come on now. */
static inline bool is_due(const struct play *p, int u)
{
    const struct piece_state *k = piece_at(p, u);

    return k->place == P_TRACK && k->turn <= ld(p)->base.turn && !is_night(p) &&
           side_of(p, u) == ld(p)->side;
}
bool is_blocked(const struct play *, int h, int side); /* [15.21] */
const char *refuse_enter(const struct play *, int u, int h);
const char *refuse_coming(const struct play *, int u);    /* wherever */
int entries_of(const struct play *, int u, int16_t *hex); /* where it may; how many: CELLS_MAX */
const char *refuse_partial(const struct play *, int side,
                           int share);                             /* [15.22b] may movement end? */
const char *refuse_switch(const struct play *, int u, int letter); /* [15.3a] */
bool speaks_for_force(const struct play *, int u);
void switch_entry(struct play *, int u, int letter);
void reveal_entries(struct play *, int side);
bool can_come_on(const struct play *, int u);  /* alone, now: 08-movement.c */
bool must_come_on(const struct play *, int u); /* [15.22b] another of its force has, and it can */
void end_entries(struct play *, int side);     /* [15.22a] what did not come is delayed */

/* ---- 18-team.c: who of a side decides; 18-couriers.c: letters ---- */

void push_phase(struct play *, int op, int side); /* asked of the side, or of each of its seats */
/* A step that does not stand on the agenda, to ask refusals with: its first two variables. */
struct step step_asked(int first, int second);
/* [18.0b] Of phases with the variable `told` third: what was decided there. */
void list_delegates(const struct play *, const struct step *, struct menu *);
const char *refuse_delegate(const struct play *, const struct step *, int u);
void delegate(struct play *, struct step *, int u);
int share_of(const struct play *, int u); /* SHARE_… who of a divided side has it */
bool is_mine(const struct play *, const struct step *, int u); /* of the phase's side and share */
int seat_by_share(const struct play *, const struct step *); /* of a phase: v[0] side, v[1] share */
int seat_by_piece(const struct play *, const struct step *); /* of the piece in v[0] */
bool phase_sound(const struct play *, const struct step *);
extern const struct post ld_post;

/* ---- 19-setup.c ---- */

void push_setup(struct play *);
void split_at_start(struct play *, int u);
void leave_out(struct play *); /* [21.13a] */

/* ---- 20-victory.c ---- */

struct points {
    int ratio, sources[SIDES], corps[SIDES], losses; /* [20.11a] [20.12a] [20.13] [20.14] */
    int total[SIDES];
    int lost[SIDES]; /* strength points */
    int goals;       /* of a short scenario: places where French stand */
};
void count_points(const struct play *, struct points *);
void verdict(struct play *);           /* after the last turn */
void napoleon_captured(struct play *); /* [20.3] */

extern const uint8_t chits_of[SIDES][CHITS]; /* [8.15] all that a side has */

/* ---- load.c, position.c, view.c, guess.c, show.c, overlays.c, measures.c, bot.c ---- */

void ld_load(struct box *, struct errors *);
void survey_map(struct ld_box *, int cells); /* what it would take long to find again and again */
void weigh_hexsides(struct box *, struct ld_box *, struct errors *);
extern const struct flag_word piece_flags[], hex_flags[];
void ld_blank(struct play *);
void ld_save(const struct play *, struct text *);
bool ld_restore(struct play *, const char *word, struct lex *);
const char *ld_restored(struct play *);
const char *ld_check(const struct play *);
void ld_redact(struct play *, int side);
void ld_guess(struct play *, int side, struct rng *);
bool ld_unseen(const struct play *, int piece, int side);
void ld_view(const struct play *, int viewer, struct json *);
void ld_show(const struct play *, int viewer, int piece, struct show *);
extern const struct page ld_page;
extern const struct overlay ld_overlays[];
void ld_ground(const struct box *, int cell, struct text *);
void ld_tell(const struct play *, struct text *);
int ld_pieces_at(const struct play *, int cell, int list[BOX_PIECES]);
void ld_tell_piece(const struct play *, int piece, struct text *);
void ld_tell_place(const struct play *, int cell, struct text *);
void ld_score(const struct play *, int points[SIDES_MAX]);
int ld_points_left(const struct play *, int piece);
extern const struct measure ld_measures[];
int ld_measure(const struct play *, int which);
int ld_whole(const struct play *, int which);
extern const struct mind ld_mind;

#endif
