/*
 * 07-retreat.c: 7.3 retreats with their penalties, 7.11 the loss of guns, 7.4 advances.
 *
 * A stack retreats together, hex by hex; penalties fall on each of its units. Ruling B3. Those that
 * retreat are the defenders whose part is not over yet (U_DEFENDS without U_CLOSED); leaders go along.
 */
#include "mib.h"

/* ---- one hex of a retreat ---- */

static bool along_road(const struct play *p, int from, int to)
{
    return mbox(p)->road_to[from] >> board_direction(p->box->board, from, to) & 1;
}

/* [7.1r4] One of the hexes of the combat at hand: nobody flees into the other, held or already given up. Ruling B14 */
static bool is_attacked(const struct play *p, int h)
{
    const struct state *s = p->state;

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_COMBAT)
            return h == s->agenda[i].v[0] || h == s->agenda[i].v[1];
    return false;
}

/* [7.3r2] Whatever it is that flees, one or many: a hex farther from the hex attacked, without enemies. */
const char *refuse_retreat_hex(const struct play *p, int side, int from, int at, int to)
{
    const struct board *b = p->box->board;
    int top = mib(p)->top[to];

    if (board_border(b, at, to) < 0)
        return "7.3r2: a retreat goes from a hex to the next";
    if (board_distance(b, from, to) != board_distance(b, from, at) + 1)
        return "7.3r2: each hex is one farther from the hex that was attacked";
    if (top != STACK_END && side_of(p, top) != side)
        return "7.3r2: there are enemies";
    return at != to && is_attacked(p, to) ? "7.3r2: the hex is attacked in the same combat" : NULL;
}

/* Into the hex: it faces as those there do; [7.1r2] it has left the hex that was attacked. */
void leave_hex(struct play *p, int u, int to)
{
    int facing = facing_at(p, to);

    put_at(p, u, to);
    clear_flag(p, u, U_STRUCK);
    if (facing >= 0 && is_combat(p, u))
        unit_at(p, u)->facing = u8(facing);
    take_place(p, u);
}

struct toll {
    bool d;
    int c, s;
    bool cavalry; /* it is enemy cavalry whose zone costs a step */
};

/*
 * [7.3a] [7.3b] [7.3r4] [7.3d] [7.3e] What the way costs each unit. Ruling B1: bridges and roads
 * spare the water.
 */
static struct toll toll_of(const struct play *p, int side, int from, int to, bool friends)
{
    const struct board *b = p->box->board;
    int border = board_border(b, from, to), zone = friends ? 0 : enemy_zone(p, to, side);
    struct toll toll = { .d = friends || zone };

    toll.cavalry = zone & ZONE_CAVALRY;
    toll.c = toll.cavalry ? 1 : 0;
    toll.s = zone && !toll.cavalry;
    if ((is_river(p, border) && !is_bridged(p, border)) ||
        (b->cell[to].terrain == mbox(p)->swamp && !along_road(p, from, to)))
        toll.d = true, toll.c += mbox(p)->num[N_RIVER];
    if (board_has_kind(b, border, mbox(p)->stream) && !along_road(p, from, to))
        toll.d = true, toll.s++;
    return toll;
}

static bool flees(const struct play *p, int u)
{
    return has_flag(p, u, U_DEFENDS) && !has_flag(p, u, U_CLOSED);
}

/* Combat units there that do not flee themselves. */
static bool friends_there(const struct play *p, int u, int h)
{
    EACH_AT (p, h, i)
        if (i != u && is_combat(p, i) && !flees(p, i))
            return true;
    return false;
}

/* [6.1c] Cavalry whose zone has cost a step, once a combat. Ruling B2 */
static void tire_pursuers(struct play *p, int side, int to)
{
    for (int u = 0; u < mbox(p)->units && !play_state(p)->over; u++)
        if (on_map(p, u) && arm_of(p, u) == CAVALRY && side_of(p, u) != side &&
            !has_flag(p, u, U_PURSUED) && holds_zone(p, u, to)) {
            set_flag(p, u, U_PURSUED);
            add_fatigue(p, u, mbox(p)->fat[FAT_PURSUIT]);
        }
}

/* Steps of a division; of guns that flee without any a gun point each. Ruling B9 */
static void pay(struct play *p, int u, int c, int s, bool alone)
{
    if (is_division(p, u))
        lose_steps(p, u, c, s);
    else if (alone && c + s)
        lose_guns_of(p, u, c + s);
}

/* The unit has come from the one hex into the other; `alone`: no division flees with it. */
void suffer_retreat(struct play *p, int u, int from, int to, bool alone)
{
    int side = side_of(p, u);
    struct toll toll = toll_of(p, side, from, to, friends_there(p, u, to));

    if (toll.d)
        disorganize(p, u);
    if (!play_state(p)->over && on_map(p, u))
        pay(p, u, toll.c, toll.s, alone);
    if (!play_state(p)->over && toll.cavalry && is_division(p, u))
        tire_pursuers(p, side, to);
    if (!play_state(p)->over && toll.c)
        endanger_leaders(p, to);
}

static void line(struct sheet *sheet, bool holds, const char *cites, const char *value,
                 const char *what)
{
    if (holds)
        sheet_line(sheet, cites, value, "%s", what);
}

/* What the hex would cost each unit, before it is entered. */
void retreat_lines(const struct play *p, int u, int from, int to, struct sheet *sheet)
{
    const struct board *b = p->box->board;
    bool friends = friends_there(p, u, to), road = along_road(p, from, to);
    int border = board_border(b, from, to);
    struct toll toll = toll_of(p, side_of(p, u), from, to, friends);
    bool zone = !friends && enemy_zone(p, to, side_of(p, u));

    line(sheet, zone, "7.3a", toll.cavalry ? "D 1c" : "D 1s", "Through an enemy zone");
    line(sheet, friends, "7.3b", "disorder", "Through friends");
    line(sheet, board_has_kind(b, border, mbox(p)->stream) && !road, "7.3d", "D 1s",
         "Over a stream");
    line(sheet, toll.c > toll.cavalry, "7.3e", "D 2c", "Over a river or through swamp");
    sheet_fact(sheet, "c", "%d", toll.c);
    sheet_fact(sheet, "s", "%d", toll.s);
    sheet_fact(sheet, "d", "%d", toll.d);
}

/* ---- the retreat of a stack ---- */

enum {
    FROM,
    AT,
    LEFT,
    FIELD
}; /* variables: the hex attacked; where they are; hexes to go; out of a Field of Fire */
enum { ASKED, GUNS };

static int fleeing(const struct play *p, int h, int16_t *list)
{
    int n = 0;

    EACH_AT (p, h, u)
        if (flees(p, u))
            list[n++] = i16(u);
    return n;
}

static bool has_combat(const struct play *p, const int16_t *list, int n)
{
    for (int i = 0; i < n; i++)
        if (is_combat(p, list[i]))
            return true;
    return false;
}

static bool has_division(const struct play *p, const int16_t *list, int n)
{
    for (int i = 0; i < n; i++)
        if (is_division(p, list[i]))
            return true;
    return false;
}

/* [6.8a] [6.8r] May the stack stay with those that it finds there? */
static bool is_crowded(const struct play *p, int h)
{
    bool others = false;
    int army = ARMIES;

    EACH_AT (p, h, u) {
        if (is_leader(p, u))
            continue;
        if (army != ARMIES && army_of(p, u) != army)
            return true;
        army = army_of(p, u);
        others |= !flees(p, u);
    }
    return others && stack_total(p, h) > mbox(p)->num[N_STACK];
}

static bool can_retreat(const struct play *p, int side, int from, int at)
{
    EACH_NEIGHBOUR (p->box->board, at, link)
        if (!refuse_retreat_hex(p, side, from, at, link->cell))
            return true;
    return false;
}

static int side_of_stack(const struct play *p, int h)
{
    return side_of(p, mib(p)->top[h]);
}

/* [7.3r5] Leaders go along; trains and engineers are lost with the hex. */
static void abandon_hex(struct play *p, int h, bool gone)
{
    int next;

    for (int u = mib(p)->top[h]; u != STACK_END && !play_state(p)->over; u = next) {
        next = mib(p)->below[u];
        if (is_leader(p, u))
            set_flag(p, u, U_DEFENDS);
        else if (!is_combat(p, u) && gone)
            remove_unit(p, u);
    }
}

/* The second retreat of those who are pursued begins among others. */
void begin_retreat(struct play *p, int h, int hexes, int from)
{
    if (h == from)
        abandon_hex(p, h, can_retreat(p, side_of_stack(p, h), from, h));
    if (!play_state(p)->over)
        agenda_push_with(p, ST_RETREAT, NOBODY, from, h, hexes, 0);
}

/* [7.3c] [7.11r] Two casualties and disorder for each division, a gun point for each that has guns. */
static void block(struct play *p, int h)
{
    int16_t list[PIECES_MAX];
    int n = fleeing(p, h, list);
    bool alone = !has_division(p, list, n);

    play_tell(p, EV_BLOCKED, 0, 1, h);
    for (int i = 0; i < n && !play_state(p)->over; i++) {
        int u = list[i];

        disorganize(p, u);
        if (!play_state(p)->over && on_map(p, u) && guns_of(p, u) > 0)
            lose_guns_of(p, u, 1);
        if (!play_state(p)->over && on_map(p, u))
            pay(p, u, mbox(p)->num[N_BLOCKED], 0, alone);
    }
    if (!play_state(p)->over)
        endanger_leaders(p, h);
}

/* [7.11r] Hexes of this retreat: those who are pursued have come some way before. Ruling B24 */
static int gone_back(const struct play *p, const struct step *t)
{
    const struct board *b = p->box->board;

    return board_distance(b, t->v[FROM], t->v[AT]) - board_distance(b, t->v[FROM], t[-1].v[0]);
}

/* [7.3r2] On until all hexes are done and there is room; [7.3c] without a way they stay. */
static void run_retreat(struct play *p, struct step *t)
{
    int16_t list[PIECES_MAX];
    int at = t->v[AT], n = fleeing(p, at, list);
    int gone = gone_back(p, t);

    if (t->pc == GUNS || !has_combat(p, list, n)) {
        agenda_pop(p, at);
        return;
    }
    if (!t->v[LEFT] && !is_crowded(p, at)) {
        t->pc = GUNS;
        if (gone)
            agenda_push_with(p, ST_GUNS, NOBODY, at, gone, 0, 0);
        return;
    }
    if (can_retreat(p, side_of(p, list[0]), t->v[FROM], at)) {
        t->who = u8(side_of(p, list[0]));
        return;
    }
    t->pc = GUNS;
    block(p, at);
}

static void list_retreat(const struct play *p, const struct step *t, struct menu *m)
{
    EACH_NEIGHBOUR (p->box->board, t->v[AT], link)
        if (!refuse_retreat_hex(p, t->who, t->v[FROM], t->v[AT], link->cell))
            menu_add(m, act1(V_RETREAT, link->cell));
}

static const char *why_retreat(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb != V_RETREAT)
        return a->verb == V_DONE ? "CR-R: the retreat is not over" : NULL;
    return refuse_retreat_hex(p, t->who, t->v[FROM], t->v[AT], a->arg[0]);
}

static bool preview_retreat(const struct play *p, const struct step *t, const struct action *a,
                            struct sheet *sheet)
{
    int16_t list[PIECES_MAX];

    if (a->verb != V_RETREAT || why_retreat(p, t, a) || !fleeing(p, t->v[AT], list))
        return false;
    sheet_begin(sheet, "Retreat to %s", board_number(p->box->board, a->arg[0]));
    line(sheet, !t->v[FIELD] && in_enemy_field(p, t->v[AT], t->who), "7.3f", "1 fatigue",
         "Out of a Field of Fire");
    retreat_lines(p, list[0], t->v[AT], a->arg[0], sheet);
    return sheet->lines > 0;
}

/* [7.3f] [7.3r3] Once a retreat, out of a Field of Fire. */
static void leave_field(struct play *p, struct step *t, const int16_t *list, int n)
{
    if (t->v[FIELD] || !in_enemy_field(p, t->v[AT], side_of(p, list[0])))
        return;
    t->v[FIELD] = 1;
    for (int i = 0; i < n && !play_state(p)->over; i++)
        add_fatigue(p, list[i], mbox(p)->fat[FAT_FIELD]);
}

static void go_back(struct play *p, struct step *t, int to)
{
    int16_t list[PIECES_MAX];
    int at = t->v[AT], n = fleeing(p, at, list);
    bool alone = !has_division(p, list, n);

    t->who = NOBODY;
    leave_field(p, t, list, n);
    if (play_state(p)->over)
        return;
    t->v[AT] = i16(to);
    t->v[LEFT] = i16(t->v[LEFT] ? t->v[LEFT] - 1 : 0);
    for (int i = 0; i < n; i++)
        if (on_map(p, list[i])) {
            leave_hex(p, list[i], to);
            play_tell(p, EV_RETREATS, 0, 2, list[i], to);
        }
    for (int i = 0; i < n && !play_state(p)->over; i++)
        if (on_map(p, list[i]) && !is_leader(p, list[i]))
            suffer_retreat(p, list[i], at, to, alone);
}

static void take_retreat(struct play *p, struct step *t, const struct action *a)
{
    go_back(p, t, a->arg[0]);
}

static int seat_of_retreat(const struct play *p, const struct step *t)
{
    int16_t list[PIECES_MAX];
    int n = fleeing(p, t->v[AT], list);

    return seat_of_army(n ? army_of(p, list[0]) : ARMY_ANGLO);
}

static bool retreat_sound(const struct play *p, const struct step *t)
{
    int16_t list[PIECES_MAX];
    int n = fleeing(p, t->v[AT], list);

    if (t != agenda_top(p))
        return t->who == NOBODY;
    return n && t->who == side_of(p, list[0]) && t->pc == ASKED &&
           can_retreat(p, t->who, t->v[FROM], t->v[AT]) && (t->v[LEFT] || is_crowded(p, t->v[AT]));
}

static const char *phrase_retreat(const struct play *p, const struct step *t)
{
    (void)p;
    return t->v[LEFT] ? NULL : "There is no room for those at {p1}: they must go on";
}

const struct step_def step_retreat = {
    .name = "retreat",
    .cases = "CR-R 7.3r2",
    .vars = "from:p here:p left:0..3 field:no|yes",
    .points = "asked guns",
    .on = "effect@closing",
    .title = "Retreat",
    .prompt = "Those at {p1} must retreat {n2} [hex|hexes]",
    .phrase = phrase_retreat,
    .run = run_retreat,
    .list = list_retreat,
    .take = take_retreat,
    .why = why_retreat,
    .preview = preview_retreat,
    .seat = seat_of_retreat,
    .sound = retreat_sound,
};

/* ---- guns ---- */

enum { HEX, HEXES, NEXT }; /* variables */

/* [CR-R2] [7.9d] [7.11r] Each unit with guns: a die not above the hexes retreated, Smashed one less. */
static void run_guns(struct play *p, struct step *t)
{
    int u = t->v[NEXT], die = t->answer;

    if (t->pc) {
        t->pc = 0;
        t->v[NEXT]++;
        if (die - (has_flag(p, u, U_SMASHED) ? 1 : 0) <= t->v[HEXES])
            lose_guns_of(p, u, 1);
        else
            play_tell(p, EV_GUNS_SAFE, 0, 1, u);
        return;
    }
    while (u < mbox(p)->units &&
           !(unit_at(p, u)->place == t->v[HEX] && flees(p, u) && guns_of(p, u) > 0))
        u++;
    if (u == mbox(p)->units) {
        agenda_pop(p, 0);
        return;
    }
    t->v[NEXT] = i16(u);
    t->pc = 1;
    agenda_roll(p, 1, 6, W_ROLL + R_GUNS);
}

static bool guns_sound(const struct play *p, const struct step *t)
{
    return t->v[HEX] == t[-1].v[AT] && t->pc == 1 && t->v[NEXT] < mbox(p)->units &&
           on_map(p, t->v[NEXT]) && guns_of(p, t->v[NEXT]) > 0;
}

const struct step_def step_guns = {
    .name = "guns",
    .cases = "CR-R2 7.11r",
    .vars = "hex:p hexes:1..9 next:0..104",
    .points = "next rolled",
    .on = "retreat@guns",
    .rolls = "rolled:6",
    .run = run_guns,
    .sound = guns_sound,
};

/* ---- advances ---- */

enum {
    MOST,
    WHO,
    GONE,
    ORIGIN
}; /* variables: hexes of the result; who advances, how far so far, from where it attacked */
enum { TARGET, SECOND }; /* of the combat below it: hexes that were attacked */

static int gone_of(const struct step *t, int u)
{
    return t->v[WHO] == u ? t->v[GONE] : 0;
}

/* The hex from which it set out. */
static int origin_of(const struct play *p, const struct step *t, int u)
{
    return t->v[WHO] == u ? t->v[ORIGIN] : unit_at(p, u)->place;
}

/*
 * [7.4r1] [TEC-8] [8.0d] [OME-5] What keeps it out of the hex, having set out from that origin and come to
 * `from`; stacking is tested apart. Rulings B21 and B22: onward, never back or about, and not when Spent.
 */
const char *refuse_advance_hex(const struct play *p, int u, int origin, int from, int to)
{
    const struct board *b = p->box->board;
    int border = board_border(b, from, to), holder = combat_side(p, to);
    bool gone = from != origin;

    if (border < 0)
        return "7.4r1: an advance goes from a hex to the next";
    if (holder != NOBODY && holder != side_of(p, u))
        return "7.4r1: there are enemies";
    if (gone && has_flag(p, u, U_D))
        return "7.4r1: a unit that was disorganized enters the first hex only";
    if (gone && in_enemy_zone(p, from, side_of(p, u)))
        return "7.4r1: an advance stops in an enemy zone";
    if (gone && is_division(p, u) && is_spent(p, u))
        return "OME-5: a Spent unit enters the first hex only";
    if (board_distance(b, origin, to) <= board_distance(b, origin, from))
        return "7.4r1: each hex is one farther from the hex that it attacked from";
    if (is_river(p, border) && !is_bridged(p, border))
        return "TEC-8: a river is crossed by a bridge only";
    return has_flag(p, u, U_D) && in_enemy_zone(p, to, side_of(p, u))
               ? "8.0d: a disorganized unit does not enter an enemy zone"
               : NULL;
}

struct onward {
    const struct play *p;
    int u, origin;
};

static int onward_cost(void *ctx, int from, int to, int border)
{
    const struct onward *o = ctx;

    (void)border;
    return refuse_advance_hex(o->p, o->u, o->origin, from, to) ? PATH_FORBIDDEN : 1;
}

static bool can_stop(void *ctx, int h)
{
    const struct onward *o = ctx;

    return !refuse_company(o->p, o->u, h);
}

/* [6.8r] A full hex is passed only if there is one beyond. */
static const char *refuse_room(const struct play *p, int u, int origin, int to, int left)
{
    const char *why = refuse_company(p, u, to);
    struct onward o = { p, u, origin };
    struct path path;

    if (!why || left < 1 ||
        path_first(p->box->board, to, left, onward_cost, can_stop, &o, &path) == BOARD_NOWHERE)
        return why;
    return NULL;
}

/* [5.7r] A leader follows the units that he was stacked with, once they have advanced. Ruling B8 */
static const char *refuse_follow(const struct play *p, int u, int to)
{
    if (unit_at(p, u)->place != to)
        EACH_AT (p, to, i)
            if (is_division(p, i) && has_flag(p, i, U_ATTACKS) && has_flag(p, i, U_CLOSED))
                return NULL;
    return "5.7r: a leader follows the units of his stack when they have advanced";
}

static const char *refuse_advance(const struct play *p, const struct step *t, int u, int to)
{
    int gone = gone_of(t, u), origin = origin_of(p, t, u);
    const char *why;

    if (t->v[WHO] >= 0 && u != t->v[WHO])
        return "7.4r1: they advance one after another";
    if (!on_map(p, u) || !has_flag(p, u, U_ATTACKS) || has_flag(p, u, U_CLOSED))
        return "7.4r1: units that attacked advance, each once";
    if (is_leader(p, u))
        return refuse_follow(p, u, to);
    if (has_flag(p, u, U_SMASHED))
        return "9.3r3: a Smashed unit does nothing but check";
    if (gone >= t->v[MOST])
        return "CR-A: that is farther than the result says";
    if (!gone && to != t[-1].v[TARGET] && to != t[-1].v[SECOND])
        return "7.4r1: the first hex is the one that was attacked";
    why = refuse_advance_hex(p, u, origin, unit_at(p, u)->place, to);
    return why ? why : refuse_room(p, u, origin, to, t->v[MOST] - gone - 1);
}

/* Facing is free, of those who stand there by their advance alone. */
static const char *refuse_align(const struct play *p, const struct step *t, int h, int facing)
{
    if (t->v[WHO] < 0 || unit_at(p, t->v[WHO])->place != h)
        return "7.4r1: a unit faces anew where its advance ends";
    if (facing % 2)
        return "6.6r1: combat units face one of six hexsides";
    EACH_AT (p, h, u)
        if (is_combat(p, u) && !has_flag(p, u, U_ATTACKS))
            return "6.6r1: it has the facing of the units that it finds in the hex";
    return facing_at(p, h) == facing ? "6.6r2: it faces there already"
                                     : refuse_company(p, t->v[WHO], h);
}

static const char *refuse_done(const struct play *p, const struct step *t)
{
    return t->v[WHO] < 0 ? NULL : refuse_company(p, t->v[WHO], unit_at(p, t->v[WHO])->place);
}

static void list_unit(const struct play *p, const struct step *t, int u, struct menu *m)
{
    EACH_NEIGHBOUR (p->box->board, unit_at(p, u)->place, link)
        if (!refuse_advance(p, t, u, link->cell))
            menu_add(m, act2(V_ADVANCE, u, link->cell));
}

/* Hexes into which a leader may follow: each once. */
static void list_leader(const struct play *p, const struct step *t, int u, struct menu *m)
{
    for (int i = 0; i < mbox(p)->units; i++) {
        int h = unit_at(p, i)->place, first = 0;

        if (h < 0 || !has_flag(p, i, U_ATTACKS) || !has_flag(p, i, U_CLOSED))
            continue;
        while (unit_at(p, first)->place != h || !has_flag(p, first, U_ATTACKS) ||
               !has_flag(p, first, U_CLOSED))
            first++;
        if (first == i && !refuse_advance(p, t, u, h))
            menu_add(m, act2(V_ADVANCE, u, h));
    }
}

static void list_advance(const struct play *p, const struct step *t, struct menu *m)
{
    int who = t->v[WHO];

    EACH_PIECE (p, u)
        if (has_flag(p, u, U_ATTACKS) && on_map(p, u) && (who < 0 || u == who)) {
            if (is_leader(p, u))
                list_leader(p, t, u, m);
            else
                list_unit(p, t, u, m);
        }
    for (int f = 0; f < HEX_FACINGS && who >= 0; f += 2)
        if (!refuse_align(p, t, unit_at(p, who)->place, f))
            menu_add(m, act2(V_ALIGN, unit_at(p, who)->place, f));
    if (!refuse_done(p, t))
        menu_add(m, act0(V_DONE));
}

static const char *why_advance(const struct play *p, const struct step *t, const struct action *a)
{
    switch (a->verb) {
    case V_ADVANCE: return refuse_advance(p, t, a->arg[0], a->arg[1]);
    case V_ALIGN: return refuse_align(p, t, a->arg[0], a->arg[1]);
    case V_DONE: return refuse_done(p, t);
    default: return NULL;
    }
}

/* Is there anything to ask? */
static bool moot_advance(const struct play *p, const struct step *t)
{
    if (t->v[WHO] >= 0)
        return false;
    EACH_PIECE (p, u) {
        if (!has_flag(p, u, U_ATTACKS) || has_flag(p, u, U_CLOSED) || !on_map(p, u))
            continue;
        if (is_leader(p, u)) {
            for (int i = 0; i < mbox(p)->units; i++)
                if (on_map(p, i) && !refuse_advance(p, t, u, unit_at(p, i)->place))
                    return false;
        } else if (!refuse_advance(p, t, u, t[-1].v[TARGET]) ||
                   (t[-1].v[SECOND] >= 0 && !refuse_advance(p, t, u, t[-1].v[SECOND]))) {
            return false;
        }
    }
    return true;
}

/* [5.9r] It overruns what it finds. [7.4r2] Three hexes in order are a breakthrough. */
static void advance_to(struct play *p, struct step *t, int u, int to)
{
    int from = unit_at(p, u)->place, facing;

    t->v[ORIGIN] = i16(origin_of(p, t, u));
    t->v[GONE] = i16(gone_of(t, u) + 1);
    t->v[WHO] = i16(u);
    if (t->v[GONE] == mbox(p)->crt[CRT_ROWS - 1].hexes[ATTACKER] && has_flag(p, u, U_PIERCES) &&
        !has_flag(p, u, U_D))
        set_flag(p, u, U_THROUGH);
    EACH_AT (p, to, i)
        if (side_of(p, i) != side_of(p, u))
            clear_flag(p, i, U_COMBAT);
    overrun(p, to, u);
    if (play_state(p)->over)
        return;
    facing = facing_at(p, to);
    put_at(p, u, to);
    unit_at(p, u)->facing = u8(facing >= 0 ? facing : 2 * board_direction(p->box->board, from, to));
    play_tell(p, EV_ADVANCES, 0, 2, u, to);
    take_place(p, u);
}

static void end_unit(struct play *p, struct step *t)
{
    set_flag(p, t->v[WHO], U_CLOSED);
    t->v[WHO] = NO_PIECE;
    t->v[GONE] = 0;
    t->v[ORIGIN] = NO_HEX;
}

static void take_advance(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0];

    switch (a->verb) {
    case V_ADVANCE:
        if (!is_leader(p, u)) {
            advance_to(p, t, u, a->arg[1]);
            return;
        }
        put_at(p, u, a->arg[1]);
        set_flag(p, u, U_CLOSED);
        play_tell(p, EV_ADVANCES, 0, 2, u, a->arg[1]);
        return;
    case V_ALIGN:
        set_facing(p, a->arg[0], a->arg[1]);
        end_unit(p, t);
        return;
    default:
        if (t->v[WHO] >= 0)
            end_unit(p, t);
        else
            agenda_pop(p, 0);
    }
}

/* [7.4r1] Into the hex that the enemy has left. */
void ask_advance(struct play *p, int side, int hexes)
{
    agenda_push_with(p, ST_ADVANCE, side, hexes, NO_PIECE, 0, NO_HEX);
}

static int seat_of_advance(const struct play *p, const struct step *t)
{
    (void)t;
    for (int u = 0; u < mbox(p)->units; u++)
        if (has_flag(p, u, U_ATTACKS))
            return seat_of_army(army_of(p, u));
    return seat_of_army(ARMY_FRENCH);
}

static bool advance_sound(const struct play *p, const struct step *t)
{
    const struct board *b = p->box->board;
    int who = t->v[WHO];

    if (t->who != chit_side(t[-2].v[0]) || (who < 0) != !t->v[GONE] ||
        (who < 0) != (t->v[ORIGIN] < 0) || t->v[GONE] > t->v[MOST])
        return false;
    return who < 0 || (board_distance(b, t->v[ORIGIN], unit_at(p, who)->place) == t->v[GONE] &&
                       on_map(p, who) && is_division(p, who) && has_flag(p, who, U_ATTACKS) &&
                       !has_flag(p, who, U_CLOSED) && side_of(p, who) == t->who &&
                       (!refuse_done(p, t) || t->v[GONE] < t->v[MOST]));
}

/* [7.4r2] May it, or in its absence anybody, still break through with the last hex? */
static bool may_pierce(const struct play *p, const struct step *t, int who)
{
    if (t->v[MOST] < mbox(p)->crt[CRT_ROWS - 1].hexes[ATTACKER])
        return false;
    for (int u = 0; u < mbox(p)->units; u++)
        if ((who < 0 || u == who) && has_flag(p, u, U_PIERCES) && !has_flag(p, u, U_D | U_CLOSED))
            return true;
    return false;
}

/* Who is on the way goes on or halts; whoever comes next may be another. */
static const char *phrase_advance(const struct play *p, const struct step *t)
{
    int who = t->v[WHO];

    if (who < 0)
        return may_pierce(p, t, who)
                   ? "The enemy has given way: units that attacked may advance, each up to {n0} "
                     "[hex|hexes]; with the last they break through"
                   : NULL;
    if (refuse_done(p, t))
        return "There is no room here for {u1}: on, up to {n0} [hex|hexes] in all";
    if (t->v[GONE] < t->v[MOST])
        return may_pierce(p, t, who)
                   ? "{u1} may go on, up to {n0} [hex|hexes] in all, the last a breakthrough; take "
                     "another facing, or halt"
                   : "{u1} may go on, up to {n0} [hex|hexes] in all, take another facing, or halt";
    return has_flag(p, who, U_THROUGH)
               ? "{u1} [has|have] broken through, as far as the result allows: another facing, or "
                 "halt"
               : "{u1} [has|have] come as far as the result allows: another facing, or halt";
}

const struct step_def step_advance = {
    .name = "advance",
    .thought = THINK_CHOICE,
    .cases = "CR-A 7.4r1 7.4r2",
    .vars = "most:1..3 who:U gone:0..3 origin:P",
    .on = "combat@pursuit",
    .title = "Advance",
    .prompt =
        "The enemy has given way: units that attacked may advance, each up to {n0} [hex|hexes]",
    .phrase = phrase_advance,
    .done = "No further advance",
    .list = list_advance,
    .take = take_advance,
    .why = why_advance,
    .moot = moot_advance,
    .seat = seat_of_advance,
    .sound = advance_sound,
};
