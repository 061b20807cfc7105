/*
 * plan.c: what the bots of all games need to carry out a plan.
 */
#include "game.h"
#include "hash.h"

int plan_whim(int way, int piece, int place, int small)
{
    static const int times[] = { 1, 4, 16 };
    uint64_t liked = (uint64_t)way << 32 | (uint64_t)piece << 16 | (uint64_t)place;

    return way ? (int)(hash_mix(liked) % (uint64_t)(small * times[way % COUNT(times)])) : 0;
}
