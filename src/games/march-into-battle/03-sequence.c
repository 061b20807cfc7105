/*
 * 03-sequence.c: 3.0 the sequence of play: turns of three phases, the pool of chits, activations.
 *
 * [SOP-1] [SOP-2] [SOP-3a] [SOP-3b] [SOP-3c] A turn is a step; each chit drawn is an activation upon it. A chit is a
 * formation's, or that of an army or wing commander, who may activate a formation in turn. [1.2r] All dice have six faces.
 */
#include "mib.h"

/* ---- seats ---- */

enum { SEAT_FRENCH, SEAT_ANGLO, SEAT_PRUSSIAN };

int seat_of_army(int army)
{
    return army == ARMY_FRENCH ? SEAT_FRENCH : army == ARMY_PRUSSIAN ? SEAT_PRUSSIAN : SEAT_ANGLO;
}

static int chit_army(int chit)
{
    static const uint8_t chiefs[CHIEFS] = { ARMY_FRENCH, ARMY_FRENCH, ARMY_FRENCH, ARMY_ANGLO,
                                            ARMY_PRUSSIAN };

    return chit < FORMATIONS ? formation_army[chit] : chiefs[chit - FORMATIONS];
}

int seat_by_chit(const struct play *p, const struct step *t)
{
    (void)p;
    return seat_of_army(chit_army(t->v[0]));
}

int seat_by_piece(const struct play *p, const struct step *t)
{
    return seat_of_army(army_of(p, t->v[0]));
}

/* ---- chits ---- */

int chit_side(int chit)
{
    return army_side(chit_army(chit));
}

/* [3.3r1] On the map or due. */
static bool is_here(const struct play *p, int u)
{
    return on_map(p, u) || is_due(p, u);
}

bool has_chit(const struct play *p, int chit)
{
    if (chit >= FORMATIONS)
        return is_here(p, mbox(p)->chief[chit - FORMATIONS]);
    EACH_PIECE (p, u)
        if (unit_at(p, u)->formation == chit && !is_leader(p, u) && is_here(p, u))
            return true;
    return false;
}

static const uint8_t army_chief[ARMIES] = { CHIEF_NAPOLEON, CHIEF_WELLINGTON, CHIEF_BLUCHER };

/* [4.2r] Whose chit moves headquarters, trains, engineers and units of no formation. */
static int keeper_of(const struct play *p, int army)
{
    if (is_here(p, mbox(p)->chief[army_chief[army]]))
        return FORMATIONS + army_chief[army];
    for (int i = CHIEF_NEY; army == ARMY_FRENCH && i <= CHIEF_GROUCHY; i++)
        if (is_here(p, mbox(p)->chief[i]))
            return FORMATIONS + i;
    return mib(p)->deputy[army] < FORMATIONS ? mib(p)->deputy[army] : NO_CHIT;
}

int chit_of(const struct play *p, int u)
{
    if (unit_at(p, u)->formation < FORMATIONS)
        return unit_at(p, u)->formation;
    for (int i = 0; is_leader(p, u) && i < CHIEFS; i++)
        if (mbox(p)->chief[i] == u)
            return FORMATIONS + i;
    return keeper_of(p, army_of(p, u));
}

/* ---- the turn ---- */

static void enter_phase(struct play *p, int phase)
{
    play_state(p)->phase = u8(phase);
    play_tell(p, EV_PHASE, 0, 1, W_PHASE + phase);
}

/* [5.4r1] Does anybody in these armies give orders? */
static bool gives_orders(const struct play *p, int armies)
{
    for (int i = 0; i < CHIEFS; i++)
        if (on_map(p, mbox(p)->chief[i]) && armies >> army_of(p, mbox(p)->chief[i]) & 1)
            return true;
    return false;
}

static void ask_orders(struct play *p, int side, int armies)
{
    if (gives_orders(p, armies))
        agenda_push_with(p, ST_ORDERS, side, armies, 0, 0, 0);
}

/* [3.2r] [1.1r] The Allies together, or, where the Prussians have a seat, one after the other. */
static void ask_allied_orders(struct play *p)
{
    if (!play_option(p, OPT_THREE_SEATS)) {
        ask_orders(p, ALLIED, MASK_ANGLO | MASK_PRUSSIAN);
        return;
    }
    ask_orders(p, ALLIED, MASK_PRUSSIAN);
    ask_orders(p, ALLIED, MASK_ANGLO);
}

int seat_by_armies(const struct play *p, const struct step *t)
{
    (void)p;
    return t->v[0] == MASK_FRENCH     ? SEAT_FRENCH
           : t->v[0] == MASK_PRUSSIAN ? SEAT_PRUSSIAN
                                      : SEAT_ANGLO;
}

int chits_left(const struct play *p)
{
    int n = 0;

    for (int chit = 0; chit < CHITS; chit++)
        n += (mib(p)->pool >> chit & 1) != 0;
    return n;
}

/* [3.1r1] [3.3r1] All chits return; those of formations that are due join them. */
static void fill_pool(struct play *p)
{
    mib(p)->pool = 0;
    for (int chit = 0; chit < CHITS; chit++)
        if (has_chit(p, chit))
            mib(p)->pool |= 1u << chit;
}

static void begin_turn(struct play *p)
{
    play_tell(p, EV_TURN, 0, 1, play_state(p)->turn);
    enter_phase(p, PH_REINFORCEMENT);
    for (int f = 0; f < FORMATIONS; f++)
        mib(p)->formation[f].activations = 0;
    EACH_PIECE (p, u) {
        unit_at(p, u)->given = 0;
        clear_flag(p, u, U_ENTERED);
    }
    announce_arrivals(p);
}

/* [3.3r2] Trains near the enemy suffer, then the last turn decides. */
static void end_turn(struct play *p)
{
    struct state *s = play_state(p);

    fray_trains(p);
    if (s->turn >= mib(p)->last) {
        decide_at_end(p);
        return;
    }
    s->turn++;
    agenda_pop(p, 0);
}

/* [3.2r] French orders, Allied orders; then chit by chit. */
static void run_turn(struct play *p, struct step *t)
{
    switch (t->pc++) {
    case 0: begin_turn(p); break;
    case 1:
        enter_phase(p, PH_ORDERS);
        ask_orders(p, FRENCH, MASK_FRENCH);
        break;
    case 2: ask_allied_orders(p); break;
    case 3:
        enter_phase(p, PH_OPERATIONS);
        fill_pool(p);
        break;
    default:
        t->pc = 4;
        if (t->answer)
            agenda_push_with(p, ST_ACTIVATION, NOBODY, t->answer - 1, 0, 0, 0);
        else if (mib(p)->pool)
            agenda_push(p, ST_DRAW, CHANCE);
        else
            end_turn(p);
    }
}

const struct step_def step_turn = {
    .name = "turn",
    .cases = "3.0r",
    .points = "begin french allied pool operations",
    .on = "game@turns",
    .run = run_turn,
};

/* [12.1r] Turn after turn, from the scenario's first. */
static void run_game(struct play *p, struct step *t)
{
    t->pc = 0;
    agenda_push(p, ST_TURN, NOBODY);
}

const struct step_def step_game = {
    .name = "game",
    .cases = "3.0r",
    .points = "turns",
    .run = run_game,
};

/* ---- III.A: a chit is drawn ---- */

static void list_draw(const struct play *p, const struct step *t, struct menu *m)
{
    (void)t;
    for (int chit = 0; chit < CHITS; chit++)
        if (mib(p)->pool >> chit & 1)
            menu_add_weighted(m, act1(V_DRAW, W_CHIT + chit), 1);
}

static const char *why_draw(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t;
    return a->verb == V_DRAW ? "3.3r1: that chit is not in the pool" : NULL;
}

static void take_draw(struct play *p, struct step *t, const struct action *a)
{
    int chit = a->arg[0] - W_CHIT;

    (void)t;
    mib(p)->pool &= ~(1u << chit);
    play_tell(p, EV_CHIT, 0, 1, a->arg[0]);
    agenda_pop(p, chit + 1);
}

static bool draw_sound(const struct play *p, const struct step *t)
{
    return t->who == CHANCE && mib(p)->pool;
}

/* [SOP-3a] */
const struct step_def step_draw = {
    .name = "draw",
    .cases = "SOP-3a 3.3r1",
    .on = "turn@operations",
    .chance = true,
    .calls = true,
    .title = "Operations Phase",
    .prompt = "A Selection Chit is drawn",
    .list = list_draw,
    .take = take_draw,
    .why = why_draw,
    .sound = draw_sound,
};

/* ---- III.B: an activation ---- */

enum { CHIT };

static bool has_formation(const struct step *t)
{
    return t->v[CHIT] < FORMATIONS;
}

/* [6.7r] Bridges count from the next activation on. */
static void finish_bridges(struct play *p)
{
    struct mib_state *s = mib(p);

    for (int i = 0; i < RIVERS_MAX / 8; i++) {
        s->changed[i] ^= s->begun[i];
        s->begun[i] = 0;
    }
}

/* [10.2r3] Supply and command are judged when it is selected. */
static void begin_activation(struct play *p, int chit)
{
    uint8_t zones[CELLS_MAX] = { 0 };

    finish_bridges(p);
    EACH_PIECE (p, u) {
        clear_flag(p, u, U_ACTIVATION);
        unit_at(p, u)->spent = unit_at(p, u)->extra = 0;
    }
    if (chit >= FORMATIONS)
        return;
    mib(p)->formation[chit].activations++;
    mark_zones(p, chit_side(chit), zones);
    judge_supply(p, chit, zones);
    judge_command(p, chit, zones);
}

static bool anybody_acts(const struct play *p, int chit)
{
    EACH_PIECE (p, u)
        if (acts_with(p, u, chit))
            return true;
    return false;
}

static void end_activation(struct play *p)
{
    finish_bridges(p);
    EACH_PIECE (p, u) {
        clear_flag(p, u, U_ACTIVATION);
        unit_at(p, u)->spent = unit_at(p, u)->extra = 0;
    }
    agenda_pop(p, 0);
}

/* [SOP-3b] [5.5r1] [5.6r] A pending order is checked; without one it may take another itself. */
static void check_order(struct play *p, int formation)
{
    if (commander_of(p, formation) == NO_PIECE)
        return;
    if (mib(p)->formation[formation].pending)
        agenda_roll(p, 1, 6, W_ROLL + R_ORDER);
    else
        agenda_push_with(p, ST_INITIATIVE, chit_side(formation), formation, 0, 0, 0);
}

/* [5.1r] [7.1r1] Who has marched out of command does not attack, whom the commander has come to may. Ruling 5 */
static void ask_combats(struct play *p, int formation)
{
    uint8_t zones[CELLS_MAX] = { 0 };

    if (!can_attack(p, formation))
        return;
    mark_zones(p, chit_side(formation), zones);
    judge_command(p, formation, zones);
    agenda_push_with(p, ST_COMBATS, chit_side(formation), formation, 0, 0, 0);
}

/* [3.4r1] Order, actions, combats. [3.4r2] A commander's own pieces, then a formation. */
static void run_activation(struct play *p, struct step *t)
{
    int chit = t->v[CHIT], die = t->answer;

    switch (t->pc++) {
    case 0: /* [3.4r2] never a third time */
        if ((has_formation(t) && mib(p)->formation[chit].activations >= 2) ||
            !anybody_acts(p, chit)) {
            agenda_pop(p, 0);
            return;
        }
        begin_activation(p, chit);
        if (has_formation(t))
            check_order(p, chit);
        break;
    case 1:
        if (has_formation(t) && die)
            end_order_check(p, chit, die);
        if (has_formation(t))
            agenda_push_with(p, ST_SMASHED, NOBODY, chit, 0, 0, 0);
        break;
    case 2: agenda_push_with(p, ST_ACTIONS, chit_side(chit), chit, 0, 0, 0); break;
    case 3:
        if (!has_formation(t))
            ask_select(p, chit);
        else
            ask_combats(p, chit);
        break;
    default: end_activation(p);
    }
}

enum { SMASHED_NEXT = 1 };

/* [5.5r1] A die is thrown for a pending order and for nothing else. */
static bool rolls_for_order(const struct play *p, const struct step *t)
{
    return has_formation(t) && mib(p)->formation[t->v[CHIT]].pending &&
           commander_of(p, t->v[CHIT]) != NO_PIECE;
}

static bool activation_sound(const struct play *p, const struct step *t)
{
    const struct state *s = p->state;

    if (t->pc == SMASHED_NEXT && t + 1 < s->agenda + s->depth && t[1].op == STEP_ROLL &&
        !rolls_for_order(p, t))
        return false;
    return t[-1].op != ST_ACTIVATION || (t[-1].v[CHIT] >= FORMATIONS && has_formation(t) &&
                                         chit_army(t[-1].v[CHIT]) == chit_army(t->v[CHIT]));
}

const struct step_def step_activation = {
    .name = "activation",
    .cases = "3.4r1",
    .vars = "chit:0..22",
    .points = "begin smashed actions combats end",
    .on = "turn@operations select",
    .rolls = "smashed:6",
    .run = run_activation,
    .sound = activation_sound,
};

/* ---- a commander activates a formation ---- */

/* [3.4r2] Of his army, its commander within 3 hexes, not twice before. [3.3r1] Not by night. */
static const char *refuse_select(const struct play *p, int chit, int formation)
{
    int chief = mbox(p)->chief[chit - FORMATIONS], leader;

    if (formation < 0 || formation >= FORMATIONS || formation_army[formation] != chit_army(chit))
        return "3.4r2: he activates a formation of his army";
    if (is_night(p))
        return "3.3r1: by night commanders activate no formation";
    if (mib(p)->formation[formation].activations >= 2)
        return "3.4r2: no formation is activated a third time";
    if ((leader = commander_of(p, formation)) == NO_PIECE || !on_map(p, chief) ||
        board_distance(p->box->board, unit_at(p, chief)->place, unit_at(p, leader)->place) >
            mbox(p)->ours[O_ACTIVATION])
        return "3.4r2: its commander must be within 3 hexes";
    return anybody_acts(p, formation) ? NULL : "3.4r2: it has nobody on the map";
}

static void list_select(const struct play *p, const struct step *t, struct menu *m)
{
    for (int f = 0; f < FORMATIONS; f++)
        if (!refuse_select(p, t->v[CHIT], f))
            menu_add(m, act1(V_ACTIVATE, W_CHIT + f));
    menu_add(m, act0(V_DONE));
}

static const char *why_select(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_ACTIVATE ? refuse_select(p, t->v[CHIT], a->arg[0] - W_CHIT) : NULL;
}

/* He may decline. */
static void take_select(struct play *p, struct step *t, const struct action *a)
{
    int chief = mbox(p)->chief[t->v[CHIT] - FORMATIONS];

    if (a->verb == V_DONE) {
        agenda_pop(p, 0);
        return;
    }
    play_tell(p, EV_ACTIVATES, 0, 2, chief, a->arg[0]);
    t->who = NOBODY;
    agenda_push_with(p, ST_ACTIVATION, NOBODY, a->arg[0] - W_CHIT, 0, 0, 0);
}

static void run_select(struct play *p, struct step *t)
{
    (void)t;
    agenda_pop(p, 0);
}

bool may_activate(const struct play *p, int chit)
{
    for (int f = 0; f < FORMATIONS; f++)
        if (!refuse_select(p, chit, f))
            return true;
    return false;
}

void ask_select(struct play *p, int chit)
{
    if (may_activate(p, chit))
        agenda_push_with(p, ST_SELECT, chit_side(chit), chit, 0, 0, 0);
}

static bool select_sound(const struct play *p, const struct step *t)
{
    int chit = t->v[CHIT];

    return chit >= FORMATIONS && t[-1].v[CHIT] == chit &&
           (t == agenda_top(p) ? t->who == chit_side(chit) : t->who == NOBODY);
}

const struct step_def step_select = {
    .name = "select",
    .thought = THINK_CHOICE,
    .cases = "3.4r2",
    .vars = "chit:18..22",
    .points = "asked",
    .on = "activation@end",
    .title = "Operations Phase",
    .prompt = "{w0} may activate a formation whose commander is within 3 hexes",
    .about = "activate",
    .no = "Activate nobody",
    .calls = true,
    .run = run_select,
    .list = list_select,
    .take = take_select,
    .why = why_select,
    .seat = seat_by_chit,
    .sound = select_sound,
};
