/*
 * 04-ambush.c: chapter 4: an interrupt. The step belongs to the side that does not move and sits on the
 * agenda above the march, which goes on by itself when it is over.
 */
#include "null.h"

enum { AMBUSHER, MOVER };

void ask_ambush(struct play *p, int ambusher, int mover)
{
    agenda_push_with(p, ST_AMBUSH, side_of(ambusher), ambusher, mover, 0, 0);
}

/* [4.1] Two may wait for one mover: once it is lost, the other is of no use. */
static bool moot_ambush(const struct play *p, const struct step *t)
{
    return null_of(p)->picket[t->v[MOVER]].place == NOWHERE;
}

/* [4.2] It may always be declined. */
static void list_ambush(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p;
    menu_add(m, act1(V_AMBUSH, t->v[MOVER]));
    menu_add(m, act0(V_STOP));
}

/* [4.1] [4.2] Once in a player turn, and only if it is not declined. */
static void take_ambush(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_STOP) {
        agenda_pop(p, 0);
        return;
    }
    set_flag(p, t->v[AMBUSHER], AMBUSHED);
    play_tell(p, EV_AMBUSH, 0, 2, t->v[AMBUSHER], t->v[MOVER]);
    t->who = NOBODY;
    agenda_roll(p, 1, 6, W_AMBUSH);
}

/* [4.1] The die has fallen: on 1 or 2 the mover is lost. */
static void run_ambush(struct play *p, struct step *t)
{
    int die = t->answer, mover = t->v[MOVER];

    agenda_pop(p, 0);
    if (die <= 2)
        lose_picket(p, mover);
}

/* One that has been decided on waits for its die; any other asks. Who is ambushed may be lost already. */
static bool ambush_sound(const struct play *p, const struct step *t)
{
    const struct step *below = &t[-1];

    if (t->who == NOBODY ? t == agenda_top(p) || t[1].op != STEP_ROLL : t->who != side_of(t->v[0]))
        return false;
    return side_of(t->v[0]) != side_of(t->v[1]) && on_board(p, t->v[0]) && below->v[1] == t->v[1] &&
           (below->op == ST_MOVEMENT || below->who == side_of(below->v[0]));
}

const struct step_def step_ambush = {
    .name = "ambush",
    .cases = "4.1 4.2",
    .vars = "ambusher:u mover:u",
    .points = "asked",
    .on = "movement ambush",
    .rolls = "asked:6",
    .title = "Ambush",
    .prompt = "Shall {u0} ambush {u1}?",
    .no = "No ambush",
    .run = run_ambush,
    .list = list_ambush,
    .take = take_ambush,
    .moot = moot_ambush,
    .seat = seat_by_picket,
    .sound = ambush_sound,
};
