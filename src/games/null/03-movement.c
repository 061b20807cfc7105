/*
 * 03-movement.c: chapter 3: pickets march one after another, hex by hex.
 *
 * One hex is one action, so that an ambush (chapter 4) can interrupt. A picket that has marched is done
 * as soon as another begins.
 */
#include "kernel/path.h"
#include "null.h"

enum { SIDE, MOVER }; /* the step's variables */

/* [3.1] Half points: woods 4, clear 2, along the road 1. */
static int cost(const struct play *p, int border, int to)
{
    const struct board *b = p->box->board;

    if (board_has_way(b, border, box_of(p)->road))
        return 1;
    return b->cell[to].terrain == box_of(p)->woods ? 4 : 2;
}

/* [3.4] The stream is crossed by the bridge only. */
static bool stream_bars(const struct play *p, int border)
{
    const struct board *b = p->box->board;

    return board_has_kind(b, border, box_of(p)->stream) &&
           !board_has_kind(b, border, box_of(p)->bridge);
}

/* What the ground lets a picket do, whoever stands there: for path_reach(). */
int ground_cost(void *play, int from, int to, int border)
{
    (void)from;
    return stream_bars(play, border) ? PATH_FORBIDDEN : cost(play, border, to);
}

/* [3.1] [3.2] [3.3] [3.4] Over that border, or -1: there is none. */
static const char *refuse_march(const struct play *p, int side, int u, int border, int to)
{
    const struct picket *k = &null_of(p)->picket[u];

    if (side_of(u) != side || k->place == NOWHERE)
        return "3.1: only the side's own pickets on the board march";
    if (border < 0)
        return "3.1: a march goes from hex to neighbouring hex";
    if (k->flags & DONE)
        return next_to_enemy(p, side, k->place)
                   ? "3.2: a picket that has come next to an enemy stops"
                   : "3.1: pickets march one after another";
    if (picket_at(p, to) != NOWHERE)
        return "3.3: there is a picket in that hex";
    if (stream_bars(p, border))
        return "3.4: the stream is crossed at the bridge only";
    if (k->spent + cost(p, border, to) > ALLOWANCE)
        return "3.1: it has not enough of its two movement points left";
    return NULL;
}

/* [3.1] [9.2] */
static void list_movement(const struct play *p, const struct step *t, struct menu *m)
{
    const struct board *b = p->box->board;
    bool faced = is_faced(p);

    for (int u = 0; u < PICKETS; u++) {
        int from = null_of(p)->picket[u].place;

        if (from == NOWHERE || !is_led(t, u))
            continue;
        EACH_NEIGHBOUR (b, from, link)
            if (!refuse_march(p, t->v[SIDE], u, link->border, link->cell) &&
                !(faced && !is_before(p, u, link->cell)))
                menu_add(m, act2(V_MARCH, u, link->cell));
        if (faced)
            list_turns(p, t->v[SIDE], u, m);
    }
    menu_add(m, act0(V_STOP));
}

/* [9.2] is asked last: whoever cannot march there at all need not turn. */
static const char *why_movement(const struct play *p, const struct step *t, const struct action *a)
{
    const char *why;
    int from;

    if ((a->verb == V_TURN || a->verb == V_MARCH) && !is_led(t, a->arg[0]))
        return "10.1: each officer leads his own picket";
    if (a->verb == V_TURN)
        return refuse_turn(p, t->v[SIDE], a->arg[0], a->arg[1]);
    if (a->verb != V_MARCH)
        return NULL;
    from = null_of(p)->picket[a->arg[0]].place;
    why = refuse_march(p, t->v[SIDE], a->arg[0],
                       from == NOWHERE ? -1 : board_border(p->box->board, from, a->arg[1]),
                       a->arg[1]);
    if (!why && is_faced(p) && !is_before(p, a->arg[0], a->arg[1]))
        return "9.2: a picket marches to its front";
    return why;
}

/* [4.1] Every enemy in woods next to the new hex that has not yet ambushed. [9.4] To its front. */
static void offer_ambushes(struct play *p, int u)
{
    const struct board *b = p->box->board;
    const struct null_state *s = null_of(p);

    for (int e = PICKETS - 1; e >= 0; e--) {
        int there = s->picket[e].place;

        if (side_of(e) != side_of(u) && there != NOWHERE && !has_flag(p, e, AMBUSHED) &&
            b->cell[there].terrain == box_of(p)->woods &&
            board_distance(b, there, s->picket[u].place) == 1 &&
            (!is_faced(p) || is_before(p, e, s->picket[u].place)))
            ask_ambush(p, e, u);
    }
}

/* [3.1] One hex. */
static void march(struct play *p, int u, int to)
{
    struct picket *k = &null_of(p)->picket[u];

    k->spent = u8(k->spent + cost(p, board_border(p->box->board, k->place, to), to));
    k->place = i16(to);
    play_tell(p, EV_MARCH, 0, 2, u, to);
    if (next_to_enemy(p, side_of(u), to)) /* [3.2] */
        set_flag(p, u, DONE);
    offer_ambushes(p, u);
}

/* [3.1] Who has begun is done as soon as another begins. */
static void take_movement(struct play *p, struct step *t, const struct action *a)
{
    int last = t->v[MOVER];

    if (a->verb == V_STOP) {
        agenda_pop(p, 0);
        return;
    }
    if (last != NOWHERE && last != a->arg[0])
        set_flag(p, last, DONE);
    t->v[MOVER] = a->arg[0];
    if (a->verb == V_TURN)
        turn_picket(p, a->arg[0], a->arg[1]);
    else
        march(p, a->arg[0], a->arg[1]);
}

/* [6.2] In the last turn: is the crossroads held, and if not, could somebody still get there? */
static void forecast_movement(const struct play *p, const struct step *t, struct forecast *f)
{
    int crossroads = box_of(p)->crossroads, holder = picket_at(p, crossroads);
    bool late = false;

    if (play_state(p)->turn < TURNS || (holder != NOWHERE && side_of(holder) == t->v[SIDE]))
        return;
    for (int u = 0; u < PICKETS && !late; u++)
        if (on_board(p, u))
            late = !refuse_march(
                p, t->v[SIDE], u,
                board_border(p->box->board, null_of(p)->picket[u].place, crossroads), crossroads);
    forecast_place(forecast_add(f, late ? FORECAST_LOSES : FORECAST_TELLS, "6.2",
                                "the crossroads is not yours, and this is the last turn"),
                   crossroads);
}

static bool movement_sound(const struct play *p, const struct step *t)
{
    return phase_sound(t) && shares_sound(p, t) &&
           (t->v[MOVER] == NOWHERE ||
            (side_of(t->v[MOVER]) == t->v[SIDE] && is_led(t, t->v[MOVER])));
}

const struct step_def step_movement = {
    .name = "movement",
    .thought = THINK_CHOICE,
    .cases = "3.1 3.2",
    .vars = "side:s mover:U share:0..2",
    .on = "player@combat movement",
    .title = "Movement",
    .prompt = "March your pickets, then end movement",
    .about = "march",
    .done = "End movement",
    .phase = true,
    .list = list_movement,
    .take = take_movement,
    .why = why_movement,
    .forecast = forecast_movement,
    .seat = seat_by_share,
    .sound = movement_sound,
};

int null_points_left(const struct play *p, int u)
{
    const struct picket *k = &null_of(p)->picket[u];

    return k->flags & DONE ? 0 : ALLOWANCE - k->spent;
}
