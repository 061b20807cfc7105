/*
 * 10-repulse.c: chapter 10: a moving group pushes aside whoever exerts a zone on its hex.
 *
 * All enemies whose zones cover the hex are repulsed together (ruling 18), for the highest of the
 * costs of their hexes. Retreats are chapter 11's; then the group must enter a hex that was
 * vacated, and may go on.
 */
#include <stdio.h>

#include "ld.h"

enum { SIDES_OF, COST }; /* directions of the hexes that are repulsed, as bits; half points */

/* [10.1] The hexes whose zone covers this one, as bits of directions. */
static int targets_from(const struct play *p, int h, int side)
{
    int mask = 0;

    EACH_BESIDE (p, h, d, at)
        if (enemy_in(p, at, side) && hex_is(p, at, H_ZONE) && zone_between(p, h, d))
            mask |= 1 << d;
    return mask;
}

/* [10.12A] Half points for the dearest of the hexes; NO_ENTRY. */
static int entry_price(const struct play *p, int u, int h, int mask)
{
    int most = 0;

    EACH_DIRECTION(d)
    {
        int cost = mask >> d & 1 ? step_cost(p, u, h, d, has_flag(p, u, F_COLUMN)) : 0;

        most = cost > most ? cost : most;
    }
    return most;
}

/* [10.12B] [TEC-4] [10.22b] Of the hexes themselves: who stands there is not asked. */
static const char *refuse_targets(const struct play *p, int h, int mask)
{
    if (!mask)
        return "10.1: no enemy exerts a zone here";
    EACH_DIRECTION(d)
    {
        int at = next_of(p, h, d);

        if (!(mask >> d & 1))
            continue;
        if (lbox(p)->is_chateau[at])
            return "10.12B: nobody is repulsed from a chateau";
        if (hex_is(p, at, H_REPULSED))
            return "10.22b: a hex is the object of one repulse in a phase";
    }
    return NULL;
}

/* Could the moving group repulse from this hex, having spent so much there? */
static const char *refuse_from(const struct play *p, int h, int side, int spent_more)
{
    int mask = targets_from(p, h, side);
    const char *why = refuse_targets(p, h, mask);
    bool fighters = false;

    if (play_state(p)->phase != PH_MOVEMENT || is_night(p))
        return "10.0: a repulse is part of the movement phase by day";
    for (int u = 0; u < lbox(p)->pieces && !why; u++) {
        int price;

        if (!has_flag(p, u, F_MOVING))
            continue;
        fighters |= is_combat_unit(p, u);
        price = entry_price(p, u, h, mask);
        if (price == NO_ENTRY || price > points_left(p, u) - spent_more)
            why = "10.1: the movement points to enter the contested hex are not left";
    }
    return why ? why : fighters ? NULL : "10.1: combat units repulse, nobody else";
}

/* Also if a leader takes them along. */
static bool orders_move(const struct play *p, int h)
{
    EACH_PIECE_AT(p, u, h)
    if (has_flag(p, u, F_MOVING) && under_order(p, u))
        return true;
    return false;
}

/* [3.11] [8.34D] Of a group that has not left its hex yet. */
static bool leaves_crowd(const struct play *p, const struct step *march, int h)
{
    struct tally rest = tally_hex(p, h);

    return !(march->v[HOW] & MARCH_GONE) && refuse_tally(&rest);
}

const char *refuse_repulse(const struct play *p, const struct step *march)
{
    int h = place_of(p, march->v[LEAD]);

    if (h < 0)
        return "10.1: it is not on the map";
    if (!in_zone(p, h, side_of(p, march->v[LEAD])))
        return "10.1: no enemy exerts a zone here";
    if (orders_move(p, h))
        return "8.24b: under a march order nobody seeks the enemy";
    if (leaves_crowd(p, march, h))
        return "8.34D: those who stay would be too many without a leader";
    return refuse_from(p, h, side_of(p, march->v[LEAD]), 0);
}

static bool chateaux_alone(const struct play *p, int h, int mask)
{
    EACH_DIRECTION(d)
    if (mask >> d & 1 && !lbox(p)->is_chateau[next_of(p, h, d)])
        return false;
    return mask != 0;
}

/* [8.42B] In road march an enemy zone is entered only to repulse; chateaux are no matter, if there is
 * nobody else. Ruling 78 */
const char *refuse_column_zone(const struct play *p, int h, int side, int spent)
{
    if (chateaux_alone(p, h, targets_from(p, h, side)))
        return NULL;
    return refuse_from(p, h, side, spent) ? "8.42B: in road march it must repulse there, and cannot"
                                          : NULL;
}

/* ---- the sum ---- */

/* [10.11] Terrain only. [11.31D] Cavalry across a woods hexside counts half. */
static int attack_strength(const struct play *p, int h, int mask)
{
    int foot = 0, horse = 0;
    bool woods = false;

    EACH_DIRECTION(d)
    woods |= mask >> d & 1 && side_between(p, h, d) & S_WOODS;
    EACH_PIECE_AT(p, u, h)
    if (has_flag(p, u, F_MOVING)) {
        bool rides = arm_of(p, u) == CAVALRY || is_vedette(p, u);

        *(rides ? &horse : &foot) += is_combat_unit(p, u) ? strength_of(p, u) : 0;
    }
    return foot + (woods ? halved(horse) : horse);
}

/* [11.31A] [11.31B1] [11.31n] The best modifier counts for all: ruling 80. */
static int defence_halves(const struct play *p, int h, int mask)
{
    const struct ld_box *box = lbox(p);
    int most = 2;

    EACH_DIRECTION(d)
    {
        int at = next_of(p, h, d), sides = side_between(p, h, d), n = 2;

        if (!(mask >> d & 1))
            continue;
        if (box->is_town[at])
            n = chart_value(box->defence, chart_row_named(box->defence, "town"), 0);
        else if (sides & (S_STREAM | S_UP))
            n = chart_value(box->defence, chart_row_named(box->defence, "barrier"), 0);
        most = n > most ? n : most;
    }
    return most;
}

static int defence_strength(const struct play *p, int h, int mask)
{
    int sum = 0;

    EACH_DIRECTION(d)
    {
        int foot = 0, horse = 0;

        if (!(mask >> d & 1))
            continue;
        EACH_PIECE_AT(p, u, next_of(p, h, d))
        {
            bool rides = arm_of(p, u) == CAVALRY || is_vedette(p, u) || is_leader(p, u);

            *(rides ? &horse : &foot) += fighting_strength(p, u);
        }
        sum += foot + (side_between(p, h, d) & S_WOODS ? halved(horse) : horse);
    }
    return sum;
}

/* [10.0] [1.4s] Five to one, exactly. */
static bool succeeds(const struct play *p, int h, int mask)
{
    return 2 * attack_strength(p, h, mask) >=
           5 * defence_halves(p, h, mask) * defence_strength(p, h, mask);
}

/* [10.21a] [10.22a] What comes of it; both where nobody knows. */
static void note_outcome(const struct play *p, int h, int mask, struct sheet *s)
{
    bool good = succeeds(p, h, mask);
    char where[6 * HEX_SIDES] = "";
    size_t n = 0;

    EACH_DIRECTION(d)
    if (mask >> d & 1)
        n += (size_t)snprintf(where + n, sizeof where - n, "%s%s", n ? ", " : "",
                              board_number(p->box->board, next_of(p, h, d)));
    if (good || s->unsure)
        sheet_note(s, "10.21a", NULL, "with five to one who is in %s retreats two hexes", where);
    if (!good || s->unsure)
        sheet_note(s, "10.22a", NULL, "with less the group must attack %s, two columns lower",
                   where);
}

bool preview_repulse(const struct play *p, const struct step *march, struct sheet *s)
{
    int lead = march->v[LEAD], h, mask, attack, defence, halves;

    if (lead < 0 || !on_map(p, lead)) /* nobody who is known, or not here yet */
        return false;
    h = place_of(p, lead), mask = targets_from(p, h, side_of(p, lead));
    attack = attack_strength(p, h, mask), defence = defence_strength(p, h, mask);
    halves = defence_halves(p, h, mask);
    sheet_begin(s, "Repulse from %s", board_number(p->box->board, h));
    sheet_ratio(s, "10.11", ratio_of(attack, 2), "strength of the group");
    sheet_ratio(s, "10.11", ratio_of(defence, 2), "strength of those who are repulsed");
    sheet_ratio(s, "11.31n", ratio_of(halves, 2), "times, for the ground");
    EACH_DIRECTION(d)
    s->unsure |= mask >> d & 1 && hex_is(p, next_of(p, h, d), H_UNSEEN);
    sheet_line(s, "10.0", "5:1", "at least is needed");
    if (defence > 0) {
        int tenths = 20 * attack / (halves * defence);

        sheet_fact(s, "odds", "%d.%d:1", tenths / 10, tenths % 10);
    }
    sheet_fact(s, "repulse", "%s", succeeds(p, h, mask) ? "succeeds" : "fails");
    sheet_head(s, succeeds(p, h, mask), "%s", succeeds(p, h, mask) ? "succeeds" : "fails");
    note_outcome(p, h, mask, s);
    return true;
}

/* ---- the attempt ---- */

/* [1.51.2] [10.11] Both sides show who is involved. */
static void reveal_all(struct play *p, int h, int mask)
{
    reveal_moving(p, h);
    EACH_DIRECTION(d)
    if (mask >> d & 1) {
        mark_hex(p, next_of(p, h, d), H_REPULSED);
        reveal_hex(p, next_of(p, h, d));
    }
}

/* [10.22a] [10.22c] [8.42B] It stops here, out of road march, and must attack. */
static void fail(struct play *p)
{
    play_tell(p, EV_REPULSE_FAILS, 0, 0);
    EACH_PIECE (p, u)
        if (has_flag(p, u, F_MOVING) && is_combat_unit(p, u)) {
            set_flag(p, u, F_FAILED);
            clear_flag(p, u, F_COLUMN);
        }
    end_march(p);
}

void ask_repulse(struct play *p, const struct step *march)
{
    int lead = march->v[LEAD], h = place_of(p, lead), cost = 0;
    int mask = targets_from(p, h, side_of(p, lead));
    struct sheet sheet;

    play_tell(p, EV_REPULSE, 0, 2, lead, h);
    EACH_PIECE (p, u)
        if (has_flag(p, u, F_MOVING)) {
            int price = entry_price(p, u, h, mask);

            piece_at(p, u)->spent = u8(piece_at(p, u)->spent + price);
            cost = price > cost ? price : cost;
        }
    reveal_all(p, h, mask);
    if (p->news && preview_repulse(p, march, &sheet))
        play_tell_sheet(p, &sheet);
    if (succeeds(p, h, mask))
        agenda_push_with(p, ST_REPULSE, NOBODY, mask, cost, 0, 0);
    else
        fail(p);
}

/* [10.21a] [10.23] Everybody there retreats two hexes; then the group enters. */
static void run_repulse(struct play *p, struct step *t)
{
    int lead = t[-1].v[LEAD], h = place_of(p, lead), mask = t->v[SIDES_OF], side = side_of(p, lead);

    t->pc++;
    if (t->pc > 1) {
        t->who = u8(side);
        return;
    }
    EACH_DIRECTION(d)
    {
        int at = next_of(p, h, d);

        if (!(mask >> d & 1) || !enemy_in(p, at, side))
            continue;
        play_tell(p, EV_REPULSED, 0, 1, at);
        EACH_PIECE_AT(p, u, at)
        set_flag(p, u, F_RETREATS);
    }
    EACH_DIRECTION(d)
    if (mask >> d & 1 && enemy_in(p, next_of(p, h, d), side))
        push_retreat(p, next_of(p, h, d), 2, CAUSE_REPULSE, 0);
}

/* [10.21a] One of the hexes that were vacated. */
static const char *refuse_occupy(const struct play *p, const struct step *t, int to)
{
    int h = place_of(p, t[-1].v[LEAD]), d = direction_to(p, h, to);

    if (d < 0 || !(t->v[SIDES_OF] >> d & 1))
        return "10.21a: the group enters a hex that it has cleared";
    if (enemy_in(p, to, side_of(p, t[-1].v[LEAD])))
        return "10.21a: the hex is not vacated";
    return refuse_rest(p, to);
}

static void list_repulse(const struct play *p, const struct step *t, struct menu *m)
{
    int h = place_of(p, t[-1].v[LEAD]);

    EACH_BESIDE (p, h, d, to)
        if (!refuse_occupy(p, t, to))
            menu_add(m, act1(V_OCCUPY, to));
    if (m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_repulse(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_OCCUPY ? refuse_occupy(p, t, a->arg[0])
                               : "10.21a: a vacated hex must be entered";
}

/* [10.21b] Already paid for; it may go on. */
static void take_repulse(struct play *p, struct step *t, const struct action *a)
{
    int lead = t[-1].v[LEAD];

    t[-1].v[HOW] |= MARCH_GONE;
    agenda_pop(p, 0);
    if (a->verb == V_OCCUPY)
        go_into(p, lead, a->arg[0]);
    else
        end_march(p);
}

static bool repulse_sound(const struct play *p, const struct step *t)
{
    return t[-1].v[LEAD] >= 0 && on_map(p, t[-1].v[LEAD]);
}

const struct step_def step_repulse = {
    .name = "repulse",
    .cases = "10.2",
    .vars = "sides:0..63 cost:0..60",
    .points = "retreat enter asked",
    .on = "march",
    .title = "Movement Phase",
    .prompt = "Which hex do you enter?",
    .run = run_repulse,
    .list = list_repulse,
    .take = take_repulse,
    .why = why_repulse,
    .seat = seat_by_march,
    .sound = repulse_sound,
};
