/*
 * 12-setup.c: 12.0 how a scenario begins, and how reinforcements come: 3.1 entry, and the options of chapter 12.
 *
 * A scenario is a position (data, position.c). Who is due stands beside the map and enters when its chit is drawn: at a
 * gate of the map's edge by its road, or in a hex inside the map where the scenario says so.
 */
#include "mib.h"

/* [AM-12] [AM-13] Small divisions are those that begin with one or two steps. */
void mib_setup(struct play *p)
{
    EACH_PIECE (p, u)
        if (arm_of(p, u) == INFANTRY && unit_at(p, u)->place != ABSENT &&
            sp_of(p, u) <= mbox(p)->num[N_SMALL])
            set_flag(p, u, U_SMALL);
    mib_restored(p);
    agenda_push(p, ST_GAME, NOBODY);
}

/* ---- who is due ---- */

/* [3.1r1] [12.9r2] The corps of Hal comes only with the option. */
bool is_due(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);

    if (k->place != WAITING || k->due > play_state(p)->turn)
        return false;
    return is_leader(p, u) || !def_at(p, u)->hal || play_option(p, OPT_HAL);
}

/* [12.6r] A group: the same army, gate and delay. */
static int next_group(const struct play *p, int from)
{
    int turn = play_state(p)->turn;

    for (int u = from; u < p->box->pieces; u++)
        if (unit_at(p, u)->place == WAITING && unit_at(p, u)->due == turn &&
            army_of(p, u) == ARMY_PRUSSIAN)
            return u;
    return NO_PIECE;
}

static bool same_group(const struct play *p, int u, int other)
{
    const struct unit *a = unit_at(p, u), *b = unit_at(p, other);

    return a->place == WAITING && b->place == WAITING && army_of(p, u) == army_of(p, other) &&
           a->gate == b->gate && a->due == b->due && a->late == b->late;
}

/* [SOP-1] [3.1r1] [12.6r] With the option the Prussians roll for it: of them it is said then. */
void announce_arrivals(struct play *p)
{
    bool rolled = play_option(p, OPT_VARIABLE);

    EACH_PIECE (p, u)
        if (is_due(p, u) && unit_at(p, u)->due == play_state(p)->turn &&
            !(rolled && army_of(p, u) == ARMY_PRUSSIAN))
            play_tell(p, EV_DUE, 0, 2, u, unit_at(p, u)->gate);
    if (rolled)
        agenda_push_with(p, ST_ARRIVAL, NOBODY, 0, 0, 0, 0);
}

static bool led_before(const struct play *p, int u)
{
    for (int i = 0; i < u; i++)
        if (same_group(p, i, u))
            return true;
    return false;
}

/* [12.6r] 3 to 6, with one more for each turn of delay; else it is tried again in the next turn. */
static void settle_group(struct play *p, int lead, int die)
{
    bool arrives = die + unit_at(p, lead)->late >= mbox(p)->ours[O_ARRIVAL];

    for (int u = p->box->pieces - 1; u >= lead; u--) {
        if (!same_group(p, u, lead))
            continue;
        play_tell(p, arrives ? EV_DUE : EV_LATE, 0, 2, u, unit_at(p, u)->gate);
        if (u == lead || arrives)
            continue;
        unit_at(p, u)->due++, unit_at(p, u)->late++;
    }
    if (!arrives)
        unit_at(p, lead)->due++, unit_at(p, lead)->late++;
}

/* [12.6r] Group by group; each is named by its first piece. */
static void run_arrival(struct play *p, struct step *t)
{
    int u = t->v[0], die = t->answer;

    if (t->pc == 1) {
        t->pc = 0;
        t->v[0] = i16(u + 1);
        settle_group(p, u, die);
        return;
    }
    do
        u = next_group(p, u);
    while (u != NO_PIECE && led_before(p, u) && ++u);
    if (u == NO_PIECE) {
        agenda_pop(p, 0);
        return;
    }
    t->v[0] = i16(u);
    t->pc = 1;
    agenda_roll(p, 1, 6, W_ROLL + R_ARRIVAL);
}

static bool arrival_sound(const struct play *p, const struct step *t)
{
    return t->pc == 1 && t->v[0] < p->box->pieces && next_group(p, t->v[0]) == t->v[0];
}

const struct step_def step_arrival = {
    .name = "arrival",
    .cases = "12.6r",
    .vars = "lead:0..128",
    .points = "next rolled",
    .on = "turn@french",
    .rolls = "rolled:6",
    .run = run_arrival,
    .sound = arrival_sound,
};

/* ---- entering ---- */

static const struct gate *gate_at(const struct play *p, int h)
{
    for (int i = 0; i < mbox(p)->gates; i++)
        if (mbox(p)->gate[i].cell == h && mbox(p)->gate[i].entry)
            return &mbox(p)->gate[i];
    return NULL;
}

static bool at_edge(const struct play *p, int h)
{
    for (int i = 0; i < HEX_SIDES; i++)
        if (p->box->board->cell[h].next[i] < 0)
            return true;
    return false;
}

static bool is_held(const struct play *p, int u, int h)
{
    int top = mib(p)->top[h];

    return top != STACK_END && side_of(p, top) != side_of(p, u);
}

enum { FARTHEST = 98 }; /* hexes from a gate to an open hex: no board is wider */

/* The ground of the hex itself, off the roads, or by the road that comes in there. */
static int entry_cost(const struct play *p, int u, int h)
{
    const struct gate *g = gate_at(p, h);

    return g ? gate_cost(p, u, g->highway) : terrain_cost(p, u, h);
}

/* May it be put into the hex? [3.1r2] */
static bool takes_in(const struct play *p, int u, int h)
{
    return !is_held(p, u, h) && !refuse_company(p, u, h) && terrain_cost(p, u, h) != NO_ENTRY;
}

/* [3.1r2] Hexes about the gate at this distance: at the edge, or inside the map any that take it in. */
static bool is_open(const struct play *p, int u, int h)
{
    if (!gate_at(p, unit_at(p, u)->gate))
        return takes_in(p, u, h);
    return at_edge(p, h) && !is_held(p, u, h) && entry_cost(p, u, h) <= allowance(p, u) &&
           !refuse_arrival(p, u, h, allowance(p, u) - entry_cost(p, u, h));
}

/* Open hexes so far from its gate, in the order of their numbers. */
static int open_at(const struct play *p, int u, int distance, int16_t open[HEX_SIDES * FARTHEST])
{
    const struct board *b = p->box->board;
    struct hex ring[HEX_SIDES * FARTHEST];
    int about = hex_ring(b->cell[unit_at(p, u)->gate].hex, distance, ring), n = 0;

    for (int i = 0; i < about; i++) {
        int h = board_at(b, ring[i]), at = n;

        if (h < 0 || !is_open(p, u, h))
            continue;
        for (n++; at > 0 && open[at - 1] > h; at--)
            open[at] = open[at - 1];
        open[at] = fit_i16(h);
    }
    return n;
}

/* The nearest, ring by ring about its gate; how many. */
static int nearest_open(const struct play *p, int u, int16_t open[HEX_SIDES * FARTHEST])
{
    int gate = unit_at(p, u)->gate, most = gate_at(p, gate) ? mbox(p)->ours[O_ENTRY] : FARTHEST;
    int n = 0;

    open[0] = fit_i16(gate);
    if (is_open(p, u, gate))
        return 1;
    if (gate_at(p, gate) && !is_held(p, u, gate)) /* full, or beyond its strength: it waits */
        return 0;
    for (int distance = 1; !n && distance <= most; distance++)
        n = open_at(p, u, distance, open);
    return n;
}

const char *refuse_entry(const struct play *p, int u, int h)
{
    int16_t open[HEX_SIDES * FARTHEST];

    if (!is_due(p, u))
        return "3.1r1: it is not due";
    for (int n = nearest_open(p, u, open); n-- > 0;)
        if (open[n] == h)
            return NULL;
    return "3.1r2: it enters at its entry hex, or the nearest that is free";
}

void list_entries(const struct play *p, int u, struct menu *m)
{
    int16_t open[HEX_SIDES * FARTHEST];
    int n = nearest_open(p, u, open);

    for (int i = 0; i < n; i++)
        menu_add(m, act2(V_ENTER, u, open[i]));
}

/* [3.1r2] [10.2r3] It pays the hex and goes on; inside the map it is put there. It faces the enemy's country. */
void enter_map(struct play *p, int u, int h)
{
    struct unit *k = unit_at(p, u);
    int facing = facing_at(p, h);

    if (gate_at(p, k->gate)) {
        k->spent = u8(entry_cost(p, u, h));
        set_flag(p, u, U_MOVED);
    }
    k->due = k->late = 0;
    k->gate = 0;
    if (is_combat(p, u))
        k->facing = u8(facing >= 0 ? facing : side_of(p, u) == FRENCH ? 0 : 6);
    put_at(p, u, h);
    set_flag(p, u, U_ENTERED);
    play_tell(p, EV_ENTERS, 0, 2, u, h);
    take_place(p, u);
    begin_march(p, u);
}
