/*
 * forecast.c: what to end a phase now would do, said before it is done: order checks that are to come, orders nobody
 * gives, fatigue, supply, rest that is missed. Steps name these functions in their rows; nothing here decides anything.
 */
#include <stdio.h>
#include <stdlib.h>

#include "mib.h"

/* ---- the Orders Phase ---- */

/* 5.5r1 Chances of six that the pending order is taken up. */
int order_chance(const struct play *p, int f)
{
    const struct formation_state *k = &mib(p)->formation[f];
    struct sheet *sheet = base_alloc(sizeof *sheet);
    int passed = 0;

    if (preview_check(p, f, k->pending - 1, mbox(p)->chief[k->giver], false, sheet))
        passed = sheet->rank;
    free(sheet);
    return passed;
}

/* The commanders of formations with an order to come: the words say how likely each is to take it up. */
static void add_checks(const struct play *p, int side, struct forecast *f)
{
    struct forecast_line *l = NULL;
    int used = 0;

    for (int i = 0; i < FORMATIONS; i++) {
        if (chit_side(i) != side || !mib(p)->formation[i].pending || commander_of(p, i) == NO_PIECE)
            continue;
        if (!l)
            l = forecast_add(f, FORECAST_TELLS, "5.5r1", NULL);
        forecast_piece(l, commander_of(p, i));
        if (used < (int)sizeof l->words - 40)
            used += snprintf(l->words + used, sizeof l->words - (size_t)used, "%s %s %s %d of 6",
                             l->pieces > 1 ? ";" : "Order Checks to come:",
                             p->box->piece[commander_of(p, i)].name,
                             order_titles[mib(p)->formation[i].pending - 1], order_chance(p, i));
    }
}

/* 5.4r1 Commanders who could give more orders. */
static void add_silent(const struct play *p, int side, struct forecast *f)
{
    struct forecast_line *l = forecast_add(
        f, FORECAST_LOSES, "5.4r1", "{n} [commander|commanders] could still give orders: {u*}");

    for (int i = 0; i < CHIEFS; i++) {
        int chief = mbox(p)->chief[i];

        if (on_map(p, chief) && side_of(p, chief) == side &&
            unit_at(p, chief)->given < command_rating(p, chief))
            forecast_piece(l, chief);
    }
}

void forecast_orders(const struct play *p, const struct step *t, struct forecast *f)
{
    add_checks(p, t->who, f);
    add_silent(p, t->who, f);
}

/* ---- the actions of a formation ---- */

static bool acts(const struct play *p, int u, int chit)
{
    return on_map(p, u) && is_division(p, u) && acts_with(p, u, chit);
}

/* 10.1a 10.1b Who stands where fatigue tells. */
static void add_weary(const struct play *p, int chit, struct forecast *f)
{
    struct forecast_line *tired =
        forecast_add(f, FORECAST_TELLS, "10.1a", "{n} [division is|divisions are] Tired or Spent");

    for (int u = 0; u < mbox(p)->units; u++)
        if (acts(p, u, chit) && is_tired(p, u))
            forecast_piece(tired, u);
}

/* 4.1r Who could rest and would get something back by it. */
static void add_restless(const struct play *p, const struct step *t, struct forecast *f)
{
    struct forecast_line *l =
        forecast_add(f, FORECAST_LOSES, "4.1r", "{n} [division|divisions] could still rest");

    for (int u = 0; u < mbox(p)->units; u++)
        if (acts(p, u, t->v[0]) && (unit_at(p, u)->fatigue || has_flag(p, u, U_D)) &&
            !refuse_rest(p, t, u))
            forecast_piece(l, u);
}

/* 10.2r3 5.2r Who does not attack whatever is ordered. */
static void add_helpless(const struct play *p, int chit, struct forecast *f)
{
    struct forecast_line *l = forecast_add(
        f, FORECAST_TELLS, "10.2r3", "{n} [division is|divisions are] out of supply or command");

    for (int u = 0; u < mbox(p)->units; u++)
        if (acts(p, u, chit) && has_flag(p, u, U_OOS | U_OOC))
            forecast_piece(l, u);
}

/* 3.1r2 Who waits beside the map. */
static void add_waiting(const struct play *p, int chit, struct forecast *f)
{
    struct forecast_line *l =
        forecast_add(f, FORECAST_LOSES, "3.1r2", "{n} [piece waits|pieces wait] off the map");

    EACH_PIECE (p, u)
        if (is_due(p, u) && acts_with(p, u, chit))
            forecast_piece(l, u);
}

void forecast_actions(const struct play *p, const struct step *t, struct forecast *f)
{
    add_waiting(p, t->v[0], f);
    add_restless(p, t, f);
    add_weary(p, t->v[0], f);
    add_helpless(p, t->v[0], f);
}
