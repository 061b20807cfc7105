/*
 * 02-sequence.c: chapters 2, 6.0, 6.1 and 6.3: turns, impulses and the kinds of action in them.
 *
 * A turn, an impulse and each kind of action is a step; their phases are steps above them.
 * Activation is chapter 3, movement 6.2.2, combat 6.2.3, reorganization 6.4.
 */
#include <assert.h>

#include "w200.h"

enum { SIDE }; /* variable of the steps here */

/* [4.0j] The French hold the disc. A scenario that places its blocks itself fills no icons; who of those
 * that are alike stands where is drawn all the same: its set-up is printed for both sides to read. */
void w200_setup(struct play *p)
{
    const struct w200_state *s = w200_of(p);
    bool placed = s->block[box_of(p)->commander[FRENCH]].place != P_BOX;

    w200_restored(p);
    agenda_push(p, ST_GAME, NOBODY)->pc = placed;
    if (placed)
        agenda_push(p, ST_SHUFFLE, NOBODY);
}

/* [2.0f] [2.0e] [SCL-1] [4.0i] The marker moves on with each turn; the fifth is the last. */
static void run_game(struct play *p, struct step *t)
{
    struct state *s = play_state(p);

    if (t->pc == 0) {
        t->pc = 1;
        agenda_push(p, ST_SETUP, NOBODY);
    } else if (s->turn == TURNS) {
        final_verdict(p);
    } else {
        play_tell(p, EV_TURN, 0, 1, ++s->turn);
        agenda_push(p, ST_TURN, NOBODY);
    }
}

/* Only a game that has not begun is before its set-up. */
static bool game_sound(const struct play *p, const struct step *t)
{
    return t->pc == 1 || play_state(p)->depth == 1;
}

const struct step_def step_game = {
    .name = "game",
    .cases = "2.0f",
    .points = "setup turns",
    .run = run_game,
    .sound = game_sound,
};

/* [6.0d] [2.0b] [2.0d] [6.0c] Arrivals; impulses until both sides have passed; reorganization. */
static void run_turn(struct play *p, struct step *t)
{
    struct w200_state *s = w200_of(p);

    switch (t->pc) {
    case 0:
        t->pc = 1;
        s->passes = s->impulse = 0;
        t->v[SIDE] = s->disc; /* [2.1] [6.0a] */
        agenda_push(p, ST_ARRIVALS, NOBODY);
        break;
    case 1:
        if (s->passes == SIDES) { /* [6.3d] */
            t->pc = 2;
            if (s->base.turn < TURNS) /* [2.0f] ruling 22 */
                agenda_push(p, ST_REORGANIZATION, NOBODY);
            break;
        }
        agenda_push_with(p, ST_IMPULSE, NOBODY, t->v[SIDE], 0, 0, 0);
        t->v[SIDE] = !t->v[SIDE]; /* [2.0b] */
        break;
    default: agenda_pop(p, 0);
    }
}

const struct step_def step_turn = {
    .name = "turn",
    .cases = "6.0d",
    .vars = "side:s",
    .points = "arrivals impulses end",
    .on = "game",
    .run = run_turn,
};

/* ---- an impulse ---- */

/* What is counted in an impulse begins anew; what is asked about its beginning is kept. */
static void begin_impulse(struct play *p)
{
    struct w200_state *s = w200_of(p);

    s->impulse++;
    s->action = DO_NOTHING;
    s->able = 0;
    s->contested_before = contested_now(p);
    s->british_before = s->control[BRITISH];
    s->fought = NO_AREAS;
    for (int f = 0; f < FACTIONS; f++)
        s->moved[f] = s->leaders[f] = s->battles[f] = 0;
    for (int u = 0; u < BLOCKS; u++)
        s->block[u].flags &= (uint8_t)~F_MOVED;
}

/* OR 3: scouted blocks are concealed at the end of the impulse. */
static void end_impulse(struct play *p)
{
    struct w200_state *s = w200_of(p);

    for (int u = 0; u < BLOCKS; u++)
        if (s->block[u].shown & SHOWN_SCOUTED)
            hide_block(p, u, SHOWN_SCOUTED);
    s->passes = s->action == DO_PASS ? u8(s->passes + 1) : 0;
    s->action = DO_NOTHING;
}

/* [2.0c] [2.2] [SID-2] One kind of action for the side, whatever its factions. */
static void run_impulse(struct play *p, struct step *t)
{
    static const uint8_t procedure[] = {
        [DO_TACTICAL] = ST_TACTICAL, [DO_STRATEGIC] = ST_STRATEGIC, [DO_REINFORCE] = ST_REINFORCE,
        [DO_BATTERY] = ST_BATTERY,   [DO_PASS] = ST_PASS,
    };
    int side = t->v[SIDE];

    switch (t->pc++) {
    case 0:
        begin_impulse(p);
        agenda_push_with(p, ST_ACTION, side, side, 0, 0, 0);
        break;
    case 1: agenda_push_with(p, procedure[w200_of(p)->action], NOBODY, side, 0, 0, 0); break;
    default: end_impulse(p); agenda_pop(p, 0);
    }
}

/* An impulse goes on to what its side has chosen, or waits for the choice. */
static bool impulse_sound(const struct play *p, const struct step *t)
{
    bool chosen = w200_of(p)->action != DO_NOTHING;

    return t->pc != 1 || chosen || (t < agenda_top(p) && t[1].op == ST_ACTION);
}

const struct step_def step_impulse = {
    .name = "impulse",
    .cases = "2.0c",
    .vars = "side:s",
    .points = "begin chosen end",
    .on = "turn@impulses",
    .run = run_impulse,
    .sound = impulse_sound,
};

/* ruling 24: a turn does not go on for ever. */
static const char *refuse_more(const struct play *p)
{
    return w200_of(p)->impulse > IMPULSES_MAX
               ? "6.0a: after sixty impulses both sides can only pass"
               : NULL;
}

/* [6.2a] [6.2b] */
static const char *refuse_tactical(const struct play *p, int side)
{
    const char *why = refuse_more(p);

    if (why)
        return why;
    return may_activate(p, side)
               ? NULL
               : "6.2a: no Tactical Leader with a Tactical Value above 0 can be activated";
}

/* [6.1a] [6.0b] */
static const char *refuse_strategic(const struct play *p, int side)
{
    const char *why = refuse_more(p);

    if (why)
        return why;
    return w200_of(p)->disc == side ? NULL : "6.1a: the side does not hold the Initiative Disc";
}

/* [6.1e] [5.0a] */
static const char *refuse_reinforce(const struct play *p, int side)
{
    const char *why = refuse_strategic(p, side);

    if (why)
        return why;
    if (side == S_FRENCH)
        return refuse_call(p, FRENCH);
    return refuse_call(p, PRUSSIAN) ? refuse_call(p, BRITISH) : NULL;
}

static const char *refuse_action(const struct play *p, int side, int verb)
{
    switch (verb) {
    case V_TACTICAL: return refuse_tactical(p, side);
    case V_STRATEGIC: return refuse_strategic(p, side);
    case V_REINFORCE: return refuse_reinforce(p, side);
    case V_BATTERY:
        return refuse_strategic(p, side) ? refuse_strategic(p, side) : refuse_battery(p, side);
    case V_PASS: return NULL;
    default: return "2.0c: an impulse is a Tactical Action, a Strategic Action or a Pass";
    }
}

/* [2.0c] [6.0b] */
static void list_action(const struct play *p, const struct step *t, struct menu *m)
{
    for (int verb = V_TACTICAL; verb <= V_PASS; verb++)
        if (!refuse_action(p, t->v[SIDE], verb))
            menu_add(m, act0(verb));
}

static const char *why_action(const struct play *p, const struct step *t, const struct action *a)
{
    return refuse_action(p, t->v[SIDE], a->verb);
}

static void take_action(struct play *p, struct step *t, const struct action *a)
{
    w200_of(p)->action = u8(DO_TACTICAL + a->verb - V_TACTICAL);
    play_tell(p, EV_ACTION, 0, 2, t->v[SIDE], W_TACTICAL + a->verb - V_TACTICAL);
    agenda_pop(p, 0);
}

static bool action_sound(const struct play *p, const struct step *t)
{
    (void)p;
    return t->who == t->v[SIDE];
}

const struct step_def step_action = {
    .name = "action",
    .thought = THINK_PLAN | THINK_CHOICE,
    .cases = "2.0c 6.1 6.2 6.3",
    .vars = "side:s",
    .on = "impulse@chosen",
    .title = "Impulse",
    .prompt = "What do you do in this impulse?",
    .list = list_action,
    .take = take_action,
    .why = why_action,
    .sound = action_sound,
};

/* ---- the kinds of action ---- */

/* [INT-2] Whose decision it is when British and Prussians have owners of their own. */
int seat_by_mask(const struct play *p, const struct step *t)
{
    (void)p;
    return t->v[1] == 1 << PRUSSIAN ? PRUSSIAN : BRITISH;
}

int seat_by_faction(const struct play *p, const struct step *t)
{
    (void)p;
    return t->v[1];
}

int seat_by_owner(const struct play *p, const struct step *t)
{
    (void)p;
    return t->v[0];
}

/* The side, and of its factions those that are asked. */
bool phase_sound(const struct play *p, const struct step *t)
{
    (void)p;
    return t->who == t->v[0] && (t->v[0] == S_FRENCH ? t->v[1] == 1 << FRENCH
                                                     : t->v[1] >= 2 && !(t->v[1] & 1 << FRENCH));
}

enum { FRENCH_ONLY = 1 << FRENCH, BRITISH_ONLY = 1 << BRITISH, PRUSSIAN_ONLY = 1 << PRUSSIAN };

/*
 * [INT-2] [SID-2] One player decides for both Allied factions in any order; with three players the
 * British owner is asked first, then the Prussian owner (ruling 32).
 */
void push_phase(struct play *p, int op, int side)
{
    int masks[] = { side == S_FRENCH ? FRENCH_ONLY : BRITISH_ONLY | PRUSSIAN_ONLY, 0 };
    bool prussians = false;

    assert(side == S_FRENCH || side == S_ALLIED);
    for (int u = box_of(p)->first[PRUSSIAN]; u < BLOCKS; u++)
        prussians |= in_area(p, u);
    if (side == S_ALLIED && play_option(p, OPT_SEATS) && prussians) {
        masks[0] = PRUSSIAN_ONLY;
        masks[1] = BRITISH_ONLY;
    }
    for (int i = 0; i < COUNT(masks) && masks[i]; i++) {
        struct step *t = agenda_push_with(p, op, side, side, masks[i], 0, 0);

        t->secret = op == ST_COMBAT ? 0 : veil(side); /* which block is taken up is not seen */
    }
}

/* [6.1h] */
void pass_disc(struct play *p)
{
    struct w200_state *s = w200_of(p);

    s->disc = !s->disc;
    play_tell(p, EV_DISC, 0, 1, s->disc);
}

/* [6.2.4a] [6.2.4b] [3.9.2a] [3.9.2b] [3.9.3b] [OR3.0c] Leaders go down a step unless at Heart,
 * guns do not. */
void deactivate(struct play *p)
{
    struct w200_state *s = w200_of(p);

    for (int u = 0; u < BLOCKS; u++) {
        if (!(s->block[u].shown & (SHOWN_ACTIVE | SHOWN_SCOUTING)))
            continue;
        if (is_leader(p, u) && !at_heart(p, u))
            turn_down(p, u);
        hide_block(p, u, SHOWN_ACTIVE | SHOWN_SCOUTING);
    }
}

/* [6.0d] [6.2.1a] Activation, movement, combat, deactivation. */
static void run_tactical(struct play *p, struct step *t)
{
    int side = t->v[SIDE];

    switch (t->pc++) {
    case 0: push_phase(p, ST_ACTIVATION, side); break;
    case 1: push_phase(p, ST_MOVEMENT, side); break;
    case 2: push_phase(p, ST_COMBAT, side); break;
    default: deactivate(p); agenda_pop(p, 0);
    }
}

const struct step_def step_tactical = {
    .name = "tactical",
    .cases = "6.2a",
    .vars = "side:s",
    .points = "activation movement combat end",
    .on = "impulse@end",
    .run = run_tactical,
};

/* [6.1a] [6.1b] [6.1d] [6.1g] [6.1h] No leader is activated; the disc goes over afterwards. */
static void run_strategic(struct play *p, struct step *t)
{
    int side = t->v[SIDE];

    switch (t->pc++) {
    case 0: push_phase(p, ST_MOVEMENT, side); break;
    case 1: push_phase(p, ST_COMBAT, side); break;
    default:
        deactivate(p);
        pass_disc(p);
        agenda_pop(p, 0);
    }
}

const struct step_def step_strategic = {
    .name = "strategic",
    .cases = "6.1a",
    .vars = "side:s",
    .points = "movement combat end",
    .on = "impulse@end",
    .run = run_strategic,
};

/* [6.1e] [6.1f] [5.0b] ruling 6: both Allied factions call, none fights. */
static void run_reinforce(struct play *p, struct step *t)
{
    int side = t->v[SIDE], faction = side == S_FRENCH ? FRENCH : BRITISH + t->pc;

    if (t->pc++ >= (side == S_FRENCH ? 1 : 2)) {
        pass_disc(p);
        agenda_pop(p, 0);
    } else if (!refuse_call(p, faction)) {
        agenda_push_with(p, ST_CALL, side, faction, 0, 0, 0);
    }
}

const struct step_def step_reinforce = {
    .name = "reinforce",
    .cases = "6.1e",
    .vars = "side:s",
    .points = "first second end",
    .on = "impulse@end",
    .run = run_reinforce,
};

/* [6.3a] [6.3c] ruling 7: one block of the side at most, and no combat. */
static void run_pass(struct play *p, struct step *t)
{
    int side = t->v[SIDE];

    if (t->pc++ == 0)
        agenda_push_with(p, ST_MOVEMENT, side, side,
                         side == S_FRENCH ? FRENCH_ONLY : BRITISH_ONLY | PRUSSIAN_ONLY, 0, 0)
            ->secret = veil(side);
    else
        agenda_pop(p, 0);
}

const struct step_def step_pass = {
    .name = "pass",
    .cases = "6.3a",
    .vars = "side:s",
    .points = "movement end",
    .on = "impulse@end",
    .run = run_pass,
};
