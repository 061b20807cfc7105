/*
 * bot-task.c: what each formation is to do: press a place or an enemy, guard what it has, march to the guns, keep away;
 * and which order that asks for.
 *
 * Nothing is remembered: a task follows from the state alone, so that it stays the same until something has changed.
 */
#include <string.h>

#include "bot.h"

enum {
    NEAR = 3,     /* hexes: about a place */
    AROUND = 6,   /* whom a formation may meet in this turn */
    FAR = 10,     /* enemies farther off do not threaten a place */
    HEX = 4,      /* what a hex of march costs against a victory point of 40 */
    CROWD = 60,   /* against a place that friends see to */
    PACE = 7,     /* hexes that foot marches in a turn */
    ASIDE = 8,    /* against enemies aside of a long march, by hexes to its goal */
    BEGUN = 60,   /* for an attack to which somebody has come up already */
    WEARY = 30,   /* mean fatigue in tenths: a rest before the next attack */
    HOPELESS = 25 /* odds in tenths against a guard that cannot be kept up */
};

/* ---- the lie of the armies ---- */

int force_at(const struct play *p, int u, int level)
{
    const int8_t *track = mbox(p)->track;
    int force = 4 * sp_of(p, u);

    if (!is_division(p, u))
        return is_combat(p, u) ? 1 : 0;
    if (has_flag(p, u, U_SMASHED) || level >= track[TR_SPENT])
        return 4;
    if (level >= track[TR_TIRED])
        force /= 2;
    return has_flag(p, u, U_D | U_OOS) ? force / 2 : force;
}

int force_of(const struct play *p, int u)
{
    return force_at(p, u, unit_at(p, u)->fatigue);
}

bool may_fight(const struct play *p, int u)
{
    return is_division(p, u) && !has_flag(p, u, U_D | U_SMASHED | U_OOS) && !is_spent(p, u);
}

static void lay_hex(const struct play *p, struct lay *lay, int h)
{
    bool own = combat_side(p, h) == lay->side;
    int16_t *near = own ? lay->near_own : lay->near_foe;
    int force = 0;

    EACH_AT (p, h, u)
        force += force_of(p, u);
    *(own ? &lay->own[h] : &lay->foe[h]) = i16(force);
    if (own)
        lay->own_hex[lay->friends++] = i16(h);
    else
        lay->foe_hex[lay->foes++] = i16(h);
    EACH_NEIGHBOUR (p->box->board, h, link)
        near[link->cell] = i16(near[link->cell] + force);
}

/* Ring after ring about the enemy's hexes. */
static void lay_distances(const struct play *p, struct lay *lay)
{
    int16_t queue[CELLS_MAX];
    int head = 0, tail = 0;

    memset(lay->far, LAY_FAR, sizeof lay->far);
    for (int i = 0; i < lay->foes; i++) {
        lay->far[lay->foe_hex[i]] = 0;
        queue[tail++] = lay->foe_hex[i];
    }
    while (head < tail) {
        int h = queue[head++];

        if (lay->far[h] + 1 < LAY_FAR)
            EACH_NEIGHBOUR (p->box->board, h, link)
                if (lay->far[link->cell] == LAY_FAR) {
                    lay->far[link->cell] = u8(lay->far[h] + 1);
                    queue[tail++] = link->cell;
                }
    }
}

void lay_out(const struct play *p, int side, struct lay *lay)
{
    memset(lay, 0, sizeof *lay);
    lay->side = side;
    for (int u = 0; u < mbox(p)->units; u++) {
        int h = unit_at(p, u)->place;

        if (h >= 0 && is_combat(p, u) && mib(p)->top[h] == u)
            lay_hex(p, lay, h);
    }
    mark_zones(p, side, lay->zone);
    lay_distances(p, lay);
}

int foe_distance(const struct play *p, const struct lay *lay, int h)
{
    int least = 99;

    if (lay->far[h] < LAY_FAR)
        return lay->far[h];

    for (int i = 0; i < lay->foes; i++) {
        int d = board_distance(p->box->board, h, lay->foe_hex[i]);

        least = d < least ? d : least;
    }
    return least;
}

int foes_within(const struct play *p, const struct lay *lay, int h, int hexes)
{
    int sum = 0;

    for (int i = 0; i < lay->foes; i++)
        if (board_distance(p->box->board, h, lay->foe_hex[i]) <= hexes)
            sum += lay->foe[lay->foe_hex[i]];
    return sum;
}

int friends_within(const struct play *p, const struct lay *lay, int h, int hexes)
{
    int sum = 0;

    for (int i = 0; i < lay->friends; i++)
        if (board_distance(p->box->board, h, lay->own_hex[i]) <= hexes)
            sum += lay->own[lay->own_hex[i]];
    return sum;
}

int strength_of(const struct play *p, int formation)
{
    int sum = 0;

    for (int u = 0; u < mbox(p)->units; u++)
        if (on_map(p, u) && is_division(p, u) && unit_at(p, u)->formation == formation)
            sum += sp_of(p, u);
    return sum;
}

/* ---- places ---- */

/* Where the formation is: its commander, else its first division. */
static int centre_of(const struct play *p, int formation)
{
    int leader = commander_of(p, formation);

    if (leader != NO_PIECE)
        return unit_at(p, leader)->place;
    for (int u = 0; u < mbox(p)->units; u++)
        if (on_map(p, u) && unit_at(p, u)->formation == formation)
            return unit_at(p, u)->place;
    return -1;
}

/* Odds in tenths of those about the place and of the formation, that is perhaps among them, against the enemy there. */
static int odds_at(const struct play *p, const struct lay *lay, const struct task *t, int h)
{
    int mine = friends_within(p, lay, h, NEAR), his = foes_within(p, lay, h, NEAR);

    if (board_distance(p->box->board, t->centre, h) > NEAR)
        mine += 4 * strength_of(p, t->formation);
    return 10 * mine / (his + 1);
}

static int brave(const struct play *p, const struct task *t, const int *weight)
{
    (void)p;
    return weight[chit_side(t->formation) == FRENCH ? WT_BRAVE : WT_HOLD_BRAVE];
}

/* What hangs on a place and how far it is; nothing if it cannot be reached before the end. */
static int place_worth(const struct play *p, const struct place *k, int d, const int *weight)
{
    int left = mib(p)->last - play_state(p)->turn + 1;

    return weight[WT_POINT] * (k->points[0] + k->points[1]) - HEX * d -
           (d > PACE * left ? 2 * CROWD : 0);
}

/* Friends of its own army who are about the place, it not among them, are enough to take it. */
static bool is_seen_to(const struct play *p, const struct lay *lay, const struct task *t, int h,
                       const int *weight)
{
    return board_distance(p->box->board, t->centre, h) > AROUND &&
           10 * friends_within(p, lay, h, AROUND) >=
               brave(p, t, weight) * (foes_within(p, lay, h, NEAR) + 1);
}

/* Wellington waits behind his own places until he is stronger; Blücher's men need no more than to be as many. */
static bool waits(const struct task *t, int odds, const int *weight)
{
    if (!weight[WT_MEND_WAIT] || chit_side(t->formation) == FRENCH)
        return false;
    return odds < (formation_army[t->formation] == ARMY_ANGLO ? weight[WT_HOLD_BRAVE]
                                                              : weight[WT_MEND_WAIT]);
}

/* To take it: what hangs on it, how far it is, and whether it can be had. */
static int press_worth(const struct play *p, const struct lay *lay, const struct task *t,
                       const struct place *k, const int *weight)
{
    int d = board_distance(p->box->board, t->centre, k->cell), odds = odds_at(p, lay, t, k->cell);
    int worth = place_worth(p, k, d, weight);

    if (waits(t, odds, weight))
        return worth - 4 * CROWD;
    if (weight[WT_MEND_CROWD] && is_seen_to(p, lay, t, k->cell, weight))
        worth -= CROWD;
    if (odds < brave(p, t, weight) && d <= AROUND) /* who is farther off does not come alone */
        worth -= 4 * (brave(p, t, weight) - odds) < CROWD / 2 ? 4 * (brave(p, t, weight) - odds)
                                                              : CROWD / 2;
    return worth;
}

/* 6.8r Does another army of the side see to the place? They do not stack, and each has its own line. */
static bool is_others(const struct play *p, const struct lay *lay, const struct task *t, int h)
{
    int army = formation_army[t->formation], theirs = 0, ours = 0;

    for (int i = 0; i < lay->friends; i++)
        if (board_distance(p->box->board, h, lay->own_hex[i]) <= NEAR)
            *(stack_army(p, lay->own_hex[i]) == army ? &ours : &theirs) +=
                lay->own[lay->own_hex[i]];
    return theirs > ours;
}

/* Left to hold a place it keeps it, though nobody threatens it yet. */
static bool is_left_behind(const struct play *p, const struct task *t, int d)
{
    return mib(p)->formation[t->formation].order == HOLD && d <= NEAR;
}

/* Whoever is on the march leaves it to a formation that holds it. */
static bool is_passed_by(const struct play *p, const struct task *t, int h)
{
    int order = mib(p)->formation[t->formation].order;

    for (int f = 0; f < FORMATIONS && (order == MARCH || order == ATTACK); f++) {
        int leader = commander_of(p, f);

        if (f != t->formation && formation_army[f] == formation_army[t->formation] &&
            mib(p)->formation[f].order == HOLD && leader != NO_PIECE &&
            board_distance(p->box->board, unit_at(p, leader)->place, h) <= NEAR)
            return true;
    }
    return false;
}

/* To keep it: only if it is threatened, not by friends enough, and not hopeless. */
static int guard_worth(const struct play *p, const struct lay *lay, const struct task *t,
                       const struct place *k, const int *weight)
{
    int d = board_distance(p->box->board, t->centre, k->cell);
    int threat = foes_within(p, lay, k->cell, FAR), mine = friends_within(p, lay, k->cell, NEAR);
    int worth = place_worth(p, k, d, weight);

    if (d > AROUND && mib(p)->formation[t->formation].order == ATTACK)
        worth -= 2 * CROWD; /* who goes for the enemy does not turn back */
    if (!threat)
        return is_left_behind(p, t, d) ? worth : worth - weight[WT_POINT] * 3;
    if (lay->side == FRENCH && foes_within(p, lay, k->cell, NEAR) * 2 < mine)
        worth -= CROWD; /* who presses leaves behind no more than he must */
    if (!is_left_behind(p, t, d) &&
        (mine - (d > NEAR ? 0 : 4 * strength_of(p, t->formation))) * 2 >=
            foes_within(p, lay, k->cell, AROUND - 1))
        worth -= 2 * CROWD;
    if (is_others(p, lay, t, k->cell) || is_passed_by(p, t, k->cell))
        worth -= 2 * CROWD;
    mine = d > NEAR ? mine + 4 * strength_of(p, t->formation) : mine;
    return foes_within(p, lay, k->cell, NEAR) * 10 > (mine + 1) * HOPELESS ? worth - 2 * CROWD
                                                                           : worth;
}

static void choose_place(const struct play *p, const struct lay *lay, struct task *t,
                         const int *weight)
{
    int best = -9999, named = told(weight, t->formation) - DO_PLACE;

    for (int i = 0; i < mib(p)->places; i++) {
        const struct place *k = &mib(p)->place[i];
        bool own = k->holder == lay->side;
        int worth = own ? guard_worth(p, lay, t, k, weight) : press_worth(p, lay, t, k, weight);

        if (i == named)
            worth += 4000;
        if (told(weight, t->formation) == (own ? DO_HOLD : DO_PRESS))
            worth += 400;
        if (worth <= best)
            continue;
        best = worth;
        t->goal = k->cell;
        t->stance = own ? GUARD : PRESS;
    }
}

/* ---- enemies ---- */

/* Has one of its divisions marched up to the hex in this activation, to attack it? */
static bool has_come_up(const struct play *p, const struct task *t, int h)
{
    EACH_NEIGHBOUR (p->box->board, h, link)
        EACH_AT (p, link->cell, u)
            if (is_division(p, u) && has_flag(p, u, U_MOVED) &&
                !refuse_attacker(p, t->formation, u, h))
                return true;
    return false;
}

/* Whoever presses attacks if it promises anything; Blücher's men a little sooner. */
int least_of_press(int formation, const int *weight)
{
    bool dares = formation < FORMATIONS && formation_army[formation] == ARMY_PRUSSIAN;

    return weight[WT_MIN_ATTACK] - (dares ? weight[WT_MEND_DARE] : 0);
}

/* Wellington does not begin the battle: until somebody has come up to his line he waits on his ridge. */
static bool awaits_attack(const struct play *p, const struct lay *lay, const struct task *t,
                          const int *weight)
{
    if (!weight[WT_MEND_STAND] || t->stance != GUARD || formation_army[t->formation] != ARMY_ANGLO)
        return false;
    for (int i = 0; i < lay->friends; i++)
        if (stack_army(p, lay->own_hex[i]) == ARMY_ANGLO &&
            lay->far[lay->own_hex[i]] <= weight[WT_MEND_STAND])
            return false;
    return true;
}

/* The enemy whom the formation had best attack now; a sortie from a post must promise more. */
static void choose_aim(const struct play *p, const struct lay *lay, struct task *t,
                       const int *weight)
{
    int order = told(weight, t->formation);
    struct host host;
    int least = t->stance == PRESS || order == DO_PRESS ? least_of_press(t->formation, weight)
                                                        : weight[WT_SORTIE];

    if (t->stance == SPARE || order == DO_HOLD || is_night(p) ||
        (order != DO_PRESS && awaits_attack(p, lay, t, weight)))
        return;
    find_host(p, t->formation, &host);
    for (int i = 0; i < lay->foes; i++) {
        int h = lay->foe_hex[i], worth, far;
        struct odds o;

        if (board_distance(p->box->board, t->centre, h) > AROUND + 2 ||
            !odds_of_host(p, lay, &host, h, weight, &o))
            continue;
        far = t->goal >= 0 ? board_distance(p->box->board, t->goal, h) : 0;
        worth = odds_worth(p, &o, lay->side, weight) -
                (t->stance == PRESS && far > 2 ? (far > FAR ? ASIDE : 3) * far : 0);
        if (weight[WT_MEND_AIM] && has_come_up(p, t, h))
            worth += BEGUN;
        if (worth <= least || (t->aim >= 0 && worth <= t->aim_worth))
            continue;
        t->aim = h;
        t->aim_worth = worth;
    }
}

/* A rear guard gives ground: whoever waits for such odds is broken through. */
static bool is_overmatched(const struct play *p, const struct lay *lay, const struct task *t,
                           const int *weight)
{
    int odds = weight[WT_MEND_YIELD] ? weight[WT_MEND_YIELD] : HOPELESS;

    return lay->side == ALLIED && t->stance == GUARD &&
           foes_within(p, lay, t->centre, NEAR + 1) * 10 >
               friends_within(p, lay, t->centre, NEAR + 1) * odds;
}

void task_of(const struct play *p, const struct lay *lay, int formation, const int *weight,
             struct task *t)
{
    *t = (struct task){ .formation = formation, .goal = -1, .aim = -1, .stance = GUARD };
    if (formation >= FORMATIONS || (t->centre = centre_of(p, formation)) < 0)
        return;
    choose_place(p, lay, t, weight);
    if (told(weight, formation) == DO_SPARE ||
        (told(weight, formation) == DO_NONE && is_overmatched(p, lay, t, weight)))
        t->stance = SPARE;
    choose_aim(p, lay, t, weight);
}

/* ---- which order that asks for ---- */

/* Mean fatigue in tenths. */
int weariness(const struct play *p, int formation)
{
    int n = 0, sum = 0;

    for (int u = 0; u < mbox(p)->units; u++)
        if (on_map(p, u) && is_division(p, u) && unit_at(p, u)->formation == formation) {
            sum += 10 * unit_at(p, u)->fatigue;
            n++;
        }
    return n ? sum / n : 0;
}

/* An attack that is put off comes to nothing any more. */
static bool is_late(const struct play *p, const int *weight)
{
    return mib(p)->last - play_state(p)->turn < weight[WT_MEND_LATE];
}

int order_wanted(const struct play *p, const struct lay *lay, const struct task *t,
                 const int *weight)
{
    int order = mib(p)->formation[t->formation].order, foe, far;

    if (t->centre < 0)
        return order;
    foe = foe_distance(p, lay, t->centre);
    far = t->goal >= 0 ? board_distance(p->box->board, t->goal, t->centre) : 0;
    if (is_night(p)) /* 5.3r1 under ATTACK nobody rests */
        return order == ATTACK && weariness(p, t->formation) >= 20 && foe > 2 ? MARCH : order;
    if (t->aim >= 0)
        return ATTACK;
    if (t->stance == SPARE)
        return foe <= AROUND ? MARCH : order;
    if (t->stance == PRESS && weight[WT_MEND_REST] && foe > 1 && !is_late(p, weight) &&
        weariness(p, t->formation) >= WEARY)
        return MARCH; /* 5.3r1 with nobody to attack it may rest so */
    if (t->stance == PRESS)
        return foe > FAR && order == MARCH                        ? MARCH
               : foe > AROUND && weariness(p, t->formation) >= 35 ? MARCH
                                                                  : ATTACK;
    if (far > NEAR + 1)
        return foe > AROUND && order == ATTACK ? ATTACK : MARCH;
    return foe <= AROUND ? HOLD : order == ATTACK || order == RETREAT ? MARCH : order;
}
