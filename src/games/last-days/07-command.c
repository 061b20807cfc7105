/*
 * 07-command.c: chapters 5.1 and 7: Commanders spend their points on officers and single units
 * within range; what follows for their formations is settled when the segment ends.
 *
 * A piece that was given a point carries the number of its Commander (`chief`); so do those who
 * come into command through their officer.
 */
#include "ld.h"

enum { SIDE, SHARE };
enum { RANGE = 4 }; /* half hexes: two hexes, roads and trails count half [CMD-1] */

/* [1.4e] [5.1] */
bool is_commander(const struct play *p, int leader)
{
    return is_leader(p, leader) && def_of(p, leader)->rating > 0;
}

/* [5.12n] Grouchy's designation is none. [5.13a] Of a replacement: the formation of the one whom
 * he replaces. */
int formation_led(const struct play *p, int leader)
{
    const struct piece_def *d = def_of(p, leader);
    int replaced = ld(p)->replaced[d->army];

    if (d->role != LEADS_REPLACEMENT)
        return d->formation;
    return replaced ? def_of(p, replaced - 1)->formation : NO_FORMATION;
}

/* [1.4f] [5.12a] [5.12ex] [5.15e] [5.17] His own formation, and the one that he may run besides. */
bool is_officer_of(const struct play *p, int leader, int u)
{
    int formation = def_of(p, u)->formation;

    if (!is_leader(p, leader) || formation == NO_FORMATION || is_leader(p, u))
        return false;
    return formation == formation_led(p, leader) || formation == def_of(p, leader)->also;
}

/* ---- 7.2 range ---- */

/* [7.22A] [7.22B] Not through enemies, nor over a river without a bridge; zones are no matter. */
static int trace_step(const struct play *p, int side, int from, int d)
{
    int bits = side_between(p, from, d), to = next_of(p, from, d);

    if (to < 0 || enemy_in(p, to, side))
        return NO_ENTRY;
    if (bits & (S_ROAD | S_TRAIL))
        return 1;
    return bits & S_RIVER && pontoon_on(p, from, d) < 0 ? NO_ENTRY : 2;
}

/* [7.2A] [7.2B] [7.2C] [CMD-1] ruling 16: half hexes from the leader's hex to all within range;
 * others are more. */
void command_reach(const struct play *p, int side, int from, uint8_t cost[CELLS_MAX])
{
    int16_t queue[4 * HEX_SIDES * RANGE * RANGE];
    int n = 0;

    memset(cost, RANGE + 1, CELLS_MAX);
    cost[from] = 0;
    queue[n++] = i16(from);
    for (int i = 0; i < n; i++)
        EACH_DIRECTION(d)
        {
            int step = trace_step(p, side, queue[i], d), to = next_of(p, queue[i], d);

            if (step == NO_ENTRY || cost[queue[i]] + step >= cost[to] || n == COUNT(queue))
                continue;
            cost[to] = u8(cost[queue[i]] + step);
            queue[n++] = i16(to);
        }
}

int command_cost(const struct play *p, int side, int from, int to)
{
    uint8_t cost[CELLS_MAX];

    if (apart(p, from, to) > RANGE)
        return RANGE + 1;
    command_reach(p, side, from, cost);
    return cost[to];
}

/* One of the cheapest ways, from the leader's hex on; how many hexes, 0: it is beyond his range. */
int command_way(const struct play *p, int side, int from, int to, int16_t way[COMMAND_WAY])
{
    uint8_t cost[CELLS_MAX];
    int n = 0;

    command_reach(p, side, from, cost);
    if (cost[to] > RANGE)
        return 0;
    way[n++] = i16(to);
    while (way[n - 1] != from)
        EACH_DIRECTION(d)
        {
            int h = way[n - 1], by = next_of(p, h, d);
            int step = by < 0 ? NO_ENTRY : trace_step(p, side, by, direction_to(p, by, h));

            if (step == NO_ENTRY || cost[by] + step != cost[h])
                continue;
            way[n++] = i16(by);
            break;
        }
    turn_way(way, n);
    return n;
}

/* ---- 7.1 points ---- */

static int number_of(const struct play *p, int leader)
{
    return leader - lbox(p)->leaders + 1;
}

/* [5.15a] [5.15b] [5.15d] Of those who are officers too their own corps is one of the officers. */
int officers_left(const struct play *p, int leader)
{
    int left = def_of(p, leader)->rating - (def_of(p, leader)->role == LEADS_BOTH);

    for (int u = lbox(p)->leaders; u < lbox(p)->pieces; u++)
        left -= piece_at(p, u)->chief == number_of(p, leader);
    return left;
}

int units_left(const struct play *p, int leader)
{
    int left = def_of(p, leader)->rating;

    for (int u = 0; u < lbox(p)->leaders; u++)
        left -= piece_at(p, u)->chief == number_of(p, leader);
    return left;
}

/* [2.11.A1c] [6.24] [6.14c] Who has reorganized is out of the chain. [18.0] */
static const char *refuse_commander(const struct play *p, const struct step *t, int leader)
{
    if (side_of(p, leader) == t->v[0] && !is_mine(p, t, leader))
        return "18.0: that leader is the other player's of the side";
    if (!is_mine(p, t, leader) || !on_map(p, leader) || !is_commander(p, leader))
        return "5.11b: Commanders on the map have command points, nobody else";
    return has_flag(p, leader, F_UNCHAINED)
               ? "2.11.A1c: who has reorganized commands nobody this turn"
               : NULL;
}

/* [5.11a] [5.11b] [5.11ex] [5.16] [7.13] [17.1] [5.15f] An officer or a single unit of the side. */
static const char *refuse_target(const struct play *p, const struct step *t, int leader, int u)
{
    int role = def_of(p, u)->role;

    if (side_of(p, u) != t->v[SIDE] || !on_map(p, u) || is_train(p, u))
        return "7.11a: it is not on the map, or needs no command";
    if (piece_at(p, u)->chief)
        return "7.11a: it has been put in command";
    if (is_leader(p, u)) {
        if (u == leader ? role != LEADS_RESERVE : role != LEADS_CORPS && role != LEADS_REPLACEMENT)
            return "5.15a: a Commander needs nobody's command";
        if (has_flag(p, u, F_UNCHAINED))
            return "6.23a: who has reorganized is not put in command this turn";
        return officers_left(p, leader) > 0 ? NULL : "5.11ex: no more officers than his rating";
    }
    if (def_of(p, leader)->role == LEADS_BOTH && is_officer_of(p, leader, u))
        return "5.15b: units of his own corps are in command within his range anyway";
    return units_left(p, leader) > 0 ? NULL : "5.11b: no more single units than his rating";
}

static const char *refuse_command(const struct play *p, const struct step *t, int leader, int u)
{
    const char *why = refuse_commander(p, t, leader);

    if (!why)
        why = refuse_target(p, t, leader, u);
    if (why && u == leader)
        return "5.15a: he needs nobody's command; he puts officers and single units in his range "
               "in command";
    if (why)
        return why;
    return command_cost(p, t->v[SIDE], place_of(p, leader), place_of(p, u)) <= RANGE
               ? NULL
               : "7.13: it is not within command range";
}

/* For looking at the board: while command is given. */
bool may_command(const struct play *p, int leader, int u)
{
    return !refuse_command(p, agenda_top(p), leader, u);
}

static bool moot_command(const struct play *p, const struct step *t)
{
    (void)t;
    return play_option(p, OPT_NO_COMMAND) || play_option(p, OPT_NO_LEADERS);
}

/* [2.11.A2b] [7.11a] [1.4g] */
static void list_command(const struct play *p, const struct step *t, struct menu *m)
{
    for (int leader = lbox(p)->leaders; leader < lbox(p)->pieces; leader++) {
        uint8_t cost[CELLS_MAX];

        if (refuse_commander(p, t, leader) ||
            (officers_left(p, leader) <= 0 && units_left(p, leader) <= 0))
            continue;
        command_reach(p, t->v[SIDE], place_of(p, leader), cost);
        EACH_PIECE (p, u)
            if (on_map(p, u) && cost[place_of(p, u)] <= RANGE && !refuse_target(p, t, leader, u) &&
                m->n < MENU_MAX - 1)
                menu_add(m, act2(V_COMMAND, leader, u));
    }
    menu_add(m, act0(V_DONE));
}

static const char *why_command(const struct play *p, const struct step *t, const struct action *a)
{
    return a->verb == V_COMMAND ? refuse_command(p, t, a->arg[0], a->arg[1]) : NULL;
}

static void take_command(struct play *p, struct step *t, const struct action *a)
{
    (void)t;
    if (a->verb == V_DONE) {
        agenda_pop(p, 0);
        return;
    }
    piece_at(p, a->arg[1])->chief = u8(number_of(p, a->arg[0]));
    play_tell(p, EV_COMMAND, is_seen(p, a->arg[1]) && is_seen(p, a->arg[0]) ? 0 : veil(t->v[SIDE]),
              2, a->arg[0], a->arg[1]);
}

/* Has he points left, and anybody to give them to who would be out of command? */
static bool could_command(const struct play *p, const struct play *then, const struct step *t,
                          int leader)
{
    if (refuse_commander(p, t, leader))
        return false;
    EACH_PIECE (p, u)
        if (has_flag(then, u, F_OUT) && !refuse_command(p, t, leader, u))
            return true;
    return false;
}

/* [5.11b] Whose points are left. [7.12] Who would be in nobody's hand: settled in a copy. */
static void forecast_command(const struct play *p, const struct step *t, struct forecast *f)
{
    struct forecast_line *left =
        forecast_add(f, FORECAST_LOSES, "5.11b",
                     "{n} [commander|commanders] could still put somebody in command: {u*}");
    struct forecast_line *out =
        forecast_add(f, FORECAST_TELLS, "7.12", "{n} [piece is|pieces are] out of command: {u*}");
    struct ld_state after = *ld(p);
    struct play then = *p;

    then.state = &after;
    settle_command(&then, t->v[SIDE]);
    for (int leader = lbox(p)->leaders; leader < lbox(p)->pieces; leader++)
        if (could_command(p, &then, t, leader))
            forecast_piece(left, leader);
    EACH_PIECE (p, u)
        if (is_mine(p, t, u) && has_flag(&then, u, F_OUT))
            forecast_piece(out, u);
}

/* [7.11a] Those whose officer is in the chain and reaches them are in command without a point. */
static const char *needless_command(const struct play *p, const struct step *t,
                                    const struct action *a)
{
    int u = a->arg[1];

    if (a->verb != V_COMMAND)
        return NULL;
    for (int leader = lbox(p)->leaders; leader < lbox(p)->pieces; leader++)
        if (side_of(p, leader) == t->v[SIDE] && chain_of(p, leader) &&
            is_officer_of(p, leader, u) &&
            command_cost(p, t->v[SIDE], place_of(p, leader), place_of(p, u)) <= RANGE)
            return "its officer has it in command already";
    return NULL;
}

const struct step_def step_command = {
    .name = "command",
    .cases = "7.1",
    .vars = "side:s share:first+second",
    .on = "player@pontoons command",
    .title = "Command Segment",
    .prompt = "Choose a Commander, then the officers and single units that he puts in command",
    .about = "command",
    .done = "End command",
    .phase = true,
    .list = list_command,
    .take = take_command,
    .why = why_command,
    .needless = needless_command,
    .forecast = forecast_command,
    .moot = moot_command,
    .seat = seat_by_share,
    .sound = phase_sound,
};

/* ---- what follows ---- */

/* [2.11.A2a] */
void begin_command(struct play *p, int side)
{
    EACH_PIECE (p, u)
        if (side_of(p, u) == side) {
            clear_flag(p, u, F_OUT);
            piece_at(p, u)->chief = 0;
        }
}

/* [5.15a] [5.15c] [5.16] [1.4l] Does the officer stand in the chain? 0, or the number of whoever
 * put him there. */
int chain_of(const struct play *p, int leader)
{
    if (!on_map(p, leader) || has_flag(p, leader, F_UNCHAINED))
        return 0;
    if (def_of(p, leader)->role == LEADS_BOTH)
        return number_of(p, leader);
    return piece_at(p, leader)->chief;
}

/* [7.11b] [1.4l] Everybody of his formation within his own range. */
static void command_formation(struct play *p, int side, int leader)
{
    int chain = chain_of(p, leader);
    uint8_t cost[CELLS_MAX];

    if (!chain || formation_led(p, leader) == NO_FORMATION)
        return;
    command_reach(p, side, place_of(p, leader), cost);
    for (int u = 0; u < lbox(p)->leaders; u++)
        if (on_map(p, u) && side_of(p, u) == side && !piece_at(p, u)->chief &&
            is_officer_of(p, leader, u) && cost[place_of(p, u)] <= RANGE)
            piece_at(p, u)->chief = u8(chain);
}

/* [7.21] [8.42J] [CMD-2] Two hexes on along the road; [7.22A] an enemy in between cuts it. */
static bool is_linked(const struct play *p, int side, int from, int to)
{
    EACH_BESIDE (p, from, d, by) {
        if (!(side_between(p, from, d) & S_ROAD) || enemy_in(p, by, side))
            continue;
        if (by == to)
            return true;
        EACH_DIRECTION(e)
        if (next_of(p, by, e) == to && side_between(p, by, e) & S_ROAD)
            return true;
    }
    return from == to;
}

/* [7.21] [CMD-2] Does the one hand command on to the other, both being of a formation in road march? */
static bool hands_on(const struct play *p, int side, int v, int u)
{
    return on_map(p, v) && side_of(p, v) == side && piece_at(p, v)->chief &&
           def_of(p, v)->formation == def_of(p, u)->formation &&
           is_linked(p, side, place_of(p, v), place_of(p, u));
}

static bool link_columns(struct play *p, int side)
{
    for (int u = 0; u < lbox(p)->leaders; u++) {
        if (!on_map(p, u) || side_of(p, u) != side || piece_at(p, u)->chief ||
            !has_flag(p, u, F_COLUMN))
            continue;
        for (int v = 0; v < lbox(p)->leaders; v++)
            if (hands_on(p, side, v, u)) {
                piece_at(p, u)->chief = piece_at(p, v)->chief;
                return true;
            }
    }
    return false;
}

/* [7.12] [2.11.A2c] [7.3] [9.19] Commanders, vedettes' riders and trains apart, who is in
 * nobody's hand is out of command. */
void settle_command(struct play *p, int side)
{
    if (play_option(p, OPT_NO_COMMAND) || play_option(p, OPT_NO_LEADERS))
        return;
    for (int leader = lbox(p)->leaders; leader < lbox(p)->pieces; leader++)
        if (side_of(p, leader) == side)
            command_formation(p, side, leader);
    while (link_columns(p, side))
        continue;
    EACH_PIECE (p, u)
        if (side_of(p, u) == side && on_map(p, u) && !piece_at(p, u)->chief && !is_train(p, u) &&
            (!is_commander(p, u) || has_flag(p, u, F_UNCHAINED)))
            set_flag(p, u, F_OUT);
}

/* Through whom a piece is in command, as the pieces stand now: when command has been settled. */
int bond_of(const struct play *p, int u, int *by)
{
    int side = side_of(p, u), chief = piece_at(p, u)->chief, at = place_of(p, u);

    if (!chief)
        return BOND_NONE;
    for (int leader = lbox(p)->leaders; leader < lbox(p)->pieces; leader++)
        if (side_of(p, leader) == side && chain_of(p, leader) == chief &&
            is_officer_of(p, leader, u) && command_cost(p, side, place_of(p, leader), at) <= RANGE)
            return *by = leader, BOND_OFFICER;
    *by = lbox(p)->leaders + chief - 1;
    if (on_map(p, *by) && command_cost(p, side, place_of(p, *by), at) <= RANGE)
        return BOND_POINT;
    for (int v = 0; v < lbox(p)->leaders && has_flag(p, u, F_COLUMN); v++)
        if (v != u && piece_at(p, v)->chief == chief && hands_on(p, side, v, u))
            return *by = v, BOND_COLUMN;
    return BOND_LEFT;
}

/* [7.0] [7.31] [7.32] */
bool in_command(const struct play *p, int u)
{
    return !has_flag(p, u, F_OUT);
}
