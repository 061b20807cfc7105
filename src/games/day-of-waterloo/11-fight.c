/*
 * 11-fight.c: module 11: the course of one combat, from the declaration to the last advance.
 *
 * Odds are summed up in 11-odds.c; results, retreats and advances follow in 11-results.c,
 * 11-retreat.c and 11-advance.c.
 */
#include <assert.h>

#include "dow.h"

void begin_fight(struct play *p, int kind, int side)
{
    assert(kind > FIGHT_NONE && kind < FIGHTS && is_side(side));
    dow(p)->fight = (struct fight){ .kind = u8(kind), .side = u8(side) };
}

/* Of a charge in the Movement Phase the group that is moving goes on. */
void end_fight(struct play *p)
{
    int moving = dow(p)->fight.kind == FIGHT_CHARGE ? 0 : F_MOVING;

    clear_phase_marks(p, F_ATTACKS | F_DEFENDS | F_SUPPORTS | moving,
                      H_TARGET | H_SOURCE | H_FLED | H_ROOM);
    dow(p)->fight = (struct fight){ 0 };
}

/* ---- the course of a combat ---- */

/*
 * [11.1.1a] After the attack is declared. Ruling A-9: not in a counterattack; nor from a Reaction
 * Charge.
 */
static void ask_slips(struct play *p)
{
    int kind = dow(p)->fight.kind;

    if (kind != FIGHT_ATTACK && kind != FIGHT_BREAKTHROUGH)
        return;
    for (int h = p->box->board->cells; h-- > 0;)
        if (hex_is(p, h, H_TARGET))
            ask_slip(p, h, true);
}

/* [5.4.1a] [5.4.1b] Those that are left defend, and are seen. */
static void engage_defenders(struct play *p, int h)
{
    int list[4], n = defenders(p, h, list);

    for (int i = 0; i < n; i++) {
        set_flag(p, list[i], F_DEFENDS);
        see(p, list[i]);
    }
}

/*
 * [11.6c] Whoever can show all arms may claim the shift; asked is whoever might, for all that the enemy
 * knows. Ruling A-39: not in Reaction Charges.
 */
static void ask_claim(struct play *p, int h)
{
    if (dow(p)->fight.kind != FIGHT_REACTION && may_have_all_arms(p, h))
        agenda_push_with(p, ST_CLAIM, !dow(p)->fight.side, h, 0, 0, 0);
}

/* [11.1.1c] Has anybody stayed? */
static bool any_stayed(const struct play *p)
{
    for (int h = 0; h < p->box->board->cells; h++)
        if (hex_is(p, h, H_TARGET) && enemy_in_hex(p, h, dow(p)->fight.side))
            return true;
    return false;
}

/* [11.1.1c] A hex left by all of its units is out of a combat that goes on elsewhere. */
static void drop_left_hexes(struct play *p)
{
    for (int h = 0; h < p->box->board->cells; h++)
        if (!enemy_in_hex(p, h, dow(p)->fight.side))
            clear_hex(p, h, H_TARGET);
}

static void face_each_other(struct play *p)
{
    for (int h = 0; h < p->box->board->cells; h++) {
        if (!hex_is(p, h, H_TARGET))
            continue;
        if (dow(p)->fight.kind != FIGHT_REACTION)
            engage_defenders(p, h);
        ask_claim(p, h);
    }
}

static void roll_battle(struct play *p)
{
    static const int purpose[] = { [FIGHT_ATTACK] = W_COMBAT,
                                   [FIGHT_REACTION] = W_REACTION,
                                   [FIGHT_COUNTER] = W_COUNTERATTACK,
                                   [FIGHT_BREAKTHROUGH] = W_BREAKTHROUGH };
    struct battle b;
    struct sheet sheet;

    if (p->news) {
        battle_at_hand(p, &b);
        battle_sheet(p, &b, &sheet);
        play_tell_sheet(p, &sheet);
    }
    agenda_roll(p, 1, 6, purpose[dow(p)->fight.kind]);
}

/* [CRT-DrC] ruling A-9: in a counterattack it counts as Dr. */
static void read_result(struct play *p, int die)
{
    struct battle b;
    int result;

    battle_at_hand(p, &b);
    result = battle_result(p, &b, die);
    dow(p)->fight.result = u8(result);
    play_tell(p, EV_RESULT, 0, 1, W_RESULT + result);
    apply_result(p, result);
}

/* [11.11a] [11.11e] The first fight gives way to its counterattack, if there is one. */
static void conclude(struct play *p)
{
    const struct fight f = dow(p)->fight;
    const struct step counter = { .op = ST_COUNTER, .who = !f.side };
    bool answered = f.result == RES_DRC && f.kind != FIGHT_COUNTER && !moot_counter(p, &counter);

    agenda_pop(p, 0);
    if (answered)
        agenda_push(p, ST_COUNTER, !f.side);
    else
        end_fight(p);
}

enum { FIGHT_STANDS, FIGHT_CLEARED }; /* second variable: the hex was cleared by guns */

/* The hex is empty before anybody struck: there is only the advance. */
void ask_advance_only(struct play *p, int h)
{
    assert(on_board(p, h));
    agenda_push_with(p, ST_FIGHT, NOBODY, h, FIGHT_CLEARED, 0, 0)->pc = FIGHT_READ;
}

/* Section 11.1: from the declaration to the advance. */
static void run_fight(struct play *p, struct step *t)
{
    switch (t->pc++) {
    case FIGHT_DECLARED: ask_slips(p); break;
    case FIGHT_LEFT:
        if (any_stayed(p)) {
            drop_left_hexes(p);
            face_each_other(p);
        } else {
            dow(p)->fight.slipped = 1;
            t->pc = FIGHT_READ;
        }
        break;
    case FIGHT_FACED: roll_battle(p); break;
    case FIGHT_ROLLED: read_result(p, t->answer); break;
    case FIGHT_READ: ask_advances(p, t->v[1] == FIGHT_CLEARED); break;
    default: conclude(p);
    }
}

/* Before they face each other, whoever would defend as far as is seen. */
static void defenders_seen(const struct play *p, struct battle *b)
{
    int hexes[BATTLE_HEXES], n = b->targets;

    for (int i = 0; i < n; i++)
        hexes[i] = b->target[i];
    b->targets = 0;
    for (int i = 0; i < n; i++)
        battle_target(p, b, hexes[i]);
}

bool fight_clash(const struct play *p, struct clash *c, struct sheet *sheet)
{
    int kind = dow(p)->fight.kind;
    struct battle b;

    if (kind == FIGHT_NONE || kind == FIGHT_CHARGE)
        return false;
    battle_at_hand(p, &b);
    c->side = b.side;
    for (int i = 0; i < b.sources; i++)
        clash_source(c, b.source[i]);
    for (int i = 0; i < b.targets; i++)
        clash_target(c, b.target[i]);
    if (!b.defenders && b.targets)
        defenders_seen(p, &b);
    if (b.attackers && b.defenders)
        battle_sheet(p, &b, sheet);
    return b.targets && b.sources;
}

static bool any_engaged(const struct play *p, int hex_flag, int flag)
{
    for (int h = 0; h < p->box->board->cells; h++)
        if (hex_is(p, h, hex_flag) && holds_flag(p, h, flag))
            return true;
    return false;
}

/* Before the die has been read there are attackers, and from the claim on defenders. */
static bool fight_sound(const struct play *p, const struct step *t)
{
    int kind = dow(p)->fight.kind;

    if (kind == FIGHT_NONE || kind == FIGHT_CHARGE)
        return false;
    if (t->pc < FIGHT_READ && !any_engaged(p, H_SOURCE, F_ATTACKS))
        return false;
    return t->pc < FIGHT_FACED || t->pc >= FIGHT_READ || any_engaged(p, H_TARGET, F_DEFENDS);
}

const struct step_def step_fight = {
    .name = "fight",
    .cases = "11.1",
    .vars = "target:p cleared:no|yes",
    .points = "declared left faced rolled read concluded",
    .on = "combat breakthrough",
    .rolls = "rolled:6",
    .run = run_fight,
    .sound = fight_sound,
};

static void list_claim(const struct play *p, const struct step *t, struct menu *m)
{
    int shown[ALL_ARMS];

    if (has_all_arms(p, t->v[0], shown))
        menu_add(m, act0(V_CLAIM));
    menu_add(m, act0(V_DONE));
}

static const char *why_claim(const struct play *p, const struct step *t, const struct action *a)
{
    (void)p, (void)t;
    return a->verb == V_CLAIM ? "11.6b: infantry, cavalry and artillery must stand there" : NULL;
}

/* One shift for the whole combat, ruling A-17. */
static bool moot_claim(const struct play *p, const struct step *t)
{
    (void)t;
    return dow(p)->fight.claimed;
}

/* [11.6c] The units are shown and stay where they were in the stack. */
static void take_claim(struct play *p, struct step *t, const struct action *a)
{
    int h = t->v[0], shown[ALL_ARMS];

    agenda_pop(p, 0);
    if (a->verb != V_CLAIM || !has_all_arms(p, h, shown))
        return;
    for (int i = 0; i < ALL_ARMS; i++)
        see(p, shown[i]);
    dow(p)->fight.claimed = 1;
    play_tell(p, EV_CLAIMS, 0, 1, h);
}

const struct step_def step_claim = {
    .name = "claim",
    .cases = "11.6c",
    .vars = "hex:p",
    .on = "fight@faced claim",
    .title = "Combined arms",
    .prompt = "Show combined arms at {p0}?",
    .no = "Keep them hidden",
    .usual = "claim",
    .list = list_claim,
    .take = take_claim,
    .why = why_claim,
    .moot = moot_claim,
    .seat = seat_by_hex,
};
