/*
 * 10-bombardment.c: module 10: guns, what they reach, how a bombardment is declared, supported and
 * resolved, and who slips away before it or before an attack.
 *
 * The phasing side names a target (ST_COMBAT of module 11), then the hexes that fire and the units
 * that support them (ST_BOMBARD); the rest runs by itself (ST_BOMBARDMENT). Then module 11 has the
 * attack on the target made, or lets the supporters, who carry F_SUPPORTS, advance. Until the guns
 * have spoken the firing hexes carry H_SOURCE. Lines of sight are in 10-sight.c.
 */
#include <assert.h>

#include "dow.h"
#include "kernel/sight.h"

enum { TARGET, POINTS }; /* variables of a bombardment */
enum { HEX, COMBAT };    /* variables of slipping away */
enum { MASSED = 9 };

/* ---- guns ---- */

/* [3.4.1d] [10.5a] A French division or Guard brigade has a gun point, whatever its losses. */
static bool has_inherent(const struct play *p, int u)
{
    const struct unit_def *d = def_at(p, u);

    return d->army == ARMY_FRENCH && d->arm == INFANTRY && (d->division || d->guard);
}

/* [1.0a] [10.1d] Twelve-pounders of the French and Prussians reach three hexes. */
static int range_of(const struct play *p, int u)
{
    return arm_of(p, u) == HEAVY && def_at(p, u)->army != ARMY_ADG ? HEAVY_RANGE : GUN_RANGE;
}

struct battery {
    int n, points, range; /* range: of the gun that reaches farthest */
    int unit[4];
};

/* One gun of the battery, if it reaches so far and has not fired. [R-A16] */
static void add_gun(const struct play *p, struct battery *b, int u, int points, int distance)
{
    if (range_of(p, u) > b->range)
        b->range = range_of(p, u);
    if (has_flag(p, u, F_FIRED) || range_of(p, u) < distance)
        return;
    b->unit[b->n++] = u;
    b->points += points;
}

/* [10.5c] Both counters of a Guard pair. [10.5d] */
static void add_inherent(const struct play *p, struct battery *b, int u, int distance)
{
    if (u == NO_UNIT || !has_inherent(p, u))
        return;
    for (int end = unit_end(p, u); u != end; u = below(p, u))
        add_gun(p, b, u, 1, distance);
}

/* [10.1a] [5.4.1c] Guns on top; [10.1b] inherent guns on top, or directly under guns on top. */
static void man_battery(const struct play *p, int h, int distance, struct battery *b)
{
    int top = top_of(p, h);

    *b = (struct battery){ 0 };
    if (!is_guns(arm_of(p, top))) {
        add_inherent(p, b, top, distance);
        return;
    }
    add_gun(p, b, top, strength(p, top), distance);
    add_inherent(p, b, below(p, top), distance);
}

static bool holds_guns(const struct play *p, int h)
{
    for (EACH_IN(p, u, h))
        if (is_guns(arm_of(p, u)) || has_inherent(p, u))
            return true;
    return false;
}

/* [10.1.1a] [10.1.2a] Guns next to an enemy fire at neighbours only. */
static const char *refuse_distance(const struct play *p, int side, int from, int distance,
                                   const struct battery *b)
{
    if (distance > b->range)
        return "10.1d: the target is out of range";
    if (b->n == 0)
        return "R-A16: guns fire once in a Combat Phase";
    if (distance == 1 || !enemy_adjacent(p, from, side))
        return NULL;
    return distance == GUN_RANGE ? "10.1.1a: guns next to an enemy bombard a neighbouring hex only"
                                 : "10.1.2a: guns next to an enemy do not fire so far";
}

/* [7.2d] In command or not: the guns of a hex that can fire at the target, and how they see it. */
static const char *lay_guns(const struct play *p, int side, int from, int to, struct battery *b,
                            int *seen)
{
    int distance = board_distance(p->box->board, from, to);
    const char *why;

    if (top_of(p, from) == NO_UNIT || side_of(p, top_of(p, from)) != side)
        return "10.1b: there are no guns of that side";
    man_battery(p, from, distance, b);
    if (b->range == 0)
        return holds_guns(p, from) ? "10.1a: artillery bombards only from the top of its stack"
                                   : "10.1b: there are no guns in that hex";
    why = refuse_distance(p, side, from, distance, b);
    if (why)
        return why;
    *seen = gun_sight(p, from, to, &why);
    return why;
}

/* [10.2g] Half, rounded up, past a half blocked spine. [10.1.1c] The range does not matter. */
static int points_seen(const struct battery *b, int seen)
{
    return seen == SIGHT_HALF ? (b->points + 1) / 2 : b->points;
}

static const char *refuse_fire(const struct play *p, int side, int from, int to)
{
    struct battery b;
    int seen;

    return lay_guns(p, side, from, to, &b, &seen);
}

int fire_points(const struct play *p, int from, int to)
{
    struct battery b;
    int seen;

    if (top_of(p, from) == NO_UNIT || lay_guns(p, side_of(p, top_of(p, from)), from, to, &b, &seen))
        return 0;
    return points_seen(&b, seen);
}

/* ---- targets ---- */

/* The reason that keeps the nearest guns from firing. */
static const char *refuse_all_guns(const struct play *p, int side, int target)
{
    const char *nearest = NULL;

    for (const int16_t *from = dbox(p)->in_range[target]; *from >= 0; from++) {
        const char *why;

        if (top_of(p, *from) == NO_UNIT || side_of(p, top_of(p, *from)) != side)
            continue;
        why = refuse_fire(p, side, *from, target);
        if (!why)
            return NULL;
        if (!nearest && holds_guns(p, *from))
            nearest = why;
    }
    return nearest ? nearest : "10.1d: no guns are in range";
}

/* [10.1c] [R-A16] Before the attack on the hex, and once. */
const char *refuse_bombardment(const struct play *p, int side, int target)
{
    if (!enemy_in_hex(p, target, side))
        return "10.1c: there is no enemy to bombard";
    if (dow(p)->hex[target] & H_BOMBARDED)
        return "R-A16: a hex is bombarded once in a Combat Phase";
    if (dow(p)->hex[target] & H_ATTACKED)
        return "10.1c: a bombardment comes before the attack on the hex";
    return refuse_all_guns(p, side, target);
}

/* ---- the sum ---- */

struct shot {
    int target, points, modifier;
    bool massed, uncertain; /* uncertain: units not seen might make it a massed target */
};

static int terrain_modifier(const struct play *p, int target)
{
    return dbox(p)->bombardment_die[target];
}

/* [TEC-15] [TEC-16] ruling C-1: balls stick where they fall. */
static int sky_modifier(const struct play *p)
{
    return dbox(p)->bombardment_sky[weather(p)];
}

static bool is_demoralized(const struct play *p, int u)
{
    return dow(p)->corps[unit_at(p, u)->corps].demoralized;
}

/* What the table says, in halves of a point; [12.2b] a zero on a demoralized top unit is one half. */
static int halves_of(const struct play *p, const struct shot *s, int die)
{
    const struct chart *c = dbox(p)->bombardment;
    int n = chart_value(c, chart_row(c, die + s->modifier), chart_column(c, s->points));

    assert(top_of(p, s->target) != NO_UNIT);
    return n == 0 && is_demoralized(p, top_of(p, s->target)) ? 1 : 2 * n;
}

/*
 * [12.2b] ruling B-26: what the unit that is hit next loses, each by its own corps: for every half a
 * point if it is demoralized, else for every two of them. What it has no points for is left over.
 */
static int take_halves(const struct play *p, int u, int *halves, bool bears_all)
{
    int each = is_demoralized(p, u) ? 1 : 2, n = *halves / each;

    if (!bears_all && n > strength(p, u))
        n = strength(p, u);
    *halves -= n * each;
    return n;
}

static int seen_from(const struct play *p, int u, int top)
{
    while (u != NO_UNIT && u != top && !has_flag(p, u, F_KNOWN))
        u = below(p, u);
    return u;
}

/* As far as whoever fires can see the stack: the last that is seen bears what is left. [5.4.2a] */
static int losses_of(const struct play *p, const struct shot *s, int die)
{
    int halves = halves_of(p, s, die), top = top_of(p, s->target), sum = 0, next, n;

    for (int u = top; u != NO_UNIT; u = next) {
        next = seen_from(p, below(p, u), top);
        n = take_halves(p, u, &halves, next == NO_UNIT);
        sum += n;
        if (n < strength(p, u))
            break;
    }
    return sum;
}

static void terrain_line(const struct play *p, const struct shot *s, struct sheet *sheet)
{
    const struct board *b = p->box->board;

    if (!terrain_modifier(p, s->target))
        return;
    sheet_modifier(sheet, "10.1h", terrain_modifier(p, s->target), "Ground: %s",
                   b->terrain.word[b->cell[s->target].terrain]);
    sheet_chart(sheet, dbox(p)->terrain_chart);
}

/* [12.2b] Of those that are seen; a Guard pair has one corps. */
static void demoralized_lines(const struct play *p, int h, struct sheet *sheet)
{
    int top = top_of(p, h);

    if (is_demoralized(p, top))
        sheet_line(sheet, "12.2b", "x2", "Demoralized: losses doubled, none becomes one");
    for (int u = seen_from(p, below(p, top), top); u != NO_UNIT; u = seen_from(p, below(p, u), top))
        if (is_demoralized(p, u) != is_demoralized(p, top))
            sheet_line(sheet, "12.2b", is_demoralized(p, u) ? "x2" : "x1",
                       "Losses that reach %s, by its own corps", p->box->piece[u].name);
}

static void shot_sheet(const struct play *p, const struct shot *s, struct sheet *sheet)
{
    const struct chart *c = dbox(p)->bombardment;

    sheet_begin(sheet, "Bombardment of %s: points lost", board_number(p->box->board, s->target));
    sheet_number(sheet, "10.1e", s->points, "Artillery points");
    if (s->massed)
        sheet_modifier(sheet, "10.1g", -1, "Massed Target: nine points or more");
    else if (s->uncertain)
        sheet_line(sheet, "10.1g", "?", "Massed Target, if units not seen make nine points");
    sheet_chart(sheet, c);
    terrain_line(p, s, sheet);
    weather_line(p, sky_modifier(p), sheet);
    demoralized_lines(p, s->target, sheet);
    sheet_head(sheet, 100 * s->points + s->modifier, "%d %s", s->points,
               s->points == 1 ? "point" : "points");
    sheet_fact(sheet, "points", "%d", s->points);
    sheet_fact(sheet, "column", "%s", c->column[chart_column(c, s->points)].label);
    sheet_fact(sheet, "modifier", "%d", s->modifier);
    sheet_fact(sheet, "massed", "%s", s->massed ? "true" : s->uncertain ? "?" : "false");
    for (int die = 1; die <= 6; die++) {
        char lost[4] = { (char)('0' + losses_of(p, s, die) % 10), '\0' };

        sheet_chance(sheet, lost, 1);
    }
}

/* What the firing side can tell beforehand: only by what it sees. [5.4.2a] */
static int points_in_sight(const struct play *p, int h)
{
    int sum = 0;

    for (EACH_IN(p, u, h))
        if (u == top_of(p, h) || has_flag(p, u, F_KNOWN))
            sum += strength(p, u);
    return sum;
}

/* Guns in range that cannot fire at the target, and why. */
static void note_silent(const struct play *p, int side, int target, struct sheet *sheet)
{
    for (const int16_t *from = dbox(p)->in_range[target]; *from >= 0; from++) {
        int top = top_of(p, *from);
        const char *why;

        if (top == NO_UNIT || side_of(p, top) != side || !holds_guns(p, *from))
            continue;
        why = refuse_fire(p, side, *from, target);
        if (why)
            sheet_refused(sheet, p->box->piece[top].id, p->box->piece[top].name, why);
    }
}

static bool any_supports(const struct play *p)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (has_flag(p, u, F_SUPPORTS) && on_map(p, u))
            return true;
    return false;
}

/* [10.4b] [10.4c] What the supporters bind themselves to, or what their absence costs. */
static void note_support(const struct play *p, struct sheet *sheet)
{
    if (any_supports(p))
        sheet_note(sheet, "10.4b", NULL,
                   "Who supports must attack, unless the guns clear the hex; then he may advance");
    else
        sheet_note(sheet, "10.4c", NULL,
                   "Nobody supports: if the guns clear the hex, nobody advances");
}

static void foresee(const struct play *p, int side, int target, int points, struct sheet *sheet)
{
    struct shot s = { .target = target,
                      .points = points,
                      .massed = points_in_sight(p, target) >= MASSED };

    s.uncertain = !s.massed && may_hide_units(p, target);
    s.modifier = terrain_modifier(p, target) + sky_modifier(p) - s.massed;
    shot_sheet(p, &s, sheet);
    sheet->unsure = s.uncertain;
    note_silent(p, side, target, sheet);
    note_support(p, sheet);
}

/* [10.1g] [10.1h] As it is when the die is rolled: nothing is in doubt. Ruling A-24 */
static struct shot real_shot(const struct play *p, const struct step *t)
{
    struct shot s = { .target = t->v[TARGET],
                      .points = t->v[POINTS],
                      .massed = stack_points(p, t->v[TARGET]) >= MASSED };

    s.modifier = terrain_modifier(p, s.target) + sky_modifier(p) - s.massed;
    return s;
}

/* ---- declaring it ---- */

static bool is_source(const struct play *p, int h)
{
    return dow(p)->hex[h] & H_SOURCE;
}

/* [10.1e] [10.5b] Sum over the hexes that fire; `also`: as if that one fired too. */
static int points_declared(const struct play *p, int target, int also)
{
    int sum = 0;

    for (int h = 0; h < p->box->board->cells; h++)
        if (is_source(p, h) || h == also)
            sum += fire_points(p, h, target);
    return sum;
}

bool preview_target_fire(const struct play *p, int side, int target, struct sheet *sheet)
{
    int sum = 0;

    if (refuse_bombardment(p, side, target))
        return false;
    for (int h = 0; h < p->box->board->cells; h++)
        if (top_of(p, h) != NO_UNIT && side_of(p, top_of(p, h)) == side)
            sum += fire_points(p, h, target);
    foresee(p, side, target, sum, sheet);
    return true;
}

static const char *refuse_fire_from(const struct play *p, const struct step *t, int h)
{
    return is_source(p, h) ? "R-A16: guns fire once in a Combat Phase"
                           : refuse_fire(p, t->who, h, t->v[TARGET]);
}

/* Who may not fight now, in command or not. */
static const char *refuse_marks(const struct play *p, int u)
{
    if (out_of_command(p, u))
        return "7.2c: a unit out of command may not attack";
    if (has_flag(p, u, F_REPULSED))
        return "9.4.7b: cavalry whose charge has failed takes no part in combat";
    if (has_flag(p, u, F_BLOWN))
        return "11.0d: cavalry with a Cavalry Charge! marker may not attack";
    if (has_flag(p, u, F_FOUGHT))
        return "11.4a: a unit attacks once";
    if (in_reaction(p, u))
        return "9.4.5e: it has a Reaction Charge to fight";
    return NULL;
}

/* [10.4a] */
static const char *refuse_support(const struct play *p, const struct step *t, int u)
{
    if (is_leader(p, u) || !on_map(p, u) || side_of(p, u) != t->who || arm_of(p, u) == FOOT ||
        arm_of(p, u) == HEAVY)
        return "10.4a: only infantry, cavalry and horse artillery support a bombardment";
    if (!adjacent(p, unit_at(p, u)->place, t->v[TARGET]))
        return "10.4a: whoever supports must stand next to the target";
    if (!may_cross(p, u, unit_at(p, u)->place, t->v[TARGET]))
        return "10.4a: it could not advance into the target";
    if (pair_above(p, u))
        return "5.2f: two Guard brigades on one another act as one unit, named by the upper";
    if (has_flag(p, u, F_SUPPORTS))
        return "10.4a: it supports already";
    return refuse_marks(p, u);
}

static bool any_fires(const struct play *p)
{
    for (int h = 0; h < p->box->board->cells; h++)
        if (is_source(p, h))
            return true;
    return false;
}

static void list_bombard(const struct play *p, const struct step *t, struct menu *m)
{
    for (int h = 0; h < p->box->board->cells; h++)
        if (top_of(p, h) != NO_UNIT &&
            board_distance(p->box->board, h, t->v[TARGET]) <= HEAVY_RANGE &&
            !refuse_fire_from(p, t, h))
            menu_add(m, act1(V_FIRE, h));
    EACH_NEIGHBOUR (p->box->board, t->v[TARGET], link)
        for (EACH_IN(p, u, link->cell))
            if (!refuse_support(p, t, u))
                menu_add(m, act1(V_SUPPORT, u));
    if (any_fires(p))
        menu_add(m, act0(V_SHOOT));
}

static const char *why_bombard(const struct play *p, const struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_FIRE: return refuse_fire_from(p, t, a->arg[0]);
    case V_SUPPORT: return refuse_support(p, t, a->arg[0]);
    case V_SHOOT: return "10.1e: first say which guns fire";
    default: return NULL;
    }
}

static bool preview_bombard(const struct play *p, const struct step *t, const struct action *a,
                            struct sheet *sheet)
{
    int also = a->verb == V_FIRE ? a->arg[0] : -1;

    if ((a->verb != V_FIRE && a->verb != V_SHOOT) || (a->verb == V_SHOOT && !any_fires(p)) ||
        (also >= 0 && refuse_fire_from(p, t, also)))
        return false;
    foresee(p, t->who, t->v[TARGET], points_declared(p, t->v[TARGET], also), sheet);
    return true;
}

/* [R-A16] What has fired does not fire again. */
static void discharge(struct play *p, int target)
{
    struct battery b;

    for (int h = 0; h < p->box->board->cells; h++)
        if (is_source(p, h)) {
            man_battery(p, h, board_distance(p->box->board, h, target), &b);
            for (int i = 0; i < b.n; i++)
                set_flag(p, b.unit[i], F_FIRED);
        }
}

/* [10.4a] They are declared by name, so that the enemy knows them. */
static void show_supporters(struct play *p)
{
    for (int u = 0; u < dbox(p)->units; u++)
        if (has_flag(p, u, F_SUPPORTS) && on_map(p, u))
            see(p, u);
}

static void shoot(struct play *p, int target)
{
    int points = points_declared(p, target, -1);

    discharge(p, target);
    show_supporters(p);
    dow(p)->hex[target] |= H_BOMBARDED;
    play_tell(p, EV_BOMBARDS, 0, 2, points, target);
    agenda_pop(p, 0);
    agenda_push_with(p, ST_BOMBARDMENT, NOBODY, target, points, 0, 0);
}

static void take_bombard(struct play *p, struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_FIRE: dow(p)->hex[a->arg[0]] |= H_SOURCE; break;
    case V_SUPPORT:
        if (paired(p, a->arg[0]))
            set_flag(p, below(p, a->arg[0]), F_SUPPORTS);
        set_flag(p, a->arg[0], F_SUPPORTS);
        break;
    default: shoot(p, t->v[TARGET]);
    }
}

static int seat_of_bombard(const struct play *p, const struct step *t)
{
    (void)p;
    return seat_of_mask(t->v[1]);
}

const struct step_def step_bombard = {
    .name = "bombard",
    .cases = "10.1e 10.4a",
    .vars = "target:p armies:french+adg+prussian",
    .on = "target",
    .title = "Combat Phase",
    .prompt = "Which guns fire at {p0}, and who supports them? Then open fire",
    .about = "fire",
    .usual = "shoot",
    .list = list_bombard,
    .take = take_bombard,
    .why = why_bombard,
    .preview = preview_bombard,
    .seat = seat_of_bombard,
};

/* ---- resolving it ---- */

static void roll_bombardment(struct play *p, const struct step *t)
{
    struct shot s = real_shot(p, t);
    struct sheet sheet;

    if (p->news) {
        shot_sheet(p, &s, &sheet);
        play_tell_sheet(p, &sheet);
    }
    agenda_roll(p, 1, 6, W_BOMBARDMENT);
}

/* [10.1i] From the top down; what is left over is ignored. The game may end there. */
static void hit(struct play *p, const struct step *t)
{
    struct shot s = real_shot(p, t);
    int halves = halves_of(p, &s, t->answer);
    bool falls = true;

    agenda_pop(p, 0);
    if (!halves)
        play_tell(p, EV_NO_EFFECT, 0, 0);
    while (falls && !play_state(p)->over && top_of(p, s.target) != NO_UNIT) {
        int u = top_of(p, s.target), n = take_halves(p, u, &halves, false);

        falls = n > 0 && n == strength(p, u);
        if (n)
            lose(p, u, n);
    }
}

/* [10.6c] All have slipped away before the guns spoke: that matters to those who would advance. */
static void fire_at_nobody(struct play *p)
{
    dow(p)->fight.slipped = 1;
    play_tell(p, EV_NO_EFFECT, 0, 0);
    agenda_pop(p, 0);
}

enum { SLIP, ROLL, HIT };

/* [10.1f] First whoever will slips away; then the die and the losses. */
static void run_bombardment(struct play *p, struct step *t)
{
    switch (t->pc++) {
    case SLIP: ask_slip(p, t->v[TARGET], false); break;
    case ROLL:
        clear_phase_marks(p, 0, H_SOURCE);
        if (top_of(p, t->v[TARGET]) == NO_UNIT)
            fire_at_nobody(p);
        else
            roll_bombardment(p, t);
        break;
    default: hit(p, t);
    }
}

/* Shells that are in the air fall on somebody. */
static bool bombardment_sound(const struct play *p, const struct step *t)
{
    return t->pc <= ROLL || top_of(p, t->v[TARGET]) != NO_UNIT;
}

const struct step_def step_bombardment = {
    .name = "bombardment",
    .cases = "10.1h",
    .vars = "target:p points:0..250",
    .points = "slip roll hit",
    .on = "target",
    .rolls = "hit:6",
    .sound = bombardment_sound,
    .run = run_bombardment,
};

/* Guns that have been laid and have not spoken yet. */
bool fire_clash(const struct play *p, struct clash *c, struct sheet *sheet)
{
    const struct state *s = play_state(p);
    const struct step *t = NULL;

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_BOMBARDMENT)
            t = &s->agenda[i];
    if (!t || top_of(p, t->v[TARGET]) == NO_UNIT)
        return false;
    c->side = !side_of(p, top_of(p, t->v[TARGET]));
    clash_target(c, t->v[TARGET]);
    for (int h = 0; h < p->box->board->cells; h++)
        if (is_source(p, h))
            clash_source(c, h);
    foresee(p, c->side, t->v[TARGET], t->v[POINTS], sheet);
    sheet->notes = 0; /* they are for who fires */
    return true;
}

/* ---- [10.6a] [11.1.1a] slipping away ---- */

static int nearest_source(const struct play *p, int h)
{
    int nearest = 99;

    for (int from = 0; from < p->box->board->cells; from++)
        if (is_source(p, from) && board_distance(p->box->board, from, h) < nearest)
            nearest = board_distance(p->box->board, from, h);
    return nearest;
}

/* [10.6b] ruling A-37: farther from the nearest guns, and not nearer to any others. */
static bool away_from_guns(const struct play *p, int h, int to)
{
    int nearest = nearest_source(p, h);

    for (int from = 0; from < p->box->board->cells; from++) {
        int now, later;

        if (!is_source(p, from))
            continue;
        now = board_distance(p->box->board, from, h);
        later = board_distance(p->box->board, from, to);
        if (later < now || (now == nearest && later == now))
            return false;
    }
    return true;
}

/* [11.1.1b] ruling A-37: next to no unit that attacks. */
static bool away_from_attackers(const struct play *p, int to)
{
    EACH_NEIGHBOUR (p->box->board, to, link)
        if (is_source(p, link->cell)) /* H_SOURCE: an attacking hex */
            return false;
    return !is_source(p, to);
}

static bool is_mounted(const struct play *p, int u)
{
    return !is_leader(p, u) && (arm_of(p, u) == CAVALRY || arm_of(p, u) == HORSE);
}

/* [10.6a] [11.1.1a] Cavalry and horse artillery outside every zone that is seen. */
static const char *refuse_slipping(const struct play *p, const struct step *t, int u)
{
    bool combat = t->v[COMBAT];

    if (!is_mounted(p, u) || unit_at(p, u)->place != t->v[HEX])
        return combat ? "11.1.1a: only cavalry and horse artillery of the target slip away"
                      : "10.6a: only cavalry and horse artillery of the target slip away";
    if (known_pinned(p, t->v[HEX], side_of(p, u)))
        return combat ? "11.1.1a: nobody slips away out of the zone of enemy cavalry"
                      : "10.6a: nobody slips away out of the zone of enemy cavalry";
    if (in_reaction(p, u))
        return "9.4.5e: a Reaction Charge is compulsory";
    return NULL;
}

/* [10.6b] [11.1.1b] One hex, */
static const char *refuse_way_out(const struct play *p, const struct step *t, int u, int to)
{
    bool combat = t->v[COMBAT];

    if (!adjacent(p, t->v[HEX], to) || !may_cross(p, u, t->v[HEX], to))
        return combat ? "11.1.1b: it goes one hex, over ground that it may enter"
                      : "10.6b: it goes one hex, over ground that it may enter";
    if (enemy_in_hex(p, to, side_of(p, u)))
        return "5.1a: enemies never share a hex";
    if (top_of(p, to) != NO_UNIT && !army_in_hex(p, to, def_at(p, u)->army))
        return "5.1b: units of the two Allied armies never share a hex";
    if (combat)
        return away_from_attackers(p, to) ? NULL : "11.1.1b: it must end next to no attacking unit";
    return away_from_guns(p, t->v[HEX], to) ? NULL : "10.6b: it must go away from the guns";
}

/* [10.6b] [11.1.1b] within the limits of stacking, without making room. */
static const char *refuse_refuge(const struct play *p, const struct step *t, int u, int to)
{
    const char *why = refuse_way_out(p, t, u, to);

    if (why || room_for(p, to, u))
        return why;
    return t->v[COMBAT] ? "11.1.1b: there is no room, and nobody makes room for it"
                        : "10.6b: there is no room, and nobody makes room for it";
}

static const char *refuse_slip(const struct play *p, const struct step *t, int u, int to)
{
    const char *why = refuse_slipping(p, t, u);

    return why ? why : refuse_refuge(p, t, u, to);
}

static bool finds_way_out(const struct play *p, const struct step *t, int u)
{
    EACH_NEIGHBOUR (p->box->board, t->v[HEX], link)
        if (!refuse_way_out(p, t, u, link->cell))
            return true;
    return false;
}

/* [5.4.2a] Asked if somebody may be there who could, whatever room he would find: that depends on what is unseen. */
static bool moot_slip(const struct play *p, const struct step *t)
{
    if (top_of(p, t->v[HEX]) == NO_UNIT || known_pinned(p, t->v[HEX], t->who))
        return true;
    for (int u = 0; u < dbox(p)->units; u++)
        if (is_mounted(p, u) && may_be_in(p, u, t->v[HEX]) && !in_reaction(p, u) &&
            finds_way_out(p, t, u))
            return false;
    return true;
}

void ask_slip(struct play *p, int h, bool combat)
{
    assert(on_board(p, h));
    if (top_of(p, h) != NO_UNIT)
        agenda_push_with(p, ST_SLIP, side_of(p, top_of(p, h)), h, combat, 0, 0);
}

static void list_slip(const struct play *p, const struct step *t, struct menu *m)
{
    for (EACH_IN(p, u, t->v[HEX])) {
        if (refuse_slipping(p, t, u))
            continue;
        EACH_NEIGHBOUR (p->box->board, t->v[HEX], link)
            if (!refuse_refuge(p, t, u, link->cell))
                menu_add(m, act2(V_SLIP, u, link->cell));
    }
    menu_add(m, act0(V_DONE));
}

static const char *why_slip(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_SLIP ? refuse_slip(p, t, a->arg[0], a->arg[1]) : NULL;
}

/* [6.0g] Cavalry not seen before may hold it after all. Ruling A-21: to the bottom of a stack. */
static void take_slip(struct play *p, struct step *t, const struct action *a)
{
    int h = t->v[HEX], u = a->arg[0];

    if (a->verb == V_DONE) {
        agenda_pop(p, 0);
        return;
    }
    if (show_pinners(p, h, side_of(p, u))) {
        play_tell(p, EV_HELD, 0, 2, u, pinner(p, h, side_of(p, u)));
        return;
    }
    put_bottom(p, u, a->arg[1]);
    see(p, u);
    play_tell(p, EV_SLIPS, 0, 2, u, a->arg[1]);
    ask_leaders(p, h, a->arg[1]);
    scatter_leaders(p, a->arg[1]);
}

const struct step_def step_slip = {
    .name = "slip",
    .cases = "10.6a 11.1.1a",
    .vars = "hex:p combat:no|yes",
    .on = "bombardment@roll fight@left slip",
    .title = "Combat Phase",
    .prompt = "Who slips away from {p0}?",
    .done = "Nobody else",
    .list = list_slip,
    .take = take_slip,
    .why = why_slip,
    .moot = moot_slip,
    .seat = seat_by_hex,
};
