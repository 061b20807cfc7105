/*
 * 11-results.c: chapters 11.4, 11.48, 11.54 and 11.63: a fight from the die to the end: losses,
 * retreats, advances.
 *
 * Whoever takes part carries F_FIGHTS; hexes where somebody stood who came off badly carry
 * H_CONTEST: the other side may advance there.
 */
#include "ld.h"

enum { ATTACK, IGNORED }; /* ATTACK: 1 + its number */
enum { AT_ROLL, AT_READ, AT_APPLY, AT_ORPHANS, AT_TRAINS, AT_ADVANCE, AT_COUNTER, AT_END };

int retreat_of(int result)
{
    switch (result) {
    case RES_AR:
    case RES_DR: return 1;
    case RES_AR2:
    case RES_DR2: return 2;
    case RES_AR3:
    case RES_DR3: return 3;
    case RES_AR4:
    case RES_DR4: return 4;
    default: return 0;
    }
}

static bool hurts_attacker(int result)
{
    return result <= RES_EX;
}

static bool hurts_defender(int result)
{
    return result >= RES_EX;
}

static bool is_retreat_of_defender(int result)
{
    return result >= RES_DR && result <= RES_DR4;
}

static bool takes_part(const struct play *p, int u, int side)
{
    return on_map(p, u) && has_flag(p, u, F_FIGHTS) && side_of(p, u) == side;
}

/* [11.56] Guns that share the fate of their stack without a part in its attack. */
bool is_idle(const struct play *p, int u)
{
    const struct fight *f = &ld(p)->fight;

    return is_guns(p, u) && side_of(p, u) == f->side &&
           (piece_at(p, u)->task & ~TASK_FIRE) != f->attack;
}

/* [11.4Ex1] Face value, of those who fight: ruling 150. */
static int face_value(const struct play *p, int side)
{
    int sum = 0;

    EACH_PIECE (p, u)
        if (takes_part(p, u, side) && !is_idle(p, u))
            sum += fighting_strength(p, u);
    return sum;
}

/* ---- the beginning ---- */

void push_fight(struct play *p, int k)
{
    agenda_push_with(p, ST_FIGHT, NOBODY, k + 1, 0, 0, 0);
}

/* [11.56] Artillery that has neither attacked nor bombarded yet shares the fate of its stack: ruling 143. */
static bool is_idle_guns(const struct play *p, const struct battle *b, int u)
{
    int task = piece_at(p, u)->task;

    if (b->kind != ATTACK_ASSAULT || !is_guns(p, u) || (task && task < TASK_FIRE) ||
        has_flag(p, u, F_FOUGHT))
        return false;
    for (int i = 0; i < b->sources; i++)
        if (b->source[i] == place_of(p, u))
            return true;
    return false;
}

/* [8.42H] Whoever is attacked is no longer in road march. */
static void tell_sum(struct play *p, int k)
{
    struct sheet sheet;

    if (p->news && preview_attack(p, k, &sheet))
        play_tell_sheet(p, &sheet);
}

static void begin_fight(struct play *p, struct step *t)
{
    struct ld_state *s = ld(p);
    struct battle b;

    battle_of(p, t->v[ATTACK] - 1, &b);
    s->fight = (struct fight){ .attack = u8(t->v[ATTACK]), .side = u8(b.side) };
    EACH_PIECE (p, u) {
        bool defends = fights_against(p, &b, u);

        if (fights_for(p, &b, u) || defends || is_idle_guns(p, &b, u))
            set_flag(p, u, F_FIGHTS);
        if (defends)
            clear_flag(p, u, F_COLUMN);
    }
    s->battery |= is_grand(p, t->v[ATTACK] - 1); /* [11.51H2] */
    play_tell(p, b.kind == ATTACK_FIRE ? EV_BOMBARD : EV_ATTACK, 0, 2, b.side, b.target[0]);
    tell_sum(p, t->v[ATTACK] - 1);
    agenda_roll(p, 1, 6, b.kind == ATTACK_FIRE ? W_BOMBARDMENT : W_COMBAT);
}

/* [16.31] Friant or Michel in an attack that fails: levels are cut until the player turn ends. */
static void note_guard(struct play *p, const struct battle *b, int result)
{
    const struct ld_box *box = lbox(p);

    if (b->kind == ATTACK_ASSAULT &&
        (result == RES_AE || (result <= RES_AR && retreat_of(result))) &&
        (takes_part(p, box->friant, FRENCH) || takes_part(p, box->michel, FRENCH)) &&
        b->side == FRENCH)
        cut_levels(p, true);
}

static void mark_contest(struct play *p, const struct battle *b, int result)
{
    for (int i = 0; i < b->targets; i++) {
        mark_hex(p, b->target[i], b->kind == ATTACK_FIRE ? H_FIRED : H_FOUGHT);
        if (hurts_defender(result))
            mark_hex(p, b->target[i], H_CONTEST);
    }
    for (int i = 0; i < b->sources && hurts_attacker(result) && b->kind == ATTACK_ASSAULT; i++)
        mark_hex(p, b->source[i], H_CONTEST);
}

/* [11.3a] [11.63B] Who holds a chateau may ignore a retreat. */
static void read_fight(struct play *p, struct step *t)
{
    struct fight *f = &ld(p)->fight;
    struct battle b;
    struct sum sum;

    battle_of(p, t->v[ATTACK] - 1, &b);
    sum_up(p, &b, &sum, NULL);
    f->die = u8(t->answer);
    f->column = u8(sum.column), f->beyond = i8(sum.beyond);
    f->result = u8(read_result(p, &b, &sum, t->answer));
    play_tell(p, EV_RESULT, 0, 1, W_RESULT + f->result);
    note_guard(p, &b, f->result);
    mark_contest(p, &b, f->result);
    if (b.inside && is_retreat_of_defender(f->result))
        t->who = u8(!b.side);
}

/* ---- what it does ---- */

/* [11.48b] In an exchange the infantry of the French Guard loses nothing. */
static bool is_spared(const struct play *p, int u, bool exchange)
{
    return exchange && def_of(p, u)->guard != GUARD_NONE && arm_of(p, u) == INFANTRY;
}

/* [11.4Ae] */
static void wipe_out(struct play *p, int side, bool exchange)
{
    EACH_PIECE (p, u)
        if (takes_part(p, u, side) && is_combat_unit(p, u) && !is_spared(p, u, exchange))
            eliminate(p, u);
}

static void push_losses(struct play *p, int side, int owed, bool exchange)
{
    if (owed > 0)
        agenda_push_with(p, ST_LOSSES, NOBODY, side, owed, exchange, 0);
}

/* [13.24] [5.2] */
static bool all_vedettes(const struct play *p, int side)
{
    EACH_PIECE (p, u)
        if (takes_part(p, u, side) && !is_vedette(p, u) && !is_leader(p, u))
            return false;
    return true;
}

/* [11.4Ex1] [11.4Ex2] [11.4Ex3] [11.4Ex4] ruling 48: guns that bombard lose nothing. */
static void exchange(struct play *p, const struct battle *b)
{
    int ours = face_value(p, b->side), theirs = face_value(p, !b->side);
    bool fire = b->kind == ATTACK_FIRE;
    bool mine = all_vedettes(p, b->side), his = all_vedettes(p, !b->side);

    if (mine != his) {
        wipe_out(p, his ? !b->side : b->side, true);
    } else if (ours == theirs) {
        push_losses(p, !b->side, theirs, true);
        push_losses(p, b->side, fire ? 0 : ours, true);
    } else if (ours > theirs) {
        wipe_out(p, !b->side, true);
        push_losses(p, b->side, fire ? 0 : theirs, true);
    } else {
        if (!fire)
            wipe_out(p, b->side, true);
        push_losses(p, !b->side, ours, true);
    }
}

/* [13.2] ruling 34: vedettes are eliminated, the others go; leaders and trains with them [11.42b]. */
static void send_back(struct play *p, int h, int columns)
{
    int16_t here[PIECES_MAX];
    int n = 0;

    EACH_PIECE_AT(p, u, h)
    here[n++] = i16(u);
    for (int i = 0; i < n; i++) {
        int u = here[i];

        if (has_flag(p, u, F_FIGHTS) && is_vedette(p, u))
            eliminate(p, u);
        else if (has_flag(p, u, F_FIGHTS) || is_leader(p, u) || is_train(p, u))
            set_flag(p, u, F_RETREATS);
    }
    push_retreat(p, h, retreat_of(ld(p)->fight.result), CAUSE_COMBAT, columns);
}

/* [11.4R] All of them, from each of their hexes. */
static void retreat_side(struct play *p, const struct battle *b, const struct sum *sum,
                         bool attacker)
{
    const int16_t *hex = attacker ? b->source : b->target;
    int n = attacker ? b->sources : b->targets;

    for (int i = 0; i < n; i++)
        send_back(p, hex[i], columns_against(sum, attacker));
}

/* [11.4Ae] [11.4H] [11.54A] */
static void apply(struct play *p, const struct battle *b, const struct sum *sum)
{
    int result = ld(p)->fight.result;
    bool fire = b->kind == ATTACK_FIRE;

    if (fire && hurts_attacker(result) && result != RES_EX)
        return;
    switch (result) {
    case RES_AE: wipe_out(p, b->side, false); break;
    case RES_DE: wipe_out(p, !b->side, false); break;
    case RES_AH: push_losses(p, b->side, face_value(p, b->side), false); break;
    case RES_DH: push_losses(p, !b->side, face_value(p, !b->side), false); break;
    case RES_EX: exchange(p, b); break;
    default: retreat_side(p, b, sum, hurts_attacker(result));
    }
}

/* The sum as it was when the die was cast. */
static struct sum sum_of_fight(const struct play *p)
{
    return (struct sum){ .column = ld(p)->fight.column, .beyond = ld(p)->fight.beyond };
}

/* [11.4L] [5.2] He fought alone, like a vedette, and others of his side have paid what was to be lost. */
static bool is_left_standing(const struct play *p, int leader)
{
    EACH_PIECE (p, u)
        if (has_flag(p, leader, F_FIGHTS) && takes_part(p, u, side_of(p, leader)) &&
            is_combat_unit(p, u))
            return true;
    return false;
}

/* [5.23] [11.4L] ruling 49: leaders whose units are gone. */
static void roll_orphans(struct play *p)
{
    struct sum sum = sum_of_fight(p);

    for (int u = lbox(p)->leaders; u < lbox(p)->pieces; u++)
        if (on_map(p, u) && hex_is(p, place_of(p, u), H_CONTEST) && is_alone(p, u) &&
            !is_left_standing(p, u))
            push_capture(p, u, columns_against(&sum, side_of(p, u) == ld(p)->fight.side), true);
}

/* [9.18] Trains whose units are lost; of those that retreat see [9.17]. */
static void test_lost_trains(struct play *p)
{
    if (retreat_of(ld(p)->fight.result))
        return;
    for (int u = lbox(p)->trains; u < lbox(p)->leaders; u++)
        if (on_map(p, u) && hex_is(p, place_of(p, u), H_CONTEST))
            test_train_in(p, place_of(p, u));
}

/* ---- 11.46n after a bombardment ---- */

static bool is_vacated(const struct play *p, int k)
{
    for (int i = 0; i < ld(p)->targets; i++)
        if (ld(p)->target[i].attack == k + 1 && !enemy_in(p, ld(p)->target[i].cell, ld(p)->side))
            return true;
    return false;
}

static bool same_hex(const struct play *p, int a, int b)
{
    const struct ld_state *s = ld(p);

    for (int i = 0; i < s->targets; i++)
        for (int j = 0; j < s->targets; j++)
            if (s->target[i].attack == a + 1 && s->target[j].attack == b + 1 &&
                s->target[i].cell == s->target[j].cell)
                return true;
    return false;
}

/* Who was to attack the hex that the guns have cleared may advance there. */
static void let_follow(struct play *p, int k)
{
    if (ld(p)->attack[k].kind != ATTACK_FIRE || !is_vacated(p, k))
        return;
    EACH_PIECE (p, u) {
        int task = piece_at(p, u)->task;

        if (task && task < TASK_FIRE && on_map(p, u) && !is_guns(p, u) && same_hex(p, k, task - 1))
            set_flag(p, u, F_FIGHTS);
    }
}

static bool has_designated(const struct play *p, int k)
{
    EACH_PIECE (p, u) {
        int task = piece_at(p, u)->task;

        if (task && task < TASK_FIRE && on_map(p, u) && !ld(p)->attack[task - 1].done &&
            same_hex(p, k, task - 1) && !sound_attack(p, task - 1))
            return true;
    }
    return false;
}

/* [11.46n] Whoever has nobody left to attack may be designated against somebody else. */
static void let_switch(struct play *p, int k)
{
    if (ld(p)->attack[k].kind != ATTACK_FIRE || !is_vacated(p, k) || !has_designated(p, k))
        return;
    EACH_PIECE (p, u) {
        int task = piece_at(p, u)->task;

        if (task && task < TASK_FIRE && same_hex(p, k, task - 1) && !sound_attack(p, task - 1)) {
            ld(p)->attack[task - 1].done = DONE_LAPSED;
            piece_at(p, u)->task = 0;
        }
    }
    reveal_engaged(p); /* [1.51.3] whoever has gone back may have met others */
    push_phase(p, ST_DESIGNATION, ld(p)->side);
}

/* ---- the end ---- */

static void end_fight(struct play *p, const struct step *t)
{
    bool fire = ld(p)->attack[t->v[ATTACK] - 1].kind == ATTACK_FIRE;
    int k = t->v[ATTACK] - 1;

    EACH_PIECE (p, u)
        if (has_flag(p, u, F_FIGHTS)) {
            int task = piece_at(p, u)->task & ~TASK_FIRE;
            bool spared = is_idle(p, u) && !hurts_attacker(ld(p)->fight.result);

            clear_flag(p, u, F_FIGHTS);
            if (spared) /* [11.51C] it has done nothing, and may yet [11.2b] */
                continue;
            if (side_of(p, u) != ld(p)->side || (task ? task != k + 1 : has_flag(p, u, F_ADVANCED)))
                continue;
            set_flag(p, u, F_FOUGHT); /* [11.21c] those, too, who were thrown back */
            piece_at(p, u)->task = 0;
        }
    for (int h = 0; h < p->box->board->cells; h++)
        clear_hex(p, h, H_CONTEST);
    ld(p)->attack[k].done = DONE_FOUGHT;
    memset(&ld(p)->fight, 0, sizeof ld(p)->fight);
    agenda_pop(p, 0);
    if (fire)
        let_switch(p, k);
}

/* ---- 11.55a horse artillery that has fired ---- */

static bool may_fall_back(const struct play *p, int u)
{
    return takes_part(p, u, ld(p)->fight.side) && arm_of(p, u) == HORSE &&
           !has_flag(p, u, F_ADVANCED);
}

/* When the target has suffered what it has to, and unless it has advanced. */
static void offer_way_back(struct play *p, struct step *t)
{
    EACH_PIECE (p, u)
        if (may_fall_back(p, u) && hurts_attacker(ld(p)->fight.result)) {
            t->who = ld(p)->fight.side;
            return;
        }
}

static void run_fight(struct play *p, struct step *t)
{
    struct sum sum = sum_of_fight(p);
    struct battle b;
    int k = t->v[ATTACK] - 1;

    switch (t->pc++) {
    case AT_ROLL: begin_fight(p, t); break;
    case AT_READ: read_fight(p, t); break;
    case AT_APPLY:
        battle_of(p, k, &b);
        if (!t->v[IGNORED])
            apply(p, &b, &sum);
        break;
    case AT_ORPHANS: roll_orphans(p); break;
    case AT_TRAINS: test_lost_trains(p); break;
    case AT_ADVANCE:
        let_follow(p, k);
        push_advance(p, ld(p)->side);
        break;
    case AT_COUNTER: /* [11.55a] nobody advances because a bombardment failed */
        if (ld(p)->attack[k].kind == ATTACK_ASSAULT)
            push_advance(p, !ld(p)->side);
        else
            offer_way_back(p, t);
        break;
    default: end_fight(p, t);
    }
}

/* Losses, retreats and advances are under way, or over. */
bool is_carried_out(const struct play *p)
{
    const struct state *s = &ld(p)->base;

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == ST_FIGHT)
            return s->agenda[i].pc > AT_APPLY;
    return false;
}

/* ---- the two questions ---- */

static void list_fight(const struct play *p, const struct step *t, struct menu *m)
{
    (void)p, (void)t;
    menu_add(m, act0(V_ACCEPT));
    menu_add(m, act0(V_IGNORE));
}

static void send_horse_back(struct play *p)
{
    for (int h = 0; h < p->box->board->cells; h++) {
        bool any = false;

        EACH_PIECE_AT(p, u, h)
        if (may_fall_back(p, u)) {
            set_flag(p, u, F_RETREATS);
            any = true;
        }
        if (any) /* ruling 149 */
            push_retreat(p, h, 1, CAUSE_FIRE, 0);
    }
}

static void take_fight(struct play *p, struct step *t, const struct action *a)
{
    bool fire = ld(p)->attack[t->v[ATTACK] - 1].kind == ATTACK_FIRE;

    t->who = NOBODY;
    if (fire && a->verb == V_ACCEPT)
        send_horse_back(p);
    else if (!fire)
        t->v[IGNORED] = a->verb == V_IGNORE;
}

static const char *why_fight(const struct play *p, const struct step *t, const struct action *a)
{
    (void)a;
    return ld(p)->attack[t->v[ATTACK] - 1].kind == ATTACK_FIRE
               ? "11.55a: the horse artillery falls back or stays"
               : "11.63B: accept the retreat or ignore it";
}

static bool fight_sound(const struct play *p, const struct step *t)
{
    return t->v[ATTACK] >= 1 && t->v[ATTACK] <= ld(p)->attacks &&
           (t->pc > AT_READ || sound_attack(p, t->v[ATTACK] - 1)); /* ruling 139 */
}

static const char *phrase_fight(const struct play *p, const struct step *t)
{
    return ld(p)->attack[t->v[ATTACK] - 1].kind == ATTACK_FIRE
               ? "Does the horse artillery fall back one hex?"
               : "The chateau may be held: does its garrison retreat?";
}

const struct step_def step_fight = {
    .name = "fight",
    .cases = "11.4",
    .vars = "attack:1..48 ignored:no|yes",
    .points = "roll read apply orphans trains advance counter end over",
    .rolls = "read:6",
    .on = "resolution",
    .title = "Combat Phase",
    .prompt = "Accept the result?",
    .phrase = phrase_fight,
    .run = run_fight,
    .list = list_fight,
    .take = take_fight,
    .why = why_fight,
    .sound = fight_sound,
};

/* ---- losses by choice ---- */

enum { SIDE, OWED, EXCHANGE }; /* OWED: twice the half points that must still go */

static bool may_lose(const struct play *p, const struct step *t, int u)
{
    return takes_part(p, u, t->v[SIDE]) && is_combat_unit(p, u) && !is_spared(p, u, t->v[EXCHANGE]);
}

/* [11.4H] [CRT-13] At least so much; [11.48b] what cannot be paid is forgiven. */
static void run_losses(struct play *p, struct step *t)
{
    EACH_PIECE (p, u)
        if (t->v[OWED] > 0 && may_lose(p, t, u)) {
            t->who = u8(t->v[SIDE]);
            return;
        }
    agenda_pop(p, 0);
}

static void list_losses(const struct play *p, const struct step *t, struct menu *m)
{
    EACH_PIECE (p, u)
        if (may_lose(p, t, u))
            menu_add(m, act1(V_LOSE, u));
}

static const char *why_losses(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb == V_LOSE && takes_part(p, a->arg[0], t->v[SIDE]) &&
        is_spared(p, a->arg[0], t->v[EXCHANGE]))
        return "11.48b: infantry of the Guard suffers no exchange";
    return "11.4H: units that took part are lost until it is enough";
}

static void take_losses(struct play *p, struct step *t, const struct action *a)
{
    t->who = NOBODY;
    t->v[OWED] = i16(t->v[OWED] - 2 * strength_of(p, a->arg[0]));
    eliminate(p, a->arg[0]);
}

static int seat_of_losses(const struct play *p, const struct step *t)
{
    EACH_PIECE (p, u)
        if (may_lose(p, t, u)) {
            struct step by = step_asked(u, 0);

            return seat_by_piece(p, &by);
        }
    return SEAT_UNKNOWN;
}

static const char *phrase_losses(const struct play *p, const struct step *t)
{
    (void)p;
    return t->v[EXCHANGE] ? "Exchange: which of your units are lost? Strength {k1} at least"
                          : "Half is lost: which of your units? Strength {k1} at least";
}

const struct step_def step_losses = {
    .name = "losses",
    .cases = "11.4",
    .vars = "side:s owed:-500..500 exchange:no|yes",
    .on = "fight losses",
    .title = "Combat Phase",
    .prompt = "Which of your units are lost?",
    .phrase = phrase_losses,
    .about = "lose",
    .run = run_losses,
    .list = list_losses,
    .take = take_losses,
    .why = why_losses,
    .seat = seat_of_losses,
};
