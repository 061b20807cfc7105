/*
 * mind.c: what the bots of all games need to ask a game's mind, and to carry out a plan.
 */
#include "mind.h"

#include <string.h>

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

void plan_say_whim(const char *who, struct text *out)
{
    text_printf(out, "%s arranged otherwise", who);
}
