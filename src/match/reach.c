/*
 * reach.c: where a piece could march by itself, as JSON: the one writer of it for protocol and table.
 */
#include <stdlib.h>

#include "match.h"

/* Half points that it has now, or -1. */
static int points_now(const struct play *p, int piece)
{
    return p->game->points_left ? p->game->points_left(p, piece) : -1;
}

void match_reach_json(struct match *m, int by, int piece, struct json *j)
{
    struct reach *reach = base_alloc(sizeof *reach);
    const struct play *p = match_play(m);
    int now = points_now(p, piece);

    if (by >= 0)
        match_reach(m, by, piece, reach);
    json_open(j, '[');
    for (int i = 0; i < reach->n; i++) {
        int left = reach->at[i].left;

        json_open(j, '{');
        json_key_str(j, "place", board_number(p->box->board, reach->at[i].place));
        json_key_int(j, "steps", reach->at[i].steps);
        if (left >= 0) {
            json_key_int(j, "left", left);
            json_key_int(j, "cost", now > left ? now - left : 0);
        }
        json_close(j);
    }
    json_close(j);
    free(reach);
}
