/*
 * 04-sequence.c: sections 3 and 4: set-up, and the thirteen phases of a turn.
 *
 * [4.0a] The point of a turn is the number of its phase. Each phase is a step of its own chapter;
 * here they only follow one another, and what must be true at the end of a phase is looked after
 * (09-stacking.c).
 */
#include "nvw.h"

/* ---- who acts ---- */

/* [4.1] [4.2] [4.3b] [4.4a] [4.5] [4.8] [4.9] [4.10] [4.11] [4.12] NOBODY: both, in turn. */
int phasing_side(const struct play *p)
{
    switch (play_state(p)->phase) {
    case PH_F_CHARGE:
    case PH_F_RALLY:
    case PH_F_SHOCK:
    case PH_F_FORMATION:
    case PH_F_MARCH: return FRENCH;
    case PH_A_CHARGE:
    case PH_A_RALLY:
    case PH_A_SHOCK:
    case PH_A_FORMATION:
    case PH_A_MARCH: return ALLIED;
    default: return NOBODY; /* [4.6] [4.7] */
    }
}

int last_turn(const struct play *p)
{
    return nvw(p)->last ? nvw(p)->last : TURNS;
}

/* ---- the course of the game ---- */

void nvw_setup(struct play *p)
{
    disorder_in_cover(p);
    agenda_push(p, ST_GAME, NOBODY);
}

/* [3.0d] Who was turned in the set-up may turn in the first phase. */
static void forget_turns(struct play *p)
{
    for (int u = 0; u < p->box->pieces; u++)
        clear_flag(p, u, F_TURNED);
}

/* [3.0a] [3.0e] [3.0p2] The Allies first, whose skirmishers are placed before all others. */
static void run_game(struct play *p, struct step *t)
{
    switch (t->pc++) {
    case 0: ask_setup(p, ALLIED); break;
    case 1: ask_setup(p, FRENCH); break;
    case 2: forget_turns(p); /* fall through */
    default: t->pc = 3; agenda_push(p, ST_TURN, NOBODY);
    }
}

const struct step_def step_game = {
    .name = "game",
    .cases = "4.0a",
    .points = "allied french first turns",
    .run = run_game,
};

static void end_turn(struct play *p)
{
    struct state *s = play_state(p);

    if (s->turn == last_turn(p)) { /* [15.0a] */
        decide(p);
        return;
    }
    s->turn++; /* [4.13] */
    agenda_pop(p, 0);
}

/* [13.33b] [13.34] A demoralized army gains nothing. */
static void add_morale(struct play *p)
{
    struct nvw_state *s = nvw(p);
    int added = nbox(p)->added[s->base.turn];

    if (!added || s->level[ALLIED] == NO_LEVEL || s->demoralized[ALLIED])
        return;
    s->level[ALLIED] = u8(s->level[ALLIED] + added);
    play_tell(p, EV_ADDED, 0, 2, ALLIED, added);
}

static void begin_turn(struct play *p, struct step *t)
{
    struct state *s = play_state(p);

    play_tell(p, EV_TURN, 0, 1, s->turn);
    add_morale(p);
    begin_arrivals(p);
    if (s->turn == 1)
        t->pc = PH_F_FORMATION; /* [3.0s] */
}

static void enter_phase(struct play *p, int phase)
{
    play_state(p)->phase = u8(phase);
    play_tell(p, EV_PHASE, 0, 1, W_PHASE + phase);
}

/* [4.0a] What a phase begins with. */
static void run_turn(struct play *p, struct step *t)
{
    int phase = t->pc++;

    if (phase == 0) {
        begin_turn(p, t);
        return;
    }
    if (play_state(p)->phase && play_state(p)->phase < phase)
        end_of_phase(p);
    enter_phase(p, phase);
    switch (phase) {
    case PH_F_CHARGE:
    case PH_A_CHARGE: agenda_push(p, ST_DECLARE, phasing_side(p)); break; /* [4.1] [4.8] */
    case PH_F_RALLY:
    case PH_A_RALLY: agenda_push(p, ST_RALLY, NOBODY); break; /* [4.2] [4.9] */
    case PH_A_FORMATION:
    case PH_F_FORMATION: /* [4.3a] [4.3b] [4.10] */
        agenda_push(p, ST_FORMATION, phasing_side(p));
        agenda_push(p, ST_ZONE_CHECKS, NOBODY);
        break;
    case PH_A_MARCH:
    case PH_F_MARCH: agenda_push(p, ST_MARCHES, phasing_side(p)); break; /* [4.4a] [4.4b] [4.11] */
    case PH_F_SHOCK:
    case PH_A_SHOCK: agenda_push(p, ST_SHOCK, NOBODY); break; /* [4.5] [4.12] */
    case PH_GUNS:
    case PH_MUSKETS: agenda_push(p, ST_FIRE, NOBODY); break; /* [4.6] [4.7] */
    default: end_turn(p);                                    /* [4.13] */
    }
}

const struct step_def step_turn = {
    .name = "turn",
    .cases = "4.0a",
    .points =
        "begin french-charge french-rally allied-formation allied-march french-shock "
        "artillery-fire infantry-fire allied-charge allied-rally french-formation french-march "
        "allied-shock terminal end",
    .on = "game@turns",
    .run = run_turn,
};

/* ---- set-up ---- */

void ask_setup(struct play *p, int side)
{
    agenda_push(p, ST_SETUP, side);
}

/* [3.0d] Each hex once; where nobody has a facing there is nothing to choose. */
static const char *refuse_face(const struct play *p, int side, int u)
{
    int h = place_of(p, u);

    if (side_of(p, u) != side)
        return "3.0d: each side faces its own units";
    if (h < 0 || top_of(p, h) != u)
        return "3.0d: the top unit of a hex is turned, and the others with it";
    if (!hex_facing(p, h))
        return "6.12: nobody in that hex has a facing";
    if (has_flag(p, u, F_TURNED))
        return "3.0d: that hex has its facing";
    if (is_extended(p, u))
        return "8.33d: an extended line stays as it is";
    return NULL;
}

static void list_setup(const struct play *p, const struct step *t, struct menu *m)
{
    for (int u = 0; u < p->box->pieces; u++) {
        if (!on_map(p, u) || refuse_face(p, t->who, u))
            continue;
        for (int f = 1; f < HEX_FACINGS; f += 2)
            if (f != unit_at(p, u)->facing)
                menu_add(m, act2(V_TURN, u, f));
    }
    menu_add(m, act0(V_DONE));
}

static const char *why_setup(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb != V_TURN)
        return NULL;
    if (a->arg[1] % 2 == 0)
        return "2.2f: a unit faces a corner of its hex";
    return refuse_face(p, t->who, a->arg[0]);
}

static void take_setup(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    if (a->verb == V_DONE) {
        agenda_pop(p, 0);
        return;
    }
    face_hex(p, place_of(p, a->arg[0]), a->arg[1]);
    set_flag(p, a->arg[0], F_TURNED);
    play_tell(p, EV_TURNED, 0, 2, a->arg[0], a->arg[1]);
}

/* Every hex has its facing. */
static bool moot_setup(const struct play *p, const struct step *t)
{
    for (int u = 0; u < p->box->pieces; u++)
        if (on_map(p, u) && !refuse_face(p, t->who, u))
            return false;
    return true;
}

static bool setup_sound(const struct play *p, const struct step *t)
{
    (void)p;
    return t[-1].pc == (t->who == ALLIED ? 1 : 2);
}

const struct step_def step_setup = {
    .name = "setup",
    .cases = "3.0d",
    .on = "game@french,first",
    .title = "Set-up",
    .prompt = "Face your units as you like, hex by hex",
    .done = "Begin",
    .phase = true,
    .list = list_setup,
    .take = take_setup,
    .why = why_setup,
    .moot = moot_setup,
    .sound = setup_sound,
};
