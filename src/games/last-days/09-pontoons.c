/*
 * 09-pontoons.c: chapter 9: trains and pontoon bridges.
 *
 * A train becomes a bridge in its march and a train again before movement. On the turn in which it
 * was laid the first to cross rolls what it costs. Whoever is left alone among enemies is captured
 * or destroyed.
 */
#include <stdio.h>

#include "ld.h"

enum { SIDE, SHARE, TOLD };
enum { AT_ROLL, AT_READ };
enum { TRAIN_OF, RETREATS }; /* of a train that may be lost */
enum { BY_NAPOLEON = 2, TAKEN_UP_TO = 3, LEFT_FROM = 5 };

/* The two hexes that a border divides. */
static void ends_of(const struct play *p, int border, int end[2])
{
    end[0] = end[1] = -1;
    for (int h = 0; h < p->box->board->cells && end[0] < 0; h++)
        EACH_BESIDE (p, h, d, to)
            if (p->box->board->cell[h].side[d] == border)
                end[0] = h, end[1] = to;
}

/* ---- 9.21 laying a bridge ---- */

/* [9.22b] */
static bool is_bare_slope(const struct play *p, int h)
{
    return lbox(p)->is_slope[h] && !lbox(p)->has_way[h];
}

static const char *refuse_ground(const struct play *p, int h, int d, int side)
{
    int to = next_of(p, h, d);

    if (to < 0 || !(side_between(p, h, d) & (S_RIVER | S_STREAM)))
        return "9.21: a bridge is laid over a river or stream";
    if (enemy_in(p, to, side)) /* [9.22a] */
        return "9.22a: the enemy is on the far side";
    if (is_bare_slope(p, h) || is_bare_slope(p, to))
        return "9.22b: on a slope only where a road or trail is";
    return pontoon_on(p, h, d) >= 0 ? "9.21: a pontoon bridge is there" : NULL;
}

/* [9.21] [9.23b] [9.0] [9.26b] Of either side, if the train is his. */
static const char *refuse_train(const struct play *p, int u)
{
    if (!is_train(p, u) || !on_map(p, u) || !has_flag(p, u, F_MOVING))
        return "9.21: a pontoon train that moves becomes a bridge";
    if (has_flag(p, u, F_COLUMN))
        return "9.21: not in road march";
    return ld(p)->pontoon[train_number(p, u)].taken
               ? "9.23b: not in the turn in which it was taken up"
               : refuse_rest(p, place_of(p, u)); /* who came along stays there */
}

void list_pontoon(const struct play *p, const struct step *march, struct menu *m)
{
    for (int u = lbox(p)->trains; u < lbox(p)->leaders; u++) {
        int h = place_of(p, u);

        if (refuse_train(p, u))
            continue;
        EACH_DIRECTION(d)
        if (!refuse_ground(p, h, d, march->who))
            menu_add(m, act2(V_PONTOON, u, p->box->board->cell[h].side[d]));
    }
}

const char *why_pontoon(const struct play *p, const struct step *march, const struct action *a)
{
    const char *why = refuse_train(p, a->arg[0]);

    if (why)
        return why;
    EACH_DIRECTION(d)
    if (p->box->board->cell[place_of(p, a->arg[0])].side[d] == a->arg[1])
        return refuse_ground(p, place_of(p, a->arg[0]), d, march->who);
    return "9.21: only on a side of its own hex";
}

/* [9.21] At no cost. The move ends for all who came along (ruling 104). */
void take_pontoon(struct play *p, struct step *march, const struct action *a)
{
    struct pontoon *k = &ld(p)->pontoon[train_number(p, a->arg[0])];

    (void)march;
    put_off(p, a->arg[0], P_BRIDGE);
    k->border = a->arg[1];
    k->fresh = 1, k->cost = 0;
    play_tell(p, EV_PONTOON, 0, 1, k->border);
    end_march(p);
}

/* ---- 9.24 crossing on the turn of deployment ---- */

/* Does the piece need the bridge? Not where it crosses as cheaply without it. */
static bool uses_bridge(const struct play *p, int u, int at)
{
    int mover = def_of(p, u)->mover;

    return (has_flag(p, u, F_COLUMN) ? lbox(p)->column[mover][at] : lbox(p)->cost[mover][at]) >
           lbox(p)->dry[mover][at] + 4;
}

/* The bridge for which the group has to roll if it goes there; -1: none. */
static int crossing_of(const struct play *p, int lead, int to)
{
    int from = place_of(p, lead), d = from < 0 ? -1 : direction_to(p, from, to);
    int n = d < 0 ? -1 : pontoon_on(p, from, d);
    bool used = false;

    if (n < 0 || !ld(p)->pontoon[n].fresh || ld(p)->pontoon[n].cost ||
        side_between(p, from, d) & S_BRIDGE)
        return -1;
    EACH_PIECE_AT(p, u, from)
    used |= has_flag(p, u, F_MOVING) && uses_bridge(p, u, from * HEX_SIDES + d);
    return used ? n : -1;
}

bool ask_crossing(struct play *p, int lead, int to)
{
    int n = crossing_of(p, lead, to);

    if (n >= 0)
        agenda_push_with(p, ST_CROSSING, NOBODY, n, 0, 0, 0);
    return n >= 0;
}

/* Ruling 105: adjacent is who stands at either end. */
static bool napoleon_at(const struct play *p, int border)
{
    int end[2], at = place_of(p, lbox(p)->napoleon);

    ends_of(p, border, end);
    return at >= 0 && (at == end[0] || at == end[1]);
}

/* [9.24] In points. */
static int price_of_crossing(const struct play *p, int border, int die)
{
    const struct chart *c = lbox(p)->crossing;

    return chart_value(c, chart_row(c, die - (napoleon_at(p, border) ? BY_NAPOLEON : 0)), 0);
}

/* For whoever marches: where Napoléon is, is not for all to hear. */
bool preview_crossing(const struct play *p, int lead, int to, struct sheet *s)
{
    int n = crossing_of(p, lead, to);

    if (n < 0)
        return false;
    sheet_begin(s, "Crossing a pontoon bridge laid this turn");
    if (napoleon_at(p, ld(p)->pontoon[n].border))
        sheet_modifier(s, "9.24", -BY_NAPOLEON, "Napoléon stands beside it");
    sheet_chart(s, lbox(p)->crossing);
    for (int die = 1; die <= 6; die++) {
        char cost[28];

        snprintf(cost, sizeof cost, "%d points",
                 price_of_crossing(p, ld(p)->pontoon[n].border, die));
        sheet_chance(s, cost, 1);
    }
    return true;
}

static void run_crossing(struct play *p, struct step *t)
{
    struct pontoon *k = &ld(p)->pontoon[t->v[0]];

    if (t->pc++ == AT_ROLL) {
        agenda_roll(p, 1, 6, W_CROSSING);
        return;
    }
    k->cost = u8(2 * price_of_crossing(p, k->border, t->answer));
    play_tell(p, EV_CROSSING, veil(side_of_army(k->owner)), 2, k->border, k->cost / 2);
    agenda_pop(p, 0);
}

const struct step_def step_crossing = {
    .name = "crossing",
    .cases = "9.24",
    .vars = "train:0..1",
    .points = "roll read done",
    .on = "march",
    .rolls = "read:6",
    .run = run_crossing,
};

/* ---- 9.18 alone among enemies ---- */

/* [9.18] [5.2] A lone leader guards it like a vedette. */
static bool is_guarded(const struct play *p, int h, int side)
{
    EACH_PIECE_AT(p, v, h)
    if (side_of(p, v) == side && !is_train(p, v))
        return true;
    return false;
}

/* Ruling 55 */
static bool is_threatened(const struct play *p, int u)
{
    int side = side_of(p, u), end[2] = { place_of(p, u), place_of(p, u) };
    bool enemy = false;

    if (place_of(p, u) == P_BRIDGE)
        ends_of(p, ld(p)->pontoon[train_number(p, u)].border, end);
    for (int i = 0; i < 2; i++) {
        if (end[i] < 0 || is_guarded(p, end[i], side))
            return false;
        enemy |= in_zone(p, end[i], side) || enemy_in(p, end[i], side);
    }
    return enemy;
}

void test_trains(struct play *p, int side)
{
    for (int u = lbox(p)->trains; u < lbox(p)->leaders; u++)
        if (side_of(p, u) == side && (on_map(p, u) || place_of(p, u) == P_BRIDGE) &&
            is_threatened(p, u)) {
            if (on_map(p, u))
                reveal_hex(p, place_of(p, u));
            agenda_push_with(p, ST_ABANDONED, NOBODY, u, 0, 0, 0);
        }
}

static bool prussians_near(const struct play *p, int h)
{
    EACH_BESIDE (p, h, d, at)
        if (hex_is(p, at, H_PRUSSIAN))
            return true;
    return hex_is(p, h, H_PRUSSIAN);
}

/* Whose it becomes: of two allied armies the one that stands there. */
static int captor_of(const struct play *p, int u)
{
    int end[2] = { place_of(p, u), place_of(p, u) };

    if (side_of(p, u) == ALLIED)
        return ARMY_FRENCH;
    if (place_of(p, u) == P_BRIDGE)
        ends_of(p, ld(p)->pontoon[train_number(p, u)].border, end);
    return prussians_near(p, end[0]) || prussians_near(p, end[1]) ? ARMY_PRUSSIAN : ARMY_ALLIED;
}

/* [9.17] Before its stack retreats: who is left behind rolls again when the others have gone. */
void roll_train_retreats(struct play *p, int h)
{
    EACH_PIECE_AT(p, u, h)
    if (is_train(p, u) && has_flag(p, u, F_RETREATS))
        agenda_push_with(p, ST_ABANDONED, NOBODY, u, true, 0, 0);
}

void test_train_in(struct play *p, int h)
{
    EACH_PIECE_AT(p, u, h)
    if (is_train(p, u) && !is_guarded(p, h, side_of(p, u)))
        agenda_push_with(p, ST_ABANDONED, NOBODY, u, false, 0, 0);
}

static void read_retreat(struct play *p, const struct step *t)
{
    if (t->answer >= LEFT_FROM)
        clear_flag(p, t->v[TRAIN_OF], F_RETREATS);
    agenda_pop(p, 0);
}

/* [9.18] [9.16] [9.26b] ruling 73 */
static void run_abandoned(struct play *p, struct step *t)
{
    int u = t->v[TRAIN_OF];
    struct pontoon *k = &ld(p)->pontoon[train_number(p, u)];

    if (t->pc++ == AT_ROLL) {
        agenda_roll(p, 1, 6, W_TRAIN);
        return;
    }
    if (t->v[RETREATS]) {
        read_retreat(p, t);
        return;
    }
    if (t->answer <= TAKEN_UP_TO) {
        k->owner = u8(captor_of(p, u));
        clear_flag(p, u, F_COLUMN); /* else nobody of the captor's could come to it [8.42G] */
        play_tell(p, EV_TRAIN_TAKEN, 0, 1, u);
        if (on_map(p, u))
            settle_hex(p, place_of(p, u));
    } else {
        k->border = -1;
        put_off(p, u, P_PEU);
        play_tell(p, EV_TRAIN_LOST, 0, 1, u);
    }
    agenda_pop(p, 0);
}

static bool abandoned_sound(const struct play *p, const struct step *t)
{
    return is_train(p, t->v[0]) && (on_map(p, t->v[0]) || place_of(p, t->v[0]) == P_BRIDGE);
}

const struct step_def step_abandoned = {
    .name = "abandoned",
    .cases = "9.18",
    .vars = "train:u retreats:no|yes",
    .points = "roll read done",
    .rolls = "read:6",
    .run = run_abandoned,
    .sound = abandoned_sound,
};

/* ---- 9.23 taking up bridges; what else is decided when command is settled ---- */

/* [9.23a] [9.14] [2.11.A2d] ruling 24 */
static const char *refuse_reconfigure(const struct play *p, const struct step *t, int u, int h)
{
    int end[2];
    struct tally room;

    if (!is_train(p, u) || place_of(p, u) != P_BRIDGE || !is_mine(p, t, u))
        return "9.23a: one's own bridges are taken up";
    ends_of(p, ld(p)->pontoon[train_number(p, u)].border, end);
    if (h != end[0] && h != end[1])
        return "9.23a: in one of the two hexes beside it";
    if (enemy_in(p, h, t->v[SIDE]) || (in_zone(p, h, t->v[SIDE]) && !is_guarded(p, h, t->v[SIDE])))
        return "9.14: not among enemies without a friendly combat unit";
    room = tally_all(p, h);
    tally_add(p, &room, u);
    return refuse_tally(&room);
}

static void list_pontoons(const struct play *p, const struct step *t, struct menu *m)
{
    for (int u = lbox(p)->trains; u < lbox(p)->leaders; u++) {
        int end[2];

        if (place_of(p, u) != P_BRIDGE)
            continue;
        ends_of(p, ld(p)->pontoon[train_number(p, u)].border, end);
        for (int i = 0; i < 2; i++)
            if (!refuse_reconfigure(p, t, u, end[i]))
                menu_add(m, act2(V_RECONFIGURE, u, end[i]));
    }
    EACH_PIECE (p, u) /* [8.25C] */
        if (piece_at(p, u)->order && !refuse_cancel(p, t, u))
            menu_add(m, act1(V_CANCEL, u));
    list_delegates(p, t, m);
    menu_add(m, act0(V_DONE));
}

static const char *why_pontoons(const struct play *p, const struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_RECONFIGURE: return refuse_reconfigure(p, t, a->arg[0], a->arg[1]);
    case V_CANCEL: return refuse_cancel(p, t, a->arg[0]);
    case V_DELEGATE: return refuse_delegate(p, t, a->arg[0]);
    default: return NULL;
    }
}

/* [9.23b] Nobody crosses it any more; the train may move, not be laid again. */
static void take_up(struct play *p, int u, int h)
{
    struct pontoon *k = &ld(p)->pontoon[train_number(p, u)];

    play_tell(p, EV_RECONFIGURED, 0, 1, k->border);
    k->border = -1, k->taken = 1;
    put_piece(p, u, h);
}

static void take_pontoons(struct play *p, struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_RECONFIGURE: take_up(p, a->arg[0], a->arg[1]); break;
    case V_CANCEL: cancel_order(p, a->arg[0]); break;
    case V_DELEGATE: delegate(p, t, a->arg[0]); break;
    default: agenda_pop(p, 0);
    }
}

const struct step_def step_pontoons = {
    .name = "pontoons",
    .cases = "9.23",
    .vars = "side:s share:first+second told:0..8191",
    .on = "player@draw pontoons",
    .title = "Command Segment",
    .prompt = "Take up pontoon bridges, free forces from march orders",
    .done = "Go on",
    .phase = true,
    .list = list_pontoons,
    .take = take_pontoons,
    .why = why_pontoons,
    .seat = seat_by_share,
    .sound = phase_sound,
};
