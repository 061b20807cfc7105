/*
 * show.c: what a counter shows, and how the game stands: clock, stacks, Army Morale, formations, places; in words too.
 *
 * Nothing is hidden, so nothing is redacted; what each number is called stands at the end.
 */
#include <stdio.h>
#include <string.h>

#include "mib.h"

/* ---- pieces ---- */

static int depth_of(const struct play *p, int u)
{
    int n = 1;

    EACH_AT (p, unit_at(p, u)->place, i) {
        if (i == u)
            return n;
        n++;
    }
    return 0;
}

static void show_place(const struct play *p, int u, struct show *s)
{
    const struct unit *k = unit_at(p, u);

    s->absent = k->place == ABSENT;
    if (k->place >= 0)
        show_at(s, k->place);
    else if (!s->absent)
        s->off = off_map_ids[-2 - k->place];
    if (k->place != WAITING)
        return;
    s->due = k->due;
    snprintf(s->at, sizeof s->at, "at %s", board_number(p->box->board, k->gate));
}

static const char *level_name(const struct play *p, int level)
{
    const int8_t *track = mbox(p)->track;

    return level >= track[TR_SPENT]   ? "Spent"
           : level >= track[TR_TIRED] ? "Tired"
           : level >= track[TR_WORN]  ? "Worn"
           : level >= track[TR_READY] ? "Ready"
                                      : "Fresh";
}

/* [2.8r] [10.0r1] */
static void show_division(const struct play *p, int u, struct show *s)
{
    const struct unit *k = unit_at(p, u);

    show_number(s, "strength", sp_of(p, u));
    show_number(s, "printed", def_at(p, u)->steps);
    show_number(s, "morale", def_at(p, u)->morale);
    show_number(s, "fatigue", k->fatigue);
    show_number(s, "c", k->c);
    show_number(s, "s", k->s);
    if (def_at(p, u)->organic)
        show_number(s, "organic", organic_of(p, u));
    show_word(s, "level", level_name(p, k->fatigue));
    if (is_spent(p, u))
        show_mark(s, "spent");
    else if (is_tired(p, u))
        show_mark(s, "tired");
}

static void show_unit(const struct play *p, int u, struct show *s)
{
    const struct unit_def *d = def_at(p, u);
    const struct unit *k = unit_at(p, u);

    s->class = arm_titles[d->arm];
    s->formation = k->formation < FORMATIONS ? formation_ids[k->formation] : NULL;
    s->depth = s->places ? depth_of(p, u) : 0;
    if (is_combat(p, u) && s->places)
        s->facing = board_facing_name(p->box->board, k->facing);
    if (is_division(p, u))
        show_division(p, u, s);
    if (d->guns)
        show_number(s, "guns", guns_of(p, u));
    show_number(s, "move", d->move);
    show_word(s, "arm", arm_ids[d->arm]);
    show_word(s, "formation", s->formation);
    if (d->heavy)
        show_mark(s, "heavy");
    if (d->guard)
        show_mark(s, "guard");
    if (d->detachment)
        show_mark(s, "detachment");
}

/* 5.3r1, 5.4r1 The order of his formation, and the one that is to come with its chance of six. */
static void show_orders(const struct play *p, int f, struct show *s)
{
    const struct formation_state *k = &mib(p)->formation[f];

    show_word(s, "order", order_titles[k->order]);
    if (!k->pending)
        return;
    show_word(s, "pending", order_titles[k->pending - 1]);
    show_number(s, "chance", order_chance(p, f));
}

static void show_leader(const struct play *p, int u, struct show *s)
{
    const struct leader_def *d = leader_at(p, u);

    s->kind = KIND_LEADER;
    s->class = role_titles[d->role];
    s->formation = d->role == OF_FORMATION ? formation_ids[d->formation] : NULL;
    show_number(s, "combat", combat_rating(p, u));
    if (d->role == OF_FORMATION) {
        show_number(s, "initiative", initiative_of(p, u));
        show_number(s, "range", d->range);
        show_orders(p, d->formation, s);
    } else {
        show_number(s, "command", command_rating(p, u));
        show_number(s, "given", unit_at(p, u)->given);
    }
    show_number(s, "move", d->move);
    show_word(s, "role", role_ids[d->role]);
    show_word(s, "formation", s->formation);
}

void mib_show(const struct play *p, int viewer, int u, struct show *s)
{
    (void)viewer;
    s->army = army_of(p, u);
    show_place(p, u, s);
    if (is_leader(p, u))
        show_leader(p, u, s);
    else
        show_unit(p, u, s);
    show_marks(s, unit_words, (int)unit_at(p, u)->flags);
    if (!s->places)
        return;
    show_number(s, "used", unit_at(p, u)->spent);
    s->points_of = 2 * march_points(p, u);
    s->points_left = mib_points_left(p, u);
    s->points_left = s->points_left > s->points_of ? s->points_of : s->points_left;
}

/* ---- the rest of the page ---- */

static void show_turn(const struct play *p, int turn, struct show_turn *t)
{
    if (turn < 1 || turn > TURNS)
        return;
    t->hour = mbox(p)->hour[turn];
    t->sky = mbox(p)->night[turn] ? "night" : mbox(p)->mud[turn] ? "mud" : NULL;
}

/* The formation or commander that acts; NO_CHIT: none. */
static int active_chit(const struct play *p)
{
    const struct state *s = p->state;

    for (int i = s->depth - 1; i >= 0; i--)
        if (s->agenda[i].op == ST_ACTIVATION)
            return s->agenda[i].v[0];
    return NO_CHIT;
}

/* Whose chit has been drawn: the same, or the commander who has activated it [3.4r2]. */
static int drawn_chit(const struct play *p)
{
    const struct state *s = p->state;

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_ACTIVATION)
            return s->agenda[i].v[0];
    return NO_CHIT;
}

static const char *chit_title(const struct play *p, int chit)
{
    return chit < FORMATIONS ? formation_titles[chit]
                             : p->box->piece[mbox(p)->chief[chit - FORMATIONS]].name;
}

static void show_clock(const struct play *p, struct show_clock *c)
{
    int phase = play_state(p)->phase, chit = active_chit(p);

    c->last = mib(p)->last;
    c->phase = phase_ids[phase];
    if (chit != NO_CHIT) {
        c->side = chit_side(chit);
        snprintf(c->player, sizeof c->player, "%s", chit_title(p, chit));
    }
    if (phase == PH_OPERATIONS)
        snprintf(c->more, sizeof c->more, "%d chits left", chits_left(p));
}

/* [6.8a] */
static bool show_stack(const struct play *p, int viewer, int h, struct show_stack *s)
{
    (void)viewer;
    if (mib(p)->top[h] == STACK_END || is_leader(p, mib(p)->top[h]))
        return false;
    s->holds = stack_total(p, h);
    s->of = mbox(p)->num[N_STACK];
    s->what = "SP";
    return true;
}

/* [11.2r1] "held by the Allies; worth 2 to the French" */
static void tell_worth(const struct play *p, const struct place *k, char *text, size_t size)
{
    int used = snprintf(text, size, "held by the %s", p->game->side_titles[k->holder]);

    for (int side = 0; side < SIDES && used < (int)size; side++)
        if (k->points[side])
            used += snprintf(text + used, size - (size_t)used, "%s %d to the %s",
                             strstr(text, "worth") ? "," : "; worth", k->points[side],
                             p->game->side_titles[side]);
}

static bool show_sign(const struct play *p, int h, struct show_sign *s)
{
    for (int i = 0; i < mib(p)->places; i++) {
        const struct place *k = &mib(p)->place[i];

        if (k->cell != h)
            continue;
        s->sign = SIGN_GOAL;
        s->army = k->holder == FRENCH ? ARMY_FRENCH : ARMY_ANGLO;
        tell_worth(p, k, s->text, sizeof s->text);
        return true;
    }
    return false;
}

static void track_side(const struct play *p, int side, struct show_track *t)
{
    t->title = side == FRENCH ? "French Army Morale" : "Allied Army Morale";
    t->army = side == FRENCH ? ARMY_FRENCH : ARMY_ANGLO;
    t->part = mib(p)->morale[side];
    t->length = mbox(p)->ours[O_TRACK];
    snprintf(t->value, sizeof t->value, "%d", mib(p)->morale[side]);
    t->cells = true;
    snprintf(t->note, sizeof t->note, "with places %d; %d gun %s lost", score_of(p, side),
             mib(p)->guns[side], mib(p)->guns[side] == 1 ? "point" : "points");
}

static bool plays(const struct play *p, int f)
{
    EACH_PIECE (p, u)
        if (unit_at(p, u)->formation == f && unit_at(p, u)->place != ABSENT)
            return true;
    return false;
}

static void track_formation(const struct play *p, int f, struct show_track *t)
{
    const struct formation_state *k = &mib(p)->formation[f];
    int left = 0, all = 0;

    EACH_PIECE (p, u)
        if (is_division(p, u) && unit_at(p, u)->formation == f && unit_at(p, u)->place != ABSENT) {
            all += def_at(p, u)->steps;
            left += unit_at(p, u)->place == LOST ? 0 : sp_of(p, u);
        }
    t->title = formation_titles[f];
    t->formation = formation_ids[f];
    t->army = formation_army[f];
    t->sub = true;
    t->part = left;
    t->length = all;
    t->does = order_titles[k->order];
    snprintf(t->value, sizeof t->value, "%d/%d SP", left, all);
    if (!k->pending)
        return;
    t->will = order_titles[k->pending - 1];
    if (commander_of(p, f) != NO_PIECE)
        t->chance = (order_chance(p, f) * 100 + 3) / 6;
}

static int show_tracks(const struct play *p, struct show_track track[TRACKS_MAX])
{
    int n = 0;

    for (int side = 0; side < SIDES; side++) {
        track_side(p, side, &track[n++]);
        for (int f = 0; f < FORMATIONS; f++)
            if (army_side(formation_army[f]) == side && plays(p, f))
                track_formation(p, f, &track[n++]);
    }
    return n;
}

/* [3.3r1] [3.4r2] Who is drawn, who is still to come, who has had his turn. */
static void show_chit(const struct play *p, int i, struct show_chit *c)
{
    int acted = i < FORMATIONS ? mib(p)->formation[i].activations : 0;
    bool operations = play_state(p)->phase == PH_OPERATIONS;

    c->title = chit_title(p, i);
    c->formation = i < FORMATIONS ? formation_ids[i] : NULL;
    c->army = i < FORMATIONS ? formation_army[i] : army_of(p, mbox(p)->chief[i - FORMATIONS]);
    c->state = i == drawn_chit(p)                     ? CHIT_NOW
               : !operations || mib(p)->pool >> i & 1 ? CHIT_IN
                                                      : CHIT_OUT;
    c->acts = i == active_chit(p);
    if (c->acts)
        snprintf(c->note, sizeof c->note, "acts now");
    else if (acted)
        snprintf(c->note, sizeof c->note, "has acted %s", acted > 1 ? "twice" : "once");
}

static int show_chits(const struct play *p, struct show_chit chit[CHITS_MAX])
{
    int n = 0;

    for (int i = 0; i < CHITS; i++)
        if (mib(p)->pool >> i & 1 || i == drawn_chit(p) || has_chit(p, i))
            show_chit(p, i, &chit[n++]);
    return n;
}

/* [6.7r] Bridges built where none is printed, printed ones broken, and those at work. */
static int show_bridges(const struct play *p, struct show_sign sign[BORDER_SIGNS_MAX])
{
    const struct mib_state *s = mib(p);
    int n = 0;

    for (int i = 0; i < mbox(p)->rivers && n < BORDER_SIGNS_MAX; i++) {
        bool changed = s->changed[i / 8] >> i % 8 & 1, begun = s->begun[i / 8] >> i % 8 & 1;
        bool there = changed != mbox(p)->printed_bridge[i];

        if (!changed && !begun)
            continue;
        sign[n] = (struct show_sign){ .army = -1, .place = mbox(p)->river_side[i] };
        sign[n].sign = begun ? SIGN_WORK : there ? SIGN_BRIDGE : SIGN_BREACH;
        snprintf(sign[n].text, sizeof sign[n].text, "%s",
                 begun ? (there ? "the bridge is being broken" : "a bridge is being built")
                       : (there ? "a bridge has been built" : "the bridge is broken"));
        n++;
    }
    return n;
}

static void show_standing(const struct play *p, struct text *out)
{
    text_printf(out, "French %d, Allies %d (Army Morale and places)", score_of(p, FRENCH),
                score_of(p, ALLIED));
}

/* clang-format off */
#define ARMY(army, side, id, title, news)      { id, title, side, NULL },
#define BOX(place, id, title, box, group)      { id, box, group },
#define PHASE(phase, id, title)                { id, title },
static const struct army_def armies[] = { ARMY_LIST(ARMY) { NULL, NULL, 0, NULL } };
static const struct box_def boxes[] = { OFF_MAP_LIST(BOX) { NULL, NULL, NULL } };
static const struct label phases[] = { PHASE_LIST(PHASE) { NULL, NULL } };
/* clang-format on */

static const struct flag_word other_marks[] = {
    { "tired", 0, "tired", "Tired: half strength, half movement" },
    { "spent", 0, "spent", "Spent: strength 1, one hex" },
    { "heavy", 0, "heavy", "12-pounders: they reach two hexes" },
    { "guard", 0, "guard", "Imperial Guard" },
    { "detachment", 0, "detachment", "a detachment: no effect on Army Morale" },
    { NULL, 0, NULL, NULL },
};
static const struct flag_word *const marks[] = { unit_words, other_marks, NULL };
static const struct label labels[] = {
    { "strength", "SP" },
    { "printed", "Steps" },
    { "morale", "Morale" },
    { "fatigue", "Fatigue" },
    { "level", "Level" },
    { "c", "Casualties" },
    { "s", "Stragglers" },
    { "guns", "Gun points" },
    { "organic", "Organic cavalry" },
    { "move", "Movement" },
    { "combat", "Combat" },
    { "initiative", "Initiative" },
    { "range", "Command range" },
    { "command", "Command" },
    { "given", "Orders given" },
    { "order", "Order" },
    { "pending", "Pending order" },
    { "chance", "Chance of six" },
    { "used", "Points used" },
    { NULL, NULL },
};
static const struct result_def results[] = {
    { "accepted", "the order is taken up", 2 },
    { "refused", "the present order stays; one that was sent stays pending", -1 },
    { "Engaged", "nobody goes back", 0 },
    { "Retreat 1", "the defender goes back a hex", 1 },
    { "Retreat 2", "the defender goes back two hexes", 2 },
    { "Retreat 3", "the defender goes back three hexes", 3 },
    { "organized", "it rallies", 2 },
    { "disorganized", "it stays disorganized", -1 },
    { "one step returns", "", 2 },
    { "nobody returns", "", -1 },
    { "no loss", "", 2 },
    { "1s", "a straggler step", -1 },
    { "2s", "two straggler steps", -2 },
    { NULL, NULL, 0 },
};

const struct page mib_page = {
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
    .border_signs = show_bridges,
    .chits = show_chits,
    .standing = show_standing,
    .worn = "fatigue",
    .wear = mib_wear,
};

/* ---- for programs and scripts ---- */

static void view_formation(const struct play *p, int f, struct json *j)
{
    const struct formation_state *k = &mib(p)->formation[f];

    json_key(j, formation_ids[f]);
    json_open(j, '{');
    json_key_str(j, "order", order_ids[k->order]);
    json_key_str(j, "pending", k->pending ? order_ids[k->pending - 1] : NULL);
    json_key_str(j, "giver", k->pending ? chief_ids[k->giver] : NULL);
    json_key_int(j, "activations", k->activations);
    json_key_bool(j, "chit", mib(p)->pool >> f & 1);
    json_close(j);
}

static void view_pool(const struct play *p, struct json *j)
{
    json_key(j, "pool");
    json_open(j, '[');
    for (int i = 0; i < CHITS; i++)
        if (mib(p)->pool >> i & 1)
            json_str(j, chit_ids[i]);
    json_close(j);
}

static void view_sides(const struct play *p, struct json *j)
{
    for (int side = 0; side < SIDES; side++) {
        json_key(j, p->game->sides[side]);
        json_open(j, '{');
        json_key_int(j, "morale", mib(p)->morale[side]);
        json_key_int(j, "score", score_of(p, side));
        json_key_int(j, "guns", mib(p)->guns[side]);
        json_key_int(j, "half", mib(p)->half[side]);
        json_close(j);
    }
}

/* [6.7r] Bridges built where none is printed, and printed ones broken. */
static void view_bridges(const struct play *p, const char *key, bool printed, struct json *j)
{
    json_key(j, key);
    json_open(j, '[');
    for (int i = 0; i < mbox(p)->rivers; i++)
        if (mib(p)->changed[i / 8] >> i % 8 & 1 && mbox(p)->printed_bridge[i] == printed)
            json_str(j, board_number(p->box->board, mbox(p)->river_side[i]));
    json_close(j);
}

void mib_view(const struct play *p, int viewer, struct json *j)
{
    int chit = active_chit(p);

    (void)viewer;
    json_key_str(j, "chit", chit == NO_CHIT ? NULL : chit_ids[chit]);
    view_pool(p, j);
    view_sides(p, j);
    json_key(j, "formation");
    json_open(j, '{');
    for (int f = 0; f < FORMATIONS; f++)
        view_formation(p, f, j);
    json_close(j);
    json_key(j, "held");
    json_open(j, '{');
    for (int i = 0; i < mib(p)->places; i++)
        json_key_str(j, board_number(p->box->board, mib(p)->place[i].cell),
                     p->game->sides[mib(p)->place[i].holder]);
    json_close(j);
    view_bridges(p, "built", false, j);
    view_bridges(p, "broken", true, j);
}

void mib_score(const struct play *p, int points[SIDES_MAX])
{
    for (int side = 0; side < SIDES; side++)
        points[side] = score_of(p, side);
}

/* ---- in words ---- */

enum { TERMINAL = 78 };

/* One of a list: on the next line if there is no room for it, `line` is where this one began. */
static void tell_item(struct text *out, const char *between, const char *item, size_t *line)
{
    text_add(out, between);
    if (out->n - *line + strlen(item) > TERMINAL) {
        text_add(out, "\n ");
        *line = out->n - 1;
    }
    text_printf(out, " %s", item);
}

static void tell_chits(const struct play *p, struct text *out)
{
    int drawn = drawn_chit(p), acts = active_chit(p), n = 0;
    size_t line = out->n;

    if (drawn != NO_CHIT) {
        text_printf(out, "Chit drawn: %s%s%s.\n", chit_title(p, drawn),
                    acts == drawn ? "" : ", acts: ", acts == drawn ? "" : chit_title(p, acts));
        line = out->n;
    }
    text_printf(out, "%d chit%s in the pool", chits_left(p), chits_left(p) == 1 ? "" : "s");
    for (int i = 0; i < CHITS; i++)
        if (mib(p)->pool >> i & 1)
            tell_item(out, n++ ? "," : ":", chit_ids[i], &line);
    text_add(out, ".\n");
}

/* "f.IV MARCH, then ATTACK (4 of 6)" */
static void tell_orders(const struct play *p, int side, struct text *out)
{
    size_t line = out->n;
    int n = 0;

    for (int f = 0; f < FORMATIONS; f++) {
        const struct formation_state *k = &mib(p)->formation[f];
        char item[60];
        int used;

        if (army_side(formation_army[f]) != side || !plays(p, f))
            continue;
        used = snprintf(item, sizeof item, "%s %s", formation_ids[f], order_titles[k->order]);
        if (k->pending && commander_of(p, f) != NO_PIECE)
            snprintf(item + used, sizeof item - (size_t)used, ", then %s (%d of 6)",
                     order_titles[k->pending - 1], order_chance(p, f));
        tell_item(out, n++ ? ";" : " ", item, &line);
    }
    text_add(out, n ? ".\n" : "");
}

void mib_tell(const struct play *p, struct text *out)
{
    text_printf(out, "%s%s.\n", mbox(p)->hour[play_state(p)->turn],
                is_night(p) ? ", night"
                : is_mud(p) ? ", mud"
                            : "");
    if (play_state(p)->phase == PH_OPERATIONS)
        tell_chits(p, out);
    for (int side = 0; side < SIDES; side++) {
        text_printf(out, "%s: Army Morale %d, with places %d.\n", p->game->side_titles[side],
                    mib(p)->morale[side], score_of(p, side));
        tell_orders(p, side, out);
    }
}

/* Whose a place of victory is; what has become of bridges. */
void mib_tell_place(const struct play *p, int h, struct text *out)
{
    struct show_sign here = { .army = -1 }, side[BORDER_SIGNS_MAX];
    int n = show_bridges(p, side);

    if (show_sign(p, h, &here))
        text_add(out, here.text);
    for (int i = 0; i < n; i++)
        if (is_beside(p->box->board, side[i].place, h))
            text_printf(out, "%s%s: %s", out->n ? "; " : "",
                        board_number(p->box->board, board_other(p->box->board, side[i].place, h)),
                        side[i].text);
}

int mib_pieces_at(const struct play *p, int h, int list[BOX_PIECES])
{
    int n = 0;

    EACH_AT (p, h, u)
        list[n++] = u;
    return n;
}

/* "formation commander, initiative 4, combat 1, order MARCH, then ATTACK (4 of 6)" */
static void tell_leader(const struct play *p, int u, struct text *out)
{
    const struct leader_def *d = leader_at(p, u);
    const struct formation_state *k;

    text_add(out, role_titles[d->role]);
    if (d->role != OF_FORMATION) {
        text_printf(out, ", combat %d, %d of %d orders given", combat_rating(p, u),
                    unit_at(p, u)->given, command_rating(p, u));
        return;
    }
    k = &mib(p)->formation[d->formation];
    text_printf(out, ", initiative %d, combat %d, order %s", initiative_of(p, u),
                combat_rating(p, u), order_titles[k->order]);
    if (k->pending)
        text_printf(out, ", then %s (%d of 6)", order_titles[k->pending - 1],
                    order_chance(p, d->formation));
}

/* "5 of 6 SP infantry, morale 4, Worn (level 4)" */
static void tell_division(const struct play *p, int u, struct text *out)
{
    const struct unit *k = unit_at(p, u);
    const struct unit_def *d = def_at(p, u);

    if (sp_of(p, u) < d->steps)
        text_printf(out, "%d of ", sp_of(p, u));
    text_printf(out, "%d SP %s, morale %d, %s (level %d)",
                sp_of(p, u) < d->steps ? d->steps : sp_of(p, u), arm_titles[d->arm], d->morale,
                level_name(p, k->fatigue), k->fatigue);
}

void mib_tell_piece(const struct play *p, int u, struct text *out)
{
    const struct unit *k = unit_at(p, u);

    if (k->place < 0)
        text_add(out, k->place == ABSENT ? "" : off_map_titles[-2 - k->place]);
    else if (is_leader(p, u))
        tell_leader(p, u, out);
    else if (is_division(p, u))
        tell_division(p, u, out);
    else
        text_add(out, arm_titles[def_at(p, u)->arm]);
    if (k->place < 0 || is_leader(p, u))
        return;
    if (guns_of(p, u))
        text_printf(out, ", %d gun %s", guns_of(p, u), guns_of(p, u) == 1 ? "point" : "points");
    if (is_combat(p, u))
        text_printf(out, ", faces %s", board_facing_title(p->box->board, k->facing));
    for (const struct flag_word *w = unit_words; w->name; w++)
        if (w->mark && k->flags & (uint32_t)w->bit && w->bit != U_SMALL)
            text_printf(out, ", %s", w->title);
}
