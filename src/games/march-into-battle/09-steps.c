/*
 * 09-steps.c: 9.0 steps: casualties and stragglers, Smashed and eliminated units; 9.2 recovery and the check of Smashed units.
 */
#include "mib.h"

/* ---- losing steps ---- */

/* It is gone before Army Morale falls for it: that may be the end, and then nothing else is done. */
void remove_unit(struct play *p, int u)
{
    int guns = guns_of(p, u);

    if (!on_map(p, u))
        return;
    play_tell(p, EV_ELIMINATED, 0, 1, u);
    put_at(p, u, LOST);
    clear_flag(p, u, ~(uint32_t)(U_COUNTED | U_SMALL));
    unit_at(p, u)->began = 0;
    lose_guns(p, u, guns); /* [7.11r] */
    if (!play_state(p)->over && is_division(p, u))
        division_lost(p, u);
}

/* [9.3r1] Without strength: Smashed if a straggler could come back, else eliminated. */
static void lose_all(struct play *p, int u)
{
    if (!unit_at(p, u)->s) {
        remove_unit(p, u);
        return;
    }
    set_flag(p, u, has_flag(p, u, U_ATTACKS | U_DEFENDS) ? U_SMASHED | U_SHAKEN : U_SMASHED);
    clear_flag(p, u, U_D);
    play_tell(p, EV_SMASHED, 0, 1, u);
    division_lost(p, u);
}

/* [CET-k4] [9.1r] c before s. [9.2e] Who was Smashed before is removed by any step; who becomes so loses no more. */
void lose_steps(struct play *p, int u, int c, int s)
{
    struct unit *k = unit_at(p, u);

    if (!is_division(p, u) || !on_map(p, u) || c + s == 0)
        return;
    if (has_flag(p, u, U_SMASHED) && has_flag(p, u, U_SHAKEN))
        return; /* in this very combat. Ruling 19 */
    if (c)
        play_tell(p, EV_LOSES_C, 0, 2, u, c);
    if (s)
        play_tell(p, EV_LOSES_S, 0, 2, u, s);
    if (has_flag(p, u, U_SMASHED)) {
        remove_unit(p, u);
        return;
    }
    for (int i = 0; i < c + s && sp_of(p, u) > 0; i++)
        ++*(i < c ? &k->c : &k->s);
    if (sp_of(p, u) == 0)
        lose_all(p, u);
}

/* [AM-6] [7.11r] One shift for each five gun points. */
void lose_guns(struct play *p, int u, int n)
{
    int side = side_of(p, u), per = mbox(p)->num[N_GUNS];
    uint8_t *lost = &mib(p)->guns[side];

    if (!n)
        return;
    unit_at(p, u)->guns_lost = u8(unit_at(p, u)->guns_lost + n);
    play_tell(p, EV_GUNS, 0, 2, u, n);
    for (int i = 0; i < n && !play_state(p)->over; i++)
        if (++*lost % per == 0)
            shift_morale(p, side, AM_GUNS);
}

/* ---- recovery ---- */

/* [9.2r1] A friendly full train within 2 hexes. */
static bool train_near(const struct play *p, int u)
{
    EACH_PIECE (p, i)
        if (on_map(p, i) && arm_of(p, i) == TRAIN && army_of(p, i) == army_of(p, u) &&
            !has_flag(p, i, U_HALF) &&
            board_distance(p->box->board, unit_at(p, i)->place, unit_at(p, u)->place) <=
                mbox(p)->ours[O_RECOVERY])
            return true;
    return false;
}

static int line(struct sheet *sheet, const char *cites, bool holds, int by, const char *what)
{
    if (holds && sheet)
        sheet_modifier(sheet, cites, by, "%s", what);
    return holds ? by : 0;
}

/* [9.2r1] The highest die that succeeds. */
int recovery_target(const struct play *p, int u, bool rests, struct sheet *sheet)
{
    int h = unit_at(p, u)->place, side = side_of(p, u), sum = 0;

    if (sheet)
        sheet_number(sheet, "MC-1", def_at(p, u)->morale, "Morale of %s", p->box->piece[u].name);
    sum += line(sheet, "9.2r1", rests, -1, "Resting");
    sum += line(sheet, "9.2r1", train_near(p, u), -1, "Near a full train");
    sum += line(sheet, "9.2r1", in_enemy_zone(p, h, side) || in_enemy_field(p, h, side), 1,
                "In an enemy zone or Field of Fire");
    sum += line(sheet, "9.2r1", is_spent(p, u), 1, "Spent");
    if (sheet)
        sheet_fact(sheet, "modifier", "%d", sum);
    return def_at(p, u)->morale - sum;
}

enum { WHO, RESTS };

/* [9.2r1] [MC-1] [MC-2] One step returns. */
static void run_recovery(struct play *p, struct step *t)
{
    int u = t->v[WHO], target = recovery_target(p, u, t->v[RESTS], NULL), die = t->answer;

    if (t->pc++ == 0) {
        agenda_roll(p, 1, 6, W_ROLL + R_RECOVERY);
        return;
    }
    agenda_pop(p, 0);
    if (die <= target)
        unit_at(p, u)->s--;
    play_tell(p, die <= target ? EV_RECOVERS : EV_NO_RECOVERY, 0, 1, u);
}

static bool recovery_sound(const struct play *p, const struct step *t)
{
    int u = t->v[WHO];

    return on_map(p, u) && is_division(p, u) && unit_at(p, u)->s && !has_flag(p, u, U_SMASHED) &&
           t->pc == 1;
}

const struct step_def step_recovery = {
    .name = "recovery",
    .cases = "9.2r1",
    .vars = "who:u rests:no|yes",
    .points = "begun rolled",
    .on = "actions",
    .rolls = "rolled:6",
    .run = run_recovery,
    .sound = recovery_sound,
};

/* ---- Smashed units ---- */

enum { CHIT, CHECKED }; /* variables: the formation; the unit that rolls */

static int next_smashed(const struct play *p, int chit, int from)
{
    for (int u = from; u < mbox(p)->units; u++)
        if (on_map(p, u) && has_flag(p, u, U_SMASHED) && acts_with(p, u, chit))
            return u;
    return NO_PIECE;
}

/* [9.2b] [9.2r2] The marker goes, one straggler step is back; it does nothing else. */
static void recover_smashed(struct play *p, int u)
{
    unit_at(p, u)->s--;
    clear_flag(p, u, U_SMASHED);
    set_flag(p, u, U_ACTED);
    play_tell(p, EV_SMASHED_RECOVERS, 0, 1, u);
    division_recovers(p, u);
}

/* [9.2c] [9.3r2] It goes back two hexes and tires. */
static void fail_smashed(struct play *p, int u)
{
    int most = mbox(p)->track[TR_SPENT];

    set_flag(p, u, U_ACTED);
    play_tell(p, EV_SMASHED_STAYS, 0, 1, u);
    if (unit_at(p, u)->fatigue <
        most) /* [10.0r2] costs no step: that would be no combat. Ruling 13 */
        add_fatigue(p, u, mbox(p)->fat[FAT_SMASHED]);
    agenda_push_with(p, ST_SMASHED_RETREAT, side_of(p, u), u, mbox(p)->num[N_SMASHED], 0, 0);
}

/* [9.2a] Each Smashed unit of the formation checks when it is activated. */
static void run_smashed(struct play *p, struct step *t)
{
    int u = t->v[CHECKED], die = t->answer;

    if (t->pc == 0) {
        u = next_smashed(p, t->v[CHIT], u);
        if (u == NO_PIECE) {
            agenda_pop(p, 0);
            return;
        }
        t->v[CHECKED] = i16(u);
        t->pc = 1;
        agenda_roll(p, 1, 6, W_ROLL + R_SMASHED);
        return;
    }
    t->pc = 0;
    t->v[CHECKED] = i16(u + 1);
    if (die <= recovery_target(p, u, false, NULL))
        recover_smashed(p, u);
    else
        fail_smashed(p, u);
}

static bool smashed_sound(const struct play *p, const struct step *t)
{
    if (t[-1].v[0] != t->v[CHIT])
        return false;
    return t->pc == 0 || (t->v[CHECKED] < mbox(p)->units && on_map(p, t->v[CHECKED]) &&
                          has_flag(p, t->v[CHECKED], U_SMASHED));
}

const struct step_def step_smashed = {
    .name = "smashed",
    .cases = "9.2a",
    .vars = "chit:0..17 checked:0..98",
    .points = "next rolled",
    .on = "activation@actions",
    .rolls = "rolled:6",
    .run = run_smashed,
    .sound = smashed_sound,
};

/* [9.3r2] Toward the source of supply, into a hex without enemies and zones that it can pass. */
static const char *refuse_flight(const struct play *p, int u, int to)
{
    const uint8_t *source = mbox(p)->to_source[army_of(p, u)];
    int from = unit_at(p, u)->place, border = board_border(p->box->board, from, to), top;

    if (border < 0)
        return "9.3r2: it goes from a hex to the next";
    if (source[to] >= source[from])
        return "9.3r2: it goes back toward its source of supply";
    top = mib(p)->top[to];
    if (top != STACK_END && side_of(p, top) != side_of(p, u))
        return "9.3r2: there are enemies";
    if (is_river(p, border) && !is_bridged(p, border))
        return "9.3r2: the river is in the way";
    return refuse_company(p, u, to);
}

static bool can_flee(const struct play *p, int u)
{
    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link)
        if (!refuse_flight(p, u, link->cell))
            return true;
    return false;
}

/* [9.3r2] Blocked, it stays where it is. */
static bool moot_flight(const struct play *p, const struct step *t)
{
    return t->v[1] == 0 || !on_map(p, t->v[WHO]) || !can_flee(p, t->v[WHO]);
}

static void list_flight(const struct play *p, const struct step *t, struct menu *m)
{
    int u = t->v[WHO];

    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link)
        if (!refuse_flight(p, u, link->cell))
            menu_add(m, act2(V_FLEE, u, link->cell));
}

static const char *why_flight(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_FLEE && a->arg[0] == t->v[WHO] ? refuse_flight(p, a->arg[0], a->arg[1])
                                                       : NULL;
}

static void take_flight(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0], to = a->arg[1], facing = facing_at(p, to);

    put_at(p, u, to);
    if (facing >= 0)
        unit_at(p, u)->facing = u8(facing);
    play_tell(p, EV_FLEES, 0, 2, u, to);
    take_place(p, u);
    t->v[1]--;
}

static bool flight_sound(const struct play *p, const struct step *t)
{
    return on_map(p, t->v[WHO]) && has_flag(p, t->v[WHO], U_SMASHED) &&
           t->who == side_of(p, t->v[WHO]);
}

const struct step_def step_smashed_retreat = {
    .name = "flight",
    .cases = "9.2c 9.3r2",
    .vars = "who:u left:0..9",
    .on = "smashed",
    .title = "Smashed units",
    .prompt = "{u0} [is|are] Smashed and [falls|fall] back: where to?",
    .list = list_flight,
    .take = take_flight,
    .why = why_flight,
    .moot = moot_flight,
    .seat = seat_by_piece,
    .sound = flight_sound,
};
