/*
 * show.c: what a picket shows, and how the line stands. From a state already redacted.
 */
#include <stdio.h>

#include "null.h"

void null_show(const struct play *p, int viewer, int u, struct show *s)
{
    const struct picket *k = &null_of(p)->picket[u];

    (void)viewer;
    s->army = side_of(u);
    s->class = "picket";
    if (k->place == NOWHERE)
        s->off = "lost";
    else
        show_at(s, k->place);
    if (k->place != NOWHERE && k->facing)
        s->facing = board_facing_name(p->box->board, k->facing);
    s->depth = k->place != NOWHERE;
    s->veiled = k->strength == UNKNOWN;
    if (k->strength != UNKNOWN)
        show_number(s, "strength", k->strength);
    show_number(s, "spent", k->spent);
    show_marks(s, picket_words, s->veiled ? 0 : k->flags);
    if (k->place != NOWHERE && !s->veiled) {
        s->points_left = null_points_left(p, u);
        s->points_of = ALLOWANCE;
    }
}

static void show_clock(const struct play *p, struct show_clock *c)
{
    const struct state *s = play_state(p);

    c->last = TURNS;
    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_PLAYER)
            snprintf(c->player, sizeof c->player, "%s's turn",
                     p->game->side_titles[s->agenda[i].v[0]]);
        else if (s->agenda[i].op == ST_MOVEMENT || s->agenda[i].op == ST_COMBAT)
            c->phase = s->agenda[i].op == ST_MOVEMENT ? "movement" : "combat";
}

/* [6.2] What the game is about. */
static bool show_sign(const struct play *p, int cell, struct show_sign *s)
{
    if (cell != box_of(p)->crossroads)
        return false;
    s->sign = SIGN_GOAL;
    snprintf(s->text, sizeof s->text, "the crossroads, to be held at the end");
    return true;
}

static int show_tracks(const struct play *p, struct show_track track[TRACKS_MAX])
{
    for (int side = 0; side < SIDES; side++) {
        struct show_track *t = &track[side];

        t->title = p->game->side_titles[side];
        t->army = side;
        t->length = PER_SIDE;
        for (int u = 0; u < PICKETS; u++)
            t->part += side_of(u) == side && null_of(p)->picket[u].place == NOWHERE;
        snprintf(t->value, sizeof t->value, "%d/%d", t->part, PER_SIDE);
    }
    return SIDES;
}

/* [6.2] */
static void show_standing(const struct play *p, struct text *out)
{
    int holder = picket_at(p, box_of(p)->crossroads);

    if (holder == NOWHERE)
        text_add(out, "nobody stands on the crossroads");
    else
        text_printf(out, "%s stands on the crossroads", p->game->side_titles[side_of(holder)]);
}

static const struct army_def armies[] = {
    { "blue", "Blue", BLUE, NULL },
    { "red", "Red", RED, NULL },
    { NULL, NULL, 0, NULL },
};
static const struct flag_word *const marks[] = { picket_words, NULL };
static const struct label labels[] = { { "strength", "Strength" }, { NULL, NULL } };
static const struct box_def boxes[] = { { "lost", "Lost", "Losses" }, { NULL, NULL, NULL } };
static const struct label phases[] = {
    { "movement", "Movement" },
    { "combat", "Combat" },
    { NULL, NULL },
};
static const struct result_def results[] = {
    { "A-", "the attacker is lost", -2 },
    { "X", "both are lost", 0 },
    { "R", "the defender retreats", 2 },
    { "D-", "the defender is lost", 3 },
    { NULL, NULL, 0 },
};

const struct page null_page = {
    .armies = armies,
    .marks = marks,
    .labels = labels,
    .boxes = boxes,
    .phases = phases,
    .results = results,
    .clock = show_clock,
    .tracks = show_tracks,
    .sign = show_sign,
    .standing = show_standing,
};
