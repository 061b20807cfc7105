/*
 * 06-zones.c: 6.1 Zones of Control and 6.6 facing: which hexes lie in front of a stack and which of them it controls.
 *
 * Fields of Fire are another thing: 07-artillery.c. Stacks share a facing, so a hex is asked about each
 * neighbour once; what costs and what may not be entered is for the chapters that ask.
 */
#include "mib.h"

/* [6.6r1] The hex that is faced and the two beside it. */
bool is_front(const struct play *p, int from, int facing, int to)
{
    int turn = (board_direction(p->box->board, from, to) - facing / 2 + HEX_SIDES) % HEX_SIDES;

    return turn <= 1 || turn == HEX_SIDES - 1;
}

/* [6.1r1] [9.3r3] Whoever is disorganized, Spent or Smashed controls nothing. Ruling 6 */
static bool is_fit(const struct play *p, int u)
{
    return !has_flag(p, u, U_D | U_SMASHED) && !is_spent(p, u);
}

/* [6.1r1] Cavalry: not into forest, town or swamp, nor over a river. */
static bool rides_into(const struct play *p, int h, int border)
{
    const struct mib_box *b = mbox(p);
    int terrain = p->box->board->cell[h].terrain;

    return terrain != b->forest && terrain != b->town && terrain != b->swamp &&
           !board_has_kind(p->box->board, border, b->river);
}

/* [6.1a] [6.1b] Infantry with artillery: into clear, and not up a slope. */
static bool fires_into(const struct play *p, int h, int border)
{
    const struct mib_box *b = mbox(p);

    return p->box->board->cell[h].terrain == b->clear &&
           !board_speaks_of(p->box->board, border, b->slope, h);
}

/* [6.1a] Its own guns, or an artillery unit beside it in the hex. Ruling 7 */
static bool has_guns(const struct play *p, int h)
{
    EACH_AT (p, h, u)
        if (is_combat(p, u) && guns_of(p, u) > 0)
            return true;
    return false;
}

/* Zones that the stack in `from`, of the enemy, has into the neighbouring hex. */
static int zone_from(const struct play *p, int from, int h, int border)
{
    int zone = 0;

    EACH_AT (p, from, u) {
        int arm = arm_of(p, u);

        if (arm > CAVALRY || !is_fit(p, u))
            continue;
        if (arm == CAVALRY && !(zone & ZONE_CAVALRY) && rides_into(p, h, border))
            zone |= ZONE_CAVALRY;
        if (arm == INFANTRY && !(zone & ZONE_INFANTRY) && fires_into(p, h, border) &&
            has_guns(p, from))
            zone |= ZONE_INFANTRY;
    }
    return zone;
}

/*
 * Zones of the enemy's stack in that direction into the hex. Combat units stand on top of a stack, and share its facing;
 * the hex is in front if it lies in the faced direction or beside it.
 */
static int zone_of(const struct play *p, const struct board_cell *c, int d, int h, int side)
{
    int from = c->next[d], top = mib(p)->top[from], turn;

    if (!is_combat(p, top) || side_of(p, top) == side)
        return 0;
    turn = (d + HEX_SIDES / 2 + HEX_SIDES - unit_at(p, top)->facing / 2) % HEX_SIDES;
    if (turn > 1 && turn != HEX_SIDES - 1)
        return 0;
    return zone_from(p, from, h, c->side[d]);
}

/* Most hexes are empty. */
static inline int zone_towards(const struct play *p, const struct board_cell *c, int d, int h,
                               int side)
{
    int from = c->next[d];

    return from < 0 || mib(p)->top[from] == STACK_END ? 0 : zone_of(p, c, d, h, side);
}

int enemy_zone(const struct play *p, int h, int side)
{
    const struct board_cell *c = &p->box->board->cell[h];
    int zone = 0;

    for (int d = 0; d < HEX_SIDES; d++)
        zone |= zone_towards(p, c, d, h, side);
    return zone;
}

bool in_enemy_zone(const struct play *p, int h, int side)
{
    const struct board_cell *c = &p->box->board->cell[h];

    for (int d = 0; d < HEX_SIDES; d++)
        if (zone_towards(p, c, d, h, side))
            return true;
    return false;
}

bool holds_zone(const struct play *p, int u, int h)
{
    int from = unit_at(p, u)->place, border = board_border(p->box->board, from, h);

    if (border < 0 || !is_division(p, u) || !is_fit(p, u) ||
        !is_front(p, from, unit_at(p, u)->facing, h))
        return false;
    return arm_of(p, u) == CAVALRY ? rides_into(p, h, border)
                                   : fires_into(p, h, border) && has_guns(p, from);
}

/* Its zones: the three hexes in front of it, as far as it has any. */
static void mark_zone(const struct play *p, int u, uint8_t *zones)
{
    const struct board_cell *c = &p->box->board->cell[unit_at(p, u)->place];
    bool cavalry = arm_of(p, u) == CAVALRY;

    if (!is_fit(p, u) || (!cavalry && !has_guns(p, unit_at(p, u)->place)))
        return;
    for (int i = HEX_SIDES - 1; i <= HEX_SIDES + 1; i++) {
        int d = (unit_at(p, u)->facing / 2 + i) % HEX_SIDES, h = c->next[d];

        if (h >= 0 && (cavalry ? rides_into(p, h, c->side[d]) : fires_into(p, h, c->side[d])))
            zones[h] |= cavalry ? ZONE_CAVALRY : ZONE_INFANTRY;
    }
}

/* All zones of the enemies of a side at once, for whoever asks about the whole board. */
void mark_zones(const struct play *p, int side, uint8_t *zones)
{
    EACH_PIECE (p, u)
        if (on_map(p, u) && is_division(p, u) && side_of(p, u) != side)
            mark_zone(p, u, zones);
}

int nearest_enemy(const struct play *p, int h, int side)
{
    const struct board_cell *cell = p->box->board->cell;
    struct hex here = cell[h].hex;
    int best = 99;

    for (const int16_t *u = mbox(p)->foe[side]; *u >= 0; u++)
        if (on_map(p, *u)) {
            int d = hex_distance(here, cell[unit_at(p, *u)->place].hex);

            best = d < best ? d : best;
        }
    return best;
}

bool enemy_within_two(const struct play *p, int h, int side)
{
    const int16_t *near = mbox(p)->near[h];

    for (int i = 0; i < NEAR_MAX && near[i] >= 0; i++) {
        int top = mib(p)->top[near[i]];

        if (top != STACK_END && is_combat(p, top) && side_of(p, top) != side)
            return true;
    }
    return false;
}

/* Is it a hexside of that hex? */
bool is_beside(const struct board *b, int border, int h)
{
    const int16_t *cell;

    if (!board_is_border(b, border))
        return false;
    cell = board_border_at(b, border)->cell;
    return cell[0] == h || cell[1] == h;
}
