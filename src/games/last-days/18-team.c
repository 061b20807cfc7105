/*
 * 18-team.c: chapter 18.0: two, three or four players: which of a side's pieces are whose, what Napoleon's
 * player delegates, and who is asked. Letters between them are in 18-couriers.c.
 */
#include <assert.h>

#include "ld.h"

enum { SIDE, SHARE, TOLD }; /* variables of phases */

/* ---- whose pieces ---- */

/* Of a formation and its officer or his heir [5.13a], of Ney, of Grouchy; 0: whoever always is Napoleon's. */
static uint32_t delegate_bit(const struct play *p, int u)
{
    int at = u == lbox(p)->ney       ? FR_IVCAV + 1
             : u == lbox(p)->grouchy ? FR_IVCAV + 2
             : is_leader(p, u)       ? formation_led(p, u)
                                     : def_of(p, u)->formation;

    return at <= FR_IVCAV + 2 ? 1u << at : 0;
}

int share_of(const struct play *p, int u)
{
    int army = army_of(p, u);

    if (army == ARMY_PRUSSIAN)
        return play_option(p, OPT_SPLIT_COALITION) ? SHARE_SECOND : SHARE_FIRST;
    if (army == ARMY_FRENCH && play_option(p, OPT_SPLIT_FRENCH))
        return ld(p)->delegated & delegate_bit(p, u) ? SHARE_SECOND : SHARE_FIRST;
    return SHARE_FIRST;
}

bool is_mine(const struct play *p, const struct step *t, int u)
{
    return side_of(p, u) == t->v[SIDE] &&
           (t->v[SHARE] == SHARE_ALL || t->v[SHARE] & share_of(p, u));
}

/* [18.0b] Whom the second player has already; else the one who is asked about. */
static int second_leader(const struct play *p, int u)
{
    const struct ld_box *box = lbox(p);

    return ld(p)->delegated & delegate_bit(p, box->ney)       ? box->ney
           : ld(p)->delegated & delegate_bit(p, box->grouchy) ? box->grouchy
                                                              : u;
}

const char *refuse_delegate(const struct play *p, const struct step *t, int u)
{
    int napoleon = lbox(p)->napoleon, second = second_leader(p, u);

    if (!play_option(p, OPT_SPLIT_FRENCH) || t->v[SIDE] != FRENCH || t->v[SHARE] != SHARE_FIRST)
        return "18.0b: Napoleon's player delegates, if there is a second one";
    if (!is_leader(p, u) || def_of(p, u)->army != ARMY_FRENCH || !delegate_bit(p, u) ||
        place_of(p, u) == ABSENT)
        return "18.0b: leaders with their formations are delegated";
    if (t->v[TOLD] & (int)delegate_bit(p, u))
        return "18.0b: that has been decided";
    if (play_state(p)->phase == PH_SETUP)
        return NULL;
    return on_map(p, napoleon) && on_map(p, second) &&
                   apart(p, place_of(p, napoleon), place_of(p, second)) <= 1
               ? NULL
               : "18.0b: only while the two leaders are in the same or adjacent hexes";
}

void list_delegates(const struct play *p, const struct step *t, struct menu *m)
{
    for (int u = lbox(p)->leaders; u < lbox(p)->pieces && play_option(p, OPT_SPLIT_FRENCH); u++)
        if (!refuse_delegate(p, t, u))
            menu_add(m, act1(V_DELEGATE, u));
}

void delegate(struct play *p, struct step *t, int u)
{
    ld(p)->delegated ^= delegate_bit(p, u);
    t->v[TOLD] = i16(t->v[TOLD] | (int)delegate_bit(p, u));
}

static int seat_of(int side, int share)
{
    bool second = share == SHARE_SECOND;

    return side == FRENCH ? (second ? SEAT_MARSHAL : SEAT_NAPOLEON)
                          : (second ? SEAT_BLUCHER : SEAT_WELLINGTON);
}

int seat_by_share(const struct play *p, const struct step *t)
{
    (void)p;
    return seat_of(t->v[SIDE], t->v[SHARE]);
}

int seat_by_piece(const struct play *p, const struct step *t)
{
    if (t->v[0] < 0)
        return SEAT_UNKNOWN;
    return seat_of(side_of(p, t->v[0]), share_of(p, t->v[0]));
}

int seat_by_march(const struct play *p, const struct step *t)
{
    return seat_by_piece(p, t - 1);
}

bool phase_sound(const struct play *p, const struct step *t)
{
    (void)p;
    return t->who == t->v[SIDE] && t->v[SHARE] >= SHARE_FIRST && t->v[SHARE] <= SHARE_ALL;
}

static bool is_split(const struct play *p, int side)
{
    return play_option(p, side == FRENCH ? OPT_SPLIT_FRENCH : OPT_SPLIT_COALITION);
}

struct step step_asked(int first, int second)
{
    struct step t = { 0 };

    t.v[0] = i16(first), t.v[1] = i16(second);
    return t;
}

/* [18.0] The first seat is asked first, then the second. */
void push_phase(struct play *p, int op, int side)
{
    assert(is_side(side));
    if (!is_split(p, side)) {
        agenda_push_with(p, op, side, side, SHARE_ALL, 0, 0);
        return;
    }
    agenda_push_with(p, op, side, side, SHARE_SECOND, 0, 0);
    agenda_push_with(p, op, side, side, SHARE_FIRST, 0, 0);
}
