/*
 * 13-morale.c: cases 13.0, 13.1 and 13.3: effectiveness, command, morale checks and who is due to
 * make them.
 *
 * [13.0a] A check after fire is made at once. Those of neighbours (of a retreat, of troops that
 * were lost) are due when the event is over, in the order in which they were alarmed, and the routs
 * found there wait for their own retreats (12-retreat.c). Ruling 47
 */
#include <stdio.h>

#include "nvw.h"

/* ---- effectiveness ---- */

/* [12.11a] [13.13a] [13.35a] One less for each point lost, and in a demoralized army; never below
 * 0. Rulings 61, 67 */
int effectiveness(const struct play *p, int u)
{
    const struct piece_def *d = def_at(p, u);
    int lost = is_guns(p, u) ? 0 : d->strength - unit_at(p, u)->points;
    int now;

    if (lost && unit_at(p, u)->detached && play_option(p, OPT_DETACHMENT))
        lost -= lost < unit_at(p, u)->detached ? lost : unit_at(p, u)->detached;
    now = d->effectiveness - lost - nvw(p)->demoralized[d->side];
    return now < 0 ? 0 : now;
}

/* [12.14a] Ruling 62: from either hex of a long line. */
static bool within(const struct play *p, int leader, int u)
{
    const struct unit *k = unit_at(p, u);
    int at = place_of(p, leader), radius = def_at(p, leader)->radius;

    return board_distance(p->box->board, at, k->place) <= radius ||
           (k->wing != NOWHERE && board_distance(p->box->board, at, k->wing) <= radius);
}

/* [12.14a] [12.14b] [13.16h] An unreduced command unit that is with troops helps who is formed. */
bool commands(const struct play *p, int leader, int u)
{
    return side_of(p, leader) == side_of(p, u) && on_map(p, leader) &&
           !has_flag(p, leader, F_REDUCED) && holds_troops(p, place_of(p, leader), side_of(p, u)) &&
           is_formed(p, u) && within(p, leader, u);
}

/* [13.16c] [12.19] [8.47b] By any of them. */
bool is_commanded(const struct play *p, int u)
{
    int first = nbox(p)->units;

    if (!is_formed(p, u))
        return false;
    for (int leader = first; leader < first + nbox(p)->leaders; leader++)
        if (commands(p, leader, u))
            return true;
    return false;
}

/* ---- the check ---- */

/* Adds a line to the sheet, if there is one. */
static int modify(struct sheet *s, const char *cites, int value, const char *what)
{
    if (s && value)
        sheet_modifier(s, cites, value, "%s", what);
    return value;
}

/* [13.16a] [13.16b] [13.16g] Wherever the cover lies. */
static int cover_modifier(const struct play *p, int u, struct sheet *s)
{
    int h = place_of(p, u);
    const struct terrain_def *d = &nbox(p)->terrain[p->box->board->cell[h].terrain];

    if (d->morale)
        return modify(s, nbox(p)->hard[h] ? "13.16a" : "13.16b", d->morale, "Cover");
    return is_protected(p, h) ? modify(s, "13.16b", nbox(p)->hedge.morale, "Hedge") : 0;
}

/* [13.11c] [13.16f] [12.42b] Ruling 48: the nearest of the zones; [8.32a] of a long line in either
 * hex. */
static int zone_modifier(const struct play *p, int u, struct sheet *s)
{
    int phase = play_state(p)->phase, band = BAND_NONE, other, wing = unit_at(p, u)->wing;

    if (phase != PH_A_FORMATION && phase != PH_F_FORMATION)
        return 0;
    in_charge_zone(p, side_of(p, u), place_of(p, u), &band);
    if (wing != NOWHERE && in_charge_zone(p, side_of(p, u), wing, &other) &&
        (band == BAND_NONE || other < band))
        band = other;
    if (band == BAND_NONE)
        return 0;
    return modify(s, "13.16f", BAND_MAXIMUM + 1 - band, "Charge zone");
}

/* [13.16d] [13.16e] [13.16i] */
int check_modifier(const struct play *p, int u, int cause, struct sheet *s)
{
    int sum = cover_modifier(p, u, s);

    sum += modify(s, "13.16c", is_commanded(p, u) ? -1 : 0, "Command unit");
    sum += modify(s, "13.16d", cause & BY_LOSS ? 1 : 0, "Friends eliminated");
    sum += modify(s, "13.16e", cause & BY_RETREAT ? 1 : 0, "Friends retreating");
    return sum + zone_modifier(p, u, s);
}

enum { WHO, CAUSE };

void check_morale(struct play *p, int u, int cause)
{
    agenda_push_with(p, ST_CHECK, NOBODY, u, cause, 0, 0);
}

/* [13.12a] Command units and routed formations never check. */
static bool moot_check(const struct play *p, const struct step *t)
{
    int u = t->v[WHO];

    return !on_map(p, u) || is_leader(p, u) || is_routed(p, u);
}

/* [13.0b] [13.11x] [8.48b] [13.13a] */
static int outcome(const struct play *p, int u, int die)
{
    int beyond = die - effectiveness(p, u);

    if (beyond <= 0)
        return GOOD;
    if (!is_formed(p, u))
        return is_guns(p, u) ? DISORDERED : ROUTED; /* [7.46] */
    return beyond <= 3 || is_guns(p, u) ? DISORDERED : ROUTED;
}

static void tell_check(struct play *p, int u, int cause)
{
    struct sheet s;
    int modifier;

    if (!p->news)
        return;
    sheet_begin(&s, "Morale check of %s", p->box->piece[u].name);
    modifier = check_modifier(p, u, cause, &s);
    sheet_number(&s, "13.13a", effectiveness(p, u), "Effectiveness");
    sheet_fact(&s, "modifier", "%d", modifier);
    sheet_fact(&s, "effectiveness", "%d", effectiveness(p, u));
    for (int die = 1; die <= 6; die++)
        sheet_chance(&s, morale_titles[outcome(p, u, die + modifier)], 1);
    play_tell_sheet(p, &s);
}

/* [13.15] [13.13b] Who routs retreats three hexes: at once after fire or shock, in its turn in a
 * cascade. */
static void rout(struct play *p, int u, int cause)
{
    rout_hex(p, place_of(p, u));
    if (has_flag(p, u, F_RETREATS))
        start_anew(p, u); /* [11.26b] */
    else if (cause & BY_FIRE)
        retreat_now(p, u, 3, FLEES_FIRE);
    else
        retreat_later(p, u);
}

static void run_check(struct play *p, struct step *t)
{
    int u = t->v[WHO], cause = t->v[CAUSE], what;

    if (t->pc++ == 0) {
        tell_check(p, u, cause);
        agenda_roll(p, 1, 6, W_MORALE);
        return;
    }
    what = outcome(p, u, t->answer + check_modifier(p, u, cause, NULL));
    agenda_pop(p, 0);
    if (what == GOOD)
        play_tell(p, EV_STANDS, 0, 1, u);
    else if (what == DISORDERED)
        disorder_hex(p, place_of(p, u));
    else
        rout(p, u, cause);
}

static bool check_sound(const struct play *p, const struct step *t)
{
    return t->pc != 1 || (on_map(p, t->v[WHO]) && !is_leader(p, t->v[WHO]));
}

const struct step_def step_check = {
    .name = "check",
    .cases = "13.0b 13.16a",
    .vars = "who:u cause:fire+retreat+loss+charge",
    .points = "begin rolled",
    .on = "shot neighbours zone-checks",
    .rolls = "rolled:6",
    .run = run_check,
    .moot = moot_check,
    .sound = check_sound,
};

/* ---- who is due ---- */

void make_due(struct play *p, int u, int cause)
{
    struct unit *k = unit_at(p, u);

    if (!k->due)
        k->due = ++nvw(p)->dues;
    k->cause = u8(k->cause | cause);
}

/* [13.12b] [13.12c] Formed units take no notice of routing skirmishers, nor of worse troops. */
static bool excused(const struct play *p, int u, int from)
{
    if (!is_formed(p, u))
        return false;
    return (is_company(p, from) && is_routed(p, from)) ||
           def_at(p, from)->effectiveness < def_at(p, u)->effectiveness;
}

/* [13.11b] At most once in a phase for the same retreat. */
static bool notices(struct play *p, int u, int from)
{
    uint32_t bit;
    int flight = unit_at(p, from)->flight;

    if (excused(p, u, from))
        return false;
    if (flight == 0 || flight > FLIGHTS_MAX)
        return true;
    bit = (uint32_t)1 << (flight - 1);
    if (unit_at(p, u)->checked & bit)
        return false;
    unit_at(p, u)->checked |= bit;
    return true;
}

/* [13.11b] [13.11d] [13.12a] The topmost units of the hexes around; a long line once. A command unit
 * alone is neither disordered nor troops. */
void alarm_neighbours(struct play *p, int h, int from, int cause)
{
    int side = side_of(p, from);

    if (is_leader(p, from))
        return;
    EACH_NEIGHBOUR (p->box->board, h, link) {
        int u = target_of(p, link->cell);

        if (u == NO_PIECE || side_of(p, u) != side || is_leader(p, u) || is_routed(p, u) ||
            has_flag(p, u, F_RETREATS))
            continue;
        if (!(cause & BY_RETREAT) || notices(p, u, from))
            make_due(p, u, cause);
    }
}

static int first_due(const struct play *p)
{
    int first = NO_PIECE;

    for (int u = 0; u < p->box->pieces; u++)
        if (unit_at(p, u)->due &&
            (first == NO_PIECE || unit_at(p, u)->due < unit_at(p, first)->due))
            first = u;
    return first;
}

/* One after another, as they were alarmed; who has gone under another checks no more: the top one
 * does. */
static void run_neighbours(struct play *p, struct step *t)
{
    int u = first_due(p), cause;

    (void)t;
    if (u == NO_PIECE) {
        nvw(p)->dues = 0;
        agenda_pop(p, 0);
        return;
    }
    cause = unit_at(p, u)->cause;
    unit_at(p, u)->due = unit_at(p, u)->cause = 0;
    if (on_map(p, u))
        check_morale(p, u, cause);
}

const struct step_def step_neighbours = {
    .name = "neighbours",
    .cases = "13.11b 13.11d",
    .on = "aftermath",
    .run = run_neighbours,
};
