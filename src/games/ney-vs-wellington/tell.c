/*
 * tell.c: the board in words, for people at a terminal.
 */
#include "nvw.h"

void nvw_ground(const struct box *box, int cell, struct text *out)
{
    const struct nvw_box *own = box->own;

    text_add(out, box->board->terrain.word[box->board->cell[cell].terrain]);
    if (own->height[cell] != NO_HEIGHT)
        text_printf(out, ", level %d", own->height[cell]);
    if (own->sheltered[cell])
        text_add(out, ", sheltered by a hedge");
}

/* The top first; then lines that stretch into it. */
int nvw_pieces_at(const struct play *p, int cell, int list[BOX_PIECES])
{
    int n = 0;

    for (EACH_IN(p, u, cell))
        list[n++] = u;
    for (EACH_WING(p, u, cell))
        list[n++] = u;
    return n;
}

void nvw_tell_piece(const struct play *p, int u, struct text *out)
{
    const struct unit *k = unit_at(p, u);

    if (is_leader(p, u)) {
        text_printf(out, "command unit, radius %d%s",
                    has_flag(p, u, F_REDUCED) ? def_at(p, u)->reduced : def_at(p, u)->radius,
                    has_flag(p, u, F_REDUCED) ? ", reduced" : "");
        return;
    }
    text_printf(out, "%d-%d-%d %s", k->points, effectiveness(p, u), allowance(p, u),
                arm_titles[arm_of(p, u)]);
    if (k->formation != HORSE)
        text_printf(out, ", %s",
                    k->wing != NOWHERE ? "extended line" : formation_titles[k->formation]);
    if (k->morale != GOOD)
        text_printf(out, ", %s", morale_titles[k->morale]);
    if (nvw_pose(p, u))
        text_printf(out, ", facing %s", board_facing_title(p->box->board, k->facing));
    if (is_guns(p, u))
        text_printf(out, ", %d guns, %d rounds", k->guns, k->rounds);
    if (k->place >= 0 && charge_of(p, u) >= 0)
        text_printf(out, ", %s initiated", charge_titles[nvw(p)->charge[charge_of(p, u)].kind]);
}

void nvw_tell(const struct play *p, struct text *out)
{
    const struct nvw_state *s = nvw(p);

    for (int side = 0; side < SIDES; side++)
        if (s->level[side] != NO_LEVEL)
            text_printf(out, "%s army morale %d%s, %d points lost\n", p->game->side_titles[side],
                        s->level[side], s->demoralized[side] ? " (demoralized)" : "",
                        s->lost[side]);
        else
            text_printf(out, "%s: %d points lost\n", p->game->side_titles[side], s->lost[side]);
}

/* [6.24] Of one that may limber or form column before it sets out, what it would then have. */
static int allowance_at_best(const struct play *p, int u)
{
    return is_march(p) && !unit_at(p, u)->spent && may_form_first(p, u) ? def_at(p, u)->front
                                                                        : allowance(p, u);
}

/* [12.34d] Of a charge that is ridden: hexes. */
static int ride_left(const struct play *p, int u)
{
    int i = on_map(p, u) ? charge_of(p, u) : -1;

    return i < 0 || !(nvw(p)->charge[i].flags & C_BEGUN)
               ? 0
               : 2 * (CHARGE_RANGE - nvw(p)->charge[i].moved);
}

/* Half points, as every game counts them: by road a hex is half of one. [5.21a] [5.22a] */
int nvw_points_left(const struct play *p, int u)
{
    const struct unit *k = unit_at(p, u);
    int most = 2 * allowance_at_best(p, u), spent = k->spent * (k->flags & F_ROAD ? 1 : 2);

    if (is_shock(p)) /* spent means something else then */
        return ride_left(p, u);
    return k->flags & F_DONE || spent >= most ? 0 : most - spent;
}

int nvw_points_of(const struct play *p, int u)
{
    return is_shock(p) ? (ride_left(p, u) ? 2 * CHARGE_RANGE : 0) : 2 * allowance_at_best(p, u);
}

/* The facing, where there is one. */
int nvw_pose(const struct play *p, int u)
{
    return on_map(p, u) && !faces_all(p, u) ? unit_at(p, u)->facing : 0;
}

void nvw_pose_name(const struct play *p, int pose, struct text *out)
{
    text_add(out, board_facing_name(p->box->board, pose));
}
