/*
 * 07-formation.c: section 7: formations, disorder and rout, who marches how far in which.
 *
 * [2.2h] [7.0] A unit has one formation; disorder and rout lie over it and replace it [7.62], so
 * that recovery (13.21) finds it again. [7.2] [7.3] [7.41] [7.51] Which formations there are for an
 * arm is said here; what the infantry's do in 08-infantry.c.
 */
#include "nvw.h"

/* [2.2k] [5.14] [8.1] [8.56] [7.44a] [7.45] [13.27a] [8.52c] A lost square marches like what it was
 * before. Ruling 74 */
int allowance(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    const struct piece_def *d = def_at(p, u);
    int formation = k->formation;

    if (formation == SQUARE && k->morale != GOOD)
        formation = k->before;
    switch (formation) {
    case LINE: return d->back;
    case SQUARE:
    case UNLIMBERED: return 0;
    default: return d->front;
    }
}

/* ---- disorder and rout ---- */

/* [7.15] [7.61] [7.62] [8.33e] [8.34] [7.52a] [7.64] Command units and companies never are; who is
 * routed stays so. */
void disorder_unit(struct play *p, int u)
{
    struct unit *k = unit_at(p, u);

    if (is_leader(p, u) || is_company(p, u) || k->morale != GOOD)
        return;
    k->morale = DISORDERED;
    set_wing(p, u, NOWHERE);
    play_tell(p, EV_DISORDERED, 0, 1, u);
}

/* [7.46] [7.52a] */
void rout_unit(struct play *p, int u)
{
    struct unit *k = unit_at(p, u);

    if (is_guns(p, u)) {
        disorder_unit(p, u);
        return;
    }
    if (is_leader(p, u) || k->morale == ROUTED)
        return;
    k->morale = ROUTED;
    set_wing(p, u, NOWHERE);
    play_tell(p, EV_ROUTED, 0, 1, u);
}

/* [7.63a] */
void disorder_hex(struct play *p, int h)
{
    for (EACH_IN(p, u, h))
        disorder_unit(p, u);
    cancel_charges(p, h);
}

void rout_hex(struct play *p, int h)
{
    for (EACH_IN(p, u, h))
        rout_unit(p, u);
    cancel_charges(p, h);
}

/* [9.13a] [12.77c] Each by itself: who is formed is disordered, who was not routs. Ruling 10 */
void worsen_hex(struct play *p, int h)
{
    for (EACH_IN(p, u, h)) {
        if (is_formed(p, u))
            disorder_unit(p, u);
        else
            rout_unit(p, u);
    }
    cancel_charges(p, h);
}
