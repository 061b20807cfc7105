/*
 * 12-results.c: case 12.6: what the results of an attack do to both sides, who is driven out, who
 * follows.
 *
 * Retreats are 12-retreat.c's business, checks of neighbours 13-morale.c's.
 */
#include "shock.h"

enum { LOSS_ROUTED = 4, LOSS_R = 2, RETREAT = 3 }; /* [12.66b] [12.65] [12.63] */

/* ---- losses ---- */

/* [12.66a] [8.47c] What a result comes to for those who are disordered already. */
static int as_suffered(const struct play *p, int u, int result)
{
    return result >= RES_DR && !is_formed(p, u) ? RES_R : result;
}

/* [12.62] [12.64] [12.65] [12.66b] [8.47c] */
static int loss_of(const struct play *p, int u, int result)
{
    switch (result) {
    case RES_D1: return is_formed(p, u) || is_company(p, u) || play_option(p, OPT_D1_HURTS) ? 1 : 0;
    case RES_DR1: return 1;
    case RES_R: return is_routed(p, u) ? LOSS_ROUTED : LOSS_R;
    default: return 0;
    }
}

static bool leader_there(const struct play *p, int h)
{
    for (EACH_IN(p, u, h))
        if (is_leader(p, u))
            return true;
    return false;
}

/* [12.68a] Dice for the command units of a hex that has lost points. */
static void risk_leaders(struct play *p, int h)
{
    if (leader_there(p, h))
        agenda_push_with(p, ST_CASUALTY, NOBODY, h, 5, 0, 0);
}

/* [12.69] Every battery of the hex. */
static void lose_guns(struct play *p, int h)
{
    int u;

    while ((u = top_of(p, h)) != NO_PIECE && is_guns(p, u))
        lose_unit(p, u);
    risk_leaders(p, h);
}

/* [12.61] … [12.66a] One side's share: the hex of u, its top unit. Returns what it came to. */
static int suffer(struct play *p, int u, int result)
{
    int h = place_of(p, u), wing = unit_at(p, u)->wing, loss;

    if (result == RES_NONE)
        return result;
    if (is_guns(p, u)) {
        alarm_neighbours(p, h, u, BY_LOSS); /* [13.11d] */
        lose_guns(p, h);
        return result;
    }
    result = as_suffered(p, u, result);
    loss = loss_of(p, u, result);
    if (result >= RES_DR)
        for (EACH_IN(p, v, h))
            set_flag(p, v, F_BEATEN);
    if (result == RES_R) /* [10.62b] whoever stands there */
        rout_hex(p, h);
    else
        disorder_hex(p, h);
    if (loss) {
        lose_points(p, h, loss); /* [12.6a] */
        risk_leaders(p, h);
        if (wing != NOWHERE) /* [8.32b] the line lost them there, too */
            risk_leaders(p, wing);
    }
    return result;
}

/* [12.34c] Ruling 66: D1 frees a charger from its three hexes. */
static void lift_minimum(struct play *p, int u)
{
    int i = charge_of(p, u);

    if (i >= 0)
        nvw(p)->charge[i].flags = u8(nvw(p)->charge[i].flags | C_LIFTED);
}

/* [12.0p3] [12.6b] Nobody who takes part checks. */
void resolve(struct play *p, struct step *t, int die)
{
    struct sum k;
    int result[2], a, d, side;

    sum_up(p, t, &k, NULL);
    side = board_direction(p->box->board, t->v[TARGET], place_of(p, k.defender)) + 1;
    decide_results(p, &k, die, result);
    play_tell(p, EV_RESULT, 0, 2, W_RESULT + result[0], W_RESULT + result[1]);
    d = suffer(p, k.defender, result[1]);
    a = suffer(p, k.attacker, result[0]);
    if (a == RES_D1 && t->v[KIND] == SHOCK_CHARGE)
        lift_minimum(p, t->v[WHO]);
    t->v[RESULT] = i16(a + RESULTS * (d + RESULTS * side));
}

/* [12.68b] */
void rout_leader(struct play *p, struct step *t)
{
    int h = t->v[TARGET];

    for (EACH_IN(p, u, h))
        reduce_leader(p, u);
    t->v[RESULT] = RESULTS * RES_DR;
}

/* ---- retreat and advance ---- */

int result_of(const struct step *t, bool defender)
{
    return defender ? t->v[RESULT] / RESULTS % RESULTS : t->v[RESULT] % RESULTS;
}

/* [8.32b] Whose hex is beaten: the one attacked, or that of the battalion whose marker was
 * there. */
int beaten_hex(const struct play *p, const struct step *t)
{
    int side = t->v[RESULT] / (RESULTS * RESULTS);

    return side ? p->box->board->cell[t->v[TARGET]].next[side - 1] : t->v[TARGET];
}

/* [12.63] [12.64] [12.65] [12.66c] [12.73] Whoever is left in a hex that was beaten; command units
 * alone give way. */
void drive_out(struct play *p, int h, int side)
{
    int u = top_of(p, h);

    if (u != NO_PIECE && side_of(p, u) == side)
        retreat_now(p, u, RETREAT, FLEES_SHOCK);
}

static bool vacated(const struct play *p, int h)
{
    return top_of(p, h) == NO_PIECE && nvw(p)->wing[h] == 0;
}

/* [12.6d] Option: whole units from the top, as the hex can hold them, but always the first. */
static int who_fits(const struct play *p, const int16_t *list, int n, int h)
{
    int points = 0, kept = 0;

    if (!play_option(p, OPT_ADVANCE_LIMIT) || !is_obstructed(p, h))
        return n;
    while (kept < n && !is_leader(p, list[kept])) {
        points += unit_at(p, list[kept])->points;
        if (kept && points > stack_limit(p, h, false))
            break;
        kept++;
    }
    return kept;
}

/* [12.6c] [12.6d] [11.24b] [10.24a] Facing is kept; horse does not follow into a swamp. */
void advance(struct play *p, struct step *t)
{
    int16_t list[PIECES_MAX];
    int side = side_of(p, t->v[WHO]), to = t->v[TARGET];
    int n = fighters(p, t->v[FROM], side, t->v[KIND], list), kept;

    if (n == 0 || is_leader(p, list[0]) || !vacated(p, to))
        return;
    for (int i = 0; i < n; i++)
        if (entry_forbidden(p, list[i], to))
            return;
    kept = who_fits(p, list, n, to);
    move_together(p, list, kept, to, 0);
    for (int i = kept; i < n; i++)
        if (is_leader(p, list[i]))
            put_piece(p, list[i], to);
    forget_attacks(p, list, n);
    play_tell(p, EV_ADVANCES, 0, 2, list[0], to);
    crowd(p, to);
    if (is_obstructed(p, to)) /* [10.31] of foot that was formed after all */
        disorder_hex(p, to);
}
