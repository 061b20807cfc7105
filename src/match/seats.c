/*
 * seats.c: the people of a side. A game without a table of seats has one a side.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "own.h"

int seat_count(const struct game *g)
{
    int n = 0;

    if (!g->seats)
        return game_sides(g);
    while (g->seats[n].id)
        n++;
    assert(n <= SEATS_MAX);
    return n;
}

const char *seat_name(const struct game *g, int seat)
{
    assert(seat >= 0 && seat < seat_count(g));
    return g->seats ? g->seats[seat].id : g->sides[seat];
}

const char *seat_title(const struct game *g, int seat)
{
    assert(seat >= 0 && seat < seat_count(g));
    return g->seats ? g->seats[seat].title : g->side_titles[seat];
}

int seat_side(const struct game *g, int seat)
{
    assert(seat >= 0 && seat < seat_count(g));
    return g->seats ? g->seats[seat].side : seat;
}

int seat_find(const struct game *g, const char *id)
{
    for (int i = 0; i < seat_count(g); i++)
        if (strcmp(seat_name(g, i), id) == 0)
            return i;
    return -1;
}

uint32_t seat_mask(const struct game *g, int side)
{
    uint32_t mask = 0;

    for (int i = 0; i < seat_count(g); i++)
        if (seat_side(g, i) == side)
            mask |= UINT32_C(1) << i;
    return mask;
}

uint32_t seats_there(const struct play *p)
{
    uint32_t mask = 0;

    for (int i = 0; i < seat_count(p->game); i++)
        if (!p->game->seats || play_seat_there(p, i))
            mask |= UINT32_C(1) << i;
    return mask;
}

const char *seat_called_among(const struct game *g, uint32_t there, int seat)
{
    uint32_t mask = seat_mask(g, seat_side(g, seat));

    return (there & mask) != mask && (there & mask) == UINT32_C(1) << seat
               ? g->side_titles[seat_side(g, seat)]
               : seat_title(g, seat);
}

const char *seat_called(const struct play *p, int seat)
{
    return seat_called_among(p->game, seats_there(p), seat);
}

int seat_asked(const struct play *p)
{
    const struct game *g = p->game;
    int who = play_who(p);

    if (who >= SIDES_MAX)
        return -1;
    if (g->seats)
        return play_seat(p);
    for (int i = 0; i < seat_count(g); i++)
        if (seat_side(g, i) == who)
            return i;
    return -1;
}

int match_seat(const struct match *m)
{
    return seat_asked(&m->play);
}

static bool is_asked(const struct play *p, uint32_t seats)
{
    int seat = seat_asked(p);

    return seat >= 0 && (seats >> seat & 1);
}

static const char *refuse_seats(struct play *p)
{
    int seat = seat_asked(p), who = play_who(p);

    if (who == NOBODY)
        return "the game is over";
    snprintf(p->refusal, sizeof p->refusal, "it is for %s to decide now",
             seat < 0 ? "the dice" : seat_called(p, seat));
    return p->refusal;
}

const char *match_do_seated(struct match *m, uint32_t seats, const struct action *a)
{
    struct play *p = &m->play;

    return is_asked(p, seats) ? match_do(m, play_who(p), a) : refuse_seats(p);
}

const char *match_do_all_seated(struct match *m, uint32_t seats, const struct stages *stages)
{
    struct play *p = &m->play;

    return is_asked(p, seats) ? match_do_all(m, play_who(p), stages) : refuse_seats(p);
}
