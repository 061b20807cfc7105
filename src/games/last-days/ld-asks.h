/*
 * ld-asks.h: what every chapter asks of state and box: a piece, a hex, the hour.
 *
 * No rule that could be refused stands here; whoever needs one finds it in its chapter, by ld.h.
 */
#ifndef LAST_DAYS_ASKS_H
#define LAST_DAYS_ASKS_H

#include "ld-box.h"

static inline struct ld_state *ld(const struct play *p)
{
    return p->state;
}

static inline const struct ld_box *lbox(const struct play *p)
{
    return p->box->own;
}

static inline struct piece_state *piece_at(const struct play *p, int u)
{
    return &ld(p)->piece[u];
}

static inline const struct piece_def *def_of(const struct play *p, int u)
{
    return &lbox(p)->piece[u];
}

static inline bool has_flag(const struct play *p, int u, uint32_t flag)
{
    return (ld(p)->piece[u].flags & flag) != 0;
}

static inline void set_flag(struct play *p, int u, uint32_t flag)
{
    ld(p)->piece[u].flags |= flag;
}

static inline void clear_flag(struct play *p, int u, uint32_t flag)
{
    ld(p)->piece[u].flags &= ~flag;
}

static inline bool hex_is(const struct play *p, int h, int bits)
{
    return (ld(p)->hex[h] & bits) != 0;
}

static inline void mark_hex(struct play *p, int h, int bits)
{
    ld(p)->hex[h] = u16(ld(p)->hex[h] | bits);
}

static inline void clear_hex(struct play *p, int h, int bits)
{
    ld(p)->hex[h] = u16(ld(p)->hex[h] & ~bits);
}

static inline int arm_of(const struct play *p, int u)
{
    return lbox(p)->piece[u].arm;
}

static inline bool is_leader(const struct play *p, int u)
{
    return u >= lbox(p)->leaders;
}

static inline bool is_train(const struct play *p, int u)
{
    return arm_of(p, u) == TRAIN;
}

static inline bool is_vedette(const struct play *p, int u)
{
    return arm_of(p, u) == VEDETTE;
}

static inline bool is_guns(const struct play *p, int u)
{
    return arm_of(p, u) == FOOT || arm_of(p, u) == HORSE;
}

/* [1.4b] All but leaders and trains; vedettes and artillery with them. */
static inline bool is_combat_unit(const struct play *p, int u)
{
    return arm_of(p, u) < TRAIN;
}

static inline int train_number(const struct play *p, int u)
{
    return u - lbox(p)->trains;
}

/* [9.26b] A captured train belongs to the captor's army. */
static inline int army_of(const struct play *p, int u)
{
    return is_train(p, u) ? ld(p)->pontoon[train_number(p, u)].owner : lbox(p)->piece[u].army;
}

static inline int side_of_army(int army)
{
    return army == ARMY_FRENCH ? FRENCH : ALLIED;
}

static inline int side_of(const struct play *p, int u)
{
    return side_of_army(army_of(p, u));
}

static inline bool on_map(const struct play *p, int u)
{
    return ld(p)->piece[u].place >= 0;
}

static inline int place_of(const struct play *p, int u)
{
    return ld(p)->piece[u].place;
}

/* Current strength in half points: a leader alone has one [5.2], but see strength_alone(). */
static inline int strength_of(const struct play *p, int u)
{
    return has_flag(p, u, F_REDUCED) ? def_of(p, u)->reduced : def_of(p, u)->strength;
}

static inline int next_of(const struct play *p, int h, int direction)
{
    return lbox(p)->next[h * HEX_SIDES + direction];
}

static inline int side_between(const struct play *p, int h, int direction)
{
    return lbox(p)->side[h * HEX_SIDES + direction];
}

static inline int apart(const struct play *p, int a, int b)
{
    return lbox(p)->distance[a][b];
}

/* The direction from a hex to its neighbour; -1: it is none. */
static inline int direction_to(const struct play *p, int from, int to)
{
    const int16_t *next = &lbox(p)->next[from * HEX_SIDES];

    for (int d = 0; d < HEX_SIDES; d++)
        if (next[d] == to)
            return d;
    return -1;
}

/* A way that was found from its end. */
static inline void turn_way(int16_t *way, int n)
{
    for (int i = 0; i < n / 2; i++) {
        int16_t h = way[i];

        way[i] = way[n - 1 - i], way[n - 1 - i] = h;
    }
}

/* To the next direction in which the map goes on, and the hex there. */
static inline bool goes_on(const struct play *p, int h, int *direction, int *to)
{
    while (++*direction < HEX_SIDES)
        if ((*to = next_of(p, h, *direction)) >= 0)
            return true;
    return false;
}

#define EACH_DIRECTION(d)        for (int d = 0; d < HEX_SIDES; d++)
#define EACH_BESIDE(p, h, d, to) for (int d = -1, to; goes_on(p, h, &d, &to);)
#define EACH_PIECE(p, u)         for (int u = 0; u < lbox(p)->pieces; u++)
#define EACH_PIECE_AT(p, u, h)   EACH_IN_STACK (ld(p)->top[h], ld(p)->below, u)

static inline int side_bits(int side)
{
    return side == FRENCH ? H_FRENCH : H_PRUSSIAN | H_ALLIED;
}

/* Is any piece of the side in the hex? No hex holds pieces of both. */
static inline bool side_in(const struct play *p, int h, int side)
{
    return hex_is(p, h, side_bits(side));
}

static inline bool enemy_in(const struct play *p, int h, int side)
{
    return hex_is(p, h, side_bits(!side));
}

/* The mask of a side's enemy, for secrets. */
static inline uint8_t veil(int side)
{
    return u8(1 << !side);
}

static inline int part_of_day(const struct play *p)
{
    return lbox(p)->turn[ld(p)->base.turn].part;
}

static inline int weather_of(const struct play *p)
{
    return lbox(p)->turn[ld(p)->base.turn].weather;
}

static inline bool is_night(const struct play *p)
{
    return part_of_day(p) == NIGHT;
}

static inline bool is_mud(const struct play *p)
{
    return weather_of(p) != CLEAR;
}

static inline bool is_side(int side)
{
    return side == FRENCH || side == ALLIED;
}

static inline bool on_board(const struct play *p, int h)
{
    return h >= 0 && h < p->box->board->cells;
}

#endif
