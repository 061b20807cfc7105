/*
 * deal.h: things drawn one after another and not put back: for draws in the rules, and for guess(),
 * which deals anew what a side does not see.
 *
 * In the rules a draw is an outcome of chance. A cup of chits or a deck of cards is a row of counts in
 * the state, one for each kind; the step that draws belongs to CHANCE, its list() is cup_list() and its
 * take() begins with cup_take(). Where every piece is its own kind, list those that are left with
 * menu_add(): each is as likely as any other.
 *
 * In guess() there is a generator. Collect what is hidden, shuffle, and deal it out over the places
 * that are known to hold something, those that are hardest to please first:
 *
 *     deal_begin(&d);
 *     for (…) deal_add(&d, u);
 *     deal_shuffle(&d, rng);
 *     u = deal_fitting(&d, p, may_stand_there, area);
 *
 * Nothing here reads a state; what is hidden and what may lie where is for the game to say.
 */
#ifndef DEAL_H
#define DEAL_H

#include <assert.h>

#include "game.h"

/* ---- a cup: how many of each kind are left ---- */

int cup_left(const uint8_t *left, int kinds);
/* The outcomes of a draw: `verb KIND`, as likely as there are chits of it. */
void cup_list(const uint8_t *left, int kinds, int verb, struct menu *);

static inline void cup_take(uint8_t *left, int kind)
{
    assert(left[kind] > 0);
    left[kind]--;
}

/* ---- a deal ---- */

enum { DEAL_MAX = BOARD_CELLS }; /* pieces or cells */

struct deal {
    int n;
    int16_t item[DEAL_MAX];
};

/* Does the item suit what it is dealt for: a place, an icon, a faction? */
typedef bool deal_fits(const struct play *, int item, int what);

static inline void deal_begin(struct deal *d)
{
    d->n = 0;
}

static inline void deal_add(struct deal *d, int item)
{
    assert(d->n < DEAL_MAX);
    d->item[d->n++] = i16(item);
}

void deal_shuffle(struct deal *, struct rng *);

/* Each of these takes the item out; there is one. */
int deal_take(struct deal *, int at); /* the last goes into its place */
int deal_random(struct deal *, struct rng *);
/* The first that fits; -1: none does, and nothing is taken. */
int deal_fitting(struct deal *, const struct play *, deal_fits *, int what);

#endif
