/*
 * 16-withdrawal.c: chapters 13.22 and 16.2: cavalry and vedettes fall back before combat, the
 * defender's first.
 *
 * All cavalry and vedettes of a hex go, or none [16.2e]; leaders and horse artillery may go along
 * once one has left.
 */
#include "ld.h"

static bool is_light(const struct play *p, int u)
{
    return arm_of(p, u) == CAVALRY || is_vedette(p, u) || (is_leader(p, u) && is_alone(p, u));
}

/* [4.31x] [16.2a] rulings 10 and 11: held by whoever is as fast and has it in his zone; vedettes
 * hold nobody, [1.4w] guns only if they have zones. */
static bool is_held(const struct play *p, int u)
{
    int h = place_of(p, u), side = side_of(p, u);

    EACH_BESIDE (p, h, d, at) {
        if (!enemy_in(p, at, side) || !zone_between(p, h, d))
            continue;
        EACH_PIECE_AT(p, v, at)
        if ((arm_of(p, v) == CAVALRY || arm_of(p, v) == INFANTRY ||
             (is_guns(p, v) && play_option(p, OPT_GUN_ZONES))) &&
            def_of(p, v)->move >= def_of(p, u)->move)
            return true;
    }
    return false;
}

/* [13.22b] [16.2d] [16.2e] [16.22] Of the whole stack: no infantry, nobody who must stay. */
static const char *refuse_hex(const struct play *p, int h, int side)
{
    EACH_PIECE_AT(p, u, h)
    {
        if (arm_of(p, u) == INFANTRY)
            return "13.22b: not if stacked with infantry";
        if (is_light(p, u) && has_flag(p, u, F_SLIPPED))
            return "16.2d: once in a turn";
        if (is_light(p, u) && is_held(p, u))
            return "16.2a: an enemy as fast has it in his zone";
    }
    return is_surrounded(p, h, side) ? "16.2e: it is surrounded" : NULL;
}

/* [16.2a] Leaders and horse artillery come along. */
static const char *refuse_piece(const struct play *p, const struct step *t, int u)
{
    int h = place_of(p, u);

    if (h < 0 || !is_mine(p, t, u) || !is_engaged(p, u))
        return "16.2a: it is not in an enemy zone";
    if (has_flag(p, u, F_SLIPPED))
        return "16.2d: once in a turn";
    if (!is_light(p, u) && !((is_leader(p, u) || arm_of(p, u) == HORSE) && hex_is(p, h, H_SLIPPED)))
        return "16.2a: cavalry and vedettes fall back, and who goes along with them";
    return hex_is(p, h, H_SLIPPED) ? NULL : refuse_hex(p, h, t->v[0]);
}

/* Where it could go is on the menu: why not elsewhere. */
static const char *refuse_withdraw(const struct play *p, const struct step *t, int u, int to)
{
    const char *why = refuse_piece(p, t, u);

    if (why)
        return why;
    if (apart(p, place_of(p, u), to) > SLIP_HEXES)
        return "13.22a: two hexes at most";
    if (in_zone(p, to, t->v[0]))
        return "16.2b: never into an enemy zone";
    return "16.2b: it cannot get there";
}

bool any_withdrawal(const struct play *p, int side)
{
    struct step t = step_asked(side, SHARE_ALL);

    EACH_PIECE (p, u)
        if (on_map(p, u) && side_of(p, u) == side && is_light(p, u) && !refuse_piece(p, &t, u))
            return true;
    return false;
}

/* [16.2e] Cavalry of a stack of which some has gone. */
static bool must_follow(const struct play *p, const struct step *t)
{
    EACH_PIECE (p, u)
        if (on_map(p, u) && is_mine(p, t, u) && (arm_of(p, u) == CAVALRY || is_vedette(p, u)) &&
            hex_is(p, place_of(p, u), H_SLIPPED) && !refuse_piece(p, t, u))
            for (int h = 0; h < p->box->board->cells; h++)
                if (slips_to(p, u, h))
                    return true;
    return false;
}

static void list_withdrawal(const struct play *p, const struct step *t, struct menu *m)
{
    EACH_PIECE (p, u)
        if (on_map(p, u) && is_mine(p, t, u) && !refuse_piece(p, t, u))
            for (int h = 0; h < p->box->board->cells; h++)
                if (slips_to(p, u, h))
                    menu_add(m, act2(V_WITHDRAW, u, h));
    if (!must_follow(p, t))
        menu_add(m, act0(V_DONE));
}

static const char *why_withdrawal(const struct play *p, const struct step *t,
                                  const struct action *a)
{
    if (a->verb == V_WITHDRAW)
        return refuse_withdraw(p, t, a->arg[0], a->arg[1]);
    return "16.2e: all cavalry of the stack goes, or none";
}

/* [16.23] A leader who falls back rolls for capture. [16.21] Whoever has gone has no duty left. */
static void take_withdrawal(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0], from;

    if (a->verb != V_WITHDRAW) {
        agenda_pop(p, 0);
        return;
    }
    (void)t;
    from = place_of(p, u);
    play_tell(p, EV_WITHDRAW, 0, 3, u, from, a->arg[1]);
    mark_hex(p, from, H_SLIPPED);
    clear_flag(p, u, F_COLUMN);
    set_flag(p, u, F_SLIPPED);
    piece_at(p, u)->task = 0;
    move_piece(p, u, a->arg[1]);
    note_sources(p, u, a->arg[1]);
    left_zone(p, u);
    if (is_leader(p, u))
        push_capture(p, u, 0, false);
}

const struct step_def step_withdrawal = {
    .name = "withdrawal",
    .cases = "16.2",
    .vars = "side:s share:first+second",
    .on = "combat withdrawal",
    .title = "Retreat before combat",
    .prompt = "Cavalry and vedettes may fall back before combat",
    .done = "Stand",
    .about = "withdraw",
    .list = list_withdrawal,
    .take = take_withdrawal,
    .why = why_withdrawal,
    .seat = seat_by_share,
    .sound = phase_sound,
};
