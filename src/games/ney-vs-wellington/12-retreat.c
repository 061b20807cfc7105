/*
 * 12-retreat.c: case 12.7: retreats, hex by hex, and the cascade of checks and further retreats
 * that they bring about.
 *
 * The pieces of the hex that retreats carry F_RETREATS, so that friends whom they pass stay apart
 * from them. [12.74] [10.27] Ground costs nothing. [12.71] Rout that comes from no check and no
 * shock moves nobody: such units are simply not sent here.
 */
#include "nvw.h"

enum {
    WHO,
    LEFT,
    ORIGIN,
    WHY,
    NEXT
};                   /* the top of the group; hexes to go; where it began; FLEES_…; chosen hex */
enum { LENGTH = 3 }; /* [12.72] */

/* ---- beginning ---- */

void retreat_now(struct play *p, int u, int hexes, int why)
{
    struct step *t = agenda_push_with(p, ST_RETREAT, NOBODY, u, hexes, place_of(p, u), why);

    t->v[NEXT] = NOWHERE;
}

/* [13.15] Ruling 47. A queue that is full lets nobody wait: that one goes at once. */
void retreat_later(struct play *p, int u)
{
    if (queue_has(p, ST_RETREAT, u))
        return;
    if (queue_length(p) == QUEUE_MAX)
        retreat_now(p, u, LENGTH, FLEES_CHECK);
    else
        queue_push(p, ST_RETREAT, NOBODY, u, LENGTH, place_of(p, u), FLEES_CHECK)->v[NEXT] =
            NOWHERE;
}

static struct step *retreat_under_way(const struct play *p)
{
    struct state *s = play_state(p);

    for (int i = s->depth - 1; i >= 0; i--)
        if (s->agenda[i].op == ST_RETREAT)
            return &s->agenda[i];
    return NULL;
}

/* [11.26b] Routed while it retreats: three hexes more from where it is. */
void start_anew(struct play *p, int u)
{
    struct step *t = retreat_under_way(p);

    if (!t)
        return;
    t->v[LEFT] = LENGTH;
    t->v[ORIGIN] = i16(place_of(p, u));
}

static bool on_agenda(const struct play *p, int op)
{
    const struct state *s = play_state(p);

    for (int i = 0; i < s->depth; i++)
        if (s->agenda[i].op == op)
            return true;
    return false;
}

/* What an event has brought about; while a retreat is under way that waits for its end. */
void settle_cascade(struct play *p)
{
    if (play_state(p)->over || retreat_under_way(p) || victors_wait(p))
        return;
    if (!nvw(p)->dues && !queue_length(p))
        return;
    if (!on_agenda(p, ST_AFTERMATH))
        agenda_push(p, ST_AFTERMATH, NOBODY);
    if (nvw(p)->dues && agenda_top(p)->op == ST_AFTERMATH)
        agenda_push(p, ST_NEIGHBOURS, NOBODY);
}

static void run_aftermath(struct play *p, struct step *t)
{
    (void)t;
    if (nvw(p)->dues)
        agenda_push(p, ST_NEIGHBOURS, NOBODY);
    else if (!queue_next(p))
        agenda_pop(p, 0);
}

const struct step_def step_aftermath = {
    .name = "aftermath",
    .cases = "13.15",
    .drains = true,
    .run = run_aftermath,
};

/* ---- the way ---- */

/* [12.75] Enemy troops; ground that nobody of the group can enter. */
static bool open_to(const struct play *p, int h, int to)
{
    if (to < 0 || holds_troops(p, to, enemy_of(side_of(p, top_of(p, h)))))
        return false;
    for (EACH_IN(p, u, h))
        if (has_flag(p, u, F_RETREATS) && entry_forbidden(p, u, to))
            return false;
    return true;
}

/* [12.77a] [12.77b] [12.77e] Ruling 45: backwards if possible, else sideways; how many hexes it may
 * choose from. */
static int ways_back(const struct play *p, int u, int16_t list[2])
{
    static const int8_t back[SIDES][2] = { { 2, 3 }, { 0, 5 } }, aside[2] = { 1, 4 };
    int h = place_of(p, u), n = 0;
    const struct board_cell *c = &p->box->board->cell[h];

    for (int i = 0; i < 2; i++)
        if (open_to(p, h, c->next[back[side_of(p, u)][i]]))
            list[n++] = c->next[back[side_of(p, u)][i]];
    if (n)
        return n;
    for (int i = 0; i < 2; i++)
        if (open_to(p, h, c->next[aside[i]]))
            list[n++] = c->next[aside[i]];
    return n;
}

/* Ruling 50: a command unit without a way back. */
static void lose_leader(struct play *p, int u)
{
    reduce_leader(p, u);
    lift_piece(p, u, LOST);
}

/* Ruling 20: a command unit alone is no obstacle; it gives way, towards its own side. */
static void drive_off(struct play *p, int h, int side)
{
    static const int8_t back[SIDES][4] = { { 2, 3, 1, 4 }, { 0, 5, 1, 4 } };

    while (top_of(p, h) != NO_PIECE && side_of(p, top_of(p, h)) != side) {
        int u = top_of(p, h), at = h;

        for (int n = 0; n < LENGTH; n++)
            for (int i = 0; i < 4; i++) {
                int to = p->box->board->cell[at].next[back[side_of(p, u)][i]];

                if (to >= 0 && !entry_forbidden(p, u, to) && to != h &&
                    (top_of(p, to) == NO_PIECE || side_of(p, top_of(p, to)) == side_of(p, u)) &&
                    occupier(p, to) != side) {
                    at = to;
                    break;
                }
            }
        if (at == h) {
            play_tell(p, EV_NO_WAY, 0, 1, u);
            lose_leader(p, u);
            continue;
        }
        put_piece(p, u, at);
        play_tell(p, EV_RETREATS, 0, 2, u, at);
    }
}

/* ---- moving ---- */

/* The group in its order, from the top. */
static int group(const struct play *p, int h, int16_t list[PIECES_MAX])
{
    int n = 0;

    for (EACH_IN(p, u, h))
        if (has_flag(p, u, F_RETREATS))
            list[n++] = i16(u);
    return n;
}

/* [12.77c] Friends whom it leaves behind: formed ones are disordered, the others rout. [12.71]
 * Nobody of them moves. */
static void trample(struct play *p, int h)
{
    if (occupier(p, h) != NOBODY)
        worsen_hex(p, h);
    while (nvw(p)->wing[h])
        disorder_hex(p, place_of(p, nvw(p)->wing[h] - 1));
}

/* [12.73] [7.52b] */
static void go(struct play *p, struct step *t, int to)
{
    int16_t list[PIECES_MAX];
    int from = place_of(p, t->v[WHO]), n = group(p, from, list);

    drive_off(p, to, side_of(p, t->v[WHO]));
    for (int i = n - 1; i >= 0; i--)
        put_piece(p, list[i], to);
    play_tell(p, EV_RETREATS, 0, 2, t->v[WHO], to);
    if (from != t->v[ORIGIN])
        trample(p, from);
    alarm_neighbours(p, to, t->v[WHO], BY_RETREAT);
    t->v[LEFT]--;
}

/* [12.76a] At its own edge it stops and loses a point. */
static void stop_at_edge(struct play *p, struct step *t)
{
    int16_t list[PIECES_MAX];
    int h = place_of(p, t->v[WHO]), n = group(p, h, list);

    for (int i = 0; i < n; i++)
        if (is_routed(p, list[i]))
            set_flag(p, list[i], F_EDGE);
    play_tell(p, EV_AT_EDGE, 0, 1, t->v[WHO]);
    t->v[LEFT] = 0;
    lose_straggler(p, target_of(p, h));
}

/* [12.75] All troops of the group; its command units are reduced and gone. Ruling 50 */
static void perish(struct play *p, struct step *t)
{
    int16_t list[PIECES_MAX];
    int h = place_of(p, t->v[WHO]), n = group(p, h, list);

    play_tell(p, EV_NO_WAY, 0, 1, t->v[WHO]);
    for (int i = 0; i < n; i++) {
        if (is_leader(p, list[i]))
            lose_leader(p, list[i]);
        else
            lose_unit(p, list[i]);
    }
    t->v[LEFT] = 0;
    alarm_neighbours(p, h, t->v[WHO], BY_LOSS);
}

/* ---- the end ---- */

/* Ruling 47: a formed unit that was to check takes the state of those who join it; a check after that
 * would rout it where the book's, made before they came, had left it disordered. */
static void excuse_joined(struct play *p, int u)
{
    if (is_formed(p, u))
        unit_at(p, u)->due = unit_at(p, u)->cause = 0;
}

/* [12.77d] [8.32c] A line whose marker is there takes the state of those who join it. Ruling 90 */
static void carry_line(struct play *p, int h, int state)
{
    int u = nvw(p)->wing[h] - 1;

    if (state == GOOD || u < 0)
        return;
    excuse_joined(p, u);
    if (state == ROUTED)
        rout_hex(p, place_of(p, u));
    else
        disorder_hex(p, place_of(p, u));
}

/* [12.77d] [7.63b] All in the hex take the worst state of any; [9.13a] and there may be too
 * many. */
static void come_to_rest(struct play *p, int h)
{
    int worst = GOOD;

    for (EACH_IN(p, u, h)) {
        excuse_joined(p, u);
        clear_flag(p, u, F_RETREATS);
        if (unit_at(p, u)->morale > worst)
            worst = unit_at(p, u)->morale;
    }
    if (worst == DISORDERED)
        disorder_hex(p, h);
    else if (worst == ROUTED)
        rout_hex(p, h);
    carry_line(p, h, worst);
    crowd(p, h);
}

/* The first of the group that is left, when its top is lost on the way. */
static int still_there(const struct play *p, int u)
{
    if (on_map(p, u) && has_flag(p, u, F_RETREATS))
        return u;
    for (int v = 0; v < p->box->pieces; v++)
        if (on_map(p, v) && has_flag(p, v, F_RETREATS))
            return v;
    return NO_PIECE;
}

static void end_retreat(struct play *p, struct step *t)
{
    int u = still_there(p, t->v[WHO]);

    if (u != NO_PIECE)
        come_to_rest(p, place_of(p, u));
    agenda_pop(p, 0);
    settle_cascade(p);
}

/* [12.73] [13.11d] The whole hex; whoever saw it broken by shock or fire must check. Ruling 46: a rout
 * found in another check alarms those whom it passes. */
static void begin_retreat(struct play *p, struct step *t)
{
    struct nvw_state *s = nvw(p);
    int u = t->v[WHO], h = place_of(p, u), flight = unit_at(p, u)->flight;

    if (!flight)
        flight = s->flights < 250 ? ++s->flights : 250;
    for (EACH_IN(p, v, h)) {
        set_flag(p, v, F_RETREATS);
        unit_at(p, v)->flight = u8(flight);
        unit_at(p, v)->due = unit_at(p, v)->cause = 0;
    }
    cancel_charges(p, h);
    if (t->v[WHY] == FLEES_SHOCK || t->v[WHY] == FLEES_FIRE)
        alarm_neighbours(p, h, u, BY_RETREAT);
}

/* Ruling 44: who stands at its edge already is lost by shock, and by a check stays and loses a
 * point. */
static void leave_origin(struct play *p, struct step *t)
{
    int h = place_of(p, t->v[WHO]);

    if (!nbox(p)->edge[side_of(p, t->v[WHO])][h])
        return;
    if (t->v[WHY] == FLEES_SHOCK)
        perish(p, t);
    else
        stop_at_edge(p, t);
}

enum { BEGIN, FIRED_AT, CHOOSE, MOVED };

/* [11.26] Fire at each hex that it leaves, but for the first. */
static void run_retreat(struct play *p, struct step *t)
{
    int16_t list[2];
    int u = t->pc == BEGIN ? t->v[WHO] : still_there(p, t->v[WHO]), n;

    if (u != NO_PIECE)
        t->v[WHO] = i16(u);
    if (t->pc != BEGIN && (u == NO_PIECE || t->v[LEFT] == 0)) {
        end_retreat(p, t);
        return;
    }
    switch (t->pc++) {
    case BEGIN:
        begin_retreat(p, t);
        leave_origin(p, t);
        break;
    case FIRED_AT:
        if (place_of(p, u) != t->v[ORIGIN])
            ask_reaction(p, u, DEED_RETREAT);
        break;
    case CHOOSE:
        n = ways_back(p, u, list);
        if (n == 0)
            perish(p, t);
        else if (n == 1)
            t->v[NEXT] = list[0];
        else
            t->who = u8(side_of(p, u));
        break;
    default:
        t->pc = FIRED_AT;
        go(p, t, t->v[NEXT]);
        t->v[NEXT] = NOWHERE;
        if (nbox(p)->edge[side_of(p, u)][place_of(p, u)])
            stop_at_edge(p, t);
        else if (is_march(p)) /* [12.32e1] either side's */
            offer_opportunity(p, t->v[WHO]);
    }
}

/* [12.77a] */
static void list_retreat(const struct play *p, const struct step *t, struct menu *m)
{
    int16_t list[2];

    for (int i = 0, n = ways_back(p, t->v[WHO], list); i < n; i++)
        menu_add(m, act2(V_RETREAT, t->v[WHO], list[i]));
}

static const char *why_retreat(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb != V_RETREAT)
        return NULL;
    if (a->arg[0] != t->v[WHO])
        return "12.73: the whole hex retreats together";
    if (board_direction(p->box->board, place_of(p, t->v[WHO]), a->arg[1]) < 0)
        return "12.72: a retreat goes from hex to hex";
    if (holds_troops(p, a->arg[1], enemy_of(side_of(p, t->v[WHO]))))
        return "12.75: enemy troops stand there";
    if (!open_to(p, place_of(p, t->v[WHO]), a->arg[1]))
        return "10.28: it cannot enter that hex";
    return side_of(p, t->v[WHO]) == FRENCH ? "12.77a: the French retreat to the south"
                                           : "12.77a: the Allies retreat to the north";
}

static void take_retreat(struct play *p, struct step *t, const struct action *a)
{
    (void)p;
    t->who = NOBODY;
    t->v[NEXT] = a->arg[1];
}

static bool moot_retreat(const struct play *p, const struct step *t)
{
    return t->pc == BEGIN && (!on_map(p, t->v[WHO]) || place_of(p, t->v[WHO]) != t->v[ORIGIN]);
}

static bool retreat_sound(const struct play *p, const struct step *t)
{
    if (t->pc == BEGIN)
        return t->who == NOBODY;
    if (t->pc == MOVED && t->who == NOBODY && t->v[NEXT] == NOWHERE)
        return false;
    return t->who == NOBODY ||
           (t->pc == MOVED && on_map(p, t->v[WHO]) && has_flag(p, t->v[WHO], F_RETREATS) &&
            t->who == side_of(p, t->v[WHO]));
}

const struct step_def step_retreat = {
    .name = "retreat",
    .cases = "12.72 12.77a",
    .vars = "who:u left:0..6 origin:p why:shock|check|rally|fire next:P",
    .points = "begin fired-at choose moved",
    .on = "aftermath attack shot rally neighbours shock charge",
    .title = "Retreat",
    .prompt = "{u0} must retreat {n1} [hex|hexes]: which way?",
    .run = run_retreat,
    .list = list_retreat,
    .take = take_retreat,
    .why = why_retreat,
    .moot = moot_retreat,
    .sound = retreat_sound,
};
