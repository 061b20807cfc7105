/*
 * 06-2-movement.c: chapters 1.2, 3.7, 3.8 and 6.2.2: which blocks move, and how, area by area.
 *
 * A block is taken up (in secret), marches area by area (in the open, its face hidden) and halts;
 * artillery may be revealed, cavalry may scout (OR 3). A step is legal only if the block can come
 * to rest within what it has left, so nobody is ever caught in a full area. Leaders who are being
 * activated ride by the same rules with one point kept for revealing.
 */
#include <assert.h>

#include "w200.h"

enum { SIDE, MASK };              /* of the phase */
enum { UNIT, AREA, POINTS, HOW }; /* of a march; AREA is open once it has left */

struct mover mover_of(const struct play *p, const struct step *t)
{
    int u = t->v[UNIT], faction = faction_of(p, u);

    return (struct mover){ .u = u,
                           .faction = faction,
                           .side = side_of(faction),
                           .mode = t->v[HOW] % MARCH_GONE,
                           .gone = t->v[HOW] & MARCH_GONE,
                           .broke = t->v[HOW] & MARCH_BROKE };
}

static bool friendly(const struct play *p, int side, int area)
{
    return areas_has(controlled_by(p, side), area);
}

/* [3.9.1a] [3.9.1c] [6.4d] One point is kept for revealing the leader. */
static int kept(const struct mover *m)
{
    return m->mode == MODE_LEADER || m->mode == MODE_HQ;
}

/* [1.2a] [1.2b] [1.2c] [3.8a] [3.8b] [6.2.2c] All is added up. */
int cost_of_entry(const struct play *p, const struct mover *m, int from, int to)
{
    return box_of(p)->cost[to] + enemy_in(p, m->side, from) + enemy_in(p, m->side, to);
}

/* ---- 3.8 engaging ---- */

/* [6.2.3f] [6.1c] [3.9.5c] Areas that the faction may still newly contest in this impulse. */
int engagements_left(const struct play *p, int faction)
{
    const struct w200_state *s = w200_of(p);
    struct areas fresh =
        areas_less(areas_and(contested_now(p), s->occupied[faction]), s->contested_before);

    return battle_limit(p, faction) - areas_count(fresh);
}

static bool combat_unit_in(const struct play *p, int faction, int area)
{
    const struct w200_state *s = w200_of(p);

    EACH_BLOCK_AT (s, u, area)
        if (faction_of(p, u) == faction && is_combat_unit(p, u))
            return true;
    return false;
}

/* [6.3b] [3.9.1b] [3.4b] [3.10.1f] [6.1c] [6.2.3f] ruling 16: support goes where combat units
 * already are. */
static const char *refuse_engagement(const struct play *p, const struct mover *m, int to)
{
    if (m->mode == MODE_PASS)
        return "6.3b: the block that moves in a Pass cannot engage";
    if (kept(m))
        return "3.9.1b: a leader cannot be revealed in an area with enemies";
    if (!is_combat_unit(p, m->u) && !combat_unit_in(p, m->faction, to))
        return is_artillery(p, m->u)
                   ? "3.10.1f: artillery does not engage without a combat unit there"
                   : "3.4b: a leader does not engage without a combat unit there";
    if (!is_contested(p, to) && engagements_left(p, m->faction) <= 0)
        return m->mode == MODE_STRATEGIC
                   ? "6.1c: one new engagement of a faction in a Strategic Action"
                   : "6.2.3f: no more new engagements than battles allowed";
    return NULL;
}

/* ---- one step ---- */

/* [3.8c] [3.8d] [3.8e] [3.8f] ruling 10: controlled, be it contested; option: and free of the enemy. */
static const char *refuse_disengaging(const struct play *p, const struct mover *m, int from, int to)
{
    bool safe = friendly(p, m->side, to) && !enemy_in(p, m->side, to);
    int arm = unit_of(p, m->u)->arm;

    if (enemy_in(p, m->side, from)) {
        if (m->gone)
            return "3.8c: a block that has engaged stops";
        if (!friendly(p, m->side, to))
            return "3.8d: a block that disengages goes first to an area that its own side controls";
        return safe || play_state(p)->option[OPT_BREAK] == FRIENDLY_CONTROLLED
                   ? NULL
                   : "3.8d: a block that disengages goes first to an area without enemies";
    }
    if (m->broke && !safe && arm != CAVALRY && arm != HORSE)
        return "3.8f: only cavalry and horse artillery go on to the enemy after disengaging";
    return NULL;
}

/* [3.7d] [6.2.2d] [3.8a] [3.8b] [3.9.1c] [3.10.1g] There is no minimum move. */
static const char *refuse_cost(const struct play *p, const struct mover *m, int from, int mp,
                               int to)
{
    int cost = cost_of_entry(p, m, from, to);

    if (cost <= mp - kept(m))
        return NULL;
    if (cost <= mp)
        return "3.9.1c: one movement point must be left to reveal the leader";
    if (box_of(p)->cost[to] > mp)
        return "6.2.2d: it has not enough movement points left";
    return enemy_in(p, m->side, to)
               ? "3.8a: engaging costs one movement point more than it has left"
               : "3.8b: disengaging costs one movement point more than it has left";
}

/* May it go in at all, whether or not it may stay? */
static const char *refuse_entry(const struct play *p, const struct mover *m, int from, int mp,
                                int to)
{
    const char *why;

    if (!areas_has(box_of(p)->next[from], to))
        return "6.2.2c: a block moves from area to neighbouring area";
    if (areas_has(box_of(p)->black, to)) /* [SID-4] [1.4b] [1.4e] ruling 3 */
        return m->faction == PRUSSIAN ? "1.4e: a Black Area is not entered again"
                                      : "1.4b: Black Areas are closed to French and British";
    why = refuse_disengaging(p, m, from, to);
    if (!why && enemy_in(p, m->side, to))
        why = refuse_engagement(p, m, to);
    return why ? why : refuse_cost(p, m, from, mp, to);
}

/* [6.2.1c] [6.2.2e] [6.4d] May it stay? */
static const char *refuse_rest(const struct play *p, const struct mover *m, int area)
{
    if (m->mode == MODE_HQ && area != box_of(p)->hq[m->faction])
        return "6.4d: a Strategic Leader rides to his General HQ Area only";
    return refuse_stack(p, m->u, area);
}

/* Is there anywhere to rest within so many points of an area that is only crossed? */
static bool can_rest_beyond(const struct play *p, struct mover m, int area, int mp)
{
    struct areas at[8] = { { { 0, 0 } } };

    m.gone = true;
    areas_add(&at[mp], area);
    for (; mp > 0; mp--)
        while (areas_any(at[mp])) {
            int from = areas_take(&at[mp]);
            struct areas near = box_of(p)->next[from];

            while (areas_any(near)) {
                int to = areas_take(&near);

                if (refuse_entry(p, &m, from, mp, to))
                    continue;
                if (!refuse_rest(p, &m, to))
                    return true;
                if (!enemy_in(p, m.side, to))
                    areas_add(&at[mp - cost_of_entry(p, &m, from, to)], to);
            }
        }
    return false;
}

/* [6.2.2e] [6.2.2x] [SID-5] Full areas and those of the other Allied faction may be crossed. */
const char *refuse_march(const struct play *p, const struct mover *m, int mp, int to)
{
    int from = w200_of(p)->block[m->u].place;
    struct mover after = *m;
    const char *why = refuse_entry(p, m, from, mp, to), *full;

    if (why)
        return why;
    full = refuse_rest(p, m, to);
    if (!full || enemy_in(p, m->side, to))
        return full;
    after.broke |= enemy_in(p, m->side, from);
    return can_rest_beyond(p, after, to, mp - cost_of_entry(p, m, from, to)) ? NULL : full;
}

bool can_march(const struct play *p, const struct mover *m, int mp)
{
    struct areas near = box_of(p)->next[w200_of(p)->block[m->u].place];

    while (areas_any(near))
        if (!refuse_march(p, m, mp, areas_take(&near)))
            return true;
    return false;
}

/* ---- 6.2.2 who moves ---- */

/* What the side's orders reach, worked out once for a list. */
struct orders {
    struct areas loc[FACTIONS];
    struct areas range[CORPS]; /* of activated leaders */
};

static void work_out(const struct play *p, int side, struct orders *o)
{
    const struct w200_box *box = box_of(p);

    memset(o, 0, sizeof *o);
    for (int f = 0; f < FACTIONS; f++)
        if (side_of(f) == side)
            o->loc[f] = loc_of(p, f);
    for (int c = 0; c < CORPS; c++)
        if (side_of(box->corps_faction[c]) == side && w200_of(p)->action == DO_TACTICAL &&
            w200_of(p)->block[box->leader[c]].shown & SHOWN_ACTIVE)
            o->range[c] = range_of(p, box->leader[c]);
}

static int mode_of(const struct play *p)
{
    switch (w200_of(p)->action) {
    case DO_TACTICAL: return MODE_TACTICAL;
    case DO_STRATEGIC: return MODE_STRATEGIC;
    default: return MODE_PASS;
    }
}

/* [3.9.5.3] [3.10c] [6.2.2b] Boosted by its leader in a Tactical Action only. */
static int allowance(const struct play *p, int u, int mode)
{
    return unit_of(p, u)->mp + (mode == MODE_TACTICAL);
}

/* [3.9.5a] [3.9.5.1c] ruling 19: a Strategic Leader has no corps. */
static const char *refuse_command(const struct play *p, const struct orders *o, int u)
{
    int corps = unit_of(p, u)->corps;

    if (corps == CORPS)
        return "3.9.5a: no Tactical Leader commands a Strategic Leader";
    if (!areas_any(o->range[corps]))
        return "3.9.5a: its own Tactical Leader is not activated";
    if (w200_of(p)->block[u].shown & SHOWN_ACTIVE)
        return "3.9.1e: a leader who has been revealed does not move again";
    if (!areas_has(o->range[corps], w200_of(p)->block[u].place))
        return "3.9.5.1c: it is not within the Tactical Range of its leader";
    return NULL;
}

/* [6.3a] [6.1b] [SID-6] ruling 7: a Pass moves one block of the side, a Strategic Action SV of each
 * faction. */
static const char *refuse_more(const struct play *p, int mode, int faction)
{
    const struct w200_state *s = w200_of(p);

    if (mode == MODE_PASS && s->moved[FRENCH] + s->moved[BRITISH] + s->moved[PRUSSIAN] > 0)
        return "6.3a: one block moves in a Pass";
    if (mode == MODE_STRATEGIC && s->moved[faction] >= strategic_value(p, faction))
        return "6.1b: no more blocks than the Strategic Value of the faction's Strategic Leader";
    return NULL;
}

static const char *refuse_order(const struct play *p, const struct orders *o, int mode, int u)
{
    const struct block *k = &w200_of(p)->block[u];
    int faction = faction_of(p, u);
    const char *why;

    if (k->place >= AREAS)
        return "6.2.2a: it is not on the map";
    if (k->flags & F_MOVED)
        return "6.2.2a: it has moved in this impulse";
    if (!areas_has(o->loc[faction], k->place))
        return "6.4.1c: an isolated block does not move";
    why = mode == MODE_TACTICAL ? refuse_command(p, o, u) : refuse_more(p, mode, faction);
    return why;
}

static const char *refuse_reveal(const struct play *p, const struct mover *m, int mp);

static bool can_scout(const struct play *p, const struct mover *m, int mp)
{
    struct areas near = box_of(p)->next[w200_of(p)->block[m->u].place];

    while (play_option(p, OPT_SCOUTING) && areas_any(near))
        if (!refuse_scout(p, m, mp, areas_take(&near)))
            return true;
    return false;
}

/* Who is taken up must be able to do something. */
static const char *refuse_idle(const struct play *p, int mode, int u)
{
    int faction = faction_of(p, u), mp = allowance(p, u, mode);
    struct mover m = { .u = u, .faction = faction, .side = side_of(faction), .mode = mode };

    if (can_march(p, &m, mp) || !refuse_reveal(p, &m, mp) || can_scout(p, &m, mp))
        return NULL;
    return "6.2.2d: it cannot move anywhere";
}

/* [6.2.2a] [6.4.1c] */
const char *refuse_take(const struct play *p, const struct step *t, int u)
{
    struct orders o;
    const char *why;

    if (side_of(faction_of(p, u)) != t->v[SIDE])
        return "6.2.2a: a side moves its own blocks";
    if (!(t->v[MASK] >> faction_of(p, u) & 1))
        return "SID-1: the other faction's owner decides about it";
    work_out(p, t->v[SIDE], &o);
    why = refuse_order(p, &o, mode_of(p), u);
    return why ? why : refuse_idle(p, mode_of(p), u);
}

static void list_movement(const struct play *p, const struct step *t, struct menu *m)
{
    const struct w200_box *box = box_of(p);
    int mode = mode_of(p);
    struct orders o;

    work_out(p, t->v[SIDE], &o);
    for (int f = 0; f < FACTIONS; f++) {
        if (!(t->v[MASK] >> f & 1) || (mode != MODE_TACTICAL && refuse_more(p, mode, f)))
            continue;
        for (int u = box->first[f]; u < box->first[f + 1]; u++)
            if (!refuse_order(p, &o, mode, u) && !refuse_idle(p, mode, u))
                menu_add(m, act1(V_TAKE, u));
    }
    menu_add(m, act0(V_STOP));
}

static const char *why_movement(const struct play *p, const struct step *t, const struct action *a)
{
    const struct block *k;

    if (a->verb == V_ACTIVATE)
        return "3.10Fd: leaders are activated in the Activation Phase only";
    if (a->verb != V_TAKE && a->verb != V_MARCH)
        return NULL;
    k = &w200_of(p)->block[a->arg[0]];
    if (a->verb == V_MARCH && side_of(faction_of(p, a->arg[0])) == t->v[SIDE] &&
        k->flags & F_MOVED && enemy_in(p, t->v[SIDE], k->place))
        return "3.8c: a block that has engaged stops";
    return refuse_take(p, t, a->arg[0]);
}

static void take_movement(struct play *p, struct step *t, const struct action *a)
{
    int mode = mode_of(p);

    (void)t;
    if (a->verb == V_STOP) {
        agenda_pop(p, 0);
        return;
    }
    w200_of(p)->block[a->arg[0]].flags |= F_MOVED;
    ask_march(p, a->arg[0], mode, allowance(p, a->arg[0], mode));
}

const struct step_def step_movement = {
    .name = "movement",
    .thought = THINK_CHOICE,
    .cases = "6.2.2a",
    .vars = "side:s factions:french+british+prussian",
    .on = "tactical@combat strategic@combat pass@end movement",
    .title = "Movement",
    .prompt = "Move a block",
    .about = "take",
    .done = "End movement",
    .phase = true,
    .list = list_movement,
    .take = take_movement,
    .why = why_movement,
    .forecast = forecast_battles,
    .seat = seat_by_mask,
    .sound = phase_sound,
};

/* ---- the march ---- */

void ask_march(struct play *p, int u, int mode, int mp)
{
    assert(in_area(p, u) && mode >= 0 && mode < MODES);
    agenda_push_with(p, ST_MARCH, side_of(faction_of(p, u)), u, -1, mp, mode);
}

/* [6.2.2a] What was taken up goes somewhere. */
static const char *refuse_halt(const struct play *p, const struct mover *m)
{
    if (kept(m))
        return "3.9.1a: a leader who is activated is revealed at the end of his ride";
    if (!m->gone)
        return "6.2.2a: a block that is taken up moves";
    return refuse_rest(p, m, w200_of(p)->block[m->u].place);
}

/* [3.9.1b] [3.9.1c] [3.10Fd] [3.10.1a] [3.10.1d] [3.10.1e] [3.10Fa] [6.2.2c] ruling 18 */
static const char *refuse_reveal(const struct play *p, const struct mover *m, int mp)
{
    int area = w200_of(p)->block[m->u].place;

    if (!kept(m) && !is_artillery(p, m->u))
        return is_leader(p, m->u) ? "3.10Fd: leaders are activated in the Activation Phase only"
                                  : "3.10Fd: only artillery is revealed in the Movement Phase";
    if (m->mode == MODE_PASS)
        return "6.3c: there is no combat in a Pass, and nothing is activated";
    if (enemy_in(p, m->side, area))
        return kept(m) ? "3.9.1b: a leader cannot be revealed in an area with enemies"
                       : "3.10Fa: artillery among enemies does not support another area";
    if (mp < 1)
        return "3.10.1d: to be revealed costs a movement point, and none is left";
    return refuse_rest(p, m, area);
}

static void list_march(const struct play *p, const struct step *t, struct menu *m)
{
    struct mover k = mover_of(p, t);
    struct areas near = box_of(p)->next[w200_of(p)->block[k.u].place], green;

    for (struct areas to = near; areas_any(to);) {
        int area = areas_take(&to);

        if (!refuse_march(p, &k, t->v[POINTS], area))
            menu_add(m, act2(V_MARCH, k.u, area));
    }
    for (green = areas_and(near, box_of(p)->green);
         play_option(p, OPT_SCOUTING) && areas_any(green);) {
        int area = areas_take(&green);

        if (!refuse_scout(p, &k, t->v[POINTS], area))
            menu_add(m, act1(V_SCOUT, area));
    }
    if (!refuse_reveal(p, &k, t->v[POINTS]))
        menu_add(m, act0(V_REVEAL));
    if (!refuse_halt(p, &k) || m->n == 0) /* nothing left: in a position that was only guessed */
        menu_add(m, act0(V_HALT));
}

static const char *why_march(const struct play *p, const struct step *t, const struct action *a)
{
    struct mover k = mover_of(p, t);

    switch (a->verb) {
    case V_MARCH:
        return a->arg[0] == k.u ? refuse_march(p, &k, t->v[POINTS], a->arg[1])
                                : "6.2.2a: blocks move one after another";
    case V_SCOUT: return refuse_scout(p, &k, t->v[POINTS], a->arg[0]);
    case V_REVEAL: return refuse_reveal(p, &k, t->v[POINTS]);
    case V_HALT: return refuse_halt(p, &k);
    default: return NULL;
    }
}

/* Counted when it is seen to move, not when it is taken up. */
static void count_mover(struct play *p, struct step *t, const struct mover *k)
{
    if (!k->gone && !kept(k))
        w200_of(p)->moved[k->faction]++;
    t->v[HOW] |= MARCH_GONE;
}

/* Whom the enemy does not see for what it is: everyone but a Strategic Leader. */
static uint8_t veil_of(const struct play *p, int u)
{
    return unit_of(p, u)->arm == STRATEGIC ? 0 : veil(side_of(faction_of(p, u)));
}

/* [1.5b] [3.8c] One area. Who has engaged is there: nothing is left to ask. */
static void step_into(struct play *p, struct step *t, const struct mover *k, int to)
{
    int from = w200_of(p)->block[k->u].place;

    count_mover(p, t, k);
    t->v[POINTS] = i16(t->v[POINTS] - cost_of_entry(p, k, from, to));
    t->v[AREA] = i16(to);
    if (enemy_in(p, k->side, from))
        t->v[HOW] |= MARCH_BROKE;
    leave_area(p, k->u);
    play_tell(p, EV_MARCH, veil_of(p, k->u), 4, k->u, from, to, W_FRENCH + k->faction);
    enter_area(p, k->u, to);
    if (enemy_in(p, k->side, to))
        agenda_pop(p, 0);
}

/* [3.9.1a] [3.9.5b] [3.10.1a] [6.2.1b] */
static void reveal(struct play *p, const struct mover *k)
{
    struct w200_state *s = w200_of(p);

    show_block(p, k->u, SHOWN_ACTIVE);
    play_tell(p, EV_REVEAL, 0, 2, k->u, s->block[k->u].place);
    if (k->mode == MODE_LEADER) {
        s->leaders[k->faction]++;
        s->able |= !at_heart(p, k->u);
    }
    agenda_pop(p, 0);
}

static void take_march(struct play *p, struct step *t, const struct action *a)
{
    struct mover k = mover_of(p, t);

    switch (a->verb) {
    case V_MARCH: step_into(p, t, &k, a->arg[1]); break;
    case V_REVEAL:
        count_mover(p, t, &k);
        reveal(p, &k);
        break;
    case V_SCOUT:
        count_mover(p, t, &k);
        agenda_pop(p, 0);
        ask_scout(p, k.u, a->arg[0]);
        break;
    default: agenda_pop(p, 0);
    }
    verdict(p);
}

/* Of an unseen block: one of the armies that are active, which is open. */
static int seat_of_march(const struct play *p, const struct step *march)
{
    const struct state *s = play_state(p);
    const struct step *phase = &s->agenda[s->depth > 1 ? s->depth - 2 : 0];

    if (march->v[UNIT] >= 0)
        return faction_of(p, march->v[UNIT]);
    if (phase->op != ST_ACTIVATION && phase->op != ST_MOVEMENT)
        return SEAT_UNKNOWN;
    return phase->v[1] == 1 << PRUSSIAN  ? PRUSSIAN
           : phase->v[1] == 1 << BRITISH ? BRITISH
                                         : SEAT_UNKNOWN;
}

/* [3.8c] [6.2.2e] Who is on the way is not among enemies, and can rest here or further on. */
static bool way_sound(const struct play *p, const struct step *t)
{
    struct mover m = mover_of(p, t);
    int area = w200_of(p)->block[m.u].place;

    if (!m.gone)
        return true;
    return !enemy_in(p, m.side, area) &&
           (!refuse_rest(p, &m, area) || can_rest_beyond(p, m, area, t->v[POINTS]));
}

static bool march_sound(const struct play *p, const struct step *t)
{
    return t->v[UNIT] >= 0 && in_area(p, t->v[UNIT]) && t->v[HOW] % MARCH_GONE < MODES &&
           t->v[HOW] < MARCH_GONE + MARCH_BROKE + MODES &&
           t->who == side_of(faction_of(p, t->v[UNIT])) && way_sound(p, t);
}

const struct step_def step_march = {
    .name = "march",
    .cases = "6.2.2c",
    .vars = "who:U area:P points:0..6 how:0..31",
    .on = "activation movement hq",
    .title = "Movement",
    .prompt = "Where does {u0} go?",
    .about = "march",
    .marches = true,
    .done = "Halt here",
    .list = list_march,
    .take = take_march,
    .why = why_march,
    .seat = seat_of_march,
    .sound = march_sound,
};

int w200_points_left(const struct play *p, int u)
{
    const struct state *s = p->state;

    if (s->depth > 0 && s->agenda[s->depth - 1].op == ST_MARCH &&
        s->agenda[s->depth - 1].v[UNIT] == u)
        return 2 * s->agenda[s->depth - 1].v[POINTS];
    return 0;
}

int w200_points_of(const struct play *p, int u)
{
    const struct state *s = p->state;
    const struct step *t = s->depth ? &s->agenda[s->depth - 1] : NULL;

    if (!t || t->op != ST_MARCH || t->v[UNIT] != u)
        return 0;
    return 2 * allowance(p, u, t->v[HOW] & 7);
}
