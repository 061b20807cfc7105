/*
 * 13-vedettes.c: chapter 13.1: light cavalry breaks down into vedettes before it moves, and reassembles.
 */
#include "ld.h"

enum { VEDETTES_MOST = 3, REASSEMBLY = 2 }; /* half points */

static int available(const struct play *p, int u)
{
    const struct piece_def *d = def_of(p, u);
    int n = 0;

    for (int v = d->child; v < d->child + d->stars; v++)
        n += place_of(p, v) == P_PARENT;
    return n;
}

/* [13.1b] It has broken down, and none of its vedettes is anywhere: no game comes to that. */
bool is_scattered(const struct play *p, int u)
{
    return def_of(p, u)->stars && place_of(p, u) == P_BROKEN &&
           available(p, u) == def_of(p, u)->stars;
}

/* [13.11] [13.1b] [13.13b] [13.14t] */
const char *refuse_break(const struct play *p, int u)
{
    int h = place_of(p, u);
    struct tally t = { 0 };

    if (!def_of(p, u)->stars)
        return "13.1a: only cavalry with stars breaks down";
    if (has_flag(p, u, F_REDUCED))
        return "13.13b: a reduced unit has no vedettes any more";
    if (!available(p, u))
        return "13.12c: its vedettes are lost";
    if (under_order(p, u))
        return "8.24a: under a march order it does nothing but march";
    if (piece_at(p, u)->spent)
        return "13.11: only before it moves";
    if (h >= 0)
        t = tally_all(p, h);
    return t.vedettes + available(p, u) > VEDETTES_MOST
               ? "13.14t: no more than three vedettes in a hex"
               : NULL;
}

/* Where their division was, on the map or to come; as visible as it was. */
static void break_down(struct play *p, int u)
{
    const struct piece_def *d = def_of(p, u);
    struct piece_state before = *piece_at(p, u);
    bool on = on_map(p, u);

    if (on)
        play_tell(p, EV_SPLIT, has_flag(p, u, F_SEEN) ? 0 : veil(side_of(p, u)), 2, u,
                  before.place);
    put_off(p, u, P_BROKEN);
    piece_at(p, u)->turn = piece_at(p, u)->entry = 0;
    for (int v = d->child; v < d->child + d->stars; v++) {
        if (place_of(p, v) != P_PARENT)
            continue;
        if (on) {
            put_piece(p, v, before.place);
        } else {
            piece_at(p, v)->place = P_TRACK;
            piece_at(p, v)->turn = before.turn, piece_at(p, v)->entry = before.entry;
        }
        set_flag(p, v, F_SPLIT | (before.flags & (F_SEEN | F_OUT | F_ENGAGED | F_UNSUPPLIED)));
        piece_at(p, v)->chief = before.chief;
        if (on)
            settle_hex(p, before.place);
    }
}

/* [13.12a] [13.12b] [13.12c] All that are still on the map, here, with a point left; the others
 * are missing. */
const char *refuse_reassemble(const struct play *p, int parent)
{
    const struct piece_def *d = def_of(p, parent);
    int h = -1, n = 0;
    struct tally t;

    if (!d->stars || place_of(p, parent) != P_BROKEN)
        return "13.12a: it has not broken down";
    for (int v = d->child; v < d->child + d->stars; v++) {
        if (place_of(p, v) == P_TRACK)
            return "13.12a: some of its vedettes are still to come";
        if (!on_map(p, v))
            continue;
        if (has_flag(p, v, F_SPLIT))
            return "13.12b: not in the turn in which it broke down";
        if (n++ && place_of(p, v) != h)
            return "13.12a: all its vedettes on the map must be in one hex";
        if (under_order(p, v))
            return "8.24a: under a march order it does nothing but march";
        if (points_left(p, v) < REASSEMBLY)
            return "13.12a: each of them must have a movement point left";
        h = place_of(p, v);
    }
    if (!n || in_zone(p, h, side_of(p, parent)))
        return "13.12b: not in an enemy zone";
    t = tally_all(p, h);
    tally_add(p, &t, parent);
    return refuse_tally(&t);
}

/* [14.0b] [7.12] What holds of one of them holds of the division. */
static void reassemble(struct play *p, int parent)
{
    const struct piece_def *d = def_of(p, parent);
    uint32_t flags = F_DONE;
    int h = -1, chief = 0;

    for (int v = d->child; v < d->child + d->stars; v++)
        if (on_map(p, v)) {
            h = place_of(p, v), chief = piece_at(p, v)->chief;
            flags |= piece_at(p, v)->flags & (F_UNSUPPLIED | F_OUT);
            put_off(p, v, P_PARENT);
        }
    piece_at(p, parent)->left = -1;
    put_piece(p, parent, h);
    piece_at(p, parent)->chief = u8(flags & F_OUT ? 0 : chief);
    set_flag(p, parent, flags);
    play_tell(p, EV_REASSEMBLED, veil(side_of(p, parent)), 2, parent, h);
}

/* ---- in the march of a group ---- */

static bool moves_alone(const struct play *p, int lead, int parent)
{
    EACH_PIECE (p, u)
        if (has_flag(p, u, F_MOVING) && u != lead && def_of(p, u)->parent != parent)
            return false;
    return true;
}

static const char *refuse_verb(const struct play *p, const struct step *march, int verb, int u)
{
    int lead = march->v[LEAD], parent = def_of(p, lead)->parent;

    if (verb == V_BREAK) {
        if (u != lead || !moves_alone(p, lead, -2))
            return "13.11: it breaks down by itself";
        return march->v[HOW] & MARCH_GONE ? "13.11: only before it moves" : refuse_break(p, u);
    }
    if (u != parent || !moves_alone(p, lead, parent))
        return "13.12a: the vedettes of that unit are not on the move, or not alone";
    return refuse_reassemble(p, u);
}

void list_vedettes(const struct play *p, const struct step *march, struct menu *m)
{
    int lead = march->v[LEAD], parent = def_of(p, lead)->parent;

    if (def_of(p, lead)->stars && !refuse_verb(p, march, V_BREAK, lead))
        menu_add(m, act1(V_BREAK, lead));
    if (parent >= 0 && !refuse_verb(p, march, V_REASSEMBLE, parent))
        menu_add(m, act1(V_REASSEMBLE, parent));
}

const char *why_vedettes(const struct play *p, const struct step *march, const struct action *a)
{
    return refuse_verb(p, march, a->verb, a->arg[0]);
}

/* The march is over: vedettes are taken up one by one, the unit has arrived. */
void take_vedettes(struct play *p, struct step *march, const struct action *a)
{
    (void)march;
    if (a->verb == V_BREAK) {
        break_down(p, a->arg[0]);
        agenda_pop(p, 0);
        return;
    }
    end_march(p);
    reassemble(p, a->arg[0]);
}
