/*
 * 12-attack.c: case 12.0, one attack of a hex against a hex [12.0b] [12.26], extended lines in it
 * (8.37, 8.38).
 *
 * It is declared, fired at (11.24), met (who is disordered by it), summed up (12-sum.c), rolled for
 * and suffered (12-results.c); then the defenders retreat, the attackers retreat or advance, and
 * only then neighbours check. Charges come here too (12-ride.c): of a hex through which one rides
 * only the chargers take part.
 */
#include "shock.h"

void begin_attack(struct play *p, int u, int target, int kind)
{
    struct step *t = agenda_push_with(p, ST_ATTACK, NOBODY, u, target, place_of(p, u), kind);

    t->v[RESULT] = 0;
}

/* ---- extended lines ---- */

/* [8.38a] [8.38b] [8.33c] An extended line breaks up as it attacks; it may go over to its marker's
 * hex. */
static void break_line(struct play *p, struct step *t)
{
    int u = t->v[WHO], wing = unit_at(p, u)->wing;
    int16_t list[PIECES_MAX];

    if (wing == NOWHERE)
        return;
    disorder_hex(p, t->v[FROM]);
    if (board_distance(p->box->board, t->v[FROM], t->v[TARGET]) == 1)
        return;
    move_together(p, list, fighters(p, t->v[FROM], side_of(p, u), SHOCK_FOOT, list), wing, 0);
    t->v[FROM] = i16(wing);
    play_tell(p, EV_FOLLOWS, 0, 2, u, wing);
}

/* [9.18] A command unit that rode with the marker goes over to its battalion. */
static void draw_in(struct play *p, int from, int to)
{
    while (top_of(p, from) != NO_PIECE)
        put_piece(p, top_of(p, from), to);
}

/* [8.37c] Into the marker's hex, facing the battalion; ruling 83: not fired at again. */
static bool follow_up(struct play *p, struct step *t, int target)
{
    int16_t list[PIECES_MAX];
    int side = side_of(p, t->v[WHO]), to = t->v[TARGET];
    int n = fighters(p, t->v[FROM], side, t->v[KIND], list), direction;

    for (int i = 0; i < n; i++)
        if (entry_forbidden(p, list[i], to))
            return false;
    draw_in(p, to, target);
    move_together(p, list, n, to, 0);
    direction = board_direction(p->box->board, to, target);
    for (int i = 0; i < n; i++)
        if (!faces(p, list[i], to, target))
            unit_at(p, list[i])->facing = u8(2 * direction + 1);
    play_tell(p, EV_FOLLOWS, 0, 2, t->v[WHO], to);
    t->v[FROM] = i16(to);
    return true;
}

/* [8.37a] [8.37b] [8.37c] */
static bool turn_line(struct play *p, struct step *t)
{
    int line = turned_line(p, t->v[FROM], t->v[TARGET]), target;

    if (line == NO_PIECE)
        return true;
    target = place_of(p, line);
    disorder_hex(p, target);
    if (board_distance(p->box->board, t->v[FROM], target) > 1 && !follow_up(p, t, target))
        return false;
    t->v[TARGET] = i16(target);
    return true;
}

/* ---- before the die ---- */

/* For option one-attack, and for chargers who have done their duty here. */
static void remember_attack(struct play *p, const struct step *t)
{
    int direction = board_direction(p->box->board, t->v[FROM], t->v[TARGET]);

    for (EACH_IN(p, u, t->v[FROM]))
        unit_at(p, u)->spent = u8(unit_at(p, u)->spent | 1 << direction);
}

void forget_attacks(struct play *p, const int16_t *list, int n)
{
    while (n-- > 0)
        unit_at(p, list[n])->spent = 0;
}

/* [6.53] [12.16] [12.15a] [8.37b] The defenders; [10.61] [12.17a] the attackers, after fire and
 * before the sum. */
static bool meet(struct play *p, struct step *t)
{
    struct ground g = ground_of(p, t->v[WHO], t->v[FROM], t->v[TARGET]);
    bool disorders = attack_disorders(p, t->v[WHO], target_of(p, t->v[TARGET]), &g);
    int16_t list[PIECES_MAX];
    int n, defender;

    if (!turn_line(p, t))
        return false;
    n = fighters(p, t->v[FROM], side_of(p, t->v[WHO]), t->v[KIND], list);
    for (int i = 0; i < n && disorders; i++)
        disorder_unit(p, list[i]);
    defender = target_of(p, t->v[TARGET]);
    if (is_formed(p, defender) && defence_disordered(p, defender, t->v[TARGET], t->v[FROM]))
        disorder_hex(p, place_of(p, defender));
    return true;
}

/* The attackers as fire has left them: is there still an attack? [11.24a] */
static bool attack_stands(const struct play *p, struct step *t, int side)
{
    int u = first_fighter(p, t->v[FROM], side, t->v[KIND]);

    if (u == NO_PIECE || is_routed(p, u) || has_flag(p, u, F_BEATEN) ||
        !enemy_stands(p, side, t->v[TARGET]))
        return false;
    t->v[WHO] = i16(u);
    return true;
}

static void tell_sum(struct play *p, const struct step *t, struct sum *k)
{
    struct sheet s;

    if (!p->news) {
        sum_up(p, t, k, NULL);
        return;
    }
    sheet_begin(&s, "%s %s %s", p->box->piece[t->v[WHO]].name,
                verb_of(p, t->v[WHO], "attacks", "attack"),
                board_number(p->box->board, t->v[TARGET]));
    sum_up(p, t, k, &s);
    fill_sheet(p, k, &s);
    play_tell_sheet(p, &s);
}

/* ---- the procedure ---- */

enum { DECLARED, FIRED_AT, ROLLED, SUFFERED, DRIVEN, FOLLOWED, OVER };

/* [12.6c] [12.63] The victors follow at once; those who saw the flight check when that is over. */
bool victors_wait(const struct play *p)
{
    const struct state *s = play_state(p);

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_ATTACK && s->agenda[i].pc > SUFFERED)
            return true;
    return false;
}

static void end_attack(struct play *p)
{
    agenda_pop(p, 0);
    settle_cascade(p);
}

static void meet_and_roll(struct play *p, struct step *t)
{
    struct sum k;

    if (!attack_stands(p, t, side_of(p, t->v[WHO]))) {
        end_attack(p);
        return;
    }
    if (is_leader(p, target_of(p, t->v[TARGET]))) {
        rout_leader(p, t);
        t->pc = SUFFERED;
        return;
    }
    if (!meet(p, t)) {
        end_attack(p);
        return;
    }
    tell_sum(p, t, &k);
    if (automatic(&k) == BY_DIE)
        agenda_roll(p, 1, 6, W_SHOCK);
}

/* [12.62] D1 of a line costs it its marker's hex, and no more; rulings 89, 20: command units there go over
 * to the battalion. Where all troops are lost their command units give way alone. */
static void drive_defenders(struct play *p, struct step *t, int side)
{
    int h = beaten_hex(p, t);

    if (h != t->v[TARGET] && occupier(p, t->v[TARGET]) == NOBODY)
        draw_in(p, t->v[TARGET], h);
    if (result_of(t, true) >= RES_DR || occupier(p, h) == NOBODY)
        drive_out(p, h, side);
}

/* One sentence of the rules each. */
static void run_attack(struct play *p, struct step *t)
{
    int u = t->v[WHO], side = side_of(p, u), die = t->answer;

    switch (t->pc++) {
    case DECLARED:
        play_tell(p, EV_ATTACKS, 0, 2, u, t->v[TARGET]);
        break_line(p, t);
        remember_attack(p, t);
        ask_reaction(p, u,
                     DEED_ATTACK); /* [11.24a] [12.15b] guns fire before they are disordered */
        break;
    case FIRED_AT: meet_and_roll(p, t); break;
    case ROLLED: resolve(p, t, die); break;
    case SUFFERED: drive_defenders(p, t, enemy_of(side)); break;
    case DRIVEN:
        if (result_of(t, false) >= RES_DR)
            drive_out(p, t->v[FROM], side);
        break;
    case FOLLOWED:
        if (result_of(t, false) < RES_DR)
            advance(p, t);
        break;
    default: end_attack(p);
    }
}

static bool attack_sound(const struct play *p, const struct step *t)
{
    if (is_leader(p, t->v[WHO]) || is_guns(p, t->v[WHO]))
        return false;
    if (t->pc == ROLLED) /* its die is being rolled */
        return place_of(p, t->v[WHO]) == t->v[FROM] &&
               enemy_stands(p, side_of(p, t->v[WHO]), t->v[TARGET]) &&
               !is_leader(p, target_of(p, t->v[TARGET]));
    return board_direction(p->box->board, t->v[FROM], t->v[TARGET]) >= 0 || t->pc <= FIRED_AT;
}

const struct step_def step_attack = {
    .name = "attack",
    .cases = "12.0p1 12.0p2 12.0p3",
    .vars = "who:u target:p from:p kind:foot|charge|counter result:0..174",
    .points = "declared fired-at rolled suffered driven followed over",
    .on = "shock charge counter",
    .rolls = "rolled:6",
    .run = run_attack,
    .sound = attack_sound,
};
