/*
 * 02-sequence.c: chapter 2: the course of the game: turns of two player turns, by day, by night and in rain.
 *
 * Each phase is a step of its own chapter; here they only follow one another.
 */
#include "ld.h"

enum { SIDE }; /* the first variable of phases */

/* ---- the game ---- */

void ld_setup(struct play *p)
{
    leave_out(p);
    ld_restored(p);
    agenda_push(p, ST_GAME, NOBODY);
}

/* [2.12] [2.32] [1.63] [19.2a] [19.0] The marker moves on from the first turn of the scenario to
 * its last; then points are counted. */
static void run_game(struct play *p, struct step *t)
{
    struct ld_state *s = ld(p);

    if (t->pc == 0) { /* [1.6a] */
        t->pc = 1;
        s->base.phase = PH_SETUP;
        push_first_orders(p);
        push_setup(p);
        return;
    }
    if (t->pc == 2 && s->base.turn == s->last) {
        verdict(p);
        return;
    }
    s->base.turn = u8(s->base.turn + (t->pc == 2));
    t->pc = 2;
    play_tell(p, EV_TURN, 0, 2, s->base.turn, W_DATE + part_of_day(p));
    agenda_push(p, ST_TURN, NOBODY);
}

const struct step_def step_game = {
    .name = "game",
    .cases = "2.0",
    .points = "setup begin turns",
    .run = run_game,
};

static void begin_turn(struct play *p)
{
    EACH_PIECE (p, u)
        clear_flag(p, u, F_SLIPPED | F_TIRED);
}

/* [2.1] The First Player, who is French [21.11]; [2.2a] [2.22] at night the Second Player begins. */
static void run_turn(struct play *p, struct step *t)
{
    int first = is_night(p) ? ALLIED : FRENCH;

    switch (t->pc++) {
    case 0:
        begin_turn(p);
        agenda_push_with(p, ST_PLAYER, NOBODY, first, 0, 0, 0);
        break;
    case 1: agenda_push_with(p, ST_PLAYER, NOBODY, !first, 0, 0, 0); break;
    default: agenda_pop(p, 0);
    }
}

const struct step_def step_turn = {
    .name = "turn",
    .cases = "2.1",
    .points = "first second end",
    .on = "game@turns",
    .run = run_turn,
};

/* ---- a player turn ---- */

static void begin_player(struct play *p, int side)
{
    struct ld_state *s = ld(p);

    s->side = u8(side);
    s->recule = 0;
    for (int i = 0; i < ENTRIES; i++)
        s->source[i].stacks = 0;
    for (int i = 0; i < TRAINS; i++)
        s->pontoon[i].cost = s->pontoon[i].fresh = s->pontoon[i].taken = 0;
    EACH_PIECE (p, u)
        if (side_of(p, u) == side) {
            clear_flag(p, u, F_ENTERED | F_SPLIT | F_UNCHAINED | F_STAKED);
            piece_at(p, u)->rallied = 0;
        }
    begin_orders(p, side);
}

/* [2.11.B2a] What is counted in a movement phase begins anew. */
static void begin_movement(struct play *p, int side)
{
    ld(p)->base.phase = PH_MOVEMENT;
    for (int h = 0; h < p->box->board->cells; h++)
        clear_hex(p, h, H_PHASE);
    EACH_PIECE (p, u)
        if (side_of(p, u) == side) {
            piece_at(p, u)->spent = 0;
            piece_at(p, u)->left = -1;
            clear_flag(p, u, F_DONE | F_FORCED | F_ENGAGED);
            if (is_engaged(p, u))
                set_flag(p, u, F_ENGAGED);
        }
    reveal_engaged(p); /* [1.51.1] */
    reveal_entries(p, side);
    push_phase(p, ST_MOVEMENT, side);
}

static void end_movement(struct play *p, int side)
{
    end_entries(p, side);
    end_orders(p, side);
    end_arrivals(p);
    test_trains(p, !side);
    return_chits(p, side);
}

static void push_named(struct play *p, int op, int side, int phase)
{
    ld(p)->base.phase = u8(phase);
    push_phase(p, op, side);
}

/* Ruling 84: of a repulse that failed in rain nothing follows. */
static void begin_rain(struct play *p, int side)
{
    EACH_PIECE (p, u)
        clear_flag(p, u, F_FAILED);
    ld(p)->base.phase = PH_DISENGAGE;
    push_disengagement(p, side, false);
}

/* [2.11.A1b] to [2.11.C4], the draw before the extra chit [2.11.B1d]; [2.31] in rain there is
 * disengagement instead of combat. */
static void run_day(struct play *p, struct step *t, int side)
{
    switch (t->pc++) {
    case 0:
        begin_player(p, side);
        play_tell(p, EV_PLAYER, 0, 1, side);
        ld(p)->base.phase = PH_REORGANIZE;
        push_reorganization(p, side);
        break;
    case 1:
        begin_command(p, side);
        push_named(p, ST_COMMAND, side, PH_COMMAND);
        enter_replacements(p, side); /* asked before it */
        break;
    case 2:
        settle_command(p, side);
        push_phase(p, ST_PONTOONS, side);
        break;
    case 3:
        ld(p)->base.phase = PH_INITIATIVE;
        agenda_push_with(p, ST_DRAW, CHANCE, side, SHARE_ALL, 0, 0);
        break;
    case 4: agenda_push_with(p, ST_CHIT, side, side, SHARE_FIRST, 0, 0); break;
    case 5: begin_movement(p, side); break;
    case 6: end_movement(p, side); break;
    case 7:
        if (weather_of(p) == RAIN) {
            begin_rain(p, side);
        } else {
            ld(p)->base.phase = PH_COMBAT;
            agenda_push_with(p, ST_COMBAT, NOBODY, side, 0, 0, 0);
        }
        break;
    default:
        end_arrivals(p);
        test_trains(p, !side);
        cut_levels(p, false); /* [16.31] */
        hide_again(p);
        if (agenda_top(p) == t)
            agenda_pop(p, 0);
    }
}

/* [2.21.A0] [2.21.A2b] [2.21.A1] [2.21.B] [2.21.C1] ruling 2: orders, recovery, supply, marches,
 * disengagement. */
static void run_night(struct play *p, struct step *t, int side)
{
    switch (t->pc++) {
    case 0:
        begin_player(p, side);
        play_tell(p, EV_PLAYER, 0, 1, side);
        push_named(p, ST_ORDERS, side, PH_COMMAND);
        break;
    case 1:
        recover(p, side);
        settle_supply(p, side);
        break;
    case 2: break;
    case 3:
        ld(p)->base.phase = PH_INITIATIVE;
        agenda_push_with(p, ST_DRAW, CHANCE, side, SHARE_ALL, 0, 0)->secret = veil(side);
        break;
    case 4: break;
    case 5: begin_movement(p, side); break;
    case 6: end_movement(p, side); break;
    case 7:
        ld(p)->base.phase = PH_DISENGAGE;
        push_disengagement(p, side, false);
        break;
    default:
        end_arrivals(p);
        hide_again(p);
        agenda_pop(p, 0);
    }
}

static void run_player(struct play *p, struct step *t)
{
    if (is_night(p))
        run_night(p, t, t->v[SIDE]);
    else
        run_day(p, t, t->v[SIDE]);
}

const struct step_def step_player = {
    .name = "player",
    .cases = "2.11",
    .vars = "side:s",
    .points = "begin command pontoons draw chit movement moved combat end over",
    .on = "turn",
    .rolls = "end:6 over:6",
    .run = run_player,
};
