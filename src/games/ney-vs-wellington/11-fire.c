/*
 * 11-fire.c: section 11: aim, class of the target, line of the table, loss; the Fire Phases;
 * ammunition.
 *
 * [11.0a] In the Fire Phases and, at minimum range, whenever an enemy manoeuvres. [6.41] [6.42] To
 * the front, or all around. [11.0b] Each unit fires by itself and its result is applied before the
 * next. [11.11] Nobody has to.
 */
#include <stdio.h>

#include "nvw.h"

/* ---- targets ---- */

/* [11.33] [9.53] [11.32c] The topmost combat unit; else a line's wing; else the topmost command
 * unit. */
int target_of(const struct play *p, int h)
{
    int u = top_of(p, h);

    if (nvw(p)->wing[h] && (u == NO_PIECE || is_leader(p, u)))
        return nvw(p)->wing[h] - 1;
    return u;
}

/* [10.53a] [10.53b] Ruling 6: through a corner either side protects. */
static bool behind_hedge(const struct play *p, int from, int h)
{
    const struct board *b = p->box->board;
    int16_t border[2];
    int n;

    if (!nbox(p)->sheltered[h])
        return false;
    n = sight_sides(b, from, h, border);
    for (int i = 0; i < n; i++)
        for (int d = 0; d < HEX_SIDES; d++)
            if (b->cell[h].side[d] == border[i] && nbox(p)->sheltered[h] >> d & 1)
                return true;
    return false;
}

/* [11.31b] [6.43a] [6.43b] Through flank sides only; a corner between flank and front or rear is no
 * enfilade. */
static bool enfiladed(const struct play *p, int u, int from, int h)
{
    const struct board *b = p->box->board;
    int16_t border[2];
    int n;

    if (is_guns(p, u) || faces_all(p, u))
        return false;
    n = sight_sides(b, from, h, border);
    for (int i = 0; i < n; i++) {
        int beside = board_other(b, border[i], h);

        if (beside < 0 || side_hit(p, u, h, beside) != HEX_FLANK)
            return false;
    }
    return n > 0;
}

/* [11.31a] [8.32c] Ruling 73: the option does not count an extended line by itself. */
static bool massed(const struct play *p, int u, int h)
{
    enum { MASSED = 9 };

    if (is_guns(p, u) || troop_points(p, h) <= MASSED)
        return false;
    return !(play_option(p, OPT_LONG_LINES) && is_extended(p, u) &&
             troop_points(p, h) == unit_at(p, u)->points);
}

/* [11.0f1a] [11.0f1b] [11.0f1c] [11.0f1f] By what it is, or was before it was disordered. */
static int formation_class(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (k->morale == ROUTED || k->formation == SKIRMISH)
        return 3;
    return k->formation == COLUMN || k->formation == SQUARE ? 1 : 2;
}

/* [10.52a] [10.52b] [10.53a] [10.53c] 0: none. */
static int cover_class(const struct play *p, int from, int h)
{
    if (is_obstructed(p, h))
        return nbox(p)->terrain[p->box->board->cell[h].terrain].class;
    return behind_hedge(p, from, h) ? nbox(p)->hedge.class : 0;
}

/* [2.2m] [2.2l] [11.0f1d] [11.0f1e] [11.34] [8.57] [11.52] [11.53] */
static int target_class(const struct play *p, const struct aim *a, int from)
{
    int u = target_of(p, a->target), cover;

    if (is_leader(p, u)) /* [11.32c] */
        return 5;
    if (unit_at(p, u)->formation == SQUARE && unit_at(p, u)->morale == GOOD)
        return 1;
    cover = cover_class(p, from, a->target);
    if (cover)
        return cover;
    if (is_guns(p, u))
        return is_guns(p, a->firer) && a->band == BAND_MAXIMUM ? 3 : 4;
    if (massed(p, u, a->target) || enfiladed(p, u, from, a->target))
        return 1;
    return formation_class(p, u);
}

/* ---- the firer ---- */

/* [2.2g] [11.0f4a] [11.0f4b] [11.0f4c] Ruling 31 */
static int rating_of(const struct play *p, int u)
{
    const struct piece_def *d = def_at(p, u);

    if (is_guns(p, u))
        return d->firepower;
    if (is_company(p, u) || d->effectiveness >= 5)
        return 1;
    return d->effectiveness >= 3 ? 2 : 3;
}

/* [9.54] [11.13a] [11.43a] The companies of the hex together; rifles only if all its troops are. */
static int company_points(const struct play *p, int h, bool *rifles)
{
    int sum = 0;

    *rifles = true;
    for (EACH_IN(p, u, h)) {
        sum += is_company(p, u) ? unit_at(p, u)->points : 0;
        *rifles &= arm_of(p, u) == RIFLES || is_leader(p, u);
    }
    return sum;
}

/* [11.16] [11.0f3e] [9.13b] */
static void set_strength(const struct play *p, struct aim *a)
{
    const struct unit *k = unit_at(p, a->firer);
    int limit = stack_limit(p, k->place, false);

    a->strength = is_guns(p, a->firer) ? k->guns : k->points;
    if (is_company(p, a->firer))
        a->strength = company_points(p, k->place, &a->rifles);
    if (over_stacked(p, k->place) && a->strength > limit)
        a->strength = limit;
    if (a->strength > FIRE_MOST)
        a->strength = FIRE_MOST;
}

/* [11.0f3a] At one hex: by formation. */
static int near_line(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (is_company(p, u)) /* [11.0f3d] */
        return FL_SKIRMISH;
    if (k->morale == DISORDERED) /* [11.0f3c] */
        return FL_DISORDERED;
    switch (k->formation) {
    case LINE: return two_ranks(p, u) ? FL_TWO_RANK : FL_THREE_RANK; /* [11.41] */
    case SQUARE: return FL_SQUARE;
    default: return FL_COLUMN;
    }
}

/* [11.0f3b] */
static int gun_line(int band)
{
    return band == BAND_MINIMUM ? FL_GUNS_NEAR : band == BAND_MEDIUM ? FL_GUNS_MEDIUM : FL_GUNS_FAR;
}

static int column_on(const struct play *p, int line, const struct aim *a)
{
    int column = nbox(p)->column[line][a->strength] - (a->rating - 1);

    return column < 0 ? 0 : column;
}

/* Ruling 24, an option: the worse of two lines. */
static int worse_line(const struct play *p, const struct aim *a, int line, int other)
{
    return column_on(p, other, a) < column_on(p, line, a) ? other : line;
}

/* [11.42b] Does a long line see it with both its hexes? */
static bool sees_with_both(const struct play *p, int u, int h)
{
    const struct unit *k = unit_at(p, u);

    return k->wing == NOWHERE || (faces(p, u, k->place, h) && observes(p, k->place, h) &&
                                  faces(p, u, k->wing, h) && observes(p, k->wing, h));
}

/* [11.0f3a] [11.0f3b] [11.0f3c] [11.0f3d] [11.42b] At two hexes always the line of that range, but
 * for half a line. */
static int line_of(const struct play *p, const struct aim *a)
{
    bool disordered = is_disordered(p, a->firer), worse = play_option(p, OPT_WORSE_LINE);

    if (is_guns(p, a->firer)) {
        int line = gun_line(a->band);

        if (!disordered)
            return line;
        return worse ? worse_line(p, a, line, FL_DISORDERED) : FL_DISORDERED;
    }
    if (a->band == BAND_MINIMUM)
        return near_line(p, a->firer);
    if (!sees_with_both(p, a->firer, a->target))
        return worse ? worse_line(p, a, FL_FAR, FL_DISORDERED) : FL_DISORDERED;
    return worse && disordered ? worse_line(p, a, FL_FAR, FL_DISORDERED) : FL_FAR;
}

/* ---- aiming ---- */

/* The hex of the firer from which it fires: the nearer one that sees. NOWHERE: none does. */
static int firing_hex(const struct play *p, int u, int h, int *distance)
{
    const struct unit *k = unit_at(p, u);
    int from = NOWHERE, hexes[2] = { k->place, k->wing };

    for (int i = 0; i < 2; i++) {
        int d = hexes[i] == NOWHERE ? 0 : board_distance(p->box->board, hexes[i], h);

        if (hexes[i] == NOWHERE || (from != NOWHERE && d >= *distance) ||
            band_of(p, fire_range(p, u), d) == BAND_NONE || !faces(p, u, hexes[i], h) ||
            !observes(p, hexes[i], h))
            continue;
        from = hexes[i];
        *distance = d;
    }
    return from;
}

/* Range and class, if it can be fired at from there at all. */
static bool measure_aim(const struct play *p, int u, int h, struct aim *a)
{
    int from;

    *a = (struct aim){ .firer = u, .target = h };
    from = firing_hex(p, u, h, &a->distance);
    if (from == NOWHERE)
        return false;
    a->band = band_of(p, fire_range(p, u), a->distance);
    a->at_leader = is_leader(p, target_of(p, h));
    a->class = target_class(p, a, from);
    return true;
}

/* Troops, guns or a lone command unit of the enemy. */
static bool is_target(const struct play *p, int side, int h)
{
    int u = target_of(p, h);

    return u != NO_PIECE && side_of(p, u) != side;
}

/* [11.17a] [11.17b] Is a better than b for the rule? A lone command unit bars nothing. */
static bool comes_first(const struct aim *a, const struct aim *b)
{
    if (a->at_leader)
        return false;
    return a->distance < b->distance || (a->distance == b->distance && a->class < b->class);
}

/* The hexes that may hold targets: from each hex of the firer, nearest first. */
static int look_around(const struct play *p, int u, int16_t *list)
{
    const struct unit *k = unit_at(p, u);
    int side = side_of(p, u), n = 0, hexes[2] = { k->place, k->wing };

    for (int i = 0; i < 2 && hexes[i] != NOWHERE; i++) {
        const int16_t *at =
            is_guns(p, u) ? nbox(p)->arc[hexes[i]][k->facing / 2] : nbox(p)->near[hexes[i]];

        for (; *at != NOWHERE; at++)
            if (is_target(p, side, *at))
                list[n++] = *at;
    }
    return n;
}

/* [11.17a] [11.17b] [11.17c] [11.17d] */
static bool barred_by_closer(const struct play *p, const struct aim *a)
{
    int16_t list[2 * ARC_MOST];
    int n = look_around(p, a->firer, list);
    struct aim other;

    for (int i = 0; i < n; i++)
        if (list[i] != a->target && measure_aim(p, a->firer, list[i], &other) &&
            comes_first(&other, a))
            return true;
    return false;
}

/* All about a shot that can be fired; the rule of the closest target apart. */
static bool take_aim(const struct play *p, int u, int h, struct aim *a)
{
    if (!can_fire(p, u) || !is_target(p, side_of(p, u), h) || !measure_aim(p, u, h, a))
        return false;
    a->rating = rating_of(p, u);
    set_strength(p, a);
    a->line = line_of(p, a);
    a->column = column_on(p, a->line, a);
    return true;
}

/* Why it cannot fire at that hex, or NULL and all about the shot. */
const char *aim_at(const struct play *p, int u, int h, bool reaction, struct aim *a)
{
    if (!can_fire(p, u))
        return on_map(p, u) && top_of(p, place_of(p, u)) != u && !is_leader(p, u)
                   ? "9.51: only the top unit of a hex fires"
                   : "11.12: it cannot fire";
    if (!is_target(p, side_of(p, u), h))
        return "11.0a: there is no enemy in that hex";
    if (!take_aim(p, u, h, a)) {
        int d = board_distance(p->box->board, place_of(p, u), h);

        if (band_of(p, fire_range(p, u), d) == BAND_NONE && !is_extended(p, u))
            return "11.0f2b: that is out of range";
        return sees(p, u, h) || faces(p, u, place_of(p, u), h)
                   ? "10.51: it cannot see that hex"
                   : "11.15: it fires to its front only";
    }
    if (reaction && a->band != BAND_MINIMUM)
        return "11.23a: only at minimum range";
    if (!(reaction && play_option(p, OPT_FREE_REACTION)) && barred_by_closer(p, a))
        return "11.17a: another target is closer, or as close and easier to hit";
    return NULL;
}

/* [11.0f5] [11.43a] */
int fire_loss(const struct play *p, const struct aim *a, int die)
{
    const struct chart *c = nbox(p)->fire;

    die += a->rifles && die < 6;
    return chart_value(c, chart_row(c, die + 5 - a->class), chart_column(c, a->column));
}

#define FITS_A_SHEET(name, id, title)                                                              \
    _Static_assert(sizeof title <= sizeof((struct sheet_line *)0)->value, "a sheet cuts it "       \
                                                                          "short");
FIRE_LINE_LIST(FITS_A_SHEET)

void fill_fire(const struct play *p, const struct aim *a, struct sheet *s)
{
    static const char *const bands[] = { "", "minimum", "medium", "maximum" };
    char result[28];
    int sum = 0;

    sheet_begin(s, "%s %s at %s", p->box->piece[a->firer].name,
                verb_of(p, a->firer, "fires", "fire"), board_number(p->box->board, a->target));
    sheet_number(s, "11.0f2a", a->distance, "Range in hexes: %s", bands[a->band]);
    sheet_number(s, "11.0f1a", a->class, "Target class");
    sheet_number(s, "11.16", a->strength, "Strength that fires");
    sheet_line(s, "11.0f3a", fire_line_titles[a->line], "Line of the table");
    sheet_number(s, "11.0f4b", a->rating, "Firepower rating");
    sheet_number(s, "11.0f5", a->column, "Column");
    if (a->rifles)
        sheet_line(s, "11.43a", "+1", "Rifles: the die");
    sheet_fact(s, "class", "%d", a->class);
    sheet_fact(s, "line", "%s", fire_line_ids[a->line]);
    sheet_fact(s, "strength", "%d", a->strength);
    sheet_fact(s, "rating", "%d", a->rating);
    sheet_fact(s, "column", "%d", a->column);
    sheet_fact(s, "range", "%d", a->distance);
    sheet_chart(s, nbox(p)->fire_lines);
    sheet_chart(s, nbox(p)->fire);
    for (int die = 1; die <= 6; die++) {
        int loss = fire_loss(p, a, die);

        sum += loss;
        snprintf(result, sizeof result, loss ? "%d lost" : "no effect", loss);
        sheet_chance(s, result, 1);
    }
    sheet_head(s, sum, "class %d, column %d", a->class, a->column);
}

/* ---- losses ---- */

/* [13.32a] [13.34] */
void charge_army(struct play *p, int side, int points)
{
    struct nvw_state *s = nvw(p);

    s->lost[side] = u16(s->lost[side] + points);
    if (s->level[side] == NO_LEVEL || s->demoralized[side])
        return;
    s->level[side] = u8(s->level[side] > points ? s->level[side] - points : 0);
    if (s->level[side])
        return;
    s->demoralized[side] = 1;
    play_tell(p, EV_DEMORALIZED, 0, 1, side);
}

/* [11.32b] [13.32b] A reduced one is not affected further. */
void reduce_leader(struct play *p, int u)
{
    if (has_flag(p, u, F_REDUCED))
        return;
    set_flag(p, u, F_REDUCED);
    play_tell(p, EV_REDUCED, 0, 1, u);
    charge_army(p, side_of(p, u), def_at(p, u)->price);
}

/* [11.56] [8.46b] [11.43b] Companies are available again, rifles never. A battery counts one.
 * [13.32a] */
void lose_unit(struct play *p, int u)
{
    struct unit *k = unit_at(p, u);
    int rest = is_guns(p, u) ? 1 : k->points;

    play_tell(p, EV_ELIMINATED, 0, 1, u);
    leave_charge(p, u);
    lift_piece(p, u, arm_of(p, u) == COMPANY ? POOL : LOST);
    if (arm_of(p, u) == COMPANY) {
        k->morale = GOOD;
        k->points = 1;
    } else
        k->points = 0;
    charge_army(p, side_of(p, u), rest);
}

/* [13.11d] All troops of a hex are gone: its neighbours must check. */
static void alarm_if_empty(struct play *p, int h, int u)
{
    if (h != NOWHERE && occupier(p, h) == NOBODY)
        alarm_neighbours(p, h, u, BY_LOSS);
}

static void lose_last(struct play *p, int u)
{
    int h = place_of(p, u), wing = unit_at(p, u)->wing;

    lose_unit(p, u);
    alarm_if_empty(p, h, u);
    alarm_if_empty(p, wing, u);
}

/* [8.35] */
static void narrow_line(struct play *p, int u)
{
    if (!is_extended(p, u) || needs_wing(p, u))
        return;
    set_wing(p, u, NOWHERE);
    play_tell(p, EV_NARROWS, 0, 1, u);
}

/* [12.76a] [12.76b] A point lost at the edge of the map: no enemy has taken it, and nobody
 * checks. Ruling 91 */
void lose_straggler(struct play *p, int u)
{
    if (is_leader(p, u) || is_guns(p, u))
        return;
    play_tell(p, EV_LOSES, 0, 2, u, 1);
    if (unit_at(p, u)->points == 1) {
        lose_unit(p, u);
        return;
    }
    unit_at(p, u)->points--;
    charge_army(p, side_of(p, u), 1);
}

/* [9.52a] [9.52b] [9.52c] [11.51] [11.54] Troop points, from the top. */
struct toll lose_points(struct play *p, int h, int n)
{
    struct toll toll = { .last = NO_PIECE };

    while (n > 0) {
        int u = target_of(p, h), part;

        if (u == NO_PIECE || is_leader(p, u) || is_guns(p, u))
            break;
        part = n < unit_at(p, u)->points ? n : unit_at(p, u)->points;
        play_tell(p, EV_LOSES, 0, 2, u, part);
        n -= part;
        toll.last = u;
        if (part == unit_at(p, u)->points) {
            lose_last(p, u);
            toll.gone = true;
            continue;
        }
        unit_at(p, u)->points = u8(unit_at(p, u)->points - part);
        charge_army(p, side_of(p, u), part);
        narrow_line(p, u);
    }
    return toll;
}

/* [11.52] [11.54] Ruling 28: guns of the top battery, then of the next. */
static void lose_guns(struct play *p, int h, int n)
{
    while (n > 0) {
        int u = target_of(p, h), part;

        if (u == NO_PIECE || !is_guns(p, u))
            break;
        part = n < unit_at(p, u)->guns ? n : unit_at(p, u)->guns;
        n -= part;
        play_tell(p, EV_GUNS, 0, 2, u, part);
        if (part == unit_at(p, u)->guns)
            lose_unit(p, u);
        else
            unit_at(p, u)->guns = u8(unit_at(p, u)->guns - part);
    }
}

/* ---- a shot ---- */

enum {
    FIRER,
    TARGET,
    RESULT,
    NEAR,
    STRUCK
}; /* what came of it; not at maximum range; who was hit */
enum { HIT_NOTHING, HIT_TROOPS, HIT_LAST, HIT_GUNS };

void shoot(struct play *p, int firer, int h)
{
    agenda_push_with(p, ST_SHOT, NOBODY, firer, h, HIT_NOTHING, 0);
}

/* [11.62a] [11.62b] Nothing else ever takes a round. */
static void spend_round(struct play *p, int u)
{
    if (!is_guns(p, u) || has_flag(p, u, F_SPENDS))
        return;
    set_flag(p, u, F_SPENDS);
    unit_at(p, u)->rounds--;
}

/* What the die says of the target, and who was the last to suffer it. */
static int hit(struct play *p, const struct aim *a, int loss, int16_t *struck)
{
    int u = target_of(p, a->target);
    struct toll toll;

    if (loss == 0) {
        play_tell(p, EV_HARMLESS, 0, 0);
        return HIT_NOTHING;
    }
    if (a->at_leader) { /* [11.32c] */
        reduce_leader(p, u);
        return HIT_NOTHING;
    }
    if (!is_guns(p, u)) {
        toll = lose_points(p, a->target, loss);
        *struck = i16(toll.last);
        return toll.gone ? HIT_LAST : HIT_TROOPS;
    }
    if (is_guns(p, a->firer) && a->band == BAND_MAXIMUM) /* [11.52] */
        lose_guns(p, a->target, loss);
    else { /* [11.53] [11.55] */
        play_tell(p, EV_CREW, 0, 1, u);
        lose_unit(p, u);
    }
    return HIT_GUNS;
}

static void begin_shot(struct play *p, const struct aim *a)
{
    struct sheet sheet;

    spend_round(p, a->firer);
    play_tell(p, EV_FIRES, 0, 2, a->firer, a->target);
    if (p->news) {
        fill_fire(p, a, &sheet);
        play_tell_sheet(p, &sheet);
    }
    agenda_roll(p, 1, 6, W_FIRE);
}

/* [13.11a] [11.57] [13.17] The topmost unit that is left, unless it was the guns that were hit. */
static void check_after_fire(struct play *p, int h, int result, int struck)
{
    int u = target_of(p, h);

    if ((u == NO_PIECE || is_leader(p, u)) && on_map(p, struck)) /* [8.35] its line has closed */
        u = struck;
    if (result == HIT_NOTHING || result == HIT_GUNS || u == NO_PIECE || is_leader(p, u) ||
        is_guns(p, u))
        return;
    check_morale(p, u, BY_FIRE | (result == HIT_LAST ? BY_LOSS : 0));
}

static void run_shot(struct play *p, struct step *t)
{
    int h = t->v[TARGET];
    struct aim a;

    switch (t->pc++) {
    case 0:
        if (!take_aim(p, t->v[FIRER], h, &a)) {
            agenda_pop(p, 0);
            return;
        }
        t->v[NEAR] = a.band != BAND_MAXIMUM;
        begin_shot(p, &a);
        break;
    case 1:
        if (!take_aim(p, t->v[FIRER], h, &a)) {
            agenda_pop(p, 0);
            return;
        }
        t->v[STRUCK] = i16(target_of(p, h));
        t->v[RESULT] = i16(hit(p, &a, fire_loss(p, &a, t->answer), &t->v[STRUCK]));
        if (t->v[RESULT] != HIT_NOTHING) /* [11.32b] [13.14] */
            agenda_push_with(p, ST_CASUALTY, NOBODY, h, t->v[NEAR] ? 5 : 6, 0, 0);
        break;
    case 2: check_after_fire(p, h, t->v[RESULT], t->v[STRUCK]); break;
    default: agenda_pop(p, 0); settle_cascade(p);
    }
}

static bool shot_sound(const struct play *p, const struct step *t)
{
    return !is_leader(p, t->v[FIRER]) && (t->pc != 1 || on_map(p, t->v[FIRER]));
}

const struct step_def step_shot = {
    .name = "shot",
    .cases = "11.0f5 11.51",
    .vars = "who:u target:p result:nothing|troops|last|guns near:no|yes struck:u",
    .points = "begin rolled hurt end",
    .on = "fire reaction",
    .rolls = "rolled:6",
    .run = run_shot,
    .sound = shot_sound,
};

/* ---- command units ---- */

enum { PLACE, LEAST, NEXT }; /* the hex; the least die that reduces; how many have rolled */

static int next_leader(const struct play *p, const struct step *t)
{
    int n = 0;

    for (EACH_IN(p, u, t->v[PLACE]))
        if (is_leader(p, u) && n++ >= t->v[NEXT] && !has_flag(p, u, F_REDUCED))
            return u;
    return NO_PIECE;
}

/* Its number among the command units of the hex. */
static int number_of(const struct play *p, int h, int leader)
{
    int n = 0;

    for (int u = top_of(p, h); u != leader; u = below(p, u))
        n += is_leader(p, u);
    return n;
}

/* [11.32b] [12.68a] Ruling 81: one die for each command unit of the hex. */
static void run_casualty(struct play *p, struct step *t)
{
    int u = next_leader(p, t);

    if (u == NO_PIECE) {
        agenda_pop(p, 0);
        return;
    }
    if (t->pc++ == 0) {
        agenda_roll(p, 1, 6, W_CASUALTY);
        return;
    }
    t->pc = 0;
    t->v[NEXT] = i16(number_of(p, t->v[PLACE], u) + 1);
    if (t->answer >= t->v[LEAST])
        reduce_leader(p, u);
    else
        play_tell(p, EV_UNHURT, 0, 1, u);
}

const struct step_def step_casualty = {
    .name = "casualty",
    .cases = "11.32b 12.68a",
    .vars = "place:p least:5..6 next:0..20",
    .points = "next rolled",
    .on = "shot attack casualty@next", /* both sides of an attack may lose */
    .rolls = "rolled:6",
    .run = run_casualty,
};

/* ---- the Fire Phases ---- */

enum { SIDE, BEGUN }; /* variables: who fires next; the first has been found */

/* [4.6] [4.7] [11.14] But for the way of the fire. */
static const char *refuse_shooter(const struct play *p, int side, int u)
{
    if (side_of(p, u) != side)
        return "11.0a: each side fires its own units";
    if (!on_map(p, u))
        return "11.12: it is not on the map";
    if (is_guns(p, u) != (play_state(p)->phase == PH_GUNS))
        return play_state(p)->phase == PH_GUNS ? "4.6: this is the artillery's phase"
                                               : "4.7: this is the infantry's phase";
    return has_flag(p, u, F_FIRED) ? "11.14: it has fired in this phase" : NULL;
}

/* [11.0d] */
static const char *refuse_way(const struct play *p, int side, int u)
{
    const struct nvw_state *s = nvw(p);
    int x = nbox(p)->x2[place_of(p, u)];

    if (s->way[side] == WAY_OPEN)
        return NULL;
    return (s->way[side] == WAY_EAST ? x < s->along[side] : x > s->along[side])
               ? "11.0d: fire does not go back along the army"
               : NULL;
}

/* Whatever the way, could it fire at anything? */
static bool has_target(const struct play *p, int u)
{
    int16_t list[2 * ARC_MOST];
    struct aim a;

    if (!can_fire(p, u))
        return false;
    for (int i = 0, n = look_around(p, u, list); i < n; i++)
        if (measure_aim(p, u, list[i], &a))
            return true;
    return false;
}

static bool could_fire(const struct play *p, int side, int u)
{
    return !refuse_shooter(p, side, u) && !is_leader(p, u) && top_of(p, place_of(p, u)) == u &&
           has_target(p, u);
}

/* Is there anybody to ask? */
static bool can_go_on(const struct play *p, int side)
{
    if (nvw(p)->passed[side])
        return false;
    for (int u = 0; u < p->box->pieces; u++)
        if (could_fire(p, side, u) && !refuse_way(p, side, u))
            return true;
    return false;
}

/* [11.0d] Where all who could fire stand equally far east, nothing hangs on the way yet: their fire
 * needs no answer to it. */
static bool way_is_idle(const struct play *p, int side)
{
    int x = -1;

    for (int u = 0; u < p->box->pieces; u++) {
        if (!could_fire(p, side, u))
            continue;
        if (x >= 0 && nbox(p)->x2[place_of(p, u)] != x)
            return false;
        x = nbox(p)->x2[place_of(p, u)];
    }
    return x >= 0;
}

static bool must_choose_way(const struct play *p, int side)
{
    return nvw(p)->way[side] == WAY_OPEN && !way_is_idle(p, side);
}

static void list_targets(const struct play *p, int u, struct menu *m)
{
    int16_t list[2 * ARC_MOST];
    struct aim a;
    int n = look_around(p, u, list);

    for (int i = 0; i < n; i++) {
        bool again = false;

        for (int j = 0; j < i; j++)
            again |= list[j] == list[i];
        if (!again && !aim_at(p, u, list[i], false, &a))
            menu_add(m, act2(V_FIRE, list[i], u));
    }
}

static void list_fire(const struct play *p, const struct step *t, struct menu *m)
{
    bool first = must_choose_way(p, t->who);

    if (nvw(p)->way[t->who] == WAY_OPEN) {
        menu_add(m, act1(V_FLANK, W_EAST));
        menu_add(m, act1(V_FLANK, W_WEST));
    }
    for (int u = 0; !first && u < p->box->pieces; u++)
        if (can_fire(p, u) && !refuse_shooter(p, t->who, u) && !refuse_way(p, t->who, u))
            list_targets(p, u, m);
    menu_add(m, act0(V_DONE));
}

static const char *why_fire(const struct play *p, const struct step *t, const struct action *a)
{
    struct aim aim;
    const char *why;

    if (a->verb == V_FLANK)
        return nvw(p)->way[t->who] != WAY_OPEN ? "11.0d: the way of the fire is chosen once a phase"
               : a->arg[0] != W_EAST && a->arg[0] != W_WEST
                   ? "11.0d: fire goes on to the east or to the west"
                   : NULL;
    if (a->verb != V_FIRE)
        return NULL;
    why = refuse_shooter(p, t->who, a->arg[1]);
    if (!why && must_choose_way(p, t->who))
        why = "11.0d: first say from which flank";
    if (!why)
        why = refuse_way(p, t->who, a->arg[1]);
    return why ? why : aim_at(p, a->arg[1], a->arg[0], false, &aim);
}

/* [9.54] [11.13b] The companies of a hex have all fired. */
static void mark_fired(struct play *p, int u)
{
    set_flag(p, u, F_FIRED);
    if (!is_company(p, u))
        return;
    for (EACH_IN(p, v, place_of(p, u)))
        if (is_company(p, v))
            set_flag(p, v, F_FIRED);
}

/* [11.0d] Who has fired already fixes the way as soon as another stands farther on. */
static void go_along(struct play *p, int side, int u)
{
    struct nvw_state *s = nvw(p);
    int x = nbox(p)->x2[place_of(p, u)];

    if (s->way[side] == WAY_OPEN && s->along[side] && x != s->along[side])
        s->way[side] = x > s->along[side] ? WAY_EAST : WAY_WEST;
    s->along[side] = i16(x);
}

static void choose_flank(struct play *p, int side, int word)
{
    struct nvw_state *s = nvw(p);

    s->way[side] = word == W_EAST ? WAY_EAST : WAY_WEST;
    if (!s->along[side])
        s->along[side] = word == W_EAST ? 0 : 255;
    play_tell(p, EV_WAY, 0, 2, side, word);
}

/* [11.0d] [11.0e] */
static void take_fire(struct play *p, struct step *t, const struct action *a)
{
    struct nvw_state *s = nvw(p);
    int side = t->who;

    if (a->verb == V_FLANK) {
        choose_flank(p, side, a->arg[0]);
        return;
    }
    t->who = NOBODY;
    if (a->verb == V_DONE) {
        s->passed[side] = 1;
        return;
    }
    mark_fired(p, a->arg[1]);
    go_along(p, side, a->arg[1]);
    t->v[SIDE] = i16(enemy_of(side));
    shoot(p, a->arg[1], a->arg[0]);
}

/* [11.0d] */
static const char *phrase_fire(const struct play *p, const struct step *t)
{
    static const char *const phrases[] = {
        [WAY_OPEN] = "Fire with one unit, or fire no more in this phase",
        [WAY_EAST] = "Fire with one unit, from west to east, or fire no more in this phase",
        [WAY_WEST] = "Fire with one unit, from east to west, or fire no more in this phase",
    };

    return must_choose_way(p, t->who) ? "Your fire goes along the army once: from which flank?"
                                      : phrases[nvw(p)->way[t->who]];
}

/* [11.0c] [11.0e] Even: the French first. Then by turns, as long as somebody can and will. */
static void run_fire(struct play *p, struct step *t)
{
    if (!t->v[BEGUN] && t->pc == 0 && !can_go_on(p, FRENCH) && !can_go_on(p, ALLIED)) {
        agenda_pop(p, 0);
        return;
    }
    if (t->pc == 0) {
        t->pc = 1;
        agenda_roll(p, 1, 6, W_INITIATIVE);
        return;
    }
    if (!t->v[BEGUN]) {
        t->v[BEGUN] = 1;
        t->v[SIDE] = t->answer % 2 == 0 ? FRENCH : ALLIED;
        play_tell(p, EV_INITIATIVE, 0, 1, t->v[SIDE]);
    }
    if (!can_go_on(p, t->v[SIDE]))
        t->v[SIDE] = i16(enemy_of(t->v[SIDE]));
    if (can_go_on(p, t->v[SIDE]))
        t->who = u8(t->v[SIDE]);
    else
        agenda_pop(p, 0);
}

static const char *needless_fire(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_FLANK && way_is_idle(p, t->who) ? "nothing hangs on it yet" : NULL;
}

static bool preview_fire(const struct play *p, const struct step *t, const struct action *a,
                         struct sheet *s)
{
    struct aim aim;

    (void)t;
    if (a->verb != V_FIRE || aim_at(p, a->arg[1], a->arg[0], false, &aim))
        return false;
    fill_fire(p, &aim, s);
    return true;
}

static bool fire_sound(const struct play *p, const struct step *t)
{
    int phase = play_state(p)->phase;

    return (phase == PH_GUNS || phase == PH_MUSKETS) && (t->who == NOBODY || t->v[BEGUN]) &&
           (t->who == NOBODY || t->who == t->v[SIDE]);
}

const struct step_def step_fire = {
    .name = "fire",
    .cases = "11.0a 11.0d",
    .vars = "side:s begun:no|yes",
    .points = "initiative alternate",
    .on = "turn@infantry-fire,allied-charge",
    .rolls = "alternate:6",
    .title = "Fire Phase",
    .prompt = "Fire with one unit, or pass for this phase",
    .phrase = phrase_fire,
    .done = "Fire no more",
    .about = "fire",
    .phase = true,
    .run = run_fire,
    .list = list_fire,
    .take = take_fire,
    .why = why_fire,
    .needless = needless_fire,
    .preview = preview_fire,
    .sound = fire_sound,
};
