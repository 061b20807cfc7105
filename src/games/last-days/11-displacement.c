/*
 * 11-displacement.c: chapter 11.45: friends make room for whoever retreats or returns into a full
 * hex; enemy vedettes give way to him.
 *
 * In a chain the far end goes first: so there is nobody to be remembered who waits for somebody
 * else.
 */
#include "ld.h"

enum { THERE, COMES };

/* [11.42a] */
bool fits_there(const struct play *p, int u, int h)
{
    struct tally t = tally_all(p, h);

    tally_add(p, &t, u);
    return !refuse_tally(&t);
}

/* ---- friends ---- */

/* [11.45a] [11.45c] One hex, as in a retreat: no enemy, no enemy zone. */
static const char *refuse_way(const struct play *p, int v, int to)
{
    int h = place_of(p, v), side = side_of(p, v), d = direction_to(p, h, to);

    if (d < 0)
        return "11.45a: by one hex";
    if (enemy_in(p, to, side) || in_zone(p, to, side))
        return "11.45c: not into an enemy zone";
    if (play_state(p)->phase == PH_MOVEMENT && side_between(p, h, d) & S_RIVER)
        return "10.12C: in a repulse nobody goes over a river";
    return step_cost(p, v, h, d, false) == NO_ENTRY ? "11.45a: there is no way for it" : NULL;
}

/* Would the hex hold the newcomer if this one went? */
static bool makes_room(const struct play *p, int h, int v, int u)
{
    struct tally t = { 0 };

    if (is_leader(p, v) || has_flag(p, v, F_RETREATS))
        return false;
    EACH_PIECE_AT(p, w, h)
    if (w != v)
        tally_add(p, &t, w);
    tally_add(p, &t, u);
    return !refuse_tally(&t);
}

static const char *refuse_direct(const struct play *p, int h, int u, int v, int to)
{
    const char *why;

    if (place_of(p, v) != h || !makes_room(p, h, v, u))
        return "11.45a: only a unit whose place is needed makes room";
    why = refuse_way(p, v, to);
    return why ? why : fits_there(p, v, to) ? NULL : "11.45a: that hex is full";
}

static bool anybody_goes(const struct play *p, int h, int u)
{
    EACH_PIECE_AT(p, v, h)
    EACH_BESIDE (p, h, d, to)
        if (!refuse_direct(p, h, u, v, to))
            return true;
    return false;
}

/* [11.45c] Would its going let somebody of that hex, for whom there is no other way, into its place? */
static bool clears_way(const struct play *p, int h, int u, int w)
{
    int at = place_of(p, w);

    EACH_PIECE_AT(p, v, h)
    if (makes_room(p, h, v, u) && !refuse_way(p, v, at) && makes_room(p, at, w, v))
        return true;
    return false;
}

const char *refuse_giving_room(const struct play *p, int h, int u, int w, int to)
{
    const char *why;

    if (place_of(p, w) == h || anybody_goes(p, h, u))
        return refuse_direct(p, h, u, w, to);
    if (!on_map(p, w) || to == h || !clears_way(p, h, u, w))
        return "11.45a: only a unit whose place is needed makes room";
    why = refuse_way(p, w, to);
    return why ? why : fits_there(p, w, to) ? NULL : "11.45a: that hex is full";
}

static void list_room_at(const struct play *p, int h, int u, int at, struct menu *m)
{
    EACH_PIECE_AT(p, v, at)
    EACH_BESIDE (p, at, d, to)
        if (!refuse_giving_room(p, h, u, v, to))
            menu_add(m, act2(V_DISPLACE, v, to));
}

void list_room(const struct play *p, int h, int u, struct menu *m)
{
    list_room_at(p, h, u, h, m);
    EACH_BESIDE (p, h, d, at)
        if (side_in(p, at, side_of(p, u)))
            list_room_at(p, h, u, at, m);
}

/* [11.45b] Else whoever comes is lost. */
bool can_give_room(const struct play *p, int h, int u)
{
    if (anybody_goes(p, h, u))
        return true;
    EACH_BESIDE (p, h, e, at) {
        if (!side_in(p, at, side_of(p, u)))
            continue;
        EACH_PIECE_AT(p, w, at)
        EACH_BESIDE (p, at, d, to)
            if (!refuse_giving_room(p, h, u, w, to))
                return true;
    }
    return false;
}

void push_displace(struct play *p, int h, int u)
{
    reveal_hex(p, h);
    agenda_push_with(p, ST_DISPLACE, side_of(p, u), h, u, 0, 0);
}

/* ---- enemy vedettes ---- */

/* [11.45d] Nobody but vedettes, or a leader alone [5.2]. */
bool only_vedettes(const struct play *p, int h)
{
    EACH_PIECE_AT(p, v, h)
    if (is_train(p, v) || (is_combat_unit(p, v) && !is_vedette(p, v)))
        return false;
    return true;
}

/* Ruling 110: a vedette gives way to whoever retreats from this hex: further from it, like him. */
static bool may_step_aside(const struct play *p, int v, int to, int combat)
{
    return !refuse_way(p, v, to) && apart(p, combat, to) > apart(p, combat, place_of(p, v)) &&
           fits_there(p, v, to);
}

static bool can_step_aside(const struct play *p, int v, int combat)
{
    EACH_BESIDE (p, place_of(p, v), d, to)
        if (may_step_aside(p, v, to, combat))
            return true;
    return false;
}

/* [11.42c] [11.45d] [13.21] Could all who stand there be displaced? */
bool can_be_pushed(const struct play *p, int h, int combat)
{
    if (!only_vedettes(p, h))
        return false;
    EACH_PIECE_AT(p, v, h)
    if (!can_step_aside(p, v, combat))
        return false;
    return true;
}

void push_aside(struct play *p, int h, int u)
{
    agenda_push_with(p, ST_DISPLACE, !side_of(p, u), h, u, 0, 0);
}

/* ---- the step ---- */

/* Vedettes who are in the way of an enemy, not friends who make room. */
static bool is_pushed(const struct play *p, const struct step *t)
{
    return side_of(p, t->v[COMES]) != t->who;
}

static const char *refuse_aside(const struct play *p, const struct step *t, int v, int to)
{
    return place_of(p, v) == t->v[THERE] && may_step_aside(p, v, to, place_of(p, t->v[COMES]))
               ? NULL
               : "11.45d: vedettes give way by one hex, further from the fight, into no enemy zone";
}

static void list_aside(const struct play *p, const struct step *t, struct menu *m)
{
    EACH_PIECE_AT(p, v, t->v[THERE])
    EACH_BESIDE (p, t->v[THERE], d, to)
        if (!refuse_aside(p, t, v, to))
            menu_add(m, act2(V_DISPLACE, v, to));
}

static void list_displace(const struct play *p, const struct step *t, struct menu *m)
{
    if (is_pushed(p, t))
        list_aside(p, t, m);
    else
        list_room(p, t->v[THERE], t->v[COMES], m);
    if (m->n == 0)
        menu_add(m, act0(V_DONE));
}

static const char *why_displace(const struct play *p, const struct step *t, const struct action *a)
{
    if (a->verb != V_DISPLACE)
        return "11.45a: somebody makes room there for who retreats";
    return is_pushed(p, t) ? refuse_aside(p, t, a->arg[0], a->arg[1])
                           : refuse_giving_room(p, t->v[THERE], t->v[COMES], a->arg[0], a->arg[1]);
}

/* [6.11C] Vedettes for whom nothing is left, because others were faster. */
static void clear_out(struct play *p, int h)
{
    int16_t here[PIECES_MAX];
    int n = 0;

    EACH_PIECE_AT(p, v, h)
    here[n++] = i16(v);
    for (int i = 0; i < n; i++)
        if (is_leader(p, here[i]))
            push_refuge(p, here[i]);
        else
            lose_for_good(p, here[i]);
}

static void end_displace(struct play *p, const struct step *t)
{
    bool pushed = is_pushed(p, t);
    int h = t->v[THERE];

    agenda_pop(p, 0);
    if (pushed)
        clear_out(p, h);
}

static bool is_over(const struct play *p, const struct step *t)
{
    return is_pushed(p, t) ? !side_in(p, t->v[THERE], t->who)
                           : fits_there(p, t->v[COMES], t->v[THERE]);
}

static void take_displace(struct play *p, struct step *t, const struct action *a)
{
    int v = a->arg[0], to = a->arg[1], from = place_of(p, v);

    if (a->verb != V_DISPLACE) {
        end_displace(p, t);
        return;
    }
    reveal_hex(p, from);
    play_tell(p, EV_DISPLACED, 0, 4, v, from, to, W_ARMY + army_of(p, v));
    clear_flag(p, v, F_COLUMN);
    move_piece(p, v, to);
    note_sources(p, v, to);
    if (is_over(p, t))
        agenda_pop(p, 0);
    left_zone(p, v);
}

static int seat_of_displace(const struct play *p, const struct step *t)
{
    struct step by = step_asked(is_pushed(p, t) ? ld(p)->top[t->v[THERE]] : t->v[COMES], 0);

    return seat_by_piece(p, &by);
}

static bool displace_sound(const struct play *p, const struct step *t)
{
    return is_side(t->who) && on_map(p, t->v[COMES]) && side_in(p, t->v[THERE], t->who) &&
           ld(p)->top[t->v[THERE]] != STACK_END;
}

const struct step_def step_displace = {
    .name = "displace",
    .cases = "11.45",
    .vars = "hex:p who:u",
    .on = "retreat elan",
    .title = "Retreat",
    .prompt = "{u1} [needs|need] room in {p0}: who gives way?",
    .about = "displace",
    .list = list_displace,
    .take = take_displace,
    .why = why_displace,
    .seat = seat_of_displace,
    .sound = displace_sound,
};
