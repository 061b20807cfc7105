/*
 * show.c: what a piece shows, and how the campaign stands. From a state already redacted.
 */
#include <stdio.h>
#include <string.h>

#include "ld.h"

#include "kernel/deal.h"

/* ---- pieces ---- */

static void show_place(const struct play *p, int u, struct show *s)
{
    const struct piece_state *k = piece_at(p, u);

    if (k->place >= 0) {
        show_at(s, k->place);
    } else if (k->place != P_HIDDEN && k->place != ABSENT) {
        s->off = off_map_ids[k->place - P_FIRST];
        s->due = k->place == P_TRACK ? k->turn : 0;
        if (k->place == P_TRACK)
            snprintf(s->at, sizeof s->at, "entry %c", 'A' + k->entry);
    }
}

static void show_printed(const struct play *p, int u, struct show *s)
{
    const struct piece_def *d = def_of(p, u);

    s->class = arm_titles[d->arm];
    s->formation = d->formation != NO_FORMATION ? formation_ids[d->formation] : NULL;
    show_number(s, "move", d->move);
    if (d->rating)
        show_number(s, is_leader(p, u) ? "command" : "quality", d->rating);
    if (d->stars)
        show_number(s, "stars", d->stars);
    show_word(s, "nation", nation_titles[d->nation]);
    show_word(s, "track", d->track == NO_TRACK ? NULL : track_titles[d->track]);
    if (is_leader(p, u))
        show_word(s, "role", role_of_leader_titles[d->role]);
}

static void show_strength(const struct play *p, int u, struct show *s)
{
    int strength = is_leader(p, u) ? 0 : strength_of(p, u);

    if (strength % 2)
        show_word(s, "half", "½");
    if (strength)
        show_number(s, "strength", strength / 2);
    if (def_of(p, u)->reduced)
        show_number(s, "full", def_of(p, u)->strength / 2);
}

/* [8.2a] What it can still go depends on orders that the enemy does not know. */
static void show_points(const struct play *p, int u, struct show *s)
{
    show_number(s, "allowance", allowance(p, u));
    if (ld(p)->side != side_of(p, u) || play_state(p)->phase != PH_MOVEMENT || allowance(p, u) <= 0)
        return;
    s->points_of = allowance(p, u);
    s->points_left = points_left(p, u);
}

/* One who is his own officer may have none to command, and a position more than he could: nobody is left then. */
static uint8_t none_or_more(int left)
{
    return left > 0 ? u8(left) : 0;
}

/* [5.11b] [5.15b] Whom a commander may still command while his side does so. */
static void show_command(const struct play *p, int u, struct show *s)
{
    uint8_t officers = none_or_more(officers_left(p, u)), units = none_or_more(units_left(p, u));

    if (ld(p)->side != side_of(p, u) || play_state(p)->phase != PH_COMMAND || !is_commander(p, u))
        return;
    show_number(s, "officers", officers);
    show_number(s, "units", units);
    snprintf(s->still, sizeof s->still, "%d %s, %d %s left", officers,
             officers == 1 ? "officer" : "officers", units, units == 1 ? "unit" : "units");
}

/* That it has moved matters while its side moves, or sets up; after that it would only make the board pale. */
static bool has_moved(const struct play *p, int u)
{
    int phase = play_state(p)->phase;

    return has_flag(p, u, F_DONE) &&
           (phase == PH_SETUP || (phase == PH_MOVEMENT && ld(p)->side == side_of(p, u)));
}

void ld_show(const struct play *p, int viewer, int u, struct show *s)
{
    const struct piece_state *k = piece_at(p, u);

    s->kind = is_leader(p, u) ? KIND_LEADER : KIND_UNIT;
    s->army = def_of(p, u)->army;
    s->absent = k->place == ABSENT;
    s->veiled = k->place == P_HIDDEN;
    show_place(p, u, s);
    show_printed(p, u, s);
    if (s->veiled) {
        if (k->seen >= 0)
            show_word(s, "sighted", board_number(p->box->board, k->seen));
        return;
    }
    if (k->place >= 0) {
        int depth = 1;

        EACH_PIECE_AT(p, v, k->place)
        {
            if (v == u)
                break;
            depth++;
        }
        s->depth = depth;
    }
    show_strength(p, u, s);
    show_marks(s, piece_flags, (int)(k->flags & ~(has_moved(p, u) ? 0u : F_DONE)));
    if (is_demoralized(p, u))
        show_mark(s, "demoralized");
    if (army_of(p, u) != def_of(p, u)->army)
        show_mark(s, "captured");
    if (k->place >= 0)
        show_number(s, "spent", k->spent);
    if (k->place >= 0 && (viewer == side_of(p, u) || viewer == REFEREE)) {
        show_points(p, u, s);
        show_command(p, u, s);
    }
}

/* ---- the rest ---- */

/* Of a stack that is not seen only that it is there: one marker for each army. */
static int unseen_at(const struct play *p, int h, int army)
{
    if (!hex_is(p, h, H_ARMY(army)) || !hex_is(p, h, H_UNSEEN))
        return 0;
    EACH_PIECE_AT(p, u, h)
    if (army_of(p, u) == army && !is_seen(p, u))
        return 0; /* the viewer's own: it stands there openly */
    return 1;
}

/* [4.0a] ruling 67: whether a zone goes out from it is known of every force. */
static const char *unseen_mark(const struct play *p, int h, int army)
{
    (void)army;
    return hex_is(p, h, H_ZONE) ? "zone" : "no-zone";
}

/* [3.11] [3.12] Of what is seen; leaders, vedettes and trains do not count against the four or seven. */
static bool show_stack(const struct play *p, int viewer, int h, struct show_stack *s)
{
    struct tally t = tally_all(p, h);
    int side = side_in(p, h, FRENCH) ? FRENCH : ALLIED;

    if (!hex_is(p, h, H_ARMIES))
        return false;
    s->hidden = viewer != side && viewer != REFEREE && hex_is(p, h, H_UNSEEN);
    s->holds = combat_units_in(&t);
    s->of = s->hidden ? 0 : t.leaders ? 7 : 3;
    s->what = "units";
    return s->holds > 0 || s->hidden;
}

static void show_clock(const struct play *p, struct show_clock *c)
{
    const struct ld_state *s = ld(p);

    c->last = s->last;
    c->phase = phase_ids[s->base.phase];
    if (s->base.phase == PH_SETUP)
        snprintf(c->player, sizeof c->player, "Set-up");
    else
        snprintf(c->player, sizeof c->player, "%s player turn",
                 s->side == FRENCH ? "French" : "Anglo-Prussian");
}

static void show_turn(const struct play *p, int turn, struct show_turn *t)
{
    const struct turn_def *d = &lbox(p)->turn[turn];

    t->hour = d->title, t->brief = d->brief;
    t->sky = d->part == NIGHT ? "night" : weather_ids[d->weather];
}

/* The formation that a casualty track is of; NULL: a nation's. */
static const char *formation_of_track(int track)
{
    for (int i = 0; formation_ids[i]; i++)
        if (strcmp(formation_ids[i], track_ids[track]) == 0)
            return formation_ids[i];
    return NULL;
}

/* Some of the formation or nation has a part in this scenario. */
static bool has_part(const struct play *p, int track)
{
    EACH_PIECE (p, u)
        if (def_of(p, u)->track == track && place_of(p, u) != ABSENT)
            return true;
    return false;
}

static int show_tracks(const struct play *p, struct show_track track[TRACKS_MAX])
{
    const struct ld_box *box = lbox(p);
    int n = 0;

    for (int i = 0; i < TRACKS; i++) {
        struct show_track *t = &track[n];
        char first = *track_ids[i];

        if (!has_part(p, i))
            continue;
        n++;
        t->title = track_titles[i];
        t->formation = formation_of_track(i);
        t->army = first == 'f' ? ARMY_FRENCH : first == 'p' ? ARMY_PRUSSIAN : ARMY_ALLIED;
        t->part = ld(p)->lost[i], t->length = box->total[i];
        snprintf(t->value, sizeof t->value, "%d/%d", ld(p)->lost[i], box->total[i]);
        if (box->level[i]) {
            t->levels = 1;
            t->level[0].at = box->level[i], t->level[0].title = "demoralized";
        }
        t->state = track_broken(p, i) ? "demoralized" : NULL;
    }
    return n;
}

/* [8.1a] ruling 70: the redacted state has hand and cup in one. */
static bool is_hand_hidden(const struct play *p, int side)
{
    return ld(p)->held[side] && cup_left(ld(p)->hand[side], CHITS) == 0;
}

/* So many chits of a side that are alike. */
static int show_alike(const char *title, int side, int state, int n, struct show_chit *chit)
{
    for (int i = 0; i < n; i++) {
        chit[i].title = title;
        chit[i].army = side == FRENCH ? ARMY_FRENCH : ARMY_ALLIED;
        chit[i].state = u8(state);
    }
    return n;
}

/* [8.1a] [8.12] What is in play, in the hand (out of the cup), in the cup; of a hand that is not known how many it holds (ruling 70). */
static int show_side_chits(const struct play *p, int side, struct show_chit *chit)
{
    const struct ld_state *s = ld(p);
    int n = 0, cup;

    for (int kind = 0; kind < CHITS; kind++)
        n += show_alike(chit_ids[kind], side, CHIT_NOW,
                        (s->drawn[side] == 1 + kind) + (s->extra[side] == 1 + kind), &chit[n]);
    for (int kind = 0; kind < CHITS; kind++)
        n += show_alike(chit_ids[kind], side, CHIT_OUT, s->hand[side][kind], &chit[n]);
    if (is_hand_hidden(p, side))
        n += show_alike("?", side, CHIT_OUT, s->held[side], &chit[n]);
    cup = n;
    for (int kind = 0; kind < CHITS; kind++)
        n += show_alike(chit_ids[kind], side, CHIT_IN, s->cup[side][kind], &chit[n]);
    for (int i = cup; i < n && is_hand_hidden(p, side); i++)
        snprintf(chit[i].note, sizeof chit[i].note, "or one of the %d held", s->held[side]);
    return n;
}

static int show_chits(const struct play *p, struct show_chit chit[CHITS_MAX])
{
    int n = 0;

    for (int side = 0; side < SIDES && !play_option(p, OPT_NO_INITIATIVE); side++)
        n += show_side_chits(p, side, &chit[n]);
    return n;
}

/* [8.23a] Objectives, which a redacted state has only of whoever looks; places that count in a short scenario; entries. */
static bool show_sign(const struct play *p, int h, struct show_sign *s)
{
    const struct ld_state *k = ld(p);

    for (int i = 0; i < ORDERS_MAX; i++)
        if (k->order[i].objective == h && k->order[i].state != ORDER_NONE &&
            k->order[i].state != ORDER_OVER && k->order[i].unit >= 0) {
            s->sign = SIGN_GOAL, s->army = army_of(p, k->order[i].unit);
            snprintf(s->text, sizeof s->text, "objective of a march order: %s",
                     p->box->piece[k->order[i].unit].name);
            return true;
        }
    for (int i = 0; i < k->goals; i++)
        if (k->goal[i] == h) {
            s->sign = SIGN_GOAL, s->army = side_in(p, h, FRENCH) ? ARMY_FRENCH : -1;
            snprintf(s->text, sizeof s->text,
                     "counts three points if French stand here at the end");
            return true;
        }
    for (int i = 0; i < ENTRIES; i++)
        if (lbox(p)->entry[i][0] == h) {
            s->sign = SIGN_NONE, s->army = lbox(p)->entry_army[i];
            snprintf(s->text, sizeof s->text, "entry %c, a source of supply", 'A' + i);
            return true;
        }
    return false;
}

/* [9.2a] Pontoon bridges; until the die has fallen they are being laid [9.24]. */
static int show_bridges(const struct play *p, struct show_sign sign[BORDER_SIGNS_MAX])
{
    int n = 0;

    for (int i = 0; i < TRAINS; i++) {
        const struct pontoon *k = &ld(p)->pontoon[i];

        if (k->border < 0)
            continue;
        sign[n] = (struct show_sign){ .army = k->owner, .place = k->border };
        sign[n].sign = k->fresh ? SIGN_WORK : SIGN_BRIDGE;
        snprintf(sign[n].text, sizeof sign[n].text, "%s pontoon bridge%s", army_titles[k->owner],
                 k->fresh ? ", laid this turn" : "");
        n++;
    }
    return n;
}

static void show_standing(const struct play *p, struct text *out)
{
    struct points k;

    count_points(p, &k);
    text_printf(
        out,
        "victory points: French %d, Anglo-Prussian %d; strength lost: French %d, Anglo-Prussian %d",
        k.total[FRENCH], k.total[ALLIED], k.lost[FRENCH], k.lost[ALLIED]);
}

/* clang-format off */
#define ARMY(army, side, id, title, news) { id, title, side, title " force, unseen" },
#define BOX(place, word, title, box, group) { word, box, group },
#define PHASE(phase, id, title) { id, title },
#define RESULT(name, id, text, tone) { id, text, tone },

static const struct army_def armies[] = { ARMY_LIST(ARMY) { NULL, NULL, 0, NULL } };
static const struct box_def boxes[] = { OFF_MAP_LIST(BOX) { NULL, NULL, NULL } };
static const struct label phases[] = { PHASE_LIST(PHASE) { NULL, NULL } };
static const struct result_def results[] = { RESULT_LIST(RESULT) { NULL, NULL, 0 } };
/* clang-format on */
static const struct flag_word other_marks[] = {
    { "demoralized", 0, "demoralized", "demoralized" },
    { "captured", 0, "captured", "in the enemy's hands" },
    { "zone", 0, "zone", "exerts a zone" },
    { "no-zone", 0, "no-zone", "exerts no zone" },
    { NULL, 0, NULL, NULL },
};
static const struct flag_word *const marks[] = { piece_flags, other_marks, NULL };
static const struct label labels[] = {
    { "class", "Arm" },
    { "strength", "Strength" },
    { "half", "Strength" },
    { "full", "Full strength" },
    { "quality", "Unit quality" },
    { "command", "Command rating" },
    { "officers", "Officers he can still command" },
    { "units", "Units he can still command" },
    { "move", "Movement" },
    { "stars", "Vedettes" },
    { "nation", "Nation" },
    { "track", "Morale with" },
    { "role", "Role" },
    { "sighted", "Last seen at" },
    { "spent", "Spent" },
    { "allowance", "Allowance" },
    { NULL, NULL },
};

const struct page ld_page = {
    .armies = armies,
    .marks = marks,
    .labels = labels,
    .boxes = boxes,
    .phases = phases,
    .results = results,
    .unseen_at = unseen_at,
    .unseen_mark = unseen_mark,
    .clock = show_clock,
    .turn = show_turn,
    .stack = show_stack,
    .tracks = show_tracks,
    .sign = show_sign,
    .border_signs = show_bridges,
    .chits = show_chits,
    .standing = show_standing,
};

/* ---- in words ---- */

void ld_tell_piece(const struct play *p, int u, struct text *out)
{
    const struct piece_def *d = def_of(p, u);

    if (place_of(p, u) == P_HIDDEN || place_of(p, u) == ABSENT)
        return;
    if (is_leader(p, u))
        text_printf(out, "%s", role_of_leader_titles[d->role]);
    else if (is_train(p, u))
        text_printf(out, "moves %d, %s", d->move, arm_titles[d->arm]);
    else /* no nought before a half */
        text_printf(out, "%.*d%s-%d-%d %s", strength_of(p, u) >= 2, strength_of(p, u) / 2,
                    strength_of(p, u) % 2 ? "½" : "", d->rating, d->move, arm_titles[d->arm]);
}

int ld_pieces_at(const struct play *p, int h, int list[BOX_PIECES])
{
    int n = 0;

    EACH_PIECE_AT(p, u, h)
    list[n++] = u;
    return n;
}
