/*
 * 02-setup.c: chapters 1 and 2: the course of the game, and the secret choice at its beginning.
 *
 * The game is a step, a turn is a lap of it, a player turn is a step. Movement is chapter 3, combat
 * chapter 5; who has won is chapter 6.
 */
#include "null.h"

void null_setup(struct play *p)
{
    face_enemies(p);
    agenda_push(p, ST_GAME, NOBODY);
}

/* [2.1] Each side names its strong picket; the other may not see which. */
static void ask_setup(struct play *p, int side)
{
    agenda_push(p, ST_SETUP, side)->secret = u8(1 << !side);
}

/* [6.2] The end of the last turn. */
static void decide(struct play *p)
{
    int holder = picket_at(p, box_of(p)->crossroads);

    play_tell(p, EV_OVER, 0, 0);
    if (holder == NOWHERE)
        play_end(p, NOBODY, END_DRAW);
    else
        play_end(p, side_of(holder), END_CROSSROADS);
}

/* [1.1] Blue moves first in each of three turns. */
static void run_game(struct play *p, struct step *t)
{
    struct state *s = play_state(p);

    switch (t->pc++) {
    case 0: ask_setup(p, BLUE); break;
    case 1: ask_setup(p, RED); break;
    case 2:
        if (s->turn == TURNS) {
            decide(p);
            return;
        }
        play_tell(p, EV_TURN, 0, 1, ++s->turn);
        agenda_push_with(p, ST_PLAYER, NOBODY, BLUE, 0, 0, 0);
        break;
    default: t->pc = 2; agenda_push_with(p, ST_PLAYER, NOBODY, RED, 0, 0, 0);
    }
}

const struct step_def step_game = {
    .name = "game",
    .cases = "1.1",
    .points = "blue red turn second",
    .run = run_game,
};

/* [1.1] A player turn: all pickets are rested; then march, then combat. */
static void run_player(struct play *p, struct step *t)
{
    int side = t->v[0];

    switch (t->pc++) {
    case 0:
        for (int u = 0; u < PICKETS; u++) {
            struct picket *k = &null_of(p)->picket[u];

            k->spent = 0;
            k->flags &= SEEN;
        }
        push_phases(p, ST_MOVEMENT, side);
        break;
    case 1: push_phases(p, ST_COMBAT, side); break;
    default: agenda_pop(p, 0);
    }
}

static bool player_sound(const struct play *p, const struct step *t)
{
    (void)p;
    return t[-1].pc == (t->v[0] == BLUE ? 3 : 2);
}

const struct step_def step_player = {
    .name = "player",
    .cases = "1.1",
    .vars = "side:s",
    .points = "movement combat end",
    .on = "game@turn,second",
    .run = run_player,
    .sound = player_sound,
};

/* [2.1] */
static void list_setup(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p;
    for (int i = 0; i < PER_SIDE; i++)
        menu_add(m, act1(V_STRONG, t->who * PER_SIDE + i));
}

/* [2.1] */
static const char *why_setup(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p;
    if (a->verb == V_STRONG && side_of(a->arg[0]) != t->who)
        return "2.1: each side chooses among its own pickets";
    return NULL;
}

/* [2.1] One is strong, the other weak. */
static void take_setup(struct play *p, struct step *t, const struct action *a)
{
    for (int i = 0; i < PER_SIDE; i++) {
        int u = t->who * PER_SIDE + i;

        null_of(p)->picket[u].strength = u == a->arg[0] ? STRONG : WEAK;
    }
    play_tell(p, EV_STRONG, t->secret, 1, a->arg[0]);
    agenda_pop(p, 0);
}

/* [2.1] Blue is asked first; the enemy does not see it. */
static bool setup_sound(const struct play *p, const struct step *t)
{
    (void)p;
    return t[-1].pc == (t->who == BLUE ? 1 : 2) && t->secret == 1 << !t->who;
}

const struct step_def step_setup = {
    .name = "setup",
    .cases = "2.1",
    .on = "game@red,turn",
    .title = "Set-up",
    .prompt = "Name the strong picket, unseen by the enemy",
    .list = list_setup,
    .take = take_setup,
    .why = why_setup,
    .sound = setup_sound,
};
