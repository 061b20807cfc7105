/*
 * show.c: [2.1b] what a counter shows, and how the battle stands. Nothing is hidden in this game.
 */
#include <stdio.h>

#include "nvw.h"

/* ---- pieces ---- */

static void show_place(const struct play *p, int u, struct show *s)
{
    const struct unit *k = unit_at(p, u);
    const struct off_map *off = off_map_at(k->place);

    if (k->place == ABSENT) {
        s->absent = true;
        return;
    }
    if (off) {
        s->off = off->id;
        s->due = k->place == COMING || k->place == QUEUED ? def_at(p, u)->turn : 0;
        if (s->due)
            snprintf(s->at, sizeof s->at, "%s",
                     board_number(p->box->board, nbox(p)->entry[def_at(p, u)->area]));
        return;
    }
    show_at(s, k->place);
    if (k->wing != NOWHERE)
        show_at(s, k->wing);
    if (!faces_all(p, u))
        s->facing = board_facing_name(p->box->board, k->facing);
    s->depth = 1;
    for (int v = top_of(p, k->place); v != u; v = below(p, v))
        s->depth++;
}

/* NULL: of command units none is worth a word. */
static const char *formation_shown(const struct unit *k)
{
    if (k->formation == COMMAND)
        return NULL;
    return k->wing != NOWHERE ? "extended" : formation_ids[k->formation];
}

static void show_leader(const struct play *p, int u, struct show *s)
{
    const struct piece_def *d = def_at(p, u);

    s->kind = KIND_LEADER;
    show_number(s, "radius", has_flag(p, u, F_REDUCED) ? d->reduced : d->radius);
    show_word(s, "division", *d->division ? d->division : NULL);
}

static void show_troops(const struct play *p, int u, struct show *s)
{
    const struct unit *k = unit_at(p, u);
    const struct piece_def *d = def_at(p, u);

    show_number(s, "strength", k->points);
    show_number(s, "lost", d->strength - k->points);
    show_number(s, "effectiveness", effectiveness(p, u));
    show_number(s, "printed", d->effectiveness);
    if (is_guns(p, u)) {
        show_number(s, "guns", k->guns);
        show_number(s, "firepower", d->firepower);
        show_number(s, "rounds", k->rounds);
    }
    show_word(s, "ranks", two_ranks(p, u) ? "two" : NULL); /* [11.41] */
}

void nvw_show(const struct play *p, int viewer, int u, struct show *s)
{
    const struct unit *k = unit_at(p, u);
    int charge = k->place >= 0 ? charge_of(p, u) : -1;

    (void)viewer;
    s->army = def_at(p, u)->nation;
    s->class = arm_titles[arm_of(p, u)];
    show_place(p, u, s);
    if (is_leader(p, u))
        show_leader(p, u, s);
    else
        show_troops(p, u, s);
    show_word(s, "formation", formation_shown(k));
    show_word(s, "morale", k->morale == GOOD ? NULL : morale_ids[k->morale]);
    show_word(s, "charge", charge < 0 ? NULL : charge_ids[nvw(p)->charge[charge].kind]);
    show_number(s, "move", allowance(p, u));
    show_number(s, "spent", is_shock(p) ? 0 : k->spent);
    show_marks(s, unit_words, k->flags);
    if (k->place >= 0) {
        s->points_left = nvw_points_left(p, u);
        s->points_of = nvw_points_of(p, u);
    }
}

/* ---- the rest ---- */

static void show_clock(const struct play *p, struct show_clock *c)
{
    int side = phasing_side(p);

    c->last = last_turn(p);
    c->phase = phase_ids[play_state(p)->phase];
    c->side = side;
    if (side != NOBODY)
        snprintf(c->player, sizeof c->player, "%s phase", p->game->side_titles[side]);
}

static void show_turn(const struct play *p, int turn, struct show_turn *t)
{
    t->hour = turn >= 1 && turn <= TURNS ? nbox(p)->hour[turn] : NULL;
}

static bool show_stack(const struct play *p, int viewer, int cell, struct show_stack *s)
{
    int u = top_of(p, cell);
    bool horse = u != NO_PIECE && is_cavalry(p, u);

    (void)viewer;
    if (occupier(p, cell) == NOBODY)
        return false;
    s->holds = stack_points(p, cell, horse);
    s->of = stack_limit(p, cell, horse);
    s->what = "points";
    return true;
}

/* ---- tracks ---- */

/* "20 on turn 4, 20 on turn 10 to come". [13.33b] Returns how much; [13.34] the demoralized get
 * nothing. */
static int note_morale_to_come(const struct play *p, int side, struct text *note)
{
    int sum = 0, first = play_state(p)->turn + 1, last = last_turn(p);

    for (int turn = first; side == ALLIED && !nvw(p)->demoralized[side] && turn <= last; turn++) {
        if (nbox(p)->added[turn])
            text_printf(note, "%s%d on turn %d", sum ? ", " : "", nbox(p)->added[turn], turn);
        sum += nbox(p)->added[turn];
    }
    if (sum)
        text_add(note, " to come");
    return sum;
}

/* [11.0d] [11.0e] Whose fire goes which way. */
static void note_fire(const struct play *p, int side, struct text *note)
{
    static const char *const ways[] = { NULL, "fires from west to east",
                                        "fires from east to west" };
    const struct nvw_state *s = nvw(p);
    const char *way = s->passed[side] ? "fires no more" : ways[s->way[side]];

    if ((s->base.phase == PH_GUNS || s->base.phase == PH_MUSKETS) && way)
        text_printf(note, "%s%s", note->n ? "; " : "", way);
}

/* [8.46a] [11.61] Companies that may still be sent out; rounds of batteries that have any. */
static void note_stores(const struct play *p, int side, struct text *note)
{
    int free_ones = 0, all = 0, rounds = 0, batteries = 0;

    for (int u = 0; u < p->box->pieces; u++) {
        if (side_of(p, u) != side)
            continue;
        if (arm_of(p, u) == COMPANY && place_of(p, u) != ABSENT) {
            free_ones += place_of(p, u) == POOL;
            all++;
        }
        if (is_guns(p, u) && on_map(p, u)) {
            rounds += unit_at(p, u)->rounds;
            batteries++;
        }
    }
    if (all)
        text_printf(note, "%s%d of %d companies free", note->n ? "; " : "", free_ones, all);
    if (batteries)
        text_printf(note, "%s%d rounds with %d %s", note->n ? "; " : "", rounds, batteries,
                    batteries == 1 ? "battery" : "batteries");
}

/* [13.31] [13.33a] What is left of it, and what is to come. */
static void track_morale(const struct play *p, int side, struct show_track *t, struct text *note)
{
    static const char *const titles[] = { "French army morale", "Allied army morale" };
    const struct nvw_state *s = nvw(p);

    t->title = titles[side];
    t->left = true;
    t->part = s->level[side];
    t->more = note_morale_to_come(p, side, note);
    t->length = t->part + s->lost[side] + t->more;
    t->state = s->demoralized[side] ? "demoralized" : NULL;
    snprintf(t->value, sizeof t->value, "%d", s->level[side]);
}

/* Of a short scenario. */
static void track_losses(const struct play *p, int side, struct show_track *t)
{
    static const char *const titles[] = { "French losses", "Allied losses" };
    const struct nvw_state *s = nvw(p);
    int most = s->lost[FRENCH] > s->lost[ALLIED] ? s->lost[FRENCH] : s->lost[ALLIED];

    t->title = titles[side];
    t->part = s->lost[side];
    t->length = most > s->harvest ? most : s->harvest; /* both by one measure */
    snprintf(t->value, sizeof t->value, "%d", s->lost[side]);
}

static int show_tracks(const struct play *p, struct show_track track[TRACKS_MAX])
{
    for (int side = 0; side < SIDES; side++) {
        struct show_track *t = &track[side];
        struct text note = { 0 };

        t->army = side == FRENCH ? N_FRENCH : N_BRITISH;
        if (nvw(p)->level[side] == NO_LEVEL)
            track_losses(p, side, t);
        else
            track_morale(p, side, t, &note);
        note_fire(p, side, &note);
        note_stores(p, side, &note);
        snprintf(t->note, sizeof t->note, "%s", text_of(&note));
        text_free(&note);
    }
    return SIDES;
}

/* [15.0d] */
static bool show_sign(const struct play *p, int cell, struct show_sign *s)
{
    bool goal = goals_has(&nvw(p)->goals, cell);

    for (int i = 0; i < 4 && !nvw(p)->goals.n && !nvw(p)->harvest; i++)
        goal |= nbox(p)->quatre_bras[i] == cell;
    if (!goal)
        return false;
    s->sign = SIGN_GOAL;
    s->army = -1;
    snprintf(s->text, sizeof s->text, "%s",
             holds_troops(p, cell, FRENCH) ? "held by the French" : "not held by the French");
    return true;
}

/* clang-format off */
#define ARMY(name, id, title, side)         { id, title, side, NULL },
#define BOX(place, word, title, box, group) [BOX_##place] = { word, box, group },
#define PHASE(phase, word, title, pip)      { word, pip },
#define RESULT(res, word, text)             { word, text, 0 },

static const struct army_def armies[] = { NATION_LIST(ARMY) { NULL, NULL, 0, NULL } };
/* Who may come on now before who is on the road. */
enum { BOX_QUEUED, BOX_COMING, BOX_POOL, BOX_LOST, BOX_SPENT, BOXES };
static const struct box_def boxes[BOXES + 1] = { OFF_MAP_LIST(BOX) };
static const struct label phases[] = { PHASE_LIST(PHASE) { NULL, NULL } };
#define TONE(n)                             ((n) < -2 ? -2 : (n))
#define PAIR(def, does, worse, att, did, bad) \
    { att "/" def, "attacker " did ", defender " does, TONE((worse) - (bad)) },
static const struct result_def results[] = {
    RESULT_LIST(RESULT)
    RESULT_BESIDE(PAIR, "0", "stands", 0)
    RESULT_BESIDE(PAIR, "D1", "is disordered, loses 1", 1)
    RESULT_BESIDE(PAIR, "Dr", "retreats disordered", 2)
    RESULT_BESIDE(PAIR, "Dr1", "retreats disordered, loses 1", 2)
    RESULT_BESIDE(PAIR, "R", "routs", 3)
    { NULL, NULL, 0 }
};
/* clang-format on */
static const struct flag_word *const marks[] = { unit_words, NULL };
static const struct label labels[] = {
    { "class", "Arm" },
    { "strength", "Strength" },
    { "lost", "Points lost" },
    { "effectiveness", "Effectiveness" },
    { "printed", "Effectiveness as printed" },
    { "guns", "Guns" },
    { "firepower", "Firepower rating" },
    { "rounds", "Rounds left" },
    { "radius", "Command radius" },
    { "division", "Commands" },
    { "formation", "Formation" },
    { "ranks", "Ranks" },
    { "morale", "Morale" },
    { "charge", "Charge" },
    { "move", "Movement allowance" },
    { "spent", "Points spent" },
    { NULL, NULL },
};

const struct page nvw_page = {
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
    .standing = nvw_standing,
};
