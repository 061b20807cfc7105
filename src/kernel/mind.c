/*
 * mind.c: what the bots of all games need to ask a game's mind, and to carry out a plan.
 */
#include "mind.h"

#include <string.h>

#include "board.h"
#include "game.h"
#include "hash.h"
#include "text.h"

const struct mind *mind_of(const struct game *game)
{
    static const struct mind none;

    return game->mind ? game->mind : &none;
}

bool mind_urge(const struct choice *choice, int *urge)
{
    const struct mind *mind = mind_of(choice->p->game);
    int op = agenda_top(choice->p)->op;
    struct urge_def row = op < mind->urge_rows ? mind->urges[op] : (struct urge_def){ 0 };
    struct choice asked = *choice;

    if (!mind->urges || row.tried)
        return false;
    asked.what = row.what;
    if (row.urge)
        row.urge(&asked, urge);
    else
        memset(urge, 0, (size_t)choice->menu->n * sizeof *urge);
    return true;
}

int plan_whim(int way, int piece, int place, int small)
{
    static const int times[] = { 1, 4, 16 };
    uint64_t liked = (uint64_t)way << 32 | (uint64_t)piece << 16 | (uint64_t)place;

    return way ? (int)(hash_mix(liked) % (uint64_t)(small * times[way % COUNT(times)])) : 0;
}

enum {
    DETACHED_PLACES = 1 << 16, /* as they are packed into one number, which is 0 for none */
    DETACHED_FAR = 8,          /* cells from which one more makes no difference */
    DETACHED_NEARER = 8,       /* what a cell nearer is worth, in small likings … */
    DETACHED_THERE = 16        /* … and to be there */
};

bool plan_detached(const int *weight, int i, struct detachment *d)
{
    int packed = weight[WEIGHT_DETACHED + i] - 1;

    if (packed < 0)
        return false;
    *d = (struct detachment){ packed / DETACHED_PLACES, packed % DETACHED_PLACES };
    return true;
}

void plan_recall(int *weight, int i)
{
    weight[WEIGHT_DETACHED + i] = 0;
}

bool plan_detach(int *weight, struct detachment d)
{
    struct detachment other;
    int room = -1;

    for (int i = DETACHED_MOST - 1; i >= 0; i--)
        if (!plan_detached(weight, i, &other))
            room = i;
    for (int i = 0; i < DETACHED_MOST; i++)
        if (plan_detached(weight, i, &other) && other.piece == d.piece)
            room = i;
    if (room >= 0)
        weight[WEIGHT_DETACHED + room] = 1 + d.piece * DETACHED_PLACES + d.place;
    return room >= 0;
}

static int nearness(const struct play *p, int from, int to)
{
    int far = from == to ? 0 : board_distance(p->box->board, from, to);

    return far < 0 || far > DETACHED_FAR
               ? 0
               : DETACHED_NEARER * (DETACHED_FAR - far) + (far == 0) * DETACHED_THERE;
}

int plan_liking(const struct play *p, const int *weight, int way, struct detachment at, int small)
{
    int liking = plan_whim(way, at.piece, at.place, small);
    struct detachment d;

    for (int i = 0; i < DETACHED_MOST; i++)
        if (plan_detached(weight, i, &d) && d.piece == at.piece)
            liking += small * nearness(p, at.place, d.place);
    return liking;
}

void plan_say_whim(const char *who, struct text *out)
{
    text_printf(out, "%s arranged otherwise", who);
}
