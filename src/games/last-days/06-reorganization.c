/*
 * 06-reorganization.c: chapter 6: eliminated units return with a leader; recovery at night.
 *
 * A leader names a unit of the Night half, which comes into his hex; where that is full somebody
 * there makes room first. Units of a demoralized formation roll. Who is in the boxes is known to
 * both sides, who brings them back not.
 */
#include "ld.h"

enum { SIDE, SHARE, CHIEF, UNIT };
enum { AT_CHOICE, AT_ROLL, AT_ROOM };
enum { NEAREST_ENEMY = 4, UNITS_MOST = 2, FAILS_FROM = 5 };

/* [6.13] [2.21.A2a] [2.11.A1a] ruling 4 */
void recover(struct play *p, int side)
{
    EACH_PIECE (p, u)
        if (place_of(p, u) == P_DAY && side_of(p, u) == side) {
            piece_at(p, u)->place = P_NIGHT;
            set_flag(p, u, F_REDUCED);
        }
}

/* ---- who may ---- */

/* [6.22] In any ground; where the hex is full somebody there makes room [11.45a]. */
static bool finds_room(const struct play *p, int u, int h)
{
    return fits_there(p, u, h) || can_give_room(p, h, u);
}

/* [6.14a] Vedettes included, and whatever else stands there unseen: ruling 87. */
static bool enemy_is_near(const struct play *p, int leader)
{
    int from = place_of(p, leader), side = side_of(p, leader);

    for (int h = 0; h < p->box->board->cells; h++)
        if (apart(p, from, h) < NEAREST_ENEMY && enemy_in(p, h, side))
            return true;
    return false;
}

/* [6.0] [1.4r] [6.14b] [5.11a] [6.33] Officers for their own, Commanders for any formation of
 * their army: ruling 81. */
static bool may_rally(const struct play *p, int leader, int u)
{
    return army_of(p, leader) == army_of(p, u) &&
           (is_commander(p, leader) || is_officer_of(p, leader, u));
}

/* [6.14d] [13.13b] [6.3] No distance, no number; while its division is broken down or, to join
 * it, in being. */
static const char *refuse_vedette(const struct play *p, int leader, int u)
{
    int parent = def_of(p, u)->parent, place = place_of(p, parent);

    if (has_flag(p, parent, F_REDUCED) || place == P_DAY || place == P_NIGHT || place == P_PEU)
        return "13.13b: its division has no vedettes any more";
    return place != P_BROKEN || fits_there(p, u, place_of(p, leader))
               ? NULL
               : "3.14: no more than three vedettes in a hex";
}

static const char *refuse_leader(const struct play *p, const struct step *t, int leader)
{
    if (!is_leader(p, leader) || !is_mine(p, t, leader) || !on_map(p, leader))
        return "6.0: leaders on the map bring units back";
    return NULL;
}

/* [6.12] [6.13] [2.11.A1b] */
static const char *refuse_unit(const struct play *p, int leader, int u)
{
    if (place_of(p, u) == P_DAY)
        return "6.13: it recovers at night";
    if (place_of(p, u) != P_NIGHT)
        return "6.12: it is not in the Night half of the box";
    return may_rally(p, leader, u)
               ? NULL
               : "6.14b: an officer brings back his own formation, a Commander his own army";
}

/* [6.21] [6.14a] */
static const char *refuse_more(const struct play *p, int leader)
{
    if (piece_at(p, leader)->rallied >= UNITS_MOST)
        return "6.21: two units a leader";
    return enemy_is_near(p, leader) ? "6.14a: an enemy is less than four hexes away" : NULL;
}

static const char *refuse_reorganize(const struct play *p, const struct step *t, int leader, int u)
{
    const char *why = refuse_leader(p, t, leader);

    if (!why)
        why = refuse_unit(p, leader, u);
    if (why)
        return why;
    if (is_vedette(p, u))
        return refuse_vedette(p, leader, u);
    why = refuse_more(p, leader);
    return why                                     ? why
           : finds_room(p, u, place_of(p, leader)) ? NULL
                                                   : "6.22: there is no room with the leader";
}

/* ---- what happens ---- */

/* [6.21] [12.12] [2.11.A1b] Reduced; [6.3] a vedette in full, or to its division. */
static void bring_back(struct play *p, int leader, int u)
{
    int h = place_of(p, leader);
    bool joins = is_vedette(p, u) && place_of(p, def_of(p, u)->parent) != P_BROKEN;

    clear_flag(p, u, F_PRIOR);
    if (def_of(p, u)->reduced)
        set_flag(p, u, F_REDUCED);
    count_loss(p, u, -1);
    play_tell(p, EV_REORGANIZED, veil(side_of(p, u)), 3, leader, u, h);
    if (joins)
        put_off(p, u, P_PARENT);
    else
        put_piece(p, u, h), note_sources(p, u, h);
}

static void ask_anew(struct step *t)
{
    t->pc = AT_CHOICE;
    t->who = u8(t->v[SIDE]);
    t->v[CHIEF] = t->v[UNIT] = -1;
}

static void settle_unit(struct play *p, struct step *t)
{
    if (fits_there(p, t->v[UNIT], place_of(p, t->v[CHIEF]))) {
        bring_back(p, t->v[CHIEF], t->v[UNIT]);
        ask_anew(t);
    } else {
        t->pc = AT_ROOM;
        t->who = u8(t->v[SIDE]);
    }
}

/* [12.24] Five and six: lost for good. Who brings it back may be unknown: then nothing is known to follow. */
static void run_reorganization(struct play *p, struct step *t)
{
    int u = t->v[UNIT];

    if (u >= 0 && t->answer >= FAILS_FROM) {
        put_off(p, u, P_PEU);
        play_tell(p, EV_NOT_REORGANIZED, 0, 1, u);
        ask_anew(t);
    } else if (u >= 0 && t->v[CHIEF] >= 0) {
        settle_unit(p, t);
    } else {
        ask_anew(t);
    }
}

/* [6.23a] [6.14c] Successful or not; [6.21] at once unless its formation is demoralized. */
static void try_unit(struct play *p, struct step *t, int leader, int u)
{
    set_flag(p, leader, F_UNCHAINED);
    piece_at(p, leader)->rallied++;
    t->v[CHIEF] = i16(leader), t->v[UNIT] = i16(u);
    if (track_broken(p, def_of(p, u)->track)) {
        t->pc = AT_ROLL;
        t->who = NOBODY;
        agenda_roll(p, 1, 6, W_RALLY);
    } else {
        settle_unit(p, t);
    }
}

static void list_reorganization(const struct play *p, const struct step *t, struct menu *m)
{
    if (t->pc == AT_ROOM && t->v[CHIEF] >= 0)
        list_room(p, place_of(p, t->v[CHIEF]), t->v[UNIT], m);
    else
        for (int leader = lbox(p)->leaders; leader < lbox(p)->pieces; leader++)
            if (!refuse_leader(p, t, leader))
                EACH_PIECE (p, u)
                    if (place_of(p, u) == P_NIGHT && !refuse_reorganize(p, t, leader, u))
                        menu_add(m, act2(V_REORGANIZE, leader, u));
    if (t->pc != AT_ROOM || m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_reorganization(const struct play *p, const struct step *t,
                                      const struct action *a)
{
    bool room = t->pc == AT_ROOM && t->v[CHIEF] >= 0;

    if (a->verb == V_DISPLACE && room)
        return refuse_giving_room(p, place_of(p, t->v[CHIEF]), t->v[UNIT], a->arg[0], a->arg[1]);
    if (room)
        return "6.22: somebody makes room first";
    return a->verb == V_REORGANIZE ? refuse_reorganize(p, t, a->arg[0], a->arg[1]) : NULL;
}

static void take_reorganization(struct play *p, struct step *t, const struct action *a)
{
    if (a->verb == V_DISPLACE) {
        play_tell(p, EV_DISPLACED, is_seen(p, a->arg[0]) ? 0 : veil(t->v[SIDE]), 4, a->arg[0],
                  place_of(p, a->arg[0]), a->arg[1], W_ARMY + army_of(p, a->arg[0]));
        move_piece(p, a->arg[0], a->arg[1]);
        note_sources(p, a->arg[0], a->arg[1]);
        left_zone(p, a->arg[0]);
        settle_unit(p, t);
    } else if (a->verb != V_REORGANIZE) {
        agenda_pop(p, 0);
    } else if (is_vedette(p, a->arg[1])) { /* [6.23b] */
        bring_back(p, a->arg[0], a->arg[1]);
    } else {
        try_unit(p, t, a->arg[0], a->arg[1]);
    }
}

/* [12.24] Only where a die is rolled there is something to compute. */
static bool preview_reorganization(const struct play *p, const struct step *t,
                                   const struct action *a, struct sheet *s)
{
    (void)t;
    if (a->verb != V_REORGANIZE || !track_broken(p, def_of(p, a->arg[1])->track))
        return false;
    sheet_begin(s, "Reorganization of %s", p->box->piece[a->arg[1]].name);
    sheet_line(s, "12.24", "demoralized", "%s", track_titles[def_of(p, a->arg[1])->track]);
    for (int die = 1; die <= 6; die++)
        sheet_chance(s, die >= FAILS_FROM ? "lost for good" : "returns", 1);
    return true;
}

/* [21.13a] */
static bool moot_reorganization(const struct play *p, const struct step *t)
{
    (void)t;
    return play_option(p, OPT_NO_REORGANIZATION) || play_option(p, OPT_NO_LEADERS);
}

void push_reorganization(struct play *p, int side)
{
    push_phase(p, ST_REORGANIZATION, side);
    for (struct step *t = agenda_top(p); t->op == ST_REORGANIZATION; t--)
        t->v[CHIEF] = t->v[UNIT] = -1;
}

static bool reorganization_sound(const struct play *p, const struct step *t)
{
    bool waits = t->v[UNIT] >= 0;

    if (t->v[SHARE] < SHARE_FIRST || (waits && place_of(p, t->v[UNIT]) != P_NIGHT) ||
        (t->v[CHIEF] >= 0 && (!is_leader(p, t->v[CHIEF]) || !on_map(p, t->v[CHIEF]))))
        return false;
    return t->who == (t->pc == AT_ROLL ? NOBODY : t->v[SIDE]);
}

/* The boxes are open to both sides. */
static const char *phrase_reorganization(const struct play *p, const struct step *t)
{
    if (t->pc == AT_ROOM)
        return "{u3} [needs|need] room with {u2}: who gives way?";
    EACH_PIECE (p, u)
        if (place_of(p, u) == P_NIGHT && side_of(p, u) == t->v[SIDE])
            return NULL;
    return "Nobody waits in the Night half of the box to be brought back";
}

const struct step_def step_reorganization = {
    .name = "reorganization",
    .cases = "6.2",
    .vars = "side:s share:first+second chief:U unit:U",
    .points = "choice roll room",
    .on = "player@command reorganization",
    .rolls = "roll:6",
    .title = "Reorganization Segment",
    .prompt = "Bring eliminated units back: choose a leader, then the unit that comes to him",
    .phrase = phrase_reorganization,
    .done = "End reorganization",
    .phase = true,
    .run = run_reorganization,
    .list = list_reorganization,
    .take = take_reorganization,
    .preview = preview_reorganization,
    .why = why_reorganization,
    .moot = moot_reorganization,
    .seat = seat_by_share,
    .sound = reorganization_sound,
};
