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

static void arrival_json(int steps, int left, int now, struct json *j)
{
    json_key_int(j, "steps", steps);
    if (left < 0)
        return;
    json_key_int(j, "left", left);
    json_key_int(j, "cost", now > left ? now - left : 0);
}

/* Those of one place, from `*next` on. */
static void poses_json(const struct play *p, const struct reach *reach, int place, int now,
                       int *next, struct json *j)
{
    struct text name = { 0 };

    json_key(j, "poses");
    json_open(j, '[');
    for (; *next < reach->poses && reach->pose[*next].place == place; ++*next) {
        const struct reach_pose *at = &reach->pose[*next];

        text_clear(&name);
        pose_print(p, at->pose, &name);
        json_open(j, '{');
        json_key_str(j, "pose", text_of(&name));
        arrival_json(at->steps, at->left, now, j);
        json_close(j);
    }
    json_close(j);
    text_free(&name);
}

void reach_json(const struct play *p, const struct reach *reach, int piece, const char *key,
                struct json *j)
{
    int next = 0, now = points_now(p, piece);

    json_key(j, key);
    json_open(j, '[');
    for (int i = 0; i < reach->n; i++) {
        json_open(j, '{');
        json_key_str(j, "place", board_number(p->box->board, reach->at[i].place));
        arrival_json(reach->at[i].steps, reach->at[i].left, now, j);
        if (reach->poses)
            poses_json(p, reach, reach->at[i].place, now, &next, j);
        json_close(j);
    }
    json_close(j);
    if (reach->cut)
        json_key_bool(j, "cut", true);
}

void match_reach_json(struct match *m, int by, int piece, const char *key, struct json *j)
{
    struct reach *reach = base_alloc(sizeof *reach);

    if (by >= 0)
        match_reach(m, by, piece, reach);
    reach_json(match_play(m), reach, piece, key, j);
    free(reach);
}
