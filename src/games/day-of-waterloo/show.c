/*
 * show.c: what a counter shows, and how the day stands: clock, stacks, tracks, ground to take.
 *
 * From a state already redacted; tell.c has the same in words.
 */
#include <stdio.h>

#include "dow.h"

/* ---- pieces ---- */

static int depth_of(const struct play *p, int u)
{
    int n = 1;

    for (EACH_IN(p, i, unit_at(p, u)->place)) {
        if (i == u)
            return n;
        n++;
    }
    return 0;
}

/* [4.1d] Where it sets up, placed in secret or not; or when and where it comes. */
static void show_waiting(const struct play *p, int piece, struct show *s)
{
    const struct origin *o = origin_of(p, piece);

    if (due_turn(p, piece)) {
        s->due = due_turn(p, piece);
        show_number(s, "entry", o->entry);
        snprintf(s->at, sizeof s->at, "entry %d", o->entry);
    } else {
        show_word(s, "setup", o->place);
        show_number(s, "radius", o->radius);
        snprintf(s->at, sizeof s->at, "%.30s, within %d", o->place, o->radius);
    }
}

static void show_place(const struct play *p, int piece, struct show *s)
{
    int place = piece_place(p, piece);
    const struct off_map *off = off_map_at(place);

    s->absent = place == ABSENT;
    s->veiled = place == HIDDEN;
    if (place >= 0)
        show_at(s, place);
    else if (off)
        s->off = off->name;
    if (place == WAITING || (dow(p)->secret >> p->box->piece[piece].side & 1))
        show_waiting(p, piece, s);
}

/* [9.2.13] As many as mud leaves it. */
static void show_points(const struct play *p, int piece, struct show *s)
{
    int of = allowance(p, piece), left = dow_points_left(p, piece);

    if (!s->places || of <= 0)
        return;
    s->points_of = of;
    s->points_left = left < 0 ? 0 : left;
    show_change(s, weather(p) == MUD ? "mud" : "severe mud",
                weather(p) == MUD ? "9.2.13" : "9.2.14a", of - printed_allowance(p, piece));
}

static bool is_demoralized(const struct play *p, int u)
{
    return dow(p)->corps[unit_at(p, u)->corps].demoralized ||
           dow(p)->army[def_at(p, u)->army].demoralized;
}

/* [3.4.1a] */
static void show_unit(const struct play *p, int u, struct show *s)
{
    const struct unit_def *d = def_at(p, u);
    const struct unit *k = unit_at(p, u);

    s->class = arm_titles[d->arm];
    s->formation = dbox(p)->corps[k->corps].id;
    s->depth = s->places ? depth_of(p, u) : 0;
    if (!s->veiled) { /* [5.4.2a] [11.10.1] what it has lost lies beneath it */
        show_number(s, "strength", strength(p, u));
        show_number(s, "losses", k->losses);
        show_number(s, "spent", k->spent);
    }
    show_number(s, "printed", d->strength);
    show_number(s, "morale", morale(p, u));
    show_number(s, "move", d->move);
    show_word(s, "arm", s->class);
    show_word(s, "corps", s->formation);
    show_word(s, "size", d->division ? "XX" : "X");
    show_word(s, "nation", nation_titles[d->nation]);
    show_marks(s, unit_words, k->flags);
    if (s->places && is_demoralized(p, u))
        show_mark(s, "demoralized");
}

static void show_leader(const struct play *p, int i, struct show *s)
{
    const struct leader_def *d = &dbox(p)->leader[i];
    const struct leader *l = &dow(p)->leader[i];

    s->kind = KIND_LEADER;
    s->class = d->chief ? "army leader" : "corps leader";
    s->formation = d->corps == NO_CORPS ? NULL : dbox(p)->corps[d->corps].id;
    show_number(s, "move", d->move);
    show_number(s, "spent", l->spent);
    show_word(s, "role", d->chief ? "army" : "corps");
    show_word(s, "corps", s->formation);
    show_marks(s, leader_words, l->flags);
}

void dow_show(const struct play *p, int viewer, int piece, struct show *s)
{
    (void)viewer;
    s->army = piece_army(p, piece);
    show_place(p, piece, s);
    if (is_leader(p, piece))
        show_leader(p, piece_leader(p, piece), s);
    else
        show_unit(p, piece, s);
    show_points(p, piece, s);
}

/* ---- the clock ---- */

static void show_turn(const struct play *p, int turn, struct show_turn *t)
{
    if (turn > TURNS)
        return;
    t->hour = dbox(p)->hour[turn];
    t->sky = weather_names[weather_in(p, turn)];
}

static void show_clock(const struct play *p, struct show_clock *c)
{
    static const char *const phases[] = { NULL,     "command", "movement", "reorganize",
                                          "combat", "combat",  NULL };
    static const char *const turns[] = { "French Player Turn", "Allied Player Turn" };
    int phase = play_state(p)->phase;

    c->last = last_turn(p);
    c->phase = phases[phase];
    c->side = phase == PH_SETUP ? NOBODY : dow(p)->side;
    snprintf(c->player, sizeof c->player, "%s", phase == PH_SETUP ? "Set-up" : turns[dow(p)->side]);
}

/* ---- places ---- */

/* [5.2a] [5.2b] [5.4.2a] */
static bool show_stack(const struct play *p, int viewer, int h, struct show_stack *s)
{
    if (top_of(p, h) == NO_UNIT)
        return false;
    s->holds = stack_points(p, h);
    s->of = one_unit_hex(p, h) ? 0 : STACK_LIMIT;
    s->what = "SP";
    s->hidden = viewer != REFEREE && viewer != side_of(p, top_of(p, h));
    return true;
}

static bool show_sign(const struct play *p, int h, struct show_sign *s)
{
    if (!goals_has(&dow(p)->goals, h))
        return false;
    s->sign = SIGN_GOAL;
    snprintf(s->text, sizeof s->text, "ground that the French are to take");
    return true;
}

/* ---- tracks ---- */

static const char *state_of(bool demoralized, bool disintegrated)
{
    return disintegrated ? "disintegrated" : demoralized ? "demoralized" : NULL;
}

static void add_level(struct show_track *t, int at, const char *title)
{
    if (at) {
        t->level[t->levels].at = at;
        t->level[t->levels++].title = title;
    }
}

static void track_goals(const struct play *p, struct show_track *t)
{
    int needed = dow(p)->goals.needed, held = needed + goals_margin(p);

    t->title = "Ground to take";
    t->army = ARMY_FRENCH;
    t->part = held;
    t->length = needed;
    snprintf(t->value, sizeof t->value, "%d/%d", held, needed);
    snprintf(t->note, sizeof t->note, "the French need %d at the end of turn %d", needed,
             last_turn(p));
}

/* [13.2a] Losses of an army; a little more than breaks it fits on the line. */
static void track_army(const struct play *p, int army, struct show_track *t)
{
    const struct army_state *a = &dow(p)->army[army];
    int level = dbox(p)->army_level[army];

    t->title = army_titles[army];
    t->army = army;
    t->part = a->losses;
    t->length = (a->losses > level ? a->losses : level) * 23 / 20;
    add_level(t, level, "disintegrates at");
    t->state = state_of(a->demoralized, a->disintegrated);
    snprintf(t->value, sizeof t->value, "%d/%d", a->losses, level);
}

/* [12.1b] The Morale Track is public. */
static void track_corps(const struct play *p, int c, struct show_track *t)
{
    const struct corps_state *k = &dow(p)->corps[c];
    const struct formation *f = looks_formation(&p->box->looks, dbox(p)->corps[c].id);

    t->title = f ? f->title : dbox(p)->corps[c].id;
    t->formation = dbox(p)->corps[c].id;
    t->army = dbox(p)->corps[c].army;
    t->sub = true;
    t->part = k->losses;
    t->length = track_of(p, c)->total;
    add_level(t, demoralization_level(p, c), "demoralized at");
    add_level(t, disintegration_level(p, c), "disintegrates at");
    t->state = state_of(k->demoralized, k->disintegrated);
    snprintf(t->value, sizeof t->value, "%d/%d", k->losses, demoralization_level(p, c));
}

static int show_tracks(const struct play *p, struct show_track track[TRACKS_MAX])
{
    int n = 0;

    if (dow(p)->goals.needed)
        track_goals(p, &track[n++]);
    for (int army = 0; army < ARMIES; army++) {
        track_army(p, army, &track[n++]);
        for (int c = 0; c < CORPS; c++)
            if (dbox(p)->corps[c].army == army && corps_plays(p, c))
                track_corps(p, c, &track[n++]);
    }
    return n;
}

/* What decides: ground in the short scenarios, else the losses that break the armies. */
static void show_standing(const struct play *p, struct text *out)
{
    int needed = dow(p)->goals.needed;

    if (needed) {
        text_printf(out, "the French hold %d of the %d hexes that they need",
                    needed + goals_margin(p), needed);
        return;
    }
    for (int army = 0; army < ARMIES; army++)
        text_printf(out, "%s%s %d of %d", army ? ", " : "losses: ", army_titles[army],
                    dow(p)->army[army].losses, dbox(p)->army_level[army]);
}

/* ---- names ---- */

/* clang-format off */
#define ARMY(army, side, id, title, news, word) { id, title, side, NULL },
#define BOX(place, word, title, box, group)     { word, box, group },
#define RESULT(result, word, text, page, tone)  { word, page, tone },

static const struct army_def armies[] = { ARMY_LIST(ARMY) { NULL, NULL, 0, NULL } };
static const struct box_def boxes[] = { OFF_MAP_LIST(BOX) { NULL, NULL, NULL } };
static const struct result_def results[] = {
    RESULT_LIST(RESULT)
    { "0", "no effect", 0 }, /* of a bombardment */
    { "1", "one strength point lost", 2 },
    { "2", "two strength points lost", 3 },
    { NULL, NULL, 0 },
};
/* clang-format on */
static const struct flag_word other_marks[] = {
    { "demoralized", 0, "demoralized", "demoralized" },
    { NULL, 0, NULL, NULL },
};
static const struct flag_word *const marks[] = { unit_words, leader_words, other_marks, NULL };
static const struct label labels[] = {
    { "strength", "Strength" },
    { "printed", "Printed strength" },
    { "losses", "Losses" },
    { "morale", "Morale" },
    { "move", "Movement" },
    { "nation", "Nation" },
    { "size", "Size" },
    { "class", "Arm" },
    { NULL, NULL },
};
static const struct label phases[] = {
    { "command", "Command" },
    { "movement", "Movement" },
    { "reorganize", "Reorganize" },
    { "combat", "Combat" },
    { NULL, NULL },
};
const struct page dow_page = {
    .armies = armies,
    .marks = marks,
    .labels = labels,
    .boxes = boxes,
    .phases = phases,
    .results = results,
    .clock = show_clock,
    .turn = show_turn,
    .stack = show_stack,
    .tracks = show_tracks,
    .sign = show_sign,
    .standing = show_standing,
};
