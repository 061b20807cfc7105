/*
 * show.c: what a block shows, and how the battle stands. From a state already redacted.
 *
 * [FOW-2] What lies open is seen as it is; of the others what is printed on every block of that name.
 */
#include <stdio.h>

#include "w200.h"

/* ---- blocks ---- */

static void show_place(const struct play *p, int u, struct show *s)
{
    int place = w200_of(p)->block[u].place;

    if (place < AREAS)
        show_at(s, place);
    else if (place != P_HIDDEN)
        s->off = place_words[place - P_BOX];
}

static void show_printed(const struct play *p, int u, struct show *s)
{
    const struct unit *k = unit_of(p, u);

    s->class = arm_titles[k->arm];
    s->formation =
        k->corps == CORPS ? box_of(p)->army_id[k->faction] : box_of(p)->corps_id[k->corps];
    show_number(s, "mp", k->mp);
    show_word(s, "faction", faction_names[k->faction]);
    show_word(s, "corps", k->corps == CORPS ? "army" : box_of(p)->corps_name[k->corps]);
    show_word(s, "arm", arm_names[k->arm]);
    show_word(s, "colour", colour_names[k->colour]);
    show_word(s, "designation", k->designation);
    show_word(s, "language", k->language == NO_LANGUAGE ? NULL : language_names[k->language]);
    s->faces = k->steps;
    for (int i = 0; i < k->steps; i++)
        s->face[i] = k->face[i];
}

static void show_step(const struct play *p, int u, struct show *s)
{
    const struct block *b = &w200_of(p)->block[u];

    show_number(s, "step", b->step);
    show_number(s, "strength", strength_of(p, u));
    show_number(s, "value", value_of(p, u));
    show_number(s, "hits", price_of(p, u));
    show_marks(s, shown_words, b->shown);
    if (b->shown)
        show_mark(s, "shown");
    show_marks(s, secret_words, b->flags);
    s->points_of = w200_points_of(p, u);
    s->points_left = s->points_of ? w200_points_left(p, u) : 0;
    if (s->points_of)
        show_change(s, "boosted by its leader", "3.10c", s->points_of - 2 * unit_of(p, u)->mp);
}

void w200_show(const struct play *p, int viewer, int u, struct show *s)
{
    const struct block *b = &w200_of(p)->block[u];

    (void)viewer;
    s->kind = KIND_BLOCK;
    s->army = faction_of(p, u);
    s->veiled = b->place == P_HIDDEN || b->step == STEP_HIDDEN;
    show_place(p, u, s);
    s->depth = s->places;
    show_printed(p, u, s);
    if (unit_of(p, u)->brunswick)
        show_word(s, "brunswick", "true");
    if (b->seen)
        show_number(s, "seen", unit_of(p, u)->strength[b->seen - 1]);
    if (!s->veiled)
        show_step(p, u, s);
}

/* ---- the rest ---- */

static void show_clock(const struct play *p, struct show_clock *c)
{
    int seat = play_who(p) < SIDES_MAX ? play_seat(p) : SEAT_UNKNOWN;

    c->last = TURNS;
    snprintf(c->more, sizeof c->more, "impulse %d", w200_of(p)->impulse);
    if (play_who(p) >= SIDES_MAX)
        return;
    snprintf(c->player, sizeof c->player, "%s impulse",
             seat == FRENCH || (seat != SEAT_UNKNOWN && play_option(p, OPT_SEATS))
                 ? faction_titles[seat]
                 : "Allied");
}

/* [1.5.2a] [1.5.2b] A cube where control has changed. */
static bool show_sign(const struct play *p, int a, struct show_sign *s)
{
    int holder = holder_of(p, a);

    s->sign = areas_has(box_of(p)->start[holder], a) ? SIGN_NONE : SIGN_CUBE;
    s->army = holder;
    snprintf(s->text, sizeof s->text, "held by the %s%s%s", faction_titles[holder],
             holder == PRUSSIAN ? "s" : "", is_contested(p, a) ? ", contested" : "");
    return true;
}

static void track_faction(const struct play *p, int f, struct show_track *t)
{
    const struct w200_state *s = w200_of(p);
    const struct w200_box *box = box_of(p);
    static const char *const title[] = { "French morale", "British morale", "Prussian" };
    int blocks = box->first[f + 1] - box->first[f];

    t->title = title[f];
    t->army = f;
    t->length = f == PRUSSIAN ? blocks : MORALE;
    t->part = f == PRUSSIAN ? s->lost[f] : MORALE - morale_of(p, f);
    if (f == PRUSSIAN)
        snprintf(t->value, sizeof t->value, "%d/%d", s->lost[f], blocks);
    else
        snprintf(t->value, sizeof t->value, "%d/%d", morale_of(p, f), MORALE);
    snprintf(t->note, sizeof t->note, "%d of %d blocks lost · %d in reserve · %d ★", s->lost[f],
             blocks, s->pool[f], areas_count(areas_and(s->control[f], box->star)));
}

static int show_tracks(const struct play *p, struct show_track track[TRACKS_MAX])
{
    for (int f = 0; f < FACTIONS; f++)
        track_faction(p, f, &track[f]);
    return FACTIONS;
}

/* [WIN-A2] [WIN-B] Seven areas, and ten blocks of an army. */
static void show_standing(const struct play *p, struct text *out)
{
    const struct w200_state *s = w200_of(p);
    int french = areas_count(areas_and(s->control[FRENCH], box_of(p)->star));

    text_printf(out,
                "the French hold %d of the %d starred areas; blocks lost: French %d, British %d",
                french, STARS, s->lost[FRENCH], s->lost[BRITISH]);
}

/* clang-format off */
#define ARMY(faction, side, id, title, all) { id, title, side, title " block, unseen" },
#define BOX(place, word, title, box, group) { word, box, group },

static const struct army_def armies[] = { FACTION_LIST(ARMY) { NULL, NULL, 0, NULL } };
static const struct box_def boxes[] = { OFF_MAP_LIST(BOX) { NULL, NULL, NULL } };
/* clang-format on */
static const struct flag_word other_marks[] = {
    { "shown", 0, "shown", "revealed" },
    { NULL, 0, NULL, NULL },
};
static const struct flag_word *const marks[] = { shown_words, secret_words, other_marks, NULL };
static const struct label labels[] = {
    { "class", "Arm" },
    { "designation", "Designation" },
    { "mp", "Movement" },
    { "strength", "Strength" },
    { "hits", "Hits for a step" },
    { "language", "Language" },
    { "seen", "Last seen at" },
    { NULL, NULL },
};
static const struct label phases[] = { { NULL, NULL } };

/* Outcomes of a battle, as its sum says them. */
static const struct result_def results[] = {
    { "attacker: brilliant", "a brilliant victory of the attacker", 3 },
    { "attacker: decisive", "a decisive victory of the attacker", 2 },
    { "attacker: marginal", "a marginal victory of the attacker", 1 },
    { "tie", "nobody wins", 0 },
    { "defender: marginal", "a marginal victory of the defender", -1 },
    { "defender: decisive", "a decisive victory of the defender", -2 },
    { "defender: brilliant", "a brilliant victory of the defender", -2 },
    { NULL, NULL, 0 },
};

const struct page w200_page = {
    .armies = armies,
    .marks = marks,
    .labels = labels,
    .boxes = boxes,
    .phases = phases,
    .results = results,
    .unseen_at = hidden_in,
    .clock = show_clock,
    .tracks = show_tracks,
    .sign = show_sign,
    .standing = show_standing,
};
