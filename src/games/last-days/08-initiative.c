/*
 * 08-initiative.c: chapter 8.1: the cup, the draw, the chit of a forced march, and what pieces may
 * spend by them.
 */
#include "kernel/deal.h"
#include "ld.h"

enum { SIDE, SHARE };

static const uint8_t foot_points[CHITS] = { 4, 3, 2 },
                     horse_points[CHITS] = { 6, 4, 3 }; /* [8.12] */

/* [8.12] Infantry and foot artillery by the first number, cavalry and horse artillery by the second. */
static int chit_points(const struct play *p, int u, int chit)
{
    bool mounted = arm_of(p, u) == CAVALRY || arm_of(p, u) == HORSE;

    if (chit == 0)
        return 0;
    return mounted ? horse_points[chit - 1] : foot_points[chit - 1];
}

/* [1.4k] [8.1b] [9.11a] [9.12] [13.16] [2.11.B1c] Vedettes, leaders and trains as printed;
 * [21.13b] without chits four and six. */
static int points_by_chit(const struct play *p, int u, bool forced)
{
    const struct ld_state *s = ld(p);
    int side = side_of(p, u), arm = arm_of(p, u);

    if (arm == VEDETTE || arm == LEADER || arm == TRAIN)
        return def_of(p, u)->move;
    if (play_option(p, OPT_NO_INITIATIVE))
        return chit_points(p, u, 1 + CHIT_46);
    return chit_points(p, u, s->drawn[side] ? s->drawn[side] : s->night[side]) +
           (forced ? chit_points(p, u, s->extra[side]) : 0);
}

/* [8.16] [12.21] Commanders are not affected. */
static int after_morale(const struct play *p, int u, int points)
{
    bool commander = is_leader(p, u) && is_commander(p, u);

    return 2 * (is_demoralized(p, u) && !commander && points > 0 ? points - 1 : points);
}

int regular_allowance(const struct play *p, int u)
{
    return after_morale(p, u, points_by_chit(p, u, false));
}

/* [8.13a] [2.11.B1b] [8.13d] [8.2a] [15.1a] Forced: in command, under an order, or just come on. */
int allowance(const struct play *p, int u)
{
    bool forced =
        in_command(p, u) || under_order(p, u) || has_flag(p, u, F_ENTERED) || !on_map(p, u);

    return after_morale(p, u, points_by_chit(p, u, forced));
}

/* [8.1c] [8.13ex] */
void return_chits(struct play *p, int side)
{
    struct ld_state *s = ld(p);

    if (s->drawn[side])
        s->cup[side][s->drawn[side] - 1]++;
    if (s->extra[side])
        s->cup[side][s->extra[side] - 1]++;
    s->drawn[side] = s->extra[side] = s->night[side] = 0;
}

/* ---- the draw ---- */

static bool moot_draw(const struct play *p, const struct step *t)
{
    return play_option(p, OPT_NO_INITIATIVE) || cup_left(ld(p)->cup[t->v[SIDE]], CHITS) == 0;
}

/* [8.11] [2.11.B1a] */
static void list_draw(const struct play *p, const struct step *t, struct menu *m)
{
    cup_list(ld(p)->cup[t->v[SIDE]], CHITS, V_DRAW, m);
    for (int i = 0; i < m->n; i++)
        m->a[i].arg[0] = i16(W_CHIT + m->a[i].arg[0]);
}

/* [8.14a] At night into the hand, unseen. */
static void take_draw(struct play *p, struct step *t, const struct action *a)
{
    struct ld_state *s = ld(p);
    int side = t->v[SIDE], kind = a->arg[0] - W_CHIT;

    cup_take(s->cup[side], kind);
    agenda_pop(p, 0);
    if (is_night(p)) {
        s->hand[side][kind]++;
        s->held[side]++;
        s->veiled[side] = 1;
        s->night[side] = u8(1 + kind);
        play_tell(p, EV_NIGHT_CHIT, veil(side), 2, side, W_CHIT + kind);
    } else {
        s->drawn[side] = u8(1 + kind);
        play_tell(p, EV_CHIT, 0, 2, side, W_CHIT + kind);
    }
}

const struct step_def step_draw = {
    .name = "draw",
    .cases = "8.11",
    .vars = "side:s share:first+second",
    .on = "player@chit",
    .title = "Initiative Segment",
    .prompt = "Draw an Initiative Chit",
    .chance = true,
    .list = list_draw,
    .take = take_draw,
    .moot = moot_draw,
};

/* ---- the extra chit ---- */

/* [8.13b] [21.34] */
static const char *refuse_forced(const struct play *p, int side)
{
    const struct ld_state *s = ld(p);

    if (side == FRENCH && s->base.turn == 1)
        return "21.34: the French do not force march on the morning of 15 June";
    if (s->forced[side] && s->forced[side] + 1 == s->base.turn)
        return "8.13b: no forced march on two turns running";
    return NULL;
}

static const char *refuse_chit(const struct play *p, int side, int kind)
{
    const struct ld_state *s = ld(p);

    if (!s->hand[side][kind])
        return "8.13a: there is no such chit in the hand";
    return s->drawn[side] ? refuse_forced(p, side) : NULL;
}

/* [8.14c] With an empty cup one must be played as the regular chit, then one more may be. */
static void list_chit(const struct play *p, const struct step *t, struct menu *m)
{
    int side = t->v[SIDE];

    for (int kind = 0; kind < CHITS; kind++)
        if (!refuse_chit(p, side, kind))
            menu_add(m, act1(V_CHIT, W_CHIT + kind));
    if (ld(p)->drawn[side] || m->n == 0)
        menu_add(m, act0(V_NO));
}

static const char *why_chit(const struct play *p, const struct step *t, const struct action *a)
{
    int kind = a->arg[0] - W_CHIT;

    if (a->verb != V_CHIT)
        return "8.14c: with an empty cup a chit of the hand is played";
    return kind >= 0 && kind < CHITS ? refuse_chit(p, t->v[SIDE], kind)
                                     : "8.12: there is no such chit";
}

static void take_chit(struct play *p, struct step *t, const struct action *a)
{
    struct ld_state *s = ld(p);
    int side = t->v[SIDE];

    if (a->verb == V_NO) {
        agenda_pop(p, 0);
        return;
    }
    s->hand[side][a->arg[0] - W_CHIT]--;
    s->held[side]--;
    play_tell(p, s->drawn[side] ? EV_EXTRA : EV_CHIT, 0, 2, side, a->arg[0]);
    if (!s->drawn[side]) {
        s->drawn[side] = u8(1 + a->arg[0] - W_CHIT);
        return;
    }
    s->extra[side] = u8(1 + a->arg[0] - W_CHIT);
    s->forced[side] = s->base.turn;
    agenda_pop(p, 0);
}

static bool moot_chit(const struct play *p, const struct step *t)
{
    (void)t;
    return play_option(p, OPT_NO_INITIATIVE);
}

/* What has been drawn is open, and so is how many are held. */
static const char *phrase_chit(const struct play *p, const struct step *t)
{
#define DRAWN(name, id, foot, horse)                                                               \
    "The chit is " id ": infantry moves " #foot ", cavalry " #horse                                \
    ". Play one of the hand besides, for a forced march?",
#define ALONE(name, id, foot, horse)                                                               \
    "The chit is " id ": infantry moves " #foot ", cavalry " #horse                                \
    ". There is no forced march this turn",
    static const char *const drawn[] = { CHIT_LIST(DRAWN) }, *const alone[] = { CHIT_LIST(ALONE) };
    int side = t->v[SIDE], kind = ld(p)->drawn[side] - 1;

    if (kind < 0)
        return "The cup is empty: which chit of the hand is the chit of this turn?";
    return ld(p)->held[side] && !refuse_forced(p, side) ? drawn[kind] : alone[kind];
}

const struct step_def step_chit = {
    .name = "chit",
    .cases = "8.13",
    .vars = "side:s share:first+second",
    .on = "player@movement",
    .title = "Initiative Segment",
    .prompt = "Play a chit from the hand for a forced march?",
    .phrase = phrase_chit,
    .no = "No forced march",
    .list = list_chit,
    .take = take_chit,
    .why = why_chit,
    .moot = moot_chit,
    .seat = seat_by_share,
    .sound = phase_sound,
};
