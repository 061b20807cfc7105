/*
 * 09-facing.c: chapter 9, an option: a picket faces a corner of its hex; it marches, ambushes and attacks to
 * its front, turning is a part of the march, and whoever is attacked from behind suffers for it.
 *
 * With the option off no picket faces anywhere; chapters 3 to 5 ask for it once a list. For *march to* and
 * reach the facing is a pose.
 */
#include "null.h"

enum { EAST = 3, WEST = 9 };        /* facings of a flat top; towards corners they are odd */
enum { CORNER = 2, TURN_COST = 1 }; /* from one to the next; half points */

bool is_faced(const struct play *p)
{
    return play_option(p, OPT_FACING);
}

static enum hex_part part_of(const struct play *p, int u, int place)
{
    const struct picket *k = &null_of(p)->picket[u];

    return board_part(p->box->board, k->place, place, k->facing, HEX_CORNER_ARCS);
}

/* [9.1] [9.2] [9.4] [9.5] */
bool is_before(const struct play *p, int u, int place)
{
    return part_of(p, u, place) == HEX_FRONT;
}

/* [9.1] Towards the enemy, unless something else is said. */
void face_enemies(struct play *p)
{
    for (int u = 0; u < PICKETS && is_faced(p); u++) {
        struct picket *k = &null_of(p)->picket[u];

        if (!k->facing)
            k->facing = side_of(u) == BLUE ? EAST : WEST;
    }
}

/* [9.1] */
const char *facing_broken(const struct play *p)
{
    bool faced = is_faced(p);

    for (int u = 0; u < PICKETS; u++) {
        int facing = null_of(p)->picket[u].facing;

        if (!faced && facing)
            return "9.1: pickets face a corner only if the option is chosen";
        if (faced && (facing % CORNER == 0 || facing >= HEX_FACINGS))
            return "9.1: a picket faces a corner of its hex";
    }
    return NULL;
}

/* [9.3] */
const char *refuse_turn(const struct play *p, int side, int u, int facing)
{
    const struct picket *k = &null_of(p)->picket[u];

    if (!is_faced(p))
        return "9.1: pickets face a corner only if the option is chosen";
    if (side_of(u) != side || k->place == NOWHERE)
        return "9.3: only the side's own pickets on the board turn";
    if (k->flags & DONE)
        return "9.3: a picket whose march is over turns no more";
    if (hex_facing_apart(k->facing, facing) != CORNER)
        return "9.3: a turn goes to the next corner";
    if (k->spent + TURN_COST > ALLOWANCE)
        return "9.3: it has not enough of its two movement points left";
    return NULL;
}

/* [9.3] Either way. */
void list_turns(const struct play *p, int side, int u, struct menu *m)
{
    for (int way = -CORNER; way <= CORNER; way += 2 * CORNER) {
        int facing = hex_facing_turn(null_of(p)->picket[u].facing, way);

        if (!refuse_turn(p, side, u, facing))
            menu_add(m, act2(V_TURN, u, facing));
    }
}

/* [9.3] */
void turn_picket(struct play *p, int u, int facing)
{
    struct picket *k = &null_of(p)->picket[u];

    k->spent = u8(k->spent + TURN_COST);
    k->facing = u8(facing);
    play_tell(p, EV_TURNED, 0, 2, u, facing);
}

/* [9.6] */
int rear_modifier(const struct play *p, int attacker, int defender)
{
    int from = null_of(p)->picket[attacker].place;

    return is_faced(p) && part_of(p, defender, from) == HEX_REAR ? 1 : 0;
}

int null_pose(const struct play *p, int u)
{
    return null_of(p)->picket[u].facing;
}

void null_pose_name(const struct play *p, int pose, struct text *out)
{
    text_add(out, board_facing_name(p->box->board, pose));
}
