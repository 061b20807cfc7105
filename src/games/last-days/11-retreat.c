/*
 * 11-retreat.c: chapters 11.42 to 11.45 and 10.21: pieces marked F_RETREATS leave their hex, each
 * to a hex exactly so far away (ruling 47); who finds none is eliminated.
 *
 * Leaders roll for capture first. Stacks whose zones decide are shown before the owner is asked
 * (ruling 68).
 */
#include "ld.h"

enum { HEX, HEXES, CAUSE, COLUMNS, WHO };
enum { AT_CAPTURE, AT_CHOICE, AT_ROLL, AT_BRIDGE };
enum { LOST_FROM = 4 };

/* ---- ways ---- */

static bool friends_in(const struct play *p, int h, int side)
{
    EACH_PIECE_AT(p, v, h)
    if (is_combat_unit(p, v) && side_of(p, v) == side)
        return true;
    return false;
}

/* [4.32a] [4.4a] [4.4ex] [13.21] Zones hold whoever retreats, but for vedettes'; [5.21] a leader
 * not where units of his are. */
static bool is_barred(const struct play *p, int u, int from, int to)
{
    int side = side_of(p, u);

    return in_firm_zone(p, to, side) &&
           !(is_leader(p, u) && friends_in(p, from, side) && friends_in(p, to, side));
}

/* [11.42a] [10.12C] One hex further from the combat. */
static bool may_step(const struct play *p, int u, const struct step *t, int from, int d, bool push)
{
    int to = next_of(p, from, d), side = side_of(p, u);

    if (to < 0 || apart(p, t->v[HEX], to) <= apart(p, t->v[HEX], from) ||
        is_barred(p, u, from, to) ||
        (enemy_in(p, to, side) && !(push && can_be_pushed(p, to, t->v[HEX]))))
        return false;
    if (t->v[CAUSE] == CAUSE_REPULSE && side_between(p, from, d) & S_RIVER)
        return false;
    return step_cost(p, u, from, d, false) != NO_ENTRY;
}

/* How many steps away each hex can be reached, as marks by cell. */
static void mark_ways(const struct play *p, int u, const struct step *t, bool push, uint8_t *mark)
{
    int16_t now[64] = { t->v[HEX] }, then[64];
    int n = 1;

    memset(mark, 0, CELLS_MAX);
    for (int far = 1; far <= t->v[HEXES]; far++) {
        int found = 0;

        for (int i = 0; i < n; i++)
            EACH_DIRECTION(d)
            {
                int to = next_of(p, now[i], d);

                if (may_step(p, u, t, now[i], d, push) && mark[to] != far && found < COUNT(then)) {
                    mark[to] = u8(far);
                    then[found++] = i16(to);
                }
            }
        memcpy(now, then, sizeof now);
        n = found;
    }
}

/* ---- where one may end ---- */

/* The best there is: an open hex; else one where friends make room; else past vedettes who give way. */
enum { NO_WAY, PUSHED_WAY, CROWDED_WAY, OPEN_WAY };
struct ways {
    int kind;
    uint8_t mark[CELLS_MAX]; /* steps */
};

static bool is_end(const struct step *t, const struct play *p, const struct ways *w, int h)
{
    return w->mark[h] == t->v[HEXES] && apart(p, t->v[HEX], h) == t->v[HEXES];
}

static int kind_of(const struct play *p, int u, int h)
{
    return enemy_in(p, h, side_of(p, u)) ? PUSHED_WAY
           : fits_there(p, u, h)         ? OPEN_WAY
           : can_give_room(p, h, u)      ? CROWDED_WAY
                                         : NO_WAY;
}

static int best_kind(const struct play *p, const struct step *t, int u, const struct ways *w)
{
    int best = NO_WAY;

    for (int h = 0; h < p->box->board->cells && best != OPEN_WAY; h++)
        if (is_end(t, p, w, h)) {
            int kind = kind_of(p, u, h);

            best = kind > best ? kind : best;
        }
    return best;
}

/* [9.17] Trains go where combat units of their stack have gone. */
static bool went_ahead(const struct play *p, const struct step *t, int u, int h)
{
    EACH_PIECE_AT(p, v, h)
    if (is_combat_unit(p, v) && side_of(p, v) == side_of(p, u) && piece_at(p, v)->left == t->v[HEX])
        return fits_there(p, u, h);
    return false;
}

static void follow(const struct play *p, const struct step *t, int u, struct ways *w)
{
    memset(w, 0, sizeof *w);
    for (int h = 0; h < p->box->board->cells; h++)
        if (apart(p, t->v[HEX], h) == t->v[HEXES] && went_ahead(p, t, u, h)) {
            w->mark[h] = u8(t->v[HEXES]);
            w->kind = OPEN_WAY;
        }
}

static void find_ways(const struct play *p, const struct step *t, int u, struct ways *w)
{
    if (is_train(p, u)) {
        follow(p, t, u, w);
        return;
    }
    mark_ways(p, u, t, false, w->mark);
    w->kind = best_kind(p, t, u, w);
    if (w->kind != NO_WAY)
        return;
    mark_ways(p, u, t, true, w->mark); /* [11.42c] no other path */
    w->kind = best_kind(p, t, u, w) == NO_WAY ? NO_WAY : PUSHED_WAY;
}

static bool suits(const struct play *p, const struct step *t, int u, int h, const struct ways *w)
{
    if (!is_end(t, p, w, h))
        return false;
    return w->kind == PUSHED_WAY ? kind_of(p, u, h) != NO_WAY
                                 : w->kind != NO_WAY && kind_of(p, u, h) == w->kind;
}

static bool can_retreat(const struct play *p, const struct step *t, int u)
{
    struct ways w;

    find_ways(p, t, u, &w);
    return w.kind != NO_WAY;
}

/* [11.44a] Is there a way to the edge of the map before the retreat is over? */
static bool goes_off(const struct play *p, const struct step *t, int u)
{
    uint8_t mark[CELLS_MAX];

    mark_ways(p, u, t, false, mark);
    for (int h = 0; h < p->box->board->cells; h++)
        if (lbox(p)->is_edge[h] && (h == t->v[HEX] || (mark[h] && mark[h] < t->v[HEXES])))
            return true;
    return false;
}

/* The first hex with vedettes on the way there that has the fewest; -1: none is in the way. */
static int least_pushes(const struct play *p, const struct step *t, int u, int from, int to,
                        int16_t *first)
{
    int best = -1;

    if (from == to)
        return 0;
    if (apart(p, t->v[HEX], from) >= t->v[HEXES])
        return -1;
    EACH_DIRECTION(d)
    {
        int16_t beyond = -1;
        int at = next_of(p, from, d), n;
        bool held;

        if (!may_step(p, u, t, from, d, true))
            continue;
        held = enemy_in(p, at, side_of(p, u));
        n = least_pushes(p, t, u, at, to, &beyond);
        if (n < 0 || (best >= 0 && n + held >= best))
            continue;
        best = n + held;
        *first = held ? i16(at) : beyond;
    }
    return best;
}

/* ---- 11.43 bridges ---- */

/* The fewest rivers on the way there, and the last of them; -1: there is no way. */
static int least_rivers(const struct play *p, const struct step *t, int u, int from, int to,
                        int16_t *border)
{
    int best = -1;

    if (from == to)
        return 0;
    if (apart(p, t->v[HEX], from) >= t->v[HEXES])
        return -1;
    EACH_DIRECTION(d)
    {
        int16_t beyond = -1;
        bool river;
        int n;

        if (!may_step(p, u, t, from, d, false))
            continue;
        river = side_between(p, from, d) & S_RIVER;
        n = least_rivers(p, t, u, next_of(p, from, d), to, &beyond);
        if (n < 0 || (best >= 0 && n + river >= best))
            continue;
        best = n + river;
        *border = i16(beyond >= 0 ? beyond : river ? p->box->board->cell[from].side[d] : -1);
    }
    return best;
}

/* One more unit over this bridge in this combat phase; how many that makes. */
static int count_crossing(struct play *p, int border)
{
    struct ld_state *s = ld(p);

    for (int i = 0; i < s->bridges; i++)
        if (s->bridge[i].border == border)
            return s->bridge[i].units < 6 ? ++s->bridge[i].units : 6;
    if (s->bridges == BRIDGES_MAX)
        return 1;
    s->bridge[s->bridges++] = (struct bridge_use){ .border = i16(border), .units = 1 };
    return 1;
}

/* ---- who must go ---- */

/* [9.17] A train waits until the combat units have gone. */
static bool must_wait(const struct play *p, int u)
{
    EACH_PIECE_AT(p, v, place_of(p, u))
    if (is_train(p, u) && is_combat_unit(p, v) && has_flag(p, v, F_RETREATS))
        return true;
    return false;
}

static int first_stuck(const struct play *p, const struct step *t)
{
    EACH_PIECE_AT(p, u, t->v[HEX])
    if (has_flag(p, u, F_RETREATS) && !must_wait(p, u) && !can_retreat(p, t, u))
        return u;
    return -1;
}

static bool any_left(const struct play *p, const struct step *t)
{
    EACH_PIECE_AT(p, u, t->v[HEX])
    if (has_flag(p, u, F_RETREATS))
        return true;
    return false;
}

void push_retreat(struct play *p, int h, int hexes, int cause, int columns)
{
    struct step *t = agenda_push_with(p, ST_RETREAT, NOBODY, h, hexes, cause, columns);

    t->v[WHO] = -1;
}

/* [5.32] [10.23] Every leader of the stack separately. */
static void roll_captures(struct play *p, const struct step *t)
{
    int h = t->v[HEX], columns = t->v[COLUMNS];

    EACH_PIECE_AT(p, u, h)
    if (is_leader(p, u) && has_flag(p, u, F_RETREATS))
        push_capture(p, u, columns, false);
}

/* [6.11C] [11.44b] ruling 13: vedettes and whoever is reduced or has no other side are lost for good. */
static bool is_lost_at_once(const struct play *p, int u)
{
    return is_vedette(p, u) || has_flag(p, u, F_REDUCED) || !def_of(p, u)->reduced;
}

static void lose_by_day(struct play *p, int u)
{
    int h = place_of(p, u);

    put_off(p, u, P_DAY);
    count_loss(p, u, 1);
    play_tell(p, EV_DAY, 0, 2, u, h);
}

/* [11.44c] +1 for each column on the bad side. */
static bool is_destroyed(const struct step *t, int die)
{
    return die + t->v[COLUMNS] >= LOST_FROM;
}

static void tell_stuck(struct play *p, const struct step *t, int u)
{
    struct sheet s;

    if (!p->news)
        return;
    sheet_begin(&s, "%s cannot retreat", p->box->piece[u].name);
    sheet_modifier(&s, "11.44c", t->v[COLUMNS], "columns on the bad side");
    sheet_fact(&s, "modifier", "%d", t->v[COLUMNS]);
    for (int die = 1; die <= 6; die++)
        sheet_chance(&s, is_destroyed(t, die) ? "lost for good" : "may be reorganized", 1);
    play_tell_sheet(p, &s);
}

/* [11.44b] The others roll; a leader without a way goes to the nearest friends [5.22b]. */
static void eliminate_stuck(struct play *p, struct step *t, int u)
{
    if (t->v[CAUSE] == CAUSE_FIRE) { /* [11.55a] it may stay, too */
        clear_flag(p, u, F_RETREATS);
    } else if (is_train(p, u)) { /* [9.17] abandoned */
        clear_flag(p, u, F_RETREATS);
    } else if (is_leader(p, u)) {
        clear_flag(p, u, F_RETREATS);
        push_refuge(p, u);
    } else if (goes_off(p, t, u) && !is_lost_at_once(p, u)) { /* [11.44a] */
        lose_by_day(p, u);
    } else if (is_lost_at_once(p, u)) {
        lose_for_good(p, u);
    } else {
        t->v[WHO] = i16(u);
        t->pc = AT_ROLL;
        tell_stuck(p, t, u);
        agenda_roll(p, 1, 6, W_RETREAT);
    }
}

static void read_roll(struct play *p, struct step *t)
{
    int u = t->v[WHO];

    t->v[WHO] = -1;
    t->pc = AT_CHOICE;
    if (is_destroyed(t, t->answer))
        lose_for_good(p, u);
    else
        lose_by_day(p, u);
}

/* [11.43] [11.43n] The first is lost on a six, the second from five on, and so forth. */
static void read_bridge(struct play *p, struct step *t)
{
    int u = t->v[WHO], nth = t->pc - AT_BRIDGE + 1;

    t->v[WHO] = -1;
    t->pc = AT_CHOICE;
    if (t->answer >= 7 - nth)
        lose_for_good(p, u);
    else
        left_zone(p, u);
}

/* [5.32] [9.17] Leaders and trains roll before anybody goes; a train not in a repulse, which is no combat. */
static void begin_retreat(struct play *p, struct step *t)
{
    int side = side_in(p, t->v[HEX], FRENCH) ? FRENCH : ALLIED;

    t->pc = AT_CHOICE;
    reveal_around(p, t->v[HEX], t->v[HEXES], side);
    if (t->v[CAUSE] == CAUSE_COMBAT)
        roll_train_retreats(p, t->v[HEX]);
    roll_captures(p, t);
}

/* [9.17] Then a train that was left behind is taken or destroyed. */
static void end_retreat(struct play *p, const struct step *t)
{
    int h = t->v[HEX];

    agenda_pop(p, 0);
    test_train_in(p, h);
}

static void run_retreat(struct play *p, struct step *t)
{
    int stuck;

    if (t->pc == AT_CAPTURE) {
        begin_retreat(p, t);
        return;
    }
    if (t->pc == AT_ROLL) {
        read_roll(p, t);
        return;
    }
    if (t->pc >= AT_BRIDGE) {
        read_bridge(p, t);
        return;
    }
    stuck = first_stuck(p, t);
    if (stuck >= 0)
        eliminate_stuck(p, t, stuck);
    else if (any_left(p, t))
        t->who = u8(side_in(p, t->v[HEX], FRENCH) ? FRENCH : ALLIED);
    else
        end_retreat(p, t);
}

/* ---- the owner's choice ---- */

static void list_retreat(const struct play *p, const struct step *t, struct menu *m)
{
    EACH_PIECE_AT(p, u, t->v[HEX])
    {
        struct ways w;

        if (!has_flag(p, u, F_RETREATS) || must_wait(p, u))
            continue;
        find_ways(p, t, u, &w);
        for (int h = 0; h < p->box->board->cells; h++)
            if (suits(p, t, u, h, &w))
                menu_add(m, act2(V_RETREAT, u, h));
    }
    if (m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_retreat(const struct play *p, const struct step *t, const struct action *a)
{
    int u = a->arg[0], to = a->arg[1];
    struct ways w;

    if (a->verb != V_RETREAT || place_of(p, u) != t->v[HEX] || !has_flag(p, u, F_RETREATS))
        return "11.42a: those who must retreat do so";
    if (is_train(p, u))
        return must_wait(p, u) ? "9.17: first the combat units"
                               : "9.17: a train goes where a unit of its stack has gone";
    if (apart(p, t->v[HEX], to) != t->v[HEXES])
        return "11.42a: a retreat ends exactly so far from the combat hex";
    find_ways(p, t, u, &w);
    if (w.mark[to] == t->v[HEXES])
        return "11.42a: the hex is full";
    if (enemy_in(p, to, side_of(p, u)))
        return only_vedettes(p, to) ? "11.42c: vedettes give way only if there is no other path"
                                    : "11.42a: the enemy is there";
    return in_firm_zone(p, to, side_of(p, u)) ? "4.32a: never into an enemy zone"
                                              : "11.42a: there is no way to retreat there";
}

/* [11.45a] [11.42c] Has somebody to make room first? Then that is asked, and the choice anew afterwards. */
static bool asks_for_room(struct play *p, const struct step *t, int u, int to)
{
    int16_t first = -1;
    struct ways w;

    if (is_train(p, u))
        return false;
    find_ways(p, t, u, &w);
    if (w.kind == PUSHED_WAY && least_pushes(p, t, u, t->v[HEX], to, &first) > 0) {
        push_aside(p, first, u);
        return true;
    }
    if (fits_there(p, u, to))
        return false;
    push_displace(p, to, u);
    return true;
}

static void take_retreat(struct play *p, struct step *t, const struct action *a)
{
    int u = a->arg[0], rivers = 0;
    int16_t border = -1;

    t->who = NOBODY;
    if (a->verb != V_RETREAT) {
        EACH_PIECE_AT(p, v, t->v[HEX])
        clear_flag(p, v, F_RETREATS);
        return;
    }
    if (asks_for_room(p, t, u, a->arg[1]))
        return;
    if (t->v[CAUSE] == CAUSE_COMBAT && is_combat_unit(p, u))
        rivers = least_rivers(p, t, u, t->v[HEX], a->arg[1], &border);
    clear_flag(p, u, F_RETREATS | F_COLUMN);
    play_tell(p, EV_RETREAT, 0, 3, u, t->v[HEX], a->arg[1]);
    move_piece(p, u, a->arg[1]);
    note_sources(p, u, a->arg[1]); /* [20.15] also who is lost on the bridge has been there */
    piece_at(p, u)->task = 0;
    piece_at(p, u)->left = t->v[HEX];
    if (rivers > 0) { /* [11.43] [6.11E] */
        t->v[WHO] = i16(u);
        t->pc = u8(AT_BRIDGE + count_crossing(p, border) - 1);
        agenda_roll(p, 1, 6, W_BRIDGE);
        return;
    }
    left_zone(p, u);
}

static int seat_of_retreat(const struct play *p, const struct step *t)
{
    EACH_PIECE_AT(p, u, t->v[HEX])
    if (has_flag(p, u, F_RETREATS)) {
        struct step by = step_asked(u, 0);

        return seat_by_piece(p, &by);
    }
    return SEAT_UNKNOWN;
}

const struct step_def step_retreat = {
    .name = "retreat",
    .cases = "11.42",
    .vars = "hex:p hexes:1..4 cause:0..4 columns:0..120 who:U",
    .points = "capture choice roll bridge bridge2 bridge3 bridge4 bridge5 bridge6",
    .rolls = "roll:6 bridge:6 bridge2:6 bridge3:6 bridge4:6 bridge5:6 bridge6:6",
    .title = "Retreat",
    .prompt = "Whoever stands in {p0} must retreat {n1} [hex|hexes]",
    .about = "retreat",
    .run = run_retreat,
    .list = list_retreat,
    .take = take_retreat,
    .why = why_retreat,
    .seat = seat_of_retreat,
};
