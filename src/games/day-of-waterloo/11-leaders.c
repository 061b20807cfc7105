/*
 * 11-leaders.c: what combat does to leaders: they never fight or fall; they may go along with units
 * of their hex, and enemies who enter a hex with leaders only drive them off to their nearest
 * troops. [R-A22] ruling A-22
 */
#include <assert.h>

#include "dow.h"

/* Variables: who; where to, or from where he was driven; which of both. */
enum { LEADER, HEX, DRIVEN };

static struct leader *leader_at(const struct play *p, int piece)
{
    return &dow(p)->leader[piece_leader(p, piece)];
}

static int leader_army(const struct play *p, int piece)
{
    return dbox(p)->leader[piece_leader(p, piece)].army;
}

/* [R-A22] Each leader of the hex is asked for himself. */
void ask_leaders(struct play *p, int h, int to)
{
    assert(on_board(p, h) && on_board(p, to));
    for (int i = dbox(p)->leaders; i-- > 0;)
        if (dow(p)->leader[i].place == h &&
            !enemy_in_hex(p, to, army_side(dbox(p)->leader[i].army)))
            agenda_push_with(p, ST_LEADERS, army_side(dbox(p)->leader[i].army), leader_piece(p, i),
                             to, 0, 0);
}

/* Distance to the nearest combat units of the leader's own army; -1: there are none. */
static int nearest(const struct play *p, int army, int h)
{
    int best = -1;

    for (int c = 0; c < p->box->board->cells; c++) {
        int far = army_in_hex(p, c, army) ? board_distance(p->box->board, h, c) : -1;

        if (far >= 0 && (best < 0 || far < best))
            best = far;
    }
    return best;
}

static int refuges(const struct play *p, int army, int h, int hexes[CELLS_MAX])
{
    int n = 0, best = nearest(p, army, h);

    for (int c = 0; c < p->box->board->cells && best >= 0; c++)
        if (army_in_hex(p, c, army) && board_distance(p->box->board, h, c) == best)
            hexes[n++] = c;
    return n;
}

/* Ruling B-23: if his army has nobody on the map he leaves it too, and comes back by the road. */
static void drive_off(struct play *p, int i, int h)
{
    int hexes[CELLS_MAX], army = dbox(p)->leader[i].army, n = refuges(p, army, h, hexes);

    dow(p)->leader[i].place = i16(n ? hexes[0] : WAITING);
    if (n > 1)
        agenda_push_with(p, ST_LEADERS, army_side(army), leader_piece(p, i), h, 1, 0);
    else if (n)
        play_tell(p, EV_LEADER_MOVES, 0, 2, leader_piece(p, i), hexes[0]);
    else
        play_tell(p, EV_DRIVEN_OFF, 0, 1, leader_piece(p, i));
}

void scatter_leaders(struct play *p, int h)
{
    assert(on_board(p, h));
    for (int i = 0; i < dbox(p)->leaders; i++)
        if (dow(p)->leader[i].place == h && enemy_in_hex(p, h, army_side(dbox(p)->leader[i].army)))
            drive_off(p, i, h);
}

static bool moot_leaders(const struct play *p, const struct step *t)
{
    int place = leader_at(p, t->v[LEADER])->place;

    return place < 0 ||
           (!t->v[DRIVEN] && (place == t->v[HEX] || enemy_in_hex(p, t->v[HEX], t->who)));
}

static void list_leaders(const struct play *p, const struct step *t, struct menu *m)
{
    int hexes[CELLS_MAX], n;

    if (!t->v[DRIVEN]) {
        menu_add(m, act2(V_LEADER, t->v[LEADER], t->v[HEX]));
        menu_add(m, act0(V_DONE));
        return;
    }
    n = refuges(p, leader_army(p, t->v[LEADER]), t->v[HEX], hexes);
    for (int i = 0; i < n && i < MENU_MAX - 1; i++)
        menu_add(m, act2(V_LEADER, t->v[LEADER], hexes[i]));
    if (n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_leaders(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p;
    if (a->verb == V_DONE || (a->verb == V_LEADER && a->arg[0] == t->v[LEADER]))
        return t->v[DRIVEN] ? "R-A22: he goes to the nearest combat unit of his army"
                            : "R-A22: he goes along with the units of his hex, or stays";
    return NULL;
}

static void take_leaders(struct play *p, struct step *t, const struct action *a)
{
    struct step asked = *t;

    agenda_pop(p, 0);
    if (a->verb != V_LEADER)
        return;
    leader_at(p, asked.v[LEADER])->place = a->arg[1];
    play_tell(p, EV_LEADER_MOVES, 0, 2, asked.v[LEADER], a->arg[1]);
}

static bool leaders_sound(const struct play *p, const struct step *t)
{
    return is_leader(p, t->v[LEADER]);
}

const struct step_def step_leaders = {
    .name = "leaders",
    .cases = "R-A22",
    .vars = "leader:u hex:p driven:no|yes",
    .title = "Leaders",
    .on = "march charge slip result exchange retreat along displace advance advance-check leaders "
          "surprise "
          "surprise-charge pursuit fight bombardment",
    .prompt = "Where does {u0} go?",
    .list = list_leaders,
    .take = take_leaders,
    .why = why_leaders,
    .moot = moot_leaders,
    .seat = seat_by_piece,
    .sound = leaders_sound,
};
