/*
 * 10-letters.c: chapter 10, an option: red's two pickets have an officer each, who may talk only where
 * their pickets are neighbours, and else write letters.
 *
 * Who is asked for which picket is settled here; the letters themselves are the match's (struct post): this
 * says where they begin and end, what couriers pay, who reads them, into whose hands they fall.
 */
#include <stdio.h>

#include "kernel/path.h"
#include "null.h"

enum { SIDE }; /* the first variable of movement and combat; share: their last */

static int share_of(const struct step *t)
{
    return t->op == ST_MOVEMENT ? t->v[2] : t->v[1];
}

/* ---- two officers ---- */

/* [10.1] */
bool is_shared(const struct play *p, int side)
{
    return side == RED && play_option(p, OPT_OFFICERS);
}

/* [10.1] */
bool is_led(const struct step *t, int u)
{
    return share_of(t) == BOTH_PICKETS || share_of(t) == FIRST_PICKET + u % PER_SIDE;
}

static void push_share(struct play *p, int op, int side, int share)
{
    if (op == ST_MOVEMENT)
        agenda_push_with(p, op, side, side, NOWHERE, share, 0);
    else
        agenda_push_with(p, op, side, side, share, 0, 0);
}

/* [10.1] The first is asked first; who has lost his picket no more. */
void push_phases(struct play *p, int op, int side)
{
    if (!is_shared(p, side)) {
        push_share(p, op, side, BOTH_PICKETS);
        return;
    }
    for (int i = PER_SIDE - 1; i >= 0; i--)
        if (on_board(p, side * PER_SIDE + i))
            push_share(p, op, side, FIRST_PICKET + i);
}

void share_phase(struct play *p)
{
    const struct step *t = play_state(p)->depth ? agenda_top(p) : NULL;
    int op, side;

    if (!t || (t->op != ST_MOVEMENT && t->op != ST_COMBAT) || share_of(t) != BOTH_PICKETS)
        return;
    op = t->op;
    side = t->v[SIDE];
    if (t->who != side || !is_shared(p, side))
        return;
    play_state(p)->depth--;
    push_phases(p, op, side);
}

/* [10.1] The second's phase waits below the first's. */
bool shares_sound(const struct play *p, const struct step *t)
{
    return (share_of(t) != BOTH_PICKETS) == is_shared(p, t->v[SIDE]) &&
           (t[-1].op != t->op || (share_of(t) == FIRST_PICKET && share_of(t - 1) == SECOND_PICKET));
}

static int seat_of(const struct play *p, int u)
{
    if (side_of(u) == BLUE)
        return SEAT_BLUE;
    return is_shared(p, RED) && u % PER_SIDE ? SEAT_SECOND : SEAT_RED;
}

int seat_by_share(const struct play *p, const struct step *t)
{
    return seat_of(p, t->v[SIDE] * PER_SIDE + (share_of(t) == SECOND_PICKET));
}

int seat_by_picket(const struct play *p, const struct step *t)
{
    return seat_of(p, t->v[0]);
}

static int picket_of(int seat)
{
    return seat == SEAT_BLUE ? 0 : RED * PER_SIDE + (seat == SEAT_SECOND);
}

/* ---- letters ---- */

static bool is_open(const struct play *p)
{
    return play_option(p, OPT_OFFICERS);
}

static int leader(const struct play *p, int seat)
{
    (void)p;
    return picket_of(seat);
}

static int place(const struct play *p, int u)
{
    return null_of(p)->picket[u].place;
}

/* [10.2] */
static const char *silence(const struct play *p, int seat, int other)
{
    int here = place(p, picket_of(seat)), there = place(p, picket_of(other));

    return here != NOWHERE && there != NOWHERE && board_distance(p->box->board, here, there) <= 1
               ? NULL
               : "10.2: officers talk only while their pickets are in neighbouring hexes";
}

/* [10.3] */
static const char *refuse(const struct play *p, int from, int to)
{
    (void)to;
    return on_board(p, picket_of(from)) ? NULL : "10.3: an officer without a picket sends nobody";
}

/* [10.4] */
static const char *refuse_text(const struct play *p, const char *text)
{
    char number[16];

    return post_names_cell(p->box, text, number) ? "10.4: a letter names no hex by its number"
                                                 : NULL;
}

/* [10.3] Couriers pay as pickets do, and cross the stream where they do. */
static int toll(const struct play *p, int from, int to, int border)
{
    return ground_cost((void *)(uintptr_t)p, from, to, border);
}

/* [10.5] In one's own movement. */
static bool reads(const struct play *p, int seat)
{
    return play_who(p) == RED && agenda_top(p)->op == ST_MOVEMENT && play_seat(p) == seat;
}

/* [10.6] With his picket an officer is lost, and what he had received. */
static int captor(const struct play *p, int u)
{
    return on_board(p, u) ? NOBODY : BLUE;
}

/* [10.6] A courier who comes upon a picket of blue. */
static int catcher(const struct play *p, int seat, int cell)
{
    int there = picket_at(p, cell);

    (void)seat;
    return there != NOWHERE && side_of(there) == BLUE ? BLUE : NOBODY;
}

const struct post null_post = {
    .seat_case = "10.3",
    .text_case = "10.4",
    .way_case = "10.3",
    .allowance = ALLOWANCE, /* [10.3] */
    .open = is_open,
    .silence = silence,
    .refuse = refuse,
    .refuse_text = refuse_text,
    .leader = leader,
    .place = place,
    .toll = toll,
    .reads = reads,
    .captor = captor,
    .catcher = catcher,
};
