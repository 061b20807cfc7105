/*
 * 11-combat.c: chapters 2.11.C, 11.1 and 11.2: the course of a combat phase, and the order of its fights.
 */
#include "ld.h"

enum { SIDE, MADE }; /* MADE: attacks designated before [11.2b] */
enum { SHARE = 1 };

/* [11.75] Nothing of it lasts. */
void clear_combat(struct play *p)
{
    struct ld_state *s = ld(p);

    s->attacks = s->targets = s->bridges = s->battery = 0;
    memset(s->attack, 0, sizeof s->attack);
    memset(s->target, 0, sizeof s->target);
    memset(s->bridge, 0, sizeof s->bridge);
    memset(s->stake, 0, sizeof s->stake);
    memset(&s->fight, 0, sizeof s->fight);
    EACH_PIECE (p, u) {
        clear_flag(p, u,
                   F_FIGHTS | F_FOUGHT | F_ADVANCED | F_RETREATS | F_EXHAUSTED | F_FAILED |
                       F_STAKED | F_INSIDE);
        piece_at(p, u)->task = 0;
    }
    for (int h = 0; h < p->box->board->cells; h++)
        clear_hex(p, h, H_PHASE);
}

/* [11.57a] Artillery of the phasing side in an enemy zone. */
static bool guns_engaged(const struct play *p, int side)
{
    EACH_PIECE (p, u)
        if (is_guns(p, u) && side_of(p, u) == side && is_engaged(p, u))
            return true;
    return false;
}

/* [11.61b] An attack on the chateau waits for the one on those outside. */
static bool waits(const struct play *p, int k)
{
    const struct ld_state *s = ld(p);

    for (int i = 0; i < s->targets; i++)
        for (int j = 0; j < s->targets; j++)
            if (s->target[i].attack == k + 1 && s->target[i].inside && !s->target[j].inside &&
                s->target[j].cell == s->target[i].cell && !s->attack[s->target[j].attack - 1].done)
                return true;
    return false;
}

/* Ruling 12: attacks without attackers or without anybody to attack lapse; who was to make them is free. */
static void lapse(struct play *p)
{
    for (int k = 0; k < ld(p)->attacks; k++) {
        if (ld(p)->attack[k].done || sound_attack(p, k) || waits(p, k))
            continue;
        ld(p)->attack[k].done = DONE_LAPSED;
        EACH_PIECE (p, u)
            if ((piece_at(p, u)->task & ~TASK_FIRE) == k + 1)
                piece_at(p, u)->task = 0;
    }
}

/* [2.11.C1] [2.11.C2] [11.1.1] [11.1.2] [11.1.3] [11.1.4] [11.1.5a] [11.2a] Ruling 12: after the
 * retreats before combat duties are looked at again. [11.2b] One at a time: all that anew. */
static void run_combat(struct play *p, struct step *t)
{
    int side = t->v[SIDE];

    switch (t->pc++) {
    case 0:
        reveal_engaged(p);
        reveal_sighted(p);
        if (is_mud(p) && guns_engaged(p, side))
            push_disengagement(p, side, true);
        break;
    case 1:
        reveal_engaged(p); /* [11.2b] advances may have engaged others */
        t->v[MADE] = ld(p)->attacks;
        push_phase(p, ST_DESIGNATION, side);
        break;
    case 2:
        if (elan_due(p, side)) /* [11.7] */
            agenda_push_with(p, ST_ELAN, NOBODY, side, 0, 0, 0);
        break;
    case 3:
        reveal_engaged(p); /* [11.73a] whoever has gone back may have met others */
        push_garrisons(p, !side);
        break;
    case 4:
        if (any_withdrawal(p, !side))
            push_phase(p, ST_WITHDRAWAL, !side);
        break;
    case 5:
        reveal_engaged(p); /* [1.51.3] from a chateau whoever has fallen back has a zone */
        if (any_withdrawal(p, side))
            push_phase(p, ST_WITHDRAWAL, side);
        break;
    case 6:
        lapse(p);
        reveal_engaged(p); /* [1.51.3] and again */
        if (duties_open(p, side) && !play_option(p, OPT_ONE_COMBAT))
            push_phase(p, ST_DESIGNATION, side);
        break;
    case 7: agenda_push_with(p, ST_RESOLUTION, NOBODY, side, SHARE_ALL, 0, 0); break;
    default:
        if (play_option(p, OPT_ONE_COMBAT) && ld(p)->attacks > t->v[MADE]) {
            t->pc = 1;
            break;
        }
        clear_combat(p);
        agenda_pop(p, 0);
    }
}

const struct step_def step_combat = {
    .name = "combat",
    .cases = "11.1",
    .vars = "side:s made:0..48",
    .points = "reveal designate elan garrisons defender attacker again resolve end over",
    .on = "player@end",
    .run = run_combat,
};

/* ---- 11.1.5 one after another ---- */

static bool is_undone(const struct play *p, int k)
{
    return !ld(p)->attack[k].done && sound_attack(p, k) && !waits(p, k);
}

static bool aims_at(const struct play *p, int k, int h)
{
    for (int i = 0; i < ld(p)->targets; i++)
        if (ld(p)->target[i].attack == k + 1 && ld(p)->target[i].cell == h)
            return true;
    return false;
}

/* [11.1.5b] [11.53] Is one of its hexes still to be bombarded? */
static bool fire_first(const struct play *p, int k)
{
    const struct ld_state *s = ld(p);

    for (int i = 0; i < s->targets && s->attack[k].kind == ATTACK_ASSAULT; i++)
        if (s->attack[s->target[i].attack - 1].kind == ATTACK_FIRE &&
            is_undone(p, s->target[i].attack - 1) && aims_at(p, k, s->target[i].cell))
            return true;
    return false;
}

/* The attack or bombardment on a hex that is next; -1: none. */
static int attack_on(const struct play *p, int h)
{
    for (int k = 0; k < ld(p)->attacks; k++)
        if (is_undone(p, k) && aims_at(p, k, h) && !fire_first(p, k))
            return k;
    return -1;
}

/* [1.51.1] Whoever was driven into a hex that is still to be attacked is seen there. */
static void reveal_aims(struct play *p)
{
    for (int i = 0; i < ld(p)->targets; i++)
        if (is_undone(p, ld(p)->target[i].attack - 1))
            reveal_hex(p, ld(p)->target[i].cell);
}

static void run_resolution(struct play *p, struct step *t)
{
    lapse(p);
    reveal_aims(p);
    for (int k = 0; k < ld(p)->attacks; k++)
        if (is_undone(p, k)) {
            t->who = u8(t->v[SIDE]);
            return;
        }
    agenda_pop(p, 0);
}

/* Its hexes, if it may be next. */
static void mark_aims(const struct play *p, int k, bool *mark)
{
    if (!is_undone(p, k) || fire_first(p, k))
        return;
    for (int i = 0; i < ld(p)->targets; i++)
        if (ld(p)->target[i].attack == k + 1)
            mark[ld(p)->target[i].cell] = true;
}

static void list_resolution(const struct play *p, const struct step *t, struct menu *m)
{
    bool mark[CELLS_MAX] = { false };

    (void)t;
    for (int k = 0; k < ld(p)->attacks; k++)
        mark_aims(p, k, mark);
    for (int h = 0; h < p->box->board->cells; h++)
        if (mark[h])
            menu_add(m, act1(V_RESOLVE, h));
    if (m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_resolution(const struct play *p, const struct step *t,
                                  const struct action *a)
{
    (void)t;
    if (a->verb != V_RESOLVE)
        return "11.1.5a: all attacks that were designated are resolved";
    for (int k = 0; k < ld(p)->attacks; k++)
        if (is_undone(p, k) && aims_at(p, k, a->arg[0]) && fire_first(p, k))
            return "11.1.5b: the bombardment comes first";
    return "11.1.5a: no attack on it is left";
}

static void take_resolution(struct play *p, struct step *t, const struct action *a)
{
    t->who = NOBODY;
    if (a->verb == V_RESOLVE)
        push_fight(p, attack_on(p, a->arg[0]));
    else
        agenda_pop(p, 0);
}

static bool preview_resolution(const struct play *p, const struct step *t, const struct action *a,
                               struct sheet *s)
{
    int k = a->verb == V_RESOLVE ? attack_on(p, a->arg[0]) : -1;

    (void)t;
    return k >= 0 && preview_attack(p, k, s);
}

const struct step_def step_resolution = {
    .name = "resolution",
    .cases = "11.3",
    .vars = "side:s share:first+second",
    .on = "combat",
    .title = "Combat Phase",
    .prompt = "Which attack is next?",
    .run = run_resolution,
    .list = list_resolution,
    .take = take_resolution,
    .why = why_resolution,
    .preview = preview_resolution,
    .seat = seat_by_share,
};
