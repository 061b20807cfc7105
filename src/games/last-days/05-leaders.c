/*
 * 05-leaders.c: chapter 5: leaders alone, their capture and refuge, replacements.
 */
#include "ld.h"

bool leader_in(const struct play *p, int h, int side)
{
    EACH_PIECE_AT(p, u, h)
    if (is_leader(p, u) && side_of(p, u) == side)
        return true;
    return false;
}

/* [5.2] [4.12c] Whoever else has left or is lost. */
bool is_alone(const struct play *p, int leader)
{
    if (!on_map(p, leader))
        return false;
    EACH_PIECE_AT(p, u, place_of(p, leader))
    if (is_combat_unit(p, u))
        return false;
    return true;
}

/* [9.15] Trains have none, and none stands on their counters. */
int fighting_strength(const struct play *p, int u)
{
    return is_leader(p, u) ? is_alone(p, u) : strength_of(p, u);
}

/* ---- 5.13 replacements ---- */

enum { SIDE, SHARE, HEIR };

/* [5.13a] [5.15c] ruling 42: the first officer of his army to be captured; Commanders of armies
 * have no heir. */
static void note_captured(struct play *p, int leader)
{
    const struct piece_def *d = def_of(p, leader);

    if ((d->role == LEADS_CORPS || d->role == LEADS_BOTH) && !ld(p)->replaced[d->army])
        ld(p)->replaced[d->army] = u8(1 + leader);
}

/* [5.13b] At the start of the Command Segment, whether or not there is anybody whom he could join. */
void enter_replacements(struct play *p, int side)
{
    for (int army = 0; army < ARMIES; army++) {
        int heir = lbox(p)->replacement[army];

        if (side_of_army(army) == side && ld(p)->replaced[army] && place_of(p, heir) == P_RESERVE)
            agenda_push_with(p, ST_REPLACEMENT, side, side, share_of(p, heir), heir, 0);
    }
}

static bool is_heir_of(const struct play *p, int heir, int u)
{
    return on_map(p, u) && is_combat_unit(p, u) && is_officer_of(p, heir, u);
}

static void list_replacement(const struct play *p, const struct step *t, struct menu *m)
{
    for (int h = 0; h < p->box->board->cells; h++)
        EACH_PIECE_AT(p, u, h)
    if (is_heir_of(p, t->v[HEIR], u)) {
        menu_add(m, act2(V_PLACE, t->v[HEIR], h));
        break;
    }
    if (m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_replacement(const struct play *p, const struct step *t,
                                   const struct action *a)
{
    (void)p, (void)t;
    return a->verb == V_PLACE ? "5.13b: with a combat unit of his formation"
                              : "5.13b: he joins his formation";
}

/* [5.13c] Where the one before him came on, or by the main road of his army. */
static void send_by_road(struct play *p, int heir)
{
    static const uint8_t main_road[ARMIES] = { 7, 0, 2 }; /* H, A, C */
    const struct piece_def *before = def_of(p, ld(p)->replaced[def_of(p, heir)->army] - 1);

    put_off(p, heir, P_TRACK);
    piece_at(p, heir)->turn = play_state(p)->turn;
    piece_at(p, heir)->entry = before->turn ? before->entry : main_road[before->army];
}

static void take_replacement(struct play *p, struct step *t, const struct action *a)
{
    int heir = t->v[HEIR];

    if (a->verb == V_PLACE) {
        put_off(p, heir, P_RESERVE);
        put_piece(p, heir, a->arg[1]);
        play_tell(p, EV_REPLACED, veil(t->v[SIDE]), 2, heir, a->arg[1]);
    } else {
        send_by_road(p, heir);
    }
    agenda_pop(p, 0);
}

static bool replacement_sound(const struct play *p, const struct step *t)
{
    const struct piece_def *d = def_of(p, t->v[HEIR]);

    return phase_sound(p, t) && is_leader(p, t->v[HEIR]) && d->role == LEADS_REPLACEMENT &&
           side_of_army(d->army) == t->v[SIDE] && ld(p)->replaced[d->army];
}

const struct step_def step_replacement = {
    .name = "replacement",
    .cases = "5.13",
    .vars = "side:s share:first+second heir:u",
    .on = "player@pontoons command replacement",
    .title = "Command Segment",
    .prompt = "With whom does {u2} take over?",
    .done = "As a reinforcement",
    .list = list_replacement,
    .take = take_replacement,
    .why = why_replacement,
    .seat = seat_by_share,
    .sound = replacement_sound,
};

/* ---- 5.22 capture ---- */

enum { WHO, COLUMNS, REFUGE };

void push_capture(struct play *p, int leader, int columns, bool refuge)
{
    agenda_push_with(p, ST_CAPTURE, NOBODY, leader, columns, refuge, 0);
}

/* [5.22a] [CAP-1] [CAP-2] A six; one more for each bad column, less by his rating. */
static bool is_caught(const struct play *p, const struct step *t, int die)
{
    return die + t->v[COLUMNS] - def_of(p, t->v[WHO])->rating >= 6;
}

/* Everybody knows who he is: he has fought, or has just been seen to fall back. */
static void tell_chance(struct play *p, const struct step *t)
{
    int u = t->v[WHO], rating = def_of(p, u)->rating;
    struct sheet s;

    if (!p->news)
        return;
    sheet_begin(&s, "Capture of %s", p->box->piece[u].name);
    sheet_modifier(&s, "CAP-1", t->v[COLUMNS], "columns on the bad side");
    sheet_modifier(&s, "CAP-2", -rating, "his command rating");
    sheet_fact(&s, "modifier", "%d", t->v[COLUMNS] - rating);
    sheet_line(&s, "5.22a", "6", "or more is needed");
    for (int die = 1; die <= 6; die++)
        sheet_chance(&s, is_caught(p, t, die) ? "captured" : "escapes", 1);
    play_tell_sheet(p, &s);
}

static void run_capture(struct play *p, struct step *t)
{
    int u = t->v[WHO], h = place_of(p, u);
    bool refuge = t->v[REFUGE];

    if (t->pc++ == 0) {
        tell_chance(p, t);
        agenda_roll(p, 1, 6, W_CAPTURE);
        return;
    }
    if (is_caught(p, t, t->answer)) {
        put_off(p, u, P_CAPTURED);
        note_captured(p, u);
        play_tell(p, EV_CAPTURED, 0, 2, u, h);
        agenda_pop(p, 0);
        if (u == lbox(p)->napoleon)
            napoleon_captured(p);
        return;
    }
    agenda_pop(p, 0);
    if (refuge)
        push_refuge(p, u);
}

const struct step_def step_capture = {
    .name = "capture",
    .cases = "5.22",
    .vars = "who:u columns:0..120 refuge:no|yes",
    .points = "roll read done",
    .rolls = "read:6",
    .run = run_capture,
};

/* ---- 5.22b refuge ---- */

static bool friends_at(const struct play *p, int h, int leader)
{
    EACH_PIECE_AT(p, u, h)
    if (is_combat_unit(p, u) && side_of(p, u) == side_of(p, leader))
        return true;
    return false;
}

/* How far away the nearest friendly combat unit is; 0: none within his allowance. */
static int nearest_friend(const struct play *p, int leader)
{
    int from = place_of(p, leader), best = 0;

    for (int h = 0; h < p->box->board->cells; h++)
        if (h != from && apart(p, from, h) <= def_of(p, leader)->move &&
            (!best || apart(p, from, h) < best) && side_in(p, h, side_of(p, leader)) &&
            friends_at(p, h, leader))
            best = apart(p, from, h);
    return best;
}

static const char *refuse_refuge(const struct play *p, int leader, int near, int h)
{
    int from = place_of(p, leader), side = side_of(p, leader);

    if (near)
        return h != from && apart(p, from, h) == near && friends_at(p, h, leader)
                   ? NULL
                   : "5.22b: he goes to the nearest unit of his side";
    if (h == from || apart(p, from, h) > def_of(p, leader)->move)
        return "5.22b: within his allowance";
    return enemy_in(p, h, side) || in_zone(p, h, side) ? "4.12a: not alone among enemies" : NULL;
}

static void list_refuge(const struct play *p, const struct step *t, struct menu *m)
{
    int near = nearest_friend(p, t->v[WHO]);

    for (int h = 0; h < p->box->board->cells; h++)
        if (!refuse_refuge(p, t->v[WHO], near, h))
            menu_add(m, act2(V_RETREAT, t->v[WHO], h));
    if (m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_refuge(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_RETREAT && a->arg[0] == t->v[WHO]
               ? refuse_refuge(p, t->v[WHO], nearest_friend(p, t->v[WHO]), a->arg[1])
               : "5.22b: the leader seeks refuge";
}

static void take_refuge(struct play *p, struct step *t, const struct action *a)
{
    int u = t->v[WHO];

    agenda_pop(p, 0);
    if (a->verb != V_RETREAT)
        return;
    play_tell(p, EV_RETREAT, 0, 3, u, place_of(p, u), a->arg[1]);
    move_piece(p, u, a->arg[1]);
    left_zone(p, u);
}

/* Always asked, even if there is one place only: how many there are is nobody else's business. */
void push_refuge(struct play *p, int leader)
{
    agenda_push_with(p, ST_REFUGE, side_of(p, leader), leader, 0, 0, 0);
}

static bool refuge_sound(const struct play *p, const struct step *t)
{
    return is_leader(p, t->v[WHO]) && on_map(p, t->v[WHO]) && side_of(p, t->v[WHO]) == t->who;
}

const struct step_def step_refuge = {
    .name = "refuge",
    .cases = "5.22",
    .vars = "who:u",
    .title = "Retreat",
    .prompt = "{u0} [seeks|seek] refuge: where?",
    .about = "retreat",
    .list = list_refuge,
    .take = take_refuge,
    .why = why_refuge,
    .seat = seat_by_piece,
    .sound = refuge_sound,
};
