/*
 * 04-sequence.c: module 4: the course of the game: set-up, sixteen turns of two player turns, phases A to D.
 *
 * [3.0] Every roll of the game is one die. [3.1] What no step lists cannot be done. [15.0b] Nobody
 * has to fight. Each phase is a step of its own chapter; here they only follow one another. When
 * three people play, the Anglo-Dutch-German seat acts before the Prussian one in every Allied phase,
 * and in combat they take turns, target by target. [4.0b] ruling A-45
 */
#include <assert.h>

#include "dow.h"

/* ---- who acts ---- */

static bool has_pieces(const struct play *p, int army)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (def_at(p, u)->army == army && in_play(p, u))
            return true;
    return false;
}

/* [4.0a] [4.0b] Masks of the armies that act together, one after another. */
int phasing_masks(const struct play *p, int side, int mask[2])
{
    assert(is_side(side));
    if (side == FRENCH) {
        mask[0] = MASK_FRENCH;
        return 1;
    }
    mask[0] = MASK_ADG | MASK_PRUSSIAN;
    if (!play_option(p, OPT_THREE_SEATS))
        return 1;
    mask[0] = MASK_ADG;
    mask[1] = MASK_PRUSSIAN;
    return has_pieces(p, ARMY_PRUSSIAN) ? 2 : 1;
}

/* Variables of the steps of phase D: the armies whose seat chooses a target; those that have done. */
enum { CHOOSES, HAS_DONE };

static bool stands_on_map(const struct play *p, int mask)
{
    for (int piece = 0; piece < p->box->pieces; piece++)
        if (piece_place(p, piece) >= 0 && mask >> piece_army(p, piece) & 1)
            return true;
    return false;
}

/* The other seat of the phasing side, as long as it has not done and has somebody to fight with; 0: none. */
static int other_seat(const struct play *p, const struct step *t)
{
    int mask[2], other;

    if (phasing_masks(p, t->who, mask) < 2)
        return 0;
    other = t->v[CHOOSES] == mask[0] ? mask[1] : mask[0];
    return other != t->v[HAS_DONE] && stands_on_map(p, other) ? other : 0;
}

/* [4.0b] ruling A-45: a target has been chosen: the next one is the other seat's to choose. */
void pass_choice(struct play *p, struct step *t)
{
    int other = other_seat(p, t);

    if (other)
        t->v[CHOOSES] = i16(other);
}

/* The seat chooses no more targets; the step ends when neither does. */
void end_choices(struct play *p, struct step *t)
{
    int other = other_seat(p, t);

    if (!other) {
        agenda_pop(p, 0);
        return;
    }
    t->v[HAS_DONE] = t->v[CHOOSES];
    t->v[CHOOSES] = i16(other);
}

enum { SEAT_FRENCH, SEAT_ADG, SEAT_PRUSSIAN };

int seat_of_army(int army)
{
    return army == ARMY_FRENCH ? SEAT_FRENCH : army == ARMY_ADG ? SEAT_ADG : SEAT_PRUSSIAN;
}

static int army_of_hex(const struct play *p, int h)
{
    return top_of(p, h) == NO_UNIT ? ARMY_ADG : def_at(p, top_of(p, h))->army;
}

int seat_of_mask(int mask)
{
    return mask == MASK_PRUSSIAN ? SEAT_PRUSSIAN : SEAT_ADG;
}

/* [4.0b] A decision belongs to the seat of the armies, the piece or the hex that the step names first. */
int seat_by_armies(const struct play *p, const struct step *t)
{
    (void)p;
    return seat_of_mask(t->v[0]);
}

int seat_by_piece(const struct play *p, const struct step *t)
{
    return seat_of_army(piece_army(p, t->v[0]));
}

int seat_by_hex(const struct play *p, const struct step *t)
{
    return seat_of_army(army_of_hex(p, t->v[0]));
}

/* Ruling A-45: where both Allied armies fight together the Anglo-Dutch-German seat decides. */
int seat_by_fight(const struct play *p, const struct step *t)
{
    int engaged = 0;

    (void)t;
    for (int u = 0; u < dbox(p)->units; u++)
        if (side_of(p, u) == ALLIED && has_flag(p, u, F_ATTACKS | F_DEFENDS))
            engaged |= 1 << def_at(p, u)->army;
    return seat_of_mask(engaged);
}

/* ---- weather ---- */

/* [9.2.13] 9.2.14 by the Turn Record Track; 16.1 and 16.2a change it. */
int weather_in(const struct play *p, int turn)
{
    switch (dow(p)->weather_shift) {
    case 1: return turn <= 2 ? MUD : CLEAR;                          /* [16.1] a dry night */
    case 2: return turn <= 6 ? SEVERE_MUD : turn <= 9 ? MUD : CLEAR; /* [16.1] rain till dawn */
    case 3: return turn == 6 ? SEVERE_MUD : dbox(p)->weather[turn];  /* [16.2a] compensation */
    default: return dbox(p)->weather[turn];
    }
}

int weather(const struct play *p)
{
    return weather_in(p, play_state(p)->turn);
}

void weather_line(const struct play *p, int modifier, struct sheet *sheet)
{
    if (!modifier)
        return;
    sheet_modifier(sheet, weather(p) == MUD ? "TEC-16" : "TEC-15", modifier, "Ground: %s",
                   weather_names[weather(p)]);
    sheet_chart(sheet, dbox(p)->sky);
}

/* ---- the course of the game ---- */

void clear_phase_marks(struct play *p, int unit_flags, int hex_flags)
{
    for (int u = 0; u < dbox(p)->units; u++)
        clear_flag(p, u, unit_flags);
    for (int h = 0; h < p->box->board->cells; h++)
        dow(p)->hex[h] = u8(dow(p)->hex[h] & ~hex_flags);
}

void dow_setup(struct play *p)
{
    agenda_push(p, ST_GAME, NOBODY);
}

/* The variants of module 16 come before the set-up; a short scenario begins in the middle of things. */
static void ask_variants(struct play *p)
{
    if (dow(p)->last)
        return;
    if (play_option(p, OPT_POSTURES)) {
        agenda_push(p, ST_POSTURE, FRENCH); /* the second choice is shown at once, with the first */
        agenda_push(p, ST_POSTURE, ALLIED)->secret = 1 << FRENCH;
    }
    if (play_option(p, OPT_III_CORPS))
        agenda_push(p, ST_III_CORPS, FRENCH);
    if (play_option(p, OPT_TESTING_FATE))
        agenda_push(p, ST_FATE, NOBODY);
}

/* [4.1d] The Allies set up first, unseen; then the French, unseen; then the first turn. */
static void run_game(struct play *p, struct step *t)
{
    switch (t->pc++) {
    case 0:
        play_state(p)->phase = PH_SETUP;
        ask_variants(p);
        break;
    case 1:
        apply_postures(p);
        ask_setup(p, ALLIED);
        break;
    case 2: ask_setup(p, FRENCH); break;
    default:
        t->pc = 4;
        dow(p)->secret = 0;
        agenda_push(p, ST_TURN, NOBODY);
    }
}

const struct step_def step_game = {
    .name = "game",
    .cases = "4.2",
    .points = "variants allied french first turns",
    .run = run_game,
};

/* [4.2] Allied Player Turn, French Player Turn, Turn Interphase. */
static void run_turn(struct play *p, struct step *t)
{
    struct state *s = play_state(p);

    switch (t->pc++) {
    case 0:
        play_tell(p, EV_TURN, 0, 2, s->turn, W_WEATHER + weather(p));
        agenda_push_with(p, ST_PLAYER, NOBODY, ALLIED, 0, 0, 0);
        break;
    case 1: agenda_push_with(p, ST_PLAYER, NOBODY, FRENCH, 0, 0, 0); break; /* [4.2E] */
    default:
        s->phase = PH_INTERPHASE;
        if (s->turn == last_turn(p)) { /* [4.2F] */
            decide_at_end(p);
            return;
        }
        s->turn++;
        agenda_pop(p, 0);
    }
}

const struct step_def step_turn = {
    .name = "turn",
    .cases = "4.2",
    .points = "allied french end",
    .on = "game@turns",
    .run = run_turn,
};

enum { SIDE, NEXT }; /* variables of a player turn: whose; which of its masks is asked next */

static void enter_phase(struct play *p, struct step *t, int phase)
{
    play_state(p)->phase = u8(phase);
    t->v[NEXT] = 0;
    play_tell(p, EV_PHASE, 0, 2, t->v[SIDE], W_PHASE + phase);
}

/* How many are asked one after another: who is not on the map has nobody to command, and in phase D the
 * seats are asked in one step, by turns. */
static int asked_in_order(const struct play *p, int side, int op, int mask[2])
{
    int n = phasing_masks(p, side, mask);

    switch (op) {
    case ST_COMBAT:
    case ST_BREAKTHROUGH: return 1;
    case ST_COMMAND: return n == 2 && stands_on_map(p, mask[1]) ? 2 : 1;
    default: return n;
    }
}

/* Asks the next army or armies; false when all have been asked. */
static bool ask_next(struct play *p, struct step *t, int op)
{
    int mask[2];

    if (t->v[NEXT] >= asked_in_order(p, t->v[SIDE], op, mask))
        return false;
    t->pc--;
    agenda_push_with(p, op, t->v[SIDE], mask[t->v[NEXT]++], 0, 0, 0);
    return true;
}

/* [4.2] Phases A to D of one player turn. */
static void run_player(struct play *p, struct step *t)
{
    int side = t->v[SIDE];

    switch (t->pc++) {
    case 0:
        dow(p)->side = u8(side);
        begin_command(p, side);
        enter_phase(p, t, PH_COMMAND);
        break;
    case 1:
        if (!ask_next(p, t, ST_COMMAND)) {
            t->v[NEXT] = 0;
            set_command(p, side); /* [4.2Aa] */
        }
        break;
    case 2: ask_next(p, t, ST_RALLY); break; /* [4.2Ac] */
    case 3:
        begin_movement(p, side);
        enter_phase(p, t, PH_MOVEMENT);
        break;
    case 4: ask_next(p, t, ST_MOVEMENT); break;
    case 5:
        end_movement(p, side);
        enter_phase(p, t, PH_COMPLETION);
        complete_reorganization(p, side); /* [4.2C] */
        break;
    case 6: enter_phase(p, t, PH_COMBAT); break;
    case 7: ask_next(p, t, ST_COMBAT); break; /* [4.2D1a] */
    case 8: enter_phase(p, t, PH_BREAKTHROUGH); break;
    case 9: ask_next(p, t, ST_BREAKTHROUGH); break; /* [4.2D2] */
    default: end_combat_phase(p); agenda_pop(p, 0);
    }
}

static bool player_sound(const struct play *p, const struct step *t)
{
    (void)p;
    return t[-1].pc == (t->v[SIDE] == ALLIED ? 1 : 2);
}

const struct step_def step_player = {
    .name = "player",
    .cases = "4.2",
    .vars = "side:s next:0..2",
    .points = "begin command rally march movement complete fight combat follow breakthrough end",
    .on = "turn@french,end",
    .run = run_player,
    .sound = player_sound,
};
