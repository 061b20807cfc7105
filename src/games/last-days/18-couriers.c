/*
 * 18-couriers.c: chapter 18.1: players of one side talk only while their leaders are together, and
 * else write letters that aides-de-camp carry. The match keeps the letters and has the aides ride
 * (struct post); this says which leader stands for whom, what the ride costs, what may not be
 * written, who reads.
 */
#include "kernel/path.h"
#include "ld.h"

enum { AIDE = 28 }; /* [18.11] 14 points a turn, in half points */

/* Only where a side is divided, and there are leaders. */
static bool is_open(const struct play *p)
{
    return play_option(p, OPT_COURIERS) && !play_option(p, OPT_NO_LEADERS) &&
           (play_option(p, OPT_SPLIT_COALITION) || play_option(p, OPT_SPLIT_FRENCH));
}

/* ---- who stands for a player ---- */

static int side_of_seat(int seat)
{
    return seat == SEAT_NAPOLEON || seat == SEAT_MARSHAL ? FRENCH : ALLIED;
}

static bool is_of_seat(const struct play *p, int u, int seat)
{
    bool second = seat == SEAT_MARSHAL || seat == SEAT_BLUCHER;

    return is_leader(p, u) && side_of(p, u) == side_of_seat(seat) &&
           share_of(p, u) == (second ? SHARE_SECOND : SHARE_FIRST);
}

/* The leader whom the player has his name from; of the marshals Ney before Grouchy. */
static int namesake(const struct play *p, int seat)
{
    const struct ld_box *box = lbox(p);

    switch (seat) {
    case SEAT_NAPOLEON: return box->napoleon;
    case SEAT_WELLINGTON: return box->wellington;
    case SEAT_BLUCHER: return box->blucher;
    default: return is_of_seat(p, box->ney, seat) && on_map(p, box->ney) ? box->ney : box->grouchy;
    }
}

/* [18.1] ruling 131: while he himself is not on the map, the first of the player's leaders who is. */
static int leader(const struct play *p, int seat)
{
    int first = namesake(p, seat);

    if (is_of_seat(p, first, seat) && on_map(p, first))
        return first;
    for (int u = lbox(p)->leaders; u < lbox(p)->pieces; u++)
        if (is_of_seat(p, u, seat) && on_map(p, u))
            return u;
    return -1;
}

static int place(const struct play *p, int u)
{
    return on_map(p, u) ? place_of(p, u) : -1;
}

/* ---- talk and letters ---- */

/* [18.1] [18.15] Before the first turn all may talk: ruling 132. */
static const char *silence(const struct play *p, int seat, int other)
{
    int here = leader(p, seat), there = leader(p, other);

    if (play_state(p)->phase == PH_SETUP)
        return NULL;
    return here >= 0 && there >= 0 && apart(p, place_of(p, here), place_of(p, there)) <= 1
               ? NULL
               : "18.1: they talk only while their leaders are in the same or adjacent hexes";
}

/* [18.11] */
static const char *refuse(const struct play *p, int from, int to)
{
    (void)to;
    return leader(p, from) >= 0
               ? NULL
               : "18.11: an aide rides from his leader's hex, and none is on the map";
}

/* [18.13] */
static const char *refuse_text(const struct play *p, const char *text)
{
    char number[16];

    return post_names_cell(p->box, text, number) ? "18.13: a letter names no hex by its number"
                                                 : NULL;
}

/* [18.12] As cavalry, enemies or not: ruling 85. */
static int toll(const struct play *p, int from, int to, int border)
{
    int cost = mover_cost(p, MOVES_CAVALRY, from, direction_to(p, from, to), false);

    (void)border;
    return cost == NO_ENTRY ? PATH_FORBIDDEN : cost;
}

/* [18.14a] The Command Phase opens the side's player turn. */
static bool reads(const struct play *p, int seat)
{
    const struct state *s = play_state(p);

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_PLAYER)
            return s->agenda[i].v[0] == side_of_seat(seat);
    return false;
}

/* [18.14b] */
static int captor(const struct play *p, int u)
{
    return place_of(p, u) == P_CAPTURED ? !side_of(p, u) : NOBODY;
}

const struct post ld_post = {
    .seat_case = "18.11",
    .text_case = "18.13",
    .way_case = "18.12",
    .allowance = AIDE, /* [18.11] */
    .open = is_open,
    .silence = silence,
    .refuse = refuse,
    .refuse_text = refuse_text,
    .leader = leader,
    .place = place,
    .toll = toll,
    .reads = reads,
    .captor = captor,
};
