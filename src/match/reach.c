/*
 * reach.c: who goes together, and where to, as JSON: the one writer of it for protocol and table.
 */
#include <stdlib.h>

#include "match.h"
#include "ways.h"

/* Half points that it has now, or -1; also of nobody. */
static int points_now(const struct play *p, int piece)
{
    return piece >= 0 && p->game->points_left ? p->game->points_left(p, piece) : -1;
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

/* What it suffers there, and for how much less it could come with that. */
static void strain_json(const struct reach_at *at, int now, struct json *j)
{
    if (at->strain)
        json_key_str(j, "strain", at->strain);
    if (!at->cheap_strain)
        return;
    json_key(j, "or");
    json_open(j, '{');
    json_key_int(j, "left", at->cheap_left);
    json_key_int(j, "cost", now > at->cheap_left ? now - at->cheap_left : 0);
    json_key_str(j, "strain", at->cheap_strain);
    json_close(j);
}

static void way_json(const struct play *p, const struct reach *reach, const struct reach_at *at,
                     struct json *j)
{
    json_key(j, "way");
    json_open(j, '[');
    for (int i = 0; i < at->ways; i++)
        json_str(j, board_number(p->box->board, reach->way[at->way + i]));
    json_close(j);
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
        if (reach->at[i].wear >= 0)
            json_key_int(j, "wear", reach->at[i].wear);
        strain_json(&reach->at[i], now, j);
        way_json(p, reach, &reach->at[i], j);
        if (reach->poses)
            poses_json(p, reach, reach->at[i].place, now, &next, j);
        json_close(j);
    }
    json_close(j);
    if (reach->cut)
        json_key_bool(j, "cut", true);
}

/* ---- of those that are meant ---- */

static void ids_json(const struct box *box, const char *key, const int16_t *piece, int n,
                     struct json *j)
{
    json_key(j, key);
    json_open(j, '[');
    for (int i = 0; i < n; i++)
        json_str(j, box->piece[piece[i]].id);
    json_close(j);
}

static void stays_json(const struct box *box, const struct party_stays *stay, int n, struct json *j)
{
    json_key(j, "stays");
    json_open(j, '[');
    for (int i = 0; i < n; i++) {
        char cites[16];

        refusal_case(stay[i].why, cites, sizeof cites);
        json_open(j, '{');
        json_key_str(j, "unit", box->piece[stay[i].piece].id);
        json_key_bool(j, "can", stay[i].can);
        json_key_str(j, "case", *cites ? cites : NULL);
        json_key_str(j, "why", stay[i].why);
        json_close(j);
    }
    json_close(j);
}

void marched_json(const struct box *box, const struct marched *out, struct json *j)
{
    json_key_int(j, "steps", out->steps);
    ids_json(box, "rode", out->rode.piece, out->rode.n, j);
    stays_json(box, out->stay, out->stays, j);
}

/* What has to be decided before their first step, as it is typed. */
static void first_json(const struct play *p, const struct party *party, struct json *j)
{
    struct text text = { 0 };

    json_key(j, "first");
    json_open(j, '[');
    for (int i = 0; i < party->acts; i++) {
        text_clear(&text);
        action_print(p, &party->act[i], &text);
        json_str(j, text_of(&text));
    }
    json_close(j);
    text_free(&text);
}

/* How they go, not where: in road march, or broken down. Of the others of a stack it is asked of each by itself. */
static bool is_manner(const struct play *p, const struct party *party, const struct action *a)
{
    return play_role(p, a) == ROLE_ARRANGE &&
           (a->n == 0 || (a->n == 1 && a->arg[0] == party->piece[0]));
}

/*
 * What else they could do once they have been chosen: a charge, say. Where nothing is to be chosen the menu may be
 * another side's, which cannot be made of what this one sees.
 */
static void acts_json(struct trial *after, const struct party *party, struct json *j)
{
    const struct menu *m = party->acts ? play_menu(&after->play) : NULL;

    json_key(j, "acts");
    json_open(j, '[');
    for (int i = 0; m && i < m->n; i++) {
        if (march_is_part(&after->play, &m->a[i]) && !is_manner(&after->play, party, &m->a[i]))
            continue;
        json_open(j, '{');
        action_json(&after->play, &m->a[i], j);
        json_close(j);
    }
    json_close(j);
}

void match_reach_json(struct match *m, int by, const struct pieces *meant, struct json *j)
{
    const struct play *p = match_play(m);
    struct reach *reach = base_alloc(sizeof *reach);
    struct party *party = base_alloc(sizeof *party);
    struct trial *after = base_alloc(sizeof *after);
    int lead = -1;

    trial_copy(after, p);
    if (by >= 0)
        party_form(p, by, meant, party, after);
    if (party->n) {
        lead = party->piece[0];
        march_reach(&after->play, by, lead, reach);
    }
    ids_json(p->box, "units", party->piece, party->n, j);
    ids_json(p->box, "along", party->ride, party->along, j);
    stays_json(p->box, party->stay, party->stays, j);
    first_json(p, party, j);
    acts_json(after, party, j);
    if (lead >= 0)
        json_key_int(j, "points", points_now(&after->play, lead));
    if (party->n && party->comes >= 0)
        json_key_str(j, "comes", board_number(p->box->board, party->comes));
    reach_json(&after->play, reach, lead, "reach", j);
    free(after);
    free(party);
    free(reach);
}
